//! Deploying: a line fit for the army, heavy foot in its middle, horse on its wings, each on ground that suits it.

use engine::Side;

use crate::element::{ElementId, Whereabouts};
use crate::geometry::{Base, MU, Pose, TABLE};
use crate::kind::Kind;
use crate::order::{Order, Station};
use crate::position::Position;
use crate::terrain::{along, depth};

/// How much readier a better place comes to mind, as an exponent.
const SHARPNESS: f32 = 1.5;

/// From the middle of the line outward; those with the same number as they come.
const fn station(kind: Kind) -> u8 {
    match kind {
        Kind::Pikes | Kind::Blades | Kind::Spears | Kind::Warband => 0,
        Kind::Bows | Kind::Pavises | Kind::Artillery | Kind::LightSpear | Kind::Raiders | Kind::WarWagons => {
            1
        }
        Kind::Auxilia | Kind::Elephants | Kind::Hordes => 2,
        Kind::Knights | Kind::Cataphracts | Kind::Cavalry | Kind::Camelry | Kind::ScythedChariots => 3,
        Kind::LightHorse => 4,
        Kind::Psiloi | Kind::CampFollowers => 5,
    }
}

impl Position {
    pub(super) fn mind_deployment(&self, orders: &[Order], out: &mut Vec<f32>) {
        let waiting =
            ElementId::troops_of(self.active).filter(|&id| self.element(id).place == Whereabouts::Hand);
        let next = waiting.map(|id| self.turn_in_line(id)).min().unwrap_or(0);
        let middle = self.middle_of_line();
        out.extend(orders.iter().map(|order| match order {
            Order::Place { unit, at: Station::Pose(pose), dismount } => {
                let early = f32::from(self.turn_in_line(*unit) - next);
                let dismounts = if *dismount { 1.0 } else { 0.0 };
                (SHARPNESS * (self.fitness(*unit, pose, middle) - 3.0 * early - dismounts)).exp()
            }
            Order::Place { .. } => 1e-4,
            Order::Done => 1e3,
            // Whoever finds no other place goes where the game puts him.
            _ => 1e-5,
        }));
    }

    /// The general comes after the line, unless he is one of its foot.
    fn turn_in_line(&self, id: ElementId) -> u8 {
        match (id.is_general(), station(self.kind(id))) {
            (true, place) if place >= 3 => 5,
            (_, place) => place,
        }
    }

    /// Where the middle of the line should be along the edge: before the enemy's if that stands, else in the middle.
    fn middle_of_line(&self) -> i64 {
        let edge = self.base_edge(self.active);
        let enemies = || self.standing_of(self.active.other());
        match enemies().count() as i64 {
            0 => TABLE / 2,
            count => {
                let sum: i64 = enemies().map(|id| along(edge, self.element(id).pose.at)).sum();
                (sum / count).clamp(12 * MU, TABLE - 12 * MU)
            }
        }
    }

    /// How well a place suits an element.
    fn fitness(&self, id: ElementId, pose: &Pose, middle: i64) -> f32 {
        let side: Side = self.active;
        let edge = self.base_edge(side);
        let base = Base::new(*pose, self.depth(id));
        let mu = |length: i64| length as f32 / MU as f32;
        let off = mu((along(edge, pose.at) - middle).abs());
        let deep = mu(depth(edge, pose.at));
        let bad = self.field.bad_under(&base, self.camels(id));
        let suits = match (self.card(id).bad_going, self.kind(id)) {
            (0, Kind::Auxilia | Kind::Psiloi | Kind::LightSpear) => 0.4,
            (0, _) => 0.0,
            _ => -2.0,
        };
        let mut sum = -0.12 * off - 0.3 * (9.75 - deep).max(0.0) + if bad { suits } else { 0.0 };
        let first = self.standing_of(side).next().is_none();
        for friend in self.standing_of(side) {
            let theirs = self.base(friend);
            if crate::contact::linked(&base, &theirs) {
                let behind = pose.at.coincides(theirs.rear_place().at);
                sum += match behind {
                    false => 0.8,
                    true if self.supports(id, friend) => 1.6,
                    true => -0.4,
                };
            }
        }
        // Nobody stands ahead of the first.
        sum + if first { 0.0 } else { -0.05 * off }
    }

    /// Whether an element behind a friend helps it fight.
    fn supports(&self, id: ElementId, friend: ElementId) -> bool {
        let (kind, front) = (self.kind(id), self.kind(friend));
        match kind {
            Kind::Psiloi => self.sheet.charts.psiloi_support.has(front),
            Kind::Pikes => front == Kind::Pikes,
            // A general looks on from behind his foot.
            _ => id.is_general() && self.on_table(friend) && station(front) < 2,
        }
    }
}
