//! Programs for the tests of this crate.

use hatha_cfa::Program;
use hatha_front::load::{LoadOptions, load};

/// The program of a preprocessed text, for the machine of the usual 64-bit compiler.
pub(crate) fn program(text: &str, entry: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.i");
    std::fs::write(&file, text).expect("the folder is ours");
    let options = LoadOptions {
        files: vec![file],
        data_model: Some(hatha_front::preprocess::DataModel::Lp64),
        entry: Some(entry.to_owned()),
        ..LoadOptions::default()
    };
    load(&options).expect("the program is in order")
}
