//! What every scenario is, held against the scenario book and the rulings.

use std::sync::LazyLock;

use engine::Side;
use engine::hex::Edge;

use super::*;
use crate::sheet::{Claim, Coming, Condition, Sheet, Terrain};
use engine::edition::DataFiles;

fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::embedded().unwrap());
    &LIBRARY
}

pub(super) fn sheet(name: &str) -> Sheet {
    library().sheet(name, None).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

pub(super) fn text(name: &str) -> &'static str {
    original(&format!("scenarios/{name}.toml"))
}

/// The text of a file compiled in.
pub(super) fn original(place: &str) -> &'static str {
    Files::text(place).expect("a file compiled in")
}

/// The scenarios compiled in, by name.
pub(super) fn scenarios() -> impl Iterator<Item = (&'static str, &'static str)> {
    Files::TEXTS
        .iter()
        .filter_map(|(place, text)| Some((place.strip_prefix("scenarios/")?.strip_suffix(".toml")?, *text)))
}

// Every scenario

#[test]
fn all_forty_one_scenarios_load_in_the_order_of_the_shelf() {
    let library = library();
    assert_eq!(library.names().len(), 41);
    assert!(library.names().iter().eq(scenarios().map(|(name, _)| name)));
    for name in library.names() {
        let sheet = sheet(name);
        assert_eq!(&sheet.name, name);
        assert!(sheet.year < 0 && sheet.turns >= 6, "{name}");
        assert!(!sheet.victory.wins.is_empty(), "{name}");
        let sentences = sheet.notes.split_inclusive(['.', '?']).count();
        assert!((3..=6).contains(&sentences), "{name}: {sentences} sentences");
    }
}

#[test]
fn lengths_and_first_players_are_those_of_the_rulings_table() {
    // Scenario, who deploys first, who moves first, Game-Turns.
    let table = [
        ("rome", "Romans", "Romans", 10),
        ("delta", "Hyksos", "Hyksos", 10),
        ("babylon", "Hittites", "Hittites", 15),
        ("megiddo", "Egyptians", "Egyptians", 12),
        ("kadesh", "Egyptians", "Hittites", 15),
        ("sinai", "Sea Peoples", "Sea Peoples", 12),
        ("qarqar", "Assyrians", "Assyrians", 15),
        ("tabal", "Cimmerians", "Cimmerians", 15),
        ("charchemish", "Babylonians", "Egyptians", 6),
        ("thymbra", "Persians", "Persians", 20),
        ("aequi", "Romans", "Aequi", 10),
        ("bubastis", "Upper Egyptians", "Upper Egyptians", 15),
        ("armageddon-609", "Egyptians", "Egyptians", 10),
        ("lake-regillus", "Romans", "Romans", 15),
        ("fan-01-first-iran-iraq-war", "Sumerians", "Sumerians", 15),
        ("fan-02a-forever-war", "Lagash", "Lagash", 15),
        ("fan-02b-lagash-umma", "Lagash", "Lagash", 15),
        ("fan-03-end-of-sumeria", "Sumer", "Coalition", 15),
        ("fan-04-sekmem", "Egyptians", "Canaanites", 15),
        ("fan-05-senzer", "Mitanni", "Egyptians", 15),
        ("fan-06-assuwa-league", "Assuwa", "Hittites", 15),
        ("fan-07-mycenaean-minoan", "Minoans", "Mycenaeans", 15),
        ("fan-08-astarpa-river", "Arzawa", "Hittites", 15),
        ("fan-09-nihriya", "Assyrians", "Assyrians", 15),
        ("fan-10-second-babylon", "Babylonians", "Assyrians", 15),
        ("fan-11-mount-gilboa", "Philistines", "Philistines", 10),
        ("fan-12-king-david", "Israelites", "Philistines", 15),
        ("fan-13-israel-egypt", "Israelites", "Egyptians", 15),
        ("fan-14-judeans-strike", "Judeans", "Egyptians", 15),
        ("fan-15-herakleopolis", "Kashites", "Kashites", 15),
        ("fan-16-raphia", "Assyrians", "Assyrians", 12),
        ("fan-17-diyala-river", "Elamites", "Assyrians", 15),
        ("fan-18-etruscans-ligurians", "Etruscans", "Ligurians", 15),
        ("fan-19-susa", "Assyrians", "Assyrians", 18),
        ("fan-20-chengpu", "Chu", "Jin", 18),
        ("fan-21-arrapha", "Assyrians", "Assyrians", 15),
        ("fan-22-hama", "Egyptians", "Babylonians", 15),
        ("fan-23-halys", "Medes", "Medes", 12),
        ("fan-24-yanling", "Jin", "Chu", 15),
        ("fan-25-pelusium", "Egyptians", "Persians", 15),
        ("fan-26-battle-of-pelusium", "Egyptians", "Persians", 15),
    ];
    for (name, deploys, moves, turns) in table {
        let sheet = sheet(name);
        let said = |side: Side| sheet.sides[side.index()].as_str();
        assert_eq!(
            (said(sheet.deploys_first), said(sheet.moves_first), sheet.turns),
            (deploys, moves, turns),
            "{name}"
        );
    }
    assert_eq!(table.len(), 41);
}

#[test]
fn chariot_movement_is_changed_where_a_scenario_says_so() {
    let changed = [
        ("babylon", [10, 6]),
        ("fan-01-first-iran-iraq-war", [9, 9]),
        ("fan-02a-forever-war", [6, 6]),
        ("fan-02b-lagash-umma", [9, 9]),
        ("fan-03-end-of-sumeria", [8, 8]),
        ("fan-26-battle-of-pelusium", [10, 6]),
    ];
    let library = library();
    for name in library.names() {
        let expected =
            changed.iter().find(|(n, _)| n == name).map_or([10, 10], |(_, allowances)| *allowances);
        assert_eq!(sheet(name).chariot_movement, expected, "{name}");
    }
}

#[test]
fn only_the_basic_scenario_does_without_leaders() {
    let library = library();
    let without: Vec<_> = library.names().iter().filter(|name| !sheet(name).leaders).collect();
    assert_eq!(without, ["rome"]);
}

#[test]
fn a_condition_that_names_no_side_is_a_claim_of_both() {
    let symmetric = ["rome", "delta", "sinai", "qarqar", "tabal", "charchemish", "fan-02a-forever-war"];
    let more =
        ["fan-02b-lagash-umma", "fan-11-mount-gilboa", "fan-21-arrapha", "fan-22-hama", "fan-25-pelusium"];
    for name in symmetric.into_iter().chain(more).chain(["fan-26-battle-of-pelusium"]) {
        let victory = sheet(name).victory;
        let [Claim { side: one, when: first }, Claim { side: two, when: second }] = &victory.wins[..] else {
            panic!("{name}: two claims expected");
        };
        assert_eq!((first, *one, victory.otherwise), (second, two.other(), None), "{name}");
    }
}

#[test]
fn a_condition_of_one_side_gives_the_game_to_the_other_if_it_fails() {
    let library = library();
    let draws_possible = ["megiddo", "thymbra"];
    for name in library.names().iter().filter(|name| !draws_possible.contains(&name.as_str())) {
        let victory = sheet(name).victory;
        let claimants = |side| victory.wins.iter().any(|claim| claim.side == side);
        if claimants(Side::First) != claimants(Side::Second) {
            let loser = if claimants(Side::First) { Side::Second } else { Side::First };
            assert_eq!(victory.otherwise, Some(loser), "{name}");
        } else {
            assert_eq!(victory.otherwise, None, "{name}");
        }
    }
}

#[test]
fn objectives_are_the_hexes_that_conditions_name() {
    assert_eq!(sheet("rome").objectives, [sheet("rome").ground.places[&'D']]);
    assert_eq!(sheet("aequi").objectives.len(), 8);
    assert_eq!(sheet("bubastis").objectives, sheet("bubastis").ground.villages);
    assert_eq!(sheet("thymbra").objectives.len(), 2);
    assert_eq!(sheet("babylon").objectives, []);
}

// Scenarios of their own kind

#[test]
fn hittites_enter_kadesh_by_three_edges_when_they_like() {
    let sheet = sheet("kadesh");
    let Coming::Enters { hexes, turn: 1, optional: true } = &sheet.groups[3].coming else {
        panic!("must enter")
    };
    let grid = &sheet.ground.grid;
    assert!(hexes.iter().all(|&h| [Edge::West, Edge::North, Edge::East].iter().any(|&e| grid.on_edge(h, e))));
    assert_eq!(hexes.len(), 30 + 38 + 30);
}

#[test]
fn assyrians_enter_tabal_and_egyptians_charchemish_without_delay() {
    for (name, group, hexes) in [("tabal", 0, 40), ("charchemish", 0, 30)] {
        let Coming::Enters { hexes: found, turn: 1, optional: false } = &sheet(name).groups[group].coming
        else {
            panic!("{name}: must enter");
        };
        assert_eq!(found.len(), hexes, "{name}");
    }
}

#[test]
fn egyptians_leave_armageddon_within_five_hexes_of_the_corner() {
    let sheet = sheet("armageddon-609");
    let numbers: Vec<String> =
        sheet.exits[0].iter().map(|&h| sheet.ground.grid.number(h).to_string()).collect();
    assert_eq!(
        numbers,
        ["0125", "0126", "0127", "0128", "0129", "0130", "0230", "0330", "0430", "0530", "0630"]
    );
    assert_eq!(sheet.exits[1], []);
    assert_eq!(self::sheet("lake-regillus").exits[1].len(), 40);
}

#[test]
fn philistines_come_by_the_western_end_of_the_road() {
    let sheet = sheet("fan-12-king-david");
    let Coming::Enters { hexes, turn: 1, optional: false } = &sheet.groups[3].coming else {
        panic!("must enter")
    };
    let [hex] = hexes[..] else { panic!("one hex expected") };
    assert!(sheet.ground.grid.on_edge(hex, Edge::West));
    assert_eq!(sheet.ground.terrain[hex.index()], Terrain::Road);
    let arrives = |group: usize| match &sheet.groups[group].coming {
        Coming::Arrives { hexes, turn } => (hexes.len(), *turn),
        other => panic!("{other:?}"),
    };
    assert_eq!((arrives(1), arrives(2)), ((2, 4), (3, 6)));
}

#[test]
fn king_david_may_be_played_over_fifteen_or_eighteen_turns() {
    let library = library();
    let name = "fan-12-king-david";
    assert_eq!(library.sheet(name, None).unwrap().turns, 15);
    assert_eq!(library.sheet(name, Some(18)).unwrap().turns, 18);
    let refused = library.sheet(name, Some(16)).unwrap_err().to_string();
    assert!(refused.contains("16") && refused.contains("expected 15 or 18"), "{refused}");
    assert!(library.sheet("rome", Some(10)).is_ok());
    assert!(library.sheet("rome", Some(11)).unwrap_err().to_string().contains("expected 10"));
}

#[test]
fn judeans_strike_from_the_south_and_the_south_east_only() {
    let sheet = sheet("fan-14-judeans-strike");
    let Coming::Enters { hexes, turn: 4, optional: false } = &sheet.groups[1].coming else {
        panic!("must enter")
    };
    let ground = &sheet.ground;
    assert!(hexes.iter().all(|h| ground.south[h.index()]));
    assert!(
        hexes.iter().any(|&h| ground.grid.on_edge(h, Edge::East) && !ground.grid.on_edge(h, Edge::South))
    );
    assert_eq!(hexes.iter().filter(|&&h| ground.grid.on_edge(h, Edge::South)).count(), 40);
}

#[test]
fn israelites_at_gilboa_keep_off_the_slopes() {
    let sheet = sheet("fan-11-mount-gilboa");
    let Coming::Deploys { hexes, .. } = &sheet.groups[1].coming else { panic!("must deploy") };
    assert!(hexes.iter().all(|h| sheet.ground.terrain[h.index()] != Terrain::Slope));
    assert!(hexes.len() < sheet.ground.grid.within(sheet.ground.places[&'J'], 4).len());
}

#[test]
fn the_garrison_of_herakleopolis_fills_both_village_hexes() {
    let sheet = sheet("fan-15-herakleopolis");
    let Coming::Deploys { hexes, fill: true } = &sheet.groups[1].coming else {
        panic!("must deploy and fill")
    };
    assert_eq!(hexes, &sheet.ground.villages);
    for group in &sheet.groups {
        let Coming::Deploys { hexes, .. } = &group.coming else { panic!("must deploy") };
        assert!(hexes.iter().all(|h| sheet.ground.terrain[h.index()] != Terrain::Nile));
    }
}

#[test]
fn special_rules_name_their_side() {
    let specials = |name| sheet(name).specials;
    assert_eq!(specials("fan-20-chengpu").fake_retreat, Some(Side::First));
    assert_eq!(specials("fan-23-halys").eclipse_from, Some(6));
    assert_eq!(specials("fan-24-yanling").wings, Some(Side::Second));
    assert_eq!(specials("fan-24-yanling").crossing, Some(Side::Second));
    assert_eq!(specials("fan-25-pelusium").cats, Some(Side::First));
    assert_eq!(specials("fan-26-battle-of-pelusium").asses, Some(Side::Second));
    let library = library();
    let plain = library.names().iter().filter(|name| specials(name) == Default::default()).count();
    assert_eq!(plain, 36);
}

#[test]
fn a_half_victory_at_senzer_is_a_draw() {
    let sheet = sheet("fan-05-senzer");
    let e = sheet.ground.places[&'E'];
    assert_eq!(sheet.victory.draws, [Claim { side: Side::First, when: vec![Condition::Controls(vec![e])] }]);
}

#[test]
fn house_lengths_are_marked() {
    let library = library();
    let house: Vec<_> = library.names().iter().filter(|name| sheet(name).turns_house).collect();
    assert_eq!(house, ["fan-02b-lagash-umma"]);
}

// The map for scenes

#[test]
fn the_landscape_shows_what_the_scenario_left_of_the_map() {
    let plain = sheet("megiddo").landscape;
    assert_eq!(plain.terrain.len(), 1200);
    assert_eq!((plain.lines.len(), plain.lines[0].kind, plain.labels.len()), (1, "stream", 14));
    assert!(plain.sides.len() > 50 && plain.house.is_some());
    assert!(sheet("rome").landscape.sides.is_empty());
    assert!(sheet("fan-04-sekmem").landscape.lines.is_empty());
    assert_eq!(sheet("fan-12-king-david").landscape.lines[0].kind, "road");
    assert_eq!(sheet("fan-15-herakleopolis").landscape.lines[0].kind, "nile");
    assert!(sheet("fan-01-first-iran-iraq-war").landscape.terrain.contains(&"marsh"));
}

#[test]
fn equal_landscapes_have_equal_keys_and_others_do_not() {
    assert_eq!(sheet("megiddo").landscape, sheet("kadesh").landscape);
    let keys: std::collections::BTreeSet<_> =
        ["megiddo", "rome", "fan-10-second-babylon", "fan-04-sekmem", "fan-07-mycenaean-minoan"]
            .map(|name| sheet(name).landscape.key.clone())
            .into();
    assert_eq!(keys.len(), 5);
}

#[test]
fn the_fingerprint_changes_with_the_scenario() {
    assert_eq!(sheet("rome").fingerprint, sheet("rome").fingerprint);
    assert_eq!(sheet("rome").fingerprint.len(), 64);
    assert_ne!(sheet("rome").fingerprint, sheet("delta").fingerprint);
}

#[test]
fn an_unknown_scenario_gets_the_nearest_name() {
    let refused = library().sheet("qarquar", None).unwrap_err().to_string();
    assert_eq!(refused, "there is no scenario `qarquar`; did you mean `qarqar`?");
}
