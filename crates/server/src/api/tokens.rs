//! Tokens: how a player lets a bot speak for them, and takes that back.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use engine::table::hex_digits;
use serde::Deserialize;
use serde_json::{Value, json};

use super::visitor::{Known, Said};
use super::{Door, House};
use crate::fault::Fault;
use crate::secret;
use crate::store::{MOST_TOKENS, OpenToken};
use crate::timekeeping::now;

/// The scheme of the header that carries a token.
const SCHEME: &str = "bearer ";

/// What a token does not open: whose account it is, by what it is entered, and who else may speak for it.
const FOR_PEOPLE: [&str; 8] = [
    "/api/register",
    "/api/login",
    "/api/logout",
    "/api/settings",
    "/api/sessions",
    "/api/password",
    "/api/account",
    "/api/tokens",
];

/// The token a request carries, whether it is known or not. Headers of other schemes, as a proxy may add them, carry none.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_at_checked(SCHEME.len())?;
    scheme.eq_ignore_ascii_case(SCHEME).then(|| token.trim())
}

/// Whether a token opens this address.
pub fn may_open(path: &str) -> Result<(), Fault> {
    let affair =
        |of: &str| path.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    match FOR_PEOPLE.into_iter().any(affair) {
        true => {
            Err(Fault::forbidden("a token plays games; the account itself is its owner's, in the browser"))
        }
        false => Ok(()),
    }
}

/// Whoever comes with a token that opens nothing.
pub fn worn_out() -> Fault {
    Fault {
        why: "this token is not known here: it was withdrawn, has run out, or was cut off".into(),
        ..Fault::stranger()
    }
}

/// A token is called by the beginning of its digest, which opens nothing.
fn short(token: &[u8]) -> String {
    hex_digits(token).chars().take(16).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    name: String,
}

/// `POST /api/tokens`: a token, shown this once.
pub async fn make(
    State(house): Door,
    Known(player): Known,
    Said(Wish { name }): Said<Wish>,
) -> Result<Json<Value>, Fault> {
    let name = name.trim();
    if !(1..=40).contains(&name.chars().count()) || name.chars().any(char::is_control) {
        return Err(Fault::malformed("a token is called something, in 1 to 40 letters"));
    }
    let token = secret::token();
    let digest = secret::digest(&token);
    match house.contests.store.keep_token(&digest, player.id, name, now()).await? {
        Some(expires) => {
            Ok(Json(json!({ "id": short(&digest), "name": name, "token": token, "expires": expires })))
        }
        None => {
            Err(Fault::outdated(format!("there are {MOST_TOKENS} tokens of yours already; withdraw one")))
        }
    }
}

/// `GET /api/tokens`: those that there are, without what opens anything.
pub async fn list(State(house): Door, Known(player): Known) -> Result<Json<Value>, Fault> {
    let tokens = house.contests.store.tokens_of(player.id, now()).await?;
    let row = |token: &OpenToken| {
        let OpenToken { token, name, created, expires } = token;
        json!({ "id": short(token), "name": name, "created": created, "expires": expires })
    };
    Ok(Json(tokens.iter().map(row).collect()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Which {
    /// One of them; without it all.
    #[serde(default)]
    id: Option<String>,
}

/// `POST /api/tokens/withdraw`: a token opens nothing any more, and what listens by it is hung up on.
pub async fn withdraw(
    State(house): Door,
    Known(player): Known,
    Said(Which { id }): Said<Which>,
) -> Result<Json<Value>, Fault> {
    let one = match id {
        None => None,
        Some(id) => {
            let all = house.contests.store.tokens_of(player.id, now()).await?;
            let found = all.into_iter().map(|token| token.token).find(|token| short(token) == id);
            Some(found.ok_or_else(|| Fault::unknown("there is no such token of yours"))?)
        }
    };
    let gone = withdraw_now(&house, player.id, one.as_deref()).await?;
    Ok(Json(json!({ "withdrawn": gone })))
}

/// Withdraws one token of a player, or all: also when the account passes into other hands.
pub(super) async fn withdraw_now(house: &House, player: i64, one: Option<&[u8]>) -> Result<usize, Fault> {
    let gone = house.contests.store.withdraw_tokens(player, one).await?;
    house.contests.hang_up(&gone).await;
    Ok(gone.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(value: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::AUTHORIZATION, value.parse().expect("a header"))])
    }

    #[test]
    fn a_token_is_read_from_its_own_scheme_alone() {
        assert_eq!(bearer(&with("Bearer abc")), Some("abc"));
        assert_eq!(bearer(&with("bearer  abc ")), Some("abc"));
        assert_eq!(bearer(&with("Basic abc")), None);
        assert_eq!(bearer(&with("Bear")), None);
        assert_eq!(bearer(&HeaderMap::new()), None);
    }

    #[test]
    fn a_token_opens_games_and_not_accounts() {
        for path in ["/api/me", "/api/games", "/api/games/abc/orders", "/api/tokensmith"] {
            assert!(may_open(path).is_ok(), "{path}");
        }
        for path in ["/api/tokens", "/api/tokens/withdraw", "/api/password/reset", "/api/account/close"] {
            assert!(may_open(path).is_err(), "{path}");
        }
    }
}
