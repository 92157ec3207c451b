//! The command line from outside, with the games on the shelf.

use std::process::{Command, Stdio};

use crate::common::{complains, prints, scratch, strategikon};
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&prints(arguments)).expect("JSON")
}

#[test]
fn serving_says_where_it_is_to_be_found() {
    let database = format!("sqlite:{}", scratch("serve.db").display());
    let mut child = Command::new(env!("CARGO_BIN_EXE_strategikon"))
        .args(["serve", "--port", "0", "--no-browser", "--database", &database])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut said = String::new();
    let mut lines = std::io::BufReader::new(child.stdout.take().expect("its output is a pipe"));
    std::io::BufRead::read_line(&mut lines, &mut said).expect("a line");
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
    assert!(said.contains("http://localhost:"), "{said}");
}

#[test]
fn all_scenarios_are_listed() {
    let list = json(&["list", "--json"]);
    let cards = list.as_array().unwrap();
    assert_eq!(cards.iter().filter(|card| card["game"] == "armageddon").count(), 41);
    let rome = cards.iter().find(|card| card["scenario"] == "armageddon/rome").unwrap();
    assert_eq!((&rome["title"], &rome["year"], &rome["turns"]), (&"Rome".into(), &(-753).into(), &10.into()));
    assert_eq!(rome["sides"], serde_json::json!(["Romans", "Sabines"]));
    assert!(prints(&["list"]).contains("armageddon/fan-02a-forever-war"));
    assert!(prints(&["list", "armageddon/rome"]).contains("Romans against Sabines"));
}

#[test]
fn rules_have_numbers_summaries_and_tests() {
    let rules = json(&["rules", "armageddon", "--json"]);
    let rules = rules.as_array().unwrap();
    assert!(rules.len() > 100);
    for rule in rules {
        assert!(
            rule["rule"].is_string() && rule["summary"].is_string() && rule["tests"].is_array(),
            "{rule}"
        );
        assert!(rule["status"] == "implemented" || rule["status"] == "missing", "{rule}");
    }
    assert!(prints(&["rules", "armageddon", "melee.H"]).contains("melee.H"));
}

#[test]
fn simulations_do_not_depend_on_the_number_of_jobs() {
    let run = |jobs| {
        let mut reports = json(&["simulate", "armageddon/rome", "--games", "6", "--jobs", jobs, "--json"]);
        let report = reports[0].as_object_mut().unwrap();
        assert!(report.remove("orders_per_second").unwrap().as_f64().unwrap() > 0.0);
        report.remove("seconds");
        report.clone()
    };
    let one = run("1");
    assert_eq!(one, run("2"));
    assert_eq!((&one["games"], &one["finished"], &one["faults"]), (&6.into(), &6.into(), &0.into()));
    assert!(one["wins"]["Romans"].is_u64() && one["draws"].is_u64() && one["orders"].is_u64());
    assert!(one["choices_per_order"].is_f64() && one["mean_length"].is_f64());
}

#[test]
fn wrong_use_has_exit_code_two_and_a_suggestion() {
    for (arguments, suggestion) in [
        (&["simulate", "armageddon/rom"][..], "armageddon/rome"),
        (&["play", "rome"], "armageddon/rome"),
        (&["rules", "armagedon"], "`armageddon`"),
        (&["rules", "armageddon", "melee.Z"], "melee."),
        (&["list", "armageddon/kadech"], "armageddon/kadesh"),
        (&["render", "armageddon/rame", "-o", "x.svg"], "armageddon/rome"),
        (&["simulte"], "simulate"),
    ] {
        let (code, complaint) = complains(arguments);
        assert_eq!(code, 2, "{arguments:?}: {complaint}");
        assert!(complaint.contains(suggestion), "{arguments:?}: {complaint}");
    }
    assert_eq!(complains(&["--data", "/nowhere/at/all", "list"]).0, 2);
    assert_eq!(complains(&["render", "armageddon/rome", "-o", "map.jpg"]).0, 2);
    assert_eq!(complains(&["verify", "/nowhere/at/all"]).0, 2);
}

#[test]
fn a_reader_that_goes_away_is_no_accident() {
    let script = format!("{} list | head -n 1", env!("CARGO_BIN_EXE_strategikon"));
    let output = Command::new("sh").args(["-c", &script]).stderr(Stdio::piped()).output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn pictures_are_drawn_from_scenarios() {
    let (svg, png) = (scratch("rome.svg"), scratch("rome.png"));
    for (file, start) in [(&svg, &b"<svg"[..]), (&png, b"\x89PNG")] {
        let name = file.to_str().unwrap();
        prints(&["render", "armageddon/rome", "--after", "30", "--width", "600", "-o", name]);
        let picture = std::fs::read(file).unwrap();
        std::fs::remove_file(file).unwrap();
        assert!(picture.starts_with(start), "{name}");
    }
}

#[test]
fn a_game_played_here_is_saved_verified_replayed_drawn_and_gone_on_with() {
    let (record, picture) = (scratch("rome.record"), scratch("record.txt"));
    let name = record.to_str().unwrap();
    let typed = format!("auto 40\nodds 1\nboard\nundo!\nlog 3\nsave {name}\nquit\n");
    let played = strategikon(&["play", "armageddon/rome", "--seed", "5"], typed.as_bytes());
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));

    let report = json(&["verify", name, "--json"]);
    assert!(report["entries"].as_u64().unwrap() > 20, "{report}");
    let count = |what: &str| report[what].as_u64().unwrap();
    assert_eq!(count("rolls") + count("rolls_taken_back"), count("rolls_verified"));
    assert_eq!((&report["open_seed"], &report["finished"]), (&true.into(), &false.into()));
    assert!(prints(&["verify", name]).contains("UNFINISHED"));
    assert!(prints(&["verify", name]).contains("the record is in order"));
    assert!(prints(&["validate", name]).contains("a record of armageddon/rome"));
    assert!(prints(&["replay", name, "--board"]).contains("Rome"));
    assert_eq!(json(&["replay", name, "--to", "7", "--json"]).as_array().map(Vec::len), Some(7));
    prints(&["render", name, "--at", "9", "-o", picture.to_str().unwrap()]);
    assert!(!std::fs::read_to_string(&picture).unwrap().is_empty());
    let on = strategikon(&["play", name], b"auto\n");
    assert!(on.status.success());

    let mut text = std::fs::read_to_string(&record).unwrap();
    text = text.replacen("\"n\":4,", "\"n\":4, \"nonce\":\"x\",", 1);
    std::fs::write(&record, text).unwrap();
    let (code, complaint) = complains(&["verify", name]);
    assert!(code == 1 && complaint.contains("line 5"), "{complaint}");
    assert_eq!(complains(&["validate", name]).0, 1);
    std::fs::remove_file(&record).unwrap();
    std::fs::remove_file(&picture).unwrap();
}

/// What a terminal would obey: clears the screen, colours, turns the direction of writing, rings.
const HOSTILE: &str = "\u{1b}[2J\u{9b}31m\u{202e}\u{2066}\u{7}\u{7f}";

fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() && c != '\n' && c != '\t' || "\u{202e}\u{2066}".contains(c))
}

#[test]
fn control_characters_from_outside_never_reach_the_terminal() {
    let file = scratch("hostile.record");
    let name = file.to_str().unwrap();
    let typed = format!("auto 12\nsave {name}\nquit\n");
    assert!(strategikon(&["play", "armageddon/rome", "--seed", "5"], typed.as_bytes()).status.success());
    // Somebody sits down under such a name: serde_json hides the first ones, not the others.
    let text = std::fs::read_to_string(&file).unwrap();
    let read = engine::record::Record::read(&text).unwrap();
    let mut scribe = engine::record::Scribe::new(&read.header);
    for side in engine::Side::BOTH {
        scribe.seat(engine::record::Seated { side, name: format!("Ann{HOSTILE}"), computer: None });
    }
    read.lines.iter().for_each(|line| scribe.write(line.clone()));
    let record = engine::record::Record { header: read.header, lines: scribe.into_lines() };
    std::fs::write(&file, record.to_string()).unwrap();
    for arguments in
        [&["verify", name][..], &["verify", name, "--json"], &["replay", name], &["validate", name]]
    {
        let told = prints(arguments);
        assert!(is_plain(&told), "{arguments:?}: {told:?}");
        assert!(told.contains("Ann\\u001b[2J") || arguments[0] == "validate", "{told}");
    }
    // In errors: an unknown field, a name of a file, a request of a bot.
    std::fs::write(&file, record.to_string().replacen("\"n\":0", &format!("\"x{HOSTILE}\\u001b\":0"), 1))
        .unwrap();
    for arguments in
        [&["verify", name][..], &["replay", name], &["validate", name], &["render", name, "-o", "-"]]
    {
        let (_, complaint) = complains(arguments);
        assert!(
            is_plain(&complaint) && complaint.trim_end().lines().count() <= 2,
            "{arguments:?}: {complaint:?}"
        );
    }
    let odd = scratch(&format!("odd{HOSTILE}.toml"));
    std::fs::write(&odd, format!("title = \"{HOSTILE}\"\nx = [")).unwrap();
    assert!(is_plain(&complains(&["validate", odd.to_str().unwrap()]).1));
    let request =
        format!("{{\"do\":\"new\",\"scenario\":\"{}\",\"id\":\"\u{9b}\u{202e}\"}}\n", "\u{9b}\u{202e}\u{7f}");
    let answer = strategikon(&["referee"], request.as_bytes());
    let answer = String::from_utf8(answer.stdout).unwrap();
    assert!(is_plain(&answer) && answer.contains("\\u202e"), "{answer:?}");
    let read: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(read["id"], "\u{9b}\u{202e}", "to a program it is the same");
    for file in [file, odd] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn a_record_is_verified_with_the_key_of_its_server_only() {
    let file = scratch("signed.record");
    let name = file.to_str().unwrap();
    let typed = format!("auto 12\nsave {name}\nquit\n");
    assert!(strategikon(&["play", "armageddon/rome", "--seed", "5"], typed.as_bytes()).status.success());
    let (ours, theirs) =
        (server::seal::Seal::new(&[1; 32]).unwrap(), server::seal::Seal::new(&[2; 32]).unwrap());
    let (code, why) = complains(&["verify", name, "--key", &ours.key()]);
    assert!(code == 1 && why.contains("the header is not signed"), "{why}");
    let mut record = engine::record::Record::read(&std::fs::read_to_string(&file).unwrap()).unwrap();
    ours.sign(&mut record);
    std::fs::write(&file, record.to_string()).unwrap();
    assert!(prints(&["verify", name]).contains(&format!("signed with the key {}", ours.key())));
    assert!(prints(&["verify", name, "--key", &ours.key()]).contains("signed with the key you gave"));
    let (code, why) = complains(&["verify", name, "--key", &theirs.key()]);
    assert!(code == 1 && why.contains("another key"), "{why}");
    assert_eq!(complains(&["verify", name, "--key", "short"]).0, 2);
    std::fs::remove_file(file).unwrap();
    // The golden games are of the first version: in order, and said to be no more than they are.
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/armageddon/golden/rome-romans.record");
    let told = prints(&["verify", old]);
    assert!(
        told.contains("of version 1") && told.contains("not signed") && told.contains("the game is over"),
        "{told}"
    );
    assert!(complains(&["verify", old, "--key", &ours.key()]).1.contains("version 1 are not signed"));
}

#[test]
fn a_wrong_data_file_is_shown_with_its_line() {
    let folder = scratch("data").join("armageddon/scenarios");
    let file = folder.join("rome.toml");
    let rome = include_str!("../../../games/armageddon/data/scenarios/rome.toml");
    let line = rome.lines().position(|line| line == "turns = 10").expect("Rome lasts ten turns") + 1;
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(&file, rome.replace("turns = 10", "turns = \"ten\"")).unwrap();
    let (code, complaint) = complains(&["validate", file.to_str().unwrap()]);
    std::fs::remove_dir_all(scratch("data")).unwrap();
    assert_eq!(code, 1, "{complaint}");
    assert!(complaint.contains(&format!("rome.toml, line {line}: ")), "{complaint}");
    assert!(complaint.contains(&format!("{line:4} | turns = \"ten\"")), "{complaint}");
    assert!(complaint.contains("     |         ^^^^^ here"), "{complaint}");
}

#[test]
fn schemas_and_completions_are_printed() {
    assert!(json(&["schema", "armageddon"]).as_object().is_some_and(|kinds| kinds.contains_key("scenario")));
    assert!(json(&["schema", "armageddon", "scenario"])["properties"].is_object());
    for game in ["armageddon", "basileus", "jihad", "apocalypse"] {
        let position = json(&["schema", game, "position"]);
        assert!(position["properties"]["counters"]["items"]["properties"]["marks"].is_object(), "{game}");
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(prints(&["completions", shell]).contains("simulate"), "{shell}");
    }
}

#[test]
fn the_bench_measures_speed_size_and_lists() {
    let figures = json(&["bench", "armageddon/rome", "--seconds", "0.2", "--quick", "--json"]);
    let figures = figures.as_array().unwrap();
    let value = |what: &str| {
        let found = figures.iter().find(|figure| figure["name"].as_str().unwrap().contains(what));
        found.unwrap_or_else(|| panic!("no figure of {what}"))["value"].as_f64().unwrap()
    };
    assert!(value("one core") > 0.0 && value("two cores against one") > 0.0 && value("median") > 0.0);
    assert!(value("size of a position") <= 4096.0, "a position fits in 4 KiB");
}

#[test]
fn the_diagrams_of_the_guide_are_drawn_from_legal_positions_and_orders() {
    let docs = format!("{}/../../docs", env!("CARGO_MANIFEST_DIR"));
    let guide = std::fs::read_to_string(format!("{docs}/games/dba.md")).unwrap();
    let names = ["wheel", "contact", "conform", "zone", "overlap", "arc", "recoil", "command"];
    for name in names {
        let file = format!("{docs}/pictures/guides/dba/{name}.json");
        let svg = prints(&["render", &file, "-o", "-"]);
        assert!(svg.starts_with("<svg") && svg.contains("class=\"counter base"), "{name}");
        assert!(guide.contains(&format!("](../pictures/guides/dba/{name}.png)")), "the guide shows {name}");
        assert!(std::path::Path::new(&format!("{docs}/pictures/guides/dba/{name}.png")).is_file(), "{name}");
        let moves = ["wheel", "contact", "conform", "recoil"].contains(&name);
        assert_eq!(svg.contains("stroke-dasharray=\"7 5\""), moves, "{name}: where somebody stood before");
    }
    let files = std::fs::read_dir(format!("{docs}/pictures/guides/dba")).unwrap();
    let files =
        files.filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|end| end == "json"));
    assert_eq!(files.count(), names.len());
}

#[test]
fn a_diagram_with_an_illegal_order_says_which_and_why() {
    let wrong = scratch("diagram.json");
    let docs = format!("{}/../../docs/pictures/guides/dba", env!("CARGO_MANIFEST_DIR"));
    let wheel = std::fs::read_to_string(format!("{docs}/wheel.json")).unwrap();
    std::fs::write(&wrong, wheel.replace("20000", "60000")).unwrap();
    let (code, why) = complains(&["render", wrong.to_str().unwrap(), "-o", "-"]);
    assert_eq!(code, 2);
    assert!(why.contains("orders[0]: ") && why.contains("may move 3"), "{why}");
    std::fs::write(&wrong, "{\"shows\": 3}").unwrap();
    assert!(complains(&["render", wrong.to_str().unwrap(), "-o", "-"]).1.contains("diagram.json"));
}
