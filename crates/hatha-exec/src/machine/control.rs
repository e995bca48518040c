//! The ends of edges: branches, switches, assumptions, failures.

use super::value::peek;
use super::{Cursor, Halt, Machine, Run};
use crate::code::{BranchCode, InputCode, Insn, Opnd};
use crate::config::{Uninitialised, Unnoticed};
use crate::console::Console;
use crate::domain::{Branch, Domain, Use};
use crate::fault::FaultKind;
use crate::memory::Holes;
use crate::observe::Observer;
use crate::word::{Definedness, Kind, Word};
use hatha_cfa::{BinOp, EdgeId, FailKind, InputKind};

impl<'i, D: Domain, O: Observer, C: Console> Machine<'i, D, O, C> {
    /// Takes one of two edges.
    #[inline]
    pub(super) fn branch(
        &mut self,
        cur: &mut Cursor<'i>,
        cond: Opnd,
        kind: Kind,
        branch: u32,
    ) -> Run<()> {
        let b = &cur.code.branches[branch as usize];
        let at = site(cur, branch);
        let c = peek(&self.state, &self.consts, cur, cond);
        let holds = if self.domain.state(c) as u64 == 0 {
            self.domain.decide(c, kind, at)?
        } else {
            let c = self.read(cur, cond)?;
            self.domain.decide(&c, kind, at)?
        };
        self.take_branch(cur, b, holds);
        Ok(())
    }

    #[inline(always)]
    fn take_branch(&mut self, cur: &mut Cursor<'i>, b: &BranchCode, holds: bool) {
        let (edge, target) = if holds {
            (b.yes, b.yes_target)
        } else {
            (b.no, b.no_target)
        };
        self.take(cur.proc, edge);
        cur.pc = target as usize;
    }

    /// Takes one of two edges by a comparison.
    #[inline(always)]
    pub(super) fn compare(
        &mut self,
        cur: &mut Cursor<'i>,
        op: BinOp,
        kind: Kind,
        (a, b): (Opnd, Opnd),
        branch: u32,
    ) -> Run<()> {
        let x = peek(&self.state, &self.consts, cur, a);
        let y = peek(&self.state, &self.consts, cur, b);
        let holds = match self.domain.quick(op, kind, kind, x, y) {
            Some(bits) => bits != 0,
            None => self.compare_slow(cur, op, kind, (a, b), branch)?,
        };
        self.take_branch(cur, &cur.code.branches[branch as usize], holds);
        Ok(())
    }

    #[inline(never)]
    fn compare_slow(
        &mut self,
        cur: &Cursor<'i>,
        op: BinOp,
        kind: Kind,
        (a, b): (Opnd, Opnd),
        branch: u32,
    ) -> Run<bool> {
        let (x, y) = (self.read(cur, a)?, self.read(cur, b)?);
        let cond = self.domain.binary(op, kind, kind, &x, &y)?;
        let at = site(cur, branch);
        Ok(self.domain.decide(&cond, Kind::INT, at)?)
    }

    /// Instructions that are not worth a place in the inner loop.
    #[inline(never)]
    pub(super) fn rare(&mut self, cur: &mut Cursor<'i>, insn: &Insn) -> Run<()> {
        match *insn {
            Insn::Return { .. } | Insn::ReturnVoid { .. } | Insn::ReturnAggregate { .. } => {
                self.return_insn(cur, insn)
            }
            Insn::Require {
                cond,
                kind,
                wanted,
                edge,
            } => {
                if self.holds(cur, cond, kind, (edge, true))? != wanted {
                    return Err(Box::new(Halt::Blocked));
                }
                Ok(())
            }
            Insn::Guard {
                cond,
                kind,
                wanted,
                other,
                edge,
            } => {
                if self.holds(cur, cond, kind, (edge, false))? != wanted {
                    cur.pc = other as usize;
                }
                Ok(())
            }
            Insn::Choose { choice } => self.choose(cur, choice),
            Insn::Point { point } => self.point(point),
            Insn::Blocked => Err(Box::new(Halt::Blocked)),
            Insn::Fail { fail } => stated(&cur.code.fails[fail as usize]),
            Insn::Unsupported { reason } => {
                let reason = cur.code.reasons[reason as usize].clone();
                Err(Box::new(Halt::Unsupported(reason)))
            }
            _ => self.effect(cur, insn),
        }
    }

    fn holds(
        &mut self,
        cur: &Cursor<'i>,
        cond: Opnd,
        kind: Kind,
        (edge, required): (EdgeId, bool),
    ) -> Run<bool> {
        let at = Branch {
            proc: cur.proc,
            yes: Some(edge),
            no: None,
            required,
        };
        let c = self.read(cur, cond)?;
        Ok(self.domain.decide(&c, kind, at)?)
    }

    /// Effects inside an edge.
    fn effect(&mut self, cur: &mut Cursor<'i>, insn: &Insn) -> Run<()> {
        match *insn {
            Insn::Forget { dst } => {
                let v = self.undefined();
                self.write(cur, dst, v);
            }
            Insn::Draw { dst, input } => {
                let v = match self.config.policy.uninitialised {
                    Uninitialised::Input => {
                        let i = &cur.code.inputs[input as usize];
                        self.draw(cur, i.origin.clone(), i.kind, Some(i.ty))?
                    }
                    _ => self.undefined(),
                };
                self.write(cur, dst, v);
            }
            Insn::Declare { local } => self.declare(local)?,
            Insn::Dead { local } => self.dead(local),
            Insn::Copy { dst, src, len } => {
                let (to, from) = (self.read(cur, dst)?, self.read(cur, src)?);
                let len = self.size(cur, len)?;
                self.copy(cur, &to, &from, len)?;
            }
            Insn::Fill { dst, byte, len } => {
                let (to, byte) = (self.read(cur, dst)?, self.read(cur, byte)?);
                let len = self.size(cur, len)?;
                self.fill(&to, &byte, len)?;
            }
            Insn::TakeAggregate { addr, size } => self.take_aggregate(cur, addr, size)?,
            Insn::Input { dst, input } => {
                let i = &cur.code.inputs[input as usize];
                let v = match i.origin {
                    InputKind::MissingReturn => self.missing_return(cur, i)?,
                    _ => self.draw(cur, i.origin.clone(), i.kind, Some(i.ty))?,
                };
                self.write(cur, dst, v);
            }
            Insn::HavocAggregate { addr, size } => self.havoc_aggregate(cur, addr, size)?,
            Insn::Builtin { builtin } => self.builtin(cur, builtin)?,
            _ => return Halt::internal("an instruction out of place"),
        }
        Ok(())
    }

    /// The value of a function that returns none. Where values that nobody wrote are inputs it
    /// takes up one, so that the inputs behind it are the same whether it is used or not.
    fn missing_return(&mut self, cur: &Cursor<'i>, input: &InputCode) -> Run<D::Value> {
        let policy = self.config.policy;
        let drawn = match policy.uninitialised {
            Uninitialised::Input => {
                let origin = input.origin.clone();
                Some(self.draw(cur, origin, input.kind, Some(input.ty))?)
            }
            Uninitialised::Fault => None,
        };
        Ok(match (drawn, policy.unnoticed) {
            (Some(value), Unnoticed::Allow) => value,
            (None, Unnoticed::Allow) => self.undefined(),
            (_, Unnoticed::Fault) => {
                let missing = Word::undefined(Definedness::Missing);
                self.domain.constant(missing)
            }
        })
    }

    /// A number of bytes.
    fn size(&mut self, cur: &Cursor<'i>, len: Opnd) -> Run<u64> {
        let v = self.read(cur, len)?;
        let kind = Kind::unsigned(self.image.program().target.pointer_bits as u8);
        Ok(self.domain.concretise(&v, kind, Use::Size)?.lo)
    }

    /// Takes the edge whose constant fits, if any does.
    pub(super) fn switch(
        &mut self,
        cur: &mut Cursor<'i>,
        value: Opnd,
        kind: Kind,
        switch: u32,
    ) -> Run<()> {
        let table = &cur.code.switches[switch as usize];
        let v = self.read(cur, value)?;
        if let Some(i) = self.domain.select(&v, kind, cur.proc, table)? {
            let case = table.cases[i];
            self.take(cur.proc, case.edge);
            cur.pc = case.target as usize;
        }
        Ok(())
    }

    /// An input chooses among edges that nothing else tells apart.
    fn choose(&mut self, cur: &mut Cursor<'i>, choice: u32) -> Run<()> {
        let edges = &cur.code.choices[choice as usize];
        let origin = InputKind::Other("choice".to_owned());
        let kind = Kind::unsigned(32);
        let v = self.draw(cur, origin, kind, None)?;
        let word = self.domain.concretise(&v, kind, Use::Choice)?;
        match edges.get(word.lo as usize) {
            Some(&(_, target)) => cur.pc = target as usize,
            None => return Err(Box::new(Halt::Blocked)),
        }
        Ok(())
    }

    fn havoc_aggregate(&mut self, cur: &Cursor<'i>, addr: Opnd, size: u32) -> Run<()> {
        let at = self.read(cur, addr)?;
        let at = self
            .domain
            .concretise(&at, self.image.pointer(), Use::Write)?;
        let place = self.writable(at, u64::from(size))?;
        if let Some(o) = self.state.memory.live_mut(place.0) {
            o.forget_range(place.1 as usize, size as usize, Holes::Arbitrary);
        }
        Ok(())
    }
}

/// A branch, for the domain.
fn site(cur: &Cursor<'_>, branch: u32) -> Branch {
    let b = &cur.code.branches[branch as usize];
    Branch {
        proc: cur.proc,
        yes: Some(b.yes),
        no: Some(b.no),
        required: false,
    }
}

/// The program says that it has failed.
fn stated(kind: &FailKind) -> Run<()> {
    let message = match kind {
        // What is called through a pointer has no text.
        FailKind::Assertion(text) if text.is_empty() => "an assertion failed".to_string(),
        FailKind::Assertion(text) => format!("assertion `{text}` failed"),
        FailKind::ReachError(name) => format!("`{name}` is reached"),
        FailKind::Abort => "`abort` is called".to_owned(),
        FailKind::Unreachable => "a place that is said to be unreachable is reached".to_owned(),
        FailKind::ArraySize => "the size of an array is not positive".to_owned(),
        FailKind::Check(kind) => format!("the next step is a fault: {kind}"),
    };
    Halt::fault(FaultKind::Stated(kind.clone()), message)
}
