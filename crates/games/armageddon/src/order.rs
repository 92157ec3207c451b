//! What a player may say.

use engine::hex::{Direction, HexNumber};
use serde::{Deserialize, Serialize};

use crate::unit::UnitId;

/// One small step of play. Which ones are legal depends on what the position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Deployment: put a counter on a hex; its facing is asked next.
    Place {
        /// The counter; of identical ones the first is taken.
        unit: UnitId,
        /// Where.
        hex: HexNumber,
    },
    /// Deployment: put a counter aboard a chariot that is already placed.
    Board {
        /// The counter.
        unit: UnitId,
        /// The chariot.
        chariot: UnitId,
    },
    /// Deployment: take a placed counter back.
    Lift {
        /// The counter.
        unit: UnitId,
    },
    /// Deployment: place everything automatically and finish.
    Muster,
    /// Chooses the facing of a counter just placed, entered, arrived or debarked.
    Face {
        /// The centre of its front.
        facing: Direction,
    },
    /// Begins an attack, by fire or melee, on an enemy hex.
    Attack {
        /// The target.
        hex: HexNumber,
    },
    /// Melee: adds another target hex to the attack being built.
    Also {
        /// The further target.
        hex: HexNumber,
    },
    /// Adds a unit to the attack being built.
    Join {
        /// The attacker.
        unit: UnitId,
    },
    /// Takes a unit out of the attack being built.
    Leave {
        /// The attacker.
        unit: UnitId,
    },
    /// Calls an attack off before commitment.
    Withdraw {
        /// One of its targets.
        hex: HexNumber,
    },
    /// Melee: names the attack a leader supports, where its hex takes part in several.
    Support {
        /// The leader.
        leader: UnitId,
        /// A target of the attack.
        hex: HexNumber,
    },
    /// Commits all attacks built, or with none ends the phase or declines to fire.
    Commit,
    /// Names the committed attack to resolve next.
    Resolve {
        /// One of its targets.
        hex: HexNumber,
    },
    /// Names a unit lost to a half-eliminated result.
    Lose {
        /// The unit.
        unit: UnitId,
    },
    /// Names the disrupted piece that retreats next.
    Retreat {
        /// The unit; a chariot takes its passenger along.
        unit: UnitId,
    },
    /// Brings a reinforcement group to a lettered hex (fan scenario 12).
    Arrive {
        /// Where.
        hex: HexNumber,
    },
    /// Keeps a reinforcement group back (fan scenario 12).
    Delay,
    /// Announces the fake retreat (fan scenario 20).
    Feint,
    /// Names the chariot that raises the dust cloud (fan scenario 20).
    Dust {
        /// The chariot.
        unit: UnitId,
    },
    /// Hides a unit behind the dust cloud (fan scenario 20).
    Hide {
        /// The unit.
        unit: UnitId,
    },
    /// Embarks a unit on a chariot before movement.
    Embark {
        /// The unit.
        unit: UnitId,
        /// The chariot.
        chariot: UnitId,
    },
    /// Puts a passenger down beside its chariot after movement; its facing is asked next.
    Debark {
        /// The passenger.
        unit: UnitId,
        /// Where.
        hex: HexNumber,
    },
    /// A leader stops riding and stays in the chariot's hex.
    Dismount {
        /// The leader.
        unit: UnitId,
    },
    /// Takes a unit up for its move.
    Move {
        /// The unit; a chariot carries its passengers.
        unit: UnitId,
    },
    /// Takes a unit up to fall back in the fake retreat (fan scenario 20).
    FallBack {
        /// The unit.
        unit: UnitId,
    },
    /// The unit in hand, moving or retreating, goes one hex.
    Step {
        /// Which way.
        to: Direction,
    },
    /// The unit in hand turns, for one Movement Point.
    Turn {
        /// The new facing.
        facing: Direction,
    },
    /// The unit in hand enters the map.
    Enter {
        /// The edge hex.
        hex: HexNumber,
    },
    /// The unit in hand leaves the map by the exit.
    Exit,
    /// The unit in hand ends its move.
    Halt,
    /// Ends the present step: deployment, embarking, moving, debarking, hiding; declines what is offered.
    Done,
}

impl Order {
    /// Whether it names, changes or calls off an attack that is not committed yet.
    pub(crate) fn builds_an_attack(&self) -> bool {
        matches!(
            self,
            Order::Attack { .. }
                | Order::Also { .. }
                | Order::Join { .. }
                | Order::Leave { .. }
                | Order::Withdraw { .. }
                | Order::Support { .. }
        )
    }

    /// The unit it brings into an attack, or takes out of it.
    pub(crate) fn joiner(&self) -> Option<UnitId> {
        match *self {
            Order::Join { unit } | Order::Leave { unit } | Order::Support { leader: unit, .. } => Some(unit),
            _ => None,
        }
    }
}
