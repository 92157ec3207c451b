//! Movement (8), with zones of control (9), stacking on the way (6) and the test of 12.1.

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::{Direction, Hex};

use crate::battle::SHUT;
use crate::order::Order;
use crate::position::{Gait, Mover, Position, Step};
use crate::refusal::Refusal;
use crate::sheet::Terrain;
use crate::unit::{Spot, UnitId};

/// Half Movement Points in one.
pub(crate) const POINT: u8 = 2;

/// A move as far as it has come: all that decides which steps are open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct March {
    pub unit: UnitId,
    pub with: UnitId,
    pub hex: Hex,
    pub points: u8,
    pub spent: u8,
    pub steps: u8,
    pub by_road: bool,
    pub beside: bool,
    /// In a rush, every step must lead nearer to this hex.
    pub quarry: Option<Hex>,
}

/// A legal step: where it leads and what it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stride {
    pub to: Hex,
    /// Half Movement Points it uses up.
    pub cost: u8,
    /// Whether the move ends there.
    pub stops: bool,
    /// Whether it leads from one enemy zone of control to another (12.1).
    pub crosses_zones: bool,
}

impl March {
    /// The same move one step on.
    pub(crate) fn onward(self, stride: &Stride, beside: bool) -> March {
        March {
            hex: stride.to,
            points: self.points - stride.cost,
            spent: self.spent + stride.cost,
            steps: self.steps + 1,
            beside: self.beside || beside,
            ..self
        }
    }
}

impl Position {
    /// Movement Points, in halves, of a counter or of the stack it leads (rulings R38, R129).
    pub(crate) fn allowance(&self, unit: UnitId, with: UnitId) -> u8 {
        let printed = self.battle.unit_type(unit).movement;
        let own = if self.rides(unit) { printed + 1 } else { printed };
        let pace = with.some().map_or(own, |commander| own.min(self.battle.unit_type(commander).movement));
        pace * POINT
    }

    /// 13.5/3: whether a unit may ride a third hex.
    #[inline]
    pub(crate) fn rides(&self, unit: UnitId) -> bool {
        let riders = &self.battle.sheet.specials.riders;
        !riders.is_empty() && riders.contains(&self.battle.type_of(unit))
    }

    /// The move of a counter that has not begun it yet.
    pub(crate) fn fresh_march(&self, unit: UnitId, with: UnitId) -> Option<March> {
        let hex = self.at(unit)?;
        Some(March {
            unit,
            with,
            hex,
            points: self.allowance(unit, with),
            spent: 0,
            steps: 0,
            by_road: self.battle.road_hex(hex),
            beside: false,
            quarry: None,
        })
    }

    /// The move of the counter in hand.
    pub(crate) fn march(&self) -> Option<March> {
        let mover = &self.mover;
        let unit = mover.unit.some()?;
        let rushing = mover.gait == Gait::Rush;
        Some(March {
            unit,
            with: mover.with,
            hex: self.at(unit)?,
            points: mover.points,
            spent: mover.spent,
            steps: mover.steps,
            by_road: mover.by_road,
            beside: mover.beside,
            quarry: if rushing { self.at(mover.other) } else { None },
        })
    }

    /// Whether a step is open, and what it takes.
    pub(crate) fn stride(&self, march: &March, to: Direction) -> Result<Stride, Refusal> {
        let battle = &self.battle;
        let hex = battle.neighbour(march.hex, to).ok_or(Refusal::OffTheMap)?;
        let price = battle.cost(march.hex, to, march.by_road);
        if price == SHUT {
            return Err(Refusal::Uncrossable(battle.terrain(hex)));
        }
        let enemy = self.side(march.unit).other();
        if self.fighter_of(enemy, hex).is_some() {
            return Err(Refusal::EnemyThere);
        }
        if self.has_baggage(enemy, hex) {
            return Err(Refusal::EnemyBaggageThere);
        }
        if self.has_commander(enemy, hex) && !battle.is_fighter(march.unit) {
            return Err(Refusal::OnlyTroopsCapture);
        }
        if let Some(quarry) = march.quarry
            && battle.distance(hex, quarry) >= battle.distance(march.hex, quarry)
        {
            return Err(Refusal::NotTowardsTheQuarry);
        }
        let stops = self.in_zone(enemy, hex);
        let crosses_zones = stops && self.in_zone(enemy, march.hex);
        if crosses_zones && !self.may_cross_zones(march) {
            return Err(Refusal::ZoneToZone);
        }
        if march.steps == 0 && !self.leaves_a_legal_hex(march.unit, march.with, march.hex) {
            return Err(Refusal::LeavesCommanderWithBaggage);
        }
        let cost = self.price(march, hex, price)?;
        let stride = Stride { to: hex, cost, stops, crosses_zones };
        if !self.may_rest(march.unit, march.with, hex) {
            if stops {
                return Err(Refusal::NoRoomToStop);
            }
            if !self.finds_room(&march.onward(&stride, self.rides(march.unit) && self.beside(enemy, hex))) {
                return Err(Refusal::NoRoomBeyond);
            }
        }
        Ok(stride)
    }

    /// 12.1, ruling R106: only as the first step of a combat unit's move, after a test.
    fn may_cross_zones(&self, march: &March) -> bool {
        let first = march.steps == 0 && march.quarry.is_none();
        self.choices().zoc_to_zoc && first && self.battle.is_fighter(march.unit)
    }

    /// The points a step uses up: the minimum move takes whatever is left (ruling R42), and a third point of
    /// the Varangians keeps away from the enemy (ruling R129).
    fn price(&self, march: &March, hex: Hex, cost: u8) -> Result<u8, Refusal> {
        let unit_type = self.battle.unit_type(march.unit);
        let minimum = march.steps == 0 && unit_type.movement >= 1;
        if self.rides(march.unit) && march.spent + cost > unit_type.movement * POINT {
            let enemy = self.side(march.unit).other();
            if march.beside || self.beside(enemy, hex) {
                return if minimum { Ok(march.points) } else { Err(Refusal::RidersKeepAway) };
            }
        }
        match cost <= march.points {
            true => Ok(cost),
            false if minimum => Ok(march.points),
            false => Err(Refusal::TooFewPoints { cost, left: march.points }),
        }
    }

    /// Ruling R31: whether a move that stands in a friend's hex can still come to a legal end.
    fn finds_room(&self, march: &March) -> bool {
        if march.points == 0 {
            return false;
        }
        // Every hex further on is either a legal end or passed in turn.
        Direction::ALL.into_iter().any(|to| self.stride(march, to).is_ok())
    }

    /// Ruling R38: a counter may be taken up alone if it has somewhere to go.
    pub(crate) fn may_take_up(&self, unit: UnitId, with: UnitId) -> Result<(), Refusal> {
        if self.mover.unit != UnitId::NONE {
            return Err(Refusal::AnotherInHand);
        }
        if !self.exists(unit) || self.side(unit) != self.phasing() {
            return Err(Refusal::NotYours);
        }
        let Some(march) = self.fresh_march(unit, with) else { return Err(Refusal::NotOnTheMap(unit)) };
        if self.battle.is_baggage(unit) {
            return Err(Refusal::BaggageStays);
        }
        if self.marks.moved.has(unit) || with.some().is_some_and(|commander| self.marks.moved.has(commander))
        {
            return Err(Refusal::HasMoved);
        }
        if self.has_way(&march) || self.could_feign(unit) {
            return Ok(());
        }
        let bound = !self.leaves_a_legal_hex(unit, with, march.hex);
        Err(if bound { Refusal::LeavesCommanderWithBaggage } else { Refusal::NoWayOn(unit) })
    }

    /// Ruling R38: unit and commander as one.
    pub(crate) fn may_lead(&self, unit: UnitId) -> Result<(), Refusal> {
        if !self.exists(unit) || self.side(unit) != self.phasing() {
            return Err(Refusal::NotYours);
        }
        if !self.battle.is_fighter(unit) {
            return Err(Refusal::LeadsACombatUnit);
        }
        let commander = self.commander_on(unit).ok_or(Refusal::NoCommanderThere)?;
        self.may_take_up(unit, commander)
    }

    #[inline]
    pub(crate) fn has_way(&self, march: &March) -> bool {
        Direction::ALL.into_iter().any(|to| self.stride(march, to).is_ok())
    }

    /// Rule 9: whether zones of control alone keep a unit where it stands.
    pub(crate) fn is_pinned(&self, unit: UnitId) -> bool {
        let Some(march) = self.fresh_march(unit, UnitId::NONE) else { return false };
        let mut ways = Direction::ALL.into_iter().map(|to| self.stride(&march, to));
        ways.any(|way| way == Err(Refusal::ZoneToZone))
    }

    pub(crate) fn take_up(&mut self, unit: UnitId, with: UnitId) {
        let points = self.allowance(unit, with);
        let by_road = self.at(unit).is_some_and(|hex| self.battle.road_hex(hex));
        self.mover = Mover { unit, with, points, by_road, ..Mover::NOBODY };
    }

    /// A step of the counter in hand, as its owner chose it.
    pub(crate) fn may_step(&self, to: Direction) -> Result<Stride, Refusal> {
        let march = self.march().ok_or(Refusal::NobodyInHand)?;
        self.stride(&march, to)
    }

    /// Rule 8: a move ends where stacking allows.
    pub(crate) fn may_halt(&self) -> Result<(), Refusal> {
        let march = self.march().ok_or(Refusal::NobodyInHand)?;
        let rests = self.rests_where_it_stands(&march);
        if rests { Ok(()) } else { Err(self.why_no_rest(march.unit, march.hex)) }
    }

    /// A passer-by stands in a friend's hex, whose own unit holds it.
    pub(crate) fn rests_where_it_stands(&self, march: &March) -> bool {
        march.steps == 0 || self.may_rest(march.unit, march.with, march.hex)
    }

    /// What the counter in hand may do.
    pub(crate) fn list_in_hand(&self, out: &mut Vec<Order>) {
        let Some(march) = self.march() else { return };
        let open = Direction::ALL.into_iter().filter(|&to| self.stride(&march, to).is_ok());
        out.extend(open.map(|to| Order::Step { to }));
        if self.mover.gait == Gait::March {
            self.list_feints(out);
            if self.rests_where_it_stands(&march) {
                out.push(Order::Halt);
            }
        }
    }

    /// What the phasing player may take up, place or end.
    pub(crate) fn list_moving(&self, out: &mut Vec<Order>) {
        self.list_placements(out);
        let side = self.phasing();
        let idle = self.battle.of(side).without(self.marks.moved);
        for unit in idle.iter() {
            if self.may_take_up(unit, UnitId::NONE).is_ok() {
                out.push(Order::Move { unit });
            }
            if self.battle.is_fighter(unit) && self.may_lead(unit).is_ok() {
                out.push(Order::Lead { unit });
            }
        }
        if self.may_end_moving().is_ok() {
            out.push(Order::Done);
        }
    }

    /// Takes a step: at once, or after the die it calls for.
    pub(crate) fn begin_step(&mut self, to: Direction, stride: Stride, chronicle: &mut impl Chronicle) {
        self.mover.pending = to;
        if stride.crosses_zones {
            self.mover.gait = Gait::Nerve;
        } else if self.tries_temper(stride.to) {
            self.mover.gait = Gait::Temper;
        } else {
            self.mover.pending = Direction::ALL[0];
            self.step_mover(to, stride, chronicle);
        }
    }

    /// Carries a step out.
    pub(crate) fn step_mover(&mut self, to: Direction, stride: Stride, chronicle: &mut impl Chronicle) {
        let (unit, with) = (self.mover.unit, self.mover.with);
        let Some(from) = self.at(unit) else { return };
        let enemy = self.side(unit).other();
        if let Some(caught) = self.commander_of(enemy, stride.to) {
            chronicle.note(|| {
                let text = format!("{} is caught by {}", self.label(caught), self.label(unit));
                Event::new(EventKind::Removed, "7", text).counters([caught.0 as u16])
            });
            self.lift(caught, Spot::LOST);
        }
        self.note_run(unit, from, to, stride.to);
        self.shift(unit, stride.to);
        if let Some(commander) = with.some() {
            self.shift(commander, stride.to);
        }
        chronicle.note(|| {
            let text = format!("{} to {}", self.stack_words(unit, with), self.number(stride.to));
            let counters = [unit, with].into_iter().filter_map(UnitId::some).map(|id| id.0 as u16);
            Event::new(EventKind::Moved, "8", text)
                .counters(counters)
                .places([self.number(from), self.number(stride.to)])
        });
        let beside = self.beside(enemy, stride.to);
        let mover = &mut self.mover;
        mover.points -= stride.cost;
        mover.spent += stride.cost;
        mover.steps += 1;
        mover.beside |= beside;
        if stride.stops {
            self.end_move();
        }
    }

    /// 10.2, ruling R59: what the hexes of a run-up are worth.
    fn note_run(&mut self, unit: UnitId, from: Hex, to: Direction, entered: Hex) {
        if self.step != Step::Moving || !self.battle.is_fighter(unit) {
            return;
        }
        if self.unit(unit).steps == 0 {
            self.unit_mut(unit).start = Spot::on(from);
            self.marks.ran_clear.add(unit);
        }
        self.unit_mut(unit).steps += 1;
        let open = self.battle.terrain(entered) == Terrain::Plain || self.battle.road_hex(entered);
        let dry = !self.battle.stream(from, to) || self.battle.road(from, to);
        if !(open && dry) || self.battle.palisade(from, to) {
            self.marks.ran_clear.remove(unit);
        }
    }

    /// Ends the move of the counter in hand.
    pub(crate) fn end_move(&mut self) {
        let (unit, with) = (self.mover.unit, self.mover.with);
        if self.step == Step::Moving {
            self.marks.moved.add(unit);
            with.some().into_iter().for_each(|commander| self.marks.moved.add(commander));
        }
        self.mover = Mover::NOBODY;
    }

    /// 12.1, ruling R106: the test before a step from zone to zone.
    pub(crate) fn nerve(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let (unit, to) = (self.mover.unit, self.mover.pending);
        let morale = self.morale_now(unit);
        self.mover.gait = Gait::March;
        self.mover.pending = Direction::ALL[0];
        let passed = face < morale;
        chronicle.note(|| {
            let outcome = match (passed, face == morale) {
                (true, _) => "goes on",
                (_, true) => "stays where it is",
                _ => "loses a step",
            };
            let text = format!("{} between zones of control, morale {morale}: {outcome}", self.label(unit));
            Event::new(EventKind::Result, "12.1", text).dice(&[face]).counters([unit.0 as u16])
        });
        if passed {
            if let Ok(stride) = self.may_step(to) {
                self.step_mover(to, stride, chronicle);
            }
            return;
        }
        self.end_move();
        if face > morale {
            self.lose_step(unit, "12.1", chronicle);
        }
    }
}

#[cfg(test)]
mod ground_tests;
#[cfg(test)]
mod nerve_tests;
#[cfg(test)]
mod rider_tests;
#[cfg(test)]
mod tests;
