//! Statements and commits the database itself refuses, and locks that others hold.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use server::contest::Held;
use server::contests::Draft;
use server::deed::Act;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection, Executor};

use super::witness::{Said, Witness, stranger};
use crate::common::{self, Database, House};

/// Says something to a database, as a program of its own.
async fn tell(url: &str, sql: &str) {
    let sql = AssertSqlSafe(sql.to_string());
    if url.starts_with("sqlite:") {
        let mut stranger = stranger(url).await;
        stranger.execute(sql).await.expect("it listens");
        stranger.close().await.expect("closed");
    } else {
        let mut stranger = PgConnection::connect(url).await.expect("PostgreSQL");
        stranger.execute(sql).await.expect("it listens");
    }
}

/// Has a table refuse what is written to it; on SQLite the refusal ends the transaction, as a full disk does.
async fn refuse(database: &Database, table: &str, event: &str) {
    let sql = if database.url.starts_with("sqlite:") {
        format!(
            "CREATE TRIGGER refusal BEFORE {event} ON {table} BEGIN SELECT RAISE(ROLLBACK, 'no room'); END"
        )
    } else {
        format!(
            "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$; \
             CREATE TRIGGER refusal BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION refuse()"
        )
    };
    tell(&database.url, &sql).await;
}

async fn allow(database: &Database, table: &str) {
    let on = if database.url.starts_with("sqlite:") { String::new() } else { format!(" ON {table}") };
    tell(&database.url, &format!("DROP TRIGGER refusal{on}")).await;
}

on_both! {
    async fn whichever_statement_of_an_order_is_refused_it_is_not_done_and_the_next_ones_are(database) {
        let house = House::open(&database).await;
        let mut witness = Witness::new(house.guest().await).await;
        for (table, event) in [("games", "UPDATE"), ("deeds", "INSERT")] {
            refuse(&database, table, event).await;
            for _ in 0..3 {
                let said = witness.give().await;
                assert_eq!(said, Said::NotDone, "{event} {table}");
                witness.check(said, &database.url).await;
            }
            allow(&database, table).await;
            for _ in 0..3 {
                witness.goes_on(&database.url).await;
            }
        }
        house.close().await;
        let house = House::open(&database).await;
        let cookie = witness.player.caller.cookie.take();
        witness.player = house.stranger();
        witness.player.caller.cookie = cookie;
        witness.goes_on(&database.url).await;
    }

    async fn health_is_whether_something_can_be_written(database) {
        let house = House::open(&database).await;
        let mut anybody = house.stranger();
        refuse(&database, "pulse", "INSERT").await;
        let sick = anybody.caller.get("/healthz").await.expect("an answer");
        assert_eq!((sick.status, sick.header("retry-after").is_some()), (503, true));
        allow(&database, "pulse").await;
        for _ in 0..100 {
            if anybody.caller.get("/healthz").await.expect("an answer").status == 200 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("it never recovers");
    }

    async fn a_plan_that_comes_to_grief_leaves_the_game_as_it_is_written(database) {
        let house = House::open(&database).await;
        let witness = Witness::new(house.guest().await).await;
        let hand = house.contests.take(&witness.id).await.expect("the game");
        let before = hand.contest.number;
        let grief = |draft: &mut Draft| {
            let act = Act::Chat { player: 1, name: "Ann".into(), text: "hail".into() };
            draft.act(None, act).expect("talk is free");
            panic!("on purpose");
        };
        assert!(house.contests.perform::<()>(hand, Held::Neither, grief).await.is_err());
        let hand = house.contests.take(&witness.id).await.expect("the game");
        assert_eq!((hand.contest.number, hand.contest.talk.len()), (before, 0));
    }
}

#[test]
fn a_commit_that_postgres_refuses_is_not_done() {
    let database = common::postgres();
    common::run(async {
        let house = House::open(&database).await;
        let mut witness = Witness::new(house.guest().await).await;
        let refusal = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END $$; \
             CREATE CONSTRAINT TRIGGER refusal AFTER INSERT ON deeds DEFERRABLE INITIALLY DEFERRED \
             FOR EACH ROW EXECUTE FUNCTION refuse()";
        tell(&database.url, refusal).await;
        for _ in 0..3 {
            let said = witness.give().await;
            assert_eq!(said, Said::NotDone);
            witness.check(said, &database.url).await;
        }
        allow(&database, "deeds").await;
        witness.goes_on(&database.url).await;
    });
}

#[test]
fn a_game_that_another_program_holds_in_postgres_is_not_waited_for() {
    let database = common::postgres();
    common::run(async {
        let house = House::open(&database).await;
        let mut witness = Witness::new(house.guest().await).await;
        let mut holder = PgConnection::connect(&database.url).await.expect("PostgreSQL");
        holder.execute("BEGIN; SELECT * FROM games FOR UPDATE").await.expect("held");
        let said = witness.give().await;
        assert_eq!(said, Said::NotDone);
        witness.check(said, &database.url).await;
        holder.execute("ROLLBACK").await.expect("let go");
        witness.goes_on(&database.url).await;
    });
}

#[test]
fn whenever_postgres_ends_our_connections_the_answers_are_true() {
    let database = common::postgres();
    common::run(async {
        let house = House::open(&database).await;
        let done = Arc::new(AtomicBool::new(false));
        let mut players = vec![];
        for _ in 0..4 {
            let (done, url) = (done.clone(), database.url.clone());
            let mut witness = Witness::new(house.guest().await).await;
            players.push(tokio::spawn(async move {
                while !done.load(Ordering::Relaxed) {
                    let said = witness.give().await;
                    witness.hold(said, &url).await;
                    // Whoever looks may be cut off too.
                    witness.think_eventually().await;
                }
            }));
        }
        for _ in 0..40 {
            tokio::time::sleep(Duration::from_millis(25)).await;
            let ours = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                 WHERE datname = current_database() AND application_name <> 'witness' AND pid <> pg_backend_pid()";
            tell(&database.url, ours).await;
        }
        done.store(true, Ordering::Relaxed);
        for player in players {
            player.await.expect("its answers were true");
        }
    });
}
