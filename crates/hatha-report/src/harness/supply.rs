//! The functions that the program calls and does not define.

use super::{
    BLOCKED, BTreeSet, ExprId, ExprKind, InputEntry, InputOrigin, ORIGINAL_MAIN, Op, ProcId,
    REACHED, STRAYED, Type, TypeId, Write, Writer, c_type, error_functions, is_defined,
    is_returned, literal, quoted,
};
use hatha_cfa::{Callee, InputKind, Place};
use std::collections::BTreeMap;

/// What every harness starts with. Functions of the C library go by private names.
const RUNTIME: &str = r#"
#define HATHA_OWN __attribute__((no_instrument_function, no_sanitize_thread, unused))
typedef __SIZE_TYPE__ hatha_size;
extern long hatha_write(int, const void *, hatha_size) __asm__("write");
extern int hatha_flush(void *) __asm__("fflush");
extern void hatha_exit(int) __asm__("_exit");
extern void hatha_abort(void) __asm__("abort");
extern void *hatha_calloc(hatha_size, hatha_size) __asm__("calloc");

HATHA_OWN static hatha_size hatha_length(const char *s) {
    hatha_size n = 0;
    while (s[n]) n++;
    return n;
}

HATHA_OWN static void hatha_stop(int status, const char *what, const char *name) {
    hatha_flush(0);
    hatha_write(2, "hatha: ", 7);
    hatha_write(2, what, hatha_length(what));
    hatha_write(2, name, hatha_length(name));
    hatha_write(2, "\n", 1);
    hatha_exit(status);
}

HATHA_OWN static void hatha_copy(void *to, const void *from, hatha_size n) {
    hatha_size i;
    for (i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
}

struct hatha_input { const char *name; const char *bytes; hatha_size size; };
"#;

const TAKE: &str = r#"
static hatha_size hatha_taken;

HATHA_OWN static void hatha_take(const char *name, void *to, hatha_size size) {
    const struct hatha_input *in = &hatha_inputs[hatha_taken];
    hatha_size i = 0;
    if (hatha_taken >= HATHA_COUNT) hatha_stop(HATHA_STRAYED, "the test has no value left for ", name);
    while (in->name[i] && in->name[i] == name[i]) i++;
    if (in->name[i] != name[i]) hatha_stop(HATHA_STRAYED, "the test has no value here for ", name);
    hatha_taken++;
    hatha_copy(to, in->bytes, in->size < size ? in->size : size);
}
"#;

/// The names under which programs assume something.
const ASSUMPTIONS: [&str; 5] = [
    "__VERIFIER_assume",
    "hatha_assume",
    "__CPROVER_assume",
    "__ESBMC_assume",
    "klee_assume",
];

/// Whether the environment chose a value.
fn is_chosen(e: &InputEntry) -> bool {
    matches!(e.kind, InputOrigin::Environment | InputOrigin::Other)
}

impl Writer<'_> {
    /// The comment, the program if it has to be in scope, and what every harness has.
    pub(super) fn preamble(&mut self, file: &str) {
        self.line(format!(
            "/* Replays one test of the function {} natively; made by hatha. */",
            self.vector.entry
        ));
        if self.include {
            let main = is_defined(self.program, "main") && !self.starts_at_main();
            if main {
                self.line(format!("#define main {ORIGINAL_MAIN}"));
            }
            self.line(format!("#include {}", quoted(file)));
            if main {
                self.line("#undef main");
            }
        }
        self.line(RUNTIME);
        self.line(format!(
            "enum {{ HATHA_REACHED = {REACHED}, HATHA_BLOCKED = {BLOCKED}, HATHA_STRAYED = {STRAYED} }};"
        ));
    }

    /// The recorded values and the functions that give them out in order.
    pub(super) fn supply(&mut self) {
        self.supply_with(TAKE);
    }

    /// The same with another way to take a value.
    pub(super) fn supply_with(&mut self, take: &str) {
        self.values(take);
        let mut made = BTreeSet::new();
        for (name, ty) in self.sources_of_values() {
            self.giver(&name, Some(ty), &mut made);
        }
        for p in self.undefined() {
            let proc = self.program.proc(p);
            if proc.noreturn {
                let stop = "hatha_stop(HATHA_BLOCKED, \"no return from \", ";
                let body = format!("{stop}{});", quoted(&proc.name));
                self.function(&proc.name, "void", "void", &body, &mut made);
                continue;
            }
            let ret = match self.program.types.get(proc.ty) {
                Type::Function(f) => f.ret,
                _ => continue,
            };
            let value = *self.program.types.get(ret) != Type::Void;
            self.giver(&proc.name, value.then_some(ret), &mut made);
        }
        self.library(&mut made);
        self.assumptions(&mut made);
        self.errors(&mut made);
    }

    /// Functions of the library whose results the test chose.
    fn library(&mut self, made: &mut BTreeSet<String>) {
        for (input, functions, kind) in [
            ("random number", &["rand", "random"][..], "unsigned"),
            ("time", &["time"][..], "long"),
        ] {
            let chosen = |e: &&InputEntry| e.name == input && is_chosen(e);
            let values: Vec<&str> = self
                .vector
                .inputs
                .iter()
                .filter(chosen)
                .map(|e| e.value.as_str())
                .collect();
            if values.is_empty() {
                continue;
            }
            let list = format!("hatha_{kind}");
            let text = values.join(", ");
            self.line(format!(
                "static const {kind} {list}_values[] = {{ {text} }};"
            ));
            self.line(format!("static hatha_size {list}_taken;"));
            let next = format!(
                "if ({list}_taken >= {}) hatha_stop(HATHA_STRAYED, \"the test has no value left for \", {}); \
                 {kind} value = {list}_values[{list}_taken++];",
                values.len(),
                quoted(input)
            );
            for name in functions {
                match kind {
                    "long" => {
                        let body = format!("{next} if (to) *to = value; return value;");
                        self.function(name, "long", "long *to", &body, made);
                    }
                    _ => {
                        let ret = if *name == "rand" { "int" } else { "long" };
                        let body = format!("{next} return value >> 1;");
                        self.function(name, ret, "void", &body, made);
                    }
                }
            }
        }
    }

    /// The values that functions return, in order.
    fn values(&mut self, take: &str) {
        let inputs = self.vector.inputs.iter();
        let entries: Vec<&InputEntry> = inputs.filter(|e| is_returned(e)).collect();
        self.line("static const struct hatha_input hatha_inputs[] = {");
        for e in &entries {
            let (name, bytes) = (quoted(&e.name), literal(self.program, e));
            let size = e.width.div_ceil(8);
            self.line(format!(
                "    {{ {name}, {bytes}, {size} }}, /* {} */",
                e.value
            ));
        }
        self.line("    { \"\", \"\", 0 }");
        self.line("};");
        self.line(format!("#define HATHA_COUNT {}", entries.len()));
        self.line(take);
    }

    /// The nondeterministic functions of the program with the types of their results.
    fn sources_of_values(&self) -> BTreeMap<String, TypeId> {
        let mut out = BTreeMap::new();
        for edge in self.program.procs.iter().flat_map(|p| &p.edges) {
            let Op::Havoc {
                place,
                input: InputKind::Nondet(name),
            } = &edge.op
            else {
                continue;
            };
            let ty = match place {
                Place::Slot(v) => self.program.var(*v).ty,
                Place::Mem { access, .. } => access.ty,
                Place::Aggregate { ty, .. } => *ty,
            };
            out.entry(name.clone()).or_insert(ty);
        }
        out
    }

    /// Functions without a body that are called or whose address is taken.
    fn undefined(&self) -> BTreeSet<ProcId> {
        let edges = self.program.procs.iter().flat_map(|p| &p.edges);
        let called = edges.filter_map(|e| match e.op {
            Op::Call {
                callee: Callee::Direct(p),
                ..
            } => Some(p),
            _ => None,
        });
        let taken = (0..self.program.exprs.len() as u32).filter_map(|i| {
            match self.program.exprs.get(ExprId(i)).kind {
                ExprKind::Proc(p) => Some(p),
                _ => None,
            }
        });
        let all = called.chain(taken);
        all.filter(|&p| !self.program.proc(p).defined).collect()
    }

    /// A function that gives out the next value.
    fn giver(&mut self, name: &str, ty: Option<TypeId>, made: &mut BTreeSet<String>) {
        let Some(ty) = ty else {
            return self.function(name, "void", "void", "", made);
        };
        let (ret, body) = match c_type(self.program, ty) {
            Some(ret) => {
                let take = format!("hatha_take({}, &value, sizeof value);", quoted(name));
                (ret, format!("{ret} value = 0; {take} return value;"))
            }
            None => {
                let stop = "hatha_stop(HATHA_STRAYED, \"a structure is wanted from \", ";
                ("void", format!("{stop}{});", quoted(name)))
            }
        };
        self.function(name, ret, "void", &body, made);
    }

    fn assumptions(&mut self, made: &mut BTreeSet<String>) {
        let stop = "if (!holds) hatha_stop(HATHA_BLOCKED, \"an assumption does not hold\", \"\");";
        for name in ASSUMPTIONS {
            self.function(name, "void", "int holds", stop, made);
        }
        let abort = "if (!holds) hatha_abort();";
        for name in ["__VERIFIER_assert", "assert"] {
            self.function(name, "void", "int holds", abort, made);
        }
        for name in ["__CPROVER_assert", "__ESBMC_assert"] {
            let params = "int holds, const char *text";
            let abort = format!("(void)text; {abort}");
            self.function(name, "void", params, &abort, made);
        }
    }

    /// Error functions: defined here, or watched where the program defines them.
    fn errors(&mut self, made: &mut BTreeSet<String>) {
        let stop =
            |name: &str| format!("hatha_stop(HATHA_REACHED, \"reached \", {});", quoted(name));
        for name in error_functions(self.program) {
            self.function(&name, "void", "void", &stop(&name), made);
        }
        if self.own_errors.is_empty() {
            return;
        }
        let mut body = String::new();
        for (i, name) in self.own_errors.clone().iter().enumerate() {
            let own = format!("hatha_error_{i}");
            if !self.include {
                self.line(format!(
                    "extern void {own}(void) __asm__({});",
                    quoted(name)
                ));
            }
            let place = self.label(name, &own);
            // Writing to a string cannot fail.
            let _ = write!(body, " if (function == (void *){place}) {}", stop(name));
        }
        for name in ["__cyg_profile_func_enter", "__cyg_profile_func_exit"] {
            let body = if name.ends_with("enter") { &body } else { "" };
            self.line(format!(
                "HATHA_OWN void {name}(void *function, void *caller) {{ (void)caller; (void)function;{body} }}"
            ));
        }
    }

    /// A function under a name of the program's, unless the program defines it.
    fn function(
        &mut self,
        name: &str,
        ret: &str,
        params: &str,
        body: &str,
        made: &mut BTreeSet<String>,
    ) {
        if is_defined(self.program, name) || !made.insert(name.to_owned()) {
            return;
        }
        let own = format!("hatha_give_{}", made.len());
        let label = quoted(name);
        self.line(format!("{ret} {own}({params}) __asm__({label});"));
        self.line(format!("HATHA_OWN {ret} {own}({params}) {{ {body} }}"));
    }
}
