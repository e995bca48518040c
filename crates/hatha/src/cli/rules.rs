//! `hatha rules`, and where rules come from.
//!
//! **Invariant.** A name with an extension `.slic`, or one that begins with `.` or `/`, is a
//! file; every other name is a shipped rule. So a file never stands in for a shipped rule
//! by accident.

use super::args::{RulesArgs, RulesCommand};
use super::exit::{self, Failure};
use super::{Outcome, file, suggest};
use hatha_rules::library;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a command about rules.
pub(super) fn main(args: &RulesArgs) -> Outcome {
    match &args.command {
        RulesCommand::List => list(),
        RulesCommand::Show { name } => show(name),
        RulesCommand::New { name } => new(name),
        RulesCommand::Test { files, timeout } => test(files, *timeout),
    }
}

/// The file that places show and the text of a rule.
pub(super) fn text(rule: &str) -> Result<(String, String), Failure> {
    if is_file(rule) {
        return Ok((rule.to_owned(), file::read(Path::new(rule))?));
    }
    match library::find(rule) {
        Some(shipped) => Ok((library::file(rule), shipped.text.to_owned())),
        None => Err(unknown(rule)),
    }
}

/// The name of a rule: a file is called as it is without its ending.
pub(super) fn name(rule: &str) -> String {
    rule.strip_suffix(".slic").unwrap_or(rule).to_owned()
}

fn is_file(rule: &str) -> bool {
    rule.ends_with(".slic") || rule.starts_with(['.', '/'])
}

fn unknown(rule: &str) -> Failure {
    let last = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
    let near: Vec<&str> = library::ALL
        .iter()
        .map(|r| r.name)
        .filter(|n| last(n) == last(rule) || last(n).contains(&last(rule)))
        .take(4)
        .collect();
    let typo = || suggest::nearest(rule, library::ALL.iter().map(|r| r.name));
    let near = match near.is_empty() {
        true => typo().into_iter().collect(),
        false => near,
    };
    let hint = match near.is_empty() {
        true => "see `hatha rules list`; a file must end in .slic".to_owned(),
        false => format!("did you mean {}?", near.join(", ")),
    };
    let why = format!("error: there is no rule '{rule}'; {hint}");
    Failure::new(exit::BAD_INPUT, why)
}

fn list() -> Outcome {
    let width = library::ALL.iter().map(|r| r.name.len()).max().unwrap_or(0);
    for rule in library::ALL {
        println!(
            "{:width$}  {}",
            rule.name,
            hatha_rules::rule::title(rule.text)
        );
    }
    Ok(exit::OK)
}

fn show(name: &str) -> Outcome {
    let (_, text) = text(name)?;
    print!("{text}");
    Ok(exit::OK)
}

const NEW_RULE: &str = "\
// A resource is released exactly once.
struct resource;

state per object {
    enum { FREE, TAKEN } is = FREE;
}

// What the watched functions do: anything that the rule does not exclude.
struct resource *acquire(void) { return hatha_any_pointer(); }
void release(struct resource *r) { }

acquire.return per $return when ($return != 0) {
    // What is taken is not given out again: no such execution exists.
    if (is == TAKEN) halt;
    is = TAKEN;
}

release.call per $1 when ($1 != 0) {
    if (is != TAKEN) abort \"something is released that is not taken\";
    is = FREE;
}

program.exit per each {
    if (is == TAKEN) abort \"something is never released\";
}
";

const NEW_GOOD: &str = "\
struct resource;
extern struct resource *acquire(void);
extern void release(struct resource *r);

int main(void)
{
    struct resource *r = acquire();
    if (!r)
        return 1;
    release(r);
    return 0;
}
";

const NEW_BAD: &str = "\
struct resource;
extern struct resource *acquire(void);
extern void release(struct resource *r);

int main(void)
{
    struct resource *r = acquire();
    release(r);
    release(r);
    return 0;
}
";

fn new(name: &Path) -> Outcome {
    let stem = name.with_extension("");
    let files = [
        (stem.with_extension("slic"), NEW_RULE),
        (stem.with_extension("good.c"), NEW_GOOD),
        (stem.with_extension("bad.c"), NEW_BAD),
    ];
    if let Some((path, _)) = files.iter().find(|(p, _)| p.exists()) {
        let why = format!("error: {} is there already", path.display());
        return Err(Failure::new(exit::USAGE, why));
    }
    for (path, text) in &files {
        super::check::write(path, text)?;
        println!("{}", path.display());
    }
    println!("try: hatha rules test {}", files[0].0.display());
    Ok(exit::OK)
}

/// Checks the programs beside each rule in processes of their own.
fn test(files: &[PathBuf], timeout: f64) -> Outcome {
    let mut right = true;
    for rule in files {
        // What is wrong with the rule itself is told once, and not of both programs.
        super::program::rule(&rule.to_string_lossy())?;
        for (ending, wanted) in [("good.c", exit::OK), ("bad.c", exit::VIOLATED)] {
            right &= verdict_is(rule, &rule.with_extension(ending), timeout, wanted)?;
        }
    }
    Ok(if right { exit::OK } else { exit::VIOLATED })
}

fn verdict_is(rule: &Path, program: &Path, timeout: f64, wanted: u8) -> Result<bool, Failure> {
    let failed = |e: std::io::Error| Failure::new(exit::INTERNAL, format!("cannot start: {e}"));
    let me = std::env::current_exe().map_err(failed)?;
    let output = Command::new(me)
        .arg("check")
        .args(["--timeout", &timeout.to_string(), "--rule"])
        .args([rule, program])
        .output()
        .map_err(failed)?;
    let status = output.status.code();
    let right = status == Some(i32::from(wanted));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let first = printed.lines().next().unwrap_or("no verdict").to_owned();
    let word = if right { "right" } else { "WRONG" };
    println!("{word}: {}: {first}", program.display());
    if !right {
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        eprint!("{complaint}");
    }
    Ok(right)
}
