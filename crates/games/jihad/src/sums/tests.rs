//! Computations laid open.

use covers::covers;
use engine::Game;

use crate::drill::{Drill, direction};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Arm, State};
use crate::unit::Party;

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
