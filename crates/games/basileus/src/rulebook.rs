//! The rule list: every rule of the rulebook and every ruling, with the tests that hold it.

engine::rulebook!(super::printed);

/// The numbers of the rules: the chapters and cases as printed, the special rules of the battles, the rows of the
/// charts, the brief's decisions, the rulings, and what the program adds.
#[cfg(test)]
fn printed() -> Vec<String> {
    let mut numbers: Vec<String> =
        ["1", "2.1", "3", "4", "5", "6", "7", "8", "9", "11"].map(String::from).into();
    for (chapter, cases) in [("2.2.", 4), ("10.", 11), ("12.", 3), ("13.", 5), ("retreat.", 4), ("brief.", 8)]
    {
        numbers.extend((1..=cases).map(|case| format!("{chapter}{case}")));
    }
    for (battle, special_rules) in [("13.1", 2), ("13.3", 3), ("13.5", 4)] {
        numbers.extend((1..=special_rules).map(|number| format!("{battle}/{number}")));
    }
    let terrain = "plain road village wood hill vineyard marsh river mountain fortification bridge ford palisade \
                   stream slope";
    numbers.extend(terrain.split(' ').map(|terrain| format!("tec.{terrain}")));
    numbers.extend((1..=132).map(|ruling| format!("R{ruling}")));
    numbers.extend(["crt", "tec", "retreat", "protocol", "dice"].map(String::from));
    numbers
}
