//! Queues for slow work: a few at a time, a few more wait, and the rest are asked to come again.

use tokio::sync::Semaphore;

use crate::fault::Fault;

/// Slow work is done here in its turn, away from the quick work.
pub struct Queue {
    turns: Semaphore,
    places: Semaphore,
}

impl Queue {
    /// So many are worked on at a time, and so many more may wait.
    pub fn new(at_once: usize, waiting: usize) -> Queue {
        Queue { turns: Semaphore::new(at_once), places: Semaphore::new(at_once + waiting) }
    }

    /// Does the work when its turn has come; if too many wait already, not at all.
    pub async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let _place = self.places.try_acquire().map_err(|_| Fault::too_many())?;
        let _turn = self.turns.acquire().await.map_err(|_| Fault::trouble())?;
        tokio::task::spawn_blocking(work).await.map_err(|_| Fault::trouble())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test(flavor = "multi_thread")]
    async fn of_four_hundred_at_once_two_are_worked_on_a_few_wait_and_the_rest_are_sent_away() {
        let queue = Arc::new(Queue::new(2, 16));
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (go, _) = tokio::sync::broadcast::channel::<()>(1);
        let mut tries = vec![];
        for _ in 0..400 {
            let (queue, now, most, mut go) = (queue.clone(), now.clone(), most.clone(), go.subscribe());
            tries.push(tokio::spawn(async move {
                let _ = go.recv().await;
                let work = move || {
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::sleep(std::time::Duration::from_millis(20));
                    now.fetch_sub(1, Ordering::SeqCst);
                };
                queue.in_turn(work).await
            }));
        }
        let _ = go.send(());
        let (mut done, mut sent_away) = (0, 0);
        for tried in tries {
            match tried.await.unwrap() {
                Ok(()) => done += 1,
                Err(fault) => {
                    assert_eq!(fault, Fault::too_many());
                    sent_away += 1;
                }
            }
        }
        assert!(most.load(Ordering::SeqCst) <= 2);
        assert!(done >= 2 && sent_away > 0, "{done} done, {sent_away} sent away");
        assert_eq!(done + sent_away, 400);
    }
}
