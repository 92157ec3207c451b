//! What the brief and the rulings demand of the ground: one test for each demand.

use std::collections::BTreeSet;

use covers::covers;
use engine::hex::{Direction, Hex};

use super::tests::library;
use crate::sheet::{Arm, Extent, Ground, Land, State};

fn ground() -> &'static Ground {
    &library().common().map.ground
}

fn hex(number: &str) -> Hex {
    ground().grid.at(number.parse().unwrap()).unwrap_or_else(|| panic!("no hex {number}"))
}

fn number(hex: Hex) -> String {
    ground().grid.number(hex).to_string()
}

fn hexes(numbers: &str) -> Vec<Hex> {
    numbers.split_whitespace().map(hex).collect()
}

fn land(number: &str) -> (Extent, Land) {
    let place = ground().place(hex(number));
    (place.extent, place.land)
}

fn owner(number: &str) -> Option<State> {
    ground().place(hex(number)).state
}

/// Whether an arm may step from one hex to a neighbour.
fn open(from: &str, to: &str, arm: Arm) -> bool {
    let grid = &ground().grid;
    let side = grid.towards(hex(from), hex(to)).unwrap_or_else(|| panic!("{from} and {to} do not touch"));
    let there = ground().may_cross(hex(from), side, arm);
    assert_eq!(there, ground().may_cross(hex(to), side.opposite(), arm), "{from} {to}");
    there
}

/// The hexes an arm can reach from a hex without entering some.
fn reach(from: Hex, arm: Arm, barred: &[Hex]) -> BTreeSet<Hex> {
    let (mut seen, mut edge) = (BTreeSet::from([from]), vec![from]);
    while let Some(here) = edge.pop() {
        for (_, next) in ground().ways(here, arm) {
            if !barred.contains(&next) && seen.insert(next) {
                edge.push(next);
            }
        }
    }
    seen
}

/// Where armies cross between two rows of hexes; every other hexside between them must be a mountain.
fn passes(one: &str, two: &str) -> Vec<String> {
    let (near, far) = (hexes(one), hexes(two));
    let mut passes = vec![];
    for &here in &near {
        for (side, there) in ground().grid.neighbours(here).filter(|(_, hex)| far.contains(hex)) {
            let mountain = ground().mountain_sides[here.index()] >> side.index() & 1 == 1;
            let open = ground().may_cross(here, side, Arm::Land);
            assert_ne!(mountain, open, "{} {}", number(here), number(there));
            if open {
                passes.push(format!("{}/{}", number(here), number(there)));
            }
        }
    }
    passes
}

// Terrain

#[test]
#[covers("3.1", "R4")]
fn the_map_has_thirty_nine_columns_of_seventeen_even_ones_lower() {
    let grid = &ground().grid;
    assert_eq!((grid.columns(), grid.rows(), grid.len(), grid.even_shifted()), (39, 17, 663, true));
    // R4, on an odd and on an even column.
    let around = |n: &str| grid.neighbours(hex(n)).map(|(_, h)| number(h)).collect::<BTreeSet<_>>();
    assert_eq!(around("2105"), ["2104", "2106", "2004", "2005", "2204", "2205"].map(String::from).into());
    assert_eq!(around("2205"), ["2204", "2206", "2105", "2106", "2305", "2306"].map(String::from).into());
}

#[test]
fn mesopotamia_and_khuzistan_are_fertile() {
    for n in ["2407", "2507", "2508", "2608"] {
        assert_eq!(land(n), (Extent::Full, Land::Fertile), "{n}");
    }
    assert_eq!(land("2709"), (Extent::Partial, Land::Fertile));
}

#[test]
fn the_nile_valley_is_fertile_down_to_2010_and_no_farther() {
    assert_eq!(["1908", "2008", "2009", "2010"].map(|n| land(n).1), [Land::Fertile; 4]);
    assert_eq!(["2011", "2012", "2013", "2014"].map(|n| land(n).1), [Land::Desert; 4]);
}

#[test]
fn coastal_syria_southern_spain_and_the_coast_of_ifriqiya_are_fertile() {
    for n in ["2108", "2206", "2207", "0405", "0506", "0605", "0606", "1006", "1106", "1107", "1206"] {
        assert_eq!(land(n).1, Land::Fertile, "{n}");
    }
}

#[test]
fn the_oxus_oases_are_fertile_and_the_sands_between_them_desert() {
    assert_eq!(["3104", "3305", "3404", "3406"].map(|n| land(n).1), [Land::Fertile; 4]);
    assert_eq!(["3105", "3204", "3304", "3306"].map(|n| land(n).1), [Land::Desert; 4]);
}

#[test]
fn the_yemen_has_rough_highlands_and_a_fertile_coast() {
    assert_eq!(land("2515"), (Extent::Full, Land::Rough));
    assert_eq!(["2414", "2516", "2615"].map(land), [(Extent::Partial, Land::Fertile); 3]);
}

#[test]
#[covers("R14")]
fn the_sahel_the_horn_and_the_south_of_africa_are_off_the_map() {
    for hex in ground().grid.hexes() {
        let (column, row) = (ground().grid.column(hex), ground().grid.row(hex));
        let west = column < 20 && row > 11;
        let south = column < 24 && row > 14;
        if west || south {
            assert_eq!(ground().place(hex).extent, Extent::OffMap, "{}", number(hex));
        }
    }
    let off = |hex: &Hex| ground().place(*hex).extent == Extent::OffMap;
    for hex in ground().grid.hexes().filter(off) {
        assert!(ground().grid.row(hex) > 11, "{}", number(hex));
        assert_eq!((ground().open_sides(hex, Arm::Land), ground().open_sides(hex, Arm::Naval)), (0, 0));
    }
    assert!(["2417", "2517", "2616", "2717", "2816"].iter().all(|n| off(&hex(n))));
}

#[test]
#[covers("R13")]
fn every_land_hex_belongs_to_one_state_and_nothing_else_does() {
    for hex in ground().grid.hexes() {
        assert_eq!(ground().place(hex).state.is_some(), ground().place(hex).has_land(), "{}", number(hex));
    }
    let all: usize = ground().realms.iter().map(|realm| realm.hexes.len()).sum();
    assert_eq!(all, ground().grid.hexes().filter(|&h| ground().place(h).has_land()).count());
}

#[test]
fn the_ground_is_a_mix_of_fertile_rough_and_desert() {
    let lands: Vec<_> = ground().places.iter().filter(|place| place.has_land()).collect();
    for (kind, least, most) in [(Land::Fertile, 15, 30), (Land::Rough, 25, 45), (Land::Desert, 30, 50)] {
        let share = 100 * lands.iter().filter(|place| place.land == kind).count() / lands.len();
        assert!((least..=most).contains(&share), "{kind:?}: {share} %");
    }
}

#[test]
#[covers("5.2", "7.5")]
fn fertile_points_and_stacking_limits_follow_the_ground() {
    for hex in ground().grid.hexes() {
        let place = ground().place(hex);
        let expected = match (place.extent, place.land) {
            (Extent::Full, Land::Fertile) => (2, 4),
            (Extent::Partial, Land::Fertile) => (1, 3),
            (Extent::Full | Extent::Partial, Land::Rough) => (0, 2),
            (Extent::Full | Extent::Partial, Land::Desert) => (0, 1),
            _ => (0, 0),
        };
        assert_eq!((place.fertile, place.limit), expected, "{}", number(hex));
    }
}

// Productivity

#[test]
#[covers("5.1")]
fn base_productivity_is_the_fertile_points_and_the_cities() {
    for state in State::ALL {
        let realm = ground().realm(state);
        let fertile: u16 = realm.fertile.iter().map(|&h| ground().place(h).fertile as u16).sum();
        let cities: u16 =
            ground().cities.iter().filter(|city| city.state == state).map(|city| city.value as u16).sum();
        assert_eq!(realm.base, fertile + cities, "{state:?}");
    }
}

#[test]
fn the_map_totals_190_to_230_and_the_muslims_begin_with_8_to_12() {
    let total: u16 = ground().realms.iter().map(|realm| realm.base).sum();
    assert!((190..=230).contains(&total), "{total}");
    assert!((8..=12).contains(&ground().realm(State::Muslim).base));
}

#[test]
fn a_great_empire_is_about_a_hundred_and_130_a_world_conquest() {
    // Arabia, Persia, Africa and Spain whole; of Byzantium Syria, Egypt and Africa; of the east Sind and the oases.
    let base = |state: State| ground().realm(state).base;
    let points = |numbers: &str| {
        let places = hexes(numbers).into_iter().map(|h| ground().place(h));
        places.map(|p| (p.fertile + p.value) as u16).sum::<u16>()
    };
    let byzantine = points("2106 2108 2206 2207 2306 2307 1908 2008 2009 2010 1607 1308 1006 1106 1107 1206");
    let east = points("3411 3510 3511 3608 3104 3305 3404 3406");
    let whole = [State::Muslim, State::Persian, State::Berber, State::Goth].map(base).iter().sum::<u16>();
    assert!((100..130).contains(&(whole + byzantine + east)), "{}", whole + byzantine + east);
}

// Borders

#[test]
#[covers("R18")]
fn the_muslim_state_is_the_peninsula_south_of_ayla_kufa_and_basra() {
    for n in ["2209", "2309", "2408", "2509", "2609", "2710", "2515", "3011", "3112", "2611"] {
        assert_eq!(owner(n), Some(State::Muslim), "{n}");
    }
    for (n, state) in [
        ("2109", State::Byzantine),
        ("2208", State::Byzantine),
        ("2308", State::Byzantine),
        ("2407", State::Persian),
        ("2508", State::Persian),
        ("2608", State::Persian),
        ("2709", State::Persian),
    ] {
        assert_eq!(owner(n), Some(state), "{n}");
    }
    // One piece, all of it in Arabia.
    let realm = &ground().realm(State::Muslim).hexes;
    let abroad: Vec<Hex> = ground().grid.hexes().filter(|h| !realm.contains(h)).collect();
    assert_eq!(reach(realm[0], Arm::Land, &abroad).len(), realm.len());
}

#[test]
fn nobody_is_walled_in_by_land_or_by_sea() {
    // Everything connected to Medina by land or by ship from coast to coast, every State's every hex.
    let mut seen = reach(hex("2311"), Arm::Land, &[]);
    loop {
        let coasts: Vec<Hex> = seen.iter().copied().filter(|&h| ground().place(h).has_sea()).collect();
        let sailed: BTreeSet<Hex> = coasts.into_iter().flat_map(|h| reach(h, Arm::Naval, &[])).collect();
        let landed = sailed.iter().copied().filter(|&h| ground().place(h).has_land());
        let walked: BTreeSet<Hex> = landed.flat_map(|h| reach(h, Arm::Land, &[])).collect();
        let before = seen.len();
        seen.extend(walked);
        if seen.len() == before {
            break;
        }
    }
    let missed = ground().grid.hexes().filter(|h| ground().place(*h).has_land() && !seen.contains(h));
    assert_eq!(missed.map(number).collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn the_old_world_is_one_but_for_straits_and_islands() {
    // On foot from Medina: Asia and, through Constantinople and Sinai, the mainland of Europe and Africa.
    let on_foot = reach(hex("2311"), Arm::Land, &[]);
    let islands = hexes("1104 1105 1306 1707 1806 2107");
    for hex in ground().grid.hexes().filter(|&h| ground().place(h).has_land()) {
        assert_eq!(on_foot.contains(&hex), !islands.contains(&hex), "{}", number(hex));
    }
}

// Mountains

const NO_PASS: [&str; 0] = [];

#[test]
fn the_pyrenees_have_one_pass_at_each_end() {
    assert_eq!(passes("0603 0704 0804", "0703 0803"), ["0603/0703", "0804/0803"]);
}

#[test]
fn the_alps_have_no_pass_but_the_coast_of_friuli_is_open() {
    assert_eq!(passes("1103 1202", "1002 1003 1102 1201 1302"), NO_PASS);
    assert!(open("1202", "1303", Arm::Land));
}

#[test]
fn the_caucasus_opens_only_at_the_gate_of_derbent() {
    assert_eq!(passes("2403 2503 2603", "2404 2504 2604 2704"), ["2603/2704"]);
    assert!(open("2704", "2604", Arm::Land), "and leads on into Arran");
    assert!(!open("2303", "2304", Arm::Land) && !open("2403", "2304", Arm::Land), "no way along the sea");
}

#[test]
fn the_zagros_has_two_passes() {
    let (plain, plateau) = ("2507 2508 2608 2709", "2506 2606 2607 2708 2808 2809");
    assert_eq!(passes(plain, plateau), ["2507/2607", "2709/2808"]);
    assert_eq!(passes("2406", "2506"), NO_PASS);
}

#[test]
fn the_elburz_shuts_the_caspian_coast_off_from_the_plateau() {
    assert_eq!(passes("2706 2906", "2707 2806 2907"), NO_PASS);
    assert!(open("2706", "2606", Arm::Land) && open("2906", "3006", Arm::Land), "the coast is no prison");
}

#[test]
fn the_hindu_kush_has_one_pass() {
    assert_eq!(passes("3406 3506 3605", "3307 3407 3507 3606"), ["3406/3507"]);
}

#[test]
fn the_high_atlas_lies_between_the_plains_and_the_desert() {
    assert_eq!(passes("0408 0508 0607", "0409 0509 0608"), NO_PASS);
}

#[test]
fn the_taurus_opens_at_the_cilician_gates() {
    assert_eq!(passes("2005 2105 2205 2305", "2006 2106 2206 2306"), ["2105/2106"]);
    assert_eq!(passes("2006 2306", "2106 2405"), NO_PASS);
}

#[test]
#[covers("7.3", "R30")]
fn mountains_stop_armies_and_zones_but_not_ships_along_the_coast() {
    assert!(!open("1003", "1103", Arm::Land) && open("1003", "1103", Arm::Naval));
    for hex in ground().grid.hexes() {
        let shut = ground().mountain_sides[hex.index()] | ground().strait_sides[hex.index()];
        assert_eq!(ground().land_sides[hex.index()] & shut, 0, "{}", number(hex));
    }
}

// Seas and straits

#[test]
#[covers("R12")]
fn hexsides_follow_from_their_hexes_where_nothing_is_listed() {
    // R12: full land against all sea is shut to both arms; two coasts of one shore are open to both.
    assert!(!open("2805", "2806", Arm::Land) && !open("2805", "2806", Arm::Naval));
    assert!(open("0806", "0906", Arm::Land) && open("0806", "0906", Arm::Naval));
    for hex in ground().grid.hexes() {
        for (side, there) in ground().grid.neighbours(hex) {
            for arm in Arm::BOTH {
                let may = ground().may_cross(hex, side, arm);
                let fits = ground().place(hex).admits(arm) && ground().place(there).admits(arm);
                assert!(fits || !may, "{} {}", number(hex), number(there));
                assert_eq!(may, ground().may_cross(there, side.opposite(), arm));
            }
        }
    }
}

#[test]
#[covers("R15")]
fn there_are_five_straits() {
    let straits = ground().grid.hexes().filter(|&h| ground().place(h).strait).map(number);
    assert_eq!(straits.collect::<Vec<_>>(), ["0507", "1405", "1804", "2415", "3010"]);
    for (one, two) in [
        ("0507", "0506"),
        ("0507", "0606"),
        ("1405", "1306"),
        ("1804", "1805"),
        ("3010", "3011"),
        ("3010", "2911"),
    ] {
        assert!(!open(one, two, Arm::Land) && open(one, two, Arm::Naval), "{one} {two}");
    }
}

#[test]
#[covers("13.0", "R15")]
fn the_dardanelles_are_european_and_constantinople_is_the_way_across() {
    let city = ground().constantinople;
    let grid = &ground().grid;
    assert_eq!(grid.neighbour(city, Direction::new(4)), Some(hex("1804")), "south-west of Constantinople");
    assert!(ground().place(hex("1804")).strait && !ground().place(city).strait);
    assert!(
        open("1804", "1904", Arm::Land) && open("1804", "1803", Arm::Land) && open("1804", "1704", Arm::Land)
    );
    assert!(!open("1804", "1905", Arm::Land) && !open("1804", "1805", Arm::Land));
    assert!(["1803", "1903", "1905", "2004"].iter().all(|n| open("1904", n, Arm::Land)));
}

#[test]
fn bab_el_mandeb_belongs_to_the_yemen_and_africa_beyond_it_is_off_the_map() {
    assert_eq!(owner("2415"), Some(State::Muslim));
    assert!(
        open("2415", "2414", Arm::Land)
            && open("2415", "2515", Arm::Land)
            && open("2415", "2516", Arm::Naval)
    );
    assert!(["2315", "2316", "2416"].iter().all(|n| !open("2415", n, Arm::Naval)));
}

#[test]
fn ships_cannot_sail_over_land() {
    // Six waters: the Atlantic with the Mediterranean and the Black Sea; the Red Sea with the ocean and the
    // Gulf; the Caspian; the Aral. Nothing else holds ships.
    let west = reach(hex("0205"), Arm::Naval, &[]);
    let east = reach(hex("3314"), Arm::Naval, &[]);
    let caspian = reach(hex("2805"), Arm::Naval, &[]);
    assert!(west.contains(&hex("2203")) && west.contains(&hex("1203")) && west.contains(&hex("2107")));
    assert!(east.contains(&hex("2110")) && east.contains(&hex("2709")));
    assert!(west.is_disjoint(&east) && west.is_disjoint(&caspian) && east.is_disjoint(&caspian));
    let waters = west.len() + east.len() + caspian.len() + 1;
    assert_eq!(waters, ground().grid.hexes().filter(|&h| ground().place(h).has_sea()).count());
    // Into the Mediterranean only by Gibraltar, the Black Sea by Constantinople, the Gulf by Hormuz.
    assert!(!reach(hex("0205"), Arm::Naval, &hexes("0507 0506")).contains(&hex("1106")));
    assert!(!reach(hex("1106"), Arm::Naval, &hexes("1904")).contains(&hex("2203")));
    assert!(!reach(hex("3314"), Arm::Naval, &hexes("3010")).contains(&hex("2709")));
    assert!(!reach(hex("3314"), Arm::Naval, &hexes("2415")).contains(&hex("2110")));
    // Nor across Italy and Greece: Ravenna lies on the Adriatic, Thessalonica on the Aegean.
    let ways = |n: &str| ground().ways(hex(n), Arm::Naval).map(|(_, h)| number(h)).collect::<BTreeSet<_>>();
    assert_eq!(ways("1203"), ["1202", "1303", "1304"].map(String::from).into());
    assert_eq!(ways("1304"), ["1203", "1303", "1403", "1404"].map(String::from).into());
    assert_eq!(ways("1604"), ["1705"].map(String::from).into());
    assert_eq!(ways("1605"), ["1505", "1506", "1606"].map(String::from).into());
}

#[test]
fn every_port_is_reached_by_sea() {
    for port in ground().cities.iter().filter(|city| city.port) {
        assert!(ground().ways(port.hex, Arm::Naval).count() > 0, "{}", port.name);
    }
}

#[test]
#[covers("R16")]
fn the_black_sea_lies_beyond_constantinople() {
    let black: Vec<Hex> = ground().grid.hexes().filter(|&h| ground().place(h).black_sea).collect();
    let city = ground().constantinople;
    assert!(!black.contains(&city));
    let beyond = reach(hex("2203"), Arm::Naval, &[city]);
    assert_eq!(beyond, black.into_iter().collect(), "the list is what lies beyond the Bosporus");
    let ports: Vec<&str> = ground().black_sea_ports.iter().map(|&h| ground().name(h)).collect();
    assert_eq!(ports, ["Cherson", "Phanagoria", "Trebizond"]);
}

// Distances (R93)

#[test]
#[covers("R93")]
fn distance_home_is_counted_in_hexes_whatever_lies_between() {
    for state in State::ALL {
        for hex in ground().grid.hexes() {
            let inside = ground().place(hex).state == Some(state);
            assert_eq!(ground().distance_home(hex, state) == 0, inside);
        }
    }
    assert_eq!(ground().distance_home(hex("2508"), State::Muslim), 1);
    assert_eq!(ground().distance_home(hex("2207"), State::Muslim), 2);
    assert_eq!(ground().distance_home(hex("0507"), State::Goth), 1, "across the strait");
    assert_eq!(ground().distance_home(hex("0604"), State::Turk), 22);
}
