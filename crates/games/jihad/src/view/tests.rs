//! Scenes.

use covers::covers;
use engine::contract::{Shown, Viewer};

use crate::drill::Drill;
use crate::position::Step;
use crate::sheet::State;
use crate::unit::Party;

#[test]
#[covers("3.2", "R10")]
fn a_scene_shows_tracks_pools_control_and_forecast() {
    let field = Drill::new()
        .place("governor", "muslim bedouin", "Ctesiphon")
        .place("lost", "goth levy", "conversion")
        .place("dromon", "byzantine naval", "box")
        .points(State::Muslim, 12)
        .begin(Step::Recruit(Party::Muslims));
    let scene = field.scene(Viewer::Referee);
    let tray = |name: &str| scene.boxes.iter().find(|tray| tray.name == name).map(|tray| tray.counters.len());
    assert_eq!((tray("Conversion Box"), tray("Constantinople box")), (Some(1), Some(1)));
    assert_eq!(tray("Muslim pool"), Some(23 + 16));
    let muslims = scene.tracks.iter().find(|track| track.name == "Muslims").unwrap();
    assert_eq!(muslims.spaces, ["12 points", "income 0", "forecast 17"]);
    let city = field.hex_number("Ctesiphon");
    let control = scene.marks.iter().find(|mark| mark.kind == "control" && mark.place == city).unwrap();
    assert_eq!(control.side, Some(0));
    assert!(scene.description.contains("Muslim Bedouin"), "{}", scene.description);
    let hints = engine::scene::Scene::lit(&*field, Viewer::Referee).hints;
    assert!(hints.iter().any(|hint| hint.kind == "place"));
}
