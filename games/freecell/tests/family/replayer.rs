//! A replayer that shares no code with the rules or the solvers: it reads the
//! board as text and plays moves in standard notation. A run is carried card
//! by card through real cells and columns, so that it knows no formula for how
//! many cards may go at once.

use std::collections::BTreeSet;

/// Rank 1 to 13 and suit letter.
pub type Card = (u8, char);

/// What is different from game to game.
#[derive(Clone, Copy)]
pub struct Game {
    pub name: &'static str,
    pub columns: usize,
    pub cells: usize,
    /// `colour`, `suit` or `rank`.
    pub builds: &'static str,
    /// `any`, `kings` or `none`.
    pub empty: &'static str,
    /// `carried`, `whole`, `single` or `suit`.
    pub runs: &'static str,
}

const fn game(
    name: &'static str,
    columns: usize,
    cells: usize,
    builds: &'static str,
    empty: &'static str,
    runs: &'static str,
) -> Game {
    Game {
        name,
        columns,
        cells,
        builds,
        empty,
        runs,
    }
}

pub const GAMES: [Game; 13] = [
    game("freecell", 8, 4, "colour", "any", "carried"),
    game("relaxed-freecell", 8, 4, "colour", "any", "whole"),
    game("forecell", 8, 4, "colour", "kings", "carried"),
    game("bakers-game", 8, 4, "suit", "any", "carried"),
    game("ko-bakers-game", 8, 4, "suit", "kings", "carried"),
    game("eight-off", 8, 8, "suit", "kings", "carried"),
    game("seahaven", 10, 4, "suit", "kings", "carried"),
    game("relaxed-seahaven", 10, 4, "suit", "kings", "whole"),
    game("bakers-dozen", 13, 0, "rank", "none", "single"),
    game("streets-and-alleys", 8, 0, "rank", "any", "carried"),
    game("beleaguered-castle", 8, 0, "rank", "any", "carried"),
    game("citadel", 8, 0, "rank", "any", "carried"),
    game("simple-simon", 10, 0, "rank", "any", "suit"),
];

/// A table of cards: columns first, then cells, all of them piles.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    piles: Vec<Vec<Card>>,
    home: BTreeSet<Card>,
}

impl Game {
    /// Reads a board in fc-solve's format.
    pub fn read(&self, text: &str) -> Table {
        let mut columns = Vec::new();
        let mut cells = vec![Vec::new(); self.cells];
        let mut home = BTreeSet::new();
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.first() {
                Some(&"Foundations:") => {
                    for word in &words[1..] {
                        let suit = word.chars().next().unwrap();
                        let top = rank(word.chars().nth(2).unwrap());
                        home.extend((1..=top).map(|rank| (rank, suit)));
                    }
                }
                Some(&"Freecells:") => {
                    for (cell, word) in cells.iter_mut().zip(&words[1..]) {
                        cell.extend(card(word));
                    }
                }
                Some(&":") => {
                    columns.push(words[1..].iter().filter_map(|word| card(word)).collect())
                }
                Some(_) => columns.push(words.iter().filter_map(|word| card(word)).collect()),
                None => {}
            }
        }
        columns.resize(self.columns, Vec::new());
        columns.append(&mut cells);
        Table {
            piles: columns,
            home,
        }
    }

    fn stacks(&self, upper: Card, lower: Card) -> bool {
        let red = |card: Card| "HD".contains(card.1);
        upper.0 + 1 == lower.0
            && match self.builds {
                "colour" => red(upper) != red(lower),
                "suit" => upper.1 == lower.1,
                _ => true,
            }
    }

    /// One card from pile to pile.
    fn step(&self, table: &mut Table, from: usize, to: usize) -> Result<(), String> {
        let card = *table.piles[from].last().ok_or("nothing to move")?;
        let allowed = match table.piles[to].last() {
            None if to >= self.columns => from < self.columns,
            None => match self.empty {
                "any" => true,
                "kings" => card.0 == 13,
                _ => false,
            },
            Some(&lower) => to < self.columns && self.stacks(card, lower),
        };
        if !allowed || from == to {
            return Err(format!("{card:?} cannot go from pile {from} to pile {to}"));
        }
        table.piles[from].pop();
        table.piles[to].push(card);
        Ok(())
    }

    /// Carries `count` cards, the lower ones waiting in the `free` piles.
    fn carry(
        &self,
        table: &mut Table,
        from: usize,
        to: usize,
        count: usize,
        free: &[usize],
    ) -> Result<(), String> {
        if count == 1 {
            return self.step(table, from, to);
        }
        let (cells, columns): (Vec<usize>, Vec<usize>) =
            free.iter().partition(|&&pile| pile >= self.columns);
        // As many as fit are carried onto the first free column, with the
        // others as help; the rest follows, and then those come back.
        if let [column, others @ ..] = columns.as_slice() {
            let rest: Vec<usize> = cells.iter().chain(others).copied().collect();
            for waiting in (1..count).rev() {
                let mut attempt = table.clone();
                let carried = self
                    .carry(&mut attempt, from, *column, waiting, &rest)
                    .and_then(|()| self.carry(&mut attempt, from, to, count - waiting, &rest))
                    .and_then(|()| self.carry(&mut attempt, *column, to, waiting, &rest));
                if carried.is_ok() {
                    *table = attempt;
                    return Ok(());
                }
            }
        }
        if count > cells.len() + 1 {
            return Err(format!("no room to carry {count} cards"));
        }
        for &cell in &cells[..count - 1] {
            self.step(table, from, cell)?;
        }
        self.step(table, from, to)?;
        for &cell in cells[..count - 1].iter().rev() {
            self.step(table, cell, to)?;
        }
        Ok(())
    }

    fn column_to_column(
        &self,
        table: &mut Table,
        from: usize,
        to: usize,
        count: usize,
    ) -> Result<(), String> {
        let source = &table.piles[from];
        let below = source.len().checked_sub(count).ok_or("too few cards")?;
        let run = source[below..].to_vec();
        let held = |pair: &[Card]| {
            let same_suit = pair[0].1 == pair[1].1;
            self.stacks(pair[1], pair[0]) && (self.runs != "suit" || same_suit)
        };
        if !run.windows(2).all(held) {
            return Err("these cards do not move together".into());
        }
        match self.runs {
            "single" if count > 1 => Err("one card at a time".into()),
            "carried" => {
                let free: Vec<usize> = (0..table.piles.len())
                    .filter(|&pile| pile != from && pile != to && table.piles[pile].is_empty())
                    .filter(|&pile| pile >= self.columns || self.empty == "any")
                    .collect();
                self.carry(table, from, to, count, &free)
            }
            _ => {
                // The head decides; the others follow it.
                table.piles[from].truncate(below + 1);
                match self.step(table, from, to) {
                    Ok(()) => table.piles[to].extend(&run[1..]),
                    Err(reason) => {
                        table.piles[from].extend(&run[1..]);
                        return Err(reason);
                    }
                }
                Ok(())
            }
        }
    }

    fn send_home(&self, table: &mut Table, from: usize) -> Result<(), String> {
        let cards = if self.runs == "suit" { 13 } else { 1 };
        let below = table.piles[from]
            .len()
            .checked_sub(cards)
            .ok_or("nothing to send home")?;
        let mut going = table.piles[from][below..].to_vec();
        going.reverse();
        let suit = going[0].1;
        let at_home = table.home.iter().filter(|card| card.1 == suit).count();
        for (index, card) in going.iter().enumerate() {
            if *card != ((at_home + index + 1) as u8, suit) {
                return Err(format!("{card:?} is not next"));
            }
        }
        table.piles[from].truncate(below);
        table.home.extend(going);
        Ok(())
    }

    /// Plays a move from pile to pile, `None` for home.
    fn play(
        &self,
        table: &mut Table,
        from: usize,
        to: Option<usize>,
        count: usize,
    ) -> Result<(), String> {
        match to {
            None => self.send_home(table, from),
            Some(to) if from < self.columns && to < self.columns => {
                self.column_to_column(table, from, to, count)
            }
            Some(to) if count == 1 => self.step(table, from, to),
            Some(_) => Err("several cards to or from a cell".into()),
        }
    }

    /// Plays a move in standard notation.
    pub fn play_text(&self, table: &mut Table, text: &str) -> Result<(), String> {
        let letters: Vec<char> = text.chars().collect();
        let (Some(from), Some(to)) = (self.pile(letters[0]), self.pile(letters[1])) else {
            return Err(format!("`{text}` names a pile that is not there"));
        };
        let from = from.ok_or("from home")?;
        let count = match (letters.get(2), to) {
            (Some('v'), _) => letters[3].to_digit(16).unwrap() as usize,
            (Some(_), _) => return Err(format!("what is `{text}`?")),
            // Ranks fall by one, so the ranks of both tops tell how many go.
            (None, Some(to)) => match (table.piles[from].last(), table.piles[to].last()) {
                (Some(top), Some(lower)) if lower.0 > top.0 => usize::from(lower.0 - top.0),
                _ => 1,
            },
            (None, None) => 1,
        };
        self.play(table, from, to, count)
            .map_err(|reason| format!("`{text}`: {reason}"))
    }

    fn pile(&self, letter: char) -> Option<Option<usize>> {
        if letter == 'h' {
            return Some(None);
        }
        let column = "123456789TJQK"
            .find(letter)
            .filter(|&index| index < self.columns);
        let cell = "abcdefgi".find(letter).filter(|&index| index < self.cells);
        column.or(cell.map(|index| self.columns + index)).map(Some)
    }

    /// Replays a solution to its end, where every card must be at home.
    pub fn replay(&self, board: &str, moves: &[String]) -> Result<(), String> {
        let mut table = self.read(board);
        for (index, text) in moves.iter().enumerate() {
            self.play_text(&mut table, text)
                .map_err(|reason| format!("move {}: {reason}", index + 1))?;
        }
        match table.piles.iter().flatten().count() {
            0 => Ok(()),
            left => Err(format!("{left} cards are not at home")),
        }
    }

    /// The number of sequences of `depth` legal moves, by trying every
    /// thinkable one.
    pub fn perft(&self, table: &Table, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let piles = table.piles.len();
        let mut sequences = 0;
        for from in 0..piles {
            for to in (0..piles).map(Some).chain([None]) {
                let most = if to.is_some() { 13 } else { 1 };
                for count in 1..=most {
                    let mut next = table.clone();
                    if to != Some(from) && self.play(&mut next, from, to, count).is_ok() {
                        sequences += self.perft(&next, depth - 1);
                    }
                }
            }
        }
        sequences
    }
}

fn rank(letter: char) -> u8 {
    "0A23456789TJQK".find(letter).unwrap() as u8
}

fn card(word: &str) -> Option<Card> {
    let mut letters = word.chars();
    match (letters.next()?, letters.next()) {
        ('-', _) => None,
        (first, Some(suit)) => Some((rank(first), suit)),
        _ => panic!("`{word}` is not a card"),
    }
}

/// A deal of Microsoft's numbers below 2^31, as cards in the order of the deal.
pub fn microsoft(number: u32) -> String {
    let mut seed = number;
    let mut deck: Vec<String> = "A23456789TJQK"
        .chars()
        .flat_map(|rank| "CDHS".chars().map(move |suit| format!("{rank}{suit}")))
        .collect();
    let mut dealt = Vec::new();
    while !deck.is_empty() {
        seed = seed.wrapping_mul(214_013).wrapping_add(2_531_011) & 0x7fff_ffff;
        let pick = (seed >> 16) as usize % deck.len();
        dealt.push(deck.swap_remove(pick));
    }
    dealt.join(" ")
}
