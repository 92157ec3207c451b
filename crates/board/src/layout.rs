//! Where hexes lie on the sheet. The only floats of the project that stand for places on a map are here.

use std::ops::{Add, Mul, Sub};

use engine::hex::{Direction, Grid, Hex, HexNumber, Orientation};
use engine::place::Place;
use engine::scene::Landscape;

use crate::tabletop::{RIM, spot};

/// From the centre of a hex to its corners, in units of the drawing.
pub const RADIUS: f64 = 36.0;
/// From the centre of a hex to the middle of its sides.
pub const INRADIUS: f64 = RADIUS * HALF_ROOT_3;
/// The strip of ground around the hexes, up to the frame.
pub const BLEED: f64 = 16.0;

const HALF_ROOT_3: f64 = 0.866_025_403_784_438_6;

/// A point of the drawing, or a vector between two; y runs down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// The point with these coordinates.
    pub const fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    /// Its distance from the origin.
    pub fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    pub(crate) fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The vector of length 1 in the same direction; east if it has none.
    pub(crate) fn unit(self) -> Point {
        let length = self.length();
        if length < 1e-9 { Point::new(1.0, 0.0) } else { self * (1.0 / length) }
    }

    /// Turned a quarter clockwise.
    pub(crate) fn quarter(self) -> Point {
        Point::new(-self.y, self.x)
    }

    /// The way from here to another point, as far as this fraction.
    pub(crate) fn towards(self, other: Point, fraction: f64) -> Point {
        self + (other - self) * fraction
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, times: f64) -> Point {
        Point::new(self.x * times, self.y * times)
    }
}

/// Corner and side vectors are written out instead of taken from sines, so that every machine agrees.
const FLAT_CORNERS: [Point; 6] = [
    Point::new(-0.5, -HALF_ROOT_3),
    Point::new(0.5, -HALF_ROOT_3),
    Point::new(1.0, 0.0),
    Point::new(0.5, HALF_ROOT_3),
    Point::new(-0.5, HALF_ROOT_3),
    Point::new(-1.0, 0.0),
];
const POINTY_CORNERS: [Point; 6] = [
    Point::new(0.0, -1.0),
    Point::new(HALF_ROOT_3, -0.5),
    Point::new(HALF_ROOT_3, 0.5),
    Point::new(0.0, 1.0),
    Point::new(-HALF_ROOT_3, 0.5),
    Point::new(-HALF_ROOT_3, -0.5),
];

/// The six corners of a hex of radius 1 about the origin; side `d` runs from corner `d` to corner `d + 1`.
pub(crate) fn unit_corners(orientation: Orientation) -> [Point; 6] {
    match orientation {
        Orientation::Flat => FLAT_CORNERS,
        Orientation::Pointy => POINTY_CORNERS,
    }
}

/// The vector of length 1 from the centre of a hex through the middle of a side.
pub(crate) fn heading(orientation: Orientation, direction: Direction) -> Point {
    let corners = unit_corners(orientation);
    let d = direction.index();
    (corners[d] + corners[(d + 1) % 6]).unit()
}

/// Where the hexes of a map lie on its sheet.
///
/// ```
/// use board::layout::Layout;
/// use engine::hex::{HexNumber, Orientation};
/// let sheet = Layout::new(Orientation::Flat, 40, 30, true);
/// let (a, b) = (sheet.place(HexNumber::new(1, 1)).unwrap(), sheet.place(HexNumber::new(1, 2)).unwrap());
/// assert!(a.x == b.x && a.y < b.y);
/// ```
#[derive(Clone, Debug)]
pub struct Layout {
    grid: Grid,
    /// Width and depth of an open table, in thousandths of its unit.
    table: Option<[i32; 2]>,
}

impl Layout {
    /// The layout of a grid of hexes.
    pub fn new(orientation: Orientation, columns: u16, rows: u16, even_shifted: bool) -> Self {
        Layout { grid: Grid::new(orientation, columns, rows, even_shifted), table: None }
    }

    /// The layout of a map; where its terrain is `void` there is no hex.
    pub fn of(land: &Landscape) -> Self {
        let grid = land.grid();
        let is_void = |hex: &Hex| land.terrain.get(hex.index()) == Some(&"void");
        let void: Vec<HexNumber> = grid.hexes().filter(is_void).map(|hex| grid.number(hex)).collect();
        let table = land.table.as_ref().map(|table| [table.width, table.depth]);
        Layout { grid: grid.without(void), table }
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Width and height of the sheet, the strip around the hexes or the cloth included.
    pub fn size(&self) -> Point {
        if let Some(table) = self.table {
            return spot(table) + Point::new(RIM, RIM);
        }
        let (columns, rows) = (f64::from(self.grid.columns()), f64::from(self.grid.rows()));
        let (along, across) = match self.grid.orientation() {
            Orientation::Flat => (columns, rows),
            Orientation::Pointy => (rows, columns),
        };
        // Nothing is pushed where there is only one line of hexes.
        let push = if along > 1.0 { INRADIUS } else { 0.0 };
        let lines = (along - 1.0).max(0.0) * 1.5 * RADIUS + 2.0 * RADIUS;
        let places = across * 2.0 * INRADIUS + push;
        let (width, height) = match self.grid.orientation() {
            Orientation::Flat => (lines, places),
            Orientation::Pointy => (places, lines),
        };
        Point::new(width + 2.0 * BLEED, height + 2.0 * BLEED)
    }

    /// The centre of a hex.
    pub fn centre(&self, hex: Hex) -> Point {
        let (line, place) = self.grid.line_and_place(hex);
        let pushed = (line % 2 == 1) == self.grid.even_shifted();
        let single = match self.grid.orientation() {
            Orientation::Flat => self.grid.columns() == 1,
            Orientation::Pointy => self.grid.rows() == 1,
        };
        let push = if pushed && !single { INRADIUS } else { 0.0 };
        let across = BLEED + RADIUS + f64::from(line) * 1.5 * RADIUS;
        let along = BLEED + INRADIUS + f64::from(place) * 2.0 * INRADIUS + push;
        match self.grid.orientation() {
            Orientation::Flat => Point::new(across, along),
            Orientation::Pointy => Point::new(along, across),
        }
    }

    /// The centre of a place, if it is on the map; of a pose on an open table the middle of the front.
    pub fn place(&self, place: impl Into<Place>) -> Option<Point> {
        match place.into() {
            Place::Hex(number) => self.grid.at(number).map(|hex| self.centre(hex)),
            Place::Pose(pose) => self.table.map(|_| spot([pose.x, pose.y])),
            Place::Box(_) => None,
        }
    }

    /// The corners of a hex, clockwise; side `d` runs from corner `d` to corner `d + 1`.
    pub fn corners(&self, hex: Hex) -> [Point; 6] {
        let centre = self.centre(hex);
        unit_corners(self.grid.orientation()).map(|c| centre + c * RADIUS)
    }

    /// The two ends of a hexside.
    pub fn side(&self, hex: Hex, direction: Direction) -> (Point, Point) {
        let corners = self.corners(hex);
        (corners[direction.index()], corners[(direction.index() + 1) % 6])
    }

    /// The vector of length 1 from a centre through the middle of a side.
    pub fn heading(&self, direction: Direction) -> Point {
        heading(self.grid.orientation(), direction)
    }

    /// Whether a point lies in a hex, or no farther outside than `slack`.
    pub(crate) fn holds(&self, hex: Hex, point: Point, slack: f64) -> bool {
        let from_centre = point - self.centre(hex);
        Direction::ALL.into_iter().all(|d| from_centre.dot(self.heading(d)) <= INRADIUS + slack)
    }

    /// The hexes that meet at the corner of a hex which begins the side `d`, itself first.
    pub(crate) fn about_corner(&self, hex: Hex, d: Direction) -> [Option<Hex>; 3] {
        [Some(hex), self.grid.neighbour(hex, d.turned(5)), self.grid.neighbour(hex, d)]
    }

    /// The outlines of a region of hexes as closed runs of hexsides, clockwise around the region.
    pub(crate) fn outlines(&self, inside: impl Fn(Hex) -> bool) -> Vec<Vec<(Hex, Direction)>> {
        let rim = |hex: Hex, d: Direction| self.grid.neighbour(hex, d).is_none_or(|n| !inside(n));
        let mut seen = vec![[false; 6]; self.grid.len()];
        let mut outlines = vec![];
        for hex in self.grid.hexes().filter(|&h| inside(h)) {
            for d in Direction::ALL {
                if !rim(hex, d) || seen[hex.index()][d.index()] {
                    continue;
                }
                let mut outline = vec![];
                let (mut at, mut side) = (hex, d);
                while !seen[at.index()][side.index()] {
                    seen[at.index()][side.index()] = true;
                    outline.push((at, side));
                    // Turn at the corner until the next hexside of the rim.
                    side = side.turned(1);
                    while !rim(at, side) {
                        let Some(next) = self.grid.neighbour(at, side) else { break };
                        at = next;
                        side = side.turned(4);
                    }
                }
                outlines.push(outline);
            }
        }
        outlines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layouts() -> Vec<Layout> {
        let mut all = vec![];
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            for even_shifted in [true, false] {
                all.push(Layout::new(orientation, 7, 6, even_shifted));
            }
        }
        all
    }

    #[test]
    fn neighbours_lie_at_equal_distance_in_their_direction() {
        for sheet in layouts() {
            for hex in sheet.grid().hexes() {
                for (d, other) in sheet.grid().neighbours(hex) {
                    let way = sheet.centre(other) - sheet.centre(hex);
                    assert!((way.length() - 2.0 * INRADIUS).abs() < 1e-6, "{way:?}");
                    assert!((way.unit() - sheet.heading(d)).length() < 1e-6, "{d:?} {way:?}");
                }
            }
        }
    }

    #[test]
    fn neighbours_share_the_ends_of_their_hexside() {
        for sheet in layouts() {
            for hex in sheet.grid().hexes() {
                for (d, other) in sheet.grid().neighbours(hex) {
                    let (a, b) = sheet.side(hex, d);
                    let (c, e) = sheet.side(other, d.opposite());
                    assert!((a - e).length() < 1e-6 && (b - c).length() < 1e-6);
                }
            }
        }
    }

    #[test]
    fn every_corner_lies_on_the_sheet() {
        for sheet in layouts() {
            let size = sheet.size();
            for hex in sheet.grid().hexes() {
                for c in sheet.corners(hex) {
                    assert!(c.x > 0.0 && c.y > 0.0 && c.x < size.x && c.y < size.y);
                }
            }
        }
    }

    #[test]
    fn an_outline_runs_once_around_its_region() {
        for sheet in layouts() {
            let middle = sheet.grid().at(HexNumber::new(3, 3)).unwrap();
            let ring = |h: Hex| sheet.grid().distance(middle, h) == 1;
            let outlines = sheet.outlines(ring);
            let mut lengths: Vec<usize> = outlines.iter().map(Vec::len).collect();
            lengths.sort_unstable();
            assert_eq!(lengths, [6, 18], "inner and outer rim of a ring of six hexes");
            for outline in outlines {
                for (i, &(hex, side)) in outline.iter().enumerate() {
                    let (next, next_side) = outline[(i + 1) % outline.len()];
                    let gap = sheet.side(hex, side).1 - sheet.side(next, next_side).0;
                    assert!(gap.length() < 1e-6);
                }
            }
        }
    }
}
