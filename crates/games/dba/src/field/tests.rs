use covers::covers;

use super::*;
use crate::drill::{at, ground, mu};
use crate::geometry::Base;

#[test]
#[covers("R1", "7.1", "R20")]
fn the_frame_is_one_for_all() {
    let mut position = ground();
    let id = position.put(crate::drill::US, 1, "4Sp", 10.0, 12.0, 90.0);
    let base: Base = position.base(id);
    // Facing east, the left front corner lies north of the midpoint and the base west of it.
    assert_eq!((base.front_left(), base.front_right()), (at(10.0, 13.0), at(10.0, 11.0)));
    assert_eq!(base.corners[2], at(9.25, 11.0));
    let span =
        Span { centre: at(19.0, 19.0), heading: Heading::degrees(90), length: mu(6.0), width: mu(4.0) };
    let hill = Laid::new(Piece { feature: Feature::GentleHill, shape: Shape::Oval(span) }).unwrap();
    assert_eq!((hill.extent().least, hill.extent().most), (at(16.0, 17.0), at(22.0, 21.0)));
    assert_eq!(hill.crest, Some([at(17.5, 19.0), at(20.5, 19.0)]));
    assert_eq!(hill.outlines[0].corners().len(), 16);
}

#[test]
#[covers("R5", "R6")]
fn touching_is_not_in_and_wholly_in_needs_all_corners() {
    let mut position = ground();
    position.oval(Feature::Woods, 19.0, 19.0, 6.0, 6.0);
    let base = |x: f64, y: f64| Base::new(crate::drill::pose(x, y, 0.0), 4);
    assert!(!position.field.bad_under(&base(19.0, 16.0), false), "its front touches the outline");
    assert!(position.field.bad_under(&base(19.0, 16.1), false));
    assert!(position.field.wholly_in(&[Feature::Woods], &base(19.0, 19.5).corners));
    assert!(!position.field.wholly_in(&[Feature::Woods], &base(21.0, 19.5).corners));
    assert!(Feature::Dunes.is_bad(false) && !Feature::Dunes.is_bad(true) && !Feature::River.is_bad(false));
}
