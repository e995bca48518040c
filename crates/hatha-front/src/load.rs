//! Temporary loader.
use crate::diag::{Diagnostic, Result};
use crate::preprocess::{self, DataModel};
use crate::{lower, parse, sema};
use hatha_cfa::{Program, SourceMap, Span, TypeTable};
use std::path::PathBuf;

/// What to load.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// Files.
    pub files: Vec<PathBuf>,
    /// Flags.
    pub flags: Vec<String>,
    /// Data model.
    pub data_model: Option<DataModel>,
    /// Compile commands.
    pub compile_commands: Option<PathBuf>,
    /// Entry.
    pub entry: String,
}

/// Loads.
pub fn load(o: &LoadOptions, sources: &mut SourceMap) -> Result<Program> {
    let options = preprocess::Options {
        flags: o.flags.clone(),
        data_model: o.data_model,
        ..Default::default()
    };
    let target = if o.files.iter().all(|f| preprocess::is_preprocessed(f)) {
        preprocess::fixed_target(o.data_model.unwrap_or(DataModel::Lp64))
    } else {
        preprocess::target(&options)?
    };
    let mut types = TypeTable::new();
    let mut units = Vec::new();
    for f in &o.files {
        let bytes = preprocess::read(f, &options, sources)?;
        let parsed = parse::parse(
            &parse::Text {
                name: &f.to_string_lossy(),
                bytes: &bytes,
            },
            sources,
        )?;
        units.push(sema::analyse(&parsed, &mut types, &target, false)?);
    }
    let missing = lower::undefined(&units);
    if std::env::var_os("HATHA_DEBUG").is_some() {
        eprintln!("{missing:?}");
    }
    let _ = Diagnostic::error(Span::NONE, "");
    lower::lower(units, types, target, sources.clone())
}
