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

    /// An order comes to mind so many times less readily from now on.
    fn tire(&mut self, index: usize, by: f32) {
        self.weights[index] *= by;
        self.sharpened.iter_mut().for_each(|(_, weights)| weights[index] *= by);
    }

    fn is_exhausted(&self) -> bool {
        self.weights.iter().all(|&weight| weight <= 0.0)
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
pub(crate) struct Book {
    pages: HashMap<Path, Page>,
    drawn: HashSet<Path>,
    /// How much less readily an order comes to mind once it has; with 1 as readily as before.
    tiring: f32,
}

impl Default for Book {
    fn default() -> Book {
        Book::tiring(1.0)
    }
}

impl Book {
    /// A book in which what was drawn comes to mind less readily, and no plan twice.
    pub fn tiring(tiring: f32) -> Book {
        Book { pages: HashMap::new(), drawn: HashSet::new(), tiring }
    }

    /// Strikes out a plan that was drawn, and what led to nothing else; what led to more tires.
    pub fn strike_out(&mut self, path: &Path) {
        if self.tiring >= 1.0 {
            return;
        }
        let mut done = true;
        for length in (0..path.len()).rev() {
            let Some(page) = self.pages.get_mut(&path[..length]) else { return };
            page.tire(path[length] as usize, if done { 0.0 } else { self.tiring });
            done &= page.is_exhausted();
        }
    }

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
