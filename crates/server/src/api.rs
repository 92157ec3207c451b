//! The HTTP API: routes, and what every request passes through.

mod account;
mod aftermath;
mod answers;
mod command;
mod customs;
mod events;
mod games;
mod guard;
mod guides;
mod lessons;
mod me;
mod openapi;
mod packed;
mod pages;
mod shelf;
mod table;
mod tokens;
mod visitor;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};

use crate::Settings;
use crate::contest::Contest;
use crate::contests::Contests;
use crate::fault::Fault;
use crate::limits::{Limits, Permits, RequestKind, Whose};
use crate::passwords::Passwords;
use crate::queue::Queue;
pub use openapi::{ENDPOINTS, Endpoint};

/// The largest body a request may have.
const LARGEST: usize = 64 * 1024;

/// What every request can reach.
pub struct House {
    /// The contests.
    pub contests: Arc<Contests>,
    /// How the server was started.
    pub settings: Settings,
    limits: Limits,
    passwords: Passwords,
    heavy: Queue,
    /// Event streams open, by address.
    lines: Permits,
    /// Bytes that wait to be read, by address.
    waiting: Permits,
    atlas: shelf::Atlas,
}

/// A game has at most so many deeds.
const MOST_DEEDS: u64 = 100_000;
/// Talk in a game ends after so many, so that it can be played on.
const MOST_TALK: u64 = 50_000;

impl House {
    /// Does slow work in its turn, away from the quick work; one address has only so much of it.
    async fn heavy<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        if !self.limits.grants(RequestKind::Heavy, Whose::address(address)) {
            return Err(Fault::too_many());
        }
        self.heavy.in_turn(work).await
    }

    /// Whether more may be said in a game. What is said is counted apart, so that nobody talks the players out of it.
    fn may_talk(&self, contest: &Contest) -> Result<(), Fault> {
        if contest.number >= MOST_TALK {
            return Err(Fault::against(
                "protocol",
                "this game has gone on for so long that no more is said in it",
            ));
        }
        match self.limits.grants(RequestKind::Chatter, Whose::Game(contest.row.id.clone())) {
            true => Ok(()),
            false => Err(Fault::too_many()),
        }
    }

    /// Whether an address may begin another game.
    fn may_begin(&self, address: IpAddr) -> Result<(), Fault> {
        match self.limits.grants(RequestKind::Begin, Whose::address(address)) {
            true => Ok(()),
            false => Err(Fault::too_many()),
        }
    }

    /// Whether so many more deeds may be done in a game: nobody plays so fast, and no game is so long.
    fn may_go_on(&self, contest: &Contest, deeds: usize) -> Result<(), Fault> {
        if contest.number + deeds as u64 > MOST_DEEDS {
            let why = format!("a game has at most {MOST_DEEDS} deeds, those taken back and talk included");
            return Err(Fault::against("protocol", why));
        }
        match self.limits.grants_many(RequestKind::Deed, Whose::Game(contest.row.id.clone()), deeds) {
            true => Ok(()),
            false => Err(Fault::too_many()),
        }
    }
}

/// What may be done at any moment is tried so often against another process, whose computers play on.
const TRIES: usize = 64;

/// Tries until nobody was faster; only for what does not mind that the game has gone on.
macro_rules! undeterred {
    ($attempt:expr) => {{
        let mut tries = 1;
        loop {
            match $attempt {
                Err(fault) if fault.is_overtaken() && tries < $crate::api::TRIES => tries += 1,
                done => break done,
            }
        }
    }};
}
use undeterred;

/// What handlers are given.
pub type Door = axum::extract::State<Arc<House>>;

/// Every route with its handler; [`ENDPOINTS`] describes the same ones.
fn routes() -> Vec<(&'static str, MethodRouter<Arc<House>>)> {
    vec![
        ("/api", get(openapi::description)),
        ("/api/me", get(me::me)),
        ("/api/register", post(me::register)),
        ("/api/login", post(me::login)),
        ("/api/logout", post(me::logout)),
        ("/api/settings", post(me::settings)),
        ("/api/sessions", get(account::sessions)),
        ("/api/sessions/end", post(account::end_sessions)),
        ("/api/tokens", get(tokens::list).post(tokens::make)),
        ("/api/tokens/withdraw", post(tokens::withdraw)),
        ("/api/password", post(account::change_password)),
        ("/api/password/forgotten", post(account::forgotten)),
        ("/api/password/reset", post(account::reset)),
        ("/api/account/close", post(account::close)),
        ("/api/confirm/{token}", get(account::confirm)),
        ("/api/unsubscribe/{token}", get(me::unsubscribe).post(me::unsubscribe)),
        ("/api/shelf", get(shelf::shelf)),
        ("/api/shelf/{game}/{scenario}/picture.svg", get(shelf::picture)),
        ("/api/shelf/{game}/{scenario}/army.svg", get(shelf::army)),
        ("/api/shelf/{game}/{scenario}/report.html", get(shelf::report)),
        ("/api/rules/{game}", get(shelf::rules)),
        ("/api/landscape/{file}", get(shelf::landscape)),
        ("/api/symbols/{file}", get(shelf::symbols)),
        ("/api/cards/{game}", get(guides::card)),
        ("/api/guides/{game}", get(guides::guide)),
        ("/api/pictures/{game}/{file}", get(guides::picture)),
        ("/api/lessons", get(lessons::taken).post(lessons::take)),
        ("/api/lessons/{game}/{lesson}", get(lessons::script).post(lessons::begin)),
        ("/api/levels", get(command::levels)),
        ("/api/games", get(games::list).post(games::create)),
        ("/api/invite/{token}", post(games::accept)),
        ("/api/games/{id}", get(table::view)),
        ("/api/games/{id}/join", post(games::join)),
        ("/api/games/{id}/orders", post(table::orders)),
        ("/api/games/{id}/roll", post(table::roll)),
        ("/api/games/{id}/check", post(table::check)),
        ("/api/games/{id}/odds", post(table::odds)),
        ("/api/games/{id}/routes/{counter}", get(table::routes)),
        ("/api/games/{id}/profile/{counter}", get(table::profile)),
        ("/api/games/{id}/deployment", get(table::deployment)),
        ("/api/games/{id}/meant", get(table::meant)),
        ("/api/games/{id}/ways", get(table::ways)),
        ("/api/games/{id}/posed", get(table::posed)),
        ("/api/games/{id}/regions", get(table::regions)),
        ("/api/games/{id}/bouts", get(table::bouts).post(table::bouts_after)),
        ("/api/games/{id}/fire/{counter}", get(table::fire)),
        ("/api/games/{id}/menace", get(table::menace)),
        ("/api/games/{id}/seat", post(command::seat)),
        ("/api/games/{id}/counsel", post(command::counsel)),
        ("/api/games/{id}/chances", get(aftermath::chances)),
        ("/api/games/{id}/analysis", get(aftermath::analysis)),
        ("/api/games/{id}/branch", post(aftermath::branch)),
        ("/api/games/{id}/picture.png", get(aftermath::picture)),
        ("/api/games/{id}/undo", post(customs::undo)),
        ("/api/games/{id}/undo/answer", post(customs::answer_undo)),
        ("/api/games/{id}/resign", post(customs::resign)),
        ("/api/games/{id}/draw", post(customs::draw)),
        ("/api/games/{id}/claim", post(customs::claim)),
        ("/api/games/{id}/chat", post(customs::chat)),
        ("/api/games/{id}/mute", post(customs::mute)),
        ("/api/games/{id}/log", get(table::log)),
        ("/api/games/{id}/at/{n}", get(table::at)),
        ("/api/games/{id}/record", get(table::record)),
        ("/api/games/{id}/events", get(events::events)),
        ("/healthz", get(pages::health)),
        ("/metrics", get(pages::metrics)),
    ]
}

/// The whole service.
pub fn service(contests: Arc<Contests>, settings: Settings) -> Router {
    let limits = Limits::new(settings.limits);
    // A face is packed already.
    let worth_packing = DefaultPredicate::new().and(NotForContentType::const_new("font/"));
    let house = Arc::new(House {
        atlas: shelf::Atlas::default(),
        passwords: Passwords::default(),
        heavy: Queue::new(2, 64),
        lines: Permits::default(),
        waiting: Permits::default(),
        contests,
        settings,
        limits,
    });
    let mut router = Router::new();
    for (path, handler) in routes() {
        router = router.route(path, handler.fallback(wrong_method));
    }
    router
        .fallback(get(pages::file).fallback(wrong_method))
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(from_fn_with_state(house.clone(), answers::measure))
        .layer(from_fn_with_state(house.clone(), guard::admit))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worth_packing))
        .layer(from_fn(guard::headers))
        .layer(from_fn_with_state(house.clone(), guard::count))
        .with_state(house)
}

async fn wrong_method() -> Response {
    let mut fault = Fault::malformed("this address does not take such requests");
    fault.status = StatusCode::METHOD_NOT_ALLOWED;
    fault.into_response()
}
