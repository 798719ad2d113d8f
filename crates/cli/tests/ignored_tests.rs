//! `./test` chooses ignored tests by the modules they are in, so each of them
//! has to be in one that `./test` knows, and say why it is ignored.

use std::fs;
use std::path::{Path, PathBuf};

/// The Rust files below a folder.
fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The ignored tests of a file: the attribute, and the modules around it.
fn ignored_in(file: &Path) -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(file).expect("text");
    // A file in a folder is a module within that of the folder.
    let folder = file.parent().and_then(Path::file_name);
    let names = [folder, file.file_stem()].into_iter().flatten();
    let names = names.map(|name| (0, name.to_string_lossy().into_owned()));
    let mut modules: Vec<_> = names.collect();
    let mut ignored = Vec::new();
    for line in text.lines() {
        let code = line.trim_start();
        // A module ends with a brace as far to the right as it begins.
        let column = line.len() - code.len();
        if code == "}" {
            modules.retain(|(opened, name)| *opened < column || !name.ends_with(" {"));
        } else if code.starts_with("mod ") && code.ends_with('{') {
            modules.push((column, code["mod ".len()..].to_owned()));
        } else if code.starts_with("#[ignore") {
            let around = modules.iter().map(|(_, name)| name.replace(" {", ""));
            ignored.push((code.to_owned(), around.collect()));
        }
    }
    ignored
}

#[test]
fn every_ignored_test_is_in_a_module_that_the_script_knows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let script = fs::read_to_string(root.join("test")).expect("./test");
    let mut files = Vec::new();
    for folder in ["crates", "games", "xtask"] {
        rust_files(&root.join(folder), &mut files);
    }
    let ignored: Vec<_> = files.iter().flat_map(|file| ignored_in(file)).collect();
    assert!(ignored.len() > 10, "{ignored:?}");
    for (attribute, modules) in ignored {
        let is_slow = modules.iter().any(|name| name == "slow");
        assert_eq!(
            attribute.contains("slow: ./test --all"),
            is_slow,
            "{modules:?}"
        );
        let needs: Vec<_> = modules
            .iter()
            .filter(|name| name.starts_with("needs_"))
            .collect();
        assert_eq!(
            attribute.contains("needs "),
            !needs.is_empty(),
            "{modules:?}"
        );
        assert!(is_slow || !needs.is_empty(), "{attribute} in {modules:?}");
        for name in needs {
            assert!(
                script.contains(&format!("\n{name}:")),
                "{name} is not in ./test"
            );
        }
    }
}
