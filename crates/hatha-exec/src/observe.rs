//! Who watches a run.

use hatha_cfa::{EdgeId, ProcId};

/// Is told which way a run goes. Every method does nothing unless overridden.
pub trait Observer {
    /// An edge is taken (a call edge when the call is made, all others when they are complete).
    #[inline]
    fn edge(&mut self, _proc: ProcId, _edge: EdgeId) {}
    /// A function without a body is called.
    fn external(&mut self, _proc: ProcId) {}
}

/// Nobody watches.
impl Observer for () {}

/// Keeps the edges taken, in order.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// The edges.
    pub edges: Vec<(ProcId, EdgeId)>,
}

impl Observer for Path {
    #[inline]
    fn edge(&mut self, proc: ProcId, edge: EdgeId) {
        self.edges.push((proc, edge));
    }
}
