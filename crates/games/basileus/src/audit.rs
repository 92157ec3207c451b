//! Broken invariants: what can never be true of a position.

use engine::Side;
use engine::hex::Hex;

use crate::position::{Gait, Position, Stage, Step};
use crate::sheet::{Coming, MOST_MOVEMENT};
use crate::unit::{Spot, UnitId, UnitSet};

impl Position {
    /// The first invariant found broken.
    pub(crate) fn find_fault(&self) -> Result<(), String> {
        self.audit_ids()?;
        self.audit_units()?;
        self.audit_hexes()?;
        self.audit_marks()?;
        self.audit_mover()?;
        self.audit_combat()
    }

    fn all(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.battle.ids()
    }

    /// Every id named anywhere is a counter of the battle.
    fn audit_ids(&self) -> Result<(), String> {
        let all: UnitSet = self.all().collect();
        let combat = &self.combat;
        let sets = [
            self.marks.reduced,
            self.marks.surprised,
            self.marks.plundered,
            self.marks.drawn_on,
            self.marks.moved,
            self.marks.feigned,
            self.marks.ran_clear,
            self.marks.attacked,
            self.marks.struck,
            self.marks.supported,
            combat.attackers,
            combat.chargers,
            combat.close,
            combat.supports,
            combat.routed,
            combat.retired,
            combat.owed,
            combat.owed_shaken,
            combat.wave,
            combat.steadied,
            combat.shaken,
            combat.chain,
        ];
        ensure(
            sets.iter().all(|set| set.without(all).is_empty()),
            "a mark on a counter that does not exist",
        )?;
        let named = [
            self.mover.unit,
            self.mover.with,
            self.mover.other,
            combat.defender,
            combat.head,
            combat.piece,
            combat.passed,
            combat.company,
        ];
        let known = |id: &UnitId| *id == UnitId::NONE || self.exists(*id);
        ensure(named.iter().all(known), "a counter that does not exist is in hand")?;
        if let Step::Rally(id) = self.step {
            ensure(
                self.exists(id) && self.marks.surprised.has(id),
                "a unit that is not surprised is roused",
            )?;
        }
        Ok(())
    }

    fn audit_units(&self) -> Result<(), String> {
        for id in self.all() {
            let unit = self.unit(id);
            if let Some(hex) = self.at(id) {
                ensure(self.battle.enterable(hex), "a counter stands where nobody may")?;
            }
            let two_steps = self.battle.unit_type(id).steps == 2;
            ensure(two_steps || !self.marks.reduced.has(id), "a unit of one step is reduced")?;
            let baggage = self.battle.is_baggage(id);
            ensure(baggage || !self.marks.plundered.has(id), "something but baggage is plundered")?;
            ensure(!baggage || unit.spot != Spot::LOST, "baggage is lost instead of plundered")?;
            let waits = unit.spot == Spot::RESERVE;
            let deploying = matches!(self.step, Step::Deploy(_)) && self.player_turn == 0;
            ensure(!waits || deploying || !self.battle.deploys(id), "a counter was never deployed")?;
            if deploying {
                let in_time = unit.spot != Spot::LOST && !self.marks.plundered.has(id);
                ensure(in_time, "a counter was lost before play")?;
                let zone = match &self.battle.group(id).coming {
                    Coming::Deploys { hexes, .. } => &hexes[..],
                    _ => &[],
                };
                ensure(unit.hex().is_none_or(|hex| zone.contains(&hex)), "a counter deployed out of place")?;
            }
            ensure(unit.steps == 0 || unit.start.hex().is_some(), "a run-up from nowhere")?;
        }
        Ok(())
    }

    /// Whether a counter is only passing through where it stands.
    fn passes(&self, id: UnitId) -> bool {
        id == self.mover.unit
            || id == self.mover.with
            || (self.combat.stage == Stage::WithdrawingOn
                && (id == self.combat.defender || id == self.combat.company))
    }

    /// Who stands where is what the hexes say, and stacks are legal (6, ruling R29).
    fn audit_hexes(&self) -> Result<(), String> {
        for hex in self.battle.sheet.ground.grid.hexes() {
            let here: UnitSet = self.all().filter(|&id| self.at(id) == Some(hex)).collect();
            let staying: UnitSet = here.iter().filter(|&id| !self.passes(id)).collect();
            self.audit_index(hex, here)?;
            let both = Side::BOTH.iter().all(|&side| !here.and(self.battle.of(side)).is_empty());
            ensure(!both, "both sides share a hex")?;
            let count = |wanted: &dyn Fn(UnitId) -> bool| staying.iter().filter(|&id| wanted(id)).count();
            let fighters = count(&|id| self.battle.is_fighter(id));
            let commanders = count(&|id| self.battle.is_commander(id));
            let baggage = count(&|id| self.battle.is_baggage(id));
            ensure(fighters <= 1 && commanders <= 1 && baggage <= 1, "too many counters in a hex")?;
            let crowd = here.iter().filter(|&id| self.battle.is_fighter(id)).count();
            ensure(crowd <= 2, "a crowd in a hex")?;
            let alone = fighters == 0 && commanders == 1 && baggage == 1 && crowd == 0;
            ensure(!alone, "a commander alone with baggage")?;
        }
        Ok(())
    }

    fn audit_index(&self, hex: Hex, here: UnitSet) -> Result<(), String> {
        let listed = self.fighter(hex);
        let any = here.iter().find(|&id| self.battle.is_fighter(id));
        ensure(
            listed.is_none_or(|id| here.has(id)) && listed.is_some() == any.is_some(),
            "a hex does not know its unit",
        )?;
        for side in Side::BOTH {
            let own = here.and(self.battle.of(side));
            let commander = own.iter().any(|id| self.battle.is_commander(id));
            let baggage = own.iter().any(|id| self.battle.is_baggage(id));
            let agree = commander == self.has_commander(side, hex) && baggage == self.has_baggage(side, hex);
            ensure(agree, "a hex does not know its commander or baggage")?;
        }
        Ok(())
    }

    fn audit_marks(&self) -> Result<(), String> {
        ensure(self.player_turn <= self.last_turn() * 2, "the battle goes on for too long")?;
        let before = matches!(self.step, Step::Deploy(_));
        ensure(before == (self.player_turn == 0), "the turn does not fit the step")?;
        ensure(self.outcome.is_some() == (self.step == Step::Over), "an end without an outcome")?;
        ensure(
            self.marks.surprised.without(self.marks.reduced).is_empty(),
            "a surprised unit at full strength",
        )?;
        let costly = self.battle.sheet.specials.costly.as_ref();
        let most = costly.map_or(0, |c| c.extra as usize * self.battle.count());
        ensure(self.extra.iter().all(|&extra| extra as usize <= most), "points from nowhere")?;
        ensure(self.sortie <= self.player_turn, "a sortie before its time")?;
        let sortie = self.battle.sheet.specials.sortie.is_some();
        ensure(sortie || self.sortie == 0, "a sortie in a battle without one")?;
        let moving = self.step == Step::Moving;
        ensure(
            moving || (self.marks.moved.is_empty() && self.marks.feigned.is_empty()),
            "moves outside the phase",
        )?;
        let fighting = self.step == Step::Fighting || self.outcome.is_some();
        let fought = self.marks.attacked.or(self.marks.struck).or(self.marks.supported);
        ensure(fighting || fought.is_empty(), "attacks outside the phase")
    }

    fn audit_mover(&self) -> Result<(), String> {
        let mover = &self.mover;
        let Some(id) = mover.unit.some() else {
            return ensure(self.mover == crate::position::Mover::NOBODY, "nobody in hand has a move");
        };
        let rushing = matches!(mover.gait, Gait::Temper | Gait::Quarry | Gait::Rush);
        let step_fits = self.step == Step::Moving || (self.step == Step::Fighting && rushing);
        ensure(step_fits && !self.fighting(), "a unit is in hand outside its phase")?;
        ensure(self.at(id).is_some() && !self.battle.is_baggage(id), "the unit in hand is nowhere")?;
        let owner = if self.step == Step::Moving { self.phasing() } else { self.defending() };
        ensure(self.side(id) == owner, "the unit in hand is not its owner's")?;
        let limit = (MOST_MOVEMENT + 1) * 2;
        ensure(
            mover.points <= limit && mover.spent <= limit && mover.steps <= limit,
            "too many points in hand",
        )?;
        if let Some(commander) = mover.with.some() {
            let together = self.battle.is_commander(commander) && self.at(commander) == self.at(id);
            ensure(together && self.battle.is_fighter(id), "the commander is not with the unit in hand")?;
        }
        if matches!(mover.gait, Gait::Decoy | Gait::Lured | Gait::Rush) {
            let fits = mover.other != UnitId::NONE && self.side(mover.other) != self.side(id);
            ensure(fits && self.at(mover.other).is_some(), "the other unit is not there")?;
        }
        ensure(mover.lure <= 2, "a lure of too many hexes")
    }

    fn audit_combat(&self) -> Result<(), String> {
        let combat = &self.combat;
        if combat.stage == Stage::Idle {
            return ensure(self.combat == crate::position::Combat::NONE, "traces of an attack that is over");
        }
        ensure(self.step == Step::Fighting, "an attack outside its phase")?;
        ensure(combat.target.hex().is_some(), "an attack on nothing")?;
        let defender = combat.defender;
        ensure(
            defender != UnitId::NONE
                && self.side(defender) == self.defending()
                && !self.battle.is_commander(defender),
            "an attack on nobody",
        )?;
        let own = self.battle.fighters(self.phasing());
        ensure(combat.attackers.without(own).is_empty(), "somebody attacks who cannot")?;
        ensure(combat.chargers.without(combat.attackers).is_empty(), "a charge outside the attack")?;
        ensure(combat.close.without(combat.attackers).is_empty(), "a fight outside the attack")?;
        let enemies = self.battle.missiles(self.defending());
        ensure(combat.supports.without(enemies).is_empty(), "support by those who cannot")?;
        let early = matches!(
            combat.stage,
            Stage::Building | Stage::Dodge | Stage::DodgeRoll | Stage::Support | Stage::Roll
        );
        if early {
            ensure(self.at(defender) == combat.target.hex(), "the attacked unit is elsewhere")?;
            ensure(combat.attackers.iter().all(|id| self.at(id).is_some()), "an attacker is nowhere")?;
        }
        if combat.stage != Stage::Building {
            ensure(!combat.attackers.is_empty(), "an attack by nobody")?;
            ensure(
                combat.attackers.without(self.marks.attacked).is_empty(),
                "an attack that does not count",
            )?;
        }
        let losers = self.battle.fighters(self.losing_side());
        let moving = combat.routed.or(combat.owed).or(combat.wave).or(combat.chain);
        ensure(moving.without(losers).is_empty(), "the wrong side retreats or tests")?;
        ensure(moving.iter().all(|id| self.at(id).is_some()), "somebody beaten is nowhere")?;
        if matches!(combat.stage, Stage::Retreating | Stage::AdvanceFollow | Stage::OccupyFollow) {
            ensure(combat.piece != UnitId::NONE && self.at(combat.piece).is_some(), "nobody is in hand")?;
        }
        if combat.stage == Stage::Retreating {
            ensure(combat.chain.has(combat.piece) && combat.chain.has(combat.head), "the chain is broken")?;
            let sent = combat.chain.iter().filter(|&id| id != combat.piece);
            ensure(
                sent.into_iter().all(|id| self.unit(id).heading.hex().is_some()),
                "a chain without headings",
            )?;
        }
        if matches!(combat.stage, Stage::AdvanceFollow | Stage::OccupyFollow) {
            let led = self.commander_on(combat.piece).is_some();
            ensure(led && self.unit(combat.piece).heading.hex().is_some(), "an advance to nowhere")?;
        }
        ensure(combat.losses <= 2 && combat.pool <= 100, "more losses or dice than there can be")
    }
}

fn ensure(holds: bool, why: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why.to_string()) }
}

#[cfg(test)]
mod tests;
