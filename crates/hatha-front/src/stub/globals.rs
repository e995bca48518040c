//! The globals that a stub says nothing about.
//!
//! **Soundness.** Every global of the program that may be written becomes arbitrary,
//! part by part; where there are too many parts, the edge is an unsupported one that
//! says so, never one that leaves the global as it is.

use hatha_cfa::{
    Access, ArrayLen, ExprId, ExprKind, InputKind, Op, Place, ProcId, Program, Storage, Type,
    TypeId, VarId,
};
use std::collections::BTreeSet;

/// Parts of one global that are drawn.
const PARTS: usize = 64;

/// The operations that make the globals arbitrary whose names are not among those given.
pub fn arbitrary(program: &mut Program, target: ProcId, named: &BTreeSet<String>) -> Vec<Op> {
    let all: Vec<VarId> = program.globals.iter().map(|(v, _)| *v).collect();
    let mut ops = Vec::new();
    for v in all {
        let var = program.var(v);
        let made_up = !var.span.is_some() || var.is_made_up();
        let shipped = program
            .sources
            .file(var.span.file)
            .is_none_or(|f| f.name.starts_with(crate::models::FOLDER));
        if !named.contains(&var.name) && !made_up && !shipped && !var.read_only {
            ops.extend(changed(program, target, v));
        }
    }
    ops
}

fn changed(program: &mut Program, target: ProcId, v: VarId) -> Vec<Op> {
    let (name, ty, storage) = {
        let var = program.var(v);
        (var.name.clone(), var.ty, var.storage)
    };
    let what = format!("{name} after {}", program.proc(target).name);
    let input = InputKind::Other(what);
    if storage == Storage::Slot {
        let place = Place::Slot(v);
        return vec![Op::Havoc { place, input }];
    }
    let pointer = program.types.pointer(ty);
    let addr = program.exprs.add(ExprKind::AddrOf(v), pointer);
    let mut parts = Vec::new();
    if leaves(program, addr, ty, &mut parts).is_none() {
        return vec![Op::Unsupported(format!(
            "a stub that says nothing about '{name}', which has more than {PARTS} parts; write same({name})"
        ))];
    }
    let havoc = |place| Op::Havoc {
        place,
        input: input.clone(),
    };
    parts.into_iter().map(havoc).collect()
}

/// The scalars of an object; `None` if there are too many or one has no plain place.
fn leaves(program: &mut Program, addr: ExprId, ty: TypeId, out: &mut Vec<Place>) -> Option<()> {
    if out.len() >= PARTS {
        return None;
    }
    if program.scalar(ty).is_some() {
        let align = program.types.align(ty, &program.target).unwrap_or(1);
        let access = Access {
            ty,
            bits: None,
            align,
            volatile: false,
        };
        out.push(Place::Mem { addr, access });
        return Some(());
    }
    match program.types.get(ty).clone() {
        Type::Array {
            elem,
            len: ArrayLen::Fixed(n),
        } => {
            let scale = program.size_of(elem.ty)?;
            let index_type = program.types.int(program.target.size_type);
            let pointer = program.types.pointer(elem.ty);
            for i in 0..n {
                let index = ExprKind::Int(u128::from(i));
                let index = program.exprs.add(index, index_type);
                let kind = ExprKind::Index {
                    base: addr,
                    index,
                    scale,
                };
                let at = program.exprs.add(kind, pointer);
                leaves(program, at, elem.ty, out)?;
            }
            Some(())
        }
        Type::Record(record) => {
            let fields = program.types.record(record).fields.clone();
            for (i, field) in (0..).zip(fields) {
                field.bits.is_none().then_some(())?;
                let pointer = program.types.pointer(field.ty);
                let kind = ExprKind::Field {
                    base: addr,
                    record,
                    field: i,
                };
                let at = program.exprs.add(kind, pointer);
                leaves(program, at, field.ty.ty, out)?;
            }
            Some(())
        }
        _ => None,
    }
}
