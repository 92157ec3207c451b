//! Combat Results Tables laid out as text.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{DataFault, DataFile, Spanned};
use crate::odds::OddsTable;
use crate::words::counted;

/// A table of results laid out as text.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ResultsEntry {
    /// The odds, attacker to defender, from the worst to the best, as the chart of the game writes them.
    columns: Vec<Spanned<String>>,
    /// Rows of text: the number of the die, then a result for each column.
    rows: Spanned<Vec<Spanned<String>>>,
}

impl ResultsEntry {
    /// The columns as they are written.
    pub fn columns(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.get_ref().clone()).collect()
    }

    /// The table: `odds` reads the head of a column, such as `example`, and `result` a word of a row.
    pub fn table<R: Copy>(
        &self,
        file: &DataFile,
        example: &str,
        odds: impl Fn(&DataFile, &Spanned<String>) -> Result<(u32, u32), DataFault>,
        result: impl Fn(&DataFile, &Spanned<String>, &str) -> Result<R, DataFault>,
    ) -> Result<OddsTable<R>, DataFault> {
        let columns = self.columns.iter().map(|column| odds(file, column)).collect::<Result<Vec<_>, _>>()?;
        let mut rows = vec![];
        for (die, row) in (1..).zip(self.rows.get_ref()) {
            let mut words = row.get_ref().split_whitespace();
            if words.next().and_then(|word| word.parse().ok()) != Some(die) {
                let message = format!("row {die} of the results table does not begin with its die number");
                let expected = format!("\"{die}\", then a result for each column");
                return Err(file.fault(row.span(), message, expected));
            }
            let cells = words.map(|word| result(file, row, word)).collect::<Result<Vec<_>, _>>()?;
            if cells.len() != columns.len() {
                let message =
                    format!("the row of die {die} has {}", counted(cells.len(), "result", "results"));
                let expected = format!("{}, one for each column", columns.len());
                return Err(file.fault(row.span(), message, expected));
            }
            rows.push(cells);
        }
        OddsTable::new(columns, 1, rows).map_err(|why| {
            let span = self.columns.first().map_or(self.rows.span(), Spanned::span);
            let expected = format!("columns of rising {example} and a row for each die number");
            file.fault(span, why, expected)
        })
    }
}
