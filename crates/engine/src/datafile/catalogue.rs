//! Which data files a game has, where they lie, and how one is known.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{DataFault, DataFile};

/// Which data files a game has and how each is known.
///
/// ```
/// use engine::datafile::{Catalogue, Sort};
/// use std::path::Path;
/// #[derive(Clone, Copy, PartialEq, Eq, Debug)]
/// enum Kind { Units, Scenario }
/// const FILES: Catalogue<Kind> = Catalogue {
///     folder: "troy",
///     title: "Troy",
///     sorts: &[
///         Sort { kind: Kind::Units, what: "units", place: "units.toml", keys: &["hero"] },
///         Sort { kind: Kind::Scenario, what: "a scenario", place: "scenarios/", keys: &["horse"] },
///     ],
/// };
/// // By its keys, whatever its name; by its place only in a folder named after the game.
/// assert!(FILES.claims(Path::new("mine.toml"), "horse = true"));
/// assert!(FILES.claims(Path::new("data/troy/units.toml"), ""));
/// assert!(!FILES.claims(Path::new("data/rome/units.toml"), ""));
/// let filing = FILES.filing(Path::new("data/scenarios/gate.toml"), "").unwrap();
/// assert_eq!((filing.kind, filing.name.as_str()), (Kind::Scenario, "gate"));
/// ```
#[derive(Debug)]
pub struct Catalogue<K: 'static> {
    /// The game's folder inside a folder of data: `armageddon`.
    pub folder: &'static str,
    /// The game's name in sentences: "Armageddon".
    pub title: &'static str,
    /// The sorts of files it has.
    pub sorts: &'static [Sort<K>],
}

/// A sort of data file.
#[derive(Debug)]
pub struct Sort<K> {
    /// What the game calls it.
    pub kind: K,
    /// What a sentence calls it: "units", "a scenario".
    pub what: &'static str,
    /// Its file, `units.toml`, or with a slash at the end the folder of any number of them, `scenarios/`.
    pub place: &'static str,
    /// Top-level keys that no file of another sort and no file of another game has.
    pub keys: &'static [&'static str],
}

/// The name of the form of the files at a place: `units` at `units.toml`, `scenario` in `scenarios/`.
pub fn form_at(place: &'static str) -> &'static str {
    place.strip_suffix(".toml").or_else(|| place.strip_suffix("s/")).unwrap_or(place)
}

/// Where a file belongs among the files of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filing<K> {
    /// Its sort.
    pub kind: K,
    /// Its name without ending: `units`, or the name of its scenario.
    pub name: String,
}

impl<K: Copy + PartialEq> Catalogue<K> {
    /// Whether a file is one of this game's: it has keys only this game's files have, or it has the name of one
    /// in a folder named after the game.
    pub fn claims(&self, path: &Path, text: &str) -> bool {
        let named = path.components().any(|part| part.as_os_str() == self.folder);
        self.by_keys(text).is_some() || named && self.by_path(path).is_some()
    }

    /// What a file is: its name and folder tell; failing that, its keys do.
    pub fn filing(&self, path: &Path, text: &str) -> Option<Filing<K>> {
        let stem = || path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("file").to_string();
        self.by_path(path).or_else(|| self.by_keys(text).map(|kind| Filing { kind, name: stem() }))
    }

    fn by_path(&self, path: &Path) -> Option<Filing<K>> {
        let (file, stem) = (path.file_name()?.to_str()?, path.file_stem()?.to_str()?);
        let parent = path.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or("");
        let among = |sort: &&Sort<K>| sort.place.strip_suffix('/') == Some(parent);
        let sort = self.sorts.iter().find(among);
        let sort = sort.or_else(|| self.sorts.iter().find(|sort| sort.place == file))?;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        (!stem.is_empty() && stem.chars().all(plain))
            .then(|| Filing { kind: sort.kind, name: stem.to_string() })
    }

    fn by_keys(&self, text: &str) -> Option<K> {
        let keys = keys(text);
        let known = |sort: &&Sort<K>| sort.keys.iter().any(|key| keys.iter().any(|k| k == key));
        self.sorts.iter().find(known).map(|sort| sort.kind)
    }

    /// A file nobody recognises: broken TOML is named as such before anything else.
    pub fn unknown(&self, file: &DataFile) -> DataFault {
        file.parse::<toml::Table>().err().unwrap_or_else(|| {
            let sorts: Vec<&str> = self.sorts.iter().map(|sort| sort.what).collect();
            let message = format!("this is no data file of {}", self.title);
            file.fault(0..0, message, format!("the keys of {}", either(&sorts)))
        })
    }

    fn of(&self, kind: K) -> Option<&Sort<K>> {
        self.sorts.iter().find(|sort| sort.kind == kind)
    }
}

/// The top-level keys of a text. Broken TOML still has lines that begin with keys.
fn keys(text: &str) -> Vec<String> {
    if let Ok(table) = text.parse::<toml::Table>() {
        return table.keys().cloned().collect();
    }
    let mut keys = vec![];
    let mut top = true;
    for line in text.lines().map(str::trim_start) {
        let header = line.trim_start_matches('[');
        let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let end = header.find(|c: char| !bare(c)).unwrap_or(header.len());
        let (key, rest) = header.split_at(end);
        let is_header = header.len() < line.len() && rest.starts_with([']', '.']);
        if !key.is_empty() && (is_header || top && rest.trim_start().starts_with('=')) {
            keys.push(key.to_string());
        }
        top &= !is_header;
    }
    keys
}

fn either(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, [])) => last.to_string(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The source texts of a game's library: what is compiled in, and what a folder puts in its place or adds.
///
/// ```
/// use engine::datafile::{Catalogue, Sort, Texts};
/// # #[derive(Clone, Copy, PartialEq, Eq, Debug)]
/// # enum Kind { Units, Scenario }
/// # const FILES: Catalogue<Kind> = Catalogue {
/// #     folder: "troy",
/// #     title: "Troy",
/// #     sorts: &[
/// #         Sort { kind: Kind::Units, what: "units", place: "units.toml", keys: &["hero"] },
/// #         Sort { kind: Kind::Scenario, what: "a scenario", place: "scenarios/", keys: &["horse"] },
/// #     ],
/// # };
/// let texts = Texts::new(&FILES, [("units.toml", "hero = 1"), ("scenarios/gate.toml", "horse = true")]);
/// assert_eq!(&*texts.one(Kind::Units)?.text, "hero = 1");
/// assert_eq!(texts.all(Kind::Scenario).map(|(name, _)| name).collect::<Vec<_>>(), ["gate"]);
/// # Ok::<(), engine::datafile::DataFault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Texts<K: 'static> {
    catalogue: &'static Catalogue<K>,
    /// The files by their place: `scenarios/rome.toml`.
    files: BTreeMap<String, DataFile>,
}

impl<K: Copy + PartialEq> Texts<K> {
    /// The files compiled in, each with its place: `units.toml`, `scenarios/rome.toml`.
    pub fn new<'a, P: Into<String>>(
        catalogue: &'static Catalogue<K>,
        files: impl IntoIterator<Item = (P, &'a str)>,
    ) -> Self {
        let file = |(place, text): (P, &str)| {
            let place: String = place.into();
            (place.clone(), DataFile::new(place, text))
        };
        Texts { catalogue, files: files.into_iter().map(file).collect() }
    }

    /// Takes in what the game's subfolder of a folder has, and says whether there is such a subfolder.
    pub fn take_folder(&mut self, folder: &Path) -> Result<bool, DataFault> {
        if !folder.is_dir() {
            let name = folder.display().to_string();
            return Err(DataFault::of_file(&name, "there is no such folder", "a folder of data files"));
        }
        let own = folder.join(self.catalogue.folder);
        // What the reference card prints is read apart from what the game is played with.
        let mut paths: Vec<PathBuf> =
            toml_files(&own)?.into_iter().filter(|path| !path.ends_with("card.toml")).collect();
        for sort in self.catalogue.sorts.iter().filter(|sort| sort.place.ends_with('/')) {
            paths.extend(toml_files(&own.join(sort.place))?);
        }
        for path in paths {
            let file = DataFile::read(&path)?;
            let filing = self.catalogue.by_path(&path).ok_or_else(|| self.nameless(&file))?;
            self.put(&filing, file);
        }
        Ok(own.is_dir())
    }

    fn nameless(&self, file: &DataFile) -> DataFault {
        let place = |sort: &Sort<K>| match sort.place.strip_suffix('/') {
            Some(folder) => format!("{folder}/NAME.toml"),
            None => sort.place.to_string(),
        };
        let places: Vec<String> = self.catalogue.sorts.iter().map(place).collect();
        let places: Vec<&str> = places.iter().map(String::as_str).collect();
        let expected = format!("{} with a name of small letters, digits and hyphens", either(&places));
        DataFault::of_file(&file.name, "the file's name does not say what it is", expected)
    }

    /// Puts a file where it belongs.
    pub fn put(&mut self, filing: &Filing<K>, file: DataFile) {
        let path = match self.catalogue.of(filing.kind) {
            Some(sort) if sort.place.ends_with('/') => format!("{}{}.toml", sort.place, filing.name),
            Some(sort) => sort.place.to_string(),
            None => return,
        };
        self.files.insert(path, file);
    }

    /// The file at a place: `units.toml`.
    pub fn at(&self, place: &str) -> Option<&DataFile> {
        self.files.get(place)
    }

    /// Every file by its place: `scenarios/rome.toml`.
    pub fn places(&self) -> impl Iterator<Item = (&str, &DataFile)> {
        self.files.iter().map(|(place, file)| (place.as_str(), file))
    }

    /// The file of a sort that has but one.
    pub fn one(&self, kind: K) -> Result<&DataFile, DataFault> {
        let place = self.catalogue.of(kind).map_or("", |sort| sort.place);
        let missing = || DataFault::of_file(place, "there is no such file", "one compiled in or in a folder");
        self.files.get(place).ok_or_else(missing)
    }

    /// The files of a sort that has a folder of them, with their names, in order of name.
    pub fn all(&self, kind: K) -> impl Iterator<Item = (&str, &DataFile)> {
        let folder = self.catalogue.of(kind).map_or("", |sort| sort.place);
        self.files.iter().filter_map(move |(place, file)| {
            Some((place.strip_prefix(folder)?.strip_suffix(".toml")?, file)).filter(|_| folder.ends_with('/'))
        })
    }
}

/// The TOML files of a folder in order of name; none if there is no such folder.
pub(crate) fn toml_files(folder: &Path) -> Result<Vec<PathBuf>, DataFault> {
    if !folder.is_dir() {
        return Ok(vec![]);
    }
    let unreadable = |error: std::io::Error| {
        let name = folder.display().to_string();
        DataFault::of_file(&name, format!("cannot be read: {error}"), "a readable folder")
    };
    let mut files = vec![];
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_file() && path.extension().is_some_and(|e| e == "toml") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_in_broken_files_too() {
        assert_eq!(keys("b = 1\na = 2\n[c]\nd = 3\n"), ["a", "b", "c"]);
        assert_eq!(keys("a = = 2\n[[c.d]]\ne = 3\n  [f]\n"), ["a", "c", "f"]);
        assert_eq!(keys("a\n[[\n= 3\n\"a = b\"\n"), Vec::<String>::new());
    }

    #[test]
    fn alternatives_read_as_a_sentence() {
        assert_eq!(either(&["units", "charts", "a map"]), "units, charts or a map");
        assert_eq!(either(&["units"]), "units");
    }
}
