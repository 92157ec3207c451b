//! How the battles with points end, their lengths, and what Arcadiopolis makes of its vanguard.

use covers::covers;
use engine::Side;

use super::{BYZANTINES, THEIR_ENEMIES, at, counter, ended, idle, idle_out, idle_to, mustered, send, strike};
use crate::position::Position;
use crate::unit::UnitId;

/// Idles a battle out and answers the last turn and the verdict.
fn last_turn(mut position: Position) -> (u8, (Option<Side>, &'static str, &'static str)) {
    let outcome = idle_out(&mut position);
    (position.game_turn(), (outcome.winner, outcome.grade, outcome.rule))
}

#[test]
#[covers("13.1", "13.2", "13.3", "13.4", "13.5", "4", "brief.3", "R103", "R122", "R124", "R131")]
fn untouched_the_battles_last_ten_ten_six_seven_and_seven_turns() {
    assert_eq!(last_turn(mustered("arcadiopolis")), (10, (None, "draw", "R103")));
    assert_eq!(last_turn(mustered("dorostolon-first")), (10, (None, "draw", "R103")));
    assert_eq!(last_turn(mustered("dorostolon-sortie")), (6, (BYZANTINES, "major", "R122")));
    assert_eq!(last_turn(mustered("dorostolon-third")), (7, (BYZANTINES, "minor", "R124")));
    assert_eq!(last_turn(mustered("beroia")), (7, (THEIR_ENEMIES, "minor", "R131")));
}

/// A battle in a Player-Turn, with these counters lost then.
fn after_losses(name: &str, player_turn: u8, losses: &[&str]) -> Position {
    let mut position = mustered(name);
    idle_to(&mut position, player_turn);
    for label in losses {
        strike(&mut position, label);
    }
    position
}

#[test]
#[covers("13.1", "13.2", "13.4", "13.5", "11", "R101")]
fn each_army_breaks_at_the_threshold_of_its_battle() {
    type Losses<'a> = (&'a str, usize, &'a [&'a str], &'a str);
    let cases: [Losses; 8] = [
        // 4 + 4 + 4 + 3 + 3 + 2 = 20 Byzantines; 4 + 4 + 3 + 3 + 2 + 2 = 18 Rus.
        (
            "arcadiopolis",
            0,
            &["Hikanatoi", "Exkoubites", "Scholai", "Skutatoi 3 #1", "Skutatoi 3 #2"],
            "Psiloi 2 #1",
        ),
        (
            "arcadiopolis",
            1,
            &["Rus pikemen 4 #1", "Rus pikemen 4 #2", "Rus pikemen 3 #1", "Rus pikemen 3 #2", "Slavs #1"],
            "Slavs #2",
        ),
        // 4 × 4 + 4 = 20 Byzantines; 4 × 4 + 2 + 4 = 22 Rus.
        ("dorostolon-first", 0, &["Hikanatoi", "Exkoubites", "Scholai", "Hetaireia"], "Skutatoi 4 #1"),
        (
            "dorostolon-first",
            1,
            &["Druzhina", "Rus pikemen 4 #1", "Rus pikemen 4 #2", "Rus pikemen 4 #3"],
            "Sviatoslav",
        ),
        // 5 + 4 + 4 + 4 + 4 + 1 = 22 Byzantines; 4 × 4 + 3 + 1 = 20 Rus.
        (
            "dorostolon-third",
            0,
            &["Klibanophoroi", "Hetaireia", "Scholai", "Skutatoi 4 #1", "Skutatoi 4 #2"],
            "Psiloi 1 #1",
        ),
        (
            "dorostolon-third",
            1,
            &["Druzhina", "Rus pikemen 4 #1", "Rus pikemen 4 #2", "Rus pikemen 4 #3", "Rus pikemen 3 #1"],
            "Rus archers #1",
        ),
        // 4 + 4 + 3 × 3 + 3 = 20 Byzantines; 8 × 2 + 3 × 3 = 25 Pechenegs.
        (
            "beroia",
            0,
            &["Varangians 4 #1", "Franks", "Kavallarioi #1", "Kavallarioi #2", "Kavallarioi #3"],
            "Skutatoi 3 #1",
        ),
        (
            "beroia",
            1,
            &[
                "Pecheneg mounted archers #1",
                "Pecheneg mounted archers #2",
                "Pecheneg mounted archers #3",
                "Pecheneg mounted archers #4",
                "Pecheneg mounted archers #5",
                "Pecheneg mounted archers #6",
                "Pecheneg mounted archers #7",
                "Pecheneg mounted archers #8",
                "Wagons #1",
                "Wagons #2",
            ],
            "Wagons #3",
        ),
    ];
    for (battle, loser, losses, last) in cases {
        // Turn 5, when the early Kavallarioi cost no more than they are worth.
        let mut short = after_losses(battle, 9, losses);
        idle_to(&mut short, 11);
        assert_eq!(ended(&short), None, "{battle}: {}", short.points_lost(Side::BOTH[loser]));
        let mut broken = after_losses(battle, 9, losses);
        strike(&mut broken, last);
        while ended(&broken).is_none() {
            assert!(broken.player_turn <= 10, "{battle}");
            idle(&mut broken);
        }
        assert_eq!(ended(&broken), Some((Some(Side::BOTH[1 - loser]), "major", "11")), "{battle}");
        let threshold = broken.sheet().thresholds[loser].unwrap() as u16;
        assert!(broken.points_lost(Side::BOTH[loser]) >= threshold);
    }
}

#[test]
#[covers("13.1", "13.2", "R103")]
fn at_the_end_fewer_points_win_arcadiopolis_and_first_dorostolon() {
    for battle in ["arcadiopolis", "dorostolon-first"] {
        let judged = |losses: &[&str]| last_turn(after_losses(battle, 19, losses)).1;
        assert_eq!(judged(&["Scholai"]), (THEIR_ENEMIES, "minor", "R103"));
        assert_eq!(judged(&["Rus pikemen 4 #1"]), (BYZANTINES, "minor", "R103"));
        assert_eq!(judged(&["Scholai", "Rus pikemen 4 #1"]), (None, "draw", "R103"));
    }
}

#[test]
#[covers("R124", "13.4", "R102")]
fn equal_points_win_third_dorostolon_for_the_byzantines_but_equal_ruin_is_a_draw() {
    let judged = |losses: &[&str]| last_turn(after_losses("dorostolon-third", 13, losses)).1;
    assert_eq!(judged(&["Scholai", "Druzhina"]), (BYZANTINES, "minor", "R124"));
    assert_eq!(judged(&["Scholai", "Rus pikemen 3 #1"]), (THEIR_ENEMIES, "minor", "R103"));
    assert_eq!(judged(&["Skutatoi 3 #1", "Druzhina"]), (BYZANTINES, "minor", "R103"));
    // 22 of 22 and 20 of 20.
    let all = [
        "Klibanophoroi",
        "Hetaireia",
        "Scholai",
        "Skutatoi 4 #1",
        "Skutatoi 4 #2",
        "Psiloi 1 #1",
        "Druzhina",
        "Rus pikemen 4 #1",
        "Rus pikemen 4 #2",
        "Rus pikemen 4 #3",
        "Rus pikemen 3 #1",
        "Rus archers #1",
    ];
    assert_eq!(judged(&all), (None, "draw", "11"));
}

#[test]
#[covers("R114", "brief.4", "13.1", "R103")]
fn a_vanguard_lost_before_turn_five_costs_a_point_more_and_the_threshold_stays() {
    for (player_turn, points) in [(1, 4), (7, 4), (8, 4), (9, 3), (12, 3)] {
        let position = after_losses("arcadiopolis", player_turn, &["Kavallarioi #1"]);
        assert_eq!(position.points_lost(Side::First), points, "Player-Turn {player_turn}");
        assert_eq!(position.sheet().thresholds[0], Some(20));
    }
    let both = after_losses("arcadiopolis", 3, &["Kavallarioi #1", "Kavallarioi #2"]);
    assert_eq!(both.points_lost(Side::First), 8);
    // The extra point decides the last comparison: 4 against two riders of 2 is a draw, not a victory.
    let losses = ["Kavallarioi #1", "Pecheneg mounted archers #1", "Pecheneg mounted archers #2"];
    let early = after_losses("arcadiopolis", 7, &losses);
    assert_eq!(last_turn(early).1, (None, "draw", "R103"));
    let late = after_losses("arcadiopolis", 9, &losses);
    assert_eq!(last_turn(late).1, (BYZANTINES, "minor", "R103"));
    // Other troops, and the Kavallarioi of Beroia, cost what they are worth.
    let other = after_losses("arcadiopolis", 7, &["Pecheneg mounted archers #1"]);
    assert_eq!(other.points_lost(Side::Second), 2);
    assert_eq!(after_losses("beroia", 1, &["Kavallarioi #1"]).points_lost(Side::First), 3);
}

#[test]
#[covers("R114")]
fn the_extra_point_counts_towards_the_threshold() {
    // 8 for both Kavallarioi in turn 4, then 4 + 4 + 4 in turn 5: 20.
    let mut position = after_losses("arcadiopolis", 8, &["Kavallarioi #1", "Kavallarioi #2"]);
    idle_to(&mut position, 9);
    for label in ["Hikanatoi", "Exkoubites", "Scholai"] {
        strike(&mut position, label);
    }
    while ended(&position).is_none() {
        idle(&mut position);
    }
    assert_eq!((position.game_turn(), ended(&position)), (5, Some((THEIR_ENEMIES, "major", "11"))));
}

#[test]
#[covers("R115", "R35", "13.1")]
fn sveinald_steadies_allies_and_allies_count_as_the_army() {
    let mut position = mustered("arcadiopolis");
    send(&mut position, "Sveinald", "0712");
    for (label, hex) in [
        ("Pecheneg mounted archers #1", "0712"),
        ("Bulgarian mounted archers #1", "0611"),
        ("Slavs #1", "0713"),
        ("Rus pikemen 2 #1", "0812"),
    ] {
        send(&mut position, label, hex);
        assert!(position.commander_near(counter(&position, label)), "{label} in {}", at(&position, label));
        assert_eq!(position.morale_now(counter(&position, label)), 3);
    }
    let ids: Vec<UnitId> = position.battle.fighters(Side::Second).iter().collect();
    let peoples: std::collections::BTreeSet<&str> =
        ids.iter().map(|&id| position.battle.unit_type(id).people.as_str()).collect();
    assert_eq!(peoples.into_iter().collect::<Vec<_>>(), ["Bulgarians", "Pechenegs", "Rus"]);
    for id in ids {
        crate::victory::tests::strike(&mut position, id);
    }
    // 4 × 2 Pechenegs, 2 × 2 Bulgarians, 2 × 2 Slavs, 4 + 4 + 3 + 3 + 2 + 2 pikemen, 2 archers.
    assert_eq!(position.points_lost(Side::Second), 8 + 4 + 4 + 18 + 2 + 1 + 4, "and Sveinald with his unit");
}
