//! The games as columns, for spreadsheets and programs.

use std::io::{self, Write};

use lab::{SeriesHeading, Upshot};

use crate::parquet::{self, Values};

/// The games of a run, a row each.
#[derive(Default)]
pub struct Table {
    rows: Vec<Row>,
}

struct Row {
    series: String,
    scenario: String,
    variant: String,
    players: [String; 2],
    number: u64,
    winner: Option<String>,
    result: Option<f64>,
    grade: String,
    rule: String,
    turns: u32,
    orders: u64,
    rolls: u64,
    choices: u64,
    losses: [u64; 2],
    chance: Option<f64>,
    luck: Option<f64>,
    fault: Option<String>,
}

type Column = (&'static str, fn(&Row) -> Cell);

enum Cell {
    Whole(i64),
    Number(Option<f64>),
    Text(Option<String>),
}

/// The columns, in order.
const COLUMNS: [Column; 19] = [
    ("series", |row| Cell::Text(Some(row.series.clone()))),
    ("scenario", |row| Cell::Text(Some(row.scenario.clone()))),
    ("variant", |row| Cell::Text(Some(row.variant.clone()))),
    ("first_player", |row| Cell::Text(Some(row.players[0].clone()))),
    ("second_player", |row| Cell::Text(Some(row.players[1].clone()))),
    ("number", |row| Cell::Whole(row.number as i64)),
    ("winner", |row| Cell::Text(row.winner.clone())),
    ("result", |row| Cell::Number(row.result)),
    ("grade", |row| Cell::Text(Some(row.grade.clone()).filter(|grade| !grade.is_empty()))),
    ("rule", |row| Cell::Text(Some(row.rule.clone()).filter(|rule| !rule.is_empty()))),
    ("turns", |row| Cell::Whole(row.turns.into())),
    ("orders", |row| Cell::Whole(row.orders as i64)),
    ("rolls", |row| Cell::Whole(row.rolls as i64)),
    ("choices", |row| Cell::Whole(row.choices as i64)),
    ("first_losses", |row| Cell::Whole(row.losses[0] as i64)),
    ("second_losses", |row| Cell::Whole(row.losses[1] as i64)),
    ("first_chance_at_start", |row| Cell::Number(row.chance)),
    ("first_luck", |row| Cell::Number(row.luck)),
    ("fault", |row| Cell::Text(row.fault.clone())),
];

impl Table {
    /// Takes in a game.
    pub fn take(&mut self, heading: &SeriesHeading, game: &Upshot) {
        let lost = |side: u8| game.losses.iter().filter(|loss| loss.side == side).count() as u64;
        let fortunes = game.fortunes.as_ref();
        self.rows.push(Row {
            series: heading.label.clone(),
            scenario: heading.scenario.clone(),
            variant: heading.variant.clone(),
            players: heading.players.clone(),
            number: game.number,
            winner: game.winner.map(|side| heading.sides[side.index()].clone()),
            result: game.result(),
            grade: game.grade.clone(),
            rule: game.rule.clone(),
            turns: game.turns,
            orders: game.orders,
            rolls: game.rolls,
            choices: game.choices,
            losses: [lost(0), lost(1)],
            chance: fortunes.and_then(|f| f.chances.first()).map(|(_, chance)| rounded(*chance)),
            luck: fortunes.map(|f| rounded(f.luck)),
            fault: game.fault.as_ref().map(|fault| fault.what.clone()),
        });
    }

    /// Writes them as CSV (RFC 4180).
    pub fn csv(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", COLUMNS.map(|(name, _)| name).join(","))?;
        for row in &self.rows {
            let cells = COLUMNS.map(|(_, cell)| match cell(row) {
                Cell::Whole(number) => number.to_string(),
                Cell::Number(number) => number.map_or_else(String::new, |number| number.to_string()),
                Cell::Text(text) => quoted(&text.unwrap_or_default()),
            });
            writeln!(out, "{}", cells.join(","))?;
        }
        Ok(())
    }

    /// Writes them as Parquet.
    pub fn parquet(&self, out: &mut impl Write) -> io::Result<()> {
        let columns = COLUMNS.map(|(name, cell)| {
            let cells = self.rows.iter().map(cell);
            let mut values: Option<Values> = None;
            for one in cells {
                match (values.get_or_insert_with(|| one.column()), one) {
                    (Values::Whole(all), Cell::Whole(number)) => all.push(Some(number)),
                    (Values::Number(all), Cell::Number(number)) => all.push(number),
                    (Values::Text(all), Cell::Text(text)) => all.push(text),
                    // A column has cells of one sort.
                    _ => {}
                }
            }
            (name, values.unwrap_or(Values::Text(vec![])))
        });
        parquet::write(out, &columns)
    }
}

impl Cell {
    /// An empty column of its sort.
    fn column(&self) -> Values {
        match self {
            Cell::Whole(_) => Values::Whole(vec![]),
            Cell::Number(_) => Values::Number(vec![]),
            Cell::Text(_) => Values::Text(vec![]),
        }
    }
}

/// A chance as it was written down, not as half its digits make it.
fn rounded(chance: f32) -> f64 {
    (f64::from(chance) * 10_000.0).round() / 10_000.0
}

/// A cell in quotes where it needs them. One that a spreadsheet would take for a formula is made a text.
fn quoted(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@']);
    let text = if formula { format!("'{text}") } else { text.to_string() };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(quoted("Rome"), "Rome");
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(quoted("=1+1"), "'=1+1");
    }
}
