//! The keen player: prefers some orders to others, and steps that lead nearer to a goal to all other steps.

use engine::Generator;
use engine::contract::{Side, Viewer};
use engine::hex::HexNumber;
use engine::place::Place;
use engine::scene::Scene;
use engine::table::{Order, Table};

use crate::{Gallery, Golden};

/// The weight of a step towards the goal.
const NEARER: u32 = 60;
/// The weight of any other step.
const ASTRAY: u32 = 3;
/// The weight of a step that leads nowhere to be seen.
const BLIND: u32 = 10;
/// The weight of ending a step for a side that does nothing of itself.
const IDLE: u32 = 10_000;
/// The weight of orders nobody speaks of.
const OTHER: u32 = 4;

impl Gallery<'_> {
    /// One of the legal orders, by weight.
    pub(crate) fn choose(
        &self,
        golden: &Golden,
        table: &dyn Table,
        side: Side,
        generator: &mut Generator,
    ) -> Order {
        let orders = table.orders();
        let goals = (golden.goals)(&table.scene(Viewer::Side(side)), side);
        let word = |order: &Order| order["do"].as_str().unwrap_or("").to_string();
        let weigh = |order: &Order| match word(order).as_str() {
            "done" | "commit" if golden.idle == Some(side) => IDLE,
            "step" => nearer(table, order, &goals, side),
            word => self.weight(golden, word),
        };
        let mut weights: Vec<u32> = orders.iter().map(weigh).collect();
        if weights.contains(&NEARER) {
            for (weight, order) in weights.iter_mut().zip(&orders) {
                *weight = if self.dawdling.contains(&word(order).as_str()) { 0 } else { *weight };
            }
        }
        let mut pick = generator.below(weights.iter().sum::<u32>().max(1));
        for (order, weight) in orders.iter().zip(weights) {
            if pick < weight {
                return order.clone();
            }
            pick -= weight;
        }
        orders[0].clone()
    }

    fn weight(&self, golden: &Golden, word: &str) -> u32 {
        let own = golden.weights.iter().rev();
        let all = own.chain(self.weights.iter());
        all.into_iter().find(|(order, _)| *order == word).map_or(OTHER, |(_, weight)| *weight)
    }
}

/// The hexes of the enemy, and the objectives a side does not hold.
pub fn enemies_and_objectives(scene: &Scene, side: Side) -> Vec<HexNumber> {
    let (own, enemy) = (side.index() as u8, side.other().index() as u8);
    let objectives = scene.marks.iter().filter(|m| m.kind == "objective" && m.side != Some(own));
    let enemies = scene.counters.iter().filter(|c| c.side == enemy);
    objectives.map(|m| m.place).chain(enemies.filter_map(|c| c.place)).filter_map(Place::hex).collect()
}

fn nearer(table: &dyn Table, order: &Order, goals: &[HexNumber], side: Side) -> u32 {
    let before = active(&table.scene(Viewer::Side(side)));
    let mut after = table.clone_box();
    let (Some((id, from)), Ok(_)) = (before, after.play(order)) else { return BLIND };
    let scene = after.scene(Viewer::Side(side));
    let Some(to) = scene.counters.iter().find(|c| c.id == id).and_then(|c| c.place?.hex()) else {
        return BLIND;
    };
    let grid = scene.landscape.grid();
    let far = |hex: HexNumber| {
        let at = |number| grid.at(number).unwrap();
        goals.iter().map(|&goal| grid.distance(at(hex), at(goal))).min().unwrap_or(0)
    };
    if far(to) < far(from) { NEARER } else { ASTRAY }
}

/// The counter in hand and where it stands.
fn active(scene: &Scene) -> Option<(u16, HexNumber)> {
    scene.counters.iter().find(|c| c.seals.contains(&"active")).and_then(|c| Some((c.id, c.place?.hex()?)))
}
