"""Proof obligations that a memory encoding has to answer, and the encodings.

Each obligation is stated once, against the interface of `Encoding`; each
encoding writes it out as SMT-LIB. The invariant: every encoding receives the
same premises (validity of the accesses, the region S, the step), so that a
difference in time is a difference between encodings.
"""

from itertools import combinations


def bv(value, width):
    return f"(_ bv{value % (1 << width)} {width})"


def neg(c):
    return {"true": "false", "false": "true"}.get(c, f"(not {c})")


def conj(cs):
    cs = [c for c in cs if c != "true"]
    return "true" if not cs else cs[0] if len(cs) == 1 else f"(and {' '.join(cs)})"


def disj(cs):
    cs = [c for c in cs if c != "false"]
    return "false" if not cs else cs[0] if len(cs) == 1 else f"(or {' '.join(cs)})"


def extract(v, lo, n):
    """Bytes lo .. lo+n-1 of v."""
    return f"((_ extract {8 * (lo + n) - 1} {8 * lo}) {v})"


class Addr:
    """An address `base + k`; the split keeps syntactic (dis)equality visible."""

    def __init__(self, base, k=0):
        self.base, self.k = base, k

    def key(self):
        return (self.base, self.k)


class Encoding:
    """Flat addresses, shared by all encodings but B; memory is left abstract."""

    def __init__(self, width, fold=True):
        self.w, self.psize, self.fold = width, width // 8, fold
        self.head, self.body, self.count = [], [], 0
        self.blk_reads, self.sums = {}, {}

    # -- text ---------------------------------------------------------------
    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def declare(self, name, width):
        self.head.append(f"(declare-const {name} (_ BitVec {width}))")
        return name

    def let(self, sort, term, prefix="t"):
        name = self.fresh(prefix)
        self.body.append(f"(define-fun {name} () {sort} {term})")
        return name

    def letbv(self, width, term):
        return self.let(f"(_ BitVec {width})", term)

    def require(self, c):
        if c != "true":
            self.body.append(f"(assert {c})")

    def text(self, eager=True):
        tail = self.axioms() if eager else []
        return "\n".join([f"(set-logic {self.logic})"] + self.head + self.body + tail)

    def watched(self):
        """Facts that lemmas relate: (tag, address, value, bytes, detail, value bits)."""
        return []

    def axioms(self):
        """Every consistency lemma there is."""
        return self.lemmas(lambda a, b: True)

    def lemmas(self, wanted):
        """The lemmas for the pairs (i, j) of watched facts that are wanted."""
        facts, out = self.watched(), []
        for i, j in combinations(range(len(facts)), 2):
            if facts[i][0] == facts[j][0] and wanted(i, j):
                before = len(self.body)
                c = self.lemma(facts[i], facts[j])
                out += self.body[before:]
                del self.body[before:]
                if c != "true":
                    out.append(f"(assert {c})")
        return out

    def violated(self, values):
        """The lemmas that a model breaks; values[i] = (address, value) of fact i."""
        facts = self.watched()

        def broken(i, j):
            if facts[i][3] < facts[j][3]:
                i, j = j, i
            (a, x), (b, y) = values[i], values[j]
            n, m = facts[i][3], facts[j][3]
            return a <= b < a + n and (x >> 8 * (b - a)) % (1 << facts[j][5]) != y

        return self.lemmas(broken)

    # -- terms --------------------------------------------------------------
    def eq(self, a, b):
        if self.fold and a == b:
            return "true"
        return f"(= {a} {b})"

    def ite(self, c, a, b):
        if self.fold and c in ("true", "false"):
            return a if c == "true" else b
        if self.fold and a == b:
            return a
        return f"(ite {c} {a} {b})"

    # -- pointers -----------------------------------------------------------
    def pointer(self, name):
        return Addr(self.declare(name, self.w))

    def at(self, p, k):
        return Addr(p.base, p.k + k)

    def index(self, p, i, scale):
        """p + scale * i, i a term of pointer width."""
        return self.sum(p, f"(bvmul {i} {bv(scale, self.w)})")

    def sum(self, p, term):
        """p + term, shared; `sums` remembers the summands for p + term - p = term."""
        for base, known in self.sums.items():
            if known == (p.key(), term):
                return Addr(base)
        base = self.letbv(self.w, f"(bvadd {self.bits(p)} {term})")
        self.sums[base] = (p.key(), term)
        return Addr(base)

    def bits(self, p):
        return p.base if p.k == 0 else f"(bvadd {p.base} {bv(p.k, self.w)})"

    def same(self, p, q):
        if self.fold and p.base == q.base:
            return "true" if p.k == q.k else "false"
        if self.fold and p.k == q.k:
            return self.eq(p.base, q.base)
        return self.eq(self.bits(p), self.bits(q))

    def low_zero(self, p, n):
        k = n.bit_length() - 1
        return "true" if k == 0 else f"(= ((_ extract {k - 1} 0) {self.bits(p)}) {bv(0, k)})"

    def high(self, p, n):
        """The bits of p above those that address within n bytes."""
        return f"((_ extract {self.w - 1} {n.bit_length() - 1}) {self.bits(p)})"

    def disjoint(self, p, n, q, m):
        """Aligned accesses of n and m bytes do not meet."""
        if n < m:
            p, n, q, m = q, m, p, n
        return neg(self.same(p, q) if n == m else self.aligned_in(p, n, q))

    def aligned_in(self, p, n, q):
        """q lies in the n bytes at p, p aligned to n."""
        return f"(= {self.bits(p)} (bvand {self.bits(q)} {bv(-n, self.w)}))"

    # -- objects ------------------------------------------------------------
    def block0(self, p):
        """Base of the live object that held p in the initial state, or 0."""
        key = p.key()
        if key not in self.blk_reads:
            if not self.blk_reads:
                self.declare_block()
            self.blk_reads[key] = (p, self.read_block(p))
        return self.blk_reads[key][1]

    def declare_block(self):
        self.head.append(f"(declare-fun Blk ((_ BitVec {self.w})) (_ BitVec {self.w}))")

    def read_block(self, p):
        return f"(Blk {self.bits(p)})"

    def live(self, p):
        return neg(f"(= {self.block0(p)} {bv(0, self.w)})")

    def valid(self, p, n, owner=None):
        """Premise: the access at p of n bytes did not fault in the old state."""
        self.require(self.low_zero(p, n))
        self.require(self.live(p))
        if owner is not None:
            self.require(f"(= {self.block0(p)} {self.block0(owner)})")

    def aligned_only(self, p, n):
        self.require(self.low_zero(p, n))

    def other_object(self, p, q):
        return neg(f"(= {self.block0(p)} {self.block0(q)})")

    def malloc(self, name, size, align=8):
        """A fresh block of constant size; freshness at the mentioned addresses."""
        b = self.pointer(name)
        t = self.bits(b)
        self.require(self.low_zero(b, align))
        self.require(f"(bvult {t} (bvadd {t} {bv(size, self.w)}))")
        self.require(neg(f"(= {t} {bv(0, self.w)})"))
        for p, blk in list(self.blk_reads.values()):
            inside = f"(bvult (bvsub {self.bits(p)} {t}) {bv(size, self.w)})"
            self.require(f"(=> {inside} (= {blk} {bv(0, self.w)}))")
        return b

    # -- pointers in memory ---------------------------------------------------
    def read_pointer(self, m, p):
        return Addr(self.letbv(self.w, self.read(m, p, self.psize)))

    def write_pointer(self, m, p, q):
        return self.write(m, p, self.psize, self.bits(q))


class FlatArray(Encoding):
    """A: one array from addresses to bytes."""

    logic = "QF_AUFBV"

    def initial(self):
        self.head.append(f"(declare-const M (Array (_ BitVec {self.w}) (_ BitVec 8)))")
        return "M"

    def byte(self, p, i):
        return self.bits(self.at(p, i))

    def read(self, m, p, n):
        bs = [f"(select {m} {self.byte(p, i)})" for i in reversed(range(n))]
        return bs[0] if n == 1 else self.letbv(8 * n, f"(concat {' '.join(bs)})")

    def array_sort(self):
        return f"(Array (_ BitVec {self.w}) (_ BitVec 8))"

    def write(self, m, p, n, v):
        for i in range(n):
            m = f"(store {m} {self.byte(p, i)} {v if n == 1 else extract(v, i, 1)})"
        return self.let(self.array_sort(), m, "m")

    def memcpy(self, m, d, s, n):
        out = m
        for i in range(n):
            out = f"(store {out} {self.byte(d, i)} (select {m} {self.byte(s, i)}))"
            if i % 16 == 15:
                out = self.let(self.array_sort(), out, "m")
        return self.let(self.array_sort(), out, "m")


class CellArray(Encoding):
    """C: one array of aligned eight-byte cells; a narrow access is a mux."""

    logic = "QF_AUFBV"

    def sort(self):
        return f"(Array (_ BitVec {self.w - 3}) (_ BitVec 64))"

    def initial(self):
        self.head.append(f"(declare-const M {self.sort()})")
        return "M"

    def shift(self, p):
        return f"(concat {bv(0, 58)} ((_ extract 2 0) {self.bits(p)}) #b000)"

    def cell(self, m, p):
        return f"(select {m} {self.high(p, 8)})"

    def read(self, m, p, n):
        if n == 8:
            return self.letbv(64, self.cell(m, p))
        return self.letbv(8 * n, extract(f"(bvlshr {self.cell(m, p)} {self.shift(p)})", 0, n))

    def write(self, m, p, n, v):
        if n < 8:
            mask = f"(bvshl {bv((1 << 8 * n) - 1, 64)} {self.shift(p)})"
            wide = f"(bvshl (concat {bv(0, 64 - 8 * n)} {v}) {self.shift(p)})"
            v = f"(bvor (bvand {self.cell(m, p)} (bvnot {mask})) {wide})"
        return self.let(self.sort(), f"(store {m} {self.high(p, 8)} {v})", "m")

    def memcpy(self, m, d, s, n):
        out = m
        for i in range(0, n, 4):
            out = self.write(out, self.at(d, i), 4, self.read(m, self.at(s, i), 4))
        return out


class PairArray(Encoding):
    """B: pointer = (object, offset); one array from pairs to bytes.

    A stored pointer is `base(object) + offset`; a loaded one asks the
    uninterpreted functions `objof` and `base` for the pair.
    """

    logic = "QF_AUFBV"
    ow = 32

    def __init__(self, width, fold=True):
        super().__init__(width, fold)
        self.head += [
            f"(declare-fun base ((_ BitVec 32)) (_ BitVec {width}))",
            f"(declare-fun objof ((_ BitVec {width})) (_ BitVec 32))",
            f"(declare-fun len ((_ BitVec 32)) (_ BitVec {width}))",
            "(declare-const next (_ BitVec 32))",
        ]

    def pointer(self, name):
        o = self.declare(f"{name}_o", self.ow)
        return Addr((o, self.declare(f"{name}_f", self.w)))

    def offset(self, p):
        f = p.base[1]
        return f if p.k == 0 else f"(bvadd {f} {bv(p.k, self.w)})"

    def bits(self, p):
        return f"(concat {p.base[0]} {self.offset(p)})"

    def index(self, p, i, scale):
        t = f"(bvadd {self.offset(p)} (bvmul {i} {bv(scale, self.w)}))"
        return Addr((p.base[0], self.letbv(self.w, t)))

    def same(self, p, q):
        return self.eq(self.bits(p), self.bits(q))

    def low_zero(self, p, n):
        k = n.bit_length() - 1
        return "true" if k == 0 else f"(= ((_ extract {k - 1} 0) {self.offset(p)}) {bv(0, k)})"

    def disjoint(self, p, n, q, m):
        big = max(n, m).bit_length() - 1
        hi = [f"((_ extract {self.w - 1} {big}) {self.offset(x)})" for x in (p, q)]
        return neg(conj([self.eq(p.base[0], q.base[0]), self.eq(*hi)]))

    def valid(self, p, n, owner=None):
        self.require(self.low_zero(p, n))
        length = f"(len {p.base[0]})"
        self.require(f"(bvult {p.base[0]} next)")
        self.require(f"(bvule {bv(n, self.w)} {length})")
        self.require(f"(bvule {self.offset(p)} (bvsub {length} {bv(n, self.w)}))")

    def other_object(self, p, q):
        return neg(f"(= {p.base[0]} {q.base[0]})")

    def malloc(self, name, size, align=8):
        self.require(f"(= (len next) {bv(size, self.w)})")
        return Addr(("next", bv(0, self.w)))

    def sort(self):
        return f"(Array (_ BitVec {self.ow + self.w}) (_ BitVec 8))"

    def initial(self):
        self.head.append(f"(declare-const M {self.sort()})")
        return "M"

    array_sort = sort
    byte = FlatArray.byte
    read = FlatArray.read
    write = FlatArray.write
    memcpy = FlatArray.memcpy

    def read_pointer(self, m, p):
        a = self.letbv(self.w, self.read(m, p, self.psize))
        o = self.letbv(self.ow, f"(objof {a})")
        return Addr((o, self.letbv(self.w, f"(bvsub {a} (base {o}))")))

    def write_pointer(self, m, p, q):
        a = self.letbv(self.w, f"(bvadd (base {q.base[0]}) {self.offset(q)})")
        self.require(f"(= (objof {a}) {q.base[0]})")
        return self.write(m, p, self.psize, a)


class Typed(FlatArray):
    """E: one array per access width (Burstall); no overlap between widths."""

    def initial(self):
        for n in (1, 4, 8):
            self.head.append(
                f"(declare-const M{n} (Array (_ BitVec {self.w}) (_ BitVec {8 * n})))")
        return {n: f"M{n}" for n in (1, 4, 8)}

    def read(self, m, p, n):
        return self.letbv(8 * n, f"(select {m[n]} {self.bits(p)})")

    def write(self, m, p, n, v):
        sort = f"(Array (_ BitVec {self.w}) (_ BitVec {8 * n}))"
        return {**m, n: self.let(sort, f"(store {m[n]} {self.bits(p)} {v})", "m")}

    def memcpy(self, m, d, s, n):
        out = m
        for i in range(0, n, 4):
            out = self.write(out, self.at(d, i), 4, self.read(m, self.at(s, i), 4))
        return out


class Resolved(Encoding):
    """D: memory is a list of updates; a read resolves against it, newest first.

    What reaches the initial memory becomes a variable (`ack`), with pairwise
    consistency, or an application of an uninterpreted function (`uf`).
    """

    logic = "QF_BV"
    unit = None  # split every access into pieces of this many bytes

    def __init__(self, width, fold=True):
        super().__init__(width, fold)
        self.inits, self.memo, self.atoms = {}, {}, {}

    # -- one literal per address comparison ------------------------------------
    def atom(self, c):
        """A name for c, so that S and a hit meet in one literal of the SAT solver."""
        if c in ("true", "false"):
            return c
        if c not in self.atoms:
            h = self.atoms[c] = self.fresh("h")
            self.body += [f"(declare-const {h} Bool)", f"(assert (= {h} {c}))"]
        return self.atoms[c]

    def same(self, p, q):
        p, q = sorted((p, q), key=lambda a: (str(a.base), a.k))
        return self.atom(super().same(p, q))

    def aligned_in(self, p, n, q):
        return self.atom(super().aligned_in(p, n, q))

    # -- the initial memory ---------------------------------------------------
    def initial(self):
        return ()

    def initial_read(self, p, n):
        key = (p.key(), n)
        if key not in self.inits:
            self.inits[key] = (p, n, self.declare(self.fresh(f"r{n}_"), 8 * n))
        return self.inits[key][2]

    def watched(self):
        out = [("read", self.bits(p), x, n, (p, n, x), 8 * n) for p, n, x in self.inits.values()]
        return out + [("block", self.bits(p), x, 1, (p, x), self.w)
                      for p, x in self.blk_reads.values()]

    def lemma(self, a, b):
        if a[0] == "read":
            return self.consistent(a[4], b[4])
        (p, x), (q, y) = a[4], b[4]
        return "true" if x == y else self.implied(self.same(p, q), f"(= {x} {y})")

    def implied(self, c, then):
        if c == "false":
            return "true"
        return then if c == "true" else f"(=> {c} {then})"

    def consistent(self, a, b):
        (p, n, x), (q, m, y) = (a, b) if a[1] >= b[1] else (b, a)
        meet = Resolved.contains(self, p, n, q, m)  # without the guard of a hit
        return self.implied(meet, f"(= {y} {self.part(p, n, x, q, m)})")

    def declare_block(self):
        pass

    def read_block(self, p):
        return self.declare(self.fresh("blk"), self.w)

    # -- overlap of aligned accesses -------------------------------------------
    def contains(self, p, n, q, m):
        """Access (p, n) contains the aligned access (q, m), m <= n."""
        if n == m:
            return self.same(p, q)
        if self.fold and p.base == q.base:
            return "true" if 0 <= q.k - p.k < n else "false"
        return self.aligned_in(p, n, q)

    def part(self, p, n, x, q, m):
        """The m bytes at q of the value x at (p, n), given containment."""
        if n == m:
            return x
        if self.fold and p.base == q.base:
            return extract(x, q.k - p.k, m)
        lo, hi = m.bit_length() - 1, n.bit_length() - 2
        select = f"((_ extract {hi} {lo}) {self.low_bits(q)})"
        out = extract(x, n - m, m)
        for i in reversed(range(n // m - 1)):
            out = f"(ite (= {select} {bv(i, hi - lo + 1)}) {extract(x, i * m, m)} {out})"
        return out

    # -- updates -----------------------------------------------------------------
    def write(self, m, p, n, v):
        if self.unit and n > self.unit:
            for i in range(0, n, self.unit):
                m = self.write(m, self.at(p, i), self.unit, extract(v, i, self.unit))
            return m
        return (m, ("write", p, n, v))

    def memcpy(self, m, d, s, n):
        return (m, ("copy", d, s, bv(n, self.w), m))

    def read(self, m, p, n):
        if self.unit and n > self.unit:
            return self.pieces(m, p, n, self.unit)
        key = (id(m), p.key(), n)
        if key not in self.memo:
            self.memo[key] = (m, self.resolve(m, p, n))  # m is kept so that its id is
        return self.memo[key][1]

    def pieces(self, m, p, n, size):
        parts = [self.read(m, self.at(p, i), size) for i in range(0, n, size)]
        return self.letbv(8 * n, f"(concat {' '.join(reversed(parts))})")

    def resolve(self, m, p, n):
        if not m:
            return self.initial_read(p, n)
        older, update = m
        if update[0] == "copy":
            return self.resolve_copy(older, update, p, n)
        _, q, size, v = update
        if size < n:
            return self.patch(self.read(older, p, n), p, n, q, size, v)
        if self.fold and p.base == q.base and 0 <= p.k - q.k < size:
            return self.part(q, size, v, p, n)
        below = self.read(older, p, n)
        if self.fold and size == n and v == below:
            return below  # no comparison is made that nobody needs
        hit = self.contains(q, size, p, n)
        value = self.ite(hit, self.part(q, size, v, p, n), below)
        return value if value == below else self.letbv(8 * n, value)

    def patch(self, below, p, n, q, size, v):
        """A write (q, size) narrower than the read (p, n) replaces some bytes of it.

        The read below stays whole, so that no read of the initial memory is
        ever split.
        """
        hit = self.contains(p, n, q, size)
        if self.fold and hit == "false":
            return below
        if self.fold and p.base == q.base:
            return self.letbv(8 * n, self.inserted(below, n, q.k - p.k, size, v))
        lo, hi = size.bit_length() - 1, n.bit_length() - 2
        select = f"((_ extract {hi} {lo}) {self.low_bits(q)})"
        out = self.inserted(below, n, n - size, size, v)
        for i in reversed(range(n // size - 1)):
            at = f"(= {select} {bv(i, hi - lo + 1)})"
            out = f"(ite {at} {self.inserted(below, n, i * size, size, v)} {out})"
        return self.letbv(8 * n, self.ite(hit, out, below))

    def inserted(self, x, n, at, size, v):
        high = [extract(x, at + size, n - at - size)] if at + size < n else []
        return f"(concat {' '.join(high + [v] + ([extract(x, 0, at)] if at else []))})"

    def low_bits(self, p):
        return self.bits(p)

    def resolve_copy(self, older, update, p, n):
        """A copy whose ends are aligned to n moves an n-byte access whole."""
        _, d, s, count, source = update
        away = self.distance(p, d)
        there = self.sum(s, away) if p.base != d.base else self.at(s, p.k - d.k)
        hit = self.guard(p, d, f"(bvult {away} {count})")
        value = self.ite(hit, self.read(source, there, n), self.read(older, p, n))
        return self.letbv(8 * n, value)

    def distance(self, p, d):
        """p - d as a term."""
        if self.fold and p.base == d.base:
            return bv(p.k - d.k, self.w)
        root, term = self.sums.get(p.base, (None, None))
        if self.fold and root == d.key() and p.k == 0:
            return term
        return self.letbv(self.w, f"(bvsub {self.bits(p)} {self.bits(d)})")

    def guard(self, p, q, hit):
        """The hit under what is known about the objects of p and q: here nothing."""
        return hit


class ResolvedBytes(Resolved):
    """D on A: every access is bytes."""

    unit = 1


class ResolvedUF(Resolved):
    """D on C with eight-byte cells of an uninterpreted function below it."""

    logic = "QF_UFBV"

    def __init__(self, width, fold=True):
        super().__init__(width, fold)
        self.head.append(f"(declare-fun M ((_ BitVec {width - 3})) (_ BitVec 64))")

    def initial_read(self, p, n):
        cell = f"(M {self.high(p, 8)})"
        if n == 8:
            return cell
        shift = f"(concat {bv(0, 58)} ((_ extract 2 0) {self.bits(p)}) #b000)"
        return self.letbv(8 * n, extract(f"(bvlshr {cell} {shift})", 0, n))

    def watched(self):
        return []

    declare_block = Encoding.declare_block
    read_block = Encoding.read_block


class ResolvedOwned(Resolved):
    """D on C on A, and a hit is guarded by the objects of the two accesses.

    An access that did not fault through root r lies in the object prov(r).
    Object ids are compared for equality only, so that any width holds that
    has more values than the query has ids.
    """

    idw = 10

    def __init__(self, width, fold=True):
        super().__init__(width, fold)
        self.prov, self.owned = {}, {}

    def provenance(self, p):
        if p.base not in self.prov:
            self.prov[p.base] = self.declare(self.fresh("o"), self.idw)
        return self.prov[p.base]

    def valid(self, p, n, owner=None):
        self.require(self.low_zero(p, n))
        if owner is not None:
            self.prov.setdefault(p.base, self.provenance(owner))
        o = self.provenance(p)
        if o not in [x for _, x in self.owned.values()]:
            self.require(neg(f"(= {o} {bv(0, self.idw)})"))
        self.owned[p.key()] = (p, o)

    def other_object(self, p, q):
        return neg(self.same_id(self.provenance(p), self.provenance(q)))

    def same_id(self, a, b):
        return self.atom("(= {} {})".format(*sorted((a, b))))

    def malloc(self, name, size, align=8):
        b = self.pointer(name)
        t, o = self.bits(b), self.provenance(b)
        self.require(self.low_zero(b, align))
        self.require(f"(bvult {t} (bvadd {t} {bv(size, self.w)}))")
        self.require(neg(f"(= {t} {bv(0, self.w)})"))
        for other in dict.fromkeys(x for _, x in self.owned.values()):
            self.require(neg(self.same_id(o, other)))
        old = [p for p, _ in self.owned.values()]
        for k in (0, size // 2):
            self.owned[(b.base, k)] = (self.at(b, k), o)
            # Owner lemmas against a fresh object, up front: linear in number.
            for p in old:
                self.require(neg(self.same(p, self.at(b, k))))
        return b

    def guard(self, p, q, hit):
        if hit in ("true", "false"):
            return hit
        a, b = self.owned.get(p.key()), self.owned.get(q.key())
        if a is None or b is None or a[1] == b[1]:
            return hit
        return conj([self.same_id(a[1], b[1]), hit])

    def contains(self, p, n, q, m):
        return self.guard(p, q, super().contains(p, n, q, m))

    def watched(self):
        return super().watched() + [("owner", self.bits(p), o, 1, (p, o), self.idw)
                                    for p, o in self.owned.values()]


class ResolvedPair(Resolved):
    """D on B: pairs, with the functions of PairArray made pairwise consistent."""

    ow = 32
    offset = PairArray.offset
    index = PairArray.index
    low_zero = PairArray.low_zero
    disjoint = PairArray.disjoint
    other_object = PairArray.other_object
    pointer = PairArray.pointer

    def __init__(self, width, fold=True):
        super().__init__(width, fold)
        self.apps = {}
        self.head.append("(declare-const next (_ BitVec 32))")

    def app(self, f, arg, width):
        key = (f, arg)
        if key not in self.apps:
            self.apps[key] = self.declare(self.fresh(f), width)
        return self.apps[key]

    def bits(self, p):
        return f"(concat {p.base[0]} {self.offset(p)})"

    def same(self, p, q):
        if self.fold and p.base == q.base:
            return "true" if p.k == q.k else "false"
        if self.fold and p.base[0] == q.base[0]:
            return self.atom(self.eq(self.offset(p), self.offset(q)))
        return conj([self.atom(self.eq(*sorted((x.base[0] for x in (p, q))))),
                     self.atom(self.eq(*sorted(self.offset(x) for x in (p, q))))])

    def valid(self, p, n, owner=None):
        self.require(self.low_zero(p, n))
        length = self.app("len", p.base[0], self.w)
        self.require(f"(bvult {p.base[0]} next)")
        self.require(f"(bvule {bv(n, self.w)} {length})")
        self.require(f"(bvule {self.offset(p)} (bvsub {length} {bv(n, self.w)}))")

    def malloc(self, name, size, align=8):
        self.require(f"(= {self.app('len', 'next', self.w)} {bv(size, self.w)})")
        return Addr(("next", bv(0, self.w)))

    def low_bits(self, p):
        return self.offset(p)

    def aligned_in(self, p, n, q):
        inside = f"(= {self.offset(p)} (bvand {self.offset(q)} {bv(-n, self.w)}))"
        return conj([self.atom(self.eq(*sorted((p.base[0], q.base[0])))), self.atom(inside)])

    def resolve_copy(self, older, update, p, n):
        _, d, s, count, source = update
        away = self.letbv(self.w, f"(bvsub {self.offset(p)} {self.offset(d)})")
        there = Addr((s.base[0], self.letbv(self.w, f"(bvadd {self.offset(s)} {away})")))
        hit = conj([self.eq(p.base[0], d.base[0]), f"(bvult {away} {count})"])
        value = self.ite(hit, self.read(source, there, n), self.read(older, p, n))
        return self.letbv(8 * n, value)

    def read_pointer(self, m, p):
        a = self.letbv(self.w, self.read(m, p, self.psize))
        o = self.app("objof", a, self.ow)
        return Addr((o, self.letbv(self.w, f"(bvsub {a} {self.app('base', o, self.w)})")))

    def write_pointer(self, m, p, q):
        a = self.letbv(self.w, f"(bvadd {self.app('base', q.base[0], self.w)} {self.offset(q)})")
        self.require(f"(= {self.app('objof', a, self.ow)} {q.base[0]})")
        return self.write(m, p, self.psize, a)

    def watched(self):
        width = {"objof": self.ow, "base": self.w, "len": self.w}
        return super().watched() + [(f, arg, x, 1, (arg, x), width[f])
                                    for (f, arg), x in self.apps.items()]

    def lemma(self, a, b):
        if a[0] not in ("objof", "base", "len"):
            return super().lemma(a, b)
        return f"(=> (= {a[4][0]} {b[4][0]}) (= {a[4][1]} {b[4][1]}))"


ENCODINGS = {
    "A-array": FlatArray,
    "B-array": PairArray,
    "C-array": CellArray,
    "E-typed": Typed,
    "D-byte": ResolvedBytes,
    "D-cell-uf": ResolvedUF,
    "D-pair": ResolvedPair,
    "D-size": Resolved,
    "D-own": ResolvedOwned,
}


# -- obligations ---------------------------------------------------------------


def fig3_edge(e, n, wrong):
    """DASH Figure 3 after WP-alpha: S is alpha and no *pi is 1; step *p = 1."""
    p, qs = e.pointer("p"), [e.pointer(f"p{i}") for i in range(n)]
    m = e.initial()
    for q in [p] + qs:
        e.valid(q, 4)
    for q in qs[: n - 1 if wrong else n]:
        e.require(neg(e.same(p, q)))
    for q in qs:
        e.require(neg(f"(= {e.read(m, q, 4)} {bv(1, 32)})"))
    after = e.write(m, p, 4, bv(1, 32))
    e.require(disj([f"(= {e.read(after, q, 4)} {bv(1, 32)})" for q in qs]))


def fig3_tree(e, n, wrong):
    """Figure 5 with *p = 1, lines 2 to 4 as one tree edge."""
    p, qs = e.pointer("p"), [e.pointer(f"p{i}") for i in range(n)]
    m = e.initial()
    for q in [p] + qs:
        e.valid(q, 4)
    for q in qs[: n - 1 if wrong else n]:
        e.require(neg(e.same(p, q)))
    for q in qs:
        m = e.write(m, q, 4, bv(0, 32))
    m = e.write(m, p, 4, bv(1, 32))
    e.require(disj([f"(= {e.read(m, q, 4)} {bv(1, 32)})" for q in qs]))


def list_store(e, n, wrong):
    """Stores to next and val of n other nodes leave x->val alone."""
    x, qs = e.pointer("x"), [e.pointer(f"q{i}") for i in range(n)]
    m, val = e.initial(), e.psize
    e.valid(e.at(x, val), 4)
    e.require(f"(= {e.read(m, e.at(x, val), 4)} {bv(7, 32)})")
    for i, q in enumerate(qs):
        e.valid(q, e.psize)
        e.valid(e.at(q, val), 4)
        e.require(neg(e.same(x, q)))
        if not (wrong and i == n - 1):
            e.require(e.disjoint(e.at(x, val), 4, q, e.psize))
    for q in qs:
        m = e.write(m, e.at(q, val), 4, bv(0, 32))
        m = e.write_pointer(m, q, x)
    e.require(neg(f"(= {e.read(m, e.at(x, val), 4)} {bv(7, 32)})"))


def list_fresh(e, n, wrong):
    """A new node is pushed in front of a list of n; the list keeps its values."""
    x, m, val = e.pointer("x"), e.initial(), e.psize
    nodes = [x]
    for i in range(n):
        if not (wrong and i == n - 1):
            e.valid(nodes[i], e.psize)
            e.valid(e.at(nodes[i], val), 4)
        else:
            e.aligned_only(nodes[i], e.psize)
        e.require(f"(= {e.read(m, e.at(nodes[i], val), 4)} {bv(7, 32)})")
        if i < n - 1:
            nodes.append(e.read_pointer(m, nodes[i]))
    b = e.malloc("b", 2 * e.psize)
    after = e.write(m, e.at(b, val), 4, bv(0, 32))
    after = e.write_pointer(after, b, x)
    bad = []
    for q in nodes:
        bad.append(neg(f"(= {e.read(after, e.at(q, val), 4)} {bv(7, 32)})"))
        bad.append(e.same(b, q))
    bad += [neg(e.same(e.read_pointer(after, q), r)) for q, r in zip(nodes, nodes[1:])]
    e.require(disj(bad))


def union_pun(e, n, wrong):
    """u->i = v; u->c[k] = 0x7f; the int has that byte and keeps the others.

    n - 1 other unions are punned too; S says that u is none of them.
    """
    u, others = e.pointer("u"), [e.pointer(f"u{i}") for i in range(1, n)]
    v, k = e.declare("v", 32), e.declare("k", e.w)
    m = e.initial()
    for q in [u] + others:
        e.valid(q, 4)
    for q in others:
        e.require(neg(e.same(u, q)))
    e.require(f"(bvult {k} {bv(4, e.w)})")
    for q in [u] + others:
        m = e.write(m, q, 4, v)
        m = e.write(m, e.index(q, k, 1), 1, bv(0x7F, 8))
    low = f"((_ extract 31 0) {k})" if e.w > 32 else k
    shift = f"(bvshl {low} {bv(3, 32)})"
    mask = f"(bvshl {bv(0xFF, 32)} {shift})"
    want = f"(bvor (bvand {v} (bvnot {mask})) (bvshl {bv(0x7E if wrong else 0x7F, 32)} {shift}))"
    e.require(neg(f"(= {e.read(m, u, 4)} {want})"))


def memcpy_words(e, n, wrong):
    """memcpy(d, s, n) between objects: word j of d is word j of s, s unchanged."""
    d, s = e.pointer("d"), e.pointer("s")
    j = e.declare("j", e.w)
    m = e.initial()
    sj, dj = e.index(s, j, 4), e.index(d, j, 4)
    for p, owner in ((d, None), (s, None), (sj, s), (dj, d)):
        e.valid(p, 4, owner)
    e.require(e.other_object(d, s))
    e.require(f"({'bvule' if wrong else 'bvult'} {j} {bv(n // 4, e.w)})")
    # The whole source is in its object, so that no byte of it is in d's.
    for i in range(0, n, 4):
        e.valid(e.at(d, i), 4, d)
        e.valid(e.at(s, i), 4, s)
    e.require(f"(= {e.read(m, sj, 4)} {bv(5, 32)})")
    after = e.memcpy(m, d, s, n)
    e.require(disj([neg(f"(= {e.read(after, q, 4)} {bv(5, 32)})") for q in (dj, sj)]))


def array_unknown(e, n, wrong):
    """f(int *a, int *b): a[i..i+n) = 0 keeps a[k] == 0, b[j] == 3 and g == 1."""
    a, b, g = e.pointer("a"), e.pointer("b"), e.pointer("g")
    i, k, j = (e.declare(x, e.w) for x in "ikj")
    m = e.initial()
    ak, bj = e.index(a, k, 4), e.index(b, j, 4)
    for p, owner in ((a, None), (b, None), (g, None), (ak, a), (bj, b)):
        e.valid(p, 4, owner)
    e.require(e.other_object(a, b))
    e.require(e.other_object(a, g))
    e.require(f"(= {e.read(m, ak, 4)} {bv(0, 32)})")
    e.require(f"(= {e.read(m, bj, 4)} {bv(3, 32)})")
    e.require(f"(= {e.read(m, g, 4)} {bv(1, 32)})")
    for step in range(n):
        p = e.index(a, f"(bvadd {i} {bv(step, e.w)})", 4)
        e.valid(p, 4, None if wrong and step == n - 1 else a)
        m = e.write(m, p, 4, bv(0, 32))
    bad = [neg(f"(= {e.read(m, p, 4)} {bv(c, 32)})") for p, c in ((ak, 0), (bj, 3), (g, 1))]
    if wrong:
        bad.append(neg(f"(= {e.read(m, e.index(a, j, 4), 4)} {bv(0, 32)})"))
    e.require(disj(bad))


OBLIGATIONS = {
    "fig3-edge": (fig3_edge, (2, 8, 32, 64)),
    "fig3-tree": (fig3_tree, (2, 8, 32, 64)),
    "list-store": (list_store, (2, 8, 32, 64)),
    "list-fresh": (list_fresh, (2, 8, 32, 64)),
    "union-pun": (union_pun, (2, 8, 32, 64)),
    "memcpy": (memcpy_words, (4, 16, 64, 256)),
    "array": (array_unknown, (2, 8, 32, 64)),
}


def state(encoding, obligation, width, n, wrong, fold=True):
    e = ENCODINGS[encoding](width, fold)
    OBLIGATIONS[obligation][0](e, n, wrong)
    return e
