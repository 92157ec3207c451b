//! Any text may be offered as a record: it is refused or replayed, never a panic.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use shelf::Shelf;

fn shelf() -> &'static Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    SHELF.get_or_init(|| Shelf::standard().unwrap_or_else(|_| panic!("the shelf compiled in")))
}

fuzz_target!(|text: &str| {
    if let Ok(record) = engine::record::Record::read(text) {
        let _ = shelf().verify(&record);
    }
});
