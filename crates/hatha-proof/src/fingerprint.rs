//! A short name for the meaning of a program.
//!
//! **Invariant.** Two programs with the same fingerprint have, up to hash
//! collision, the same automata, types and initial values; positions and
//! comments do not enter. A proof is never believed because of a fingerprint:
//! it only lets a checker say early and clearly that a proof is for another program.

use hatha_cfa::{ExprId, Procedure, Program, SEMANTICS_VERSION, TypeId, VarId, VarScope};
use rustc_hash::FxHashMap;
use std::fmt::{self, Debug, Write};

/// FNV-1a, 128 bits: fixed for all time, unlike the hashers of the standard library.
struct Fnv(u128);

/// The offset basis.
const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 =
                (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
        Ok(())
    }
}

/// The fingerprint of a program, as 32 hexadecimal digits.
pub fn fingerprint(program: &Program) -> String {
    let mut names = Names::new(program);
    names.absorb_program(program);
    format!("{:032x}", names.hash.0)
}

/// A text as 32 hexadecimal digits.
pub fn hash(text: &str) -> String {
    format!("{:032x}", number(text))
}

/// Types and expressions by what they are: their numbers depend on what else was read, advice
/// that has no part in the meaning of the program included.
struct Names {
    types: Vec<u128>,
    exprs: Vec<u128>,
    /// Where variables and procedures have names; they are known by their numbers otherwise.
    vars: Vec<u128>,
    procs: Vec<u128>,
    hash: Fnv,
}

/// Names for all variables that outlive an edit of other procedures: whose they are (`home` may
/// know better than the variable), what they are called, and how many of that name stand before
/// them. The numbers of temporaries do not count.
pub fn lasting_names<'a>(
    program: &'a Program,
    home: impl Fn(VarId) -> Option<&'a str>,
) -> Vec<String> {
    let mut seen: FxHashMap<String, u32> = FxHashMap::default();
    let mut names = Vec::with_capacity(program.vars.len());
    for (id, var) in (0..).map(VarId).zip(&program.vars) {
        let home = home(id).unwrap_or_else(|| owner(program, var.scope));
        let name = format!("{home}:{}", plain(&var.name));
        let before = seen.entry(name.clone()).or_default();
        names.push(format!("{name}.{before}"));
        *before += 1;
    }
    names
}

/// A name without the number that a temporary has.
fn plain(name: &str) -> &str {
    if name.starts_with('$') {
        name.trim_end_matches(|c: char| c.is_ascii_digit())
    } else {
        name
    }
}

fn owner(program: &Program, scope: VarScope) -> &str {
    match scope {
        VarScope::Global => "",
        VarScope::Local(p) | VarScope::Param(p, _) => {
            let proc = program.procs.get(p);
            proc.map_or("", |p| p.name.as_str())
        }
    }
}

/// The content of parts of a program, in names that outlive an edit of other parts.
pub struct Contents(Names);

impl Contents {
    /// Reads a program whose variables have the given names.
    pub fn new(program: &Program, variables: &[String]) -> Contents {
        let vars = variables.iter().map(|name| number(name)).collect();
        let procs = program.procs.iter().map(|p| number(&p.name)).collect();
        Contents(Names::naming(program, vars, procs))
    }

    /// The content of a procedure, without its positions and without what it calls.
    pub fn procedure(&self, program: &Program, body: &Procedure) -> String {
        let vars = body.params.iter().chain(&body.locals).map(|&v| {
            let var = program.var(v);
            format!("{} {:?} {:?}", plain(&var.name), var.ty, var.storage)
        });
        let head = format!("{:?} {:?} {:?}", body.ty, body.entry, body.exit);
        let edges = body.edges.iter();
        let edges = edges.map(|e| format!("{:?} {:?} {:?}", e.from, e.to, e.op));
        self.hash([head].into_iter().chain(vars).chain(edges))
    }

    /// The hash of a text, given in pieces, in which types, expressions, variables and procedures
    /// stand by their numbers.
    pub fn hash(&self, pieces: impl IntoIterator<Item = String>) -> String {
        let mut hash = Fnv(START);
        for piece in pieces {
            // Writing into the hasher cannot fail.
            let _ = write!(hash, "{};", self.0.named(&piece));
        }
        format!("{:032x}", hash.0)
    }
}

/// A text as a number.
fn number(text: &str) -> u128 {
    let mut hash = Fnv(START);
    // Writing into the hasher cannot fail.
    let _ = hash.write_str(text);
    hash.0
}

impl Names {
    fn new(program: &Program) -> Self {
        Names::naming(program, Vec::new(), Vec::new())
    }

    fn naming(program: &Program, vars: Vec<u128>, procs: Vec<u128>) -> Self {
        let mut names = Names {
            types: Vec::new(),
            exprs: Vec::new(),
            vars,
            procs,
            hash: Fnv(START),
        };
        // Parts come before what is made of them; a record is known by its number.
        for i in 0..program.types.len() {
            let hash = names.hash_of(program.types.get(TypeId(i as u32)));
            names.types.push(hash);
        }
        for i in 0..program.exprs.len() {
            let hash = names.hash_of(&program.exprs.get(ExprId(i as u32)));
            names.exprs.push(hash);
        }
        names
    }

    fn hash_of(&self, value: &impl Debug) -> u128 {
        let mut hash = Fnv(START);
        // Writing into the hasher cannot fail.
        let _ = hash.write_str(&self.named(&format!("{value:?}")));
        hash.0
    }

    /// A text in which the numbers of types and expressions are replaced by their hashes.
    fn named(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find("Id(") {
            let (before, after) = rest.split_at(at + "Id(".len());
            out.push_str(before);
            let digits = after.find(|c: char| !c.is_ascii_digit());
            let (number, tail) = after.split_at(digits.unwrap_or(after.len()));
            let table = match before {
                b if b.ends_with("TypeId(") => Some(&self.types),
                b if b.ends_with("ExprId(") => Some(&self.exprs),
                b if b.ends_with("VarId(") => Some(&self.vars),
                b if b.ends_with("ProcId(") => Some(&self.procs),
                _ => None,
            };
            let hash = table.and_then(|t| t.get(number.parse::<usize>().ok()?));
            match hash {
                Some(hash) => out.push_str(&format!("{hash:x}")),
                None => out.push_str(number),
            }
            rest = tail;
        }
        out.push_str(rest);
        out
    }

    fn absorb(&mut self, text: &str) {
        let text = self.named(text);
        let _ = self.hash.write_str(&text);
    }

    fn absorb_program(&mut self, program: &Program) {
        self.absorb(&format!(
            "{SEMANTICS_VERSION} {:?} {:?} {:?}",
            program.target, program.world, program.extent
        ));
        for var in &program.vars {
            self.absorb(&format!(
                "var {:?} {:?} {:?} {:?}",
                var.ty, var.scope, var.storage, var.linkage
            ));
        }
        for (var, init) in &program.globals {
            self.absorb(&format!("init {var:?} {init:?}"));
        }
        for record in program.types.records() {
            self.absorb(&format!("record {record:?}"));
        }
        for proc in &program.procs {
            self.absorb(&format!(
                "proc {} {:?} {:?} {:?}",
                proc.name, proc.ty, proc.entry, proc.exit
            ));
            for edge in &proc.edges {
                self.absorb(&format!("{:?} {:?} {:?}", edge.from, edge.to, edge.op));
            }
        }
    }
}
