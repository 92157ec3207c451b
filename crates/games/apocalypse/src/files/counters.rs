//! `units.toml`: the counters.

use engine::datafile::{DataFault, DataFile, Spanned};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::sheet::{Army, BYZANTINES, Kind, Leader, LeaderCard, MOST_UNITS, MUSLIMS, Roster};

/// `units.toml`: the counters all scenarios share.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitsFile {
    /// Whether the values are of the house.
    #[serde(default)]
    house: bool,
    /// What the reader is told about that.
    note: Option<String>,
    /// Naval units at most.
    fleets: FleetsEntry,
    /// Kinds of land units.
    unit: Vec<Spanned<UnitEntry>>,
    /// Leaders.
    leader: Vec<Spanned<LeaderEntry>>,
}

/// How many naval units there are.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct FleetsEntry {
    /// Byzantine.
    byzantine: u8,
    /// Muslim.
    muslim: u8,
}

/// A kind of land unit.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct UnitEntry {
    /// Its name.
    name: String,
    /// Its army.
    army: Army,
    /// How many there are.
    count: u8,
    /// Factor in clear and desert.
    clear: u8,
    /// Factor elsewhere and on ships.
    rough: u8,
    /// Byzantine mounted class.
    #[serde(default)]
    mounted: bool,
    /// Picked class.
    #[serde(default)]
    picked: bool,
    /// The noble's clan.
    #[serde(default)]
    clan: bool,
    /// The Quraysh.
    #[serde(default)]
    quraysh: bool,
}

/// A leader.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct LeaderEntry {
    /// His name.
    name: String,
    /// Who he is in the rules.
    leader: Leader,
    /// The army he leads.
    army: Option<Army>,
    /// Columns in the field.
    #[serde(default)]
    field: i8,
    /// Columns at sea.
    #[serde(default)]
    sea: i8,
}

pub(super) fn read(file: &DataFile) -> Result<Roster, DataFault> {
    let parsed: UnitsFile = file.parse()?;
    let (mut kinds, mut units): (Vec<Kind>, Vec<u8>) = (vec![], vec![]);
    for spanned in &parsed.unit {
        let entry = spanned.get_ref();
        let fault = |message: String, expected: &str| Err(file.fault(spanned.span(), message, expected));
        if kinds.iter().any(|kind: &Kind| kind.name == entry.name) {
            return fault(format!("{} is listed twice", entry.name), "every kind once");
        }
        if entry.army.side() == MUSLIMS && (entry.mounted || entry.picked) {
            return fault(format!("{} has a class", entry.name), "none for Muslim units (ruling 12)");
        }
        units.extend(std::iter::repeat_n(kinds.len() as u8, entry.count as usize));
        let UnitEntry { army, clear, rough, mounted, picked, clan, quraysh, .. } = *entry;
        kinds.push(Kind { name: entry.name.clone(), army, clear, rough, mounted, picked, clan, quraysh });
    }
    let mut fleets = [0; 2];
    fleets[BYZANTINES.index()] = parsed.fleets.byzantine;
    fleets[MUSLIMS.index()] = parsed.fleets.muslim;
    let mut leaders = vec![];
    for leader in Leader::ALL {
        let mut cards = parsed.leader.iter().filter(|card| card.get_ref().leader == leader);
        let (Some(card), None) = (cards.next(), cards.next()) else {
            let message = format!("there is not just one card of the leader {leader:?}");
            return Err(DataFault::of_file(&file.name, message, "one [[leader]] for each of them"));
        };
        let card = card.get_ref();
        leaders.push(LeaderCard {
            leader,
            name: card.name.clone(),
            army: card.army,
            field: card.field,
            sea: card.sea,
        });
    }
    let house =
        parsed.house.then(|| parsed.note.clone().unwrap_or_else(|| "The counters are of the house.".into()));
    let roster = Roster { kinds, units, fleets, leaders, house: house.into_iter().collect() };
    if roster.count() + 4 > MOST_UNITS {
        let message = format!("there are {} counters", roster.count());
        return Err(DataFault::of_file(&file.name, message, format!("at most {}", MOST_UNITS - 4)));
    }
    Ok(roster)
}
