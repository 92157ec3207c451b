//! Terrain in combat (10.6) and the right-hand column of the Terrain Effects Chart.

use covers::covers;

use crate::drill::{Drill, Field, bows, foot};
use crate::position::{Stage, Step};
use crate::sheet::Terrain;

/// The rows of 3 against 3 as they come out: on plain ground, with 1 or 2 on the die, one or two columns left.
const PLAIN: &str = "D1 DT DR AR AT A1";
const DIE: &str = "DT DR AR AT A1 A1R";
const TWO_ON_THE_DIE: &str = "DR AR AT A1 A1R A1R";
const COLUMN: &str = "DT DR AR AT AT A1";
const TWO_COLUMNS: &str = "DR DR AR AT A1 A1R";

/// Units of strength 3 beside or near 0606 attack one of the same strength in it: foot from the next hex,
/// archers whose fire counts nothing extra from farther off.
fn attack(drill: Drill, from: &[&'static str]) -> Field {
    let mut drill = drill.gold("enemy", foot(3 * from.len() as u8), "0606");
    for &hex in from {
        let near = ["0605", "0706", "0707", "0607", "0507", "0506"].contains(&hex);
        drill = drill.blue(hex, if near { foot(3) } else { bows(3) }, hex);
    }
    let mut field = drill.begin(Step::Fighting);
    field.assault("0606", from);
    field
}

fn outcomes(drill: Drill, from: &[&'static str]) -> String {
    attack(drill, from).outcomes()
}

fn ground(terrain: Terrain) -> Drill {
    Drill::new().terrain("0606", terrain)
}

#[test]
#[covers(
    "tec",
    "tec.plain",
    "tec.village",
    "tec.wood",
    "tec.hill",
    "tec.vineyard",
    "tec.marsh",
    "tec.ford",
    "10.6"
)]
fn the_defenders_hex_has_the_printed_effect() {
    let chart = [
        (Terrain::Plain, PLAIN),
        (Terrain::Village, DIE),
        (Terrain::Wood, COLUMN),
        (Terrain::Hill, COLUMN),
        (Terrain::Vineyard, COLUMN),
        (Terrain::Marsh, DIE),
        (Terrain::Ford, PLAIN),
    ];
    for (terrain, row) in chart {
        assert_eq!(outcomes(ground(terrain), &["0607"]), row, "{terrain:?}, hand to hand");
        assert_eq!(outcomes(ground(terrain), &["0608"]), row, "{terrain:?}, fire");
        assert_eq!(outcomes(ground(terrain), &["0607", "0608"]), row, "{terrain:?}, both");
    }
}

#[test]
#[covers("tec.bridge", "R74")]
fn a_bridge_helps_unless_somebody_shoots_or_comes_along_a_bridge() {
    assert_eq!(outcomes(ground(Terrain::Bridge), &["0607"]), DIE);
    assert_eq!(outcomes(ground(Terrain::Bridge), &["0607", "0605"]), DIE, "from both banks");
    assert_eq!(outcomes(ground(Terrain::Bridge), &["0608"]), PLAIN, "fire");
    assert_eq!(outcomes(ground(Terrain::Bridge), &["0607", "0604"]), PLAIN, "fire in support");
    let two = || ground(Terrain::Bridge).terrain("0607", Terrain::Bridge);
    assert_eq!(outcomes(two(), &["0607"]), PLAIN, "from another bridge hex");
    assert_eq!(outcomes(two(), &["0607", "0605"]), PLAIN, "one of two from a bridge hex");
    assert_eq!(outcomes(two(), &["0605"]), DIE, "nobody uses the other bridge hex");
}

#[test]
#[covers("tec.stream", "R74", "10.6")]
fn a_stream_helps_if_all_come_across_it_and_nobody_shoots() {
    let drill = || Drill::new().stream("0606", "S").stream("0606", "SE");
    assert_eq!(outcomes(drill(), &["0607"]), DIE);
    assert_eq!(outcomes(drill(), &["0607", "0707"]), DIE);
    assert_eq!(outcomes(drill(), &["0605"]), PLAIN, "the other bank");
    assert_eq!(outcomes(drill(), &["0607", "0605"]), PLAIN, "one on the defender's bank");
    assert_eq!(outcomes(drill(), &["0608"]), PLAIN, "fire alone");
    assert_eq!(outcomes(drill(), &["0607", "0608"]), PLAIN, "fire in support");
    // The chart waives the cost along a road, not the bonus.
    assert_eq!(outcomes(drill().road("0606", "S"), &["0607"]), DIE);
}

#[test]
#[covers("tec.palisade", "R73", "10.6")]
fn a_palisade_helps_if_no_attacker_is_inside() {
    let drill = || Drill::new().palisade("0606", "S").palisade("0606", "SE");
    assert_eq!(outcomes(drill(), &["0607"]), COLUMN);
    assert_eq!(outcomes(drill(), &["0607", "0707"]), COLUMN);
    assert_eq!(outcomes(drill(), &["0605"]), PLAIN, "inside");
    assert_eq!(outcomes(drill(), &["0607", "0605"]), PLAIN, "one is inside");
    assert_eq!(
        outcomes(drill(), &["0607", "0604"]),
        COLUMN,
        "fire in support does not undo it, wherever from"
    );
    assert_eq!(outcomes(drill(), &["0605", "0608"]), PLAIN, "inside, with fire from outside");
}

#[test]
#[covers("R73")]
fn against_fire_alone_the_side_towards_every_firer_counts() {
    let drill = || Drill::new().palisade("0606", "S");
    // Straight from the south; along the corners of the south side; from elsewhere.
    for (from, row) in [
        ("0608", COLUMN),
        ("0708", COLUMN),
        ("0508", COLUMN),
        ("0807", PLAIN),
        ("0806", PLAIN),
        ("0407", PLAIN),
        ("0604", PLAIN),
    ] {
        assert_eq!(outcomes(drill(), &[from]), row, "from {from}");
    }
    assert_eq!(outcomes(drill(), &["0608", "0708"]), COLUMN);
    assert_eq!(outcomes(drill(), &["0608", "0807"]), PLAIN, "one firer sees no palisade");
    let more = || drill().palisade("0606", "SE");
    assert_eq!(outcomes(more(), &["0608", "0807"]), COLUMN);
    assert_eq!(outcomes(more(), &["0806"]), COLUMN, "either side of a corner will do");
    assert_eq!(outcomes(more(), &["0608", "0604"]), PLAIN);
}

#[test]
#[covers("tec.palisade", "R89")]
fn behind_a_palisade_an_equal_test_does_not_drive_men_off() {
    for (drill, stays) in [(Drill::new().palisade("0606", "S"), true), (Drill::new(), false)] {
        let mut field = attack(drill, &["0607"]);
        // DT on a 1 behind the palisade, on a 2 without; then a 3 against morale 3.
        field.roll(if stays { 1 } else { 2 }).roll(3);
        assert_eq!(field.combat.stage == Stage::Retreating, !stays);
    }
}

#[test]
#[covers("tec.slope", "tec.road")]
fn slopes_and_roads_have_no_effect_in_combat() {
    assert_eq!(outcomes(Drill::new().slope("0606", "S"), &["0607"]), PLAIN);
    let road = Drill::new().road("0606", "S").road("0606", "N");
    assert_eq!(outcomes(road, &["0607"]), PLAIN);
    // A road does not take a hex's own effect away.
    assert_eq!(outcomes(ground(Terrain::Wood).road("0606", "S"), &["0607"]), COLUMN);
}

#[test]
#[covers("10.6")]
fn only_the_defenders_ground_counts() {
    for terrain in
        [Terrain::Village, Terrain::Wood, Terrain::Hill, Terrain::Vineyard, Terrain::Marsh, Terrain::Ford]
    {
        let drill = Drill::new().terrain("0607", terrain).terrain("0605", terrain);
        assert_eq!(outcomes(drill, &["0607"]), PLAIN, "{terrain:?}");
    }
    let drill = Drill::new().terrain("0607", Terrain::Bridge).stream("0607", "S").palisade("0607", "S");
    assert_eq!(outcomes(drill, &["0607"]), PLAIN);
}

#[test]
#[covers("R75", "10.6")]
fn terrain_adds_up() {
    let drill = ground(Terrain::Village).stream("0606", "S");
    assert_eq!(outcomes(drill, &["0607"]), TWO_ON_THE_DIE);
    let drill = ground(Terrain::Wood).palisade("0606", "S");
    assert_eq!(outcomes(drill, &["0607"]), TWO_COLUMNS);
    // 3 against 3 in a marsh behind a palisade: 1/1.5 and one more on the die.
    let drill = ground(Terrain::Marsh).palisade("0606", "S");
    assert_eq!(outcomes(drill, &["0607"]), "DR AR AT AT A1 A1R");
    let drill = ground(Terrain::Bridge).stream("0606", "S");
    assert_eq!(outcomes(drill, &["0607"]), TWO_ON_THE_DIE);
    // Each part has its own condition: fire takes the stream away, not the village.
    let drill = ground(Terrain::Village).stream("0606", "S");
    assert_eq!(outcomes(drill, &["0607", "0608"]), DIE);
}

#[test]
#[covers("tec.river", "tec.mountain", "tec.fortification")]
fn nobody_retreats_into_river_mountain_or_fortification() {
    for terrain in [Terrain::River, Terrain::Mountain, Terrain::Fortification] {
        let drill = Drill::new().terrain("0605", terrain).terrain("0506", terrain);
        let mut field = attack(drill, &["0607"]);
        field.roll(3);
        assert_eq!(field.ways(), ["0706"], "{terrain:?}");
        // With nothing else around, there is no retreat at all, and a loss instead.
        let walls = ["0605", "0706", "0707", "0507", "0506"];
        let drill = walls.into_iter().fold(Drill::new(), |d, hex| d.terrain(hex, terrain));
        let mut field = attack(drill, &["0607"]);
        field.roll(3);
        assert!(field.is_reduced("enemy") && field.at("enemy") == "0606", "{terrain:?}");
    }
}
