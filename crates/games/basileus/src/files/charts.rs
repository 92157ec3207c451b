//! `charts.toml`: Combat Results Table and Terrain Effects Chart.

use engine::datafile::{DataFault, DataFile, ResultsEntry, Spanned, nearest};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::sheet::{Charts, CombatResult, Terrain, TerrainEffect};

/// `charts.toml`: the charts of the game.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChartsFile {
    /// The Combat Results Table.
    results: ResultsEntry,
    /// The Terrain Effects Chart, every kind of terrain once.
    terrain: Spanned<Vec<TerrainEntry>>,
    /// A step along a road.
    road: RoadEntry,
    /// Streams, palisades and slopes, each once.
    hexside: Spanned<Vec<HexsideEntry>>,
}

/// A line of the Terrain Effects Chart.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct TerrainEntry {
    /// plain, village, wood, hill, vineyard, marsh, river, mountain, fortification, bridge or ford.
    name: Spanned<String>,
    /// Movement Points to enter, "1" or "½", or "uncrossable".
    cost: Spanned<String>,
    /// Added to the die of an attack on a unit in it.
    die: Option<Spanned<i8>>,
    /// Columns an attack on a unit in it is shifted; negative is to the left.
    columns: Option<Spanned<i8>>,
    /// Fields that are house values.
    #[serde(default)]
    house: Vec<Spanned<String>>,
}

/// A step along a road.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct RoadEntry {
    /// Movement Points: "½".
    cost: Spanned<String>,
}

/// A line of the chart for a hexside.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct HexsideEntry {
    /// stream, palisade or slope.
    name: Spanned<String>,
    /// Movement Points added.
    cost: Spanned<String>,
    /// Streams: added to the die of an attack across it.
    die: Option<Spanned<i8>>,
    /// Palisades: columns an attack is shifted; negative is to the left.
    columns: Option<Spanned<i8>>,
}

/// The hexsides of the chart, and whether each changes die or columns.
const HEXSIDES: [(&str, bool, bool); 3] =
    [("stream", true, false), ("palisade", false, true), ("slope", false, false)];
/// The most a line of the chart may change die or columns.
const MOST_SHIFT: i8 = 3;

/// The charts.
pub(super) fn read(file: &DataFile) -> Result<Charts, DataFault> {
    let parsed: ChartsFile = file.parse()?;
    let [stream, palisade, slope] = hexsides(file, &parsed.hexside)?;
    Ok(Charts {
        terrain: terrain(file, &parsed.terrain)?,
        road: halves(file, &parsed.road.cost)?,
        stream: stream.0,
        stream_die: stream.1,
        palisade: palisade.0,
        palisade_columns: palisade.2,
        slope: slope.0,
        results: parsed.results.table(file, "ratios such as \"1/1.5\"", ratio, result)?,
        columns: parsed.results.columns(),
    })
}

/// A ratio such as "1/1.5" in whole figures: 2 to 3.
fn ratio(file: &DataFile, column: &Spanned<String>) -> Result<(u32, u32), DataFault> {
    let halves = |word: &str| {
        let (whole, half) = word.strip_suffix(".5").map_or((word, 0), |whole| (whole, 1));
        whole.parse::<u32>().ok().filter(|n| (1..=99).contains(n)).map(|n| n * 2 + half)
    };
    let figures = column.get_ref().split_once('/').map(|(a, d)| (halves(a), halves(d)));
    match figures {
        Some((Some(attack), Some(defence))) if attack % 2 == 0 && defence % 2 == 0 => {
            Ok((attack / 2, defence / 2))
        }
        Some((Some(attack), Some(defence))) => Ok((attack, defence)),
        _ => {
            let message = format!("`{}` is no strength ratio", column.get_ref());
            Err(file.fault(column.span(), message, "a ratio such as \"2/1\" or \"1/1.5\""))
        }
    }
}

fn result(file: &DataFile, row: &Spanned<String>, word: &str) -> Result<CombatResult, DataFault> {
    CombatResult::from_code(word).ok_or_else(|| {
        let expected = format!("one of {}", CombatResult::CODES.join(", "));
        file.fault(row.span(), format!("`{word}` is no combat result"), expected)
    })
}

fn terrain(file: &DataFile, entries: &Spanned<Vec<TerrainEntry>>) -> Result<Vec<TerrainEffect>, DataFault> {
    let mut chart: Vec<Option<TerrainEffect>> = vec![None; Terrain::ALL.len()];
    for entry in entries.get_ref() {
        let kind = terrain_named(file, &entry.name)?;
        if chart[kind as usize].is_some() {
            let message = format!("{} has a line already", kind.name());
            return Err(file.fault(entry.name.span(), message, "one line for each kind of terrain"));
        }
        chart[kind as usize] = Some(line(file, entry)?);
    }
    let missing = |kind: Terrain| {
        let message = format!("the Terrain Effects Chart has no line for {}", kind.name());
        file.fault(entries.span(), message, format!("a line for each of {}", names()))
    };
    Terrain::ALL.into_iter().zip(chart).map(|(kind, line)| line.ok_or_else(|| missing(kind))).collect()
}

fn line(file: &DataFile, entry: &TerrainEntry) -> Result<TerrainEffect, DataFault> {
    let fields = ["cost", "die", "columns"];
    if let Some(wrong) = entry.house.iter().find(|field| !fields.contains(&field.get_ref().as_str())) {
        let message = format!("there is no field `{}` to be a house value", wrong.get_ref());
        return Err(file.fault(wrong.span(), message, "some of cost, die, columns"));
    }
    let cost = match entry.cost.get_ref().as_str() {
        "uncrossable" => None,
        _ => Some(halves(file, &entry.cost)?),
    };
    Ok(TerrainEffect {
        cost,
        die: shift(file, &entry.die)?,
        columns: shift(file, &entry.columns)?,
        house: entry.house.iter().map(|field| field.get_ref().clone()).collect(),
    })
}

/// Cost in halves, die and columns of stream, palisade and slope.
fn hexsides(file: &DataFile, entries: &Spanned<Vec<HexsideEntry>>) -> Result<[(u8, i8, i8); 3], DataFault> {
    let mut chart = [None; 3];
    for entry in entries.get_ref() {
        let name = entry.name.get_ref();
        let at = HEXSIDES.iter().position(|(known, ..)| known == name).ok_or_else(|| {
            let message = format!("there is no hexside `{name}`");
            file.fault(entry.name.span(), message, "stream, palisade or slope")
        })?;
        let (_, takes_die, takes_columns) = HEXSIDES[at];
        for (value, takes, what) in
            [(&entry.die, takes_die, "die"), (&entry.columns, takes_columns, "columns")]
        {
            if let Some(value) = value.as_ref().filter(|_| !takes) {
                let message = format!("a {name} with `{what}`");
                let expected = "`die` for streams and `columns` for palisades only";
                return Err(file.fault(value.span(), message, expected));
            }
        }
        if chart[at].is_some() {
            let message = format!("{name} has a line already");
            return Err(file.fault(entry.name.span(), message, "one line for each hexside"));
        }
        let cost = halves(file, &entry.cost)?;
        chart[at] = Some((cost, shift(file, &entry.die)?, shift(file, &entry.columns)?));
    }
    match chart {
        [Some(stream), Some(palisade), Some(slope)] => Ok([stream, palisade, slope]),
        _ => {
            let missing = HEXSIDES.iter().zip(chart).find(|(_, line)| line.is_none());
            let message =
                format!("there is no line for {}", missing.map_or("a hexside", |(known, _)| known.0));
            Err(file.fault(entries.span(), message, "a line each for stream, palisade and slope"))
        }
    }
}

fn shift(file: &DataFile, value: &Option<Spanned<i8>>) -> Result<i8, DataFault> {
    match value {
        Some(value) if !(-MOST_SHIFT..=MOST_SHIFT).contains(value.get_ref()) => {
            let expected = format!("-{MOST_SHIFT} to {MOST_SHIFT}");
            Err(file.fault(value.span(), format!("a change of {}", value.get_ref()), expected))
        }
        Some(value) => Ok(*value.get_ref()),
        None => Ok(0),
    }
}

/// Movement Points such as "2", "½" or "1½", in halves.
fn halves(file: &DataFile, text: &Spanned<String>) -> Result<u8, DataFault> {
    let word = text.get_ref().trim();
    let (whole, half) = word.strip_suffix('½').map_or((word, 0), |whole| (whole, 1));
    let points = if whole.is_empty() && half == 1 { Some(0) } else { whole.parse::<u8>().ok() };
    points.filter(|points| *points <= 9 && points * 2 + half > 0).map(|points| points * 2 + half).ok_or_else(
        || {
            let message = format!("`{word}` are no Movement Points");
            file.fault(text.span(), message, "a figure such as \"1\", \"½\" or \"1½\"")
        },
    )
}

/// The kind of terrain a word names.
pub(super) fn terrain_named(file: &DataFile, word: &Spanned<String>) -> Result<Terrain, DataFault> {
    Terrain::ALL.into_iter().find(|kind| kind.name() == word.get_ref()).ok_or_else(|| {
        let near = nearest(word.get_ref(), Terrain::ALL.map(Terrain::name));
        let hint = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
        let message = format!("there is no terrain `{}`{hint}", word.get_ref());
        file.fault(word.span(), message, format!("one of {}", names()))
    })
}

fn names() -> String {
    Terrain::ALL.map(Terrain::name).join(", ")
}

#[cfg(test)]
mod tests {
    use engine::datafile::proof::{altered, says};
    use engine::odds::Quarters;

    use super::*;

    const TEXT: &str = include_str!("../../data/charts.toml");

    fn fault(from: &str, to: &str) -> (DataFault, usize) {
        let (file, line) = altered("charts.toml", TEXT, from, to);
        (read(&file).unwrap_err(), line)
    }

    fn charts() -> Charts {
        read(&DataFile::new("charts.toml", TEXT)).unwrap()
    }

    #[test]
    fn the_results_are_those_of_the_printed_table() {
        // Column by column, dice 1 to 7, as the rulebook prints them.
        let printed = [
            ("1/2", "DR DR AR AT A1 A1R A2"),
            ("1/1.5", "DT DR AR AT AT A1 A1R"),
            ("1/1", "D1 DT DR AR AT A1 A1R"),
            ("1.5/1", "D1 D1 DT DR AR AT AT"),
            ("2/1", "D1R D1 DT DT DR AR AT"),
            ("3/1", "D2 D1 DT DT DR AR AT"),
            ("4/1", "D2 D2 D1 DT DR DR AR"),
        ];
        let charts = charts();
        assert_eq!(charts.columns, printed.map(|(name, _)| name));
        for (column, (name, results)) in printed.into_iter().enumerate() {
            let found: Vec<&str> = (1..=7).map(|die| charts.results.result(column, die).code()).collect();
            assert_eq!(found.join(" "), results, "{name}");
        }
    }

    #[test]
    fn ratios_of_one_and_a_half_are_exact() {
        let charts = charts();
        let column = |a, d| charts.results.column(Quarters::points(a), Quarters::points(d));
        assert_eq!(column(2, 3), Some(1), "two thirds are 1/1.5");
        assert_eq!(column(3, 5), Some(0));
        assert_eq!(column(4, 3), Some(2), "4 to 3 is still 1/1");
        assert_eq!(column(3, 2), Some(3));
        assert_eq!(column(9, 1), Some(6));
        assert_eq!(column(1, 3), None);
    }

    #[test]
    fn the_terrain_chart_is_the_printed_one() {
        // Terrain, cost in halves, die, columns.
        let printed = [
            (Terrain::Plain, Some(2), 0, 0),
            (Terrain::Village, Some(2), 1, 0),
            (Terrain::Wood, Some(4), 0, -1),
            (Terrain::Hill, Some(4), 0, -1),
            (Terrain::Vineyard, Some(4), 0, -1),
            (Terrain::Marsh, Some(4), 1, 0),
            (Terrain::River, None, 0, 0),
            (Terrain::Mountain, None, 0, 0),
            (Terrain::Fortification, None, 0, 0),
            (Terrain::Bridge, Some(2), 1, 0),
            (Terrain::Ford, Some(4), 0, 0),
        ];
        let charts = charts();
        for (kind, cost, die, columns) in printed {
            let line = &charts.terrain[kind as usize];
            assert_eq!((line.cost, line.die, line.columns), (cost, die, columns), "{}", kind.name());
            assert_eq!(!line.house.is_empty(), kind == Terrain::Fortification, "{}", kind.name());
        }
        assert_eq!(printed.len(), charts.terrain.len());
        assert_eq!((charts.road, charts.stream, charts.palisade, charts.slope), (1, 2, 2, 2));
        assert_eq!((charts.stream_die, charts.palisade_columns), (1, -1));
    }

    #[test]
    fn a_wrong_results_table_is_a_fault() {
        says(fault("D1R  D2   D2", "D1X  D2   D2"), &["`D1X` is no combat result", "one of A2, A1R"]);
        says(fault("D1R  D2   D2", "D1R  D2"), &["die 1 has 6 results", "7, one for each column"]);
        says(fault("\"2   DR", "\"3   DR"), &["row 2", "\"2\", then a result"]);
        says(fault("\"1/1.5\"", "\"1 to 2\""), &["`1 to 2` is no strength ratio", "\"1/1.5\""]);
        says(fault("\"1/1.5\"", "\"1/3\""), &["does not rise", "columns of rising ratios"]);
    }

    #[test]
    fn a_wrong_line_of_the_terrain_chart_is_a_fault() {
        says(fault("name = \"marsh\"", "name = \"mars\""), &["did you mean marsh?", "one of plain"]);
        says(fault("name = \"marsh\"", "name = \"wood\""), &["wood has a line already", "one line"]);
        says(fault("cost = \"2\"", "cost = \"dear\""), &["`dear` are no Movement Points", "\"1½\""]);
        says(fault("cost = \"2\"", "cost = \"0\""), &["`0` are no Movement Points", "\"½\""]);
        says(fault("die = 1", "die = 9"), &["a change of 9", "-3 to 3"]);
        says(fault("house = [\"cost\"]", "house = [\"walls\"]"), &["`walls`", "some of cost, die"]);
        let (file, _) = altered("charts.toml", TEXT, "[[terrain]]\nname = \"ford\"\ncost = \"2\"\n", "");
        let said = read(&file).unwrap_err().to_string();
        assert!(said.contains("no line for ford; expected a line for each of plain"), "{said}");
    }

    #[test]
    fn a_wrong_hexside_is_a_fault() {
        says(fault("name = \"stream\"", "name = \"brook\""), &["no hexside `brook`", "stream, palisade or"]);
        says(fault("name = \"slope\"", "name = \"stream\""), &["stream has a line already", "one line"]);
        let (fault, line) =
            fault("name = \"slope\"\ncost = \"1\"", "name = \"slope\"\ncost = \"uncrossable\"");
        says((fault, line + 1), &["`uncrossable` are no Movement Points", "\"1½\""]);
        let fault = self::fault;
        says(fault("columns = -1\n\n[[hexside]]", "die = 1\n\n[[hexside]]"), &["a palisade with `die`"]);
        let (file, _) = altered("charts.toml", TEXT, "[[hexside]]\nname = \"slope\"\ncost = \"1\"\n", "");
        let said = read(&file).unwrap_err().to_string();
        assert!(said.contains("no line for slope; expected a line each"), "{said}");
    }
}
