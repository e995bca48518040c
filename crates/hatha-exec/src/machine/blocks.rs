//! Blocks of the heap that are lost, or left at the end.
//!
//! **Soundness.** A block counts as lost only if nothing can lead to it: no value and no stored address
//! that was computed from it, no bytes anywhere that look like an address inside of it, and neither a
//! number was ever made from its address nor code that is not known got hold of it. What a lost block
//! holds leads nowhere.

use super::{Cursor, Halt, Machine, Run};
use crate::console::Console;
use crate::domain::Domain;
use crate::fault::FaultKind;
use crate::memory::{Object, ObjectKind};
use crate::observe::Observer;
use crate::word::{Prov, Word};
use hatha_cfa::CheckKind;
use hatha_cfa::checks::blocks::{Point, is_kept};
use std::collections::{BTreeMap, BTreeSet};

/// Visits of points that are not an end at each of which blocks are looked for. Later ones do so only
/// whenever a share of all visits has come, so that a long run looks a bounded number of times.
const FIRST_VISITS: u64 = 64;
/// That share.
const SHARE: u64 = 8;

/// What is known about blocks beside the memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    /// Those that something outside the memory of the program may lead to.
    exposed: BTreeSet<Prov>,
    /// Visits of points.
    visits: u64,
    /// The visit at which blocks are looked for next.
    next: u64,
    /// Whether there has been a block.
    are_some: bool,
}

/// The blocks by their addresses.
struct Ranges(BTreeMap<u64, (u64, Prov)>);

impl Ranges {
    /// The block that an address may lead to; its end belongs to it.
    fn find(&self, address: u64) -> Option<Prov> {
        let (_, &(end, prov)) = self.0.range(..=address).next_back()?;
        (address <= end).then_some(prov)
    }
}

impl<'i, D: Domain, O: Observer, C: Console> Machine<'i, D, O, C> {
    /// A point of the program is reached, in a run that stops at what is lost or left.
    pub(super) fn point(&mut self, point: Point) -> Run<()> {
        let rules = self.image.rules();
        if !rules.lose_blocks
            && let Some(lost) = self.lost_block(point == Point::Return, point != Point::Again)
        {
            let text = self.block_text(lost, "is lost: nothing leads to it any more");
            return refuse(FaultKind::Leak, text, lost);
        }
        // What does not return may go on for ever.
        if !rules.leave_blocks
            && point.is_for(CheckKind::Cleanup)
            && point != Point::Foreign
            && let Some(left) = self.left_block()
        {
            let text = self.block_text(left, "is not freed when the program ends");
            return refuse(FaultKind::Cleanup, text, left);
        }
        if !rules.leave_blocks_failing
            && point.is_for(CheckKind::CleanupOnFailure)
            && let Some(left) = self.left_block()
        {
            let text = self.block_text(left, "is not freed when the program fails");
            return refuse(FaultKind::CleanupOnFailure, text, left);
        }
        Ok(())
    }

    fn block_text(&self, prov: Prov, what: &str) -> String {
        let Some(o) = self.state.memory.live(prov) else {
            return what.to_owned();
        };
        let place = self.image.program().sources.describe(o.span);
        format!("{}, allocated at {place}, {what}", self.describe(o))
    }

    /// What a program with checks asks.
    pub(super) fn blocks(&mut self, what: Word) -> Word {
        let found = match what.lo {
            2 => self.left_block(),
            1 => self.lost_block(true, true),
            // The check does not say whether the program is about to fail; a look more is no harm.
            _ => self.lost_block(false, false),
        };
        Word::int(u64::from(found.is_some()))
    }

    /// A block that something outside the memory of the program may lead to from now on.
    pub(super) fn expose(&mut self, prov: Prov) {
        let object = self.state.memory.live(prov);
        if object.is_some_and(|o| o.kind == ObjectKind::Heap) {
            self.state.blocks_known.exposed.insert(prov);
        }
    }

    /// Unknown code gets hold of some objects and of all that they lead to.
    pub(super) fn expose_all(&mut self, start: Vec<Prov>) {
        let ranges = self.ranges();
        if ranges.0.is_empty() {
            return;
        }
        for prov in self.reached(start, &ranges) {
            self.expose(prov);
        }
    }

    /// A block that is not freed and that nobody else may free.
    fn left_block(&self) -> Option<Prov> {
        let exposed = &self.state.blocks_known.exposed;
        let mut live = self.state.memory.live_objects();
        let left = live.find(|o| o.kind == ObjectKind::Heap && !exposed.contains(&o.prov));
        left.map(|o| o.prov)
    }

    /// A block that nothing leads to. Unless it has to be known now, it may be found at a later
    /// visit: what is lost stays lost.
    fn lost_block(&mut self, leaves: bool, now: bool) -> Option<Prov> {
        let known = &mut self.state.blocks_known;
        known.visits += 1;
        if !known.are_some || (!now && known.visits < known.next) {
            return None;
        }
        known.next = match known.visits < FIRST_VISITS {
            true => 0,
            false => known.visits + known.visits / SHARE,
        };
        let ranges = self.ranges();
        if ranges.0.is_empty() {
            return None;
        }
        let roots = self.roots(leaves, &ranges);
        let reached = self.reached(roots, &ranges);
        let blocks = ranges.0.into_values().map(|(_, prov)| prov);
        let mut lost: Vec<Prov> = blocks.filter(|p| !reached.contains(p)).collect();
        lost.sort_by_key(|p| self.state.memory.live(*p).map(|o| o.number));
        lost.first().copied()
    }

    fn ranges(&self) -> Ranges {
        let live = self.state.memory.live_objects();
        let blocks = live.filter(|o| o.kind == ObjectKind::Heap);
        Ranges(
            blocks
                .map(|o| (o.base, (o.base + o.size, o.prov)))
                .collect(),
        )
    }

    /// The objects from which everything is looked for: all but the blocks themselves, those that
    /// are exposed, and what variables lead to.
    fn roots(&self, leaves: bool, ranges: &Ranges) -> Vec<Prov> {
        let last = self.state.frames.last().filter(|_| leaves);
        let ended = self.ended_with_frame(leaves);
        let objects = self.state.memory.live_objects();
        let kept = objects.filter(|o| o.kind != ObjectKind::Heap && !ended.contains(&o.prov));
        let mut roots: Vec<Prov> = kept.map(|o| o.prov).collect();
        roots.extend(&self.state.blocks_known.exposed);
        let registers = match last {
            Some(f) => &self.state.regs[..f.base],
            None => &self.state.regs[..],
        };
        for value in registers.iter().chain(&self.state.globals) {
            if let Some(word) = self.domain.word(value) {
                roots.extend(word.prov.is_object().then_some(word.prov));
                roots.extend(ranges.find(word.lo));
            }
        }
        roots
    }

    /// The objects that end with the innermost invocation.
    fn ended_with_frame(&self, leaves: bool) -> BTreeSet<Prov> {
        let Some(frame) = self.state.frames.last().filter(|_| leaves) else {
            return BTreeSet::new();
        };
        let locals = self.state.locals[frame.locals..].iter().map(|at| at.prov);
        let depth = self.state.frames.len();
        let blocks = self.state.blocks.iter().filter(|(d, _)| *d >= depth);
        let blocks = blocks.map(|(_, prov)| *prov);
        let all = locals.chain(blocks).chain([frame.variadic.prov]);
        all.filter(|p| p.is_object()).collect()
    }

    /// Everything that some objects lead to, themselves included.
    fn reached(&self, mut work: Vec<Prov>, ranges: &Ranges) -> BTreeSet<Prov> {
        let mut seen = BTreeSet::new();
        while let Some(prov) = work.pop() {
            if seen.insert(prov)
                && let Some(o) = self.state.memory.live(prov)
            {
                self.contained(o, ranges, &mut work);
            }
        }
        seen
    }

    /// The blocks that the bytes of an object may lead to, wherever in it they stand.
    fn contained(&self, o: &Object<D::Shadow>, ranges: &Ranges, found: &mut Vec<Prov>) {
        let stored = o.cells().iter().map(|(_, cell)| D::provenance(&cell.value));
        found.extend(stored.filter(|p| p.is_object()));
        let width = self.image.program().target.pointer_bytes() as usize;
        let order = self.image.program().target.byte_order;
        let last = o.bytes().len().checked_sub(width);
        for at in last.map_or(0..0, |last| 0..last + 1) {
            let address = o.read(at, width, order).bits as u64;
            found.extend(ranges.find(address));
        }
    }

    /// From now on there may be blocks.
    pub(super) fn blocks_may_be(&mut self) {
        self.state.blocks_known.are_some = true;
    }

    /// Bytes are read as something else than an address.
    pub(super) fn expose_bytes(&mut self, (prov, offset): (Prov, u64), len: u32) {
        if !self.state.blocks_known.are_some {
            return;
        }
        let Some(o) = self
            .state
            .memory
            .live(prov)
            .filter(|o| !o.cells().is_empty())
        else {
            return;
        };
        let parts = o.cells().parts(offset, u64::from(len));
        for (_, cell) in parts {
            self.expose(D::provenance(&cell.value));
        }
    }

    /// A value becomes something else than an address.
    pub(super) fn expose_value(&mut self, value: &D::Value) {
        if let Some(word) = self.domain.word(value)
            && word.prov.is_object()
        {
            self.expose(word.prov);
        }
    }

    /// The kind of a new block: those of the library are not the program's.
    pub(super) fn block_kind(&self, cur: &Cursor<'_>) -> ObjectKind {
        let program = self.image.program();
        match is_kept(program, self.span_at(cur)) {
            true => ObjectKind::Library,
            false => ObjectKind::Heap,
        }
    }
}

fn refuse<T>(kind: FaultKind, message: String, object: Prov) -> Run<T> {
    Err(Box::new(Halt::Fault {
        kind,
        message,
        object,
    }))
}
