//! Exact sight lines: what a straight line from hex to hex meets.

use super::{Offset, POINTY_STEPS};

/// What a straight line from the centre of one hex to the centre of another meets, exactly.
///
/// Two hexes are never both crossed and run beside: a line that runs along a hexside touches the pair of
/// hexes beside it, and crosses neither.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SightLine {
    /// Hexes strictly between the ends whose interior the line crosses.
    pub through: Vec<Offset>,
    /// Pairs of hexes along whose common hexside the line runs.
    pub beside: Vec<(Offset, Offset)>,
    /// Hexsides whose interior the line crosses, each as the two hexes it separates.
    pub crossed: Vec<(Offset, Offset)>,
}

impl SightLine {
    /// The line from the centre to an offset.
    ///
    /// ```
    /// use engine::hex::{Offset, SightLine};
    /// // Two steps straight ahead cross one hex; two steps to a corner hex run along a hexside.
    /// assert_eq!(SightLine::to(Offset { q: 2, r: 0 }).through.len(), 1);
    /// let corner = SightLine::to(Offset { q: 1, r: 1 });
    /// assert!(corner.through.is_empty());
    /// assert_eq!(corner.beside.len(), 1);
    /// ```
    pub fn to(target: Offset) -> SightLine {
        SightLine::among(target, Offset::within(target.length() + 1))
    }

    /// What the line to an offset meets among some hexes.
    pub fn among(target: Offset, hexes: impl IntoIterator<Item = Offset>) -> SightLine {
        let mut line = SightLine::default();
        let start = Offset { q: 0, r: 0 };
        let end = point(target);
        // The farthest a corner can lie from the line through its centre, in units of the cross product.
        let reach = (2 * end.0.abs()).max(end.0.abs() + end.1.abs());
        for hex in hexes {
            if cross(end, point(hex)).abs() > reach {
                continue;
            }
            let corners = corners(hex);
            let signs = corners.map(|c| cross(end, c));
            let (mut low, mut high, mut between) = (0, 0, false);
            for i in 0..6 {
                low = low.min(signs[i]);
                high = high.max(signs[i]);
                let (a, b) = (corners[i], corners[(i + 1) % 6]);
                let (sa, sb) = (signs[i], signs[(i + 1) % 6]);
                let neighbour = hex.plus(POINTY_STEPS[i], 1);
                if sa == 0 && sb == 0 {
                    // The whole hexside lies on the line; it counts if it lies within the segment.
                    if inside(end, dot(end, a), 1) && inside(end, dot(end, b), 1) && hex < neighbour {
                        line.beside.push((hex, neighbour));
                    }
                } else if sa == 0 || sb == 0 || (sa < 0) != (sb < 0) {
                    let along = dot(end, a) * (sa - sb) + (dot(end, b) - dot(end, a)) * sa;
                    if inside(end, along, sa - sb) {
                        between = true;
                        if sa != 0 && sb != 0 && hex < neighbour {
                            line.crossed.push((hex, neighbour));
                        }
                    }
                }
            }
            if low < 0 && high > 0 && between && hex != start && hex != target {
                line.through.push(hex);
            }
        }
        line
    }
}

type Point = (i64, i64);

/// The centre of a hex in a plane stretched so that every centre and corner has whole coordinates.
fn point(o: Offset) -> Point {
    (2 * o.q as i64 + o.r as i64, 3 * o.r as i64)
}

/// The corners clockwise from the top, for pointy-topped hexes; the other layout is the same turned. Across the
/// side from corner `i` to the next lies the neighbour of [`POINTY_STEPS`] `i`.
fn corners(o: Offset) -> [Point; 6] {
    let (x, y) = point(o);
    [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)].map(|(dx, dy)| (x + dx, y + dy))
}

fn cross(a: Point, b: Point) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

fn dot(a: Point, b: Point) -> i64 {
    a.0 * b.0 + a.1 * b.1
}

/// Whether `along / per` lies strictly between 0 and the squared length of the segment.
fn inside(end: Point, along: i64, per: i64) -> bool {
    let (along, per) = if per < 0 { (-along, -per) } else { (along, per) };
    along > 0 && along < dot(end, end) * per
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_along_a_hexside_touches_both_hexes_and_crosses_none() {
        let line = SightLine::to(Offset { q: 2, r: 2 });
        assert_eq!(line.beside.len(), 2);
        assert_eq!(line.through, vec![Offset { q: 1, r: 1 }]);
        assert!(line.crossed.is_empty());
    }

    #[test]
    fn a_straight_line_crosses_each_hexside_on_its_way() {
        let line = SightLine::to(Offset { q: 3, r: 0 });
        assert_eq!(line.through, vec![Offset { q: 1, r: 0 }, Offset { q: 2, r: 0 }]);
        assert_eq!(line.crossed.len(), 3);
        assert!(line.beside.is_empty());
    }

    #[test]
    fn a_line_and_its_reverse_meet_the_same_things() {
        for target in Offset::within(7) {
            let (there, back) = (SightLine::to(target), SightLine::to(Offset { q: -target.q, r: -target.r }));
            let moved = |o: &Offset| Offset { q: o.q + target.q, r: o.r + target.r };
            assert!(back.through.iter().all(|o| there.through.contains(&moved(o))), "{target:?}");
            assert_eq!(there.through.len(), back.through.len());
            assert_eq!(there.beside.len(), back.beside.len());
            assert_eq!(there.crossed.len(), back.crossed.len());
        }
    }

    #[test]
    fn a_line_to_the_knights_hex_crosses_four_hexes() {
        // Offset (2, 1) leaves the first hex through a side, grazes no corner, and is symmetric about its middle.
        let line = SightLine::to(Offset { q: 2, r: 1 });
        assert_eq!(line.through, vec![Offset { q: 1, r: 0 }, Offset { q: 1, r: 1 }]);
        assert_eq!(line.crossed.len(), 3);
        assert!(line.beside.is_empty());
    }
}
