use engine::{Rules, Shown};

use crate::drill::Drill;
use crate::order::Order;
use crate::position::Step;
use crate::sheet::MUSLIMS;
use crate::unit::Expedition::Syria;

#[test]
fn a_refusal_says_what_is_expected_instead() {
    let mut drill = Drill::new();
    drill.host(Syria, "Damascus", &[("Syrian 5-4", 2)]);
    drill.at(Step::Land(MUSLIMS));
    let objection = drill.position.check(&Order::Camp).unwrap_err();
    assert!(objection.why.contains("move an expedition or a leader, or go on"), "{objection}");
    assert_eq!(drill.position.prompt(), "Muslims: move an expedition or a leader, or go on");
}

#[test]
fn a_saved_position_comes_back_equal_and_a_spoilt_one_does_not() {
    let mut drill = Drill::new();
    drill.host(Syria, "Damascus", &[("Syrian 5-4", 2)]);
    drill.at(Step::Land(MUSLIMS)).march(Syria);
    let state = drill.position.state();
    assert_eq!(drill.position.restore(state.clone()).unwrap(), drill.position);
    let mut spoilt = serde_json::to_value(&state).unwrap();
    spoilt["year"] = 600.into();
    let why = drill.position.restore(serde_json::from_value(spoilt).unwrap()).unwrap_err();
    assert!(why.to_string().contains("the year 600 is not played"), "{why}");
}
