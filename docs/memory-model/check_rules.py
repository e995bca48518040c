#!/usr/bin/env python3
"""Asks Z3 whether resolution (R1 to R3, copies) equals the byte-wise reference.

Random lists of aligned writes and copies at random nearby addresses, contents
symbolic; a model in which the two readings of memory differ would be a
counterexample. With `--break`
R3 inserts at the wrong place, and counterexamples must appear.
"""

import os
import random
import subprocess
import sys

from obligations import FlatArray, Resolved, bv

WIDTH = 12


class Both(Resolved):
    """Resolution whose initial reads are the bytes of the reference's array M."""

    array_sort = FlatArray.array_sort
    byte = FlatArray.byte

    def initial_read(self, p, n):
        return FlatArray.read(self, "M", p, n)


class Broken(Both):
    def inserted(self, x, n, at, size, v):
        return super().inserted(x, n, n - size - at, size, v)


def script(e, rng):
    """A query that is Unsat if both readings agree."""
    e.head.append(f"(declare-const M {e.array_sort()})")
    pointers = [e.pointer(f"p{i}") for i in range(3)]
    for p in pointers:
        e.require(f"(= {e.bits(p)} {bv(256 + 8 * rng.randrange(5), WIDTH)})")
    listed, array = e.initial(), "M"
    for step in range(rng.randint(1, 4)):
        n = rng.choice((1, 2, 4, 8))
        p = aligned(e, rng, pointers, n)
        if rng.random() < 0.25:
            d, s = (aligned(e, rng, pointers, 8) for _ in range(2))
            listed, array = e.memcpy(listed, d, s, 16), FlatArray.memcpy(e, array, d, s, 16)
            continue
        v = e.declare(f"v{step}", 8 * n)
        listed, array = e.write(listed, p, n, v), FlatArray.write(e, array, p, n, v)
    n = rng.choice((1, 2, 4, 8))
    p = aligned(e, rng, pointers, n)
    e.require(f"(not (= {e.read(listed, p, n)} {FlatArray.read(e, array, p, n)}))")
    return e.text(False) + "\n(check-sat)\n(reset)\n"


def aligned(e, rng, pointers, n):
    """An address aligned to n; the pointers themselves are aligned to 8."""
    return e.at(rng.choice(pointers), n * rng.randrange(16 // n))


def main():
    kind = Broken if "--break" in sys.argv else Both
    count = 400
    text = "".join(script(kind(WIDTH), random.Random(seed)) for seed in range(count))
    text = text.replace("(set-logic QF_BV)", "(set-logic QF_ABV)")
    z3 = os.environ.get("Z3", "z3")
    out = subprocess.run([z3, "-in", "-t:20000"], input=text, capture_output=True, text=True)
    answers = out.stdout.split()
    print({a: answers.count(a) for a in sorted(set(answers))}, "of", count)
    sys.exit(0 if answers == ["unsat"] * count else 1)


if __name__ == "__main__":
    main()
