//! The seal: records are signed with a key of the server's, so that a copy shows where the game was played and that
//! nothing in it was changed since.

use engine::record::{FIRST_VERSION, Record, RecordFault, Signed};
use engine::table::hex_digits;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

use crate::secret::from_hex;

/// Signs records (ed25519).
pub struct Seal {
    pair: Ed25519KeyPair,
}

impl Seal {
    /// From 32 secret bytes.
    pub fn new(secret: &[u8]) -> Option<Seal> {
        Ed25519KeyPair::from_seed_unchecked(secret).ok().map(|pair| Seal { pair })
    }

    /// The public half, in hexadecimal.
    pub fn key(&self) -> String {
        hex_digits(self.pair.public_key().as_ref())
    }

    /// Signs the header, and the end if there is one.
    pub fn sign(&self, record: &mut Record) {
        let signed = |text: String| {
            let signature = hex_digits(self.pair.sign(text.as_bytes()).as_ref());
            Some(Box::new(Signed { key: self.key(), signature }))
        };
        record.header.signed = signed(record.signed_header());
        if let (Some(text), Some(last)) = (record.signed_end(), record.lines.last_mut()) {
            last.signed = signed(text);
        }
    }
}

/// Checks the signatures of a record against themselves, and against a key if one is given: whose signature it bears.
/// Without a key a record may be unsigned.
pub fn check(record: &Record, key: Option<&str>) -> Result<Option<String>, RecordFault> {
    let last = record.lines.len() + 1;
    let parts = [
        (1, "header", Some(record.signed_header()), &record.header.signed),
        (last, "end", record.signed_end(), record.lines.last().map_or(&None, |line| &line.signed)),
    ];
    let wanted = key.map(str::to_lowercase).or_else(|| record.header.signed.as_ref().map(|s| s.key.clone()));
    for (line, what, text, signed) in parts {
        let fault = |why: String| Err(RecordFault::new(line, why));
        match (text, signed, &wanted) {
            // Not finished: there is nothing to sign yet.
            (None, None, _) | (Some(_), None, None) => {}
            (Some(_), None, Some(_)) if record.header.version == FIRST_VERSION => {
                return fault("records of version 1 are not signed: nothing says who kept it".into());
            }
            (Some(_), None, Some(_)) => return fault(format!("the {what} is not signed")),
            (Some(_), Some(signed), Some(wanted)) if signed.key != *wanted => {
                return fault(format!("the {what} is signed with another key: {}", signed.key));
            }
            (Some(text), Some(signed), _) => {
                let right =
                    from_hex(&signed.key).zip(from_hex(&signed.signature)).is_some_and(|(key, mark)| {
                        UnparsedPublicKey::new(&ED25519, key).verify(text.as_bytes(), &mark).is_ok()
                    });
                if !right {
                    return fault(format!("the signature of the {what} is not that of this record"));
                }
            }
            (None, Some(_), _) => return fault("a signature of an end that is not there".into()),
        }
    }
    Ok(wanted.filter(|_| record.header.signed.is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Side;
    use engine::edition::{Edition, Options};
    use engine::record::{DiceSource, End, How, Scribe, Session};
    use engine::skirmish::SkirmishEdition;

    fn record(ended: bool) -> Record {
        let opening = SkirmishEdition.open("skirmish/field", &Options::new()).unwrap();
        let header = Session::new(opening, DiceSource::committed(b"secret")).header().clone();
        let mut scribe = Scribe::new(&header);
        if ended {
            let (grade, rule, why) = ("draw".into(), "table.draw".into(), "agreed".into());
            let (how, by, winner, players) = (How::Agreed, None, None, None);
            scribe.end(End { how, by, winner, grade, rule, why, players });
        }
        let mut record = Record { header, lines: scribe.into_lines() };
        Seal::new(&[7; 32]).unwrap().sign(&mut record);
        Record::read(&record.to_string()).unwrap()
    }

    #[test]
    fn a_signed_record_is_known_by_its_key_and_by_no_other() {
        let (ours, theirs) = (Seal::new(&[7; 32]).unwrap().key(), Seal::new(&[8; 32]).unwrap().key());
        for ended in [false, true] {
            let record = record(ended);
            assert_eq!(check(&record, None), Ok(Some(ours.clone())));
            assert_eq!(check(&record, Some(&ours.to_uppercase())), Ok(Some(ours.clone())));
            let fault = check(&record, Some(&theirs)).unwrap_err();
            assert!(fault.line == 1 && fault.what.contains("another key"), "{fault}");
        }
        assert_eq!(ours.len(), 64);
    }

    #[test]
    fn nothing_in_a_signed_record_can_be_changed() {
        let key = Seal::new(&[7; 32]).unwrap().key();
        let whole = record(true);
        let mut other = whole.clone();
        other.header.scenario = "skirmish/hill".into();
        assert!(check(&other, None).unwrap_err().what.contains("signature of the header"));
        let mut other = whole.clone();
        other.lines[0].end.as_mut().unwrap().winner = Some(Side::First);
        // Its hash is the chain's to hold; with another hash the signature does not fit.
        other.lines[0].hash = "00".repeat(32);
        assert!(check(&other, None).unwrap_err().what.contains("signature of the end"));
        let mut other = whole.clone();
        other.lines[0].signed = None;
        assert!(check(&other, Some(&key)).unwrap_err().what.contains("the end is not signed"));
        assert!(check(&other, None).is_err(), "a header that is signed has a signed end");
        let mut other = whole;
        (other.header.signed, other.lines[0].signed) = (None, None);
        assert_eq!(check(&other, None), Ok(None));
        assert!(check(&other, Some(&key)).unwrap_err().what.contains("the header is not signed"));
        // Another's signature put in place of ours.
        let mut forged = record(true);
        forged.lines[0].signed = record(false).header.signed;
        assert!(check(&forged, None).is_err());
    }

    #[test]
    fn records_of_the_first_version_have_no_signature_to_check() {
        let mut old = record(false);
        (old.header.version, old.header.signed) = (FIRST_VERSION, None);
        assert_eq!(check(&old, None), Ok(None));
        assert!(check(&old, Some("00")).unwrap_err().what.contains("version 1 are not signed"));
    }
}
