//! Constructors for arrays.

use crate::bits::Bv;
use crate::op::{Op, TermId};
use crate::pool::TermPool;
use crate::sort::Sort;

impl TermPool {
    fn expect_array(&self, a: TermId) -> (Sort, Sort) {
        self.array_parts(self.sort(a))
            .expect("an array term is expected")
    }

    /// Are the two indices certainly different?
    pub(crate) fn surely_distinct(&self, i: TermId, j: TermId) -> bool {
        if i == j {
            return false;
        }
        if self.is_const(i) && self.is_const(j) {
            return true;
        }
        let (x, c) = self.split_offset(i);
        let (y, d) = self.split_offset(j);
        // x + c and x + d differ modulo 2^w when the constants do.
        x == y && c != d
    }

    /// A sum as base and constant term; the constant is absent when zero, which
    /// a raw pool may well have written down.
    fn split_offset(&self, t: TermId) -> (TermId, Option<TermId>) {
        if !matches!(self.op(t), Op::BvAdd | Op::IntAdd) || !self.is_const(self.arg(t, 1)) {
            return (t, None);
        }
        let constant = self.arg(t, 1);
        let zero =
            self.as_int(constant) == Some(0) || self.as_bv(constant).is_some_and(Bv::is_zero);
        (self.arg(t, 0), (!zero).then_some(constant))
    }

    /// The element of `a` at `index`.
    pub fn select(&mut self, a: TermId, index: TermId) -> TermId {
        let (index_sort, element) = self.expect_array(a);
        self.expect_sort(index, index_sort);
        let mut a = a;
        while !self.is_raw() {
            match self.op(a) {
                Op::ConstArray => return self.arg(a, 0),
                Op::Store if self.arg(a, 1) == index => return self.arg(a, 2),
                Op::Store if self.surely_distinct(self.arg(a, 1), index) => a = self.arg(a, 0),
                _ => break,
            }
        }
        self.intern(Op::Select, element, &[a, index])
    }

    /// `a` with `value` at `index`.
    pub fn store(&mut self, a: TermId, index: TermId, value: TermId) -> TermId {
        let (index_sort, element) = self.expect_array(a);
        self.expect_sort(index, index_sort);
        self.expect_sort(value, element);
        let sort = self.sort(a);
        if self.is_raw() {
            return self.intern(Op::Store, sort, &[a, index, value]);
        }
        if self.op(value) == Op::Select && self.args(value) == [a, index] {
            return a;
        }
        if self.op(a) == Op::ConstArray && self.arg(a, 0) == value {
            return a;
        }
        let overwritten = self.op(a) == Op::Store && self.arg(a, 1) == index;
        let a = if overwritten { self.arg(a, 0) } else { a };
        self.intern(Op::Store, sort, &[a, index, value])
    }

    /// The array of sort `sort` that maps every index to `value`.
    pub(crate) fn const_array(&mut self, sort: Sort, value: TermId) -> TermId {
        let (_, element) = self.array_parts(sort).expect("an array sort is expected");
        self.expect_sort(value, element);
        self.intern(Op::ConstArray, sort, &[value])
    }
}
