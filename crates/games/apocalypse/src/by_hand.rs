//! Positions written by hand: which phases, places and marks there are, and what is usual.
//!
//! Units that are not mentioned are in the Destroyed Units box, or where the scenario keeps them aside; ships are not
//! built, leaders where the scenario begins with them. A unit in a town or city is in garrison unless it is marked.

mod notes;

use engine::by_hand::{
    Counter, Diagram, Hand, Mark, Marking, Names, Note, Phase, Piece, Primer, Takes, With, Word, Wrong,
    marking, note, phase, take_notes,
};
use engine::{Side, Silence};

use crate::position::{Cause, Fight, Holder, Host, Position, Step};
use crate::sheet::{BYZANTINES, MUSLIMS};
use crate::unit::{Expedition, Mode, Spot, Unit, UnitId};

/// The marks of the expeditions, in their order.
const WITH: [&str; 4] = ["byzantine", "syria", "egypt", "kufa"];

/// A mark that says in which mode a counter is, which is seen to when it is put down.
const fn mode(name: &'static str, about: &'static str) -> Marking<Position> {
    marking(
        name,
        about,
        Takes::Nothing,
        |_, _, _| Ok(()),
        |p, id, name, _| {
            let called = match p.unit(id).mode {
                Mode::Field(expedition) => WITH[expedition.index()],
                Mode::Patrol => "patrol",
                _ => "",
            };
            (called == name).then_some(With::Nothing)
        },
    )
}

impl Diagram for Position {
    type Id = UnitId;
    type Step = Step;

    const PHASES: &'static [Phase<Step>] = &[
        phase("events", "The two dice of the Events Segment are due.", |_| Step::EventDice).of_nobody(),
        phase("replacements", "A side raises replacements at its first Fabrica.", |side| {
            Step::Replace(side, 0)
        })
        .sought_from(|_| Step::EventDice),
        phase("fleets", "A side brings its naval units in line with its anchors.", Step::Fleets),
        phase("modes", "A side changes modes and gathers expeditions.", Step::Mode),
        phase("attrition", "Camped expeditions are worn, the Muslims' first.", |_| Step::Attrition(0))
            .of_nobody()
            .sought_from(|_| Step::EventDice),
        phase("sea_move", "A side moves expeditions by sea.", Step::Sea),
        phase("patrol_move", "The Byzantines move patrols.", |_| Step::Patrols).of(BYZANTINES),
        phase("land_move", "A side moves expeditions and leaders by land.", Step::Land),
    ];
    /// Nothing is set up by hand that is still to be set up.
    const TRAYS: &'static [Word] = Spot::WORDS.split_at(4).0;
    const FLAGS: &'static [Mark] = Unit::MARKS;
    const MARKS: &'static [Marking<Position>] = &[
        mode("patrol", "On patrol."),
        mode("byzantine", "With the Byzantine expedition."),
        mode("syria", "With the expedition of Syria."),
        mode("egypt", "With the expedition of Egypt."),
        mode("kufa", "With the expedition of Kufa."),
    ];
    const NOTES: &'static [Note<Position>] = &[
        note(
            "expeditions",
            "What is known of expeditions, by mark: `camped`, `winters`, `done`; usually nothing.",
            Position::note_expeditions,
            Position::expeditions_noted,
        ),
        note(
            "control",
            "Places by holder: `muslims`, `byzantines`, `rebels`; usually whoever's units are in them.",
            Position::note_control,
            Position::control_noted,
        ),
        note("pillaged", "Pillaged places; usually none.", Position::note_pillaged, Position::pillaged_noted),
        note(
            "annals",
            "What players note on paper, in the words of `state`; usually as the scenario begins.",
            Position::note_annals,
            Position::annals_noted,
        ),
    ];

    fn names(&self) -> Names<'_> {
        let ground = &self.sheet.ground;
        let counter = |id: UnitId| Counter {
            // The same names in every position of the scenario, whoever the noble is.
            name: self.label_under(id, None),
            side: self.unit(id).side(),
        };
        Names {
            grid: &ground.grid,
            landmarks: ground.settlements.iter().map(|place| (place.name.as_str(), place.hex)).collect(),
            counters: self.ids().map(counter).collect(),
            turns: self.sheet.first_year..=self.sheet.last_year,
        }
    }

    fn clock(&self) -> (Step, Side, u16) {
        let step = match self.step {
            Step::Replace(side, _) => Step::Replace(side, 0),
            Step::Attrition(_) => Step::Attrition(0),
            step => step,
        };
        (step, self.acting_side(), self.year)
    }

    fn set_clock(&mut self, step: Step, _side: Side, turn: u16) {
        (self.step, self.year) = (step, turn);
    }

    fn busy(&self) -> bool {
        self.march.expedition.is_some()
            || self.battle.kind != Fight::None
            || self.placing.cause != Cause::None
            || self.hand.some().is_some()
            || self.outcome.is_some()
    }

    fn usual_side(&self, _phase: &str) -> Side {
        MUSLIMS
    }

    fn unmentioned(&self, _phase: &str) -> Position {
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

    fn set_counter(&mut self, id: UnitId, piece: &Piece) -> Result<(), Wrong> {
        let spot = piece.at.map_or(Spot::GONE, Spot::from);
        self.send(id, spot);
        // Revolt first: it decides whom a unit opposes.
        if spot.hex().is_some() && piece.has("rebel") {
            self.unit_mut(id).flags |= Unit::REBEL;
        }
        self.unit_mut(id).mode = self.mode_said(id, piece)?;
        let unit = *self.unit(id);
        match (unit.mode, spot.hex()) {
            (Mode::Field(expedition), _) if !unit.is_ship() => {
                *self.host_mut(expedition) = Host { spot, ..Host::NONE };
            }
            (Mode::Garrison, Some(hex)) => {
                let holder = if unit.is_rebel() { Holder::Rebels } else { Holder::of(unit.side()) };
                if let Some(place) = self.sheet.ground.settlement_in(hex) {
                    self.control[place as usize] = holder;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn fill_in(&mut self, hand: &Hand, primer: &Primer) -> Result<(), Wrong> {
        take_notes(self, hand, primer)?;
        if let Step::Mode(side) = self.step {
            self.note_reinforced(side);
        }
        Ok(())
    }

    fn flag(&mut self, id: UnitId, word: &str) {
        if self.unit(id).spot.hex().is_some() {
            self.unit_mut(id).flags |= Unit::flag_called(word);
        }
    }

    fn flagged(&self, id: UnitId, word: &str) -> bool {
        self.unit(id).has(Unit::flag_called(word))
    }

    fn go_on(&mut self) {
        self.settle(&mut Silence);
    }

    fn piece(&self, id: UnitId) -> Option<Piece> {
        Some(Piece::new(id.index(), self.unit(id).spot.at()))
    }
}

impl Position {
    /// The mode of a counter as it is marked. Who stands in the open without a mark is on patrol, if it can be, or with
    /// the expedition of its army.
    fn mode_said(&self, id: UnitId, piece: &Piece) -> Result<Mode, Wrong> {
        let unit = *self.unit(id);
        let Some(hex) = unit.spot.hex() else {
            return Ok(if unit.spot == Spot::AFRICA { Mode::Garrison } else { Mode::Off });
        };
        let ground = &self.sheet.ground;
        let place = ground.settlement_in(hex);
        let open = place.is_none() && unit.is_land() && !unit.is_rebel() && ground.is_land(hex);
        let patrol = piece.has("patrol") || open && unit.is_mounted();
        let with = WITH.iter().position(|name| piece.has(name)).map(|i| Expedition::ALL[i]);
        let with = with.or_else(|| (open && !patrol).then(|| self.army(id).expedition()));
        match with {
            Some(expedition) => {
                let host = self.host(expedition);
                if host.on_map() && host.spot != unit.spot && !unit.is_ship() {
                    return Err(piece.wrong("at", format!("the {} is elsewhere", expedition.name())));
                }
                Ok(Mode::Field(expedition))
            }
            None if patrol => Ok(Mode::Patrol),
            None if unit.is_leader() => Ok(Mode::Off),
            None if place.is_some() => Ok(Mode::Garrison),
            None if unit.is_rebel() => Ok(Mode::Off),
            None => {
                let why = "there is no town or city for it to lie in; mark it with its expedition";
                Err(piece.wrong("marks", why))
            }
        }
    }
}

#[cfg(test)]
mod tests;
