//! The client's files, health and figures.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use engine::table::hex_digits;
use rust_embed::RustEmbed;

use super::Door;
use super::packed::Packed;
use crate::fault::Fault;

#[derive(RustEmbed)]
#[folder = "../../web"]
struct Client;

/// Files of the client once they are packed, by their tags: while the client is worked on, they change.
static PACKED: LazyLock<Mutex<HashMap<String, Packed>>> = LazyLock::new(Mutex::default);

/// A file of the client. The lobby, a table and an invitation are all the one page.
pub async fn file(uri: Uri, asked: HeaderMap) -> Response {
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
    let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    // Packed by a proxy or by us, a tag may be marked as weak; it means the same file.
    if known.is_some_and(|all| all.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let kind = found.metadata.mimetype().to_string();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind };
    // A face is named after what is in it, so it never changes; everything else is asked for again.
    let keep = if name.ends_with(".woff2") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let packed = {
        let mut packed = PACKED.lock().unwrap_or_else(PoisonError::into_inner);
        packed.entry(tag.clone()).or_insert_with(|| Packed::new(found.data.into_owned())).clone()
    };
    let value = |text: &str| HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(""));
    packed.answer(
        &asked,
        [
            (header::CONTENT_TYPE, value(&kind)),
            (header::ETAG, value(&tag)),
            (header::CACHE_CONTROL, value(keep)),
        ],
    )
}

/// `GET /healthz`: whether the server answers and a write to its database would succeed.
pub async fn health(State(house): Door) -> Result<&'static str, Fault> {
    house.contests.store.ping().await?;
    Ok("ok\n")
}

/// `GET /metrics`: figures for Prometheus.
pub async fn metrics(State(house): Door) -> Response {
    let (contests, listeners) = house.contests.crowd();
    let text = house.contests.metrics.text(contests, listeners, house.contests.staff.roster.waiting());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The faces a file of the client names.
    fn named(file: &str) -> BTreeSet<String> {
        let text = Client::get(file).unwrap().data;
        let text = String::from_utf8(text.into_owned()).unwrap();
        let faces = text.split("/fonts/").skip(1).filter_map(|rest| rest.split_once(".woff2"));
        faces.map(|(name, _)| format!("fonts/{name}.woff2")).collect()
    }

    #[test]
    fn the_faces_the_client_names_are_those_it_brings_with_their_licence() {
        let brought: BTreeSet<String> =
            Client::iter().filter(|name| name.ends_with(".woff2")).map(|name| name.to_string()).collect();
        assert_eq!(named("css/face.css"), brought);
        let early = named("index.html");
        assert!(!early.is_empty() && early.is_subset(&brought), "{early:?}");
        let licence = Client::get("fonts/OFL.txt").unwrap().data;
        assert!(String::from_utf8_lossy(&licence).contains("SIL OPEN FONT LICENSE"));
    }

    #[test]
    fn a_face_is_named_after_what_is_in_it() {
        for name in Client::iter().filter(|name| name.ends_with(".woff2")) {
            let digest = hex_digits(&Client::get(&name).unwrap().metadata.sha256_hash());
            assert!(name.ends_with(&format!(".{}.woff2", &digest[..8])), "{name}");
        }
    }
}
