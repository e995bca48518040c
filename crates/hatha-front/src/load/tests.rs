use super::*;
use crate::diag::DiagKind;
use crate::lower::floating::IN_OTHER_MODES;

struct Project(tempfile::TempDir);

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().expect("a temporary directory");
        for (name, text) in files {
            std::fs::write(dir.path().join(name), text).expect("a temporary file");
        }
        Project(dir)
    }

    fn options(&self, files: &[&str]) -> LoadOptions {
        LoadOptions {
            files: files.iter().map(|f| self.0.path().join(f)).collect(),
            ..LoadOptions::default()
        }
    }

    /// A database of all the given files.
    fn with_database(self, files: &[&str]) -> Self {
        let dir = self.0.path().display().to_string();
        let entries: Vec<String> = files
            .iter()
            .map(|f| {
                format!(r#"{{"directory": "{dir}", "file": "{f}", "command": "cc -DK=7 -c {f}"}}"#)
            })
            .collect();
        let text = format!("[{}]", entries.join(","));
        std::fs::write(self.0.path().join("compile_commands.json"), text).expect("written");
        self
    }
}

fn loaded(options: &LoadOptions) -> Program {
    let mut sources = SourceMap::new();
    let program = load_into(options, &mut sources)
        .unwrap_or_else(|e| panic!("{}: {}", sources.describe(e.span), e.message));
    hatha_cfa::verify::verify(&program).unwrap_or_else(|e| panic!("malformed: {e:?}"));
    program
}

fn defines(program: &Program, name: &str) -> bool {
    program.procs.iter().any(|p| p.name == name && p.defined)
}

fn error(options: &LoadOptions) -> (DiagKind, String, String) {
    let e = load(options).expect_err("not a program");
    (
        e.kind,
        e.message.clone(),
        e.help.clone().unwrap_or_default(),
    )
}

#[test]
fn files_are_linked() {
    let p = Project::new(&[
        ("a.c", "int f(int); int main(void) { return f(1); }"),
        ("b.i", "int f(int x) { return x; }"),
    ]);
    let program = loaded(&p.options(&["a.c", "b.i"]));
    assert!(defines(&program, "main") && defines(&program, "f"));
}

#[test]
fn models_come_by_name_and_only_those_needed() {
    let p = Project::new(&[(
        "a.c",
        "#include <string.h>\nint main(void) { return (int)strlen(\"abc\"); }",
    )]);
    let program = loaded(&p.options(&["a.c"]));
    assert!(defines(&program, "strlen"));
    assert!(!defines(&program, "printf") && !defines(&program, "malloc"));
}

/// Whether a model says itself that it does not know something.
fn is_refused_by_a_model(why: &str) -> bool {
    let name = format!("__hatha_unsupported_{}", why.replace(' ', "_"));
    // The program below uses every function, those that set rounding modes included.
    why == IN_OTHER_MODES || MODELS.iter().any(|m| m.source.contains(&name))
}

#[test]
fn every_model_lowers() {
    let names: Vec<&str> = MODELS
        .iter()
        .flat_map(|m| models::defined_names(m.source))
        .collect();
    let objects = [
        "stdin",
        "stdout",
        "stderr",
        "environ",
        "__environ",
        "optarg",
        "optind",
        "opterr",
        "optopt",
        "__errno_object",
    ];
    let functions = names.iter().filter(|n| !objects.contains(n));
    let uses: String = functions
        .map(|n| format!("extern int {n}(); p = (void *){n};\n"))
        .collect();
    let environ = "extern char **environ, **__environ; p = &environ; p = &__environ;";
    let text = format!("int main(void) {{ void *p; {uses} {environ} return p == 0; }}");
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        let p = Project::new(&[("a.i", &text)]);
        let options = LoadOptions {
            data_model: Some(data_model),
            ..p.options(&["a.i"])
        };
        let program = loaded(&options);
        for name in &names {
            let var = program.vars.iter().any(|v| v.name == *name);
            assert!(defines(&program, name) || var, "{name}");
        }
        let mut edges = program.procs.iter().flat_map(|p| &p.edges);
        let unsupported = edges.find_map(|e| match &e.op {
            hatha_cfa::Op::Unsupported(why) if !is_refused_by_a_model(why) => Some(why.clone()),
            _ => None,
        });
        assert_eq!(unsupported, None);
    }
}

#[test]
fn the_users_functions_come_before_models() {
    let p = Project::new(&[(
        "a.c",
        "int strcmp(const char *a, const char *b) { return 7; }
         unsigned long strlen(const char *);
         int main(void) { return strcmp(\"\", \"\") + (int)strlen(\"\"); }",
    )]);
    let program = loaded(&p.options(&["a.c"]));
    let strcmp: Vec<_> = program
        .procs
        .iter()
        .filter(|p| p.name == "strcmp")
        .collect();
    assert_eq!(strcmp.len(), 1);
    assert!(!strcmp[0].model);
}

#[test]
fn without_main_the_candidates_are_listed() {
    let p = Project::new(&[(
        "a.c",
        "int f(void) { return 1; } static int g(void) { return f(); }",
    )]);
    let (kind, message, help) = error(&p.options(&["a.c"]));
    assert_eq!(kind, DiagKind::BadInput);
    assert!(message.contains("`main`"), "{message}");
    assert!(help.contains('f') && !help.contains('g'), "{help}");
    let options = LoadOptions {
        entry: Some("f".to_owned()),
        ..p.options(&["a.c"])
    };
    assert!(defines(&loaded(&options), "f"));
}

#[test]
fn bad_files_are_reported() {
    let p = Project::new(&[("empty.c", ""), ("bad.c", "int main(void) { return x y; }")]);
    assert!(
        error(&p.options(&["empty.c"]))
            .1
            .starts_with("nothing to check")
    );
    assert!(error(&p.options(&["bad.c"])).1.starts_with("syntax error"));
    assert_eq!(error(&p.options(&["none.c"])).0, DiagKind::NoInput);
    assert_eq!(error(&p.options(&["."])).0, DiagKind::NoInput);
    assert_eq!(error(&LoadOptions::default()).0, DiagKind::NoInput);
}

#[test]
fn errors_in_headers_can_be_quoted() {
    let p = Project::new(&[
        ("h.h", "int ok;\nint bad bad;\n"),
        ("a.c", "#include \"h.h\"\nint main(void) { return 0; }"),
    ]);
    let mut sources = SourceMap::new();
    let e = load_into(&p.options(&["a.c"]), &mut sources).expect_err("a syntax error");
    assert_eq!(sources.line(e.span.file, e.span.line), Some("int bad bad;"));
}

#[test]
fn only_the_units_that_are_needed_come_from_a_project() {
    let files = [
        (
            "one.c",
            "int help(void); int main(void) { return help() + K; }",
        ),
        (
            "two.c",
            "int other(void); int main(void) { return other(); }",
        ),
        ("help.c", "int help(void) { return 1; }"),
        ("other.c", "int other(void) { return 2; }"),
        (
            "help2.c",
            "int help(void) { return 3; } int main(void) { return 0; }",
        ),
    ];
    let all: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    let p = Project::new(&files).with_database(&all);
    let options = LoadOptions {
        compile_commands: Some(p.0.path().to_owned()),
        ..p.options(&["one.c"])
    };
    let program = loaded(&options);
    assert!(defines(&program, "main") && defines(&program, "help"));
    assert!(!defines(&program, "other"));
    let alone = LoadOptions {
        alone: true,
        ..options.clone()
    };
    let program = loaded(&alone);
    assert!(defines(&program, "main") && !defines(&program, "help"));
    let by_entry = LoadOptions {
        entry: Some("other".to_owned()),
        files: Vec::new(),
        ..options
    };
    let program = loaded(&by_entry);
    assert!(defines(&program, "other") && !defines(&program, "help"));
}

#[test]
fn units_for_different_targets_are_not_joined() {
    let p = Project::new(&[
        ("a.c", "int main(void) { return 0; }"),
        ("b.c", "int f(void) { return 0; }"),
    ]);
    let dir = p.0.path().display().to_string();
    let text = format!(
        r#"[{{"directory": "{dir}", "file": "a.c", "command": "cc -m64 a.c"}},
            {{"directory": "{dir}", "file": "b.c", "command": "cc -m32 b.c"}}]"#
    );
    std::fs::write(p.0.path().join("compile_commands.json"), text).expect("written");
    let options = LoadOptions {
        compile_commands: Some(p.0.path().to_owned()),
        ..p.options(&["a.c", "b.c"])
    };
    assert!(error(&options).1.contains("different targets"));
}

#[test]
fn the_header_gives_way_to_hathas_meaning() {
    let header = concat!(env!("CARGO_MANIFEST_DIR"), "/../../include");
    let p = Project::new(&[(
        "a.c",
        "#include <hatha.h>
         int main(void) { int x = hatha_any_int(); hatha_assume(x > 1); hatha_assert(x > 0); return 0; }",
    )]);
    let options = LoadOptions {
        flags: vec![format!("-I{header}")],
        ..p.options(&["a.c"])
    };
    let program = loaded(&options);
    assert!(!defines(&program, "hatha_any_int") && !defines(&program, "hatha_assume"));
    assert!(!defines(&program, "exit"));
}

#[test]
fn a_library_function_is_left_without_a_body_if_asked() {
    let p = Project::new(&[(
        "a.c",
        "#include <stdio.h>
         #include <string.h>
         int main(int n, char **v) { fputs(v[0], stdout); return strlen(v[0]) > 3; }",
    )]);
    let options = LoadOptions {
        without_models: vec!["fp*".to_owned()],
        ..p.options(&["a.c"])
    };
    let program = loaded(&options);
    assert!(defines(&program, "strlen") && !defines(&program, "fputs"));
    assert!(defines(&loaded(&p.options(&["a.c"])), "fputs"));
}
