//! The rule list: every case of the rulebook and every ruling, with the tests that hold it.

engine::rulebook!(super::printed);

/// The numbers of the rules: the cases as printed, the tables, the brief's decisions, the rulings, the scenarios,
/// and what the program adds.
#[cfg(test)]
fn printed() -> Vec<String> {
    let cases = "1.0 2.0 3.1 3.2 3.3 3.4 3.5 4.1 4.2 5.1 5.2 5.3 5.4 6.1 6.2 6.3 6.4 6.41 6.42 7.1 7.2 7.3 7.4 \
                 7.5 7.6 8.1 8.2 8.3 8.4 8.5 9.1 9.2 10.1 10.2 10.3 11.1 11.2 11.3 11.31 11.32 11.33 12.0 13.0 \
                 14.1 14.2 15.0";
    let tables = "combat susceptibility attrition recruitment conversion reconversion conversion-cost rebellion \
                  suppression khalif civil-war stacking";
    let scenarios = "full first-conquests first-civil-war sieges-of-constantinople";
    let mut numbers: Vec<String> = cases.split_whitespace().map(String::from).collect();
    numbers.extend(tables.split_whitespace().map(|table| format!("table.{table}")));
    numbers.extend((1..=8).map(|decision| format!("brief.{decision}")));
    numbers.extend((1..=142).map(|ruling| format!("R{ruling}")));
    numbers.extend(scenarios.split_whitespace().map(|scenario| format!("scenario.{scenario}")));
    numbers.extend(["scenario", "protocol", "dice"].map(String::from));
    numbers
}
