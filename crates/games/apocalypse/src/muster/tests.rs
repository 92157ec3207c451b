use covers::covers;

use crate::drill::Drill;
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::Expedition::{Byzantine, Egypt, Syria};
use crate::unit::Mode;

fn gather(drill: &Drill, at: &str) -> Order {
    Order::Gather { at: drill.position.label_of(drill.hex(at)) }
}

#[test]
#[covers("3.3", "R39", "R40", "R43", "R127")]
fn an_expedition_gathers_near_its_city_with_all_leaders_of_its_army() {
    let mut drill = Drill::new();
    let unit = drill.put("Syrian 5-4", "Palmyra");
    drill.put("Syrian 4-4", "Emesa");
    drill.put("Egyptian", "Fustat");
    let junada = drill.lead(Leader::Junada, "Antioch");
    drill.at(Step::Mode(MUSLIMS)).go(Order::Raise { expedition: Syria });
    assert_eq!(drill.no(gather(&drill, "Antioch")), "3.3", "twelve MPs from Damascus");
    drill.go(gather(&drill, "Laodicea"));
    assert_eq!(drill.no(Order::Done), "R40", "a land unit is needed");
    drill.go(Order::Join { unit, expedition: Syria }).go(Order::Done);
    assert_eq!(drill.position.unit(unit).mode, Mode::Field(Syria));
    assert_eq!(drill.whereabouts(junada), "Laodicea");
    assert_eq!(drill.whereabouts(drill.position.leader(Leader::Muawiya)), "Laodicea");
    assert!(!drill.position.host(Syria).camped);
}

#[test]
#[covers("R127", "3.3", "1.3.2")]
fn each_muslim_expedition_holds_its_own_army_only() {
    let mut drill = Drill::new();
    let (one, two) = (drill.put("Syrian 5-4", "Damascus"), drill.put("Egyptian", "Fustat"));
    drill.put("Egyptian", "Pelusium");
    drill.at(Step::Mode(MUSLIMS)).go(Order::Raise { expedition: Egypt });
    drill.go(gather(&drill, "Fustat"));
    assert_eq!(drill.no(Order::Join { unit: one, expedition: Egypt }), "3.3");
    assert!(drill.may(Order::Join { unit: two, expedition: Egypt }));
}

#[test]
#[covers("R45", "3.3", "R24", "event.9")]
fn the_byzantine_expedition_draws_on_two_armies_and_in_the_typos_quarrel_on_one() {
    let start = |typos: bool| {
        let mut drill = Drill::new();
        let units =
            ["Obsequium foot", "Orientales foot", "Armeniae foot"].map(|kind| drill.put(kind, "Ancyra"));
        drill.position.annals.typos = typos;
        drill.at(Step::Mode(BYZANTINES)).go(Order::Raise { expedition: Byzantine });
        drill.go(gather(&drill, "Herakleia")).go(Order::Join { unit: units[0], expedition: Byzantine });
        (drill, units)
    };
    let (mut drill, units) = start(false);
    drill.go(Order::Join { unit: units[1], expedition: Byzantine });
    assert_eq!(drill.no(Order::Join { unit: units[2], expedition: Byzantine }), "3.3");
    let (drill, units) = start(true);
    assert_eq!(drill.no(Order::Join { unit: units[1], expedition: Byzantine }), "3.3");
}

#[test]
#[covers("R44", "3.3", "R107")]
fn constans_rides_for_one_leader_who_would_have_to_go() {
    let mut drill = Drill::new();
    let foot = [drill.put("Obsequium foot", "Nicomedia"), drill.put("Obsequium foot", "Ancyra")];
    let theodore = drill.lead(Leader::Theodore, "Nicomedia");
    let manuel = drill.lead(Leader::Manuel, "Nicomedia");
    let constans = drill.lead(Leader::Constans, "Constantinople");
    drill.at(Step::Mode(BYZANTINES)).go(Order::Raise { expedition: Byzantine });
    drill.go(gather(&drill, "Herakleia"));
    assert_eq!(drill.no(Order::Substitute { leader: theodore }), "R44", "nobody is due yet");
    drill.go(Order::Join { unit: foot[0], expedition: Byzantine });
    assert_eq!(drill.no(Order::Substitute { leader: manuel }), "R44", "his army is not drawn on");
    drill.go(Order::Substitute { leader: theodore });
    if drill.position.step == Step::Muster(Byzantine) {
        drill.go(Order::Done);
    }
    assert_eq!(drill.position.unit(constans).mode, Mode::Field(Byzantine));
    assert_eq!(drill.position.unit(theodore).mode, Mode::Off);
}

#[test]
#[covers("R40")]
fn ships_join_only_on_a_coast() {
    let mut drill = Drill::new();
    drill.puts(2, "Syrian 5-4", "Damascus");
    let ship = drill.moor(MUSLIMS, "Tyre", 1)[0];
    drill.at(Step::Mode(MUSLIMS)).go(Order::Raise { expedition: Syria });
    drill.go(gather(&drill, "Damascus"));
    assert_eq!(drill.no(Order::Join { unit: ship, expedition: Syria }), "R40");
    let mut drill = Drill::new();
    drill.puts(2, "Syrian 5-4", "Damascus");
    let ship = drill.moor(MUSLIMS, "Tyre", 1)[0];
    drill.at(Step::Mode(MUSLIMS)).go(Order::Raise { expedition: Syria });
    drill.go(gather(&drill, "Laodicea"));
    drill.go(Order::Join { unit: ship, expedition: Syria });
    assert_eq!(drill.whereabouts(ship), "Laodicea");
}

#[test]
#[covers("R41", "R128", "R29")]
fn an_expedition_near_home_is_reinforced_from_anywhere_and_a_distant_one_only_on_the_spot() {
    let mut drill = Drill::new();
    drill.host(Syria, "Damascus", &[("Syrian 5-4", 1)]);
    drill.camp(Syria);
    let far = drill.put("Syrian 5-4", "Palmyra");
    let junada = drill.lead(Leader::Junada, "Antioch");
    drill.at(Step::Mode(MUSLIMS)).go(Order::Join { unit: far, expedition: Syria });
    assert!(drill.position.host(Syria).camped, "it keeps its camp side");
    assert_eq!(drill.position.unit(junada).mode, Mode::Field(Syria), "leaders due join");
    assert_eq!(drill.no(Order::Patrol { unit: far }), "2.0");
    assert_eq!(drill.no(Order::Move { unit: far }), "R29");

    let mut drill = Drill::new();
    drill.host(Syria, "Tarsus", &[("Syrian 5-4", 1)]);
    drill.control("Tarsus", MUSLIMS);
    let (far, near) = (drill.put("Syrian 5-4", "Palmyra"), drill.put("Syrian 4-4", "Tarsus"));
    drill.at(Step::Mode(MUSLIMS));
    assert_eq!(drill.no(Order::Join { unit: far, expedition: Syria }), "R41");
    assert!(drill.may(Order::Join { unit: near, expedition: Syria }));
}

#[test]
#[covers("R128")]
fn a_leader_in_the_hex_of_his_armys_expedition_may_join() {
    let mut drill = Drill::new();
    drill.host(Egypt, "Pelusium", &[("Egyptian", 2)]);
    let amr = drill.lead(Leader::Amr, "Pelusium");
    drill.at(Step::Mode(MUSLIMS)).go(Order::Join { unit: amr, expedition: Egypt });
    assert_eq!(drill.position.unit(amr).mode, Mode::Field(Egypt));
}

#[test]
#[covers("R43", "R11", "R135", "R39")]
fn who_is_invested_stays_and_an_invested_city_still_gathers() {
    let mut drill = Drill::new();
    let shut = drill.put("Obsequium foot", "Nicomedia");
    let free = drill.put("Obsequium foot", "Ancyra");
    let theodore = drill.lead(Leader::Theodore, "Nicomedia");
    drill.host(Syria, "Nicomedia", &[("Syrian 5-4", 4)]);
    drill.host(Egypt, "Constantinople", &[("Egyptian", 2)]);
    drill.put("Scholae", "Constantinople");
    drill.at(Step::Mode(BYZANTINES)).go(Order::Raise { expedition: Byzantine });
    assert_eq!(drill.no(gather(&drill, "Constantinople")), "3.3", "the hex itself is not free");
    drill.go(gather(&drill, "Herakleia"));
    assert_eq!(drill.no(Order::Join { unit: shut, expedition: Byzantine }), "R11");
    drill.go(Order::Join { unit: free, expedition: Byzantine }).go(Order::Done);
    assert_eq!(drill.whereabouts(theodore), "Nicomedia");
}

#[test]
#[covers("R138")]
fn a_scenario_has_gathering_cities_of_its_own_and_a_closed_area() {
    let mut drill = Drill::of("delta");
    drill.put("Egyptian", "Fustat");
    drill.at(Step::Mode(MUSLIMS)).go(Order::Raise { expedition: Egypt });
    assert!(drill.may(gather(&drill, "Fustat")));
    assert_eq!(drill.no(gather(&drill, "Damascus")), "3.3");
    let closed = &drill.position.sheet.ways.closed;
    assert!(closed[drill.hex("Damascus").index()] && !closed[drill.hex("Gaza").index()]);
    let isles = Drill::of("isles");
    let closed = &isles.position.sheet.ways.closed;
    assert!(closed[isles.hex("Pelusium").index()] && !closed[isles.hex("Gaza").index()]);
}
