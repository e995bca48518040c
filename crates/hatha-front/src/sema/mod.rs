//! The semantic layer: from lang-c's tree to the typed tree of [`crate::hir`].
//!
//! **Invariant.** A program that gcc rejects because of its names or types is a
//! [`Diagnostic`] with its place; what gcc accepts is never a diagnostic. What
//! is C but not understood is an `Unsupported` node of the right type, so that
//! the rest of the unit keeps its meaning. Layout, conversions and constant
//! folding are done for the [`Target`], never for the host.
//!
//! The order of the modules: [`scope`] (names), [`types`], [`record`] and
//! [`layout`] (declarations to types), [`decl`] (objects and functions),
//! [`init`], then [`expr`], [`ops`], [`call`], [`convert`] and [`constant`],
//! and [`stmt`].

mod assembly;
mod atomic;
mod attributes;
mod builtin;
mod call;
mod closure;
mod compat;
mod constant;
mod convert;
mod decl;
mod expr;
mod function;
mod init;
mod knowledge;
mod layout;
mod leave;
mod library;
mod literal;
mod nested;
mod number;
mod ops;
mod parts;
mod predicate;
pub(crate) mod promise;
mod record;
mod scope;
mod size;
mod stmt;
#[cfg(test)]
mod tests;
mod tgmath;
mod types;

use crate::diag::{Diagnostic, Result};
use crate::hir::{self, FuncId, ObjId};
use crate::parse::{LineMap, Parsed};
use crate::predicates;
use hatha_cfa::{IntKind, Qual, RecordId, Span, Target, Type, TypeId, TypeTable};
use hatha_index::IndexVec;
use lang_c::ast::{ExternalDeclaration, StaticAssert};
use lang_c::span::Node;
pub(crate) use predicate::At;
use predicate::Wanted;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::{Space, Symbol, Tag};

/// Analyses one translation unit.
///
/// `types` is shared by all units of a program. `model` marks a unit that ships with hatha.
pub(crate) fn analyse(
    parsed: &Parsed,
    types: &mut TypeTable,
    target: &Target,
    model: bool,
) -> Result<hir::Unit> {
    analyse_with(parsed, &[], types, target, model)
}

/// The same with conditions of the user's, whose places are given by their positions.
pub(crate) fn analyse_with(
    parsed: &Parsed,
    places: &[At],
    types: &mut TypeTable,
    target: &Target,
    model: bool,
) -> Result<hir::Unit> {
    tracing::trace!(target: "walk", "names and types are resolved");
    let mut sema = Sema::new(&parsed.lines, types, target, model);
    sema.tagged_members = parsed.dialect.tagged_members;
    sema.unsigned_constants = parsed.dialect.unsigned_constants;
    sema.unit.attributes = parsed.attributes.clone();
    let (externals, conditions) = apart(parsed, places);
    for wanted in conditions {
        match wanted.at {
            At::Everywhere(number) => sema.everywhere.push((number, wanted.condition)),
            _ => sema.wanted.push(wanted),
        }
    }
    for external in externals {
        sema.external(external)?;
    }
    sema.finish()
}

/// The declarations of a unit, and the conditions that stand among them.
fn apart<'a>(
    parsed: &'a Parsed,
    places: &[At],
) -> (Vec<&'a Node<ExternalDeclaration>>, Vec<Wanted<'a>>) {
    let (mut externals, mut wanted) = (Vec::new(), Vec::new());
    for external in &parsed.unit.0 {
        let found = match places.is_empty() {
            true => None,
            false => predicates::condition(external),
        };
        match found.and_then(|c| Some((c, places.get(c.index)?.clone()))) {
            Some((condition, at)) => wanted.push(Wanted { at, condition }),
            None => externals.push(external),
        }
    }
    (externals, wanted)
}

/// What a name with linkage stands for, whatever scope declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Linked {
    Object(ObjId),
    Function(FuncId),
}

/// What sema remembers of a function beside its [`hir::Function`].
#[derive(Clone, Copy, Debug, Default)]
struct FunctionFacts {
    /// Declared only by a call.
    implicit: bool,
    /// Its body may be replaced by another definition (GNU `extern inline`).
    replaceable: bool,
    /// The alignment that attributes demand, else 0.
    align: u32,
    /// Defined in another function.
    nested: bool,
    /// For a nested function: the variable with the number of the activation it belongs to.
    number: Option<ObjId>,
    /// A nested function whose address is taken.
    taken: bool,
}

/// The state of one analysis.
struct Sema<'a, 't> {
    lines: &'a LineMap,
    types: &'t mut TypeTable,
    target: &'a Target,
    unit: hir::Unit,
    names: Space<'a, Symbol>,
    tags: Space<'a, Tag>,
    linked: FxHashMap<&'a str, Linked>,
    facts: IndexVec<FuncId, FunctionFacts>,
    members: record::MemberMap,
    /// Evaluations of variable array sizes met in a type, to be emitted before its use.
    pending: Vec<hir::Stmt>,
    /// How many prototypes (that are no definitions) surround the current place.
    prototypes: u32,
    /// How many unevaluated operands (`sizeof`, `typeof`) surround the current place.
    unevaluated: u32,
    /// Variables declared `register`, whose address may not be taken.
    registers: FxHashSet<ObjId>,
    /// The sections that something is put into.
    sections: FxHashSet<String>,
    func: Option<stmt::FunctionState<'a>>,
    /// The functions around a nested one, outermost first.
    enclosing: Vec<stmt::FunctionState<'a>>,
    /// The nested functions of the outermost one.
    nested: Vec<nested::Nested>,
    /// `struct tag;` among members is an unnamed member.
    tagged_members: bool,
    /// A decimal constant that fits no `long` is an `unsigned long`.
    unsigned_constants: bool,
    /// Conditions of the user's whose places have not been met yet.
    wanted: Vec<Wanted<'a>>,
    /// Conditions that are asked about everywhere, with their numbers.
    everywhere: Vec<(u32, predicates::Condition<'a>)>,
    /// Whether such a condition is being looked at.
    checking: bool,
    /// Conditions for the statement behind a label, or for the head of a `for`.
    waiting: Vec<predicates::Condition<'a>>,
    common: Common,
}

/// Types that are needed all the time.
#[derive(Clone, Copy)]
struct Common {
    void: TypeId,
    void_ptr: TypeId,
    boolean: TypeId,
    char: TypeId,
    int: TypeId,
    uint: TypeId,
    size: TypeId,
    ptrdiff: TypeId,
    double: TypeId,
    va_list: TypeId,
}

impl<'a, 't> Sema<'a, 't> {
    fn new(lines: &'a LineMap, types: &'t mut TypeTable, target: &'a Target, model: bool) -> Self {
        let common = Common::new(types, target);
        Sema {
            lines,
            types,
            target,
            unit: hir::Unit {
                model,
                ..hir::Unit::default()
            },
            names: Space::new(),
            tags: Space::new(),
            linked: FxHashMap::default(),
            facts: IndexVec::new(),
            members: record::MemberMap::default(),
            pending: Vec::new(),
            prototypes: 0,
            unevaluated: 0,
            registers: FxHashSet::default(),
            sections: FxHashSet::default(),
            func: None,
            enclosing: Vec::new(),
            nested: Vec::new(),
            tagged_members: false,
            unsigned_constants: false,
            wanted: Vec::new(),
            everywhere: Vec::new(),
            checking: false,
            waiting: Vec::new(),
            common,
        }
    }

    fn external(&mut self, external: &'a Node<ExternalDeclaration>) -> Result<()> {
        match &external.node {
            ExternalDeclaration::Declaration(d) => {
                let mut out = Vec::new();
                self.declaration(d, &mut out)
            }
            ExternalDeclaration::StaticAssert(s) => self.static_assert(s),
            ExternalDeclaration::FunctionDefinition(f) => self.function_definition(f),
        }
    }

    fn static_assert(&mut self, assertion: &'a Node<StaticAssert>) -> Result<()> {
        let span = self.span(assertion.span);
        let cond = self.expr(&assertion.node.expression)?;
        let cond = self.rvalue(cond)?;
        match self.eval_int(&cond) {
            Some(0) => {
                let parts = &assertion.node.message.node;
                let text: Vec<&str> = parts.iter().map(|p| p.trim_matches('"')).collect();
                let text = text.concat();
                let message = if text.is_empty() {
                    "static assertion failed".to_owned()
                } else {
                    format!("static assertion failed: \"{text}\"")
                };
                Err(error(span, message))
            }
            Some(_) => Ok(()),
            None => Err(error(
                cond.span,
                "expression in static assertion is not constant",
            )),
        }
    }

    /// Linkers give names to the bounds of sections: what has such a name overlaps what is in the section.
    fn name_bounds_of_sections(&mut self) {
        let is_bound = |name: &str| {
            let prefixes = ["__start_", "__stop_"].iter();
            let mut sections = prefixes.filter_map(|prefix| name.strip_prefix(prefix));
            sections.any(|section| self.sections.contains(section))
        };
        let objects = self.unit.objects.iter().filter(|o| !o.defined);
        let bounds: Vec<Span> = objects
            .filter(|o| is_bound(&o.name))
            .map(|o| o.span)
            .collect();
        for span in bounds {
            self.unsupported(span, "bound of a section");
        }
    }

    /// The last checks of a unit: arrays left open get one element, as C says.
    fn finish(mut self) -> Result<hir::Unit> {
        self.name_bounds_of_sections();
        for id in self.unit.objects.keys() {
            let object = &self.unit.objects[id];
            if !(object.defined && object.tentative) {
                continue;
            }
            let (ty, span) = (object.ty, object.span);
            if let Type::Array {
                elem,
                len: hatha_cfa::ArrayLen::Incomplete,
            } = *self.types.get(ty.ty)
            {
                self.unit.objects[id].ty.ty = self.types.array(elem, 1);
            } else if self.size_of(ty.ty).is_none() {
                let name = &self.unit.objects[id].name;
                return Err(error(span, format!("storage size of '{name}' isn't known")));
            }
        }
        Ok(self.unit)
    }

    fn span(&self, span: lang_c::span::Span) -> Span {
        self.lines.span(span)
    }

    fn enter(&mut self) {
        self.names.enter();
        self.tags.enter();
    }

    fn leave(&mut self) {
        self.names.leave();
        self.tags.leave();
    }

    fn at_file_scope(&self) -> bool {
        self.names.depth() == 0
    }

    fn object(&self, id: ObjId) -> &hir::Object {
        &self.unit.objects[id]
    }

    fn object_mut(&mut self, id: ObjId) -> &mut hir::Object {
        &mut self.unit.objects[id]
    }

    fn add_object(&mut self, object: hir::Object) -> ObjId {
        self.unit.objects.push_and_get_key(object)
    }

    fn function(&self, id: FuncId) -> &hir::Function {
        &self.unit.functions[id]
    }

    fn function_mut(&mut self, id: FuncId) -> &mut hir::Function {
        &mut self.unit.functions[id]
    }

    fn size_of(&self, ty: TypeId) -> Option<u64> {
        self.types.size(ty, self.target)
    }

    /// The record behind a type.
    fn record_of(&self, ty: TypeId) -> Option<RecordId> {
        match self.types.get(ty) {
            Type::Record(r) => Some(*r),
            _ => None,
        }
    }

    /// Says that something of the unit as a whole is not understood.
    fn unsupported(&mut self, span: Span, reason: impl Into<String>) {
        self.unit.unsupported.push((reason.into(), span));
    }
}

impl Common {
    fn new(types: &mut TypeTable, target: &Target) -> Self {
        let void = types.void();
        let char = types.int(IntKind::Char);
        Common {
            void,
            void_ptr: types.pointer(void),
            boolean: types.intern(Type::Bool),
            char,
            int: types.int(IntKind::Int),
            uint: types.int(IntKind::UInt),
            size: types.int(target.size_type),
            ptrdiff: types.int(target.ptrdiff_type),
            double: types.intern(Type::Float(hatha_cfa::FloatKind::Double)),
            va_list: va_list_type(types, target, void, char),
        }
    }
}

/// `__builtin_va_list`: an array of one record where pointers have 64 bits, else `char *`.
fn va_list_type(types: &mut TypeTable, target: &Target, void: TypeId, char: TypeId) -> TypeId {
    if target.pointer_bits != 64 {
        return types.pointer(char);
    }
    let word = types.int(IntKind::UInt);
    let pointer = types.pointer(void);
    let record = types.add_record(layout::plain_struct(
        "__va_list_tag",
        &[
            ("gp_offset", word),
            ("fp_offset", word),
            ("overflow_arg_area", pointer),
            ("reg_save_area", pointer),
        ],
        types,
        target,
    ));
    let record = types.intern(Type::Record(record));
    types.array(record, 1)
}

/// Bad input at a place.
fn error(span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(span, message))
}

/// The type without qualifiers.
fn plain(ty: TypeId) -> Qual {
    Qual::from(ty)
}
