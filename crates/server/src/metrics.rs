//! Figures about the work done, as Prometheus reads them.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the times counted, in microseconds.
const BOUNDS: [u64; 9] = [1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 500_000, 2_500_000];

/// Counters since the process began.
#[derive(Default)]
pub struct Metrics {
    answers: [AtomicU64; 6],
    deeds: AtomicU64,
    requests_refused: AtomicU64,
    mails: AtomicU64,
    decisions: AtomicU64,
    late: AtomicU64,
    panics: AtomicU64,
    thought: AtomicU64,
    times: [AtomicU64; BOUNDS.len() + 1],
    time_sum: AtomicU64,
}

impl Metrics {
    /// A request was answered with a status.
    pub fn answered(&self, status: u16) {
        let class = usize::from(status / 100).min(self.answers.len() - 1);
        self.answers[class].fetch_add(1, Ordering::Relaxed);
    }

    /// Deeds were written and told so long after they came in.
    pub fn written(&self, deeds: usize, after: Duration) {
        self.deeds.fetch_add(deeds as u64, Ordering::Relaxed);
        let micros = after.as_micros() as u64;
        let slot = BOUNDS.iter().position(|&bound| micros <= bound).unwrap_or(BOUNDS.len());
        self.times[slot].fetch_add(1, Ordering::Relaxed);
        self.time_sum.fetch_add(micros, Ordering::Relaxed);
    }

    /// A request was turned away because there were too many.
    pub fn turned_away(&self) {
        self.requests_refused.fetch_add(1, Ordering::Relaxed);
    }

    /// A mail was sent.
    pub fn mailed(&self) {
        self.mails.fetch_add(1, Ordering::Relaxed);
    }

    /// A decision of a computer was played.
    pub fn decided(&self) {
        self.decisions.fetch_add(1, Ordering::Relaxed);
    }

    /// A computer took longer than it had, and was not waited for.
    pub fn late(&self) {
        self.late.fetch_add(1, Ordering::Relaxed);
    }

    /// A computer's thinking broke down.
    pub fn panicked(&self) {
        self.panics.fetch_add(1, Ordering::Relaxed);
    }

    /// A computer has thought for so long.
    pub fn thought(&self, time: Duration) {
        self.thought.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }

    /// The figures as text; `waiting` decisions wait for somebody to think about them.
    pub fn text(&self, contests: usize, listeners: usize, waiting: usize) -> String {
        let mut out = String::new();
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        out.push_str("# HELP strategikon_answers_total Requests answered, by class of status.\n");
        out.push_str("# TYPE strategikon_answers_total counter\n");
        for (class, counter) in self.answers.iter().enumerate().skip(1) {
            let _ = writeln!(out, "strategikon_answers_total{{class=\"{class}xx\"}} {}", read(counter));
        }
        let singles = [
            ("deeds_total", "counter", "Orders, rolls and other deeds written.", read(&self.deeds)),
            ("turned_away_total", "counter", "Requests over the limit.", read(&self.requests_refused)),
            ("mails_total", "counter", "Mails sent.", read(&self.mails)),
            ("decisions_total", "counter", "Decisions of computers played.", read(&self.decisions)),
            ("decisions_late_total", "counter", "Decisions not waited for any longer.", read(&self.late)),
            ("thinking_panics_total", "counter", "Times thinking broke down.", read(&self.panics)),
            ("decisions_waiting", "gauge", "Decisions waiting for a worker.", waiting as u64),
            ("contests", "gauge", "Games held in memory.", contests as u64),
            ("listeners", "gauge", "Open event streams.", listeners as u64),
        ];
        for (name, kind, help, value) in singles {
            let _ = writeln!(out, "# HELP strategikon_{name} {help}\n# TYPE strategikon_{name} {kind}");
            let _ = writeln!(out, "strategikon_{name} {value}");
        }
        out.push_str("# HELP strategikon_thinking_seconds_total Time computers have thought.\n");
        out.push_str("# TYPE strategikon_thinking_seconds_total counter\n");
        let _ = writeln!(out, "strategikon_thinking_seconds_total {}", read(&self.thought) as f64 / 1e6);
        out.push_str("# HELP strategikon_deed_seconds From the request to the deed written and told.\n");
        out.push_str("# TYPE strategikon_deed_seconds histogram\n");
        let mut below = 0;
        for (bound, counter) in BOUNDS.iter().zip(&self.times) {
            below += read(counter);
            let _ =
                writeln!(out, "strategikon_deed_seconds_bucket{{le=\"{}\"}} {below}", *bound as f64 / 1e6);
        }
        let all = below + read(&self.times[BOUNDS.len()]);
        let sum = read(&self.time_sum) as f64 / 1e6;
        let _ = writeln!(out, "strategikon_deed_seconds_bucket{{le=\"+Inf\"}} {all}");
        let _ = writeln!(out, "strategikon_deed_seconds_sum {sum}\nstrategikon_deed_seconds_count {all}");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_fall_into_the_buckets_that_hold_them() {
        let metrics = Metrics::default();
        metrics.written(2, Duration::from_millis(4));
        metrics.written(1, Duration::from_secs(9));
        metrics.answered(204);
        metrics.late();
        metrics.thought(Duration::from_millis(1_500));
        let text = metrics.text(3, 5, 7);
        for line in [
            "strategikon_deeds_total 3",
            "strategikon_deed_seconds_bucket{le=\"0.0025\"} 0",
            "strategikon_deed_seconds_bucket{le=\"0.005\"} 1",
            "strategikon_deed_seconds_bucket{le=\"+Inf\"} 2",
            "strategikon_answers_total{class=\"2xx\"} 1",
            "strategikon_listeners 5",
            "strategikon_decisions_waiting 7",
            "strategikon_decisions_late_total 1",
            "strategikon_thinking_seconds_total 1.5",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
        }
    }
}
