//! Server-sent events: every deed once, in order, also after a lost connection.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio_stream::Stream;

use super::Door;
use super::answers::MOST_WAITING;
use super::visitor::{self, Visitor, Whence};
use crate::audience::{Message, Newcomer, Share, anew, bulletin};
use crate::contest::Held;
use crate::contests::{Contests, LiveContest, SNAPSHOT_EVERY};
use crate::fault::Fault;
use crate::limits::{Permit, RequestKind, Whose};

/// So many lines one player may have open to one game: tabs and devices.
const MOST_LINES: usize = 20;
/// So many lines one address may have open to all games.
const MOST_OF_ADDRESS: usize = 200;
/// So many strangers may watch one game.
const MOST_STRANGERS: usize = 1_000;

#[derive(Deserialize)]
pub struct Since {
    #[serde(default)]
    from: Option<u64>,
    /// Whether what changed on a board will do.
    #[serde(default)]
    changes: bool,
}

/// `GET /api/games/{id}/events`: what happens from now on, and what was missed.
pub async fn events(
    State(house): Door,
    visitor: Visitor,
    Whence(address): Whence,
    Path(id): Path<String>,
    Query(since): Query<Since>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let permit = match house.settings.limits {
        true => Some(house.lines.take(Whose::address(address), MOST_OF_ADDRESS).ok_or_else(Fault::too_many)?),
        false => None,
    };
    let contests = house.contests.clone();
    let hand = contests.take(&id).await?;
    let most = if visitor.id().is_some() { MOST_LINES } else { MOST_STRANGERS };
    if hand.live.audience.lines_of(visitor.id()) >= most {
        return Err(Fault::too_many());
    }
    // The browser's own header is the later news; the address stays as it was first asked for.
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| id.parse().ok());
    let seen = last.or(since.from).unwrap_or(hand.contest.number);
    let owned = hand.contest.owned(visitor.id());
    // To tell what was missed the game is done again.
    let told_again = || house.limits.grants(RequestKind::Heavy, Whose::address(address));
    let missed = match hand.contest.number.saturating_sub(seen) {
        0 => String::new(),
        1..=SNAPSHOT_EVERY if told_again() => {
            let mut wanted = [false; 4];
            wanted[owned.index()] = true;
            let (_, news) = contests.replay(&id, seen, wanted).await?;
            bulletin(&news, &hand.contest, owned, &hand.boards(), false)
        }
        // Whoever has missed so much, or asks so often, begins anew.
        _ => anew(&hand.contest, owned, &hand.boards()),
    };
    let session = visitor::session(&headers).filter(|_| visitor.id().is_some());
    let share = house.settings.limits.then(|| Share {
        permits: house.waiting.clone(),
        whose: Whose::address(address),
        most: MOST_WAITING,
    });
    let who = Newcomer { player: visitor.id(), session, follows: since.changes, share };
    let (number, messages) = hand.live.audience.join(who, missed);
    let line = Line { messages, number, live: hand.live.clone(), contests, _permit: permit };
    if owned != Held::Neither {
        line.announce();
    }
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        // Proxies that gather answers before passing them on are asked not to.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Body::from_stream(line)).into_response())
}

/// One listener's line; leaving is noticed when it is dropped.
struct Line {
    messages: mpsc::Receiver<Message>,
    number: u64,
    live: Arc<LiveContest>,
    contests: Arc<Contests>,
    _permit: Option<Permit>,
}

impl Line {
    /// Tells the others that somebody came or went.
    fn announce(&self) {
        let (contests, live) = (self.contests.clone(), self.live.clone());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { contests.announce_presence(&live).await });
        }
    }
}

impl Stream for Line {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.messages.poll_recv(context).map(|message| message.map(|message| Ok(message.into_text())))
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.live.audience.leave(self.number);
        self.announce();
    }
}
