//! `hatha help TOPIC`: what no single option can tell.

use super::args::Cli;
use super::exit::{self, Failure};
use super::{Outcome, suggest};
use clap::CommandFactory;

/// A page of help.
struct Topic {
    name: &'static str,
    text: &'static str,
}

const TOPICS: [Topic; 4] = [
    Topic {
        name: "exit-codes",
        text: EXIT_CODES,
    },
    Topic {
        name: "properties",
        text: PROPERTIES,
    },
    Topic {
        name: "rules",
        text: RULES,
    },
    Topic {
        name: "engines",
        text: ENGINES,
    },
];

const EXIT_CODES: &str = "\
Exit status

           check      validate    certify    test --goal error  test, other goals
    0      proved     confirmed   holds      -                  no test fails
    1      violated   rejected    refused    a failure          some test fails
    2      unknown    undecided   undecided  none was found     -

  Every command:
    64     the command line or hatha.toml is wrong
    65     the input is not a program (or proof, test, witness, rule)
    66     a file is missing, unreadable, unwritable or a directory
    70     internal error: a defect of hatha that left no engine with an answer

  `run` ends with the program's own status, 134 at a fault, 2 where hatha cannot go on.
  `doctor` ends with 1 if something is missing that hatha cannot do without.

  What happens beside a verdict does not change its status: a file that cannot be written is
  refused before the search, or is a note; so is a defect that other engines made up for.
";

const PROPERTIES: &str = "\
Properties

  Without an option two things count: failures that a program states about itself (a
  failed assert, abort(), reach_error(), __VERIFIER_error()), and faults of operations,
  each with a check and a verdict of its own. The first line says what was proved;
  `unchecked_faults` of --format json lists the faults that a proof does not exclude,
  but a test that runs into such a fault is still reported as violated.

  --checks LIST          which faults count. The default is arithmetic (signed-overflow,
                         division-by-zero, shift-out-of-range, float-conversion,
                         bad-argument), memory (invalid-access, invalid-free,
                         uninitialised, misaligned, overlap) and calls (bad-call,
                         missing-return). Only on request: wrap, conversion, leak (blocks
                         that are lost), cleanup (blocks not freed at the end), pointer
                         and member; `all` is everything but cleanup. +wrap adds a kind
                         to the default, -overflow takes one away; `assertions` is only
                         what the program states; with malloc-null allocations may fail
  --property FILE.prp    only calls of the function that the file names count:
                         CHECK( init(main()), LTL(G ! call(reach_error())) )
                         or only signed overflow: CHECK( init(main()), LTL(G ! overflow) )
                         or only memory faults: valid-deref, valid-free, valid-memtrack,
                         valid-memcleanup; def-behavior is both, with pointer and member
                         Functions without a body are then taken to be pure.
  --rule RULE            the program keeps a rule for an interface; `hatha help rules`
  --assume EXPR          what holds when the entry is called
  --entry FUNCTION       where the program starts

  Examples:
    hatha check prog.c --property unreach-call.prp
    hatha check list.c --entry list_insert --assume 'n > 0'
";

const RULES: &str = "\
Rules

  A rule watches calls of an interface and says what must not happen: a lock taken
  twice, a file used after fclose. `hatha rules list` names those that ship with hatha.

    hatha check prog.c --rule posix/mutex     check a program against a rule
    hatha rules show posix/mutex              its text
    hatha rules new mine                      mine.slic with a program that keeps it and
                                              one that breaks it
    hatha rules test mine.slic                are the verdicts on both right?
    hatha campaign --rules 'posix/*' a.c b.c  every program against every rule

  docs/rules.md describes the language.
";

const ENGINES: &str = "\
Engines (--engine NAME)

  auto              dash, and if that takes long, panda and dart beside it (the default); the
                    first with a verdict wins
  dash              tests and a proof at once, guided by each other; where it gets no further,
                    a plain directed search looks for a failing test
  synergy           the forerunner of dash, without its treatment of pointers and procedures
  dart              directed testing alone: finds failing tests, proves nothing
  panda             walks all executions, each step with concrete values and with terms;
                    proves programs with finitely many executions (with --match, more)
  cegar             predicate abstraction with refinement, for comparison
  intervals         ranges of integers and differences between them; fast, and searches nothing
  lee-yannakakis    partition refinement guided by tests, for comparison
  ase, ur           for guarded commands (.gcl); they need Z3

  An engine's word is never the verdict: tests are replayed and proofs certified,
  whichever engine found them. docs/engines has a page for each.
";

/// Shows the help of a command or a topic.
pub(super) fn main(words: &[String]) -> Outcome {
    let mut command = Cli::command();
    command.build();
    let Some(first) = words.first() else {
        print!("{}\n{}", command.render_long_help(), topics());
        return Ok(exit::OK);
    };
    if let Some(topic) = TOPICS.iter().find(|t| t.name == first) {
        print!("{}", topic.text);
        return Ok(exit::OK);
    }
    let mut at = &mut command;
    for word in words {
        let names: Vec<String> = at
            .get_subcommands()
            .filter(|c| !c.is_hide_set())
            .map(|c| c.get_name().to_owned())
            .chain(TOPICS.iter().map(|t| t.name.to_owned()))
            .collect();
        let Some(found) = at.find_subcommand_mut(word) else {
            return Err(unknown(word, &names));
        };
        at = found;
    }
    print!("{}", at.render_long_help());
    Ok(exit::OK)
}

fn topics() -> String {
    let names: Vec<&str> = TOPICS.iter().map(|t| t.name).collect();
    format!("Topics (hatha help TOPIC): {}\n", names.join(", "))
}

fn unknown(word: &str, names: &[String]) -> Failure {
    let near = suggest::nearest(word, names.iter().map(String::as_str));
    let hint = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
    let why = format!("error: there is no help on `{word}`{hint}\n{}", topics());
    Failure::new(exit::USAGE, why.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_has_a_line() {
        let engines = hatha_engine::engines().into_iter().map(|e| e.name());
        for name in engines.chain(super::super::gcl::engines()) {
            assert!(
                ENGINES.contains(name),
                "{name} is missing in `help engines`"
            );
        }
    }
}
