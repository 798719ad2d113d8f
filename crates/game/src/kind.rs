//! What a game implements.

use std::io::BufRead;

use patience_core::{Answer, ChanceOptions, Solution, Stop};
use patience_rules::Rules;
use patience_search::Budget;

use crate::{
    About, Action, Autoplay, Chances, Checked, Chosen, Error, Layout, NotOffered, Picture, Reach,
    Request, Reveal, Settings, Sight,
};

/// A position of a game.
pub type StateOf<K> = <<K as Kind>::Rules as Rules>::State;

/// A move of a game.
pub type MoveOf<K> = <<K as Kind>::Rules as Rules>::Move;

/// A game, with its own types: its rules, its solver, its table.
///
/// The methods without a default are what every game needs; the others belong
/// to features that only some games have. [`Adapter`](crate::Adapter) makes a
/// [`Game`](crate::Game) of it.
pub trait Kind: Copy + Send + Sync + 'static {
    /// Its reference rules.
    type Rules: Rules<State: Send + Sync, Move: Send + Sync> + Send + Sync + 'static;

    /// What the list of games says about it.
    fn about(&self) -> &'static About;

    /// Its rules under these settings.
    fn rules(&self, chosen: &Chosen) -> Self::Rules;

    /// The deal with this number, which is in the range that
    /// [`About::numbers`] gives.
    fn deal(&self, rules: &Self::Rules, number: u64) -> StateOf<Self>;

    /// Solves a position. The request has been checked against [`About`].
    /// `improved` is called with each better solution while the search goes on.
    fn solve(
        &self,
        rules: &Self::Rules,
        start: &StateOf<Self>,
        request: &Request,
        budget: &mut Budget,
        improved: &mut dyn FnMut(&Solution<MoveOf<Self>>),
    ) -> Answer<MoveOf<Self>>;

    /// Draws a position as text.
    fn picture(&self, rules: &Self::Rules, state: &StateOf<Self>) -> Picture;

    /// Where the cards of a position lie.
    fn lay_out(&self, rules: &Self::Rules, state: &StateOf<Self>) -> Layout;

    /// Where the hand begins and ends this move on that layout; none for a move
    /// that no gesture makes.
    fn reach(&self, layout: &Layout, state: &StateOf<Self>, move_: &MoveOf<Self>) -> Option<Reach>;

    /// What a move is.
    fn action(&self, move_: &MoveOf<Self>) -> Action;

    /// A move in a sentence.
    fn describe(&self, rules: &Self::Rules, state: &StateOf<Self>, move_: &MoveOf<Self>) -> String;

    /// What the first of these moves leads to, as the end of a sentence that
    /// begins with the move: "uncovers 4d", "brings up 7s".
    fn explain(&self, rules: &Self::Rules, state: &StateOf<Self>, line: &[MoveOf<Self>]) -> String;

    /// A move in a few words. The notation, unless that is hard to read.
    fn phrase(&self, rules: &Self::Rules, state: &StateOf<Self>, move_: &MoveOf<Self>) -> String {
        rules.write_move(state, move_)
    }

    /// The inverse of [`Kind::lay_out`]: the text of the position that shows
    /// these piles, for [`Rules::read_state`]. None for a game that cannot be
    /// read from a window.
    fn transcribe(&self, sight: &Sight<'_>) -> Option<String> {
        let _ = sight;
        None
    }

    /// The moves of single cards that a legal move stands for.
    fn single_cards(
        &self,
        rules: &Self::Rules,
        state: &StateOf<Self>,
        move_: &MoveOf<Self>,
    ) -> Vec<MoveOf<Self>> {
        let _ = (rules, state);
        vec![move_.clone()]
    }

    /// The move that begins the same deal again; it need not be legal here.
    fn restart(&self, state: &StateOf<Self>) -> Option<MoveOf<Self>> {
        let _ = state;
        None
    }

    /// The next card that goes home by itself.
    fn autoplay(
        &self,
        rules: &Self::Rules,
        state: &StateOf<Self>,
        setting: Autoplay,
    ) -> Option<MoveOf<Self>> {
        let _ = (rules, state, setting);
        None
    }

    /// Cheats in a line of play.
    fn cheats(&self, line: &[MoveOf<Self>]) -> Option<u32> {
        let _ = line;
        None
    }

    /// The position as a player sees it who may not look under covered cards;
    /// none where there are no such cards.
    fn concealed(&self, state: &StateOf<Self>) -> Option<StateOf<Self>> {
        let _ = state;
        None
    }

    /// How many cards nobody has seen yet.
    fn unknown_cards(&self, state: &StateOf<Self>) -> usize {
        let _ = state;
        0
    }

    /// The position with an unknown card turned up: the top card of a pile, by
    /// its place in the layout. None if the pile has no such card, or the text
    /// is not a card that can be there.
    fn turn_up(
        &self,
        rules: &Self::Rules,
        state: &StateOf<Self>,
        pile: usize,
        card: &str,
    ) -> Option<StateOf<Self>> {
        let _ = (rules, state, pile, card);
        None
    }

    /// The start of a game, with a card that is turned up later, in the position
    /// `now`. The top card of a pile is the same one at the start, unless the game
    /// says otherwise.
    fn remember(
        &self,
        rules: &Self::Rules,
        start: &StateOf<Self>,
        now: &StateOf<Self>,
        pile: usize,
        card: &str,
    ) -> Option<StateOf<Self>> {
        let _ = now;
        self.turn_up(rules, start, pile, card)
    }

    /// The shortest line to a card that nobody has seen.
    fn reveal(
        &self,
        rules: &Self::Rules,
        state: &StateOf<Self>,
        budget: &mut Budget,
    ) -> Result<Reveal<MoveOf<Self>>, Error> {
        let _ = (rules, state, budget);
        Err(self.lacks(NotOffered::UnknownCards))
    }

    /// The chances of a position with unknown cards.
    fn chances(
        &self,
        rules: &Self::Rules,
        state: &StateOf<Self>,
        options: &ChanceOptions,
        budget: &mut Budget,
    ) -> Result<Result<Chances<MoveOf<Self>>, Stop>, Error> {
        let _ = (rules, state, options, budget);
        Err(self.lacks(NotOffered::UnknownCards))
    }

    /// What a careful player who sees no more than a person does next, up to the
    /// next card that turns up; nothing if there is nothing left to do. The same
    /// seed gives the same moves.
    fn advise(
        &self,
        rules: &Self::Rules,
        state: &StateOf<Self>,
        seed: u64,
    ) -> Result<Vec<MoveOf<Self>>, Error> {
        let _ = (rules, state, seed);
        Err(self.lacks(NotOffered::Player))
    }

    /// Solves a position, and if that is impossible, writes the proof in a form
    /// that the reference rules can check.
    fn certify(
        &self,
        rules: &Self::Rules,
        start: &StateOf<Self>,
        budget: &mut Budget,
        certificate: &mut Vec<u8>,
    ) -> Result<Answer<MoveOf<Self>>, Error> {
        let _ = (rules, start, budget, certificate);
        Err(self.lacks(NotOffered::Certificates))
    }

    /// Checks a certificate with the reference rules alone: the settings and
    /// the position that it is about, and what was checked.
    fn check_certificate(
        &self,
        reader: &mut dyn BufRead,
    ) -> Result<(Settings, StateOf<Self>, Checked), Error> {
        let _ = reader;
        Err(self.lacks(NotOffered::Certificates))
    }

    /// The error that this game does not have something.
    fn lacks(&self, missing: NotOffered) -> Error {
        Error::NotOffered {
            game: self.about().name,
            missing,
        }
    }
}
