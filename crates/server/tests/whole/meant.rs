//! What a player means who points somewhere, asked from outside.

use serde_json::{Value, json};

use crate::common::{self, House, duel_of};

#[test]
fn what_is_meant_is_told_to_the_mover_alone_and_changes_nothing() {
    let database = common::sqlite();
    common::run(async {
        let house =
            House::with(common::whole_shelf(), &database, common::settings(), Default::default()).await;
        let wish = json!({"scenario": "armageddon/rome", "seating": "invite"});
        let (mut ann, mut bob, id) = duel_of(&house, wish).await;
        let path = format!("/api/games/{id}");
        let meant = |pointed: &str| format!("{path}/meant{pointed}");
        let early = ann.get(&meant("?onward=true")).await;
        let rule = early["objection"]["rule"].as_str().expect("nobody goes on before the army stands");
        assert!(!rule.is_empty() && rule != "protocol", "{early}");
        ann.play(&id, &[json!({"do": "muster"})]).await;
        bob.play(&id, &[json!({"do": "muster"})]).await;
        let before = ann.get(&path).await;
        let movers = before["orders"].as_array().unwrap();
        let mover = movers.iter().find(|order| order["marches"] == true).expect("somebody may march");
        let counters = before["scene"]["counters"].as_array().unwrap();
        let enemy = counters.iter().find(|counter| counter["side"] == 1).expect("an enemy");
        let (own, far) = (&mover["counter"], enemy["place"].as_str().unwrap());

        let aim = meant(&format!("?counter={own}&place={far}"));
        let told = ann.get(&aim).await;
        let (orders, objection) = (told["orders"].as_array().unwrap(), &told["objection"]);
        assert!(!orders.is_empty() && !objection["rule"].as_str().unwrap().is_empty(), "{told}");
        let theirs = ann.get(&meant(&format!("?counter={}", enemy["id"]))).await;
        assert!(!theirs["objection"]["why"].as_str().unwrap().is_empty(), "{theirs}");
        let take = ann.get(&meant(&format!("?counter={own}"))).await;
        assert_eq!((&take["orders"][0], &take["objection"]), (&mover["order"], &Value::Null));

        let on = ann.get(&meant("?onward=true")).await;
        assert_eq!(on["objection"], Value::Null, "the phase may be ended: {on}");
        assert!(movers.iter().any(|order| order["order"] == on["orders"][0]), "{on}");

        assert_eq!(house.stranger().get(&aim).await, Value::Null, "strangers are told nothing");
        assert_eq!(bob.get(&meant("?onward=true")).await, Value::Null);
        assert_eq!(bob.get(&aim).await, Value::Null, "nor is the other player");
        assert_eq!(ann.get(&meant("")).await, Value::Null, "nothing pointed at means nothing");
        let wrong = ann.caller.get(&meant("?counter=abc")).await.unwrap();
        let why = wrong.json()["error"]["why"].as_str().unwrap().to_string();
        assert!(wrong.status == 400 && why.contains("`abc`") && why.contains("expected its id"), "{why}");

        let after = ann.get(&path).await;
        for part in ["number", "entry", "scene", "orders", "board"] {
            assert_eq!(after[part], before[part], "{part}");
        }
    });
}
