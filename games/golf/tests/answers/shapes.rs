//! Whole deals against a search that prunes nothing: every shape of the columns, draw
//! by draw. It shares no code with the solver, nor with the rules but the deal.

use patience_core::Card;
use patience_golf::rules::{Golf, State};
use patience_golf::solver::Arguments;

use crate::support::solved;

/// Seven columns of nothing to five cards.
const SHAPES: usize = 6_usize.pow(7);

/// Whether a deal can be won.
fn can_be_won(deal: &State) -> bool {
    let rank = |card: &Card| u16::from(card.rank().value()) - 1;
    let places: Vec<usize> = (0..7).map(|column| 6_usize.pow(column)).collect();
    // By shape: the ranks that may lie on the waste.
    let mut wastes = vec![0_u16; SHAPES];
    wastes[SHAPES - 1] = 1 << rank(&deal.waste);
    let mut stock = deal.stock.iter();
    loop {
        // A play takes a card away, so it leads to a smaller number.
        for shape in (1..SHAPES).rev() {
            let neighbours = (wastes[shape] << 1) | (wastes[shape] >> 1);
            for (column, place) in deal.columns.iter().zip(&places) {
                let height = shape / place % 6;
                if height > 0 {
                    let top = 1 << rank(&column[height - 1]);
                    wastes[shape - place] |= neighbours & top;
                }
            }
        }
        if wastes[0] != 0 {
            return true;
        }
        let Some(drawn) = stock.next() else {
            return false;
        };
        for waste in wastes.iter_mut().filter(|waste| **waste != 0) {
            *waste = 1 << rank(drawn);
        }
    }
}

fn compare(deals: u64) {
    for number in 1..=deals {
        let deal = Golf.deal(number);
        let (answer, _) = solved(&deal, Arguments::ALL);
        assert_eq!(answer.is_some(), can_be_won(&deal), "deal {number}");
    }
}

#[test]
fn deals_have_the_answer_of_a_search_of_every_shape() {
    compare(40);
}

mod slow {
    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn two_thousand_deals_have_the_answer_of_a_search_of_every_shape() {
        super::compare(2_000);
    }
}
