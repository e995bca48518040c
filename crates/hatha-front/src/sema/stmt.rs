//! Statements, labels and `switch`.
//!
//! **Invariant.** Every label of a function has one id whether it is seen first
//! in a `goto` or at its place, and one definition; the cases of a `switch` do
//! not overlap.

use super::convert::{Destination, node};
use super::leave::Landing;
use super::nested::Chain;
use super::predicate::with_conditions;
use super::{Sema, error, number};
use crate::diag::{Diagnostic, Result};
use crate::hir::{Body, Expr, ExprKind, LabelId, ObjId, Stmt, StmtKind};
use hatha_cfa::{Promised, Span, TypeId};
use hatha_index::IndexVec;
use lang_c::ast::{
    BlockItem, Expression, ForInitializer, ForStatement, IfStatement, Label, LabeledStatement,
    Statement, SwitchStatement,
};
use lang_c::span::Node;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What is known of the function being analysed.
pub(super) struct FunctionState<'a> {
    pub name: &'a str,
    /// The result type.
    pub ret: TypeId,
    /// The object of `__func__`, once it is used.
    pub name_object: Option<ObjId>,
    /// Labels by name, innermost block of `__label__` last.
    scopes: Vec<FxHashMap<&'a str, LabelId>>,
    labels: IndexVec<LabelId, LabelInfo>,
    pub taken: Vec<LabelId>,
    switches: Vec<Switch>,
    /// Declarations of variably modified type in scope, innermost last.
    variable: Vec<ObjId>,
    /// Jumps, to be checked once all labels are known.
    jumps: Vec<Jump>,
    /// How many loops and switches may be left by `break`.
    breakable: u32,
    loops: u32,
    /// What a nested function takes from outside.
    pub chain: Chain,
    /// What nested functions jump to in each of the blocks with `__label__`, as in `scopes`.
    pub landings: Vec<Landing>,
    /// See [`Body::compiler_answers`].
    pub compiler_answers: Vec<Span>,
    /// See [`Body::promises`].
    pub promises: Vec<(Promised, Span)>,
}

/// A `goto` with the variably modified declarations in scope there.
struct Jump {
    label: LabelId,
    variable: Vec<ObjId>,
    span: Span,
}

struct LabelInfo {
    name: String,
    defined: bool,
    /// The depth of the scope it stands in.
    depth: u32,
    /// The variably modified declarations in scope at its place.
    variable: Vec<ObjId>,
    used: Span,
}

struct Switch {
    ty: TypeId,
    /// How many variably modified declarations are in scope at the `switch`.
    variable: usize,
    /// Least value to greatest value and place.
    cases: BTreeMap<i128, (i128, Span)>,
    default: Option<Span>,
}

impl<'a> FunctionState<'a> {
    pub(super) fn new(name: &'a str, ret: TypeId) -> Self {
        FunctionState {
            name,
            ret,
            name_object: None,
            scopes: vec![FxHashMap::default()],
            labels: IndexVec::new(),
            taken: Vec::new(),
            switches: Vec::new(),
            variable: Vec::new(),
            jumps: Vec::new(),
            breakable: 0,
            loops: 0,
            chain: Chain::default(),
            landings: Vec::new(),
            compiler_answers: Vec::new(),
            promises: Vec::new(),
        }
    }

    /// The state of a function that is nested in another.
    pub(super) fn nested(name: &'a str, ret: TypeId, chain: Chain) -> Self {
        FunctionState {
            chain,
            ..FunctionState::new(name, ret)
        }
    }

    /// Which of the blocks with `__label__` makes a label visible to nested functions.
    pub(super) fn declaring_block(&self, name: &str) -> Option<usize> {
        self.scopes
            .iter()
            .skip(1)
            .rposition(|s| s.contains_key(name))
    }

    fn new_label(&mut self, name: &'a str, span: Span, scope: usize) -> LabelId {
        let id = self.labels.push_and_get_key(LabelInfo {
            name: name.to_owned(),
            defined: false,
            depth: 0,
            variable: Vec::new(),
            used: span,
        });
        self.scopes[scope].insert(name, id);
        id
    }

    /// The label of a name, made on first sight.
    pub(super) fn label(&mut self, name: &'a str, span: Span) -> LabelId {
        let found = self.scopes.iter().rev().find_map(|s| s.get(name).copied());
        found.unwrap_or_else(|| self.new_label(name, span, 0))
    }

    /// The depth of the scope that a label stands in, once it has been met.
    pub(super) fn label_depth(&self, label: LabelId) -> Option<u32> {
        let info = &self.labels[label];
        info.defined.then_some(info.depth)
    }

    /// Notes that a variably modified declaration comes into scope.
    pub(super) fn declare_variable(&mut self, id: ObjId) {
        self.variable.push(id);
    }

    fn jump(&mut self, name: &'a str, span: Span) -> LabelId {
        let label = self.label(name, span);
        self.jumps.push(Jump {
            label,
            variable: self.variable.clone(),
            span,
        });
        label
    }

    /// The body, once every label is known.
    pub(super) fn into_body(
        mut self,
        params: Vec<ObjId>,
        prologue: Vec<Stmt>,
        block: Vec<Stmt>,
        end: Span,
    ) -> Result<Body> {
        let compiler_answers = std::mem::take(&mut self.compiler_answers);
        let promises = std::mem::take(&mut self.promises);
        let (labels, taken_labels) = self.finish()?;
        Ok(Body {
            params,
            prologue,
            labels,
            taken_labels,
            compiler_answers,
            promises,
            block,
            end,
        })
    }

    /// The names of all labels, or the one that is used and nowhere.
    fn finish(self) -> Result<(IndexVec<LabelId, String>, Vec<LabelId>)> {
        if let Some(l) = self.labels.iter().find(|l| !l.defined) {
            return Err(error(
                l.used,
                format!("label '{}' used but not defined", l.name),
            ));
        }
        for jump in &self.jumps {
            let label = &self.labels[jump.label];
            if !jump.variable.starts_with(&label.variable) {
                let d = Diagnostic::error(jump.span, INTO_VARIABLE_SCOPE);
                return Err(Box::new(d.with_note("the label", label.used)));
            }
        }
        let names = self.labels.into_iter().map(|l| l.name).collect();
        Ok((names, self.taken))
    }
}

const INTO_VARIABLE_SCOPE: &str = "jump into scope of identifier with variably modified type";

pub(super) fn stmt(kind: StmtKind, span: Span) -> Stmt {
    Stmt { kind, span }
}

impl<'a> Sema<'a, '_> {
    fn state(&mut self, span: Span) -> Result<&mut FunctionState<'a>> {
        self.func
            .as_mut()
            .ok_or_else(|| error(span, "statement outside of a function"))
    }

    /// The items of a block, in a scope of their own.
    pub(super) fn block(&mut self, items: &'a [Node<BlockItem>]) -> Result<Vec<Stmt>> {
        self.enter();
        let out = self.block_items(items);
        self.leave();
        out
    }

    /// The items of a block in the current scope.
    pub(super) fn block_items(&mut self, items: &'a [Node<BlockItem>]) -> Result<Vec<Stmt>> {
        let (depth, variable) = match &self.func {
            Some(f) => (f.scopes.len(), f.variable.len()),
            None => (1, 0),
        };
        let mut out = Vec::with_capacity(items.len());
        for item in items {
            match &item.node {
                BlockItem::Declaration(d) => self.scoped_declaration(d, &mut out)?,
                BlockItem::StaticAssert(s) => self.static_assert(s)?,
                BlockItem::Statement(s) => {
                    let s = self.statement(s)?;
                    out.push(s);
                }
            }
        }
        self.check_local_labels(depth)?;
        let landings = self.func.as_mut().map(|f| f.landings.split_off(depth - 1));
        for landing in landings.iter().flatten() {
            let start = self.land(landing)?;
            out.splice(0..0, start);
        }
        if let Some(f) = &mut self.func {
            f.scopes.truncate(depth);
            f.variable.truncate(variable);
        }
        Ok(out)
    }

    pub(super) fn statement(&mut self, s: &'a Node<Statement>) -> Result<Stmt> {
        let scoped = self.scoped_conditions();
        let stmt = self.statement_at_place(s)?;
        Ok(self.in_scope(scoped, stmt))
    }

    fn statement_at_place(&mut self, s: &'a Node<Statement>) -> Result<Stmt> {
        let mut conditions = std::mem::take(&mut self.waiting);
        conditions.extend(self.conditions_at(self.span(s.span)));
        if conditions.is_empty() {
            return self.plain_statement(s);
        }
        match &s.node {
            // The place is that of the statement behind the label, or of the loop itself.
            Statement::Labeled(_) | Statement::For(_) => {
                self.waiting = conditions;
                self.plain_statement(s)
            }
            _ => {
                let checked = self.check_conditions(conditions)?;
                let inner = self.plain_statement(s)?;
                Ok(with_conditions(checked, inner))
            }
        }
    }

    fn plain_statement(&mut self, s: &'a Node<Statement>) -> Result<Stmt> {
        let span = self.span(s.span);
        let kind = match &s.node {
            Statement::Labeled(l) => self.labeled(&l.node)?,
            Statement::Compound(items) => StmtKind::Block(self.block(items)?),
            Statement::Expression(None) => StmtKind::Empty,
            Statement::Expression(Some(e)) => self.expression_statement(e, span)?,
            Statement::If(_)
            | Statement::Switch(_)
            | Statement::While(_)
            | Statement::DoWhile(_) => self.controlled(&s.node)?,
            Statement::For(f) => return self.for_statement(&f.node, span),
            Statement::Goto(name) => {
                let at = self.span(name.span);
                if let Some(leave) = self.leave_function(&name.node.name, span)? {
                    return Ok(stmt(leave, span));
                }
                StmtKind::Goto(self.state(span)?.jump(&name.node.name, at))
            }
            Statement::Continue if self.state(span)?.loops == 0 => {
                return Err(error(span, "continue statement not within a loop"));
            }
            Statement::Continue => StmtKind::Continue,
            Statement::Break if self.state(span)?.breakable == 0 => {
                return Err(error(span, "break statement not within loop or switch"));
            }
            Statement::Break => StmtKind::Break,
            Statement::Return(e) => self.return_statement(e.as_deref(), span)?,
            Statement::Asm(a) => self.assembly(&a.node, self.span(a.span))?,
        };
        Ok(stmt(kind, span))
    }

    /// A selection or iteration statement; it is a block, so that what its controlling
    /// expression declares (a tag, an enumeration constant) ends with it (C11 6.8.4, 6.8.5).
    fn controlled(&mut self, s: &'a Statement) -> Result<StmtKind> {
        self.enter();
        let out = self.controlled_in_scope(s);
        self.leave();
        out
    }

    fn controlled_in_scope(&mut self, s: &'a Statement) -> Result<StmtKind> {
        Ok(match s {
            Statement::If(i) => self.if_statement(&i.node)?,
            Statement::Switch(w) => self.switch(&w.node)?,
            Statement::While(w) => StmtKind::While {
                cond: self.condition_of(&w.node.expression)?,
                body: self.loop_body(&w.node.statement)?,
            },
            Statement::DoWhile(w) => StmtKind::DoWhile {
                body: self.loop_body(&w.node.statement)?,
                cond: self.condition_of(&w.node.expression)?,
            },
            _ => StmtKind::Empty,
        })
    }

    pub(super) fn condition_of(&mut self, e: &'a Node<Expression>) -> Result<Expr> {
        let e = self.expr(e)?;
        self.condition(e)
    }

    fn expression_statement(&mut self, e: &'a Node<Expression>, span: Span) -> Result<StmtKind> {
        if let Some(kind) = self.special_statement(e, span)? {
            return Ok(kind);
        }
        Ok(StmtKind::Expr(self.value(e)?))
    }

    /// Statements that the lexical pass writes as calls of reserved names.
    fn special_statement(
        &mut self,
        e: &'a Node<Expression>,
        span: Span,
    ) -> Result<Option<StmtKind>> {
        let Expression::Call(c) = &e.node else {
            return Ok(None);
        };
        let Expression::Identifier(i) = &c.node.callee.node else {
            return Ok(None);
        };
        let args = &c.node.arguments;
        match i.node.name.as_str() {
            "__hatha_goto" => {
                let Some(target) = args.first() else {
                    return Ok(None);
                };
                let target = self.value(target)?;
                if !self.is_pointer(target.ty.ty) {
                    return Err(error(span, "computed goto must be pointer type"));
                }
                if self.sees_labels_around() {
                    let why = "a computed `goto` in a nested function".to_owned();
                    return Ok(Some(StmtKind::Unsupported(why)));
                }
                let target = self.convert(target, self.common.void_ptr);
                Ok(Some(StmtKind::GotoComputed(target)))
            }
            "__hatha_local_labels" => {
                self.local_labels(args, span)?;
                Ok(Some(StmtKind::Empty))
            }
            "__hatha_unsupported" => {
                let text = args
                    .first()
                    .and_then(string_argument)
                    .unwrap_or("statement");
                Ok(Some(StmtKind::Unsupported(text.to_owned())))
            }
            // Where a statement may start, lang-c takes it for a call.
            "asm" | "__asm" | "__asm__" => {
                let text = match &args[..] {
                    [only] => string_text(only),
                    _ => None,
                };
                Ok(Some(match text {
                    Some(text) => self.basic_assembly(&text, span),
                    None => StmtKind::Unsupported("inline assembly".to_owned()),
                }))
            }
            _ => Ok(None),
        }
    }

    fn local_labels(&mut self, names: &'a [Node<Expression>], span: Span) -> Result<()> {
        let landing = self.landing(span);
        let f = self.state(span)?;
        f.landings.push(landing);
        f.scopes.push(FxHashMap::default());
        let scope = f.scopes.len() - 1;
        for name in names.iter().filter_map(string_argument) {
            f.new_label(name, span, scope);
        }
        Ok(())
    }

    fn check_local_labels(&self, depth: usize) -> Result<()> {
        let Some(f) = &self.func else { return Ok(()) };
        for scope in f.scopes.iter().skip(depth) {
            let mut open: Vec<&LabelInfo> = scope
                .values()
                .map(|id| &f.labels[*id])
                .filter(|l| !l.defined)
                .collect();
            open.sort_by(|a, b| a.name.cmp(&b.name));
            if let Some(l) = open.first() {
                return Err(error(
                    l.used,
                    format!("label '{}' declared but not defined", l.name),
                ));
            }
        }
        Ok(())
    }

    fn if_statement(&mut self, i: &'a IfStatement) -> Result<StmtKind> {
        let cond = self.condition_of(&i.condition)?;
        let then = Box::new(self.inner_statement(&i.then_statement)?);
        let els = match &i.else_statement {
            Some(e) => Some(Box::new(self.inner_statement(e)?)),
            None => None,
        };
        Ok(StmtKind::If { cond, then, els })
    }

    /// A dependent statement is a block of its own (C11 6.8.4).
    fn inner_statement(&mut self, s: &'a Node<Statement>) -> Result<Stmt> {
        self.enter();
        let out = self.statement(s);
        self.leave();
        out
    }

    fn loop_body(&mut self, s: &'a Node<Statement>) -> Result<Box<Stmt>> {
        let span = self.span(s.span);
        let f = self.state(span)?;
        f.breakable += 1;
        f.loops += 1;
        let body = self.inner_statement(s);
        let f = self.state(span)?;
        f.breakable -= 1;
        f.loops -= 1;
        Ok(Box::new(body?))
    }

    fn for_statement(&mut self, f: &'a ForStatement, span: Span) -> Result<Stmt> {
        let variable = self.func.as_ref().map_or(0, |f| f.variable.len());
        self.enter();
        let out = self.for_parts(f, span);
        self.leave();
        if let Some(f) = &mut self.func {
            f.variable.truncate(variable);
        }
        out
    }

    fn for_parts(&mut self, f: &'a ForStatement, span: Span) -> Result<Stmt> {
        let mut init = Vec::new();
        match &f.initializer.node {
            ForInitializer::Empty => {}
            ForInitializer::Expression(e) => {
                let span = self.span(e.span);
                init.push(stmt(StmtKind::Expr(self.value(e)?), span));
            }
            ForInitializer::Declaration(d) => self.scoped_declaration(d, &mut init)?,
            ForInitializer::StaticAssert(s) => self.static_assert(s)?,
        }
        let scoped = self.scoped_conditions();
        let waiting = std::mem::take(&mut self.waiting);
        let conditions = self.check_conditions(waiting)?;
        let cond = match &f.condition {
            Some(c) => Some(self.condition_of(c)?),
            None => None,
        };
        let step = match &f.step {
            Some(s) => Some(self.value(s)?),
            None => None,
        };
        let body = self.loop_body(&f.statement)?;
        let kind = StmtKind::For {
            init,
            cond,
            step,
            body,
        };
        let all = with_conditions(conditions, stmt(kind, span));
        Ok(self.in_scope(scoped, all))
    }

    /// A declaration in the scope before it.
    fn scoped_declaration(
        &mut self,
        d: &'a Node<lang_c::ast::Declaration>,
        out: &mut Vec<Stmt>,
    ) -> Result<()> {
        let scoped = self.scoped_conditions();
        let mut declared = Vec::new();
        self.declaration(d, &mut declared)?;
        let all = declared.into_iter();
        out.extend(all.map(|s| self.in_scope(scoped.clone(), s)));
        Ok(())
    }

    fn switch(&mut self, s: &'a SwitchStatement) -> Result<StmtKind> {
        let cond = self.value(&s.expression)?;
        if !self.is_integer(cond.ty.ty) {
            return Err(error(cond.span, "switch quantity not an integer"));
        }
        let cond = self.promote(cond);
        let span = cond.span;
        let ty = cond.ty.ty;
        let f = self.state(span)?;
        f.breakable += 1;
        f.switches.push(Switch {
            ty,
            variable: f.variable.len(),
            cases: BTreeMap::new(),
            default: None,
        });
        let body = self.inner_statement(&s.statement);
        let f = self.state(span)?;
        f.breakable -= 1;
        f.switches.pop();
        Ok(StmtKind::Switch {
            cond,
            body: Box::new(body?),
        })
    }

    fn labeled(&mut self, l: &'a LabeledStatement) -> Result<StmtKind> {
        let at = self.span(l.label.span);
        match &l.label.node {
            Label::Identifier(name) => {
                let id = self.define_label(&name.node.name, at)?;
                Ok(StmtKind::Label(id, Box::new(self.statement(&l.statement)?)))
            }
            Label::Case(e) => {
                let low = self.case_value(e, at)?;
                self.add_case(low, low, at)?;
                let stmt = Box::new(self.statement(&l.statement)?);
                Ok(StmtKind::Case {
                    low,
                    high: low,
                    stmt,
                })
            }
            Label::CaseRange(r) => {
                let low = self.case_value(&r.node.low, at)?;
                let high = self.case_value(&r.node.high, at)?;
                if low > high {
                    // An empty range, which gcc warns about, labels nothing.
                    return self.statement(&l.statement).map(|s| s.kind);
                }
                self.add_case(low, high, at)?;
                let stmt = Box::new(self.statement(&l.statement)?);
                Ok(StmtKind::Case { low, high, stmt })
            }
            Label::Default => {
                self.add_default(at)?;
                Ok(StmtKind::Default(Box::new(self.statement(&l.statement)?)))
            }
        }
    }

    fn define_label(&mut self, name: &'a str, span: Span) -> Result<LabelId> {
        let depth = self.names.depth();
        let f = self.state(span)?;
        let id = f.label(name, span);
        let label = &mut f.labels[id];
        if label.defined {
            let d = Diagnostic::error(span, format!("duplicate label '{name}'"));
            return Err(Box::new(d.with_note("previous definition", label.used)));
        }
        label.defined = true;
        label.depth = depth;
        label.used = span;
        label.variable = f.variable.clone();
        Ok(id)
    }

    /// A case value, converted to the type of the switch.
    fn case_value(&mut self, e: &'a Node<Expression>, span: Span) -> Result<i128> {
        let Some(ty) = self.state(span)?.switches.last().map(|s| s.ty) else {
            return Err(error(span, "case label not within a switch statement"));
        };
        let value = self.value(e)?;
        if !self.is_integer(value.ty.ty) {
            return Err(error(
                value.span,
                "case label does not reduce to an integer constant",
            ));
        }
        let Some(v) = self.eval_int(&value) else {
            return Err(error(
                value.span,
                "case label does not reduce to an integer constant",
            ));
        };
        let (bits, signed) = self.int_bits(ty).unwrap_or((64, true));
        Ok(number::extend(number::wrap(v as u128, bits), bits, signed))
    }

    /// The innermost switch, whose labels stand at `span`.
    fn open_switch(&mut self, what: &str, span: Span) -> Result<&mut Switch> {
        let f = self.state(span)?;
        let variable = f.variable.len();
        match f.switches.last_mut() {
            None => Err(error(
                span,
                format!("{what} label not within a switch statement"),
            )),
            Some(s) if variable > s.variable => Err(error(span, INTO_VARIABLE_SCOPE)),
            Some(s) => Ok(s),
        }
    }

    fn add_case(&mut self, low: i128, high: i128, span: Span) -> Result<()> {
        let s = self.open_switch("case", span)?;
        let before = s.cases.range(..=high).next_back();
        if let Some((_, (end, earlier))) = before
            && *end >= low
        {
            let d = Diagnostic::error(span, "duplicate case value");
            return Err(Box::new(d.with_note("previously used here", *earlier)));
        }
        s.cases.insert(low, (high, span));
        Ok(())
    }

    fn add_default(&mut self, span: Span) -> Result<()> {
        let s = self.open_switch("'default'", span)?;
        if let Some(earlier) = s.default.replace(span) {
            let d = Diagnostic::error(span, "multiple default labels in one switch");
            return Err(Box::new(
                d.with_note("this is the first default label", earlier),
            ));
        }
        Ok(())
    }

    fn return_statement(
        &mut self,
        e: Option<&'a Node<Expression>>,
        span: Span,
    ) -> Result<StmtKind> {
        let ret = self.state(span)?.ret;
        let Some(e) = e else {
            return Ok(StmtKind::Return(None));
        };
        if !self.is_void(ret) {
            let value = self.assigned(e, ret, Destination::Return)?;
            return Ok(StmtKind::Return(Some(value)));
        }
        // `return e;` in a function without result: only a warning; e is evaluated.
        let value = self.value(e)?;
        let at = value.span;
        let dropped = node(ExprKind::Cast(Box::new(value)), self.common.void, at);
        let first = stmt(StmtKind::Expr(dropped), span);
        Ok(StmtKind::Block(vec![
            first,
            stmt(StmtKind::Return(None), span),
        ]))
    }

    /// `({ … })`
    pub(super) fn statement_expression(
        &mut self,
        s: &'a Node<Statement>,
        span: Span,
    ) -> Result<Expr> {
        if self.func.is_none() {
            return Err(error(
                span,
                "braced-group within expression allowed only inside a function",
            ));
        }
        let Statement::Compound(items) = &s.node else {
            return Err(error(span, "expected a compound statement"));
        };
        self.enter();
        let parts = self.split_last(items);
        self.leave();
        let (stmts, last) = parts?;
        let ty = last.as_ref().map_or(self.common.void, |e| e.ty.ty);
        Ok(node(
            ExprKind::StmtExpr(stmts, last.map(Box::new)),
            ty,
            span,
        ))
    }

    /// The statements, and the value of the last if it is an expression.
    fn split_last(&mut self, items: &'a [Node<BlockItem>]) -> Result<(Vec<Stmt>, Option<Expr>)> {
        let mut stmts = self.block_items(items)?;
        match stmts.pop() {
            Some(last) => {
                let value = peel(last, &mut stmts);
                Ok((stmts, value))
            }
            None => Ok((stmts, None)),
        }
    }
}

/// The text between the quotes of a plain string literal.
pub(super) fn string_argument(e: &Node<Expression>) -> Option<&str> {
    match &e.node {
        Expression::StringLiteral(s) => s.node.first().map(|p| p.trim_matches('"')),
        _ => None,
    }
}

/// The text of a string literal.
fn string_text(e: &Node<Expression>) -> Option<String> {
    let Expression::StringLiteral(s) = &e.node else {
        return None;
    };
    Some(s.node.iter().map(|piece| piece.trim_matches('"')).collect())
}

/// The value of a last statement, which may stand behind labels; what has none is kept.
fn peel(last: Stmt, stmts: &mut Vec<Stmt>) -> Option<Expr> {
    let span = last.span;
    match last.kind {
        StmtKind::Expr(e) => Some(e),
        StmtKind::Label(id, inner) => {
            let empty = Box::new(stmt(StmtKind::Empty, span));
            stmts.push(stmt(StmtKind::Label(id, empty), span));
            peel(*inner, stmts)
        }
        kind => {
            stmts.push(stmt(kind, span));
            None
        }
    }
}
