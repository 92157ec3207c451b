//! Why there is no sheet of a scenario.

use std::fmt;

use super::{DataFault, nearest};

/// Why there is no sheet of a scenario.
///
/// ```
/// use engine::datafile::SheetFault;
/// let fault = SheetFault::unknown("romme", ["rome", "sinai"]);
/// assert_eq!(fault.to_string(), "there is no scenario `romme`; did you mean `rome`?");
/// ```
#[derive(Clone, Debug)]
pub enum SheetFault {
    /// No scenario has this name.
    UnknownScenario {
        /// The name asked for.
        name: String,
        /// The nearest name there is, if any is near.
        nearest: Option<String>,
    },
    /// The scenario does not last so long.
    WrongLength {
        /// The Game-Turns asked for.
        turns: u8,
        /// The lengths it may have.
        choices: Vec<u8>,
    },
    /// A data file is wrong.
    File(DataFault),
}

impl SheetFault {
    /// No scenario of these has this name.
    pub fn unknown<'a>(name: &str, scenarios: impl IntoIterator<Item = &'a str>) -> SheetFault {
        let nearest = nearest(name, scenarios).map(String::from);
        SheetFault::UnknownScenario { name: name.into(), nearest }
    }
}

impl From<DataFault> for SheetFault {
    fn from(fault: DataFault) -> Self {
        SheetFault::File(fault)
    }
}

impl fmt::Display for SheetFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SheetFault::UnknownScenario { name, nearest: Some(near) } => {
                write!(f, "there is no scenario `{name}`; did you mean `{near}`?")
            }
            SheetFault::UnknownScenario { name, nearest: None } => write!(f, "there is no scenario `{name}`"),
            SheetFault::WrongLength { turns, choices } => {
                let choices: Vec<String> = choices.iter().map(u8::to_string).collect();
                write!(f, "the scenario does not last {turns} Game-Turns; expected {}", choices.join(" or "))
            }
            SheetFault::File(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for SheetFault {}
