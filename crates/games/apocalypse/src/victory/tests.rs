use covers::covers;

use crate::drill::Drill;
use crate::order::Order;
use crate::position::{Phase, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::Expedition::{Byzantine, Syria};

/// Who has won, and by which rule.
fn end(drill: &Drill) -> Option<(engine::Side, &'static str)> {
    drill.position.outcome.map(|outcome| (outcome.winner.unwrap(), outcome.rule))
}

/// The last phase of a year is over.
fn close(drill: &mut Drill) {
    drill.at(Step::Stacking(Phase::ByzantineLand, MUSLIMS));
}

#[test]
#[covers("2.1", "2.1.1", "R108", "R99", "brief.1", "R110")]
fn taking_constantinople_ends_the_game_before_anything_else() {
    let mut drill = Drill::new();
    drill.host(Syria, "1136", &[("Syrian 5-4", 6)]);
    drill.put("Obsequium foot", "Constantinople");
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("Constantinople").go(Order::Siege).dice(&[1, 1]);
    assert_eq!(end(&drill), Some((MUSLIMS, "2.1.1")));
}

#[test]
#[covers("2.1.2", "R111", "R68")]
fn the_byzantines_win_by_lasting_to_the_end_of_656() {
    let mut drill = Drill::new();
    drill.position.year = 655;
    close(&mut drill);
    assert_eq!((end(&drill), drill.position.year), (None, 656));
    close(&mut drill);
    assert_eq!(end(&drill), Some((BYZANTINES, "2.1.2")));
}

#[test]
#[covers("R109", "2.1.2", "brief.1")]
fn muawiyas_death_ends_it_whatever_the_cause() {
    let mut drill = Drill::new();
    drill.host(Syria, "4015", &[("Syrian 5-4", 1)]);
    drill.lead_with(Leader::Muawiya, Syria);
    drill.camp(Syria);
    drill.at(Step::Attrition(0)).dice(&[4]);
    assert_eq!(end(&drill), Some((BYZANTINES, "2.1.2")));
}

#[test]
#[covers("9.0", "R107")]
fn constans_death_changes_nothing_but_his_counter() {
    let mut drill = Drill::new();
    let constans = drill.lead(Leader::Constans, "4015");
    drill.host(Syria, "Damascus", &[("Syrian 5-4", 2)]);
    drill.at(Step::Land(MUSLIMS)).march(Syria).step("4015");
    assert!(drill.is_lost(constans));
    assert_eq!(end(&drill), None);
}

#[test]
#[covers("scenario.delta")]
fn the_delta_is_decided_by_alexandria_and_fustat() {
    let finish = |holder| {
        let mut drill = Drill::of("delta");
        drill.position.year = 648;
        drill.control("Alexandria", holder);
        close(&mut drill);
        end(&drill)
    };
    assert_eq!(finish(MUSLIMS), Some((MUSLIMS, "scenario")));
    assert_eq!(finish(BYZANTINES), Some((BYZANTINES, "scenario")));
    let mut drill = Drill::of("delta");
    drill.host(Byzantine, "5534", &[("Orientales foot", 2)]);
    drill.at(Step::Land(BYZANTINES)).march(Byzantine).step("Fustat");
    assert_eq!(end(&drill), Some((BYZANTINES, "scenario")));
}

#[test]
#[covers("scenario.isles", "scenario.armenia", "scenario.great-fleet")]
fn harbours_and_cities_are_counted_at_the_end() {
    let finish = |scenario: &str, year: u16, held: &[&str]| {
        let mut drill = Drill::of(scenario);
        drill.position.year = year;
        for place in held {
            drill.control(place, MUSLIMS);
        }
        close(&mut drill);
        end(&drill).map(|(winner, _)| winner)
    };
    assert_eq!(finish("isles", 652, &["Rhodes"]), Some(BYZANTINES));
    assert_eq!(finish("isles", 652, &["Rhodes", "Smyrna"]), Some(MUSLIMS));
    assert_eq!(finish("armenia", 654, &["Dvin", "Ireneopolis"]), Some(BYZANTINES));
    assert_eq!(finish("armenia", 654, &["Dvin", "Nakhchawan", "Ireneopolis"]), Some(MUSLIMS));
    assert_eq!(finish("great-fleet", 656, &[]), Some(BYZANTINES));
}

#[test]
#[covers("scenario.armenia", "event.4")]
fn in_armenia_the_lords_turn_in_653_and_no_dice_are_thrown_for_events() {
    let mut drill = Drill::of("armenia");
    drill.put("Clan", "Dvin");
    drill.position.year = 652;
    close(&mut drill);
    assert_eq!((drill.position.year, drill.position.step), (653, Step::LordsDie));
}
