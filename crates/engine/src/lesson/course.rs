//! The lessons of a game, in their order.

use std::path::Path;

use super::Lesson;
use crate::datafile::{DataFault, DataFile};
use crate::edition::Edition;

/// The lessons of a game.
#[derive(Clone, Debug, Default)]
pub struct Course {
    lessons: Vec<Lesson>,
    /// The texts of those a folder brought, for faults.
    brought: Vec<DataFile>,
}

impl Course {
    /// The lessons compiled in, each with its place `lessons/NAME.toml`, and those a folder puts in their place or adds.
    pub fn read(texts: &[(&str, &str)], folder: Option<&Path>) -> Result<Course, DataFault> {
        let mut compiled_in: Vec<DataFile> =
            texts.iter().map(|(place, text)| DataFile::new(place.to_string(), *text)).collect();
        let mut brought = vec![];
        for path in folder.map(crate::datafile::toml_files).transpose()?.unwrap_or_default() {
            let file = DataFile::read(&path)?;
            compiled_in.retain(|known| name_of(&known.name) != name_of(&file.name));
            brought.push(file);
        }
        let files = compiled_in.iter().chain(&brought);
        let mut lessons: Vec<Lesson> = files.map(Lesson::of_file).collect::<Result<_, _>>()?;
        lessons.sort_by(|a, b| (a.order, &a.name).cmp(&(b.order, &b.name)));
        Ok(Course { lessons, brought })
    }

    /// The lessons in their order.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// Plays every lesson through. One that a folder brought must come to its end; one compiled in tells of the game
    /// as it is printed, and is left out where other data do not let it.
    pub fn proved(&self, edition: &dyn Edition) -> Result<Course, DataFault> {
        let mut lessons = vec![];
        for lesson in &self.lessons {
            match self.brought.iter().find(|file| name_of(&file.name) == lesson.name) {
                Some(file) => _ = lesson.proved(edition, file)?,
                None if lesson.prove(edition).is_err() => continue,
                None => {}
            }
            lessons.push(lesson.clone());
        }
        Ok(Course { lessons, brought: self.brought.clone() })
    }

    /// The lesson with a name.
    pub fn lesson(&self, name: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.name == name)
    }
}

/// The name of a lesson, that of its file.
pub(super) fn name_of(file: &str) -> String {
    Path::new(file).file_stem().and_then(|stem| stem.to_str()).unwrap_or("lesson").to_string()
}
