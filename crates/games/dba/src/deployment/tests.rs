use covers::covers;

use crate::drill::{THEM, US, at, library, mu, pose};
use crate::element::{ElementId, Whereabouts};
use crate::field::{Feature, Field, Piece, Shape, Span};
use crate::geometry::{Hand, Heading};
use crate::order::{Order, Station, Wind};
use crate::position::{Position, Step};
use crate::refusal::Refusal;

/// The first side invades from the north; the second defends in the south and sets up first.
fn before(lists: [&str; 2], step: Step) -> Position {
    let sheet = library().sheet("open", Some(lists.map(String::from))).unwrap();
    let mut position = Position::empty(std::sync::Arc::new(sheet));
    position.step = step;
    position.invader = US;
    position.active = THEM;
    position.sides[0].edge = Some(Wind::North);
    position.sides[1].edge = Some(Wind::South);
    position
}

fn add(position: &mut Position, piece: Piece) {
    let mut pieces = position.field.plain();
    pieces.push(piece);
    position.field = Field::of(pieces).unwrap();
}

fn oval(feature: Feature, x: f64, y: f64) -> Piece {
    let span = Span { centre: at(x, y), heading: Heading::NORTH, length: mu(4.0), width: mu(4.0) };
    Piece { feature, shape: Shape::Oval(span) }
}

fn south_water() -> Piece {
    let cut = |x: f64| [at(x, 2.0), at(x, 0.0)];
    Piece { feature: Feature::Waterway, shape: Shape::Chain(vec![cut(0.0), cut(38.0)]) }
}

#[test]
#[covers("R25", "2.2", "2.4", "R16")]
fn a_camp_is_a_box_on_the_base_edge() {
    let mut position = before(["I/59", "I/55c"], Step::Encamp);
    let camp = |x: f64, y: f64, wide: f64, deep: f64| (at(x, y), at(x + wide, y + deep));
    let may = |(least, most)| position.may_encamp(least, most);
    assert_eq!(may(camp(10.0, 0.0, 3.0, 2.0)), Ok(()));
    assert_eq!(may(camp(10.0, 0.0, 6.0, 2.0)), Ok(()), "8 in all");
    assert_eq!(may(camp(10.0, 0.0, 6.0, 2.1)), Err(Refusal::CampShape));
    assert_eq!(may(camp(10.0, 0.0, 1.9, 2.0)), Err(Refusal::CampShape));
    assert_eq!(may(camp(10.0, 0.5, 3.0, 2.0)), Err(Refusal::CampPlace));
    assert_eq!(may(camp(36.0, 0.0, 3.0, 2.0)), Err(Refusal::CampGround), "off the table");
    add(&mut position, oval(Feature::Woods, 12.0, 2.0));
    let (least, most) = camp(10.0, 0.0, 3.0, 2.0);
    assert_eq!(position.may_encamp(least, most), Err(Refusal::CampGround), "bad going");
    let mut shore = before(["I/59", "I/28"], Step::Encamp);
    add(&mut shore, south_water());
    assert_eq!(shore.may_encamp(at(10.0, 2.0), at(13.0, 4.0)), Ok(()), "on the bank");
    assert!(shore.may_encamp(at(10.0, 0.0), at(13.0, 2.0)).is_err());
    let (least, most) = (at(30.0, 0.0), at(33.0, 2.0));
    position.order(Order::Encamp { least, most });
    assert_eq!(position.element(ElementId::of(THEM, 12)).place, Whereabouts::Camp(THEM), "Followers hold it");
}

#[test]
#[covers("1.13", "R27", "R28")]
fn the_whole_base_lies_in_the_zone() {
    let mut position = before(["I/59", "III/47"], Step::Deploy);
    let id = ElementId::of(THEM, 1);
    let may = |position: &Position, x: f64, y: f64, degrees: f64| {
        position.may_place(id, Station::Pose(pose(x, y, degrees)), false)
    };
    assert_eq!(may(&position, 19.0, 10.0, 0.0), Ok(()));
    assert_eq!(may(&position, 19.0, 10.01, 0.0), Err(Refusal::OutsideZone));
    assert_eq!(may(&position, 5.0, 8.0, 0.0), Ok(()), "4 MU from the side edge");
    assert_eq!(may(&position, 4.9, 8.0, 0.0), Err(Refusal::OutsideZone));
    assert_eq!(may(&position, 19.0, 9.8, 45.0), Err(Refusal::OutsideZone), "a corner sticks out");
    add(&mut position, oval(Feature::Woods, 19.0, 8.0));
    assert_eq!(may(&position, 19.0, 8.0, 0.0), Ok(()), "terrain may be deployed in");
    let wagon = ElementId::of(THEM, 10);
    let troop = position.sheet.troop_of("WWg").unwrap();
    position.sides[1].choices[10] = 1;
    position.elements[wagon.index()].troop = troop;
    let place = Station::Pose(pose(19.0, 8.0, 0.0));
    assert_eq!(position.may_place(wagon, place, false), Err(Refusal::WheelsDeployed));
    let mut shore = before(["I/59", "I/28"], Step::Deploy);
    add(&mut shore, south_water());
    assert_eq!(may(&shore, 19.0, 12.0, 0.0), Ok(()), "10 MU from the bank");
    assert_eq!(may(&shore, 19.0, 2.0, 0.0), Err(Refusal::WaterDeployed));
    shore.order(Order::Place { unit: id, at: Station::Pose(pose(19.0, 10.0, 0.0)), dismount: false });
    let second = ElementId::of(THEM, 2);
    let on = Station::Pose(pose(20.0, 10.0, 0.0));
    assert_eq!(shore.may_place(second, on, false), Err(Refusal::OnSomebody));
}

#[test]
#[covers("R30", "R134", "2.15")]
fn littoral_armies_keep_up_to_four_back() {
    let mut position = before(["I/59", "I/28"], Step::Deploy);
    let kept = |position: &Position, slot: usize| {
        position.may_place(ElementId::of(THEM, slot), Station::Kept, false)
    };
    assert_eq!(kept(&position, 1), Err(Refusal::NoKeepingBack), "no waterway");
    add(&mut position, south_water());
    assert_eq!(kept(&position, 0), Err(Refusal::NoKeepingBack), "not the general");
    for slot in 1..=4 {
        position.order(Order::Place { unit: ElementId::of(THEM, slot), at: Station::Kept, dismount: false });
    }
    assert_eq!(kept(&position, 5), Err(Refusal::NoKeepingBack));
    let mut inland = before(["I/28", "I/59"], Step::Deploy);
    add(&mut inland, south_water());
    assert_eq!(kept(&inland, 1), Err(Refusal::NoKeepingBack), "not of Littoral topography");
}

#[test]
#[covers("R14", "R17", "R26")]
fn knights_may_dismount_and_a_camp_holds_one() {
    let mut position = before(["I/59", "III/4b"], Step::Deploy);
    let knights = ElementId::of(THEM, 7);
    let place = Station::Pose(pose(19.0, 8.0, 0.0));
    assert_eq!(position.may_place(ElementId::of(THEM, 1), place, true), Err(Refusal::CannotDismount));
    position.order(Order::Place { unit: knights, at: place, dismount: true });
    assert_eq!(position.troop(knights).code, "4Sp");
    position.order(Order::Lift { unit: knights });
    assert_eq!(position.troop(knights).code, "3Kn");
    position.camps[1].area = Some([at(10.0, 0.0), at(13.0, 2.0)]);
    position.order(Order::Place { unit: knights, at: Station::Camp, dismount: false });
    assert_eq!(position.may_place(ElementId::of(THEM, 2), Station::Camp, false), Err(Refusal::CampTaken));
}

#[test]
#[covers("R29", "2.4")]
fn the_defender_swaps_two_pairs_at_most() {
    let mut position = before(["I/59", "I/55c"], Step::Swap);
    for slot in 0..12 {
        let base = crate::geometry::Base::new(pose(6.0, 9.0, 0.0), 3);
        let mut place = base.pose;
        for _ in 0..slot {
            place = crate::geometry::Base::new(place, 3).beside_place(Hand::Right);
        }
        let id = ElementId::of(THEM, slot);
        position.elements[id.index()].place = Whereabouts::Table;
        position.elements[id.index()].pose = place;
    }
    let (a, b) = (ElementId::of(THEM, 0), ElementId::of(THEM, 5));
    let before = (position.at(a), position.at(b));
    position.order(Order::Swap { unit: a, with: b });
    assert_eq!((position.at(b), position.at(a)), before);
    assert_eq!(position.may_swap(a, ElementId::of(THEM, 6)), Err(Refusal::SwappedAlready), "each once");
    let kept = ElementId::of(THEM, 11);
    position.elements[kept.index()].place = Whereabouts::Kept;
    assert_eq!(position.may_swap(kept, ElementId::of(THEM, 7)), Err(Refusal::NotYours));
    position.order(Order::Swap { unit: ElementId::of(THEM, 1), with: ElementId::of(THEM, 6) });
    assert_eq!(position.step, Step::Pips, "after two pairs the battle begins");
    assert_eq!(position.active, US, "with the invader");
}

#[test]
#[covers("7.3", "R138")]
fn the_program_lines_an_army_up() {
    for list in ["I/55c", "III/47", "II/69", "III/17"] {
        let mut position = before(["I/59", list], Step::Encamp);
        position.order(Order::Muster);
        assert!(position.camp(THEM).area.is_some());
        position.active = THEM;
        position.step = Step::Deploy;
        position.order(Order::Muster);
        assert!(ElementId::troops_of(THEM).all(|id| position.on_table(id)), "{list}");
        assert_eq!(position.active, US);
    }
}
