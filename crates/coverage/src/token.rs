//! Rust source as words, marks and strings; comments, characters and lifetimes fall away.

/// A piece of source and the line it begins in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub line: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An identifier, keyword or number.
    Word(String),
    /// The text of a string literal of any sort.
    Text(String),
    /// Any other character that is not white space.
    Mark(char),
}

impl Token {
    /// The word, if it is one.
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The text, if it is a string.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The mark, if it is one.
    pub fn mark(&self) -> Option<char> {
        match self.kind {
            Kind::Mark(mark) => Some(mark),
            _ => None,
        }
    }
}

/// Splits a source text; never fails, since the compiler will complain of what is not Rust.
pub fn tokens(source: &str) -> Vec<Token> {
    let mut reader = Reader { rest: source, line: 1 };
    let mut found = Vec::new();
    while reader.skip_blanks() {
        let line = reader.line;
        found.extend(reader.next().map(|kind| Token { kind, line }));
    }
    found
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl Reader<'_> {
    /// Steps over `bytes` bytes and counts their lines.
    fn step(&mut self, bytes: usize) {
        let (past, rest) = self.rest.split_at(bytes);
        self.line += past.bytes().filter(|&b| b == b'\n').count();
        self.rest = rest;
    }

    /// Steps over white space and comments; whether anything is left.
    fn skip_blanks(&mut self) -> bool {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            let length = match &self.rest.as_bytes()[blank..] {
                [b'/', b'/', ..] => self.rest[blank..].find('\n').unwrap_or(self.rest.len() - blank),
                [b'/', b'*', ..] => block_comment(&self.rest[blank..]),
                _ => 0,
            };
            self.step(blank + length);
            if length == 0 {
                return !self.rest.is_empty();
            }
        }
    }

    /// Takes what comes next; nothing for a character literal or a lifetime.
    fn next(&mut self) -> Option<Kind> {
        let first = self.rest.chars().next()?;
        if let Some(string) = string(self.rest) {
            self.step(string.length);
            return Some(Kind::Text(string.text));
        }
        if first == '\'' {
            self.step(quote(self.rest));
            return None;
        }
        if is_word(first) {
            let length = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
            let word = self.rest[..length].to_owned();
            self.step(length);
            return Some(Kind::Word(word));
        }
        self.step(first.len_utf8());
        Some(Kind::Mark(first))
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// The length of a block comment; they nest.
fn block_comment(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0, 0);
    while at < bytes.len() {
        match &bytes[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    bytes.len()
}

/// The length of a character literal or lifetime that begins with the quote.
fn quote(text: &str) -> usize {
    let mut rest = text.char_indices().skip(1);
    match (rest.next(), rest.next()) {
        (Some((_, '\\')), Some((at, escaped))) => {
            let after = at + escaped.len_utf8();
            after + text[after..].find('\'').map_or(0, |end| end + 1)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1 + text[1..].find(|c| !is_word(c)).unwrap_or(text.len() - 1),
    }
}

struct Quoted {
    text: String,
    length: usize,
}

/// The string literal a text begins with: plain, byte or C string, raw or not.
fn string(text: &str) -> Option<Quoted> {
    let prefix = ["br", "cr", "r", "b", "c", ""].into_iter().find(|p| {
        let after = text.strip_prefix(p);
        after.is_some_and(|after| after.trim_start_matches('#').starts_with('"'))
    })?;
    let body = &text[prefix.len()..];
    let hashes = body.len() - body.trim_start_matches('#').len();
    let open = prefix.len() + hashes + 1;
    if prefix.contains('r') {
        let close = format!("\"{}", "#".repeat(hashes));
        let end = text[open..].find(&close).unwrap_or(text.len() - open);
        let length = (open + end + close.len()).min(text.len());
        return Some(Quoted { text: text[open..open + end].to_owned(), length });
    }
    if hashes > 0 {
        return None;
    }
    let mut content = String::new();
    let mut letters = text[open..].char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some(Quoted { text: content, length: open + at + 1 }),
            // Rule numbers hold no escapes: enough to know where the string ends.
            '\\' => content.extend(letters.next().map(|(_, escaped)| escaped)),
            other => content.push(other),
        }
    }
    Some(Quoted { text: content, length: text.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens in short: words as they are, marks as they are, strings in angle quotes.
    fn short(source: &str) -> String {
        let show = |token: Token| match token.kind {
            Kind::Word(word) => word,
            Kind::Text(text) => format!("‹{text}›"),
            Kind::Mark(mark) => mark.to_string(),
        };
        tokens(source).into_iter().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_of_every_kind_fall_away() {
        assert_eq!(short("a // b \"c\"\n/// d\nb /* x /* y */ \" */ c //! end"), "a b c");
    }

    #[test]
    fn strings_of_every_kind_are_text() {
        assert_eq!(
            short(r##"x("a", b"b", r"c", r#"d"e"#, c"f", br#"g"#)"##),
            "x ( ‹a› , ‹b› , ‹c› , ‹d\"e› , ‹f› , ‹g› )"
        );
    }

    #[test]
    fn an_escaped_quote_does_not_end_a_string() {
        assert_eq!(short(r#""a\"b" "c\\" d"#), "‹a\"b› ‹c\\› d");
    }

    #[test]
    fn a_comment_sign_in_a_string_is_text() {
        assert_eq!(short("\"// no\" a \"/* no\" b"), "‹// no› a ‹/* no› b");
    }

    #[test]
    fn characters_and_lifetimes_fall_away() {
        assert_eq!(
            short(r#"f('"', '\'', '\\', 'é', '\u{41}') x<'a> 'b: loop "#),
            "f ( , , , , ) x < > : loop"
        );
    }

    #[test]
    fn raw_identifiers_are_words_and_not_strings() {
        assert_eq!(short("r#fn b r"), "r # fn b r");
    }

    #[test]
    fn lines_are_counted_through_comments_and_strings() {
        let lines = tokens("a\n/*\n*/ b\n\"x\ny\" c").iter().map(|t| t.line).collect::<Vec<_>>();
        assert_eq!(lines, [1, 3, 4, 5]);
    }

    #[test]
    fn broken_source_ends_without_a_panic() {
        for broken in ["\"open", "r#\"open", "/* open", "'", "'\\", "'\\n", "b'", "r#", "\"\\", "é\u{301}'é"]
        {
            tokens(broken);
        }
    }
}
