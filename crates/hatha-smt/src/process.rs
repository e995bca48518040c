//! A child process that is written to and read from line by line, without ever
//! waiting for longer than it is told.

use crate::sexpr::Balance;
use crate::solver::{Budget, Reason};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// How often a waiting check looks at its interrupt flag.
const POLL: Duration = Duration::from_millis(20);

/// A running solver. It is killed when dropped.
///
/// Threads of our own feed it and take in its answers, because a solver that
/// neither reads nor writes would block us for ever on a full pipe. They end
/// with the pipes, which end with the child.
pub(crate) struct Process {
    child: Child,
    commands: Sender<String>,
    lines: Receiver<String>,
}

impl Process {
    /// Starts the program.
    pub(crate) fn start(program: &str, args: &[String]) -> std::io::Result<Process> {
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let closed = || std::io::Error::other("a pipe to the solver is closed");
        let stdin = child.stdin.take().ok_or_else(closed)?;
        let stdout = child.stdout.take().ok_or_else(closed)?;
        let (commands, to_write) = mpsc::channel();
        let (read, lines) = mpsc::channel();
        std::thread::spawn(move || feed(stdin, to_write));
        std::thread::spawn(move || take_in(stdout, read));
        Ok(Process {
            child,
            commands,
            lines,
        })
    }

    /// Sends text.
    pub(crate) fn send(&mut self, text: &str) -> Result<(), Reason> {
        let closed = |_| Reason::Unavailable("it has ended".into());
        self.commands.send(text.to_owned()).map_err(closed)
    }

    /// The next complete answer: an atom or a balanced list.
    pub(crate) fn answer(&mut self, budget: &Budget, patience: Duration) -> Result<String, Reason> {
        let end = Instant::now() + patience;
        let mut balance = Balance::default();
        let mut text = String::new();
        loop {
            let line = self.line(budget, end)?;
            text.push_str(&line);
            text.push('\n');
            if balance.feed(&line) {
                return Ok(text.trim().to_owned());
            }
        }
    }

    fn line(&mut self, budget: &Budget, end: Instant) -> Result<String, Reason> {
        loop {
            match self.lines.recv_timeout(POLL) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => {
                    let text = "it has ended";
                    return Err(Reason::Unavailable(text.into()));
                }
                Err(RecvTimeoutError::Timeout) if budget.is_interrupted() => {
                    return Err(Reason::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() >= end => {
                    let text = "it did not answer in time";
                    return Err(Reason::Unavailable(text.into()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// A command that writes to a pipe whose reader is gone is ended by a signal,
/// unless it blocks it: then the write fails. The signal goes to the thread that
/// writes, so that nothing else changes for the program that we are part of.
fn block_pipe_signal() {
    // SAFETY: the set is initialised by the first call before the others read it, and all
    // arguments are valid; failure leaves the mask as it is.
    #[expect(
        unsafe_code,
        reason = "the standard library has no way to block a signal"
    )]
    unsafe {
        let mut set = std::mem::MaybeUninit::<libc::sigset_t>::uninit();
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), libc::SIGPIPE);
        libc::pthread_sigmask(libc::SIG_BLOCK, set.as_ptr(), std::ptr::null_mut());
    }
}

fn feed(mut stdin: impl Write, commands: Receiver<String>) {
    block_pipe_signal();
    for command in commands {
        let written = stdin.write_all(command.as_bytes());
        if written.and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn take_in(stdout: impl Read, lines: Sender<String>) {
    for line in BufReader::new(stdout).lines() {
        let sent = line.map(|line| lines.send(line).is_ok());
        if !sent.unwrap_or(false) {
            return;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Failure means that it has ended already; either way it is reaped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
