//! What is shown before a march, a fight or a fire is what happens then.

use engine::Shown;
use engine::odds::{Sum, walk_roll};

use crate::drill::Drill;
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::Expedition::{Byzantine, Syria};

#[track_caller]
fn titled<'a>(sums: &'a [Sum], title: &str) -> &'a Sum {
    let titles: Vec<&str> = sums.iter().map(|sum| sum.title.as_str()).collect();
    sums.iter().find(|sum| sum.title.starts_with(title)).unwrap_or_else(|| panic!("no {title} in {titles:?}"))
}

#[test]
fn a_step_into_an_army_shows_the_battle_that_is_fought() {
    let mut drill = Drill::new();
    drill.host(Syria, "2620", &[("Syrian 6-4", 6)]);
    drill.host(Byzantine, "Tarsus", &[("Orientales foot", 4)]);
    drill.lead_with(Leader::Muawiya, Syria);
    drill.at(Step::Land(MUSLIMS)).march(Syria);
    let step = drill.towards("Tarsus");
    let foretold = titled(&drill.position.sums(&step), "Battle at Tarsus").clone();
    drill.go(step);
    assert_eq!(drill.position.sums(&Order::Commit), std::slice::from_ref(&foretold));
    drill.go(Order::Commit);
    assert_eq!(walk_roll(&drill.position).unwrap(), foretold.thrown(), "the sum shown is the sum fought");
}

#[test]
fn a_step_before_a_camp_shows_the_die_of_surprise() {
    let mut drill = Drill::new();
    drill.host(Syria, "2620", &[("Syrian 6-4", 6)]);
    drill.host(Byzantine, "Tarsus", &[("Orientales foot", 4)]);
    drill.camp(Byzantine);
    drill.at(Step::Land(MUSLIMS)).march(Syria);
    let sums = drill.position.sums(&drill.towards("Tarsus"));
    let chances: Vec<(u32, u32)> = titled(&sums, "Surprise").results.iter().map(|c| (c.ways, c.of)).collect();
    assert_eq!(chances, [(1, 6), (5, 6)]);
    titled(&sums, "Battle at Tarsus");
}

#[test]
fn a_step_into_a_zone_of_control_shows_every_throw() {
    let mut drill = Drill::new();
    drill.host(Syria, "Antioch", &[("Syrian 5-4", 10)]);
    drill.patrol("Orientales horse", "2719");
    drill.at(Step::Land(MUSLIMS)).march(Syria);
    let zone = |order: &Order| {
        let sums = drill.position.sums(order);
        sums.into_iter().find(|sum| sum.title.contains("Zone of Control"))
    };
    let step = engine::hex::Direction::ALL
        .into_iter()
        .map(|to| Order::Step { to })
        .find(|order| drill.may(*order) && zone(order).is_some());
    let sum = zone(&step.expect("a way into the zone")).unwrap();
    assert_eq!(sum.results.iter().map(|chance| chance.ways).sum::<u32>(), 36);
    assert_eq!(sum.results.len(), 11, "two to twelve MPs");
}

#[test]
fn a_siege_that_cannot_be_paid_has_one_result_whatever_the_dice() {
    let mut drill = Drill::new();
    drill.host(Syria, "2620", &[("Syrian 5-4", 10)]);
    drill.puts(2, "Orientales foot", "Tarsus");
    drill.at(Step::Land(MUSLIMS)).march(Syria);
    let step = drill.towards("Tarsus");
    drill.go(step);
    let rich = drill.position.siege_sum().unwrap();
    assert!(rich.results.len() > 1, "while there are MPs every price is told: {rich:?}");
    drill.position.host_mut(Syria).land = 0;
    let poor = drill.position.siege_sum().unwrap();
    let told: Vec<_> = poor.results.iter().map(|chance| (chance.result.as_str(), chance.ways)).collect();
    let all = poor.results[0].of;
    assert_eq!(told, [("The siege costs more than the 0 MPs left: it stalls", all)]);
}

#[test]
fn a_step_before_walls_shows_siege_assault_and_winter_with_what_is_left() {
    let mut drill = Drill::new();
    drill.host(Syria, "2620", &[("Syrian 5-4", 10)]);
    drill.puts(2, "Orientales foot", "Tarsus");
    drill.at(Step::Land(MUSLIMS)).march(Syria);
    let step = drill.towards("Tarsus");
    let foretold = drill.position.sums(&step);
    drill.go(step);
    assert_eq!(titled(&foretold, "Siege of Tarsus"), &drill.position.sums(&Order::Siege)[0]);
    assert_eq!(titled(&foretold, "Breach of Tarsus"), &drill.position.sums(&Order::Assault)[0]);
    let winter = titled(&foretold, "If the expedition of Syria camps");
    assert!(winter.terms.iter().any(|term| term.label == "One unit" && term.value == "2 in 6"), "{winter:?}");
}

#[test]
fn greek_fire_is_foretold_face_by_face() {
    let mut drill = Drill::new();
    drill.position.annals.greek_fire = true;
    drill.host(Byzantine, "Constantia", &[("Carabisianis foot", 2)]);
    drill.fleet(Byzantine, 3);
    drill.host(Syria, "Laodicea", &[("Syrian 5-4", 4)]);
    drill.fleet(Syria, 2);
    drill.at(Step::Sea(MUSLIMS)).march(Syria).go(Order::Done);
    let routes = drill.position.routes(drill.position.sheet.roster.expedition(Syria).0.into());
    let there = drill.position.label_of(drill.hex("Constantia"));
    let route = routes.into_iter().find(|route| route.place == there).expect("a way by sea");
    assert!(route.meets.iter().any(|what| what == "naval battle"), "{:?}", route.meets);
    for order in route.orders {
        drill.go(order);
    }
    drill.go(Order::Commit);
    let fire = Order::Fire { ships: 3 };
    let sum = drill.position.sums(&fire).remove(0);
    drill.go(fire);
    assert_eq!(walk_roll(&drill.position).unwrap(), sum.thrown());
}

#[test]
fn a_naval_battle_without_fire_is_weighed_while_men_go_aboard() {
    let mut drill = Drill::new();
    drill.host(Byzantine, "Constantia", &[("Carabisianis foot", 2)]);
    drill.fleet(Byzantine, 1);
    drill.host(Syria, "Laodicea", &[("Syrian 5-4", 4)]);
    drill.fleet(Syria, 2);
    drill.at(Step::Sea(MUSLIMS)).march(Syria).go(Order::Done);
    let routes = drill.position.routes(drill.position.sheet.roster.expedition(Syria).0.into());
    let there = drill.position.label_of(drill.hex("Constantia"));
    let route = routes.into_iter().find(|route| route.place == there).expect("a way by sea");
    for order in route.orders {
        drill.go(order);
    }
    let before = drill.position.sums(&Order::Commit).remove(0);
    assert_eq!(engine::Rules::turn(&drill.position).side(), Some(BYZANTINES));
    drill.go(Order::Commit);
    assert_eq!(walk_roll(&drill.position).unwrap(), before.thrown());
}

#[test]
fn a_route_of_several_units_names_the_garrison_and_the_winter() {
    let mut drill = Drill::new();
    drill.host(Syria, "Antioch", &[("Syrian 5-4", 10)]);
    drill.puts(3, "Orientales foot", "Tarsus");
    drill.at(Step::Land(MUSLIMS));
    let routes = drill.position.routes(drill.position.sheet.roster.expedition(Syria).0.into());
    let to = |name: &str| {
        let label = drill.position.label_of(drill.hex(name));
        routes.iter().find(|route| route.place == label).unwrap_or_else(|| panic!("no way to {name}"))
    };
    assert!(to("Tarsus").meets.iter().any(|what| what == "Tarsus: 3 units in garrison"));
    assert!(to("Tarsus").meets.iter().any(|what| what.starts_with("a winter there: no loss")));
    assert!(to("Mopsuestia").meets.iter().any(|what| what == "Mopsuestia is taken without a fight"));
}
