//! Columns as a Parquet file: one row group, plain values, not compressed. Only what a table of games needs.
//!
//! The form is that of the Apache Parquet specification: `PAR1`, a data page for each column with its header, and a footer,
//! both in Thrift's compact protocol.

use std::io::{self, Write};

/// The values of a column; none where nothing is known.
#[derive(Clone, PartialEq, Debug)]
pub enum Values {
    /// Whole numbers.
    Whole(Vec<Option<i64>>),
    /// Other numbers.
    Number(Vec<Option<f64>>),
    /// Words.
    Text(Vec<Option<String>>),
}

/// Types of Parquet.
const INT64: i32 = 2;
const DOUBLE: i32 = 5;
const BYTE_ARRAY: i32 = 6;
/// A string in UTF-8, for readers older than logical types.
const UTF8: i32 = 0;
const OPTIONAL: i32 = 1;
const PLAIN: i32 = 0;
const RLE: i32 = 3;

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Values::Whole(values) => values.len(),
            Values::Number(values) => values.len(),
            Values::Text(values) => values.len(),
        }
    }

    fn kind(&self) -> i32 {
        match self {
            Values::Whole(_) => INT64,
            Values::Number(_) => DOUBLE,
            Values::Text(_) => BYTE_ARRAY,
        }
    }

    /// Which values are there.
    fn present(&self) -> Vec<bool> {
        match self {
            Values::Whole(values) => values.iter().map(Option::is_some).collect(),
            Values::Number(values) => values.iter().map(Option::is_some).collect(),
            Values::Text(values) => values.iter().map(Option::is_some).collect(),
        }
    }

    /// The values that are there, one after another.
    fn plain(&self) -> Vec<u8> {
        let mut bytes = vec![];
        match self {
            Values::Whole(values) => values.iter().flatten().for_each(|v| bytes.extend(v.to_le_bytes())),
            Values::Number(values) => values.iter().flatten().for_each(|v| bytes.extend(v.to_le_bytes())),
            Values::Text(values) => values.iter().flatten().for_each(|text| {
                bytes.extend((text.len() as u32).to_le_bytes());
                bytes.extend(text.as_bytes());
            }),
        }
        bytes
    }
}

/// Writes named columns of equal length.
pub fn write(out: &mut impl Write, columns: &[(&str, Values)]) -> io::Result<()> {
    let rows = columns.first().map_or(0, |(_, values)| values.len());
    let mut file: Vec<u8> = b"PAR1".to_vec();
    let mut chunks = vec![];
    for (_, values) in columns {
        let begins = file.len() as i64;
        let page = page(values);
        file.extend(page_header(&page, rows));
        file.extend(page);
        chunks.push((begins, file.len() as i64 - begins));
    }
    let footer = footer(columns, &chunks, rows);
    file.extend(&footer);
    file.extend((footer.len() as u32).to_le_bytes());
    file.extend(b"PAR1");
    out.write_all(&file)
}

/// A data page: which values are there, and the values.
fn page(values: &Values) -> Vec<u8> {
    let levels = levels(&values.present());
    let mut page = (levels.len() as u32).to_le_bytes().to_vec();
    page.extend(levels);
    page.extend(values.plain());
    page
}

/// Definition levels in runs: a run is its length doubled, then 1 or 0 in a byte.
fn levels(present: &[bool]) -> Vec<u8> {
    let mut bytes = vec![];
    let mut rest = present;
    while let Some(&is) = rest.first() {
        let run = rest.iter().take_while(|&&other| other == is).count();
        varint(&mut bytes, (run as u64) << 1);
        bytes.push(u8::from(is));
        rest = &rest[run..];
    }
    bytes
}

fn page_header(page: &[u8], rows: usize) -> Vec<u8> {
    let mut header = Thrift::default();
    header.i32(1, 0);
    header.i32(2, page.len() as i32);
    header.i32(3, page.len() as i32);
    header.structure(5, |data| {
        data.i32(1, rows as i32);
        data.i32(2, PLAIN);
        data.i32(3, RLE);
        data.i32(4, RLE);
    });
    header.ended()
}

fn footer(columns: &[(&str, Values)], chunks: &[(i64, i64)], rows: usize) -> Vec<u8> {
    let mut footer = Thrift::default();
    footer.i32(1, 1);
    footer.list(2, columns.len() + 1, |n, element| match n.checked_sub(1).map(|n| &columns[n]) {
        None => {
            element.text(4, "games");
            element.i32(5, columns.len() as i32);
        }
        Some((name, values)) => {
            element.i32(1, values.kind());
            element.i32(3, OPTIONAL);
            element.text(4, name);
            if values.kind() == BYTE_ARRAY {
                element.i32(6, UTF8);
            }
        }
    });
    footer.i64(3, rows as i64);
    footer.list(4, 1, |_, group| {
        group.list(1, columns.len(), |n, chunk| {
            let (begins, length) = chunks[n];
            let (name, values) = &columns[n];
            chunk.i64(2, begins);
            chunk.structure(3, |meta| {
                meta.i32(1, values.kind());
                meta.i32s(2, &[PLAIN, RLE]);
                meta.texts(3, &[name]);
                meta.i32(4, 0);
                meta.i64(5, rows as i64);
                meta.i64(6, length);
                meta.i64(7, length);
                meta.i64(9, begins);
            });
        });
        group.i64(2, chunks.iter().map(|(_, length)| length).sum());
        group.i64(3, rows as i64);
    });
    footer.text(6, "strategikon");
    footer.ended()
}

/// A structure in Thrift's compact protocol.
#[derive(Default)]
struct Thrift {
    bytes: Vec<u8>,
    last: i16,
}

/// Types of the compact protocol.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Thrift {
    /// A field by its number; numbers rise.
    fn field(&mut self, number: i16, kind: u8) {
        self.bytes.push(((number - self.last) as u8) << 4 | kind);
        self.last = number;
    }

    fn i32(&mut self, number: i16, value: i32) {
        self.field(number, I32);
        varint(&mut self.bytes, zigzag(value.into()));
    }

    fn i64(&mut self, number: i16, value: i64) {
        self.field(number, I64);
        varint(&mut self.bytes, zigzag(value));
    }

    fn text(&mut self, number: i16, text: &str) {
        self.field(number, BINARY);
        self.word(text);
    }

    fn word(&mut self, text: &str) {
        varint(&mut self.bytes, text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }

    fn structure(&mut self, number: i16, fill: impl FnOnce(&mut Thrift)) {
        self.field(number, STRUCT);
        let mut inner = Thrift::default();
        fill(&mut inner);
        self.bytes.extend(inner.ended());
    }

    fn size(&mut self, number: i16, count: usize, kind: u8) {
        self.field(number, LIST);
        match count {
            0..15 => self.bytes.push((count as u8) << 4 | kind),
            _ => {
                self.bytes.push(0xf0 | kind);
                varint(&mut self.bytes, count as u64);
            }
        }
    }

    fn list(&mut self, number: i16, count: usize, mut fill: impl FnMut(usize, &mut Thrift)) {
        self.size(number, count, STRUCT);
        for n in 0..count {
            let mut inner = Thrift::default();
            fill(n, &mut inner);
            self.bytes.extend(inner.ended());
        }
    }

    fn i32s(&mut self, number: i16, values: &[i32]) {
        self.size(number, values.len(), I32);
        values.iter().for_each(|&value| varint(&mut self.bytes, zigzag(value.into())));
    }

    fn texts(&mut self, number: i16, texts: &[&str]) {
        self.size(number, texts.len(), BINARY);
        texts.iter().for_each(|text| self.word(text));
    }

    fn ended(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

fn varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_thrift_writes_them() {
        let written = |value| {
            let mut bytes = vec![];
            varint(&mut bytes, zigzag(value));
            bytes
        };
        assert_eq!([written(0), written(-1), written(1)], [[0], [1], [2]]);
        assert_eq!(written(300), [0xd8, 0x04]);
        assert_eq!(written(i64::MIN).len(), 10);
    }

    #[test]
    fn what_is_there_is_told_in_runs() {
        assert_eq!(levels(&[true, true, false]), [4, 1, 2, 0]);
        assert_eq!(levels(&[]), Vec::<u8>::new());
        assert_eq!(levels(&[true; 100]), [0xc8, 0x01, 1]);
    }

    #[test]
    fn a_small_file_is_byte_for_byte_one_that_other_readers_were_seen_to_read() {
        let columns = [
            ("number", Values::Whole(vec![Some(1), None, Some(-3)])),
            ("luck", Values::Number(vec![Some(0.5), Some(-0.25), None])),
            ("winner", Values::Text(vec![Some("Römer".into()), None, Some("Sabines".into())])),
        ];
        let mut file = vec![];
        write(&mut file, &columns).unwrap();
        assert_eq!((&file[..4], &file[file.len() - 4..]), (&b"PAR1"[..], &b"PAR1"[..]));
        let footer = u32::from_le_bytes(file[file.len() - 8..file.len() - 4].try_into().unwrap()) as usize;
        assert_eq!(
            engine::datafile::digest([format!("{file:?}").as_str()]),
            SEEN,
            "footer of {footer} bytes"
        );
    }

    /// Read by pyarrow and duckdb.
    const SEEN: &str = "1a5ce409eb552912bf4d261ca0f02dd85d39ce8f260adfa5addc054f8200aec9";
}
