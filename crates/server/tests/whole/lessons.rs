//! Lessons at the table, from outside.

use serde_json::{Value, json};

use crate::common::{self, Database, House};

async fn school(database: &Database) -> House {
    House::with(common::whole_shelf(), database, common::settings(), Default::default()).await
}

fn standing(view: &Value) -> (u64, u64) {
    let lesson = &view["lesson"];
    (lesson["from"].as_u64().expect("a lesson"), lesson["step"].as_u64().expect("a lesson"))
}

on_both! {
    async fn lessons_taken_go_with_the_account_and_not_with_a_guest(database) {
        let house = school(&database).await;
        let mut ann = house.guest().await;
        let of = |lessons: &[&str]| json!({ "taken": lessons });
        let (status, why) = ann.refused("/api/lessons", of(&["armageddon/march"])).await;
        assert_eq!((status, why.contains("browser")), (409, true), "{why}");
        assert_eq!(ann.get("/api/lessons").await, of(&[]));

        ann.post("/api/register", json!({"name": "Anna", "password": "long enough"})).await;
        assert_eq!(ann.post("/api/lessons", of(&["armageddon/march"])).await, of(&["armageddon/march"]));
        let mut phone = house.guest().await;
        phone.post("/api/login", json!({"name": "Anna", "password": "long enough"})).await;
        // What another browser knows is added, once; what is not taught is passed over.
        let brought = of(&["armageddon/winning", "armageddon/march", "armageddon/of old"]);
        let all = of(&["armageddon/march", "armageddon/winning"]);
        assert_eq!(phone.post("/api/lessons", brought).await, all);
        assert_eq!(ann.get("/api/lessons").await, all);

        let (status, why) = ann.refused("/api/lessons", of(&["armageddon/fire", "winning"])).await;
        assert_eq!((status, why.contains("`winning`")), (400, true), "{why}");
        let many: Vec<String> = (0..501).map(|n| format!("armageddon/{n}")).collect();
        assert_eq!(ann.refused("/api/lessons", json!({ "taken": many })).await.0, 400);
        assert_eq!(ann.get("/api/lessons").await, all, "what was refused has changed nothing");

        let mut bob = house.guest().await;
        bob.post("/api/register", json!({"name": "Bob", "password": "long enough"})).await;
        assert_eq!(bob.get("/api/lessons").await, of(&[]), "nobody else's");
        house.close().await;
    }

    async fn lessons_are_forgotten_with_a_closed_account(database) {
        let house = school(&database).await;
        let mut ann = house.guest().await;
        ann.post("/api/register", json!({"name": "Anna", "password": "long enough"})).await;
        ann.post("/api/lessons", json!({"taken": ["armageddon/march"]})).await;
        ann.post("/api/account/close", json!({"password": "long enough"})).await;
        ann.get("/api/me").await;
        ann.post("/api/register", json!({"name": "Anna", "password": "long enough"})).await;
        assert_eq!(ann.get("/api/lessons").await, json!({"taken": []}));
        house.close().await;
    }

    async fn a_pupil_is_led_step_by_step_and_the_lesson_answers_for_the_enemy(database) {
        let house = school(&database).await;
        let mut ann = house.guest().await;
        let script = ann.get("/api/lessons/armageddon/winning").await;
        assert_eq!(script["title"], "Winning");
        let id = ann.post("/api/lessons/armageddon/winning", json!({})).await["id"].as_str().unwrap().to_string();
        let path = format!("/api/games/{id}");
        let view = ann.get(&path).await;
        assert_eq!((standing(&view), view["you"].clone()), ((0, 1), json!(["first"])));

        // Legal, but not what the step is about.
        let aside = json!({"entry": 0, "orders": [{"do": "move", "unit": 9}]});
        let refused = ann.post(&format!("{path}/orders"), aside).await;
        assert_eq!((&refused["played"], &refused["refused"]["rule"]), (&json!(0), &json!("lesson")));
        assert_eq!(ann.get(&path).await["entry"], 0);
        // Not legal at all: the rule of the game says why.
        let wrong = json!({"entry": 0, "orders": [{"do": "commit"}]});
        let refused = ann.try_post(&format!("{path}/orders"), wrong).await;
        assert_ne!(refused.json()["error"]["rule"], "lesson");

        let march = [json!({"do": "move", "unit": 15}), json!({"do": "step", "to": 2}), json!({"do": "step", "to": 2})];
        ann.play(&id, &march).await;
        assert_eq!(standing(&ann.get(&path).await), (2, 2));
        ann.play(&id, &[json!({"do": "halt"})]).await;
        // The server gives what it must: nobody else's orders, no dice by hand.
        let view = ann.get(&path).await;
        let dice = json!({"entry": view["entry"], "dice": [6]});
        assert_eq!(ann.refused(&format!("{path}/roll"), dice).await.0, 403);
        ann.play(&id, &[json!({"do": "done"})]).await;
        let view = ann.get(&path).await;
        assert_eq!(view["turn"]["over"]["winner"], "Romans");
        assert_eq!(standing(&view), (3, 4));
        house.close().await;
    }

    async fn a_lesson_is_in_no_list_and_survives_the_server(database) {
        let house = school(&database).await;
        let mut ann = house.guest().await;
        let id = ann.post("/api/lessons/armageddon/retreat", json!({})).await["id"].as_str().unwrap().to_string();
        let path = format!("/api/games/{id}");
        // The enemy has attacked already, with the dice of the lesson.
        let view = ann.get(&path).await;
        assert!(view["entry"].as_u64().unwrap() >= 5, "{view}");
        assert_eq!(view["turn"]["side"], "Romans");
        for list in ["mine", "open", "watch"] {
            assert_eq!(ann.get(&format!("/api/games?list={list}")).await, json!([]), "{list}");
        }
        // What the lesson did before stands.
        let undo = json!({"entry": view["entry"], "to": 0});
        let (status, _) = ann.refused(&format!("{path}/undo"), undo).await;
        assert_eq!(status, 409);
        let unknown = ann.try_post("/api/lessons/armageddon/none", json!({})).await;
        assert_eq!(unknown.status, 404);
        // Forgotten by the memory, it follows from its deeds.
        let shelf = common::whole_shelf();
        let row = house.contests.store.game(&id).await.unwrap().unwrap();
        let again = server::contest::Contest::open(&shelf, row, Default::default()).unwrap();
        assert!(again.lesson.is_some() && again.pupil.is_some());
        house.close().await;
    }
}
