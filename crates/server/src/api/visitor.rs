//! Who asks: the session cookie and the player behind it.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::de::DeserializeOwned;

use super::House;
use crate::contests::now;
use crate::fault::Fault;
use crate::secret;
use crate::store::Player;

/// The name of the cookie.
const COOKIE: &str = "session";
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

/// Begins a session for a player and answers its token.
pub async fn begin_session(house: &House, player: i64) -> Result<String, Fault> {
    let token = secret::token();
    house.contests.store.begin_session(&secret::digest(&token), player, now()).await?;
    Ok(token)
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
        match axum::Json::<T>::from_request(request, house).await {
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
