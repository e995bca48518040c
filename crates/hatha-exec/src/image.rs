//! A program made ready to run: addresses, initial memory, compiled procedures.
//!
//! **Invariant.** An image is immutable (procedures are compiled on first use,
//! which nobody can observe) and shared by all runs of its program; a run starts
//! from a copy of its initial memory. Addresses of globals and functions are the
//! same in every run.

use crate::code::Code;
use crate::compile;
use crate::fold::{Fold, fold};
use crate::machine::misplaced;
use crate::memory::{Holes, Layout, LayoutError, MemError, Memory, NewObject, ObjectKind, Raw};
use crate::num::Rules;
use crate::word::{Definedness, Kind, Prov, Word};
use hatha_cfa::checks::blocks::{Point, points};
use hatha_cfa::output::Silence;
use hatha_cfa::{
    Access, GlobalInit, InitItem, InitValue, LocId, ProcId, Program, Storage, TypeId, Var, VarId,
};
use hatha_index::IndexVec;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::OnceLock;

/// Where a variable stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VarPlace {
    /// A global slot.
    GlobalSlot(u32),
    /// A global object.
    GlobalObject(Word),
    /// A register of its procedure's frames.
    Register(u32),
    /// A memory local of its procedure's frames.
    Local(u32),
    /// Nowhere: it belongs to no procedure that runs.
    Absent,
}

/// A program made ready to run.
#[derive(Debug)]
pub struct Image<'p> {
    program: &'p Program,
    places: IndexVec<VarId, VarPlace>,
    functions: IndexVec<ProcId, Word>,
    memory: Memory<Prov>,
    globals: Vec<Word>,
    global_vars: Vec<VarId>,
    codes: IndexVec<ProcId, OnceLock<Code>>,
    /// Whether `main` looks at its arguments.
    takes_arguments: bool,
    rules: Rules,
    /// Where blocks are looked for, once that is asked.
    points: OnceLock<BTreeMap<ProcId, BTreeMap<LocId, Point>>>,
    /// Which calls only print, once somebody asked.
    silence: OnceLock<Silence>,
}

/// Why a program cannot be made ready to run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// The addresses of objects are malformed.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// An object does not lie where it was put.
    #[error("{0}")]
    Misplaced(String),
    /// Each function needs an address.
    #[error("too many functions for the address space")]
    TooManyFunctions,
    /// A global is too large.
    #[error("`{0}` does not fit the address space")]
    DoesNotFit(String),
    /// A global has an initialiser of another form than its type.
    #[error("the initialiser of `{0}` is malformed")]
    Malformed(String),
    /// A global has an initialiser that has to be computed by a run.
    #[error("the initialiser of `{0}` is not constant")]
    NotConstant(String),
}

impl<'p> Image<'p> {
    /// Lays out a program. Fails if its globals do not fit the address space or an
    /// initialiser is not a constant.
    pub fn new(program: &'p Program) -> Result<Self, ImageError> {
        Image::with_layout(program, Rc::default())
    }

    /// The same with chosen places of objects, those of runs among them.
    pub fn with_layout(program: &'p Program, layout: Rc<Layout>) -> Result<Self, ImageError> {
        let mut memory = Memory::new(&program.target, u64::MAX);
        memory.set_layout(layout);
        let mut image = Image {
            program,
            places: vec![VarPlace::Absent; program.vars.len()].into(),
            functions: IndexVec::new(),
            memory,
            globals: Vec::new(),
            global_vars: Vec::new(),
            codes: program.procs.iter().map(|_| OnceLock::new()).collect(),
            takes_arguments: takes_arguments(program),
            rules: Rules::STRICT,
            points: OnceLock::new(),
            silence: OnceLock::new(),
        };
        image.place_functions()?;
        image.place_globals()?;
        image.place_locals();
        image.initialise()?;
        Ok(image)
    }

    /// The same for runs in which what C defines may stop, too.
    pub fn with_rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// The places of a procedure where blocks are looked for, if this run asks for it.
    pub(crate) fn points(&self, proc: ProcId) -> Option<&BTreeMap<LocId, Point>> {
        let rules = self.rules;
        if rules.lose_blocks && rules.leave_blocks && rules.leave_blocks_failing {
            return None;
        }
        let all = self.points.get_or_init(|| points(self.program));
        all.get(&proc)
    }

    /// What its code watches for.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Which calls only print.
    pub(crate) fn silence(&self) -> Silence {
        *self.silence.get_or_init(|| Silence::of(self.program, true))
    }

    /// Whether `main` looks at its arguments.
    pub(crate) fn takes_arguments(&self) -> bool {
        self.takes_arguments
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Where a variable stands.
    pub fn place(&self, var: VarId) -> VarPlace {
        self.places[var]
    }

    /// The address of a function.
    pub fn function(&self, proc: ProcId) -> Word {
        self.functions[proc]
    }

    /// Where all functions lie, by their procedures' ids.
    pub fn function_addresses(&self) -> Vec<u64> {
        self.functions.iter().map(|at| at.lo).collect()
    }

    /// The compiled form of a procedure.
    #[inline]
    pub fn code(&self, proc: ProcId) -> &Code {
        self.codes[proc].get_or_init(|| compile::procedure(self, proc))
    }

    /// The memory a run starts with.
    pub fn memory(&self) -> &Memory<Prov> {
        &self.memory
    }

    /// The global slots a run starts with.
    pub fn globals(&self) -> &[Word] {
        &self.globals
    }

    /// The variable of a global slot.
    pub(crate) fn global_var(&self, slot: usize) -> VarId {
        self.global_vars[slot]
    }

    /// The kind of a scalar type.
    pub fn kind(&self, ty: TypeId) -> Option<Kind> {
        let scalar = self.program.scalar(ty)?;
        Some(Kind::of(scalar, &self.program.target))
    }

    /// The kind of an address.
    pub fn pointer(&self) -> Kind {
        Kind::Ptr {
            bits: self.program.target.pointer_bits as u8,
        }
    }

    fn place_functions(&mut self) -> Result<(), ImageError> {
        for (id, p) in self.program.procs() {
            let new = NewObject {
                kind: ObjectKind::Function(id),
                size: 1,
                align: 16,
                span: p.span,
            };
            let at = self
                .memory
                .allocate(new)
                .map_err(|e| refused(e, ImageError::TooManyFunctions))?;
            self.functions.push(at);
        }
        Ok(())
    }

    fn place_globals(&mut self) -> Result<(), ImageError> {
        for i in 0..self.program.globals.len() {
            let (id, _) = self.program.globals[i];
            let var = self.program.var(id);
            let place = match var.storage {
                Storage::Slot => {
                    self.globals.push(Word::ZERO);
                    self.global_vars.push(id);
                    VarPlace::GlobalSlot(self.globals.len() as u32 - 1)
                }
                Storage::Memory => VarPlace::GlobalObject(self.allocate_global(id, var)?),
            };
            self.places[id] = place;
        }
        Ok(())
    }

    fn allocate_global(&mut self, id: VarId, var: &Var) -> Result<Word, ImageError> {
        let new = NewObject {
            kind: ObjectKind::Global(id),
            size: self.global_size(id, var.ty),
            align: var.align,
            span: var.span,
        };
        self.memory
            .allocate(new)
            .map_err(|e| refused(e, ImageError::DoesNotFit(var.name.clone())))
    }

    /// A global's size: that of its type, more if the initialiser of a flexible
    /// array member reaches beyond it, none if the type is incomplete.
    fn global_size(&self, id: VarId, ty: TypeId) -> u64 {
        let declared = self.program.size_of(ty).unwrap_or(0);
        let init = self.program.globals.iter().find(|(v, _)| *v == id);
        let Some((_, GlobalInit::Defined(items))) = init else {
            return declared;
        };
        let end = |i: &InitItem| i.offset + self.item_size(&i.value);
        items.iter().map(end).fold(declared, u64::max)
    }

    fn item_size(&self, value: &InitValue) -> u64 {
        match value {
            InitValue::Bytes(b) => b.len() as u64,
            InitValue::Scalar(access, _) => match access.bits {
                Some(range) => range.bytes(),
                None => self.program.size_of(access.ty).unwrap_or(0),
            },
        }
    }

    fn place_locals(&mut self) {
        for p in &self.program.procs {
            let (mut registers, mut locals) = (0, 0);
            for &v in p.params.iter().chain(&p.locals) {
                let counter = match self.program.var(v).storage {
                    Storage::Slot => &mut registers,
                    Storage::Memory => &mut locals,
                };
                self.places[v] = match self.program.var(v).storage {
                    Storage::Slot => VarPlace::Register(*counter),
                    Storage::Memory => VarPlace::Local(*counter),
                };
                *counter += 1;
            }
        }
    }

    fn initialise(&mut self) -> Result<(), ImageError> {
        let program = self.program;
        for (id, init) in &program.globals {
            match (init, self.place(*id)) {
                (GlobalInit::Defined(items), VarPlace::GlobalSlot(slot)) => {
                    for item in items {
                        self.globals[slot as usize] = self.slot_value(*id, item)?;
                    }
                }
                (GlobalInit::Unknown, VarPlace::GlobalSlot(slot)) => {
                    self.globals[slot as usize] = Word::undefined(Definedness::Entry);
                }
                (GlobalInit::Defined(items), VarPlace::GlobalObject(at)) => {
                    self.initialise_object(*id, at, items)?;
                }
                (GlobalInit::Unknown, VarPlace::GlobalObject(at)) => {
                    if let Some(o) = self.memory.live_mut(at.prov) {
                        o.forget(Holes::Entry);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn slot_value(&self, id: VarId, item: &InitItem) -> Result<Word, ImageError> {
        match &item.value {
            InitValue::Scalar(_, expr) => self.constant(id, *expr),
            InitValue::Bytes(_) => {
                let name = self.program.var(id).name.clone();
                Err(ImageError::Malformed(name))
            }
        }
    }

    fn constant(&self, id: VarId, expr: hatha_cfa::ExprId) -> Result<Word, ImageError> {
        match fold(self, expr) {
            Fold::Word(w) => Ok(w),
            Fold::NotConstant => {
                let name = self.program.var(id).name.clone();
                Err(ImageError::NotConstant(name))
            }
        }
    }

    fn initialise_object(
        &mut self,
        id: VarId,
        at: Word,
        items: &[InitItem],
    ) -> Result<(), ImageError> {
        let size = self.memory.live(at.prov).map_or(0, |o| o.size);
        if let Some(o) = self.memory.live_mut(at.prov) {
            o.fill(0, size as usize, 0);
        }
        for item in items {
            match &item.value {
                InitValue::Bytes(bytes) => self.init_bytes(at, item.offset, bytes),
                InitValue::Scalar(access, expr) => {
                    let word = self.constant(id, *expr)?;
                    self.init_scalar(at, item.offset, access, word);
                }
            }
        }
        let read_only = self.program.var(id).read_only;
        if let Some(o) = self.memory.live_mut(at.prov) {
            o.read_only = read_only;
        }
        Ok(())
    }

    fn init_bytes(&mut self, at: Word, offset: u64, bytes: &[u8]) {
        if let Some(o) = self.memory.live_mut(at.prov) {
            o.put_bytes(offset as usize, bytes);
        }
    }

    fn init_scalar(&mut self, at: Word, offset: u64, access: &Access, word: Word) {
        let order = self.program.target.byte_order;
        let Some(kind) = self.kind(access.ty) else {
            return;
        };
        let Some(o) = self.memory.live_mut(at.prov) else {
            return;
        };
        let raw = Raw {
            bits: word.bits_of(kind),
            holes: 0,
        };
        match access.bits {
            Some(range) => o.write_bits(offset as usize, range, raw, order),
            None => o.write(offset as usize, kind.bytes() as usize, raw, order),
        }
        if word.prov.is_object() && access.bits.is_none() {
            let cell = (word.prov, !kind.is_pointer());
            o.cells_mut().put_as(offset, kind.bytes() as u8, cell);
        }
    }
}

/// Why an object could not be placed.
fn refused(error: MemError, otherwise: ImageError) -> ImageError {
    match error {
        MemError::Place { number, why } => ImageError::Misplaced(misplaced(number, why)),
        _ => otherwise,
    }
}

/// Whether a variable is a global that other units can write.
pub(crate) fn is_exposed(var: &Var) -> bool {
    var.is_assigned_outside() && !var.read_only
}

fn takes_arguments(program: &Program) -> bool {
    let main = program.find_proc("main").map(|p| program.proc(p));
    main.is_some_and(|p| p.params.iter().any(|&v| program.mentions(v)))
}
