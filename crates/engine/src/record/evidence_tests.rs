//! The record as evidence: committed dice, nonces, what was taken back, seats, the end, and the first version.

use proptest::prelude::*;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::line::Line;
use super::*;
use crate::contract::{Side, Turn};
use crate::dice::Generator;
use crate::edition::Edition;
use crate::skirmish::SkirmishEdition;

const SEED: &[u8] = b"a secret of the table";

fn header(version: u32, dice: DiceSource) -> Header {
    let opening = SkirmishEdition.open("skirmish/field", &Options::new()).unwrap();
    Header { version, ..Session::new(opening, dice).header().clone() }
}

fn begun(header: Header) -> Session {
    let opening = SkirmishEdition.open("skirmish/field", &Options::new()).unwrap();
    let mut session = Session::begun(header, opening);
    session.entrust(SEED).unwrap();
    session
}

fn committed() -> Session {
    begun(header(VERSION, DiceSource::committed(SEED)))
}

/// One random order with a nonce, or the dice that are due; false at the end.
fn step(session: &mut Session, generator: &mut Generator, nonce: Option<&str>) -> bool {
    match session.table().turn() {
        Turn::Order(_) => {
            let orders = session.table().orders();
            let order = &orders[generator.below(orders.len() as u32) as usize];
            session.give_with(order, nonce).unwrap();
        }
        Turn::Dice(_) => drop(session.roll_derived("").unwrap()),
        Turn::Over(_) => return false,
    }
    true
}

/// A game that goes on after so many rolls, each order with a nonce of its own.
fn with_rolls(rolls: u64) -> Session {
    let mut n = 0;
    played(rolls, || {
        n += 1;
        Some(format!("nonce number {n}"))
    })
}

fn played(rolls: u64, mut nonce: impl FnMut() -> Option<String>) -> Session {
    let play = |seed: u64| {
        let (mut session, mut generator) = (committed(), Generator::new(seed, 5));
        while session.rolls() < rolls && step(&mut session, &mut generator, nonce().as_deref()) {}
        session
    };
    (0..)
        .map(play)
        .find(|session| session.rolls() == rolls && End::by_rules(session.table()).is_none())
        .unwrap()
}

/// A session whose seed is revealed, as its record is read.
fn published(mut session: Session) -> Record {
    session.reveal();
    Record::read(&session.record().to_string()).unwrap()
}

/// The chain of a changed record mended, as a forger would.
fn mended(mut record: Record) -> Record {
    let mut hash = record.header.hash();
    for line in &mut record.lines {
        *line = line.clone().chained(&hash);
        hash.clone_from(&line.hash);
    }
    record
}

fn refused(record: &Record) -> String {
    match Record::read(&record.to_string()) {
        Err(fault) => fault.to_string(),
        Ok(record) => verify(&record, &SkirmishEdition).map(|_| ()).unwrap_err().to_string(),
    }
}

#[test]
fn committed_dice_take_no_roll_by_hand() {
    let mut session = with_rolls(1);
    let roll = session.entries().iter().position(|line| line.roll.is_some()).unwrap();
    session.undo_to(roll, true).unwrap();
    for face in 1..=6 {
        let objection = session.roll(&[face]).unwrap_err();
        assert!(objection.rule == "dice" && objection.why.contains("entered by hand"), "{objection}");
        assert!(session.take_roll(&[face], Some("my own nonce")).is_err());
    }
    assert_eq!(session.cursor(), roll);
}

#[test]
fn a_record_with_committed_dice_and_a_roll_by_hand_does_not_verify() {
    let mut record = published(with_rolls(2));
    let roll = record.lines.iter().position(|line| line.roll.is_some()).unwrap();
    record.lines[roll].throw = None;
    let why = refused(&mended(record.clone()));
    assert!(why.starts_with(&format!("line {}: this roll was entered by hand", roll + 2)), "{why}");
    record.lines[roll].nonce = Some("of the forger's choice".into());
    assert!(refused(&mended(record)).contains("entered by hand"));
}

#[test]
fn a_committed_roll_is_computed_again_from_seed_number_and_both_nonces() {
    let record = published(with_rolls(3));
    let report = verify(&record, &SkirmishEdition).unwrap();
    assert_eq!((report.rolls_verified, report.rolls_sealed, report.rolls_by_hand), (3, 0, 0));
    assert!(report.committed && !report.open_seed && !report.finished);
    assert_eq!(report.rolls_by_nonces.iter().sum::<usize>(), 3);
    let rolls: Vec<usize> = (0..record.lines.len()).filter(|&i| record.lines[i].roll.is_some()).collect();
    // Another face, another nonce of either side before it, another number: each is found out.
    let mut other = record.clone();
    let face = other.lines[rolls[2]].roll.as_ref().unwrap()[0];
    other.lines[rolls[2]].roll = Some(vec![face % 6 + 1]);
    assert!(refused(&mended(other)).contains("by the seed"));
    let mut other = record.clone();
    other.lines[rolls[1]].throw = Some(7);
    assert!(refused(&mended(other)).contains("throw 7 stands where 2 belongs"));
    let changed = (0..rolls[2]).filter(|&i| {
        let mut other = record.clone();
        other.lines.truncate(rolls[2] + 1);
        other.lines[i].nonce.is_some() && {
            // Some other nonces give the same face: out of several, one does not.
            (0..20).any(|n| {
                other.lines[i].nonce = Some(format!("another nonce {n}"));
                let record = Record::read(&mended(other.clone()).to_string()).unwrap();
                verify(&record, &SkirmishEdition).is_err()
            })
        }
    });
    assert!(changed.count() >= 2, "the nonces of both sides count");
}

#[test]
fn whoever_gave_no_nonce_is_said_to_have_given_none() {
    let report = verify(&published(played(3, || None)), &SkirmishEdition).unwrap();
    assert_eq!((report.rolls_verified, report.rolls_by_nonces), (3, [3, 0, 0]));
    assert!(report.nonces.iter().all(|side| side.given == 0 && side.orders > 0), "{:?}", report.nonces);
}

#[test]
fn a_nonce_is_bound_if_the_one_before_is_its_digest() {
    let mut chains = [b"one", b"two"].map(|secret| {
        let mut chain = vec![hex_digits(&Sha256::digest(secret))];
        for _ in 0..400 {
            chain.push(hex_digits(&Sha256::digest(chain.last().unwrap())));
        }
        chain
    });
    let (mut session, mut generator) = (committed(), Generator::new(3, 5));
    while session.cursor() < 20 {
        let nonce = match session.table().turn() {
            Turn::Order(side) => chains[side.index()].pop(),
            _ => None,
        };
        if !step(&mut session, &mut generator, nonce.as_deref()) {
            break;
        }
    }
    let report = verify(&published(session), &SkirmishEdition).unwrap();
    for side in report.nonces {
        assert!(side.given == side.orders && side.bound + 1 == side.given && side.bound > 2, "{side:?}");
    }
}

#[test]
fn a_roll_taken_back_stays_in_the_record_and_never_falls_again() {
    let mut session = with_rolls(2);
    let first = session.entries().iter().position(|line| line.roll.is_some()).unwrap();
    let fallen = session.entries()[first].roll.clone();
    session.undo_to(first, true).unwrap();
    let (faces, _) = session.roll_derived("").unwrap();
    let throws: Vec<u64> = session.entries().iter().filter_map(|line| line.throw).collect();
    assert_eq!(throws, [3], "the numbers of throws taken back are not used again");
    let record = published(session.clone());
    let rolls: Vec<_> = record.lines.iter().filter_map(|line| line.roll.clone()).collect();
    assert_eq!(rolls.len(), 3);
    assert_eq!((Some(&rolls[0]), &rolls[2]), (fallen.as_ref(), &faces));
    assert_eq!(record.lines.iter().filter(|line| line.back).count(), 1);
    let report = verify(&record, &SkirmishEdition).unwrap();
    assert_eq!((report.rolls, report.rolls_taken_back, report.rolls_verified), (1, 2, 3));
    assert_eq!(report.entries, session.cursor());
    // Whoever leaves them out is found out, whatever he does to the chain.
    let mut short = record.clone();
    let back = short.lines.iter().position(|line| line.back).unwrap();
    short.lines.drain(first..=back);
    assert!(refused(&mended(short)).contains("throw 3 stands where 1 belongs"));
    // Continued from the record it is the same game.
    let again = Session::resume(&record, &SkirmishEdition).unwrap();
    assert_eq!(again.record(), record);
    assert_eq!((again.thrown(), again.hash()), (3, session.hash()));
}

#[test]
fn orders_taken_back_before_dice_leave_no_trace() {
    let mut session = committed();
    let before = session.record();
    for _ in 0..3 {
        step(&mut session, &mut Generator::new(4, 0), Some("a nonce of mine"));
        session.undo().unwrap();
        assert_eq!(session.record(), before);
    }
    step(&mut session, &mut Generator::new(4, 0), Some("a nonce of mine"));
    assert_eq!(session.record().lines.len(), 1);
}

fn seated(side: Side, name: &str) -> Seated {
    Seated { side, name: name.into(), computer: None }
}

/// The record of a session with players and another end than by the rules.
fn ended(session: &Session, end: End) -> Record {
    let header = session.header().clone();
    let mut scribe = Scribe::new(&header);
    scribe.seat(seated(Side::First, "Ann"));
    scribe.seat(seated(Side::Second, "Bob"));
    session.entries().iter().for_each(|line| scribe.write(line.clone()));
    scribe.end(end);
    Record { header, lines: scribe.into_lines() }
}

fn resigned(by: Side, winner: Side) -> End {
    let (grade, rule, why) = ("resignation".into(), "table.resign".into(), "Bob resigns".into());
    End { how: How::Resigned, by: Some(by), winner: Some(winner), grade, rule, why, players: None }
}

#[test]
fn an_end_that_is_no_order_belongs_to_the_record_with_who_played() {
    let session = with_rolls(1);
    let record = ended(&session, resigned(Side::Second, Side::First));
    let read = Record::read(&record.to_string()).unwrap();
    assert_eq!(read, record);
    let report = verify(&read, &SkirmishEdition).unwrap();
    assert!(report.finished);
    let end = report.end.unwrap();
    assert_eq!((end.how, end.winner), (How::Resigned, Some(Side::First)));
    assert_eq!(end.players, Some(["Ann".to_string(), "Bob".to_string()]));
    assert_eq!(report.seats.map(|seat| seat.unwrap().name), ["Ann", "Bob"]);
    // A result that does not follow, and names of others, are found out.
    let wrong = ended(&session, resigned(Side::Second, Side::Second));
    assert!(refused(&wrong).contains("does not follow"), "{}", refused(&wrong));
    let mut wrong = record.clone();
    wrong.lines.last_mut().unwrap().end.as_mut().unwrap().players = Some(["Eve".into(), "Bob".into()]);
    assert!(refused(&mended(wrong)).contains("players named at the end"));
    let mut wrong = record.clone();
    wrong.lines.last_mut().unwrap().end.as_mut().unwrap().how = How::Rules;
    assert!(refused(&mended(wrong)).contains("not over"));
    // Nothing comes after the end.
    let mut longer = record.to_string();
    longer.push_str("{\"n\":0,\"back\":true,\"hash\":\"\"}\n");
    assert!(Record::read(&longer).unwrap_err().what.contains("after its end"));
}

#[test]
fn a_record_cut_short_is_not_finished() {
    let (mut session, mut generator) = (committed(), Generator::new(8, 5));
    while step(&mut session, &mut generator, Some("a nonce of mine")) {}
    let whole = published(session);
    let report = verify(&whole, &SkirmishEdition).unwrap();
    assert!(report.finished && report.end.is_some_and(|end| end.how == How::Rules));
    let text = whole.to_string();
    for cut in 1..4 {
        let lines: Vec<&str> = text.lines().collect();
        let short = Record::read(&lines[..lines.len() - cut].join("\n")).unwrap();
        let report = verify(&short, &SkirmishEdition).unwrap();
        assert!(!report.finished && report.end.is_none(), "cut by {cut}");
    }
    // An end pasted onto a game that is not over does not pass.
    let mut pasted = whole.clone();
    let end = pasted.lines.pop().unwrap();
    pasted.lines.pop();
    pasted.lines.push(Line { n: pasted.lines.last().unwrap().n, ..end });
    assert!(refused(&mended(pasted)).contains("not over"));
}

#[test]
fn records_of_the_first_version_replay_and_verify_as_what_they_were() {
    let mut session = begun(header(FIRST_VERSION, DiceSource::committed(SEED)));
    let mut generator = Generator::new(2, 5);
    while session.rolls() < 3 {
        match session.table().turn() {
            Turn::Dice(_) if session.rolls() == 1 => drop(session.roll(&[3]).unwrap()),
            Turn::Dice(_) => drop(session.roll_derived("its own nonce").unwrap()),
            _ => assert!(step(&mut session, &mut generator, Some("not kept"))),
        }
    }
    // Taking back left no trace then, and the number of a roll was used again.
    let (faces, rolled) = (session.entries().last().unwrap().roll.clone(), session.rolls());
    session.undo_to(session.cursor() - 1, true).unwrap();
    assert_eq!(Some(session.roll_derived("its own nonce").unwrap().0), faces);
    session.reveal();
    let text = session.record().to_string();
    assert!(!text.contains("throw") && !text.contains("back") && !text.contains("seat"), "{text}");
    let record = Record::read(&text).unwrap();
    let report = verify(&record, &SkirmishEdition).unwrap();
    assert_eq!((report.version, report.rolls as u64), (1, rolled));
    assert_eq!((report.rolls_verified, report.rolls_by_hand, report.committed), (2, 1, false));
    assert_eq!(Session::resume(&record, &SkirmishEdition).unwrap().record(), record);
    // It holds nothing it could not hold.
    let seat =
        format!("{text}{{\"n\":{},\"seat\":{{\"side\":\"first\",\"name\":\"Ann\"}}}}\n", report.entries);
    assert!(Record::read(&seat).unwrap_err().what.contains("either an order or a roll"));
}

#[test]
fn a_forgetful_session_is_taken_up_with_the_number_of_its_throws() {
    let mut session = with_rolls(2).forgetful();
    session.undo_to(session.cursor() - 1, true).unwrap();
    let entries = session.all_entries().to_vec();
    let mut again = committed().forgetful();
    again.take_up(entries, session.cursor(), session.thrown()).unwrap();
    assert_eq!(again.roll_derived("").unwrap().0, session.roll_derived("").unwrap().0);
    assert_eq!(again.hash(), session.hash());
}

proptest! {
    #[test]
    fn whatever_is_taken_back_and_however_often_the_record_verifies(seed: u64, backs in prop::collection::vec((1usize..12, 1usize..9), 0..12)) {
        let (mut session, mut generator) = (committed(), Generator::new(seed, 5));
        for (forth, back) in backs {
            for n in 0..forth {
                let nonce = format!("a nonce {n}");
                step(&mut session, &mut generator, (n % 3 > 0).then_some(&nonce));
            }
            session.undo_to(session.cursor().saturating_sub(back), true).unwrap();
        }
        let thrown = session.thrown();
        let record = published(session.clone());
        let report = verify(&record, &SkirmishEdition).unwrap();
        prop_assert_eq!((report.rolls + report.rolls_taken_back) as u64, thrown);
        prop_assert_eq!(report.rolls_verified as u64, thrown);
        prop_assert_eq!(&report.position, &session.table().hash());
        let again = Session::resume(&record, &SkirmishEdition).unwrap();
        prop_assert_eq!(again.record(), record);
    }
}

#[test]
fn a_seat_is_told_once_and_not_after_the_end() {
    let mut scribe = Scribe::new(&header(VERSION, DiceSource::PHYSICAL));
    scribe.seat(seated(Side::First, "Ann"));
    scribe.seat(seated(Side::First, "Ann"));
    scribe.seat(seated(Side::Second, "Bob"));
    scribe.end(resigned(Side::Second, Side::First));
    scribe.seat(seated(Side::Second, "Former player 2"));
    assert_eq!(scribe.lines().len(), 3);
    assert_eq!(scribe.seated(Side::Second), Some(&seated(Side::Second, "Bob")));
    assert_eq!(json!(scribe.lines()[2].end.as_ref().unwrap().players), json!(["Ann", "Bob"]));
}

#[test]
fn a_game_from_a_position_keeps_a_record_that_reads() {
    let mut session = with_rolls(1);
    let opening = SkirmishEdition.open("skirmish/field", &Options::new()).unwrap();
    let state = session.table().state();
    session = Session::from_position(opening, &state, DiceSource::open(b"seed")).unwrap();
    step(&mut session, &mut Generator::new(1, 1), None);
    let record = Record::read(&session.record().to_string()).unwrap();
    assert_eq!(verify(&record, &SkirmishEdition).unwrap().entries, 1);
}

#[test]
fn a_line_is_kept_small_for_servers_with_many_games() {
    assert!(size_of::<Line>() <= 192, "{} bytes", size_of::<Line>());
}

#[test]
fn what_a_game_keeps_of_an_order_is_its_text() {
    let mut session = with_rolls(1);
    let order = session.table().orders()[0].clone();
    let data = order.data().clone();
    session.give(&order).unwrap();
    let kept = session.entries().last().unwrap().order.clone().unwrap();
    assert_eq!(kept.value(), data);
    assert_eq!(serde_json::to_string(&kept).unwrap(), data.to_string());
    assert_eq!(serde_json::from_value::<Written>(data.clone()).unwrap(), kept);
}
