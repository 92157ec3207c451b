use covers::covers;
use engine::Rules;

use crate::drill::library;
use crate::order::Order;
use crate::position::Position;

#[test]
#[covers("R153", "protocol")]
fn a_saved_position_comes_back_and_a_broken_one_is_refused() {
    let mut position = Position::new(std::sync::Arc::new(library().sheet("kadesh", None).unwrap()));
    position.order(Order::Done);
    let saved = serde_json::to_value(position.state()).unwrap();
    let back = |value: serde_json::Value| serde_json::from_value(value).map(|saved| position.restore(saved));
    assert_eq!(back(saved.clone()).unwrap().unwrap(), position);
    let mut two = saved.clone();
    two["elements"][3]["place"] = "table".into();
    two["elements"][4]["place"] = "table".into();
    two["elements"][3]["pose"] = serde_json::json!({"at": [9_000_000, 9_000_000], "heading": 0});
    two["elements"][4]["pose"] = serde_json::json!({"at": [9_500_000, 9_000_000], "heading": 0});
    let why = back(two).unwrap().unwrap_err().why;
    assert!(why.contains("stands on"), "{why}");
    let mut unknown = saved.clone();
    unknown["elements"][3]["troop"] = "Xx".into();
    assert!(back(unknown).unwrap().is_err());
    let mut extra = saved;
    extra["weather"] = "fog".into();
    assert!(back(extra).is_err());
}
