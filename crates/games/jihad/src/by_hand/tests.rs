//! Positions by hand of Jihad!

use std::sync::Arc;

use engine::by_hand::read;
use engine::proving::{openings_with, write_and_read_again};
use engine::{Rules, Shown, Turn};
use serde_json::{Value, json};

use crate::files::{Files, Library};
use crate::position::{Clash, Position, Step, Wear};
use crate::sheet::{Arm, Variant};
use crate::unit::{Party, Spot, Unit};

fn start(scenario: &str, variant: Variant) -> Position {
    let library = Library::embedded().unwrap();
    Position::new(Arc::new(library.sheet(scenario, variant).unwrap()))
}

/// Bedouin before a Persian garrison.
fn raid(more: Value) -> Value {
    let mut text = json!({"phase": "combat", "counters": [
        {"name": "Muslim Bedouin", "count": 3, "at": "Ctesiphon"},
        {"name": "Persian Levy 1", "at": "2507"},
    ]});
    text.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    text
}

fn full() -> Position {
    start("full", Variant::default())
}

#[test]
fn a_raid_takes_a_few_lines() {
    let position = read(&full(), &raid(json!({}))).unwrap();
    assert!(matches!(position.turn(), Turn::Dice(_)), "the only combat is begun: {}", position.prompt());
    assert_eq!(position.force(position.combat.at, Party::Muslims, Arm::Land).count(), 3);
    assert_eq!((position.turn, position.party()), (1, Party::Muslims));
    let others = position.units[..position.count()].iter().filter(|unit| !unit.spot.in_play());
    assert!(others.clone().count() > 100);
    let usual = |unit: &Unit| unit.spot == if unit.kind.is_naval() { Spot::UNBUILT } else { Spot::POOL };
    assert!(others.into_iter().all(usual));
}

#[test]
fn what_is_noted_is_as_phase_a_leaves_it() {
    let recruiting = raid(json!({"phase": "recruitment"}));
    let position = read(&full(), &recruiting).unwrap();
    assert_eq!(position.books.income, position.books.tracks, "nothing is spent yet");
    assert!(position.books.income.iter().any(|&income| income > 0));
    let notes = raid(json!({
        "points": {"Muslims": 30}, "bases": {"Basra": 1}, "defeated": ["Goths"], "ledger": {"first_attack": 1},
    }));
    let noted = read(&full(), &notes).unwrap().books;
    assert_eq!((noted.tracks[0], noted.first_attack, noted.defeated.len()), (30, 1, 1));
    assert_eq!(noted.bases.iter().sum::<u8>(), 1);
}

#[test]
fn a_fault_is_found_by_its_path() {
    let counters = |list: Value| raid(json!({"counters": list}));
    let cases = [
        (raid(json!({"phase": "combatt"})), "phase", "did you mean `combat`?"),
        (raid(json!({"phase": "conversion", "side": "Empires"})), "side", "the other side's; leave it out"),
        (raid(json!({"turn": 0})), "turn", "a whole number from 1 to"),
        (raid(json!({"points": {"Romans": 3}})), "points.Romans", "expected Muslims, Berbers"),
        (raid(json!({"points": {"Goths": -3}})), "points.Goths", "there is -3"),
        (raid(json!({"bases": {"Rome": 1}})), "bases.Rome", "no site `Rome`"),
        (raid(json!({"bases": {"Basra": 99}})), "bases.Basra", "there is 99"),
        (raid(json!({"defeated": ["Gots"]})), "defeated[0]", "did you mean `Goths`?"),
        (raid(json!({"ledger": {"tracks": []}})), "ledger", "no field `tracks`"),
        (raid(json!({"ledger": {"income": [1, 2]}})), "ledger.income", "length"),
        (
            raid(json!({"phase": "assignment", "ledger": {"natives": 1}})),
            "",
            "raised before the turn's phases",
        ),
        (raid(json!({"war": {"won": [1]}})), "war.won", "such as [1, 0]"),
        (raid(json!({"war": {"authority": "omar"}})), "war.authority", "expected hashim, umaiya"),
        (raid(json!({"swapped": "yes"})), "swapped", "true or false"),
        (counters(json!([{"name": "Muslim Beduin", "at": "Mecca"}])), "counters[0].name", "`Muslim Bedouin"),
        (
            counters(json!([{"name": "Muslim Bedouin", "at": "Meca"}])),
            "counters[0].at",
            "did you mean `Mecca`?",
        ),
        (counters(json!([{"name": "Beni Hashim", "at": "pool"}])), "counters[0].at", "a hex of the map"),
        (
            counters(
                json!([{"name": "Muslim Bedouin", "at": "2507"}, {"name": "Persian Levy", "at": "2507"},
                {"name": "Persian Levy", "at": "lost"}]),
            ),
            "",
            "it is where it cannot be",
        ),
        (
            counters(json!([{"name": "Muslim Naval 1", "at": "Yamama"}])),
            "counters[0].at",
            "no naval unit may be in 2611 (Yamama)",
        ),
        (counters(json!([])), "phase", "nobody has a choice in it"),
    ];
    for (text, path, why) in cases {
        let told = read(&full(), &text).unwrap_err();
        assert_eq!(told.path, path, "{text}: {told}");
        assert!(told.why.contains(why), "{text}: {told}");
    }
}

/// Whether nothing is half done: the positions that can be written.
fn at_peace(position: &Position) -> bool {
    let step =
        !matches!(position.step, Step::Assign(_) | Step::Over) && matches!(position.turn(), Turn::Order(_));
    step && position.mover.count == 0
        && position.attrition.stage == Wear::None
        && position.combat.stage == Clash::None
}

#[test]
fn what_random_play_comes_to_is_written_and_read_again() {
    type Chosen = (&'static str, fn() -> Variant);
    const VARIANTS: [Chosen; 3] = [
        ("", Variant::default),
        (" with errata", || Variant { errata: true, exchange: false }),
        (" with exchange", || Variant { errata: false, exchange: true }),
    ];
    write_and_read_again(&openings_with::<Files, _>(VARIANTS), 6_000, 3, 40, at_peace);
}
