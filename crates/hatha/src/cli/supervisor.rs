//! `hatha check`: starts the worker, watches it, and always has the last word.
//!
//! **Invariant.** Whatever becomes of the worker, the command ends with a
//! verdict or with 70. Only a complete result of the worker is a verdict other
//! than *unknown*; a limit, Ctrl-C or a crash can only take a verdict away. What happens beside a
//! verdict (a file that cannot be written, a defect that other engines made up for) is a
//! note: the exit status is the verdict's.

use super::args::{CheckArgs, FormatArg};
use super::document::{Answer, Document};
use super::exit::{self, Failure};
use super::report::Record;
use super::{Outcome, check, colour, explain, interrupt, outputs};
use hatha_engine::Counts;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, mpsc::Sender};
use std::time::{Duration, Instant};

/// What the name of a command ends with where it is meant for its worker.
pub const WORKER: &str = "-worker";
/// What the worker may take beyond the time limit to say itself where it stands.
pub const GRACE: Duration = Duration::from_millis(400);
/// How often limits are looked at.
pub const POLL: Duration = Duration::from_millis(20);

/// What the worker says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Message {
    /// The program has been read.
    Loaded(Box<Document>),
    /// The search goes on.
    Progress {
        /// Iterations, tests, regions, predicates, and queries for search and generalisation.
        counts: [u64; 6],
        /// Where it is.
        frontier: String,
    },
    /// The result, and the same for people.
    Done {
        /// The result.
        document: Box<Document>,
        /// For people.
        text: String,
        /// What else is to be said, about files that could not be written for instance.
        notes: Vec<String>,
    },
    /// There is no result.
    Failed {
        /// The exit status.
        status: u8,
        /// For standard error.
        message: String,
    },
}

impl Message {
    /// Of a search that goes on.
    pub fn progress(counts: &Counts, frontier: String) -> Self {
        let c = counts;
        let counts = [
            c.iterations,
            c.tests,
            c.regions,
            c.predicates,
            c.queries,
            c.generalisation_queries,
        ];
        Message::Progress { counts, frontier }
    }

    /// Sends it to the supervisor; one that is gone needs no message.
    pub fn send(&self) {
        if let Ok(line) = serde_json::to_string(self) {
            let mut out = std::io::stdout().lock();
            let _ = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    }
}

/// How a watched worker ended.
enum End {
    Done(Box<Document>, String, Vec<String>),
    Failed(Failure),
    /// It was ended for this reason.
    Limit(String),
    /// It ended without a word.
    Silent,
}

/// Checks and shows the verdict.
pub fn main(args: &CheckArgs, arguments: &[OsString]) -> Outcome {
    let timeout = check::timeout(args.timeout)?;
    outputs::demand_writable(args)?;
    let record = Record::of(args)?;
    let mut watched = Watched::start(args, record.as_ref(), arguments, timeout)?;
    let end = watched.watch(args);
    let status = watched.finish(&end);
    let end = match (end, args.memory) {
        // An allocation that fails ends the worker at once.
        (End::Silent, Some(limit)) if is_aborted(status) => End::Limit(format!(
            "out of memory (an allocation failed; limit {limit} MB)"
        )),
        (end, _) => end,
    };
    let (document, text, mut notes) = match end {
        End::Done(document, text, notes) => (*document, text, notes),
        End::Failed(failure) => return Err(failure),
        End::Silent => return Err(crashed(status)),
        End::Limit(why) => {
            let mut document = watched.document;
            document.reason = why;
            document.seconds = watched.start.elapsed().as_secs_f64();
            let text = explain::explain(&document, explain::detail(args), None);
            (document, text, Vec::new())
        }
    };
    match args.format {
        FormatArg::Json => println!("{}", serde_json::json!(document)),
        FormatArg::Human => print!("{text}"),
    }
    let recorded = record.map_or(Ok(()), |r| r.conclude(args, &document));
    notes.extend(recorded.err().map(|failure| failure.message));
    // What happens beside a verdict does not change it: the exit status is that of the verdict.
    for note in notes {
        eprintln!("hatha: note: {note}");
    }
    Ok(match document.verdict {
        Answer::Proved => exit::OK,
        Answer::Violated => exit::VIOLATED,
        Answer::Unknown => exit::UNKNOWN,
    })
}

fn is_aborted(status: Option<ExitStatus>) -> bool {
    status.and_then(|s| s.signal()) == Some(libc::SIGABRT)
}

/// What a worker that ended without a word died of.
pub fn crashed(status: Option<ExitStatus>) -> Failure {
    let how = match status.map(|s| (s.code(), s.signal())) {
        // It has told about a panic itself.
        Some((Some(70), _)) => "the work ended early".to_owned(),
        Some((Some(code), _)) => format!("the work ended with status {code}"),
        Some((_, Some(libc::SIGKILL))) => {
            "the work was killed (signal 9), by the system's lack of memory perhaps; see --memory"
                .to_owned()
        }
        Some((_, Some(signal))) => format!("the work was ended by signal {signal}"),
        _ => "the work ended".to_owned(),
    };
    Failure::new(
        exit::INTERNAL,
        format!("internal error: {how}; there is no verdict"),
    )
}

/// A worker and what is known about it.
struct Watched {
    worker: Child,
    messages: Receiver<Message>,
    interrupt: Arc<AtomicBool>,
    start: Instant,
    deadline: Option<Instant>,
    /// What can be said if it says no more.
    document: Document,
    frontier: String,
    progress: bool,
}

impl Watched {
    fn start(
        args: &CheckArgs,
        record: Option<&Record>,
        arguments: &[OsString],
        timeout: Duration,
    ) -> Result<Self, Failure> {
        let start = Instant::now();
        let interrupt = interrupt::flag();
        let cannot = |e: std::io::Error| {
            Failure::new(
                exit::INTERNAL,
                format!("internal error: cannot start a process: {e}"),
            )
        };
        let log = record.and_then(Record::option);
        let log = log.map(|path| [OsStr::new("--log"), path.as_os_str()]);
        let mut worker = worker("check")
            .and_then(|mut command| {
                command
                    .args(log.iter().flatten())
                    .args(super::args::after_command(arguments))
                    .spawn()
            })
            .map_err(cannot)?;
        let (sender, messages) = mpsc::channel();
        if let Some(out) = worker.stdout.take() {
            std::thread::spawn(move || listen(out, &sender));
        }
        Ok(Watched {
            worker,
            messages,
            interrupt,
            start,
            deadline: start.checked_add(timeout.saturating_add(GRACE)),
            document: Document::blank(&args.engine, &args.front.entry),
            frontier: String::new(),
            progress: std::io::stderr().is_terminal() && !args.verbosity.quiet,
        })
    }

    fn watch(&mut self, args: &CheckArgs) -> End {
        loop {
            match self.messages.recv_timeout(POLL) {
                Ok(Message::Loaded(document)) => self.document = *document,
                Ok(Message::Progress { counts, frontier }) => self.progress(counts, frontier),
                Ok(Message::Done {
                    document,
                    text,
                    notes,
                }) => return End::Done(document, text, notes),
                Ok(Message::Failed { status, message }) => {
                    return End::Failed(Failure::new(status, message));
                }
                Err(RecvTimeoutError::Disconnected) => return End::Silent,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(why) = self.limit(args) {
                return End::Limit(why);
            }
        }
    }

    /// The limit that has been met, in words.
    fn limit(&self, args: &CheckArgs) -> Option<String> {
        let place = if self.frontier.is_empty() {
            String::new()
        } else {
            format!(" at {}", self.frontier)
        };
        if self.interrupt.load(Ordering::Relaxed) {
            return Some(format!("interrupted{place}"));
        }
        if self.deadline.is_some_and(|end| Instant::now() >= end) {
            return Some(format!("out of time{place}"));
        }
        let limit = args.memory?;
        (resident_megabytes(self.worker.id())? > limit)
            .then(|| format!("out of memory (more than {limit} MB){place}"))
    }

    fn progress(&mut self, counts: [u64; 6], frontier: String) {
        let [
            iterations,
            tests,
            regions,
            predicates,
            queries,
            generalisation_queries,
        ] = counts;
        let counts = Counts {
            iterations,
            tests,
            regions,
            predicates,
            queries,
            generalisation_queries,
            ..Counts::default()
        };
        self.document.count(&counts);
        self.frontier = frontier;
        if self.progress {
            let seconds = self.start.elapsed().as_secs();
            eprint!(
                "\r{seconds} s, {iterations} iterations, {tests} tests, {queries} queries  {}\x1b[K",
                self.frontier
            );
            // Progress that nobody can see is no reason to stop.
            let _ = std::io::stderr().flush();
        }
    }

    /// Ends the worker and everything that it started.
    fn finish(&mut self, end: &End) -> Option<ExitStatus> {
        if self.progress {
            eprint!("\r\x1b[K");
        }
        // A worker that fell silent has died or is about to; how says its status.
        let patience = Instant::now() + GRACE;
        while matches!(end, End::Silent) && Instant::now() < patience {
            if let Ok(Some(status)) = self.worker.try_wait() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        end_group(self.worker.id());
        self.worker.wait().ok()
    }
}

/// The worker of a command, to be given its arguments and started. It has a group of its own:
/// Ctrl-C is the supervisor's alone, and what the worker starts ends with it.
pub fn worker(of: &str) -> std::io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .arg(format!("--color={}", colour::choice().word()))
        .arg(format!("{of}{WORKER}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .process_group(0);
    Ok(command)
}

/// Passes on what the worker says until it says no more.
fn listen(out: ChildStdout, to: &Sender<Message>) {
    for line in BufReader::new(out).lines() {
        let Ok(line) = line else { return };
        let Ok(message) = serde_json::from_str(&line) else {
            return;
        };
        if to.send(message).is_err() {
            return;
        }
    }
}

/// Ends the processes of a group that has not been waited for.
pub fn end_group(leader: u32) {
    let Ok(leader) = libc::pid_t::try_from(leader) else {
        return;
    };
    // SAFETY: the leader is a child that has not been waited for, so its id, which is that of
    // its group, is still its own.
    #[expect(
        unsafe_code,
        reason = "the standard library has no way to signal a group of processes"
    )]
    unsafe {
        libc::kill(-leader, libc::SIGKILL);
    }
}

/// The memory that a process holds, where the system tells.
pub fn resident_megabytes(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1_024 / 1_000_000)
}
