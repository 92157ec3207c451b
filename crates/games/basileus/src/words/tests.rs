//! Every prompt and every order in words, on positions of random games in all battles.

use std::collections::BTreeSet;
use std::sync::Arc;

use covers::covers;
use engine::dice::Generator;
use engine::{Rules, Shown, Silence, Turn};

use crate::battle::Battle;
use crate::drill::{Drill, chief, foot, horse};
use crate::files::Library;
use crate::order::Order;
use crate::position::{Gait, Position, Stage, Step};
use crate::sheet::Choices;
use crate::unit::UnitId;

/// Random games in every battle, without options and with all of them; players like fights.
pub(crate) fn stroll(games: u64, mut look: impl FnMut(&Position, &[Order])) {
    let library = Library::embedded().unwrap();
    let all = Choices {
        zoc_to_zoc: true,
        counter_charge: true,
        dice_pools: true,
        impetuosity: true,
        feigned_flight: true,
    };
    for (nth, name) in library.names().iter().enumerate() {
        for choices in [Choices::default(), all] {
            let battle = Arc::new(Battle::new(library.sheet(name, choices).unwrap()));
            for game in 0..games {
                let mut generator = Generator::new(game, 2 * nth as u64 + u64::from(choices.dice_pools));
                let mut position = Position::new(battle.clone());
                let mut orders = vec![];
                loop {
                    orders.clear();
                    position.orders(&mut orders);
                    look(&position, &orders);
                    match position.turn() {
                        Turn::Over(_) => break,
                        Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
                        Turn::Order(_) => {
                            let order = pick(&orders, &mut generator);
                            position.play(&order, &mut Silence);
                        }
                    }
                }
            }
        }
    }
}

/// Any order, but seldom one that takes back or ends.
fn pick(orders: &[Order], generator: &mut Generator) -> Order {
    let dull = |order: &Order| {
        matches!(order, Order::Done | Order::Halt | Order::Lift { .. } | Order::Leave { .. })
            || matches!(order, Order::Withdraw { .. } | Order::Place { .. })
    };
    let keen: Vec<Order> = orders.iter().copied().filter(|order| !dull(order)).collect();
    let among = if keen.is_empty() || generator.below(12) == 0 { orders } else { &keen };
    among[generator.below(among.len() as u32) as usize]
}

/// The first word of an order.
pub(crate) fn kind(order: &Order) -> String {
    serde_json::to_value(order).unwrap()["do"].as_str().unwrap().to_string()
}

const KINDS: [&str; 25] = [
    "advance", "attack", "charge", "commit", "dodge", "done", "feign", "follow", "halt", "join", "lead",
    "leave", "lift", "lose", "move", "muster", "occupy", "place", "provoke", "remain", "retreat", "stand",
    "step", "support", "withdraw",
];

#[test]
#[covers("protocol", "10.1")]
fn every_kind_of_order_is_offered_somewhere_and_said_in_its_own_words() {
    let mut seen = BTreeSet::new();
    stroll(3, |position, orders| {
        let mut words = BTreeSet::new();
        for order in orders {
            let text = position.describe(order);
            assert!(text.chars().next().is_some_and(char::is_alphanumeric), "{order:?}: {text:?}");
            assert!(!text.contains("nobody"), "{order:?}: {text}");
            assert!(words.insert(text.clone()), "said twice: {text}, {}", position.prompt());
            seen.insert(kind(order));
        }
    });
    let missing: Vec<_> = KINDS.iter().filter(|kind| !seen.contains(**kind)).collect();
    assert!(missing.is_empty() && seen.len() == KINDS.len(), "never offered: {missing:?}");
}

#[test]
#[covers("protocol")]
fn orders_that_make_no_sense_are_still_said_without_a_panic() {
    let position = crate::scenarios::mustered("beroia");
    let (ghost, nowhere) = (UnitId(200), "9999".parse().unwrap());
    let odd = [
        Order::Place { unit: ghost, hex: nowhere },
        Order::Lead { unit: ghost },
        Order::Move { unit: ghost },
        Order::Feign { target: ghost },
        Order::Attack { hex: nowhere },
        Order::Join { unit: UnitId(255) },
        Order::Dodge,
        Order::Occupy { hex: nowhere },
        Order::Step { to: crate::drill::direction("N") },
    ];
    for order in odd {
        assert!(!position.describe(&order).is_empty());
        assert!(position.check(&order).is_err());
        position.aim(&order);
    }
}

#[test]
#[covers("protocol")]
fn every_stage_has_a_prompt_that_names_who_is_asked() {
    let mut stages = BTreeSet::new();
    let mut gaits = BTreeSet::new();
    let mut steps = BTreeSet::new();
    stroll(3, |position, _| {
        let prompt = position.prompt();
        match position.turn() {
            Turn::Order(side) => {
                let name = position.side_name(side);
                let asked = prompt.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
                assert!(asked.is_some_and(|words| words.len() > 10), "{prompt}");
            }
            Turn::Dice(_) => {
                assert!(prompt.strip_prefix("Dice: ").is_some_and(|words| words.len() > 10), "{prompt}");
            }
            Turn::Over(_) => assert!(prompt.contains("points lost"), "{prompt}"),
        }
        assert!(!prompt.contains("nobody"), "{prompt}");
        if position.mover.unit != UnitId::NONE {
            gaits.insert(format!("{:?}", position.mover.gait));
        } else {
            stages.insert(format!("{:?}", position.combat.stage));
        }
        let step = format!("{:?}", position.step);
        steps.insert(step.split('(').next().unwrap().to_string());
    });
    let all = [
        Stage::Idle,
        Stage::Building,
        Stage::Dodge,
        Stage::DodgeRoll,
        Stage::Withdrawing,
        Stage::WithdrawingOn,
        Stage::Support,
        Stage::Roll,
        Stage::AttackPool,
        Stage::DefencePool,
        Stage::Losses,
        Stage::Retreats,
        Stage::Retreating,
        Stage::Tests,
        Stage::Advance,
        Stage::AdvanceFollow,
        Stage::Occupy,
        Stage::OccupyFollow,
    ];
    let missing: Vec<_> = all.iter().filter(|stage| !stages.contains(&format!("{stage:?}"))).collect();
    assert!(missing.is_empty(), "never reached: {missing:?}");
    let ways = [Gait::March, Gait::Decoy, Gait::Lured, Gait::Temper, Gait::Quarry, Gait::Rush, Gait::Nerve];
    let missing: Vec<_> = ways.iter().filter(|gait| !gaits.contains(&format!("{gait:?}"))).collect();
    assert!(missing.is_empty(), "never in hand: {missing:?}");
    assert_eq!(steps.into_iter().collect::<Vec<_>>(), ["Deploy", "Fighting", "Moving", "Over", "Rally"]);
}

#[test]
#[covers("10.11", "protocol")]
fn prompts_and_orders_of_an_attack_from_beginning_to_end() {
    let mut field = Drill::new()
        .blue("rider", horse(3), "0607")
        .ran("rider", "0609", 2)
        .blue("chief", chief(1), "0607")
        .gold("t", foot(4), "0606")
        .begin(Step::Fighting);
    let said = |field: &crate::drill::Field| -> Vec<String> {
        field.orders().iter().map(|order| field.describe(order)).collect()
    };
    assert_eq!(field.prompt(), "Blue: choose a hex to attack, or end your combats");
    assert_eq!(said(&field), ["Attack Foot 4, 0606", "End the combats"]);
    field.attack("0606");
    assert_eq!(field.prompt(), "Blue: choose who attacks Foot 4");
    assert_eq!(
        said(&field),
        ["Horse 3 in 0607 joins the attack", "Horse 3 in 0607 charges", "Call off the attack on 0606"]
    );
    field.charge("rider");
    assert_eq!(field.prompt(), "Blue: add attackers against Foot 4, or commit the attack");
    assert_eq!(
        said(&field),
        ["Horse 3 in 0607 leaves the attack", "Call off the attack on 0606", "Commit the attack"]
    );
    // 3, the charge and the commander against 4: 5 against 4 is 1/1, where a 3 is DR.
    assert_eq!(field.odds(), "5 against 4, 1/1");
    field.commit();
    assert_eq!(field.prompt(), "Dice: roll for the attack on Foot 4");
    field.roll(3);
    assert_eq!(field.prompt(), "Gold: Foot 4 retreats: choose a hex");
    assert_eq!(said(&field), ["Retreat N to 0605", "Retreat NE to 0706", "Retreat NW to 0506"]);
    field.step_to("0605");
    assert_eq!(field.prompt(), "Blue: a unit that charged must advance: choose it");
    assert_eq!(said(&field), ["Horse 3 in 0607 advances"]);
    field.play(Order::Advance { unit: field.id("rider") });
    assert_eq!(field.prompt(), "Blue: does the commander go along, or stay?");
    assert_eq!(said(&field), ["The commander goes along", "The commander stays"]);
}

#[test]
#[covers("11")]
fn the_verdict_names_winner_grade_and_points() {
    let mut position = crate::scenarios::mustered("dorostolon-third");
    assert_eq!(position.verdict(), "", "not before the end");
    while position.check(&Order::Done).is_ok() {
        position.play(&Order::Done, &mut Silence);
    }
    assert_eq!(position.verdict(), "Byzantines win a minor victory; points lost: Byzantines 0, Rus 0");
}
