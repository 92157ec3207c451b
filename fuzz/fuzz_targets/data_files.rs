//! Any text may be offered as a data file: it is refused with its place named, never a panic.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((&kind, text)) = input.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let name = ["units.toml", "charts.toml", "map.toml", "scenarios/new.toml", "unknown.toml"][kind as usize % 5];
    if let Err(fault) = armageddon::files::validate(Path::new(name), text) {
        assert!(!fault.to_string().is_empty());
    }
});
