//! Accounts: sessions, passwords, confirmed addresses, and how one is closed.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{Html, Response};
use engine::table::hex_digits;
use serde::Deserialize;
use serde_json::{Value, json};

use super::me::{plain_page, with_session, without_session};
use super::visitor::{self, Known, Said, Whence};
use super::{Door, House};
use crate::fault::Fault;
use crate::limits::{RequestKind, Whose};
use crate::store::{Player, Purpose};
use crate::timekeeping::now;
use crate::{passwords, secret};

/// A session is called by the beginning of its digest, which opens nothing.
fn short(session: &[u8]) -> String {
    hex_digits(session).chars().take(16).collect()
}

/// `GET /api/sessions`: where the player is known.
pub async fn sessions(
    State(house): Door,
    Known(player): Known,
    headers: HeaderMap,
) -> Result<Json<Value>, Fault> {
    let own = visitor::session(&headers).unwrap_or_default();
    let sessions = house.contests.store.sessions_of(player.id, now()).await?;
    let row = |session: &crate::store::OpenSession| json!({ "id": short(&session.token), "began": session.created, "browser": session.agent, "this": session.token == own });
    Ok(Json(sessions.iter().map(row).collect()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// One of them; without it all but the one that asks.
    #[serde(default)]
    id: Option<String>,
}

/// `POST /api/sessions/end`: ends another session, or all others.
pub async fn end_sessions(
    State(house): Door,
    Known(player): Known,
    headers: HeaderMap,
    Said(End { id }): Said<End>,
) -> Result<Json<Value>, Fault> {
    let store = &house.contests.store;
    let own = visitor::session(&headers);
    let ended = match id {
        None => store.end_sessions(player.id, own.as_deref()).await?,
        Some(id) => {
            let all = store.sessions_of(player.id, now()).await?;
            let found = all.into_iter().map(|session| session.token).find(|token| short(token) == id);
            let token = found.ok_or_else(|| Fault::unknown("there is no such session of yours"))?;
            store.end_session(&token).await?;
            vec![token]
        }
    };
    house.contests.hang_up(&ended).await;
    Ok(Json(json!({ "ended": ended.len() })))
}

/// Refuses whoever does not know the password of the account they are in.
async fn knows_password(house: &House, player: &Player, password: String) -> Result<(), Fault> {
    if player.guest {
        return Err(Fault::outdated("a guest has no password; make an account first"));
    }
    if password.len() > 1_000
        || !house.limits.grants(RequestKind::Password, Whose::Account(player.name.to_lowercase()))
    {
        return Err(Fault::too_many());
    }
    let known = house.contests.store.password(player.id).await?;
    match house.passwords.verified(password, known).await? {
        true => Ok(()),
        false => Err(Fault::forbidden("this is not your password")),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    old: String,
    new: String,
}

/// `POST /api/password`: another password; every other session ends.
pub async fn change_password(
    State(house): Door,
    Known(player): Known,
    headers: HeaderMap,
    Said(Change { old, new }): Said<Change>,
) -> Result<Response, Fault> {
    passwords::proper(&new)?;
    knows_password(&house, &player, old).await?;
    set_password(&house, player.id, new).await?;
    let token = visitor::begin_session(&house, player.id, &headers).await?;
    with_session(&house, &token, &player)
}

/// Sets a password; whoever was in by the old one is out.
async fn set_password(house: &House, player: i64, password: String) -> Result<(), Fault> {
    let digest = house.passwords.digest(password).await?;
    house.contests.store.set_password(player, &digest).await?;
    let ended = house.contests.store.end_sessions(player, None).await?;
    house.contests.hang_up(&ended).await;
    super::tokens::withdraw_now(house, player, None).await?;
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forgotten {
    name: String,
}

/// `POST /api/password/forgotten`: writes to the confirmed address of an account. The answer is the same whether there
/// is one or not.
pub async fn forgotten(
    State(house): Door,
    Whence(address): Whence,
    Said(Forgotten { name }): Said<Forgotten>,
) -> Result<Json<Value>, Fault> {
    if !house.contests.post.is_on() {
        return Err(Fault::outdated("this server sends no mail; ask whoever runs it"));
    }
    let tries = [Whose::address(address), Whose::Account(name.to_lowercase())];
    if !tries.into_iter().all(|whose| house.limits.grants(RequestKind::Password, whose)) {
        return Err(Fault::too_many());
    }
    if let Some((player, _)) = house.contests.store.account(&name).await?
        && let Some(email) = player.email.filter(|_| player.confirmed)
    {
        let token = secret::token();
        let store = &house.contests.store;
        store.keep_link(&secret::digest(&token), player.id, Purpose::Reset, &email, now()).await?;
        house.contests.post.reset(&email, &player.name, &token);
    }
    Ok(Json(json!({ "sent": "if the account has a confirmed address, a letter is on its way" })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reset {
    token: String,
    password: String,
}

/// `POST /api/password/reset`: a new password by the link of a mail.
pub async fn reset(
    State(house): Door,
    Whence(address): Whence,
    Said(Reset { token, password }): Said<Reset>,
) -> Result<Response, Fault> {
    passwords::proper(&password)?;
    if !house.limits.grants(RequestKind::Password, Whose::address(address)) {
        return Err(Fault::too_many());
    }
    let opened = house.contests.store.open_link(&secret::digest(&token), Purpose::Reset, now()).await?;
    let Some((player, _)) = opened else { return Err(worn_out()) };
    set_password(&house, player, password).await?;
    Ok(without_session(json!({ "done": "sign in with the new password" })))
}

fn worn_out() -> Fault {
    Fault::unknown("this link opens nothing: it was used, is too old, or was cut off")
}

/// `GET /api/confirm/{token}`: the address is theirs who read the letter.
pub async fn confirm(State(house): Door, Path(token): Path<String>) -> Result<Html<String>, Fault> {
    let store = &house.contests.store;
    let opened = store.open_link(&secret::digest(&token), Purpose::Confirm, now()).await?;
    let (player, email) = opened.ok_or_else(worn_out)?;
    store.confirm_mail(player, &email).await?;
    Ok(plain_page("Your address is confirmed", "The table writes to you when you asked for it."))
}

/// Writes to an address that nobody has confirmed yet.
pub(super) async fn ask_to_confirm(house: &House, player: &Player) -> Result<(), Fault> {
    let Some(email) = player.email.as_deref().filter(|_| !player.confirmed) else { return Ok(()) };
    if !house.contests.post.is_on() {
        return Ok(());
    }
    if !house.limits.grants(RequestKind::Letter, Whose::Account(player.id.to_string())) {
        return Err(Fault::too_many());
    }
    let token = secret::token();
    let store = &house.contests.store;
    store.keep_link(&secret::digest(&token), player.id, Purpose::Confirm, email, now()).await?;
    house.contests.post.confirm(email, &player.name, &token);
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Close {
    password: String,
}

/// `POST /api/account/close`: gives up the games going on, forgets the name, the address and every session.
pub async fn close(
    State(house): Door,
    Known(player): Known,
    Said(Close { password }): Said<Close>,
) -> Result<Response, Fault> {
    knows_password(&house, &player, password).await?;
    super::games::leave_all(&house, player.id).await;
    let ended = house.contests.store.close_account(player.id).await?;
    house.contests.hang_up(&ended).await;
    Ok(without_session(json!({ "closed": true })))
}
