//! Odds: exact strengths, combat tables as data, and the chances of an order found by walking its outcomes.

mod arrival;

use std::cmp::Ordering;
use std::fmt;

use serde::Serialize;

use crate::contract::{Game, Turn};
use crate::event::{Event, EventKind};

pub use arrival::arrivals;

/// A strength in exact quarters of a point; every multiplier of the rules keeps it whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct Quarters(pub u32);

impl Quarters {
    /// Nothing.
    pub const ZERO: Quarters = Quarters(0);

    /// Whole points.
    #[inline]
    pub const fn points(points: u32) -> Self {
        Quarters(points * 4)
    }

    /// Half points, as movement is counted where some steps cost a half.
    ///
    /// ```
    /// use engine::odds::Quarters;
    /// assert_eq!(Quarters::halves(5).to_string(), "2½");
    /// ```
    #[inline]
    pub const fn halves(halves: u8) -> Self {
        Quarters(halves as u32 * 2)
    }

    /// Half of it. Halving a strength that is not a multiple of a half point is not in any rule.
    #[inline]
    pub const fn halved(self) -> Self {
        Quarters(self.0 / 2)
    }

    /// Twice as much.
    #[inline]
    pub const fn doubled(self) -> Self {
        Quarters(self.0 * 2)
    }

    /// So many times as much.
    #[inline]
    pub const fn times(self, factor: Factor) -> Self {
        Quarters(self.0 * factor.0 / 4)
    }
}

impl std::ops::Add for Quarters {
    type Output = Quarters;
    #[inline]
    fn add(self, other: Quarters) -> Quarters {
        Quarters(self.0 + other.0)
    }
}

impl std::ops::AddAssign for Quarters {
    #[inline]
    fn add_assign(&mut self, other: Quarters) {
        self.0 += other.0;
    }
}

impl std::iter::Sum for Quarters {
    fn sum<I: Iterator<Item = Quarters>>(all: I) -> Quarters {
        all.fold(Quarters::ZERO, |a, b| a + b)
    }
}

/// Written as wargamers write it: `3`, `1½`, `¼`.
impl fmt::Display for Quarters {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let fraction = ["", "¼", "½", "¾"][self.0 as usize % 4];
        match self.0 / 4 {
            0 if !fraction.is_empty() => f.write_str(fraction),
            whole => write!(f, "{whole}{fraction}"),
        }
    }
}

/// What a strength is multiplied by, in exact quarters.
///
/// ```
/// use engine::odds::{Factor, Quarters};
///
/// let ground = Factor::DOUBLE.and(Factor::HALF);
/// assert_eq!(ground, Factor::ONE);
/// assert_eq!(Quarters::points(3).times(Factor::halves(3)).to_string(), "4½");
/// assert_eq!(Factor::halves(3).to_string(), "× 1½");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Factor(u32);

impl Factor {
    /// Half as much.
    pub const HALF: Factor = Factor(2);
    /// As much as before.
    pub const ONE: Factor = Factor(4);
    /// Twice as much.
    pub const DOUBLE: Factor = Factor(8);

    /// So many halves: 3 for one and a half times.
    #[inline]
    pub const fn halves(halves: u8) -> Self {
        Factor(halves as u32 * 2)
    }

    /// Both, one after the other.
    #[inline]
    pub const fn and(self, other: Factor) -> Self {
        Factor(self.0 * other.0 / 4)
    }

    /// The factor as a number, for those who judge rather than count.
    #[inline]
    pub fn as_f32(self) -> f32 {
        self.0 as f32 / 4.0
    }
}

/// Written as wargamers write it: `× ½`, `× 2`.
impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "× {}", Quarters(self.0))
    }
}

/// The odds of a fight before its die: all that a results table is asked with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Odds {
    /// The attacker's strength.
    pub attack: Quarters,
    /// The defender's strength.
    pub defence: Quarters,
    /// Columns to the right, or to the left if negative.
    pub shift: i32,
    /// What is added to the die.
    pub die: i32,
}

/// A combat results table: columns of odds, rows of die numbers, results from a game's own list.
///
/// Columns are ratios attacker : defender in rising order. `R` is the game's result type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OddsTable<R> {
    columns: Vec<(u32, u32)>,
    lowest_die: u8,
    rows: Vec<Vec<R>>,
}

impl<R: Copy> OddsTable<R> {
    /// A table from its columns, the lowest die number, and its rows from there on.
    ///
    /// Fails with a sentence if columns do not rise or a row has the wrong length.
    pub fn new(columns: Vec<(u32, u32)>, lowest_die: u8, rows: Vec<Vec<R>>) -> Result<Self, String> {
        if columns.is_empty() || columns.iter().any(|c| c.0 == 0 || c.1 == 0) {
            return Err("a results table needs columns such as \"1 to 2\"".into());
        }
        if let Some(w) = columns.windows(2).find(|w| w[0].0 * w[1].1 >= w[1].0 * w[0].1) {
            return Err(format!("the column {} to {} does not rise above the one before", w[1].0, w[1].1));
        }
        if rows.is_empty() {
            return Err("a results table needs at least one row".into());
        }
        if let Some(i) = rows.iter().position(|row| row.len() != columns.len()) {
            let (found, wanted) = (rows[i].len(), columns.len());
            return Err(format!(
                "the row of die {} has {found} results, expected {wanted}",
                i + lowest_die as usize
            ));
        }
        Ok(OddsTable { columns, lowest_die, rows })
    }

    /// The column for two strengths, rounded in the defender's favour; none below the first column.
    #[inline]
    pub fn column(&self, attack: Quarters, defence: Quarters) -> Option<usize> {
        let fits = |&(a, d): &(u32, u32)| attack.0 * d >= defence.0 * a;
        let above = self.columns.iter().take_while(|c| fits(c)).count();
        above.checked_sub(1)
    }

    /// A column shifted right by `shift` (left if negative), never past either end.
    #[inline]
    pub fn shifted(&self, column: usize, shift: i32) -> usize {
        (column as i32 + shift).clamp(0, self.columns.len() as i32 - 1) as usize
    }

    /// The result for a die number after modifiers; numbers off the table count as its first or last row.
    #[inline]
    pub fn result(&self, column: usize, die: i32) -> R {
        let row = (die - self.lowest_die as i32).clamp(0, self.rows.len() as i32 - 1);
        self.rows[row as usize][column]
    }

    /// The column of plain strengths, before shifts; the first for anything below it. A game that forbids such
    /// attacks refuses them by [`column`](OddsTable::column).
    #[inline]
    pub fn plain_column(&self, odds: &Odds) -> usize {
        self.column(odds.attack, odds.defence).unwrap_or(0)
    }

    /// The column odds are fought on.
    #[inline]
    pub fn fought_on(&self, odds: &Odds) -> usize {
        self.shifted(self.plain_column(odds), odds.shift)
    }

    /// What a die brings at some odds: asked by the roll, and by the sum that foretells it.
    #[inline]
    pub fn outcome(&self, odds: &Odds, face: u8) -> R {
        self.result(self.fought_on(odds), face as i32 + odds.die)
    }

    /// The name of a column: `"2 to 1"`.
    pub fn column_name(&self, column: usize) -> String {
        let (attack, defence) = self.columns[column];
        format!("{attack} to {defence}")
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }
}

/// A computation laid open: its terms, what it comes to, and the exact chance of each result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sum {
    /// What is computed: "Attack on 2107".
    pub title: String,
    /// Each term with the rule behind it, in the order the rules apply them.
    pub terms: Vec<Term>,
    /// What it comes to: "6 against 3, 2 to 1".
    pub total: String,
    /// The results with their chances; empty where the rules forbid the attack.
    pub results: Vec<Chance>,
}

impl Sum {
    /// The sum of a fight on a table: its terms, its odds, and what each face of a die brings.
    pub fn of_fight<R: Copy>(
        title: String,
        terms: Vec<Term>,
        odds: &Odds,
        table: &OddsTable<R>,
        column_name: impl Fn(usize) -> String,
        words: impl Fn(R) -> String,
    ) -> Sum {
        let (plain, fought) = (table.plain_column(odds), table.fought_on(odds));
        let mut total = format!("{} against {}, {}", odds.attack, odds.defence, column_name(plain));
        if fought != plain {
            total = format!("{total}, fought at {}", column_name(fought));
        }
        let results = Chance::of_a_die(|face| words(table.outcome(odds, face)));
        Sum { title, terms, total, results }
    }

    /// Its results as the dice alone bring them.
    pub fn thrown(&self) -> Vec<Chance> {
        self.results.iter().map(Chance::thrown).collect()
    }

    /// The same, with who gains by each result: what the faces that give it say.
    pub fn gained_by(mut self, gainer: impl Fn(u8) -> Gainer) -> Sum {
        for chance in &mut self.results {
            chance.gains = chance.faces.first().map(|&face| gainer(face));
        }
        self
    }
}

/// One line of a [`Sum`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Term {
    /// What it is: "Axemen, front".
    pub label: String,
    /// What it brings: "3", "× ½", "two columns right".
    pub value: String,
    /// The rule behind it.
    pub rule: &'static str,
}

impl Term {
    /// A line of a sum.
    pub fn new(label: impl Into<String>, value: impl Into<String>, rule: &'static str) -> Self {
        Term { label: label.into(), value: value.into(), rule }
    }
}

/// Who is better off after a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Gainer {
    /// Whoever attacks, marches or tries.
    Attacker,
    /// The other side.
    Defender,
    /// Neither.
    Nobody,
}

impl Gainer {
    /// By what each of the two suffers, in any measure.
    pub fn by_harm<T: Ord>(attacker: T, defender: T) -> Gainer {
        match attacker.cmp(&defender) {
            Ordering::Less => Gainer::Attacker,
            Ordering::Greater => Gainer::Defender,
            Ordering::Equal => Gainer::Nobody,
        }
    }
}

/// A result and in how many of the equally likely throws it comes up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Chance {
    /// The result in words.
    pub result: String,
    /// Throws that give it.
    pub ways: u32,
    /// All throws.
    pub of: u32,
    /// The faces that give it, where a single die is thrown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<u8>,
    /// Who gains by it, where the game says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gains: Option<Gainer>,
}

impl Chance {
    /// A result that so many of so many throws give.
    pub fn new(result: impl Into<String>, ways: u32, of: u32) -> Chance {
        Chance { result: result.into(), ways, of, faces: vec![], gains: None }
    }

    /// The same, with who gains by it.
    pub fn gained_by(self, gainer: Gainer) -> Chance {
        Chance { gains: Some(gainer), ..self }
    }

    /// The same as the dice alone bring it: a throw does not say who gains by it.
    pub fn thrown(&self) -> Chance {
        Chance { gains: None, ..self.clone() }
    }

    /// The chances of one die, results in order of first appearance.
    pub fn of_a_die(result: impl Fn(u8) -> String) -> Vec<Chance> {
        let mut chances = vec![];
        (1..=6).for_each(|face| Chance::count(&mut chances, result(face), &[face], 6));
        chances
    }

    /// Counts one more throw of so many, with these faces, that gives a result.
    fn count(chances: &mut Vec<Chance>, result: String, faces: &[u8], of: u32) {
        let at = chances.iter().position(|chance| chance.result == result).unwrap_or_else(|| {
            chances.push(Chance::new(result, 0, of));
            chances.len() - 1
        });
        chances[at].ways += 1;
        if let [face] = faces {
            chances[at].faces.push(*face);
        }
    }
}

/// The exact chances of an order that leads straight to dice: every throw is tried on a copy.
///
/// Results are told apart by the first event of kind [`EventKind::Result`], and come in order of first
/// appearance. `None` if the order does not lead straight to a roll. The order must be legal.
pub fn walk<G: Game>(game: &G, order: &G::Order) -> Option<Vec<Chance>> {
    let mut after = game.clone();
    after.play(order, &mut crate::event::Silence);
    walk_roll(&after)
}

/// The exact chances of the roll a position waits for.
pub fn walk_roll<G: Game>(game: &G) -> Option<Vec<Chance>> {
    let Turn::Dice(request) = game.turn() else { return None };
    let mut chances: Vec<Chance> = vec![];
    for dice in request.throws() {
        let mut events: Vec<Event> = vec![];
        game.clone().roll(dice, &mut events);
        let result = events.iter().find(|e| e.kind == EventKind::Result).or(events.first());
        let result = result.map_or_else(|| "nothing".to_string(), |e| e.text.clone());
        Chance::count(&mut chances, result, dice.faces(), request.ways());
    }
    Some(chances)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> OddsTable<char> {
        OddsTable::new(vec![(1, 2), (1, 1), (2, 1)], 1, vec![vec!['a', 'b', 'c'], vec!['d', 'e', 'f']])
            .unwrap()
    }

    #[test]
    fn odds_are_rounded_for_the_defender() {
        let t = table();
        let points = Quarters::points;
        assert_eq!(t.column(points(3), points(4)), Some(0));
        assert_eq!(t.column(points(26), points(9)), Some(2));
        assert_eq!(t.column(points(1), points(2)), Some(0));
        assert_eq!(t.column(points(49), points(100)), None);
    }

    #[test]
    fn shifts_stop_at_the_ends() {
        let t = table();
        assert_eq!(t.shifted(0, 2), 2);
        assert_eq!(t.shifted(2, 2), 2);
        assert_eq!(t.shifted(1, -5), 0);
        assert_eq!(t.result(1, 9), 'e');
        assert_eq!(t.result(1, -9), 'b');
    }

    #[test]
    fn the_sum_of_a_fight_foretells_what_each_face_brings() {
        let t = table();
        let odds = Odds { attack: Quarters::points(5), defence: Quarters::points(2), shift: -1, die: 1 };
        assert_eq!((t.plain_column(&odds), t.fought_on(&odds)), (2, 1));
        assert_eq!((1..=6).map(|face| t.outcome(&odds, face)).collect::<String>(), "eeeeee");
        let sum = Sum::of_fight("".into(), vec![], &odds, &t, |c| t.column_name(c), |r| r.to_string());
        assert_eq!(sum.total, "5 against 2, 2 to 1, fought at 1 to 1");
        let all = Chance { faces: vec![1, 2, 3, 4, 5, 6], ..Chance::new("e", 6, 6) };
        assert_eq!(sum.results, [all]);
        let even = Odds { attack: Quarters::points(1), defence: Quarters::points(9), ..Odds::default() };
        let sum = Sum::of_fight("".into(), vec![], &even, &t, |c| t.column_name(c), |r| r.to_string());
        assert_eq!(sum.total, "1 against 9, 1 to 2", "below the first column as in it");
        assert_eq!(
            sum.results.iter().map(|c| (c.result.as_str(), c.ways)).collect::<Vec<_>>(),
            [("a", 1), ("d", 5)]
        );
        let gained = sum.gained_by(|face| if face == 1 { Gainer::Defender } else { Gainer::Attacker });
        let told = gained.results.iter().map(|c| (c.faces.clone(), c.gains.unwrap()));
        let expected = [(vec![1], Gainer::Defender), (vec![2, 3, 4, 5, 6], Gainer::Attacker)];
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn quarters_print_as_wargamers_write() {
        let shown = |q| Quarters(q).to_string();
        assert_eq!([shown(0), shown(2), shown(6), shown(13)], ["0", "½", "1½", "3¼"]);
    }

    #[test]
    fn bad_tables_are_refused() {
        assert!(OddsTable::new(vec![(2, 1), (1, 1)], 1, vec![vec!['a', 'b']]).unwrap_err().contains("rise"));
        let short = OddsTable::new(vec![(1, 1), (2, 1)], 1, vec![vec!['a', 'b'], vec!['c']]).unwrap_err();
        assert!(short.contains("die 2"), "{short}");
    }
}
