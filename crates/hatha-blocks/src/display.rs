//! Terms over states as people write them: C with the names of the program.
//!
//! **Invariant.** Nothing here is read back. Whatever has no name of its own keeps the symbol of
//! the term: a read that no lvalue of its size names stays `rd32(p + 2)`.

use crate::effect::slot_kind;
use hatha_cfa::{Program, Scalar, Type, TypeId, VarId};
use hatha_exec::shape;
use hatha_proof::vocabulary::{self, Ghost};
use hatha_term::{CName, CNames, Op, Symbol, TermId, TermPool};

/// The names of a program for the variables, addresses and reads of terms.
#[derive(Clone, Copy, Debug)]
pub struct ProgramNames<'a> {
    program: &'a Program,
    constants_last: bool,
}

/// A place of the program.
struct Lvalue {
    text: String,
    /// Whether it is `*p`, which binds less than a member behind it.
    is_dereference: bool,
    ty: TypeId,
}

impl<'a> ProgramNames<'a> {
    /// The names of a program.
    pub fn new(program: &'a Program) -> Self {
        let constants_last = false;
        ProgramNames {
            program,
            constants_last,
        }
    }

    /// The same with the constant of a comparison on its right.
    pub fn with_constants_last(self) -> Self {
        let constants_last = true;
        ProgramNames {
            constants_last,
            ..self
        }
    }

    fn known(&self, var: VarId) -> Option<VarId> {
        (var.index() < self.program.vars.len()).then_some(var)
    }

    fn symbol(&self, symbol: &Symbol) -> Option<CName> {
        if let Some(var) = vocabulary::as_slot(symbol) {
            let var = self.known(var)?;
            let kind = slot_kind(self.program, var);
            return Some(CName {
                text: self.program.var(var).name.clone(),
                is_signed: kind.is_none_or(|k| k.is_signed()),
                is_unary: false,
            });
        }
        if let Some((slot, ghost)) = vocabulary::as_ghost(symbol) {
            let slot = self.program.var(self.known(slot)?);
            let word = match ghost {
                vocabulary::Ghost::Offset => "offset",
                vocabulary::Ghost::Size => "size",
                vocabulary::Ghost::Class => "class",
                vocabulary::Ghost::Id => "object",
            };
            return Some(CName {
                text: format!("{word}({})", slot.name),
                is_signed: false,
                is_unary: false,
            });
        }
        let var = vocabulary::as_address(symbol).and_then(|v| self.known(v))?;
        Some(CName {
            text: format!("&{}", self.program.var(var).name),
            is_signed: false,
            is_unary: true,
        })
    }

    /// What stands at an address that is a pointer or a variable's and a constant.
    fn lvalue(&self, pool: &TermPool, address: TermId) -> Option<Lvalue> {
        let (base, offset) = match pool.op(address) {
            Op::BvAdd => {
                let offset = pool.as_bv(pool.arg(address, 1))?.to_u64()?;
                (pool.arg(address, 0), offset)
            }
            _ => (address, 0),
        };
        if let Some((bytes, inner)) = vocabulary::as_read(pool, base) {
            let pointer = self.read(pool, bytes, inner)?;
            return self.behind(&pointer, offset);
        }
        let symbol = pool.as_symbol(base)?;
        if let Some(var) = vocabulary::as_address(symbol).and_then(|v| self.known(v)) {
            let var = self.program.var(var);
            return self.part(&var.name, var.ty, offset);
        }
        let var = vocabulary::as_slot(symbol).and_then(|v| self.known(v))?;
        let var = self.program.var(var);
        let pointer = Lvalue {
            text: var.name.clone(),
            is_dereference: false,
            ty: var.ty,
        };
        // The pointer is a name that the program has.
        (!var.name.contains('$')).then_some(())?;
        self.behind(&pointer, offset)
    }

    /// The scalar of a size that stands at an address.
    fn read(&self, pool: &TermPool, bytes: u32, address: TermId) -> Option<Lvalue> {
        let found = self.lvalue(pool, address)?;
        let size = self.program.size_of(found.ty);
        (size == Some(u64::from(bytes))).then_some(found)
    }

    /// The scalar at an offset of an object.
    fn part(&self, object: &str, ty: TypeId, offset: u64) -> Option<Lvalue> {
        let leaf = shape::leaf_at(self.program, ty, offset)?;
        let inside = shape::suffix(self.program, ty, offset);
        (leaf.offset == offset).then(|| Lvalue {
            text: format!("{object}{inside}"),
            is_dereference: false,
            ty: leaf.ty,
        })
    }

    /// What a pointer leads to, some bytes behind it.
    fn behind(&self, pointer: &Lvalue, offset: u64) -> Option<Lvalue> {
        let Type::Pointer(to) = self.program.types.get(pointer.ty) else {
            return None;
        };
        let size = self.program.size_of(to.ty).filter(|s| *s > 0)?;
        let mut found = self.part("", to.ty, offset % size)?;
        let name = match pointer.is_dereference {
            true => format!("({})", pointer.text),
            false => pointer.text.clone(),
        };
        found.is_dereference = found.text.is_empty() && offset < size;
        found.text = match (offset / size, found.text.strip_prefix('.')) {
            (0, Some(field)) => format!("{name}->{field}"),
            (0, None) if found.is_dereference => format!("*{name}"),
            (index, _) => format!("{name}[{index}]{}", found.text),
        };
        Some(found)
    }
}

impl CNames for ProgramNames<'_> {
    fn name(&self, pool: &TermPool, t: TermId) -> Option<CName> {
        if let Some(symbol) = pool.as_symbol(t) {
            return self.symbol(symbol);
        }
        let (bytes, address) = vocabulary::as_read(pool, t)?;
        let found = self.read(pool, bytes, address)?;
        let scalar = self.program.scalar(found.ty);
        Some(CName {
            is_signed: matches!(scalar, Some(Scalar::Int { signed: true, .. })),
            is_unary: found.is_dereference,
            text: found.text,
        })
    }

    fn puts_constants_last(&self) -> bool {
        self.constants_last
    }
}

/// A predicate without the bookkeeping of objects: which one owns an address, how it is aligned, whether it
/// lives, which bytes have been written.
pub fn without_objects(pool: &mut TermPool, predicate: TermId) -> TermId {
    let mut parts = pool.junction(predicate, Op::And);
    parts.retain(|&p| !is_about_objects(pool, p));
    pool.and_all(&parts)
}

fn is_about_objects(pool: &TermPool, fact: TermId) -> bool {
    let low = |t: TermId| matches!(pool.op(t), Op::Extract { lo: 0 }) && pool.width(t) < 8;
    let aligned = pool.op(fact) == Op::Eq && pool.args(fact).iter().any(|&t| low(t));
    let parts = pool.subterms(&[fact]);
    let ghost = |t: TermId| {
        let symbol = pool.as_symbol(t).and_then(vocabulary::as_ghost);
        symbol.map(|(_, ghost)| ghost)
    };
    let is_bookkeeping = |t: TermId| {
        vocabulary::as_owner(pool, t).is_some()
            || vocabulary::as_made(pool, t).is_some()
            || vocabulary::as_written(pool, t).is_some()
            || vocabulary::as_stored_ghost(pool, t).is_some()
            || matches!(ghost(t), Some(Ghost::Class | Ghost::Id))
    };
    // The condition of a check, as it is computed: nobody would write it like that.
    let is_computed =
        parts.iter().any(|&t| ghost(t).is_some()) && parts.iter().any(|&t| pool.op(t) == Op::Ite);
    aligned || is_computed || parts.iter().any(|&t| is_bookkeeping(t))
}
