//! Contours: where a field of numbers over the sheet changes its sign, as closed curves.

use std::collections::HashMap;

use crate::layout::Point;
use crate::svg::PathText;

/// Numbers on a square lattice.
pub(crate) struct Field {
    /// From one sample to the next.
    pub(crate) step: f64,
    origin: Point,
    columns: usize,
    values: Vec<f64>,
}

impl Field {
    /// The field over a sheet of a size and so much beyond it, from a function.
    pub(crate) fn over(size: Point, beyond: f64, step: f64, value: impl Fn(Point) -> f64) -> Self {
        let columns = ((size.x + 2.0 * beyond) / step).ceil() as usize + 1;
        let rows = ((size.y + 2.0 * beyond) / step).ceil() as usize + 1;
        let origin = Point::new(-beyond, -beyond);
        let at = |i: usize| origin + Point::new((i % columns) as f64, (i / columns) as f64) * step;
        let values = (0..columns * rows).map(|i| value(at(i))).collect();
        Field { step, origin, columns, values }
    }

    fn rows(&self) -> usize {
        self.values.len() / self.columns
    }

    fn place(&self, i: usize) -> Point {
        self.origin + Point::new((i % self.columns) as f64, (i / self.columns) as f64) * self.step
    }

    /// Every number becomes the mean of itself and the eight around it.
    pub(crate) fn smooth(&mut self) {
        let (columns, rows) = (self.columns as isize, self.rows() as isize);
        let old = &self.values;
        let mean = |i: usize| {
            let (x, y) = (i as isize % columns, i as isize / columns);
            let mut sum = 0.0;
            for dy in -1..=1 {
                for dx in -1..=1 {
                    let (nx, ny) = ((x + dx).clamp(0, columns - 1), (y + dy).clamp(0, rows - 1));
                    sum += old[(ny * columns + nx) as usize];
                }
            }
            sum / 9.0
        };
        self.values = (0..old.len()).map(mean).collect();
    }

    /// Adds a function to the field.
    pub(crate) fn add(&mut self, more: impl Fn(Point) -> f64) {
        for i in 0..self.values.len() {
            let p = self.place(i);
            self.values[i] += more(p);
        }
    }

    /// The value at a point, between the samples in proportion.
    pub(crate) fn at(&self, p: Point) -> f64 {
        let rel = (p - self.origin) * (1.0 / self.step);
        let x = rel.x.clamp(0.0, self.columns as f64 - 1.001);
        let y = rel.y.clamp(0.0, self.rows() as f64 - 1.001);
        let (i, u, v) = (y as usize * self.columns + x as usize, x.fract(), y.fract());
        let value = |i: usize| self.values.get(i).copied().unwrap_or(-1.0);
        let above = value(i) * (1.0 - u) + value(i + 1) * u;
        let below = value(i + self.columns) * (1.0 - u) + value(i + self.columns + 1) * u;
        above * (1.0 - v) + below * v
    }

    /// The closed curves around all that is positive. The rim counts as negative, so that none is left open.
    pub(crate) fn outline(&self) -> String {
        let mut path = PathText::default();
        for line in self.loops() {
            path.smooth(&line, true);
        }
        path.into_string()
    }

    fn sample(&self, x: usize, y: usize) -> f64 {
        let rim = x == 0 || y == 0 || x + 1 == self.columns || y + 1 == self.rows();
        // Never nought, so that a crossing is never at a sample.
        let value = if rim { -1.0 } else { self.values[y * self.columns + x] };
        if value.abs() < 1e-6 { 1e-6 } else { value }
    }

    /// Crossings of the lattice's edges, joined through its squares. Positive ground lies to the right.
    fn loops(&self) -> Vec<Vec<Point>> {
        // An edge is named by its upper or left sample and whether it runs down.
        type Edge = (usize, bool);
        let mut next: HashMap<Edge, Edge> = HashMap::new();
        let mut order: Vec<Edge> = vec![];
        for y in 0..self.rows() - 1 {
            for x in 0..self.columns - 1 {
                let i = y * self.columns + x;
                let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
                let inside = corners.map(|(x, y)| self.sample(x, y) > 0.0);
                let edges: [Edge; 4] = [(i, false), (i + 1, true), (i + self.columns, false), (i, true)];
                // Going around clockwise, the curve enters where the ground ends and leaves where it begins.
                let enters: Vec<usize> = (0..4).filter(|&k| !inside[k] && inside[(k + 1) % 4]).collect();
                let leaves: Vec<usize> = (0..4).filter(|&k| inside[k] && !inside[(k + 1) % 4]).collect();
                for (n, &leave) in leaves.iter().enumerate() {
                    // Of two pieces in one square each cuts off a corner of ground.
                    let enter = enters.iter().copied().filter(|&e| (leave + 4 - e) % 4 == 1).nth(0);
                    let enter = enter.filter(|_| leaves.len() > 1).or(enters.get(n).copied());
                    if let Some(enter) = enter {
                        next.insert(edges[leave], edges[enter]);
                        order.push(edges[leave]);
                    }
                }
            }
        }
        let mut loops = vec![];
        for start in order {
            let mut line = vec![];
            let mut at = start;
            while let Some(to) = next.remove(&at) {
                line.push(self.crossing(at));
                at = to;
            }
            if line.len() > 3 {
                loops.push(line);
            }
        }
        loops
    }

    fn crossing(&self, (i, down): (usize, bool)) -> Point {
        let (x, y) = (i % self.columns, i / self.columns);
        let (x2, y2) = if down { (x, y + 1) } else { (x + 1, y) };
        let (a, b) = (self.sample(x, y), self.sample(x2, y2));
        let t = (a / (a - b)).clamp(0.0, 1.0);
        self.place(i).towards(self.place(y2 * self.columns + x2), t)
    }
}

/// Unevenness without a pattern: between -1 and 1, smooth over the given length.
pub(crate) fn unevenness(p: Point, length: f64) -> f64 {
    let corner = |x: f64, y: f64| crate::scatter::wobble(Point::new(x * 16.0, y * 16.0), 1.0).x;
    let (x, y) = (p.x / length, p.y / length);
    let (x0, y0) = (x.floor(), y.floor());
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - x0), ease(y - y0));
    let above = corner(x0, y0) * (1.0 - u) + corner(x0 + 1.0, y0) * u;
    let below = corner(x0, y0 + 1.0) * (1.0 - u) + corner(x0 + 1.0, y0 + 1.0) * u;
    above * (1.0 - v) + below * v
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disc(at: Point, radius: f64) -> impl Fn(Point) -> f64 {
        move |p| radius - (p - at).length()
    }

    #[test]
    fn a_disc_has_one_outline_at_its_radius() {
        let middle = Point::new(50.0, 40.0);
        let field = Field::over(Point::new(100.0, 80.0), 10.0, 4.0, disc(middle, 25.0));
        let loops = field.loops();
        assert_eq!(loops.len(), 1);
        for p in &loops[0] {
            assert!(((*p - middle).length() - 25.0).abs() < 0.5);
        }
        assert!(field.at(middle) > 20.0 && field.at(Point::new(0.0, 0.0)) < 0.0);
    }

    #[test]
    fn two_islands_and_a_lake_are_three_outlines() {
        let (a, b) = (Point::new(40.0, 40.0), Point::new(130.0, 40.0));
        let field = Field::over(Point::new(180.0, 80.0), 10.0, 4.0, |p| {
            disc(a, 30.0)(p).max(disc(b, 20.0)(p)).min(-disc(a, 10.0)(p))
        });
        assert_eq!(field.loops().len(), 3);
    }

    #[test]
    fn ground_that_runs_off_the_sheet_is_closed_beyond_it() {
        let field = Field::over(Point::new(60.0, 60.0), 12.0, 4.0, |p| 30.0 - p.x);
        let loops = field.loops();
        assert_eq!(loops.len(), 1);
        assert!(loops[0].iter().any(|p| p.x < 0.0) && loops[0].iter().any(|p| p.y > 60.0));
    }
}
