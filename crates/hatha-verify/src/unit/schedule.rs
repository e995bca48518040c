//! The accesses to shared memory that a test of processes makes, in order.
//!
//! **Invariant.** This watches a run of the simulator; it decides nothing. What could
//! not be the same natively (an address as a value, memory without a value) is left
//! out of a comparison, never made up.

use hatha_cfa::{Access, ByteOrder, ExprId, ExprKind, LocId, Place, ProcId, Program, Scalar};
use hatha_cfa::{TypeId, VarId};
use hatha_exec::concrete::Concrete;
use hatha_exec::config::Config;
use hatha_exec::console::Captured;
use hatha_exec::fault::Stop;
use hatha_exec::image::{Image, ImageError};
use hatha_exec::input::FromVector;
use hatha_exec::machine::Machine;
use hatha_exec::memory::ObjectKind;
use hatha_exec::observe::Path;
use hatha_exec::word::{Prov, Word};
use hatha_proof::input::InputVector;
use hatha_report::harness::{Schedule, ScheduleEnd, SharedAccess, is_returned};
use hatha_unit::processes::Composed;

/// Why a test has no schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// The program cannot run.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// The run ends before its first step.
    #[error("the test does not start: {0}")]
    NotStarted(String),
    /// A step is more than the accesses that a compiler announces; with its place.
    #[error("{0}: a block of memory is copied in one step, which is more than one access natively")]
    Block(String),
    /// A defect of hatha.
    #[error("internal error: a step of more than one edge")]
    LongStep,
}

/// The schedule of a test; `functions` are those of the processes. Fails where a step is more
/// than the accesses that a compiler announces.
pub fn schedule(
    composed: &Composed,
    config: &Config,
    vector: &InputVector,
    functions: Vec<ProcId>,
) -> Result<Schedule, ScheduleError> {
    let image = Image::new(&composed.program)?;
    let config = config.for_reachability();
    let domain = Concrete::new(config.policy, Box::new(FromVector::new(vector)));
    let console = Captured::with_stdin(&vector.stdin);
    let mut watch = Watch {
        composed,
        machine: Machine::new(&image, config, domain, Path::default(), console),
        accesses: Vec::new(),
        drawn_by: Vec::new(),
    };
    let end = watch.run()?;
    Ok(Schedule {
        functions,
        takers: watch.takers(),
        accesses: watch.accesses,
        end,
    })
}

/// Where memory is accessed.
#[derive(Clone, Copy)]
enum Spot {
    /// A global that has no address.
    Slot(VarId),
    /// An object and an offset.
    Object(Prov, u64),
}

/// An access before it is known what it does.
struct Coming {
    spot: Spot,
    ty: TypeId,
    write: bool,
    /// Whether it is a part of a word.
    bits: bool,
}

struct Watch<'a, 'i> {
    composed: &'a Composed,
    machine: Machine<'i, Concrete, Path, Captured>,
    accesses: Vec<SharedAccess>,
    /// By input: the process.
    drawn_by: Vec<Option<usize>>,
}

impl Watch<'_, '_> {
    fn program(&self) -> &Program {
        &self.composed.program
    }

    fn run(&mut self) -> Result<ScheduleEnd, ScheduleError> {
        if let Err(stop) = self.machine.start_entry(self.composed.entry) {
            return Err(ScheduleError::NotStarted(format!("{stop:?}")));
        }
        let mut last = None;
        loop {
            let before = self.drawn();
            self.drawn_by.resize(before, None);
            let coming = match self.machine.location() {
                Some((proc, loc)) if proc == self.composed.entry => self.coming(loc)?,
                _ => Vec::new(),
            };
            let mover = self.next_mover();
            last = mover.or(last);
            self.reads(&coming, mover);
            let taken = self.machine.observer.edges.len();
            let done = self.machine.step();
            let drawn = self.drawn();
            self.drawn_by.resize(drawn, mover);
            match done {
                Ok(()) if self.machine.observer.edges.len() == taken + 1 => {
                    self.writes(&coming, mover);
                }
                Ok(()) => return Err(ScheduleError::LongStep),
                Err(stop) => return Ok(self.ended(*stop, &coming, last)),
            }
        }
    }

    /// How the schedule ends, with the access of an edge that is the last.
    fn ended(&mut self, stop: Stop, coming: &[Coming], last: Option<usize>) -> ScheduleEnd {
        match (stop, last) {
            (Stop::Exit(_), _) => {
                self.writes(coming, last);
                ScheduleEnd::Complete
            }
            (Stop::Fault(_), Some(process)) => {
                // What it reads before it fails is part of what it does next.
                let own = coming.iter().filter(|c| !c.write).count();
                let kept = self.accesses.len().saturating_sub(own);
                self.accesses.truncate(kept);
                ScheduleEnd::Fails(process)
            }
            _ => ScheduleEnd::Cut,
        }
    }

    fn drawn(&self) -> usize {
        self.machine.domain.recorder().taken().len()
    }

    /// Which process takes each value that functions of the environment return.
    fn takers(&self) -> Vec<usize> {
        let entries = self.machine.domain.recorder().entries(self.program());
        let by = self.drawn_by.iter().copied().chain(std::iter::repeat(None));
        let returned = entries.iter().zip(by).filter(|(e, _)| is_returned(e));
        returned.map(|(_, p)| p.unwrap_or(0)).collect()
    }

    /// Whose step comes next, if it is one's.
    fn next_mover(&self) -> Option<usize> {
        let (proc, loc) = self.machine.location()?;
        let body = self.composed.program.proc(proc);
        let edge = body.out_edges(loc).first()?;
        if proc != self.composed.entry {
            return None;
        }
        self.composed.mover(*edge)
    }

    /// The accesses of the step that comes next. The edges of a location test one condition, so
    /// they read the same.
    fn coming(&mut self, loc: LocId) -> Result<Vec<Coming>, ScheduleError> {
        let composed = self.composed;
        let body = composed.program.proc(composed.entry);
        let Some(&edge) = body.out_edges(loc).first() else {
            return Ok(Vec::new());
        };
        let Some(mover) = composed.mover(edge) else {
            return Ok(Vec::new());
        };
        let op = &body.edge(edge).op;
        let touches = composed.sharing.touches(&composed.program, op);
        if touches.block {
            let place = composed.program.sources.describe(body.edge(edge).span);
            return Err(ScheduleError::Block(place));
        }
        let mut coming = Vec::new();
        for read in touches.reads {
            coming.extend(self.read(read));
        }
        coming.extend(touches.write.and_then(|p| self.write(&p)));
        coming.retain(|c| self.is_announced(c, mover));
        Ok(coming)
    }

    fn read(&mut self, read: ExprId) -> Option<Coming> {
        let e = self.composed.program.exprs.get(read);
        let (spot, bits) = match e.kind {
            ExprKind::Var(v) => (Spot::Slot(v), false),
            ExprKind::Load { addr, access } => (self.object(addr, &access)?, access.bits.is_some()),
            _ => return None,
        };
        Some(Coming {
            spot,
            ty: e.ty,
            write: false,
            bits,
        })
    }

    /// What is written. The result of a call is when it returns: one without a body, at once.
    fn write(&mut self, place: &Place) -> Option<Coming> {
        let (spot, ty, bits) = match *place {
            Place::Slot(v) => (Spot::Slot(v), self.program().var(v).ty, false),
            Place::Mem { addr, access } => (
                self.object(addr, &access)?,
                access.ty,
                access.bits.is_some(),
            ),
            Place::Aggregate { .. } => return None,
        };
        Some(Coming {
            spot,
            ty,
            write: true,
            bits,
        })
    }

    /// Where an address leads; nowhere if the access is going to fail.
    fn object(&mut self, addr: ExprId, access: &Access) -> Option<Spot> {
        let at: Word = self.machine.eval(addr).ok()?;
        let whole = self.program().size_of(access.ty).unwrap_or(1);
        let size = access.bits.map_or(whole, |b| b.bytes());
        let memory = self.machine.state().memory();
        let (prov, offset) = memory.check(at, size).ok()?;
        Some(Spot::Object(prov, offset))
    }

    /// Whether a native run tells of an access: not of one to a process's own stack, nor of
    /// reading constants.
    fn is_announced(&self, coming: &Coming, mover: usize) -> bool {
        match coming.spot {
            Spot::Slot(v) => !self.program().var(v).read_only,
            Spot::Object(prov, _) => {
                let memory = self.machine.state().memory();
                match memory.live(prov) {
                    None => false,
                    Some(o) if o.read_only => false,
                    Some(o) => match o.kind {
                        ObjectKind::Local(v) => self.composed.owner(v) != Some(mover),
                        ObjectKind::StackBlock | ObjectKind::VarArgs => false,
                        _ => true,
                    },
                }
            }
        }
    }

    fn reads(&mut self, coming: &[Coming], mover: Option<usize>) {
        for c in coming.iter().filter(|c| !c.write) {
            self.note(c, mover);
        }
    }

    fn writes(&mut self, coming: &[Coming], mover: Option<usize>) {
        for c in coming.iter().filter(|c| c.write) {
            self.note(c, mover);
        }
    }

    /// Keeps an access with what stands there now.
    fn note(&mut self, coming: &Coming, mover: Option<usize>) {
        let Some(process) = mover else { return };
        let whole = self.program().size_of(coming.ty).unwrap_or(0);
        let size = if coming.bits { 0 } else { whole };
        let (place, value) = match coming.spot {
            Spot::Slot(v) => (Some((v, 0)), self.machine.slot(v).copied().and_then(plain)),
            Spot::Object(prov, offset) => self.in_memory(prov, offset, size),
        };
        let name = |(v, offset): (VarId, u64)| (self.program().var(v).name.clone(), offset);
        let bytes = value.filter(|_| self.is_comparable(coming.ty) && !coming.bits);
        let access = SharedAccess {
            process,
            write: coming.write,
            place: place.map(name).filter(|_| !coming.bits),
            size,
            bytes: bytes.map(|bits| self.bytes(bits, size)),
        };
        self.accesses.push(access);
    }

    /// The global that an object is, and what stands at an offset of it.
    fn in_memory(
        &self,
        prov: Prov,
        offset: u64,
        size: u64,
    ) -> (Option<(VarId, u64)>, Option<u128>) {
        let memory = self.machine.state().memory();
        let Some(object) = memory.live(prov) else {
            return (None, None);
        };
        let place = match object.kind {
            ObjectKind::Global(v) => Some((v, offset)),
            _ => None,
        };
        if offset.saturating_add(size) > object.size || object.bytes().is_empty() {
            return (place, None);
        }
        let order = self.program().target.byte_order;
        let raw = object.read(offset as usize, size as usize, order);
        let known = raw.holes == 0 && !object.cells().touch(offset, size);
        (place, known.then_some(raw.bits))
    }

    /// Whether values of a type are the same natively: addresses are not.
    fn is_comparable(&self, ty: TypeId) -> bool {
        let scalar = self.program().scalar(ty);
        scalar.is_some_and(|s| matches!(s, Scalar::Bool | Scalar::Int { .. }))
    }

    fn bytes(&self, bits: u128, size: u64) -> Vec<u8> {
        let count = (size as usize).min(16);
        let mut bytes = bits.to_le_bytes()[..count].to_vec();
        if self.program().target.byte_order == ByteOrder::Big {
            bytes.reverse();
        }
        bytes
    }
}

/// A number that is no address.
fn plain(word: Word) -> Option<u128> {
    let known = word.is_defined() && word.prov == Prov::NONE;
    known.then(|| word.bits())
}
