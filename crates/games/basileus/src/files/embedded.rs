//! The files compiled in.

/// A data file with its place in the folder of the game.
macro_rules! file {
    ($place:literal) => {
        ($place, include_str!(concat!("../../data/", $place)))
    };
}

/// Every file; the battles in the order of the shelf.
pub(super) const FILES: [(&str, &str); 12] = [
    file!("units.toml"),
    file!("charts.toml"),
    file!("maps/a.toml"),
    file!("maps/b.toml"),
    file!("maps/c.toml"),
    file!("maps/practice.toml"),
    file!("scenarios/arcadiopolis.toml"),
    file!("scenarios/dorostolon-first.toml"),
    file!("scenarios/dorostolon-sortie.toml"),
    file!("scenarios/dorostolon-third.toml"),
    file!("scenarios/beroia.toml"),
    file!("scenarios/practice.toml"),
];
