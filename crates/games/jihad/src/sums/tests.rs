//! Computations laid open.

use std::sync::Arc;

use covers::covers;
use engine::odds::{Chance, walk_roll};
use engine::{Dice, Event, EventKind, Generator, Rules, Shown, Turn};

use crate::drill::{Drill, direction};
use crate::files::Library;
use crate::order::Order;
use crate::position::{Clash, Position, Step, Wear};
use crate::sheet::{Arm, State, Variant};
use crate::unit::{Party, UnitId};

#[test]
#[covers("8.2", "R90", "table.combat")]
fn the_sum_of_a_combat_names_every_term_and_the_chance_of_every_result() {
    let field = Drill::new()
        .place_all(3, "tribes", "muslim bedouin", "0804")
        .place_all(2, "persians", "persian levy", "0804")
        .place("x", "muslim bedouin", "0502")
        .place("y", "persian levy", "0502")
        .begin(Step::Fight(Party::Muslims));
    let sums = field.sums(&Order::Attack { at: field.station("0804"), arm: Arm::Land });
    let [sum] = &sums[..] else { panic!("one combat") };
    assert_eq!(sum.total, "6 against 3, 2 to 1");
    assert_eq!(sum.terms.len(), 3 + 2 + 1);
    assert_eq!(sum.terms[5].value, "× 1½");
    assert_eq!(sum.results.iter().map(|chance| chance.ways).sum::<u32>(), 6);
    let lost = sum.results.iter().find(|c| c.result.contains("attacker loses 2, defender loses none"));
    assert_eq!(lost.map(|c| c.ways), Some(1));
}

#[test]
#[covers("7.2", "7.3")]
fn the_sum_of_a_step_shows_ground_and_enemies_passed() {
    let mut field = Drill::new()
        .place("khalid", "muslim bedouin", "0505")
        .place("guard", "persian mercenary", "0604")
        .place("other", "muslim bedouin", "Medina")
        .begin(Step::Move(Party::Muslims));
    field.take_up("khalid").step("NE");
    let sums = field.sums(&Order::Step { to: direction("NE") });
    let terms: Vec<_> = sums[0].terms.iter().map(|term| term.value.as_str()).collect();
    assert_eq!((terms, sums[0].total.as_str()), (vec!["1", "3", "1"], "5 points"));
    assert_eq!(sums[0].results.iter().map(|chance| chance.ways).sum::<u32>(), 6);
}

#[test]
#[covers("5.2", "R26")]
fn the_terms_of_an_income_add_up_to_it() {
    let field = Drill::new()
        .place("governor", "muslim bedouin", "Ctesiphon")
        .place("camp", "muslim bedouin", "0505")
        .place("watch", "persian levy", "Nineveh")
        .place("khazars", "khazar levy", "Itil")
        .base(2)
        .begin(Step::Recruit(Party::Muslims));
    for (state, sum) in State::ALL.into_iter().zip(field.income_sums(&State::ALL)) {
        let points = |text: &str| -> i32 {
            let (sign, number) = text.split_once(' ').expect("a signed figure");
            let number: i32 = number.parse().expect("a number");
            if sign == "+" { number } else { -number }
        };
        let total: i32 = sum.terms.iter().map(|term| points(&term.value)).sum();
        assert_eq!(total, field.forecast(state) as i32, "{}", sum.title);
        assert_eq!(sum.total, format!("{total} points"));
    }
    assert_eq!(field.sums(&Order::Done).len(), 1);
}

#[test]
#[covers("7.2", "R72")]
fn nobody_is_told_to_lose_more_units_than_march() {
    let mut field = Drill::new()
        .place("khalid", "muslim levy", "0505")
        .place("other", "muslim bedouin", "Medina")
        .begin(Step::Move(Party::Muslims));
    field.take_up("khalid").step("NE");
    field.mover.points = 59;
    assert!((1..=6).any(|face| field.sheet.charts.attrition_losses(59, face) > 1), "the table knows worse");
    let sum = field.sums(&Order::Halt).remove(0);
    let words: Vec<&str> = sum.results.iter().map(|chance| chance.result.as_str()).collect();
    assert!(words.contains(&"Attrition takes one unit"), "{words:?}");
    assert!(words.iter().all(|result| !result.contains("units")), "{words:?}");
    field.halt();
    assert_eq!(walk_roll(&*field), Some(sum.thrown()));
}

#[test]
#[covers("5.3", "R35")]
fn the_income_shown_at_the_close_of_phase_a_counts_what_was_assigned() {
    let mut field = Drill::new().place("romans", "byzantine levy", "0504").begin(Step::Assign(0));
    field.settle();
    let usual = field.sums(&Order::Done);
    field.play(Order::Assign { hex: field.hex_number("0503"), state: State::Byzantine });
    let shown = field.sums(&Order::Done);
    assert_ne!(shown, usual);
    field.done();
    for (state, sum) in State::ALL.into_iter().zip(&shown) {
        let earned = field.books.income[state as usize];
        assert_eq!(sum.total, crate::words::points_words(earned), "{}", sum.title);
    }
}

/// What became of some units: how many are gone, or must still be named. Those a later judgment of stacks took
/// are not counted.
fn gone(before: &[UnitId], after: &Position, told: &[Event], due: u8) -> usize {
    let crowded = |id: UnitId| told.iter().any(|e| e.rule == "7.5" && e.counters.contains(&(id.0 as u16)));
    before.iter().filter(|&&id| !after.unit(id).spot.in_play() && !crowded(id)).count() + due as usize
}

/// Losses by combat or attrition as a result words them: of the attacker, of the defender.
fn said(result: &str) -> (usize, usize) {
    let number = |word: &str| match word.trim_end_matches(',') {
        "none" => 0,
        "one" => 1,
        figure => figure.parse().unwrap_or_else(|_| panic!("`{result}`")),
    };
    match result.split(' ').collect::<Vec<_>>()[..] {
        ["No", "losses", ..] => (0, 0),
        ["Attrition", "takes", lost, _] => (number(lost), 0),
        ["attacker", "loses", lost, "defender", "loses", killed, ..] => (number(lost), number(killed)),
        _ => panic!("`{result}`"),
    }
}

/// Tries every face of the die that is due and holds what becomes of the units to what is said, and what is said
/// to the sum; answers whether there was one.
fn hold_to_sum(position: &Position, events: &[Event], name: &str) -> bool {
    let attrition = position.attrition.stage == Wear::Roll;
    if !attrition && position.combat.stage != Clash::Roll {
        return false;
    }
    let sum = events.iter().rev().find_map(|event| event.sum.clone()).expect("a sum before the die");
    let sorted = |chances: &[Chance]| {
        let mut lines: Vec<_> = chances.iter().map(|c| (c.result.clone(), c.ways, c.of)).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&sum.results), sorted(&walk_roll(position).unwrap()), "{name}: {sum:#?}");
    let (attackers, defenders): (Vec<_>, Vec<_>) = match attrition {
        true => (position.judged().collect(), vec![]),
        false => (position.attackers().collect(), position.defenders().collect()),
    };
    let leaders = position.war.round > 0;
    for face in 1..=6 {
        let (mut after, mut told): (Position, Vec<Event>) = (position.clone(), vec![]);
        after.roll(Dice::one(face), &mut told);
        let result = &told.iter().find(|event| event.kind == EventKind::Result).expect("a result").text;
        let due = |stage| if after.combat.stage == stage { after.combat.losses } else { 0 };
        let (lost, killed) = said(result);
        if attrition {
            assert_eq!(
                gone(&attackers, &after, &told, after.attrition.losses),
                lost,
                "{name}, die {face}: {result}"
            );
        } else if !leaders {
            let attack = gone(&attackers, &after, &told, due(Clash::AttackerLosses));
            assert_eq!(attack, lost.min(attackers.len()), "{name}, die {face}: {result}");
            let pending = after.combat.stage == Clash::AttackerLosses;
            let defence = gone(&defenders, &after, &told, due(Clash::DefenderLosses));
            // Those beaten with nowhere to go are lost as well.
            assert!(pending || defence >= killed.min(defenders.len()), "{name}, die {face}: {result}");
        }
    }
    true
}

#[test]
#[covers("8.2", "7.2", "table.combat")]
fn in_every_scenario_each_face_does_what_the_last_sum_foretold() {
    let library = Library::embedded().unwrap();
    for name in library.names() {
        let sheet = Arc::new(library.sheet(name, Variant { errata: false, exchange: false }).unwrap());
        let (mut fights, mut tolls) = (0, 0);
        for game in 0..10 {
            let mut position = Position::new(sheet.clone());
            let mut generator = Generator::new(36, game);
            let (mut orders, mut events): (Vec<Order>, Vec<Event>) = (vec![], vec![]);
            while fights < 60 || tolls < 60 {
                match position.turn() {
                    Turn::Order(_) => {
                        orders.clear();
                        position.orders(&mut orders);
                        let pick = generator.below(orders.len() as u32) as usize;
                        position.play(&orders[pick], &mut events);
                    }
                    Turn::Dice(request) => {
                        let toll = position.attrition.stage == Wear::Roll;
                        if hold_to_sum(&position, &events, name) {
                            if toll { tolls += 1 } else { fights += 1 }
                        }
                        events.clear();
                        position.roll(generator.throw(request), &mut events);
                    }
                    Turn::Over(_) => break,
                }
            }
        }
        assert!(fights > 0 && (tolls > 0 || name.contains("war")), "{name}: {fights} fights, {tolls} tolls");
    }
}
