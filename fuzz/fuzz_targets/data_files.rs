//! Any text may be offered to any game as a data file: it is refused with its place named, never a panic.
//!
//! The first byte of an input names the file, the rest is its text; every game looks at it.
#![no_main]

use std::path::Path;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use shelf::Shelf;

/// What a file may be called; `./test` numbers its seeds by this list.
const NAMES: [&str; 6] =
    ["units.toml", "charts.toml", "map.toml", "maps/new.toml", "scenarios/new.toml", "unknown.toml"];

fn shelf() -> &'static Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    SHELF.get_or_init(|| Shelf::standard().expect("the data compiled in"))
}

fuzz_target!(|input: &[u8]| {
    let Some((&kind, text)) = input.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let path = Path::new(NAMES[kind as usize % NAMES.len()]);
    for edition in shelf().editions() {
        if let Some(Err(fault)) = edition.validate(path, text) {
            assert!(!fault.to_string().is_empty());
        }
    }
});
