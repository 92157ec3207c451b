//! Mail to players whose move it is: only if they asked for it and are away, throttled, with one click to stop.

use std::sync::{Arc, Mutex};

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message, MessageBuilder};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use crate::contest::Contest;
use crate::store::Store;
use crate::timekeeping::now;

/// At most one letter to a player in so many milliseconds.
const PAUSE: i64 = 30 * 60 * 1_000;

/// How mail leaves the house.
#[derive(Clone, Default)]
pub enum Post {
    /// Not at all.
    #[default]
    Off,
    /// By a mail server.
    Mailer(Arc<Mailer>),
}

/// Writes letters and sends them.
pub struct Mailer {
    way: Way,
    from: Mailbox,
    /// The address players know the table by, without a slash at its end.
    address: String,
    pause: i64,
}

/// Letters kept instead of sent.
pub type Letters = Arc<Mutex<Vec<String>>>;

enum Way {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Kept(Letters),
}

impl Post {
    /// By a mail server: `smtps://USER:PASSWORD@HOST` or `smtp://HOST:PORT?tls=required`.
    pub fn smtp(url: &str, from: &str, address: &str) -> Result<Post, String> {
        let way = AsyncSmtpTransport::<Tokio1Executor>::from_url(url);
        let way = way.map_err(|error| format!("the mail server's address is wrong: {error}"))?.build();
        Post::by(Way::Smtp(way), from, address, PAUSE)
    }

    /// Kept in a list instead of sent, for tests; at most one letter in `pause` milliseconds.
    pub fn kept(address: &str, pause: i64) -> Result<(Post, Letters), String> {
        let letters = Letters::default();
        let post = Post::by(Way::Kept(Arc::clone(&letters)), "table@example.org", address, pause)?;
        Ok((post, letters))
    }

    fn by(way: Way, from: &str, address: &str, pause: i64) -> Result<Post, String> {
        let from =
            from.parse().map_err(|error| format!("`{from}` is not an address to write from: {error}"))?;
        let address = address.trim_end_matches('/').to_string();
        Ok(Post::Mailer(Arc::new(Mailer { way, from, address, pause })))
    }

    /// Whether any mail is sent at all.
    pub fn is_on(&self) -> bool {
        matches!(self, Post::Mailer(_))
    }

    /// Asks whoever reads mail sent to an address to say that it is theirs.
    pub fn confirm(&self, email: &str, name: &str, token: &str) {
        self.send(email, "Is this your address?", |address| {
            format!(
                "Somebody who plays as {name} at {address} has given this address.\n\
                 If that was you, open this once within a week, and the table may write to you:\n\
                 {address}/api/confirm/{token}\n\nIf not, do nothing: no other mail will come.\n"
            )
        });
    }

    /// Sends a link that sets a new password.
    pub fn reset(&self, email: &str, name: &str, token: &str) {
        self.send(email, "A new password", |address| {
            format!(
                "{name}, somebody has asked for a new password at {address}.\n\
                 If that was you, choose one here within an hour:\n{address}/#/reset/{token}\n\n\
                 If not, do nothing: the old one stays.\n"
            )
        });
    }

    /// Sends a letter that was asked for, in a while.
    fn send(&self, email: &str, subject: &str, text: impl FnOnce(&str) -> String) {
        let Post::Mailer(mailer) = self else { return };
        let text = text(&mailer.address);
        let (mailer, email, subject) = (mailer.clone(), email.to_string(), subject.to_string());
        tokio::spawn(async move {
            let letter = mailer.letter(&email, subject);
            let letter = letter.and_then(|letter| letter.body(text).map_err(|error| error.to_string()));
            let sent = match letter {
                Ok(letter) => mailer.post(letter).await,
                Err(error) => Err(error),
            };
            if let Err(error) = sent {
                tracing::warn!(error, "a mail could not be sent");
            }
        });
    }

    /// Writes to the player to act, unless they are here, play against themselves, or let the computer lead.
    pub fn your_move(&self, store: &Store, contest: &Contest, online: [bool; 2]) {
        let Post::Mailer(mailer) = self else { return };
        let Some(side) = contest.to_act().filter(|_| contest.is_seated()) else { return };
        let [Some(one), Some(two)] = &contest.seats else { return };
        if one.player == two.player || online[side.index()] || contest.computer(side).is_some() {
            return;
        }
        let (seat, enemy) = if side.index() == 0 { (one, two) } else { (two, one) };
        let news = News {
            player: seat.player,
            name: seat.name.clone(),
            enemy: enemy.name.clone(),
            title: contest.card.title.clone(),
            game: contest.row.id.clone(),
        };
        let (mailer, store) = (mailer.clone(), store.clone());
        tokio::spawn(async move {
            if let Err(error) = mailer.write(&store, &news).await {
                tracing::warn!(game = news.game, error, "a mail could not be sent");
            }
        });
    }
}

/// Whose move it is, and where.
struct News {
    player: i64,
    name: String,
    enemy: String,
    title: String,
    game: String,
}

/// A header lettre has no name for.
fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

impl Mailer {
    async fn write(&self, store: &Store, news: &News) -> Result<(), String> {
        let turn =
            store.take_mail_turn(news.player, now(), self.pause).await.map_err(|fault| fault.to_string())?;
        let Some((email, stop)) = turn else { return Ok(()) };
        let News { name, enemy, title, game, .. } = news;
        let stop = format!("{}/api/unsubscribe/{stop}", self.address);
        let text = format!(
            "{name}, it is your move in \"{title}\" against {enemy}:\n{}/#/game/{game}\n\n\
             You will not get another mail for half an hour, whatever happens at the table.\n\
             To get none at all, open this once: {stop}\n",
            self.address
        );
        let letter = self
            .letter(&email, format!("Your move: {title}"))?
            .raw_header(header("List-Unsubscribe", format!("<{stop}>")))
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into()))
            .body(text)
            .map_err(|error| error.to_string())?;
        self.post(letter).await
    }

    /// A letter to somebody, still without its text.
    fn letter(&self, email: &str, subject: String) -> Result<MessageBuilder, String> {
        let to = email.parse().map_err(|_| "the player's address is wrong".to_string())?;
        let letter = Message::builder().from(self.from.clone()).to(Mailbox::new(None, to));
        Ok(letter.subject(subject).header(ContentType::TEXT_PLAIN))
    }

    async fn post(&self, letter: Message) -> Result<(), String> {
        match &self.way {
            Way::Smtp(smtp) => smtp.send(letter).await.map(drop).map_err(|error| error.to_string()),
            Way::Kept(letters) => {
                let text = String::from_utf8_lossy(&letter.formatted()).into_owned();
                letters.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(text);
                Ok(())
            }
        }
    }
}
