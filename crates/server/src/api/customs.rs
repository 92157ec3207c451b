//! Around the game: taking back, draws, giving up, claims, talk.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use engine::{Side, Turn};
use serde::Deserialize;
use serde_json::{Value, json};

use super::command::{question, takes_draw};
use super::table::{seated, show, up_to_date};
use super::visitor::{Known, Said, Whence};
use super::{Door, House, undeterred};
use crate::contest::{Contest, Held, UndoAsked};
use crate::contests::{Done, Draft, InHand};
use crate::deed::Act;
use crate::fault::Fault;
use crate::limits::{RequestKind, Whose};
use crate::timekeeping::now;

/// The side the owner of seats speaks for: against the computer their own, at one screen the one to act.
fn speaks_for(contest: &Contest, owned: Held) -> Side {
    match (contest.commanded(owned), owned) {
        (Held::One(side), _) | (Held::Neither, Held::One(side)) => side,
        _ => contest.to_act().unwrap_or(Side::First),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    entry: usize,
    #[serde(default)]
    to: Option<usize>,
    /// Also if that takes back how both sides set up.
    #[serde(default)]
    rematch: bool,
}

/// `POST /api/games/{id}/undo`: takes back what is free to take back, or asks for the rest.
pub async fn undo(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
    Said(said): Said<Undo>,
) -> Result<Response, Fault> {
    let hand = house.contests.take(&id).await?;
    let owned = seated(&hand.contest, player.id)?;
    up_to_date(&house, &hand, player.id, said.entry).await?;
    let side = speaks_for(&hand.contest, owned);
    let to = match hand.contest.commanded(owned) {
        Held::Neither => {
            let why = "the computer leads your side; take the seat over to take something back";
            return Err(Fault::against("table.computer", why));
        }
        Held::One(own) if owned == Held::Both => undo_to_own(&hand.contest, own, said.to)?,
        _ => undo_to(&hand.contest, said.to.unwrap_or(said.entry.saturating_sub(1)))?,
    };
    // Whoever plays both sides at one screen has no secrets from themselves.
    let alone = hand.contest.commanded(owned) == Held::Both;
    if !alone && !said.rematch && hand.contest.undoes_both_deployments(to) {
        let why = "this takes back how both sides have set up, and each has seen the other: that is a new game; \
             say `rematch` if you mean it";
        return Err(Fault { status: StatusCode::CONFLICT, ..Fault::against("table.rematch", why) });
    }
    house.may_go_on(&hand.contest, 1)?;
    let free = owned == Held::Both || is_free(&hand.contest, side, to);
    let act = if free { Act::Undo { to } } else { Act::AskUndo { to } };
    let Done { hand, .. } =
        house.contests.perform(hand, owned, move |draft| Ok(draft.act(Some(side), act)?)).await?;
    show(&house, &hand, Some(player.id)).await
}

/// The entry to go back to: with the server's dice, never one that waits for them.
fn undo_to(contest: &Contest, mut to: usize) -> Result<usize, Fault> {
    let session = &contest.session;
    if to >= session.cursor() {
        return Err(Fault::outdated("there is nothing to take back"));
    }
    while to > 0 && !contest.physical_dice() && matches!(session.position(to)?.turn(), Turn::Dice(_)) {
        to -= 1;
    }
    Ok(to)
}

/// Against the computer: the entry before the player's own last order, or the one asked for, and further back
/// to where the player was to move.
fn undo_to_own(contest: &Contest, side: Side, to: Option<usize>) -> Result<usize, Fault> {
    let own = contest.last_given_by(side).ok_or_else(|| Fault::outdated("you have given no order yet"))?;
    let mut to = undo_to(contest, to.unwrap_or(own - 1))?;
    while to > 0 && contest.session.position(to)?.turn() != Turn::Order(side) {
        to -= 1;
    }
    // What a lesson did before the pupil was first asked stands.
    let first = (1..=contest.session.cursor()).find(|&n| contest.session.giver(n) == Some(side));
    Ok(if contest.lesson.is_some() { to.max(first.unwrap_or(own) - 1) } else { to })
}

/// Free until dice fall or the other side acts.
fn is_free(contest: &Contest, side: Side, to: usize) -> bool {
    let session = &contest.session;
    let own = (to + 1..=session.cursor()).all(|n| session.giver(n) == Some(side));
    own && session.free_undo() == Ok(side)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    accept: bool,
    /// The number of the deed that asked, as the view shows it: nobody agrees to what they have not seen.
    asked: u64,
}

/// `POST /api/games/{id}/undo/answer`: grants or refuses what the other side asked.
pub async fn answer_undo(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
    Said(said): Said<Answer>,
) -> Result<Response, Fault> {
    let hand = house.contests.take(&id).await?;
    let owned = seated(&hand.contest, player.id)?;
    let Some(UndoAsked { by, to, .. }) = hand.contest.undo_asked.filter(|asked| asked.number == said.asked)
    else {
        return Err(Fault::outdated("nobody asks this any more; look again"));
    };
    let side = by.other();
    if !owned.holds(side) && said.accept {
        return Err(Fault::forbidden("the other side must agree"));
    }
    let act = if said.accept { Act::Undo { to } } else { Act::RefuseUndo };
    let Done { hand, .. } =
        house.contests.perform(hand, owned, move |draft| Ok(draft.act(Some(side), act)?)).await?;
    show(&house, &hand, Some(player.id)).await
}

/// `POST /api/games/{id}/resign`: gives up.
pub async fn resign(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    give_up(&house, &id, player.id).await
}

/// Gives a game up.
pub(super) async fn give_up(house: &Arc<House>, id: &str, player: i64) -> Result<Response, Fault> {
    end(house, id, player, |contest, owned| Ok((speaks_for(contest, owned), Act::Resign))).await
}

/// `POST /api/games/{id}/claim`: claims victory because the other's time is up.
pub async fn claim(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    end(&house, &id, player.id, |contest, owned| match contest.clocks.expired(now()) {
        Some(late) if owned.holds(late.other()) => Ok((late.other(), Act::Claim)),
        _ => Err(Fault::outdated("the other side still has time")),
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    #[serde(default)]
    offer: bool,
    #[serde(default)]
    accept: bool,
    #[serde(default)]
    decline: bool,
}

/// `POST /api/games/{id}/draw`: offers, accepts or declines a draw.
pub async fn draw(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
    Said(said): Said<Draw>,
) -> Result<Response, Fault> {
    undeterred!(settle_draw(&house, &id, player.id, &said).await)
}

async fn settle_draw(house: &Arc<House>, id: &str, player: i64, said: &Draw) -> Result<Response, Fault> {
    let mut hand = going_on(house, id, player).await?;
    let (side, act) = draw_deed(&hand.contest, hand.contest.owned(Some(player)), said)?;
    house.may_go_on(&hand.contest, 2)?;
    let mut answer = None;
    if act == Act::OfferDraw
        && let Some(level) = hand.contest.computer(side.other())
    {
        // Whoever thinks may wait for this very game: it is thought about out of hand.
        let question = question(&hand.contest, level);
        drop(hand);
        let taken = takes_draw(house, question, side.other(), player).await?;
        answer = Some(if taken { Act::AgreeDraw } else { Act::DeclineDraw });
        hand = going_on(house, id, player).await?;
        if draw_deed(&hand.contest, hand.contest.owned(Some(player)), said)? != (side, act.clone()) {
            return Err(Fault::outdated("the game has gone on; look again"));
        }
    }
    let plan = move |draft: &mut Draft| {
        draft.act(Some(side), act)?;
        answer.map_or(Ok(()), |answer| Ok(draft.act(Some(side.other()), answer)?))
    };
    let owned = hand.contest.owned(Some(player));
    let Done { hand, .. } = house.contests.perform(hand, owned, plan).await?;
    show(house, &hand, Some(player)).await
}

/// A game of a player's that is not over, in hand.
async fn going_on(house: &House, id: &str, player: i64) -> Result<InHand, Fault> {
    let hand = house.contests.take(id).await?;
    seated(&hand.contest, player)?;
    if hand.contest.is_over() {
        return Err(Fault::outdated("the game is over"));
    }
    Ok(hand)
}

fn draw_deed(contest: &Contest, owned: Held, said: &Draw) -> Result<(Side, Act), Fault> {
    let held = contest.commanded(owned);
    let side = speaks_for(contest, owned);
    let offered = contest.draw_offered.filter(|&offerer| owned.holds(offerer.other()));
    match (said.offer, said.accept, said.decline, offered) {
        // Whoever plays both sides agrees with themselves; an offer to one who offers is an agreement.
        (true, false, false, Some(offerer)) => Ok((offerer.other(), Act::AgreeDraw)),
        (true, false, false, None) if held == Held::Both => Ok((side, Act::AgreeDraw)),
        (true, false, false, None) if held == Held::Neither => {
            Err(Fault::against("table.computer", "the computer leads your side; it offers no draws"))
        }
        (true, false, false, None) => Ok((side, Act::OfferDraw)),
        (false, true, false, Some(offerer)) => Ok((offerer.other(), Act::AgreeDraw)),
        (false, false, true, Some(offerer)) => Ok((offerer.other(), Act::DeclineDraw)),
        (false, true, false, None) | (false, false, true, None) => {
            Err(Fault::outdated("no draw is offered to you"))
        }
        _ => Err(Fault::malformed("say one of offer, accept, decline")),
    }
}

/// A deed of a player that may end the game.
async fn end(
    house: &Arc<House>,
    id: &str,
    player: i64,
    deed: impl Fn(&Contest, Held) -> Result<(Side, Act), Fault>,
) -> Result<Response, Fault> {
    undeterred!(try_to_end(house, id, player, &deed).await)
}

async fn try_to_end(
    house: &Arc<House>,
    id: &str,
    player: i64,
    deed: &impl Fn(&Contest, Held) -> Result<(Side, Act), Fault>,
) -> Result<Response, Fault> {
    let hand = going_on(house, id, player).await?;
    let owned = hand.contest.owned(Some(player));
    let (side, act) = deed(&hand.contest, owned)?;
    let Done { hand, .. } =
        house.contests.perform(hand, owned, move |draft| Ok(draft.act(Some(side), act)?)).await?;
    show(house, &hand, Some(player)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chat {
    text: String,
}

/// `POST /api/games/{id}/chat`: says something.
pub async fn chat(
    State(house): Door,
    Known(player): Known,
    Whence(address): Whence,
    Path(id): Path<String>,
    Said(said): Said<Chat>,
) -> Result<Json<Value>, Fault> {
    let text: String = said.text.trim().chars().filter(|c| !c.is_control() || *c == '\n').collect();
    if text.is_empty() || text.chars().count() > 1_000 {
        return Err(Fault::malformed("a message has 1 to 1000 characters"));
    }
    if !house.limits.grants(RequestKind::Talk, Whose::address(address)) {
        return Err(Fault::too_many());
    }
    let act = Act::Chat { player: player.id, name: player.name, text };
    undeterred!(say(&house, &id, act.clone()).await)
}

async fn say(house: &Arc<House>, id: &str, act: Act) -> Result<Json<Value>, Fault> {
    let hand = house.contests.take(id).await?;
    house.may_talk(&hand.contest)?;
    let Done { hand, .. } =
        house.contests.perform(hand, Held::Neither, move |draft| Ok(draft.act(None, act)?)).await?;
    Ok(Json(json!({ "n": hand.contest.number, "chat": hand.contest.talk })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mute {
    player: String,
    mute: bool,
}

/// `POST /api/games/{id}/mute`: does not want to read somebody here, or does again.
pub async fn mute(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
    Said(said): Said<Mute>,
) -> Result<Json<Value>, Fault> {
    if said.player.chars().count() > 64 {
        return Err(Fault::malformed("there is no such player"));
    }
    house.contests.take(&id).await?;
    let store = &house.contests.store;
    if said.mute && store.muted(&id, player.id).await?.len() >= 100 {
        return Err(Fault::forbidden("you have muted very many already"));
    }
    store.mute(&id, player.id, &said.player, said.mute).await?;
    Ok(Json(json!({ "muted": store.muted(&id, player.id).await? })))
}
