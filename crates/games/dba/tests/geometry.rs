//! The geometry against a slow oracle of another make: exact whole numbers and fractions, Minkowski differences,
//! clipping without rounding, on random placements. The oracle starts from the stored corners.

use dba::geometry::{
    Base, Edge, Ground, Heading, MU, Point, Pose, SLACK, clip_to, cuts, gap, overlap, run_until_touching,
    wholly_in, within,
};
use engine::Generator;

const PLACEMENTS: u32 = 100_000;

/// What lies this near to a limit may be decided either way: roundings of roots and crossings.
const NEAR: i64 = 30;

fn number(generator: &mut Generator, low: i64, high: i64) -> i64 {
    low + i64::from(generator.below((high - low + 1) as u32))
}

/// Half of the headings are those players use, where edges are parallel.
fn heading(generator: &mut Generator) -> Heading {
    match generator.below(2) {
        0 => Heading::degrees(15 * generator.below(24) as i32),
        _ => Heading::new(generator.below(360_000) as i32),
    }
}

fn base(generator: &mut Generator, around: i64) -> Base {
    let mut at = || 19 * MU + number(generator, -around, around);
    let at = Point::new(at(), at());
    let depth = [3, 4, 6, 8, 12, 16][generator.below(6) as usize];
    Base::new(Pose::new(at, heading(generator)), depth)
}

/// A second base: anywhere near, or a hair from an exact place beside the first.
fn companion(generator: &mut Generator, first: &Base) -> Base {
    let places = [first.front_place(), first.rear_place(), first.beside_place(dba::geometry::Hand::Left)];
    let depth = [3, 4, 6, 8][generator.below(4) as usize];
    match generator.below(3) {
        0 => {
            let mut pose = places[generator.below(3) as usize];
            pose.at =
                pose.at + Point::new(number(generator, -4_000, 4_000), number(generator, -4_000, 4_000));
            Base::new(pose, depth)
        }
        _ => base(generator, 4 * MU),
    }
}

// ---- The oracle

type Wide = i128;

fn cross(o: Point, a: Point, b: Point) -> Wide {
    let (a, b) = (a - o, b - o);
    Wide::from(a.x) * Wide::from(b.y) - Wide::from(a.y) * Wide::from(b.x)
}

/// Gift wrapping, counter-clockwise.
fn wrap(points: &[Point]) -> Vec<Point> {
    let start = *points.iter().min_by_key(|p| (p.x, p.y)).unwrap();
    let mut hull = vec![start];
    loop {
        let here = *hull.last().unwrap();
        let mut next = points.iter().copied().find(|&p| p != here).unwrap_or(here);
        for &p in points {
            let turn = cross(here, next, p);
            let far = |q: Point| (Wide::from((q - here).x)).pow(2) + Wide::from((q - here).y).pow(2);
            if turn < 0 || (turn == 0 && far(p) > far(next)) {
                next = p;
            }
        }
        if next == start || hull.len() > points.len() {
            return hull;
        }
        hull.push(next);
    }
}

/// How deep two figures sink into one another, by the Minkowski difference: the least distance of the origin from an
/// edge of it, squared and compared with a limit; outside is never deeper.
fn sinks_deeper(one: &[Point], other: &[Point], limit: i64) -> bool {
    let differences: Vec<Point> = one.iter().flat_map(|&a| other.iter().map(move |&b| a - b)).collect();
    let hull = wrap(&differences);
    (0..hull.len()).all(|i| {
        let (a, b) = (hull[i], hull[(i + 1) % hull.len()]);
        let inside = cross(a, b, Point::default());
        let edge = b - a;
        let square = Wide::from(edge.x).pow(2) + Wide::from(edge.y).pow(2);
        let limit = Wide::from(limit);
        match limit < 0 {
            true => inside > 0 || inside * inside < limit * limit * square,
            false => inside > 0 && inside * inside > limit * limit * square,
        }
    })
}

/// Whether two figures are no farther apart than a limit, by exact squares.
fn near(one: &[Point], other: &[Point], limit: i64) -> bool {
    if sinks_deeper(one, other, 0) {
        return true;
    }
    let limit = Wide::from(limit);
    let close = |p: Point, a: Point, b: Point| {
        let (edge, way) = (b - a, p - a);
        let dot = |u: Point, v: Point| Wide::from(u.x) * Wide::from(v.x) + Wide::from(u.y) * Wide::from(v.y);
        let along = dot(way, edge);
        let square = dot(edge, edge);
        if along <= 0 {
            dot(way, way) <= limit * limit
        } else if along >= square {
            dot(p - b, p - b) <= limit * limit
        } else {
            let beside = cross(a, b, p);
            beside * beside <= limit * limit * square
        }
    };
    let one_way = |points: &[Point], figure: &[Point]| {
        points.iter().any(|&p| (0..figure.len()).any(|i| close(p, figure[i], figure[(i + 1) % figure.len()])))
    };
    one_way(one, other) || one_way(other, one)
}

// ---- The comparisons

#[test]
fn bases_and_grounds_overlap_as_the_oracle_says() {
    let mut generator = Generator::new(17, 1);
    let (mut yes, mut undecided) = (0, 0);
    for _ in 0..PLACEMENTS {
        let a = base(&mut generator, 4 * MU);
        let b = companion(&mut generator, &a);
        let said = a.overlaps(&b);
        assert_eq!(said, overlap(&a, &b));
        assert_eq!(said, b.overlaps(&a));
        let deeper = |limit| sinks_deeper(&a.corners, &b.corners, limit);
        if deeper(SLACK - NEAR) == deeper(SLACK + NEAR) {
            assert_eq!(said, deeper(SLACK), "{a:?} {b:?}");
        } else {
            undecided += 1;
        }
        yes += u32::from(said);
        let c = base(&mut generator, 4 * MU);
        let ground = Ground::between(&a, &c);
        let mut both = a.corners.to_vec();
        both.extend(c.corners);
        let deeper = |limit| sinks_deeper(&wrap(&both), &b.corners, limit);
        if deeper(SLACK - NEAR) == deeper(SLACK + NEAR) {
            assert_eq!(overlap(&ground, &b), deeper(SLACK), "{a:?} to {c:?}, {b:?}");
        }
    }
    assert!(yes > 20_000 && yes < 80_000, "{yes} overlap");
    assert!(undecided < 2_000, "{undecided} within a hair");
}

#[test]
fn gaps_are_as_the_oracle_says() {
    let mut generator = Generator::new(17, 2);
    for _ in 0..PLACEMENTS {
        let a = base(&mut generator, 6 * MU);
        let b = companion(&mut generator, &a);
        let said = gap(&a.corners, &b.corners);
        assert!(near(&a.corners, &b.corners, said + 4), "{a:?} {b:?} {said}");
        assert!(said < 5 || !near(&a.corners, &b.corners, said - 4), "{a:?} {b:?} {said}");
        let front = a.edge(Edge::Front);
        let said = gap(&front, &b.corners);
        let crossing = !near(&front, &b.corners, 0) && said == 0;
        assert!(crossing || near(&front, &b.corners, said + 4));
    }
}

#[test]
fn contact_is_as_the_oracle_says() {
    let mut generator = Generator::new(17, 3);
    let mut touching = 0;
    for _ in 0..PLACEMENTS {
        let a = base(&mut generator, 4 * MU);
        let b = companion(&mut generator, &a);
        let said = a.front_on(&b);
        // Every edge of the other within the slack of the front line on both ends, with length in common.
        let turn = a.pose.heading.turn_to(b.pose.heading);
        let square = turn % 90_000 == 0;
        let [l, r] = a.edge(Edge::Front);
        let found = Edge::ALL.into_iter().find(|&edge| {
            let ends = b.edge(edge);
            let level = |slack: i64| {
                let line = r - l;
                let size = Wide::from(line.x).pow(2) + Wide::from(line.y).pow(2);
                ends.iter().all(|&end| cross(l, r, end).pow(2) <= Wide::from(slack).pow(2) * size)
            };
            let out = (ends[1] - ends[0]).right();
            let opposed = out.dot(a.q) > 0;
            let along = |p: Point| (p - l).dot(r - l);
            let whole = (r - l).squared();
            let (low, high) = (along(ends[0]).min(along(ends[1])), along(ends[0]).max(along(ends[1])));
            let common = high.min(whole) - low.max(0);
            level(SLACK) && opposed && common > SLACK * (r - l).length()
        });
        let found = found.filter(|_| square);
        if said.map(|(edge, _)| edge) != found {
            // Only a hair from the slack may the two differ.
            let mut near_limit = false;
            for step in [-NEAR, NEAR] {
                let moved = Base::new(a.pose.ahead(step), a.depth);
                let aside = Base::new(a.pose.aside(step), a.depth);
                near_limit |=
                    moved.front_on(&b).map(|c| c.0) == found || aside.front_on(&b).map(|c| c.0) == found;
            }
            assert!(near_limit, "{a:?} {b:?}: {said:?}, {found:?}");
        }
        touching += u32::from(said.is_some());
    }
    assert!(touching > 1_000, "{touching} in contact");
}

#[test]
fn arcs_and_ranges_are_as_the_oracle_says() {
    let mut generator = Generator::new(17, 4);
    let mut inside = 0;
    for _ in 0..PLACEMENTS {
        let a = base(&mut generator, 5 * MU);
        let b = base(&mut generator, 5 * MU);
        // The strip of R82: ahead of the front line, three MU to each side.
        let mut left = b.corners.to_vec();
        let quarter = a.q.squared();
        clip_to(&mut left, a.pose.at, -a.q, 0);
        clip_to(&mut left, a.pose.at, a.r, 12 * quarter);
        clip_to(&mut left, a.pose.at, -a.r, 12 * quarter);
        let said = left.len() >= 3;
        // The oracle: the strip as a rectangle far longer than the table.
        let far = a.q * 400;
        let (west, east) = (a.pose.at - a.r * 12, a.pose.at + a.r * 12);
        let strip = [west + far, east + far, east, west];
        let decided = sinks_deeper(&strip, &b.corners, NEAR) == sinks_deeper(&strip, &b.corners, -NEAR);
        if decided {
            assert_eq!(said, sinks_deeper(&strip, &b.corners, 0), "{a:?} {b:?}");
        }
        if said && decided {
            inside += 1;
            let range = gap(&a.edge(Edge::Front), &left);
            // No corner of the piece is nearer, and the piece is part of the target.
            assert!(near(&left, &b.corners, 2));
            assert!(wholly_in(&left, &strip));
            for corner in &left {
                let to_edge = gap(&a.edge(Edge::Front), &[*corner, *corner]);
                assert!(range <= to_edge + 2);
            }
            assert!(near(&a.edge(Edge::Front), &left, range + 4) || range == 0);
        }
    }
    assert!(inside > 10_000, "{inside} in the arc");
}

#[test]
fn lines_cut_figures_as_the_oracle_says() {
    let mut generator = Generator::new(17, 5);
    let mut cut = 0;
    for _ in 0..PLACEMENTS {
        let figure = base(&mut generator, 2 * MU);
        let mut point = || {
            Point::new(19 * MU, 19 * MU)
                + Point::new(number(&mut generator, -6 * MU, 6 * MU), number(&mut generator, -6 * MU, 6 * MU))
        };
        let (start, end) = (point(), point());
        let said = cuts(start, end, &figure.corners);
        // A segment sinks into a figure as deep as the figure's inner parallel lets it.
        let deeper = |limit: i64| segment_sinks(start, end, &figure.corners, limit);
        if deeper(SLACK - NEAR) == deeper(SLACK + NEAR) {
            assert_eq!(said, deeper(SLACK), "{start:?} {end:?} {figure:?}");
        }
        cut += u32::from(said);
    }
    assert!(cut > 5_000, "{cut} cut");
}

/// Whether a point of the segment is deeper than the limit inside all edges: the depths are linear along it, so the
/// ends and every place where two of them are equal are tried, as exact fractions.
fn segment_sinks(start: Point, end: Point, corners: &[Point], limit: i64) -> bool {
    let n = corners.len();
    // Depth of the point at fraction t behind edge i, times the edge's length: base + t * slope.
    let lines: Vec<(Wide, Wide, Wide)> = (0..n)
        .map(|i| {
            let (a, b) = (corners[i], corners[(i + 1) % n]);
            let at = -cross(a, b, start);
            let slope = -cross(a, b, end) - at;
            let edge = b - a;
            let size = ((Wide::from(edge.x).pow(2) + Wide::from(edge.y).pow(2)) as f64).sqrt();
            (at, slope, (limit as f64 * size) as Wide)
        })
        .collect();
    let mut times: Vec<(Wide, Wide)> = vec![(0, 1), (1, 1)];
    for &(at, slope, needed) in &lines {
        if slope != 0 {
            let (part, whole) = if slope < 0 { (at - needed, -slope) } else { (needed - at, slope) };
            if part >= 0 && part <= whole {
                times.push((part, whole));
            }
        }
    }
    // Between two neighbouring limits nothing changes: their middles decide.
    times.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    times.windows(2).any(|pair| {
        let ((p, w), (s, z)) = (pair[0], pair[1]);
        let t = (p as f64 / w as f64 + s as f64 / z as f64) / 2.0;
        lines.iter().all(|&(at, slope, needed)| at as f64 + slope as f64 * t > needed as f64)
    })
}

#[test]
fn runs_end_where_the_figures_touch() {
    let mut generator = Generator::new(17, 6);
    let mut met = 0;
    for _ in 0..PLACEMENTS {
        let mover = base(&mut generator, 5 * MU);
        let obstacle = base(&mut generator, 5 * MU);
        if overlap(&mover, &obstacle) {
            continue;
        }
        let far = Base::new(mover.pose.ahead(20 * MU), mover.depth);
        let enters = overlap(&Ground::between(&mover, &far), &obstacle);
        let run = run_until_touching(&mover.corners, mover.q, &obstacle.corners);
        if !enters {
            continue;
        }
        let (part, whole) = run.unwrap_or_else(|| panic!("{mover:?} {obstacle:?}"));
        let way = Point::new(
            (Wide::from(mover.q.x) * part / whole) as i64,
            (Wide::from(mover.q.y) * part / whole) as i64,
        );
        let touching = mover.corners.map(|corner| corner + way);
        assert!(near(&touching, &obstacle.corners, 4), "{mover:?} {obstacle:?} {way:?}");
        let in_the_slack = sinks_deeper(&mover.corners, &obstacle.corners, 0);
        assert!(!in_the_slack || way == Point::default(), "whoever touches already does not run");
        assert!(
            in_the_slack || !sinks_deeper(&touching, &obstacle.corners, 4),
            "{mover:?} {obstacle:?} {way:?}"
        );
        met += 1;
    }
    assert!(met > 10_000, "{met} met");
}

#[test]
fn straight_moves_and_wheels_cost_what_exact_squares_say() {
    let mut generator = Generator::new(17, 7);
    for _ in 0..PLACEMENTS {
        let before = base(&mut generator, 5 * MU);
        let after = base(&mut generator, 5 * MU);
        for corner in 0..2 {
            let way = after.corners[corner] - before.corners[corner];
            let square = Wide::from(way.x).pow(2) + Wide::from(way.y).pow(2);
            let said = Wide::from(way.length());
            // The nearest whole number to the root, exactly.
            assert!((2 * said - 1).pow(2) < 4 * square || said == 0);
            assert!((2 * said + 1).pow(2) > 4 * square);
        }
        let distance = number(&mut generator, 0, 8 * MU);
        let ahead = before.pose.ahead(distance).at - before.pose.at;
        assert!((ahead.length() - distance).abs() <= 30, "{distance} {ahead:?}");
    }
    assert!(within(3 * MU + SLACK, 3 * MU) && !within(3 * MU + SLACK + 1, 3 * MU));
}

#[test]
fn links_stay_exact_through_two_thousand_wheels() {
    let mut generator = Generator::new(17, 8);
    let mut lead = base(&mut generator, MU);
    for _ in 0..2_000 {
        let pivot = lead.front_left();
        let turned = lead.pose.heading.turned(number(&mut generator, -45_000, 45_000) as i32);
        let at = pivot + turned.ahead().right() * 4;
        lead = Base::new(Pose::new(at, turned), 3);
        let beside = Base::new(lead.beside_place(dba::geometry::Hand::Right), 3);
        assert_eq!(beside.front_left(), lead.front_right(), "edge to edge without a rest");
        let behind = Base::new(lead.rear_place(), 3);
        assert_eq!(behind.front_left(), lead.corners[3]);
        assert_eq!(lead.front_left(), pivot);
        let drift = lead.pose.at - Point::new(19 * MU, 19 * MU);
        if drift.x.abs() > 10 * MU || drift.y.abs() > 10 * MU {
            lead = base(&mut generator, MU);
        }
    }
}
