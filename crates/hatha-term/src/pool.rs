//! The arena of hash-consed terms.
//!
//! Invariants: a node is stored once, so equal ids mean equal structure;
//! arguments precede the terms that use them; every stored node is well sorted
//! (the constructors assert it: an ill-sorted term is a bug in the caller, not
//! an input that a user could give). Nothing is ever removed.

use crate::bits::Bv;
use crate::op::{ConstId, FunId, Op, SymbolId, TermId, VarId};
use crate::sort::{Sort, SortId, SortTable};
use crate::symbol::Symbol;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    op: Op,
    sort: SortId,
    /// The arguments; for an application, the number of its argument list.
    args: [TermId; 3],
}

const NO_ARG: TermId = TermId(u32::MAX);

/// The declaration of an uninterpreted function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunDecl {
    /// What it stands for.
    pub symbol: SymbolId,
    /// The sorts of its arguments, at least one.
    pub args: Vec<Sort>,
    /// The sort of its result.
    pub result: Sort,
}

/// Owns terms, symbols and sorts. See the crate documentation.
#[derive(Debug)]
pub struct TermPool {
    id: u64,
    raw: bool,
    nodes: Vec<Node>,
    index: FxHashMap<Node, TermId>,
    sorts: SortTable,
    arg_lists: Vec<Box<[TermId]>>,
    arg_list_ids: FxHashMap<Box<[TermId]>, u32>,
    symbols: Vec<Symbol>,
    symbol_ids: FxHashMap<Symbol, SymbolId>,
    vars: Vec<(SymbolId, Sort)>,
    var_ids: FxHashMap<(SymbolId, Sort), VarId>,
    funs: Vec<FunDecl>,
    fun_ids: FxHashMap<FunDecl, FunId>,
    bvs: Vec<Bv>,
    bv_ids: FxHashMap<Bv, ConstId>,
    ints: Vec<i128>,
    int_ids: FxHashMap<i128, ConstId>,
    fresh: u64,
    /// A wrong rewrite to be caught by tests; never in a raw pool.
    #[cfg(feature = "mutants")]
    mutant: Option<fn(&mut TermPool, &crate::mutants::Made) -> Option<TermId>>,
}

impl Default for TermPool {
    fn default() -> Self {
        TermPool::new()
    }
}

impl TermPool {
    /// A pool whose constructors fold constants and normalise.
    pub fn new() -> TermPool {
        TermPool::with_mode(false)
    }

    /// A pool whose constructors rewrite nothing: a term is what was asked for.
    /// For the independent checker, which must not share the rewriter's bugs.
    pub fn raw() -> TermPool {
        TermPool::with_mode(true)
    }

    fn with_mode(raw: bool) -> TermPool {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let mut pool = TermPool {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            raw,
            nodes: Vec::new(),
            index: FxHashMap::default(),
            sorts: SortTable::new(),
            arg_lists: Vec::new(),
            arg_list_ids: FxHashMap::default(),
            symbols: Vec::new(),
            symbol_ids: FxHashMap::default(),
            vars: Vec::new(),
            var_ids: FxHashMap::default(),
            funs: Vec::new(),
            fun_ids: FxHashMap::default(),
            bvs: Vec::new(),
            bv_ids: FxHashMap::default(),
            ints: Vec::new(),
            int_ids: FxHashMap::default(),
            fresh: 0,
            #[cfg(feature = "mutants")]
            mutant: None,
        };
        // `tru` and `fls` rely on these two coming first.
        pool.intern(Op::False, Sort::Bool, &[]);
        pool.intern(Op::True, Sort::Bool, &[]);
        #[cfg(feature = "mutants")]
        if !raw {
            pool.mutant = crate::mutants::active();
        }
        pool
    }

    /// Distinguishes this pool from every other of the process, so that a cache
    /// keyed by terms can tell that it is asked about foreign ones.
    pub fn pool_id(&self) -> u64 {
        self.id
    }

    /// Was the pool made by [`TermPool::raw`]?
    pub fn is_raw(&self) -> bool {
        self.raw
    }

    /// The number of terms; ids are below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: the truth values are always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The term with the given index, if there is one.
    pub fn term_at(&self, index: usize) -> Option<TermId> {
        (index < self.nodes.len()).then_some(TermId(index as u32))
    }

    pub(crate) fn intern(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        #[cfg(feature = "mutants")]
        if let Some(rewrite) = self.mutant {
            let made = crate::mutants::Made { op, sort, args };
            if let Some(wrong) = rewrite(self, &made) {
                return wrong;
            }
        }
        self.intern_plain(op, sort, args)
    }

    /// The term as it is.
    pub(crate) fn intern_plain(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let mut inline = [NO_ARG; 3];
        if let Op::Apply(_) = op {
            inline[0] = TermId(self.intern_args(args));
        } else {
            inline[..args.len()].copy_from_slice(args);
        }
        let sort = self.sorts.intern(sort);
        let node = Node {
            op,
            sort,
            args: inline,
        };
        let next = TermId(self.nodes.len() as u32);
        let id = *self.index.entry(node).or_insert(next);
        if id == next {
            assert!(next != NO_ARG, "a pool holds fewer than 2^32 - 1 terms");
            self.nodes.push(node);
        }
        id
    }

    fn intern_args(&mut self, args: &[TermId]) -> u32 {
        if let Some(&id) = self.arg_list_ids.get(args) {
            return id;
        }
        let id = self.arg_lists.len() as u32;
        self.arg_lists.push(args.into());
        self.arg_list_ids.insert(args.into(), id);
        id
    }

    /// The operator of a term.
    #[inline]
    pub fn op(&self, t: TermId) -> Op {
        self.nodes[t.index()].op
    }

    /// The arguments of a term.
    #[inline]
    pub fn args(&self, t: TermId) -> &[TermId] {
        let node = &self.nodes[t.index()];
        match node.op.arity() {
            Some(n) => &node.args[..n],
            None => &self.arg_lists[node.args[0].index()],
        }
    }

    /// Argument `i` of a term.
    #[inline]
    pub fn arg(&self, t: TermId, i: usize) -> TermId {
        self.args(t)[i]
    }

    /// The sort of a term.
    #[inline]
    pub fn sort(&self, t: TermId) -> Sort {
        self.sorts.get(self.nodes[t.index()].sort)
    }

    /// The width of a bit-vector term.
    ///
    /// # Panics
    /// If the term is not a bit-vector.
    #[inline]
    pub fn width(&self, t: TermId) -> u32 {
        match self.sort(t) {
            Sort::Bv(width) => width,
            other => panic!("a bit-vector term is expected, not one of sort {other:?}"),
        }
    }

    /// Is the term a truth value?
    pub fn is_bool(&self, t: TermId) -> bool {
        self.nodes[t.index()].sort == SortTable::BOOL
    }

    /// The sort of arrays from `index` to `element`.
    pub fn array_sort(&mut self, index: Sort, element: Sort) -> Sort {
        Sort::Array(self.sorts.intern(index), self.sorts.intern(element))
    }

    /// The sort with the given id.
    pub(crate) fn sort_of_id(&self, id: SortId) -> Sort {
        self.sorts.get(id)
    }

    /// The index and element sorts of an array sort.
    pub fn array_parts(&self, sort: Sort) -> Option<(Sort, Sort)> {
        match sort {
            Sort::Array(index, element) => Some((self.sorts.get(index), self.sorts.get(element))),
            _ => None,
        }
    }

    fn intern_symbol(&mut self, symbol: Symbol) -> SymbolId {
        if let Some(&id) = self.symbol_ids.get(&symbol) {
            return id;
        }
        let id = SymbolId(self.symbols.len() as u32);
        self.symbols.push(symbol.clone());
        self.symbol_ids.insert(symbol, id);
        id
    }

    /// An interned symbol.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.index()]
    }

    /// The variable with this symbol, or with the symbol of this text, and sort.
    /// Variables that differ in their sort alone are different ones.
    pub fn var(&mut self, symbol: impl Into<Symbol>, sort: Sort) -> TermId {
        let symbol = self.intern_symbol(symbol.into());
        let id = match self.var_ids.get(&(symbol, sort)) {
            Some(&id) => id,
            None => self.new_var(symbol, sort),
        };
        self.intern(Op::Var(id), sort, &[])
    }

    fn new_var(&mut self, symbol: SymbolId, sort: Sort) -> VarId {
        let id = VarId(self.vars.len() as u32);
        self.vars.push((symbol, sort));
        self.var_ids.insert((symbol, sort), id);
        id
    }

    /// A variable that no term mentions yet; its text starts with `prefix`.
    pub fn fresh_var(&mut self, prefix: &str, sort: Sort) -> TermId {
        let prefix: Arc<str> = prefix.into();
        loop {
            let symbol = Symbol::Fresh {
                prefix: prefix.clone(),
                number: self.fresh,
            };
            self.fresh += 1;
            if !self.symbol_ids.contains_key(&symbol) {
                return self.var(symbol, sort);
            }
        }
    }

    /// The term that stands for a variable.
    pub fn var_term(&mut self, var: VarId) -> TermId {
        let sort = self.var_sort(var);
        self.intern(Op::Var(var), sort, &[])
    }

    /// The number of variables; ids are below it.
    pub fn var_count(&self) -> usize {
        self.vars.len()
    }

    /// The variable that a term is, if it is one.
    pub fn as_var(&self, t: TermId) -> Option<VarId> {
        match self.op(t) {
            Op::Var(var) => Some(var),
            _ => None,
        }
    }

    /// What a variable stands for.
    #[inline]
    pub fn var_symbol(&self, var: VarId) -> &Symbol {
        self.symbol(self.vars[var.index()].0)
    }

    /// What a term stands for, if it is a variable.
    #[inline]
    pub fn as_symbol(&self, t: TermId) -> Option<&Symbol> {
        self.as_var(t).map(|var| self.var_symbol(var))
    }

    /// The sort of a variable.
    pub fn var_sort(&self, var: VarId) -> Sort {
        self.vars[var.index()].1
    }

    /// Declares an uninterpreted function; equal declarations are one function.
    ///
    /// # Panics
    /// If there are no arguments: that is a variable.
    pub fn declare_fun(&mut self, symbol: impl Into<Symbol>, args: &[Sort], result: Sort) -> FunId {
        assert!(
            !args.is_empty(),
            "a function without arguments is a variable"
        );
        let symbol = self.intern_symbol(symbol.into());
        let decl = FunDecl {
            symbol,
            args: args.to_vec(),
            result,
        };
        if let Some(&id) = self.fun_ids.get(&decl) {
            return id;
        }
        let id = FunId(self.funs.len() as u32);
        self.funs.push(decl.clone());
        self.fun_ids.insert(decl, id);
        id
    }

    /// The number of functions; ids are below it.
    pub(crate) fn fun_count(&self) -> usize {
        self.funs.len()
    }

    /// What a function stands for.
    #[inline]
    pub fn fun_symbol(&self, fun: FunId) -> &Symbol {
        self.symbol(self.funs[fun.index()].symbol)
    }

    /// The declaration of a function.
    pub fn fun(&self, fun: FunId) -> &FunDecl {
        &self.funs[fun.index()]
    }

    /// The constant with this value.
    pub fn bv(&mut self, value: Bv) -> TermId {
        let sort = Sort::Bv(value.width());
        let id = match self.bv_ids.get(&value) {
            Some(&id) => id,
            None => {
                let id = ConstId(self.bvs.len() as u32);
                self.bvs.push(value.clone());
                self.bv_ids.insert(value, id);
                id
            }
        };
        self.intern(Op::BvConst(id), sort, &[])
    }

    /// The constant `value mod 2^width`.
    pub fn bv_const(&mut self, width: u32, value: u128) -> TermId {
        self.bv(Bv::new(width, value))
    }

    /// The two's complement of `value` in `width` bits.
    pub fn bv_signed(&mut self, width: u32, value: i128) -> TermId {
        self.bv(Bv::from_i128(width, value))
    }

    /// The integer constant with this value.
    pub fn int(&mut self, value: i128) -> TermId {
        let next = ConstId(self.ints.len() as u32);
        let id = *self.int_ids.entry(value).or_insert(next);
        if id == next {
            self.ints.push(value);
        }
        self.intern(Op::IntConst(id), Sort::Int, &[])
    }

    /// Truth.
    pub fn tru(&self) -> TermId {
        TermId(1)
    }

    /// Falsehood.
    pub fn fls(&self) -> TermId {
        TermId(0)
    }

    /// The truth value as a term.
    pub fn bool(&self, value: bool) -> TermId {
        TermId(value as u32)
    }

    /// The value of a bit-vector constant.
    #[inline]
    pub fn as_bv(&self, t: TermId) -> Option<&Bv> {
        match self.op(t) {
            Op::BvConst(id) => Some(&self.bvs[id.index()]),
            _ => None,
        }
    }

    /// The value of an integer constant.
    #[inline]
    pub fn as_int(&self, t: TermId) -> Option<i128> {
        match self.op(t) {
            Op::IntConst(id) => Some(self.ints[id.index()]),
            _ => None,
        }
    }

    /// The value of a Boolean constant.
    #[inline]
    pub fn as_bool(&self, t: TermId) -> Option<bool> {
        match t.0 {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// Is the term a constant of sort Bool, Int or bit-vector?
    #[inline]
    pub fn is_const(&self, t: TermId) -> bool {
        self.op(t).is_const()
    }

    /// Asserts that two terms have one sort, and returns it.
    pub(crate) fn same_sort(&self, a: TermId, b: TermId) -> Sort {
        let sort = self.sort(a);
        assert_eq!(sort, self.sort(b), "operands of one sort");
        sort
    }

    pub(crate) fn expect_sort(&self, t: TermId, sort: Sort) {
        assert_eq!(self.sort(t), sort, "an operand of another sort is expected");
    }

    /// Asserts that two terms are bit-vectors of one width, and returns it.
    pub(crate) fn same_width(&self, a: TermId, b: TermId) -> u32 {
        self.same_sort(a, b);
        self.width(a)
    }
}
