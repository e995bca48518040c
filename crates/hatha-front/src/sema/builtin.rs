//! `__builtin_*` and the reserved names of the lexical pass.

use super::Sema;
use super::convert::node;
use super::error;
use super::stmt::string_argument;
use crate::diag::Result;
use crate::hir::{Expr, ExprKind};
use hatha_cfa::Span;
use lang_c::ast::Expression;
use lang_c::span::Node;

impl<'a> Sema<'a, '_> {
    /// Whether a name is one of gcc's built-in functions.
    pub(super) fn is_builtin(&self, name: &str) -> bool {
        name.starts_with("__builtin_")
    }

    pub(super) fn builtin_designator(&mut self, name: &'a str, span: Span) -> Result<Expr> {
        Err(error(span, format!("undeclared identifier '{name}'")))
    }

    /// A call of a built-in function, if the name is one.
    pub(super) fn builtin_call(&mut self, name: &'a str, args: &'a [Node<Expression>], span: Span) -> Result<Option<Expr>> {
        match name {
            "__hatha_label_addr" => {
                let label = args.first().and_then(string_argument).unwrap_or("");
                let Some(f) = &mut self.func else {
                    return Err(error(span, "label outside of a function"));
                };
                let id = f.label(label, span);
                if !f.taken.contains(&id) {
                    f.taken.push(id);
                }
                Ok(Some(node(ExprKind::LabelAddr(id), self.common.void_ptr, span)))
            }
            "__builtin_va_start" => self.va_start(args, span).map(Some),
            "__builtin_va_end" => {
                let list = self.va_list(&args[0])?;
                Ok(Some(node(ExprKind::VaEnd(Box::new(list)), self.common.void, span)))
            }
            _ => Ok(None),
        }
    }

    fn va_start(&mut self, args: &'a [Node<Expression>], span: Span) -> Result<Expr> {
        let list = self.va_list(&args[0])?;
        Ok(node(ExprKind::VaStart(Box::new(list)), self.common.void, span))
    }
}
