//! The games of Strategikon for Python: module `strategikon._native`, which the package `strategikon` puts on show.
//!
//! Everything goes through the shelf's table of one type for all games, so a game that is on the shelf is in Python
//! too. What is here is told in `docs/bots.md`.

#![forbid(unsafe_code)]

mod arrays;
mod batch;
mod game;
mod order;
mod sight;
mod values;

use std::sync::OnceLock;

use pyo3::prelude::*;
use serde_json::json;
use shelf::Shelf;

use crate::values::{Refused, refuse, to_python};

/// The games, opened once a process.
fn shelf() -> PyResult<&'static Shelf> {
    static SHELF: OnceLock<Result<Shelf, String>> = OnceLock::new();
    let shelf = SHELF.get_or_init(|| Shelf::standard().map_err(|fault| fault.to_string()));
    shelf.as_ref().map_err(|fault| Refused::new_err(("protocol", fault.clone())))
}

/// The cards of all scenarios, or of those of one game.
#[pyfunction]
#[pyo3(signature = (game = None))]
fn scenarios<'py>(py: Python<'py>, game: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    let shelf = shelf()?;
    let cards: Vec<_> = match game {
        None => shelf.scenarios().collect(),
        Some(game) => {
            shelf.edition(game).map_err(|unknown| refuse(unknown.into()))?.scenarios().iter().collect()
        }
    };
    to_python(py, &json!(cards))
}

/// What Python loads.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("COUNTER_COLUMNS", sight::counter_columns())?;
    module.add("PLACE_COLUMNS", sight::MARKS.to_vec())?;
    module.add("ORDER_COLUMNS", sight::ORDER_COLUMNS.to_vec())?;
    module.add("ACTS", sight::ACTS.to_vec())?;
    module.add("SORTS", sight::SORTS.to_vec())?;
    module.add("BOXES", sight::BOXES.to_vec())?;
    module.add_class::<order::Order>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<batch::Batch>()?;
    module.add_function(wrap_pyfunction!(scenarios, module)?)
}
