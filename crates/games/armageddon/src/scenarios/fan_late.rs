//! Fan scenarios 14 to 25; 26 is judged with those that count strength points.

use super::*;
use crate::drill::{Drill, Field};
use crate::sheet::{Kind, Terrain};
use crate::unit::Unit;

#[test]
#[covers("scenario.fan-14", "R97")]
fn judeans_strike() {
    let name = "fan-14-judeans-strike";
    opens(name, "Judeans", "Egyptians", 15);
    let stage = || Stage::of(name);
    assert_eq!(stage().passes("Egyptians", "F").gone("Egyptians", 15).winner(), "Egyptians");
    assert_eq!(
        stage().passes("Egyptians", "F").gone("Egyptians", 14).gone_leaders("Egyptians", 3).winner(),
        "Judeans"
    );
    assert_eq!(stage().gone("Egyptians", 20).winner(), "Judeans");
    assert_eq!(
        stage().passes("Egyptians", "F").passes("Judeans", "F").gone("Egyptians", 15).winner(),
        "Judeans"
    );
}

#[test]
#[covers("scenario.fan-15", "brief.7")]
fn herakleopolis() {
    let name = "fan-15-herakleopolis";
    opens(name, "Kashites", "Kashites", 15);
    let stage = |enemies: usize| Stage::of(name).lost("Delta Egyptians", enemies);
    assert_eq!(stage(32).stands("Kashites", "A").passes("Kashites", "a").winner(), "Kashites");
    assert_eq!(stage(31).stands("Kashites", "A").passes("Kashites", "a").winner(), "Delta Egyptians");
    assert_eq!(stage(32).stands("Kashites", "A").winner(), "Delta Egyptians");
    let retaken = stage(32).passes("Kashites", "A a").passes("Delta Egyptians", "a");
    assert_eq!(retaken.winner(), "Delta Egyptians");
    let sheet = stage(0).position.sheet().clone();
    let garrison = sheet.units.iter().filter(|u| u.group == 1);
    let kinds: Vec<&str> = garrison.map(|u| u.kind.code()).collect();
    assert_eq!(kinds, ["MS", "MS", "MI", "MI", "IB", "A", "B", "D"], "the 1A is a leader");
}

#[test]
#[covers("scenario.fan-16", "brief.7")]
fn raphia() {
    let name = "fan-16-raphia";
    opens(name, "Assyrians", "Assyrians", 12);
    let stage = |assyrians: usize, egyptians: usize| {
        Stage::of(name).lost("Assyrians", assyrians).lost("Egyptians", egyptians)
    };
    assert_eq!(stage(4, 5).passes("Assyrians", "C").winner(), "Assyrians");
    assert_eq!(stage(5, 5).passes("Assyrians", "C").winner(), "Egyptians", "not fewer");
    assert_eq!(stage(0, 0).passes("Assyrians", "C").winner(), "Egyptians", "not fewer");
    assert_eq!(stage(0, 20).winner(), "Egyptians");
    assert_eq!(stage(4, 5).passes("Assyrians", "C").passes("Egyptians", "C").winner(), "Egyptians");
    assert_eq!(stage(4, 5).lost_leaders("Assyrians", 4).passes("Assyrians", "C").winner(), "Assyrians");
}

#[test]
#[covers("scenario.fan-17")]
fn diyala_river() {
    opens("fan-17-diyala-river", "Elamites", "Assyrians", 15);
    capture_of("fan-17-diyala-river", "Assyrians", "Elamites", "E");
}

#[test]
#[covers("scenario.fan-18", "R94")]
fn etruscans_against_ligurians() {
    let name = "fan-18-etruscans-ligurians";
    opens(name, "Etruscans", "Ligurians", 15);
    let stage = || Stage::of(name);
    assert_eq!(stage().stands("Ligurians", "A").winner(), "Ligurians");
    assert_eq!(
        stage().stands("Ligurians", "a").winner(),
        "Etruscans",
        "the village hex beside A does not count"
    );
    assert_eq!(stage().passes("Ligurians", "A").winner(), "Etruscans", "to have been there is not enough");
    assert_eq!(stage().leader("Ligurians", "A").winner(), "Ligurians");
    assert_eq!(stage().winner(), "Etruscans");
}

#[test]
#[covers("scenario.fan-19", "brief.7")]
fn susa() {
    opens("fan-19-susa", "Assyrians", "Assyrians", 18);
    capture_of("fan-19-susa", "Assyrians", "Elamites", "A");
    let sheet = Stage::of("fan-19-susa").position.sheet().clone();
    let archers = sheet.units.iter().filter(|u| u.side == Side::First && u.kind == Kind::HA).count();
    assert_eq!(archers, 2, "the two HB are Horse Archers");
}

#[test]
#[covers("scenario.fan-20", "R111")]
fn chengpu() {
    let name = "fan-20-chengpu";
    opens(name, "Chu", "Jin", 18);
    let broken = |chu: [usize; 2], jin: [usize; 2]| {
        let stage = Stage::of(name).lost("Chu", chu[0]).lost("Jin", jin[0]);
        stage.on_map("Chu", chu[1], Some(MarkerKind::Melee)).on_map("Jin", jin[1], Some(MarkerKind::Fire))
    };
    assert_eq!(broken([25, 0], [14, 0]).winner(), "Jin");
    assert_eq!(broken([20, 5], [7, 7]).winner(), "Jin");
    assert_eq!(broken([0, 25], [0, 0]).winner(), "Jin");
    assert_eq!(broken([24, 0], [0, 0]).winner(), "Chu");
    assert_eq!(broken([25, 0], [14, 1]).winner(), "Chu");
    assert_eq!(broken([25, 0], [15, 0]).winner(), "Chu");
    assert_eq!(broken([20, 4], [0, 0]).on_map("Chu", 9, Some(MarkerKind::Pursuit)).winner(), "Chu");
    assert_eq!(broken([20, 4], [0, 0]).on_map("Chu", 1, Some(MarkerKind::Movement)).winner(), "Jin");
    assert_eq!(broken([24, 0], [0, 0]).lost_leaders("Chu", 7).on_map("Chu", 9, None).winner(), "Chu");
}

#[test]
#[covers("scenario.fan-21", "R95")]
fn arrapha() {
    opens("fan-21-arrapha", "Assyrians", "Assyrians", 15);
    control_of("fan-21-arrapha", "G");
}

/// One side must control both hexes, else it is a draw (ruling R95).
fn control_of_both(name: &str, one: &str, two: &str) {
    let stage = || Stage::of(name);
    let [first, second] = stage().position.sheet().sides.clone();
    let both = format!("{one} {two}");
    assert_eq!(stage().winner(), "draw");
    for (side, enemy) in [(&first, &second), (&second, &first)] {
        assert_eq!(stage().passes(side, &both).winner(), *side);
        assert_eq!(stage().passes(side, one).winner(), "draw");
        assert_eq!(stage().passes(side, two).winner(), "draw");
        assert_eq!(stage().passes(side, &both).passes(enemy, two).winner(), "draw");
        assert_eq!(stage().passes(side, &both).passes(enemy, &both).winner(), *enemy);
    }
}

#[test]
#[covers("scenario.fan-22", "R95")]
fn hama() {
    opens("fan-22-hama", "Egyptians", "Babylonians", 15);
    control_of_both("fan-22-hama", "D", "A");
}

#[test]
#[covers("scenario.fan-23")]
fn halys() {
    opens("fan-23-halys", "Medes", "Medes", 12);
    capture_of("fan-23-halys", "Medes", "Lydians", "P");
}

#[test]
#[covers("scenario.fan-24", "R114", "brief.7")]
fn yanling() {
    let name = "fan-24-yanling";
    opens(name, "Jin", "Chu", 15);
    // The first so many Chu troops still in the box have been in the stream.
    let waded = |mut stage: Stage, count: usize| {
        let chu = stage.side("Chu");
        let troops = stage.position.battle.units(chu).filter(|&id| stage.position.unit(id).is_troop());
        for id in troops.collect::<Vec<_>>().into_iter().rev().take(count) {
            stage.position.unit_mut(id).flags |= Unit::CROSSED;
        }
        stage
    };
    let stage = |chu: usize, jin: usize| Stage::of(name).lost("Chu", chu).lost("Jin", jin);
    assert_eq!(waded(stage(20, 14), 16).winner(), "Jin");
    assert_eq!(waded(stage(20, 15), 16).winner(), "Chu");
    assert_eq!(waded(stage(19, 0), 16).winner(), "Chu");
    assert_eq!(waded(stage(0, 60), 15).winner(), "Jin", "the advance was not made, whatever else holds");
    assert_eq!(waded(stage(0, 0), 16).winner(), "Chu");
    // Those who waded and fell count too.
    assert_eq!(waded(stage(68, 20), 16).winner(), "Chu");
    let sheet = Stage::of(name).position.sheet().clone();
    let spears = sheet.units.iter().filter(|u| u.side == Side::Second && u.kind == Kind::MS).count();
    let militia = sheet.units.iter().filter(|u| u.side == Side::Second && u.kind == Kind::MI).count();
    assert_eq!((spears, militia), (8, 20), "the first 8 MI are 8 MS");
}

#[test]
#[covers("scenario.fan-25", "R95")]
fn pelusium() {
    opens("fan-25-pelusium", "Egyptians", "Persians", 15);
    control_of_both("fan-25-pelusium", "A", "a");
}

/// Chu at Yanling, the second side here to move; 2013 and 2113 are stream hexes.
fn ford() -> Drill {
    Drill::of("fan-24-yanling").with(|sheet| sheet.leaders = false).gold("rest", Kind::MS, "3803", "N")
}

fn waded(field: &Field, name: &str) -> bool {
    field.see(name).has(Unit::CROSSED)
}

#[test]
#[covers("R114", "scenario.fan-24")]
fn troops_and_riders_that_enter_the_stream_in_a_chu_movement_phase_are_counted() {
    // Chu move first: Player-Turn 1 is theirs.
    let mut field = ford()
        .gold("axe", Kind::AX, "2012", "S")
        .gold("car", Kind::CH, "2212", "S")
        .gold("rider", Kind::AX, "2212", "S")
        .aboard("rider", "car")
        .gold("dry", Kind::AX, "2010", "S")
        .terrain("2213", Terrain::Stream)
        .begin(Step::Moving);
    field.take_up("axe").step("S").step("S").play(Order::Halt);
    assert!(waded(&field, "axe"), "to have been in it is enough");
    field.take_up("car").step("S");
    assert!(waded(&field, "car") && waded(&field, "rider"));
    field.take_up("dry").step("S").play(Order::Halt);
    assert!(!waded(&field, "dry"));
    let chu = Side::Second;
    let fewer = |n| field.satisfied(chu.other(), &crate::sheet::Condition::EnemyCrossedFewerThan(n));
    assert!(!fewer(3) && fewer(4), "three troops, each once");
}

#[test]
#[covers("R114")]
fn debarking_and_embarking_in_the_stream_are_entries_too() {
    let mut field = ford()
        .gold("car", Kind::CH, "2012", "S")
        .gold("rider", Kind::AX, "2012", "S")
        .aboard("rider", "car")
        .begin(Step::Debark);
    field.play(Order::Debark { unit: field.id("rider"), hex: number("2013") });
    assert!(waded(&field, "rider") && !waded(&field, "car"));
    let mut field =
        ford().gold("car", Kind::CH, "2013", "S").gold("axe", Kind::AX, "2012", "S").begin(Step::Embark);
    field.play(Order::Embark { unit: field.id("axe"), chariot: field.id("car") });
    assert!(waded(&field, "axe") && !waded(&field, "car"), "the chariot was there before");
}

#[test]
#[covers("R114")]
fn a_retreat_into_the_stream_is_no_advance_and_jin_are_not_counted() {
    let mut field = ford()
        .lane()
        .terrain("1009", Terrain::Stream)
        .blue("axe", Kind::AX, "1011", "N")
        .gold("levy", Kind::MS, "1010", "S")
        .begin_in(2, Step::Array);
    // 3 against 1½ is 2 to 1.
    field.assault("1010", &["axe"]).roll(3).finish();
    assert!(field.is_disrupted("levy") && field.at("levy") == "1008", "{}", field.at("levy"));
    assert!(!waded(&field, "levy"));
    let mut field = ford().blue("jin", Kind::AX, "2012", "S").begin_in(2, Step::Moving);
    field.take_up("jin").step("S");
    assert!(!waded(&field, "jin"));
}

#[test]
#[covers("R114", "R98")]
fn those_who_waded_and_fell_are_still_counted() {
    let mut field = ford()
        .gold("axe", Kind::AX, "2012", "S")
        .blue("sword", Kind::SD, "2014", "N")
        .blue("more", Kind::SD, "2014", "N")
        .begin(Step::Moving);
    field.take_up("axe").step("S").play(Order::Halt).play(Order::Done);
    while field.player_turn < 2 || field.step != Step::Array {
        let order = if matches!(field.step, Step::Aim | Step::Array) { Order::Commit } else { Order::Done };
        field.play(order);
    }
    field.assault("2013", &["sword", "more"]).roll(6);
    assert!(field.lost("axe"), "{}", field.declared());
    assert!(waded(&field, "axe"));
}
