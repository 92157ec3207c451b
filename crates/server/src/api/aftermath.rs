//! After a game, and on the way: how the chances went, who changed them, its picture, and playing on from a moment of it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use board::Style;
use commander::Level;
use engine::record::{DiceSource, Session};
use engine::{Objection, Side, Turn, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::visitor::{Known, Said, Visitor, Whence};
use super::{Door, House, games};
use crate::analysis;
use crate::contest::{Contest, Held};
use crate::contests::{Draft, InHand, Told};
use crate::deed::Act;
use crate::fault::Fault;
use crate::fortunes::{self, Fortunes};
use crate::secret;
use crate::store::GameRow;
use crate::timekeeping::now;
use crate::view::json_text;

/// So many pixels wide a shared picture is.
const WIDE: u32 = 1600;

fn told(answer: &impl Serialize) -> Response {
    (StatusCode::OK, [(header::CONTENT_TYPE, "application/json")], json_text(answer)).into_response()
}

/// Where a game stands: what an answer about it holds for.
fn moment(contest: &Contest) -> (String, bool) {
    (contest.session.hash(), contest.is_over())
}

/// On whose account it is thought: all strangers wait for one another.
fn asker(visitor: &Visitor) -> i64 {
    visitor.id().unwrap_or(0)
}

/// `GET /api/games/{id}/chances`: how the chances went.
pub async fn chances(
    State(house): Door,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let hand = house.contests.take(&id).await?;
    let contest = &hand.contest;
    let over = contest.is_over();
    if !over && !contest.is_of_one_player() {
        return Err(Fault::against(
            "table.counsel",
            "between two people the chances are told after the game",
        ));
    }
    if !over && contest.session.table().hides_from(Viewer::Public) {
        return Err(Fault::against("table.counsel", "units are hidden; the chances are told when they show"));
    }
    Ok(told(fortunes_of(&house, hand, asker(&visitor)).await?.as_ref()))
}

/// The fortunes of a game, told once as long as it stands where it stands.
async fn fortunes_of(house: &House, hand: InHand, asker: i64) -> Result<Arc<Fortunes>, Fault> {
    let contest = &hand.contest;
    let moment = moment(contest);
    if let Some(known) = Told::known(&hand.live.fortunes, &moment) {
        return Ok(known);
    }
    let (session, live) = (contest.session.clone(), hand.live.clone());
    let result = contest.winner().map(|winner| match winner {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    });
    drop(hand);
    // Whoever asks at the same time waits for the one answer.
    let _turn = live.weighing.lock().await;
    if let Some(known) = Told::known(&live.fortunes, &moment) {
        return Ok(known);
    }
    let slot = house.contests.staff.slot_for(asker).await?;
    let thinker = house.contests.staff.thinker().clone();
    let work = move || {
        let _slot = slot;
        fortunes::tell(&session, result, thinker.as_ref())
    };
    let told = tokio::task::spawn_blocking(work).await.map_err(|_| Fault::trouble())?;
    Ok(Told::keep(&live.fortunes, moment, told.map_err(|_| Fault::trouble())?))
}

/// `GET /api/games/{id}/analysis`: what the dice and the decisions were worth.
pub async fn analysis(
    State(house): Door,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let hand = house.contests.take(&id).await?;
    let contest = &hand.contest;
    if !contest.is_over() {
        return Err(Fault::against("table.counsel", "a game is weighed when it is over"));
    }
    let moment = moment(contest);
    let live = hand.live.clone();
    if let Some(known) = Told::known(&live.analysis, &moment) {
        return Ok(told(known.as_ref()));
    }
    let (session, ended) = (contest.session.clone(), contest.ended);
    let fortunes = fortunes_of(&house, hand, asker(&visitor)).await?;
    let _turn = live.weighing.lock().await;
    // Whoever asked at the same time has it by now.
    if let Some(known) = Told::known(&live.analysis, &moment) {
        return Ok(told(known.as_ref()));
    }
    let slot = house.contests.staff.slot_for(asker(&visitor)).await?;
    let staff = house.contests.staff.clone();
    let work = move || {
        let _slot = slot;
        analysis::weigh(&session, &fortunes, ended, staff.thinker().as_ref(), staff.nodes())
    };
    let weighed = tokio::task::spawn_blocking(work).await.map_err(|_| Fault::trouble())?;
    let weighed = weighed.map_err(|_| Fault::trouble())?;
    Ok(told(Told::keep(&live.analysis, moment, weighed).as_ref()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayOn {
    /// The entry after which it goes on.
    entry: usize,
    /// Whom the asker leads then.
    #[serde(default)]
    side: Option<Side>,
    /// How well the computer leads the other side; at one screen if nobody does.
    #[serde(default)]
    level: Option<Level>,
}

/// `POST /api/games/{id}/branch`: another game, from a moment of this one.
pub async fn branch(
    State(house): Door,
    Known(player): Known,
    Whence(address): Whence,
    Path(id): Path<String>,
    Said(wish): Said<PlayOn>,
) -> Result<Json<Value>, Fault> {
    house.may_begin(address)?;
    games::has_room(&house, player.id).await?;
    let hand = house.contests.take(&id).await?;
    let contest = &hand.contest;
    if !contest.is_over() {
        return Err(Fault::against("table.counsel", "one plays on from a game that is over"));
    }
    let row = branched(contest, &wish)?;
    drop(hand);
    let id = row.id.clone();
    let opened = Contest::open(&house.contests.shelf, row.clone(), house.contests.absences.clone())?;
    house.contests.store.create(&row, &opened.summary()).await?;
    let hand = house.contests.take(&id).await?;
    let own = wish.side.unwrap_or(Side::First);
    let plan = move |draft: &mut Draft| {
        for side in Side::BOTH {
            draft.act(Some(side), Act::Sit { player: player.id, name: player.name.clone() })?;
        }
        if let Some(level) = wish.level {
            draft.act(Some(own.other()), Act::Lead { level: Some(level) })?;
        }
        Ok(())
    };
    house.contests.perform(hand, Held::Neither, plan).await?;
    Ok(Json(json!({ "id": id })))
}

/// The row of a game that starts from a moment of another, with dice of its own.
fn branched(contest: &Contest, wish: &PlayOn) -> Result<GameRow, Fault> {
    let session = &contest.session;
    let last = session.cursor();
    let refuse = |why: String| Fault::from(Objection::new("protocol", why));
    if wish.entry > last {
        return Err(refuse(format!(
            "this game has {last} entries; there is no moment after entry {}",
            wish.entry
        )));
    }
    let table = session.position(wish.entry)?;
    if !matches!(table.turn(), Turn::Order(_)) {
        return Err(refuse(format!(
            "after entry {} nobody is to move; choose a moment at which a side is",
            wish.entry
        )));
    }
    let seed = secret::bytes::<32>();
    let mut header = session.header().clone();
    header.version = engine::record::VERSION;
    header.dice = DiceSource::committed(&seed);
    header.start = Some(table.state());
    header.branch = None;
    header.signed = None;
    Ok(GameRow {
        id: secret::name(),
        scenario: contest.row.scenario.clone(),
        header: serde_json::to_string(&header).map_err(|_| Fault::trouble())?,
        seed: Some(seed.to_vec()),
        seating: if wish.level.is_some() { "computer" } else { "hotseat" }.into(),
        clock: None,
        invite: None,
        created: now(),
    })
}

/// `GET /api/games/{id}/picture.png`: the board at the end, with the result in place of the prompt.
pub async fn picture(
    State(house): Door,
    Whence(address): Whence,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let hand = house.contests.take(&id).await?;
    let contest = &hand.contest;
    if !contest.is_over() {
        return Err(Fault::against("table.counsel", "the picture is of a game that is over"));
    }
    let scene = picture_scene(&contest.session, contest);
    drop(hand);
    let draw = move || board::png(&board::picture(&scene, &Style::default()), WIDE);
    let picture = house.heavy(address, draw).await?.map_err(|_| Fault::trouble())?;
    let name = format!("attachment; filename=\"strategikon-{id}.png\"");
    let kind = [(header::CONTENT_TYPE, "image/png".to_string()), (header::CONTENT_DISPOSITION, name)];
    Ok((StatusCode::OK, kind, picture).into_response())
}

fn picture_scene(session: &Session, contest: &Contest) -> engine::scene::Scene {
    let mut scene = session.table().scene(Viewer::Public);
    if let Some(end) = contest.end() {
        scene.prompt = end.why;
    }
    scene
}
