//! Makes the table of the rules in `rules/`, so that adding one is adding a file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let manifest = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    let root = Path::new(&manifest).join("../../rules");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    for family in entries(&root) {
        println!("cargo::rerun-if-changed={}", family.display());
        let rules = entries(&family);
        files.extend(
            rules
                .into_iter()
                .filter(|f| f.extension().is_some_and(|e| e == "slic")),
        );
    }
    let mut table =
        String::from("/// All of them, sorted by name.\npub const ALL: &[Shipped] = &[\n");
    for file in files {
        let name = file.strip_prefix(&root).expect("it lies in there");
        let name = name.with_extension("");
        let path = file.canonicalize().expect("it was just listed");
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            table,
            "    Shipped {{ name: {:?}, text: include_str!({:?}) }},",
            name.display().to_string(),
            path.display().to_string()
        );
    }
    table.push_str("];\n");
    std::fs::write(Path::new(&out).join("library.rs"), table).expect("cargo's folder is writable");
}

/// What lies in a folder, sorted.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let list = std::fs::read_dir(folder);
    let mut all: Vec<PathBuf> = list
        .map(|l| l.filter_map(|e| Some(e.ok()?.path())).collect())
        .unwrap_or_default();
    all.sort();
    all
}
