//! Questions as the page asks them, and what comes back.

use patience::words::with_suits;
use patience_web::{Desk, Mind};
use serde_json::{Value, json};

fn ask(desk: &mut Desk, question: &Value) -> Value {
    serde_json::from_str(&desk.ask(&question.to_string())).expect("replies are JSON")
}

fn think(mind: &mut Mind, question: &Value) -> Value {
    serde_json::from_str(&mind.ask(&question.to_string())).expect("replies are JSON")
}

fn preferences() -> Value {
    json!({ "autoplay": "safe", "concealed": false })
}

fn start(desk: &mut Desk, game: &str, start: &Value) -> Value {
    ask(
        desk,
        &json!({ "ask": "start", "game": game, "start": start, "preferences": preferences() }),
    )
}

fn position(view: &Value) -> Value {
    json!({
        "game": view["game"], "text": view["text"], "settings": view["settings"],
        "concealed": view["preferences"]["concealed"],
        "autoplay": view["preferences"]["autoplay"],
    })
}

#[test]
fn every_game_is_listed_with_an_example_that_can_be_read() {
    let mut desk = Desk::new();
    let games = ask(&mut desk, &json!({ "ask": "games" }))["answer"].clone();
    let games = games.as_array().expect("a list").clone();
    assert_eq!(games.len(), patience::games().len());
    let first = games.iter().filter(|game| game["is_first"] == true);
    assert_eq!(first.count(), 1);
    for game in games {
        let text = &game["example"];
        let check = ask(
            &mut desk,
            &json!({ "ask": "check", "game": game["name"], "text": text }),
        );
        assert_eq!(check["answer"]["faults"], json!([]), "{game}");
        let piles = check["answer"]["layout"]["piles"].as_array();
        assert!(piles.is_some_and(|piles| !piles.is_empty()));
    }
}

#[test]
fn a_game_declares_its_settings_and_its_cards() {
    let games = ask(&mut Desk::new(), &json!({ "ask": "games" }))["answer"].clone();
    let games = games.as_array().expect("a list");
    let find = |name: &str| games.iter().find(|game| game["name"] == name).cloned();
    let freecell = find("freecell").expect("it is there");
    assert_eq!(
        freecell["settings"][0],
        json!({
            "key": "cells", "title": "Free cells",
            "values": { "range": { "first": 0, "last": 8 } }, "default": 4,
        })
    );
    assert_eq!(freecell["cards"]["suits"], json!(["c", "d", "h", "s"]));
    let cluj = find("cluj").expect("it is there");
    assert_eq!(cluj["settings"], json!([]));
    assert_eq!(cluj["cards"]["suits"], json!([]));
    assert_eq!(cluj["cards"]["aliases"], json!([["0", "10"]]));
}

#[test]
fn settings_are_part_of_a_session() {
    let mut desk = Desk::new();
    let deal = json!({ "deal": 164, "settings": { "cells": 3 } });
    let view = start(&mut desk, "freecell", &deal)["answer"].clone();
    assert_eq!(view["settings"], json!({ "cells": 3 }));
    let again = start(
        &mut Desk::new(),
        "freecell",
        &json!({ "save": view["save"] }),
    );
    assert_eq!(again["answer"], view);
    let usual = json!({ "deal": 164, "settings": { "cells": 4 } });
    let view = start(&mut desk, "freecell", &usual)["answer"].clone();
    assert_eq!(view["settings"], json!({}));
}

#[test]
fn cheats_are_counted_as_they_are_made_and_undone() {
    let mut desk = Desk::new();
    let view = start(&mut desk, "cluj", &json!({ "deal": 1 }))["answer"].clone();
    assert_eq!(view["cheats"], 0);
    let gestures = view["gestures"].as_array().expect("a list");
    let mut cheats = gestures.iter().filter(|one| one["action"] == "cheat");
    let cheat = cheats.next().expect("a cheat is offered");
    let question = json!({ "ask": "play", "move": cheat["move"] });
    let view = ask(&mut desk, &question)["answer"].clone();
    assert_eq!(view["cheats"], 1);
    assert_eq!(view["steps"][0]["action"], "cheat");
    let view = ask(&mut desk, &json!({ "ask": "undo" }))["answer"].clone();
    assert_eq!(view["cheats"], 0);
}

#[test]
fn every_game_is_played_undone_saved_and_loaded() {
    for game in patience::games() {
        let name = game.about().name;
        let mut desk = Desk::new();
        let mut view = start(&mut desk, name, &json!({ "deal": 7 }))["answer"].clone();
        assert_eq!(
            (&view["number"], &view["made"]),
            (&json!(7), &json!(0)),
            "{name}"
        );
        for turn in 0..12 {
            let gestures = view["gestures"].as_array().expect("a list");
            let Some(gesture) = gestures.get(turn % gestures.len().max(1)) else {
                break;
            };
            let question = json!({ "ask": "play", "move": gesture["move"] });
            view = ask(&mut desk, &question)["answer"].clone();
            let steps = view["steps"].as_array().expect("a list");
            assert_eq!(json!(steps.len()), view["made"]);
            assert!(steps.iter().all(|step| step["says"] != ""), "{view}");
        }
        let undone = ask(&mut desk, &json!({ "ask": "undo" }))["answer"].clone();
        assert_eq!(undone["steps"], view["steps"]);
        assert!(undone["made"].as_u64() < view["made"].as_u64());
        // A saved game brings undone moves along, in words.
        let again = start(&mut Desk::new(), name, &json!({ "save": undone["save"] }));
        assert_eq!(again["answer"], undone);
        let redone = ask(&mut desk, &json!({ "ask": "redo" }))["answer"].clone();
        assert_eq!(redone, view);
        let back = ask(&mut desk, &json!({ "ask": "jump", "made": 0 }))["answer"].clone();
        assert_eq!(back["made"], 0);
        // A position is a session of its own.
        let read = start(
            &mut Desk::new(),
            name,
            &json!({ "text": view["text"], "settings": view["settings"] }),
        );
        assert_eq!(read["answer"]["text"], view["text"], "{name}");
        assert_eq!(read["answer"]["number"], Value::Null);
    }
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut desk = Desk::new();
    let view = start(&mut desk, "pyramid", &json!({ "deal": 3 }));
    for move_ in ["Remove 2c 3c", "", "<script>", &"x".repeat(100_000)] {
        let refused = ask(&mut desk, &json!({ "ask": "play", "move": move_ }));
        assert!(refused["trouble"]["message"].is_string(), "{refused}");
    }
    let question = json!({ "ask": "preferences", "preferences": preferences() });
    assert_eq!(ask(&mut desk, &question), view);
}

#[test]
fn what_is_wrong_with_a_deck_is_reported_with_line_and_column() {
    let question = json!({ "ask": "check", "game": "pyramid", "text": "7h Td Qs\n7h 1x" });
    let faults = ask(&mut Desk::new(), &question)["answer"]["faults"].clone();
    assert_eq!(faults[0]["place"], json!({ "line": 2, "column": 1 }));
    assert!(
        faults[0]["message"]
            .as_str()
            .is_some_and(|words| words.contains("7h"))
    );
}

#[test]
fn ten_megabytes_are_refused_in_words() {
    let text = "7h ".repeat(10 << 20);
    let mut desk = Desk::new();
    let view = start(&mut desk, "freecell", &json!({ "deal": 1 }));
    let check = ask(
        &mut desk,
        &json!({ "ask": "check", "game": "freecell", "text": text }),
    );
    let message = check["answer"]["faults"][0]["message"].as_str();
    assert!(
        message.is_some_and(|words| words.starts_with("too long")),
        "{check}"
    );
    for given in ["text", "save"] {
        let refused = start(&mut desk, "freecell", &json!({ given: text }));
        let message = refused["trouble"]["message"].as_str();
        assert!(message.is_some_and(|words| words.starts_with("too long")));
    }
    let question = json!({ "ask": "preferences", "preferences": preferences() });
    assert_eq!(ask(&mut desk, &question), view);
}

#[test]
fn a_damaged_save_is_refused_and_the_game_stays() {
    let mut desk = Desk::new();
    let view = start(&mut desk, "tripeaks", &json!({ "deal": 1 }));
    let save = view["answer"]["save"].as_str().expect("text").to_owned();
    let endless = format!("{save}{}", "  Draw\n".repeat(30_000));
    for text in [
        "",
        "nonsense",
        &save.replace("tripeaks", "go fish"),
        &save.replace("deal: 1", "deal: 99999999999999999999"),
        &save.replace("moves:", "moves:\n  Play Xx"),
        &endless,
    ] {
        let refused = start(&mut desk, "tripeaks", &json!({ "save": text }));
        assert!(refused["trouble"]["message"].is_string(), "{refused}");
    }
    let question = json!({ "ask": "preferences", "preferences": preferences() });
    assert_eq!(ask(&mut desk, &question), view);
}

#[test]
fn a_hostile_link_is_answered_in_words() {
    let mut desk = Desk::new();
    for deal in [json!(-1), json!(0.5), json!(1e300), json!(u64::MAX)] {
        let refused = start(&mut desk, "freecell", &json!({ "deal": deal }));
        assert!(
            refused["trouble"]["message"].is_string(),
            "{deal}: {refused}"
        );
    }
    let cells = json!({ "deal": 1, "settings": { "cells": 200 } });
    for (game, wanted) in [("freecell", &cells), ("../../x", &json!({ "deal": 1 }))] {
        assert!(start(&mut desk, game, wanted)["trouble"].is_object());
    }
    for text in [
        "",
        "{}",
        "[]",
        "{\"ask\":\"fly\"}",
        "\u{0}",
        "{\"ask\":\"play\"}",
    ] {
        let reply: Value = serde_json::from_str(&desk.ask(text)).expect("JSON");
        assert!(reply["trouble"].is_object(), "{text}");
        let reply: Value = serde_json::from_str(&Mind::new().ask(text)).expect("JSON");
        assert!(reply["trouble"].is_object(), "{text}");
    }
}

#[test]
fn a_solution_comes_with_every_table_on_its_way() {
    let mut desk = Desk::new();
    let view = start(&mut desk, "pyramid", &json!({ "deal": 3 }))["answer"].clone();
    let question =
        json!({ "ask": "solve", "position": position(&view), "request": { "goal": "board" } });
    let answer = think(&mut Mind::new(), &question)["answer"].clone();
    assert_eq!(answer["outcome"], "solved");
    let line = &answer["solution"];
    assert_eq!(answer["says"], "Solved in 36 moves, the fewest possible.");
    assert_eq!(line["summary"], answer["says"]);
    let moves = line["moves"].as_array().expect("a list").len();
    assert_eq!((moves, &line["proof"]), (36, &json!("shortest")));
    assert_eq!(line["says"].as_array().map(Vec::len), Some(moves));
    assert_eq!(line["layouts"].as_array().map(Vec::len), Some(moves + 1));
    assert_eq!(line["layouts"][0]["piles"], view["layout"]["piles"]);
}

#[test]
fn a_solution_is_no_longer_than_what_the_oracle_knows() {
    let view = start(&mut Desk::new(), "freecell", &json!({ "deal": 164 }))["answer"].clone();
    let solved = |mode: &str, known: &Value| {
        let request = json!({ "goal": "board", "mode": mode });
        let question = json!({
            "ask": "solve", "position": position(&view), "request": request, "known": known,
        });
        think(&mut Mind::new(), &question)["answer"].clone()
    };
    let moves = |answer: &Value| answer["solution"]["moves"].clone();
    let [quick, short] = ["fast", "short"].map(|mode| solved(mode, &Value::Null));
    let length = |answer: &Value| moves(answer).as_array().map(Vec::len);
    assert!(length(&short) < length(&quick));
    assert_eq!(moves(&solved("fast", &moves(&short))), moves(&short));
    // A worse one is not taken.
    assert_eq!(moves(&solved("short", &moves(&quick))), moves(&short));
}

#[test]
fn a_hint_leads_to_the_win() {
    let mut desk = Desk::new();
    for game in ["pyramid", "freecell"] {
        let mut view = start(&mut desk, game, &json!({ "deal": 3 }))["answer"].clone();
        for _ in 0..3 {
            let question = json!({ "ask": "hint", "position": position(&view), "request": { "goal": "board" } });
            let hint = think(&mut Mind::new(), &question)["answer"].clone();
            assert_eq!(hint["winnable"], true, "{hint}");
            assert!(hint["says"] != "" && hint["reason"].is_string(), "{hint}");
            let question = json!({ "ask": "play", "move": hint["move"] });
            view = ask(&mut desk, &question)["answer"].clone();
        }
    }
}

#[test]
fn the_oracle_judges_every_move_and_remembers_a_line() {
    let mut desk = Desk::new();
    let view = start(&mut desk, "pyramid", &json!({ "deal": 3 }))["answer"].clone();
    let request = json!({ "goal": "board" });
    let look_at = json!({ "ask": "look_at", "position": position(&view), "request": request });
    let mut mind = Mind::new();
    let mut look = think(&mut mind, &look_at)["answer"].clone();
    while look["finished"] == false {
        look = think(&mut mind, &json!({ "ask": "think" }))["answer"].clone();
    }
    assert_eq!(look["text"], view["text"]);
    assert_eq!(look["position"]["kind"], "wins");
    let moves = look["moves"].as_array().expect("a list");
    assert!(
        moves.iter().all(|one| one["verdict"]["kind"] != "unknown"),
        "{look}"
    );
    let sentence = look["says"].as_str();
    assert!(sentence.is_some_and(|words| words.starts_with("can be won in 36 moves")));
    // Best first: the moves that win, then those that lose.
    let wins: Vec<_> = moves
        .iter()
        .map(|one| one["verdict"]["kind"] == "wins")
        .collect();
    assert!(
        wins[0] && wins.is_sorted_by(|one, other| one >= other),
        "{look}"
    );
    assert_eq!(moves[0]["sign"], "✓36");
    assert_eq!(moves[0]["says"], "wins in 36");
    // Another mind that gets the line knows the verdict without thinking.
    let mut other = Mind::new();
    let recall = json!({ "ask": "recall", "position": position(&view), "request": request, "line": look["line"] });
    assert!(think(&mut other, &recall)["trouble"].is_null());
    assert_eq!(
        think(&mut other, &look_at)["answer"]["position"]["kind"],
        "wins"
    );
    // One that gets the verdicts has them, too, in the same order.
    let mut known = look_at.clone();
    known["known"] = look.clone();
    let restarted = think(&mut Mind::new(), &known)["answer"].clone();
    assert_eq!(restarted["moves"], look["moves"]);
    assert_eq!(restarted["position"], look["position"]);
    // A line that is none is refused.
    let wrong = json!({ "ask": "recall", "position": position(&view), "request": request, "line": ["Draw"] });
    assert!(think(&mut other, &wrong)["trouble"].is_object());
}

#[test]
fn face_down_cards_are_judged_by_chance() {
    let mut desk = Desk::new();
    let question = json!({
        "ask": "start", "game": "tripeaks", "start": { "deal": 1 },
        "preferences": { "autoplay": "safe", "concealed": true },
    });
    let view = ask(&mut desk, &question)["answer"].clone();
    let shown = view["layout"].to_string();
    assert!(shown.contains("\"up\":false"), "{shown}");
    let look_at =
        json!({ "ask": "look_at", "position": position(&view), "request": { "goal": "board" } });
    let mut mind = Mind::new();
    think(&mut mind, &look_at);
    let look = think(&mut mind, &json!({ "ask": "think" }))["answer"].clone();
    assert_eq!(look["position"]["kind"], "chance", "{look}");
    assert_eq!(look["text"], view["text"]);
}

#[test]
fn where_a_game_was_lost_is_found() {
    let request = json!({ "goal": "board" });
    let mut desk = Desk::new();
    let mut view = start(&mut desk, "pyramid", &json!({ "deal": 3 }))["answer"].clone();
    let question =
        |view: &Value| json!({ "ask": "where_lost", "save": view["save"], "request": request });
    let lost = think(&mut Mind::new(), &question(&view))["answer"].clone();
    assert_eq!(lost["kind"], "still-wins");
    // Turning the stock through to its end loses.
    for _ in 0..100 {
        let moves = view["gestures"].to_string();
        let Some(move_) = ["Draw", "Recycle"]
            .into_iter()
            .find(|one| moves.contains(one))
        else {
            break;
        };
        view = ask(&mut desk, &json!({ "ask": "play", "move": move_ }))["answer"].clone();
    }
    let lost = think(&mut Mind::new(), &question(&view))["answer"].clone();
    assert_eq!(lost["kind"], "at", "{lost}");
    assert_eq!(lost["go_back_to"], lost["step"]);
    let (move_, better) = (lost["move"].as_str(), lost["better"].as_str());
    let says = lost["says"].as_str().expect("a sentence");
    // Cards in a sentence have the signs of their suits.
    let is_said = |one: Option<&str>| one.is_some_and(|one| says.contains(&with_suits(one)));
    assert!(is_said(move_) && is_said(better), "{lost}");
}

#[test]
fn a_random_deal_is_winnable_on_wish() {
    let mut mind = Mind::new();
    let question = |winnable: bool| json!({ "ask": "random", "game": "pyramid", "winnable": winnable, "seed": 7 });
    let picked = think(&mut mind, &question(true))["answer"].clone();
    let any = think(&mut mind, &question(false))["answer"].clone();
    assert_eq!(any["tried"], 1);
    let view = start(
        &mut Desk::new(),
        "pyramid",
        &json!({ "deal": picked["number"] }),
    );
    let solve = json!({ "ask": "solve", "position": position(&view["answer"]), "request": { "goal": "board" } });
    assert_eq!(think(&mut mind, &solve)["answer"]["outcome"], "solved");
}
