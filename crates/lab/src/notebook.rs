//! The notebook of a calibration: games that were looked at, kept in a file as they end, so that a long series can
//! be cut off and carried on, or played in parts.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

use commander::Played;
use serde::{Deserialize, Serialize};

/// One game, and how it was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// The seed of its series.
    pub seed: u64,
    /// Its number in the series.
    pub number: u64,
    /// Who played it.
    pub level: String,
    /// Positions the players looked into for each decision, if not as their level does.
    pub nodes: Option<u32>,
    /// Playouts behind every outlook.
    pub playouts: u32,
    /// The game.
    pub played: Played,
}

/// Games that were looked at.
pub struct Notebook {
    notes: Mutex<Vec<Note>>,
    file: Option<Mutex<File>>,
}

impl Notebook {
    /// One without a file.
    pub fn empty() -> Notebook {
        Notebook { notes: Mutex::new(vec![]), file: None }
    }

    /// Reads a file of notes, or begins one. Its games must have been played like those to come. A last line that
    /// was cut off is left out, and cut off.
    pub fn open(path: &Path, level: &str, nodes: Option<u32>, playouts: u32) -> Result<Notebook, String> {
        let fault = |what: String| format!("{}: {what}", path.display());
        let mut file = OpenOptions::new().create(true).append(true).read(true).open(path);
        let file = file.as_mut().map_err(|e| fault(e.to_string()))?;
        let text = std::fs::read_to_string(path).map_err(|e| fault(e.to_string()))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut notes = vec![];
        for (n, line) in text[..whole].lines().enumerate() {
            let note: Note =
                serde_json::from_str(line).map_err(|e| fault(format!("line {} is no game: {e}", n + 1)))?;
            if (note.level.as_str(), note.nodes, note.playouts) != (level, nodes, playouts) {
                let (other, looked) = (&note.level, note.playouts);
                return Err(fault(format!(
                    "line {} is a game between {other}s with {looked} playouts, not {level}s with {playouts}; \
                     expected games played alike",
                    n + 1
                )));
            }
            notes.push(note);
        }
        file.set_len(whole as u64).map_err(|e| fault(e.to_string()))?;
        let file = file.try_clone().map_err(|e| fault(e.to_string()))?;
        Ok(Notebook { notes: Mutex::new(notes), file: Some(Mutex::new(file)) })
    }

    /// Whether a game was looked at already.
    pub(crate) fn has(&self, scenario: &str, seed: u64, number: u64) -> bool {
        let notes = self.notes.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        notes
            .iter()
            .any(|note| (note.played.scenario.as_str(), note.seed, note.number) == (scenario, seed, number))
    }

    /// Notes a game, in the file too. A game that cannot be written is fitted to all the same.
    pub(crate) fn note(&self, note: Note) {
        if let (Some(file), Ok(mut line)) = (&self.file, serde_json::to_vec(&note)) {
            line.push(b'\n');
            let mut file = file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            if let Err(fault) = file.write_all(&line) {
                eprintln!("a game could not be noted: {fault}");
            }
        }
        self.notes.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(note);
    }

    /// All games, in the same order however they were played.
    pub(crate) fn games(&self) -> Vec<Played> {
        let mut notes = self.notes.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone();
        notes.sort_by(|a, b| {
            (&a.played.scenario, a.seed, a.number).cmp(&(&b.played.scenario, b.seed, b.number))
        });
        notes.into_iter().map(|note| note.played).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(number: u64) -> Note {
        let played = Played { scenario: "skirmish/field".into(), outlooks: vec![], end: 4, result: 0.5 };
        Note { seed: 1, number, level: "soldier".into(), nodes: None, playouts: 8, played }
    }

    #[test]
    fn games_are_there_again_and_a_line_cut_off_is_left_out() {
        let folder = tempfile();
        let path = folder.join("games.jsonl");
        let book = Notebook::open(&path, "soldier", None, 8).unwrap();
        [2, 0, 1].into_iter().for_each(|number| book.note(note(number)));
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 7]).unwrap();
        let again = Notebook::open(&path, "soldier", None, 8).unwrap();
        assert!(again.has("skirmish/field", 1, 0) && !again.has("skirmish/field", 1, 1));
        again.note(note(1));
        assert_eq!(Notebook::open(&path, "soldier", None, 8).unwrap().games().len(), 3);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn games_played_otherwise_are_refused_with_their_line() {
        let folder = tempfile();
        let path = folder.join("games.jsonl");
        Notebook::open(&path, "soldier", None, 8).unwrap().note(note(0));
        let refused = Notebook::open(&path, "soldier", None, 32).err().unwrap();
        assert!(refused.contains("line 1") && refused.contains("8 playouts"), "{refused}");
        std::fs::write(&path, "no game\n").unwrap();
        assert!(Notebook::open(&path, "soldier", None, 8).err().unwrap().contains("line 1 is no game"));
        std::fs::remove_dir_all(folder).unwrap();
    }

    fn tempfile() -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("notebook-{:?}", std::thread::current().id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }
}
