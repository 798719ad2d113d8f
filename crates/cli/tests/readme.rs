//! The sessions in the README are real: they are run, and compared. Its example in
//! Rust is one of the library's page, which are run as tests of the library; those
//! in JavaScript are run by the tests of the npm package.

use std::fs;
use std::path::Path;

#[test]
fn the_sessions_of_the_readme_are_true() {
    trycmd::TestCases::new().case("../../README.md");
}

#[test]
fn the_example_in_rust_is_one_that_is_tested() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(root.join("README.md")).expect("README.md");
    let library = fs::read_to_string(root.join("crates/patience/README.md"));
    let library = library.expect("the library's page");
    let examples: Vec<_> = readme.split("```rust\n").skip(1).collect();
    assert!(!examples.is_empty());
    for example in examples {
        let example = example.split("```").next().unwrap_or_default();
        assert!(
            library.contains(example),
            "not on the library's page:\n{example}"
        );
    }
}
