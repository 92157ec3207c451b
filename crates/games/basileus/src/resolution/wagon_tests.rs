//! The ring of wagons and the axes of the Varangians (13.5/1, 13.5/2).

use covers::covers;

use crate::drill::{Drill, Field, chief, foot, mangonel, riders};
use crate::position::Step;

/// 4 against 1 on a plain die, with 1 more on it, with 1 less.
const PLAIN: &str = "D2 D2 D1 DT DR DR";
const ONE_MORE: &str = "D2 D1 DT DR DR AR";
const ONE_LESS: &str = "D2 D2 D2 D1 DT DR";

/// The wagons as they are set up at Beroia, round 0605.
const RING: [(&str, &str); 6] = [
    ("north", "0604"),
    ("east", "0705"),
    ("south-east", "0706"),
    ("south", "0606"),
    ("south-west", "0506"),
    ("west", "0505"),
];

fn ring() -> Drill {
    let drill = Drill::of("beroia");
    let wagon = drill.kind("Wagons");
    RING.into_iter().fold(drill, |d, (name, hex)| d.gold(name, wagon.clone(), hex))
}

fn varangians(drill: Drill, name: &'static str, hex: &str) -> Drill {
    let kind = drill.kind("Varangians 4");
    drill.blue(name, kind, hex)
}

fn outcomes(drill: Drill, target: &str, with: &[&str]) -> String {
    let mut field = drill.begin(Step::Fighting);
    field.assault(target, with);
    field.outcomes()
}

#[track_caller]
fn plundered(field: &mut Field, names: &[&str]) {
    for name in names {
        let wagon = field.id(name);
        field.plunder(wagon);
    }
}

#[test]
#[covers("13.5/1", "R127", "brief.1")]
fn each_wagon_of_the_ring_has_two_neighbours_and_one_more_on_the_die() {
    // From outside, and from the hex they stand around.
    for (outside, target) in [
        ("0603", "0604"),
        ("0804", "0705"),
        ("0806", "0706"),
        ("0607", "0606"),
        ("0406", "0506"),
        ("0405", "0505"),
    ] {
        assert_eq!(outcomes(ring().blue("foot", foot(4), outside), target, &["foot"]), ONE_MORE, "{target}");
        assert_eq!(outcomes(ring().blue("foot", foot(4), "0605"), target, &["foot"]), ONE_MORE, "{target}");
    }
}

#[test]
#[covers("13.5/1", "R127")]
fn the_bonus_ends_when_a_neighbour_is_plundered() {
    for (gone, row) in [(&["south-east"][..], PLAIN), (&["south-west"], PLAIN), (&["north"], ONE_MORE)] {
        let mut field = ring().blue("foot", foot(4), "0607").begin(Step::Fighting);
        plundered(&mut field, gone);
        field.assault("0606", &["foot"]);
        assert_eq!(field.outcomes(), row, "without {gone:?}");
    }
}

#[test]
#[covers("R127")]
fn at_least_two_neighbours_means_three_will_do() {
    let wagon = Drill::of("beroia").kind("Wagons");
    assert_eq!(
        outcomes(ring().gold("middle", wagon, "0605").blue("foot", foot(4), "0607"), "0606", &["foot"]),
        ONE_MORE
    );
}

#[test]
#[covers("R127", "R68")]
fn the_ring_also_protects_men_on_a_wagon() {
    // 4 against 1 + 1 and the wagon's 1 more: 2/1 read one row down.
    let drill = ring().gold("guard", foot(1), "0606").blue("foot", foot(4), "0607");
    assert_eq!(outcomes(drill, "0606", &["foot"]), "D1 DT DT DR AR AT");
}

#[test]
#[covers("R127")]
fn neighbours_that_are_no_wagons_do_not_count() {
    let wagon = Drill::of("beroia").kind("Wagons");
    let drill = Drill::of("beroia")
        .gold("wagon", wagon.clone(), "0606")
        .gold("next", wagon, "0506")
        .gold("men", foot(1), "0706")
        .gold("engine", mangonel(), "0605")
        .blue("foot", foot(4), "0607");
    assert_eq!(outcomes(drill, "0606", &["foot"]), PLAIN);
}

#[test]
#[covers("13.5/1")]
fn the_ring_is_a_rule_of_beroia_alone() {
    let wagon = Drill::of("beroia").kind("Wagons");
    let drill = RING.into_iter().fold(Drill::new(), |d, (name, hex)| d.gold(name, wagon.clone(), hex));
    assert_eq!(outcomes(drill.blue("foot", foot(4), "0607"), "0606", &["foot"]), PLAIN);
}

#[test]
#[covers("13.5/2", "R128", "brief.1")]
fn varangians_alone_against_a_wagon_take_one_from_the_die() {
    let drill = || {
        let drill = Drill::of("beroia");
        let wagon = drill.kind("Wagons");
        drill.gold("wagon", wagon, "0606")
    };
    assert_eq!(outcomes(varangians(drill(), "axes", "0607"), "0606", &["axes"]), ONE_LESS);
    let two = varangians(varangians(drill(), "axes", "0607"), "more", "0605");
    assert_eq!(outcomes(two, "0606", &["axes", "more"]), ONE_LESS);
    let weaker = drill().kind("Varangians 3");
    let mixed = varangians(drill(), "axes", "0607").blue("weaker", weaker, "0605");
    assert_eq!(
        outcomes(mixed, "0606", &["axes", "weaker"]),
        ONE_LESS,
        "all Varangians, whatever their strength"
    );
}

#[test]
#[covers("13.5/2", "R128")]
fn anybody_else_in_the_attack_spoils_it_but_a_commander_does_not() {
    let wagon = || Drill::of("beroia").gold("wagon", Drill::of("beroia").kind("Wagons"), "0606");
    let drill = varangians(wagon(), "axes", "0607").blue("foot", foot(1), "0605");
    assert_eq!(outcomes(drill, "0606", &["axes", "foot"]), PLAIN);
    let drill = varangians(wagon(), "axes", "0607").blue("foot", foot(4), "0605");
    assert_eq!(outcomes(drill, "0606", &["foot"]), PLAIN);
    let drill = varangians(wagon(), "axes", "0607").blue("john", chief(2), "0607");
    assert_eq!(outcomes(drill, "0606", &["axes"]), ONE_LESS);
}

#[test]
#[covers("R128", "brief.1")]
fn ring_and_axes_cancel_each_other() {
    assert_eq!(outcomes(varangians(ring(), "axes", "0607"), "0606", &["axes"]), PLAIN);
}

#[test]
#[covers("R128")]
fn men_on_a_wagon_are_cut_down_with_it_and_men_beside_it_are_not() {
    let wagon = Drill::of("beroia").kind("Wagons");
    let drill = Drill::of("beroia").gold("wagon", wagon.clone(), "0606").gold("guard", foot(1), "0606");
    // 4 against 2 read one row up.
    assert_eq!(outcomes(varangians(drill, "axes", "0607"), "0606", &["axes"]), "D1R D1R D1 DT DT DR");
    let drill = Drill::of("beroia").gold("wagon", wagon, "0506").gold("men", foot(1), "0606");
    assert_eq!(outcomes(varangians(drill, "axes", "0607"), "0606", &["axes"]), PLAIN);
}

#[test]
#[covers("R127", "R128")]
fn a_plundered_wagon_neither_helps_nor_tempts() {
    let mut field = varangians(ring().gold("guard", foot(1), "0606"), "axes", "0607")
        .blue("foot", foot(4), "0507")
        .begin(Step::Fighting);
    plundered(&mut field, &["south"]);
    field.attack("0606").join("axes");
    assert_eq!(field.odds(), "4 against 1, 4/1");
    assert_eq!(field.commit().outcomes(), PLAIN);
}

#[test]
#[covers("13.5/1", "13.5/2")]
fn mounted_archers_and_mangonels_are_no_wagons() {
    let wagon = Drill::of("beroia").kind("Wagons");
    let drill = Drill::of("beroia").gold("wagon", wagon.clone(), "0202").gold("riders", riders(1), "0606");
    assert_eq!(outcomes(varangians(drill, "axes", "0607"), "0606", &["axes"]), PLAIN);
    let drill = Drill::of("beroia").gold("wagon", wagon, "0202").gold("engine", mangonel(), "0606");
    assert_eq!(outcomes(varangians(drill, "axes", "0607"), "0606", &["axes"]), PLAIN);
}
