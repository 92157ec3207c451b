use covers::covers;

use crate::drill::Drill;
use crate::sheet::{BYZANTINES, MUSLIMS};

#[test]
#[covers("R139", "R122", "R120", "R121", "R140", "R9", "1.2")]
fn the_map_keeps_the_distances_that_were_worked_out() {
    let drill = Drill::new();
    let land =
        |side, from: &str, to: &str| drill.position.by_land(side, drill.hex(from), 60).of(drill.hex(to));
    for (from, to, far) in [
        ("Damascus", "Laodicea", 9),
        ("Damascus", "Gaza", 9),
        ("Damascus", "Antioch", 12),
        ("Fustat", "Alexandria", 6),
        ("Fustat", "Pelusium", 5),
        ("Fustat", "Gaza", 9),
        ("Antioch", "Tarsus", 3),
        ("Antioch", "Ikonion", 10),
        ("Antioch", "Nicomedia", 22),
        ("Mosul", "Edessa", 11),
        ("Mosul", "Dvin", 22),
    ] {
        assert_eq!(land(MUSLIMS, from, to), far, "{from} to {to}");
    }
    assert_eq!(land(BYZANTINES, "Constantinople", "Adrianople"), 6);
    assert_eq!(land(BYZANTINES, "5150", "Paraetonium"), 7);
    let sea = |from: &str, to: &str| drill.position.by_sea(MUSLIMS, drill.hex(from), 60).of(drill.hex(to));
    for (from, to, far) in [
        ("Laodicea", "Constantia", 4),
        ("Laodicea", "Rhodes", 17),
        ("Laodicea", "Smyrna", 25),
        ("Laodicea", "Constantinople", 38),
        ("Constantinople", "Abydos", 5),
        ("Constantinople", "Smyrna", 14),
        ("Constantinople", "Rhodes", 22),
        ("Constantinople", "Trebizond", 24),
    ] {
        assert_eq!(sea(from, to), far, "{from} to {to}");
    }
}

#[test]
#[covers("R120", "R10")]
fn no_army_walks_from_asia_to_thrace_or_to_an_island() {
    let drill = Drill::new();
    let reach = drill.position.by_land(BYZANTINES, drill.hex("Nicomedia"), 250);
    for place in ["Constantinople", "Rhodes", "Samos", "Constantia", "Gortyn"] {
        assert_eq!(reach.of(drill.hex(place)), u8::MAX, "{place}");
    }
    assert_ne!(reach.of(drill.hex("Smyrna")), u8::MAX);
}

#[test]
#[covers("R9")]
fn the_start_is_free_and_an_enemy_on_the_way_bars_it() {
    let mut drill = Drill::new();
    drill.put("Orientales foot", "Mopsuestia");
    let past = drill.position.by_land(MUSLIMS, drill.hex("Antioch"), 60);
    assert_eq!(past.of(drill.hex("Mopsuestia")), u8::MAX);
    assert!(past.of(drill.hex("Tarsus")) > 3);
    let from = drill.position.by_land(MUSLIMS, drill.hex("Mopsuestia"), 60);
    assert_eq!(from.of(drill.hex("Antioch")), 1, "whoever stands in the first hex does not matter");
}

#[test]
#[covers("R5", "1.2", "R7", "R140")]
fn labels_jump_and_the_board_does_not() {
    let drill = Drill::new();
    let grid = &drill.position.sheet.ground.grid;
    assert_eq!(grid.distance(drill.hex("Fustat"), drill.hex("Pelusium")), 5);
    // Label row 49 is the row after 43, and columns are counted from the east.
    let touches = |a: &str, b: &str| grid.towards(drill.hex(a), drill.hex(b)).is_some();
    assert!(touches("4317", "4924") && touches("4317", "4925"));
    assert!(touches("1234", "1235") && touches("1234", "1135") && touches("1439", "1339"));
    assert!(touches("2338", "2237") && touches("2834", "2735") && !touches("2834", "2736"));
    assert_eq!(drill.position.hex(engine::hex::HexNumber(4417)), None, "label rows 44 to 48 do not exist");
    for place in ["Pelusium", "Alexandria", "Antioch"] {
        assert!(drill.position.sheet.ground.coastal[drill.hex(place).index()], "{place}");
    }
    let at = |place: &str| drill.position.label_of(drill.hex(place)).to_string();
    assert_eq!([at("Rhodes"), at("Herakleia"), at("Mesembria")], ["2834", "1236", "0637"]);
}
