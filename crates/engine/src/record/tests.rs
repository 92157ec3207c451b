use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::contract::Turn;
use crate::dice::Generator;
use crate::edition::{Edition, Options};
use crate::skirmish::SkirmishEdition;

fn new_session(dice: DiceSource) -> Session {
    let opening = SkirmishEdition.open("skirmish/field", &Options::new()).unwrap();
    Session::new(opening, dice)
}

/// One random order, or the dice that are due; false at the end.
fn step(session: &mut Session, generator: &mut Generator) -> bool {
    match session.table().turn() {
        Turn::Order(_) => {
            let orders = session.table().orders();
            let order = &orders[generator.below(orders.len() as u32) as usize];
            session.give(order).unwrap();
        }
        Turn::Dice(_) => drop(session.roll_derived("a nonce").unwrap()),
        Turn::Over(_) => return false,
    }
    true
}

fn played(seed: u64, entries: usize) -> Session {
    let mut session = new_session(DiceSource::open(&seed.to_le_bytes()));
    let mut generator = Generator::new(seed, 0);
    while session.cursor() < entries && step(&mut session, &mut generator) {}
    session
}

/// A played session in which dice fell.
fn with_rolls() -> Session {
    (0..).map(|seed| played(seed, 200)).find(|session| session.rolls() > 3).unwrap()
}

fn entry_line(text: &str, says: &str) -> usize {
    text.lines().position(|line| line.contains(says)).unwrap() + 1
}

proptest! {
    #[test]
    fn a_record_read_again_is_the_same_game(seed: u64, entries in 0usize..80) {
        let session = played(seed, entries);
        let text = session.record().to_string();
        let record = Record::read(&text).unwrap();
        prop_assert_eq!(record.to_string(), text);
        let again = Session::resume(&record, &SkirmishEdition).unwrap();
        prop_assert_eq!(again.table().hash(), session.table().hash());
        prop_assert_eq!(again.hash(), session.hash());
    }

    #[test]
    fn the_replay_is_identical_at_every_step(seed: u64) {
        let mut session = new_session(DiceSource::open(&seed.to_le_bytes()));
        let mut generator = Generator::new(seed, 1);
        let mut hashes = vec![session.table().hash()];
        while step(&mut session, &mut generator) {
            hashes.push(session.table().hash());
        }
        for (n, hash) in hashes.iter().enumerate() {
            prop_assert_eq!(&session.position(n).unwrap().hash(), hash);
        }
        let mut walk = session.clone();
        for n in (0..hashes.len()).rev().chain(0..hashes.len()) {
            walk.go(n).unwrap();
            prop_assert_eq!(&walk.table().hash(), &hashes[n]);
        }
        prop_assert_eq!(walk.record(), session.record());
    }

    #[test]
    fn undo_and_redo_meet_again(seed: u64, entries in 1usize..80) {
        let mut session = played(seed, entries);
        let (hash, end) = (session.table().hash(), session.record());
        let mut back = 0;
        while session.undo().is_ok() {
            back += 1;
        }
        for _ in 0..back {
            session.redo().unwrap();
        }
        prop_assert_eq!(session.table().hash(), hash);
        prop_assert_eq!(session.record(), end);
        prop_assert!(session.redo().is_err());
    }

    #[test]
    fn a_branch_shares_the_past_and_goes_its_own_way(seed: u64, entries in 4usize..80, at in 0usize..4) {
        let session = played(seed, entries);
        let mut fork = session.fork(at).unwrap();
        prop_assert_eq!(fork.table().hash(), session.position(at).unwrap().hash());
        let mut generator = Generator::new(seed, 9);
        while step(&mut fork, &mut generator) {}
        let record = Record::read(&fork.record().to_string()).unwrap();
        prop_assert_eq!(record.header.branch.as_ref().map(|b| b.at), Some(at));
        prop_assert!(verify(&record, &SkirmishEdition).is_ok());
        prop_assert_eq!(session.cursor(), played(seed, entries).cursor());
    }

    #[test]
    fn a_damaged_record_is_refused_and_never_a_panic(seed: u64, at: prop::sample::Index, byte: u8) {
        let text = played(seed, 40).record().to_string();
        let mut bytes = text.clone().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let damaged = String::from_utf8_lossy(&bytes).into_owned();
        if let Ok(record) = Record::read(&damaged) {
            // Only what the chain does not cover may differ: white space, and the revealed seed.
            let verdict = verify(&record, &SkirmishEdition);
            prop_assert!(verdict.is_err() || record == Record::read(&text).unwrap());
        }
    }
}

#[test]
fn a_verified_record_counts_its_rolls() {
    let mut session = with_rolls();
    while !matches!(session.table().turn(), Turn::Dice(_))
        && session.undo_to(session.cursor() - 1, true).is_ok()
    {}
    session.roll(&[3]).unwrap();
    let report = verify(&session.record(), &SkirmishEdition).unwrap();
    assert_eq!(report.rolls_by_hand, 1);
    assert_eq!((report.rolls_verified - report.rolls_taken_back) as u64, session.rolls() - 1);
    assert_eq!(report.entries, report.orders + report.rolls);
    assert!(report.open_seed && !report.committed);
}

#[test]
fn a_sealed_record_is_verified_once_the_seed_is_revealed() {
    let seed = b"a secret";
    let mut session = new_session(DiceSource::committed(seed));
    assert!(session.entrust(b"another").is_err());
    session.entrust(seed).unwrap();
    let mut generator = Generator::new(3, 3);
    while session.rolls() < 1 && step(&mut session, &mut generator) {}
    let sealed = session.record();
    assert!(!sealed.to_string().contains("seed"));
    assert_eq!(verify(&sealed, &SkirmishEdition).unwrap().rolls_sealed as u64, session.rolls());
    session.reveal();
    let open = Record::read(&session.record().to_string()).unwrap();
    assert_eq!(open.hash(), sealed.hash());
    assert_eq!(verify(&open, &SkirmishEdition).unwrap().rolls_verified as u64, session.rolls());
}

#[test]
fn a_false_seed_is_found_out() {
    let mut record = with_rolls().record();
    record.header.dice = DiceSource::committed(b"a secret");
    let DiceSource::Seeded(seeded) = &mut record.header.dice else { panic!("seeded") };
    seeded.seed = Some("abcd".into());
    let fault = verify(&record, &SkirmishEdition).unwrap_err();
    assert!(fault.line == 1 && fault.what.contains("not the one whose digest"), "{fault}");
}

#[test]
fn a_false_die_is_found_out_though_the_chain_is_mended() {
    let mut record = with_rolls().record();
    let roll = record.lines.iter().position(|e| e.roll.is_some()).unwrap();
    let face = record.lines[roll].roll.as_ref().unwrap()[0];
    record.lines[roll].roll = Some(vec![face % 6 + 1]);
    record.lines.truncate(roll + 1);
    let before = record.lines[roll - 1].hash.clone();
    record.lines[roll] = record.lines[roll].clone().chained(&before);
    let mended = Record::read(&record.to_string()).unwrap();
    let fault = verify(&mended, &SkirmishEdition).unwrap_err();
    assert!(fault.line == roll + 2 && fault.what.contains("by the seed"), "{fault}");
}

#[test]
fn an_illegal_order_is_found_out_though_the_chain_is_mended() {
    let mut record = played(2, 6).record();
    record.lines.truncate(1);
    record.lines[0].order = Some(Written::from(&json!({"order": "step", "counter": 0, "to": "0101"})));
    record.lines[0] = record.lines[0].clone().chained(&record.header.hash());
    let fault = verify(&record, &SkirmishEdition).unwrap_err();
    assert_eq!(fault.to_string(), "line 2: 0101 is not one step away (skirmish.step)");
}

#[test]
fn what_is_wrong_with_a_record_is_said_with_its_line() {
    let text = with_rolls().record().to_string();
    let roll_line = entry_line(&text, "\"roll\"");
    let refused = |text: &str| Record::read(text).unwrap_err().to_string();
    assert!(refused("").contains("line 1: the record is empty"));
    assert!(refused("hello").contains("line 1: not a record"));
    assert!(refused("{}").contains("line 1: not a record"));
    let newer = refused(&text.replacen("\"version\":2", "\"version\":3", 1));
    assert_eq!(newer, "line 1: the record is of version 3; this program reads versions 1 and 2");
    assert_eq!(
        refused(&text[..text.len() - 9]),
        format!("line {}: the line is cut short", text.lines().count())
    );
    let forged = text.replacen("\"roll\":[", "\"roll\":[1,", 1);
    assert!(refused(&forged).starts_with(&format!("line {roll_line}: the chain is broken")));
    let mut lines: Vec<&str> = text.lines().collect();
    lines.remove(2);
    assert_eq!(refused(&lines.join("\n")), "line 3: entry 3 stands where 2 belongs");
    let other = text.replacen("skirmish/field", "skirmish/hill", 1);
    assert!(refused(&other).starts_with("line 2: the chain is broken"));
}

#[test]
fn a_record_of_other_rules_or_data_is_refused() {
    let refused = |change: fn(&mut Header)| {
        let mut record = new_session(DiceSource::PHYSICAL).record();
        change(&mut record.header);
        Session::resume(&record, &SkirmishEdition).map(drop).unwrap_err().to_string()
    };
    assert!(refused(|h| h.fingerprint = "else".into()).contains("line 1: the data of skirmish/field differ"));
    let newer = refused(|h| h.ruleset = 9);
    assert!(
        newer.contains("follows version 9 of the rules of Skirmish; this program plays versions 1 to 1"),
        "{newer}"
    );
    assert!(refused(|h| h.ruleset = 0).contains("version 0 of the rules"));
    assert!(refused(|h| h.game = "chess".into()).contains("`chess`"));
    assert!(refused(|h| h.start = Some(json!(7))).contains("its start is refused"));
}

#[test]
fn undo_is_free_until_dice_fall() {
    let mut session = with_rolls();
    let last_roll = session.entries().iter().rposition(|e| e.roll.is_some()).unwrap() + 1;
    session.undo_to(last_roll, true).unwrap();
    assert!(session.undo().unwrap_err().why.contains("dice have fallen"));
    assert!(session.undo_to(last_roll - 1, false).is_err());
    session.undo_to(last_roll - 1, true).unwrap();
    assert_eq!(session.cursor(), last_roll - 1);
}

#[test]
fn undo_is_free_until_the_other_side_acts() {
    let mut session = new_session(DiceSource::PHYSICAL);
    for (counter, to) in [(0, "0204"), (0, "0203"), (2, "0102")] {
        session.play(&json!({"order": "step", "counter": counter, "to": to})).unwrap();
    }
    session.undo().unwrap();
    assert!(session.undo().unwrap_err().why.contains("other side"));
    assert!(session.clone().undo_to(0, false).is_err());
    session.undo_to(2, true).unwrap();
    session.play(&json!({"order": "step", "counter": 3, "to": "0402"})).unwrap();
    assert!(session.redo().is_err(), "what was taken back is gone once something else is played");
    session.undo_to(2, false).unwrap();
    session.undo_to(0, true).unwrap();
    assert_eq!(session.cursor(), 0);
}

#[test]
fn the_chronicle_tells_every_entry() {
    let session = with_rolls();
    let told = session.chronicle().unwrap();
    assert_eq!(told.len(), session.cursor());
    assert!(told.iter().all(|t| !t.words.is_empty() && !t.events.is_empty()));
}
