# The same as bitwuzla.py with Z3.
import sys
import time
import z3

LIMIT_MS = int(sys.argv[1])

lines = []
for line in sys.stdin:
    if line.strip() != "; end":
        lines.append(line)
        continue
    start = time.monotonic()
    context = z3.Context()
    solver = z3.Solver(ctx=context)
    solver.set("timeout", LIMIT_MS)
    solver.from_string("".join(lines))
    found = solver.check()
    print(found, time.monotonic() - start, flush=True)
    lines = []
