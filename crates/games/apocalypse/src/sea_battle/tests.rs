use covers::covers;
use engine::ledger::Unread;

use crate::drill::{Drill, sheet};
use crate::order::Order;
use crate::position::{Cause, Fight, Pace, Stage, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::Expedition::{Byzantine, Syria};
use crate::unit::UnitId;

struct Fleets {
    drill: Drill,
    muslims: Vec<UnitId>,
    byzantines: Vec<UnitId>,
    syrians: Vec<UnitId>,
    foot: Vec<UnitId>,
}

/// A Syrian fleet sails from Laodicea into 3218, where a Byzantine one lies on the coast with its army beside it.
fn off_the_coast(syrians: usize, muslim_ships: usize, foot: usize, ships: usize, fire: bool) -> Fleets {
    let mut drill = Drill::new();
    drill.lead(Leader::Muawiya, "Emesa");
    drill.position.annals.greek_fire = fire;
    let syrians = drill.host(Syria, "Laodicea", &[("Syrian 5-4", syrians)]);
    let muslims = drill.fleet(Syria, muslim_ships);
    let foot = drill.host(Byzantine, "3218", &[("Carabisianis foot", foot)]);
    let byzantines = drill.fleet(Byzantine, ships);
    drill.at(Step::Sea(MUSLIMS)).march(Syria).go(Order::Done).step("3219").step("3218");
    Fleets { drill, muslims, byzantines, syrians, foot }
}

fn odds(drill: &Drill) -> (u32, u32, i32) {
    let odds = drill.position.odds(&mut Unread);
    (odds.attack.0 / 4, odds.defence.0 / 4, odds.shift)
}

#[test]
#[covers("8.0", "R100", "R101", "R130", "8.1", "1.3.4", "R15")]
fn a_fleet_fights_what_lies_on_the_coast_and_the_defender_boards() {
    let mut f = off_the_coast(4, 2, 5, 2, false);
    assert_eq!((f.drill.position.battle.kind, f.drill.asked()), (Fight::Naval, Some(BYZANTINES)));
    assert_eq!(odds(&f.drill), (16, 0, 0), "the second factors of those aboard");
    f.drill.go(Order::Load { unit: f.foot[0], ship: f.byzantines[0] });
    f.drill.go(Order::Load { unit: f.foot[1], ship: f.byzantines[1] });
    assert_eq!(odds(&f.drill), (16, 8, 0));
    f.drill.go(Order::Commit);
    assert_eq!(f.drill.position.battle.stage, Stage::Die);
}

#[test]
#[covers("R100", "3.1.3")]
fn ships_in_garrison_are_left_alone() {
    let mut drill = Drill::new();
    drill.host(Syria, "Laodicea", &[("Syrian 5-4", 2)]);
    drill.fleet(Syria, 1);
    drill.put("Carabisianis foot", "Constantia");
    drill.moor(BYZANTINES, "Constantia", 1);
    drill.at(Step::Sea(MUSLIMS)).march(Syria).go(Order::Done);
    drill.step("3219").step("3220").step("3221").step("Constantia");
    assert_eq!(drill.position.battle.kind, Fight::None);
    assert_eq!(drill.position.host(Syria).sea, 30 - 5, "but they cost one MP more");
}

#[test]
#[covers("R74")]
fn nobody_aboard_is_four_to_one_one_to_three_or_even() {
    let column = |drill: &Drill| {
        let table = &drill.position.sheet.charts.combat;
        table.column_name(table.fought_on(&drill.position.odds(&mut Unread)))
    };
    let f = off_the_coast(2, 1, 1, 1, false);
    assert_eq!(column(&f.drill), "4 to 1");
    let mut f = off_the_coast(2, 1, 1, 1, false);
    for id in f.syrians.clone() {
        f.drill.position.unit_mut(id).aboard = UnitId::NONE;
    }
    assert_eq!(column(&f.drill), "1 to 1");
    f.drill.position.unit_mut(f.foot[0]).aboard = f.byzantines[0];
    assert_eq!(column(&f.drill), "1 to 3");
}

#[test]
#[covers("6.3", "R75")]
fn sea_leaders_shift_at_sea() {
    let mut f = off_the_coast(4, 2, 2, 1, false);
    f.drill.lead_with(Leader::Junada, Syria);
    f.drill.lead_with(Leader::Theodore, Byzantine);
    assert_eq!(odds(&f.drill).2, 1, "Theodore leads in the field only");
}

#[test]
#[covers("8.2.2", "R104", "R105", "8.2")]
fn a_rout_costs_the_loser_the_winners_number_and_the_winner_half() {
    let mut f = off_the_coast(6, 3, 6, 5, false);
    f.drill.go(Order::Commit);
    // Nobody is aboard: four to one. A one routs the defender.
    f.drill.dice(&[1]);
    // The Byzantine ships are empty and alike: three are taken without asking.
    assert_eq!(f.drill.lost(&f.byzantines), 3);
    assert_eq!((f.drill.asked(), f.drill.position.battle.owed), (Some(MUSLIMS), 1));
    f.drill.go(Order::Lose { unit: f.muslims[0] });
    assert_eq!(f.drill.lost(&f.syrians), 2, "passengers go down with their ship");
    assert_eq!(f.drill.position.placing.cause, Cause::SeaRout);
    assert!(f.drill.position.host(Byzantine).on_map(), "the army stays ashore");
}

#[test]
#[covers("8.2.3", "R106")]
fn destruction_takes_all_ships_of_the_loser_and_none_of_the_winners() {
    let mut f = off_the_coast(6, 3, 3, 2, false);
    f.drill.go(Order::Load { unit: f.foot[0], ship: f.byzantines[0] });
    f.drill.go(Order::Commit);
    // 24 against 4: four to one.
    f.drill.dice(&[5]);
    assert_eq!((f.drill.lost(&f.byzantines), f.drill.lost(&f.muslims)), (2, 0));
    assert_eq!(f.drill.lost(&f.foot), 1);
    assert!(f.drill.position.host(Byzantine).on_map(), "two watched from the shore");
    assert_eq!(f.drill.position.march.pace, Pace::Free);
}

#[test]
#[covers("8.2.1", "R103")]
fn attrition_at_sea_goes_ship_for_ship() {
    let mut f = off_the_coast(4, 2, 6, 2, false);
    for (i, ship) in [(0, 0), (1, 0), (2, 0), (3, 0)] {
        f.drill.go(Order::Load { unit: f.foot[i], ship: f.byzantines[ship] });
    }
    f.drill.go(Order::Commit);
    // 16 against 16: even.
    f.drill.dice(&[4]);
    f.drill.go(Order::Lose { unit: f.muslims[0] });
    assert_eq!(f.drill.lost(&f.syrians), 2);
    f.drill.go(Order::Lose { unit: f.byzantines[1] });
    f.drill.go(Order::Rout);
    assert_eq!(f.drill.position.placing.side, MUSLIMS);
}

#[test]
#[covers("table.greek-fire", "8.3")]
fn every_cell_of_greek_fire_is_as_the_brief_has_it() {
    let charts = &sheet("campaign").charts;
    let rows = ["0* 0* 1* 2*", "0 1* 1* 3*", "1 1 2 3", "1 2 2 4", "1 2 3 5", "2 3 4 6"];
    for (row, words) in charts.fire.iter().zip(rows) {
        let told: Vec<String> =
            row.iter().map(|(sunk, star)| format!("{sunk}{}", if *star { "*" } else { "" })).collect();
        assert_eq!(told.join(" "), words);
    }
    let columns: Vec<usize> = [1, 2, 3, 4, 6, 7, 16].map(|ships| charts.fire_column(ships)).to_vec();
    assert_eq!(columns, [0, 1, 1, 2, 2, 3, 3]);
}

#[test]
#[covers("8.3", "R102", "event.2", "brief.4")]
fn greek_fire_burns_ships_before_the_battle() {
    let mut f = off_the_coast(4, 2, 2, 2, true);
    f.drill.go(Order::Commit);
    assert_eq!(f.drill.no(Order::Fire { ships: 3 }), "8.3");
    f.drill.go(Order::Fire { ships: 2 }).dice(&[2]);
    // One Muslim ship of the Byzantine's choice, and one Byzantine of the Muslim's.
    assert_eq!(f.drill.asked(), Some(BYZANTINES));
    f.drill.go(Order::Lose { unit: f.muslims[1] });
    assert_eq!(f.drill.asked(), None, "the Byzantine ships are alike: one is taken");
    assert_eq!((f.drill.lost(&f.byzantines), f.drill.lost(&f.syrians)), (1, 2));
    assert_eq!(f.drill.position.battle.stage, Stage::Die);
}

#[test]
#[covers("R102", "R106")]
fn a_fleet_burnt_altogether_has_lost_without_a_roll() {
    let mut f = off_the_coast(2, 1, 2, 2, true);
    f.drill.go(Order::Commit).go(Order::Fire { ships: 2 }).dice(&[5]);
    assert_eq!((f.drill.lost(&f.muslims), f.drill.lost(&f.syrians)), (1, 2));
    assert!(!f.drill.position.host(Syria).on_map());
    assert_eq!(f.drill.lost(&f.byzantines), 0);
}

#[test]
#[covers("R17", "8.3")]
fn without_the_event_there_is_no_greek_fire() {
    let mut f = off_the_coast(4, 2, 2, 2, false);
    f.drill.go(Order::Commit);
    assert_eq!(f.drill.position.battle.stage, Stage::Die);
}
