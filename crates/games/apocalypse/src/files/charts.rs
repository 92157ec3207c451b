//! `charts.toml`: every table.

use std::collections::BTreeMap;

use engine::datafile::{DataFault, DataFile, ResultsEntry, Spanned};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::sheet::{BYZANTINES, Charts, MUSLIMS, Terrain, Toll, Verdict, YearEvent};

/// `charts.toml`: the tables all scenarios share.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct ChartsFile {
    /// Whether the values are of the house.
    #[serde(default)]
    house: bool,
    /// What the reader is told about that.
    note: Option<String>,
    /// What movement costs.
    movement: MovementEntry,
    /// Allowances and distances.
    allowances: AllowancesEntry,
    /// Stacking limits.
    stacking: BTreeMap<String, u8>,
    /// The Combat Results Table.
    combat: ResultsEntry,
    /// The Attrition Table.
    attrition: AttritionEntry,
    /// The Siege Assault Table.
    breach: BreachEntry,
    /// Pillage.
    pillage: PillageEntry,
    /// The Greek Fire Table.
    greek_fire: FireEntry,
    /// The Events Table: what each throw from 2 to 12 brings.
    events: BTreeMap<Spanned<String>, YearEvent>,
}

/// What movement costs.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct MovementEntry {
    /// A road step.
    road: u8,
    /// Added for a river hexside.
    river: u8,
    /// Added for enemy units in the hex.
    enemy: u8,
    /// Embarking in a friendly port.
    embark_port: u8,
    /// Embarking elsewhere.
    embark_coast: u8,
    /// Terrain for Byzantines.
    byzantine: Spanned<BTreeMap<String, u8>>,
    /// Terrain for Muslims.
    muslim: Spanned<BTreeMap<String, u8>>,
}

/// Allowances and distances.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct AllowancesEntry {
    /// Muslim expeditions.
    muslim: u8,
    /// A Byzantine one of mounted units only.
    byzantine_mounted: u8,
    /// Any other Byzantine one.
    byzantine: u8,
    /// Byzantine ships.
    byzantine_sea: u8,
    /// Muslim ships.
    muslim_sea: u8,
    /// Patrols.
    patrol: u8,
    /// Leaders by themselves.
    leader: u8,
    /// Garrisons, musters, disbanding.
    within: u8,
    /// The farthest a rout goes.
    rout: u8,
}

/// The Attrition Table.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct AttritionEntry {
    /// Rows of rising dice.
    rows: Vec<TollEntry>,
    /// In mountain or marsh.
    mountain_or_marsh: i8,
    /// Byzantines in desert.
    byzantine_desert: i8,
    /// With more units than this.
    more_than: u8,
    /// So much more.
    crowd: i8,
    /// In a friendly place that holds them.
    friendly_place: i8,
}

/// A row of the Attrition Table.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct TollEntry {
    /// The highest die of the row.
    up_to: i8,
    /// "none", "one" or a share such as "1/4".
    loss: Spanned<String>,
}

/// What breaches walls.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct BreachEntry {
    /// At a town.
    town: u8,
    /// At a city.
    city: u8,
    /// At Constantinople.
    constantinople: u8,
    /// Added for each winter.
    winter: u8,
    /// Winters that count.
    most_winters: u8,
}

/// Pillage.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct PillageEntry {
    /// The die from which a place is pillaged.
    from: u8,
}

/// The Greek Fire Table.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct FireEntry {
    /// The fewest ships of each column.
    ships: [u8; 4],
    /// Results for each face of the die.
    rows: Spanned<Vec<Spanned<String>>>,
}

pub(super) fn read(file: &DataFile) -> Result<Charts, DataFault> {
    let parsed: ChartsFile = file.parse()?;
    let MovementEntry { road, river, enemy, embark_port, embark_coast, .. } = parsed.movement;
    let mut terrain = [[0; 6]; 2];
    terrain[BYZANTINES.index()] = costs(file, &parsed.movement.byzantine)?;
    terrain[MUSLIMS.index()] = costs(file, &parsed.movement.muslim)?;
    let allowances = parsed.allowances;
    let mut sea = [0; 2];
    sea[BYZANTINES.index()] = allowances.byzantine_sea;
    sea[MUSLIMS.index()] = allowances.muslim_sea;
    let limit = |name: &str| {
        let missing =
            || DataFault::of_file(&file.name, format!("[stacking] has no {name}"), "a limit for it");
        parsed.stacking.get(name).copied().ok_or_else(missing)
    };
    let mut open_stacking = [0; 6];
    for terrain in Terrain::ALL.into_iter().filter(|terrain| *terrain != Terrain::Sea) {
        open_stacking[terrain as usize] = limit(terrain.name())?;
    }
    let attrition = &parsed.attrition;
    let mut rows = vec![];
    for row in &attrition.rows {
        rows.push((row.up_to, toll(file, &row.loss)?));
    }
    let breach = &parsed.breach;
    let house =
        parsed.house.then(|| parsed.note.clone().unwrap_or_else(|| "The charts are of the house.".into()));
    Ok(Charts {
        road,
        river,
        enemy,
        embark: [embark_port, embark_coast],
        terrain,
        muslim: allowances.muslim,
        byzantine_mounted: allowances.byzantine_mounted,
        byzantine: allowances.byzantine,
        sea,
        patrol: allowances.patrol,
        leader: allowances.leader,
        within: allowances.within,
        rout: allowances.rout,
        open_stacking,
        stacking: [limit("town")?, limit("city")?, limit("constantinople")?],
        combat: parsed.combat.table(file, "odds such as \"3:2\"", odds, verdict)?,
        attrition: rows,
        attrition_hard: attrition.mountain_or_marsh,
        attrition_desert: attrition.byzantine_desert,
        crowd_above: attrition.more_than,
        attrition_crowd: attrition.crowd,
        attrition_home: attrition.friendly_place,
        breach: [breach.town, breach.city, breach.constantinople],
        breach_winter: breach.winter,
        breach_most: breach.most_winters,
        pillage: parsed.pillage.from,
        fire_ships: parsed.greek_fire.ships,
        fire: fire(file, &parsed.greek_fire.rows)?,
        events: events(file, &parsed.events)?,
        house: house.into_iter().collect(),
    })
}

fn costs(file: &DataFile, entry: &Spanned<BTreeMap<String, u8>>) -> Result<[u8; 6], DataFault> {
    let mut costs = [0; 6];
    for terrain in Terrain::ALL {
        let cost = entry.get_ref().get(terrain.name()).copied().filter(|&cost| (1..=20).contains(&cost));
        costs[terrain as usize] = cost.ok_or_else(|| {
            let message = format!("there is no cost of {}", terrain.name());
            file.fault(entry.span(), message, "1 to 20 for clear, rough, desert, mountain, marsh and sea")
        })?;
    }
    Ok(costs)
}

fn odds(file: &DataFile, column: &Spanned<String>) -> Result<(u32, u32), DataFault> {
    let ratio = column.get_ref().split_once(':').and_then(|(a, d)| Some((a.parse().ok()?, d.parse().ok()?)));
    ratio.ok_or_else(|| {
        file.fault(column.span(), format!("`{}` is no odds", column.get_ref()), "such as \"3:2\"")
    })
}

fn verdict(file: &DataFile, row: &Spanned<String>, word: &str) -> Result<Verdict, DataFault> {
    match word {
        "AD" => Ok(Verdict::AD),
        "AR" => Ok(Verdict::AR),
        "A" => Ok(Verdict::A),
        "DR" => Ok(Verdict::DR),
        "DD" => Ok(Verdict::DD),
        other => Err(file.fault(row.span(), format!("`{other}` is no result"), "AD, AR, A, DR or DD")),
    }
}

fn toll(file: &DataFile, word: &Spanned<String>) -> Result<Toll, DataFault> {
    match word.get_ref().as_str() {
        "none" => Ok(Toll::Units(0)),
        "one" => Ok(Toll::Units(1)),
        other => {
            let share = other.strip_prefix("1/").and_then(|n| n.parse().ok()).filter(|&n: &u8| n > 0);
            share.map(Toll::OneIn).ok_or_else(|| {
                file.fault(
                    word.span(),
                    format!("`{other}` is no loss"),
                    "\"none\", \"one\" or a share such as \"1/4\"",
                )
            })
        }
    }
}

fn fire(file: &DataFile, rows: &Spanned<Vec<Spanned<String>>>) -> Result<[[(u8, bool); 4]; 6], DataFault> {
    let mut table = [[(0, false); 4]; 6];
    let (found, wanted) = (rows.get_ref().len(), table.len());
    if found != wanted {
        return Err(file.fault(rows.span(), format!("there are {found} rows"), "6, one for each face"));
    }
    for (row, cells) in table.iter_mut().zip(rows.get_ref()) {
        let words: Vec<&str> = cells.get_ref().split_whitespace().collect();
        if words.len() != row.len() {
            return Err(file.fault(
                cells.span(),
                format!("there are {} results", words.len()),
                "4, one for each column",
            ));
        }
        for (cell, word) in row.iter_mut().zip(words) {
            let (number, star) = word.strip_suffix('*').map_or((word, false), |number| (number, true));
            let sunk = number.parse().map_err(|_| {
                file.fault(cells.span(), format!("`{word}` is no number of ships"), "such as \"2\" or \"1*\"")
            })?;
            *cell = (sunk, star);
        }
    }
    Ok(table)
}

fn events(
    file: &DataFile,
    entries: &BTreeMap<Spanned<String>, YearEvent>,
) -> Result<[YearEvent; 11], DataFault> {
    let mut table = [YearEvent::Quiet; 11];
    for (throw, &event) in entries {
        let index = throw.get_ref().parse::<usize>().ok().filter(|n| (2..=12).contains(n));
        let index = index.ok_or_else(|| {
            file.fault(throw.span(), format!("two dice never throw {}", throw.get_ref()), "2 to 12")
        })?;
        table[index - 2] = event;
    }
    Ok(table)
}
