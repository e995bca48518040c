//! A unit of random functions checked with `--entry`; the truth is a random rest of the program.
//!
//! The rest calls the entry with all sorts of aliases: addresses of the unit's own globals (it
//! sees those with external linkage), of locals, interior pointers, the same pointer twice, and
//! its functions write to what they can reach. A run that fails refutes *proved*, if it does
//! nothing that the answer assumes away. Sanitizers stop runs with faults, which proofs allow unless
//! the case asks about memory: the rest gives only valid pointers and null.

use super::Context;
use super::area::{Area, Judged, Kind, Refutation};
use super::ask::{self, Answer, Verdict};
use super::case::{Case, Model};
use super::native::{self, Sanitize, Start};
use super::text::{Choices, Text};
use crate::Result;
use crate::rng::Rng;
use std::path::Path;

/// The area.
pub struct Units;

/// What stands before every rest: choices from a number, and one run for each number.
const REST: &str = include_str!("rest.c");

impl Area for Units {
    fn name(&self) -> &'static str {
        "units"
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        let model = *rng.pick(&context.models);
        Ok(Some(case(rng, model)))
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        case.write(folder.path())?;
        let answer = ask::check(case, folder.path(), &[], context)?;
        if answer.verdict != Verdict::Proved {
            return Ok(Judged::new(vec![answer], None));
        }
        let refuted = failing_rest(case, folder.path(), &answer)?;
        Ok(Judged::new(vec![answer], refuted))
    }
}

/// What a rest does that an answer may assume away, and the assumptions that do so.
const EXCUSES: [(&str, &[&str]); 3] = [
    ("-DEFFECTS", &["pure-externals"]),
    ("-DALIASES", &["whole-program"]),
    ("-DCALLBACKS", &["pure-externals", "havoc-externals"]),
];

/// The option of a case that asks about memory faults, too.
const ASKS_MEMORY: &str = "--checks=memory";

/// A run of the unit with its rest that fails.
pub fn failing_rest(case: &Case, folder: &Path, answer: &Answer) -> Result<Option<Refutation>> {
    let rest = folder.join("rest_main.c");
    std::fs::write(&rest, REST).map_err(|e| e.to_string())?;
    let excused = |flag: &&str| {
        let mut known = EXCUSES.iter();
        known.any(|(f, ids)| f == flag && ids.iter().any(|id| answer.assumes(id)))
    };
    let flags = case.native.iter().map(String::as_str);
    let mut flags: Vec<&str> = flags.filter(|f| !excused(f)).collect();
    let asks_memory = case.options.iter().any(|o| o == ASKS_MEMORY);
    if asks_memory {
        // Whatever the address sanitizer leaves is not asked about.
        flags.push("-fno-sanitize=alignment,null,unreachable");
    }
    flags.extend(["program.c", "rest.c", "rest_main.c"]);
    if native::compile(case, folder, "native", &flags, Sanitize::Yes)?.is_err() {
        return Ok(None);
    }
    let done = native::run(folder, "native", &Start::default(), Sanitize::Yes)?;
    let stdout = String::from_utf8_lossy(&done.stdout);
    let line = stdout.lines().find(|l| match asks_memory {
        true => l.starts_with("failed ") || l.starts_with("faulted "),
        false => l.starts_with("failed "),
    });
    Ok(line.map(|line| Refutation {
        kind: Kind::WrongProof,
        why: format!(
            "linked with rest.c and rest_main.c ({}): {line} (the number of a run)",
            flags.join(" ")
        ),
    }))
}

/// A unit and its rest.
pub fn case(rng: &mut Rng, model: Model) -> Case {
    let maker = Maker::new(rng);
    maker.case(model)
}

struct Maker<'a> {
    rng: &'a mut Rng,
    unit: Text,
    rest: Text,
    /// Lvalues of type `int` that the entry may write, apart from its parameters.
    globals: Vec<String>,
    /// Lvalues of type `int` inside the entry.
    lvalues: Vec<String>,
    /// Pointers to `int` in scope in the entry that are not null.
    pointers: Vec<String>,
    /// Pointer lvalues that may be assigned.
    assignable: Vec<String>,
    any_globals: bool,
    has_struct: bool,
    locals: usize,
}

impl<'a> Maker<'a> {
    fn new(rng: &'a mut Rng) -> Self {
        let any_globals = rng.chance(25);
        Maker {
            rng,
            unit: Text::default(),
            rest: Text::default(),
            globals: Vec::new(),
            lvalues: Vec::new(),
            pointers: Vec::new(),
            assignable: Vec::new(),
            any_globals,
            has_struct: false,
            locals: 0,
        }
    }

    fn case(mut self, model: Model) -> Case {
        self.heads();
        self.declare_globals();
        self.declare_functions();
        let parameters = self.entry();
        self.rest_of_program(&parameters);
        let mut options = vec!["--entry".to_owned(), "entry".to_owned()];
        if self.any_globals {
            options.extend(["--globals".to_owned(), "any".to_owned()]);
        }
        let mut native: Vec<String> = ["-DEFFECTS", "-DALIASES", "-DCALLBACKS"]
            .map(str::to_owned)
            .to_vec();
        native.push(format!("-DSEED={}u", self.rng.below(1 << 30)));
        let mut case = Case::program(model, self.unit.finish());
        case = case.with_hidden("rest.c", self.rest.finish());
        case.native = native;
        match self.rng.below(8) {
            0 => options.extend(["--externals".to_owned(), "pure".to_owned()]),
            1 => {
                options.extend(["--property".to_owned(), "unit.prp".to_owned()]);
                let property = "CHECK( init(entry()), LTL(G ! call(reach_error())) )\n";
                case = case.with_hidden("unit.prp", property.to_owned());
                let text = &mut case.files[0].text;
                *text = text.replace("assert(", "check(");
            }
            _ => {}
        }
        if !options.iter().any(|o| o == "--property") && self.rng.chance(40) {
            options.push(ASKS_MEMORY.to_owned());
        }
        case.options = options;
        case
    }

    fn heads(&mut self) {
        self.unit.line("#include <assert.h>");
        self.unit.line("#include <stddef.h>");
        self.unit.line("void reach_error(void);");
        self.unit
            .line("static void check(int c) { if (!c) reach_error(); }");
        self.rest.line("#include <stdlib.h>");
        self.rest.line("#include <stddef.h>");
        self.rest.line("unsigned choice(unsigned n);");
        self.has_struct = self.rng.chance(60);
        if self.has_struct {
            let text = "struct node { int a; char c[4]; int *to; struct node *next; int b[2]; };";
            self.unit.line(text);
            self.rest.line(text);
        }
    }

    /// Declares a global in the unit, and to the rest if it can see it. An address of it that the
    /// rest may pass is listed.
    fn global(&mut self, declaration: &str, initial: &str) {
        self.unit.line(format!("{declaration}{initial};"));
        if !declaration.starts_with("static") {
            self.rest.line(format!("extern {declaration};"));
        }
    }

    fn declare_globals(&mut self) {
        let value = |rng: &mut Rng| match rng.chance(50) {
            true => String::new(),
            false => format!(" = {}", rng.between(-3, 9)),
        };
        let mut addresses = vec!["&e0".to_owned()];
        for n in 0..1 + self.rng.below(2) {
            let initial = value(self.rng);
            self.global(&format!("int g{n}"), &initial);
            self.globals.push(format!("g{n}"));
            addresses.push(format!("&g{n}"));
        }
        if self.rng.chance(50) {
            let initial = value(self.rng);
            self.global("static int s0", &initial);
            self.globals.push("s0".to_owned());
        }
        if self.rng.chance(40) {
            self.global("int arr[3]", "");
            self.globals.extend(["arr[0]", "arr[2]"].map(str::to_owned));
            addresses.extend(["&arr[0]", "(arr + 1)", "(arr + 2)"].map(str::to_owned));
        }
        if self.rng.chance(25) {
            self.global("static int sarr[2]", "");
            self.globals.push("sarr[1]".to_owned());
        }
        self.unit.line("extern int e0;");
        self.rest
            .line(format!("int e0 = {};", self.rng.between(-3, 9)));
        self.globals.push("e0".to_owned());
        if self.has_struct && self.rng.chance(50) {
            self.global("struct node gs", "");
            self.globals.extend(["gs.a", "gs.b[1]"].map(str::to_owned));
            addresses.extend(["&gs.a", "&gs.b[0]", "&gs.b[1]", "(int *)gs.c"].map(str::to_owned));
            self.assignable.push("gs.to".to_owned());
        }
        if self.rng.chance(30) {
            let initial = format!(" = {}", self.rng.word(&["0", "&g0", "&g0", "0"]));
            self.global("int *gp", &initial);
            self.assignable.push("gp".to_owned());
        }
        if self.rng.chance(20) {
            let initial = self.rng.word(&["", " = &g0"]);
            self.global("static int *sp", initial);
            self.assignable.push("sp".to_owned());
        }
        if self.rng.chance(40) {
            self.unit.line("extern int *ep;");
            let start = self.rng.pick(&addresses).clone();
            self.rest.line(format!("int *ep = {start};"));
            self.assignable.push("ep".to_owned());
        }
        if self.rng.chance(25) {
            self.global("short sh", "");
            self.globals.push("sh".to_owned());
            addresses.push("(int *)&sh".to_owned());
        }
        self.rest_addresses(&addresses);
    }

    /// A function of the rest that gives any address of an `int`.
    fn rest_addresses(&mut self, addresses: &[String]) {
        self.rest.line("static int own[4];");
        self.rest.open("int *address(void)");
        self.rest.open("switch (choice(16))");
        self.rest.line("case 0: return own;");
        self.rest.line("case 1: return own + 1;");
        self.rest.line("case 2: return calloc(3, sizeof(int));");
        self.rest.line("#ifdef ALIASES");
        for (n, address) in addresses.iter().cycle().take(12).enumerate() {
            self.rest.line(format!("case {}: return {address};", n + 3));
        }
        self.rest.line("#endif");
        self.rest.line("default: return own;");
        self.rest.close();
        self.rest.close();
    }

    /// Functions without a body in the unit, and their bodies in the rest.
    fn declare_functions(&mut self) {
        for declaration in [
            "int ext(int n)",
            "int *getp(void)",
            "void touch(int *p)",
            "int peek(const int *p)",
        ] {
            self.unit.line(format!("{declaration};"));
        }
        self.rest.line("extern int *seen;");
        self.rest.line("void scribble(void);");
        self.rest.line("void call_back(void);");
        self.rest.line(
            "int ext(int n) { scribble(); call_back(); return choice(2) ? n : (int)choice(5); }",
        );
        self.rest
            .line("int *getp(void) { scribble(); return choice(6) ? address() : NULL; }");
        self.rest.line(
            "int peek(const int *p) { scribble(); return p && choice(2) ? *p : (int)choice(3); }",
        );
        self.rest.open("void touch(int *p)");
        self.rest.line("scribble();");
        self.rest.line("#ifdef EFFECTS");
        self.rest.line("if (p && choice(2)) *p = (int)choice(5);");
        self.rest.line("if (p && choice(3) == 0) seen = p;");
        self.rest.line("#endif");
        self.rest.close();
    }

    fn lvalue(&mut self) -> String {
        self.rng.pick(&self.lvalues).clone()
    }

    fn pointer(&mut self) -> String {
        match self.pointers.is_empty() {
            true => "&g0".to_owned(),
            false => self.rng.pick(&self.pointers).clone(),
        }
    }

    /// The entry; gives its parameters, each as `i` (int), `p` (int *), `s` (struct node *),
    /// `c` (char *), `d` (int **).
    fn entry(&mut self) -> Vec<char> {
        let kinds: &[char] = match self.has_struct {
            true => &['p', 'p', 's', 's', 'c', 'i', 'd'],
            false => &['p', 'p', 'p', 'c', 'i', 'd'],
        };
        let parameters: Vec<char> = (0..1 + self.rng.below(3))
            .map(|_| *self.rng.pick(kinds))
            .collect();
        self.helper();
        let list: Vec<String> = parameters
            .iter()
            .enumerate()
            .map(|(n, kind)| match kind {
                'i' => format!("int i{n}"),
                's' => format!("struct node *s{n}"),
                'c' => format!("char *c{n}"),
                'd' => format!("int **d{n}"),
                _ => format!("int *p{n}"),
            })
            .collect();
        self.unit.open(format!("void entry({})", list.join(", ")));
        self.lvalues = self.globals.clone();
        self.prepare(&parameters);
        for _ in 0..1 + self.rng.below(2) {
            self.claim();
        }
        self.unit.close();
        parameters
    }

    /// Null checks, and what the parameters reach.
    fn prepare(&mut self, parameters: &[char]) {
        self.unit.line("int x = 0, y = 1;");
        self.lvalues.push("x".to_owned());
        for (n, kind) in parameters.iter().enumerate() {
            match kind {
                'i' => self.lvalues.push(format!("i{n}")),
                's' => {
                    self.unit.line(format!("if (!s{n}) return;"));
                    self.lvalues
                        .extend([format!("s{n}->a"), format!("s{n}->b[1]")]);
                    self.pointers.push(format!("&s{n}->b[0]"));
                    self.assignable.push(format!("s{n}->to"));
                    if self.rng.chance(40) {
                        self.unit.line(format!("if (!s{n}->next) return;"));
                        self.lvalues.push(format!("s{n}->next->a"));
                    }
                    if self.rng.chance(40) {
                        self.unit.line(format!("if (!s{n}->to) return;"));
                        self.lvalues.push(format!("*s{n}->to"));
                    }
                }
                'c' => {
                    self.unit.line(format!("if (!c{n}) return;"));
                    self.lvalues.push(format!("*c{n}"));
                }
                'd' => {
                    self.unit.line(format!("if (!d{n} || !*d{n}) return;"));
                    self.lvalues.push(format!("**d{n}"));
                    self.assignable.push(format!("*d{n}"));
                }
                _ => {
                    self.unit.line(format!("if (!p{n}) return;"));
                    self.lvalues.push(format!("*p{n}"));
                    self.pointers.push(format!("p{n}"));
                }
            }
        }
        for name in ["gp", "ep", "sp"] {
            if self.assignable.iter().any(|a| a == name) && self.rng.chance(70) {
                self.unit.line(format!("if (!{name}) return;"));
                self.lvalues.push(format!("*{name}"));
                self.pointers.push(name.to_owned());
            }
        }
        if self.rng.chance(40) {
            self.unit.line("int *r = getp();");
            self.unit.line("if (!r) return;");
            self.lvalues.push("*r".to_owned());
            self.pointers.push("r".to_owned());
            self.assignable.push("r".to_owned());
        }
        for (global, address) in [("s0", "&s0"), ("arr[0]", "(arr + 1)"), ("g1", "&g1")] {
            if self.globals.iter().any(|g| g == global) && self.rng.chance(25) {
                self.pointers.push(address.to_owned());
            }
        }
        if self.rng.chance(30) {
            self.unit.line("touch(&y);");
            self.pointers.push("&y".to_owned());
            self.lvalues.push("y".to_owned());
        }
    }

    /// A function of the unit that changes things through pointers and globals.
    fn helper(&mut self) {
        let linkage = self.rng.word(&["static ", ""]);
        let global = self.rng.pick(&self.globals).clone();
        self.unit
            .open(format!("{linkage}int helper(int *a, int n)"));
        let body = [
            format!("{global} = n;"),
            "if (a) *a = n;".to_owned(),
            format!("if (a) {global} = *a;"),
            "if (a) *a += 1;".to_owned(),
            format!("{global}++;"),
        ];
        for _ in 0..1 + self.rng.below(2) {
            let line = self.rng.pick(&body).clone();
            self.unit.line(line);
        }
        self.unit.line(format!(
            "return {};",
            self.rng.word(&["n", "a ? *a : 0", "g0"])
        ));
        self.unit.close();
    }

    /// Something that may change what a claim is about.
    fn disturbance(&mut self) {
        let (place, pointer) = (self.lvalue(), self.pointer());
        let value = self.rng.between(0, 4);
        let line = match self.rng.below(14) {
            0..=3 => format!("{place} = {value};"),
            4 => format!("{place}++;"),
            5 => format!("{place} = ext({value});"),
            6 => format!("touch({pointer});"),
            7 => format!("x = peek({pointer});"),
            8 => format!("helper({pointer}, {value});"),
            9 if !self.assignable.is_empty() => {
                let target = self.rng.pick(&self.assignable).clone();
                match target.as_str() {
                    // What is assigned to a null checked pointer is not null.
                    _ if pointer == "r" && target == "r" => "r = r;".to_owned(),
                    _ => format!("{target} = {pointer};"),
                }
            }
            10 if !self.assignable.is_empty() => {
                let source = self.rng.pick(&self.assignable).clone();
                format!("if ({source}) *{source} = {value};")
            }
            11 => format!("if ({place} == {value}) {} = {value};", self.lvalue()),
            12 => "ext(0);".to_owned(),
            _ => format!("*{pointer} = {value};"),
        };
        self.unit.line(line);
    }

    /// A value is written or read, something happens, the value is still there (or not).
    fn claim(&mut self) {
        let place = self.lvalue();
        let value = self.rng.between(1, 9);
        if self.rng.chance(60) {
            self.unit.line(format!("{place} = {value};"));
            for _ in 0..1 + self.rng.below(2) {
                self.disturbance();
            }
            self.unit.line(format!("assert({place} == {value});"));
        } else {
            let n = self.locals;
            self.locals += 1;
            self.unit.line(format!("int old{n} = {place};"));
            for _ in 0..1 + self.rng.below(2) {
                self.disturbance();
            }
            self.unit.line(format!("assert({place} == old{n});"));
        }
    }

    /// `main` of the rest, what its functions do behind the unit's back.
    fn rest_of_program(&mut self, parameters: &[char]) {
        let visible: Vec<String> = self
            .globals
            .iter()
            .filter(|g| !g.starts_with('s') || *g == "sh")
            .cloned()
            .collect();
        self.rest.line("int *seen = own;");
        self.rest.open("void scribble(void)");
        self.rest.line("#ifdef EFFECTS");
        self.rest.line("if (choice(2)) return;");
        self.rest.line("*seen = (int)choice(5);");
        for name in &visible {
            self.rest
                .line(format!("if (choice(3) == 0) {name} = (int)choice(5);"));
        }
        self.rest.line("#endif");
        self.rest.close();
        self.prototype(parameters);
        self.rest.open("void call_back(void)");
        self.rest.line("#ifdef CALLBACKS");
        self.rest.line("static int depth;");
        self.rest.line("if (depth || choice(4)) return;");
        self.rest.line("depth = 1;");
        self.call(parameters);
        self.rest.line("#endif");
        self.rest.close();
        self.rest.open("void start(void)");
        self.rest
            .line("for (int n = 0; n < 4; n++) own[n] = (int)choice(5);");
        self.rest.line("e0 = (int)choice(5);");
        if self.any_globals {
            for name in &visible {
                self.rest.line(format!("{name} = (int)choice(5);"));
            }
            for name in ["gp", "gs.to"] {
                if self.assignable.iter().any(|a| a == name) {
                    self.rest.line(format!("{name} = address();"));
                }
            }
        }
        if self.assignable.iter().any(|a| a == "ep") {
            self.rest.line("ep = choice(8) ? address() : NULL;");
        }
        self.call(parameters);
        self.rest.close();
    }

    fn prototype(&mut self, parameters: &[char]) {
        let kinds: Vec<&str> = parameters
            .iter()
            .map(|kind| match kind {
                'i' => "int",
                's' => "struct node *",
                'c' => "char *",
                'd' => "int **",
                _ => "int *",
            })
            .collect();
        self.rest.line(format!("void entry({});", kinds.join(", ")));
        if self.has_struct {
            self.nodes();
        }
        self.rest.open("int **cell(void)");
        self.rest.line("static int *cells[2];");
        self.rest.line("cells[0] = address();");
        self.rest.line("cells[1] = address();");
        let mut cells = vec!["&cells[0]", "&cells[1]", "cells"];
        for name in ["gp", "ep", "gs.to"] {
            if self.assignable.iter().any(|a| a == name) {
                self.rest.line("#ifdef ALIASES");
                self.rest
                    .line(format!("if (choice(4) == 0) return &{name};"));
                self.rest.line("#endif");
            }
        }
        cells.truncate(2);
        self.rest
            .line(format!("return choice(2) ? {} : {};", cells[0], cells[1]));
        self.rest.close();
    }

    fn nodes(&mut self) {
        self.rest.open("struct node *node(void)");
        self.rest.line("static struct node nodes[2];");
        self.rest.open("for (int n = 0; n < 2; n++)");
        self.rest.line("nodes[n].a = (int)choice(4);");
        self.rest.line(
            "nodes[n].to = choice(3) ? address() : choice(2) ? &nodes[1 - n].a : nodes[n].b;",
        );
        self.rest
            .line("nodes[n].next = choice(3) ? &nodes[choice(2)] : NULL;");
        self.rest.close();
        if self.globals.iter().any(|g| g == "gs.a") {
            self.rest.line("#ifdef ALIASES");
            self.rest.line("if (choice(3) == 0) nodes[0].next = &gs;");
            self.rest.line("if (choice(3) == 0) return &gs;");
            self.rest.line("#endif");
        }
        self.rest.line("return &nodes[choice(2)];");
        self.rest.close();
    }

    fn call(&mut self, parameters: &[char]) {
        let mut names = Vec::new();
        for (n, kind) in parameters.iter().enumerate() {
            let name = format!("a{n}");
            match kind {
                'i' => self.rest.line(format!("int {name} = (int)choice(6) - 1;")),
                's' => self.rest.line(format!("struct node *{name} = node();")),
                'c' => self
                    .rest
                    .line(format!("char *{name} = (char *)address() + choice(4);")),
                'd' => self.rest.line(format!("int **{name} = cell();")),
                _ => {
                    self.rest.line(format!("int *{name} = address();"));
                    self.rest
                        .line(format!("if (choice(3) == 0) seen = {name};"));
                }
            }
            for (m, other) in parameters.iter().enumerate().take(n) {
                if other == kind && *kind != 'i' {
                    self.rest
                        .line(format!("if (choice(3) == 0) {name} = a{m};"));
                }
                if *other == 'p' && *kind == 'c' {
                    self.rest
                        .line(format!("if (choice(3) == 0) {name} = (char *)a{m};"));
                }
                if *other == 's' && *kind == 'p' {
                    self.rest.line(format!(
                        "if (choice(3) == 0) {name} = choice(2) ? &a{m}->a : a{m}->b + 1;"
                    ));
                }
                if *other == 's' && *kind == 'd' {
                    self.rest
                        .line(format!("if (choice(3) == 0) {name} = &a{m}->to;"));
                }
            }
            names.push(name);
        }
        self.rest.line(format!("entry({});", names.join(", ")));
    }
}
