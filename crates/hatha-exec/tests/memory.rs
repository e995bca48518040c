//! Objects against a flat array of bits: overlapping accesses of every size.

use hatha_cfa::{BitRange, ByteOrder, Span, Target, VarId};
use hatha_exec::memory::{MemError, Memory, NewObject, ObjectKind, Raw};
use hatha_exec::{Prov, Word};
use proptest::prelude::*;

const SIZE: usize = 40;

/// What is done to an object.
#[derive(Clone, Debug)]
enum Step {
    Write {
        at: usize,
        len: usize,
        bits: u128,
        holes: u128,
    },
    Field {
        at: usize,
        range: BitRange,
        bits: u128,
    },
    Fill {
        at: usize,
        len: usize,
        byte: u8,
    },
    Copy {
        to: usize,
        from: usize,
        len: usize,
    },
}

fn step() -> impl Strategy<Value = Step> {
    let holes = prop_oneof![Just(0u128), any::<u128>()];
    prop_oneof![
        (0..SIZE, 1usize..=16, any::<u128>(), holes).prop_map(|(at, len, bits, holes)| {
            Step::Write {
                at,
                len: len.min(SIZE - at),
                bits,
                holes,
            }
        }),
        (0..SIZE - 9, 0u8..8, 1u8..=64, any::<u128>()).prop_map(|(at, offset, width, bits)| {
            Step::Field {
                at,
                range: BitRange { offset, width },
                bits,
            }
        }),
        (0..SIZE, 0usize..SIZE, any::<u8>()).prop_map(|(at, len, byte)| Step::Fill {
            at,
            len: len.min(SIZE - at),
            byte
        }),
        (0..SIZE, 0..SIZE, 0usize..SIZE).prop_map(|(to, from, len)| Step::Copy {
            to,
            from,
            len: len.min(SIZE - to.max(from))
        }),
    ]
}

/// One bit of the reference: its value, or nothing.
type Flat = Vec<Option<bool>>;

/// The place of bit `i` of a number of `len` bytes at byte `at`.
fn place(at: usize, len: usize, i: usize, order: ByteOrder) -> usize {
    match order {
        ByteOrder::Little => at * 8 + i,
        ByteOrder::Big => (at + len - 1 - i / 8) * 8 + i % 8,
    }
}

/// The place of bit `i` of a bit-field; on a big-endian target fields start at the top of a byte.
fn field_place(at: usize, range: BitRange, i: usize, order: ByteOrder) -> usize {
    match order {
        ByteOrder::Little => at * 8 + usize::from(range.offset) + i,
        ByteOrder::Big => {
            let from_top = usize::from(range.offset) + usize::from(range.width) - 1 - i;
            (at + from_top / 8) * 8 + 7 - from_top % 8
        }
    }
}

fn apply_flat(flat: &mut Flat, step: &Step, order: ByteOrder) {
    match *step {
        Step::Write {
            at,
            len,
            bits,
            holes,
        } => {
            for i in 0..len * 8 {
                let hole = holes >> i & 1 == 1;
                flat[place(at, len, i, order)] = (!hole).then_some(bits >> i & 1 == 1);
            }
        }
        Step::Field { at, range, bits } => {
            for i in 0..usize::from(range.width) {
                flat[field_place(at, range, i, order)] = Some(bits >> i & 1 == 1);
            }
        }
        Step::Fill { at, len, byte } => {
            for i in 0..len * 8 {
                flat[at * 8 + i] = Some(byte >> (i % 8) & 1 == 1);
            }
        }
        Step::Copy { to, from, len } => {
            let data = flat[from * 8..(from + len) * 8].to_vec();
            flat[to * 8..(to + len) * 8].copy_from_slice(&data);
        }
    }
}

fn apply(memory: &mut Memory<Prov>, prov: Prov, step: &Step, order: ByteOrder) {
    if let Step::Copy { to, from, len } = *step {
        memory.copy((prov, to as u64), (prov, from as u64), len as u64);
        return;
    }
    let object = memory
        .live_mut(prov)
        .expect("the object lives through the test");
    match *step {
        Step::Write {
            at,
            len,
            bits,
            holes,
        } => {
            let m = u128::MAX >> (128 - len * 8);
            let raw = Raw {
                bits: bits & m,
                holes: holes & m,
            };
            object.write(at, len, raw, order);
        }
        Step::Field { at, range, bits } => {
            object.write_bits(at, range, Raw { bits, holes: 0 }, order)
        }
        Step::Fill { at, len, byte } => object.fill(at, len, byte),
        Step::Copy { .. } => {}
    }
}

fn new_object(size: u64) -> NewObject {
    NewObject {
        kind: ObjectKind::Heap,
        size,
        align: 1,
        span: Span::NONE,
    }
}

/// The reference's view of a stretch of bits.
fn expected(flat: &Flat, count: usize, place: impl Fn(usize) -> usize) -> Raw {
    let mut raw = Raw { bits: 0, holes: 0 };
    for i in 0..count {
        match flat[place(i)] {
            Some(bit) => raw.bits |= u128::from(bit) << i,
            None => raw.holes |= 1 << i,
        }
    }
    raw
}

/// Bits without a value may read as anything.
fn visible(raw: Raw) -> Raw {
    Raw {
        bits: raw.bits & !raw.holes,
        ..raw
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn memory_is_an_array_of_bits(steps in prop::collection::vec(step(), 1..40), big in any::<bool>()) {
        let order = if big { ByteOrder::Big } else { ByteOrder::Little };
        let mut memory: Memory<Prov> = Memory::new(&Target::lp64(), 1 << 20);
        let prov = memory.allocate(new_object(SIZE as u64)).expect("room").prov;
        let mut flat: Flat = vec![None; SIZE * 8];
        for s in &steps {
            apply(&mut memory, prov, s, order);
            apply_flat(&mut flat, s, order);
        }
        let object = memory.live(prov).expect("the object lives through the test");
        for at in 0..SIZE {
            for len in 1..=16.min(SIZE - at) {
                let want = expected(&flat, len * 8, |i| place(at, len, i, order));
                prop_assert_eq!(visible(object.read(at, len, order)), want);
            }
        }
        for at in 0..SIZE - 9 {
            let range = BitRange { offset: (at % 8) as u8, width: 1 + (at * 7 % 60) as u8 };
            let want = expected(&flat, range.width.into(), |i| field_place(at, range, i, order));
            prop_assert_eq!(visible(object.read_bits(at, range, order)), want);
        }
    }

    #[test]
    fn stored_addresses_are_known_until_overwritten(writes in prop::collection::vec((0u64..32, 0u64..24), 1..20)) {
        let mut memory: Memory<Prov> = Memory::new(&Target::lp64(), 1 << 20);
        let prov = memory.allocate(new_object(SIZE as u64)).expect("room").prov;
        // Which byte of which address stands where.
        let mut flat: Vec<Option<(u64, u64)>> = vec![None; SIZE];
        let object = memory.live_mut(prov).expect("the object lives through the test");
        for (n, &(at, clear)) in (1u64..).zip(&writes) {
            object.cells_mut().put(at, 8, Prov::new(n as u32, 2));
            for i in 0..8 {
                flat[(at + i) as usize] = Some((n, i));
            }
            object.cells_mut().clear(clear, 3);
            flat[clear as usize..clear as usize + 3].fill(None);
        }
        let mut seen = vec![None; SIZE];
        for (at, cell) in object.cells().iter() {
            for i in 0..u64::from(cell.len) {
                let byte = (u64::from(cell.value.slot()), u64::from(cell.first) + i);
                prop_assert_eq!(seen[(at + i) as usize].replace(byte), None, "cells overlap");
            }
        }
        prop_assert_eq!(seen, flat);
    }

    #[test]
    fn live_objects_never_overlap(sizes in prop::collection::vec(0u64..5000, 50..400), keep in 2usize..7) {
        let mut memory: Memory<Prov> = Memory::new(&Target::ilp32(), 1 << 30);
        for (i, &size) in sizes.iter().enumerate() {
            let at = memory.allocate(new_object(size)).expect("room");
            prop_assert_eq!(memory.find(at.lo), at.prov);
            prop_assert_eq!(memory.find(at.lo + size), at.prov, "one past the end belongs to it");
            if i % keep != 0 {
                memory.kill(at.prov);
            }
        }
        let mut ranges: Vec<_> = memory.live_objects().map(|o| (o.base, o.base + o.size)).collect();
        ranges.sort_unstable();
        for pair in ranges.windows(2) {
            prop_assert!(pair[0].1 < pair[1].0);
        }
    }
}

#[test]
fn a_small_address_space_is_used_again_without_touching_the_living() {
    let mut memory: Memory<Prov> = Memory::new(&Target::ilp32(), u64::MAX);
    let kept = memory.allocate(new_object(100)).expect("room");
    // Half a terabyte of garbage in all, two gigabytes of addresses.
    let chunk = 64 << 20;
    let mut last = Prov::NONE;
    for _ in 0..200 {
        let at = memory.allocate(NewObject {
            kind: ObjectKind::Heap,
            size: chunk,
            align: 16,
            span: Span::NONE,
        });
        let at = at.expect("freed addresses are there again");
        assert!(at.lo + chunk <= kept.lo || at.lo > kept.lo + 100);
        memory.kill(last);
        last = at.prov;
    }
    assert_eq!(memory.find(kept.lo + 50), kept.prov);
}

#[test]
fn accesses_are_checked_against_their_own_object() {
    let mut memory: Memory<Prov> = Memory::new(&Target::lp64(), 1 << 20);
    let local = NewObject {
        kind: ObjectKind::Local(VarId(0)),
        size: 4,
        align: 4,
        span: Span::NONE,
    };
    let (a, b) = (
        memory.allocate(local).expect("room"),
        memory.allocate(local).expect("room"),
    );
    // The address of `b`, derived from `a`.
    let stray = Word { lo: b.lo, ..a };
    assert!(matches!(
        memory.check(stray, 4),
        Err(MemError::OutOfBounds { .. })
    ));
    assert!(memory.check(b, 4).is_ok());
    assert!(matches!(
        memory.check(b, 5),
        Err(MemError::OutOfBounds { .. })
    ));
    memory.kill(a.prov);
    assert_eq!(memory.check(a, 1), Err(MemError::Dangling(a.prov)));
    assert_eq!(memory.check(Word::ZERO, 1), Err(MemError::Null));
    assert_eq!(memory.check(Word::int(0x10), 1), Err(MemError::BadPointer));
}

#[test]
fn the_limit_on_memory_is_a_limit_on_what_is_alive() {
    let mut memory: Memory<Prov> = Memory::new(&Target::lp64(), 1000);
    for _ in 0..100_000 {
        let at = memory
            .allocate(new_object(500))
            .expect("only one is alive at a time");
        memory.kill(at.prov);
    }
    assert!(memory.allocate(new_object(900)).is_ok());
    assert_eq!(
        memory.allocate(new_object(500)).unwrap_err(),
        MemError::Limit(1000)
    );
}
