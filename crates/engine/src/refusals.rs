//! Refusals declared once: a reason, the rule it stands on and the sentence for a player in one row.
//!
//! A refusal is small and built on every check; its sentence is made only for a person, from the position that
//! refused. A row gives rule and sentence as one would to `format!`, or a block that answers the two:
//!
//! ```
//! struct Position { hand: &'static str }
//!
//! engine::refusals! {
//!     /// A reason to refuse an order.
//!     enum Refusal, told at (position: &Position);
//!
//!     HasMoved => ("7.1", "the unit has had its move"),
//!     AnotherInHand => ("7.2", "finish the move of {} first", position.hand),
//!     TooFar { cost: u8, left: u8 } => ("7.3", "this costs {cost} and {left} are left"),
//!     Barred(hex: u16) => {
//!         let rule = if hex == 0 { "protocol" } else { "7.4" };
//!         (rule, format!("nobody enters {hex:04}"))
//!     },
//! }
//!
//! let position = Position { hand: "Khalid" };
//! let said = |refusal: Refusal| refusal.objection(&position).to_string();
//! assert_eq!(said(Refusal::AnotherInHand), "finish the move of Khalid first (7.2)");
//! assert_eq!(said(Refusal::TooFar { cost: 3, left: 2 }), "this costs 3 and 2 are left (7.3)");
//! assert_eq!(said(Refusal::Barred(0)), "nobody enters 0000 (protocol)");
//! # assert_eq!(said(Refusal::HasMoved), "the unit has had its move (7.1)");
//! ```

/// Declares the refusals of a game, see [the module](mod@crate::refusals).
#[macro_export]
macro_rules! refusals {
    (
        $(#[$about:meta])*
        $seen:vis enum $Refusal:ident, told at ($position:ident: $Position:ty);
        $(
            $reason:ident $(($($field:ident: $Field:ty),+))? $({$($part:ident: $Part:ty),+})? => $words:tt
        ),+ $(,)?
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $seen enum $Refusal {
            $($reason $(($($Field),+))? $({$($part: $Part),+})?),+
        }

        impl $Refusal {
            /// The rule and the sentence, for a player.
            $seen fn objection(self, position: $Position) -> $crate::Objection {
                let (rule, why) = self.words(position);
                $crate::Objection::new(rule, why)
            }

            /// The rule and the sentence apart.
            $seen fn words(self, $position: $Position) -> (&'static str, String) {
                match self {
                    $($Refusal::$reason $(($($field),+))? $({$($part),+})? => $crate::refusals!(@ $words)),+
                }
            }
        }
    };
    (@ ($rule:expr, $($sentence:tt)+)) => { ($rule, format!($($sentence)+)) };
    (@ {$($words:tt)+}) => { {$($words)+} };
}
