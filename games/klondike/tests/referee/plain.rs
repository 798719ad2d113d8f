//! Small games, looked at completely with the plain rules: every position that
//! can be reached, and whether it can be won. Nothing of the solver is used.

use std::collections::HashMap;

use patience_core::Card;
use patience_core::numbering::SplitMix64;
use patience_klondike::rules::{Face, Klondike, State, fits};
use patience_rules::Rules;

/// A small game: ranks, columns, more cards in each column.
pub const GAMES: [(u8, u8, usize); 10] = [
    (4, 3, 1),
    (4, 3, 2),
    (5, 2, 2),
    (5, 3, 2),
    (4, 2, 1),
    (4, 2, 3),
    (3, 4, 0),
    (3, 3, 1),
    (4, 4, 1),
    (6, 2, 4),
];

/// A deal of a small game. Every other one has more cards than usual that lie on
/// a card on which they could go, or on the other card of their pair: a card that
/// leaves such a place gives back what it takes.
pub fn deal(rules: &Klondike, extra: usize, seed: u64) -> State {
    let mut cards: Vec<_> = Card::all()
        .filter(|card| card.rank().value() <= rules.ranks)
        .collect();
    let mut random = SplitMix64::new(seed);
    random.shuffle(&mut cards);
    if seed % 2 == 1 {
        for _ in 0..cards.len() {
            let below = random.below(cards.len() - 1);
            let goes_on = |card: &Card| {
                let is_twin = card.rank() == cards[below].rank()
                    && card.colour() == cards[below].colour()
                    && *card != cards[below];
                fits(*card, cards[below]) || is_twin
            };
            if let Some(place) = cards.iter().position(goes_on) {
                cards.swap(below + 1, place);
            }
        }
    }
    let faces: Vec<_> = cards.into_iter().map(Some).collect();
    let sizes: Vec<_> = (1..=usize::from(rules.columns))
        .map(|size| size + extra)
        .collect();
    Klondike::lay_out_faces(&faces, &sizes)
}

/// What a position is for the rest of the game: neither points nor the order of
/// the columns matter.
pub fn key(state: &State) -> Vec<u8> {
    let number = |face: &Face| face.map_or(0, |card| card.rank().value() * 4 + card.suit().index());
    let mut columns: Vec<Vec<u8>> = state
        .columns
        .iter()
        .map(|column| {
            let down = column.down.iter().map(number);
            let up = column.up.iter().map(number);
            down.chain([100]).chain(up).chain([101]).collect()
        })
        .collect();
    columns.sort_unstable();
    let mut key = columns.concat();
    key.extend(state.stock.iter().map(number));
    key.push(102);
    key.extend(state.waste.iter().map(number));
    key.extend(state.home);
    key.push(state.pass);
    key
}

/// All positions that can be reached from a start, the start first.
pub struct Graph {
    pub states: Vec<State>,
    /// By position: can it be won?
    pub won: Vec<bool>,
    /// By position: the fewest moves from the start.
    pub moves: Vec<u32>,
}

impl Graph {
    /// None if there are more positions than this.
    pub fn new(rules: &Klondike, start: &State, most: usize) -> Option<Self> {
        let mut numbers = HashMap::from([(key(start), 0u32)]);
        let mut states = vec![start.clone()];
        let mut before: Vec<Vec<u32>> = vec![Vec::new()];
        let mut moves = vec![0];
        let mut next = 0;
        while next < states.len() {
            for played in rules.legal_moves(&states[next]) {
                let mut after = rules.play(&states[next], &played).expect("a legal move");
                after.score = 0;
                let number = *numbers.entry(key(&after)).or_insert_with(|| {
                    states.push(after);
                    moves.push(moves[next] + 1);
                    before.push(Vec::new());
                    states.len() as u32 - 1
                });
                before[number as usize].push(next as u32);
            }
            if states.len() > most {
                return None;
            }
            next += 1;
        }
        let mut won: Vec<_> = states.iter().map(|state| rules.is_won(state)).collect();
        let mut open: Vec<_> = (0..states.len() as u32)
            .filter(|&number| won[number as usize])
            .collect();
        while let Some(number) = open.pop() {
            for &earlier in &before[number as usize] {
                if !std::mem::replace(&mut won[earlier as usize], true) {
                    open.push(earlier);
                }
            }
        }
        Some(Self { states, won, moves })
    }
}
