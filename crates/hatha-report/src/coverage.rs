//! What tests have covered: by line, by branch, by function.
//!
//! **Invariant.** Only the user's own code counts, never the library models nor
//! what hatha has put into the program. A line counts if an edge of an automaton
//! starts there; an edge that cannot be reached by any input still counts as one
//! to cover.

use hatha_cfa::{EdgeId, FileId, Op, ProcId, Procedure, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// How often each edge was taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    counts: BTreeMap<(ProcId, EdgeId), u64>,
}

/// Covered parts out of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Covered.
    pub hit: usize,
    /// All.
    pub all: usize,
}

impl Share {
    fn of(counts: impl Iterator<Item = u64>) -> Self {
        let mut share = Share::default();
        for count in counts {
            share.all += 1;
            share.hit += usize::from(count > 0);
        }
        share
    }

    fn join(&mut self, other: Share) {
        self.hit += other.hit;
        self.all += other.all;
    }

    fn text(self) -> String {
        let percent = match self.all {
            0 => 100.0,
            all => 100.0 * self.hit as f64 / all as f64,
        };
        format!("{}/{} {percent:5.1} %", self.hit, self.all)
    }
}

/// The coverage of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCoverage {
    /// Its name.
    pub name: String,
    /// Its lines.
    pub lines: Share,
    /// Its branches: edges that leave a decision.
    pub branches: Share,
}

impl Coverage {
    /// Adds to how often an edge was taken.
    pub fn add(&mut self, proc: ProcId, edge: EdgeId, count: u64) {
        if count > 0 {
            let sum = self.counts.entry((proc, edge)).or_default();
            *sum = sum.saturating_add(count);
        }
    }

    /// Adds the coverage of another test.
    pub fn merge(&mut self, other: &Coverage) {
        for (&(proc, edge), &count) in &other.counts {
            self.add(proc, edge, count);
        }
    }

    /// How often an edge was taken.
    pub fn count(&self, proc: ProcId, edge: EdgeId) -> u64 {
        self.counts.get(&(proc, edge)).copied().unwrap_or(0)
    }

    /// How often each line of a function was reached.
    fn lines(&self, id: ProcId, proc: &Procedure) -> BTreeMap<(FileId, u32), u64> {
        let mut lines = BTreeMap::new();
        for (e, edge) in proc.edges() {
            if edge.span.is_some() {
                let count = lines.entry((edge.span.file, edge.span.line)).or_default();
                *count = self.count(id, e).max(*count);
            }
        }
        lines
    }

    /// The decisions of a function: their place, and how often each way was taken.
    fn decisions(&self, id: ProcId, proc: &Procedure) -> Vec<((FileId, u32), Vec<u64>)> {
        let mut out = Vec::new();
        for loc in proc.locations.keys() {
            let edges = proc.out_edges(loc);
            let branch = |e: &EdgeId| matches!(proc.edge(*e).op, Op::Assume { .. });
            let span = proc.location(loc).span;
            if edges.len() > 1 && edges.iter().all(branch) && span.is_some() {
                let counts = edges.iter().map(|&e| self.count(id, e)).collect();
                out.push(((span.file, span.line), counts));
            }
        }
        out
    }

    /// Every function of the user, in order.
    pub fn functions(&self, program: &Program) -> Vec<FunctionCoverage> {
        let one = |(id, proc): (ProcId, &Procedure)| FunctionCoverage {
            name: proc.name.clone(),
            lines: Share::of(self.lines(id, proc).into_values()),
            branches: Share::of(self.decisions(id, proc).into_iter().flat_map(|d| d.1)),
        };
        own(program).map(one).collect()
    }

    /// A table for people.
    pub fn table(&self, program: &Program) -> String {
        let rows = self.functions(program);
        let mut total = FunctionCoverage {
            name: "total".to_owned(),
            lines: Share::default(),
            branches: Share::default(),
        };
        for row in &rows {
            total.lines.join(row.lines);
            total.branches.join(row.branches);
        }
        let names = rows.iter().map(|r| r.name.chars().count());
        let width = names.max().unwrap_or(0).max("function".len());
        let mut out = format!(
            "{:width$}  {:>16}  {:>16}\n",
            "function", "lines", "branches"
        );
        for row in rows.iter().chain([&total]) {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "{:width$}  {:>16}  {:>16}",
                row.name,
                row.lines.text(),
                row.branches.text()
            );
        }
        out
    }

    /// A tracefile as `lcov` and `genhtml` read it.
    pub fn lcov(&self, program: &Program) -> String {
        let mut out = String::from("TN:hatha\n");
        let files: BTreeSet<FileId> = own(program)
            .flat_map(|(id, p)| self.lines(id, p).into_keys().map(|(file, _)| file))
            .collect();
        for file in files {
            if let Some(source) = program.sources.file(file) {
                let _ = writeln!(out, "SF:{}", source.name);
                self.lcov_functions(program, file, &mut out);
                self.lcov_branches(program, file, &mut out);
                self.lcov_lines(program, file, &mut out);
                out.push_str("end_of_record\n");
            }
        }
        out
    }

    fn lcov_functions(&self, program: &Program, file: FileId, out: &mut String) {
        let (mut found, mut hit) = (0, 0);
        for (id, proc) in own(program).filter(|(_, p)| p.span.file == file) {
            let entered = proc.out_edges(proc.entry).iter();
            let calls: u64 = entered.map(|&e| self.count(id, e)).sum();
            let _ = writeln!(out, "FN:{},{}", proc.span.line, proc.name);
            let _ = writeln!(out, "FNDA:{calls},{}", proc.name);
            found += 1;
            hit += u32::from(calls > 0);
        }
        let _ = writeln!(out, "FNF:{found}\nFNH:{hit}");
    }

    fn lcov_branches(&self, program: &Program, file: FileId, out: &mut String) {
        let mut share = Share::default();
        for (id, proc) in own(program) {
            let decisions = self.decisions(id, proc).into_iter();
            for (block, ((_, line), counts)) in decisions.filter(|d| d.0.0 == file).enumerate() {
                share.join(Share::of(counts.iter().copied()));
                let decided = counts.iter().any(|&c| c > 0);
                for (branch, count) in counts.iter().enumerate() {
                    // `-` says that the decision was never met.
                    let taken = if decided {
                        count.to_string()
                    } else {
                        "-".to_owned()
                    };
                    let block = u64::from(id.0) << 16 | block as u64;
                    let _ = writeln!(out, "BRDA:{line},{block},{branch},{taken}");
                }
            }
        }
        let _ = writeln!(out, "BRF:{}\nBRH:{}", share.all, share.hit);
    }

    fn lcov_lines(&self, program: &Program, file: FileId, out: &mut String) {
        let mut lines: BTreeMap<u32, u64> = BTreeMap::new();
        for (id, proc) in own(program) {
            for ((_, line), count) in self.lines(id, proc).into_iter().filter(|l| l.0.0 == file) {
                let old = lines.entry(line).or_default();
                *old = count.max(*old);
            }
        }
        for (line, count) in &lines {
            let _ = writeln!(out, "DA:{line},{count}");
        }
        let share = Share::of(lines.into_values());
        let _ = writeln!(out, "LF:{}\nLH:{}", share.all, share.hit);
    }
}

/// The functions that the user wrote.
fn own(program: &Program) -> impl Iterator<Item = (ProcId, &Procedure)> {
    program
        .procs()
        .filter(|(_, p)| p.defined && !p.model && !p.name.starts_with("__hatha_"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::program;

    const TEXT: &str =
        "int f(int x) {\n  if (x)\n    return 1;\n  return 2;\n}\nint g(void) { return 3; }\n";

    /// All edges of `f` that lie on the way where `x` is zero.
    fn one_way(program: &Program) -> Coverage {
        let mut coverage = Coverage::default();
        let f = program.find_proc("f").expect("f is there");
        let (mut at, proc) = (program.proc(f).entry, program.proc(f));
        while let Some(&e) = proc
            .out_edges(at)
            .iter()
            .find(|&&e| !matches!(proc.edge(e).op, Op::Assume { taken: true, .. }))
        {
            coverage.add(f, e, 2);
            at = proc.edge(e).to;
        }
        coverage
    }

    #[test]
    fn lines_and_branches_are_counted_for_each_function() {
        let program = program(TEXT, "f");
        let rows = one_way(&program).functions(&program);
        assert_eq!(rows[0].name, "f");
        assert_eq!(rows[0].lines, Share { hit: 2, all: 3 });
        assert_eq!(rows[0].branches, Share { hit: 1, all: 2 });
        assert_eq!(rows[1].lines, Share { hit: 0, all: 1 });
        let table = one_way(&program).table(&program);
        assert!(table.contains("2/3  66.7 %"), "{table}");
        assert!(table.lines().last().is_some_and(|l| l.starts_with("total")));
    }

    #[test]
    fn the_tracefile_has_a_record_with_lines_branches_and_functions() {
        let program = program(TEXT, "f");
        let text = one_way(&program).lcov(&program);
        for line in ["DA:2,2", "DA:3,0", "DA:4,2", "DA:6,0", "LF:4", "LH:2"] {
            assert!(text.lines().any(|l| l == line), "{line} in\n{text}");
        }
        for line in [
            "FN:1,f", "FNDA:2,f", "FNDA:0,g", "FNF:2", "FNH:1", "BRF:2", "BRH:1",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} in\n{text}");
        }
        assert!(text.starts_with("TN:hatha\nSF:") && text.ends_with("end_of_record\n"));
    }

    #[test]
    fn the_coverage_of_several_tests_adds_up() {
        let program = program(TEXT, "f");
        let mut sum = one_way(&program);
        sum.merge(&one_way(&program));
        assert!(sum.lcov(&program).contains("DA:2,4"));
    }
}
