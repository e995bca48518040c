//! Random terms and models from a seed, for property tests and fuzzing.
//!
//! The same seed gives the same terms on every machine.

use crate::bits::Bv;
use crate::float::{Format, FpOp, Rounding};
use crate::op::{FunId, TermId};
use crate::pool::TermPool;
use crate::sort::Sort;
use crate::value::{FunValue, Model, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A small deterministic generator (SplitMix64), the only one of hatha: what is random depends on
/// a seed alone, never on the version of a library.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator for this seed.
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// A generator whose state is exactly this one, so that its numbers are those of SplitMix64
    /// as it was published.
    pub fn from_state(state: u64) -> Rng {
        Rng(state)
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not zero.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next_u64() % n
    }

    /// A position in a list of `n` elements; 0 if there is none.
    pub fn index(&mut self, n: usize) -> usize {
        match n {
            0 => 0,
            _ => self.below(n as u64) as usize,
        }
    }

    /// One of several, of which there is at least one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }

    /// True once in `n`.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// A value of the given width; values at the borders are likely.
    pub fn bv(&mut self, width: u32) -> Bv {
        match self.below(10) {
            0 => Bv::zero(width),
            1 => Bv::one(width),
            2 => Bv::ones(width),
            3 => Bv::signed_min(width),
            4 => Bv::signed_max(width),
            5 => Bv::power_of_two(width, self.below(width as u64) as u32),
            6 => Bv::new(width, self.below(16) as u128),
            _ => {
                let limbs = (0..width.div_ceil(64)).map(|_| self.next_u64()).collect();
                Bv::from_limbs(width, limbs)
            }
        }
    }
}

impl Rng {
    /// The bits of a float; special ones, subnormal ones, small integers and
    /// numbers with few digits are likely.
    pub fn float(&mut self, f: Format) -> u128 {
        let any = u128::from(self.next_u64()) << 64 | u128::from(self.next_u64());
        let sign = if any >> 127 == 1 { f.sign_mask() } else { 0 };
        let fraction = any & ((1 << f.fraction_bits()) - 1);
        // Only the top few digits of the significand.
        let few = fraction >> (f.fraction_bits() - 2) << (f.fraction_bits() - 2);
        let near_one = f.bias() - 2 + self.below(5) as u32;
        let near_one = u128::from(near_one) << f.fraction_bits();
        sign | match self.below(12) {
            0 => 0,
            1 => f.infinity(),
            2 => f.infinity() | fraction | 1,
            3 => f.infinity() - 1 - u128::from(self.below(3)),
            4 => fraction,
            5 => 1 + u128::from(self.below(4)),
            6 => (1 << f.fraction_bits()) - 1 + u128::from(self.below(3)),
            7 => near_one | few,
            8 => near_one | fraction,
            9 => (any & (f.infinity() | f.quiet_bit())) | few,
            _ => any & (f.sign_mask() - 1),
        }
    }

    /// The bits of a float that is not far from another one, or of any.
    pub fn float_near(&mut self, f: Format, other: u128) -> u128 {
        let steps = u128::from(self.below(1 << 6));
        let exponents = u128::from(self.below(8)) << f.fraction_bits();
        let mask = (f.sign_mask() << 1).wrapping_sub(1);
        match self.below(4) {
            0 => (other ^ f.sign_mask()).wrapping_add(steps) & mask,
            1 => other.wrapping_add(exponents).wrapping_sub(steps) & mask,
            2 => (other ^ f.sign_mask()).wrapping_sub(exponents) & mask,
            _ => self.float(f),
        }
    }
}

/// What may occur in generated terms besides Bool and bit-vectors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape {
    /// Unbounded integers.
    pub ints: bool,
    /// Arrays.
    pub arrays: bool,
    /// Uninterpreted functions.
    pub funs: bool,
    /// Multiplication and division of vectors wider than eight bits, which make
    /// some queries hard for any solver.
    pub hard: bool,
    /// Floating operators, in formats of at most 64 bits; in those of more than
    /// eight only if hard.
    pub floats: bool,
    /// The greatest width of the vectors.
    pub max_width: u32,
    /// The greatest nesting.
    pub depth: u32,
}

impl Shape {
    /// Everything but floats, at widths up to 64.
    pub fn everything() -> Shape {
        Shape {
            ints: true,
            arrays: true,
            funs: true,
            hard: true,
            floats: false,
            max_width: 64,
            depth: 5,
        }
    }

    /// Floats, in formats of all sizes, with bit-vectors.
    pub fn floats() -> Shape {
        Shape {
            floats: true,
            hard: true,
            max_width: 16,
            depth: 4,
            ..Shape::default()
        }
    }
}

/// Generates terms in a pool it is given.
#[derive(Clone, Debug)]
pub struct TermGen {
    rng: Rng,
    shape: Shape,
    widths: [u32; 2],
    formats: [Format; 2],
    made: Vec<TermId>,
}

impl TermGen {
    /// A generator for this seed and shape.
    pub fn new(seed: u64, shape: Shape) -> TermGen {
        let mut rng = Rng::new(seed);
        let mut width = || 1 + rng.below(shape.max_width as u64) as u32;
        let mut widths = [width(), width()];
        let mut formats = [Format::TINY; 2];
        if shape.floats {
            let count = if shape.hard { 5 } else { 2 };
            formats = [(); 2].map(|()| Format::ALL[rng.below(count) as usize]);
            widths[0] = formats[0].width();
        }
        TermGen {
            rng,
            shape,
            widths,
            formats,
            made: Vec::new(),
        }
    }

    /// The source of randomness.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// A random term of sort Bool.
    pub fn formula(&mut self, pool: &mut TermPool) -> TermId {
        self.term(pool, Sort::Bool, self.shape.depth)
    }

    /// A random term of a random sort.
    pub fn any_term(&mut self, pool: &mut TermPool) -> TermId {
        let sort = self.any_sort(pool);
        self.term(pool, sort, self.shape.depth)
    }

    fn width(&mut self) -> u32 {
        self.widths[self.rng.below(2) as usize]
    }

    fn any_sort(&mut self, pool: &mut TermPool) -> Sort {
        match self.rng.below(8) {
            0 => Sort::Bool,
            1 if self.shape.ints => Sort::Int,
            2 if self.shape.arrays => self.array_sort(pool),
            _ => Sort::Bv(self.width()),
        }
    }

    fn array_sort(&mut self, pool: &mut TermPool) -> Sort {
        let index = if self.shape.ints && self.rng.one_in(4) {
            Sort::Int
        } else {
            Sort::Bv(1 + self.rng.below(3) as u32)
        };
        let element = Sort::Bv(self.width());
        pool.array_sort(index, element)
    }

    /// A random term of the given sort and at most the given nesting.
    pub fn term(&mut self, pool: &mut TermPool, sort: Sort, depth: u32) -> TermId {
        // Reuse makes a graph of the tree, and equal operands likely.
        if !self.made.is_empty() && self.rng.one_in(5) {
            let start = self.rng.below(self.made.len() as u64) as usize;
            let candidates = self.made[start..].iter();
            if let Some(&t) = candidates.into_iter().find(|&&t| pool.sort(t) == sort) {
                return t;
            }
        }
        let t = if depth == 0 || self.rng.one_in(8) {
            self.leaf(pool, sort)
        } else if self.rng.one_in(8) {
            self.ite(pool, sort, depth - 1)
        } else {
            self.operation(pool, sort, depth - 1)
        };
        self.made.push(t);
        t
    }

    fn leaf(&mut self, pool: &mut TermPool, sort: Sort) -> TermId {
        if self.rng.one_in(3) {
            match sort {
                Sort::Bool => return pool.bool(self.rng.one_in(2)),
                Sort::Int => return pool.int(self.rng.below(21) as i128 - 10),
                Sort::Bv(width) => return pool.bv(self.word(width)),
                _ => {}
            }
        }
        let name = format!("v{}", self.rng.below(3));
        pool.var(&name, sort)
    }

    /// A value; often a float if the width is that of a format.
    fn word(&mut self, width: u32) -> Bv {
        match self.formats.into_iter().find(|f| f.width() == width) {
            Some(f) if self.shape.floats && !self.rng.one_in(4) => {
                Bv::new(width, self.rng.float(f))
            }
            _ => self.rng.bv(width),
        }
    }

    fn ite(&mut self, pool: &mut TermPool, sort: Sort, depth: u32) -> TermId {
        let c = self.term(pool, Sort::Bool, depth);
        let a = self.term(pool, sort, depth);
        let b = self.term(pool, sort, depth);
        pool.ite(c, a, b)
    }

    fn operation(&mut self, pool: &mut TermPool, sort: Sort, depth: u32) -> TermId {
        if self.shape.funs && self.rng.one_in(10) && !matches!(sort, Sort::Array(..)) {
            return self.application(pool, sort, depth);
        }
        match sort {
            Sort::Bool => self.predicate(pool, depth),
            Sort::Int => self.int_operation(pool, depth),
            Sort::Bv(width) => self.bv_operation(pool, width, depth),
            _ => self.array_operation(pool, sort, depth),
        }
    }

    fn application(&mut self, pool: &mut TermPool, sort: Sort, depth: u32) -> TermId {
        let arg_sorts = [Sort::Bv(self.widths[0]), Sort::Bool];
        let fun = pool.declare_fun("f", &arg_sorts, sort);
        let args = arg_sorts.map(|s| self.term(pool, s, depth));
        pool.apply(fun, &args)
    }

    fn predicate(&mut self, pool: &mut TermPool, depth: u32) -> TermId {
        if self.rng.one_in(2) {
            return self.connective(pool, depth);
        }
        if self.shape.floats && !self.rng.one_in(3) {
            return self.float_predicate(pool, depth);
        }
        if self.shape.ints && self.rng.one_in(5) {
            let (a, b) = self.pair(pool, Sort::Int, depth);
            return match self.rng.below(2) {
                0 => pool.int_lt(a, b),
                _ => pool.int_le(a, b),
            };
        }
        let width = self.width();
        let (a, b) = if self.rng.one_in(3) {
            self.against_constant(pool, width, depth)
        } else {
            self.pair(pool, Sort::Bv(width), depth)
        };
        match self.rng.below(8) {
            0 => pool.bv_ult(a, b),
            1 => pool.bv_ule(a, b),
            2 => pool.bv_slt(a, b),
            3 => pool.bv_sle(a, b),
            4 => pool.bv_sadd_overflows(a, b),
            5 => pool.bv_ssub_overflows(a, b),
            6 => pool.bv_uadd_overflows(a, b),
            _ => pool.eq(a, b),
        }
    }

    /// An extension, a sum or a slice and a constant: what many rewrites of
    /// comparisons look for.
    fn against_constant(
        &mut self,
        pool: &mut TermPool,
        width: u32,
        depth: u32,
    ) -> (TermId, TermId) {
        let constant = pool.bv(self.rng.bv(width));
        let part = 1 + self.rng.below(width as u64) as u32;
        let t = match self.rng.below(4) {
            0 => {
                let inner = self.term(pool, Sort::Bv(part), depth);
                pool.sign_ext(width, inner)
            }
            1 => {
                let inner = self.term(pool, Sort::Bv(part), depth);
                pool.zero_ext(width, inner)
            }
            2 => {
                let inner = self.term(pool, Sort::Bv(width), depth);
                let offset = pool.bv(self.rng.bv(width));
                pool.bv_add(inner, offset)
            }
            _ => self.slicing(pool, width, depth),
        };
        if self.rng.one_in(2) {
            (t, constant)
        } else {
            (constant, t)
        }
    }

    fn connective(&mut self, pool: &mut TermPool, depth: u32) -> TermId {
        let (a, b) = self.pair(pool, Sort::Bool, depth);
        match self.rng.below(6) {
            0 => pool.not(a),
            1 => pool.and(a, b),
            2 => pool.or(a, b),
            3 => pool.xor(a, b),
            4 => pool.implies(a, b),
            _ => {
                let sort = self.any_sort(pool);
                let (x, y) = self.pair(pool, sort, depth);
                pool.eq(x, y)
            }
        }
    }

    fn pair(&mut self, pool: &mut TermPool, sort: Sort, depth: u32) -> (TermId, TermId) {
        let a = self.term(pool, sort, depth);
        (a, self.term(pool, sort, depth))
    }

    fn int_operation(&mut self, pool: &mut TermPool, depth: u32) -> TermId {
        let (a, b) = self.pair(pool, Sort::Int, depth);
        match self.rng.below(6) {
            0 => pool.int_neg(a),
            1 => pool.int_sub(a, b),
            2 => pool.int_mul(a, b),
            3 => pool.int_div(a, b),
            4 => pool.int_mod(a, b),
            _ => pool.int_add(a, b),
        }
    }

    fn format(&mut self) -> Format {
        self.formats[self.rng.below(2) as usize]
    }

    fn rounding(&mut self) -> Rounding {
        Rounding::ALL[self.rng.below(5) as usize]
    }

    fn float_predicate(&mut self, pool: &mut TermPool, depth: u32) -> TermId {
        let f = self.format();
        let (a, b) = self.pair(pool, Sort::Bv(f.width()), depth);
        match self.rng.below(9) {
            0 => pool.fp_is_nan(f, a),
            1 => pool.fp_is_infinite(f, a),
            2 => pool.fp_is_normal(f, a),
            3 => pool.fp_is_subnormal(f, a),
            4 => pool.fp_le(f, a, b),
            5 => pool.fp_eq(f, a, b),
            _ => pool.fp_lt(f, a, b),
        }
    }

    /// An operation with a floating result of the given format.
    fn float_operation(&mut self, pool: &mut TermPool, f: Format, depth: u32) -> TermId {
        let (a, b) = self.pair(pool, Sort::Bv(f.width()), depth);
        let (r, small) = (self.rounding(), f.width() <= 8);
        match self.rng.below(16) {
            0 => pool.fp_neg(f, a),
            1 => pool.fp_abs(f, a),
            2 => pool.fp_sub(f, r, a, b),
            3 => pool.fp_round_to_integral(f, r, a),
            4 => pool.fp_min(f, a, b),
            5 => pool.fp_max(f, a, b),
            6 => pool.fp_copysign(f, a, b),
            7 => {
                let from = self.format();
                let a = self.term(pool, Sort::Bv(from.width()), depth);
                pool.fp_convert(from, f, r, a)
            }
            8 => {
                let width = self.width();
                let a = self.term(pool, Sort::Bv(width), depth);
                pool.fp_from_int(f, r, self.rng.one_in(2), a)
            }
            9 => pool.fp_mul(f, r, a, b),
            10 => pool.fp_div(f, r, a, b),
            11 => pool.fp_sqrt(f, r, a),
            12 => {
                let c = self.term(pool, Sort::Bv(f.width()), depth);
                pool.fp_fma(f, r, a, b, c)
            }
            13 if small => pool.fp(FpOp::Rem(f), 0, &[a, b]),
            14 if small => pool.fp(FpOp::Fmod(f), 0, &[a, b]),
            _ => pool.fp_add(f, r, a, b),
        }
    }

    /// A float as an integer.
    fn float_to_int(&mut self, pool: &mut TermPool, width: u32, depth: u32) -> TermId {
        let (f, r) = (self.format(), self.rounding());
        let a = self.term(pool, Sort::Bv(f.width()), depth);
        match self.rng.below(3) {
            0 => pool.fp_to_uint(f, r, width, a),
            1 => pool.fp_cast_to_int(f, width, self.rng.one_in(2), a),
            _ => pool.fp_to_sint(f, r, width, a),
        }
    }

    fn bv_operation(&mut self, pool: &mut TermPool, width: u32, depth: u32) -> TermId {
        if self.shape.floats && self.rng.one_in(10) {
            return self.float_to_int(pool, width, depth);
        }
        if let Some(f) = self.formats.into_iter().find(|f| f.width() == width)
            && self.shape.floats
            && !self.rng.one_in(4)
        {
            return self.float_operation(pool, f, depth);
        }
        if self.rng.one_in(3) {
            return self.slicing(pool, width, depth);
        }
        let (a, b) = self.pair(pool, Sort::Bv(width), depth);
        let easy = if self.shape.hard || width <= 8 {
            15
        } else {
            10
        };
        match self.rng.below(easy) {
            0 => pool.bv_not(a),
            1 => pool.bv_neg(a),
            2 => pool.bv_add(a, b),
            3 => pool.bv_sub(a, b),
            4 => pool.bv_and(a, b),
            5 => pool.bv_or(a, b),
            6 => pool.bv_xor(a, b),
            7 => pool.bv_shl(a, b),
            8 => pool.bv_lshr(a, b),
            9 => pool.bv_ashr(a, b),
            10 => pool.bv_mul(a, b),
            11 => pool.bv_udiv(a, b),
            12 => pool.bv_urem(a, b),
            13 => pool.bv_sdiv(a, b),
            _ => pool.bv_srem(a, b),
        }
    }

    fn slicing(&mut self, pool: &mut TermPool, width: u32, depth: u32) -> TermId {
        let part = 1 + self.rng.below(width as u64) as u32;
        match self.rng.below(5) {
            0 if part < width => {
                let high = self.term(pool, Sort::Bv(width - part), depth);
                let low = self.term(pool, Sort::Bv(part), depth);
                pool.concat(high, low)
            }
            1 => {
                let lo = self.rng.below(4) as u32;
                let a = self.term(pool, Sort::Bv(width + lo + part % 4), depth);
                pool.extract(lo + width - 1, lo, a)
            }
            2 => {
                let a = self.term(pool, Sort::Bv(part), depth);
                pool.zero_ext(width, a)
            }
            3 if self.shape.arrays => self.read(pool, width, depth),
            _ => {
                let a = self.term(pool, Sort::Bv(part), depth);
                pool.sign_ext(width, a)
            }
        }
    }

    fn read(&mut self, pool: &mut TermPool, width: u32, depth: u32) -> TermId {
        let index_sort = Sort::Bv(1 + self.rng.below(3) as u32);
        let sort = pool.array_sort(index_sort, Sort::Bv(width));
        let array = self.term(pool, sort, depth);
        let index = self.term(pool, index_sort, depth);
        pool.select(array, index)
    }

    fn array_operation(&mut self, pool: &mut TermPool, sort: Sort, depth: u32) -> TermId {
        let parts = pool.array_parts(sort);
        let (index, element) = parts.expect("floats are not generated");
        if self.rng.one_in(4) {
            let value = self.term(pool, element, depth);
            return pool.const_array(sort, value);
        }
        let array = self.term(pool, sort, depth);
        let index = self.term(pool, index, depth);
        let value = self.term(pool, element, depth);
        pool.store(array, index, value)
    }

    /// Random values for all variables and functions of the pool.
    pub fn model(&mut self, pool: &TermPool, roots: &[TermId]) -> Model {
        let mut model = Model::new();
        for var in pool.free_vars(roots) {
            let value = self.value(pool, pool.var_sort(var));
            model.set(var, value);
        }
        for fun in (0..pool.fun_count() as u32).map(FunId) {
            let graph = self.graph(pool, fun);
            model.set_fun(fun, graph);
        }
        model
    }

    fn value(&mut self, pool: &TermPool, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.rng.one_in(2)),
            Sort::Int => Value::Int(self.rng.below(41) as i128 - 20),
            Sort::Bv(width) => Value::Bv(self.word(width)),
            _ => self.array_value(pool, sort),
        }
    }

    fn array_value(&mut self, pool: &TermPool, sort: Sort) -> Value {
        let parts = pool.array_parts(sort);
        let (index, element) = parts.expect("floats are not generated");
        let default = self.value(pool, element);
        let array = Value::constant_array(pool, sort, default);
        let Some(Value::Array(mut array)) = array else {
            unreachable!("arrays are not indexed by arrays here")
        };
        for _ in 0..self.rng.below(6) {
            let (key, value) = (self.value(pool, index), self.value(pool, element));
            Arc::make_mut(&mut array).set(key, value);
        }
        Value::Array(array)
    }

    fn graph(&mut self, pool: &TermPool, fun: FunId) -> FunValue {
        let decl = pool.fun(fun);
        let default = self.value(pool, decl.result);
        let mut entries = BTreeMap::new();
        for _ in 0..4 {
            let args = decl.args.iter().map(|&s| self.value(pool, s)).collect();
            entries.insert(args, self.value(pool, decl.result));
        }
        FunValue { default, entries }
    }
}

/// How many cases a property test runs: the environment variable
/// `HATHA_PROPTEST_CASES`, or the default.
pub fn cases(default: u64) -> u64 {
    let set = std::env::var("HATHA_PROPTEST_CASES").ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(default)
}
