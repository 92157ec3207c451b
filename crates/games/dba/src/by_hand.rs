//! Positions written by hand: elements by type and owner, places in MU, headings in degrees.
//!
//! Elements, terrain and camps are notes of this game's own; the engine's counters stand on hexes or in boxes.

use std::sync::OnceLock;

use engine::Side;
use engine::by_hand::{ByHand, Field, Hand, Primer, Word, Wrong, word};
use engine::hex::{Grid, Orientation};
use serde_json::{Value, json};

use crate::element::{ElementId, Whereabouts};
use crate::field::{Feature, Field as Ground, Piece, Shape, Span};
use crate::geometry::{Heading, MU, Point, Pose};
use crate::order::Wind;
use crate::position::{Position, Stage, Step};
use crate::sheet::ELEMENTS;
use crate::victory::LAST_TURN;

const PHASES: &[Word] = &[
    word("pips", "The PIP die of a turn is due."),
    word("movement", "A side makes its tactical moves."),
    word("shooting", "Movement is over; both sides shoot, if anybody can."),
    word("close-combat", "Close combats are fought."),
];

const NOTES: &[Word] = &[
    word(
        "elements",
        "The elements: side, type, at ([x, y] in MU, or camp, kept, lost, out), facing in degrees.",
    ),
    word("terrain", "Pieces: type, at and size in MU, facing in degrees; lines by their cuts."),
    word("camps", "For each side by name its box: at and to, opposite corners in MU."),
    word("pips", "PIPs left; usually six in the movement phase."),
    word("invader", "The side that invaded; usually the first."),
    word("edge", "The base edge of the first side; usually south."),
];

/// Places of elements that are not on the table.
const AWAY: [(&str, Whereabouts); 3] =
    [("kept", Whereabouts::Kept), ("lost", Whereabouts::Lost), ("out", Whereabouts::Out)];

impl ByHand for Position {
    fn primer(&self) -> Option<Primer<'_>> {
        static NO_GRID: OnceLock<Grid> = OnceLock::new();
        Some(Primer {
            sides: Side::BOTH.map(|side| self.side_words(side)),
            grid: NO_GRID.get_or_init(|| Grid::new(Orientation::Flat, 1, 1, false)),
            landmarks: vec![],
            counters: vec![],
            phases: PHASES.to_vec(),
            trays: &[],
            marks: vec![],
            facings: false,
            carriers: false,
            turns: 1..=u16::from(LAST_TURN),
            notes: NOTES.to_vec(),
        })
    }

    /// Elements that are not mentioned are not in the battle.
    fn set_by_hand(&self, hand: &Hand) -> Result<Position, Wrong> {
        let sides = Side::BOTH.map(|side| self.side_words(side));
        let mut position = Position::empty(self.sheet.clone());
        for element in position.elements.present_mut() {
            element.place = Whereabouts::Out;
        }
        position.active = hand.side.unwrap_or(Side::First);
        let invader = hand.note("invader").map(|note| note.side(sides)).transpose()?;
        position.invader = invader.unwrap_or(Side::First);
        let edge =
            hand.note("edge").map(|note| note.one_of("edge", Wind::ALL.map(Wind::name))).transpose()?;
        let edge = edge.map_or(Wind::South, |index| Wind::ALL[index]);
        position.sides[0].edge = Some(edge);
        position.sides[1].edge = Some(edge.opposite());
        let begun = position.active != position.invader;
        position.turns = hand.turn.map_or(3 + u8::from(begun), |turn| turn.min(255) as u8);
        position.count_turns();
        if let Some(note) = hand.note("terrain") {
            let pieces = note.items()?.iter().map(piece).collect::<Result<Vec<_>, _>>()?;
            position.field = Ground::of(pieces).ok_or_else(|| note.wrong("a piece has no convex outline"))?;
        }
        if let Some(note) = hand.note("camps") {
            for (name, field) in note.entries()? {
                let value = Value::from(name);
                let side = Field::new(field.path().into(), &value).side(sides)?;
                let corner = |key: &str| {
                    let corner =
                        field.get(key).ok_or_else(|| field.wrong(format!("a camp needs `{key}`")))?;
                    point(&corner)
                };
                position.camps[side.index()].area = Some([corner("at")?, corner("to")?]);
                let captured = field.get("captured").map(|flag| flag.flag()).transpose()?;
                position.camps[side.index()].captured = captured.unwrap_or(false);
            }
        }
        let mut used = [false; 26];
        for item in hand.note("elements").map_or(Ok(vec![]), |note| note.items())? {
            position.put_by_hand(&item, sides, &mut used)?;
        }
        for side in Side::BOTH {
            let baggage = position.camp(side).area.is_some();
            let followers = position.element(ElementId::of(side, ELEMENTS)).place != Whereabouts::Out;
            let muster = position.muster_mut(side);
            (muster.baggage, muster.followers) = (baggage, followers);
        }
        position.stand_by_hand(hand)
    }

    fn hand(&self) -> Option<Hand> {
        let phase = match self.step {
            Step::Pips => "pips",
            Step::Move if self.hand.is_empty() => "movement",
            _ => return None,
        };
        if self.fight.stage != Stage::None {
            return None;
        }
        let turn = Some(u16::from(self.turns));
        let mut hand = Hand { phase, side: Some(self.active), turn, ..Hand::default() };
        let elements: Vec<Value> = ElementId::all().map(|id| self.element_words(id)).collect();
        hand.notes.insert("elements".into(), elements.into());
        let terrain: Vec<Value> = self.field.plain().iter().map(piece_words).collect();
        hand.notes.insert("terrain".into(), terrain.into());
        let mut camps = serde_json::Map::new();
        for side in Side::BOTH {
            if let Some([least, most]) = self.camp(side).area {
                let mut camp = json!({"at": mu_pair(least), "to": mu_pair(most)});
                if self.camp(side).captured {
                    camp["captured"] = true.into();
                }
                camps.insert(self.side_words(side).into(), camp);
            }
        }
        hand.notes.insert("camps".into(), camps.into());
        if self.step == Step::Move {
            hand.notes.insert("pips".into(), self.pips.into());
        }
        hand.notes.insert("invader".into(), self.side_words(self.invader).into());
        hand.notes.insert("edge".into(), self.base_edge(Side::First).name().into());
        Some(hand)
    }
}

impl Position {
    /// The turns of each side, from those of both: the invader began.
    fn count_turns(&mut self) {
        let turns = self.turns;
        self.muster_mut(self.invader).turns = turns.div_ceil(2);
        self.muster_mut(self.defender()).turns = turns / 2;
    }

    /// Puts one element down: the next of its side that can be of this type.
    fn put_by_hand(&mut self, item: &Field, sides: [&str; 2], used: &mut [bool; 26]) -> Result<(), Wrong> {
        item.only(&["side", "type", "general", "at", "facing", "moves"])?;
        let needed = |key: &str| item.get(key).ok_or_else(|| item.wrong(format!("an element needs `{key}`")));
        let side = needed("side")?.side(sides)?;
        let kind = needed("type")?;
        let names = || self.sheet.troops.iter().flat_map(|troop| [troop.name.as_str(), troop.code.as_str()]);
        let troop = kind.one_of("troop type", names().collect::<Vec<_>>())? / 2;
        let troop = crate::sheet::TroopId(troop as u8);
        let general = item.get("general").map(|flag| flag.flag()).transpose()?.unwrap_or(false);
        let slots = &self.sheet.army(side).slots;
        let fits = |slot: usize| -> Option<u8> {
            let choices = &slots.get(slot)?.choices;
            let of = |choice: &crate::sheet::Choice| choice.troop == troop || choice.dismounts == Some(troop);
            choices.iter().position(of).map(|choice| choice as u8)
        };
        let followers = self.sheet.troop(troop).code == "CF";
        let found = match followers {
            true => Some((ELEMENTS, 0)),
            false => (0..ELEMENTS)
                .filter(|&slot| (slot == 0) == general && !used[ElementId::of(side, slot).index()])
                .find_map(|slot| fits(slot).map(|choice| (slot, choice))),
        };
        let Some((slot, choice)) = found else {
            let name = &self.sheet.troop(troop).name;
            return Err(kind.wrong(format!("the list of the {} has no {name} left", sides[side.index()])));
        };
        let id = ElementId::of(side, slot);
        used[id.index()] = true;
        if slot < ELEMENTS {
            self.sides[side.index()].choices[slot] = choice;
        }
        let at = needed("at")?;
        let moves = item.get("moves").map(|moves| moves.number(0..=20)).transpose()?.unwrap_or(0);
        let element = self.element_mut(id);
        element.troop = troop;
        element.moves = moves as u8;
        match at.value().as_str() {
            Some("camp") => element.place = Whereabouts::Camp(side),
            Some("enemy camp") => element.place = Whereabouts::Camp(side.other()),
            Some(word) => {
                let away = AWAY.iter().find(|(name, _)| *name == word);
                let (_, place) =
                    away.ok_or_else(|| at.expected("[x, y] in MU, or camp, enemy camp, kept, lost, out"))?;
                element.place = *place;
            }
            None => {
                element.place = Whereabouts::Table;
                let heading = item.get("facing").map(|facing| degrees(&facing)).transpose()?;
                element.pose = Pose::new(point(&at)?, heading.unwrap_or(Heading::NORTH));
            }
        }
        Ok(())
    }

    /// The phase, with what is usual in it.
    fn stand_by_hand(mut self, hand: &Hand) -> Result<Position, Wrong> {
        self.engage_wagons();
        match hand.phase {
            "pips" => self.step = Step::Pips,
            "movement" => {
                self.step = Step::Move;
                self.pips = hand.note("pips").map(|pips| pips.number(0..=6)).transpose()?.unwrap_or(6) as u8;
            }
            "shooting" => {
                self.step = Step::Volley;
                self.find_fault_of_places()?;
                self.settle(&mut engine::Silence);
            }
            _ => {
                self.step = Step::Fight;
                self.find_fault_of_places()?;
                if !self.fights_left() {
                    return Err(Wrong::passes_by("no two elements are in contact"));
                }
            }
        }
        Ok(self)
    }

    /// Play goes on only from a table on which nobody stands on anybody.
    fn find_fault_of_places(&self) -> Result<(), Wrong> {
        let mut standing = self.clone();
        standing.step = Step::Pips;
        standing.find_fault().map_err(Wrong::whole)
    }

    fn element_words(&self, id: ElementId) -> Value {
        let element = self.element(id);
        let mut words = json!({"side": self.side_words(id.side()), "type": self.troop(id).code});
        if id.is_general() {
            words["general"] = true.into();
        }
        match element.place {
            Whereabouts::Table => {
                words["at"] = mu_pair(element.pose.at);
                words["facing"] = json!(f64::from(element.pose.heading.thousandths()) / 1_000.0);
            }
            Whereabouts::Camp(camp) => {
                words["at"] = if camp == id.side() { "camp" } else { "enemy camp" }.into()
            }
            place => {
                let away = AWAY.iter().find(|(_, known)| *known == place);
                words["at"] = away.map_or("out", |(name, _)| name).into();
            }
        }
        if element.moves > 0 {
            words["moves"] = element.moves.into();
        }
        words
    }
}

/// A coordinate or length in MU, kept to the millionth.
fn length(field: &Field) -> Result<i64, Wrong> {
    let number = field.value().as_f64().filter(|n| n.abs() <= 1_000.0);
    number.map(|n| (n * MU as f64).round() as i64).ok_or_else(|| field.expected("a number of MU"))
}

fn point(field: &Field) -> Result<Point, Wrong> {
    match &field.items()?[..] {
        [x, y] => Ok(Point::new(length(x)?, length(y)?)),
        _ => Err(field.expected("[x, y] in MU")),
    }
}

fn degrees(field: &Field) -> Result<Heading, Wrong> {
    let number = field.value().as_f64().filter(|n| n.abs() <= 1_000.0);
    number.map(|n| Heading::new((n * 1_000.0).round() as i32)).ok_or_else(|| field.expected("degrees"))
}

fn mu_pair(point: Point) -> Value {
    json!([point.x as f64 / MU as f64, point.y as f64 / MU as f64])
}

fn piece(field: &Field) -> Result<Piece, Wrong> {
    field.only(&["type", "at", "size", "facing", "square", "cuts"])?;
    let needed = |key: &str| field.get(key).ok_or_else(|| field.wrong(format!("such a piece needs `{key}`")));
    let feature = Feature::ALL[needed("type")?.one_of("terrain", Feature::ALL.map(Feature::code))?];
    if !feature.is_area() {
        let cut = |cut: &Field| match &cut.items()?[..] {
            [left, right] => Ok([point(left)?, point(right)?]),
            _ => Err(cut.expected("the left and the right end of a cut")),
        };
        let cuts = needed("cuts")?.items()?.iter().map(cut).collect::<Result<Vec<_>, _>>()?;
        return Ok(Piece { feature, shape: Shape::Chain(cuts) });
    }
    let size = point(&needed("size")?)?;
    let heading = field.get("facing").map(|facing| degrees(&facing)).transpose()?.unwrap_or(Heading::NORTH);
    let span = Span { centre: point(&needed("at")?)?, heading, length: size.x, width: size.y };
    let square = field.get("square").map(|flag| flag.flag()).transpose()?.unwrap_or(false);
    Ok(Piece { feature, shape: if square { Shape::Rectangle(span) } else { Shape::Oval(span) } })
}

fn piece_words(piece: &Piece) -> Value {
    let mut words = json!({"type": piece.feature.code()});
    match &piece.shape {
        Shape::Oval(span) | Shape::Rectangle(span) => {
            words["at"] = mu_pair(span.centre);
            words["size"] = mu_pair(Point::new(span.length, span.width));
            words["facing"] = json!(f64::from(span.heading.thousandths()) / 1_000.0);
            if matches!(piece.shape, Shape::Rectangle(_)) {
                words["square"] = true.into();
            }
        }
        Shape::Chain(cuts) => {
            words["cuts"] = cuts.iter().map(|cut| cut.map(mu_pair).to_vec()).collect::<Vec<_>>().into();
        }
    }
    words
}

#[cfg(test)]
mod tests;
