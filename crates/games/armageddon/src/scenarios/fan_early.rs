//! Fan scenarios 1 to 13.

use super::*;
use crate::drill::Drill;
use crate::sheet::Kind;
use crate::unit::Unit;

/// How many Movement Points the chariots of both sides have on the sheet of a scenario.
fn chariot_points(name: &str) -> [u8; 2] {
    let field = Drill::of(name)
        .blue("blue", Kind::CH, "2027", "N")
        .gold("gold", Kind::CH, "2127", "N")
        .flagged("blue", Unit::CONTROLLED)
        .flagged("gold", Unit::CONTROLLED)
        .begin(Step::Array);
    ["blue", "gold"].map(|name| field.allowance(field.id(name)) / 2)
}

#[test]
#[covers("scenario.fan-01", "brief.7")]
fn first_iran_iraq_war() {
    opens("fan-01-first-iran-iraq-war", "Sumerians", "Sumerians", 15);
    capture_of("fan-01-first-iran-iraq-war", "Sumerians", "Elamites", "A");
    assert_eq!(chariot_points("fan-01-first-iran-iraq-war"), [9, 9]);
}

#[test]
#[covers("scenario.fan-02a", "brief.9", "R97")]
fn forever_war() {
    let name = "fan-02a-forever-war";
    opens(name, "Lagash", "Lagash", 15);
    let stage = |lagash: usize, umma: usize| {
        Stage::of(name).on_map("Lagash", lagash, None).on_map("Umma", umma, None)
    };
    assert_eq!(stage(9, 8).winner(), "Lagash");
    assert_eq!(stage(8, 9).winner(), "Umma");
    assert_eq!(stage(9, 9).winner(), "draw");
    assert_eq!(stage(0, 0).winner(), "draw");
    assert_eq!(
        stage(9, 9).on_map("Lagash", 5, Some(MarkerKind::Melee)).winner(),
        "draw",
        "disrupted do not count"
    );
    assert_eq!(stage(9, 9).leader("Umma", "C").winner(), "draw", "leaders do not count");
    assert_eq!(stage(9, 8).lost("Lagash", 20).winner(), "Lagash", "the lost are not asked for");
    assert_eq!(chariot_points(name), [6, 6]);
}

#[test]
#[covers("scenario.fan-02b", "brief.7", "R99")]
fn lagash_against_umma() {
    let name = "fan-02b-lagash-umma";
    opens(name, "Lagash", "Lagash", 15);
    strength_points(name);
    assert_eq!(chariot_points(name), [9, 9]);
    let sheet = Stage::of(name).position.sheet().clone();
    assert!(sheet.turns_house, "no length is printed");
}

/// The side that destroyed more printed strength wins, and a tie is a draw.
fn strength_points(name: &str) {
    let stage = || Stage::of(name);
    let [first, second] = stage().position.sheet().sides.clone();
    assert_eq!(stage().winner(), "draw");
    assert_eq!(stage().lost(&first, 1).winner(), second);
    assert_eq!(stage().lost(&second, 1).winner(), first);
    assert_eq!(stage().lost_leaders(&first, 2).winner(), "draw", "leaders are worth nothing");
    let fallen = |kinds: [&[Kind]; 2]| {
        let mut stage = stage();
        for (side, kinds) in Side::BOTH.into_iter().zip(kinds) {
            for &kind in kinds {
                let position = &mut stage.position;
                let mut alike = position.battle.units(side);
                let fit =
                    |id: &UnitId| position.unit(*id).kind == kind && position.unit(*id).spot == Spot::RESERVE;
                let id = alike.find(fit).expect("a counter of that type");
                position.unit_mut(id).spot = Spot::LOST;
            }
        }
        stage.winner()
    };
    // Three Skirmishers against one unit of Spearmen: three points each.
    assert_eq!(fallen([&[Kind::SK, Kind::SK, Kind::SK], &[Kind::MS]]), "draw");
    assert_eq!(fallen([&[Kind::SK, Kind::SK], &[Kind::MS]]), first);
    assert_eq!(fallen([&[Kind::MS, Kind::SK], &[Kind::MS]]), second);
}

#[test]
#[covers("scenario.fan-03")]
fn end_of_sumeria() {
    let name = "fan-03-end-of-sumeria";
    opens(name, "Sumer", "Coalition", 15);
    let losses = |sumer: usize, coalition: usize| {
        Stage::of(name).lost("Sumer", sumer).lost("Coalition", coalition).winner()
    };
    assert_eq!(losses(25, 20), "Coalition");
    assert_eq!(losses(25, 21), "Sumer");
    assert_eq!(losses(24, 0), "Sumer");
    assert_eq!(chariot_points(name), [8, 8]);
}

#[test]
#[covers("scenario.fan-04")]
fn sekmem() {
    opens("fan-04-sekmem", "Egyptians", "Canaanites", 15);
    capture_of("fan-04-sekmem", "Egyptians", "Canaanites", "A");
}

#[test]
#[covers("scenario.fan-05")]
fn senzer() {
    opens("fan-05-senzer", "Mitanni", "Egyptians", 15);
    let stage = || Stage::of("fan-05-senzer");
    assert_eq!(stage().passes("Egyptians", "E F").winner(), "Egyptians");
    assert_eq!(stage().passes("Egyptians", "E").winner(), "draw");
    assert_eq!(stage().passes("Egyptians", "E F").passes("Mitanni", "F").winner(), "draw");
    assert_eq!(stage().passes("Egyptians", "F").winner(), "Mitanni");
    assert_eq!(stage().passes("Egyptians", "E F").passes("Mitanni", "E").winner(), "Mitanni");
    assert_eq!(stage().winner(), "Mitanni");
}

#[test]
#[covers("scenario.fan-06")]
fn assuwa_league() {
    let name = "fan-06-assuwa-league";
    opens(name, "Assuwa", "Hittites", 15);
    let losses = |assuwa: usize, hittites: usize| {
        Stage::of(name).lost("Assuwa", assuwa).lost("Hittites", hittites).winner()
    };
    assert_eq!(losses(12, 6), "Hittites");
    assert_eq!(losses(12, 7), "Assuwa");
    assert_eq!(losses(11, 0), "Assuwa");
    assert_eq!(losses(20, 10), "Hittites");
}

/// To occupy is to stand there at the end.
fn occupation_of(name: &str, taker: &str, keeper: &str, place: &str) {
    let stage = || Stage::of(name);
    assert_eq!(stage().stands(taker, place).winner(), taker);
    assert_eq!(stage().leader(taker, place).winner(), taker, "a leader is a unit");
    assert_eq!(stage().passes(taker, place).winner(), keeper, "to have been there is not enough");
    assert_eq!(stage().stands(keeper, place).winner(), keeper);
    assert_eq!(stage().winner(), keeper);
}

#[test]
#[covers("scenario.fan-07", "R94", "brief.7")]
fn mycenaeans_against_minoans() {
    let name = "fan-07-mycenaean-minoan";
    opens(name, "Minoans", "Mycenaeans", 15);
    occupation_of(name, "Mycenaeans", "Minoans", "L");
    let sheet = Stage::of(name).position.sheet().clone();
    let chariots = sheet.units.iter().filter(|u| u.side == Side::First && u.kind == Kind::CH).count();
    assert_eq!(chariots, 4, "the four CA are chariots");
}

#[test]
#[covers("scenario.fan-08")]
fn astarpa_river() {
    opens("fan-08-astarpa-river", "Arzawa", "Hittites", 15);
    capture_of("fan-08-astarpa-river", "Hittites", "Arzawa", "A");
}

#[test]
#[covers("scenario.fan-09")]
fn nihriya() {
    opens("fan-09-nihriya", "Assyrians", "Assyrians", 15);
    capture_of("fan-09-nihriya", "Assyrians", "Hittites", "G");
}

#[test]
#[covers("scenario.fan-10", "R97")]
fn second_babylon() {
    let name = "fan-10-second-babylon";
    opens(name, "Babylonians", "Assyrians", 15);
    let stage = |assyrians: usize, babylonians: usize| {
        Stage::of(name).on_map("Assyrians", assyrians, None).on_map("Babylonians", babylonians, None)
    };
    assert_eq!(stage(9, 10).passes("Assyrians", "A C").winner(), "Assyrians");
    assert_eq!(stage(9, 10).passes("Assyrians", "A").winner(), "Babylonians");
    assert_eq!(stage(9, 10).passes("Assyrians", "C").winner(), "Babylonians");
    assert_eq!(stage(20, 10).winner(), "Assyrians");
    assert_eq!(stage(19, 10).winner(), "Babylonians");
    assert_eq!(
        stage(18, 10).on_map("Assyrians", 2, Some(MarkerKind::Fire)).winner(),
        "Assyrians",
        "disrupted count"
    );
    assert_eq!(stage(20, 10).on_map("Babylonians", 1, Some(MarkerKind::Melee)).winner(), "Babylonians");
    assert_eq!(stage(19, 10).leader("Assyrians", "F").winner(), "Babylonians", "leaders do not count");
    assert_eq!(stage(20, 10).leader("Babylonians", "F").winner(), "Assyrians");
}

#[test]
#[covers("scenario.fan-11", "R99", "brief.7")]
fn mount_gilboa() {
    opens("fan-11-mount-gilboa", "Philistines", "Philistines", 10);
    strength_points("fan-11-mount-gilboa");
}

#[test]
#[covers("scenario.fan-12", "R94", "R104")]
fn king_david() {
    let name = "fan-12-king-david";
    opens(name, "Israelites", "Philistines", 15);
    occupation_of(name, "Philistines", "Israelites", "E");
    let longer = LIBRARY.sheet(name, Some(18)).unwrap();
    assert_eq!(longer.turns, 18);
    let mut position = Position::empty(Arc::new(Battle::new(longer)));
    position.player_turn = 30;
    ended(&mut position);
    assert_eq!(position.outcome, None, "the longer game goes on after Game-Turn 15");
    position.player_turn = 36;
    ended(&mut position);
    assert!(position.outcome.is_some());
    for turns in [14, 16, 17, 19] {
        assert!(LIBRARY.sheet(name, Some(turns)).is_err(), "{turns}");
    }
}

#[test]
#[covers("scenario.fan-13")]
fn israel_against_egypt() {
    let name = "fan-13-israel-egypt";
    opens(name, "Israelites", "Egyptians", 15);
    let stage = || Stage::of(name);
    assert_eq!(stage().passes("Egyptians", "D A").winner(), "Egyptians");
    assert_eq!(stage().passes("Egyptians", "D").winner(), "Israelites");
    assert_eq!(stage().passes("Egyptians", "A").winner(), "Israelites");
    assert_eq!(stage().passes("Egyptians", "D A").passes("Israelites", "D").winner(), "Israelites");
}

#[test]
#[covers("scenario.fan-26", "R99", "brief.7")]
fn battle_of_pelusium() {
    opens("fan-26-battle-of-pelusium", "Egyptians", "Persians", 15);
    strength_points("fan-26-battle-of-pelusium");
    assert_eq!(chariot_points("fan-26-battle-of-pelusium"), [10, 6]);
}
