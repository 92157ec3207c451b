//! What is printed for Skirmish, and how it is shown.

use std::sync::{Arc, OnceLock};

use super::{Skirmish, WINS};
use crate::contract::{Rules, Shown, Side, Turn};
use crate::goal::{Figure, Goal};
use crate::hex::{Direction, Grid, Orientation};
use crate::scene::{Counter, Landscape, Scene, SideCard, Track};

/// The one phase there is.
pub(super) const PHASE: &str = "Turn";

/// The field, shared by every position.
#[derive(Debug)]
pub(super) struct Setting {
    pub(super) grid: Grid,
    landscape: Arc<Landscape>,
}

impl Setting {
    pub(super) fn shared() -> Arc<Setting> {
        static FIELD: OnceLock<Arc<Setting>> = OnceLock::new();
        FIELD.get_or_init(|| Arc::new(Setting::printed())).clone()
    }

    fn printed() -> Setting {
        let grid = Grid::new(Orientation::Flat, 5, 5, true);
        let landscape = Landscape::of("skirmish-1", &grid, "clear");
        Setting { grid, landscape: Arc::new(landscape) }
    }
}

impl Skirmish {
    pub(super) fn counter_name(&self, counter: u8) -> String {
        let name = ["Red 1", "Red 2", "Blue 1", "Blue 2"].get(counter as usize);
        name.map_or_else(|| format!("Counter {counter}"), |name| name.to_string())
    }

    pub(super) fn paint(&self) -> Scene {
        let card = |side| SideCard {
            name: self.side_name(side).into(),
            strength: self.alive(side) as u32,
            standing: format!("{} of 2 left", self.alive(side)),
        };
        let to_act = match self.turn() {
            Turn::Order(side) => Some(side),
            _ => None,
        };
        let counters: Vec<Counter> = (0..4).filter_map(|c| self.paint_counter(c)).collect();
        let standing: Vec<String> = counters
            .iter()
            .map(|c| format!("{} at {}", c.name, c.place.map_or_else(String::new, |h| h.to_string())))
            .collect();
        Scene {
            title: "Skirmish".into(),
            subtitle: "An example".into(),
            sides: Side::BOTH.map(card),
            landscape: self.setting.landscape.clone(),
            counters,
            marks: vec![],
            tracks: vec![self.turn_track()],
            boxes: vec![],
            goal: Goal {
                text: WINS.into(),
                standing: Side::BOTH
                    .map(|side| {
                        Figure::measure(
                            format!("{} left", self.side_name(side)),
                            side,
                            self.alive(side) as u32,
                            2,
                        )
                    })
                    .into(),
                rule: "skirmish.edge",
            },
            cards: vec![],
            hints: vec![],
            threats: vec![],
            phase: PHASE.into(),
            prompt: self.prompt(),
            to_act: to_act.map(|side| side.index() as u8),
            description: standing.join(", "),
        }
    }

    pub(super) fn turn_track(&self) -> Track {
        Track {
            name: "Turns left".into(),
            spaces: (0..=self.state.turns_left).map(|t| t.to_string()).collect(),
            at: Some(self.state.turns_left as usize),
            house: true,
        }
    }

    fn paint_counter(&self, counter: u8) -> Option<Counter> {
        let hex = self.state.counters[counter as usize]?;
        let side = Skirmish::owner(counter);
        Some(Counter {
            id: counter as u16,
            side: side.index() as u8,
            place: Some(hex.into()),
            glyph: "SD",
            name: self.counter_name(counter),
            left: "1".into(),
            middle: String::new(),
            right: "1".into(),
            facing: Some(Direction::new(if side == Side::First { 0 } else { 3 })),
            seals: vec![],
            code: String::new(),
            symbols: vec![],
            base: None,
            aboard: None,
            about: vec![],
        })
    }
}
