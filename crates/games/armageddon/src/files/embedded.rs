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
pub(super) const SCENARIOS: [(&str, &str); 41] = [
    scenario!("rome"),
    scenario!("delta"),
    scenario!("babylon"),
    scenario!("megiddo"),
    scenario!("kadesh"),
    scenario!("sinai"),
    scenario!("qarqar"),
    scenario!("tabal"),
    scenario!("charchemish"),
    scenario!("thymbra"),
    scenario!("aequi"),
    scenario!("bubastis"),
    scenario!("armageddon-609"),
    scenario!("lake-regillus"),
    scenario!("fan-01-first-iran-iraq-war"),
    scenario!("fan-02a-forever-war"),
    scenario!("fan-02b-lagash-umma"),
    scenario!("fan-03-end-of-sumeria"),
    scenario!("fan-04-sekmem"),
    scenario!("fan-05-senzer"),
    scenario!("fan-06-assuwa-league"),
    scenario!("fan-07-mycenaean-minoan"),
    scenario!("fan-08-astarpa-river"),
    scenario!("fan-09-nihriya"),
    scenario!("fan-10-second-babylon"),
    scenario!("fan-11-mount-gilboa"),
    scenario!("fan-12-king-david"),
    scenario!("fan-13-israel-egypt"),
    scenario!("fan-14-judeans-strike"),
    scenario!("fan-15-herakleopolis"),
    scenario!("fan-16-raphia"),
    scenario!("fan-17-diyala-river"),
    scenario!("fan-18-etruscans-ligurians"),
    scenario!("fan-19-susa"),
    scenario!("fan-20-chengpu"),
    scenario!("fan-21-arrapha"),
    scenario!("fan-22-hama"),
    scenario!("fan-23-halys"),
    scenario!("fan-24-yanling"),
    scenario!("fan-25-pelusium"),
    scenario!("fan-26-battle-of-pelusium"),
];
