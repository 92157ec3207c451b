//! The files compiled in.

pub(super) const UNITS: &str = include_str!("../../data/units.toml");
pub(super) const CHARTS: &str = include_str!("../../data/charts.toml");
pub(super) const MAP: &str = include_str!("../../data/map.toml");

/// A scenario by its file's name.
macro_rules! scenario {
    ($name:literal) => {
        ($name, include_str!(concat!("../../data/scenarios/", $name, ".toml")))
    };
}

/// Every scenario, in the order of the shelf.
pub(super) const SCENARIOS: [(&str, &str); 5] = [
    scenario!("campaign"),
    scenario!("delta"),
    scenario!("isles"),
    scenario!("armenia"),
    scenario!("great-fleet"),
];
