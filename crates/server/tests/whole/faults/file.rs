//! The file of a SQLite database: who may read it, who may serve it, whether it is whole; and its copies.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use server::store::{self, Store, StoreFault};
use sqlx::{Connection, Executor};

use super::witness::{Witness, stranger};
use crate::common::process::Process;
use crate::common::{self, Database, House};

fn mode(file: &str) -> u32 {
    fs::metadata(file).unwrap_or_else(|error| panic!("{file}: {error}")).permissions().mode() & 0o777
}

fn folder(database: &Database) -> &Path {
    Path::new(database.file()).parent().expect("a folder")
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("the folder");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

/// Why a file is not opened.
async fn refusal(url: &str) -> String {
    match Store::open(url).await {
        Ok(_) => panic!("it opens"),
        Err(StoreFault::Unusable(why)) => why,
        Err(other) => panic!("{other}"),
    }
}

/// A file with a few games in it, not in use.
async fn filled() -> Database {
    let database = common::sqlite();
    let house = House::open(&database).await;
    for _ in 0..20 {
        Witness::new(house.guest().await).await;
    }
    house.close().await;
    database
}

#[test]
fn a_file_is_served_once_and_the_second_server_hears_by_whom() {
    let database = common::sqlite();
    let server = Process::start(&database);
    common::run(async {
        let why = refusal(&database.url).await;
        assert!(why.contains(&format!("process {}", server.number())) && why.contains("games.db"), "{why}");
        // Under another name it is the same file.
        let link = folder(&database).join("link.db");
        std::os::unix::fs::symlink(database.file(), &link).expect("a link");
        assert!(refusal(&format!("sqlite:{}", link.display())).await.contains("another Strategikon"));
        server.kill();
        let store = Store::open(&database.url).await.expect("a dead server holds nothing");
        assert!(refusal(&database.url).await.contains("another Strategikon"));
        store.close().await;
        Store::open(&database.url).await.expect("it was given back").close().await;
    });
}

#[test]
fn files_are_readable_by_their_owner_only_and_old_ones_become_so() {
    let database = common::sqlite();
    common::run(async {
        let parts = || ["", "-wal", "-shm", "-lock"].map(|part| mode(&format!("{}{part}", database.file())));
        let store = Store::open(&database.url).await.expect("it opens");
        assert_eq!(parts(), [0o600; 4]);
        for part in ["", "-wal", "-shm"] {
            let file = format!("{}{part}", database.file());
            fs::set_permissions(file, fs::Permissions::from_mode(0o644)).expect("it is ours");
        }
        store.close().await;
        let store = Store::open(&database.url).await.expect("it opens");
        assert_eq!(parts(), [0o600; 4]);
        let copy = folder(&database).join("copy.db");
        store::copy(&database.url, &copy).await.expect("a copy");
        assert_eq!(mode(copy.to_str().expect("a name")), 0o600);
        store.close().await;
    });
}

#[test]
fn a_damaged_file_is_named_and_not_served() {
    common::run(async {
        let database = filled().await;
        let whole = fs::read(database.file()).expect("the file");
        let pages = whole.len() / 4096;
        let mut found = 0;
        for page in 1..pages {
            let mut broken = whole.clone();
            broken[page * 4096..page * 4096 + 200].fill(0x5a);
            fs::write(database.file(), &broken).expect("it is ours");
            if let Err(fault) = Store::open(&database.url).await.map(drop) {
                let why = fault.to_string();
                assert!(why.contains("games.db") && why.contains("backup"), "{why}");
                found += 1;
            }
            assert_eq!(fs::read(database.file()).expect("the file"), broken, "nothing is changed");
        }
        assert_eq!(found, pages - 1, "every page is looked at");
        let short = &whole[..whole.len() / 2];
        let letter = "no database at all, but a letter to a friend\n".repeat(100);
        for other in [short, letter.as_bytes()] {
            fs::write(database.file(), other).expect("it is ours");
            let why = refusal(&database.url).await;
            assert!(why.contains("games.db") && why.contains("backup"), "{why}");
        }
    });
}

#[test]
fn a_copy_of_nothing_fails_and_makes_nothing() {
    common::run(async {
        let database = filled().await;
        let nowhere = folder(&database).join("nowhere.db");
        let copy = folder(&database).join("copy.db");
        let before = names(folder(&database));
        let fault =
            store::copy(&format!("sqlite:{}", nowhere.display()), &copy).await.expect_err("nothing to copy");
        assert!(fault.to_string().contains("nowhere.db"), "{fault}");
        assert_eq!(names(folder(&database)), before);
        fs::write(&nowhere, "a letter to a friend").expect("a file");
        let fault =
            store::copy(&format!("sqlite:{}", nowhere.display()), &copy).await.expect_err("no database");
        assert!(fault.to_string().contains("nowhere.db"), "{fault}");
        assert!(!copy.exists());
        fs::write(&copy, "dear to somebody").expect("a file");
        store::copy(&database.url, &copy).await.expect_err("it is there already");
        assert_eq!(fs::read(&copy).expect("it is there"), b"dear to somebody");
        let fault = store::copy("postgres://nobody@127.0.0.1:1/nothing", &nowhere)
            .await
            .expect_err("not ours to copy");
        assert!(fault.to_string().contains("pg_dump"), "{fault}");
    });
}

#[test]
fn a_database_of_an_earlier_program_is_copied_as_it_is() {
    common::run(async {
        let database = common::sqlite();
        fs::write(database.file(), "").expect("an empty file");
        let mut earlier = stranger(&database.url).await;
        earlier.execute("PRAGMA journal_mode = WAL").await.expect("a log");
        earlier
            .execute("CREATE TABLE players (name TEXT); INSERT INTO players VALUES ('Anna')")
            .await
            .expect("a table");
        earlier.close().await.expect("closed");
        let before = fs::read(database.file()).expect("the file");
        let copy = folder(&database).join("copy.db");
        store::copy(&database.url, &copy).await.expect("a copy");
        assert_eq!(fs::read(database.file()).expect("the file"), before, "the original is only read");
        let mut copied = stranger(&format!("sqlite:{}", copy.display())).await;
        let tables: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_schema")
            .fetch_all(&mut copied)
            .await
            .expect("its tables");
        assert_eq!(tables, ["players"]);
        let names: Vec<String> =
            sqlx::query_scalar("SELECT name FROM players").fetch_all(&mut copied).await.expect("its rows");
        assert_eq!(names, ["Anna"]);
    });
}
