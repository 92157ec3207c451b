//! Every order is either listed or refused, and every refusal cites a rule and says why.

use std::collections::HashSet;
use std::sync::Arc;

use covers::covers;
use engine::dice::Generator;
use engine::hex::{Direction, HexNumber};
use engine::{Rules, Shown, Silence, Turn};

use crate::battle::Battle;
use crate::files::Library;
use crate::order::Order;
use crate::position::{Position, Stage};
use crate::sheet::Choices;
use crate::unit::UnitId;

/// Every order there is, with counters and hexes that exist and some that do not.
fn all_orders(position: &Position) -> Vec<Order> {
    let count = position.battle.count() as u8;
    let units: Vec<UnitId> = (0..count).chain([count, 63, 64, 200, 255]).map(UnitId).collect();
    let grid = &position.sheet().ground.grid;
    let mut hexes: Vec<HexNumber> = grid.hexes().map(|hex| grid.number(hex)).collect();
    hexes.extend(["0000", "9999", "0215"].into_iter().filter_map(|text| text.parse::<HexNumber>().ok()));
    let mut orders = vec![
        Order::Muster,
        Order::Halt,
        Order::Commit,
        Order::Dodge,
        Order::Stand,
        Order::Follow,
        Order::Remain,
        Order::Done,
    ];
    orders.extend(Direction::ALL.map(|to| Order::Step { to }));
    for &unit in &units {
        orders.extend([
            Order::Lift { unit },
            Order::Move { unit },
            Order::Lead { unit },
            Order::Feign { target: unit },
            Order::Provoke { unit },
            Order::Join { unit },
            Order::Charge { unit },
            Order::Leave { unit },
            Order::Support { unit },
            Order::Lose { unit },
            Order::Retreat { unit },
            Order::Advance { unit },
        ]);
    }
    for &hex in &hexes {
        orders.extend([Order::Attack { hex }, Order::Withdraw { hex }, Order::Occupy { hex }]);
        orders.extend(units.iter().step_by(7).map(|&unit| Order::Place { unit, hex }));
    }
    orders
}

fn listed(position: &Position) -> HashSet<Order> {
    let mut orders = vec![];
    position.orders(&mut orders);
    let set: HashSet<Order> = orders.iter().copied().collect();
    assert_eq!(set.len(), orders.len(), "an order is listed twice: {}", position.prompt());
    set
}

/// Holds every order there is against the list; gathers the rules cited.
fn examine(position: &Position, rules: &mut HashSet<String>) {
    let listed = listed(position);
    let book = crate::rulebook::rulebook();
    for order in all_orders(position) {
        match position.check(&order) {
            Ok(()) => {
                assert!(listed.contains(&order), "{order:?} is legal and not listed: {}", position.prompt())
            }
            Err(objection) => {
                assert!(!listed.contains(&order), "{order:?} is listed and refused: {objection}");
                assert!(book.get(&objection.rule).is_some(), "{order:?}: no rule {}", objection.rule);
                assert!(objection.why.len() > 10, "{order:?}: {objection}");
                assert!(position.sums(&order).is_empty(), "{order:?}");
                rules.insert(objection.rule.to_string());
            }
        }
        // Words and aims stand up to anything.
        assert!(!position.describe(&order).is_empty());
        position.aim(&order);
    }
}

/// What must have come up before the test has seen enough.
const STAGES: [Stage; 15] = [
    Stage::Idle,
    Stage::Building,
    Stage::Dodge,
    Stage::DodgeRoll,
    Stage::Withdrawing,
    Stage::Support,
    Stage::Roll,
    Stage::AttackPool,
    Stage::DefencePool,
    Stage::Losses,
    Stage::Retreats,
    Stage::Retreating,
    Stage::Tests,
    Stage::Advance,
    Stage::Occupy,
];
const RULES: [&str; 7] = ["7", "10.1", "10.2", "R52", "R53", "R62", "protocol"];

#[test]
#[covers("protocol", "10.1", "R52", "R53", "R90")]
fn whatever_is_not_listed_is_refused_under_a_rule_of_the_list() {
    let library = Library::embedded().unwrap();
    let (names, none) = (library.names(), Choices::default());
    let all = Choices {
        zoc_to_zoc: true,
        counter_charge: true,
        dice_pools: true,
        impetuosity: true,
        feigned_flight: true,
    };
    let (mut stages, mut rules) = (HashSet::new(), HashSet::new());
    for game in 0..120 {
        let sheet = library.sheet(&names[game / 2 % names.len()], [none, all][game % 2]).unwrap();
        let mut position = Position::new(Arc::new(Battle::new(sheet)));
        let mut generator = Generator::new(77, game as u64);
        let mut passed = 0;
        loop {
            // Every stage the first time it comes up; in the first games attacks being built, and some of
            // everything.
            passed += 1;
            let fresh = stages.insert(position.combat.stage);
            let often = if position.combat.stage == Stage::Building { 7 } else { 97 };
            if fresh || (game < 2 * names.len() && passed % often == 0) {
                examine(&position, &mut rules);
            }
            match position.turn() {
                Turn::Order(_) => {
                    let mut orders = vec![];
                    position.orders(&mut orders);
                    let pick = generator.below(orders.len() as u32) as usize;
                    position.play(&orders[pick], &mut Silence);
                }
                Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
                Turn::Over(_) => break,
            }
        }
        if game >= 2 * names.len() && STAGES.iter().all(|stage| stages.contains(stage)) {
            break;
        }
    }
    for stage in STAGES {
        assert!(stages.contains(&stage), "{stage:?} never came up");
    }
    for rule in RULES {
        assert!(rules.contains(rule), "{rule} was never cited");
    }
}
