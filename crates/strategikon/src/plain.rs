//! Plain text on the way out: names, comments and files come from anybody, and a terminal obeys what it is shown. Control
//! characters, and marks that turn the direction of writing, are written as `\u001b`, which JSON reads as well.

use std::fmt::Write as _;
use std::io::{self, Write};

/// Whether a character acts on a terminal or on the text around it rather than being shown.
fn acts(c: char) -> bool {
    let turns =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

fn escape(text: &str, keeps: impl Fn(char) -> bool, into: &mut String) {
    for c in text.chars() {
        if acts(c) && !keeps(c) {
            // Infallible: into memory.
            let _ = write!(into, "\\u{:04x}", c as u32);
        } else {
            into.push(c);
        }
    }
}

/// A text of several lines.
pub fn lines(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    escape(text, |c| matches!(c, '\n' | '\t'), &mut plain);
    plain
}

/// A text of one line.
pub fn line(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    escape(text, |_| false, &mut plain);
    plain
}

/// Writes plain text only.
pub struct Plain<W: Write> {
    to: W,
    /// The beginning of a character whose rest is still to come.
    begun: Vec<u8>,
}

impl<W: Write> Plain<W> {
    /// Whatever goes to this is made plain.
    pub fn new(to: W) -> Self {
        Plain { to, begun: vec![] }
    }
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        let mut rest = all.as_slice();
        let mut plain = String::with_capacity(rest.len());
        loop {
            let (text, wrong) = match std::str::from_utf8(rest) {
                Ok(text) => (text, None),
                Err(fault) => (
                    std::str::from_utf8(&rest[..fault.valid_up_to()]).unwrap_or_default(),
                    Some(fault.error_len()),
                ),
            };
            escape(text, |c| matches!(c, '\n' | '\t'), &mut plain);
            rest = &rest[text.len()..];
            match wrong {
                None => break,
                Some(None) => {
                    self.begun = rest.to_vec();
                    break;
                }
                Some(Some(length)) => {
                    plain.push('\u{fffd}');
                    rest = &rest[length..];
                }
            }
        }
        self.to.write_all(plain.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// A line of the log on standard error: one line, whatever was logged.
pub struct LogLine;

impl Write for LogLine {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let (text, end) = text.strip_suffix('\n').map_or((text.as_ref(), ""), |text| (text, "\n"));
        io::stderr().lock().write_all((line(text) + end).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "Ann\u{1b}[2J\u{9b}31m\u{202e}bob\u{7}\r\u{2066}x\u{7f}";

    #[test]
    fn what_a_terminal_would_obey_is_shown_instead() {
        let plain = line(HOSTILE);
        assert_eq!(plain, r"Ann\u001b[2J\u009b31m\u202ebob\u0007\u000d\u2066x\u007f");
        assert_eq!(line("a\nb"), r"a\u000ab");
        assert_eq!(lines("a\n\tb\u{1b}"), "a\n\tb\\u001b");
        assert_eq!(line("Αλέξιος, 孫子, naïve"), "Αλέξιος, 孫子, naïve");
    }

    #[test]
    fn characters_cut_in_two_are_written_whole() {
        let text = format!("né{HOSTILE}é\n");
        for cut in 0..text.len() {
            let mut out = Plain::new(vec![]);
            out.write_all(&text.as_bytes()[..cut]).unwrap();
            out.write_all(&text.as_bytes()[cut..]).unwrap();
            assert_eq!(String::from_utf8(out.to).unwrap(), lines(&text), "{cut}");
        }
        let mut out = Plain::new(vec![]);
        out.write_all(b"a\xffb\xc3").unwrap();
        assert_eq!(out.to, "a\u{fffd}b".as_bytes());
    }

    #[test]
    fn json_stays_the_same_json() {
        let value = serde_json::json!({ "name": HOSTILE });
        let mut out = Plain::new(vec![]);
        serde_json::to_writer(&mut out, &value).unwrap();
        assert!(!String::from_utf8_lossy(&out.to).contains(acts));
        assert_eq!(serde_json::from_slice::<serde_json::Value>(&out.to).unwrap(), value);
    }
}
