//! The position: the complete state of one battle, and what every chapter asks of it.

use std::sync::Arc;

use engine::counter::{Stack, Stacks};
use engine::hex::{Direction, Hex};
use engine::saved::{Counters, Few};
use engine::{Outcome, Side};

use crate::battle::Battle;
use crate::saved::SavedOutcome;
use crate::sheet::{Kind, MOST_ATTACKERS, MOST_HEXES, MOST_OBJECTIVES, MOST_UNITS};
use crate::stacking::Crowds;
use crate::unit::{Marker, MarkerKind, NO_ATTACK, Spot, Unit, UnitId};

mod procedure;

pub(crate) use procedure::{Attack, Combat, CombatKind, Gait, Mover, Stage, Step};

/// The most dust markers (ruling R108).
pub(crate) const MOST_DUST: usize = 9;

engine::kept! {
    /// Everything a position holds that its setting does not, nor follows from the rest.
    pub struct State, saved as SavedState {
        /// Player-Turns are numbered through the whole game (ruling R8); 0 before play.
        pub(crate) player_turn: u8,
        pub(crate) step: Step,
        pub(crate) units: Counters<Unit, MOST_UNITS>,
        pub(crate) attacks: Few<Attack, MOST_ATTACKERS> = Few::none(),
        /// The attack being built.
        pub(crate) open: u8 = NO_ATTACK,
        pub(crate) mover: Mover = Mover::NOBODY,
        pub(crate) combat: Combat = Combat::NONE,
        /// A counter just put down whose facing is asked for.
        pub(crate) facing_due: UnitId = UnitId::NONE,
        /// Who controls each objective.
        pub(crate) control: Counters<Option<Side>, MOST_OBJECTIVES>,
        /// The Player-Turn of the fake retreat; 0 while unused.
        pub(crate) feint_turn: u8 = 0,
        /// The Player-Turn of the cats; 0 while unused.
        pub(crate) cats_turn: u8 = 0,
        pub(crate) dust: Few<Spot, MOST_DUST> = Few::none(),
    }
    also saved {
        /// How it ended.
        outcome: SavedOutcome,
        /// The unit stopped, in positions saved before it was told with the unit in hand.
        stopped: UnitId,
    }
}

/// A battle in progress: its setting and its state, and what follows from both.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) battle: Arc<Battle>,
    pub(crate) state: State,
    pub(crate) outcome: Option<Outcome>,
    /// Who stands on whom; kept in step with the units.
    pub(crate) stacks: Stacks<UnitId, MOST_HEXES, MOST_UNITS>,
    /// Overfull hexes of the phasing side, while it moves.
    pub(crate) crowds: Crowds,
}

impl Position {
    /// The start of a battle, before deployment.
    pub fn new(battle: Arc<Battle>) -> Position {
        let mut position = Position::empty(battle);
        position.settle(&mut engine::Silence);
        position
    }

    /// No counter placed, nothing settled.
    pub(crate) fn empty(battle: Arc<Battle>) -> Position {
        let mut units: Counters<Unit, MOST_UNITS> = Counters::new(battle.count());
        for (unit, blueprint) in units.iter_mut().zip(&battle.sheet.units) {
            unit.kind = blueprint.kind;
        }
        let state = State {
            player_turn: 0,
            step: Step::Deploy(battle.sheet.deploys_first),
            units,
            attacks: Few::none(),
            open: NO_ATTACK,
            mover: Mover::NOBODY,
            combat: Combat::NONE,
            facing_due: UnitId::NONE,
            control: Counters::new(battle.sheet.objectives.len()),
            feint_turn: 0,
            cats_turn: 0,
            dust: Few::none(),
        };
        Position::at_state(battle, state)
    }

    /// A state with nobody put down in any hex.
    pub(crate) fn at_state(battle: Arc<Battle>, state: State) -> Position {
        Position { battle, state, outcome: None, stacks: Stacks::empty(), crowds: Crowds::default() }
    }

    /// The scenario's printed matter.
    pub fn sheet(&self) -> &crate::sheet::Sheet {
        &self.battle.sheet
    }

    #[inline]
    pub(crate) fn side(&self, id: UnitId) -> Side {
        self.battle.side(id)
    }

    /// The side whose Player-Turn it is.
    #[inline]
    pub(crate) fn phasing(&self) -> Side {
        let first = self.battle.sheet.moves_first;
        if self.player_turn % 2 == 1 { first } else { first.other() }
    }

    /// The Game-Turn, from 1; 0 before play.
    #[inline]
    pub(crate) fn game_turn(&self) -> u8 {
        self.player_turn.div_ceil(2)
    }

    /// The units in a hex, top first.
    #[inline]
    pub(crate) fn stack(&self, hex: Hex) -> Stack<'_, UnitId> {
        self.stacks.of(hex.index())
    }

    /// Whose units are in a hex; both sides never share one.
    #[inline]
    pub(crate) fn holder(&self, hex: Hex) -> Option<Side> {
        self.stacks.top(hex.index()).some().map(|top| self.side(top))
    }

    #[inline]
    pub(crate) fn occupied(&self, hex: Hex) -> bool {
        self.stacks.top(hex.index()) != UnitId::NONE
    }

    /// The troops in a hex, leaders left out.
    #[inline]
    pub(crate) fn troops(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        self.stack(hex).filter(|&u| self.unit(u).is_troop())
    }

    /// Those who ride a chariot.
    #[inline]
    pub(crate) fn riders(&self, chariot: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let stack = self.unit(chariot).hex().map(|hex| self.stack(hex));
        stack.into_iter().flatten().filter(move |&u| self.unit(u).aboard == chariot)
    }

    /// The one troop that rides a chariot.
    pub(crate) fn passenger(&self, chariot: UnitId) -> Option<UnitId> {
        if self.unit(chariot).hex().is_some() {
            return self.riders(chariot).find(|&u| self.unit(u).is_troop());
        }
        let side = self.side(chariot);
        self.battle.units(side).find(|&u| self.unit(u).aboard == chariot && self.unit(u).is_troop())
    }

    /// Puts a unit on a hex. Stacks are kept in counter order, so that equal stacks are equal positions.
    pub(crate) fn put(&mut self, id: UnitId, hex: Hex) {
        self.unit_mut(id).spot = Spot::on(hex);
        self.stacks.put(id, hex.index());
    }

    /// Takes a unit off its hex, to one of the places beside the map or on to another hex.
    pub(crate) fn lift(&mut self, id: UnitId, to: Spot) {
        let Some(hex) = self.unit(id).hex() else {
            self.unit_mut(id).spot = to;
            return;
        };
        self.stacks.lift(id, hex.index());
        self.unit_mut(id).spot = to;
    }

    /// Moves a unit and whoever rides it to a hex.
    pub(crate) fn carry(&mut self, id: UnitId, hex: Hex) {
        if self.unit(id).kind == Kind::CH {
            let mut riders = [UnitId::NONE; MOST_UNITS];
            let mut count = 0;
            for rider in self.riders(id) {
                riders[count] = rider;
                count += 1;
            }
            for &rider in &riders[..count] {
                self.lift(rider, Spot::RESERVE);
                self.put(rider, hex);
            }
        }
        self.lift(id, Spot::RESERVE);
        self.put(id, hex);
        self.take_control(hex, self.side(id));
    }

    /// Turns a unit and whoever rides it (ruling R7).
    pub(crate) fn turn_to(&mut self, id: UnitId, facing: Direction) {
        self.unit_mut(id).facing = facing;
        if self.unit(id).kind == Kind::CH {
            let mut next = self.unit(id).hex().map_or(UnitId::NONE, |hex| self.stacks.top(hex.index()));
            while let Some(u) = next.some() {
                next = self.stacks.below(u);
                if self.unit(u).aboard == id {
                    self.unit_mut(u).facing = facing;
                }
            }
        }
    }

    /// Control of a hex changes with every entry, however short (ruling R93).
    #[inline]
    pub(crate) fn take_control(&mut self, hex: Hex, side: Side) {
        if let Some(objective) = self.battle.objective(hex) {
            self.control[objective] = Some(side);
        }
    }

    /// Removes a unit by some rule; riders of a lost chariot stay on foot (ruling R84).
    pub(crate) fn remove(&mut self, id: UnitId) {
        if self.unit(id).kind == Kind::CH {
            self.dismount_all(id);
        }
        self.lift(id, Spot::LOST);
        let unit = self.unit_mut(id);
        unit.aboard = UnitId::NONE;
        unit.marker = Marker::NONE;
        unit.attack = NO_ATTACK;
        unit.flags &= Unit::CROSSED;
    }

    /// Everybody aboard a chariot on the map stands beside it in its hex.
    pub(crate) fn dismount_all(&mut self, chariot: UnitId) {
        let mut next = self.unit(chariot).hex().map_or(UnitId::NONE, |hex| self.stacks.top(hex.index()));
        while let Some(u) = next.some() {
            next = self.stacks.below(u);
            if self.unit(u).aboard == chariot {
                self.unit_mut(u).aboard = UnitId::NONE;
            }
        }
    }

    /// Marks a troop as disrupted in this phase.
    pub(crate) fn disrupt(&mut self, id: UnitId, kind: MarkerKind) {
        let marker = Marker::new(kind, self.player_turn);
        self.unit_mut(id).marker = marker;
    }

    /// Whether a dust marker lies in a hex (ruling R108).
    #[inline]
    pub(crate) fn dusty(&self, hex: Hex) -> bool {
        self.feint_turn != 0 && self.dust.contains(&Spot::on(hex))
    }

    /// Whether the three front hexes of an enemy fire unit include a hex (Movement L, ruling R17).
    #[inline]
    pub(crate) fn before_enemy_fire(&self, hex: Hex, side: Side) -> bool {
        for to in &Direction::ALL {
            let Some(neighbour) = self.battle.neighbour(hex, *to) else { continue };
            if self.holder(neighbour) != Some(side.other()) {
                continue;
            }
            for id in self.stack(neighbour) {
                let unit = self.unit(id);
                if unit.kind.is_fire() && unit.facing.fronts(to.opposite()) {
                    return true;
                }
            }
        }
        false
    }

    /// The attack that has a hex among its targets.
    pub(crate) fn attack_on(&self, hex: Hex) -> Option<u8> {
        self.attacks.iter().position(|a| a.aims_at(hex)).map(|i| i as u8)
    }

    pub(crate) fn remove_attack(&mut self, index: u8) {
        self.attacks.take(index as usize);
        let last = self.attacks.len() as u8;
        for unit in self.units.present_mut() {
            if unit.attack == index {
                unit.attack = NO_ATTACK;
            } else if unit.attack == last {
                unit.attack = index;
            }
        }
        if self.open == index {
            self.open = NO_ATTACK;
        } else if self.open == last {
            self.open = index;
        }
    }
}

engine::follows_from_state!(Position, state: State, |one, other| {
    let (one, other) = (&one.battle, &other.battle);
    Arc::ptr_eq(one, other)
        || (one.sheet.fingerprint == other.sheet.fingerprint
            && one.sheet.turns == other.sheet.turns
            && one.ruleset() == other.ruleset())
});

engine::counters_by_id!(Position, UnitId => Unit, of which there are |position| position.battle.count());
engine::hexes_by_number!(Position, on | position | position.battle.sheet.ground.grid);
