//! A campaign whose checks are a shell command, for the test that kills it.
//!
//! `stub_campaign RESULTS COUNT LOG`: every check appends its pair to LOG.

use hatha_campaign::{Job, Pair, Store, run};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;

struct Echo {
    log: String,
}

impl Job for Echo {
    fn command(&self, pair: &Pair) -> Command {
        let script = "echo \"$1 $2\" >> \"$3\"; sleep 0.002; \
                      echo '{\"verdict\":\"proved\",\"reason\":\"\",\"iterations\":1,\"tests\":1}'";
        let mut command = Command::new("sh");
        command.args(["-c", script, "sh", &pair.file, &pair.rule, &self.log]);
        command
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, results, count, log] = args.as_slice() else {
        panic!("stub_campaign RESULTS COUNT LOG");
    };
    let count: u64 = count.parse().expect("a number");
    let pair = |n: u64| Pair {
        file: format!("file{}.c", n / 10),
        entry: "main".to_owned(),
        rule: format!("rule{}", n % 10),
        lines: 100,
    };
    let pairs: Vec<Pair> = (0..count).map(pair).collect();
    let mut store = Store::open(Path::new(results)).expect("the results can be opened");
    store.add(&pairs).expect("pairs can be added");
    let job = Echo { log: log.clone() };
    run(&mut store, &job, 4, &(), &AtomicBool::new(false)).expect("the queue works");
}
