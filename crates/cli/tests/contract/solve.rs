//! `solve`: words, JSON, goals, limits.

use serde_json::Value;

use crate::common::patience;
use crate::json;

#[test]
fn a_numbered_deal_is_solved_in_words_with_the_verdict_first() {
    for (deal, verdict) in [("3", "Solved in 36 steps"), ("4", "Impossible")] {
        let run = patience(&["solve", "pyramid", "--deal", deal]);
        assert!(run.out.starts_with(verdict), "deal {deal}: {}", run.out);
        assert_eq!(run.err, "");
    }
}

#[test]
fn all_cards_of_pyramid_can_be_wanted_by_goal_or_by_setting() {
    let by_goal = patience(&["solve", "pyramid", "--deal", "2", "--goal", "all"]);
    let by_setting = patience(&["solve", "pyramid", "--deal", "2", "--set", "win=all"]);
    assert!(by_goal.out.starts_with("Solved in 46 steps"));
    assert_eq!(by_goal.out, by_setting.out);
    let refused = patience(&["solve", "freecell", "--deal", "2", "--goal", "all"]);
    assert!(refused.err.contains("freecell has no setting `win`"));
}

#[test]
fn json_has_every_field_of_the_contract() {
    let solved = patience(&["solve", "pyramid", "--deal", "3", "--format", "json"]);
    let answer = json(&solved.out);
    assert_eq!(answer["version"], 1);
    assert_eq!(answer["game"], "pyramid");
    assert!(answer["deal"].is_u64());
    assert_eq!(answer["goal"], "board");
    assert_eq!(answer["outcome"], "solved");
    assert_eq!(answer["proved"], "shortest");
    assert_eq!(answer["count"], "steps");
    assert_eq!(answer["cleared"], true);
    assert!(answer["score"].is_u64());
    assert!(answer["states"].is_u64() && answer["seconds"].is_f64());
    assert_eq!(answer["alternatives"], json("[]"));
    let moves = answer["moves"].as_array().expect("a list of moves");
    assert_eq!(
        moves.len() as u64,
        answer["length"].as_u64().expect("a length")
    );
    assert!(answer.get("cards").is_none(), "no card goal, no cards");
}

#[test]
fn every_field_of_an_answer_is_in_the_schema() {
    let schema = json(&patience(&["games", "--schema"]).out);
    let known = schema["properties"].as_object().expect("properties");
    for goal in [
        "board",
        "score",
        "score=100",
        "score=5000",
        "cards=1K",
        "cards=9A",
    ] {
        let run = patience(&[
            "solve", "pyramid", "--deal", "2", "--goal", goal, "--format", "json",
        ]);
        let answer = json(&run.out);
        let fields = answer.as_object().expect("an object");
        for field in fields.keys() {
            assert!(known.contains_key(field), "{field} is not in the schema");
        }
        for field in schema["required"]
            .as_array()
            .expect("required")
            .iter()
            .filter_map(Value::as_str)
        {
            assert!(fields.contains_key(field), "{field} is missing for {goal}");
        }
    }
}

#[test]
fn the_exit_code_tells_the_outcome() {
    let mut seen = std::collections::BTreeSet::new();
    for number in 1..=40 {
        let run = patience(&[
            "solve",
            "pyramid",
            "--deal",
            &number.to_string(),
            "--format",
            "json",
        ]);
        let outcome = json(&run.out)["outcome"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let expected = match outcome.as_str() {
            "solved" => 0,
            "impossible" => 1,
            _ => 3,
        };
        assert_eq!(run.code, Some(expected), "deal {number}");
        seen.insert(outcome);
    }
    assert!(
        seen.contains("solved") && seen.contains("impossible"),
        "{seen:?}"
    );
}

#[test]
fn a_limit_is_unknown_and_never_impossible() {
    for limit in [["--max-states", "1"], ["--max-time", "0s"]] {
        let mut codes = std::collections::BTreeSet::new();
        for number in 1..=10 {
            let number = number.to_string();
            let words = [
                "solve", "pyramid", "--deal", &number, "--goal", "score", "--format", "json",
            ];
            let run = patience(&[&words[..], &limit[..]].concat());
            let answer = json(&run.out);
            assert_ne!(answer["outcome"], "impossible");
            codes.insert(run.code);
        }
        assert!(codes.contains(&Some(3)), "{limit:?}: {codes:?}");
    }
}

#[test]
fn a_target_out_of_reach_is_no_and_says_the_best_there_is() {
    let run = patience(&[
        "solve",
        "pyramid",
        "--deal",
        "1",
        "--goal",
        "score=5000",
        "--format",
        "json",
    ]);
    let answer = json(&run.out);
    assert_eq!(run.code, Some(1));
    assert_eq!(answer["outcome"], "impossible");
    let best = &answer["alternatives"][0];
    assert_eq!(best["proved"], "best");
    let free = json(
        &patience(&[
            "solve", "pyramid", "--deal", "1", "--goal", "score", "--format", "json",
        ])
        .out,
    );
    assert_eq!(best["score"], free["score"]);
    assert_eq!(best["length"], free["length"]);
}

#[test]
fn a_target_already_met_needs_no_moves() {
    let words = [
        "solve", "pyramid", "--deal", "1", "--goal", "cards=3A", "--so-far", "3", "--format",
        "json",
    ];
    let run = patience(&words);
    let answer = json(&run.out);
    assert_eq!(run.code, Some(0));
    assert_eq!(answer["moves"], json("[]"));
    assert_eq!(answer["length"], 0);
}

#[test]
fn nonsense_goals_are_errors() {
    for words in [
        &["--goal", "cards=3Z"][..],
        &["--goal", "points"],
        &["--goal", "cards=3A", "--so-far", "4"],
        &["--so-far", "4"],
        &["--goal", "score=-1"],
        &["--count", "clicks"],
        &["--no-cheat"],
        &["--cells", "3"],
        &["--fast", "--shortest"],
    ] {
        let run = patience(&[&["solve", "pyramid", "--deal", "1"], words].concat());
        assert_eq!(run.code, Some(2), "{words:?}: {}", run.err);
        assert_eq!(run.out, "");
        assert!(run.err.contains("error"), "{words:?}: {}", run.err);
    }
}

#[test]
fn steps_draws_the_board_after_every_step() {
    let drawn = patience(&["solve", "pyramid", "--deal", "3", "--steps"]);
    assert_eq!(drawn.code, Some(0));
    // 36 steps, and the board before the first.
    assert_eq!(drawn.out.matches("Pass ").count(), 37, "{}", drawn.out);
}

#[test]
fn colour_is_only_where_it_was_asked_for() {
    let plain = patience(&["solve", "pyramid", "--deal", "1"]);
    assert!(!plain.out.contains('\u{1b}'));
    let coloured = patience(&["solve", "pyramid", "--deal", "1", "--color", "always"]);
    assert!(coloured.out.contains('\u{1b}'));
    assert_ne!(plain.out, coloured.out);
}
