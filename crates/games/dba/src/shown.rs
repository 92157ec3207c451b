//! What is shown: words, and the sums behind fights. The open table has no scene yet that the engine can draw.

use std::sync::Arc;

use engine::act::{self, Act, Look};
use engine::contract::{Aim, Rules, Shown, Side, Viewer};
use engine::event::Silence;
use engine::hex::Orientation;
use engine::odds::Sum;
use engine::scene::{Landscape, Scene, SideCard, Tray};

use crate::element::{ElementId, Place};
use crate::order::{Leg, Order, Station};
use crate::position::{Position, Stage, Step};
use crate::refusal::mu;

impl Shown for Position {
    fn scene(&self, viewer: Viewer) -> Scene {
        let turn = self.turn();
        Scene {
            title: self.sheet.title.clone(),
            subtitle: format!("{} · DBA 2.2+", self.sheet.date),
            sides: Side::BOTH.map(|side| self.side_card(side)),
            landscape: Arc::new(Landscape {
                key: format!("dba-{}", self.field.pieces.len()),
                orientation: Orientation::Flat,
                columns: 0,
                rows: 0,
                even_shifted: false,
                numbers: vec![],
                terrain: vec![],
                sides: vec![],
                lines: vec![],
                labels: vec![],
                districts: vec![],
                house: None,
            }),
            counters: vec![],
            marks: vec![],
            tracks: vec![],
            boxes: Side::BOTH.map(|side| self.reserve(side)).to_vec(),
            cards: vec![],
            hints: vec![],
            threats: vec![],
            phase: self.phase_words().into(),
            prompt: self.prompt(),
            to_act: turn.side().map(|side| side.index() as u8),
            description: self.table_words(viewer),
        }
    }

    fn side_name(&self, side: Side) -> &str {
        self.side_words(side)
    }

    fn prompt(&self) -> String {
        self.prompt_line(self.turn())
    }

    fn describe(&self, order: &Order) -> String {
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
            Order::Number { edges } => format!("4, 5 and 6 for the {} edge", edges[3].name()),
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
            Order::Form { units, .. } => format!("Form column behind {}", label(&units.first())),
            Order::Withdraw { unit, back } => format!("{} breaks off {} MU", label(unit), mu(*back)),
            Order::Land { units, to } => {
                format!("Land {} at {}, {}", self.names(units), mu(to.at.x), mu(to.at.y))
            }
            Order::Halt => "Put down again".into(),
            Order::Volley { side } => format!("{} shoot next", self.side_words(*side)),
            Order::Shoot { units, target } => format!("{} at {}", self.names(units), label(target)),
            Order::Support { units } if units.is_empty() => "Nobody aids".into(),
            Order::Support { units } => format!("{} aid", self.names(units)),
            Order::Attack { unit, target } => format!("{} fights {}", label(unit), label(target)),
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

    fn aim(&self, order: &Order) -> Aim {
        let of = |act: Act, unit: ElementId| Aim::new(act).of(u16::from(unit.0));
        let plain = |kind| Aim::new(Act::plain(kind));
        match order {
            Order::Choose { unit, .. } => of(Act::lit("choose", Look::Unit), *unit),
            Order::Followers { .. } => plain("followers"),
            Order::Baggage { .. } => plain("baggage"),
            Order::Lay { .. } => plain("lay"),
            Order::Lift { unit } => of(act::LIFT, *unit),
            Order::Shift { .. } => plain("shift"),
            Order::Number { .. } => plain("number"),
            Order::Encamp { .. } => plain("encamp"),
            Order::Place { unit, .. } => of(act::PLACE, *unit),
            Order::Muster => Aim::new(act::MUSTER),
            Order::Swap { unit, with } => of(Act::lit("swap", Look::Unit), *unit).with(u16::from(with.0)),
            Order::Move { units } => of(act::MOVE, units.first()),
            Order::March { units, .. } => of(Act::lit("march", Look::Move), units.first()),
            Order::File { units, .. } => of(Act::lit("file", Look::Move), units.first()),
            Order::Form { units, .. } => of(Act::lit("form", Look::Move), units.first()),
            Order::Withdraw { unit, .. } => of(act::EVADE, *unit),
            Order::Land { units, .. } => of(Act::lit("land", Look::Enter), units.first()),
            Order::Halt => Aim::new(act::HALT),
            Order::Volley { .. } => plain("volley"),
            Order::Shoot { target, .. } => {
                of(Act { weighed: true, ..Act::lit("shoot", Look::Target) }, *target)
            }
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

impl Position {
    fn side_card(&self, side: Side) -> SideCard {
        let left = ElementId::troops_of(side).filter(|&id| self.lives(id)).count();
        let losses = self.losses(side);
        let mut standing = format!("{losses} lost");
        if self.general_lost(side) {
            standing += ", general lost";
        }
        if self.camp(side).captured {
            standing += ", camp captured";
        }
        SideCard { name: self.side_words(side).into(), strength: left as u32, standing }
    }

    fn reserve(&self, side: Side) -> Tray {
        let waiting = |id: &ElementId| matches!(self.element(*id).place, Place::Hand | Place::Kept);
        Tray {
            name: format!("{} beside the table", self.side_words(side)),
            side: Some(side.index() as u8),
            counters: ElementId::all_of(side).filter(waiting).map(|id| u16::from(id.0)).collect(),
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

    /// The table in words, for those who do not see it.
    fn table_words(&self, viewer: Viewer) -> String {
        let mut lines = vec![];
        for side in Side::BOTH {
            if self.step == Step::Options && !viewer.sees_secrets_of(side) {
                lines.push(format!("{}: still choosing", self.side_words(side)));
                continue;
            }
            for id in ElementId::all_of(side).filter(|&id| self.element(id).place != Place::Out) {
                lines.push(format!("{}: {} {}", self.side_words(side), self.label(id), self.where_words(id)));
            }
        }
        for laid in &self.field.pieces {
            lines.push(format!("Terrain: {}", laid.feature().name()));
        }
        lines.join("\n")
    }
}
