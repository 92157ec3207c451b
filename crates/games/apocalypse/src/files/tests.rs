use std::path::Path;

use covers::covers;
use engine::datafile::proof::{altered, says};
use engine::edition::DataFiles;

use super::*;
use crate::sheet::Terrain;

/// A file compiled in.
fn text(place: &str) -> &'static str {
    Files::TEXTS
        .iter()
        .find(|(there, _)| *there == place)
        .map_or_else(|| panic!("no {place}"), |(_, text)| text)
}

#[test]
#[covers("1.1", "brief.5")]
fn every_embedded_file_is_valid_and_says_what_it_is() {
    let said = |path: &str, text: &str| {
        Library::validate(Path::new(path), text).unwrap_or_else(|fault| panic!("{path}: {fault}"))
    };
    assert_eq!(said("units.toml", text("units.toml")), "Apocalypse in the East counters: 115 land units");
    assert_eq!(
        said("charts.toml", text("charts.toml")),
        "Apocalypse in the East charts: every table in order"
    );
    assert_eq!(said("mine.toml", text("map.toml")), "Apocalypse in the East map: 69 towns and cities");
    for (place, text) in Files::TEXTS.iter().filter(|(place, _)| place.starts_with("scenarios/")) {
        let words = said(place, text);
        assert!(words.starts_with("Apocalypse in the East scenario: "), "{words}");
    }
}

#[test]
#[covers("brief.5", "scenario")]
fn values_of_the_house_are_marked_on_every_sheet() {
    let library = Library::embedded().unwrap();
    for name in library.names() {
        let house = library.sheet(name, ()).unwrap().house.join(" ");
        for word in ["map", "tables", "factors"] {
            assert!(house.contains(word), "{name}: {house}");
        }
    }
}

#[test]
#[covers("R121", "R7", "table.movement")]
fn the_ground_is_what_the_rulings_make_of_the_survey() {
    let library = Library::embedded().unwrap();
    let ground = &library.common().map.ground;
    let terrain = |label: u16| ground.terrain[ground.grid.at(engine::hex::HexNumber(label)).unwrap().index()];
    for marsh in [5134, 5135, 5233, 5234, 5235, 5236, 5333, 5334, 5335] {
        assert_eq!(terrain(marsh), Terrain::Marsh, "{marsh}");
    }
    assert_eq!((terrain(1134), terrain(1338)), (Terrain::Sea, Terrain::Sea));
    assert_eq!(terrain(1235), Terrain::Clear);
    let costs = &library.common().charts.terrain;
    assert_eq!(costs[1], [1, 2, 2, 3, 3, 1], "Byzantines: clear, rough, desert, mountain, marsh, sea");
    assert_eq!(costs[0], [1, 2, 1, 3, 3, 1], "Muslims");
    assert_eq!(
        (library.common().charts.road, library.common().charts.river, library.common().charts.enemy),
        (1, 1, 1)
    );
    assert_eq!(library.common().charts.embark, [1, 2]);
}

#[test]
#[covers("R12", "R13", "1.3.3", "1.3.2")]
fn the_counter_mix_is_as_the_brief_has_it_but_for_muawiyas_columns() {
    let roster = Arc::clone(&Library::embedded().unwrap().common().roster);
    let kind = |name: &str| {
        let (i, kind) = roster.kinds.iter().enumerate().find(|(_, kind)| kind.name == name).unwrap();
        let count = roster.units.iter().filter(|&&unit| unit as usize == i).count();
        (count, kind.clear, kind.rough, kind.mounted, kind.picked)
    };
    for (name, expected) in [
        ("Scholae", (7, 6, 5, true, true)),
        ("Excubitor", (1, 8, 8, false, true)),
        ("Domestici Equites", (1, 7, 5, true, true)),
        ("Domestici Pedes", (1, 7, 7, false, true)),
        ("Obsequium foot", (8, 2, 3, false, false)),
        ("Obsequium horse", (4, 4, 3, true, false)),
        ("Orientales horse", (6, 4, 3, true, false)),
        ("Orientales foot", (10, 2, 3, false, false)),
        ("Armeniae horse", (4, 4, 4, true, false)),
        ("Armeniae foot", (8, 2, 4, false, false)),
        ("Clan", (1, 6, 6, true, true)),
        ("Carabisianis foot", (6, 2, 4, false, false)),
        ("African horse", (3, 4, 3, true, false)),
        ("African foot", (5, 2, 3, false, false)),
        ("Syrian 6-4", (6, 6, 4, false, false)),
        ("Syrian 5-4", (10, 5, 4, false, false)),
        ("Syrian 4-4", (6, 4, 4, false, false)),
        ("Egyptian", (8, 4, 3, false, false)),
        ("Quraysh", (10, 5, 4, false, false)),
        ("Kufan", (10, 5, 4, false, false)),
    ] {
        assert_eq!(kind(name), expected, "{name}");
    }
    let shifts: Vec<(i8, i8)> = roster.leaders.iter().map(|card| (card.field, card.sea)).collect();
    assert_eq!(shifts, [(2, 1), (0, 1), (2, 0), (0, 1), (0, 0), (0, 0), (1, 0), (1, 0), (1, 0)]);
}

#[test]
#[covers("1.1", "protocol")]
fn a_wrong_file_is_refused_with_line_and_expectation() {
    let fault = |path: &str, text: &str, from: &str, to: &str| {
        let (file, line) = altered(path, text, from, to);
        (Library::validate(Path::new(path), &file.text).unwrap_err(), line)
    };
    says(
        fault("charts.toml", text("charts.toml"), "\"1 AD AD AR", "\"1 AX AD AR"),
        &["`AX` is no result", "AD, AR, A, DR or DD"],
    );
    says(
        fault("charts.toml", text("charts.toml"), "loss = \"1/4\"", "loss = \"many\""),
        &["`many` is no loss"],
    );
    says(
        fault("map.toml", text("map.toml"), "\"0112 0113\"", "\"0112 0115\""),
        &["do not touch", "two neighbours"],
    );
    says(fault("units.toml", text("units.toml"), "army = \"syria\"", "army = \"cyria\""), &["expected"]);
    let campaign = text("scenarios/campaign.toml");
    says(
        fault("scenarios/campaign.toml", campaign, "Scholae at Nicomedia", "Scholae at Nikomedia"),
        &["there is no place Nikomedia", "did you mean Nicomedia?"],
    );
    says(
        fault("scenarios/campaign.toml", campaign, "8 Obsequium foot", "9 Obsequium foot"),
        &["there are not 9 Obsequium foot left", "at most 8"],
    );
}

#[test]
fn files_are_recognised_by_their_keys() {
    let ours = |path: &str, text: &str| Library::claims(Path::new(path), text);
    for text in [text("units.toml"), text("charts.toml"), text("map.toml"), text("scenarios/delta.toml")] {
        assert!(ours("somewhere/any.toml", text));
    }
    assert!(!ours("notes.toml", "title = 1"));
    assert_eq!(
        Files::schemas().iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        ["units", "charts", "map", "scenario"]
    );
}
