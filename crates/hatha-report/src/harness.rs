//! A C file that replays one test natively, together with the original program.
//!
//! **Invariant.** The harness gives the program exactly what the test recorded, in
//! the recorded order, and ends the process with a status of its own when the
//! program asks for anything else. It declares nothing under the program's names:
//! it refers to them by assembler labels, so it compiles whatever types the
//! program gives them, and it includes no headers. What it cannot set, such as an
//! uninitialised local, is listed.
//!
//! `docs/test-suites.md` says how to compile it and what the statuses mean.

mod schedule;
mod setup;
mod supply;

pub use schedule::{Schedule, ScheduleEnd, SharedAccess, is_returned, scheduled_harness};

use hatha_cfa::{
    ByteOrder, ExprId, ExprKind, FailKind, Op, ProcId, Procedure, Program, Scalar, Type, TypeId,
    Var, VarId, VarScope,
};
use hatha_proof::input::{InputEntry, InputOrigin, InputVector, Pointee, Spot};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Exit status: a function that stands for a failure was called.
pub const REACHED: i32 = 81;
/// Exit status: an assumption of the program does not hold.
pub const BLOCKED: i32 = 82;
/// Exit status: the program asks for more, or for something else, than the test has.
pub const STRAYED: i32 = 83;

/// Exit status: shared memory is accessed in another way than in the schedule.
pub const OFF_SCHEDULE: i32 = 84;

/// The name of the program's `main` when a test starts elsewhere.
pub(crate) const ORIGINAL_MAIN: &str = "hatha_original_main";

/// A harness and how to compile it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Harness {
    /// The C text.
    pub text: String,
    /// Whether the text includes the file that defines the entry, which then must not be compiled
    /// a second time.
    pub includes_program: bool,
    /// Flags for every file.
    pub flags: Vec<String>,
    /// Inputs of the test that no harness can set.
    pub unset: Vec<String>,
    /// Whether every file has to be compiled so that accesses to memory are announced
    /// (`-fsanitize=thread`), and linked without the library of that.
    pub announced: bool,
}

/// Why a test cannot be replayed natively.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HarnessError {
    /// The program does not define the entry of the test.
    #[error("there is no function '{0}'")]
    NoEntry(String),
    /// Only the simulator knows where a pointer of the test leads.
    #[error("the test does not say where '{0}' leads")]
    SilentPointer(String),
    /// C has no way to pass the value of a parameter.
    #[error("the parameter '{0}' of the entry is of a type that no harness can pass")]
    Parameter(String),
    /// An argument, counted from 1, is missing.
    #[error("the test has no value for argument {0}")]
    NoArgument(u32),
    /// A schedule without processes.
    #[error("there are no processes")]
    NoProcesses,
    /// A process cannot be the function that starts all of them.
    #[error("'main' starts the threads natively, so it cannot be one")]
    MainIsProcess,
}

/// The harness of a test; `file` defines the entry. Fails if the test cannot be replayed natively.
pub fn harness(
    program: &Program,
    vector: &InputVector,
    file: &str,
) -> Result<Harness, HarnessError> {
    let entry = program
        .find_proc(&vector.entry)
        .ok_or_else(|| HarnessError::NoEntry(vector.entry.clone()))?;
    Writer::new(program, vector, entry).write(file)
}

/// What is needed while the text is made.
struct Writer<'a> {
    program: &'a Program,
    vector: &'a InputVector,
    entry: ProcId,
    /// Whether the program's text is included, so that its names are in scope.
    include: bool,
    /// Error functions that the program defines itself.
    own_errors: Vec<String>,
    out: String,
}

impl<'a> Writer<'a> {
    fn new(program: &'a Program, vector: &'a InputVector, entry: ProcId) -> Self {
        let own_errors: Vec<String> = error_functions(program)
            .into_iter()
            .filter(|name| is_defined(program, name))
            .collect();
        let mut writer = Writer {
            program,
            vector,
            entry,
            include: false,
            own_errors,
            out: String::new(),
        };
        writer.include = writer.needs_names();
        writer
    }

    fn write(mut self, file: &str) -> Result<Harness, HarnessError> {
        self.check()?;
        self.preamble(file);
        self.supply();
        self.setup()?;
        if !self.starts_at_main() {
            self.call_entry()?;
        }
        Ok(self.made())
    }

    /// The harness when its text is complete.
    fn made(self) -> Harness {
        let has_main = is_defined(self.program, "main");
        let mut flags = vec!["-DHATHA_REPLAY".to_owned()];
        if has_main && !self.starts_at_main() && !self.include {
            flags.push(format!("-Dmain={ORIGINAL_MAIN}"));
        }
        if !self.own_errors.is_empty() {
            flags.push("-finstrument-functions".to_owned());
        }
        Harness {
            unset: self.unset(),
            text: self.out,
            includes_program: self.include,
            flags,
            announced: false,
        }
    }

    fn starts_at_main(&self) -> bool {
        self.proc().name == "main"
    }

    fn proc(&self) -> &'a Procedure {
        self.program.proc(self.entry)
    }

    /// A test must say where its pointers lead: only the simulator knows.
    fn check(&self) -> Result<(), HarnessError> {
        let silent = |e: &&InputEntry| e.kind == InputOrigin::Pointer && e.to.is_none();
        match self.vector.inputs.iter().find(silent) {
            Some(e) => Err(HarnessError::SilentPointer(e.name.clone())),
            None => Ok(()),
        }
    }

    /// Whether names that only the program's own text knows are needed.
    fn needs_names(&self) -> bool {
        let hidden_proc = |name: &str| {
            let proc = self.program.find_proc(name).map(|p| self.program.proc(p));
            proc.is_some_and(|p| !p.external)
        };
        let hidden_var = |name: &str| self.global(name).is_some_and(|v| !v.is_named_outside());
        let hidden_spot = |e: &InputEntry| {
            let at = matches!(&e.at, Some(Spot::Global { name, .. }) if hidden_var(name));
            let to = match &e.to {
                Some(Pointee::Global { name, .. }) => hidden_var(name),
                Some(Pointee::Function { name }) => hidden_proc(name),
                _ => false,
            };
            at || to
        };
        let returned = match self.program.types.get(self.proc().ty) {
            Type::Function(f) => f.ret,
            _ => return false,
        };
        let plain = self.program.scalar(returned).is_some()
            || *self.program.types.get(returned) == Type::Void;
        let start = !self.starts_at_main() && (!self.proc().external || !plain);
        start
            || self.own_errors.iter().any(|e| hidden_proc(e))
            || self.vector.inputs.iter().any(hidden_spot)
    }

    fn global(&self, name: &str) -> Option<&'a Var> {
        let named = |v: &&Var| v.scope == VarScope::Global && v.name == name;
        self.program.vars.iter().find(named)
    }

    /// Inputs that nothing outside the program can set.
    fn unset(&self) -> Vec<String> {
        let mut names = BTreeSet::new();
        for e in &self.vector.inputs {
            let hidden = match &e.at {
                Some(Spot::Global { name, .. }) => self.is_static_local(name),
                _ => false,
            };
            let address = e.ty.contains('*') && e.bits() != Ok(0);
            match e.kind {
                InputOrigin::Uninitialised => names.insert(format!("uninitialised {}", e.name)),
                InputOrigin::Other => names.insert(e.name.clone()),
                InputOrigin::Nondet | InputOrigin::External if address => {
                    names.insert(format!("the address that {} returns", e.name))
                }
                _ if hidden => names.insert(format!("static {}", e.name)),
                _ => false,
            };
        }
        names.into_iter().collect()
    }

    /// Whether a variable is declared inside a function, where no other text reaches it.
    fn is_static_local(&self, name: &str) -> bool {
        let Some(var) = self.global(name).filter(|v| !v.is_named_outside()) else {
            return false;
        };
        let at = (var.span.line, var.span.col);
        self.program.procs.iter().any(|p| {
            let ends = p.edges.iter().filter(|e| e.span.file == p.span.file);
            let end = ends.map(|e| (e.span.end_line, e.span.end_col)).max();
            let start = (p.span.line, p.span.col);
            p.span.file == var.span.file && start < at && end.is_some_and(|end| at < end)
        })
    }

    /// How the harness refers to a name of the program: by the name itself, or by a declaration
    /// of its own with that label.
    fn label(&self, name: &str, own: &str) -> String {
        if self.include {
            name.to_owned()
        } else {
            own.to_owned()
        }
    }

    fn line(&mut self, text: impl AsRef<str>) {
        self.out.push_str(text.as_ref());
        self.out.push('\n');
    }
}

/// The functions whose call is a failure.
fn error_functions(program: &Program) -> BTreeSet<String> {
    let edges = program.procs.iter().flat_map(|p| &p.edges);
    let name = |op: &Op| match op {
        Op::Fail(FailKind::ReachError(name)) => Some(name.clone()),
        _ => None,
    };
    edges.filter_map(|e| name(&e.op)).collect()
}

fn is_defined(program: &Program, name: &str) -> bool {
    let proc = program.find_proc(name).map(|p| program.proc(p));
    proc.is_some_and(|p| p.defined && !p.model)
}

/// A scalar type in C; another name may be the same type, never another size or class.
fn c_type(program: &Program, ty: TypeId) -> Option<&'static str> {
    Some(match program.scalar(ty)? {
        Scalar::Bool => "_Bool",
        Scalar::Pointer => "void *",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        Scalar::F80 => "long double",
        Scalar::F128 => "__float128",
        Scalar::Int { bits, signed } => return hatha_term::c_integer(bits.into(), signed),
        Scalar::MathInt | Scalar::MathBool => return None,
    })
}

/// The bytes of a value as they stand in memory, as a C string literal.
fn literal(program: &Program, entry: &InputEntry) -> String {
    // A vector is read only if its values fit their widths.
    let bits = entry.bits().unwrap_or(0);
    let count = entry.width.div_ceil(8);
    let byte = |i: u32| (bits >> (8 * i)) as u8;
    let order: Vec<u32> = match program.target.byte_order {
        ByteOrder::Little => (0..count).collect(),
        ByteOrder::Big => (0..count).rev().collect(),
    };
    let digits: String = order
        .into_iter()
        .map(|i| format!("\\x{:02x}", byte(i)))
        .collect();
    format!("\"{digits}\"")
}

/// A C string literal; names of functions and variables hold nothing that needs more.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests;
