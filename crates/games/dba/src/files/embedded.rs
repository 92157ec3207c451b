//! The files compiled in.

pub(super) const CHARTS: &str = include_str!("../../data/charts.toml");
pub(super) const TROOPS: &str = include_str!("../../data/troops.toml");
pub(super) const ARMIES: &str = include_str!("../../data/armies.toml");

/// A scenario by its file's name.
macro_rules! scenario {
    ($name:literal) => {
        ($name, include_str!(concat!("../../data/scenarios/", $name, ".toml")))
    };
}

/// Every scenario, in the order of the shelf.
pub(super) const SCENARIOS: [(&str, &str); 18] = [
    scenario!("kadesh"),
    scenario!("delta"),
    scenario!("eltekeh"),
    scenario!("uaush"),
    scenario!("aricia"),
    scenario!("lake-regillus"),
    scenario!("cremera"),
    scenario!("nineveh"),
    scenario!("singara"),
    scenario!("qadisiyya"),
    scenario!("yarmuk"),
    scenario!("varbitsa"),
    scenario!("achelous"),
    scenario!("anatolia"),
    scenario!("danube"),
    scenario!("dorostolon"),
    scenario!("kleidion"),
    scenario!("open"),
];
