//! A practice ground for tests: elements put down by hand on an empty table, in the movement phase.

use std::sync::{Arc, OnceLock};

use engine::{Rules, Side, Silence};

use crate::element::{ElementId, Units, Whereabouts};
use crate::field::{Feature, Field, Piece, Shape, Span};
use crate::files::Library;
use crate::geometry::{Heading, MU, Point, Pose};
use crate::order::{Leg, Legs, Order};
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::Sheet;

pub(crate) const US: Side = Side::First;
pub(crate) const THEM: Side = Side::Second;

pub(crate) fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::embedded().unwrap())
}

fn sheet() -> Arc<Sheet> {
    static SHEET: OnceLock<Arc<Sheet>> = OnceLock::new();
    SHEET.get_or_init(|| Arc::new(library().sheet("open", None).unwrap())).clone()
}

/// The same printed matter under the first version of the rules.
pub(crate) fn first_rules() -> Arc<Sheet> {
    Arc::new(library().sheet("open", None).unwrap().under(1))
}

/// A length in MU, to the thousandth.
pub(crate) fn mu(length: f64) -> i64 {
    (length * 1_000.0).round() as i64 * (MU / 1_000)
}

pub(crate) fn at(x: f64, y: f64) -> Point {
    Point::new(mu(x), mu(y))
}

pub(crate) fn pose(x: f64, y: f64, degrees: f64) -> Pose {
    Pose::new(at(x, y), Heading::new((degrees * 1_000.0).round() as i32))
}

/// Our movement phase with six PIPs in our first turn; generals of Cavalry stand far behind, everybody else is away.
pub(crate) fn ground() -> Position {
    let mut position = Position::empty(sheet());
    for element in position.elements.present_mut() {
        element.place = Whereabouts::Out;
    }
    position.step = Step::Move;
    position.pips = 6;
    position.turns = 1;
    position.sides[0].turns = 1;
    position.sides[1].turns = 1;
    position.put(US, 0, "3Cv", 19.0, 2.0, 0.0);
    position.put(THEM, 0, "3Cv", 19.0, 36.0, 180.0);
    position
}

impl Position {
    /// Puts an element of a slot down.
    pub(crate) fn put(
        &mut self,
        side: Side,
        slot: usize,
        troop: &str,
        x: f64,
        y: f64,
        degrees: f64,
    ) -> ElementId {
        self.put_at(side, slot, troop, pose(x, y, degrees))
    }

    pub(crate) fn put_at(&mut self, side: Side, slot: usize, troop: &str, pose: Pose) -> ElementId {
        let id = ElementId::of(side, slot);
        let troop = self.sheet.troop_of(troop).unwrap_or_else(|| panic!("no troops {troop}"));
        let element = self.element_mut(id);
        element.troop = troop;
        element.place = Whereabouts::Table;
        element.pose = pose;
        id
    }

    /// Adds an oval of terrain.
    pub(crate) fn oval(&mut self, feature: Feature, x: f64, y: f64, length: f64, width: f64) {
        let span = Span { centre: at(x, y), heading: Heading::NORTH, length: mu(length), width: mu(width) };
        self.add(Piece { feature, shape: Shape::Oval(span) });
    }

    /// Adds a straight river or road from west to east, or from south to north.
    pub(crate) fn line(&mut self, feature: Feature, north: bool, middle: f64, width: f64) {
        let (low, high) = (mu(middle - width / 2.0), mu(middle + width / 2.0));
        let end = 38 * MU;
        let cuts = match north {
            true => {
                vec![[Point::new(low, 0), Point::new(high, 0)], [Point::new(low, end), Point::new(high, end)]]
            }
            false => {
                vec![[Point::new(0, high), Point::new(0, low)], [Point::new(end, high), Point::new(end, low)]]
            }
        };
        self.add(Piece { feature, shape: Shape::Chain(cuts) });
    }

    pub(crate) fn add(&mut self, piece: Piece) {
        let mut pieces = self.field.plain();
        pieces.push(piece);
        self.field = Field::of(pieces).expect("a proper outline");
    }

    pub(crate) fn set_camp(&mut self, side: Side, least: Point, most: Point) {
        self.camps[side.index()].area = Some([least, most]);
    }

    pub(crate) fn stand_in_camp(&mut self, side: Side, slot: usize, troop: &str, camp: Side) -> ElementId {
        let id = self.put(side, slot, troop, 0.0, 0.0, 0.0);
        self.element_mut(id).place = Whereabouts::Camp(camp);
        self.camps[camp.index()].captured = side != camp;
        id
    }

    /// Whether a single element may go straight to a pose.
    pub(crate) fn goes(&self, id: ElementId, to: Pose) -> Result<(), Refusal> {
        self.may_march(&Units::one(id), &[Leg::To(to)]).map(drop)
    }

    pub(crate) fn marches(&self, ids: &[ElementId], legs: &[Leg]) -> Result<(), Refusal> {
        self.may_march(&units(ids), legs).map(drop)
    }

    /// Plays an order that must be legal.
    pub(crate) fn order(&mut self, order: Order) {
        if let Err(objection) = self.check(&order) {
            panic!("{order:?}: {objection}");
        }
        self.play(&order, &mut Silence);
    }

    pub(crate) fn march(&mut self, ids: &[ElementId], legs: &[Leg]) {
        self.order(Order::March { units: units(ids), legs: Legs::of(legs) });
    }

    /// A close combat between two, with these dice.
    pub(crate) fn clash(&mut self, one: ElementId, other: ElementId, dice: [u8; 2]) {
        self.step = Step::Fight;
        self.begin_fight(one, other, &mut Silence);
        self.resolve(dice, &mut Silence);
    }

    pub(crate) fn is_lost(&self, id: ElementId) -> bool {
        self.element(id).place == Whereabouts::Lost
    }

    pub(crate) fn at(&self, id: ElementId) -> Pose {
        self.element(id).pose
    }
}

pub(crate) fn units(ids: &[ElementId]) -> Units {
    ids.iter().copied().collect()
}
