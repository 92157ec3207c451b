//! The position: the complete state of one battle, and what every chapter asks of it.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use engine::hex::{Direction, Hex, HexNumber};
use engine::{Outcome, Side};

use crate::battle::Battle;
use crate::refusal::Refusal;
use crate::sheet::{Choices, CombatResult, MOST_HEXES, MOST_UNITS};
use crate::unit::{Spot, Unit, UnitId, UnitSet};

/// What the sequence of play has come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Step {
    /// A side places its counters.
    Deploy(Side),
    /// A surprised unit is rolled for (13.3/2).
    Rally(UnitId),
    /// The phasing player brings on reinforcements and moves units one after another.
    Moving,
    /// The phasing player makes attacks one after another.
    Fighting,
    /// The game is over.
    Over,
}

/// What the counter in hand is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Gait {
    /// It moves as its owner likes.
    March,
    /// The die for feigned flight is due.
    Decoy,
    /// The unit drawn on is moved by its owner.
    Lured,
    /// The die for impetuosity is due.
    Temper,
    /// The adversary names the unit it rushes at.
    Quarry,
    /// It rushes at the enemy.
    Rush,
    /// The morale test of 12.1 is due.
    Nerve,
}

/// The counter in hand, in a movement phase or rushing after fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mover {
    pub unit: UnitId,
    /// The commander that moves with it.
    pub with: UnitId,
    pub gait: Gait,
    /// Movement Points left, in halves.
    pub points: u8,
    /// Movement Points spent, in halves.
    pub spent: u8,
    /// Hexes entered.
    pub steps: u8,
    /// Whether it began in a road hex (ruling R41).
    pub by_road: bool,
    /// Whether it entered a hex beside the enemy (ruling R129).
    pub beside: bool,
    /// Whether its temper was tried in this move (ruling R15).
    pub tried: bool,
    /// The step that waits for a die.
    pub pending: Direction,
    /// The enemy drawn on, or rushed at.
    pub other: UnitId,
    /// Hexes the unit drawn on has still to go.
    pub lure: u8,
}

impl Mover {
    pub const NOBODY: Mover = Mover {
        unit: UnitId::NONE,
        with: UnitId::NONE,
        gait: Gait::March,
        points: 0,
        spent: 0,
        steps: 0,
        by_road: false,
        beside: false,
        tried: false,
        pending: Direction::ALL[0],
        other: UnitId::NONE,
        lure: 0,
    };
}

/// What an attack waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stage {
    /// There is no attack.
    Idle,
    /// The attacker names who takes part.
    Building,
    /// The attacked unit may try to slip away (2.2.1).
    Dodge,
    /// The die for slipping away.
    DodgeRoll,
    /// It withdraws: the first hex.
    Withdrawing,
    /// It withdraws: a second hex, or not.
    WithdrawingOn,
    /// The defender names supporting missile units (12.3).
    Support,
    /// The combat die.
    Roll,
    /// The attacker's pool of dice (12.3).
    AttackPool,
    /// The defender's pool of dice (12.3).
    DefencePool,
    /// The owner names losses.
    Losses,
    /// The owner names the unit that retreats next.
    Retreats,
    /// The unit in hand retreats or is pushed back.
    Retreating,
    /// A morale test.
    Tests,
    /// An attacker may advance.
    Advance,
    /// The commander goes along with the attacker that advances, or stays.
    AdvanceFollow,
    /// The defender may advance.
    Occupy,
    /// The commander goes along with the defender, or stays.
    OccupyFollow,
    /// All that is left is an impetuous target's temper.
    Aftermath,
}

/// The attack being made: a procedure inside a phase, and in it retreats, push-backs and tests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Combat {
    pub stage: Stage,
    /// The hex attacked; saved apart, by its number.
    #[serde(skip)]
    pub target: Spot,
    /// The unit attacked: the combat unit in the hex, or lone baggage.
    pub defender: UnitId,
    pub attackers: UnitSet,
    /// Attackers that charge.
    pub chargers: UnitSet,
    /// Attackers that fight hand to hand, fixed when the attack is committed.
    pub close: UnitSet,
    /// Missile units that support the defence (12.3).
    pub supports: UnitSet,
    /// The sides of the target hex from which hand-to-hand attackers came.
    pub posts: u8,
    /// Whether a palisade helped the defender (ruling R89).
    pub palisade: bool,
    /// What the dice said.
    pub result: Option<CombatResult>,
    /// Step losses still to be named.
    pub losses: u8,
    /// Those that must retreat.
    pub routed: UnitSet,
    /// Those that have retreated by a result.
    pub retired: UnitSet,
    /// Those that owe a test in the next wave.
    pub owed: UnitSet,
    /// Those of them that test at −1.
    pub owed_shaken: UnitSet,
    /// Those that have yet to test in this wave.
    pub wave: UnitSet,
    /// Those of the wave with a commander near when it began (ruling R92).
    pub steadied: UnitSet,
    /// Those of the wave that test at −1.
    pub shaken: UnitSet,
    /// The chain of push-backs: who moves in it.
    pub chain: UnitSet,
    /// The first of the chain.
    pub head: UnitId,
    /// The unit in hand: retreating, pushed back, withdrawing or advancing.
    pub piece: UnitId,
    /// The friend passed by a withdrawing unit (ruling R10).
    pub passed: UnitId,
    /// The commander who goes with a withdrawing unit (ruling R14).
    pub company: UnitId,
    /// Whether the attacked unit slipped away (2.2.1).
    pub dodged: bool,
    /// Dice of the pool still to be thrown (12.3).
    pub pool: u8,
    /// Hits of attacker and defender (12.3).
    pub hits: [u8; 2],
}

impl Combat {
    pub const NONE: Combat = Combat {
        stage: Stage::Idle,
        target: Spot::RESERVE,
        defender: UnitId::NONE,
        attackers: UnitSet::EMPTY,
        chargers: UnitSet::EMPTY,
        close: UnitSet::EMPTY,
        supports: UnitSet::EMPTY,
        posts: 0,
        palisade: false,
        result: None,
        losses: 0,
        routed: UnitSet::EMPTY,
        retired: UnitSet::EMPTY,
        owed: UnitSet::EMPTY,
        owed_shaken: UnitSet::EMPTY,
        wave: UnitSet::EMPTY,
        steadied: UnitSet::EMPTY,
        shaken: UnitSet::EMPTY,
        chain: UnitSet::EMPTY,
        head: UnitId::NONE,
        piece: UnitId::NONE,
        passed: UnitId::NONE,
        company: UnitId::NONE,
        dodged: false,
        pool: 0,
        hits: [0; 2],
    };
}

/// Whether the baited enemy came on (ruling R112).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BaitTaken {
    /// Not tested yet.
    Untested,
    /// Every living one came far enough.
    Yes,
    /// Not every one did.
    No,
}

/// A battle in progress.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) battle: Arc<Battle>,
    pub(crate) units: [Unit; MOST_UNITS],
    /// The combat unit in each hex; kept in step with the units.
    pub(crate) fighters: [UnitId; MOST_HEXES],
    /// Which side has a commander or intact baggage in each hex; kept in step with the units.
    pub(crate) company: [u8; MOST_HEXES],
    /// Player-Turns are numbered through the whole game, two a turn; 0 before play.
    pub(crate) player_turn: u8,
    pub(crate) step: Step,
    pub(crate) mover: Mover,
    pub(crate) combat: Combat,
    /// On their reduced side.
    pub(crate) reduced: UnitSet,
    /// Surprised and not yet turned over (13.3/2).
    pub(crate) surprised: UnitSet,
    /// Baggage turned over on its plundered side; it lies where it was and has no effect.
    pub(crate) plundered: UnitSet,
    /// Have been as far as the bait draws them (13.1/1).
    pub(crate) drawn_on: UnitSet,
    /// Have moved in this phase.
    pub(crate) moved: UnitSet,
    /// Have tried feigned flight in this phase.
    pub(crate) feigned: UnitSet,
    /// Have a clear run behind them, so far as the hexes entered go (10.2).
    pub(crate) ran_clear: UnitSet,
    /// Have attacked in this phase.
    pub(crate) attacked: UnitSet,
    /// Have been attacked in this phase.
    pub(crate) struck: UnitSet,
    /// Have supported a defence in this phase (12.3).
    pub(crate) supported: UnitSet,
    /// Points beside those of the counters lost (ruling R114).
    pub(crate) extra: [u8; 2],
    pub(crate) bait: BaitTaken,
    /// The Player-Turn in which the first engine fell in time for the sortie; 0 before.
    pub(crate) sortie: u8,
    pub(crate) outcome: Option<Outcome>,
}

const COMMANDER: u8 = 1;
const BAGGAGE: u8 = 4;

impl Position {
    /// The start of a battle, before deployment.
    pub fn new(battle: Arc<Battle>) -> Position {
        let mut position = Position::empty(battle);
        position.place_the_fixed();
        position.settle(&mut engine::Silence);
        position
    }

    /// No counter placed, nothing settled.
    pub(crate) fn empty(battle: Arc<Battle>) -> Position {
        let blueprints = battle.sheet.units.iter().enumerate();
        let reduced: UnitSet = blueprints.filter(|(_, u)| u.reduced).map(|(i, _)| UnitId(i as u8)).collect();
        let surprised = battle.sheet.specials.surprised.map_or(UnitSet::EMPTY, |side| battle.of(side));
        Position {
            units: [Unit::WAITING; MOST_UNITS],
            fighters: [UnitId::NONE; MOST_HEXES],
            company: [0; MOST_HEXES],
            player_turn: 0,
            step: Step::Deploy(battle.sheet.deploys_first),
            mover: Mover::NOBODY,
            combat: Combat::NONE,
            reduced,
            surprised: reduced.and(surprised),
            plundered: UnitSet::EMPTY,
            drawn_on: UnitSet::EMPTY,
            moved: UnitSet::EMPTY,
            feigned: UnitSet::EMPTY,
            ran_clear: UnitSet::EMPTY,
            attacked: UnitSet::EMPTY,
            struck: UnitSet::EMPTY,
            supported: UnitSet::EMPTY,
            extra: [0; 2],
            bait: BaitTaken::Untested,
            sortie: 0,
            outcome: None,
            battle,
        }
    }

    /// The battle's printed matter.
    pub fn sheet(&self) -> &crate::sheet::Sheet {
        &self.battle.sheet
    }

    #[inline]
    pub(crate) fn choices(&self) -> Choices {
        self.battle.sheet.choices
    }

    #[inline]
    pub(crate) fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    #[inline]
    pub(crate) fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.index()]
    }

    /// The hex a counter stands in. Plundered baggage stands nowhere.
    #[inline]
    pub(crate) fn at(&self, id: UnitId) -> Option<Hex> {
        self.unit(id).hex().filter(|_| !self.plundered.has(id))
    }

    /// Whether an id names a counter of this battle.
    #[inline]
    pub(crate) fn exists(&self, id: UnitId) -> bool {
        id.index() < self.battle.count()
    }

    #[inline]
    pub(crate) fn side(&self, id: UnitId) -> Side {
        self.battle.side(id)
    }

    /// The side whose turn it is to move and fight.
    #[inline]
    pub(crate) fn phasing(&self) -> Side {
        let first = self.battle.sheet.moves_first;
        if self.player_turn % 2 == 1 { first } else { first.other() }
    }

    /// The turn, from 1; 0 before play.
    #[inline]
    pub(crate) fn game_turn(&self) -> u8 {
        self.player_turn.div_ceil(2)
    }

    /// The last turn, as the battle now stands (13.3/3).
    #[inline]
    pub(crate) fn last_turn(&self) -> u8 {
        let sheet = &self.battle.sheet;
        let longer = sheet.specials.sortie.as_ref().filter(|_| self.sortie != 0).map_or(0, |s| s.turns);
        sheet.turns + longer
    }

    /// The combat unit in a hex.
    #[inline]
    pub(crate) fn fighter(&self, hex: Hex) -> Option<UnitId> {
        self.fighters[hex.index()].some()
    }

    /// The combat unit of a side in a hex.
    #[inline]
    pub(crate) fn fighter_of(&self, side: Side, hex: Hex) -> Option<UnitId> {
        self.fighter(hex).filter(|&id| self.side(id) == side)
    }

    /// The commander of a side in a hex.
    #[inline]
    pub(crate) fn commander_of(&self, side: Side, hex: Hex) -> Option<UnitId> {
        if self.company[hex.index()] & COMMANDER << side.index() == 0 {
            return None;
        }
        self.battle.commanders(side).iter().find(|&id| self.unit(id).spot == Spot::on(hex))
    }

    /// Whether a commander of the same side other than this one stands in a hex.
    #[inline]
    pub(crate) fn another_commander(&self, id: UnitId, hex: Hex) -> bool {
        let side = self.side(id);
        self.has_commander(side, hex)
            && self.battle.commanders(side).iter().any(|c| c != id && self.unit(c).spot == Spot::on(hex))
    }

    /// The intact baggage of a side in a hex.
    #[inline]
    pub(crate) fn baggage_of(&self, side: Side, hex: Hex) -> Option<UnitId> {
        if self.company[hex.index()] & BAGGAGE << side.index() == 0 {
            return None;
        }
        let intact = self.battle.baggage(side).without(self.plundered);
        intact.iter().find(|&id| self.unit(id).spot == Spot::on(hex))
    }

    #[inline]
    pub(crate) fn has_baggage(&self, side: Side, hex: Hex) -> bool {
        self.company[hex.index()] & BAGGAGE << side.index() != 0
    }

    #[inline]
    pub(crate) fn has_commander(&self, side: Side, hex: Hex) -> bool {
        self.company[hex.index()] & COMMANDER << side.index() != 0
    }

    /// Whether any counter of a side stands in a hex.
    #[inline]
    pub(crate) fn holds(&self, side: Side, hex: Hex) -> bool {
        self.company[hex.index()] & (COMMANDER | BAGGAGE) << side.index() != 0
            || self.fighter_of(side, hex).is_some()
    }

    /// Whether a combat unit or intact baggage of a side stands in a hex: what the rules call a unit to be
    /// adjacent to (rulings R62, R129).
    #[inline]
    pub(crate) fn stands_in(&self, side: Side, hex: Hex) -> bool {
        self.has_baggage(side, hex) || self.fighter_of(side, hex).is_some()
    }

    /// Whether a hex touches one where a side has a combat unit or intact baggage.
    #[inline]
    pub(crate) fn beside(&self, side: Side, hex: Hex) -> bool {
        self.battle.sheet.ground.grid.neighbours(hex).any(|(_, beyond)| self.stands_in(side, beyond))
    }

    /// Whether the unit stands on intact baggage of its own (10.4).
    #[inline]
    pub(crate) fn guards_baggage(&self, id: UnitId) -> bool {
        self.at(id).is_some_and(|hex| self.has_baggage(self.side(id), hex))
    }

    /// The commander stacked on a combat unit.
    #[inline]
    pub(crate) fn commander_on(&self, id: UnitId) -> Option<UnitId> {
        self.at(id).and_then(|hex| self.commander_of(self.side(id), hex))
    }

    /// Strength and morale of the side now showing (ruling R4).
    #[inline]
    pub(crate) fn strength(&self, id: UnitId) -> u8 {
        let unit_type = self.battle.unit_type(id);
        if self.reduced.has(id) { unit_type.reduced } else { unit_type.strength }
    }

    /// Steps a counter has left.
    #[inline]
    pub(crate) fn steps(&self, id: UnitId) -> u8 {
        self.battle.unit_type(id).steps - u8::from(self.reduced.has(id))
    }

    /// Puts a counter on a hex. One that only passes through a friend's hex leaves it to the friend.
    pub(crate) fn put(&mut self, id: UnitId, hex: Hex) {
        self.unit_mut(id).spot = Spot::on(hex);
        let side = self.side(id).index();
        if self.battle.is_fighter(id) {
            if self.fighters[hex.index()] == UnitId::NONE {
                self.fighters[hex.index()] = id;
            }
        } else {
            let bit = if self.battle.is_commander(id) { COMMANDER } else { BAGGAGE };
            self.company[hex.index()] |= bit << side;
        }
        if let Some(bait) = &self.battle.sheet.specials.bait
            && self.battle.row(hex) <= bait.row
            && bait.types.contains(&self.battle.type_of(id))
            && self.side(id) == bait.side
        {
            self.drawn_on.add(id);
        }
    }

    /// Takes a counter off its hex.
    pub(crate) fn lift(&mut self, id: UnitId, to: Spot) {
        if let Some(hex) = self.at(id) {
            let side = self.side(id);
            if self.fighters[hex.index()] == id {
                self.fighters[hex.index()] = UnitId::NONE;
            } else if self.battle.is_baggage(id) {
                self.company[hex.index()] &= !(BAGGAGE << side.index());
            } else if self.battle.is_commander(id) && !self.another_commander(id, hex) {
                self.company[hex.index()] &= !(COMMANDER << side.index());
            }
        }
        self.unit_mut(id).spot = to;
    }

    /// Moves a counter to a hex.
    pub(crate) fn shift(&mut self, id: UnitId, hex: Hex) {
        self.lift(id, Spot::RESERVE);
        self.put(id, hex);
    }

    /// Turns baggage over on its plundered side (10.4).
    pub(crate) fn plunder(&mut self, id: UnitId) {
        if let Some(hex) = self.at(id) {
            self.company[hex.index()] &= !(BAGGAGE << self.side(id).index());
        }
        self.plundered.add(id);
    }

    /// Whether an option of the attack in progress waits.
    #[inline]
    pub(crate) fn fighting(&self) -> bool {
        self.combat.stage != Stage::Idle
    }

    /// The side attacked.
    #[inline]
    pub(crate) fn defending(&self) -> Side {
        self.phasing().other()
    }

    pub(crate) fn number(&self, hex: Hex) -> HexNumber {
        self.battle.sheet.ground.grid.number(hex)
    }

    pub(crate) fn hex(&self, number: HexNumber) -> Option<Hex> {
        self.battle.sheet.ground.grid.at(number)
    }

    /// The hex an order names.
    pub(crate) fn named_hex(&self, number: HexNumber) -> Result<Hex, Refusal> {
        self.hex(number).ok_or(Refusal::NoSuchHex(number))
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let same_sheet = Arc::ptr_eq(&self.battle, &other.battle)
            || (self.battle.sheet.fingerprint == other.battle.sheet.fingerprint
                && self.choices() == other.choices());
        let count = self.battle.count();
        same_sheet
            && self.units[..count] == other.units[..count]
            && self.fighters == other.fighters
            && self.company == other.company
            && (self.step, self.mover, self.combat) == (other.step, other.mover, other.combat)
            && self.sets() == other.sets()
            && self.counts() == other.counts()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.units[..self.battle.count()].hash(state);
        (self.step, self.mover, self.combat).hash(state);
        self.sets().hash(state);
        self.counts().hash(state);
    }
}

impl Position {
    fn sets(&self) -> [UnitSet; 10] {
        [
            self.reduced,
            self.surprised,
            self.plundered,
            self.drawn_on,
            self.moved,
            self.feigned,
            self.ran_clear,
            self.attacked,
            self.struck,
            self.supported,
        ]
    }

    fn counts(&self) -> (u8, [u8; 2], BaitTaken, u8, Option<Outcome>) {
        (self.player_turn, self.extra, self.bait, self.sortie, self.outcome)
    }
}
