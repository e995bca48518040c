//! What a proof says at loops and before statements, as invariants in C.
//!
//! **Invariant.** A claim is the disjunction of what the reached regions of *all*
//! copies of a place say, each region weakened by leaving out what C cannot say at
//! that place: variables that are not in scope there or hidden by others of their
//! name, memory, widths that C's promotions would change.

use super::{Subject, location};
use crate::check::invariants::reached;
use hatha_cfa::join::{Keep, join};
use hatha_cfa::{LocId, ProcId, Procedure, Program, Scalar, Span, VarId, VarScope};
use hatha_front::load::{LoadOptions, load};
use hatha_front::observe::{Site, SiteKind};
use hatha_front::predicates::Source;
use hatha_proof::Proof;
use hatha_witness::{Invariant, InvariantKind, Mark};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The largest automaton that is looked at.
const EDGE_LIMIT: usize = 200_000;
/// Longer claims are of no use to anybody.
const LONGEST: usize = 4_000;

/// The invariants of a proof at the loops of the program, and at statements that the proof speaks
/// of, such as the first one and the returns of a function.
pub(super) fn invariants(
    subject: &Subject<'_>,
    program: &Program,
    entry: ProcId,
    proof: &Proof,
    sites: &[Site],
) -> Vec<Invariant> {
    let kept: Vec<ProcId> = proof.components.iter().copied().map(ProcId).collect();
    let keep = Keep::These(&kept);
    let Ok(joined) = join(program, entry, !proof.ignores_faults, keep, EDGE_LIMIT) else {
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
    for (i, l) in proc.locations.iter().enumerate() {
        let id = LocId(i as u32);
        let kinds = [InvariantKind::Location, InvariantKind::Loop];
        let kinds = kinds.into_iter().take(1 + usize::from(l.loop_head));
        places.extend(kinds.filter(|_| l.span.is_some()).map(|k| (id, k, l.span)));
    }
    let spoken_of: BTreeSet<u32> = proof.regions.iter().map(|r| r.location).collect();
    let mut all: BTreeMap<(InvariantKind, Span), Vec<Vec<String>>> = BTreeMap::new();
    for region in reached(proof) {
        let Some(region) = proof.regions.get(region as usize) else {
            continue;
        };
        for &(_, kind, span) in places.iter().filter(|(l, ..)| l.0 == region.location) {
            let scope = Scope::at(subject, program, flat, span);
            let kept = conjuncts(&region.c);
            let kept = kept.iter().filter_map(|c| scope.written(c));
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

/// The conjuncts of a condition.
fn conjuncts(text: &str) -> Vec<String> {
    let text = stripped(text.trim());
    let (ands, ors) = (top_level(text, "&&"), top_level(text, "||"));
    let asks = !top_level(text, "?").is_empty();
    if ands.is_empty() || !ors.is_empty() || asks {
        return vec![text.to_owned()];
    }
    let mut parts = Vec::new();
    let mut from = 0;
    for at in ands.into_iter().chain([text.len()]) {
        parts.extend(conjuncts(&text[from..at]));
        from = (at + 2).min(text.len());
    }
    parts
}

/// Where an operator stands outside of all brackets.
fn top_level(text: &str, operator: &str) -> Vec<usize> {
    let mut depth = 0_i32;
    let mut found = Vec::new();
    for (i, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 && text[i..].starts_with(operator) {
            found.push(i);
        }
    }
    found
}

/// Without brackets around the whole.
fn stripped(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    let Some(inner) = inner else { return text };
    let mut depth = 0_i32;
    for c in inner.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth < 0 {
            return text;
        }
    }
    stripped(inner.trim())
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
    fn written(&self, text: &str) -> Option<String> {
        let mut out = String::new();
        let mut rest = text;
        let mut narrow = false;
        let mut named = false;
        while !rest.is_empty() {
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            if length == 0 {
                let other = rest.find(is_word).unwrap_or(rest.len());
                out.push_str(&rest[..other]);
                rest = &rest[other..];
                continue;
            }
            let word = &rest[..length];
            match self.variable(word) {
                Some((name, bits)) => {
                    narrow |= bits < 32;
                    named = true;
                    out.push_str(&name);
                }
                None if is_plain(word) => out.push_str(word),
                None => return None,
            }
            rest = &rest[length..];
        }
        let strange = out.contains(['[', '?', '&', '|', '^', '~', '%', '/']) && !is_logical(&out);
        (named && !strange && !(narrow && computes(&out))).then_some(out)
    }

    /// The name of `v12`, as a signed value of its width, and that width.
    fn variable(&self, word: &str) -> Option<(String, u16)> {
        let index: u32 = word.strip_prefix('v')?.parse().ok()?;
        let var = self.flat.vars.get(index as usize)?;
        let declared = self.names.get(var.name.as_str())?;
        let Some(Scalar::Int { bits, signed }) = self.flat.scalar(self.flat.var(VarId(index)).ty)
        else {
            return None;
        };
        if *declared != var.span || !var.span.is_some() {
            return None;
        }
        let name = &var.name;
        Some(match (signed, bits) {
            (true, _) => (name.clone(), bits),
            (false, 8) => (format!("((signed char){name})"), bits),
            (false, 16) => (format!("((short){name})"), bits),
            (false, 32) => (format!("((int){name})"), bits),
            (false, 64) => (format!("((long long){name})"), bits),
            (false, _) => return None,
        })
    }
}

/// A number that C takes for a signed one, or a word of a cast.
fn is_plain(word: &str) -> bool {
    let types = ["unsigned", "signed", "char", "short", "int", "long"];
    word.parse::<i64>().is_ok() || types.contains(&word)
}

/// Whether `&`, `|` and the like are only there as `&&` and `||`.
fn is_logical(text: &str) -> bool {
    let without = text.replace("&&", "").replace("||", "");
    !without.contains(['[', '?', '&', '|', '^', '~', '%', '/'])
}

/// Whether a text does arithmetic, which C does in `int` for narrower types.
fn computes(text: &str) -> bool {
    let negates = text.match_indices('-').any(|(i, _)| {
        let next = text[i + 1..].trim_start().chars().next();
        !next.is_some_and(|c| c.is_ascii_digit())
    });
    negates || text.contains(['+', '*']) || text.contains("<<") || text.contains(">>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conjuncts_are_found_in_brackets() {
        let parts = conjuncts("(a && (b || c)) && (d && e)");
        assert_eq!(parts, ["a", "b || c", "d", "e"]);
        assert_eq!(conjuncts("a && b || c"), ["a && b || c"]);
        assert_eq!(conjuncts("(a) && (b)"), ["a", "b"]);
        assert_eq!(conjuncts("!(a && b)"), ["!(a && b)"]);
    }
}
