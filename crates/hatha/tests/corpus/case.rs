//! The header of a case.

use std::fmt;
use std::path::{Path, PathBuf};

/// A data model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Model {
    /// 64 bits.
    Lp64,
    /// 32 bits.
    Ilp32,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::Lp64 => "lp64",
            Model::Ilp32 => "ilp32",
        })
    }
}

/// How gcc confirms a fault.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Confirm {
    /// Address and undefined-behaviour sanitisers.
    Sanitize,
    /// valgrind.
    Valgrind,
    /// Nothing native sees it.
    Nothing,
}

/// What a program does.
pub enum Expect {
    /// It ends.
    Ends {
        /// With this status.
        status: i32,
        /// Having written this.
        stdout: String,
    },
    /// It is at fault.
    Fault {
        /// On this line.
        line: usize,
        /// In this way.
        kind: String,
        /// How that is confirmed.
        confirm: Confirm,
        /// The status of the native program, where it has one.
        status: Option<i32>,
    },
    /// It is no program.
    Error {
        /// Because of this line.
        line: usize,
        /// With these words in the message.
        fragment: String,
    },
}

/// A case.
pub struct Case {
    /// The file.
    pub path: PathBuf,
    /// Where it holds.
    pub models: Vec<Model>,
    /// Flags of the compiler.
    pub flags: Vec<String>,
    /// Arguments of the program.
    pub args: Vec<String>,
    /// Its input.
    pub stdin: Vec<u8>,
    /// What it does.
    pub expect: Expect,
}

impl Case {
    /// Reads a case; an unknown directive is an error, so that a typo cannot pass.
    pub fn read(path: &Path) -> Result<Case, String> {
        let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
        let mut raw = Raw::default();
        for line in text
            .lines()
            .filter_map(|l| l.trim_start().strip_prefix("//@"))
        {
            raw.directive(line)?;
        }
        let fault = fault_line(&text);
        Ok(Case {
            path: path.to_path_buf(),
            models: raw.models()?,
            expect: raw.expect(fault)?,
            flags: raw.flags,
            args: raw.args,
            stdin: raw.stdin,
        })
    }

    /// The name without its folders.
    pub fn file_name(&self) -> String {
        self.path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    }
}

fn fault_line(text: &str) -> Option<(usize, String)> {
    let mut lines = text.lines().enumerate();
    lines.find_map(|(i, l)| Some((i + 1, l.split_once("//~ fault:")?.1.trim().to_owned())))
}

#[derive(Default)]
struct Raw {
    status: Option<i32>,
    stdout: String,
    model: Option<String>,
    flags: Vec<String>,
    args: Vec<String>,
    stdin: Vec<u8>,
    error: Option<(usize, String)>,
    gcc: Option<String>,
}

impl Raw {
    fn directive(&mut self, line: &str) -> Result<(), String> {
        let (key, value) = line
            .split_once(':')
            .ok_or_else(|| format!("no key in '//@{line}'"))?;
        let value = value.strip_prefix(' ').unwrap_or(value);
        let words = || value.split_whitespace().map(str::to_owned);
        match key.trim() {
            "exit" => self.status = Some(value.trim().parse().map_err(|e| format!("exit: {e}"))?),
            "stdout" => self.stdout += &format!("{value}\n"),
            "data-model" => self.model = Some(value.trim().to_owned()),
            "flags" => self.flags.extend(words()),
            "args" => self.args.extend(words()),
            "stdin" => self.stdin.extend(format!("{value}\n").bytes()),
            "error" => self.error = Some(error_directive(value)?),
            "gcc" => self.gcc = words().next(),
            other => return Err(format!("unknown directive '{other}'")),
        }
        Ok(())
    }

    fn models(&self) -> Result<Vec<Model>, String> {
        match self.model.as_deref() {
            None | Some("both") => Ok(vec![Model::Lp64, Model::Ilp32]),
            Some("lp64") => Ok(vec![Model::Lp64]),
            Some("ilp32") => Ok(vec![Model::Ilp32]),
            Some(other) => Err(format!("unknown data model '{other}'")),
        }
    }

    fn expect(&self, fault: Option<(usize, String)>) -> Result<Expect, String> {
        if let Some((line, fragment)) = self.error.clone() {
            return Ok(Expect::Error { line, fragment });
        }
        let Some((line, kind)) = fault else {
            return Ok(Expect::Ends {
                status: self.status.unwrap_or(0),
                stdout: self.stdout.clone(),
            });
        };
        let confirm = match self.gcc.as_deref() {
            Some("sanitize") => Confirm::Sanitize,
            Some("valgrind") => Confirm::Valgrind,
            Some("none") => Confirm::Nothing,
            other => {
                return Err(format!(
                    "a fault needs 'gcc: sanitize|valgrind|none', not {other:?}"
                ));
            }
        };
        Ok(Expect::Fault {
            line,
            kind,
            confirm,
            status: self.status,
        })
    }
}

fn error_directive(value: &str) -> Result<(usize, String), String> {
    let (line, fragment) = value.split_once(':').ok_or("error: LINE: fragment")?;
    let line = line.trim().parse().map_err(|e| format!("error: {e}"))?;
    Ok((line, fragment.trim().to_lowercase()))
}
