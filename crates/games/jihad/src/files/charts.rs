//! `charts.toml`: the charts and tables.

use engine::datafile::{DataFault, DataFile, Spanned};
use engine::odds::OddsTable;
use schemars::JsonSchema;
use serde::Deserialize;

use super::counters::fields;
use super::tables::{DICE, TableEntry, bits, figure, figure_or_none, mark};
use crate::sheet::{Charts, CombatResult, Fate, Figures, Kind, Land, STATES, State};

/// `charts.toml`: the charts and tables.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChartsFile {
    /// Combat Results Table: 3R/-, 1/1R …
    combat: TableEntry,
    /// Attrition Susceptibility Chart.
    susceptibility: TableEntry,
    /// Attrition Resolution Table.
    attrition: TableEntry,
    /// Stacking limits.
    stacking: TableEntry,
    /// Recruitment & Construction Table.
    recruitment: TableEntry,
    /// Conversion / Re-conversion Cost Chart.
    conversion_cost: TableEntry,
    /// Conversion Table.
    conversion: TableEntry,
    /// Re-conversion Table.
    reconversion: TableEntry,
    /// Rebellion Table.
    rebellion: TableEntry,
    /// Muslim Unit Rebellion Suppression Table.
    suppression: TableEntry,
    /// Khalif Fate Table.
    khalif: TableEntry,
    /// Civil War Determination Table.
    civil_war: TableEntry,
    /// Figures that stand in no table.
    figures: FiguresEntry,
}

/// Figures of the rules that stand in no table.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct FiguresEntry {
    /// Attrition points a stack may gather in a segment (7.2).
    attrition_limit: Spanned<u8>,
    /// The same in a civil war (11.33).
    war_attrition_limit: Spanned<u8>,
    /// For stacks that do not move (7.2).
    idle_factor: Spanned<u8>,
    /// Converts recruited for each Muslim unit (6.3).
    converts_per_muslim: Spanned<u8>,
    /// The highest level of a base (6.42).
    base_levels: Spanned<u8>,
    /// Points up to which Byzantium may pay for a State (6.3).
    aid_limit: Spanned<u8>,
    /// What it pays then, in multiples of the price (6.3, 9.2).
    aid_factor: Spanned<u8>,
    /// Muslim income that lets Byzantium recruit at once (6.3).
    alarm_income: Spanned<u8>,
    /// Points to suppress a convert in revolt (10.2).
    buy_off: Spanned<u8>,
    /// Multiplier of land defenders in rough hexes: "1½".
    rough_defence: Spanned<String>,
    /// Multiplier of defenders in the Constantinople box.
    box_defence: Spanned<String>,
    /// Full rounds after which the Authority wins a civil war (R127).
    war_rounds: Spanned<u8>,
    /// Fields that are house values.
    #[serde(default)]
    house: Vec<Spanned<String>>,
}

const ODDS: [&str; 8] = ["1 to 3", "1 to 2", "1 to 1", "2 to 1", "3 to 1", "4 to 1", "5 to 1", "6 to 1"];
const RATIOS: [(u32, u32); 8] = [(1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)];
const CONVERTIBLE: [State; 7] =
    [State::Berber, State::Byzantine, State::Goth, State::Khazar, State::Persian, State::Sindhi, State::Turk];

/// The charts.
pub(super) fn read(file: &DataFile) -> Result<Charts, DataFault> {
    let parsed: ChartsFile = file.parse()?;
    let results =
        parsed.combat.read(file, ODDS, DICE, "losses such as 3R/- or 1/1R, one R in each", combat_result)?;
    let results = OddsTable::new(RATIOS.into(), 1, results.map(|row| row.to_vec()).to_vec())
        .map_err(|why| file.fault(parsed.combat.rows.span(), why, "a row for each die"))?;
    let (susceptibility, susceptibility_naval) = susceptibility(file, &parsed.susceptibility)?;
    let bands = ["1-10", "11-20", "21-30", "31-40", "41-50", "51-60"];
    let points = "a number of points or -";
    let codes = CONVERTIBLE.map(State::code);
    let cost = parsed.conversion_cost.read(file, codes, ["points"], "a number of points", figure)?;
    let conversion = parsed.conversion.read(file, codes, DICE, "C or -", mark("C"))?;
    let reconversion = parsed.reconversion.read(file, codes, DICE, "R or -", mark("R"))?;
    let costs = parsed.recruitment.read(
        file,
        ["muslim", "byzantine", "persian", "others"],
        ["bedouin", "mercenary", "levy", "naval", "construct-naval", "construct-base"],
        points,
        figure_or_none,
    )?;
    let fates = parsed.khalif.read(file, ["fate"], DICE, "survives, heir or no-heir", fate)?;
    let ratios = ["1 of 4 or less", "1 of 3", "1 of 2 or more"];
    let incomes = ["1-20", "21-40", "41-60", "61-80", "81-100", "101-120", "121+"];
    let [suppression_levy, suppression_bedouin] =
        parsed.suppression.read(file, incomes, ["levy", "bedouin"], "a die from 0 to 6", die)?;
    let Some(construct_base) = costs[5][0] else {
        let message = "a base costs nothing that could be paid";
        return Err(file.fault(parsed.recruitment.rows.span(), message, "points for construct-base"));
    };
    Ok(Charts {
        results,
        susceptibility,
        susceptibility_naval,
        attrition: parsed.attrition.read(file, bands, DICE, "a number of units", figure)?,
        stacking: parsed.stacking.read(
            file,
            ["full", "partial"],
            Land::ALL.map(Land::name),
            "a number of units",
            figure,
        )?,
        recruit: State::ALL.map(|state| Kind::ALL.map(|kind| costs[kind as usize][column(state)])),
        construct_naval: State::ALL.map(|state| costs[4][column(state)]),
        construct_base,
        base_levels: within(file, "base_levels", &parsed.figures.base_levels, 9)?,
        conversion_cost: by_state(cost[0].map(Some), None),
        conversion: by_state(bits(conversion), 0),
        reconversion: by_state(bits(reconversion), 0),
        rebellion: rebellion(file, &parsed.rebellion)?,
        suppression_bedouin,
        suppression_levy,
        khalif: fates.map(|[fate]| fate),
        civil_war: parsed.civil_war.read(
            file,
            ratios,
            ["survives", "heir", "no-heir"],
            "- or CW and a die",
            war,
        )?,
        figures: figures(file, &parsed.figures)?,
        house: house(file, &parsed.figures)?,
    })
}

/// The column of the Recruitment & Construction Table.
fn column(state: State) -> usize {
    match state {
        State::Muslim => 0,
        State::Byzantine => 1,
        State::Persian => 2,
        _ => 3,
    }
}

/// Entries of the States that can be converted, spread over all.
fn by_state<T: Copy>(entries: [T; 7], none: T) -> [T; STATES] {
    let mut all = [none; STATES];
    for (state, entry) in CONVERTIBLE.into_iter().zip(entries) {
        all[state.index()] = entry;
    }
    all
}

fn combat_result(word: &str) -> Option<CombatResult> {
    let (attacker, defender) = word.split_once('/')?;
    let losses = |word: &str| {
        let (figure, retreats) = word.strip_suffix('R').map_or((word, false), |figure| (figure, true));
        let lost = if figure == "-" { Some(0) } else { figure.parse().ok().filter(|n| (1..=9).contains(n)) };
        Some((lost?, retreats))
    };
    let ((attacker, attacker_retreats), (defender, retreats)) = (losses(attacker)?, losses(defender)?);
    (attacker_retreats != retreats).then_some(CombatResult { attacker, defender, attacker_retreats })
}

type Susceptibility = ([[u8; 3]; 3], [u8; 2]);

fn susceptibility(file: &DataFile, table: &TableEntry) -> Result<Susceptibility, DataFault> {
    let heads = Kind::ALL.map(Kind::code);
    let rows = ["fertile", "rough", "desert", "partial-sea", "all-sea"];
    let cells = table.read(file, heads, rows, "a number of points or -", figure_or_none)?;
    let applies = |row: usize, kind: usize| (row >= 3) == (kind == Kind::Naval as usize);
    for (row, line) in table.rows.get_ref().iter().enumerate() {
        if (0..4).any(|kind| cells[row][kind].is_some() != applies(row, kind)) {
            let message = format!("`{}` has points where a unit cannot be, or none where it can", rows[row]);
            return Err(file.fault(line.span(), message, "points on land for land units, at sea for ships"));
        }
    }
    let at = |row: usize, kind: usize| cells[row][kind].unwrap_or(0);
    let land = [0, 1, 2].map(|row| [0, 1, 2].map(|kind| at(row, kind)));
    Ok((land, [at(3, 3), at(4, 3)]))
}

fn rebellion(file: &DataFile, table: &TableEntry) -> Result<[[u8; 4]; STATES], DataFault> {
    let heads = ["muslim bedouin", "muslim levy", "settled mercenary", "settled levy", "other levy"];
    let columns = bits(table.read(file, heads, DICE, "R or -", mark("R"))?);
    // Ships never rebel (10.1), and no other State has Bedouin.
    let column = |state, kind| match (state, kind) {
        (_, Kind::Naval) => 0,
        (State::Muslim, Kind::Bedouin) => columns[0],
        (State::Muslim, _) => columns[1],
        (State::Byzantine | State::Persian, Kind::Mercenary) => columns[2],
        (State::Byzantine | State::Persian, _) => columns[3],
        _ => columns[4],
    };
    Ok(State::ALL.map(|state| Kind::ALL.map(|kind| column(state, kind))))
}

fn fate(word: &str) -> Option<Fate> {
    match word {
        "survives" => Some(Fate::Survives),
        "heir" => Some(Fate::Heir),
        "no-heir" => Some(Fate::NoHeir),
        _ => None,
    }
}

fn die(word: &str) -> Option<u8> {
    word.parse().ok().filter(|die| *die <= 6)
}

fn war(word: &str) -> Option<u8> {
    if word == "-" { Some(0) } else { die(word.strip_prefix("CW")?).filter(|die| *die > 0) }
}

fn figures(file: &DataFile, entry: &FiguresEntry) -> Result<Figures, DataFault> {
    Ok(Figures {
        // Six columns of ten points: more cannot be resolved.
        attrition_limit: within(file, "attrition_limit", &entry.attrition_limit, 60)?,
        war_attrition_limit: within(file, "war_attrition_limit", &entry.war_attrition_limit, 60)?,
        idle_factor: within(file, "idle_factor", &entry.idle_factor, 7)?,
        converts_per_muslim: within(file, "converts_per_muslim", &entry.converts_per_muslim, 99)?,
        aid_limit: within(file, "aid_limit", &entry.aid_limit, 99)? as u16,
        aid_factor: within(file, "aid_factor", &entry.aid_factor, 9)?,
        alarm_income: within(file, "alarm_income", &entry.alarm_income, 250)? as u16,
        buy_off: within(file, "buy_off", &entry.buy_off, 9)?,
        rough_halves: halves(file, &entry.rough_defence)?,
        box_halves: halves(file, &entry.box_defence)?,
        war_rounds: within(file, "war_rounds", &entry.war_rounds, 99)?,
    })
}

fn within(file: &DataFile, name: &str, value: &Spanned<u8>, most: u8) -> Result<u8, DataFault> {
    if (1..=most).contains(value.get_ref()) {
        return Ok(*value.get_ref());
    }
    Err(file.fault(value.span(), format!("{name} is {}", value.get_ref()), format!("1 to {most}")))
}

/// A multiplier such as "1½", in halves.
fn halves(file: &DataFile, text: &Spanned<String>) -> Result<u8, DataFault> {
    let word = text.get_ref().trim();
    let (whole, half) = word.strip_suffix('½').map_or((word, 0), |whole| (whole, 1));
    match whole.parse::<u8>() {
        Ok(whole) if (1..=4).contains(&whole) => Ok(whole * 2 + half),
        _ => {
            let message = format!("`{word}` is no multiplier");
            Err(file.fault(text.span(), message, "a figure from \"1\" to \"4½\""))
        }
    }
}

/// What is of the house, in sentences.
fn house(file: &DataFile, entry: &FiguresEntry) -> Result<Vec<String>, DataFault> {
    let said = [
        (
            "rough_defence",
            format!(
                "Defenders in rough hexes count {} times; then a city or base adds its stacking value.",
                entry.rough_defence.get_ref()
            ),
        ),
        (
            "box_defence",
            format!("Defenders in the Constantinople box count {} times.", entry.box_defence.get_ref()),
        ),
        (
            "war_rounds",
            match *entry.war_rounds.get_ref() {
                1 => "The Authority wins a civil war that outlasts one full round.".into(),
                rounds => format!("The Authority wins a civil war that outlasts {rounds} full rounds."),
            },
        ),
    ];
    fields(file, &entry.house, &said.each_ref().map(|(name, _)| *name))?;
    let marked = |name: &str| entry.house.iter().any(|field| field.get_ref() == name);
    Ok(said.into_iter().filter(|(name, _)| marked(name)).map(|(_, sentence)| sentence).collect())
}

#[cfg(test)]
mod tests;
