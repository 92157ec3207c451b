//! The fourteen published scenarios.

use super::*;
use crate::drill::Drill;
use crate::sheet::{Kind, Terrain};

#[test]
#[covers("scenario.rome", "R95", "R100", "brief.6")]
fn rome() {
    let position = opens("rome", "Romans", "Romans", 10);
    control_of("rome", "D");
    let sheet = position.sheet();
    assert!(!sheet.ground.terrain.contains(&Terrain::Slope));
    assert!(sheet.ground.crests.iter().all(|&crests| crests == 0));
    // H stands on a hill of the printed map.
    assert_eq!(sheet.ground.terrain[sheet.ground.places[&'H'].index()], Terrain::Clear);
    // No leader anywhere, and yet the full allowance.
    let mut field = Drill::of("rome").blue("levy", Kind::MI, "1010", "N").begin(Step::Moving);
    field.take_up("levy").steps("N", 3);
    assert_eq!(field.at("levy"), "1007");
}

#[test]
#[covers("scenario.delta", "R95")]
fn delta() {
    opens("delta", "Hyksos", "Hyksos", 10);
    control_of("delta", "K");
}

#[test]
#[covers("scenario.babylon", "R96", "R97", "R98")]
fn babylon() {
    opens("babylon", "Hittites", "Hittites", 15);
    let losses = |babylonians: usize, hittites: usize| {
        Stage::of("babylon").lost("Babylonians", babylonians).lost("Hittites", hittites)
    };
    let (won, denied) = ("Hittites", "Babylonians");
    for (babylonians, hittites, winner) in [
        (12, 6, won),
        (12, 7, denied),
        (11, 0, denied),
        (12, 0, won),
        (13, 6, won),
        (13, 7, denied),
        (40, 20, won),
    ] {
        assert_eq!(losses(babylonians, hittites).winner(), winner, "{babylonians} to {hittites}");
    }
    assert_eq!(losses(11, 0).lost_leaders(denied, 4).winner(), denied, "leaders are no units to be counted");
    assert_eq!(losses(12, 6).lost_leaders(won, 5).winner(), won);
}

#[test]
#[covers("scenario.babylon", "brief.8")]
fn the_chariots_of_babylon_are_slow() {
    let mut field = Drill::of("babylon")
        .with(|sheet| sheet.leaders = false)
        .blue("hittite", Kind::CH, "1025", "N")
        .gold("babylonian", Kind::CH, "2525", "N")
        .begin(Step::Moving);
    field.take_up("hittite");
    assert_eq!(field.mover.points, 2 * 10);
    field.play(Order::Halt);
    assert_eq!((field.player_turn, field.step), (2, Step::Moving));
    field.take_up("babylonian");
    assert_eq!(field.mover.points, 2 * 6);
}

#[test]
#[covers("scenario.megiddo", "R5", "R97")]
fn megiddo() {
    opens("megiddo", "Egyptians", "Egyptians", 12);
    let stage = || Stage::of("megiddo");
    // E lies south of the stream, C north of it; 2013 is a stream hex and on neither side.
    assert_eq!(stage().stands("Egyptians", "C").winner(), "Syrians");
    assert_eq!(stage().stands("Egyptians", "2013").winner(), "Syrians");
    assert_eq!(stage().stands("Egyptians", "A").winner(), "Egyptians");
    assert_eq!(stage().passes("Egyptians", "A").stands("Egyptians", "E").winner(), "Egyptians");
    assert_eq!(stage().passes("Egyptians", "A").stands("Egyptians", "C").winner(), "draw", "both conditions");
    assert_eq!(stage().stands("Egyptians", "E").winner(), "draw", "neither condition");
    assert_eq!(stage().leader("Egyptians", "E").winner(), "draw", "a lone leader is a unit in the south");
    assert_eq!(stage().passes("Egyptians", "A").passes("Syrians", "A").winner(), "Syrians", "A was retaken");
}

#[test]
#[covers("scenario.kadesh", "R98")]
fn kadesh() {
    opens("kadesh", "Egyptians", "Hittites", 15);
    let losses = |egyptians: usize, hittites: usize| {
        Stage::of("kadesh").lost("Egyptians", egyptians).lost("Hittites", hittites).winner()
    };
    assert_eq!(losses(25, 15), "Hittites");
    assert_eq!(losses(25, 16), "Egyptians");
    assert_eq!(losses(24, 0), "Egyptians");
    assert_eq!(losses(50, 0), "Hittites", "33 Hittites never came on and are not lost");
    assert_eq!(Stage::of("kadesh").lost("Egyptians", 24).lost_leaders("Egyptians", 10).winner(), "Egyptians");
}

#[test]
#[covers("scenario.sinai", "R95")]
fn sinai() {
    opens("sinai", "Sea Peoples", "Sea Peoples", 12);
    control_of("sinai", "E");
}

#[test]
#[covers("scenario.qarqar", "R95")]
fn qarqar() {
    opens("qarqar", "Assyrians", "Assyrians", 15);
    control_of("qarqar", "E");
}

#[test]
#[covers("scenario.tabal", "R95")]
fn tabal() {
    opens("tabal", "Cimmerians", "Cimmerians", 15);
    control_of("tabal", "E");
}

#[test]
#[covers("scenario.charchemish", "R95")]
fn charchemish() {
    opens("charchemish", "Babylonians", "Egyptians", 6);
    control_of("charchemish", "A");
}

#[test]
#[covers("scenario.thymbra")]
fn thymbra() {
    opens("thymbra", "Persians", "Persians", 20);
    let stage = || Stage::of("thymbra");
    assert_eq!(stage().winner(), "draw");
    assert_eq!(stage().passes("Lydians", "E").winner(), "Lydians");
    assert_eq!(stage().passes("Lydians", "E").stands("Persians", "F").winner(), "Lydians");
    assert_eq!(stage().passes("Lydians", "E").stands("Persians", "D").winner(), "draw");
    assert_eq!(stage().passes("Lydians", "E").leader("Persians", "D").winner(), "draw");
    assert_eq!(stage().passes("Lydians", "A").winner(), "draw", "E is what the Lydians need");
    assert_eq!(stage().passes("Persians", "A E").winner(), "Persians");
    assert_eq!(stage().passes("Persians", "A E").stands("Persians", "C").winner(), "Persians");
    assert_eq!(stage().passes("Persians", "E").winner(), "draw");
    assert_eq!(stage().passes("Persians", "A").winner(), "draw");
    assert_eq!(stage().passes("Persians", "A E").passes("Lydians", "A").winner(), "draw");
}

#[test]
#[covers("scenario.aequi")]
fn aequi() {
    opens("aequi", "Romans", "Aequi", 10);
    let pass = "0507 0607 0708 0808 0909 1009 1110 1210";
    let stage = || Stage::of("aequi");
    assert_eq!((stage().hex("G"), stage().hex("J")), (stage().hex("0507"), stage().hex("1210")));
    assert_eq!(stage().passes("Romans", pass).winner(), "Romans");
    assert_eq!(stage().winner(), "Aequi");
    for hex in pass.split(' ') {
        let seven: Vec<&str> = pass.split(' ').filter(|other| *other != hex).collect();
        assert_eq!(stage().passes("Romans", &seven.join(" ")).winner(), "Aequi", "{hex} was never entered");
        assert_eq!(stage().passes("Romans", pass).passes("Aequi", hex).winner(), "Aequi", "{hex} was taken");
    }
}

#[test]
#[covers("scenario.bubastis")]
fn bubastis() {
    opens("bubastis", "Upper Egyptians", "Upper Egyptians", 15);
    let stage = || Stage::of("bubastis");
    let (upper, lower) = ("Upper Egyptians", "Lower Egyptians");
    assert_eq!(stage().passes(upper, "A a").winner(), upper);
    assert_eq!(stage().passes(upper, "A").winner(), lower);
    assert_eq!(stage().stands(upper, "a").winner(), lower);
    assert_eq!(stage().passes(upper, "A a").passes(lower, "a").winner(), lower);
    assert_eq!(stage().winner(), lower);
}

#[test]
#[covers("scenario.armageddon-609", "R97", "R24")]
fn armageddon() {
    opens("armageddon-609", "Egyptians", "Egyptians", 10);
    let stage = || Stage::of("armageddon-609");
    assert_eq!(stage().gone("Egyptians", 15).winner(), "Egyptians");
    assert_eq!(stage().gone("Egyptians", 14).winner(), "Judeans");
    assert_eq!(stage().gone("Egyptians", 14).gone_leaders("Egyptians", 5).winner(), "Judeans");
    assert_eq!(stage().gone("Egyptians", 14).lost("Egyptians", 20).winner(), "Judeans");
    assert_eq!(stage().lost("Judeans", 48).winner(), "Judeans");
}

#[test]
#[covers("scenario.lake-regillus", "R97")]
fn lake_regillus() {
    opens("lake-regillus", "Romans", "Romans", 15);
    let stage = || Stage::of("lake-regillus");
    assert_eq!(stage().gone("Etruscans", 20).winner(), "Etruscans");
    assert_eq!(stage().gone("Etruscans", 19).gone_leaders("Etruscans", 7).winner(), "Romans");
    assert_eq!(stage().lost("Romans", 46).winner(), "Romans");
}
