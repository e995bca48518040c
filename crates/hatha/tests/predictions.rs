//! One file, one case: `tests/cases/predictions/*.c`.
//!
//! Programs in which an engine has once believed something of a test that did not come
//! true: above all those in which the bits of addresses decide. The header says what holds
//! over all inputs and all layouts that a machine may have (`//@ check: proved` or `violated`),
//! by reasoning, not from output. The default engine finds it out, and so does the one that
//! `//@ by: ENGINE` names; every other one does too or says unknown, and none is wrong about
//! its own tests (exit status 70). `//@ entry: f` names the function to start from.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const MODELS: [&str; 2] = ["lp64", "ilp32"];
const ENGINES: [&str; 7] = [
    "dash",
    "dart",
    "panda",
    "synergy",
    "cegar",
    "lee-yannakakis",
    "intervals",
];

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for path in sources() {
        let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
        let name = stem.unwrap_or_default();
        for model in MODELS {
            let ours = path.clone();
            trials.push(Trial::test(format!("{name} {model}"), move || {
                decided(&ours, model)
            }));
            let ours = path.clone();
            trials.push(Trial::test(format!("{name} {model} engines"), move || {
                never_wrong(&ours, model)
            }));
        }
    }
    trials.push(Trial::test("a layout is part of a test", replayed));
    trials.push(Trial::test("a layout that cannot be", refused));
    libtest_mimic::run(&arguments, trials).exit();
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/predictions")
}

fn sources() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "c"))
        .collect();
    paths.sort();
    paths
}

/// The exit status that the header asks for.
fn expected(path: &Path) -> Result<i32, Failed> {
    match header(path, "check")?.as_deref() {
        Some("proved") => Ok(0),
        Some("violated") => Ok(1),
        _ => Err("the header says neither proved nor violated".into()),
    }
}

/// The value of a key in the header.
fn header(path: &Path, key: &str) -> Result<Option<String>, Failed> {
    let text = std::fs::read_to_string(path)?;
    let lines = text.lines().filter_map(|l| l.strip_prefix("//@ "));
    let mut values = lines.filter_map(|l| l.strip_prefix(key)?.strip_prefix(": "));
    Ok(values.next().map(str::to_owned))
}

fn hatha(args: &[&str], path: &Path) -> Result<Output, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hatha"));
    command.args(args);
    if let Some(entry) = header(path, "entry")? {
        command.args(["--entry", &entry]);
    }
    Ok(command.arg(path).output()?)
}

fn reply(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(err)
}

fn decided(path: &Path, model: &str) -> Result<(), Failed> {
    for engine in header(path, "by")?
        .iter()
        .map(String::as_str)
        .chain(["auto"])
    {
        let args = [
            "check",
            "--checks",
            "assertions",
            "--timeout",
            "300",
            "--engine",
            engine,
            "--data-model",
            model,
        ];
        let output = hatha(&args, path)?;
        if output.status.code() != Some(expected(path)?) {
            return Err(format!("{engine}: {}", reply(&output)).into());
        }
    }
    Ok(())
}

fn never_wrong(path: &Path, model: &str) -> Result<(), Failed> {
    for engine in ENGINES {
        let args = [
            "check",
            "--timeout",
            "5",
            "--engine",
            engine,
            "--data-model",
            model,
        ];
        let output = hatha(&args, path)?;
        let code = output.status.code();
        if code != Some(2) && code != Some(expected(path)?) {
            return Err(format!("{engine}: {}", reply(&output)).into());
        }
    }
    Ok(())
}

/// The failing test of a program, as a file in a folder of its own.
fn failing_test(name: &str, folder: &Path) -> Result<(PathBuf, PathBuf, String), Failed> {
    let source = self::folder().join(name);
    let tests = folder.to_string_lossy().into_owned();
    let output = hatha(&["check", "--timeout", "300", "--tests", &tests], &source)?;
    let files = std::fs::read_dir(folder)?.flatten().map(|e| e.path());
    let mut files = files.filter(|p| p.extension().is_some_and(|e| e == "json"));
    match files.next() {
        Some(test) => Ok((source, test, reply(&output))),
        None => Err(reply(&output).into()),
    }
}

fn replayed() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let (source, test, verdict) = failing_test("global_order.c", folder.path())?;
    if !verdict.contains("this failure depends on where objects lie in memory: `a`") {
        return Err(verdict.into());
    }
    let output = hatha(&["replay", &test.to_string_lossy()], &source)?;
    match output.status.code() {
        Some(1) => Ok(()),
        _ => Err(reply(&output).into()),
    }
}

fn refused() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let (source, test, _) = failing_test("global_order.c", folder.path())?;
    let text = std::fs::read_to_string(&test)?;
    let layout = text.find("\"layout\"").ok_or("the test has no layout")?;
    let (before, after) = text.split_at(layout);
    let address = after.find("0x").ok_or("the layout has no address")?;
    // Not aligned, null, out of the address space.
    for wrong in ["0x20002", "0x0", "0xfffffffffffffffc"] {
        let rest = &after[address..];
        let end = rest.find('"').ok_or("an address without an end")?;
        let changed = format!("{before}{}{wrong}{}", &after[..address], &rest[end..]);
        std::fs::write(&test, changed)?;
        let output = hatha(&["replay", &test.to_string_lossy()], &source)?;
        if output.status.code() != Some(65) {
            return Err(format!("{wrong}: {}", reply(&output)).into());
        }
    }
    Ok(())
}
