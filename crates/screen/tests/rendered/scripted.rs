//! A player who knows the cards, for the tests of programs that no profile knows.

use patience_screen::calibrate::KnownPile;
use patience_screen::discover::{Asks, Question, Topic};
use patience_screen::vision::Face;

/// Answers every question by what is known to lie there.
pub struct Script {
    pub known: Vec<KnownPile>,
    /// The suits of the homes, where the program has one for each.
    pub homes: &'static str,
    /// The keys that deal a new game, if they are not the usual ones.
    pub new_game: &'static str,
    /// What was asked.
    pub asked: Vec<Topic>,
}

impl Script {
    pub fn new(known: Vec<KnownPile>) -> Self {
        Self {
            known,
            homes: "",
            new_game: "",
            asked: Vec::new(),
        }
    }

    fn name(&self, pile: &str, index: usize) -> String {
        let known = self.known.iter().find(|known| known.pile == pile);
        let face = known.and_then(|known| known.cards.get(index));
        match face {
            Some(Face::Up(card)) => card.clone(),
            other => panic!("{pile}, card {index}: {other:?}"),
        }
    }
}

impl Asks for Script {
    fn answer(&mut self, question: &Question) -> Result<Option<String>, patience_screen::Error> {
        self.asked.push(question.topic);
        let names = question.cards.iter();
        let names = names.map(|(pile, index)| self.name(pile, *index));
        let of = |part: &dyn Fn(&str) -> String| -> String {
            let words: Vec<_> = names.clone().map(|name| part(&name)).collect();
            words.join(" ")
        };
        Ok(Some(match question.topic {
            Topic::Ranks => of(&|name| name[..name.len() - 1].to_owned()),
            Topic::Suits => of(&|name| name[name.len() - 1..].to_owned()),
            Topic::Cards => of(&str::to_owned),
            Topic::Homes => self.homes.to_owned(),
            Topic::NewGame => self.new_game.to_owned(),
            Topic::Undo | Topic::Right => String::new(),
        }))
    }

    fn report(&mut self, what: &str) {
        eprintln!("{what}");
    }
}
