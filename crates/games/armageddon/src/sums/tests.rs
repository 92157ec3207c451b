//! Sums agree with the dice they announce, and their terms with the rulebook.

use std::sync::Arc;

use covers::covers;
use engine::dice::Generator;
use engine::odds::{Chance, Quarters, Sum, Term, walk, walk_roll};
use engine::{Dice, Event, EventKind, Judgment, Rules, Shown, Silence, Turn};

use crate::battle::Battle;
use crate::drill::{Drill, number};
use crate::files::Library;
use crate::order::Order;
use crate::position::{Position, Stage, Step};
use crate::sheet::{Kind, Terrain};
use crate::unit::{MarkerKind, Unit};

/// The results that can come up, in a fixed order.
fn possible(chances: &[Chance]) -> Vec<(String, u32, u32)> {
    let mut possible: Vec<_> =
        chances.iter().filter(|c| c.ways > 0).map(|c| (c.result.clone(), c.ways, c.of)).collect();
    possible.sort();
    possible
}

#[track_caller]
fn agrees(sum: &Sum, walked: &[Chance], what: &str) {
    assert_eq!(possible(&sum.results), possible(walked), "{what}: {}", sum.total);
    assert_eq!(sum.results.iter().map(|c| c.ways).sum::<u32>(), 6, "{what}");
    let (attack, defence) = added_up(sum);
    assert!(sum.total.starts_with(&format!("{attack} against {defence}, ")), "{what}: {sum:#?}");
}

/// A number as sums print it: `3`, `1½`, `¼`.
fn quarters(text: &str) -> Quarters {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    let fraction = match text.chars().last() {
        Some('¼') => 1,
        Some('½') => 2,
        Some('¾') => 3,
        _ => 0,
    };
    Quarters(digits.parse::<u32>().unwrap_or(0) * 4 + fraction)
}

fn times(strength: &mut Quarters, value: &str) {
    *strength = if value == "× 2" { strength.doubled() } else { strength.halved() };
}

/// Works the two strengths out again, from nothing but the printed lines.
fn added_up(sum: &Sum) -> (Quarters, Quarters) {
    let (mut attack, mut defence): (Vec<Quarters>, Vec<(&str, Quarters)>) = (vec![], vec![]);
    for Term { label, value, .. } in &sum.terms {
        if let Some(bonus) = value.strip_prefix("+ ") {
            match defence.is_empty() {
                true => attack.push(quarters(bonus)),
                false => defence.push(("a bonus", quarters(bonus))),
            }
        } else if label.starts_with("defends in") {
            // Only the hex that is named, or the one target there is.
            let hex = label.split(' ').nth(3).unwrap_or_default();
            defence.iter_mut().filter(|(at, _)| *at == hex).for_each(|(_, strength)| times(strength, value));
        } else if label == "against these attackers" {
            times(&mut defence.last_mut().expect("a defender before its line").1, value);
        } else if label.starts_with("attacks from") || label == "uphill" {
            times(attack.last_mut().expect("an attacker before its line"), value);
        } else if label.starts_with("against ") {
            let hex = label.split_once(" in ").and_then(|(_, rest)| rest.split(',').next());
            defence.push((hex.filter(|h| h.len() == 4).unwrap_or_default(), quarters(value)));
        } else if label.starts_with("protection of") {
            defence.push(("", quarters(value)));
        } else if label.ends_with(", front") || label.contains(", range ") {
            attack.push(quarters(value));
        } else {
            let known = ["chariot charge", "the cats", "disrupted units among the targets"];
            assert!(known.contains(&label.as_str()), "{label}");
        }
    }
    (attack.into_iter().sum(), defence.into_iter().map(|(_, strength)| strength).sum())
}

/// Checks every sum the position offers; answers how many were compared with a roll.
fn compare(position: &Position, orders: &[Order]) -> usize {
    let mut compared = 0;
    for order in orders {
        let sums = position.sums(order);
        match order {
            // Straight to the die: a single attack, or one that is named.
            Order::Commit | Order::Resolve { .. } if sums.len() == 1 => {
                if let Some(walked) = walk(position, order) {
                    agrees(&sums[0], &walked, &position.describe(order));
                    compared += 1;
                }
            }
            // Several attacks: each as if it were named first.
            Order::Commit => {
                for (i, sum) in sums.iter().enumerate() {
                    let hex = position.number(position.attacks[i].first());
                    let mut after = position.clone();
                    after.play(order, &mut Silence);
                    let walked = walk(&after, &Order::Resolve { hex }).expect("a die after naming an attack");
                    agrees(sum, &walked, &position.describe(order));
                    compared += 1;
                }
            }
            // What joining would make of the attack is what committing it then brings.
            Order::Join { .. } | Order::Leave { .. } | Order::Also { .. } | Order::Attack { .. } => {
                assert_eq!(sums.len(), 1, "{order:?}");
                let mut after = position.clone();
                after.play(order, &mut Silence);
                let open = after.open as usize;
                let hex = after.number(after.attacks[open].first());
                let (count, legal) = (after.attacks.len() as u8, after.check(&Order::Commit).is_ok());
                if sums[0].results.is_empty() {
                    // Only a window may be closed with nobody in the attack.
                    assert!(!legal || position.step == Step::Window, "{order:?}: {}", sums[0].total);
                    continue;
                }
                if !legal {
                    continue;
                }
                after.play(&Order::Commit, &mut Silence);
                if count > 1 {
                    after.play(&Order::Resolve { hex }, &mut Silence);
                }
                agrees(&sums[0], &walk_roll(&after).expect("a die"), &position.describe(order));
                compared += 1;
            }
            Order::Support { .. } => {
                let mut after = position.clone();
                after.play(order, &mut Silence);
                assert_eq!(sums, (0..after.attacks.len() as u8).map(|i| after.sum_of(i)).collect::<Vec<_>>());
            }
            _ => assert!(sums.is_empty(), "{order:?}"),
        }
    }
    compared
}

#[test]
#[covers("crt", "dice")]
fn the_chances_of_every_sum_are_those_of_the_roll_that_follows() {
    let library = Library::embedded().unwrap();
    let names = library.names();
    let (mut fire, mut melee, mut defensive) = (0, 0, 0);
    // Random games, one scenario after the other, until there was enough of everything.
    for game in 0..400 {
        if fire > 500 && melee > 500 && defensive > 100 {
            return;
        }
        let sheet = library.sheet(&names[game % names.len()], None).unwrap();
        let mut position = Position::new(Arc::new(Battle::new(sheet)));
        let mut generator = Generator::new(34, game as u64);
        let mut orders = vec![];
        for _ in 0..4_000 {
            match position.turn() {
                Turn::Order(_) => {
                    orders.clear();
                    position.orders(&mut orders);
                    match position.step {
                        Step::Aim | Step::Shoot => fire += compare(&position, &orders),
                        Step::Array | Step::Clash => melee += compare(&position, &orders),
                        Step::Window => defensive += compare(&position, &orders),
                        _ => {}
                    }
                    let pick = generator.below(orders.len() as u32) as usize;
                    position.play(&orders[pick], &mut Silence);
                }
                Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
                Turn::Over(_) => break,
            }
        }
    }
    panic!("too little compared: {fire} fire, {melee} melee, {defensive} defensive");
}

/// Whether the troops attacked fared as a result says, seen from the counters alone.
fn fared(before: &Position, after: &Position, result: &str) -> bool {
    let attacked: Vec<_> = before.attacked_troops().collect();
    let lost = attacked.iter().filter(|&&id| after.unit(id).hex().is_none()).count();
    let still_due = after.combat.losses as usize;
    let marked = |id| after.unit(id).disrupted() && after.unit(id).marker != before.unit(id).marker;
    let disturbed = attacked.iter().any(|&id| marked(id));
    match result {
        "no effect" => lost == 0 && still_due == 0 && !disturbed,
        "eliminated" => lost == attacked.len(),
        "half eliminated" => lost + still_due >= attacked.len().div_ceil(2),
        // Those who were disrupted already are lost, the rest marked, unless a slope holds them; after melee
        // who cannot retreat is lost as well.
        "disrupted" => attacked.iter().all(|&id| {
            let melee = before.is_melee();
            let held = melee && before.unit(id).hex().is_some_and(|h| before.immune_to_disruption(h));
            let gone = after.unit(id).hex().is_none();
            match (held, before.unit(id).disrupted()) {
                (true, _) => !gone,
                (false, true) => gone,
                (false, false) => {
                    if gone {
                        melee
                    } else {
                        after.unit(id).disrupted()
                    }
                }
            }
        }),
        _ => false,
    }
}

#[test]
#[covers("crt", "R42")]
fn in_every_scenario_each_face_does_what_the_last_sum_foretold() {
    let library = Library::embedded().unwrap();
    for name in library.names() {
        let battle = Arc::new(Battle::new(library.sheet(name, None).unwrap()));
        let mut fights = 0;
        for game in 0..4 {
            if fights < 12 {
                fights += hold_to_sums(name, Position::new(battle.clone()), game);
            }
        }
        assert!(fights >= 12, "{name}: {fights} fights in four games");
    }
}

/// Plays a game by inclination, so that armies meet, and tries every face of the die of every fight up to the
/// fiftieth; answers how many there were.
fn hold_to_sums(name: &str, mut position: Position, game: u64) -> usize {
    let mut generator = Generator::new(35, game);
    let (mut orders, mut events): (Vec<Order>, Vec<Event>) = (vec![], vec![]);
    let (mut fights, mut weights) = (0, vec![]);
    while fights < 50 {
        match position.turn() {
            Turn::Order(_) => {
                orders.clear();
                weights.clear();
                position.orders(&mut orders);
                position.inclinations(&orders, &mut weights);
                let mut left =
                    weights.iter().sum::<f32>() * generator.below(1 << 20) as f32 / (1 << 20) as f32;
                let pick = weights.iter().position(|weight| {
                    left -= weight;
                    left < 0.0
                });
                position.play(&orders[pick.unwrap_or(0)], &mut events);
            }
            Turn::Dice(request) => {
                if position.combat.stage == Stage::Roll {
                    let sum = events.iter().rev().find_map(|e| e.sum.clone()).expect("a sum before a die");
                    agrees(&sum, &walk_roll(&position).unwrap(), name);
                    for face in 1..=6 {
                        let (mut after, mut told): (Position, Vec<Event>) = (position.clone(), vec![]);
                        after.roll(Dice::one(face), &mut told);
                        let result = told.iter().find(|e| e.kind == EventKind::Result).expect("a result");
                        let seen = fared(&position, &after, &result.text);
                        assert!(seen, "{name}, die {face}: {} is not what is seen; {sum:#?}", result.text);
                    }
                    fights += 1;
                }
                events.clear();
                position.roll(generator.throw(request), &mut events);
            }
            Turn::Over(_) => break,
        }
    }
    fights
}

fn lines(sum: &Sum) -> Vec<(String, String, &'static str)> {
    sum.terms.iter().map(|t| (t.label.clone(), t.value.clone(), t.rule)).collect()
}

#[test]
#[covers("R31", "crt")]
fn every_term_of_a_melee_is_laid_open_with_its_rule() {
    let mut field = Drill::new()
        .terrain("1011", Terrain::Stream)
        .terrain("1010", Terrain::Village)
        .blue("car", Kind::CH, "1011", "N")
        .blue("swords", Kind::SD, "1011", "N")
        .blue("captain", Kind::C, "1011", "N")
        .aboard("swords", "car")
        .flagged("car", Unit::CHARGED)
        .gold("spears", Kind::MS, "1010", "N")
        .gold("bows", Kind::BO, "1010", "S")
        .disrupted("bows", MarkerKind::Fire, 1)
        .begin(Step::Array);
    field.attack("1010").join("swords");
    let sums = field.sums(&Order::Commit);
    let expected = [
        ("Swordsmen 1 in 1011, front", "4", "melee.B"),
        ("attacks from stream", "× ½", "tec.stream"),
        ("leaders in 1011", "+ 1", "leaders.D"),
        ("against Militia Spearmen 1, flank", "1", "melee.K"),
        ("against these attackers", "× ½", "cuc"),
        ("against Bowmen 1, in parentheses", "0", "melee.M"),
        ("defends in village", "× 2", "tec.village"),
        ("chariot charge", "two columns right", "chariots.A"),
        ("disrupted units among the targets", "die + 1", "disruption"),
    ];
    let found = lines(&sums[0]);
    let found: Vec<_> = found.iter().map(|(l, v, r)| (l.as_str(), v.as_str(), *r)).collect();
    assert_eq!(found, expected);
    assert_eq!(sums[0].title, "Attack on 1010, Militia Spearmen, Bowmen");
    assert_eq!(sums[0].total, "3 against 1, 3 to 1, fought at 5 to 1");
    // At 5 to 1 with one added: D on 1 and 2, ½E on 3, E from 4 on.
    let chances = [("disrupted".into(), 2, 6), ("eliminated".into(), 3, 6), ("half eliminated".into(), 1, 6)];
    assert_eq!(possible(&sums[0].results), chances);
}

#[test]
#[covers("R88", "melee.M")]
fn a_sum_shows_the_bonus_that_counts_not_the_one_printed() {
    let mut field = Drill::new()
        .blue("swords", Kind::SD, "1011", "N")
        .gold("levy", Kind::MI, "1010", "S")
        .gold("hero", Kind::F, "1010", "S")
        .begin(Step::Array);
    field.attack("1010").join("swords");
    let sums = field.sums(&Order::Commit);
    let bonus = sums[0].terms.iter().find(|t| t.rule == "leaders.D").expect("a line for the leader");
    assert_eq!((bonus.label.as_str(), bonus.value.as_str()), ("leaders in 1010", "+ ½"));
    let own = sums[0].terms.iter().find(|t| t.label.starts_with("against Leader F")).expect("his own line");
    assert_eq!((own.value.as_str(), own.rule), ("0", "melee.M"));
    assert_eq!(sums[0].total, "4 against 1, 4 to 1");
}

#[test]
#[covers("melee.E", "R31")]
fn with_two_targets_every_line_names_its_hex() {
    let mut field = Drill::new()
        .terrain("1111", Terrain::Village)
        .blue("s1", Kind::SD, "1011", "N")
        .blue("s2", Kind::SD, "1011", "N")
        .gold("west", Kind::AX, "0911", "SE")
        .gold("east", Kind::AX, "1111", "SE")
        .begin(Step::Array);
    field.attack("0911").join("s1").join("s2").play(Order::Also { hex: number("1111") });
    let sums = field.sums(&Order::Commit);
    let found: Vec<_> = sums[0].terms.iter().skip(2).map(|t| (t.label.as_str(), t.value.as_str())).collect();
    let expected = [
        ("against Axemen 1 in 0911, front", "3"),
        ("against Axemen 2 in 1111, flank", "2"),
        ("defends in village 1111", "× 2"),
    ];
    assert_eq!(found, expected);
    assert_eq!(sums[0].total, "8 against 7, 1 to 1");
    assert_eq!(added_up(&sums[0]), (Quarters::points(8), Quarters::points(7)));
}

#[test]
#[covers("R26")]
fn a_forbidden_attack_has_a_total_but_no_chances() {
    let mut field = Drill::new()
        .blue("levy", Kind::MI, "1011", "N")
        .gold("axes", Kind::AX, "1010", "S")
        .begin(Step::Array);
    let begun = field.sums(&Order::Attack { hex: number("1010") });
    assert_eq!((begun[0].total.as_str(), begun[0].results.len()), ("no attackers yet", 0));
    field.attack("1010");
    let joined = field.sums(&Order::Join { unit: field.id("levy") });
    assert_eq!((joined[0].total.as_str(), joined[0].results.len()), ("1 against 3, below 1 to 2", 0));
    // An order that may not be given has no sum.
    field.join("levy");
    assert!(field.sums(&Order::Commit).is_empty());
    assert!(field.sums(&Order::Attack { hex: number("2010") }).is_empty());
}
