//! What is printed for a battle: the chart, the troops, both army lists.

use engine::Side;
use engine::edition::TitlePage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::field::Feature;
use crate::kind::{KINDS, Kind, KindSet};

/// Troop elements in an army (2.2).
pub const ELEMENTS: usize = 12;

/// Everything a battle is played with that never changes.
#[derive(Debug)]
pub struct Sheet {
    /// What stands at its head; the sheet stands for it where its words are asked for.
    pub page: TitlePage,
    /// The army lists.
    pub armies: [Army; 2],
    /// What is added to each side's die for aggression (R15).
    pub aggression: [i8; 2],
    /// Whether the lists are options of the scenario.
    pub choice: bool,
    /// The codes of all army lists, to choose from.
    pub lists: std::sync::Arc<[String]>,
    /// What each of them is called: "I/22a New Kingdom Egyptian, 1543–1200 BC".
    pub titles: std::sync::Arc<[String]>,
    /// The chart.
    pub charts: std::sync::Arc<Charts>,
    /// The bases.
    pub troops: std::sync::Arc<Vec<Troop>>,
    /// The version of the rules.
    pub ruleset: u32,
}

impl std::ops::Deref for Sheet {
    type Target = TitlePage;

    fn deref(&self) -> &TitlePage {
        &self.page
    }
}

impl Sheet {
    /// The sheet as a version of the rules has it. By the first, whoever breaks off is compared with the first enemy by
    /// number that its front touches ([`Position::left_behind`](crate::Position)), and whoever flees lives if its run
    /// ends touching the edge of the table or a river.
    pub(crate) fn under(self, ruleset: u32) -> Sheet {
        Sheet { ruleset, ..self }
    }

    /// Whether the rules are older than the second version.
    #[inline]
    pub(crate) fn first_rules(&self) -> bool {
        self.ruleset < 2
    }

    /// A troop type.
    #[inline]
    pub fn troop(&self, id: TroopId) -> &Troop {
        &self.troops[id.0 as usize]
    }

    /// What the chart says of a kind.
    #[inline]
    pub fn card(&self, kind: Kind) -> &KindCard {
        &self.charts.kinds[kind as usize]
    }

    /// The army list of a side.
    pub fn army(&self, side: Side) -> &Army {
        &self.armies[side.index()]
    }

    /// The troop type of a code.
    pub fn troop_of(&self, code: &str) -> Option<TroopId> {
        self.troops.iter().position(|troop| troop.code == code).map(|i| TroopId(i as u8))
    }
}

/// A troop type by its number in the list of troops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TroopId(pub u8);

/// A base: a kind of troops and how deep it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Troop {
    /// Its code: "4Bd".
    pub code: String,
    /// Its name: "Blades".
    pub name: String,
    /// What it fights as.
    pub kind: Kind,
    /// Its depth in quarters of a MU.
    pub depth: i64,
    /// Whether it rides camels, for which dunes and oasis are good going.
    pub camels: bool,
}

/// An army list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Army {
    /// Its code: "I/22a".
    pub code: String,
    /// Its name.
    pub name: String,
    /// The years it stands for.
    pub years: [i32; 2],
    /// Its home ground.
    pub topography: usize,
    /// What it adds to the die for aggression, and from which year on something else.
    pub aggression: i8,
    /// From which year on another figure holds.
    pub later: Option<(i32, i8)>,
    /// The twelve elements; the first is the general.
    pub slots: Vec<Slot>,
}

impl Army {
    /// Its code, name and years as a player looks for it.
    pub fn title(&self) -> String {
        let Army { code, name, years: [from, to], .. } = self;
        let years = match (*from < 0, *to < 0) {
            (true, true) => format!("{}–{} BC", -from, -to),
            (true, false) => format!("{} BC – AD {to}", -from),
            _ => format!("AD {from}–{to}"),
        };
        format!("{code} {name}, {years}")
    }
}

/// An element of a list with its alternatives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// What it may be; the first is what it is if nothing is said.
    pub choices: Vec<Choice>,
    /// Whether it is chosen together with the others of a block (III/17).
    pub block: bool,
}

/// What an element may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The troops.
    pub troop: TroopId,
    /// What they may dismount as when they are deployed.
    pub dismounts: Option<TroopId>,
}

/// Foot or mounted: which of two factors an enemy uses (1.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// On foot; Artillery and War Wagons too.
    Foot,
    /// Mounted; Elephants and all chariots too.
    Mounted,
}

/// Where troops pursue to (1.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pursues {
    /// They do not.
    #[default]
    Never,
    /// Anywhere.
    Anywhere,
    /// Into marsh and rough, and to the edge of other bad going.
    MarshAndRough,
}

/// A row of the chart: what a kind of troops is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindCard {
    /// Its name: "Light Spear".
    pub name: String,
    /// Foot or mounted.
    pub class: Class,
    /// Close combat factors against foot and mounted.
    pub close: [i8; 2],
    /// The same when shooting or shot at.
    pub shooting: [i8; 2],
    /// What is added when it is shot at.
    pub shot_at: i8,
    /// How far it moves in good going.
    pub allowance: i64,
    /// How far it shoots.
    pub range: Option<i64>,
    /// What bad going costs it in close combat.
    pub bad_going: i8,
    /// Whether moving it costs a PIP more.
    pub extra_pip: bool,
    /// Whether it may not enter bad going off a road, nor move into contact.
    pub wheeled: bool,
    /// Whether it pursues.
    pub pursues: Pursues,
    /// Whether dunes and oasis are good going for it.
    pub camels: bool,
}

/// What a combat does to the loser, from mild to worse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Nothing.
    NoEffect,
    /// It goes back by its depth.
    Recoil,
    /// It recoils, turns about and runs.
    Flee,
    /// It is removed.
    Destroyed,
}

/// How a fight is fought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Combat {
    /// Hand to hand.
    Close,
    /// From a distance.
    Shooting,
}

/// The ground a line of the results speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Going {
    /// Good going for the loser.
    Good,
    /// Good going, dunes or an oasis.
    Sand,
    /// Bad going for the loser.
    Bad,
}

/// One line of a row of the results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The foes it speaks of.
    pub vs: KindSet,
    /// The ground.
    pub going: Option<Going>,
    /// The fight.
    pub combat: Option<Combat>,
    /// Whether the loser is in a camp.
    pub in_camp: Option<bool>,
    /// What happens.
    pub fate: Fate,
}

/// The rows of a results table, by the loser's kind.
pub type Results = [Vec<Line>; KINDS];

/// What a topography may have on its table (1.11).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Topography {
    /// Its name.
    pub name: String,
    /// The type it must have.
    pub compulsory: Feature,
    /// The types it may have; of those with the same number only one.
    pub optional: Vec<(Feature, u8)>,
}

/// The chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charts {
    /// A card for each kind.
    pub kinds: Vec<KindCard>,
    /// Every mounted kind in bad going.
    pub mounted_in_bad_going: i64,
    /// Everybody in a river.
    pub river: i64,
    /// On a road.
    pub road: i64,
    /// Light Horse on a road.
    pub road_light_horse: i64,
    /// What the same kind behind adds: against foot, against the heavy mounted.
    pub support: [Option<[i8; 2]>; KINDS],
    /// Whom Psiloi support.
    pub psiloi_support: KindSet,
    /// By how much.
    pub psiloi_adds: i8,
    /// Results for those beaten.
    pub beaten: Results,
    /// Results for those doubled.
    pub doubled: Results,
    /// Results of equal scores.
    pub equal: Results,
    /// Through whom each kind passes in a tactical move or a flight.
    pub passes: [KindSet; KINDS],
    /// Through whom each kind recoils.
    pub recoils_through: [KindSet; KINDS],
    /// What follows from it for whoever weighs a fight.
    pub lore: crate::judgment::Lore,
    /// The kinds of home ground.
    pub topographies: Vec<Topography>,
}
