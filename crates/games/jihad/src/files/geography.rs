//! The places of the map, held against their real latitude and longitude.

use covers::covers;
use engine::hex::Hex;

use super::tests::library;
use crate::sheet::{Extent, Ground, State};

fn ground() -> &'static Ground {
    &library().common().map.ground
}

/// Name, latitude, longitude, hex.
const PLACES: [(&str, f64, f64, &str); 69] = [
    ("Medina", 24.47, 39.61, "2311"),
    ("Mecca", 21.42, 39.83, "2312"),
    ("Sanaa", 15.35, 44.21, "2515"),
    ("Aden", 12.79, 45.02, "2516"),
    ("Suhar", 24.36, 56.75, "3011"),
    ("Yamama", 24.15, 47.30, "2611"),
    ("Constantinople", 41.01, 28.98, "1904"),
    ("Thessalonica", 40.64, 22.94, "1604"),
    ("Athens", 37.98, 23.73, "1706"),
    ("Ravenna", 44.42, 12.20, "1203"),
    ("Rome", 41.90, 12.50, "1204"),
    ("Syracuse", 37.08, 15.28, "1306"),
    ("Carthage", 36.85, 10.32, "1106"),
    ("Tripoli", 32.89, 13.18, "1308"),
    ("Barca", 32.50, 20.89, "1607"),
    ("Alexandria", 31.20, 29.92, "1908"),
    ("Jerusalem", 31.78, 35.22, "2108"),
    ("Damascus", 33.51, 36.29, "2207"),
    ("Homs", 34.73, 36.71, "2307"),
    ("Antioch", 36.20, 36.16, "2206"),
    ("Tarsus", 36.92, 34.90, "2106"),
    ("Caesarea", 38.73, 35.48, "2205"),
    ("Smyrna", 38.42, 27.14, "1805"),
    ("Trebizond", 41.00, 39.72, "2304"),
    ("Cherson", 44.61, 33.49, "2103"),
    ("Gortyn", 35.06, 24.95, "1707"),
    ("Salamis", 35.18, 33.90, "2107"),
    ("Ctesiphon", 33.09, 44.58, "2507"),
    ("Nineveh", 36.36, 43.15, "2406"),
    ("Hamadan", 34.80, 48.51, "2707"),
    ("Isfahan", 32.65, 51.67, "2807"),
    ("Rayy", 35.60, 51.43, "2806"),
    ("Istakhr", 29.98, 52.91, "2909"),
    ("Hormuz", 27.10, 56.45, "3010"),
    ("Nishapur", 36.21, 58.80, "3106"),
    ("Merv", 37.66, 62.19, "3205"),
    ("Herat", 34.35, 62.20, "3207"),
    ("Ganzak", 36.60, 47.24, "2606"),
    ("Tangier", 35.78, -5.81, "0507"),
    ("Volubilis", 34.07, -5.55, "0508"),
    ("Tlemcen", 34.88, -1.31, "0707"),
    ("Tahert", 35.37, 1.32, "0806"),
    ("Toledo", 39.86, -4.02, "0604"),
    ("Cordoba", 37.88, -4.77, "0506"),
    ("Seville", 37.39, -5.98, "0405"),
    ("Zaragoza", 41.65, -0.88, "0704"),
    ("Narbonne", 43.18, 3.00, "0903"),
    ("Toulouse", 43.60, 1.44, "0803"),
    ("Bordeaux", 44.84, -0.58, "0703"),
    ("Tours", 47.39, 0.69, "0801"),
    ("Paris", 48.86, 2.35, "0901"),
    ("Lyon", 45.76, 4.84, "0902"),
    ("Marseille", 43.30, 5.37, "1003"),
    ("Derbent", 42.06, 48.29, "2704"),
    ("Samandar", 43.10, 47.50, "2603"),
    ("Itil", 46.50, 48.00, "2702"),
    ("Phanagoria", 45.28, 36.97, "2202"),
    ("Daybul", 24.75, 67.52, "3411"),
    ("Brahmanabad", 25.88, 68.78, "3511"),
    ("Multan", 30.20, 71.47, "3608"),
    ("Bukhara", 39.77, 64.43, "3305"),
    ("Samarkand", 39.65, 66.97, "3404"),
    ("Kath", 41.69, 60.75, "3104"),
    ("Balkh", 36.76, 66.90, "3406"),
    ("Kabul", 34.53, 69.17, "3507"),
    ("Kufa", 32.05, 44.40, "2508"),
    ("Basra", 30.50, 47.82, "2709"),
    ("Fustat", 30.01, 31.23, "2008"),
    ("Kairouan", 35.68, 10.10, "1107"),
];

/// Kilometres, near enough, from the centre of a hex to a point.
fn kilometres(hex: Hex, latitude: f64, longitude: f64) -> f64 {
    let (column, row) = (ground().grid.column(hex) as f64, ground().grid.row(hex) as f64);
    let lower = if ground().grid.column(hex).is_multiple_of(2) { 1.214 } else { 0.0 };
    let (north, east) = (49.30 - 2.4283 * (row - 1.0) - lower, -15.77 + 2.507 * (column - 1.0));
    let across = (east - longitude) * 111.2 * latitude.to_radians().cos();
    ((north - latitude) * 111.2).hypot(across)
}

fn nearest(latitude: f64, longitude: f64) -> Hex {
    let far = |hex: &Hex| (kilometres(*hex, latitude, longitude) * 1000.0) as u64;
    ground().grid.hexes().min_by_key(far).unwrap()
}

#[test]
fn every_place_of_the_gazetteer_is_on_the_map_where_it_belongs() {
    for (name, latitude, longitude, number) in PLACES {
        let hex = ground().named(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!(ground().grid.number(hex).to_string(), number, "{name}");
        let steps = ground().grid.distance(hex, nearest(latitude, longitude));
        assert!(steps <= 1, "{name} lies {steps} hexes off");
        assert!(kilometres(hex, latitude, longitude) < 270.0, "{name}");
    }
    assert_eq!(ground().cities.len() + ground().sites.len(), PLACES.len());
}

#[test]
#[covers("R17")]
fn only_places_that_had_to_move_lie_outside_their_own_hex() {
    // R17: two places in one hex, ports away from the sea.
    let moved = PLACES.iter().filter(|(name, latitude, longitude, _)| {
        ground().named(name) != Some(nearest(*latitude, *longitude))
    });
    let names: Vec<&str> = moved.map(|(name, ..)| *name).collect();
    assert_eq!(names, ["Homs", "Ctesiphon", "Volubilis", "Seville", "Narbonne", "Paris", "Basra"]);
}

#[test]
#[covers("R17")]
fn kufa_keeps_2508_and_basra_takes_2709() {
    let at = |name: &str| ground().grid.number(ground().named(name).unwrap()).to_string();
    assert_eq!([at("Kufa"), at("Basra"), at("Ctesiphon")], ["2508", "2709", "2507"]);
    assert_eq!([at("Constantinople"), at("Medina"), at("Mecca")], ["1904", "2311", "2312"]);
}

#[test]
fn no_hex_holds_two_places_and_ports_lie_on_coasts() {
    let cities = ground().cities.iter().map(|city| (city.hex, city.port));
    let mut all: Vec<(Hex, bool)> = cities.chain(ground().sites.iter().map(|s| (s.hex, s.port))).collect();
    all.sort();
    assert!(all.windows(2).all(|pair| pair[0].0 != pair[1].0));
    for (hex, port) in all {
        let extent = ground().place(hex).extent;
        assert!(!port || extent == Extent::Partial, "{}", ground().name(hex));
    }
}

#[test]
fn cities_have_their_states_values_and_ports() {
    let count = |state| ground().cities.iter().filter(|city| city.state == state).count();
    assert_eq!(State::ALL.map(count), [6, 4, 21, 6, 5, 4, 11, 3, 5]);
    let city = |name: &str| {
        let city = ground().city(ground().named(name).unwrap()).unwrap();
        (city.state, city.value, city.port)
    };
    assert_eq!(city("Constantinople"), (State::Byzantine, 3, true));
    assert_eq!(city("Alexandria"), (State::Byzantine, 3, true));
    assert_eq!(city("Ctesiphon"), (State::Persian, 3, false));
    assert_eq!(city("Damascus"), (State::Byzantine, 2, false));
    assert_eq!(city("Antioch"), (State::Byzantine, 2, true));
    assert_eq!(city("Carthage"), (State::Byzantine, 2, true));
    assert_eq!(city("Toledo"), (State::Goth, 2, false));
    let greater = ground().cities.iter().filter(|city| city.value > 1).count();
    assert_eq!(greater, 7, "all others are worth 1");
    assert_eq!(ground().cities.iter().filter(|city| city.port).count(), 27);
    let sites: Vec<_> = ground().sites.iter().map(|site| (site.name.as_str(), site.port)).collect();
    assert_eq!(sites, [("Kairouan", false), ("Fustat", false), ("Kufa", false), ("Basra", true)]);
}

#[test]
fn every_hex_has_a_name() {
    let name = |number: &str| ground().name(ground().grid.at(number.parse().unwrap()).unwrap());
    assert!(ground().names.iter().all(|name| !name.is_empty()));
    assert_eq!([name("1904"), name("2508"), name("1803")], ["Constantinople", "Kufa", "Moesia"]);
    assert_eq!([name("2203"), name("0812")], ["Black Sea", "off the map"]);
}

// The map for scenes

#[test]
fn the_landscape_shows_terrain_coasts_and_what_lies_beyond() {
    let landscape = &library().common().map.landscape;
    let class = |number: &str| landscape.terrain[ground().grid.at(number.parse().unwrap()).unwrap().index()];
    assert_eq!(["2508", "2515", "2612"].map(class), ["fertile", "rough", "desert"]);
    assert_eq!(["1904", "2312", "1308"].map(class), ["coast-fertile", "coast-rough", "coast-desert"]);
    assert_eq!(["2203", "0812"].map(class), ["sea", "offmap"]);
    assert!(landscape.house.as_ref().is_some_and(|said| said.contains("reconstruction")));
    assert!(landscape.key.starts_with("jihad-"));
}

#[test]
fn the_landscape_draws_hexsides_rivers_and_names() {
    let landscape = &library().common().map.landscape;
    let sides = |kind: &str| landscape.sides.iter().filter(|side| side.kind == kind).count();
    assert_eq!(sides("mountain"), 51);
    assert_eq!(sides("strait"), 10);
    assert!(sides("border") > 100 && sides("sea") > 50);
    let kinds: std::collections::BTreeSet<&str> = landscape.labels.iter().map(|label| label.kind).collect();
    assert_eq!(kinds, ["base", "city", "port", "region", "sea", "state"].into());
    let labels = |kind: &str| landscape.labels.iter().filter(|label| label.kind == kind).count();
    assert_eq!([labels("state"), labels("base"), labels("city") + labels("port")], [9, 4, 65]);
    assert!(landscape.lines.len() > 15 && landscape.lines.iter().all(|line| line.kind == "river"));
}

#[test]
fn borders_run_where_two_states_meet() {
    let landscape = &library().common().map.landscape;
    for side in landscape.sides.iter().filter(|side| side.kind == "border") {
        let here = ground().grid.at(side.hex).unwrap();
        let there = ground().grid.neighbour(here, side.side).unwrap();
        assert_ne!(ground().place(here).state, ground().place(there).state);
    }
}
