//! A challenge over several deals: each is solved for what is still wanted.

use patience::{Campaign, ChallengeState, DealPlan, Game, Limits, Request, Stop};

use super::game::Asks;
use super::{Ended, Player, Stopped};
use crate::hands::{Eyes, Hands};

/// How one deal of a challenge ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealEnd {
    /// It was played and has brought so much.
    Played(u32),
    /// It cannot help, and was left at once.
    Skipped,
    /// A limit stopped the search, and it was left.
    Unknown(Stop),
}

impl<D: Eyes + Hands + ?Sized> Player<'_, D> {
    /// Plays deal after deal until the challenge is reached or lost. `after` is
    /// called with how each deal ended.
    pub fn play_challenge(
        &mut self,
        game: &dyn Game,
        campaign: &mut Campaign,
        request: &Request,
        limits: &Limits,
        asks: &mut dyn Asks,
        after: &mut dyn FnMut(&Campaign, DealEnd),
    ) -> Result<ChallengeState, Stopped> {
        let mut is_first = true;
        while campaign.state() == ChallengeState::Open {
            if !is_first {
                self.deal_next()?;
            }
            if std::mem::take(&mut is_first) && campaign.deals_left() > 1 {
                let seen = self.look_at_rest()?;
                self.check_known(game, &seen.reading, false, true)?;
            }
            let end = self.play_deal(game, campaign, request, limits, asks)?;
            campaign.record(match end {
                DealEnd::Played(brought) => brought,
                DealEnd::Skipped | DealEnd::Unknown(_) => 0,
            });
            after(campaign, end);
        }
        Ok(campaign.state())
    }

    fn play_deal(
        &mut self,
        game: &dyn Game,
        campaign: &Campaign,
        request: &Request,
        limits: &Limits,
        asks: &mut dyn Asks,
    ) -> Result<DealEnd, Stopped> {
        let request = campaign.request(request);
        self.campaign = Some(campaign.clone());
        let ended = self.play(game, &request, limits, false, asks);
        self.campaign = None;
        Ok(match ended? {
            Ended::Won { line } => DealEnd::Played(campaign.brings(&line)),
            Ended::Lost => DealEnd::Skipped,
            Ended::Unknown(stop) => DealEnd::Unknown(stop),
            // Nothing was only planned.
            Ended::Planned(_) => DealEnd::Skipped,
        })
    }

    /// What a challenge plays instead of the answer to its request: the best, if
    /// that helps.
    pub(super) fn plan_of_challenge(&self, report: &patience::Report) -> Option<DealPlan> {
        let campaign = self.campaign.as_ref()?;
        Some(campaign.plan(report))
    }
}
