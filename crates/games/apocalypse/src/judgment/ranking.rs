//! The best few of many: one entry for each aim, the best first.

use super::prospect::Aim;

/// So many entries at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranking<T, const N: usize>([Option<T>; N]);

impl<T: AsRef<Aim> + Copy, const N: usize> Ranking<T, N> {
    pub fn new() -> Self {
        Ranking([None; N])
    }

    /// The best.
    pub fn best(&self) -> Option<T> {
        self.0[0]
    }

    /// All of them, the best first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }

    /// What an entry has to be worth to be among them.
    pub fn floor(&self) -> f32 {
        self.0[N - 1].map_or(0.0, |last| last.as_ref().value)
    }

    /// Takes an entry in if it is among the best, and the better of two for the same hex.
    pub fn add(&mut self, entry: T) {
        let aim = *entry.as_ref();
        let alike = |old: &Option<T>| old.is_some_and(|old| old.as_ref().hex == aim.hex);
        let end = self.0.iter().position(alike).unwrap_or(N - 1);
        let worse = |old: &Option<T>| old.is_none_or(|old| old.as_ref().value < aim.value);
        if let Some(at) = self.0[..=end].iter().position(worse) {
            self.0[at..=end].rotate_right(1);
            self.0[at] = Some(entry);
        }
    }

    /// Each with how readily it comes to mind beside the best: 1 for the best itself.
    pub fn shares(&self) -> impl Iterator<Item = (f32, &T)> {
        let most = self.best().map_or(1.0, |best| best.as_ref().value.max(0.01));
        self.iter().map(move |entry| ((entry.as_ref().value / most).clamp(0.0, 1.0).powi(2), entry))
    }
}

#[cfg(test)]
mod tests {
    use engine::hex::Hex;

    use super::super::prospect::Way;
    use super::*;

    #[test]
    fn the_best_come_first_and_each_aim_once() {
        let aim = |hex, value| Aim { hex: Hex(hex), way: Way::Land, years: 1, value };
        let mut ranking = Ranking::<Aim, 3>::new();
        for (hex, value) in [(1, 2.0), (2, 5.0), (1, 4.0), (3, 1.0), (4, 3.0), (2, 4.5), (5, 0.5)] {
            ranking.add(aim(hex, value));
        }
        let kept: Vec<(u16, f32)> = ranking.iter().map(|aim| (aim.hex.0, aim.value)).collect();
        assert_eq!(kept, [(2, 5.0), (1, 4.0), (4, 3.0)]);
        assert_eq!(ranking.floor(), 3.0);
        let shares: Vec<f32> = ranking.shares().map(|(share, _)| share).collect();
        assert!(shares[0] == 1.0 && shares[1] < 1.0 && shares[2] < shares[1], "{shares:?}");
    }
}
