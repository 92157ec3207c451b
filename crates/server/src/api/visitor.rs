//! Who asks: the session cookie and the player behind it.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{House, tokens};
use crate::fault::Fault;
use crate::secret;
use crate::store::Player;
use crate::timekeeping::now;

/// The name of the cookie.
const COOKIE: &str = "session";
/// A body takes no longer to arrive.
const SILENCE: Duration = Duration::from_secs(30);
/// Half a year, as the sessions in the store.
const SECONDS: u32 = 180 * 24 * 60 * 60;

/// The token of the session cookie.
pub fn token(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, token) = pairs.find(|(name, _)| *name == COOKIE)?;
    let whole = token.len() == 64 && token.bytes().all(|b| b.is_ascii_hexdigit());
    whole.then(|| token.to_string())
}

/// The header that gives a browser its session.
pub fn cookie(house: &House, token: &str) -> Result<HeaderValue, Fault> {
    let secure = if house.settings.https() { "; Secure" } else { "" };
    let text = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={SECONDS}{secure}");
    HeaderValue::from_str(&text).map_err(|_| Fault::trouble())
}

/// The digest of the token or else of the session a request comes with, whether it is known or not.
pub fn session(headers: &HeaderMap) -> Option<Vec<u8>> {
    match tokens::bearer(headers) {
        Some(bearer) => Some(secret::digest(bearer)),
        None => token(headers).map(|token| secret::digest(&token)),
    }
}

/// Begins a session for a player and answers its token.
pub async fn begin_session(house: &House, player: i64, headers: &HeaderMap) -> Result<String, Fault> {
    let token = secret::token();
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let agent: String = agent.chars().take(200).collect();
    house.contests.store.begin_session(&secret::digest(&token), player, &agent, now()).await?;
    Ok(token)
}

/// Ends the session a request comes with, and whatever it listens to.
pub async fn end_session(house: &House, headers: &HeaderMap) -> Result<(), Fault> {
    if let Some(session) = session(headers) {
        house.contests.store.end_session(&session).await?;
        house.contests.hang_up(&[session]).await;
    }
    Ok(())
}

/// Begins a session in place of the one a request comes with.
pub async fn change_session(house: &House, player: i64, headers: &HeaderMap) -> Result<String, Fault> {
    end_session(house, headers).await?;
    begin_session(house, player, headers).await
}

/// Whoever asks, known or not.
pub struct Visitor(pub Option<Player>);

impl Visitor {
    /// The number of the player, if there is one.
    pub fn id(&self) -> Option<i64> {
        self.0.as_ref().map(|player| player.id)
    }
}

impl FromRequestParts<Arc<House>> for Visitor {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Fault> {
        if let Some(bearer) = tokens::bearer(&parts.headers) {
            // Nobody is a stranger with a token: it opens what it is for, or nothing.
            let player = house.contests.store.spoken_for(&secret::digest(bearer), now()).await?;
            return player.map(|player| Visitor(Some(player))).ok_or_else(tokens::worn_out);
        }
        let Some(token) = token(&parts.headers) else { return Ok(Visitor(None)) };
        Ok(Visitor(house.contests.store.player(&secret::digest(&token), now()).await?))
    }
}

/// Somebody known; strangers are told how to become so.
pub struct Known(pub Player);

impl FromRequestParts<Arc<House>> for Known {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Fault> {
        let Visitor(player) = Visitor::from_request_parts(parts, house).await?;
        player.map(Known).ok_or_else(Fault::stranger)
    }
}

/// The address a request comes from.
pub struct Whence(pub std::net::IpAddr);

impl FromRequestParts<Arc<House>> for Whence {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Infallible> {
        let mut request = Request::new(axum::body::Body::empty());
        *request.headers_mut() = parts.headers.clone();
        *request.extensions_mut() = parts.extensions.clone();
        Ok(Whence(super::guard::address_of(house, &request)))
    }
}

/// A JSON body, refused with a sentence if it is not what is expected.
pub struct Said<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<House>> for Said<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Self, Fault> {
        let (parts, body) = request.into_parts();
        // A body is small (see `LARGEST`), and is wanted whole either way.
        let whole = tokio::time::timeout(SILENCE, axum::body::to_bytes(body, super::LARGEST)).await;
        let whole = whole.map_err(|_| Fault::too_slow())?.map_err(|_| Fault::too_large())?;
        if has_nul(&whole) {
            return Err(Fault::malformed("a text has a character 0 in it"));
        }
        match axum::Json::<T>::from_request(Request::from_parts(parts, whole.into()), house).await {
            Ok(axum::Json(said)) => Ok(Said(said)),
            Err(JsonRejection::BytesRejection(fault)) if fault.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Fault::too_large())
            }
            Err(JsonRejection::MissingJsonContentType(_)) => {
                Err(Fault::malformed("the body must be JSON, with Content-Type: application/json"))
            }
            Err(fault) => {
                Err(Fault::malformed(format!("the body is not what is expected: {}", fault.body_text())))
            }
        }
    }
}

/// Whether some text of a JSON body has a character 0 in it, which no database keeps as it is.
fn has_nul(body: &[u8]) -> bool {
    // Hardly ever so: the body is read for it only when it might be.
    let may_have = body.windows(6).any(|part| part == b"\\u0000");
    may_have && serde_json::from_slice::<Value>(body).is_ok_and(|value| says_nul(&value))
}

fn says_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(parts) => parts.iter().any(says_nul),
        Value::Object(fields) => fields.iter().any(|(name, part)| name.contains('\0') || says_nul(part)),
        _ => false,
    }
}
