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

/// Pictures, in a folder for each guide; beside them the positions that some of them are drawn from.
#[derive(RustEmbed)]
#[folder = "../../docs/pictures/guides"]
struct Pictures;

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

/// `GET /api/pictures/{game}/{file}`: a picture of the guide of a game.
pub async fn picture(Path((game, file)): Path<(String, String)>) -> Result<Response, Fault> {
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, FOR_AN_HOUR)];
    let found = file.ends_with(".png").then(|| Pictures::get(&format!("{game}/{file}"))).flatten();
    match found.map(|found| found.data) {
        Some(Cow::Borrowed(data)) => Ok((headers, Bytes::from_static(data)).into_response()),
        Some(Cow::Owned(data)) => Ok((headers, Bytes::from(data)).into_response()),
        None => Err(Fault::unknown(format!("the guide of `{game}` has no picture `{file}`"))),
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
