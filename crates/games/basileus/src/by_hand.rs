//! Positions written by hand: which phases, places and marks there are, and what is usual.

use engine::by_hand::{At, ByHand, Counter, Hand, Mark, Piece, Primer, Takes, With, Word, Wrong, mark, word};
use engine::hex::Hex;
use engine::{Shown, Side, Silence};
use serde_json::{Map, Value, json};

use crate::position::{BaitTaken, Marks, Position, Step};
use crate::sheet::Coming;
use crate::unit::{Spot, UnitId};

const PHASES: &[Word] = &[
    word("deployment", "A side places its counters."),
    word("movement", "Reinforcements are brought on and units move one after another."),
    word("combat", "Attacks are made one after another."),
];

const TRAYS: &[Word] = &[word("reserve", "Not yet on the map."), word("lost", "Eliminated.")];

/// The marks that are not the position's own sets.
const OTHER_MARKS: &[Mark] = &[
    mark("full_strength", "On its full side, though it began reduced.", Takes::Nothing),
    mark("from", "Where its move of this turn began, for the run-up of a charge.", Takes::Place),
    mark("steps", "Hexes moved in this turn, for the run-up of a charge; usually one.", Takes::Number),
];

const NOTES: &[Word] = &[
    word("extra", "Points lost beside those of the counters, by side (ruling R114); usually none."),
    word("bait", "Whether the baited enemy came on (ruling R112): untested, as usual, yes or no."),
    word("sortie", "The Player-Turn in which the first engine fell in time for the sortie; usually 0, none."),
];

const BAIT: [(&str, BaitTaken); 3] =
    [("untested", BaitTaken::Untested), ("yes", BaitTaken::Yes), ("no", BaitTaken::No)];

impl ByHand for Position {
    fn primer(&self) -> Option<Primer<'_>> {
        let sheet = &self.battle.sheet;
        let counters = (0..self.battle.count() as u8).map(UnitId);
        let longest = sheet.turns + sheet.specials.sortie.as_ref().map_or(0, |sortie| sortie.turns);
        Some(Primer {
            sides: Side::BOTH.map(|side| self.side_name(side)),
            grid: &sheet.ground.grid,
            landmarks: vec![],
            counters: counters.map(|id| Counter { name: self.label(id), side: self.side(id) }).collect(),
            phases: PHASES,
            trays: TRAYS,
            marks: [Marks::MARKS, OTHER_MARKS].concat(),
            facings: false,
            carriers: false,
            turns: 1..=longest.into(),
            notes: NOTES,
        })
    }

    fn set_by_hand(&self, hand: &Hand) -> Result<Position, Wrong> {
        let mut position = self.unmentioned(hand.phase == "deployment");
        position.set_clock(hand)?;
        for piece in &hand.counters {
            position.set_counter(piece)?;
        }
        for piece in &hand.counters {
            position.set_marks(piece);
        }
        position.set_notes(hand)?;
        position.settled_in_its_phase()
    }

    fn hand(&self) -> Option<Hand> {
        let phase = phase_of(self.step)?;
        if self.mover.unit.some().is_some() || self.fighting() {
            return None;
        }
        let (side, turn) = match self.step {
            Step::Deploy(side) => (side, None),
            _ => (self.phasing(), Some(self.game_turn().into())),
        };
        let usual = self.unmentioned(self.player_turn == 0);
        let counters = (0..self.battle.count() as u8).filter_map(|id| self.written(UnitId(id), &usual));
        Some(Hand { phase, side: Some(side), turn, counters: counters.collect(), notes: self.notes() })
    }
}

fn phase_of(step: Step) -> Option<&'static str> {
    match step {
        Step::Deploy(_) => Some("deployment"),
        Step::Moving => Some("movement"),
        Step::Fighting => Some("combat"),
        Step::Rally(_) | Step::Over => None,
    }
}

/// Reading.
impl Position {
    /// The map with nobody mentioned. Before play the counters without a choice stand in their hexes and the
    /// others wait; in play those set up before it are lost, baggage lies plundered where it could have been set
    /// up, and reinforcements wait.
    fn unmentioned(&self, before_play: bool) -> Position {
        let mut position = Position::empty(self.battle.clone());
        if before_play {
            position.place_the_fixed();
            return position;
        }
        for id in (0..self.battle.count() as u8).map(UnitId) {
            let Coming::Deploys { hexes, .. } = &self.battle.group(id).coming else { continue };
            position.unit_mut(id).spot = match (self.battle.is_baggage(id), hexes.first()) {
                (true, Some(&hex)) => {
                    position.marks.plundered.add(id);
                    Spot::on(hex)
                }
                _ => Spot::LOST,
            };
        }
        position
    }

    fn set_clock(&mut self, hand: &Hand) -> Result<(), Wrong> {
        let sheet = &self.battle.sheet;
        let first = sheet.moves_first;
        if hand.phase == "deployment" {
            self.step = Step::Deploy(hand.side.unwrap_or(sheet.deploys_first));
            return match hand.turn {
                Some(_) => Err(Wrong::at("turn", "before play no turns are counted; leave it out")),
                None => Ok(()),
            };
        }
        self.step = if hand.phase == "movement" { Step::Moving } else { Step::Fighting };
        // Turns lie within the length of the scenario, which is small.
        let turn = hand.turn.unwrap_or(1) as u8;
        self.player_turn = 2 * turn - u8::from(hand.side.unwrap_or(first) == first);
        Ok(())
    }

    fn set_counter(&mut self, piece: &Piece) -> Result<(), Wrong> {
        let id = UnitId(piece.counter as u8);
        self.lift(id, Spot::RESERVE);
        self.marks.plundered.remove(id);
        match piece.at {
            Some(At::Hex(hex)) if piece.has("plundered") => {
                if !self.battle.is_baggage(id) {
                    return Err(piece.wrong("marks", format!("{} is no baggage to plunder", self.label(id))));
                }
                self.unit_mut(id).spot = Spot::on(hex);
                self.marks.plundered.add(id);
            }
            Some(At::Hex(hex)) => self.set_down(id, hex, piece)?,
            Some(At::Tray("lost")) => self.unit_mut(id).spot = Spot::LOST,
            _ => {}
        }
        Ok(())
    }

    fn set_down(&mut self, id: UnitId, hex: Hex, piece: &Piece) -> Result<(), Wrong> {
        let number = self.number(hex);
        let side = self.side(id);
        let taken = match () {
            _ if self.battle.is_fighter(id) => self.fighter(hex).is_some(),
            _ if self.battle.is_commander(id) => self.has_commander(side, hex),
            _ => self.has_baggage(side, hex),
        };
        let why = match () {
            _ if !self.battle.enterable(hex) => format!("nobody may stand in {number}"),
            _ if self.holds(side.other(), hex) => format!("the other side stands in {number}"),
            _ if taken => format!("there is a counter of this sort in {number} already"),
            _ => {
                self.put(id, hex);
                return Ok(());
            }
        };
        Err(piece.wrong("at", why))
    }

    fn set_marks(&mut self, piece: &Piece) {
        let id = UnitId(piece.counter as u8);
        if piece.has("reduced") || piece.has("full_strength") || piece.has("surprised") {
            self.marks.reduced.remove(id);
            self.marks.surprised.remove(id);
        }
        for mark in &piece.marks {
            match (mark.name, mark.with) {
                ("reduced", _) => self.marks.reduced.add(id),
                ("surprised", _) => {
                    self.marks.reduced.add(id);
                    self.marks.surprised.add(id);
                }
                ("from", With::Place(At::Hex(hex))) => self.unit_mut(id).start = Spot::on(hex),
                ("steps", _) => self.unit_mut(id).steps = mark.number_or(1) as u8,
                // Plundered it was when it was put down.
                (name, _) => self.marks.named(name).into_iter().for_each(|set| set.add(id)),
            }
        }
    }

    fn set_notes(&mut self, hand: &Hand) -> Result<(), Wrong> {
        let sides = Side::BOTH.map(|side| self.side_name(side).to_string());
        let sides = [sides[0].as_str(), sides[1].as_str()];
        for (name, points) in hand.note("extra").map_or(Ok(vec![]), |note| note.entries())? {
            let side = sides.iter().position(|side| side.eq_ignore_ascii_case(name));
            let side = side.ok_or_else(|| points.wrong(format!("expected {} or {}", sides[0], sides[1])))?;
            self.extra[side] = points.number(0..=255)? as u8;
        }
        if let Some(bait) = hand.note("bait") {
            self.bait = BAIT[bait.one_of("answer", BAIT.map(|(word, _)| word))?].1;
        }
        if let Some(sortie) = hand.note("sortie") {
            self.sortie = sortie.number(0..=self.player_turn.into())? as u8;
        }
        Ok(())
    }

    fn settled_in_its_phase(mut self) -> Result<Position, Wrong> {
        if let Step::Deploy(side) = self.step
            && side != self.battle.sheet.deploys_first
            && let Some(id) = self.to_deploy(side.other()).find(|&id| self.unit(id).hex().is_none())
        {
            let (who, label) = (self.side_name(side.other()), self.label(id));
            return Err(Wrong::at("counters", format!("the {who} deployed first, and {label} has no place")));
        }
        // Only what is sound is carried on.
        self.find_fault().map_err(Wrong::whole)?;
        let clock = (self.step, self.player_turn);
        self.settle(&mut Silence);
        match clock == (self.step, self.player_turn) {
            true => Ok(self),
            false => Err(Wrong::passes_by(&self.prompt())),
        }
    }
}

/// Writing.
impl Position {
    /// A counter as it is written; nothing if it is as it would be if nobody mentioned it.
    fn written(&self, id: UnitId, usual: &Position) -> Option<Piece> {
        let unit = self.unit(id);
        let at = match unit.spot {
            Spot::LOST => At::Tray("lost"),
            spot => spot.hex().map_or(At::Tray("reserve"), At::Hex),
        };
        let mut piece = Piece::new(id.index(), at);
        let printed = (usual.marks.reduced.has(id), usual.marks.surprised.has(id));
        match (self.marks.reduced.has(id), self.marks.surprised.has(id)) {
            now if now == printed => {}
            (true, false) => piece.marked("reduced", With::Nothing),
            (_, true) => piece.marked("surprised", With::Nothing),
            (false, false) => piece.marked("full_strength", With::Nothing),
        }
        let plundered = self.marks.plundered.has(id);
        if plundered {
            piece.marked("plundered", With::Nothing);
        }
        for (name, set) in self.marks.each() {
            // Whoever stands where the bait draws it needs no mark.
            let told = match name {
                "reduced" | "surprised" | "plundered" => true,
                "drawn_on" => unit.hex().is_some_and(|hex| self.drawn_as_far_as(id, hex)),
                _ => false,
            };
            if set.has(id) && !told {
                piece.marked(name, With::Nothing);
            }
        }
        if let Some(hex) = unit.start.hex() {
            piece.marked("from", With::Place(At::Hex(hex)));
        }
        if unit.steps > 0 {
            piece.marked("steps", With::Number(unit.steps.into()));
        }
        let nothing_done = piece.marks.iter().all(|mark| mark.name == "plundered");
        let unmentioned =
            unit == usual.unit(id) && plundered == usual.marks.plundered.has(id) && nothing_done;
        (!unmentioned).then_some(piece)
    }

    /// Whether standing in a hex is being as far as the bait draws.
    fn drawn_as_far_as(&self, id: UnitId, hex: Hex) -> bool {
        let mut fresh = Position::empty(self.battle.clone());
        fresh.put(id, hex);
        fresh.marks.drawn_on.has(id)
    }

    fn notes(&self) -> Map<String, Value> {
        let mut notes = Map::new();
        let extra: Map<String, Value> = Side::BOTH
            .into_iter()
            .filter(|side| self.extra[side.index()] > 0)
            .map(|side| (self.side_name(side).to_string(), json!(self.extra[side.index()])))
            .collect();
        if !extra.is_empty() {
            notes.insert("extra".into(), Value::Object(extra));
        }
        if self.bait != BaitTaken::Untested {
            let word = BAIT.iter().find(|(_, bait)| *bait == self.bait).map(|(word, _)| *word);
            notes.insert("bait".into(), json!(word));
        }
        if self.sortie > 0 {
            notes.insert("sortie".into(), json!(self.sortie));
        }
        notes
    }
}

#[cfg(test)]
mod tests;
