//! What a good player knows beside the rules: how a position stands, and which orders come to mind.
//!
//! A fight is a comparison of factors, so the art is to bring the right troops before the right enemy, to overlap and
//! to flank, to keep lines together, and to lose nobody for nothing: four elements decide.

mod counsel;
mod deploying;
mod menace;
mod odds;
mod raids;
mod survey;

use engine::contract::Judgment;
use engine::{Side, Silence};

use crate::element::{Element, ElementId, Whereabouts};
use crate::geometry::{Edge, MU};
use crate::order::Order;
use crate::position::{Position, Stage, Step};

pub use odds::Lore;
use survey::Survey;

/// What is weighed.
pub(crate) const TERMS: &[&str] = &[
    "losses", "generals", "clashes", "matches", "facing", "aims", "order", "support", "command", "ground",
    "idle", "camps", "threats", "menace", "pressing", "footing", "hunt", "chase", "raids", "suited",
];

/// What lost elements mean together: the fourth decides.
const LOSSES: [f32; 6] = [0.0, 1.0, 2.1, 3.4, 5.4, 6.5];

/// Nearer than this to an enemy one has something to do, and farther off by this again one is out of it.
const BUSY: f32 = 6.0;
const OUT_OF_IT: f32 = 10.0;
/// As near as enemies are in contact, and farther off than that by as much as one thinks of closing.
const TOUCHING: f32 = 1.0;
const FAR: f32 = 12.0;
/// What is thrown for PIPs, more or less.
const MIDDLING: u8 = 4;
/// As far off as troops are chased who have scattered.
const CHASED: f32 = 30.0;

impl Judgment for Position {
    fn terms() -> &'static [&'static str] {
        TERMS
    }

    fn standing(&self, out: &mut Vec<f32>) {
        let survey = Survey::of(self);
        let [first, second] = Side::BOTH.map(|side| self.merits(&survey, side));
        let difference = |of: fn(&Merits) -> f32| of(&first) - of(&second);
        let [matches, facing] = survey.tensions_of_all();
        let raids = Side::BOTH.map(|side| survey.raid(side));
        let threats = Side::BOTH.map(|side| survey.menace(side, raids[side.index()].blow));
        let (menace, pressing, suited, chase) = match self.next_mover() {
            Side::First => (threats[0], -second.closeness, -second.suited, -second.chase),
            Side::Second => (-threats[1], first.closeness, first.suited, first.chase),
        };
        out.extend([
            difference(|merits| merits.losses),
            difference(|merits| merits.generals),
            self.clashes(),
            matches,
            facing,
            difference(|merits| merits.volleys),
            difference(|merits| merits.order),
            difference(|merits| merits.support),
            difference(|merits| merits.command),
            difference(|merits| merits.ground),
            difference(|merits| merits.idle),
            difference(|merits| merits.camps),
            threats[0] - threats[1],
            menace,
            pressing,
            difference(|merits| merits.footing),
            difference(|merits| merits.hunt),
            chase,
            raids[0].hope - raids[1].hope,
            suited,
        ]);
    }

    fn inclinations(&self, orders: &[Order], out: &mut Vec<f32>) {
        self.advise(orders, out);
    }

    fn at_rest(&self) -> bool {
        self.hand.is_empty() && self.fight.stage == Stage::None && self.step != Step::Deploy
    }

    /// The enemy has the PIPs of a middling throw, and the fights of this turn are still to come: they are weighed as
    /// they stand.
    fn handed_over(&self) -> Option<Position> {
        let battle = matches!(self.step, Step::Move | Step::Volley | Step::Shoot(_) | Step::Fight);
        if !battle || !self.at_rest() || self.outcome.is_some() {
            return None;
        }
        let mut after = self.clone();
        if after.step == Step::Move {
            after.end_movement(&mut Silence);
        }
        after.active = after.active.other();
        after.begin_turn(&mut Silence);
        after.roll_pips(MIDDLING, &mut Silence);
        Some(after)
    }

    fn clock(&self) -> u32 {
        u32::from(self.turns)
    }
}

/// What a side has in a position, whatever the other has.
#[derive(Clone, Copy, Default)]
struct Merits {
    losses: f32,
    generals: f32,
    order: f32,
    support: f32,
    command: f32,
    ground: f32,
    idle: f32,
    camps: f32,
    closeness: f32,
    suited: f32,
    footing: f32,
    volleys: f32,
    hunt: f32,
    chase: f32,
}

impl Position {
    /// How a side stands by itself.
    fn merits(&self, survey: &Survey, side: Side) -> Merits {
        let lost = usize::from(self.losses(side)).min(LOSSES.len() - 1);
        let mut merits = Merits {
            losses: -LOSSES[lost],
            generals: -f32::from(u8::from(self.general_lost(side))),
            camps: -self.danger_to_camp(survey, side),
            volleys: survey.volleys(side),
            hunt: survey.hunt(side),
            ..Merits::default()
        };
        let army = survey.army(side);
        let scattered = survey.scattered(side.other());
        let general = survey.figure(ElementId::of(side, 0));
        for (i, figure) in army.iter().enumerate() {
            for friend in &army[..i] {
                let [beside, behind] = survey.comradeships(figure, friend);
                merits.order += beside;
                merits.support += behind;
            }
            merits.ground += self.forwardness(side, figure.at) / army.len() as f32;
            merits.command -=
                general.map_or(8.0, |general| (figure.distance(general) - 8.0).clamp(0.0, 16.0)) / 16.0;
            let (nearest, match_up) = survey
                .nearest_foe(figure)
                .map_or((f32::MAX, 0.0), |(far, foe)| (far, survey.lore.clash(figure.kind, foe.kind)));
            merits.idle -= ((nearest - BUSY) / OUT_OF_IT).clamp(0.0, 1.0);
            merits.chase -= scattered * scattered * (survey.nearest_prey(figure) / CHASED).min(1.0);
            let near = (1.0 - (nearest - TOUCHING) / FAR).clamp(0.0, 1.0).powi(2);
            merits.closeness += near;
            merits.suited += near * match_up;
            if figure.bad {
                merits.footing += f32::from(self.card(figure.id).bad_going) / 2.0;
            }
        }
        merits.order *= survey.cohesion(side);
        merits
    }

    /// Who moves next: the other side, once anybody has moved.
    fn next_mover(&self) -> Side {
        let fresh = || self.standing_of(self.active).all(|id| self.element(id).moves == 0);
        match self.step {
            Step::Move if !fresh() => self.active.other(),
            Step::Volley | Step::Shoot(_) | Step::Fight | Step::Storm => self.active.other(),
            _ => self.active,
        }
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
    fn tensions_of_all(&self) -> [f32; 2] {
        let mut sums = [0.0; 2];
        for one in self.army(Side::First) {
            for other in self.army(Side::Second) {
                let parts = self.tensions(one, other);
                sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests;
