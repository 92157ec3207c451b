//! The position: the complete state of one battle, and what every chapter asks of it.

use std::sync::Arc;

use engine::hex::{Direction, Hex, HexNumber};
use engine::saved::{Counters, Ending};
use engine::{Outcome, Side};

use crate::battle::Battle;
use crate::refusal::Refusal;
use crate::sheet::{Choices, CombatResult, MOST_HEXES, MOST_UNITS};
use crate::unit::{Spot, Unit, UnitId, UnitSet};

/// What the sequence of play has come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
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

engine::kept! {
    /// The counter in hand, in a movement phase or rushing after fire.
    pub(crate) struct Mover, saved as SavedMover, usually NOBODY {
        pub unit: UnitId = UnitId::NONE,
        /// The commander that moves with it.
        pub with: UnitId = UnitId::NONE,
        pub gait: Gait = Gait::March,
        /// Movement Points left, in halves.
        pub points: u8 = 0,
        /// Movement Points spent, in halves.
        pub spent: u8 = 0,
        /// Hexes entered.
        pub steps: u8 = 0,
        /// Whether it began in a road hex (ruling R41).
        pub by_road: bool = false,
        /// Whether it entered a hex beside the enemy (ruling R129).
        pub beside: bool = false,
        /// Whether its temper was tried in this move (ruling R15).
        pub tried: bool = false,
        /// The step that waits for a die.
        pub pending: Direction = Direction::ALL[0],
        /// The enemy drawn on, or rushed at.
        pub other: UnitId = UnitId::NONE,
        /// Hexes the unit drawn on has still to go.
        pub lure: u8 = 0,
    }
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

engine::kept! {
    /// The attack being made: a procedure inside a phase, and in it retreats, push-backs and tests.
    pub(crate) struct Combat, saved as SavedCombat, usually NONE {
        pub stage: Stage = Stage::Idle,
        /// The hex attacked.
        pub target: Spot = Spot::RESERVE,
        /// The unit attacked: the combat unit in the hex, or lone baggage.
        pub defender: UnitId = UnitId::NONE,
        pub attackers: UnitSet = UnitSet::EMPTY,
        /// Attackers that charge.
        pub chargers: UnitSet = UnitSet::EMPTY,
        /// Attackers that fight hand to hand, fixed when the attack is committed.
        pub close: UnitSet = UnitSet::EMPTY,
        /// Missile units that support the defence (12.3).
        pub supports: UnitSet = UnitSet::EMPTY,
        /// The sides of the target hex from which hand-to-hand attackers came.
        pub posts: u8 = 0,
        /// Whether a palisade helped the defender (ruling R89).
        pub palisade: bool = false,
        /// What the dice said.
        pub result: Option<CombatResult> = None,
        /// Step losses still to be named.
        pub losses: u8 = 0,
        /// Those that must retreat.
        pub routed: UnitSet = UnitSet::EMPTY,
        /// Those that have retreated by a result.
        pub retired: UnitSet = UnitSet::EMPTY,
        /// Those that owe a test in the next wave.
        pub owed: UnitSet = UnitSet::EMPTY,
        /// Those of them that test at −1.
        pub owed_shaken: UnitSet = UnitSet::EMPTY,
        /// Those that have yet to test in this wave.
        pub wave: UnitSet = UnitSet::EMPTY,
        /// Those of the wave with a commander near when it began (ruling R92).
        pub steadied: UnitSet = UnitSet::EMPTY,
        /// Those of the wave that test at −1.
        pub shaken: UnitSet = UnitSet::EMPTY,
        /// The chain of push-backs: who moves in it.
        pub chain: UnitSet = UnitSet::EMPTY,
        /// The first of the chain.
        pub head: UnitId = UnitId::NONE,
        /// The unit in hand: retreating, pushed back, withdrawing or advancing.
        pub piece: UnitId = UnitId::NONE,
        /// The friend passed by a withdrawing unit (ruling R10).
        pub passed: UnitId = UnitId::NONE,
        /// The commander who goes with a withdrawing unit (ruling R14).
        pub company: UnitId = UnitId::NONE,
        /// Whether the attacked unit slipped away (2.2.1).
        pub dodged: bool = false,
        /// Dice of the pool still to be thrown (12.3).
        pub pool: u8 = 0,
        /// Hits of attacker and defender (12.3).
        pub hits: [u8; 2] = [0; 2],
    }
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

engine::marks! {
    /// Marks on counters.
    pub(crate) struct Marks of UnitSet, saved as SavedMarks {
        reduced: "On its reduced side, and not surprised; usually as the scenario begins.",
        surprised: "Surprised and on its reduced side (13.3/2).",
        plundered: "Baggage on its plundered side; it lies where it was and has no effect.",
        drawn_on: "It has been as far as the bait draws it (13.1/1).",
        moved: "It has moved in this phase.",
        feigned: "It has tried feigned flight in this phase.",
        ran_clear: "It has a clear run behind it, so far as the hexes entered go (10.2).",
        attacked: "It has attacked in this phase.",
        struck: "It has been attacked in this phase.",
        supported: "It has supported a defence in this phase (12.3).",
    }
}

engine::kept_as_is!(Step, Gait, Stage, BaitTaken, CombatResult);

engine::kept! {
    /// Everything a position holds that its setting does not, nor follows from the rest.
    pub struct State, saved as SavedState {
        /// Player-Turns are numbered through the whole game, two a turn; 0 before play.
        pub(crate) player_turn: u8,
        pub(crate) step: Step,
        pub(crate) units: Counters<Unit, MOST_UNITS>,
        pub(crate) mover: Mover = Mover::NOBODY,
        pub(crate) combat: Combat = Combat::NONE,
        pub(crate) marks: Marks as "sets",
        /// Points beside those of the counters lost (ruling R114).
        pub(crate) extra: [u8; 2],
        pub(crate) bait: BaitTaken,
        /// The Player-Turn in which the first engine fell in time for the sortie; 0 before.
        pub(crate) sortie: u8,
    }
    also saved {
        /// How it ended.
        outcome: Ending,
        /// The hex of the attack in progress, in positions saved before it was told with the attack.
        target: String,
    }
}

/// A battle in progress: its setting and its state, and what follows from both.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) battle: Arc<Battle>,
    pub(crate) state: State,
    pub(crate) outcome: Option<Outcome>,
    /// The combat unit in each hex; kept in step with the units.
    pub(crate) fighters: [UnitId; MOST_HEXES],
    /// Which side has a commander or intact baggage in each hex; kept in step with the units.
    pub(crate) company: [u8; MOST_HEXES],
}

engine::follows_from_state!(Position, state: State, |one, other| {
    Arc::ptr_eq(&one.battle, &other.battle)
        || (one.battle.sheet.fingerprint == other.battle.sheet.fingerprint && one.choices() == other.choices())
});

engine::counters_by_id!(Position, UnitId => Unit, of which there are |position| position.battle.count());
engine::hexes_by_number!(Position, on | position | position.battle.sheet.ground.grid);

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
        let state = State {
            player_turn: 0,
            step: Step::Deploy(battle.sheet.deploys_first),
            units: Counters::new(battle.count()),
            mover: Mover::NOBODY,
            combat: Combat::NONE,
            marks: Marks { reduced, surprised: reduced.and(surprised), ..Marks::NONE },
            extra: [0; 2],
            bait: BaitTaken::Untested,
            sortie: 0,
        };
        Position::at_state(battle, state)
    }

    /// A state with nobody put down in any hex.
    pub(crate) fn at_state(battle: Arc<Battle>, state: State) -> Position {
        let (fighters, company) = ([UnitId::NONE; MOST_HEXES], [0; MOST_HEXES]);
        Position { battle, state, outcome: None, fighters, company }
    }

    /// The battle's printed matter.
    pub fn sheet(&self) -> &crate::sheet::Sheet {
        &self.battle.sheet
    }

    #[inline]
    pub(crate) fn choices(&self) -> Choices {
        self.battle.sheet.choices
    }

    /// The hex a counter stands in. Plundered baggage stands nowhere.
    #[inline]
    pub(crate) fn at(&self, id: UnitId) -> Option<Hex> {
        self.unit(id).hex().filter(|_| !self.marks.plundered.has(id))
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
        let intact = self.battle.baggage(side).without(self.marks.plundered);
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
        if self.marks.reduced.has(id) { unit_type.reduced } else { unit_type.strength }
    }

    /// Steps a counter has left.
    #[inline]
    pub(crate) fn steps(&self, id: UnitId) -> u8 {
        self.battle.unit_type(id).steps - u8::from(self.marks.reduced.has(id))
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
            self.marks.drawn_on.add(id);
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
        self.marks.plundered.add(id);
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

    /// The hex an order names.
    pub(crate) fn named_hex(&self, number: HexNumber) -> Result<Hex, Refusal> {
        self.hex(number).ok_or(Refusal::NoSuchHex(number))
    }
}
