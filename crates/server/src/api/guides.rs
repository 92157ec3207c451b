//! What is read beside the table: players' guides with their pictures, and reference cards.

use std::borrow::Cow;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use serde_json::json;

use super::shelf::document;
use super::{Door, House};
use crate::fault::Fault;

#[derive(RustEmbed)]
#[folder = "../../docs/games"]
struct Guides;

#[derive(RustEmbed)]
#[folder = "../../docs/pictures/dba"]
struct Diagrams;

/// Pictures the guides show beside their diagrams.
const PICTURES: &[(&str, &[u8])] = &[
    ("apocalypse.png", include_bytes!("../../../../docs/pictures/apocalypse.png")),
    ("dba.png", include_bytes!("../../../../docs/pictures/dba.png")),
];

const FOR_AN_HOUR: &str = "public, max-age=3600";

/// `GET /api/guides/{game}`: a player's guide, as Markdown.
pub async fn guide(
    State(house): Door,
    Path(game): Path<String>,
    asked: HeaderMap,
) -> Result<Response, Fault> {
    let edition =
        house.contests.shelf.edition(&game).map_err(|unknown| Fault::unknown(unknown.to_string()))?;
    let file = format!("{}.md", edition.name());
    let none = Fault::unknown(format!("{} has no guide yet", edition.title()));
    let read = move |_: &House| Guides::get(&file).map(|found| found.data.into_owned()).ok_or(none);
    let page = house.page(&format!("guides/{game}"), read).await?;
    Ok(document(&page, &asked, "text/markdown; charset=utf-8", "no-cache"))
}

/// `GET /api/pictures/{file}`: a picture of a guide, by the name of its file.
pub async fn picture(Path(file): Path<String>) -> Result<Response, Fault> {
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, FOR_AN_HOUR)];
    let diagram = Some(&file).filter(|name| name.ends_with(".png")).and_then(|name| Diagrams::get(name));
    let diagram = diagram.map(|found| match found.data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => Bytes::from(data),
    });
    let picture = PICTURES.iter().find(|(name, _)| *name == file).map(|(_, data)| Bytes::from_static(data));
    match diagram.or(picture) {
        Some(data) => Ok((headers, data).into_response()),
        None => Err(Fault::unknown("no guide has such a picture")),
    }
}

/// `GET /api/cards/{game}`: the charts of a game, for a card of one page.
pub async fn card(State(house): Door, Path(game): Path<String>, asked: HeaderMap) -> Result<Response, Fault> {
    house.contests.shelf.edition(&game).map_err(|unknown| Fault::unknown(unknown.to_string()))?;
    let name = format!("cards/{game}");
    let write = move |house: &House| -> Result<Vec<u8>, Fault> {
        let edition =
            house.contests.shelf.edition(&game).map_err(|unknown| Fault::unknown(unknown.to_string()))?;
        let card = json!({ "game": game, "title": edition.title(), "charts": edition.reference().charts });
        Ok(card.to_string().into_bytes())
    };
    Ok(document(&house.page(&name, write).await?, &asked, "application/json", "no-store"))
}
