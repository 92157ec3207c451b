//! Facing and movement (rulebook, "Facing" A–C, "Movement" A–L; rulings R12 to R24).

mod edges;

use std::cell::OnceCell;

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::{Direction, Hex, HexNumber};

use crate::order::Order;
use crate::position::{Gait, Mover, Position, Step};
use crate::refusal::Refusal;
use crate::sheet::{Kind, MOST_HEXES, Terrain};
use crate::unit::{Spot, Unit, UnitId};

/// One Movement Point, in the halves that movement is counted in.
pub(crate) const POINT: u8 = 2;

/// A step that the ground and the enemy allow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stride {
    pub to: Hex,
    pub cost: u8,
}

/// What a search has seen of each hex and facing.
type Seen = [[u8; 6]; MOST_HEXES];
const NOTHING_SEEN: Seen = [[0; 6]; MOST_HEXES];

/// A state of a move: where, which way, with how many points.
#[derive(Clone, Copy)]
struct Pace {
    hex: Hex,
    facing: Direction,
    points: u8,
}

impl Position {
    /// The movement allowance in halves: as printed or changed by the scenario, halved without control
    /// (ruling R87).
    pub(crate) fn allowance(&self, id: UnitId) -> u8 {
        let full = self.full_allowance(id);
        let off_map = self.unit(id).hex().is_none();
        if self.unit(id).has(Unit::CONTROLLED)
            || off_map
            || self.unit(id).kind.is_leader()
            || self.pursues(id)
        {
            full
        } else {
            full / POINT / 2 * POINT
        }
    }

    /// The unhalved allowance, in halves.
    pub(crate) fn full_allowance(&self, id: UnitId) -> u8 {
        let kind = self.unit(id).kind;
        let points = match kind {
            Kind::CH => self.battle.sheet.chariot_movement[self.side(id).index()],
            _ => self.battle.unit_type(kind).movement,
        };
        points * POINT
    }

    /// The allowance for a gait, in halves.
    pub(crate) fn allowance_for(&self, id: UnitId, gait: Gait) -> u8 {
        match gait {
            Gait::March | Gait::Pursue => self.allowance(id),
            Gait::RaiseDust => crate::chengpu::DUST_POINTS,
            Gait::FallBack => match self.unit(id).kind {
                Kind::CH | Kind::MC | Kind::HA => self.full_allowance(id) / POINT / 2 * POINT,
                _ => self.full_allowance(id),
            },
        }
    }

    /// How a unit moves when nothing special is announced for it.
    pub(crate) fn usual_gait(&self, id: UnitId) -> Gait {
        if self.pursues(id) { Gait::Pursue } else { Gait::March }
    }

    /// Whether a unit of the phasing side on the map may still be taken up for an ordinary move.
    pub(crate) fn free_to_move(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        self.side(id) == self.phasing()
            && unit.hex().is_some()
            && !unit.has(Unit::MOVED | Unit::REFUSES)
            && !unit.disrupted()
    }

    // ---- single steps ----

    /// Whether a unit may step in a direction, as far as ground, points and enemy go.
    pub(crate) fn stride(
        &self,
        id: UnitId,
        gait: Gait,
        from: Hex,
        facing: Direction,
        points: u8,
        to: Direction,
    ) -> Result<Stride, Refusal> {
        let side = self.side(id);
        if gait != Gait::FallBack && !facing.fronts(to) {
            return Err(Refusal::NotToTheFront);
        }
        let hex = self.battle.neighbour(from, to).ok_or(Refusal::OffTheMap)?;
        self.ground_open(id, from, to, hex)?;
        match gait {
            Gait::FallBack => {
                self.away(self.mover_origin(id), from, hex)?;
                self.clear_of_fire_and_crest(side, from, to, hex)?;
            }
            Gait::Pursue if self.nearest_enemy(hex, side) >= self.nearest_enemy(from, side) => {
                return Err(Refusal::NotTowardsTheEnemy);
            }
            _ => {}
        }
        let cost = self.battle.cost(Some(from), hex);
        if cost > points {
            return Err(Refusal::TooFewPoints { cost, left: points });
        }
        Ok(Stride { to: hex, cost })
    }

    /// Whether a unit must stop in a hex it has stepped into (Movement L, Chariots E).
    #[inline]
    pub(crate) fn stops_in(&self, id: UnitId, hex: Hex) -> bool {
        self.stopped_by_stream(id, hex) || self.before_enemy_fire(hex, self.side(id))
    }

    /// Chariots E: whether the ground of a hex ends the move of a unit that enters it.
    #[inline]
    pub(crate) fn stopped_by_stream(&self, id: UnitId, hex: Hex) -> bool {
        self.unit(id).kind == Kind::CH && self.battle.effect(hex).stops_chariots
    }

    /// What bars a hex to any movement or retreat: enemies, ground, crests for chariots, dust.
    pub(crate) fn ground_open(&self, id: UnitId, from: Hex, to: Direction, hex: Hex) -> Result<(), Refusal> {
        let side = self.side(id);
        let kind = self.unit(id).kind;
        if self.holder(hex) == Some(side.other()) {
            return Err(Refusal::EnemyThere);
        }
        if !self.battle.bears(kind, hex) {
            return Err(Refusal::BarredGround(self.battle.terrain(hex)));
        }
        if kind == Kind::CH && self.battle.crest(from, to) {
            return Err(Refusal::CrestBarsChariots);
        }
        if self.dusty(hex) && self.battle.sheet.specials.fake_retreat == Some(side.other()) {
            return Err(Refusal::DustBars);
        }
        Ok(())
    }

    /// Where the unit in hand stood when the phase began; for others, where they stand.
    fn mover_origin(&self, id: UnitId) -> Hex {
        let spot = if self.mover.unit == id { self.mover.origin } else { self.unit(id).spot };
        spot.hex().or(self.unit(id).hex()).unwrap_or(Hex(0))
    }

    /// Distance to the nearest enemy unit; the length of the map if there is none.
    pub(crate) fn nearest_enemy(&self, hex: Hex, side: engine::Side) -> u16 {
        let enemies = self.battle.units(side.other());
        enemies.filter_map(|e| self.unit(e).hex()).map(|h| self.battle.distance(hex, h)).min().unwrap_or(99)
    }

    // ---- looking ahead, so that no move ends where it may not ----

    /// Whether a unit, moving on from a hex, can leave the map or come to a hex that answers to `rest`.
    pub(crate) fn could_reach(
        &self,
        id: UnitId,
        gait: Gait,
        hex: Hex,
        facing: Direction,
        points: u8,
        rest: &mut impl FnMut(Hex) -> bool,
    ) -> bool {
        let pace = Pace { hex, facing, points };
        // The usual case without a search: the first step does it.
        let next_hex = Direction::ALL
            .into_iter()
            .any(|to| self.stride(id, gait, hex, facing, points, to).is_ok_and(|stride| rest(stride.to)));
        let mut seen = NOTHING_SEEN;
        next_hex || self.search(id, gait, pace, rest, &mut seen)
    }

    /// Tries every way on. `seen` keeps the most points (plus one) each hex was searched with, for each
    /// facing.
    fn search(
        &self,
        id: UnitId,
        gait: Gait,
        pace: Pace,
        rest: &mut impl FnMut(Hex) -> bool,
        seen: &mut Seen,
    ) -> bool {
        if gait != Gait::FallBack && self.could_exit(id, pace) {
            return true;
        }
        for to in Direction::ALL {
            let turn = if gait == Gait::FallBack || pace.facing.fronts(to) { 0 } else { POINT };
            if turn > pace.points {
                continue;
            }
            let facing = if turn == 0 { pace.facing } else { to };
            let Ok(stride) = self.stride(id, gait, pace.hex, facing, pace.points - turn, to) else {
                continue;
            };
            if rest(stride.to) {
                return true;
            }
            let points = pace.points - turn - stride.cost;
            let mark = &mut seen[stride.to.index()][to.index()];
            if points < *mark || points == 0 || self.stops_in(id, stride.to) {
                continue;
            }
            *mark = points + 1;
            let next = Pace { hex: stride.to, facing: to, points };
            if self.search(id, gait, next, rest, seen) {
                return true;
            }
        }
        false
    }

    /// Notes every hex a unit could end a move in, as far as ground, points and enemy go; answers whether it
    /// could leave the map. Most points first, so that every hex and facing is looked at once.
    pub(crate) fn note_ends(&self, id: UnitId, gait: Gait, note: &mut impl FnMut(Hex) -> bool) -> bool {
        let Some(hex) = self.unit(id).hex() else { return false };
        let points = self.allowance_for(id, gait);
        let mut by_points: Vec<Vec<Pace>> = vec![vec![]; points as usize + 1];
        by_points[points as usize].push(Pace { hex, facing: self.unit(id).facing, points });
        let (mut seen, mut leaves) = (NOTHING_SEEN, false);
        while let Some(paces) = by_points.pop() {
            for pace in paces {
                leaves |= gait != Gait::FallBack && self.could_exit(id, pace);
                for to in Direction::ALL {
                    let turn = if gait == Gait::FallBack || pace.facing.fronts(to) { 0 } else { POINT };
                    if turn > pace.points {
                        continue;
                    }
                    let facing = if turn == 0 { pace.facing } else { to };
                    let Ok(stride) = self.stride(id, gait, pace.hex, facing, pace.points - turn, to) else {
                        continue;
                    };
                    note(stride.to);
                    let left = pace.points - turn - stride.cost;
                    let mark = &mut seen[stride.to.index()][to.index()];
                    if left == 0 || *mark > left || self.stops_in(id, stride.to) {
                        continue;
                    }
                    *mark = left + 1;
                    if let Some(paces) = by_points.get_mut(left as usize) {
                        paces.push(Pace { hex: stride.to, facing: to, points: left });
                    }
                }
            }
        }
        leaves
    }

    /// Whether a unit may end its move in a hex or go on to some place where it may. Where nothing has to be looked
    /// ahead comes first: most often there is room here or next door, and nobody need make it.
    fn can_finish(&self, id: UnitId, gait: Gait, pace: Pace, stopped: bool) -> bool {
        self.rests_at_once(id, pace.hex) || self.can_finish_yet(id, gait, pace, stopped)
    }

    /// The same of a unit that may not end its move in the hex at once.
    fn can_finish_yet(&self, id: UnitId, gait: Gait, pace: Pace, stopped: bool) -> bool {
        (!stopped && self.rests_next_door(id, gait, pace))
            || self.may_rest(id, pace.hex)
            || (!stopped && self.can_finish_beyond(id, gait, pace))
    }

    /// Whether one step leads a unit to where it may end its move at once.
    fn rests_next_door(&self, id: UnitId, gait: Gait, pace: Pace) -> bool {
        Direction::ALL.into_iter().any(|to| {
            let turn = if gait == Gait::FallBack || pace.facing.fronts(to) { 0 } else { POINT };
            let facing = if turn == 0 { pace.facing } else { to };
            turn <= pace.points
                && self
                    .stride(id, gait, pace.hex, facing, pace.points - turn, to)
                    .is_ok_and(|stride| self.rests_at_once(id, stride.to))
        })
    }

    /// Whether a unit can go on from where it is to some place where it may end its move.
    fn can_finish_beyond(&self, id: UnitId, gait: Gait, pace: Pace) -> bool {
        let mut seen = NOTHING_SEEN;
        self.search(id, gait, pace, &mut |end| self.may_rest(id, end), &mut seen)
    }

    // ---- what the unit in hand may do ----

    fn in_hand(&self) -> Result<(UnitId, Hex), Refusal> {
        if let Some(stopped) = self.mover.stopped.some() {
            return Err(Refusal::Stopped(stopped));
        }
        let id = self.mover.unit.some().ok_or(Refusal::NobodyInHand)?;
        let hex = self.unit(id).hex().ok_or(Refusal::StillOffTheMap)?;
        Ok((id, hex))
    }

    /// Movement A to L: one step of the unit in hand.
    pub(crate) fn may_step(&self, to: Direction) -> Result<Stride, Refusal> {
        let (id, hex) = self.in_hand()?;
        let (gait, facing) = (self.mover.gait, self.unit(id).facing);
        let stride = self.stride(id, gait, hex, facing, self.mover.points, to)?;
        let after = if gait == Gait::FallBack { facing } else { to };
        let pace = Pace { hex: stride.to, facing: after, points: self.mover.points - stride.cost };
        if !self.rests_at_once(id, stride.to)
            && !self.can_finish_yet(id, gait, pace, self.stops_in(id, stride.to))
        {
            return Err(Refusal::NoRoomBeyond(stride.to));
        }
        Ok(stride)
    }

    /// Facing A: turning costs one Movement Point, whatever the angle.
    pub(crate) fn may_turn(&self, facing: Direction) -> Result<(), Refusal> {
        let (id, hex) = self.in_hand()?;
        self.turn_open(id, hex, facing, || self.rests_at_once(id, hex))
    }

    /// Whether the unit in hand may turn; that it rests where it is at once is asked last, and once for all facings.
    fn turn_open(
        &self,
        id: UnitId,
        hex: Hex,
        facing: Direction,
        rests_at_once: impl FnOnce() -> bool,
    ) -> Result<(), Refusal> {
        let gait = self.mover.gait;
        if facing == self.unit(id).facing {
            return Err(Refusal::FacesThatWay);
        }
        if gait == Gait::FallBack {
            return Err(Refusal::FallBackKeepsFacing);
        }
        if self.mover.points < POINT {
            return Err(Refusal::TooFewPoints { cost: POINT, left: self.mover.points });
        }
        let points = self.mover.points - POINT;
        if gait == Gait::Pursue {
            let onward = |facing: Direction, points| {
                facing.front().into_iter().any(|to| self.stride(id, gait, hex, facing, points, to).is_ok())
            };
            if onward(self.unit(id).facing, self.mover.points) || !onward(facing, points) {
                return Err(Refusal::PursuitTurnsOnlyAsNeeded);
            }
        }
        if rests_at_once() || self.can_finish_yet(id, gait, Pace { hex, facing, points }, false) {
            return Ok(());
        }
        Err(Refusal::NoRoomBeyond(hex))
    }

    /// Rulings R15, R75, R110: whether the unit in hand may end its move.
    pub(crate) fn may_halt(&self) -> Result<(), Refusal> {
        let id = self.mover.unit.some().ok_or(Refusal::NobodyInHand)?;
        let Some(hex) = self.unit(id).hex() else {
            return if self.entry_is_optional(id) { Ok(()) } else { Err(Refusal::MustEnter) };
        };
        if !self.may_rest(id, hex) {
            return Err(Refusal::NoRest(hex));
        }
        if self.must_fall_back_a_step(hex) {
            return Err(Refusal::NoStepBack);
        }
        if self.mover.gait == Gait::Pursue && self.could_go_on() {
            return Err(Refusal::MustPursue);
        }
        Ok(())
    }

    /// Whether the unit in hand can still step or turn.
    fn could_go_on(&self) -> bool {
        Direction::ALL.into_iter().any(|d| self.may_step(d).is_ok())
            || Direction::ALL.into_iter().any(|d| self.may_turn(d).is_ok())
    }

    /// Whether a unit has a move to make that ends where it may; nobody is in hand.
    pub(crate) fn can_begin(&self, id: UnitId, gait: Gait) -> bool {
        let Some(hex) = self.unit(id).hex() else { return false };
        let pace = Pace { hex, facing: self.unit(id).facing, points: self.allowance_for(id, gait) };
        let may_stay = self.step == Step::Moving && self.no_crowds();
        debug_assert!(!may_stay || self.rests_at_once(id, hex), "{} is in a crowd", self.label(id));
        pace.points >= POINT && (may_stay || self.can_finish(id, gait, pace, false))
    }

    /// Movement D: only the phasing side moves.
    pub(crate) fn moves_now(&self, id: UnitId) -> Result<(), Refusal> {
        if !self.exists(id) {
            return Err(Refusal::NotYours);
        }
        if self.side(id) == self.phasing() { Ok(()) } else { Err(Refusal::EnemyStandsStill(id)) }
    }

    /// Whether a unit may be taken up for an ordinary move.
    pub(crate) fn may_take_up(&self, id: UnitId) -> Result<(), Refusal> {
        if self.mover.unit.some().is_some() {
            return Err(Refusal::AnotherInHand);
        }
        self.moves_now(id)?;
        let unit = self.unit(id);
        if unit.has(Unit::MOVED) {
            return Err(Refusal::HasMoved);
        }
        let Some(hex) = unit.hex() else {
            if !self.due_to_enter(id) || unit.aboard.some().is_some() {
                return Err(Refusal::NotOnTheMap);
            }
            return if self.could_enter(id) { Ok(()) } else { Err(Refusal::NoWayIn) };
        };
        if unit.disrupted() {
            return Err(Refusal::Disrupted);
        }
        if unit.aboard.some().is_some() {
            return Err(Refusal::RidesAChariot);
        }
        if unit.has(Unit::REFUSES) {
            return Err(Refusal::AssesRefuse);
        }
        let gait = self.usual_gait(id);
        if gait == Gait::Pursue {
            let pace = Pace { hex, facing: unit.facing, points: self.allowance(id) };
            let onward = self.can_finish_beyond(id, gait, pace);
            return if onward { Ok(()) } else { Err(Refusal::NoWayOn) };
        }
        if self.can_begin(id, gait) { Ok(()) } else { Err(Refusal::NoWayOn) }
    }

    /// Whether the phasing player may end the moving step (rulings R23, R75, R110).
    pub(crate) fn may_end_moving(&self) -> Result<(), Refusal> {
        if self.mover.unit.some().is_some() {
            return Err(Refusal::AnotherInHand);
        }
        let side = self.phasing();
        let due = |&id: &UnitId| {
            self.unit(id).aboard == UnitId::NONE && self.due_to_enter(id) && !self.entry_is_optional(id)
        };
        if let Some(id) = self.battle.units(side).filter(due).find(|&id| self.could_enter(id)) {
            return Err(Refusal::EntryDue(id));
        }
        if self.must_disperse() {
            return Err(Refusal::CrowdToDisperse);
        }
        let pursuers = self.battle.units(side).filter(|&id| self.pursues(id));
        if let Some(id) = pursuers.into_iter().find(|&id| self.may_take_up(id).is_ok()) {
            return Err(Refusal::PursuitDue(id));
        }
        Ok(())
    }

    // ---- doing it ----

    pub(crate) fn take_up(&mut self, id: UnitId, gait: Gait) {
        let (points, origin) = (self.allowance_for(id, gait), self.unit(id).spot);
        self.mover = Mover { unit: id, gait, points, run: 0, origin, stopped: UnitId::NONE };
        // Whoever rides has no move of its own, even if the chariot is lost under it.
        if self.unit(id).kind == Kind::CH {
            for rider in self.battle.units(self.side(id)) {
                if self.unit(rider).aboard == id {
                    self.unit_mut(rider).flags |= Unit::MOVED;
                }
            }
        }
    }

    pub(crate) fn step_mover(&mut self, to: Direction, stride: Stride, chronicle: &mut impl Chronicle) {
        let id = self.mover.unit;
        let Some(from) = self.unit(id).hex() else { return };
        let fresh = !self.occupied(stride.to) && self.battle.effect(stride.to).charge_ground;
        let straight = self.mover.run > 0 && self.unit(id).facing == to;
        self.mover.run = match (fresh, straight) {
            (false, _) => 0,
            (true, true) => self.mover.run + 1,
            (true, false) => 1,
        };
        self.mover.points -= stride.cost;
        let stops = self.stops_in(id, stride.to);
        let (fallen_back, raises_dust) =
            (self.mover.gait == Gait::FallBack, self.mover.gait == Gait::RaiseDust);
        // Where it set out it has entered nothing, unless it came back there through its own dust.
        if raises_dust && (self.mover.origin != Spot::on(from) || self.dust_lies()) {
            self.raise_dust(from);
        }
        self.carry(id, stride.to);
        if !fallen_back {
            self.turn_to(id, to);
        }
        chronicle.note(|| {
            let text = format!("{} to {}", self.label(id), self.number(stride.to));
            Event::new(EventKind::Moved, "movement.A", text)
                .counters([id.0 as u16])
                .places([self.number(from), self.number(stride.to)])
        });
        self.arrive(stride.to, stops, chronicle);
    }

    /// Ruling R11: what follows when the unit in hand has come into a hex with its final facing.
    fn arrive(&mut self, hex: Hex, stops: bool, chronicle: &mut impl Chronicle) {
        let id = self.mover.unit;
        self.note_crossing(id, hex);
        if stops {
            self.mover.points = 0;
            self.mover.stopped = id;
            if self.stopped_by_stream(id, hex) && self.battle.second_rules() {
                chronicle.note(|| {
                    let text = format!("{} must stop in the stream", self.label(id));
                    Event::new(EventKind::Moved, "chariots.E", text)
                        .counters([id.0 as u16])
                        .places([self.number(hex)])
                });
            }
            if self.before_enemy_fire(hex, self.side(id)) {
                chronicle.note(|| {
                    let text = format!("{} stops in front of enemy fire units", self.label(id));
                    Event::new(EventKind::Moved, "movement.L", text).counters([id.0 as u16])
                });
                self.open_window(hex);
            }
        }
    }

    /// Ruling R114: troops that enter the stream in their own Movement Phase are counted.
    pub(crate) fn note_crossing(&mut self, id: UnitId, hex: Hex) {
        if self.battle.sheet.specials.crossing != Some(self.side(id))
            || self.battle.terrain(hex) != Terrain::Stream
        {
            return;
        }
        self.unit_mut(id).flags |= Unit::CROSSED;
        for rider in self.battle.units(self.side(id)) {
            if self.unit(rider).aboard == id {
                self.unit_mut(rider).flags |= Unit::CROSSED;
            }
        }
    }

    pub(crate) fn turn_mover(&mut self, facing: Direction, chronicle: &mut impl Chronicle) {
        let id = self.mover.unit;
        self.mover.points -= POINT;
        self.mover.run = 0;
        self.turn_to(id, facing);
        chronicle.note(|| {
            let text = format!("{} turns to face {}", self.label(id), self.compass(facing));
            Event::new(EventKind::Turned, "facing.A", text).counters([id.0 as u16])
        });
    }

    /// The move of the unit in hand is over (ruling R15).
    pub(crate) fn halt_mover(&mut self) {
        let mover = self.mover;
        let charged = self.unit(mover.unit).kind == Kind::CH && mover.run >= 4;
        let unit = self.unit_mut(mover.unit);
        unit.flags |= Unit::MOVED;
        if charged {
            unit.flags |= Unit::CHARGED;
        }
        if mover.gait == Gait::FallBack {
            self.mark_fallen_back(mover.unit);
        }
        self.mover = Mover { stopped: mover.stopped, ..Mover::NOBODY };
    }

    /// Whether the unit in hand has anything left to do but halt; if not, its move ends by itself.
    pub(crate) fn mover_is_spent(&self) -> bool {
        let id = self.mover.unit;
        if self.unit(id).hex().is_none() {
            return false;
        }
        self.mover.points == 0 || (!self.could_go_on() && self.may_exit().is_err())
    }

    // ---- listing ----

    pub(crate) fn list_moving(&self, out: &mut Vec<Order>) {
        if let Some(id) = self.mover.unit.some() {
            if self.unit(id).hex().is_none() {
                self.list_entries(id, out);
            } else {
                let steps = Direction::ALL.into_iter().filter(|&to| self.may_step(to).is_ok());
                out.extend(steps.map(|to| Order::Step { to }));
                self.list_turns(out);
                if self.may_exit().is_ok() {
                    out.push(Order::Exit);
                }
            }
            if self.may_halt().is_ok() {
                out.push(Order::Halt);
            }
            return;
        }
        for unit in self.battle.units(self.phasing()) {
            if self.may_take_up(unit).is_ok() {
                out.push(Order::Move { unit });
            }
            if self.may_fall_back(unit).is_ok() {
                out.push(Order::FallBack { unit });
            }
        }
        if self.may_end_moving().is_ok() {
            out.push(Order::Done);
        }
    }

    fn list_turns(&self, out: &mut Vec<Order>) {
        let Ok((id, hex)) = self.in_hand() else { return };
        let rests = OnceCell::new();
        let at_once = || *rests.get_or_init(|| self.rests_at_once(id, hex));
        let open = |&facing: &Direction| self.turn_open(id, hex, facing, at_once).is_ok();
        out.extend(Direction::ALL.into_iter().filter(open).map(|facing| Order::Turn { facing }));
    }

    /// Whether there is anything to move at all.
    pub(crate) fn anything_to_move(&self) -> bool {
        let mut units = self.battle.units(self.phasing());
        units.any(|id| self.may_take_up(id).is_ok() || self.may_fall_back(id).is_ok())
    }

    /// What the player names must be on the map.
    pub(crate) fn named_hex(&self, number: HexNumber) -> Result<Hex, Refusal> {
        self.hex(number).ok_or(Refusal::NoSuchHex(number))
    }

    /// Whether the step now is the one an order belongs to.
    pub(crate) fn expect_step(&self, step: Step) -> Result<(), Refusal> {
        if self.step == step { Ok(()) } else { Err(Refusal::NotNow) }
    }
}

#[cfg(test)]
pub(crate) mod tests;
