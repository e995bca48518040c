//! `hatha.h` is part of the command: it needs neither the source tree nor an installation.

use std::path::Path;
use std::process::{Command, Output};

/// A copy of the command in a folder, with another home.
fn hatha(command: &Path, home: &Path, temporary: &Path, args: &[&str]) -> Output {
    Command::new(command)
        .current_dir(temporary)
        .env_remove("XDG_CACHE_HOME")
        .env("HOME", home)
        .env("TMPDIR", temporary)
        .args(args)
        .output()
        .expect("the command runs")
}

#[test]
fn a_moved_command_has_its_header() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let command = dir.path().join("moved");
    std::fs::copy(env!("CARGO_BIN_EXE_hatha"), &command).expect("a copy");
    let text = "#include <hatha.h>\nint main(void) { hatha_assume(0); hatha_assert(0); }\n";
    std::fs::write(dir.path().join("a.c"), text).expect("writable");
    let home = dir.path().join("home");
    // The second home is no folder, and nothing can be made in it.
    for home in [home.as_path(), Path::new("/dev/null")] {
        let output = hatha(&command, home, dir.path(), &["check", "a.c"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let output = hatha(&command, &home, dir.path(), &["doctor"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let here = home.join(".cache/hatha-include-").display().to_string();
    assert!(text.contains(&here), "{text}");
}
