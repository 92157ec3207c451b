//! The rule list: every case of the brief and every ruling, with the tests that hold it.

engine::rulebook!(super::printed);

/// The numbers of the rules: the brief's sections, the project's decisions, the rulings, and what the program adds.
#[cfg(test)]
fn printed() -> Vec<String> {
    let mut numbers: Vec<String> = (1..=13).map(|case| format!("1.{case}")).collect();
    numbers.extend((1..=17).map(|case| format!("2.{case}")));
    numbers.push("3.1".into());
    numbers.extend((1..=6).map(|case| format!("7.{case}")));
    numbers.extend((1..=153).map(|ruling| format!("R{ruling}")));
    numbers.extend(["protocol", "dice"].map(String::from));
    numbers
}
