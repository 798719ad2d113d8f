//! Whether a table was read right: the user is shown it and corrects it, where
//! there is a terminal to ask at. Every command that reads a window asks here.

mod arrange;

use std::io::{self, IsTerminal as _};

use clap::{Args, ValueEnum};
use patience::{Game, Variation};
use patience_screen::Profile;
use patience_screen::player::Consent;
use patience_screen::table;
use patience_screen::vision::{Face, Names, Reading};
use patience_tui::sheet::{self, Card, Judge, Sheet, Verdict};

use crate::args::Common;
use arrange::Spot;

/// When to ask about cards.
#[derive(Args, Debug, Clone, Copy)]
pub struct ConfirmArgs {
    /// When to ask whether the table was read right, on a terminal
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "doubt",
        hide_default_value = true
    )]
    pub confirm: Confirm,
}

/// When to ask about cards.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirm {
    /// Every time
    Always,
    /// Where a card is in doubt
    Doubt,
    /// Never: doubtful cards are only marked, and never played
    Never,
}

/// Who is asked, and when.
pub struct Asking<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// How its program shows it.
    pub profile: &'a Profile,
    /// When to ask.
    pub when: Confirm,
    /// Colours may be used.
    pub has_colour: bool,
}

impl<'a> Asking<'a> {
    /// As the command line says.
    pub fn new(
        game: &'a dyn Game,
        profile: &'a Profile,
        args: &ConfirmArgs,
        common: &Common,
    ) -> Self {
        Self {
            game,
            profile,
            when: args.confirm,
            has_colour: common.color.has_colour(),
        }
    }

    /// There is somebody at a terminal, and it is wanted.
    pub fn can_ask(&self) -> bool {
        self.when != Confirm::Never && io::stdin().is_terminal() && io::stderr().is_terminal()
    }

    /// Asks, where that is wanted; what the user corrects is corrected.
    pub fn confirm(&self, readings: &mut [Reading]) -> io::Result<Consent> {
        let has_doubts = !table::doubts(readings).is_empty();
        if !has_doubts && self.when != Confirm::Always {
            return Ok(Consent::Yes);
        }
        if !self.can_ask() {
            return Ok(Consent::NobodyToAsk);
        }
        let arranged = arrange::arrange(readings, self.profile);
        let judge = Knowing {
            game: self.game,
            names: Names::of(self.profile),
            readings,
            spots: &arranged.spots,
        };
        let sheet = Sheet {
            title: format!("{} as it was read", self.game.about().title),
            cards: arranged.cards,
            labels: arranged.labels,
        };
        let (sheet, verdict) = sheet::confirm(sheet, &judge, self.has_colour)?;
        Ok(match verdict {
            Verdict::Accepted => {
                write_back(readings, &arranged.spots, &sheet.cards);
                Consent::Yes
            }
            Verdict::Left => Consent::No,
            Verdict::Interrupted => Consent::Interrupted,
        })
    }
}

/// The cards as the user left them; what was accepted is no more in doubt.
fn write_back(readings: &mut [Reading], spots: &[Spot], cards: &[Card]) {
    for (spot, card) in spots.iter().zip(cards) {
        let read = &mut readings[spot.reading].piles[spot.pile].cards[spot.card];
        if card.text != arrange::FACE_DOWN {
            read.face = Face::Up(card.text.clone());
        }
    }
    let piles = readings.iter_mut().flat_map(|reading| &mut reading.piles);
    for read in piles.flat_map(|pile| &mut pile.cards) {
        read.doubtful = false;
    }
}

/// Knows the deck of a game and its rules.
struct Knowing<'r> {
    game: &'r dyn Game,
    names: Names,
    readings: &'r [Reading],
    spots: &'r [Spot],
}

impl Knowing<'_> {
    /// The cards that are not there, where all of them should be.
    fn missing(&self, cards: &[Card]) -> Option<String> {
        let count = self.names.cards() * self.names.copies;
        let names = (0..self.names.cards()).map(|card| self.names.name(card));
        let missing: Vec<_> = names
            .filter(|name| !cards.iter().any(|card| card.text == *name))
            .collect();
        match cards.len() == count && !missing.is_empty() {
            true => Some(format!("missing: {}", missing.join(" "))),
            false => None,
        }
    }
}

impl Judge for Knowing<'_> {
    fn card(&self, typed: &str) -> Option<String> {
        self.names.find(typed).map(|card| self.names.name(card))
    }

    fn begins(&self, typed: &str) -> bool {
        let typed = typed.to_ascii_lowercase();
        let ten = if self.names.suits.is_empty() {
            "10"
        } else {
            "10."
        };
        let begins = |name: &str| name.to_ascii_lowercase().starts_with(&typed);
        ten.starts_with(&typed)
            || (0..self.names.cards()).any(|card| begins(&self.names.name(card)))
    }

    fn faults(&self, cards: &[Card]) -> Vec<String> {
        let mut faults = Vec::new();
        for card in 0..self.names.cards() {
            let name = self.names.name(card);
            let there: Vec<_> = cards.iter().filter(|card| card.text == name).collect();
            if there.len() > self.names.copies {
                let places: Vec<_> = there.iter().map(|card| card.name.as_str()).collect();
                faults.push(match self.names.copies {
                    1 => format!("{name} is there twice: {}", places.join(" and ")),
                    copies => format!("{name} is there more than {copies} times"),
                });
            }
        }
        if !faults.is_empty() {
            faults.extend(self.missing(cards));
            return faults;
        }
        // What the rules say; their places are lines of the text, which the
        // user does not see.
        let mut readings = self.readings.to_vec();
        write_back(&mut readings, self.spots, cards);
        let text = match table::text(self.game.about().name, &readings) {
            Ok(text) => text,
            Err(error) => return vec![error.to_string()],
        };
        match self.game.read(&text, &Variation::default()) {
            Ok(_) => Vec::new(),
            Err(patience::Error::BadText(faults)) => {
                let (shown, _) = faults.shown(usize::MAX);
                shown.iter().map(|fault| fault.message.clone()).collect()
            }
            Err(error) => vec![error.to_string()],
        }
    }
}
