//! What is shown: the field, prompts, orders, verdicts, and the sum behind an attack.

use super::setting::PHASE;
use super::{Order, RESULT, Skirmish};
use crate::act;
use crate::contract::{Aim, Outcome, Rules, Shown, Side, Turn, Viewer};
use crate::odds::{Chance, Sum, Term};
use crate::scene::{self, Scene};

impl Shown for Skirmish {
    fn scene(&self, _: Viewer) -> Scene {
        self.paint()
    }

    fn heading(&self) -> String {
        scene::heading(Some(&self.turn_track()), PHASE)
    }

    fn side_name(&self, side: Side) -> &str {
        ["Reds", "Blues"][side.index()]
    }

    fn prompt(&self) -> String {
        match self.turn() {
            Turn::Order(side) => {
                format!("{}: step or attack, {} to go.", self.side_name(side), self.state.orders_left)
            }
            Turn::Dice(_) => "Roll one die for the attack.".into(),
            Turn::Over(_) => self.verdict(),
        }
    }

    fn describe(&self, order: &Order) -> String {
        match *order {
            Order::Step { counter, to } => format!("{} steps to {to}", self.counter_name(counter)),
            Order::Attack { counter, target } => {
                format!("{} attacks {}", self.counter_name(counter), self.counter_name(target))
            }
        }
    }

    fn verdict(&self) -> String {
        match self.outcome() {
            Some(Outcome { winner: Some(side), rule: "skirmish.edge", .. }) => {
                format!("The {} reach the far edge and win.", self.side_name(side))
            }
            Some(Outcome { winner: Some(side), .. }) => {
                format!("The {} hold the field and win.", self.side_name(side))
            }
            Some(_) => "Night falls: a draw.".into(),
            None => String::new(),
        }
    }

    fn sums(&self, order: &Order) -> Vec<Sum> {
        let Order::Attack { target, .. } = *order else { return vec![] };
        let results = Chance::of_a_die(|face| RESULT[face as usize].into());
        let terms = vec![Term::new("an even fight", "one die", "skirmish.attack")];
        vec![Sum {
            title: format!("Attack on {}", self.counter_name(target)),
            terms,
            total: "1 to 1".into(),
            results,
        }]
    }

    fn aim(&self, order: &Order) -> Aim {
        match *order {
            Order::Step { counter, to } => Aim::new(act::STEP).of(u16::from(counter)).at(to),
            Order::Attack { counter, target } => {
                let aim = Aim::new(act::ATTACK).of(u16::from(counter)).with(u16::from(target));
                self.state.counters[target as usize].map_or(aim, |hex| aim.at(hex))
            }
        }
    }
}
