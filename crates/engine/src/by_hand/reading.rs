//! From the text to what it says, its names found.

use super::names::Roll;
use super::{Field, Hand, Mark, Marked, Piece, Primer, Takes, With, Wrong};
use crate::contract::Side;
use crate::hex::Direction;

/// The fields every game takes. The first two are for whoever opens the scenario.
pub(super) const FIELDS: [&str; 6] = ["scenario", "options", "phase", "side", "turn", "counters"];
/// The fields of a counter.
pub(super) const OF_A_COUNTER: [&str; 7] = ["name", "side", "count", "at", "facing", "aboard", "marks"];

/// What the text says.
pub(super) fn hand(primer: &Primer, text: &Field) -> Result<Hand, Wrong> {
    let notes = primer.notes.iter().map(|note| note.name);
    let known: Vec<&str> = FIELDS.into_iter().chain(notes.clone()).collect();
    text.only(&known)?;
    let phases = primer.phases.iter().map(|phase| phase.name);
    let phase = text.get("phase").ok_or_else(|| {
        let all: Vec<&str> = phases.clone().collect();
        text.wrong(format!("it needs a `phase`: {}", all.join(", ")))
    })?;
    let phase = primer.phases[phase.one_of("phase", phases)?].name;
    let side = text.get("side").map(|side| side.side(primer.sides)).transpose()?;
    let turn = text.get("turn").map(|turn| turn.number(primer.turns.clone())).transpose()?;
    let counters = text.get("counters").map_or(Ok(vec![]), |list| counters(primer, &list))?;
    let notes = notes.filter_map(|name| text.get(name).map(|note| (name.into(), note.value().clone())));
    Ok(Hand { phase, side, turn, counters, notes: notes.collect() })
}

/// Counters named one by one are found first, so that "the next Axemen" is none of them.
fn counters(primer: &Primer, list: &Field) -> Result<Vec<Piece>, Wrong> {
    let lines = list.items()?;
    let mut roll = Roll::new(primer);
    let mut found: Vec<Option<usize>> = vec![];
    for (line, item) in lines.iter().enumerate() {
        item.only(&OF_A_COUNTER)?;
        let (name, side) = name_of(primer, item)?;
        let one = roll.find(&name, side)?;
        found.push(one.map(|counter| roll.take(&name, counter, line)).transpose()?);
    }
    let mut pieces = vec![];
    for (line, (item, found)) in lines.iter().zip(found).enumerate() {
        let (name, side) = name_of(primer, item)?;
        let count = item.get("count").map(|count| count.number(1..=255)).transpose()?;
        let named = match (found, count) {
            (Some(_), Some(2..)) => {
                let field = item.get("count").unwrap_or_else(|| name.clone());
                return Err(
                    field.wrong("this names one counter; several of a kind have no number in their name")
                );
            }
            (Some(counter), _) => vec![counter],
            (None, count) => {
                let next = (0..count.unwrap_or(1)).map(|_| roll.take_next(&name, side, line));
                next.collect::<Result<Vec<_>, _>>()?
            }
        };
        for counter in named {
            pieces.push(piece(primer, item, line, counter)?);
        }
    }
    Ok(pieces)
}

fn name_of<'a>(primer: &Primer, item: &Field<'a>) -> Result<(Field<'a>, Option<Side>), Wrong> {
    let side = item.get("side").map(|side| side.side(primer.sides)).transpose()?;
    let name = item.get("name").ok_or_else(|| item.wrong("a counter needs a `name`"))?;
    name.text()?;
    Ok((name, side))
}

fn piece(primer: &Primer, item: &Field, line: usize, counter: usize) -> Result<Piece, Wrong> {
    let at = item.get("at").map(|at| at.place(primer)).transpose()?;
    let aboard = item.get("aboard").map(|name| carrier(primer, &name, counter)).transpose()?;
    if at.is_none() && aboard.is_none() {
        return Err(item.wrong("a counter needs a place: `at`"));
    }
    let facing = item.get("facing").map(|facing| facing_of(primer, &facing)).transpose()?;
    let marks = item.get("marks").map_or(Ok(vec![]), |marks| marks.items())?;
    let marks = marks.iter().map(|mark| marked(primer, mark)).collect::<Result<_, _>>()?;
    Ok(Piece { line, counter, at, facing, aboard, marks })
}

/// Who carries a counter: one of its own side, named in full.
fn carrier(primer: &Primer, name: &Field, counter: usize) -> Result<usize, Wrong> {
    if !primer.carriers {
        return Err(name.wrong("no counter carries another here"));
    }
    let side = Some(primer.counters[counter].side);
    let roll = Roll::new(primer);
    roll.find(name, side)?.ok_or_else(|| roll.unknown(name, side))
}

fn facing_of(primer: &Primer, facing: &Field) -> Result<Direction, Wrong> {
    if !primer.facings {
        return Err(facing.wrong("counters face nowhere in this game"));
    }
    let compass = Direction::ALL.map(|direction| primer.grid.orientation().compass(direction));
    facing.one_of("facing", compass).map(|index| Direction::ALL[index])
}

/// `"moved"`, `{"fired": 3}` or `{"from": "0812"}`.
fn marked(primer: &Primer, field: &Field) -> Result<Marked, Wrong> {
    let find = |name: &Field| -> Result<Mark, Wrong> {
        let names = primer.marks.iter().map(|mark| mark.word.name);
        Ok(primer.marks[name.one_of("mark", names)?])
    };
    if field.value().is_string() {
        let mark = find(field)?;
        return match mark.takes {
            Takes::Place => Err(field.wrong(format!("expected {{\"{}\": …}} with a place", mark.word.name))),
            _ => Ok(Marked { name: mark.word.name, with: With::Nothing }),
        };
    }
    let entries = field.entries().map_err(|_| field.expected("a mark, such as \"moved\""))?;
    let [(name, with)] = &entries[..] else {
        return Err(field.expected("one mark and what is said with it"));
    };
    let name = serde_json::Value::from(*name);
    let mark = find(&Field::new(field.path().into(), &name))?;
    let with = match mark.takes {
        Takes::Nothing => return Err(with.wrong(format!("`{}` is said alone", mark.word.name))),
        Takes::Number => With::Number(with.number(0..=255)?),
        Takes::Place => With::Place(with.place(primer)?),
    };
    Ok(Marked { name: mark.word.name, with })
}
