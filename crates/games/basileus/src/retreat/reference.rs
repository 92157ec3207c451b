//! Retreats against a reference: every chain of push-backs there is, walked one after another straight from
//! rulings R80 to R86, with its own hexes and zones of control. Slow, and meant to be obviously right.

use std::collections::BTreeMap;

use covers::covers;
use engine::dice::Generator;
use engine::hex::{Direction, HexNumber};
use engine::{Rules, Side};

use crate::drill::{Drill, Field, bows, chief, foot, horse, mangonel, riders, wagon};
use crate::order::Order;
use crate::position::{Position, Stage, Step};
use crate::sheet::{Arm, Terrain};
use crate::unit::{UnitId, UnitSet};

/// Column and row.
type Cell = (i32, i32);

/// The neighbours of a hex as the brief gives them; the even columns lie half a hex lower.
fn around((column, row): Cell) -> [Cell; 6] {
    let low = i32::from(column % 2 == 0);
    [
        (column, row - 1),
        (column + 1, row - 1 + low),
        (column + 1, row + low),
        (column, row + 1),
        (column - 1, row + low),
        (column - 1, row - 1 + low),
    ]
}

/// Twelve columns of fifteen hexes, the even ones of fourteen.
fn on_map((column, row): Cell) -> bool {
    (1..=12).contains(&column) && row >= 1 && row <= 15 - i32::from(column % 2 == 0)
}

fn name((column, row): Cell) -> String {
    format!("{column:02}{row:02}")
}

#[derive(Clone)]
struct Piece {
    id: UnitId,
    side: Side,
    at: Cell,
    arm: Arm,
    engine: bool,
}

/// What a retreat has to do with, copied out of a position.
struct Country {
    pieces: Vec<Piece>,
    /// Hexes nobody may enter, and the line of the chart that says so.
    shut: Vec<(Cell, &'static str)>,
    fords: Vec<Cell>,
    /// Hexes of attackers that have retreated in this result.
    taken: Vec<UnitId>,
}

fn place(number: HexNumber) -> Cell {
    (number.line() as i32, number.place() as i32)
}

impl Country {
    fn of(position: &Position) -> Country {
        let sheet = position.sheet();
        let ids = (0..sheet.units.len() as u8).map(UnitId);
        let pieces = ids.filter_map(|id| {
            let unit_type = &sheet.types[sheet.units[id.index()].unit_type as usize];
            Some(Piece {
                id,
                side: sheet.units[id.index()].side,
                at: place(position.number(position.at(id)?)),
                arm: unit_type.arm,
                engine: unit_type.infantry_only,
            })
        });
        let ground = |wanted: Terrain| -> Vec<Cell> {
            let hexes = sheet.ground.grid.hexes();
            hexes
                .filter(|h| sheet.ground.terrain[h.index()] == wanted)
                .map(|h| place(position.number(h)))
                .collect()
        };
        let shut =
            SHUT.iter().flat_map(|&(terrain, rule)| ground(terrain).into_iter().map(move |at| (at, rule)));
        Country {
            pieces: pieces.collect(),
            shut: shut.collect(),
            fords: ground(Terrain::Ford),
            taken: vec![],
        }
    }

    fn here(&self, at: Cell) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.at == at)
    }

    fn fighter(&self, at: Cell) -> Option<&Piece> {
        self.here(at).find(|piece| piece.arm.fights())
    }

    /// Ruling R50 leaves fords out; rivers are closed anyway.
    fn in_zone_against(&self, side: Side, at: Cell) -> bool {
        let wet = |at: Cell| self.fords.contains(&at);
        let enemy = |at: &Cell| self.fighter(*at).is_some_and(|piece| piece.side != side);
        !wet(at) && around(at).iter().any(|there| !wet(*there) && enemy(there))
    }

    /// The row of the chart a hex has for a piece if it is open, and if not the rule that closes it. The chain
    /// is everybody who has left, or is to leave, in it.
    fn row(&self, piece: &Piece, at: Cell, chain: &[UnitId]) -> Result<u8, &'static str> {
        if !on_map(at) {
            return Err("R86");
        }
        if let Some((_, rule)) = self.shut.iter().find(|(shut, _)| *shut == at) {
            return Err(rule);
        }
        let enemies: Vec<&Piece> = self.here(at).filter(|other| other.side != piece.side).collect();
        if enemies.iter().any(|enemy| enemy.arm != Arm::Commander) {
            return Err("10.8");
        }
        if !enemies.is_empty() {
            return Err("R37");
        }
        let zone = self.in_zone_against(piece.side, at);
        if let Some(friend) = self.fighter(at) {
            if chain.contains(&friend.id) {
                return Err("R84");
            }
            let held = self.here(at).any(|other| other.arm == Arm::Baggage);
            let longer = [chain, &[friend.id]].concat();
            if held || !self.any_row(friend, &longer) {
                return Err("R83");
            }
            return Ok(if zone { 3 } else { 2 });
        }
        if piece.arm != Arm::Infantry && self.here(at).any(|other| other.engine) {
            return Err("R120");
        }
        let led = self.here(piece.at).any(|other| other.arm == Arm::Commander);
        if led && self.here(at).any(|other| other.arm == Arm::Commander) {
            return Err("6");
        }
        Ok(if zone { 4 } else { 1 })
    }

    fn any_row(&self, piece: &Piece, chain: &[UnitId]) -> bool {
        around(piece.at).iter().any(|at| self.row(piece, *at, chain).is_ok())
    }

    fn is_taken(&self, at: Cell) -> bool {
        self.fighter(at).is_some_and(|there| self.taken.contains(&there.id))
    }

    /// What the umpire says to each of the six steps, clockwise from north: nothing if it is open, or the rule
    /// that forbids it.
    fn answers(&self, piece: &Piece, chain: &[UnitId]) -> [Option<&'static str>; 6] {
        let open: Vec<Cell> = match self.refuges(piece, chain) {
            Some((_, hexes)) => hexes.iter().map(|hex| place(hex.parse().unwrap())).collect(),
            None => vec![],
        };
        let apart = chain.len() == 1 && open.iter().any(|at| !self.is_taken(*at));
        around(piece.at).map(|at| match self.row(piece, at, chain) {
            Err(rule) => Some(rule),
            Ok(_) if open.contains(&at) => None,
            Ok(_) if apart && self.is_taken(at) => Some("R88"),
            Ok(_) => Some("R80"),
        })
    }

    /// Ruling R80: the best row and the hexes that have it. Ruling R88 for the first of a chain: hexes of
    /// other retreating attackers only if nothing else is open.
    fn refuges(&self, piece: &Piece, chain: &[UnitId]) -> Option<(u8, Vec<String>)> {
        let open: Vec<(u8, Cell)> =
            around(piece.at).iter().filter_map(|at| Some((self.row(piece, *at, chain).ok()?, *at))).collect();
        let apart: Vec<(u8, Cell)> = open.iter().copied().filter(|(_, at)| !self.is_taken(*at)).collect();
        let ways = if apart.is_empty() || chain.len() > 1 { open } else { apart };
        let best = ways.iter().map(|(row, _)| *row).min()?;
        let mut hexes: Vec<String> =
            ways.iter().filter(|(row, _)| *row == best).map(|(_, at)| name(*at)).collect();
        hexes.sort();
        Some((best, hexes))
    }
}

/// The Terrain Effects Chart: "no retreat possible".
const SHUT: [(Terrain, &str); 3] = [
    (Terrain::River, "tec.river"),
    (Terrain::Mountain, "tec.mountain"),
    (Terrain::Fortification, "tec.fortification"),
];

const NAMES: [&str; 48] = [
    "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "b0", "b1", "b2", "b3", "b4", "b5", "b6",
    "b7", "b8", "b9", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "d0", "d1", "d2", "d3",
    "d4", "d5", "d6", "d7", "d8", "d9", "e0", "e1", "e2", "e3", "e4", "e5", "e6", "e7",
];

/// A fight in the middle of a crowd thick enough for chains and dead ends: gold is attacked by one unit, or,
/// if blue is to be beaten, by two; most of the crowd are friends of the beaten.
fn melee(plain: &Drill, generator: &mut Generator, blue_beaten: bool) -> (Field, String, Vec<&'static str>) {
    let centre = (3 + generator.below(8) as i32, [2, 7, 13][generator.below(3) as usize]);
    let target = name(centre);
    let mut names = NAMES.into_iter();
    let mut drill = plain.clone().gold(names.next().unwrap(), foot(3), &target);
    if generator.below(4) == 0 {
        drill = drill.gold(names.next().unwrap(), chief(1), &target);
    }
    if generator.below(3) == 0 {
        drill = drill.reduced("a0");
    }
    let from = generator.below(6) as usize;
    let posts = [from, (from + 1 + generator.below(4) as usize) % 6].map(|side| around(centre)[side]);
    let mut attackers = vec![];
    for post in &posts[..1 + usize::from(blue_beaten)] {
        attackers.push(names.next().unwrap());
        drill = drill.blue(attackers[attackers.len() - 1], foot(2), &name(*post));
    }
    let near = |at: &Cell| (at.0 - centre.0).abs() <= 3 && (at.1 - centre.1).abs() <= 3;
    let all = (1..=12).flat_map(|column| (1..=15).map(move |row| (column, row)));
    for at in all.filter(|at| on_map(*at) && near(at) && *at != centre && !posts.contains(at)) {
        let hex = name(at);
        let mut put = |drill: Drill, friend: bool, unit| match names.next() {
            Some(next) if friend != blue_beaten => drill.gold(next, unit, &hex),
            Some(next) => drill.blue(next, unit, &hex),
            None => drill,
        };
        drill = match generator.below(24) {
            closed @ 0..=5 => drill.terrain(&hex, SHUT[closed as usize % 3].0),
            6 => drill.terrain(&hex, Terrain::Ford),
            7..=9 => put(drill, true, foot(2)),
            10 => put(drill, true, riders(2)),
            11 => put(drill, false, horse(2)),
            12..=13 => put(drill, false, bows(1)),
            14 => put(drill, generator.below(2) == 0, chief(1)),
            15 => put(drill, generator.below(2) == 0, wagon()),
            16 => put(drill, true, mangonel()),
            17 => {
                let stacked = put(drill, true, foot(3));
                put(stacked, true, if at.0 % 2 == 0 { wagon() } else { chief(2) })
            }
            18 => put(drill, true, weak()),
            _ => drill,
        };
    }
    (drill.begin(Step::Fighting), target, attackers)
}

/// Foot of one step, whom a zone of control kills.
fn weak() -> crate::sheet::UnitType {
    crate::sheet::UnitType { steps: 1, reduced: 2, ..foot(2) }
}

/// The retreats of one result.
#[derive(Default)]
struct Walk {
    /// Attackers that have retreated.
    taken: Vec<UnitId>,
    /// Who must owe a test when all have gone, and who at one less.
    owes: UnitSet,
    shakes: UnitSet,
    /// Pieces by the row of the chart they went by; at 0 those with nowhere to go.
    tally: [u32; 5],
    /// How often each rule forbade a step.
    refused: BTreeMap<&'static str, u32>,
}

impl Walk {
    /// What the chart says of the first piece of a chain before it goes.
    fn forecast(&self, field: &Position, unit: UnitId) -> Option<u8> {
        let taken = if field.combat.attackers.has(unit) { self.taken.clone() } else { vec![] };
        let country = Country { taken, ..Country::of(field) };
        let piece = country.pieces.iter().find(|piece| piece.id == unit)?;
        country.refuges(piece, &[unit]).map(|(row, _)| row)
    }

    /// Holds what became of a piece that was not asked against rulings R82 and R86.
    fn unasked(&mut self, row: Option<u8>, unit: UnitId, before: &Position, after: &Position) {
        let at = before.at(unit).map(|hex| place(before.number(hex))).unwrap();
        let on_edge = around(at).iter().any(|at| !on_map(*at));
        match (row, before.steps(unit)) {
            (None, steps) => {
                let dies = on_edge || steps == 1;
                assert_eq!(after.at(unit).is_none(), dies, "{} in {}", before.label(unit), name(at));
                assert!(dies || (after.at(unit) == before.at(unit) && after.steps(unit) + 1 == steps));
                self.tally[0] += 1;
            }
            (Some(4), 1) => {
                assert!(after.at(unit).is_none());
                self.tally[4] += 1;
            }
            (row, _) => panic!("{} was not asked, row {row:?}", before.label(unit)),
        }
    }

    /// Goes on to the end of all retreats by random choices, holding every question and every step against
    /// the reference.
    fn go(&mut self, field: &mut Field, generator: &mut Generator) {
        loop {
            match field.combat.stage {
                Stage::Retreats => {
                    let orders = field.orders();
                    let order = orders[generator.below(orders.len() as u32) as usize];
                    let Order::Retreat { unit } = order else { panic!("{order:?}") };
                    let (before, row) = ((**field).clone(), self.forecast(field, unit));
                    field.play(order);
                    if field.combat.head != unit {
                        self.unasked(row, unit, &before, field);
                    }
                }
                Stage::Retreating => self.follow(field, generator),
                _ => break,
            }
        }
        let position: &Position = field;
        let living =
            |set: UnitSet| -> UnitSet { set.iter().filter(|&id| position.at(id).is_some()).collect() };
        assert_eq!((field.combat.wave, field.combat.shaken), (living(self.owes), living(self.shakes)));
    }

    /// One chain from the question about its first piece to its end.
    fn follow(&mut self, field: &mut Field, generator: &mut Generator) {
        let (head, due) = (field.combat.head, field.combat.routed);
        let attacking = field.combat.attackers.has(head);
        let taken = if attacking { self.taken.clone() } else { vec![] };
        let country = Country { taken, ..Country::of(field) };
        let (mut chain, mut gone) = (vec![], vec![]);
        loop {
            let piece = country.pieces.iter().find(|p| p.id == field.combat.piece).unwrap();
            chain.push(piece.id);
            let (row, hexes) = country.refuges(piece, &chain).expect("somewhere to go");
            assert_eq!(field.ways(), hexes, "{} in {}", field.label(piece.id), name(piece.at));
            for (to, rule) in Direction::ALL.into_iter().zip(country.answers(piece, &chain)) {
                let answer = field.check(&Order::Step { to }).map_err(|objection| objection.rule);
                let cited = answer.as_ref().err().map(|rule| rule.as_ref());
                assert_eq!(cited, rule, "{} in {}, {to:?}", field.label(piece.id), name(piece.at));
                rule.into_iter().for_each(|rule| *self.refused.entry(rule).or_default() += 1);
            }
            let hex = hexes[generator.below(hexes.len() as u32) as usize].clone();
            let steps = field.steps(piece.id);
            let routed = field.combat.routed;
            field.step_to(&hex);
            self.tally[row as usize] += 1;
            gone.push((piece.id, hex.clone(), row));
            let pushed = country.fighter(place(hex.parse().unwrap()));
            match pushed {
                None => {
                    assert_eq!(field.steps(piece.id) + u8::from(row == 4), steps);
                    break;
                }
                Some(next) if field.combat.piece == next.id && routed == field.combat.routed => {}
                Some(next) => {
                    // Ruling R82: the pushed one would have died of the zone it had to enter.
                    let longer = [&chain[..], &[next.id]].concat();
                    assert_eq!(country.refuges(next, &longer).map(|(row, _)| row), Some(4));
                    assert!(field.unit(next.id).spot == crate::unit::Spot::LOST);
                    self.tally[4] += 1;
                    break;
                }
            }
        }
        for (nth, (id, hex, row)) in gone.into_iter().enumerate() {
            let at = (**field).at(id).map(|hex| field.number(hex).to_string());
            assert_eq!(at.as_deref(), Some(hex.as_str()));
            if nth > 0 || row == 3 {
                self.owes.add(id);
            }
            if row == 3 {
                self.shakes.add(id);
            }
            if attacking && (nth == 0 || due.has(id)) {
                self.taken.push(id);
            }
        }
    }
}

/// All that keeps a unit from retreating to a hex.
const REASONS: [&str; 12] = [
    "R86",
    "tec.river",
    "tec.mountain",
    "tec.fortification",
    "10.8",
    "R37",
    "R84",
    "R83",
    "R120",
    "6",
    "R88",
    "R80",
];

#[test]
#[covers("10.8", "retreat", "R37", "R80", "R81", "R82", "R83", "R84", "R85", "R86", "R88", "R120")]
fn every_question_of_random_retreats_is_that_of_the_reference() {
    let (plain, mut tally) = (Drill::new(), [0; 5]);
    let mut refused = BTreeMap::<&str, u32>::new();
    for seed in 0..1200 {
        let blue_beaten = seed % 2 == 1;
        let mut generator = Generator::new(seed, 7);
        let (mut field, target, attackers) = melee(&plain, &mut generator, blue_beaten);
        field.assault(&target, &attackers);
        let (before, defender) = ((*field).clone(), field.combat.defender);
        let mut walk = Walk::default();
        let row = walk.forecast(&field, defender);
        field.suffer(if blue_beaten { "AR" } else { "DR" });
        if !blue_beaten && field.combat.stage != Stage::Retreating {
            walk.unasked(row, defender, &before, &field);
        }
        walk.go(&mut field, &mut generator);
        assert_eq!(field.audit(), Ok(()), "seed {seed}");
        tally = std::array::from_fn(|row| tally[row] + walk.tally[row]);
        walk.refused.into_iter().for_each(|(rule, times)| *refused.entry(rule).or_default() += times);
    }
    assert!(tally.iter().all(|&n| n >= 10), "every row is met: {tally:?}");
    for rule in REASONS {
        assert!(refused.get(rule).is_some_and(|&times| times >= 5), "{rule} closes a hex: {refused:?}");
    }
}
