//! Accounts: guests, names, passwords, mail.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::visitor::{self, Known, Said, Visitor, Whence};
use super::{Door, House};
use crate::contests::now;
use crate::fault::Fault;
use crate::limits::{RequestKind, Whose};
use crate::secret;
use crate::store::Player;

fn card(house: &House, player: &Player) -> Value {
    let Player { id: _, name, guest, email, notify } = player;
    let mail = house.contests.post.is_on();
    json!({ "name": name, "guest": guest, "email": email, "notify": notify, "mail": mail })
}

/// An answer that also gives the browser its session.
fn with_session(house: &House, token: &str, player: &Player) -> Result<Response, Fault> {
    let mut response = Json(card(house, player)).into_response();
    response.headers_mut().insert(header::SET_COOKIE, visitor::cookie(house, token)?);
    Ok(response)
}

/// `GET /api/me`: who asks; a browser that comes for the first time becomes a guest.
pub async fn me(
    State(house): Door,
    Visitor(player): Visitor,
    Whence(address): Whence,
) -> Result<Response, Fault> {
    if let Some(player) = player {
        return Ok(Json(card(&house, &player)).into_response());
    }
    if !house.limits.grants(RequestKind::Arrive, Whose::address(address)) {
        return Err(Fault::too_many());
    }
    let player = house.contests.store.new_guest(now()).await?;
    let token = visitor::begin_session(&house, player.id).await?;
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
    Said(said): Said<Register>,
) -> Result<Json<Value>, Fault> {
    if !player.guest {
        return Err(Fault::outdated("you have an account already"));
    }
    let name = proper_name(&said.name)?;
    if said.password.chars().count() < 8 || said.password.len() > 1_000 {
        return Err(Fault::malformed("a password has at least 8 characters, and at most 1000"));
    }
    let email = said.email.as_deref().map(str::trim).filter(|email| !email.is_empty());
    email.map(proper_email).transpose()?;
    if !house.limits.grants(RequestKind::Password, Whose::address(address)) {
        return Err(Fault::too_many());
    }
    let password = digest(said.password).await?;
    house.contests.store.register(player.id, &name, &password, email).await?;
    super::games::rename(&house, player.id, player.id, &name).await;
    let email = email.map(str::to_string);
    Ok(Json(card(&house, &Player { name, guest: false, email, ..player })))
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
    if !verified(password, known).await? {
        return Err(Fault::forbidden("name and password do not go together"));
    }
    let Some((player, _)) = account else { return Err(Fault::trouble()) };
    if let Some(guest) = visitor.0.filter(|before| before.guest) {
        super::games::rename(&house, guest.id, player.id, &player.name).await;
    }
    if let Some(old) = visitor::token(&headers) {
        house.contests.store.end_session(&secret::digest(&old)).await?;
    }
    let token = visitor::begin_session(&house, player.id).await?;
    with_session(&house, &token, &player)
}

/// `POST /api/logout`: the browser becomes a stranger.
pub async fn logout(State(house): Door, headers: HeaderMap) -> Result<Response, Fault> {
    if let Some(token) = visitor::token(&headers) {
        house.contests.store.end_session(&secret::digest(&token)).await?;
    }
    let mut response = Json(json!({})).into_response();
    let gone = "session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0";
    response.headers_mut().insert(header::SET_COOKIE, header::HeaderValue::from_static(gone));
    Ok(response)
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
    Ok(Json(card(&house, &Player { email, notify, ..player })))
}

/// `GET /api/unsubscribe/{token}`: the link in every mail.
pub async fn unsubscribe(State(house): Door, Path(token): Path<String>) -> Result<Html<&'static str>, Fault> {
    match house.contests.store.stop_mail(&token).await? {
        true => Ok(Html(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Strategikon</title>\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\"><link rel=\"stylesheet\" href=\"/css/base.css\"></head>\
             <body><main class=\"plain\"><h1>No more mail</h1><p>You will get no more mail from this table.</p>\
             <p><a href=\"/\">To the table</a></p></main></body></html>",
        )),
        false => Err(Fault::unknown("this link is not known; perhaps it was cut off")),
    }
}

/// A name others can read and tell apart.
fn proper_name(name: &str) -> Result<String, Fault> {
    let name = name.trim();
    let length = name.chars().count();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | '\'' | '’');
    if !(2..=32).contains(&length) || !name.chars().all(plain) || name.contains("  ") {
        return Err(Fault::malformed("a name has 2 to 32 letters, digits, spaces or . - _ '"));
    }
    if name.to_lowercase().starts_with("guest") {
        return Err(Fault::malformed("names that begin with Guest are for guests"));
    }
    Ok(name.to_string())
}

fn proper_email(email: &str) -> Result<(), Fault> {
    match email.parse::<lettre::Address>() {
        Ok(_) if email.len() <= 254 => Ok(()),
        _ => Err(Fault::malformed("this is not an e-mail address")),
    }
}

/// What is kept of a password. Slow on purpose, so not among the quick work.
async fn digest(password: String) -> Result<String, Fault> {
    let work = move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string());
    let done = tokio::task::spawn_blocking(work).await.map_err(|_| Fault::trouble())?;
    done.map_err(|error| {
        tracing::error!(%error, "a password could not be digested");
        Fault::trouble()
    })
}

async fn verified(password: String, digest: Option<String>) -> Result<bool, Fault> {
    let work = move || {
        let known = digest.as_deref().unwrap_or(NOBODY);
        let Ok(hash) = PasswordHash::new(known) else { return false };
        Argon2::default().verify_password(password.as_bytes(), &hash).is_ok() && digest.is_some()
    };
    tokio::task::spawn_blocking(work).await.map_err(|_| Fault::trouble())
}

/// The digest of a password nobody has, for the time it takes.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5$U2rGzKnOcy1RxkRJtQ3uqsRVfeHfnzbYqtFpWsZc1zE";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_not_those_of_guests() {
        assert_eq!(proper_name("  Anna Komnene ").unwrap(), "Anna Komnene");
        for wrong in ["A", "", "<b>Ann</b>", "Guest 7", "gUESTina", "a\nb", "a  b", &"x".repeat(33)] {
            assert!(proper_name(wrong).is_err(), "{wrong}");
        }
    }

    #[tokio::test]
    async fn a_password_is_known_again_and_no_other() {
        let kept = digest("correct horse".into()).await.unwrap();
        assert!(kept.starts_with("$argon2id$"));
        assert!(verified("correct horse".into(), Some(kept.clone())).await.unwrap());
        assert!(!verified("correct house".into(), Some(kept)).await.unwrap());
        assert!(PasswordHash::new(NOBODY).is_ok());
        assert!(!verified("anything".into(), None).await.unwrap());
    }
}
