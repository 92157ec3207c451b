//! The printed numbers of hexes.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The printed number of a hex: two digits for the line, two for the place in it; or, on maps that count
/// lines by letters, one or two letters for the line.
///
/// Which hex bears which number is the map's own affair: see [`Grid::numbered`](super::Grid::numbered).
///
/// ```
/// use engine::hex::HexNumber;
/// assert_eq!(HexNumber::new(5, 7).to_string(), "0507");
/// assert_eq!("0507".parse(), Ok(HexNumber::new(5, 7)));
/// assert_eq!("AB12".parse::<HexNumber>().unwrap().to_string(), "AB12");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct HexNumber(pub u16);

impl HexNumber {
    /// The number made of a line (column or row, whichever is printed first) and a place in it, from 1.
    pub const fn new(line: u16, place: u16) -> Self {
        HexNumber(line * 100 + place)
    }

    /// The first half of the number.
    pub const fn line(self) -> u16 {
        self.0 / 100
    }

    /// The second half of the number.
    pub const fn place(self) -> u16 {
        self.0 % 100
    }
}

impl fmt::Display for HexNumber {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let letters = match self.line().checked_sub(LETTERED) {
            None => return write!(f, "{:04}", self.0),
            Some(letters) => letters,
        };
        let letter = |index: u16| char::from(b'A' + (index % 26) as u8);
        if let Some(first) = (letters / 26).checked_sub(1) {
            write!(f, "{}", letter(first))?;
        }
        write!(f, "{}{:02}", letter(letters), self.place())
    }
}

/// The first line that is called by letters: A, then B and so on, and AA after Z.
const LETTERED: u16 = 100;

impl std::str::FromStr for HexNumber {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            let expected = "expected four digits such as \"0507\", or letters and two digits such as \"B07\"";
            format!("`{text}` is not a hex number; {expected}")
        };
        let (line, place) =
            text.len().checked_sub(2).and_then(|at| text.split_at_checked(at)).ok_or_else(wrong)?;
        if !place.bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong());
        }
        let place: u16 = place.parse().map_err(|_| wrong())?;
        let value = |letter: u8| u16::from(letter - b'A');
        let line = match *line.as_bytes() {
            [a, b] if a.is_ascii_digit() && b.is_ascii_digit() => {
                u16::from(a - b'0') * 10 + u16::from(b - b'0')
            }
            [a] if a.is_ascii_uppercase() => LETTERED + value(a),
            // As far as two letters fit beside the digits: up to UH.
            [a, b] if a.is_ascii_uppercase() && b.is_ascii_uppercase() => {
                LETTERED + (value(a) + 1) * 26 + value(b)
            }
            _ => return Err(wrong()),
        };
        line.checked_mul(100).and_then(|line| line.checked_add(place)).map(HexNumber).ok_or_else(wrong)
    }
}

impl Serialize for HexNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for HexNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
