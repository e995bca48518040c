//! Files of C++: hatha reads C, and says so of a file that is something else.
//!
//! **Invariant.** A file whose name says that it is C++ has no verdict: what both languages accept may
//! mean different things in them (`sizeof 'a'`, say).

use super::exit::{self, Failure};
use hatha_cfa::SourceMap;
use hatha_front::diag::Diagnostic;
use std::path::Path;

/// What names of such files end with.
const EXTENSIONS: [&str; 9] = ["cc", "cp", "cpp", "cxx", "c++", "C", "hh", "hpp", "hxx"];
/// Lines that begin like this are no C, nor is anything that a macro would make of them.
const BEGINNINGS: [&str; 9] = [
    "class ",
    "namespace ",
    "template",
    "using ",
    "public:",
    "private:",
    "protected:",
    "virtual ",
    "extern \"C\"",
];
/// Headers without an ending that are often included first.
const HEADERS: [&str; 10] = [
    "algorithm",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "iostream",
    "memory",
    "string",
    "vector",
];

/// Whether the name of a file says that it is C++.
pub(super) fn is_named_so(file: &Path) -> bool {
    let extension = file.extension().and_then(|e| e.to_str());
    extension.is_some_and(|e| EXTENSIONS.contains(&e))
}

/// That a file is not read.
pub(super) fn refusal(file: &Path) -> Failure {
    let why = format!(
        "error: `{}` is a C++ file: hatha reads C\n  = help: if it is C, give it a name that ends with .c",
        file.display()
    );
    Failure::new(exit::BAD_INPUT, why)
}

/// Help for a diagnostic whose line is one of C++.
pub(super) fn help(diagnostic: &Diagnostic, sources: &SourceMap) -> Option<String> {
    let span = diagnostic.span;
    let line = sources.line(span.file, span.line)?;
    is_line(line).then(|| "this looks like C++: hatha reads C".to_owned())
}

/// Whether a line is one of C++, as far as its beginning says that.
fn is_line(line: &str) -> bool {
    let line = line.trim_start();
    if let Some(directive) = line.strip_prefix('#') {
        let included = directive.trim_start().strip_prefix("include");
        let name = included.map(|i| i.trim().trim_matches(['<', '>', '"']));
        return name.is_some_and(|n| HEADERS.contains(&n));
    }
    let is_scope = |text: &str| text.contains("::") && !text.contains('"');
    BEGINNINGS.iter().any(|b| line.starts_with(b)) || is_scope(line)
}

#[cfg(test)]
mod tests {
    use super::{is_line, is_named_so};
    use std::path::Path;

    #[test]
    fn names_and_lines_are_told_apart() {
        for name in ["a.cpp", "a.cc", "a.C", "dir.c/a.hpp"] {
            assert!(is_named_so(Path::new(name)), "{name}");
        }
        for name in ["a.c", "a.i", "a.h", "cpp"] {
            assert!(!is_named_so(Path::new(name)), "{name}");
        }
        for line in [
            "class A {",
            " #include <vector>",
            "std::string s;",
            "template<class T>",
        ] {
            assert!(is_line(line), "{line}");
        }
        for line in [
            "int class = 3;",
            "#include <string.h>",
            "puts(\"a::b\");",
            "x = a ? b : c;",
        ] {
            assert!(!is_line(line), "{line}");
        }
    }
}
