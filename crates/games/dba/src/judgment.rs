//! What a good player knows beside the rules: how a position stands, and which orders come to mind.
//!
//! A fight is a comparison of factors, so the art is to bring the right troops before the right enemy, to overlap and
//! to flank, to keep lines together, and to lose nobody for nothing: four elements decide.

mod counsel;
mod deploying;
mod odds;
mod survey;

use engine::Side;
use engine::contract::Judgment;

use crate::element::{Element, ElementId, Whereabouts};
use crate::geometry::{Edge, MU};
use crate::order::Order;
use crate::position::{Position, Stage, Step};

pub use odds::Lore;
use survey::Survey;

/// What is weighed.
pub(crate) const TERMS: &[&str] =
    &["losses", "generals", "clashes", "matches", "order", "command", "ground", "camps", "blows"];

/// What lost elements mean together: the fourth decides.
const LOSSES: [f32; 6] = [0.0, 1.0, 2.1, 3.4, 5.4, 6.5];

impl Judgment for Position {
    fn terms() -> &'static [&'static str] {
        TERMS
    }

    fn standing(&self, out: &mut Vec<f32>) {
        let survey = Survey::of(self);
        let [first, second] = Side::BOTH.map(|side| self.merits(&survey, side));
        out.extend(first.into_iter().zip(second).map(|(a, b)| a - b));
        // Fights and matches concern two: they are counted once.
        out[2] = self.clashes();
        out[3] = survey.matches();
    }

    fn inclinations(&self, orders: &[Order], out: &mut Vec<f32>) {
        self.advise(orders, out);
    }

    fn at_rest(&self) -> bool {
        self.hand.is_empty() && self.fight.stage == Stage::None && self.step != Step::Deploy
    }

    fn clock(&self) -> u32 {
        u32::from(self.turns)
    }
}

impl Position {
    /// How a side stands, term by term.
    fn merits(&self, survey: &Survey, side: Side) -> [f32; TERMS.len()] {
        let lost = usize::from(self.losses(side)).min(LOSSES.len() - 1);
        let (mut order, mut command, mut ground) = (0.0, 0.0, 0.0);
        let army = survey.army(side);
        for (i, figure) in army.iter().enumerate() {
            order += army[..i].iter().map(|friend| survey.comradeship(figure, friend)).sum::<f32>();
            ground += self.forwardness(side, figure.at);
            let general = survey.figure(ElementId::of(side, 0));
            command -= general.map_or(8.0, |general| (figure.distance(general) - 8.0).clamp(0.0, 16.0));
        }
        let count = army.len().max(1) as f32;
        [
            -LOSSES[lost],
            -f32::from(u8::from(self.general_lost(side))),
            0.0,
            0.0,
            order,
            command / 16.0,
            ground / count,
            -self.danger_to_camp(survey, side),
            survey.blows(side),
        ]
    }

    /// How far from its own edge a place lies, as a share of the table; beyond two thirds nothing is gained.
    fn forwardness(&self, side: Side, at: [f32; 2]) -> f32 {
        let inward = self.base_edge(side).inward().ahead();
        let along = if inward.x != 0 { at[0] } else { at[1] };
        let deep = if inward.x + inward.y > 0 { along } else { 38.0 - along };
        (deep / 38.0).min(0.66)
    }

    /// What all fights still to be fought are worth to the first side.
    pub(crate) fn clashes(&self) -> f32 {
        let fresh = |id: &ElementId| !self.element(*id).has(Element::FOUGHT);
        let mut sum = 0.0;
        for one in self.standing_of(Side::First).filter(fresh) {
            let at = self.element(one).pose.at;
            for other in self.standing_of(Side::Second).filter(fresh) {
                let apart = self.element(other).pose.at - at;
                if apart.x.abs().max(apart.y.abs()) < 5 * MU && self.will_fight(one, other) {
                    sum += self.fight_worth(one, other);
                }
            }
        }
        for camp in Side::BOTH {
            if let Some(holder) = self.occupant(camp)
                && let Some(attacker) = self.stormers(camp).next()
            {
                let worth = self.fight_worth(attacker, holder);
                sum += if attacker.side() == Side::First { worth } else { -worth };
            }
        }
        sum
    }

    /// Whether two stand so that they fight this turn: front to front, or one will turn to face the other.
    fn will_fight(&self, one: ElementId, other: ElementId) -> bool {
        let turns_to = |by: ElementId, on: ElementId| {
            self.contact(by, on).is_some()
                && !self.contacters(on).any(|(_, contact)| contact.edge == Edge::Front)
        };
        self.frontal(one, other).is_some() || turns_to(one, other) || turns_to(other, one)
    }

    /// How near enemies are to a side's camp, if it is not taken already.
    fn danger_to_camp(&self, survey: &Survey, side: Side) -> f32 {
        let Some([least, most]) = self.camp(side).area else { return 0.0 };
        if self.occupant(side).is_some_and(|holder| {
            self.element(holder).place == Whereabouts::Camp(side) && holder.side() != side
        }) {
            return 0.0;
        }
        let middle = crate::field::middle(least, most);
        let scale = MU as f32;
        let at = [middle.x as f32 / scale, middle.y as f32 / scale];
        let far = survey.army(side.other()).iter().map(|enemy| {
            let apart = [enemy.at[0] - at[0], enemy.at[1] - at[1]];
            (apart[0] * apart[0] + apart[1] * apart[1]).sqrt()
        });
        far.map(|far| (1.0 - far / 10.0).max(0.0)).sum()
    }
}

impl Survey<'_> {
    /// What those not at each other's throats bear on each other, as the first side sees it.
    fn matches(&self) -> f32 {
        let pairs = self
            .army(Side::First)
            .iter()
            .map(|one| self.army(Side::Second).iter().map(|other| self.tension(one, other)).sum::<f32>());
        pairs.sum()
    }
}

#[cfg(test)]
mod tests;
