//! Without a strength ratio (12.3): pools of dice.

use covers::covers;
use engine::dice::DiceRequest;
use engine::{Rules, Turn};

use crate::drill::{Drill, Field, bows, chief, foot, horse, riders, wagon};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::{Terrain, UnitType};

fn pools() -> Drill {
    Drill::new().option(|choices| choices.dice_pools = true)
}

/// Foot of strength 3 from the hexes beside 0606, archers of strength 2 from those two away, against foot of
/// strength 3 in it.
fn odds(drill: Drill, from: &[&'static str]) -> String {
    let mut drill = drill.gold("enemy", foot(3), "0606");
    for &hex in from {
        let near = ["0605", "0706", "0707", "0607", "0507", "0506"].contains(&hex);
        drill = drill.blue(hex, if near { foot(3) } else { bows(2) }, hex);
    }
    let mut field = drill.begin(Step::Fighting);
    field.attack("0606");
    for hex in from {
        field.join(hex);
    }
    field.odds()
}

fn ground(terrain: Terrain) -> Drill {
    pools().terrain("0606", terrain)
}

#[test]
#[covers("12.3", "R108", "R110")]
fn the_example_of_the_rulebook_comes_out_as_printed() {
    let mut field = pools()
        .blue("four", foot(4), "0607")
        .blue("two", foot(2), "0605")
        .gold("three", foot(3), "0606")
        .begin(Step::Fighting);
    field.attack("0606").join("four").join("two");
    assert_eq!(field.odds(), "6 dice, 4+ hits, against 3 dice");
    // Four hits against one: the defender loses a step.
    field.commit().rolls(&[4, 5, 6, 4, 3, 1]).rolls(&[6, 1, 3]);
    assert_eq!(field.result(), "4 hits against 1: defender loses a step");
    assert!(field.is_reduced("three") && !field.lost("three"));
}

#[test]
#[covers("12.3")]
fn without_the_option_the_table_is_used() {
    let mut field =
        Drill::new().blue("foot", foot(3), "0607").gold("enemy", foot(3), "0606").begin(Step::Fighting);
    field.assault("0606", &["foot"]);
    assert_eq!(field.turn(), Turn::Dice(DiceRequest::ONE_D6));
    assert_eq!(field.outcomes(), "D1 DT DR AR AT A1");
}

#[test]
#[covers("12.3", "R108")]
fn attacker_and_defender_hit_on_four_or_more() {
    let mut field =
        pools().blue("foot", foot(6), "0607").gold("enemy", foot(6), "0606").begin(Step::Fighting);
    field.assault("0606", &["foot"]).rolls(&[1, 2, 3, 4, 5, 6]);
    assert_eq!(field.combat.hits, [3, 0]);
    field.rolls(&[6, 5, 4, 3, 2, 1]);
    assert_eq!(field.result(), "3 hits against 3: no effect");
}

#[test]
#[covers("12.3")]
fn dice_are_thrown_a_handful_at_a_time_and_none_is_forgotten() {
    let mut field =
        pools().blue("foot", foot(12), "0607").gold("enemy", foot(7), "0606").begin(Step::Fighting);
    field.assault("0606", &["foot"]);
    let mut thrown = vec![];
    while let Turn::Dice(request) = field.turn() {
        thrown.push(request.count);
        field.rolls(&vec![1; request.count as usize]);
    }
    assert_eq!(thrown, [5, 5, 2, 5, 2]);
    assert_eq!(field.result(), "0 hits against 0: no effect");
}

#[test]
#[covers("R110", "12.3", "10.7")]
fn the_difference_says_what_the_loser_suffers() {
    let words = ["no effect", "retreat", "test", "lose", "lose", "lose"];
    for attack in 0..=5u8 {
        for defence in 0..=5u8 {
            let mut field =
                pools().blue("foot", foot(5), "0607").gold("enemy", foot(5), "0606").begin(Step::Fighting);
            let dice = |hits: u8| -> Vec<u8> { (0..5).map(|die| if die < hits { 4 } else { 3 }).collect() };
            field.assault("0606", &["foot"]).rolls(&dice(attack)).rolls(&dice(defence));
            let difference = attack.abs_diff(defence);
            let (loser, winner) = if attack < defence { ("foot", "enemy") } else { ("enemy", "foot") };
            let what = format!("{attack} against {defence}");
            assert!(field.result().contains(words[difference as usize]), "{what}: {}", field.result());
            assert!(!field.is_reduced(winner) && !field.lost(winner), "{what}");
            let stage = field.combat.stage;
            assert_eq!(
                stage == Stage::Retreating && field.combat.piece == field.id(loser),
                difference == 1,
                "{what}"
            );
            assert_eq!(
                stage == Stage::Tests && field.combat.wave.has(field.id(loser)),
                difference == 2,
                "{what}"
            );
            assert_eq!(field.is_reduced(loser) && !field.lost(loser), difference == 3, "{what}");
            assert_eq!(field.lost(loser), difference >= 4, "{what}");
        }
    }
}

#[test]
#[covers("R110")]
fn losses_are_shared_out_and_all_losing_units_retreat() {
    let field = |hits: &[u8]| {
        let mut field = pools()
            .blue("one", foot(1), "0607")
            .blue("two", foot(1), "0605")
            .gold("enemy", foot(3), "0606")
            .begin(Step::Fighting);
        field.assault("0606", &["one", "two"]).rolls(&[1, 1]).rolls(hits);
        field
    };
    let three = field(&[6, 6, 6]);
    for name in ["one", "two"] {
        assert!(
            three.offers(Order::Lose { unit: three.id(name) }),
            "one loss, distributed as the loser wishes"
        );
    }
    let one = field(&[6, 1, 1]);
    for name in ["one", "two"] {
        assert!(one.offers(Order::Retreat { unit: one.id(name) }), "all losing units");
    }
    let two = field(&[6, 6, 1]);
    assert_eq!(two.combat.wave.len(), 2, "all losing units test");
}

#[test]
#[covers("R110", "R66")]
fn who_shoots_is_as_safe_as_ever() {
    for (target, safe) in [(foot(3), true), (bows(3), false)] {
        let mut field =
            pools().blue("bows", bows(1), "0608").gold("enemy", target, "0606").begin(Step::Fighting);
        field.assault("0606", &["bows"]).rolls(&[1]).rolls(&[6, 6, 6]);
        assert_eq!(field.is_reduced("bows"), !safe);
    }
}

#[test]
#[covers("R108", "10.5")]
fn charge_commander_and_the_archers_lost_point_all_count() {
    let mut field = pools()
        .blue("horse", horse(3), "0607")
        .ran("horse", "0608", 1)
        .blue("chief", chief(2), "0607")
        .blue("archers", bows(3), "0605")
        .blue("red", UnitType { red_range: true, ..riders(4) }, "0806")
        .gold("enemy", bows(4), "0606")
        .gold("other chief", chief(1), "0606")
        .begin(Step::Fighting);
    field.attack("0606").charge("horse").join("archers").join("red");
    // 3 + 1 + 2, 3 − 1 and 1 against 4 − 1 + 1.
    assert_eq!(field.odds(), "9 dice, 4+ hits, against 4 dice");
}

#[test]
#[covers("R108", "12.3", "tec.village", "tec.wood", "tec.hill", "tec.vineyard", "tec.marsh")]
fn helpful_ground_makes_the_attacker_need_a_five() {
    for terrain in [Terrain::Village, Terrain::Wood, Terrain::Hill, Terrain::Vineyard, Terrain::Marsh] {
        assert_eq!(odds(ground(terrain), &["0607"]), "3 dice, 5+ hits, against 3 dice", "{terrain:?}");
        assert_eq!(odds(ground(terrain), &["0608"]), "2 dice, 5+ hits, against 3 dice", "{terrain:?}, fire");
    }
    assert_eq!(odds(ground(Terrain::Plain), &["0607"]), "3 dice, 4+ hits, against 3 dice");
    assert_eq!(odds(pools().terrain("0607", Terrain::Wood), &["0607"]), "3 dice, 4+ hits, against 3 dice");
    // It is the attacker alone who needs more.
    let mut field = ground(Terrain::Wood)
        .blue("foot", foot(3), "0607")
        .gold("enemy", foot(3), "0606")
        .begin(Step::Fighting);
    field.assault("0606", &["foot"]).rolls(&[4, 4, 5]).rolls(&[4, 4, 3]);
    assert_eq!(field.result(), "1 hit against 2: attackers retreat");
}

#[test]
#[covers("R108", "R73")]
fn a_palisade_does_too_where_it_counts_and_never_twice() {
    let palisade = || pools().palisade("0606", "S");
    assert_eq!(odds(palisade(), &["0607"]), "3 dice, 5+ hits, against 3 dice");
    assert_eq!(odds(palisade(), &["0605"]), "3 dice, 4+ hits, against 3 dice", "inside");
    assert_eq!(odds(palisade(), &["0607", "0605"]), "6 dice, 4+ hits, against 3 dice", "one inside");
    assert_eq!(odds(palisade(), &["0608"]), "2 dice, 5+ hits, against 3 dice", "fire");
    let both = palisade().terrain("0606", Terrain::Wood);
    assert_eq!(odds(both, &["0607"]), "3 dice, 5+ hits, against 3 dice");
}

#[test]
#[covers("R108", "12.3", "tec.stream")]
fn each_unit_across_a_stream_rolls_a_die_less() {
    let stream = || pools().stream("0606", "S").stream("0606", "SE");
    assert_eq!(odds(stream(), &["0607"]), "2 dice, 4+ hits, against 3 dice");
    assert_eq!(odds(stream(), &["0607", "0707"]), "4 dice, 4+ hits, against 3 dice");
    assert_eq!(odds(stream(), &["0607", "0605"]), "5 dice, 4+ hits, against 3 dice", "only who crosses");
    assert_eq!(odds(stream(), &["0607", "0608"]), "4 dice, 4+ hits, against 3 dice", "fire crosses freely");
    assert_eq!(odds(stream(), &["0608"]), "2 dice, 4+ hits, against 3 dice");
    let village = stream().terrain("0606", Terrain::Village);
    assert_eq!(odds(village, &["0607"]), "2 dice, 5+ hits, against 3 dice", "the village still helps");
}

#[test]
#[covers("R108", "tec.ford", "tec.bridge")]
fn so_does_each_unit_from_or_into_a_ford_or_bridge() {
    for terrain in [Terrain::Ford, Terrain::Bridge] {
        assert_eq!(odds(ground(terrain), &["0607"]), "2 dice, 4+ hits, against 3 dice", "into {terrain:?}");
        assert_eq!(odds(ground(terrain), &["0607", "0605"]), "4 dice, 4+ hits, against 3 dice");
        assert_eq!(odds(ground(terrain), &["0608"]), "2 dice, 4+ hits, against 3 dice", "fire");
        let from = || pools().terrain("0607", terrain);
        assert_eq!(odds(from(), &["0607"]), "2 dice, 4+ hits, against 3 dice", "from {terrain:?}");
        assert_eq!(odds(from(), &["0607", "0605"]), "5 dice, 4+ hits, against 3 dice");
        let both = from().terrain("0606", terrain).stream("0606", "S");
        assert_eq!(odds(both, &["0607"]), "2 dice, 4+ hits, against 3 dice", "one die, however wet");
    }
}

#[test]
#[covers("R108")]
fn the_last_die_can_be_lost_to_the_water() {
    let mut field = pools()
        .stream("0606", "S")
        .blue("foot", foot(1), "0607")
        .gold("enemy", foot(2), "0606")
        .begin(Step::Fighting);
    field.assault("0606", &["foot"]);
    assert_eq!(field.turn(), Turn::Dice(DiceRequest { count: 2, sides: 6 }), "the defender throws at once");
    field.rolls(&[4, 3]);
    assert_eq!(field.result(), "0 hits against 1: attackers retreat");
}

#[test]
#[covers("R68", "12.3")]
fn lone_baggage_has_one_die_and_no_help_from_the_ground() {
    let mut field = pools()
        .terrain("0606", Terrain::Wood)
        .stream("0606", "S")
        .palisade("0606", "S")
        .blue("foot", foot(3), "0607")
        .gold("wagon", wagon(), "0606")
        .begin(Step::Fighting);
    field.attack("0606").join("foot");
    assert_eq!(field.odds(), "3 dice, 4+ hits, against 1 dice");
    field.commit().rolls(&[4, 4, 4]).rolls(&[1]);
    assert!(field.lost("wagon"));
}

#[test]
#[covers("R108", "R127", "R128", "13.5/1", "13.5/2")]
fn ring_and_axes_move_the_number_needed() {
    let open = || Drill::of("beroia").option(|choices| choices.dice_pools = true);
    let (wagon, axes) = (open().kind("Wagons"), open().kind("Varangians 4"));
    let odds = |ring: bool, attacker: &UnitType, terrain: Terrain| {
        let mut drill = open().terrain("0606", terrain).gold("wagon", wagon.clone(), "0606").gold(
            "guard",
            foot(1),
            "0606",
        );
        if ring {
            drill = drill.gold("east", wagon.clone(), "0706").gold("west", wagon.clone(), "0506");
        }
        let mut field = drill.blue("attacker", attacker.clone(), "0607").begin(Step::Fighting);
        field.attack("0606").join("attacker");
        field.odds()
    };
    assert_eq!(odds(false, &foot(4), Terrain::Plain), "4 dice, 4+ hits, against 2 dice");
    assert_eq!(odds(true, &foot(4), Terrain::Plain), "4 dice, 5+ hits, against 2 dice");
    assert_eq!(odds(false, &axes, Terrain::Plain), "4 dice, 3+ hits, against 2 dice");
    assert_eq!(odds(true, &axes, Terrain::Plain), "4 dice, 4+ hits, against 2 dice");
    assert_eq!(odds(true, &foot(4), Terrain::Wood), "4 dice, 6+ hits, against 2 dice");
}

/// Foot in 0607 attacks foot in 0606; the defender's friends stand where a test puts them.
fn supported(friends: impl FnOnce(Drill) -> Drill) -> Field {
    let drill = pools()
        .blue("foot", foot(3), "0607")
        .blue("far", foot(3), "0203")
        .gold("idle", foot(3), "0202")
        .gold("enemy", foot(3), "0606");
    let mut field = friends(drill).begin(Step::Fighting);
    field.assault("0606", &["foot"]);
    field
}

fn support(field: &Field, name: &str) -> Order {
    Order::Support { unit: field.id(name) }
}

#[test]
#[covers("R109", "12.3")]
fn the_defender_adds_missile_units_in_range_of_an_attacker_beside_him() {
    // 0609 and 0808 are two hexes from the attacker; 0608 is beside him, 0604 out of range.
    let red = UnitType { red_range: true, ..riders(4) };
    let mut field = supported(|d| {
        d.gold("bows", bows(2), "0609")
            .gold("red", red, "0808")
            .gold("near", bows(2), "0608")
            .gold("beyond", bows(2), "0604")
            .gold("spears", foot(2), "0709")
    });
    assert_eq!((field.combat.stage, field.turn()), (Stage::Support, Turn::Order(engine::Side::Second)));
    field.refuses(support(&field, "near"), "R109");
    field.refuses(support(&field, "beyond"), "R109");
    field.refuses(support(&field, "spears"), "R109");
    field.refuses(support(&field, "foot"), "protocol");
    assert!(field.offers(support(&field, "bows")) && field.offers(support(&field, "red")));
    field.play(support(&field, "bows"));
    assert_eq!(field.odds(), "3 dice, 4+ hits, against 5 dice");
    field.refuses(support(&field, "bows"), "R109");
    field.play(support(&field, "red"));
    assert_eq!(field.odds(), "3 dice, 4+ hits, against 6 dice", "a red range shoots with 1");
}

#[test]
#[covers("R109")]
fn support_is_a_choice_and_is_asked_for_only_if_there_is_any() {
    let mut field = supported(|d| d.gold("bows", bows(2), "0609"));
    assert!(field.offers(Order::Commit));
    field.play(Order::Commit);
    assert_eq!(field.turn(), Turn::Dice(DiceRequest { count: 3, sides: 6 }));
    let field = supported(|d| d);
    assert_eq!(field.turn(), Turn::Dice(DiceRequest { count: 3, sides: 6 }));
}

#[test]
#[covers("R109")]
fn each_unit_supports_once_in_a_phase() {
    let mut field = pools()
        .blue("one", foot(1), "0607")
        .blue("two", foot(1), "0610")
        .gold("enemy", foot(1), "0606")
        .gold("other", foot(1), "0611")
        .gold("bows", bows(1), "0709")
        .gold("more", bows(1), "0509")
        .begin(Step::Fighting);
    field.assault("0606", &["one"]);
    let (bows, more) = (field.id("bows"), field.id("more"));
    assert!(field.offers(Order::Support { unit: bows }) && field.offers(Order::Support { unit: more }));
    field.play(Order::Support { unit: bows }).play(Order::Commit).rolls(&[1]).rolls(&[1, 1]);
    field.assault("0611", &["two"]);
    field.refuses(Order::Support { unit: bows }, "R109");
    assert!(field.offers(Order::Support { unit: more }));
    field.play(Order::Commit).rolls(&[1]).rolls(&[1]);
    assert!(!field.marks.supported.has(bows), "the next phase begins afresh");
}

#[test]
#[covers("R109")]
fn supporting_units_suffer_nothing() {
    let mut field = supported(|d| d.gold("bows", bows(1), "0609"));
    // Nobody else could support: straight to the dice.
    field.play(support(&field, "bows"));
    field.rolls(&[6, 6, 6]).rolls(&[1, 1, 1, 1]);
    assert_eq!(field.result(), "3 hits against 0: defender loses a step");
    assert!(field.is_reduced("enemy") && !field.is_reduced("bows"));
}

#[test]
#[covers("R109")]
fn against_fire_alone_there_is_no_support() {
    let mut field = pools()
        .blue("bows", bows(3), "0608")
        .gold("enemy", foot(3), "0606")
        .gold("friends", bows(3), "0610")
        .begin(Step::Fighting);
    field.assault("0606", &["bows"]);
    assert_eq!(field.turn(), Turn::Dice(DiceRequest { count: 3, sides: 6 }), "at once to the dice");
}

#[test]
#[covers("R109", "12.3")]
fn the_attackers_firers_are_those_he_declared() {
    let mut field = pools()
        .blue("foot", foot(2), "0607")
        .blue("in", bows(2), "0608")
        .blue("out", bows(2), "0604")
        .gold("enemy", foot(3), "0606")
        .begin(Step::Fighting);
    field.attack("0606").join("foot").join("in");
    assert_eq!(field.odds(), "4 dice, 4+ hits, against 3 dice");
}
