//! What stood in the way in real programs, each reduced to a small one: `tests/cases/real/*.c`.
//!
//! The header of a case (`//@ key: value`) has the rule, the entry, further options, the
//! `truth` (`kept` or `broken`, by reading the program), and what hatha says `today`. Where
//! that is *unknown* with a reason, the truth is as welcome; the contrary never is.

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let arguments = Arguments::from_args();
    let trials = sources().into_iter().map(|path| {
        let name = path.file_stem().unwrap_or_default();
        let name = format!("real/{}", name.to_string_lossy());
        Trial::test(name, move || check(&path))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/real");
    let entries = std::fs::read_dir(folder).expect("the cases").flatten();
    let is_c = |p: &PathBuf| p.extension().is_some_and(|e| e == "c");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.path()).filter(is_c).collect();
    paths.sort();
    paths
}

/// The value of a key in the header.
fn key<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = text.lines().filter_map(|l| l.strip_prefix("//@ "));
    let found = lines.find_map(|l| l.strip_prefix(name)?.strip_prefix(':'));
    found.map(str::trim)
}

fn check(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let needed = |name| key(&text, name).ok_or(format!("no `{name}` in the header"));
    let (truth, today) = (needed("truth")?, needed("today")?);
    // What is not answered takes all the time that there is.
    let seconds = if today.starts_with("unknown") {
        "10"
    } else {
        "60"
    };
    let more = ["--timeout", seconds].into_iter();
    let more = more.chain(key(&text, "options").unwrap_or_default().split_whitespace());
    let document = answer(path, needed("rule")?, needed("entry")?, more)?;
    let verdict = document["verdict"].as_str().unwrap_or_default();
    let reason = document["reason"].as_str().unwrap_or_default();
    let true_verdict = match truth {
        "kept" => "proved",
        "broken" => "violated",
        _ => return Err(format!("the truth is `kept` or `broken`, not `{truth}`").into()),
    };
    let expected = match today.strip_prefix("unknown: ") {
        // A slow machine may not get as far as the reason.
        Some(why) => {
            verdict == "unknown" && (reason.contains(why) || reason.contains("out of time"))
        }
        None => today == truth && verdict == true_verdict,
    };
    if expected || verdict == true_verdict {
        return Ok(());
    }
    Err(format!("{verdict}: {reason} (truth: {truth}, today: {today})").into())
}

fn answer<'a>(
    path: &Path,
    rule: &str,
    entry: &str,
    more: impl Iterator<Item = &'a str>,
) -> Result<Value, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
        .args(["check", "--format", "json"])
        .args(["--rule", rule, "--entry", entry])
        .args(more)
        .arg(path)
        .output()?;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_slice(&output.stdout).map_err(|e| format!("{e}: {stderr}").into())
}
