//! Files validated one by one, and folders that override or add.

use std::path::{Path, PathBuf};

use engine::datafile::proof::altered;

use super::tests::{sheet, text};
use super::*;
use crate::sheet::Choices;
use engine::edition::DataFiles;

#[test]
fn validate_says_what_a_file_is() {
    let said = |path: &str, place: &str| Library::validate(Path::new(path), text(place)).unwrap();
    assert_eq!(said("data/units.toml", "units.toml"), "Basileus counters: 39 types");
    assert_eq!(said("data/charts.toml", "charts.toml"), "Basileus charts: 11 kinds of terrain");
    assert_eq!(said("maps/a.toml", "maps/a.toml"), "Basileus map: 12 columns, 15 rows");
    let beroia = "Basileus battle: Beroia, Byzantines against Pechenegs, 7 turns";
    assert_eq!(said("scenarios/beroia.toml", "scenarios/beroia.toml"), beroia);
    // By their keys, whatever the name.
    assert_eq!(said("My Battle.toml", "scenarios/beroia.toml"), beroia);
    assert_eq!(said("My Map.toml", "maps/c.toml"), "Basileus map: 12 columns, 15 rows");
    assert_eq!(said("copy-of-units.toml", "units.toml"), "Basileus counters: 39 types");
}

#[test]
fn validate_refuses_what_is_no_data_file() {
    let refused = |text: &str| Library::validate(Path::new("poem.toml"), text).unwrap_err().to_string();
    assert!(refused("line = \"Sing\"").contains("no data file of Basileus; expected the keys of units"));
    let broken = refused("line = \"Sing\"\nO muse");
    assert!(broken.starts_with("poem.toml, line 2") && broken.contains("expected"), "{broken}");
}

#[test]
fn files_are_ours_by_keys_that_no_other_game_has_or_by_our_folder() {
    for (place, text) in Files::TEXTS.iter().copied() {
        assert!(Library::claims(Path::new("any.toml"), text), "{place} by its keys");
        assert!(Library::claims(&Path::new("basileus").join(place), ""), "{place} by its folder");
        assert!(!Library::claims(Path::new(place), ""), "{place} by its name alone");
        let broken = format!("{text}\n = broken");
        assert!(Library::claims(Path::new("any.toml"), &broken), "{place} even when broken");
    }
}

#[test]
fn files_of_another_game_are_not_ours() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../armageddon/data").canonicalize().unwrap();
    let mut seen = 0;
    for folder in [data.clone(), data.join("scenarios")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "toml") {
                let text = std::fs::read_to_string(&path).unwrap();
                assert!(!Library::claims(&path, &text), "{}", path.display());
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 45);
}

#[test]
fn a_map_a_battle_does_not_fit_is_refused() {
    // A river through the place of the laager.
    let (file, _) = altered("maps/a.toml", text("maps/a.toml"), "\"ww......ww.w\"", "\"ww..~...ww.w\"");
    let legend = file.text.replace("[legend]\n", "[legend]\n\"~\" = \"river\"\n");
    let said = Library::validate(Path::new("maps/a.toml"), &legend).unwrap_err().to_string();
    assert!(said.starts_with("scenarios/beroia.toml") && said.contains("0505 is river"), "{said}");
}

#[test]
fn any_cut_of_a_file_is_a_fault_or_a_file_and_never_a_panic() {
    for (place, step) in [("scenarios/dorostolon-sortie.toml", 11), ("maps/practice.toml", 17)] {
        let text = text(place);
        for end in (0..text.len()).step_by(step).filter(|&end| text.is_char_boundary(end)) {
            let _ = Library::validate(Path::new(place), &text[..end]);
        }
    }
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(192))]
    #[test]
    fn a_spoilt_file_is_a_fault_or_a_file_and_never_a_panic(
        which in 0usize..Files::TEXTS.len(),
        at in 0.0f64..1.0,
        long in 0usize..6,
        scrap in "[-0-9A-Za-z\"\\[\\]=. ½]{0,5}",
    ) {
        let (place, text) = Files::TEXTS[which];
        let mut letters: Vec<char> = text.chars().collect();
        let start = (letters.len() as f64 * at) as usize;
        let end = (start + long).min(letters.len());
        letters.splice(start..end, scrap.chars());
        let spoilt: String = letters.into_iter().collect();
        if let Err(fault) = Library::validate(Path::new(place), &spoilt) {
            proptest::prop_assert!(fault.line() >= 1 && fault.to_string().contains("line"));
        }
    }
}

#[test]
fn every_kind_of_file_has_a_schema_that_knows_its_keys() {
    let schemas = Files::schemas();
    for (place, text) in Files::TEXTS.iter().copied() {
        let kind = match place {
            "units.toml" => "units",
            "charts.toml" => "charts",
            _ if place.starts_with("maps/") => "map",
            _ => "scenario",
        };
        let (_, schema) = schemas.iter().find(|(name, _)| *name == kind).unwrap();
        let schema = serde_json::to_value(schema).unwrap();
        let known = schema["properties"].as_object().unwrap();
        let used: toml::Table = text.parse().unwrap();
        assert!(used.keys().all(|key| known.contains_key(key)), "{place}");
    }
}

#[test]
fn the_fingerprint_changes_with_what_play_depends_on_and_not_with_prose() {
    // File, change, and whether a battle of that file is another one to play.
    let changes = [
        ("scenarios/beroia.toml", "title = \"Beroia\"", "title = \"Stara Zagora\"", false),
        ("scenarios/beroia.toml", "notes = \"\"\"\n", "notes = \"\"\"\nIt is said: ", false),
        ("scenarios/beroia.toml", "name = \"Laager\"", "name = \"Wagon fort\"", false),
        ("scenarios/beroia.toml", "turns = 7", "turns = 8", true),
        ("scenarios/beroia.toml", "threshold = 25", "threshold = 24", true),
        ("scenarios/beroia.toml", "laager = true", "laager = false", true),
        ("scenarios/beroia.toml", "\"0612\"", "\"0613\"", true),
        ("scenarios/beroia.toml", "3 Peltastoi 2", "2 Peltastoi 2", true),
        ("scenarios/beroia.toml", "apart = true", "apart = false", true),
        ("units.toml", "code = \"Va\"", "code = \"Vr\"", false),
        ("units.toml", "symbols = [\"lightning\"]", "symbols = []", true),
        ("units.toml", "symbols = [\"lightning\"]", "symbols = [\"swords\"]", true),
        ("charts.toml", "house = [\"cost\"]", "house = []", false),
        ("charts.toml", "cost = \"½\"", "cost = \"1\"", true),
        ("charts.toml", "D1R  D2   D2", "D1   D2   D2", true),
        ("maps/a.toml", "text = \"Thrace\"", "text = \"Thrakia\"", false),
        ("maps/a.toml", "\"w..........w\"", "\"w.........ww\"", true),
    ];
    let plain = sheet("beroia").fingerprint.clone();
    for (place, from, to, other) in changes {
        let (file, _) = altered(place, text(place), from, to);
        let mut texts = Library::texts();
        texts.put(&Files::FILES.filing(Path::new(place), "").unwrap(), file);
        let found =
            Library::read(&texts).unwrap().sheet("beroia", Choices::default()).unwrap().fingerprint.clone();
        assert_eq!(found != plain, other, "{place}: {from} → {to}");
    }
}

/// A folder of its own for a test, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("basileus-files-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("basileus/scenarios")).unwrap();
        std::fs::create_dir_all(path.join("basileus/maps")).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join("basileus").join(name), text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_folder_overrides_one_battle_and_adds_another_with_its_map() {
    let folder = Folder::new("override");
    let beroia = text("scenarios/beroia.toml");
    folder.write("scenarios/beroia.toml", &beroia.replace("turns = 7", "turns = 9"));
    folder.write("maps/steppe.toml", text("maps/a.toml"));
    let battle = beroia.replace("map = \"a\"", "map = \"steppe\"").replace("order = 5", "order = 9");
    folder.write("scenarios/levounion.toml", &battle.replace("title = \"Beroia\"", "title = \"Levounion\""));
    let library = Library::with_folder(&folder.0).unwrap();
    let print = |name: &str| library.sheet(name, Choices::default()).unwrap();
    assert_eq!(library.names().len(), 7);
    assert_eq!(library.names().last().map(String::as_str), Some("levounion"));
    assert_eq!((print("beroia").turns, print("levounion").title.as_str()), (9, "Levounion"));
    assert_ne!(print("beroia").fingerprint, sheet("beroia").fingerprint);
    assert_eq!(
        print("levounion").fingerprint,
        sheet("beroia").fingerprint,
        "the same battle by another name"
    );
    assert_eq!(print("practice").fingerprint, sheet("practice").fingerprint);
}

#[test]
fn a_folder_overrides_counters_charts_and_maps() {
    let folder = Folder::new("common");
    folder.write("units.toml", &text("units.toml").replacen("movement = 3", "movement = 4", 1));
    folder.write("charts.toml", &text("charts.toml").replacen("die = 1", "die = 2", 1));
    folder.write("maps/b.toml", &text("maps/b.toml").replacen("\"...w.......w\"", "\"...m.......w\"", 1));
    let library = Library::with_folder(&folder.0).unwrap();
    let sheet = library.sheet("dorostolon-first", Choices::default()).unwrap();
    assert_eq!(sheet.types[0].movement, 4);
    assert_eq!(sheet.charts.terrain[crate::sheet::Terrain::Village as usize].die, 2);
    assert!(sheet.landscape.terrain.contains(&"marsh"));
    assert_eq!(sheet.landscape.terrain[15 * 15 + 4], "marsh", "0405 of map B is 1605");
}

#[test]
fn a_wrong_file_in_a_folder_is_named_with_its_path() {
    let folder = Folder::new("wrong");
    folder.write("scenarios/beroia.toml", &text("scenarios/beroia.toml").replace("0612", "1612"));
    let fault = Library::with_folder(&folder.0).unwrap_err();
    assert!(fault.file().ends_with("basileus/scenarios/beroia.toml"), "{fault}");
    assert!(fault.line() > 1 && fault.to_string().contains("no hex `1612`"), "{fault}");
}

#[test]
fn a_file_with_a_name_nobody_reads_is_a_fault() {
    let folder = Folder::new("name");
    folder.write("unit.toml", text("units.toml"));
    let said = Library::with_folder(&folder.0).unwrap_err().to_string();
    assert!(
        said.contains("expected units.toml, charts.toml, maps/NAME.toml or scenarios/NAME.toml"),
        "{said}"
    );
    let folder = Folder::new("spaces");
    folder.write("maps/My Map.toml", text("maps/a.toml"));
    let said = Library::with_folder(&folder.0).unwrap_err().to_string();
    assert!(said.contains("small letters, digits and hyphens"), "{said}");
}

#[test]
fn a_folder_without_this_game_changes_nothing_and_no_folder_is_a_fault() {
    let folder = Folder::new("empty");
    std::fs::remove_dir_all(folder.0.join("basileus")).unwrap();
    assert_eq!(Library::with_folder(&folder.0).unwrap().names().len(), 6);
    let fault = Library::with_folder(&folder.0.join("nowhere")).unwrap_err();
    assert!(fault.to_string().contains("no such folder; expected a folder"), "{fault}");
}
