//! Where pointers lead that are stored in memory.
//!
//! A whole pointer that the program stores brings the words of its object along; a load of it
//! resolves them over the list of updates, as it does its bytes, down to the functions `offset_at`,
//! `size_at`, `class_at` and `object_at` of the memory where the path began.
//!
//! **Soundness.** Where size and class are 0 nothing is claimed, and a load has any words. Where
//! one is not, the bytes there were stored as one pointer and none of them has changed since, so a
//! load gives that pointer, with what it leads to; and its object lives, because an object that
//! ends takes size and class from all words with its id. So whatever touches any of the bytes in
//! another way, be it a narrower store, a fill, a number or something unknown, leaves no claim. A
//! copy takes the words along where it copies all bytes to a place of the same alignment.

use crate::access::Place;
use crate::encode::Encoder;
use crate::memory::{COPY_DEPTH, FEW_VARIABLES, Memory, Timeline, Update, both, either, equal_ids};
use crate::object::{Pointee, present};
use crate::state::State;
use hatha_cfa::{Access, ExprId, ExprKind, ObjectWord};
use hatha_proof::vocabulary::{FIRST_HEAP_ID, Ghost, OBJECT_BITS};
use hatha_term::{TermId, TermPool};

/// Loads in an address up to which it is said which object it leads to: each is encoded anew.
const MOST_LOADS: usize = 3;

/// What an update leaves of the pointer at an address, if a condition holds: another one, or none.
struct Layer {
    condition: TermId,
    pointee: Option<Pointee>,
}

/// What is known of the pointer that stands at a multiple of a pointer's size. All words are words
/// of now.
pub(crate) fn stored(
    pool: &mut TermPool,
    memory: &mut Memory,
    state: &State,
    at: TermId,
) -> Pointee {
    let mut search = Search {
        pool,
        memory,
        state,
    };
    search.resolve(state.timeline(), at, 0)
}

/// The way down a list of updates.
struct Search<'a> {
    pool: &'a mut TermPool,
    memory: &'a mut Memory,
    state: &'a State,
}

impl Search<'_> {
    fn bits(&self) -> u32 {
        self.memory.addresses.bits()
    }

    fn resolve(&mut self, timeline: Timeline<'_>, at: TermId, depth: u32) -> Pointee {
        let mut layers = Vec::new();
        let mut below = None;
        for when in (0..timeline.when).rev() {
            let before = Timeline { when, ..timeline };
            let Some(layer) = self.layer(before, at, depth) else {
                continue;
            };
            match self.pool.as_bool(layer.condition) {
                Some(false) => {}
                Some(true) => {
                    below = Some(layer.pointee);
                    break;
                }
                None => layers.push(layer),
            }
        }
        let mut pointee = match below {
            Some(Some(pointee)) => pointee,
            // The other words mean nothing then.
            Some(None) => self.forgotten(at),
            None => self.at_start(at),
        };
        for layer in layers.into_iter().rev() {
            pointee = self.over(&layer, pointee);
        }
        pointee
    }

    fn at_start(&mut self, at: TermId) -> Pointee {
        let pointee = Pointee::at_start(Ghost::ALL.map(|ghost| ghost.stored(self.pool, at)));
        self.present(pointee)
    }

    fn forgotten(&mut self, at: TermId) -> Pointee {
        let always = self.pool.tru();
        let pointee = self.at_start(at);
        self.without_claim(pointee, always)
    }

    /// Nothing is claimed if a condition holds.
    fn without_claim(&mut self, pointee: Pointee, condition: TermId) -> Pointee {
        let bits = self.bits();
        let zero = self.pool.bv_const(bits, 0);
        pointee.ended(self.pool, condition, zero)
    }

    fn present(&mut self, pointee: Pointee) -> Pointee {
        present(self.pool, self.memory.addresses.bits(), self.state, pointee)
    }

    /// What one update does to the pointer at an address; `None` if it does not touch it.
    fn layer(&mut self, before: Timeline<'_>, at: TermId, depth: u32) -> Option<Layer> {
        let bytes = self.bits() / 8;
        match &before.updates[before.when] {
            Update::Alloc { .. }
            | Update::End { .. }
            | Update::Rename { .. }
            | Update::Given { .. }
            | Update::Begin => None,
            Update::Forget { .. } => Some(Layer {
                condition: self.pool.tru(),
                pointee: None,
            }),
            Update::ForgetSeen { .. } => {
                let hidden = self.memory.is_hidden_range(self.pool, before, at, bytes);
                let condition = match self.pool.as_bool(hidden) {
                    Some(hidden) => self.pool.bool(!hidden),
                    None => self.pool.not(hidden),
                };
                let pointee = None;
                Some(Layer { condition, pointee })
            }
            Update::Write {
                at: to,
                bytes: size,
                owner,
                pointee,
                ..
            } => {
                let write = (*to, *size, *owner);
                let condition = self.memory.meets(self.pool, before, (at, bytes), write)?;
                let whole = pointee.filter(|_| *size == bytes);
                let pointee = whole.map(|pointee| self.present(pointee));
                Some(Layer { condition, pointee })
            }
            Update::Unknown { range, .. }
            | Update::Fill { range, .. }
            | Update::Copy { range, .. } => {
                // Where the range may have some bytes and not the others nothing is left.
                let inside = self.memory.inside(self.pool, before, (at, bytes), *range);
                let pointee = inside.and_then(|_| self.copied(before, at, depth));
                let condition = inside.unwrap_or_else(|| self.pool.tru());
                Some(Layer { condition, pointee })
            }
        }
    }

    /// The pointer that an update has copied from elsewhere, if it stood at a multiple of its size.
    fn copied(&mut self, before: Timeline<'_>, at: TermId, depth: u32) -> Option<Pointee> {
        let &Update::Copy { range, from, when } = &before.updates[before.when] else {
            return None;
        };
        let source = self.memory.source(self.pool, at, range, from);
        let aligned = self.memory.addresses.alignment(self.pool, source);
        let is_followed = depth < COPY_DEPTH && aligned >= u64::from(self.bits() / 8);
        let state = Timeline { when, ..before };
        is_followed.then(|| self.resolve(state, source, depth + 1))
    }

    fn over(&mut self, layer: &Layer, below: Pointee) -> Pointee {
        let Some(pointee) = layer.pointee else {
            return self.without_claim(below, layer.condition);
        };
        pointee.or_else(self.pool, layer.condition, below)
    }
}

fn differ(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let same = equal_ids(pool, a, b);
    match pool.as_bool(same) {
        Some(same) => pool.bool(!same),
        None => pool.not(same),
    }
}

impl Encoder<'_> {
    /// What a pointer that is loaded leads to: anything where nothing is known of it, or where the
    /// load is not aligned (in an arm that is not taken it need not be).
    pub(crate) fn loaded_pointee(
        &mut self,
        address: ExprId,
        at: TermId,
        access: Access,
    ) -> Pointee {
        let any = self.any_object();
        let bits = self.memory.addresses.bits();
        let place = self.place(address, at, access);
        let whole = |bytes: u64| bytes == u64::from(bits / 8);
        let Some(place) = place.filter(|p| self.is_pointer(access) && whole(p.bytes)) else {
            return any;
        };
        let rounded = self.memory.addresses.round(self.pool, at, bits / 8);
        let pointee = stored(self.pool, self.memory, self.state, rounded);
        let zero = self.pool.bv_const(bits, 0);
        let [size, class] = [pointee.size, pointee.class].map(|w| differ(self.pool, w, zero));
        let mut known = either(self.pool, size, class);
        if self.memory.addresses.alignment(self.pool, at) < place.bytes {
            let aligned = self.is_aligned(at, bits / 8);
            known = both(self.pool, known, aligned);
        }
        self.chosen(known, pointee, any)
    }

    /// An access that does not fault is one of the object that its address was computed from, so
    /// the owner of all its bytes is that object: the same variable, the same block that is allocated
    /// at most once, and no variable if it is a block that can be freed. (Other blocks have other
    /// names as owners than as objects of pointers, and so have literals, of which two may be one
    /// object.)
    pub(crate) fn assume_same_object(&mut self, place: Place, owner: TermId) {
        let address = place.address.filter(|&a| self.loads_in(a) <= MOST_LOADS);
        let Some(Ok(Some(pointee))) = address.map(|a| self.pointee_of(a)) else {
            return;
        };
        let addresses = &mut self.memory.addresses;
        let last = addresses.plus(self.pool, place.at, place.bytes.max(1) - 1);
        let end = self.memory.owner(self.pool, self.state.timeline(), last);
        let whole = equal_ids(self.pool, owner, end);
        self.state.guard.push(whole);
        let bits = self.memory.addresses.bits();
        let freeable = self.pool.bv_const(bits, u128::from(ObjectWord::FREEABLE));
        let block = equal_ids(self.pool, pointee.class, freeable);
        let first = self.pool.bv_const(OBJECT_BITS, FIRST_HEAP_ID);
        let heap = self.pool.bv_ule(first, owner);
        let known = self.pool.implies(block, heap);
        self.state.guard.push(known);
        let variables = self.state.objects.values().map(|o| o.1);
        let mut ids: Vec<TermId> = variables.collect();
        ids.sort_unstable();
        ids.truncate(FEW_VARIABLES);
        let blocks = self.memory.named_blocks.iter().take(FEW_VARIABLES);
        for &name in blocks {
            ids.push(self.pool.bv_const(OBJECT_BITS, name));
        }
        for id in ids {
            let owns = equal_ids(self.pool, owner, id);
            let meant = equal_ids(self.pool, pointee.id, id);
            let known = self.pool.eq(owns, meant);
            self.state.guard.push(known);
        }
    }

    /// How many loads an expression has.
    fn loads_in(&self, e: ExprId) -> usize {
        let exprs = &self.program.exprs;
        let (mut work, mut found) = (vec![e], 0);
        while let Some(e) = work.pop() {
            found += usize::from(matches!(exprs.get(e).kind, ExprKind::Load { .. }));
            work.extend(exprs.children(e));
        }
        found
    }
}
