//! `units.toml`: the counters.

use std::collections::BTreeMap;

use engine::datafile::{DataFault, DataFile, Spanned, nearest};
use schemars::JsonSchema;
use serde::Deserialize;

use super::map::state;
use crate::sheet::{Blueprint, Kind, MOST_UNITS, Roster, STATES, State};

/// `units.toml`: the counters.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitsFile {
    /// The units of each nationality and type.
    counters: Spanned<Vec<UnitEntry>>,
    /// The leaders of civil wars.
    leaders: LeadersEntry,
    /// Army-group markers of each State, and which are house values.
    army_groups: ArmyGroupsEntry,
}

/// The units of one nationality and type.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct UnitEntry {
    /// The nationality.
    state: Spanned<String>,
    /// bedouin, mercenary, levy or naval.
    kind: Spanned<String>,
    /// How many.
    count: Spanned<u8>,
    /// The strength of each.
    strength: Spanned<u8>,
    /// Fields that are house values.
    #[serde(default)]
    house: Vec<Spanned<String>>,
}

/// The leaders of civil wars.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct LeadersEntry {
    /// The strength of each.
    strength: Spanned<u8>,
    /// Fields that are house values.
    #[serde(default)]
    house: Vec<Spanned<String>>,
}

/// Army-group markers.
#[derive(Deserialize, JsonSchema, Debug)]
struct ArmyGroupsEntry {
    /// Fields that are house values.
    #[serde(default)]
    house: Vec<Spanned<String>>,
    /// Markers by State.
    #[serde(flatten)]
    counts: BTreeMap<String, u8>,
}

/// The largest strength of a unit.
const STRONGEST: u8 = 9;

/// The counters in the order of their ids.
pub(super) fn read(file: &DataFile) -> Result<Roster, DataFault> {
    let parsed: UnitsFile = file.parse()?;
    let mut entries: [[Option<&UnitEntry>; 4]; STATES] = [[None; 4]; STATES];
    for entry in parsed.counters.get_ref() {
        let (state, kind) =
            (state(file, &entry.state)?, kind(file, entry.kind.span(), entry.kind.get_ref())?);
        check(file, entry)?;
        let slot = &mut entries[state.index()][kind as usize];
        if slot.is_some() {
            let message = format!("the {} {} units have an entry already", state.adjective(), kind.code());
            return Err(file.fault(entry.kind.span(), message, "one entry for each nationality and type"));
        }
        *slot = Some(entry);
    }
    let (mut units, mut blocks) = (vec![], [[(0, 0); 4]; STATES]);
    for state in State::ALL {
        for kind in Kind::ALL {
            let first = units.len();
            if let Some(entry) = entries[state.index()][kind as usize] {
                let strength = *entry.strength.get_ref();
                let one = |ordinal| Blueprint { state, kind, strength, ordinal };
                units.extend((1..=*entry.count.get_ref()).map(one));
            }
            if units.len() > MOST_UNITS {
                let message = "there are too many counters";
                return Err(file.fault(parsed.counters.span(), message, format!("at most {MOST_UNITS}")));
            }
            blocks[state.index()][kind as usize] = (first as u8, units.len() as u8);
        }
        if Kind::ALL[..3].iter().all(|&kind| entries[state.index()][kind as usize].is_none()) {
            let message = format!("the {} have no land units", state.name());
            return Err(file.fault(parsed.counters.span(), message, "land units for every State"));
        }
    }
    fields(file, &parsed.leaders.house, &["strength"])?;
    figure(file, "strength of a leader", &parsed.leaders.strength, STRONGEST)?;
    Ok(Roster {
        army_groups: army_groups(file, &parsed.army_groups, parsed.counters.span())?,
        leader_strength: *parsed.leaders.strength.get_ref(),
        house: house(&parsed),
        units,
        blocks,
    })
}

fn check(file: &DataFile, entry: &UnitEntry) -> Result<(), DataFault> {
    figure(file, "count", &entry.count, 99)?;
    figure(file, "strength", &entry.strength, STRONGEST)?;
    fields(file, &entry.house, &["count", "strength"])
}

fn figure(file: &DataFile, what: &str, value: &Spanned<u8>, most: u8) -> Result<(), DataFault> {
    if (1..=most).contains(value.get_ref()) {
        return Ok(());
    }
    Err(file.fault(value.span(), format!("a {what} of {}", value.get_ref()), format!("1 to {most}")))
}

/// The fields marked as house values must be there.
pub(super) fn fields(file: &DataFile, house: &[Spanned<String>], known: &[&str]) -> Result<(), DataFault> {
    match house.iter().find(|name| !known.contains(&name.get_ref().as_str())) {
        None => Ok(()),
        Some(wrong) => {
            let message = format!("there is no field `{}` to be a house value", wrong.get_ref());
            Err(file.fault(wrong.span(), message, format!("some of {}", known.join(", "))))
        }
    }
}

fn army_groups(
    file: &DataFile,
    entry: &ArmyGroupsEntry,
    span: std::ops::Range<usize>,
) -> Result<[u8; STATES], DataFault> {
    let mut groups = [0; STATES];
    for (code, count) in &entry.counts {
        groups[super::map::named_state(file, span.clone(), code)?.index()] = *count;
    }
    let known: Vec<&str> = entry.counts.keys().map(String::as_str).collect();
    fields(file, &entry.house, &known)?;
    Ok(groups)
}

/// What is of the house, in sentences.
fn house(parsed: &UnitsFile) -> Vec<String> {
    let mut sentences = vec![];
    let entries = parsed.counters.get_ref();
    let marked = |field: &str| {
        let of_house = |entry: &&UnitEntry| entry.house.iter().any(|name| name.get_ref() == field);
        entries.iter().filter(of_house).count()
    };
    for (field, what) in [("count", "numbers"), ("strength", "strengths")] {
        match marked(field) {
            0 => {}
            n if n == entries.len() => sentences.push(format!("The {what} of the counters are ours.")),
            n => sentences.push(format!("The {what} of {n} kinds of counters are ours.")),
        }
    }
    if !parsed.leaders.house.is_empty() {
        sentences.push(format!("The strength of leaders, {}, is ours.", parsed.leaders.strength.get_ref()));
    }
    sentences
}

/// The type with a code, or a fault at the span.
pub(super) fn kind(file: &DataFile, span: std::ops::Range<usize>, code: &str) -> Result<Kind, DataFault> {
    Kind::from_code(code).ok_or_else(|| {
        let codes = Kind::ALL.map(Kind::code);
        let near = nearest(code, codes).map_or(String::new(), |near| format!("; did you mean {near}?"));
        file.fault(
            span,
            format!("there is no unit type `{code}`{near}"),
            format!("one of {}", codes.join(", ")),
        )
    })
}

#[cfg(test)]
mod tests {
    use covers::covers;
    use engine::datafile::proof::{altered, says};

    use super::*;

    const TEXT: &str = include_str!("../../data/units.toml");

    fn roster() -> Roster {
        read(&DataFile::new("units.toml", TEXT)).unwrap()
    }

    fn fault(from: &str, to: &str) -> (DataFault, usize) {
        let (file, line) = altered("units.toml", TEXT, from, to);
        (read(&file).unwrap_err(), line)
    }

    #[test]
    #[covers("3.3", "3.4")]
    fn the_counters_are_those_self_play_found_balanced() {
        let roster = roster();
        let block = |state, kind| {
            let ids = roster.ids(state, kind);
            (ids.len(), ids.clone().next().map_or(0, |id| roster.unit(id).strength))
        };
        use Kind::{Bedouin, Levy, Mercenary, Naval};
        assert_eq!(
            [Bedouin, Mercenary, Levy, Naval].map(|k| block(State::Muslim, k)),
            [(99, 7), (0, 0), (24, 1), (12, 2)]
        );
        assert_eq!(
            [Bedouin, Mercenary, Levy, Naval].map(|k| block(State::Byzantine, k)),
            [(0, 0), (5, 3), (21, 1), (24, 2)]
        );
        assert_eq!(
            [Bedouin, Mercenary, Levy, Naval].map(|k| block(State::Persian, k)),
            [(0, 0), (2, 3), (11, 1), (3, 2)]
        );
        let others = [
            (State::Berber, 4),
            (State::Goth, 5),
            (State::Frank, 6),
            (State::Khazar, 4),
            (State::Sindhi, 3),
            (State::Turk, 5),
        ];
        for (state, count) in others {
            assert_eq!(Kind::ALL.map(|k| block(state, k)), [(0, 0), (0, 0), (count, 1), (0, 0)], "{state:?}");
        }
        assert_eq!((roster.len(), roster.leader_strength), (228, 2));
        assert_eq!(roster.army_groups, [6, 0, 4, 0, 0, 0, 1, 0, 0]);
    }

    #[test]
    fn ids_go_by_state_type_and_ordinal() {
        let roster = roster();
        let rank = |unit: &Blueprint| (unit.state, unit.kind, unit.ordinal);
        assert!(roster.units.is_sorted_by_key(rank));
        for state in State::ALL {
            assert!(roster.ids_of(state).all(|id| roster.unit(id).state == state));
            assert_eq!(
                roster.ids_of(state).len(),
                Kind::ALL.map(|k| roster.ids(state, k).len()).iter().sum::<usize>()
            );
            for kind in Kind::ALL {
                for (ordinal, id) in (1..).zip(roster.ids(state, kind)) {
                    let unit = roster.unit(id);
                    assert_eq!((unit.state, unit.kind, unit.ordinal), (state, kind, ordinal));
                }
            }
        }
    }

    #[test]
    fn every_counter_is_marked_as_ours() {
        assert_eq!(roster().house.len(), 3);
        let file =
            DataFile::new("units.toml", TEXT.replacen("house = [\"count\", \"strength\"]", "house = []", 1));
        let house = read(&file).unwrap().house;
        assert!(house[0].contains("14 kinds"), "{house:?}");
    }

    #[test]
    fn wrong_counters_are_faults() {
        says(
            fault("state = \"goth\"", "state = \"gott\""),
            &["no State `gott`; did you mean goth?", "one of muslim"],
        );
        says(fault("kind = \"bedouin\"", "kind = \"beduin\""), &["did you mean bedouin?", "one of bedouin"]);
        says(fault("count = 99", "count = 0"), &["a count of 0", "1 to 99"]);
        says(fault("strength = 3", "strength = 30"), &["a strength of 30", "1 to 9"]);
        says(
            fault("[\"count\", \"strength\"]", "[\"colour\"]"),
            &["no field `colour`", "some of count, strength"],
        );
    }

    #[test]
    fn a_type_listed_twice_is_a_fault() {
        let (file, _) = altered("units.toml", TEXT, "kind = \"levy\"", "kind = \"bedouin\"");
        let fault = read(&file).unwrap_err().to_string();
        assert!(fault.contains("Muslim bedouin units have an entry already; expected one entry"), "{fault}");
    }

    #[test]
    fn a_state_without_land_units_is_a_fault() {
        let (file, _) =
            altered("units.toml", TEXT, "kind = \"levy\"\ncount = 4", "kind = \"naval\"\ncount = 4");
        let fault = read(&file).unwrap_err().to_string();
        assert!(
            fault.contains("the Berbers have no land units; expected land units for every State"),
            "{fault}"
        );
    }

    #[test]
    fn too_many_counters_are_a_fault() {
        let (file, _) = altered("units.toml", TEXT, "count = 24", "count = 99");
        let fault = read(&file).unwrap_err().to_string();
        assert!(fault.contains("too many counters; expected at most 240"), "{fault}");
    }
}
