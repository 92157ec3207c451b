//! `strategikon lab report`: what the games of a run say.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use report::{Findings, Table};
use shelf::Shelf;

use crate::common::{Failure, json};

/// What `lab report` is asked.
#[derive(Args)]
pub struct LabReport {
    /// The folder of a run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Where to write report.html, report.json, games.csv and games.parquet; by default into the same folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Write nothing, and print report.json
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

impl LabReport {
    /// Reads the games and tells of them.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        let mut table = Table::default();
        let findings = Findings::read(&self.folder, |heading, game| table.take(heading, game));
        let findings = findings.map_err(|fault| Failure::Usage(fault.to_string()))?;
        if self.json {
            return json(out, &findings);
        }
        let folder = self.output.as_ref().unwrap_or(&self.folder);
        std::fs::create_dir_all(folder)?;
        written(
            folder,
            "report.html",
            |file| Ok(file.write_all(report::page(&findings, shelf).as_bytes())?),
        )?;
        written(folder, "report.json", |file| json(file, &findings))?;
        written(folder, "games.csv", |file| Ok(table.csv(file)?))?;
        written(folder, "games.parquet", |file| Ok(table.parquet(file)?))?;
        let page = folder.join("report.html");
        Ok(writeln!(
            out,
            "{} games: {} (and report.json, games.csv, games.parquet beside it)",
            findings.games(),
            page.display()
        )?)
    }
}

/// Writes a file; the old one stays until the new one is whole.
fn written(
    folder: &Path,
    name: &str,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let beside = folder.join(format!("{name}.new"));
    let mut file = BufWriter::new(File::create(&beside)?);
    fill(&mut file)?;
    file.flush()?;
    Ok(std::fs::rename(beside, folder.join(name))?)
}
