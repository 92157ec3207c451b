//! Hex boards: numbers, directions, distance, cones and exact sight lines.
//!
//! A [`Grid`] knows every hex of a map by a small dense id, [`Hex`]; tables for neighbours are made once.
//! Both usual layouts are served: flat-topped hexes in columns, numbered column first (`0507` is column 5,
//! row 7), and pointy-topped hexes in rows, numbered row first. All arithmetic is in integers.

mod direction;
mod number;
mod queue;
mod reach;
mod sight;
mod spread;

use serde::{Deserialize, Serialize};

use crate::place::Place;

pub use direction::{Direction, Orientation};
pub use number::HexNumber;
pub use queue::Queue;
pub use reach::{Leg, cheapest, reach, retrace};
pub use sight::SightLine;
pub use spread::Spread;

/// A hex of a [`Grid`], as a dense id from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Hex(pub u16);

impl Hex {
    /// The id as an index into arrays with one entry a hex.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A difference of two hexes in axial coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Offset {
    /// Along the first axis: columns on a flat-topped grid.
    pub q: i16,
    /// Along the second axis: rows on a flat-topped grid.
    pub r: i16,
}

impl Offset {
    /// Hex steps from the centre to here.
    #[inline]
    pub fn length(self) -> u16 {
        let (q, r) = (self.q.unsigned_abs(), self.r.unsigned_abs());
        q.max(r).max((self.q + self.r).unsigned_abs())
    }

    fn plus(self, other: Offset, times: i16) -> Offset {
        Offset { q: self.q + other.q * times, r: self.r + other.r * times }
    }

    /// Every offset at most `radius` steps away, nearest first, the centre included.
    pub fn within(radius: u16) -> Vec<Offset> {
        let n = radius as i16;
        let mut all: Vec<Offset> = (-n..=n)
            .flat_map(|q| (-n..=n).map(move |r| Offset { q, r }))
            .filter(|o| o.length() <= radius)
            .collect();
        all.sort_by_key(|o| (o.length(), o.q, o.r));
        all
    }
}

/// The axial step of each direction; the same six vectors serve both orientations, in another order.
const FLAT_STEPS: [Offset; 6] = [
    Offset { q: 0, r: -1 },
    Offset { q: 1, r: -1 },
    Offset { q: 1, r: 0 },
    Offset { q: 0, r: 1 },
    Offset { q: -1, r: 1 },
    Offset { q: -1, r: 0 },
];
const POINTY_STEPS: [Offset; 6] = [
    Offset { q: 1, r: -1 },
    Offset { q: 1, r: 0 },
    Offset { q: 0, r: 1 },
    Offset { q: -1, r: 1 },
    Offset { q: -1, r: 0 },
    Offset { q: 0, r: -1 },
];

/// A map sheet's hexes: how many, how they lie, which touch which.
///
/// ```
/// use engine::hex::{Grid, HexNumber, Orientation};
/// let grid = Grid::new(Orientation::Flat, 40, 30, true);
/// let g = grid.at(HexNumber::new(5, 7)).unwrap();
/// let j = grid.at(HexNumber::new(12, 10)).unwrap();
/// assert_eq!(grid.distance(g, j), 7);
/// ```
#[derive(Clone, Debug)]
pub struct Grid {
    orientation: Orientation,
    columns: u16,
    rows: u16,
    even_shifted: bool,
    axial: Vec<Offset>,
    neighbours: Vec<[u16; 6]>,
    /// For each id, whether the sheet has no such hex; empty for a full rectangle.
    missing: Vec<bool>,
    /// For each id the number printed there, where it is not the usual one; else empty.
    printed: Vec<HexNumber>,
    /// The printed numbers in order, each with its id.
    by_number: Vec<(HexNumber, u16)>,
}

const NOWHERE: u16 = u16::MAX;

impl Grid {
    /// A full rectangle of hexes. With `even_shifted` the even columns (flat) lie half a hex lower, or the
    /// even rows (pointy) half a hex to the right; otherwise the odd ones do.
    pub fn new(orientation: Orientation, columns: u16, rows: u16, even_shifted: bool) -> Self {
        let mut grid = Grid {
            orientation,
            columns,
            rows,
            even_shifted,
            axial: vec![],
            neighbours: vec![],
            missing: vec![],
            printed: vec![],
            by_number: vec![],
        };
        let (lines, places) = grid.lines_and_places();
        for line in 0..lines {
            for place in 0..places {
                grid.axial.push(grid.axial_of(line as i16, place as i16));
            }
        }
        grid.find_neighbours();
        grid
    }

    /// The same sheet without some hexes, such as the last ones of its pushed columns. Their ids stay unused.
    ///
    /// ```
    /// use engine::hex::{Grid, HexNumber, Orientation};
    /// let ragged = Grid::new(Orientation::Flat, 12, 15, true).without([HexNumber::new(2, 15)]);
    /// assert_eq!(ragged.at(HexNumber::new(2, 15)), None);
    /// assert_eq!(ragged.hexes().count(), 179);
    /// ```
    pub fn without(mut self, numbers: impl IntoIterator<Item = HexNumber>) -> Self {
        for number in numbers {
            if let Some(hex) = self.at(number) {
                self.missing.resize(self.axial.len(), false);
                self.missing[hex.index()] = true;
            }
        }
        self.find_neighbours();
        self
    }

    /// The same sheet with these numbers printed on it, line by line: a map may count from east to west, leave
    /// numbers out, or count by letters. Refused unless every hex has a number of its own.
    ///
    /// ```
    /// use engine::hex::{Grid, Hex, HexNumber, Orientation};
    /// let westward = [103, 102, 101, 203, 202, 201].map(HexNumber);
    /// let grid = Grid::new(Orientation::Pointy, 3, 2, true).numbered(westward).unwrap();
    /// assert_eq!(grid.at(HexNumber(103)), Some(Hex(0)));
    /// assert_eq!(grid.number(Hex(5)), HexNumber(201));
    /// ```
    pub fn numbered(mut self, numbers: impl IntoIterator<Item = HexNumber>) -> Result<Self, String> {
        let printed: Vec<HexNumber> = numbers.into_iter().collect();
        if printed.len() != self.len() {
            return Err(format!("{} numbers for {} hexes", printed.len(), self.len()));
        }
        let mut by_number: Vec<(HexNumber, u16)> = (0..printed.len() as u16)
            .filter(|&id| !self.lacks(id))
            .map(|id| (printed[id as usize], id))
            .collect();
        by_number.sort_unstable();
        if let Some(twice) = by_number.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(format!("two hexes have the number {}", twice[0].0));
        }
        (self.printed, self.by_number) = (printed, by_number);
        Ok(self)
    }

    /// The numbers of all ids, line by line, those of missing hexes included.
    pub fn numbers(&self) -> Vec<HexNumber> {
        (0..self.len() as u16).map(|id| self.number(Hex(id))).collect()
    }

    fn find_neighbours(&mut self) {
        let all = 0..self.axial.len() as u16;
        let row = |id: u16| {
            let beyond = |d| self.offset(Hex(id), self.step(d)).map_or(NOWHERE, |h| h.0);
            if self.lacks(id) { [NOWHERE; 6] } else { Direction::ALL.map(beyond) }
        };
        self.neighbours = all.map(row).collect();
    }

    /// Whether the sheet has no hex with this id.
    #[inline]
    fn lacks(&self, id: u16) -> bool {
        !self.missing.is_empty() && self.missing[id as usize]
    }

    fn lines_and_places(&self) -> (u16, u16) {
        match self.orientation {
            Orientation::Flat => (self.columns, self.rows),
            Orientation::Pointy => (self.rows, self.columns),
        }
    }

    /// How far the line with this index from 0 is pushed in units of whole hexes, in axial bookkeeping.
    fn push(&self, line: i16) -> i16 {
        if self.even_shifted { line.div_euclid(2) } else { (line + 1).div_euclid(2) }
    }

    fn axial_of(&self, line: i16, place: i16) -> Offset {
        let along = place - self.push(line);
        match self.orientation {
            Orientation::Flat => Offset { q: line, r: along },
            Orientation::Pointy => Offset { q: along, r: line },
        }
    }

    /// How the hexes lie.
    pub fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// Number of columns.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// Number of rows.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// Whether the even columns (flat) or rows (pointy) are the ones pushed by half a hex.
    pub fn even_shifted(&self) -> bool {
        self.even_shifted
    }

    /// Number of ids: an array with one entry a hex is this long, missing hexes included.
    pub fn len(&self) -> usize {
        self.axial.len()
    }

    /// Whether there is no hex at all.
    pub fn is_empty(&self) -> bool {
        self.axial.is_empty()
    }

    /// Every hex, line by line.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        let missing = self.missing.clone();
        (0..self.axial.len() as u16).map(Hex).filter(move |h| missing.get(h.index()) != Some(&true))
    }

    /// The hex with this printed number, if it is on the map.
    #[inline]
    pub fn at(&self, number: HexNumber) -> Option<Hex> {
        if !self.printed.is_empty() {
            let found = self.by_number.binary_search_by_key(&number, |&(number, _)| number).ok()?;
            return Some(Hex(self.by_number[found].1)).filter(|hex| !self.lacks(hex.0));
        }
        let (lines, places) = self.lines_and_places();
        let (line, place) = (number.line(), number.place());
        (line >= 1 && line <= lines && place >= 1 && place <= places)
            .then(|| Hex((line - 1) * places + place - 1))
            .filter(|hex| !self.lacks(hex.0))
    }

    /// The printed number of a hex.
    #[inline]
    pub fn number(&self, hex: Hex) -> HexNumber {
        match self.printed.get(hex.index()) {
            Some(&number) => number,
            None => {
                let (line, place) = self.line_and_place(hex);
                HexNumber::new(line + 1, place + 1)
            }
        }
    }

    /// The line (column on a flat-topped grid, row on a pointy-topped one) of a hex and its place in it, from 0,
    /// whatever number is printed there.
    #[inline]
    pub fn line_and_place(&self, hex: Hex) -> (u16, u16) {
        let (_, places) = self.lines_and_places();
        (hex.0 / places, hex.0 % places)
    }

    /// Column of a hex, from 1 at the left.
    pub fn column(&self, hex: Hex) -> u16 {
        let (line, place) = self.line_and_place(hex);
        1 + if self.orientation == Orientation::Flat { line } else { place }
    }

    /// Row of a hex, from 1 at the top.
    pub fn row(&self, hex: Hex) -> u16 {
        let (line, place) = self.line_and_place(hex);
        1 + if self.orientation == Orientation::Flat { place } else { line }
    }

    /// The hex across a hexside, if there is one.
    #[inline]
    pub fn neighbour(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        let id = self.neighbours[hex.index()][direction.index()];
        (id != NOWHERE).then_some(Hex(id))
    }

    /// The hexes that touch this one, with the direction that leads there.
    #[inline]
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> + '_ {
        let row = &self.neighbours[hex.index()];
        Direction::ALL
            .into_iter()
            .zip(row.iter().copied())
            .filter(|&(_, id)| id != NOWHERE)
            .map(|(d, id)| (d, Hex(id)))
    }

    /// The steps that lead from one hex to another, where `by` says by which step a hex was entered.
    ///
    /// ```
    /// use engine::hex::{Direction, Grid, Orientation};
    ///
    /// let grid = Grid::new(Orientation::Flat, 4, 4, false);
    /// let (to, start) = (Direction::ALL[0], grid.hexes().last().unwrap());
    /// let end = grid.neighbour(grid.neighbour(start, to).unwrap(), to).unwrap();
    /// assert_eq!(grid.steps(start, end, |_| Some(to)), [to, to]);
    /// assert_eq!(grid.steps(start, start, |_| Some(to)), []);
    /// ```
    pub fn steps(&self, from: Hex, to: Hex, by: impl Fn(Hex) -> Option<Direction>) -> Vec<Direction> {
        let mut steps = vec![];
        let mut at = to;
        while at != from {
            let Some(step) = by(at) else { break };
            steps.push(step);
            let Some(before) = self.neighbour(at, step.opposite()) else { break };
            at = before;
        }
        steps.reverse();
        steps
    }

    /// The places that steps lead through, as far as there are hexes.
    pub fn trail(&self, from: Hex, steps: impl IntoIterator<Item = Direction>) -> Vec<Place> {
        let walk = steps.into_iter().scan(from, |at, step| {
            *at = self.neighbour(*at, step)?;
            Some(self.number(*at).into())
        });
        walk.collect()
    }

    /// The direction from a hex to one that touches it.
    #[inline]
    pub fn towards(&self, from: Hex, to: Hex) -> Option<Direction> {
        self.neighbours[from.index()].iter().position(|&id| id == to.0).map(|i| Direction::new(i as u8))
    }

    /// Fewest hex steps between two hexes.
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u16 {
        self.difference(a, b).length()
    }

    /// The way from `a` to `b` as an offset.
    #[inline]
    pub fn difference(&self, a: Hex, b: Hex) -> Offset {
        let (a, b) = (self.axial[a.index()], self.axial[b.index()]);
        Offset { q: b.q - a.q, r: b.r - a.r }
    }

    /// The hex at an offset, if it is on the map.
    #[inline]
    pub fn offset(&self, from: Hex, offset: Offset) -> Option<Hex> {
        let from = self.axial[from.index()];
        let (q, r) = (from.q + offset.q, from.r + offset.r);
        let (line, place) = match self.orientation {
            Orientation::Flat => (q, r + self.push(q)),
            Orientation::Pointy => (r, q + self.push(r)),
        };
        let (lines, places) = self.lines_and_places();
        (line >= 0 && place >= 0 && line < lines as i16 && place < places as i16)
            .then(|| Hex(line as u16 * places + place as u16))
            .filter(|hex| !self.lacks(hex.0))
    }

    /// The offset of one step in a direction.
    #[inline]
    pub fn step(&self, direction: Direction) -> Offset {
        match self.orientation {
            Orientation::Flat => FLAT_STEPS[direction.index()],
            Orientation::Pointy => POINTY_STEPS[direction.index()],
        }
    }

    /// Every hex at most `radius` steps away, nearest first, the centre included.
    pub fn within(&self, centre: Hex, radius: u16) -> Vec<Hex> {
        Offset::within(radius).into_iter().filter_map(|o| self.offset(centre, o)).collect()
    }

    /// The field of fire of 120 degrees: offsets up to `range` whose centre lies within 60 degrees of the
    /// facing, both boundary rays included; 3 hexes at range 1, 5 at range 2 and so on, nearest first.
    pub fn cone(&self, facing: Direction, range: u16) -> Vec<Offset> {
        let mut cone = vec![];
        for (left, right) in [(facing.turned(5), facing), (facing, facing.turned(1))] {
            for i in 0..=range as i16 {
                for j in 0..=(range as i16 - i) {
                    let offset = Offset { q: 0, r: 0 }.plus(self.step(left), i).plus(self.step(right), j);
                    if (i, j) != (0, 0) && !cone.contains(&offset) {
                        cone.push(offset);
                    }
                }
            }
        }
        cone.sort_by_key(|o: &Offset| (o.length(), o.q, o.r));
        cone
    }

    /// Whether a hex lies on the rim of the map.
    pub fn on_edge(&self, hex: Hex, edge: Edge) -> bool {
        match edge {
            Edge::North => self.row(hex) == 1,
            Edge::South => self.row(hex) == self.rows,
            Edge::West => self.column(hex) == 1,
            Edge::East => self.column(hex) == self.columns,
        }
    }
}

/// An edge of the map sheet.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// Row 1.
    North,
    /// The last row.
    South,
    /// Column 1.
    West,
    /// The last column.
    East,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat() -> Grid {
        Grid::new(Orientation::Flat, 40, 30, true)
    }

    fn hex(grid: &Grid, line: u16, place: u16) -> Hex {
        grid.at(HexNumber::new(line, place)).unwrap()
    }

    #[test]
    fn numbers_and_ids_agree() {
        for grid in [flat(), Grid::new(Orientation::Pointy, 7, 9, false)] {
            for h in grid.hexes() {
                assert_eq!(grid.at(grid.number(h)), Some(h));
            }
            assert_eq!(grid.at(HexNumber::new(0, 1)), None);
            assert_eq!(grid.at(HexNumber::new(41, 1)), None);
        }
    }

    #[test]
    fn even_columns_lie_lower_so_south_east_of_0101_is_0201() {
        let grid = flat();
        let corner = hex(&grid, 1, 1);
        assert_eq!(grid.neighbour(corner, Direction::new(2)), Some(hex(&grid, 2, 1)));
        assert_eq!(grid.neighbour(corner, Direction::new(1)), None);
        assert_eq!(grid.neighbour(hex(&grid, 2, 1), Direction::new(2)), Some(hex(&grid, 3, 2)));
    }

    #[test]
    fn pointy_rows_are_numbered_row_first() {
        let grid = Grid::new(Orientation::Pointy, 5, 4, true);
        let h = hex(&grid, 2, 3);
        assert_eq!((grid.row(h), grid.column(h)), (2, 3));
        assert_eq!(grid.neighbour(h, Direction::new(1)), Some(hex(&grid, 2, 4)));
        // Row 2 is pushed right, so its north-east neighbour is one column on.
        assert_eq!(grid.neighbour(h, Direction::new(0)), Some(hex(&grid, 1, 4)));
    }

    #[test]
    fn neighbours_are_mutual_and_one_step_away() {
        for grid in
            [flat(), Grid::new(Orientation::Pointy, 9, 6, true), Grid::new(Orientation::Flat, 5, 5, false)]
        {
            for a in grid.hexes() {
                for (d, b) in grid.neighbours(a) {
                    assert_eq!(grid.neighbour(b, d.opposite()), Some(a));
                    assert_eq!(grid.distance(a, b), 1);
                    assert_eq!(grid.towards(a, b), Some(d));
                }
            }
        }
    }

    #[test]
    fn cone_has_three_five_seven_nine_hexes() {
        let grid = flat();
        for facing in Direction::ALL {
            let cone = grid.cone(facing, 4);
            let at = |range| cone.iter().filter(|o| o.length() == range).count();
            assert_eq!([at(1), at(2), at(3), at(4)], [3, 5, 7, 9]);
            for d in facing.front() {
                assert!(cone.contains(&grid.step(d)));
            }
        }
    }
}
