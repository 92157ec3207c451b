//! The rule list: every case of the rulebook and every ruling, with the tests that hold it.

engine::rulebook!(super::printed);

/// The numbers of the rules: the chapters with their letters as printed (there is no I), the brief's decisions, the
/// rulings, the scenarios, and what the program adds.
#[cfg(test)]
fn printed() -> Vec<String> {
    let mut numbers = Vec::new();
    for (chapter, cases) in [
        ("facing", "ABC"),
        ("movement", "ABCDEFGHJKL"),
        ("melee", "ABCDEFGHJKLMN"),
        ("fire", "ABCDEFGHJK"),
        ("stacking", "ABCDEF"),
        ("chariots", "ABCDEFG"),
        ("leaders", "ABCDE"),
    ] {
        numbers.push(chapter.to_owned());
        numbers.extend(cases.chars().map(|letter| format!("{chapter}.{letter}")));
    }
    for (chapter, cases) in [
        ("sequence", "fire movement melee"),
        ("crt", "D half E"),
        ("tec", "clear village woods stream slope crest"),
        ("disruption", "recovery second"),
        ("retreat", "away through impossible"),
        ("setup", "deploy victory"),
        (
            "scenario",
            "rome delta babylon megiddo kadesh sinai qarqar tabal charchemish thymbra aequi bubastis \
             armageddon-609 lake-regillus fan-02a fan-02b",
        ),
    ] {
        numbers.push(chapter.to_owned());
        numbers.extend(cases.split(' ').map(|case| format!("{chapter}.{case}")));
    }
    numbers.extend((1..=26).filter(|&fan| fan != 2).map(|fan| format!("scenario.fan-{fan:02}")));
    numbers.extend((1..=9).map(|decision| format!("brief.{decision}")));
    numbers.extend((1..=116).map(|ruling| format!("R{ruling}")));
    numbers.extend(["cuc", "rec", "protocol", "dice"].map(String::from));
    numbers
}
