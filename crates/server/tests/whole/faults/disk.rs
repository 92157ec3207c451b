//! A disk that is full or broken: every write and sync of a SQLite file fails, one after another.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use caller::Caller;

use super::witness::{Said, Witness, stranger};
use crate::common::process::Process;
use crate::common::{self, Database, Player};

const ENOSPC: i32 = 28;
const EIO: i32 = 5;

/// How an operation fails.
#[derive(Clone, Copy, Debug)]
struct Trouble {
    error: i32,
    /// Whether everything after it fails too.
    lasting: bool,
    /// Whether it is carried out all the same, or at least in part.
    after: bool,
}

const fn trouble(error: i32, lasting: bool, after: bool) -> Trouble {
    Trouble { error, lasting, after }
}

/// A SQLite file on a disk that fails when it is told to.
struct Disk {
    database: Database,
    control: File,
    control_name: PathBuf,
}

/// The library that stands between the server and the system.
fn library() -> &'static PathBuf {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/whole/faults/faults.c");
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let (new, made) =
            (folder.join(format!("faults-{}.so", std::process::id())), folder.join("faults.so"));
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&new).args([source, "-ldl"]);
        let built = compiler.output().expect("a C compiler, which SQLite needs anyway");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        std::fs::rename(new, &made).expect("it has its name");
        made
    })
}

impl Disk {
    fn new() -> Disk {
        let database = common::sqlite();
        let control_name = PathBuf::from(format!("{}.control", database.file()));
        let control =
            File::options().read(true).write(true).create_new(true).open(&control_name).expect("a file");
        control.set_len(64).expect("a length");
        Disk { database, control, control_name }
    }

    fn serve(&self) -> Process {
        let variables = [
            ("LD_PRELOAD", library().as_os_str()),
            ("FAULTS_CONTROL", self.control_name.as_os_str()),
            ("FAULTS_FILE", self.database.file().as_ref()),
        ];
        Process::start_with(&self.database, &variables)
    }

    fn set(&self, at: u64, value: i32) {
        self.control.write_all_at(&value.to_ne_bytes(), 4 * at).expect("the control is written");
    }

    fn strikes(&self) -> i32 {
        let mut bytes = [0; 4];
        self.control.read_exact_at(&mut bytes, 16).expect("the control is read");
        i32::from_ne_bytes(bytes)
    }

    /// The operation of this number fails, counted from now.
    fn arm(&self, number: i32, Trouble { error, lasting, after }: Trouble) {
        for (at, value) in [(4, 0), (1, error), (2, lasting.into()), (3, after.into()), (0, number)] {
            self.set(at, value);
        }
    }

    /// All is well again; says whether anything failed.
    fn disarm(&self) -> bool {
        self.set(2, 0);
        self.set(0, 0);
        self.strikes() > 0
    }

    fn url(&self) -> &str {
        &self.database.url
    }
}

/// More operations than any order needs.
const MANY: i32 = 100;

/// Lets every operation of an order fail in turn, until one comes through.
async fn every_point(disk: &Disk, witness: &mut Witness, trouble: Trouble) -> Vec<Said> {
    let mut said = vec![];
    for number in 1..MANY {
        disk.arm(number, trouble);
        let answer = witness.give().await;
        // Reading does not need what is broken.
        if trouble.lasting {
            witness.check(answer, disk.url()).await;
        }
        let failed = disk.disarm();
        witness.check(answer, disk.url()).await;
        witness.goes_on(disk.url()).await;
        // The log may have been moved into the file meanwhile, and have met the fault in place of the order.
        if !failed || (trouble.lasting && answer == Said::Done) {
            assert_eq!(answer, Said::Done);
            println!("{trouble:?}: {} writes and syncs, {said:?}", said.len());
            return said;
        }
        said.push(answer);
    }
    panic!("an order takes more than {MANY} writes and syncs");
}

#[test]
fn whichever_write_or_sync_of_an_order_fails_the_answer_is_true() {
    let disk = Disk::new();
    let server = disk.serve();
    common::run(async {
        let mut witness = Witness::new(server.guest().await).await;
        for after in [false, true] {
            let full = every_point(&disk, &mut witness, trouble(ENOSPC, true, after)).await;
            assert!(full.len() > 5, "an order is several writes and a sync: {full:?}");
            assert!(full.contains(&Said::NotDone), "{full:?}");
            let broken = every_point(&disk, &mut witness, trouble(EIO, true, after)).await;
            assert!(broken.contains(&Said::Unknown), "{broken:?}");
            every_point(&disk, &mut witness, trouble(ENOSPC, false, after)).await;
            let once = every_point(&disk, &mut witness, trouble(EIO, false, after)).await;
            assert!(!once.contains(&Said::Unknown), "what is in doubt is looked up: {once:?}");
        }
    });
}

#[test]
fn what_was_answered_on_a_failing_disk_still_holds_when_the_server_is_killed() {
    let disk = Disk::new();
    let mut server = disk.serve();
    common::run(async {
        let mut witness = Witness::new(server.guest().await).await;
        for trouble in [trouble(ENOSPC, true, true), trouble(EIO, true, true)] {
            for number in 1..MANY {
                disk.arm(number, trouble);
                let answer = witness.give().await;
                let cookie = witness.player.caller.cookie.take();
                server.kill();
                let failed = disk.disarm();
                server = disk.serve();
                witness.player = server.known(&cookie);
                witness.check(answer, disk.url()).await;
                witness.goes_on(disk.url()).await;
                if !failed {
                    break;
                }
            }
        }
    });
}

/// Asks after the server's health until the answer is this.
async fn health(player: &mut Player, status: u16) {
    for _ in 0..100 {
        let answer = player.caller.get("/healthz").await.expect("an answer");
        if answer.status == status {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("/healthz never says {status}");
}

#[test]
fn a_full_disk_loses_nothing_and_when_there_is_room_again_all_is_well() {
    let disk = Disk::new();
    let server = disk.serve();
    common::run(async {
        let mut witness = Witness::new(server.guest().await).await;
        health(&mut witness.player, 200).await;
        disk.arm(1, trouble(ENOSPC, true, true));
        for _ in 0..5 {
            let said = witness.give().await;
            assert_eq!(said, Said::NotDone);
            witness.check(said, disk.url()).await;
        }
        health(&mut witness.player, 503).await;
        assert!(disk.disarm());
        health(&mut witness.player, 200).await;
        for _ in 0..10 {
            witness.goes_on(disk.url()).await;
        }
        let cookie = witness.player.caller.cookie.take();
        server.kill();
        let server = disk.serve();
        witness.player = server.known(&cookie);
        witness.goes_on(disk.url()).await;
    });
}

#[test]
fn whoever_arrives_on_a_failing_disk_is_known_afterwards_or_told() {
    let disk = Disk::new();
    let server = disk.serve();
    common::run(async {
        let mut known = vec![];
        for trouble in [trouble(ENOSPC, true, false), trouble(EIO, false, true)] {
            for number in 1..MANY {
                disk.arm(number, trouble);
                let mut caller = Caller::new(server.address);
                let answer = caller.get("/api/me").await.expect("an answer");
                let failed = disk.disarm();
                match answer.status {
                    200 => known.push((caller, answer.json()["name"].clone())),
                    503 => assert!(answer.header("retry-after").is_some()),
                    other => panic!("{other}"),
                }
                if !failed {
                    break;
                }
            }
        }
        assert!(known.len() >= 2);
        for (mut caller, name) in known {
            let again = caller.get("/api/me").await.expect("an answer");
            assert_eq!((again.status, &again.json()["name"]), (200, &name));
        }
    });
}

#[test]
fn while_another_program_has_locked_the_file_everybody_is_told_so() {
    let disk = Disk::new();
    let server = Process::start(&disk.database);
    common::run(async {
        let mut witness = Witness::new(server.guest().await).await;
        let mut locker = stranger(disk.url()).await;
        sqlx::query("BEGIN IMMEDIATE").execute(&mut locker).await.expect("locked");
        let address = server.address;
        let arrivals: Vec<_> = (0..12)
            .map(|_| {
                tokio::spawn(
                    async move { Caller::new(address).get("/api/me").await.expect("an answer").status },
                )
            })
            .collect();
        // Callers give up after half a minute: whoever is answered is answered while the lock is held.
        let said = witness.give().await;
        assert_eq!(said, Said::NotDone);
        for arrival in arrivals {
            assert_eq!(arrival.await.expect("it ends"), 503);
        }
        witness.check(said, disk.url()).await;
        sqlx::query("ROLLBACK").execute(&mut locker).await.expect("unlocked");
        witness.goes_on(disk.url()).await;
    });
}
