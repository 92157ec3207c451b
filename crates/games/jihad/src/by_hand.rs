//! Positions written by hand: which phases, places and marks there are, and what is usual.
//!
//! What is noted on paper is usually as it is when phase A of the turn has just been played with the counters
//! where they are: the scenario's opening with the incomes of this position.

mod books;

use engine::by_hand::{
    Counter, Diagram, Hand, Mark, Marking, Names, Note, Phase, Piece, Primer, Word, Wrong, counts, holds,
    note, phase, placed, take_notes,
};
use engine::{Side, Silence};

use crate::position::{Clash, Position, Step, Wear};
use crate::sheet::{EMPIRES, Leader, MUSLIMS, State};
use crate::unit::{Flags, Party, Spot, Unit, UnitId};

/// The player of a side.
fn player(side: Side) -> Party {
    if side == MUSLIMS { Party::Muslims } else { Party::Empires }
}

/// The faction of a civil war that a side plays.
fn faction(side: Side) -> Party {
    if side == MUSLIMS { Party::Authority } else { Party::Rebels }
}

impl Diagram for Position {
    type Id = UnitId;
    type Step = Step;

    const PHASES: &'static [Phase<Step>] = &[
        phase("assignment", "Phase A: the Empires assign fertile hexes that several States claim.", |_| {
            Step::Assign(0)
        })
        .of(EMPIRES),
        phase("recruitment", "A player recruits.", |side| Step::Recruit(player(side))),
        phase("construction", "A player builds ships and bases.", |side| Step::Build(player(side))),
        phase("movement", "A player moves stack by stack.", |side| Step::Move(player(side))),
        phase("combat", "A player names the combats to resolve.", |side| Step::Fight(player(side))),
        phase("stacking", "A player removes units from overstacked hexes.", |side| {
            Step::Stack(player(side), 0)
        })
        .sought_from(|side| Step::Fight(player(side))),
        phase("buying_off", "The Muslims buy off converts in revolt.", |_| Step::BuyOff).of(MUSLIMS),
        phase("conversion", "The Muslims list the units to convert.", |_| Step::Convert).of(MUSLIMS),
        phase("reconversion", "The Empires list the units to win back.", |_| Step::Reconvert).of(EMPIRES),
        phase("leader", "Civil war: a faction places its leader; the Muslims play the Authority.", |side| {
            Step::Leader(faction(side))
        }),
        phase("war_movement", "Civil war: a faction moves stack by stack.", |side| Step::Move(faction(side))),
        phase("war_combat", "Civil war: a faction names the combats to resolve.", |side| {
            Step::Fight(faction(side))
        }),
        phase("war_stacking", "Civil war: a faction removes units from overstacked hexes.", |side| {
            Step::Stack(faction(side), 0)
        })
        .sought_from(|side| Step::Fight(faction(side))),
    ];
    /// Nobody writes that a counter is nowhere.
    const TRAYS: &'static [Word] = Spot::WORDS.split_at(1).1;
    const FLAGS: &'static [Mark] = Unit::MARKS;
    const MARKS: &'static [Marking<Position>] = &[
        placed(
            "from",
            "Where its move of this segment began.",
            |p, id, at| p.unit_mut(id).origin = at.map_or(Spot::NOWHERE, Spot::from),
            |p, id| {
                Some(p.unit(id).origin).filter(|origin| *origin != Spot::NOWHERE).map(|origin| origin.at())
            },
        ),
        counts(
            "declared",
            "Its place in the list of conversions to be tried; usually the first.",
            1,
            |p, id| &mut p.unit_mut(id).declared,
        ),
    ];
    const NOTES: &'static [Note<Position>] = &[
        note(
            "war",
            "The civil wars: `authority`, `round`, `stirred` and `won`, in the words of `state`.",
            Position::take_war,
            Position::war_noted,
        ),
        holds("swapped", "Whether the players have changed seats; usually not.", |p| &mut p.swapped),
        note(
            "defeated",
            "States defeated for good; usually the opening's.",
            Position::take_defeated,
            Position::defeated_noted,
        ),
        note(
            "bases",
            "Levels of the bases, by site; usually the opening's.",
            Position::take_bases,
            Position::bases_noted,
        ),
        note(
            "points",
            "Points on the tracks, by State; usually the opening's with this turn's income.",
            Position::take_points,
            Position::points_noted,
        ),
        note(
            "ledger",
            "Anything else players note, in the words of `state`; usually as phase A leaves it.",
            Position::take_ledger,
            Position::ledger_noted,
        ),
    ];

    /// Whoever plays them.
    fn sides(&self) -> [&str; 2] {
        [&self.sheet.sides[0], &self.sheet.sides[1]]
    }

    fn names(&self) -> Names<'_> {
        let ground = &self.sheet.ground;
        let units = self.sheet.roster.units.iter().map(|unit| Counter {
            name: format!("{} {} {}", unit.state.adjective(), unit.kind.name(), unit.ordinal),
            side: if unit.state == State::Muslim { MUSLIMS } else { EMPIRES },
        });
        let leaders = Leader::BOTH.map(|leader| Counter {
            name: leader.name().into(),
            side: if leader == self.sheet.opening.authority { MUSLIMS } else { EMPIRES },
        });
        let cities = ground.cities.iter().map(|city| (city.name.as_str(), city.hex));
        let sites = ground.sites.iter().map(|site| (site.name.as_str(), site.hex));
        Names {
            grid: &ground.grid,
            landmarks: cities.chain(sites).collect(),
            counters: units.chain(leaders).collect(),
            turns: self.sheet.first_turn.into()..=self.sheet.last_turn.into(),
        }
    }

    fn clock(&self) -> (Step, Side, u16) {
        let step = match self.step {
            Step::Assign(_) => Step::Assign(0),
            Step::Stack(party, _) => Step::Stack(party, 0),
            step => step,
        };
        let muslim = matches!(self.party(), Party::Muslims | Party::Authority);
        (step, if muslim { MUSLIMS } else { EMPIRES }, self.turn.into())
    }

    /// In a civil war the round is usually the first.
    fn set_clock(&mut self, step: Step, _side: Side, turn: u16) {
        (self.step, self.turn) = (step, turn as u8);
        self.war.round = u8::from(self.party().at_war());
    }

    fn busy(&self) -> bool {
        self.mover.count > 0
            || self.attrition.stage != Wear::None
            || self.combat.stage != Clash::None
            || self.outcome.is_some()
    }

    fn usual_side(&self, _phase: &str) -> Side {
        MUSLIMS
    }

    /// Land units are in the pool, ships unbuilt, converted those that begin so.
    fn unmentioned(&self, _phase: &str) -> Position {
        let mut position = Position::empty(self.sheet.clone());
        for (id, start) in self.ids().zip(&self.sheet.opening.units) {
            let unit = position.unit_mut(id);
            unit.spot = if unit.kind.is_naval() { Spot::UNBUILT } else { Spot::POOL };
            unit.flags = Flags(if start.converted { Unit::CONVERTED } else { 0 });
        }
        position
    }

    fn set_counter(&mut self, id: UnitId, piece: &Piece) -> Result<(), Wrong> {
        let spot = piece.at.map_or(Spot::NOWHERE, Spot::from);
        if let Some(leader) = self.as_leader(id) {
            if spot.hex().is_none() {
                return Err(piece.wrong("at", format!("{} stands in a hex of the map", leader.name())));
            }
            self.war.leaders[leader as usize] = spot;
            return Ok(());
        }
        // Conversion first: it decides whose presence is counted where.
        if piece.has("converted") {
            self.unit_mut(id).flags |= Unit::CONVERTED;
        }
        let arm = self.unit(id).arm();
        if let Some(hex) = spot.hex().filter(|&hex| !self.sheet.ground.place(hex).admits(arm)) {
            let why = format!("no {} unit may be in {}", arm.code(), self.place_words(hex));
            return Err(piece.wrong("at", why));
        }
        self.send(id, spot);
        Ok(())
    }

    fn fill_in(&mut self, hand: &Hand, primer: &Primer) -> Result<(), Wrong> {
        let defeated = self.sheet.opening.defeated;
        self.books.defeated = State::EMPIRES.into_iter().filter(|state| defeated[state.index()]).collect();
        self.open_books();
        take_notes(self, hand, primer)
    }

    fn flag(&mut self, id: UnitId, word: &str) {
        if self.exists(id) {
            self.unit_mut(id).flags |= Unit::flag_called(word);
        }
    }

    fn flagged(&self, id: UnitId, word: &str) -> bool {
        self.exists(id) && self.unit(id).has(Unit::flag_called(word))
    }

    fn go_on(&mut self) {
        self.settle(&mut Silence);
    }

    fn piece(&self, id: UnitId) -> Option<Piece> {
        let spot = self.as_leader(id).map_or_else(|| self.unit(id).spot, |l| self.war.leaders[l as usize]);
        (spot != Spot::NOWHERE).then(|| Piece::new(id.index(), spot.at()))
    }
}

#[cfg(test)]
mod tests;
