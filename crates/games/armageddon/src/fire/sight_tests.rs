//! The line of fire, case by case and against a reference that walks along it.

use covers::covers;
use engine::dice::Generator;
use engine::hex::{Hex, HexNumber};

use crate::drill::{Drill, Field, direction, number};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Kind, Terrain};

/// Improved Bowmen in 2010 that face north.
fn archers() -> Drill {
    Drill::new().blue("bows", Kind::IB, "2010", "N")
}

/// What the archers answer to a target: that it is open, or the rule that forbids the shot.
fn sees(drill: Drill, target: &str) -> String {
    let field = drill.begin(Step::Aim);
    let hex = field.hex(number(target)).unwrap();
    match field.may_fire_at(field.id("bows"), hex) {
        Ok(()) => "open".to_string(),
        Err(refusal) => refusal.objection(&field).rule.to_string(),
    }
}

#[test]
#[covers("fire.G", "R45", "tec.village", "tec.woods")]
fn occupied_hexes_villages_and_woods_on_the_way_block() {
    assert_eq!(sees(archers(), "2006"), "open");
    for hex in ["2009", "2008", "2007"] {
        assert_eq!(sees(archers().blue("own", Kind::MI, hex, "N"), "2006"), "fire.G", "own troops in {hex}");
        assert_eq!(sees(archers().gold("foe", Kind::MI, hex, "N"), "2006"), "fire.G", "enemies in {hex}");
        assert_eq!(sees(archers().blue("king", Kind::C, hex, "N"), "2006"), "fire.G", "a leader in {hex}");
        for terrain in [Terrain::Village, Terrain::Woods] {
            assert_eq!(sees(archers().terrain(hex, terrain), "2006"), "fire.G", "{terrain:?} in {hex}");
        }
        for terrain in [Terrain::Stream, Terrain::Slope, Terrain::Marsh, Terrain::Road, Terrain::Nile] {
            assert_eq!(sees(archers().terrain(hex, terrain), "2006"), "open", "{terrain:?} in {hex}");
        }
    }
    // Beyond the target and beside the line nothing matters.
    let drill = archers().terrain("2005", Terrain::Woods).terrain("1910", Terrain::Woods).blue(
        "own",
        Kind::MI,
        "2110",
        "N",
    );
    assert_eq!(sees(drill, "2006"), "open");
}

#[test]
#[covers("fire.G", "R45")]
fn what_the_firers_and_the_targets_own_hexes_hold_does_not_block() {
    for terrain in [Terrain::Village, Terrain::Woods] {
        let drill = archers().terrain("2010", terrain).blue("beside", Kind::SD, "2010", "S");
        assert_eq!(sees(drill.gold("foe", Kind::SD, "2006", "S"), "2006"), "open", "out of {terrain:?}");
        let drill = archers().terrain("2009", terrain).gold("foe", Kind::SD, "2009", "S");
        assert_eq!(sees(drill.gold("more", Kind::SD, "2009", "S"), "2009"), "open", "into {terrain:?}");
    }
}

#[test]
#[covers("tec.village", "tec.woods", "R47")]
fn villages_and_woods_are_fired_into_from_adjacent_hexes_only() {
    for terrain in [Terrain::Village, Terrain::Woods] {
        for from in [Terrain::Clear, Terrain::Slope] {
            let ground = archers().terrain("2010", from);
            assert_eq!(
                sees(ground.clone().terrain("2009", terrain), "2009"),
                "open",
                "{terrain:?} from {from:?}"
            );
            assert_eq!(
                sees(ground.clone().terrain("2008", terrain), "2008"),
                "R47",
                "{terrain:?} from {from:?}"
            );
            assert_eq!(sees(ground.terrain("1909", terrain), "1909"), "R47", "{terrain:?} from {from:?}");
        }
    }
}

#[test]
#[covers("fire.G", "R46")]
fn a_line_along_a_hexside_is_blocked_only_from_both_sides() {
    // From 2010 to 1909 the line runs between 1910 and 2009.
    assert_eq!(sees(archers().terrain("1910", Terrain::Woods), "1909"), "open");
    assert_eq!(sees(archers().terrain("2009", Terrain::Woods), "1909"), "open");
    assert_eq!(sees(archers().gold("foe", Kind::SD, "2009", "S"), "1909"), "open");
    assert_eq!(
        sees(archers().terrain("1910", Terrain::Woods).terrain("2009", Terrain::Village), "1909"),
        "fire.G"
    );
    let mixed = archers().terrain("1910", Terrain::Woods).blue("king", Kind::A, "2009", "S");
    assert_eq!(sees(mixed, "1909"), "fire.G", "two sorts of obstruction");
    let both = archers().blue("own", Kind::SD, "1910", "S").gold("foe", Kind::SD, "2009", "S");
    assert_eq!(sees(both, "1909"), "fire.G");
}

#[test]
#[covers("R46", "fire.G")]
fn a_long_line_runs_along_two_hexsides_and_through_the_hex_between() {
    // From 2010 to 1807: between 1910 and 2009, through 1909, between 1808 and 1908.
    assert_eq!(sees(archers(), "1807"), "open");
    assert_eq!(sees(archers().terrain("1909", Terrain::Woods), "1807"), "fire.G");
    let one_of_each_pair = archers().terrain("1910", Terrain::Woods).terrain("1908", Terrain::Woods);
    assert_eq!(sees(one_of_each_pair, "1807"), "open");
    assert_eq!(
        sees(archers().terrain("1808", Terrain::Woods).terrain("1908", Terrain::Woods), "1807"),
        "fire.G"
    );
    assert_eq!(
        sees(archers().terrain("1910", Terrain::Woods).terrain("2009", Terrain::Woods), "1807"),
        "fire.G"
    );
}

#[test]
#[covers("fire.G", "R45", "tec.crest")]
fn crests_across_the_line_block_at_either_end_and_in_the_middle() {
    for hex in ["2010", "2009", "2008", "2007"] {
        assert_eq!(sees(archers().crest(hex, "N"), "2006"), "fire.G", "north of {hex}");
    }
    assert_eq!(sees(archers().crest("2010", "N"), "2009"), "fire.G", "even at range 1");
    assert_eq!(sees(archers().crest("2006", "N"), "2006"), "open", "behind the target");
    assert_eq!(sees(archers().crest("2010", "S"), "2006"), "open", "behind the firer");
    assert_eq!(sees(archers().crest("2009", "NE").crest("2009", "SW"), "2006"), "open", "beside the line");
}

#[test]
#[covers("R46", "tec.crest")]
fn a_crest_along_the_line_or_touched_at_its_end_does_not_block() {
    // Between 1910 and 2009 runs the line from 2010 to 1909.
    assert_eq!(sees(archers().crest("1910", "NE"), "1909"), "open", "along the line");
    let ends = archers().crest("2010", "N").crest("2010", "NW").crest("1909", "S").crest("1909", "SE");
    assert_eq!(sees(ends.crest("1910", "NE"), "1909"), "open", "touched at both ends");
    // The same hexsides do block the lines that cross them.
    assert_eq!(sees(archers().crest("2010", "NW"), "1910"), "fire.G");
}

#[test]
#[covers("fire.H", "R47", "tec.crest", "tec.slope")]
fn from_a_slope_every_obstruction_is_ignored() {
    let slope = archers().terrain("2010", Terrain::Slope);
    let hedged = slope
        .crest("2010", "N")
        .crest("2007", "N")
        .terrain("2009", Terrain::Woods)
        .terrain("2008", Terrain::Village)
        .blue("own", Kind::SD, "2008", "N")
        .gold("foe", Kind::SD, "2007", "S");
    for target in ["2009", "2007", "2006", "2005"] {
        assert_eq!(sees(hedged.clone(), target), "open", "{target}");
    }
    // A slope on the way or under the target gives no such view.
    let seen = archers()
        .terrain("2009", Terrain::Slope)
        .terrain("2008", Terrain::Woods)
        .terrain("2006", Terrain::Slope);
    assert_eq!(sees(seen, "2006"), "fire.G");
}

#[test]
#[covers("fire.G")]
fn a_blocked_shot_is_refused_and_an_open_one_beside_it_is_not() {
    let mut field = archers()
        .blue("near", Kind::BO, "2108", "NW")
        .gold("screen", Kind::MI, "2008", "S")
        .gold("foe", Kind::SD, "2007", "S")
        .begin(Step::Aim);
    field.attack("2007");
    field.refuses(Order::Join { unit: field.id("bows") }, "fire.G");
    assert!(field.offers(Order::Join { unit: field.id("near") }));
}

// ---- the reference ----

/// How finely the reference walks the line.
const PACES: i64 = 840;

/// A point of the map: half sides across, half heights down, both times [`PACES`].
type Point = (i64, i64);

fn centre(hex: HexNumber) -> Point {
    let (column, row) = (hex.line() as i64, hex.place() as i64);
    (3 * column * PACES, (2 * row + i64::from(column % 2 == 0)) * PACES)
}

/// Square of the distance; a half height is √3 half sides.
fn apart(a: Point, b: Point) -> i64 {
    (a.0 - b.0).pow(2) + 3 * (a.1 - b.1).pow(2)
}

/// The hexes a point lies in: one, or those that share the hexside or corner it lies on. Beyond the rim the
/// map goes on with hexes that hold nothing.
fn hexes_at(point: Point, near: &[HexNumber]) -> Vec<HexNumber> {
    let nearest = near.iter().map(|&hex| apart(point, centre(hex))).min().unwrap();
    near.iter().copied().filter(|&hex| apart(point, centre(hex)) == nearest).collect()
}

/// Fire G as printed, with rulings R45 and R46: lay a straight edge from centre to centre and look at what
/// lies under it, pace by pace.
fn straight_edge_is_clear(field: &Field, from: HexNumber, to: HexNumber) -> bool {
    let blocks = |hex: HexNumber| {
        let terrain = |h: Hex| field.sheet().ground.terrain[h.index()];
        let held = |h: Hex| field.units.iter().any(|u| u.hex() == Some(h));
        hex != from
            && hex != to
            && field
                .hex(hex)
                .is_some_and(|h| held(h) || matches!(terrain(h), Terrain::Village | Terrain::Woods))
    };
    let crest = |a: HexNumber, b: HexNumber| {
        let (Some(a), Some(b)) = (field.hex(a), field.hex(b)) else { return false };
        let side = field.sheet().ground.grid.towards(a, b).expect("hexes that touch");
        field.sheet().ground.crests[a.index()] & 1 << side.index() != 0
    };
    let (columns, rows) = (from.line().min(to.line()), from.place().min(to.place()));
    let (column_end, row_end) = (from.line().max(to.line()), from.place().max(to.place()));
    let near: Vec<HexNumber> = (columns - 1..=column_end + 1)
        .flat_map(|column| (rows.saturating_sub(1)..=row_end + 1).map(move |row| HexNumber::new(column, row)))
        .collect();
    let (start, end) = (centre(from), centre(to));
    let walk: Vec<Vec<HexNumber>> = (0..=PACES)
        .map(|i| (start.0 + (end.0 - start.0) / PACES * i, start.1 + (end.1 - start.1) / PACES * i))
        .map(|point| hexes_at(point, &near))
        .collect();
    let mut last: Option<HexNumber> = None;
    for pair in walk.windows(2) {
        match (&pair[0][..], &pair[1][..]) {
            ([inside], _) => {
                if blocks(*inside) {
                    return false;
                }
                if let Some(before) = last.filter(|before| before != inside)
                    && crest(before, *inside)
                {
                    return false;
                }
                last = Some(*inside);
            }
            // Two paces on the same hexside: the line runs along it.
            ([a, b], [c, d]) if (a, b) == (c, d) => {
                if blocks(*a) && blocks(*b) {
                    return false;
                }
                last = None;
            }
            ([_, _, _], _) => last = None,
            _ => {}
        }
    }
    last.is_none_or(|before| before == to || !crest(before, to))
}

#[test]
#[covers("fire.G", "R45", "R46", "R47")]
fn the_line_of_fire_is_what_a_straight_edge_shows_on_random_ground() {
    let mut dice = Generator::new(6, 45);
    let plain = Drill::new();
    let (mut open, mut shut) = (0, 0);
    for round in 0..120 {
        // Every third round at a corner of the map, where the line may run along the rim.
        let firer =
            if round % 3 == 0 { ["0101", "4030", "0130", "4001", "0201"][round / 3 % 5] } else { "2010" };
        let facing = ["N", "NE", "SE", "S", "SW", "NW"][dice.below(6) as usize];
        let mut drill = plain.clone().blue("bows", Kind::IB, firer, facing);
        let near: Vec<Hex> =
            drill.sheet.ground.grid.within(drill.sheet.ground.grid.at(number(firer)).unwrap(), 5);
        for &hex in &near {
            let name = drill.sheet.ground.grid.number(hex).to_string();
            match dice.below(12) {
                0 => drill = drill.terrain(&name, Terrain::Woods),
                1 => drill = drill.terrain(&name, Terrain::Village),
                2 => drill = drill.gold("foe", Kind::MI, &name, "N"),
                3 => drill = drill.blue("own", Kind::C, &name, "N"),
                4 => drill = drill.terrain(&name, Terrain::Stream),
                _ => {}
            }
            if dice.below(6) == 0 {
                drill = drill.crest(&name, ["N", "NE", "SE"][dice.below(3) as usize]);
            }
        }
        drill = drill.terrain(firer, if round % 7 == 0 { Terrain::Slope } else { Terrain::Clear });
        let field = drill.begin(Step::Aim);
        let (bows, here) = (field.id("bows"), field.hex(number(firer)).unwrap());
        let field_of_fire = field.sheet().ground.grid.cone(direction(facing), 4);
        for target in field_of_fire.into_iter().filter_map(|o| field.sheet().ground.grid.offset(here, o)) {
            let sheltered = matches!(field.battle.terrain(target), Terrain::Village | Terrain::Woods)
                && field.battle.distance(here, target) > 1;
            let clear = round % 7 == 0 || straight_edge_is_clear(&field, number(firer), field.number(target));
            let expected = clear && !sheltered;
            let to = field.number(target);
            assert_eq!(field.may_fire_at(bows, target).is_ok(), expected, "round {round}: {firer} to {to}");
            if expected { open += 1 } else { shut += 1 }
        }
    }
    assert!(open > 300 && shut > 300, "{open} open, {shut} shut");
}
