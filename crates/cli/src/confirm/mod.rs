//! Whether a table was read correctly: the user sees it and corrects it, if
//! there is a terminal. Every command that reads a window asks here.

mod arrange;

use std::io::{self, IsTerminal as _};

use patience::{CardNames, Game, Settings};
use patience_screen::player::Consent;
use patience_screen::position;
use patience_screen::vision::{Face, Reading};
use patience_tui::sheet::{self, Card, Judge, Sheet, Verdict};

use crate::args::{Common, Confirm, ConfirmArgs};
use arrange::CardPlace;

/// Who is asked, and when.
pub struct Asking<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// The settings that the program plays by.
    pub settings: &'a Settings,
    /// When to ask.
    pub when: Confirm,
    /// Colours may be used.
    pub has_colour: bool,
}

impl<'a> Asking<'a> {
    /// As the command line says.
    pub fn new(
        game: &'a dyn Game,
        settings: &'a Settings,
        args: &ConfirmArgs,
        common: &Common,
    ) -> Self {
        Self {
            game,
            settings,
            when: args.confirm,
            has_colour: common.color.has_colour(),
        }
    }

    /// There is a terminal, and questions are wanted.
    pub fn can_ask(&self) -> bool {
        self.when != Confirm::Never && io::stdin().is_terminal() && io::stderr().is_terminal()
    }

    /// Asks, if that is wanted, and makes the user's corrections.
    pub fn confirm(&self, readings: &mut [Reading]) -> io::Result<Consent> {
        let has_doubts = !position::doubts(readings).is_empty();
        if !has_doubts && self.when != Confirm::Always {
            return Ok(Consent::Yes);
        }
        if !self.can_ask() {
            return Ok(Consent::NobodyToAsk);
        }
        let about = self.game.about();
        let arranged = arrange::arrange(readings, about.stock);
        let judge = Knowing {
            game: self.game,
            settings: self.settings,
            names: about.cards,
            readings,
            places: &arranged.places,
        };
        let sheet = Sheet {
            title: format!("{} as it was read", about.title),
            cards: arranged.cards,
            labels: arranged.labels,
        };
        let (sheet, verdict) = sheet::confirm(sheet, &judge, self.has_colour)?;
        Ok(match verdict {
            Verdict::Accepted => {
                write_back(readings, &arranged.places, &sheet.cards);
                Consent::Yes
            }
            Verdict::Left => Consent::No,
            Verdict::Interrupted => Consent::Interrupted,
        })
    }
}

/// Takes over the cards as the user left them; none is doubtful any more.
fn write_back(readings: &mut [Reading], places: &[CardPlace], cards: &[Card]) {
    for (place, card) in places.iter().zip(cards) {
        let read = &mut readings[place.reading].piles[place.pile].cards[place.card];
        if card.text != arrange::FACE_DOWN {
            read.face = Face::Up(card.text.clone());
        }
    }
    let piles = readings.iter_mut().flat_map(|reading| &mut reading.piles);
    for read in piles.flat_map(|pile| &mut pile.cards) {
        read.doubtful = false;
    }
}

/// Checks cards by the deck and the rules of a game.
struct Knowing<'r> {
    game: &'r dyn Game,
    settings: &'r Settings,
    names: CardNames,
    readings: &'r [Reading],
    places: &'r [CardPlace],
}

impl Knowing<'_> {
    /// The cards that are not there, where all of them should be.
    fn missing(&self, cards: &[Card]) -> Option<String> {
        let count = self.names.len() * self.names.copies;
        let names = (0..self.names.len()).map(|card| self.names.name(card));
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
        let begins = |name: &str| name.to_ascii_lowercase().starts_with(&typed);
        // A suit may follow another way to write a rank, too.
        let is_alias = |alias: &str| match self.names.suits {
            [] => begins(alias),
            suits => suits.iter().any(|suit| begins(&format!("{alias}{suit}"))),
        };
        (0..self.names.len()).any(|card| begins(&self.names.name(card)))
            || self.names.aliases.iter().any(|(alias, _)| is_alias(alias))
    }

    fn faults(&self, cards: &[Card]) -> Vec<String> {
        let mut faults = Vec::new();
        for card in 0..self.names.len() {
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
        // The faults that the rules find. Their places are lines of the text,
        // which the user does not see.
        let mut readings = self.readings.to_vec();
        write_back(&mut readings, self.places, cards);
        let text = match position::text(self.game, &readings) {
            Ok(text) => text,
            Err(error) => return vec![error.to_string()],
        };
        match self.game.read(&text, self.settings) {
            Ok(_) => Vec::new(),
            Err(patience::Error::BadText(faults)) => {
                let (shown, _) = faults.shown(usize::MAX);
                shown.iter().map(|fault| fault.message.clone()).collect()
            }
            Err(error) => vec![error.to_string()],
        }
    }
}
