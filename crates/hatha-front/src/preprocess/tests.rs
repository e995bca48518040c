use super::*;
use crate::diag::DiagKind;
use hatha_cfa::ByteOrder;

fn options(flags: &[&str]) -> Options {
    Options {
        flags: flags.iter().map(|&f| f.to_owned()).collect(),
        ..Options::default()
    }
}

fn temporary(name: &str, text: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join(name);
    std::fs::write(&path, text).expect("a temporary file");
    (dir, path)
}

#[test]
fn the_compilers_targets_are_the_constants() {
    let with = |data_model| {
        let options = Options {
            data_model: Some(data_model),
            ..Options::default()
        };
        machine(&options).expect("a compiler").0
    };
    assert_eq!(with(DataModel::Lp64), Target::lp64());
    assert_eq!(with(DataModel::Ilp32), Target::ilp32());
}

#[test]
fn flags_change_the_target() {
    let (t, _) = machine(&options(&["-funsigned-char", "-fshort-enums"])).expect("a compiler");
    assert!(!t.char_signed);
    assert!(t.short_enums);
    assert_eq!(t.byte_order, ByteOrder::Little);
}

#[test]
fn flags_change_the_dialect() {
    let dialect = |flags: &[&str]| machine(&options(flags)).expect("a compiler").1;
    assert!(dialect(&["-std=c99"]).is_plain(b"asm"));
    assert!(!dialect(&["-std=gnu99"]).is_plain(b"asm"));
    assert!(dialect(&["-std=gnu89"]).is_plain(b"restrict"));
    assert!(dialect(&["-fms-extensions"]).tagged_members);
    assert_eq!(dialect(&[]), Dialect::default());
}

#[test]
fn places_with_and_without_a_column() {
    assert_eq!(read_place("a.c:3:14"), Some(("a.c", 3, 14)));
    assert_eq!(read_place("C:/a.c:3"), Some(("C:/a.c", 3, 1)));
    assert_eq!(read_place("cc1"), None);
}

#[test]
fn flags_reach_the_preprocessor() {
    let (_dir, path) = temporary("a.c", b"int x = V;\n");
    let mut sources = SourceMap::new();
    let text = read(&path, &options(&["-DV=42"]), &mut sources).expect("preprocesses");
    assert!(String::from_utf8_lossy(&text).contains("int x = 42;"));
}

#[test]
fn preprocessed_files_are_read_as_they_are() {
    let (_dir, path) = temporary("a.i", b"int x = V; // no\n");
    let text = read(&path, &options(&["-DV=42"]), &mut SourceMap::new()).expect("reads");
    assert_eq!(text, b"int x = V; // no\n");
}

#[test]
fn a_missing_file_and_a_directory_are_no_input() {
    let (dir, path) = temporary("a.c", b"");
    for bad in [path.with_extension("h"), dir.path().to_owned()] {
        let e = read(&bad, &options(&[]), &mut SourceMap::new()).expect_err("not a file");
        assert_eq!(e.kind, DiagKind::NoInput);
    }
}

#[test]
fn a_missing_include_is_located() {
    let (_dir, path) = temporary("a.c", b"\n#include \"nothing.h\"\n");
    let mut sources = SourceMap::new();
    let e = read(&path, &options(&[]), &mut sources).expect_err("no such header");
    assert_eq!(e.kind, DiagKind::BadInput);
    assert!(e.message.contains("nothing.h"), "{}", e.message);
    assert_eq!((e.span.line, e.span.col), (2, 10));
    assert!(sources.describe(e.span).ends_with("a.c:2:10"));
}

#[test]
fn no_compiler_is_reported() {
    let (_dir, path) = temporary("a.c", b"int x;\n");
    let options = Options {
        compiler: Some("hatha-no-such-compiler".to_owned()),
        ..Options::default()
    };
    let e = read(&path, &options, &mut SourceMap::new()).expect_err("no compiler");
    assert!(
        e.message.contains("hatha-no-such-compiler"),
        "{}",
        e.message
    );
    assert!(e.help.is_some());
}

#[test]
fn the_text_of_a_buffer_stands_for_that_of_its_file() {
    let (dir, path) = temporary("a.c", b"int before;\n");
    std::fs::write(dir.path().join("a.h"), "int included;\n").expect("writable");
    let name = path.display();
    let text = format!("# 1 \"{name}\"\n#include \"a.h\"\nconst char *now = __FILE__;\n");
    let (_other, buffer) = temporary("text", text.as_bytes());
    let options = Options {
        buffers: vec![Buffer {
            file: path.clone(),
            text: buffer,
        }],
        ..Options::default()
    };
    let mut sources = SourceMap::new();
    let bytes = read(&path, &options, &mut sources).expect("it is C");
    let bytes = String::from_utf8_lossy(&bytes);
    assert!(bytes.contains("int included"), "{bytes}");
    assert!(bytes.contains(&format!("*now = \"{name}\"")), "{bytes}");
    assert!(!bytes.contains("before"), "{bytes}");
    let shown = sources.files().find(|(_, f)| f.name == name.to_string());
    let shown = shown.and_then(|(_, f)| f.text.clone()).unwrap_or_default();
    assert!(shown.starts_with("#include"), "{shown}");
}
