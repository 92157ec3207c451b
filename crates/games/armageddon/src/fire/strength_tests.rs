//! Strengths by range, the protection of the ground, up and down hill, streams.

use covers::covers;

use crate::drill::{Drill, Field, number};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Kind, Terrain};

/// Straight ahead of 2010 for a unit that faces north, at range 1 to 6.
const AHEAD: [&str; 6] = ["2009", "2008", "2007", "2006", "2005", "2004"];

fn join(field: &Field, name: &str) -> Order {
    Order::Join { unit: field.id(name) }
}

fn attack(hex: &str) -> Order {
    Order::Attack { hex: number(hex) }
}

/// Whether a lone unit in 2010 that faces north may shoot at a hex.
fn hits(field: &Field, name: &str, hex: &str) -> bool {
    field.may_fire_at(field.id(name), field.hex(number(hex)).unwrap()).is_ok()
}

/// The strengths of one unit's shot, from 2010 at a target straight ahead: "2 against 2, 1 to 1".
fn shot(kind: Kind, range: usize, from: Terrain, to: Terrain) -> String {
    let target = AHEAD[range - 1];
    let mut field = Drill::new()
        .terrain("2010", from)
        .terrain(target, to)
        .blue("firer", kind, "2010", "N")
        .gold("foe", Kind::SD, target, "N")
        .begin(Step::Aim);
    field.attack(target).join("firer");
    field.odds()
}

#[test]
#[covers("rec", "fire.C", "fire", "tec.clear")]
fn strength_by_range_is_that_of_the_chart_for_every_type() {
    for (kind, strengths) in [
        (Kind::HA, vec!["1", "½"]),
        (Kind::BO, vec!["2", "1"]),
        (Kind::IB, vec!["2", "2", "1", "1"]),
        (Kind::SK, vec!["1", "½"]),
    ] {
        for (i, strength) in strengths.iter().enumerate() {
            let total = shot(kind, i + 1, Terrain::Clear, Terrain::Clear);
            assert!(total.starts_with(&format!("{strength} against 2,")), "{kind:?} at {}: {total}", i + 1);
        }
        let field = Drill::new().blue("firer", kind, "2010", "N").begin(Step::Aim);
        assert!(!hits(&field, "firer", AHEAD[strengths.len()]), "{kind:?}");
    }
}

#[test]
#[covers("fire.E", "tec", "tec.clear", "tec.village", "tec.woods", "tec.stream", "tec.slope")]
fn the_terrain_of_the_target_alone_protects_it() {
    for (terrain, odds) in [
        (Terrain::Clear, "6 against 2, 3 to 1"),
        (Terrain::Village, "6 against 4, 1 to 1"),
        (Terrain::Woods, "6 against 3, 2 to 1"),
        (Terrain::Stream, "6 against 1, 6 to 1"),
        (Terrain::Slope, "3 against 3, 1 to 1"),
    ] {
        let ground = Drill::new()
            .terrain("2009", terrain)
            .blue("first", Kind::BO, "2010", "N")
            .blue("second", Kind::BO, "2010", "N")
            .blue("third", Kind::IB, "2010", "N");
        let mut lone = ground.clone().gold("foe", Kind::MI, "2009", "S").begin(Step::Aim);
        let mut stack = ground
            .gold("foe", Kind::SD, "2009", "N")
            .gold("others", Kind::SD, "2009", "SE")
            .gold("more", Kind::SD, "2009", "SW")
            .gold("king", Kind::F, "2009", "N")
            .begin(Step::Aim);
        for field in [&mut lone, &mut stack] {
            field.attack("2009").join("first").join("second").join("third");
            assert_eq!(field.odds(), odds, "{terrain:?}");
        }
    }
}

#[test]
#[covers("fire.H", "R48", "R49", "tec.slope")]
fn uphill_halves_what_the_range_leaves() {
    for (kind, range, odds) in [
        (Kind::BO, 1, "1 against 3, below 1 to 2"),
        (Kind::BO, 2, "½ against 3, below 1 to 2"),
        (Kind::IB, 2, "1 against 3, below 1 to 2"),
        (Kind::IB, 4, "½ against 3, below 1 to 2"),
        (Kind::HA, 2, "¼ against 3, below 1 to 2"),
        (Kind::SK, 1, "½ against 3, below 1 to 2"),
    ] {
        assert_eq!(shot(kind, range, Terrain::Clear, Terrain::Slope), odds, "{kind:?} at {range}");
        assert_eq!(
            shot(kind, range, Terrain::Woods, Terrain::Slope),
            odds,
            "{kind:?} at {range}, from woods"
        );
    }
    assert_eq!(
        shot(Kind::BO, 1, Terrain::Slope, Terrain::Slope),
        "2 against 3, 1 to 2",
        "slope to slope is level"
    );
    assert_eq!(
        shot(Kind::BO, 1, Terrain::Slope, Terrain::Clear),
        "2 against 2, 1 to 1",
        "downhill is not halved"
    );
}

#[test]
#[covers("fire.H", "R48", "R49", "brief.3", "rec")]
fn downhill_adds_one_hex_of_range_at_the_last_listed_strength() {
    for (kind, beyond, strength) in
        [(Kind::HA, 3, "½"), (Kind::BO, 3, "1"), (Kind::IB, 5, "1"), (Kind::SK, 3, "½")]
    {
        let total = shot(kind, beyond, Terrain::Slope, Terrain::Clear);
        assert!(total.starts_with(&format!("{strength} against 2,")), "{kind:?}: {total}");
        let from_the_slope = Drill::new()
            .terrain("2010", Terrain::Slope)
            .terrain(AHEAD[beyond - 1], Terrain::Slope)
            .blue("firer", kind, "2010", "N");
        let field = from_the_slope.begin(Step::Aim);
        assert!(!hits(&field, "firer", AHEAD[beyond - 1]), "{kind:?}: slope to slope is level");
        assert!(!hits(&field, "firer", AHEAD[beyond]), "{kind:?}: one hex and no more");
        let field = Drill::new()
            .terrain(AHEAD[beyond - 1], Terrain::Stream)
            .blue("firer", kind, "2010", "N")
            .begin(Step::Aim);
        assert!(!hits(&field, "firer", AHEAD[beyond - 1]), "{kind:?}: not on the level");
    }
}

#[test]
#[covers("fire.H", "brief.3")]
fn the_hex_gained_downhill_still_lies_in_the_field_of_fire() {
    let field =
        Drill::new().terrain("2010", Terrain::Slope).blue("bows", Kind::IB, "2010", "N").begin(Step::Aim);
    let (bows, here) = (field.id("bows"), field.hex(number("2010")).unwrap());
    let five_away = |&hex: &engine::hex::Hex| field.battle.distance(here, hex) == 5;
    let grid = &field.sheet().ground.grid;
    assert_eq!(
        grid.hexes().filter(five_away).filter(|&hex| field.may_fire_at(bows, hex).is_ok()).count(),
        11
    );
}

#[test]
#[covers("fire.H", "R50", "tec.stream")]
fn nobody_fires_from_a_stream_but_everybody_may_fire_into_it() {
    let mut field = Drill::new()
        .terrain("2010", Terrain::Stream)
        .blue("wet", Kind::BO, "2010", "N")
        .blue("dry", Kind::BO, "2110", "NW")
        .gold("foe", Kind::SD, "2009", "N")
        .begin(Step::Aim);
    field.attack("2009");
    field.refuses(join(&field, "wet"), "fire.H");
    assert!(field.offers(join(&field, "dry")));
    let alone = Drill::new()
        .terrain("2010", Terrain::Stream)
        .blue("wet", Kind::IB, "2010", "N")
        .gold("foe", Kind::SD, "2009", "N")
        .begin(Step::Aim);
    assert!(!alone.offers(attack("2009")));
    assert_eq!(shot(Kind::BO, 1, Terrain::Clear, Terrain::Stream), "2 against 1, 2 to 1");
}

#[test]
#[covers("R50", "fire.H")]
fn nobody_fires_from_the_marsh_of_fan_scenario_1() {
    let mut field = Drill::of("fan-01-first-iran-iraq-war")
        .with(|sheet| sheet.ground.terrain.fill(Terrain::Clear))
        .terrain("2010", Terrain::Marsh)
        .blue("wet", Kind::BO, "2010", "N")
        .blue("dry", Kind::BO, "2110", "NW")
        .gold("foe", Kind::SD, "2009", "N")
        .begin(Step::Aim);
    field.attack("2009");
    field.refuses(join(&field, "wet"), "fire.H");
    assert!(field.offers(join(&field, "dry")));
}
