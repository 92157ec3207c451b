//! What the ground costs, what is near, and who controls a hex (Terrain Effects Chart; rulings R1 to R5, R16,
//! R93; brief 6).

use super::*;
use crate::files::Library;

#[test]
#[covers("tec", "tec.clear", "tec.village", "tec.woods", "tec.stream", "tec.slope", "movement.A")]
fn each_terrain_has_its_cost_to_enter() {
    let chart = [
        (Terrain::Clear, 1),
        (Terrain::Village, 1),
        (Terrain::Woods, 2),
        (Terrain::Stream, 2),
        (Terrain::Slope, 2),
    ];
    for (terrain, cost) in chart {
        for kind in [Kind::AX, Kind::MC, Kind::B] {
            let mut field =
                open().terrain("1009", terrain).blue("mover", kind, "1010", "N").begin(Step::Moving);
            field.take_up("mover");
            let before = points(&field);
            field.step("N");
            assert_eq!(points(&field), before - cost, "{kind:?} into {}", terrain.name());
        }
        // Leaving it costs nothing.
        let mut field = open().terrain("1010", terrain).blue("mc", Kind::MC, "1010", "N").begin(Step::Moving);
        field.take_up("mc").step("N");
        assert_eq!(points(&field), 8, "out of {}", terrain.name());
    }
}

#[test]
#[covers("tec.crest", "movement.A")]
fn a_crest_costs_nothing_extra_but_bars_chariots_both_ways() {
    let drill =
        |kind| open().crest("1010", "N").blue("up", kind, "1010", "N").blue("down", kind, "1009", "S");
    let mut field = drill(Kind::AX).begin(Step::Moving);
    field.take_up("up").step("N");
    assert_eq!(points(&field), 3);
    field.play(Order::Halt).take_up("down").step("S");
    assert_eq!(points(&field), 3);
    let mut field = drill(Kind::CH).begin(Step::Moving);
    field.take_up("up");
    field.refuses(step("N"), "chariots.G");
    assert!(field.offers(step("NE")), "only that hexside is barred");
    field.play(Order::Halt).take_up("down");
    field.refuses(step("S"), "chariots.G");
}

#[test]
#[covers("tec.stream")]
fn a_stream_ends_the_move_of_a_chariot_and_of_nobody_else() {
    let drill = |kind| open().terrain("1009", Terrain::Stream).blue("mover", kind, "1010", "N");
    let mut field = drill(Kind::CH).begin(Step::Moving);
    field.take_up("mover").step("N");
    assert!(!in_hand(&field, "mover"), "turns included");
    field.refuses(take(&field, "mover"), "movement.G");
    let mut field = drill(Kind::MC).begin(Step::Moving);
    field.take_up("mover").step("N").step("N");
    assert_eq!(points(&field), 6);
}

#[test]
#[covers("R16", "movement.A")]
fn there_is_no_minimum_move_of_one_hex() {
    let mut field = open()
        .with(|s| s.leaders = true)
        .terrain("1009", Terrain::Woods)
        .terrain("0910", Terrain::Slope)
        .blue("mi", Kind::MI, "1010", "N")
        .begin(Step::Moving);
    field.take_up("mi");
    assert_eq!(points(&field), 1, "out of control");
    field.refuses(step("N"), "movement.A");
    field.refuses(step("NW"), "movement.A");
    field.step("NE");
    assert_eq!(field.at("mi"), "1110");
}

#[test]
#[covers("R1", "R3")]
fn leaders_and_chariots_are_units_but_only_leaders_are_no_troops() {
    let field =
        open().blue("car", Kind::CH, "1010", "N").blue("king", Kind::F, "1011", "N").begin(Step::Moving);
    for (name, troop) in [("car", true), ("king", false)] {
        assert_eq!(field.see(name).is_troop(), troop);
        assert!(field.occupied(field.see(name).hex().unwrap()), "a unit occupies its hex");
        assert!(field.offers(take(&field, name)), "and moves");
    }
}

#[test]
#[covers("R2")]
fn hexes_are_adjacent_across_anything() {
    // The men at 1011 board across a crest, those at 1111 out of a stream.
    let field = open()
        .crest("1010", "S")
        .terrain("1111", Terrain::Stream)
        .blue("car", Kind::CH, "1010", "N")
        .blue("behind crest", Kind::AX, "1011", "N")
        .blue("in stream", Kind::SD, "1111", "N")
        .blue("two off", Kind::MS, "1012", "N")
        .begin(Step::Embark);
    let chariot = field.id("car");
    for name in ["behind crest", "in stream"] {
        assert!(field.offers(Order::Embark { unit: field.id(name), chariot }), "{name}");
    }
    field.refuses(Order::Embark { unit: field.id("two off"), chariot }, "chariots");
}

#[test]
#[covers("R2")]
fn distance_ignores_terrain_units_and_crests() {
    let grid = &Drill::new().sheet.ground.grid;
    let apart = |a: &str, b: &str| grid.distance(grid.at(number(a)).unwrap(), grid.at(number(b)).unwrap());
    // Even columns lie half a hex lower.
    for neighbour in ["1009", "1110", "1111", "1011", "0911", "0910"] {
        assert_eq!(apart("1010", neighbour), 1, "{neighbour}");
    }
    for other in ["1109", "0909", "1112", "1012", "1211"] {
        assert_eq!(apart("1010", other), 2, "{other}");
    }
    assert_eq!(apart("0507", "1210"), 7, "G to J, a straight row of eight hexes");
    // Control reaches over an enemy, a stream and a crest.
    let mut field = open()
        .with(|s| s.leaders = true)
        .blue("king", Kind::E, "1010", "N")
        .gold("enemy", Kind::MS, "1009", "N")
        .terrain("1008", Terrain::Stream)
        .crest("1009", "N")
        .blue("near", Kind::AX, "1008", "N")
        .blue("far", Kind::AX, "1007", "N")
        .begin(Step::Moving);
    field.take_up("near");
    assert_eq!(points(&field), 4);
    field.play(Order::Halt).take_up("far");
    assert_eq!(points(&field), 2);
}

#[test]
#[covers("R3")]
fn a_lone_leader_of_either_side_makes_a_hex_occupied() {
    // No fire through it.
    for side in Side::BOTH {
        let drill = open().blue("bo", Kind::BO, "1010", "N").gold("ms", Kind::MS, "1008", "S");
        let drill = match side {
            Side::First => drill.blue("king", Kind::C, "1009", "N"),
            Side::Second => drill.gold("king", Kind::C, "1009", "N"),
        };
        let field = drill.begin(Step::Aim);
        assert!(!field.offers(Order::Attack { hex: number("1008") }));
    }
    let open_line =
        open().blue("bo", Kind::BO, "1010", "N").gold("ms", Kind::MS, "1008", "S").begin(Step::Aim);
    assert!(open_line.offers(Order::Attack { hex: number("1008") }));
    // No charge over it.
    for (at, charges) in [("1013", true), ("1012", false), ("1009", false)] {
        let mut field = open()
            .blue("car", Kind::CH, "1013", "N")
            .blue("ax", Kind::AX, "1013", "N")
            .aboard("ax", "car")
            .blue("king", Kind::C, at, "N")
            .begin(Step::Moving);
        field.take_up("car").step("N").step("N").step("N").step("N").play(Order::Halt);
        assert_eq!(field.see("car").has(Unit::CHARGED), charges, "a leader at {at}");
    }
}

fn sheet(name: &str) -> Sheet {
    Library::embedded().unwrap().sheet(name, None).unwrap()
}

#[test]
#[covers("R5")]
fn south_of_the_stream_is_what_the_south_edge_reaches_dry() {
    for name in ["megiddo", "thymbra", "fan-14-judeans-strike"] {
        let sheet = sheet(name);
        let ground = &sheet.ground;
        let dry = |hex: Hex| ground.terrain[hex.index()] != Terrain::Stream;
        let mut reached: Vec<Hex> =
            (1..=40).map(|column| hex(&sheet, &format!("{column:02}30"))).filter(|&hex| dry(hex)).collect();
        let mut next = 0;
        while next < reached.len() {
            for (_, hex) in ground.grid.neighbours(reached[next]) {
                if dry(hex) && !reached.contains(&hex) {
                    reached.push(hex);
                }
            }
            next += 1;
        }
        for hex in ground.grid.hexes() {
            assert_eq!(
                ground.south[hex.index()],
                reached.contains(&hex),
                "{name}: {}",
                ground.grid.number(hex)
            );
        }
        for (letter, south) in
            [('E', true), ('A', true), ('D', true), ('H', true), ('I', true), ('C', false), ('F', false)]
        {
            assert_eq!(ground.south[ground.places[&letter].index()], south, "{name}: {letter}");
        }
        assert!(
            ground.grid.hexes().filter(|&h| !dry(h)).all(|h| !ground.south[h.index()]),
            "streams are neither"
        );
    }
}

#[test]
#[covers("R4")]
fn the_edges_are_the_outer_rows_and_columns_with_their_corners() {
    let edges = |name: &str| -> Vec<String> {
        let sheet = sheet(name);
        let entering = sheet.groups.iter().find_map(|group| match &group.coming {
            Coming::Enters { hexes, .. } => Some(hexes.clone()),
            _ => None,
        });
        entering.unwrap().iter().map(|&h| sheet.ground.grid.number(h).to_string()).collect()
    };
    let south: Vec<String> = (1..=40).map(|column| format!("{column:02}30")).collect();
    let east: Vec<String> = (1..=30).map(|row| format!("40{row:02}")).collect();
    let mut three: Vec<String> = (1..=30).map(|row| format!("01{row:02}")).collect();
    three.extend((2..=39).map(|column| format!("{column:02}01")));
    three.extend(east.clone());
    assert_eq!(edges("tabal"), south, "the south edge, both corners included");
    assert_eq!(edges("charchemish"), east, "the east edge, both corners included");
    assert_eq!(edges("kadesh"), three, "west, north and east, each corner once");
}

#[test]
#[covers("R4", "R24")]
fn the_exits_of_megiddo_and_lake_regillus_are_those_edges() {
    let exits = |name: &str, side: Side| -> Vec<String> {
        let sheet = sheet(name);
        sheet.exits[side.index()].iter().map(|&h| sheet.ground.grid.number(h).to_string()).collect()
    };
    let corner = ["0125", "0126", "0127", "0128", "0129", "0130", "0230", "0330", "0430", "0530", "0630"];
    assert_eq!(exits("armageddon-609", Side::First), corner, "five hexes from 0130 along west and south");
    assert!(exits("armageddon-609", Side::Second).is_empty());
    let south: Vec<String> = (1..=40).map(|column| format!("{column:02}30")).collect();
    let etruscans = exits("lake-regillus", Side::First).len() + exits("lake-regillus", Side::Second).len();
    assert_eq!(etruscans, 40, "one side only");
    assert!(Side::BOTH.into_iter().any(|side| exits("lake-regillus", side) == south));
    assert!(Side::BOTH.into_iter().all(|side| exits("rome", side).is_empty()));
}

/// An objective at 1009.
fn contested() -> Drill {
    open().with(|s| s.objectives = vec![hex(s, "1009")])
}

#[test]
#[covers("brief.6", "R93")]
fn a_hex_passed_through_is_controlled_until_the_enemy_comes_in() {
    let mut field =
        contested().blue("ax", Kind::AX, "1010", "N").gold("mc", Kind::MC, "1006", "S").begin(Step::Moving);
    assert_eq!(field.control[0], None, "nobody has been there");
    field.take_up("ax").step("N");
    assert_eq!(field.control[0], Some(Side::First));
    field.step("NE").play(Order::Halt).play(Order::Done);
    assert_eq!(field.control[0], Some(Side::First), "though nobody stands there");
    idle_until(&mut field, 2, Step::Moving);
    field.take_up("mc").step("S").step("S");
    assert_eq!(field.control[0], Some(Side::First), "an enemy beside it changes nothing");
    field.step("S");
    assert_eq!(field.control[0], Some(Side::Second));
    field.step("SW");
    assert_eq!(field.control[0], Some(Side::Second));
}

#[test]
#[covers("R93")]
fn a_leader_alone_takes_control() {
    let mut field = contested().blue("king", Kind::A, "1010", "N").begin(Step::Moving);
    field.take_up("king").step("N");
    assert_eq!(field.control[0], Some(Side::First));
}

#[test]
#[covers("R93")]
fn debarking_and_deployment_take_control() {
    let mut field = contested()
        .blue("car", Kind::CH, "1010", "N")
        .blue("ax", Kind::AX, "1010", "N")
        .aboard("ax", "car")
        .begin(Step::Debark);
    let unit = field.id("ax");
    field.play(Order::Debark { unit, hex: number("1009") });
    assert_eq!(field.control[0], Some(Side::First));

    let mut field = Drill::new()
        .with(|s| s.objectives = vec![hex(s, "1009")])
        .off_map("ax", Side::First, Kind::AX)
        .begin_in(0, Step::Deploy(Side::First));
    let unit = field.id("ax");
    field.play(Order::Place { unit, hex: number("1009") }).play(face("N"));
    assert_eq!(field.control[0], Some(Side::First));
    field.play(Order::Lift { unit });
    assert_eq!(field.control[0], None, "taken back before play, it never was there");
}

#[test]
#[covers("R93", "brief.6")]
fn a_disrupted_unit_retreating_through_a_hex_takes_control_of_it() {
    // The Militia has three points and three hexes to go; 1009 is on every way that is left.
    let mut field = contested()
        .blue("ax", Kind::AX, "1011", "N")
        .gold("mi", Kind::MI, "1010", "S")
        .blue("left", Kind::AX, "0910", "N")
        .blue("right", Kind::AX, "1110", "N")
        .begin(Step::Array);
    field.control[0] = Some(Side::First);
    // 3 against a half: 6 to 1, a 1 is D.
    field.assault("1010", &["ax"]).roll(1);
    while field.combat.stage != crate::position::Stage::Idle {
        let order = field.orders()[0];
        field.play(order);
    }
    assert!(field.is_disrupted("mi") && field.at("mi") != "1009", "it went on: {}", field.at("mi"));
    assert_eq!(field.control[0], Some(Side::Second));
}

#[test]
#[covers("R93", "R21")]
fn entering_by_an_edge_takes_control() {
    let mut field = open()
        .with(|s| {
            s.objectives = vec![hex(s, "0110")];
            s.groups[0].coming = Coming::Enters { hexes: vec![hex(s, "0110")], turn: 1, optional: false };
        })
        .off_map("ax", Side::First, Kind::AX)
        .begin(Step::Moving);
    field.take_up("ax").play(enter("0110"));
    assert_eq!(field.control[0], Some(Side::First));
}
