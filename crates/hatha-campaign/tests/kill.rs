//! A campaign that is killed and resumed ends as one that was not.

use hatha_campaign::{Answer, Outcome, Pair, Queue, Store, table};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;

const PAIRS: u64 = 500;
/// Processes that were at work when the campaign was killed may have run in vain.
const AT_WORK: usize = 4;

/// The example beside the test's own program.
fn stub() -> PathBuf {
    let me = std::env::current_exe().expect("a test has a program");
    let folder = me
        .parent()
        .and_then(Path::parent)
        .expect("target/PROFILE/deps");
    folder.join("examples/stub_campaign")
}

fn start(results: &Path, log: &Path) -> Child {
    Command::new(stub())
        .arg(results)
        .arg(PAIRS.to_string())
        .arg(log)
        .spawn()
        .expect("cargo builds examples for tests")
}

fn done(results: &Path) -> Vec<(Pair, Outcome)> {
    let store = Store::open(results).expect("the results are whole");
    store.results().expect("the results can be read")
}

/// Numbers that differ from run to run, as moments of a kill should.
fn moment(n: u32) -> Duration {
    let clock = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |d| d.subsec_nanos());
    Duration::from_millis(u64::from(clock.wrapping_mul(n + 7) % 150) + 30)
}

#[test]
fn every_pair_exactly_once_whatever_ends_the_campaign() {
    let folder = tempfile::tempdir().expect("a folder");
    let (results, log) = (folder.path().join("c.sqlite"), folder.path().join("log"));
    let mut kept: Vec<(Pair, Outcome)> = Vec::new();
    for n in 0..3 {
        let mut campaign = start(&results, &log);
        std::thread::sleep(moment(n));
        // SIGKILL: nothing is tidied up.
        campaign.kill().expect("it runs, or has ended");
        campaign.wait().expect("it was started here");
        let now = done(&results);
        for (pair, outcome) in &kept {
            let same = now.iter().find(|(p, _)| p == pair);
            assert_eq!(
                same.map(|(_, o)| o),
                Some(outcome),
                "{pair:?} was lost or done again"
            );
        }
        kept = now;
    }
    assert!(start(&results, &log).wait().expect("it runs").success());
    let all = done(&results);
    assert_eq!(all.len() as u64, PAIRS);
    assert!(all.iter().all(|(_, o)| o.answer == Answer::Proved));
    let mut runs: BTreeMap<String, usize> = BTreeMap::new();
    for line in std::fs::read_to_string(&log).expect("a log").lines() {
        *runs.entry(line.to_owned()).or_default() += 1;
    }
    assert_eq!(runs.len() as u64, PAIRS);
    let again: usize = runs.values().map(|n| n - 1).sum();
    assert!(again <= 3 * AT_WORK, "{again} pairs ran twice");
}

fn pair(n: u64) -> Pair {
    Pair {
        file: format!("{n}.c"),
        entry: "main".to_owned(),
        rule: "posix/mutex".to_owned(),
        lines: 10,
    }
}

fn outcome(answer: Answer) -> Outcome {
    Outcome {
        answer,
        reason: String::new(),
        seconds: 0.5,
        iterations: 3,
        tests: 2,
        timed_out: false,
        document: String::new(),
    }
}

#[test]
fn a_second_result_of_a_pair_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = Store::open(&folder.path().join("c.sqlite")).expect("a store");
    store.add(&[pair(1), pair(2), pair(1)]).expect("added");
    assert_eq!(store.count(), Ok(2));
    assert_eq!(store.finish(&pair(1), &outcome(Answer::Proved)), Ok(true));
    assert_eq!(
        store.finish(&pair(1), &outcome(Answer::Violated)),
        Ok(false)
    );
    let results = store.results().expect("results");
    assert_eq!(results.len(), 1);
    assert_eq!(results[0].1.answer, Answer::Proved);
    assert_eq!(
        store.take().map(|p| p.map(|p| p.file)),
        Ok(Some("2.c".to_owned()))
    );
    assert_eq!(store.take(), Ok(None));
}

#[test]
fn one_file_is_one_campaign() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("c.sqlite");
    let mut store = Store::open(&path).expect("a store");
    store.setting("--timeout", "60").expect("set");
    assert!(Store::open(&path).is_err(), "two processes on one file");
    drop(store);
    let mut store = Store::open(&path).expect("the first is gone");
    assert!(store.setting("--timeout", "60").is_ok());
    assert!(store.setting("--timeout", "30").is_err());
}

#[test]
fn the_table_has_the_columns_of_the_paper() {
    let results = [
        (pair(1), outcome(Answer::Proved)),
        (
            pair(1),
            Outcome {
                timed_out: true,
                ..outcome(Answer::Unknown)
            },
        ),
        (pair(2), outcome(Answer::Violated)),
    ];
    let (rows, sum) = table::rows(&results);
    assert_eq!(
        (
            rows["1.c"].properties,
            rows["1.c"].time_outs,
            rows["1.c"].iterations
        ),
        (2, 1, 6)
    );
    assert_eq!((sum.lines, sum.answers), (20, [1, 1, 1, 0, 0]));
    let text = table::table(&results);
    for column in ["lines", "properties", "time-outs", "iterations", "time"] {
        assert!(text.contains(column), "{column}");
    }
    assert_eq!(text.lines().count(), 4);
}
