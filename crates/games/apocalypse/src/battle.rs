//! Field battles (6.0; rulings 71 to 88): surprise, odds, exchanges of losses, storming a camp, rebels.

mod reserve;

use std::ops::ControlFlow;

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;
use engine::ledger::{Ledger, Unread};
use engine::odds::{Odds, Quarters};

use crate::attrition::units_words;
use crate::order::{Order, Role};
use crate::position::{Battle, Cause, Fight, Position, Stage};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::sheet::{BYZANTINES, MUSLIMS, Verdict};
use crate::stages::Offers;
use crate::unit::{Expedition, Mode, Spot, Unit, UnitId};
use crate::words::count_words;

impl Position {
    /// The side that did not begin the fight; rebels' decisions are its as well (ruling 20).
    pub(crate) fn defender(&self) -> Side {
        self.battle.attacker.other()
    }

    // ---- Who fights

    /// Whether a land unit is in the fight on this side of it.
    pub(crate) fn fights(&self, id: UnitId, attacking: bool) -> bool {
        let unit = self.unit(id);
        if !unit.is_land() || unit.spot != Spot::on(self.battle.hex) {
            return false;
        }
        match (attacking, self.battle.kind) {
            (true, _) => unit.expedition().is_some() && unit.expedition() == self.march.expedition,
            (false, Fight::Rebels) => unit.is_rebel(),
            (false, Fight::Siege | Fight::Assault | Fight::Entry) => {
                unit.mode == Mode::Garrison && unit.serves(self.defender())
            }
            (false, _) => unit.expedition().is_some() && unit.serves(self.defender()),
        }
    }

    /// The land units on a side of the fight.
    pub(crate) fn force(&self, attacking: bool) -> impl Iterator<Item = UnitId> + '_ {
        self.stack(self.battle.hex).filter(move |&id| self.fights(id, attacking))
    }

    /// Whether a counter is held in reserve.
    fn in_reserve(&self, id: UnitId) -> bool {
        self.unit(id).has(Unit::RESERVE)
    }

    /// Whether a side of the fight is the Byzantine player's army.
    fn is_byzantine(&self, attacking: bool) -> bool {
        match attacking {
            true => self.battle.attacker == BYZANTINES,
            false => self.defender() == BYZANTINES && self.battle.kind != Fight::Rebels,
        }
    }

    fn has_reserve(&self) -> bool {
        self.stack(self.battle.hex).any(|id| self.in_reserve(id) && self.unit(id).is_land())
    }

    /// Leaders on a side of the fight: those with the expedition, or the rebel noble.
    pub(crate) fn chiefs(&self, attacking: bool) -> impl Iterator<Item = UnitId> + '_ {
        let side = if attacking { self.battle.attacker } else { self.defender() };
        let rebels = !attacking && self.battle.kind == Fight::Rebels;
        self.stack(self.battle.hex).filter(move |&id| {
            let unit = self.unit(id);
            unit.is_leader()
                && match rebels {
                    true => unit.is_rebel(),
                    false => {
                        unit.serves(side)
                            && unit.expedition().is_some()
                            && (!attacking || unit.expedition() == self.march.expedition)
                    }
                }
        })
    }

    // ---- Odds

    /// 6.1.1 and 6.1.2: strengths by the terrain, columns by the leaders.
    pub(crate) fn odds(&self, ledger: &mut impl Ledger) -> Odds {
        let naval = self.battle.kind == Fight::Naval;
        let open = self.sheet.ground.terrain[self.battle.hex.index()].is_open() && !naval;
        let mut odds = Odds {
            attack: self.might(true, open, ledger),
            defence: self.might(false, open, ledger),
            shift: self.lead(true, naval, ledger) - self.lead(false, naval, ledger),
            die: 0,
        };
        if odds.attack == Quarters::ZERO && odds.defence == Quarters::ZERO {
            // Ruling 74: ships without soldiers meet at one to one.
            let even = ledger.count(Quarters::points(1), "R74", || "nobody aboard on either side: even odds");
            (odds.attack, odds.defence) = (even, even);
        }
        odds
    }

    fn might(&self, attacking: bool, open: bool, ledger: &mut impl Ledger) -> Quarters {
        let kinds = &self.sheet.roster.kinds;
        let counter = self.battle.stage == Stage::Counter && self.is_byzantine(attacking);
        let mut counts = [0u32; 64];
        let mut sum = 0;
        for id in self.stack(self.battle.hex) {
            let fights = match self.battle.kind {
                Fight::Naval => self.sails_into_battle(id, attacking),
                _ => self.fights(id, attacking) && self.in_reserve(id) == counter,
            };
            if fights && self.unit(id).is_land() {
                let kind = self.unit(id).kind as usize;
                counts[kind % 64] += 1;
                sum += u32::from(if open { kinds[kind].clear } else { kinds[kind].rough });
            }
        }
        for (kind, &count) in kinds.iter().zip(&counts).filter(|(_, count)| **count > 0) {
            let factor = u32::from(if open { kind.clear } else { kind.rough });
            let who = if attacking { "attack" } else { "defence" };
            ledger.count(count * factor, "6.1.1", || format!("{who}: {count} {}, {factor} each", kind.name));
        }
        Quarters::points(sum)
    }

    /// 6.3 and ruling 75: columns of all leaders of the right kind, those in reserve not.
    fn lead(&self, attacking: bool, naval: bool, ledger: &mut impl Ledger) -> i32 {
        let counter = self.battle.stage == Stage::Counter && self.is_byzantine(attacking);
        let mut shift = 0;
        for id in self.chiefs(attacking) {
            let Some(leader) = self.sheet.roster.as_leader(id) else { continue };
            let card = &self.sheet.roster.leaders[leader as usize];
            let columns = i32::from(if naval { card.sea } else { card.field });
            if columns != 0 && self.in_reserve(id) == counter {
                let towards = if attacking { columns } else { -columns };
                ledger.shift(towards, "6.3", || self.label(id));
                shift += columns;
            }
        }
        shift
    }

    // ---- Beginning

    pub(crate) fn begin_battle(&mut self, kind: Fight, hex: Hex, chronicle: &mut impl Chronicle) {
        let Some(expedition) = self.march.expedition else { return };
        let attacker = Self::side_of(expedition);
        self.battle = Battle { kind, hex, attacker, stage: Stage::Reserve, ..Battle::NONE };
        // Ruling 71: only camps are surprised, and only if all of them in the hex are camps.
        let defenders = Self::expeditions(attacker.other()).iter().map(|&other| self.host(other));
        let mut here = defenders.filter(|host| host.spot == Spot::on(hex) && !host.at_sea);
        if kind == Fight::Field && here.all(|host| host.camped) {
            self.battle.stage = Stage::Surprise;
        }
        chronicle.note(|| {
            let (rule, what) = match kind {
                Fight::Rebels => ("R20", "Battle with rebels"),
                _ => ("6.0", "Field battle"),
            };
            Event::new(EventKind::Announced, rule, format!("{what} at {}", self.hex_words(hex)))
                .places([self.label_of(hex)])
        });
    }

    pub(crate) fn surprise_die(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let surprised = face == 1;
        chronicle.note(|| {
            let text = if surprised { "Surprise: the camp is stormed" } else { "No surprise" };
            Event::new(EventKind::Result, "6.0", text).dice(&[face])
        });
        if surprised {
            self.battle.kind = Fight::Storm;
            self.open_exchange(self.battle.attacker);
        } else {
            self.battle.stage = Stage::Reserve;
        }
    }

    /// Battle is joined.
    pub(crate) fn commit(&mut self, chronicle: &mut impl Chronicle) {
        if self.battle.stage == Stage::Boarding {
            return self.open_fire();
        }
        self.battle.stage = Stage::Die;
        self.declare(chronicle);
    }

    pub(crate) fn declare(&mut self, chronicle: &mut impl Chronicle) {
        chronicle.note(|| {
            let sum = self.battle_sum();
            let hex = self.label_of(self.battle.hex);
            Event::new(EventKind::Declared, "6.1.2", sum.total.clone()).places([hex]).sum(sum)
        });
    }

    // ---- The die

    pub(crate) fn battle_die(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let odds = self.odds(&mut Unread);
        let verdict = self.sheet.charts.combat.outcome(&odds, face);
        chronicle.note(|| Event::new(EventKind::Result, "6.1.3", capital(verdict.words())).dice(&[face]));
        if self.battle.stage == Stage::Counter {
            return self.counter_result(verdict, chronicle);
        }
        self.battle.verdict = verdict;
        if self.has_reserve() && self.is_unfavourable(verdict) {
            self.battle.stage = Stage::Role;
        } else {
            self.apply(chronicle);
        }
    }

    /// Ruling 83: attrition, or the Byzantines rout or are destroyed.
    fn is_unfavourable(&self, verdict: Verdict) -> bool {
        let byzantine_attack = self.battle.attacker == BYZANTINES;
        match verdict {
            Verdict::A => true,
            Verdict::AD | Verdict::AR => byzantine_attack,
            Verdict::DD | Verdict::DR => !byzantine_attack,
        }
    }

    /// What the die brought is carried out.
    fn apply(&mut self, chronicle: &mut impl Chronicle) {
        match self.battle.verdict {
            Verdict::A => self.open_exchange(self.battle.attacker),
            Verdict::AR => self.be_routed(true, chronicle),
            Verdict::DR => self.be_routed(false, chronicle),
            Verdict::AD => self.be_destroyed(true, chronicle),
            Verdict::DD => self.be_destroyed(false, chronicle),
        }
    }

    // ---- Exchanges

    /// 6.1.4: losses in turn, this side first.
    pub(crate) fn open_exchange(&mut self, first: Side) {
        self.battle.stage = Stage::Exchange;
        self.battle.turn = first;
        self.battle.rounds = 0;
        self.battle.owed = self.quota();
    }

    /// What the side whose turn it is loses at once: the defender of a stormed camp two (6.5).
    fn quota(&self) -> u8 {
        let attacking = self.battle.turn == self.battle.attacker;
        let left = self.losable(attacking).count() as u8;
        let usual = if self.battle.kind == Fight::Storm && !attacking { 2 } else { 1 };
        left.min(usual)
    }

    /// What a side may lose now.
    pub(crate) fn losable(&self, attacking: bool) -> impl Iterator<Item = UnitId> + '_ {
        let byzantine = self.is_byzantine(attacking);
        let feeds = self.battle.role == Role::Feed;
        self.stack(self.battle.hex).filter(move |&id| match self.battle.kind {
            Fight::Naval => self.unit(id).is_ship() && self.sails_into_battle(id, attacking),
            // 7.2.2: mounted Byzantines neither storm walls nor hold them.
            Fight::Assault => self.fights(id, attacking) && !self.unit(id).is_mounted(),
            _ => self.fights(id, attacking) && (!byzantine || feeds || !self.in_reserve(id)),
        })
    }

    pub(crate) fn may_fall(&self, id: UnitId) -> Allowed {
        ensure(self.battle.kind != Fight::None, Refusal::NotNow)?;
        ensure(self.exists(id), Refusal::NotYours)?;
        let attacking = match self.battle.stage {
            Stage::Exchange | Stage::Losses | Stage::Victors => self.battle.turn == self.battle.attacker,
            Stage::Sunk => self.battle.attacker == MUSLIMS,
            Stage::Scorched => self.battle.attacker == BYZANTINES,
            _ => return Err(Refusal::NotNow),
        };
        ensure(self.losable(attacking).any(|other| other == id), Refusal::NotToBeLost)
    }

    /// Ruling 76: from the third turn on a side may break off instead. Rebels and garrisons never do.
    pub(crate) fn may_rout(&self) -> Allowed {
        let Battle { kind, stage, turn, attacker, rounds, owed, .. } = self.battle;
        ensure(kind != Fight::None && stage == Stage::Exchange, Refusal::NotNow)?;
        ensure(rounds >= 2, Refusal::FirstLossDue)?;
        ensure(owed == self.quota(), Refusal::LossesUnfinished)?;
        let stands = turn != attacker && matches!(kind, Fight::Rebels | Fight::Assault);
        ensure(!stands, Refusal::TheyStand)
    }

    pub(crate) fn list_losses(&self, offers: &mut Offers) -> ControlFlow<()> {
        for unit in self.stack(self.battle.hex) {
            if self.may_fall(unit).is_ok() && self.is_listed(unit) {
                offers.add(Order::Lose { unit })?;
            }
        }
        if self.may_rout().is_ok() {
            offers.add(Order::Rout)?;
        }
        ControlFlow::Continue(())
    }

    /// A counter named is lost; at sea with everybody aboard.
    pub(crate) fn fall_in_battle(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        let rule = match self.battle.kind {
            Fight::Naval => "8.2",
            Fight::Assault => "7.2.2",
            Fight::Storm => "6.5",
            _ if self.battle.stage == Stage::Losses => "6.2.3",
            _ => "6.1.4",
        };
        self.sink(id, rule, chronicle);
        self.battle.owed = self.battle.owed.saturating_sub(1);
        if self.battle.stage == Stage::Exchange {
            chronicle.note(|| {
                let left = [true, false].map(|attacking| self.losable(attacking).count());
                let attackers = count_words(left[0], "attacker", "attackers");
                let text = format!("Left: {attackers}, {}", count_words(left[1], "defender", "defenders"));
                Event::new(EventKind::Announced, rule, text).places([self.label_of(self.battle.hex)])
            });
        }
    }

    /// One passage of a fight; answers whether to go on.
    pub(crate) fn pass_battle(&mut self, chronicle: &mut impl Chronicle) -> bool {
        match self.battle.stage {
            Stage::Exchange => self.pass_exchange(chronicle),
            Stage::Losses if self.battle.owed == 0 => {
                self.after_losses(chronicle);
                true
            }
            Stage::Sunk | Stage::Scorched | Stage::Victors | Stage::Fire | Stage::Boarding => {
                self.pass_naval(chronicle)
            }
            Stage::Evacuate => {
                self.after_evacuation(chronicle);
                true
            }
            Stage::Over => {
                self.end_battle();
                true
            }
            _ => false,
        }
    }

    fn pass_exchange(&mut self, chronicle: &mut impl Chronicle) -> bool {
        let attacker = self.battle.attacker;
        // Before each removal both sides are looked at; a defender without anybody left is gone first.
        for attacking in [false, true] {
            if self.losable(attacking).next().is_none() {
                self.spent(attacking, chronicle);
                return true;
            }
        }
        if self.battle.owed > 0 {
            return false;
        }
        self.battle.rounds = self.battle.rounds.saturating_add(1);
        self.battle.turn = self.battle.turn.other();
        self.battle.owed = self.quota();
        debug_assert!(self.battle.owed > 0, "{attacker:?}");
        true
    }

    /// A side has nobody left to lose in an exchange.
    fn spent(&mut self, attacking: bool, chronicle: &mut impl Chronicle) {
        match self.battle.kind {
            Fight::Assault => self.assault_decided(!attacking, chronicle),
            Fight::Naval => self.fleet_gone(attacking, chronicle),
            // Ruling 84: a reserve held back routs without loss.
            _ if self.is_byzantine(attacking) && self.has_reserve() => self.flee(attacking, chronicle),
            _ => self.annihilate(attacking, chronicle),
        }
    }

    /// A side breaks off (6.2.5).
    pub(crate) fn rout(&mut self, chronicle: &mut impl Chronicle) {
        let attacking = self.battle.turn == self.battle.attacker;
        chronicle.note(|| {
            let who = &self.sheet.sides[self.battle.turn.index()];
            Event::new(EventKind::Announced, "6.2.5", format!("The {who} break off"))
        });
        match self.battle.kind {
            Fight::Naval => self.flee_by_sea(attacking, chronicle),
            _ => self.flee(attacking, chronicle),
        }
    }

    // ---- Routs and destruction

    /// 6.2: what the rout costs is named first.
    fn be_routed(&mut self, attacking: bool, chronicle: &mut impl Chronicle) {
        if self.battle.kind == Fight::Naval {
            return self.be_routed_at_sea(attacking);
        }
        if self.battle.kind == Fight::Rebels && !attacking {
            // Ruling 20: rebels do not rout.
            return self.annihilate(false, chronicle);
        }
        let toll = self.rout_toll(attacking);
        self.battle.turn = if attacking { self.battle.attacker } else { self.defender() };
        self.battle.owed = toll.min(self.losable(attacking).count() as u8);
        self.battle.stage = Stage::Losses;
        chronicle.note(|| {
            let who = &self.sheet.sides[self.battle.turn.index()];
            let text = format!("The {who} lose {} in the rout", units_words(self.battle.owed));
            Event::new(EventKind::Announced, "6.2", text)
        });
    }

    /// 6.2.1, 6.2.2, ruling 78: Byzantines lose as many as there are Muslim units, Muslims as many as there are
    /// mounted Byzantines, in reserve or not. Rebels count as the enemy they are (ruling 20).
    pub(crate) fn rout_toll(&self, attacking: bool) -> u8 {
        let enemies = self.force(!attacking);
        if self.is_byzantine(attacking) {
            let mounted_reserve = match self.battle.role {
                Role::Cover => self
                    .force(attacking)
                    .filter(|&id| self.in_reserve(id) && self.unit(id).is_mounted())
                    .count(),
                _ => 0,
            };
            (enemies.count() as u8).saturating_sub(mounted_reserve as u8)
        } else {
            enemies.filter(|&id| self.unit(id).is_mounted()).count() as u8
        }
    }

    fn after_losses(&mut self, chronicle: &mut impl Chronicle) {
        let attacking = self.battle.turn == self.battle.attacker;
        if self.battle.kind == Fight::Naval {
            return self.after_ships_lost(attacking);
        }
        let survives = self.force(attacking).next().is_some();
        match survives {
            true => self.flee(attacking, chronicle),
            false => self.annihilate(attacking, chronicle),
        }
    }

    /// 6.1.3: all who fought are destroyed; a reserve gets away (ruling 87).
    fn be_destroyed(&mut self, attacking: bool, chronicle: &mut impl Chronicle) {
        if self.battle.kind == Fight::Naval {
            return self.fleet_gone(attacking, chronicle);
        }
        if !(self.is_byzantine(attacking) && self.has_reserve()) {
            return self.annihilate(attacking, chronicle);
        }
        let fallen: Vec<UnitId> = self.losable(attacking).collect();
        for id in fallen {
            self.destroy(id, "6.1.3", chronicle);
        }
        self.flee(attacking, chronicle);
    }

    /// The expeditions on a side of the fight.
    pub(crate) fn hosts_in(&self, attacking: bool) -> Vec<Expedition> {
        let hex = self.battle.hex;
        let here = |expedition: &Expedition| {
            let host = self.host(*expedition);
            host.spot == Spot::on(hex) && (attacking || !host.at_sea || self.battle.kind == Fight::Naval)
        };
        match attacking {
            true => self.march.expedition.into_iter().filter(here).collect(),
            false if self.battle.kind == Fight::Rebels => vec![],
            false => Self::expeditions(self.defender()).iter().copied().filter(here).collect(),
        }
    }

    /// Everybody on a side dies, leaders with them.
    fn annihilate(&mut self, attacking: bool, chronicle: &mut impl Chronicle) {
        if !attacking && self.battle.kind == Fight::Rebels {
            let rebels: Vec<UnitId> = self.force(false).collect();
            for id in rebels {
                self.destroy(id, "R20", chronicle);
            }
            self.end_battle();
            return;
        }
        let hosts = self.hosts_in(attacking);
        self.end_battle();
        for expedition in hosts {
            self.perish(expedition, chronicle);
        }
    }

    /// 6.2.4: the counters go, the survivors flee.
    pub(crate) fn flee(&mut self, attacking: bool, chronicle: &mut impl Chronicle) {
        let (side, hex) = (if attacking { self.battle.attacker } else { self.defender() }, self.battle.hex);
        let hosts = self.hosts_in(attacking);
        self.end_battle();
        for &expedition in &hosts {
            chronicle.note(|| {
                Event::new(EventKind::Retreated, "6.2.4", format!("The {} routs", expedition.name()))
            });
            self.cast_adrift(expedition);
        }
        self.open_placing(Cause::Rout, side, hex);
    }

    pub(crate) fn end_battle(&mut self) {
        self.clear_flags(Unit::RESERVE);
        self.battle = Battle::NONE;
    }
}

/// A sentence begins with a capital letter.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests;
