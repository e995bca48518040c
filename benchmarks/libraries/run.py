#!/usr/bin/env python3
"""Run hatha on the harnesses for C libraries of Debian, each on the library as it is and with a planted bug.

  run.py --hatha target/release/hatha --cache DIR [--native N] [--cbmc] [--only NAME,...] [--table FILE]

DIR keeps what is downloaded and edited, and the answers (results.json), which are not asked for again unless the harness has
changed (--again asks again). Sources come from the machine's own Debian mirrors: its list of sources is copied with the type
deb-src and given to apt-get by options, so that nothing of the machine's configuration changes. Where Debian's patches cannot be
downloaded, the original archive is taken. --native N also compiles each version with gcc's sanitizers and runs it on N
random inputs, or until one fails. --first ends the search in a version with a bug at the first
failure. --cbmc asks cbmc as well, with unwinding from 2 to 64, if it is installed.

A harness begins with lines `//@ key: value`:
  library    the source package
  asks       what it asks, in a few words
  files      C files of the library that are compiled along, if any (the harness may also include one)
  flags      for the preprocessor; $SRC is the folder of the library, $HERE this one
  checks     for --checks, instead of the default ones
  bug        FILE: s/old/new/, the planted bug: the text old, which occurs once in the file (or s/old/new/2: its second
             occurrence), becomes new; any character may stand for the slash
  fix        the same for the correct version, where the bug is one of the library as it is
  bug-note   what the bug is, in words
  bug-kind   the faults that hatha may report for it, names as in the JSON object of `hatha check`
  bound      what bounds the harness
"""
import argparse, hashlib, json, os, re, resource, shutil, signal, subprocess, sys, tempfile, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
KEYS = {"library", "asks", "files", "flags", "checks", "bug", "fix", "bug-note", "bug-kind", "bound"}
VERSIONS = ("correct", "bug")


def header_of(path):
    header = {}
    for line in path.read_text().splitlines():
        if not line.startswith("//@"):
            continue
        key, _, value = line[3:].partition(":")
        if key.strip() not in KEYS:
            raise SystemExit(f"{path.name}: unknown key {key.strip()}")
        header.setdefault(key.strip(), []).append(value.strip())
    return header


def one(header, key):
    return header.get(key, [""])[0]


class Sources:
    """Source packages, by apt-get with a copy of the machine's list of sources."""

    def __init__(self, cache):
        self.cache = cache
        self.options = None

    def prepare(self):
        apt = self.cache / "apt"
        for folder in ("parts", "lists/partial", "cache/archives/partial"):
            (apt / folder).mkdir(parents=True, exist_ok=True)
        (apt / "list").write_text("")
        etc = Path("/etc/apt")
        for source in etc.glob("sources.list.d/*.sources"):
            (apt / "parts" / source.name).write_text(re.sub(r"(?m)^Types:.*$", "Types: deb-src", source.read_text()))
        for source in [etc / "sources.list", *etc.glob("sources.list.d/*.list")]:
            if source.is_file():
                lines = [re.sub(r"^deb\s", "deb-src ", l) for l in source.read_text().splitlines() if l.startswith("deb ")]
                (apt / "parts" / f"{source.stem}.list").write_text("\n".join(lines) + "\n")
        self.options = []
        for name, place in (("Dir::Etc::SourceList", "list"), ("Dir::Etc::SourceParts", "parts"), ("Dir::State::Lists", "lists"), ("Dir::Cache", "cache")):
            self.options += ["-o", f"{name}={apt / place}"]
        subprocess.run(["apt-get", *self.options, "update", "-qq"], check=True, stdout=subprocess.DEVNULL)

    def folder(self, package):
        home = self.cache / "sources" / package
        done = home / "folder"
        if done.exists():
            return home / done.read_text()
        if self.options is None:
            self.prepare()
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        get = ["apt-get", *self.options, "source", "-qq", "--only-source"]
        if subprocess.run([*get, package], cwd=home, capture_output=True).returncode:
            subprocess.run([*get, "--tar-only", package], cwd=home, capture_output=True)
            for archive in home.glob("*.tar.*"):
                subprocess.run(["tar", "xf", archive], cwd=home, check=True)
        folders = [p for p in home.iterdir() if p.is_dir()]
        if len(folders) != 1:
            raise SystemExit(f"no source of {package}")
        version = next(iter(home.glob("*.dsc"))).stem
        (home / "version").write_text(version)
        done.write_text(folders[0].name)
        return folders[0]


def edit(tree, line):
    name, _, command = line.partition(": s")
    old, new, which = command[1:].split(command[0])
    path = tree / name
    text = path.read_text(errors="surrogateescape")
    parts = text.split(old)
    if len(parts) < 2 or (not which and len(parts) != 2) or int(which or 1) >= len(parts):
        raise SystemExit(f"{line}: occurs {len(parts) - 1} times")
    at = int(which or 1)
    path.unlink()
    path.write_text(old.join(parts[:at]) + new + old.join(parts[at:]), errors="surrogateescape")


def prepared(options, sources, harness, header, version):
    """The folder of the library for one version of a harness: links to the sources, and the edited file."""
    source = sources.folder(one(header, "library"))
    edits = header.get("fix" if version == "correct" else "bug", [])
    if not edits:
        return source
    tree = options.cache / "edited" / harness.stem / version
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(source, tree, symlinks=True, copy_function=os.link, ignore=shutil.ignore_patterns("debian", ".pc", "doc", "docs"))
    for line in edits:
        edit(tree, line)
    return tree


def arguments(header, harness, tree):
    flags = one(header, "flags").replace("$SRC", str(tree)).replace("$HERE", str(HERE)).split()
    files = [str(tree / f) for f in one(header, "files").split()]
    return [*flags, f"-I{HERE}"], [str(harness), *files]


def measured(command, wall):
    """Output, exit status, processor seconds and the largest resident memory in MB of a command and its children."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        child = subprocess.Popen(command, stdout=out, stderr=err, start_new_session=True)
        while True:
            pid, status, used = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - start > wall:
                os.killpg(child.pid, signal.SIGKILL)
                _, status, used = os.wait4(child.pid, 0)
                break
            time.sleep(0.02)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0), err.seek(0)
        return out.read().decode(errors="replace"), err.read().decode(errors="replace"), child.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024


def ask(options, header, harness, tree, version):
    flags, files = arguments(header, harness, tree)
    command = [options.hatha, "check", "--timeout", str(options.timeout), "--format", "json"]
    if one(header, "checks"):
        command += ["--checks", one(header, "checks")]
    if options.first and version == "bug":
        command.append("--first")
    start = time.monotonic()
    out, err, code, seconds, megabytes = measured([*command, *flags, *files], options.timeout + 60)
    answer = {"exit": code, "seconds": round(seconds, 1), "wall": round(time.monotonic() - start, 1), "megabytes": megabytes}
    try:
        report = json.loads(out[out.index("{"):])
    except ValueError:
        return {**answer, "verdict": "none", "reason": (err or out).strip()[:500]}
    checks = report.get("checks", [])
    answer.update({k: report.get(k) for k in ("verdict", "reason", "cause", "engine", "internal_errors", "vacuous", "unchecked_faults")})
    answer["kinds"] = sorted({c.get("fault") or c["kind"] for c in checks if c["verdict"] == "violated"})
    answer["counts"] = {v: sum(c["verdict"] == v for c in checks) for v in ("proved", "unreachable", "violated", "unknown")}
    answer["unknown"] = [[c["kind"], c["location"].rsplit("/", 1)[-1], c.get("reason", "")] for c in checks if c["verdict"] == "unknown"][:40]
    return answer


def natively(options, header, harness, tree, version):
    """The number of the random run that fails, or 0, and how many there were."""
    flags, files = arguments(header, harness, tree)
    program = options.cache / "native"
    sanitize = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    build = subprocess.run(["gcc", "-w", "-g", "-Dmain=harness_main", *sanitize, *flags, *files, str(HERE / "native.c"), "-o", str(program), "-lm", "-no-pie", "-Wl,--unresolved-symbols=ignore-in-object-files"], capture_output=True, text=True)
    if build.returncode:
        return {"error": build.stderr[-500:]}
    leaks = "leak" in one(header, "checks")
    end = subprocess.run([program, str(options.native)], env={**os.environ, "ASAN_OPTIONS": f"detect_leaks={leaks:d}"}, capture_output=True, text=True, errors="replace")
    counts = re.search(r"(\d+) of (\d+)\n$", end.stdout)
    if not counts:
        return {"error": end.stderr[-500:]}
    failed, runs = map(int, counts.groups())
    return {"failed": failed, "runs": runs, "first": end.stderr[:300]}


def ask_cbmc(options, header, harness, tree, version):
    flags, files = arguments(header, harness, tree)
    total = 0.0
    checks = ["--bounds-check", "--pointer-check", "--div-by-zero-check", "--signed-overflow-check", "--undefined-shift-check", "--unwinding-assertions", "--json-ui"]
    for unwind in (2, 4, 8, 16, 32, 64):
        out, _, code, seconds, _ = measured(["cbmc", *checks, "--unwind", str(unwind), *flags, *files], max(1.0, options.timeout - total))
        total += seconds
        failed = set(re.findall(r'"property": "([^"]+)"[^{}]*?"status": "FAILURE"', out))
        if code == 0:
            return {"verdict": "proved", "seconds": round(total, 1), "unwind": unwind}
        if any(".unwind." not in f and ".recursion" not in f for f in failed):
            return {"verdict": "violated", "seconds": round(total, 1), "unwind": unwind}
        if code not in (0, 10) or total > options.timeout:
            break
    return {"verdict": "unknown", "seconds": round(total, 1)}


def is_right(header, answer):
    return answer["verdict"] == "violated" and bool(set(one(header, "bug-kind").split()) & set(answer["kinds"]))


def verdict_cell(answer):
    return "" if not answer else answer["verdict"] if answer["verdict"] != "unknown" else f"unknown ({answer.get('cause', '')})"


def table(options, harnesses, results):
    native = "| random tests " if options.native else ""
    cbmc = "| cbmc: correct | bug " if options.cbmc else ""
    lines = [f"| harness | library | asks | correct | s | MB | bug | kind | s {native}{cbmc}|"]
    lines.append("| --- " * (lines[0].count("|") - 1) + "|")
    for harness, header in harnesses:
        of = lambda version, who="hatha": results.get(f"{harness.stem}/{version}/{who}", {}).get("answer", {})
        a, b = of("correct"), of("bug")
        kinds = ", ".join(b.get("kinds", [])) if b.get("verdict") == "violated" else ""
        if kinds and not is_right(header, b):
            kinds += " (not the planted one)"
        cells = [harness.stem, one(header, "library"), one(header, "asks"), verdict_cell(a), a.get("seconds", ""), a.get("megabytes", ""), verdict_cell(b), kinds, b.get("seconds", "")]
        if options.native:
            n = of("bug", "native")
            cells.append((f"fails at {n['failed']}" if n["failed"] else f"{n['runs']} pass") if "runs" in n else "")
        if options.cbmc:
            cells += [verdict_cell(of(v, "cbmc")) for v in VERSIONS]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)


def summary(harnesses, results):
    of = lambda harness, version: results.get(f"{harness.stem}/{version}/hatha", {}).get("answer", {})
    proved = sum(of(h, "correct").get("verdict") == "proved" for h, _ in harnesses)
    false = sum(of(h, "correct").get("verdict") == "violated" for h, _ in harnesses)
    found = sum(is_right(header, of(h, "bug")) for h, header in harnesses if of(h, "bug"))
    other = sum(of(h, "bug").get("verdict") == "violated" for h, _ in harnesses) - found
    missed = sum(of(h, "bug").get("verdict") == "proved" for h, _ in harnesses)
    libraries = len({one(header, "library") for _, header in harnesses})
    return (f"{len(harnesses)} harnesses, {libraries} libraries; correct: {proved} proved, {false} violated; "
            f"bug: {found} found with the right kind, {other} with another, {missed} proved")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--hatha")
    p.add_argument("--cache", type=Path, required=True)
    p.add_argument("--timeout", type=int, default=60)
    p.add_argument("--native", type=int, default=0, metavar="N")
    p.add_argument("--cbmc", action="store_true")
    p.add_argument("--first", action="store_true")
    p.add_argument("--only", default="")
    p.add_argument("--again", action="store_true")
    p.add_argument("--table", type=Path)
    options = p.parse_args()
    options.cache = options.cache.resolve()
    options.cache.mkdir(parents=True, exist_ok=True)
    options.cbmc = options.cbmc and shutil.which("cbmc") is not None
    names = set(filter(None, options.only.split(",")))
    harnesses = [(h, header_of(h)) for h in sorted(HERE.glob("*.c")) if h.name != "native.c"]
    chosen = [(h, header) for h, header in harnesses if not names or h.stem in names]
    if len(chosen) < len(names):
        sys.exit(f"no such harness: {', '.join(names - {h.stem for h, _ in harnesses})}")
    resume = options.cache / "results.json"
    results = json.loads(resume.read_text()) if resume.exists() else {}
    sources = Sources(options.cache)
    askers = {"native": natively} if options.native else {}
    if options.hatha:
        askers["hatha"] = ask
    if options.cbmc:
        askers["cbmc"] = ask_cbmc
    for harness, header in chosen:
        text = hashlib.sha256(harness.read_bytes()).hexdigest()[:16]
        for version in VERSIONS:
            todo = [w for w in askers if options.again or results.get(f"{harness.stem}/{version}/{w}", {}).get("text") != text]
            if not todo:
                continue
            tree = prepared(options, sources, harness, header, version)
            for who in todo:
                answer = askers[who](options, header, harness, tree, version)
                results[f"{harness.stem}/{version}/{who}"] = {"text": text, "answer": answer}
                resume.write_text(json.dumps(results, indent=1))
                print(harness.stem, version, who, json.dumps({k: v for k, v in answer.items() if k != "unknown"}), flush=True)
    shown = table(options, chosen, results)
    if options.table:
        options.table.write_text(shown + "\n")
    print(shown, summary(chosen, results), sep="\n\n")


if __name__ == "__main__":
    main()
