//! Findings on disk: the program, the command, what hatha said, what refutes it.

use super::area::Judged;
use super::case::Case;
use crate::Result;
use std::fmt::Write as _;
use std::path::Path;

/// Writes a case with what became of it into a folder, which is emptied first.
pub fn keep(folder: &Path, case: &Case, judged: &Judged) -> Result {
    let fail = |e: std::io::Error| format!("{}: {e}", folder.display());
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(fail)?;
    }
    std::fs::create_dir_all(folder).map_err(fail)?;
    case.write(folder)?;
    std::fs::write(folder.join("finding.txt"), description(case, judged)).map_err(fail)
}

/// Says on standard error that there is a finding.
pub fn tell(name: &str, folder: &Path, judged: &Judged) {
    if let Some(refutation) = &judged.refuted {
        eprintln!(
            "{name}: {:?}: {}\n  kept in {}",
            refutation.kind,
            refutation.why,
            folder.display()
        );
    }
}

fn description(case: &Case, judged: &Judged) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    if let Some(refutation) = &judged.refuted {
        let _ = writeln!(text, "{:?}: {}\n", refutation.kind, refutation.why);
    }
    let _ = writeln!(text, "data model: {}", case.model.name());
    let _ = writeln!(text, "native side: {}\n", case.native.join(" "));
    for answer in &judged.answers {
        let _ = writeln!(text, "$ {}", answer.command);
        let _ = writeln!(text, "{:?} {}", answer.verdict, answer.reason());
        let _ = writeln!(text, "assumptions: {}", answer.json["assumptions"]);
        let _ = writeln!(text, "{}\n", answer.stderr.trim());
    }
    text
}
