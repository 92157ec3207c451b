//! Positions written by hand: which phases, places and marks there are, and what is usual.

use engine::by_hand::{At, ByHand, Counter, Hand, Mark, Piece, Primer, Takes, With, Word, Wrong, mark, word};
use engine::hex::{Direction, Hex};
use engine::{Rules, Shown, Side, Silence};
use serde_json::{Map, Value, json};

use crate::position::{MOST_DUST, Mover, Position, Stage, Step};
use crate::sheet::Kind;
use crate::unit::{Marker, MarkerKind, Spot, Unit, UnitId};

const PHASES: &[Word] = &[
    word("deployment", "A side places its counters."),
    word("fire", "Fire Combat Phase: attacks are built."),
    word("feint", "The fake retreat may be announced (fan scenario 20)."),
    word("arrival", "Reinforcements may be brought on (fan scenario 12)."),
    word("embarking", "Units may embark on chariots."),
    word("dust", "A chariot may raise dust (fan scenario 20)."),
    word("movement", "Units move one after another."),
    word("debarking", "Passengers may debark."),
    word("hiding", "Units may hide behind the dust (fan scenario 20)."),
    word("melee", "Melee Combat Phase: attacks are built."),
];

const TRAYS: &[Word] = &[
    word("reserve", "Not yet on the map."),
    word("lost", "Removed by a rule."),
    word("exited", "Left the map by the exit."),
];

/// Flags that a position by hand never has: they are set only while something is carried out.
const UNSEEN: &[&str] = &["must_retreat"];

/// The marks that are no flags.
const OTHER_MARKS: &[Mark] = &[
    mark("uncontrolled", "It began the Movement Phase out of control.", Takes::Nothing),
    mark("stopped", "Ground or enemy fire units ended its move, the last one made.", Takes::Nothing),
    mark("fired", "It last fired in this Player-Turn; usually the present one.", Takes::Number),
    mark("disrupted_by_fire", "Disrupted in a Fire Combat Phase of this Player-Turn.", Takes::Number),
    mark("disrupted_moving", "Disrupted by defensive fire in this Player-Turn.", Takes::Number),
    mark("disrupted_by_melee", "Disrupted by melee in this Player-Turn.", Takes::Number),
    mark("disrupted_pursuing", "Disrupted by its own pursuit in this Player-Turn.", Takes::Number),
    mark("grades_lost", "A leader that has lost so many grades; usually one.", Takes::Number),
];

const DISRUPTIONS: [(MarkerKind, &str); 4] = [
    (MarkerKind::Fire, "disrupted_by_fire"),
    (MarkerKind::Movement, "disrupted_moving"),
    (MarkerKind::Melee, "disrupted_by_melee"),
    (MarkerKind::Pursuit, "disrupted_pursuing"),
];

const NOTES: &[Word] = &[
    word("control", "Who controls each objective, by hex; usually whoever stands there."),
    word("fake_retreat", "The Player-Turn of the fake retreat; usually none yet."),
    word("cats", "The Player-Turn of the cats; usually none yet."),
    word("dust", "The hexes with dust markers; usually none."),
];

/// The phases before control is measured.
const UNMEASURED: [&str; 4] = ["deployment", "fire", "feint", "arrival"];

impl ByHand for Position {
    fn primer(&self) -> Option<Primer<'_>> {
        let sheet = &self.battle.sheet;
        // By the printed type: a leader that loses a grade is written as the same counter.
        let name = |unit: &crate::sheet::Blueprint| {
            format!("{} {}", self.battle.unit_type(unit.kind).name, unit.ordinal)
        };
        Some(Primer {
            sides: Side::BOTH.map(|side| self.side_name(side)),
            grid: &sheet.ground.grid,
            landmarks: vec![],
            counters: sheet.units.iter().map(|u| Counter { name: name(u), side: u.side }).collect(),
            phases: PHASES,
            trays: TRAYS,
            marks: Unit::MARKS
                .iter()
                .filter(|mark| !UNSEEN.contains(&mark.word.name))
                .chain(OTHER_MARKS)
                .copied()
                .collect(),
            facings: true,
            carriers: true,
            turns: 1..=sheet.turns.into(),
            notes: NOTES,
        })
    }

    /// Counters that are not mentioned are lost if they deploy before play and wait if they come later; before
    /// play all of them wait.
    fn set_by_hand(&self, hand: &Hand) -> Result<Position, Wrong> {
        let mut position = Position::empty(self.battle.clone());
        position.set_clock(hand)?;
        let before_play = position.player_turn == 0;
        for id in (0..self.battle.count() as u8).map(UnitId).filter(|&id| !before_play && self.deploys(id)) {
            position.unit_mut(id).spot = Spot::LOST;
        }
        let (riders, others): (Vec<&Piece>, Vec<&Piece>) =
            hand.counters.iter().partition(|piece| piece.aboard.is_some());
        for piece in others.iter().chain(&riders) {
            position.set_counter(piece)?;
        }
        for piece in hand.counters.iter().filter(|piece| piece.facing.is_none()) {
            position.face_as_usual(UnitId(piece.counter as u8));
        }
        position.set_notes(hand, &self.primer())?;
        if !UNMEASURED.contains(&hand.phase) {
            position.measure_control();
        }
        for piece in &hand.counters {
            position.set_marks(piece)?;
        }
        position.settled_in_its_phase()
    }

    fn hand(&self) -> Option<Hand> {
        let in_hand = self.mover.unit.some().or(self.facing_due.some()).is_some();
        if in_hand || !self.attacks.is_empty() || self.combat.stage != Stage::Idle {
            return None;
        }
        let phase = phase_of(self.step)?;
        let (side, turn) = match self.step {
            Step::Deploy(side) => (side, None),
            _ => (self.phasing(), Some(self.game_turn().into())),
        };
        let mut measured = self.clone();
        measured.units.iter_mut().for_each(|unit| unit.flags &= !Unit::CONTROLLED);
        if !UNMEASURED.contains(&phase) {
            measured.measure_control();
        }
        let ids = (0..self.battle.count() as u8).map(UnitId);
        let counters = ids.filter_map(|id| self.written(id, measured.unit(id).has(Unit::CONTROLLED)));
        Some(Hand { phase, side: Some(side), turn, counters: counters.collect(), notes: self.notes() })
    }
}

fn phase_of(step: Step) -> Option<&'static str> {
    Some(match step {
        Step::Deploy(_) => "deployment",
        Step::Aim => "fire",
        Step::Feint => "feint",
        Step::Arrive(_) => "arrival",
        Step::Embark => "embarking",
        Step::Dust => "dust",
        Step::Moving => "movement",
        Step::Debark => "debarking",
        Step::Hide => "hiding",
        Step::Array => "melee",
        _ => return None,
    })
}

/// Reading.
impl Position {
    fn set_clock(&mut self, hand: &Hand) -> Result<(), Wrong> {
        let sheet = &self.battle.sheet;
        let first = sheet.moves_first;
        let step = match hand.phase {
            "deployment" => {
                if hand.turn.is_some() {
                    return Err(Wrong::at("turn", "before play no turns are counted; leave it out"));
                }
                self.step = Step::Deploy(hand.side.unwrap_or(sheet.deploys_first));
                return Ok(());
            }
            "fire" => Step::Aim,
            "feint" => Step::Feint,
            "arrival" => Step::Arrive(0),
            "embarking" => Step::Embark,
            "dust" => Step::Dust,
            "movement" => Step::Moving,
            "debarking" => Step::Debark,
            "hiding" => Step::Hide,
            _ => Step::Array,
        };
        self.step = step;
        // Turns lie within the length of the scenario, which is small.
        let turn = hand.turn.unwrap_or(1) as u8;
        self.player_turn = 2 * turn - u8::from(hand.side.unwrap_or(first) == first);
        Ok(())
    }

    fn set_counter(&mut self, piece: &Piece) -> Result<(), Wrong> {
        let id = UnitId(piece.counter as u8);
        let carrier = piece.aboard.map(|carrier| UnitId(carrier as u8));
        let spot = match (piece.at, carrier) {
            (Some(At::Hex(hex)), _) => Spot::on(hex),
            (Some(At::Tray("lost")), _) => Spot::LOST,
            (Some(At::Tray("exited")), _) => Spot::EXITED,
            (None, Some(carrier)) => self.unit(carrier).spot,
            _ => Spot::RESERVE,
        };
        self.unit_mut(id).spot = Spot::RESERVE;
        match spot.hex() {
            Some(hex) => self.set_down(id, hex, piece)?,
            None => self.unit_mut(id).spot = spot,
        }
        if let Some(carrier) = carrier {
            if self.unit(carrier).kind != Kind::CH {
                return Err(piece.wrong("aboard", format!("{} is no chariot", self.label(carrier))));
            }
            self.unit_mut(id).aboard = carrier;
        }
        if let Some(facing) = piece.facing {
            self.unit_mut(id).facing = facing;
        }
        Ok(())
    }

    fn set_down(&mut self, id: UnitId, hex: Hex, piece: &Piece) -> Result<(), Wrong> {
        let number = self.number(hex);
        let wrong = |why: String| piece.wrong("at", why);
        if !self.battle.bears(self.unit(id).kind, hex) {
            return Err(wrong(format!("{} may not be in {number}", self.label(id))));
        }
        if self.holder(hex).is_some_and(|holder| holder != self.side(id)) {
            return Err(wrong(format!("the other side stands in {number}")));
        }
        self.put(id, hex);
        Ok(())
    }

    /// The usual facing: that of the chariot it rides, or else towards the nearest enemy.
    fn face_as_usual(&mut self, id: UnitId) {
        let facing = match (self.unit(id).aboard.some(), self.unit(id).hex()) {
            (Some(chariot), _) => self.unit(chariot).facing,
            (None, Some(hex)) => self.towards_the_enemy(id, hex),
            (None, None) => return,
        };
        self.turn_to(id, facing);
    }

    fn towards_the_enemy(&self, id: UnitId, hex: Hex) -> Direction {
        let enemies = self.battle.units(self.side(id).other()).filter_map(|enemy| self.unit(enemy).hex());
        let Some(nearest) = enemies.min_by_key(|&enemy| (self.battle.distance(hex, enemy), enemy)) else {
            return self.unit(id).facing;
        };
        let away = |to: &Direction| {
            self.battle.neighbour(hex, *to).map_or(u16::MAX, |next| self.battle.distance(next, nearest))
        };
        Direction::ALL.into_iter().min_by_key(away).unwrap_or(self.unit(id).facing)
    }

    fn set_marks(&mut self, piece: &Piece) -> Result<(), Wrong> {
        let id = UnitId(piece.counter as u8);
        let now = u16::from(self.player_turn);
        for (i, mark) in piece.marks.iter().enumerate() {
            let wrong = |why: &str| piece.wrong(&format!("marks[{i}]"), why);
            let in_time = || match mark.number_or(now) {
                turn if (1..=now).contains(&turn) => Ok(turn as u8),
                _ => Err(wrong(&format!("expected a Player-Turn from 1 to the present one, {now}"))),
            };
            if let Some((flag, _)) = Unit::FLAGS.iter().find(|(_, name)| *name == mark.name) {
                self.unit_mut(id).flags |= *flag;
            } else if let Some((kind, _)) = DISRUPTIONS.iter().find(|(_, name)| *name == mark.name) {
                if self.unit(id).disrupted() {
                    return Err(wrong("it is disrupted already"));
                }
                self.unit_mut(id).marker = Marker::new(*kind, in_time()?);
            } else {
                match mark.name {
                    "uncontrolled" => self.unit_mut(id).flags &= !Unit::CONTROLLED,
                    "stopped" => self.mover = Mover { stopped: id, ..Mover::NOBODY },
                    "fired" => self.unit_mut(id).fired = in_time()?,
                    _ => {
                        let printed = self.battle.sheet.units[id.index()].kind;
                        let lost = usize::from(mark.number_or(1));
                        let kind = (printed as usize).checked_sub(lost).and_then(|k| Kind::ALL.get(k));
                        let kind = kind.filter(|kind| printed.is_leader() && kind.is_leader());
                        self.unit_mut(id).kind =
                            *kind.ok_or_else(|| wrong("it does not have so many grades to lose"))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn set_notes(&mut self, hand: &Hand, primer: &Option<Primer>) -> Result<(), Wrong> {
        let Some(primer) = primer else { return Ok(()) };
        self.recount_control();
        for (number, holder) in hand.note("control").map_or(Ok(vec![]), |note| note.entries())? {
            let known =
                number.parse().ok().and_then(|n| self.hex(n)).and_then(|hex| self.battle.objective(hex));
            let objective = known.ok_or_else(|| {
                let all: Vec<String> =
                    self.battle.sheet.objectives.iter().map(|&hex| self.number(hex).to_string()).collect();
                holder.wrong(format!("`{number}` is no objective; the scenario has: {}", all.join(", ")))
            })?;
            self.control[objective] = match holder.value() {
                Value::Null => None,
                _ => Some(holder.side(primer.sides)?),
            };
        }
        let now = u16::from(self.player_turn);
        let player_turn = |name: &str| match hand.note(name) {
            Some(note) => note.number(0..=now).map(|turn| turn as u8),
            None => Ok(0),
        };
        self.feint_turn = player_turn("fake_retreat")?;
        self.cats_turn = player_turn("cats")?;
        if let Some(dust) = hand.note("dust") {
            for hex in dust.items()? {
                if !self.dust.push(Spot::on(hex.hex(primer)?)) {
                    return Err(dust.wrong(format!("there are {MOST_DUST} dust markers")));
                }
            }
        }
        Ok(())
    }

    /// The position carried on to the first choice of its phase.
    fn settled_in_its_phase(mut self) -> Result<Position, Wrong> {
        if let Step::Deploy(side) = self.step
            && side != self.battle.sheet.deploys_first
            && let Some(id) = self.to_deploy(side.other()).find(|&id| self.unit(id).hex().is_none())
        {
            let (who, label) = (self.side_name(side.other()), self.label(id));
            return Err(Wrong::at("counters", format!("the {who} deployed first, and {label} has no place")));
        }
        // Only what is sound is carried on; which group arrives is found on the way.
        let mut sound = self.clone();
        if matches!(self.step, Step::Arrive(_)) {
            sound.step = Step::Embark;
        }
        sound.find_fault().map_err(Wrong::whole)?;
        let (phase, clock) = (phase_of(self.step), (self.player_turn, self.turn()));
        self.settle(&mut Silence);
        match phase == phase_of(self.step) && clock == (self.player_turn, self.turn()) {
            true => Ok(self),
            false => Err(Wrong::passes_by(&self.prompt())),
        }
    }
}

/// Writing.
impl Position {
    /// A counter as it is written; nothing if it is as counters usually are that nobody mentions.
    fn written(&self, id: UnitId, measured: bool) -> Option<Piece> {
        let unit = self.unit(id);
        let usual = if self.player_turn > 0 && self.deploys(id) { Spot::LOST } else { Spot::RESERVE };
        let at = match unit.spot {
            Spot::LOST => At::Tray("lost"),
            Spot::EXITED => At::Tray("exited"),
            spot => spot.hex().map_or(At::Tray("reserve"), At::Hex),
        };
        let mut piece = Piece::new(id.index(), at);
        if let Some(chariot) = unit.aboard.some() {
            piece.at = None;
            piece.aboard = Some(chariot.index());
        }
        let off_map = unit.hex().is_none();
        let carried = unit.aboard.some().is_some_and(|chariot| self.unit(chariot).facing == unit.facing);
        let faced = if off_map { unit.facing != Unit::UNUSED.facing } else { !carried };
        piece.facing = faced.then_some(unit.facing);
        for (flag, name) in
            Unit::FLAGS.iter().filter(|(flag, _)| *flag != Unit::CONTROLLED && unit.has(*flag))
        {
            debug_assert!(*flag != Unit::MUST_RETREAT, "nobody must retreat while nobody fights");
            piece.marked(name, With::Nothing);
        }
        match (unit.has(Unit::CONTROLLED), measured) {
            (true, false) => piece.marked("controlled", With::Nothing),
            (false, true) => piece.marked("uncontrolled", With::Nothing),
            _ => {}
        }
        if self.mover.stopped == id {
            piece.marked("stopped", With::Nothing);
        }
        if unit.fired > 0 {
            piece.marked("fired", With::Number(unit.fired.into()));
        }
        if unit.disrupted() {
            let named = DISRUPTIONS.iter().find(|(kind, _)| *kind == unit.marker.kind());
            named.iter().for_each(|(_, name)| {
                piece.marked(name, With::Number(unit.marker.player_turn().into()));
            });
        }
        let lost = self.battle.sheet.units[id.index()].kind as u16 - unit.kind as u16;
        if lost > 0 {
            piece.marked("grades_lost", With::Number(lost));
        }
        let unmentioned = unit.spot == usual && off_map && piece.aboard.is_none();
        (!unmentioned || piece.facing.is_some() || !piece.marks.is_empty()).then_some(piece)
    }

    fn notes(&self) -> Map<String, Value> {
        let mut notes = Map::new();
        let objectives = self.battle.sheet.objectives.iter().zip(self.control.present());
        let odd = objectives.filter(|&(&hex, &control)| control != self.holder(hex));
        let control: Map<String, Value> = odd
            .map(|(&hex, control)| (self.number(hex).to_string(), json!(control.map(|c| self.side_name(c)))))
            .collect();
        if !control.is_empty() {
            notes.insert("control".into(), Value::Object(control));
        }
        for (name, turn) in [("fake_retreat", self.feint_turn), ("cats", self.cats_turn)] {
            if turn > 0 {
                notes.insert(name.into(), turn.into());
            }
        }
        let dust: Vec<String> =
            self.dust.iter().filter_map(|spot| spot.hex()).map(|hex| self.number(hex).to_string()).collect();
        if !dust.is_empty() {
            notes.insert("dust".into(), json!(dust));
        }
        notes
    }
}

#[cfg(test)]
mod tests;
