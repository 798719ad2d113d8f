//! What only the player knows, asked in as few questions as possible.

use crate::{Error, Frame};

/// How often an answer that cannot be used is asked for again.
const MOST_TRIES: u32 = 3;

/// What a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Topic {
    /// The ranks of some cards, one of each kind.
    Ranks,
    /// The suits of some cards, one of each kind.
    Suits,
    /// The names of some cards.
    Cards,
    /// Where something is in the window, that was not found.
    Place,
    /// Which suit each home is for, if that is fixed.
    Homes,
    /// The keys that take back a move.
    Undo,
    /// The keys that deal the same cards again.
    Restart,
    /// The keys that deal a new game.
    NewGame,
    /// Whether everything was taken for what it is.
    Right,
}

/// A card or a place that a question is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The pile.
    pub pile: String,
    /// The card's place in the pile, counted from 0.
    pub index: usize,
    /// How many draws from the stock were made before it was seen.
    pub draws: usize,
    /// The part of the window that shows it.
    pub picture: Frame,
}

/// A question for the player.
#[derive(Clone, Debug)]
pub struct Question {
    /// What it is about.
    pub topic: Topic,
    /// The question.
    pub words: String,
    /// What it is about, as a picture.
    pub picture: Option<Frame>,
    /// The cards in the picture, from left to right and line by line.
    pub cards: Vec<Shown>,
    /// What an empty answer means.
    pub otherwise: Option<String>,
}

/// Who is asked.
pub trait Asks {
    /// The answer to a question; none if nobody answers.
    fn answer(&mut self, question: &Question) -> Result<Option<String>, Error>;

    /// Says something that is no question.
    fn report(&mut self, what: &str);
}

/// What is wrong with an answer, in words.
pub(super) struct Unusable(pub(super) String);

/// Asks, and counts the questions.
pub(super) struct Interview<'a> {
    asks: &'a mut dyn Asks,
    pub(super) questions: u32,
}

impl<'a> Interview<'a> {
    /// After so many questions.
    pub(super) fn new(asks: &'a mut dyn Asks, questions: u32) -> Self {
        Self { asks, questions }
    }

    /// Asks until the answer can be read. `read` says what is wrong with it.
    pub(super) fn ask<T>(
        &mut self,
        question: &Question,
        read: impl Fn(&str) -> Result<T, Unusable>,
    ) -> Result<T, Error> {
        for _ in 0..MOST_TRIES {
            self.questions += 1;
            let answer = self.asks.answer(question)?;
            let nobody = || Error::NotRead(format!("nobody answered: {}", question.words));
            let answer = answer.ok_or_else(nobody)?;
            let text = match (answer.trim(), &question.otherwise) {
                ("", Some(otherwise)) => otherwise.as_str(),
                (text, _) => text,
            };
            match read(text) {
                Ok(value) => return Ok(value),
                Err(Unusable(fault)) => self.asks.report(&fault),
            }
        }
        Err(Error::NotRead(format!(
            "no answer could be used: {}",
            question.words
        )))
    }
}
