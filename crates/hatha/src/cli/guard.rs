//! A command whose work is done by a process of its own, which limits can end.
//!
//! **Invariant.** The worker has ended when [`guarded`] returns. A limit or a crash takes its
//! result away, whole: no part of what it printed is shown.

use super::exit::{self, Failure};
use super::supervisor::{GRACE, POLL, crashed, end_group, resident_megabytes, worker};
use super::{args, interrupt};
use std::ffi::OsString;
use std::io::Read;
use std::process::Child;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Instant;

/// What a worker may take.
pub struct Limits {
    /// When its time is over; it has a little more to say so itself.
    pub deadline: Option<Instant>,
    /// Megabytes.
    pub memory: Option<u64>,
}

/// How a worker ended.
pub enum End {
    /// With what it printed and its exit status.
    Done(String, u8),
    /// At a limit, in words.
    Limit(String),
}

/// Has the worker of a command do what the arguments say. Messages of the worker have gone to
/// standard error.
pub fn guarded(command: &str, arguments: &[OsString], limits: &Limits) -> Result<End, Failure> {
    let stop = interrupt::flag();
    let mut child = worker(command)
        .and_then(|mut c| c.args(args::after_command(arguments)).spawn())
        .map_err(|e| {
            let why = format!("internal error: cannot start a process: {e}");
            Failure::new(exit::INTERNAL, why)
        })?;
    let (sender, printed) = mpsc::channel();
    if let Some(mut out) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut text = String::new();
            let read = out.read_to_string(&mut text);
            // A supervisor that has given up needs no text.
            let _ = sender.send(read.map(|_| text));
        });
    }
    loop {
        match printed.recv_timeout(POLL) {
            Ok(text) => return finished(&mut child, text.unwrap_or_default()),
            Err(RecvTimeoutError::Disconnected) => return finished(&mut child, String::new()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let interrupted = stop
            .load(Ordering::Relaxed)
            .then(|| "interrupted".to_owned());
        if let Some(why) = interrupted.or_else(|| met(limits, child.id())) {
            end_group(child.id());
            // It has been killed; there is nothing to learn from how it ended.
            let _ = child.wait();
            return Ok(End::Limit(why));
        }
    }
}

fn met(limits: &Limits, process: u32) -> Option<String> {
    let late = |end: Instant| Instant::now() >= end + GRACE;
    if limits.deadline.is_some_and(late) {
        return Some("out of time".to_owned());
    }
    let limit = limits.memory?;
    let is_over = resident_megabytes(process)? > limit;
    is_over.then(|| format!("out of memory (more than {limit} MB)"))
}

/// A worker that has closed its output ends on its own.
fn finished(child: &mut Child, text: String) -> Result<End, Failure> {
    let status = child.wait().ok();
    let code = status
        .and_then(|s| s.code())
        .and_then(|c| u8::try_from(c).ok());
    match code {
        Some(code) => Ok(End::Done(text, code)),
        None => Err(crashed(status)),
    }
}
