//! Who asks: guests, accounts, sessions, mail.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::visitor::{self, Known, Said, Visitor, Whence};
use super::{Door, House};
use crate::fault::Fault;
use crate::limits::{RequestKind, Whose};
use crate::store::Player;
use crate::timekeeping::now;
use crate::{names, passwords};

fn card(house: &House, player: &Player) -> Value {
    let Player { id: _, name, guest, email, notify, confirmed } = player;
    let mail = house.contests.post.is_on();
    json!({ "name": name, "guest": guest, "email": email, "notify": notify, "confirmed": confirmed, "mail": mail })
}

/// An answer that also gives the browser its session.
pub(super) fn with_session(house: &House, token: &str, player: &Player) -> Result<Response, Fault> {
    let mut response = Json(card(house, player)).into_response();
    response.headers_mut().insert(header::SET_COOKIE, visitor::cookie(house, token)?);
    Ok(response)
}

/// `GET /api/me`: who asks; a browser that comes for the first time becomes a guest.
pub async fn me(
    State(house): Door,
    Visitor(player): Visitor,
    Whence(address): Whence,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    if let Some(player) = player {
        return Ok(Json(card(&house, &player)).into_response());
    }
    if !house.limits.grants(RequestKind::Arrive, Whose::address(address)) {
        return Err(Fault::too_many());
    }
    let player = house.contests.store.new_guest(now()).await?;
    let token = visitor::begin_session(&house, player.id, &headers).await?;
    with_session(&house, &token, &player)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Register {
    name: String,
    password: String,
    #[serde(default)]
    email: Option<String>,
}

/// `POST /api/register`: the guest becomes an account and keeps its games.
pub async fn register(
    State(house): Door,
    Known(player): Known,
    Whence(address): Whence,
    headers: HeaderMap,
    Said(said): Said<Register>,
) -> Result<Response, Fault> {
    if !player.guest {
        return Err(Fault::outdated("you have an account already"));
    }
    let name = names::proper(&said.name)?;
    passwords::proper(&said.password)?;
    let email = said.email.as_deref().map(str::trim).filter(|email| !email.is_empty());
    email.map(proper_email).transpose()?;
    if !house.limits.grants(RequestKind::Password, Whose::address(address)) {
        return Err(Fault::too_many());
    }
    let password = house.passwords.digest(said.password).await?;
    house.contests.store.register(player.id, &name, &password, email).await?;
    super::games::rename(&house, player.id, player.id, &name).await;
    let player = Player { name, guest: false, email: email.map(str::to_string), ..player };
    super::account::ask_to_confirm(&house, &player).await?;
    // Whoever had the guest's session or a token of it has not the account's.
    super::tokens::withdraw_now(&house, player.id, None).await?;
    let token = visitor::change_session(&house, player.id, &headers).await?;
    with_session(&house, &token, &player)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Login {
    name: String,
    password: String,
}

/// `POST /api/login`: another session of an account; games begun as a guest come along.
pub async fn login(
    State(house): Door,
    visitor: Visitor,
    Whence(address): Whence,
    headers: HeaderMap,
    Said(Login { name, password }): Said<Login>,
) -> Result<Response, Fault> {
    let tries = [Whose::address(address), Whose::Account(name.to_lowercase())];
    if password.len() > 1_000
        || !tries.into_iter().all(|whose| house.limits.grants(RequestKind::Password, whose))
    {
        return Err(Fault::too_many());
    }
    let account = house.contests.store.account(&name).await?;
    // A wrong name takes as long as a wrong password, and is answered alike.
    let known = account.as_ref().map(|(_, digest)| digest.clone());
    if !house.passwords.verified(password, known).await? {
        return Err(Fault::forbidden("name and password do not go together"));
    }
    let Some((player, _)) = account else { return Err(Fault::trouble()) };
    if let Some(guest) = visitor.0.filter(|before| before.guest) {
        super::games::rename(&house, guest.id, player.id, &player.name).await;
    }
    let token = visitor::change_session(&house, player.id, &headers).await?;
    with_session(&house, &token, &player)
}

/// `POST /api/logout`: the browser becomes a stranger.
pub async fn logout(State(house): Door, headers: HeaderMap) -> Result<Response, Fault> {
    visitor::end_session(&house, &headers).await?;
    Ok(without_session(json!({})))
}

/// An answer that also takes the browser's session away.
pub(super) fn without_session(answer: Value) -> Response {
    let mut response = Json(answer).into_response();
    let gone = "session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0";
    response.headers_mut().insert(header::SET_COOKIE, header::HeaderValue::from_static(gone));
    response
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    #[serde(default)]
    email: Option<String>,
    #[serde(default)]
    notify: Option<bool>,
}

/// `POST /api/settings`: where to write to, and whether.
pub async fn settings(
    State(house): Door,
    Known(player): Known,
    Said(said): Said<Settings>,
) -> Result<Json<Value>, Fault> {
    let email = match said.email.as_deref().map(str::trim) {
        None => player.email.clone(),
        Some("") => None,
        Some(email) => {
            proper_email(email)?;
            Some(email.to_string())
        }
    };
    let notify = said.notify.unwrap_or(player.notify);
    if notify && email.is_none() {
        return Err(Fault::malformed("to be written to, give an address"));
    }
    house.contests.store.set_mail(player.id, email.as_deref(), notify).await?;
    let confirmed = player.confirmed && player.email == email;
    let player = Player { email, notify, confirmed, ..player };
    super::account::ask_to_confirm(&house, &player).await?;
    Ok(Json(card(&house, &player)))
}

/// `GET /api/unsubscribe/{token}`: the link in every mail.
pub async fn unsubscribe(State(house): Door, Path(token): Path<String>) -> Result<Html<String>, Fault> {
    match house.contests.store.stop_mail(&token).await? {
        true => Ok(plain_page("No more mail", "You will get no more mail from this table.")),
        false => Err(Fault::unknown("this link is not known; perhaps it was cut off")),
    }
}

/// A page that says one thing.
pub(super) fn plain_page(title: &str, text: &str) -> Html<String> {
    Html(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Strategikon</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\"><link rel=\"stylesheet\" href=\"/css/base.css\"></head>\
         <body><main class=\"plain\"><h1>{title}</h1><p>{text}</p>\
         <p><a href=\"/\">To the table</a></p></main></body></html>"
    ))
}

fn proper_email(email: &str) -> Result<(), Fault> {
    match email.parse::<lettre::Address>() {
        Ok(_) if email.len() <= 254 => Ok(()),
        _ => Err(Fault::malformed("this is not an e-mail address")),
    }
}
