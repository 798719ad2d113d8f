//! The archives and the Debian package, as somebody gets them.

mod slow {
    mod needs_dpkg {
        use std::fs::{self, File};
        use std::path::{Path, PathBuf};
        use std::process::Command;

        use flate2::read::GzDecoder;

        use crate::{has_page, printed, target, xtask};

        const VERSION: &str = env!("CARGO_PKG_VERSION");

        /// The files in a folder with this ending.
        fn ending(folder: &Path, ending: &str) -> Vec<PathBuf> {
            let entries = fs::read_dir(folder).expect("a folder");
            let paths = entries.map(|entry| entry.expect("an entry").path());
            paths
                .filter(|path| path.to_string_lossy().ends_with(ending))
                .collect()
        }

        /// The command of a clean folder does what the README shows.
        fn check_command(command: &Path) {
            let version = printed(Command::new(command).arg("--version"));
            assert!(
                version.starts_with(&format!("patience {VERSION} (")),
                "{version}"
            );
            let doctor = printed(Command::new(command).arg("doctor"));
            assert!(doctor.contains("inside: "), "{doctor}");
            let words = ["solve", "pyramid", "--deal", "3"];
            let solved = printed(Command::new(command).args(words).env_clear());
            let expected = "Solved in 36 steps, the fewest possible.";
            assert!(solved.starts_with(expected), "{solved}");
        }

        #[test]
        #[ignore = "slow: ./test --all runs it; needs dpkg-deb"]
        fn what_a_release_has_works_where_nothing_else_is() {
            assert!(has_page(), "cargo xtask web comes first");
            printed(&mut xtask("dist"));
            let folder = target().join("dist");
            let sums = ending(&folder, ".sha256");
            assert!(sums.len() >= 2, "{sums:?}");
            for sum in sums {
                let mut check = Command::new("sha256sum");
                check.arg("--check").arg(sum).current_dir(&folder);
                printed(&mut check);
            }
            for archive in ending(&folder, ".tar.gz") {
                let clean = tempfile::tempdir().expect("a folder");
                let file = File::open(&archive).expect("the archive");
                let mut files = tar::Archive::new(GzDecoder::new(file));
                files.unpack(clean.path()).expect("unpacked");
                let name = archive.file_name().unwrap_or_default().to_string_lossy();
                let top = clean.path().join(name.trim_end_matches(".tar.gz"));
                for paper in [
                    "LICENSE-MIT",
                    "LICENSE-APACHE",
                    "LICENSES-OTHERS.txt",
                    "man/patience.1",
                    "completions/_patience",
                ] {
                    let bytes = fs::metadata(top.join(paper)).map(|data| data.len());
                    assert!(bytes.is_ok_and(|bytes| bytes > 500), "{paper}");
                }
                check_command(&top.join("patience"));
            }
            for archive in ending(&folder, ".zip") {
                let file = File::open(&archive).expect("the archive");
                let mut files = zip::ZipArchive::new(file).expect("a zip");
                let top = archive.file_stem().unwrap_or_default();
                let name = format!("{}/patience.exe", top.to_string_lossy());
                let bytes = files.by_name(&name).expect("the command").size();
                assert!(bytes > 1_000_000, "{bytes} bytes");
            }
            let [package] = &ending(&folder, ".deb")[..] else {
                panic!("no Debian package");
            };
            // Into a system of its own: nothing of the machine is touched.
            let system = tempfile::tempdir().expect("a folder");
            let state = system.path().join("var/lib/dpkg");
            for part in ["updates", "info"] {
                fs::create_dir_all(state.join(part)).expect("a folder");
            }
            fs::write(state.join("status"), "").expect("written");
            let dpkg = |words: &[&str]| {
                let root = format!("--root={}", system.path().display());
                let mut dpkg = Command::new("dpkg");
                dpkg.args([&root, "--force-not-root", "--log=/dev/null"])
                    .args(words);
                printed(&mut dpkg);
            };
            dpkg(&["--install", &package.to_string_lossy()]);
            let command = system.path().join("usr/bin/patience");
            check_command(&command);
            assert!(
                system
                    .path()
                    .join("usr/share/man/man1/patience.1.gz")
                    .is_file()
            );
            dpkg(&["--remove", "patience"]);
            assert!(!command.exists(), "removed");
        }
    }
}
