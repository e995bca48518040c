//! Proofs written by hand: an invariant at every loop head, everything else left to the checker.
#![allow(dead_code, reason = "each file of tests uses a part")]

use hatha_certify::{Certificate, Environment, Refusal, certify_under};
use hatha_cfa::inline::inline;
use hatha_cfa::{CheckKind, ProcId, Program, SEMANTICS_VERSION, Storage, VarId, VarScope, checks};
use hatha_front::load::{LoadOptions, load};
use hatha_front::preprocess::DataModel;
use hatha_proof::{Proof, ProofEdge, ProofRegion, TermWriter, fingerprint, proof, vocabulary};
use hatha_smt::Budget;
use hatha_term::{Sort, Symbol, TermId, TermPool};

/// A program with the words for predicates about it.
pub struct Case {
    pub program: Program,
    flat: Program,
    entry: ProcId,
    pub pool: TermPool,
}

/// Loads C text.
pub fn case(text: &str) -> Case {
    case_of(text, DataModel::Lp64)
}

/// Loads C text for a data model.
pub fn case_of(text: &str, model: DataModel) -> Case {
    loaded(text, false, model)
}

/// Loads C text that is stated to be a whole program.
pub fn stated(text: &str) -> Case {
    loaded(text, true, DataModel::Lp64)
}

/// Loads C text, with a check before each access of memory.
pub fn asked(text: &str) -> Case {
    asked_about(text, &[CheckKind::InvalidAccess, CheckKind::InvalidFree])
}

/// Loads C text, with checks of some kinds.
pub fn asked_about(text: &str, kinds: &[CheckKind]) -> Case {
    let case = case(text);
    let kinds = kinds.iter().copied().collect();
    let program = checks::insert(&case.program, &kinds);
    Case {
        flat: inline(&program, case.entry, 10_000).expect("small programs are inlined"),
        program,
        ..case
    }
}

fn loaded(text: &str, whole: bool, model: DataModel) -> Case {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("case.c");
    std::fs::write(&file, text).expect("the folder is writable");
    let options = LoadOptions {
        files: vec![file],
        data_model: Some(model),
        whole,
        ..LoadOptions::default()
    };
    let program = load(&options).unwrap_or_else(|d| panic!("{d:?}"));
    let entry = program.find_proc("main").expect("there is a main");
    let flat = inline(&program, entry, 10_000).expect("small programs are inlined");
    Case {
        program,
        flat,
        entry,
        pool: TermPool::new(),
    }
}

impl Case {
    fn find(&self, name: &str, storage: Storage) -> VarId {
        let local = VarScope::Local(self.entry);
        let position = self.flat.vars.position(|v| {
            let in_scope = v.scope == VarScope::Global || v.scope == local;
            v.name == name && v.storage == storage && in_scope
        });
        position.unwrap_or_else(|| panic!("no {storage:?} variable '{name}'"))
    }

    /// The value of a slot variable.
    pub fn slot(&mut self, name: &str, width: u32) -> TermId {
        let var = self.find(name, Storage::Slot);
        self.pool.var(Symbol::Slot(var.0), Sort::Bv(width))
    }

    /// A word of the object that a slot leads to.
    pub fn ghost(&mut self, name: &str, ghost: vocabulary::Ghost) -> TermId {
        let slot = self.find(name, Storage::Slot);
        ghost.term(&mut self.pool, 64, slot)
    }

    /// The address of a memory variable.
    pub fn address(&mut self, name: &str) -> TermId {
        let var = self.find(name, Storage::Memory);
        vocabulary::address(&mut self.pool, 64, var)
    }

    /// That a byte behind an address is this one.
    pub fn holds_byte(&mut self, at: TermId, offset: u128, byte: u8) -> TermId {
        let behind = self.pool.bv_const(64, offset);
        let at = self.pool.bv_add(at, behind);
        let held = self.read(1, at);
        let byte = self.pool.bv_const(8, u128::from(byte));
        self.pool.eq(held, byte)
    }

    /// A read of 1, 2, 4, 8 bytes at an address.
    pub fn read(&mut self, bytes: u32, at: TermId) -> TermId {
        vocabulary::read(&mut self.pool, bytes, at).expect("a size that can be read")
    }

    /// The 4 bytes at some bytes behind an address are a number.
    pub fn holds(&mut self, at: TermId, offset: u128, value: u128) -> TermId {
        let offset = self.pool.bv_const(64, offset);
        let at = self.pool.bv_add(at, offset);
        let read = self.read(4, at);
        let value = self.pool.bv_const(32, value);
        self.pool.eq(read, value)
    }

    /// The pointer that is stored some bytes behind an address leads to the start of an object of
    /// a size and class.
    pub fn leads(&mut self, (at, offset): (TermId, u128), (size, class): (u128, u128)) -> TermId {
        let offset = self.pool.bv_const(64, offset);
        let at = self.pool.bv_add(at, offset);
        let words = [
            (vocabulary::Ghost::Offset, 0),
            (vocabulary::Ghost::Size, size),
            (vocabulary::Ghost::Class, class),
        ];
        let facts = words.map(|(ghost, value)| {
            let word = ghost.stored(&mut self.pool, at);
            let value = self.pool.bv_const(64, value);
            self.pool.eq(word, value)
        });
        self.pool.and_all(&facts)
    }

    /// That pointer leads to a variable.
    pub fn leads_to(&mut self, (at, offset): (TermId, u128), name: &str) -> TermId {
        let offset = self.pool.bv_const(64, offset);
        let at = self.pool.bv_add(at, offset);
        let id = vocabulary::object_id(self.find(name, Storage::Memory));
        let id = self.pool.bv_const(vocabulary::OBJECT_BITS, id);
        let word = vocabulary::Ghost::Id.stored(&mut self.pool, at);
        self.pool.eq(word, id)
    }

    /// All bits of the 4 bytes at some bytes behind an address have been written.
    pub fn written(&mut self, at: TermId, offset: u128) -> TermId {
        let offset = self.pool.bv_const(64, offset);
        let at = self.pool.bv_add(at, offset);
        let word =
            vocabulary::written(&mut self.pool, 4, at).expect("a size that can be asked about");
        let ones = self.pool.bv_const(32, u128::from(u32::MAX));
        self.pool.eq(word, ones)
    }

    /// The sites of the blocks that the program allocates, in the order of its edges.
    pub fn sites(&self) -> Vec<u128> {
        let edges = self.flat.proc(self.entry).edges();
        let allocates = edges.filter(|(_, e)| {
            let builtin = hatha_cfa::Builtin::Alloc;
            matches!(&e.op, hatha_cfa::Op::Builtin { builtin: b, .. } if *b == builtin)
        });
        allocates.map(|(id, _)| vocabulary::site(id)).collect()
    }

    /// A block of one of some sites begins at an address.
    pub fn is_made(&mut self, at: TermId, sites: &[u128]) -> TermId {
        let made = vocabulary::made(&mut self.pool, at);
        let mut cases = Vec::new();
        for &site in sites {
            let site = self.pool.bv_const(vocabulary::OBJECT_BITS, site);
            cases.push(self.pool.eq(made, site));
        }
        self.pool.or_all(&cases)
    }

    /// The address that stands for all.
    pub fn each(&mut self) -> TermId {
        vocabulary::each(&mut self.pool, 64)
    }

    /// The number that stands for all.
    pub fn element(&mut self) -> TermId {
        vocabulary::element(&mut self.pool, 64)
    }

    /// An address is null.
    pub fn is_null(&mut self, at: TermId) -> TermId {
        let zero = self.pool.bv_const(64, 0);
        self.pool.eq(at, zero)
    }

    /// The block at an address was made before that at another.
    pub fn is_older(&mut self, a: TermId, b: TermId) -> TermId {
        let [a, b] = [a, b].map(|at| vocabulary::owner(&mut self.pool, at));
        self.pool.bv_ult(a, b)
    }

    /// Somebody owns an address.
    pub fn owned(&mut self, at: TermId) -> TermId {
        let owner = vocabulary::owner(&mut self.pool, at);
        let nobody = self
            .pool
            .bv_const(vocabulary::OBJECT_BITS, vocabulary::NO_OBJECT);
        self.pool.ne(owner, nobody)
    }

    /// The proof with this invariant at every loop head.
    pub fn proof(&self, invariant: TermId) -> Proof {
        self.proof_from(self.pool.tru(), invariant)
    }

    /// The same with a predicate at the entry.
    pub fn proof_from(&self, start: TermId, invariant: TermId) -> Proof {
        let proc = self.flat.proc(self.entry);
        let mut writer = TermWriter::new();
        let everything = writer.add(&self.pool, start).expect("a term");
        let invariant = writer.add(&self.pool, invariant).expect("a term");
        let mut places = vec![proc.entry];
        let heads = proc.locations.keys();
        places.extend(heads.filter(|&l| proc.location(l).loop_head && l != proc.entry));
        let regions = places.iter().map(|l| ProofRegion {
            location: l.0,
            predicate: if *l == proc.entry {
                everything
            } else {
                invariant
            },
            c: String::new(),
        });
        let mut edges = Vec::new();
        for from in 0..places.len() as u32 {
            for (to, place) in places.iter().enumerate() {
                let into = proc.edges().filter(|(_, e)| e.to == *place);
                edges.extend(into.map(|(id, _)| ProofEdge {
                    from,
                    edge: id.0,
                    to: to as u32,
                }));
            }
        }
        Proof {
            unrolled: None,
            ignores_faults: false,
            components: Vec::new(),
            opaque: Vec::new(),
            schema: proof::SCHEMA.to_owned(),
            version: proof::VERSION,
            semantics: SEMANTICS_VERSION,
            program: fingerprint(&self.program),
            entry: "main".to_owned(),
            engine: "by hand".to_owned(),
            variables: Vec::new(),
            regions: regions.collect(),
            terms: writer.finish(),
            initial: vec![0],
            edges,
        }
    }

    /// What the checker says of the invariant, through the file format.
    pub fn check(&self, invariant: TermId) -> Result<Certificate, Refusal> {
        self.check_under(invariant, Environment::default())
    }

    /// The same with a predicate at the entry.
    pub fn check_from(&self, start: TermId, invariant: TermId) -> Result<Certificate, Refusal> {
        self.check_proof(&self.proof_from(start, invariant), Environment::default())
    }

    /// The same where no block begins anywhere at the entry.
    pub fn check_blocks(
        &mut self,
        invariant: TermId,
        environment: Environment,
    ) -> Result<Certificate, Refusal> {
        let each = self.each();
        let sites = self.sites();
        let made = self.is_made(each, &sites);
        let nothing = self.pool.not(made);
        self.check_proof(&self.proof_from(nothing, invariant), environment)
    }

    /// The same in an environment.
    pub fn check_under(
        &self,
        invariant: TermId,
        environment: Environment,
    ) -> Result<Certificate, Refusal> {
        self.check_proof(&self.proof(invariant), environment)
    }

    fn check_proof(&self, proof: &Proof, environment: Environment) -> Result<Certificate, Refusal> {
        let text = proof.to_json().expect("a proof is JSON");
        let proof = Proof::from_json(&text).expect("what is written can be read");
        certify_under(
            &self.program,
            &proof,
            environment,
            &mut [],
            &Budget::unlimited(),
        )
    }
}

/// The checker accepts.
pub fn accepted(result: Result<Certificate, Refusal>) {
    if let Err(refusal) = result {
        panic!("refused: {refusal}");
    }
}

/// The checker finds the claim to be false.
pub fn wrong(result: Result<Certificate, Refusal>) {
    match result {
        Err(Refusal::Wrong(_)) => {}
        other => panic!("not found wrong: {other:?}"),
    }
}
