//! Broken invariants, and what makes two positions equal.

use std::hash::{Hash, Hasher};

use super::{ORDERS_A_TURN, Order, Skirmish, State};
use crate::contract::Rules;

impl Skirmish {
    pub(super) fn examine(&self) -> Result<(), String> {
        let State { counters, orders_left, attack, .. } = &self.state;
        for (i, at) in counters.iter().enumerate() {
            if at.is_some_and(|at| self.setting.grid.at(at).is_none()) {
                return Err(format!("counter {i} stands off the field"));
            }
            if at.is_some() && counters[..i].contains(at) {
                return Err(format!("counter {i} shares its hex"));
            }
        }
        if !(1..=ORDERS_A_TURN).contains(orders_left) {
            return Err(format!("{orders_left} orders left in a turn of {ORDERS_A_TURN}"));
        }
        if let Some((attacker, target)) = *attack {
            let waiting = Skirmish { state: State { attack: None, ..self.state.clone() }, ..self.clone() };
            let lawful = waiting.check(&Order::Attack { counter: attacker, target });
            lawful.map_err(|o| format!("an attack is under way that is not allowed: {o}"))?;
        }
        Ok(())
    }
}

impl PartialEq for Skirmish {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl Eq for Skirmish {}

impl Hash for Skirmish {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
    }
}
