//! `cargo xtask witnesses DIR`: has `hatha validate` judge every witness of format 2
//! below a folder, and tabulates the decisions.
//!
//! A witness is a `.yml` file with an entry of a known type; its program lies beside
//! it, or is named with `--program`. What is right is known where a file says so:
//! `test.desc` (a line `^VERIFICATION SUCCESSFUL$` or `^VERIFICATION FAILED$`), or a
//! name with `-valid-` or `-invalid-` in it.
//!
//! **Invariant.** A decision that contradicts what is known is printed and makes the
//! command fail.

use crate::Result;
use crate::process::root;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Options of `cargo xtask witnesses`.
#[derive(clap::Args)]
pub struct Options {
    /// Folders with witnesses and their programs
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// A folder to look for programs in as well
    #[arg(long)]
    programs: Vec<PathBuf>,
    /// A folder for the headers of the programs
    #[arg(long)]
    include: Vec<PathBuf>,
    /// Seconds for each witness
    #[arg(long, default_value_t = 30.0)]
    timeout: f64,
    /// The command to judge with (that of this build otherwise)
    #[arg(long)]
    hatha: Option<PathBuf>,
    /// Print a line for each witness
    #[arg(long)]
    list: bool,
}

/// What became of one witness.
struct Judged {
    witness: PathBuf,
    kind: String,
    decision: String,
    reason: String,
    expected: Option<&'static str>,
    seconds: f64,
}

impl Judged {
    fn is_wrong(&self) -> bool {
        let decided = self.decision == "confirmed" || self.decision == "rejected";
        decided && self.expected.is_some_and(|e| e != self.decision)
    }
}

/// Judges all witnesses and prints the table.
pub fn run(options: &Options) -> Result {
    let hatha = match &options.hatha {
        Some(path) => path.clone(),
        None => root().join("target/release/hatha"),
    };
    let mut files = Vec::new();
    for folder in &options.folders {
        collect(folder, &mut files)?;
    }
    files.sort();
    let mut all = Vec::new();
    for witness in files.iter().filter(|f| is_witness(f)) {
        let judged = judge(&hatha, witness, options)?;
        if options.list || judged.is_wrong() {
            let Judged {
                kind,
                decision,
                reason,
                seconds,
                ..
            } = &judged;
            let expected = judged.expected.unwrap_or("-");
            let path = judged.witness.display();
            println!("{decision:<10} {expected:<10} {kind:<11} {seconds:6.1} s  {path}  {reason}");
        }
        all.push(judged);
    }
    table(&all);
    match all.iter().filter(|j| j.is_wrong()).count() {
        0 => Ok(()),
        n => Err(format!("{n} witnesses were decided wrongly")),
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result {
    let cannot = |e: std::io::Error| format!("{}: {e}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "yml" || e == "yaml") {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether a file is a witness of format 2.
fn is_witness(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let is_entry = text.contains("violation_sequence") || text.contains("invariant_set");
    let version = text
        .lines()
        .find_map(|l| l.trim().strip_prefix("format_version:"));
    is_entry && version.is_some_and(|v| v.trim().trim_matches(['"', '\'']).starts_with('2'))
}

/// The program of a witness: the file that it names, or the one C file beside it.
fn program(witness: &Path, folders: &[PathBuf]) -> Option<PathBuf> {
    let text = std::fs::read_to_string(witness).ok()?;
    let after = text.split_once("input_files:")?.1;
    let name = after.split_whitespace().find(|w| *w != "-")?;
    let name = name.trim_matches(['"', '\'', '[', ']', ',']);
    let name = name.rsplit('/').next()?;
    let beside = witness.parent()?;
    let all = || {
        [beside]
            .into_iter()
            .chain(folders.iter().map(PathBuf::as_path))
    };
    let named = all().map(|dir| dir.join(name)).find(|p| p.is_file());
    let stem = witness
        .file_name()?
        .to_str()?
        .split("-witness")
        .next()?
        .to_owned();
    let by_witness = Some(beside.join(stem)).filter(|p| p.is_file() && is_c(p));
    let by_name = same_stem(witness, all());
    named
        .or(by_witness)
        .or(by_name)
        .or_else(|| only_program(beside))
}

/// A program with the name of the witness.
fn same_stem<'a>(witness: &Path, folders: impl Iterator<Item = &'a Path>) -> Option<PathBuf> {
    let stem = witness.file_stem()?;
    let mut all = folders.flat_map(|dir| ["c", "i"].map(|e| dir.join(stem).with_extension(e)));
    all.find(|p| p.is_file())
}

fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "c" || e == "i")
}

fn only_program(folder: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?;
    let mut found: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    found.retain(|p| is_c(p));
    (found.len() == 1).then(|| found.remove(0))
}

/// What is known to be right.
fn expected(witness: &Path, kind: &str) -> Option<&'static str> {
    let name = witness.file_name()?.to_str()?;
    if name.contains("-invalid-") {
        return Some("rejected");
    }
    if name.contains("-valid-") {
        return Some("confirmed");
    }
    let text = std::fs::read_to_string(witness.parent()?.join("test.desc")).ok()?;
    let holds = text.lines().any(|l| l == "^VERIFICATION SUCCESSFUL$");
    let fails = text.lines().any(|l| l == "^VERIFICATION FAILED$");
    // There a confirmed violation is a failed verification.
    match (kind, holds, fails) {
        ("violation", false, true) | ("correctness", true, false) => Some("confirmed"),
        ("violation", true, false) | ("correctness", false, true) => Some("rejected"),
        _ => None,
    }
}

fn judge(hatha: &Path, witness: &Path, options: &Options) -> Result<Judged> {
    let mut judged = Judged {
        witness: witness.to_owned(),
        kind: String::new(),
        decision: String::new(),
        reason: String::new(),
        expected: None,
        seconds: 0.0,
    };
    let Some(program) = program(witness, &options.programs) else {
        judged.decision = "no program".to_owned();
        return Ok(judged);
    };
    let output = Command::new(hatha)
        .args(["validate", "--format", "json", "--timeout"])
        .arg(options.timeout.to_string())
        .args(options.include.iter().flat_map(|i| [Path::new("-I"), i]))
        .arg(witness)
        .arg(&program)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("{}: {e}", hatha.display()))?;
    match serde_json::from_slice::<Value>(&output.stdout) {
        Ok(document) => {
            let text = |key: &str| document[key].as_str().unwrap_or_default().to_owned();
            judged.kind = text("kind");
            judged.decision = text("decision");
            judged.reason = text("reason");
            judged.seconds = document["seconds"].as_f64().unwrap_or_default();
            judged.expected = expected(witness, &judged.kind);
        }
        Err(_) => {
            let stderr = String::from_utf8_lossy(&output.stderr);
            judged.reason = stderr.lines().next().unwrap_or_default().to_owned();
            judged.decision = match output.status.code() {
                Some(65) => "not read".to_owned(),
                _ => "failed".to_owned(),
            };
        }
    }
    Ok(judged)
}

fn table(all: &[Judged]) {
    let mut rows: BTreeMap<(&str, &str), BTreeMap<&str, usize>> = BTreeMap::new();
    for judged in all {
        let known = judged.expected.unwrap_or("not known");
        let row = rows.entry((&judged.kind, known)).or_default();
        *row.entry(&judged.decision).or_default() += 1;
    }
    println!("| kind | is right | confirmed | rejected | undecided | not read | no program |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for ((kind, known), row) in rows {
        let cell = |name: &str| row.get(name).copied().unwrap_or(0).to_string();
        let cells = [
            "confirmed",
            "rejected",
            "undecided",
            "not read",
            "no program",
        ]
        .map(cell);
        println!("| {kind} | {known} | {} |", cells.join(" | "));
    }
    let decided = all
        .iter()
        .filter(|j| j.decision == "confirmed" || j.decision == "rejected");
    let wrong = all.iter().filter(|j| j.is_wrong()).count();
    println!(
        "{} witnesses, {} decided, {wrong} wrongly",
        all.len(),
        decided.count()
    );
}
