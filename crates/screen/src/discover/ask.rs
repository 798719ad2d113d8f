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
    /// Which suit each home is for, if that is fixed.
    Homes,
    /// The keys that take back a move.
    Undo,
    /// The keys that deal a new game.
    NewGame,
    /// Whether everything was taken for what it is.
    Right,
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
    /// The cards in the picture, from left to right and line by line: the pile of
    /// each, and its place in the pile, counted from 0.
    pub cards: Vec<(String, usize)>,
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
    pub(super) fn new(asks: &'a mut dyn Asks) -> Self {
        Self { asks, questions: 0 }
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
