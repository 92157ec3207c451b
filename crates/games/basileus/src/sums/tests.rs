//! Sums agree with the dice they announce, and their terms with their totals.

use std::sync::Arc;

use covers::covers;
use engine::dice::Generator;
use engine::event::{Event, EventKind};
use engine::odds::{Chance, Sum, walk, walk_roll};
use engine::{Dice, Rules, Shown, Silence, Turn};

use crate::battle::Battle;
use crate::drill::{Drill, Field, bows, chief, foot, horse, riders, wagon};
use crate::files::Library;
use crate::order::Order;
use crate::position::{Position, Stage, Step};
use crate::sheet::{Choices, Terrain};
use crate::unit::UnitSet;

/// The results that can come up, in a fixed order.
fn possible(chances: &[Chance]) -> Vec<(String, u32, u32)> {
    let mut possible: Vec<_> =
        chances.iter().filter(|c| c.ways > 0).map(|c| (c.result.clone(), c.ways, c.of)).collect();
    possible.sort();
    possible
}

/// A sum read again from nothing but its printed lines.
struct Reading {
    attack: i32,
    defence: i32,
    columns: i32,
    die: i32,
    /// Of pools: the number to reach.
    number: i32,
}

fn read(sum: &Sum) -> Reading {
    let mut reading = Reading { attack: 0, defence: 0, columns: 0, die: 0, number: 0 };
    let figure = |value: &str| -> i32 {
        let plain = value.replace('−', "-").replace(' ', "");
        plain
            .trim_start_matches('+')
            .trim_end_matches('+')
            .parse()
            .unwrap_or_else(|_| panic!("`{value}`: {sum:#?}"))
    };
    let mut part = 0;
    for term in &sum.terms {
        match (part, term.label.as_str()) {
            (0, "attack" | "attackers' dice") => {
                assert_eq!(figure(&term.value), reading.attack, "{sum:#?}");
                part = 1;
            }
            (1, "defence" | "defender's dice") => {
                assert_eq!(figure(&term.value), reading.defence, "{sum:#?}");
                part = 2;
            }
            (0, _) => reading.attack += figure(&term.value),
            (1, _) => reading.defence += figure(&term.value),
            _ if term.value == "one column left" => reading.columns -= 1,
            _ if term.value.starts_with("die ") => {
                let change = figure(&term.value["die ".len()..]);
                reading.die += change;
                reading.number += change;
            }
            _ => reading.number += figure(&term.value),
        }
    }
    assert_eq!(part, 2, "{sum:#?}");
    reading
}

/// The Combat Results Table as printed.
const RATIOS: [(i32, i32); 7] = [(1, 2), (2, 3), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1)];
const NAMES: [&str; 7] = ["1/2", "1/1.5", "1/1", "1.5/1", "2/1", "3/1", "4/1"];
const CELLS: [&str; 7] = [
    "DR DR AR AT A1 A1R A2",
    "DT DR AR AT AT A1 A1R",
    "D1 DT DR AR AT A1 A1R",
    "D1 D1 DT DR AR AT AT",
    "D1R D1 DT DT DR AR AT",
    "D2 D1 DT DT DR AR AT",
    "D2 D2 D1 DT DR DR AR",
];

/// Works total and chances of a ratio out again from the lines.
#[track_caller]
fn ratio_holds(sum: &Sum) {
    let Reading { attack, defence, columns, die, .. } = read(sum);
    let plain = RATIOS.iter().rposition(|(a, d)| a * defence <= d * attack).unwrap_or(0);
    let fought = (plain as i32 + columns).clamp(0, 6) as usize;
    let mut total = format!("{attack} against {defence}, {}", NAMES[plain]);
    if fought != plain {
        total = format!("{total}, fought at {}", NAMES[fought]);
    }
    assert_eq!(sum.total, total, "{sum:#?}");
    for code in CELLS.join(" ").split(' ') {
        let cells: Vec<&str> = CELLS[fought].split(' ').collect();
        let ways = (1..=6).filter(|face| cells[(face + die).clamp(1, 7) as usize - 1] == code).count();
        let found =
            sum.results.iter().find(|c| c.result.split(':').next() == Some(code)).map_or(0, |c| c.ways);
        assert_eq!(found as usize, ways, "{code}: {sum:#?}");
    }
    assert!(sum.results.iter().all(|c| c.of == 6));
}

/// Words for a difference of hits, attacker's less defender's (12.3).
fn words(difference: i32) -> &'static str {
    match difference {
        i32::MIN..=-4 => "attackers lose two steps",
        -3 => "attackers lose a step",
        -2 => "attackers test morale",
        -1 => "attackers retreat",
        0 => "no effect",
        1 => "defender retreats",
        2 => "defender tests morale",
        3 => "defender loses a step",
        4.. => "defender loses two steps",
    }
}

/// In how many throws of so many dice each number of hits comes up, if so many faces hit.
fn throws(dice: i32, faces: u128) -> Vec<u128> {
    (0..dice).fold(vec![1], |ways, _| {
        let mut next = vec![0; ways.len() + 1];
        for (hits, n) in ways.into_iter().enumerate() {
            next[hits] += n * (6 - faces);
            next[hits + 1] += n * faces;
        }
        next
    })
}

/// Works total and chances of two pools out again from the lines, counting throws in whole numbers.
#[track_caller]
fn pools_hold(sum: &Sum) {
    let Reading { attack, defence, number, .. } = read(sum);
    assert_eq!(sum.total, format!("{attack} dice, {number}+ hits, against {defence} dice"), "{sum:#?}");
    let (ours, theirs) = (throws(attack, (7 - number) as u128), throws(defence, 3));
    let all: u128 = ours.iter().sum::<u128>() * theirs.iter().sum::<u128>();
    for difference in -5..=5 {
        let counted: u128 = ours
            .iter()
            .enumerate()
            .flat_map(|(a, n)| theirs.iter().enumerate().map(move |(d, m)| (a as i32 - d as i32, n * m)))
            .filter(|(by, _)| words(*by) == words(difference))
            .map(|(_, n)| n)
            .sum();
        let found = sum.results.iter().find(|c| c.result == words(difference)).map_or(0, |c| c.ways);
        // Parts of ten thousand, each rounded to a neighbour of its exact share.
        assert!(
            (u128::from(found) * all).abs_diff(counted * 10_000) <= all,
            "{}: {sum:#?}",
            words(difference)
        );
    }
    assert_eq!(sum.results.iter().map(|c| c.ways).sum::<u32>(), 10_000, "{sum:#?}");
    assert!(sum.results.iter().all(|c| c.of == 10_000));
}

#[track_caller]
fn holds(position: &Position, sum: &Sum) {
    if position.choices().dice_pools { pools_hold(sum) } else { ratio_holds(sum) }
}

/// Checks every sum a position offers; answers how many were held against the die that follows.
fn compare(position: &Position, orders: &[Order]) -> usize {
    let mut compared = 0;
    for order in orders {
        let sums = position.sums(order);
        let attack = order.builds_an_attack() && !matches!(order, Order::Withdraw { .. });
        let decides = matches!(order, Order::Commit | Order::Dodge | Order::Stand);
        let dodges = matches!(order, Order::Dodge);
        assert_eq!(sums.len(), usize::from(attack || decides) + usize::from(dodges), "{order:?}");
        let Some(sum) = sums.last() else { continue };
        if sum.results.is_empty() {
            assert_eq!(sum.total, "no attackers yet", "{order:?}");
            continue;
        }
        holds(position, sum);
        if dodges {
            let walked = walk(position, order).expect("a die to slip away");
            assert_eq!(possible(&sums[0].results), possible(&walked), "{}", position.describe(order));
        }
        if position.choices().dice_pools || dodges {
            continue;
        }
        let mut after = position.clone();
        if attack {
            // What joining would make of the attack is what committing it then brings.
            after.play(order, &mut Silence);
            if after.check(&Order::Commit).is_err() {
                continue;
            }
        }
        let last = if attack { Order::Commit } else { *order };
        // A unit that may slip away is asked first.
        if let Some(walked) = walk(&after, &last) {
            assert_eq!(
                possible(&sum.results),
                possible(&walked),
                "{}: {}",
                position.describe(order),
                sum.total
            );
            compared += 1;
        }
    }
    compared
}

/// Random games with these choices, until so many sums were compared.
fn play_and_compare(choices: Choices, enough: usize) {
    let library = Library::embedded().unwrap();
    let names = library.names();
    let (mut seen, mut compared) = (0, 0);
    for game in 0..200 {
        let sheet = library.sheet(&names[game % names.len()], choices).unwrap();
        let mut position = Position::new(Arc::new(Battle::new(sheet)));
        let mut generator = Generator::new(53, game as u64);
        let mut orders = vec![];
        loop {
            match position.turn() {
                Turn::Order(_) => {
                    orders.clear();
                    position.orders(&mut orders);
                    if position.step == Step::Fighting {
                        compared += compare(&position, &orders);
                        seen += usize::from(position.combat.stage == Stage::Building);
                    }
                    let pick = generator.below(orders.len() as u32) as usize;
                    position.play(&orders[pick], &mut Silence);
                }
                Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
                Turn::Over(_) => break,
            }
        }
        if seen > enough && (compared > enough || choices.dice_pools) {
            return;
        }
    }
    panic!("too little compared: {seen} attacks, {compared} dice");
}

#[test]
#[covers("10.5", "crt", "10.6")]
fn the_chances_of_every_sum_are_those_of_the_die_that_follows() {
    play_and_compare(Choices::default(), 1_500);
    play_and_compare(Choices { counter_charge: true, ..Choices::default() }, 300);
}

#[test]
#[covers("12.3", "R108", "R110")]
fn the_chances_of_every_pool_are_those_of_counting_the_throws() {
    play_and_compare(Choices { dice_pools: true, ..Choices::default() }, 1_500);
}

/// Steps that some units have together.
fn steps_of(position: &Position, units: UnitSet) -> i32 {
    units.iter().filter(|&id| position.at(id).is_some()).map(|id| position.steps(id) as i32).sum()
}

/// Tries every face of a combat die: chances are those of the last sum, and steps are lost as the result says.
fn each_face_holds(position: &Position, sum: &Sum, name: &str) {
    assert_eq!(possible(&sum.results), possible(&walk_roll(position).unwrap()), "{name}: {sum:#?}");
    for face in 1..=6 {
        let (mut after, mut told): (Position, Vec<Event>) = (position.clone(), vec![]);
        after.roll(Dice::one(face), &mut told);
        let code = &told.iter().find(|event| event.kind == EventKind::Result).expect("a result").text[..2];
        // Who shoots from afar is usually spared.
        let sufferers = match code.starts_with('A') {
            true => position.combat.close,
            false => [position.combat.defender].into_iter().collect(),
        };
        let due = if after.combat.stage == Stage::Losses { after.combat.losses as i32 } else { 0 };
        let (all, left) = (steps_of(position, sufferers), steps_of(&after, sufferers));
        let said = code[1..].parse().unwrap_or(0);
        // Baggage is plundered whole, and who cannot retreat is lost.
        assert!(all - left + due >= i32::min(said, all), "{name}, die {face}: {code}, {left} of {all} left");
    }
}

/// A handful thrown from a pool hits with the faces the sum names, and the pools are as large as it says.
fn handful_holds(position: &Position, sum: &Sum, begun: bool, dice: Dice, name: &str) {
    let numbers: Vec<u8> =
        sum.total.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    let [attack, number, defence] = numbers[..] else { panic!("{}", sum.total) };
    let attacking = position.combat.stage == Stage::AttackPool;
    if begun {
        assert_eq!(position.combat.pool, if attacking { attack } else { defence }, "{name}: {}", sum.total);
    }
    let mut after = position.clone();
    after.roll(dice, &mut Silence);
    let needed = if attacking { number } else { 4 };
    let hits = dice.faces().iter().filter(|&&face| face >= needed).count() as u8;
    let pool = usize::from(!attacking);
    // The last handful may end the combat and clear its count.
    if matches!(after.combat.stage, Stage::AttackPool | Stage::DefencePool) {
        assert_eq!(after.combat.hits[pool], position.combat.hits[pool] + hits, "{name}: {}", sum.total);
    }
}

#[test]
#[covers("10.5", "12.3", "crt")]
fn in_every_battle_each_face_does_what_the_last_sum_foretold() {
    let library = Library::embedded().unwrap();
    for (name, pools) in library.names().iter().flat_map(|name| [(name, false), (name, true)]) {
        let choices = Choices { dice_pools: pools, ..Choices::default() };
        let battle = Arc::new(Battle::new(library.sheet(name, choices).unwrap()));
        let mut fights = 0;
        for game in 0..10 {
            let mut position = Position::new(battle.clone());
            let mut generator = Generator::new(54, game);
            let (mut orders, mut shown, mut stage) = (vec![], None, Stage::Idle);
            while fights < 60 {
                match position.turn() {
                    Turn::Order(_) => {
                        orders.clear();
                        position.orders(&mut orders);
                        let pick = generator.below(orders.len() as u32) as usize;
                        shown = position.sums(&orders[pick]).pop().or(shown);
                        position.play(&orders[pick], &mut Silence);
                    }
                    Turn::Dice(request) => {
                        let dice = generator.throw(request);
                        let sum = shown.as_ref();
                        match position.combat.stage {
                            Stage::Roll => {
                                each_face_holds(&position, sum.expect("a sum before the die"), name)
                            }
                            Stage::AttackPool | Stage::DefencePool => {
                                let begun = stage != position.combat.stage;
                                handful_holds(
                                    &position,
                                    sum.expect("a sum before the dice"),
                                    begun,
                                    dice,
                                    name,
                                );
                            }
                            _ => {}
                        }
                        let resolves = [Stage::Roll, Stage::DefencePool].contains(&position.combat.stage);
                        fights += usize::from(resolves);
                        stage = position.combat.stage;
                        position.roll(dice, &mut Silence);
                    }
                    Turn::Over(_) => break,
                }
            }
        }
        assert!(fights > 0, "{name}, pools {pools}: no fight in ten games");
    }
}

/// Throws every pool out to its end and counts how each throw turns out.
fn count_throws(position: &Position, counted: &mut Vec<(String, u32)>) {
    let Turn::Dice(request) = position.turn() else { panic!("no dice are due") };
    for dice in request.throws() {
        let (mut after, mut events): (Position, Vec<Event>) = (position.clone(), vec![]);
        after.roll(dice, &mut events);
        match events.iter().find(|e| e.kind == EventKind::Result) {
            None => count_throws(&after, counted),
            Some(event) => {
                let result = event.text.split_once(": ").map_or("", |(_, words)| words);
                match counted.iter_mut().find(|(known, _)| known == result) {
                    Some((_, n)) => *n += 1,
                    None => counted.push((result.to_string(), 1)),
                }
            }
        }
    }
}

#[test]
#[covers("12.3", "R108", "R109", "R110")]
fn the_chances_of_small_pools_are_those_of_throwing_every_die() {
    let pools = || Drill::new().option(|choices| choices.dice_pools = true);
    let fights: [(Drill, u32); 6] = [
        (pools().blue("a", foot(3), "0607").gold("d", foot(2), "0606"), 5),
        (pools().terrain("0606", Terrain::Wood).blue("a", foot(3), "0607").gold("d", foot(3), "0606"), 6),
        (pools().stream("0606", "S").blue("a", foot(3), "0607").gold("d", foot(2), "0606"), 4),
        (pools().stream("0606", "S").blue("a", foot(1), "0607").gold("d", foot(3), "0606"), 3),
        (pools().blue("a", bows(2), "0608").gold("d", riders(2), "0606"), 4),
        (pools().blue("a", foot(5), "0607").gold("d", wagon(), "0606"), 6),
    ];
    for (i, (drill, dice)) in fights.into_iter().enumerate() {
        let mut field = drill.begin(Step::Fighting);
        field.attack("0606").join("a");
        let sum = field.sums(&Order::Commit).remove(0);
        field.commit();
        let mut counted = vec![];
        count_throws(&field, &mut counted);
        let all: u32 = counted.iter().map(|(_, n)| n).sum();
        assert_eq!(all, 6u32.pow(dice), "fight {i}");
        for (result, n) in &counted {
            let said = sum.results.iter().find(|c| c.result == *result).map_or(0, |c| c.ways);
            let exact = f64::from(*n) * 10_000.0 / f64::from(all);
            assert!((f64::from(said) - exact).abs() < 1.0, "fight {i}, {result}: {said}, exactly {exact}");
        }
        assert_eq!(sum.results.iter().filter(|c| c.ways > 0).count(), counted.len(), "fight {i}");
    }
}

fn lines(sum: &Sum) -> Vec<(&str, &str, &'static str)> {
    sum.terms.iter().map(|t| (t.label.as_str(), t.value.as_str(), t.rule)).collect()
}

fn full_attack(choices: Choices) -> Field {
    let mut field = Drill::new()
        .option(|c| *c = choices)
        .terrain("0606", Terrain::Village)
        .palisade("0606", "N")
        .stream("0606", "N")
        .blue("horse", horse(4), "0605")
        .blue("chief", chief(2), "0605")
        .gold("enemy", riders(4), "0606")
        .gold("other chief", chief(1), "0606")
        .begin(Step::Fighting);
    field.attack("0606").join("horse");
    field
}

#[test]
#[covers("10.5", "10.6", "R75")]
fn every_term_is_laid_open_with_its_rule() {
    let field = full_attack(Choices::default());
    let sum = field.sums(&Order::Commit).remove(0);
    let expected = [
        ("Horse 4", "4", "10.5"),
        ("Chief 2", "+ 2", "7"),
        ("attack", "6", "10.5"),
        ("Riders 4", "3", "10.3"),
        ("Chief 1", "+ 1", "7"),
        ("defence", "4", "10.5"),
        ("defender behind a palisade", "one column left", "tec.palisade"),
        ("defender in village", "die + 1", "10.6"),
        ("across a stream", "die + 1", "tec.stream"),
    ];
    assert_eq!(lines(&sum), expected);
    assert_eq!(sum.title, "Attack on Riders 4 in 0606");
    assert_eq!(sum.total, "6 against 4, 1.5/1, fought at 1/1");
    // At 1/1, dice 3 to 8.
    let chances = [
        ("A1: attackers lose a step".into(), 1, 6),
        ("A1R: attackers lose a step and retreat".into(), 2, 6),
        ("AR: attackers retreat".into(), 1, 6),
        ("AT: attackers test morale".into(), 1, 6),
        ("DR: defender retreats".into(), 1, 6),
    ];
    assert_eq!(possible(&sum.results), chances);
}

#[test]
#[covers("12.3", "R108")]
fn every_term_of_the_pools_is_laid_open_with_its_rule() {
    let field = full_attack(Choices { dice_pools: true, ..Choices::default() });
    let sum = field.sums(&Order::Commit).remove(0);
    let expected = [
        ("Horse 4", "4", "10.5"),
        ("Chief 2", "+ 2", "7"),
        ("Horse 4 through water", "− 1", "12.3"),
        ("attackers' dice", "5", "12.3"),
        ("Riders 4", "3", "10.3"),
        ("Chief 1", "+ 1", "7"),
        ("defender's dice", "4", "12.3"),
        ("attackers hit on", "4+", "12.3"),
        ("the ground helps the defender", "+ 1", "12.3"),
    ];
    assert_eq!(lines(&sum), expected);
}

#[test]
#[covers("10.5")]
fn the_sum_is_there_before_commitment_and_again_in_the_log() {
    let mut field = full_attack(Choices::default());
    let before = field.sums(&Order::Commit);
    field.commit().roll(1);
    let told: Vec<Sum> = field.events.iter().filter_map(|e| e.sum.clone()).collect();
    assert_eq!(told, [before.clone(), before].concat(), "when declared, and with the result");
}

#[test]
#[covers("10.5")]
fn orders_that_change_no_attack_have_no_sum() {
    let field = full_attack(Choices::default());
    let hex = field.number(field.target().unwrap());
    for order in [Order::Withdraw { hex }, Order::Done, Order::Join { unit: field.id("horse") }, Order::Halt]
    {
        assert!(field.sums(&order).is_empty(), "{order:?}");
    }
    let mut idle = full_attack(Choices::default());
    idle.play(Order::Withdraw { hex });
    let sum = idle.sums(&Order::Attack { hex }).remove(0);
    assert_eq!((sum.total.as_str(), sum.results.len()), ("no attackers yet", 0));
    assert_eq!(lines(&sum)[0].0, "Riders 4");
}
