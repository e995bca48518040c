//! The constructs of a unit that can be watched, with where they stand.
//!
//! **Invariant.** Only what is evaluated is listed: operands of `sizeof` and
//! `typeof` are not, and no branch of an expression that has to be constant, or that makes
//! another type if it is not (the length of an array). Offsets are those of the preprocessed
//! text.

use crate::parse::LineMap;
use lang_c::ast::{
    AlignOf, AlignmentSpecifier, ArraySize, BlockItem, CallExpression, ConditionalExpression,
    Declaration, DeclarationSpecifier, Designator, DoWhileStatement, Enumerator, Expression,
    Extension, ForStatement, FunctionDefinition, GenericAssociation, GenericSelection, IfStatement,
    Label, LabeledStatement, SizeOfVal, Statement, StaticAssert, StorageClassSpecifier,
    StructDeclarator, SwitchStatement, TypeOf, WhileStatement,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use std::ops::Range;

/// Something that can be watched.
#[derive(Clone, Debug)]
pub(crate) struct Construct {
    /// Where it is looked for.
    pub at: usize,
    /// What it is.
    pub kind: Kind,
    /// The function that it stands in.
    pub function: String,
}

/// What can be watched.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A statement or declaration.
    Statement {
        /// All of it.
        range: Range<usize>,
        /// Whether something before it needs braces around both.
        braces: bool,
    },
    /// A condition that decides between two ways.
    Branch(Range<usize>),
    /// The operand of a `switch`, and a condition over `__hatha_v` for its default.
    Switch(Range<usize>, String),
    /// A loop: its condition, if it has one, its body, and whether the body comes first.
    Loop(Option<Range<usize>>, Range<usize>, bool),
    /// A call.
    Call {
        /// All of it.
        range: Range<usize>,
        /// What is called, if it has a name.
        name: Option<String>,
        /// Whether its arguments contain calls or branches themselves.
        nested: bool,
    },
}

/// Lists what can be watched.
pub(crate) fn constructs<'a>(
    unit: &'a lang_c::ast::TranslationUnit,
    lines: &'a LineMap,
    text: &'a [u8],
) -> Vec<Construct> {
    let mut collector = Collector {
        lines,
        text,
        found: Vec::new(),
        function: String::new(),
        next: Next::Part,
        cases: Vec::new(),
        is_constant: false,
    };
    collector.visit_translation_unit(unit);
    collector.found
}

/// What the next statement to be visited is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Next {
    /// The body of a function.
    Body,
    /// One of a block.
    Item,
    /// Part of another statement.
    #[default]
    Part,
}

struct Collector<'a> {
    lines: &'a LineMap,
    text: &'a [u8],
    found: Vec<Construct>,
    function: String,
    next: Next,
    /// For each open `switch`, the conditions of its cases.
    cases: Vec<Vec<String>>,
    /// Whether what is visited has to be constant.
    is_constant: bool,
}

/// Builtins whose arguments are looked at by the compiler alone.
const UNEVALUATED: [&str; 3] = [
    "__builtin_choose_expr",
    "__builtin_constant_p",
    "__builtin_object_size",
];

impl Collector<'_> {
    /// Visits something that has to be constant, if that is so.
    fn constant(&mut self, is_constant: bool, visit: impl FnOnce(&mut Self)) {
        let outside = self.is_constant;
        self.is_constant |= is_constant;
        visit(self);
        self.is_constant = outside;
    }

    fn range(&self, span: Span) -> Option<Range<usize>> {
        if span.is_none() {
            return None;
        }
        self.lines.input_bytes(span)
    }

    fn push(&mut self, at: usize, kind: Kind) {
        let function = self.function.clone();
        self.found.push(Construct { at, kind, function });
    }

    fn source(&self, span: Span) -> String {
        let range = self.range(span).and_then(|r| self.text.get(r));
        String::from_utf8_lossy(range.unwrap_or_default()).into_owned()
    }

    fn statement(&mut self, at: Span, whole: Span, braces: bool) {
        if let (Some(at), Some(range)) = (self.range(at), self.range(whole)) {
            self.push(at.start, Kind::Statement { range, braces });
        }
    }

    fn branch(&mut self, at: Span, cond: Span) {
        if let (Some(at), Some(cond)) = (self.range(at), self.range(cond)) {
            self.push(at.start, Kind::Branch(cond));
        }
    }

    fn looping(&mut self, at: Span, cond: Option<Span>, body: Span, body_first: bool) {
        let cond = cond.and_then(|c| self.range(c));
        if let (Some(at), Some(body)) = (self.range(at), self.range(body)) {
            self.push(at.start, Kind::Loop(cond, body, body_first));
        }
    }
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_function_definition(&mut self, f: &'ast FunctionDefinition, span: &'ast Span) {
        let name = crate::assume::name_of(&f.declarator.node);
        self.function = name.map_or(String::new(), |n| n.node.name.clone());
        self.next = Next::Body;
        // The declarator comes first, but no statement is in it.
        visit::visit_function_definition(self, f, span);
        self.function.clear();
    }

    fn visit_block_item(&mut self, item: &'ast BlockItem, span: &'ast Span) {
        match item {
            BlockItem::Declaration(d) => self.statement(d.span, d.span, false),
            BlockItem::Statement(_) => self.next = Next::Item,
            BlockItem::StaticAssert(_) => {}
        }
        visit::visit_block_item(self, item, span);
    }

    fn visit_statement(&mut self, statement: &'ast Statement, span: &'ast Span) {
        let place = std::mem::take(&mut self.next);
        match statement {
            Statement::Labeled(l) => {
                let inner = innermost(&l.node);
                self.statement(*span, inner.span, true);
            }
            _ if place != Next::Body => self.statement(*span, *span, place == Next::Part),
            _ => {}
        }
        visit::visit_statement(self, statement, span);
    }

    fn visit_labeled_statement(&mut self, l: &'ast LabeledStatement, span: &'ast Span) {
        let test = match &l.label.node {
            Label::Case(e) => Some(format!("__hatha_v == ({})", self.source(e.span))),
            Label::CaseRange(r) => Some(format!(
                "(__hatha_v >= ({}) && __hatha_v <= ({}))",
                self.source(r.node.low.span),
                self.source(r.node.high.span)
            )),
            Label::Identifier(_) | Label::Default => None,
        };
        if let Some(open) = self.cases.last_mut() {
            open.extend(test);
        }
        visit::visit_labeled_statement(self, l, span);
    }

    fn visit_if_statement(&mut self, s: &'ast IfStatement, span: &'ast Span) {
        self.branch(*span, s.condition.span);
        visit::visit_if_statement(self, s, span);
    }

    fn visit_while_statement(&mut self, s: &'ast WhileStatement, span: &'ast Span) {
        self.branch(*span, s.expression.span);
        self.looping(*span, Some(s.expression.span), s.statement.span, false);
        visit::visit_while_statement(self, s, span);
    }

    fn visit_do_while_statement(&mut self, s: &'ast DoWhileStatement, span: &'ast Span) {
        self.branch(*span, s.expression.span);
        self.looping(*span, Some(s.expression.span), s.statement.span, true);
        visit::visit_do_while_statement(self, s, span);
    }

    fn visit_for_statement(&mut self, s: &'ast ForStatement, span: &'ast Span) {
        let cond = s.condition.as_ref().map(|c| c.span);
        if let Some(cond) = cond {
            self.branch(*span, cond);
        }
        self.looping(*span, cond, s.statement.span, false);
        visit::visit_for_statement(self, s, span);
    }

    fn visit_switch_statement(&mut self, s: &'ast SwitchStatement, span: &'ast Span) {
        self.cases.push(Vec::new());
        visit::visit_switch_statement(self, s, span);
        let cases = self.cases.pop().unwrap_or_default();
        let default = match cases.as_slice() {
            [] => "1".to_owned(),
            some => format!("!({})", some.join(" || ")),
        };
        if let (Some(at), Some(operand)) = (self.range(*span), self.range(s.expression.span)) {
            self.push(at.start, Kind::Switch(operand, default));
        }
    }

    fn visit_conditional_expression(&mut self, e: &'ast ConditionalExpression, span: &'ast Span) {
        let parts = (
            self.range(e.condition.span),
            self.range(e.then_expression.span),
        );
        // Outside functions nothing is evaluated.
        let is_evaluated = !self.is_constant && !self.function.is_empty();
        if let (Some(cond), Some(then), true) = (parts.0, parts.1, is_evaluated) {
            let between = self.text.get(cond.end..then.start).unwrap_or_default();
            if let Some(mark) = between.iter().position(|&b| b == b'?') {
                self.push(cond.end + mark, Kind::Branch(cond));
            }
        }
        visit::visit_conditional_expression(self, e, span);
    }

    fn visit_call_expression(&mut self, e: &'ast CallExpression, span: &'ast Span) {
        let name = match &e.callee.node {
            Expression::Identifier(i) => Some(i.node.name.clone()),
            _ => None,
        };
        if name.as_deref().is_some_and(|n| UNEVALUATED.contains(&n)) {
            return;
        }
        let before = self.found.len();
        visit::visit_call_expression(self, e, span);
        if let Some(range) = self.range(*span) {
            let nested = self.found.len() > before;
            let at = range.end - 1;
            self.push(
                at,
                Kind::Call {
                    range,
                    name,
                    nested,
                },
            );
        }
    }

    /// An object of static storage has a constant initializer.
    fn visit_declaration(&mut self, d: &'ast Declaration, span: &'ast Span) {
        let is_static = |s: &Node<DeclarationSpecifier>| match &s.node {
            DeclarationSpecifier::StorageClass(c) => matches!(
                c.node,
                StorageClassSpecifier::Static | StorageClassSpecifier::Extern
            ),
            _ => false,
        };
        let is_static = d.specifiers.iter().any(is_static);
        self.constant(is_static, |s| visit::visit_declaration(s, d, span));
    }

    fn visit_enumerator(&mut self, e: &'ast Enumerator, span: &'ast Span) {
        self.constant(true, |s| visit::visit_enumerator(s, e, span));
    }

    fn visit_struct_declarator(&mut self, d: &'ast StructDeclarator, span: &'ast Span) {
        self.constant(true, |s| visit::visit_struct_declarator(s, d, span));
    }

    fn visit_array_size(&mut self, size: &'ast ArraySize, span: &'ast Span) {
        self.constant(true, |s| visit::visit_array_size(s, size, span));
    }

    fn visit_alignment_specifier(&mut self, a: &'ast AlignmentSpecifier, span: &'ast Span) {
        self.constant(true, |s| visit::visit_alignment_specifier(s, a, span));
    }

    fn visit_designator(&mut self, d: &'ast Designator, span: &'ast Span) {
        self.constant(true, |s| visit::visit_designator(s, d, span));
    }

    fn visit_label(&mut self, label: &'ast Label, span: &'ast Span) {
        self.constant(true, |s| visit::visit_label(s, label, span));
    }

    /// What a selection goes by is not evaluated.
    fn visit_generic_selection(&mut self, g: &'ast GenericSelection, _: &'ast Span) {
        for association in &g.associations {
            let GenericAssociation::Type(t) = &association.node else {
                visit::visit_generic_association(self, &association.node, &association.span);
                continue;
            };
            let chosen = &t.node.expression;
            self.visit_expression(&chosen.node, &chosen.span);
        }
    }

    fn visit_static_assert(&mut self, _: &'ast StaticAssert, _: &'ast Span) {}
    fn visit_extension(&mut self, _: &'ast Extension, _: &'ast Span) {}
    fn visit_sizeofval(&mut self, _: &'ast SizeOfVal, _: &'ast Span) {}
    fn visit_alignof(&mut self, _: &'ast AlignOf, _: &'ast Span) {}
    fn visit_type_of(&mut self, _: &'ast TypeOf, _: &'ast Span) {}
}

/// The statement behind all labels.
fn innermost(l: &LabeledStatement) -> &Node<Statement> {
    let mut at = &*l.statement;
    while let Statement::Labeled(inner) = &at.node {
        at = &inner.node.statement;
    }
    at
}
