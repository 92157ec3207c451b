//! What a good player knows beside the rules: how a position stands, and which orders come to mind.

use engine::hex::Hex;
use engine::{Judgment, Rules, Side, Turn};

use crate::order::Order;
use crate::position::{Gait, Position, Stage, Step};
use crate::sheet::EndTest;
use crate::unit::{Spot, UnitId};

mod contact;

use contact::Contact;

/// What is weighed.
pub(crate) const TERMS: &[&str] = &[
    "losses",
    "strength",
    "cohesion",
    "attacks at hand",
    "threats",
    "exposed archers",
    "commanders",
    "plunder",
    "approach",
];

/// Points that break an army, where the battle names none.
const USUAL_THRESHOLD: f32 = 20.0;

/// What lies farther off is as good as out of sight.
const FAR: u16 = 20;

/// How readily a march turns back towards where it began.
const DETOUR: f32 = 0.1;

impl Judgment for Position {
    fn terms() -> &'static [&'static str] {
        TERMS
    }

    fn standing(&self, out: &mut Vec<f32>) {
        let [first, second] = Side::BOTH.map(|side| self.merits(side));
        out.extend(first.into_iter().zip(second).map(|(a, b)| a - b));
    }

    fn inclinations(&self, orders: &[Order], out: &mut Vec<f32>) {
        let minded = match orders.first() {
            Some(Order::Place { .. } | Order::Lift { .. } | Order::Muster) => self.player_turn > 0,
            Some(_) => orders.len() > 1 && !matches!(self.combat.stage, Stage::Building | Stage::Losses),
            None => false,
        };
        if !minded {
            out.extend(orders.iter().map(|order| self.habit(order)));
            return;
        }
        let side = self.actor();
        let contact = Contact::new(self, side);
        out.extend(orders.iter().map(|order| self.inclination(order, &contact)));
    }

    fn at_rest(&self) -> bool {
        self.mover.unit == UnitId::NONE && self.combat.stage == Stage::Idle
    }

    fn clock(&self) -> u32 {
        self.player_turn as u32
    }
}

impl Position {
    /// How a side stands, term by term.
    fn merits(&self, side: Side) -> [f32; 9] {
        let threshold = self.breaking_point(side);
        let (mut strength, mut men, mut friends, mut exposed) = (0.0, 0.0, 0.0, 0.0);
        for id in self.battle.fighters(side).iter() {
            if matches!(self.unit(id).spot, Spot::LOST | Spot::ABSENT) {
                continue;
            }
            strength += self.strength(id) as f32 + 0.5 * (self.steps(id) as f32 - 1.0);
            let Some(hex) = self.at(id) else { continue };
            men += 1.0;
            friends += f32::from(self.has_comrade(side, hex));
            if self.battle.unit_type(id).arm.shoots() && self.beside(side.other(), hex) {
                exposed += 1.0;
            }
        }
        let men = f32::max(men, 1.0);
        let dead = self.battle.commanders(side).iter().filter(|&c| self.unit(c).spot == Spot::LOST).count();
        let baggage = self.battle.baggage(side);
        let plundered = baggage.and(self.marks.plundered).len() as f32 / (baggage.len() as f32).max(1.0);
        let prospects = Contact::new(self, side).prospects() / self.breaking_point(side.other());
        let strikes = self.player_turn > 0 && side == self.phasing();
        [
            -(self.points_lost(side) as f32) / threshold,
            strength / 50.0,
            friends / men,
            if strikes { prospects } else { 0.0 },
            if strikes { 0.0 } else { prospects },
            -exposed / men,
            -(dead as f32),
            -plundered,
            -self.way_to_go(side) / 10.0,
        ]
    }

    fn breaking_point(&self, side: Side) -> f32 {
        self.battle.sheet.thresholds[side.index()].map_or(USUAL_THRESHOLD, f32::from)
    }

    fn has_comrade(&self, side: Side, hex: Hex) -> bool {
        let mut near = self.battle.sheet.ground.grid.neighbours(hex);
        near.any(|(_, beyond)| self.fighter_of(side, beyond).is_some())
    }

    /// How far a side still is from what it must get at: the baggage where that decides, or else the enemy.
    fn way_to_go(&self, side: Side) -> f32 {
        match self.battle.sheet.end {
            EndTest::Engines { defender } | EndTest::Wagons { defender } if defender == side => 0.0,
            EndTest::Engines { defender } | EndTest::Wagons { defender } => {
                self.way_to_the_prize(side, defender)
            }
            EndTest::FewerPoints { .. } => self.way_to_the_enemys_ground(side),
        }
    }

    /// How far the men of a side are, on average, from where the enemy set up. The ground stays where it is; of
    /// the way to the enemy himself both sides would gain alike, whoever goes it, and nobody would.
    fn way_to_the_enemys_ground(&self, side: Side) -> f32 {
        let (mut sum, mut men) = (0.0, 0.0);
        for hex in self.battle.fighters(side).iter().filter_map(|id| self.at(id)) {
            sum += f32::from(self.battle.march_to_ground(hex, side.other()).min(FAR));
            men += 1.0;
        }
        if men == 0.0 { 0.0 } else { sum / men }
    }

    /// Whether the clock works for a side: the battle would be its own if nothing more happened.
    fn may_wait(&self, side: Side) -> bool {
        match self.battle.sheet.end {
            EndTest::FewerPoints { tie } => {
                let [own, other] = [side, side.other()].map(|s| self.points_lost(s));
                own < other || (own == other && tie == Some(side))
            }
            EndTest::Engines { defender } | EndTest::Wagons { defender } => defender == side,
        }
    }

    /// Where the baggage decides: how far the nearest men of the attacker are from what is left of it.
    fn way_to_the_prize(&self, side: Side, defender: Side) -> f32 {
        let prizes = self.battle.baggage(defender).without(self.marks.plundered);
        let (mut sum, mut count) = (0.0, 0.0);
        for prize in prizes.iter().filter_map(|id| self.at(id)) {
            let men = self.battle.fighters(side).iter().filter_map(|id| self.at(id));
            let near = men.map(|hex| self.battle.distance(hex, prize)).min();
            sum += near.map_or(15.0, f32::from);
            count += 1.0;
        }
        if count == 0.0 { 0.0 } else { sum / count }
    }

    /// Whose choice it is.
    fn actor(&self) -> Side {
        match self.turn() {
            Turn::Order(side) => side,
            _ => self.phasing(),
        }
    }

    /// How readily an order is given that asks for a look at the field.
    fn inclination(&self, order: &Order, contact: &Contact) -> f32 {
        let lure = |unit: UnitId, from: f32, hex: Hex| {
            (1.5 * (contact.site(unit, hex) - from)).exp().clamp(0.02, 30.0)
        };
        match *order {
            Order::Move { unit } => self.restlessness(unit, contact),
            Order::Lead { unit } => 1.2 * self.restlessness(unit, contact),
            Order::Place { unit, hex } => {
                self.hex(hex).map_or(1.0, |hex| (0.5 * contact.site(unit, hex)).exp().clamp(0.1, 8.0) * 4.0)
            }
            Order::Step { to } => {
                let unit = self.hand();
                let Some(from) = self.at(unit) else { return 1.0 };
                let Some(hex) = self.battle.neighbour(from, to) else { return 1.0 };
                let away =
                    |hex| self.unit(unit).start.hex().map_or(0, |start| self.battle.distance(start, hex));
                // Nobody marches in circles.
                let sense = if self.mover.unit == unit && away(hex) < away(from) { DETOUR } else { 1.0 };
                sense * lure(unit, contact.site(unit, from), hex)
            }
            Order::Halt if self.mover.gait == Gait::March && self.mover.spent == 0 => 0.3,
            Order::Attack { hex } => {
                let target = self.hex(hex).and_then(|hex| self.defender_in(hex));
                match target {
                    Some(prize) if self.battle.is_baggage(prize) => 20.0,
                    Some(enemy) => contact.appetite(enemy),
                    None => 1.0,
                }
            }
            Order::Advance { unit } => match (self.target(), self.at(unit)) {
                (Some(hex), Some(from)) => lure(unit, contact.site(unit, from), hex),
                _ => 1.0,
            },
            _ => self.habit(order),
        }
    }

    /// The unit that steps: in hand, or retreating.
    fn hand(&self) -> UnitId {
        if self.combat.stage == Stage::Idle { self.mover.unit } else { self.combat.piece }
    }

    /// How readily an order is given whatever the field looks like.
    fn habit(&self, order: &Order) -> f32 {
        match *order {
            Order::Muster => 50.0,
            Order::Place { .. } if self.step == Step::Moving => 4.0,
            // Counters can be mustered all at once; who takes up what stands might deploy for ever.
            Order::Place { .. } => 1e-6,
            Order::Lift { .. } => 0.0,
            Order::Feign { .. } => 3.0,
            Order::Join { .. } => 4.0,
            Order::Charge { .. } => 8.0,
            Order::Leave { .. } => 0.01,
            Order::Withdraw { .. } => 0.05,
            Order::Commit if self.combat.stage == Stage::Building => {
                let column = self.final_column();
                [0.02, 0.05, 0.3, 1.5, 4.0, 8.0, 12.0].get(column).copied().unwrap_or(12.0)
            }
            Order::Dodge => 2.0,
            Order::Support { .. } => 5.0,
            Order::Lose { unit } if self.steps(unit) > 1 => 5.0,
            Order::Occupy { .. } => 1.5,
            Order::Follow => 2.0,
            Order::Done => match self.step {
                Step::Moving => 0.5,
                _ => 1.0,
            },
            _ => 1.0,
        }
    }

    /// Those who are ill placed move first, those who are well placed stay; commanders seldom go alone.
    fn restlessness(&self, unit: UnitId, contact: &Contact) -> f32 {
        if self.battle.is_commander(unit) {
            return 0.2;
        }
        (-0.8 * contact.contentment(unit)).exp().clamp(0.05, 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drill::{Drill, Field, bows, foot};

    fn inclination(field: &Field, wanted: Order) -> f32 {
        let orders = field.orders();
        let mut weights = vec![];
        field.inclinations(&orders, &mut weights);
        let place = orders.iter().position(|&order| order == wanted);
        weights[place.unwrap_or_else(|| panic!("{wanted:?} is not legal"))]
    }

    fn chance_of_blue(field: &Field, term: &str) -> f32 {
        let mut terms = vec![];
        field.standing(&mut terms);
        terms[TERMS.iter().position(|&name| name == term).unwrap()]
    }

    #[test]
    fn good_odds_come_to_mind_before_bad_ones() {
        let field = Drill::new()
            .blue("strong", foot(6), "0606")
            .blue("weak", foot(2), "0306")
            .gold("prey", foot(2), "0607")
            .gold("giant", foot(6), "0307")
            .begin(Step::Fighting);
        let attack = |hex| inclination(&field, Order::Attack { hex: crate::drill::number(hex) });
        let stay = inclination(&field, Order::Done);
        assert!(attack("0607") > 3.0 * attack("0307"));
        assert!(attack("0607") > stay && attack("0307") < stay);
    }

    #[test]
    fn an_attack_at_hand_is_worth_something_and_more_against_a_weaker_enemy() {
        let field = |strength| {
            Drill::new().blue("us", foot(4), "0606").gold("them", foot(strength), "0607").begin(Step::Moving)
        };
        assert!(chance_of_blue(&field(1), "attacks at hand") > chance_of_blue(&field(3), "attacks at hand"));
        let apart =
            Drill::new().blue("us", foot(4), "0602").gold("them", foot(1), "0609").begin(Step::Moving);
        assert_eq!(chance_of_blue(&apart, "attacks at hand"), 0.0);
    }

    #[test]
    fn archers_next_to_the_enemy_are_exposed() {
        let field =
            |hex| Drill::new().blue("bows", bows(2), hex).gold("them", foot(3), "0607").begin(Step::Moving);
        assert!(chance_of_blue(&field("0606"), "exposed archers") < 0.0);
        assert_eq!(chance_of_blue(&field("0605"), "exposed archers"), 0.0);
    }

    #[test]
    fn where_points_decide_it_is_worth_something_to_go_for_the_enemy() {
        // The Rus stand in columns 08 and 09, the Byzantines in 14 to 16 of the joined map.
        let mut field = Drill::battle("dorostolon-third");
        field.play(Order::Muster).play(Order::Muster);
        let before = chance_of_blue(&field, "approach");
        let (rus, byzantine) = (field.id("Druzhina"), field.id("Tzimiskes"));
        let go = |field: &mut Field, unit, hex| {
            let hex = field.hex(crate::drill::number(hex)).unwrap();
            field.shift(unit, hex);
        };
        go(&mut field, rus, "1109");
        let after = chance_of_blue(&field, "approach");
        assert!(after < before, "better for the Rus: {before}, {after}");
        go(&mut field, byzantine, "1308");
        assert_eq!(chance_of_blue(&field, "approach"), after, "where a commander stands does not matter");
    }

    #[test]
    fn the_way_to_an_enemy_across_the_river_leads_over_the_bridge() {
        let field = Drill::of("practice").begin(Step::Moving);
        let hex = |text| field.hex(crate::drill::number(text)).unwrap();
        let (bank, other_bank) = (hex("0707"), hex("0709"));
        assert_eq!(field.battle.distance(bank, other_bank), 2);
        assert_eq!(field.battle.march(bank, other_bank), 3, "0607, the bridge, and 0608");
        assert_eq!(field.battle.march(bank, bank), 0);
    }
}
