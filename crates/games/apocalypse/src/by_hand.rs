//! Positions written by hand: which phases, places and marks there are, and what is usual.
//!
//! Units that are not mentioned are in the Destroyed Units box, or where the scenario keeps them aside; ships are not
//! built, leaders where the scenario begins with them. A unit in a town or city is in garrison unless it is marked.

mod notes;

use engine::by_hand::{At, ByHand, Counter, Hand, Mark, Piece, Primer, Takes, With, Word, Wrong, mark, word};
use engine::{Shown, Side, Silence};

use crate::position::{Cause, Fight, Host, Position, Step};
use crate::saved::{BESIDE, FLAGS};
use crate::sheet::{BYZANTINES, MUSLIMS};
use crate::unit::{Expedition, Mode, Spot, Unit, UnitId};

const PHASES: &[Word] = &[
    word("events", "The two dice of the Events Segment are due."),
    word("replacements", "A side raises replacements at its first Fabrica."),
    word("fleets", "A side brings its naval units in line with its anchors."),
    word("modes", "A side changes modes and gathers expeditions."),
    word("attrition", "Camped expeditions are worn, the Muslims' first."),
    word("sea_move", "A side moves expeditions by sea."),
    word("patrol_move", "The Byzantines move patrols."),
    word("land_move", "A side moves expeditions and leaders by land."),
];

const TRAYS: &[Word] = &[
    word("destroyed", "In the Destroyed Units box; naval units not built are there too."),
    word("aside", "Kept aside until an event brings it."),
    word("africa", "In the African box."),
    word("gone", "Out of the game for good, or not of this scenario."),
];

const MARKS: &[Mark] = &[
    mark("patrol", "On patrol.", Takes::Nothing),
    mark("byzantine", "With the Byzantine expedition.", Takes::Nothing),
    mark("syria", "With the expedition of Syria.", Takes::Nothing),
    mark("egypt", "With the expedition of Egypt.", Takes::Nothing),
    mark("kufa", "With the expedition of Kufa.", Takes::Nothing),
    mark("rebel", "In revolt.", Takes::Nothing),
    mark("changed", "It has changed its mode in this segment.", Takes::Nothing),
    mark("moved", "A patrol or leader that has had its move.", Takes::Nothing),
];

/// The marks of the expeditions, in their order.
const WITH: [&str; 4] = ["byzantine", "syria", "egypt", "kufa"];

const NOTES: &[Word] = &[
    word(
        "expeditions",
        "What is known of expeditions, by mark: `camped`, `winters`, `done`; usually nothing.",
    ),
    word(
        "control",
        "Places by holder: `muslims`, `byzantines`, `rebels`; usually whoever's units are in them.",
    ),
    word("pillaged", "Pillaged places; usually none."),
    word("annals", "What players note on paper, in the words of `state`; usually as the scenario begins."),
];

impl ByHand for Position {
    fn primer(&self) -> Option<Primer<'_>> {
        let ground = &self.sheet.ground;
        let counter = |id: UnitId| Counter {
            // The same names in every position of the scenario, whoever the noble is.
            name: self.label_under(id, None),
            side: if self.unit(id).is(Unit::MUSLIM) { MUSLIMS } else { BYZANTINES },
        };
        Some(Primer {
            sides: Side::BOTH.map(|side| self.sheet.sides[side.index()].as_str()),
            grid: &ground.grid,
            landmarks: ground.places.iter().map(|place| (place.name.as_str(), place.hex)).collect(),
            counters: self.ids().map(counter).collect(),
            phases: PHASES.to_vec(),
            trays: TRAYS,
            marks: MARKS.to_vec(),
            facings: false,
            carriers: false,
            turns: self.sheet.first_year..=self.sheet.last_year,
            notes: NOTES.to_vec(),
        })
    }

    fn set_by_hand(&self, hand: &Hand) -> Result<Position, Wrong> {
        let mut position = self.unmentioned();
        position.year = hand.turn.unwrap_or(self.sheet.first_year);
        for piece in &hand.counters {
            position.set_counter(piece)?;
        }
        position.take_notes(hand)?;
        position.step = step(hand)?;
        if let Step::Mode(side) = position.step {
            position.note_reinforced(side);
        }
        position.settled_in_its_phase()
    }

    fn hand(&self) -> Option<Hand> {
        let busy = self.march.expedition.is_some()
            || self.battle.kind != Fight::None
            || self.placing.cause != Cause::None
            || self.hand.some().is_some()
            || self.outcome.is_some();
        let phase = phase_of(self.step).filter(|_| !busy)?;
        let usual = self.unmentioned();
        Some(Hand {
            phase,
            side: Some(self.acting_side()).filter(|_| has_side(phase)),
            turn: Some(self.year),
            counters: self.ids().filter_map(|id| self.written(id, usual.unit(id))).collect(),
            notes: self.notes(),
        })
    }
}

/// Whether a phase is one of either side.
fn has_side(phase: &str) -> bool {
    !matches!(phase, "events" | "attrition" | "patrol_move")
}

/// The step of a phase, for the side that acts in it.
fn step(hand: &Hand) -> Result<Step, Wrong> {
    let side = hand.side.unwrap_or(MUSLIMS);
    if hand.side.is_some() && !has_side(hand.phase) {
        return Err(Wrong::at("side", "this phase is of one side or of nobody; leave it out"));
    }
    Ok(match hand.phase {
        "events" => Step::EventDice,
        "replacements" => Step::Replace(side, 0),
        "fleets" => Step::Fleets(side),
        "modes" => Step::Mode(side),
        "attrition" => Step::Attrition(0),
        "sea_move" => Step::Sea(side),
        "patrol_move" => Step::Patrols,
        _ => Step::Land(side),
    })
}

fn phase_of(step: Step) -> Option<&'static str> {
    Some(match step {
        Step::EventDice => "events",
        Step::Replace(..) => "replacements",
        Step::Fleets(_) => "fleets",
        Step::Mode(_) => "modes",
        Step::Attrition(_) => "attrition",
        Step::Sea(_) => "sea_move",
        Step::Patrols => "patrol_move",
        Step::Land(_) => "land_move",
        _ => return None,
    })
}

/// Reading.
impl Position {
    /// The map with nobody mentioned.
    fn unmentioned(&self) -> Position {
        let mut position = Position::empty(self.sheet.clone());
        for (id, &spot) in self.ids().zip(&self.sheet.opening.spots) {
            let spot = match spot {
                Spot::ASIDE | Spot::AFRICA | Spot::GONE => spot,
                Spot::SETUP if self.unit(id).is_leader() => Spot::GONE,
                spot if self.unit(id).is_leader() => spot,
                _ => Spot::DESTROYED,
            };
            position.send(id, spot);
            if spot == Spot::AFRICA {
                position.unit_mut(id).mode = Mode::Garrison;
            }
        }
        position
    }

    fn set_counter(&mut self, piece: &Piece) -> Result<(), Wrong> {
        let id = UnitId(piece.counter as u8);
        let spot = piece.at.map_or(Spot::GONE, spot_of);
        self.send(id, spot);
        let unit = *self.unit(id);
        let Some(hex) = spot.hex() else {
            if spot == Spot::AFRICA {
                self.unit_mut(id).mode = Mode::Garrison;
            }
            return Ok(());
        };
        for (flag, name) in FLAGS {
            if piece.has(name) {
                self.unit_mut(id).flags |= flag;
            }
        }
        let place = self.sheet.ground.place_in(hex);
        // Who stands in the open without a mark is on patrol, if it can be, or with the expedition of its army.
        let open = place.is_none() && unit.is_land() && !piece.has("rebel") && self.sheet.ground.is_land(hex);
        let patrol = piece.has("patrol") || open && unit.is_mounted();
        let with = WITH.iter().position(|name| piece.has(name)).map(|i| Expedition::ALL[i]);
        let with = with.or_else(|| (open && !patrol).then(|| self.army(id).expedition()));
        let mode = match (with, patrol, unit.is_leader(), place) {
            (Some(expedition), ..) => {
                let host = self.host_mut(expedition);
                if host.on_map() && host.spot != spot && !unit.is_ship() {
                    return Err(piece.wrong("at", format!("the {} is elsewhere", expedition.name())));
                }
                if !unit.is_ship() {
                    *host = Host { spot, ..Host::NONE };
                }
                Mode::Field(expedition)
            }
            (None, true, ..) => Mode::Patrol,
            (_, _, true, _) => Mode::Off,
            (.., Some(place)) => {
                let rebel = self.unit(id).is_rebel();
                let side = if unit.is(Unit::MUSLIM) { MUSLIMS } else { BYZANTINES };
                let holder = crate::position::Holder::of(side);
                self.control[place as usize] = if rebel { crate::position::Holder::Rebels } else { holder };
                Mode::Garrison
            }
            _ if piece.has("rebel") => Mode::Off,
            _ => {
                let why = "there is no town or city for it to lie in; mark it with its expedition";
                return Err(piece.wrong("marks", why));
            }
        };
        self.unit_mut(id).mode = mode;
        Ok(())
    }

    /// The position carried on to the first choice or die of its phase.
    fn settled_in_its_phase(mut self) -> Result<Position, Wrong> {
        let clock = |position: &Position| (phase_of(position.step), position.acting_side(), position.year);
        let asked = clock(&self);
        // Only what is sound is carried on; which Fabrica or expedition is due is found on the way.
        let mut sound = self.clone();
        if matches!(self.step, Step::Replace(..) | Step::Attrition(_)) {
            sound.step = Step::EventDice;
        }
        sound.find_fault().map_err(Wrong::whole)?;
        self.settle(&mut Silence);
        let (phase, side, year) = clock(&self);
        let same = phase == asked.0 && year == asked.2 && (side == asked.1 || phase == Some("attrition"));
        if same { Ok(self) } else { Err(Wrong::passes_by(&self.prompt())) }
    }
}

fn spot_of(at: At) -> Spot {
    match at {
        At::Hex(hex) => Spot::on(hex),
        At::Tray(name) => BESIDE.iter().find(|(_, tray)| *tray == name).map_or(Spot::GONE, |(spot, _)| *spot),
    }
}

/// Writing.
impl Position {
    /// A counter as it is written; nothing if it is as it would be if nobody mentioned it.
    fn written(&self, id: UnitId, usual: &Unit) -> Option<Piece> {
        let unit = self.unit(id);
        if (unit.spot, unit.mode, unit.flags) == (usual.spot, usual.mode, usual.flags) {
            return None;
        }
        let at = match unit.spot.hex() {
            Some(hex) => At::Hex(hex),
            None => {
                let name = BESIDE.iter().find(|(spot, _)| *spot == unit.spot).map(|(_, name)| *name)?;
                At::Tray(TRAYS.iter().find(|tray| tray.name == name)?.name)
            }
        };
        let mut piece = Piece::new(id.index(), at);
        if let Some(expedition) = unit.expedition() {
            piece.marked(WITH[expedition.index()], With::Nothing);
        }
        if unit.mode == Mode::Patrol {
            piece.marked("patrol", With::Nothing);
        }
        for (flag, name) in FLAGS {
            if unit.has(flag) && MARKS.iter().any(|mark| mark.word.name == name) {
                piece.marked(name, With::Nothing);
            }
        }
        Some(piece)
    }
}

#[cfg(test)]
mod tests;
