//! Requests as lines of bounded length.

use std::io::{self, BufRead};

/// The longest request, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;

/// What was read.
#[derive(PartialEq, Eq, Debug)]
pub enum Line {
    /// A line, without its line feed.
    Whole,
    /// A line that was too long; it was read to its end and forgotten.
    TooLong,
    /// There are no more.
    End,
}

/// Reads the next line into `line`.
pub fn next_line(from: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let mut length = 0;
    loop {
        let chunk = match from.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let piece = &chunk[..end.unwrap_or(chunk.len())];
        length += piece.len();
        if length <= LONGEST_LINE {
            line.extend_from_slice(piece);
        }
        let (at_end_of_input, used) = (chunk.is_empty(), piece.len() + end.is_some() as usize);
        from.consume(used);
        if at_end_of_input && length == 0 {
            return Ok(Line::End);
        }
        if end.is_some() || at_end_of_input {
            return Ok(if length > LONGEST_LINE { Line::TooLong } else { Line::Whole });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped_and_the_next_is_read() {
        let long = "x".repeat(LONGEST_LINE + 1);
        let text = format!("one\n{long}\n\nlast");
        let mut from = io::BufReader::with_capacity(7, text.as_bytes());
        let mut line = vec![];
        let mut read = vec![];
        loop {
            match next_line(&mut from, &mut line).unwrap() {
                Line::End => break,
                Line::TooLong => read.push("too long".to_string()),
                Line::Whole => read.push(String::from_utf8(line.clone()).unwrap()),
            }
        }
        assert_eq!(read, ["one", "too long", "", "last"]);
    }

    #[test]
    fn a_line_of_just_the_longest_length_is_read() {
        let text = "x".repeat(LONGEST_LINE);
        let mut line = vec![];
        assert_eq!(next_line(&mut text.as_bytes(), &mut line).unwrap(), Line::Whole);
        assert_eq!(line.len(), LONGEST_LINE);
    }
}
