//! At the table: the view, orders, questions, the past.

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::odds::Chance;
use engine::place::Pose;
use engine::table::{Forecast, Table};
use engine::{Objection, Side, Turn, table};
use serde::Deserialize;
use serde_json::{Value, json};

use super::visitor::{Known, Said, Visitor, Whence};
use super::{Door, House};
use crate::contest::{Contest, Held};
use crate::contests::{Done, Draft, InHand, Progress};
use crate::deed::Act;
use crate::evidence::Wanted;
use crate::fault::Fault;
use crate::view::{Played, json_text};

/// So many orders in one request.
const MOST_ORDERS: usize = 100;

/// Whom a player does not want to read in a game.
pub(super) async fn muted(house: &House, hand: &InHand, player: Option<i64>) -> Result<Vec<String>, Fault> {
    match player {
        // Where nothing was said there is nobody to mute.
        Some(player) if !hand.contest.talk.is_empty() => {
            Ok(house.contests.store.muted(&hand.contest.row.id, player).await?)
        }
        _ => Ok(vec![]),
    }
}

fn json_response(status: StatusCode, text: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// The answer with the view of a contest in hand.
pub(super) async fn show(house: &House, hand: &InHand, player: Option<i64>) -> Result<Response, Fault> {
    let muted = muted(house, hand, player).await?;
    let owned = hand.contest.owned(player);
    Ok(json_response(StatusCode::OK, hand.contest.view(owned, &hand.boards(), &muted)))
}

/// The refusal of a request whose view is out of date, with the view as it is.
async fn outdated(house: &House, hand: &InHand, player: i64) -> Result<Fault, Fault> {
    let muted = muted(house, hand, Some(player)).await?;
    let owned = hand.contest.owned(Some(player));
    let view = hand.contest.view(owned, &hand.boards(), &muted);
    let view = serde_json::from_str(&view).map_err(|_| Fault::trouble())?;
    Ok(Fault::outdated("the game has gone on; look again").with_view(view))
}

/// `GET /api/games/{id}`: the view.
pub async fn view(State(house): Door, visitor: Visitor, Path(id): Path<String>) -> Result<Response, Fault> {
    let hand = house.contests.take(&id).await?;
    show(&house, &hand, visitor.id()).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Orders {
    entry: usize,
    #[serde(default)]
    number: Option<u64>,
    orders: Vec<Value>,
    /// Its player's part in the dice.
    #[serde(default)]
    nonce: Option<String>,
    /// The board the asker has, by its stamp: then only what changed is answered.
    #[serde(default)]
    board: Option<String>,
}

/// `POST /api/games/{id}/orders`: plays orders, one after another.
pub async fn orders(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
    Said(said): Said<Orders>,
) -> Result<Response, Fault> {
    let fit =
        |nonce: &String| (16..=200).contains(&nonce.chars().count()) && !nonce.chars().any(char::is_control);
    if !said.nonce.as_ref().is_none_or(fit) {
        return Err(Fault::malformed("`nonce` is a random text of 16 to 200 characters"));
    }
    if said.orders.is_empty() || said.orders.len() > MOST_ORDERS {
        return Err(Fault::malformed(format!("`orders` is a list of 1 to {MOST_ORDERS} orders")));
    }
    let hand = house.contests.take(&id).await?;
    let fresh = said.number.is_none_or(|number| number == hand.contest.number);
    if said.entry != hand.contest.session.cursor() || !fresh {
        return Err(outdated(&house, &hand, player.id).await?);
    }
    let side = may_order(&hand.contest, player.id)?;
    house.may_go_on(&hand.contest, said.orders.len())?;
    let owned = hand.contest.owned(Some(player.id));
    let Orders { orders, nonce, board, .. } = said;
    let plan = move |draft: &mut Draft| match draft.contest.lesson.clone() {
        Some(lesson) => Ok(draft.learn(&lesson, side, &orders)?),
        None => Ok(draft.play(side, &orders, nonce.as_deref(), |table, order| table.read(order))),
    };
    // Whatever is asked of the store is asked first: once written, an order is answered as such.
    let muted = muted(&house, &hand, Some(player.id)).await?;
    let Done { answer: Progress { played, refused }, hand, news, boards } =
        house.contests.perform(hand, owned, plan).await?;
    let refused = refused.as_ref();
    // A kind word of a lesson is an answer, not an error.
    let error = refused.filter(|objection| played == 0 && objection.rule != "lesson");
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let log = news.iter().filter_map(|news| news.log(owned)).collect();
    let played = Played { played, log, refused, error };
    Ok(json_response(status, hand.contest.view_played(owned, &boards, &muted, &played, board.as_deref())))
}

/// The side whose order is due, if it is this player's to give.
pub(super) fn may_order(contest: &Contest, player: i64) -> Result<Side, Fault> {
    let owned = contest.owned(Some(player));
    let held = contest.commanded(owned);
    if owned == Held::Neither {
        return Err(Fault::forbidden("you are watching; only the players give orders"));
    }
    if !contest.is_seated() {
        return Err(Fault::outdated("the other player has not sat down yet"));
    }
    match contest.to_act() {
        Some(side) if held.holds(side) => Ok(side),
        Some(side) if owned.holds(side) => {
            let name = contest.session.table().side_name(side);
            let why = format!("the computer leads the {name}; take the seat over to give orders");
            Err(Fault::against("table.computer", why))
        }
        Some(side) => {
            let name = contest.session.table().side_name(side);
            Err(Fault::forbidden(format!("it is the move of the other side, the {name}")))
        }
        None if contest.is_over() => Err(Fault::outdated("the game is over")),
        None => Err(Fault::outdated("the dice must be rolled first")),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    entry: usize,
    dice: Vec<u8>,
    #[serde(default)]
    board: Option<String>,
}

/// `POST /api/games/{id}/roll`: dice thrown by hand.
pub async fn roll(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
    Said(said): Said<Roll>,
) -> Result<Response, Fault> {
    let hand = house.contests.take(&id).await?;
    seated(&hand.contest, player.id)?;
    if !hand.contest.physical_dice() || hand.contest.lesson.is_some() {
        return Err(Fault::forbidden("the server rolls the dice of this game"));
    }
    up_to_date(&house, &hand, player.id, said.entry).await?;
    house.may_go_on(&hand.contest, 1)?;
    let owned = hand.contest.owned(Some(player.id));
    let Roll { dice, board, .. } = said;
    let plan = move |draft: &mut Draft| Ok(draft.act(None, Act::Roll { dice, nonce: None })?);
    let muted = muted(&house, &hand, Some(player.id)).await?;
    let Done { hand, news, boards, .. } = house.contests.perform(hand, owned, plan).await?;
    let log = news.iter().filter_map(|news| news.log(owned)).collect();
    let played = Played { played: 1, log, refused: None, error: None };
    Ok(json_response(
        StatusCode::OK,
        hand.contest.view_played(owned, &boards, &muted, &played, board.as_deref()),
    ))
}

pub(super) async fn up_to_date(house: &House, hand: &InHand, player: i64, entry: usize) -> Result<(), Fault> {
    if hand.contest.is_over() {
        return Err(Fault::outdated("the game is over"));
    }
    if entry != hand.contest.session.cursor() {
        return Err(outdated(house, hand, player).await?);
    }
    Ok(())
}

/// The seats of a player who has any, led by the computer or not.
pub(super) fn seated(contest: &Contest, player: i64) -> Result<Held, Fault> {
    match contest.owned(Some(player)) {
        Held::Neither => Err(Fault::forbidden("you are watching; only the players may do this")),
        owned => Ok(owned),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    #[serde(default)]
    order: Option<Value>,
    #[serde(default)]
    orders: Vec<Value>,
    /// The counter that the orders lead somewhere: then also whether it arrives, and whole.
    #[serde(default)]
    counter: Option<u16>,
}

/// `POST /api/games/{id}/check`: whether an order is legal, and if not, why not.
pub async fn check(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
    Said(said): Said<Question>,
) -> Result<Json<Value>, Fault> {
    let hand = house.contests.take(&id).await?;
    let side = may_order(&hand.contest, player.id)?;
    let orders: Vec<Value> = said.order.into_iter().chain(said.orders).take(MOST_ORDERS).collect();
    if orders.is_empty() {
        return Err(Fault::malformed("expected an `order`, or several `orders`"));
    }
    let mut table = hand.contest.session.table().clone_box();
    for (i, order) in orders.iter().enumerate() {
        let last = i + 1 == orders.len();
        let tried = table.read(order).and_then(|order| match last {
            true => table.check(&order),
            false => table.play(&order).map(drop),
        });
        if let Err(Objection { rule, why }) = tried {
            return Ok(Json(json!({ "ok": false, "rule": rule, "why": why, "at": i })));
        }
        if !last && table.turn() != Turn::Order(side) {
            break;
        }
    }
    Ok(Json(json!({ "ok": true })))
}

/// `POST /api/games/{id}/odds`: the chances of an order, or of the roll that is due.
pub async fn odds(
    State(house): Door,
    visitor: Visitor,
    Path(id): Path<String>,
    Said(said): Said<Question>,
) -> Result<Json<Value>, Fault> {
    let hand = house.contests.take(&id).await?;
    let table = hand.contest.session.table();
    let viewer = hand.contest.held(visitor.id()).viewer(table);
    if table.hides_from(viewer) {
        let why = "the enemy hides units; the odds are known when they show";
        return Ok(Json(json!({ "chances": [], "sums": [], "hidden": why })));
    }
    let mut orders: Vec<Value> = said.order.into_iter().chain(said.orders).take(MOST_ORDERS).collect();
    let arrives = said.counter.and_then(|counter| arrival(table, counter, &orders));
    match orders.pop() {
        Some(last) => {
            let player = visitor.id().ok_or_else(Fault::stranger)?;
            // A question, like `check`: the position may have gone on while the pointer rested on a target.
            let odds = may_order(&hand.contest, player)
                .and_then(|side| Ok(odds_after(table, side, &orders, &last)?));
            Ok(Json(odds.map_or_else(
                |fault| json!({ "chances": [], "sums": [], "refused": { "rule": fault.rule, "why": fault.why } }),
                |odds| json!({ "chances": odds.chances, "sums": odds.sums, "arrives": arrives }),
            )))
        }
        None => Ok(Json(json!({ "chances": table.roll_odds(), "sums": [] }))),
    }
}

/// Whether a counter led by orders arrives, and whole; none if nothing on the way is left to dice.
fn arrival(table: &dyn Table, counter: u16, orders: &[Value]) -> Option<Vec<Chance>> {
    let orders: Vec<table::Order> =
        orders.iter().map(|order| table.read(order)).collect::<Result<_, _>>().ok()?;
    table.arrivals(counter, &orders)
}

/// The chances of an order after others of the same player, on a copy; of the one before, if that leads to dice.
fn odds_after(table: &dyn Table, side: Side, before: &[Value], last: &Value) -> Result<Forecast, Objection> {
    let mut copy = table.clone_box();
    for order in before {
        let (earlier, order) = (copy.clone_box(), copy.read(order)?);
        copy.play(&order)?;
        if copy.turn() != Turn::Order(side) {
            return earlier.odds(&order);
        }
    }
    copy.odds(&copy.read(last)?)
}

/// `GET /api/games/{id}/routes/{counter}`: where a counter can get to.
pub async fn routes(
    State(house): Door,
    visitor: Visitor,
    Path((id, counter)): Path<(String, u16)>,
) -> Result<Json<Value>, Fault> {
    let hand = house.contests.take(&id).await?;
    let mover = visitor.id().is_some_and(|player| may_order(&hand.contest, player).is_ok());
    Ok(Json(if mover { json!(hand.contest.session.table().routes(counter)) } else { json!([]) }))
}

/// `GET /api/games/{id}/profile/{counter}`: what a counter says; null if the visitor may not know.
pub async fn profile(
    State(house): Door,
    visitor: Visitor,
    Path((id, counter)): Path<(String, u16)>,
) -> Result<Json<Value>, Fault> {
    let hand = house.contests.take(&id).await?;
    let table = hand.contest.session.table();
    let viewer = hand.contest.held(visitor.id()).viewer(table);
    Ok(Json(json!(table.profile(counter, viewer))))
}

/// What is asked of a deployment.
#[derive(Deserialize)]
pub struct Deploying {
    #[serde(default)]
    rest: bool,
}

/// `GET /api/games/{id}/deployment`: where the enemy is to be expected; `?rest=true`: also the orders that place whoever
/// still waits.
pub async fn deployment(
    State(house): Door,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(Deploying { rest }): Query<Deploying>,
) -> Result<Json<Value>, Fault> {
    let hand = house.contests.take(&id).await?;
    let side = visitor.id().and_then(|player| may_order(&hand.contest, player).ok());
    let table = hand.contest.session.table();
    let orders = if rest && side.is_some() { table::deployment(table) } else { vec![] };
    let enemy = side.map(|side| table.enemy_ground(side)).unwrap_or_default();
    Ok(Json(json!({ "orders": orders, "enemy": enemy })))
}

/// What is pointed at: a counter, a place, or one with the other; or onward.
#[derive(Deserialize)]
pub struct Pointed {
    counter: Option<String>,
    place: Option<String>,
    #[serde(default)]
    onward: bool,
}

/// `GET /api/games/{id}/meant?counter=C&place=P`: what a player means who points there, and why it cannot be done;
/// `?onward=true`: who wants to go on.
pub async fn meant(
    State(house): Door,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(Pointed { counter, place, onward }): Query<Pointed>,
) -> Result<Json<Value>, Fault> {
    let number = |text: String| {
        let wrong = || format!("`{text}` is no counter; expected its id in the scene, such as 12");
        text.parse().map_err(|_| Fault::malformed(wrong()))
    };
    let counter: Option<u16> = counter.map(number).transpose()?;
    let hand = house.contests.take(&id).await?;
    let mover = visitor.id().is_some_and(|player| may_order(&hand.contest, player).is_ok());
    let table = hand.contest.session.table();
    let meant = match onward {
        true => table::onward(table),
        false => table::meant(table, counter, place.as_deref()),
    };
    Ok(Json(json!(meant.filter(|_| mover))))
}

/// Counters of an open table, those that are held first: `3,4`.
fn numbers(text: &str) -> Result<Vec<u16>, Fault> {
    let wrong = || {
        let why = format!("`{text}` are no counters; expected their ids in the scene, such as 3,4");
        Fault::malformed(why)
    };
    let all: Vec<u16> = text.split(',').map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
    if all.len() > MOST_ORDERS { Err(wrong()) } else { Ok(all) }
}

#[derive(Deserialize)]
pub struct Together {
    counters: String,
}

/// `GET /api/games/{id}/ways?counters=3,4`: where counters of an open table can be led together.
pub async fn ways(
    State(house): Door,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(Together { counters }): Query<Together>,
) -> Result<Json<Value>, Fault> {
    let counters = numbers(&counters)?;
    let hand = house.contests.take(&id).await?;
    let mover = visitor.id().is_some_and(|player| may_order(&hand.contest, player).is_ok());
    Ok(Json(if mover { json!(hand.contest.session.table().ways(&counters)) } else { json!([]) }))
}

/// Counters held over an open table, the first of them at a pose, or a piece that lies on it.
#[derive(Deserialize)]
pub struct Posed {
    counters: Option<String>,
    abreast: Option<u8>,
    piece: Option<u16>,
    x: i32,
    y: i32,
    heading: i32,
}

/// `GET /api/games/{id}/posed?counters=3,4&x=…&y=…&heading=…`, or `?piece=2&…`: what is meant by holding that there,
/// why it cannot be done, and the fights that would stand; null if nothing is meant.
pub async fn posed(
    State(house): Door,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(Posed { counters, abreast, piece, x, y, heading }): Query<Posed>,
) -> Result<Json<Value>, Fault> {
    let ids = counters.as_deref().map(numbers).transpose()?.unwrap_or_default();
    let held = match piece {
        Some(piece) => engine::contract::Held::Piece(piece),
        None => engine::contract::Held::Counters { ids: &ids, abreast },
    };
    let hand = house.contests.take(&id).await?;
    let mover = visitor.id().is_some_and(|player| may_order(&hand.contest, player).is_ok());
    let to = Pose { x, y, heading: heading.rem_euclid(360_000) };
    Ok(Json(json!(hand.contest.session.table().posed(held, to).filter(|_| mover))))
}

/// What is shown over an open table, and for which counters.
#[derive(Deserialize)]
pub struct Shown {
    overlay: String,
    #[serde(default)]
    counters: String,
}

/// `GET /api/games/{id}/regions?overlay=zones&counters=3,4`: the ground an overlay of an open table shows.
pub async fn regions(
    State(house): Door,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(Shown { overlay, counters }): Query<Shown>,
) -> Result<Json<Value>, Fault> {
    let counters = if counters.is_empty() { vec![] } else { numbers(&counters)? };
    let hand = house.contests.take(&id).await?;
    let table = hand.contest.session.table();
    let viewer = hand.contest.held(visitor.id()).viewer(table);
    let mut regions = table.regions(&overlay, &counters);
    regions.retain(|region| region.counter.is_none_or(|counter| !table.conceals(counter, viewer)));
    Ok(Json(json!(regions)))
}

/// `GET /api/games/{id}/bouts`: the fights that stand as everybody stands now.
pub async fn bouts(
    State(house): Door,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Value>, Fault> {
    let hand = house.contests.take(&id).await?;
    let table = hand.contest.session.table();
    let viewer = hand.contest.held(visitor.id()).viewer(table);
    let mut bouts = table.bouts();
    bouts.retain(|bout| bout.counters.iter().all(|&counter| !table.conceals(counter, viewer)));
    Ok(Json(json!(bouts)))
}

/// `POST /api/games/{id}/bouts`: the fights that would stand after orders of the visitor; none if one is refused, or if
/// they lead to dice or to the other side.
pub async fn bouts_after(
    State(house): Door,
    visitor: Visitor,
    Path(id): Path<String>,
    Said(said): Said<Question>,
) -> Result<Json<Value>, Fault> {
    let player = visitor.id().ok_or_else(Fault::stranger)?;
    let hand = house.contests.take(&id).await?;
    let Ok(side) = may_order(&hand.contest, player) else { return Ok(Json(json!([]))) };
    let mut copy = hand.contest.session.table().clone_box();
    for order in said.order.into_iter().chain(said.orders).take(MOST_ORDERS) {
        let played = copy.read(&order).and_then(|order| copy.play(&order));
        if played.is_err() || copy.turn() != Turn::Order(side) {
            return Ok(Json(json!([])));
        }
    }
    Ok(Json(json!(copy.bouts())))
}

/// `GET /api/games/{id}/fire/{counter}`: what a counter could hit.
pub async fn fire(
    State(house): Door,
    visitor: Visitor,
    Path((id, counter)): Path<(String, u16)>,
) -> Result<Json<Value>, Fault> {
    let hand = house.contests.take(&id).await?;
    let table = hand.contest.session.table();
    let viewer = hand.contest.held(visitor.id()).viewer(table);
    Ok(Json(if table.conceals(counter, viewer) { json!([]) } else { json!(table.field_of_fire(counter)) }))
}

/// `GET /api/games/{id}/menace`: what the enemy of the viewer could do next turn.
pub async fn menace(
    State(house): Door,
    visitor: Visitor,
    Whence(address): Whence,
    Path(id): Path<String>,
    Query(of): Query<Of>,
) -> Result<Json<Value>, Fault> {
    let hand = house.contests.take(&id).await?;
    let held = hand.contest.held(visitor.id());
    let table = hand.contest.session.table();
    let side = match (of.side, held) {
        (Some(side), _) => side,
        (None, Held::One(side)) => side.other(),
        (None, _) => hand.contest.to_act().unwrap_or(Side::Second).other(),
    };
    let viewer = held.viewer(table);
    Ok(Json(house.heavy(address, move || json!(hand.contest.session.table().menace(side, viewer))).await?))
}

#[derive(Deserialize)]
pub struct Of {
    #[serde(default)]
    side: Option<Side>,
}

#[derive(Deserialize)]
pub struct From {
    #[serde(default)]
    from: usize,
}

/// So many entries of the log in one answer.
const LOG_PAGE: usize = 1_000;

/// `GET /api/games/{id}/log?from=0`: what happened after an entry, a page of it.
pub async fn log(
    State(house): Door,
    visitor: Visitor,
    Whence(address): Whence,
    Path(id): Path<String>,
    Query(From { from }): Query<From>,
) -> Result<Response, Fault> {
    let mut hand = house.contests.take(&id).await?;
    let held = hand.contest.held(visitor.id());
    let page = house.heavy(address, move || hand.contest.log_page(from, LOG_PAGE, held)).await?;
    Ok(json_response(StatusCode::OK, page))
}

/// `GET /api/games/{id}/at/{n}`: the board as it stood after entry `n`.
pub async fn at(
    State(house): Door,
    visitor: Visitor,
    Whence(address): Whence,
    Path((id, n)): Path<(String, usize)>,
) -> Result<Response, Fault> {
    let hand = house.contests.take(&id).await?;
    let held = hand.contest.held(visitor.id());
    let work = move || hand.contest.moment(n, held).map(|moment| json_text(&moment));
    let moment = house.heavy(address, work).await?.map_err(|objection| Fault::unknown(objection.why))?;
    Ok(json_response(StatusCode::OK, moment))
}

/// `GET /api/games/{id}/record`: the record, to keep and to verify.
pub async fn record(
    State(house): Door,
    visitor: Visitor,
    Whence(address): Whence,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let hand = house.contests.take(&id).await?;
    let table = hand.contest.session.table();
    let viewer = hand.contest.held(visitor.id()).viewer(table);
    if !hand.contest.is_over() && table.hides_from(viewer) {
        return Err(Fault::forbidden("the enemy hides units; the record can be had when they show"));
    }
    let name = hand.contest.row.scenario.replace('/', "-");
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl".to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}-{id}.record\"")),
    ];
    let (contests, wanted) = (house.contests.clone(), Wanted::of(&hand.contest));
    drop(hand);
    let here = tokio::runtime::Handle::current();
    let record = house.heavy(address, move || here.block_on(contests.record(wanted))).await??;
    Ok((headers, Body::from(record)).into_response())
}
