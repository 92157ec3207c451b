//! The dust cloud: raising it, what it bars, who is behind it (rulings R108, R109).

use super::*;
use crate::unit::Spot;

/// Announces the fake retreat with the dust still to be raised.
fn announce(field: &mut Field) {
    field.play(Order::Feint).end(Step::Embark);
    assert_eq!(field.step, Step::Dust);
}

fn dust(field: &Field) -> Vec<String> {
    let mut hexes: Vec<String> =
        field.dust.iter().filter_map(|spot| spot.hex()).map(|hex| field.number(hex).to_string()).collect();
    hexes.sort();
    hexes
}

/// Lays dust as if the fake retreat was announced in a Player-Turn.
fn lay(field: &mut Field, player_turn: u8, hexes: &[&str]) {
    field.feint_turn = player_turn;
    for hex in hexes {
        let spot = Spot::on(field.hex(number(hex)).unwrap());
        field.dust.push(spot);
    }
}

#[test]
#[covers("R108")]
fn the_chariot_leaves_dust_where_it_passed_nine_hexes_at_most() {
    let mut field = chengpu().blue("car", Kind::CH, "2020", "N").begin(Step::Feint);
    announce(&mut field);
    field.play(Order::Dust { unit: field.id("car") });
    assert_eq!(field.mover.points, 20, "10 points without a leader");
    field.steps("N", 10);
    assert_eq!(field.at("car"), "2010");
    let passed: Vec<String> = (11..=19).map(|row| format!("20{row}")).collect();
    assert_eq!(dust(&field), passed, "neither where it began nor where it ended");
}

#[test]
#[covers("R108")]
fn a_hex_it_comes_back_to_and_leaves_again_is_dust_too() {
    let mut field = chengpu().blue("car", Kind::CH, "2020", "N").begin(Step::Feint);
    announce(&mut field);
    field.play(Order::Dust { unit: field.id("car") });
    field.step("N").play(Order::Turn { facing: direction("S") });
    assert_eq!(dust(&field), [""; 0], "nothing is left behind yet");
    field.step("S");
    assert_eq!(dust(&field), ["2019"]);
    field.step("S").play(Order::Halt);
    assert_eq!(dust(&field), ["2019", "2020"], "it entered its first hex again and left it");
}

#[test]
#[covers("R108")]
fn one_undisrupted_chariot_raises_the_dust_before_any_other_moves() {
    let mut field = chengpu()
        .blue("car", Kind::CH, "2020", "N")
        .blue("broken", Kind::CH, "2220", "N")
        .blue("axe", Kind::AX, "2420", "N")
        .disrupted("broken", MarkerKind::Fire, 2)
        .begin_in(3, Step::Feint);
    announce(&mut field);
    let dust = |name: &str| Order::Dust { unit: field.id(name) };
    field.refuses(dust("broken"), "R64");
    field.refuses(dust("axe"), "chariots");
    field.refuses(dust("far"), "movement.D");
    field.refuses(Order::Move { unit: field.id("axe") }, "protocol");
    assert!(field.offers(dust("car")) && field.offers(Order::Done));
    let order = dust("car");
    field.play(order).step("N").play(Order::Halt);
    field.refuses(order, "protocol");
    field.refuses(Order::Move { unit: field.id("car") }, "movement.G");
}

#[test]
#[covers("R108")]
fn the_dust_chariot_moves_by_the_ordinary_rules() {
    let mut field =
        chengpu().blue("car", Kind::CH, "2020", "N").gold("bows", Kind::BO, "2118", "S").begin(Step::Feint);
    announce(&mut field);
    field.play(Order::Dust { unit: field.id("car") });
    field.refuses(step("S"), "facing");
    field.steps("N", 2);
    assert_eq!((field.at("car"), field.step), ("2018".into(), Step::Window), "stopped before the bows");
}

#[test]
#[covers("R108")]
fn without_the_announcement_there_is_no_dust() {
    let mut field = chengpu().blue("car", Kind::CH, "2020", "N").begin(Step::Feint);
    field.play(Order::Done);
    assert_eq!(field.step, Step::Moving);
    field.refuses(Order::Dust { unit: field.id("car") }, "protocol");
    field.take_up("car").steps("N", 5);
    assert_eq!(dust(&field), [""; 0]);
}

#[test]
#[covers("R108")]
fn chu_may_not_enter_the_dust_and_jin_may() {
    let mut field = chengpu()
        .gold("axe", Kind::AX, "2010", "S")
        .gold("king", Kind::D, "2010", "S")
        .gold("car", Kind::CH, "2110", "SW")
        .gold("rider", Kind::AX, "2110", "SW")
        .aboard("rider", "car")
        .blue("own", Kind::AX, "2012", "N")
        .begin_in(2, Step::Moving);
    lay(&mut field, 1, &["2011", "2010"]);
    for name in ["axe", "king"] {
        field.take_up(name).refuses(step("S"), "R108");
        field.play(Order::Halt);
    }
    field.play(Order::Done);
    assert_eq!(field.step, Step::Debark);
    let unit = field.id("rider");
    field.refuses(Order::Debark { unit, hex: number("2010") }, "R108");
    assert!(field.offers(Order::Debark { unit, hex: number("2109") }));
    field.play(Order::Done);
    idle(&mut field, 3, Step::Moving);
    field.take_up("own").step("N");
    assert_eq!(field.at("own"), "2011");
}

#[test]
#[covers("R108")]
fn chu_may_not_retreat_into_the_dust() {
    // The lane leaves a retreat from 1010 one way, through 1009; there the dust lies.
    let duel = |lane: Drill| {
        lane.blue("axe", Kind::AX, "1011", "N").gold("levy", Kind::MI, "1010", "S").begin(Step::Array)
    };
    let mut field = duel(chengpu().lane());
    lay(&mut field, 1, &["1009"]);
    field.assault("1010", &["axe"]).roll(1);
    assert!(field.lost("levy"));
    let mut field = duel(chengpu().lane());
    field.assault("1010", &["axe"]).roll(1);
    assert_eq!(field.at("levy"), "1007", "without the dust it gets away");
}

#[test]
#[covers("R108")]
fn dust_does_not_block_fire() {
    let mut field = chengpu()
        .gold("bows", Kind::BO, "2010", "S")
        .blue("axe", Kind::AX, "2012", "N")
        .begin_in(2, Step::Aim);
    lay(&mut field, 1, &["2011", "2012"]);
    field.attack("2012").join("bows");
    assert_eq!(field.odds(), "1 against 2, 1 to 2");
}

#[test]
#[covers("R108", "R109")]
fn the_dust_goes_at_the_end_of_the_next_game_turn_and_hidden_units_show() {
    let mut field =
        chengpu().blue("axe", Kind::AX, "2010", "N").flagged("axe", Unit::HIDDEN).begin(Step::Moving);
    lay(&mut field, 1, &["2009"]);
    for player_turn in [2, 3, 4] {
        idle(&mut field, player_turn, Step::Moving);
        assert_eq!(dust(&field), ["2009"], "Player-Turn {player_turn}");
        assert!(field.see("axe").has(Unit::HIDDEN));
    }
    idle(&mut field, 5, Step::Moving);
    assert_eq!(dust(&field), [""; 0]);
    assert!(!field.see("axe").has(Unit::HIDDEN));
}

/// Axemen at 2015 with dust at 2012 and Chu where a test puts them.
fn behind(enemies: &[(&'static str, &str)], dust: &[&str]) -> bool {
    let drill = enemies.iter().fold(chengpu(), |drill, (name, hex)| drill.gold(name, Kind::MI, hex, "S"));
    let mut field = drill.blue("axe", Kind::AX, "2015", "N").begin(Step::Moving);
    lay(&mut field, 1, dust);
    field.behind_dust(field.id("axe"))
}

#[test]
#[covers("R109")]
fn behind_is_where_the_line_to_the_nearest_enemy_crosses_dust() {
    assert!(behind(&[("foe", "2009")], &["2012"]));
    assert!(!behind(&[("foe", "2009")], &["2112"]));
    assert!(!behind(&[("foe", "2009")], &[]));
    assert!(!behind(&[("foe", "2013")], &["2012"]), "the dust lies beyond the enemy");
    assert!(!behind(&[("foe", "2009")], &["2015", "2009"]), "the ends of the line do not count");
    assert!(!behind(&[("foe", "2009"), ("near", "2018")], &["2012"]), "the nearest enemy is not behind it");
    assert!(behind(&[("near", "2011"), ("foe", "2020")], &["2012"]));
}

#[test]
#[covers("R109")]
fn with_several_nearest_enemies_each_must_be_behind_the_dust() {
    assert!(!behind(&[("one", "2009"), ("two", "2021")], &["2012"]));
    assert!(behind(&[("one", "2009"), ("two", "2021")], &["2012", "2018"]));
}

#[test]
#[covers("R109", "R46")]
fn a_line_along_a_hexside_needs_dust_on_both_sides() {
    // The line from 2015 to 2114 runs between 2014 and 2115.
    let field = chengpu().begin(Step::Moving);
    let grid = &field.sheet().ground.grid;
    let (from, to) = (grid.at(number("2015")).unwrap(), grid.at(number("2114")).unwrap());
    let line = SightLine::to(grid.difference(from, to));
    let [(a, b)] = line.beside[..] else { panic!("the line should run along one hexside: {line:?}") };
    let name = |offset| grid.number(grid.offset(from, offset).unwrap()).to_string();
    let (a, b) = (name(a), name(b));
    assert_eq!([&a, &b].map(String::as_str).iter().max(), Some(&"2115"));
    assert!(!behind(&[("foe", "2114")], &[&a]));
    assert!(!behind(&[("foe", "2114")], &[&b]));
    assert!(behind(&[("foe", "2114")], &[&a, &b]));
}

#[test]
#[covers("R109")]
fn those_who_fell_back_behind_the_dust_rally_at_the_end_of_the_phase() {
    let unit =
        |drill: Drill, name, hex| drill.blue(name, Kind::AX, hex, "N").disrupted(name, MarkerKind::Melee, 2);
    let drill = unit(chengpu(), "behind", "2013");
    let drill = unit(drill, "aside", "2613");
    let drill = unit(drill, "stayed", "2015");
    let mut field = drill.gold("foe", Kind::MS, "2009", "S").begin_in(3, Step::Feint);
    feign(&mut field);
    lay(&mut field, 3, &["2011", "2012"]);
    for name in ["behind", "aside"] {
        field.play(fall_back(&field, name)).step("S").play(Order::Halt);
    }
    assert!(field.is_disrupted("behind"), "not before the end of the phase");
    field.play(Order::Done);
    assert!(!field.is_disrupted("behind"));
    assert!(field.is_disrupted("aside"), "fell back, but is not behind the dust");
    assert!(field.is_disrupted("stayed"), "behind the dust, but did not fall back");
}

#[test]
#[covers("R109")]
fn any_jin_units_behind_the_dust_may_be_hidden_then() {
    let mut field = chengpu()
        .blue("axe", Kind::AX, "2014", "N")
        .blue("king", Kind::D, "2014", "N")
        .blue("aside", Kind::AX, "2613", "N")
        .gold("foe", Kind::MS, "2009", "S")
        .begin(Step::Feint);
    feign(&mut field);
    lay(&mut field, 1, &["2011"]);
    let hide = |field: &Field, name: &str| Order::Hide { unit: field.id(name) };
    field.refuses(hide(&field, "axe"), "protocol");
    field.play(Order::Done);
    assert_eq!(field.step, Step::Hide);
    field.refuses(hide(&field, "aside"), "R109");
    field.refuses(hide(&field, "foe"), "protocol");
    field.play(hide(&field, "axe"));
    assert!(field.see("axe").has(Unit::HIDDEN));
    field.refuses(hide(&field, "axe"), "R109");
    assert!(field.offers(hide(&field, "king")) && field.offers(Order::Done));
    field.play(Order::Done);
    assert!(!field.see("king").has(Unit::HIDDEN), "nobody must hide");
}

#[test]
#[covers("R109")]
fn a_hidden_unit_shows_when_it_fights_or_is_attacked() {
    let duel = |player_turn: u8, step: Step| {
        let mut field = chengpu()
            .blue("axe", Kind::AX, "2010", "N")
            .blue("idle", Kind::AX, "2310", "N")
            .gold("foe", Kind::AX, "2009", "S")
            .flagged("axe", Unit::HIDDEN)
            .flagged("idle", Unit::HIDDEN)
            .begin_in(player_turn, step);
        field.feint_turn = 1;
        field
    };
    let mut attacks = duel(1, Step::Array);
    attacks.attack("2009").join("axe");
    assert!(attacks.see("axe").has(Unit::HIDDEN), "nothing is final before commitment");
    attacks.commit();
    assert!(!attacks.see("axe").has(Unit::HIDDEN));
    assert!(attacks.see("idle").has(Unit::HIDDEN));
    let mut attacked = duel(2, Step::Array);
    attacked.assault("2010", &["foe"]);
    assert!(!attacked.see("axe").has(Unit::HIDDEN));
    assert!(attacked.see("idle").has(Unit::HIDDEN));
}
