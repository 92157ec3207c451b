//! Positions written by hand: which phases, places and marks there are, and what is usual.

use engine::by_hand::{
    Counter, Diagram, Field, Hand, Mark, Marked, Marking, Names, Note, Phase, Piece, Primer, Takes, Word,
    Wrong, bare, entries, listed, marking, note, number, phase, player_turn, take_notes, tally,
};
use engine::hex::{Direction, Hex};
use engine::{Shown, Side, Silence};
use serde_json::{Value, json};

use crate::position::{MOST_DUST, Mover, Position, Stage, Step};
use crate::sheet::Kind;
use crate::unit::{Flags, Marker, MarkerKind, Spot, Unit, UnitId};

/// The phases before control is measured.
const UNMEASURED: [&str; 4] = ["deployment", "fire", "feint", "arrival"];

const fn disruption(name: &'static str, about: &'static str) -> Marking<Position> {
    marking(name, about, Takes::Number, Position::mark_disrupted, |p, id, name, _| {
        number(p.unit(id).marker.player_turn()).filter(|_| p.unit(id).marker.kind() == disrupted(name))
    })
}

/// The marker that a mark stands for.
fn disrupted(name: &str) -> MarkerKind {
    match name {
        "disrupted_by_fire" => MarkerKind::Fire,
        "disrupted_moving" => MarkerKind::Movement,
        "disrupted_by_melee" => MarkerKind::Melee,
        _ => MarkerKind::Pursuit,
    }
}

impl Diagram for Position {
    type Id = UnitId;
    type Step = Step;

    const PHASES: &'static [Phase<Step>] = &[
        phase("deployment", "A side places its counters.", Step::Deploy).untimed(),
        phase("fire", "Fire Combat Phase: attacks are built.", |_| Step::Aim),
        phase("feint", "The fake retreat may be announced (fan scenario 20).", |_| Step::Feint),
        phase("arrival", "Reinforcements may be brought on (fan scenario 12).", |_| Step::Arrive(0))
            .sought_from(|_| Step::Embark),
        phase("embarking", "Units may embark on chariots.", |_| Step::Embark),
        phase("dust", "A chariot may raise dust (fan scenario 20).", |_| Step::Dust),
        phase("movement", "Units move one after another.", |_| Step::Moving),
        phase("debarking", "Passengers may debark.", |_| Step::Debark),
        phase("hiding", "Units may hide behind the dust (fan scenario 20).", |_| Step::Hide),
        phase("melee", "Melee Combat Phase: attacks are built.", |_| Step::Array),
    ];
    const TRAYS: &'static [Word] = Spot::WORDS;
    const FLAGS: &'static [Mark] = Unit::MARKS;
    const MARKS: &'static [Marking<Position>] = &[
        bare(
            "uncontrolled",
            "It began the Movement Phase out of control.",
            |p, id| p.unit_mut(id).flags &= !Unit::CONTROLLED,
            |p, id, unmarked| unmarked.unit(id).has(Unit::CONTROLLED) && !p.unit(id).has(Unit::CONTROLLED),
        ),
        bare(
            "stopped",
            "Ground or enemy fire units ended its move, the last one made.",
            |p, id| p.mover = Mover { stopped: id, ..Mover::NOBODY },
            |p, id, _| p.mover.stopped == id,
        ),
        marking(
            "fired",
            "It last fired in this Player-Turn; usually the present one.",
            Takes::Number,
            |p, id, said| p.in_time(said).map(|turn| p.unit_mut(id).fired = turn),
            |p, id, _, _| number(p.unit(id).fired),
        ),
        disruption("disrupted_by_fire", "Disrupted in a Fire Combat Phase of this Player-Turn."),
        disruption("disrupted_moving", "Disrupted by defensive fire in this Player-Turn."),
        disruption("disrupted_by_melee", "Disrupted by melee in this Player-Turn."),
        disruption("disrupted_pursuing", "Disrupted by its own pursuit in this Player-Turn."),
        marking(
            "grades_lost",
            "A leader that has lost so many grades; usually one.",
            Takes::Number,
            Position::degrade,
            |p, id, _, _| number(p.printed_kind(id) as u8 - p.unit(id).kind as u8),
        ),
    ];
    const NOTES: &'static [Note<Position>] = &[
        note(
            "control",
            "Who controls each objective, by hex; usually whoever stands there.",
            Position::note_control,
            Position::odd_control,
        ),
        tally(
            "fake_retreat",
            "The Player-Turn of the fake retreat; usually none yet.",
            |p| p.player_turn,
            |p| &mut p.feint_turn,
        ),
        tally(
            "cats",
            "The Player-Turn of the cats; usually none yet.",
            |p| p.player_turn,
            |p| &mut p.cats_turn,
        ),
        note(
            "dust",
            "The hexes with dust markers; usually none.",
            |p, said, primer| {
                for hex in said.items()? {
                    if !p.dust.push(Spot::on(hex.hex(primer)?)) {
                        return Err(said.wrong(format!("there are {MOST_DUST} dust markers")));
                    }
                }
                Ok(())
            },
            |p| listed(p.dust.iter().filter_map(|spot| spot.hex()).map(|hex| p.number(hex))),
        ),
    ];
    const FACINGS: bool = true;
    const CARRIERS: bool = true;

    fn names(&self) -> Names<'_> {
        let sheet = &self.battle.sheet;
        // By the printed type: a leader that loses a grade is written as the same counter.
        let counter = |unit: &crate::sheet::Blueprint| Counter {
            name: format!("{} {}", self.battle.unit_type(unit.kind).name, unit.ordinal),
            side: unit.side,
        };
        Names {
            grid: &sheet.ground.grid,
            landmarks: vec![],
            counters: sheet.units.iter().map(counter).collect(),
            turns: 1..=sheet.turns.into(),
        }
    }

    fn clock(&self) -> (Step, Side, u16) {
        let turn = self.game_turn().into();
        match self.step {
            Step::Deploy(side) => (self.step, side, turn),
            Step::Arrive(_) => (Step::Arrive(0), self.phasing(), turn),
            step => (step, self.phasing(), turn),
        }
    }

    fn set_clock(&mut self, step: Step, side: Side, turn: u16) {
        self.step = step;
        self.player_turn = player_turn(turn, side, self.battle.sheet.moves_first);
    }

    fn busy(&self) -> bool {
        let in_hand = self.mover.unit.some().or(self.facing_due.some()).is_some();
        in_hand || !self.attacks.is_empty() || self.combat.stage != Stage::Idle
    }

    fn usual_side(&self, phase: &str) -> Side {
        let sheet = &self.battle.sheet;
        if phase == "deployment" { sheet.deploys_first } else { sheet.moves_first }
    }

    /// Counters that deploy before play are not of this battle and those that come later wait; before play all of
    /// them wait.
    fn unmentioned(&self, phase: &str) -> Position {
        let mut position = Position::empty(self.battle.clone());
        let in_play = phase != "deployment";
        for id in self.battle.ids().filter(|&id| in_play && self.deploys(id)) {
            position.unit_mut(id).spot = Spot::ABSENT;
        }
        position
    }

    /// Whoever is under control is so where it stands, by leaders of their printed grade.
    fn unmarked(&self, phase: &str) -> Position {
        let mut position = self.clone();
        for id in self.battle.ids() {
            let kind = self.printed_kind(id);
            *position.unit_mut(id) = Unit { flags: Flags::NONE, kind, ..*self.unit(id) };
        }
        if !UNMEASURED.contains(&phase) {
            position.measure_control();
        }
        position
    }

    fn set_counter(&mut self, id: UnitId, piece: &Piece) -> Result<(), Wrong> {
        let carrier = piece.aboard.map(|carrier| UnitId(carrier as u8));
        let spot = match (piece.at, carrier) {
            (Some(at), _) => Spot::from(at),
            (None, Some(carrier)) => self.unit(carrier).spot,
            (None, None) => Spot::RESERVE,
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

    fn fill_in(&mut self, hand: &Hand, primer: &Primer) -> Result<(), Wrong> {
        for piece in hand.counters.iter().filter(|piece| piece.facing.is_none()) {
            self.face_as_usual(UnitId(piece.counter as u8));
        }
        self.recount_control();
        take_notes(self, hand, primer)?;
        if !UNMEASURED.contains(&hand.phase) {
            self.measure_control();
        }
        Ok(())
    }

    fn flag(&mut self, id: UnitId, word: &str) {
        self.unit_mut(id).flags |= Unit::flag_called(word);
    }

    fn flagged(&self, id: UnitId, word: &str) -> bool {
        self.unit(id).has(Unit::flag_called(word))
    }

    fn undeployed(&self, side: Side) -> Option<String> {
        self.to_deploy(side).find(|&id| self.unit(id).hex().is_none()).map(|id| self.label(id))
    }

    /// Overfull hexes are looked for only on the way.
    fn fault(&self) -> Result<(), String> {
        self.find_fault()
    }

    fn go_on(&mut self) {
        self.settle(&mut Silence);
    }

    fn piece(&self, id: UnitId) -> Option<Piece> {
        let unit = self.unit(id);
        let mut piece = Piece::new(id.index(), unit.spot.at());
        if let Some(chariot) = unit.aboard.some() {
            piece.at = None;
            piece.aboard = Some(chariot.index());
        }
        let carried = unit.aboard.some().is_some_and(|chariot| self.unit(chariot).facing == unit.facing);
        let faced = if unit.hex().is_some() { !carried } else { unit.facing != Unit::UNUSED.facing };
        piece.facing = faced.then_some(unit.facing);
        Some(piece)
    }
}

/// Places and facings.
impl Position {
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
}

/// Marks and notes.
impl Position {
    fn printed_kind(&self, id: UnitId) -> Kind {
        self.battle.sheet.units[id.index()].kind
    }

    /// The Player-Turn said with a mark, usually the present one.
    fn in_time(&self, said: &Marked) -> Result<u8, String> {
        let now = u16::from(self.player_turn);
        match said.number_or(now) {
            turn if (1..=now).contains(&turn) => Ok(turn as u8),
            _ => Err(format!("expected a Player-Turn from 1 to the present one, {now}")),
        }
    }

    fn mark_disrupted(&mut self, id: UnitId, said: &Marked) -> Result<(), String> {
        if self.unit(id).disrupted() {
            return Err("it is disrupted already".into());
        }
        self.unit_mut(id).marker = Marker::new(disrupted(said.name), self.in_time(said)?);
        Ok(())
    }

    fn degrade(&mut self, id: UnitId, said: &Marked) -> Result<(), String> {
        let (printed, lost) = (self.printed_kind(id), usize::from(said.number_or(1)));
        let kind = (printed as usize).checked_sub(lost).and_then(|kind| Kind::ALL.get(kind));
        let kind = kind.filter(|kind| printed.is_leader() && kind.is_leader());
        self.unit_mut(id).kind = *kind.ok_or("it does not have so many grades to lose")?;
        Ok(())
    }

    fn note_control(&mut self, note: &Field, primer: &Primer) -> Result<(), Wrong> {
        let objectives = self.battle.sheet.objectives.iter().map(|&hex| self.number(hex).to_string());
        let objectives: Vec<String> = objectives.collect();
        for (objective, holder) in note.named("objective", objectives.iter().map(String::as_str))? {
            self.control[objective] = match holder.value() {
                Value::Null => None,
                _ => Some(holder.side(primer.sides)?),
            };
        }
        Ok(())
    }

    fn odd_control(&self) -> Option<Value> {
        let objectives = self.battle.sheet.objectives.iter().zip(self.control.present());
        let odd = objectives.filter(|&(&hex, &control)| control != self.holder(hex));
        entries(odd.map(|(&hex, control)| {
            (self.number(hex).to_string(), json!(control.map(|side| self.side_name(side))))
        }))
    }
}

#[cfg(test)]
mod tests;
