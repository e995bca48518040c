# Answers scripts of SMT-LIB with Bitwuzla: each ends with a line "; end", the answer is one line
# with the seconds that the check took.
import sys
import time
import bitwuzla

LIMIT_MS = int(sys.argv[1])


def answer(text):
    manager = bitwuzla.TermManager()
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.TIME_LIMIT_PER, LIMIT_MS)
    parser = bitwuzla.Parser(manager, options)
    parser.parse(text, True, False)
    result = parser.bitwuzla().check_sat()
    return {bitwuzla.Result.SAT: "sat", bitwuzla.Result.UNSAT: "unsat"}.get(result, "unknown")


lines = []
for line in sys.stdin:
    if line.strip() != "; end":
        lines.append(line)
        continue
    start = time.monotonic()
    found = answer("".join(lines))
    print(found, time.monotonic() - start, flush=True)
    lines = []
