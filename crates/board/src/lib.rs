//! The board: scenes as pictures and as plain text.
//!
//! - [`landscape_svg`]: the map as printed, drawn once for each map
//! - [`layer_svg`]: what moves on it, every element with an id to patch it by ([`symbols_svg`] defines its parts);
//!   [`Layer`] is the same piece by piece
//! - [`picture()`]: a complete sheet with title, turn track, side cards, boxes and legend
//! - [`heat_svg`]: where on a map something happens, and how much
//! - [`lineup_svg`]: an army in its box, for whoever chooses one
//! - [`diagram()`]: part of an open table for a guide, with the ground a rule speaks of
//! - [`png()`]: any of these SVG documents as pixels, with the embedded faces
//! - [`text_board`]: the map for a terminal
//!
//! Words a scene may use, and the renderer knows; what it does not know it draws plainly or leaves out:
//!
//! | where | words |
//! |---|---|
//! | ground | `clear` `plain` `woods` `wood` `slope` `hill` `mountain` `stream` `river` `nile` `bridge` `ford` `road` `village` `vineyard` `marsh` `fortification`; of countries `sea` `fertile` `rough` `desert` `coast-fertile` `coast-rough` `coast-desert` `offmap`; `void` where there is no hex |
//! | hexsides | `crest` `slope` `stream` `river` `wall` `palisade` `mountain` `strait` `sea` `border` |
//! | courses | `stream` `river` `nile` `road` |
//! | pieces of an open table | `woods` `gentle-hill` `steep-hill` `marsh` `rough` `dunes` `oasis` `river` `waterway` `road` `camp` `zone` |
//! | figures of bases | `blades` `spears` `pikes` `bows` `warband` `auxilia` `light-spear` `raiders` `psiloi` `hordes` `followers` `pavises` `cavalry` `knights` `cataphracts` `light-horse` `camelry` `light-camelry` `chariots` `scythed-chariots` `elephants` `artillery` `war-wagons` `litter` |
//! | names | `letter` `place` `town` `city` `port` `base` `region` `state` `water` `sea` |
//! | marks | `objective` `target` `dust` `control` `base` `city` |
//! | glyphs | the abbreviations `MI` to `CH`, leaders `A` to `F`; `infantry` `spears` `archers` `cavalry` `horse-archers` `commander` `wagon` `mangonel`; `bedouin` `levy` `mercenary` `naval` `fleet` `leader` `base` `revolt`; `hidden` |
//! | seals | `active` `moved` `disrupted` `surprised` `rebel` `reduced` `plundered` `fired` `charged` `fought` `attacking` `converted` `builder` `turned` `declared` `exhausted` |
//! | symbols | `serpent` `lightning` `swords` `arrows`; names of peoples colour the code: `muslim` `berber` `byzantine` `frank` `goth` `khazar` `persian` `sindhi` `turk` |
//!
//! All drawing is a pure function of the scene: same scene, same bytes.
//!
//! ```
//! use board::{Style, picture, png};
//! # let scene = board::sample::skirmish();
//! let svg = picture(&scene, &Style::default());
//! assert!(svg.starts_with("<svg"));
//! assert!(png(&svg, 300).is_ok());
//! ```

mod coast;
mod contour;
mod counter;
mod course;
mod faces;
mod glyph;
mod growth;
mod heat;
mod highland;
mod label;
mod landscape;
mod layer;
pub mod layout;
mod legend;
mod lettering;
mod lineup;
mod outline;
mod palette;
mod picture;
mod raster;
mod realm;
mod relief;
mod river;
pub mod sample;
mod scatter;
mod seal;
mod sketch;
mod svg;
mod tabletop;
mod text;
mod works;

pub use faces::faces;
pub use heat::{Heat, heat_svg};
pub use label::colliding_names;
pub use landscape::landscape_svg;
pub use layer::{Layer, Piece, layer_svg, symbols_svg};
pub use lineup::lineup_svg;
pub use picture::picture;
pub use raster::{PictureFault, WIDEST, png};
pub use sketch::sketch_svg;
pub use tabletop::{Diagram, diagram, moved_between, table_symbols_svg};
pub use text::text_board;

/// The light a picture is drawn in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Light {
    /// Ink on warm paper.
    #[default]
    Day,
    /// A lamp over a dark table.
    Night,
}

/// How a picture is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// By day or by night.
    pub light: Light,
    /// Whether to show where the side to move may act.
    pub hints: bool,
    /// Whether to show what the enemy threatens.
    pub threats: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style { light: Light::Day, hints: true, threats: true }
    }
}
