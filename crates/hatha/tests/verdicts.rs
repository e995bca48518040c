//! One file, one verdict: `tests/cases/check/**/*.c` and `examples/*.c`.
//!
//! The header says what `hatha check` answers (`//@ key: value`):
//!
//! | key | value |
//! | --- | --- |
//! | `verdict` | `proved`, `violated` or `unknown`; several words: any of them |
//! | `reason` | text in the reason of the verdict: the first line, and how engines ended |
//! | `says` | text on standard output |
//! | `says-not` | text that is not on standard output |
//! | `notes` | text on standard error |
//! | `natively` | the failing test is replayed with `--native`, which says this; `a | b`: either |
//! | `args` | further options |
//! | `engines` | each of these has to say so; `all` is all of them; without the key, the default |
//! | `data-model` | `lp64`, `ilp32` or `both`, which is the default |
//! | `with NAME` | the verdict of the variant with the macro `NAME` defined: any of the words |
//!
//! An unknown key is an error, so that a typo cannot pass. Never is a status of 70 right.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ENGINES: [&str; 7] = [
    "auto",
    "dash",
    "synergy",
    "cegar",
    "lee-yannakakis",
    "panda",
    "dart",
];

#[derive(Clone, Default)]
struct Case {
    path: PathBuf,
    verdicts: Vec<String>,
    reasons: Vec<String>,
    says: Vec<String>,
    says_not: Vec<String>,
    notes: Vec<String>,
    natively: Vec<String>,
    args: Vec<String>,
    engines: Vec<String>,
    models: Vec<String>,
    /// By macro: the verdicts of a variant of the program.
    variants: Vec<(String, Vec<String>)>,
}

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut trials = trials_below(&root.join("tests/cases/check"), "");
    trials.extend(trials_below(&root.join("examples"), "examples/"));
    libtest_mimic::run(&arguments, trials).exit();
}

/// The lines behind the first that say how each of several engines ended.
fn ends_of_engines(stdout: &str) -> String {
    let is_end = |line: &&str| {
        let mut names = ENGINES.iter().chain(&["intervals"]);
        names.any(|name| line.starts_with(&format!("  {name}: ")))
    };
    let ends: Vec<&str> = stdout.lines().skip(1).take_while(is_end).collect();
    ends.join("\n")
}

/// The trials of all C files below a folder, with a text before their names.
fn trials_below(folder: &Path, prefix: &str) -> Vec<Trial> {
    let mut trials = Vec::new();
    for path in sources(folder) {
        let below = path.strip_prefix(folder).unwrap_or(&path);
        let below = below.with_extension("").to_string_lossy().into_owned();
        let name = format!("{prefix}{below}");
        match Case::read(&path) {
            Ok(case) => trials.extend(case.trials(&name)),
            Err(why) => trials.push(Trial::test(name, move || Err(Failed::from(why)))),
        }
    }
    trials
}

/// The C files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = Vec::new();
    for path in entries.map(|e| e.path()) {
        if path.is_dir() {
            paths.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "c") {
            paths.push(path);
        }
    }
    paths.sort();
    paths
}

impl Case {
    fn read(path: &Path) -> Result<Case, String> {
        let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
        let mut case = Case {
            path: path.to_path_buf(),
            ..Case::default()
        };
        for line in text.lines().filter_map(|l| l.strip_prefix("//@")) {
            case.directive(line)?;
        }
        match case.verdicts.is_empty() {
            true => Err("no verdict is expected".to_owned()),
            false => Ok(case),
        }
    }

    fn directive(&mut self, line: &str) -> Result<(), String> {
        let (key, value) = line
            .split_once(':')
            .ok_or_else(|| format!("no key in '//@{line}'"))?;
        let value = value.trim();
        let words = || value.split_whitespace().map(str::to_owned);
        if let Some(name) = key.trim().strip_prefix("with ") {
            self.variants.push((name.to_owned(), words().collect()));
            return Ok(());
        }
        match key.trim() {
            "verdict" => self.verdicts.extend(words()),
            "reason" => self.reasons.push(value.to_owned()),
            "says" => self.says.push(value.to_owned()),
            "says-not" => self.says_not.push(value.to_owned()),
            "notes" => self.notes.push(value.to_owned()),
            "natively" => self.natively = value.split(" | ").map(str::to_owned).collect(),
            "args" => self.args.extend(words()),
            "engines" if value == "all" => self.engines = ENGINES.map(str::to_owned).to_vec(),
            "engines" => self.engines.extend(words()),
            "data-model" if value == "both" => {}
            "data-model" => self.models.extend(words()),
            other => return Err(format!("unknown key '{other}'")),
        }
        Ok(())
    }

    fn trials(&self, name: &str) -> Vec<Trial> {
        let variants = self.with_variants().into_iter();
        let trials = variants
            .flat_map(|(macro_name, case)| case.trials_of_one(&format!("{name}{macro_name}")));
        trials.collect()
    }

    /// The program as it stands, and its variants, of which the verdict alone is demanded.
    fn with_variants(&self) -> Vec<(String, Case)> {
        let mut all = vec![(String::new(), self.clone())];
        for (name, verdicts) in &self.variants {
            let mut args = self.args.clone();
            args.push(format!("-D{name}"));
            let variant = Case {
                path: self.path.clone(),
                verdicts: verdicts.clone(),
                args,
                engines: self.engines.clone(),
                models: self.models.clone(),
                ..Case::default()
            };
            all.push((format!(" {name}"), variant));
        }
        all
    }

    fn trials_of_one(&self, name: &str) -> Vec<Trial> {
        let or = |given: &[String], otherwise: &[&str]| match given {
            [] => otherwise.iter().map(|&s| s.to_owned()).collect(),
            some => some.to_vec(),
        };
        let mut trials = Vec::new();
        for model in or(&self.models, &["lp64", "ilp32"]) {
            for engine in or(&self.engines, &["auto"]) {
                let (case, model) = (self.clone(), model.clone());
                let name = format!("{name} {model} {engine}");
                trials.push(Trial::test(name, move || case.check(&model, &engine)));
            }
        }
        trials
    }

    fn hatha(&self, words: &[&str]) -> Result<Output, Failed> {
        let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
            .args(words)
            .args(&self.args)
            .arg(self.path.file_name().unwrap_or_default())
            // Options name files beside the case.
            .current_dir(self.path.parent().unwrap_or(Path::new(".")))
            .output();
        output.map_err(|e| Failed::from(format!("hatha does not start: {e}")))
    }

    fn check(&self, model: &str, engine: &str) -> Result<(), Failed> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let tests = folder.path().display().to_string();
        // Who may answer *unknown* may do so soon.
        let seconds = match self.verdicts.iter().any(|v| v == "unknown") {
            true => "10",
            false => "60",
        };
        let mut words = vec!["check", "--timeout", seconds, "--data-model", model];
        words.extend(["--engine", engine, "--tests", &tests]);
        // What becomes of the other checks takes time; a case that is about them says something.
        let is_violated = self.verdicts == ["violated"] && self.says.is_empty();
        if is_violated && !self.args.iter().any(|a| a == "--first") {
            words.push("--first");
        }
        let output = self.hatha(&words)?;
        self.demand_verdict(&output)?;
        match self.natively.is_empty() {
            true => Ok(()),
            false => self.replay(model, &format!("{tests}/test-1.json")),
        }
    }

    /// Replays the failing test natively, where there is a compiler for that.
    fn replay(&self, model: &str, test: &str) -> Result<(), Failed> {
        let output = self.hatha(&["replay", test, "--native", "--data-model", model])?;
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        if stderr.contains("cannot build 32-bit programs") {
            eprintln!("skipped: {stderr}");
            return Ok(());
        }
        let is_expected = self.natively.iter().any(|t| stdout.contains(t.as_str()));
        // What cannot be set up natively decides nothing.
        let is_undecided = stdout.contains("cannot be set from outside");
        let status = if is_undecided { 2 } else { 1 };
        match is_expected && output.status.code() == Some(status) {
            true => Ok(()),
            false => Err(Failed::from(format!("natively: {output:?}"))),
        }
    }

    fn demand_verdict(&self, output: &Output) -> Result<(), Failed> {
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let first = stdout.lines().next().unwrap_or_default();
        let (verdict, reason) = first.split_once(": ").unwrap_or_default();
        let reason = &format!("{reason}\n{}", ends_of_engines(&stdout));
        let status = match verdict {
            "proved" => 0,
            "violated" => 1,
            _ => 2,
        };
        let wrong = |what: &str| {
            let text = format!("{what}\nstdout:\n{stdout}\nstderr:\n{stderr}");
            Err(Failed::from(text))
        };
        if !self.verdicts.iter().any(|v| v == verdict) {
            return wrong(&format!("'{verdict}' and not one of {:?}", self.verdicts));
        }
        if output.status.code() != Some(status) {
            return wrong(&format!("{} is not that of the verdict", output.status));
        }
        if let Some(text) = self.says_not.iter().find(|t| stdout.contains(t.as_str())) {
            return wrong(&format!("'{text}' is there"));
        }
        let missing = |texts: &[String], place: &str| {
            let text = texts.iter().find(|t| !place.contains(t.as_str()));
            text.map(|t| format!("'{t}' is missing"))
        };
        let missing = missing(&self.reasons, reason)
            .or_else(|| missing(&self.says, &stdout))
            .or_else(|| missing(&self.notes, &stderr));
        missing.map_or(Ok(()), |what| wrong(&what))
    }
}
