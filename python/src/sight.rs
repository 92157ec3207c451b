//! What a viewer sees, as numbers: made from the scene that a client draws, so that what is hidden stays hidden.

use std::collections::HashMap;

use engine::contract::Aim;
use engine::hex::HexNumber;
use engine::place::Place;
use engine::scene::{Counter, Scene};
use engine::table::{OrderList, Table};
use engine::{Objection, Side, Turn, Viewer};

/// What a counter may bear, seals first and then printed symbols, in every game; the last stands for any other.
const SEALS: [&str; 46] = [
    "active",
    "aboard",
    "moved",
    "fired",
    "fought",
    "attacking",
    "charged",
    "disrupted",
    "reduced",
    "surprised",
    "plundered",
    "hidden",
    "refuses",
    "rebel",
    "reserve",
    "garrison",
    "patrol",
    "camped",
    "converted",
    "builder",
    "turned",
    "declared",
    "general",
    "serpent",
    "lightning",
    "swords",
    "arrows",
    "muslim",
    "berber",
    "byzantine",
    "frank",
    "goth",
    "khazar",
    "persian",
    "sindhi",
    "turk",
    "syria",
    "egypt",
    "kufa",
    "quraysh",
    "obsequium",
    "orientales",
    "armeniae",
    "carabisianis",
    "african",
    "other",
];

/// The sorts of counters of every game; the first stands for any other.
pub const SORTS: [&str; 54] = [
    "other",
    "hidden",
    "leader",
    "army",
    "infantry",
    "cavalry",
    "naval",
    "bedouin",
    "mercenary",
    "levy",
    "spears",
    "archers",
    "horse-archers",
    "commander",
    "wagon",
    "mangonel",
    "chariots",
    "light-camelry",
    "litter",
    "artillery",
    "auxilia",
    "blades",
    "bows",
    "camelry",
    "followers",
    "cataphracts",
    "elephants",
    "hordes",
    "knights",
    "light-horse",
    "light-spear",
    "pavises",
    "pikes",
    "psiloi",
    "raiders",
    "scythed-chariots",
    "war-wagons",
    "warband",
    "MI",
    "MS",
    "AX",
    "SD",
    "MC",
    "HA",
    "BO",
    "IB",
    "SK",
    "CH",
    "A",
    "B",
    "C",
    "D",
    "E",
    "F",
];

/// What is told of a counter before its seals.
const COUNTER_FIGURES: [&str; 17] = [
    "seen",
    "side",
    "sort",
    "place",
    "x",
    "y",
    "heading",
    "facing",
    "aboard",
    "box",
    "left",
    "left2",
    "middle",
    "middle2",
    "right",
    "right2",
    "bases_deep",
];

/// The marks on a place: 0 if there is none of the sort, 1 if it is nobody's, 2 the first side's, 3 the second's.
pub const MARKS: [&str; 5] = ["objective", "control", "base", "target", "dust"];

/// Boxes beside the board. 0 is none of them, as on the board.
pub const BOXES: [&str; 8] = ["", "waiting", "pool", "lost", "gone", "expedition", "box", "other"];

/// By which word in its name a box is known, the more telling first.
const BOX_WORDS: [(&str, usize); 14] = [
    ("expedition", 5),
    ("to come", 1),
    ("beside the table", 1),
    ("to be set up", 1),
    ("kept aside", 1),
    ("pool", 2),
    ("lost", 3),
    ("destroyed", 3),
    ("dead", 3),
    ("gone by the exit", 4),
    ("conversion box", 6),
    ("constantinople box", 6),
    ("african box", 6),
    ("box", 6),
];

/// What is told of a legal order.
pub const ORDER_COLUMNS: [&str; 9] =
    ["act", "counter", "with", "place", "x", "y", "heading", "facing", "towards"];

/// What orders do, in every game; the first stands for any other.
pub const ACTS: [&str; 83] = [
    "other",
    "place",
    "lift",
    "muster",
    "face",
    "move",
    "fall_back",
    "step",
    "turn",
    "enter",
    "exit",
    "halt",
    "attack",
    "also",
    "join",
    "leave",
    "withdraw",
    "support",
    "commit",
    "lose",
    "retreat",
    "stand",
    "embark",
    "done",
    "name",
    "defect",
    "arrive",
    "levy",
    "patrol",
    "raise",
    "gather",
    "substitute",
    "load",
    "disembark",
    "camp",
    "disband",
    "siege",
    "assault",
    "garrison",
    "reserve",
    "role",
    "fire",
    "rout",
    "resolve",
    "delay",
    "board",
    "feint",
    "dust",
    "hide",
    "debark",
    "dismount",
    "lead",
    "feign",
    "provoke",
    "charge",
    "dodge",
    "advance",
    "occupy",
    "follow",
    "remain",
    "choose",
    "followers",
    "baggage",
    "lay",
    "shift",
    "number",
    "encamp",
    "swap",
    "march",
    "file",
    "form",
    "land",
    "volley",
    "shoot",
    "bend",
    "assign",
    "build",
    "fortify",
    "drop",
    "suppress",
    "convert",
    "reconvert",
    "fight",
];

/// How many figures of a goal, and how many open cards, have room.
const FIGURES: usize = 8;
const CARDS: usize = 4;
/// What is told of a track: where it stands, and the number in each of its first spaces.
const OF_TRACK: usize = 4;
/// What is told of a figure of the goal: whose, how much, of how much.
const OF_FIGURE: usize = 3;
/// The side to act, the dice due, their sides, the count of Player-Turns, the strengths.
const ALWAYS: usize = 6;

/// The names of what is told of a counter.
pub fn counter_columns() -> Vec<&'static str> {
    COUNTER_FIGURES.into_iter().chain(SEALS).collect()
}

/// How the positions of one scenario are told in numbers.
pub struct Sight {
    /// Every counter has a number below this.
    pub counters: usize,
    /// How many places the board has; none on an open table.
    pub places: usize,
    /// What the tracks are called.
    pub tracks: Vec<String>,
    numbers: HashMap<HexNumber, usize>,
    middles: Vec<[f32; 2]>,
}

/// Numbers, as many as the parts of an observation have room for.
#[derive(Default, Clone)]
pub struct Seen {
    /// A row for each counter.
    pub counters: Vec<f32>,
    /// A row for each place.
    pub places: Vec<f32>,
    /// The rest.
    pub situation: Vec<f32>,
}

impl Sight {
    /// For the scenario that a table is of, at its beginning.
    pub fn of(table: &dyn Table) -> Sight {
        let scene = table.scene(Viewer::Referee);
        let grid = scene.landscape.grid();
        let flat = scene.landscape.orientation == engine::hex::Orientation::Flat;
        let even = if scene.landscape.even_shifted { 0 } else { 1 };
        let middle = |hex| {
            let (column, row) = (grid.column(hex), grid.row(hex));
            let pushed = |line: u16| if line % 2 == even { 0.5 } else { 0.0 };
            match flat {
                true => [f32::from(column) * 0.866_025_4, f32::from(row) + pushed(column)],
                false => [f32::from(column) + pushed(row), f32::from(row) * 0.866_025_4],
            }
        };
        let on_board = scene.counters.iter().map(|counter| counter.id);
        let beside = scene.boxes.iter().flat_map(|tray| tray.counters.iter().copied());
        Sight {
            counters: on_board.chain(beside).max().map_or(0, usize::from) + 1 + ROOM,
            places: grid.len(),
            tracks: scene.tracks.iter().map(|track| track.name.clone()).collect(),
            numbers: grid.hexes().map(|hex| (grid.number(hex), hex.index())).collect(),
            middles: grid.hexes().map(middle).collect(),
        }
    }

    /// How long the part about the situation is.
    pub fn situation(&self) -> usize {
        ALWAYS + FIGURES * OF_FIGURE + CARDS + self.tracks.len() * OF_TRACK
    }

    /// Where the middle of each place is.
    pub fn middles(&self) -> &[[f32; 2]] {
        &self.middles
    }

    /// What a viewer sees of a table, added to what was seen before.
    pub fn see(&self, table: &dyn Table, viewer: Viewer, seen: &mut Seen) {
        let scene = table.scene(viewer);
        self.see_counters(&scene, &mut seen.counters);
        self.see_places(&scene, &mut seen.places);
        self.see_situation(table, &scene, &mut seen.situation);
    }

    fn see_counters(&self, scene: &Scene, out: &mut Vec<f32>) {
        let (start, width) = (out.len(), COUNTER_FIGURES.len() + SEALS.len());
        out.resize(start + self.counters * width, 0.0);
        let mut rows: Vec<&mut [f32]> = out[start..].chunks_mut(width).collect();
        for counter in &scene.counters {
            if let Some(row) = rows.get_mut(usize::from(counter.id)) {
                self.tell(counter, row);
            }
        }
        for tray in &scene.boxes {
            let name = tray.name.to_lowercase();
            let known = BOX_WORDS.iter().find(|(word, _)| name.contains(word)).map(|(_, number)| *number);
            for &id in &tray.counters {
                if let Some(row) = rows.get_mut(usize::from(id)) {
                    row[9] = known.unwrap_or(BOXES.len() - 1) as f32;
                }
            }
        }
    }

    fn tell(&self, counter: &Counter, row: &mut [f32]) {
        let (place, [x, y], heading) = self.where_is(counter.place);
        let figures = [&counter.left, &counter.middle, &counter.right].map(|text| numbers_in(text));
        let of = |figure: usize, nth: usize| figures[figure].get(nth).copied().unwrap_or(0.0);
        let told = [
            1.0,
            f32::from(counter.side),
            SORTS.iter().position(|sort| *sort == counter.glyph).unwrap_or(0) as f32,
            place,
            x,
            y,
            heading,
            counter.facing.map_or(-1.0, |facing| facing.index() as f32),
            counter.aboard.map_or(-1.0, f32::from),
            0.0,
            of(0, 0),
            of(0, 1),
            of(1, 0),
            of(1, 1),
            of(2, 0),
            of(2, 1),
            counter.base.map_or(0.0, |base| base.depth as f32 / 1000.0),
        ];
        row[..told.len()].copy_from_slice(&told);
        for seal in counter.seals.iter().chain(counter.symbols.iter().filter(|symbol| **symbol == "general"))
        {
            let column = SEALS.iter().position(|known| known == seal).unwrap_or(SEALS.len() - 1);
            row[told.len() + column] = 1.0;
        }
    }

    /// The number of a place, where its middle is, and a heading; -1 for a place that the board does not number.
    fn where_is(&self, place: Option<Place>) -> (f32, [f32; 2], f32) {
        match place {
            Some(Place::Hex(number)) => match self.numbers.get(&number) {
                Some(&index) => (index as f32, self.middles[index], 0.0),
                None => (-1.0, [0.0; 2], 0.0),
            },
            Some(Place::Pose(pose)) => {
                let [x, y, heading] = [pose.x, pose.y, pose.heading].map(|part| part as f32 / 1000.0);
                (-1.0, [x, y], heading)
            }
            Some(Place::Box(_)) | None => (-1.0, [0.0; 2], 0.0),
        }
    }

    fn see_places(&self, scene: &Scene, out: &mut Vec<f32>) {
        let start = out.len();
        out.resize(start + self.places * MARKS.len(), 0.0);
        for mark in &scene.marks {
            let index = mark.place.hex().and_then(|number| self.numbers.get(&number));
            let column = MARKS.iter().position(|kind| *kind == mark.kind);
            if let (Some(index), Some(column)) = (index, column) {
                out[start + index * MARKS.len() + column] =
                    mark.side.map_or(1.0, |side| 2.0 + f32::from(side));
            }
        }
    }

    fn see_situation(&self, table: &dyn Table, scene: &Scene, out: &mut Vec<f32>) {
        let end = out.len() + self.situation();
        let (to_act, count, sides) = match table.turn() {
            Turn::Order(side) => (side.index() as f32, 0, 0),
            Turn::Dice(request) => (-1.0, request.count, request.sides),
            Turn::Over(_) => (-1.0, 0, 0),
        };
        out.extend([to_act, f32::from(count), f32::from(sides), table.clock() as f32]);
        out.extend(scene.sides.iter().map(|side| side.strength as f32));
        let figure = |n: usize| match scene.goal.standing.get(n) {
            Some(figure) => {
                let [now, whole] = figure.of.unwrap_or_default();
                [figure.side.map_or(-1.0, f32::from), now as f32, whole as f32]
            }
            None => [-1.0, 0.0, 0.0],
        };
        out.extend((0..FIGURES).flat_map(figure));
        let card = |n: usize| {
            let card = scene.cards.get(n)?;
            numbers_in(&card.standing).first().or(numbers_in(&card.title).first()).copied()
        };
        out.extend((0..CARDS).map(|n| card(n).unwrap_or(0.0)));
        for n in 0..self.tracks.len() {
            let track = scene.tracks.get(n);
            out.push(track.and_then(|track| track.at).map_or(-1.0, |at| at as f32));
            let space = |n: usize| numbers_in(track?.spaces.get(n)?).first().copied();
            out.extend((0..OF_TRACK - 1).map(|n| space(n).unwrap_or(0.0)));
        }
        debug_assert_eq!(out.len(), end);
    }

    /// What each order of a list does and points at, as rows of [`ORDER_COLUMNS`].
    pub fn orders(&self, table: &dyn Table, list: &OrderList) -> Result<Vec<i32>, Objection> {
        let mut rows = Vec::with_capacity(list.len() * ORDER_COLUMNS.len());
        for order in (0..list.len()).filter_map(|index| table.listed(list, index)) {
            rows.extend(self.order(&table.aim(&order)?));
        }
        Ok(rows)
    }

    fn order(&self, aim: &Aim) -> [i32; ORDER_COLUMNS.len()] {
        let counter = |id: Option<u16>| id.map_or(-1, i32::from);
        let (place, pose) = match aim.place {
            Some(Place::Hex(number)) => (self.numbers.get(&number).map_or(-1, |&index| index as i32), [0; 3]),
            Some(Place::Pose(pose)) => (-1, [pose.x, pose.y, pose.heading]),
            Some(Place::Box(_)) | None => (-1, [0; 3]),
        };
        let way = |direction: Option<engine::hex::Direction>| direction.map_or(-1, |way| way.index() as i32);
        let act = ACTS.iter().position(|kind| *kind == aim.act.kind).unwrap_or(0) as i32;
        let [x, y, heading] = pose;
        [
            act,
            counter(aim.counter),
            counter(aim.with),
            place,
            x,
            y,
            heading,
            way(aim.facing),
            way(aim.towards),
        ]
    }
}

/// Leaders and armies that are neither on the board nor beside it at the beginning come last: so many have room.
const ROOM: usize = 8;

/// The side that a table waits for, or else what everybody sees.
pub fn mover(table: &dyn Table) -> Viewer {
    match table.turn() {
        Turn::Order(side) => Viewer::Side(side),
        Turn::Dice(_) | Turn::Over(_) => Viewer::Public,
    }
}

/// What a game that is over was worth to the first side.
pub fn result(winner: Option<Side>) -> f32 {
    match winner {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    }
}

/// The numbers that a printed figure has in it: 3, (3), r5, 4/2, 2½.
fn numbers_in(text: &str) -> Vec<f32> {
    let mut found = vec![];
    let mut open: Option<f32> = None;
    for letter in text.chars() {
        let part = match letter {
            '¼' => Some(0.25),
            '½' => Some(0.5),
            '¾' => Some(0.75),
            _ => None,
        };
        match (letter.to_digit(10), part) {
            (Some(digit), _) => open = Some(open.unwrap_or(0.0) * 10.0 + digit as f32),
            (_, Some(part)) => found.push(open.take().unwrap_or(0.0) + part),
            _ => found.extend(open.take()),
        }
    }
    found.extend(open);
    found
}
