//! An order as Python holds it.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use serde_json::Value;

use crate::values::{senseless, to_python};

/// An order of a game: made by `Game.legal_orders`, given back to `Game.play`.
#[pyclass(frozen, module = "strategikon")]
pub struct Order(pub engine::table::Order);

#[pymethods]
impl Order {
    /// The order as data, as records and the other protocols have it.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.0.data())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, field: &str) -> PyResult<Bound<'py, PyAny>> {
        match self.0.data().get(field) {
            Some(value) => to_python(py, value),
            None => Err(senseless(format!("the order {} has no field `{field}`", self.0))),
        }
    }

    /// A field, or what is given instead if the order has none of that name.
    #[pyo3(signature = (field, default = None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        field: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match (self.0.data().get(field), default) {
            (Some(value), _) => to_python(py, value),
            (None, Some(default)) => Ok(default),
            (None, None) => to_python(py, &Value::Null),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Order>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("Order({})", self.0)
    }
}
