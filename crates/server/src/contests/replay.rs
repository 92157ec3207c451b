//! Contests read from the store: from their last snapshot, and the deeds after it.

use std::sync::Arc;

use super::{Contests, InHand};
use crate::audience::News;
use crate::contest::Contest;
use crate::deed::Deed;
use crate::fault::Fault;
use crate::store::{GameRow, StoreFault};
use crate::view::Heading;

/// A game is written down as it stands after every so many deeds.
pub const SNAPSHOT_EVERY: u64 = 500;

impl Contests {
    pub(super) async fn load(&self, id: &str) -> Result<Arc<tokio::sync::Mutex<Contest>>, Fault> {
        let (contest, _) = self.replay(id, u64::MAX, [false; 4]).await?;
        Ok(Arc::new(tokio::sync::Mutex::new(contest)))
    }

    /// A contest as the store has it, with the news after a number: from the last snapshot before that.
    pub async fn replay(
        &self,
        id: &str,
        after: u64,
        wanted: [bool; 4],
    ) -> Result<(Contest, Vec<News>), Fault> {
        let row = self.store.game(id).await?.ok_or_else(|| Fault::unknown("there is no such game"))?;
        let _turn = self.readings.acquire().await.map_err(|_| Fault::trouble())?;
        if let Some((number, snapshot)) = self.store.snapshot(id, after).await? {
            let deeds = self.store.deeds(id, number).await?;
            let from = Some((number, snapshot));
            match self.replay_from(row.clone(), from, deeds, after, wanted).await? {
                Ok(replayed) => return Ok(replayed),
                // A snapshot is only a convenience: what counts are the deeds.
                Err(fault) => {
                    tracing::warn!(game = id, %fault, "a snapshot is not what its deeds say; it is forgotten");
                    self.store.forget_snapshots(id).await?;
                }
            }
        }
        let deeds = self.store.deeds(id, 0).await?;
        Ok(self.replay_from(row, None, deeds, after, wanted).await??)
    }

    /// Does deeds again, from the start or from a snapshot, away from the quick work.
    async fn replay_from(
        &self,
        row: GameRow,
        snapshot: Option<(u64, String)>,
        deeds: Vec<Deed>,
        after: u64,
        wanted: [bool; 4],
    ) -> Result<Result<(Contest, Vec<News>), StoreFault>, Fault> {
        let (shelf, absences) = (self.shelf.clone(), self.absences.clone());
        let replayed = tokio::task::spawn_blocking(move || -> Result<_, StoreFault> {
            let id = row.id.clone();
            let mut contest = match snapshot {
                Some((number, snapshot)) => Contest::restored(&shelf, row, absences, number, &snapshot)?,
                None => Contest::open(&shelf, row, absences)?,
            };
            let mut news = vec![];
            for deed in &deeds {
                let told = deed.number > after;
                let heading = if told { contest.heading(deed) } else { Heading::default() };
                let happened = contest.apply(deed).map_err(|objection| {
                    StoreFault::Corrupt(format!("deed {} of game {id} is refused: {objection}", deed.number))
                })?;
                if told {
                    news.push(News::of(&contest, deed, happened, heading, wanted));
                }
            }
            Ok((contest, news))
        });
        replayed.await.map_err(|_| Fault::trouble())
    }

    /// Writes a snapshot down if enough was done since the last one; whoever waits for an answer does not wait for it.
    pub(super) fn take_snapshot(&self, contest: &Contest, before: u64) {
        if before / SNAPSHOT_EVERY == contest.number / SNAPSHOT_EVERY {
            return;
        }
        let (store, game, number) = (self.store.clone(), contest.row.id.clone(), contest.number);
        match contest.snapshot() {
            Ok(body) => drop(tokio::spawn(async move {
                if let Err(fault) = store.keep_snapshot(&game, number, &body).await {
                    tracing::warn!(game, %fault, "a snapshot was not kept");
                }
            })),
            Err(fault) => tracing::warn!(game, %fault, "a snapshot was not made"),
        }
    }

    /// Takes in what other processes have written, and tells it.
    pub(super) async fn catch_up(&self, hand: &mut InHand) -> Result<(), Fault> {
        let last = self.store.last(&hand.live.id).await?;
        if last.is_none_or(|last| last <= hand.contest.number) {
            return Ok(());
        }
        let deeds = self.store.deeds(&hand.live.id, hand.contest.number).await?;
        let wanted = hand.live.audience.wanted(&hand.contest);
        let mut news = vec![];
        for deed in &deeds {
            let heading = hand.contest.heading(deed);
            match hand.contest.apply(deed) {
                Ok(happened) => news.push(News::of(&hand.contest, deed, happened, heading, wanted)),
                Err(objection) => {
                    tracing::error!(game = hand.live.id, deed = deed.number, %objection, "a deed is refused");
                    return Err(Fault::trouble());
                }
            }
        }
        hand.tell(&news);
        self.staff.relieve(&hand.live.id);
        Ok(())
    }

    /// Replaces a contest whose last deeds could not be written by what the store knows. If the store cannot be
    /// read either, the next visitor tries again.
    pub(super) async fn restore(&self, hand: &mut InHand, written: u64) -> Result<(), Fault> {
        let wanted = hand.live.audience.wanted(&hand.contest);
        let (contest, news) = self.replay(&hand.live.id, written, wanted).await?;
        *hand.contest = contest;
        *hand.live.unwritten() = None;
        hand.tell(&news);
        if !news.is_empty() {
            self.staff.relieve(&hand.live.id);
        }
        Ok(())
    }

    pub(super) async fn try_to_restore(&self, hand: &mut InHand, written: u64) {
        if let Err(fault) = self.restore(hand, written).await {
            tracing::warn!(game = hand.live.id, why = fault.why, "cannot be read again yet");
        }
    }
}
