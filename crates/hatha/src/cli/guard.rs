//! Workers: a command's work is done by a process of its own, which limits can end.
//!
//! **Invariant.** A worker is in a group of its own: Ctrl-C is the supervisor's alone, and
//! [`Worker::end`] ends everything that the worker started. A limit or a crash takes a result
//! away, whole; it never makes one.

use super::exit::{self, Failure};
use super::{args, colour, interrupt};
use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// What the name of a command ends with where it is meant for its worker.
pub(crate) const WORKER: &str = "-worker";
/// What a worker may take beyond the time limit to say itself where it stands.
const GRACE: Duration = Duration::from_millis(400);
/// How often limits are looked at.
const POLL: Duration = Duration::from_millis(20);

/// What a worker may take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// When its time is over; it has a little more to say so itself.
    pub deadline: Option<Instant>,
    /// Megabytes.
    pub memory: Option<u64>,
}

/// A limit that a worker has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Ctrl-C.
    Interrupt,
    /// The deadline has passed.
    Time,
    /// More megabytes than these are in use.
    Memory(u64),
}

impl Limit {
    /// The `cause` of an *unknown*, `docs/formats/check.md`.
    pub fn cause(self) -> &'static str {
        match self {
            Limit::Interrupt => "interrupted",
            Limit::Time => "time",
            Limit::Memory(_) => "memory",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Interrupt => f.write_str("interrupted"),
            Limit::Time => f.write_str("out of time"),
            Limit::Memory(limit) => write!(f, "out of memory (more than {limit} MB)"),
        }
    }
}

/// Why nothing more is heard of a worker.
pub enum Silence {
    /// It has met a limit, and has to be ended.
    Limit(Limit),
    /// It has closed its output.
    Closed,
}

/// A running worker.
#[derive(Debug)]
pub(crate) struct Worker {
    child: Child,
    interrupt: Arc<AtomicBool>,
    limits: Limits,
}

impl Worker {
    /// Starts the worker of a command: with some options, and what the user has given. A thread
    /// passes on what the worker prints.
    pub fn start<T: Send + 'static>(
        command: &str,
        options: &[&OsStr],
        arguments: &[OsString],
        limits: Limits,
        pass_on: impl FnOnce(ChildStdout, Sender<T>) + Send + 'static,
    ) -> Result<(Worker, Receiver<T>), Failure> {
        let interrupt = interrupt::flag();
        let mut child = spawn(command, options, arguments).map_err(|e| {
            let why = format!("internal error: cannot start a process: {e}");
            Failure::new(exit::INTERNAL, why)
        })?;
        let (sender, heard) = mpsc::channel();
        if let Some(out) = child.stdout.take() {
            std::thread::spawn(move || pass_on(out, sender));
        }
        let worker = Worker {
            child,
            interrupt,
            limits,
        };
        Ok((worker, heard))
    }

    /// Takes what is heard of the worker until it is enough or nothing more is to come.
    pub fn listen<T, R>(
        &self,
        heard: &Receiver<T>,
        mut take: impl FnMut(T) -> Option<R>,
    ) -> Result<R, Silence> {
        loop {
            match heard.recv_timeout(POLL) {
                Ok(message) => {
                    if let Some(enough) = take(message) {
                        return Ok(enough);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Closed),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(limit) = self.limit() {
                return Err(Silence::Limit(limit));
            }
        }
    }

    /// The limit that has been met.
    fn limit(&self) -> Option<Limit> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Some(Limit::Interrupt);
        }
        let last = self.limits.deadline.and_then(|end| end.checked_add(GRACE));
        if last.is_some_and(|last| Instant::now() >= last) {
            return Some(Limit::Time);
        }
        let limit = self.limits.memory?;
        (resident_megabytes(self.child.id())? > limit).then_some(Limit::Memory(limit))
    }

    /// Ends the worker and everything that it started.
    pub fn end(&mut self) -> Option<ExitStatus> {
        // The worker has not been waited for, so the id is still its own and its group's. One that
        // has ended needs no signal.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        self.child.wait().ok()
    }

    /// The status of a worker that has closed its output, and so is about to end, or is ended.
    pub(crate) fn end_soon(&mut self) -> Option<ExitStatus> {
        let patience = Instant::now() + GRACE;
        while Instant::now() < patience {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        self.end()
    }
}

fn spawn(command: &str, options: &[&OsStr], arguments: &[OsString]) -> std::io::Result<Child> {
    Command::new(std::env::current_exe()?)
        .arg(format!("--color={}", colour::choice().word()))
        .arg(format!("{command}{WORKER}"))
        .args(options)
        .args(args::after_command(arguments))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .process_group(0)
        .spawn()
}

/// The memory that a process holds, where the system tells.
fn resident_megabytes(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1_024 / 1_000_000)
}

/// What a worker that ended without a result died of.
pub fn crashed(status: Option<ExitStatus>) -> Failure {
    let how = match status.map(|s| (s.code(), s.signal())) {
        // It has printed the message of a panic itself.
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

/// How a worker ended whose output is its result.
pub enum End {
    /// With what it printed and its exit status.
    Done(String, u8),
    /// At a limit.
    Limit(Limit),
}

/// Has the worker of a command do what the arguments say. Messages of the worker have gone to
/// standard error; no part of what it printed is shown if it did not end by itself.
pub fn guarded(command: &str, arguments: &[OsString], limits: Limits) -> Result<End, Failure> {
    let (mut worker, printed) = Worker::start(command, &[], arguments, limits, read_all)?;
    let text = match worker.listen(&printed, Some) {
        Ok(text) => text,
        Err(Silence::Closed) => String::new(),
        Err(Silence::Limit(limit)) => {
            worker.end();
            return Ok(End::Limit(limit));
        }
    };
    // A worker that has closed its output ends by itself.
    let status = worker.child.wait().ok();
    let code = status.and_then(|s| s.code());
    match code.and_then(|c| u8::try_from(c).ok()) {
        Some(code) => Ok(End::Done(text, code)),
        None => Err(crashed(status)),
    }
}

fn read_all(mut out: ChildStdout, to: Sender<String>) {
    let mut text = String::new();
    if out.read_to_string(&mut text).is_ok() {
        // A supervisor that has given up needs no text.
        let _ = to.send(text);
    }
}
