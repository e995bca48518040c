//! Where the program's output goes and its standard input comes from.

use std::collections::VecDeque;
use std::io::{Read, Write};

/// The outside world of a program: two output streams and one input stream.
pub trait Console {
    /// Takes bytes written to stdout (1) or stderr (2).
    fn write(&mut self, fd: i32, bytes: &[u8]);
    /// The next byte of standard input, `None` at its end.
    fn read(&mut self) -> Option<u8>;
    /// Passes on what is buffered; called when the run ends.
    fn flush(&mut self) {}
}

/// Keeps everything in memory.
#[derive(Clone, Debug, Default)]
pub struct Captured {
    /// What went to stdout.
    pub stdout: Vec<u8>,
    /// What went to stderr.
    pub stderr: Vec<u8>,
    /// What is left of stdin.
    pub stdin: VecDeque<u8>,
}

impl Captured {
    /// With this standard input.
    pub fn with_stdin(stdin: &[u8]) -> Self {
        Captured {
            stdin: stdin.iter().copied().collect(),
            ..Self::default()
        }
    }
}

impl Console for Captured {
    fn write(&mut self, fd: i32, bytes: &[u8]) {
        if fd == 2 {
            self.stderr.extend_from_slice(bytes);
        } else {
            self.stdout.extend_from_slice(bytes);
        }
    }

    fn read(&mut self) -> Option<u8> {
        self.stdin.pop_front()
    }
}

impl<C: Console + ?Sized> Console for &mut C {
    fn write(&mut self, fd: i32, bytes: &[u8]) {
        (**self).write(fd, bytes);
    }

    fn read(&mut self) -> Option<u8> {
        (**self).read()
    }

    fn flush(&mut self) {
        (**self).flush();
    }
}

/// The process's own streams. Output is buffered; stdout is passed on before stderr is
/// written and before stdin is waited for.
#[derive(Debug)]
pub struct Process {
    out: std::io::BufWriter<std::io::Stdout>,
    input: std::io::BufReader<std::io::Stdin>,
    /// Set when stdout can no longer be written.
    failed: bool,
}

impl Default for Process {
    fn default() -> Self {
        Process {
            out: std::io::BufWriter::new(std::io::stdout()),
            input: std::io::BufReader::new(std::io::stdin()),
            failed: false,
        }
    }
}

impl Process {
    /// Whether output was lost (a closed pipe).
    pub fn failed(&self) -> bool {
        self.failed
    }
}

impl Console for Process {
    fn write(&mut self, fd: i32, bytes: &[u8]) {
        let result = if fd == 2 {
            self.flush();
            std::io::stderr().write_all(bytes)
        } else {
            self.out.write_all(bytes)
        };
        self.failed |= result.is_err();
    }

    fn read(&mut self) -> Option<u8> {
        if self.input.buffer().is_empty() {
            self.flush();
        }
        let mut byte = [0];
        match self.input.read(&mut byte) {
            Ok(1) => Some(byte[0]),
            _ => None,
        }
    }

    fn flush(&mut self) {
        self.failed |= self.out.flush().is_err();
    }
}
