#!/usr/bin/env python3
"""Attacks contracts: native runs under sanitizers with random arguments that satisfy them.

    hatha contract --format json lib.c > contracts.json
    benchmarks/contracts/attack.py contracts.json lib.c [RUNS [COMPILER FLAGS]]

Pointers are null, lead to a new block of random size, or to an earlier block that holds their type, as
`--pointers valid` assumes. Functions whose parameters are structures or functions are left out. The exit
status is 1 if a run faults.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HEAD = r"""
#include <stdio.h>
#include <stdlib.h>
static unsigned long long state = 88172645463325252ull;
static unsigned long long next(void) { state ^= state << 13; state ^= state >> 7; return state ^= state << 17; }
static unsigned long long number(void) {
    switch (next() % 8) {
    case 0: return next() % 4;
    case 1: return next() % 64;
    case 2: return -(next() % 4);
    case 3: return next();
    case 4: return 1ull << next() % 64;
    case 5: return (1ull << next() % 64) - 1;
    case 6: return next() % 300;
    default: return next() % 20;
    }
}
static struct { char *start; size_t size; } blocks[64];
static int count;
static void *pointer(size_t element) {
    if (next() % 8 == 0) return 0;
    if (count && next() % 10 == 0) {
        int i = next() % count;
        if (blocks[i].size >= element) return blocks[i].start;
    }
    size_t size = (next() % 3 ? next() % 9 + 1 : next() % 70 + 1) * element;
    char *p = malloc(size);
    for (size_t i = 0; i < size; i++) p[i] = (char)(next() % 4 ? next() : next() % 3);
    blocks[count].start = p, blocks[count].size = size, count++;
    return p;
}
static int valid(const void *p, size_t n) {
    for (int i = 0; i < count; i++)
        if ((char *)p >= blocks[i].start && (char *)p <= blocks[i].start + blocks[i].size)
            return n <= blocks[i].size - (size_t)((char *)p - blocks[i].start);
    return 0;
}
"""
WORDS = {"valid", "sizeof", "NULL", "long", "int", "unsigned", "char", "short", "signed", "struct"}


def arguments(contract):
    """Declarations of the arguments and their names; None if they cannot be made."""
    name, signature = contract["function"], contract["signature"]
    inside = signature[signature.index(name + "(") + len(name) + 1 : signature.rindex(")")]
    if inside.strip() in ("", "void"):
        return [], []
    declared, names = [], []
    for parameter in inside.split(","):
        match = re.match(r"^(.*?)(\w+)$", parameter.strip())
        if not match or "(" in parameter or "..." in parameter:
            return None
        kind, name = match.group(1).strip(), match.group(2)
        names.append(name)
        if kind.endswith("*"):
            element = kind[:-1].replace("const", "").strip()
            element = "char" if element == "void" else element
            declared.append(f"{kind} {name} = pointer(sizeof({element}));")
        elif kind.startswith("struct") or kind.startswith("union"):
            return None
        else:
            declared.append(f"{kind} {name} = ({kind})number();")
    return declared, names


def program(contract, source, runs):
    made = arguments(contract)
    if made is None:
        return None
    declared, names = made
    condition = contract["precondition"]
    words = set(re.findall(r"(?<![\w.>])[A-Za-z_]\w*", condition)) - WORDS - set(names)
    words = {w for w in words if not re.match(r"^[UL]+$", w)}
    globals_ = " ".join(f"{w} = number();" for w in sorted(words))
    condition = re.sub(r"\bNULL\b", "((void *)0)", condition)
    return f"""#include "{source}"
{HEAD}
int main(void) {{
    unsigned long done = 0;
    for (unsigned long tries = 0; done < {runs} && tries < {runs} * 400ul; tries++) {{
        count = 0;
        {" ".join(declared)} {globals_}
        if ({condition}) {{ done++; {contract["function"]}({", ".join(names)}); }}
        for (int i = 0; i < count; i++) free(blocks[i].start);
    }}
    printf("%lu\\n", done);
    return 0;
}}
"""


def attack(contract, source, runs, flags):
    text = program(contract, source, runs)
    if text is None:
        return None, "not attacked: its parameters cannot be made"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "attack.c")
        with open(path, "w") as file:
            file.write(text)
        sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
        command = ["cc", "-w", "-O1", "-fno-builtin", *sanitizers, "-o", path + ".out", path]
        compiled = subprocess.run(command + flags, capture_output=True, text=True)
        if compiled.returncode:
            return None, "not attacked: " + compiled.stderr.splitlines()[0]
        environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
        try:
            ran = subprocess.run(
                [path + ".out"], capture_output=True, text=True, timeout=600, env=environment
            )
        except subprocess.TimeoutExpired:
            return None, "not attacked: the runs are too long"
    if ran.returncode:
        return False, "INSUFFICIENT: " + " ".join(ran.stderr.splitlines()[:3])
    return True, ran.stdout.strip() + " runs without a fault"


def main():
    with open(sys.argv[1]) as file:
        document = json.load(file)
    source = os.path.abspath(sys.argv[2])
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 10000
    held = broken = 0
    for contract in document["functions"]:
        if contract["status"] != "proved":
            continue
        result, text = attack(contract, source, runs, sys.argv[4:])
        print(f"{contract['function']}: {text}")
        held += result is True
        broken += result is False
    print(f"{held} contracts held, {broken} are insufficient")
    sys.exit(1 if broken else 0)


main()
