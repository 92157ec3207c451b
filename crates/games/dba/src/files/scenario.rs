//! A scenario: two army lists, a year, and what happened.

use engine::datafile::{DataFault, DataFile};
use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use crate::sheet::Army;

/// A scenario as it is written.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    pub(super) title: String,
    pub(super) date: String,
    pub(super) year: i32,
    pub(crate) order: u16,
    pub(super) category: String,
    /// The codes of the two lists.
    #[schemars(with = "[String; 2]")]
    armies: [Spanned<String>; 2],
    pub(super) sides: [String; 2],
    /// Whether the players choose other lists.
    #[serde(default)]
    pub(super) choice: bool,
    pub(super) notes: String,
}

impl ScenarioFile {
    pub(super) fn codes(&self) -> [&str; 2] {
        self.armies.each_ref().map(|code| code.get_ref().as_str())
    }

    /// Both lists are there.
    pub(super) fn check(&self, file: &DataFile, armies: &[Army]) -> Result<(), DataFault> {
        for code in &self.armies {
            if !armies.iter().any(|army| &army.code == code.get_ref()) {
                let message = format!("there is no army list `{}`", code.get_ref());
                return Err(file.fault(
                    code.span(),
                    message,
                    "the code of a list in armies.toml, such as I/22a",
                ));
            }
        }
        Ok(())
    }
}
