//! `__builtin_tgmath`, by which `<tgmath.h>` chooses among functions for one operation.
//!
//! **Invariant.** The function chosen is the one for the type that the generic arguments have
//! in common, an integer counting as a `double` (C11 7.25).

use super::builtin::Args;
use super::{Sema, error};
use crate::diag::Result;
use crate::hir::Expr;
use hatha_cfa::{Span, Type, TypeId};

impl<'a> Sema<'a, '_> {
    /// The functions stand first, then the arguments of the call.
    pub(super) fn tgmath(&mut self, args: Args<'a>, span: Span) -> Result<Expr> {
        let mut functions = Vec::new();
        for arg in args {
            let e = self.expr(arg)?;
            match self.types.get(e.ty.ty) {
                Type::Function(f) => functions.push((f.params.clone(), e)),
                _ => break,
            }
        }
        let values: Vec<_> = args.iter().skip(functions.len()).collect();
        let chosen = self.tgmath_type(&functions, &values)?;
        let wanted = |(params, _): &&(Vec<TypeId>, Expr)| params.get(chosen.0) == Some(&chosen.1);
        let exact = functions.iter().find(wanted);
        let part = self.part_type(chosen.1);
        let complex = |(params, _): &&(Vec<TypeId>, Expr)| {
            params.get(chosen.0).map(|p| self.part_type(*p)) == Some(part)
        };
        match exact.or_else(|| functions.iter().find(complex)) {
            Some((_, callee)) => self.call_with(callee.clone(), &values, span),
            None => Err(error(span, "no matching function for a type-generic call")),
        }
    }

    /// The first generic parameter, and the type that all generic arguments have in common.
    fn tgmath_type(
        &mut self,
        functions: &[(Vec<TypeId>, Expr)],
        values: &[&'a lang_c::span::Node<lang_c::ast::Expression>],
    ) -> Result<(usize, TypeId)> {
        let (mut first, mut common) = (0, None);
        for (i, value) in values.iter().enumerate().rev() {
            let mut types = functions.iter().map(|(params, _)| params.get(i));
            let one = types.next();
            if types.all(|t| Some(t) == one) {
                continue;
            }
            self.unevaluated += 1;
            let value = self.value(value);
            self.unevaluated -= 1;
            let ty = value?.ty.ty;
            let ty = if self.is_integer(ty) {
                self.common.double
            } else {
                ty
            };
            first = i;
            common = Some(match common {
                None => ty,
                Some(other) => match self.common_complex(ty, other) {
                    Some(complex) => complex,
                    None => self.common_type(ty, other),
                },
            });
        }
        Ok((first, common.unwrap_or(self.common.double)))
    }
}
