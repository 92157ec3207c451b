//! The end of the game from 14.2, R39 to R41 and R140 to R142.

use covers::covers;
use engine::{Rules, Shown, Turn};

use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Arm, EMPIRES, MUSLIMS, State};
use crate::unit::Party;

const SCENARIOS: [&str; 4] = ["full", "first-conquests", "first-civil-war", "sieges-of-constantinople"];

/// The end of the last turn.
fn last_turn(drill: Drill) -> Field {
    let last = drill.sheet.last_turn;
    let mut field = drill.turn(last).begin(Step::Reconvert);
    field.settle();
    field
}

#[test]
#[covers("14.2", "R140")]
fn the_handicap_of_every_turn() {
    for turn in 1..=20u8 {
        let field = Drill::new().note(move |p| p.books.first_attack = turn).begin(Step::Reconvert);
        assert_eq!(field.reckoning().handicap, 42 - 2 * i32::from(turn), "first attack in turn {turn}");
    }
    assert_eq!(Drill::new().begin(Step::Reconvert).reckoning().handicap, 0, "never attacked");
}

/// The turn noted as that of the first attack, after a six in the combat of a hex in turn 5.
fn first_attack(drill: Drill, party: Party, at: &str, arm: Arm) -> u8 {
    let mut field = drill.turn(5).begin(Step::Fight(party));
    let order = Order::Attack { at: field.station(at), arm };
    field.play(order);
    if !matches!(field.turn(), Turn::Dice(_)) {
        field.play(Order::Stand);
    }
    field.roll(6);
    field.books.first_attack
}

#[test]
#[covers("R39", "R140", "5.3", "14.2")]
fn only_a_muslim_combat_die_against_an_unconverted_byzantine_is_an_attack_on_byzantium() {
    let host =
        |at| Drill::new().place_all(3, "host", "muslim bedouin", at).place("by", "muslim levy", "0303");
    let land = |drill, at| first_attack(drill, Party::Muslims, at, Arm::Land);
    assert_eq!(land(host("1004").place("romans", "byzantine levy", "1004"), "1004"), 5);
    assert_eq!(land(host("0606").place("persians", "persian levy", "0606"), "0606"), 0);
    let converts = Drill::new().place_all(4, "converts", "converted persian mercenary", "1004").place(
        "romans",
        "byzantine levy",
        "1004",
    );
    assert_eq!(land(converts, "1004"), 5, "converts attack for the Muslims");
    let storm = host("Constantinople").place("walls", "byzantine mercenary", "box");
    assert_eq!(land(storm, "box"), 5, "the box counts");
    let sea = |muslims, romans| {
        let drill = Drill::new()
            .place("port", "byzantine levy", "Antioch")
            .place_all(3, "dhows", muslims, "1405")
            .place("galley", romans, "1405");
        first_attack(drill, Party::Muslims, "1405", Arm::Naval)
    };
    assert_eq!(sea("muslim naval", "byzantine naval"), 5, "ships count");
    assert_eq!(sea("converted byzantine naval", "persian naval"), 0, "converted Byzantines are none");
    let byzantine_attack = Drill::new().place_all(3, "romans", "byzantine mercenary", "1004").place(
        "host",
        "muslim bedouin",
        "1004",
    );
    assert_eq!(first_attack(byzantine_attack, Party::Empires, "1004", Arm::Land), 0);
}

#[test]
#[covers("R39", "R140")]
fn a_fleet_that_sails_away_was_not_attacked_and_later_attacks_change_nothing() {
    let mut field = Drill::new()
        .place_all(3, "dhows", "muslim naval", "1505")
        .place("galley", "byzantine naval", "1505")
        .begin(Step::Fight(Party::Muslims));
    let at = field.station("1505");
    field.play(Order::Attack { at, arm: Arm::Naval });
    let away = field.orders().into_iter().find(|order| matches!(order, Order::Withdraw { .. })).unwrap();
    field.play(away);
    assert_eq!(field.books.first_attack, 0);
    let again = Drill::new()
        .place_all(3, "host", "muslim bedouin", "1004")
        .place("romans", "byzantine levy", "1004")
        .note(|p| p.books.first_attack = 2);
    assert_eq!(first_attack(again, Party::Muslims, "1004", Arm::Land), 2);
}

/// A phase A with a limit for the automatic victory; Medina alone earns 1.
fn phase_a(drill: Drill, limit: u16) -> Field {
    let mut field = drill
        .with(move |sheet| sheet.victory.automatic = Some(limit))
        .place("garrison", "muslim bedouin", "Medina")
        .begin(Step::Assign(0));
    field.settle();
    field
}

#[test]
#[covers("14.2", "R41", "brief.7")]
fn automatic_victory_needs_more_than_the_limit_from_income_alone_in_any_turn() {
    for turn in [1, 7, 20] {
        let over = |limit| {
            let drill = Drill::new().turn(turn).points(State::Muslim, 500).note(|p| {
                p.books.first_attack = 1;
                p.books.box_emptied = true;
                p.books.box_open = false;
            });
            matches!(phase_a(drill, limit).turn(), Turn::Over(_))
        };
        assert!(over(0), "1 is more than 0 in turn {turn}");
        assert!(!over(1), "1 is not more than 1, whatever is saved or promised, in turn {turn}");
    }
}

#[test]
#[covers("14.2", "R41")]
fn nothing_of_the_turn_is_played_after_an_automatic_victory() {
    let field = phase_a(Drill::new(), 0);
    let Turn::Over(outcome) = field.turn() else { panic!("{}", field.prompt()) };
    assert_eq!((outcome.winner, outcome.grade, outcome.rule), (Some(MUSLIMS), "automatic", "14.2"));
    assert_eq!((field.step, field.orders().len()), (Step::Over, 0));
    field.refuses(Order::Done, "4.2");
    assert!(field.verdict().contains("earning 1 point"), "{}", field.verdict());
    assert_eq!(field.audit(), Ok(()));
}

#[test]
#[covers("R25", "R41")]
fn with_seats_exchanged_the_automatic_victory_is_the_second_players() {
    let field = phase_a(Drill::new().exchange().note(|p| p.swapped = true), 0);
    let Turn::Over(outcome) = field.turn() else { panic!("{}", field.prompt()) };
    assert_eq!(outcome.winner, Some(EMPIRES));
}

#[test]
#[covers("R41", "R142", "scenario.full", "brief.7")]
fn the_published_game_has_the_published_figures() {
    let sheet = Drill::of("full").sheet;
    let victory = &sheet.victory;
    assert_eq!((sheet.first_turn, sheet.last_turn), (1, 20));
    assert_eq!((victory.automatic, victory.muslims_above, victory.empires_below), (Some(130), 130, 110));
    assert_eq!((victory.handicap, victory.handicap_step, victory.box_bonus), (40, 2, 10));
    assert_eq!((victory.war_points, victory.box_wins, victory.prizes.len()), (0, false, 0));
}

#[test]
#[covers("14.2", "R137", "R141")]
fn the_final_count_is_income_walls_and_handicap_and_no_saved_points() {
    let count = |drill: Drill| {
        let field = last_turn(drill.place("garrison", "muslim bedouin", "Medina"));
        assert_eq!(field.turn_number(), 20);
        let count = field.reckoning();
        (count.income, count.walls, count.handicap, count.total())
    };
    assert_eq!(count(Drill::new()), (1, 0, 0, 1));
    assert_eq!(count(Drill::new().points(State::Muslim, 300)), (1, 0, 0, 1));
    // A box that was left is not a box that was stormed.
    assert_eq!(count(Drill::new().note(|p| p.books.first_attack = 3)), (1, 0, 36, 37));
    let stormed = Drill::new().note(|p| {
        p.books.first_attack = 20;
        p.books.box_open = false;
        p.books.box_emptied = true;
    });
    assert_eq!(count(stormed), (1, 10, 2, 13));
}

#[test]
#[covers("R141", "R42", "R43")]
fn a_state_converted_in_the_last_phase_is_not_yet_defeated_in_the_final_count() {
    let income = |defeated: bool| {
        let drill = Drill::new()
            .place_all(8, "sindhis", "converted sindhi levy", "pool")
            .place("garrison", "muslim bedouin", "Medina")
            .note(move |p| {
                if defeated {
                    p.books.defeated.add(State::Sindhi);
                }
            });
        last_turn(drill).reckoning().income
    };
    assert_eq!(income(false), 1);
    assert!(income(true) > 1, "a defeat established before counts");
}

#[test]
#[covers("R24", "R141", "14.2")]
fn the_final_count_reviews_states_that_stood_by_as_a_phase_a_would() {
    let income = |at: &'static str, inactive: bool| {
        let drill = Drill::new().errata().place("raider", "muslim bedouin", at).note(move |p| {
            if inactive {
                p.books.inactive.add(State::Sindhi);
            }
        });
        last_turn(drill).reckoning().income
    };
    assert!(income("0710", true) > income("0710", false), "the invader is still there");
    assert_eq!(income("Medina", true), income("Medina", false), "nobody is left inside");
}

/// Who wins with a final count that stands so far above or below the two limits.
fn winner(scenario: &str, above: i16, below: i16) -> Option<engine::Side> {
    let total = last_turn(Drill::of(scenario)).reckoning().total() as i16;
    let field = last_turn(Drill::of(scenario).with(move |sheet| {
        sheet.victory.muslims_above = total + above;
        sheet.victory.empires_below = total + below;
    }));
    let Turn::Over(outcome) = field.turn() else { panic!("{scenario}: {}", field.prompt()) };
    assert_eq!(outcome.rule, "14.2");
    assert_eq!(outcome.grade, if outcome.winner.is_some() { "victory" } else { "draw" });
    outcome.winner
}

#[test]
#[covers(
    "14.2",
    "R142",
    "scenario.first-conquests",
    "scenario.first-civil-war",
    "scenario.sieges-of-constantinople",
    "scenario.full"
)]
fn every_scenario_is_won_above_one_limit_and_below_the_other() {
    for scenario in SCENARIOS {
        assert_eq!(winner(scenario, -1, -20), Some(MUSLIMS), "{scenario}");
        assert_eq!(winner(scenario, 0, -20), None, "{scenario}: at the limit");
        assert_eq!(winner(scenario, 20, 0), None, "{scenario}: at the other limit");
        assert_eq!(winner(scenario, 20, 1), Some(EMPIRES), "{scenario}");
    }
}

#[test]
#[covers("14.2", "brief.7", "R128")]
fn the_turn_before_the_last_is_followed_by_another() {
    for scenario in SCENARIOS {
        let drill = Drill::of(scenario);
        let last = drill.sheet.last_turn;
        let mut field = drill.turn(last - 1).begin(Step::Reconvert);
        field.settle();
        assert_eq!(field.turn_number(), last, "{scenario}");
        assert!(matches!(field.turn(), Turn::Order(_)), "{scenario}: {}", field.prompt());
    }
}

#[test]
#[covers("scenario.first-civil-war")]
fn civil_wars_count_where_the_scenario_says_so() {
    let wars = |scenario: &str, won: [u8; 2]| {
        let drill = Drill::of(scenario).note(move |p| p.war.won = won);
        last_turn(drill).reckoning().wars
    };
    let points = i32::from(Drill::of("first-civil-war").sheet.victory.war_points);
    assert!(points > 0);
    assert_eq!(wars("first-civil-war", [1, 0]), points);
    assert_eq!(wars("first-civil-war", [0, 1]), -points);
    assert_eq!(wars("first-civil-war", [2, 1]), points);
    assert_eq!(wars("full", [2, 1]), 0);
}

#[test]
#[covers("scenario.sieges-of-constantinople")]
fn a_prize_city_counts_only_for_a_sole_muslim_land_unit() {
    let prize = |drill: Drill| {
        let drill = drill.with(|sheet| {
            let hex = engine::hex::Grid::new(engine::hex::Orientation::Flat, 20, 10, true)
                .at("1703".parse().unwrap())
                .unwrap();
            sheet.victory.prizes = vec![(hex, 10)];
        });
        last_turn(drill).reckoning().prizes
    };
    let held = |what| Drill::new().place("garrison", what, "Constantinople");
    assert_eq!(prize(held("muslim bedouin")), 10);
    assert_eq!(prize(held("converted byzantine levy")), 10);
    assert_eq!(prize(held("muslim naval")), 0, "ships hold nothing");
    assert_eq!(prize(held("byzantine levy")), 0);
    assert_eq!(prize(held("muslim bedouin").place("romans", "byzantine levy", "Constantinople")), 0);
    assert_eq!(
        prize(held("muslim bedouin").place("walls", "byzantine levy", "box")),
        10,
        "the box is no hex"
    );
    assert_eq!(Drill::of("sieges-of-constantinople").sheet.victory.prizes.len(), 1);
}

#[test]
#[covers("13.0", "14.2", "R137")]
fn where_a_scenario_says_so_the_fall_of_the_box_ends_it() {
    let storm = |wins: bool| {
        let mut field = Drill::new()
            .with(move |sheet| sheet.victory.box_wins = wins)
            .place_all(9, "host", "muslim bedouin", "Constantinople")
            .place("walls", "byzantine mercenary", "box")
            .begin(Step::Fight(Party::Muslims));
        field.attack("box").roll(6);
        assert!(field.books.box_emptied && !field.books.box_open);
        field
    };
    assert!(!matches!(storm(false).turn(), Turn::Over(_)));
    let field = storm(true);
    let Turn::Over(outcome) = field.turn() else { panic!("{}", field.prompt()) };
    assert_eq!((outcome.winner, outcome.rule), (Some(MUSLIMS), "13.0"));
    assert_eq!(field.audit(), Ok(()));
}
