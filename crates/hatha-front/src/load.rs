//! From files to a program: the front end from end to end.
//!
//! **Invariant.** A program has one target: units that are compiled for different
//! machines are not joined. Units beyond those named, from a compilation database
//! or from the models, are added only for a name that is used and not defined.

use crate::assume;
use crate::compile_commands::{self, Command};
use crate::contracts::{self, Contract};
use crate::diag::{Diagnostic, Result};
use crate::dialect::Dialect;
use crate::hir::{Function, Linkage, Unit};
use crate::lower;
use crate::lower::extent::Asked;
use crate::models::{self, MODELS};
use crate::observe;
use crate::parse::{self, Text};
use crate::predicates::{self, Place, Predicate};
use crate::preprocess::{self, Buffer, DataModel, Options};
use crate::sema;
use crate::stack::on_large_stack;
use crate::stub::{self, Stub};
use hatha_cfa::{GlobalInit, Program, SourceMap, Span, Target, Type, TypeId, TypeTable, World};
use hatha_defect::{Defect, is_on};
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};

/// A unit that is given as text instead of a file: C without preprocessor lines other than
/// line markers, which lead to the text that the user knows.
#[derive(Clone, Debug)]
pub struct GivenUnit {
    /// The name under which it appears in places.
    pub name: String,
    /// The text that places point into.
    pub source: String,
    /// The C text, with line markers into `source`.
    pub c: String,
}

/// What to load and how.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// The files, in the order in which their definitions are linked.
    pub files: Vec<PathBuf>,
    /// Flags passed on to the preprocessor.
    pub flags: Vec<String>,
    /// Files whose text is elsewhere, as that of an editor is.
    pub buffers: Vec<Buffer>,
    /// `--data-model`.
    pub data_model: Option<DataModel>,
    /// The directory of a `compile_commands.json`, or that file.
    pub compile_commands: Option<PathBuf>,
    /// The project gives flags but no files beyond those named: what they define stays unknown.
    pub alone: bool,
    /// The function to start at; `None` means `main`.
    pub entry: Option<String>,
    /// The functions of several processes, the entry among them.
    pub starts: Vec<String>,
    /// The program is only looked at: nothing need be there to start at.
    pub no_start: bool,
    /// Assumptions about the parameters of the entry and the globals, in C.
    pub assumptions: Vec<String>,
    /// A file of preconditions of functions, one on each line.
    pub contract_file: Option<PathBuf>,
    /// Relations that stand for functions.
    pub stubs: Vec<String>,
    /// A file of such relations, one on each line.
    pub stub_file: Option<PathBuf>,
    /// Conditions for places of the program, which engines may start from.
    pub predicates: Option<predicates::Source>,
    /// Conditions that are asked about at every statement.
    pub conditions: Option<predicates::Conditions>,
    /// Whether every label has a place of its own, also one at a statement that does nothing:
    /// otherwise that is the place of what follows, which is reached in other ways, too.
    pub points: bool,
    /// Code that watches the program.
    pub observers: Option<observe::Observers>,
    /// Whether the globals of the program start with any value.
    pub globals_any: bool,
    /// Whether the user says that the files are a whole program: no other file holds pointers
    /// to its variables.
    pub whole: bool,
    /// The compiler; `None` means `$CC`, else `cc`.
    pub compiler: Option<String>,
    /// Patterns (`*` stands for any text) of library functions that are left without a body
    /// instead of being given the one of a model.
    pub without_models: Vec<String>,
    /// What lies around the program.
    pub world: World,
    /// Whether an allocation may fail.
    pub scarce: bool,
    /// Further units, linked after those of the project and before the models.
    pub given: Vec<GivenUnit>,
}

/// Loads a program.
pub fn load(options: &LoadOptions) -> Result<Program> {
    load_into(options, &mut SourceMap::new())
}

/// Loads a program; the files that a diagnostic may point into are left in `sources`.
pub fn load_into(options: &LoadOptions, sources: &mut SourceMap) -> Result<Program> {
    tracing::trace!(target: "walk", "the files are loaded");
    on_large_stack(|| Loader::new(options, sources)?.run())
}

/// Says that a name is not that of one function.
fn several(name: &str, place: Span) -> Box<Diagnostic> {
    let message =
        format!("several functions are called `{name}`: it is not clear which one is meant");
    let help = "give the files that define it one at a time";
    Box::new(Diagnostic::error(place, message).with_help(help))
}

/// A file of the project that is not part of the program yet.
struct ProjectFile {
    command: Command,
    /// What it defines, once that was asked; many names may lead to the same file.
    unit: Option<Unit>,
}

struct Loader<'a> {
    options: &'a LoadOptions,
    sources: &'a mut SourceMap,
    project: Vec<ProjectFile>,
    target: Option<(Target, String)>,
    types: TypeTable,
    units: Vec<Unit>,
    predicates: Vec<Predicate>,
    /// The stubs, and those that found their function.
    stubs: Vec<Stub>,
    stubbed: Vec<usize>,
    /// The contracts, and those that found their function.
    contracts: Vec<Contract>,
    contracted: Vec<usize>,
    /// The observers that found their places.
    observed: Vec<usize>,
    /// Some text mentions variables of each thread, or atomic operations.
    thread_locals: bool,
    atomics: bool,
}

impl<'a> Loader<'a> {
    fn new(options: &'a LoadOptions, sources: &'a mut SourceMap) -> Result<Self> {
        let commands = match &options.compile_commands {
            Some(path) => compile_commands::read(path)?,
            None => Vec::new(),
        };
        let unread = |command| ProjectFile {
            command,
            unit: None,
        };
        let mut predicates = match &options.predicates {
            Some(source) => predicates::read(source, sources)?,
            None => Vec::new(),
        };
        if let Some(conditions) = &options.conditions {
            predicates.extend(predicates::everywhere(conditions, sources)?);
        }
        let text = stub::file_text(&options.stubs, options.stub_file.as_deref())?;
        let stubs = stub::read(&text, sources)?;
        let contracts = contracts::read(options.contract_file.as_deref(), sources)?;
        Ok(Loader {
            stubs,
            stubbed: Vec::new(),
            contracts,
            contracted: Vec::new(),
            options,
            sources,
            project: commands.into_iter().map(unread).collect(),
            target: None,
            types: TypeTable::new(),
            units: Vec::new(),
            predicates,
            observed: Vec::new(),
            thread_locals: false,
            atomics: false,
        })
    }

    fn entry(&self) -> &'a str {
        self.options.entry.as_deref().unwrap_or("main")
    }

    fn run(mut self) -> Result<Program> {
        for file in &self.options.files {
            let unit = self.named_unit(file)?;
            self.units.push(unit);
        }
        if self.options.files.is_empty() && self.project.is_empty() {
            return Err(Box::new(Diagnostic::no_input("no input files")));
        }
        if !self.options.alone {
            self.add_project_units()?;
        }
        if !self.options.no_start {
            self.check_entry()?;
            self.check_main()?;
        }
        self.check_predicates()?;
        self.check_stubs()?;
        self.check_contracts()?;
        self.check_observers()?;
        let asked = Asked {
            starts: self.starts(),
            at_main: self.starts() == ["main"],
            without_pointers: !self.options.globals_any && self.starts_without_pointers(),
            stated: self.options.whole,
            stubbed: !self.stubs.is_empty(),
            given: self.units.len(),
        };
        self.add_given()?;
        self.add_models()?;
        if !self.options.no_start {
            self.check_names()?;
        }
        let given = self.options.given.iter().map(|g| g.name.as_str());
        let given: Vec<&str> = given.collect();
        let target = self.target.map_or_else(Target::lp64, |(target, _)| target);
        // The caller's map keeps the names, for a diagnostic of the lowering.
        let sources = self.sources.clone();
        let points = self.options.points;
        let (thread_locals, atomics) = (self.thread_locals, self.atomics);
        let mut program = lower::lower(self.units, self.types, target, sources, points, &asked)?;
        program.world = self.options.world;
        (program.thread_locals, program.atomics) = (thread_locals, atomics);
        if self.options.globals_any {
            free_globals(&mut program, &given);
        }
        hatha_cfa::streams::refuse_members(&mut program);
        hatha_cfa::texts::read_before_printing(&mut program);
        hatha_cfa::scans::read_numbers(&mut program);
        Ok(program)
    }

    // --- units ---

    fn plain_options(&self) -> Options {
        Options {
            compiler: self.options.compiler.clone(),
            flags: self.options.flags.clone(),
            data_model: self.options.data_model,
            directory: None,
            buffers: self.options.buffers.clone(),
        }
    }

    /// The options of a database entry, the user's own flags last.
    fn command_options(&self, command: &Command) -> Options {
        let own = self.options.compiler.clone();
        Options {
            compiler: own.or_else(|| command.compiler.clone()),
            flags: [&command.flags[..], &self.options.flags[..]].concat(),
            data_model: self.options.data_model,
            directory: Some(command.directory.clone()),
            buffers: self.options.buffers.clone(),
        }
    }

    fn named_unit(&mut self, file: &Path) -> Result<Unit> {
        let mut project = self.project.iter();
        match project.position(|p| p.command.compiles(file)) {
            Some(i) => {
                let command = self.project.remove(i).command;
                let options = self.command_options(&command);
                self.unit(&command.file, &options)
            }
            None => {
                let options = self.plain_options();
                self.unit(file, &options)
            }
        }
    }

    fn unit(&mut self, file: &Path, options: &Options) -> Result<Unit> {
        let bytes = preprocess::read(file, options, self.sources)?;
        let (target, dialect) = self.join_target(file, options)?;
        let name = file.to_string_lossy();
        let text = Text {
            name: &name,
            bytes: &bytes,
        };
        let floating = dialect.floating.clone();
        let foreign = dialect.foreign.clone();
        self.thread_locals |= has_word(&bytes, is_thread_local);
        self.atomics |= has_word(&bytes, is_atomic);
        let analysed = match self.observed_text(&text, &dialect)? {
            Some(instrumented) => {
                let bytes = &instrumented;
                self.analyse(&Text { bytes, ..text }, dialect, &target, false)
            }
            None => self.analyse(&text, dialect, &target, false),
        };
        self.read_headers(options.directory.as_deref());
        let mut unit = analysed?;
        unit.floating = floating;
        let why =
            foreign.map(|flag| format!("the flag `{flag}`, which changes what programs mean"));
        unit.unsupported.extend(why.map(|why| (why, Span::NONE)));
        give_way(&mut unit);
        Ok(unit)
    }

    /// Reads the texts of the headers that line markers named, for diagnostics to quote.
    /// The system's are left out: nobody wants to see them, and they are many.
    fn read_headers(&mut self, directory: Option<&Path>) {
        let missing: Vec<String> = self
            .sources
            .files()
            .filter(|(_, f)| f.text.is_none() && !f.is_of_the_system())
            .map(|(_, f)| f.name.clone())
            .collect();
        for name in missing {
            let path = directory.unwrap_or(Path::new("")).join(&name);
            if let Ok(text) = std::fs::read_to_string(path) {
                self.sources.add(&name, Some(text.into()));
            }
        }
    }

    fn analyse(
        &mut self,
        text: &Text<'_>,
        dialect: Dialect,
        target: &Target,
        model: bool,
    ) -> Result<Unit> {
        let mut parsed = parse::parse_as(text, dialect, self.sources)?;
        if model {
            return sema::analyse(&parsed, &mut self.types, target, model);
        }
        let more = self.appendix(text, &parsed).unwrap_or_default()
            + &stub::appendix(text.bytes, &parsed, &self.stubs, &mut self.stubbed)?
            + &contracts::appendix(text.bytes, &parsed, &self.contracts, &mut self.contracted)
            + &self.conditions();
        if !more.is_empty() {
            let bytes = [text.bytes, more.as_bytes()].concat();
            let text = Text {
                bytes: &bytes,
                ..*text
            };
            parsed = parse::parse_as(&text, parsed.dialect.clone(), self.sources)?;
        }
        let places = self.places();
        sema::analyse_with(&parsed, &places, &mut self.types, target, model)
    }

    /// The conditions of `--predicates`, to be parsed with a unit.
    fn conditions(&self) -> String {
        if self.predicates.is_empty() {
            return String::new();
        }
        predicates::appendix(&self.predicates, self.sources)
    }

    /// Their places, in terms of the files known by now.
    fn places(&self) -> Vec<sema::At> {
        let first = self.options.files.first();
        let first = first.map_or(String::new(), |f| f.to_string_lossy().into_owned());
        let all = self.predicates.iter();
        let before = all.filter(|p| p.place != Place::Everywhere).count();
        let place = |(i, p): (usize, &Predicate)| match &p.place {
            Place::Everywhere => sema::At::Everywhere((i - before) as u32),
            Place::Function(name) => sema::At::Function(name.clone()),
            Place::Line(file, line) => {
                let files = predicates::files(self.sources, file.as_deref(), &first);
                sema::At::Line(files, *line)
            }
        };
        self.predicates.iter().enumerate().map(place).collect()
    }

    /// The text of a unit with observers added, if there are any.
    fn observed_text(&mut self, text: &Text<'_>, dialect: &Dialect) -> Result<Option<Vec<u8>>> {
        let Some(observers) = &self.options.observers else {
            return Ok(None);
        };
        let parsed = parse::parse_as(text, dialect.clone(), self.sources)?;
        let (name, bytes, placed) = (text.name, text.bytes, &mut self.observed);
        observe::instrument(observers, name, bytes, &parsed, self.sources, placed).map(Some)
    }

    /// Every observer has found its place in some unit.
    fn check_observers(&self) -> Result<()> {
        let observers = self.options.observers.as_ref();
        let lost = observers.and_then(|o| observe::nowhere(o, &self.observed));
        lost.map_or(Ok(()), Err)
    }

    /// Every stub has found its function.
    fn check_stubs(&self) -> Result<()> {
        let is_lost = |(i, _): &(usize, &Stub)| !self.stubbed.contains(i);
        let Some((_, lost)) = self.stubs.iter().enumerate().find(is_lost) else {
            return Ok(());
        };
        let functions = self.units.iter().flat_map(|u| &u.functions);
        let names: Vec<&str> = functions.map(|f| f.name.as_str()).collect();
        Err(stub::nowhere(lost, &names))
    }

    /// Every contract has found its function.
    fn check_contracts(&self) -> Result<()> {
        let mut contracts = self.contracts.iter().enumerate();
        match contracts.find(|(i, _)| !self.contracted.contains(i)) {
            Some((_, lost)) => Err(contracts::nowhere(lost)),
            None => Ok(()),
        }
    }

    /// Every predicate has found its place in some unit.
    fn check_predicates(&self) -> Result<()> {
        let is_placed = |i: usize| self.units.iter().any(|u| u.placed.contains(&i));
        let Some(lost) = (0..self.predicates.len()).find(|&i| !is_placed(i)) else {
            return Ok(());
        };
        let mut reasons = self.units.iter().filter_map(|u| u.refused.get(&lost));
        let reason = reasons.next().cloned();
        Err(reason.unwrap_or_else(|| predicates::nowhere(&self.predicates[lost])))
    }

    /// What `--assume` adds to the unit that defines the entry.
    fn appendix(&mut self, text: &Text<'_>, parsed: &parse::Parsed) -> Option<String> {
        let of_contract = contracts::of_entry(&self.contracts, self.entry());
        let stated = self.options.assumptions.iter().cloned();
        let assumptions: Vec<String> = stated.chain(of_contract).collect();
        if assumptions.is_empty() {
            return None;
        }
        let file = assume::file_text(&assumptions);
        self.sources.add(assume::FILE, Some(file.into()));
        assume::appendix(text.bytes, parsed, self.entry(), &assumptions)
    }

    /// The target and dialect of a file; the target must be that of the files before.
    fn join_target(&mut self, file: &Path, options: &Options) -> Result<(Target, Dialect)> {
        let (new, dialect) = file_machine(file, options)?;
        let name = file.display().to_string();
        match &self.target {
            None => self.target = Some((new.clone(), name)),
            Some((old, _)) if *old == new => {}
            Some((_, first)) => {
                let message = format!("`{name}` and `{first}` are compiled for different targets");
                let help = "give both the same flags, or use `--data-model`";
                return Err(Box::new(
                    Diagnostic::error(Span::NONE, message).with_help(help),
                ));
            }
        }
        Ok((new, dialect))
    }

    // --- units of the project that define what is missing ---

    fn defined(&self) -> FxHashSet<String> {
        self.units.iter().flat_map(definitions).collect()
    }

    fn missing(&self) -> Vec<String> {
        let mut missing = lower::undefined(&self.units);
        if !self.options.no_start && !self.defined().contains(self.entry()) {
            missing.push(self.entry().to_owned());
        }
        missing
    }

    fn add_project_units(&mut self) -> Result<()> {
        let mut tried = FxHashSet::default();
        while !self.project.is_empty() {
            let missing = self.missing();
            let Some(name) = missing.into_iter().find(|n| tried.insert(n.clone())) else {
                break;
            };
            self.add_definition_of(&name)?;
        }
        Ok(())
    }

    /// Adds the first unit of the database that defines a name and fits to the others.
    fn add_definition_of(&mut self, name: &str) -> Result<()> {
        for i in 0..self.project.len() {
            if !mentions(&self.project[i].command.path(), name) {
                continue;
            }
            let names = definitions(self.project_unit(i)?);
            // Another program of the same project has a `main` (and more) of its own.
            let defined = self.defined();
            let clashes = names.iter().any(|n| defined.contains(n));
            if names.iter().any(|n| n == name) && !clashes {
                self.units.extend(self.project.remove(i).unit);
                return Ok(());
            }
        }
        Ok(())
    }

    /// A file of the project as a unit. It is read once: a name of the C library, which no
    /// file defines, would otherwise have every file that mentions it parsed again.
    fn project_unit(&mut self, i: usize) -> Result<&Unit> {
        let unit = match self.project[i].unit.take() {
            Some(unit) => unit,
            None => {
                let command = self.project[i].command.clone();
                let options = self.command_options(&command);
                self.unit(&command.file, &options)?
            }
        };
        Ok(self.project[i].unit.insert(unit))
    }

    // --- entry ---

    fn check_entry(&self) -> Result<()> {
        let functions: Vec<String> = self.units.iter().flat_map(defined_functions).collect();
        let entry = self.entry();
        if functions.iter().any(|f| f == entry) || self.has_static(entry) {
            return Ok(());
        }
        let span = Span::NONE;
        let statics = self.units.iter().flat_map(|u| &u.functions);
        let statics = statics.filter(|f| f.linkage != Linkage::External && f.body.is_some());
        let statics: Vec<String> = statics.map(|f| f.name.clone()).collect();
        let functions = match functions.is_empty() {
            true => statics,
            false => functions,
        };
        if functions.is_empty() {
            let files = self.options.files.iter();
            let names: Vec<String> = files.map(|f| format!("`{}`", f.display())).collect();
            let message = format!(
                "nothing to check: no function is defined in {}",
                names.join(", ")
            );
            return Err(Box::new(Diagnostic::error(span, message)));
        }
        let shown: Vec<&str> = functions.iter().take(20).map(String::as_str).collect();
        let more = functions.len().saturating_sub(shown.len());
        let tail = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        let message = format!("no function `{entry}` to start at");
        let help = format!("name one with --entry: {}{tail}", shown.join(", "));
        Err(Box::new(Diagnostic::error(span, message).with_help(help)))
    }

    /// A `main` that execution starts at is given a number, and then one or two pointers, as far as it
    /// has parameters: what others would get nobody says.
    fn check_main(&self) -> Result<()> {
        let is_start = self.starts().iter().any(|s| s == "main");
        let mut all = self.units.iter().flat_map(defined_with_parameters);
        let main = all.find(|(f, _)| f.name == "main" && f.linkage == Linkage::External);
        let Some((main, params)) = main.filter(|_| is_start) else {
            return Ok(());
        };
        let target = self.target.as_ref().map(|(target, _)| target);
        let is_count = |ty: &TypeId| match (self.types.get(*ty), target) {
            (Type::Int(kind), Some(target)) => target.int_bits_of(*kind) == target.int_bits,
            (kind, _) => matches!(kind, Type::Enum(_)),
        };
        let is_pointer = |ty: &TypeId| self.types.pointee(*ty).is_some();
        let is_variadic = match self.types.get(main.ty) {
            Type::Function(f) => f.variadic,
            _ => false,
        };
        let fits = match &params[..] {
            _ if is_variadic => false,
            [] => true,
            [count, pointers @ ..] => {
                is_count(count) && pointers.len() <= 2 && pointers.iter().all(is_pointer)
            }
        };
        if fits {
            return Ok(());
        }
        let message = "`main` has parameters that no system is known to give it";
        let help = "declare it as `int main(void)`, `int main(int argc, char **argv)` or with \
                    `char **envp` behind these, or start at another function with --entry";
        Err(Box::new(
            Diagnostic::error(main.span, message).with_help(help),
        ))
    }

    /// What options say of a function is about one: several files may each have a static one of its
    /// name. Of the entry an external one wins, if the program defines it.
    fn check_names(&self) -> Result<()> {
        let starts = self.starts();
        for start in &starts {
            let found = self.definitions(start);
            let mut external = found.iter().filter(|(_, f)| f.linkage == Linkage::External);
            let is_own = |(model, _): &(bool, &Function)| !model;
            let wins = external.clone().count() > 0 && external.all(is_own);
            let mut places: Vec<Span> = found.iter().map(|(_, f)| f.span).collect();
            places.dedup();
            if places.len() > 1 && !wins {
                return Err(several(start, places[1]));
            }
        }
        let assumed = starts
            .iter()
            .filter(|_| !self.options.assumptions.is_empty());
        let contracts = self.contracts.iter().map(|c| &c.function);
        let stubs = self.stubs.iter().map(|s| &s.function);
        let mut all = assumed.chain(contracts).chain(stubs);
        let is_ambiguous = |name: &&String| self.definitions(name).len() > 1;
        match all.find(is_ambiguous) {
            Some(name) => Err(several(name, self.definitions(name)[1].1.span)),
            None => Ok(()),
        }
    }

    /// The functions of a name that have a body, and whether each is a model; static ones of models
    /// are nobody's business.
    fn definitions(&self, name: &str) -> Vec<(bool, &Function)> {
        let units = self.units.iter();
        let all = units.flat_map(|u| u.functions.iter().map(move |f| (u.model, f)));
        let is_one = |(model, f): &(bool, &Function)| {
            let is_seen = !model || f.linkage == Linkage::External;
            f.name == name && f.body.is_some() && is_seen
        };
        all.filter(is_one).collect()
    }

    /// A static function can be the entry, too, when it is asked for by name.
    fn has_static(&self, entry: &str) -> bool {
        let mut functions = self.units.iter().flat_map(|u| &u.functions);
        functions.any(|f| f.name == entry && f.body.is_some())
    }

    /// Whether execution starts at `main`, or at functions that take no parameters.
    fn starts_without_pointers(&self) -> bool {
        self.starts().iter().all(|s| self.gets_no_pointer(s))
    }

    /// The functions that execution starts at.
    fn starts(&self) -> Vec<String> {
        let mut starts = self.options.starts.clone();
        if starts.is_empty() {
            starts.push(self.entry().to_owned());
        }
        starts
    }

    fn gets_no_pointer(&self, start: &str) -> bool {
        let functions = self.units.iter().flat_map(|u| &u.functions);
        let mut bodies = functions.filter(|f| f.name == start);
        let takes_none = |f: &Function| f.body.as_ref().is_none_or(|b| b.params.is_empty());
        start == "main" || bodies.all(takes_none)
    }

    // --- given units and models ---

    fn add_given(&mut self) -> Result<()> {
        let (target, _) = self
            .target
            .clone()
            .unwrap_or((Target::lp64(), String::new()));
        for given in &self.options.given {
            self.sources
                .add(&given.name, Some(given.source.as_str().into()));
            let text = format!(
                "{}\n{}",
                models::prelude(&target, self.surroundings()),
                given.c
            );
            let text = Text {
                name: &given.name,
                bytes: text.as_bytes(),
            };
            let mut unit = self.analyse_given(&text, &target)?;
            give_way(&mut unit);
            self.units.push(unit);
        }
        Ok(())
    }

    fn surroundings(&self) -> models::Surroundings {
        models::Surroundings {
            world: self.options.world,
            scarce: self.options.scarce,
        }
    }

    /// A given unit is no model (what fails in it is told there), but no entry lies in it either.
    fn analyse_given(&mut self, text: &Text<'_>, target: &Target) -> Result<Unit> {
        let parsed = parse::parse_as(text, Dialect::default(), self.sources)?;
        sema::analyse(&parsed, &mut self.types, target, false)
    }

    /// Takes away the bodies of functions that are to have none. Variables of the library stay.
    fn without_bodies(&self, unit: &mut Unit) {
        let without = &self.options.without_models;
        for f in &mut unit.functions {
            let external = f.linkage == Linkage::External;
            if external && without.iter().any(|p| models::fits(p, &f.name)) {
                f.body = None;
            }
        }
    }

    fn add_models(&mut self) -> Result<()> {
        let Some((target, _)) = self.target.clone() else {
            return Ok(());
        };
        let mut added = FxHashSet::default();
        loop {
            let missing = lower::undefined(&self.units);
            let world = self.options.world;
            let wanted = missing.iter().filter_map(|name| models::defining(name));
            let wanted = wanted.filter(|&i| MODELS[i].describes(world));
            let new: Vec<usize> = wanted.filter(|&i| added.insert(i)).collect();
            if new.is_empty() {
                return Ok(());
            }
            for i in new {
                let model = &MODELS[i];
                let name = models::display_name(model);
                self.sources.add(&name, Some(model.source.into()));
                let mut text = models::text(model, &target, self.surroundings());
                if is_on(Defect::ModelFindsNothing) {
                    text = text.replace("return (char *)s;", "return 0;");
                }
                if is_on(Defect::ModelWrongResult) {
                    text = text.replace("return n < 0 ? -n : n;", "return n;");
                }
                let text = Text {
                    name: &name,
                    bytes: text.as_bytes(),
                };
                let mut unit = self.analyse(&text, Dialect::default(), &target, true)?;
                self.without_bodies(&mut unit);
                self.units.push(unit);
            }
        }
    }
}

/// The functions that a unit defines, with the types of their parameters.
fn defined_with_parameters(unit: &Unit) -> impl Iterator<Item = (&Function, Vec<TypeId>)> {
    unit.functions.iter().filter_map(|f| {
        let params = f.body.as_ref()?.params.iter();
        Some((f, params.map(|&p| unit.objects[p].ty.ty).collect()))
    })
}

/// The functions of `hatha.h`, `hatha_any_*` apart.
const OF_HEADER: [&str; 6] = [
    "hatha_assume",
    "hatha_assert",
    "hatha_requires",
    "hatha_ensures",
    "hatha_valid",
    "hatha_fresh",
];

/// Whether a text has a word like this. Words in strings count, too: threads are then not modelled
/// that could be.
fn has_word(text: &[u8], is_meant: fn(&[u8]) -> bool) -> bool {
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    text.split(|b| !is_part(b)).any(is_meant)
}

/// Words that make variables of each thread.
fn is_thread_local(word: &[u8]) -> bool {
    matches!(word, b"_Thread_local" | b"__thread" | b"thread_local")
}

/// Words that name atomic operations and types; one is a type of glibc's headers.
fn is_atomic(word: &[u8]) -> bool {
    let starts = [&b"__atomic_"[..], b"__sync_", b"__c11_atomic_"];
    let names = starts.iter().any(|s| word.starts_with(s));
    word == b"_Atomic" || (names && word != b"__atomic_wide_counter")
}

/// Removes the bodies that `hatha.h` gives its functions for native builds, so that
/// they mean what hatha knows. Only weak definitions: the program's own ones stay.
fn give_way(unit: &mut Unit) {
    for f in unit.functions.iter_mut().filter(|f| f.weak) {
        if f.name.starts_with("hatha_any_") || OF_HEADER.contains(&f.name.as_str()) {
            f.body = None;
        }
    }
}

/// Forgets the initial values of the program's own variables, constants apart.
fn free_globals(program: &mut Program, given: &[&str]) {
    let (vars, sources) = (&program.vars, &program.sources);
    for (v, init) in &mut program.globals {
        let var = &vars[*v];
        let file = sources.file(var.span.file);
        let shipped = file
            .is_none_or(|f| f.name.starts_with(models::FOLDER) || given.contains(&f.name.as_str()));
        let made_up = !var.span.is_some() || var.is_made_up();
        if !var.read_only && !shipped && !made_up {
            *init = GlobalInit::Unknown;
        }
    }
}

/// The machine and dialect of one file: preprocessed files need no compiler.
fn file_machine(file: &Path, options: &Options) -> Result<(Target, Dialect)> {
    if !preprocess::is_preprocessed(file) {
        return preprocess::machine(options);
    }
    let fixed = |model| (preprocess::fixed_target(model), Dialect::default());
    match options.data_model {
        Some(model) if options.flags.is_empty() => Ok(fixed(model)),
        model => preprocess::machine(options).or_else(|e| {
            // Without a compiler there are no flags to ask it about.
            let fixed = fixed(model.unwrap_or(DataModel::Lp64));
            if options.flags.is_empty() {
                Ok(fixed)
            } else {
                Err(e)
            }
        }),
    }
}

/// Whether a file's text contains a word at all: a cheap test before parsing it.
fn mentions(path: &Path, name: &str) -> bool {
    std::fs::read(path).is_ok_and(|text| {
        let name = name.as_bytes();
        text.windows(name.len().max(1)).any(|w| w == name)
    })
}

fn defined_functions(unit: &Unit) -> Vec<String> {
    let external = |f: &&Function| f.linkage == Linkage::External && f.body.is_some();
    let functions = unit.functions.iter().filter(external);
    functions.map(|f| f.name.clone()).collect()
}

/// The external names that a unit defines for good (weak and tentative ones give way).
fn definitions(unit: &Unit) -> Vec<String> {
    let functions = unit.functions.iter().filter(|f| {
        f.linkage == Linkage::External && !f.weak && (f.body.is_some() || f.alias_of.is_some())
    });
    let objects = unit
        .objects
        .iter()
        .filter(|o| o.linkage == Linkage::External && o.defined && !o.tentative && !o.weak);
    let names = functions.map(|f| f.link_name.as_ref().unwrap_or(&f.name).clone());
    names
        .chain(objects.map(|o| o.link_name.as_ref().unwrap_or(&o.name).clone()))
        .collect()
}

#[cfg(test)]
mod tests;
