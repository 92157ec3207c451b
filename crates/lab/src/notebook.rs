//! The notebook: games kept in a file as they end, a line each, so that a long series can be cut off and carried on,
//! or played in parts.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::{Range, RangeBounds};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What is noted of a game.
pub trait Note: Clone + Serialize + DeserializeOwned {
    /// By what a game is known, in the order games are told in.
    type Name: Clone + Ord;

    /// What of it is kept in memory: the file has the rest.
    type Trace: Clone;

    /// The name of the game.
    fn name(&self) -> Self::Name;

    /// What is kept in memory.
    fn trace(&self) -> Self::Trace;
}

/// Notes of games, with the file they are kept in.
pub struct Notebook<N: Note> {
    page: Mutex<Page<N>>,
}

struct Page<N: Note> {
    /// The games by name, and where the line of each begins and ends.
    games: BTreeMap<N::Name, (N::Trace, Range<u64>)>,
    file: Option<Kept>,
}

struct Kept {
    file: File,
    path: PathBuf,
    /// Bytes of the first line, if it is not a game but what the games are of.
    heading: u64,
    length: u64,
}

impl<N: Note> Notebook<N> {
    /// One without a file.
    pub fn empty() -> Notebook<N> {
        Notebook { page: Mutex::new(Page { games: BTreeMap::new(), file: None }) }
    }

    /// Reads a file of notes, or begins one. Each of its games must be admitted: the answer says what is wrong with it. A
    /// last line that was cut off is left out, and cut off; a game noted twice counts once.
    pub fn open(path: &Path, admit: impl Fn(&N) -> Result<(), String>) -> Result<Notebook<N>, String> {
        Notebook::begun(path, None, admit)
    }

    /// The same with a first line that says what the games are of. A file that begins with another is refused.
    pub fn headed(
        path: &Path,
        heading: &str,
        admit: impl Fn(&N) -> Result<(), String>,
    ) -> Result<Notebook<N>, String> {
        Notebook::begun(path, Some(heading), admit)
    }

    fn begun(
        path: &Path,
        heading: Option<&str>,
        admit: impl Fn(&N) -> Result<(), String>,
    ) -> Result<Notebook<N>, String> {
        let fault = |what: String| format!("{}: {what}", path.display());
        let file = OpenOptions::new().create(true).append(true).read(true).open(path);
        let mut file = file.map_err(|e| fault(e.to_string()))?;
        let text = std::fs::read_to_string(path).map_err(|e| fault(e.to_string()))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(|e| fault(e.to_string()))?;
        let mut lines = text[..whole].lines().enumerate();
        if let Some(heading) = heading {
            match lines.next() {
                None => writeln!(file, "{heading}").map_err(|e| fault(e.to_string()))?,
                Some((_, there)) if there == heading => {}
                Some(_) => {
                    return Err(fault(
                        "line 1 tells of another plan, other data or another version of the program; expected \
                         games of this one: choose another folder, or take this one away"
                            .into(),
                    ));
                }
            }
        }
        let begins = heading.map_or(0, |heading| heading.len() as u64 + 1);
        let mut page = Page { games: BTreeMap::new(), file: None };
        let mut at = begins;
        for (n, line) in lines {
            let note: N =
                serde_json::from_str(line).map_err(|e| fault(format!("line {} is no game: {e}", n + 1)))?;
            admit(&note).map_err(|why| fault(format!("line {} {why}", n + 1)))?;
            let end = at + line.len() as u64 + 1;
            page.take(&note, at..end);
            at = end;
        }
        page.file = Some(Kept { file, path: path.into(), heading: begins, length: at });
        Ok(Notebook { page: Mutex::new(page) })
    }

    /// Whether a game was noted already.
    pub fn has(&self, name: &N::Name) -> bool {
        self.page().games.contains_key(name)
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.page().games.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Notes a game, in the file first. One that is there already is not noted again.
    pub fn note(&self, note: N) -> io::Result<()> {
        let mut line = serde_json::to_vec(&note)?;
        line.push(b'\n');
        let mut page = self.page();
        if page.games.contains_key(&note.name()) {
            return Ok(());
        }
        let mut written = 0..0;
        if let Some(kept) = &mut page.file {
            // In one piece: what is cut off is the last line.
            kept.file.write_all(&line)?;
            written = kept.length..kept.length + line.len() as u64;
            kept.length = written.end;
        }
        page.take(&note, written);
        Ok(())
    }

    /// What is kept in memory of all games, in the same order however they were played.
    pub fn traces(&self) -> Vec<N::Trace> {
        self.page().games.values().map(|(trace, _)| trace.clone()).collect()
    }

    /// The same with their names, of a range of games.
    pub fn named(&self, games: impl RangeBounds<N::Name>) -> Vec<(N::Name, N::Trace)> {
        let page = self.page();
        page.games.range(games).map(|(name, (trace, _))| (name.clone(), trace.clone())).collect()
    }

    /// Puts the file in order: the same games, the same bytes, however they were played. Either the old file is there or
    /// the new one.
    pub fn put_in_order(&self) -> io::Result<()> {
        let mut page = self.page();
        let Page { games, file } = &mut *page;
        let Some(kept) = file else { return Ok(()) };
        let beside = kept.path.with_extension("new");
        let (mut old, mut ordered) = (File::open(&kept.path)?, io::BufWriter::new(File::create(&beside)?));
        let mut at = io::copy(&mut (&mut old).take(kept.heading), &mut ordered)?;
        for (_, lines) in games.values_mut() {
            old.seek(SeekFrom::Start(lines.start))?;
            let length = io::copy(&mut (&mut old).take(lines.end - lines.start), &mut ordered)?;
            *lines = at..at + length;
            at += length;
        }
        ordered.into_inner()?.sync_all()?;
        std::fs::rename(&beside, &kept.path)?;
        kept.file = OpenOptions::new().append(true).open(&kept.path)?;
        kept.length = at;
        Ok(())
    }

    fn page(&self) -> MutexGuard<'_, Page<N>> {
        self.page.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<N: Note> Page<N> {
    fn take(&mut self, note: &N, lines: Range<u64>) {
        self.games.entry(note.name()).or_insert_with(|| (note.trace(), lines));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    struct Mark {
        number: u64,
    }

    impl Note for Mark {
        type Name = u64;
        type Trace = ();
        fn name(&self) -> u64 {
            self.number
        }
        fn trace(&self) {}
    }

    fn open(path: &Path) -> Result<Notebook<Mark>, String> {
        let odd = |mark: &Mark| if mark.number < 9 { Ok(()) } else { Err("is past the end".into()) };
        Notebook::headed(path, "{\"of\":\"tests\"}", odd)
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("notebook-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn games_are_there_again_and_a_line_cut_off_is_left_out() {
        let folder = folder("cut");
        let path = folder.join("games.jsonl");
        let book = open(&path).unwrap();
        [2, 0, 1].into_iter().for_each(|number| book.note(Mark { number }).unwrap());
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 3]).unwrap();
        let again = open(&path).unwrap();
        assert!(again.has(&0) && again.has(&2) && !again.has(&1));
        again.note(Mark { number: 1 }).unwrap();
        again.note(Mark { number: 1 }).unwrap();
        assert_eq!(open(&path).unwrap().len(), 3);
        again.put_in_order().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, "{\"of\":\"tests\"}\n{\"number\":0}\n{\"number\":1}\n{\"number\":2}\n");
        again.note(Mark { number: 3 }).unwrap();
        assert_eq!(open(&path).unwrap().len(), 4);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_no_game_of_the_book_is_refused_with_its_line() {
        let folder = folder("line");
        let path = folder.join("games.jsonl");
        open(&path).unwrap().note(Mark { number: 3 }).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{text}{{\"number\":9}}\n")).unwrap();
        assert!(open(&path).err().unwrap().contains("line 3 is past the end"));
        std::fs::write(&path, format!("{text}no game\n")).unwrap();
        assert!(open(&path).err().unwrap().contains("line 3 is no game"));
        let other = Notebook::<Mark>::headed(&path, "{}", |_| Ok(())).err().unwrap();
        assert!(other.contains("line 1 tells of another plan"), "{other}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
