//! Clocks and the house's time: dice, and what nobody served through.

use std::time::Duration;

use crate::common::{self, House, duel_of};
use serde_json::json;
use server::timekeeping::{Absence, STEADY, now};

on_both! {
    async fn heartbeats_far_apart_are_kept_as_an_absence(database) {
        let house = House::open(&database).await;
        let store = &house.contests.store;
        let (early, late) = (now() + 100, now() + 100 + STEADY + 1);
        assert_eq!(store.heartbeat(early, STEADY).await.unwrap(), []);
        let away = Absence { since: early, until: late };
        assert_eq!(store.heartbeat(late, STEADY).await.unwrap(), [away]);
        assert_eq!(store.heartbeat(late + STEADY, STEADY).await.unwrap(), [away], "a steady house is not away");
        store.ping().await.unwrap();
        let later = late + 3 * STEADY;
        let again = Absence { since: late + STEADY, until: later };
        assert_eq!(store.heartbeat(later, STEADY).await.unwrap(), [away, again], "a look at its health hides nothing");
    }
}

#[test]
fn a_server_that_was_down_has_charged_nobody() {
    let database = common::sqlite();
    common::run(async {
        let house = House::open(&database).await;
        let clock = json!({"kind": "live", "bank_seconds": 2, "increment_seconds": 0});
        let wish = json!({"scenario": "skirmish/field", "seating": "invite", "clock": clock});
        let (ann, mut bob, id) = duel_of(&house, wish).await;
        drop(ann);
        let session = bob.caller.cookie.clone();
        house.close().await;
        tokio::time::sleep(Duration::from_millis(2_500)).await;
        let house = House::open(&database).await;
        bob = house.stranger();
        bob.caller.cookie = session;
        let view = bob.get(&format!("/api/games/{id}")).await;
        assert!(view["seats"][0]["clock_ms"].as_i64().unwrap() > 0, "{}", view["seats"]);
        assert_eq!(bob.refused(&format!("/api/games/{id}/claim"), json!({})).await.0, 409);
        house.close().await;
    });
}
