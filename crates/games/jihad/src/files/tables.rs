//! Tables laid out as text: heads over columns, rows that begin with their head.

use engine::datafile::{DataFault, DataFile, Spanned};
use schemars::JsonSchema;
use serde::Deserialize;

/// A table laid out as text.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct TableEntry {
    /// The heads of the columns.
    pub(super) columns: Spanned<Vec<String>>,
    /// Rows of text: the head of the row, then an entry for each column.
    pub(super) rows: Spanned<Vec<Spanned<String>>>,
}

/// The heads of the rows of a table by die.
pub(super) const DICE: [&str; 6] = ["1", "2", "3", "4", "5", "6"];

impl TableEntry {
    /// The entries of a table with these heads; `read` understands one entry, `entries` says what it may be.
    pub(super) fn read<T, const COLUMNS: usize, const ROWS: usize>(
        &self,
        file: &DataFile,
        heads: [&str; COLUMNS],
        rows: [&str; ROWS],
        entries: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<[[T; COLUMNS]; ROWS], DataFault> {
        if self.columns.get_ref() != &heads {
            let message = "these are not the columns of the table";
            return Err(file.fault(self.columns.span(), message, format!("{heads:?}")));
        }
        let lines = self.rows.get_ref();
        if lines.len() != ROWS {
            let message = format!("the table has {} rows", lines.len());
            return Err(file.fault(self.rows.span(), message, format!("rows for {}", rows.join(", "))));
        }
        let mut table = vec![];
        for (line, head) in lines.iter().zip(rows) {
            table.push(row(file, line, head, entries, &read)?);
        }
        table.try_into().map_err(|_| file.fault(self.rows.span(), "rows are missing", rows.join(", ")))
    }
}

fn row<T, const COLUMNS: usize>(
    file: &DataFile,
    line: &Spanned<String>,
    head: &str,
    entries: &str,
    read: &impl Fn(&str) -> Option<T>,
) -> Result<[T; COLUMNS], DataFault> {
    let mut words = line.get_ref().split_whitespace();
    if words.next() != Some(head) {
        let message = format!("the row `{}` does not begin with its head", line.get_ref());
        return Err(file.fault(line.span(), message, format!("\"{head}\", then an entry for each column")));
    }
    let mut cells = vec![];
    for word in words {
        cells.push(read(word).ok_or_else(|| {
            file.fault(line.span(), format!("`{word}` is no entry of this table"), entries.to_string())
        })?);
    }
    let found = cells.len();
    cells.try_into().map_err(|_| {
        let message = format!("the row of {head} has {found} entries");
        file.fault(line.span(), message, format!("{COLUMNS}, one for each column"))
    })
}

/// A figure of a table.
pub(super) fn figure(word: &str) -> Option<u8> {
    word.parse().ok().filter(|figure| *figure <= 60)
}

/// A figure or a dash.
pub(super) fn figure_or_none(word: &str) -> Option<Option<u8>> {
    if word == "-" { Some(None) } else { figure(word).map(Some) }
}

/// A letter or a dash.
pub(super) fn mark(letter: &'static str) -> impl Fn(&str) -> Option<bool> {
    move |word| match word {
        "-" => Some(false),
        _ => (word == letter).then_some(true),
    }
}

/// For each column of a table by die, a bit for each die that is marked, bit 1 for die 1.
pub(super) fn bits<const COLUMNS: usize>(table: [[bool; COLUMNS]; 6]) -> [u8; COLUMNS] {
    let mut bits = [0; COLUMNS];
    for (die, row) in (1..).zip(table) {
        for (column, marked) in bits.iter_mut().zip(row) {
            *column |= (marked as u8) << die;
        }
    }
    bits
}
