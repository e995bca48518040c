//! Which blocks of the heap begin where: the word `made` of predicates, resolved over a block's updates.
//!
//! **Soundness.** None is claimed: the checker of proofs has a meaning of its own for the same word.

use crate::memory::{Opened, Resolver, Update};
use hatha_cfa::EdgeId;
use hatha_defect::{Defect, is_on};
use hatha_proof::vocabulary::{NO_SITE, OBJECT_BITS, made, owner, site};
use hatha_term::{Sort, TermId, TermPool};
use rustc_hash::FxHashMap;

/// The ids of new blocks start here; those of blocks that were there are smaller.
pub const FIRST_NEW_ID: u128 = 0xc000_0000;

/// An edge that allocates blocks of a constant size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    /// The edge.
    pub edge: EdgeId,
    /// How many bytes.
    pub bytes: u64,
    /// The id of its block, if it is taken at most once.
    pub name: Option<u128>,
}

/// The sites of the variables that stand for the addresses of new blocks, and what nobody knows.
#[derive(Debug, Default)]
pub(crate) struct Sites {
    by_address: FxHashMap<TermId, Site>,
    /// Unknown sites and ids: how many updates are older than the one that hides them, and what is asked.
    open: FxHashMap<(usize, TermId), TermId>,
}

impl Resolver {
    /// Notes that a variable is the address of a block of constant size.
    pub(crate) fn add_site(&mut self, address: TermId, site: Site) {
        self.sites.by_address.insert(address, site);
    }

    /// The site of the block at the address that a variable stands for.
    pub fn site(&self, address: TermId) -> Option<Site> {
        self.sites.by_address.get(&address).copied()
    }

    /// The site of the block that begins at an address after updates.
    pub(crate) fn made(
        &mut self,
        pool: &mut TermPool,
        updates: &[Update],
        at: TermId,
        opened: &mut Opened,
    ) -> TermId {
        let none = pool.bv_const(OBJECT_BITS, NO_SITE);
        let mut layers = Vec::new();
        let mut below = None;
        for (older, update) in updates.iter().enumerate().rev() {
            let (here, site) = match *update {
                Update::Start(_) => (pool.tru(), none),
                Update::Forget | Update::ForgetValues(_) => {
                    let asked = made(pool, at);
                    (pool.tru(), self.open_word(pool, (older, asked), opened))
                }
                Update::New(address) => {
                    let site = self.site(address).map_or(NO_SITE, |s| site(s.edge));
                    let site = pool.bv_const(OBJECT_BITS, site);
                    (self.is_same(pool, at, address), site)
                }
                Update::Freed(_) if is_on(Defect::FreedStaysMade) => continue,
                Update::Freed(address) => (self.is_same(pool, at, address), none),
                _ => continue,
            };
            if here == pool.tru() {
                below = Some(site);
                break;
            }
            if here != pool.fls() {
                layers.push((here, site));
            }
        }
        let below = below.unwrap_or_else(|| made(pool, at));
        let layers = layers.into_iter().rev();
        layers.fold(below, |below, (here, site)| pool.ite(here, site, below))
    }

    fn is_same(&mut self, pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
        match self.distance(pool, a, b) {
            Some(distance) => pool.bool(distance == 0),
            None => pool.eq(a, b),
        }
    }

    /// The id of the block that begins at an address after updates: new ones come behind all others.
    pub(crate) fn id_of_start(
        &mut self,
        pool: &mut TermPool,
        updates: &[Update],
        at: TermId,
        opened: &mut Opened,
    ) -> TermId {
        let mut layers = Vec::new();
        let mut below = None;
        for (older, update) in updates.iter().enumerate().rev() {
            match *update {
                Update::Forget | Update::ForgetValues(_) => {
                    let asked = owner(pool, at);
                    below = Some(self.open_word(pool, (older, asked), opened));
                    break;
                }
                Update::New(address) => {
                    let name = self.site(address).and_then(|s| s.name);
                    let id = name.unwrap_or(FIRST_NEW_ID + older as u128);
                    let id = pool.bv_const(OBJECT_BITS, id);
                    layers.push((self.is_same(pool, at, address), id));
                }
                _ => {}
            }
        }
        let below = below.unwrap_or_else(|| owner(pool, at));
        let layers = layers.into_iter().rev();
        layers.fold(below, |below, (here, id)| pool.ite(here, id, below))
    }

    fn open_word(
        &mut self,
        pool: &mut TermPool,
        key: (usize, TermId),
        opened: &mut Opened,
    ) -> TermId {
        let sort = Sort::Bv(OBJECT_BITS);
        let open = self.sites.open.entry(key);
        let open = *open.or_insert_with(|| pool.fresh_var("made", sort));
        opened.push(open);
        open
    }
}
