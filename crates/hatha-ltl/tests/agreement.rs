//! Automaton and definition agree on random pairs of formula and word.

use hatha_ltl::{Atom, AtomKind, Form, FormulaId, Formulas, holds, translate};
use hatha_term::random::Rng;

/// How many basic formulas a random formula has.
const ATOMS: u32 = 3;
const PAIRS: usize = 100_000;

/// Which operators the pairs had.
#[derive(Default)]
struct Seen {
    next: usize,
    weak: usize,
    last: usize,
}

fn atoms(formulas: &mut Formulas) -> Vec<FormulaId> {
    let atom = |i: u32| Atom {
        kind: AtomKind::Condition(format!("p{i}")),
        span: 0..0,
    };
    (0..ATOMS).map(|i| formulas.atom(atom(i))).collect()
}

fn random(r: &mut Rng, f: &mut Formulas, atoms: &[FormulaId], size: u64) -> FormulaId {
    if size == 0 {
        return match r.below(10) {
            0 => f.add(Form::True),
            1 => f.add(Form::False),
            _ => atoms[r.below(u64::from(ATOMS)) as usize],
        };
    }
    let left = r.below(size);
    let mut part = |f: &mut Formulas, size| random(r, f, atoms, size);
    let (a, b) = (part(f, left), part(f, size - 1 - left));
    match r.below(12) {
        0 | 1 => f.not(b),
        2 => f.add(Form::And(a, b)),
        3 => f.add(Form::Or(a, b)),
        4 | 5 => f.add(Form::Next(b)),
        6 | 7 => f.add(Form::WeakNext(b)),
        8 => f.add(Form::Until(a, b)),
        9 => f.add(Form::Release(a, b)),
        10 => f.finally(b),
        _ => f.globally(b),
    }
}

fn note(seen: &mut Seen, f: &Formulas, word: &[Vec<bool>]) {
    let forms = || (0..f.len() as u32).map(|i| f.form(FormulaId(i)));
    seen.next += usize::from(forms().any(|x| matches!(x, Form::Next(_))));
    seen.weak += usize::from(forms().any(|x| matches!(x, Form::WeakNext(_))));
    let ends = |x: Form| matches!(x, Form::WeakNext(a) if f.form(a) == Form::False);
    seen.last += usize::from(word.len() == 1 && forms().any(ends));
}

#[test]
fn the_automaton_accepts_what_the_definition_says() {
    let mut r = Rng::from_state(1);
    let mut seen = Seen::default();
    let (mut yes, mut largest) = (0, 0);
    for pair in 0..PAIRS {
        let mut f = Formulas::new();
        let basic = atoms(&mut f);
        let size = r.below(7);
        let root = random(&mut r, &mut f, &basic, size);
        let len = 1 + r.below(6);
        let word: Vec<Vec<bool>> = (0..len)
            .map(|_| (0..ATOMS).map(|_| r.below(2) == 1).collect())
            .collect();
        let automaton = translate(&f, root, 100_000).expect("small formulas");
        let reduced = automaton.reduced();
        let expected = holds(&f, root, &word);
        assert_eq!(
            automaton.accepts(&word),
            expected,
            "pair {pair}: {f:?} {word:?}"
        );
        assert_eq!(
            reduced.accepts(&word),
            expected,
            "pair {pair}, reduced: {f:?} {word:?}"
        );
        assert!(reduced.nodes.len() <= automaton.nodes.len());
        note(&mut seen, &f, &word);
        yes += usize::from(expected);
        largest = largest.max(automaton.nodes.len());
    }
    // The pairs are no formality: both answers, all the operators, the last state.
    assert!(yes > PAIRS / 5 && yes < PAIRS * 4 / 5, "{yes} hold");
    assert!(seen.next > PAIRS / 10 && seen.weak > PAIRS / 10);
    assert!(
        seen.last > 100,
        "`WX false` at the last state: {}",
        seen.last
    );
    assert!(largest > 10);
}

#[test]
fn weak_next_of_false_holds_at_the_last_state_only() {
    let parsed = hatha_ltl::parse("WX false").expect("a formula");
    let automaton = translate(&parsed.formulas, parsed.root, 100).expect("small");
    let one: Vec<Vec<bool>> = vec![vec![]];
    let two: Vec<Vec<bool>> = vec![vec![], vec![]];
    for word in [one, two] {
        let expected = word.len() == 1;
        assert_eq!(holds(&parsed.formulas, parsed.root, &word), expected);
        assert_eq!(automaton.accepts(&word), expected);
        assert_eq!(automaton.reduced().accepts(&word), expected);
    }
    assert!(!automaton.accepts(&[]));
}
