use covers::covers;
use engine::ledger::Unread;

use crate::drill::{THEM, US, at, ground};
use crate::element::{ElementId, Units};
use crate::field::Feature;
use crate::geometry::Hand;
use crate::kind::Kind;
use crate::position::{Fight, Position, Stage};
use crate::results::{Score, score};
use crate::sheet::{Class, Combat, Fate};

/// A troop of every kind.
const TROOPS: [(&str, Kind); 21] = [
    ("Art", Kind::Artillery),
    ("Ax", Kind::Auxilia),
    ("4Bd", Kind::Blades),
    ("Bw", Kind::Bows),
    ("Cm", Kind::Camelry),
    ("CF", Kind::CampFollowers),
    ("4Kn", Kind::Cataphracts),
    ("3Cv", Kind::Cavalry),
    ("El", Kind::Elephants),
    ("Hd", Kind::Hordes),
    ("3Kn", Kind::Knights),
    ("LH", Kind::LightHorse),
    ("3Sp", Kind::LightSpear),
    ("Pav", Kind::Pavises),
    ("Pk", Kind::Pikes),
    ("Ps", Kind::Psiloi),
    ("3Bd", Kind::Raiders),
    ("SCh", Kind::ScythedChariots),
    ("4Sp", Kind::Spears),
    ("WWg", Kind::WarWagons),
    ("4Wb", Kind::Warband),
];

/// Where the loser stands.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Stand {
    Open,
    Woods,
    Dunes,
    Camp,
}

/// The brief's table of those beaten, written out again row by row.
fn beaten(loser: Kind, foe: Kind, mounted: bool, close: bool, stand: Stand) -> Fate {
    use Fate::{Destroyed, Flee, NoEffect, Recoil};
    use Kind::*;
    let camels = loser == Camelry;
    let bad = stand == Stand::Woods || stand == Stand::Dunes && !camels;
    let good = !bad;
    let sand = stand != Stand::Woods;
    let camp = stand == Stand::Camp;
    match loser {
        Artillery if close => Destroyed,
        Artillery => NoEffect,
        Auxilia if good && foe == Knights => Destroyed,
        Auxilia => Recoil,
        Blades | LightSpear | Pavises | Pikes | Raiders | Spears => {
            let ridden = good && matches!(foe, Knights | ScythedChariots);
            if ridden || foe == Warband && !camp { Destroyed } else { Recoil }
        }
        Bows => {
            if mounted {
                Destroyed
            } else {
                Recoil
            }
        }
        Camelry if foe == ScythedChariots || bad => Flee,
        Camelry if matches!(foe, Cataphracts | Cavalry | Knights | LightHorse) => NoEffect,
        Camelry => Recoil,
        CampFollowers | ScythedChariots => Destroyed,
        Cavalry if matches!(foe, Camelry | ScythedChariots) || bad => Flee,
        Cavalry => Recoil,
        Elephants if matches!(foe, Auxilia | Psiloi | LightHorse) || foe == Artillery && !close => Destroyed,
        Elephants => Recoil,
        Hordes if good && matches!(foe, Elephants | Knights | ScythedChariots) => Destroyed,
        Hordes if camp || foe == Warband => Destroyed,
        Hordes => {
            if close {
                NoEffect
            } else {
                Recoil
            }
        }
        Knights | Cataphracts if matches!(foe, Camelry | Elephants | LightHorse | ScythedChariots) || bad => {
            Destroyed
        }
        Knights | Cataphracts => Recoil,
        LightHorse if foe == Artillery && !close || foe == ScythedChariots || bad => Flee,
        LightHorse => Recoil,
        Psiloi if good && matches!(foe, Cavalry | Knights) || sand && foe == Camelry => Destroyed,
        Psiloi => Recoil,
        WarWagons if foe == Artillery && !close || foe == Elephants || camp => Destroyed,
        WarWagons => NoEffect,
        Warband if good && matches!(foe, Knights | ScythedChariots) => Destroyed,
        Warband => Recoil,
    }
}

/// The same of those doubled, before R100.
fn doubled(loser: Kind, foe: Kind, mounted: bool, close: bool, stand: Stand) -> Fate {
    use Fate::{Destroyed, Flee, Recoil};
    use Kind::*;
    let bad = matches!(stand, Stand::Woods | Stand::Dunes);
    let sand = stand != Stand::Woods;
    match loser {
        Cavalry if !bad && matches!(foe, Hordes | Pikes | Spears) || foe == Artillery && close => Flee,
        Cavalry => Destroyed,
        LightHorse
            if mounted || matches!(foe, Bows | Pavises | Psiloi) || foe == Artillery && !close || bad =>
        {
            Destroyed
        }
        LightHorse => Flee,
        Psiloi if matches!(foe, Auxilia | Bows | Pavises | Psiloi) => Destroyed,
        Psiloi if !bad && matches!(foe, Cataphracts | Cavalry | Knights | LightHorse) => Destroyed,
        Psiloi if sand && foe == Camelry => Destroyed,
        Psiloi => Flee,
        ScythedChariots => Destroyed,
        _ if foe == Artillery && close => Recoil,
        _ => Destroyed,
    }
}

fn setting(loser: &str, foe: &str, stand: Stand) -> (Position, ElementId, ElementId) {
    let mut position = ground();
    let one = position.put(US, 1, loser, 19.0, 19.0, 0.0);
    let other = position.put(THEM, 1, foe, 19.0, 19.0, 180.0);
    match stand {
        Stand::Open => {}
        Stand::Woods => position.oval(Feature::Woods, 19.0, 18.0, 6.0, 6.0),
        Stand::Dunes => position.oval(Feature::Dunes, 19.0, 18.0, 6.0, 6.0),
        Stand::Camp => {
            position.set_camp(US, at(18.0, 0.0), at(21.0, 2.0));
            position.stand_in_camp(US, 1, loser, US);
        }
    }
    (position, one, other)
}

#[test]
#[covers("1.6", "R99", "R100", "R101", "R103", "R6", "R9")]
fn every_row_and_column_of_the_results() {
    let mut seen = [0; 4];
    for (loser, kind) in TROOPS {
        for (foe, against) in TROOPS {
            for stand in [Stand::Open, Stand::Woods, Stand::Dunes, Stand::Camp] {
                let (position, one, other) = setting(loser, foe, stand);
                let mounted = position.class(other) == Class::Mounted;
                for combat in [Combat::Close, Combat::Shooting] {
                    let close = combat == Combat::Close;
                    let mild = beaten(kind, against, mounted, close, stand);
                    let fate = |score| position.fate(one, other, combat, score);
                    let what = format!("{loser} against {foe}, {stand:?}, {combat:?}");
                    assert_eq!(fate(Score::Beaten), mild, "beaten: {what}");
                    let worse = doubled(kind, against, mounted, close, stand).max(mild);
                    assert_eq!(fate(Score::Doubled), worse, "doubled: {what}");
                    let equal = if kind == Kind::ScythedChariots { Fate::Destroyed } else { Fate::NoEffect };
                    assert_eq!((fate(Score::Equal), fate(Score::Better)), (equal, Fate::NoEffect), "{what}");
                    seen[mild as usize] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
#[covers("1.6")]
fn half_or_less_is_doubled() {
    assert_eq!(
        [score(8, 7), score(7, 7), score(5, 8), score(4, 8)],
        [Score::Better, Score::Equal, Score::Beaten, Score::Doubled]
    );
    assert_eq!([score(3, 7), score(4, 7)], [Score::Doubled, Score::Beaten]);
}

#[test]
#[covers("R100")]
fn artillery_in_close_combat_is_never_milder_when_it_doubles() {
    let fate = |loser: &str, stand| {
        let (position, one, other) = setting(loser, "Art", stand);
        position.fate(one, other, Combat::Close, Score::Doubled)
    };
    assert_eq!(fate("3Kn", Stand::Woods), Fate::Destroyed);
    assert_eq!(fate("3Kn", Stand::Open), Fate::Recoil);
    assert_eq!(fate("Cm", Stand::Woods), Fate::Flee);
    assert_eq!(fate("Art", Stand::Open), Fate::Destroyed);
    assert_eq!(fate("CF", Stand::Camp), Fate::Destroyed);
}

/// The fight of two with what each throw brings, nothing moved.
fn verdict(position: &mut Position, fight: Fight, dice: [u8; 2]) -> ([i32; 2], [Fate; 2]) {
    position.fight = fight;
    let factors = position.factors(&mut Unread);
    let verdict = position.verdict_of(factors, dice);
    (verdict.scores, verdict.fates)
}

fn volley(main: ElementId, aide: ElementId, target: ElementId) -> Fight {
    let aides = [Units::one(aide), Units::NONE];
    Fight { stage: Stage::Roll, combat: Combat::Shooting, one: main, other: target, aides, ..Fight::NONE }
}

#[test]
#[covers("2.17", "2.11", "R86")]
fn the_first_worked_combat() {
    // Bows with one aide shoot Knights: 3 and 6 make 7 against 8, and the shooters are not shot at.
    let mut position = ground();
    let main = position.put(US, 1, "Bw", 18.0, 16.0, 0.0);
    let aide = position.put(US, 2, "Bw", 20.0, 16.0, 0.0);
    let target = position.put(THEM, 1, "3Kn", 18.0, 18.0, 180.0);
    let (scores, fates) = verdict(&mut position, volley(main, aide, target), [3, 6]);
    assert_eq!((scores, fates), ([7, 8], [Fate::NoEffect; 2]));
}

#[test]
#[covers("2.17")]
fn the_second_worked_combat() {
    // Bows with one aide shoot Bows: 5 and 2 make 7 against 3, doubled.
    let mut position = ground();
    let main = position.put(US, 1, "Bw", 18.0, 16.0, 0.0);
    let aide = position.put(US, 2, "Bw", 20.0, 16.0, 0.0);
    let target = position.put(THEM, 1, "Bw", 18.0, 18.0, 0.0);
    let (scores, fates) = verdict(&mut position, volley(main, aide, target), [5, 2]);
    assert_eq!((scores, fates), ([7, 3], [Fate::NoEffect, Fate::Destroyed]));
}

#[test]
#[covers("2.17", "1.7", "2.13")]
fn the_third_worked_combat() {
    // Knights overlapped by one fight Spears: 3 and 4 make 5 against 8; they recoil 1.5 MU and nobody pursues.
    let mut position = ground();
    let knights = position.put(US, 1, "3Kn", 19.0, 19.0, 0.0);
    let spears = position.put(THEM, 1, "4Sp", 19.0, 19.0, 180.0);
    position.put_at(THEM, 2, "4Sp", position.base(spears).beside_place(Hand::Left));
    position.clash(knights, spears, [3, 4]);
    assert_eq!(position.at(knights).at, at(19.0, 17.5));
    assert_eq!(position.at(spears).at, at(19.0, 19.0));
    assert_eq!(position.fight, Fight::NONE);
}

#[test]
#[covers("2.17", "1.5", "1.7", "2.13", "R72")]
fn the_fourth_worked_combat() {
    // Knights fight Spears with Psiloi behind: 5 and 2 make 8 against 7; the Spears die, the Knights run into the Psiloi.
    let mut position = ground();
    let knights = position.put(US, 1, "3Kn", 19.0, 19.0, 0.0);
    let spears = position.put(THEM, 1, "4Sp", 19.0, 19.0, 180.0);
    let psiloi = position.put_at(THEM, 2, "Ps", position.base(spears).rear_place());
    position.fight = Fight { stage: Stage::Roll, one: knights, other: spears, ..Fight::NONE };
    let factors = position.factors(&mut Unread);
    assert_eq!((factors.one, factors.other), (3, 5));
    position.clash(knights, spears, [5, 2]);
    assert!(position.is_lost(spears) && !position.is_lost(psiloi));
    assert_eq!(position.at(knights).at, at(19.0, 19.75), "up to the Psiloi");
    assert!(position.front_to_front(knights, psiloi).is_some());
}

#[test]
#[covers("R102")]
fn two_scythed_chariots_on_equal_scores_both_die() {
    let mut position = ground();
    let one = position.put(US, 1, "SCh", 19.0, 19.0, 0.0);
    let other = position.put(THEM, 1, "SCh", 19.0, 19.0, 180.0);
    position.clash(one, other, [3, 3]);
    assert!(position.is_lost(one) && position.is_lost(other));
    let mut position = ground();
    let one = position.put(US, 1, "SCh", 19.0, 19.0, 0.0);
    let warband = position.put(THEM, 1, "4Kn", 19.0, 19.0, 180.0);
    position.clash(one, warband, [3, 3]);
    assert!(position.is_lost(one) && !position.is_lost(warband));
}

#[test]
#[covers("R110", "2.13")]
fn friends_on_the_flank_of_the_winner_recoil_too() {
    let mut position = ground();
    let loser = position.put(US, 1, "4Sp", 19.0, 19.0, 0.0);
    let winner = position.put(THEM, 1, "4Bd", 19.0, 19.0, 180.0);
    let flank = position.put_at(US, 2, "Ax", position.base(winner).flank_place(Hand::Left));
    let rear = position.put_at(US, 3, "Ax", position.base(winner).rear_place());
    let before = position.at(flank);
    position.clash(loser, winner, [1, 3]);
    assert_eq!(position.fight.stage, Stage::Follow, "their owner says who goes first");
    assert_eq!(position.at(loser).at, at(19.0, 18.25));
    position.order(crate::Order::Retreat { unit: rear });
    assert_eq!(position.fight.stage, Stage::None);
    assert_eq!(position.at(flank), before.ahead(-crate::geometry::MU));
    let mut standing = ground();
    let loser = standing.put(US, 1, "Hd", 19.0, 19.0, 0.0);
    let winner = standing.put(THEM, 1, "4Bd", 19.0, 19.0, 180.0);
    let flank = standing.put_at(US, 2, "Ax", standing.base(winner).flank_place(Hand::Left));
    let before = standing.at(flank);
    standing.clash(loser, winner, [4, 3]);
    assert_eq!(standing.at(flank), before, "no effect on the loser, none on them");
}

#[test]
#[covers("R91")]
fn shot_from_behind_it_turns_about_before_it_recoils() {
    let mut position = ground();
    let bows = position.put(US, 1, "Bw", 19.0, 16.0, 0.0);
    let blades = position.put(THEM, 1, "4Bd", 19.0, 18.75, 0.0);
    let fight =
        Fight { stage: Stage::Roll, combat: Combat::Shooting, one: bows, other: blades, ..Fight::NONE };
    position.fight = fight;
    position.resolve([5, 1], &mut engine::Silence);
    let pose = position.at(blades);
    assert_eq!((pose.heading, pose.at), (crate::geometry::Heading::degrees(180), at(19.0, 18.75)));
}
