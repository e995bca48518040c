//! A command that runs beside the server.
//!
//! **Invariant.** A command is in a group of its own and is ended by its id, and only before it has been
//! waited for: so the id is still its own. It also ends when its standard input is closed, which the
//! end of the server does, whatever ends that.

use crossbeam_channel::Sender;
use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// The longest complaint that is kept.
const LONGEST_COMPLAINT: u64 = 64 * 1024;

/// The number of a command.
pub(crate) type Id = u64;

/// What a command does.
#[derive(Debug)]
pub(crate) enum Event {
    /// It has printed a line.
    Line(Id, String),
    /// It has ended.
    End(Id, End),
}

/// How a command has ended.
#[derive(Debug)]
pub(crate) struct End {
    /// Its exit status, if it ended by itself.
    pub status: Option<i32>,
    /// What it has printed on standard error.
    pub complaint: String,
}

/// A command that has been started; it is ended when this is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Arc<Mutex<Option<Child>>>,
}

impl Process {
    /// Starts a command in a folder; what it does is sent with its number.
    pub(crate) fn start(
        command: &Path,
        arguments: &[OsString],
        folder: &Path,
        id: Id,
        events: Sender<Event>,
    ) -> std::io::Result<Process> {
        let mut child = Command::new(command)
            .args(arguments)
            .current_dir(folder)
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let (out, complaints) = (child.stdout.take(), child.stderr.take());
        let child = Arc::new(Mutex::new(Some(child)));
        let process = Process {
            child: Arc::clone(&child),
        };
        std::thread::spawn(move || {
            let complaint = std::thread::spawn(move || complaints.map(complaint));
            let lines = out.into_iter().flat_map(|out| BufReader::new(out).lines());
            for line in lines.map_while(Result::ok) {
                // The server is gone: nobody waits for more.
                if events.send(Event::Line(id, line)).is_err() {
                    break;
                }
            }
            let complaint = complaint.join().ok().flatten().unwrap_or_default();
            let status = waited(&child);
            let _ = events.send(Event::End(id, End { status, complaint }));
        });
        Ok(process)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(child) = &*child {
            // One that has ended needs no signal.
            let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
        }
    }
}

/// The status of a command that has closed its output. It is taken out before it is waited for, so
/// that nobody sends a signal to an id that is another's by then.
fn waited(child: &Mutex<Option<Child>>) -> Option<i32> {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    child.take()?.wait().ok()?.code()
}

fn complaint(from: ChildStderr) -> String {
    let mut bytes = Vec::new();
    let mut from = from.take(LONGEST_COMPLAINT);
    let _ = from.read_to_end(&mut bytes);
    // The rest is read so that the command does not wait.
    let _ = std::io::copy(&mut from.into_inner(), &mut std::io::sink());
    String::from_utf8_lossy(&bytes).into_owned()
}
