//! States against all executions of small blocks.

use super::cases::may_be_taken;
use super::linear::{Forms, Linear, Quantity, Values, Views, interval};
use super::range::Range;
use super::relation::{Pair, Scaled, as_fact};
use super::step::{Context, State, Wanted, after};
use super::transition::Transition;
use hatha_term::{Bv, Model, Sort, TermId, TermPool, Value};
use rustc_hash::{FxHashMap, FxHashSet};

const WIDTH: u32 = 4;

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n
    }

    fn number(&mut self) -> u128 {
        self.below(16) as u128
    }
}

/// Three variables of four bits and all their values.
struct World {
    pool: TermPool,
    variables: [TermId; 3],
    models: Vec<Model>,
}

impl World {
    fn new() -> World {
        let mut pool = TermPool::new();
        let variables = ["a", "b", "c"].map(|n| pool.fresh_var(n, Sort::Bv(WIDTH)));
        let mut models = Vec::new();
        for all in 0..1_u128 << 12 {
            let mut model = Model::new();
            for (i, v) in variables.iter().enumerate() {
                let symbol = pool.as_var(*v).expect("a variable");
                model.set(symbol, Value::Bv(Bv::new(WIDTH, (all >> (4 * i)) & 15)));
            }
            models.push(model);
        }
        World {
            pool,
            variables,
            models,
        }
    }

    fn value(&self, t: TermId, model: &Model) -> Range {
        let value = self.pool.eval(t, model).expect("all variables have values");
        let bits = value.as_bv().and_then(Bv::to_u128).expect("few bits");
        Range::exactly(self.pool.width(t), bits).expect("not too wide")
    }

    fn number(&self, quantity: Quantity, model: &Model) -> i128 {
        interval(self.value(quantity.term, model), quantity.signed).0
    }

    fn difference(&self, pair: Pair, model: &Model) -> i128 {
        let of = |s: Scaled| s.factor * self.number(s.quantity, model);
        of(pair.less) - of(pair.more)
    }

    fn term(&mut self, random: &mut Random, depth: u32) -> TermId {
        let kind = random.below(if depth == 0 { 2 } else { 14 });
        if kind == 0 {
            return self.variables[random.below(3)];
        }
        if kind == 1 {
            let value = random.number();
            return self.pool.bv_const(WIDTH, value);
        }
        let (a, b) = (self.term(random, depth - 1), self.term(random, depth - 1));
        match kind {
            2 | 3 => self.pool.bv_add(a, b),
            4 | 5 => self.pool.bv_sub(a, b),
            6 => self.pool.bv_mul(a, b),
            7 => self.pool.bv_urem(a, b),
            8 => self.pool.bv_udiv(a, b),
            9 => self.pool.bv_srem(a, b),
            10 => self.pool.bv_and(a, b),
            11 => self.pool.bv_lshr(a, b),
            12 => {
                let wide = match random.below(2) {
                    0 => self.pool.sign_ext(7, a),
                    _ => self.pool.zero_ext(7, a),
                };
                let three = self.pool.bv_const(7, 3);
                let product = self.pool.bv_mul(wide, three);
                self.pool.extract(3, 0, product)
            }
            _ => {
                let condition = self.guard(random, 0);
                self.pool.ite(condition, a, b)
            }
        }
    }

    fn guard(&mut self, random: &mut Random, depth: u32) -> TermId {
        let (a, b) = (self.term(random, depth), self.term(random, depth));
        let compared = match random.below(6) {
            0 => self.pool.bv_ult(a, b),
            1 => self.pool.bv_ule(a, b),
            2 => self.pool.bv_slt(a, b),
            3 => self.pool.bv_sle(a, b),
            4 => self.pool.eq(a, b),
            _ => {
                let (x, y) = (self.pool.sign_ext(8, a), self.pool.zero_ext(8, b));
                self.pool.bv_slt(x, y)
            }
        };
        match random.below(2) {
            0 => compared,
            _ => self.pool.not(compared),
        }
    }

    fn pair(&self, random: &mut Random, views: &Views) -> Pair {
        let first = random.below(3);
        let second = (first + 1 + random.below(2)) % 3;
        let scaled = |i: usize, factor: usize| Scaled {
            quantity: Quantity {
                term: self.variables[i],
                signed: views.is_signed(self.variables[i]),
            },
            factor: factor as i128,
        };
        Pair {
            less: scaled(first, 1 + random.below(2)),
            more: scaled(second, 1 + random.below(3)),
        }
    }

    fn state(&mut self, random: &mut Random, views: &Views) -> State {
        let mut state = State::default();
        for v in self.variables {
            let (lo, hi) = (random.number(), random.number());
            let full = Range::full(WIDTH).expect("not too wide");
            let mut range = full;
            range.unsigned = (lo.min(hi), lo.max(hi));
            if random.below(2) == 0 {
                state.ranges.extend(range.meet(full).map(|r| (v, r)));
            }
        }
        for _ in 0..random.below(3) {
            let pair = self.pair(random, views);
            let most = random.below(20) as i128 - 10;
            state.relations.insert(pair, most);
        }
        state
    }

    fn holds(&self, state: &State, values: &Model, of: impl Fn(TermId) -> TermId) -> bool {
        let in_range = state.ranges.iter().all(|(v, r)| {
            let value = self.value(of(*v), values);
            r.meet(value) == Some(value)
        });
        let number = |s: Scaled| {
            let term = of(s.quantity.term);
            s.factor * self.number(Quantity { term, ..s.quantity }, values)
        };
        let mut relations = state.relations.iter();
        in_range && relations.all(|(p, most)| number(p.less) - number(p.more) <= *most)
    }
}

struct OfState<'a>(&'a TermPool, &'a State);

impl Values for OfState<'_> {
    fn range(&self, t: TermId) -> Option<Range> {
        self.1.range(self.0, t)
    }

    fn is_decided(&self, _: TermId) -> Option<bool> {
        None
    }
}

/// A random block over the variables.
fn transition(world: &mut World, random: &mut Random) -> Transition {
    let guards = (0..random.below(4))
        .map(|_| world.guard(random, 1))
        .collect();
    let mut updates = FxHashMap::default();
    for v in world.variables {
        if random.below(2) == 0 {
            updates.insert(v, world.term(random, 2));
        }
    }
    let mut transition = Transition {
        guards,
        updates,
        calls: Vec::new(),
        terms: Vec::new(),
    };
    transition.collect_terms(&world.pool);
    transition
}

#[test]
fn every_step_lies_in_the_state_after() {
    let mut world = World::new();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut related, mut infeasible) = (0, 0);
    for _ in 0..600 {
        let block = transition(&mut world, &mut random);
        let views = Views::of(&world.pool, block.terms.iter().copied());
        let before = world.state(&mut random, &views);
        let pairs: Vec<Pair> = (0..4).map(|_| world.pair(&mut random, &views)).collect();
        let wanted = Wanted {
            is_kept: |_| true,
            pairs: &pairs,
        };
        let context = Context {
            pool: &world.pool,
            views: &views,
            pointees: &FxHashMap::default(),
            places: &FxHashSet::default(),
        };
        let found = after(context, &block, &before, &[], wanted);
        related += found.iter().filter(|s| !s.relations.is_empty()).count();
        infeasible += usize::from(found.is_none());
        for model in &world.models {
            let taken = |g: &TermId| world.pool.eval_bool(*g, model).expect("a truth value");
            if !world.holds(&before, model, |v| v) || !block.guards.iter().all(taken) {
                continue;
            }
            let value = |v: TermId| block.updates.get(&v).copied().unwrap_or(v);
            let is_inside = found.as_ref().is_some_and(|s| world.holds(s, model, value));
            assert!(
                is_inside,
                "{block:?} from {before:?} gives {found:?}: {model:?}"
            );
        }
    }
    assert!(related > 150 && infeasible > 8, "{related} {infeasible}");
}

#[test]
fn a_block_that_no_case_takes_is_not_taken() {
    let mut world = World::new();
    let mut random = Random(0x5851_f42d_4c95_7f2d);
    let mut by_cases = 0;
    for _ in 0..400 {
        let parts: Vec<TermId> = (0..6).map(|_| world.guard(&mut random, 1)).collect();
        let choice = world.pool.ite(parts[0], parts[1], parts[2]);
        let both = world.pool.and(parts[4], parts[5]);
        let ways = world.pool.or(parts[3], both);
        let mut block = Transition {
            guards: vec![choice, ways],
            updates: FxHashMap::default(),
            calls: Vec::new(),
            terms: Vec::new(),
        };
        block.collect_terms(&world.pool);
        let views = Views::of(&world.pool, block.terms.iter().copied());
        let before = world.state(&mut random, &views);
        let context = Context {
            pool: &world.pool,
            views: &views,
            pointees: &FxHashMap::default(),
            places: &FxHashSet::default(),
        };
        let wanted = Wanted {
            is_kept: |_| true,
            pairs: &[],
        };
        let taken = |model: &&Model| {
            let truth = |g: &TermId| world.pool.eval_bool(*g, model).expect("a truth value");
            world.holds(&before, model, |v| v) && block.guards.iter().all(truth)
        };
        if may_be_taken(context, &block, &before, &[]) {
            continue;
        }
        by_cases += usize::from(after(context, &block, &before, &[], wanted).is_some());
        let found = world.models.iter().find(taken);
        assert!(found.is_none(), "{block:?} from {before:?}: {found:?}");
    }
    assert!(by_cases > 5, "{by_cases}");
}

#[test]
fn a_sum_is_the_number_of_its_term() {
    let mut world = World::new();
    let mut random = Random(7);
    let mut longer = 0;
    for _ in 0..300 {
        let t = world.term(&mut random, 3);
        let views = Views::of(&world.pool, world.pool.subterms(&[t]).into_iter());
        let before = world.state(&mut random, &views);
        let before = State {
            relations: Default::default(),
            ..before
        };
        let known = OfState(&world.pool, &before);
        let forms = Forms::new(&world.pool, &views, Some(&known));
        for signed in [true, false] {
            let sum = forms.sum(t, signed).expect("few bits");
            longer += usize::from(sum.parts != Linear::of(Quantity { term: t, signed }).parts);
            for model in world
                .models
                .iter()
                .filter(|m| world.holds(&before, m, |v| v))
            {
                let parts = sum.parts.iter();
                let value: i128 = parts.map(|(q, f)| f * world.number(*q, model)).sum();
                let number = interval(world.value(t, model), signed).0;
                assert_eq!(value + sum.constant, number, "{t:?} {signed} {before:?}");
            }
        }
    }
    assert!(longer > 80, "{longer}");
}

#[test]
fn a_difference_is_what_it_says() {
    let mut world = World::new();
    let mut random = Random(11);
    for _ in 0..400 {
        let t = world.guard(&mut random, 2);
        let views = Views::of(&world.pool, world.pool.subterms(&[t]).into_iter());
        let pair = world.pair(&mut random, &views);
        let most = random.below(90) as i128 - 45;
        let fact = as_fact(&mut world.pool, pair, most);
        for model in world.models.iter().step_by(7) {
            let holds = world.pool.eval_bool(fact, model).expect("a truth value");
            assert_eq!(
                holds,
                world.difference(pair, model) <= most,
                "{pair:?} {most}"
            );
        }
    }
}
