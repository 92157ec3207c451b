//! `units.toml`: the counters.

use engine::datafile::{DataFault, DataFile, Spanned, nearest};
use engine::odds::Quarters;
use engine::words::counted;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::sheet::{Kind, MOST_MOVEMENT, UnitType};

/// `units.toml`: what the counter of every unit type says.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitsFile {
    /// Every troop type and leader grade, each once.
    unit: Spanned<Vec<UnitEntry>>,
}

/// The counter of a unit type.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct UnitEntry {
    /// The abbreviation: MI, MS, AX, SD, MC, HA, BO, IB, SK, CH, or A to F for leaders.
    code: Spanned<String>,
    /// The full name.
    name: String,
    /// Melee strength to the front.
    front: Spanned<u8>,
    /// Melee strength to the flank.
    flank: Spanned<u8>,
    /// Whether the strengths are printed in parentheses.
    #[serde(default)]
    bracketed: bool,
    /// Fire strength at range 1, 2, 3 …, such as "2" or "½".
    #[serde(default)]
    fire: Vec<Spanned<String>>,
    /// Movement Allowance.
    movement: Spanned<u8>,
    /// Leaders: Leadership Combat Bonus.
    #[serde(default)]
    bonus: u8,
    /// Leaders: Movement Control Radius.
    #[serde(default)]
    radius: u8,
    /// Fields that are house values.
    #[serde(default)]
    house: Vec<Spanned<String>>,
}

const FIELDS: [&str; 8] = ["name", "front", "flank", "bracketed", "fire", "movement", "bonus", "radius"];
/// The farthest a field of fire is computed, less the hex gained downhill (Fire H).
pub(super) const LONGEST_RANGE: usize = 4;

/// The counters by [`Kind`].
pub(super) fn read(file: &DataFile) -> Result<Vec<UnitType>, DataFault> {
    let parsed: UnitsFile = file.parse()?;
    let mut units: Vec<Option<UnitType>> = vec![None; Kind::ALL.len()];
    for entry in parsed.unit.get_ref() {
        let kind = kind(file, entry.code.span(), entry.code.get_ref())?;
        if units[kind as usize].is_some() {
            let message = format!("{} has an entry already", kind.code());
            return Err(file.fault(entry.code.span(), message, "one entry for each unit type"));
        }
        units[kind as usize] = Some(unit(file, kind, entry)?);
    }
    Kind::ALL
        .into_iter()
        .zip(units)
        .map(|(kind, unit)| {
            unit.ok_or_else(|| {
                let message = format!("there is no entry for {}", kind.code());
                file.fault(
                    parsed.unit.span(),
                    message,
                    "an entry for each of the ten troop types and six leader grades",
                )
            })
        })
        .collect()
}

fn unit(file: &DataFile, kind: Kind, entry: &UnitEntry) -> Result<UnitType, DataFault> {
    for (name, value, most) in [
        ("front", &entry.front, 20),
        ("flank", &entry.flank, 20),
        ("movement", &entry.movement, MOST_MOVEMENT),
    ] {
        if !(1..=most).contains(value.get_ref()) {
            let message = format!("the {name} of {} is {}", kind.code(), value.get_ref());
            return Err(file.fault(value.span(), message, format!("1 to {most}")));
        }
    }
    if entry.fire.is_empty() == kind.is_fire() || entry.fire.len() > LONGEST_RANGE {
        let span = entry.fire.first().map_or(entry.code.span(), Spanned::span);
        let message =
            format!("{} has {}", kind.code(), counted(entry.fire.len(), "fire strength", "fire strengths"));
        return Err(file.fault(span, message, "1 to 4 for HA, BO, IB and SK, none for the others"));
    }
    if let Some(wrong) = entry.house.iter().find(|name| !FIELDS.contains(&name.get_ref().as_str())) {
        let message = format!("there is no field `{}` to be a house value", wrong.get_ref());
        return Err(file.fault(wrong.span(), message, format!("some of {}", FIELDS.join(", "))));
    }
    Ok(UnitType {
        name: entry.name.clone(),
        front: *entry.front.get_ref(),
        flank: *entry.flank.get_ref(),
        bracketed: entry.bracketed,
        fire: entry.fire.iter().map(|s| strength(file, s)).collect::<Result<_, _>>()?,
        movement: *entry.movement.get_ref(),
        bonus: entry.bonus,
        radius: entry.radius,
        house: entry.house.iter().map(|name| name.get_ref().clone()).collect(),
    })
}

fn strength(file: &DataFile, text: &Spanned<String>) -> Result<Quarters, DataFault> {
    let word = text.get_ref().trim();
    let (whole, half) = match word.strip_suffix('½') {
        Some(whole) => (whole, true),
        None => (word, false),
    };
    let points: Option<u32> = if whole.is_empty() && half { Some(0) } else { whole.parse().ok() };
    match points {
        Some(points) if points <= 20 && (points > 0 || half) => {
            Ok(Quarters(points * 4 + if half { 2 } else { 0 }))
        }
        _ => Err(file.fault(
            text.span(),
            format!("`{word}` is not a fire strength"),
            "a figure such as \"2\" or \"½\"",
        )),
    }
}

/// The unit type with a code, or a fault at the span.
pub(super) fn kind(file: &DataFile, span: std::ops::Range<usize>, code: &str) -> Result<Kind, DataFault> {
    Kind::from_code(code).ok_or_else(|| {
        let codes = Kind::ALL.map(Kind::code);
        let hint = nearest(code, codes).map_or(String::new(), |near| format!("; did you mean {near}?"));
        file.fault(
            span,
            format!("there is no unit type `{code}`{hint}"),
            format!("one of {}", codes.join(", ")),
        )
    })
}

#[cfg(test)]
mod tests {
    use engine::datafile::proof::{altered, says};

    use super::*;

    const TEXT: &str = include_str!("../../data/units.toml");

    fn fault(from: &str, to: &str) -> (DataFault, usize) {
        let (file, line) = altered("units.toml", TEXT, from, to);
        (read(&file).unwrap_err(), line)
    }

    #[test]
    fn the_counters_are_those_of_the_counter_sheet() {
        let units = read(&DataFile::new("units.toml", TEXT)).unwrap();
        let printed = |kind: Kind| {
            let u = &units[kind as usize];
            (u.front, u.flank, u.bracketed, u.movement)
        };
        assert_eq!(printed(Kind::MI), (1, 1, false, 3));
        assert_eq!(printed(Kind::MS), (3, 1, false, 3));
        assert_eq!(printed(Kind::AX), (3, 2, false, 4));
        assert_eq!(printed(Kind::SD), (4, 2, false, 4));
        assert_eq!(printed(Kind::MC), (2, 1, false, 9));
        assert_eq!(printed(Kind::HA), (1, 1, true, 10));
        assert_eq!(printed(Kind::BO), (1, 1, true, 5));
        assert_eq!(printed(Kind::IB), (1, 1, true, 5));
        assert_eq!(printed(Kind::SK), (1, 1, false, 5));
        assert_eq!(printed(Kind::CH), (1, 1, true, 10));
        let leaders = [
            (Kind::A, 0, 1),
            (Kind::B, 0, 2),
            (Kind::C, 1, 0),
            (Kind::D, 3, 1),
            (Kind::E, 6, 2),
            (Kind::F, 12, 2),
        ];
        for (kind, bonus, radius) in leaders {
            assert_eq!(printed(kind), (1, 1, true, 6));
            assert_eq!(
                (units[kind as usize].bonus, units[kind as usize].radius),
                (bonus, radius),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn fire_strengths_are_those_of_the_range_effects_chart() {
        let units = read(&DataFile::new("units.toml", TEXT)).unwrap();
        let fire = |kind: Kind| units[kind as usize].fire.iter().map(|q| q.0).collect::<Vec<_>>();
        assert_eq!(fire(Kind::HA), [4, 2]);
        assert_eq!(fire(Kind::BO), [8, 4]);
        assert_eq!(fire(Kind::IB), [8, 8, 4, 4]);
        assert_eq!(fire(Kind::SK), [4, 2]);
        assert_eq!(Kind::ALL.into_iter().filter(|&k| !fire(k).is_empty()).count(), 4);
    }

    #[test]
    fn values_that_are_ours_are_marked() {
        let units = read(&DataFile::new("units.toml", TEXT)).unwrap();
        let house = |kind: Kind| units[kind as usize].house.join(" ");
        assert_eq!(house(Kind::HA), "front flank movement");
        for kind in [Kind::MS, Kind::AX, Kind::SD, Kind::MC, Kind::SK] {
            assert_eq!(house(kind), "flank");
        }
        for kind in [Kind::A, Kind::B, Kind::C, Kind::D] {
            assert_eq!(house(kind), "bonus radius");
        }
        for kind in [Kind::MI, Kind::BO, Kind::IB, Kind::CH, Kind::E, Kind::F] {
            assert_eq!(house(kind), "");
        }
    }

    #[test]
    fn an_unknown_unit_code_is_a_fault() {
        says(fault("code = \"SD\"", "code = \"SW\""), &["`SW`", "one of MI, MS"]);
    }

    #[test]
    fn a_unit_type_listed_twice_is_a_fault() {
        says(fault("code = \"SD\"", "code = \"AX\""), &["AX has an entry already", "one entry for each"]);
    }

    #[test]
    fn a_missing_unit_type_is_a_fault() {
        let file = DataFile::new(
            "units.toml",
            "[[unit]]\ncode = \"MI\"\nname = \"M\"\nfront = 1\nflank = 1\nmovement = 3\n",
        );
        says((read(&file).unwrap_err(), 1), &["no entry for MS", "an entry for each"]);
    }

    #[test]
    fn a_strength_that_is_no_figure_is_a_fault() {
        says(
            fault("fire = [\"1\", \"½\"]", "fire = [\"1\", \"some\"]"),
            &["`some`", "such as \"2\" or \"½\""],
        );
        says(fault("front = 4", "front = 0"), &["front of SD is 0", "1 to 20"]);
    }

    #[test]
    fn fire_for_a_unit_that_does_not_fire_is_a_fault() {
        says(
            fault("code = \"SD\"", "fire = [\"1\"]\ncode = \"SD\""),
            &["SD has 1 fire", "none for the others"],
        );
    }

    #[test]
    fn a_house_field_that_does_not_exist_is_a_fault() {
        says(fault("house = [\"flank\"]", "house = [\"colour\"]"), &["`colour`", "some of name, front"]);
    }
}
