//! Perft: how many lines of play there are from a position, by depth, with every order and every throw.
//!
//! The counts of a scenario hold its rules together: a change of the rules shows in them at once, a redesign
//! shows none. Where a game's list is representative, the lines of the listed orders are counted.
//!
//! ```
//! use engine::perft::perft;
//! use engine::skirmish::Skirmish;
//! let start = Skirmish::new(20);
//! assert_eq!(perft(&start, 0), 1);
//! assert_eq!(perft(&start, 1), 6);
//! ```

use crate::contract::{Game, Turn};
use crate::event::Silence;

/// How many lines of so many orders and throws there are; a game that is over has none that go on.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match position.turn() {
        Turn::Over(_) => 0,
        Turn::Order(_) => {
            let mut orders = vec![];
            position.orders(&mut orders);
            if depth == 1 {
                return orders.len() as u64;
            }
            let after = |order: &G::Order| {
                let mut next = position.clone();
                next.play(order, &mut Silence);
                perft(&next, depth - 1)
            };
            orders.iter().map(after).sum()
        }
        Turn::Dice(request) if depth == 1 => u64::from(request.ways()),
        Turn::Dice(request) => {
            let after = |dice| {
                let mut next = position.clone();
                next.roll(dice, &mut Silence);
                perft(&next, depth - 1)
            };
            request.throws().map(after).sum()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Rules;
    use crate::dice::Generator;
    use crate::skirmish::Skirmish;

    #[test]
    fn every_line_is_counted_once() {
        let start = Skirmish::new(20);
        let mut orders = vec![];
        start.orders(&mut orders);
        let one_by_one = orders.iter().map(|order| {
            let mut next = start.clone();
            next.play(order, &mut Silence);
            perft(&next, 2)
        });
        assert_eq!(perft(&start, 3), one_by_one.sum::<u64>());
    }

    #[test]
    fn a_game_that_is_over_goes_nowhere() {
        let mut game = Skirmish::new(20);
        let mut generator = Generator::new(1, 1);
        let mut orders = vec![];
        loop {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Dice(request) => game.roll(generator.throw(request), &mut Silence),
                Turn::Order(_) => {
                    orders.clear();
                    game.orders(&mut orders);
                    let order = &orders[generator.below(orders.len() as u32) as usize];
                    game.play(order, &mut Silence);
                }
            }
        }
        assert_eq!((perft(&game, 0), perft(&game, 1), perft(&game, 4)), (1, 0, 0));
    }
}
