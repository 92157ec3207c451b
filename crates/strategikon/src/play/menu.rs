//! The numbered list of orders: grouped when it is long, narrowed by typing.

use std::fmt::Display;
use std::io::Write;

use engine::table::Order;
use engine::words::counted;

use crate::common::Failure;

/// The longest list shown whole.
const SHOWN: usize = 24;

/// The legal orders of a position, in words, numbered from 1.
pub struct Menu<O = Order> {
    orders: Vec<(O, String)>,
}

impl<O> Default for Menu<O> {
    fn default() -> Self {
        Menu { orders: vec![] }
    }
}

impl<O: Display> Menu<O> {
    /// A menu of orders with their words.
    pub fn new(orders: Vec<(O, String)>) -> Self {
        Menu { orders }
    }

    /// The order with this number.
    pub fn order(&self, number: usize) -> Option<&(O, String)> {
        self.orders.get(number.checked_sub(1)?)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.orders.len()
    }

    /// Shows all: one by one if they are few, else in groups that begin alike.
    pub fn show(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.orders.len() <= SHOWN {
            return self.show_these(0..self.orders.len(), out);
        }
        let groups = self.groups();
        for group in groups.iter().take(SHOWN) {
            let words = &self.orders[group.start].1;
            match group.len() {
                1 => writeln!(out, "{:>9}  {words}", group.start + 1)?,
                n => {
                    let numbers = format!("{}-{}", group.start + 1, group.end);
                    writeln!(out, "{numbers:>9}  {} … ({n} orders)", head(words))?;
                }
            }
        }
        let hidden = groups.len().saturating_sub(SHOWN);
        if hidden > 0 {
            writeln!(
                out,
                "{:>9}  and {} more: `more` shows all orders",
                "…",
                counted(hidden, "group", "groups")
            )?;
        }
        Ok(writeln!(
            out,
            "Type a number to give that order, a range such as 1-9 to see it, or words to narrow."
        )?)
    }

    /// Shows orders by their places, each with its number.
    pub fn show_these(
        &self,
        places: impl IntoIterator<Item = usize>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        for place in places {
            if let Some((_, words)) = self.orders.get(place) {
                writeln!(out, "{:>5}  {words}", place + 1)?;
            }
        }
        Ok(())
    }

    /// Orders that contain every word typed, whatever its case: in their words, or in the program's own
    /// ("muster"). A number must be there whole.
    pub fn matching(&self, typed: &str) -> Vec<usize> {
        let wanted: Vec<String> = typed.to_lowercase().split_whitespace().map(str::to_string).collect();
        let matches = |(order, words): &(O, String)| {
            let (words, order) = (words.to_lowercase(), order.to_string().to_lowercase());
            wanted.iter().all(|want| match want.bytes().all(|byte| byte.is_ascii_digit()) {
                true => words.split(|c: char| !c.is_alphanumeric()).any(|word| word == want),
                false => words.contains(want.as_str()) || order.contains(want.as_str()),
            })
        };
        (0..self.orders.len()).filter(|&place| matches(&self.orders[place])).collect()
    }

    /// Stretches of orders that begin with the same words.
    fn groups(&self) -> Vec<std::ops::Range<usize>> {
        let mut groups: Vec<std::ops::Range<usize>> = vec![];
        for place in 0..self.orders.len() {
            match groups.last_mut() {
                Some(last) if head(&self.orders[last.start].1) == head(&self.orders[place].1) => {
                    last.end = place + 1
                }
                _ => groups.push(place..place + 1),
            }
        }
        groups
    }
}

/// The words of an order up to its number or its third word: "Axemen 3", "Militia Infantry 12".
fn head(words: &str) -> &str {
    let mut end = 0;
    for (count, word) in words.split(' ').enumerate() {
        end += word.len() + (count > 0) as usize;
        if count == 2 || (count > 0 && word.starts_with(|c: char| c.is_ascii_digit())) {
            break;
        }
    }
    &words[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu(orders: usize) -> Menu<usize> {
        let words = |n: usize| (n, format!("Axemen {} step to {:04}", n / 10, n));
        Menu::new((0..orders).map(words).collect())
    }

    fn shown(menu: &Menu<usize>) -> String {
        let mut out = vec![];
        menu.show(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn few_orders_are_shown_one_by_one() {
        assert_eq!(shown(&menu(3)).lines().count(), 3);
    }

    #[test]
    fn many_orders_are_shown_in_groups() {
        let text = shown(&menu(100));
        assert!(text.contains("11-20  Axemen 1 … (10 orders)"), "{text}");
        assert_eq!(text.lines().count(), 11);
        assert!(shown(&menu(1000)).contains("76 groups more"));
    }

    #[test]
    fn typing_narrows() {
        assert_eq!(menu(100).matching("axe 0042"), [42]);
        assert_eq!(menu(100).matching("Axemen 4"), (40..50).collect::<Vec<_>>());
        assert!(menu(100).matching("chariot").is_empty());
    }

    #[test]
    fn groups_are_named_by_the_unit() {
        assert_eq!(head("Militia Infantry 12 steps north"), "Militia Infantry 12");
        assert_eq!(head("Axemen 3 step north"), "Axemen 3");
        assert_eq!(head("End"), "End");
    }
}
