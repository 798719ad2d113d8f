//! The search, draw by draw.
//!
//! Every way to a state has the same length, cards played + cards drawn, so the
//! fewest steps to the empty table are the fewest draws. Layer d holds the states
//! that can be reached with d draws and not with fewer.
//!
//! Earlier is never worse: whoever has a shape and a rank on the waste after d
//! draws can do all that can be done from there after more draws, by drawing the
//! cards in between a little later. So a shape with a rank is looked at once, in
//! the layer where it first appears:
//!
//! ```text
//! seen[shape]   a bit for each rank that was on the waste with this shape,
//!               and one for a shape that is in `reached`          2 bytes a shape
//! reached       the shapes so far, each with the node where it first appeared:
//!               the next card of the stock is drawn with each of them
//! ```
//! The shapes are numbered without gaps, so that a plain array is an exact table.
//!
//! A shape that cannot be won with the cards that are still in the stock cannot
//! be won with fewer of them either, and leaves `reached` for good.

use patience_core::Stop;
use patience_search::{Budget, NodeId, ParentLinks};

use super::Arguments;
use super::lost::{is_reached, is_supplied};
use super::packed::{Counts, EMPTY, Exchange, Packed, Shape, WEIGHTS, neighbours, one};
use crate::rules::Move;

/// The bit of `seen` for a shape that is in `reached`.
const IS_REACHED: u16 = 1 << 15;

/// How a node came from its parent.
#[derive(Clone, Copy, Debug)]
enum Link {
    /// A card was played from this column.
    Play(u8),
    /// Cards were drawn until so many were drawn since the start.
    DrawTo(u8),
}

/// A shape that may still be played on after a draw.
#[derive(Clone, Copy, Debug)]
struct Reached {
    counts: Counts,
    shape: Shape,
    /// The ranks that can be played from it.
    last: u16,
    node: NodeId,
}

/// A state that waits to be expanded.
#[derive(Clone, Copy, Debug)]
struct Open {
    shape: Shape,
    top: u8,
    node: NodeId,
}

/// The search and its tables.
#[derive(Debug)]
pub struct Layers<'a> {
    packed: &'a Packed,
    arguments: Arguments,
    exchange: Exchange,
    seen: Vec<u16>,
    reached: Vec<Reached>,
    open: Vec<Open>,
    links: ParentLinks<Link>,
}

impl<'a> Layers<'a> {
    /// Before the first layer.
    pub fn new(
        packed: &'a Packed,
        arguments: Arguments,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let shapes = packed.shape as usize + 1;
        budget.use_bytes((shapes * size_of::<u16>()) as u64)?;
        Ok(Self {
            packed,
            arguments,
            exchange: match arguments.exchange {
                true => Exchange::new(packed.columns()),
                false => Exchange::none(),
            },
            seen: vec![0; shapes],
            reached: Vec::new(),
            open: Vec::new(),
            links: ParentLinks::new(),
        })
    }

    /// Finds the moves with the fewest draws that empty the columns; none if
    /// there are none. It looks at everything that the arguments leave.
    pub fn run(&mut self, budget: &mut Budget) -> Result<Option<Vec<Move>>, Stop> {
        let start = self.packed.start();
        if start.shape == EMPTY {
            return Ok(Some(Vec::new()));
        }
        let cards: usize = Packed::heights(start.shape).iter().sum();
        self.seen[start.shape as usize] |= 1 << start.top;
        self.open.push(Open {
            shape: start.shape,
            top: start.top,
            node: NodeId::ROOT,
        });
        for drawn in 0..=self.packed.stock.len() {
            // 1. The next card of the stock comes onto the waste.
            if let Some(before) = drawn.checked_sub(1) {
                budget.set_lower_bound((cards + drawn) as u32);
                self.draw(before);
            }
            // 2. Everything that can be played without another draw.
            while let Some(state) = self.open.pop() {
                budget.count_state()?;
                if let Some(node) = self.expand(state, drawn) {
                    return Ok(Some(self.moves(node)));
                }
                if self.links.len().is_power_of_two() {
                    budget.use_bytes(self.bytes())?;
                }
            }
        }
        Ok(None)
    }

    /// Draws a card with every shape so far; `before` were drawn before it.
    fn draw(&mut self, before: usize) {
        let top = self.packed.stock[before];
        let others = self.packed.undrawn[before];
        let (next_to_top, arguments) = (neighbours(top), self.arguments);
        let (seen, open, links) = (&mut self.seen, &mut self.open, &mut self.links);
        self.reached.retain(|shape| {
            let seen = &mut seen[shape.shape as usize];
            if shape.last & next_to_top == 0 || *seen >> top & 1 == 1 {
                return true;
            }
            if is_lost(arguments, shape.counts, others) {
                return false;
            }
            *seen |= 1 << top;
            open.push(Open {
                shape: shape.shape,
                top,
                node: links.add(shape.node, Link::DrawTo(before as u8 + 1)),
            });
            true
        });
    }

    /// Plays every card that can be played. A node without cards ends it.
    fn expand(&mut self, state: Open, drawn: usize) -> Option<NodeId> {
        let packed = self.packed;
        let heights = Packed::heights(state.shape);
        let standing = Exchange::standing(heights);
        let columns = || heights.into_iter().enumerate();
        let counts = columns()
            .map(|(column, height)| packed.counts[column][height])
            .sum();
        let last = columns().filter(|(_, height)| *height > 0);
        let last = last.map(|(column, height)| (column, height, packed.ranks[column][height - 1]));
        // 1. A new shape is noted, for the draws to come.
        let seen = &mut self.seen[state.shape as usize];
        if *seen & IS_REACHED == 0 {
            *seen |= IS_REACHED;
            self.reached.push(Reached {
                counts,
                shape: state.shape,
                last: last.clone().fold(0, |set, (.., rank)| set | 1 << rank),
                node: state.node,
            });
        }
        // 2. The plays.
        let next_to_top = neighbours(state.top);
        for (column, height, rank) in last {
            if next_to_top >> rank & 1 == 0 || self.exchange.is_needless(column, height, standing) {
                continue;
            }
            let shape = state.shape - WEIGHTS[column];
            let step = Link::Play(column as u8);
            if shape == EMPTY {
                return Some(self.links.add(state.node, step));
            }
            let seen = &mut self.seen[shape as usize];
            if *seen >> rank & 1 == 1 {
                continue;
            }
            // A lost state is noted as well: later it is lost all the more.
            *seen |= 1 << rank;
            let others = packed.undrawn[drawn] + one(rank);
            if !is_lost(self.arguments, counts - one(rank), others) {
                let node = self.links.add(state.node, step);
                self.open.push(Open {
                    shape,
                    top: rank,
                    node,
                });
            }
        }
        None
    }

    /// How many states wait to be expanded.
    pub fn open(&self) -> u64 {
        self.open.len() as u64
    }

    fn bytes(&self) -> u64 {
        let lists = self.seen.len() * size_of::<u16>()
            + self.reached.capacity() * size_of::<Reached>()
            + self.open.capacity() * size_of::<Open>();
        lists as u64 + self.links.bytes()
    }

    fn moves(&self, node: NodeId) -> Vec<Move> {
        let mut heights = Packed::heights(self.packed.shape);
        let mut drawn = 0;
        let mut moves = Vec::new();
        for step in self.links.path(node) {
            match step {
                Link::DrawTo(wanted) => {
                    moves.extend((drawn..wanted).map(|_| Move::Draw));
                    drawn = wanted;
                }
                Link::Play(column) => {
                    let column = usize::from(column);
                    moves.extend(self.packed.card(column, heights[column]).map(Move::Play));
                    heights[column] -= 1;
                }
            }
        }
        moves
    }
}

/// Is it proved that these cards of the columns cannot all be played? `others`
/// are the card on the waste and those still in the stock.
#[inline]
fn is_lost(arguments: Arguments, columns: Counts, others: Counts) -> bool {
    arguments.reach && !is_reached(columns, others)
        || arguments.supply && !is_supplied(columns, others)
}
