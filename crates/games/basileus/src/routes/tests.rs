//! Routes that can be played, and what a side menaces.

use std::collections::BTreeMap;

use covers::covers;
use engine::{Rules, Shown, Side, Silence, Viewer};

use crate::drill::{Drill, Field, bows, chief, foot, horse, number, riders, wagon};
use crate::order::Order;
use crate::position::{Position, Step};
use crate::sheet::Terrain;
use crate::unit::UnitId;

/// Every hex a move may end in and the fewest halves it takes, found by trying all orders.
fn by_trial(field: &Field, take: Order) -> BTreeMap<String, u8> {
    fn walk(position: &Position, id: UnitId, spent: u8, found: &mut BTreeMap<String, u8>) {
        let mut orders = vec![];
        position.orders(&mut orders);
        for order in orders.into_iter().filter(|order| matches!(order, Order::Step { .. })) {
            let mut after = position.clone();
            let left = after.mover.points;
            after.play(&order, &mut Silence);
            let over = after.mover.unit != id;
            // A move that is over shows no points any more: what the step took is what it was offered for.
            let cost = match over {
                true => position.stride(&position.march().unwrap(), step_of(&order)).unwrap().cost,
                false => left - after.mover.points,
            };
            if over || after.check(&Order::Halt).is_ok() {
                let hex = after.number(after.units[id.index()].hex().unwrap()).to_string();
                let best = found.entry(hex).or_insert(u8::MAX);
                *best = (*best).min(spent + cost);
            }
            if !over {
                walk(&after, id, spent + cost, found);
            }
        }
    }
    let (Order::Move { unit } | Order::Lead { unit }) = take else { panic!("nobody is taken up") };
    let mut position = (**field).clone();
    let from = position.number(position.units[unit.index()].hex().unwrap()).to_string();
    position.play(&take, &mut Silence);
    let mut found = BTreeMap::new();
    walk(&position, unit, 0, &mut found);
    found.remove(&from);
    found
}

fn step_of(order: &Order) -> engine::hex::Direction {
    match order {
        Order::Step { to } => *to,
        _ => panic!("no step"),
    }
}

/// The routes of a unit agree with what trying finds, and each can be played as it stands.
fn holds(field: &Field, name: &str, take: Order) {
    let id = field.id(name);
    let routes = field.routes(id.0 as u16);
    let mut offered = BTreeMap::new();
    for route in &routes {
        let mut position = (**field).clone();
        for order in &route.orders {
            assert_eq!(position.check(order), Ok(()), "{name}: {order:?} on the way to {}", route.place);
            position.play(order, &mut Silence);
        }
        assert_eq!(
            position.units[id.index()].hex(),
            route.place.hex().and_then(|number| position.hex(number)),
            "{name}"
        );
        let over = position.mover.unit != id;
        assert!(over || position.check(&Order::Halt).is_ok(), "{name} cannot stop in {}", route.place);
        assert!(!route.stops || over, "{name} does not stop in {}", route.place);
        offered.insert(route.place.to_string(), route.cost.clone());
    }
    assert_eq!(offered.len(), routes.len(), "one route a hex");
    let halves = |spent: u8| engine::odds::Quarters::halves(spent).to_string();
    let found: BTreeMap<_, _> =
        by_trial(field, take).into_iter().map(|(hex, spent)| (hex, halves(spent))).collect();
    assert_eq!(offered, found, "{name}");
    assert!(routes.len() > 3, "{name}");
}

#[test]
#[covers("8", "9", "R31")]
fn routes_lead_wherever_a_move_can_end_at_the_lowest_cost() {
    let field = Drill::open()
        .terrain("0606", Terrain::Wood)
        .terrain("0707", Terrain::Marsh)
        .terrain("0808", Terrain::River)
        .road("0608", "S")
        .road("0609", "S")
        .road("0609", "SE")
        .stream("0608", "NW")
        .blue("horse", horse(3), "0608")
        .blue("chief", chief(1), "0608")
        .blue("riders", riders(2), "0710")
        .blue("foot", foot(3), "0708")
        .blue("cart", wagon(), "0509")
        .gold("enemy", foot(3), "0506")
        .gold("boss", chief(1), "0711")
        .begin(Step::Moving);
    let unit = |name: &str| field.id(name);
    holds(&field, "horse", Order::Lead { unit: unit("horse") });
    holds(&field, "riders", Order::Move { unit: unit("riders") });
    holds(&field, "foot", Order::Move { unit: unit("foot") });
    holds(&field, "chief", Order::Move { unit: unit("chief") });
}

#[test]
#[covers("R129")]
fn a_rider_is_led_round_the_enemy_where_the_straight_way_costs_the_third_point() {
    let drill = Drill::of("beroia");
    let (guard, cart, rest) = (drill.kind("Varangians 4"), drill.kind("Wagons"), drill.kind("Skutatoi 2"));
    for hex in ["0509", "0508", "0708", "0709", "0610", "0507", "0606"] {
        let drill = drill.clone().blue("guard", guard.clone(), "0608").blue("rest", rest.clone(), "1201");
        let field = drill.gold("cart", cart.clone(), hex).begin(Step::Moving);
        holds(&field, "guard", Order::Move { unit: field.id("guard") });
    }
}

#[test]
#[covers("8")]
fn the_unit_in_hand_has_routes_for_the_rest_of_its_move_and_nobody_else_has() {
    let mut field =
        Drill::open().blue("horse", horse(3), "0607").blue("foot", foot(3), "1007").begin(Step::Moving);
    field.take_up("horse").step("N");
    assert!(field.routes(field.id("foot").0 as u16).is_empty());
    let routes = field.routes(field.id("horse").0 as u16);
    assert_eq!(routes.len(), 18, "two more hexes in every direction");
    assert!(routes.iter().all(|route| route.orders.iter().all(|order| matches!(order, Order::Step { .. }))));
    // Nor have the enemy's units, nor one that has moved.
    assert!(field.routes(field.id("foe").0 as u16).is_empty());
    field.halt();
    assert!(field.routes(field.id("horse").0 as u16).is_empty());
    assert!(field.routes(999).is_empty());
}

/// The hexes a side menaces in one way.
fn menaced(field: &Field, side: Side, kind: &str) -> Vec<String> {
    let threats = field.menace(side, Viewer::Public).into_iter().filter(|threat| threat.kind == kind);
    threats.map(|threat| threat.place.to_string()).collect()
}

#[test]
#[covers("8")]
fn a_side_menaces_what_it_can_reach_and_what_lies_beside_that() {
    let field = Drill::new().gold("foot", foot(3), "0607").begin(Step::Moving);
    assert_eq!(menaced(&field, Side::Second, "reach").len(), 19, "two hexes round, and where it stands");
    assert_eq!(menaced(&field, Side::Second, "melee").len(), 37);
    assert!(menaced(&field, Side::Second, "fire").is_empty());
    assert!(field.menace(Side::First, Viewer::Public).is_empty());
    assert!(
        Drill::new()
            .gold("cart", wagon(), "0607")
            .gold("boss", chief(2), "0609")
            .begin(Step::Moving)
            .menace(Side::Second, Viewer::Public)
            .is_empty()
    );
}

#[test]
#[covers("R62")]
fn archers_menace_with_fire_where_no_enemy_is_beside_them() {
    let drill = || Drill::new().gold("bows", bows(2), "0607");
    let fire = |drill: Drill| menaced(&drill.begin(Step::Moving), Side::Second, "fire");
    assert!(fire(drill()).contains(&"0603".to_string()), "two hexes on and two hexes of range");
    assert!(!fire(drill()).contains(&"0602".to_string()));
    // Hemmed in beside an enemy they cannot shoot at all.
    let walls = ["0507", "0508", "0608", "0707", "0708"];
    let drill = walls.into_iter().fold(drill(), |d, hex| d.terrain(hex, Terrain::Mountain));
    assert!(!fire(drill.clone()).is_empty());
    assert!(fire(drill.blue("enemy", foot(2), "0606")).is_empty());
}

#[test]
#[covers("6", "R31")]
fn a_friends_hex_that_is_only_passed_menaces_nobody() {
    // Archers walled in with a friend before them: into his hex they could step, but only to come back.
    let walls = ["0605", "0706", "0707", "0506", "0507", "0508", "0708", "0608"];
    let drill = walls.into_iter().fold(Drill::new(), |d, hex| d.terrain(hex, Terrain::Mountain));
    let field = drill.gold("bows", bows(2), "0607").gold("friend", foot(2), "0606").begin(Step::Moving);
    let fire = menaced(&field, Side::Second, "fire");
    assert!(fire.contains(&"0609".to_string()), "two hexes from where they stand");
    assert!(!fire.contains(&"0604".to_string()), "two hexes from their friend");
    assert_eq!(menaced(&field, Side::Second, "reach"), ["0606", "0607"]);
}

#[test]
#[covers("R54")]
fn the_field_of_fire_is_two_hexes_deep() {
    let field = Drill::open().blue("bows", bows(2), "0607").begin(Step::Fighting);
    let hexes = field.field_of_fire(field.id("bows").0 as u16);
    assert_eq!(hexes.len(), 12);
    assert!(hexes.contains(&number("0605").into()) && !hexes.contains(&number("0606").into()));
    assert!(field.field_of_fire(field.id("rest").0 as u16).is_empty());
    assert!(field.field_of_fire(999).is_empty());
}
