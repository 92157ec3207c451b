//! The client's files, health and figures.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use engine::table::hex_digits;
use rust_embed::RustEmbed;

use super::Door;
use crate::fault::Fault;

#[derive(RustEmbed)]
#[folder = "../../web"]
struct Client;

/// A file of the client. The lobby, a table and an invitation are all the one page.
pub async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Fault::unknown("there is no such address in the API; GET /api describes it").into_response();
    }
    let page = path.is_empty() || path.starts_with("invite/") || path.starts_with("game/");
    let name = if page { "index.html" } else { path };
    let Some(found) = Client::get(name) else {
        return Fault::unknown("there is no such page").into_response();
    };
    let tag = format!("\"{}\"", &hex_digits(&found.metadata.sha256_hash())[..32]);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    // Compressing proxies and layers mark a tag as weak; it means the same file.
    if known.is_some_and(|all| all.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let kind = found.metadata.mimetype().to_string();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind };
    let headers =
        [(header::CONTENT_TYPE, kind), (header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".into())];
    (headers, Body::from(found.data)).into_response()
}

/// `GET /healthz`: whether the server answers and a write to its database would succeed.
pub async fn health(State(house): Door) -> Result<&'static str, Fault> {
    house.hall.store.ping().await?;
    Ok("ok\n")
}

/// `GET /metrics`: figures for Prometheus.
pub async fn metrics(State(house): Door) -> Response {
    let (contests, listeners) = house.hall.crowd();
    let text = house.hall.tally.text(contests, listeners, house.hall.staff.roster.waiting());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
