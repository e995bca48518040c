#!/usr/bin/env python3
"""Compare two builds of hatha on tasks of SV-COMP, one right after the other on each task.

  beside.py --suite DIR --before OLD/hatha --after NEW/hatha --processor 8 --resume FILE ControlFlow=ntdrivers,ssh loops=loops ...

DIR is a work tree of the suite (it has `c/`). `NAME=FOLDER,...` is a row of the table; `NAME:100=FOLDER` takes a random 100 tasks
of its folders (--seed). Both builds get `--engine auto`, the property unreach-call and a limit of processor time that the kernel keeps, so that the
load of the machine decides nothing; the order of the tasks is random. Answers are kept in --resume and not asked for again. The
tables are those of docs/results/house.md.
"""
import argparse, json, random, re, resource, subprocess
from pathlib import Path

WORK = ("search queries", "generalisation", "claims certified", "tests", "work", "CPU s")


def tasks_of(suite, folder):
    for yml in sorted((suite / "c" / folder).glob("*.yml")):
        text = yml.read_text()
        expected = re.search(r"unreach-call\.prp\s*\n\s*expected_verdict:\s*(\w+)", text)
        source = re.search(r"input_files:\s*\[?\s*['\"]?([^'\"\]\n]+)", text)
        if expected and source and (yml.parent / source[1].strip()).is_file():
            yield f"{folder}/{yml.stem}", yml.parent / source[1].strip(), expected[1].lower() == "true"


def ask(hatha, source, suite, options):
    command = [hatha, "check", "--engine", "auto", "--property", suite / "c/properties/unreach-call.prp", "--data-model", options.data_model,
               "--timeout", "900", "--memory", "7200", "--format", "json", "--stats", source]
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (options.processor, options.processor + 1))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit).stdout
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    try:
        answer = json.loads(out[out.index("{"):])
    except ValueError:
        return {"verdict": "none", "counts": [0, 0, 0, 0, 0, seconds]}
    queries = answer.get("solver_queries", {})
    members = answer.get("portfolio", [])
    counts = [queries.get(k, 0) for k in ("search", "generalisation", "certification")]
    counts += [sum(m.get(k, 0) for m in members) for k in ("tests", "work")]
    return {"verdict": answer["verdict"], "counts": [*counts, seconds]}


def rows_of(options):
    rng = random.Random(options.seed)
    for row in options.rows:
        name, folders = row.split("=")
        name, _, sample = name.partition(":")
        tasks = [t for f in folders.split(",") for t in tasks_of(options.suite, f)]
        yield name, rng.sample(tasks, min(int(sample), len(tasks))) if sample else tasks


def is_solved(answer):
    return answer["verdict"] in ("proved", "violated")


def is_wrong(answer, expected):
    return is_solved(answer) and (answer["verdict"] == "proved") != expected


def show(name, tasks, answers):
    pairs = [(answers[n], e) for n, _, e in tasks]
    of = lambda i: [(a[i], e) for a, e in pairs]
    cells = [str(len(pairs))]
    for count in (lambda a, e: is_solved(a) and not is_wrong(a, e), is_wrong):
        cells += [str(sum(count(a, e) for a, e in of(i))) for i in (0, 1)]
    cells += [f"{sum(a['counts'][-1] for a, _ in of(i)):.1f}" for i in (0, 1)]
    both = [a for a, _ in pairs if is_solved(a[0]) and is_solved(a[1])]
    sums = [[sum(a[i]["counts"][k] for a in both) for i in (0, 1)] for k in range(len(WORK))]
    work = [" / ".join(f"{x:,.1f}" if k == 5 else f"{x:,}" for x in s) for k, s in enumerate(sums)]
    return f"| {name} | {' | '.join(cells)} |", f"| {name} | {len(both)} | {' | '.join(work)} |"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("rows", nargs="+")
    p.add_argument("--suite", type=Path, required=True)
    p.add_argument("--before", required=True)
    p.add_argument("--after", required=True)
    p.add_argument("--processor", type=int, default=8)
    p.add_argument("--data-model", default="ilp32")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--resume", type=Path, required=True)
    options = p.parse_args()
    rows = list(rows_of(options))
    answers = json.loads(options.resume.read_text()) if options.resume.exists() else {}
    todo = [t for _, tasks in rows for t in tasks if t[0] not in answers]
    random.Random(options.seed).shuffle(todo)
    for name, source, expected in todo:
        answers[name] = [ask(h, source, options.suite, options) for h in (options.before, options.after)]
        options.resume.write_text(json.dumps(answers))
        verdicts = [a["verdict"] for a in answers[name]]
        if verdicts[0] != verdicts[1] or any(is_wrong(a, expected) for a in answers[name]):
            print(name, *verdicts, "expected", expected, flush=True)
    tables = [show(name, tasks, answers) for name, tasks in [*rows, ("all", [t for _, ts in rows for t in ts])]]
    print("| folder | tasks | solved before | after | wrong before | after | CPU s before | after |")
    print(*(t[0] for t in tables), sep="\n")
    print(f"| folder | solved by both | {' | '.join(WORK)} |")
    print(*(t[1] for t in tables), sep="\n")


if __name__ == "__main__":
    main()
