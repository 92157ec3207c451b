use covers::covers;

use crate::drill::{Drill, sheet};
use crate::order::{Noble, Order};
use crate::position::Step;
use crate::sheet::{Army, BYZANTINES, Leader, MUSLIMS};
use crate::unit::{Expedition, Mode, Spot, UnitId};

fn named(drill: &mut Drill) {
    drill.go(Order::Name { noble: Noble::Rshtuni });
}

/// Where the units of a kind stand at the start.
fn stand(drill: &Drill, kind: &str) -> Vec<String> {
    let kinds = &drill.position.sheet.roster.kinds;
    let ids =
        drill.position.land_ids().filter(|&id| kinds[drill.position.unit(id).kind as usize].name == kind);
    let mut at: Vec<String> = ids.map(|id| drill.whereabouts(id)).collect();
    at.sort();
    at
}

#[test]
#[covers("10.1", "R112", "10.1.7", "R117", "scenario.campaign", "1.0", "1.3", "1.3.1")]
fn the_byzantine_begins_by_naming_the_noble() {
    let mut drill = Drill::opening("campaign");
    assert_eq!((drill.position.step, drill.asked()), (Step::Name, Some(BYZANTINES)));
    named(&mut drill);
    let noble = drill.position.leader(Leader::Noble);
    assert_eq!(
        (drill.position.label(noble), drill.whereabouts(noble)),
        ("Theodore Rshtuni".into(), "Dvin".into())
    );
    let clan = drill.position.next_deployed().unwrap().0;
    assert_eq!(drill.position.label(clan), "Rshtuni");
    let dvin = drill.position.label_of(drill.hex("Dvin"));
    let both = [false, true].map(|patrol| Order::Place { unit: clan, at: dvin, patrol });
    assert_eq!(drill.orders(), both, "in garrison or on patrol in Dvin");
}

#[test]
#[covers("10.1.1", "10.1.2", "R113", "10.1.6", "R116", "R137", "10.1.3")]
fn guards_and_fleet_troops_have_their_places() {
    let drill = Drill::opening("campaign");
    assert_eq!(
        stand(&drill, "Scholae"),
        ["Cios", "Constantinople", "Cyzicus", "Dorylaion", "Kotyaion", "Nicomedia", "Prussa"]
    );
    for guard in ["Excubitor", "Domestici Equites", "Domestici Pedes"] {
        assert_eq!(stand(&drill, guard), ["Constantinople"]);
    }
    assert_eq!(drill.position.crowd(drill.settlement("Constantinople")), 8);
    assert_eq!(
        stand(&drill, "Carabisianis foot"),
        ["Attaleia", "Ephesus", "Rhodes", "Samos", "Seleukeia", "Smyrna"]
    );
    assert!(drill.position.annals.patriarch);
    let empty = |place: &str| drill.position.crowd(drill.settlement(place)) == 0;
    assert!(empty("Constantia") && empty("Gortyn"));
}

#[test]
#[covers("10.1.4", "R114", "10.1.9", "10.1.7", "10.1.8")]
fn ships_and_leaders_have_their_places() {
    let drill = Drill::opening("campaign");
    let mut ports: Vec<String> =
        drill.position.ship_ids(BYZANTINES).map(|id| drill.whereabouts(id)).collect();
    ports.retain(|at| at != "destroyed");
    ports.sort();
    assert_eq!(
        ports,
        [
            "Abydos",
            "Alexandria",
            "Alexandria",
            "Attaleia",
            "Constantia",
            "Constantinople",
            "Constantinople",
            "Rhodes",
            "Smyrna",
            "Trebizond"
        ]
    );
    assert_eq!(drill.position.fleet_size(MUSLIMS), 0);
    let at = |leader| drill.whereabouts(drill.position.leader(leader));
    for leader in [Leader::Constans, Leader::Fausta, Leader::Theodore] {
        assert_eq!(at(leader), "Constantinople");
    }
    assert_eq!((at(Leader::Manuel), at(Leader::Amr)), ("Alexandria".into(), "Fustat".into()));
    assert_eq!((at(Leader::Muawiya), at(Leader::Junada)), ("Damascus".into(), "Damascus".into()));
    assert_eq!((at(Leader::Abdallah), stand(&drill, "Quraysh").len()), ("aside".into(), 10));
    assert!(stand(&drill, "Kufan").iter().chain(&stand(&drill, "Quraysh")).all(|at| at == "aside"));
    assert!(stand(&drill, "African foot").iter().all(|at| at == "africa"));
}

#[test]
#[covers("10.1", "10.1.5", "R115", "R141", "R124", "10.1.8", "R118", "R112")]
fn armies_are_set_up_in_their_districts() {
    let mut drill = Drill::opening("campaign");
    named(&mut drill);
    let mut egypt = 0;
    while drill.position.step == Step::Deploy {
        let (next, _) = drill.position.next_deployed().unwrap();
        let army = drill.position.army(next);
        // Orientales crowd into Egypt as long as they may.
        let orders = drill.orders();
        let district = |order: &Order| {
            let Order::Place { at, .. } = order else { return String::new() };
            let hex = drill.position.hex(*at).unwrap();
            let ground = &drill.position.sheet.ground;
            ground.districts[ground.district[hex.index()] as usize].clone()
        };
        let home = match army {
            Army::Obsequium => "Obsequium",
            Army::Orientales => "Orientales",
            Army::Armeniae => "Armeniae",
            Army::Syria => "Syria",
            _ => "Egypt",
        };
        let stray = orders.iter().find(|order| {
            let there = district(order);
            there != home && !(army == Army::Orientales && there == "Egypt")
        });
        assert_eq!(stray, None, "{army:?}");
        let delta = orders.iter().find(|order| army == Army::Orientales && district(order) == "Egypt");
        egypt += usize::from(delta.is_some());
        if army.side() == MUSLIMS {
            assert!(orders.iter().all(|order| matches!(order, Order::Place { patrol: false, .. })));
        }
        let order = delta.copied().unwrap_or(orders[0]);
        drill.go(order);
    }
    assert_eq!(egypt, 8, "half of sixteen");
    assert_eq!(drill.position.step, Step::EventDice);
}

#[test]
#[covers("R141", "R115")]
fn the_start_line_parts_egypt() {
    let drill = Drill::new();
    let byzantine = |place: &str| drill.position.sheet.ground.north_west[drill.hex(place).index()];
    for place in ["Alexandria", "Rosetta", "Damietta", "Nikiu"] {
        assert!(byzantine(place), "{place}");
    }
    for place in ["Fustat", "Pelusium", "5837"] {
        assert!(!byzantine(place), "{place}");
    }
}

/// How many counters of each side a scenario has in play, to be set up or on the map.
fn numbers(name: &str) -> [usize; 4] {
    let drill = Drill::opening(name);
    let count = |side, ships: bool| {
        let there = |id: &UnitId| {
            let unit = drill.position.unit(*id);
            unit.serves(side)
                && unit.is_ship() == ships
                && !unit.is_leader()
                && (unit.spot.hex().is_some() || unit.spot == Spot::SETUP)
        };
        drill.position.ids().filter(there).count()
    };
    [count(BYZANTINES, false), count(BYZANTINES, true), count(MUSLIMS, false), count(MUSLIMS, true)]
}

#[test]
#[covers("scenario", "scenario.delta", "scenario.isles", "scenario.armenia", "scenario.great-fleet", "R138")]
fn our_scenarios_have_what_the_brief_lists_and_two_foot_more_in_the_delta() {
    assert_eq!(numbers("delta"), [8 + 2, 2, 14, 0]);
    assert_eq!(numbers("isles"), [6 + 13, 8, 14, 5]);
    assert_eq!(numbers("armenia"), [13 + 7, 0, 16, 0]);
    assert_eq!(numbers("great-fleet"), [16 + 5 + 2, 3, 14 + 10 + 6, 12]);
    let drill = Drill::opening("great-fleet");
    assert_eq!(drill.position.strength_of(Expedition::Syria), 14);
    let smyrna = Spot::on(drill.hex("Smyrna"));
    assert_eq!(drill.position.host(Expedition::Egypt).spot, smyrna);
    assert!(drill.position.holds(MUSLIMS, drill.settlement("Abydos")));
    let turns = |name: &str| sheet(name).turns();
    assert_eq!(["campaign", "delta", "isles", "armenia", "great-fleet"].map(turns), [11, 3, 4, 3, 3]);
    let kufa = Drill::opening("armenia");
    assert_eq!(kufa.position.host(Expedition::Kufa).spot, Spot::on(kufa.hex("Mosul")));
    assert_eq!(
        kufa.position
            .troops(Expedition::Kufa)
            .filter(|&id| kufa.position.unit(id).mode == Mode::Field(Expedition::Kufa))
            .count(),
        10
    );
}
