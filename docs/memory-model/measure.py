#!/usr/bin/env python3
"""Times the obligations of obligations.py under every encoding and solver.

    measure.py write            write the smallest queries as smt2/NAME.smt2
    measure.py run [FILTER...]  time all queries, one line each on stdout;
                                a filter is a list of words, `D-own,D-pair lp64`
    measure.py table < LINES    the tables of memory-model.md

Environment: Z3 (default `z3`), Z3OLD and CVC5 are paths of solvers; Bitwuzla is
used where its Python wheel is installed. RUNS and LIMIT (seconds) per query.
Figures are milliseconds of the solver's processor time, median of RUNS.
"""

import os
import pathlib
import select
import statistics
import subprocess
import sys
import time

from obligations import ENCODINGS, OBLIGATIONS, state

HERE = pathlib.Path(__file__).parent
TACTICS = {
    "QF_BV": "(then simplify propagate-values bit-blast sat)",
    "QF_UFBV": "(then simplify propagate-values solve-eqs ackermannize_bv simplify bit-blast sat)",
    "QF_AUFBV": "(then simplify propagate-values solve-eqs bvarray2uf ackermannize_bv simplify bit-blast sat)",
}
LIMIT = float(os.environ.get("LIMIT", "10"))
RUNS = int(os.environ.get("RUNS", "5"))


class Session:
    """A solver in a child process that is kept alive between queries."""

    def __init__(self, command, check):
        self.command, self.check, self.child = command, check, None

    def start(self):
        self.child = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        self.send("(set-logic QF_BV)\n(check-sat)\n(reset)\n")
        self.line(LIMIT)

    def send(self, text):
        try:
            self.child.stdin.write(text.encode())
            self.child.stdin.flush()
        except BrokenPipeError:
            pass

    def line(self, limit):
        ready, _, _ = select.select([self.child.stdout], [], [], max(limit, 0))
        if not ready:
            return "timeout"
        return self.child.stdout.readline().decode().strip() or "died"

    def values(self, terms):
        """The values of terms in the model just found."""
        self.send(f"(get-value ({' '.join(terms)}))\n")
        text, depth = [], 0
        while not text or depth > 0:
            line = self.child.stdout.readline().decode()
            text.append(line)
            depth += line.count("(") - line.count(")")
        return [literal(pair[-1]) for pair in parse("".join(text))]

    def begin(self, text, logic):
        if self.child is None:
            self.start()
        self.send(f"(set-option :produce-models true)\n{text}\n{self.check(logic)}\n")

    def more(self, lemmas, logic):
        self.send("\n".join(lemmas) + f"\n{self.check(logic)}\n")

    def end(self, answer):
        if answer in ("sat", "unsat"):
            self.send("(reset)\n")
        else:
            self.child.kill()
            self.child.wait()
            self.child = None

    def result(self, limit):
        return self.line(limit)

    def cpu(self):
        """Seconds of processor time: a loaded machine does not change them."""
        if self.child is None:
            self.start()
        path = pathlib.Path(f"/proc/{self.child.pid}/schedstat")
        return int(path.read_text().split()[0]) / 1e9


class Bitwuzla:
    """Bitwuzla in process, through its Python wheel; a fresh instance per query."""

    def begin(self, text, logic):
        import bitwuzla
        self.options = bitwuzla.Options()
        self.options.set(bitwuzla.Option.TIME_LIMIT_PER, int(LIMIT * 1000))
        self.options.set(bitwuzla.Option.PRODUCE_MODELS, True)
        self.parser = bitwuzla.Parser(bitwuzla.TermManager(), self.options)
        self.feed(text)

    def feed(self, text):
        self.parser.parse(text + "\n", True, False)

    def more(self, lemmas, logic):
        self.feed("\n".join(lemmas))

    def result(self, limit):
        name = str(self.parser.bitwuzla().check_sat()).split(".")[-1].lower()
        return "timeout" if name == "unknown" else name

    def values(self, terms):
        solver = self.parser.bitwuzla()
        return [int(solver.get_value(self.parser.parse_term(t)).value(10)) for t in terms]

    def end(self, answer):
        self.parser = None

    def cpu(self):
        return time.process_time()


def parse(text):
    """An S-expression as nested lists."""
    stack = [[]]
    for token in text.replace("(", " ( ").replace(")", " ) ").split():
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0][0]


def literal(value):
    if isinstance(value, list):
        return int(value[1][2:])
    return int(value[2:], 16 if value[1] == "x" else 2)


def solve(solver, e, eager):
    """The answer and the solver's seconds: parsing and lemma rounds included."""
    text, before, start = e.text(eager), solver.cpu(), time.perf_counter()
    solver.begin(text, e.logic)
    facts = [] if eager else e.watched()
    while True:
        answer = solver.result(LIMIT - (time.perf_counter() - start))
        if time.perf_counter() - start > LIMIT:
            answer = "timeout"
        if answer != "sat" or not facts:
            break
        found = solver.values([t for f in facts for t in (f[1], f[2])])
        lemmas = e.violated(list(zip(found[::2], found[1::2])))
        if not lemmas:
            break
        solver.more(lemmas, e.logic)
    took = solver.cpu() - before
    solver.end(answer)
    return answer, took


def plain(logic):
    return "(check-sat)"


def blast(logic):
    return f"(check-sat-using {TACTICS[logic]})"


def solvers():
    z3 = os.environ.get("Z3", "z3")
    found = {"z3": Session([z3, "-in"], plain), "z3-bb": Session([z3, "-in"], blast)}
    if "Z3OLD" in os.environ:
        found["z3-old"] = Session([os.environ["Z3OLD"], "-in"], plain)
    if "CVC5" in os.environ:
        found["cvc5"] = Session([os.environ["CVC5"], "--lang", "smt2", "--incremental"], plain)
    try:
        import bitwuzla  # noqa: F401
        found["bitwuzla"] = Bitwuzla()
    except ImportError:
        pass
    return found


def cell(solver, args, eager, expect):
    times = []
    for _ in range(RUNS):
        answer, took = solve(solver, state(*args), eager)
        if answer not in ("sat", "unsat"):
            return answer
        if answer != expect:
            return f"{answer}!"
        times.append(took)
        if took > 0.5:
            break
    return f"{1000 * statistics.median(times):.1f}"


def variants():
    """(name, encoding, folding constructors, lemmas up front)"""
    for name in ENCODINGS:
        yield name, name, True, not name.startswith("D-")
    yield "D-own-raw", "D-own", False, False
    yield "D-own-eager", "D-own", True, True


def cases(filters):
    for obligation, (_, sizes) in OBLIGATIONS.items():
        for n in sizes:
            for width, model in ((32, "ilp32"), (64, "lp64")):
                for wrong, expect in ((False, "unsat"), (True, "sat")):
                    for name, encoding, fold, eager in variants():
                        row = [obligation, model, str(n), expect, name]
                        if all(any(x in f.split(",") for x in row) for f in filters):
                            yield row, (encoding, obligation, width, n, wrong, fold), eager


def run(filters):
    found = solvers()
    print("obligation model n expect encoding bytes " + " ".join(found), flush=True)
    gone = set()  # an encoding that timed out everywhere is not tried on a larger n
    for row, args, eager in cases(filters):
        key = (row[0], row[1], row[3], row[4])
        if key in gone:
            continue
        cells = [cell(s, args, eager, row[3]) for s in found.values()]
        print(*row, len(state(*args).text(eager)), *cells, flush=True)
        if all(c in ("timeout", "unknown", "died") for c in cells):
            gone.add(key)


def write():
    """The smallest size of every obligation under the main encodings, all lemmas in."""
    folder = HERE / "smt2"
    folder.mkdir(exist_ok=True)
    for row, args, _ in cases(["A-array,B-array,C-array,E-typed,D-pair,D-own"]):
        if args[3] == OBLIGATIONS[args[1]][1][0]:
            name = "-".join(row[:2] + row[3:])
            (folder / f"{name}.smt2").write_text(state(*args).text() + "\n(check-sat)\n")


def read_lines(lines):
    """{(obligation, model, n, expect, encoding): {solver: figure}}"""
    out, head = {}, []
    for words in (line.split() for line in lines):
        if words[0] == "obligation":
            head = words[6:]
        else:
            key = (words[0], words[1], int(words[2]), words[3], words[4])
            out[key] = dict(zip(head, words[6:]))
    return out


def table():
    found = read_lines(sys.stdin)
    own_table(found)
    compare_table(found)


def own_table(found):
    names = ["z3", "z3-bb", "bitwuzla", "z3-old", "cvc5"]
    print("| obligation | model | n | " + " | ".join(f"{s} unsat" for s in names)
          + " | " + " | ".join(f"{s} sat" for s in names[:3]) + " |")
    print("| --- | --- | ---: |" + " ---: |" * (len(names) + 3))
    for (ob, model, n, expect, enc), row in found.items():
        if enc == "D-own" and expect == "unsat":
            sat = found.get((ob, model, n, "sat", enc), {})
            figures = [row.get(s, "") for s in names] + [sat.get(s, "") for s in names[:3]]
            print(f"| {ob} | {model} | {n} | " + " | ".join(figures) + " |")
    print()


def compare_table(found):
    encodings = list(dict.fromkeys(k[4] for k in found))
    print("| obligation | n | " + " | ".join(encodings) + " |")
    print("| --- | ---: |" + " --- |" * len(encodings))
    for ob, (_, sizes) in OBLIGATIONS.items():
        for n in sizes:
            figures = [short(found.get((ob, "lp64", n, "unsat", e))) for e in encodings]
            print(f"| {ob} | {n} | " + " | ".join(figures) + " |")


def short(row):
    """z3 / z3-bb / bitwuzla, whole milliseconds; `-` is no answer."""
    if row is None:
        return ""
    return " / ".join(brief(row.get(s, "")) for s in ("z3", "z3-bb", "bitwuzla"))


def brief(figure):
    if figure.endswith("!"):
        return "wrong"
    return f"{float(figure):.0f}" if figure.replace(".", "").isdigit() else "-"


if __name__ == "__main__":
    {"write": write, "table": table}.get(sys.argv[1], lambda: run(sys.argv[2:]))()
