//! The rules of a game as the book has them, for the programs that play it: the
//! same Markdown, read into blocks that a terminal and a page draw in their own
//! way. Only what the pages of the games use is understood.

use patience_game::{Error, Game, Layout};
use serde::Serialize;

/// How a piece of text is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// As usual.
    Plain,
    /// As something that is typed.
    Code,
    /// Strong.
    Strong,
    /// With emphasis.
    Emphasis,
}

/// A piece of text in one style.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Span {
    /// The text.
    pub text: String,
    /// How it is set.
    pub style: Style,
}

/// A block of a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Block {
    /// A heading; the page's own has level 1.
    Heading {
        /// From 1.
        level: usize,
        /// Its words.
        text: String,
    },
    /// A paragraph.
    Paragraph {
        /// Its text.
        spans: Vec<Span>,
    },
    /// A list.
    List {
        /// Its items are counted.
        counted: bool,
        /// Its items.
        items: Vec<Vec<Span>>,
    },
    /// A table.
    Table {
        /// The words above the columns; empty ones if there are none.
        head: Vec<Vec<Span>>,
        /// Its rows.
        rows: Vec<Vec<Vec<Span>>>,
    },
    /// Lines to be shown as they are.
    Lines {
        /// The lines.
        text: String,
    },
}

/// The rules of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RulePage {
    /// The game's name.
    pub game: &'static str,
    /// A fresh deal, as the player sees it: a picture of the table.
    pub layout: Layout,
    /// The page of the book.
    pub blocks: Vec<Block>,
}

/// The rules of a game.
///
/// ```
/// use patience::rulebook::{Block, rules_of};
/// let page = rules_of(patience::find_game("golf")?)?;
/// assert!(matches!(&page.blocks[0], Block::Heading { level: 1, text } if text == "Golf"));
/// assert!(!page.layout.piles.is_empty());
/// # Ok::<(), patience::Error>(())
/// ```
pub fn rules_of(game: &dyn Game) -> Result<RulePage, Error> {
    let about = game.about();
    let first = (*about.numbers.start()).max(1);
    let table = game.deal(first, &Default::default())?;
    let concealed = table.concealed().filter(|_| about.face_down);
    Ok(RulePage {
        game: about.name,
        layout: concealed.unwrap_or(table).layout(),
        blocks: blocks(about.rules),
    })
}

/// Reads a page.
pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        let line = line.trim_end();
        if line.is_empty() {
            continue;
        }
        if line.starts_with("```") {
            let mut text = String::new();
            for line in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                text.push_str(line);
                text.push('\n');
            }
            blocks.push(Block::Lines { text });
        } else if let Some(level) = heading_level(line) {
            let spans = spans(line[level..].trim());
            let text = spans.into_iter().map(|span| span.text).collect();
            blocks.push(Block::Heading { level, text });
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(line) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(cells(line));
            }
            blocks.push(table(rows));
        } else {
            // Everything up to an empty line belongs together.
            let mut text = vec![line];
            while let Some(line) = lines.next_if(|line| {
                !line.trim().is_empty() && !line.starts_with(['|', '#']) && !line.starts_with("```")
            }) {
                text.push(line.trim_end());
            }
            blocks.push(paragraph_or_list(&text));
        }
    }
    blocks
}

fn heading_level(line: &str) -> Option<usize> {
    let level = line.chars().take_while(|letter| *letter == '#').count();
    (level > 0 && line[level..].starts_with(' ')).then_some(level)
}

/// The cells of a row; a `|` inside of code belongs to its cell.
fn cells(line: &str) -> Vec<Vec<Span>> {
    let inner = line.trim().trim_matches('|');
    let (mut cells, mut cell, mut in_code, mut escaped) = (Vec::new(), String::new(), false, false);
    for letter in inner.chars() {
        match letter {
            '|' if !in_code && !escaped => cells.push(std::mem::take(&mut cell)),
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            letter => {
                in_code ^= letter == '`';
                cell.push(letter);
            }
        }
        escaped = false;
    }
    cells.push(cell);
    cells.iter().map(|cell| spans(cell.trim())).collect()
}

fn table(mut rows: Vec<Vec<Vec<Span>>>) -> Block {
    let head = rows.remove(0);
    let is_rule = |row: &Vec<Vec<Span>>| {
        let mut texts = row.iter().flatten().map(|span| span.text.as_str());
        texts.all(|text| text.trim_matches(['-', ':', ' ']).is_empty())
    };
    rows.retain(|row| !is_rule(row));
    Block::Table { head, rows }
}

fn paragraph_or_list(lines: &[&str]) -> Block {
    let counted = is_counted(lines[0]);
    if !counted && !lines[0].starts_with("- ") {
        return Block::Paragraph {
            spans: spans(&lines.join(" ")),
        };
    }
    let mut items: Vec<String> = Vec::new();
    for line in lines {
        let begins = line.starts_with("- ") || is_counted(line);
        let text = match begins {
            true => line.split_once(' ').map_or("", |(_, text)| text),
            false => line,
        };
        match items.last_mut() {
            Some(item) if !begins => {
                item.push(' ');
                item.push_str(text.trim());
            }
            _ => items.push(text.trim().to_owned()),
        }
    }
    Block::List {
        counted,
        items: items.iter().map(|item| spans(item)).collect(),
    }
}

fn is_counted(line: &str) -> bool {
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    rest.len() < line.len() && rest.starts_with(". ")
}

/// The pieces of a text. Of a link, its words are kept.
fn spans(text: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut add = |text: &str, style: Style| {
        if text.is_empty() {
            return;
        }
        match spans.last_mut() {
            Some(last) if last.style == style => last.text.push_str(text),
            _ => spans.push(Span {
                text: text.to_owned(),
                style,
            }),
        }
    };
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[']) {
        let (mark, style) = match &rest[at..] {
            marked if marked.starts_with("**") => ("**", Style::Strong),
            marked if marked.starts_with('*') => ("*", Style::Emphasis),
            marked if marked.starts_with('[') => ("]", Style::Plain),
            _ => ("`", Style::Code),
        };
        let opening = if mark == "]" { 1 } else { mark.len() };
        let inner = &rest[at + opening..];
        let Some(end) = inner.find(mark).filter(|end| *end > 0) else {
            add(&rest[..at + opening], Style::Plain);
            rest = inner;
            continue;
        };
        add(&rest[..at], Style::Plain);
        let after = &inner[end + mark.len()..];
        if mark == "]" {
            let address = after
                .strip_prefix('(')
                .and_then(|rest| rest.split_once(')'));
            match address {
                Some((_, after)) => {
                    add(&inner[..end], Style::Plain);
                    rest = after;
                }
                None => {
                    add("[", Style::Plain);
                    rest = inner;
                }
            }
            continue;
        }
        add(&inner[..end], style);
        rest = after;
    }
    add(rest, Style::Plain);
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_into_blocks() {
        let page = "# A *game*\n\nPlay `x`\nand **win**, [more](a.md).\n\n- one\n  goes on\n- two\n\n\
                    | a | b |\n|---|---|\n| `c \\| d` | e |\n\n```text\n 1\n```\n1. first\n2. second\n";
        let blocks = blocks(page);
        let [heading, paragraph, list, table, lines, counted] = &blocks[..] else {
            panic!("{blocks:#?}");
        };
        let plain = |text: &str| Span {
            text: text.to_owned(),
            style: Style::Plain,
        };
        let is_heading = Block::Heading {
            level: 1,
            text: "A game".to_owned(),
        };
        assert_eq!(*heading, is_heading);
        let Block::Paragraph { spans } = paragraph else {
            panic!("{paragraph:?}");
        };
        let texts: Vec<_> = spans.iter().map(|span| (&*span.text, span.style)).collect();
        assert_eq!(
            texts,
            [
                ("Play ", Style::Plain),
                ("x", Style::Code),
                (" and ", Style::Plain),
                ("win", Style::Strong),
                (", more.", Style::Plain),
            ]
        );
        let items = vec![vec![plain("one goes on")], vec![plain("two")]];
        let is_list = Block::List {
            counted: false,
            items,
        };
        assert_eq!(*list, is_list);
        let Block::Table { head, rows } = table else {
            panic!("{table:?}");
        };
        assert_eq!(head.len(), 2);
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0][0][0].text, "c | d");
        assert_eq!(
            *lines,
            Block::Lines {
                text: " 1\n".to_owned()
            }
        );
        assert!(matches!(counted, Block::List { counted: true, items } if items.len() == 2));
    }

    #[test]
    fn every_game_has_its_rules_and_a_picture() {
        for game in crate::games() {
            let page = rules_of(*game).unwrap();
            assert!(page.blocks.len() > 3, "{}", page.game);
            assert!(matches!(page.blocks[0], Block::Heading { level: 1, .. }));
            // Nothing of the markup is left in the text.
            for block in &page.blocks {
                if let Block::Paragraph { spans } = block {
                    let marked = spans
                        .iter()
                        .any(|span| span.style != Style::Code && span.text.contains(['`', '|']));
                    assert!(!marked, "{}: {spans:?}", page.game);
                }
            }
        }
    }
}
