//! Stacking, tested from 7.5 and its rulings.

use covers::covers;

use crate::drill::Drill;
use crate::position::Step;
use crate::unit::Party;

#[test]
#[covers("7.5", "table.stacking")]
fn limits_are_those_of_the_ground_with_the_city() {
    let field = Drill::new().base(2).begin(Step::Stack(Party::Muslims, 0));
    let limit = |at: &str| field.stacking_limit(field.hex(field.hex_number(at)).unwrap());
    let limits = ["0704", "1305", "0804", "0303", "Medina", "Ctesiphon", "Antioch", "0505"].map(limit);
    assert_eq!(limits, [4, 3, 2, 1, 2, 7, 5, 6]);
}

#[test]
#[covers("7.5", "R83", "brief.6")]
fn the_owner_takes_the_excess_off_to_the_pool() {
    let mut field = Drill::new()
        .place_all(2, "tribes", "muslim bedouin", "0303")
        .place("town", "muslim levy", "0303")
        .place("fleet", "muslim naval", "1305")
        .begin(Step::Stack(Party::Muslims, 0));
    field.settle();
    field.lose("town");
    // Two identical Bedouin are left for one place: the referee chooses.
    assert_eq!((field.at("town"), field.how_many("tribes", "0303")), ("pool".into(), 1));
    assert!(!matches!(field.step, Step::Stack(..)));
}

#[test]
#[covers("R83")]
fn only_the_phasing_side_is_judged() {
    let mut field = Drill::new()
        .place_all(4, "persians", "persian levy", "0804")
        .place("tribe", "muslim bedouin", "0303")
        .begin(Step::Stack(Party::Muslims, 0));
    field.settle();
    assert_eq!(field.how_many("persians", "0804"), 4);
}
