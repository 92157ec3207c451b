//! `charts.toml`: Combat Results Table, Combat Unit Capability Chart, Terrain Effects Chart.

use engine::datafile::{DataFault, DataFile, ResultsEntry, Spanned, nearest};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::sheet::{Charts, CombatResult, Multiplier, Terrain, TerrainEffect, UnitType};

/// `charts.toml`: the charts of the game.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChartsFile {
    /// The Combat Results Table.
    results: ResultsEntry,
    /// The Combat Unit Capability Chart.
    capability: CapabilityEntry,
    /// The Terrain Effects Chart, every kind of terrain once.
    terrain: Spanned<Vec<TerrainEntry>>,
}

/// The Combat Unit Capability Chart.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct CapabilityEntry {
    /// The attacker categories.
    attackers: Spanned<Vec<String>>,
    /// A row for each defender category.
    rows: Spanned<Vec<CapabilityRow>>,
}

/// A row of the Combat Unit Capability Chart.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct CapabilityRow {
    /// The defender category.
    defenders: Spanned<String>,
    /// normal, halved or doubled for each attacker category.
    effects: Spanned<String>,
}

/// A line of the Terrain Effects Chart.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct TerrainEntry {
    /// clear, village, woods, stream, slope, marsh, road or nile.
    name: Spanned<String>,
    /// Movement Points to enter.
    cost: Spanned<u8>,
    /// Fire Protection Strength.
    protection: Spanned<u8>,
    /// What else it does.
    effects: Vec<Effect>,
    /// Fields that are house values.
    #[serde(default)]
    house: Vec<Spanned<String>>,
}

/// An effect of terrain beyond its figures.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
enum Effect {
    /// Melee defenders in it are doubled.
    DoublesDefenders,
    /// Melee attackers and defenders in it are halved.
    HalvesMelee,
    /// It is fired into from adjacent hexes only.
    Shelters,
    /// No fire through it.
    BlocksFire,
    /// No unit fires from it.
    NoFireFrom,
    /// Chariots may charge over it.
    ChargeGround,
    /// Chariots cease movement on entering it.
    StopsChariots,
    /// Chariots may never be in it.
    BarsChariots,
    /// No unit may be in it.
    Impassable,
    /// High ground.
    High,
}

/// The categories of the capability chart, in the order the rules use them.
const ATTACKERS: [&str; 3] = ["MS MI", "AX SD", "MC"];
const DEFENDERS: [&str; 2] = ["MS MI", "AX SD"];

/// The charts, with the counters.
pub(super) fn read(file: &DataFile, units: Vec<UnitType>) -> Result<Charts, DataFault> {
    let parsed: ChartsFile = file.parse()?;
    Ok(Charts {
        units,
        terrain: terrain(file, &parsed.terrain)?,
        results: parsed.results.table(file, "odds such as \"1 to 2\"", odds, result)?,
        capability: capability(file, &parsed.capability)?,
    })
}

fn odds(file: &DataFile, column: &Spanned<String>) -> Result<(u32, u32), DataFault> {
    let figures: Vec<&str> = column.get_ref().split(" to ").collect();
    let figure =
        |i: usize| figures.get(i).and_then(|word| word.parse::<u32>().ok()).filter(|n| (1..=99).contains(n));
    match (figures.len(), figure(0), figure(1)) {
        (2, Some(attack), Some(defence)) => Ok((attack, defence)),
        _ => Err(file.fault(
            column.span(),
            format!("`{}` are no odds", column.get_ref()),
            "odds such as \"2 to 1\"",
        )),
    }
}

fn result(file: &DataFile, row: &Spanned<String>, word: &str) -> Result<CombatResult, DataFault> {
    match word {
        "-" => Ok(CombatResult::None),
        "D" => Ok(CombatResult::Disrupted),
        "½E" => Ok(CombatResult::Half),
        "E" => Ok(CombatResult::Eliminated),
        _ => Err(file.fault(row.span(), format!("`{word}` is no combat result"), "-, D, ½E or E")),
    }
}

fn capability(file: &DataFile, entry: &CapabilityEntry) -> Result<Vec<Vec<Multiplier>>, DataFault> {
    if entry.attackers.get_ref() != &ATTACKERS {
        return Err(file.fault(
            entry.attackers.span(),
            "these are not the attacker categories",
            format!("{ATTACKERS:?}"),
        ));
    }
    let rows = entry.rows.get_ref();
    let wrong = rows.iter().zip(DEFENDERS).find(|(row, category)| row.defenders.get_ref() != category);
    if wrong.is_some() || rows.len() != DEFENDERS.len() {
        let span = wrong.map_or(entry.rows.span(), |(row, _)| row.defenders.span());
        let expected = format!("one row each for {}, in this order", DEFENDERS.join(" and "));
        return Err(file.fault(span, "these are not the defender categories", expected));
    }
    rows.iter().map(|row| multipliers(file, &row.effects)).collect()
}

fn multipliers(file: &DataFile, effects: &Spanned<String>) -> Result<Vec<Multiplier>, DataFault> {
    let read = |word| match word {
        "normal" => Some(Multiplier::Normal),
        "halved" => Some(Multiplier::Halved),
        "doubled" => Some(Multiplier::Doubled),
        _ => None,
    };
    let row: Option<Vec<_>> = effects.get_ref().split_whitespace().map(read).collect();
    row.filter(|row| row.len() == ATTACKERS.len()).ok_or_else(|| {
        let message = format!("`{}` is no row of the capability chart", effects.get_ref());
        file.fault(effects.span(), message, "three words, each normal, halved or doubled")
    })
}

fn terrain(file: &DataFile, entries: &Spanned<Vec<TerrainEntry>>) -> Result<Vec<TerrainEffect>, DataFault> {
    let mut chart: Vec<Option<TerrainEffect>> = vec![None; Terrain::ALL.len()];
    for entry in entries.get_ref() {
        let kind = terrain_named(file, &entry.name, entry.name.get_ref())?;
        if chart[kind as usize].is_some() {
            let message = format!("{} has a line already", kind.name());
            return Err(file.fault(entry.name.span(), message, "one line for each kind of terrain"));
        }
        chart[kind as usize] = Some(line(file, entry)?);
    }
    Terrain::ALL
        .into_iter()
        .zip(chart)
        .map(|(kind, line)| {
            line.ok_or_else(|| {
                let message = format!("the Terrain Effects Chart has no line for {}", kind.name());
                file.fault(entries.span(), message, format!("a line for each of {}", names()))
            })
        })
        .collect()
}

fn line(file: &DataFile, entry: &TerrainEntry) -> Result<TerrainEffect, DataFault> {
    for (name, value) in [("cost", &entry.cost), ("protection", &entry.protection)] {
        if !(1..=20).contains(value.get_ref()) {
            let message = format!("the {name} of {} is {}", entry.name.get_ref(), value.get_ref());
            return Err(file.fault(value.span(), message, "1 to 20"));
        }
    }
    if let Some(wrong) =
        entry.house.iter().find(|h| !["cost", "protection", "effects"].contains(&h.get_ref().as_str()))
    {
        let message = format!("there is no field `{}` to be a house value", wrong.get_ref());
        return Err(file.fault(wrong.span(), message, "some of cost, protection, effects"));
    }
    let has = |effect| entry.effects.contains(&effect);
    Ok(TerrainEffect {
        cost: entry.cost.get_ref() * 2,
        protection: *entry.protection.get_ref(),
        doubles_defenders: has(Effect::DoublesDefenders),
        halves_melee: has(Effect::HalvesMelee),
        shelters: has(Effect::Shelters),
        blocks_fire: has(Effect::BlocksFire),
        no_fire_from: has(Effect::NoFireFrom),
        charge_ground: has(Effect::ChargeGround),
        stops_chariots: has(Effect::StopsChariots),
        bars_chariots: has(Effect::BarsChariots),
        impassable: has(Effect::Impassable),
        high: has(Effect::High),
        house: entry.house.iter().map(|name| name.get_ref().clone()).collect(),
    })
}

/// The kind of terrain a word names, or a fault at the entry the word stands in.
pub(super) fn terrain_named<T>(
    file: &DataFile,
    entry: &Spanned<T>,
    word: &str,
) -> Result<Terrain, DataFault> {
    Terrain::ALL.into_iter().find(|kind| kind.name() == word).ok_or_else(|| {
        let near = nearest(word, Terrain::ALL.map(Terrain::name));
        let hint = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
        file.fault(entry.span(), format!("there is no terrain `{word}`{hint}"), format!("one of {}", names()))
    })
}

fn names() -> String {
    Terrain::ALL.map(Terrain::name).join(", ")
}

#[cfg(test)]
mod tests {
    use engine::datafile::proof::{altered, says};

    use super::*;

    const TEXT: &str = include_str!("../../data/charts.toml");

    fn charts() -> Charts {
        read(&DataFile::new("charts.toml", TEXT), vec![]).unwrap()
    }

    fn fault(from: &str, to: &str) -> (DataFault, usize) {
        let (file, line) = altered("charts.toml", TEXT, from, to);
        (read(&file, vec![]).unwrap_err(), line)
    }

    #[test]
    fn the_results_are_those_of_the_combat_results_table() {
        use CombatResult::{Disrupted as D, Eliminated as E, Half as H, None as O};
        let printed = [
            [O, O, O, O, D, D, D, H, E],
            [O, O, O, O, D, D, H, H, E],
            [O, O, D, D, D, D, H, E, E],
            [O, D, D, D, H, H, E, E, E],
            [O, D, D, H, H, E, E, E, E],
            [D, D, D, H, E, E, E, E, E],
            [D, D, E, E, E, E, E, E, E],
        ];
        let table = charts().results;
        assert_eq!(table.columns(), 9);
        assert_eq!((table.column_name(0), table.column_name(8)), ("1 to 2".into(), "8 to 1".into()));
        for (die, row) in (1..).zip(printed) {
            for (column, result) in row.into_iter().enumerate() {
                assert_eq!(table.result(column, die), result, "die {die}, {}", table.column_name(column));
            }
        }
    }

    #[test]
    fn militia_is_halved_by_axes_and_doubled_by_cavalry() {
        use Multiplier::{Doubled, Halved, Normal};
        assert_eq!(charts().capability, [[Normal, Halved, Doubled], [Normal, Normal, Halved]]);
    }

    #[test]
    fn terrain_is_that_of_the_terrain_effects_chart() {
        let chart = charts().terrain;
        let figures = |kind: Terrain| (chart[kind as usize].cost, chart[kind as usize].protection);
        assert_eq!(figures(Terrain::Clear), (2, 2));
        assert_eq!(figures(Terrain::Village), (2, 4));
        assert_eq!(figures(Terrain::Woods), (4, 3));
        assert_eq!(figures(Terrain::Stream), (4, 1));
        assert_eq!(figures(Terrain::Slope), (4, 3));
        assert_eq!(figures(Terrain::Marsh), (6, 1));
        assert_eq!(figures(Terrain::Road), figures(Terrain::Clear));
        let which = |has: fn(&TerrainEffect) -> bool| {
            Terrain::ALL
                .into_iter()
                .filter(|&k| has(&chart[k as usize]))
                .map(Terrain::name)
                .collect::<Vec<_>>()
        };
        assert_eq!(which(|t| t.doubles_defenders), ["village"]);
        assert_eq!(which(|t| t.halves_melee), ["stream", "marsh"]);
        assert_eq!(which(|t| t.shelters), ["village", "woods"]);
        assert_eq!(which(|t| t.blocks_fire), ["village", "woods"]);
        assert_eq!(which(|t| t.no_fire_from), ["stream", "marsh"]);
        assert_eq!(which(|t| t.charge_ground), ["clear", "road"]);
        assert_eq!(which(|t| t.stops_chariots), ["stream"]);
        assert_eq!(which(|t| t.bars_chariots), ["marsh"]);
        assert_eq!(which(|t| t.impassable), ["nile"]);
        assert_eq!(which(|t| t.high), ["slope"]);
        assert_eq!(chart[Terrain::Marsh as usize].house, ["protection"]);
    }

    #[test]
    fn a_short_row_of_results_is_a_fault() {
        says(fault("½E  ½E  E\",", "½E  ½E\","), &["row of die 2 has 8 results", "9, one for each column"]);
    }

    #[test]
    fn an_unknown_combat_result_is_a_fault() {
        says(fault("\"6   D", "\"6   X"), &["`X` is no combat result", "-, D, ½E or E"]);
    }

    #[test]
    fn a_row_without_its_die_number_is_a_fault() {
        says(fault("\"6   D", "\"5   D"), &["row 6", "\"6\", then a result"]);
    }

    #[test]
    fn odds_that_are_no_odds_or_do_not_rise_are_a_fault() {
        says(fault("\"2 to 1\"", "\"two to one\""), &["`two to one`", "such as \"2 to 1\""]);
        says(fault("\"2 to 1\"", "\"1 to 3\""), &["1 to 3 does not rise", "columns of rising odds"]);
    }

    #[test]
    fn a_wrong_capability_chart_is_a_fault() {
        says(
            fault("normal  halved  doubled", "normal  halved"),
            &["no row of the capability", "three words"],
        );
        says(
            fault("{ defenders = \"AX SD\"", "{ defenders = \"SK\""),
            &["defender categories", "MS MI and AX SD"],
        );
        says(fault("\"AX SD\", \"MC\"]", "\"AX SD\"]"), &["attacker categories", "\"MC\""]);
    }

    #[test]
    fn unknown_missing_and_repeated_terrain_is_a_fault() {
        says(
            fault("name = \"woods\"", "name = \"wodos\""),
            &["did you mean woods?", "one of clear, village"],
        );
        says(
            fault("name = \"woods\"", "name = \"clear\""),
            &["clear has a line already", "one line for each"],
        );
        says(
            fault("\"shelters\", \"blocks-fire\"", "\"shelters\", \"blocks-fier\""),
            &["blocks-fier", "expected one of"],
        );
        says(fault("cost = 3", "cost = 0"), &["cost of marsh is 0", "1 to 20"]);
    }
}
