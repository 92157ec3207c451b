//! The board: scenes as pictures and as plain text.
//!
//! - [`landscape_svg`]: the map as printed, drawn once for each map
//! - [`layer_svg`]: what moves on it, every element with an id to patch it by ([`symbols_svg`] defines its parts)
//! - [`picture()`]: a complete sheet with title, turn track, side cards, boxes and legend
//! - [`png`]: any of these SVG documents as pixels, with the embedded faces
//! - [`text_board`]: the map for a terminal
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

mod counter;
mod course;
mod glyph;
mod growth;
mod landscape;
mod layer;
pub mod layout;
mod legend;
mod picture;
mod raster;
mod relief;
pub mod sample;
mod scatter;
mod svg;
mod text;

pub use landscape::landscape_svg;
pub use layer::{layer_svg, symbols_svg};
pub use picture::picture;
pub use raster::{PictureFault, WIDEST, png};
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
