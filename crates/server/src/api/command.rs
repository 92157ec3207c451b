//! Who leads a side: handing seats to the computer and asking it for counsel.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use commander::Level;
use engine::{Objection, Side, Viewer};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use super::table::{may_order, show};
use super::visitor::{Known, Said};
use super::{Door, House, undeterred};
use crate::contest::Contest;
use crate::contests::Done;
use crate::deed::Act;
use crate::fault::Fault;
use crate::secret;
use crate::staff::Question;

/// `GET /api/levels`: how well the computer can play.
pub async fn levels() -> Json<Value> {
    let level = |level: Level| json!({ "level": level, "about": level.about() });
    Json(Level::ALL.into_iter().map(level).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lead {
    side: Side,
    /// Must be said, even if it is nobody.
    #[serde(deserialize_with = "somebody_or_nobody")]
    computer: Option<Level>,
}

fn somebody_or_nobody<'de, D: Deserializer<'de>>(said: D) -> Result<Option<Level>, D::Error> {
    Option::deserialize(said)
}

/// `POST /api/games/{id}/seat`: hands a seat to the computer, changes its level, or takes it over.
pub async fn seat(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
    Said(said): Said<Lead>,
) -> Result<Response, Fault> {
    undeterred!(lead(&house, &id, player.id, &said).await)
}

async fn lead(house: &Arc<House>, id: &str, player: i64, said: &Lead) -> Result<Response, Fault> {
    let Lead { side, computer } = *said;
    let hand = house.contests.take(id).await?;
    let owned = hand.contest.owned(Some(player));
    if !owned.holds(side) {
        return Err(Fault::forbidden("this seat is not yours"));
    }
    let refuse = |why: &str| Err(Objection::new("table.computer", why).into());
    if hand.contest.is_over() {
        return refuse("the game is over");
    }
    if hand.contest.physical_dice() && computer.is_some() {
        return refuse("the dice of this game are thrown by hand; the computer plays with the server's");
    }
    if hand.contest.computer(side) == computer {
        return show(house, &hand, Some(player)).await;
    }
    house.may_go_on(&hand.contest, 1)?;
    let act = Act::Lead { level: computer };
    let Done { hand, .. } =
        house.contests.perform(hand, owned, move |draft| Ok(draft.act(Some(side), act)?)).await?;
    show(house, &hand, Some(player)).await
}

/// The position of a contest, to be thought about.
pub(super) fn question(contest: &Contest, level: Level) -> Question {
    let session = &contest.session;
    Question::new(session.header(), level, session.table().clone_box(), secret::number())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    #[serde(default)]
    level: Option<Level>,
}

/// `POST /api/games/{id}/counsel`: what a commander would do, the alternatives, and why.
pub async fn counsel(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
    Said(Ask { level }): Said<Ask>,
) -> Result<Json<Value>, Fault> {
    let hand = house.contests.take(&id).await?;
    if !hand.contest.is_of_one_player() {
        return Err(Fault::against("table.counsel", "between two people nobody is advised"));
    }
    if hand.contest.is_over() {
        return Err(Fault::against("table.counsel", "the game is over"));
    }
    may_order(&hand.contest, player.id)?;
    let question = question(&hand.contest, level.unwrap_or(Level::Veteran));
    let entry = hand.contest.session.cursor();
    drop(hand);
    // To the end even if the asker hangs up: a worker is busy with it.
    let contests = house.contests.clone();
    let counsel =
        tokio::spawn(async move { contests.staff.counsel(&contests.metrics, question, player.id).await })
            .await;
    let counsel = counsel.map_err(|_| Fault::trouble())??;
    let mut answer = json!(counsel);
    answer["entry"] = json!(entry);
    Ok(Json(answer))
}

/// Whether the computer that leads a side takes a draw: if it thinks the worse of its chances. Thought about in turn, as
/// everything is: whoever asks often waits for themselves.
pub(super) async fn takes_draw(
    house: &House,
    question: Question,
    side: Side,
    asker: i64,
) -> Result<bool, Fault> {
    const WORSE: f32 = 0.45;
    let contests = &house.contests;
    let _slot = contests.staff.slot_for(asker).await?;
    let first = contests.staff.estimate(&contests.metrics, Arc::new(question), Viewer::Side(side)).await;
    Ok(first.is_some_and(|first| (if side == Side::First { first } else { 1.0 - first }) < WORSE))
}
