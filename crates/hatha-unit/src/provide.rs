//! The inputs of a path for the simulator, from the values that a solver chose.
//!
//! **Invariant.** This only proposes: whether the inputs lead down the path is what
//! the run shows. Values are looked up by what the simulator asks for (a parameter, a
//! global, a part of an object that a pointer leads to), drawn ones are given in the
//! order of the run.

use hatha_cfa::{InputKind, Program, VarId};
use hatha_exec::input::{Inputs, NoInput, Request, Role};
use hatha_proof::input::Spot;
use hatha_proof::vocabulary;
use hatha_term::{FunValue, Model, TermId, TermPool, Value};
use std::collections::{BTreeMap, VecDeque};

/// Elements of an array that a pointer of the entry leads to, as a power of two.
const LENGTH: u128 = 5;
/// The choice of a new object for a pointer.
const FRESH: u128 = 1;

/// Gives the inputs of one path.
#[derive(Debug)]
pub struct Provider {
    params: Vec<VarId>,
    /// By variable.
    values: BTreeMap<VarId, u128>,
    /// Where variables in memory lie.
    addresses: BTreeMap<VarId, u128>,
    globals: BTreeMap<String, VarId>,
    reads: BTreeMap<u32, FunValue>,
    choices: VecDeque<u128>,
    /// Which process takes the next step; then the first two in turn.
    schedule: VecDeque<u128>,
    turn: u128,
    /// Where the objects lie that pointers of the entry lead to.
    objects: Vec<u128>,
    pointer_bits: u32,
}

fn bits(value: &Value) -> u128 {
    let bv = value.as_bv().and_then(hatha_term::Bv::to_u128);
    bv.or_else(|| value.as_bool().map(u128::from)).unwrap_or(0)
}

impl Provider {
    /// From a model; `choices` are the drawn values in the order of the run.
    pub fn new(
        program: &Program,
        entry: hatha_cfa::ProcId,
        pool: &TermPool,
        model: &Model,
        choices: &[TermId],
    ) -> Provider {
        let (mut values, mut addresses) = (BTreeMap::new(), BTreeMap::new());
        for (v, value) in model.iter() {
            let symbol = pool.var_symbol(v);
            if let Some(var) = vocabulary::as_address(symbol) {
                addresses.insert(var, bits(value));
            } else if let Some(var) = vocabulary::as_slot(symbol) {
                values.insert(var, bits(value));
            }
        }
        let read = |(f, value): (hatha_term::FunId, &FunValue)| {
            Some((vocabulary::read_bytes(pool.fun_symbol(f))?, value.clone()))
        };
        let chosen = |t: &TermId| {
            let value = pool.as_var(*t).and_then(|v| model.get(v));
            value.map_or(0, bits)
        };
        let named = |(v, _): &(VarId, _)| (program.var(*v).name.clone(), *v);
        Provider {
            params: program.proc(entry).params.clone(),
            values,
            addresses,
            globals: program.globals.iter().map(named).collect(),
            reads: model.iter_funs().filter_map(read).collect(),
            choices: choices.iter().map(chosen).collect(),
            schedule: VecDeque::new(),
            turn: 0,
            objects: Vec::new(),
            pointer_bits: program.target.pointer_bits,
        }
    }

    /// With the steps of processes in an order.
    pub fn scheduled(self, schedule: Vec<u128>) -> Provider {
        Provider {
            schedule: schedule.into(),
            ..self
        }
    }

    /// Which process goes on.
    fn turn(&mut self) -> u128 {
        // Asked only where there are two at least; a number beyond them would end the run.
        self.turn = 1 - self.turn;
        let given = self.schedule.pop_front();
        given.unwrap_or(self.turn)
    }

    fn read(&self, address: u128, width: u32) -> u128 {
        let Some(graph) = self.reads.get(&(width / 8)) else {
            return 0;
        };
        let at = Value::Bv(hatha_term::Bv::new(self.pointer_bits, address));
        bits(graph.entries.get(&vec![at]).unwrap_or(&graph.default))
    }

    fn at(&self, spot: &Spot, width: u32) -> u128 {
        let value = |v: &VarId| self.values.get(v).copied().unwrap_or(0);
        match spot {
            Spot::Parameter { index, offset } => {
                let Some(param) = self.params.get(*index as usize) else {
                    return 0;
                };
                match self.addresses.get(param) {
                    Some(base) => self.read(base.wrapping_add(u128::from(*offset)), width),
                    None => value(param),
                }
            }
            Spot::Global { name, offset } => match self.globals.get(name) {
                Some(v) => match self.addresses.get(v) {
                    Some(base) => self.read(base.wrapping_add(u128::from(*offset)), width),
                    None => value(v),
                },
                None => 0,
            },
            Spot::Object { index, offset } => {
                let base = self.objects.get(*index as usize).copied().unwrap_or(0);
                self.read(base.wrapping_add(u128::from(*offset)), width)
            }
            // What the environment holds is no part of a path's condition.
            Spot::Text { .. } => 0,
        }
    }
}

/// Whether the machine asks which edge to take where nothing else decides.
fn is_choice(origin: &InputKind) -> bool {
    matches!(origin, InputKind::Other(what) if what == "choice")
}

impl Inputs for Provider {
    fn next(&mut self, request: &Request) -> Result<u128, NoInput> {
        let width = u32::from(request.kind.bits());
        let mask = if width >= 128 {
            u128::MAX
        } else {
            (1 << width) - 1
        };
        let value = match &request.entry {
            None if is_choice(&request.origin) => self.turn(),
            None => self.choices.pop_front().unwrap_or(0),
            Some(draw) => match draw.role {
                Role::Value => self.at(&draw.at, width),
                // What the environment holds is no part of a path's condition.
                Role::Text => 0,
                Role::Length => LENGTH,
                Role::Pointer => {
                    let address = self.at(&draw.at, self.pointer_bits);
                    if address == 0 {
                        0
                    } else {
                        self.objects.push(address);
                        FRESH
                    }
                }
            },
        };
        Ok(value & mask)
    }
}
