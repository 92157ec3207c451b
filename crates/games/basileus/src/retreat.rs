//! Retreats and the push-backs they cause (10.8, rulings R80 to R89).

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::{Direction, Hex};

use crate::order::Order;
use crate::position::{Position, Stage};
use crate::refusal::Refusal;
use crate::sheet::MOST_UNITS;
use crate::unit::{Spot, UnitId, UnitSet};

/// The rows of the Retreat Chart, the best first (ruling R80).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Refuge {
    /// Empty, free of enemy zones of control.
    Free,
    /// Free of them, with a friend to be pushed back.
    FriendFree,
    /// In an enemy zone of control, with a friend to be pushed back.
    FriendInZone,
    /// Empty, in an enemy zone of control.
    InZone,
}

impl Refuge {
    /// Its row of the chart.
    pub(crate) fn rule(self) -> &'static str {
        ["retreat.1", "retreat.2", "retreat.3", "retreat.4"][self as usize]
    }
}

impl Position {
    /// What a hex offers a unit that must go there, or why it is closed.
    fn refuge(&self, id: UnitId, hex: Hex, chain: UnitSet) -> Result<Refuge, Refusal> {
        let enemy = self.side(id).other();
        if !self.battle.enterable(hex) {
            return Err(Refusal::Uncrossable(self.battle.terrain(hex)));
        }
        if self.stands_in(enemy, hex) {
            return Err(Refusal::EnemyInTheWay);
        }
        if self.has_commander(enemy, hex) {
            return Err(Refusal::OnlyMovesCapture);
        }
        let zone = self.in_zone(enemy, hex);
        match self.fighter(hex) {
            Some(friend) if chain.has(friend) => Err(Refusal::LeftByTheChain),
            Some(friend) if self.guards_baggage(friend) => Err(Refusal::FriendOnBaggage),
            Some(friend) if !self.can_be_pushed(friend, chain.or(UnitSet::of(id))) => {
                Err(Refusal::FriendHemmedIn)
            }
            Some(_) => Ok(if zone { Refuge::FriendInZone } else { Refuge::FriendFree }),
            None if !self.room_for(id, hex) => Err(self.why_no_rest(id, hex)),
            None => Ok(if zone { Refuge::InZone } else { Refuge::Free }),
        }
    }

    /// Ruling R81: whether stacking lets a unit and its commander stay in a hex without a combat unit.
    fn room_for(&self, id: UnitId, hex: Hex) -> bool {
        let commander = self.commander_on(id).unwrap_or(UnitId::NONE);
        self.may_rest(id, commander, hex)
    }

    /// Rulings R83, R84: whether a friend has, itself or by pushing others on, somewhere to go. Those of the
    /// chain do not move twice, and the hexes they leave stay closed to it.
    fn can_be_pushed(&self, friend: UnitId, chain: UnitSet) -> bool {
        let side = self.side(friend);
        let mut seen = chain.or(UnitSet::of(friend));
        let mut due = UnitSet::of(friend);
        while let Some(id) = due.first() {
            due.remove(id);
            let Some(from) = self.at(id).filter(|_| !self.guards_baggage(id)) else { continue };
            for (_, hex) in self.battle.sheet.ground.grid.neighbours(from) {
                if !self.battle.enterable(hex) || self.holds(side.other(), hex) {
                    continue;
                }
                match self.fighter(hex) {
                    Some(next) if !seen.has(next) => {
                        seen.add(next);
                        due.add(next);
                    }
                    Some(_) => {}
                    None if self.room_for(id, hex) => return true,
                    None => {}
                }
            }
        }
        false
    }

    /// The best refuge of each direction, as far as it is among the best there are. Hexes taken by other
    /// retreating attackers are used only if nothing else is open (ruling R88).
    fn refuges(&self, id: UnitId) -> [Option<Refuge>; 6] {
        let Some(from) = self.at(id) else { return [None; 6] };
        let chain = self.combat.chain;
        let all = Direction::ALL.map(|to| {
            let hex = self.battle.neighbour(from, to)?;
            self.refuge(id, hex, chain).ok().map(|refuge| (hex, refuge))
        });
        let free = all.map(|way| way.filter(|&(hex, _)| !self.taken_by_a_comrade(id, hex)));
        let ways = if free.iter().all(Option::is_none) { all } else { free };
        let best = ways.iter().flatten().map(|&(_, refuge)| refuge).min();
        ways.map(|way| way.map(|(_, refuge)| refuge).filter(|&refuge| Some(refuge) == best))
    }

    /// Whether another attacker that retreats by the same result has gone to a hex.
    fn taken_by_a_comrade(&self, id: UnitId, hex: Hex) -> bool {
        let head = self.combat.head == id && self.combat.attackers.has(id);
        head && self.fighter(hex).is_some_and(|there| self.combat.retired.has(there))
    }

    pub(crate) fn may_begin_retreat(&self, id: UnitId) -> Result<(), Refusal> {
        if self.exists(id) && self.combat.routed.has(id) { Ok(()) } else { Err(Refusal::NeedNotRetreat) }
    }

    /// A step of the unit in hand to one of the best hexes.
    pub(crate) fn may_retreat_to(&self, to: Direction) -> Result<Hex, Refusal> {
        let piece = self.combat.piece;
        let from = self.at(piece).ok_or(Refusal::NotNow)?;
        let hex = self.battle.neighbour(from, to).ok_or(Refusal::OffTheMap)?;
        let refuges = self.refuges(piece);
        if refuges[to.index()].is_some() {
            return Ok(hex);
        }
        let untaken = |to: Direction| {
            let there = self.battle.neighbour(from, to);
            refuges[to.index()].is_some() && there.is_some_and(|hex| !self.taken_by_a_comrade(piece, hex))
        };
        let apart = Direction::ALL.into_iter().any(untaken);
        Err(match self.refuge(piece, hex, self.combat.chain) {
            Ok(_) if apart && self.taken_by_a_comrade(piece, hex) => Refusal::TakenByAComrade,
            Ok(_) => Refusal::BetterRefugeOpen,
            Err(closed) => closed,
        })
    }

    pub(crate) fn list_refuges(&self, out: &mut Vec<Order>) {
        let refuges = self.refuges(self.combat.piece);
        let open = Direction::ALL.into_iter().filter(|to| refuges[to.index()].is_some());
        out.extend(open.map(|to| Order::Step { to }));
    }

    /// Goes on with those who must retreat; answers whether something waits for a player or a die.
    pub(crate) fn settle_retreats(&mut self, chronicle: &mut impl Chronicle) -> bool {
        match (self.combat.routed.first(), self.combat.routed.len()) {
            (None, _) if self.combat.owed.is_empty() => self.combat.stage = Stage::Advance,
            (None, _) => self.begin_wave(),
            (Some(only), 1) => self.begin_retreat(only, chronicle),
            _ => return true,
        }
        false
    }

    pub(crate) fn begin_retreat(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        self.combat.routed.remove(id);
        self.combat.chain = UnitSet::of(id);
        self.combat.head = id;
        self.send(id, chronicle);
    }

    /// A unit of the chain must go: it asks for a hex unless there is none, or going would kill it anyway.
    fn send(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        self.combat.piece = id;
        self.combat.stage = Stage::Retreating;
        let best = self.refuges(id).into_iter().flatten().min();
        match best {
            None => {
                self.retreat_nowhere(id, chronicle);
                self.end_chain();
            }
            Some(Refuge::InZone) if self.steps(id) == 1 => {
                // Ruling R82: removed without choosing a hex.
                self.combat.chain.remove(id);
                self.eliminate(id, Refuge::InZone.rule(), chronicle);
                self.carry_out_chain(chronicle);
            }
            Some(_) => {}
        }
    }

    /// Ruling R86: a loss inside the map; forced off at its rim.
    fn retreat_nowhere(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        let rim = self.at(id).is_some_and(|hex| self.battle.on_rim(hex));
        chronicle.note(|| {
            let how = if rim { "is forced off the map" } else { "has nowhere to go" };
            Event::new(EventKind::Marked, "10.8", format!("{} {how}", self.label(id))).counters([id.0 as u16])
        });
        if rim {
            self.eliminate(id, "10.8", chronicle);
        } else {
            self.lose_step(id, "10.8", chronicle);
        }
    }

    /// The unit in hand is sent to a hex; a friend there is sent on in turn.
    pub(crate) fn retreat_to(&mut self, to: Direction, hex: Hex, chronicle: &mut impl Chronicle) {
        let piece = self.combat.piece;
        let Some(refuge) = self.refuges(piece)[to.index()] else { return };
        self.unit_mut(piece).heading = Spot::on(hex);
        if piece != self.combat.head {
            self.combat.owed.add(piece);
        }
        if refuge == Refuge::FriendInZone {
            self.combat.owed.add(piece);
            self.combat.owed_shaken.add(piece);
        }
        chronicle.note(|| {
            let from = self.at(piece);
            let how = if piece == self.combat.head { "retreats" } else { "is pushed back" };
            let text = format!("{} {how} to {}", self.label(piece), self.number(hex));
            let commander = self.commander_on(piece);
            Event::new(EventKind::Retreated, refuge.rule(), text)
                .counters([Some(piece), commander].into_iter().flatten().map(|id| id.0 as u16))
                .places(from.into_iter().chain([hex]).map(|h| self.number(h)))
        });
        match self.fighter(hex) {
            Some(friend) => {
                self.combat.chain.add(friend);
                self.send(friend, chronicle);
            }
            None => {
                self.carry_out_chain(chronicle);
                if refuge == Refuge::InZone {
                    self.lose_step(piece, refuge.rule(), chronicle);
                }
            }
        }
    }

    /// Everybody of the chain goes where it was sent, commanders with them (7).
    fn carry_out_chain(&mut self, _chronicle: &mut impl Chronicle) {
        let mut going = [(UnitId::NONE, UnitId::NONE); MOST_UNITS];
        let mut count = 0;
        for id in self.combat.chain.iter() {
            going[count] = (id, self.commander_on(id).unwrap_or(UnitId::NONE));
            count += 1;
        }
        for &(id, commander) in &going[..count] {
            self.lift(id, Spot::RESERVE);
            commander.some().into_iter().for_each(|c| self.lift(c, Spot::RESERVE));
        }
        for &(id, commander) in &going[..count] {
            let Some(hex) = self.unit(id).heading.hex() else { continue };
            self.put(id, hex);
            commander.some().into_iter().for_each(|c| self.put(c, hex));
            self.unit_mut(id).heading = Spot::RESERVE;
            self.forget_run(id);
            // Ruling R88: whoever is pushed before its own turn has retreated.
            if id == self.combat.head || self.combat.routed.has(id) {
                self.combat.retired.add(id);
            }
            self.combat.routed.remove(id);
        }
        self.end_chain();
    }

    fn end_chain(&mut self) {
        self.combat.chain = UnitSet::EMPTY;
        self.combat.head = UnitId::NONE;
        self.combat.piece = UnitId::NONE;
        self.combat.stage = Stage::Retreats;
    }
}

#[cfg(test)]
mod chain_tests;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;
