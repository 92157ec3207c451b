//! `units.toml`: the counters.

use engine::datafile::{DataFault, DataFile, Spanned};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::sheet::{Arm, MOST_MOVEMENT, UnitType};

/// `units.toml`: what the counters of every troop say.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitsFile {
    /// Every troop, commander and kind of baggage, each once.
    troop: Spanned<Vec<TroopEntry>>,
}

/// The counters of a troop.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct TroopEntry {
    /// Its name; with several strengths each is a type of its own: "Skutatoi 4".
    name: Spanned<String>,
    /// Its people: "Byzantines".
    people: String,
    /// The abbreviation on the counter: "Sk".
    code: String,
    /// The picture: infantry, spears, archers, cavalry, horse-archers, commander, wagon or mangonel.
    glyph: Spanned<String>,
    /// infantry, foot missile, cavalry, mounted missile, commander or baggage.
    arm: Spanned<String>,
    /// Strength and morale of full and reduced side, "4/3", or of the only side, "2".
    strengths: Spanned<Vec<Spanned<String>>>,
    /// Movement Points.
    movement: Spanned<u8>,
    /// Range in hexes.
    range: Option<Spanned<u8>>,
    /// Whether the range is red: fires as 1, fights at full strength.
    #[serde(default)]
    red_range: bool,
    /// Strength added by a charge.
    charge: Option<Spanned<u8>>,
    /// serpent, lightning, swords, arrows.
    #[serde(default)]
    symbols: Vec<Symbol>,
    /// Baggage that only infantry may stand on.
    #[serde(default)]
    infantry_only: bool,
    /// Fields that are house values.
    #[serde(default)]
    house: Vec<Spanned<String>>,
}

/// A special characteristic (2.2).
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum Symbol {
    /// Unseizable.
    Serpent,
    /// Impetuous.
    Lightning,
    /// No penalty hand to hand.
    Swords,
    /// Feigned flight.
    Arrows,
}

const GLYPHS: [&str; 8] =
    ["infantry", "spears", "archers", "cavalry", "horse-archers", "commander", "wagon", "mangonel"];
const HOUSE: [&str; 8] = ["people", "code", "strength", "reduced", "movement", "range", "charge", "symbols"];

/// The types of counters, in the order of the file.
pub(super) fn read(file: &DataFile) -> Result<Vec<UnitType>, DataFault> {
    let parsed: UnitsFile = file.parse()?;
    let mut types: Vec<UnitType> = vec![];
    for entry in parsed.troop.get_ref() {
        let name = entry.name.get_ref();
        if !name.starts_with(char::is_alphabetic) || name.ends_with(" reduced") || name.trim() != name {
            let expected = "a name that begins with a letter and does not end in \"reduced\"";
            return Err(file.fault(
                entry.name.span(),
                format!("a troop cannot be called `{name}`"),
                expected,
            ));
        }
        for unit in troop(file, entry)? {
            if types.iter().any(|t| t.name == unit.name || t.troop == unit.name) {
                let message = format!("{} has an entry already", unit.name);
                return Err(file.fault(entry.name.span(), message, "every troop and strength once"));
            }
            types.push(unit);
        }
        // A counter names its type in a byte.
        if types.len() > u8::MAX as usize {
            let message = format!("with {name} there are {} types of counters", types.len());
            return Err(file.fault(entry.name.span(), message, format!("at most {}", u8::MAX)));
        }
    }
    if types.is_empty() {
        return Err(file.fault(parsed.troop.span(), "there are no troops", "at least one [[troop]]"));
    }
    Ok(types)
}

/// The types of a troop, one for each strength.
fn troop(file: &DataFile, entry: &TroopEntry) -> Result<Vec<UnitType>, DataFault> {
    let name = entry.name.get_ref();
    let arm = arm(file, &entry.arm)?;
    let glyph = *GLYPHS.iter().find(|glyph| **glyph == entry.glyph.get_ref()).ok_or_else(|| {
        let message = format!("there is no picture `{}`", entry.glyph.get_ref());
        file.fault(entry.glyph.span(), message, format!("one of {}", GLYPHS.join(", ")))
    })?;
    figures(file, entry, arm)?;
    if entry.infantry_only && arm != Arm::Baggage {
        let message = format!("only baggage can be `infantry_only`, and {name} is {}", arm.name());
        return Err(file.fault(entry.arm.span(), message, "arm = \"baggage\""));
    }
    if let Some(wrong) = entry.house.iter().find(|field| !HOUSE.contains(&field.get_ref().as_str())) {
        let message = format!("there is no field `{}` to be a house value", wrong.get_ref());
        return Err(file.fault(wrong.span(), message, format!("some of {}", HOUSE.join(", "))));
    }
    let strengths = entry.strengths.get_ref();
    if strengths.is_empty() {
        let message = format!("{name} has no strength");
        return Err(file.fault(entry.strengths.span(), message, "at least one, such as \"4/3\""));
    }
    let has = |symbol| entry.symbols.contains(&symbol);
    let mut types = vec![];
    for text in strengths {
        let (strength, reduced, steps) = strength(file, text, arm)?;
        types.push(UnitType {
            name: if strengths.len() == 1 { name.clone() } else { format!("{name} {strength}") },
            code: entry.code.clone(),
            glyph,
            people: entry.people.clone(),
            troop: name.clone(),
            arm,
            strength,
            reduced,
            steps,
            movement: *entry.movement.get_ref(),
            range: entry.range.as_ref().map_or(0, |range| *range.get_ref()),
            red_range: entry.red_range,
            charge: entry.charge.as_ref().map_or(0, |charge| *charge.get_ref()),
            serpent: has(Symbol::Serpent),
            lightning: has(Symbol::Lightning),
            swords: has(Symbol::Swords),
            arrows: has(Symbol::Arrows),
            infantry_only: entry.infantry_only,
            house: entry.house.iter().map(|field| field.get_ref().clone()).collect(),
        });
    }
    Ok(types)
}

fn arm(file: &DataFile, word: &Spanned<String>) -> Result<Arm, DataFault> {
    Arm::ALL.into_iter().find(|arm| arm.name() == word.get_ref()).ok_or_else(|| {
        let message = format!("there is no arm `{}`", word.get_ref());
        file.fault(word.span(), message, format!("one of {}", Arm::ALL.map(Arm::name).join(", ")))
    })
}

/// Movement, range and charge must be those an arm can have.
fn figures(file: &DataFile, entry: &TroopEntry, arm: Arm) -> Result<(), DataFault> {
    let name = entry.name.get_ref();
    let movement = *entry.movement.get_ref();
    if movement > MOST_MOVEMENT || (movement == 0) != (arm == Arm::Baggage) {
        let message = format!("{name} with {movement} Movement Points");
        let expected = format!("1 to {MOST_MOVEMENT}, and 0 for baggage");
        return Err(file.fault(entry.movement.span(), message, expected));
    }
    let range = entry.range.as_ref();
    if range.is_some() != arm.shoots() || range.is_some_and(|range| !(2..=4).contains(range.get_ref())) {
        let span = range.map_or(entry.arm.span(), Spanned::span);
        let said = range.map_or("no range".to_string(), |range| format!("a range of {}", range.get_ref()));
        let message = format!("{name}, {}, with {said}", arm.name());
        return Err(file.fault(span, message, "2 to 4 for missile units, none for the others"));
    }
    if entry.red_range && range.is_none() {
        let message = format!("{name} has no range that could be red");
        return Err(file.fault(entry.arm.span(), message, "a range, or no `red_range`"));
    }
    if let Some(charge) = &entry.charge
        && (arm != Arm::Cavalry || !(1..=2).contains(charge.get_ref()))
    {
        let message = format!("{name}, {}, with a charge of {}", arm.name(), charge.get_ref());
        return Err(file.fault(charge.span(), message, "1 or 2 for cavalry, none for the others"));
    }
    Ok(())
}

/// Full strength, reduced strength and steps of "4/3" or "2".
fn strength(file: &DataFile, text: &Spanned<String>, arm: Arm) -> Result<(u8, u8, u8), DataFault> {
    let figure = |word: &str| word.trim().parse::<u8>().ok().filter(|n| (1..=9).contains(n));
    let wrong = |message: String, expected: &str| Err(file.fault(text.span(), message, expected));
    match text.get_ref().split_once('/').map(|(full, reduced)| (figure(full), figure(reduced))) {
        Some(_) if !arm.fights() => {
            wrong(format!("{} of two steps", arm.name()), "one figure: commanders and baggage have one step")
        }
        Some((Some(full), Some(reduced))) if reduced <= full => Ok((full, reduced, 2)),
        None if figure(text.get_ref()).is_some() => {
            let only = figure(text.get_ref()).unwrap_or(1);
            Ok((only, only, 1))
        }
        _ => wrong(
            format!("`{}` is no strength", text.get_ref()),
            "full and reduced side such as \"4/3\", or one figure, each from 1 to 9",
        ),
    }
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

    fn units() -> Vec<UnitType> {
        read(&DataFile::new("units.toml", TEXT)).unwrap()
    }

    /// Name, arm, full and reduced strength, movement, range, charge, symbols.
    type Printed = (&'static str, &'static str, u8, u8, u8, u8, u8, &'static str);

    /// The table of the brief.
    const COUNTERS: [Printed; 36] = [
        ("Klibanophoroi", "cavalry", 5, 4, 3, 0, 2, ""),
        ("Scholai", "cavalry", 4, 3, 3, 0, 1, ""),
        ("Exkoubites", "cavalry", 4, 3, 3, 0, 1, ""),
        ("Hikanatoi", "cavalry", 4, 3, 3, 0, 1, ""),
        ("Hetaireia", "cavalry", 4, 3, 3, 0, 1, ""),
        ("Kavallarioi", "cavalry", 3, 2, 3, 0, 1, ""),
        ("Athanatoi", "mounted missile", 4, 3, 3, 2, 0, "red"),
        ("Arithmoi", "mounted missile", 3, 2, 3, 2, 0, "swords"),
        ("Franks", "cavalry", 4, 3, 3, 0, 2, "lightning"),
        ("Skutatoi 4", "infantry", 4, 3, 2, 0, 0, ""),
        ("Skutatoi 3", "infantry", 3, 2, 2, 0, 0, ""),
        ("Skutatoi 2", "infantry", 2, 1, 2, 0, 0, ""),
        ("Peltastoi 3", "infantry", 3, 2, 2, 0, 0, ""),
        ("Peltastoi 2", "infantry", 2, 1, 2, 0, 0, ""),
        ("Varangians 4", "infantry", 4, 3, 2, 0, 0, ""),
        ("Varangians 3", "infantry", 3, 2, 2, 0, 0, ""),
        ("Psiloi 2", "foot missile", 2, 1, 2, 2, 0, ""),
        ("Psiloi 1", "foot missile", 1, 1, 2, 2, 0, ""),
        ("Druzhina", "infantry", 4, 3, 2, 0, 0, ""),
        ("Rus pikemen 4", "infantry", 4, 3, 2, 0, 0, ""),
        ("Rus pikemen 3", "infantry", 3, 2, 2, 0, 0, ""),
        ("Rus pikemen 2", "infantry", 2, 1, 2, 0, 0, ""),
        ("Rus archers", "foot missile", 1, 1, 2, 2, 0, ""),
        ("Mounted Rus", "cavalry", 2, 2, 3, 0, 1, ""),
        ("Slavs", "infantry", 2, 1, 2, 0, 0, ""),
        ("Bulgarian mounted archers", "mounted missile", 2, 1, 4, 2, 0, "serpent"),
        ("Pecheneg mounted archers", "mounted missile", 2, 1, 4, 2, 0, "serpent arrows"),
        ("Pecheneg nobles", "cavalry", 3, 2, 3, 0, 1, ""),
        ("Bardas Skleros", "commander", 1, 1, 4, 0, 0, ""),
        ("Tzimiskes", "commander", 2, 2, 4, 0, 0, ""),
        ("John II", "commander", 2, 2, 4, 0, 0, ""),
        ("Sveinald", "commander", 1, 1, 4, 0, 0, ""),
        ("Sviatoslav", "commander", 2, 2, 4, 0, 0, ""),
        ("Tzelgu", "commander", 1, 1, 4, 0, 0, ""),
        ("Wagons", "baggage", 1, 1, 0, 0, 0, ""),
        ("Mangonels", "baggage", 1, 1, 0, 0, 0, "infantry"),
    ];

    #[test]
    fn the_counters_are_those_of_the_brief() {
        let units = units();
        for (name, arm, full, reduced, movement, range, charge, symbols) in COUNTERS {
            let u = units.iter().find(|u| u.name == name).unwrap_or_else(|| panic!("no {name}"));
            let marks = [
                (u.red_range, "red"),
                (u.serpent, "serpent"),
                (u.lightning, "lightning"),
                (u.swords, "swords"),
                (u.arrows, "arrows"),
                (u.infantry_only, "infantry"),
            ];
            let marks: Vec<&str> = marks.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
            let found = (u.arm.name(), u.strength, u.reduced, u.movement, u.range, u.charge);
            assert_eq!(found, (arm, full, reduced, movement, range, charge), "{name}");
            assert_eq!(marks.join(" "), symbols, "{name}");
        }
        // Besides these only the nameless of the practice battle.
        assert_eq!(units.len(), COUNTERS.len() + 3);
    }

    #[test]
    fn commanders_baggage_and_mounted_rus_have_one_step() {
        for unit in units() {
            let one = !unit.arm.fights() || unit.name == "Mounted Rus";
            assert_eq!(unit.steps, if one { 1 } else { 2 }, "{}", unit.name);
        }
    }

    #[test]
    fn counters_bear_the_abbreviations_of_the_rulebook() {
        let units = units();
        let printed = [
            ("Klibanophoroi", "Kl"),
            ("Athanatoi", "At"),
            ("Hetaireia", "He"),
            ("Scholai", "Sc"),
            ("Exkoubites", "Ex"),
            ("Hikanatoi", "Hi"),
            ("Arithmoi", "Ar"),
            ("Kavallarioi", "Ka"),
            ("Skutatoi", "Sk"),
            ("Peltastoi", "Pe"),
            ("Psiloi", "Ps"),
            ("Varangians", "Va"),
            ("Franks", "Fr"),
            ("Pecheneg nobles", "No"),
            ("Druzhina", "Dr"),
        ];
        for unit in &units {
            let code = printed.iter().find(|(troop, _)| *troop == unit.troop).map(|(_, code)| *code);
            assert_eq!(code.is_none(), unit.house.iter().any(|h| h == "code"), "{}", unit.name);
            assert!(code.is_none_or(|code| code == unit.code), "{}", unit.name);
        }
        let codes: std::collections::BTreeMap<_, _> = units.iter().map(|u| (&u.code, &u.troop)).collect();
        let troops: std::collections::BTreeSet<_> = units.iter().map(|u| &u.troop).collect();
        assert_eq!(codes.len(), troops.len(), "no two troops share a code");
    }

    #[test]
    fn values_that_are_ours_are_marked() {
        let units = units();
        let house = |name: &str| units.iter().find(|u| u.name == name).unwrap().house.join(" ");
        assert_eq!(house("Athanatoi"), "reduced movement");
        assert_eq!(house("Klibanophoroi"), "strength reduced movement charge");
        assert_eq!(house("Varangians 4"), "reduced");
        assert_eq!(house("Sviatoslav"), "code strength movement");
        for unit in &units {
            let ours = |field: &str| unit.house.iter().any(|h| h == field);
            assert_eq!(unit.steps == 2, ours("reduced"), "{}: reduced sides are all ours", unit.name);
            assert_eq!(unit.range > 0 && unit.name != "Athanatoi", ours("range"), "{}", unit.name);
        }
    }

    #[test]
    fn unknown_words_are_faults() {
        says(fault("arm = \"cavalry\"", "arm = \"camels\""), &["no arm `camels`", "one of infantry, foot"]);
        says(fault("glyph = \"cavalry\"", "glyph = \"camel\""), &["no picture `camel`", "one of infantry"]);
        says(fault("[\"swords\"]", "[\"sword\"]"), &["unknown variant `sword`", "`serpent`"]);
        says(fault("house = [\"strength\"", "house = [\"colour\""), &["`colour`", "some of people, code"]);
        says(fault("people =", "poeple ="), &["unknown field `poeple`", "expected"]);
    }

    #[test]
    fn a_troop_listed_twice_is_a_fault() {
        says(fault("name = \"Scholai\"", "name = \"Klibanophoroi\""), &["has an entry already", "once"]);
        let (file, line) = altered("units.toml", TEXT, "\"4/3\", \"3/2\", \"2/1\"", "\"4/3\", \"4/2\"");
        let (fault, _) = (read(&file).unwrap_err(), line);
        assert!(fault.to_string().contains("Skutatoi 4 has an entry already"), "{fault}");
    }

    #[test]
    fn a_name_that_a_roster_could_not_hold_is_a_fault() {
        says(fault("name = \"Scholai\"", "name = \"4 Scholai\""), &["`4 Scholai`", "begins with a letter"]);
        says(fault("name = \"Scholai\"", "name = \"Scholai reduced\""), &["does not end in \"reduced\""]);
    }

    #[test]
    fn a_strength_that_is_no_figure_is_a_fault() {
        for wrong in ["\"many\"", "\"0\"", "\"4/0\"", "\"3/4\"", "\"4/3/2\"", "\"10\""] {
            says(fault("\"5/4\"", wrong), &["is no strength", "such as \"4/3\""]);
        }
        says(fault("[\"5/4\"]", "[]"), &["has no strength", "at least one"]);
        says(fault("[\"1\"]\nmovement = 4", "[\"2/1\"]\nmovement = 4"), &["commander of two steps", "one"]);
    }

    #[test]
    fn figures_an_arm_cannot_have_are_faults() {
        says(fault("movement = 3", "movement = 9"), &["9 Movement Points", "1 to 6, and 0 for baggage"]);
        says(fault("movement = 3", "movement = 0"), &["0 Movement Points", "0 for baggage"]);
        says(fault("movement = 0", "movement = 1"), &["1 Movement Points", "0 for baggage"]);
        says(fault("range = 2", "range = 1"), &["a range of 1", "2 to 4 for missile units"]);
        says(fault("charge = 2", "range = 2"), &["cavalry, with a range of 2", "none for the others"]);
        says(fault("charge = 2", "charge = 3"), &["a charge of 3", "1 or 2 for cavalry"]);
        let (fault, _) = fault("charge = 2", "red_range = true");
        assert!(fault.to_string().contains("no range that could be red; expected a range"), "{fault}");
        let (fault, _) = self::fault("charge = 2", "infantry_only = true");
        assert!(fault.to_string().contains("only baggage can be `infantry_only`"), "{fault}");
    }

    #[test]
    fn a_file_without_troops_is_a_fault() {
        let file = DataFile::new("units.toml", "troop = []\n");
        says((read(&file).unwrap_err(), 1), &["no troops", "at least one [[troop]]"]);
    }
}
