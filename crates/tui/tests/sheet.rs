//! The sheet of cards that were read: keys in, pictures out, no terminal.

use patience_tui::sheet::{Card, Editor, Judge, Label, Sheet, Verdict, draw};
use patience_tui::theme::Theme;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Four cards, each of them once.
struct Four;

const DECK: [&str; 4] = ["7h", "7c", "Th", "Tc"];

impl Judge for Four {
    fn card(&self, typed: &str) -> Option<String> {
        let typed = typed.replace("10", "t").to_lowercase();
        let card = DECK.iter().find(|card| card.to_lowercase() == typed);
        card.map(|card| (*card).to_owned())
    }

    fn begins(&self, typed: &str) -> bool {
        let typed = typed.to_lowercase();
        "10".starts_with(&typed)
            || DECK
                .iter()
                .any(|card| card.to_lowercase().starts_with(&typed))
    }

    fn faults(&self, cards: &[Card]) -> Vec<String> {
        let there = |name: &&str| cards.iter().filter(|card| card.text == **name).count();
        let twice = DECK.iter().filter(|name| there(name) > 1);
        twice.map(|name| format!("{name} is there twice")).collect()
    }
}

fn card(name: &str, text: &str, at: (u16, u16)) -> Card {
    Card {
        name: name.to_owned(),
        text: text.to_owned(),
        doubtful: false,
        at,
    }
}

/// Two columns of two; the lower right one is in doubt.
fn sheet() -> Sheet {
    let mut cards = vec![
        card("column 1, card 1", "7h", (2, 1)),
        card("column 1, card 2", "7c", (2, 2)),
        card("column 2, card 1", "Th", (8, 1)),
        card("column 2, card 2", "Tc", (8, 2)),
    ];
    cards[3].doubtful = true;
    Sheet {
        title: "Four as it was read".to_owned(),
        cards,
        labels: vec![Label {
            text: " --".to_owned(),
            at: (2, 0),
        }],
    }
}

fn press(editor: &mut Editor<'_>, keys: &[KeyCode]) -> Option<Verdict> {
    let mut verdict = None;
    for key in keys {
        verdict = editor.key(KeyEvent::new(*key, KeyModifiers::NONE));
    }
    verdict
}

fn typed(editor: &mut Editor<'_>, text: &str) {
    for letter in text.chars() {
        press(editor, &[KeyCode::Char(letter)]);
    }
}

fn picture(editor: &Editor<'_>, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    let theme = Theme { has_colour: false };
    terminal
        .draw(|frame| draw(frame, editor, theme))
        .expect("drawn");
    terminal.backend().to_string()
}

#[test]
fn a_card_in_doubt_is_marked_without_colour_and_the_cursor_is_on_it() {
    let editor = Editor::new(sheet(), &Four);
    let picture = picture(&editor, 80, 24);
    assert!(picture.contains("4 cards, 1 in doubt"), "{picture}");
    assert!(picture.contains("▸Tc?"), "{picture}");
    assert!(
        picture.contains("column 2, card 2: Tc, in doubt"),
        "{picture}"
    );
    assert!(picture.contains("Return accept  Esc leave"), "{picture}");
}

#[test]
fn a_card_that_is_typed_takes_the_place_of_the_one_under_the_cursor() {
    let mut editor = Editor::new(sheet(), &Four);
    press(&mut editor, &[KeyCode::Left, KeyCode::Up]);
    typed(&mut editor, "1");
    assert!(picture(&editor, 80, 24).contains("1_ instead of 7h"));
    typed(&mut editor, "0c");
    assert_eq!(editor.sheet().cards[0].text, "Tc");
    assert_eq!(editor.faults(), ["Tc is there twice"]);
    let picture = picture(&editor, 80, 24);
    assert!(picture.contains("Tc is there twice"), "{picture}");
}

#[test]
fn a_wrong_deck_is_accepted_only_when_return_is_pressed_twice() {
    let mut editor = Editor::new(sheet(), &Four);
    typed(&mut editor, "7h");
    assert_eq!(press(&mut editor, &[KeyCode::Enter]), None);
    assert_eq!(
        press(&mut editor, &[KeyCode::Enter]),
        Some(Verdict::Accepted)
    );
}

#[test]
fn what_is_no_card_changes_nothing() {
    let mut editor = Editor::new(sheet(), &Four);
    typed(&mut editor, "x");
    assert_eq!(*editor.sheet(), sheet());
    assert!(picture(&editor, 80, 24).contains("`x` is not a card"));
    typed(&mut editor, "7");
    assert_eq!(press(&mut editor, &[KeyCode::Enter]), None);
    assert_eq!(
        press(&mut editor, &[KeyCode::Esc]),
        None,
        "it forgets the 7"
    );
    assert_eq!(press(&mut editor, &[KeyCode::Esc]), Some(Verdict::Left));
    assert_eq!(*editor.sheet(), sheet());
}

#[test]
fn space_says_that_a_card_was_read_right() {
    let mut editor = Editor::new(sheet(), &Four);
    press(&mut editor, &[KeyCode::Char(' ')]);
    assert!(!editor.sheet().cards[3].doubtful);
    assert_eq!(editor.sheet().cards[3].text, "Tc");
    assert_eq!(
        press(&mut editor, &[KeyCode::Enter]),
        Some(Verdict::Accepted)
    );
}

#[test]
fn control_c_interrupts() {
    let mut editor = Editor::new(sheet(), &Four);
    let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(editor.key(key), Some(Verdict::Interrupted));
}

#[test]
fn the_card_under_the_cursor_is_seen_on_a_small_terminal_and_nothing_fails_on_a_tiny_one() {
    let mut long = sheet();
    for line in 3..30 {
        long.cards.push(card("below", "7h", (2, line)));
    }
    let mut editor = Editor::new(long, &Four);
    press(&mut editor, &[KeyCode::Left]);
    for _ in 0..30 {
        press(&mut editor, &[KeyCode::Down]);
    }
    assert!(picture(&editor, 80, 24).contains("▸7h"));
    for (width, height) in [(1, 1), (5, 3), (20, 6), (40, 2)] {
        picture(&editor, width, height);
    }
}
