//! The rule list: every case of the rulebook and every ruling, with the tests that hold it.

engine::rulebook!(super::printed);

/// The numbers of the rules: the cases as printed, the tables, the brief's decisions, the rulings, the scenarios,
/// and what the program adds.
#[cfg(test)]
fn printed() -> Vec<String> {
    let cases = "1.0 1.1 1.2 1.3 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.3.6 2.0 2.1 2.1.1 2.1.2 2.2 2.3 2.4 3.0 3.1 3.1.1 \
                 3.1.2 3.1.3 3.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.5 3.3 3.3.1 3.3.2 3.3.3 3.3.4 3.4 3.5 4.0 5.1 5.1.1 \
                 5.1.2 5.1.3 5.1.4 5.1.5 5.1.6 5.1.7 5.2 6.0 6.1.1 6.1.2 6.1.3 6.1.4 6.2 6.2.1 6.2.2 6.2.3 6.2.4 \
                 6.2.5 6.3 6.4 6.4.1 6.4.2 6.4.3 6.5 7.0 7.1 7.1.1 7.1.2 7.1.3 7.2 7.2.1 7.2.2 7.2.3 7.3 8.0 8.1 \
                 8.2 8.2.1 8.2.2 8.2.3 8.3 9.0 10.1 10.1.1 10.1.2 10.1.3 10.1.4 10.1.5 10.1.6 10.1.7 10.1.8 10.1.9";
    let tables = "movement stacking combat attrition breach greek-fire";
    let scenarios = "campaign delta isles armenia great-fleet";
    let mut numbers: Vec<String> = cases.split_whitespace().map(String::from).collect();
    numbers.extend(tables.split_whitespace().map(|table| format!("table.{table}")));
    numbers.extend((2..=11).map(|event| format!("event.{event}")));
    numbers.extend((1..=5).map(|decision| format!("brief.{decision}")));
    numbers.extend((1..=141).map(|ruling| format!("R{ruling}")));
    numbers.extend(scenarios.split_whitespace().map(|scenario| format!("scenario.{scenario}")));
    numbers.extend(["R27a", "scenario", "protocol", "dice"].map(String::from));
    numbers
}
