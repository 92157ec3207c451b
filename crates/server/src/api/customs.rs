//! Around the game: taking back, draws, giving up, claims, talk.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use engine::{Side, Turn};
use serde::Deserialize;
use serde_json::{Value, json};

use super::table::{seated, show, up_to_date};
use super::visitor::{Known, Said, Whence};
use super::{Door, House};
use crate::contest::{Contest, Held};
use crate::deed::Act;
use crate::fault::Fault;
use crate::hall::{Done, now};
use crate::limits::{Errand, Whose};

/// The side a player speaks for: at one screen, the one to act.
fn speaks_for(contest: &Contest, held: Held) -> Side {
    match held {
        Held::One(side) => side,
        _ => contest.to_act().unwrap_or(Side::First),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    entry: usize,
    #[serde(default)]
    to: Option<usize>,
}

/// `POST /api/games/{id}/undo`: takes back what is free to take back, or asks for the rest.
pub async fn undo(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
    Said(said): Said<Undo>,
) -> Result<Response, Fault> {
    let hand = house.hall.take(&id).await?;
    let held = seated(&hand.contest, player.id)?;
    up_to_date(&house, &hand, player.id, said.entry).await?;
    let to = undo_to(&hand.contest, said.to.unwrap_or(said.entry.saturating_sub(1)))?;
    let side = speaks_for(&hand.contest, held);
    let free = held == Held::Both || is_free(&hand.contest, side, to);
    let act = if free { Act::Undo { to } } else { Act::AskUndo { to } };
    let Done { hand, .. } =
        house.hall.perform(hand, held, move |draft| Ok(draft.act(Some(side), act)?)).await?;
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
}

/// `POST /api/games/{id}/undo/answer`: grants or refuses what the other side asked.
pub async fn answer_undo(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
    Said(said): Said<Answer>,
) -> Result<Response, Fault> {
    let hand = house.hall.take(&id).await?;
    let held = seated(&hand.contest, player.id)?;
    let Some((asker, to)) = hand.contest.undo_asked else {
        return Err(Fault::outdated("nobody asks to take anything back"));
    };
    let side = asker.other();
    if !held.holds(side) && said.accept {
        return Err(Fault::forbidden("the other side must agree"));
    }
    let act = if said.accept { Act::Undo { to } } else { Act::RefuseUndo };
    let Done { hand, .. } =
        house.hall.perform(hand, held, move |draft| Ok(draft.act(Some(side), act)?)).await?;
    show(&house, &hand, Some(player.id)).await
}

/// `POST /api/games/{id}/resign`: gives up.
pub async fn resign(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    end(&house, &id, player.id, |contest, held| Ok((speaks_for(contest, held), Act::Resign))).await
}

/// `POST /api/games/{id}/claim`: claims victory because the other's time is up.
pub async fn claim(
    State(house): Door,
    Known(player): Known,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    end(&house, &id, player.id, |contest, held| match contest.clocks.expired(now()) {
        Some(late) if held.holds(late.other()) => Ok((late.other(), Act::Claim)),
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
    end(&house, &id, player.id, move |contest, held| {
        let side = speaks_for(contest, held);
        let offered = contest.draw_offered.filter(|&offerer| held.holds(offerer.other()));
        match (said.offer, said.accept, said.decline, offered) {
            // Whoever plays both sides agrees with themselves; an offer to one who offers is an agreement.
            (true, false, false, Some(offerer)) => Ok((offerer.other(), Act::AgreeDraw)),
            (true, false, false, None) if held == Held::Both => Ok((side, Act::AgreeDraw)),
            (true, false, false, None) => Ok((side, Act::OfferDraw)),
            (false, true, false, Some(offerer)) => Ok((offerer.other(), Act::AgreeDraw)),
            (false, false, true, Some(offerer)) => Ok((offerer.other(), Act::DeclineDraw)),
            (false, true, false, None) | (false, false, true, None) => {
                Err(Fault::outdated("no draw is offered to you"))
            }
            _ => Err(Fault::malformed("say one of offer, accept, decline")),
        }
    })
    .await
}

/// A deed of a player that may end the game.
async fn end(
    house: &std::sync::Arc<House>,
    id: &str,
    player: i64,
    deed: impl FnOnce(&Contest, Held) -> Result<(Side, Act), Fault>,
) -> Result<Response, Fault> {
    let hand = house.hall.take(id).await?;
    let held = seated(&hand.contest, player)?;
    if hand.contest.is_over() {
        return Err(Fault::outdated("the game is over"));
    }
    let (side, act) = deed(&hand.contest, held)?;
    let Done { hand, .. } =
        house.hall.perform(hand, held, move |draft| Ok(draft.act(Some(side), act)?)).await?;
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
    if !house.limits.grants(Errand::Talk, Whose::address(address)) {
        return Err(Fault::too_many());
    }
    let hand = house.hall.take(&id).await?;
    let act = Act::Chat { player: player.id, name: player.name, text };
    let Done { hand, .. } =
        house.hall.perform(hand, Held::Neither, move |draft| Ok(draft.act(None, act)?)).await?;
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
    house.hall.take(&id).await?;
    let store = &house.hall.store;
    if said.mute && store.muted(&id, player.id).await?.len() >= 100 {
        return Err(Fault::forbidden("you have muted very many already"));
    }
    store.mute(&id, player.id, &said.player, said.mute).await?;
    Ok(Json(json!({ "muted": store.muted(&id, player.id).await? })))
}
