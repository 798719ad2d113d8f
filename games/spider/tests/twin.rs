//! The packed game against the rules: perft, and games played in step.

use patience_rules::twin::{self, Twin};
use patience_spider::rules::{Move, Numbers, Removal, Spider, State};
use patience_spider::solver::packed::{Game, Node, card};

/// A packed position with its game.
#[derive(Clone, Debug)]
struct Packed {
    game: Game,
    node: Node,
}

impl Packed {
    fn new(rules: &Spider, state: &State) -> Self {
        let (game, node) = Game::new(rules, state).expect("it fits");
        Self { game, node }
    }
}

impl Twin for Packed {
    type Rules = Spider;

    fn moves(&self) -> Vec<(Move, Self)> {
        let mut moves = Vec::new();
        self.game.legal_moves(&self.node, &mut moves);
        let after = |played: Move| {
            let mut next = self.clone();
            next.game.play(&mut next.node, played);
            (played, next)
        };
        moves.into_iter().map(after).collect()
    }

    fn is_won(&self) -> bool {
        self.node.home == self.game.runs
    }
}

/// Every card lies where the rules have it.
fn assert_same(state: &State, packed: &Packed) {
    for (index, column) in state.columns.iter().enumerate() {
        let cards = packed.node.column(index).iter().map(|code| card(*code));
        let expected = column.down.iter().chain(&column.up).copied();
        assert!(cards.eq(expected), "{state:?}");
        assert_eq!(usize::from(packed.node.down[index]), column.down.len());
        assert_eq!(usize::from(packed.node.run[index]), column.run());
    }
    assert_eq!(packed.node.home, state.runs_home());
}

fn all_rules() -> Vec<Spider> {
    let mut all = Vec::new();
    for game in [
        Spider::SPIDER,
        Spider::SPIDERETTE,
        Spider::WILL_O_THE_WISP,
        Spider::MRS_MOP,
    ] {
        for suits in [1, 2, 4] {
            all.push(Spider { suits, ..game });
        }
        all.push(Spider {
            suits: 1,
            removal: Removal::ByChoice,
            deals_on_empty: true,
            ..game
        });
    }
    all.push(Spider {
        numbers: Numbers::Pysol,
        ..Spider::SPIDER
    });
    all
}

#[test]
fn perft_counts_are_those_of_the_rules() {
    let rules = Spider::SPIDER;
    let table = include_str!("../perft.txt");
    let rows = twin::check_perft_table(
        &rules,
        table,
        |deal| rules.deal(deal),
        |state| Packed::new(&rules, state),
    );
    assert!(rows >= 4);
    for rules in all_rules() {
        let start = rules.deal(3);
        twin::check_perft(&rules, &start, &Packed::new(&rules, &start), 3);
    }
}

/// Random games would hardly complete a run: what makes longer runs is more
/// likely in small games, which have few ranks.
#[test]
fn random_games_go_the_same_way() {
    let mut runs = 0;
    for rules in all_rules() {
        for seed in 1..=4 {
            let start = rules.deal(seed);
            let packed = Packed::new(&rules, &start);
            twin::play_in_step(&rules, start, packed, (seed, 300), |_| 1, assert_same);
            let small = Spider {
                ranks: 3,
                sizes: &[2, 1, 1, 2],
                decks: 1,
                ..rules
            };
            let small = Spider {
                numbers: Numbers::Own,
                ..small
            };
            let start = small.deal(seed);
            let packed = Packed::new(&small, &start);
            let end = twin::play_in_step(&small, start, packed, (seed, 200), |_| 1, assert_same);
            runs += u32::from(end.runs_home());
        }
    }
    assert!(runs > 40, "{runs} runs were completed");
}
