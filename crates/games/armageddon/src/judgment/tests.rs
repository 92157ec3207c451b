use engine::dice::Generator;
use engine::event::EventKind;
use engine::hex::{Direction, Edge};
use engine::{Judgment, Rules, Side, Silence, Turn};

use super::TERMS;
use crate::drill::{Drill, Field, direction, number};
use crate::files::Library;
use crate::order::Order;
use crate::position::{Position, Stage, Step};
use crate::sheet::{Claim, CombatResult, Condition, Kind, Sheet, Terrain, Victory};
use crate::unit::{MarkerKind, UnitId};

/// How readily an order is given.
fn readiness(field: &Field, order: Order) -> f32 {
    let orders = field.orders();
    let mut weights = vec![];
    field.inclinations(&orders, &mut weights);
    let index = orders.iter().position(|listed| *listed == order).expect("a legal order");
    weights[index]
}

/// What a term says for blue.
fn term(position: &Position, name: &str) -> f32 {
    let mut terms = vec![];
    position.standing(&mut terms);
    terms[TERMS.iter().position(|term| *term == name).expect("a term")]
}

fn both_want(hex: &'static str) -> impl FnOnce(&mut Sheet) {
    move |sheet| {
        let hex = sheet.ground.grid.at(number(hex)).expect("a hex of the map");
        let claim = |side| Claim { side, when: vec![Condition::Controls(vec![hex])] };
        sheet.objectives = vec![hex];
        sheet.victory = Victory { wins: Side::BOTH.map(claim).to_vec(), ..Victory::default() };
    }
}

fn attack(hex: &str) -> Order {
    Order::Attack { hex: number(hex) }
}

fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

#[test]
fn an_attack_at_three_to_one_comes_to_mind_before_one_at_one_to_two() {
    let field = Drill::new()
        .blue("axes", Kind::AX, "1010", "N")
        .blue("swords", Kind::SD, "1510", "N")
        .gold("axemen", Kind::AX, "1509", "S")
        .gold("more axemen", Kind::AX, "1509", "S")
        .gold("skirmishers", Kind::SK, "1009", "S")
        .begin(Step::Array);
    assert!(readiness(&field, attack("1009")) > 1.5 * readiness(&field, attack("1509")));
}

#[test]
fn attacks_are_not_committed_while_there_are_more_to_make() {
    let mut field = Drill::new()
        .blue("axes", Kind::AX, "1010", "N")
        .gold("spears", Kind::MS, "1009", "S")
        .begin(Step::Array);
    assert!(readiness(&field, Order::Commit) < 0.1 * readiness(&field, attack("1009")));
    field.attack("1009").join("axes");
    assert!(
        readiness(&field, Order::Commit) > 10.0 * readiness(&field, Order::Leave { unit: field.id("axes") })
    );
}

#[test]
fn the_disrupted_are_fallen_upon_first() {
    let field = Drill::new()
        .blue("axes", Kind::AX, "1010", "N")
        .blue("other axes", Kind::AX, "1510", "N")
        .gold("spears", Kind::MS, "1009", "S")
        .gold("shaken spears", Kind::MS, "1509", "S")
        .disrupted("shaken spears", MarkerKind::Melee, 1)
        .begin_in(3, Step::Array);
    assert!(readiness(&field, attack("1509")) > 2.0 * readiness(&field, attack("1009")));
    let [steady, shaken] = ["1009", "1509"].map(|hex| field.hex(number(hex)).expect("a hex of the map"));
    assert!(field.harm(shaken, Some(1), true) > 2.0 * field.harm(steady, Some(1), true));
}

#[test]
fn harm_grows_with_the_odds() {
    let field = Drill::new().gold("spears", Kind::MS, "1009", "S").begin(Step::Array);
    let hex = field.hex(number("1009")).expect("a hex of the map");
    let harm: Vec<f32> = (0..9).map(|column| field.harm(hex, Some(column), true)).collect();
    assert!(harm.windows(2).all(|pair| pair[0] < pair[1]), "{harm:?}");
    assert_eq!(field.harm(hex, None, true), 0.0);
}

#[test]
fn of_a_stack_half_lost_the_disrupted_are_given_up() {
    let mut field = Drill::new()
        .terrain("1009", Terrain::Village)
        .blue("swords", Kind::SD, "1010", "N")
        .blue("more swords", Kind::SD, "1010", "N")
        .gold("steady", Kind::MI, "1009", "S")
        .gold("shaken", Kind::MI, "1009", "S")
        .disrupted("shaken", MarkerKind::Melee, 1)
        .begin_in(3, Step::Array);
    field.assault("1009", &["swords", "more swords"]).roll(4);
    assert_eq!(field.combat.stage, Stage::Losses);
    let lose = |name: &str| readiness(&field, Order::Lose { unit: field.id(name) });
    assert!(lose("shaken") > 3.0 * lose("steady"));
}

#[test]
fn those_who_must_do_something_go_for_the_enemy() {
    let mut field = Drill::new()
        .with(both_want("1005"))
        .blue("axes", Kind::AX, "1016", "N")
        .blue("chief", Kind::D, "1016", "N")
        .gold("spears", Kind::MS, "1005", "S")
        .begin(Step::Moving);
    field.take_up("axes");
    assert!(readiness(&field, step("N")) > 3.0 * readiness(&field, Order::Halt));
    let about = Order::Turn { facing: direction("S") };
    assert!(readiness(&field, about) < readiness(&field, Order::Halt));
}

#[test]
fn those_who_win_by_waiting_let_idle_units_be() {
    let with = |hex: &'static str| {
        Drill::new()
            .with(both_want(hex))
            .blue("axes", Kind::AX, "1016", "N")
            .gold("spears", Kind::MS, "1004", "S")
            .begin(Step::Moving)
    };
    let [winning, losing] = [with("1016"), with("1004")];
    let order = |field: &Field| readiness(field, Order::Move { unit: field.id("axes") });
    assert!(order(&losing) > 4.0 * order(&winning));
}

/// Plays what comes to mind first until an order is not wanted.
fn by_inclination(field: &mut Field, wanted: impl Fn(&Field) -> bool) {
    while wanted(field) {
        let orders = field.orders();
        let mut weights = vec![];
        field.inclinations(&orders, &mut weights);
        let most = weights.iter().copied().fold(0.0, f32::max);
        let readiest = weights.iter().position(|weight| *weight == most).expect("an order");
        field.play(orders[readiest]);
    }
}

#[test]
fn a_retreat_takes_the_way_past_friends_that_throws_none_into_disorder() {
    // North of the beaten lies an open hex, and beyond it nothing but friends.
    let friends = ["2008", "2109", "1909"];
    let drill = Drill::new()
        .blue("axes", Kind::AX, "2011", "N")
        .blue("more axes", Kind::AX, "2011", "N")
        .gold("beaten", Kind::AX, "2010", "S")
        .gold("friend", Kind::MI, friends[0], "S")
        .gold("eastern friend", Kind::MI, friends[1], "S")
        .gold("western friend", Kind::MI, friends[2], "S");
    let mut field = drill.begin(Step::Array);
    field.assault("2010", &["axes", "more axes"]);
    let column = field.final_column(0).expect("odds");
    let table = &field.sheet().charts.results;
    let disrupts = |&die: &i32| table.result(column, die) == CombatResult::Disrupted;
    let die = (1..=6).find(disrupts).expect("a die that disrupts");
    field.roll(die as u8);
    assert_eq!(field.combat.stage, Stage::Retreating);
    assert!(field.offers(step("N")), "the way into them is open too");
    by_inclination(&mut field, |field| field.combat.stage == Stage::Retreating);
    assert!(field.is_disrupted("beaten"));
    for friend in ["friend", "eastern friend", "western friend"] {
        assert!(!field.is_disrupted(friend), "{friend}");
    }
}

#[test]
fn who_stands_well_does_not_turn() {
    // The enemy is far and may come from anywhere.
    let mut field = Drill::new()
        .with(both_want("1016"))
        .blue("axes", Kind::AX, "1016", "N")
        .gold("spears", Kind::MS, "1003", "S")
        .gold("others", Kind::MS, "2310", "S")
        .begin(Step::Moving);
    field.take_up("axes");
    let turns: f32 = Direction::ALL
        .into_iter()
        .map(|facing| Order::Turn { facing })
        .filter(|turn| field.offers(*turn))
        .map(|turn| readiness(&field, turn))
        .sum();
    assert!(turns < 0.2 * readiness(&field, Order::Halt), "all turns together: {turns}");
}

#[test]
fn nobody_pays_for_a_turn_that_a_step_makes_for_nothing() {
    let mut field = Drill::new()
        .with(both_want("1505"))
        .blue("axes", Kind::AX, "1016", "N")
        .blue("chief", Kind::D, "1016", "N")
        .gold("spears", Kind::MS, "1505", "S")
        .begin(Step::Moving);
    field.take_up("axes");
    let (turn, step) = (Order::Turn { facing: direction("NE") }, step("NE"));
    assert!(readiness(&field, turn) < 0.01 * readiness(&field, step));
}

#[test]
fn who_must_leave_the_map_goes_round_those_in_the_way() {
    let must_leave = |sheet: &mut Sheet| {
        let grid = &sheet.ground.grid;
        sheet.exits[0] = grid.hexes().filter(|&hex| grid.on_edge(hex, Edge::South)).collect();
        let when = vec![Condition::Exited(1)];
        sheet.victory.wins = vec![Claim { side: Side::First, when }];
        sheet.victory.otherwise = Some(Side::Second);
    };
    let mut field = Drill::new()
        .with(must_leave)
        .blue("horse", Kind::MC, "2020", "S")
        .blue("chief", Kind::D, "2020", "S")
        .gold("spears", Kind::MS, "2024", "N")
        .gold("left", Kind::MS, "1925", "N")
        .gold("right", Kind::MS, "2125", "N")
        .begin(Step::Moving);
    field.take_up("horse");
    by_inclination(&mut field, |field| field.mover.unit != UnitId::NONE);
    let foes = ["spears", "left", "right"].map(|name| field.see(name).hex().expect("a place"));
    let hexes =
        field.events.iter().filter(|event| event.kind == EventKind::Moved).flat_map(|event| &event.places);
    for number in hexes.filter_map(|place| place.hex()) {
        let hex = field.hex(number).expect("a hex of the map");
        assert!(foes.iter().all(|&foe| field.battle.distance(hex, foe) > 1), "{number} is beside the enemy");
    }
    let row = number(&field.at("horse")).place();
    assert!(row > 24, "it came to row {row} only, and the enemy stands in row 24");
}

#[test]
fn an_attack_from_behind_comes_to_mind_before_one_in_front() {
    let field = Drill::new()
        .blue("axes", Kind::AX, "1010", "N")
        .blue("other axes", Kind::AX, "1510", "N")
        .gold("spears", Kind::MS, "1009", "S")
        .gold("turned spears", Kind::MS, "1509", "N")
        .begin(Step::Array);
    assert!(readiness(&field, attack("1509")) > 2.0 * readiness(&field, attack("1009")));
}

#[test]
fn a_side_nearer_its_objective_stands_better() {
    let at = |hex: &str| {
        Drill::new()
            .with(both_want("1010"))
            .blue("axes", Kind::AX, hex, "N")
            .gold("spears", Kind::MS, "1002", "S")
            .begin(Step::Moving)
    };
    let far = term(&at("1020"), "prospects");
    let near = term(&at("1011"), "prospects");
    let there = term(&at("1010"), "prospects");
    assert!(far < near && near < there, "{far} {near} {there}");
}

#[test]
fn disorder_losses_and_enemies_behind_tell_against_a_side() {
    let drill = || {
        Drill::new().blue("axes", Kind::AX, "1010", "N").blue("bows", Kind::BO, "1012", "N").gold(
            "spears",
            Kind::MS,
            "1009",
            "S",
        )
    };
    let calm = drill().begin_in(3, Step::Moving);
    let shaken = drill().disrupted("axes", MarkerKind::Melee, 1).begin_in(3, Step::Moving);
    assert!(term(&shaken, "order") < term(&calm, "order"));
    // South of the bows, who look north.
    let behind = drill().gold("horse", Kind::MC, "1013", "N").begin_in(3, Step::Moving);
    assert!(term(&behind, "flanks") < term(&calm, "flanks"));
    assert!(term(&behind, "archers") < term(&calm, "archers"));
    let mut fallen = drill().begin_in(3, Step::Moving);
    let axes = fallen.id("axes");
    fallen.remove(axes);
    assert!(term(&fallen, "strength") < term(&calm, "strength"));
    assert!(term(&fallen, "losses") < term(&calm, "losses"));
}

#[test]
fn blows_that_can_be_struck_count_for_the_striker() {
    let facing = |facing: &str| {
        let drill = Drill::new().blue("axes", Kind::AX, "1010", facing);
        drill.gold("spears", Kind::MS, "1009", "S").begin(Step::Array)
    };
    assert!(term(&facing("N"), "blows") > 0.0);
    assert_eq!(term(&facing("S"), "blows"), 0.0);
}

#[test]
fn archers_keep_a_long_shot_for_later_and_take_an_even_one() {
    let window = |bows: Kind| {
        let mut field = Drill::new()
            .blue("axes", Kind::AX, "1012", "N")
            .blue("chief", Kind::D, "1012", "N")
            .gold("bows", bows, "1009", "S")
            .begin(Step::Moving);
        field.take_up("axes").step("N").step("N");
        assert_eq!(field.step, Step::Window);
        readiness(&field, Order::Commit) / readiness(&field, Order::Join { unit: field.id("bows") })
    };
    assert!(window(Kind::BO) < 0.5);
    assert!(window(Kind::SK) > 1.0);
}

/// Every list of orders of games played by inclination has a weight for each order, and some order is wanted.
#[test]
fn inclinations_and_terms_are_numbers_throughout_whole_games() {
    let library = Library::embedded().expect("the library compiled in");
    for scenario in ["rome", "tabal", "fan-12-king-david", "fan-20-chengpu", "armageddon-609"] {
        let sheet = library.sheet(scenario, None).expect("a scenario of the shelf");
        let mut position = Position::new(std::sync::Arc::new(crate::battle::Battle::new(sheet)));
        let (mut generator, mut orders, mut weights) = (Generator::new(7, 1), vec![], vec![]);
        for count in 0.. {
            assert!(count < 40_000, "{scenario} does not end");
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
                Turn::Order(_) => {
                    orders.clear();
                    weights.clear();
                    position.orders(&mut orders);
                    position.inclinations(&orders, &mut weights);
                    assert_eq!(orders.len(), weights.len());
                    assert!(weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0));
                    let sum: f32 = weights.iter().sum();
                    assert!(sum > 0.0, "{scenario}: nothing comes to mind of {orders:?}");
                    let mut pick = generator.below(1 << 20) as f32 / (1 << 20) as f32 * sum;
                    let drawn = weights.iter().position(|weight| {
                        pick -= weight;
                        pick < 0.0
                    });
                    position.play(&orders[drawn.unwrap_or(0)], &mut Silence);
                    if count % 16 == 0 {
                        let mut terms = vec![];
                        position.standing(&mut terms);
                        assert!(terms.len() == TERMS.len() && terms.iter().all(|term| term.is_finite()));
                    }
                }
            }
        }
    }
}
