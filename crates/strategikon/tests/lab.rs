//! The lab as people use it: the program run, killed, and run again.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const PLAN: &str = r#"
title = "Killed and carried on"
scenarios = ["basileus/practice"]
players = "recruit"
games = 60
follow = 5
seed = 11

[[variant]]
name = "half as long"
[[variant.change]]
file = "basileus/scenarios/practice.toml"
at = "turns"
to = 3
"#;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("strategikon-lab-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("plan.toml"), PLAN).unwrap();
    folder
}

fn strategikon(words: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_strategikon"));
    command.args(words).current_dir(folder).stdin(Stdio::null());
    command
}

fn told(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn games(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("plan.lab/games.jsonl")).unwrap_or_default()
}

#[test]
fn a_run_killed_and_run_again_has_every_game_once_and_the_bytes_of_one_that_was_not() {
    let (whole, killed) = (folder("whole"), folder("killed"));
    let run = ["lab", "run", "plan.toml", "--jobs", "2"];
    assert!(told(strategikon(&run, &whole).output().unwrap()).starts_with("120 games played: plan.lab"));
    let mut child = strategikon(&run, &killed).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while games(&killed).lines().count() < 12 {
        assert!(began.elapsed() < Duration::from_secs(300), "no games come");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = games(&killed).matches('\n').count() - 1;
    assert!(kept < 120, "it was killed before the end");
    let again = told(strategikon(&run, &killed).output().unwrap());
    let rest = 120 - kept;
    assert!(again.starts_with(&format!("{rest} games played, {kept} were there")), "{again}");
    assert_eq!(games(&killed), games(&whole));
    for folder in [whole, killed] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_report_is_a_page_and_three_tables_of_the_same_games() {
    let folder = folder("report");
    told(strategikon(&["lab", "run", "plan.toml"], &folder).output().unwrap());
    told(strategikon(&["lab", "report", "plan.lab"], &folder).output().unwrap());
    let read = |name: &str| std::fs::read(folder.join("plan.lab").join(name)).unwrap();
    let page = String::from_utf8(read("report.html")).unwrap();
    assert!(page.len() < 2 * 1024 * 1024 && page.contains("half as long"));
    assert!(!page.contains("http://") || !page.contains("src=\"http"), "nothing is fetched from elsewhere");
    let csv = String::from_utf8(read("games.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + 120);
    assert!(csv.starts_with("series,scenario,variant,first_player,second_player,number,winner,result,"));
    assert!(read("games.parquet").starts_with(b"PAR1"));
    let report: serde_json::Value = serde_json::from_slice(&read("report.json")).unwrap();
    assert_eq!(report["series"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        (&report["series"][0]["games"], &report["series"][1]["variant"]),
        (&60.into(), &"half as long".into())
    );
    // The variant was played as it says: games end sooner.
    let turns = |n: usize| {
        let turns = report["series"][n]["turns"].as_object().unwrap();
        turns.keys().filter_map(|turn| turn.parse::<u32>().ok()).max().unwrap()
    };
    assert!(turns(1) < turns(0), "{} and {}", turns(1), turns(0));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_wrong_with_a_plan_is_told_with_its_line_and_nothing_is_played() {
    let folder = folder("wrong");
    std::fs::write(folder.join("plan.toml"), PLAN.replace("practice.toml", "practise.toml")).unwrap();
    let refused = strategikon(&["lab", "run", "plan.toml"], &folder).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let why = String::from_utf8_lossy(&refused.stderr).to_string();
    assert!(why.contains("did you mean `basileus/scenarios/practice.toml`?"), "{why}");
    assert!(!folder.join("plan.lab").exists());
    let refused = strategikon(&["lab", "report", "plan.lab"], &folder).output().unwrap();
    let why = String::from_utf8_lossy(&refused.stderr).to_string();
    assert!(refused.status.code() == Some(2) && why.contains("strategikon lab run"), "{why}");
    std::fs::remove_dir_all(folder).unwrap();
}
