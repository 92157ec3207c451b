//! The audience of one contest: those who listen, and the news they are told.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use engine::Side;
use serde::Serialize;
use tokio::sync::mpsc;

use crate::contest::{Contest, Happened, Held};
use crate::deed::Deed;
use crate::limits::{Permit, Permits, Whose};
use crate::view::{Boards, Heading, LogDraft, LogEntry, json_text, merged};

/// So many messages may wait for a slow listener before its line is cut; it comes back and catches up.
const PATIENCE: usize = 64;

/// What a listener is told, counted against their address as long as it waits.
pub struct Message {
    text: Bytes,
    _permit: Option<Arc<Permit>>,
}

impl Message {
    /// Gives it out.
    pub fn into_text(self) -> Bytes {
        self.text
    }
}

/// The bytes that may wait for listeners of one address.
#[derive(Clone)]
pub struct Share {
    /// What waits for all addresses.
    pub permits: Permits,
    /// The address.
    pub whose: Whose,
    /// So many bytes may wait for it.
    pub most: usize,
}

/// Who listens, and with which rights.
pub struct Newcomer {
    /// The player, if it is one.
    pub player: Option<i64>,
    /// The digest of the session they came with.
    pub session: Option<Vec<u8>>,
    /// Whether it is enough to tell them what changed.
    pub follows: bool,
    /// How much may wait for them; none for as much as comes.
    pub share: Option<Share>,
}

/// Those who listen to one contest.
#[derive(Default)]
pub struct Audience {
    listeners: Mutex<Vec<Listener>>,
    next: AtomicU64,
}

struct Listener {
    id: u64,
    who: Newcomer,
    line: mpsc::Sender<Message>,
}

impl Listener {
    /// Tells them something; whether they may still be told more. `counted` are those of whose addresses this very text
    /// is counted already.
    fn tell(&self, text: &Bytes, counted: &mut Vec<(Whose, Arc<Permit>)>) -> bool {
        let permit = match &self.who.share {
            None => None,
            Some(share) => match counted.iter().find(|(whose, _)| *whose == share.whose) {
                Some((_, permit)) => Some(permit.clone()),
                None => {
                    let permit = share.permits.take_many(share.whose.clone(), text.len(), share.most);
                    let Some(permit) = permit.map(Arc::new) else { return false };
                    counted.push((share.whose.clone(), permit.clone()));
                    Some(permit)
                }
            },
        };
        self.line.try_send(Message { text: text.clone(), _permit: permit }).is_ok()
    }
}

/// What came of one deed, ready to be told to any visitor.
pub struct News {
    number: u64,
    entry: usize,
    kind: Kind,
}

enum Kind {
    /// The log entry for each way of owning seats; only those are made that somebody listens with.
    Entry(Box<[Option<LogEntry>; 4]>),
    Chat(String),
    Other(&'static str),
}

#[derive(Serialize)]
struct Brief<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<[&'a LogEntry; 1]>,
    /// Left out where the board says the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<usize>,
}

impl News {
    /// What came of a deed; `contest` stands just after it, and `heading` says where it stood before.
    pub fn of(
        contest: &Contest,
        deed: &Deed,
        happened: Happened,
        heading: Heading,
        wanted: [bool; 4],
    ) -> News {
        let kind = match happened {
            Happened::Entry(entry, events) => {
                let table = contest.session.table();
                let draft = LogDraft::new(contest, entry, events, heading);
                let for_each = |owned: Held| {
                    wanted[owned.index()].then(|| draft.read_by(contest.commanded(owned), table))
                };
                Kind::Entry(Box::new(Held::ALL.map(for_each)))
            }
            Happened::Chat(line) => Kind::Chat(line.to_string()),
            Happened::Undone => Kind::Other("undone"),
            Happened::Seats => Kind::Other("seats"),
            Happened::Offer => Kind::Other("offer"),
        };
        News { number: deed.number, entry: contest.session.cursor(), kind }
    }

    /// Whether it is an order or a roll, or words.
    pub fn is_play_or_talk(&self) -> bool {
        matches!(self.kind, Kind::Entry(_) | Kind::Chat(_))
    }

    /// The entry of the log it made, as the owner of these seats may read it.
    pub fn log(&self, owned: Held) -> Option<&LogEntry> {
        match &self.kind {
            Kind::Entry(logs) => logs[owned.index()].as_ref(),
            _ => None,
        }
    }

    /// The message about it, with the board if it is the last one.
    fn message(&self, owned: Held, board: Option<&str>) -> String {
        let (word, log) = match &self.kind {
            Kind::Chat(line) => return format!("id: {}\nevent: chat\ndata: {line}\n\n", self.number),
            Kind::Entry(logs) => ("entry", logs[owned.index()].as_ref().map(|log| [log])),
            Kind::Other(word) => (*word, None),
        };
        let data = match board {
            Some(board) => merged(&[&json_text(&Brief { log, number: None, entry: None }), board]),
            None => json_text(&Brief { log, number: Some(self.number), entry: Some(self.entry) }),
        };
        format!("id: {}\nevent: {word}\ndata: {data}\n\n", self.number)
    }
}

/// All the news as one text for the owner of seats; the last that is not talk brings the board, or what changed on it
/// for somebody who `follows`.
pub fn bulletin(news: &[News], contest: &Contest, owned: Held, boards: &Boards, follows: bool) -> String {
    let last = news.iter().rposition(|n| !matches!(n.kind, Kind::Chat(_)));
    let changes = || follows.then(|| boards.changes(contest, owned)).flatten();
    let board = last.map(|_| changes().unwrap_or_else(|| boards.text(contest, owned)));
    let message = |(i, n): (usize, &News)| n.message(owned, board.as_deref().filter(|_| last == Some(i)));
    news.iter().enumerate().map(message).collect()
}

/// The game as it stands, for an owner of seats who has missed too much of it to be told: all they know is to be
/// forgotten.
pub fn anew(contest: &Contest, owned: Held, boards: &Boards) -> String {
    let begin = format!("{{\"back_to\":0,\"chat\":{}}}", json_text(&contest.talk));
    let data = merged(&[&begin, &boards.text(contest, owned)]);
    format!("id: {}\nevent: anew\ndata: {data}\n\n", contest.number)
}

impl Audience {
    /// Lets somebody listen, beginning with what they have missed.
    pub fn join(&self, who: Newcomer, missed: String) -> (u64, mpsc::Receiver<Message>) {
        let (line, messages) = mpsc::channel(PATIENCE);
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let listener = Listener { id, who, line };
        // A first line at once tells the browser that the connection stands.
        let welcome = Bytes::from(format!(": welcome\nretry: 1000\n\n{missed}"));
        if listener.tell(&welcome, &mut vec![]) {
            self.lock().push(listener);
        }
        (id, messages)
    }

    /// Somebody has gone.
    pub fn leave(&self, id: u64) {
        self.lock().retain(|listener| listener.id != id);
    }

    /// How many listen.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// How many lines a player has open here.
    pub fn lines_of(&self, player: Option<i64>) -> usize {
        self.lock().iter().filter(|listener| listener.who.player == player).count()
    }

    /// Which seats are here.
    pub fn online(&self, contest: &Contest) -> [bool; 2] {
        let listeners = self.lock();
        let here = |side: Side| {
            let seat = contest.seats[side.index()].as_ref();
            seat.is_some_and(|seat| {
                listeners.iter().any(|l| l.who.player == Some(seat.player) && !l.line.is_closed())
            })
        };
        Side::BOTH.map(here)
    }

    /// Owning which seats somebody listens.
    pub fn wanted(&self, contest: &Contest) -> [bool; 4] {
        let mut wanted = [false; 4];
        for listener in self.lock().iter() {
            wanted[contest.owned(listener.who.player).index()] = true;
        }
        wanted
    }

    /// Tells everybody the news, each as they may know it.
    pub fn tell(&self, contest: &Contest, news: &[News], boards: &Boards) {
        if news.is_empty() || self.count() == 0 {
            return;
        }
        let mut texts: [[Option<(Bytes, Vec<_>)>; 4]; 2] = Default::default();
        self.lock().retain(|listener| {
            let owned = contest.owned(listener.who.player);
            let follows = listener.who.follows;
            let write = || (Bytes::from(bulletin(news, contest, owned, boards, follows)), vec![]);
            let (text, counted) = texts[usize::from(follows)][owned.index()].get_or_insert_with(write);
            listener.tell(text, counted)
        });
    }

    /// Sends the same to everybody, without a number: who is here, or that the line still stands.
    pub fn call(&self, text: &str) {
        let text = Bytes::copy_from_slice(text.as_bytes());
        let mut counted = vec![];
        self.lock().retain(|listener| listener.tell(&text, &mut counted));
    }

    /// Hangs up on those who came with sessions that have ended.
    pub fn hang_up(&self, ended: &[Vec<u8>]) {
        self.lock().retain(|listener| !listener.who.session.as_ref().is_some_and(|own| ended.contains(own)));
    }

    /// Hangs up on everybody.
    pub fn close(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Listener>> {
        self.listeners.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn share(permits: &Permits, n: u8) -> Option<Share> {
        let whose = Whose::address(IpAddr::from([10, 0, 0, n]));
        Some(Share { permits: permits.clone(), whose, most: 10_000 })
    }

    fn comes(audience: &Audience, share: Option<Share>) -> mpsc::Receiver<Message> {
        let who = Newcomer { player: None, session: None, follows: false, share };
        audience.join(who, String::new()).1
    }

    #[test]
    fn whoever_reads_nothing_is_told_only_so_much() {
        let (audience, permits) = (Audience::default(), Permits::default());
        let (mut reader, mut sleeper) =
            (comes(&audience, share(&permits, 1)), comes(&audience, share(&permits, 2)));
        let news = "n".repeat(1_500);
        for _ in 0..20 {
            audience.call(&news);
            while reader.try_recv().is_ok() {}
        }
        assert_eq!(audience.count(), 1, "the line of the one who sleeps is cut");
        let mut waited = 0;
        while let Ok(message) = sleeper.try_recv() {
            waited += message.into_text().len();
        }
        assert!((1_500..=10_000).contains(&waited), "{waited}");
        drop((reader, sleeper));
        audience.call(&news);
        let [one, two] = [1, 2].map(|n| permits.count(&Whose::address(IpAddr::from([10, 0, 0, n]))));
        assert_eq!((one, two), (0, 0), "what was read or given up is not counted");
    }

    #[test]
    fn the_same_news_for_many_at_one_address_is_counted_once() {
        let (audience, permits) = (Audience::default(), Permits::default());
        let lines: Vec<_> = (0..30).map(|_| comes(&audience, share(&permits, 1))).collect();
        audience.call(&"n".repeat(6_000));
        assert_eq!(audience.count(), lines.len());
        assert!(permits.count(&Whose::address(IpAddr::from([10, 0, 0, 1]))) >= 6_000);
    }
}
