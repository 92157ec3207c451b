//! Data of JSON as Python has it and back, and objections as exceptions.

use engine::{Objection, Side, Viewer};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

pyo3::import_exception!(strategikon._refused, Refused);

/// Data nested deeper than this is none of ours.
const DEEPEST: usize = 64;

/// An objection as the exception that carries its rule and its sentence.
pub fn refuse(objection: Objection) -> PyErr {
    Refused::new_err((objection.rule.into_owned(), objection.why))
}

/// A refusal of what makes no sense.
pub fn senseless(why: impl Into<String>) -> PyErr {
    refuse(Objection::new("protocol", why))
}

/// Data as Python has it.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => PyInt::new(py, whole).into_any(),
            (_, Some(whole)) => PyInt::new(py, whole).into_any(),
            _ => PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(parts) => {
            let list = PyList::empty(py);
            for part in parts {
                list.append(to_python(py, part)?)?;
            }
            list.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, part) in fields {
                dict.set_item(name, to_python(py, part)?)?;
            }
            dict.into_any()
        }
    })
}

/// What Python gives, as data.
pub fn from_python(given: &Bound<'_, PyAny>) -> PyResult<Value> {
    read(given, 0)
}

fn read(given: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > DEEPEST {
        return Err(senseless(format!("data are nested more than {DEEPEST} deep")));
    }
    if given.is_none() {
        return Ok(Value::Null);
    }
    // Before whole numbers: a truth value is one of them in Python.
    if let Ok(flag) = given.cast::<PyBool>() {
        return Ok(flag.is_true().into());
    }
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(text.to_cow()?.into_owned().into());
    }
    if let Ok(fields) = given.cast::<PyDict>() {
        let mut map = Map::new();
        for (name, part) in fields.iter() {
            let name: String =
                name.extract().map_err(|_| PyTypeError::new_err("the names of fields are texts"))?;
            map.insert(name, read(&part, depth + 1)?);
        }
        return Ok(map.into());
    }
    if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() {
        let parts: PyResult<Vec<Value>> = given.try_iter()?.map(|part| read(&part?, depth + 1)).collect();
        return Ok(parts?.into());
    }
    if let Ok(float) = given.cast::<PyFloat>() {
        let number = Number::from_f64(float.value());
        return number.map(Value::Number).ok_or_else(|| senseless("a number that is none, or is infinite"));
    }
    // Numbers of numpy are whole numbers too.
    if let Ok(whole) = given.extract::<i64>() {
        return Ok(whole.into());
    }
    if let Ok(whole) = given.extract::<u64>() {
        return Ok(whole.into());
    }
    let sort = given.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "expected plain data (dict, list, text, number, bool, None), not {sort}"
    )))
}

/// Whose eyes are meant: a side by name or number, everybody's or the referee's.
pub fn viewer(name: &Bound<'_, PyAny>, sides: [&str; 2]) -> PyResult<Viewer> {
    if let Ok(number) = name.extract::<i64>() {
        let side = usize::try_from(number).ok().and_then(|number| Side::BOTH.get(number).copied());
        return side
            .map(Viewer::Side)
            .ok_or_else(|| senseless(format!("there is no side {number}; there are 0 and 1")));
    }
    let name: String = name.extract().map_err(|_| PyTypeError::new_err("a viewer is a text, or 0 or 1"))?;
    match name.as_str() {
        "first" => Ok(Viewer::Side(Side::First)),
        "second" => Ok(Viewer::Side(Side::Second)),
        "public" => Ok(Viewer::Public),
        "referee" => Ok(Viewer::Referee),
        _ => match sides.iter().position(|side| side.eq_ignore_ascii_case(&name)) {
            Some(index) => Ok(Viewer::Side(Side::BOTH[index])),
            None => Err(senseless(format!(
                "nobody is called `{name}`; expected first, second, {}, {}, public or referee",
                sides[0], sides[1]
            ))),
        },
    }
}
