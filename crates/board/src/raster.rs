//! From SVG to PNG, with the embedded faces.

use std::fmt;

use resvg::{tiny_skia, usvg};

use crate::lettering::outlined;
use crate::palette;

/// No picture wider or higher than this many pixels.
pub const WIDEST: u32 = 16_384;

/// Why a picture could not be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PictureFault {
    /// The text is not an SVG document.
    NotSvg(String),
    /// The picture asked for has no pixels or too many.
    Size {
        /// Width asked for, in pixels.
        width: u32,
        /// The height that would follow.
        height: u32,
    },
    /// The pixels could not be written as PNG.
    Encoding(String),
}

impl fmt::Display for PictureFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PictureFault::NotSvg(why) => write!(f, "this is not an SVG document that can be drawn: {why}"),
            PictureFault::Size { width, height } => write!(
                f,
                "a picture of {width} by {height} pixels cannot be made; choose a width so that both stay between 1 and {WIDEST}"
            ),
            PictureFault::Encoding(why) => write!(f, "the picture could not be written as PNG: {why}"),
        }
    }
}

impl std::error::Error for PictureFault {}

/// The picture of an SVG document, so many pixels wide, as a PNG file of at most 256 colours.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PictureFault> {
    let tree = usvg::Tree::from_str(&outlined(svg), &usvg::Options::default());
    let tree = tree.map_err(|fault| PictureFault::NotSvg(fault.to_string()))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let too_large = width > WIDEST || height > WIDEST;
    let mut pixels = (!too_large)
        .then(|| tiny_skia::Pixmap::new(width, height))
        .flatten()
        .ok_or(PictureFault::Size { width, height })?;
    // Stretched by a fraction of a pixel, so that the last row is full.
    let down = height as f32 / tree.size().height();
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, down), &mut pixels.as_mut());
    encode(&pixels)
}

/// Opaque pictures are written in a palette of 256 colours, others as they are.
fn encode(pixels: &tiny_skia::Pixmap) -> Result<Vec<u8>, PictureFault> {
    if pixels.data().chunks_exact(4).any(|pixel| pixel[3] < 250) {
        return pixels.encode_png().map_err(|fault| PictureFault::Encoding(fault.to_string()));
    }
    let small = palette::indexed(pixels.data(), pixels.width() as usize);
    let mut file = vec![];
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(small.colours);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&small.pixels)?;
        writer.finish()
    });
    written.map_err(|fault| PictureFault::Encoding(fault.to_string()))?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOT: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='2'><rect width='4' height='2' fill='red'/></svg>";

    #[test]
    fn a_picture_is_as_wide_as_asked_and_in_proportion() {
        let file = png(DOT, 40).unwrap();
        assert_eq!(&file[1..4], b"PNG");
        assert_eq!((&file[16..20], &file[20..24]), (&[0, 0, 0, 40][..], &[0, 0, 0, 20][..]));
    }

    #[test]
    fn an_opaque_picture_has_a_palette_and_one_that_shows_through_has_not() {
        let glass = DOT.replace("fill='red'", "fill='red' fill-opacity='.5'");
        let kind = |svg: &str| png(svg, 41).unwrap()[25];
        assert_eq!((kind(DOT), kind(&glass)), (3, 6));
    }

    #[test]
    fn impossible_pictures_are_refused_with_a_reason() {
        assert!(matches!(png("<svg", 10), Err(PictureFault::NotSvg(_))));
        assert!(matches!(png(DOT, 0), Err(PictureFault::Size { .. })));
        assert!(matches!(png(DOT, 1_000_000), Err(PictureFault::Size { .. })));
    }

    #[test]
    fn text_is_drawn_with_the_embedded_face() {
        let with = |text: &str| {
            let svg = format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><text y='15' font-family=\"{}\">{text}</text></svg>",
                crate::svg::FAMILY
            );
            png(&svg, 80).unwrap()
        };
        assert_ne!(with("A"), with(" "));
        assert_ne!(with("A"), with("B"));
    }
}
