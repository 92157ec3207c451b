//! What scenarios do to the map, on their own sheets (rulings R100 to R102, R105, R106).

use super::*;
use crate::drill::{Drill, direction};
use crate::sheet::{Kind, Sheet, Terrain};
use crate::unit::Unit;

fn sheet(name: &str) -> Sheet {
    LIBRARY.sheet(name, None).unwrap()
}

fn terrain(sheet: &Sheet, hex: &str) -> Terrain {
    sheet.ground.terrain[sheet.ground.grid.at(number(hex)).unwrap().index()]
}

/// Which kinds of terrain are left on a sheet, clear ground aside.
fn left(name: &str) -> Vec<Terrain> {
    let sheet = sheet(name);
    let others = Terrain::ALL.into_iter().filter(|kind| *kind != Terrain::Clear);
    others.filter(|kind| sheet.ground.terrain.contains(kind)).collect()
}

#[test]
#[covers("R100", "brief.8", "scenario.fan-02a", "scenario.fan-03", "scenario.fan-06", "scenario.fan-10")]
fn ignored_terrain_is_gone_and_the_rest_stays() {
    use Terrain::{Marsh, Nile, Road, Slope, Stream, Village, Woods};
    let all = [Village, Woods, Stream, Slope];
    let without = |gone: Terrain| all.into_iter().filter(|kind| *kind != gone).collect::<Vec<_>>();
    let (fan_07, fan_20, fan_21) = ("fan-07-mycenaean-minoan", "fan-20-chengpu", "fan-21-arrapha");
    let changed = [
        ("rome", without(Slope)),
        ("fan-01-first-iran-iraq-war", vec![Village, Woods, Stream, Marsh]),
        ("fan-02a-forever-war", without(Slope)),
        ("fan-02b-lagash-umma", without(Stream)),
        ("fan-03-end-of-sumeria", without(Slope)),
        ("fan-04-sekmem", without(Stream)),
        ("fan-05-senzer", without(Stream)),
        ("fan-06-assuwa-league", without(Slope)),
        (fan_07, vec![Village, Slope]),
        ("fan-08-astarpa-river", vec![Slope]),
        ("fan-10-second-babylon", vec![]),
        ("fan-12-king-david", vec![Village, Woods, Slope, Road]),
        ("fan-13-israel-egypt", without(Stream)),
        ("fan-15-herakleopolis", vec![Village, Woods, Nile]),
        ("fan-18-etruscans-ligurians", without(Stream)),
        (fan_20, vec![Village, Woods]),
        (fan_21, vec![Woods, Stream]),
        ("fan-24-yanling", vec![Stream]),
        ("fan-26-battle-of-pelusium", without(Stream)),
    ];
    for name in LIBRARY.names() {
        let expected =
            changed.iter().find(|(n, _)| n == name).map_or(all.to_vec(), |(_, kinds)| kinds.clone());
        assert_eq!(left(name), expected, "{name}");
        let crests = sheet(name).ground.crests.iter().any(|&crests| crests != 0);
        assert_eq!(crests, expected.contains(&Slope), "{name}: crests go with the slopes and stay with them");
    }
}

#[test]
#[covers("R100", "scenario.rome")]
fn an_ignored_hill_is_clear_in_every_respect() {
    // 1225 is a slope of the printed map with a crest to the north of 1224.
    let plain = sheet("megiddo");
    assert_eq!(terrain(&plain, "1225"), Terrain::Slope);
    let drill = || Drill::of("rome").blue("rest", Kind::MI, "3803", "N");
    // Cost: three steps for three points.
    let mut field = drill().blue("levy", Kind::MI, "1226", "N").begin(Step::Moving);
    field.take_up("levy").steps("N", 3);
    assert_eq!(field.at("levy"), "1223");
    // A charge over it, and no crest to stop the chariot.
    let mut field = drill().blue("car", Kind::CH, "1228", "N").begin(Step::Moving);
    field.take_up("car").steps("N", 5).play(Order::Halt);
    assert_eq!(field.at("car"), "1223");
    assert!(field.see("car").has(Unit::CHARGED));
    // Fire protection 2: a unit of bowmen shoots at 1 to 1.
    let mut field =
        drill().blue("bows", Kind::BO, "1226", "N").gold("foe", Kind::MI, "1225", "S").begin(Step::Aim);
    field.attack("1225").join("bows");
    assert_eq!(field.odds(), "2 against 2, 1 to 1");
    // And no immunity for the militia on it (Melee N).
    let mut field =
        drill().blue("axe", Kind::AX, "1226", "N").gold("foe", Kind::MI, "1225", "S").begin(Step::Array);
    field.assault("1225", &["axe"]).roll(1);
    assert!(field.is_disrupted("foe"));
}

#[test]
#[covers("R101", "scenario.fan-01")]
fn the_marsh_takes_the_place_of_every_slope() {
    let (plain, marsh) = (sheet("megiddo"), sheet("fan-01-first-iran-iraq-war"));
    for hex in plain.ground.grid.hexes() {
        let before = plain.ground.terrain[hex.index()];
        let after = marsh.ground.terrain[hex.index()];
        assert_eq!(after, if before == Terrain::Slope { Terrain::Marsh } else { before });
    }
    assert!(marsh.ground.crests.iter().all(|&crests| crests == 0));
}

/// The ground of the first war between Sumer and Elam without the leader rules; 1225 and its hill are marsh.
fn basra() -> Drill {
    Drill::of("fan-01-first-iran-iraq-war").with(|s| s.leaders = false).blue("rest", Kind::MI, "3803", "N")
}

#[test]
#[covers("R101")]
fn marsh_costs_three_points_and_is_closed_to_chariots() {
    let mut field = basra()
        .terrain("1010", Terrain::Marsh)
        .terrain("2010", Terrain::Marsh)
        .blue("levy", Kind::MI, "1011", "N")
        .blue("axe", Kind::AX, "2011", "N")
        .blue("car", Kind::CH, "1910", "NE")
        .begin(Step::Moving);
    field.take_up("levy").step("N");
    assert_eq!(
        (field.at("levy"), field.see("levy").has(Unit::MOVED)),
        ("1010".into(), true),
        "3 of 3 points"
    );
    field.take_up("axe").step("N");
    assert_eq!((field.at("axe"), field.mover.points), ("2010".into(), 2), "1 of 4 points is left");
    field.play(Order::Halt).take_up("car");
    field.refuses(Order::Step { to: direction("SE") }, "R101");
    assert!(field.offers(Order::Step { to: direction("NE") }));
}

#[test]
#[covers("R101", "R92")]
fn no_chariot_deploys_in_marsh() {
    let field = basra()
        .terrain("1010", Terrain::Marsh)
        .off_map("car", Side::First, Kind::CH)
        .off_map("levy", Side::First, Kind::MI)
        .begin_in(0, Step::Deploy(Side::First));
    let place = |name: &str| Order::Place { unit: field.id(name), hex: number("1010") };
    field.refuses(place("car"), "R101");
    assert!(field.offers(place("levy")));
}

#[test]
#[covers("R101")]
fn no_chariot_retreats_into_marsh() {
    // Marsh on every side but the south, where the enemy is: the chariot has no way and is lost.
    let ring = |drill: Drill| {
        ["1009", "1110", "1111", "0911", "0910"].iter().fold(drill, |d, hex| d.terrain(hex, Terrain::Marsh))
    };
    let mut field = ring(basra())
        .blue("axe", Kind::AX, "1011", "N")
        .gold("car", Kind::CH, "1010", "S")
        .begin(Step::Array);
    field.assault("1010", &["axe"]).roll(3);
    assert!(field.lost("car"));
    let mut field = ring(basra())
        .blue("axe", Kind::AX, "1011", "N")
        .gold("bows", Kind::BO, "1010", "S")
        .begin(Step::Array);
    field.assault("1010", &["axe"]).roll(3).finish();
    assert!(!field.lost("bows"), "foot wades");
}

#[test]
#[covers("R101")]
fn marsh_halves_melee_and_forbids_fire() {
    let drill = || {
        basra()
            .terrain("1010", Terrain::Marsh)
            .terrain("1011", Terrain::Marsh)
            .terrain("2010", Terrain::Marsh)
    };
    let mut both = drill()
        .blue("axe", Kind::AX, "1011", "N")
        .gold("foe", Kind::AX, "1010", "S")
        .blue("dry", Kind::AX, "2011", "N")
        .gold("wet", Kind::AX, "2010", "S")
        .begin(Step::Array);
    both.attack("1010").join("axe");
    assert_eq!(both.odds(), "1½ against 1½, 1 to 1");
    both.attack("2010").join("dry");
    assert_eq!(both.odds(), "3 against 1½, 2 to 1");
    let field = drill()
        .blue("bows", Kind::BO, "1010", "N")
        .blue("others", Kind::BO, "2012", "N")
        .gold("foe", Kind::MI, "1009", "S")
        .gold("wet", Kind::MI, "2010", "S")
        .begin(Step::Aim);
    assert!(!field.offers(Order::Attack { hex: number("1009") }), "no fire from marsh");
    let mut field = field;
    // At range 2 bowmen have one point, against a Fire Protection of 1; the marsh is not high ground.
    field.attack("2010").join("others");
    assert_eq!(field.odds(), "1 against 1, 1 to 1");
}

#[test]
#[covers("R101")]
fn no_charge_runs_through_marsh_and_nobody_is_immune_in_it() {
    // Chariots cannot even enter; what is left is that marsh is no height (Melee N does not hold there).
    let mut field = basra()
        .terrain("1010", Terrain::Marsh)
        .blue("axe", Kind::SD, "1011", "N")
        .gold("levy", Kind::MS, "1010", "S")
        .begin(Step::Array);
    field.assault("1010", &["axe"]).roll(3).finish();
    assert!(field.is_disrupted("levy"));
    assert!(!field.battle.effect(field.hex(number("1010")).unwrap()).charge_ground);
}

#[test]
#[covers("R102", "scenario.fan-04")]
fn the_whole_wood_at_b_is_ignored_and_no_other() {
    let (plain, sekmem) = (sheet("megiddo"), sheet("fan-04-sekmem"));
    let wood = ["3612", "3712", "3812", "3613", "3713", "3813", "3913", "3714"];
    for hex in plain.ground.grid.hexes() {
        let number = plain.ground.grid.number(hex).to_string();
        let (before, after) = (plain.ground.terrain[hex.index()], sekmem.ground.terrain[hex.index()]);
        match before {
            Terrain::Woods if wood.contains(&number.as_str()) => {
                assert_eq!(after, Terrain::Clear, "{number}")
            }
            Terrain::Stream => assert_eq!(after, Terrain::Clear, "{number}"),
            _ => assert_eq!(after, before, "{number}"),
        }
    }
    assert_eq!(terrain(&plain, "3713"), Terrain::Woods);
}

#[test]
#[covers("R102", "scenario.fan-08")]
fn five_hills_stay_and_the_hill_beside_i_goes() {
    let (plain, astarpa) = (sheet("megiddo"), sheet("fan-08-astarpa-river"));
    let hill = |sheet: &Sheet, letter: char| {
        let places = sheet.ground.grid.within(sheet.ground.places[&letter], 1);
        places.into_iter().any(|hex| sheet.ground.terrain[hex.index()] == Terrain::Slope)
    };
    for letter in ['G', 'H', 'J', 'M', 'L'] {
        assert!(hill(&plain, letter) && hill(&astarpa, letter), "{letter}");
    }
    assert!(hill(&plain, 'I') && !hill(&astarpa, 'I'));
    // The hill at H as a whole, to its farthest slope and crest; of the hill beside I nothing.
    for hex in ["1225", "1623", "1421"] {
        assert_eq!(terrain(&astarpa, hex), terrain(&plain, hex), "{hex}");
    }
    for hex in ["0419", "0620", "0819", "0920"] {
        assert_eq!(terrain(&astarpa, hex), Terrain::Clear, "{hex}");
    }
    let crests =
        |sheet: &Sheet, hex: &str| sheet.ground.crests[sheet.ground.grid.at(number(hex)).unwrap().index()];
    assert_ne!(crests(&astarpa, "1224"), 0);
    assert_eq!((crests(&plain, "0720") != 0, crests(&astarpa, "0720")), (true, 0));
}

/// The ground of King David, where the stream is a road, without the leader rules.
fn rephaim() -> Drill {
    let ground = Drill::of("fan-12-king-david").with(|s| (s.leaders, s.moves_first) = (false, Side::First));
    ground.blue("rest", Kind::MI, "3803", "N")
}

#[test]
#[covers("R105", "scenario.fan-12")]
fn a_step_along_the_road_costs_half_a_point() {
    // The road runs 1814, 1914, 2013, 2113, 2112.
    let mut field = rephaim().blue("levy", Kind::MI, "1813", "S").begin(Step::Moving);
    field.take_up("levy").step("S");
    assert_eq!((field.at("levy"), field.mover.points), ("1814".into(), 4), "1 point onto the road");
    field.play(Order::Turn { facing: direction("NE") }).step("NE").step("NE");
    assert_eq!((field.at("levy"), field.mover.points), ("2013".into(), 0), "½ and ½ along it");
    let mut field = rephaim().blue("levy", Kind::MI, "1914", "NE").begin(Step::Moving);
    field.take_up("levy").step("NE").step("NE");
    assert_eq!((field.at("levy"), field.mover.points), ("2113".into(), 4));
}

#[test]
#[covers("R105")]
fn the_road_is_clear_ground_for_fire_melee_and_chariots() {
    // A chariot does not stop on it and charges over it: 2013 lies in the middle of the run.
    let mut field = rephaim().blue("car", Kind::CH, "2015", "N").begin(Step::Moving);
    field.take_up("car").steps("N", 4).play(Order::Halt);
    assert_eq!(field.at("car"), "2011");
    assert!(field.see("car").has(Unit::CHARGED));
    let mut field =
        rephaim().blue("axe", Kind::AX, "2013", "N").gold("foe", Kind::AX, "2012", "S").begin(Step::Array);
    field.attack("2012").join("axe");
    assert_eq!(field.odds(), "3 against 3, 1 to 1");
    let mut field =
        rephaim().blue("axe", Kind::AX, "2012", "S").gold("foe", Kind::AX, "2013", "N").begin(Step::Array);
    field.attack("2013").join("axe");
    assert_eq!(field.odds(), "3 against 3, 1 to 1");
    let mut field =
        rephaim().blue("bows", Kind::BO, "2013", "N").gold("foe", Kind::MI, "2012", "S").begin(Step::Aim);
    field.attack("2012").join("bows");
    assert_eq!(field.odds(), "2 against 2, 1 to 1", "fire from the road");
    let mut field =
        rephaim().blue("bows", Kind::BO, "2012", "S").gold("foe", Kind::MI, "2013", "N").begin(Step::Aim);
    field.attack("2013").join("bows");
    assert_eq!(field.odds(), "2 against 2, 1 to 1", "Fire Protection as in the clear");
}

/// The ground of Herakleopolis, where the stream is the Nile, without the leader rules.
fn delta() -> Drill {
    Drill::of("fan-15-herakleopolis").with(|s| s.leaders = false)
}

#[test]
#[covers("R106", "scenario.fan-15")]
fn nobody_enters_the_nile() {
    let mut field = delta()
        .blue("levy", Kind::MI, "2014", "N")
        .blue("car", Kind::CH, "1915", "N")
        .blue("king", Kind::E, "1815", "N")
        .begin(Step::Moving);
    for name in ["levy", "car", "king"] {
        field.take_up(name);
        field.refuses(Order::Step { to: direction("N") }, "R106");
        field.play(Order::Halt);
    }
    let field = delta().off_map("levy", Side::First, Kind::MI).begin_in(0, Step::Deploy(Side::First));
    field.refuses(Order::Place { unit: field.id("levy"), hex: number("2013") }, "R106");
}

#[test]
#[covers("R106")]
fn nobody_debarks_into_the_nile() {
    let mut field = delta()
        .blue("car", Kind::CH, "2014", "N")
        .blue("axe", Kind::AX, "2014", "N")
        .aboard("axe", "car")
        .begin(Step::Debark);
    let unit = field.id("axe");
    field.refuses(Order::Debark { unit, hex: number("2013") }, "R106");
    field.play(Order::Debark { unit, hex: number("2015") });
}

#[test]
#[covers("R106")]
fn a_retreat_that_only_the_nile_leaves_open_is_none() {
    // The militia at 2014 with the river at its back and enemies all round it.
    let mut field = delta()
        .blue("axes", Kind::AX, "2015", "N")
        .blue("more", Kind::AX, "2015", "N")
        .blue("west", Kind::MI, "1915", "NE")
        .blue("east", Kind::MI, "2115", "NW")
        .blue("far west", Kind::MI, "1914", "SE")
        .blue("far east", Kind::MI, "2114", "SW")
        .gold("levy", Kind::MI, "2014", "S")
        .terrain("1914", Terrain::Clear)
        .begin(Step::Array);
    field.assault("2014", &["axes", "more"]).roll(3);
    assert!(field.lost("levy"));
}

#[test]
#[covers("R106")]
fn fire_across_the_nile_is_free() {
    let mut field =
        delta().blue("bows", Kind::BO, "2014", "N").gold("foe", Kind::MI, "2012", "S").begin(Step::Aim);
    field.attack("2012").join("bows");
    assert_eq!(field.odds(), "1 against 2, 1 to 2");
}

#[test]
#[covers("R113", "R100", "scenario.fan-24")]
fn the_marsh_of_yanling_is_a_name_and_the_stream_keeps_its_effects() {
    let mut field = Drill::of("fan-24-yanling")
        .with(|s| (s.leaders, s.moves_first) = (false, Side::First))
        .blue("car", Kind::CH, "2015", "N")
        .blue("axe", Kind::AX, "2113", "NW")
        .blue("bows", Kind::BO, "1914", "N")
        .begin(Step::Moving);
    field.take_up("car").steps("N", 2);
    assert_eq!(field.at("car"), "2013");
    assert!(field.see("car").has(Unit::MOVED), "a chariot may enter, and stops");
    assert_eq!(terrain(field.sheet(), "2013"), Terrain::Stream);
    assert!(field.battle.effect(field.hex(number("2013")).unwrap()).no_fire_from);
}
