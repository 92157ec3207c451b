//! Counters by name: "Axemen 3" for one of them, "Axemen" for the next that nobody has named.

use super::{Field, Primer, Wrong};
use crate::contract::Side;

/// Which counters are named, and on which line.
pub(super) struct Roll<'a> {
    primer: &'a Primer<'a>,
    named_on: Vec<Option<usize>>,
}

impl<'a> Roll<'a> {
    pub fn new(primer: &'a Primer<'a>) -> Roll<'a> {
        Roll { primer, named_on: vec![None; primer.counters.len()] }
    }

    /// The counters with exactly this name.
    pub fn exact(&self, name: &str, side: Option<Side>) -> Vec<usize> {
        self.matching(side, |counter| counter.eq_ignore_ascii_case(name))
    }

    /// The one counter with this name; `None` if the name is one of a kind of counters.
    pub fn find(&self, name: &Field, side: Option<Side>) -> Result<Option<usize>, Wrong> {
        match self.exact(name.text()?, side)[..] {
            [] => Ok(None),
            [one] => Ok(Some(one)),
            _ => Err(self.ambiguous(name)),
        }
    }

    /// Takes a counter for a line.
    pub fn take(&mut self, name: &Field, counter: usize, line: usize) -> Result<usize, Wrong> {
        match self.named_on[counter].replace(line) {
            Some(before) => {
                self.named_on[counter] = Some(before);
                let label = &self.primer.counters[counter].name;
                Err(name.wrong(format!("`{label}` is named already, in counters[{before}]")))
            }
            None => Ok(counter),
        }
    }

    /// Takes the next counter of a kind for a line.
    pub fn take_next(&mut self, name: &Field, side: Option<Side>, line: usize) -> Result<usize, Wrong> {
        let said = name.text()?;
        let kind = self.matching(side, |counter| stem(counter).eq_ignore_ascii_case(said));
        let sides = |of: &[usize]| {
            let first = of.first().map(|&counter| self.primer.counters[counter].side);
            of.iter().any(|&counter| Some(self.primer.counters[counter].side) != first)
        };
        if kind.is_empty() {
            return Err(self.unknown(name, side));
        }
        if sides(&kind) {
            return Err(self.ambiguous(name));
        }
        let free = kind.iter().copied().find(|&counter| self.named_on[counter].is_none());
        let free = free.ok_or_else(|| {
            name.wrong(format!("there are {} counters `{said}`, and all are named already", kind.len()))
        })?;
        self.take(name, free, line)
    }

    fn matching(&self, side: Option<Side>, fits: impl Fn(&str) -> bool) -> Vec<usize> {
        let all = self.primer.counters.iter().enumerate();
        all.filter(|(_, c)| side.is_none_or(|side| side == c.side) && fits(&c.name)).map(|(i, _)| i).collect()
    }

    fn ambiguous(&self, name: &Field) -> Wrong {
        let [first, second] = self.primer.sides;
        name.wrong(format!("both sides have such a counter; say `side`: {first} or {second}"))
    }

    /// The three names that come nearest.
    pub fn unknown(&self, name: &Field, side: Option<Side>) -> Wrong {
        let said = name.text().unwrap_or_default();
        let mut near: Vec<(f64, &str)> = vec![];
        for counter in self.matching(side, |_| true) {
            let candidate = self.primer.counters[counter].name.as_str();
            let likeness = strsim::jaro_winkler(&said.to_lowercase(), &candidate.to_lowercase());
            if near.iter().all(|(_, known)| *known != candidate) {
                near.push((likeness, candidate));
            }
        }
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let near: Vec<String> = near.iter().take(3).map(|(_, name)| format!("`{name}`")).collect();
        let whose =
            side.map_or_else(String::new, |side| format!(" of the {}", self.primer.sides[side.index()]));
        name.wrong(format!("there is no counter `{said}`{whose}; nearest are {}", near.join(", ")))
    }
}

/// A name without its number: "Axemen" of "Axemen 3".
fn stem(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('#').trim_end()
}
