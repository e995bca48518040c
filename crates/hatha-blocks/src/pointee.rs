//! Where pointers lead that are stored in memory.
//!
//! A whole pointer that a block stores brings the words of its object along. A load resolves them
//! over the list of updates as it does its bytes; what falls through is an application of
//! `offset_at`, `size_at`, `class_at` or `object_at`.
//!
//! **Soundness.** As for bytes: what is not known is an *open* variable, and the checker of proofs
//! has a meaning of its own for the same words. Here the objects of outer invocations keep their
//! ids, which the checker does not grant.

use crate::memory::{Opened, Read, Relation, Resolver, Update};
use crate::sums::number;
use hatha_cfa::ObjectWord;
use hatha_defect::{Defect, is_on};
use hatha_proof::vocabulary::{Ghost, NO_OBJECT, OBJECT_BITS};
use hatha_term::{TermId, TermPool};

/// What is known of the object that an address was computed from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointee {
    /// How far behind its start the address lies.
    pub offset: TermId,
    /// Its bytes; 0 if it lives no more.
    pub size: TermId,
    /// What may be done with it; 0 if it lives no more.
    pub class: TermId,
    /// Its id.
    pub id: TermId,
}

impl Pointee {
    /// In the order of [`Ghost::ALL`].
    pub(crate) fn new([offset, size, class, id]: [TermId; 4]) -> Pointee {
        Pointee {
            offset,
            size,
            class,
            id,
        }
    }

    /// In the order of [`Ghost::ALL`].
    pub(crate) fn all(&self) -> [TermId; 4] {
        [self.offset, self.size, self.class, self.id]
    }

    /// One of them.
    pub fn get(&self, ghost: Ghost) -> TermId {
        match ghost {
            Ghost::Offset => self.offset,
            Ghost::Size => self.size,
            Ghost::Class => self.class,
            Ghost::Id => self.id,
        }
    }

    /// Those of an address that leads to no object.
    pub(crate) fn none(pool: &mut TermPool, bits: u32) -> Pointee {
        let zero = pool.bv_const(bits, 0);
        Pointee {
            offset: zero,
            size: zero,
            class: pool.bv_const(bits, u128::from(ObjectWord::NONE)),
            id: pool.bv_const(OBJECT_BITS, NO_OBJECT),
        }
    }

    /// The same, size and class taken away if a condition holds.
    pub(crate) fn ended(self, pool: &mut TermPool, gone: TermId) -> Pointee {
        let zero = pool.bv_const(pool.width(self.size), 0);
        Pointee {
            size: pool.ite(gone, zero, self.size),
            class: pool.ite(gone, zero, self.class),
            ..self
        }
    }

    /// These if a condition holds, else others.
    pub(crate) fn or_else(self, pool: &mut TermPool, condition: TermId, other: Pointee) -> Pointee {
        let pairs = [0, 1, 2, 3].map(|i| (self.all()[i], other.all()[i]));
        Pointee::new(pairs.map(|(a, b)| pool.ite(condition, a, b)))
    }
}

/// What has happened to objects after an update.
#[derive(Clone, Default)]
struct Since {
    /// The ids of those that ended.
    ended: Vec<TermId>,
    /// Whether any blocks of the heap may have.
    blocks: bool,
}

impl Resolver {
    /// What the pointer leads to that stands at an address after updates.
    pub fn pointee(
        &mut self,
        pool: &mut TermPool,
        updates: &[Update],
        at: TermId,
        opened: &mut Opened,
    ) -> Pointee {
        Read::new(self, pool, opened).pointee(updates, at)
    }
}

impl Read<'_> {
    fn pointee(&mut self, updates: &[Update], at: TermId) -> Pointee {
        let mut layers: Vec<(TermId, Pointee)> = Vec::new();
        let mut found = None;
        let mut since = Since::default();
        for (i, update) in updates.iter().enumerate().rev() {
            match update {
                Update::End(id) => since.ended.push(*id),
                Update::EndBlocks => since.blocks = true,
                _ => {}
            }
            let met = match self.try_step() {
                false => Some((self.pool.tru(), self.any_pointee(i, at))),
                true => self.meet(update, &updates[..i], at),
            };
            let Some((condition, pointee)) = met else {
                continue;
            };
            let pointee = self.now(pointee, &since);
            if condition == self.pool.tru() {
                found = Some(pointee);
                break;
            }
            layers.push((condition, pointee));
        }
        let below = found.unwrap_or_else(|| {
            let pointee = Pointee::new(Ghost::ALL.map(|g| g.stored(self.pool, at)));
            self.now(pointee, &since)
        });
        let layers = layers.into_iter().rev();
        layers.fold(below, |below, (condition, pointee)| {
            if pointee != below {
                self.resolver.add_alias(condition);
            }
            pointee.or_else(self.pool, condition, below)
        })
    }

    /// What an update puts in the place of the pointer at an address, and when; `None` if it does
    /// not touch it.
    fn meet(&mut self, update: &Update, older: &[Update], at: TermId) -> Option<(TermId, Pointee)> {
        let bytes = self.resolver.bits() / 8;
        let always = self.pool.tru();
        match update {
            Update::End(_) | Update::Freed(_) | Update::EndBlocks | Update::Given { .. } => None,
            Update::ForgetValues(hidden) if self.is_in_one_of(hidden, at) => None,
            Update::Forget | Update::ForgetValues(_) => {
                Some((always, self.any_pointee(older.len(), at)))
            }
            Update::New(address) => {
                let root = self.resolver.root(self.pool, at);
                let new = self.resolver.root(self.pool, *address);
                let is_inside = root.is_some() && root == new;
                is_inside.then(|| (always, self.any_pointee(older.len(), at)))
            }
            Update::Start(contents) => {
                let root = self.resolver.root(self.pool, at);
                let held = root.and_then(|r| contents.get(&r));
                held.map(|updates| (always, self.pointee(updates, at)))
            }
            Update::Write {
                at: to,
                bytes: size,
                value,
                pointee,
                ..
            } => {
                let whole = Some(u64::from(*size));
                let relation = self.resolver.relation(self.pool, (at, bytes), (*to, whole));
                let condition = match relation {
                    Relation::Apart => return None,
                    Relation::Inside(_) | Relation::Overlap => always,
                    Relation::Unknown => self.may_meet((at, bytes), (*to, *size, *value)).meets,
                };
                if *size < bytes && is_on(Defect::StoredKeepsBytes) {
                    return None;
                }
                let known = pointee.filter(|_| *size == bytes);
                let pointee = known.unwrap_or_else(|| self.any_pointee(older.len(), at));
                Some((condition, pointee))
            }
            Update::Fill { at: to, len, .. } | Update::Copy { at: to, len, .. } => {
                let length = number(self.pool, *len);
                let relation = self
                    .resolver
                    .relation(self.pool, (at, bytes), (*to, length));
                let condition = match relation {
                    Relation::Apart => return None,
                    Relation::Overlap => return Some((always, self.any_pointee(older.len(), at))),
                    Relation::Inside(_) => always,
                    Relation::Unknown => {
                        let distance = self.pool.bv_sub(at, *to);
                        self.pool.bv_ult(distance, *len)
                    }
                };
                Some((condition, self.pointee_in_range(update, older, at)))
            }
        }
    }

    fn pointee_in_range(&mut self, update: &Update, older: &[Update], at: TermId) -> Pointee {
        let bits = self.resolver.bits();
        match update {
            Update::Fill { byte, .. } if number(self.pool, *byte) == Some(0) => {
                Pointee::none(self.pool, bits)
            }
            Update::Copy { at: to, from, .. } => {
                let distance = self.pool.bv_sub(at, *to);
                let source = self.pool.bv_add(*from, distance);
                self.pointee(older, source)
            }
            _ => self.any_pointee(older.len(), at),
        }
    }

    /// What has become of an object.
    fn now(&mut self, pointee: Pointee, since: &Since) -> Pointee {
        let mut pointee = pointee;
        if is_on(Defect::StoredKeepsEnded) {
            return pointee;
        }
        for &id in &since.ended {
            let gone = self.pool.eq(pointee.id, id);
            pointee = pointee.ended(self.pool, gone);
        }
        if since.blocks {
            let bits = self.resolver.bits();
            let freeable = self.pool.bv_const(bits, u128::from(ObjectWord::FREEABLE));
            let block = self.pool.eq(pointee.class, freeable);
            let open = self.any_class(pointee.class);
            pointee.class = self.pool.ite(block, open, pointee.class);
        }
        pointee
    }
}
