//! `strategikon render`: a scenario, a record or a diagram as a picture.

mod diagram;

use std::io::Write;
use std::path::PathBuf;

use board::{Light, Style};
use clap::Args;
use engine::table::random_step;
use engine::{Generator, Side};
use shelf::Shelf;

use crate::common::{Failure, Game, options, viewer};

/// What `render` is asked.
#[derive(Args)]
pub struct Render {
    /// A scenario in full (`armageddon/rome`), the file of a record, or that of a diagram of an open table
    /// (docs/pictures/guides/dba)
    #[arg(value_name = "SCENARIO|RECORD|DIAGRAM")]
    game: String,
    /// Where to: FILE.svg, FILE.png, FILE.txt, or - for SVG on standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// For a record: as it stood just after this entry
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Play so many random orders and rolls first
    #[arg(long, value_name = "N", default_value_t = 0)]
    after: u64,
    /// The seed of those
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Whose eyes: the name of a side, `public` or `referee`
    #[arg(long, default_value = "referee")]
    viewer: String,
    /// Width of a PNG in pixels
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(16..=16_000))]
    width: u32,
    /// Draw by lamplight on a dark table
    #[arg(long)]
    night: bool,
    /// Show where the side to move may act
    #[arg(long)]
    hints: bool,
    /// Show what the enemy threatens
    #[arg(long)]
    threats: bool,
    /// An option of the scenario, such as turns=18; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

impl Render {
    /// Draws.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(drawn) = diagram::of_file(shelf, &self.game)? {
            return self.keep(&drawn, out);
        }
        let mut table = match Game::named(shelf, &self.game)? {
            Game::Scenario(name) => {
                if self.at.is_some() {
                    return Err(Failure::Usage("--at needs a record; a scenario takes --after".into()));
                }
                shelf.open(&name, &options(&self.options)?)?.table
            }
            Game::Record(session) => session.position(self.at.unwrap_or(session.len()))?,
        };
        let mut generator = Generator::new(self.seed, 0);
        for _ in 0..self.after {
            if !random_step(table.as_mut(), &mut generator)? {
                break;
            }
        }
        let sides = Side::BOTH.map(|side| table.side_name(side));
        let scene = table.lit_scene(viewer(&self.viewer, sides)?);
        let light = if self.night { Light::Night } else { Light::Day };
        let style = Style { light, hints: self.hints, threats: self.threats };
        match self.output.extension().and_then(|e| e.to_str()) {
            Some("txt") => self.write(board::text_board(&scene).as_bytes()),
            _ => self.keep(&board::picture(&scene, &style), out),
        }
    }

    /// Keeps a drawing as the name of the output asks.
    fn keep(&self, svg: &str, out: &mut impl Write) -> Result<(), Failure> {
        match self.output.extension().and_then(|e| e.to_str()) {
            Some("svg") => self.write(svg.as_bytes()),
            Some("png") => {
                let wrong = |fault| Failure::Check(format!("cannot draw it: {fault}"));
                self.write(&board::png(svg, self.width).map_err(wrong)?)
            }
            None if self.output.as_os_str() == "-" => Ok(out.write_all(svg.as_bytes())?),
            _ => Err(Failure::Usage("expected a file named .svg, .png or .txt, or -".into())),
        }
    }

    fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        std::fs::write(&self.output, bytes)
            .map_err(|error| Failure::Usage(format!("{}: {error}", self.output.display())))
    }
}
