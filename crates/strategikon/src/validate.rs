//! `strategikon validate`: data files and records, with the line and what was expected.

use engine::words::counted;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use engine::record::Record;
use serde_json::{Value, json};
use shelf::{Mistake, Shelf};

use crate::common::{self, Failure, in_file, read};

/// What `validate` is asked.
#[derive(Args)]
pub struct Validate {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// For programs
    #[arg(long)]
    json: bool,
}

impl Validate {
    /// Checks every file; one that is wrong is a failed check.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        let (mut answers, mut wrong): (Vec<Value>, _) = (vec![], 0);
        for file in &self.files {
            let name = file.display().to_string();
            match examine(shelf, file) {
                Ok(kind) if self.json => answers.push(json!({ "file": name, "ok": true, "is": kind })),
                Ok(kind) => writeln!(out, "{name}: {kind}, in order")?,
                Err(failure) => {
                    wrong += 1;
                    let why = words(&failure);
                    answers.push(json!({ "file": name, "ok": false, "why": why }));
                    if !self.json {
                        out.flush()?;
                        failure.report();
                    }
                }
            }
        }
        if self.json {
            common::json(out, &answers)?;
            out.flush()?;
        }
        let all = self.files.len();
        if wrong > 0 {
            Err(Failure::Check(format!("{wrong} of {} wrong", counted(all, "file is", "files are"))))
        } else {
            Ok(())
        }
    }
}

/// What a file is, if it is in order.
fn examine(shelf: &Shelf, file: &Path) -> Result<String, Failure> {
    let text = read(file)?;
    if Record::looks_like_one(&text) {
        let record = Record::read(&text).map_err(|fault| in_file(file, fault))?;
        let report = shelf.verify(&record).map_err(|fault| in_file(file, fault))?;
        server::seal::check(&record, None).map_err(|fault| in_file(file, fault))?;
        return Ok(format!(
            "a record of {} with {}",
            report.scenario,
            counted(report.entries, "entry", "entries")
        ));
    }
    match shelf.validate(file, &text) {
        Some(Ok(what)) => Ok(what),
        Some(Err(mut mistakes)) if mistakes.len() == 1 => Err(Failure::Data(mistakes.remove(0).fault)),
        Some(Err(mistakes)) => {
            let each = |Mistake { title, fault }: &Mistake| format!("as a file of {title}: {fault}");
            let tried: Vec<String> = mistakes.iter().map(each).collect();
            let why = "more than one game has files like this, and it is in order for none of them";
            Err(Failure::Check(format!("{}: {why}\n{}", file.display(), tried.join("\n"))))
        }
        None => {
            let why = "not a record, and not a data file of any game on the shelf";
            Err(Failure::Check(format!("{}: {why}", file.display())))
        }
    }
}

fn words(failure: &Failure) -> String {
    match failure {
        Failure::Usage(why) | Failure::Check(why) => why.clone(),
        Failure::Data(fault) => fault.to_string(),
        Failure::Io(error) => error.to_string(),
    }
}
