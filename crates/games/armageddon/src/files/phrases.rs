//! Victory conditions as phrases: "control A E", "enemy losses at least 12".

use engine::datafile::{DataFault, DataFile, Spanned, nearest};
use engine::hex::{Direction, Hex};

use super::setup::place;
use crate::sheet::{Condition, Ground};

/// The phrases, as a reader is told them.
const PHRASES: [&str; 16] = [
    "control A E",
    "control villages",
    "control line G J",
    "occupy L",
    "no enemy south of the stream",
    "enemy losses at least 12",
    "enemy losses at least 2 times own",
    "own losses at most 15",
    "own losses fewer than enemy",
    "exited at least 15",
    "troops at least 2 times enemy",
    "more undisrupted troops",
    "more strength destroyed",
    "enemy losses and disruptions at least 25",
    "own losses and disruptions at most 14",
    "enemy crossed fewer than 16",
];

/// The condition a phrase says.
pub(super) fn condition(
    file: &DataFile,
    phrase: &Spanned<String>,
    ground: &Ground,
) -> Result<Condition, DataFault> {
    let words: Vec<&str> = phrase.get_ref().split_whitespace().collect();
    let number = |word: &str| {
        word.parse::<u16>().ok().filter(|n| *n <= 999).ok_or_else(|| {
            file.fault(
                phrase.span(),
                format!("`{word}` in `{}` is no number", phrase.get_ref()),
                "a number from 0 to 999",
            )
        })
    };
    Ok(match words.as_slice() {
        ["control", "villages"] if !ground.villages.is_empty() => {
            Condition::Controls(ground.villages.clone())
        }
        ["control", "line", from, to] => Condition::Controls(line(file, phrase, ground, from, to)?),
        ["control", letters @ ..] if !letters.is_empty() => {
            let hexes = letters.iter().map(|letter| place(file, phrase, ground, letter));
            Condition::Controls(hexes.collect::<Result<_, _>>()?)
        }
        ["occupy", letter] => Condition::Occupies(place(file, phrase, ground, letter)?),
        ["no", "enemy", "south", "of", "the", "stream"] => Condition::NoEnemySouth,
        ["enemy", "losses", "at", "least", n] => Condition::EnemyLosses(number(n)?),
        ["enemy", "losses", "at", "least", n, "times", "own"] => Condition::EnemyLossesTimesOwn(number(n)?),
        ["own", "losses", "at", "most", n] => Condition::OwnLossesAtMost(number(n)?),
        ["own", "losses", "fewer", "than", "enemy"] => Condition::FewerLossesThanEnemy,
        ["exited", "at", "least", n] => Condition::Exited(number(n)?),
        ["troops", "at", "least", n, "times", "enemy"] => Condition::TroopsTimesEnemy(number(n)?),
        ["more", "undisrupted", "troops"] => Condition::MoreUndisrupted,
        ["more", "strength", "destroyed"] => Condition::MoreStrengthDestroyed,
        ["enemy", "losses", "and", "disruptions", "at", "least", n] => Condition::EnemyBroken(number(n)?),
        ["own", "losses", "and", "disruptions", "at", "most", n] => Condition::OwnBrokenAtMost(number(n)?),
        ["enemy", "crossed", "fewer", "than", n] => Condition::EnemyCrossedFewerThan(number(n)?),
        _ => {
            let near = nearest(phrase.get_ref(), PHRASES);
            let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            let message = format!("`{}` is no victory condition{hint}", phrase.get_ref());
            return Err(file.fault(phrase.span(), message, format!("one of: {}", PHRASES.join(" · "))));
        }
    })
}

/// The straight row of hexes between two lettered hexes, both included.
fn line(
    file: &DataFile,
    phrase: &Spanned<String>,
    ground: &Ground,
    from: &str,
    to: &str,
) -> Result<Vec<Hex>, DataFault> {
    let (start, end) = (place(file, phrase, ground, from)?, place(file, phrase, ground, to)?);
    let rows = Direction::ALL.map(|side| row(ground, start, end, side));
    rows.into_iter().flatten().next().ok_or_else(|| {
        let message = format!("{from} and {to} are not the ends of a straight row");
        file.fault(phrase.span(), message, "two letters in a row of hexes that runs in one direction")
    })
}

fn row(ground: &Ground, start: Hex, end: Hex, side: Direction) -> Option<Vec<Hex>> {
    let mut row = vec![start];
    while *row.last()? != end {
        row.push(ground.grid.neighbour(*row.last()?, side)?);
    }
    Some(row)
}

#[cfg(test)]
mod tests {
    use engine::datafile::proof::{altered, says};

    use super::*;

    fn read(phrase: &str) -> Result<Condition, DataFault> {
        #[derive(serde::Deserialize)]
        struct Claim {
            when: Spanned<String>,
        }
        let map = super::super::map::read(&DataFile::new("map.toml", include_str!("../../data/map.toml")))?;
        let (file, _) = altered("rome.toml", "# Rome\nwhen = \"x\"\n", "x", phrase);
        let claim: Claim = file.parse()?;
        condition(&file, &claim.when, &map.ground)
    }

    #[test]
    fn every_listed_phrase_is_understood() {
        for phrase in PHRASES {
            assert!(read(phrase).is_ok(), "{phrase}");
        }
    }

    #[test]
    fn phrases_become_conditions() {
        assert_eq!(read("enemy losses at least 12").unwrap(), Condition::EnemyLosses(12));
        assert_eq!(read("enemy losses at least 2 times own").unwrap(), Condition::EnemyLossesTimesOwn(2));
        assert_eq!(read("own losses and disruptions at most 14").unwrap(), Condition::OwnBrokenAtMost(14));
        assert_eq!(read("enemy crossed fewer than 16").unwrap(), Condition::EnemyCrossedFewerThan(16));
        let Condition::Controls(hexes) = read("control line G J").unwrap() else { panic!("no control") };
        assert_eq!(hexes.len(), 8);
        let Condition::Controls(hexes) = read("control villages").unwrap() else { panic!("no control") };
        assert_eq!(hexes.len(), 2);
    }

    #[test]
    fn an_unknown_phrase_is_a_fault_with_the_nearest_one() {
        let fault = |phrase| (read(phrase).unwrap_err(), 2);
        says(
            fault("enemy loses at least 12"),
            &["did you mean `enemy losses at least 12`?", "one of: control A E"],
        );
        says(fault("own losses at most many"), &["`many`", "a number from 0 to 999"]);
        says(fault("exited at least 1000"), &["`1000`", "a number from 0 to 999"]);
        says(fault("control Z"), &["no place `Z`", "one of A, B"]);
        says(fault("control line C D"), &["not the ends of a straight row", "runs in one direction"]);
    }
}
