//! Who is raised, on positions of the real map.

use engine::Judgment;

use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::Kind;
use crate::unit::Party;

/// How readily the Muslims raise one more Bedouin, and how readily they stop raising troops.
fn readiness(field: &Field) -> (f32, f32) {
    let (orders, mut weights) = (field.orders(), vec![]);
    field.inclinations(&orders, &mut weights);
    let sum = |fits: &dyn Fn(&Order) -> bool| -> f32 {
        orders.iter().zip(&weights).filter(|(order, _)| fits(order)).map(|(_, weight)| weight).sum()
    };
    let raises =
        |order: &Order| matches!(*order, Order::Place { unit, .. } if field.unit(unit).kind == Kind::Bedouin);
    (sum(&raises), sum(&|order| *order == Order::Done))
}

#[test]
fn bedouin_are_raised_as_long_as_there_is_something_to_do_for_them() {
    let tribes = |count: usize| {
        Drill::of("full")
            .place_all(count, "tribes", "muslim bedouin", "2311")
            .begin(Step::Recruit(Party::Muslims))
    };
    let (raise, stop) = readiness(&tribes(1));
    assert!(raise > 10.0 * stop, "{raise} and {stop}: there are cities to take");
    // Far more than all that lies within a march could occupy: they would brood (10.1).
    let (raise, stop) = readiness(
        &Drill::of("full")
            .place_all(40, "at home", "muslim bedouin", "2611")
            .place_all(40, "in the field", "muslim bedouin", "2515")
            .begin(Step::Recruit(Party::Muslims)),
    );
    assert!(raise < stop, "{raise} and {stop}");
}
