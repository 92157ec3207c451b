//! The forces of every scenario, held against the scenario book.

use engine::Side;

use super::Library;
use crate::sheet::{Coming, Group, Kind, Sheet};

/// Scenario, side, troops, leaders, and the units of all its groups together, as the scenario book lists them
/// (with the brief's reading of misprints).
const ROSTERS: [(&str, &str, usize, usize, &str); 82] = [
    ("rome", "Romans", 22, 0, "9MI 6MS 3AX 4SK"),
    ("rome", "Sabines", 15, 0, "6MS 7AX 2BO"),
    ("delta", "Egyptians", 34, 5, "16MI 8AX 6IB 4SK 2A 2B 1D"),
    ("delta", "Hyksos", 36, 6, "6MI 6MS 12AX 2BO 10CH 3C 2D 1E"),
    ("babylon", "Hittites", 36, 5, "10MS 8AX 4BO 4SK 10CH 3C 2D"),
    ("babylon", "Babylonians", 40, 4, "16MI 4MS 4AX 4MC 4BO 8CH 3A 1D"),
    ("megiddo", "Egyptians", 38, 7, "12MS 12AX 4IB 4SK 6CH 4A 2B 1F"),
    ("megiddo", "Syrians", 44, 4, "18MI 6MS 12AX 4SK 4CH 3B 1E"),
    ("kadesh", "Egyptians", 50, 10, "8MI 12MS 12AX 8IB 10CH 4A 3B 1C 1D 1F"),
    ("kadesh", "Hittites", 48, 7, "12MS 12AX 4BO 4IB 6SK 10CH 3C 3D 1E"),
    ("sinai", "Egyptians", 26, 8, "6MI 4MS 4AX 4IB 2SK 6CH 4A 3B 1C"),
    ("sinai", "Sea Peoples", 20, 6, "8MS 4AX 2SD 2BO 4SK 3C 2D 1E"),
    ("qarqar", "Assyrians", 37, 5, "12MS 4AX 2SD 6HA 3IB 10CH 3D 2E"),
    ("qarqar", "Allies", 52, 8, "14MI 6MS 10AX 6BO 6SK 10CH 5C 3D"),
    ("tabal", "Assyrians", 22, 7, "6MS 4AX 2SD 4HA 2IB 4CH 4D 2E 1F"),
    ("tabal", "Cimmerians", 24, 6, "8MI 8AX 4BO 4SK 3C 2D 1E"),
    ("charchemish", "Egyptians", 48, 9, "6MI 6MS 10AX 4HA 8IB 4SK 10CH 4A 2B 2C 1D"),
    ("charchemish", "Babylonians", 42, 8, "8MS 8AX 8MC 4BO 4IB 10CH 3B 3C 2D"),
    ("thymbra", "Persians", 40, 5, "6MS 6AX 6SD 8HA 4IB 10CH 2C 2D 1F"),
    ("thymbra", "Lydians", 44, 4, "12MS 12AX 6SD 2MC 4BO 4SK 4CH 3D 1E"),
    ("aequi", "Romans", 30, 5, "8MS 8AX 4SD 4MC 2BO 4SK 2C 2D 1E"),
    ("aequi", "Aequi", 40, 6, "16MI 6AX 12MC 6SK 3C 3D"),
    ("bubastis", "Upper Egyptians", 16, 4, "8MI 4BO 4SK 1A 1B 1C 1F"),
    ("bubastis", "Lower Egyptians", 20, 4, "12MI 2BO 6SK 1A 1B 2C"),
    ("armageddon-609", "Egyptians", 48, 5, "12MS 12AX 8IB 6SK 10CH 3B 2D"),
    ("armageddon-609", "Judeans", 48, 7, "10MI 10MS 10AX 10BO 4SK 4CH 3C 3D 1E"),
    ("lake-regillus", "Romans", 46, 6, "16MI 9MS 6AX 4SD 3MC 8SK 1C 3D 1E 1F"),
    ("lake-regillus", "Etruscans", 48, 7, "12MI 12MS 8AX 4SD 12MC 4C 2D 1E"),
    ("fan-01-first-iran-iraq-war", "Sumerians", 31, 4, "12MI 6AX 2BO 5SK 6CH 1C 2D 1E"),
    ("fan-01-first-iran-iraq-war", "Elamites", 28, 5, "10MI 5AX 2BO 6SK 5CH 1D 2E 2F"),
    ("fan-02a-forever-war", "Lagash", 34, 5, "8MI 8MS 6AX 2BO 6SK 4CH 1A 1B 1C 2D"),
    ("fan-02a-forever-war", "Umma", 33, 5, "6MI 10MS 6AX 3BO 4SK 4CH 1A 1B 2C 1E"),
    ("fan-02b-lagash-umma", "Lagash", 39, 6, "12MI 6MS 6AX 4BO 3SK 8CH 1C 2D 2E 1F"),
    ("fan-02b-lagash-umma", "Umma", 29, 6, "8MI 4MS 4AX 3BO 4SK 6CH 1D 3E 2F"),
    ("fan-03-end-of-sumeria", "Sumer", 48, 6, "12MI 8MS 8AX 2SD 4BO 8SK 6CH 1A 1C 2D 1E 1F"),
    ("fan-03-end-of-sumeria", "Coalition", 56, 7, "12MI 10MS 10AX 4SD 6BO 6SK 8CH 1A 2B 2C 1D 1F"),
    ("fan-04-sekmem", "Egyptians", 22, 4, "10MS 4AX 2BO 6SK 1A 2B 1C"),
    ("fan-04-sekmem", "Canaanites", 14, 4, "6MS 2AX 2BO 4SK 1B 2C 1D"),
    ("fan-05-senzer", "Egyptians", 52, 8, "8MI 12MS 8AX 6IB 8SK 10CH 1A 3B 3C 1D"),
    ("fan-05-senzer", "Mitanni", 40, 7, "12MI 8MS 2AX 2BO 6SK 10CH 1A 2B 2C 1D 1E"),
    ("fan-06-assuwa-league", "Assuwa", 52, 7, "8MI 12MS 4AX 6SD 2MC 4BO 8SK 8CH 1A 2B 2C 1D 1F"),
    ("fan-06-assuwa-league", "Hittites", 52, 6, "12MS 8AX 4SD 4MC 8BO 6SK 10CH 1A 1B 2C 1D 1E"),
    ("fan-07-mycenaean-minoan", "Mycenaeans", 29, 5, "12MS 2AX 6SD 5SK 4CH 1A 1B 2C 1D"),
    ("fan-07-mycenaean-minoan", "Minoans", 25, 5, "8MI 5MS 4AX 2SD 4SK 2CH 1B 1C 2D 1F"),
    ("fan-08-astarpa-river", "Hittites", 44, 7, "12MS 6AX 4SD 4BO 8SK 10CH 1A 3B 3C"),
    ("fan-08-astarpa-river", "Arzawa", 40, 7, "8MI 10MS 4AX 2BO 6SK 10CH 2B 3C 2D"),
    ("fan-09-nihriya", "Assyrians", 52, 9, "6MI 10MS 10AX 2SD 2MC 8BO 4SK 10CH 2C 4D 2E 1F"),
    ("fan-09-nihriya", "Hittites", 42, 8, "6MI 10MS 8AX 5BO 5SK 8CH 2C 3D 1E 2F"),
    ("fan-10-second-babylon", "Assyrians", 59, 9, "8MI 11MS 8AX 4SD 2MC 2HA 6IB 8SK 10CH 1A 3B 3C 2D"),
    ("fan-10-second-babylon", "Babylonians", 54, 8, "12MI 10MS 6AX 2SD 2MC 4BO 8SK 10CH 1A 2B 3C 2D"),
    ("fan-11-mount-gilboa", "Philistines", 44, 3, "16MI 12MS 8SK 8CH 2D 1E"),
    ("fan-11-mount-gilboa", "Israelites", 30, 3, "12MI 10MS 8SK 2C 1E"),
    ("fan-12-king-david", "Israelites", 48, 7, "8MI 12MS 6AX 6SD 4BO 8SK 4CH 1A 2B 3C 1D"),
    ("fan-12-king-david", "Philistines", 32, 6, "10MS 6AX 4SD 2BO 4SK 6CH 1B 2C 2D 1F"),
    ("fan-13-israel-egypt", "Israelites", 42, 6, "10MI 8MS 4AX 4SD 4BO 8SK 4CH 1B 2C 2D 1E"),
    ("fan-13-israel-egypt", "Egyptians", 52, 7, "12MS 12AX 4SD 8IB 6SK 10CH 1A 2B 2C 2D"),
    ("fan-14-judeans-strike", "Judeans", 54, 9, "12MI 12MS 8AX 2SD 4BO 2IB 6SK 8CH 1A 2B 3C 3D"),
    ("fan-14-judeans-strike", "Egyptians", 58, 8, "12MS 12AX 8SD 2BO 8IB 6SK 10CH 1A 2B 2C 2D 1E"),
    ("fan-15-herakleopolis", "Kashites", 69, 9, "12MI 12MS 10AX 4SD 2MC 8HA 7IB 8SK 6CH 2A 1B 2C 3D 1E"),
    ("fan-15-herakleopolis", "Delta Egyptians", 61, 7, "10MI 12MS 8AX 6SD 3MC 6IB 6SK 10CH 1B 3C 2D 1F"),
    ("fan-16-raphia", "Assyrians", 36, 4, "10MS 10SD 4MC 3IB 3SK 6CH 2D 1E 1F"),
    ("fan-16-raphia", "Egyptians", 35, 6, "8MS 8SD 6MC 4IB 6SK 3CH 2B 2C 1D 1E"),
    ("fan-17-diyala-river", "Assyrians", 39, 6, "10MS 8AX 2SD 3MC 2HA 4IB 2SK 8CH 1C 3D 1E 1F"),
    ("fan-17-diyala-river", "Elamites", 37, 8, "10MI 6MS 6AX 1MC 4BO 2IB 8CH 1B 3D 2E 2F"),
    ("fan-18-etruscans-ligurians", "Etruscans", 48, 7, "8MI 12MS 4AX 6SD 8MC 2BO 4SK 4CH 1B 3C 3D"),
    ("fan-18-etruscans-ligurians", "Ligurians", 36, 7, "16MI 8AX 6MC 6SK 2C 2D 2E 1F"),
    ("fan-19-susa", "Assyrians", 59, 9, "6MI 10MS 10AX 4SD 3MC 2HA 8IB 6SK 10CH 3C 3D 2E 1F"),
    ("fan-19-susa", "Elamites", 44, 8, "10MI 8MS 8AX 2MC 2BO 2IB 4SK 8CH 1C 2D 3E 2F"),
    ("fan-20-chengpu", "Jin", 80, 8, "12MI 12MS 10AX 6SD 4MC 4HA 6BO 8IB 8SK 10CH 1A 2B 2C 3D"),
    ("fan-20-chengpu", "Chu", 84, 7, "20MI 12MS 8AX 4SD 6MC 4HA 8BO 6IB 6SK 10CH 2B 2C 3D"),
    ("fan-21-arrapha", "Assyrians", 32, 5, "12MS 4AX 2SD 2MC 4HA 4IB 4CH 1B 2C 2D"),
    ("fan-21-arrapha", "Babylonians", 28, 5, "8MS 6AX 8MC 2BO 4IB 1B 3C 1D"),
    ("fan-22-hama", "Babylonians", 32, 6, "10MS 8AX 6MC 4BO 4IB 1A 2B 2C 1D"),
    ("fan-22-hama", "Egyptians", 30, 5, "4MI 6MS 6AX 2HA 2IB 4SK 6CH 2B 2C 1D"),
    ("fan-23-halys", "Medes", 24, 5, "12MS 4MC 4IB 4SK 3C 2D"),
    ("fan-23-halys", "Lydians", 24, 4, "10MS 6MC 8SK 3C 1D"),
    ("fan-24-yanling", "Jin", 68, 6, "6MI 12MS 8AX 4SD 4MC 6HA 6BO 6IB 8SK 8CH 1A 2B 2C 1D"),
    ("fan-24-yanling", "Chu", 68, 6, "20MI 8MS 8AX 2SD 4MC 4HA 6BO 4IB 6SK 6CH 1A 2C 3D"),
    ("fan-25-pelusium", "Persians", 26, 5, "9MS 6SD 4MC 2HA 5IB 2C 2D 1E"),
    ("fan-25-pelusium", "Egyptians", 22, 5, "12MS 2MC 4BO 4SK 2B 2C 1D"),
    ("fan-26-battle-of-pelusium", "Persians", 68, 9, "16MS 10AX 4SD 6MC 6HA 8IB 8SK 10CH 2C 3D 3E 1F"),
    ("fan-26-battle-of-pelusium", "Egyptians", 43, 7, "12MS 8AX 3MC 6IB 6SK 8CH 1C 2D 3E 1F"),
];

fn sheets() -> Vec<Sheet> {
    let library = Library::embedded().unwrap();
    library.names().iter().map(|name| library.sheet(name, None).unwrap()).collect()
}

#[test]
fn every_side_has_the_units_of_the_scenario_book() {
    let sheets = sheets();
    for (name, side, troops, leaders, roster) in ROSTERS {
        let sheet = sheets.iter().find(|s| s.name == name).unwrap();
        let side = Side::BOTH.into_iter().find(|s| sheet.sides[s.index()] == side).unwrap();
        let own = |kind: Kind| sheet.units.iter().filter(|u| u.side == side && u.kind == kind).count();
        let found = Kind::ALL.into_iter().filter(|&k| own(k) > 0).map(|k| format!("{}{}", own(k), k.code()));
        assert_eq!(found.collect::<Vec<_>>().join(" "), roster, "{name}, {}", sheet.sides[side.index()]);
        let count = |leader: bool| {
            sheet.units.iter().filter(|u| u.side == side && u.kind.is_leader() == leader).count()
        };
        assert_eq!((count(false), count(true)), (troops, leaders), "{name}, {}", sheet.sides[side.index()]);
    }
    assert_eq!(sheets.len() * 2, ROSTERS.len());
}

#[test]
fn units_are_numbered_within_their_side_and_type() {
    for sheet in sheets() {
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let own = sheet.units.iter().filter(|u| u.side == side && u.kind == kind);
                assert!(own.map(|u| u.ordinal).eq(1..=own_count(&sheet, side, kind)), "{}", sheet.name);
            }
        }
        assert!(sheet.units.is_sorted_by_key(|u| (u.side, u.group)), "{}", sheet.name);
        assert!(sheet.units.iter().all(|u| sheet.groups[u.group as usize].side == u.side), "{}", sheet.name);
    }
}

fn own_count(sheet: &Sheet, side: Side, kind: Kind) -> u8 {
    sheet.units.iter().filter(|u| u.side == side && u.kind == kind).count() as u8
}

/// Hexes the troops of a group fill when every hex holds as many as it may (ruling R73) and nobody rides.
fn hexes_needed(sheet: &Sheet, group: usize) -> usize {
    let own = |kind: Kind| sheet.units.iter().filter(|u| u.group as usize == group && u.kind == kind).count();
    let melee = [Kind::MI, Kind::MS, Kind::AX, Kind::SD, Kind::MC].map(own);
    let stacks: usize = melee.iter().map(|n| n.div_ceil(3)).sum();
    let room_beside: usize = melee.iter().map(|n| n.div_ceil(3) * 3 - n).sum();
    let fire: usize = [Kind::HA, Kind::BO, Kind::IB, Kind::SK].into_iter().map(own).sum();
    own(Kind::CH) + stacks + fire.saturating_sub(room_beside).div_ceil(3)
}

#[test]
fn every_deployment_zone_has_room_for_its_group() {
    for sheet in sheets() {
        for (i, group) in sheet.groups.iter().enumerate() {
            let Group { coming: Coming::Deploys { hexes, .. }, .. } = group else { continue };
            let needed = hexes_needed(&sheet, i);
            assert!(hexes.len() >= needed, "{}: {} hexes for {needed}", sheet.name, hexes.len());
            assert!(hexes.is_sorted() && hexes.windows(2).all(|w| w[0] != w[1]), "{}", sheet.name);
        }
    }
}

#[test]
fn zones_of_the_same_side_and_of_both_sides_together_have_room() {
    // Groups whose zones overlap share their hexes; the whole of a scenario must still fit.
    for sheet in sheets() {
        let mut hexes = vec![];
        let mut needed = 0;
        for (i, group) in sheet.groups.iter().enumerate() {
            if let Coming::Deploys { hexes: zone, .. } = &group.coming {
                hexes.extend(zone.iter().copied());
                needed += hexes_needed(&sheet, i);
            }
        }
        hexes.sort();
        hexes.dedup();
        assert!(hexes.len() >= needed, "{}: {} hexes for {needed}", sheet.name, hexes.len());
    }
}
