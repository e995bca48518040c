//! Constant expressions of initialisers: arithmetic on constants and addresses.

use crate::concrete::Concrete;
use crate::config::Policy;
use crate::domain::Domain;
use crate::image::{Image, VarPlace};
use crate::input::Zero;
use crate::num::{Rules, truth};
use crate::word::{Kind, Word};
use hatha_cfa::{ExprId, ExprKind};

/// The result of folding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    /// A constant.
    Word(Word),
    /// It depends on the state, or its value is not defined.
    NotConstant,
}

enum Task {
    Visit(ExprId),
    Finish(ExprId),
    /// Chooses an arm of a `?:` by the value just computed.
    Arm(ExprId, ExprId, ExprId),
}

/// Folds an expression; iterative, because initialisers may nest deeply.
pub fn fold(image: &Image<'_>, expr: ExprId) -> Fold {
    let policy = Policy {
        arithmetic: Rules::MACHINE,
        ..Policy::RUN
    };
    let mut domain = Concrete::new(policy, Box::new(Zero));
    let mut tasks = vec![Task::Visit(expr)];
    let mut values = Vec::new();
    while let Some(task) = tasks.pop() {
        if perform(image, &mut domain, task, &mut tasks, &mut values).is_none() {
            return Fold::NotConstant;
        }
    }
    values.pop().map_or(Fold::NotConstant, Fold::Word)
}

fn perform(
    image: &Image<'_>,
    domain: &mut Concrete,
    task: Task,
    tasks: &mut Vec<Task>,
    values: &mut Vec<Word>,
) -> Option<()> {
    let exprs = &image.program().exprs;
    match task {
        Task::Visit(id) => match exprs.get(id).kind {
            ExprKind::Cond(c, a, b) => tasks.extend([Task::Arm(c, a, b), Task::Visit(c)]),
            _ => {
                tasks.push(Task::Finish(id));
                let children: Vec<_> = exprs.children(id).collect();
                tasks.extend(children.into_iter().rev().map(Task::Visit));
            }
        },
        Task::Arm(c, a, b) => {
            let kind = image.kind(exprs.get(c).ty)?;
            let arm = if truth(kind, values.pop()?) { a } else { b };
            tasks.push(Task::Visit(arm));
        }
        Task::Finish(id) => {
            let word = finish(image, domain, id, values)?;
            values.push(word);
        }
    }
    Some(())
}

fn finish(
    image: &Image<'_>,
    domain: &mut Concrete,
    id: ExprId,
    values: &mut Vec<Word>,
) -> Option<Word> {
    let program = image.program();
    let expr = program.exprs.get(id);
    let bits = program.target.pointer_bits as u8;
    let kind_of = |e: ExprId| image.kind(program.exprs.get(e).ty);
    Some(match expr.kind {
        ExprKind::Int(v) | ExprKind::Float(v) => Word::wide(v),
        ExprKind::AddrOf(v) => match image.place(v) {
            VarPlace::GlobalObject(at) => at,
            _ => return None,
        },
        ExprKind::Proc(p) => image.function(p),
        ExprKind::Field { record, field, .. } => {
            let offset = program
                .types
                .record(record)
                .fields
                .get(field as usize)?
                .offset;
            domain.offset(&values.pop()?, offset as i64, bits)
        }
        ExprKind::Index { index, scale, .. } => {
            let (i, base) = (values.pop()?, values.pop()?);
            domain.index(&base, &i, kind_of(index)?, scale, bits)
        }
        ExprKind::PtrDiff { scale, .. } => {
            let (b, a) = (values.pop()?, values.pop()?);
            domain.difference(&a, &b, scale, bits)
        }
        ExprKind::Unary(op, a) => domain.unary(op, kind_of(a)?, &values.pop()?).ok()?,
        ExprKind::Binary(op, l, r) => {
            let (b, a) = (values.pop()?, values.pop()?);
            domain.binary(op, kind_of(l)?, kind_of(r)?, &a, &b).ok()?
        }
        ExprKind::Cast(a) => {
            let to: Kind = image.kind(expr.ty)?;
            domain.cast(kind_of(a)?, to, &values.pop()?)
        }
        ExprKind::Var(_) | ExprKind::Load { .. } | ExprKind::Object { .. } | ExprKind::Cond(..) => {
            return None;
        }
    })
}
