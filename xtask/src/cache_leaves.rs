//! Edits of leaf procedures: what the cache leaves to be done.
//!
//! Each program is checked once; then each procedure that calls no other of the
//! program gets a few statements that change nothing, one at a time, and the
//! program is checked again with the cache and without. What is analysed again has to
//! lie in the edited procedure or in those that call it, directly or through others.

use crate::Result;
use crate::cache_edits::{Edited, programs};
use crate::process::{self, build_hatha, root};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// What an edit adds to a procedure: a new local variable, and a new place where paths meet.
const EDIT: &str = "    int edited = 1; if (edited > 2) edited = 3; edited++;";
/// Seconds that one check may take.
const LIMIT: u64 = 60;

/// A procedure in a text.
struct Function {
    name: String,
    /// The line after its opening brace.
    start: usize,
    body: String,
}

/// What the edits of all programs came to.
#[derive(Default)]
struct Totals {
    edits: u64,
    resumed: u64,
    inside: u64,
    /// Edits after which something outside the chain was analysed, or all of it.
    more: Vec<String>,
    /// Searches that asked more than one without the cache.
    dearer: Vec<String>,
    analysed: u64,
    procedures: u64,
    queries: u64,
    queries_without: u64,
    inference_queries: u64,
    inference_without: u64,
}

pub fn run() -> Result {
    let hatha = build_hatha()?;
    let folder = root().join("benchmarks/drivers");
    let mut totals = Totals::default();
    println!("| program | edited | analysed again | of | queries | without | verdict |");
    println!("| --- | --- | --- | --: | --: | --: | --- |");
    for program in programs(&folder)? {
        let work = tempfile::tempdir().map_err(|e| e.to_string())?;
        leaves(&hatha, &folder, work.path(), &program, &mut totals)?;
    }
    let t = &totals;
    println!(
        "\n{} edits, {} searches went on from an earlier one: {} of {} procedures analysed again, in {} searches only the edited one and its callers; search queries {} (without the cache {}), to learn invariants {} ({})",
        t.edits,
        t.resumed,
        t.analysed,
        t.procedures,
        t.inside,
        t.queries,
        t.queries_without,
        t.inference_queries,
        t.inference_without
    );
    println!("more than the chain analysed again: {}", listed(&t.more));
    println!("more queries than without the cache: {}", listed(&t.dearer));
    Ok(())
}

fn listed(edits: &[String]) -> String {
    if edits.is_empty() {
        return "none".to_owned();
    }
    format!("{} ({})", edits.len(), edits.join(", "))
}

fn leaves(
    hatha: &Path,
    folder: &Path,
    work: &Path,
    program: &Edited,
    totals: &mut Totals,
) -> Result {
    let file = work.join(&program.name);
    let cache = work.join("first");
    let write = |text: &str| std::fs::write(&file, text).map_err(|e| e.to_string());
    let check = |cache: Option<&Path>| check(hatha, folder, &file, program, cache);
    write(&program.original)?;
    if check(Some(&cache))?["verdict"] != "proved" {
        return Ok(());
    }
    let functions = functions(&program.original);
    for leaf in functions.iter().filter(|f| is_leaf(f, &functions)) {
        let copy = work.join("cache");
        copy_folder(&cache, &copy)?;
        let mut lines: Vec<&str> = program.original.lines().collect();
        lines.insert(leaf.start, EDIT);
        write(&(lines.join("\n") + "\n"))?;
        let (with, without) = (check(Some(&copy))?, check(None)?);
        // An earlier proof may decide what the search alone does not.
        if without["verdict"] != "unknown" && with["verdict"] != without["verdict"] {
            let (with, without) = (&with["verdict"], &without["verdict"]);
            let why = format!("{with} with the cache, {without} without it");
            return Err(format!("{}, {}: {why}", program.name, leaf.name));
        }
        totals.add(program, leaf, &callers(leaf, &functions), &with, &without);
        std::fs::remove_dir_all(&copy).map_err(|e| e.to_string())?;
    }
    Ok(())
}

impl Totals {
    fn add(
        &mut self,
        program: &Edited,
        leaf: &Function,
        chain: &BTreeSet<&str>,
        with: &Value,
        without: &Value,
    ) {
        let queries = |d: &Value, kind: &str| d["solver_queries"][kind].as_u64().unwrap_or(0);
        let analysed = with["procedures_analysed"].as_array();
        let analysed = analysed.into_iter().flatten().filter_map(Value::as_str);
        let analysed: Vec<&str> = analysed.collect();
        let of = with["procedures"].as_u64().unwrap_or(0);
        let inside = of > 0 && analysed.iter().all(|p| chain.contains(p));
        let edit = || format!("{} {}", program.name.trim_end_matches(".c"), leaf.name);
        self.edits += 1;
        self.resumed += u64::from(of > 0);
        self.inside += u64::from(inside);
        self.more.extend((!inside).then(edit));
        let dearer = queries(with, "search") > queries(without, "search");
        self.dearer.extend(dearer.then(edit));
        self.analysed += analysed.len() as u64;
        self.procedures += of;
        self.queries += queries(with, "search");
        self.queries_without += queries(without, "search");
        self.inference_queries += queries(with, "generalisation");
        self.inference_without += queries(without, "generalisation");
        println!(
            "| {} | {} | {} | {of} | {} | {} | {} |",
            program.name.trim_end_matches(".c"),
            leaf.name,
            analysed.join(", "),
            queries(with, "search"),
            queries(without, "search"),
            with["verdict"].as_str().unwrap_or("")
        );
    }
}

/// The procedures of a text in which a definition ends a line and its brace has one of its own.
fn functions(text: &str) -> Vec<Function> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (i, pair) in lines.windows(2).enumerate() {
        let head = pair[0].split('(').next().unwrap_or("");
        let name = head.rsplit([' ', '*']).next().unwrap_or("");
        if pair[1] != "{" || !pair[0].ends_with(')') || name.is_empty() {
            continue;
        }
        let body = lines[i + 2..].iter().take_while(|l| **l != "}");
        found.push(Function {
            name: name.to_owned(),
            start: i + 2,
            body: body.copied().collect::<Vec<&str>>().join("\n"),
        });
    }
    found
}

/// Whether a procedure mentions no other, and some other mentions it.
fn is_leaf(f: &Function, all: &[Function]) -> bool {
    let mut others = all.iter().filter(|g| g.name != f.name);
    let calls = others.clone().any(|g| mentions(&f.body, &g.name));
    !calls && others.any(|g| mentions(&g.body, &f.name))
}

fn mentions(body: &str, name: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    body.split(|c| !word(c)).any(|w| w == name)
}

/// A procedure and those that call it, directly or through others.
fn callers<'a>(leaf: &'a Function, all: &'a [Function]) -> BTreeSet<&'a str> {
    let mut chain = BTreeSet::from([leaf.name.as_str()]);
    loop {
        let above = all
            .iter()
            .filter(|f| chain.iter().any(|name| mentions(&f.body, name)));
        let more: BTreeSet<&str> = above.map(|f| f.name.as_str()).collect();
        if more.is_subset(&chain) {
            return chain;
        }
        chain.extend(more);
    }
}

fn copy_folder(from: &Path, to: &Path) -> Result {
    std::fs::create_dir_all(to).map_err(|e| e.to_string())?;
    for entry in std::fs::read_dir(from).map_err(|e| e.to_string())? {
        let path = entry.map_err(|e| e.to_string())?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            std::fs::copy(&path, &target).map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}

fn check(
    hatha: &Path,
    folder: &Path,
    file: &Path,
    program: &Edited,
    cache: Option<&Path>,
) -> Result<Value> {
    let mut command = Command::new(hatha);
    command.args(["check", "--format", "json", "--rule", &program.rule]);
    command.arg(format!("--timeout={LIMIT}"));
    command.arg("-I").arg(folder).arg(file);
    if let Some(cache) = cache {
        command.arg("--cache").arg(cache);
    }
    let finished = process::run(&mut command, &[], Duration::from_secs(3 * LIMIT))?;
    serde_json::from_slice(&finished.stdout).map_err(|e| format!("{}: {e}", program.name))
}
