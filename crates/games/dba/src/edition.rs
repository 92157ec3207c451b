//! DBA 2.2+ as it stands on the shelf.

use std::path::Path;
use std::sync::Arc;

use engine::datafile::{DataFault, Filing};
use engine::edition::{DataFiles, OptionCard, Options, Publication, Published, ScenarioCard, Source};
use serde_json::Value;

use crate::files::{FileKind, Files, ScenarioFile};
use crate::position::Position;
use crate::sheet::Sheet;
use crate::victory::LAST_TURN;

/// The version of the rules; a change that alters an old game's outcome needs a new one.
pub const RULESET: u32 = 2;

/// DBA 2.2+ on the shelf.
pub type Dba = Published<Files>;

/// The game with its scenarios; `folder` overrides or adds data files.
pub fn edition(folder: Option<&Path>) -> Result<Dba, DataFault> {
    Published::new(folder)
}

impl Publication for Files {
    type Scenario = ScenarioFile;
    /// The codes of the two lists of an open battle.
    type Choices = Option<[String; 2]>;
    type Sheet = Sheet;
    type Setting = Sheet;
    type Position = Position;

    const RULESET: u32 = RULESET;

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
            titles: sheet.titles.to_vec(),
        };
        let options = match sheet.choice {
            true => vec![
                choice("first", "The army list of the first side", &sheet.armies[0].code),
                choice("second", "The army list of the second side", &sheet.armies[1].code),
            ],
            false => vec![],
        };
        sheet.page.card(Files::FILES.folder, LAST_TURN, options)
    }

    fn choices(options: &Options) -> Option<[String; 2]> {
        let chosen = |option: &str| options.get(option).and_then(Value::as_str).map(String::from);
        chosen("first").zip(chosen("second")).map(|(first, second)| [first, second])
    }

    fn prepare(sheet: Sheet, ruleset: u32) -> Sheet {
        sheet.under(ruleset)
    }

    fn begin(sheet: Arc<Sheet>) -> Position {
        Position::new(sheet)
    }
}
