//! Positions written by hand: which phases, places and marks there are, and what is usual.

use engine::by_hand::{
    At, Counter, Diagram, Field, Mark, Marking, Names, Note, Phase, Piece, Primer, With, Word, Wrong, bare,
    counts, entries, note, phase, placed, player_turn, tally,
};
use engine::hex::Hex;
use engine::{Shown, Side, Silence};
use serde_json::{Value, json};

use crate::position::{BaitTaken, Marks, Position, Step};
use crate::unit::{Spot, UnitId};

const BAIT: [(&str, BaitTaken); 3] =
    [("untested", BaitTaken::Untested), ("yes", BaitTaken::Yes), ("no", BaitTaken::No)];

impl Diagram for Position {
    type Id = UnitId;
    type Step = Step;

    const PHASES: &'static [Phase<Step>] = &[
        phase("deployment", "A side places its counters.", Step::Deploy).untimed(),
        phase("movement", "Reinforcements are brought on and units move one after another.", |_| {
            Step::Moving
        }),
        phase("combat", "Attacks are made one after another.", |_| Step::Fighting),
    ];
    const TRAYS: &'static [Word] = Spot::WORDS;
    const FLAGS: &'static [Mark] = Marks::MARKS;
    const MARKS: &'static [Marking<Position>] = &[
        bare(
            "full_strength",
            "On its full side, though it began reduced.",
            |p, id| {
                p.marks.reduced.remove(id);
                p.marks.surprised.remove(id);
            },
            |p, id, usual| usual.marks.reduced.has(id) && !p.marks.reduced.has(id),
        ),
        placed(
            "from",
            "Where its move of this turn began, for the run-up of a charge.",
            |p, id, at| p.unit_mut(id).start = at.map_or(Spot::RESERVE, Spot::from),
            |p, id| p.unit(id).start.hex().map(At::Hex),
        ),
        counts("steps", "Hexes moved in this turn, for the run-up of a charge; usually one.", 1, |p, id| {
            &mut p.unit_mut(id).steps
        }),
    ];
    const NOTES: &'static [Note<Position>] = &[
        note(
            "extra",
            "Points lost beside those of the counters, by side (ruling R114); usually none.",
            Position::take_extra,
            Position::extra_by_side,
        ),
        note(
            "bait",
            "Whether the baited enemy came on (ruling R112): untested, as usual, yes or no.",
            |p, said, _| said.one_of("answer", BAIT.map(|(word, _)| word)).map(|i| p.bait = BAIT[i].1),
            |p| {
                let mut tested = BAIT[1..].iter().filter(|(_, bait)| *bait == p.bait);
                tested.next().map(|(word, _)| json!(word))
            },
        ),
        tally(
            "sortie",
            "The Player-Turn in which the first engine fell in time for the sortie; usually 0, none.",
            |p| p.player_turn,
            |p| &mut p.sortie,
        ),
    ];

    fn names(&self) -> Names<'_> {
        let sheet = &self.battle.sheet;
        let longest = sheet.turns + sheet.specials.sortie.as_ref().map_or(0, |sortie| sortie.turns);
        let counter = |id| Counter { name: self.label(id), side: self.side(id) };
        Names {
            grid: &sheet.ground.grid,
            landmarks: vec![],
            counters: self.battle.ids().map(counter).collect(),
            turns: 1..=longest.into(),
        }
    }

    fn clock(&self) -> (Step, Side, u16) {
        let side = if let Step::Deploy(side) = self.step { side } else { self.phasing() };
        (self.step, side, self.game_turn().into())
    }

    fn set_clock(&mut self, step: Step, side: Side, turn: u16) {
        self.step = step;
        self.player_turn = player_turn(turn, side, self.battle.sheet.moves_first);
    }

    fn busy(&self) -> bool {
        self.mover.unit.some().is_some() || self.fighting()
    }

    fn usual_side(&self, phase: &str) -> Side {
        let sheet = &self.battle.sheet;
        if phase == "deployment" { sheet.deploys_first } else { sheet.moves_first }
    }

    /// Before play the counters without a choice stand in their hexes and the others wait; in play those set up before
    /// it are not of this battle, and reinforcements wait.
    fn unmentioned(&self, phase: &str) -> Position {
        let mut position = Position::empty(self.battle.clone());
        if phase == "deployment" {
            position.place_the_fixed();
            return position;
        }
        for id in self.battle.ids().filter(|&id| self.battle.deploys(id)) {
            position.unit_mut(id).spot = Spot::ABSENT;
        }
        position
    }

    /// Whoever stands where the bait draws it is drawn on.
    fn unmarked(&self, phase: &str) -> Position {
        let mut position = self.unmentioned(phase);
        position.marks.plundered = self.marks.plundered;
        for id in self.battle.ids() {
            self.unit(id).hex().into_iter().for_each(|hex| position.put(id, hex));
        }
        position
    }

    fn set_counter(&mut self, id: UnitId, piece: &Piece) -> Result<(), Wrong> {
        self.lift(id, Spot::RESERVE);
        self.marks.plundered.remove(id);
        match piece.at.map_or(Spot::RESERVE, Spot::from) {
            spot if piece.has("plundered") && spot.hex().is_some() => {
                if !self.battle.is_baggage(id) {
                    return Err(piece.wrong("marks", format!("{} is no baggage to plunder", self.label(id))));
                }
                self.unit_mut(id).spot = spot;
            }
            spot => match spot.hex() {
                Some(hex) => self.set_down(id, hex, piece)?,
                None => self.unit_mut(id).spot = spot,
            },
        }
        Ok(())
    }

    fn flag(&mut self, id: UnitId, word: &str) {
        match word {
            "reduced" => self.marks.surprised.remove(id),
            "surprised" => self.marks.reduced.add(id),
            _ => {}
        }
        self.marks.named(word).into_iter().for_each(|set| set.add(id));
    }

    /// A counter is marked reduced if that is all it is.
    fn flagged(&self, id: UnitId, word: &str) -> bool {
        let covered = word == "reduced" && self.marks.surprised.has(id);
        !covered && self.marks.each().any(|(known, set)| known == word && set.has(id))
    }

    fn undeployed(&self, side: Side) -> Option<String> {
        self.to_deploy(side).find(|&id| self.unit(id).hex().is_none()).map(|id| self.label(id))
    }

    fn go_on(&mut self) {
        self.settle(&mut Silence);
    }

    fn piece(&self, id: UnitId) -> Option<Piece> {
        let mut piece = Piece::new(id.index(), self.unit(id).spot.at());
        if self.marks.plundered.has(id) {
            piece.marked("plundered", With::Nothing);
        }
        Some(piece)
    }
}

impl Position {
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

    fn take_extra(&mut self, note: &Field, primer: &Primer) -> Result<(), Wrong> {
        for (side, points) in note.named("side", primer.sides)? {
            self.extra[side] = points.number(0..=255)? as u8;
        }
        Ok(())
    }

    fn extra_by_side(&self) -> Option<Value> {
        let points = |side: Side| self.extra[side.index()];
        let some = Side::BOTH.into_iter().filter(|&side| points(side) > 0);
        entries(some.map(|side| (self.side_name(side).to_string(), points(side).into())))
    }
}

#[cfg(test)]
mod tests;
