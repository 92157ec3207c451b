//! Deploying: a line fit for the army, heavy foot in its middle, horse on its wings, each on ground that suits it and
//! before the enemy it likes to meet.

use crate::contact::linked;
use crate::element::{ElementId, Whereabouts};
use crate::geometry::{Base, MU, Pose, TABLE};
use crate::kind::Kind;
use crate::order::{Order, Station};
use crate::position::Position;
use crate::sheet::Class;
use crate::terrain::{along, depth};

/// How much readier a better place comes to mind, as an exponent: there is little to think about.
const SHARPNESS: f32 = 5.0;
/// How readily the worst place comes to mind.
const LEAST: f32 = 1e-6;
/// What is done only where there is nothing else to do.
const HARDLY: f32 = -100.0;
/// What each MU from the middle of the line costs.
const OFF: f32 = 0.06;
/// What each MU behind the front of the zone costs.
const BACK: f32 = 0.3;
/// Elements a front rank should have before others stand behind it, and what each that is missing costs.
const LINE: usize = 6;
const NARROW: f32 = 0.4;
/// What a good match with the enemy opposite is worth.
const MATCH: f32 = 1.2;
/// What a comrade beside is worth.
const BESIDE: f32 = 0.8;

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

fn mu(length: i64) -> f32 {
    length as f32 / MU as f32
}

impl Position {
    pub(super) fn mind_deployment(&self, orders: &[Order], out: &mut Vec<f32>) {
        let waiting =
            ElementId::troops_of(self.active).filter(|&id| self.element(id).place == Whereabouts::Hand);
        let next = waiting.map(|id| self.turn_in_line(id)).min().unwrap_or(0);
        let line = Line::of(self);
        let wish = |order: &Order| match order {
            Order::Place { unit, at: Station::Pose(pose), dismount } => {
                let early = f32::from(self.turn_in_line(*unit) - next);
                let dismounts = if *dismount { 1.0 } else { 0.0 };
                line.fitness(*unit, pose) - 3.0 * early - dismounts
            }
            Order::Done => HARDLY,
            Order::Place { .. } => 2.0 * HARDLY,
            // Whoever finds no other place goes where the game puts him.
            _ => 3.0 * HARDLY,
        };
        let first = out.len();
        out.extend(orders.iter().map(wish));
        let wishes = &mut out[first..];
        let best = wishes.iter().copied().fold(f32::MIN, f32::max);
        wishes.iter_mut().for_each(|wish| *wish = (SHARPNESS * (*wish - best)).exp().max(LEAST));
    }

    /// A mounted general stands next to the foot, where he is of use and covered.
    fn turn_in_line(&self, id: ElementId) -> u8 {
        let place = station(self.kind(id));
        if id.is_general() { place.min(2) } else { place }
    }
}

/// An element in its place.
struct Placed {
    id: ElementId,
    base: Base,
    /// Whether it stands behind another.
    second: bool,
}

/// What stands of a line while it forms.
struct Line<'a> {
    position: &'a Position,
    placed: Vec<Placed>,
    front_rank: usize,
    /// Where the middle of the line should be along the edge.
    middle: i64,
    mounted_foes: usize,
}

impl Line<'_> {
    fn of(position: &Position) -> Line<'_> {
        let side = position.active;
        let bases: Vec<(ElementId, Base)> =
            position.standing_of(side).map(|id| (id, position.base(id))).collect();
        let behind = |at: &Base| bases.iter().any(|(_, other)| at.pose.at.coincides(other.rear_place().at));
        let placed: Vec<Placed> =
            bases.iter().map(|&(id, base)| Placed { id, base, second: behind(&base) }).collect();
        let foes = ElementId::troops_of(side.other());
        Line {
            position,
            front_rank: placed.iter().filter(|placed| !placed.second).count(),
            placed,
            middle: middle_of_line(position),
            mounted_foes: foes.filter(|&foe| position.class(foe) == Class::Mounted).count(),
        }
    }

    /// How well a place suits an element.
    fn fitness(&self, id: ElementId, pose: &Pose) -> f32 {
        let position = self.position;
        let edge = position.base_edge(position.active);
        let base = Base::new(*pose, position.depth(id));
        let off = mu((along(edge, pose.at) - self.middle).abs());
        let deep = mu(depth(edge, pose.at));
        let bad = position.field.bad_under(&base, position.camels(id));
        let suits = match (position.card(id).bad_going, position.kind(id)) {
            (0, Kind::Auxilia | Kind::Psiloi | Kind::LightSpear) => 0.8,
            (0, _) => 0.0,
            _ => -2.0,
        };
        let mut sum = -OFF * off - BACK * (9.75 - deep).max(0.0) + if bad { suits } else { 0.0 };
        for friend in self.placed.iter().filter(|friend| linked(&base, &friend.base)) {
            let behind = pose.at.coincides(friend.base.rear_place().at);
            sum += match (behind, friend.second) {
                (false, false) => BESIDE,
                (false, true) => -0.5,
                // Nobody needs a third rank.
                (true, true) => -3.0,
                // A line too narrow is overlapped at both ends.
                (true, false) => {
                    self.help_behind(id, friend.id) - NARROW * LINE.saturating_sub(self.front_rank) as f32
                }
            };
        }
        sum + MATCH * self.match_ahead(id, pose)
    }

    /// What standing behind a friend is worth: support, where the chart gives it.
    fn help_behind(&self, id: ElementId, friend: ElementId) -> f32 {
        let (kind, front) = (self.position.kind(id), self.position.kind(friend));
        let charts = &self.position.sheet.charts;
        match kind {
            Kind::Psiloi if charts.psiloi_support.has(front) => 0.1 * self.mounted_foes as f32,
            Kind::Pikes if front == Kind::Pikes => 2.5,
            _ if kind == front && charts.support[kind as usize].is_some() => 0.9,
            _ => -1.0,
        }
    }

    /// What it is worth to stand opposite those enemies who are deployed already.
    fn match_ahead(&self, id: ElementId, pose: &Pose) -> f32 {
        let position = self.position;
        let edge = position.base_edge(position.active);
        let place = along(edge, pose.at);
        let lore = &position.sheet.charts.lore;
        let matched = position.standing_of(position.active.other()).map(|enemy| {
            let off = mu((along(edge, position.element(enemy).pose.at) - place).abs());
            (1.0 - off / 3.0).max(0.0) * lore.clash(position.kind(id), position.kind(enemy))
        });
        matched.sum()
    }
}

/// Before the middle of the enemy's line if that stands, else in the middle of the edge.
fn middle_of_line(position: &Position) -> i64 {
    let edge = position.base_edge(position.active);
    let enemies = || position.standing_of(position.active.other());
    match enemies().count() as i64 {
        0 => TABLE / 2,
        count => {
            let sum: i64 = enemies().map(|id| along(edge, position.element(id).pose.at)).sum();
            (sum / count).clamp(12 * MU, TABLE - 12 * MU)
        }
    }
}
