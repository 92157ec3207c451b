//! The ground: pieces of terrain, their outlines, and what is good or bad going (2.3, R5 to R8, R20, R144).

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::geometry::{
    Convex, Extent, Heading, Point, Polygon, QUARTER, cuts, distance_to_segment, overlap, properly_cross,
    rounded_quotient, wholly_in,
};

/// A type of terrain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
#[expect(missing_docs, reason = "the types are known by their names")]
pub enum Feature {
    Road,
    River,
    Waterway,
    GentleHill,
    SteepHill,
    Woods,
    Marsh,
    Rough,
    Dunes,
    Oasis,
}

impl Feature {
    /// Every type.
    pub const ALL: [Feature; 10] = [
        Feature::Road,
        Feature::River,
        Feature::Waterway,
        Feature::GentleHill,
        Feature::SteepHill,
        Feature::Woods,
        Feature::Marsh,
        Feature::Rough,
        Feature::Dunes,
        Feature::Oasis,
    ];

    /// Its word in files: "gentle-hill".
    pub const fn code(self) -> &'static str {
        match self {
            Feature::Road => "road",
            Feature::River => "river",
            Feature::Waterway => "waterway",
            Feature::GentleHill => "gentle-hill",
            Feature::SteepHill => "steep-hill",
            Feature::Woods => "woods",
            Feature::Marsh => "marsh",
            Feature::Rough => "rough",
            Feature::Dunes => "dunes",
            Feature::Oasis => "oasis",
        }
    }

    /// Its name for people: "gentle hill".
    pub const fn name(self) -> &'static str {
        match self {
            Feature::GentleHill => "gentle hill",
            Feature::SteepHill => "steep hill",
            _ => self.code(),
        }
    }

    /// The type of a word.
    pub fn named(code: &str) -> Option<Feature> {
        Feature::ALL.into_iter().find(|feature| feature.code() == code)
    }

    /// Whether it is a piece of ground and not a line across the table.
    pub const fn is_area(self) -> bool {
        !matches!(self, Feature::Road | Feature::River | Feature::Waterway)
    }

    /// Whether it is bad going (2.3, R6); dunes and oasis are good for camels.
    #[inline]
    pub const fn is_bad(self, camels: bool) -> bool {
        match self {
            Feature::Woods | Feature::SteepHill | Feature::Marsh | Feature::Rough => true,
            Feature::Dunes | Feature::Oasis => !camels,
            _ => false,
        }
    }

    /// Whether it has a crest.
    pub const fn is_hill(self) -> bool {
        matches!(self, Feature::GentleHill | Feature::SteepHill)
    }
}

/// The shape of a piece.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// An oval, drawn with sixteen corners; its length lies along the heading.
    Oval(Span),
    /// A rectangle, for ploughed Rough.
    Rectangle(Span),
    /// A chain of quadrilaterals between cuts; of each cut the left end first, going along the chain (R144).
    Chain(Vec<[Point; 2]>),
}

/// Where an area piece lies and how large it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Span {
    /// Its centre.
    pub centre: Point,
    /// Where its length points.
    pub heading: Heading,
    /// Its length.
    pub length: i64,
    /// Its width, not more than its length.
    pub width: i64,
}

/// A piece of terrain.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// What it is.
    pub feature: Feature,
    /// Its shape.
    pub shape: Shape,
}

/// A piece on the table with its outline.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Laid {
    /// The piece.
    pub piece: Piece,
    /// Its outline: one figure, or the quadrilaterals of a chain.
    pub outlines: Vec<Polygon>,
    /// The crest of a hill.
    pub crest: Option<[Point; 2]>,
    extent: Extent,
}

/// Corners of an oval.
const OVAL_CORNERS: i32 = 16;

impl Laid {
    /// A piece with its outline; none if that is not strictly convex.
    pub fn new(piece: Piece) -> Option<Laid> {
        let outlines = match &piece.shape {
            Shape::Oval(span) => vec![Polygon::new(oval(span))?],
            Shape::Rectangle(span) => vec![Polygon::new(rectangle(span))?],
            Shape::Chain(cuts) => {
                let quad = |pair: &[[Point; 2]]| {
                    // Going along the chain the left bank leads out and the right one back: clockwise.
                    Polygon::new(vec![pair[0][0], pair[1][0], pair[1][1], pair[0][1]])
                };
                cuts.windows(2).map(quad).collect::<Option<Vec<_>>>()?
            }
        };
        let all: Vec<Point> = outlines.iter().flat_map(|outline| outline.corners().iter().copied()).collect();
        if all.is_empty() {
            return None;
        }
        let crest = match &piece.shape {
            // The crest is half as long as the hill (house).
            Shape::Oval(span) | Shape::Rectangle(span) if piece.feature.is_hill() => {
                let ahead = span.heading.ahead().scaled(span.length / 4, QUARTER);
                Some([span.centre - ahead, span.centre + ahead])
            }
            _ => None,
        };
        Some(Laid { extent: Extent::of(&all), piece, outlines, crest })
    }

    /// The same area piece about another centre; lines across the table are not moved.
    pub fn about(&self, centre: Point) -> Option<Laid> {
        let (Shape::Oval(span) | Shape::Rectangle(span)) = &self.piece.shape else { return None };
        let (span, by) = (Span { centre, ..*span }, centre - span.centre);
        let shape = match &self.piece.shape {
            Shape::Rectangle(_) => Shape::Rectangle(span),
            _ => Shape::Oval(span),
        };
        Some(Laid {
            piece: Piece { feature: self.piece.feature, shape },
            outlines: self.outlines.iter().map(|outline| outline.shifted(by)).collect(),
            crest: self.crest.map(|crest| crest.map(|end| end + by)),
            extent: self.extent.shifted(by),
        })
    }

    /// What it is.
    #[inline]
    pub fn feature(&self) -> Feature {
        self.piece.feature
    }

    /// The box around it.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// Whether some of a figure is in it (R5).
    #[inline]
    pub fn holds_some_of(&self, figure: &impl Convex) -> bool {
        self.extent.meets(&figure.extent()) && self.outlines.iter().any(|outline| overlap(outline, figure))
    }

    /// Whether all of these points are in it or on its edge; only area pieces can hold a whole base.
    pub fn holds_all_of(&self, points: &[Point]) -> bool {
        self.outlines.iter().any(|outline| wholly_in(points, outline.corners()))
    }

    /// Whether a line cuts it, or its crest if it is a hill (R35).
    pub fn blocks_sight(&self, from: Point, to: Point) -> bool {
        match self.crest {
            Some(crest) => properly_cross(crest, [from, to]),
            None => self.outlines.iter().any(|outline| cuts(from, to, outline.corners())),
        }
    }

    /// The two banks of a chain, quadrilateral by quadrilateral.
    pub fn banks(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        let cuts = match &self.piece.shape {
            Shape::Chain(cuts) => cuts.as_slice(),
            _ => &[],
        };
        cuts.windows(2).flat_map(|pair| [[pair[0][0], pair[1][0]], [pair[0][1], pair[1][1]]])
    }

    /// The middle line of a chain.
    pub fn middle_line(&self) -> Vec<Point> {
        match &self.piece.shape {
            Shape::Chain(cuts) => cuts.iter().map(|&[a, b]| middle(a, b)).collect(),
            _ => vec![],
        }
    }
}

pub(crate) fn middle(a: Point, b: Point) -> Point {
    let sum = a + b;
    Point::new(rounded_quotient(sum.x.into(), 2), rounded_quotient(sum.y.into(), 2))
}

fn oval(span: &Span) -> Vec<Point> {
    let ahead = span.heading.ahead();
    let right = ahead.right();
    let corner = |k: i32| {
        let round = Heading::new(k * 360_000 / OVAL_CORNERS).ahead();
        // Twice the product of a half axis with sine or cosine, both times a quarter of a MU.
        let along = span.length as i128 * round.y as i128;
        let across = span.width as i128 * round.x as i128;
        let whole = 2 * (QUARTER as i128) * (QUARTER as i128);
        let coordinate = |a: i64, b: i64| rounded_quotient(a as i128 * along + b as i128 * across, whole);
        span.centre + Point::new(coordinate(ahead.x, right.x), coordinate(ahead.y, right.y))
    };
    (0..OVAL_CORNERS).map(corner).collect()
}

fn rectangle(span: &Span) -> Vec<Point> {
    let along = span.heading.ahead().scaled(span.length, 2 * QUARTER);
    let across = span.heading.ahead().right().scaled(span.width, 2 * QUARTER);
    let c = span.centre;
    vec![c + along - across, c + along + across, c - along + across, c - along - across]
}

/// All terrain of a table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Field {
    /// The pieces in the order they were placed.
    pub pieces: Vec<Laid>,
}

impl Field {
    /// A table with these pieces; none if one of them has no proper outline.
    pub fn of(pieces: impl IntoIterator<Item = Piece>) -> Option<Arc<Field>> {
        let pieces = pieces.into_iter().map(Laid::new).collect::<Option<Vec<_>>>()?;
        Some(Arc::new(Field { pieces }))
    }

    /// The pieces of a type.
    pub fn of_type(&self, feature: Feature) -> impl Iterator<Item = &Laid> + '_ {
        self.pieces.iter().filter(move |laid| laid.feature() == feature)
    }

    /// Whether some of a figure is in terrain of a type.
    #[inline]
    pub fn touches(&self, feature: Feature, figure: &impl Convex) -> bool {
        self.of_type(feature).any(|laid| laid.holds_some_of(figure))
    }

    /// Whether some of a figure is in bad going.
    #[inline]
    pub fn bad_under(&self, figure: &impl Convex, camels: bool) -> bool {
        self.pieces.iter().any(|laid| laid.feature().is_bad(camels) && laid.holds_some_of(figure))
    }

    /// Whether all corners of a base are in one piece of these types.
    pub fn wholly_in(&self, features: &[Feature], corners: &[Point]) -> bool {
        self.pieces.iter().any(|laid| features.contains(&laid.feature()) && laid.holds_all_of(corners))
    }

    /// How near a point is to the river; none without one.
    pub fn distance_to_river(&self, point: Point) -> Option<i64> {
        let to_bank = |[a, b]: [Point; 2]| distance_to_segment(point, a, b);
        let river = self.of_type(Feature::River).next()?;
        if river.holds_all_of(&[point]) {
            return Some(0);
        }
        river.banks().map(to_bank).min()
    }

    /// The direction of the bank of the river nearest to a point.
    pub fn nearest_bank(&self, point: Point) -> Option<Point> {
        let banks = self.of_type(Feature::River).flat_map(Laid::banks);
        banks.min_by_key(|&[a, b]| distance_to_segment(point, a, b)).map(|[a, b]| b - a)
    }

    /// Whether a straight way lies on roads from end to end (R43).
    pub fn on_road(&self, from: Point, to: Point) -> bool {
        let quads = || self.of_type(Feature::Road).flat_map(|road| &road.outlines);
        let whole = (to - from).length();
        let on = |point: Point| quads().any(|quad| wholly_in(&[point], quad.corners()));
        // The way is short and roads are at least a MU wide: a look at every eighth of a MU finds every gap.
        let steps = (whole / (crate::geometry::MU / 8)).max(1);
        (0..=steps).all(|step| on(from + (to - from).scaled(step, steps)))
    }

    /// The direction of the road under a point.
    pub fn road_direction(&self, point: Point) -> Option<Point> {
        self.of_type(Feature::Road).find_map(|road| {
            let quad = road.outlines.iter().position(|quad| wholly_in(&[point], quad.corners()))?;
            let line = road.middle_line();
            Some(line[quad + 1] - line[quad])
        })
    }
}

#[cfg(test)]
mod tests;
