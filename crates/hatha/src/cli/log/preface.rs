//! What a log begins with: the question, the text of the sources, the automata.
//!
//! **Invariant.** Only what the verdict can be about is written: the user's
//! procedures and the rules', never library models. Long texts and large automata
//! are bounded, and what is left out is counted.

use super::super::args::{CheckArgs, EnvironmentArgs, FrontArgs};
use clap::ValueEnum;
use hatha_cfa::{Edge, FileId, ProcId, Procedure, Program, print};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Bytes of source text that are written.
const SOURCE_BYTES: usize = 4 << 20;
/// Locations of all automata together that are written.
const LOCATIONS: usize = 4_000;

/// The first line of a log.
pub fn header(args: &CheckArgs) -> Value {
    let files = args.front.files.iter();
    let files: Vec<String> = files.map(|f| f.display().to_string()).collect();
    let mut flags = flags(&args.front, &args.environment);
    // What `replay` and `certify` have to be told, too.
    flags.extend(args.checks.iter().map(|list| format!("--checks={list}")));
    json!({
        "schema": "hatha-log",
        "version": 1,
        "engine": args.engine,
        "entry": args.front.entry,
        "files": files,
        "hatha": env!("CARGO_PKG_VERSION"),
        "flags": flags,
    })
}

/// All that is written before the search.
pub(crate) fn preface(args: &CheckArgs, program: &Program, entry: ProcId) -> Vec<Value> {
    let mut lines = vec![header(args)];
    lines.extend(sources(program));
    lines.push(automata(program, entry));
    lines
}

fn is_described(procedure: &Procedure) -> bool {
    procedure.defined && !procedure.model
}

/// The texts that the procedures come from, in the order of the program.
fn sources(program: &Program) -> Vec<Value> {
    let own = program.procs.iter().filter(|p| is_described(p));
    let spans = own.flat_map(|p| p.edges.iter().map(|e| e.span).chain([p.span]));
    let used: BTreeSet<FileId> = spans.filter(|s| s.is_some()).map(|s| s.file).collect();
    let mut room = SOURCE_BYTES;
    let line = |id: FileId| {
        let file = program.sources.file(id)?;
        let text = file.text.as_deref()?;
        let fits = text.len() <= room;
        room -= if fits { text.len() } else { 0 };
        let text = fits.then_some(text);
        Some(json!({ "event": "source", "file": file.name, "text": text }))
    };
    used.into_iter().filter_map(line).collect()
}

/// The automata of the user's procedures.
fn automata(program: &Program, entry: ProcId) -> Value {
    let mut room = LOCATIONS;
    let mut left_out = 0;
    let mut procedures = Vec::new();
    for (_, procedure) in program.procs().filter(|(_, p)| is_described(p)) {
        match room.checked_sub(procedure.locations.len()) {
            Some(rest) => {
                room = rest;
                procedures.push(automaton(program, procedure));
            }
            None => left_out += 1,
        }
    }
    json!({
        "event": "automata",
        "entry": program.proc(entry).name,
        "procedures": procedures,
        "left_out": left_out,
    })
}

fn automaton(program: &Program, procedure: &Procedure) -> Value {
    let place = |span| program.sources.describe(span);
    let locations = procedure.locations.iter();
    let locations: Vec<Value> = locations
        .map(|l| json!({ "place": place(l.span), "loop": l.loop_head, "label": l.label }))
        .collect();
    let edge = |e: &Edge| json!([e.from.0, e.to.0, place(e.span), print::op(program, &e.op)]);
    json!({
        "name": procedure.name,
        "place": place(procedure.span),
        "entry": procedure.entry.0,
        "exit": procedure.exit.0,
        "locations": locations,
        "edges": procedure.edges.iter().map(edge).collect::<Vec<_>>(),
    })
}

/// The options that another command about the same program needs.
pub fn flags(front: &FrontArgs, environment: &EnvironmentArgs) -> Vec<String> {
    let mut all = front_flags(front);
    all.extend(environment_flags(environment));
    all
}

fn front_flags(front: &FrontArgs) -> Vec<String> {
    let mut all = Vec::new();
    let mut short = |flag: &str, values: &[String]| {
        all.extend(values.iter().map(|v| format!("{flag}{v}")));
    };
    short("-I", &front.include_dirs);
    short("-D", &front.defines);
    short("-U", &front.undefines);
    short("--include=", &front.includes);
    short("--std=", front.standard.as_slice());
    short("--cflag=", &front.cflags);
    short("--assume=", &front.assume);
    short("--rule=", &front.rules);
    short("--stub=", &front.stub);
    short("--without-model=", &front.without_model);
    if front.entry != "main" {
        all.push(format!("--entry={}", front.entry));
    }
    all.extend(front.data_model.map(|m| named("--data-model", m)));
    let globals = front.globals;
    all.extend((globals != Default::default()).then(|| named("--globals", globals)));
    let world = front.environment;
    all.extend((world != Default::default()).then(|| named("--environment", world)));
    let commands = front.compile_commands.as_ref();
    all.extend(commands.map(|d| format!("--compile-commands={}", d.display())));
    let stubs = front.stubs.as_ref();
    all.extend(stubs.map(|f| format!("--stubs={}", f.display())));
    all.extend(front.alone.then(|| "--alone".to_owned()));
    all
}

fn environment_flags(environment: &EnvironmentArgs) -> Vec<String> {
    use super::super::args::{MisalignedArg, VolatileArg};
    let mut all = Vec::new();
    all.extend(environment.externals.map(|e| named("--externals", e)));
    let volatile = environment.volatile;
    all.extend((volatile == VolatileArg::Any).then(|| named("--volatile", volatile)));
    let misaligned = environment.misaligned;
    all.extend((misaligned == MisalignedArg::Allow).then(|| named("--misaligned", misaligned)));
    let region = |&(at, size): &(u64, u64)| format!("--region={at:#x}:{size}");
    all.extend(environment.region.iter().map(region));
    all.extend(environment.pointers().map(|p| named("--pointers", p)));
    all
}

fn named(flag: &str, value: impl ValueEnum) -> String {
    let name = value.to_possible_value();
    format!("{flag}={}", name.as_ref().map_or("", |n| n.get_name()))
}
