//! Positions of counters on a hex map: what every game does alike to set one up by hand and to write it down.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    At, ByHand, Counter, Field, Hand, Mark, Marked, Piece, Primer, Takes, With, Word, Wrong, mark, word,
};
use crate::contract::{Rules, Shown, Side, Turn};
use crate::counter::Member;
use crate::hex::{Grid, Hex};

/// A position that is set up counter by counter, as one would set up a diagram of the rulebook. The tables say each
/// thing once for both ways, and whatever implements this can be read and written ([`ByHand`]).
///
/// Setting up goes in this order: everybody where counters are that nobody mentions, the clock, the counters (those
/// that carry others first), the notes and what follows from them, the marks. Then play goes on to the first choice,
/// which must lie in the phase that was asked for. Writing down says whatever is not as it would be if it were left
/// out.
pub trait Diagram: Rules + Shown {
    /// A counter by number.
    type Id: Member;
    /// A step of the sequence of play.
    type Step: PartialEq;

    /// The phases a position may stand in, each with its step.
    const PHASES: &'static [Phase<Self::Step>];
    /// The places beside the map.
    const TRAYS: &'static [Word] = &[];
    /// The marks that are there or not: those of [`flags!`](crate::flags) or [`marks!`](crate::marks).
    const FLAGS: &'static [Mark] = &[];
    /// The marks of other sorts.
    const MARKS: &'static [Marking<Self>] = &[];
    /// Fields of the game's own.
    const NOTES: &'static [Note<Self>] = &[];
    /// Whether counters face somewhere.
    const FACINGS: bool = false;
    /// Whether counters carry others.
    const CARRIERS: bool = false;

    /// The names of the sides, the same in every position of the scenario.
    fn sides(&self) -> [&str; 2] {
        Side::BOTH.map(|side| self.side_name(side))
    }

    /// The names of the scenario.
    fn names(&self) -> Names<'_>;

    /// Where the sequence of play stands: the step (at its beginning, if it counts something), whose it is, the turn.
    fn clock(&self) -> (Self::Step, Side, u16);

    /// Sets the clock.
    fn set_clock(&mut self, step: Self::Step, side: Side, turn: u16);

    /// Whether a move or a fight is half done, or the game over: such a position is not written by hand.
    fn busy(&self) -> bool;

    /// Whose a phase usually is.
    fn usual_side(&self, phase: &str) -> Side;

    /// The map in a phase with nobody mentioned.
    fn unmentioned(&self, phase: &str) -> Self;

    /// The position in which a counter is flagged that stands where it stands here and has no marks.
    fn unmarked(&self, phase: &str) -> Self {
        self.unmentioned(phase)
    }

    /// Puts a counter where the text has it.
    fn set_counter(&mut self, id: Self::Id, piece: &Piece) -> Result<(), Wrong>;

    /// Takes the notes, and fills in what follows from them and from the counters.
    fn fill_in(&mut self, hand: &Hand, primer: &Primer) -> Result<(), Wrong> {
        take_notes(self, hand, primer)
    }

    /// Gives a counter a mark of [`FLAGS`](Diagram::FLAGS).
    fn flag(&mut self, _id: Self::Id, _word: &str) {}

    /// Whether a counter has a mark of [`FLAGS`](Diagram::FLAGS).
    fn flagged(&self, _id: Self::Id, _word: &str) -> bool {
        false
    }

    /// A counter of a side that ought to have a place before the other side deploys, by name.
    fn undeployed(&self, _side: Side) -> Option<String> {
        None
    }

    /// What is wrong with the position before play goes on from it.
    fn fault(&self) -> Result<(), String> {
        self.audit()
    }

    /// Carries the position on to the next choice or die.
    fn go_on(&mut self);

    /// Where a counter is and how it faces, without the marks of the tables; none if it is nowhere.
    fn piece(&self, id: Self::Id) -> Option<Piece>;
}

/// A phase of the sequence of play: its word and the step it stands for.
pub struct Phase<S> {
    word: Word,
    step: fn(Side) -> S,
    whose: Whose,
    timed: bool,
    /// The step before it, where what the step is about is found only on the way.
    before: Option<fn(Side) -> S>,
}

/// Whose a phase is.
#[derive(Clone, Copy)]
enum Whose {
    Either,
    Only(Side),
    Nobody,
}

/// A phase: its name, its meaning, and its step for the side whose it is.
pub const fn phase<S>(name: &'static str, about: &'static str, step: fn(Side) -> S) -> Phase<S> {
    Phase { word: word(name, about), step, whose: Whose::Either, timed: true, before: None }
}

impl<S> Phase<S> {
    /// The same, always of this side.
    pub const fn of(self, side: Side) -> Phase<S> {
        Phase { whose: Whose::Only(side), ..self }
    }

    /// The same, of nobody or of both sides in turn: the side is not said.
    pub const fn of_nobody(self) -> Phase<S> {
        Phase { whose: Whose::Nobody, ..self }
    }

    /// The same, before or without turns: the turn is not said.
    pub const fn untimed(self) -> Phase<S> {
        Phase { timed: false, ..self }
    }

    /// The same; what its step is about (which group, which hex) is found only on the way from another, so a position
    /// written in this phase is looked over as one of that step.
    pub const fn sought_from(self, step: fn(Side) -> S) -> Phase<S> {
        Phase { before: Some(step), ..self }
    }

    fn has_side(&self) -> bool {
        !matches!(self.whose, Whose::Nobody)
    }
}

/// A mark that is more than there or not, both ways.
pub struct Marking<P: Diagram> {
    mark: Mark,
    way: MarkWay<P>,
}

enum MarkWay<P: Diagram> {
    Counts { usual: u8, field: fn(&mut P, P::Id) -> &mut u8 },
    Bare { set: fn(&mut P, P::Id), has: fn(&P, P::Id, &P) -> bool },
    Placed { set: fn(&mut P, P::Id, Option<At>), at: fn(&P, P::Id) -> Option<At> },
    Own { set: SetMark<P>, said: SaidMark<P> },
}

type SetMark<P> = fn(&mut P, <P as Diagram>::Id, &Marked) -> Result<(), String>;
type SaidMark<P> = fn(&P, <P as Diagram>::Id, &'static str, &P) -> Option<With>;

/// A mark that counts something: its name, its meaning, the number it stands for alone, and where that is kept; 0 is no
/// mark.
pub const fn counts<P: Diagram>(
    name: &'static str,
    about: &'static str,
    usual: u8,
    field: fn(&mut P, P::Id) -> &mut u8,
) -> Marking<P> {
    Marking { mark: mark(name, about, Takes::Number), way: MarkWay::Counts { usual, field } }
}

/// A mark that is there or not: its name, its meaning; how a counter gets it, and whether it has one that must be said
/// (with the position without marks beside).
pub const fn bare<P: Diagram>(
    name: &'static str,
    about: &'static str,
    set: fn(&mut P, P::Id),
    has: fn(&P, P::Id, &P) -> bool,
) -> Marking<P> {
    Marking { mark: mark(name, about, Takes::Nothing), way: MarkWay::Bare { set, has } }
}

/// A mark that names a place: its name, its meaning; how a counter gets it, and the place it has.
pub const fn placed<P: Diagram>(
    name: &'static str,
    about: &'static str,
    set: fn(&mut P, P::Id, Option<At>),
    at: fn(&P, P::Id) -> Option<At>,
) -> Marking<P> {
    Marking { mark: mark(name, about, Takes::Place), way: MarkWay::Placed { set, at } }
}

/// A mark of another sort: its name, its meaning, what is said with it; how a counter gets it, and when it is said of a
/// counter (by its name, with the position without marks beside).
pub const fn marking<P: Diagram>(
    name: &'static str,
    about: &'static str,
    takes: Takes,
    set: SetMark<P>,
    said: SaidMark<P>,
) -> Marking<P> {
    Marking { mark: mark(name, about, takes), way: MarkWay::Own { set, said } }
}

impl<P: Diagram> Marking<P> {
    fn set(&self, position: &mut P, id: P::Id, said: &Marked) -> Result<(), String> {
        match self.way {
            MarkWay::Counts { usual, field } => *field(position, id) = said.number_or(usual.into()) as u8,
            MarkWay::Bare { set, .. } => set(position, id),
            MarkWay::Placed { set, .. } => set(position, id, said.place()),
            MarkWay::Own { set, .. } => set(position, id, said)?,
        }
        Ok(())
    }

    fn said(&self, position: &P, id: P::Id, unmarked: &P) -> Option<Marked> {
        let name = self.mark.word.name;
        let with = match self.way {
            MarkWay::Counts { field, .. } => number(*field(&mut position.clone(), id)),
            MarkWay::Bare { has, .. } => has(position, id, unmarked).then_some(With::Nothing),
            MarkWay::Placed { at, .. } => at(position, id).map(With::Place),
            MarkWay::Own { said, .. } => said(position, id, name, unmarked),
        };
        with.map(|with| Marked { name, with })
    }
}

/// A field of the game's own, both ways.
pub struct Note<P> {
    word: Word,
    way: NoteWay<P>,
}

enum NoteWay<P> {
    Counts { most: fn(&P) -> u8, field: fn(&mut P) -> &mut u8 },
    Holds { field: fn(&mut P) -> &mut bool },
    Own { take: TakeNote<P>, said: fn(&P) -> Option<Value> },
}

type TakeNote<P> = fn(&mut P, &Field, &Primer) -> Result<(), Wrong>;

/// A field of the game's own that counts something, usually 0: its name, its meaning, the most it may say, and where it
/// is kept.
pub const fn tally<P>(
    name: &'static str,
    about: &'static str,
    most: fn(&P) -> u8,
    field: fn(&mut P) -> &mut u8,
) -> Note<P> {
    Note { word: word(name, about), way: NoteWay::Counts { most, field } }
}

/// A field of the game's own that is true or, usually, false: its name, its meaning, and where it is kept.
pub const fn holds<P>(name: &'static str, about: &'static str, field: fn(&mut P) -> &mut bool) -> Note<P> {
    Note { word: word(name, about), way: NoteWay::Holds { field } }
}

/// A field of the game's own: its name, its meaning; how it is taken, and what it says if it is not as usual.
pub const fn note<P>(
    name: &'static str,
    about: &'static str,
    take: TakeNote<P>,
    said: fn(&P) -> Option<Value>,
) -> Note<P> {
    Note { word: word(name, about), way: NoteWay::Own { take, said } }
}

impl<P: Diagram> Note<P> {
    fn take(&self, position: &mut P, field: &Field, primer: &Primer) -> Result<(), Wrong> {
        match self.way {
            NoteWay::Counts { most, field: kept } => {
                *kept(position) = field.number(0..=most(position).into())? as u8;
                Ok(())
            }
            NoteWay::Holds { field: kept } => {
                *kept(position) = field.flag()?;
                Ok(())
            }
            NoteWay::Own { take, .. } => take(position, field, primer),
        }
    }

    fn said(&self, position: &P) -> Option<Value> {
        match self.way {
            NoteWay::Counts { field, .. } => {
                Some(*field(&mut position.clone())).filter(|count| *count > 0).map(Value::from)
            }
            NoteWay::Holds { field } => (*field(&mut position.clone())).then_some(Value::Bool(true)),
            NoteWay::Own { said, .. } => said(position),
        }
    }
}

/// Takes the notes that are there, in the order of the table.
pub fn take_notes<P: Diagram>(position: &mut P, hand: &Hand, primer: &Primer) -> Result<(), Wrong> {
    let rows = P::NOTES.iter();
    let mut said = rows.filter_map(|row| hand.note(row.word.name).map(|field| (row, field)));
    said.try_for_each(|(row, field)| row.take(position, &field, primer))
}

/// Plain data with what a note says of it in the words of `state`; `apart` are fields that are told elsewhere.
pub fn amended<T: Serialize + DeserializeOwned>(note: &Field, usual: &T, apart: &[&str]) -> Result<T, Wrong> {
    let mut fields = fields_of(usual);
    let known: Vec<String> = fields.keys().filter(|name| !apart.contains(&name.as_str())).cloned().collect();
    note.only(&known.iter().map(String::as_str).collect::<Vec<_>>())?;
    let mut amended =
        T::deserialize(Value::Object(fields.clone())).map_err(|fault| note.wrong(fault.to_string()))?;
    for (name, field) in note.entries()? {
        fields.insert(name.into(), field.value().clone());
        amended =
            T::deserialize(Value::Object(fields.clone())).map_err(|fault| field.wrong(fault.to_string()))?;
    }
    Ok(amended)
}

/// What a note has to say of plain data so that [`amended`] makes it of what is usual.
pub fn amendments<T: Serialize>(now: &T, usual: &T, apart: &[&str]) -> Option<Value> {
    let usual = fields_of(usual);
    let odd =
        |(name, value): &(String, Value)| !apart.contains(&name.as_str()) && usual.get(name) != Some(value);
    entries(fields_of(now).into_iter().filter(odd))
}

/// What a note says by name, if there is anything to say.
pub fn entries(entries: impl IntoIterator<Item = (String, Value)>) -> Option<Value> {
    let entries: Map<String, Value> = entries.into_iter().collect();
    (!entries.is_empty()).then_some(Value::Object(entries))
}

/// What a note lists, if there is anything to list.
///
/// ```
/// use engine::by_hand::listed;
/// assert_eq!(listed(["Tyana", "Tarsus"]), Some(serde_json::json!(["Tyana", "Tarsus"])));
/// assert_eq!(listed(Vec::<String>::new()), None);
/// ```
pub fn listed(names: impl IntoIterator<Item = impl ToString>) -> Option<Value> {
    let names: Vec<Value> = names.into_iter().map(|name| name.to_string().into()).collect();
    (!names.is_empty()).then_some(Value::Array(names))
}

fn fields_of<T: Serialize>(plain: &T) -> Map<String, Value> {
    match serde_json::to_value(plain) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// The number of a Player-Turn, two a turn and none in turn 0, for the side whose it is; `first` moves first. Turns lie
/// within the length of a scenario, which is small.
pub fn player_turn(turn: u16, side: Side, first: Side) -> u8 {
    (2 * turn as u8).saturating_sub(u8::from(side == first))
}

/// What a mark says that counts something, if there is something to count.
pub fn number(number: u8) -> Option<With> {
    (number > 0).then_some(With::Number(number.into()))
}

/// The names of a scenario.
pub struct Names<'a> {
    /// Of the hexes.
    pub grid: &'a Grid,
    /// Of hexes that have a name beside their number.
    pub landmarks: Vec<(&'a str, Hex)>,
    /// Of the counters, in the order of their numbers.
    pub counters: Vec<Counter>,
    /// Its turns.
    pub turns: RangeInclusive<u16>,
}

impl<P: Diagram> ByHand for P {
    fn primer(&self) -> Option<Primer<'_>> {
        let Names { grid, landmarks, counters, turns } = self.names();
        Some(Primer {
            sides: self.sides(),
            grid,
            landmarks,
            counters,
            phases: P::PHASES.iter().map(|phase| phase.word).collect(),
            trays: P::TRAYS,
            marks: P::FLAGS.iter().copied().chain(P::MARKS.iter().map(|row| row.mark)).collect(),
            facings: P::FACINGS,
            carriers: P::CARRIERS,
            turns,
            notes: P::NOTES.iter().map(|note| note.word).collect(),
        })
    }

    fn set_by_hand(&self, hand: &Hand) -> Result<P, Wrong> {
        let (Some(primer), Some(phase)) = (self.primer(), phase_called::<P>(hand.phase)) else {
            return Err(Wrong::at("phase", "there is no such phase"));
        };
        let side = whose(self, hand, phase)?;
        let turn = hand.turn.unwrap_or(*primer.turns.start());
        let mut position = self.unmentioned(hand.phase);
        if phase.timed {
            position.set_clock((phase.step)(side), side, turn);
        } else if hand.turn.is_some() {
            return Err(Wrong::at("turn", "no turns are counted in this phase; leave it out"));
        } else {
            position.set_clock((phase.step)(side), side, 0);
        }
        let (riders, others): (Vec<&Piece>, Vec<&Piece>) =
            hand.counters.iter().partition(|piece| piece.aboard.is_some());
        for piece in others.into_iter().chain(riders) {
            position.set_counter(P::Id::numbered(piece.counter), piece)?;
        }
        position.fill_in(hand, &primer)?;
        hand.counters.iter().try_for_each(|piece| set_marks(&mut position, piece))?;
        settled(position, phase, side, turn)
    }

    fn hand(&self) -> Option<Hand> {
        let phase = stands_in(self).filter(|_| !self.busy())?;
        let name = phase.word.name;
        let (_, side, turn) = self.clock();
        let (unmentioned, unmarked) = (self.unmentioned(name), self.unmarked(name));
        let counters = (0..self.names().counters.len()).filter_map(|counter| {
            let piece = marked(self, self.piece(P::Id::numbered(counter))?, &unmarked);
            let as_usual = unmentioned.piece(P::Id::numbered(counter)).as_ref() == Some(&piece);
            (!as_usual).then_some(piece)
        });
        let notes = P::NOTES.iter().filter_map(|note| Some((note.word.name.into(), note.said(self)?)));
        Some(Hand {
            phase: name,
            side: phase.has_side().then_some(side),
            turn: phase.timed.then_some(turn),
            counters: counters.collect(),
            notes: notes.collect(),
        })
    }
}

fn phase_called<P: Diagram>(name: &str) -> Option<&'static Phase<P::Step>> {
    P::PHASES.iter().find(|phase| phase.word.name == name)
}

/// The phase the sequence of play stands in.
fn stands_in<P: Diagram>(position: &P) -> Option<&'static Phase<P::Step>> {
    let (step, side, _) = position.clock();
    P::PHASES.iter().find(|phase| (phase.step)(side) == step)
}

fn whose<P: Diagram>(position: &P, hand: &Hand, phase: &Phase<P::Step>) -> Result<Side, Wrong> {
    match (hand.side, phase.whose) {
        (Some(_), Whose::Nobody) => Err(Wrong::at("side", "this phase is of neither side; leave it out")),
        (Some(said), Whose::Only(side)) if said != side => {
            Err(Wrong::at("side", "this phase is the other side's; leave it out"))
        }
        (_, Whose::Only(side)) | (Some(side), _) => Ok(side),
        (None, _) => Ok(position.usual_side(hand.phase)),
    }
}

fn set_marks<P: Diagram>(position: &mut P, piece: &Piece) -> Result<(), Wrong> {
    let id = P::Id::numbered(piece.counter);
    for (i, said) in piece.marks.iter().enumerate() {
        match P::MARKS.iter().find(|row| row.mark.word.name == said.name) {
            Some(row) => {
                row.set(position, id, said).map_err(|why| piece.wrong(&format!("marks[{i}]"), why))?;
            }
            None => position.flag(id, said.name),
        }
    }
    Ok(())
}

/// A counter with whatever marks it has that it would not have unmarked.
fn marked<P: Diagram>(position: &P, mut piece: Piece, unmarked: &P) -> Piece {
    let id = P::Id::numbered(piece.counter);
    let names = P::FLAGS.iter().map(|flag| flag.word.name);
    let flags = names.filter(|word| position.flagged(id, word) && !unmarked.flagged(id, word));
    let flags = flags.map(|name| Marked { name, with: With::Nothing });
    let others = P::MARKS.iter().filter_map(|row| row.said(position, id, unmarked));
    piece.marks.extend(flags.chain(others));
    piece
}

/// The position carried on to the first choice or die of its phase. Only what is sound is carried on.
fn settled<P: Diagram>(mut position: P, phase: &Phase<P::Step>, side: Side, turn: u16) -> Result<P, Wrong> {
    let before_play = !phase.timed && side != position.usual_side(phase.word.name);
    if let Some(counter) = before_play.then(|| position.undeployed(side.other())).flatten() {
        let first = position.sides()[side.other().index()];
        let why = format!("the {first} deployed first, and {counter} has no place");
        return Err(Wrong::at("counters", why));
    }
    match phase.before {
        None => position.fault(),
        Some(before) => {
            let mut sound = position.clone();
            sound.set_clock(before(side), side, turn);
            sound.fault()
        }
    }
    .map_err(Wrong::whole)?;
    position.go_on();
    let (_, now_of, now) = position.clock();
    let still = stands_in(&position).is_some_and(|now| now.word == phase.word);
    let same_turn = (now_of == side || !phase.has_side()) && (!phase.timed || now == turn);
    match still && same_turn && !matches!(position.turn(), Turn::Over(_)) {
        true => Ok(position),
        false => Err(Wrong::passes_by(&position.prompt())),
    }
}
