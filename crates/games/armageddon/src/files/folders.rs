//! Files validated one by one, and folders that override or add.

use std::path::{Path, PathBuf};

use engine::datafile::proof::altered;

use super::tests::{original, scenarios, sheet, text};
use super::*;
use crate::sheet::{Kind, Terrain};
use engine::edition::DataFiles;

#[test]
fn validate_says_what_a_file_is() {
    let said = |path: &str, text: &str| Library::validate(Path::new(path), text).unwrap();
    assert_eq!(said("data/units.toml", original("units.toml")), "Armageddon counters: 16 unit types");
    assert_eq!(said("data/charts.toml", original("charts.toml")), "Armageddon charts: 8 kinds of terrain");
    assert_eq!(said("data/map.toml", original("map.toml")), "Armageddon map: 40 columns, 30 rows");
    let rome = "Armageddon scenario: Rome, Romans against Sabines, 10 Game-Turns";
    assert_eq!(said("scenarios/rome.toml", text("rome")), rome);
    // By their keys, whatever the name.
    assert_eq!(said("My Battle.toml", text("rome")), rome);
    assert_eq!(said("copy-of-units.toml", original("units.toml")), "Armageddon counters: 16 unit types");
}

#[test]
fn validate_refuses_what_is_no_data_file() {
    let refused = |text: &str| Library::validate(Path::new("poem.toml"), text).unwrap_err().to_string();
    assert!(refused("line = \"Sing\"").contains("no data file of Armageddon; expected the keys"));
    let broken = refused("line = \"Sing\"\nO muse");
    assert!(broken.starts_with("poem.toml, line 2") && broken.contains("expected"), "{broken}");
}

#[test]
fn files_are_ours_by_keys_that_no_other_game_has_or_by_our_folder() {
    let common = [original("units.toml"), original("charts.toml"), original("map.toml")];
    for text in common.into_iter().chain(scenarios().map(|(_, text)| text)) {
        assert!(Library::claims(Path::new("any.toml"), text), "{text:.60}");
        assert!(Library::claims(Path::new("any.toml"), &format!("{text}\n = broken")), "{text:.60}");
    }
    assert!(Library::claims(Path::new("armageddon/units.toml"), ""));
    assert!(!Library::claims(Path::new("units.toml"), ""));
    let other = Path::new(env!("CARGO_MANIFEST_DIR")).join("../basileus/data").canonicalize().unwrap();
    for place in ["units.toml", "charts.toml", "maps/a.toml", "maps/practice.toml", "scenarios/beroia.toml"] {
        let path = other.join(place);
        assert!(!Library::claims(&path, &std::fs::read_to_string(&path).unwrap()), "{place}");
    }
}

#[test]
fn a_map_the_scenarios_do_not_fit_is_refused() {
    let (file, _) = altered("map.toml", original("map.toml"), "P = \"1529\"\n", "");
    let said = Library::validate(Path::new("map.toml"), &file.text).unwrap_err().to_string();
    assert!(said.contains("no place `P`"), "{said}");
}

#[test]
fn any_cut_of_a_file_is_a_fault_or_a_file_and_never_a_panic() {
    let rome = text("rome");
    for end in (0..rome.len()).step_by(7).filter(|&end| rome.is_char_boundary(end)) {
        let _ = Library::validate(Path::new("scenarios/rome.toml"), &rome[..end]);
    }
    for end in
        (0..original("map.toml").len()).step_by(61).filter(|&end| original("map.toml").is_char_boundary(end))
    {
        let _ = Library::validate(Path::new("map.toml"), &original("map.toml")[..end]);
    }
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(96))]
    #[test]
    fn a_spoilt_file_is_a_fault_or_a_file_and_never_a_panic(
        which in 0usize..5,
        at in 0.0f64..1.0,
        long in 0usize..6,
        scrap in "[-0-9A-Za-z\"\\[\\]=. ½]{0,5}",
    ) {
        let files = [
            ("units.toml", original("units.toml")),
            ("charts.toml", original("charts.toml")),
            ("map.toml", original("map.toml")),
            ("scenarios/kadesh.toml", text("kadesh")),
            ("scenarios/fan-12-king-david.toml", text("fan-12-king-david")),
        ];
        let (name, text) = files[which];
        let mut letters: Vec<char> = text.chars().collect();
        let start = (letters.len() as f64 * at) as usize;
        let end = (start + long).min(letters.len());
        letters.splice(start..end, scrap.chars());
        let spoilt: String = letters.into_iter().collect();
        if let Err(fault) = Library::validate(Path::new(name), &spoilt) {
            proptest::prop_assert!(fault.line() >= 1 && fault.to_string().contains("line"));
        }
    }
}

#[test]
fn every_kind_of_file_has_a_schema_that_knows_its_keys() {
    let schemas = Files::schemas();
    let keys = |kind: &str| {
        let (_, schema) = schemas.iter().find(|(name, _)| *name == kind).unwrap();
        let schema = serde_json::to_value(schema).unwrap();
        schema["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    let used = |text: &str| text.parse::<toml::Table>().unwrap().keys().cloned().collect::<Vec<_>>();
    let texts = [
        ("units", original("units.toml")),
        ("charts", original("charts.toml")),
        ("map", original("map.toml")),
    ];
    let scenarios = scenarios().map(|(_, text)| ("scenario", text));
    for (kind, text) in texts.into_iter().chain(scenarios) {
        let known = keys(kind);
        assert!(used(text).iter().all(|key| known.contains(key)), "{kind}: {known:?}");
    }
}

/// A folder of its own for a test, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("armageddon-files-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("armageddon/scenarios")).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join("armageddon").join(name), text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_folder_overrides_one_scenario_and_adds_another() {
    let folder = Folder::new("override");
    folder.write("scenarios/rome.toml", &text("rome").replace("turns = 10", "turns = 8"));
    let veii =
        text("rome").replace("title = \"Rome\"", "title = \"Veii\"").replace("order = 1\n", "order = 42\n");
    folder.write("scenarios/veii.toml", &veii);
    let library = Library::with_folder(&folder.0).unwrap();
    assert_eq!(library.names().len(), 42);
    assert_eq!(library.names().last().map(String::as_str), Some("veii"));
    let rome = library.sheet("rome", None).unwrap();
    assert_eq!(rome.turns, 8);
    assert_ne!(rome.fingerprint, sheet("rome").fingerprint);
    assert_eq!(library.sheet("veii", None).unwrap().title, "Veii");
    let delta = library.sheet("delta", None).unwrap();
    assert_eq!(delta.fingerprint, sheet("delta").fingerprint);
}

#[test]
fn a_folder_overrides_counters_charts_and_map() {
    let folder = Folder::new("common");
    folder.write("units.toml", &original("units.toml").replacen("movement = 3", "movement = 4", 1));
    folder.write("charts.toml", &original("charts.toml").replace("protection = 4", "protection = 5"));
    folder.write("map.toml", &original("map.toml").replace("D = \"2724\"", "D = \"2723\""));
    let library = Library::with_folder(&folder.0).unwrap();
    let rome = library.sheet("rome", None).unwrap();
    assert_eq!(rome.charts.units[Kind::MI as usize].movement, 4);
    assert_eq!(rome.charts.terrain[Terrain::Village as usize].protection, 5);
    assert_eq!(rome.ground.grid.number(rome.ground.places[&'D']).to_string(), "2723");
    assert_ne!(rome.fingerprint, sheet("rome").fingerprint);
}

#[test]
fn a_wrong_file_in_a_folder_is_named_with_its_path() {
    let folder = Folder::new("wrong");
    folder.write("scenarios/rome.toml", &text("rome").replace("D-3", "Q-3"));
    let fault = Library::with_folder(&folder.0).unwrap_err();
    assert!(fault.file().ends_with("armageddon/scenarios/rome.toml"), "{fault}");
    assert!(fault.line() > 1 && fault.to_string().contains("no place `Q`"), "{fault}");
}

#[test]
fn a_file_with_a_name_nobody_reads_is_a_fault() {
    let folder = Folder::new("name");
    folder.write("unit.toml", original("units.toml"));
    assert!(
        Library::with_folder(&folder.0).unwrap_err().to_string().contains("expected units.toml, charts.toml")
    );
    let folder = Folder::new("spaces");
    folder.write("scenarios/My Battle.toml", text("rome"));
    assert!(
        Library::with_folder(&folder.0)
            .unwrap_err()
            .to_string()
            .contains("small letters, digits and hyphens")
    );
}

#[test]
fn a_folder_without_this_game_changes_nothing_and_no_folder_is_a_fault() {
    let folder = Folder::new("empty");
    std::fs::remove_dir_all(folder.0.join("armageddon")).unwrap();
    assert_eq!(Library::with_folder(&folder.0).unwrap().names().len(), 41);
    let fault = Library::with_folder(&folder.0.join("nowhere")).unwrap_err();
    assert!(fault.to_string().contains("no such folder; expected a folder"), "{fault}");
}

#[test]
fn a_scenario_of_a_folder_that_cannot_be_set_up_is_refused() {
    let folder = Folder::new("crowd");
    folder.write("scenarios/rome.toml", &text("rome").replace("D-3", "D-1"));
    let fault = Library::with_folder(&folder.0).unwrap_err();
    assert!(fault.file().ends_with("armageddon/scenarios/rome.toml"), "{fault}");
    assert!(fault.to_string().contains("no room to deploy"), "{fault}");
    let folder = Folder::new("overlap");
    folder.write("scenarios/rome.toml", &text("rome").replace("H-3", "D-3"));
    let fault = Library::with_folder(&folder.0).unwrap_err();
    assert!(fault.to_string().contains("both sides may deploy in"), "{fault}");
}
