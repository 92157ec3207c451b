//! Positions written by hand, in every scenario of the shelf: whatever is written is refused or can be played.

use engine::Generator;
use engine::edition::Options;
use engine::table::{Table, random_step};
use serde_json::{Value, json};
use shelf::Shelf;

/// Orders and rolls between the positions that are written.
const STRIDE: usize = 41;
/// How many positions are made of one that is written.
const SCRAMBLES: usize = 4;
/// How many positions of a game are written, about; some of every scenario.
const WRITTEN: usize = 120;

fn one_of<'a, T>(all: &'a [T], generator: &mut Generator) -> Option<&'a T> {
    all.get(generator.below(all.len().max(1) as u32) as usize)
}

/// Sends a counter or a few to where others stand or near it, and changes the phase now and then.
fn scramble(mut text: Value, phases: &[Value], generator: &mut Generator) -> Value {
    let counters = text["counters"].as_array_mut().expect("a list of counters");
    let places: Vec<Value> = counters.iter().filter_map(|counter| counter.get("at").cloned()).collect();
    for _ in 0..=generator.below(3) {
        let chosen = generator.below(counters.len().max(1) as u32) as usize;
        let Some(counter) = counters.get_mut(chosen).filter(|counter| counter.get("at").is_some()) else {
            continue;
        };
        let place = one_of(&places, generator).cloned().unwrap_or_default();
        let number = place.as_str().and_then(|place| place.parse::<u32>().ok());
        let step = [0, 1, 100, 2, 200][generator.below(5) as usize];
        counter["at"] = number.map_or(place, |number| json!(format!("{:04}", number + step)));
        if generator.below(4) == 0 {
            counter.as_object_mut().map(|counter| counter.remove("marks"));
        }
    }
    // On an open table elements are sent onto others or near them.
    if let Some(elements) = text.get_mut("elements").and_then(Value::as_array_mut) {
        let places: Vec<[f64; 2]> =
            elements.iter().filter_map(|e| serde_json::from_value(e["at"].clone()).ok()).collect();
        let chosen = generator.below(elements.len().max(1) as u32) as usize;
        if let Some(&[x, y]) = one_of(&places, generator)
            && let Some(element) = elements.get_mut(chosen).filter(|element| element["at"].is_array())
        {
            let step = [0.0, 0.25, 1.0, 2.0][generator.below(4) as usize];
            element["at"] = json!([x + step, y]);
        }
    }
    if generator.below(4) == 0 {
        text["phase"] = one_of(phases, generator).cloned().unwrap_or_default();
    }
    // What is noted beside the map is then as usual for where the counters stand.
    if generator.below(2) == 0
        && let Some(fields) = text.as_object_mut()
    {
        fields.retain(|name, _| ["phase", "side", "turn", "counters"].contains(&name.as_str()));
    }
    text
}

/// Plays a position on for a while: it stays sound, and somebody can always go on.
fn play_on(table: &mut dyn Table, generator: &mut Generator, text: &Value) {
    for _ in 0..60 {
        assert_eq!(table.audit(), Ok(()), "{text}");
        match random_step(table, generator) {
            Ok(true) => {}
            Ok(false) => return,
            Err(dead_end) => panic!("{dead_end}: {text}"),
        }
    }
}

#[test]
fn a_position_written_by_hand_is_refused_or_can_be_played() {
    let shelf = Shelf::standard().unwrap();
    let mut generator = Generator::new(2026, 13);
    for edition in shelf.editions() {
        let (mut accepted, mut refused) = (0, 0);
        let moments = (WRITTEN / edition.scenarios().len()).max(8);
        for card in edition.scenarios() {
            let start = edition.open(&card.scenario, &Options::new()).unwrap().table;
            let schema = start.hand_schema().expect("every game takes positions by hand");
            let phases = schema["properties"]["phase"]["oneOf"].as_array().unwrap().iter();
            let phases: Vec<Value> = phases.map(|phase| phase["const"].clone()).collect();
            let mut table = start.clone();
            let mut due = STRIDE;
            for played in 0..STRIDE * moments {
                // Short scenarios are played again, so that every game has about as many positions written.
                if !random_step(table.as_mut(), &mut generator).unwrap() {
                    table = start.clone();
                    continue;
                }
                // In the middle of a move or a fight nothing can be written: the next position then.
                let Some(text) = Some(played).filter(|&played| played >= due).and_then(|_| table.by_hand())
                else {
                    continue;
                };
                due = played + STRIDE;
                for _ in 0..SCRAMBLES {
                    let text = scramble(text.clone(), &phases, &mut generator);
                    let mut scrambled = start.clone();
                    match scrambled.set_by_hand(&text) {
                        Ok(()) => {
                            accepted += 1;
                            play_on(scrambled.as_mut(), &mut generator, &text);
                        }
                        Err(objection) => {
                            refused += 1;
                            assert_eq!(objection.rule, "protocol", "{objection}");
                            assert_eq!(scrambled.hash(), start.hash(), "a refused position changes nothing");
                        }
                    }
                }
            }
        }
        let told = format!("{}: {accepted} accepted, {refused} refused", edition.name());
        println!("{told}");
        assert!(accepted > 40 && refused > 40, "{told}");
    }
}
