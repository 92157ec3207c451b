//! What the scenarios demand of the ground, held against the map file: one test for each demand of the brief.

use std::collections::BTreeSet;

use engine::datafile::DataFile;
use engine::hex::{Direction, Edge, Hex, HexNumber, Orientation};

use super::map::{PrintedMap, read};
use crate::sheet::Terrain;

struct Map(PrintedMap);

fn map() -> Map {
    Map(read(&DataFile::new("map.toml", include_str!("../../data/map.toml"))).unwrap())
}

impl Map {
    fn at(&self, letter: char) -> Hex {
        self.0.ground.places[&letter]
    }

    fn terrain(&self, hex: Hex) -> Terrain {
        self.0.ground.terrain[hex.index()]
    }

    fn all(&self, kind: Terrain) -> Vec<Hex> {
        self.0.ground.grid.hexes().filter(|&h| self.terrain(h) == kind).collect()
    }

    fn distance(&self, a: Hex, b: Hex) -> u16 {
        self.0.ground.grid.distance(a, b)
    }

    fn apart(&self, a: char, b: char) -> u16 {
        self.distance(self.at(a), self.at(b))
    }

    fn near(&self, hex: Hex, radius: u16, kind: Terrain) -> usize {
        self.0.ground.grid.within(hex, radius).into_iter().filter(|&h| self.terrain(h) == kind).count()
    }

    fn beside(&self, letter: char, kind: Terrain) -> bool {
        self.near(self.at(letter), 1, kind) > 0
    }

    fn is_south(&self, letter: char) -> bool {
        self.0.ground.south[self.at(letter).index()]
    }

    /// Hexes between two edges of the map and a letter.
    fn row(&self, letter: char) -> u16 {
        self.0.ground.grid.row(self.at(letter))
    }

    fn column(&self, letter: char) -> u16 {
        self.0.ground.grid.column(self.at(letter))
    }

    fn corner(&self) -> Hex {
        self.0.ground.grid.at(HexNumber::new(1, 30)).unwrap()
    }

    /// The connected groups of a terrain.
    fn groups(&self, kind: Terrain) -> Vec<BTreeSet<Hex>> {
        let mut left: BTreeSet<Hex> = self.all(kind).into_iter().collect();
        let mut groups = vec![];
        while let Some(first) = left.pop_first() {
            let (mut group, mut edge) = (BTreeSet::from([first]), vec![first]);
            while let Some(hex) = edge.pop() {
                for (_, next) in self.0.ground.grid.neighbours(hex) {
                    if left.remove(&next) {
                        group.insert(next);
                        edge.push(next);
                    }
                }
            }
            groups.push(group);
        }
        groups
    }

    /// The row of hexes from G towards the south-east.
    fn pass(&self) -> Vec<Hex> {
        let grid = &self.0.ground.grid;
        let step = |&hex: &Hex| grid.neighbour(hex, Direction::new(2));
        std::iter::successors(Some(self.at('G')), step).take(8).collect()
    }

    /// Crest hexsides, each once.
    fn crests(&self) -> Vec<(Hex, Direction, Hex)> {
        let ground = &self.0.ground;
        let mut crests = vec![];
        for hex in ground.grid.hexes() {
            for (side, there) in ground.grid.neighbours(hex) {
                if hex < there && ground.crests[hex.index()] >> side.index() & 1 == 1 {
                    crests.push((hex, side, there));
                }
            }
        }
        crests
    }

    /// The two corners of a hexside, each named by the hexes that meet there.
    fn ends(&self, (hex, side, there): (Hex, Direction, Hex)) -> [BTreeSet<Hex>; 2] {
        [5, 1].map(|turn| {
            let third = self.0.ground.grid.neighbour(hex, side.turned(turn));
            [hex, there].into_iter().chain(third).collect()
        })
    }
}

#[test]
fn forty_columns_and_thirty_rows_with_even_columns_lower() {
    let grid = map().0.ground.grid;
    assert_eq!((grid.columns(), grid.rows()), (40, 30));
    assert_eq!((grid.orientation(), grid.even_shifted()), (Orientation::Flat, true));
}

#[test]
fn the_letters_are_a_to_m_and_p() {
    let letters: String = map().0.ground.places.keys().collect();
    assert_eq!(letters, "ABCDEFGHIJKLMP");
}

#[test]
fn a_is_one_of_exactly_two_adjacent_village_hexes() {
    let map = map();
    let villages = &map.0.ground.villages;
    assert_eq!(villages.len(), 2);
    assert!(villages.contains(&map.at('A')));
    assert_eq!(map.distance(villages[0], villages[1]), 1);
}

#[test]
fn b_has_woods_and_there_are_more_woods_elsewhere() {
    let map = map();
    assert_eq!(map.terrain(map.at('B')), Terrain::Woods);
    let groups = map.groups(Terrain::Woods);
    assert!(groups.len() >= 11, "{} clumps", groups.len());
    let quarter = |hex: Hex| (map.0.ground.grid.column(hex) > 20, map.0.ground.grid.row(hex) > 15);
    let quarters: BTreeSet<_> = groups.iter().flatten().map(|&hex| quarter(hex)).collect();
    assert_eq!(quarters.len(), 4, "woods in all quarters of the map");
}

#[test]
fn hills_rise_at_g_h_j_m_l_and_beside_i() {
    let map = map();
    for letter in ['G', 'H', 'J', 'M', 'L', 'I'] {
        assert!(map.beside(letter, Terrain::Slope), "no hill at {letter}");
    }
    assert_eq!(map.terrain(map.at('I')), Terrain::Clear);
}

#[test]
fn no_hills_rise_at_a_to_f_k_and_p() {
    let map = map();
    for letter in ['A', 'B', 'C', 'D', 'E', 'F', 'K', 'P'] {
        assert_eq!(map.near(map.at(letter), 2, Terrain::Slope), 0, "a hill at {letter}");
    }
}

#[test]
fn the_hill_beside_i_is_not_one_of_the_five_of_fan_scenario_8() {
    let map = map();
    let around = |letter: char| map.0.ground.grid.within(map.at(letter), 1);
    let hill_of = |letter: char| {
        map.groups(Terrain::Slope)
            .iter()
            .position(|hill| around(letter).iter().any(|h| hill.contains(h)))
            .unwrap()
    };
    for letter in ['G', 'H', 'J', 'M', 'L'] {
        assert_ne!(hill_of(letter), hill_of('I'), "{letter}");
    }
}

#[test]
fn every_hill_has_crests_and_every_crest_a_slope() {
    let map = map();
    let crests = map.crests();
    for hill in map.groups(Terrain::Slope) {
        let own = crests.iter().filter(|(a, _, b)| hill.contains(a) || hill.contains(b)).count();
        assert!(own >= 5, "a hill of {} hexes with {own} crest hexsides", hill.len());
        assert!(hill.len() >= 10);
    }
    assert!(
        crests.iter().all(|&(a, _, b)| map.terrain(a) == Terrain::Slope || map.terrain(b) == Terrain::Slope)
    );
}

#[test]
fn crests_run_in_unbroken_lines_without_forks() {
    let map = map();
    let mut meetings: std::collections::BTreeMap<BTreeSet<Hex>, usize> = Default::default();
    for end in map.crests().into_iter().flat_map(|crest| map.ends(crest)) {
        *meetings.entry(end).or_default() += 1;
    }
    assert!(meetings.values().all(|&crests| crests <= 2), "a crest line forks");
    let ends = meetings.values().filter(|&&crests| crests == 1).count();
    assert_eq!(ends % 2, 0);
    let hills = map.groups(Terrain::Slope).len();
    assert!((hills..=2 * hills).contains(&(ends / 2)), "{} crest lines on {hills} hills", ends / 2);
}

#[test]
fn k_and_e_are_oases() {
    let map = map();
    for letter in ['K', 'E'] {
        assert_eq!(map.terrain(map.at(letter)), Terrain::Clear);
        assert!((2..=4).contains(&map.near(map.at(letter), 1, Terrain::Woods)), "{letter}");
        let grove = map
            .groups(Terrain::Woods)
            .into_iter()
            .find(|g| g.iter().any(|&h| map.distance(h, map.at(letter)) == 1));
        assert!(grove.is_some_and(|grove| grove.len() <= 5), "{letter}");
    }
}

#[test]
fn one_stream_crosses_the_map_from_west_to_east() {
    let map = map();
    let grid = &map.0.ground.grid;
    let [course] = map.0.courses.as_slice() else { panic!("one course expected") };
    assert!(grid.on_edge(course[0], Edge::West) && grid.on_edge(course[course.len() - 1], Edge::East));
    assert!(course.windows(2).all(|w| grid.distance(w[0], w[1]) == 1));
    assert_eq!(
        course.iter().copied().collect::<BTreeSet<_>>(),
        map.all(Terrain::Stream).into_iter().collect()
    );
    assert_eq!(map.groups(Terrain::Stream).len(), 1);
}

#[test]
fn c_f_and_the_pass_lie_north_of_the_stream() {
    let map = map();
    let ground = &map.0.ground;
    let north = |hex: Hex| !ground.south[hex.index()] && map.terrain(hex) != Terrain::Stream;
    for hex in map.pass().into_iter().chain([map.at('C'), map.at('F'), map.at('K')]) {
        assert!(north(hex), "{}", ground.grid.number(hex));
    }
}

#[test]
fn e_a_d_h_and_i_lie_south_of_the_stream() {
    let map = map();
    for letter in ['E', 'A', 'D', 'H', 'I'] {
        assert!(map.is_south(letter), "{letter}");
    }
}

#[test]
fn the_stream_parts_the_map_in_two() {
    let map = map();
    let ground = &map.0.ground;
    for hex in ground.grid.hexes().filter(|&h| ground.grid.on_edge(h, Edge::North)) {
        assert!(!ground.south[hex.index()], "{} is reached from the south", ground.grid.number(hex));
    }
}

#[test]
fn g_and_j_end_a_straight_row_of_eight_open_hexes_between_hills() {
    let map = map();
    let pass = map.pass();
    assert_eq!((pass[0], pass[7]), (map.at('G'), map.at('J')));
    assert_eq!(map.apart('G', 'J'), 7);
    assert!(pass.iter().all(|&hex| map.terrain(hex) == Terrain::Clear));
    let hill_beside = |hex: Hex| map.near(hex, 1, Terrain::Slope) > 0;
    assert!(hill_beside(pass[0]) && hill_beside(pass[7]));
    assert!(pass[2..6].iter().all(|&hex| !hill_beside(hex)), "the way through is open");
}

#[test]
fn k_is_a_few_hexes_behind_the_pass_as_seen_from_c() {
    let map = map();
    let to_pass =
        |letter: char| map.pass().into_iter().map(|hex| map.distance(hex, map.at(letter))).min().unwrap();
    assert!((2..=6).contains(&to_pass('K')), "{}", to_pass('K'));
    assert!(map.apart('C', 'K') > to_pass('C') && map.apart('C', 'K') > to_pass('K'));
    // From C to K every shortest way crosses the line of the pass: K lies on its other side.
    let side = |letter: char| {
        let offset = map.0.ground.grid.difference(map.at('G'), map.at(letter));
        offset.r.signum()
    };
    assert_eq!(side('C'), -side('K'));
}

#[test]
fn below_j_the_ground_is_open() {
    let map = map();
    for side in [2, 3, 4] {
        let below = map.0.ground.grid.neighbour(map.at('J'), Direction::new(side)).unwrap();
        assert_eq!(map.terrain(below), Terrain::Clear);
    }
}

#[test]
fn e_lies_between_c_and_d_about_equally_far_from_each() {
    let map = map();
    assert!(map.row('C') < map.row('E') && map.row('E') < map.row('D'));
    assert!(map.apart('C', 'E').abs_diff(map.apart('E', 'D')) <= 2);
}

#[test]
fn a_lies_between_b_and_e() {
    let map = map();
    assert!(map.column('E') < map.column('A') && map.column('A') < map.column('B'));
    assert!(map.apart('A', 'B') < map.apart('B', 'E') && map.apart('A', 'E') < map.apart('B', 'E'));
}

#[test]
fn d_lies_south_of_c_and_five_to_ten_hexes_from_a() {
    let map = map();
    assert!(map.row('D') > map.row('C'));
    assert!((5..=10).contains(&map.apart('A', 'D')), "{}", map.apart('A', 'D'));
}

#[test]
fn a_is_ten_to_eighteen_hexes_from_the_east_edge() {
    let map = map();
    assert!((10..=18).contains(&(40 - map.column('A'))));
}

#[test]
fn h_and_i_lie_between_e_and_the_south_west_corner() {
    let map = map();
    let to_corner = |letter: char| map.distance(map.at(letter), map.corner());
    for letter in ['H', 'I'] {
        assert!(to_corner(letter) < to_corner('E') && map.apart('E', letter) < to_corner('E'), "{letter}");
        assert!(map.column(letter) < map.column('E') && map.row(letter) > map.row('E'), "{letter}");
    }
}

#[test]
fn e_is_at_most_twenty_eight_hexes_from_the_south_west_corner() {
    let map = map();
    assert!(map.distance(map.at('E'), map.corner()) <= 28);
}

#[test]
fn h_m_l_i_and_g_lie_towards_the_edges() {
    let map = map();
    for letter in ['H', 'M', 'L', 'I', 'G'] {
        let (column, row) = (map.column(letter), map.row(letter));
        let to_edge = [column - 1, 40 - column, row - 1, 30 - row].into_iter().min().unwrap();
        assert!(to_edge <= 6, "{letter} is {to_edge} hexes from the nearest edge");
    }
}

#[test]
fn p_is_open_ground_in_the_south() {
    let map = map();
    assert!(map.row('P') > 24);
    let around = map.0.ground.grid.within(map.at('P'), 3);
    assert!(around.iter().all(|&hex| map.terrain(hex) == Terrain::Clear));
}

#[test]
fn the_letters_are_as_far_apart_as_the_scenarios_need() {
    let map = map();
    let more_than = [
        (13, "CF"),
        (12, "BE"),
        (11, "EH EI"),
        (10, "CD EF BG AG PD DI CP"),
        (9, "CE DH GP JP LP CK AE DE EL"),
        (6, "AC"),
        (5, "DF"),
    ];
    for (distance, pairs) in more_than {
        for pair in pairs.split(' ') {
            let letters: Vec<char> = pair.chars().collect();
            let apart = map.apart(letters[0], letters[1]);
            assert!(apart > distance, "{pair}: {apart}, more than {distance} needed");
        }
    }
}

#[test]
fn all_four_edges_can_be_entered_and_the_south_and_its_corner_left() {
    let map = map();
    let grid = &map.0.ground.grid;
    for edge in [Edge::North, Edge::South, Edge::West, Edge::East] {
        let hexes: Vec<Hex> = grid.hexes().filter(|&h| grid.on_edge(h, edge)).collect();
        let clear = hexes.iter().filter(|&&h| map.terrain(h) == Terrain::Clear).count();
        assert!(clear * 2 > hexes.len(), "{edge:?}: {clear} of {} hexes are clear", hexes.len());
    }
    let south = grid.hexes().filter(|&h| grid.on_edge(h, Edge::South));
    assert!(south.into_iter().all(|h| map.terrain(h) == Terrain::Clear));
    assert!(grid.within(map.corner(), 1).into_iter().all(|h| map.terrain(h) == Terrain::Clear));
}
