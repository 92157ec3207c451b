//! Reports of the lab, shown beside their scenarios.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

/// The reports there are, by scenario.
#[derive(Clone, Debug, Default)]
pub struct Reports(Arc<HashMap<String, Report>>);

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The title of its plan.
    pub title: String,
    /// The file of its page.
    pub page: PathBuf,
}

/// What is read of `report.json`.
#[derive(Deserialize)]
struct Contents {
    title: String,
    series: Vec<Series>,
}

#[derive(Deserialize)]
struct Series {
    scenario: String,
}

impl Reports {
    /// The reports in a folder: each of its folders that `strategikon lab report` has written into. Where two are of one
    /// scenario the one whose folder comes later by name is shown.
    pub fn in_folder(folder: &Path) -> Result<Reports, String> {
        let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
        let mut folders = vec![folder.to_path_buf()];
        for entry in std::fs::read_dir(folder).map_err(fault)? {
            folders.push(entry.map_err(fault)?.path());
        }
        folders.sort();
        let mut reports = HashMap::new();
        for folder in folders {
            let (page, figures) = (folder.join("report.html"), folder.join("report.json"));
            if !page.is_file() || !figures.is_file() {
                continue;
            }
            let text =
                std::fs::read_to_string(&figures).map_err(|e| format!("{}: {e}", figures.display()))?;
            let contents: Contents = serde_json::from_str(&text).map_err(|e| {
                format!("{}: {e}; expected what `strategikon lab report` writes", figures.display())
            })?;
            for series in contents.series {
                let report = Report { title: contents.title.clone(), page: page.clone() };
                reports.insert(series.scenario, report);
            }
        }
        Ok(Reports(Arc::new(reports)))
    }

    /// The report of a scenario.
    pub fn of(&self, scenario: &str) -> Option<&Report> {
        self.0.get(scenario)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_folder_with_a_report_counts_and_others_do_not() {
        let folder = std::env::temp_dir().join(format!("reports-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        for (name, title) in [("a", "Old"), ("b", "New"), ("c", "")] {
            std::fs::create_dir_all(folder.join(name)).unwrap();
            if !title.is_empty() {
                let figures =
                    format!(r#"{{"title":"{title}","series":[{{"scenario":"armageddon/rome","games":3}}]}}"#);
                std::fs::write(folder.join(name).join("report.json"), figures).unwrap();
                std::fs::write(folder.join(name).join("report.html"), "<!doctype html>").unwrap();
            }
        }
        let reports = Reports::in_folder(&folder).unwrap();
        assert_eq!(reports.of("armageddon/rome").map(|report| report.title.as_str()), Some("New"));
        assert_eq!(reports.of("armageddon/sinai"), None);
        std::fs::write(folder.join("a/report.json"), "{}").unwrap();
        assert!(Reports::in_folder(&folder).unwrap_err().contains("a/report.json"));
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(Reports::in_folder(&folder).is_err());
    }
}
