//! The store, on both databases.

use std::collections::BTreeSet;

use engine::contract::Turn;
use engine::edition::Options;
use engine::record::{DiceSource, Session};
use engine::{Generator, Side};
use serde_json::json;
use server::contest::Contest;
use server::deed::{Act, Deed};
use server::store::{Append, GameRow, Shown, Store, StoreFault, Summary};
use shelf::Shelf;

use crate::common;

fn row(id: &str, seating: &str) -> GameRow {
    GameRow {
        id: id.into(),
        scenario: "skirmish/field".into(),
        header: "{}".into(),
        seed: Some(vec![1, 2, 3]),
        seating: seating.into(),
        clock: None,
        invite: (seating == "invite").then(|| format!("invitation to {id}")),
        created: 7,
    }
}

fn summary(players: [Option<i64>; 2]) -> Summary {
    Summary {
        moves: 0,
        turn: r#"{"side":"Reds"}"#.into(),
        to_act: Some(0),
        finished: false,
        players,
        computers: [None, None],
        updated: 8,
    }
}

fn order(number: u64) -> Deed {
    let act = Act::Order { order: json!({ "order": "step", "counter": number, "to": "0204" }), nonce: None };
    Deed { number, at: 100 + number as i64, side: Some(Side::Second), act }
}

fn append(game: &str, after: u64, count: u64) -> Append {
    let deeds = (after + 1..=after + count).map(order).collect();
    Append { game: game.into(), after, deeds, summary: summary([None, None]) }
}

async fn store(database: &common::Database) -> Store {
    Store::open(&database.url).await.expect("the store opens")
}

/// Two who write at the same time: two processes where they may share a database, or else two tasks.
async fn two(database: &common::Database) -> [Store; 2] {
    let one = store(database).await;
    let two = if one.is_shared() { store(database).await } else { one.clone() };
    [one, two]
}

/// The deeds of a game at random under version 1 of the rules, up to an order that the newest version refuses.
fn deeds_only_version_1_allows(shelf: &Shelf, scenario: &str, seed: u64) -> Option<(Session, Vec<Deed>)> {
    let opening = |ruleset| shelf.open_under(ruleset, scenario, &Options::new()).unwrap();
    let mut game = Session::new(opening(1), DiceSource::PHYSICAL);
    let mut newest = opening(2).table;
    let (mut dice, mut deeds) = (Generator::new(seed, 1), vec![]);
    loop {
        let number = deeds.len() as u64 + 1;
        let deed = |side, act| Deed { number, at: 100 + number as i64, side, act };
        match game.table().turn() {
            Turn::Order(side) => {
                let order = game.table().random_order(&mut dice).unwrap();
                let refused = newest.play(&order).is_err();
                game.give(&order).unwrap();
                deeds.push(deed(Some(side), Act::Order { order: order.data().clone(), nonce: None }));
                if refused {
                    return Some((game, deeds));
                }
            }
            Turn::Dice(request) => {
                let faces = dice.throw(request).faces().to_vec();
                newest.roll(&faces).unwrap();
                game.roll(&faces).unwrap();
                deeds.push(deed(None, Act::Roll { dice: faces, nonce: None }));
            }
            Turn::Over(_) => return None,
        }
    }
}

on_both! {
    async fn a_game_begun_under_earlier_rules_goes_on_under_them(database) {
        let shelf = Shelf::standard().unwrap();
        let mut games = (0..40).filter_map(|seed| deeds_only_version_1_allows(&shelf, "armageddon/qarqar", seed));
        let (game, deeds) = games.next().expect("a game that shows the difference");
        let header = serde_json::to_string(game.header()).unwrap();
        let row = GameRow { scenario: "armageddon/qarqar".into(), header, seed: None, ..row("old", "open") };
        let store = store(&database).await;
        store.create(&row, &summary([None, None])).await.unwrap();
        store.append(Append { game: "old".into(), after: 0, deeds, summary: summary([None, None]) }).await.unwrap();
        // The server comes up again, newer than the game.
        let (row, deeds) = (store.game("old").await.unwrap().unwrap(), store.deeds("old", 0).await.unwrap());
        let contest = Contest::load(&shelf, row.clone(), &deeds).unwrap();
        assert_eq!(contest.session.hash(), game.hash());
        assert_eq!(contest.session.table().orders(), game.table().orders());
        // The same game under the newest rules is another one.
        let newer = GameRow { header: row.header.replace(r#""ruleset":1"#, r#""ruleset":2"#), ..row.clone() };
        assert!(matches!(Contest::load(&shelf, newer, &deeds), Err(StoreFault::Corrupt(_))));
        let unknown = GameRow { header: row.header.replace(r#""ruleset":1"#, r#""ruleset":99"#), ..row };
        assert!(matches!(Contest::load(&shelf, unknown, &deeds), Err(StoreFault::OtherRules(_))));
    }

    async fn deeds_come_back_as_they_were_written(database) {
        let store = store(&database).await;
        store.create(&row("a", "invite"), &summary([None, None])).await.unwrap();
        store.append(append("a", 0, 2)).await.unwrap();
        store.append(append("a", 2, 1)).await.unwrap();
        assert_eq!(store.deeds("a", 0).await.unwrap(), [1, 2, 3].map(order));
        assert_eq!(store.deeds("a", 2).await.unwrap(), [order(3)]);
        assert_eq!(store.last("a").await.unwrap(), Some(3));
        assert_eq!(store.game("a").await.unwrap(), Some(row("a", "invite")));
        assert_eq!(store.game("b").await.unwrap(), None);
        assert_eq!(store.invited("invitation to a").await.unwrap().as_deref(), Some("a"));
        assert_eq!(store.invited("invitation to b").await.unwrap(), None);
    }

    async fn two_writers_never_both_win_a_number(database) {
        let [one, two] = two(&database).await;
        one.create(&row("a", "open"), &summary([None, None])).await.unwrap();
        for number in 0..40 {
            let (a, b) = tokio::join!(one.append(append("a", number, 1)), two.append(append("a", number, 1)));
            let won = [&a, &b].iter().filter(|done| done.is_ok()).count();
            assert_eq!(won, 1, "{a:?} {b:?}");
            assert!([a, b].into_iter().any(|done| matches!(done, Err(StoreFault::Overtaken))));
        }
        assert_eq!(one.deeds("a", 0).await.unwrap().len(), 40);
    }

    async fn a_late_append_writes_nothing_at_all(database) {
        let store = store(&database).await;
        store.create(&row("a", "open"), &summary([None, None])).await.unwrap();
        store.append(append("a", 0, 3)).await.unwrap();
        // Its first number is taken, its last would be free.
        assert!(matches!(store.append(append("a", 2, 4)).await, Err(StoreFault::Overtaken)));
        assert!(matches!(store.append(append("nowhere", 0, 1)).await, Err(StoreFault::Overtaken)));
        assert_eq!(store.deeds("a", 0).await.unwrap().len(), 3);
    }

    async fn many_games_are_written_at_once_by_two_processes(database) {
        let stores = two(&database).await;
        let games: Vec<String> = (0..20).map(|n| format!("game {n}")).collect();
        for game in &games {
            stores[0].create(&row(game, "open"), &summary([None, None])).await.unwrap();
        }
        let tasks = games.iter().enumerate().map(|(i, game)| {
            let (store, game) = (stores[i % 2].clone(), game.clone());
            tokio::spawn(async move {
                for after in 0..25 {
                    store.append(append(&game, after, 1)).await.unwrap();
                }
            })
        });
        for task in tasks.collect::<Vec<_>>() {
            task.await.unwrap();
        }
        for game in &games {
            assert_eq!(stores[0].deeds(game, 0).await.unwrap().len(), 25, "{game}");
        }
    }

    async fn what_was_written_is_there_when_the_store_opens_again(database) {
        let first = store(&database).await;
        first.create(&row("a", "open"), &summary([None, None])).await.unwrap();
        first.append(append("a", 0, 5)).await.unwrap();
        first.close().await;
        assert!(matches!(first.append(append("a", 5, 1)).await, Err(StoreFault::Closing)));
        let second = store(&database).await;
        assert_eq!(second.deeds("a", 0).await.unwrap().len(), 5);
    }

    async fn a_session_leads_to_its_player_until_it_ends(database) {
        let store = store(&database).await;
        let guest = store.new_guest(1_000).await.unwrap();
        assert!(guest.guest && guest.name.starts_with("Guest "));
        store.begin_session(b"token", guest.id, "", 1_000).await.unwrap();
        assert_eq!(store.player(b"token", 2_000).await.unwrap(), Some(guest.clone()));
        assert_eq!(store.player(b"other", 2_000).await.unwrap(), None);
        let half_a_year = 181 * 24 * 60 * 60 * 1_000;
        assert_eq!(store.player(b"token", half_a_year).await.unwrap(), None, "it has run out");
        store.end_session(b"token").await.unwrap();
        assert_eq!(store.player(b"token", 2_000).await.unwrap(), None);
    }

    async fn a_name_is_given_once_whatever_its_case(database) {
        let store = store(&database).await;
        let (ann, bob) = (store.new_guest(1).await.unwrap(), store.new_guest(1).await.unwrap());
        assert_ne!(ann.name, bob.name);
        store.register(ann.id, "Ann", "digest", Some("ann@example.org")).await.unwrap();
        let taken = store.register(bob.id, "ANN", "digest", None).await;
        assert!(matches!(taken, Err(StoreFault::NameTaken)));
        let (found, digest) = store.account("aNN").await.unwrap().unwrap();
        assert_eq!((found.id, found.name.as_str(), found.guest, digest.as_str()), (ann.id, "Ann", false, "digest"));
        assert!(store.account(&bob.name).await.unwrap().is_none(), "a guest has no password");
        let again = store.register(ann.id, "Anna", "digest", None).await;
        assert!(again.is_err(), "an account is not made twice");
    }

    async fn lists_show_mine_open_and_running_games(database) {
        let store = store(&database).await;
        let (ann, bob) = (store.new_guest(1).await.unwrap(), store.new_guest(1).await.unwrap());
        let both = [Some(ann.id), Some(bob.id)];
        for (id, seating, players) in [
            ("alone", "hotseat", [Some(ann.id); 2]),
            ("waiting", "open", [None, Some(bob.id)]),
            ("invited", "invite", [Some(ann.id), None]),
            ("running", "open", both),
        ] {
            store.create(&row(id, seating), &summary(players)).await.unwrap();
        }
        let over = Summary { finished: true, to_act: None, updated: 99, ..summary(both) };
        store.create(&row("over", "invite"), &over).await.unwrap();
        let ids = async |shown| -> BTreeSet<String> {
            store.list(shown).await.unwrap().into_iter().map(|game| game.id).collect()
        };
        let set = |ids: &[&str]| -> BTreeSet<String> { ids.iter().map(|id| id.to_string()).collect() };
        assert_eq!(ids(Shown::Mine(ann.id)).await, set(&["alone", "invited", "running", "over"]));
        assert_eq!(ids(Shown::Mine(bob.id)).await, set(&["waiting", "running", "over"]));
        assert_eq!(ids(Shown::Open).await, set(&["waiting"]));
        assert_eq!(ids(Shown::Watch).await, set(&["running", "over"]));
        let mine = store.list(Shown::Mine(ann.id)).await.unwrap();
        assert_eq!(mine.last().unwrap().id, "over", "finished games come last");
        let running = mine.iter().find(|game| game.id == "running").unwrap();
        assert_eq!(running.names, [Some(ann.name), Some(bob.name)]);
        assert_eq!(running.summary, summary(both));
    }

    async fn an_append_brings_the_summary_up_to_date(database) {
        let store = store(&database).await;
        let ann = store.new_guest(1).await.unwrap();
        store.create(&row("a", "open"), &summary([None, None])).await.unwrap();
        let new = Summary { moves: 1, to_act: Some(1), updated: 50, ..summary([Some(ann.id), None]) };
        store.append(Append { summary: new.clone(), ..append("a", 0, 1) }).await.unwrap();
        assert_eq!(store.list(Shown::Mine(ann.id)).await.unwrap()[0].summary, new);
    }

    async fn games_that_wait_for_a_computer_are_found_with_the_owner_of_its_seat(database) {
        let store = store(&database).await;
        let (ann, bob) = (store.new_guest(1).await.unwrap(), store.new_guest(1).await.unwrap());
        let led = |first: Option<&str>, second: Option<&str>, to_act: Option<i64>, updated| Summary {
            to_act,
            updated,
            finished: to_act.is_none(),
            computers: [first, second].map(|level| level.map(str::to_string)),
            ..summary([Some(ann.id), Some(bob.id)])
        };
        for (id, summary) in [
            ("people", led(None, None, Some(0), 5)),
            ("ours", led(None, Some("recruit"), Some(0), 5)),
            ("theirs", led(None, Some("recruit"), Some(1), 6)),
            ("both", led(Some("soldier"), Some("veteran"), Some(0), 5)),
            ("later", led(Some("soldier"), None, Some(0), 50)),
            ("over", led(Some("soldier"), None, None, 5)),
            ("alone", Summary { players: [Some(ann.id), None], ..led(Some("soldier"), None, Some(0), 5) }),
        ] {
            store.create(&row(id, "computer"), &summary).await.unwrap();
        }
        let found = |id: &str, owner| (id.to_string(), owner);
        let waiting = store.computers_moves(10).await.unwrap();
        assert_eq!(waiting, [found("both", ann.id), found("theirs", bob.id)]);
        assert_eq!(store.computers_moves(i64::MAX).await.unwrap().len(), 3);
        let mine = store.list(Shown::Mine(ann.id)).await.unwrap();
        let both = mine.iter().find(|game| game.id == "both").unwrap();
        assert_eq!(both.summary.computers, [Some("soldier".to_string()), Some("veteran".to_string())]);
        assert!(store.list(Shown::Watch).await.unwrap().is_empty(), "games against computers are not listed");
        let human = Summary { computers: [None, None], ..led(None, None, Some(0), 7) };
        store.append(Append { summary: human, ..append("both", 0, 1) }).await.unwrap();
        assert_eq!(store.computers_moves(10).await.unwrap(), [found("theirs", bob.id)], "taken over");
    }

    async fn muting_holds_for_one_player_in_one_game(database) {
        let store = store(&database).await;
        let ann = store.new_guest(1).await.unwrap();
        for id in ["a", "b"] {
            store.create(&row(id, "open"), &summary([None, None])).await.unwrap();
        }
        store.mute("a", ann.id, "Bob", true).await.unwrap();
        store.mute("a", ann.id, "Bob", true).await.unwrap();
        assert_eq!(store.muted("a", ann.id).await.unwrap(), ["Bob"]);
        assert!(store.muted("b", ann.id).await.unwrap().is_empty());
        store.mute("a", ann.id, "Bob", false).await.unwrap();
        assert!(store.muted("a", ann.id).await.unwrap().is_empty());
    }

    async fn the_right_to_write_to_a_player_is_taken_once_in_a_while(database) {
        let store = store(&database).await;
        let ann = store.new_guest(1).await.unwrap();
        assert_eq!(store.take_mail_turn(ann.id, 1_000, 600).await.unwrap(), None, "she has not asked for it");
        store.set_mail(ann.id, Some("ann@example.org"), true).await.unwrap();
        assert_eq!(store.take_mail_turn(ann.id, 1_000, 600).await.unwrap(), None, "nobody said the address is hers");
        store.confirm_mail(ann.id, "ann@example.org").await.unwrap();
        let (address, stop) = store.take_mail_turn(ann.id, 1_000, 600).await.unwrap().unwrap();
        assert_eq!(address, "ann@example.org");
        assert_eq!(store.take_mail_turn(ann.id, 1_500, 600).await.unwrap(), None);
        assert!(store.take_mail_turn(ann.id, 1_600, 600).await.unwrap().is_some());
        assert!(store.stop_mail(&stop).await.unwrap());
        assert_eq!(store.take_mail_turn(ann.id, 9_000, 600).await.unwrap(), None, "she has stopped it");
        assert!(!store.stop_mail("made up").await.unwrap());
    }

    async fn guests_who_left_nothing_behind_are_forgotten(database) {
        let store = store(&database).await;
        let day = 24 * 60 * 60 * 1_000;
        let (gone, player) = (store.new_guest(1).await.unwrap(), store.new_guest(1).await.unwrap());
        let (here, new) = (store.new_guest(1).await.unwrap(), store.new_guest(2 * day).await.unwrap());
        for guest in [&gone, &player] {
            store.begin_session(&guest.id.to_le_bytes(), guest.id, "", 1 - 200 * day).await.unwrap();
        }
        store.begin_session(b"here", here.id, "", day).await.unwrap();
        store.create(&row("a", "hotseat"), &summary([Some(player.id), None])).await.unwrap();
        assert_eq!(store.sweep(2 * day).await.unwrap(), 1);
        assert!(store.player(b"here", 2 * day).await.unwrap().is_some());
        assert_eq!(store.list(Shown::Mine(player.id)).await.unwrap()[0].names[0], Some(player.name));
        let _ = new;
    }
}

#[test]
fn a_copy_of_a_running_sqlite_store_is_whole() {
    let database = common::sqlite();
    let copy = common::sqlite();
    common::run(async {
        let store = store(&database).await;
        store.create(&row("a", "open"), &summary([None, None])).await.unwrap();
        store.append(append("a", 0, 3)).await.unwrap();
        let file = copy.url.trim_start_matches("sqlite:");
        server::store::copy(&database.url, file.as_ref()).await.unwrap();
        store.append(append("a", 3, 3)).await.unwrap();
        let copied = Store::open(&copy.url).await.unwrap();
        assert_eq!(copied.deeds("a", 0).await.unwrap().len(), 3);
    });
}
