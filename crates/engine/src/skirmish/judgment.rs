//! What a good player weighs in Skirmish: men, and how near they are to the far edge.

use super::{Order, Skirmish};
use crate::contract::{Judgment, Side};
use crate::hex::HexNumber;

impl Judgment for Skirmish {
    fn terms() -> &'static [&'static str] {
        &["men", "advance"]
    }

    /// Men left, and how far the foremost has come: what the first side has less what the second has.
    fn standing(&self, out: &mut Vec<f32>) {
        let [reds, blues] = Side::BOTH.map(|side| (self.alive(side) as f32 / 2.0, self.foremost(side)));
        out.extend([reds.0 - blues.0, reds.1 - blues.1]);
    }

    /// Towards the far edge rather than back, and at the enemy where he can be reached.
    fn inclinations(&self, orders: &[Order], out: &mut Vec<f32>) {
        out.extend(orders.iter().map(|order| match *order {
            Order::Attack { .. } => 2.0,
            Order::Step { counter, to } => {
                let rows =
                    |hex: Option<HexNumber>| hex.map_or(0, |hex| rows_gone(Skirmish::owner(counter), hex));
                let onward = rows(Some(to)) > rows(self.state.counters[counter as usize]);
                if onward { 2.0 } else { 0.5 }
            }
        }));
    }

    fn clock(&self) -> u32 {
        u32::from(u8::MAX - self.state.turns_left)
    }
}

impl Skirmish {
    /// How far the foremost counter of a side has come, from 0 at its own edge to 1 at the other.
    fn foremost(&self, side: Side) -> f32 {
        let own = (0..4).filter(|&counter| Skirmish::owner(counter) == side);
        let rows = own.filter_map(|counter| self.state.counters[counter as usize]);
        rows.map(|hex| rows_gone(side, hex)).max().unwrap_or(0) as f32 / 4.0
    }
}

/// The rows between a side's own edge and a hex.
fn rows_gone(side: Side, hex: HexNumber) -> u16 {
    if side == Side::First { 5 - hex.place() } else { hex.place() - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    fn standing(game: &Skirmish) -> Vec<f32> {
        let mut out = vec![];
        game.standing(&mut out);
        assert_eq!(out.len(), Skirmish::terms().len());
        out
    }

    #[test]
    fn the_start_is_even_and_a_step_onward_is_a_lead() {
        let mut game = Skirmish::new(20);
        assert_eq!(standing(&game), [0.0, 0.0]);
        game.play(&Order::Step { counter: 0, to: HexNumber::new(2, 4) }, &mut crate::Silence);
        assert_eq!(standing(&game), [0.0, 0.25]);
    }

    #[test]
    fn a_man_lost_counts_for_the_other_side() {
        let mut game = Skirmish::new(20);
        game.state.counters[3] = None;
        assert_eq!(standing(&game), [0.5, 0.0]);
    }

    #[test]
    fn a_sensible_player_goes_onward_and_attacks() {
        let game = Skirmish::new(20);
        let (mut orders, mut out) = (vec![], vec![]);
        game.orders(&mut orders);
        game.inclinations(&orders, &mut out);
        let onward = orders.iter().position(|o| *o == Order::Step { counter: 0, to: HexNumber::new(2, 4) });
        assert_eq!(out[onward.unwrap()], 2.0);
        assert!(out.contains(&0.5), "steps aside are for the desperate");
    }
}
