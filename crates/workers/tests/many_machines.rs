//! Games handed out to workers in processes of their own, some of which die and some of which come late.

#[path = "../../server/tests/whole/common/postgres.rs"]
mod postgres;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use lab::{Plan, Run, Shelves};
use shelf::Shelf;
use workers::{Leader, Terms, Told, work};

const DATABASE: &str = "STRATEGIKON_TEST_LAB_DATABASE";

const PLAN: &str = r#"
scenarios = ["basileus/practice"]
players = ["soldier", "recruit"]
games = 24
follow = 2
seed = 20
portion = 3
nodes = 8

[[variant]]
name = "more of everything"
nodes = 12
"#;

/// A worker in a process of its own: the test program, run again.
struct Worker(Child);

impl Worker {
    fn start(url: &str) -> Worker {
        let child = Command::new(std::env::current_exe().expect("our own name"))
            .args(["--exact", "acts_as_worker", "--ignored", "--nocapture", "--test-threads=1"])
            .env(DATABASE, url)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("the worker's process starts");
        Worker(child)
    }

    /// Kills it, as `kill -9` does.
    fn kill(mut self) {
        self.0.kill().expect("it is there to be killed");
        self.0.wait().expect("it is dead");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What the process does: works until it is killed, or until whoever started it is gone.
#[test]
#[ignore = "it is a worker, not a test; the tests start it"]
fn acts_as_worker() {
    let Ok(url) = std::env::var(DATABASE) else { return };
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut vec![]);
        std::process::exit(0);
    });
    let folder = std::env::temp_dir().join(format!("acts-as-worker-{}", std::process::id()));
    let terms = Terms { url, jobs: 1, idle: None, folder };
    work(&Shelf::standard().unwrap(), &terms, &|told| {
        if let Told::Wrong(why) = told {
            eprintln!("worker: {why}");
        }
    })
    .unwrap();
}

/// A folder of its own; tests run side by side.
fn folder(name: &str) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("many-machines-{name}-{number}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn results(folder: &Path) -> String {
    std::fs::read_to_string(folder.join(Run::GAMES)).unwrap()
}

/// The results of one machine.
fn alone(shelf: &Shelf, plan: &Plan) -> String {
    let folder = folder("alone");
    let shelves = Shelves::of(shelf, plan, &folder).unwrap();
    Run::open(&shelves, plan, &folder).unwrap().play(1, &mut |_| {}, &|| {}).unwrap();
    let results = results(&folder);
    std::fs::remove_dir_all(folder).unwrap();
    results
}

/// Leads a run, with something done whenever games come back; it is told how many there are.
fn led(shelf: &Shelf, plan: &Plan, url: &str, name: &str, mut then: impl FnMut(u64)) -> String {
    let folder = folder(name);
    let shelves = Shelves::of(shelf, plan, &folder).unwrap();
    let run = Run::open(&shelves, plan, &folder).unwrap();
    let mut kept = 0;
    let mut done = |games| {
        kept += games;
        then(kept);
    };
    Leader::new(&run, url).lead(&mut |_| {}, &mut done).unwrap();
    let results = results(&folder);
    std::fs::remove_dir_all(folder).unwrap();
    results
}

#[test]
fn one_worker_and_four_bring_back_the_bytes_of_one_machine() {
    let shelf = Shelf::standard().unwrap();
    let plan = Plan::read(&shelf, "plan.toml", PLAN).unwrap();
    let alone = alone(&shelf, &plan);
    assert_eq!(alone.lines().count(), 1 + 48);
    for count in [1, 4] {
        let url = postgres::new_database();
        let workers: Vec<Worker> = (0..count).map(|_| Worker::start(&url)).collect();
        assert_eq!(led(&shelf, &plan, &url, &format!("led-{count}"), |_| {}), alone, "{count} workers");
        drop(workers);
    }
}

#[test]
fn the_games_of_a_worker_that_dies_are_played_by_one_that_comes_late() {
    let shelf = Shelf::standard().unwrap();
    let plan = Plan::read(&shelf, "plan.toml", PLAN).unwrap();
    let url = postgres::new_database();
    let mut first = vec![Worker::start(&url), Worker::start(&url)];
    let mut late = vec![];
    let together = led(&shelf, &plan, &url, "died", |kept| {
        if kept >= 6
            && let Some(worker) = first.pop()
        {
            worker.kill();
            if first.is_empty() {
                late.push(Worker::start(&url));
            }
        }
    });
    assert!(first.is_empty() && late.len() == 1, "both died, and one came");
    assert_eq!(together, alone(&shelf, &plan));
}

#[test]
fn a_leader_that_was_stopped_takes_up_where_it_was_and_nothing_is_left_behind() {
    let shelf = Shelf::standard().unwrap();
    let plan = Plan::read(&shelf, "plan.toml", PLAN).unwrap();
    let url = postgres::new_database();
    let folder = folder("stopped");
    let shelves = Shelves::of(&shelf, &plan, &folder).unwrap();
    // A leader that dies in the middle: it panics when the first games come back.
    let stopped = std::thread::scope(|scope| {
        let lead = scope.spawn(|| {
            let run = Run::open(&shelves, &plan, &folder).unwrap();
            Leader::new(&run, &url).lead(&mut |_| {}, &mut |_| panic!("stopped")).unwrap();
        });
        let worker = Worker::start(&url);
        let stopped = lead.join().is_err();
        // What is played while nobody leads must not be lost.
        std::thread::sleep(Duration::from_millis(500));
        drop(worker);
        stopped
    });
    assert!(stopped);
    let worker = Worker::start(&url);
    let run = Run::open(&shelves, &plan, &folder).unwrap();
    let before = run.kept();
    let fetched = AtomicU64::new(0);
    Leader::new(&run, &url)
        .lead(&mut |_| {}, &mut |games| _ = fetched.fetch_add(games, Ordering::Relaxed))
        .unwrap();
    drop(worker);
    assert!(before >= 3, "the first portion was kept");
    assert_eq!(run.kept(), 48);
    assert_eq!(results(&folder), alone(&shelf, &plan));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_worker_leaves_when_it_is_idle_and_refuses_a_plan_it_cannot_play_alike() {
    let shelf = Shelf::standard().unwrap();
    let url = postgres::new_database();
    let terms = |name: &str| Terms {
        url: url.clone(),
        jobs: 2,
        idle: Some(Duration::from_millis(300)),
        folder: folder(name),
    };
    let began = Instant::now();
    work(&shelf, &terms("idle"), &|told| panic!("{told:?}")).unwrap();
    assert!(began.elapsed() >= Duration::from_millis(300));
    // A leader whose data differ: the same plan over other data.
    let changed = r#"
scenarios = ["basileus/practice"]
games = 2
portion = 1
"#;
    let other = folder("other-data");
    let lines = shelf.edition("basileus").unwrap().texts();
    let (place, text) = lines.iter().find(|(place, _)| *place == "scenarios/practice.toml").unwrap();
    let file = other.join("basileus").join(place);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    assert!(text.contains("turns = 8"));
    std::fs::write(&file, text.replace("turns = 8", "turns = 7")).unwrap();
    let other_shelf = Shelf::with_data(&other).unwrap();
    let changed = Plan::read(&other_shelf, "plan.toml", changed).unwrap();
    let refused = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let home = folder("other-leader");
        let (other_shelf, url, refused) = (&other_shelf, &url, &refused);
        let lead = scope.spawn(move || {
            let shelves = Shelves::of(other_shelf, &changed, &home).unwrap();
            let run = Run::open(&shelves, &changed, &home).unwrap();
            Leader::new(&run, url).lead(&mut |_| {}, &mut |_| {}).unwrap();
            std::fs::remove_dir_all(home).unwrap();
        });
        let tell = |told: Told| match told {
            Told::Wrong(why) => {
                assert!(why.contains("other data"), "{why}");
                refused.fetch_add(1, Ordering::Relaxed);
            }
            Told::Played(_) => panic!("it was played"),
        };
        while refused.load(Ordering::Relaxed) == 0 {
            assert!(began.elapsed() < Duration::from_secs(120), "the plan does not come");
            work(&shelf, &terms("stranger"), &tell).unwrap();
        }
        // One with the same data plays it.
        work(other_shelf, &terms("friend"), &|_| {}).unwrap();
        lead.join().unwrap();
    });
    let _ = std::fs::remove_dir_all(other);
}
