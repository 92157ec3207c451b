use covers::covers;
use engine::Rules;

use crate::drill::Drill;
use crate::order::Order;
use crate::position::Step;
use crate::sheet::MUSLIMS;

#[test]
#[covers("1.3.1", "protocol")]
fn of_identical_counters_the_first_is_listed_and_any_is_taken() {
    let mut drill = Drill::new();
    let units = drill.puts(3, "Syrian 5-4", "Damascus");
    drill.put("Syrian 5-4", "Emesa");
    drill.at(Step::Mode(MUSLIMS));
    let moves: Vec<Order> =
        drill.orders().into_iter().filter(|order| matches!(order, Order::Move { .. })).collect();
    assert_eq!(moves.len(), 2, "one in each place");
    let second = Order::Move { unit: units[1] };
    assert!(drill.may(second));
    assert_eq!(drill.position.as_listed(&second), Order::Move { unit: units[0] });
}
