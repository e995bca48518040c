//! Where the constructs of a program stand in the files that the user wrote.

use super::construct::{Kind, constructs};
use super::{Instrumenter, Observers, Place};
use crate::diag::Result;
use crate::load::LoadOptions;
use crate::parse::{self, Text};
use crate::preprocess;
use crate::stack::on_large_stack;
use hatha_cfa::SourceMap;
use std::ops::Range;

/// A construct of the program.
#[derive(Clone, Debug)]
pub struct Site {
    /// What it is.
    pub kind: SiteKind,
    /// Where it stands: a branching at its keyword or `?`, a call at its closing parenthesis.
    pub place: Place,
    /// Where it starts in the file.
    pub begins: Place,
    /// Where it starts, as spans of the program have it: line and column; for a loop where its
    /// condition does.
    pub start: (u32, u32),
    /// Whether it is a `switch`.
    pub is_switch: bool,
    /// The function that it stands in.
    pub function: String,
}

/// The kinds of constructs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteKind {
    /// A statement or declaration.
    Statement,
    /// A condition or the operand of a `switch`.
    Branch,
    /// A loop whose condition comes before its body.
    Loop,
    /// A `do` loop.
    DoLoop,
    /// A call: of which function, and whether its arguments contain calls or branches.
    Call(Option<String>, bool),
}

/// Lists the constructs of the files of a program.
pub fn survey(options: &LoadOptions) -> Result<Vec<Site>> {
    on_large_stack(|| {
        let mut all = Vec::new();
        for file in &options.files {
            let how = preprocess::Options {
                compiler: options.compiler.clone(),
                flags: options.flags.clone(),
                data_model: options.data_model,
                directory: None,
                buffers: options.buffers.clone(),
            };
            let mut sources = SourceMap::new();
            let bytes = preprocess::read(file, &how, &mut sources)?;
            all.extend(unit(&file.to_string_lossy(), &bytes, &mut sources)?);
        }
        Ok(all)
    })
}

fn unit(name: &str, bytes: &[u8], sources: &mut SourceMap) -> Result<Vec<Site>> {
    let parsed = parse::parse(&Text { name, bytes }, sources)?;
    let found = constructs(&parsed.unit, &parsed.lines, bytes);
    let observers = Observers::default();
    let instrumenter = Instrumenter {
        observers: &observers,
        unit: name,
        text: bytes,
        parsed: &parsed,
        sources,
        found: &found,
    };
    let site = |c: &super::Construct| {
        let (start, kind) = read(&c.kind);
        let (_, line, column) = parsed.lines.position(start.start as u32);
        Some(Site {
            kind,
            place: instrumenter.written(c.at)?,
            begins: instrumenter.written(start.start)?,
            start: (line, column),
            is_switch: matches!(c.kind, Kind::Switch(..)),
            function: c.function.clone(),
        })
    };
    Ok(found.iter().filter_map(site).collect())
}

fn read(kind: &Kind) -> (Range<usize>, SiteKind) {
    match kind {
        Kind::Statement { range, .. } => (range.clone(), SiteKind::Statement),
        Kind::Branch(range) | Kind::Switch(range, _) => (range.clone(), SiteKind::Branch),
        Kind::Loop(cond, body, true) => (cond.clone().unwrap_or(body.clone()), SiteKind::DoLoop),
        Kind::Loop(cond, body, false) => (cond.clone().unwrap_or(body.clone()), SiteKind::Loop),
        Kind::Call {
            range,
            name,
            nested,
        } => (range.clone(), SiteKind::Call(name.clone(), *nested)),
    }
}
