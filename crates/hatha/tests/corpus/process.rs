//! Running a command to its end, with a generous limit against hangs.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(120);

/// What a command left.
pub struct Ran {
    /// The exit status as a shell shows it; `None` if it was stopped.
    pub status: Option<i32>,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
}

impl Ran {
    /// Standard error as text.
    pub fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }

    /// All of it, for a failure message.
    pub fn describe(&self) -> String {
        let stdout = String::from_utf8_lossy(&self.stdout);
        format!(
            "got status {:?}\nstdout:\n{stdout}\nstderr:\n{}",
            self.status,
            self.stderr_text()
        )
    }
}

/// Runs a command.
pub fn run(command: &mut Command, stdin: &[u8]) -> Result<Ran, String> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("cannot start {:?}: {e}", command.get_program()))?;
    let out = drain(child.stdout.take());
    let err = drain(child.stderr.take());
    if let Some(mut pipe) = child.stdin.take() {
        // A program need not read its input.
        let _ = pipe.write_all(stdin);
    }
    let status = wait(&mut child)?;
    let collect = |h: thread::JoinHandle<Vec<u8>>| h.join().unwrap_or_default();
    Ok(Ran {
        status,
        stdout: collect(out),
        stderr: collect(err),
    })
}

fn drain(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What came before an error still counts.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

fn wait(child: &mut Child) -> Result<Option<i32>, String> {
    use std::os::unix::process::ExitStatusExt;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            return Ok(status.code().or_else(|| status.signal().map(|s| 128 + s)));
        }
        if start.elapsed() > LIMIT {
            child.kill().map_err(|e| e.to_string())?;
            child.wait().map_err(|e| e.to_string())?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(2));
    }
}
