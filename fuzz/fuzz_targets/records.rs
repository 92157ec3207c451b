//! Any text may be offered as a record: it is refused or replayed, never a panic.
#![no_main]

use std::sync::OnceLock;

use engine::record::{Header, Line, Record};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};
use shelf::Shelf;

fn shelf() -> &'static Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    SHELF.get_or_init(|| Shelf::standard().unwrap_or_else(|_| panic!("the shelf compiled in")))
}

/// The record with its chain mended, as a forger would: else hardly a change would come further than the chain.
fn mended(text: &str) -> Option<String> {
    let mut lines = text.lines();
    let first = lines.next()?;
    let header: Header = serde_json::from_str(first).ok()?;
    let (mut hash, mut mended) = (header.hash(), format!("{first}\n"));
    for line in lines {
        let mut line: Line = serde_json::from_str(line).ok()?;
        let signed = line.signed.take();
        line.hash.clear();
        let digest = Sha256::digest(format!("{hash}\n{}", serde_json::to_string(&line).ok()?));
        hash = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        line.hash.clone_from(&hash);
        line.signed = signed;
        mended += &serde_json::to_string(&line).ok()?;
        mended.push('\n');
    }
    Some(mended)
}

fuzz_target!(|text: &str| {
    for text in std::iter::once(text.to_string()).chain(mended(text)) {
        if let Ok(record) = Record::read(&text)
            && let Ok(report) = shelf().verify(&record)
        {
            // What verifies goes on as the game it is.
            let session = shelf().resume(&record).unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(session.cursor(), report.entries);
        }
    }
});
