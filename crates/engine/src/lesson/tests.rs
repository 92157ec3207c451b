//! Lessons on the field of the skirmish.

use super::*;
use crate::contract::Turn;
use crate::datafile::DataFile;
use crate::skirmish::SkirmishEdition;

const MARCH: &str = r#"
lesson = "The march"
order = 1
about = "How counters move."
minutes = 2
scenario = "skirmish/field"
side = "Reds"
close = "You can march."

[position]
phase = "turn"
side = "Reds"
counters = [{ name = "Red 1", at = "0304" }, { name = "Blue 1", at = "0302" }]

[[step]]
say = "This is your man."
ring = [{ counter = "Red 1" }]

[[step]]
say = "Lead him to **0303**."
ring = [{ place = "0303" }]
play = [{ do = "step", counter = "Red 1", place = "0303" }]
otherwise = "Straight on, please."

[[step]]
say = "Attack."
play = [{ do = "attack", counter = "Red 1" }]
dice = [[3]]
enemy = [{ do = "step" }, { do = "step" }]
"#;

fn lesson(text: &str) -> Lesson {
    Lesson::of_file(&DataFile::new("lessons/march.toml", text)).unwrap()
}

#[test]
fn a_lesson_is_played_to_its_end_by_its_own_orders() {
    let march = lesson(MARCH);
    assert_eq!(march.name, "march");
    let end = march.prove(&SkirmishEdition).unwrap();
    let standing = march.follow(&end).unwrap().standing();
    assert_eq!((standing.from, standing.step), (3, 3));
    assert!(matches!(end.table().turn(), Turn::Order(_)));
}

#[test]
fn an_order_that_leads_elsewhere_gets_a_kind_word_and_an_illegal_one_its_rule() {
    let march = lesson(MARCH);
    let session = march.begin(&SkirmishEdition).unwrap();
    let mut guide = march.guide(session.table()).unwrap();
    let aside = session.table().orders().into_iter().find(|order| order["to"] == "0204").unwrap();
    let kind = guide.heed(session.table(), &aside).unwrap_err();
    assert_eq!((kind.rule.as_ref(), kind.why.as_str()), ("lesson", "Straight on, please."));
    let far =
        session.table().read(&serde_json::json!({"order": "step", "counter": 0, "to": "0101"})).unwrap();
    assert_ne!(guide.heed(session.table(), &far).unwrap_err().rule, "lesson");
    assert_eq!(guide.standing().given, 0);
}

#[test]
fn what_a_lesson_gets_wrong_is_named_with_its_step() {
    let wrong = |from: &str, to: &str| {
        lesson(&MARCH.replace(from, to)).prove(&SkirmishEdition).map(drop).unwrap_err()
    };
    let (step, why) = wrong("{ counter = \"Red 1\" }]\n\n[[step]]", "{ counter = \"Red 9\" }]\n\n[[step]]");
    assert!(step == Some(0) && why.contains("ringed and not there"), "{why}");
    let (step, why) = wrong("dice = [[3]]", "");
    assert!(step == Some(2) && why.contains("no more dice"), "{why}");
    let (step, why) = wrong("place = \"0303\" }]\notherwise", "place = \"0101\" }]\notherwise");
    assert!(step == Some(1) && why.contains("no order of it is listed"), "{why}");
    let (_, why) = wrong("close =", "rules = [\"R999\"]\nclose =");
    assert!(why.contains("no rule `R999`"), "{why}");
}

#[test]
fn a_lesson_in_which_nothing_is_done_is_refused_with_its_file() {
    let text = MARCH.split("[[step]]\nsay = \"Lead").next().unwrap();
    let fault = Lesson::of_file(&DataFile::new("lessons/march.toml", text)).unwrap_err();
    assert!(fault.file().ends_with("march.toml") && fault.to_string().contains("nothing is done"), "{fault}");
}
