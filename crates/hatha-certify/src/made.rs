//! Which blocks of the heap begin where: the sites of `docs/memory-model.md`, section 11.
//!
//! **Soundness.** What is said of sites holds in every state of an execution. A block that an edge
//! has allocated owns all its bytes while it lives, begins at one place, which is aligned and not null,
//! and has an id of its own. An allocation and the end of an object change which block begins at an
//! address; what is not known may have ended any block and leaves an unknown function. Nothing
//! else changes it.

use crate::linear::number;
use crate::memory::{Base, FIRST_NEW_ID, Memory, Timeline, Update, choose, equal_ids};
use hatha_cfa::{EdgeId, ExprId, ExprKind, Op, Place, ProcId, Program};
use hatha_proof::vocabulary::{self, EACH_ALIGN, FIRST_HEAP_ID, NO_SITE, OBJECT_BITS};
use hatha_term::{Op as TermOp, Sort, Symbol, TermId, TermPool};
use std::collections::BTreeSet;

/// The id of blocks on the stack whose end nobody sees is below those of what a path allocates.
const LAST_OLD_ID: u128 = FIRST_NEW_ID - 1;

/// An edge that allocates blocks of a size. One of another size, if that happens, has no site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) edge: EdgeId,
    /// The bytes that a block takes, at least one.
    pub(crate) bytes: u64,
    /// The id of its block, if the edge is taken at most once.
    pub(crate) name: Option<u128>,
}

/// An address in an unknown memory with something that is known of it there.
#[derive(Clone, Copy, Debug)]
struct Mention {
    base: Base,
    at: TermId,
    term: TermId,
}

/// The sites of a program, and the addresses in unknown memories of which it is asked what begins
/// there and who owns them.
#[derive(Debug, Default)]
pub(crate) struct Sites {
    /// None if the proof does not speak of sites.
    pub(crate) all: Vec<Site>,
    starts: Vec<Mention>,
    owners: Vec<Mention>,
}

impl Sites {
    /// The site of what an edge allocates.
    pub(crate) fn of(&self, edge: EdgeId) -> Option<Site> {
        self.all.iter().copied().find(|s| s.edge == edge)
    }
}

/// The one constant that an expression may be, if it looks as if there was one: its own value, or what
/// is assigned to the variable that it is. Nothing depends on that: a block of another size has no site.
pub(crate) fn likely_size(program: &Program, proc: ProcId, size: ExprId) -> Option<u64> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut work = vec![size];
    while let Some(e) = work.pop() {
        match program.exprs.get(e).kind {
            ExprKind::Int(value) => {
                found.insert(u64::try_from(value).ok()?);
            }
            ExprKind::Cast(inner) => work.push(inner),
            ExprKind::Var(var) if seen.insert(var) => {
                for edge in &program.proc(proc).edges {
                    match edge.op {
                        Op::Assign {
                            place: Place::Slot(v),
                            value,
                        } if v == var => work.push(value),
                        _ => {}
                    }
                }
            }
            ExprKind::Var(_) => {}
            _ => return None,
        }
    }
    let size = found.pop_first()?;
    // What has more bits than a size is cut down before it is one.
    let fits = size <= u64::MAX >> (64 - program.target.pointer_bits.clamp(1, 64));
    (found.is_empty() && fits).then_some(size)
}

/// The number of no site.
pub(crate) fn no_site(pool: &mut TermPool) -> TermId {
    code(pool, NO_SITE)
}

fn code(pool: &mut TermPool, site: u128) -> TermId {
    pool.bv_const(OBJECT_BITS, site)
}

impl Memory {
    /// The site of the block that begins at an address.
    pub(crate) fn made(&mut self, pool: &mut TermPool, state: Timeline<'_>, at: TermId) -> TermId {
        let at = self.addresses.plus(pool, at, 0);
        let mut layers = Vec::new();
        let mut below = None;
        for when in (0..state.when).rev() {
            let before = Timeline { when, ..state };
            let (condition, site) = match &state.updates[when] {
                Update::Begin => (pool.tru(), code(pool, NO_SITE)),
                Update::Forget { base, .. } | Update::ForgetSeen { base, .. } => {
                    (pool.tru(), self.unknown_site(pool, *base, at))
                }
                Update::Alloc { range, site, .. } => {
                    (self.addresses.equal(pool, at, range.at), *site)
                }
                Update::End { id } => {
                    let owner = self.owner(pool, before, at);
                    (equal_ids(pool, owner, *id), code(pool, NO_SITE))
                }
                _ => continue,
            };
            match pool.as_bool(condition) {
                Some(false) => {}
                Some(true) => {
                    below = Some(site);
                    break;
                }
                None => layers.push((condition, site)),
            }
        }
        let below = below.unwrap_or_else(|| self.unknown_site(pool, Base::default(), at));
        let layers = layers.into_iter().rev();
        layers.fold(below, |below, (c, site)| choose(pool, c, site, below))
    }

    /// The site of the block that begins at an address in an unknown memory.
    fn unknown_site(&mut self, pool: &mut TermPool, base: Base, at: TermId) -> TermId {
        let symbol = Symbol::Made { version: base.0 };
        let from = Sort::Bv(self.addresses.bits());
        let function = pool.declare_fun(symbol, &[from], Sort::Bv(OBJECT_BITS));
        let site = pool.apply(function, &[at]);
        let start = Mention {
            base,
            at,
            term: site,
        };
        if self.sites.starts.iter().any(|s| s.term == site) {
            return site;
        }
        self.sites.starts.push(start);
        let owner = self.unknown_owner(pool, base, at);
        self.assume_start(pool, start, owner);
        for other in self.sites.owners.clone() {
            self.assume_whole(pool, start, other, owner);
        }
        for other in self.sites.starts.clone() {
            if other.base == base && other.at != at {
                let theirs = self.unknown_owner(pool, base, other.at);
                self.assume_one_start(pool, (start, owner), (other, theirs));
            }
        }
        site
    }

    /// Takes note of an address in an unknown memory whose owner is asked for.
    pub(crate) fn relate_owner(
        &mut self,
        pool: &mut TermPool,
        base: Base,
        (at, owner): (TermId, TermId),
    ) {
        if self.sites.all.is_empty() {
            return;
        }
        let mention = Mention {
            base,
            at,
            term: owner,
        };
        self.sites.owners.push(mention);
        for start in self.sites.starts.clone() {
            let first = self.unknown_owner(pool, start.base, start.at);
            self.assume_whole(pool, start, mention, first);
        }
    }

    fn is_site(&self, pool: &mut TermPool, start: Mention, site: &Site) -> TermId {
        let code = code(pool, vocabulary::site(site.edge));
        pool.eq(start.term, code)
    }

    fn is_no_site(&self, pool: &mut TermPool, start: Mention) -> TermId {
        let none = code(pool, NO_SITE);
        pool.eq(start.term, none)
    }

    /// M1, and what M2 says of the id.
    fn assume_start(&mut self, pool: &mut TermPool, start: Mention, owner: TermId) {
        let nothing = self.is_no_site(pool, start);
        let mut cases = vec![nothing];
        for site in self.sites.all.clone() {
            let made = self.is_site(pool, start, &site);
            cases.push(made);
            let known = self.has_id_of(pool, owner, &site);
            let lemma = pool.implies(made, known);
            self.lemmas.push(lemma);
        }
        let one = pool.or_all(&cases);
        self.lemmas.push(one);
        let bits = self.addresses.bits();
        let zero = pool.bv_const(bits, 0);
        let null = pool.eq(start.at, zero);
        let not_null = pool.not(null);
        let aligned = is_multiple(pool, start.at);
        for fact in [not_null, aligned] {
            let lemma = pool.or(nothing, fact);
            self.lemmas.push(lemma);
        }
    }

    /// The site of a block of some bytes.
    pub(crate) fn site_of_block(
        &mut self,
        pool: &mut TermPool,
        site: Option<Site>,
        bytes: TermId,
    ) -> TermId {
        let none = no_site(pool);
        let Some(site) = site else {
            return none;
        };
        let wanted = self.addresses.constant(pool, site.bytes);
        let fits = self.addresses.equal(pool, bytes, wanted);
        let number = code(pool, vocabulary::site(site.edge));
        choose(pool, fits, number, none)
    }

    /// Whether an id can be that of a block of a site.
    fn has_id_of(&self, pool: &mut TermPool, owner: TermId, site: &Site) -> TermId {
        if let Some(name) = site.name {
            let name = pool.bv_const(OBJECT_BITS, name);
            return pool.eq(owner, name);
        }
        // M4: behind all names, and in the order of the allocations.
        let first = self
            .named_blocks
            .iter()
            .max()
            .map_or(FIRST_HEAP_ID, |n| n + 1);
        let first = pool.bv_const(OBJECT_BITS, first);
        let passing = pool.bv_const(OBJECT_BITS, LAST_OLD_ID);
        let behind = pool.bv_ule(first, owner);
        let other = pool.bv_ult(owner, passing);
        pool.and(behind, other)
    }

    /// M2: a block owns all its bytes.
    fn assume_whole(&mut self, pool: &mut TermPool, start: Mention, byte: Mention, first: TermId) {
        if start.base != byte.base || byte.term == first {
            return;
        }
        let Some(distance) = self.distance_from_start(pool, byte.at, start.at) else {
            return;
        };
        let same = pool.eq(byte.term, first);
        for site in self.sites.all.clone() {
            if distance < site.bytes {
                let made = self.is_site(pool, start, &site);
                let lemma = pool.implies(made, same);
                self.lemmas.push(lemma);
            }
        }
    }

    /// How far an address lies behind the start of a block, which is a multiple of [`EACH_ALIGN`]: then
    /// the start with a few bytes more, rounded down to a smaller power of two, is the start.
    fn distance_from_start(&mut self, pool: &TermPool, at: TermId, start: TermId) -> Option<u64> {
        if let Some(distance) = self.addresses.distance(pool, at, start) {
            return Some(distance);
        }
        let sum = self.addresses.sum(pool, at);
        let &[(rounded, 1)] = sum.parts.as_slice() else {
            return None;
        };
        let (inner, to) = rounding(pool, rounded, self.addresses.bits())?;
        let low = self.addresses.distance(pool, inner, start)?;
        (to <= u64::from(EACH_ALIGN) && low < to).then_some(sum.constant)
    }

    /// M3: an object begins at one place.
    fn assume_one_start(
        &mut self,
        pool: &mut TermPool,
        (a, owner): (Mention, TermId),
        (b, other): (Mention, TermId),
    ) {
        let nothing = [a, b].map(|start| self.is_no_site(pool, start));
        let same = equal_ids(pool, owner, other);
        let apart = pool.not(same);
        let here = pool.eq(a.at, b.at);
        let lemma = pool.or_all(&[nothing[0], nothing[1], apart, here]);
        self.lemmas.push(lemma);
    }
}

/// Whether an address is one that `each` stands for.
pub(crate) fn is_multiple(pool: &mut TermPool, at: TermId) -> TermId {
    let bits = pool.width(at);
    let mask = pool.bv_const(bits, u128::from(EACH_ALIGN - 1));
    let low = pool.bv_and(at, mask);
    let zero = pool.bv_const(bits, 0);
    pool.eq(low, zero)
}

/// What is rounded down to a multiple of what power of two, if a term is that.
pub(crate) fn rounding(pool: &TermPool, t: TermId, bits: u32) -> Option<(TermId, u64)> {
    if pool.op(t) != TermOp::BvAnd {
        return None;
    }
    let (a, b) = (pool.arg(t, 0), pool.arg(t, 1));
    let (inner, mask) = match (number(pool, a), number(pool, b)) {
        (None, Some(mask)) => (a, mask),
        (Some(mask), None) => (b, mask),
        _ => return None,
    };
    let all = if bits >= 64 {
        u64::MAX
    } else {
        (1 << bits) - 1
    };
    let to = (all & !mask).checked_add(1)?;
    (to.is_power_of_two() && mask & !all == 0).then_some((inner, to))
}
