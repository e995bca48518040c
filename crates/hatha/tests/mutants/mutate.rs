//! Small changes of proofs and programs.

use hatha_cfa::{BinOp, ExprId, ExprKind, Op, Program};
use hatha_proof::{Node, Proof, fingerprint};

/// A changed pair, with a word about the change.
pub struct Mutant {
    pub what: String,
    pub program: Program,
    pub proof: Proof,
}

/// At most this many mutants of one kind from one proof.
const PER_KIND: usize = 24;

/// All mutants of a proof.
pub fn mutants(program: &Program, proof: &Proof) -> Vec<Mutant> {
    let mut proofs = Vec::new();
    proofs.extend(spread(dropped_edges(proof)));
    proofs.extend(spread(dropped_regions(proof)));
    proofs.extend(spread(changed_predicates(proof)));
    proofs.extend(spread(changed_terms(proof)));
    proofs.extend(spread(dropped_initial(proof)));
    let same = |(what, proof)| Mutant {
        what,
        program: program.clone(),
        proof,
    };
    let mut all: Vec<Mutant> = proofs.into_iter().map(same).collect();
    for (what, program) in spread(changed_programs(program)) {
        let mut proof = proof.clone();
        // As if the proof had been made for the changed program.
        proof.program = fingerprint(&program);
        all.push(Mutant {
            what,
            program,
            proof,
        });
    }
    all
}

/// Some of many, spread evenly.
fn spread<T>(all: Vec<T>) -> Vec<T> {
    let step = all.len().div_ceil(PER_KIND).max(1);
    all.into_iter().step_by(step).collect()
}

type Changed = Vec<(String, Proof)>;

fn dropped_edges(proof: &Proof) -> Changed {
    let drop = |i: usize| {
        let mut changed = proof.clone();
        changed.edges.remove(i);
        (format!("edge {i} dropped"), changed)
    };
    (0..proof.edges.len()).map(drop).collect()
}

fn dropped_regions(proof: &Proof) -> Changed {
    let drop = |i: u32| {
        let mut changed = proof.clone();
        changed.edges.retain(|e| e.from != i && e.to != i);
        changed.initial.retain(|&r| r != i);
        (format!("region {i} dropped"), changed)
    };
    (0..proof.regions.len() as u32).map(drop).collect()
}

fn dropped_initial(proof: &Proof) -> Changed {
    let drop = |i: usize| {
        let mut changed = proof.clone();
        changed.initial.remove(i);
        (format!("initial region {i} dropped"), changed)
    };
    (0..proof.initial.len()).map(drop).collect()
}

/// Predicates replaced by true, by false, by their negation and by that of the next region.
fn changed_predicates(proof: &Proof) -> Changed {
    let mut all = Vec::new();
    let count = proof.regions.len();
    for i in 0..count {
        for op in ["true", "false"] {
            let mut changed = proof.clone();
            changed.regions[i].predicate = add(&mut changed, op, Vec::new());
            all.push((format!("region {i} is {op}"), changed));
        }
        let mut changed = proof.clone();
        let old = changed.regions[i].predicate;
        changed.regions[i].predicate = add(&mut changed, "not", vec![old]);
        all.push((format!("region {i} negated"), changed));
        let mut changed = proof.clone();
        let other = (i + 1) % count;
        let (a, b) = (proof.regions[i].predicate, proof.regions[other].predicate);
        changed.regions[i].predicate = b;
        changed.regions[other].predicate = a;
        all.push((format!("regions {i} and {other} swapped"), changed));
    }
    all
}

fn add(proof: &mut Proof, op: &str, args: Vec<u32>) -> u32 {
    proof.terms.push(Node {
        op: op.to_owned(),
        args,
        width: None,
        low: None,
        text: None,
    });
    proof.terms.len() as u32 - 1
}

/// Operators with a neighbour of the same sorts.
const NEIGHBOURS: &[(&str, &str)] = &[
    ("and", "or"),
    ("or", "and"),
    ("bvult", "bvule"),
    ("bvule", "bvult"),
    ("bvslt", "bvult"),
    ("bvsle", "bvslt"),
    ("bvadd", "bvsub"),
    ("bvsub", "bvadd"),
    ("bvmul", "bvadd"),
    ("bvand", "bvor"),
    ("bvurem", "bvudiv"),
    ("zero_extend", "sign_extend"),
    ("sign_extend", "zero_extend"),
];

fn changed_terms(proof: &Proof) -> Changed {
    let mut all = Vec::new();
    for (i, node) in proof.terms.iter().enumerate() {
        let mut changed = proof.clone();
        if node.op == "bv" {
            let old = node.text.as_deref().unwrap_or("0");
            let last = u128::from_str_radix(old, 16).unwrap_or(0) ^ 1;
            changed.terms[i].text = Some(format!("{last:x}"));
        } else if let Some((_, new)) = NEIGHBOURS.iter().find(|(op, _)| *op == node.op) {
            changed.terms[i].op = (*new).to_owned();
        } else {
            continue;
        }
        all.push((format!("term {i} ({}) changed", node.op), changed));
    }
    all
}

/// Constants and operators of the entry procedure, and the ways of its branches.
fn changed_programs(program: &Program) -> Vec<(String, Program)> {
    let mut all = Vec::new();
    for i in 0..program.exprs.len() as u32 {
        let expr = program.exprs.get(ExprId(i));
        let kind = match expr.kind {
            ExprKind::Int(n) => ExprKind::Int(n ^ 1),
            ExprKind::Binary(BinOp::Add, a, b) => ExprKind::Binary(BinOp::Sub, a, b),
            ExprKind::Binary(BinOp::Lt, a, b) => ExprKind::Binary(BinOp::Le, a, b),
            ExprKind::Binary(BinOp::Eq, a, b) => ExprKind::Binary(BinOp::Ne, a, b),
            ExprKind::Binary(BinOp::Ne, a, b) => ExprKind::Binary(BinOp::Eq, a, b),
            _ => continue,
        };
        let mut changed = program.clone();
        changed.exprs = replaced(program, i, kind);
        all.push((format!("expression {i} changed"), changed));
    }
    for (p, proc) in program.procs() {
        for (e, edge) in proc.edges() {
            if let Op::Assume { cond, taken } = edge.op {
                let mut changed = program.clone();
                let taken = !taken;
                changed.procs[p].edges[e].op = Op::Assume { cond, taken };
                all.push((format!("branch {} of {} turned", e.0, proc.name), changed));
            }
        }
    }
    all
}

fn replaced(program: &Program, at: u32, kind: ExprKind) -> hatha_cfa::ExprArena {
    let mut exprs = hatha_cfa::ExprArena::new();
    for i in 0..program.exprs.len() as u32 {
        let old = program.exprs.get(ExprId(i));
        exprs.add(if i == at { kind } else { old.kind }, old.ty);
    }
    exprs
}
