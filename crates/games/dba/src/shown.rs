//! What is shown: the table with everybody on it, words, the sums behind fights, and what a hand over the table means.

use engine::act::{self, Act, Look};
use engine::contract::{Aim, Bout, Held, Region, Rules, Shown, Side, Viewer, Way};
use engine::event::Silence;
use engine::odds::Sum;
use engine::place::{Place, Pose};
use engine::profile::Profile;
use engine::scene::{self, Scene};

use crate::element::{ElementId, Units};
use crate::field::{Piece, Shape};
use crate::order::{Leg, Legs, Order, Station};
use crate::position::{Position, Stage, Step};

mod bouts;
mod described;
mod laid;
mod posed;
mod regions;
mod table;
mod told;

use table::on_scene;

impl Shown for Position {
    fn scene(&self, viewer: Viewer) -> Scene {
        self.table_scene(viewer)
    }

    fn profile(&self, counter: u16, viewer: Viewer) -> Option<Profile> {
        ElementId::all().find(|id| u16::from(id.0) == counter).and_then(|id| self.profile_of(id, viewer))
    }

    fn heading(&self) -> String {
        scene::heading(self.turn_track().as_ref(), self.phase_words())
    }

    fn side_name(&self, side: Side) -> &str {
        self.side_words(side)
    }

    fn prompt(&self) -> String {
        self.prompt_line(self.turn())
    }

    fn describe(&self, order: &Order) -> String {
        self.described(order)
    }

    fn verdict(&self) -> String {
        self.verdict_text()
    }

    fn sums(&self, order: &Order) -> Vec<Sum> {
        if self.legal(order).is_err() {
            return vec![];
        }
        let begins = matches!(order, Order::Attack { .. } | Order::Shoot { .. } | Order::Support { .. });
        if !begins {
            return vec![];
        }
        let mut after = self.clone();
        after.carry_out(order, &mut Silence);
        match after.fight.stage {
            Stage::Roll => vec![after.sum_of_fight()],
            _ => vec![],
        }
    }

    fn ways(&self, counters: &[u16]) -> Vec<Way<Order>> {
        self.ways_of(counters)
    }

    fn posed(&self, held: Held, to: Pose) -> Option<Way<Order>> {
        self.posed_at(held, to)
    }

    fn regions(&self, overlay: &str, counters: &[u16]) -> Vec<Region> {
        self.regions_of(overlay, counters)
    }

    fn bouts(&self) -> Vec<Bout> {
        self.standing_bouts()
    }

    fn closings(&self) -> Vec<Order> {
        vec![Order::Done, Order::Halt]
    }

    fn aim(&self, order: &Order) -> Aim {
        let of = |act: Act, unit: ElementId| Aim::new(act).of(u16::from(unit.0));
        let plain = |kind| Aim::new(Act::plain(kind));
        let put = |aim: Aim, place: Option<Place>| Aim { place, ..aim };
        match order {
            Order::Choose { unit, .. } => of(Act::lit("choose", Look::Unit), *unit),
            Order::Followers { .. } => plain("followers"),
            Order::Baggage { .. } => plain("baggage"),
            Order::Lay { piece } => put(Aim::new(LAY), middle_of(piece)),
            Order::Lift { unit } if self.step == Step::Terrain => {
                let piece = self.field.pieces.get(unit.index());
                put(Aim::new(TAKE_BACK), piece.and_then(|laid| middle_of(&laid.piece)))
            }
            Order::Lift { unit } => of(act::LIFT, *unit),
            Order::Shift { to, heading, .. } => {
                put(Aim::new(SHIFT), Some(on_scene(crate::geometry::Pose::new(*to, *heading)).into()))
            }
            Order::Number { .. } => plain("number"),
            Order::Encamp { least, most } => {
                let pose =
                    crate::geometry::Pose::new(crate::field::middle(*least, *most), Default::default());
                put(Aim::new(ENCAMP), Some(on_scene(pose).into()))
            }
            Order::Place { unit, at, .. } => {
                let place = match at {
                    Station::Pose(pose) => Some(on_scene(*pose).into()),
                    Station::Camp | Station::Kept => None,
                };
                put(of(act::PLACE, *unit), place)
            }
            Order::Muster => Aim::new(act::MUSTER),
            Order::Swap { unit, with } => of(Act::lit("swap", Look::Unit), *unit).with(u16::from(with.0)),
            Order::Move { units } => of(act::MOVE, units.first()),
            Order::March { units, legs } => put(of(MARCH, units.first()), self.end_of_march(units, legs)),
            Order::File { units, legs } => {
                let end = self.may_file(units, legs.legs()).ok().and_then(|arrival| first(&arrival.ends));
                put(of(Act { kind: "file", ..MARCH }, units.first()), end)
            }
            Order::Form { units, to, .. } => {
                put(of(Act { kind: "form", ..MARCH }, units.first()), Some(on_scene(*to).into()))
            }
            Order::Withdraw { unit, back } => {
                let end = self.may_break_off(*unit, *back).ok();
                put(of(act::EVADE, *unit), end.map(|(pose, _)| on_scene(pose).into()))
            }
            Order::Land { units, to, .. } => {
                put(of(Act::lit("land", Look::Enter), units.first()), Some(on_scene(*to).into()))
            }
            Order::Halt => Aim::new(act::HALT),
            Order::Volley { .. } => plain("volley"),
            Order::Shoot { target, .. } => {
                of(Act { weighed: true, ..Act::lit("shoot", Look::Target) }, *target)
            }
            Order::Support { units } if units.is_empty() => plain("support"),
            Order::Support { units } => of(act::SUPPORT, units.first()),
            Order::Attack { unit, target } => of(act::ATTACK, *target).with(u16::from(unit.0)),
            Order::Stand { unit } => of(Act { look: Look::Unit, ..act::STAND }, *unit),
            Order::Bend { .. } => plain("bend"),
            Order::Retreat { unit } => of(act::RETREAT, *unit),
            Order::Done => Aim::new(act::DONE),
        }
    }

    /// R139: only the options of a list are hidden, until both sides have chosen.
    fn hides_from(&self, viewer: Viewer) -> bool {
        self.step == Step::Options && !Side::BOTH.iter().all(|&side| viewer.sees_secrets_of(side))
    }

    fn conceals(&self, counter: u16, viewer: Viewer) -> bool {
        let id = ElementId(counter.min(255) as u8);
        self.step == Step::Options && self.exists(id) && !viewer.sees_secrets_of(id.side())
    }
}

/// Lays a piece of terrain.
const LAY: Act = Act::lit("lay", Look::Place);
/// Takes one back.
const TAKE_BACK: Act = Act { careful: true, undoes: true, ..Act::lit("lift", Look::Unit) };
/// Moves one.
const SHIFT: Act = Act::lit("shift", Look::Move);
/// Sets up a camp.
const ENCAMP: Act = Act::lit("encamp", Look::Place);
/// Leads elements in hand to where they go.
const MARCH: Act = Act { continues: true, ..Act::lit("march", Look::Move) };

fn first(ends: &[crate::geometry::Pose]) -> Option<Place> {
    ends.first().map(|&pose| on_scene(pose).into())
}

/// The middle of a piece of terrain, fronting along its length.
fn middle_of(piece: &Piece) -> Option<Place> {
    let pose = match &piece.shape {
        Shape::Oval(span) | Shape::Rectangle(span) => crate::geometry::Pose::new(span.centre, span.heading),
        Shape::Chain(cuts) => {
            let [left, right] = *cuts.get(cuts.len() / 2)?;
            crate::geometry::Pose::new(crate::field::middle(left, right), Default::default())
        }
    };
    Some(on_scene(pose).into())
}

impl Position {
    /// Where the first of those who march ends.
    fn end_of_march(&self, units: &Units, legs: &Legs) -> Option<Place> {
        match legs.legs() {
            // A single element stands where it is sent: nothing needs to be tried.
            [Leg::To(pose)] => Some(on_scene(*pose).into()),
            legs => self.may_march(units, legs).ok().and_then(|arrival| first(&arrival.ends)),
        }
    }
}

#[cfg(test)]
mod tests;
