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

/// Which of several in a row, in a word as far as people say one.
///
/// ```
/// use engine::words::ordinal;
/// assert_eq!([1, 4, 12, 13, 21, 112].map(ordinal), ["first", "fourth", "twelfth", "13th", "21st", "112th"]);
/// ```
pub fn ordinal(number: usize) -> String {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh", "twelfth",
    ];
    let ending = match (number % 10, number % 100) {
        (1..=3, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    match number.checked_sub(1).and_then(|index| WORDS.get(index)) {
        Some(word) => (*word).to_string(),
        None => format!("{number}{ending}"),
    }
}
