//! The two sides of a scenario file, by the names its author gave them.

use super::{DataFault, DataFile, Spanned, nearest};
use crate::Side;
use crate::words::counted;

/// The names of the two sides; `what` is what the game calls a scenario.
pub fn names(
    file: &DataFile,
    what: &str,
    entries: &Spanned<Vec<impl AsRef<Spanned<String>>>>,
) -> Result<[String; 2], DataFault> {
    let [first, second] = entries.get_ref().as_slice() else {
        let message = format!("the {what} has {}", counted(entries.get_ref().len(), "side", "sides"));
        return Err(file.fault(entries.span(), message, "two [[side]] entries"));
    };
    let (one, two) = (first.as_ref().get_ref().trim(), second.as_ref().get_ref().trim());
    if one == two || one.is_empty() || two.is_empty() {
        let message = format!("the sides are called `{one}` and `{two}`");
        return Err(file.fault(second.as_ref().span(), message, "two different names"));
    }
    Ok([one.to_string(), two.to_string()])
}

/// The side with a name.
pub fn called(file: &DataFile, names: &[String; 2], name: &Spanned<String>) -> Result<Side, DataFault> {
    Side::BOTH.into_iter().find(|side| names[side.index()] == *name.get_ref()).ok_or_else(|| {
        let near = nearest(name.get_ref(), names.iter().map(String::as_str));
        let hint = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
        let message = format!("there is no side `{}`{hint}", name.get_ref());
        file.fault(name.span(), message, format!("\"{}\" or \"{}\"", names[0], names[1]))
    })
}
