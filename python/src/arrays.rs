//! Arrays of numpy, made and read through the buffer protocol.

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::values::senseless;

/// A new array of this shape and type with these values.
pub fn array<'py, T: Element>(
    py: Python<'py>,
    shape: &[usize],
    sort: &str,
    values: &[T],
) -> PyResult<Bound<'py, PyAny>> {
    let made = py.import("numpy")?.call_method1("empty", (shape.to_vec(), sort))?;
    if !values.is_empty() {
        PyBuffer::<T>::get(&made)?.copy_from_slice(py, values)?;
    }
    Ok(made)
}

/// So many whole numbers from an array, or from anything numpy makes an array of.
pub fn whole_numbers(given: &Bound<'_, PyAny>, expected: usize, what: &str) -> PyResult<Vec<i64>> {
    let py = given.py();
    let numbers = match PyBuffer::<i64>::get(given) {
        Ok(buffer) => buffer.to_vec(py)?,
        Err(_) => {
            let numpy = py.import("numpy")?;
            let array = numpy.call_method1("asarray", (given,))?;
            let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
            if !matches!(kind.as_str(), "i" | "u") {
                return Err(PyTypeError::new_err(format!("{what} are whole numbers")));
            }
            let array = numpy.call_method1("ascontiguousarray", (array, "int64"))?;
            PyBuffer::<i64>::get(&array)?.to_vec(py)?
        }
    };
    match numbers.len() == expected {
        true => Ok(numbers),
        false => Err(senseless(format!("{what}: {} were given, expected {expected}", numbers.len()))),
    }
}
