//! Reading a record: its form, its numbering, its chain.

use serde_json::Value;

use super::{DiceSource, FIRST_VERSION, Header, Line, Record, RecordFault, Said, VERSION};

impl Record {
    /// Whether a text looks like a record at all.
    pub fn looks_like_one(text: &str) -> bool {
        text.trim_start().starts_with('{')
            && text.lines().next().is_some_and(|l| l.contains("\"strategikon\""))
    }

    /// Reads a record and checks version, numbering and chain.
    pub fn read(text: &str) -> Result<Record, RecordFault> {
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
        let (_, first) = lines.next().ok_or_else(|| RecordFault::new(1, "the record is empty"))?;
        let header = read_header(first)?;
        let mut record = Record { lines: vec![], header };
        let (mut hash, mut standing, mut over) = (record.header.hash(), 0, false);
        for (at, text) in lines {
            let line = read_line(at, text)?;
            let fault = |what: String| Err(RecordFault::new(at, what));
            if over {
                return fault("the record goes on after its end".into());
            }
            match (form_of(&line, &record.header), line.said()) {
                (Err(what), _) => return fault(what.into()),
                (Ok(()), Some(Said::Order(_) | Said::Roll(_))) if line.n == standing + 1 => {}
                (Ok(()), Some(Said::Back)) if line.n < standing => {}
                (Ok(()), Some(Said::Seat(_) | Said::End(_))) if line.n == standing => {}
                (Ok(()), Some(Said::Order(_) | Said::Roll(_))) => {
                    return fault(format!("entry {} stands where {} belongs", line.n, standing + 1));
                }
                (Ok(()), Some(Said::Back)) => {
                    return fault(format!("{standing} entries stand here; {} cannot remain", line.n));
                }
                _ => return fault(format!("{standing} entries stand here, not {}", line.n)),
            }
            (standing, over) = (line.n, line.end.is_some());
            let claimed = line.hash.clone();
            let line = line.chained(&hash);
            if line.hash != claimed {
                return fault(
                    "the chain is broken: this line or one before it was changed after it was written".into(),
                );
            }
            hash.clone_from(&line.hash);
            record.lines.push(line);
        }
        Ok(record)
    }
}

/// Whether a line may stand in a record with this header.
fn form_of(line: &Line, header: &Header) -> Result<(), &'static str> {
    let committed = header.is_committed();
    match line.said() {
        Some(Said::Order(_)) if line.nonce.is_some() && !committed => {
            Err("a nonce is given with an order only where the dice are committed")
        }
        Some(Said::Roll(_)) if line.throw.is_some() && !committed => {
            Err("only the throws of committed dice are numbered")
        }
        Some(Said::Roll(_)) if line.nonce.is_some() && header.dice == DiceSource::PHYSICAL => {
            Err("a derived roll in a game with physical dice")
        }
        Some(Said::Roll(_)) if committed && line.throw.is_none() => Err(BY_HAND),
        Some(Said::Order(_) | Said::Roll(_)) => Ok(()),
        Some(_) if header.version == FIRST_VERSION => Err("expected either an order or a roll"),
        Some(_) => Ok(()),
        None => Err("expected one of an order, a roll, a seat, an end, or entries taken back"),
    }
}

/// Why dice are not entered where they are committed.
pub(super) const BY_HAND: &str = "this roll was entered by hand; the dice of this record follow from a seed it is \
     committed to, and no others are part of it";

fn read_header(text: &str) -> Result<Header, RecordFault> {
    let not_json = |e| RecordFault::new(1, format!("not a record: {e}"));
    let line: Value = serde_json::from_str(text).map_err(not_json)?;
    if line["strategikon"] != "record" {
        return Err(RecordFault::new(
            1,
            r#"not a record: expected a first line with "strategikon":"record""#,
        ));
    }
    if line["version"] != VERSION && line["version"] != FIRST_VERSION {
        let what = format!(
            "the record is of version {}; this program reads versions {FIRST_VERSION} and {VERSION}",
            line["version"]
        );
        return Err(RecordFault::new(1, what));
    }
    // From the text, not from the value: a key given twice is an error only there.
    let header: Header =
        serde_json::from_str(text).map_err(|e| RecordFault::new(1, format!("the header is wrong: {e}")))?;
    let newer = header.signed.is_some() || matches!(header.dice, DiceSource::Open(_));
    if newer && header.version == FIRST_VERSION {
        return Err(RecordFault::new(
            1,
            "the header is wrong: version 1 knew neither signatures nor open seeds",
        ));
    }
    Ok(header)
}

fn read_line(line: usize, text: &str) -> Result<Line, RecordFault> {
    serde_json::from_str(text).map_err(|e| match e.classify() {
        serde_json::error::Category::Eof => RecordFault::new(line, "the line is cut short"),
        _ => RecordFault::new(line, format!("not a line of a record: {e}")),
    })
}
