//! Libraries with a folder of data, and files recognised and checked one by one.

use std::path::{Path, PathBuf};

use super::tests::{original, scenarios, text};
use super::*;
use crate::sheet::Variant;
use engine::edition::DataFiles;

/// A folder of data of its own, gone when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("jihad-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("jihad/scenarios")).unwrap();
        Folder(path)
    }

    fn put(&self, name: &str, text: &str) {
        std::fs::write(self.0.join("jihad").join(name), text).unwrap();
    }

    fn fault(&self) -> String {
        Library::with_folder(&self.0).map(drop).unwrap_err().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_folder_adds_scenarios_and_overrides_files() {
    let folder = Folder::new("adds");
    folder.put("scenarios/dawn.toml", &text("first-conquests").replace("order = 2", "order = 9"));
    folder.put("units.toml", &original("units.toml").replacen("count = 99", "count = 20", 1));
    let library = Library::with_folder(&folder.0);
    // The later scenarios place 24 Bedouin: the override must fail there, by name.
    let fault = library.map(drop).unwrap_err().to_string();
    assert!(
        fault.contains("first-civil-war.toml") && fault.contains("not 4 Muslim bedouin units left"),
        "{fault}"
    );
    folder.put("units.toml", &original("units.toml").replacen("count = 99", "count = 97", 1));
    let library = Library::with_folder(&folder.0).unwrap();
    assert_eq!(library.names().last().map(String::as_str), Some("dawn"));
    assert_eq!(library.sheet("dawn", Variant::default()).unwrap().roster.len(), 226);
}

#[test]
fn a_folder_without_ours_changes_nothing_and_a_missing_one_is_a_fault() {
    let folder = Folder::new("other");
    std::fs::remove_dir_all(folder.0.join("jihad")).unwrap();
    assert_eq!(Library::with_folder(&folder.0).unwrap().names().len(), 4);
    let fault = Library::with_folder(Path::new("/nowhere/at/all")).map(drop).unwrap_err().to_string();
    assert!(fault.contains("there is no such folder"), "{fault}");
}

#[test]
fn a_wrong_file_in_a_folder_is_named_with_its_line() {
    let folder = Folder::new("wrong");
    folder.put("scenarios/dawn.toml", &text("full").replace("at Tarsus", "at Tarsos"));
    let fault = folder.fault();
    assert!(fault.contains("dawn.toml, line ") && fault.contains("did you mean Tarsus?"), "{fault}");
    folder.put("scenarios/Dawn Raid.toml", "");
    assert!(folder.fault().contains("does not say what it is"));
}

#[test]
fn files_are_recognised_by_place_and_by_keys() {
    let ours = |path: &str, text: &str| Library::claims(Path::new(path), text);
    for text in [original("units.toml"), original("charts.toml"), original("map.toml"), text("full")] {
        assert!(ours("somewhere/any.toml", text));
    }
    assert!(ours("data/jihad/scenarios/dawn.toml", ""));
    assert!(!ours("data/armageddon/scenarios/dawn.toml", "") && !ours("notes.toml", "title = 1"));
}

#[test]
fn every_embedded_file_is_valid_and_says_what_it_is() {
    let said = |path: &str, text: &str| {
        Library::validate(Path::new(path), text).unwrap_or_else(|f| panic!("{path}: {f}"))
    };
    assert_eq!(said("units.toml", original("units.toml")), "Jihad! counters: 228 units");
    assert_eq!(said("charts.toml", original("charts.toml")), "Jihad! charts: every table in order");
    let map = said("mine.toml", original("map.toml"));
    assert!(map.starts_with("Jihad! map: 65 cities, ") && map.ends_with(" points of productivity"), "{map}");
    for (name, text) in scenarios() {
        assert!(said(&format!("scenarios/{name}.toml"), text).starts_with("Jihad! scenario: "));
    }
    assert_eq!(
        said("scenarios/first-conquests.toml", text("first-conquests")),
        "Jihad! scenario: The first conquests, 632 to 651, 4 turns"
    );
}

#[test]
fn a_file_of_nobody_is_a_fault() {
    let fault = |text: &str| Library::validate(Path::new("notes.toml"), text).unwrap_err().to_string();
    assert!(fault("title = 1").contains("no data file of Jihad!; expected the keys of units, charts"));
    assert!(fault("title = = 1").contains("line 1"));
}

#[test]
fn every_kind_of_file_has_a_schema() {
    let schemas = Files::schemas();
    assert_eq!(
        schemas.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        ["units", "charts", "map", "scenario"]
    );
    for (name, schema) in schemas {
        let text = serde_json::to_string(&schema).unwrap();
        assert!(text.contains("\"properties\""), "{name}");
    }
}
