//! Words that go with a number.

/// A number with the word for one or for many.
///
/// ```
/// use engine::words::counted;
/// assert_eq!(counted(1, "hit", "hits"), "1 hit");
/// assert_eq!(counted(3, "hit", "hits"), "3 hits");
/// assert_eq!(counted(0, "is left", "are left"), "0 are left");
/// assert_eq!(counted("½", "point", "points"), "½ point");
/// ```
pub fn counted(number: impl ToString, one: &str, many: &str) -> String {
    let number = number.to_string();
    let word = if matches!(number.as_str(), "1" | "-1" | "½") { one } else { many };
    format!("{number} {word}")
}
