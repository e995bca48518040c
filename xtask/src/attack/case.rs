//! A case: everything that hatha and the native side need, as text.

use crate::Result;
use std::path::Path;

/// Widths of the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// `long` and pointers of 64 bits.
    Lp64,
    /// `int`, `long` and pointers of 32 bits.
    Ilp32,
}

impl Model {
    /// As hatha spells it.
    pub fn name(self) -> &'static str {
        match self {
            Model::Lp64 => "lp64",
            Model::Ilp32 => "ilp32",
        }
    }

    /// As gcc spells it.
    pub fn flag(self) -> &'static str {
        match self {
            Model::Lp64 => "-m64",
            Model::Ilp32 => "-m32",
        }
    }
}

/// A file of a case.
#[derive(Clone)]
pub struct File {
    /// Its name in the folder of the case.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Whether hatha sees it; others are the rest of the program, or data.
    pub given: bool,
}

/// A question to hatha with what is needed to find out the truth.
#[derive(Clone)]
pub struct Case {
    /// The data model.
    pub model: Model,
    /// Its files.
    pub files: Vec<File>,
    /// Options of `hatha check` beside the data model and the limits.
    pub options: Vec<String>,
    /// What the native side is told, for each area in its own way: definitions for the
    /// compiler, sets of options, and so on.
    pub native: Vec<String>,
}

impl Case {
    /// A case with one program.
    pub fn program(model: Model, text: String) -> Self {
        Case {
            model,
            files: vec![File {
                name: "program.c".to_owned(),
                text,
                given: true,
            }],
            options: Vec::new(),
            native: Vec::new(),
        }
    }

    /// Adds a file that hatha does not see.
    pub fn with_hidden(mut self, name: &str, text: String) -> Self {
        self.files.push(File {
            name: name.to_owned(),
            text,
            given: false,
        });
        self
    }

    /// Names of the files that hatha sees.
    pub fn given(&self) -> impl Iterator<Item = &str> {
        self.files
            .iter()
            .filter(|f| f.given)
            .map(|f| f.name.as_str())
    }

    /// Writes the files into a folder.
    pub fn write(&self, folder: &Path) -> Result {
        for file in &self.files {
            let path = folder.join(&file.name);
            std::fs::write(&path, &file.text).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        Ok(())
    }
}
