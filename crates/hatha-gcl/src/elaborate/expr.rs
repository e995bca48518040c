//! Expressions: names, types, constants.

use super::{Done, Elaborator, MOST_ELEMENTS, Scope, compare};
use crate::ast::{Binary, Kind, Name, Part, Path, Range, Tree};
use crate::diagnostic::{Diagnostic, Place};
use crate::model::{ArrayId, Comparison, EnumId, Expr, Type};
use crate::names::{Meaning, Member, ProcessNames};

/// The kinds of value that do not mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kinds {
    Int,
    Bool,
    Label(EnumId),
}

impl Kinds {
    pub(super) fn of(ty: Type) -> Kinds {
        match ty {
            Type::Int | Type::Range(..) => Kinds::Int,
            Type::Bool => Kinds::Bool,
            Type::Enum(id) => Kinds::Label(id),
        }
    }
}

/// An expression with its kind.
pub(super) struct Typed {
    pub(super) expr: Expr,
    pub(super) kind: Kinds,
}

fn typed(expr: Expr, kind: Kinds) -> Done<Typed> {
    Ok(Typed { expr, kind })
}

impl Elaborator {
    fn describe(&self, kind: Kinds) -> String {
        match kind {
            Kinds::Int => "a number".to_owned(),
            Kinds::Bool => "a truth value".to_owned(),
            Kinds::Label(id) => {
                let labels = &self.model.enums[id];
                format!("one of {{{}}}", labels.join(", "))
            }
        }
    }

    /// A truth value.
    pub(super) fn truth(&self, tree: &Tree, scope: &Scope) -> Done<Expr> {
        self.expect(tree, scope, Kinds::Bool)
    }

    fn number(&self, tree: &Tree, scope: &Scope) -> Done<Expr> {
        self.expect(tree, scope, Kinds::Int)
    }

    /// An expression of a known kind; a label is looked up in it.
    pub(super) fn expect(&self, tree: &Tree, scope: &Scope, kind: Kinds) -> Done<Expr> {
        if let (Kinds::Label(id), Some(name)) = (kind, self.bare_label(tree, scope)) {
            let found = self.names.labels(&name.text);
            return match found.iter().find(|(of, _)| *of == id) {
                Some((_, position)) => Ok(Expr::Const(*position)),
                None => {
                    let wanted = self.describe(kind);
                    let text = format!("`{}` is not {wanted}", name.text);
                    Err(Diagnostic::new(tree.place, text))
                }
            };
        }
        if let (Kinds::Label(_), Kind::If(c, yes, no)) = (kind, &tree.kind) {
            let c = self.truth(c, scope)?;
            let yes = self.expect(yes, scope, kind)?;
            let no = self.expect(no, scope, kind)?;
            return Ok(Expr::If(Box::new(c), Box::new(yes), Box::new(no)));
        }
        let found = self.expr(tree, scope)?;
        if found.kind == kind {
            return Ok(found.expr);
        }
        let (wanted, got) = (self.describe(kind), self.describe(found.kind));
        let text = format!("expected {wanted}, this is {got}");
        Err(Diagnostic::new(tree.place, text))
    }

    /// A name that can only be a label.
    fn bare_label<'t>(&self, tree: &'t Tree, scope: &Scope) -> Option<&'t Name> {
        let Kind::Path(Path { parts }) = &tree.kind else {
            return None;
        };
        let [Part { name, index: None }] = &parts[..] else {
            return None;
        };
        let hidden = scope.bound(&name.text).is_some()
            || self.own_member(&name.text, scope).is_some()
            || self.names.get(&name.text).is_some();
        (!hidden && !self.names.labels(&name.text).is_empty()).then_some(name)
    }

    pub(super) fn expr(&self, tree: &Tree, scope: &Scope) -> Done<Typed> {
        match &tree.kind {
            Kind::Number(n) => typed(Expr::Const(*n), Kinds::Int),
            Kind::Truth(truth) => typed(Expr::Const((*truth).into()), Kinds::Bool),
            Kind::Path(path) => self.read(path, scope, tree),
            Kind::Negate(inner) => {
                let inner = self.number(inner, scope)?;
                typed(times(-1, inner, tree.place)?, Kinds::Int)
            }
            Kind::Not(inner) => {
                let inner = self.truth(inner, scope)?;
                typed(Expr::Not(Box::new(inner)), Kinds::Bool)
            }
            Kind::Binary(op, left, right) => self.binary(*op, left, right, scope, tree.place),
            Kind::If(c, yes, no) => {
                let c = self.truth(c, scope)?;
                let yes = self.expr(yes, scope)?;
                let no = self.expect(no, scope, yes.kind)?;
                let kind = yes.kind;
                typed(
                    Expr::If(Box::new(c), Box::new(yes.expr), Box::new(no)),
                    kind,
                )
            }
            Kind::Quantified(all, name, range, body) => {
                let parts = self.instances_of(name, range, body, scope)?;
                let expr = match all {
                    true => Expr::And(parts),
                    false => Expr::Or(parts),
                };
                typed(expr, Kinds::Bool)
            }
            Kind::Count(name, range, body) => {
                let parts = self.instances_of(name, range, body, scope)?;
                typed(parts.into_iter().fold(Expr::Const(0), counted), Kinds::Int)
            }
        }
    }

    /// A quantifier's body for each value of its index.
    fn instances_of(
        &self,
        name: &Name,
        range: &Range,
        body: &Tree,
        scope: &Scope,
    ) -> Done<Vec<Expr>> {
        // An empty range is meant here: there may be nobody else.
        let low = self.constant(&range.low, scope)?;
        let high = self.constant(&range.high, scope)? + i128::from(range.inclusive);
        if high - low > MOST_ELEMENTS {
            let place = range.low.place.to(range.high.place);
            return Err(Diagnostic::new(place, "this range is too large"));
        }
        let one = |i: i128| self.truth(body, &scope.with(&name.text, i));
        (low..high).map(one).collect()
    }

    fn binary(
        &self,
        op: Binary,
        left: &Tree,
        right: &Tree,
        scope: &Scope,
        place: Place,
    ) -> Done<Typed> {
        match op {
            Binary::Add | Binary::Sub | Binary::Mul | Binary::Mod => {
                let a = self.number(left, scope)?;
                let b = self.number(right, scope)?;
                typed(arithmetic(op, a, b, right.place, place)?, Kinds::Int)
            }
            Binary::Eq | Binary::Ne => self.equality(op == Binary::Eq, left, right, scope),
            Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
                let a = self.number(left, scope)?;
                let b = self.number(right, scope)?;
                let expr = match op {
                    Binary::Lt => compare(Comparison::Lt, a, b),
                    Binary::Le => compare(Comparison::Le, a, b),
                    Binary::Gt => compare(Comparison::Lt, b, a),
                    _ => compare(Comparison::Le, b, a),
                };
                typed(expr, Kinds::Bool)
            }
            Binary::And | Binary::Or | Binary::Implies | Binary::Iff => {
                let a = self.truth(left, scope)?;
                let b = self.truth(right, scope)?;
                let expr = match op {
                    Binary::And => Expr::And(vec![a, b]),
                    Binary::Or => Expr::Or(vec![a, b]),
                    Binary::Implies => Expr::Or(vec![Expr::Not(Box::new(a)), b]),
                    _ => Expr::Iff(Box::new(a), Box::new(b)),
                };
                typed(expr, Kinds::Bool)
            }
        }
    }

    fn equality(&self, equal: bool, left: &Tree, right: &Tree, scope: &Scope) -> Done<Typed> {
        let (first, second) = match self.bare_label(left, scope) {
            // The other side says which enumeration is meant.
            Some(_) => (right, left),
            None => (left, right),
        };
        let a = self.expr(first, scope)?;
        let b = self.expect(second, scope, a.kind)?;
        let expr = match (a.kind, equal) {
            (Kinds::Bool, true) => Expr::Iff(Box::new(a.expr), Box::new(b)),
            (Kinds::Bool, false) => {
                let same = Expr::Iff(Box::new(a.expr), Box::new(b));
                Expr::Not(Box::new(same))
            }
            (_, true) => compare(Comparison::Eq, a.expr, b),
            (_, false) => compare(Comparison::Ne, a.expr, b),
        };
        typed(expr, Kinds::Bool)
    }

    fn read(&self, path: &Path, scope: &Scope, tree: &Tree) -> Done<Typed> {
        if let Some(name) = self.bare_label(tree, scope) {
            if let [(id, position)] = self.names.labels(&name.text) {
                return typed(Expr::Const(*position), Kinds::Label(*id));
            }
            let text = format!("several enumerations have the label `{}`", name.text);
            return Err(Diagnostic::new(tree.place, text));
        }
        let (expr, ty) = self.path(path, scope, tree.place)?;
        typed(expr, ty.map_or(Kinds::Int, Kinds::of))
    }

    /// The member of the process that the scope is in.
    fn own_member(&self, name: &str, scope: &Scope) -> Option<(&ProcessNames, &Member)> {
        let (process, _) = scope.process.as_ref()?;
        let Some(Meaning::Process(names)) = self.names.get(process) else {
            return None;
        };
        names.members.get(name).map(|m| (names, m))
    }

    /// A constant (without a type), a variable or an element.
    pub(super) fn path(
        &self,
        path: &Path,
        scope: &Scope,
        place: Place,
    ) -> Done<(Expr, Option<Type>)> {
        let head = &path.parts[0];
        if let ([_], None, Some(value)) =
            (&path.parts[..], &head.index, scope.bound(&head.name.text))
        {
            return Ok((Expr::Const(value), None));
        }
        if let ([_], Some((names, member))) =
            (&path.parts[..], self.own_member(&head.name.text, scope))
        {
            let instance = scope.process.as_ref().and_then(|(_, i)| *i);
            let which = instance.map(Expr::Const);
            return self.in_process(names, member, which, head, scope, place);
        }
        match (self.names.get(&head.name.text), &path.parts[..]) {
            (Some(Meaning::Const(value)), [Part { index: None, .. }]) => {
                Ok((Expr::Const(*value), None))
            }
            (Some(Meaning::Var(var, ty)), [Part { index: None, .. }]) => {
                Ok((Expr::Var(*var), Some(*ty)))
            }
            (Some(Meaning::Array(array, ty)), [Part { index: Some(i), .. }]) => {
                let index = self.number(i, scope)?;
                Ok((self.element(*array, index, place)?, Some(*ty)))
            }
            (Some(Meaning::Process(names)), [_, last]) => {
                self.other_process(names, head, last, scope, place)
            }
            (known, _) => Err(self.misused(known, &head.name)),
        }
    }

    fn other_process(
        &self,
        names: &ProcessNames,
        head: &Part,
        last: &Part,
        scope: &Scope,
        place: Place,
    ) -> Done<(Expr, Option<Type>)> {
        let Some(member) = names.members.get(&last.name.text) else {
            let (p, x) = (&head.name.text, &last.name.text);
            let text = format!("the process `{p}` has no variable `{x}`");
            return Err(Diagnostic::new(last.name.place, text));
        };
        let which = match (&head.index, names.range) {
            (Some(index), Some(_)) => Some(self.number(index, scope)?),
            (None, None) => None,
            _ => return Err(self.misused(Some(&Meaning::Process(names.clone())), &head.name)),
        };
        self.in_process(names, member, which, last, scope, place)
    }

    fn in_process(
        &self,
        names: &ProcessNames,
        member: &Member,
        which: Option<Expr>,
        part: &Part,
        scope: &Scope,
        place: Place,
    ) -> Done<(Expr, Option<Type>)> {
        let wrong = |text: &str| Err(Diagnostic::new(place, text.to_owned()));
        match (member, which, &part.index) {
            (Member::Single(var, ty), None, None) => Ok((Expr::Var(*var), Some(*ty))),
            (Member::Shared(array, ty), Some(which), None) => {
                Ok((self.element(*array, which, place)?, Some(*ty)))
            }
            (Member::Arrays(arrays, ty), which, Some(index)) => {
                let low = names.range.map_or(0, |(low, _)| low);
                let at = match which {
                    None => 0,
                    Some(Expr::Const(n)) => n - low,
                    Some(_) => return wrong("the process has to be known beforehand here"),
                };
                let array = usize::try_from(at).ok().and_then(|at| arrays.get(at));
                let Some(array) = array else {
                    return wrong("there is no such process");
                };
                let index = self.number(index, scope)?;
                Ok((self.element(*array, index, place)?, Some(*ty)))
            }
            (Member::Arrays(..), _, None) => wrong("this is an array; it needs an index"),
            _ => wrong("this has no index"),
        }
    }

    fn element(&self, array: ArrayId, index: Expr, place: Place) -> Done<Expr> {
        let Expr::Const(n) = index else {
            return Ok(Expr::Element(array, Box::new(index), place));
        };
        let array = self.model.array(array);
        match array.element(n) {
            Some(var) => Ok(Expr::Var(var)),
            None => {
                let (name, low) = (&array.name, array.low);
                let end = low + i128::from(array.length);
                let text = format!("`{name}` has the indices {low}..{end}, and not {n}");
                Err(Diagnostic::new(place, text))
            }
        }
    }

    fn misused(&self, known: Option<&Meaning>, name: &Name) -> Diagnostic {
        let text = &name.text;
        let message = match known {
            None => format!("nothing is called `{text}`"),
            Some(Meaning::Array(..)) => format!("`{text}` is an array; it needs an index"),
            Some(Meaning::Process(_)) => {
                format!("`{text}` is a process; its variables are `{text}[i].x` or `{text}.x`")
            }
            Some(Meaning::Type(_)) => format!("`{text}` is a type"),
            Some(Meaning::Const(_) | Meaning::Var(..)) => format!("`{text}` has no index"),
        };
        let diagnostic = Diagnostic::new(name.place, message);
        match self.names.similar(text).filter(|_| known.is_none()) {
            Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
            None => diagnostic,
        }
    }
}

/// One more if the condition holds.
fn counted(sum: Expr, condition: Expr) -> Expr {
    let (one, zero) = (Box::new(Expr::Const(1)), Box::new(Expr::Const(0)));
    let counts = Expr::If(Box::new(condition), one, zero);
    match sum {
        Expr::Const(0) => counts,
        sum => Expr::Add(Box::new(sum), Box::new(counts)),
    }
}

fn too_large(place: Place) -> Diagnostic {
    Diagnostic::new(place, "the numbers here are too large")
}

fn times(factor: i128, of: Expr, place: Place) -> Done<Expr> {
    match of {
        Expr::Const(n) => factor
            .checked_mul(n)
            .map(Expr::Const)
            .ok_or_else(|| too_large(place)),
        other => Ok(Expr::Times(factor, Box::new(other))),
    }
}

fn arithmetic(op: Binary, a: Expr, b: Expr, at: Place, place: Place) -> Done<Expr> {
    if let (Expr::Const(x), Expr::Const(y)) = (&a, &b) {
        let folded = match op {
            Binary::Add => x.checked_add(*y),
            Binary::Sub => x.checked_sub(*y),
            Binary::Mul => x.checked_mul(*y),
            _ if *y > 0 => x.checked_rem_euclid(*y),
            _ => return Err(Diagnostic::new(at, "the divisor has to be positive")),
        };
        return folded.map(Expr::Const).ok_or_else(|| too_large(place));
    }
    match (op, a, b) {
        (Binary::Add, a, b) => Ok(Expr::Add(Box::new(a), Box::new(b))),
        (Binary::Sub, a, b) => Ok(Expr::Sub(Box::new(a), Box::new(b))),
        (Binary::Mul, Expr::Const(n), e) | (Binary::Mul, e, Expr::Const(n)) => times(n, e, place),
        (Binary::Mul, ..) => Err(Diagnostic::new(
            place,
            "a product needs a constant factor: arithmetic is linear here",
        )),
        (_, a, Expr::Const(n)) if (1..=MOST_REMAINDERS).contains(&n) => {
            Ok(Expr::Mod(Box::new(a), n))
        }
        _ => Err(Diagnostic::new(
            at,
            format!("the divisor has to be a constant from 1 to {MOST_REMAINDERS}"),
        )),
    }
}

/// A remainder is a choice between that many cases.
const MOST_REMAINDERS: i128 = 64;
