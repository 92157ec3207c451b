//! Names of players: letters that can be seen, of one script, and nobody's who speaks for the house.

use crate::fault::Fault;

/// Names that somebody could take for the house's own.
const RESERVED: [&str; 22] = [
    "admin",
    "administrator",
    "moderator",
    "mod",
    "owner",
    "operator",
    "root",
    "system",
    "server",
    "staff",
    "support",
    "umpire",
    "referee",
    "computer",
    "strategikon",
    "recruit",
    "soldier",
    "veteran",
    "strategos",
    "nobody",
    "anonymous",
    "everybody",
];

/// Scripts names are written in: the first and last letter of each of their blocks.
const SCRIPTS: &[(&str, &[(u32, u32)])] = &[
    ("Latin", &[(0x41, 0x5A), (0x61, 0x7A), (0xC0, 0x24F), (0x1E00, 0x1EFF)]),
    ("Greek", &[(0x370, 0x3FF), (0x1F00, 0x1FFF)]),
    ("Cyrillic", &[(0x400, 0x52F)]),
    ("Armenian", &[(0x531, 0x587)]),
    ("Hebrew", &[(0x5D0, 0x5EA)]),
    ("Arabic", &[(0x620, 0x64A), (0x66E, 0x6D3)]),
    ("Devanagari", &[(0x900, 0x97F)]),
    ("Bengali", &[(0x980, 0x9FF)]),
    ("Tamil", &[(0xB80, 0xBFF)]),
    ("Thai", &[(0xE01, 0xE4E)]),
    ("Georgian", &[(0x10A0, 0x10FF), (0x1C90, 0x1CBF)]),
    ("Hangul", &[(0xAC00, 0xD7A3)]),
    ("Japanese and Chinese", &[(0x3041, 0x3096), (0x30A1, 0x30FC), (0x3400, 0x4DBF), (0x4E00, 0x9FFF)]),
];

/// Letters of other scripts that look like Latin ones, and figures that do.
const ALIKE: [(&str, &str); 2] = [
    ("абвгдеёзикмнорстухяѕіјԁһӏ", "a6brдee3иkmhopctyxяsijdhl"),
    ("αβγεζηικμνοπρστυχω", "abyezhikmvonpotuxw"),
];

/// A name others can read and tell apart.
pub fn proper(name: &str) -> Result<String, Fault> {
    let name = name.trim();
    let length = name.chars().count();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | '\'' | '’');
    if !(2..=32).contains(&length) || !name.chars().all(plain) || name.contains("  ") {
        return Err(Fault::malformed("a name has 2 to 32 letters, digits, spaces or . - _ '"));
    }
    if !name.chars().any(char::is_alphabetic) {
        return Err(Fault::malformed("a name has at least one letter"));
    }
    let mut written = None;
    for letter in name.chars().filter(|c| c.is_alphanumeric() && !c.is_ascii_digit()) {
        let of = script(letter).ok_or_else(|| {
            Fault::malformed("the name has a letter that many screens cannot show, or do not show at all")
        })?;
        if written.is_some_and(|before| before != of) {
            return Err(Fault::malformed("a name is written in one script: letters of two look alike"));
        }
        written = Some(of);
    }
    let seen = skeleton(name);
    if seen.starts_with("guest") || seen.starts_with("gvest") {
        return Err(Fault::malformed("names that begin with Guest are for guests"));
    }
    if RESERVED.iter().any(|word| seen == skeleton(word)) {
        return Err(Fault::malformed("this name, or one that looks like it, is kept for the house"));
    }
    Ok(name.to_string())
}

fn script(letter: char) -> Option<&'static str> {
    let code = letter as u32;
    let of = |(_, blocks): &&(&str, &[(u32, u32)])| blocks.iter().any(|&(a, z)| (a..=z).contains(&code));
    SCRIPTS.iter().find(of).map(|(name, _)| *name)
}

/// A name as a hasty eye reads it: without marks and case, figures and foreign letters as what they look like.
fn skeleton(name: &str) -> String {
    let mut seen = String::new();
    for letter in name.to_lowercase().chars() {
        let alike = |(theirs, ours): &(&str, &str)| {
            theirs.chars().zip(ours.chars()).find(|(other, _)| *other == letter).map(|(_, latin)| latin)
        };
        match ALIKE.iter().find_map(alike).unwrap_or(letter) {
            '0' => seen.push('o'),
            '1' | '|' | 'i' | 'í' | 'ì' | 'ï' | 'î' | 'ı' => seen.push('l'),
            '3' | 'é' | 'è' | 'ê' | 'ë' | 'ē' | 'ę' => seen.push('e'),
            '4' | 'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' | 'ā' | 'ą' => seen.push('a'),
            '5' | 'ś' | 'š' | 'ş' => seen.push('s'),
            'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ø' | 'ō' => seen.push('o'),
            'ú' | 'ù' | 'û' | 'ü' | 'ū' => seen.push('u'),
            'ñ' | 'ń' | 'ň' => seen.push('n'),
            ' ' | '-' | '_' | '.' | '\'' | '’' => {}
            other => seen.push(other),
        }
    }
    seen.replace("rn", "m").replace("vv", "w")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_not_those_of_guests() {
        assert_eq!(proper("  Anna Komnene ").unwrap(), "Anna Komnene");
        for good in ["Ψελλός", "Святослав", "Jørgen 7", "岳飛", "O’Neill", "Ådne", "محمد", "Modest", "Rooty"]
        {
            assert!(proper(good).is_ok(), "{good}");
        }
        let long = "x".repeat(33);
        for wrong in ["A", "", "<b>Ann</b>", "Guest 7", "gUESTina", "a\nb", "a  b", "12", "a\0b", &long] {
            assert!(proper(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn what_cannot_be_seen_is_refused() {
        for wrong in
            ["\u{3164}\u{3164}", "Ann\u{115F}", "\u{FFA0}Bob", "Ann\u{200B}a", "\u{202E}nnA", "𝐀𝐧𝐧", "Ａｎｎ"]
        {
            assert!(proper(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_name_is_of_one_script() {
        for wrong in ["Аnna", "Annа", "Αnna", "Bοb", "山Ann"] {
            assert!(proper(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn nobody_looks_like_the_house() {
        for wrong in [
            "Admin",
            "ADM1N",
            "adrnin",
            "Ad min",
            "Ádmin",
            "S-e-r-v-e-r",
            "strateg0s",
            "R00t",
            "Cornputer",
            "ѕуѕтем",
        ] {
            assert!(proper(wrong).is_err(), "{wrong:?}");
        }
    }
}
