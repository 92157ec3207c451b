//! How far a counter comes on a map that is asked often: the cheapest way to every hex, in tables.

use super::{Direction, Grid, Hex, Queue};
use crate::contract::Route;

/// The cheapest way to every hex of a map of at most `N`: what it costs, the last step of it, whether it ends there.
///
/// Where a traveller is more than its hex (a facing, an enemy met), [`reach`](super::reach()) keeps the ways apart.
///
/// ```
/// use engine::hex::{Grid, Orientation, Spread};
/// // Every step costs 2 of 5 points; the way ends in the second column.
/// let grid = Grid::new(Orientation::Flat, 4, 4, true);
/// let start = grid.hexes().next().unwrap();
/// let spread: Spread<16> = Spread::from(start, 0, |hex, spent| {
///     let steps = grid.neighbours(hex).map(move |(to, there)| (to, there, spent + 2));
///     steps.filter(|step| step.2 <= 5).map(|(to, there, spent)| (to, there, spent, grid.column(there) == 2))
/// });
/// let far = grid.hexes().nth(2).unwrap();
/// assert_eq!((spread.spent(far), spread.stops(far), spread.steps(&grid, far).len()), (Some(4), false, 2));
/// assert_eq!(grid.hexes().filter(|&hex| grid.column(hex) > 2 && spread.leads_to(hex)).count(), 0);
/// ```
pub struct Spread<const N: usize> {
    origin: Hex,
    /// Points spent; `u8::MAX` where no way leads.
    spent: [u8; N],
    by: [Option<Direction>; N],
    stops: [bool; N],
}

impl<const N: usize> Spread<N> {
    /// The ways from a hex, where so many points are spent already. `strides` tells where steps lead from a hex where
    /// so many are spent: the way, the hex, the points spent there, and whether the way ends in it.
    pub fn from<I: IntoIterator<Item = (Direction, Hex, u8, bool)>>(
        origin: Hex,
        spent: u8,
        strides: impl Fn(Hex, u8) -> I,
    ) -> Spread<N> {
        let mut spread = Spread { origin, spent: [u8::MAX; N], by: [None; N], stops: [false; N] };
        spread.spent[origin.index()] = spent;
        let mut queue: Queue<N> = Queue::from(origin);
        while let Some(hex) = queue.pop() {
            if spread.stops[hex.index()] {
                continue;
            }
            for (to, there, spent, stops) in strides(hex, spread.spent[hex.index()]) {
                let at = there.index();
                if spent < spread.spent[at] {
                    (spread.spent[at], spread.by[at], spread.stops[at]) = (spent, Some(to), stops);
                    queue.push(there);
                }
            }
        }
        spread
    }

    /// The points spent in a hex, if a way leads there; where it begins, those spent already.
    #[inline]
    pub fn spent(&self, hex: Hex) -> Option<u8> {
        Some(self.spent[hex.index()]).filter(|&spent| spent != u8::MAX)
    }

    /// Whether a way leads to a hex that is not where it begins.
    #[inline]
    pub fn leads_to(&self, hex: Hex) -> bool {
        self.by[hex.index()].is_some()
    }

    /// Whether the way to a hex ends there.
    #[inline]
    pub fn stops(&self, hex: Hex) -> bool {
        self.stops[hex.index()]
    }

    /// The steps to a hex.
    pub fn steps(&self, grid: &Grid, hex: Hex) -> Vec<Direction> {
        grid.steps(self.origin, hex, |hex| self.by[hex.index()])
    }

    /// The route to a hex: the orders that come first, then a step after another. Its rule is filled in.
    pub fn route<O: Clone>(
        &self,
        grid: &Grid,
        hex: Hex,
        first: &[O],
        step: impl Fn(Direction) -> O,
    ) -> Route<O> {
        let steps = self.steps(grid, hex);
        Route {
            place: grid.number(hex).into(),
            cost: self.spent[hex.index()].to_string(),
            stops: self.stops(hex),
            rule: "",
            path: grid.trail(self.origin, steps.iter().copied()),
            meets: vec![],
            orders: first.iter().cloned().chain(steps.into_iter().map(step)).collect(),
        }
    }
}
