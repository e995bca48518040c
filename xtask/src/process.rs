//! Child processes with a time limit, and where the tools are.
//!
//! **Invariant.** A child started here has ended, or been killed by its id,
//! when the function returns.

use crate::Result;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a finished child left.
pub struct Finished {
    /// `None` if it was stopped at the limit.
    pub status: Option<ExitStatus>,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
    /// Wall time.
    pub seconds: f64,
    /// Processor time of the child and its children where that was limited: as last seen, so up to
    /// [`LONGEST_PAUSE`] too little.
    pub processor: f64,
}

impl Finished {
    /// The exit code as a shell shows it: 128 + signal for a killed child.
    pub fn code(&self) -> Option<i32> {
        use std::os::unix::process::ExitStatusExt;
        let status = self.status?;
        status.code().or_else(|| status.signal().map(|s| 128 + s))
    }
}

/// Runs a command to its end or to the limit.
pub fn run(command: &mut Command, stdin: &[u8], limit: Duration) -> Result<Finished> {
    run_within(command, stdin, &Limits::wall(limit))
}

/// What a child may take.
pub struct Limits {
    /// Time by the clock, after which it is killed.
    wall: Duration,
    /// Processor time of the child and everything that it started, after which it is interrupted
    /// as by Ctrl-C: then it has [`AFTER_INTERRUPT`] to say what it knows.
    processor: Option<Duration>,
}

/// Time of a child between its interruption and its end.
const AFTER_INTERRUPT: Duration = Duration::from_secs(10);

impl Limits {
    /// A limit by the clock alone.
    pub fn wall(wall: Duration) -> Self {
        Limits {
            wall,
            processor: None,
        }
    }

    /// Processor time, on a machine with other work, with a limit by the clock for what sleeps.
    pub fn processor(processor: Duration, wall: Duration) -> Self {
        Limits {
            wall,
            processor: Some(processor),
        }
    }
}

/// Runs a command to its end or to one of the limits.
pub fn run_within(command: &mut Command, stdin: &[u8], limits: &Limits) -> Result<Finished> {
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("cannot start {:?}: {e}", command.get_program()))?;
    let out = drain(child.stdout.take());
    let err = drain(child.stderr.take());
    if let Some(mut pipe) = child.stdin.take() {
        // A child that does not read its input closes the pipe; that is its right.
        let _ = pipe.write_all(stdin);
    }
    let mut processor = 0.0;
    let status = wait(&mut child, limits, &mut processor)?;
    let seconds = start.elapsed().as_secs_f64();
    let collect = |handle: thread::JoinHandle<Vec<u8>>| handle.join().unwrap_or_default();
    Ok(Finished {
        status,
        stdout: collect(out),
        stderr: collect(err),
        seconds,
        processor,
    })
}

fn drain(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // A read error means the child is gone; what came before still counts.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

/// How long a child is not looked at.
const LONGEST_PAUSE: Duration = Duration::from_millis(20);

fn wait(child: &mut Child, limits: &Limits, processor: &mut f64) -> Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut end = limits.wall;
    let mut may_interrupt = true;
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(limit) = limits.processor {
            *processor = processor_seconds(child.id()).max(*processor);
            if may_interrupt && *processor > limit.as_secs_f64() {
                interrupt(child.id())?;
                may_interrupt = false;
                end = end.min(start.elapsed() + AFTER_INTERRUPT);
            }
        }
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            return Ok(Some(status));
        }
        if start.elapsed() > end {
            child.kill().map_err(|e| e.to_string())?;
            child.wait().map_err(|e| e.to_string())?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Sends the signal of Ctrl-C to a child that has not been waited for, so that the id is its own.
fn interrupt(id: u32) -> Result {
    let status = Command::new("kill")
        .args(["-INT", &id.to_string()])
        .stderr(Stdio::null())
        .status();
    status
        .map(|_| ())
        .map_err(|e| format!("cannot run kill: {e}"))
}

/// Processor time of a process and all its children, also those that have ended; nothing where the
/// system does not tell.
fn processor_seconds(id: u32) -> f64 {
    /// Of the clock that `/proc` counts in, on every Linux.
    const TICKS_PER_SECOND: f64 = 100.0;
    let read = |name: &str| std::fs::read_to_string(format!("/proc/{id}/{name}")).ok();
    // The name of the program, in brackets, may have blanks.
    let stat = read("stat").unwrap_or_default();
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    // utime, stime, cutime, cstime.
    let ticks = fields.split_whitespace().skip(11).take(4);
    let own: f64 = ticks.filter_map(|t| t.parse::<f64>().ok()).sum();
    own / TICKS_PER_SECOND + children(id).into_iter().map(processor_seconds).sum::<f64>()
}

/// The processes that the threads of a process have started.
fn children(id: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{id}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let lists = threads.filter_map(|t| std::fs::read_to_string(t.path().join("children")).ok());
    lists
        .flat_map(|list| {
            list.split_whitespace()
                .filter_map(|c| c.parse().ok())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Seconds of processor time of all children that have ended, theirs included, in hundredths; `None`
/// where the system does not say. Under load the clock says nothing about a program.
pub fn seconds_of_ended_children() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name may hold anything; behind it the fields are numbers, of which the system counts the
    // 16th and 17th of all in ticks of a hundredth.
    let fields = stat.rsplit_once(')')?.1;
    let ticks = fields.split_whitespace().skip(13).take(2);
    let ticks: Vec<f64> = ticks.filter_map(|t| t.parse().ok()).collect();
    (ticks.len() == 2).then(|| ticks.iter().sum::<f64>() / 100.0)
}

/// Runs a command as [`run`] does; its processor time takes the place of the clock's.
pub fn run_measured(command: &mut Command, limit: Duration) -> Result<Finished> {
    let before = seconds_of_ended_children();
    let mut done = run(command, b"", limit)?;
    if let Some((before, after)) = before.zip(seconds_of_ended_children()) {
        done.seconds = after - before;
    }
    Ok(done)
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies below the root")
        .to_path_buf()
}

/// Builds hatha in release mode and gives the path of its binary; `$HATHA` names another one to use.
pub fn build_hatha() -> Result<PathBuf> {
    if let Some(path) = std::env::var_os("HATHA") {
        return Ok(PathBuf::from(path));
    }
    let status = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--package", "hatha"])
        .current_dir(root())
        .status()
        .map_err(|e| format!("cannot run cargo: {e}"))?;
    if !status.success() {
        return Err("hatha does not build".to_owned());
    }
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    Ok(target.join("release").join("hatha"))
}

/// Whether a program is on the path.
pub fn available(program: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|dir| dir.join(program).is_file()))
}

/// Puts a text between its marks in a file.
pub fn replace_between(file: &Path, begin: &str, end: &str, text: &str) -> Result {
    let name = file.display();
    let page = std::fs::read_to_string(file).map_err(|e| format!("{name}: {e}"))?;
    let parts = page
        .split_once(begin)
        .and_then(|(head, rest)| Some((head, rest.split_once(end)?.1)));
    let (head, tail) = parts.ok_or_else(|| format!("{name} has no place for the text"))?;
    let page = format!("{head}{begin}{text}{end}{tail}");
    std::fs::write(file, page).map_err(|e| format!("{name}: {e}"))
}

#[cfg(test)]
mod tests {
    use super::{Limits, run_within};
    use std::process::Command;
    use std::time::Duration;

    fn shell(script: &str, processor: u64) -> super::Finished {
        let mut command = Command::new("sh");
        let limits = Limits::processor(Duration::from_secs(processor), Duration::from_secs(60));
        run_within(command.args(["-c", script]), b"", &limits).expect("a shell")
    }

    #[test]
    fn what_takes_more_processor_time_is_interrupted() {
        let done = shell("trap 'echo known; exit 3' INT; while :; do :; done", 1);
        assert_eq!((done.code(), &done.stdout[..]), (Some(3), &b"known\n"[..]));
        assert!(done.processor >= 1.0);
        assert_eq!(shell("sleep 2; echo slept", 1).code(), Some(0));
    }
}
