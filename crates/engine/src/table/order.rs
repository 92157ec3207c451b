//! An order of whichever game: read once where it comes from outside, written once where it leaves.

use std::any::Any;
use std::fmt;
use std::ops::Index;
use std::sync::{Arc, OnceLock};

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::to_value;
use crate::contract::{Objection, Rules};

/// An order as its game keeps it, behind one type for all games. [`Table::read`](super::TableRules::read) makes one
/// of data; copies are cheap.
#[derive(Clone)]
pub struct Order(Arc<Given>);

struct Given {
    /// The order of some game.
    order: Arc<dyn Any + Send + Sync>,
    write: fn(&dyn Any) -> Value,
    /// The same as data, once somebody has asked for it.
    data: OnceLock<Arc<Value>>,
}

impl Order {
    /// An order of a game.
    pub(super) fn of<G: Rules>(order: G::Order) -> Order {
        let write = |order: &dyn Any| order.downcast_ref::<G::Order>().map_or(Value::Null, to_value);
        Order(Arc::new(Given { order: Arc::new(order), write, data: OnceLock::new() }))
    }

    /// As the game keeps it; refused if it is an order of another game.
    pub(super) fn as_of<G: Rules>(&self) -> Result<&G::Order, Objection> {
        let order = self.0.order.downcast_ref();
        order.ok_or_else(|| Objection::new("protocol", format!("{self} is an order of another game")))
    }

    /// The order as data, as records and clients have it.
    pub fn data(&self) -> &Value {
        self.written()
    }

    /// The same order without its data, for whoever keeps it long.
    pub(crate) fn lean(&self) -> Order {
        let Given { order, write, .. } = &*self.0;
        Order(Arc::new(Given { order: order.clone(), write: *write, data: OnceLock::new() }))
    }

    fn written(&self) -> &Arc<Value> {
        self.0.data.get_or_init(|| Arc::new((self.0.write)(self.0.order.as_ref())))
    }
}

impl PartialEq for Order {
    fn eq(&self, other: &Order) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.data() == other.data()
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.data().fmt(f)
    }
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A field of the order as data.
impl Index<&str> for Order {
    type Output = Value;

    fn index(&self, field: &str) -> &Value {
        &self.data()[field]
    }
}

impl Serialize for Order {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.data().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::playout::meadow::Meadow;
    use crate::skirmish::Skirmish;
    use crate::table::OpenTable;

    #[test]
    fn an_order_is_the_same_as_itself_read_from_what_it_is_written_as() {
        let table = OpenTable::boxed(Skirmish::new(20));
        for order in table.orders() {
            assert_eq!(table.read(order.data()), Ok(order.clone()));
            assert_eq!(json!(order), *order.data());
        }
        assert_ne!(table.orders()[0], table.orders()[1]);
    }

    #[test]
    fn an_order_of_another_game_is_refused_and_changes_nothing() {
        let (mut table, meadow) = (OpenTable::boxed(Skirmish::new(20)), OpenTable::boxed(Meadow::new()));
        let (before, order) = (table.hash(), meadow.orders()[0].clone());
        let objection = table.play(&order).unwrap_err();
        assert!(objection.rule == "protocol" && objection.why.ends_with("is an order of another game"));
        assert!(!table.follow(&order) && table.check(&order).is_err() && table.hash() == before);
    }
}
