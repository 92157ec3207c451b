//! A contest: one game at its table, as it follows from its deeds: position, seats, clocks, offers, talk.

mod snapshot;

use std::collections::VecDeque;
use std::sync::Arc;

use commander::Level;
use engine::edition::ScenarioCard;
use engine::lesson::Lesson;
use engine::record::{DiceSource, End, Header, How, Said, Session};
use engine::scene::Landscape;
use engine::table::{Order, Table, turn_value};
use engine::{Event, Objection, Side, Turn, Viewer, act};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shelf::Shelf;

use crate::clock::{Allowance, Clocks, Ticks};
use crate::deed::{Act, Deed};
use crate::lessons;
use crate::store::{GameRow, StoreFault, Summary};
use crate::timekeeping::Absences;
use crate::view::{Heading, LastShown};

/// So much of the talk is kept at hand.
const TALK: usize = 200;

/// One game at its table.
pub struct Contest {
    /// How it was set up.
    pub row: GameRow,
    /// Its scenario.
    pub card: ScenarioCard,
    /// The game with its record.
    pub session: Session,
    /// The lesson it is, if it is one.
    pub lesson: Option<Arc<Lesson>>,
    /// Whom the pupil of a lesson leads.
    pub pupil: Option<Side>,
    /// The number of the last deed.
    pub number: u64,
    /// Who sits where.
    pub seats: [Option<Seat>; 2],
    /// The clocks.
    pub clocks: Clocks,
    /// Who asks to go back, and how far.
    pub undo_asked: Option<UndoAsked>,
    /// Who offers a draw.
    pub draw_offered: Option<Side>,
    /// How it ended, if not by its rules.
    pub ended: Option<Ending>,
    /// What was said last.
    pub talk: VecDeque<Value>,
    /// When the last deed was done.
    pub updated: i64,
    /// Its map.
    pub map: Arc<Landscape>,
    /// The number of the last deed that was more than talk.
    pub changed: u64,
    /// The boards shown last.
    pub(crate) last_shown: LastShown,
    /// The log as told so far, for each way of [owning](Held::index) seats, an entry as JSON.
    pub(crate) told: [Vec<Arc<str>>; 4],
}

/// A player in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seat {
    /// Number in the store.
    pub player: i64,
    /// Name at the table.
    pub name: String,
    /// How well the computer plays that leads it for them, if it does.
    pub computer: Option<Level>,
}

/// A side asks to take something back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UndoAsked {
    /// Who asks.
    pub by: Side,
    /// How many entries would remain.
    pub to: usize,
    /// The number of the deed it was asked by: what an answer answers to.
    pub number: u64,
}

/// An end outside the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// This side gave up.
    Resigned(Side),
    /// Both agreed to a draw.
    Agreed,
    /// This side's time was up, and the other said so.
    Late(Side),
}

/// The seats a visitor owns, or of these the ones whose orders are theirs to give: see [`Contest::owned`] and
/// [`Contest::held`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// One side.
    One(Side),
    /// Both: the game is played at one screen.
    Both,
    /// None: watches.
    Neither,
}

impl Held {
    /// The sides for which something is so.
    fn of(is_so: impl Fn(Side) -> bool) -> Held {
        match (is_so(Side::First), is_so(Side::Second)) {
            (true, true) => Held::Both,
            (true, false) => Held::One(Side::First),
            (false, true) => Held::One(Side::Second),
            (false, false) => Held::Neither,
        }
    }

    /// Every case, in the order of [`Held::index`].
    pub const ALL: [Held; 4] = [Held::One(Side::First), Held::One(Side::Second), Held::Both, Held::Neither];

    /// A small number for tables of four.
    pub fn index(self) -> usize {
        match self {
            Held::One(side) => side.index(),
            Held::Both => 2,
            Held::Neither => 3,
        }
    }

    /// Whether a side's orders are the visitor's to give.
    pub fn holds(self, side: Side) -> bool {
        self == Held::Both || self == Held::One(side)
    }

    /// The sides it names.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(move |&side| self.holds(side))
    }

    /// Through whose eyes the visitor sees a position: at one screen, those of the side to act.
    pub fn viewer(self, table: &dyn Table) -> Viewer {
        match self {
            Held::One(side) => Viewer::Side(side),
            Held::Neither => Viewer::Public,
            Held::Both => match table.turn() {
                Turn::Order(side) => Viewer::Side(side),
                _ => Viewer::Referee,
            },
        }
    }
}

/// What came of a deed, for those who look on.
#[derive(Clone, PartialEq, Debug)]
pub enum Happened {
    /// An order or roll: the number of the entry, and its events.
    Entry(usize, Vec<Event>),
    /// Entries were taken back.
    Undone,
    /// Somebody sat down, or a seat is led by somebody else.
    Seats,
    /// Something was offered, asked, answered, or the game ended by agreement.
    Offer,
    /// Somebody said something.
    Chat(Value),
}

impl Contest {
    /// A game from its row, before its first deed.
    pub fn open(shelf: &Shelf, row: GameRow, absences: Absences) -> Result<Contest, StoreFault> {
        let corrupt = |what: String| StoreFault::Corrupt(format!("game {}: {what}", row.id));
        let header: Header = serde_json::from_str(&row.header)?;
        let newest = shelf.edition(&header.game).map_err(|unknown| corrupt(unknown.to_string()))?.ruleset();
        if header.ruleset > newest {
            let theirs = header.ruleset;
            let what = format!(
                "this game follows version {theirs} of the rules; this server plays versions 1 to {newest}"
            );
            return Err(StoreFault::OtherRules(what));
        }
        let mut opening = shelf
            .open_under(header.ruleset, &header.scenario, &header.options)
            .map_err(|objection| corrupt(objection.why))?;
        if opening.card.fingerprint != header.fingerprint {
            let what = "this game was played with data this server no longer has";
            return Err(StoreFault::OtherRules(what.into()));
        }
        if let Some(start) = &header.start {
            opening.table.restore(start).map_err(|objection| corrupt(objection.why))?;
        }
        let lesson = lessons::lesson_of(shelf, &header.game, &row.seating);
        let pupil = lesson.as_ref().and_then(|lesson| lesson.pupil(opening.table.as_ref()).ok());
        let allowance: Option<Allowance> = row.clock.as_deref().map(serde_json::from_str).transpose()?;
        let card = opening.card.clone();
        let map = opening.table.scene(Viewer::Public).landscape;
        // What was taken back is in the deeds, and is written into the record from there.
        let mut session = Session::begun(header, opening).forgetful();
        if let Some(seed) = &row.seed {
            session.entrust(seed).map_err(|objection| corrupt(objection.why))?;
        }
        Ok(Contest {
            card,
            session,
            lesson,
            pupil,
            number: 0,
            seats: [None, None],
            clocks: Clocks::new(allowance, absences),
            undo_asked: None,
            draw_offered: None,
            ended: None,
            talk: VecDeque::new(),
            updated: row.created,
            map,
            changed: 0,
            last_shown: LastShown::default(),
            told: Default::default(),
            row,
        })
    }

    /// A game from its row and all its deeds.
    pub fn load(shelf: &Shelf, row: GameRow, deeds: &[Deed]) -> Result<Contest, StoreFault> {
        let id = row.id.clone();
        let mut contest = Contest::open(shelf, row, Absences::default())?;
        for deed in deeds {
            contest.apply(deed).map_err(|objection| {
                StoreFault::Corrupt(format!("deed {} of game {id} is refused: {objection}", deed.number))
            })?;
        }
        Ok(contest)
    }

    /// Carries out the next deed as the store has it: an order is read, dice are derived again. A deed that is refused
    /// changes nothing.
    pub fn apply(&mut self, deed: &Deed) -> Result<Happened, Objection> {
        match &deed.act {
            Act::Order { order, .. } => {
                let order = self.session.table().read(order)?;
                self.perform(deed, Some(&order))
            }
            Act::Roll { dice, nonce: Some(nonce) }
                if self.session.derive(nonce)?.faces() != dice.as_slice() =>
            {
                Err(Objection::new("dice", "the dice are not those of the seed"))
            }
            _ => self.perform(deed, None),
        }
    }

    /// Carries out the next deed, done here and now: its order was read already, its dice have just been derived.
    pub fn perform(&mut self, deed: &Deed, order: Option<&Order>) -> Result<Happened, Objection> {
        if deed.number != self.number + 1 {
            let why = format!("deed {} cannot follow {}", deed.number, self.number);
            return Err(Objection::new("protocol", why));
        }
        let happened = self.act(deed, order)?;
        self.number = deed.number;
        if !matches!(happened, Happened::Chat(_)) {
            self.changed = deed.number;
        }
        self.updated = deed.at;
        if self.is_over() {
            self.session.reveal();
        }
        match happened {
            Happened::Undone => {
                self.told.iter_mut().for_each(|told| told.truncate(self.session.cursor()));
                self.clocks.run_again(deed.at, self.ticks());
            }
            _ => self.clocks.run(deed.at, self.ticks()),
        }
        Ok(happened)
    }

    fn act(&mut self, deed: &Deed, order: Option<&Order>) -> Result<Happened, Objection> {
        let side = deed.side.ok_or_else(|| Objection::new("protocol", "the deed names no side"));
        match &deed.act {
            Act::Sit { player, name } => {
                let seat = &mut self.seats[side?.index()];
                let computer = seat.as_ref().and_then(|seat| seat.computer);
                *seat = Some(Seat { player: *player, name: name.clone(), computer });
                Ok(Happened::Seats)
            }
            Act::Lead { level } => match &mut self.seats[side?.index()] {
                Some(seat) => {
                    seat.computer = *level;
                    Ok(Happened::Seats)
                }
                None => Err(Objection::new("table.computer", "nobody sits there yet")),
            },
            Act::Order { nonce, .. } => {
                let order = order.ok_or_else(|| Objection::new("protocol", "the order was not read"))?;
                let events = self.session.give_with(order, nonce.as_deref())?;
                self.moved(deed.side);
                Ok(Happened::Entry(self.session.cursor(), events))
            }
            Act::Roll { dice, nonce } => {
                let events = match self.session.header().is_committed() {
                    true => self.session.take_throw(dice)?,
                    false => self.session.take_roll(dice, nonce.as_deref())?,
                };
                self.moved(deed.side);
                Ok(Happened::Entry(self.session.cursor(), events))
            }
            Act::Undo { to } => {
                self.session.undo_to(*to, true)?;
                self.undo_asked = None;
                Ok(Happened::Undone)
            }
            Act::AskUndo { to } => {
                self.undo_asked = Some(UndoAsked { by: side?, to: *to, number: deed.number });
                Ok(Happened::Offer)
            }
            Act::RefuseUndo => {
                self.undo_asked = None;
                Ok(Happened::Offer)
            }
            Act::OfferDraw => {
                self.draw_offered = Some(side?);
                Ok(Happened::Offer)
            }
            Act::DeclineDraw => {
                self.draw_offered = None;
                Ok(Happened::Offer)
            }
            Act::AgreeDraw => self.ends(Ending::Agreed),
            Act::Resign => self.ends(Ending::Resigned(side?)),
            Act::Claim => self.ends(Ending::Late(side?.other())),
            Act::Chat { player, name, text } => {
                let line =
                    json!({ "n": deed.number, "player": player, "who": name, "text": text, "at": deed.at });
                self.talk.push_back(line.clone());
                if self.talk.len() > TALK {
                    self.talk.pop_front();
                }
                Ok(Happened::Chat(line))
            }
        }
    }

    /// Where the game stands when a deed is done, for the log; only orders and rolls are headed so.
    pub fn heading(&self, deed: &Deed) -> Heading {
        match deed.act {
            Act::Order { .. } | Act::Roll { .. } => Heading::of(self.session.table()),
            _ => Heading::default(),
        }
    }

    /// Play goes on: what was asked is no longer asked, and a draw offered to the one who plays is declined.
    fn moved(&mut self, by: Option<Side>) {
        self.undo_asked = None;
        if self.draw_offered.is_some_and(|offerer| by == Some(offerer.other())) {
            self.draw_offered = None;
        }
    }

    fn ends(&mut self, ending: Ending) -> Result<Happened, Objection> {
        self.ended = Some(ending);
        self.undo_asked = None;
        self.draw_offered = None;
        Ok(Happened::Offer)
    }

    /// The dice that are due. Games of version 1 derive them with a nonce of their own.
    pub fn due_roll(&self, nonce: &str) -> Option<Act> {
        self.row.seed.as_ref()?;
        let Turn::Dice(_) = self.session.table().turn() else { return None };
        let dice = self.session.derive(nonce).ok()?.faces().to_vec();
        let nonce = (!self.session.header().is_committed()).then(|| nonce.to_string());
        Some(Act::Roll { dice, nonce })
    }

    /// Whether the game is over, by its rules or otherwise.
    pub fn is_over(&self) -> bool {
        self.ended.is_some() || matches!(self.session.table().turn(), Turn::Over(_))
    }

    /// Who has won, if it is over; nobody if it was drawn.
    pub fn winner(&self) -> Option<Option<Side>> {
        match (self.ended, self.session.table().turn()) {
            (Some(Ending::Resigned(side) | Ending::Late(side)), _) => Some(Some(side.other())),
            (Some(Ending::Agreed), _) => Some(None),
            (None, Turn::Over(outcome)) => Some(outcome.winner),
            (None, _) => None,
        }
    }

    /// The side that must give an order.
    pub fn to_act(&self) -> Option<Side> {
        match self.session.table().turn() {
            Turn::Order(side) if self.ended.is_none() => Some(side),
            _ => None,
        }
    }

    /// Whether everybody is here.
    pub fn is_seated(&self) -> bool {
        self.seats.iter().all(Option::is_some)
    }

    /// For whom the clock ticks.
    fn ticks(&self) -> Ticks {
        match self.session.table().turn() {
            _ if self.ended.is_some() || !self.is_seated() => Ticks::Nobody,
            Turn::Order(side) => Ticks::For(side),
            Turn::Dice(_) => Ticks::Dice,
            Turn::Over(_) => Ticks::Nobody,
        }
    }

    /// The seats that belong to a player, led by the computer or not.
    pub fn owned(&self, player: Option<i64>) -> Held {
        let sits =
            |side: Side| player.is_some() && self.seats[side.index()].as_ref().map(|s| s.player) == player;
        Held::of(sits)
    }

    /// Of the seats somebody owns, those that neither the computer nor a lesson leads.
    pub fn commanded(&self, owned: Held) -> Held {
        let tutor = self.pupil.map(Side::other);
        Held::of(|side| owned.holds(side) && self.computer(side).is_none() && tutor != Some(side))
    }

    /// The seats whose orders are a player's to give.
    pub fn held(&self, player: Option<i64>) -> Held {
        self.commanded(self.owned(player))
    }

    /// How well the computer plays that leads a side, if it does.
    pub fn computer(&self, side: Side) -> Option<Level> {
        self.seats[side.index()].as_ref().and_then(|seat| seat.computer)
    }

    /// The side to act, its owner and the level, if it is the computer's move.
    pub fn computers_move(&self) -> Option<(Side, i64, Level)> {
        let side = self.to_act().filter(|_| self.is_seated())?;
        let seat = self.seats[side.index()].as_ref()?;
        Some((side, seat.player, seat.computer?))
    }

    /// The last entry a side has given.
    pub fn last_given_by(&self, side: Side) -> Option<usize> {
        (1..=self.session.cursor()).rev().find(|&n| self.session.giver(n) == Some(side))
    }

    /// Taking back to before this entry takes back how both sides set up, and each has seen the other's by then; none
    /// while one of them has not begun to.
    pub fn both_deployed(&self) -> Option<usize> {
        let deploys = |n: &usize| match self.session.entries()[n - 1].said() {
            Some(Said::Order(order)) => {
                let given = order.value();
                [act::PLACE, act::MUSTER].iter().any(|act| given["do"] == act.kind)
            }
            _ => false,
        };
        let last_of = |side: Side| {
            let entries = (1..=self.session.cursor()).rev();
            entries.filter(|&n| self.session.giver(n) == Some(side)).find(deploys)
        };
        Some(last_of(Side::First)?.min(last_of(Side::Second)?))
    }

    /// Whether taking back to an entry would take back how both sides set up.
    pub fn undoes_both_deployments(&self, to: usize) -> bool {
        self.both_deployed().is_some_and(|deployed| to < deployed)
    }

    /// Whether both seats belong to one player: at one screen, or against the computer.
    pub fn is_of_one_player(&self) -> bool {
        matches!(&self.seats, [Some(one), Some(two)] if one.player == two.player)
    }

    /// Whether rolls are entered by hand.
    pub fn physical_dice(&self) -> bool {
        self.session.header().dice == DiceSource::PHYSICAL
    }

    /// How it ended, if it is over.
    pub fn end(&self) -> Option<End> {
        let table = self.session.table();
        let name = |side: Side| table.side_name(side);
        let end = |how, by, winner, [grade, rule]: [&str; 2], why| End {
            how,
            by,
            winner,
            grade: grade.into(),
            rule: rule.into(),
            why,
            players: None,
        };
        let Some(ending) = self.ended else { return End::by_rules(table) };
        Some(match ending {
            Ending::Resigned(side) => {
                let why = format!("{} resign; {} win", name(side), name(side.other()));
                end(How::Resigned, Some(side), Some(side.other()), ["resignation", "table.resign"], why)
            }
            Ending::Agreed => {
                let why = "Both sides agreed to a draw".into();
                end(How::Agreed, None, None, ["draw", "table.draw"], why)
            }
            Ending::Late(side) => {
                let why = format!("The time of {} is up; {} win", name(side), name(side.other()));
                end(How::Time, Some(side), Some(side.other()), ["time", "table.clock"], why)
            }
        })
    }

    /// What the game waits for, as clients read it.
    pub fn turn(&self) -> Value {
        let table = self.session.table();
        match self.end() {
            None => turn_value(table),
            Some(End { winner, grade, rule, why, .. }) => {
                let winner = winner.map(|side| table.side_name(side));
                json!({ "over": { "winner": winner, "grade": grade, "rule": rule, "why": why } })
            }
        }
    }

    /// What lists show.
    pub fn summary(&self) -> Summary {
        Summary {
            moves: self.session.cursor() as u64,
            turn: self.turn().to_string(),
            to_act: self.to_act().map(|side| side.index() as i64),
            finished: self.is_over(),
            players: [0, 1].map(|i| self.seats[i].as_ref().map(|seat| seat.player)),
            computers: Side::BOTH.map(|side| self.computer(side).map(|level| level.name().to_string())),
            updated: self.updated,
        }
    }
}
