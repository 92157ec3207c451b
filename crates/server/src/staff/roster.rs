//! The roster: who thinks next. So many desks, and a line before them that is fair between players.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// Desks to think at, and those who wait for one.
pub struct Roster {
    desks: usize,
    line: Mutex<Line>,
}

/// Whoever has waiting games is served one after another in a ring, each one's games in the order they came.
struct Line {
    free: usize,
    ring: VecDeque<(i64, VecDeque<oneshot::Sender<Desk>>)>,
}

/// A desk to think at; it is free again when this is dropped.
pub struct Desk {
    roster: Arc<Roster>,
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.roster.clone().pass_on();
    }
}

impl Roster {
    /// A roster with so many desks, at least one.
    pub fn new(desks: usize) -> Arc<Roster> {
        let desks = desks.max(1);
        Arc::new(Roster { desks, line: Mutex::new(Line { free: desks, ring: VecDeque::new() }) })
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many desks there are.
    pub fn desks(&self) -> usize {
        self.desks
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        self.line().ring.iter().map(|(_, waiting)| waiting.len()).sum()
    }

    /// How many games of one player wait.
    pub fn waiting_of(&self, owner: i64) -> usize {
        self.line().ring.iter().filter(|(whose, _)| *whose == owner).map(|(_, waiting)| waiting.len()).sum()
    }

    /// Waits for a desk, in turn.
    pub async fn desk(self: &Arc<Self>, owner: i64) -> Desk {
        loop {
            let called = {
                let mut line = self.line();
                // A desk is free only while nobody waits.
                if line.free > 0 {
                    line.free -= 1;
                    return Desk { roster: self.clone() };
                }
                let (call, called) = oneshot::channel();
                match line.ring.iter_mut().find(|(whose, _)| *whose == owner) {
                    Some((_, waiting)) => waiting.push_back(call),
                    None => line.ring.push_back((owner, VecDeque::from([call]))),
                }
                called
            };
            if let Ok(desk) = called.await {
                return desk;
            }
        }
    }

    /// A desk is free: the next in turn has it.
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
            // Whoever no longer waits leaves the desk to the next: dropping it passes it on.
            drop(call.send(Desk { roster: self }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who was served, in order, when one desk is left to those who wait.
    async fn served(owners: &[i64]) -> Vec<i64> {
        let roster = Roster::new(1);
        let first = roster.desk(0).await;
        let order = Arc::new(Mutex::new(vec![]));
        let mut tasks = vec![];
        for &owner in owners {
            let before = roster.waiting();
            let (of, order) = (roster.clone(), order.clone());
            tasks.push(tokio::spawn(async move {
                let _desk = of.desk(owner).await;
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
        let desk = roster.desk(1).await;
        let (gone, stays) = (roster.clone(), roster.clone());
        let gone = tokio::spawn(async move { gone.desk(2).await });
        while roster.waiting() < 1 {
            tokio::task::yield_now().await;
        }
        let stays = tokio::spawn(async move { stays.desk(3).await });
        while roster.waiting() < 2 {
            tokio::task::yield_now().await;
        }
        gone.abort();
        assert!(gone.await.is_err());
        drop(desk);
        drop(stays.await.unwrap());
        assert_eq!(roster.line().free, 1);
    }
}
