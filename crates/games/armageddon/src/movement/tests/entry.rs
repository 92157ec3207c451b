//! Entering by a map edge (rulings R14, R21, R23).

use super::*;

/// Blue comes on by these edge hexes from Game-Turn 1, with the leader rules in force and no leader about.
fn gate(hexes: &'static [&'static str]) -> Drill {
    gate_from(hexes, 1, false)
}

fn gate_from(hexes: &'static [&'static str], turn: u8, optional: bool) -> Drill {
    Drill::new().gold("foe", Kind::MI, "3828", "N").with(|s| {
        let hexes = hexes.iter().map(|text| hex(s, text)).collect();
        s.groups[0].coming = Coming::Enters { hexes, turn, optional };
    })
}

#[test]
#[covers("R21")]
fn an_entering_unit_pays_for_the_edge_hex_out_of_its_full_allowance() {
    for (terrain, left) in
        [(Terrain::Clear, 3), (Terrain::Village, 3), (Terrain::Woods, 2), (Terrain::Slope, 2)]
    {
        let mut field =
            gate(&["0110"]).terrain("0110", terrain).off_map("ax", Side::First, Kind::AX).begin(Step::Moving);
        field.take_up("ax").play(enter("0110")).play(face("NE"));
        assert_eq!((field.at("ax"), field.see("ax").facing), ("0110".into(), direction("NE")));
        assert_eq!(points(&field), left, "{} leaders or not", terrain.name());
    }
}

#[test]
#[covers("R21", "movement.G")]
fn an_entering_unit_goes_on_at_once_or_not_at_all_in_that_phase() {
    let mut field = gate(&["0110"])
        .off_map("ax", Side::First, Kind::AX)
        .blue("rest", Kind::MI, "3803", "N")
        .begin(Step::Moving);
    field.take_up("ax").play(enter("0110")).play(face("NE"));
    field.step("NE").step("NE").step("NE");
    assert_eq!(field.at("ax"), "0408");
    field.refuses(take(&field, "ax"), "movement.G");
    idle_until(&mut field, 3, Step::Moving);
    field.take_up("ax");
    assert_eq!(points(&field), 2, "in the next phase control counts again");
}

#[test]
#[covers("R21")]
fn units_enter_only_by_permitted_hexes_without_enemies() {
    let mut field = gate(&["0110", "0111", "0112"])
        .off_map("ax", Side::First, Kind::AX)
        .gold("king", Kind::A, "0111", "N")
        .begin(Step::Moving);
    field.take_up("ax");
    field.refuses(enter("0111"), "movement.F");
    field.refuses(enter("0113"), "R21");
    field.refuses(enter("1010"), "R21");
    field.refuses(step("N"), "R21");
    field.refuses(turn("N"), "R21");
    assert!(field.offers(enter("0110")) && field.offers(enter("0112")));
}

#[test]
#[covers("R21")]
fn units_enter_only_in_their_own_movement_phase_and_not_before_their_turn() {
    let drill = |turn| gate_from(&["0110"], turn, false).off_map("ax", Side::First, Kind::AX);
    let others = [(1, Step::Aim, "protocol"), (2, Step::Moving, "movement.D"), (1, Step::Array, "protocol")];
    for (player_turn, step, rule) in others {
        let field = drill(1).begin_in(player_turn, step);
        field.refuses(take(&field, "ax"), rule);
        field.refuses(enter("0110"), "protocol");
    }
    let early = drill(2).begin(Step::Moving);
    early.refuses(take(&early, "ax"), "R1");
    assert!(early.offers(Order::Done));
    let due = drill(2).begin_in(3, Step::Moving);
    assert!(due.offers(take(&due, "ax")));
}

#[test]
#[covers("R14", "R21")]
fn an_entering_unit_looks_towards_a_hex_of_the_map() {
    // The south-west corner touches 0129, 0229 and 0230; in the east column 40 lies half a hex low.
    for (at, inward) in [("0130", ["N", "NE", "SE"].as_slice()), ("4015", &["N", "S", "SW", "NW"])] {
        let mut field = gate(&["0130", "4015"]).off_map("ax", Side::First, Kind::AX).begin(Step::Moving);
        field.take_up("ax").play(enter(at));
        for to in COMPASS {
            assert_eq!(field.offers(face(to)), inward.contains(&to), "{at} facing {to}");
        }
        let outward = COMPASS.into_iter().find(|to| !inward.contains(to)).unwrap();
        field.refuses(face(outward), "R14");
        field.refuses(Order::Halt, "protocol");
    }
}

#[test]
#[covers("R21", "R7")]
fn off_map_troops_and_chariots_embark_and_enter_together() {
    let mut field = gate(&["0110"])
        .off_map("car", Side::First, Kind::CH)
        .off_map("ax", Side::First, Kind::AX)
        .off_map("king", Side::First, Kind::D)
        .off_map("mc", Side::First, Kind::MC)
        .begin(Step::Embark);
    let car = field.id("car");
    field.refuses(Order::Embark { unit: field.id("mc"), chariot: car }, "R77");
    for name in ["ax", "king"] {
        let unit = field.id(name);
        field.play(Order::Embark { unit, chariot: car });
    }
    assert_eq!(field.step, Step::Moving);
    field.refuses(take(&field, "ax"), "R1");
    field.take_up("car").play(enter("0110")).play(face("SE"));
    assert_eq!(points(&field), 9);
    field.step("SE");
    for name in ["car", "ax", "king"] {
        assert_eq!((field.at(name), field.see(name).facing), ("0210".into(), direction("SE")));
        assert!(name == "car" || field.see(name).aboard == car);
    }
}

#[test]
#[covers("R21", "R78")]
fn a_unit_on_the_map_does_not_board_a_chariot_off_it() {
    let field = gate(&["0110"])
        .off_map("car", Side::First, Kind::CH)
        .blue("ax", Kind::AX, "0110", "N")
        .begin(Step::Embark);
    field.refuses(Order::Embark { unit: field.id("ax"), chariot: field.id("car") }, "chariots");
}

#[test]
#[covers("R21", "R11", "movement.L")]
fn entering_before_a_fire_unit_stops_and_draws_fire() {
    let mut field = gate(&["0110"])
        .off_map("mc", Side::First, Kind::MC)
        .off_map("next", Side::First, Kind::MC)
        .gold("bo", Kind::BO, "0109", "S")
        .begin(Step::Moving);
    field.take_up("mc").play(enter("0110"));
    assert_eq!(field.step, Step::Moving, "not before it has its facing");
    field.play(face("NE"));
    assert_eq!(field.step, Step::Window);
    let unit = field.id("bo");
    assert!(field.offers(Order::Join { unit }), "it cannot have begun adjacent");
    field.play(Order::Commit);
    field.refuses(take(&field, "mc"), "movement.G");
}

#[test]
#[covers("R21")]
fn a_chariot_that_enters_by_a_stream_hex_stops_there() {
    let mut field = gate(&["0110"])
        .terrain("0110", Terrain::Stream)
        .off_map("car", Side::First, Kind::CH)
        .blue("rest", Kind::MI, "3803", "N")
        .begin(Step::Moving);
    field.take_up("car").play(enter("0110")).play(face("NE"));
    assert!(!in_hand(&field, "car"));
    field.refuses(take(&field, "car"), "movement.G");
}

#[test]
#[covers("R23")]
fn entry_may_not_be_postponed() {
    let mut field = gate(&["0110"])
        .off_map("ax", Side::First, Kind::AX)
        .off_map("king", Side::First, Kind::C)
        .blue("rest", Kind::MI, "3803", "N")
        .begin(Step::Moving);
    field.refuses(Order::Done, "R23");
    field.take_up("ax");
    field.refuses(Order::Halt, "R23");
    field.play(enter("0110")).play(face("NE")).play(Order::Halt);
    field.refuses(Order::Done, "R23");
    field.take_up("king").play(enter("0110")).play(face("NE")).play(Order::Halt);
    assert!(field.offers(Order::Done), "leaders had to come on too, and all have");
}

#[test]
#[covers("R23")]
fn where_the_scenario_grants_it_entry_may_be_postponed_turn_after_turn() {
    let mut field = gate_from(&["0110"], 1, true)
        .off_map("ax", Side::First, Kind::AX)
        .off_map("ms", Side::First, Kind::MS)
        .begin(Step::Moving);
    assert!(field.offers(Order::Done));
    field.take_up("ax");
    assert!(field.offers(Order::Halt), "even once taken up");
    field.play(Order::Halt);
    field.refuses(take(&field, "ax"), "movement.G");
    field.play(Order::Done);
    idle_until(&mut field, 3, Step::Moving);
    field.take_up("ax").play(enter("0110"));
    assert_eq!(field.at("ax"), "0110");
}

#[test]
#[covers("R23")]
fn kadesh_alone_of_the_entering_scenarios_lets_entry_wait() {
    let library = crate::files::Library::embedded().unwrap();
    for name in library.names() {
        for group in library.sheet(name, None).unwrap().groups {
            if let Coming::Enters { optional, .. } = group.coming {
                assert_eq!(optional, name == "kadesh", "{name}");
            }
        }
    }
}

#[test]
#[covers("R23")]
fn a_unit_shut_out_enters_at_the_next_chance() {
    let mut field = gate(&["0110"])
        .off_map("ax", Side::First, Kind::AX)
        .blue("rest", Kind::MI, "3803", "N")
        .gold("plug", Kind::MI, "0110", "NE")
        .begin(Step::Moving);
    field.refuses(take(&field, "ax"), "R23");
    assert!(field.offers(Order::Done), "nothing can be done about it");
    field.play(Order::Done);
    field.take_up("plug").step("NE").play(Order::Done);
    idle_until(&mut field, 3, Step::Moving);
    field.refuses(Order::Done, "R23");
    assert!(field.offers(take(&field, "ax")));
}

#[test]
#[covers("R23", "R75")]
fn a_full_gate_is_no_excuse_while_there_is_a_way_through() {
    let gate_with = |shut: bool| {
        let drill = gate(&["0110"])
            .off_map("sd", Side::First, Kind::SD)
            .blue("a", Kind::MI, "0110", "N")
            .blue("b", Kind::MI, "0110", "N")
            .blue("c", Kind::MI, "0110", "N")
            .disrupted("a", MarkerKind::Melee, 2)
            .disrupted("b", MarkerKind::Melee, 2)
            .disrupted("c", MarkerKind::Melee, 2)
            .blue("rest", Kind::MI, "3803", "N");
        // 0110 touches 0109, 0209, 0210 and 0111.
        let wall = [("w", "0109"), ("x", "0209"), ("y", "0210"), ("z", "0111")];
        let drill =
            wall.into_iter().filter(|_| shut).fold(drill, |d, (name, at)| d.gold(name, Kind::MI, at, "N"));
        drill.begin_in(3, Step::Moving)
    };
    let mut through = gate_with(false);
    through.refuses(Order::Done, "R23");
    through.take_up("sd").play(enter("0110")).play(face("NE"));
    through.refuses(Order::Halt, "R73");
    through.step("NE");
    assert!(through.offers(Order::Halt));
    let shut = gate_with(true);
    shut.refuses(take(&shut, "sd"), "R23");
    assert!(shut.offers(Order::Done));
}

#[test]
#[covers("R21", "R16")]
fn an_edge_hex_that_costs_more_than_the_allowance_is_no_way_in() {
    let mut field = gate(&["0110", "0111"])
        .with(|s| s.chariot_movement[0] = 1)
        .terrain("0110", Terrain::Woods)
        .off_map("car", Side::First, Kind::CH)
        .begin(Step::Moving);
    field.take_up("car");
    field.refuses(enter("0110"), "movement.A");
    assert!(field.offers(enter("0111")));
}
