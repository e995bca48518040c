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
    let status = wait(&mut child, limit)?;
    let seconds = start.elapsed().as_secs_f64();
    let collect = |handle: thread::JoinHandle<Vec<u8>>| handle.join().unwrap_or_default();
    Ok(Finished {
        status,
        stdout: collect(out),
        stderr: collect(err),
        seconds,
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

fn wait(child: &mut Child, limit: Duration) -> Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            child.kill().map_err(|e| e.to_string())?;
            child.wait().map_err(|e| e.to_string())?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Seconds of processor time of all children that have ended, theirs included, in hundredths; `None`
/// where the system does not say. Under load the clock says nothing about a program.
pub fn processor_seconds() -> Option<f64> {
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
    let before = processor_seconds();
    let mut done = run(command, b"", limit)?;
    if let Some((before, after)) = before.zip(processor_seconds()) {
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
