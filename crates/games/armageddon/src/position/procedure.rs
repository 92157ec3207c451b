//! What a position waits for: the step of the sequence, the unit in hand, and the attack being resolved.

use engine::Side;
use engine::hex::{Grid, Hex, HexNumber};
use engine::saved::Kept;

use crate::unit::{NO_ATTACK, Spot, UnitId};

/// What the sequence of play has come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
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

impl Default for Attack {
    fn default() -> Attack {
        Attack { targets: [Attack::NOWHERE; 3] }
    }
}

impl Attack {
    const NOWHERE: u16 = u16::MAX;

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

/// Saved as the numbers of its target hexes.
impl Kept for Attack {
    type Form = Vec<HexNumber>;

    fn form(&self, grid: &Grid) -> Vec<HexNumber> {
        self.targets().map(|hex| grid.number(hex)).collect()
    }

    fn kept(targets: Vec<HexNumber>, grid: &Grid) -> Result<Attack, String> {
        let mut attack = Attack::default();
        for number in &targets {
            let hex = grid.at(*number).ok_or_else(|| format!("there is no hex {number} on this map"))?;
            if !attack.add(hex) {
                return Err("an attack has more than three targets".into());
            }
        }
        if targets.is_empty() { Err("an attack has no target".into()) } else { Ok(attack) }
    }
}

engine::kept! {
    /// The unit in hand during a Movement Phase.
    pub(crate) struct Mover, saved as SavedMover, usually NOBODY {
        pub unit: UnitId = UnitId::NONE,
        pub gait: Gait = Gait::March,
        /// Movement Points left, in halves.
        pub points: u8 = 0,
        /// Hexes of the present charge run (ruling R81).
        pub run: u8 = 0,
        /// Where it stood when the phase began; nowhere for a unit that enters.
        pub origin: Spot = Spot::RESERVE,
        /// The unit whose move ground or enemy fire units ended, until another is taken up.
        pub stopped: UnitId = UnitId::NONE,
    }
    also saved {
        /// How many overfull hexes were past cure when it was taken up.
        incurable: u8,
    }
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

engine::kept_as_is!(Step, Gait, CombatKind, Stage);
