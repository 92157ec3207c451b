//! Saved positions: those that cannot occur are refused.

use covers::covers;
use engine::Rules;
use serde_json::{Value, json};

use crate::drill::{Drill, Field};
use crate::position::Step;
use crate::unit::Party;

fn field() -> Field {
    Drill::new()
        .place("tribe", "muslim bedouin", "0404")
        .place("guard", "persian levy", "Ctesiphon")
        .begin(Step::Move(Party::Muslims))
}

#[covers("protocol")]
#[test]
fn a_doctored_position_is_refused_with_the_reason() {
    let field = field();
    let whole = serde_json::to_value(field.state()).unwrap();
    let tribe = field.id("tribe").0 as usize;
    let spoilt = |change: &dyn Fn(&mut Value)| {
        let mut state = whole.clone();
        change(&mut state);
        let saved = serde_json::from_value(state).map_err(|e| e.to_string())?;
        field.restore(saved).map(drop).map_err(|o| o.why)
    };
    assert_eq!(spoilt(&|_| {}), Ok(()));
    let refused = |why: &str, change: &dyn Fn(&mut Value)| {
        let answer = spoilt(change).unwrap_err();
        assert!(answer.contains(why), "{answer}");
    };
    refused("no hex", &|s| s["units"][tribe]["at"] = json!("9911"));
    refused("cannot be", &|s| s["units"][tribe]["at"] = json!("1505"));
    refused("cannot be converted", &|s| s["units"][tribe]["flags"] = json!(["converted"]));
    refused("is no flag", &|s| s["units"][tribe]["flags"] = json!(["brave"]));
    refused("acts off the map", &|s| {
        s["units"][tribe]["at"] = json!("pool");
        s["units"][tribe]["flags"] = json!(["moved"]);
    });
    refused("aboard", &|s| s["units"][tribe]["aboard"] = json!(200));
    refused("miscounted", &|s| s["units"][tribe]["flags"] = json!(["in_hand"]));
    refused("another turn", &|s| s["turn"] = json!(77));
    refused("too high", &|s| s["ledger"]["bases"][0] = json!(9));
    refused("counters, expected", &|s| {
        s["units"].as_array_mut().unwrap().pop();
    });
    refused("do not fit", &|s| s["outcome"] = json!({"winner": null, "grade": "draw", "rule": "14.2"}));
    refused("leaders in peace", &|s| s["war"]["leaders"][0] = json!("0202"));
    refused("step does not fit", &|s| s["step"] = json!({"unrest": 250}));
}
