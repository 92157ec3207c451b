//! The way of a retreat, case by case (rulebook, "How to Retreat"; brief 1; rulings R65 to R72).

use std::collections::BTreeSet;

use covers::covers;
use engine::event::EventKind;
use engine::{Rules, Side, Silence, Turn};

use crate::drill::{Drill, Field, direction, number};
use crate::order::Order;
use crate::position::{Position, Stage, Step};
use crate::sheet::{Kind, Terrain};
use crate::unit::{MarkerKind, UnitId};

/// Three axemen in 2011 that face 2010, where the beaten will stand.
pub(super) fn attackers() -> Drill {
    Drill::new().blue("a", Kind::AX, "2011", "N").blue("b", Kind::AX, "2011", "N").blue(
        "c",
        Kind::AX,
        "2011",
        "N",
    )
}

/// Axemen in 2010, facing south; two of the attackers beat them at 2 to 1.
pub(super) fn axemen() -> Drill {
    attackers().gold("foe", Kind::AX, "2010", "S")
}

/// Attacks 2010 with two of the three, and rolls a D for the odds there are.
pub(super) fn beaten(drill: Drill) -> Field {
    let mut field = drill.begin(Step::Array);
    field.assault("2010", &["a", "b"]);
    let column = field.final_column(0).unwrap();
    let table = &field.sheet().charts.results;
    let die = (1..=6).find(|&die| table.result(column, die) == crate::sheet::CombatResult::Disrupted);
    field.roll(die.expect("a die that disrupts") as u8);
    field
}

/// Crests that leave nothing but the way straight north from 2010 to 2006.
pub(super) fn lane(drill: Drill) -> Drill {
    let start = drill.crest("2010", "NE").crest("2010", "NW").crest("2010", "SE").crest("2010", "SW");
    ["2009", "2008", "2007"].iter().fold(start, |drill, hex| drill.crest(hex, "NE").crest(hex, "NW"))
}

pub(super) fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

/// Every hex where the piece in hand can end its retreat, by trying every order.
pub(super) fn ends(field: &Field) -> BTreeSet<String> {
    fn go_on(position: &Position, piece: UnitId, ends: &mut BTreeSet<String>) {
        if position.combat.stage != Stage::Retreating || position.combat.piece != piece {
            let hex = position.unit(piece).hex().expect("a piece that retreated");
            ends.insert(position.number(hex).to_string());
            return;
        }
        let mut orders = vec![];
        position.orders(&mut orders);
        assert!(!orders.is_empty());
        for order in orders {
            let mut after = position.clone();
            after.play(&order, &mut Silence);
            go_on(&after, piece, ends);
        }
    }
    let mut all = BTreeSet::new();
    go_on(field, field.combat.piece, &mut all);
    all
}

/// All hexes at a distance from another.
fn ring(field: &Field, centre: &str, distance: u16) -> BTreeSet<String> {
    let centre = field.hex(number(centre)).unwrap();
    let grid = &field.sheet().ground.grid;
    let hexes = grid.hexes().filter(|&hex| grid.distance(centre, hex) == distance);
    hexes.map(|hex| grid.number(hex).to_string()).collect()
}

pub(super) fn apart(field: &Field, a: &str, b: &str) -> u16 {
    field.battle.distance(field.hex(number(a)).unwrap(), field.hex(number(b)).unwrap())
}

/// Does nothing but carry retreats on.
pub(super) fn retreat_anyhow(field: &mut Field) {
    while matches!(field.combat.stage, Stage::Retreats | Stage::Retreating) {
        let first = field.orders()[0];
        field.play(first);
    }
}

#[test]
#[covers("retreat", "retreat.away", "brief.1", "R68")]
fn on_open_ground_a_retreat_leads_the_full_allowance_straight_away_from_the_enemy() {
    let field = beaten(axemen());
    assert_eq!(field.turn(), Turn::Order(Side::Second), "the owner retreats his own");
    // Uncontrolled axemen still have 4 points; of the ring those 5 hexes from the attackers remain.
    let farthest: BTreeSet<String> =
        ring(&field, "2010", 4).into_iter().filter(|hex| apart(&field, hex, "2011") == 5).collect();
    assert_eq!(farthest.len(), 9);
    assert_eq!(ends(&field), farthest);
    assert_eq!(field.orders(), [step("N"), step("NE"), step("NW")]);
}

#[test]
#[covers("brief.1", "R66", "retreat")]
fn facing_neither_limits_a_retreat_nor_changes_in_it() {
    for facing in ["N", "NE", "SE", "S", "SW", "NW"] {
        let mut field = beaten(attackers().gold("foe", Kind::MC, "2010", facing));
        assert_eq!(field.orders().len(), 3, "backwards as well as forwards");
        retreat_anyhow(&mut field);
        assert_eq!(field.see("foe").facing, direction(facing));
        assert_eq!(apart(&field, &field.at("foe"), "2010"), 9, "no point is spent on turning");
    }
}

#[test]
#[covers("R66", "retreat.away")]
fn every_step_leads_away_from_the_start() {
    let mut field = beaten(axemen());
    field.refuses(step("S"), "movement.F");
    field.refuses(step("SE"), "R68");
    field.step("N");
    assert_eq!(field.at("foe"), "2009");
    field.refuses(step("S"), "R66");
    field.refuses(step("SE"), "R66");
    field.refuses(step("SW"), "R66");
    for to in ["N", "NE", "NW"] {
        assert!(field.offers(step(to)), "{to}");
    }
    field.refuses(Order::Halt, "protocol");
    field.refuses(Order::Done, "protocol");
}

#[test]
#[covers("R66", "retreat", "tec.crest")]
fn retreats_do_not_cross_crests_but_other_hexsides_of_the_same_hex() {
    let field = beaten(axemen().crest("2010", "N"));
    field.refuses(step("N"), "R66");
    assert_eq!(field.orders(), [step("NE"), step("NW")]);
    // A crest at both ends of the first step east and west leaves only the middle.
    let mut field = beaten(axemen().crest("2010", "NE").crest("1910", "SE"));
    assert_eq!(field.at("foe"), "2009", "the only step left is taken at once");
    assert_eq!(field.turn(), Turn::Order(Side::Second));
    field.step("N");
}

#[test]
#[covers("R66", "retreat")]
fn retreats_do_not_enter_the_front_of_enemy_fire_units_whatever_their_state() {
    // Skirmishers in 2210 that look north-west upon 2109, 2209 and 2110.
    for shaken in [false, true] {
        let mut drill = axemen().blue("slingers", Kind::SK, "2210", "NW").fired("slingers", 1);
        if shaken {
            drill = drill.disrupted("slingers", MarkerKind::Melee, 0);
        }
        let field = beaten(drill);
        field.refuses(step("NE"), "R66");
        assert!(field.offers(step("N")) && field.offers(step("NW")));
    }
    // Beside the only way there is: their front shuts it, their flank does not.
    let beside = |facing| beaten(lane(axemen()).blue("slingers", Kind::SK, "2109", facing));
    assert!(beside("SW").lost("foe") && beside("S").lost("foe"));
    assert_eq!(beside("NE").at("foe"), "2006");
}

#[test]
#[covers("R66")]
fn a_hex_with_enemies_is_closed_even_if_it_holds_one_leader() {
    let field = beaten(axemen().blue("king", Kind::A, "2009", "N"));
    field.refuses(step("N"), "movement.F");
    assert!(!field.offers(step("N")));
}

#[test]
#[covers("R66", "chariots.G")]
fn ground_that_bars_a_unit_bars_its_retreat() {
    let field = beaten(axemen().terrain("2009", Terrain::Nile));
    field.refuses(step("N"), "R106");
    let chariot = attackers().gold("foe", Kind::CH, "2010", "S");
    let field = beaten_by_one(chariot.clone().terrain("2009", Terrain::Marsh));
    field.refuses(step("N"), "R101");
    let field = beaten_by_one(chariot.crest("2010", "N"));
    field.refuses(step("N"), "chariots.G");
}

/// A lone chariot is worth 1: one axeman attacks it at 3 to 1, where a 3 disrupts.
fn beaten_by_one(drill: Drill) -> Field {
    let mut field = drill.begin(Step::Array);
    field.assault("2010", &["a"]).roll(3);
    assert_eq!(field.result(), "disrupted");
    field
}

#[test]
#[covers("R67", "brief.1", "tec.woods", "tec.slope", "tec.stream")]
fn a_retreat_pays_for_terrain() {
    for (terrain, hexes) in [
        (Terrain::Clear, 4),
        (Terrain::Village, 4),
        (Terrain::Woods, 2),
        (Terrain::Slope, 2),
        (Terrain::Stream, 2),
    ] {
        let mut field =
            beaten(axemen().with(|sheet| sheet.ground.terrain.fill(terrain)).terrain("2011", Terrain::Clear));
        retreat_anyhow(&mut field);
        assert_eq!(apart(&field, &field.at("foe"), "2010"), hexes, "{terrain:?}");
    }
}

#[test]
#[covers("R67")]
fn a_retreat_is_complete_when_every_open_hex_farther_on_costs_too_much() {
    // Spearmen with 3 points in woods: one hex for 2, and the point left buys none.
    let mut field = beaten(
        attackers()
            .gold("foe", Kind::MS, "2010", "S")
            .with(|sheet| sheet.ground.terrain.fill(Terrain::Woods)),
    );
    assert_eq!(ends(&field), ["1910", "2009", "2110"].map(String::from).into());
    retreat_anyhow(&mut field);
    assert!(!field.lost("foe"));
    // With one clear hex in reach the point must be spent, if that leads to an end no nearer the enemy.
    let field = beaten(
        attackers()
            .gold("foe", Kind::MS, "2010", "S")
            .with(|sheet| sheet.ground.terrain.fill(Terrain::Woods))
            .terrain("2008", Terrain::Clear),
    );
    assert_eq!(field.at("foe"), "2008", "two hexes north is the farthest end, so all is forced");
}

#[test]
#[covers("R67", "retreat.impossible", "R69")]
fn a_way_that_is_barred_with_points_left_is_no_retreat() {
    // A pocket of one hex: crests on every far side of 2009, 1910 and 2110, enemies or crests elsewhere.
    let mut drill = axemen().blue("left", Kind::AX, "1911", "NE").blue("right", Kind::AX, "2111", "NW");
    for (hex, sides) in
        [("2009", ["NW", "N", "NE"]), ("1910", ["SW", "NW", "N"]), ("2110", ["N", "NE", "SE"])]
    {
        for side in sides {
            drill = drill.crest(hex, side);
        }
    }
    let field = beaten(drill.clone());
    assert!(field.lost("foe"));
    let removed = field.events.iter().find(|e| e.kind == EventKind::Removed).unwrap();
    assert_eq!(removed.rule, "retreat.impossible");
    // The same pocket, but of woods four deep in price: one hex uses the points up, and that is a retreat.
    let priced = drill.with(|sheet| {
        let mut charts = (*sheet.charts).clone();
        charts.terrain[Terrain::Woods as usize].cost = 8;
        sheet.charts = charts.into();
        sheet.ground.terrain.fill(Terrain::Woods);
    });
    assert_eq!(beaten(priced).at("foe"), "2009");
}

#[test]
#[covers("R69", "retreat.impossible")]
fn the_edge_of_the_map_is_a_wall_even_with_an_exit() {
    // In the corner 0101 there are but two ways out, and the attackers stand in them.
    let mut field = Drill::new()
        .blue("a", Kind::AX, "0102", "N")
        .blue("b", Kind::AX, "0201", "NW")
        .gold("foe", Kind::AX, "0101", "S")
        .begin(Step::Array);
    field.assault("0101", &["a", "b"]).roll(3);
    assert!(field.lost("foe"));
    // On the south edge with the exit behind them, Etruscans may not run out of the map.
    let mut field = Drill::of("lake-regillus")
        .with(|sheet| sheet.ground.terrain.fill(Terrain::Clear))
        .blue("a", Kind::AX, "2029", "S")
        .blue("b", Kind::AX, "2029", "S")
        .gold("foe", Kind::AX, "2030", "N")
        .begin(Step::Array);
    field.assault("2030", &["a", "b"]).roll(3);
    field.refuses(step("S"), "R69");
    retreat_anyhow(&mut field);
    assert!(field.see("foe").hex().is_some(), "along the edge there is room");
}

#[test]
#[covers("R68", "retreat.away")]
fn of_all_ends_only_the_farthest_from_every_enemy_leaders_included_are_allowed() {
    for (name, kind, hex) in
        [("king", Kind::A, "2005"), ("horse", Kind::MC, "1607"), ("king", Kind::F, "2508")]
    {
        let field = beaten(axemen().blue(name, kind, hex, "N"));
        let nearest = |end: &String| apart(&field, end, "2011").min(apart(&field, end, hex));
        let ring = ring(&field, "2010", 4);
        let best = ring.iter().map(nearest).max().unwrap();
        let expected: BTreeSet<String> = ring.into_iter().filter(|end| nearest(end) == best).collect();
        assert_eq!(ends(&field), expected, "{kind:?} in {hex}");
        assert!(expected.len() < 9);
    }
}

#[test]
#[covers("R68")]
fn a_longer_way_round_to_a_better_end_is_no_retreat_if_it_does_not_lead_away() {
    // North is shut; the far ends behind the wall cannot be reached by steps that all lead away.
    let field = beaten(axemen().crest("2010", "N").crest("2010", "NE").crest("2010", "NW"));
    let south_of_it: Vec<String> = ends(&field).into_iter().collect();
    assert!(south_of_it.iter().all(|end| apart(&field, end, "2010") == 4));
    assert!(!south_of_it.contains(&"2006".to_string()));
    assert!(!south_of_it.is_empty());
}

#[test]
#[covers("R67", "R83", "chariots.E", "tec.stream")]
fn a_chariots_retreat_ends_in_the_first_stream_it_enters() {
    let chariot = attackers().gold("foe", Kind::CH, "2010", "S");
    let everywhere = chariot.clone().with(|sheet| sheet.ground.terrain.fill(Terrain::Stream));
    let mut field = beaten_by_one(everywhere.terrain("2011", Terrain::Clear).terrain("2010", Terrain::Clear));
    assert_eq!(ends(&field), ["1910", "2009", "2110"].map(String::from).into());
    retreat_anyhow(&mut field);
    assert!(!field.lost("foe"));
    // Out of a stream it goes as far as anyone.
    let mut field =
        attackers().gold("foe", Kind::CH, "2010", "S").terrain("2010", Terrain::Stream).begin(Step::Array);
    field.assault("2010", &["a"]).roll(1);
    assert_eq!(field.result(), "disrupted", "3 against ½");
    retreat_anyhow(&mut field);
    assert_eq!(apart(&field, &field.at("foe"), "2010"), 10);
}

#[test]
#[covers("R67", "brief.1")]
fn want_of_leaders_does_not_shorten_a_retreat() {
    for kind in [Kind::MI, Kind::MS, Kind::SD, Kind::BO, Kind::HA] {
        let mut field = attackers().gold("foe", kind, "2010", "S").begin(Step::Array);
        field.attack("2010").join("a");
        if matches!(kind, Kind::SD | Kind::MS) {
            field.join("b");
        }
        field.commit();
        let column = field.final_column(0).unwrap();
        let table = field.sheet().charts.results.clone();
        let die = (1..=6).find(|&die| table.result(column, die) == crate::sheet::CombatResult::Disrupted);
        field.roll(die.unwrap() as u8);
        retreat_anyhow(&mut field);
        let printed = field.battle.unit_type(kind).movement as u16;
        // The north edge is 9 hexes away; horse archers, with 10, go round along it.
        assert_eq!(apart(&field, &field.at("foe"), "2010"), printed, "{kind:?}");
    }
}

#[test]
#[covers("R67")]
fn half_points_on_the_road_are_counted_exactly() {
    // Along a road: 8 steps of ½ for the 4 points of axemen; the attackers stand on it behind them.
    let mut drill = axemen().with(|sheet| sheet.ground.terrain.fill(Terrain::Nile));
    for row in 1..=11 {
        drill = drill.terrain(&format!("20{row:02}"), Terrain::Road);
    }
    let field = beaten(drill);
    assert_eq!(field.at("foe"), "2002");
}

#[test]
#[covers("R67")]
fn allowances_up_to_the_most_a_data_file_may_give_are_walked_in_full() {
    let mut drill = attackers()
        .with(|sheet| {
            sheet.chariot_movement = [30, 30];
            sheet.ground.terrain.fill(Terrain::Nile);
        })
        .gold("foe", Kind::CH, "2010", "S")
        .terrain("2010", Terrain::Road)
        .terrain("2011", Terrain::Road);
    for row in 1..=9 {
        drill = drill.terrain(&format!("20{row:02}"), Terrain::Clear);
    }
    // Nine hexes and then the edge, with 21 points left: no retreat.
    assert!(beaten_by_one(drill.clone()).lost("foe"));
    let mut costly = drill;
    costly = costly.with(|sheet| {
        let mut charts = (*sheet.charts).clone();
        charts.terrain[Terrain::Clear as usize].cost = 20;
        sheet.charts = charts.into();
    });
    assert_eq!(beaten_by_one(costly).at("foe"), "2007", "three hexes of 10 points each");
}
