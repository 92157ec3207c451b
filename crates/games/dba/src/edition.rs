//! DBA 2.2+ as it will stand on the shelf.

use std::path::Path;
use std::sync::Arc;

use engine::datafile::{Catalogue, DataFault, Filing, Texts};
use engine::edition::{DataFiles, OptionCard, Options, Publication, Published, ScenarioCard, Source};
use engine::rulebook::Rulebook;
use schemars::Schema;
use serde_json::Value;

use crate::files::{self, FILES, FileKind, Files, ScenarioFile};
use crate::position::Position;
use crate::sheet::Sheet;
use crate::victory::LAST_TURN;

/// The version of the rules; a change that alters an old game's outcome needs a new one.
pub const RULESET: u32 = 1;

/// DBA 2.2+ on the shelf.
pub type Dba = Published<Files>;

/// The game with its scenarios; `folder` overrides or adds data files.
pub fn edition(folder: Option<&Path>) -> Result<Dba, DataFault> {
    Published::new(folder)
}

impl DataFiles for Files {
    type Kind = FileKind;

    const FILES: &'static Catalogue<FileKind> = &FILES;
    const SCENARIO: FileKind = FileKind::Scenario;
    const TEXTS: &'static [(&'static str, &'static str)] = files::TEXTS;

    fn rulebook() -> &'static Rulebook {
        crate::rulebook::rulebook()
    }

    fn schemas() -> Vec<(&'static str, Schema)> {
        files::schemas()
    }

    fn read(texts: &Texts<FileKind>) -> Result<Files, DataFault> {
        Files::read(texts)
    }
}

impl Publication for Files {
    type Scenario = ScenarioFile;
    /// The codes of the two lists of an open battle.
    type Choices = Option<[String; 2]>;
    type Sheet = Sheet;
    type Setting = Sheet;
    type Position = Position;

    const RULESET: u32 = RULESET;

    fn shelved(scenario: &ScenarioFile) -> u16 {
        scenario.order
    }

    fn print(&self, source: &Source<Files>, lists: Option<[String; 2]>) -> Result<Sheet, DataFault> {
        self.sheet(source, lists)
    }

    fn contents(&self, filing: &Filing<FileKind>) -> String {
        match filing.kind {
            FileKind::Charts => "charts: every table in order".into(),
            FileKind::Troops => format!("troops: {} bases", self.troops.len()),
            FileKind::Armies | FileKind::Scenario => format!("army lists: {} of them", self.armies.len()),
        }
    }

    fn summary(sheet: &Sheet) -> String {
        format!("scenario: {}, {} against {}", sheet.title, sheet.sides[0], sheet.sides[1])
    }

    fn goal(sheet: &Sheet) -> String {
        sheet.goal_words()
    }

    fn card(sheet: &Sheet) -> ScenarioCard {
        let choice = |name: &str, about: &str, default: &str| OptionCard {
            name: name.into(),
            about: about.into(),
            values: sheet.lists.iter().map(|code| Value::from(code.as_str())).collect(),
            default: default.into(),
        };
        let options = match sheet.choice {
            true => vec![
                choice("first", "The army list of the first side", &sheet.armies[0].code),
                choice("second", "The army list of the second side", &sheet.armies[1].code),
            ],
            false => vec![],
        };
        ScenarioCard {
            game: FILES.folder.into(),
            scenario: format!("{}/{}", FILES.folder, sheet.name),
            title: sheet.title.clone(),
            year: sheet.year,
            date: sheet.date.clone(),
            sides: sheet.sides.clone(),
            turns: u32::from(LAST_TURN),
            category: sheet.category.clone(),
            goal: String::new(),
            options,
            notes: sheet.notes.clone(),
            rules: vec![
                "Lists, aggression, terrain, camps and deployment are played.".into(),
                format!("A battle not decided after {LAST_TURN} player turns is drawn (R133)."),
            ],
            house: vec![
                "Year and battle are from general history (3.1).".into(),
                "Depths of bases where a list prints no subtype (R10), and the rulings R1 to R153.".into(),
                "A hill's crest is half as long as the hill; ovals are drawn with sixteen corners.".into(),
            ],
            fingerprint: sheet.fingerprint.clone(),
        }
    }

    fn choices(options: &Options) -> Option<[String; 2]> {
        let chosen = |option: &str| options.get(option).and_then(Value::as_str).map(String::from);
        chosen("first").zip(chosen("second")).map(|(first, second)| [first, second])
    }

    fn prepare(sheet: Sheet, _ruleset: u32) -> Sheet {
        sheet
    }

    fn begin(sheet: Arc<Sheet>) -> Position {
        Position::new(sheet)
    }
}
