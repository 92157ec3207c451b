//! Orders as a record keeps them.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

/// An order as it is written down: the text of its JSON, which is a tenth of the memory that the same takes as a tree
/// of values. A server keeps thousands of games, each with all its orders.
///
/// ```
/// use engine::record::Written;
/// use serde_json::json;
///
/// let order = Written::from(&json!({"do": "step", "to": "0204"}));
/// assert_eq!(order.value(), json!({"do": "step", "to": "0204"}));
/// assert_eq!(serde_json::to_string(&order).unwrap(), r#"{"do":"step","to":"0204"}"#);
/// ```
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Written(Arc<RawValue>);

impl Written {
    /// The order as data.
    pub fn value(&self) -> Value {
        // It was written from a value.
        serde_json::from_str(self.0.get()).unwrap_or_default()
    }
}

impl From<&Value> for Written {
    fn from(order: &Value) -> Written {
        // Values have text for keys: they are written without fail.
        let text = to_raw_value(order).unwrap_or_else(|_| RawValue::NULL.to_owned());
        Written(text.into())
    }
}

impl PartialEq for Written {
    fn eq(&self, other: &Written) -> bool {
        self.0.get() == other.0.get() || self.value() == other.value()
    }
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Written, D::Error> {
        Value::deserialize(source).map(|order| Written::from(&order))
    }
}
