//! Nothing but the shelf knows a game by name: board, commanders, server and client are told what they need.

use std::fs;
use std::path::{Path, PathBuf};

use shelf::Shelf;

/// Every file below a folder that ends so.
fn sources(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path, ending));
        } else if path.extension().is_some_and(|end| end == ending) {
            found.push(path);
        }
    }
    found
}

/// What is not a comment, up to the tests of a module.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line));
    let lines = lines.take_while(|(_, line)| !line.trim_start().starts_with("#[cfg(test)]"));
    lines.filter(|(_, line)| !["//", "*", "/*"].iter().any(|mark| line.trim_start().starts_with(mark)))
}

#[test]
fn board_commanders_server_and_client_name_no_game() {
    let shelf = Shelf::standard().unwrap();
    let names: Vec<&str> = shelf.editions().map(|edition| edition.name()).collect();
    assert_eq!(names.len(), 5);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut read = 0;
    let mut named = vec![];
    for (folder, ending) in [
        ("crates/board/src", "rs"),
        ("crates/commander/src", "rs"),
        ("crates/server/src", "rs"),
        ("web/js", "js"),
    ] {
        for file in sources(&root.join(folder), ending) {
            if file.ends_with("tests.rs") || file.components().any(|part| part.as_os_str() == "tests") {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            read += 1;
            for (number, line) in code(&text) {
                let line = line.to_lowercase();
                let words = line.split(|c: char| !c.is_alphanumeric()).collect::<Vec<_>>();
                if let Some(name) = names.iter().find(|name| words.contains(name)) {
                    named.push(format!("{}:{number}: {name}", file.display()));
                }
            }
        }
    }
    assert!(read > 150, "{read} files were read");
    assert!(named.is_empty(), "{}", named.join("\n"));
}
