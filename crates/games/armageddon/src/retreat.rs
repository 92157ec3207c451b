//! Retreat (rulebook, "How to Retreat"; brief 1; rulings R65 to R72).
//!
//! A retreat leads away: every step takes the piece one hex farther from where it began. So its paths form
//! layers by distance, and which ends can be reached, and by which steps, is found in one pass outwards and
//! one back.

mod calm;

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::{Direction, Hex};

use crate::order::Order;
use crate::position::{Position, Stage};
use crate::refusal::Refusal;
use crate::sheet::{Kind, MOST_HEXES};
use crate::unit::{MarkerKind, Spot, Unit, UnitId};

/// For each hex, a bit for every number of points (in halves) something can be true with. Data files allow
/// up to 30 points.
type Purse = u64;

/// The hexes a retreat can come through, layer by layer.
struct Field {
    order: [Hex; MOST_HEXES],
    /// For each of them, a bit for every direction that is open from there.
    open: [u8; MOST_HEXES],
    count: usize,
    reached: [Purse; MOST_HEXES],
}

impl Position {
    /// Ruling R66, first part: a step leads one hex farther from the start.
    pub(crate) fn away(&self, start: Hex, from: Hex, to: Hex) -> Result<(), Refusal> {
        let away = self.battle.distance(start, to) == self.battle.distance(start, from) + 1;
        if away { Ok(()) } else { Err(Refusal::NotAway) }
    }

    /// Ruling R66, second part: not over a crest, not into the front of an enemy fire unit.
    pub(crate) fn clear_of_fire_and_crest(
        &self,
        side: Side,
        from: Hex,
        to: Direction,
        hex: Hex,
    ) -> Result<(), Refusal> {
        if self.battle.crest(from, to) {
            return Err(Refusal::RetreatOverCrest);
        }
        if self.before_enemy_fire(hex, side) {
            return Err(Refusal::RetreatBeforeFire);
        }
        Ok(())
    }

    /// Whether a hex is open to a retreating piece, points aside.
    fn retreat_open(&self, piece: UnitId, start: Hex, from: Hex, to: Direction) -> Result<Hex, Refusal> {
        let hex = self.battle.neighbour(from, to).ok_or(Refusal::OffTheMap)?;
        self.ground_open(piece, from, to, hex)?;
        self.away(start, from, hex)?;
        self.clear_of_fire_and_crest(self.side(piece), from, to, hex)?;
        Ok(hex)
    }

    /// The directions open to a retreating piece from a hex, points aside, a bit for each.
    fn retreat_ways(&self, piece: UnitId, start: Hex, from: Hex) -> u8 {
        let (side, far) = (self.side(piece), self.battle.distance(start, from));
        let mut ways = 0;
        for to in Direction::ALL {
            let Some(hex) = self.battle.neighbour(from, to) else { continue };
            if self.battle.distance(start, hex) == far + 1
                && self.ground_open(piece, from, to, hex).is_ok()
                && self.clear_of_fire_and_crest(side, from, to, hex).is_ok()
            {
                ways |= 1 << to.index();
            }
        }
        ways
    }

    /// The hexes that some directions lead to, with the points to enter them.
    fn ways_on(&self, from: Hex, ways: u8) -> impl Iterator<Item = (Direction, Hex, u8)> + '_ {
        let open = Direction::ALL.into_iter().filter(move |to| ways & 1 << to.index() != 0);
        open.filter_map(move |to| {
            let beyond = self.battle.neighbour(from, to)?;
            Some((to, beyond, self.battle.cost(Some(from), beyond)))
        })
    }

    /// Ruling R67: a chariot that entered a stream has completed its retreat.
    fn halted_by_stream(&self, piece: UnitId, start: Hex, hex: Hex) -> bool {
        hex != start && self.unit(piece).kind == Kind::CH && self.battle.effect(hex).stops_chariots
    }

    /// The pass outwards: every hex and number of points a retreat can come to from here.
    fn retreat_field(&self, piece: UnitId, start: Hex, from: Hex, points: u8) -> Field {
        let mut field =
            Field { order: [from; MOST_HEXES], open: [0; MOST_HEXES], count: 1, reached: [0; MOST_HEXES] };
        field.reached[from.index()] = 1 << points;
        let mut next = 0;
        while next < field.count {
            let hex = field.order[next];
            let purse = field.reached[hex.index()];
            if !self.halted_by_stream(piece, start, hex) {
                field.open[next] = self.retreat_ways(piece, start, hex);
            }
            for (_, beyond, cost) in self.ways_on(hex, field.open[next]) {
                let after = purse >> cost;
                if after != 0 {
                    if field.reached[beyond.index()] == 0 {
                        field.order[field.count] = beyond;
                        field.count += 1;
                    }
                    field.reached[beyond.index()] |= after;
                }
            }
            next += 1;
        }
        field
    }

    /// Ruling R67: with which numbers of points, of those given, a retreat is complete in a hex.
    fn complete(&self, piece: UnitId, start: Hex, hex: Hex, ways: u8, purse: Purse) -> Purse {
        if self.halted_by_stream(piece, start, hex) {
            return purse;
        }
        let cheapest = self.ways_on(hex, ways).map(|(_, _, cost)| cost).min();
        // No points left; or farther hexes are open, but none for what is left.
        let poor: Purse = cheapest.map_or(1, |cost| (1 << cost) - 1);
        purse & poor
    }

    /// Ruling R68: the greatest distance from the nearest enemy that a complete retreat can end at.
    fn best_clearance(&self, piece: UnitId, start: Hex, points: u8) -> Option<u16> {
        let field = self.retreat_field(piece, start, start, points);
        let side = self.side(piece);
        let ends = field.order[..field.count].iter().zip(field.open);
        ends.filter(|&(&hex, ways)| self.complete(piece, start, hex, ways, field.reached[hex.index()]) != 0)
            .map(|(&hex, _)| self.nearest_enemy(hex, side))
            .max()
    }

    /// The steps of the piece in hand that still lead to an allowed end.
    fn retreat_steps(&self) -> [bool; 6] {
        let mut steps = [false; 6];
        let piece = self.combat.piece;
        let (Some(hex), Some(start)) = (self.unit(piece).hex(), self.combat.start.hex()) else {
            return steps;
        };
        let (side, clearance) = (self.side(piece), self.combat.clearance as u16);
        let field = self.retreat_field(piece, start, hex, self.combat.points);
        // The pass back: with which points each hex leads to an allowed end.
        let mut good = [0 as Purse; MOST_HEXES];
        for (&at, &ways) in field.order[..field.count].iter().zip(&field.open).rev() {
            let reached = field.reached[at.index()];
            let ends = self.complete(piece, start, at, ways, reached);
            let mut purse = if ends != 0 && self.nearest_enemy(at, side) == clearance { ends } else { 0 };
            for (_, beyond, cost) in self.ways_on(at, ways) {
                purse |= good[beyond.index()] << cost & reached;
            }
            good[at.index()] = purse;
        }
        for (to, beyond, cost) in self.ways_on(hex, field.open[0]) {
            let left = (1 as Purse) << self.combat.points >> cost;
            steps[to.index()] = good[beyond.index()] & left != 0;
        }
        steps
    }

    pub(crate) fn may_retreat_step(&self, to: Direction) -> Result<(), Refusal> {
        let piece = self.combat.piece;
        let (Some(hex), Some(start)) = (self.unit(piece).hex(), self.combat.start.hex()) else {
            return Err(Refusal::NotNow);
        };
        let beyond = self.retreat_open(piece, start, hex, to)?;
        let cost = self.battle.cost(Some(hex), beyond);
        if cost > self.combat.points {
            return Err(Refusal::TooFewPoints { cost, left: self.combat.points });
        }
        if self.retreat_steps()[to.index()] { Ok(()) } else { Err(Refusal::NotTowardsAnAllowedEnd) }
    }

    /// The pieces that wait for their retreat; a passenger goes with its chariot (ruling R65).
    fn pieces_to_retreat(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.battle.units(self.attacked_side()).filter(|&id| {
            let unit = self.unit(id);
            unit.has(Unit::MUST_RETREAT)
                && !unit.aboard.some().is_some_and(|chariot| self.unit(chariot).has(Unit::MUST_RETREAT))
        })
    }

    pub(crate) fn may_begin_retreat(&self, id: UnitId) -> Result<(), Refusal> {
        if self.combat.stage != Stage::Retreats {
            return Err(Refusal::NotNow);
        }
        let waits = self.exists(id) && self.pieces_to_retreat().any(|p| p == id);
        if waits { Ok(()) } else { Err(Refusal::NeedNotRetreat) }
    }

    /// Takes a piece up for its retreat; without a legal one it is eliminated (ruling R69).
    pub(crate) fn begin_retreat(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        let Some(start) = self.unit(id).hex() else { return };
        let points = self.full_allowance(id);
        match self.best_clearance(id, start, points) {
            Some(clearance) => {
                self.leave_leaders_behind(id);
                self.combat.stage = Stage::Retreating;
                self.combat.piece = id;
                self.combat.points = points;
                self.combat.clearance = clearance as u8;
                self.combat.start = Spot::on(start);
            }
            None => {
                if let Some(passenger) = self.passenger(id).filter(|&p| self.unit(p).has(Unit::MUST_RETREAT))
                {
                    self.lose(passenger, "retreat.impossible", chronicle);
                }
                self.lose(id, "retreat.impossible", chronicle);
            }
        }
    }

    /// Ruling R72: leaders stay in the hex when their chariot retreats.
    fn leave_leaders_behind(&mut self, chariot: UnitId) {
        for id in self.battle.units(self.side(chariot)) {
            if self.unit(id).aboard == chariot && self.unit(id).kind.is_leader() {
                self.unit_mut(id).aboard = UnitId::NONE;
            }
        }
    }

    pub(crate) fn retreat_step(&mut self, to: Direction, chronicle: &mut impl Chronicle) {
        let piece = self.combat.piece;
        let Some(from) = self.unit(piece).hex() else { return };
        let Some(hex) = self.battle.neighbour(from, to) else { return };
        self.combat.points -= self.battle.cost(Some(from), hex);
        self.carry(piece, hex);
        if self.combat.start != Spot::on(from) {
            self.disrupt_those_passed(from, chronicle);
        }
        chronicle.note(|| {
            let text = format!("{} retreats to {}", self.label(piece), self.number(hex));
            Event::new(EventKind::Retreated, "retreat", text)
                .counters([piece.0 as u16])
                .places([self.number(from), self.number(hex)])
        });
    }

    /// Rulings R70, R71: friends passed through are disrupted; those already disrupted are not harmed.
    fn disrupt_those_passed(&mut self, hex: Hex, chronicle: &mut impl Chronicle) {
        let mut next = self.stacks.top(hex.index());
        while let Some(id) = next.some() {
            next = self.stacks.below(id);
            if self.unit(id).is_troop() && !self.unit(id).disrupted() {
                self.disrupt(id, MarkerKind::Melee);
                chronicle.note(|| {
                    let text = format!("{} disrupted by friends retreating through", self.label(id));
                    Event::new(EventKind::Marked, "retreat.through", text).counters([id.0 as u16])
                });
            }
        }
    }

    /// Carries retreats on until the owner has a choice; answers whether there is one.
    pub(crate) fn settle_retreats(&mut self, chronicle: &mut impl Chronicle) -> bool {
        loop {
            if self.combat.stage == Stage::Retreating {
                let steps = self.retreat_steps();
                let mut open = Direction::ALL.into_iter().filter(|d| steps[d.index()]);
                match (open.next(), open.next()) {
                    (Some(_), Some(_)) => return true,
                    (Some(only), None) => self.retreat_step(only, chronicle),
                    (None, _) => self.finish_retreat(),
                }
            } else {
                let mut waiting = self.pieces_to_retreat();
                match (waiting.next(), waiting.next()) {
                    (Some(_), Some(_)) => return true,
                    (Some(only), None) => {
                        drop(waiting);
                        self.begin_retreat(only, chronicle);
                    }
                    (None, _) => {
                        drop(waiting);
                        self.finish_combat();
                        return false;
                    }
                }
            }
        }
    }

    fn finish_retreat(&mut self) {
        let piece = self.combat.piece;
        let Some(hex) = self.unit(piece).hex() else { return };
        let mut next = self.stacks.top(hex.index());
        while let Some(id) = next.some() {
            next = self.stacks.below(id);
            let unit = self.unit_mut(id);
            if id == piece || unit.aboard == piece {
                unit.flags &= !Unit::MUST_RETREAT;
                unit.flags |= Unit::RETREATED;
            }
        }
        self.combat.stage = Stage::Retreats;
        self.combat.piece = UnitId::NONE;
        self.combat.start = Spot::RESERVE;
        self.combat.points = 0;
        self.combat.clearance = 0;
    }

    pub(crate) fn list_retreats(&self, out: &mut Vec<Order>) {
        if self.combat.stage == Stage::Retreating {
            let steps = self.retreat_steps();
            out.extend(Direction::ALL.into_iter().filter(|d| steps[d.index()]).map(|to| Order::Step { to }));
        } else {
            out.extend(self.pieces_to_retreat().map(|unit| Order::Retreat { unit }));
        }
    }
}

#[cfg(test)]
mod company_tests;
#[cfg(test)]
pub(crate) mod reference;
#[cfg(test)]
mod tests;
