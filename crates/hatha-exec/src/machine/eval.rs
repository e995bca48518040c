//! Looking at a state: expressions and variables.

use super::{Cursor, Machine, Run};
use crate::code::Insn;
use crate::compile;
use crate::console::Console;
use crate::domain::Domain;
use crate::fault::Step;
use crate::image::VarPlace;
use crate::observe::Observer;
use crate::word::Word;
use hatha_cfa::{ExprId, ProcId, VarId};

impl<'i, D: Domain, O: Observer, C: Console> Machine<'i, D, O, C> {
    /// The value of an expression of the innermost invocation's procedure (or one over globals
    /// only) in the current state, which stays as it is but for values that the read chooses.
    pub fn eval(&mut self, expr: ExprId) -> Step<D::Value> {
        let Some(f) = self.state.frames.last() else {
            return crate::fault::internal("there is no invocation to evaluate in");
        };
        let (proc, base) = (f.proc, f.base);
        let code = compile::expression(self.image, proc, expr);
        let height = self.state.regs.len();
        let undefined = self.undefined();
        self.state
            .regs
            .resize(height.max(base + code.registers as usize), undefined);
        let consts = self.consts.len();
        for word in &code.consts {
            self.consts.push(self.domain.constant(*word));
        }
        let result = self.eval_code(proc, &code, (base, consts));
        self.consts.truncate(consts);
        self.state.regs.truncate(height);
        result.map_err(|halt| Box::new(self.locate(*halt)))
    }

    /// Runs the code of an expression.
    fn eval_code(
        &mut self,
        proc: ProcId,
        code: &crate::code::Code,
        (base, consts): (usize, usize),
    ) -> Run<D::Value> {
        let mut pc = 0;
        loop {
            let insn = &code.insns[pc];
            let mut cursor = Cursor {
                code,
                proc,
                pc: pc + 1,
                base,
                consts,
            };
            if let Insn::Done { src } = *insn {
                return self.read(&cursor, src);
            }
            self.value(&mut cursor, insn)?;
            pc = cursor.pc;
        }
    }

    /// The address of a memory variable that is alive: a global, or a local of the innermost invocation.
    pub fn address_of(&self, var: VarId) -> Option<Word> {
        match self.image.place(var) {
            VarPlace::GlobalObject(at) => Some(at),
            VarPlace::Local(l) => {
                let f = self.state.frames.last()?;
                let at = *self.state.locals.get(f.locals + l as usize)?;
                (at.lo != 0).then_some(at)
            }
            _ => None,
        }
    }

    /// The value of a slot variable: a global, or one of the innermost invocation.
    pub fn slot(&self, var: VarId) -> Option<&D::Value> {
        match self.image.place(var) {
            VarPlace::GlobalSlot(g) => self.state.globals.get(g as usize),
            VarPlace::Register(r) => {
                let f = self.state.frames.last()?;
                self.state.regs.get(f.base + r as usize)
            }
            _ => None,
        }
    }

    /// The value of a slot variable of the innermost invocation of a procedure.
    pub fn slot_of(&self, var: VarId, owner: ProcId) -> Option<&D::Value> {
        let VarPlace::Register(r) = self.image.place(var) else {
            return None;
        };
        let mut frames = self.state.frames.iter().rev();
        let f = frames.find(|f| f.proc == owner)?;
        self.state.regs.get(f.base + r as usize)
    }

    /// The procedures on the call stack, innermost first.
    pub fn stack(&self) -> impl Iterator<Item = ProcId> + '_ {
        self.state.frames.iter().rev().map(|f| f.proc)
    }
}
