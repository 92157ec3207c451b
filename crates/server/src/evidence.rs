//! The record of a game, written from its deeds: also what was taken back after dice had fallen, who sat where, and how
//! it ended.

use engine::Side;
use engine::record::{End, FIRST_VERSION, Header, How, Line, Record, Scribe, Seated};

use crate::contest::Contest;
use crate::contests::Contests;
use crate::deed::{Act, Deed};
use crate::fault::Fault;

/// So many deeds are read at a time.
const PAGE: i64 = 2_000;

/// Whose record is wanted, as it stood when it was asked for.
pub struct Wanted {
    game: String,
    header: Header,
    /// The last deed that belongs to it.
    number: u64,
    end: Option<End>,
    /// A record of the first version, which holds nothing but what stands.
    first: Option<Record>,
}

impl Wanted {
    /// The record of a contest.
    pub fn of(contest: &Contest) -> Wanted {
        let header = contest.session.header().clone();
        Wanted {
            game: contest.row.id.clone(),
            first: (header.version == FIRST_VERSION).then(|| contest.session.record()),
            header,
            number: contest.number,
            end: contest.end(),
        }
    }
}

impl Contests {
    /// Writes a record as text, signed.
    pub async fn record(&self, wanted: Wanted) -> Result<String, Fault> {
        let Wanted { game, header, number, end, first } = wanted;
        if let Some(first) = first {
            return Ok(first.to_string());
        }
        let mut notary = Notary::new(&header);
        let mut read = 0;
        while read < number {
            let deeds = self.store.some_deeds(&game, read, PAGE.min((number - read) as i64)).await?;
            deeds.iter().for_each(|deed| notary.write(deed));
            read = deeds.last().ok_or_else(Fault::trouble)?.number;
        }
        let mut record = Record { header, lines: notary.finish(end) };
        self.seal.sign(&mut record);
        Ok(record.to_string())
    }
}

/// Writes deeds down as lines of a record.
struct Notary {
    scribe: Scribe,
    committed: bool,
    thrown: u64,
    /// Who has sat down since the last order or roll. Whoever is renamed after the last of all played under their name.
    seated: Vec<Seated>,
    /// The game ended here by agreement, resignation or time.
    ended: bool,
}

impl Notary {
    fn new(header: &Header) -> Notary {
        Notary {
            scribe: Scribe::new(header),
            committed: header.is_committed(),
            thrown: 0,
            seated: vec![],
            ended: false,
        }
    }

    fn write(&mut self, deed: &Deed) {
        if matches!(deed.act, Act::Order { .. } | Act::Roll { .. } | Act::Undo { .. }) {
            self.settle();
        }
        let scribe = &mut self.scribe;
        match (&deed.act, deed.side) {
            (Act::Order { order, nonce }, _) => scribe.write(Line::order(order, nonce.as_deref())),
            (Act::Roll { dice, .. }, _) if self.committed => {
                self.thrown += 1;
                scribe.write(Line::throw(dice, self.thrown));
            }
            (Act::Roll { dice, nonce }, _) => scribe.write(Line::roll(dice, nonce.as_deref())),
            (Act::Undo { to }, _) => scribe.back(*to),
            (Act::Sit { name, .. }, Some(side)) if !self.ended => {
                let computer = self.seat(side).and_then(|seat| seat.computer);
                self.seated.push(Seated { side, name: name.clone(), computer });
            }
            (Act::Lead { level }, Some(side)) if !self.ended => {
                if let Some(seat) = self.seat(side) {
                    self.seated
                        .push(Seated { computer: level.map(|level| level.name().to_string()), ..seat });
                }
            }
            (Act::AgreeDraw | Act::Resign | Act::Claim, _) => self.ended = true,
            _ => {}
        }
    }

    /// Who sits at a side now.
    fn seat(&self, side: Side) -> Option<Seated> {
        self.seated.iter().rfind(|seat| seat.side == side).or(self.scribe.seated(side)).cloned()
    }

    fn settle(&mut self) {
        self.seated.drain(..).for_each(|seat| self.scribe.seat(seat));
    }

    fn finish(mut self, end: Option<End>) -> Vec<Line> {
        if end.as_ref().is_none_or(|end| end.how != How::Rules) {
            self.settle();
        }
        if let Some(end) = end {
            self.scribe.end(end);
        }
        self.scribe.into_lines()
    }
}
