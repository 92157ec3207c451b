//! Morale tests and the commander's presence (7, 10.10).

use covers::covers;
use engine::{Rules, Turn};

use crate::drill::{Drill, Field, bows, chief, foot, horse, wagon};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::Terrain;

/// Gold's A in 0606 is told to test: 4 against 4 is 1/1, where a 2 is DT.
fn tested(drill: Drill) -> Field {
    let mut field = drill.blue("foe", foot(4), "0607").begin(Step::Fighting);
    field.assault("0606", &["foe"]).suffer("DT");
    assert_eq!(field.combat.stage, Stage::Tests);
    field
}

fn a(strength: u8) -> Drill {
    Drill::new().gold("A", foot(strength), "0606")
}

#[test]
#[covers("10.10")]
fn below_morale_nothing_equal_a_retreat_above_a_step() {
    for face in 1..=6 {
        let mut field =
            Drill::new().blue("foe", foot(4), "0607").gold("A", foot(4), "0606").begin(Step::Fighting);
        field.assault("0606", &["foe"]).roll(2);
        assert_eq!(field.prompt_words(), "Foot 4 tests morale 4");
        field.roll(face);
        let retreats = field.combat.stage == Stage::Retreating;
        assert_eq!((retreats, field.is_reduced("A")), (face == 4, face > 4), "{face}");
        if face != 4 {
            assert_eq!(field.at("A"), "0606");
        }
    }
}

#[test]
#[covers("10.10", "R4")]
fn the_side_now_showing_counts_and_a_reduced_unit_that_fails_is_eliminated() {
    let mut field = tested(a(4).reduced("A"));
    assert!(field.prompt_words().ends_with("tests morale 3"), "{}", field.prompt_words());
    field.roll(4);
    assert!(field.lost("A"));
    assert!(field.offers(Order::Advance { unit: field.id("foe") }));
}

#[test]
#[covers("10.10", "10.8")]
fn a_retreat_from_an_equal_roll_follows_the_chart_and_pushes() {
    let closed = ["0506", "0706"].iter().fold(a(3), |d, h| d.terrain(h, Terrain::Mountain));
    let mut field = tested(closed.gold("B", foot(2), "0605"));
    field.roll(3);
    assert_eq!(field.ways(), ["0605"]);
    field.step_to("0605").step_to("0604");
    assert_eq!(field.prompt_words(), "Foot 2 tests morale 2", "pushed, so it tests in the next wave");
    field.roll(1);
    assert_eq!(field.combat.stage, Stage::Advance);
}

#[test]
#[covers("R35", "7", "10.10")]
fn a_commander_adds_one_to_his_hex_and_the_six_around_it() {
    let morale = |drill: Drill| {
        let words = tested(drill).prompt_words();
        words.rsplit(' ').next().and_then(|word| word.parse::<u8>().ok()).unwrap()
    };
    assert_eq!(morale(a(3)), 3);
    for hex in ["0606", "0605", "0706", "0707", "0507", "0506"] {
        assert_eq!(morale(a(3).gold("chief", chief(2), hex)), 4, "one, not his strength: {hex}");
    }
    for hex in ["0604", "0406", "0705", "0805"] {
        assert_eq!(morale(a(3).gold("chief", chief(2), hex)), 3, "too far: {hex}");
    }
    // Several are no more than one, and the enemy's is none.
    let two = a(3).gold("one", chief(1), "0606").gold("other", chief(2), "0605");
    assert_eq!(morale(two), 4);
    assert_eq!(morale(a(3).blue("theirs", chief(2), "0605")), 3);
    assert_eq!(morale(a(3).blue("theirs", chief(2), "0607")), 3);
    // Stacked with another unit nearby he counts as well.
    assert_eq!(morale(a(3).gold("other", foot(2), "0506").gold("chief", chief(1), "0506")), 4);
}

#[test]
#[covers("R36", "7")]
fn a_commander_never_tests_and_takes_no_losses() {
    let field = Drill::new()
        .blue("x", foot(2), "0507")
        .blue("y", foot(2), "0607")
        .blue("chief", chief(1), "0607")
        .gold("t", foot(4), "0606");
    let mut tests = field.clone().begin(Step::Fighting);
    tests.assault("0606", &["x", "y"]).suffer("AT");
    assert_eq!(tests.combat.wave.len(), 2);
    tests.rolls(&[1, 1]);
    assert!(matches!(tests.turn(), Turn::Order(_)));
    let mut losses = field.begin(Step::Fighting);
    losses.assault("0606", &["x", "y"]).suffer("A1");
    assert_eq!(losses.orders().len(), 2);
    losses.refuses(Order::Lose { unit: losses.id("chief") }, "R90");
}

#[test]
#[covers("R36", "7")]
fn a_lone_commander_neither_attacks_nor_is_attacked_nor_shot_at() {
    let mut field = Drill::new()
        .blue("foe", foot(2), "0607")
        .blue("archer", bows(2), "0408")
        .blue("boss", chief(2), "0506")
        .gold("chief", chief(2), "0606")
        .gold("far", chief(2), "0407")
        .gold("t", foot(2), "0707")
        .begin(Step::Fighting);
    field.refuses(Order::Attack { hex: "0606".parse().unwrap() }, "R36");
    field.refuses(Order::Attack { hex: "0407".parse().unwrap() }, "R36");
    field.attack("0707");
    field.refuses(Order::Join { unit: field.id("boss") }, "7");
    assert!(!field.offers(Order::Join { unit: field.id("boss") }));
}

#[test]
#[covers("R36", "7")]
fn a_commander_dies_with_his_unit_however_it_dies() {
    // By a loss, in a test, by a retreat into a zone, by one to nowhere.
    let led = |drill: Drill| drill.reduced("A").gold("chief", chief(1), "0606");
    let mut field = led(a(4)).blue("foe", foot(4), "0607").begin(Step::Fighting);
    field.assault("0606", &["foe"]).suffer("D1");
    assert!(field.lost("A") && field.lost("chief"));
    let mut field = tested(led(a(4)));
    field.roll(5);
    assert!(field.lost("A") && field.lost("chief"));
    let shut = ["0605", "0506", "0706"].iter().fold(led(a(4)), |d, h| d.terrain(h, Terrain::River));
    let mut field = shut.clone().blue("foe", foot(4), "0607").begin(Step::Fighting);
    field.assault("0606", &["foe"]).suffer("DR");
    assert!(field.lost("A") && field.lost("chief"));
    let shut = shut.terrain("0507", Terrain::River).terrain("0707", Terrain::River);
    let mut field = shut.blue("foe", foot(4), "0607").begin(Step::Fighting);
    field.assault("0606", &["foe"]).suffer("DR");
    assert!(field.lost("A") && field.lost("chief"));
}

#[test]
#[covers("R91", "R88", "10.10")]
fn two_reasons_to_test_are_one_die_at_the_worse() {
    // x and y have one hex to go to, which u holds in the zone of t. x pushes u out of it and owes a test at
    // one less; y pushes x on into a free hex, which alone would be a plain test.
    let drill = Drill::new()
        .blue("x", foot(2), "0506")
        .blue("y", foot(2), "0607")
        .blue("u", foot(3), "0507")
        .gold("t", foot(4), "0606");
    let shut = ["0505", "0405", "0406", "0605", "0608", "0508", "0707", "0708"];
    let drill = shut.iter().fold(drill, |drill, hex| drill.terrain(hex, Terrain::Mountain));
    let mut field = drill.begin(Step::Fighting);
    field.assault("0606", &["x", "y"]).suffer("AR");
    field.play(Order::Retreat { unit: field.id("x") }).step_to("0507").step_to("0407");
    field.step_to("0507").step_to("0407").step_to("0308");
    let mut said = vec![];
    while matches!(field.turn(), Turn::Dice(_)) {
        said.push(field.prompt_words());
        field.roll(if said.len() == 1 { 1 } else { 2 });
    }
    assert_eq!(said, ["Foot 3 tests morale 3", "Foot 2 #1 tests morale 1", "Foot 2 #2 tests morale 1"]);
    assert!(field.is_reduced("x") && field.is_reduced("y") && !field.is_reduced("u"));
}

#[test]
#[covers("R92", "10.10")]
fn dice_fall_by_hex_number_and_what_helps_is_fixed_before_the_first() {
    // Listed last, but first by its hex: the commander dies with it, and still steadied the other.
    let mut field = Drill::new()
        .blue("y", foot(3), "0607")
        .blue("x", foot(2), "0507")
        .reduced("x")
        .blue("chief", chief(1), "0507")
        .gold("t", foot(4), "0606")
        .begin(Step::Fighting);
    field.assault("0606", &["x", "y"]).suffer("AT");
    assert_eq!(field.prompt_words(), "Foot 2 tests morale 2");
    field.roll(3);
    assert!(field.lost("x") && field.lost("chief"), "at once, before the next die");
    assert_eq!(field.prompt_words(), "Foot 3 tests morale 4");
    field.roll(3);
    assert!(!field.is_reduced("y"));
    assert!(!field.commander_near(field.id("y")));
}

#[test]
#[covers("R93")]
fn morale_may_sink_to_nought_and_every_roll_fails_it() {
    let shut = ["0605", "0506", "0706"].iter().fold(a(1), |d, h| d.terrain(h, Terrain::River));
    let mut field = shut.gold("B", foot(3), "0507").blue("foe", foot(1), "0607").begin(Step::Fighting);
    field.assault("0606", &["foe"]).suffer("DR");
    field.step_to("0507").step_to("0406");
    field.roll(1);
    assert_eq!(field.prompt_words(), "Foot 1 tests morale 0");
    field.roll(1);
    assert!(field.is_reduced("A"));
}

#[test]
#[covers("R89", "tec.palisade")]
fn a_palisade_that_counted_holds_the_defender_after_an_equal_roll() {
    let walled = || a(4).palisade("0606", "S");
    let mut field = tested(walled());
    field.roll(4);
    assert_eq!((field.at("A"), field.combat.stage), ("0606".into(), Stage::Idle));
    assert!(field.events.iter().any(|e| e.text.ends_with("wavers but is held")));
    // Above his morale he still loses a step, and a printed R still moves him.
    let mut field = tested(walled());
    field.roll(5);
    assert!(field.is_reduced("A"));
    let mut field = walled().blue("foe", foot(4), "0607").begin(Step::Fighting);
    field.assault("0606", &["foe"]).suffer("DR");
    assert_eq!(field.combat.stage, Stage::Retreating);
    // With an attacker inside it did not count, and holds nobody.
    let inside = walled().blue("foe", foot(2), "0607").blue("in", foot(2), "0605");
    let mut field = inside.begin(Step::Fighting);
    field.assault("0606", &["foe", "in"]).suffer("DT").roll(4);
    assert_eq!(field.combat.stage, Stage::Retreating);
    // A palisade on a side nobody attacks across is none either.
    let mut field = tested(a(4).palisade("0606", "N"));
    field.roll(4);
    assert_eq!(field.combat.stage, Stage::Retreating);
}

#[test]
#[covers("R89")]
fn the_palisade_holds_the_defender_alone() {
    // The attackers test against their own walls, and run.
    let mut field = a(4).palisade("0606", "S").blue("foe", horse(4), "0607").begin(Step::Fighting);
    field.assault("0606", &["foe"]).suffer("AT").roll(4);
    assert_eq!(field.combat.stage, Stage::Retreating);
}

#[test]
#[covers("R69", "R70", "10.4")]
fn a_unit_on_baggage_tests_but_never_runs() {
    let mut field = tested(a(3).gold("cart", wagon(), "0606"));
    field.roll(3);
    assert_eq!(field.at("A"), "0606");
    assert!(!field.is_reduced("A"));
    // Attacking from baggage likewise, be it a printed R.
    let own = || a(4).blue("foe", foot(4), "0607").blue("cart", wagon(), "0607").begin(Step::Fighting);
    let mut field = own();
    field.assault("0606", &["foe"]).suffer("AR");
    assert_eq!(field.at("foe"), "0607");
    let mut field = own();
    field.assault("0606", &["foe"]).suffer("AT").roll(4);
    assert_eq!(field.at("foe"), "0607");
}
