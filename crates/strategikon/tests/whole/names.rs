//! Names on the maps.

use std::collections::BTreeSet;

use engine::Viewer;
use engine::edition::Options;
use shelf::Shelf;

#[test]
fn no_two_names_on_any_map_cover_each_other() {
    let shelf = Shelf::standard().unwrap_or_else(|fault| panic!("{fault}"));
    let mut seen = BTreeSet::new();
    for card in shelf.scenarios() {
        let table = shelf.open(&card.scenario, &Options::new()).unwrap().table;
        let land = table.scene(Viewer::Public).landscape;
        if land.table.is_none() && seen.insert(land.key.clone()) {
            let pairs = board::colliding_names(&land);
            assert!(pairs.is_empty(), "{}: {pairs:?}", card.scenario);
        }
    }
    assert!(seen.len() > 4, "few maps were looked at: {seen:?}");
}
