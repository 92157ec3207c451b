//! The leader: hands out the games of a run, and keeps those that come back.

use std::collections::BTreeMap;
use std::time::Duration;

use lab::Run;

use crate::queue::{Fault, Portion, Queue};

/// It looks for games that came back so often.
const PAUSE: Duration = Duration::from_millis(100);
/// At most so many games are fetched at once.
const MOST: i64 = 1000;

/// Hands out the games of a run.
pub struct Leader<'a> {
    run: &'a Run,
    url: &'a str,
}

impl<'a> Leader<'a> {
    /// One who hands out games over this database.
    pub fn new(run: &'a Run, url: &'a str) -> Leader<'a> {
        Leader { run, url }
    }

    /// Hands out what is due until nothing is, and keeps every game that comes back. `round` is told how many games come
    /// next, `done` of how many more are kept. One that was stopped may be started again: it takes up where it was.
    pub fn lead(&self, round: &mut dyn FnMut(usize), done: &mut dyn FnMut(u64)) -> Result<(), Fault> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(self.led(round, done))
    }

    async fn led(&self, round: &mut dyn FnMut(usize), done: &mut dyn FnMut(u64)) -> Result<(), Fault> {
        let mut queue = Queue::open(self.url).await?;
        let plan = queue.post_plan(&self.run.heading(), &self.run.plan().text).await?;
        // What came back while nobody led.
        while self.fetch(&mut queue, plan).await? > 0 {}
        loop {
            let due = self.run.due();
            if due.is_empty() {
                queue.remove_plan(plan).await?;
                return Ok(self.run.close()?);
            }
            round(due.len());
            queue.post(&portions(plan, &due, self.run.plan().portion)).await?;
            let aim = self.run.kept() + due.len() as u64;
            while self.run.kept() < aim {
                let before = self.run.kept();
                match self.fetch(&mut queue, plan).await? {
                    0 => tokio::time::sleep(PAUSE).await,
                    _ => done(self.run.kept() - before),
                }
            }
        }
    }

    async fn fetch(&self, queue: &mut Queue, plan: i64) -> Result<usize, Fault> {
        queue.fetch(plan, MOST, |game| Ok(self.run.keep(game)?)).await
    }
}

/// Games in portions. Those of a series begin at multiples of their size, so that portions written down before are found
/// again.
fn portions(plan: i64, due: &[(usize, u64)], size: u64) -> Vec<Portion> {
    let mut groups: BTreeMap<(usize, u64), Vec<u64>> = BTreeMap::new();
    for &(series, number) in due {
        groups.entry((series, number / size)).or_default().push(number);
    }
    let mut portions = vec![];
    for ((series, _), numbers) in groups {
        let mut first = numbers[0];
        for (n, number) in numbers.iter().enumerate() {
            let ends = numbers.get(n + 1) != Some(&(number + 1));
            if ends {
                portions.push(Portion { plan, series, first, games: number + 1 - first });
                first = numbers.get(n + 1).copied().unwrap_or_default();
            }
        }
    }
    portions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_portioned_at_the_same_places_whatever_is_due() {
        let games = |portions: Vec<Portion>| -> Vec<(usize, u64, u64)> {
            portions.iter().map(|p| (p.series, p.first, p.games)).collect()
        };
        let all: Vec<(usize, u64)> = (0..12).map(|n| (0, n)).collect();
        assert_eq!(games(portions(1, &all, 5)), [(0, 0, 5), (0, 5, 5), (0, 10, 2)]);
        let rest: Vec<(usize, u64)> = [(0, 3), (0, 5), (0, 6), (0, 8), (2, 9), (2, 10)].to_vec();
        assert_eq!(games(portions(1, &rest, 5)), [(0, 3, 1), (0, 5, 2), (0, 8, 1), (2, 9, 1), (2, 10, 1)]);
    }
}
