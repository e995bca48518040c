//! What the world outside of the files may do: pointers that come from there, allocators and
//! compilers that lay objects out as they like; and that what is assumed about it is printed.

use serde_json::Value;
use std::process::Command;
use tempfile::TempDir;

const ENGINES: [&str; 6] = [
    "dash",
    "panda",
    "dart",
    "synergy",
    "cegar",
    "lee-yannakakis",
];

/// A folder with a program and a property file.
struct Case {
    folder: TempDir,
}

impl Case {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let head = "#include <assert.h>\n#include <stdint.h>\n#include <stdlib.h>\n\
                    extern void reach_error(void);\n";
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("the folder is ours");
        };
        write("program.c", &format!("{head}{text}\n"));
        write(
            "p.prp",
            "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
        );
        Case { folder }
    }

    /// The answer of `hatha check`.
    fn check(&self, args: &[&str]) -> Value {
        let output = Command::new(env!("CARGO_BIN_EXE_hatha"))
            .current_dir(self.folder.path())
            .args(["check", "program.c", "--format", "json", "--timeout", "20"])
            .args(args)
            .output()
            .expect("hatha starts");
        serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
    }

    fn verdict(&self, args: &[&str]) -> String {
        let answer = self.check(args);
        answer["verdict"].as_str().expect("a verdict").to_owned()
    }

    /// What the answer says that it assumes.
    fn assumed(&self, args: &[&str]) -> String {
        self.check(args)["assumptions"].to_string()
    }
}

/// A scalar global whose address the file does not take, and a pointer that may lead to it.
const MET: &str = "if (!p) return 0; g = 1; *p = 2; assert(g == 1); return 0;";

#[test]
fn a_pointer_from_outside_may_lead_to_a_global() {
    let entry: &[&str] = &["--entry", "f"];
    let reads =
        "int g; int f(int *p) { if (!p) return 0; int a = *p; g++; assert(*p == a); return 0; }";
    let cases: [(String, &[&str]); 8] = [
        (format!("int g; int f(int *p) {{ {MET} }}"), entry),
        (format!("extern int g; int f(int *p) {{ {MET} }}"), entry),
        (reads.to_owned(), entry),
        (format!("extern int *p; int g; int main(void) {{ {MET} }}"), &[]),
        (
            format!("int *p; int g; int main(void) {{ {MET} }}"),
            &["--globals", "any"],
        ),
        // Through a name that only the linker sees.
        (
            format!(
                "static int g; extern int other __attribute__((alias(\"g\"))); int f(int *p) {{ {MET} }}"
            ),
            entry,
        ),
        // The same under a rule that is about something else, and under a property.
        (
            format!("int g; int f(int *p) {{ {MET} }}"),
            &["--entry", "f", "--rule", "linux/spinlock", "--with-asserts"],
        ),
        (
            "int g; int f(int *p) { if (!p) return 0; g = 1; *p = 2; if (g != 1) reach_error(); return 0; }"
                .to_owned(),
            &["--entry", "f", "--property", "p.prp"],
        ),
    ];
    for (text, args) in cases {
        let case = Case::new(&text);
        for model in ["ilp32", "lp64"] {
            let args = [args, &["--data-model", model]].concat();
            assert_eq!(case.verdict(&args), "violated", "{text} {args:?}");
        }
    }
}

/// Not every engine finds the test, but none proves what does not hold.
#[test]
fn no_engine_proves_that_a_pointer_from_outside_leads_elsewhere() {
    let texts = [
        (format!("int g; int f(int *p) {{ {MET} }}"), "f"),
        (
            format!("extern int *getp(void); int g; int main(void) {{ int *p = getp(); {MET} }}"),
            "main",
        ),
        (
            format!("#include <unistd.h>\n#define g optind\nint f(int *p) {{ {MET} }}"),
            "f",
        ),
        (
            format!("#include <errno.h>\n#define g errno\nint f(int *p) {{ {MET} }}"),
            "f",
        ),
    ];
    for (text, entry) in texts {
        let case = Case::new(&text);
        for engine in ENGINES {
            for externals in ["havoc", "pure"] {
                let args = [
                    "--entry",
                    entry,
                    "--engine",
                    engine,
                    "--externals",
                    externals,
                ];
                assert_ne!(case.verdict(&args), "proved", "{text} {args:?}");
            }
        }
    }
}

#[test]
fn what_no_other_file_can_name_is_met_by_no_pointer() {
    let own = [
        format!("static int g; int f(int *p) {{ {MET} }}"),
        format!("int f(int *p) {{ static int g; {MET} }}"),
        format!("int f(int *p) {{ int g; {MET} }}"),
    ];
    for text in own {
        assert_eq!(
            Case::new(&text).verdict(&["--entry", "f"]),
            "proved",
            "{text}"
        );
    }
    // A whole program: every pointer is one of its own.
    let whole = format!("int g, h; int f(int *p) {{ {MET} }} int main(void) {{ return f(&h); }}");
    let answer = Case::new(&whole).check(&[]);
    assert_eq!(answer["verdict"], "proved");
    assert_eq!(answer["assumptions"].to_string(), "[]");
}

#[test]
fn a_property_states_that_the_program_is_whole_and_the_answer_says_so() {
    let text = "extern int *getp(void); int g; int main(void) { int *p = getp(); if (!p) return 0;
                g = 1; *p = 2; if (g != 1) reach_error(); return 0; }";
    let case = Case::new(text);
    let answer = case.check(&["--property", "p.prp"]);
    assert_eq!(answer["verdict"], "proved");
    let assumed = answer["assumptions"].to_string();
    assert!(
        assumed.contains("no pointer from outside leads to a global"),
        "{assumed}"
    );
    // Nothing is stated about a program that starts elsewhere or with other values.
    let any = case.check(&["--property", "p.prp", "--globals", "any"]);
    assert_ne!(any["verdict"], "proved");
    // A program that is whole needs no statement.
    let whole = Case::new("int g; int main(void) { g = 1; if (g != 1) reach_error(); return 0; }");
    assert_eq!(whole.assumed(&["--property", "p.prp"]), "[]");
}

#[test]
fn what_is_assumed_about_functions_without_a_body_is_printed() {
    let text =
        "void h(void); static int g; int main(void) { g = 1; h(); assert(g == 1); return 0; }";
    let case = Case::new(text);
    let havoc = case.assumed(&[]);
    assert!(
        havoc.contains("start no threads and call nothing back"),
        "{havoc}"
    );
    assert!(havoc.contains("the state inside the C library"), "{havoc}");
    let pure = case.assumed(&["--externals", "pure"]);
    assert!(
        pure.contains("change nothing but return any value"),
        "{pure}"
    );
    assert_eq!(case.assumed(&["--externals", "refuse"]), "[]");
    // They may set what the library lets every file set.
    for name in ["errno", "optind"] {
        let text = format!(
            "#include <errno.h>\n#include <unistd.h>\n\
             void h(void); int main(void) {{ {name} = 1; h(); assert({name} == 1); return 0; }}"
        );
        assert_eq!(Case::new(&text).verdict(&[]), "violated", "{name}");
    }
}

#[test]
fn what_pointers_are_is_chosen_and_printed() {
    let case = Case::new("int f(int *p) { assert(p); return *p; }");
    for (what, verdict, sentence) in [
        ("any", "violated", ""),
        (
            "valid",
            "violated",
            "are null or lead to objects that hold their types",
        ),
        ("nonnull", "proved", "its parameters are not null"),
        ("apart", "violated", "lead to different objects"),
    ] {
        let answer = case.check(&["--entry", "f", "--pointers", what]);
        assert_eq!(answer["verdict"], verdict, "{what}: {answer}");
        let text = answer["assumptions"].to_string();
        assert!(text.contains(sentence), "{what}: {text}");
    }
    let any = case.assumed(&["--entry", "f"]);
    assert_eq!(any, case.assumed(&["--entry", "f", "--pointers", "any"]));
}

#[test]
fn what_is_assumed_about_the_start_is_printed() {
    let case = Case::new("static int g; int f(int n) { assert(g == 0); g = n; return g; }");
    let args = ["--entry", "f"];
    let assumed = case.assumed(&args);
    assert!(
        assumed.contains("globals have their initial values when `f` is called"),
        "{assumed}"
    );
    assert_eq!(case.assumed(&["--entry", "f", "--globals", "any"]), "[]");
    let text = "#include <errno.h>\nint f(void) { return errno; }";
    let assumed = Case::new(text).assumed(&args);
    assert!(
        assumed.contains("the C library is in its initial state"),
        "{assumed}"
    );
    let apart = Case::new(
        "int f(int *p, int *q) { if (!p || !q) return 0; *p = 1; *q = 2; assert(*p == 1); return 0; }",
    );
    let assumed = apart.check(&["--entry", "f", "--no-entry-alias"]);
    let text = assumed["assumptions"].to_string();
    assert!(
        text.contains("pointers that the entry starts from lead to different objects"),
        "{text}"
    );
    // It narrows a proof, too.
    assert_eq!(apart.verdict(&args), "violated");
    assert_eq!(assumed["verdict"], "proved");
    let same = apart.check(&["--entry", "f", "--pointers", "apart"]);
    assert_eq!(same["assumptions"], assumed["assumptions"]);
    assert_eq!(same["verdict"], "proved");
    let assumed = case.assumed(&["--entry", "f", "--assume", "n > 0"]);
    assert!(assumed.contains("`n > 0` holds at the entry"), "{assumed}");
}

#[test]
fn what_is_assumed_about_the_machine_is_printed() {
    let text = "#include <signal.h>\nstatic int n; static void h(int s) { n = s; }
                int main(void) { signal(SIGINT, h); assert(n == 0); return 0; }";
    let assumed = Case::new(text).assumed(&[]);
    assert!(assumed.contains("no signals arrive"), "{assumed}");
    let text = "int main(void) { const int *p = (const int[]){1}; assert(*p == 1); return 0; }";
    let assumed = Case::new(text).assumed(&[]);
    assert!(
        assumed.contains("constant compound literals are objects of their own"),
        "{assumed}"
    );
}

#[test]
fn what_a_stub_stands_for_is_printed() {
    let text = "int x; void g(void); int main(void) { x = 0; g(); assert(x == 1); return 0; }";
    let case = Case::new(text);
    let answer = case.check(&["--stub", "g: x' == x + 1"]);
    assert_eq!(answer["verdict"], "proved");
    let assumed = answer["assumptions"].to_string();
    assert!(assumed.contains("is what the function does"), "{assumed}");
}

/// Weak names may be defined in a file that is not there.
#[test]
fn a_weak_name_is_null_only_in_a_whole_program() {
    let text = "extern int w __attribute__((weak)); int f(void) { assert(!&w); return 0; }
                int main(void) { return f(); }";
    let case = Case::new(text);
    assert_eq!(case.verdict(&[]), "proved");
    assert_ne!(case.verdict(&["--entry", "f"]), "proved");
}

/// Other files may have asked for the address before the entry is called.
#[test]
fn a_static_global_whose_address_is_handed_out_may_change_in_unknown_functions() {
    for text in [
        "static int g; int *given(void) { return &g; } void unknown(void);
         void f(void) { g = 1; unknown(); assert(g == 1); }",
        "static int a[2]; void give(int **p) { *p = a; } void unknown(void);
         void f(void) { a[1] = 1; unknown(); assert(a[1] == 1); }",
        "static int g; int *pointer = &g; void unknown(void);
         void f(void) { g = 1; unknown(); assert(g == 1); }",
    ] {
        let case = Case::new(text);
        for engine in ENGINES.iter().chain(&["auto"]) {
            let verdict = case.verdict(&["--entry", "f", "--engine", engine]);
            assert_ne!(verdict, "proved", "{engine}: {text}");
        }
    }
    let kept = Case::new(
        "static int a[2]; void unknown(void);
         void f(void) { a[1] = 1; unknown(); assert(a[1] == 1); }",
    );
    assert_eq!(kept.verdict(&["--entry", "f"]), "proved");
}

/// Nobody outside has a pointer to a static whose address stays inside; one whose address leaves
/// may come back, which the verdict says.
#[test]
fn a_pointer_from_outside_leads_to_a_static_only_if_its_address_escapes() {
    let body = "s.b = 1; *p = 2; assert(s.b == 1); }";
    for inside in [
        "void f(int *p) { if (!p) return;",
        "void f(int *p) { if (!p) return; memset(&s, 0, sizeof s);",
        "static int sum(struct S *q) { return q->a + q->b; }
         void f(int *p) { if (!p || sum(&s) > 0) return;",
        "void f(int *p) { static struct S *const own = &s; if (!p || own->a) return;",
    ] {
        let text =
            format!("#include <string.h>\nstatic struct S {{ int a, b; }} s; {inside} {body}");
        let case = Case::new(&text);
        for engine in ENGINES.iter().chain(&["auto"]) {
            let verdict = case.verdict(&["--entry", "f", "--engine", engine]);
            assert_ne!(verdict, "violated", "{engine}: {text}");
        }
    }
    let function = Case::new(
        "static int fails(int x) { assert(x < 0); return x; }
         static int (*const table[1])(int) = { fails };
         int f(int (*call)(int), int n) { return n && call ? call(n) : table[0](-1); }",
    );
    assert_ne!(function.verdict(&["--entry", "f"]), "violated");
    for outside in [
        "int *given(void) { return &s.b; }",
        "static int *kept[1] = { &s.b }; void give(int **to) { *to = kept[0]; }",
        "static int *kept; int **held(void) { kept = &s.b; return &kept; }",
        "static int *inner(void) { return &s.b; } void give(int **to) { *to = inner(); }",
        "void unknown(int *); void give(void) { unknown(&s.a); }",
    ] {
        let text = format!(
            "static struct S {{ int a, b; }} s; {outside} void f(int *p) {{ if (!p) return; {body}"
        );
        let answer = Case::new(&text).check(&["--entry", "f"]);
        assert_eq!(answer["verdict"], "violated", "{text}");
        assert!(
            answer["assumptions"]
                .to_string()
                .contains("`s`, which is static"),
            "{answer}"
        );
    }
}
