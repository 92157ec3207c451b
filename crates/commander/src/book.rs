//! What was listed where plans pass through: plans drawn from one position begin alike, and lists are dear.

use std::collections::{HashMap, HashSet};

use engine::dice::Generator;
use engine::table::{OrderList, Table};

/// The way from where plans begin: which order of each list was given.
pub(crate) type Path = Vec<u32>;

/// The orders of a position, and how readily each is given.
#[derive(Default)]
pub(crate) struct Page {
    pub orders: OrderList,
    weights: Vec<f32>,
    /// The weights by keenness, as far as they were asked for.
    sharpened: Vec<(f32, Vec<f32>)>,
}

impl Page {
    /// Turns to a position.
    pub fn turn_to(&mut self, table: &dyn Table) {
        table.list(&mut self.orders);
        self.weights.clear();
        self.sharpened.clear();
        table.inclinations(&self.orders, &mut self.weights);
    }

    /// The weights, the sharper the larger `keenness`.
    fn weights(&mut self, keenness: f32) -> &[f32] {
        if keenness == 1.0 {
            return &self.weights;
        }
        let known = self.sharpened.iter().position(|(of, _)| *of == keenness);
        let place = known.unwrap_or_else(|| {
            let sharp = self.weights.iter().map(|weight| weight.powf(keenness)).collect();
            self.sharpened.push((keenness, sharp));
            self.sharpened.len() - 1
        });
        &self.sharpened[place].1
    }

    /// One of the orders: by inclination, the sharper the larger `keenness`.
    pub fn draw(&mut self, keenness: f32, generator: &mut Generator) -> Option<usize> {
        if self.weights.is_empty() {
            return None;
        }
        let weights = self.weights(keenness);
        let sum: f32 = weights.iter().sum();
        // A number drawn from 2^24 steps: exact in the arithmetic used, the same on every machine.
        let mut pick = generator.below(1 << 24) as f32 / (1 << 24) as f32 * sum;
        for (index, weight) in weights.iter().enumerate() {
            pick -= weight;
            if pick < 0.0 {
                return Some(index);
            }
        }
        // Rounding, or nothing anybody is inclined to.
        let last = weights.iter().rposition(|&weight| weight > 0.0);
        Some(last.unwrap_or(weights.len() - 1))
    }
}

/// The lists of one position and of those that plans from it pass through.
#[derive(Default)]
pub(crate) struct Book {
    pages: HashMap<Path, Page>,
    drawn: HashSet<Path>,
}

impl Book {
    /// What was listed of the position a way leads to.
    pub fn page(&mut self, path: &Path, table: &dyn Table) -> &mut Page {
        // Asked with a borrowed key first: most pages are there already.
        if !self.pages.contains_key(path) {
            let mut page = Page::default();
            page.turn_to(table);
            self.pages.insert(path.clone(), page);
        }
        self.pages.get_mut(path).expect("a page just written")
    }

    /// Notes a plan by its way; false if it was drawn before.
    pub fn is_new(&mut self, path: Path) -> bool {
        self.drawn.insert(path)
    }
}
