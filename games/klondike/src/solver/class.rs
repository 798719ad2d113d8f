//! Classes: positions that differ only by cards that went home from where they
//! were free, and can come back.

use super::expand::{Step, bits};
use super::layout::{Layout, Packed};

/// Adds the steps from a position to the member of its class with these cards
/// at home: the fewest that there are.
pub fn walk(layout: &Layout, from: &Packed, home: u64, steps: &mut Vec<Step>) {
    if from.home == home {
        return;
    }
    let mut reached: Vec<(Packed, usize, Step)> = vec![(*from, 0, Step::Home(0))];
    let mut next = 0;
    while next < reached.len() {
        let at = reached[next].0;
        if at.home == home {
            break;
        }
        let visible = at.visible(layout.all);
        let bare = at.bare(layout.all, visible);
        let placeable = at.placeable(layout, visible, bare);
        let go = at.nexts(layout.all) & visible & !at.locked & bare;
        let back = if layout.worrying_back {
            at.tops() & placeable
        } else {
            0
        };
        let go = bits(go).map(Step::Home);
        for step in go.chain(bits(back).map(Step::Back)) {
            let mut other = at;
            match step {
                Step::Home(card) => other.go_home(card),
                Step::Back(card) => other.come_back(card),
                _ => {}
            }
            if !reached.iter().any(|known| known.0.home == other.home) {
                reached.push((other, next, step));
            }
        }
        next += 1;
    }
    let first = steps.len();
    while next != 0 && next < reached.len() {
        let (_, before, step) = reached[next];
        steps.push(step);
        next = before;
    }
    steps[first..].reverse();
}
