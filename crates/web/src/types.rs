//! `web/src/types.ts`, written from the Rust types: one name for one thing on
//! both sides. `cargo xtask types` writes it again; the test fails when it is
//! out of date.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};

use patience::RandomDeal;
use patience::difficulty::GradedDeal;
use patience::rulebook::RulePage;
use ts_rs::{Config, TS, TypeVisitor};

use crate::desk::DeskQuestion;
use crate::mind::MindQuestion;
use crate::reply::Reply;
use crate::shapes::{
    Answer, Check, DailyDeal, Entry, Hint, Outlook, Recorded, Reviewed, View, WhereLost,
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/types.ts");

const HEAD: &str = "\
// Written by `cargo xtask types` from the Rust types; not to be changed by hand.
//
// What the page asks of the engine, and what comes back. Places are in card
// widths (x) and card heights (y).
";

/// Everything that the page sends and gets.
fn declarations() -> String {
    let mut found = Declarations {
        config: Config::new()
            .with_large_int("number")
            .with_array_tuple_limit(4),
        seen: BTreeSet::new(),
        texts: BTreeMap::new(),
    };
    found.visit::<DeskQuestion>();
    found.visit::<MindQuestion>();
    found.visit::<Reply<()>>();
    found.visit::<Entry>();
    found.visit::<View<'static>>();
    found.visit::<Check>();
    found.visit::<Answer<'static>>();
    found.visit::<Hint>();
    found.visit::<Outlook>();
    found.visit::<WhereLost>();
    found.visit::<RandomDeal>();
    found.visit::<GradedDeal>();
    found.visit::<DailyDeal>();
    found.visit::<RulePage>();
    found.visit::<Recorded>();
    found.visit::<Reviewed>();
    found
        .texts
        .into_values()
        .fold(HEAD.to_owned(), |text, one| text + "\n" + &one + "\n")
}

/// The declarations so far, by name.
struct Declarations {
    config: Config,
    seen: BTreeSet<TypeId>,
    texts: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // What is not declared (numbers, lists) may hold what is.
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            let declaration = T::decl(&self.config);
            let text = T::docs().unwrap_or_default() + "export " + &declaration;
            let before = self.texts.insert(name.clone(), tidy(&text, 0));
            assert!(before.is_none(), "two types are called {name}");
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// The longest line that is not broken.
const WIDTH: usize = 100;

/// Breaks long objects and unions into lines, and shortens comments.
fn tidy(text: &str, mut depth: usize) -> String {
    let indent = "  ".repeat(depth);
    let (head, code) = text.trim().split_once("*/").unwrap_or(("", text));
    let code = if head.starts_with("/**") { code } else { text };
    let is_long = code.len() > WIDTH;
    let mut tidied = String::new();
    let mut rest = text.trim();
    while let Some(at) = rest.find(['/', '{', '|']) {
        tidied += &rest[..at];
        rest = &rest[at..];
        if rest.starts_with("/**") {
            let end = rest.find("*/").expect("a comment ends") + 2;
            tidied += &comment(&rest[..end], &indent);
            rest = rest[end..].trim_start();
        } else if rest.starts_with('{') {
            let end = closing(rest);
            tidied += &object(rest[1..end].trim(), depth);
            rest = &rest[end + 1..];
        } else {
            tidied.truncate(tidied.trim_end().len());
            if is_long {
                depth = indent.len() / 2 + 1;
                tidied = format!("{tidied}\n{indent} ");
            }
            tidied += " |";
            rest = &rest[1..];
        }
    }
    tidied + rest
}

/// An object on one line if it is short and has no comments.
fn object(members: &str, depth: usize) -> String {
    let members: Vec<_> = split(members)
        .into_iter()
        .map(|one| tidy(one, depth + 1))
        .collect();
    let line = format!("{{ {} }}", members.join("; "));
    if line.len() <= WIDTH && !line.contains('\n') {
        return line;
    }
    let indent = "  ".repeat(depth);
    let member = |one: &String| format!("{indent}  {one};\n");
    format!(
        "{{\n{}{indent}}}",
        members.iter().map(member).collect::<String>()
    )
}

/// The place of the brace that closes the first one.
fn closing(text: &str) -> usize {
    let mut open = 0;
    let closes = |(_, letter): &(usize, char)| {
        open += i32::from(*letter == '{') - i32::from(*letter == '}');
        open == 0
    };
    text.char_indices()
        .find(closes)
        .expect("a brace is closed")
        .0
}

/// The members of an object: commas separate them, but not those in comments
/// and brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut members, mut begin, mut open, mut in_comment) = (Vec::new(), 0, 0, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '/' => in_comment = text[at..].starts_with("/*"),
            _ if in_comment => {}
            '{' | '[' | '<' | '(' => open += 1,
            '}' | ']' | '>' | ')' => open -= 1,
            ',' if open == 0 => {
                members.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    members.push(&text[begin..]);
    members.retain(|member| !member.trim().is_empty());
    members
}

/// A comment without examples in Rust and without links; on one line if it is
/// short.
fn comment(text: &str, indent: &str) -> String {
    let inner = text.trim_start_matches("/**").trim_end_matches("*/");
    let lines = inner
        .lines()
        .map(|line| line.trim().trim_start_matches('*').trim());
    let lines: Vec<_> = lines.take_while(|line| !line.starts_with("```")).collect();
    let text = lines.join("\n");
    let text = text.trim().replace("[`", "`").replace("`]", "`");
    let lines: Vec<_> = text.lines().map(without_address).collect();
    if let [only] = &lines[..] {
        return format!("/** {only} */\n{indent}");
    }
    let line = |line: &String| format!("{indent} * {line}").trim_end().to_owned() + "\n";
    let lines: String = lines.iter().map(line).collect();
    format!("/**\n{lines}{indent} */\n{indent}")
}

/// A line without the address of a link.
fn without_address(line: &str) -> String {
    match line.split_once("`(crate::") {
        Some((before, after)) => match after.split_once(')') {
            Some((_, after)) => format!("{before}`{after}"),
            None => line.to_owned(),
        },
        None => line.to_owned(),
    }
}

/// `PATIENCE_UPDATE=1` writes them; `cargo xtask types` does that.
#[test]
fn the_types_of_the_page_are_those_of_the_engine() {
    if std::env::var_os("PATIENCE_UPDATE").is_some() {
        std::fs::write(FILE, declarations()).expect("web/src/types.ts can be written");
    }
    let written = std::fs::read_to_string(FILE).expect("web/src/types.ts can be read");
    assert!(
        written == declarations(),
        "web/src/types.ts is out of date: run `cargo xtask types`"
    );
}
