//! The field as a script reads it off the table.

use engine::contract::{Side, Viewer};
use engine::hex::{Direction, Edge, Grid, Hex};
use engine::scene::Counter;
use engine::table::Table;

/// Farther than any way on a map.
pub(super) const FAR: u16 = 999;
/// Glyphs of those who lead and do not fight themselves, beside the single letters of leaders by grade.
const COMMANDER: &str = "commander";
/// Ground nobody marches through.
const IMPASSABLE: [&str; 3] = ["river", "lake", "sea"];
/// What a hex beside an enemy costs on a way that shall not meet him, and one a hex farther.
const BESIDE: u16 = 6;
const NEAR: u16 = 3;

/// A counter as far as a script cares.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub id: u16,
    /// Where it stands; off the map if it may still come.
    pub hex: Option<Hex>,
    pub facing: Option<Direction>,
    pub speed: u16,
    pub strength: f32,
    /// Whether it shoots.
    pub shoots: bool,
    /// Whether it only leads others.
    pub leads: bool,
}

/// Everybody, and what the map marks.
#[derive(Clone)]
pub(crate) struct Field {
    pub grid: Grid,
    pub own: Vec<Piece>,
    pub foes: Vec<Piece>,
    /// Places marked on the map, and whether they are the own side's.
    pub goals: Vec<(Hex, bool)>,
    blocked: Vec<bool>,
}

/// The first figure in a text: 6 of "(6)", 1 of "1½".
fn figure(text: &str) -> f32 {
    let digits: String =
        text.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0.0)
}

impl Piece {
    fn of(counter: &Counter, grid: &Grid) -> Piece {
        Piece {
            id: counter.id,
            hex: counter.place.and_then(|place| place.hex()).and_then(|number| grid.at(number)),
            facing: counter.facing,
            speed: figure(&counter.right) as u16,
            strength: if counter.seals.contains(&"disrupted") { 0.5 } else { figure(&counter.left) },
            shoots: counter.middle.contains('r'),
            leads: counter.glyph == COMMANDER || counter.glyph.len() == 1,
        }
    }
}

impl Field {
    /// The field from a side of a table; nothing where there are no hexes.
    pub fn of(table: &dyn Table, side: Side) -> Option<Field> {
        let scene = table.scene(Viewer::Side(side));
        let grid = scene.landscape.grid();
        if grid.is_empty() {
            return None;
        }
        let own_side = side.index() as u8;
        let (mut own, mut foes) = (vec![], vec![]);
        for counter in &scene.counters {
            let piece = Piece::of(counter, &grid);
            if counter.side == own_side {
                own.push(piece);
            } else if piece.hex.is_some() {
                foes.push(piece);
            }
        }
        let goal = |place: engine::place::Place| grid.at(place.hex()?);
        let marks = scene.marks.iter().filter(|mark| mark.kind == "objective");
        let goals = marks.filter_map(|mark| Some((goal(mark.place)?, mark.side == Some(own_side)))).collect();
        let blocked = scene.landscape.terrain.iter().map(|kind| IMPASSABLE.contains(kind)).collect();
        Some(Field { grid, own, foes, goals, blocked })
    }

    pub fn piece(&self, id: u16) -> Option<&Piece> {
        self.own.iter().find(|piece| piece.id == id)
    }

    /// A counter now stands elsewhere.
    pub fn shift(&mut self, id: u16, to: Option<Hex>) {
        self.own.iter_mut().filter(|piece| piece.id == id).for_each(|piece| piece.hex = to);
    }

    /// The troops of the own side that stand on the map, each with its place.
    pub fn troops(&self) -> impl Iterator<Item = (&Piece, Hex)> {
        self.own.iter().filter(|piece| !piece.leads).filter_map(|piece| Some((piece, piece.hex?)))
    }

    /// How far the nearest enemy of a hex is, and where.
    pub fn nearest(&self, hex: Hex) -> Option<(u16, Hex)> {
        self.foes.iter().filter_map(|foe| foe.hex).map(|foe| (self.grid.distance(hex, foe), foe)).min()
    }

    /// Strength of the own side beside a hex, without one counter.
    pub fn strength_beside(&self, hex: Hex, without: u16) -> f32 {
        let beside =
            self.troops().filter(|(piece, at)| piece.id != without && self.grid.distance(*at, hex) == 1);
        beside.map(|(piece, _)| piece.strength).sum()
    }

    /// Strength of those of the own side who could still come beside a hex, without one counter.
    pub fn strength_coming(&self, hex: Hex, without: u16) -> f32 {
        let near = self.troops().filter(|(piece, at)| {
            let far = self.grid.distance(*at, hex);
            piece.id != without && !piece.shoots && far > 1 && far <= piece.speed
        });
        near.map(|(piece, _)| piece.strength).sum()
    }

    /// Strength of the enemy in a hex, or within so many hexes of it.
    pub fn foes_within(&self, hex: Hex, radius: u16) -> f32 {
        let near = self.foes.iter().filter(|foe| !foe.leads);
        let near = near.filter(|foe| foe.hex.is_some_and(|at| self.grid.distance(at, hex) <= radius));
        near.map(|foe| foe.strength).sum()
    }

    /// The middle of some hexes: that of all which is nearest to them together.
    pub fn middle(&self, hexes: &[Hex]) -> Option<Hex> {
        let sum =
            |hex: &Hex| -> u32 { hexes.iter().map(|&other| self.grid.distance(*hex, other) as u32).sum() };
        hexes.iter().copied().min_by_key(sum)
    }

    /// Whether a hex is marked and not the own side's.
    pub fn is_to_be_taken(&self, hex: Hex) -> bool {
        self.goals.contains(&(hex, false))
    }

    /// Where a hex lies along the front between the armies: by its row if they face each other across columns, else by its
    /// column.
    pub fn along_the_line(&self, hex: Hex) -> (u16, u16) {
        let (across, down) = self.towards_the_enemy();
        let (column, row) = (self.grid.column(hex), self.grid.row(hex));
        if across.abs() > down.abs() { (row, column) } else { (column, row) }
    }

    /// Columns and rows from the middle of the own side to that of the enemy.
    fn towards_the_enemy(&self) -> (i32, i32) {
        let own: Vec<Hex> = self.troops().map(|(_, hex)| hex).collect();
        let foes: Vec<Hex> = self.foes.iter().filter_map(|foe| foe.hex).collect();
        let (Some(us), Some(them)) = (self.middle(&own), self.middle(&foes)) else { return (0, 0) };
        let across = self.grid.column(them) as i32 - self.grid.column(us) as i32;
        (across, self.grid.row(them) as i32 - self.grid.row(us) as i32)
    }

    /// The rim of the map behind the enemy, as the own side sees it.
    pub fn rim_behind_the_enemy(&self) -> Vec<Hex> {
        let (across, down) = self.towards_the_enemy();
        let edge = match (across.abs() > down.abs(), across > 0, down > 0) {
            (true, true, _) => Edge::East,
            (true, false, _) => Edge::West,
            (false, _, true) => Edge::South,
            (false, _, false) => Edge::North,
        };
        match (across, down) {
            (0, 0) => vec![],
            _ => self.grid.hexes().filter(|&hex| self.grid.on_edge(hex, edge)).collect(),
        }
    }

    /// How long the way from every hex to the nearest of some is, round whoever stands in it.
    pub fn ways_round(&self, to: &[Hex]) -> Vec<u16> {
        let mut cost = vec![1u16; self.blocked.len()];
        for foe in self.foes.iter().filter(|foe| foe.strength > 0.0).filter_map(|foe| foe.hex) {
            for hex in self.grid.within(foe, 2) {
                let dear = if self.grid.distance(foe, hex) == 1 { BESIDE } else { NEAR };
                cost[hex.index()] = cost[hex.index()].max(dear);
            }
        }
        let mut ways = vec![FAR; self.blocked.len()];
        let mut rows: Vec<Vec<Hex>> = vec![to.to_vec()];
        to.iter().for_each(|hex| ways[hex.index()] = 0);
        let mut far = 0;
        while far < rows.len() {
            for hex in std::mem::take(&mut rows[far]) {
                if ways[hex.index()] as usize != far {
                    continue;
                }
                for (_, next) in self.grid.neighbours(hex) {
                    let then = far + cost[next.index()] as usize;
                    let held = self.foes.iter().any(|foe| foe.hex == Some(next));
                    if self.blocked[next.index()] || held || then >= ways[next.index()] as usize {
                        continue;
                    }
                    ways[next.index()] = then as u16;
                    if rows.len() <= then {
                        rows.resize(then + 1, vec![]);
                    }
                    rows[then].push(next);
                }
            }
            far += 1;
        }
        ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::skirmish::Skirmish;
    use engine::table::OpenTable;

    #[test]
    fn figures_are_read_as_they_are_printed() {
        assert_eq!(["6", "(2)", "1½", "r4", ""].map(figure), [6.0, 2.0, 1.0, 4.0, 0.0]);
    }

    #[test]
    fn a_way_round_the_enemy_is_longer_than_the_straight_one() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let field = Field::of(table.as_ref(), Side::First).unwrap();
        let (_, from) = field.troops().next().unwrap();
        let behind = field.rim_behind_the_enemy();
        let straight = behind.iter().map(|&hex| field.grid.distance(from, hex)).min().unwrap();
        let round = field.ways_round(&behind)[from.index()];
        assert!(round >= straight && round < FAR, "{round} round, {straight} straight");
        assert!(field.foes.iter().all(|foe| field.ways_round(&behind)[foe.hex.unwrap().index()] == FAR
            || behind.contains(&foe.hex.unwrap())));
    }
}
