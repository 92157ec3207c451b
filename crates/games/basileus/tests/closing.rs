//! What commanders do with the game's judgment where no baggage decides: they go for the enemy.

use std::collections::BTreeSet;

use commander::{Budget, Commander, Level};
use engine::Viewer;
use engine::contract::{Side, Turn};
use engine::dice::Generator;
use engine::edition::{Edition, Options};
use engine::hex::HexNumber;
use engine::table::{Order, Table};

/// What came of a battle for one side.
#[derive(Default)]
struct Tale {
    won: bool,
    /// Those of the side who fought hand to hand.
    fought: BTreeSet<u64>,
}

/// What keeps things as they are: the automatic set-up, the end of a phase, standing fast; else whatever comes
/// first.
fn pass(table: &dyn Table) -> Order {
    let orders = table.orders();
    let idle = |order: &&Order| ["muster", "done", "stand"].iter().any(|word| order["do"] == *word);
    orders.iter().find(idle).unwrap_or(&orders[0]).clone()
}

/// Where a counter stands.
fn place(table: &dyn Table, counter: u64) -> Option<HexNumber> {
    let scene = table.scene(Viewer::Referee);
    scene.counters.iter().find(|each| u64::from(each.id) == counter).and_then(|each| each.place?.hex())
}

/// Whether a counter stands next to a hex: by the brief, the even columns lie half a hex lower.
fn beside(table: &dyn Table, counter: u64, hex: &str) -> bool {
    let Some(at) = place(table, counter) else { return false };
    let there: HexNumber = hex.parse().unwrap();
    let [column, row, other_column, other_row] =
        [at.line(), at.place(), there.line(), there.place()].map(i32::from);
    let low = 1 - column % 2;
    let near = [
        (column, row - 1),
        (column, row + 1),
        (column - 1, row + low),
        (column + 1, row + low),
        (column - 1, row + low - 1),
        (column + 1, row + low - 1),
    ];
    near.contains(&(other_column, other_row))
}

/// A battle of a side led by a commander against one who passes, or against its like.
fn battle(scenario: &str, level: Level, side: Side, passes: bool, seed: u64) -> Tale {
    let edition = basileus::edition(None).unwrap();
    let mut table = edition.open(scenario, &Options::new()).unwrap().table;
    let commander = Commander::new("basileus", level);
    let mut dice = Generator::new(seed, 0);
    let (mut thoughts, mut tale) = (seed << 16, Tale::default());
    let (mut target, mut joined) = (String::new(), vec![]);
    loop {
        match table.turn() {
            Turn::Over(outcome) => {
                tale.won = outcome.winner == Some(side);
                return tale;
            }
            Turn::Dice(request) => table.roll_silently(dice.throw(request)),
            Turn::Order(other) if passes && other != side => {
                let order = pass(table.as_ref());
                assert!(table.follow(&order), "{order}");
            }
            Turn::Order(giver) => {
                thoughts += 1;
                for order in commander.think(table.as_ref(), &Budget::usual(), thoughts).orders {
                    match order["do"].as_str() {
                        _ if giver != side => {}
                        Some("attack") => (target, joined) = (order["hex"].as_str().unwrap().into(), vec![]),
                        Some("join" | "charge") => joined.extend(order["unit"].as_u64()),
                        Some("commit") => {
                            let close = |unit: &u64| beside(table.as_ref(), *unit, &target);
                            tale.fought.extend(joined.iter().copied().filter(close));
                        }
                        _ => {}
                    }
                    assert!(table.follow(&order), "{order}");
                }
            }
        }
    }
}

/// Battles that points decide, with a side and how many of its combat units come to blows at least, on average.
const BATTLES: [(&str, Side, f64); 4] = [
    // Of 9, on the near side of a river.
    ("basileus/practice", Side::First, 5.0),
    // Of 16.
    ("basileus/dorostolon-first", Side::First, 9.0),
    // Of 12.
    ("basileus/dorostolon-third", Side::First, 7.0),
    // Of 14 who must come, since equal points are the enemy's.
    ("basileus/dorostolon-third", Side::Second, 5.5),
];

fn closes(level: Level, games: u64) {
    for (scenario, side, least) in BATTLES {
        let tales = (0..games).map(|seed| battle(scenario, level, side, true, seed));
        let fought: usize = tales.map(|tale| tale.fought.len()).sum();
        let mean = fought as f64 / games as f64;
        assert!(mean >= least, "{scenario}, {side:?} led by a {level}: {mean}");
    }
}

#[test]
fn an_army_led_by_a_soldier_closes_with_an_enemy_who_waits() {
    closes(Level::Soldier, 6);
}

#[test]
fn an_army_led_by_a_veteran_closes_with_an_enemy_who_waits() {
    closes(Level::Veteran, 2);
}

#[test]
fn whoever_must_come_beats_an_enemy_who_does_nothing() {
    for seed in 0..12 {
        let tale = battle("basileus/dorostolon-third", Level::Soldier, Side::Second, true, seed);
        assert!(tale.won, "{seed}");
    }
}

#[test]
fn no_battle_ends_without_a_blow() {
    for (level, games) in [(Level::Soldier, 4), (Level::Veteran, 1)] {
        for seed in 0..games {
            for (side, passes) in [(Side::First, true), (Side::Second, true), (Side::First, false)] {
                let tale = battle("basileus/practice", level, side, passes, seed);
                assert!(!tale.fought.is_empty(), "{side:?} led by a {level}, {passes}, {seed}");
            }
        }
    }
}
