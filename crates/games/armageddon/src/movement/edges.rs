//! Entering by a map edge and leaving the map (rulings R14, R21, R23, R24).

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::{Direction, Hex};

use super::{POINT, Pace};
use crate::order::Order;
use crate::position::{Gait, Mover, Position};
use crate::refusal::Refusal;
use crate::sheet::Coming;
use crate::unit::{Spot, Unit, UnitId};

impl Position {
    /// Whether a unit waits off the map and may enter in this phase.
    pub(crate) fn due_to_enter(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.spot == Spot::RESERVE && self.side(id) == self.phasing() && !unit.has(Unit::MOVED) && {
            let group = self.battle.sheet.units[id.index()].group;
            match self.battle.sheet.groups[group as usize].coming {
                Coming::Enters { turn, .. } => self.game_turn() >= turn,
                _ => false,
            }
        }
    }

    /// Whether a unit's owner may keep it off the map (ruling R23).
    pub(super) fn entry_is_optional(&self, id: UnitId) -> bool {
        let group = self.battle.sheet.units[id.index()].group;
        matches!(self.battle.sheet.groups[group as usize].coming, Coming::Enters { optional: true, .. })
    }

    /// Rulings R21, R23: entering by an edge hex.
    pub(crate) fn may_enter(&self, hex: Hex) -> Result<(), Refusal> {
        let id = self.mover.unit.some().ok_or(Refusal::NobodyInHand)?;
        if self.unit(id).hex().is_some() {
            return Err(Refusal::AlreadyOnTheMap);
        }
        self.entry_open(id, hex)
    }

    fn entry_open(&self, id: UnitId, hex: Hex) -> Result<(), Refusal> {
        let side = self.side(id);
        if !self.battle.in_zone(self.battle.sheet.units[id.index()].group, hex) {
            return Err(Refusal::NotAnEntryHex);
        }
        if self.holder(hex) == Some(side.other()) {
            return Err(Refusal::EnemyThere);
        }
        if !self.battle.bears(self.unit(id).kind, hex) {
            return Err(Refusal::BarredGround(self.battle.terrain(hex)));
        }
        let (cost, points) = (self.battle.cost(None, hex), self.allowance(id));
        if cost > points {
            return Err(Refusal::TooFewPoints { cost, left: points });
        }
        if self.may_rest(id, hex) {
            return Ok(());
        }
        let finishes =
            self.entry_facings(hex).any(|facing| self.entry_facing_ok(id, hex, facing, points - cost));
        if finishes { Ok(()) } else { Err(Refusal::NoRoomBeyond(hex)) }
    }

    /// Ruling R14: an entering unit faces a hexside that leads to a map hex.
    pub(crate) fn entry_facings(&self, hex: Hex) -> impl Iterator<Item = Direction> + '_ {
        Direction::ALL.into_iter().filter(move |&d| self.battle.neighbour(hex, d).is_some())
    }

    /// Whether a facing on entry leaves the unit a place to end its move.
    pub(crate) fn entry_facing_ok(&self, id: UnitId, hex: Hex, facing: Direction, points: u8) -> bool {
        let stopped = self.stopped_on_entry(id, hex);
        self.can_finish(id, Gait::March, Pace { hex, facing, points }, stopped)
    }

    fn stopped_on_entry(&self, id: UnitId, hex: Hex) -> bool {
        self.stopped_by_stream(id, hex) || self.before_enemy_fire(hex, self.side(id))
    }

    /// Whether a unit waiting off the map could enter somewhere.
    pub(crate) fn could_enter(&self, id: UnitId) -> bool {
        let group = &self.battle.sheet.groups[self.battle.sheet.units[id.index()].group as usize];
        match &group.coming {
            Coming::Enters { hexes, .. } => hexes.iter().any(|&hex| self.entry_open(id, hex).is_ok()),
            _ => false,
        }
    }

    pub(super) fn list_entries(&self, id: UnitId, out: &mut Vec<Order>) {
        let group = &self.battle.sheet.groups[self.battle.sheet.units[id.index()].group as usize];
        if let Coming::Enters { hexes, .. } = &group.coming {
            let open = hexes.iter().filter(|&&hex| self.entry_open(id, hex).is_ok());
            out.extend(open.map(|&hex| Order::Enter { hex: self.number(hex) }));
        }
    }

    pub(crate) fn enter_mover(&mut self, hex: Hex, chronicle: &mut impl Chronicle) {
        let id = self.mover.unit;
        self.mover.points = self.allowance(id) - self.battle.cost(None, hex);
        self.enter_with_riders(id, hex);
        self.facing_due = id;
        chronicle.note(|| {
            let text = format!("{} enters the map at {}", self.label(id), self.number(hex));
            Event::new(EventKind::Placed, "R21", text).counters([id.0 as u16]).places([self.number(hex)])
        });
    }

    /// Brings a unit and whoever boarded it off the map onto a hex.
    pub(crate) fn enter_with_riders(&mut self, id: UnitId, hex: Hex) {
        let side = self.side(id);
        self.put(id, hex);
        for rider in self.battle.units(side) {
            if self.unit(rider).aboard == id {
                self.put(rider, hex);
            }
        }
        self.take_control(hex, side);
    }

    /// The facing of a unit that entered the map is chosen; now its arrival counts.
    pub(crate) fn entry_faced(&mut self, chronicle: &mut impl Chronicle) {
        let id = self.mover.unit;
        if let Some(hex) = self.unit(id).hex() {
            let stops = self.stopped_on_entry(id, hex);
            self.arrive(hex, stops, chronicle);
        }
    }

    /// Ruling R24: leaving the map costs a point, from an exit hex, through a front hexside.
    fn exit_open(&self, id: UnitId, hex: Hex, facing: Direction, points: u8) -> bool {
        points >= POINT
            && self.battle.is_exit(self.side(id), hex)
            && facing.front().into_iter().any(|to| self.battle.neighbour(hex, to).is_none())
    }

    /// Whether a unit could leave the map from where it is, if need be with a turn first.
    pub(super) fn could_exit(&self, id: UnitId, pace: Pace) -> bool {
        self.battle.is_exit(self.side(id), pace.hex)
            && (self.exit_open(id, pace.hex, pace.facing, pace.points)
                || (pace.points > POINT
                    && Direction::ALL
                        .into_iter()
                        .any(|d| self.exit_open(id, pace.hex, d, pace.points - POINT))))
    }

    pub(crate) fn may_exit(&self) -> Result<(), Refusal> {
        let (id, hex) = self.in_hand()?;
        if !self.battle.is_exit(self.side(id), hex) || self.mover.gait == Gait::FallBack {
            return Err(Refusal::NoExitHere);
        }
        if self.mover.points < POINT {
            return Err(Refusal::TooFewPoints { cost: POINT, left: self.mover.points });
        }
        if !self.exit_open(id, hex, self.unit(id).facing, self.mover.points) {
            return Err(Refusal::ExitNotToTheFront);
        }
        Ok(())
    }

    pub(crate) fn exit_mover(&mut self, chronicle: &mut impl Chronicle) {
        let id = self.mover.unit;
        chronicle.note(|| {
            let text = format!("{} leaves the map", self.label(id));
            Event::new(EventKind::Removed, "R24", text).counters([id.0 as u16])
        });
        if let Some(hex) = self.unit(id).hex() {
            let mut next = self.stacks.top(hex.index());
            while let Some(rider) = next.some() {
                next = self.stacks.below(rider);
                if self.unit(rider).aboard == id {
                    self.leave_map(rider);
                }
            }
        }
        self.leave_map(id);
        self.mover = Mover::NOBODY;
    }

    fn leave_map(&mut self, id: UnitId) {
        self.lift(id, Spot::EXITED);
        let unit = self.unit_mut(id);
        unit.aboard = UnitId::NONE;
        unit.flags |= Unit::MOVED;
    }
}
