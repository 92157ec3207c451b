//! How far a figure can run straight on before it touches another.

use super::convex::{edges, outward};
use super::{Point, SLACK, rounded_quotient};

/// How far a figure runs along `way` before it touches an obstacle, as a fraction of the way, never negative; none if
/// it never does. Whoever asks has made sure that the sweep truly enters the obstacle.
pub fn run_until_touching(mover: &[Point], way: Point, obstacle: &[Point]) -> Option<(i128, i128)> {
    let mut least: Option<(i128, i128)> = None;
    let mut take = |part: i128, whole: i128| {
        let part = part.max(0);
        if least.is_none_or(|(p, w)| part * w < p * whole) {
            least = Some((part, whole));
        }
    };
    for (points, figure, way) in [(mover, obstacle, way), (obstacle, mover, -way)] {
        for (a, b) in edges(figure) {
            let (edge, out) = (b - a, outward(a, b));
            // Only edges that face the runner are entered; one already in the slack of such an edge touches.
            let whole = -way.dot(out);
            if whole <= 0 {
                continue;
            }
            let slack = 2 * SLACK * out.length();
            for &point in points {
                let part = (point - a).dot(out);
                // Where on the edge the ray meets it, as a fraction of the edge.
                let on = (a - point).cross(way) as i128;
                let size = way.cross(edge) as i128;
                let (on, size) = if size < 0 { (-on, -size) } else { (on, size) };
                if (0..=size).contains(&on) && part >= -slack {
                    take(part as i128, whole as i128);
                }
            }
        }
    }
    least
}

/// The way that such a fraction of `way` is, rounded.
pub(crate) fn part_of(way: Point, (part, whole): (i128, i128)) -> Point {
    let share = |coordinate: i64| rounded_quotient(coordinate as i128 * part, whole);
    Point::new(share(way.x), share(way.y))
}

#[cfg(test)]
mod tests {
    use super::super::{Base, Heading, MU, Pose};
    use super::*;

    fn base(x: i64, y: i64, degrees: i32) -> Base {
        Base::new(Pose::new(Point::new(x * MU, y * MU), Heading::degrees(degrees)), 4)
    }

    #[test]
    fn a_base_runs_until_edges_or_corners_meet() {
        let mover = base(10, 10, 0);
        let way = mover.q;
        let run = |obstacle: &Base| {
            run_until_touching(&mover.corners, way, &obstacle.corners).map(|part| part_of(way, part).y)
        };
        assert_eq!(run(&base(10, 14, 180)), Some(4 * MU), "front to front");
        assert_eq!(run(&base(11, 14, 0)), Some(3 * MU), "front to rear, one MU aside");
        assert_eq!(run(&base(10, 8, 0)), None, "behind it");
        let tilted = run(&base(10, 14, 135)).unwrap();
        assert!((3 * MU..4 * MU).contains(&tilted), "{tilted}");
    }
}
