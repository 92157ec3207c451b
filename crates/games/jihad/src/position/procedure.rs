//! What a position waits for: the step of the sequence, and the procedures nested in it.

use serde::{Deserialize, Serialize};

use crate::sheet::{Arm, Leader};
use crate::unit::{Party, Spot, UnitId};

/// What the sequence of play has come to (4.2; rulings, "Decision points").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Step {
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

/// The stack in hand during a Movement Segment: the units with `Unit::IN_HAND`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Mover {
    /// How many units are in it, cargo and leader not counted; 0 for nobody in hand.
    pub count: u8,
    pub arm: Arm,
    /// Where it began.
    pub origin: Spot,
    /// Where it is.
    pub at: Spot,
    /// Attrition points gathered.
    pub points: u8,
    /// Whether it has left its first place.
    pub begun: bool,
    /// Whether it has entered a hex by a step; going between box and hex is no march (R75).
    pub marched: bool,
    /// Whether the leader of the faction goes along (R123).
    pub leader: bool,
    /// Whether the leader has joined or left in the present hex already.
    pub leader_changed: bool,
}

impl Mover {
    pub const NOBODY: Mover = Mover {
        count: 0,
        arm: Arm::Land,
        origin: Spot::NOWHERE,
        at: Spot::NOWHERE,
        points: 0,
        begun: false,
        marched: false,
        leader: false,
        leader_changed: false,
    };
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

/// Attrition being judged: of the units with `Unit::JUDGED`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Judgment {
    pub stage: Wear,
    /// Where they are.
    pub at: Spot,
    pub points: u8,
    /// Losses still to be named.
    pub losses: u8,
}

impl Judgment {
    pub const NONE: Judgment = Judgment { stage: Wear::None, at: Spot::NOWHERE, points: 0, losses: 0 };
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

/// The combat being fought: a procedure inside a Combat Segment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Combat {
    pub stage: Clash,
    /// The hex, or the box whose units defend against those in its hex.
    pub at: Spot,
    pub arm: Arm,
    /// Losses the side now asked still has to name.
    pub losses: u8,
    /// Losses the defender will have to name.
    pub defender_losses: u8,
    /// Whether the attacker is the side marked R.
    pub attacker_retreats: bool,
}

impl Combat {
    pub const NONE: Combat = Combat {
        stage: Clash::None,
        at: Spot::NOWHERE,
        arm: Arm::Land,
        losses: 0,
        defender_losses: 0,
        attacker_retreats: false,
    };
}

/// The civil wars: the one being fought, and what the earlier ones left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct War {
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

impl War {
    /// No war yet; who will lead the Authority in the first.
    pub fn peace(authority: Leader) -> War {
        War { authority, leaders: [Spot::NOWHERE; 2], round: 0, stirred: false, won: [0; 2] }
    }
}
