//! A player who knows the cards, for the tests of programs that no profile knows.

use patience::{Action, Table};
use patience_screen::calibrate::{self, KnownPile};
use patience_screen::discover::{Asks, Failure, NewProfile, Question, Shown, Topic};
use patience_screen::vision::Face;

/// The letters of suits; a deck without them has ranks alone.
const SUITS: [char; 4] = ['c', 'd', 'h', 's'];

/// Where something is in the window, by its name.
pub type Pointing<'a> = Box<dyn Fn(&str) -> (i32, i32) + 'a>;

/// Answers every question by what is known to lie there.
pub struct Script<'a> {
    /// The name of a card that is shown.
    pub known: Box<dyn FnMut(&Shown) -> String + 'a>,
    /// Where something is that was not found.
    pub places: Pointing<'a>,
    /// The suits of the homes, where the program has one for each.
    pub homes: &'static str,
    /// The keys that deal the same cards again.
    pub restart: &'static str,
    /// The keys that deal a new game, if they are not the usual ones.
    pub new_game: &'static str,
    /// What was asked.
    pub asked: Vec<Topic>,
}

impl<'a> Script<'a> {
    /// One who sees these piles.
    pub fn new(known: Vec<KnownPile>) -> Self {
        Self::naming(move |shown| {
            let pile = known.iter().find(|known| known.pile == shown.pile);
            let face = pile.and_then(|known| known.cards.get(shown.index));
            match face {
                Some(Face::Up(card)) => card.clone(),
                other => panic!("{shown:?}: {other:?}"),
            }
        })
    }

    /// One who names cards by looking at the window.
    pub fn naming(name: impl FnMut(&Shown) -> String + 'a) -> Self {
        Self {
            known: Box::new(name),
            places: Box::new(|name| panic!("{name} was not found")),
            homes: "",
            restart: "",
            new_game: "",
            asked: Vec::new(),
        }
    }

    /// What was made of a program: it took at most ten questions.
    pub fn described(&self, learned: Result<NewProfile, Box<Failure>>) -> NewProfile {
        let new = learned.unwrap_or_else(|failure| panic!("{}", failure.error));
        eprintln!("{:?}; unsure: {:?}", self.asked, new.unsure);
        assert!(new.questions <= 10, "{:?}", self.asked);
        new
    }
}

impl Asks for Script<'_> {
    fn answer(&mut self, question: &Question) -> Result<Option<String>, patience_screen::Error> {
        self.asked.push(question.topic);
        let is_named = [Topic::Ranks, Topic::Suits, Topic::Cards].contains(&question.topic);
        let cards = question.cards.iter().filter(|_| is_named);
        let names: Vec<String> = cards.map(&mut self.known).collect();
        let of = |part: &dyn Fn(&str) -> String| -> String {
            let words: Vec<_> = names.iter().map(|name| part(name)).collect();
            words.join(" ")
        };
        Ok(Some(match question.topic {
            Topic::Ranks => of(&|name| name.trim_end_matches(SUITS).to_owned()),
            Topic::Suits => of(&|name| name[name.len() - 1..].to_owned()),
            Topic::Cards => of(&str::to_owned),
            Topic::Place => {
                let (x, y) = (self.places)(&question.cards[0].pile);
                format!("{x} {y}")
            }
            Topic::Homes => self.homes.to_owned(),
            Topic::Restart => self.restart.to_owned(),
            Topic::NewGame => self.new_game.to_owned(),
            Topic::Undo | Topic::Right => String::new(),
        }))
    }

    fn report(&mut self, what: &str) {
        eprintln!("{what}");
    }
}

/// What every pile shows before the first draw, and after each.
pub fn after_draws(table: &dyn Table) -> Vec<Vec<KnownPile>> {
    let mut all = vec![calibrate::known(table)];
    let mut table = table.boxed_clone();
    loop {
        let mut moves = table.legal_moves().into_iter();
        let draw = moves.find(|move_| table.action(move_) == Ok(Action::Draw));
        let Some(draw) = draw else { return all };
        table = table.play(&draw).expect("legal").0;
        all.push(calibrate::known(&*table));
    }
}
