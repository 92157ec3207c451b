//! Orders and phases in words.

use crate::element::ElementId;
use crate::order::{Leg, Order, Station};
use crate::position::{Position, Step};
use crate::refusal::mu;

impl Position {
    /// An order in words.
    pub(super) fn described(&self, order: &Order) -> String {
        let label = |id: &ElementId| self.label(*id);
        match order {
            Order::Choose { unit, choice } => {
                let slot = &self.sheet.army(unit.side()).slots[unit.slot().min(11)];
                let troop =
                    slot.choices.get(*choice as usize).map_or("?", |c| &self.sheet.troop(c.troop).name);
                format!("{} as {troop}", label(unit))
            }
            Order::Followers { come: true } => "Camp Followers come along".into(),
            Order::Followers { come: false } => "No Camp Followers".into(),
            Order::Baggage { camp: true } => "With a camp".into(),
            Order::Baggage { camp: false } => "Without a camp".into(),
            Order::Lay { piece } => format!("Lay {}", piece.feature.name()),
            Order::Lift { unit } if self.step == Step::Terrain => {
                let name = self.field.pieces.get(unit.index()).map_or("piece", |laid| laid.feature().name());
                format!("Take the {name} back")
            }
            Order::Lift { unit } => format!("Take {} back", label(unit)),
            Order::Shift { piece, to, .. } => {
                let name =
                    self.field.pieces.get(*piece as usize).map_or("piece", |laid| laid.feature().name());
                format!("Put the {name} at {}, {}", mu(to.x), mu(to.y))
            }
            Order::Number { edges } => {
                let [one, two, three, rest] = edges.map(|edge| edge.name());
                format!("Edges: 4, 5, 6 {rest}; 1 {one}, 2 {two}, 3 {three}")
            }
            Order::Encamp { least, most } => {
                format!("Camp from {}, {} to {}, {}", mu(least.x), mu(least.y), mu(most.x), mu(most.y))
            }
            Order::Place { unit, at, dismount } => {
                let place = match at {
                    Station::Pose(pose) => format!("at {}, {}", mu(pose.at.x), mu(pose.at.y)),
                    Station::Camp => "in the camp".into(),
                    Station::Kept => "kept back".into(),
                };
                let dismount = if *dismount { ", dismounted" } else { "" };
                format!("{} {place}{dismount}", label(unit))
            }
            Order::Muster => match self.step {
                Step::Terrain => "Terrain by chance",
                Step::Encamp => "Set up the camp as usual",
                _ => "Deploy as usual",
            }
            .into(),
            Order::Swap { unit, with } => format!("Exchange {} and {}", label(unit), label(with)),
            Order::Move { units } => format!("Move {}", self.names(units)),
            Order::March { units, legs } => {
                format!("{} {}", self.names(units), self.way_words(legs.legs()))
            }
            Order::File { units, legs } => {
                format!("Column of {} {}", self.names(units), self.way_words(legs.legs()))
            }
            Order::Form { units, files: 1, .. } => format!("Form column behind {}", label(&units.first())),
            Order::Form { units, files, .. } => {
                format!("Narrow to {files} files behind {}", label(&units.first()))
            }
            Order::Withdraw { unit, back } => format!("{} breaks off {} MU", label(unit), mu(*back)),
            Order::Land { units, to, .. } => {
                format!("Land {} at {}, {}", self.names(units), mu(to.at.x), mu(to.at.y))
            }
            Order::Halt => "Put down again".into(),
            Order::Volley { side } => format!("{} shoot next", self.side_words(*side)),
            Order::Shoot { units, target } => {
                format!("{} at {}", self.names(units), self.full_label(*target))
            }
            Order::Support { units } if units.is_empty() => "Nobody aids".into(),
            Order::Support { units } => format!("{} aid", self.names(units)),
            Order::Attack { unit, target } => {
                format!("{} fights {}", self.full_label(*unit), self.full_label(*target))
            }
            Order::Stand { unit } => format!("{} fights for the camp", label(unit)),
            Order::Bend { hand } => format!("Bend {}", Position::hand_name(*hand)),
            Order::Retreat { unit } => format!("{} recoils", label(unit)),
            Order::Done => match self.step {
                Step::Options => "Ready",
                Step::Terrain => "The table is laid",
                Step::Shift(_) => "Leave it",
                Step::Deploy => "Deployed",
                Step::Swap => "Begin the battle",
                _ => "End movement",
            }
            .into(),
        }
    }

    pub(crate) fn phase_words(&self) -> &'static str {
        match self.step {
            Step::Options => "Options",
            Step::Aggression => "Aggression",
            Step::Terrain | Step::Survey => "Terrain",
            Step::CentreRoll | Step::Centre | Step::ShiftRoll(_) | Step::Shift(_) => "Terrain modification",
            Step::Edges | Step::EdgeRoll(_) => "Base edges",
            Step::Encamp => "Camps",
            Step::Deploy => "Deployment",
            Step::Swap => "Swaps",
            Step::Pips | Step::Move => "Movement",
            Step::Volley | Step::Shoot(_) => "Shooting",
            Step::Fight | Step::Storm => "Close combat",
            Step::Over => "The end",
        }
    }

    fn way_words(&self, legs: &[Leg]) -> String {
        let leg = |leg: &Leg| match leg {
            Leg::To(pose) => {
                let degrees = f64::from(pose.heading.thousandths()) / 1_000.0;
                format!("to {}, {} facing {degrees}°", mu(pose.at.x), mu(pose.at.y))
            }
            Leg::Forward(by) if *by < 0 => format!("back {} MU", mu(-by)),
            Leg::Forward(by) => format!("forward {} MU", mu(*by)),
            Leg::Wheel(hand, to) => {
                let degrees = f64::from(to.thousandths()) / 1_000.0;
                format!("wheel {} to {degrees}°", Position::hand_name(*hand))
            }
            Leg::Slide(by) => format!("slide {} MU {}", mu(by.abs()), if *by < 0 { "left" } else { "right" }),
        };
        legs.iter().map(leg).collect::<Vec<_>>().join(", then ")
    }
}
