//! Witnesses for the wrong program: what hatha writes for a safe program is handed in for a twin
//! that fails, and the other way round, as it is and changed. Neither may be confirmed.

use super::area::{Area, Judged, Kind, Refutation};
use super::ask::{self, Answer, Verdict};
use super::case::Case;
use super::driver::{self, Known, Truth};
use super::native::Sanitize;
use super::observe::Claim;
use super::proofs::failing_twin;
use super::text::Choices;
use super::{Context, integers, memory};
use crate::Result;
use crate::rng::Rng;
use std::path::Path;
use std::time::Duration;

/// The area.
pub struct Witnesses;

/// Changed witnesses of each direction.
const CHANGED: usize = 3;

const PROPERTY: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

/// Competition programs fail by calling this function.
const ASSERT: &str = "\
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)
";

impl Area for Witnesses {
    fn name(&self) -> &'static str {
        "witnesses"
    }

    fn generate(&self, rng: &mut Rng, context: &Context) -> Result<Option<Case>> {
        let made = match rng.below(4) {
            0..=2 => integers::program(rng, context, Claim::Holds)?,
            _ => memory::program(rng, context, Claim::Holds)?,
        };
        let Some(mut case) = made else {
            return Ok(None);
        };
        let text = &mut case.files[0].text;
        *text = text.replace("#include <assert.h>\n", ASSERT);
        if !is_safe(&case)? {
            return Ok(None);
        }
        let Some(twin) = failing_twin(rng, &case)? else {
            return Ok(None);
        };
        case = case.with_hidden("twin.c", twin);
        case = case.with_hidden("unreach.prp", PROPERTY.to_owned());
        case.options = ["--property", "unreach.prp"].map(str::to_owned).to_vec();
        case.native.push(format!("change {}", rng.below(1 << 30)));
        Ok(Some(case))
    }

    fn judge(&self, case: &Case, context: &Context) -> Result<Judged> {
        let safe = Side::new(case, "program.c", "twin.c")?;
        let failing = Side::new(case, "twin.c", "program.c")?;
        let seed = case.native.iter().find_map(|n| n.strip_prefix("change "));
        let mut rng = Rng::new(seed.and_then(|s| s.parse().ok()).unwrap_or(0));
        let mut answers = Vec::new();
        let mut refused = 0;
        for (side, expected) in [(safe, Verdict::Proved), (failing, Verdict::Violated)] {
            let (refuted, count) = side.attack(&mut rng, case, expected, &mut answers, context)?;
            refused += count;
            if refuted.is_some() {
                return Ok(Judged::new(answers, refuted).with_refused(refused));
            }
        }
        Ok(Judged::new(answers, None).with_refused(refused))
    }
}

fn is_safe(case: &Case) -> Result<bool> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    case.write(folder.path())?;
    let none = Truth::default();
    let known = driver::truth(case, folder.path(), Sanitize::Yes)?;
    Ok(matches!(known, Known::Truth(truth, _) if truth == none))
}

/// A program that gets a witness, and the other one for which it is handed in. Both have the
/// same name, each in a folder of its own.
struct Side {
    mine: tempfile::TempDir,
    other: tempfile::TempDir,
}

impl Side {
    fn new(case: &Case, mine: &str, other: &str) -> Result<Self> {
        let folder = |name: &str| -> Result<tempfile::TempDir> {
            let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
            let file = case.files.iter().find(|f| f.name == name);
            let text = file.map(|f| f.text.as_str()).unwrap_or_default();
            let write = |name: &str, text: &str| {
                std::fs::write(folder.path().join(name), text).map_err(|e| e.to_string())
            };
            write("program.c", text)?;
            write("unreach.prp", PROPERTY)?;
            Ok(folder)
        };
        Ok(Side {
            mine: folder(mine)?,
            other: folder(other)?,
        })
    }

    /// What refutes an answer, if anything, and how many witnesses were not confirmed.
    fn attack(
        &self,
        rng: &mut Rng,
        case: &Case,
        expected: Verdict,
        answers: &mut Vec<Answer>,
        context: &Context,
    ) -> Result<(Option<Refutation>, u64)> {
        let option = ["--witness", "witness.yml"].map(str::to_owned);
        let answer = ask::check(case, self.mine.path(), &option, context)?;
        let verdict = answer.verdict;
        answers.push(answer);
        let path = self.mine.path().join("witness.yml");
        let Ok(witness) = std::fs::read_to_string(path) else {
            return Ok((None, 0));
        };
        if verdict != expected {
            return Ok((None, 0));
        }
        let mut tried = vec![witness.clone()];
        tried.extend((0..CHANGED).map(|_| changed(rng, &witness)));
        let mut refused = 0;
        for witness in tried {
            let reply = validate(case, self.other.path(), &witness, context)?;
            // Exit status 0 is *confirmed*.
            if reply.verdict == Verdict::Proved {
                let why = format!(
                    "a witness is confirmed for the {} program, which it is wrong for:\n{witness}",
                    if expected == Verdict::Proved {
                        "failing"
                    } else {
                        "safe"
                    }
                );
                let kind = Kind::WrongProof;
                return Ok((Some(Refutation { kind, why }), refused));
            }
            if reply.verdict == Verdict::Internal {
                let refuted = reply.internal();
                answers.push(reply);
                return Ok((refuted, refused));
            }
            refused += 1;
        }
        Ok((None, refused))
    }
}

fn validate(case: &Case, folder: &Path, witness: &str, context: &Context) -> Result<Answer> {
    std::fs::write(folder.join("witness.yml"), witness).map_err(|e| e.to_string())?;
    let seconds = context.timeout.to_string();
    let args = [
        "validate",
        "--format",
        "json",
        "--timeout",
        &seconds,
        "--data-model",
        case.model.name(),
        "--property",
        "unreach.prp",
        "witness.yml",
        "program.c",
    ];
    let limit = Duration::from_secs(context.timeout);
    ask::ask(&args.map(str::to_owned), folder, limit, context)
}

/// The witness with a line of its content dropped, or a number in a value changed.
fn changed(rng: &mut Rng, witness: &str) -> String {
    let mut lines: Vec<String> = witness.lines().map(str::to_owned).collect();
    let values: Vec<usize> = (0..lines.len())
        .filter(|&i| lines[i].trim_start().starts_with("value:"))
        .collect();
    if values.is_empty() {
        return witness.to_owned();
    }
    let at = *rng.pick(&values);
    let digits = |line: &str| line.find(|c: char| c.is_ascii_digit());
    match digits(&lines[at]) {
        Some(digit) if rng.chance(70) => {
            let number = rng.below(10).to_string();
            lines[at].replace_range(digit..digit + 1, &number);
        }
        _ => {
            let key = lines[at].find("value:").unwrap_or(0);
            lines[at] = format!(
                "{}value: '{}'",
                " ".repeat(key),
                rng.word(&["1", "0", "1 == 1"])
            );
        }
    }
    lines.join("\n") + "\n"
}
