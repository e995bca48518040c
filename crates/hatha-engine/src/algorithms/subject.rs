//! The program that a search is about.

use hatha_blocks::block::{BlockId, Blocks, CutId};
use hatha_cfa::join::Joined;
use hatha_cfa::{Builtin, Edge, FailKind, Op, ProcId, Program, Span};
use hatha_smt::Reason;

/// The program as one automaton, and its blocks.
pub(crate) struct Subject<'a> {
    pub(crate) program: &'a Program,
    pub(crate) joined: &'a Joined,
    pub(crate) entry: ProcId,
    pub(crate) blocks: Blocks,
}

impl Subject<'_> {
    /// Where a block ends, for a message.
    pub(crate) fn describe(&self, block: BlockId) -> String {
        let Some(last) = self.blocks.block(block).last_edge() else {
            return "the start".to_owned();
        };
        let span = self.program.proc(self.entry).edge(last).span;
        self.program.sources.describe(span)
    }

    /// The failure that a block ends in, if it does, and its place.
    pub(crate) fn failure(&self, block: BlockId) -> Option<(FailKind, Span)> {
        let last = self.blocks.block(block).last_edge()?;
        let edge = self.program.proc(self.entry).edge(last);
        match &edge.op {
            Op::Fail(kind) => Some((kind.clone(), edge.span)),
            _ => None,
        }
    }

    /// Where a cut point is, for a message.
    pub(crate) fn describe_cut(&self, cut: CutId) -> Option<String> {
        let location = self.blocks.location(cut)?;
        let span = self.program.proc(self.entry).location(location).span;
        Some(self.program.sources.describe(span))
    }

    /// The procedures that a block calls and that are not looked into.
    pub(crate) fn opaque_calls(&self, block: BlockId) -> impl Iterator<Item = ProcId> {
        let edges = self.blocks.block(block).edges.iter();
        let proc = self.program.proc(self.entry);
        edges.filter_map(|&e| Some(self.joined.opaque_call(&proc.edge(e).op)?.proc))
    }

    /// Whether a copy of a procedure can take the place of a call: not if it asks for its variable
    /// arguments.
    pub(crate) fn can_be_copied(&self, proc: ProcId) -> bool {
        let asks =
            |e: &Edge| matches!(&e.op, Op::Builtin { builtin, .. } if *builtin == Builtin::VaArea);
        !self.program.proc(proc).edges.iter().any(asks)
    }

    /// Why a question without an answer stops the search.
    pub(crate) fn gave_up(&self, block: BlockId, why: &Reason) -> String {
        format!("the solver gave up at {}: {why}", self.describe(block))
    }
}
