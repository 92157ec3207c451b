//! Positions written by hand: which phases, places and marks there are, and what is usual.
//!
//! What is noted on paper is usually as it is when phase A of the turn has just been played with the counters
//! where they are: the scenario's opening with the incomes of this position.

mod books;

use engine::by_hand::{At, ByHand, Counter, Hand, Mark, Piece, Primer, Takes, With, Word, Wrong, mark, word};
use engine::{Shown, Side, Silence};

use crate::position::{Clash, Position, Step, Wear};
use crate::sheet::{EMPIRES, Leader, MUSLIMS, State};
use crate::unit::{Flags, Party, Spot, Unit, UnitId};

const PHASES: &[Word] = &[
    word("assignment", "Phase A: the Empires assign fertile hexes that several States claim."),
    word("recruitment", "A player recruits."),
    word("construction", "A player builds ships and bases."),
    word("movement", "A player moves stack by stack."),
    word("combat", "A player names the combats to resolve."),
    word("stacking", "A player removes units from overstacked hexes."),
    word("buying_off", "The Muslims buy off converts in revolt."),
    word("conversion", "The Muslims list the units to convert."),
    word("reconversion", "The Empires list the units to win back."),
    word("leader", "Civil war: a faction places its leader; the Muslims play the Authority."),
    word("war_movement", "Civil war: a faction moves stack by stack."),
    word("war_combat", "Civil war: a faction names the combats to resolve."),
    word("war_stacking", "Civil war: a faction removes units from overstacked hexes."),
];

const TRAYS: &[Word] = &[
    word("box", "In the Constantinople box."),
    word("pool", "In the recruitment pool of the player who controls it."),
    word("unbuilt", "In the Destroyed & Un-built Naval Units box."),
    word("conversion", "In the Conversion Box."),
    word("lost", "Bedouin out of the game for good."),
];

/// The trays by the spots they stand for, in the same order.
const SPOTS: [Spot; 5] = [Spot::BOX, Spot::POOL, Spot::UNBUILT, Spot::CONVERSION, Spot::LOST];

/// Flags that a position by hand never has: they are set only while something is carried out.
const UNSEEN: &[&str] = &["in_hand", "dropping", "judged"];

/// The marks that are no flags.
const OTHER_MARKS: &[Mark] = &[
    mark("from", "Where its move of this segment began.", Takes::Place),
    mark("declared", "Its place in the list of conversions to be tried; usually the first.", Takes::Number),
];

const NOTES: &[Word] = &[
    word("points", "Points on the tracks, by State; usually the opening's with this turn's income."),
    word("bases", "Levels of the bases, by site; usually the opening's."),
    word("defeated", "States defeated for good; usually the opening's."),
    word("ledger", "Anything else players note, in the words of `state`; usually as phase A leaves it."),
    word("war", "The civil wars: `authority`, `round`, `stirred` and `won`, in the words of `state`."),
    word("swapped", "Whether the players have changed seats; usually not."),
];

impl ByHand for Position {
    fn primer(&self) -> Option<Primer<'_>> {
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
        Some(Primer {
            sides: Side::BOTH.map(|side| self.sheet.sides[side.index()].as_str()),
            grid: &ground.grid,
            landmarks: cities.chain(sites).collect(),
            counters: units.chain(leaders).collect(),
            phases: PHASES,
            trays: TRAYS,
            marks: Unit::MARKS
                .iter()
                .filter(|mark| !UNSEEN.contains(&mark.word.name))
                .chain(OTHER_MARKS)
                .copied()
                .collect(),
            facings: false,
            carriers: false,
            turns: self.sheet.first_turn.into()..=self.sheet.last_turn.into(),
            notes: NOTES,
        })
    }

    fn set_by_hand(&self, hand: &Hand) -> Result<Position, Wrong> {
        let step = step(hand)?;
        let mut position = self.unmentioned();
        position.turn = hand.turn.map_or(self.sheet.first_turn, |turn| turn as u8);
        position.swapped = hand.note("swapped").map_or(Ok(false), |note| note.flag())?;
        position.set_war(hand, step)?;
        for piece in &hand.counters {
            position.set_counter(piece)?;
        }
        position.set_books(hand, step)?;
        for piece in &hand.counters {
            position.set_marks(piece);
        }
        position.step = step;
        position.settled_in_its_phase()
    }

    fn hand(&self) -> Option<Hand> {
        let busy = self.mover.count > 0
            || self.attrition.stage != Wear::None
            || self.combat.stage != Clash::None
            || self.outcome.is_some();
        let phase = phase_of(self.step).filter(|_| !busy)?;
        let side = match self.party() {
            Party::Muslims | Party::Authority => MUSLIMS,
            Party::Empires | Party::Rebels => EMPIRES,
        };
        let usual = self.unmentioned();
        let units = self.ids().filter_map(|id| self.written(id, usual.unit(id)));
        let placed = Leader::BOTH.into_iter().zip(self.war.leaders);
        let leaders = placed.filter_map(|(leader, spot)| {
            spot.hex().map(|hex| Piece::new(self.leader_id(leader).index(), At::Hex(hex)))
        });
        Some(Hand {
            phase,
            side: Some(side),
            turn: Some(self.turn.into()),
            counters: units.chain(leaders).collect(),
            notes: self.books(),
        })
    }
}

/// The step of a phase, for the force that acts in it.
fn step(hand: &Hand) -> Result<Step, Wrong> {
    let war = hand.phase == "leader" || hand.phase.starts_with("war_");
    let party = match (hand.side.unwrap_or(MUSLIMS), war) {
        (MUSLIMS, false) => Party::Muslims,
        (EMPIRES, false) => Party::Empires,
        (MUSLIMS, true) => Party::Authority,
        (EMPIRES, true) => Party::Rebels,
    };
    let (step, only) = match hand.phase {
        "assignment" => (Step::Assign(0), Some(EMPIRES)),
        "recruitment" => (Step::Recruit(party), None),
        "construction" => (Step::Build(party), None),
        "movement" | "war_movement" => (Step::Move(party), None),
        "combat" | "war_combat" => (Step::Fight(party), None),
        "stacking" | "war_stacking" => (Step::Stack(party, 0), None),
        "buying_off" => (Step::BuyOff, Some(MUSLIMS)),
        "conversion" => (Step::Convert, Some(MUSLIMS)),
        "reconversion" => (Step::Reconvert, Some(EMPIRES)),
        _ => (Step::Leader(party), None),
    };
    match (hand.side, only) {
        (Some(said), Some(only)) if said != only => {
            Err(Wrong::at("side", "this phase is the other side's; leave it out"))
        }
        _ => Ok(step),
    }
}

fn phase_of(step: Step) -> Option<&'static str> {
    Some(match step {
        Step::Assign(_) => "assignment",
        Step::Recruit(_) => "recruitment",
        Step::Build(_) => "construction",
        Step::Move(party) if party.at_war() => "war_movement",
        Step::Move(_) => "movement",
        Step::Fight(party) if party.at_war() => "war_combat",
        Step::Fight(_) => "combat",
        Step::Stack(party, _) if party.at_war() => "war_stacking",
        Step::Stack(..) => "stacking",
        Step::BuyOff => "buying_off",
        Step::Leader(_) => "leader",
        Step::Convert => "conversion",
        Step::Reconvert => "reconversion",
        _ => return None,
    })
}

/// Reading.
impl Position {
    /// The map with nobody mentioned: land units in the pool, ships unbuilt, converted those that begin so.
    fn unmentioned(&self) -> Position {
        let mut position = Position::empty(self.sheet.clone());
        for (id, start) in self.ids().zip(&self.sheet.opening.units) {
            let unit = position.unit_mut(id);
            unit.spot = if unit.kind.is_naval() { Spot::UNBUILT } else { Spot::POOL };
            unit.flags = Flags(if start.converted { Unit::CONVERTED } else { 0 });
        }
        position
    }

    fn set_counter(&mut self, piece: &Piece) -> Result<(), Wrong> {
        let id = UnitId(piece.counter as u8);
        let spot = piece.at.map_or(Spot::NOWHERE, spot_of);
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
        let (arm, admits) =
            (self.unit(id).arm(), |hex| self.sheet.ground.place(hex).admits(self.unit(id).arm()));
        if let Some(hex) = spot.hex().filter(|&hex| !admits(hex)) {
            let why = format!("no {} unit may be in {}", arm.code(), self.place_words(hex));
            return Err(piece.wrong("at", why));
        }
        self.send(id, spot);
        Ok(())
    }

    fn set_marks(&mut self, piece: &Piece) {
        let id = UnitId(piece.counter as u8);
        if !self.exists(id) {
            return;
        }
        for mark in &piece.marks {
            let unit = self.unit_mut(id);
            match (mark.name, mark.with) {
                ("from", With::Place(at)) => unit.origin = spot_of(at),
                ("declared", _) => unit.declared = mark.number_or(1) as u8,
                (name, _) => {
                    let flag = Unit::FLAGS.iter().find(|(_, flag)| *flag == name);
                    unit.flags |= flag.map_or(0, |(flag, _)| *flag);
                }
            }
        }
    }
}

/// The position carried on to the first choice or die of its phase.
impl Position {
    fn settled_in_its_phase(mut self) -> Result<Position, Wrong> {
        // Only what is sound is carried on; which hex is overstacked is found on the way.
        let mut sound = self.clone();
        if let Step::Stack(party, _) = self.step {
            sound.step = Step::Fight(party);
        }
        sound.find_fault().map_err(Wrong::whole)?;
        let clock = |position: &Position| (phase_of(position.step), position.party(), position.turn);
        let asked = clock(&self);
        self.settle(&mut Silence);
        match clock(&self) == asked {
            true => Ok(self),
            false => Err(Wrong::passes_by(&self.prompt())),
        }
    }
}

fn spot_of(at: At) -> Spot {
    match at {
        At::Hex(hex) => Spot::on(hex),
        At::Tray(name) => {
            let tray = TRAYS.iter().position(|tray| tray.name == name);
            tray.map_or(Spot::NOWHERE, |tray| SPOTS[tray])
        }
    }
}

/// Writing.
impl Position {
    /// A counter as it is written; nothing if it is as it would be if nobody mentioned it.
    fn written(&self, id: UnitId, usual: &Unit) -> Option<Piece> {
        let unit = self.unit(id);
        if unit == usual {
            return None;
        }
        let mut piece = Piece::new(id.index(), place_of(unit.spot)?);
        let odd = |flag: u16| unit.has(flag) && !(flag == Unit::CONVERTED && usual.has(flag));
        for (_, name) in Unit::FLAGS.iter().filter(|(flag, _)| odd(*flag)) {
            piece.marked(name, With::Nothing);
        }
        if let Some(origin) = place_of(unit.origin) {
            piece.marked("from", With::Place(origin));
        }
        if unit.declared > 0 {
            piece.marked("declared", With::Number(unit.declared.into()));
        }
        Some(piece)
    }
}

fn place_of(spot: Spot) -> Option<At> {
    let tray = SPOTS.iter().position(|known| *known == spot).map(|tray| At::Tray(TRAYS[tray].name));
    tray.or_else(|| spot.hex().map(At::Hex))
}

#[cfg(test)]
mod tests;
