use std::path::Path;

use covers::covers;
use engine::datafile::proof::{altered, says};
use engine::edition::DataFiles;

use super::*;
use crate::drill::library;
use crate::kind::Kind;

#[test]
#[covers("7.4", "3.1", "R136")]
fn thirty_three_lists_and_seventeen_pairings() {
    assert_eq!(library().sheet("open", None).unwrap().lists.len(), 33);
    let pairings = library().names().iter().filter(|name| name.as_str() != "open");
    let mut count = 0;
    for name in pairings {
        let sheet = library().sheet(name, None).unwrap();
        for army in &sheet.armies {
            assert!(
                (army.years[0]..=army.years[1]).contains(&sheet.year),
                "{name}: {} in {}",
                army.code,
                sheet.year
            );
        }
        count += 1;
    }
    assert_eq!(count, 17);
    let twins = library().sheet("open", Some(["III/48", "III/48"].map(String::from))).unwrap();
    assert_ne!(twins.sides[0], twins.sides[1]);
}

#[test]
#[covers("2.1", "R10", "7.6")]
fn bases_have_the_depths_of_the_brief() {
    let sheet = library().sheet("open", None).unwrap();
    let table = [
        (0.75, "4Bd Pk 4Sp 4Wb"),
        (1.0, "Ax Bw Ps 3Bd 3Sp 3Wb CF"),
        (1.5, "3Kn 4Kn 3Cv Cm LCm LH Hd 5Wb"),
        (2.0, "El LCh HCh SCh Art WWg Pav 6Bd"),
        (3.0, "6Kn 6Cv"),
        (4.0, "LitBd"),
    ];
    for (depth, codes) in table {
        for code in codes.split(' ') {
            let troop = sheet.troop(sheet.troop_of(code).unwrap_or_else(|| panic!("{code}")));
            assert_eq!(troop.depth as f64 / 4.0, depth, "{code}");
        }
    }
    let kind = |code: &str| sheet.troop(sheet.troop_of(code).unwrap()).kind;
    assert_eq!([kind("LCh"), kind("HCh"), kind("LCm")], [Kind::Cavalry, Kind::Knights, Kind::LightHorse]);
}

#[test]
#[covers("R15")]
fn thematic_aggression_depends_on_the_year() {
    let aggression = |name: &str| library().sheet(name, None).unwrap().aggression;
    assert_eq!(aggression("varbitsa"), [1, 3]);
    assert_eq!(aggression("achelous"), [1, 3]);
    assert_eq!(aggression("anatolia"), [0, 4]);
    let table =
        [("kadesh", [2, 2]), ("delta", [2, 4]), ("eltekeh", [4, 3]), ("nineveh", [3, 1]), ("danube", [4, 2])];
    for (name, both) in table {
        assert_eq!(aggression(name), both, "{name}");
    }
}

#[test]
fn wrong_files_are_told_with_their_line() {
    let text = |place: &str| Files::TEXTS.iter().find(|(known, _)| *known == place).unwrap().1;
    let wrong = |place: &str, from: &str, to: &str| {
        let (file, line) = altered(place, text(place), from, to);
        (Library::validate(Path::new(place), &file.text).unwrap_err(), line)
    };
    says(wrong("armies.toml", "\"4 Bw\"", "\"4 Bx\""), &["no troops `Bx`"]);
    says(wrong("armies.toml", "\"Littoral\"", "\"Coast\""), &["no topography `Coast`"]);
    says(wrong("troops.toml", "depth = 2.0", "depth = 2.1"), &["no depth"]);
    says(wrong("scenarios/kadesh.toml", "I/22a", "I/22z"), &["no army list `I/22z`"]);
    assert!(Library::validate(Path::new("armies.toml"), text("armies.toml")).unwrap().contains("33"));
}
