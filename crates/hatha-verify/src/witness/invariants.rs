//! What a proof says at loops and before statements, as invariants in C.
//!
//! **Invariant.** A claim is the disjunction of what the reached regions of *all*
//! copies of a place say, each region weakened by leaving out what C cannot say at
//! that place: variables that are not in scope there or hidden by others of their
//! name, memory, widths that C's promotions would change.

use super::{Subject, location};
use crate::check::invariants::{joined, reached};
use hatha_cfa::{LocId, ProcId, Procedure, Program, Scalar, Span, VarScope};
use hatha_front::load::{LoadOptions, load};
use hatha_front::observe::{Site, SiteKind};
use hatha_front::predicates::Source;
use hatha_proof::vocabulary::as_slot;
use hatha_proof::{Proof, TermReader};
use hatha_term::{Bv, CName, CNames, Op, Symbol, TermId, TermPool, c_integer};
use hatha_witness::{Invariant, InvariantKind, Mark};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Longer claims are of no use to anybody.
const LONGEST: usize = 4_000;
/// Terms of the longest part of a claim: below those that the printer of terms leaves out.
const MOST_TERMS: usize = 1_000;

/// The invariants of a proof at the loops of the program, and at statements that the proof speaks
/// of, such as the first one and the returns of a function.
pub(super) fn invariants(
    subject: &Subject<'_>,
    program: &Program,
    entry: ProcId,
    proof: &Proof,
    sites: &[Site],
) -> Vec<Invariant> {
    let Some(joined) = joined(program, entry, proof) else {
        return Vec::new();
    };
    let flat = &joined.program;
    let claims = claims(subject, program, flat, flat.proc(joined.entry), proof);
    let steps = steps(program, sites);
    let mut all = Vec::new();
    for ((kind, span), regions) in claims {
        let is_here = |s: &&Site| is_at(program, s, span);
        let site = match kind {
            InvariantKind::Loop => sites
                .iter()
                .filter(is_here)
                .find(|s| s.kind == SiteKind::Loop),
            InvariantKind::Location => steps.iter().copied().find(is_here),
        };
        let Some(site) = site else {
            continue;
        };
        let Some(value) = disjunction(&regions) else {
            continue;
        };
        let invariant = Invariant {
            kind,
            location: location(&site.place, &site.function),
            value,
            format: "c_expression".to_owned(),
            mark: Mark::default(),
        };
        if is_c(subject, site, &invariant) {
            all.push(invariant);
        }
    }
    all
}

/// Whether a statement, or the condition of a loop, starts at a place.
fn is_at(program: &Program, site: &Site, span: Span) -> bool {
    let file = program.sources.file(span.file);
    let same_file = file.is_some_and(|f| Path::new(&f.name).ends_with(&site.begins.file));
    same_file && site.start == (span.line, span.col)
}

/// The statements that are one step of the program, so that the place of the step is the place
/// before the statement.
fn steps<'a>(program: &Program, sites: &'a [Site]) -> Vec<&'a Site> {
    let mut all = Vec::new();
    for proc in program.procs.iter().filter(|p| p.defined && !p.model) {
        let spans = proc.locations.iter().map(|l| l.span);
        let starts: Vec<(u32, u32)> = spans.map(|s| (s.line, s.col)).collect();
        let is_own = |s: &&Site| s.kind == SiteKind::Statement && s.function == proc.name;
        let own: Vec<&Site> = sites.iter().filter(is_own).collect();
        for site in &own {
            let next = own.iter().map(|s| s.start).filter(|s| *s > site.start);
            let next = next.min();
            let inside = |s: &&(u32, u32)| **s >= site.start && next.is_none_or(|n| **s < n);
            if starts.iter().filter(inside).count() == 1 {
                all.push(*site);
            }
        }
    }
    all
}

/// For each place, what its reached regions say: a list of conjuncts for each region. A loop is
/// the place where its condition is evaluated; a statement is every place with its span.
fn claims(
    subject: &Subject<'_>,
    program: &Program,
    flat: &Program,
    proc: &Procedure,
    proof: &Proof,
) -> BTreeMap<(InvariantKind, Span), Vec<Vec<String>>> {
    let mut places: Vec<(LocId, InvariantKind, Span)> = Vec::new();
    for (id, l) in proc.locations.iter_enumerated() {
        let kinds = [InvariantKind::Location, InvariantKind::Loop];
        let kinds = kinds.into_iter().take(1 + usize::from(l.loop_head));
        places.extend(kinds.filter(|_| l.span.is_some()).map(|k| (id, k, l.span)));
    }
    let mut pool = TermPool::new();
    let Ok(terms) = TermReader::read(&mut pool, &proof.terms, |_, _| true) else {
        return BTreeMap::new();
    };
    let spoken_of: BTreeSet<u32> = proof.regions.iter().map(|r| r.location).collect();
    let mut all: BTreeMap<(InvariantKind, Span), Vec<Vec<String>>> = BTreeMap::new();
    for region in reached(proof) {
        let region = proof.regions.get(region as usize);
        let Some((region, predicate)) = region.and_then(|r| Some((r, terms.get(r.predicate)?)))
        else {
            continue;
        };
        for &(_, kind, span) in places.iter().filter(|(l, ..)| l.0 == region.location) {
            let scope = Scope::at(subject, program, flat, span);
            let kept = pool.junction(predicate, Op::And).into_iter();
            let kept = kept.filter_map(|c| scope.written(&pool, c));
            all.entry((kind, span)).or_default().push(kept.collect());
        }
    }
    // A copy of the place of which the proof does not speak may be in any state.
    for (location, kind, span) in &places {
        if !spoken_of.contains(&location.0) {
            all.remove(&(*kind, *span));
        }
    }
    all
}

fn disjunction(regions: &[Vec<String>]) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    for region in regions {
        if region.is_empty() {
            return None;
        }
        let part = region.join(" && ");
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    let text = match parts.as_slice() {
        [one] => one.clone(),
        several => {
            let wrapped: Vec<String> = several.iter().map(|p| format!("({p})")).collect();
            wrapped.join(" || ")
        }
    };
    (!text.is_empty() && text.len() <= LONGEST).then_some(text)
}

/// Whether the front end takes a claim for a condition at its place.
fn is_c(subject: &Subject<'_>, site: &Site, invariant: &Invariant) -> bool {
    let line = site.start.0;
    let with = LoadOptions {
        predicates: Some(Source {
            name: "invariant".to_owned(),
            text: format!("{line}: {}\n", invariant.value),
        }),
        ..subject.load.clone()
    };
    // A condition that starts on another line than its loop is looked for there.
    let at_keyword = LoadOptions {
        predicates: Some(Source {
            name: "invariant".to_owned(),
            text: format!("{}: {}\n", site.place.line, invariant.value),
        }),
        ..subject.load.clone()
    };
    load(&with).is_ok() || load(&at_keyword).is_ok()
}

/// The variables that can be named at a loop.
struct Scope<'a> {
    flat: &'a Program,
    /// By name: where they are declared.
    names: BTreeMap<&'a str, Span>,
}

impl<'a> Scope<'a> {
    fn at(subject: &Subject<'_>, program: &'a Program, flat: &'a Program, span: Span) -> Self {
        let holds = |p: &&Procedure| p.locations.iter().any(|l| l.span == span);
        let around = program.procs.iter().find(holds);
        let locals = around.iter().flat_map(|p| p.params.iter().chain(&p.locals));
        let globals = program.vars.iter().filter(|v| v.scope == VarScope::Global);
        let all = locals.map(|&v| program.var(v)).chain(globals);
        let mut names: BTreeMap<&str, Span> = BTreeMap::new();
        let mut twice = BTreeSet::new();
        for var in all {
            if names.insert(&var.name, var.span).is_some() {
                twice.insert(var.name.as_str());
            }
        }
        let is_function = |name: &str| program.procs.iter().any(|p| p.name == name);
        let is_of_rule = |span: &Span| {
            let file = program.sources.file(span.file);
            file.is_some_and(|f| subject.rules.contains(&f.name))
        };
        names.retain(|name, span| !twice.contains(name) && !is_function(name) && !is_of_rule(span));
        Scope { flat, names }
    }

    /// A conjunct with the names of the program, if every part of it can be said.
    fn written(&self, pool: &TermPool, conjunct: TermId) -> Option<String> {
        let terms = pool.subterms(&[conjunct]);
        let has_c_form = terms.iter().all(|&t| self.has_c_form(pool, t));
        let variables = || terms.iter().filter(|&&t| pool.as_var(t).is_some());
        let is_narrow = variables().any(|&t| pool.width(t) < 32);
        // C computes in `int` what is narrower.
        let computes = terms.iter().any(|&t| is_computed(pool, t));
        let is_whole = variables().next().is_some() && has_c_form && !(is_narrow && computes);
        (is_whole && is_short(pool, &terms)).then(|| pool.to_c_named(conjunct, self))
    }

    /// Whether a term, apart from its arguments, means in C what it means as a term.
    fn has_c_form(&self, pool: &TermPool, t: TermId) -> bool {
        match pool.op(t) {
            Op::Var(_) => self.name(pool, t).is_some(),
            Op::BvConst(_) => pool.as_bv(t).is_some_and(is_literal),
            Op::True | Op::False | Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies | Op::Eq => {
                true
            }
            Op::BvUlt | Op::BvUle | Op::ZeroExt | Op::BvLshr => {
                // A constant with its highest bit set has no literal of 64 bits.
                let is_large =
                    |t: &TermId| pool.as_bv(*t).is_some_and(|v| v.width() == 64 && v.sign());
                has_type(pool, t) && !pool.args(t).iter().any(is_large)
            }
            Op::BvSlt | Op::BvSle | Op::SignExt | Op::Extract { .. } => has_type(pool, t),
            Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg | Op::BvShl | Op::BvAshr => {
                has_type(pool, t)
            }
            _ => false,
        }
    }

    /// The variable of the program that a slot of the automaton is a copy of, and its width.
    fn variable(&self, symbol: &Symbol) -> Option<(&'a str, bool, u16)> {
        let slot = as_slot(symbol)?;
        let var = self.flat.vars.get(slot)?;
        let declared = self.names.get(var.name.as_str())?;
        let Some(Scalar::Int { bits, signed }) = self.flat.scalar(var.ty) else {
            return None;
        };
        let is_same = *declared == var.span && var.span.is_some();
        is_same.then_some((var.name.as_str(), signed, bits))
    }
}

/// Variables by their names, as signed values of their widths: C would take a sum with one operand
/// without a sign for one without a sign.
impl CNames for Scope<'_> {
    fn name(&self, pool: &TermPool, t: TermId) -> Option<CName> {
        let (name, signed, bits) = self.variable(pool.as_symbol(t)?)?;
        let text = match (signed, c_integer(u32::from(bits), true)) {
            (true, Some(_)) => name.to_owned(),
            (false, Some(ty)) if bits <= 64 => format!("({ty}){name}"),
            _ => return None,
        };
        Some(CName {
            text,
            is_signed: true,
            is_unary: !signed,
        })
    }
}

/// A constant that C reads as a signed number of its width or of a wider type. The smallest number
/// is none: C takes the minus sign for an operator.
fn is_literal(value: &Bv) -> bool {
    let smallest = value.sign() && value.neg() == *value;
    value.width() <= 64 && !smallest
}

/// Whether the result of an operator has a type in C, if it is a number.
fn has_type(pool: &TermPool, t: TermId) -> bool {
    let width = pool.sort(t).bv_width();
    width.is_none_or(|w| w <= 64 && c_integer(w, true).is_some())
}

/// Whether C computes a term, which it does in `int` for narrower types.
fn is_computed(pool: &TermPool, t: TermId) -> bool {
    let computes = [
        Op::BvAdd,
        Op::BvSub,
        Op::BvMul,
        Op::BvNeg,
        Op::BvShl,
        Op::BvLshr,
        Op::BvAshr,
    ];
    let op = pool.op(t);
    computes.contains(&op) || matches!(op, Op::Extract { lo } if lo > 0)
}

/// Whether the text of the last term is not too long, given all its subterms, arguments first.
fn is_short(pool: &TermPool, terms: &[TermId]) -> bool {
    let mut sizes: BTreeMap<TermId, usize> = BTreeMap::new();
    for &t in terms {
        let args = pool
            .args(t)
            .iter()
            .map(|a| sizes.get(a).copied().unwrap_or(1));
        let size = args.fold(1_usize, usize::saturating_add);
        sizes.insert(t, size);
    }
    sizes.values().all(|&size| size <= MOST_TERMS)
}
