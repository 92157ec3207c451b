//! A scenario: two army lists, a year, and what happened.

use engine::datafile::{DataFault, DataFile, Spanned};

use crate::sheet::Army;

engine::scenario_file! {
    /// A scenario as it is written.
    pub struct ScenarioFile {
        /// The codes of the two lists.
        armies: [Spanned<String>; 2],
        /// The names of the sides.
        sides: [String; 2],
        /// Whether the players choose other lists.
        #[serde(default)]
        choice: bool,
    }
    /// What sort of battle it is.
    categories {
        /// Two lists that met in history.
        Pairing = "pairing",
        /// Any two lists.
        Open = "open",
    }
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
