//! What the brief demands of the maps, held against the map files: one test for each demand.

use std::collections::BTreeSet;

use engine::datafile::DataFile;
use engine::hex::{Direction, Edge, Hex, HexNumber};

use super::map::{PrintedMap, read};
use super::tests::{sheet, text};
use crate::sheet::{Coming, Terrain};

struct Map(PrintedMap);

fn map(name: &str) -> Map {
    let place = format!("maps/{name}.toml");
    Map(read(&DataFile::new(place.as_str(), text(&place))).unwrap())
}

impl Map {
    fn at(&self, number: &str) -> Hex {
        self.0.ground.grid.at(number.parse().unwrap()).unwrap_or_else(|| panic!("no {number}"))
    }

    fn terrain(&self, hex: Hex) -> Terrain {
        self.0.ground.terrain[hex.index()]
    }

    fn all(&self, kind: Terrain) -> Vec<Hex> {
        self.0.ground.grid.hexes().filter(|&hex| self.terrain(hex) == kind).collect()
    }

    /// The hexes of some columns and rows.
    fn block(&self, columns: std::ops::RangeInclusive<u16>, rows: std::ops::RangeInclusive<u16>) -> Vec<Hex> {
        let grid = &self.0.ground.grid;
        let inside = |&hex: &Hex| columns.contains(&grid.column(hex)) && rows.contains(&grid.row(hex));
        grid.hexes().filter(inside).collect()
    }

    fn are(&self, hexes: &[Hex], kind: Terrain) -> usize {
        hexes.iter().filter(|&&hex| self.terrain(hex) == kind).count()
    }

    fn passable(&self, hex: Hex) -> bool {
        !matches!(self.terrain(hex), Terrain::River | Terrain::Mountain | Terrain::Fortification)
    }

    /// Patches of one terrain, each with its hexes.
    fn patches(&self, kind: Terrain) -> Vec<BTreeSet<Hex>> {
        let mut left: BTreeSet<Hex> = self.all(kind).into_iter().collect();
        let mut patches = vec![];
        while let Some(&start) = left.first() {
            let (mut patch, mut open) = (BTreeSet::new(), vec![start]);
            while let Some(hex) = open.pop() {
                if left.remove(&hex) {
                    patch.insert(hex);
                    open.extend(self.0.ground.grid.neighbours(hex).map(|(_, next)| next));
                }
            }
            patches.push(patch);
        }
        patches
    }

    fn beside(&self, hex: Hex, kind: Terrain) -> bool {
        self.0.ground.grid.neighbours(hex).any(|(_, next)| self.terrain(next) == kind)
    }
}

// All sheets

#[test]
fn odd_columns_have_fifteen_hexes_and_even_ones_fourteen() {
    for name in ["a", "b", "c", "practice"] {
        let map = map(name);
        assert_eq!(map.0.ground.grid.columns(), 12, "{name}");
        for column in 1..=12 {
            let hexes = map.block(column..=column, 1..=99).len();
            assert_eq!(hexes, if column % 2 == 1 { 15 } else { 14 }, "{name}, column {column}");
        }
        assert!(map.0.house.is_some(), "{name} is marked as ours");
    }
}

#[test]
fn neighbours_are_those_of_the_brief() {
    let map = map("a");
    let around = |number: &str| {
        let grid = &map.0.ground.grid;
        let mut numbers: Vec<String> =
            grid.neighbours(map.at(number)).map(|(_, hex)| grid.number(hex).to_string()).collect();
        numbers.sort();
        numbers.join(" ")
    };
    assert_eq!(around("0605"), "0505 0506 0604 0606 0705 0706", "even column");
    assert_eq!(around("0705"), "0604 0605 0704 0706 0804 0805", "odd column");
}

#[test]
fn only_the_terrain_of_the_printed_key_is_on_the_printed_maps() {
    use Terrain::{Fortification, Marsh, Mountain, Plain, River, Wood};
    for name in ["a", "b", "c"] {
        let map = map(name);
        for hex in map.0.ground.grid.hexes() {
            let kind = map.terrain(hex);
            assert!([Plain, River, Marsh, Fortification, Mountain, Wood].contains(&kind), "{name}: {kind:?}");
        }
        let ground = &map.0.ground;
        for table in [&ground.roads, &ground.streams, &ground.palisades, &ground.slopes] {
            assert!(table.iter().all(|bits| *bits == 0), "{name}");
        }
    }
}

#[test]
fn every_hex_a_battle_names_is_passable() {
    for name in
        ["arcadiopolis", "dorostolon-first", "dorostolon-sortie", "dorostolon-third", "beroia", "practice"]
    {
        let sheet = sheet(name);
        let passable =
            |hex: &Hex| sheet.charts.terrain[sheet.ground.terrain[hex.index()] as usize].cost.is_some();
        for group in &sheet.groups {
            let lists: Vec<&Vec<Hex>> = match &group.coming {
                Coming::Deploys { hexes, .. } | Coming::Sorties { hexes } => vec![hexes],
                Coming::Arrives { usual, baited } => [Some(usual), baited.as_ref()]
                    .into_iter()
                    .flatten()
                    .map(|arrival| &arrival.hexes)
                    .collect(),
            };
            assert!(lists.iter().all(|hexes| hexes.iter().all(passable)), "{name}, {}", group.name);
        }
    }
}

#[test]
fn every_passable_hex_can_be_reached_from_every_other() {
    for name in ["a", "b", "c", "practice"] {
        let map = map(name);
        let all: Vec<Hex> = map.0.ground.grid.hexes().filter(|&hex| map.passable(hex)).collect();
        let (mut seen, mut open) = (BTreeSet::new(), vec![all[0]]);
        while let Some(hex) = open.pop() {
            if map.passable(hex) && seen.insert(hex) {
                open.extend(map.0.ground.grid.neighbours(hex).map(|(_, next)| next));
            }
        }
        assert_eq!(seen.len(), all.len(), "{name}");
    }
}

// Map A

#[test]
fn woods_stand_on_both_flanks_of_map_a() {
    let map = map("a");
    for flank in [1..=2, 11..=12] {
        let hexes = map.block(flank.clone(), 1..=15);
        let wood = map.are(&hexes, Terrain::Wood);
        assert!(wood * 2 > hexes.len(), "{flank:?}: {wood} of {}", hexes.len());
    }
    // The ambush comes out of the trees.
    for hidden in ["0109", "0111", "1209", "1210", "1211", "1212"] {
        assert_eq!(map.terrain(map.at(hidden)), Terrain::Wood, "{hidden}");
    }
}

#[test]
fn the_lane_of_map_a_is_open() {
    let map = map("a");
    let lane = map.block(5..=8, 4..=14);
    assert_eq!(map.are(&lane, Terrain::Plain), 44);
    let laager = ["0604", "0705", "0706", "0606", "0506", "0505", "0605"];
    assert!(laager.iter().all(|hex| map.terrain(map.at(hex)) == Terrain::Plain));
}

#[test]
fn marsh_and_wood_lie_off_the_lane_of_map_a() {
    let map = map("a");
    assert_eq!(map.patches(Terrain::Marsh).len(), 2);
    let middle: Vec<Hex> = [map.block(3..=4, 1..=15), map.block(9..=10, 1..=15)].concat();
    assert!(map.are(&middle, Terrain::Wood) >= 4 && map.are(&middle, Terrain::Marsh) >= 3);
}

// Map B

#[test]
fn map_b_is_mostly_open_with_small_woods_and_a_marsh() {
    let map = map("b");
    let middle = map.block(3..=11, 1..=15);
    assert!(map.are(&middle, Terrain::Plain) * 10 >= middle.len() * 8);
    assert!(map.patches(Terrain::Wood).len() >= 4);
    assert!(map.patches(Terrain::Wood).iter().all(|wood| wood.len() <= 5), "small woods");
    assert_eq!(map.patches(Terrain::Marsh).len(), 1);
    assert!(map.all(Terrain::River).is_empty() && map.all(Terrain::Fortification).is_empty());
}

// Map C

#[test]
fn the_wall_of_dorostolon_runs_along_the_west_edge_with_two_gates() {
    let map = map("c");
    let grid = &map.0.ground.grid;
    for hex in map.block(1..=1, 1..=15) {
        let expected = match grid.row(hex) {
            1 | 2 => Terrain::River,
            4 | 10 => Terrain::Plain,
            _ => Terrain::Fortification,
        };
        assert_eq!(map.terrain(hex), expected, "{}", grid.number(hex));
    }
    assert!(map.all(Terrain::Fortification).iter().all(|&hex| grid.column(hex) == 1));
}

#[test]
fn the_danube_is_one_river_at_the_north_west_with_marsh_beside_it() {
    let map = map("c");
    let grid = &map.0.ground.grid;
    let [river] = &map.patches(Terrain::River)[..] else { panic!("one river expected") };
    assert!(river.len() >= 4 && river.iter().all(|&hex| grid.column(hex) <= 2 && grid.row(hex) <= 2));
    assert!(river.iter().any(|&hex| grid.on_edge(hex, Edge::North) && grid.on_edge(hex, Edge::West)));
    let [marsh] = &map.patches(Terrain::Marsh)[..] else { panic!("one marsh expected") };
    assert!(marsh.iter().any(|&hex| map.beside(hex, Terrain::River)));
}

#[test]
fn the_eastern_columns_of_map_c_are_open() {
    let map = map("c");
    let hexes = map.block(8..=12, 1..=15);
    assert_eq!(map.are(&hexes, Terrain::Plain), hexes.len());
}

#[test]
fn the_edges_of_map_c_can_be_entered_where_reinforcements_come() {
    let map = map("c");
    let grid = &map.0.ground.grid;
    let north = map.block(3..=8, 1..=1);
    let south: Vec<Hex> = map
        .block(2..=8, 1..=15)
        .into_iter()
        .filter(|&hex| grid.neighbour(hex, Direction::new(3)).is_none())
        .collect();
    assert_eq!((north.len(), south.len()), (6, 7));
    assert!(north.into_iter().chain(south).all(|hex| map.terrain(hex) == Terrain::Plain));
}

#[test]
fn map_c_touches_map_b_row_by_row() {
    let sheet = sheet("dorostolon-first");
    let grid = &sheet.ground.grid;
    let at = |line, place| grid.at(HexNumber::new(line, place)).unwrap();
    for row in 1..=14 {
        assert!(grid.towards(at(12, row), at(13, row)).is_some(), "12{row:02} touches 01{row:02}");
        assert!(grid.towards(at(12, row), at(13, row + 1)).is_some(), "12{row:02} touches 01{:02}", row + 1);
    }
    let (c, b) = (map("c"), map("b"));
    for hex in c.0.ground.grid.hexes() {
        assert_eq!(sheet.ground.terrain[hex.index()], c.terrain(hex));
        assert_eq!(sheet.ground.terrain[hex.index() + 180], b.terrain(hex));
    }
}

// The practice map

#[test]
fn the_practice_map_has_every_terrain_of_the_chart() {
    let map = map("practice");
    for kind in Terrain::ALL {
        assert!(!map.all(kind).is_empty(), "{}", kind.name());
    }
}

#[test]
fn the_road_crosses_stream_and_bridge_and_leads_through_the_village() {
    let map = map("practice");
    let ground = &map.0.ground;
    let linked = |hex: Hex, side: Direction, table: &[u8]| table[hex.index()] >> side.index() & 1 == 1;
    let crossed = ground.grid.hexes().flat_map(|hex| Direction::ALL.map(|side| (hex, side)));
    let over_stream =
        crossed.filter(|&(hex, side)| linked(hex, side, &ground.roads) && linked(hex, side, &ground.streams));
    assert_eq!(over_stream.count(), 2, "one crossing, seen from both sides");
    for kind in [Terrain::Bridge, Terrain::Village] {
        assert!(map.all(kind).iter().any(|hex| ground.roads[hex.index()].count_ones() == 2), "{kind:?}");
    }
    assert!(map.all(Terrain::Ford).iter().all(|hex| ground.roads[hex.index()] == 0));
}

#[test]
fn the_river_of_the_practice_map_parts_it_but_for_bridge_and_ford() {
    let map = map("practice");
    let grid = &map.0.ground.grid;
    let river = &map.0.courses.iter().find(|(kind, _)| *kind == "river").unwrap().1;
    assert!(grid.on_edge(river[0], Edge::West) && grid.on_edge(*river.last().unwrap(), Edge::East));
    let flows: BTreeSet<Hex> = river.iter().copied().collect();
    let wet = [map.all(Terrain::River), map.all(Terrain::Bridge), map.all(Terrain::Ford)].concat();
    assert_eq!(flows, wet.into_iter().collect());
    let (mut north, mut open) = (BTreeSet::new(), vec![map.at("0601")]);
    while let Some(hex) = open.pop() {
        if !flows.contains(&hex) && north.insert(hex) {
            open.extend(grid.neighbours(hex).map(|(_, next)| next));
        }
    }
    assert!(!north.contains(&map.at("0614")), "the south is another bank");
}

#[test]
fn streams_are_unbroken_and_run_from_the_edge_to_the_river() {
    // Two sides of one hex that follow one another meet at a corner; a hexside is two corners.
    let map = map("practice");
    let ground = &map.0.ground;
    let corners = |hex: Hex, side: Direction| {
        let third = |turn: Direction| ground.grid.neighbour(hex, turn);
        let there = ground.grid.neighbour(hex, side);
        [side.turned(5), side.turned(1)].map(|turn| {
            let mut corner = [Some(hex), there, third(turn)];
            corner.sort();
            corner
        })
    };
    let mut ends: std::collections::BTreeMap<[Option<Hex>; 3], usize> = Default::default();
    for hex in ground.grid.hexes() {
        for (side, there) in ground.grid.neighbours(hex).filter(|(_, there)| hex < *there) {
            let _ = there;
            if ground.streams[hex.index()] >> side.index() & 1 == 1 {
                corners(hex, side).into_iter().for_each(|corner| *ends.entry(corner).or_default() += 1);
            }
        }
    }
    let loose: Vec<_> = ends.iter().filter(|(_, count)| **count == 1).map(|(corner, _)| corner).collect();
    let [source, mouth] = loose[..] else { panic!("a single line has two ends: {loose:?}") };
    assert!(source.contains(&None), "it comes from beyond the map");
    assert!(mouth.iter().flatten().any(|&hex| map.terrain(hex) == Terrain::River), "it ends at the river");
}

#[test]
fn the_camp_is_palisaded_all_round_but_for_its_gate() {
    let map = map("practice");
    let ground = &map.0.ground;
    let camp = ["0812", "0912", "0913"].map(|number| map.at(number));
    let mut open = vec![];
    for hex in camp {
        for (side, there) in ground.grid.neighbours(hex) {
            let walled = ground.palisades[hex.index()] >> side.index() & 1 == 1;
            if camp.contains(&there) {
                assert!(!walled, "no wall inside");
            } else if !walled {
                open.push((ground.grid.number(hex).to_string(), ground.grid.number(there).to_string()));
            }
        }
    }
    assert_eq!(open, [("0812".to_string(), "0712".to_string())], "one gate");
}

#[test]
fn slopes_lie_at_the_foot_of_hills() {
    let map = map("practice");
    let ground = &map.0.ground;
    for hex in ground.grid.hexes() {
        for (side, there) in ground.grid.neighbours(hex) {
            if ground.slopes[hex.index()] >> side.index() & 1 == 1 {
                let hills = [hex, there].iter().filter(|&&h| map.terrain(h) == Terrain::Hill).count();
                assert_eq!(hills, 1, "{} {}", ground.grid.number(hex), ground.grid.number(there));
            }
        }
    }
}

#[test]
fn marsh_lies_beside_water_on_the_practice_map() {
    let map = map("practice");
    assert!(map.all(Terrain::Marsh).iter().all(|&hex| map.beside(hex, Terrain::River)));
}
