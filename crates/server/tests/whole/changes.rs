//! What changed on a board, laid over the board before it, is the board: for players, for those who watch, and while
//! something is hidden.

use std::collections::HashMap;
use std::time::Duration;

use caller::Events;
use engine::Generator;
use serde_json::{Map, Value, json};

use crate::common::{self, House, NONCE, Player, duel_of};

const SOON: Duration = Duration::from_secs(10);

/// Somebody who listens and knows the board by what changed on it.
struct Follower {
    line: Events,
    view: Value,
    /// How often a message brought all of it.
    whole: usize,
}

fn id_of(piece: &Value) -> String {
    match piece {
        Value::String(svg) => svg.split('"').nth(1).expect("an element begins with its id").into(),
        counter => counter["id"].to_string(),
    }
}

fn lay_list(list: &mut Value, changes: Option<&Value>) {
    let Some(changes) = changes else { return };
    let old = list.as_array().unwrap().clone();
    let put = changes["put"].as_array().unwrap();
    let all: HashMap<String, &Value> = old.iter().chain(put).map(|thing| (id_of(thing), thing)).collect();
    let text = |id: &Value| id.as_str().map_or_else(|| id.to_string(), str::to_string);
    let order: Vec<String> = match changes.get("order") {
        Some(order) => order.as_array().unwrap().iter().map(text).collect(),
        None => old.iter().map(id_of).collect(),
    };
    *list = order.iter().map(|id| all[id].clone()).collect();
}

/// Lays news over a view; whether they brought the whole board.
fn lay_over(view: &mut Value, news: &Value) -> bool {
    let fields: &Map<String, Value> = news.as_object().unwrap();
    if let Some(changes) = fields.get("changes") {
        assert_eq!(news["since"], view["board"], "the changes are those of the board at hand");
        for (name, value) in changes["scene"].as_object().unwrap() {
            view["scene"][name] = value.clone();
        }
        lay_list(&mut view["scene"]["counters"], changes.get("counters"));
        lay_list(&mut view["layer"]["counters"], changes.get("pieces"));
        lay_list(&mut view["layer"]["marks"], changes.get("badges"));
        if let Some(realm) = changes.get("realm") {
            view["layer"]["realm"] = realm.clone();
        }
    }
    for (name, value) in fields.iter().filter(|(name, _)| *name != "changes" && *name != "since") {
        view[name] = value.clone();
    }
    !fields.contains_key("changes")
}

impl Follower {
    async fn new(player: &mut Player, id: &str) -> Follower {
        let view = player.get(&format!("/api/games/{id}")).await;
        let path = format!("/api/games/{id}/events?from={}&changes=true", view["number"]);
        Follower { line: player.caller.listen(&path, None).await.expect("a stream"), view, whole: 0 }
    }

    /// Hears everything up to a deed.
    async fn hear(&mut self, number: u64) {
        while self.view["number"].as_u64() < Some(number) {
            let news = self.line.next_numbered(SOON).await.expect("an event").json();
            let brings = news.get("scene").is_some() || news.get("changes").is_some();
            if brings && lay_over(&mut self.view, &news) {
                self.whole += 1;
            }
        }
    }

    fn sees(&self, view: &Value, who: &str) {
        for part in ["scene", "layer", "orders", "sums", "routes", "turn", "prompt", "undo", "board", "you"] {
            assert_eq!(self.view[part], view[part], "{part} of {who} at {}", view["number"]);
        }
    }
}

/// Plays so many orders at random and compares what everybody follows with what they would be shown.
async fn follow_a_game(house: &House, scenario: &str, orders: usize) -> [usize; 3] {
    let wish = json!({"scenario": scenario, "seating": "invite"});
    let (mut ann, mut bob, id) = duel_of(house, wish).await;
    let mut eve = house.stranger();
    let path = format!("/api/games/{id}");
    let mut followers = [
        Follower::new(&mut ann, &id).await,
        Follower::new(&mut bob, &id).await,
        Follower::new(&mut eve, &id).await,
    ];
    let mut players = [ann, bob, eve];
    let mut chance = Generator::new(11, 0);
    for _ in 0..orders {
        let Some(mover) = (0..2).find(|&i| followers[i].view["your_move"] == true) else { break };
        let view = &followers[mover].view;
        let all = view["orders"].as_array().unwrap();
        let muster = all.iter().find(|order| order["kind"] == "muster");
        let any = &all[chance.below(all.len() as u32) as usize];
        let order = muster.unwrap_or(any)["order"].clone();
        let body = json!({"entry": view["entry"], "orders": [order], "nonce": NONCE, "board": view["board"]});
        let mut answered = view.clone();
        let answer = players[mover].post(&format!("{path}/orders"), body).await;
        lay_over(&mut answered, &answer);
        let number = answer["number"].as_u64().unwrap();
        for (i, follower) in followers.iter_mut().enumerate() {
            follower.hear(number).await;
            let shown = players[i].get(&path).await;
            follower.sees(&shown, ["Ann", "Bob", "Eve"][i]);
            if i == mover {
                follower.sees(&answered, "the mover, as answered");
            }
        }
    }
    followers.map(|follower| follower.whole)
}

#[test]
fn what_changed_laid_over_the_board_before_is_the_board() {
    let database = common::sqlite();
    common::run(async {
        let house =
            House::with(common::whole_shelf(), &database, common::settings(), Default::default()).await;
        for scenario in ["armageddon/rome", "basileus/arcadiopolis", "jihad/full"] {
            assert_eq!(
                follow_a_game(&house, scenario, 80).await,
                [0; 3],
                "{scenario}: nobody is told it all again"
            );
        }
    });
}

#[test]
fn a_client_with_another_board_is_answered_everything() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let (mut ann, _, id) = common::duel(&house).await;
        let view = ann.get(&format!("/api/games/{id}")).await;
        let body = |entry: u64, order: Value, board: Value| json!({"entry": entry, "orders": [order], "nonce": NONCE, "board": board});
        let path = format!("/api/games/{id}/orders");
        let brief = ann.post(&path, body(0, common::step(0, "0204"), view["board"].clone())).await;
        assert_eq!((&brief["since"], brief.get("scene"), brief.get("card")), (&view["board"], None, None));
        assert!(brief["changes"]["counters"]["put"].as_array().unwrap().len() == 1 && brief["played"] == 1);
        let whole = ann.post(&path, body(1, common::step(1, "0404"), view["board"].clone())).await;
        assert!(whole.get("changes").is_none() && whole["scene"].is_object() && whole["card"].is_object());
    });
}
