//! What a position waits for: the step of the sequence, and the procedures nested in it.

use engine::Side;
use engine::hex::Hex;
use serde::{Deserialize, Serialize};

use crate::order::Role;
use crate::sheet::{BYZANTINES, MOST_SETTLEMENTS, Verdict};
use crate::unit::{Expedition, Spot, UnitId};

/// The phases of a year that end with a stacking check (2.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// B: Muslim Sea Move.
    MuslimSea,
    /// C: Byzantine Sea Move.
    ByzantineSea,
    /// D: Byzantine Patrol Move.
    Patrols,
    /// E: Muslim Land Move.
    MuslimLand,
    /// F: Byzantine Land Move.
    ByzantineLand,
}

/// What the sequence of play has come to (2.0; rulings, "Decision points").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Set-up: the Byzantine names the noble.
    Name,
    /// Set-up: the next counter is placed by its owner.
    Deploy,
    /// Events: two dice.
    EventDice,
    /// Earthquake: which city.
    CityDie,
    /// The Armenian lords: how many units.
    LordsDie,
    /// The Byzantine names so many units that turn.
    Lords(u8),
    /// The Muslim names Kufa's entry hex.
    Entry,
    /// Plague: the owner of this side's next stricken city from this place on names a unit.
    Plague(Side, u8),
    /// The rest of the Events Segment: Kufa overdue, Quraysh waiting.
    AfterEvent,
    /// Replacements of a side at the Fabrica with this place in the list.
    Replace(Side, u8),
    /// The die for foot at that Fabrica.
    LevyDie(u8),
    /// Foot at that Fabrica: so many still allowed.
    Levy(u8, u8),
    /// A side adjusts its fleets.
    Fleets(Side),
    /// A side changes modes.
    Mode(Side),
    /// It names where an expedition gathers.
    Gather(Expedition),
    /// It names who joins it.
    Muster(Expedition),
    /// Attrition of the expedition with this place in the order.
    Attrition(u8),
    /// Its owner names so many losses.
    Toll(u8, u8),
    /// A side moves expeditions by sea.
    Sea(Side),
    /// The Byzantine moves patrols.
    Patrols,
    /// A side moves expeditions by land, and leaders.
    Land(Side),
    /// Its expeditions that have not decided camp or disband.
    Rest(Side),
    /// A side trims overstacked places at the end of a phase.
    Stacking(Phase, Side),
    /// The game is over.
    Over,
}

engine::kept! {
    /// An expedition counter on the map.
    pub(crate) struct Host, saved as SavedHost, usually NONE {
        /// Where it is; [`Spot::GONE`] if it is not on the map.
        pub spot: Spot as "at" = Spot::GONE,
        /// On its camp side (ruling 51).
        pub camped: bool = false,
        /// Attrition Segments passed in this hex without a break (ruling 94).
        pub winters: u8 = 0,
        /// It has had its move this year, or decided to stay.
        pub done: bool = false,
        /// Its units are aboard.
        pub at_sea: bool = false,
        /// Land movement points left; fixed at its first order (ruling 46).
        pub land: u8 = 0,
        /// Sea movement points left.
        pub sea: u8 = 0,
        /// The leader for whom Constans rides (ruling 44).
        pub spared: UnitId = UnitId::NONE,
        /// Whether it may be reinforced from anywhere in this Mode Segment (ruling 41).
        pub reinforced: bool = false,
    }
}

impl Host {
    #[inline]
    pub fn on_map(&self) -> bool {
        self.spot != Spot::GONE
    }
}

/// What the expedition in hand is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Pace {
    /// Its owner orders freely.
    Free,
    /// Going aboard: loads are named.
    Loading,
    /// It entered a Zone of Control: two dice.
    Zoc,
    /// It entered a patrol's hex: the Muslim names a loss.
    Skirmish,
    /// It has come into a hex: whoever is there is met.
    Arrive,
    /// Nobody stands against it in the open: an empty place changes hands.
    Take,
    /// It leaves units in a place just taken.
    Leave,
    /// Its move is over: camp or disband.
    Rest,
}

engine::kept! {
    /// The expedition in hand.
    pub(crate) struct March, saved as SavedMarch, usually NONE {
        pub expedition: Option<Expedition> = None,
        pub pace: Pace = Pace::Free,
        /// It must camp where it is (7.1.3).
        pub must_camp: bool = false,
        /// Its move is over as soon as it has landed (ruling 66), or after a failed attempt on a place.
        pub ending: bool = false,
    }
}

/// Sorts of fights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fight {
    /// None.
    None,
    /// Between expeditions (6.0).
    Field,
    /// Against rebels (ruling 20).
    Rebels,
    /// A camp is stormed (6.5).
    Storm,
    /// At sea (8.0).
    Naval,
    /// A siege (7.1).
    Siege,
    /// An assault (7.2).
    Assault,
    /// A place without land units changes hands: ships in it may get away first (ruling 69).
    Entry,
}

/// What a fight waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stage {
    /// The surprise die (6.0).
    Surprise,
    /// The Byzantine names a reserve (6.4).
    Reserve,
    /// The defender puts camped units aboard (ruling 101).
    Boarding,
    /// The Byzantine says how many ships use Greek fire.
    Fire,
    /// The die of Greek fire.
    FireDie,
    /// The Byzantine names Muslim ships sunk by it.
    Sunk,
    /// The Muslim names a Byzantine ship lost to it.
    Scorched,
    /// The die on the Combat Results Table.
    Die,
    /// The Byzantine says what the reserve does.
    Role,
    /// The die of the counter-attack.
    Counter,
    /// Losses in turn, or a rout.
    Exchange,
    /// The loser names what the rout costs.
    Losses,
    /// At sea, the winner names what the victory costs.
    Victors,
    /// The dice of the siege.
    SiegeDie,
    /// The die on the walls.
    Breach,
    /// People leave the place by sea.
    Evacuate,
    /// The die of pillage.
    Pillage,
    /// Over but for those who flee.
    Over,
}

engine::kept! {
    /// The fight going on: always begun by the expedition in hand.
    pub(crate) struct Battle, saved as SavedBattle, usually NONE {
        pub kind: Fight = Fight::None,
        pub stage: Stage = Stage::Over,
        pub hex: Hex as "at" = Hex(0),
        pub attacker: Side = BYZANTINES,
        /// What the reserve does.
        pub role: Role = Role::Idle,
        /// What the die brought, while the Byzantine decides about the reserve.
        pub verdict: Verdict = Verdict::A,
        /// Who loses next in an exchange, or has lost.
        pub turn: Side = BYZANTINES,
        /// Losses that side still has to name now.
        pub owed: u8 = 0,
        /// Turns of an exchange that are over; the first two are compulsory.
        pub rounds: u8 = 0,
        /// Ships that use Greek fire; ships lost by the loser of a rout at sea.
        pub ships: u8 = 0,
        /// Whether Greek fire also costs the Byzantines a ship.
        pub scorched: bool = false,
    }
}

/// Why counters are to be placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Cause {
    /// Nobody is.
    None,
    /// An expedition disbands, or has lost its last land unit (3.3.4; ruling 42).
    Disband,
    /// A rout on land (6.2.4).
    Rout,
    /// A rout at sea (8.2.2).
    SeaRout,
    /// A port is evacuated (7.3).
    Evacuation,
    /// Units turn rebel (rulings 19, 126).
    Revolt,
    /// The Quraysh arrive (ruling 21).
    Arrival,
}

engine::kept! {
    /// Counters being placed: those with `Unit::ADRIFT`.
    pub(crate) struct Placing, saved as SavedPlacing, usually NONE {
        pub cause: Cause = Cause::None,
        pub side: Side = BYZANTINES,
        /// Where they come from.
        pub hex: Hex as "from" = Hex(0),
        /// Whether only the leaders are left.
        pub leaders: bool = false,
    }
}

/// How far each place is from the hex that matters now, by land; kept in step by whoever takes something up.
pub(crate) type Far = [u8; MOST_SETTLEMENTS];

/// What players note on paper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Annals {
    /// Once-only events that are used up, a bit for each event.
    pub used: u16,
    /// The throw of this year's event; 0 before it.
    pub event: u8,
    /// Whether the Byzantines have Greek fire.
    pub greek_fire: bool,
    /// The place whose walls are open this year, or 255.
    pub open_walls: u8,
    /// Whether the Typos quarrel holds this year: one army may be drawn on.
    pub typos: bool,
    /// The army drawn on under it, or 255.
    pub typos_army: u8,
    /// Whether Paul sits in the Patriarchal chair.
    pub patriarch: bool,
    /// Whether the Quraysh have been called.
    pub quraysh: bool,
    /// The noble, once named.
    pub noble: Option<crate::order::Noble>,
}

engine::kept_as_is!(Step, Pace, Fight, Stage, Cause, Annals, Role, Verdict);
