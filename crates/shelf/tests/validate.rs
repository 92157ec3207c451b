//! Every data file is known for what it is, in the folder of its game and anywhere else.

use std::path::Path;

use engine::edition::Edition;
use shelf::Shelf;

/// What each file of a game is taken for in a folder; the path given is where it lies among the data.
fn takes(shelf: &Shelf, edition: &dyn Edition, folder: impl Fn(&str) -> String) {
    assert!(!edition.texts().is_empty(), "{}", edition.name());
    for (place, text) in edition.texts() {
        let path = folder(place);
        match shelf.validate(Path::new(&path), text) {
            Some(Ok(what)) => assert!(what.starts_with(edition.title()), "{path}: {what}"),
            Some(Err(mistakes)) => panic!("{path}: {mistakes:?}"),
            None => panic!("{path} is not known for a file of {}", edition.title()),
        }
    }
}

#[test]
fn every_data_file_is_known_in_the_folder_of_its_game() {
    let shelf = Shelf::standard().unwrap();
    for edition in shelf.editions() {
        takes(&shelf, edition, |place| format!("crates/games/{}/data/{place}", edition.name()));
    }
}

#[test]
fn every_data_file_is_known_by_what_is_in_it() {
    let shelf = Shelf::standard().unwrap();
    for edition in shelf.editions() {
        takes(&shelf, edition, |place| format!("somewhere/{place}"));
        // With a name that says nothing.
        takes(&shelf, edition, |place| {
            let name = place.rsplit('/').next().unwrap_or(place);
            format!("somewhere/{name}")
        });
    }
}

#[test]
fn a_file_wrong_for_two_games_is_told_with_both_and_in_a_folder_with_its_own() {
    let shelf = Shelf::standard().unwrap();
    let text = "[[unit]]\nname = 3\n\n[[leader]]\nname = 4\n";
    let told = |path: &str| {
        let mistakes = shelf.validate(Path::new(path), text).unwrap().unwrap_err();
        mistakes.into_iter().map(|mistake| mistake.title).collect::<Vec<_>>()
    };
    assert_eq!(told("units.toml"), ["Armageddon", "Apocalypse in the East"]);
    assert_eq!(told("mine/apocalypse/units.toml"), ["Apocalypse in the East"]);
    assert!(shelf.validate(Path::new("shopping.toml"), "milk = 2\n").is_none());
}
