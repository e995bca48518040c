//! How many bits the values of a term take, as far as the term says.
//!
//! Products in twice their width are the hardest questions that obligations ask of a solver. Most of
//! them are of numbers that were narrower before C converted them, which needs no solver.
//!
//! **Soundness.** A number of n signed bits lies between -2^(n-1) and 2^(n-1) - 1. Each rule is about the
//! exact result; where that takes more bits than the term has, nothing is said.

use hatha_term::{Op, TermId, TermPool};

/// How deep a term is looked into.
const DEPTH: u32 = 24;

/// The signed bits of a term's values: at most its width.
pub(super) fn signed_bits(pool: &TermPool, term: TermId) -> u32 {
    bits(pool, term, DEPTH)
}

fn bits(pool: &TermPool, term: TermId, depth: u32) -> u32 {
    let width = pool.width(term);
    if depth == 0 {
        return width;
    }
    let of = |i: usize| bits(pool, pool.arg(term, i), depth - 1);
    let found = match pool.op(term) {
        Op::BvConst(_) => {
            let value = pool.as_bv(term).and_then(|c| c.to_i128());
            value.map_or(width, of_constant)
        }
        Op::SignExt => of(0),
        Op::ZeroExt => pool.width(pool.arg(term, 0)) + 1,
        Op::Ite => of(1).max(of(2)),
        Op::BvAdd | Op::BvSub => of(0).max(of(1)) + 1,
        Op::BvMul => of(0) + of(1),
        _ => width,
    };
    found.min(width)
}

fn of_constant(value: i128) -> u32 {
    let magnitude = if value < 0 { !value } else { value };
    129 - magnitude.leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::signed_bits;
    use hatha_term::TermPool;

    #[test]
    fn conversions_and_sums_say_how_many_bits_there_are() {
        let mut pool = TermPool::raw();
        let byte = pool.bv_const(8, 0);
        let short = pool.fresh_var("s", pool.sort(byte));
        let (signed, unsigned) = (pool.sign_ext(64, short), pool.zero_ext(64, short));
        assert_eq!(signed_bits(&pool, short), 8);
        assert_eq!(signed_bits(&pool, signed), 8);
        assert_eq!(signed_bits(&pool, unsigned), 9);
        let sum = pool.bv_add(signed, unsigned);
        assert_eq!(signed_bits(&pool, sum), 10);
        let product = pool.bv_mul(sum, unsigned);
        assert_eq!(signed_bits(&pool, product), 19);
        let narrow = pool.bv_add(short, short);
        assert_eq!(signed_bits(&pool, narrow), 8);
    }

    #[test]
    fn constants_take_as_many_bits_as_they_need() {
        let mut pool = TermPool::raw();
        for (value, bits) in [
            (0, 1),
            (1, 2),
            (-1, 1),
            (127, 8),
            (128, 9),
            (-128, 8),
            (-129, 9),
        ] {
            let term = pool.bv_signed(32, value);
            assert_eq!(signed_bits(&pool, term), bits, "{value}");
        }
        let least = pool.bv_signed(32, i128::from(i32::MIN));
        assert_eq!(signed_bits(&pool, least), 32);
    }

    /// Every value of every small term takes no more bits than are said.
    #[test]
    fn no_value_takes_more() {
        for a in -8_i128..8 {
            for b in -8_i128..8 {
                let mut pool = TermPool::raw();
                let (x, y) = (pool.bv_signed(16, a), pool.bv_signed(16, b));
                for (term, value) in [
                    (pool.bv_add(x, y), a + b),
                    (pool.bv_sub(x, y), a - b),
                    (pool.bv_mul(x, y), a * b),
                ] {
                    let n = signed_bits(&pool, term);
                    let most = 1_i128 << (n - 1);
                    assert!(-most <= value && value < most, "{a} {b} {value}: {n}");
                }
            }
        }
    }
}
