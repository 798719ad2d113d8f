//! What only FreeCell and its family have.

use std::fs;

use crate::common::{patience, patience_with_input};
use crate::json;

#[test]
fn a_freecell_solution_is_accepted_by_verify_in_both_forms() {
    for game in ["freecell", "seahaven", "simple-simon"] {
        let solve = ["solve", game, "--deal", "3", "--fast", "--format", "json"];
        let run = patience(&solve);
        assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
        let verify = ["verify", game, "--deal", "3", "-"];
        let json_form = patience_with_input(&verify, run.out.as_bytes());
        assert_eq!(json_form.code, Some(0), "{}", json_form.out);
        let moves = json(&run.out)["moves"].clone();
        let words: Vec<_> = moves.as_array().unwrap().iter().collect();
        let line: Vec<_> = words.iter().filter_map(|word| word.as_str()).collect();
        let words_form = patience_with_input(&verify, line.join(" ").as_bytes());
        assert_eq!(words_form.code, Some(0), "{}", words_form.out);
        let cut = line[..line.len() - 1].join(" ");
        let refused = patience_with_input(&verify, cut.as_bytes());
        assert_eq!(refused.code, Some(1), "{}", refused.out);
    }
}

#[test]
fn cells_and_columns_can_be_set_for_freecell() {
    let board = patience(&["deal", "freecell", "--deal", "1", "--columns", "5"]).out;
    let columns = board.lines().filter(|line| !line.starts_with('#')).count();
    assert_eq!(columns, 5, "{board}");
    let wrong = patience(&["deal", "freecell", "--deal", "1", "--cells", "9"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("0 to 8"), "{}", wrong.err);
    let none = patience(&["solve", "freecell", "--deal", "1", "--cells", "0", "--fast"]);
    assert_eq!(none.code, Some(1), "deal 1 needs cells\n{}", none.out);
}

#[test]
fn a_certificate_of_impossibility_can_be_checked_and_not_be_altered() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof");
    let name = file.to_str().expect("a name");
    let solve = [
        "solve",
        "freecell",
        "--deal",
        "11982",
        "--certificate",
        name,
    ];
    let run = patience(&solve);
    assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
    assert!(run.err.starts_with("certificate: "), "{}", run.err);
    let right = patience(&["verify", "--certificate", name]);
    assert_eq!(right.code, Some(0), "{}", right.out);
    assert!(right.out.contains("cannot be won"), "{}", right.out);
    let mut altered = fs::read(&file).expect("the certificate");
    let middle = altered.len() / 2;
    altered[middle] ^= 1;
    fs::write(&file, altered).expect("the certificate");
    let wrong = patience(&["verify", "--certificate", name]);
    assert_eq!(wrong.code, Some(1), "{}", wrong.out);
    // A deal that can be won gets a solution and no file.
    fs::remove_file(&file).expect("the certificate");
    let won = ["solve", "freecell", "--deal", "1", "--certificate", name];
    assert_eq!(patience(&won).code, Some(0));
    assert!(!file.exists());
}

#[test]
fn a_wrong_freecell_board_says_where_and_how_to_mend_it() {
    let deal = patience(&["deal", "freecell", "--deal", "1"]).out;
    let run = patience_with_input(
        &["solve", "freecell", "-"],
        deal.replace(" AD", "").as_bytes(),
    );
    assert_eq!(run.code, Some(2));
    assert_eq!(
        run.err,
        "standard input: Ad is missing\nhint: if they are at home, say so: `Foundations: H-0 C-0 D-A S-0`\n"
    );
}
