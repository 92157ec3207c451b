//! One game: its record kept, or a copy for planners that keeps none.

use std::sync::Arc;

use engine::edition::Options;
use engine::record::{DiceSource, Record, Session};
use engine::table::{OrderList, Table, turn_value};
use engine::{Generator, Listing, Objection, Side, Turn, Viewer};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyTuple};
use serde_json::{Value, json};

use crate::arrays::array;
use crate::order::Order;
use crate::sight::{MARKS, ORDER_COLUMNS, Seen, Sight, mover, result};
use crate::values::{from_python, refuse, senseless, to_python, viewer};

/// More throws than these nobody wants one by one.
const MOST_THROWS: u32 = 1_000_000;

/// A game in progress. Orders and rolls change it; everything else only asks.
#[pyclass(module = "strategikon", subclass)]
pub struct Game {
    kept: Kept,
    scenario: String,
    sight: Arc<Sight>,
    /// The legal orders, once somebody has asked for them.
    list: OrderList,
    listed: bool,
}

enum Kept {
    /// With its record.
    Recorded(Box<Session>),
    /// Without one, and with dice of its own.
    Copy(Box<dyn Table>, Box<Generator>),
}

/// What a game is opened with.
pub fn options(given: Option<&Bound<'_, PyAny>>) -> PyResult<Options> {
    let Some(given) = given else { return Ok(Options::new()) };
    let Value::Object(fields) = from_python(given)? else {
        return Err(PyTypeError::new_err("options are a dict of names and values, such as {\"turns\": 18}"));
    };
    Ok(fields.into_iter().fold(Options::new(), |options, (name, value)| options.with(&name, value)))
}

impl Game {
    fn recorded(session: Session) -> Game {
        let scenario = session.header().scenario.clone();
        let sight = Arc::new(Sight::of(session.table()));
        let kept = Kept::Recorded(Box::new(session));
        Game { kept, scenario, sight, list: OrderList::default(), listed: false }
    }

    /// A copy of a table.
    pub fn copy_of(table: Box<dyn Table>, scenario: String, sight: Arc<Sight>, generator: Generator) -> Game {
        let kept = Kept::Copy(table, Box::new(generator));
        Game { kept, scenario, sight, list: OrderList::default(), listed: false }
    }

    fn table(&self) -> &dyn Table {
        match &self.kept {
            Kept::Recorded(session) => session.table(),
            Kept::Copy(table, _) => table.as_ref(),
        }
    }

    fn sides(&self) -> [&str; 2] {
        Side::BOTH.map(|side| self.table().side_name(side))
    }

    fn listed(&mut self) -> &OrderList {
        if !self.listed {
            let mut list = std::mem::take(&mut self.list);
            self.table().list(&mut list);
            self.list = list;
            self.listed = true;
        }
        &self.list
    }

    /// An order as it may be given: one of ours, a number of the list, or data.
    fn order(&mut self, given: &Bound<'_, PyAny>) -> PyResult<engine::table::Order> {
        if let Ok(order) = given.cast::<Order>() {
            return Ok(order.get().0.clone());
        }
        match self.numbered(given)? {
            Some(index) => self.table().listed(&self.list, index).ok_or_else(|| senseless("no such order")),
            None => self.table().read(&from_python(given)?).map_err(refuse),
        }
    }

    /// The number of a listed order, if that is what is given.
    fn numbered(&mut self, given: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let whole = given.is_instance_of::<PyInt>() || given.hasattr("__index__")?;
        let Some(number) = whole.then(|| given.extract::<i64>()).transpose()? else { return Ok(None) };
        let count = self.listed().len();
        let index = usize::try_from(number).ok().filter(|&index| index < count);
        let there = || match count {
            0 => "no order is due".to_string(),
            _ => format!("{count} orders are legal, numbered from 0"),
        };
        index
            .map(Some)
            .ok_or_else(|| PyIndexError::new_err(format!("there is no order {number}: {}", there())))
    }

    fn seen_by(&self, who: Option<&Bound<'_, PyAny>>) -> PyResult<Viewer> {
        who.map_or_else(|| Ok(mover(self.table())), |who| viewer(who, self.sides()))
    }

    /// Lets dice fall on a copy, without a word.
    fn fall(&mut self, faces: &[u8]) -> PyResult<()> {
        let Turn::Dice(request) = self.table().turn() else {
            return Err(refuse(Objection::new(
                "dice",
                format!("no dice are due; {}", self.table().prompt()),
            )));
        };
        let dice = request.accepts(faces).map_err(refuse)?;
        if let Kept::Copy(table, _) = &mut self.kept {
            table.roll_silently(dice);
            self.listed = false;
        }
        Ok(())
    }

    fn session(&mut self) -> PyResult<&mut Session> {
        match &mut self.kept {
            Kept::Recorded(session) => Ok(session),
            Kept::Copy(..) => Err(senseless("a copy keeps no record of its game")),
        }
    }
}

#[pymethods]
impl Game {
    /// Opens a scenario. `seed` decides the dice, as for the referee and in its records; none takes any.
    #[new]
    #[pyo3(signature = (scenario, *, seed = None, options = None))]
    fn new(
        scenario: &str,
        seed: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Game> {
        let opening = crate::shelf()?.open(scenario, &self::options(options)?).map_err(refuse)?;
        let seed = match seed.map(from_python).transpose()? {
            None | Some(Value::Null) => {
                std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), 0).to_string()
            }
            Some(Value::String(text)) => text,
            Some(number) if number.is_u64() => number.to_string(),
            Some(_) => return Err(senseless("a seed is a whole number from 0 or a text")),
        };
        Ok(Game::recorded(Session::new(opening, DiceSource::open(seed.as_bytes()))))
    }

    /// Takes up a record where it ends; every order and roll in it is checked.
    #[staticmethod]
    fn from_record(text: &str) -> PyResult<Game> {
        let refused =
            |fault: engine::record::RecordFault| senseless(format!("the record is refused: {fault}"));
        let record = Record::read(text).map_err(refused)?;
        Ok(Game::recorded(crate::shelf()?.resume(&record).map_err(refused)?))
    }

    /// The full name of the scenario.
    #[getter]
    fn scenario(&self) -> &str {
        &self.scenario
    }

    /// The names of the two sides.
    #[getter]
    fn side_names(&self) -> (String, String) {
        let [first, second] = self.sides().map(str::to_string);
        (first, second)
    }

    /// What the game waits for: `{"side": …}`, `{"dice": {…}}` or `{"over": {…}}`.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &turn_value(self.table()))
    }

    /// The side that must give an order, 0 or 1; None while dice are due and after the end.
    #[getter]
    fn mover(&self) -> Option<usize> {
        self.table().turn().side().map(Side::index)
    }

    /// The dice that are due: how many, and of how many sides.
    #[getter]
    fn dice_due(&self) -> Option<(u8, u8)> {
        match self.table().turn() {
            Turn::Dice(request) => Some((request.count, request.sides)),
            _ => None,
        }
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        matches!(self.table().turn(), Turn::Over(_))
    }

    /// What the end is worth to the first side: 1, 0, or 0.5 for a draw; None before it.
    #[getter]
    fn result(&self) -> Option<f32> {
        match self.table().turn() {
            Turn::Over(outcome) => Some(result(outcome.winner)),
            _ => None,
        }
    }

    /// What is expected now, in a sentence.
    #[getter]
    fn prompt(&self) -> String {
        self.table().prompt()
    }

    /// Where in the game it stands: "Game-Turn 3, Fire Combat Phase".
    #[getter]
    fn heading(&self) -> String {
        self.table().heading()
    }

    /// Whether the list of orders is of all legal ones.
    #[getter]
    fn lists_all(&self) -> bool {
        self.table().listing() == Listing::Complete
    }

    /// The legal orders; on an open table the useful ones.
    fn legal_orders(&mut self) -> Vec<Order> {
        let count = self.listed().len();
        (0..count).filter_map(|index| self.table().listed(&self.list, index)).map(Order).collect()
    }

    /// How many orders are legal.
    fn count_orders(&mut self) -> usize {
        self.listed().len()
    }

    /// Raises what forbids an order; nothing if it is legal.
    fn check(&mut self, order: &Bound<'_, PyAny>) -> PyResult<()> {
        let order = self.order(order)?;
        self.table().check(&order).map_err(refuse)
    }

    /// A legal order in words.
    fn describe(&mut self, order: &Bound<'_, PyAny>) -> PyResult<String> {
        let order = self.order(order)?;
        self.table().describe(&order).map_err(refuse)
    }

    /// What a legal order does and points at.
    fn aim<'py>(&mut self, py: Python<'py>, order: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let order = self.order(order)?;
        to_python(py, &json!(self.table().aim(&order).map_err(refuse)?))
    }

    /// Plays an order (one of the list, its number, or data) and tells what happened.
    fn play<'py>(&mut self, py: Python<'py>, order: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let order = self.order(order)?;
        let events = match &mut self.kept {
            Kept::Recorded(session) => session.give(&order),
            Kept::Copy(table, _) => table.play(&order),
        };
        let events = events.map_err(refuse)?;
        self.listed = false;
        to_python(py, &json!(events))
    }

    /// Plays an order without a word: for planners.
    fn follow(&mut self, order: &Bound<'_, PyAny>) -> PyResult<()> {
        if matches!(self.kept, Kept::Copy(..))
            && let Some(index) = self.numbered(order)?
            && let Kept::Copy(table, _) = &mut self.kept
        {
            table.play_listed(&self.list, index);
            self.listed = false;
            return Ok(());
        }
        let order = self.order(order)?;
        match &mut self.kept {
            Kept::Recorded(session) => drop(session.give(&order).map_err(refuse)?),
            Kept::Copy(table, _) => {
                if !table.follow(&order) {
                    table.check(&order).map_err(refuse)?;
                }
            }
        }
        self.listed = false;
        Ok(())
    }

    /// Takes the dice that are due: these faces, or the next ones of the seed. Answers the faces and what happened.
    #[pyo3(signature = (dice = None))]
    fn roll<'py>(
        &mut self,
        py: Python<'py>,
        dice: Option<Vec<u8>>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyAny>)> {
        let (faces, events) = match (&mut self.kept, dice) {
            (Kept::Recorded(session), Some(faces)) => {
                let events = session.roll(&faces).map_err(refuse)?;
                (faces, events)
            }
            (Kept::Recorded(session), None) => session.roll_derived("").map_err(refuse)?,
            (Kept::Copy(table, generator), dice) => {
                let faces = match (dice, table.turn()) {
                    (Some(faces), _) => faces,
                    (None, Turn::Dice(request)) => generator.throw(request).faces().to_vec(),
                    (None, _) => vec![],
                };
                let events = table.roll(&faces).map_err(refuse)?;
                (faces, events)
            }
        };
        self.listed = false;
        Ok((PyTuple::new(py, faces)?, to_python(py, &json!(events))?))
    }

    /// Every throw of the dice that are due, each with its probability; empty if none are due.
    fn chance_outcomes<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyTuple>, f64)>> {
        let Turn::Dice(request) = self.table().turn() else { return Ok(vec![]) };
        let ways = request.ways();
        if ways > MOST_THROWS {
            return Err(senseless(format!("there are {ways} throws; draw some of them with `roll`")));
        }
        let likely = 1.0 / f64::from(ways);
        request.throws().map(|dice| Ok((PyTuple::new(py, dice.faces())?, likely))).collect()
    }

    /// The chances of a legal order and the sums behind them; without one, of the roll that is due.
    #[pyo3(signature = (order = None))]
    fn odds<'py>(
        &mut self,
        py: Python<'py>,
        order: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let told = match order {
            None => json!({ "chances": self.table().roll_odds(), "sums": [] }),
            Some(order) => {
                let order = self.order(order)?;
                json!(self.table().odds(&order).map_err(refuse)?)
            }
        };
        to_python(py, &told)
    }

    /// What a viewer sees, as arrays: `counters`, `places`, `situation`. Without one, what the side to move sees.
    #[pyo3(signature = (viewer = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (viewer, mut seen) = (self.seen_by(viewer)?, Seen::default());
        self.sight.see(self.table(), viewer, &mut seen);
        arrays_of(py, &self.sight, None, &seen)
    }

    /// A row of `ORDER_COLUMNS` for each legal order, in the order of the list.
    fn order_features<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.listed();
        let rows = self.sight.orders(self.table(), &self.list).map_err(refuse)?;
        array(py, &[rows.len() / ORDER_COLUMNS.len(), ORDER_COLUMNS.len()], "int32", &rows)
    }

    /// The board that does not change, and what rows and columns of observations stand for.
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let landscape = self.table().scene(Viewer::Public).landscape;
        let grid = landscape.grid();
        let next = |hex| {
            let all = engine::hex::Direction::ALL.map(|way| grid.neighbour(hex, way));
            all.map(|hex| hex.map_or(-1, |hex| hex.index() as i32))
        };
        let neighbours: Vec<i32> = grid.hexes().flat_map(next).collect();
        let middles: Vec<f32> = self.sight.middles().iter().flatten().copied().collect();
        let places = self.sight.places;
        let names: Vec<String> = landscape.numbers.iter().map(ToString::to_string).collect();
        let dict = PyDict::new(py);
        dict.set_item("places", names)?;
        dict.set_item("terrain", landscape.terrain.to_vec())?;
        dict.set_item("neighbours", array(py, &[places, 6], "int32", &neighbours)?)?;
        dict.set_item("middles", array(py, &[places, 2], "float32", &middles)?)?;
        dict.set_item("hexsides", to_python(py, &json!(landscape.sides))?)?;
        dict.set_item("tracks", self.sight.tracks.clone())?;
        Ok(dict)
    }

    /// What a good player weighs, and how the position stands with it for the first side. It knows what is hidden.
    fn standing(&self) -> Vec<(&'static str, f32)> {
        let mut values = vec![];
        self.table().standing(&mut values);
        self.table().terms().iter().copied().zip(values).collect()
    }

    /// All that a viewer may see, ready to draw, in the form of the referee.
    #[pyo3(signature = (viewer = None))]
    fn scene<'py>(&self, py: Python<'py>, viewer: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!(self.table().lit_scene(self.seen_by(viewer)?)))
    }

    /// The position as data.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.table().state())
    }

    /// A digest of the position, the same on every machine.
    fn digest(&self) -> String {
        self.table().hash()
    }

    /// The record, for `strategikon verify` and `replay`.
    fn record(&mut self) -> PyResult<String> {
        self.session().map(|session| session.record().to_string())
    }

    /// Takes back the last order, or everything after so many entries; both sides consent.
    #[pyo3(signature = (to = None))]
    fn undo(&mut self, to: Option<usize>) -> PyResult<()> {
        let session = self.session()?;
        let to = match (to, session.cursor()) {
            (Some(to), _) => to,
            (None, 0) => return Err(senseless("nothing was played yet")),
            (None, entries) => entries - 1,
        };
        session.undo_to(to, true).map_err(refuse)?;
        self.listed = false;
        Ok(())
    }

    /// How many orders and rolls the record has.
    #[getter]
    fn entries(&mut self) -> PyResult<usize> {
        self.session().map(|session| session.cursor())
    }

    /// A copy to think with: quickly made, without a record, with dice that follow from a seed of its own.
    #[pyo3(signature = (seed = 0))]
    fn copy(&self, seed: u64) -> Game {
        let (table, sight) = (self.table().clone_box(), self.sight.clone());
        Game::copy_of(table, self.scenario.clone(), sight, Generator::new(seed, 0))
    }

    /// A copy after an order, or after dice given as their faces: for planners.
    fn after(&self, given: &Bound<'_, PyAny>) -> PyResult<Game> {
        let mut copy = self.copy(0);
        match given.is_instance_of::<PyTuple>() || given.is_instance_of::<PyList>() {
            true => copy.fall(&given.extract::<Vec<u8>>()?)?,
            false => copy.follow(given)?,
        }
        Ok(copy)
    }

    fn __repr__(&self) -> String {
        format!("<Game {}: {}>", self.scenario, self.table().prompt())
    }
}

/// What was seen, as arrays: of one game, or of so many with one more dimension in front.
pub fn arrays_of<'py>(
    py: Python<'py>,
    sight: &Sight,
    games: Option<usize>,
    seen: &Seen,
) -> PyResult<Bound<'py, PyDict>> {
    let shape = |own: &[usize]| games.iter().chain(own).copied().collect::<Vec<usize>>();
    let columns = crate::sight::counter_columns().len();
    let dict = PyDict::new(py);
    let counters = array(py, &shape(&[sight.counters, columns]), "float32", &seen.counters)?;
    dict.set_item("counters", counters)?;
    dict.set_item("places", array(py, &shape(&[sight.places, MARKS.len()]), "float32", &seen.places)?)?;
    dict.set_item("situation", array(py, &shape(&[sight.situation()]), "float32", &seen.situation)?)?;
    Ok(dict)
}
