//! The battles on the shelf and the rules chosen before play.

use covers::covers;
use engine::edition::{Edition, Options};
use serde_json::Value;

use super::*;

#[test]
#[covers("brief.6")]
fn every_battle_offers_the_five_optional_rules_switched_off() {
    let basileus = edition(None).unwrap();
    let names = ["zoc_to_zoc", "counter_charge", "dice_pools", "impetuosity", "feigned_flight"];
    for card in basileus.scenarios() {
        let options: Vec<&str> = card.options.iter().map(|option| option.name.as_str()).collect();
        assert_eq!(options, names, "{}", card.scenario);
        for option in &card.options {
            assert_eq!(option.default, Value::from(false), "{}", option.name);
            assert_eq!(option.values, [Value::from(false), Value::from(true)], "{}", option.name);
        }
    }
}

#[test]
#[covers("brief.6", "R5")]
fn each_rule_is_chosen_by_itself() {
    let none = Choices::default();
    let wanted = [
        ("zoc_to_zoc", Choices { zoc_to_zoc: true, ..none }),
        ("counter_charge", Choices { counter_charge: true, ..none }),
        ("dice_pools", Choices { dice_pools: true, ..none }),
        ("impetuosity", Choices { impetuosity: true, ..none }),
        ("feigned_flight", Choices { feigned_flight: true, ..none }),
    ];
    assert_eq!(Files::choices(&Options::new()), none);
    for (name, expected) in wanted {
        assert_eq!(Files::choices(&Options::new().with(name, true)), expected, "{name}");
        assert_eq!(Files::choices(&Options::new().with(name, false)), none, "{name}");
        let basileus = edition(None).unwrap();
        let battle = basileus.setting("beroia", &Options::new().with(name, true), RULESET).unwrap();
        assert_eq!(Position::new(battle).choices(), expected, "{name} reaches the position");
    }
}

#[test]
#[covers("brief.6")]
fn what_is_no_option_is_refused_at_set_up() {
    let basileus = edition(None).unwrap();
    let open = |options: Options| basileus.open("basileus/beroia", &options);
    let pools = open(Options::new().with("dice_pools", true)).unwrap();
    assert_eq!(pools.options.get("dice_pools"), Some(&Value::from(true)));
    assert_eq!(pools.options.get("zoc_to_zoc"), Some(&Value::from(false)));
    assert!(open(Options::new().with("dice_pools", 3)).is_err());
    assert!(open(Options::new().with("cannon", true)).is_err());
    assert!(basileus.open("basileus/cannae", &Options::new()).is_err());
}
