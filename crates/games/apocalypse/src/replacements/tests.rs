use covers::covers;

use crate::drill::Drill;
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{BYZANTINES, MUSLIMS};
use crate::unit::Mode;

#[test]
#[covers("2.3", "R27", "3.4")]
fn a_fabrica_returns_a_syrian_unit_and_no_other_muslim() {
    let mut drill = Drill::new();
    let (syrian, egyptian) = (drill.destroyed("Syrian 6-4"), drill.destroyed("Egyptian"));
    let quraysh = drill.destroyed("Quraysh");
    drill.at(Step::Replace(MUSLIMS, 0));
    assert_eq!(drill.asked(), Some(MUSLIMS));
    let city = drill.position.forge().unwrap().1;
    let name = drill.position.sheet.ground.settlement(city).name.clone();
    assert!(["Antioch", "Damascus"].contains(&name.as_str()));
    for id in [egyptian, quraysh] {
        assert_eq!(drill.no(drill.place_at(id, &name)), "2.3");
    }
    drill.go(drill.place_at(syrian, &name));
    assert_eq!((drill.whereabouts(syrian), drill.position.unit(syrian).mode), (name, Mode::Garrison));
}

#[test]
#[covers("2.3", "R27", "R14")]
fn the_byzantines_choose_between_one_of_the_best_and_a_die_of_foot() {
    let mut drill = Drill::new();
    let guard = drill.destroyed("Excubitor");
    let foot: Vec<_> = (0..4).map(|_| drill.destroyed("Obsequium foot")).collect();
    drill.at(Step::Replace(BYZANTINES, 0));
    let place = "Constantinople";
    assert_eq!(drill.no(drill.place_at(foot[0], place)), "2.3", "foot comes by a die");
    drill.go(Order::Levy).dice(&[3]);
    assert_eq!(drill.no(drill.place_at(guard, place)), "2.3");
    for &id in &foot[..3] {
        drill.go(drill.place_at(id, place));
    }
    assert_eq!(drill.position.crowd(drill.settlement(place)), 3);
    drill.go(drill.place_at(guard, "Nicomedia"));
    assert_eq!(drill.whereabouts(guard), "Nicomedia", "one for each Fabrica");
}

#[test]
#[covers("R27", "R99", "2.3", "4.0")]
fn a_pillaged_or_full_fabrica_brings_nothing() {
    let mut drill = Drill::new();
    drill.destroyed("Excubitor");
    for place in ["Constantinople", "Nakhchawan", "Ireneopolis"] {
        let place = drill.settlement(place);
        drill.position.pillaged.add(place);
    }
    drill.puts(7, "Obsequium foot", "Nicomedia");
    let horse = drill.destroyed("Obsequium horse");
    drill.at(Step::Replace(BYZANTINES, 0));
    assert_eq!(
        drill.orders(),
        [drill.place_at(horse, "Nicomedia"), Order::Done],
        "a picked unit needs two points"
    );
}

#[test]
#[covers("R27", "2.3")]
fn captured_fabricae_serve_their_captor_even_when_invested() {
    let mut drill = Drill::new();
    let syrian = drill.destroyed("Syrian 4-4");
    drill.control("Nicomedia", MUSLIMS);
    drill.control("Antioch", BYZANTINES);
    drill.control("Damascus", BYZANTINES);
    drill.host(crate::unit::Expedition::Byzantine, "Nicomedia", &[("Scholae", 2)]);
    drill.lead(crate::sheet::Leader::Muawiya, "Emesa");
    drill.at(Step::Replace(MUSLIMS, 0));
    assert!(drill.may(drill.place_at(syrian, "Nicomedia")));
}

#[test]
#[covers("R134")]
fn with_nobody_to_return_the_segment_is_passed_by() {
    let mut drill = Drill::new();
    drill.at(Step::Replace(MUSLIMS, 0));
    assert!(!matches!(drill.position.step, Step::Replace(..)));
}
