//! Loads the program that the command line names.

use super::args::{DataModelArg, FrontArgs, GlobalsArg, WorldArg};
use super::cplusplus;
use super::exit::{self, Failure};
use super::header;
use super::render::{self, Message};
use super::rules;
use hatha_cfa::{ProcId, Program, SourceMap, World};
use hatha_front::diag::{DiagKind, Diagnostic};
use hatha_front::load::{LoadOptions, load_into};
use hatha_front::observe::Observers;
use hatha_front::predicates::{Conditions, Source};
use hatha_front::preprocess::{Buffer, DataModel};
use hatha_rules::{Instrumented, Rule};
use hatha_unit::processes::{Composed, Process, compose};
use std::path::{Component, Path, PathBuf};

/// Loads and verifies a program, its rules added.
pub(super) fn program(args: &FrontArgs) -> Result<Program, Failure> {
    instrumented(args, None).map(|(program, _)| program)
}

/// Loads and verifies a program that runs in the real world: its console is that of the command.
pub(crate) fn for_run(args: &FrontArgs) -> Result<Program, Failure> {
    let options = LoadOptions {
        world: World::Closed,
        ..options(args)
    };
    loaded(options, &args.rules).map(|(program, _)| program)
}

/// Loads and verifies a program with what its rules added to it, and with the predicates of a
/// file, if one is given.
pub(super) fn instrumented(
    args: &FrontArgs,
    predicates: Option<&Path>,
) -> Result<(Program, Instrumented), Failure> {
    let source = |file: &Path| {
        let text = super::file::read(file)?;
        let name = file.display().to_string();
        Ok(Source { name, text })
    };
    let options = LoadOptions {
        predicates: predicates.map(source).transpose()?,
        ..options(args)
    };
    loaded(options, &args.rules)
}

/// Loads and verifies a program as questions about it are asked, with what its rules added to it.
pub(super) fn pointed(args: &FrontArgs) -> Result<(Program, Instrumented), Failure> {
    let options = LoadOptions {
        points: true,
        ..options(args)
    };
    loaded(options, &args.rules)
}

/// Loads and verifies a program with conditions that are asked about everywhere.
pub(crate) fn load_with_conditions(
    args: &FrontArgs,
    conditions: Conditions,
) -> Result<Program, Failure> {
    let options = LoadOptions {
        conditions: Some(conditions),
        points: true,
        ..options(args)
    };
    loaded(options, &args.rules).map(|(program, _)| program)
}

/// The same; what is wrong with the text of the conditions is told with its place there.
pub(crate) fn try_load_with_conditions(
    args: &FrontArgs,
    conditions: Conditions,
) -> Result<Program, Unread> {
    let options = LoadOptions {
        conditions: Some(conditions),
        points: true,
        ..options(args)
    };
    read(options, &args.rules).map(|(program, _)| program)
}

/// Loads and verifies a program for a witness: with the data model that it names, observers
/// added, and predicates to start from.
pub(super) fn watched(
    args: &FrontArgs,
    model: Option<DataModelArg>,
    observers: Option<Observers>,
    predicates: Option<Source>,
) -> Result<Program, Failure> {
    let options = LoadOptions {
        data_model: model.map(data_model),
        observers,
        predicates,
        ..options(args)
    };
    loaded(options, &args.rules).map(|(program, _)| program)
}

/// Loads and verifies a program that is only looked at.
pub(crate) fn without_start(args: &FrontArgs) -> Result<Program, Failure> {
    let options = LoadOptions {
        no_start: true,
        ..options(args)
    };
    loaded(options, &args.rules).map(|(program, _)| program)
}

/// The same; what is wrong is told with its place.
pub(super) fn try_load_without_start(args: &FrontArgs) -> Result<Program, Unread> {
    let options = LoadOptions {
        no_start: true,
        // What is said of some functions is no part of them.
        entry: None,
        assumptions: Vec::new(),
        contract_file: None,
        stubs: Vec::new(),
        stub_file: None,
        ..options(args)
    };
    read(options, &[]).map(|(program, _)| program)
}

/// Why a program was not read.
pub(crate) enum Unread {
    /// What is wrong with it, and the files that this points into.
    Wrong(Box<Diagnostic>, SourceMap),
    /// Something else.
    Other(Failure),
}

impl From<Failure> for Unread {
    fn from(failure: Failure) -> Self {
        Unread::Other(failure)
    }
}

fn loaded(options: LoadOptions, names: &[String]) -> Result<(Program, Instrumented), Failure> {
    read(options, names).map_err(|e| match e {
        Unread::Wrong(d, sources) => diagnostic(&d, &sources),
        Unread::Other(failure) => failure,
    })
}

fn read(mut options: LoadOptions, names: &[String]) -> Result<(Program, Instrumented), Unread> {
    tracing::trace!(target: "walk", "the program and its rules are read");
    if let Some(other) = options
        .files
        .iter()
        .find(|f| super::gcl::is_gcl(&[f.to_path_buf()]))
    {
        let why = format!(
            "error: `{}` is a system of guarded commands; check, run, certify and cfa take one, alone",
            other.display()
        );
        return Err(Failure::new(exit::USAGE, why).into());
    }
    if let Some(other) = options.files.iter().find(|f| cplusplus::is_named_so(f)) {
        return Err(cplusplus::refusal(other).into());
    }
    let mut sources = SourceMap::new();
    let mut rules: Vec<Rule> = Vec::new();
    for name in names {
        rules.push(read_rule(name, &mut sources)?);
    }
    let units = rules.iter().enumerate();
    options.given = units.map(|(i, r)| hatha_rules::emit::unit(r, i)).collect();
    let mut program = match load_into(&options, &mut sources) {
        Ok(program) => program,
        Err(d) => return Err(Unread::Wrong(d, sources)),
    };
    let entry = options.entry.as_deref().unwrap_or("main");
    let instrumented = hatha_rules::instrument(&mut program, &rules, entry);
    let instrumented = instrumented.map_err(|d| diagnostic(&d, &sources))?;
    // A question about paths is about those of the source, and a run is one of the machine's.
    if !options.points && !options.no_start {
        program = with_threads(program, entry);
    }
    match hatha_cfa::verify::verify(&program) {
        Ok(()) => Ok((program, instrumented)),
        Err(errors) => {
            let first = errors.first().map(ToString::to_string).unwrap_or_default();
            let why = format!("internal error: malformed automaton: {first}");
            Err(Failure::new(exit::INTERNAL, why).into())
        }
    }
}

/// The program with the threads that it starts put together.
fn with_threads(program: Program, entry: &str) -> Program {
    let entry = program
        .find_proc(entry)
        .filter(|p| program.proc(*p).defined);
    let interleaved = entry.and_then(|p| hatha_threads::interleave(&program, p));
    interleaved.unwrap_or(program)
}

/// Reads a rule on its own.
pub(super) fn rule(name: &str) -> Result<Rule, Failure> {
    read_rule(name, &mut SourceMap::new())
}

fn read_rule(name: &str, sources: &mut SourceMap) -> Result<Rule, Failure> {
    let (file, text) = rules::text(name)?;
    let rule = Rule::read(&rules::name(name), &file, &text, sources);
    rule.map_err(|d| diagnostic(&d, sources))
}

/// The procedure that the command line starts from.
pub(super) fn entry(program: &Program, args: &FrontArgs) -> Result<ProcId, Failure> {
    program
        .find_proc(&args.entry)
        .filter(|&p| program.proc(p).defined)
        .ok_or_else(|| {
            Failure::new(
                exit::BAD_INPUT,
                format!("there is no function '{}'", args.entry),
            )
        })
}

/// The functions that a file of the program defines: those that other files can call, or all.
pub(crate) fn functions_of(
    args: &FrontArgs,
    file: &Path,
    statics: bool,
) -> Result<Vec<String>, Failure> {
    let front = FrontArgs {
        files: vec![file.to_path_buf()],
        // Which functions a file has does not hinge on others, nor on what is said of some.
        alone: true,
        assume: Vec::new(),
        contracts: None,
        stub: Vec::new(),
        stubs: None,
        rules: Vec::new(),
        ..args.clone()
    };
    let program = without_start(&front)?;
    let here = |p: &hatha_cfa::Procedure| {
        let at = program.sources.file(p.span.file);
        let own = at.is_some_and(|f| is_named(file, Path::new(&f.name)));
        p.defined && (statics || p.external) && !p.model && own
    };
    let own = program.procs.iter().filter(|p| here(p));
    Ok(own.map(|p| p.name.clone()).collect())
}

/// Whether a file goes by a name that a compiler was given in some folder of the project, from
/// where `../src/a.c` is `src/a.c` of the folder above.
pub(super) fn is_named(file: &Path, name: &Path) -> bool {
    let file = file.canonicalize().unwrap_or_else(|_| file.to_path_buf());
    let plain = |c: &Component| matches!(c, Component::Normal(_));
    let parts: PathBuf = name.components().filter(plain).collect();
    let same = name.canonicalize().is_ok_and(|n| n == file);
    same || (name.is_relative() && file.ends_with(parts))
}

/// The functions to start from, one after the other; an error that lists the static ones if there
/// are no others.
pub(crate) fn functions(args: &FrontArgs, statics: bool) -> Result<Vec<String>, Failure> {
    let list = |statics| {
        let of = args.files.iter().map(|f| functions_of(args, f, statics));
        Ok(of.collect::<Result<Vec<_>, Failure>>()?.concat())
    };
    let found: Vec<String> = list(statics)?;
    if !found.is_empty() {
        return Ok(found);
    }
    let hidden: Vec<String> = list(true)?;
    let why = match hidden.is_empty() {
        true => "error: no function is defined in these files".to_owned(),
        false => format!(
            "error: every function is static; name one with --entry, or ask for all: {}",
            hidden.join(", ")
        ),
    };
    Err(Failure::new(exit::BAD_INPUT, why))
}

/// The processes of a command line, with the options under which their program is loaded.
pub(super) struct Processes {
    pairs: Vec<(String, String)>,
    /// The options: the first function is where loading starts.
    pub front: FrontArgs,
}

/// Reads `NAME=FUNCTION`.
pub(super) fn processes(front: &FrontArgs, given: &[String]) -> Result<Processes, Failure> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for text in given {
        let pair = text
            .split_once('=')
            .filter(|(n, f)| !n.is_empty() && !f.is_empty());
        let Some((name, function)) = pair else {
            let why = format!("--process {text}: write it as NAME=FUNCTION");
            return Err(Failure::new(exit::USAGE, why));
        };
        if pairs.iter().any(|(n, _)| n == name) {
            let why = format!("--process {text}: there are two processes of that name");
            return Err(Failure::new(exit::USAGE, why));
        }
        pairs.push((name.to_owned(), function.to_owned()));
    }
    let mut front = front.clone();
    if let Some((_, first)) = pairs.first() {
        front.entry.clone_from(first);
    }
    front.starts = pairs.iter().map(|(_, function)| function.clone()).collect();
    Ok(Processes { pairs, front })
}

impl Processes {
    /// The functions of the processes.
    pub(super) fn functions(&self, program: &Program) -> Result<Vec<ProcId>, Failure> {
        let named = |(_, function): &(String, String)| {
            let front = FrontArgs {
                entry: function.clone(),
                ..FrontArgs::default()
            };
            entry(program, &front)
        };
        self.pairs.iter().map(named).collect()
    }

    /// The processes as one procedure; none if there are no processes.
    pub(super) fn composed(&self, program: &Program) -> Result<Option<Composed>, Failure> {
        if self.pairs.is_empty() {
            return Ok(None);
        }
        let names = self.pairs.iter().map(|(name, _)| name.clone());
        let functions = self.functions(program)?.into_iter();
        let all: Vec<Process> = names
            .zip(functions)
            .map(|(name, proc)| Process { name, proc })
            .collect();
        let composed = compose(program, &all);
        let composed = composed.map_err(|e| Failure::new(exit::UNKNOWN, e.to_string()))?;
        if let Err(errors) = hatha_cfa::verify::verify(&composed.program) {
            let first = errors.first().map(ToString::to_string).unwrap_or_default();
            let why = format!("internal error: malformed processes: {first}");
            return Err(Failure::new(exit::INTERNAL, why));
        }
        Ok(Some(composed))
    }
}

/// What the command line says about loading.
pub(super) fn options(args: &FrontArgs) -> LoadOptions {
    LoadOptions {
        stubs: args.stub.clone(),
        stub_file: args.stubs.clone(),
        files: args.files.clone(),
        flags: flags(args),
        buffers: args.buffers.iter().map(buffer).collect(),
        data_model: args.data_model.map(data_model),
        compile_commands: args.compile_commands.clone(),
        alone: args.alone,
        without_models: args.without_model.clone(),
        entry: Some(args.entry.clone()),
        assumptions: args.assume.clone(),
        contract_file: args.contracts.clone(),
        globals_any: args.globals == GlobalsArg::Any,
        world: world(args.environment),
        scarce: args.scarce,
        whole: args.whole,
        starts: args.starts.clone(),
        ..LoadOptions::default()
    }
}

fn buffer((file, text): &(PathBuf, PathBuf)) -> Buffer {
    Buffer {
        file: file.clone(),
        text: text.clone(),
    }
}

fn world(world: WorldArg) -> World {
    match world {
        WorldArg::Open => World::Open,
        WorldArg::Closed => World::Closed,
    }
}

/// The data model as the front end names it.
pub(super) fn data_model(model: DataModelArg) -> DataModel {
    match model {
        DataModelArg::Ilp32 => DataModel::Ilp32,
        DataModelArg::Lp64 => DataModel::Lp64,
    }
}

/// The flags that the command line has for the compiler.
pub(super) fn flags(args: &FrontArgs) -> Vec<String> {
    let mut flags = Vec::new();
    flags.extend(args.include_dirs.iter().map(|d| format!("-I{d}")));
    flags.extend(args.defines.iter().map(|d| format!("-D{d}")));
    flags.extend(args.undefines.iter().map(|d| format!("-U{d}")));
    flags.extend(
        args.includes
            .iter()
            .flat_map(|f| ["-include".to_owned(), f.clone()]),
    );
    flags.extend(args.standard.iter().map(|s| format!("-std={s}")));
    flags.extend(args.cflags.iter().cloned());
    // After every other folder, so that a header of the user's is never shadowed.
    flags.extend(header::folder().map(|dir| format!("-idirafter{}", dir.display())));
    flags
}

/// What to do about a diagnostic.
pub(super) fn help(d: &Diagnostic, sources: &SourceMap) -> Option<String> {
    let own = d.help.clone();
    own.or_else(|| cplusplus::help(d, sources))
}

/// A front-end diagnostic as the end of a command.
pub(super) fn diagnostic(d: &Diagnostic, sources: &SourceMap) -> Failure {
    let status = match d.kind {
        DiagKind::NoInput => exit::NO_INPUT,
        DiagKind::BadInput => exit::BAD_INPUT,
    };
    let message = Message {
        title: d.message.clone(),
        span: Some(d.span),
        label: d.label.clone(),
        notes: d.notes.clone(),
        help: help(d, sources),
    };
    Failure::new(status, render::render(&message, sources))
}
