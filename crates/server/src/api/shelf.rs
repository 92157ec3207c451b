//! The shelf: games, scenarios, their pictures, rules and maps.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use board::layout::Layout;
use engine::edition::{Options, ScenarioCard};
use engine::hex::Orientation;
use engine::lesson::Lesson;
use engine::scene::Landscape;
use engine::{Objection, Side, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};
use shelf::Shelf;

use super::packed::Packed;
use super::visitor::Whence;
use super::{Door, House};
use crate::battlefield;
use crate::courtesy;
use crate::fault::Fault;
use crate::reports::Reports;

/// Maps and pictures once they are drawn.
#[derive(Default)]
pub struct Atlas {
    shelf: OnceLock<Packed>,
    maps: Mutex<HashMap<String, Packed>>,
    sketches: Mutex<HashMap<String, Packed>>,
    /// Rules, cards, guides and symbols, which never change while the house stands.
    pages: Mutex<HashMap<String, Packed>>,
    /// Where on the shelf each map is used.
    places: OnceLock<HashMap<String, (String, Options)>>,
}

impl Atlas {
    fn kept(pages: &Mutex<HashMap<String, Packed>>, name: &str) -> Option<Packed> {
        pages.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get(name).cloned()
    }

    fn keep(pages: &Mutex<HashMap<String, Packed>>, name: &str, page: Packed) -> Packed {
        let mut pages = pages.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        pages.insert(name.to_string(), page.clone());
        page
    }
}

impl House {
    /// A page that never changes, made and packed when it is first asked for.
    pub(super) async fn page(
        self: &Arc<Self>,
        name: &str,
        make: impl FnOnce(&House) -> Result<Vec<u8>, Fault> + Send + 'static,
    ) -> Result<Packed, Fault> {
        if let Some(page) = Atlas::kept(&self.atlas.pages, name) {
            return Ok(page);
        }
        let house = self.clone();
        let page = apart(move || make(&house).map(Packed::new)).await??;
        Ok(Atlas::keep(&self.atlas.pages, name, page))
    }
}

pub(super) fn document(page: &Packed, asked: &HeaderMap, kind: &'static str, keep: &'static str) -> Response {
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep)];
    page.answer(asked, headers.map(|(name, value)| (name, HeaderValue::from_static(value))))
}

/// A map has its face written into it, as nothing else reaches a picture within a page.
const MAP_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'";

const SVG: &str = "image/svg+xml";
const JSON: &str = "application/json";
const FOR_EVER: &str = "public, max-age=31536000, immutable";
const FOR_A_DAY: &str = "public, max-age=86400";

/// Work that takes a while, away from the quick work.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Fault::trouble())
}

/// `GET /api/shelf`: what there is to play.
pub async fn shelf(State(house): Door, asked: HeaderMap) -> Result<Response, Fault> {
    if house.atlas.shelf.get().is_none() {
        let games = house.contests.shelf.clone();
        let reports = house.settings.reports.clone();
        let page = apart(move || Packed::new(contents(&games, &reports).to_string())).await?;
        let _ = house.atlas.shelf.set(page);
    }
    let page = house.atlas.shelf.get().ok_or_else(Fault::trouble)?;
    Ok(document(page, &asked, JSON, "no-cache"))
}

fn contents(shelf: &Shelf, reports: &Reports) -> Value {
    let editions = shelf.editions().map(|edition| {
        let scenarios: Vec<Value> =
            edition.scenarios().iter().map(|card| entry(shelf, card, reports)).collect();
        let lessons: Vec<Value> = edition.course().lessons().iter().map(Lesson::card).collect();
        let cover = &edition.reference().cover;
        json!({
            "game": edition.name(), "title": edition.title(), "cover": cover, "scenarios": scenarios, "lessons": lessons,
        })
    });
    Value::Array(editions.collect())
}

fn entry(shelf: &Shelf, card: &ScenarioCard, reports: &Reports) -> Value {
    let counters = match shelf.open(&card.scenario, &Options::new()) {
        Ok(opening) => opening.table.scene(Viewer::Public).counters.len() as u32,
        Err(_) => 0,
    };
    let mut entry = json!(card);
    entry["counters"] = json!(counters);
    entry["length"] = json!(length(card.turns, counters));
    entry["difficulty"] = json!(difficulty(card.rules.len(), counters));
    entry["picture"] = json!(format!("/api/shelf/{}/picture.svg", card.scenario));
    entry["field"] = battlefield::field(shelf, &card.scenario).unwrap_or_default();
    if let Some(report) = reports.of(&card.scenario) {
        let address = format!("/api/shelf/{}/report.html", card.scenario);
        entry["report"] = json!({ "title": report.title, "address": address });
    }
    entry
}

/// How long a game takes: turns times counters is the work there is.
fn length(turns: u32, counters: u32) -> &'static str {
    match turns * counters {
        0..700 => "short",
        700..1_300 => "medium",
        _ => "long",
    }
}

/// How hard it is for a newcomer: special rules and many counters.
fn difficulty(special_rules: usize, counters: u32) -> u8 {
    match (special_rules, counters) {
        (0..=2, 0..=60) => 1,
        (0..=2, 0..=120) => 2,
        _ => 3,
    }
}

/// `GET /api/shelf/{game}/{scenario}/picture.svg`: the battlefield with both armies deployed.
pub async fn picture(
    State(house): Door,
    Path((game, scenario)): Path<(String, String)>,
    asked: HeaderMap,
) -> Result<Response, Fault> {
    let name = format!("{game}/{scenario}");
    house.contests.shelf.scenario(&name).map_err(|unknown| Fault::unknown(unknown.to_string()))?;
    if let Some(page) = Atlas::kept(&house.atlas.sketches, &name) {
        return Ok(document(&page, &asked, SVG, FOR_A_DAY));
    }
    let (games, wanted) = (house.contests.shelf.clone(), name.clone());
    let page = apart(move || battlefield::sketch(&games, &wanted).map(Packed::new)).await??;
    Ok(document(&Atlas::keep(&house.atlas.sketches, &name, page), &asked, SVG, FOR_A_DAY))
}

/// A report has its style written into it, and nothing else.
const REPORT_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

/// `GET /api/shelf/{game}/{scenario}/report.html`: what the lab found out about a scenario.
pub async fn report(
    State(house): Door,
    Path((game, scenario)): Path<(String, String)>,
    Whence(address): Whence,
    asked: HeaderMap,
) -> Result<Response, Fault> {
    let unknown = || Fault::unknown("there is no report of this scenario here");
    let report = house.settings.reports.of(&format!("{game}/{scenario}")).ok_or_else(unknown)?;
    let file = report.page.clone();
    let page = house.heavy(address, move || std::fs::read(file).map(Packed::new)).await?;
    let page = page.map_err(|_| unknown())?;
    let mut answer = document(&page, &asked, "text/html; charset=utf-8", "no-cache");
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(REPORT_POLICY));
    Ok(answer)
}

/// Which army is looked at, and with which options of the scenario, as JSON.
#[derive(Deserialize)]
pub struct Looked {
    side: Side,
    #[serde(default)]
    options: String,
}

/// `GET /api/shelf/{game}/{scenario}/army.svg?side=first&options={…}`: the army of a side before the game begins.
pub async fn army(
    State(house): Door,
    Path((game, scenario)): Path<(String, String)>,
    Query(Looked { side, options }): Query<Looked>,
    Whence(address): Whence,
    asked: HeaderMap,
) -> Result<Response, Fault> {
    let options: Options = match options.as_str() {
        "" => Options::new(),
        text => serde_json::from_str(text)
            .map_err(|_| Fault::malformed("`options` is an object of JSON: {\"first\":\"I/22a\"}"))?,
    };
    let (games, name) = (house.contests.shelf.clone(), format!("{game}/{scenario}"));
    games.scenario(&name).map_err(|unknown| Fault::unknown(unknown.to_string()))?;
    let draw = move || -> Result<Packed, Objection> {
        // Its box as it is opened: nothing is hidden from whoever has not sat down yet.
        let scene = games.open(&name, &options)?.table.scene(Viewer::Referee);
        Ok(Packed::new(board::lineup_svg(&scene, side.index() as u8)))
    };
    Ok(document(&house.heavy(address, draw).await??, &asked, SVG, FOR_A_DAY))
}

/// `GET /api/rules/{game}`: the rule list, and after it the courtesies of the table.
pub async fn rules(
    State(house): Door,
    Path(game): Path<String>,
    asked: HeaderMap,
) -> Result<Response, Fault> {
    house.contests.shelf.edition(&game).map_err(|unknown| Fault::unknown(unknown.to_string()))?;
    let name = format!("rules/{game}");
    let page = house.page(&name, move |house| list_of_rules(&house.contests.shelf, &game)).await?;
    Ok(document(&page, &asked, JSON, "no-store"))
}

fn list_of_rules(shelf: &Shelf, game: &str) -> Result<Vec<u8>, Fault> {
    let edition = shelf.edition(game).map_err(|unknown| Fault::unknown(unknown.to_string()))?;
    let rules = edition.rulebook().rules.iter().map(|rule| {
        json!({ "rule": rule.rule, "title": rule.title, "summary": rule.summary, "status": rule.status })
    });
    let rules: Vec<Value> = rules.chain(courtesy::rules()).collect();
    Ok(json!({ "game": game, "title": edition.title(), "rules": rules }).to_string().into_bytes())
}

/// `GET /api/landscape/{key}.svg` and `.json`: a map, drawn and as data.
pub async fn landscape(
    State(house): Door,
    Path(file): Path<String>,
    asked: HeaderMap,
) -> Result<Response, Fault> {
    let unknown = || Fault::unknown("there is no such map");
    let (key, drawn) = match file.rsplit_once('.') {
        Some((key, "svg")) => (key.to_string(), true),
        Some((key, "json")) => (key.to_string(), false),
        _ => return Err(unknown()),
    };
    let page = match Atlas::kept(&house.atlas.maps, &file) {
        Some(page) => page,
        None => {
            let here = house.clone();
            let find = move || {
                let games = &here.contests.shelf;
                find(games, here.atlas.places.get_or_init(|| places(games)), &key)
            };
            let land = apart(find).await?.ok_or_else(unknown)?;
            let page = match drawn {
                true => apart(move || Packed::new(whole_map(&land))).await?,
                false => Packed::new(serde_json::to_string(&*land).map_err(|_| Fault::trouble())?),
            };
            Atlas::keep(&house.atlas.maps, &file, page)
        }
    };
    if !drawn {
        return Ok(document(&page, &asked, JSON, FOR_EVER));
    }
    let mut answer = document(&page, &asked, SVG, FOR_EVER);
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(MAP_POLICY));
    Ok(answer)
}

/// The map of a scenario with these options.
fn map_of(shelf: &Shelf, scenario: &str, options: &Options) -> Option<Arc<Landscape>> {
    Some(shelf.open(scenario, options).ok()?.table.scene(Viewer::Public).landscape)
}

/// Where each map is used: a scenario, and options of it. Found out once, so that names nobody knows cost nothing.
fn places(shelf: &Shelf) -> HashMap<String, (String, Options)> {
    let usual = |card: &ScenarioCard| (card.scenario.clone(), Options::new());
    let single = |card: &ScenarioCard| -> Vec<(String, Options)> {
        let options = card.options.iter().flat_map(|o| o.values.iter().map(move |v| (&o.name, v)));
        options
            .map(|(name, value)| (card.scenario.clone(), Options::new().with(name, value.clone())))
            .collect()
    };
    let all = shelf.scenarios().map(usual).chain(shelf.scenarios().flat_map(single));
    let mut places = HashMap::new();
    for (scenario, options) in all {
        if let Some(land) = map_of(shelf, &scenario, &options) {
            places.entry(land.key.clone()).or_insert((scenario, options));
        }
    }
    places
}

/// The map with this key, wherever on the shelf it is used.
fn find(shelf: &Shelf, places: &HashMap<String, (String, Options)>, key: &str) -> Option<Arc<Landscape>> {
    let (scenario, options) = places.get(key)?;
    map_of(shelf, scenario, options).filter(|land| land.key == key)
}

fn whole_map(land: &Landscape) -> String {
    let size = Layout::of(land).size();
    let drawing = board::landscape_svg(land);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">{2}{drawing}</svg>",
        size.x.ceil(),
        size.y.ceil(),
        board::faces(&drawing)
    )
}

/// `GET /api/symbols/{kind}.svg`: what layers refer to.
pub async fn symbols(
    State(house): Door,
    Path(file): Path<String>,
    asked: HeaderMap,
) -> Result<Response, Fault> {
    let draw: fn() -> String = match file.as_str() {
        "flat.svg" => || board::symbols_svg(Orientation::Flat),
        "pointy.svg" => || board::symbols_svg(Orientation::Pointy),
        "table.svg" => board::table_symbols_svg,
        _ => return Err(Fault::unknown("there are symbols for flat.svg, pointy.svg and table.svg")),
    };
    let write = move |_: &House| {
        Ok(format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{}</svg>", draw()).into_bytes())
    };
    let page = house.page(&format!("symbols/{file}"), write).await?;
    Ok(document(&page, &asked, SVG, "no-cache"))
}
