//! The files of a crate, followed from its roots as the compiler does.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::source::{self, Module};
use crate::{Covering, Fault, Literal, Scan};

/// Reads the sources of the crate in `folder`: its library or program under `src`, its tests under `tests`.
pub fn scan(folder: &Path) -> Result<Scan, Fault> {
    let mut walk = Walk::default();
    for root in ["src/lib.rs", "src/main.rs"] {
        walk.root(&folder.join(root), &[])?;
    }
    for entry in listing(&folder.join("tests"))? {
        let name = entry.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if entry.is_dir() {
            walk.root(&entry.join("main.rs"), &[name])?;
        } else if entry.extension().is_some_and(|e| e == "rs") {
            walk.root(&entry, &[name])?;
        }
    }
    Ok(walk.scan)
}

#[derive(Default)]
struct Walk {
    scan: Scan,
    seen: BTreeSet<PathBuf>,
}

impl Walk {
    /// A file that makes a crate of its own, if it is there.
    fn root(&mut self, file: &Path, path: &[String]) -> Result<(), Fault> {
        let folder = file.parent().unwrap_or(Path::new(""));
        if file.is_file() { self.file(file, folder, path) } else { Ok(()) }
    }

    /// A file, the folder of the modules it declares, and the path of the module it is.
    fn file(&mut self, file: &Path, folder: &Path, path: &[String]) -> Result<(), Fault> {
        if !self.seen.insert(file.to_owned()) {
            return Ok(());
        }
        let text = std::fs::read_to_string(file).map_err(|error| unreadable(file, &error))?;
        let source = source::read(&text);
        if let Some(&line) = source.strays.first() {
            let why = "`covers` stands on something that is not a named #[test]".to_owned();
            return Err(Fault { file: file.to_owned(), line: Some(line), why });
        }

        for (text, line, rule_expected) in source.literals {
            self.scan.literals.push(Literal { text, file: file.to_owned(), line, rule_expected });
        }
        for found in source.tests {
            let test = [path, &found.path].concat().join("::");
            let covering = |rule| Covering { rule, test: test.clone() };
            self.scan.coverage.extend(found.rules.into_iter().map(covering));
        }
        for module in source.modules {
            // A module without a file is the compiler's business, or behind a condition it does not meet.
            if let Some((next, folder)) = locate(&module, file, folder) {
                self.file(&next, &folder, &[path, &module.path].concat())?;
            }
        }
        Ok(())
    }
}

/// Where a module's file is, and the folder of the modules it may declare in turn.
fn locate(module: &Module, from: &Path, folder: &Path) -> Option<(PathBuf, PathBuf)> {
    let own = folder.join(module.path.iter().collect::<PathBuf>());
    if let Some(name) = &module.file {
        let inline = module.path.len() > 1;
        let file = if inline { own.parent()?.join(name) } else { from.parent()?.join(name) };
        let folder = file.parent()?.to_owned();
        return file.is_file().then_some((file, folder));
    }
    let beside = own.with_extension("rs");
    let inside = own.join("mod.rs");
    [beside, inside].into_iter().find(|f| f.is_file()).map(|file| (file, own))
}

/// What a folder holds, in order of name; nothing if it is not there.
fn listing(folder: &Path) -> Result<Vec<PathBuf>, Fault> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(folder, &error)),
    };
    let mut found = Vec::new();
    for entry in entries {
        found.push(entry.map_err(|error| unreadable(folder, &error))?.path());
    }
    found.sort();
    Ok(found)
}

fn unreadable(file: &Path, error: &std::io::Error) -> Fault {
    Fault { file: file.to_owned(), line: None, why: format!("cannot be read: {error}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A crate on disk for one test, gone afterwards.
    struct Crate(PathBuf);

    impl Crate {
        fn new(name: &str, files: &[(&str, &str)]) -> Crate {
            let folder = std::env::temp_dir().join(format!("coverage-{}-{name}", std::process::id()));
            for (file, text) in files {
                let file = folder.join(file);
                std::fs::create_dir_all(file.parent().unwrap()).unwrap();
                std::fs::write(file, text).unwrap();
            }
            Crate(folder)
        }

        fn coverage(&self) -> Vec<String> {
            let scan = scan(&self.0).unwrap();
            scan.coverage.iter().map(|c| format!("{} {}", c.rule, c.test)).collect()
        }
    }

    impl Drop for Crate {
        fn drop(&mut self) {
            // A folder left behind in the temporary folder harms nobody.
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    const TEST: &str = "#[test] #[covers(\"a\")] fn one() {}";

    #[test]
    fn modules_are_followed_through_files_and_folders() {
        let made = Crate::new(
            "modules",
            &[
                ("src/lib.rs", "mod melee; mod fire; mod inner { mod deep; }"),
                ("src/melee.rs", "mod odds;"),
                ("src/melee/odds.rs", &format!("mod tests {{ {TEST} }}")),
                ("src/fire/mod.rs", &format!("mod range; {TEST}")),
                ("src/fire/range.rs", TEST),
                ("src/inner/deep.rs", TEST),
            ],
        );
        assert_eq!(
            made.coverage(),
            ["a melee::odds::tests::one", "a fire::one", "a fire::range::one", "a inner::deep::one"]
        );
    }

    #[test]
    fn a_file_no_module_names_does_not_count() {
        let made =
            Crate::new("orphan", &[("src/lib.rs", "mod melee;"), ("src/melee.rs", ""), ("src/old.rs", TEST)]);
        assert!(made.coverage().is_empty());
    }

    #[test]
    fn tests_beside_the_sources_count_under_their_file_name() {
        let made = Crate::new(
            "tests",
            &[
                ("src/lib.rs", ""),
                ("tests/battles.rs", &format!("mod common; {TEST}")),
                ("tests/common/mod.rs", TEST),
                ("tests/long/main.rs", TEST),
                ("tests/golden/rome.txt", TEST),
            ],
        );
        assert_eq!(made.coverage(), ["a battles::one", "a battles::common::one", "a long::one"]);
    }

    #[test]
    fn a_file_named_by_a_path_attribute_is_followed_once() {
        let text = "#[path = \"odd.rs\"] mod a; #[path = \"odd.rs\"] mod b; #[path = \"lib.rs\"] mod c;";
        let made = Crate::new("path", &[("src/lib.rs", text), ("src/odd.rs", TEST)]);
        assert_eq!(made.coverage(), ["a a::one"]);
    }

    #[test]
    fn a_stray_covers_is_a_fault_with_its_place() {
        let made = Crate::new("stray", &[("src/lib.rs", "\n#[covers(\"a\")]\nfn helper() {}")]);
        let fault = scan(&made.0).unwrap_err();
        assert_eq!((fault.file, fault.line), (made.0.join("src/lib.rs"), Some(2)));
    }

    #[test]
    fn literals_name_their_file() {
        let made = Crate::new("literals", &[("src/lib.rs", "const A: &str = \"melee.H\";")]);
        let file = made.0.join("src/lib.rs");
        let literal = Literal { text: "melee.H".into(), file, line: 1, rule_expected: false };
        assert_eq!(scan(&made.0).unwrap().literals, [literal]);
    }
}
