//! The roster: who thinks next. So many slots, and a line before them that is fair between players.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// Slots to think at, and those who wait for one.
pub struct Roster {
    slots: usize,
    line: Mutex<Line>,
}

/// Whoever has waiting games is served one after another in a ring, each one's games in the order they came.
struct Line {
    free: usize,
    ring: VecDeque<(i64, VecDeque<oneshot::Sender<Slot>>)>,
}

/// A slot to think at; it is free again when this is dropped.
pub struct Slot {
    roster: Arc<Roster>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.roster.clone().pass_on();
    }
}

impl Roster {
    /// A roster with so many slots, at least one.
    pub fn new(slots: usize) -> Arc<Roster> {
        let slots = slots.max(1);
        Arc::new(Roster { slots, line: Mutex::new(Line { free: slots, ring: VecDeque::new() }) })
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many slots there are.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        self.line().ring.iter().map(|(_, waiting)| waiting.len()).sum()
    }

    /// How many games of one player wait.
    pub fn waiting_of(&self, owner: i64) -> usize {
        self.line().ring.iter().filter(|(whose, _)| *whose == owner).map(|(_, waiting)| waiting.len()).sum()
    }

    /// Waits for a slot, in turn.
    pub async fn slot(self: &Arc<Self>, owner: i64) -> Slot {
        loop {
            let called = {
                let mut line = self.line();
                // A slot is free only while nobody waits.
                if line.free > 0 {
                    line.free -= 1;
                    return Slot { roster: self.clone() };
                }
                let (call, called) = oneshot::channel();
                match line.ring.iter_mut().find(|(whose, _)| *whose == owner) {
                    Some((_, waiting)) => waiting.push_back(call),
                    None => line.ring.push_back((owner, VecDeque::from([call]))),
                }
                called
            };
            if let Ok(slot) = called.await {
                return slot;
            }
        }
    }

    /// A slot is free: the next in turn has it.
    fn pass_on(self: Arc<Self>) {
        let call = {
            let mut line = self.line();
            let next = line.ring.pop_front().and_then(|(owner, mut waiting)| {
                let call = waiting.pop_front();
                if !waiting.is_empty() {
                    line.ring.push_back((owner, waiting));
                }
                call
            });
            if next.is_none() {
                line.free += 1;
            }
            next
        };
        if let Some(call) = call {
            // Whoever no longer waits leaves the slot to the next: dropping it passes it on.
            drop(call.send(Slot { roster: self }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who was served, in order, when one slot is left to those who wait.
    async fn served(owners: &[i64]) -> Vec<i64> {
        let roster = Roster::new(1);
        let first = roster.slot(0).await;
        let order = Arc::new(Mutex::new(vec![]));
        let mut tasks = vec![];
        for &owner in owners {
            let before = roster.waiting();
            let (of, order) = (roster.clone(), order.clone());
            tasks.push(tokio::spawn(async move {
                let _slot = of.slot(owner).await;
                order.lock().unwrap().push(owner);
            }));
            while roster.waiting() == before {
                tokio::task::yield_now().await;
            }
        }
        drop(first);
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!((roster.waiting(), roster.line().free), (0, 1), "everything is free again");
        order.lock().unwrap().clone()
    }

    #[tokio::test]
    async fn players_are_served_in_turn_however_many_games_they_have() {
        assert_eq!(served(&[1, 1, 1, 1, 2, 3]).await, [1, 2, 3, 1, 1, 1]);
        assert_eq!(served(&[1, 2, 1, 2, 3]).await, [1, 2, 3, 1, 2]);
    }

    #[tokio::test]
    async fn whoever_no_longer_waits_is_passed_over() {
        let roster = Roster::new(1);
        let slot = roster.slot(1).await;
        let (gone, stays) = (roster.clone(), roster.clone());
        let gone = tokio::spawn(async move { gone.slot(2).await });
        while roster.waiting() < 1 {
            tokio::task::yield_now().await;
        }
        let stays = tokio::spawn(async move { stays.slot(3).await });
        while roster.waiting() < 2 {
            tokio::task::yield_now().await;
        }
        gone.abort();
        assert!(gone.await.is_err());
        drop(slot);
        drop(stays.await.unwrap());
        assert_eq!(roster.line().free, 1);
    }
}
