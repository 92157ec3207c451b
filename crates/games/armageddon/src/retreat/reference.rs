//! Retreats against a reference: every path there is, walked one after another straight from rulings R66 to
//! R68, with its own hexes, distances and prices. Slow, and meant to be obviously right.

use covers::covers;
use engine::Rules;
use engine::dice::Generator;
use engine::event::EventKind;
use engine::hex::{Direction, HexNumber};

use crate::drill::{Drill, Field, direction, number};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::{CombatResult, Kind, Terrain};
use crate::unit::MarkerKind;

/// Column and row.
pub(crate) type Cell = (i32, i32);

const COMPASS: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];

/// The neighbour in a direction; the even columns lie half a hex lower.
pub(crate) fn neighbour((column, row): Cell, to: usize) -> Cell {
    let low = i32::from(column % 2 == 0);
    match COMPASS[to] {
        "N" => (column, row - 1),
        "NE" => (column + 1, row - 1 + low),
        "SE" => (column + 1, row + low),
        "S" => (column, row + 1),
        "SW" => (column - 1, row + low),
        _ => (column - 1, row - 1 + low),
    }
}

pub(crate) fn on_map((column, row): Cell) -> bool {
    (1..=40).contains(&column) && (1..=30).contains(&row)
}

/// Fewest steps: sideways half a row comes free with every column.
fn distance(a: Cell, b: Cell) -> i32 {
    let across = (a.0 - b.0).abs();
    let height = |(column, row): Cell| 2 * row + i32::from(column % 2 == 0);
    let down = (height(a) - height(b)).abs();
    across + (down - across).max(0) / 2
}

struct Enemy {
    at: Cell,
    fire: bool,
    facing: usize,
}

/// What a retreat has to do with, copied out of a position.
struct Country {
    terrain: Vec<(Cell, Terrain)>,
    crests: Vec<(Cell, usize)>,
    enemies: Vec<Enemy>,
}

/// A piece that must retreat.
struct Piece {
    start: Cell,
    chariot: bool,
    /// In halves.
    points: i32,
}

impl Country {
    fn terrain(&self, place: Cell) -> Terrain {
        self.terrain.iter().find(|(p, _)| *p == place).map_or(Terrain::Clear, |(_, t)| *t)
    }

    fn crest(&self, place: Cell, side: usize) -> bool {
        self.crests.contains(&(place, side))
            || self.crests.contains(&(neighbour(place, side), (side + 3) % 6))
    }

    /// The chart's Movement Points, in halves.
    fn price(&self, from: Cell, to: Cell) -> i32 {
        match self.terrain(to) {
            Terrain::Road if self.terrain(from) == Terrain::Road => 1,
            Terrain::Clear | Terrain::Village | Terrain::Road => 2,
            Terrain::Woods | Terrain::Stream | Terrain::Slope => 4,
            Terrain::Marsh => 6,
            Terrain::Nile => unreachable!("nobody enters it"),
        }
    }

    fn in_front_of_fire(&self, place: Cell) -> bool {
        self.enemies
            .iter()
            .filter(|e| e.fire)
            .any(|e| [5, 0, 1].into_iter().any(|turn| neighbour(e.at, (e.facing + turn) % 6) == place))
    }

    /// Ruling R66.
    fn legal_step(&self, piece: &Piece, from: Cell, to: usize) -> bool {
        let place = neighbour(from, to);
        let ground = match self.terrain(place) {
            Terrain::Nile => false,
            Terrain::Marsh => !piece.chariot,
            _ => true,
        };
        on_map(place)
            && distance(piece.start, place) == distance(piece.start, from) + 1
            && self.enemies.iter().all(|e| e.at != place)
            && !self.crest(from, to)
            && !self.in_front_of_fire(place)
            && ground
    }

    /// Ruling R67: all complete paths that begin with this one.
    fn complete_paths(&self, piece: &Piece, path: &[usize], at: Cell, left: i32, out: &mut Vec<Path>) {
        let end = Path { steps: path.to_vec(), end: at };
        let in_stream = piece.chariot && at != piece.start && self.terrain(at) == Terrain::Stream;
        if left == 0 || in_stream {
            return out.push(end);
        }
        let open: Vec<usize> = (0..6).filter(|&to| self.legal_step(piece, at, to)).collect();
        let price = |to: usize| self.price(at, neighbour(at, to));
        if !open.is_empty() && open.iter().all(|&to| price(to) > left) {
            return out.push(end);
        }
        for to in open.into_iter().filter(|&to| price(to) <= left) {
            let on = [path, &[to]].concat();
            self.complete_paths(piece, &on, neighbour(at, to), left - price(to), out);
        }
    }

    /// Ruling R68: of those, the ones that end as far from the nearest enemy as any.
    fn retreats(&self, piece: &Piece) -> Vec<Path> {
        let mut paths = vec![];
        self.complete_paths(piece, &[], piece.start, piece.points, &mut paths);
        let nearest = |end: Cell| self.enemies.iter().map(|e| distance(end, e.at)).min().unwrap();
        let best = paths.iter().map(|path| nearest(path.end)).max();
        paths.retain(|path| Some(nearest(path.end)) == best);
        paths
    }
}

struct Path {
    steps: Vec<usize>,
    end: Cell,
}

pub(crate) fn place(hex: HexNumber) -> Cell {
    (hex.line() as i32, hex.place() as i32)
}

pub(crate) fn hex_name((column, row): Cell) -> String {
    format!("{column:02}{row:02}")
}

/// The names a drill needs to live as long as the program.
const FOES: [&str; 8] = ["e0", "e1", "e2", "e3", "e4", "e5", "e6", "e7"];
const FRIENDS: [&str; 8] = ["f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7"];
const ATTACKERS: [&str; 4] = ["a0", "a1", "a2", "a3"];

/// A random country with a beaten stack in it, just before the die that disrupts it.
struct Scene {
    drill: Drill,
    country: Country,
    start: Cell,
    /// The beaten troops by name.
    beaten: Vec<&'static str>,
    /// The attackers in the hex south of the stack or, at the south edge, north of it.
    attackers: usize,
    /// Names and places of friends who might be passed through.
    friends: Vec<(&'static str, Cell)>,
}

pub(crate) fn any<T: Copy>(dice: &mut Generator, of: &[T]) -> T {
    of[dice.below(of.len() as u32) as usize]
}

fn random_scene(plain: &Drill, dice: &mut Generator) -> Scene {
    let start = match dice.below(4) {
        0 => (1 + dice.below(4) as i32, 1 + dice.below(4) as i32),
        1 => (37 + dice.below(4) as i32, 27 + dice.below(4) as i32),
        _ => (15 + dice.below(8) as i32, 12 + dice.below(6) as i32),
    };
    let base = if start.1 < 30 { neighbour(start, 3) } else { neighbour(start, 0) };
    let mut country = Country { terrain: vec![], crests: vec![], enemies: vec![] };
    let mut drill = plain.clone();
    // Every third country is a hard one, where some find no way.
    let hard = dice.below(3) == 0;
    let roughness = if hard { 2 } else { 3 + dice.below(20) };
    let crested = if hard { 2 } else { 8 + dice.below(40) };
    for column in start.0 - 11..=start.0 + 11 {
        for row in start.1 - 11..=start.1 + 11 {
            let here = (column, row);
            if !on_map(here) || here == base {
                continue;
            }
            if dice.below(roughness) == 0 {
                let kinds = [
                    Terrain::Woods,
                    Terrain::Stream,
                    Terrain::Slope,
                    Terrain::Village,
                    Terrain::Marsh,
                    Terrain::Road,
                    Terrain::Road,
                    Terrain::Nile,
                ];
                let terrain = if hard && dice.below(2) == 0 { Terrain::Nile } else { any(dice, &kinds) };
                if here != start || !matches!(terrain, Terrain::Nile | Terrain::Marsh) {
                    drill = drill.terrain(&hex_name(here), terrain);
                    country.terrain.push((here, terrain));
                }
            }
            if dice.below(crested) == 0 {
                let side = dice.below(6) as usize;
                drill = drill.crest(&hex_name(here), COMPASS[side]);
                country.crests.push((here, side));
            }
        }
    }
    // The beaten: one to three troops, or a chariot, perhaps with a passenger and a leader.
    let beaten = match dice.below(4) {
        0 => {
            drill = drill.gold("p0", Kind::CH, &hex_name(start), "S").gold(
                "judge",
                Kind::B,
                &hex_name(start),
                "S",
            );
            drill = drill.aboard("judge", "p0");
            if dice.below(2) == 0 {
                drill = drill.gold("p1", Kind::SK, &hex_name(start), "S").aboard("p1", "p0");
                vec!["p0", "p1"]
            } else {
                vec!["p0"]
            }
        }
        1 => {
            drill = drill.gold("p0", any(dice, &[Kind::MI, Kind::MS, Kind::BO]), &hex_name(start), "N");
            vec!["p0"]
        }
        2 => {
            drill = drill.gold("p0", any(dice, &[Kind::AX, Kind::SD, Kind::MC]), &hex_name(start), "S");
            drill = drill.gold("p1", Kind::SK, &hex_name(start), "NE");
            vec!["p0", "p1"]
        }
        _ => {
            for name in ["p0", "p1", "p2"] {
                drill = drill.gold(name, any(dice, &[Kind::SK, Kind::HA, Kind::IB]), &hex_name(start), "S");
            }
            vec!["p0", "p1", "p2"]
        }
    };
    let attackers = 1 + dice.below(4) as usize;
    let towards = if base == neighbour(start, 3) { 0 } else { 3 };
    for name in &ATTACKERS[..attackers] {
        drill = drill.blue(name, Kind::AX, &hex_name(base), COMPASS[towards]);
    }
    country.enemies.push(Enemy { at: base, fire: false, facing: towards });
    let reach = if hard { 3 } else { 6 };
    let nearby = |dice: &mut Generator| {
        let mut aside = || dice.below(2 * reach + 1) as i32 - reach as i32;
        (start.0 + aside(), start.1 + aside())
    };
    let mut taken = vec![start, base];
    let foes = if hard { 8 } else { dice.below(6) as usize };
    for name in &FOES[..foes] {
        let at = nearby(dice);
        if !on_map(at) || taken.contains(&at) || country.terrain(at) == Terrain::Nile {
            continue;
        }
        taken.push(at);
        let kind = any(dice, &[Kind::SK, Kind::BO, Kind::HA, Kind::MI, Kind::A, Kind::F, Kind::CH]);
        let facing = dice.below(6) as usize;
        drill = drill.blue(name, kind, &hex_name(at), COMPASS[facing]);
        if kind == Kind::BO && dice.below(2) == 0 {
            drill = drill.disrupted(name, MarkerKind::Fire, 0).fired(name, 1);
        }
        country.enemies.push(Enemy { at, fire: kind.is_fire(), facing });
    }
    // Far off, so that gold has something to do in its turn and the game waits there.
    drill = drill.gold("watch", Kind::MI, "3902", "S");
    let mut friends = vec![];
    for name in &FRIENDS[..dice.below(9) as usize] {
        let at = nearby(dice);
        if !on_map(at) || taken.contains(&at) || country.terrain(at) == Terrain::Nile {
            continue;
        }
        let kind = any(dice, &[Kind::MI, Kind::SD, Kind::BO, Kind::CH, Kind::C]);
        if kind == Kind::CH && country.terrain(at) == Terrain::Marsh {
            continue;
        }
        drill = drill.gold(name, kind, &hex_name(at), "S");
        if dice.below(4) == 0 && !kind.is_leader() {
            drill = drill.disrupted(name, MarkerKind::Fire, 1);
        }
        friends.push((*name, at));
    }
    Scene { drill, country, start, beaten, attackers, friends }
}

/// What came of one piece.
#[derive(Default)]
struct Trail {
    steps: Vec<usize>,
    at: Option<Cell>,
}

/// The path a piece has gone so far, read from the log.
fn trail(field: &Field, name: &str) -> Trail {
    let id = field.id(name).0 as u16;
    let mut trail = Trail::default();
    for event in field.events.iter().filter(|e| e.kind == EventKind::Retreated && e.counters == [id]) {
        let [from, to] = [0, 1].map(|step: usize| place(event.places[step].hex().expect("a hex")));
        trail.steps.push((0..6).find(|&d| neighbour(from, d) == to).expect("a step to a neighbour"));
        trail.at = Some(to);
    }
    trail
}

/// The next steps the reference allows after a beginning.
fn next_steps(paths: &[Path], gone: &[usize]) -> Vec<Order> {
    let mut next: Vec<usize> = paths
        .iter()
        .filter(|p| p.steps.starts_with(gone))
        .filter_map(|p| p.steps.get(gone.len()).copied())
        .collect();
    next.sort_unstable();
    next.dedup();
    next.into_iter().map(|to| Order::Step { to: Direction::new(to as u8) }).collect()
}

/// How often each kind of thing happened, so that the test is known to have tested it.
#[derive(Default)]
struct Seen {
    retreats: usize,
    choices: usize,
    lost: usize,
    passed: usize,
    chariots: usize,
}

/// Plays one scene to the end of its retreats and compares every choice offered with the reference.
fn compare(scene: Scene, round: u64, dice: &mut Generator, seen: &mut Seen) {
    let mut field = scene.drill.begin(Step::Array);
    field.attack(&hex_name(scene.start));
    for name in &ATTACKERS[..scene.attackers] {
        field.join(name);
    }
    if field.check(&Order::Commit).is_err() {
        return;
    }
    field.commit();
    let column = field.final_column(0).unwrap();
    let table = field.sheet().charts.results.clone();
    let Some(die) = (1..=6).find(|&die| table.result(column, die) == CombatResult::Disrupted) else { return };
    let before: Vec<bool> = scene.friends.iter().map(|(name, _)| field.is_disrupted(name)).collect();
    let immune = scene.country.terrain(scene.start) == Terrain::Slope
        && matches!(field.see("p0").kind, Kind::MI | Kind::MS);
    // A passenger goes with its chariot; everyone else is a piece of its own.
    let pieces: Vec<&str> =
        scene.beaten.iter().copied().filter(|name| field.see(name).aboard.some().is_none()).collect();
    let paths: Vec<Vec<Path>> = pieces
        .iter()
        .map(|name| {
            let kind = field.see(name).kind;
            let points = match kind {
                Kind::MI | Kind::MS => 3,
                Kind::AX | Kind::SD => 4,
                Kind::BO | Kind::IB | Kind::SK => 5,
                Kind::MC => 9,
                _ => 10,
            };
            let piece = Piece { start: scene.start, chariot: kind == Kind::CH, points: 2 * points };
            scene.country.retreats(&piece)
        })
        .collect();
    field.roll(die as u8);
    if immune {
        assert!(pieces.iter().all(|name| place_of(&field, name) == Some(scene.start)));
        return;
    }
    while matches!(field.combat.stage, Stage::Retreats | Stage::Retreating) {
        let offered = field.orders();
        if field.combat.stage == Stage::Retreating {
            let i = pieces.iter().position(|name| field.id(name) == field.combat.piece).expect("a piece");
            let expected = next_steps(&paths[i], &trail(&field, pieces[i]).steps);
            assert_eq!(
                offered,
                expected,
                "round {round}: {} after {:?}",
                pieces[i],
                trail(&field, pieces[i]).steps
            );
            for to in COMPASS {
                let order = Order::Step { to: direction(to) };
                assert_eq!(field.offers(order), expected.contains(&order), "round {round}: {to}");
            }
            seen.choices += 1;
        }
        let order = any(dice, &offered);
        field.play(order);
    }
    let mut trodden = vec![];
    for (name, paths) in pieces.iter().zip(&paths) {
        let trail = trail(&field, name);
        assert_eq!(field.lost(name), paths.is_empty(), "round {round}: {name}");
        if paths.is_empty() {
            assert!(trail.steps.is_empty());
            seen.lost += 1;
            continue;
        }
        assert!(
            paths.iter().any(|path| path.steps == trail.steps),
            "round {round}: {name} went {:?}",
            trail.steps
        );
        assert_eq!(place_of(&field, name), trail.at.or(Some(scene.start)));
        seen.retreats += 1;
        seen.chariots += usize::from(field.see(name).kind == Kind::CH);
        // Ruling R70: what it entered and left again.
        let mut at = scene.start;
        for &to in &trail.steps[..trail.steps.len() - 1] {
            at = neighbour(at, to);
            trodden.push(at);
        }
    }
    for ((name, at), before) in scene.friends.iter().zip(before) {
        let passed = trodden.contains(at) && !field.see(name).kind.is_leader();
        assert_eq!(field.is_disrupted(name), before || passed, "round {round}: {name}");
        assert_eq!(place_of(&field, name), Some(*at), "those passed stay");
        seen.passed += usize::from(passed && !before);
    }
}

fn place_of(field: &Field, name: &str) -> Option<Cell> {
    (!field.at(name).is_empty()).then(|| place(number(&field.at(name))))
}

#[test]
#[covers(
    "R66",
    "R67",
    "R68",
    "R69",
    "R70",
    "R71",
    "retreat",
    "retreat.away",
    "retreat.through",
    "retreat.impossible"
)]
fn retreats_on_random_ground_are_those_of_the_reference() {
    let plain = Drill::new();
    let mut seen = Seen::default();
    for round in 0..1500 {
        let mut dice = Generator::new(66, round);
        let scene = random_scene(&plain, &mut dice);
        compare(scene, round, &mut dice, &mut seen);
    }
    let Seen { retreats, choices, lost, passed, chariots } = seen;
    let enough = retreats > 1200 && choices > 3000 && lost > 100 && passed > 60 && chariots > 150;
    assert!(
        enough,
        "{retreats} retreats, {choices} choices, {lost} lost, {passed} passed, {chariots} chariots"
    );
}

#[test]
fn the_reference_measures_distance_as_steps() {
    // Against a plain flood from one hex.
    let start = (7, 9);
    let mut steps = std::collections::HashMap::from([(start, 0)]);
    let mut front = vec![start];
    for far in 1..=6 {
        let next: Vec<Cell> = front.iter().flat_map(|&at| (0..6).map(move |to| neighbour(at, to))).collect();
        front = next.into_iter().filter(|place| !steps.contains_key(place)).collect();
        front.sort_unstable();
        front.dedup();
        steps.extend(front.iter().map(|&place| (place, far)));
        assert_eq!(front.len(), 6 * far as usize);
    }
    for (place, far) in steps {
        assert_eq!(distance(start, place), far, "{place:?}");
    }
}
