//! Faults: what a request is answered with when it is not granted.

use std::borrow::Cow;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::Objection;
use serde_json::{Value, json};

use crate::store::StoreFault;

/// Why a request is not granted.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// The status of the answer.
    pub status: StatusCode,
    /// The rule behind it: of the game, or `protocol`.
    pub rule: Cow<'static, str>,
    /// The reason, in a sentence.
    pub why: String,
    /// The view of the game, where the asker's was out of date.
    pub view: Option<Box<Value>>,
}

impl Fault {
    fn new(status: StatusCode, why: impl Into<String>) -> Self {
        Fault { status, rule: "protocol".into(), why: why.into(), view: None }
    }

    /// The request makes no sense.
    pub fn malformed(why: impl Into<String>) -> Self {
        Fault::new(StatusCode::BAD_REQUEST, why)
    }

    /// The customs of the table do not allow it.
    pub fn against(rule: &'static str, why: impl Into<String>) -> Self {
        Fault { rule: rule.into(), ..Fault::forbidden(why) }
    }

    /// Nobody is known to ask.
    pub fn stranger() -> Self {
        Fault::new(StatusCode::UNAUTHORIZED, "there is no session yet; GET /api/me begins one")
    }

    /// The asker may not.
    pub fn forbidden(why: impl Into<String>) -> Self {
        Fault::new(StatusCode::FORBIDDEN, why)
    }

    /// There is no such thing.
    pub fn unknown(why: impl Into<String>) -> Self {
        Fault::new(StatusCode::NOT_FOUND, why)
    }

    /// The asker's view is out of date, or the thing is no longer so.
    pub fn outdated(why: impl Into<String>) -> Self {
        Fault::new(StatusCode::CONFLICT, why)
    }

    /// Another process wrote first.
    pub fn overtaken() -> Self {
        Fault::outdated("somebody else was faster; look again")
    }

    /// Whether it is worth another try by somebody who does not mind what the other did.
    pub fn is_overtaken(&self) -> bool {
        *self == Fault::overtaken()
    }

    /// The request is for somebody else.
    pub fn misdirected(why: impl Into<String>) -> Self {
        Fault::new(StatusCode::MISDIRECTED_REQUEST, why)
    }

    /// Too many requests.
    pub fn too_many() -> Self {
        Fault::new(StatusCode::TOO_MANY_REQUESTS, "too many requests; wait a moment")
    }

    /// The request is too large.
    pub fn too_large() -> Self {
        Fault::new(StatusCode::PAYLOAD_TOO_LARGE, "the request is too large")
    }

    /// The request did not arrive whole in good time.
    pub fn too_slow() -> Self {
        Fault::new(StatusCode::REQUEST_TIMEOUT, "the request did not arrive whole in good time")
    }

    /// The server's own trouble; the log knows more.
    pub fn trouble() -> Self {
        Fault::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the server could not do this; look again before you repeat it",
        )
    }

    /// Not now, but soon.
    fn later(why: &'static str) -> Self {
        Fault::new(StatusCode::SERVICE_UNAVAILABLE, why)
    }

    /// The same with the view as it is now.
    pub fn with_view(mut self, view: Value) -> Self {
        self.view = Some(Box::new(view));
        self
    }
}

/// A refusal by the rules of the game.
impl From<Objection> for Fault {
    fn from(objection: Objection) -> Self {
        Fault {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            rule: objection.rule,
            why: objection.why,
            view: None,
        }
    }
}

impl From<StoreFault> for Fault {
    fn from(fault: StoreFault) -> Self {
        match fault {
            StoreFault::NameTaken => Fault::outdated("this name is taken"),
            StoreFault::Overtaken => Fault::overtaken(),
            StoreFault::OtherRules(what) => Fault::outdated(what),
            StoreFault::Closing => Fault::later("the server is about to restart; try again in a moment"),
            StoreFault::Database(_) => {
                tracing::error!(%fault, "the store does not answer");
                Fault::later(
                    "the games cannot be reached now; look again in a moment, before you repeat anything",
                )
            }
            StoreFault::NotWritten(_) => {
                tracing::warn!(%fault, "not written");
                Fault::later("this could not be written down and was not done; try again in a moment")
            }
            StoreFault::Unsure(_) => {
                tracing::error!(%fault, "perhaps written");
                Fault::later(
                    "it is not known whether this was written down; look again in a moment, before you repeat it",
                )
            }
            StoreFault::Corrupt(_) | StoreFault::Unusable(_) => {
                tracing::error!(%fault, "the store failed");
                Fault::trouble()
            }
        }
    }
}

/// Whoever was put off may ask again after so many seconds.
const RETRY_AFTER: &str = "2";

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut body = json!({ "error": { "rule": self.rule, "why": self.why } });
        if let Some(view) = self.view {
            body["view"] = *view;
        }
        let mut response = (self.status, Json(body)).into_response();
        if matches!(self.status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
        }
        response
    }
}
