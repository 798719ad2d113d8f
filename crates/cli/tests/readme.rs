//! The sessions in the README are real: they are run, and compared.

#[test]
fn the_sessions_of_the_readme_are_true() {
    trycmd::TestCases::new().case("../../README.md");
}
