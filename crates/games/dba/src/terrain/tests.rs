use covers::covers;
use engine::{Rules, Silence, Turn};

use crate::drill::{US, at, library, mu};
use crate::element::ElementId;
use crate::field::{Feature, Piece, Shape, Span};
use crate::geometry::{Heading, MU, Point, TABLE};
use crate::order::{Order, Wind};
use crate::position::{Position, Step};
use crate::refusal::Refusal;

/// The second side defends its home ground: the lists give the topography.
fn home(list: &str) -> Position {
    let sheet = library().sheet("open", Some(["I/55c", list].map(String::from))).unwrap();
    let mut position = Position::empty(std::sync::Arc::new(sheet));
    position.step = Step::Terrain;
    position.invader = US;
    position
}

fn oval(feature: Feature, x: f64, y: f64, length: f64, width: f64) -> Piece {
    let span = Span { centre: at(x, y), heading: Heading::NORTH, length: mu(length), width: mu(width) };
    Piece { feature, shape: Shape::Oval(span) }
}

fn across(feature: Feature, y: f64, width: f64) -> Piece {
    let (low, high) = (mu(y - width / 2.0), mu(y + width / 2.0));
    let shape = Shape::Chain(vec![
        [Point::new(0, high), Point::new(0, low)],
        [Point::new(TABLE, high), Point::new(TABLE, low)],
    ]);
    Piece { feature, shape }
}

/// Water along the south edge, so deep at both ends and in the middle.
fn water(ends: f64, middle: f64) -> Piece {
    let cut = |x: f64, deep: f64| [at(x, deep), at(x, 0.0)];
    let shape = Shape::Chain(vec![cut(0.0, ends), cut(19.0, middle), cut(38.0, ends)]);
    Piece { feature: Feature::Waterway, shape }
}

fn lay(position: &Position, piece: Piece) -> Result<(), Refusal> {
    position.may_lay(&piece).map(drop)
}

fn laid(position: &mut Position, piece: Piece) {
    position.order(Order::Lay { piece });
}

#[test]
#[covers("2.3", "R20", "R21")]
fn pieces_have_legal_sizes_and_lie_apart() {
    let mut forest = home("III/48");
    assert_eq!(lay(&forest, oval(Feature::Woods, 10.0, 10.0, 8.0, 5.0)), Ok(()));
    assert_eq!(lay(&forest, oval(Feature::Woods, 19.0, 19.0, 12.0, 6.1)), Err(Refusal::TooLarge));
    assert_eq!(lay(&forest, oval(Feature::Woods, 19.0, 19.0, 4.0, 1.9)), Err(Refusal::TooNarrow));
    assert_eq!(lay(&forest, oval(Feature::Woods, 19.0, 19.0, 8.2, 4.0)), Err(Refusal::TooLong));
    assert_eq!(lay(&forest, oval(Feature::Marsh, 19.0, 19.0, 10.0, 4.0)), Ok(()), "marshes may be slender");
    assert_eq!(lay(&forest, oval(Feature::Woods, 2.0, 19.0, 8.0, 5.0)), Err(Refusal::PieceOffTable));
    assert_eq!(lay(&forest, oval(Feature::Woods, 2.5, 19.0, 8.0, 5.0)), Ok(()), "the edge may be touched");
    laid(&mut forest, oval(Feature::Woods, 10.0, 10.0, 8.0, 5.0));
    assert_eq!(lay(&forest, oval(Feature::Marsh, 16.9, 10.0, 8.0, 5.0)), Err(Refusal::TooNearPiece));
    assert_eq!(lay(&forest, oval(Feature::Marsh, 17.0, 10.0, 8.0, 5.0)), Ok(()));
    let rectangle = |feature| {
        let span =
            Span { centre: at(25.0, 25.0), heading: Heading::degrees(30), length: mu(6.0), width: mu(4.0) };
        Piece { feature, shape: Shape::Rectangle(span) }
    };
    assert_eq!(lay(&forest, rectangle(Feature::Woods)), Err(Refusal::Malformed), "only ploughed fields");
    assert_eq!(lay(&home("III/47"), rectangle(Feature::Rough)), Ok(()));
}

#[test]
#[covers("2.3", "R23", "R144", "R31")]
fn rivers_roads_and_waterways_run_as_they_must() {
    let mut arable = home("I/59");
    assert_eq!(lay(&arable, across(Feature::River, 15.0, 1.5)), Ok(()));
    assert_eq!(lay(&arable, across(Feature::River, 8.0, 1.5)), Err(Refusal::RiverAtEdge));
    assert_eq!(lay(&arable, across(Feature::Road, 8.0, 1.5)), Ok(()));
    assert_eq!(lay(&arable, across(Feature::Road, 8.0, 0.9)), Err(Refusal::LineWidth));
    assert_eq!(lay(&arable, across(Feature::Road, 8.0, 2.1)), Err(Refusal::LineWidth));
    let winding = Shape::Chain(vec![
        [at(0.0, 12.0), at(0.0, 11.0)],
        [at(10.0, 28.0), at(11.0, 28.0)],
        [at(19.0, 9.0), at(20.0, 9.0)],
        [at(27.0, 28.0), at(28.0, 28.0)],
        [at(38.0, 12.0), at(38.0, 11.0)],
    ]);
    let winding = lay(&arable, Piece { feature: Feature::River, shape: winding });
    assert!(matches!(winding, Err(Refusal::LineTooWinding | Refusal::Malformed)), "{winding:?}");
    let stub = Shape::Chain(vec![[at(0.0, 12.0), at(0.0, 11.0)], [at(20.0, 12.0), at(20.0, 11.0)]]);
    assert_eq!(lay(&arable, Piece { feature: Feature::Road, shape: stub.clone() }), Err(Refusal::LineEnds));
    laid(&mut arable, across(Feature::Road, 30.0, 1.0));
    let branch = Shape::Chain(vec![[at(18.0, 0.0), at(19.0, 0.0)], [at(18.0, 30.0), at(19.0, 30.0)]]);
    assert_eq!(lay(&arable, Piece { feature: Feature::Road, shape: branch }), Ok(()), "to another road");
    assert_eq!(lay(&arable, water(2.0, 3.0)), Ok(()));
    assert_eq!(lay(&arable, water(2.0, 4.0)), Ok(()), "half of it deeper than 3");
    assert_eq!(lay(&arable, water(2.1, 4.0)), Err(Refusal::WaterwayShape));
    assert_eq!(lay(&arable, water(0.9, 2.0)), Err(Refusal::WaterwayShape));
    assert_eq!(lay(&arable, water(2.0, 6.5)), Err(Refusal::WaterwayShape));
    laid(&mut arable, water(2.0, 2.0));
    let to_the_bank = Shape::Chain(vec![[at(18.0, 2.0), at(19.0, 2.0)], [at(18.0, 38.0), at(19.0, 38.0)]]);
    assert_eq!(
        lay(&arable, Piece { feature: Feature::River, shape: to_the_bank }),
        Ok(()),
        "it ends at the bank"
    );
    assert!(arable.waterway_on(Wind::South));
    assert_eq!(arable.bank_depth(Wind::South, mu(10.0)), mu(2.0));
    laid(&mut arable, oval(Feature::GentleHill, 19.0, 15.0, 6.0, 4.0));
    assert_eq!(lay(&arable, across(Feature::River, 15.0, 1.5)), Err(Refusal::RiverOnHill));
}

#[test]
#[covers("1.11", "R18", "R19", "R22")]
fn a_table_has_the_pieces_of_its_topography() {
    let mut forest = home("III/48");
    assert_eq!(lay(&forest, oval(Feature::Dunes, 10.0, 10.0, 6.0, 4.0)), Err(Refusal::NotOfTopography));
    assert_eq!(forest.may_confirm_terrain(), Err(Refusal::TooFewPieces));
    for (x, y) in [(5.0, 5.0), (5.0, 14.0), (14.0, 5.0)] {
        laid(
            &mut forest,
            oval(Feature::Marsh, x, y, 4.0, 4.0).feature_as(if x > 10.0 {
                Feature::GentleHill
            } else {
                Feature::Marsh
            }),
        );
    }
    assert_eq!(forest.may_confirm_terrain(), Err(Refusal::NoCompulsory));
    assert_eq!(lay(&forest, oval(Feature::Marsh, 14.0, 14.0, 4.0, 4.0)), Err(Refusal::TooManyOfType));
    assert_eq!(
        lay(&forest, oval(Feature::GentleHill, 14.0, 14.0, 4.0, 4.0)),
        Err(Refusal::TooManyPieces),
        "three optional"
    );
    laid(&mut forest, oval(Feature::Woods, 14.0, 14.0, 4.0, 4.0));
    assert_eq!(forest.may_confirm_terrain(), Err(Refusal::QuartersEmpty), "all in one quarter");
    forest.order(Order::Lift { unit: ElementId(3) });
    laid(&mut forest, oval(Feature::Woods, 30.0, 30.0, 4.0, 4.0));
    laid(&mut forest, oval(Feature::Woods, 30.0, 8.0, 4.0, 4.0));
    assert_eq!(forest.may_confirm_terrain(), Ok(()));
    assert_eq!(
        lay(&forest, oval(Feature::Woods, 8.0, 30.0, 4.0, 4.0)),
        Err(Refusal::TooManyPieces),
        "five at most"
    );
    let mut steppe = home("III/47");
    for (x, y) in [(8.0, 8.0), (30.0, 8.0), (8.0, 30.0)] {
        laid(&mut steppe, oval(Feature::GentleHill, x, y, 4.0, 4.0));
    }
    assert_eq!(steppe.may_confirm_terrain(), Err(Refusal::QuartersOpen), "gentle hills are no obstacle");
    let mut littoral = home("I/28");
    laid(&mut littoral, water(2.0, 2.0));
    assert_eq!(lay(&littoral, water(2.0, 2.0)), Err(Refusal::OnlyOneOfType));
    laid(&mut littoral, oval(Feature::Woods, 10.0, 10.0, 4.0, 4.0));
    assert_eq!(lay(&littoral, oval(Feature::Dunes, 30.0, 10.0, 4.0, 4.0)), Err(Refusal::OneOfAPair));
}

impl Piece {
    fn feature_as(mut self, feature: Feature) -> Piece {
        self.feature = feature;
        self
    }
}

#[test]
#[covers("1.11")]
fn every_topography_of_the_chart_is_there() {
    let charts = &home("I/59").sheet.charts.clone();
    let table = [
        ("Arable", "road", "gentle-hill steep-hill rough woods river waterway"),
        ("Dry", "rough", "dunes oasis steep-hill"),
        ("Forest", "woods", "gentle-hill marsh river"),
        ("Hilly", "steep-hill", "woods river road"),
        ("Littoral", "waterway", "dunes woods steep-hill marsh river"),
        ("Steppe", "gentle-hill", "rough river"),
        ("Tropical", "woods", "marsh rough river road"),
    ];
    for (topography, (name, compulsory, optional)) in charts.topographies.iter().zip(table) {
        let codes: Vec<&str> = topography.optional.iter().map(|(feature, _)| feature.code()).collect();
        assert_eq!((topography.name.as_str(), topography.compulsory.code()), (name, compulsory));
        assert_eq!(codes.join(" "), optional, "{name}");
    }
}

#[test]
#[covers("1.12", "R24")]
fn an_open_centre_is_filled_and_pieces_are_shifted() {
    let mut position = home("III/48");
    laid(&mut position, oval(Feature::Woods, 5.0, 5.0, 4.0, 4.0));
    laid(&mut position, oval(Feature::Woods, 30.0, 30.0, 6.0, 4.0));
    laid(&mut position, oval(Feature::Marsh, 30.0, 8.0, 4.0, 4.0));
    position.order(Order::Done);
    assert_eq!(position.step, Step::CentreRoll);
    position.roll(engine::Dice::one(2), &mut Silence);
    assert_eq!(position.step, Step::Centre);
    let fills = |x: f64, size: f64| lay(&position, oval(Feature::Marsh, x, 19.0, size, size));
    assert_eq!(fills(19.0, 4.0), Ok(()));
    assert_eq!(fills(19.0, 4.1), Err(Refusal::NotTheCentre));
    assert_eq!(fills(20.0, 4.0), Err(Refusal::NotTheCentre), "on the centre, if that is free");
    let centre = at(19.0, 19.0);
    assert!(position.may_shift(0, centre, Heading::NORTH).is_ok(), "the smallest");
    assert_eq!(position.may_shift(1, centre, Heading::NORTH), Err(Refusal::NotTheSmallest));
    position.order(Order::Shift { piece: 0, to: centre, heading: Heading::NORTH });
    assert_eq!(position.step, Step::ShiftRoll(0));
    position.roll(engine::Dice::one(3), &mut Silence);
    position.roll(engine::Dice::one(1), &mut Silence);
    assert_eq!(position.step, Step::Shift(1));
    let shift =
        |x: f64, y: f64, degrees: i32| position.may_shift(1, at(x, y), Heading::degrees(degrees)).map(drop);
    assert_eq!(shift(26.0, 30.0, 0), Ok(()));
    assert_eq!(shift(25.9, 30.0, 0), Err(Refusal::ShiftTooFar));
    assert_eq!(shift(30.0, 30.0, 45), Ok(()));
    assert_eq!(shift(30.0, 30.0, 46), Err(Refusal::TurnTooFar));
    assert_eq!(shift(29.0, 30.0, 10), Err(Refusal::ShiftTooFar), "one or the other");
    position.order(Order::Done);
    position.roll(engine::Dice::one(6), &mut Silence);
    assert_eq!(position.step, Step::Edges);
    let edges = [Wind::North, Wind::East, Wind::South, Wind::West];
    assert_eq!(position.may_number(&[Wind::North; 4]), Err(Refusal::EdgesTwice));
    position.order(Order::Number { edges });
    position.roll(engine::Dice::one(5), &mut Silence);
    assert_eq!((position.base_edge(US), position.base_edge(US.other())), (Wind::West, Wind::East));
}

#[test]
#[covers("7.3", "R138", "2.4")]
fn chance_lays_a_legal_table_for_every_topography() {
    for list in ["I/59", "III/48", "I/39b", "I/28", "III/47"] {
        for (a, b, c) in [(1, 1, 1), (2, 5, 3), (6, 6, 6), (4, 2, 6)] {
            let mut position = home(list);
            position.order(Order::Muster);
            assert!(matches!(position.turn(), Turn::Dice(request) if request.count == 3));
            position.roll(engine::Dice::from_faces(&[a, b, c]), &mut Silence);
            assert_ne!(position.step, Step::Terrain, "{list}: no table was found");
            assert_eq!(position.may_confirm_terrain(), Ok(()));
            assert!(position.field.pieces.iter().all(|laid| laid.extent().most.x <= TABLE + MU));
        }
    }
}

#[test]
#[covers("R24")]
fn where_spacing_bars_the_centre_the_piece_lies_as_near_as_it_can() {
    let mut position = home("III/48");
    laid(&mut position, oval(Feature::Woods, 5.0, 5.0, 4.0, 4.0));
    laid(&mut position, oval(Feature::Woods, 30.0, 30.0, 6.0, 4.0));
    laid(&mut position, oval(Feature::Marsh, 30.0, 8.0, 4.0, 4.0));
    position.order(Order::Done);
    position.roll(engine::Dice::one(2), &mut Silence);
    // A gentle hill reaching to the centre from the west: no bad going, so the centre still counts as open.
    position.add(oval(Feature::GentleHill, 16.0, 19.0, 6.0, 6.0));
    let fills = |x: f64| lay(&position, oval(Feature::Marsh, x, 19.0, 4.0, 4.0));
    assert!(fills(19.0).is_err(), "on the hill");
    // The hill ends at 19, pieces lie 2 MU apart, and the marsh is 2 MU to its edge: 23 is the first spot eastward.
    assert_eq!(fills(23.0), Ok(()));
    assert_eq!(fills(24.5), Err(Refusal::NotTheCentre), "nearer ones are free");
    let mut listed = vec![];
    position.list_centre(&mut listed);
    assert!(!listed.is_empty() && listed.iter().all(|order| position.legal(order).is_ok()));
}
