use covers::covers;
use engine::{Dice, Generator, Rules, Silence, Turn};

use crate::drill::Drill;
use crate::order::Order;
use crate::position::{Phase, Step};
use crate::sheet::{BYZANTINES, MUSLIMS};
use crate::unit::Expedition::{Byzantine, Syria};

#[test]
#[covers("2.0", "R16", "R3", "1.3.5")]
fn a_year_runs_from_events_to_the_byzantine_land_move() {
    let mut drill = Drill::opening("campaign");
    let mut generator = Generator::new(4, 4);
    let mut phases: Vec<&str> = vec![];
    while drill.position.year == 646 && drill.position.outcome.is_none() {
        let phase = drill.position.phase_words();
        if phases.last() != Some(&phase) {
            phases.push(phase);
        }
        match drill.position.turn() {
            Turn::Dice(request) => drill.position.roll(generator.throw(request), &mut Silence),
            Turn::Order(_) => {
                let orders = drill.orders();
                let last = orders.iter().copied().find(|order| *order == Order::Done).unwrap_or(orders[0]);
                drill.position.play(&last, &mut Silence);
            }
            Turn::Over(_) => break,
        }
    }
    phases.retain(|phase| !phase.contains("Sea Move") && *phase != "Byzantine Patrol Move");
    assert_eq!(
        phases,
        [
            "Set-up",
            "Administration: Events",
            "Administration: Modes",
            "Muslim Land Move",
            "Byzantine Land Move"
        ],
        "replacements, fleets and attrition leave no choice in 646"
    );
}

#[test]
#[covers("2.0", "R60")]
fn phases_follow_one_another() {
    let mut drill = Drill::new();
    drill.host(Syria, "Laodicea", &[("Syrian 5-4", 2)]);
    drill.fleet(Syria, 1);
    drill.host(Byzantine, "Constantinople", &[("Scholae", 2)]);
    drill.fleet(Byzantine, 1);
    drill.patrol("Scholae", "1334");
    drill.at(Step::Attrition(4));
    assert_eq!(drill.position.step, Step::Sea(MUSLIMS));
    drill.go(Order::Done);
    assert_eq!(drill.position.step, Step::Sea(BYZANTINES));
    drill.go(Order::Done);
    assert_eq!(drill.position.step, Step::Patrols);
    drill.go(Order::Done);
    assert_eq!(drill.position.step, Step::Land(MUSLIMS));
    drill.go(Order::Done).go(Order::Camp);
    assert_eq!(drill.position.step, Step::Land(BYZANTINES));
    drill.go(Order::Done).go(Order::Camp);
    assert_eq!((drill.position.year, drill.position.step), (647, Step::EventDice));
}

#[test]
#[covers("dice", "protocol")]
fn wrong_dice_and_orders_out_of_their_time_are_refused() {
    let mut drill = Drill::new();
    drill.position.step = Step::EventDice;
    let Turn::Dice(request) = drill.position.turn() else { panic!("dice are due") };
    assert!(request.accepts(&[3]).is_err() && request.accepts(&[3, 7]).is_err());
    assert_eq!(request.accepts(&[3, 4]), Ok(Dice::from_faces(&[3, 4])));
    assert_eq!(drill.no(Order::Done), "2.0");
    let nowhere =
        Order::Place { unit: crate::unit::UnitId(0), at: engine::hex::HexNumber(4417), patrol: false };
    drill.position.step = Step::Deploy;
    drill.position.send(crate::unit::UnitId(0), crate::unit::Spot::SETUP);
    assert_eq!(drill.no(nowhere), "protocol");
}

#[test]
#[covers("R68", "5.1.3")]
fn the_stacking_check_of_the_last_phase_ends_the_year() {
    let mut drill = Drill::new();
    drill.at(Step::Stacking(Phase::ByzantineLand, MUSLIMS));
    assert_eq!(drill.position.year, 647);
}
