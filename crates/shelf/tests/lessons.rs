//! Every lesson of every game is played to its end by its own orders, and every reference card is printed: a rule, a
//! map or a chart that changes cannot break one silently.

use std::fs;

use engine::lesson::Ring;
use shelf::Shelf;

fn shelf() -> Shelf {
    Shelf::standard().unwrap_or_else(|fault| panic!("{}", fault.report()))
}

#[test]
fn every_lesson_of_every_game_is_played_to_its_end_by_its_own_orders() {
    let shelf = shelf();
    let mut faults = vec![];
    for edition in shelf.editions() {
        for lesson in edition.course().lessons() {
            match lesson.prove(edition) {
                Err((_, why)) => faults.push(format!("{}/{}: {why}", edition.name(), lesson.name)),
                Ok(end) => {
                    let standing = lesson.follow(&end).unwrap().standing();
                    assert_eq!(standing.step, lesson.steps.len(), "{}/{}", edition.name(), lesson.name);
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn every_game_has_a_course_of_five_to_nine_lessons_of_a_few_minutes() {
    for edition in shelf().editions() {
        let lessons = edition.course().lessons();
        assert!((5..=9).contains(&lessons.len()), "{} has {}", edition.name(), lessons.len());
        for lesson in lessons {
            let name = format!("{}/{}", edition.name(), lesson.name);
            assert!((1..=5).contains(&lesson.minutes), "{name}");
            assert!(lesson.scenario.starts_with(&format!("{}/", edition.name())), "{name}");
            assert!(!lesson.rules.is_empty() && !lesson.close.is_empty(), "{name} leads on to the rules");
            let ringed = lesson.steps.iter().flat_map(|step| &step.ring);
            assert!(ringed.clone().any(|ring| !matches!(ring, Ring::Part(_))), "{name} points at the board");
        }
        let mut names: Vec<u16> = lessons.iter().map(|lesson| lesson.order).collect();
        names.dedup();
        assert_eq!(names.len(), lessons.len(), "{}: each lesson has its own place", edition.name());
    }
}

#[test]
fn what_is_said_in_one_step_is_short() {
    for edition in shelf().editions() {
        for lesson in edition.course().lessons() {
            for step in &lesson.steps {
                let words = step.say.split_whitespace().count();
                assert!(words <= 60, "{}/{}: {words} words: {}", edition.name(), lesson.name, step.say);
                assert_eq!(step.say.matches("**").count() % 2, 0, "{}", step.say);
            }
        }
    }
}

#[test]
fn every_game_has_a_reference_card_with_its_results_and_its_sequence() {
    for edition in shelf().editions() {
        let charts = &edition.reference().charts;
        assert!(charts.len() >= 5, "{} has {} charts", edition.name(), charts.len());
        assert!(
            charts[0].head.is_empty() && !charts[0].rows.is_empty(),
            "{}: first the sequence",
            edition.name()
        );
        for chart in charts {
            assert!(!chart.rows.is_empty(), "{}: {}", edition.name(), chart.title);
            if !chart.head.is_empty() {
                let even = chart.rows.iter().all(|row| row.len() == chart.head.len());
                assert!(even, "{}: {}: {:?} {:?}", edition.name(), chart.title, chart.head, chart.rows);
            }
            let known = |rule: &str| edition.rulebook().rules.iter().any(|known| known.rule == rule);
            assert!(chart.rule.is_empty() || known(&chart.rule), "{}: rule {}", edition.name(), chart.rule);
        }
    }
}

#[test]
fn every_game_has_a_cover() {
    for edition in shelf().editions() {
        assert!(edition.reference().cover.is_some(), "{} has none", edition.name());
    }
}

#[test]
fn a_lesson_of_a_folder_takes_the_place_of_the_one_compiled_in_and_a_broken_one_is_refused_with_its_line() {
    let folder = std::env::temp_dir().join(format!("strategikon-lessons-{}", std::process::id()));
    let file = folder.join("armageddon/lessons/winning.toml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let text = include_str!("../../games/armageddon/data/lessons/winning.toml");
    fs::write(&file, text.replace("lesson = \"Winning\"", "lesson = \"Mine\"")).unwrap();
    let own = Shelf::with_data(&folder).map(|shelf| {
        let course = shelf.edition("armageddon").unwrap().course().clone();
        (course.lessons().len(), course.lesson("winning").unwrap().title.clone())
    });
    fs::write(&file, text.replace("2724\" }]\nrules = [\"brief.6\"]", "9924\" }]\nrules = [\"brief.6\"]"))
        .unwrap();
    let fault = Shelf::with_data(&folder).map(drop).unwrap_err();
    fs::remove_dir_all(&folder).unwrap();
    let compiled_in = shelf().edition("armageddon").unwrap().course().lessons().len();
    assert_eq!(own.unwrap(), (compiled_in, "Mine".into()));
    assert!(fault.to_string().contains("winning.toml") && fault.line() > 1, "{fault}");
    assert!(fault.to_string().contains("ringed and not there"), "{fault}");
}

#[test]
fn a_lesson_compiled_in_that_other_data_do_not_let_end_is_left_out() {
    let folder = std::env::temp_dir().join(format!("strategikon-lessons-left-out-{}", std::process::id()));
    let file = folder.join("armageddon/scenarios/rome.toml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let text = include_str!("../../games/armageddon/data/scenarios/rome.toml");
    assert!(text.contains("turns = 10"));
    fs::write(&file, text.replace("turns = 10", "turns = 12")).unwrap();
    let own = Shelf::with_data(&folder);
    fs::remove_dir_all(&folder).unwrap();
    let own = own.unwrap();
    let names = |shelf: &Shelf| -> Vec<String> {
        let course = shelf.edition("armageddon").unwrap().course();
        course.lessons().iter().map(|lesson| lesson.name.clone()).collect()
    };
    // It ends with the tenth turn.
    let mut usual = names(&shelf());
    assert!(usual.contains(&"winning".to_string()));
    usual.retain(|name| name != "winning");
    assert_eq!(names(&own), usual);
}
