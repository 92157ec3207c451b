//! What a scenario does to the map: terrain ignored, or read as something else.

use std::ops::Range;

use engine::datafile::{DataFault, DataFile, Spanned, nearest};
use engine::hex::Hex;

use super::map::PrintedMap;
use crate::sheet::{Ground, Terrain};

/// The phrases, as a reader is told them.
const PHRASES: [&str; 11] = [
    "ignore slopes",
    "ignore stream",
    "ignore woods",
    "ignore woods at B",
    "only woods village",
    "only stream woods",
    "only hills G H",
    "blank",
    "slopes are marsh",
    "stream is road",
    "stream is nile",
];

/// The ground of a scenario: the printed map with every change made in turn.
pub(super) fn ground(
    file: &DataFile,
    changes: &[Spanned<String>],
    map: &PrintedMap,
) -> Result<Ground, DataFault> {
    let mut ground = map.ground.clone();
    for change in changes {
        let words: Vec<&str> = change.get_ref().split_whitespace().collect();
        make(file, change, &words, &mut ground)?;
        drop_crests_without_slopes(&mut ground);
    }
    Ok(ground)
}

fn make(
    file: &DataFile,
    change: &Spanned<String>,
    words: &[&str],
    ground: &mut Ground,
) -> Result<(), DataFault> {
    let turn = |ground: &mut Ground, from: Terrain, to: Terrain| {
        ground.terrain.iter_mut().filter(|t| **t == from).for_each(|t| *t = to);
    };
    match words {
        ["blank"] => ground.terrain.fill(Terrain::Clear),
        ["ignore", word] if feature(word).is_some_and(|kind| kind != Terrain::Village) => {
            turn(ground, feature(word).unwrap_or(Terrain::Clear), Terrain::Clear);
        }
        ["ignore", "woods", "at", letters @ ..] if !letters.is_empty() => {
            for hex in groups(file, change, ground, Terrain::Woods, letters)? {
                ground.terrain[hex.index()] = Terrain::Clear;
            }
        }
        ["only", "hills", letters @ ..] if !letters.is_empty() => {
            let kept = groups(file, change, ground, Terrain::Slope, letters)?;
            ground.terrain.fill(Terrain::Clear);
            kept.into_iter().for_each(|hex| ground.terrain[hex.index()] = Terrain::Slope);
        }
        ["only", kinds @ ..] if !kinds.is_empty() && kinds.iter().all(|word| feature(word).is_some()) => {
            let kept: Vec<Terrain> = kinds.iter().filter_map(|word| feature(word)).collect();
            ground.terrain.iter_mut().filter(|t| !kept.contains(t)).for_each(|t| *t = Terrain::Clear);
        }
        ["slopes", "are", "marsh"] => turn(ground, Terrain::Slope, Terrain::Marsh),
        ["stream", "is", "road"] => turn(ground, Terrain::Stream, Terrain::Road),
        ["stream", "is", "nile"] => turn(ground, Terrain::Stream, Terrain::Nile),
        _ => return Err(unknown(file, change.span(), change.get_ref())),
    }
    Ok(())
}

fn feature(word: &str) -> Option<Terrain> {
    match word {
        "slopes" => Some(Terrain::Slope),
        "stream" => Some(Terrain::Stream),
        "woods" => Some(Terrain::Woods),
        "village" => Some(Terrain::Village),
        _ => None,
    }
}

fn unknown(file: &DataFile, span: Range<usize>, phrase: &str) -> DataFault {
    let hint = nearest(phrase, PHRASES).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    file.fault(
        span,
        format!("`{phrase}` is no change of terrain{hint}"),
        format!("one of: {}", PHRASES.join(" · ")),
    )
}

/// Ruling R102: the connected groups of a terrain that contain or touch the lettered hexes.
fn groups(
    file: &DataFile,
    change: &Spanned<String>,
    ground: &Ground,
    kind: Terrain,
    letters: &[&str],
) -> Result<Vec<Hex>, DataFault> {
    let of_kind = |h: Hex| ground.terrain[h.index()] == kind;
    let mut found = vec![false; ground.grid.len()];
    for letter in letters {
        let place = super::setup::place(file, change, ground, letter)?;
        let around = ground.grid.neighbours(place).map(|(_, hex)| hex);
        let mut edge: Vec<Hex> = around.chain([place]).filter(|&h| of_kind(h)).collect();
        if edge.is_empty() {
            let message = format!("there is no {} at {letter}", kind.name());
            return Err(file.fault(change.span(), message, "the letter of a hex in or beside such terrain"));
        }
        while let Some(hex) = edge.pop() {
            if !std::mem::replace(&mut found[hex.index()], true) {
                edge.extend(ground.grid.neighbours(hex).map(|(_, next)| next).filter(|&next| of_kind(next)));
            }
        }
    }
    Ok(ground.grid.hexes().filter(|h| found[h.index()]).collect())
}

/// Rulings R100 and R102: a crest belongs to the slopes it borders and goes with the last of them.
fn drop_crests_without_slopes(ground: &mut Ground) {
    let is_slope = |terrain: &[Terrain], hex: Hex| terrain[hex.index()] == Terrain::Slope;
    for hex in ground.grid.hexes() {
        for (side, there) in ground.grid.neighbours(hex) {
            if !is_slope(&ground.terrain, hex) && !is_slope(&ground.terrain, there) {
                ground.crests[hex.index()] &= !(1 << side.index());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::datafile::proof::{altered, says};

    use super::*;

    fn map() -> PrintedMap {
        super::super::map::read(&DataFile::new("map.toml", include_str!("../../data/map.toml"))).unwrap()
    }

    fn changed(change: &str) -> Result<Ground, DataFault> {
        #[derive(serde::Deserialize)]
        struct Scenario {
            terrain: Vec<Spanned<String>>,
        }
        let (file, _) = altered("rome.toml", "# Rome\nterrain = [\"x\"]\n", "x", change);
        let scenario: Scenario = file.parse()?;
        ground(&file, &scenario.terrain, &map())
    }

    fn count(ground: &Ground, kind: Terrain) -> usize {
        ground.terrain.iter().filter(|t| **t == kind).count()
    }

    fn crests(ground: &Ground) -> u32 {
        ground.crests.iter().map(|bits| bits.count_ones()).sum::<u32>() / 2
    }

    #[test]
    fn ignoring_slopes_drops_crests_and_nothing_else() {
        let (before, after) = (map().ground, changed("ignore slopes").unwrap());
        assert!(count(&before, Terrain::Slope) > 0 && crests(&before) > 0);
        assert_eq!((count(&after, Terrain::Slope), crests(&after)), (0, 0));
        for kind in [Terrain::Woods, Terrain::Stream, Terrain::Village] {
            assert_eq!(count(&after, kind), count(&before, kind));
        }
    }

    #[test]
    fn ignoring_the_stream_keeps_what_lies_south_of_it() {
        let after = changed("ignore stream").unwrap();
        assert_eq!(count(&after, Terrain::Stream), 0);
        assert_eq!(after.south, map().ground.south);
        assert!(after.south[after.places[&'E'].index()] && !after.south[after.places[&'C'].index()]);
    }

    #[test]
    fn the_woods_at_b_go_and_other_woods_stay() {
        let (before, after) = (map().ground, changed("ignore woods at B").unwrap());
        let b = before.places[&'B'];
        assert!(before.grid.within(b, 1).iter().all(|h| after.terrain[h.index()] == Terrain::Clear));
        let gone = count(&before, Terrain::Woods) - count(&after, Terrain::Woods);
        assert!(gone > 0 && count(&after, Terrain::Woods) > gone);
        assert_eq!(count(&changed("ignore woods").unwrap(), Terrain::Woods), 0);
    }

    #[test]
    fn only_names_what_stays() {
        let before = map().ground;
        let after = changed("only woods village").unwrap();
        assert_eq!(
            (count(&after, Terrain::Stream), count(&after, Terrain::Slope), crests(&after)),
            (0, 0, 0)
        );
        assert_eq!(count(&after, Terrain::Woods), count(&before, Terrain::Woods));
        assert_eq!(count(&after, Terrain::Village), 2);
        let after = changed("only stream").unwrap();
        assert_eq!(count(&after, Terrain::Clear) + count(&before, Terrain::Stream), after.terrain.len());
        assert_eq!(count(&changed("blank").unwrap(), Terrain::Clear), before.terrain.len());
    }

    #[test]
    fn only_the_five_hills_leaves_out_the_hill_beside_i() {
        let (before, after) = (map().ground, changed("only hills G H J M L").unwrap());
        let slopes = count(&after, Terrain::Slope);
        assert!(slopes > 0 && slopes < count(&before, Terrain::Slope));
        assert_eq!(count(&after, Terrain::Clear) + slopes, after.terrain.len());
        assert!(crests(&after) > 0 && crests(&after) < crests(&before));
        let beside = |letter| {
            after
                .grid
                .within(after.places[&letter], 1)
                .into_iter()
                .any(|h| after.terrain[h.index()] == Terrain::Slope)
        };
        for letter in ['G', 'H', 'J', 'M', 'L'] {
            assert!(beside(letter), "no hill at {letter}");
        }
        assert!(!beside('I'));
    }

    #[test]
    fn slopes_become_marsh_without_crests_and_the_stream_road_or_nile() {
        let before = map().ground;
        let marsh = changed("slopes are marsh").unwrap();
        assert_eq!(count(&marsh, Terrain::Marsh), count(&before, Terrain::Slope));
        assert_eq!(crests(&marsh), 0);
        assert_eq!(
            count(&changed("stream is road").unwrap(), Terrain::Road),
            count(&before, Terrain::Stream)
        );
        assert_eq!(
            count(&changed("stream is nile").unwrap(), Terrain::Nile),
            count(&before, Terrain::Stream)
        );
    }

    #[test]
    fn an_unknown_change_is_a_fault_with_the_nearest_phrase() {
        let fault = |change| (changed(change).unwrap_err(), 2);
        says(fault("ignore slops"), &["did you mean `ignore slopes`?", "one of: ignore slopes"]);
        says(fault("only"), &["no change of terrain", "one of:"]);
        says(fault("only hills Q"), &["no place `Q`", "one of A, B"]);
        says(fault("only hills C"), &["no slope at C", "in or beside such terrain"]);
    }
}
