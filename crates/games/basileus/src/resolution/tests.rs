//! Strengths, ratio and table (10.5, crt).

use covers::covers;
use engine::Shown;
use engine::event::EventKind;

use crate::drill::{Drill, Field, bows, chief, foot, horse};
use crate::position::Step;
use crate::sheet::Terrain;

/// The Combat Results Table as printed: a ratio of each column, and its results for dice 1 to 7.
const TABLE: [((u8, u8), &str); 7] = [
    ((1, 2), "DR DR AR AT A1 A1R A2"),
    ((2, 3), "DT DR AR AT AT A1 A1R"),
    ((1, 1), "D1 DT DR AR AT A1 A1R"),
    ((3, 2), "D1 D1 DT DR AR AT AT"),
    ((2, 1), "D1R D1 DT DT DR AR AT"),
    ((3, 1), "D2 D1 DT DT DR AR AT"),
    ((4, 1), "D2 D2 D1 DT DR DR AR"),
];

/// What dice 1 to 6 bring in a column when so much is added to them.
fn printed(column: usize, more: i32) -> String {
    let cells: Vec<&str> = TABLE[column].1.split(' ').collect();
    let cell = |face: i32| cells[(face + more).clamp(1, 7) as usize - 1];
    (1..=6).map(cell).collect::<Vec<_>>().join(" ")
}

/// Foot in 0607 against foot in 0606, committed.
fn clash(drill: Drill, attack: u8, defence: u8) -> Field {
    let mut field = drill
        .blue("attacker", foot(attack), "0607")
        .gold("defender", foot(defence), "0606")
        .begin(Step::Fighting);
    field.assault("0606", &["attacker"]);
    field
}

#[test]
#[covers("crt", "10.5", "10.7", "brief.1")]
fn every_cell_of_the_table_is_the_printed_one() {
    for (column, ((attack, defence), _)) in TABLE.into_iter().enumerate() {
        assert_eq!(clash(Drill::new(), attack, defence).outcomes(), printed(column, 0));
        // The last row: a marsh makes a 6 a 7.
        let marsh = Drill::new().terrain("0606", Terrain::Marsh);
        assert_eq!(clash(marsh, attack, defence).outcomes(), printed(column, 1));
    }
}

#[test]
#[covers("crt", "R72")]
fn dice_above_7_count_as_7() {
    for (column, ((attack, defence), _)) in TABLE.into_iter().enumerate() {
        let drill = Drill::new().terrain("0606", Terrain::Village).stream("0606", "S");
        assert_eq!(clash(drill, attack, defence).outcomes(), printed(column, 2));
    }
}

#[test]
#[covers("crt", "R72", "brief.1")]
fn dice_below_1_count_as_1() {
    // Varangians against wagons take 1 from the die; a wagon not in the ring adds nothing.
    for (column, (attack, defence)) in [(2, (2, 2)), (3, (3, 2)), (4, (4, 2))] {
        let kind = Drill::of("beroia").kind("Varangians 4");
        let axes = crate::sheet::UnitType { strength: attack, ..kind };
        let mut field = Drill::of("beroia")
            .blue("axes", axes.clone(), "0611")
            .with(|sheet| {
                let kind = sheet.types.iter().position(|t| *t == axes);
                sheet.specials.axes = kind.into_iter().map(|kind| kind as u8).collect();
            })
            .gold("guard", foot(defence - 1), "0610")
            .gold("wagon", crate::drill::wagon(), "0610")
            .begin(Step::Fighting);
        field.assault("0610", &["axes"]);
        assert_eq!(field.outcomes(), printed(column, -1));
    }
}

#[test]
#[covers("R72", "10.5", "crt")]
fn the_ratio_is_rounded_in_favour_of_the_defender() {
    // Exactly: 2 · attack : 2 · defence against the ratios of the columns.
    let columns = ["1/2", "1/1.5", "1/1", "1.5/1", "2/1", "3/1", "4/1"];
    let ratios: [(u32, u32); 7] = [(1, 2), (2, 3), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1)];
    for attack in 1..=21u8 {
        for defence in 1..=9u8 {
            let below = |&(a, d): &(u32, u32)| a * u32::from(defence) <= d * u32::from(attack);
            let column = ratios.iter().rposition(below).unwrap_or(0);
            let mut field = Drill::new()
                .blue("attacker", foot(attack), "0607")
                .gold("defender", foot(defence), "0606")
                .begin(Step::Fighting);
            field.attack("0606").join("attacker");
            assert_eq!(field.odds(), format!("{attack} against {defence}, {}", columns[column]));
        }
    }
}

#[test]
#[covers("R72")]
fn the_examples_of_the_ruling_hold() {
    for (attack, defence, column) in [
        (2, 3, 1),
        (3, 5, 0),
        (1, 9, 0),
        (4, 3, 2),
        (5, 4, 2),
        (3, 2, 3),
        (7, 4, 3),
        (8, 4, 4),
        (11, 4, 4),
        (9, 1, 6),
    ] {
        let found = clash(Drill::new(), attack, defence).outcomes();
        assert_eq!(found, printed(column, 0), "{attack} against {defence}");
    }
}

#[test]
#[covers("R72", "10.6")]
fn shifts_count_from_the_last_column_and_stop_at_the_first() {
    let wood = || Drill::new().terrain("0606", Terrain::Wood);
    // 9 to 1 is 4/1, and a wood makes it 3/1.
    assert_eq!(clash(wood(), 9, 1).outcomes(), printed(5, 0));
    assert_eq!(clash(wood().palisade("0606", "S"), 9, 1).outcomes(), printed(4, 0));
    assert_eq!(clash(wood(), 1, 2).outcomes(), printed(0, 0));
    assert_eq!(clash(wood(), 1, 9).outcomes(), printed(0, 0));
    assert_eq!(clash(wood().palisade("0606", "S"), 2, 3).outcomes(), printed(0, 0));
    let field = clash(wood(), 9, 1);
    assert_eq!(field.odds(), "9 against 1, 4/1, fought at 3/1");
}

#[test]
#[covers("10.5")]
fn every_attacker_adds_what_he_has() {
    let mut field = Drill::new()
        .blue("horse", horse(4), "0607")
        .ran("horse", "0608", 1)
        .blue("chief", chief(2), "0607")
        .blue("foot", foot(3), "0605")
        .blue("weak", foot(3), "0706")
        .reduced("weak")
        .blue("archers", bows(3), "0507")
        .blue("bows", bows(2), "0805")
        .blue("aside", foot(4), "0506")
        .gold("enemy", foot(4), "0606")
        .gold("mate", foot(4), "0505")
        .begin(Step::Fighting);
    field.attack("0606").charge("horse").join("foot").join("weak").join("archers").join("bows");
    // 4 + 1 + 2, 3, 2, 3 − 1 and 2; those who stay out and the defender's neighbours do not count.
    assert_eq!(field.odds(), "16 against 4, 4/1");
    field.commit();
    assert_eq!(field.outcomes(), printed(6, 0));
}

#[test]
#[covers("10.5")]
fn reduced_units_fight_with_the_side_they_show() {
    let mut field = Drill::new()
        .blue("attacker", foot(3), "0607")
        .gold("defender", foot(3), "0606")
        .reduced("defender")
        .begin(Step::Fighting);
    field.attack("0606").join("attacker");
    assert_eq!(field.odds(), "3 against 2, 1.5/1");
    // A strength of 1 stays 1 on the other side.
    let mut field = Drill::new()
        .blue("attacker", foot(1), "0607")
        .reduced("attacker")
        .gold("defender", foot(1), "0606")
        .reduced("defender")
        .begin(Step::Fighting);
    field.attack("0606").join("attacker");
    assert_eq!(field.odds(), "1 against 1, 1/1");
}

#[test]
#[covers("10.5", "brief.1")]
fn low_dice_favour_the_attacker_in_every_column() {
    // From D2 down to A2, a higher die is never better for the attacker, nor a lower column.
    let rank = |code: &str| {
        ["A2", "A1R", "A1", "AT", "AR", "DR", "DT", "D1", "D1R", "D2"]
            .iter()
            .position(|c| *c == code)
            .unwrap()
    };
    let ranks = |(attack, defence): (u8, u8)| -> Vec<usize> {
        clash(Drill::new(), attack, defence).outcomes().split(' ').map(rank).collect()
    };
    let columns: Vec<Vec<usize>> = TABLE.iter().map(|(ratio, _)| ranks(*ratio)).collect();
    assert!(columns.iter().all(|column| column.is_sorted_by(|a, b| a >= b)));
}

#[test]
#[covers("10.5", "crt")]
fn the_log_tells_column_die_and_result() {
    let mut field = clash(Drill::new().terrain("0606", Terrain::Marsh), 4, 2);
    field.roll(3);
    let told: Vec<(EventKind, &str)> = field
        .events
        .iter()
        .filter(|e| matches!(e.kind, EventKind::Rolled | EventKind::Result))
        .map(|e| (e.kind, e.text.as_str()))
        .collect();
    let expected = [(EventKind::Rolled, "2/1, die 3+1"), (EventKind::Result, "DT: defender tests morale")];
    assert_eq!(told, expected);
    assert_eq!(
        field.events.iter().find(|e| e.kind == EventKind::Rolled).map(|e| &e.dice[..]),
        Some(&[3][..])
    );
    assert!(field.prompt().contains("tests morale 2"));
}
