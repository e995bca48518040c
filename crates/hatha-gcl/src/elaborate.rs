//! From trees to a [`Model`]: constants are folded, processes multiplied out,
//! names resolved, types checked.

mod expr;

use crate::ast::{
    self, AssignmentTree, Item, Kind, Name, ProcessTree, PropertyTree, TransitionTree, Tree,
    TypeTree, VarTree,
};
use crate::diagnostic::{Diagnostic, Place};
use crate::model::{
    Array, ArrayId, Assignment, Comparison, Demand, EnumId, Expr, Model, Property, Target,
    Transition, Type, Value, VarId, Variable,
};
use crate::names::{Meaning, Member, Names, ProcessNames};
use crate::parse;
use expr::{Kinds, Typed};

/// Values of constants, from the command line.
pub type Constants = [(String, i128)];
type Done<T> = Result<T, Diagnostic>;

/// Larger systems are surely a mistake, and would not fit into memory.
const MOST_ELEMENTS: i128 = 100_000;

/// Reads a model.
///
/// ```
/// let text = "const n; var x: 0..n = 0; up: x < n - 1 -> x := x + 1; invariant x < n;";
/// let model = hatha_gcl::load(text, &[("n".into(), 4)]).unwrap();
/// assert_eq!(model.transitions.len(), 1);
/// let wrong = hatha_gcl::load("var x: int = y;", &[]).unwrap_err();
/// assert_eq!(wrong.place.line_and_column("var x: int = y;"), (1, 14));
/// ```
pub fn load(text: &str, constants: &Constants) -> Done<Model> {
    let items = parse::model(text)?;
    let mut elaborator = Elaborator::new(text);
    elaborator.constants(&items, constants)?;
    elaborator.types(&items)?;
    elaborator.variables(&items)?;
    elaborator.behaviour(&items)?;
    if elaborator.model.properties.is_empty() {
        let end = Place {
            start: text.len(),
            end: text.len(),
        };
        let help = "say `invariant …;`, `never …;`, `reachable …;` or `deadlock-free;`";
        return Err(Diagnostic::new(end, "the model asks for nothing").with_help(help));
    }
    Ok(elaborator.model)
}

/// Reads expressions over the variables of a model, and over symbols that
/// proofs have besides them.
pub struct Vocabulary(Elaborator);

impl Vocabulary {
    /// The names of a model.
    pub fn new(model: &Model) -> Done<Vocabulary> {
        let items = parse::model(&model.text)?;
        let mut elaborator = Elaborator::new(&model.text);
        elaborator.constants(&items, &model.constants)?;
        elaborator.types(&items)?;
        elaborator.variables(&items)?;
        Ok(Vocabulary(elaborator))
    }

    /// Adds an integer; it is a variable behind those of the model.
    pub fn add_symbol(&mut self, name: &str) -> Done<VarId> {
        let var = self.0.scalar(name, Type::Int);
        let meaning = Meaning::Var(var, Type::Int);
        self.0.names.declare(name, Place::default(), meaning)?;
        Ok(var)
    }

    /// The variable of this name, of whatever type.
    pub fn variable(&self, name: &str) -> Option<VarId> {
        self.0.model.find(name)
    }

    /// A truth value.
    pub fn truth(&self, text: &str) -> Done<Expr> {
        self.0.truth(&parse::expression(text)?, &Scope::default())
    }

    /// A number.
    pub fn number(&self, text: &str) -> Done<Expr> {
        let tree = parse::expression(text)?;
        self.0.expect(&tree, &Scope::default(), Kinds::Int)
    }
}

/// What is known at one place of the text.
#[derive(Clone, Debug, Default)]
struct Scope {
    /// Indices of processes and quantifiers; the innermost last.
    bound: Vec<(String, i128)>,
    /// The process, and which instance of it.
    process: Option<(String, Option<i128>)>,
}

impl Scope {
    fn with(&self, name: &str, value: i128) -> Scope {
        let mut inner = self.clone();
        inner.bound.push((name.to_owned(), value));
        inner
    }

    fn bound(&self, name: &str) -> Option<i128> {
        let found = self.bound.iter().rev().find(|(n, _)| n == name);
        found.map(|(_, v)| *v)
    }
}

struct Elaborator {
    model: Model,
    names: Names,
}

/// A declared variable of a process, for one name.
struct MemberTree<'a> {
    name: &'a Name,
    range: Option<&'a ast::Range>,
    ty: Type,
    initial: Option<&'a Tree>,
}

impl Elaborator {
    fn new(text: &str) -> Elaborator {
        Elaborator {
            model: Model {
                text: text.into(),
                ..Model::default()
            },
            names: Names::default(),
        }
    }

    fn constants(&mut self, items: &[Item], given: &Constants) -> Done<()> {
        for item in items {
            let Item::Const(name, value) = item else {
                continue;
            };
            let overridden = given.iter().rev().find(|(n, _)| *n == name.text);
            let value = match (overridden, value) {
                (Some((_, value)), _) => *value,
                (None, Some(tree)) => self.constant(tree, &Scope::default())?,
                (None, None) => {
                    let text = format!("the constant `{}` has no value", name.text);
                    let help = format!("give it one with -D {}=…", name.text);
                    return Err(Diagnostic::new(name.place, text).with_help(help));
                }
            };
            self.names
                .declare(&name.text, name.place, Meaning::Const(value))?;
            self.model.constants.push((name.text.clone(), value));
        }
        let unknown = given.iter().find(|(n, _)| self.names.get(n).is_none());
        match unknown {
            None => Ok(()),
            Some((name, _)) => Err(Diagnostic::new(
                Place::default(),
                format!("-D {name}: the model has no such constant"),
            )),
        }
    }

    fn constant(&self, tree: &Tree, scope: &Scope) -> Done<i128> {
        let typed = self.expr(tree, scope)?;
        match typed {
            Typed {
                expr: Expr::Const(n),
                kind: Kinds::Int,
            } => Ok(n),
            _ => Err(Diagnostic::new(
                tree.place,
                "this has to be a number that is known beforehand",
            )),
        }
    }

    fn types(&mut self, items: &[Item]) -> Done<()> {
        for item in items {
            if let Item::Type(name, tree) = item {
                let ty = self.ty(tree)?;
                self.names
                    .declare(&name.text, name.place, Meaning::Type(ty))?;
            }
        }
        Ok(())
    }

    fn ty(&mut self, tree: &TypeTree) -> Done<Type> {
        match tree {
            TypeTree::Int => Ok(Type::Int),
            TypeTree::Bool => Ok(Type::Bool),
            TypeTree::Range(range) => {
                let (low, length) = self.range(range, &Scope::default(), i128::MAX)?;
                Ok(Type::Range(low, low + length - 1))
            }
            TypeTree::Labels(labels) => Ok(Type::Enum(self.enumeration(labels)?)),
            TypeTree::Named(name) => match self.names.get(&name.text) {
                Some(&Meaning::Type(ty)) => Ok(ty),
                _ => Err(Diagnostic::new(
                    name.place,
                    format!("there is no type `{}`", name.text),
                )),
            },
        }
    }

    fn enumeration(&mut self, labels: &[Name]) -> Done<EnumId> {
        let texts: Vec<String> = labels.iter().map(|l| l.text.clone()).collect();
        for (at, label) in labels.iter().enumerate() {
            if texts[..at].contains(&label.text) {
                let text = format!("the label `{}` comes twice", label.text);
                return Err(Diagnostic::new(label.place, text));
            }
        }
        // The same labels are the same type, so that such variables compare.
        if let Some(known) = self.model.enums.position(|e| *e == texts) {
            return Ok(known);
        }
        let id = self.model.enums.next_key();
        for (at, text) in texts.iter().enumerate() {
            self.names.add_label(text, id, at as i128);
        }
        self.model.enums.push(texts);
        Ok(id)
    }

    /// First value and number of values.
    fn range(&self, range: &ast::Range, scope: &Scope, most: i128) -> Done<(i128, i128)> {
        let low = self.constant(&range.low, scope)?;
        let high = self.constant(&range.high, scope)?;
        let place = range.low.place.to(range.high.place);
        // Numbers are below 2^63, so that this cannot overflow.
        let length = high - low + i128::from(range.inclusive);
        if length > most {
            return Err(Diagnostic::new(place, "this range is too large"));
        }
        if length < 1 {
            let help = "`a..b` ends before `b`, `a..=b` with `b`";
            return Err(Diagnostic::new(place, "this range is empty").with_help(help));
        }
        Ok((low, length))
    }

    fn variables(&mut self, items: &[Item]) -> Done<()> {
        let mut initial = Vec::new();
        for item in items {
            match item {
                Item::Var(tree) => self.globals(tree, &mut initial)?,
                Item::Process(tree) => self.members(tree, &mut initial)?,
                _ => {}
            }
        }
        for (var, tree, scope) in initial {
            let value = self.value_for(&tree, &scope, self.model.variable(var).ty)?;
            let equal = match value.is_truth {
                true => Expr::Iff(Box::new(Expr::Var(var)), Box::new(value.expr)),
                false => compare(Comparison::Eq, Expr::Var(var), value.expr),
            };
            self.model.init.push(equal);
        }
        Ok(())
    }

    fn globals(&mut self, tree: &VarTree, initial: &mut Initial) -> Done<()> {
        let ty = self.ty(&tree.ty)?;
        for (name, range) in &tree.names {
            let meaning = match range {
                None => Meaning::Var(self.scalar(&name.text, ty), ty),
                Some(range) => {
                    let (low, length) = self.range(range, &Scope::default(), MOST_ELEMENTS)?;
                    Meaning::Array(self.array(&name.text, ty, low, length, ""), ty)
                }
            };
            if let Some(value) = &tree.initial {
                for var in self.variables_of(&meaning) {
                    initial.push((var, value.clone(), Scope::default()));
                }
            }
            self.names.declare(&name.text, name.place, meaning)?;
        }
        Ok(())
    }

    fn variables_of(&self, meaning: &Meaning) -> Vec<VarId> {
        match meaning {
            Meaning::Var(var, _) => vec![*var],
            Meaning::Array(array, _) => {
                let elements = self.model.array(*array).elements();
                elements.map(|(_, v)| v).collect()
            }
            _ => Vec::new(),
        }
    }

    fn scalar(&mut self, name: &str, ty: Type) -> VarId {
        let id = self.model.variables.next_key();
        self.model.variables.push(Variable {
            name: name.to_owned(),
            ty,
        });
        id
    }

    /// Elements `name[index]suffix`.
    fn array(&mut self, name: &str, ty: Type, low: i128, length: i128, suffix: &str) -> ArrayId {
        let first = self.model.variables.next_key();
        for index in low..low + length {
            self.scalar(&format!("{name}[{index}]{suffix}"), ty);
        }
        self.model.arrays.push(Array {
            name: format!("{name}{suffix}"),
            first,
            low,
            length: length as u32,
        });
        ArrayId(self.model.arrays.len() as u32 - 1)
    }

    fn members(&mut self, tree: &ProcessTree, initial: &mut Initial) -> Done<()> {
        let mut names = ProcessNames {
            range: self.instances(tree)?,
            ..ProcessNames::default()
        };
        for declared in &tree.variables {
            let ty = self.ty(&declared.ty)?;
            for (name, range) in &declared.names {
                let member = MemberTree {
                    name,
                    range: range.as_ref(),
                    ty,
                    initial: declared.initial.as_ref(),
                };
                let found = self.member(tree, &names, &member, initial)?;
                if names.members.insert(name.text.clone(), found).is_some() {
                    let text = format!("`{}` is declared twice", name.text);
                    return Err(Diagnostic::new(name.place, text));
                }
            }
        }
        self.names
            .declare(&tree.name.text, tree.name.place, Meaning::Process(names))
    }

    fn instances(&self, tree: &ProcessTree) -> Done<Option<(i128, u32)>> {
        let Some((_, range)) = &tree.index else {
            return Ok(None);
        };
        let (low, length) = self.range(range, &Scope::default(), MOST_ELEMENTS)?;
        Ok(Some((low, length as u32)))
    }

    fn member(
        &mut self,
        process: &ProcessTree,
        names: &ProcessNames,
        member: &MemberTree<'_>,
        initial: &mut Initial,
    ) -> Done<Member> {
        let (p, x, ty) = (&process.name.text, &member.name.text, member.ty);
        let found = match (names.range, member.range) {
            (None, None) => Member::Single(self.scalar(&format!("{p}.{x}"), ty), ty),
            (Some((low, count)), None) => {
                let array = self.array(p, ty, low, count.into(), &format!(".{x}"));
                Member::Shared(array, ty)
            }
            (instances, Some(range)) => {
                let (low, length) = self.range(range, &Scope::default(), MOST_ELEMENTS)?;
                let prefixes = instance_names(p, instances);
                let arrays = prefixes
                    .map(|prefix| self.array(&format!("{prefix}.{x}"), ty, low, length, ""));
                Member::Arrays(arrays.collect(), ty)
            }
        };
        if let Some(value) = member.initial {
            for (scope, vars) in self.member_variables(process, names, &found) {
                for var in vars {
                    initial.push((var, value.clone(), scope.clone()));
                }
            }
        }
        Ok(found)
    }

    /// The variables of a member in each instance, with what is known there.
    fn member_variables(
        &self,
        process: &ProcessTree,
        names: &ProcessNames,
        member: &Member,
    ) -> Vec<(Scope, Vec<VarId>)> {
        let scopes = scopes(process, names.range);
        let in_instance = |at: usize| match member {
            Member::Single(var, _) => vec![*var],
            Member::Shared(array, _) => {
                vec![VarId(self.model.array(*array).first.0 + at as u32)]
            }
            Member::Arrays(arrays, _) => {
                let elements = self.model.array(arrays[at]).elements();
                elements.map(|(_, v)| v).collect()
            }
        };
        let pairs = scopes.into_iter().enumerate();
        pairs.map(|(at, s)| (s, in_instance(at))).collect()
    }

    fn behaviour(&mut self, items: &[Item]) -> Done<()> {
        for item in items {
            match item {
                Item::Transition(tree) => self.transition(tree, &Scope::default(), "")?,
                Item::Process(tree) => self.process(tree)?,
                Item::Init(tree) => {
                    let condition = self.truth(tree, &Scope::default())?;
                    self.model.init.push(condition);
                }
                Item::Property(tree) => self.property(tree)?,
                _ => {}
            }
        }
        self.distinct_names()
    }

    fn distinct_names(&self) -> Done<()> {
        let mut seen = std::collections::BTreeSet::new();
        for transition in &self.model.transitions {
            if !seen.insert(&transition.name) {
                let text = format!("two transitions are called `{}`", transition.name);
                return Err(Diagnostic::new(transition.place, text));
            }
        }
        Ok(())
    }

    fn process(&mut self, tree: &ProcessTree) -> Done<()> {
        let range = self.instances(tree)?;
        let prefixes = instance_names(&tree.name.text, range);
        for (scope, prefix) in scopes(tree, range).into_iter().zip(prefixes) {
            for transition in &tree.transitions {
                self.transition(transition, &scope, &format!("{prefix}."))?;
            }
        }
        Ok(())
    }

    fn transition(&mut self, tree: &TransitionTree, scope: &Scope, prefix: &str) -> Done<()> {
        let guard = self.truth(&tree.guard, scope)?;
        let mut assignments: Vec<Assignment> = Vec::new();
        for assignment in &tree.assignments {
            let next = self.assignment(assignment, scope)?;
            if let Target::Var(var) = next.target {
                let same = |a: &Assignment| matches!(a.target, Target::Var(v) if v == var);
                if assignments.iter().any(same) {
                    let name = &self.model.variable(var).name;
                    let text = format!("`{name}` is assigned twice in one transition");
                    return Err(Diagnostic::new(assignment.target.place, text));
                }
            }
            assignments.push(next);
        }
        self.model.transitions.push(Transition {
            name: format!("{prefix}{}", tree.name.text),
            guard,
            assignments,
            place: tree.place,
        });
        Ok(())
    }

    fn assignment(&self, tree: &AssignmentTree, scope: &Scope) -> Done<Assignment> {
        let Kind::Path(path) = &tree.target.kind else {
            return Err(Diagnostic::new(
                tree.target.place,
                "this cannot be assigned",
            ));
        };
        let (target, ty) = match self.path(path, scope, tree.target.place)? {
            (Expr::Var(var), Some(ty)) => (Target::Var(var), ty),
            (Expr::Element(array, index, _), Some(ty)) => (Target::Element(array, *index), ty),
            _ => {
                return Err(Diagnostic::new(
                    tree.target.place,
                    "this cannot be assigned",
                ));
            }
        };
        let value = match &tree.value {
            None => None,
            Some(value) => Some(self.value_for(value, scope, ty)?),
        };
        Ok(Assignment {
            target,
            value,
            place: tree.target.place,
        })
    }

    /// An expression of a variable's type.
    fn value_for(&self, tree: &Tree, scope: &Scope, ty: Type) -> Done<Value> {
        let kind = Kinds::of(ty);
        let expr = self.expect(tree, scope, kind)?;
        Ok(Value {
            expr,
            is_truth: kind == Kinds::Bool,
        })
    }

    fn property(&mut self, tree: &PropertyTree) -> Done<()> {
        let scope = Scope::default();
        let condition = match &tree.condition {
            None => Expr::Const(1),
            Some(condition) => self.truth(condition, &scope)?,
        };
        let demand = match tree.demand {
            ast::Demand::Invariant => Demand::Invariant(condition),
            ast::Demand::Never => Demand::Never(condition),
            ast::Demand::Reachable => Demand::Reachable(condition),
            ast::Demand::DeadlockFree => Demand::DeadlockFree,
        };
        self.model.properties.push(Property {
            demand,
            place: tree.place,
        });
        Ok(())
    }
}

/// Initial values that wait until all names are known.
type Initial = Vec<(VarId, Tree, Scope)>;

/// What is known in each instance of a process.
fn scopes(process: &ProcessTree, range: Option<(i128, u32)>) -> Vec<Scope> {
    let inside = |instance: Option<i128>| Scope {
        bound: Vec::new(),
        process: Some((process.name.text.clone(), instance)),
    };
    match (&process.index, range) {
        (Some((name, _)), Some((low, count))) => (0..count)
            .map(|o| low + i128::from(o))
            .map(|i| inside(Some(i)).with(&name.text, i))
            .collect(),
        _ => vec![inside(None)],
    }
}

/// The names of the instances of a process.
fn instance_names(
    process: &str,
    range: Option<(i128, u32)>,
) -> impl Iterator<Item = String> + use<> {
    let process = process.to_owned();
    let (low, count) = range.unwrap_or((0, 1));
    (0..count).map(move |o| match range {
        None => process.clone(),
        Some(_) => format!("{process}[{}]", low + i128::from(o)),
    })
}

/// A comparison.
fn compare(op: Comparison, left: Expr, right: Expr) -> Expr {
    Expr::Compare(op, Box::new(left), Box::new(right))
}
