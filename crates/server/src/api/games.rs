//! Games: set up, listed, joined.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use commander::Level;
use engine::Side;
use engine::edition::Options;
use engine::record::{DiceSource, Session};
use serde::Deserialize;
use serde_json::{Value, json};

use super::visitor::{Known, Said, Visitor, Whence};
use super::{Door, House, undeterred};
use crate::clock::Allowance;
use crate::contest::{Contest, Held};
use crate::deed::Act;
use crate::fault::Fault;
use crate::secret;
use crate::store::{GameRow, Listed, Player, Shown};
use crate::timekeeping::now;

/// So many unfinished games a player may have set up.
const MOST_GAMES: usize = 150;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    scenario: String,
    #[serde(default)]
    options: Options,
    seating: Seating,
    #[serde(default)]
    side: WantedSide,
    #[serde(default)]
    clock: Option<Allowance>,
    #[serde(default)]
    dice: Dice,
    #[serde(default)]
    level: Option<Level>,
}

/// How a game is seated.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Seating {
    Hotseat,
    Computer,
    Invite,
    Open,
}

impl Seating {
    fn word(self) -> &'static str {
        match self {
            Seating::Hotseat => "hotseat",
            Seating::Computer => "computer",
            Seating::Invite => "invite",
            Seating::Open => "open",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum WantedSide {
    #[default]
    First,
    Second,
    Random,
}

impl WantedSide {
    fn side(self) -> Side {
        match self {
            WantedSide::First => Side::First,
            WantedSide::Second => Side::Second,
            WantedSide::Random => Side::BOTH[(secret::number() % 2) as usize],
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum Dice {
    #[default]
    Server,
    Physical,
}

/// `POST /api/games`: sets a game up.
pub async fn create(
    State(house): Door,
    Known(player): Known,
    Whence(address): Whence,
    Said(wish): Said<NewGame>,
) -> Result<Json<Value>, Fault> {
    if wish.dice == Dice::Physical && wish.seating != Seating::Hotseat {
        return Err(Fault::malformed("physical dice are for games at one screen"));
    }
    match (wish.seating == Seating::Computer, wish.level.is_some()) {
        (true, false) => return Err(Fault::malformed("say the `level` of the computer")),
        (false, true) => return Err(Fault::malformed("`level` is for games against the computer")),
        _ => {}
    }
    if let Some(clock) = wish.clock {
        clock.sensible().map_err(Fault::malformed)?;
    }
    has_room(&house, player.id).await?;
    house.may_begin(address)?;
    let row = set_up(&house, &wish)?;
    let (id, invite) = (row.id.clone(), row.invite.clone());
    let contest = Contest::open(&house.contests.shelf, row.clone(), house.contests.absences.clone())?;
    house.contests.store.create(&row, &contest.summary()).await?;
    let hand = house.contests.take(&id).await?;
    let Player { id: number, name, .. } = player;
    let plan = move |draft: &mut crate::contests::Draft| {
        let own = wish.side.side();
        let sides = match wish.seating {
            Seating::Hotseat | Seating::Computer => Side::BOTH.to_vec(),
            Seating::Invite | Seating::Open => vec![own],
        };
        for side in sides {
            draft.act(Some(side), Act::Sit { player: number, name: name.clone() })?;
        }
        if let Some(level) = wish.level {
            draft.act(Some(own.other()), Act::Lead { level: Some(level) })?;
        }
        // Some battles begin with a roll, before anybody can have given a nonce.
        while let Some(roll) = draft.contest.due_roll("") {
            draft.act(None, roll)?;
        }
        Ok(())
    };
    house.contests.perform(hand, Held::Neither, plan).await?;
    Ok(Json(json!({ "id": id, "invite": invite.map(|token| format!("/invite/{token}")) })))
}

/// Whether a player may have another game going on.
pub(super) async fn has_room(house: &House, player: i64) -> Result<(), Fault> {
    let mine = house.contests.store.list(Shown::Mine(player)).await?;
    if house.settings.limits && mine.iter().filter(|game| !game.summary.finished).count() >= MOST_GAMES {
        return Err(Fault::forbidden("you have very many games going on; finish one first"));
    }
    Ok(())
}

fn set_up(house: &House, wish: &NewGame) -> Result<GameRow, Fault> {
    let opening = house.contests.shelf.open(&wish.scenario, &wish.options)?;
    let seed = (wish.dice == Dice::Server).then(secret::bytes::<32>);
    let dice = seed.as_ref().map_or(DiceSource::PHYSICAL, |seed| DiceSource::committed(seed));
    let header = Session::new(opening, dice).header().clone();
    Ok(GameRow {
        id: secret::name(),
        scenario: wish.scenario.clone(),
        header: serde_json::to_string(&header).map_err(|_| Fault::trouble())?,
        seed: seed.map(Vec::from),
        seating: wish.seating.word().into(),
        clock: wish.clock.map(|clock| json!(clock).to_string()),
        invite: (wish.seating == Seating::Invite).then(secret::token),
        created: now(),
    })
}

#[derive(Deserialize)]
pub struct Which {
    #[serde(default)]
    list: Option<String>,
}

/// `GET /api/games?list=mine|open|watch`: lists games.
pub async fn list(
    State(house): Door,
    visitor: Visitor,
    Query(which): Query<Which>,
) -> Result<Json<Value>, Fault> {
    let shown = match (which.list.as_deref().unwrap_or("mine"), visitor.id()) {
        ("mine", Some(player)) => Shown::Mine(player),
        ("mine", None) => return Ok(Json(json!([]))),
        ("open", _) => Shown::Open,
        ("watch", _) => Shown::Watch,
        _ => return Err(Fault::malformed("lists are mine, open and watch")),
    };
    let games = house.contests.store.list(shown).await?;
    let rows = games.iter().filter_map(|game| row(&house, game, visitor.id()));
    Ok(Json(Value::Array(rows.collect())))
}

fn row(house: &House, game: &Listed, player: Option<i64>) -> Option<Value> {
    let card = house.contests.shelf.scenario(&game.scenario).ok()?;
    let summary = &game.summary;
    let yours = |i: usize| player.is_some() && summary.players[i] == player;
    let side = |i: usize| {
        let computer = &summary.computers[i];
        json!({ "name": card.sides[i], "player": game.names[i], "you": yours(i), "computer": computer })
    };
    let turn: Value = serde_json::from_str(&summary.turn).unwrap_or(Value::Null);
    let seated = summary.players.iter().all(Option::is_some);
    let to_act = summary.to_act.and_then(|side| usize::try_from(side).ok());
    let result = summary.finished.then(|| turn["over"].clone());
    Some(json!({
        "id": game.id,
        "scenario": game.scenario,
        "title": card.title,
        "date": card.date,
        "sides": [side(0), side(1)],
        "seating": game.seating,
        "clock": game.clock.as_deref().and_then(|clock| serde_json::from_str::<Value>(clock).ok()),
        "your_move": seated && !summary.finished && to_act.is_some_and(|i| i < 2 && yours(i) && summary.computers[i].is_none()),
        "waiting": !seated,
        "turn": turn,
        "moves": summary.moves,
        "updated": summary.updated,
        "result": result,
    }))
}

/// `POST /api/invite/{token}`: takes the seat an invitation is for.
pub async fn accept(
    State(house): Door,
    Known(player): Known,
    Path(token): Path<String>,
) -> Result<Json<Value>, Fault> {
    let id = house.contests.store.invited(&token).await?;
    let id = id.ok_or_else(|| Fault::unknown("this invitation is not known; perhaps it was cut off"))?;
    sit(&house, &id, player).await
}

/// `POST /api/games/{id}/join`: takes up an open challenge.
pub async fn join(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
) -> Result<Json<Value>, Fault> {
    let row = house.contests.store.game(&id).await?.ok_or_else(|| Fault::unknown("there is no such game"))?;
    if row.seating != "open" {
        return Err(Fault::forbidden("this game is not an open challenge"));
    }
    sit(&house, &id, player).await
}

/// Takes the free seat of a game; who sits there already stays.
async fn sit(house: &Arc<House>, id: &str, player: Player) -> Result<Json<Value>, Fault> {
    let hand = house.contests.take(id).await?;
    if hand.contest.owned(Some(player.id)) != Held::Neither {
        return Ok(Json(json!({ "id": id })));
    }
    let free = Side::BOTH.into_iter().find(|side| hand.contest.seats[side.index()].is_none());
    let Some(side) = free.filter(|_| !hand.contest.is_over()) else {
        return Err(Fault::outdated("somebody else has taken this seat; you may watch"));
    };
    let Player { id: number, name, .. } = player;
    let plan = move |draft: &mut crate::contests::Draft| {
        Ok(draft.act(Some(side), Act::Sit { player: number, name })?)
    };
    house.contests.perform(hand, Held::Neither, plan).await?;
    Ok(Json(json!({ "id": id })))
}

/// Seats a player under another name, or another player in their place, in every game of theirs.
pub async fn rename(house: &Arc<House>, from: i64, to: i64, name: &str) {
    let Ok(games) = house.contests.store.list(Shown::Mine(from)).await else { return };
    for game in games {
        if let Err(fault) = undeterred!(reseat(house, &game.id, from, to, name).await) {
            tracing::warn!(game = game.id, why = fault.why, "a player could not be renamed");
        }
    }
}

/// Gives up every game a player has going on with others.
pub async fn leave_all(house: &Arc<House>, player: i64) {
    let Ok(games) = house.contests.store.list(Shown::Mine(player)).await else { return };
    for game in games.iter().filter(|game| !game.summary.finished) {
        if let Err(fault) = super::customs::give_up(house, &game.id, player).await {
            tracing::warn!(game = game.id, why = fault.why, "a game could not be given up");
        }
        if let Err(fault) =
            undeterred!(reseat(house, &game.id, player, player, &format!("Former player {player}")).await)
        {
            tracing::warn!(game = game.id, why = fault.why, "a player could not be renamed");
        }
    }
}

async fn reseat(house: &Arc<House>, id: &str, from: i64, to: i64, name: &str) -> Result<(), Fault> {
    let hand = house.contests.take(id).await?;
    let owned = hand.contest.owned(Some(from));
    let name = name.to_string();
    let plan = move |draft: &mut crate::contests::Draft| {
        for side in owned.sides() {
            // Nobody comes to play against themselves by signing in.
            let there = draft.contest.seats[side.other().index()].as_ref();
            if from != to && owned != Held::Both && there.is_some_and(|seat| seat.player == to) {
                continue;
            }
            draft.act(Some(side), Act::Sit { player: to, name: name.clone() })?;
        }
        Ok(())
    };
    house.contests.perform(hand, Held::Neither, plan).await.map(drop)
}
