//! Inline assembly is what its operands and clobbers say.
//!
//! An output gets any value of its type; with a `memory` clobber, or a `call` among the
//! instructions, the statement is a call of the unknown function `__asm__` as well, which may change
//! what an unknown function may. What it computes is not known, so that whoever relies on it says that as
//! an assumption (`hatha_cfa::ASSEMBLY`). Where control may leave the statement, it is unsupported.
//!
//! **Soundness.** That is gcc's own contract: it moves code across the statement by its operands
//! alone. An execution that the instructions exclude is allowed here.

use super::Sema;
use super::convert::node;
use super::stmt::stmt;
use crate::diag::Result;
use crate::hir::{Expr, ExprKind, Stmt, StmtKind};
use hatha_cfa::{ASSEMBLY, FailKind, Span};
use lang_c::ast::{AsmStatement, GnuAsmOperand, GnuExtendedAsmStatement};
use lang_c::span::Node;

/// The unknown function that stands for what a statement does to memory.
const FUNCTION: &str = "__asm__";

impl<'a> Sema<'a, '_> {
    pub(super) fn assembly(&mut self, a: &'a AsmStatement, span: Span) -> Result<StmtKind> {
        match a {
            AsmStatement::GnuBasic(t) => Ok(self.basic_assembly(&plain(&t.node), span)),
            AsmStatement::GnuExtended(x) => self.extended_assembly(x, span),
        }
    }

    /// Assembly without operands. It says nothing about memory, which it may change.
    pub(super) fn basic_assembly(&mut self, text: &str, span: Span) -> StmtKind {
        match flow(text) {
            Flow::Nothing => StmtKind::Empty,
            Flow::Through { .. } => {
                let steps = vec![self.unspecified_byte(span), self.unknown(Vec::new(), span)];
                StmtKind::Block(steps.into_iter().map(expression).collect())
            }
            Flow::Trap => StmtKind::Expr(node(
                ExprKind::Fail(FailKind::Abort),
                self.common.void,
                span,
            )),
            Flow::Away => unsupported(text),
        }
    }

    fn extended_assembly(
        &mut self,
        x: &'a GnuExtendedAsmStatement,
        span: Span,
    ) -> Result<StmtKind> {
        let text = plain(&x.template.node);
        let calls = match flow(&text) {
            Flow::Away => return Ok(unsupported(&text)),
            Flow::Trap => return Ok(self.basic_assembly(&text, span)),
            Flow::Nothing => None,
            Flow::Through { calls } => Some(calls),
        };
        let mut steps = self.inputs(x)?;
        // Where an output goes is known before any of them is written; the order matters only if
        // one of several is found through a pointer, which then comes first.
        let Some(outputs) = self.outputs(x, calls.is_none())? else {
            return Ok(unsupported(&text));
        };
        if let Some(calls) = calls {
            let memory = x.clobbers.iter().any(|c| plain(&c.node) == "memory");
            if memory || calls {
                // Whatever a pointer among the inputs leads to may change, too.
                let is_pointer = |e: &Expr| self.is_pointer(e.ty.ty);
                let (args, others) = steps.into_iter().partition(is_pointer);
                steps = others;
                steps.push(self.unknown(args, span));
            }
        }
        if calls.is_some() {
            steps.push(self.unspecified_byte(span));
        }
        steps.extend(outputs);
        Ok(StmtKind::Block(steps.into_iter().map(expression).collect()))
    }

    /// The inputs are evaluated; those that share a register with an output are part of it.
    fn inputs(&mut self, x: &'a GnuExtendedAsmStatement) -> Result<Vec<Expr>> {
        let own = x.inputs.iter().filter(|i| {
            let constraint = plain(&i.node.constraints.node);
            !constraint.bytes().all(|b| b.is_ascii_digit())
        });
        own.map(|i| self.value(&i.node.variable_name)).collect()
    }

    /// What is written to the outputs; `None` if that cannot be said.
    fn outputs(
        &mut self,
        x: &'a GnuExtendedAsmStatement,
        is_empty: bool,
    ) -> Result<Option<Vec<Expr>>> {
        let (mut far, mut near) = (Vec::new(), Vec::new());
        for (i, o) in x.outputs.iter().enumerate() {
            let kept = match is_empty {
                true => self.untouched_output(x, i)?,
                false => None,
            };
            let write = match kept {
                Some(write) => write,
                None => match self.unspecified_output(&o.node)? {
                    Some(write) => write,
                    None => return Ok(None),
                },
            };
            match through_pointer(&write) {
                true => far.push(write),
                false => near.push(write),
            }
        }
        let known = far.len() < 2 || is_empty;
        far.extend(near);
        Ok(known.then_some(far))
    }

    /// Any value for an output; `None` if it is no scalar.
    fn unspecified_output(&mut self, o: &'a GnuAsmOperand) -> Result<Option<Expr>> {
        let lvalue = self.expr(&o.variable_name)?;
        let (ty, span) = (lvalue.ty.ty, lvalue.span);
        if !self.is_scalar(ty) {
            return Ok(None);
        }
        let value = node(ExprKind::Unspecified(ASSEMBLY), ty, span);
        Ok(Some(self.store(lvalue, value, span)))
    }

    /// What an empty template does to its output number `index`: nothing if it is an input too
    /// or stays in memory, the value of the input that shares its register otherwise. Nothing
    /// is known of an output that gets whatever its register holds.
    fn untouched_output(
        &mut self,
        x: &'a GnuExtendedAsmStatement,
        index: usize,
    ) -> Result<Option<Expr>> {
        let output = &x.outputs[index].node;
        let constraint = plain(&output.constraints.node);
        let number = index.to_string();
        let shares = |i: &&'a Node<GnuAsmOperand>| plain(&i.node.constraints.node) == number;
        let Some(input) = x.inputs.iter().find(shares) else {
            let kept = !constraint.contains('=') || constraint == "=m";
            return kept.then(|| self.value(&output.variable_name)).transpose();
        };
        if input.node.variable_name.node == output.variable_name.node {
            return self.value(&output.variable_name).map(Some);
        }
        // With several outputs one could be written before the input of another is read.
        if x.outputs.len() > 1 && x.inputs.len() > 1 {
            return Ok(None);
        }
        let lvalue = self.expr(&output.variable_name)?;
        let value = self.value(&input.node.variable_name)?;
        let span = value.span;
        let value = self.convert(value, lvalue.ty.ty);
        Ok(Some(self.store(lvalue, value, span)))
    }

    /// A call of the unknown function.
    fn unknown(&mut self, args: Vec<Expr>, span: Span) -> Expr {
        let ty = self.function_type(self.common.void, Vec::new(), false, true);
        let id = self.declare_implicitly(FUNCTION, ty, span);
        let callee = Box::new(self.designator(id, span));
        node(ExprKind::Call { callee, args }, self.common.void, span)
    }

    /// A value that nobody reads: it shows that there is assembly.
    fn unspecified_byte(&self, span: Span) -> Expr {
        node(ExprKind::Unspecified(ASSEMBLY), self.common.char, span)
    }
}

/// Where control goes from a template.
#[derive(Debug, PartialEq, Eq)]
enum Flow {
    /// There is no instruction.
    Nothing,
    /// To the next statement, perhaps by way of calls.
    Through { calls: bool },
    /// It ends with a trap at once.
    Trap,
    /// Perhaps to somewhere else.
    Away,
}

fn flow(text: &str) -> Flow {
    let mut calls = false;
    let mut first = true;
    for (mnemonic, operand) in instructions(text) {
        match mnemonic {
            "ud2" | "ud2a" if first => return Flow::Trap,
            _ if leaves(mnemonic, operand) => return Flow::Away,
            "call" | "callq" | "calll" | "lcall" | "bl" | "blx" | "blr" => calls = true,
            _ => {}
        }
        first = false;
    }
    match first {
        true => Flow::Nothing,
        false => Flow::Through { calls },
    }
}

/// The instructions of a template with the word behind each: labels, prefixes and directives left
/// out.
fn instructions(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.split(['\n', ';']).flat_map(|l| l.split("\\n"));
    lines.filter_map(|line| {
        let words = line.split("\\t").flat_map(str::split_whitespace);
        let skipped = |w: &&str| w.ends_with(':') || PREFIXES.contains(w);
        let mut words = words.skip_while(skipped);
        let mnemonic = words.next().filter(|w| !w.starts_with(['.', '#', '/']))?;
        Some((mnemonic, words.next().unwrap_or("")))
    })
}

const PREFIXES: [&str; 6] = ["lock", "rep", "repe", "repne", "repz", "repnz"];

/// Whether an instruction may lead to somewhere that is no label of its own template.
fn leaves(mnemonic: &str, operand: &str) -> bool {
    const AWAY: [&str; 22] = [
        "ret", "retq", "retl", "iret", "iretq", "iretl", "hlt", "ud2", "ud2a", "int", "int3",
        "into", "syscall", "sysenter", "sysexit", "sysret", "svc", "bx", "br", "eret", "udf",
        "brk",
    ];
    let is_local = operand.len() > 1
        && operand.ends_with(['b', 'f'])
        && operand[..operand.len() - 1]
            .bytes()
            .all(|b| b.is_ascii_digit());
    let jumps = mnemonic.starts_with('j') || mnemonic.starts_with("loop") || mnemonic == "b";
    AWAY.contains(&mnemonic) || (jumps && !is_local)
}

/// A literal's text without its quotes.
fn plain(pieces: &[String]) -> String {
    pieces.iter().map(|p| p.trim_matches('"')).collect()
}

/// Whether something is written through a pointer.
fn through_pointer(write: &Expr) -> bool {
    let ExprKind::Assign(lvalue, _) = &write.kind else {
        return false;
    };
    let mut lvalue: &Expr = lvalue;
    while let ExprKind::Member { base, .. } = &lvalue.kind {
        lvalue = base;
    }
    !matches!(lvalue.kind, ExprKind::Object(_))
}

fn expression(e: Expr) -> Stmt {
    let span = e.span;
    stmt(StmtKind::Expr(e), span)
}

fn unsupported(text: &str) -> StmtKind {
    StmtKind::Unsupported(format!("inline assembly \"{}\"", text.trim()))
}

#[cfg(test)]
mod tests {
    use super::{Flow, flow};

    #[test]
    fn control_stays_in_a_template_or_leaves_it() {
        let through = |calls| Flow::Through { calls };
        for (text, expected) in [
            ("", Flow::Nothing),
            (" \\n\\t# a remark", Flow::Nothing),
            ("inb %w1, %b0", through(false)),
            ("lock; xaddl %0, %1", through(false)),
            ("1:\\tdecl %0\\n\\tjnz 1b", through(false)),
            ("771:\\n\\tcall *%c2;\\n772:\\n", through(true)),
            ("1:\\tud2\\n.pushsection __bug_table", Flow::Trap),
            ("nop; ud2", Flow::Away),
            ("jmp elsewhere", Flow::Away),
            ("int $0x80", Flow::Away),
            ("cli; hlt", Flow::Away),
        ] {
            assert_eq!(flow(text), expected, "{text}");
        }
    }
}
