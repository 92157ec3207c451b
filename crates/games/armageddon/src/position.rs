//! The position: the complete state of one battle, and what every chapter asks of it.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use engine::hex::{Direction, Hex, HexNumber};
use engine::{Outcome, Side};

use crate::battle::Battle;
use crate::sheet::{Kind, MOST_ATTACKERS, MOST_HEXES, MOST_OBJECTIVES, MOST_UNITS};
use crate::stacking::Crowds;
use crate::unit::{Marker, MarkerKind, NO_ATTACK, Spot, Unit, UnitId};

/// What the sequence of play has come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Step {
    /// A side places its counters.
    Deploy(Side),
    /// The eclipse is rolled for (fan scenario 23).
    Eclipse,
    /// The phasing player builds fire attacks.
    Aim,
    /// The phasing player names the fire attack to resolve next.
    Shoot,
    /// The phasing player may announce the fake retreat (fan scenario 20).
    Feint,
    /// The phasing player brings a reinforcement group on or delays it (fan scenario 12).
    Arrive(u8),
    /// A chariot's asses are rolled for (fan scenario 26).
    Asses(UnitId),
    /// The phasing player embarks units.
    Embark,
    /// The phasing player names the dust chariot (fan scenario 20).
    Dust,
    /// The phasing player moves units one after another.
    Moving,
    /// The other player decides on defensive fire.
    Window,
    /// The phasing player debarks units.
    Debark,
    /// The phasing player hides units behind the dust (fan scenario 20).
    Hide,
    /// The phasing player builds melee attacks.
    Array,
    /// The phasing player names the melee attack to resolve next.
    Clash,
    /// The game is over.
    Over,
}

/// An attack being built or waiting to be resolved: its target hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Attack {
    targets: [u16; 3],
}

impl Attack {
    const NOWHERE: u16 = u16::MAX;
    const UNUSED: Attack = Attack { targets: [Attack::NOWHERE; 3] };

    pub fn on(hex: Hex) -> Attack {
        Attack { targets: [hex.0, Attack::NOWHERE, Attack::NOWHERE] }
    }

    #[inline]
    pub fn targets(&self) -> impl Iterator<Item = Hex> + use<> {
        self.targets.into_iter().take_while(|&t| t != Attack::NOWHERE).map(Hex)
    }

    #[inline]
    pub fn first(&self) -> Hex {
        Hex(self.targets[0])
    }

    #[inline]
    pub fn aims_at(&self, hex: Hex) -> bool {
        self.targets.contains(&hex.0)
    }

    /// Adds a target; an attack has at most the three front hexes of its attackers.
    pub fn add(&mut self, hex: Hex) -> bool {
        match self.targets.iter_mut().find(|t| **t == Attack::NOWHERE) {
            Some(place) => {
                *place = hex.0;
                true
            }
            None => false,
        }
    }
}

/// The unit in hand during a Movement Phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Mover {
    pub unit: UnitId,
    pub gait: Gait,
    /// Movement Points left, in halves.
    pub points: u8,
    /// Hexes of the present charge run (ruling R81).
    pub run: u8,
    /// Where it stood when the phase began; nowhere for a unit that enters.
    pub origin: Spot,
    /// The unit whose move ground or enemy fire units ended, until another is taken up.
    pub stopped: UnitId,
}

/// How the unit in hand moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Gait {
    /// By the ordinary rules.
    March,
    /// Falling back in the fake retreat (R107).
    FallBack,
    /// Raising dust (R108).
    RaiseDust,
    /// In disorganized pursuit (R110).
    Pursue,
}

impl Mover {
    pub const NOBODY: Mover = Mover {
        unit: UnitId::NONE,
        gait: Gait::March,
        points: 0,
        run: 0,
        origin: Spot::RESERVE,
        stopped: UnitId::NONE,
    };
}

/// Which sort of attack is being resolved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CombatKind {
    /// In the own Fire Combat Phase.
    Fire,
    /// During the enemy's movement.
    DefensiveFire,
    /// In the Melee Combat Phase.
    Melee,
}

/// What the resolution of an attack waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stage {
    /// No attack is being resolved.
    Idle,
    /// The die.
    Roll,
    /// The owner names losses.
    Losses,
    /// The owner names the piece that retreats next.
    Retreats,
    /// The piece in hand retreats step by step.
    Retreating,
}

engine::kept! {
    /// The attack being resolved: a procedure inside a phase, and in it retreats.
    pub(crate) struct Combat, saved as SavedCombat, usually NONE {
        pub kind: CombatKind = CombatKind::Fire,
        pub stage: Stage = Stage::Idle,
        /// Its index in the list of attacks.
        pub attack: u8 = NO_ATTACK,
        /// Losses still to be named.
        pub losses: u8 = 0,
        /// A bit for each target hex immune to disruption (Melee N).
        pub immune: u8 = 0,
        /// The piece that retreats.
        pub piece: UnitId = UnitId::NONE,
        /// Movement Points it has left, in halves.
        pub points: u8 = 0,
        /// The distance from the nearest enemy it must end at (ruling R68).
        pub clearance: u8 = 0,
        /// Where it began its retreat.
        pub start: Spot = Spot::RESERVE,
    }
}

engine::kept_as_is!(CombatKind, Stage);

/// The most dust markers (ruling R108).
pub(crate) const MOST_DUST: usize = 9;

/// A battle in progress.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) battle: Arc<Battle>,
    pub(crate) units: [Unit; MOST_UNITS],
    /// The topmost unit of each hex; kept in step with the units.
    pub(crate) tops: [UnitId; MOST_HEXES],
    pub(crate) attacks: [Attack; MOST_ATTACKERS],
    /// How many attacks there are.
    pub(crate) attack_count: u8,
    /// The attack being built.
    pub(crate) open: u8,
    /// Player-Turns are numbered through the whole game (ruling R8); 0 before play.
    pub(crate) player_turn: u8,
    pub(crate) step: Step,
    pub(crate) mover: Mover,
    /// Overfull hexes of the phasing side, while it moves.
    pub(crate) crowds: Crowds,
    pub(crate) combat: Combat,
    /// A counter just put down whose facing is asked for.
    pub(crate) facing_due: UnitId,
    /// Who controls each objective.
    pub(crate) control: [Option<Side>; MOST_OBJECTIVES],
    /// The Player-Turn of the fake retreat; 0 while unused.
    pub(crate) feint_turn: u8,
    /// The Player-Turn of the cats; 0 while unused.
    pub(crate) cats_turn: u8,
    pub(crate) dust: [Spot; MOST_DUST],
    pub(crate) outcome: Option<Outcome>,
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
        let mut units = [Unit::UNUSED; MOST_UNITS];
        for (unit, blueprint) in units.iter_mut().zip(&battle.sheet.units) {
            unit.kind = blueprint.kind;
        }
        Position {
            units,
            tops: [UnitId::NONE; MOST_HEXES],
            attacks: [Attack::UNUSED; MOST_ATTACKERS],
            attack_count: 0,
            open: NO_ATTACK,
            player_turn: 0,
            step: Step::Deploy(battle.sheet.deploys_first),
            mover: Mover::NOBODY,
            crowds: Crowds::default(),
            combat: Combat::NONE,
            facing_due: UnitId::NONE,
            control: [None; MOST_OBJECTIVES],
            feint_turn: 0,
            cats_turn: 0,
            dust: [Spot::RESERVE; MOST_DUST],
            outcome: None,
            battle,
        }
    }

    /// The scenario's printed matter.
    pub fn sheet(&self) -> &crate::sheet::Sheet {
        &self.battle.sheet
    }

    #[inline]
    pub(crate) fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    #[inline]
    pub(crate) fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.index()]
    }

    /// Whether an id names a counter of this scenario.
    #[inline]
    pub(crate) fn exists(&self, id: UnitId) -> bool {
        id.index() < self.battle.count()
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
    pub(crate) fn stack(&self, hex: Hex) -> Stack<'_> {
        Stack { position: self, next: self.tops[hex.index()] }
    }

    /// Whose units are in a hex; both sides never share one.
    #[inline]
    pub(crate) fn holder(&self, hex: Hex) -> Option<Side> {
        self.tops[hex.index()].some().map(|top| self.side(top))
    }

    #[inline]
    pub(crate) fn occupied(&self, hex: Hex) -> bool {
        self.tops[hex.index()] != UnitId::NONE
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
        let top = self.tops[hex.index()];
        self.unit_mut(id).spot = Spot::on(hex);
        if top == UnitId::NONE || id < top {
            self.unit_mut(id).below = top;
            self.tops[hex.index()] = id;
            return;
        }
        let mut above = top;
        while self.unit(above).below < id {
            above = self.unit(above).below;
        }
        self.unit_mut(id).below = self.unit(above).below;
        self.unit_mut(above).below = id;
    }

    /// Takes a unit off its hex, to one of the places beside the map or on to another hex.
    pub(crate) fn lift(&mut self, id: UnitId, to: Spot) {
        let Some(hex) = self.unit(id).hex() else {
            self.unit_mut(id).spot = to;
            return;
        };
        let below = self.unit(id).below;
        if self.tops[hex.index()] == id {
            self.tops[hex.index()] = below;
        } else {
            let above = self.stack(hex).find(|&u| self.unit(u).below == id);
            if let Some(above) = above {
                self.unit_mut(above).below = below;
            }
        }
        let unit = self.unit_mut(id);
        unit.below = UnitId::NONE;
        unit.spot = to;
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
            let mut next = self.unit(id).hex().map_or(UnitId::NONE, |hex| self.tops[hex.index()]);
            while let Some(u) = next.some() {
                next = self.unit(u).below;
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
        let mut next = self.unit(chariot).hex().map_or(UnitId::NONE, |hex| self.tops[hex.index()]);
        while let Some(u) = next.some() {
            next = self.unit(u).below;
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

    /// The printed number of a hex.
    #[inline]
    pub(crate) fn number(&self, hex: Hex) -> HexNumber {
        self.battle.sheet.ground.grid.number(hex)
    }

    /// The hex with a printed number.
    #[inline]
    pub(crate) fn hex(&self, number: HexNumber) -> Option<Hex> {
        self.battle.sheet.ground.grid.at(number)
    }

    /// The attack that has a hex among its targets.
    pub(crate) fn attack_on(&self, hex: Hex) -> Option<u8> {
        self.attacks().iter().position(|a| a.aims_at(hex)).map(|i| i as u8)
    }

    #[inline]
    pub(crate) fn attacks(&self) -> &[Attack] {
        &self.attacks[..self.attack_count as usize]
    }

    pub(crate) fn remove_attack(&mut self, index: u8) {
        self.attack_count -= 1;
        let last = self.attack_count;
        self.attacks[index as usize] = self.attacks[last as usize];
        self.attacks[last as usize] = Attack::UNUSED;
        for unit in &mut self.units[..self.battle.count()] {
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

/// The units of a hex, top first.
pub(crate) struct Stack<'a> {
    position: &'a Position,
    next: UnitId,
}

impl Iterator for Stack<'_> {
    type Item = UnitId;
    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        let id = self.next.some()?;
        self.next = self.position.unit(id).below;
        Some(id)
    }
}

/// Positions are equal when everything but the shared sheet is, and the sheets are of the same data.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let same_sheet = Arc::ptr_eq(&self.battle, &other.battle)
            || (self.battle.sheet.fingerprint == other.battle.sheet.fingerprint
                && self.battle.sheet.turns == other.battle.sheet.turns
                && self.battle.ruleset() == other.battle.ruleset());
        let count = self.battle.count();
        same_sheet
            && self.units[..count] == other.units[..count]
            && self.tops == other.tops
            && self.attacks() == other.attacks()
            && self.clock() == other.clock()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.units[..self.battle.count()].hash(hasher);
        self.attacks().hash(hasher);
        self.clock().hash(hasher);
    }
}

impl Position {
    /// Everything that is not a counter or an attack.
    #[expect(clippy::type_complexity, reason = "a tuple only to compare and hash")]
    fn clock(
        &self,
    ) -> (u8, u8, Step, Mover, Combat, UnitId, [Option<Side>; 16], (u8, u8), [Spot; 9], Option<Outcome>) {
        (
            self.open,
            self.player_turn,
            self.step,
            self.mover,
            self.combat,
            self.facing_due,
            self.control,
            (self.feint_turn, self.cats_turn),
            self.dust,
            self.outcome,
        )
    }
}
