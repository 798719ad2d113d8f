//! A challenge over several deals: so many points, so many cards of a rank, or
//! so many cleared boards. What a deal brings is carried over to the next one.
//!
//! ```
//! use patience::{Campaign, CardNames, Challenge, ChallengeState};
//! let challenge: Challenge = "score=2400 in 3 deals".parse().unwrap();
//! let mut campaign = Campaign::new(challenge, 0, CardNames::USUAL).unwrap();
//! campaign.record(1500);
//! assert_eq!(campaign.left(), 900);
//! assert_eq!(campaign.state(), ChallengeState::Open);
//! campaign.record(900);
//! assert_eq!(campaign.state(), ChallengeState::Reached);
//! ```

use std::fmt;
use std::str::FromStr;

use patience_core::{CardNames, Goal, Outcome, Rank, Stop, Target};
use patience_game::{Line, Report, Request};
use serde::{Serialize, Serializer};

use crate::words::counted;

/// What a challenge counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Counted {
    /// Points.
    Score,
    /// Cards of a rank.
    Cards(Rank),
    /// Cleared boards.
    Boards,
}

/// A challenge, as the game sets it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Challenge {
    /// What is counted.
    pub counted: Counted,
    /// How much of it is wanted.
    pub wanted: u32,
    /// Only deals whose board is cleared count.
    pub with_board: bool,
    /// In so many deals.
    pub deals: u32,
}

/// No challenge is longer.
const MOST_DEALS: u32 = 1000;

impl fmt::Display for Challenge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.counted {
            Counted::Score => write!(f, "score={}", self.wanted)?,
            Counted::Cards(rank) => write!(f, "cards={}{rank}", self.wanted)?,
            Counted::Boards => write!(f, "clear {}", counted(self.wanted, "boards"))?,
        }
        if self.with_board {
            f.write_str(" with the board")?;
        }
        write!(f, " in {}", counted(self.deals, "deals"))
    }
}

impl Serialize for Challenge {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The text is no challenge.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not a challenge: `score=2400 in 3 deals`, `cards=12A in 2 deals`, `clear 2 boards \
     in 3 deals`, or `score=2400 with the board in 3 deals`"
)]
pub struct ParseChallengeError {
    text: String,
}

impl FromStr for Challenge {
    type Err = ParseChallengeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).ok_or_else(|| ParseChallengeError {
            text: text.chars().take(60).collect(),
        })
    }
}

fn parse(text: &str) -> Option<Challenge> {
    let lower = text.trim().to_ascii_lowercase();
    let mut words = lower.split_whitespace();
    let first = words.next()?;
    let (counted, wanted) = match first {
        "clear" => {
            let wanted = words.next()?.parse().ok()?;
            matches!(words.next()?, "board" | "boards").then_some(())?;
            (Counted::Boards, wanted)
        }
        goal => match goal.parse().ok()? {
            Goal::Score {
                target: Some(points),
            } => (Counted::Score, points),
            Goal::Cards { count, rank } => (Counted::Cards(rank), count),
            _ => return None,
        },
    };
    let rest: Vec<_> = words.collect();
    let (with_board, rest) = match rest.as_slice() {
        ["with", "the", "board", rest @ ..] if counted != Counted::Boards => (true, rest),
        rest => (false, rest),
    };
    let ["in", deals, "deal" | "deals"] = rest else {
        return None;
    };
    let deals = deals.parse().ok()?;
    ((1..=MOST_DEALS).contains(&deals) && wanted > 0).then_some(Challenge {
        counted,
        wanted,
        with_board,
        deals,
    })
}

/// How a challenge stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChallengeState {
    /// It goes on.
    Open,
    /// It is reached.
    Reached,
    /// It is out of reach.
    Lost,
}

/// What to do with a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DealPlan {
    /// Play this line; it brings so much.
    Play {
        /// The line.
        line: Line,
        /// How much it brings.
        brings: u32,
    },
    /// Nothing that helps can be reached in it.
    Skip,
    /// A limit stopped the search.
    Unknown(Stop),
}

/// A challenge, and what has been brought towards it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Campaign {
    challenge: Challenge,
    so_far: u32,
    deals: Vec<u32>,
    /// How many cards of a rank a deal has.
    cards_of_a_rank: u32,
}

/// What was brought before is more than the challenge asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{so_far} is already beyond the challenge `{challenge}`")]
pub struct BeyondChallenge {
    so_far: u32,
    challenge: Challenge,
}

impl Campaign {
    /// A challenge of which so much is reached already, in a game with these
    /// cards.
    pub fn new(
        challenge: Challenge,
        so_far: u32,
        cards: CardNames,
    ) -> Result<Self, BeyondChallenge> {
        if so_far > challenge.wanted {
            return Err(BeyondChallenge { so_far, challenge });
        }
        Ok(Self {
            challenge,
            so_far,
            deals: Vec::new(),
            cards_of_a_rank: (cards.suits.len().max(1) * cards.copies) as u32,
        })
    }

    /// The challenge.
    pub const fn challenge(&self) -> Challenge {
        self.challenge
    }

    /// What is reached.
    pub const fn so_far(&self) -> u32 {
        self.so_far
    }

    /// What each deal has brought.
    pub fn deals(&self) -> &[u32] {
        &self.deals
    }

    /// What is still wanted.
    pub const fn left(&self) -> u32 {
        self.challenge.wanted.saturating_sub(self.so_far)
    }

    /// How many deals are left.
    pub fn deals_left(&self) -> u32 {
        self.challenge.deals - self.deals.len() as u32
    }

    /// How it stands. It is lost as soon as the deals that are left cannot bring
    /// what is missing, whatever their cards are.
    pub fn state(&self) -> ChallengeState {
        let most = match self.challenge.counted {
            Counted::Score => None,
            Counted::Cards(_) => Some(self.cards_of_a_rank),
            Counted::Boards => Some(1),
        };
        let is_lost = match most {
            Some(most) => self.left() > most * self.deals_left(),
            None => self.deals_left() == 0,
        };
        match (self.left(), is_lost) {
            (0, _) => ChallengeState::Reached,
            (_, true) => ChallengeState::Lost,
            (_, false) => ChallengeState::Open,
        }
    }

    /// What to ask a solver about the next deal: what is still wanted. A challenge
    /// that needs the board as well asks for the best.
    pub fn target(&self) -> Target {
        let Challenge {
            counted, wanted, ..
        } = self.challenge;
        let goal = match counted {
            Counted::Boards => Goal::Board,
            Counted::Score if self.challenge.with_board => Goal::Score { target: None },
            Counted::Score => Goal::Score {
                target: Some(wanted),
            },
            Counted::Cards(rank) => Goal::Cards {
                count: wanted,
                rank,
            },
        };
        let so_far = match goal {
            Goal::Board | Goal::Score { target: None } => 0,
            _ => self.so_far,
        };
        Target { goal, so_far }
    }

    /// The same as a request.
    #[must_use]
    pub fn request(&self, request: &Request) -> Request {
        let mut request = *request;
        request.target = self.target();
        request
    }

    /// What a line brings.
    pub fn brings(&self, line: &Line) -> u32 {
        if self.challenge.with_board && !line.tally.cleared {
            return 0;
        }
        match self.challenge.counted {
            Counted::Score => line.tally.score.unwrap_or(0),
            Counted::Cards(_) => line.tally.cards(&self.target().goal).unwrap_or(0),
            Counted::Boards => u32::from(line.tally.cleared),
        }
    }

    /// What to do with the next deal, by the answer to [`Campaign::target`]: what
    /// reaches the challenge; else the most, if a later deal can bring the rest;
    /// else nothing.
    pub fn plan(&self, report: &Report) -> DealPlan {
        let solved = report.outcome.solution().into_iter();
        let lines = solved.chain(&report.alternatives);
        let counts = lines.map(|line| (self.brings(line), line));
        // Of lines that bring the same, the first is the solver's choice.
        let best = counts.fold(
            None,
            |best: Option<(u32, &Line)>, (brings, line)| match best {
                Some((known, _)) if known >= brings || known >= self.left() => best,
                _ => Some((brings, line)),
            },
        );
        let worth = best.filter(|(brings, _)| *brings > 0);
        match worth {
            Some((brings, line)) if brings >= self.left() || self.goes_on_after(brings) => {
                DealPlan::Play {
                    line: line.clone(),
                    brings,
                }
            }
            _ => match report.outcome {
                Outcome::Unknown(stop) => DealPlan::Unknown(stop),
                _ => DealPlan::Skip,
            },
        }
    }

    /// After a deal that brings so much the challenge is still open.
    fn goes_on_after(&self, brings: u32) -> bool {
        let mut after = self.clone();
        after.record(brings);
        after.state() == ChallengeState::Open
    }

    /// A deal is over and has brought so much.
    pub fn record(&mut self, brought: u32) {
        self.deals.push(brought);
        self.so_far = self.so_far.saturating_add(brought);
    }

    /// `1,500 points`, `3 Aces`, `1 board`.
    pub fn amount(&self, number: u32) -> String {
        match self.challenge.counted {
            Counted::Score => counted(number, "points"),
            Counted::Cards(rank) => format!("{number} of rank {rank}"),
            Counted::Boards => counted(number, "boards"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, find_game};

    fn challenge(text: &str) -> Challenge {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    fn campaign(text: &str, so_far: u32) -> Campaign {
        Campaign::new(challenge(text), so_far, CardNames::USUAL).expect("not beyond")
    }

    #[test]
    fn challenges_read_back_what_they_write() {
        for text in [
            "score=2400 in 3 deals",
            "cards=12A in 2 deals",
            "clear 2 boards in 3 deals",
            "clear 1 board in 1 deal",
            "score=900 with the board in 2 deals",
            "cards=3K with the board in 1 deal",
        ] {
            assert_eq!(challenge(text).to_string().replace(',', ""), text);
        }
        assert_eq!(
            challenge(" Score=5  IN 1 deals "),
            challenge("score=5 in 1 deal")
        );
    }

    #[test]
    fn nonsense_is_no_challenge() {
        for text in [
            "",
            "score=2400",
            "score in 3 deals",
            "board in 3 deals",
            "score=0 in 3 deals",
            "score=5 in 0 deals",
            "cards=3Z in 2 deals",
            "clear boards in 3 deals",
            "clear 2 boards with the board in 3 deals",
            "clear 2 boards in 3 deals now",
        ] {
            assert!(text.parse::<Challenge>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_deals_bring_is_carried_over() {
        let mut it = campaign("cards=9A in 3 deals", 2);
        assert_eq!((it.left(), it.deals_left()), (7, 3));
        assert_eq!(it.target().wanted(), Some(7));
        it.record(4);
        assert_eq!((it.left(), it.state()), (3, ChallengeState::Open));
        it.record(3);
        assert_eq!(it.state(), ChallengeState::Reached);
        assert_eq!(it.deals(), [4, 3]);
    }

    #[test]
    fn a_challenge_is_lost_as_soon_as_no_cards_can_help() {
        assert_eq!(
            campaign("cards=12A in 2 deals", 0).state(),
            ChallengeState::Lost
        );
        assert_eq!(
            campaign("cards=12A in 2 deals", 4).state(),
            ChallengeState::Open
        );
        let mut boards = campaign("clear 2 boards in 3 deals", 0);
        boards.record(0);
        assert_eq!(boards.state(), ChallengeState::Open);
        boards.record(0);
        assert_eq!(boards.state(), ChallengeState::Lost);
        let mut score = campaign("score=100 in 1 deal", 0);
        assert_eq!(score.state(), ChallengeState::Open);
        score.record(99);
        assert_eq!(score.state(), ChallengeState::Lost);
    }

    #[test]
    fn nobody_starts_beyond_a_challenge() {
        let beyond = Campaign::new(challenge("score=5 in 1 deal"), 6, CardNames::USUAL);
        assert!(beyond.is_err());
        assert_eq!(
            campaign("score=5 in 1 deal", 5).state(),
            ChallengeState::Reached
        );
    }

    fn solve(game: &str, number: u64, campaign: &Campaign) -> Report {
        let table = find_game(game)
            .expect("a game")
            .deal(number, &Default::default());
        let request = campaign.request(&Request::default());
        let report = table
            .expect("a deal")
            .solve(&request, &mut Budget::unlimited());
        report.expect("solved")
    }

    #[test]
    fn the_best_is_played_when_the_target_is_out_of_reach_but_not_in_the_next_deal() {
        // No deal of Pyramid is worth so much.
        let first = campaign("score=2000 in 3 deals", 0);
        let report = solve("pyramid", 1, &first);
        let DealPlan::Play { brings, line } = first.plan(&report) else {
            panic!("{report:?}");
        };
        assert_eq!(line.tally.score, Some(brings));
        assert!(brings > 0 && brings < 2000);
        // In the last deal it would help nobody.
        let last = campaign("score=2000 in 1 deal", 0);
        assert_eq!(last.plan(&report), DealPlan::Skip);
    }

    #[test]
    fn a_challenge_that_needs_the_board_takes_the_best_game_that_clears_it() {
        // A deal of TriPeaks whose best score leaves the board.
        let free = campaign("score=1000000 in 9 deals", 0);
        let with_board = campaign("score=1000000 with the board in 9 deals", 0);
        let mut differ = 0;
        for number in 1..=40 {
            let report = solve("tripeaks", number, &with_board);
            let best = report.outcome.solution().expect("a best score");
            let clearing = report.alternatives.iter().find(|line| line.tally.cleared);
            match (with_board.plan(&report), clearing, best.tally.cleared) {
                (DealPlan::Play { line, .. }, _, true) => assert_eq!(line, *best),
                (DealPlan::Play { line, brings }, Some(clearing), false) => {
                    assert_eq!(line, *clearing);
                    assert!(brings <= best.tally.score.expect("points"));
                    differ += 1;
                }
                (DealPlan::Skip, None, false) => {}
                other => panic!("deal {number}: {other:?}"),
            }
            if differ > 0 {
                let report = solve("tripeaks", number, &free);
                let DealPlan::Play { line, .. } = free.plan(&report) else {
                    panic!("{report:?}");
                };
                assert_eq!(line.tally.score, best.tally.score);
                return;
            }
        }
        panic!("every best score clears the board");
    }
}
