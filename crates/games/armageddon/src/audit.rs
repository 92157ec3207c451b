//! Invariants: what must hold of every position, whatever was played.

use engine::hex::Hex;

use crate::position::{CombatKind, Position, Stage, Step};
use crate::sheet::{Coming, Kind, MOST_MOVEMENT};
use crate::stacking::Crowds;
use crate::unit::{NO_ATTACK, Spot, Unit, UnitId};

/// The most Movement Points a piece can have, in halves; the bits of a retreat's purse.
pub(crate) const MOST_POINTS: u8 = 2 * MOST_MOVEMENT;

impl Position {
    /// The first broken invariant, in words.
    pub(crate) fn find_fault(&self) -> Result<(), String> {
        self.audit_clock()?;
        self.audit_stacks()?;
        for id in self.battle.ids() {
            self.audit_unit(id).map_err(|why| format!("counter {} ({}): {why}", id.0, self.label(id)))?;
        }
        self.audit_attacks()?;
        self.audit_mover()?;
        self.audit_combat()
    }

    fn audit_clock(&self) -> Result<(), String> {
        let sheet = &self.battle.sheet;
        let before_play = matches!(self.step, Step::Deploy(_));
        ensure(before_play == (self.player_turn == 0), "the clock and the step do not fit")?;
        ensure(self.player_turn <= 2 * sheet.turns, "it is later than the last Game-Turn")?;
        ensure((self.step == Step::Over) == self.outcome.is_some(), "the end and the outcome do not fit")?;
        ensure(self.feint_turn <= self.player_turn, "the fake retreat lies in the future")?;
        ensure(self.feint_turn == 0 || sheet.specials.fake_retreat.is_some(), "no retreat is faked here")?;
        ensure(self.cats_turn <= self.player_turn, "the cats lie in the future")?;
        let dust = !self.dust.is_empty();
        ensure(!dust || self.feint_turn != 0, "dust without a fake retreat")?;
        match self.step {
            Step::Arrive(group) => ensure(
                sheet.groups.get(group as usize).is_some_and(|g| matches!(g.coming, Coming::Arrives { .. })),
                "no such group arrives",
            ),
            Step::Asses(id) => ensure(
                sheet.specials.asses == Some(self.phasing())
                    && self.exists(id)
                    && self.unit(id).kind == Kind::CH,
                "no asses to roll for",
            ),
            Step::Eclipse => ensure(sheet.specials.eclipse_from.is_some(), "no eclipse here"),
            Step::Feint | Step::Dust | Step::Hide => {
                ensure(sheet.specials.fake_retreat == Some(self.phasing()), "no retreat is faked here")
            }
            _ => Ok(()),
        }
    }

    fn audit_stacks(&self) -> Result<(), String> {
        let mut stacked = 0;
        for hex in self.battle.sheet.ground.grid.hexes() {
            let (mut last, mut side) = (None, None);
            for id in self.stack(hex) {
                stacked += 1;
                ensure(stacked <= self.battle.count(), "a stack has no end")?;
                let number = self.number(hex);
                ensure(
                    self.unit(id).spot == Spot::on(hex),
                    &format!("a counter in {number} stands elsewhere"),
                )?;
                ensure(last < Some(id), &format!("the stack in {number} is out of order"))?;
                ensure(side.is_none_or(|s| s == self.side(id)), &format!("both sides are in {number}"))?;
                (last, side) = (Some(id), Some(self.side(id)));
            }
        }
        let on_map = self.units[..self.battle.count()].iter().filter(|unit| unit.hex().is_some()).count();
        ensure(on_map == stacked, "a counter on the map is in no stack")
    }

    fn audit_unit(&self, id: UnitId) -> Result<(), String> {
        let unit = self.unit(id);
        let printed = self.battle.sheet.units[id.index()].kind;
        let grade_kept = match printed {
            Kind::A | Kind::B => (Kind::A..=printed).contains(&unit.kind),
            Kind::C | Kind::D | Kind::E | Kind::F => (Kind::C..=printed).contains(&unit.kind),
            _ => unit.kind == printed,
        };
        ensure(grade_kept, "its type changed")?;
        ensure(!(unit.disrupted() && unit.kind.is_leader()), "a disrupted leader")?;
        ensure(!(unit.disrupted() && unit.hex().is_none()), "disrupted off the map")?;
        ensure(unit.marker.player_turn() <= self.player_turn, "disrupted in the future")?;
        ensure(unit.fired <= self.player_turn, "it fired in the future")?;
        ensure(unit.fired == 0 || unit.kind.is_fire(), "it cannot fire")?;
        ensure(
            unit.attack == NO_ATTACK || unit.attack < self.attacks.len() as u8,
            "its attack does not exist",
        )?;
        ensure(unit.attack == NO_ATTACK || unit.hex().is_some(), "it attacks from off the map")?;
        ensure(
            !unit.has(Unit::MUST_RETREAT) || self.combat.stage != Stage::Idle,
            "it must retreat, but nobody fights",
        )?;
        if let Some(hex) = unit.hex() {
            ensure(self.battle.bears(unit.kind, hex), "it may not be in its hex")?;
        }
        let Some(chariot) = unit.aboard.some() else { return Ok(()) };
        ensure(self.exists(chariot) && self.unit(chariot).kind == Kind::CH, "it rides what is no chariot")?;
        ensure(self.side(chariot) == self.side(id), "it rides an enemy chariot")?;
        ensure(self.unit(chariot).spot == unit.spot, "it is not where its chariot is")?;
        ensure(
            matches!(unit.spot, Spot::RESERVE) || unit.hex().is_some(),
            "it rides after leaving the game",
        )?;
        // Who deploys mounts a chariot on the map; only those who enter later wait aboard.
        ensure(unit.hex().is_some() || !self.deploys(id), "it rides a chariot that is not deployed")?;
        ensure(unit.kind.may_ride() || unit.kind.is_leader(), "it may not ride")?;
        let facing_open = self.facing_due == chariot || unit.hex().is_none();
        ensure(
            facing_open || self.unit(chariot).facing == unit.facing,
            "it looks away from its chariot's line",
        )?;
        let passengers = self
            .battle
            .units(self.side(id))
            .filter(|&u| self.unit(u).aboard == chariot && self.unit(u).is_troop());
        ensure(passengers.count() <= 1, "its chariot is overloaded")
    }

    fn audit_attacks(&self) -> Result<(), String> {
        ensure(
            self.open == NO_ATTACK || self.open < self.attacks.len() as u8,
            "the open attack does not exist",
        )?;
        let fighting =
            matches!(self.step, Step::Aim | Step::Shoot | Step::Array | Step::Clash | Step::Window);
        ensure(fighting || self.attacks.is_empty(), "attacks outside a combat phase")?;
        ensure(self.step != Step::Window || self.attacks.len() == 1, "a window without its target")?;
        let enemy = self.attacking_side().other();
        let mut seen: Vec<Hex> = vec![];
        for (i, attack) in self.attacks.iter().enumerate() {
            let being_resolved = self.combat.stage != Stage::Idle && self.combat.attack as usize == i;
            let waits = matches!(self.step, Step::Shoot | Step::Clash);
            for hex in attack.targets() {
                ensure(!seen.contains(&hex), "a hex is attacked twice")?;
                seen.push(hex);
                ensure(
                    being_resolved || self.holder(hex) == Some(enemy),
                    "an attack on a hex without enemies",
                )?;
            }
            let several = attack.targets().nth(1).is_some();
            ensure(!several || matches!(self.step, Step::Array | Step::Clash), "fire at several hexes")?;
            ensure(
                being_resolved || !waits || self.unshifted_column(i as u8).is_ok(),
                "a committed attack that may not be made",
            )?;
        }
        let attackers = self.battle.ids().filter(|&id| self.unit(id).attack != NO_ATTACK);
        for id in attackers {
            ensure(self.side(id) != enemy, "an attacked unit attacks")?;
            let attack = &self.attacks[self.unit(id).attack as usize];
            let melee = matches!(self.step, Step::Array | Step::Clash);
            let reaches = match (self.unit(id).is_troop(), melee) {
                (true, true) => attack.targets().all(|hex| self.fronts(id, hex)),
                (true, false) => self.unit(id).kind.is_fire(),
                (false, _) => melee,
            };
            ensure(reaches, "a unit attacks what it cannot")?;
        }
        Ok(())
    }

    fn audit_mover(&self) -> Result<(), String> {
        let Some(id) = self.mover.unit.some() else { return Ok(()) };
        let moving = matches!(self.step, Step::Moving | Step::Window);
        ensure(moving, "a unit is in hand outside the moving step")?;
        ensure(self.exists(id) && self.side(id) == self.phasing(), "the unit in hand is not the mover's")?;
        ensure(
            self.mover.points <= MOST_POINTS && self.mover.run <= MOST_POINTS,
            "the unit in hand has too many points",
        )?;
        ensure(self.unit(id).aboard == UnitId::NONE, "the unit in hand rides")?;
        let gait_fits = match self.mover.gait {
            crate::position::Gait::FallBack | crate::position::Gait::RaiseDust => self.feigning(),
            _ => true,
        };
        ensure(gait_fits, "nobody falls back or raises dust here")?;
        let waits = self.unit(id).spot == Spot::RESERVE && self.due_to_enter(id);
        let shot = self.combat.stage != Stage::Idle;
        ensure(self.unit(id).hex().is_some() || waits || shot, "the unit in hand is nowhere")
    }

    /// What is kept of the overfull hexes is what is there.
    pub(crate) fn audit_crowds(&self) -> Result<(), String> {
        if self.step != Step::Moving || self.mover.unit.some().is_some() {
            return Ok(());
        }
        let mut fresh = self.clone();
        fresh.crowds = Crowds::default();
        fresh.note_crowds();
        ensure(fresh.crowds == self.crowds, "the overfull hexes were miscounted")
    }

    fn audit_combat(&self) -> Result<(), String> {
        if let Some(id) = self.facing_due.some() {
            ensure(
                self.exists(id) && self.unit(id).hex().is_some(),
                "the counter to be faced is not on the map",
            )?;
        }
        let combat = &self.combat;
        if combat.stage == Stage::Idle {
            return Ok(());
        }
        ensure(self.facing_due == UnitId::NONE, "a facing is due in the middle of a fight")?;
        ensure(combat.attack < self.attacks.len() as u8, "the attack being resolved does not exist")?;
        let step_fits = match combat.kind {
            CombatKind::Fire => self.step == Step::Shoot,
            CombatKind::DefensiveFire => self.step == Step::Window,
            CombatKind::Melee => self.step == Step::Clash,
        };
        ensure(step_fits, "the fight does not fit the phase")?;
        let melee = combat.kind == CombatKind::Melee;
        ensure(
            melee || !matches!(combat.stage, Stage::Retreats | Stage::Retreating),
            "a retreat after fire",
        )?;
        if combat.stage == Stage::Roll {
            ensure(
                self.unshifted_column(combat.attack).is_ok(),
                "a roll for an attack that may not be made",
            )?;
        }
        if combat.stage == Stage::Losses {
            let troops = self.attacked_troops().count();
            ensure(
                (combat.losses as usize) < troops && combat.losses > 0,
                "the losses do not fit the troops",
            )?;
        }
        if combat.stage == Stage::Retreating {
            let piece = combat.piece;
            let fits = self.exists(piece)
                && self.side(piece) == self.attacked_side()
                && self.unit(piece).hex().is_some();
            ensure(fits && combat.start.hex().is_some(), "the retreating piece is nowhere")?;
            ensure(combat.points <= MOST_POINTS, "the retreating piece has too many points")?;
        }
        Ok(())
    }
}

fn ensure(holds: bool, why: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why.to_string()) }
}
