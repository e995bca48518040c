//! Proofs forged with a predicate at chosen places and every edge that the automaton has.

use hatha_certify::{Certificate, Environment, Refusal, certify_under};
use hatha_cfa::join::{Joined, Keep, Kept, join};
use hatha_cfa::{Callee, LocId, Op, ProcId, Program, SEMANTICS_VERSION, Storage, VarScope};
use hatha_cfa::{CheckKind, checks};
use hatha_front::load::{LoadOptions, load};
use hatha_front::preprocess::DataModel;
use hatha_proof::unrolled::Unrolled;
use hatha_proof::{Proof, ProofEdge, ProofRegion, TermWriter, fingerprint, proof, vocabulary};
use hatha_smt::Budget;
use hatha_term::{TermPool, read_smtlib};

/// A program and what a forger says of it.
pub struct Forge {
    pub program: Program,
    joined: Joined,
    keep: Vec<ProcId>,
    opaque: Vec<ProcId>,
    /// Places with predicates, in SMT-LIB over the words of proofs.
    regions: Vec<(LocId, String)>,
    faults: bool,
}

fn load_text(text: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("case.c");
    std::fs::write(&file, text).expect("the folder is writable");
    let options = LoadOptions {
        files: vec![file],
        data_model: Some(DataModel::Lp64),
        ..LoadOptions::default()
    };
    load(&options).unwrap_or_else(|d| panic!("{d:?}"))
}

impl Forge {
    /// A program in which recursive procedures, and the named ones, are components. Every place
    /// where a cycle can be cut has one region that holds everything.
    pub fn new(text: &str, keep: &[&str]) -> Forge {
        Forge::of(load_text(text), keep, &[], true)
    }

    /// The same with procedures that are not looked into.
    pub fn with_opaque(text: &str, keep: &[&str], opaque: &[&str]) -> Forge {
        Forge::of(load_text(text), keep, opaque, true)
    }

    /// The same where faults inside calls that print do not matter.
    pub fn without_faults(text: &str) -> Forge {
        Forge::of(load_text(text), &[], &[], false)
    }

    fn of(program: Program, keep: &[&str], opaque: &[&str], faults: bool) -> Forge {
        let find = |name: &str| program.find_proc(name).expect("there is such a procedure");
        let keep: Vec<ProcId> = keep.iter().map(|n| find(n)).collect();
        let entry = find("main");
        let opaque: Vec<ProcId> = opaque.iter().map(|n| find(n)).collect();
        let kept = Kept {
            components: Keep::These(&keep),
            opaque: &opaque,
            havoc: true,
        };
        let joined = join(&program, entry, faults, kept, 200_000).expect("it can be joined");
        let mut forge = Forge {
            program,
            joined,
            keep,
            opaque,
            regions: Vec::new(),
            faults,
        };
        for at in forge.cuts() {
            forge.regions.push((at, "true".to_owned()));
        }
        forge
    }

    fn cuts(&self) -> Vec<LocId> {
        let proc = self.joined.program.proc(self.joined.entry);
        let all = proc.locations.keys();
        let mut cuts = vec![proc.entry];
        cuts.extend(all.filter(|&l| proc.location(l).loop_head && l != proc.entry));
        for c in &self.joined.components {
            cuts.extend([c.entry, c.exit]);
        }
        cuts
    }

    /// The location of `main`, `loop`, `f` (its entry) or `f!` (its exit).
    fn place(&self, name: &str) -> Vec<LocId> {
        let proc = self.joined.program.proc(self.joined.entry);
        if name == "main" {
            return vec![proc.entry];
        }
        if name == "loop" {
            let all = proc.locations.keys();
            return all.filter(|&l| proc.location(l).loop_head).collect();
        }
        let wanted = self.program.find_proc(name.trim_end_matches('!'));
        let component = self.joined.component(wanted.expect("a procedure"));
        let component = component.expect("a component");
        vec![if name.ends_with('!') {
            component.exit
        } else {
            component.entry
        }]
    }

    /// Says that something holds at a place, in place of what was said before.
    pub fn claim(mut self, place: &str, predicate: &str) -> Forge {
        for at in self.place(place) {
            for region in self.regions.iter_mut().filter(|r| r.0 == at) {
                predicate.clone_into(&mut region.1);
            }
        }
        self
    }

    /// Says nothing of a place.
    pub fn nothing_at(mut self, place: &str) -> Forge {
        let places = self.place(place);
        self.regions.retain(|r| !places.contains(&r.0));
        self
    }

    /// `$f.x` is a slot, `&f.x` the address of a memory variable and `#f.x` the id of its object;
    /// without a procedure it is a global or a local of the entry.
    fn word(&self, word: &str) -> String {
        let (kind, name) = word.split_at(1);
        let (of, name) = name.split_once('.').map_or((None, name), |(f, x)| {
            (Some(self.program.find_proc(f).expect("a procedure")), x)
        });
        let of = of.unwrap_or(self.joined.entry);
        let fits = |scope: VarScope| match scope {
            VarScope::Global => true,
            VarScope::Param(p, _) | VarScope::Local(p) => p == of,
        };
        let vars = &self.joined.program.vars;
        let var = vars.rposition(|v| v.name == name && fits(v.scope));
        let var = var.unwrap_or_else(|| panic!("no variable {word}"));
        match kind {
            "$" => vocabulary::slot_symbol(var).to_string(),
            "&" => vocabulary::address_symbol(var).to_string(),
            _ => format!("#x{:08x}", vocabulary::object_id(var)),
        }
    }

    fn spelt(&self, predicate: &str) -> String {
        let mut out = String::new();
        for token in predicate.split_inclusive([' ', '(', ')']) {
            let end = token.len() - token.trim_end_matches([' ', '(', ')']).len();
            let (word, rest) = token.split_at(token.len() - end);
            match word.starts_with(['$', '&']) || (word.starts_with('#') && !word.starts_with("#x"))
            {
                true => out.push_str(&self.word(word)),
                false => out.push_str(word),
            }
            out.push_str(rest);
        }
        out
    }

    fn declarations(&self) -> String {
        let program = &self.joined.program;
        let mut text = "(declare-fun own ((_ BitVec 64)) (_ BitVec 32))".to_owned();
        for n in [8, 16, 32, 64] {
            text.push_str(&format!(
                "(declare-fun rd{n} ((_ BitVec 64)) (_ BitVec {n}))"
            ));
        }
        for (v, var) in program.vars.iter_enumerated() {
            let (name, bits) = match var.storage {
                Storage::Memory => (vocabulary::address_symbol(v), 64),
                Storage::Slot => match program.size_of(var.ty) {
                    Some(bytes @ 1..=8) => (vocabulary::slot_symbol(v), 8 * bytes),
                    _ => continue,
                },
            };
            text.push_str(&format!("(declare-const {name} (_ BitVec {bits}))"));
        }
        text
    }

    /// The forged proof.
    pub fn proof(&self) -> Proof {
        let proc = self.joined.program.proc(self.joined.entry);
        let mut pool = TermPool::new();
        let mut writer = TermWriter::new();
        let declarations = self.declarations();
        let mut regions = Vec::new();
        for (at, predicate) in &self.regions {
            let text = format!("{declarations}(assert {})", self.spelt(predicate));
            let term = read_smtlib(&mut pool, &text).unwrap_or_else(|e| panic!("{predicate}: {e}"));
            regions.push(ProofRegion {
                location: at.0,
                predicate: writer.add(&pool, term[0]).expect("a term"),
                c: String::new(),
            });
        }
        let mut edges = Vec::new();
        for (id, edge) in proc.edges() {
            let called = match edge.op {
                Op::Call {
                    callee: Callee::Direct(p),
                    ..
                } => self.joined.component(p),
                _ => None,
            };
            let to = called.map_or(edge.to, |c| c.entry);
            let ends = (0..).zip(&self.regions).filter(|(_, r)| r.0 == to);
            for (n, _) in ends {
                edges.extend((0..self.regions.len() as u32).map(|from| ProofEdge {
                    from,
                    edge: id.0,
                    to: n,
                }));
            }
        }
        Proof {
            unrolled: None,
            ignores_faults: !self.faults,
            components: self.keep.iter().map(|p| p.0).collect(),
            opaque: self.opaque.iter().map(|p| p.0).collect(),
            schema: proof::SCHEMA.to_owned(),
            version: proof::VERSION,
            semantics: SEMANTICS_VERSION,
            program: fingerprint(&self.program),
            entry: "main".to_owned(),
            engine: "forged".to_owned(),
            variables: Vec::new(),
            initial: (0..)
                .zip(&self.regions)
                .filter(|(_, r)| r.0 == proc.entry)
                .map(|(i, _)| i)
                .collect(),
            regions,
            terms: writer.finish(),
            edges,
        }
    }

    /// The program with checks before accesses of memory.
    pub fn with_memory_checks(mut self) -> Forge {
        let kinds = CheckKind::MEMORY.into_iter().collect();
        self.program = checks::insert(&self.program, &kinds);
        self
    }

    /// What the checker says of the claim that all executions are one and none fails.
    pub fn check_one_execution(&self, environment: Environment) -> Result<Certificate, Refusal> {
        let proof = Proof {
            unrolled: Some(Unrolled {
                first: None,
                choices: Vec::new(),
            }),
            regions: Vec::new(),
            edges: Vec::new(),
            initial: Vec::new(),
            components: Vec::new(),
            opaque: Vec::new(),
            ..self.proof()
        };
        let budget = Budget::unlimited();
        certify_under(&self.program, &proof, environment, &mut [], &budget)
    }

    /// What the checker says.
    pub fn check(&self, environment: Environment) -> Result<Certificate, Refusal> {
        let budget = Budget::unlimited();
        certify_under(&self.program, &self.proof(), environment, &mut [], &budget)
    }
}
