//! Lists the files compiled in, by game: the weights of its terms in `data/weights`, its calibration in `data/calibration`.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    for (name, folder) in [("weights", "data/weights"), ("calibrations", "data/calibration")] {
        println!("cargo::rerun-if-changed={folder}");
        let list = entries(&root.join(folder));
        let text = format!("const FILES: &[(&str, &str)] = &[\n{list}];\n");
        if let Err(error) = fs::write(out.join(name).with_extension("rs"), text) {
            println!("cargo::error=the list of {name} cannot be written: {error}");
        }
    }
}

/// An entry for each TOML file of a folder, in order of name.
fn entries(folder: &Path) -> String {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|e| e == "toml")).collect();
    files.sort();
    let entry = |file: &PathBuf| {
        let game = file.file_stem().unwrap_or_default().to_string_lossy();
        format!("    ({game:?}, include_str!({file:?})),\n")
    };
    files.iter().map(entry).collect()
}
