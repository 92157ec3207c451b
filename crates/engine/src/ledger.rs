//! The sum shown is the sum fought: one computation, told either to add or to explain.
//!
//! A rule that adds something up is written once, generic over a [`Ledger`]. Every figure passes through the
//! ledger on its way into the sum and comes back as it was; whoever rolls the die hands in [`Unread`], which
//! takes no words and costs nothing, and whoever shows the sum hands in a list of [`Term`]s, which keeps a line
//! of every figure. The line is written from the figure itself, so the two cannot part.
//!
//! ```
//! use engine::ledger::{Ledger, Unread};
//! use engine::odds::{Factor, Quarters, Term};
//!
//! /// Case C: four for the legion, half of it in a marsh, one more for the eagle.
//! fn strength(marsh: bool, ledger: &mut impl Ledger) -> Quarters {
//!     let mut strength = ledger.count(Quarters::points(4), "C", || "Legion");
//!     if marsh {
//!         strength = strength.times(ledger.multiply(Factor::HALF, "C.1", || "in a marsh"));
//!     }
//!     strength + ledger.add(Quarters::points(1), "C.2", || "the eagle")
//! }
//!
//! let fought = strength(true, &mut Unread);
//!
//! let mut terms: Vec<Term> = vec![];
//! let shown = strength(true, &mut terms);
//!
//! assert_eq!((fought, shown), (Quarters::points(3), Quarters::points(3)));
//! let lines: Vec<_> = terms.iter().map(|term| format!("{}: {}", term.label, term.value)).collect();
//! assert_eq!(lines, ["Legion: 4", "in a marsh: × ½", "the eagle: + 1"]);
//! ```

use std::fmt::Display;

use crate::odds::{Factor, Term};

/// Where the lines of a computation go while it is made.
///
/// Each method but [`line`](Ledger::line) takes a figure, writes a line of it if somebody reads the ledger, and
/// hands the figure back.
pub trait Ledger {
    /// Takes a line, which is written only if somebody reads it.
    fn line(&mut self, term: impl FnOnce() -> Term);

    /// A figure that counts as it stands: "4".
    #[inline]
    fn count<N: Copy + Display, S: Into<String>>(
        &mut self,
        figure: N,
        rule: &'static str,
        label: impl FnOnce() -> S,
    ) -> N {
        self.line(|| Term::new(label(), figure.to_string(), rule));
        figure
    }

    /// A figure that is added to others, or taken from them: "+ 1", "− 1".
    #[inline]
    fn add<N: Copy + Display, S: Into<String>>(
        &mut self,
        figure: N,
        rule: &'static str,
        label: impl FnOnce() -> S,
    ) -> N {
        self.line(|| Term::new(label(), signed(figure), rule));
        figure
    }

    /// What a strength is multiplied by: "× ½".
    #[inline]
    fn multiply<S: Into<String>>(
        &mut self,
        factor: Factor,
        rule: &'static str,
        label: impl FnOnce() -> S,
    ) -> Factor {
        self.line(|| Term::new(label(), factor.to_string(), rule));
        factor
    }

    /// Columns of the table to the right, or to the left if negative: "two columns right".
    #[inline]
    fn shift<S: Into<String>>(&mut self, columns: i32, rule: &'static str, label: impl FnOnce() -> S) -> i32 {
        self.line(|| Term::new(label(), columns_words(columns), rule));
        columns
    }

    /// What is added to the die: "die + 1".
    #[inline]
    fn die<S: Into<String>>(&mut self, change: i32, rule: &'static str, label: impl FnOnce() -> S) -> i32 {
        self.line(|| Term::new(label(), format!("die {}", signed(change)), rule));
        change
    }
}

/// A ledger nobody reads: the figures are added up and nothing else happens.
#[derive(Clone, Copy, Debug)]
pub struct Unread;

impl Ledger for Unread {
    #[inline]
    fn line(&mut self, _: impl FnOnce() -> Term) {}
}

impl Ledger for Vec<Term> {
    fn line(&mut self, term: impl FnOnce() -> Term) {
        self.push(term());
    }
}

/// A figure with its sign apart: "+ 1½", "− 2".
fn signed(figure: impl Display) -> String {
    let figure = figure.to_string();
    match figure.strip_prefix('-') {
        Some(taken) => format!("− {taken}"),
        None => format!("+ {figure}"),
    }
}

fn columns_words(columns: i32) -> String {
    let way = if columns < 0 { "left" } else { "right" };
    match columns.unsigned_abs() {
        1 => format!("one column {way}"),
        2 => format!("two columns {way}"),
        many => format!("{many} columns {way}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::Quarters;

    fn everything(ledger: &mut impl Ledger) -> (Quarters, i32, i32) {
        let strength = ledger.count(Quarters(6), "1", || "troops");
        let strength = strength.times(ledger.multiply(Factor::halves(3), "2", || "rough ground"));
        let strength = strength + ledger.add(Quarters::points(2), "3", || "walls");
        let shift = ledger.shift(-1, "4", || "palisade") + ledger.shift(2, "5", || "charge");
        let die = ledger.die(1, "6", || "disorder")
            + ledger.die(-3, "7", || "ford")
            + ledger.add(-1, "8", || "mud");
        (strength, shift, die)
    }

    #[test]
    fn who_explains_gets_the_same_as_who_only_adds() {
        let mut terms: Vec<Term> = vec![];
        assert_eq!(everything(&mut terms), everything(&mut Unread));
        assert_eq!(everything(&mut Unread), (Quarters(17), 1, -3));
        assert_eq!(terms.len(), 8, "a line for each figure");
    }

    #[test]
    fn a_line_is_written_from_the_figure_that_counts() {
        let mut terms: Vec<Term> = vec![];
        everything(&mut terms);
        let values: Vec<_> = terms.iter().map(|term| term.value.as_str()).collect();
        let expected =
            ["1½", "× 1½", "+ 2", "one column left", "two columns right", "die + 1", "die − 3", "− 1"];
        assert_eq!(values, expected);
        assert_eq!((terms[2].label.as_str(), terms[2].rule), ("walls", "3"));
    }

    #[test]
    fn words_nobody_reads_are_never_made() {
        let never = || -> String { panic!("nobody reads this") };
        assert_eq!(Unread.count(4, "1", never), 4);
        assert_eq!(Unread.die(-1, "1", never), -1);
    }
}
