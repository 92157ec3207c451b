//! The description of the API, as OpenAPI.

use axum::Json;
use axum::extract::State;
use serde_json::{Map, Value, json};

use super::Door;

/// One request the API takes.
pub struct Endpoint {
    /// `get` or `post`.
    pub method: &'static str,
    /// The address, with parameters in braces.
    pub path: &'static str,
    /// What it does.
    pub about: &'static str,
    /// The fields of the body, each with its schema as JSON; empty if there is no body.
    pub body: &'static [(&'static str, &'static str)],
    /// Parameters after the question mark.
    pub query: &'static [&'static str],
}

/// `GET /api`: this description.
pub async fn description(State(house): Door) -> Json<Value> {
    let mut described = describe();
    described["info"]["x-record-key"] = json!(house.contests.seal.key());
    Json(described)
}

macro_rules! endpoints {
    ($($method:ident $path:literal $about:literal $({ $($field:literal : $schema:literal),* })? $([ $($query:literal),* ])?;)*) => {
        &[$(Endpoint {
            method: stringify!($method),
            path: $path,
            about: $about,
            body: &[$($(($field, $schema)),*)?],
            query: &[$($($query),*)?],
        }),*]
    };
}

const ORDER: &str = r#"{"type":"object","description":"an order as the view lists it"}"#;

/// Every request there is.
pub const ENDPOINTS: &[Endpoint] = endpoints![
    get "/api" "This description.";
    get "/api/me" "Who asks. A browser that comes for the first time becomes a guest.";
    post "/api/register" "Makes the guest an account, which keeps its games." { "name": r#"{"type":"string"}"#, "password": r#"{"type":"string"}"#, "email?": r#"{"type":"string"}"# };
    post "/api/login" "Begins a session of an account." { "name": r#"{"type":"string"}"#, "password": r#"{"type":"string"}"# };
    post "/api/logout" "Ends the session.";
    post "/api/settings" "Sets where to write to, and whether." { "email?": r#"{"type":"string"}"#, "notify?": r#"{"type":"boolean"}"# };
    get "/api/sessions" "Where the player is known: each session with when it began and what the browser called itself.";
    post "/api/sessions/end" "Ends another session, or all others." { "id?": r#"{"type":"string"}"# };
    get "/api/tokens" "The tokens by which bots speak for the player, without what opens anything.";
    post "/api/tokens" "A token for a bot, shown this once." { "name": r#"{"type":"string","maxLength":40}"# };
    post "/api/tokens/withdraw" "Withdraws a token, or all of them." { "id?": r#"{"type":"string"}"# };
    post "/api/password" "Another password; every other session ends and tokens are withdrawn." { "old": r#"{"type":"string"}"#, "new": r#"{"type":"string"}"# };
    post "/api/password/forgotten" "Writes to the confirmed address of an account, if it has one." { "name": r#"{"type":"string"}"# };
    post "/api/password/reset" "A new password by the link of a mail." { "token": r#"{"type":"string"}"#, "password": r#"{"type":"string"}"# };
    post "/api/account/close" "Closes the account: gives up its games, forgets name, address and sessions." { "password": r#"{"type":"string"}"# };
    get "/api/confirm/{token}" "Confirms an address; the link in a mail.";
    get "/api/unsubscribe/{token}" "Stops mail; the link in every mail.";
    post "/api/unsubscribe/{token}" "The same, for mail programs with a button for it.";
    get "/api/shelf" "The games and scenarios there are.";
    get "/api/shelf/{game}/{scenario}/picture.svg" "A small picture of the battlefield.";
    get "/api/shelf/{game}/{scenario}/report.html" "What many games of the scenario say, where the server has a report of the lab.";
    get "/api/shelf/{game}/{scenario}/army.svg" "The army of a side before the game begins, with options of the scenario as JSON." ["side", "options"];
    get "/api/rules/{game}" "The rule list of a game.";
    get "/api/landscape/{file}" "A map by its key: KEY.svg drawn, KEY.json as data. Never changes.";
    get "/api/symbols/{file}" "What layers refer to: flat.svg, pointy.svg or table.svg.";
    get "/api/cards/{game}" "The charts of a game, for a card of one page.";
    get "/api/guides/{game}" "A player's guide, as Markdown.";
    get "/api/pictures/{game}/{file}" "A picture of a guide.";
    get "/api/lessons" "The lessons the account has taken, each as GAME/LESSON; of a guest none, since the browser keeps them.";
    post "/api/lessons" "Adds lessons to those the account has taken, and answers all of them." { "taken": r#"{"type":"array","items":{"type":"string"}}"# };
    get "/api/lessons/{game}/{lesson}" "What is said in a lesson, step by step.";
    post "/api/lessons/{game}/{lesson}" "A table of one's own to take a lesson at.";
    get "/api/levels" "How well the computer can play.";
    get "/api/games" "A list of games." ["list"];
    post "/api/games" "Sets a game up." { "scenario": r#"{"type":"string"}"#, "options?": r#"{"type":"object"}"#, "seating": r#"{"enum":["hotseat","computer","invite","open"]}"#, "level?": r#"{"enum":["recruit","soldier","veteran","strategos"]}"#, "side?": r#"{"enum":["first","second","random"]}"#, "clock?": r#"{"oneOf":[{"type":"null"},{"type":"object","properties":{"kind":{"const":"live"},"bank_seconds":{"type":"integer"},"increment_seconds":{"type":"integer"}}},{"type":"object","properties":{"kind":{"const":"days"},"days_per_move":{"type":"integer"}}}]}"#, "dice?": r#"{"enum":["server","physical"]}"# };
    post "/api/invite/{token}" "Takes the seat an invitation is for.";
    get "/api/games/{id}" "The view of a game.";
    post "/api/games/{id}/join" "Takes up an open challenge.";
    post "/api/games/{id}/orders" "Plays orders, one after another." { "entry": r#"{"type":"integer"}"#, "number?": r#"{"type":"integer"}"#, "orders": r#"{"type":"array","items":{"type":"object"}}"#, "nonce?": r#"{"type":"string","minLength":16,"maxLength":200}"# };
    post "/api/games/{id}/roll" "Enters dice thrown by hand." { "entry": r#"{"type":"integer"}"#, "dice": r#"{"type":"array","items":{"type":"integer"}}"# };
    post "/api/games/{id}/check" "Whether an order, or a list of them, is legal, and if not, why not." { "order?": r#"{"type":"object"}"#, "orders?": r#"{"type":"array","items":{"type":"object"}}"# };
    post "/api/games/{id}/odds" "The chances of an order, of the last of several, or of the roll that is due; and whether the counter they lead arrives." { "order?": r#"{"type":"object"}"#, "orders?": r#"{"type":"array","items":{"type":"object"}}"#, "counter?": r#"{"type":"integer"}"# };
    get "/api/games/{id}/meant" "What a player means who points with ?counter= at ?place=, and why it cannot be done.";
    get "/api/games/{id}/ways" "Where counters of an open table can be led together, ?counters=3,4 with the one first that is held." ["counters"];
    get "/api/games/{id}/posed" "What is meant by holding counters so that the first of them stands at a pose of an open table, or a piece that lies on it; why it cannot be done, and the fights that would stand." ["counters", "abreast", "piece", "x", "y", "heading"];
    get "/api/games/{id}/regions" "The ground an overlay of an open table shows, as it bears on ?counters=3,4 or all of it." ["overlay", "counters"];
    get "/api/games/{id}/bouts" "The fights that stand as everybody stands now, with factors and chances.";
    post "/api/games/{id}/bouts" "The fights that would stand after orders of the visitor." { "order?": r#"{"type":"object"}"#, "orders?": r#"{"type":"array","items":{"type":"object"}}"# };
    get "/api/games/{id}/routes/{counter}" "Where a counter can get to, with the orders that take it there.";
    get "/api/games/{id}/profile/{counter}" "What a counter says: every figure, symbol and seal with its meaning and rule, what it did and may do.";
    get "/api/games/{id}/deployment" "While a side deploys: where its enemy stands or will stand; with ?rest=true also the orders that place whoever still waits." ["rest"];
    get "/api/games/{id}/fire/{counter}" "The hexes a counter could hit.";
    get "/api/games/{id}/menace" "What the enemy of the viewer could do next turn." ["side"];
    post "/api/games/{id}/seat" "Hands a seat to the computer, changes its level, or takes it over." { "side": r#"{"enum":["first","second"]}"#, "computer": r#"{"enum":["recruit","soldier","veteran","strategos",null]}"# };
    post "/api/games/{id}/counsel" "What a commander would do, the alternatives, and why; not between two people." { "level?": r#"{"enum":["recruit","soldier","veteran","strategos"]}"# };
    get "/api/games/{id}/chances" "How the chances went, and where they turned; between two people when the game is over.";
    get "/api/games/{id}/analysis" "What the dice and each side's decisions were worth, once the game is over.";
    post "/api/games/{id}/branch" "A new game from a moment of one that is over, against the computer or at one screen." { "entry": r#"{"type":"integer"}"#, "side?": r#"{"enum":["first","second"]}"#, "level?": r#"{"enum":["recruit","soldier","veteran","strategos"]}"# };
    get "/api/games/{id}/picture.png" "The board of a game that is over, with its result.";
    post "/api/games/{id}/undo" "Takes entries back, or asks the other side to allow it; `rematch` also takes back how both have set up." { "entry": r#"{"type":"integer"}"#, "to?": r#"{"type":"integer"}"#, "rematch?": r#"{"type":"boolean"}"# };
    post "/api/games/{id}/undo/answer" "Allows or refuses what the other side asked; `asked` is its number in the view." { "accept": r#"{"type":"boolean"}"#, "asked": r#"{"type":"integer"}"# };
    post "/api/games/{id}/resign" "Gives up.";
    post "/api/games/{id}/draw" "Offers, accepts or declines a draw." { "offer?": r#"{"type":"boolean"}"#, "accept?": r#"{"type":"boolean"}"#, "decline?": r#"{"type":"boolean"}"# };
    post "/api/games/{id}/claim" "Claims victory because the other's time is up.";
    post "/api/games/{id}/chat" "Says something." { "text": r#"{"type":"string","maxLength":1000}"# };
    post "/api/games/{id}/mute" "Mutes somebody in this game, or hears them again." { "player": r#"{"type":"string"}"#, "mute": r#"{"type":"boolean"}"# };
    get "/api/games/{id}/log" "What happened after an entry." ["from"];
    get "/api/games/{id}/at/{n}" "The board as it stood after an entry.";
    get "/api/games/{id}/record" "The record, as JSON lines.";
    get "/api/games/{id}/events" "Server-sent events; Last-Event-ID or `from` is the number of the last deed seen." ["from"];
    get "/healthz" "Whether the server answers and its database can be written to.";
    get "/metrics" "Figures for Prometheus.";
];

fn describe() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for endpoint in ENDPOINTS {
        let path = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        path[endpoint.method] = operation(endpoint);
    }
    let fault = json!({ "type": "object", "properties": { "error": {
        "type": "object",
        "properties": { "rule": { "type": "string" }, "why": { "type": "string" } },
        "required": ["rule", "why"],
    } } });
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Strategikon",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Everything the browser client does. docs/api.md tells the same in prose.",
        },
        "paths": paths,
        "components": {
            "securitySchemes": {
                "session": { "type": "apiKey", "in": "cookie", "name": "session" },
                "token": { "type": "http", "scheme": "bearer" },
            },
            "schemas": { "Fault": fault, "Order": serde_json::from_str::<Value>(ORDER).unwrap_or_default() },
        },
    })
}

fn operation(endpoint: &Endpoint) -> Value {
    let in_path = endpoint.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let in_path = in_path
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
    let in_query = endpoint.query.iter().map(
        |name| json!({ "name": name, "in": "query", "required": false, "schema": { "type": "string" } }),
    );
    let mut parameters: Vec<Value> = in_path.chain(in_query).collect();
    if endpoint.method == "post" {
        parameters.push(json!({
            "name": "X-Strategikon", "in": "header", "required": true, "schema": { "const": "1" },
        }));
    }
    let fault =
        json!({ "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Fault" } } } });
    let mut refused = fault.clone();
    refused["description"] =
        json!("Not granted. With 4xx nothing was changed; with 5xx look again before you repeat it.");
    let mut operation = json!({
        "summary": endpoint.about,
        "parameters": parameters,
        "responses": { "200": { "description": "Done." }, "default": refused },
    });
    if !endpoint.body.is_empty() {
        let mut properties = Map::new();
        let mut required = vec![];
        for (field, schema) in endpoint.body {
            let name = field.trim_end_matches('?');
            if name == *field {
                required.push(name);
            }
            properties.insert(name.to_string(), serde_json::from_str(schema).unwrap_or_default());
        }
        let schema = json!({
            "type": "object", "properties": properties, "required": required, "additionalProperties": false,
        });
        operation["requestBody"] =
            json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    }
    if endpoint.method == "post" {
        operation["security"] = json!([{ "session": [] }]);
    }
    operation
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_route_is_described_and_nothing_else() {
        let described: BTreeSet<&str> = ENDPOINTS.iter().map(|endpoint| endpoint.path).collect();
        let served: BTreeSet<&str> = super::super::routes().into_iter().map(|(path, _)| path).collect();
        assert_eq!(described, served);
    }

    #[test]
    fn every_schema_of_a_field_is_json() {
        for endpoint in ENDPOINTS {
            for (field, schema) in endpoint.body {
                let read = serde_json::from_str::<Value>(schema);
                assert!(read.is_ok_and(|s| s.is_object()), "{} {field}", endpoint.path);
            }
        }
    }
}
