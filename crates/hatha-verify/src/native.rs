//! Replaying a test natively: the program compiled with a harness, and run.
//!
//! **Invariant.** This is the only place where hatha executes foreign code, and
//! only when asked to. Everything happens in a temporary folder, which is the
//! program's working directory and is removed whatever happens; a time limit ends
//! the program. What a native run shows confirms a test or does not: it is never a
//! verdict by itself.

mod surroundings;

use hatha_cfa::{FailKind, Program};
use hatha_exec::fault::FaultKind;
use hatha_proof::input::InputVector;
use hatha_report::harness::{BLOCKED, Harness, HarnessError, OFF_SCHEDULE, REACHED, STRAYED};
use hatha_report::harness::{Schedule, harness, scheduled_harness};
use std::fmt;
use std::fs::File;
use std::io::ErrorKind;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use surroundings::Surroundings;

/// The status with which the address sanitizer ends a program.
const SANITIZED: i32 = 86;

/// How to compile and run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The program's files.
    pub files: Vec<PathBuf>,
    /// Flags for the compiler.
    pub flags: Vec<String>,
    /// What ends a run.
    pub timeout: Duration,
    /// Set when the user wants to stop.
    pub interrupt: Arc<AtomicBool>,
}

/// How the native program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with a status.
    Exit(i32),
    /// By a signal.
    Signal(i32),
    /// In a function that stands for a failure.
    Reached,
    /// At an assumption that does not hold.
    Blocked,
    /// Asking for something that the test does not have.
    Strayed,
    /// With an access to shared memory that is not the schedule's.
    OffSchedule,
    /// With a report of the address sanitizer.
    Sanitizer,
    /// By the time limit.
    Timeout,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Exit(status) => write!(f, "it ends with status {status}"),
            Ended::Signal(libc::SIGABRT) => f.write_str("it is ended by SIGABRT"),
            Ended::Signal(libc::SIGFPE) => f.write_str("it is ended by SIGFPE"),
            Ended::Signal(libc::SIGSEGV) => f.write_str("it is ended by SIGSEGV"),
            Ended::Signal(libc::SIGILL) => f.write_str("it is ended by SIGILL"),
            Ended::Signal(libc::SIGTRAP) => f.write_str("it is ended by SIGTRAP"),
            Ended::Signal(signal) => write!(f, "it is ended by signal {signal}"),
            Ended::Reached => f.write_str("it calls the error function"),
            Ended::Blocked => f.write_str("an assumption does not hold"),
            Ended::Strayed => f.write_str("it asks for values that the test does not have"),
            Ended::OffSchedule => {
                f.write_str("its accesses to shared memory are not those of the schedule")
            }
            Ended::Sanitizer => f.write_str("the address sanitizer reports an error"),
            Ended::Timeout => f.write_str("it does not end within the time limit"),
        }
    }
}

/// What a native run says about a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// The same as the simulator.
    Same,
    /// Nothing: the fault is one that a machine need not notice, and this one has not.
    Unseen,
    /// Something else.
    Different,
}

/// A native run of a test.
#[derive(Clone, Debug)]
pub struct Native {
    /// How it ended.
    pub ended: Ended,
    /// Whether that is what the simulator says, too.
    pub agreement: Agreement,
    /// Inputs of the test that could not be set, such as uninitialised locals.
    pub unset: Vec<String>,
}

/// How the simulator ended.
#[derive(Clone, Debug)]
pub enum Simulated {
    /// With a fault.
    Fault {
        /// Of which kind.
        kind: FaultKind,
        /// Whether an address sanitizer has a guard where memory was accessed.
        guarded: bool,
    },
    /// By itself, with a status.
    Exit(i32),
}

/// Why there is no native run.
#[derive(Debug, thiserror::Error)]
pub enum NativeError {
    /// No file of the program was given.
    #[error("there is no file to compile")]
    NoFile,
    /// A file of the program is not there any more.
    #[error("{file}: {source}", file = .file.display())]
    Path {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The test has no harness.
    #[error(transparent)]
    Harness(#[from] HarnessError),
    /// There is no place to compile in.
    #[error("cannot make a temporary folder: {0}")]
    Folder(#[source] std::io::Error),
    /// The harness cannot be written.
    #[error("cannot write {file}: {source}", file = .file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// There is no compiler of this name.
    #[error("no C compiler `{0}`: install one, or name it in $CC")]
    NoCompiler(String),
    /// The compiler does not start.
    #[error("cannot run the C compiler `{0}`: {1}")]
    Compiler(String, #[source] std::io::Error),
    /// The compiler has no libraries for 32 bits.
    #[error("`{0}` cannot build 32-bit programs here (on Debian and Ubuntu: install gcc-multilib)")]
    Only64Bit(String),
    /// The compiler refuses the program.
    #[error("`{compiler}` does not compile the program with its harness: {message}")]
    DoesNotCompile {
        /// Its name.
        compiler: String,
        /// The first error.
        message: String,
    },
    /// The compiled program does not start.
    #[error("cannot run the compiled program: {0}")]
    Run(#[source] std::io::Error),
    /// The user ended the run.
    #[error("interrupted")]
    Interrupted,
}

/// Compiles a test with its program and runs it, to compare with the simulator.
pub fn replay(
    program: &Program,
    vector: &InputVector,
    simulated: &Simulated,
    options: &Options,
) -> Result<Native, NativeError> {
    let file = defining_file(program, &vector.entry, &options.files)?;
    let harness = harness(program, vector, &file.to_string_lossy());
    compare(program, vector, simulated, options, (&file, harness?))
}

/// The same for a test of processes, whose accesses to shared memory come in the order of a
/// schedule.
pub fn replay_processes(
    program: &Program,
    vector: &InputVector,
    schedule: &Schedule,
    simulated: &Simulated,
    options: &Options,
) -> Result<Native, NativeError> {
    let first = schedule.functions.first().map(|p| program.proc(*p));
    let first = first.map_or("", |p| p.name.as_str());
    let file = defining_file(program, first, &options.files)?;
    let harness = scheduled_harness(program, vector, &file.to_string_lossy(), schedule);
    compare(program, vector, simulated, options, (&file, harness?))
}

fn compare(
    program: &Program,
    vector: &InputVector,
    simulated: &Simulated,
    options: &Options,
    (file, harness): (&Path, Harness),
) -> Result<Native, NativeError> {
    let folder = tempfile::tempdir().map_err(NativeError::Folder)?;
    let build = Build {
        folder: folder.path(),
        harness: &harness,
        file,
        options,
        narrow: program.target.pointer_bits == 32,
    };
    let executable = build.executable(sanitizer(simulated))?;
    let around = Surroundings::of(vector);
    let ended = run(&executable, folder.path(), (vector, &around), options)?;
    let agrees = match simulated {
        Simulated::Fault { kind, .. } => shows(kind, &ended),
        // Elsewhere than in `main` the result of the entry is not the status of a process.
        Simulated::Exit(_) if vector.entry != "main" => ended == Ended::Exit(0),
        Simulated::Exit(status) => ended == Ended::Exit(status & 0xff),
    };
    let agreement = match simulated {
        _ if agrees => Agreement::Same,
        Simulated::Fault { kind, guarded } if went_on(&ended) && may_pass(kind, *guarded) => {
            Agreement::Unseen
        }
        _ => Agreement::Different,
    };
    Ok(Native {
        ended,
        agreement,
        unset: harness.unset.into_iter().chain(around.missing).collect(),
    })
}

/// The file in which the entry is defined, as an absolute path.
fn defining_file(
    program: &Program,
    entry: &str,
    files: &[PathBuf],
) -> Result<PathBuf, NativeError> {
    let span = program.find_proc(entry).map(|p| program.proc(p).span);
    let source = span.and_then(|s| program.sources.file(s.file));
    let named = |f: &&PathBuf| source.is_some_and(|s| Path::new(&s.name) == f.as_path());
    let file = files.iter().find(named).or_else(|| files.first());
    absolute(file.ok_or(NativeError::NoFile)?)
}

fn absolute(file: &Path) -> Result<PathBuf, NativeError> {
    file.canonicalize().map_err(|e| NativeError::Path {
        file: file.to_path_buf(),
        source: e,
    })
}

/// Flags that make a fault visible that the machine would pass over.
fn sanitizer(simulated: &Simulated) -> &'static [&'static str] {
    const TRAP: &str = "-fsanitize-undefined-trap-on-error";
    let Simulated::Fault { kind, .. } = simulated else {
        return &[];
    };
    match kind {
        FaultKind::OutOfBounds
        | FaultKind::Dangling
        | FaultKind::DoubleFree
        | FaultKind::InvalidFree
        | FaultKind::BadPointer
        | FaultKind::Overlap => &["-fsanitize=address"],
        FaultKind::BadArgument => &["-fsanitize=nonnull-attribute", "-fsanitize=builtin", TRAP],
        FaultKind::Misaligned => &["-fsanitize=alignment", TRAP],
        // Where overflow is said to wrap it is not looked for.
        FaultKind::SignedOverflow | FaultKind::ShiftOutOfRange => &[
            "-fno-wrapv",
            "-fsanitize=signed-integer-overflow",
            "-fsanitize=shift",
            TRAP,
        ],
        FaultKind::Stated(FailKind::Unreachable) => &["-fsanitize=unreachable", TRAP],
        _ => &[],
    }
}

/// Whether a native end shows a fault.
fn shows(fault: &FaultKind, ended: &Ended) -> bool {
    let signal = |s: i32| *ended == Ended::Signal(s);
    match fault {
        FaultKind::Stated(FailKind::ReachError(_)) => *ended == Ended::Reached,
        FaultKind::Stated(FailKind::Assertion(_)) => signal(libc::SIGABRT),
        // `__builtin_trap` is an instruction that no processor has, or one for debuggers.
        FaultKind::Stated(FailKind::Abort) => {
            signal(libc::SIGABRT) || signal(libc::SIGILL) || signal(libc::SIGTRAP)
        }
        FaultKind::DivisionByZero => signal(libc::SIGFPE),
        FaultKind::Overlap => *ended == Ended::Sanitizer,
        FaultKind::SignedOverflow | FaultKind::ShiftOutOfRange | FaultKind::BadArgument => {
            signal(libc::SIGILL) || signal(libc::SIGTRAP) || signal(libc::SIGFPE)
        }
        FaultKind::NullDereference | FaultKind::BadCall | FaultKind::ReadOnly => {
            signal(libc::SIGSEGV)
        }
        FaultKind::Misaligned | FaultKind::Stated(FailKind::Unreachable) => signal(libc::SIGILL),
        FaultKind::OutOfBounds
        | FaultKind::Dangling
        | FaultKind::DoubleFree
        | FaultKind::InvalidFree
        | FaultKind::BadJump
        | FaultKind::BadPointer => {
            *ended == Ended::Sanitizer || signal(libc::SIGSEGV) || signal(libc::SIGABRT)
        }
        _ => false,
    }
}

/// Whether a machine may go on as if there were no fault, and no sanitizer is sure to see it: an
/// address in a frame that has ended is that of a later frame, a jump into one often works, an
/// access outside an object, if not right beside it, may land in another, among the arguments of a
/// call, or in a function of the library.
fn may_pass(fault: &FaultKind, guarded: bool) -> bool {
    if *fault == FaultKind::OutOfBounds {
        return !guarded;
    }
    matches!(
        fault,
        FaultKind::Dangling
            | FaultKind::BadJump
            | FaultKind::BadArgument
            | FaultKind::FloatConversion
            | FaultKind::Wrap
            | FaultKind::Conversion
            | FaultKind::Leak
            | FaultKind::Cleanup
            | FaultKind::CleanupOnFailure
            | FaultKind::Pointer
            | FaultKind::Member
            | FaultKind::Nan
            | FaultKind::Infinity
            | FaultKind::InexactConversion
            | FaultKind::MissingReturn
            | FaultKind::Overlap
            | FaultKind::Stated(FailKind::ArraySize)
            | FaultKind::Uninitialised
            | FaultKind::SignedOverflow
            | FaultKind::ShiftOutOfRange
    )
}

/// Whether a program went on behind a fault, to whatever end.
fn went_on(ended: &Ended) -> bool {
    !matches!(ended, Ended::Blocked | Ended::Strayed | Ended::OffSchedule)
}

/// What is needed to compile.
struct Build<'a> {
    folder: &'a Path,
    harness: &'a Harness,
    /// The file that defines the entry.
    file: &'a Path,
    options: &'a Options,
    /// Whether addresses have 32 bits.
    narrow: bool,
}

impl Build<'_> {
    /// Compiles; without the extra flags if they are not to be had.
    fn executable(&self, extra: &[&str]) -> Result<PathBuf, NativeError> {
        let text = self.folder.join("harness.c");
        std::fs::write(&text, &self.harness.text).map_err(|e| NativeError::Write {
            file: text.clone(),
            source: e,
        })?;
        match self.compile(&text, extra) {
            Err(_) if !extra.is_empty() => self.compile(&text, &[]),
            done => done,
        }
    }

    fn compile(&self, harness: &Path, extra: &[&str]) -> Result<PathBuf, NativeError> {
        let mut files = vec![harness.to_path_buf()];
        files.extend(self.other_files()?);
        let out = self.folder.join("replay");
        let mut command = self.compiler();
        if self.harness.announced {
            // Linked apart: with the flag for it the library would be linked, too.
            command.args(self.objects(&files, extra)?);
        } else {
            self.add_flags(&mut command, extra);
            command.args(["-x", "c"]).args(&files).args(["-x", "none"]);
        }
        command.args(&self.harness.flags).args(["-lm", "-o"]);
        self.run(command.arg(&out))?;
        Ok(out)
    }

    /// Compiles each file so that its accesses to memory are announced.
    fn objects(&self, files: &[PathBuf], extra: &[&str]) -> Result<Vec<PathBuf>, NativeError> {
        let mut objects = Vec::new();
        for (i, file) in files.iter().enumerate() {
            let object = self.folder.join(format!("part-{i}.o"));
            let mut command = self.compiler();
            self.add_flags(&mut command, extra);
            command.args(["-fsanitize=thread", "-c", "-x", "c"]);
            self.run(command.arg(file).arg("-o").arg(&object))?;
            objects.push(object);
        }
        Ok(objects)
    }

    fn compiler(&self) -> Command {
        let words = compiler();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        if self.narrow {
            // Without the second pair intermediate results would have the width of a register.
            command.args(["-m32", "-msse2", "-mfpmath=sse"]);
        }
        command
    }

    fn add_flags(&self, command: &mut Command, extra: &[&str]) {
        command.args(&self.options.flags);
        command.args(["-O0", "-g", "-fwrapv", "-w"]).args(extra);
        command.args(&self.harness.flags);
    }

    fn run(&self, command: &mut Command) -> Result<(), NativeError> {
        let name = compiler().swap_remove(0);
        let output = command
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .output()
            .map_err(|e| no_compiler(&name, e))?;
        if output.status.success() {
            return Ok(());
        }
        Err(self.failure(&name, &String::from_utf8_lossy(&output.stderr)))
    }

    /// The files to compile beside the harness.
    fn other_files(&self) -> Result<Vec<PathBuf>, NativeError> {
        let mut files = Vec::new();
        for file in &self.options.files {
            let file = absolute(file)?;
            if !(self.harness.includes_program && file == self.file) {
                files.push(file);
            }
        }
        Ok(files)
    }

    fn failure(&self, compiler: &str, stderr: &str) -> NativeError {
        let compiler = compiler.to_owned();
        let missing = ["libc-header-start.h", "cannot find -lgcc", "gnu/stubs-32.h"];
        if self.narrow && missing.iter().any(|m| stderr.contains(m)) {
            return NativeError::Only64Bit(compiler);
        }
        let lines = stderr.lines();
        let error = |l: &&str| l.contains("error") || l.contains("undefined reference");
        let first = lines.clone().find(error).or_else(|| lines.clone().next());
        let message = first.unwrap_or("no message").to_owned();
        NativeError::DoesNotCompile { compiler, message }
    }
}

/// `$CC`, else `cc`, split into words.
fn compiler() -> Vec<String> {
    let named = std::env::var("CC").unwrap_or_default();
    let words: Vec<String> = named.split_whitespace().map(str::to_owned).collect();
    if words.is_empty() {
        vec!["cc".to_owned()]
    } else {
        words
    }
}

fn no_compiler(name: &str, e: std::io::Error) -> NativeError {
    let name = name.to_owned();
    match e.kind() {
        ErrorKind::NotFound => NativeError::NoCompiler(name),
        _ => NativeError::Compiler(name, e),
    }
}

/// Runs the executable in its folder with the test's arguments, environment variables and
/// standard input.
fn run(
    executable: &Path,
    folder: &Path,
    (vector, around): (&InputVector, &Surroundings),
    options: &Options,
) -> Result<Ended, NativeError> {
    let failed = NativeError::Run;
    let stdin = folder.join("stdin");
    std::fs::write(&stdin, &around.input).map_err(failed)?;
    let mut command = Command::new(executable);
    match around.arguments.as_deref() {
        Some([name, rest @ ..]) => command.arg0(name).args(rest),
        _ => command.args(&vector.args),
    };
    let mut child = command
        .current_dir(folder)
        .env_clear()
        .envs(around.variables.iter().map(|(name, value)| (name, value)))
        .env(
            "ASAN_OPTIONS",
            format!("exitcode={SANITIZED}:detect_leaks=0:detect_stack_use_after_return=1"),
        )
        .stdin(File::open(&stdin).map_err(failed)?)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let deadline = Instant::now() + options.timeout;
    loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            return Ok(ended(status));
        }
        let interrupted = options.interrupt.load(Ordering::Relaxed);
        if interrupted || Instant::now() >= deadline {
            // It may have ended meanwhile; then there is nothing to kill.
            let _ = child.kill();
            child.wait().map_err(failed)?;
            return match interrupted {
                true => Err(NativeError::Interrupted),
                false => Ok(Ended::Timeout),
            };
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn ended(status: std::process::ExitStatus) -> Ended {
    match (status.code(), status.signal()) {
        (Some(REACHED), _) => Ended::Reached,
        (Some(BLOCKED), _) => Ended::Blocked,
        (Some(STRAYED), _) => Ended::Strayed,
        (Some(OFF_SCHEDULE), _) => Ended::OffSchedule,
        (Some(SANITIZED), _) => Ended::Sanitizer,
        (Some(status), _) => Ended::Exit(status),
        (None, signal) => Ended::Signal(signal.unwrap_or(0)),
    }
}
