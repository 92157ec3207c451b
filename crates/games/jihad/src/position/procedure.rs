//! What a position waits for: the step of the sequence, and the procedures nested in it.

use serde::{Deserialize, Serialize};

use crate::sheet::{Arm, Leader};
use crate::unit::{Party, Spot, UnitId};

/// What the sequence of play has come to (4.2; rulings, "Decision points").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Phase A: the Empires player assigns fertile hexes that several States claim; the next to look at.
    Assign(u16),
    /// A player recruits.
    Recruit(Party),
    /// A player constructs ships, and bases.
    Build(Party),
    /// A force moves stack by stack.
    Move(Party),
    /// Attrition of the stacks that did not move; the next group to look at (R8).
    Idle(Party, u16),
    /// The phasing force names the combat to resolve next.
    Fight(Party),
    /// Stacking judgment; the next hex to look at.
    Stack(Party, u16),
    /// A unit rolls for rebellion.
    Unrest(UnitId),
    /// The Muslim player buys off converts in revolt.
    BuyOff,
    /// A Muslim rebel rolls for suppression.
    Suppress(UnitId),
    /// The Khalif's fate is rolled for.
    Khalif,
    /// Civil war is rolled for: it comes on this number or less.
    War(u8),
    /// A faction places its leader.
    Leader(Party),
    /// The Muslim player lists the units to convert.
    Convert,
    /// The unit declared at this place rolls for conversion.
    ConvertDie(u8),
    /// The Empires player lists the units to win back.
    Reconvert,
    /// The unit declared at this place rolls for re-conversion.
    ReconvertDie(u8),
    /// The game is over.
    Over,
}

engine::kept! {
    /// The stack in hand during a Movement Segment: the units with `Unit::IN_HAND`.
    pub(crate) struct Mover, saved as SavedMover, usually NOBODY {
        /// How many units are in it, cargo and leader not counted; 0 for nobody in hand.
        pub count: u8 = 0,
        pub arm: Arm = Arm::Land,
        /// Where it began.
        pub origin: Spot = Spot::NOWHERE,
        /// Where it is.
        pub at: Spot = Spot::NOWHERE,
        /// Attrition points gathered.
        pub points: u8 = 0,
        /// Whether it has left its first place.
        pub begun: bool = false,
        /// Whether it has entered a hex by a step; going between box and hex is no march (R75).
        pub marched: bool = false,
        /// Whether the leader of the faction goes along (R123).
        pub leader: bool = false,
        /// Whether the leader has joined or left in the present hex already.
        pub leader_changed: bool = false,
    }
}

/// What an attrition judgment waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wear {
    /// Nobody is judged.
    None,
    /// The die.
    Roll,
    /// The owner names losses.
    Losses,
}

engine::kept! {
    /// Attrition being judged: of the units with `Unit::JUDGED`.
    pub(crate) struct Attrition, saved as SavedAttrition, usually NONE {
        pub stage: Wear = Wear::None,
        /// Where they are.
        pub at: Spot = Spot::NOWHERE,
        pub points: u8 = 0,
        /// Losses still to be named.
        pub losses: u8 = 0,
    }
}

/// What a combat waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Clash {
    /// No combat.
    None,
    /// The attacker names who attacks (8.4).
    Array,
    /// The defender accepts or withdraws (8.5).
    Offer,
    /// The die.
    Roll,
    /// The attacker names losses.
    AttackerLosses,
    /// The defender names losses.
    DefenderLosses,
    /// The beaten side names where it goes.
    Retreat,
}

engine::kept! {
    /// The combat being fought: a procedure inside a Combat Segment.
    pub(crate) struct Combat, saved as SavedCombat, usually NONE {
        pub stage: Clash = Clash::None,
        /// The hex, or the box whose units defend against those in its hex.
        pub at: Spot = Spot::NOWHERE,
        pub arm: Arm = Arm::Land,
        /// Losses the side now asked still has to name.
        pub losses: u8 = 0,
        /// Losses the defender will have to name.
        pub defender_losses: u8 = 0,
        /// Whether the attacker is the side marked R.
        pub attacker_retreats: bool = false,
    }
}

engine::kept! {
    /// The civil wars: the one being fought, and what the earlier ones left.
    pub(crate) struct War, saved as SavedWar {
        /// Who leads the Authority, in this war or the next (R130).
        pub authority: Leader,
        /// Where the leaders stand.
        pub leaders: [Spot; 2],
        /// The round, from 1; 0 in peace.
        pub round: u8,
        /// Whether anybody moved or fought in this round (R127).
        pub stirred: bool,
        /// Wars won by the Authority and by the Rebels in this game.
        pub won: [u8; 2],
    }
}

impl War {
    /// No war yet; who will lead the Authority in the first.
    pub fn peace(authority: Leader) -> War {
        War { authority, leaders: [Spot::NOWHERE; 2], round: 0, stirred: false, won: [0; 2] }
    }
}

engine::kept_as_is!(Arm, Clash, Leader, Step, Wear);
