//! What the entry function starts from: its arguments, and the globals and objects that a test
//! may choose.
//!
//! **Invariant.** Every choice is an ordinary input, so a run remains a function of the program,
//! its configuration and its inputs, and every value of such an input chooses something: the
//! remainder by the number of possibilities counts. A pointer is null, leads to an object of its
//! own, or to one that is already there. An object's contents are chosen when they are first read.
//! The domain decides each choice as it decides a branch, so a search can turn it over.
//!
//! None of this restricts a proof, in which such a pointer is any value.

use super::call::Argument;
use super::{Cursor, Halt, Machine, Run};
use crate::code::AccessCode;
use crate::console::Console;
use crate::domain::{Branch, Domain};
use crate::fault::Step;
use crate::image::VarPlace;
use crate::input::{EntryDraw, Request, Role};
use crate::memory::{Holes, NewObject, ObjectKind};
use crate::observe::Observer;
use crate::shape;
use crate::text::type_name;
use crate::word::{Kind, Prov, Word};
use hatha_cfa::escape::Address;
use hatha_cfa::{BinOp, ExprKind, InputKind, ProcId, Span, Storage, Type, TypeId, VarId, World};
use hatha_proof::assume::Pointers;
use hatha_proof::input::{InputVector, ObjectNote, Pointee, Spot};

/// Where hatha's library declares the streams that are there from the start.
pub(super) const STREAMS: &str = "<hatha>/stream.c";
/// Numbers of elements: powers of two up to this exponent.
const LENGTHS: usize = 9;
/// Aliases that one pointer may choose among.
const ALIASES: usize = 64;

/// An object made for a pointer.
#[derive(Clone, Debug)]
struct EntryObject {
    prov: Prov,
    /// The pointer, in C.
    name: String,
    /// The type of its elements; none for plain bytes.
    elem: Option<TypeId>,
    count: u64,
    size: u64,
    align: u32,
}

/// What the environment has chosen so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Environment {
    objects: Vec<EntryObject>,
    /// The parameters of the entry that are structures: where they are, and which they are.
    parameters: Vec<(Prov, u32, VarId)>,
    /// What pointers lead to, by the number of the input that chose it.
    targets: Vec<(u64, Pointee)>,
    /// Inputs of all kinds taken so far.
    pub(super) drawn: u64,
}

/// Who asks for a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asker {
    pub(super) proc: ProcId,
    pub(super) span: Span,
    /// The address, if it is memory that has never been written.
    pub(super) hole: Option<u64>,
}

/// A place of the environment, with its name in C.
#[derive(Clone, Debug)]
struct Named {
    at: Spot,
    name: String,
}

/// A possible value of a pointer.
#[derive(Clone, Debug)]
enum Possible {
    Null,
    Fresh,
    There(Word, Pointee),
    /// A function, and none is known that fits.
    NoFunction,
}

impl<D: Domain, O: Observer, C: Console> Machine<'_, D, O, C> {
    /// Starts any procedure with arbitrary arguments; `main` in a closed world as a shell would,
    /// without arguments.
    pub fn start_entry(&mut self, entry: ProcId) -> Step<()> {
        let program = self.image.program();
        let proc = program.proc(entry);
        if proc.name == "main" {
            return match program.world {
                World::Open => self.start_with_arguments(entry),
                World::Closed => self.start_main(entry, &[b"program".to_vec()]),
            };
        }
        let mut args = Vec::with_capacity(proc.params.len());
        for (index, &param) in proc.params.iter().enumerate() {
            args.push(self.argument(entry, index as u32, param)?);
        }
        self.start_with(entry, &args)?;
        self.register_structures(entry);
        Ok(())
    }

    /// Notes where the structures are that the entry got, for the names of what is read there.
    fn register_structures(&mut self, entry: ProcId) {
        let program = self.image.program();
        let first = self.state.frames.last().map_or(0, |f| f.locals);
        for (index, &param) in program.proc(entry).params.iter().enumerate() {
            let VarPlace::Local(local) = self.image.place(param) else {
                continue;
            };
            if self.image.kind(program.var(param).ty).is_none() {
                let at = self.state.locals[first + local as usize];
                let structure = (at.prov, index as u32, param);
                self.state.environment.parameters.push(structure);
            }
        }
    }

    /// The parameter of the entry that an object is.
    fn structure(&self, prov: Prov) -> Option<(u32, VarId)> {
        let mut all = self.state.environment.parameters.iter();
        let found = all.find(|(at, ..)| *at == prov);
        found.map(|&(_, index, param)| (index, param))
    }

    fn argument(&mut self, entry: ProcId, index: u32, param: VarId) -> Step<Argument<D::Value>> {
        let var = self.image.program().var(param);
        let place = Named {
            at: Spot::Parameter { index, offset: 0 },
            name: var.name.clone(),
        };
        let who = Asker {
            proc: entry,
            span: var.span,
            hole: None,
        };
        let Some(kind) = self.image.kind(var.ty) else {
            return Ok(Argument::Chosen(var.ty));
        };
        let value = self.entry_value(who, place, kind, var.ty);
        value
            .map(|value| Argument::Scalar(value, kind, var.ty))
            .map_err(|halt| Box::new(self.locate(*halt)))
    }

    /// A scalar of the environment.
    fn entry_value(&mut self, who: Asker, place: Named, kind: Kind, ty: TypeId) -> Run<D::Value> {
        if kind.is_pointer() {
            return self.entry_pointer(who, place, ty);
        }
        let origin = InputKind::Other(place.name);
        let entry = EntryDraw {
            role: Role::Value,
            at: place.at,
        };
        self.ask(who, origin, kind, Some(ty), Some(entry))
    }

    /// The value of a global slot that the environment has set.
    pub(super) fn entry_slot(&mut self, cur: &Cursor<'_>, var: VarId) -> Run<D::Value> {
        let v = self.image.program().var(var);
        let Some(kind) = self.image.kind(v.ty) else {
            return Halt::internal("a slot that is not a scalar");
        };
        let place = Named {
            at: Spot::Global {
                name: v.name.clone(),
                offset: 0,
            },
            name: v.name.clone(),
        };
        let who = self.asker(cur);
        self.entry_value(who, place, kind, v.ty)
    }

    /// The first read of bytes that the environment has set; all or some of them have no value yet.
    pub(super) fn entry_read(
        &mut self,
        cur: &Cursor<'_>,
        (prov, offset): (Prov, u64),
        access: &AccessCode,
        whole: bool,
    ) -> Run<D::Value> {
        let place = self.entry_place(prov, offset)?;
        match access.ty {
            Some(ty) if whole && access.kind.is_pointer() => {
                self.entry_pointer(self.asker(cur), place, ty)
            }
            ty => {
                let who = self.asker_of_hole(cur, prov, offset);
                let entry = EntryDraw {
                    role: Role::Value,
                    at: place.at,
                };
                let origin = InputKind::Other(place.name);
                self.ask(who, origin, access.kind, ty, Some(entry))
            }
        }
    }

    /// The scalar to choose for a byte without a value: the one of the object's type that covers
    /// it, if none of its bytes has a value yet, or the byte.
    pub(super) fn entry_leaf(&self, prov: Prov, at: u64) -> (u64, AccessCode) {
        let program = self.image.program();
        let byte = (at, AccessCode::byte());
        let Some((ty, start)) = self.element(prov, at) else {
            return byte;
        };
        let Some(leaf) = shape::leaf_at(program, ty, at - start) else {
            return byte;
        };
        let (offset, kind) = (start + leaf.offset, self.image.kind(leaf.ty));
        let Some(kind) = kind.filter(|k| u64::from(k.bytes()) > at - offset) else {
            return byte;
        };
        let access = AccessCode::scalar(kind, leaf.ty, &program.target);
        let object = self.state.memory.live(prov);
        let fits = object.is_some_and(|o| {
            let (from, len) = (offset as usize, kind.bytes() as usize);
            let holes = |o: &crate::memory::Object<D::Shadow>| {
                (from..from + len).all(|i| o.first_hole(i, 1) == Some(i))
            };
            offset + len as u64 <= o.size && holes(o)
        });
        if fits { (offset, access) } else { byte }
    }

    /// The type of the element of an object that covers an offset, and where it starts.
    fn element(&self, prov: Prov, at: u64) -> Option<(TypeId, u64)> {
        let program = self.image.program();
        match self.state.memory.live(prov)?.kind {
            ObjectKind::Global(v) => Some((program.var(v).ty, 0)),
            ObjectKind::Entry(n) => {
                let ty = self.state.environment.objects.get(n as usize)?.elem?;
                let size = program.size_of(ty).filter(|&s| s > 0)?;
                Some((ty, at / size * size))
            }
            _ => {
                let (_, param) = self.structure(prov)?;
                Some((program.var(param).ty, 0))
            }
        }
    }

    fn entry_place(&self, prov: Prov, offset: u64) -> Run<Named> {
        let program = self.image.program();
        let kind = self.state.memory.live(prov).map(|o| o.kind);
        let (at, base) = match kind {
            Some(ObjectKind::Global(v)) => {
                let name = program.var(v).name.clone();
                (
                    Spot::Global {
                        name: name.clone(),
                        offset,
                    },
                    name,
                )
            }
            Some(ObjectKind::Entry(n)) => {
                let Some(o) = self.state.environment.objects.get(n as usize) else {
                    return Halt::internal("an object of the environment that is not listed");
                };
                let at = Spot::Object { index: n, offset };
                let Some((_, start)) = self.element(prov, offset) else {
                    let name = format!("byte {offset} of *{}", o.name);
                    return Ok(Named { at, name });
                };
                let size = o.size.checked_div(o.count).unwrap_or(0).max(1);
                (at, format!("{}[{}]", o.name, start / size))
            }
            _ => {
                let Some((index, param)) = self.structure(prov) else {
                    return Halt::internal("an object that the environment has not made");
                };
                let at = Spot::Parameter { index, offset };
                (at, program.var(param).name.clone())
            }
        };
        let inside = self.element(prov, offset);
        let suffix = inside.map_or(String::new(), |(ty, start)| {
            shape::suffix(program, ty, offset - start)
        });
        Ok(Named {
            at,
            name: base + &suffix,
        })
    }

    /// A pointer of the environment.
    fn entry_pointer(&mut self, who: Asker, place: Named, ty: TypeId) -> Run<D::Value> {
        let mut options = self.pointer_options(ty);
        if self.config.pointers == Pointers::NonNull
            && matches!(place.at, Spot::Parameter { .. })
            && options.len() > 1
        {
            // Null comes first.
            options.remove(0);
        }
        let entry = EntryDraw {
            role: Role::Pointer,
            at: place.at.clone(),
        };
        let origin = InputKind::Other(place.name.clone());
        let number = self.state.environment.drawn;
        let choice = self.ask(who, origin, Kind::BYTE, Some(ty), Some(entry))?;
        let chosen = self.among(who.proc, &choice, options.len())?;
        let (word, target) = match options.into_iter().nth(chosen) {
            Some(Possible::There(word, target)) => (word, target),
            Some(Possible::Fresh) => self.fresh(who, &place, ty)?,
            Some(Possible::NoFunction) => {
                let reason = format!("no function is known that '{}' could lead to", place.name);
                return Err(Box::new(Halt::Unsupported(reason)));
            }
            Some(Possible::Null) | None => (Word::ZERO, Pointee::Null),
        };
        self.state.environment.targets.push((number, target));
        Ok(self.domain.constant(word))
    }

    /// Decides which of `count` possibilities a value chooses: the remainder says so.
    pub(super) fn among(&mut self, proc: ProcId, choice: &D::Value, count: usize) -> Run<usize> {
        let kind = Kind::BYTE;
        let constant = |d: &mut D, n: usize| d.constant(Word::int(n as u64));
        let n = constant(&mut self.domain, count);
        let rest = self.domain.binary(BinOp::Rem, kind, kind, choice, &n)?;
        let at = Branch {
            proc,
            yes: None,
            no: None,
            required: false,
        };
        for k in 0..count.saturating_sub(1) {
            let k_value = constant(&mut self.domain, k);
            let equal = self.domain.binary(BinOp::Eq, kind, kind, &rest, &k_value)?;
            if self.domain.decide(&equal, Kind::INT, at)? {
                return Ok(k);
            }
        }
        Ok(count.saturating_sub(1))
    }

    fn pointer_options(&self, ty: TypeId) -> Vec<Possible> {
        let program = self.image.program();
        let mut options = vec![Possible::Null];
        let Some(pointee) = program.types.pointee(ty).map(|q| q.ty) else {
            return options;
        };
        if matches!(program.types.get(pointee), Type::Function(_)) {
            options.extend(self.functions(pointee));
            if options.len() == 1 {
                options.push(Possible::NoFunction);
            }
            return options;
        }
        if self.is_stream(pointee) {
            options.extend(self.streams());
            return options;
        }
        options.push(Possible::Fresh);
        if self.config.pointers != Pointers::Apart {
            let mut aliases = self.object_aliases(pointee);
            aliases.extend(self.global_aliases(pointee));
            aliases.truncate(ALIASES);
            options.extend(aliases);
        }
        options
    }

    /// Whether a type is what hatha's library has behind a `FILE *`. Nobody outside makes one: who has a
    /// pointer to a stream got it from the library.
    fn is_stream(&self, ty: TypeId) -> bool {
        let program = self.image.program();
        let tag = match program.types.get(ty) {
            Type::Record(r) => program.types.record(*r).tag.as_deref(),
            _ => None,
        };
        tag == Some(hatha_cfa::streams::STREAM) && !self.streams().is_empty()
    }

    /// The streams that are open from the start, one to read and one to write; none where the
    /// program uses no streams.
    fn streams(&self) -> Vec<Possible> {
        let program = self.image.program();
        let place = |(name, object): (&str, &str)| {
            let is_it = |v: &VarId| {
                let var = program.var(*v);
                let file = program.sources.file(var.span.file);
                var.name == object && file.is_some_and(|f| f.name == STREAMS)
            };
            let mut globals = program.globals.iter().map(|(v, _)| *v);
            let at = match self.image.place(globals.find(is_it)?) {
                VarPlace::GlobalObject(at) => at,
                _ => return None,
            };
            let name = name.to_owned();
            Some(Possible::There(at, Pointee::Stream { name }))
        };
        let all = [("stdin", "input"), ("stdout", "output")];
        all.into_iter().filter_map(place).collect()
    }

    fn is_known_outside(&self, p: ProcId) -> bool {
        let program = self.image.program();
        program.proc(p).external || program.escaped_statics.contains(&Address::Function(p))
    }

    /// The functions of a type whose address the program takes, and that callers may know.
    fn functions(&self, ty: TypeId) -> Vec<Possible> {
        let program = self.image.program();
        let mut taken: Vec<ProcId> = (0..program.exprs.len() as u32)
            .filter_map(|i| match program.exprs.get(hatha_cfa::ExprId(i)).kind {
                ExprKind::Proc(p) => Some(p),
                _ => None,
            })
            .filter(|&p| program.proc(p).ty == ty && self.is_known_outside(p))
            .collect();
        taken.sort_unstable();
        taken.dedup();
        taken.truncate(ALIASES);
        let option = |p: ProcId| {
            let name = program.proc(p).name.clone();
            Possible::There(self.image.function(p), Pointee::Function { name })
        };
        taken.into_iter().map(option).collect()
    }

    /// Objects of the environment, and parts of them, that a pointer can lead to.
    fn object_aliases(&self, pointee: TypeId) -> Vec<Possible> {
        let mut out = Vec::new();
        for (index, o) in self.state.environment.objects.iter().enumerate() {
            let Some(object) = self.state.memory.live(o.prov) else {
                continue;
            };
            for offset in self.offsets(o.elem, pointee) {
                let at = Word::address(object.base + offset, o.prov);
                let index = index as u32;
                out.push(Possible::There(at, Pointee::Object { index, offset }));
            }
        }
        out
    }

    /// Globals of the program, and parts of them, that a pointer can lead to. Nobody outside has a
    /// pointer to a static one whose address stays inside.
    fn global_aliases(&self, pointee: TypeId) -> Vec<Possible> {
        let program = self.image.program();
        let mut out = Vec::new();
        for &(v, _) in &program.globals {
            let var = program.var(v);
            let VarPlace::GlobalObject(at) = self.image.place(v) else {
                continue;
            };
            let is_known =
                var.is_named_outside() || program.escaped_statics.contains(&Address::Variable(v));
            if var.read_only || var.storage != Storage::Memory || self.is_hidden(v) || !is_known {
                continue;
            }
            for offset in self.offsets(Some(var.ty), pointee) {
                let at = Word::address(at.lo + offset, at.prov);
                let name = var.name.clone();
                out.push(Possible::There(at, Pointee::Global { name, offset }));
            }
        }
        out
    }

    /// Whether a global belongs to hatha's library and not to the program, and the program's callers
    /// cannot name it either.
    fn is_hidden(&self, v: VarId) -> bool {
        let program = self.image.program();
        let var = program.var(v);
        if var.is_named_outside() && !var.name.starts_with("__") {
            return false;
        }
        let file = program.sources.file(program.var(v).span.file);
        let shipped = file.is_none_or(|f| f.name.starts_with("<hatha>"));
        shipped || !program.var(v).span.is_some()
    }

    /// Where an object has parts that a pointer to `pointee` can lead to; to `void`: its start.
    fn offsets(&self, ty: Option<TypeId>, pointee: TypeId) -> Vec<u64> {
        let program = self.image.program();
        match ty {
            _ if *program.types.get(pointee) == Type::Void => vec![0],
            Some(ty) => shape::occurrences(program, ty, pointee),
            None => Vec::new(),
        }
    }

    /// A new object for a pointer.
    fn fresh(&mut self, who: Asker, place: &Named, ty: TypeId) -> Run<(Word, Pointee)> {
        let program = self.image.program();
        let pointee = program.types.pointee(ty).map(|q| q.ty);
        let elem = pointee.filter(|&t| program.size_of(t).is_some());
        let count = self.length(who, place, elem)?;
        let unit = elem.and_then(|t| program.size_of(t)).unwrap_or(1);
        let align = elem.and_then(|t| program.types.align(t, &program.target));
        let index = self.state.environment.objects.len() as u32;
        let new = NewObject {
            kind: ObjectKind::Entry(index),
            size: unit.saturating_mul(count),
            align: align.unwrap_or(16),
            span: who.span,
        };
        let at = self.allocate(new)?;
        if let Some(o) = self.state.memory.live_mut(at.prov) {
            o.forget(Holes::Entry);
        }
        self.state.environment.objects.push(EntryObject {
            prov: at.prov,
            name: place.name.clone(),
            elem,
            count,
            size: new.size,
            align: new.align,
        });
        Ok((at, Pointee::Object { index, offset: 0 }))
    }

    /// How many elements a new object has. A structure that another object points to is alone:
    /// the nodes of lists and trees are many and never arrays.
    fn length(&mut self, who: Asker, place: &Named, elem: Option<TypeId>) -> Run<u64> {
        let types = &self.image.program().types;
        let record = elem.is_some_and(|t| matches!(types.get(t), Type::Record(_)));
        if record && matches!(place.at, Spot::Object { .. }) {
            return Ok(1);
        }
        let origin = InputKind::Other(format!("elements of {}", place.name));
        let entry = EntryDraw {
            role: Role::Length,
            at: place.at.clone(),
        };
        let choice = self.ask(who, origin, Kind::BYTE, None, Some(entry))?;
        Ok(1 << self.among(who.proc, &choice, LENGTHS)?)
    }

    /// Asks the domain for a value and counts it.
    pub(super) fn ask(
        &mut self,
        who: Asker,
        origin: InputKind,
        kind: Kind,
        ty: Option<TypeId>,
        entry: Option<EntryDraw>,
    ) -> Run<D::Value> {
        let request = Request {
            origin,
            proc: who.proc,
            ty,
            kind,
            span: who.span,
            entry,
            hole: who.hole,
        };
        self.state.environment.drawn += 1;
        let value = self.domain.input(&request);
        value.map_err(|e| Box::new(Halt::Input(e.to_string())))
    }

    /// An object of the environment in words.
    pub(super) fn entry_object_text(&self, n: u32, size: u64) -> String {
        match self.state.environment.objects.get(n as usize) {
            Some(o) => format!("the object of {size} bytes that `{}` points to", o.name),
            None => "an object".to_owned(),
        }
    }

    /// Adds to a vector of this run's inputs what they meant: the objects, and where pointers lead.
    pub fn annotate(&self, vector: &mut InputVector) {
        let program = self.image.program();
        let note = |o: &EntryObject| ObjectNote {
            name: o.name.clone(),
            ty: o.elem.map_or("char".to_owned(), |t| type_name(program, t)),
            size: o.size,
            count: o.count,
            align: o.align,
        };
        let environment = &self.state.environment;
        vector.objects = environment.objects.iter().map(note).collect();
        for (number, target) in &environment.targets {
            if let Some(entry) = vector.inputs.get_mut(*number as usize) {
                entry.to = Some(target.clone());
            }
        }
        self.annotate_texts(vector);
        for placement in &mut vector.layout {
            let mut objects = self.state.memory.remembered_objects();
            if let Some(o) = objects.find(|o| o.number == placement.object) {
                placement.name = self.describe(o);
            }
        }
    }
}
