//! Structures that are assigned to objects which they may overlap in part.
//!
//! C leaves that undefined (C17 6.5.16.1p3), and no compiler copies as if it were defined. An object that an
//! initialiser, an argument or a result makes is a new one, whose bytes nobody could have read before.
//!
//! **Soundness.** Before the copy stands the operation that the models of `memcpy` and its kin ask with,
//! unless the two cannot overlap in part: they are different variables, or one of them is a value or a
//! variable that no pointer leads into; they lie in one array, whole elements apart; or both are aligned to
//! all their bytes. An index that leads out of its array is a fault by itself.

use super::effects::MEMORY;
use super::func::FnLower;
use super::place::RecordValue;
use crate::hir::{Duration, Expr, ExprKind, Linkage};
use hatha_cfa::{Builtin, ExprId, ExprKind as K, Op, Scalar, Span};

/// What a structure is stored in.
#[derive(Clone, Copy, Debug)]
pub(super) enum Filled {
    /// An object that begins to live.
    New,
    /// One that lives.
    Assigned {
        /// Its alignment.
        align: u32,
        /// Whether a pointer may lead into it.
        pointed: bool,
    },
}

/// An address in parts: `base`, some bytes, and any number of strides.
#[derive(Clone, Copy, Debug)]
struct Parts {
    base: ExprId,
    /// They wrap around.
    constant: u64,
    /// 0 if there are none.
    stride: u64,
}

impl FnLower<'_, '_> {
    /// Asks that the two addresses of a copy lie apart, if it is an assignment and they may not; gives
    /// the addresses to copy with.
    pub(super) fn apart(
        &mut self,
        dst: ExprId,
        filled: Filled,
        e: &Expr,
        src: RecordValue,
        span: Span,
    ) -> (ExprId, ExprId) {
        let size = self.cx.prog.size_of(e.ty.ty).unwrap_or(0);
        let Filled::Assigned { align, pointed } = filled else {
            return (dst, src.addr);
        };
        let is_wide = size > u64::from(align.min(src.align));
        let pointed = pointed && self.is_pointed(e);
        if !is_wide || !self.may_overlap_in_part(dst, src.addr, size, pointed) {
            return (dst, src.addr);
        }
        let (to, from) = (self.once(dst, span), self.once(src.addr, span));
        let len = self.size(size);
        let op = Op::Builtin {
            builtin: Builtin::Apart,
            args: vec![to, from, len],
            result: None,
        };
        self.emit(op, span);
        (to, from)
    }

    /// Whether a pointer may lead into the object of a structure.
    pub(super) fn is_pointed(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Object(id) => {
                let object = self.cx.object(self.unit, *id);
                let is_local = object.duration == Duration::Auto;
                object.pointed || (object.linkage == Linkage::External && !is_local)
            }
            ExprKind::Load(a)
            | ExprKind::Cast(a)
            | ExprKind::Member { base: a, .. }
            | ExprKind::Comma(_, a)
            | ExprKind::Assign(a, _) => self.is_pointed(a),
            ExprKind::Call { .. } | ExprKind::VaArg(_) => false,
            _ => true,
        }
    }

    /// An address that may be evaluated twice.
    fn once(&mut self, addr: ExprId, span: Span) -> ExprId {
        let reads = self.reads(addr) & MEMORY != 0;
        match reads || self.is_volatile(addr) {
            true => self.save(addr, span),
            false => addr,
        }
    }

    fn may_overlap_in_part(&self, dst: ExprId, src: ExprId, size: u64, pointed: bool) -> bool {
        let (to, from) = (self.parts(dst), self.parts(src));
        match (self.node(to.base).kind, self.node(from.base).kind) {
            (K::AddrOf(v), K::AddrOf(w)) if v != w => return false,
            _ if !self.is_one_address(to.base, from.base) => return pointed,
            _ => {}
        }
        let unused = 64 - self.cx.prog.target.pointer_bits;
        let distance = (to.constant.wrapping_sub(from.constant) << unused) as i64 >> unused;
        let (distance, size) = (i128::from(distance), i128::from(size));
        match i128::from(gcd(to.stride, from.stride)) {
            0 => distance != 0 && distance.abs() < size,
            stride => {
                let rest = distance.rem_euclid(stride);
                let is_apart = rest >= size && stride - rest >= size;
                !is_apart && (rest != 0 || stride < size)
            }
        }
    }

    /// Whether an address is computed from that of a variable.
    pub(super) fn is_of_variable(&self, addr: ExprId) -> bool {
        matches!(self.node(self.parts(addr).base).kind, K::AddrOf(_))
    }

    fn parts(&self, addr: ExprId) -> Parts {
        let mut parts = Parts {
            base: addr,
            constant: 0,
            stride: 0,
        };
        loop {
            parts.base = match self.node(parts.base).kind {
                K::Field {
                    base,
                    record,
                    field,
                } => {
                    let fields = &self.cx.prog.types.record(record).fields;
                    let offset = fields[field as usize].offset;
                    parts.constant = parts.constant.wrapping_add(offset);
                    base
                }
                K::Index { base, index, scale } => {
                    match self.known_index(index) {
                        Some(n) => {
                            let step = n.wrapping_mul(scale);
                            parts.constant = parts.constant.wrapping_add(step);
                        }
                        None => parts.stride = gcd(parts.stride, scale),
                    }
                    base
                }
                K::Cast(a) if self.scalar(self.node(a).ty) == Some(Scalar::Pointer) => a,
                _ => return parts,
            };
        }
    }

    /// A constant of at most 64 bits, extended to 64 by its sign.
    fn known_index(&self, index: ExprId) -> Option<u64> {
        let node = self.node(index);
        match (node.kind, self.scalar(node.ty)?) {
            (K::Int(n), Scalar::Int { bits, signed }) if (1..=64).contains(&bits) => {
                let (n, unused) = (n as u64, 64 - bits);
                Some(match signed {
                    true => ((n << unused) as i64 >> unused) as u64,
                    false => n,
                })
            }
            _ => None,
        }
    }

    /// Whether two addresses are the same, by what they are computed from.
    fn is_one_address(&self, a: ExprId, b: ExprId) -> bool {
        match (self.node(a).kind, self.node(b).kind) {
            (K::AddrOf(v), K::AddrOf(w)) => v == w,
            (K::Var(v), K::Var(w)) => v == w && !self.is_volatile(a),
            (K::Load { addr: p, access }, K::Load { addr: q, access: x }) => {
                let (p, q) = (self.parts(p), self.parts(q));
                let is_one = p.constant == q.constant && p.stride == 0 && q.stride == 0;
                let is_alike = access == x && !self.is_volatile(a);
                is_one && is_alike && self.is_one_address(p.base, q.base)
            }
            _ => false,
        }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
