//! The army lists: twelve elements with their alternatives (3).

use engine::datafile::{DataFault, DataFile, Spanned, nearest};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::kind::Kind;
use crate::sheet::{Army, Charts, Choice, ELEMENTS, Slot, Troop, TroopId};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ArmiesFile {
    lists: Vec<PrintedArmy>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PrintedArmy {
    code: Spanned<String>,
    name: String,
    /// The years it stands for; before Christ negative.
    years: [i32; 2],
    topography: Spanned<String>,
    aggression: i8,
    /// From which year on another aggression holds.
    later: Option<(i32, i8)>,
    /// Elements such as "general LCh", "3 4Bd or 3Bd", "1 3Kn//4Sp".
    entries: Vec<Spanned<String>>,
    /// Alternatives chosen as a whole.
    #[serde(default)]
    block: Vec<Vec<Spanned<String>>>,
}

pub(super) fn read(file: &DataFile, troops: &[Troop], charts: &Charts) -> Result<Vec<Army>, DataFault> {
    let printed: ArmiesFile = file.parse()?;
    printed.lists.into_iter().map(|army| army.check(file, troops, charts)).collect()
}

impl PrintedArmy {
    fn check(self, file: &DataFile, troops: &[Troop], charts: &Charts) -> Result<Army, DataFault> {
        let topography = charts.topographies.iter().position(|t| &t.name == self.topography.get_ref());
        let topography = topography.ok_or_else(|| {
            let names: Vec<&str> = charts.topographies.iter().map(|t| t.name.as_str()).collect();
            let message = format!("there is no topography `{}`", self.topography.get_ref());
            file.fault(self.topography.span(), message, names.join(", "))
        })?;
        let mut slots = vec![];
        for (line, entry) in self.entries.iter().enumerate() {
            let (count, choices) = entry_of(file, entry, troops, line == 0)?;
            slots.extend((0..count).map(|_| Slot { choices: choices.clone(), block: false }));
        }
        slots.extend(block(file, &self.block, troops)?);
        if slots.len() != ELEMENTS {
            let message = format!("{} has {} elements", self.code.get_ref(), slots.len());
            return Err(file.fault(self.code.span(), message, "twelve, the general among them"));
        }
        let code = self.code.into_inner();
        let (name, years, aggression, later) = (self.name, self.years, self.aggression, self.later);
        Ok(Army { code, name, years, topography, aggression, later, slots })
    }
}

/// How many elements an entry has and what each may be.
fn entry_of(
    file: &DataFile,
    entry: &Spanned<String>,
    troops: &[Troop],
    general: bool,
) -> Result<(usize, Vec<Choice>), DataFault> {
    let expected = "a number and troop codes, such as \"3 4Bd or 3Bd\"; the first entry is \"general …\"";
    let wrong = |message: String| file.fault(entry.span(), message, expected);
    let text = entry.get_ref();
    let (count, codes) = text.split_once(' ').ok_or_else(|| wrong(format!("`{text}` is no entry")))?;
    let count = match (count, general) {
        ("general", true) => 1,
        (number, false) => {
            number.parse().map_err(|_| wrong(format!("`{number}` is no number of elements")))?
        }
        _ => return Err(wrong("the first entry is the general".into())),
    };
    let troop = |code: &str| -> Result<TroopId, DataFault> {
        let code = code.trim();
        let found = troops.iter().position(|troop| troop.code == code && troop.kind != Kind::CampFollowers);
        found.map(|i| TroopId(i as u8)).ok_or_else(|| {
            let near = nearest(code, troops.iter().map(|troop| troop.code.as_str()));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            wrong(format!("there are no troops `{code}`{near}"))
        })
    };
    let choices = codes.split(" or ").map(|code| match code.split_once("//") {
        Some((mounted, foot)) => Ok(Choice { troop: troop(mounted)?, dismounts: Some(troop(foot)?) }),
        None => Ok(Choice { troop: troop(code)?, dismounts: None }),
    });
    Ok((count, choices.collect::<Result<_, DataFault>>()?))
}

/// The slots of a block: the same number of elements in each alternative, chosen as a whole (R13).
fn block(file: &DataFile, block: &[Vec<Spanned<String>>], troops: &[Troop]) -> Result<Vec<Slot>, DataFault> {
    let mut alternatives: Vec<Vec<Choice>> = vec![];
    for entries in block {
        let mut elements = vec![];
        for entry in entries {
            let (count, choices) = entry_of(file, entry, troops, false)?;
            elements.extend((0..count).map(|_| choices[0]));
        }
        if let (Some(first), Some(entry)) = (alternatives.first(), entries.first())
            && elements.len() != first.len()
        {
            let message = format!("{} elements against {}", elements.len(), first.len());
            return Err(file.fault(entry.span(), message, "as many in each alternative"));
        }
        alternatives.push(elements);
    }
    let size = alternatives.first().map_or(0, Vec::len);
    let slot = |i: usize| Slot { choices: alternatives.iter().map(|list| list[i]).collect(), block: true };
    Ok((0..size).map(slot).collect())
}

/// What each side adds to its die: a later figure holds if both lists share a year from then on (R15).
pub(super) fn aggression(armies: &[Army; 2]) -> [i8; 2] {
    let last_shared = armies[0].years[1].min(armies[1].years[1]);
    let first_shared = armies[0].years[0].max(armies[1].years[0]);
    armies.each_ref().map(|army| match army.later {
        Some((year, figure)) if last_shared >= year && first_shared <= last_shared => figure,
        _ => army.aggression,
    })
}
