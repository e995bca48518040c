//! `cargo xtask table ase`: Figures 7 and 8 of "Abstract Analysis of Symbolic
//! Executions", with the paper's figures beside ours.
//!
//! Each row runs as `hatha check --engine ase|ur --format json -D … FILE.gcl`.
//! Seconds are wall time of the whole process, replay or certificate included.
//! The times of the ticket protocol are plotted. With `--second-opinion` each
//! system runs once while another solver confirms every answer and every claim.

mod plot;

use super::{GRACE, Options, replace_between};
use crate::Result;
use crate::process::{self, build_hatha, root};
use plot::Curve;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// What the paper prints for one engine: iterations, queries, predicates, states
/// and seconds. Nothing is printed for more than 15 minutes.
type Theirs = Option<[&'static str; 5]>;

/// A row.
#[derive(Clone, Debug)]
struct Row {
    name: &'static str,
    file: &'static str,
    constants: Vec<&'static str>,
    verdict: &'static str,
    /// The check that concluded: II, SF, or `-`.
    check: &'static str,
    ase: Theirs,
    ur: Theirs,
}

/// System, file, constants, verdict, deciding check, the paper's figures for ASE
/// and those for UR; the verdict of a reachability question is ours.
const FIGURE_7: &str = "
bakery2     bakery           -       proved   II  3 141 8 52/33 0.347          4 367 10 49/36 0.452
RAX         rax              -       proved   SF  1 6 2 81/44 0.261            -
elev4       elevator         n=4     proved   SF  1 418 13 468/378 1.013       4 5789 19 468/456 8.146
elev5       elevator         n=5     proved   SF  1 1169 15 1256/910 3.459     5 26252 23 1253/1204 44
elev6       elevator         n=6     proved   SF  1 3156 17 3248/2126 12.275   6 105830 27 3224/3060 220.633
elev7       elevator         n=7     proved   SF  1 7116 19 8160/4862 40.867   -
elev8       elevator         n=8     proved   SF  1 15036 21 15200/9422 185.717 -
ticket2     ticket           n=2     proved   SF  4 135 8 22/9 0.609           4 120 8 12/9 0.404
ticket3     ticket           n=3     proved   SF  5 672 14 182/31 1.413        5 661 14 41/31 0.923
ticket4     ticket           n=4     proved   SF  6 4088 23 5011/129 33.51     6 4061 23 170/129 5.143
mesi        mesi             -       proved   SF  16 6893 47 18/18 36.61       16 12172 47 18/18 49.627
berkeley    berkeley         -       proved   SF  11 3113 38 13/12 15.729      11 4623 38 13/12 17.605
b_bakery2-e bounded-bakery-e -       violated -   1 0 2 80/80 0.178            2 74 5 193/193 1.188
ticket2-e   ticket-e         n=2     violated -   1 0 2 12/9 0.073             2 11 5 26/17 0.155
ticket3-5   ticket-x         n=3,X=5  violated -  1 0 3 14/12 0.058            3 145 14 93/81 0.341
ticket3-10  ticket-x         n=3,X=10 violated -  3 152 14 30/27 0.525         8 1218 21 302/240 2.229
ticket3-15  ticket-x         n=3,X=15 violated -  8 1225 21 47/44 3.107        13 2090 26 507/395 5.15
ticket3-20  ticket-x         n=3,X=20 violated -  13 2500 26 62/59 6.869       18 3918 31 712/550 9.501
ticket3-25  ticket-x         n=3,X=25 violated -  18 3925 31 77/74 13.038      23 5493 36 917/705 15.821
ticket3-30  ticket-x         n=3,X=30 violated -  23 5500 36 92/89 20.762      28 7219 41 1112/860 34.701
ticket3-35  ticket-x         n=3,X=35 violated -  28 7225 41 107/104 46.379    33 9093 46 1327/1015 51.579
ticket3-40  ticket-x         n=3,X=40 violated -  33 9100 46 122/119 71.462    38 11118 51 1532/1170 82.974
RAX-5       rax-x            X=5     violated -   5 46 12 50/49 0.373          5 123 20 170/170 0.363
RAX-10      rax-x            X=10    violated -   10 146 17 90/89 0.988        10 483 35 350/350 1.528
RAX-15      rax-x            X=15    violated -   15 296 22 130/129 2.031      15 1068 50 530/530 4.341
RAX-20      rax-x            X=20    violated -   20 496 27 170/169 3.675      20 1878 65 710/710 9.934
RAX-25      rax-x            X=25    violated -   25 746 32 210/209 6.442      25 2913 80 890/890 19.578
RAX-30      rax-x            X=30    violated -   30 1046 37 250/249 9.94      30 4173 95 1070/1070 35.03
RAX-35      rax-x            X=35    violated -   35 1396 42 290/289 15.155    35 5658 110 1250/1250 57.315
RAX-40      rax-x            X=40    violated -   40 1796 47 320/319 22.104    40 7368 125 1430/1430 89.332
RAX-45      rax-x            X=45    violated -   45 2246 52 370/369 30.821    45 9303 140 1610/1610 133.063
";

const FIGURE_8: &str = "
ticket2     ticket-any       n=2     proved   II  4 523 12 5516/62 281.134     -
peterson2   peterson         -       proved   II  1 24 4 700/38 424            -
bakery2     bakery-stay      -       proved   II  3 301 11 807/50 73.965       -
mesi        mesi-any         -       proved   II  2 260 13 112/14 3.56         -
synapse     synapse          -       proved   II  2 62 7 34/9 0.88             -
ticket2-e   ticket-any-e     n=2     violated -   1 0 2 12/10 0.104            -
ticket3-e   ticket-any-e     n=3     violated -   1 0 3 10/10 0.112            -
";

/// What the paper has no figures for.
const OTHERS: &str = "
Figure-1    mutex            -       proved   SF  -  -
Theorem-3   theorem3         -       proved   II  -  -
trap        trap             -       violated -   -  -
szymanski   szymanski        -       proved   SF  -  -
dekker      dekker           -       proved   SF  -  -
fast-mutex  fast-mutex       -       proved   SF  -  -
fischer     fischer          -       proved   SF  -  -
philosophers philosophers    -       violated -   -  -
german      german           -       proved   SF  -  -
alternating-bit alternating-bit -    proved   SF  -  -
buffer      buffer           -       proved   SF  -  -
readers-writers readers-writers -    proved   II  -  -
";

/// Larger instances.
const LARGER: &str = "
elev9       elevator         n=9     proved   SF  -  -
elev10      elevator         n=10    proved   SF  -  -
RAX-100     rax-x            X=100   violated -   -  -
ticket3-any ticket-any       n=3     proved   II  -  -
";

/// How far the ticket protocol goes beyond Figure 7.
const TICKETS: &str = "
ticket5     ticket           n=5     proved   SF  -  -
ticket6     ticket           n=6     proved   SF  -  -
";

/// The rows of a table above.
fn rows(table: &'static str) -> Result<Vec<Row>> {
    let lines = table.lines().filter(|l| !l.is_empty());
    lines
        .map(|line| row(line).ok_or_else(|| format!("not a row: {line}")))
        .collect()
}

fn row(line: &'static str) -> Option<Row> {
    let mut words = line.split_whitespace();
    let mut next = || words.next();
    let (name, file, constants) = (next()?, next()?, next()?);
    let (verdict, check) = (next()?, next()?);
    let mut figures = || match next()? {
        "-" => Some(None),
        first => Some(Some([first, next()?, next()?, next()?, next()?])),
    };
    let (ase, ur) = (figures()?, figures()?);
    let constants = constants.split(',').filter(|c| *c != "-");
    Some(Row {
        name,
        file,
        constants: constants.collect(),
        verdict,
        check,
        ase,
        ur,
    })
}

/// One run.
struct Ours {
    verdict: String,
    check: &'static str,
    text: String,
    seconds: f64,
    json: Value,
}

/// Runs everything, prints the tables and writes them to `docs/results/ase.md`.
pub fn run(options: &Options) -> Result {
    let hatha = build_hatha()?;
    let path = root().join("docs/results/ase.md");
    if options.second_opinion.is_some() {
        let out = opinions(options, &hatha)?;
        print!("{out}");
        return match options.dry {
            true => Ok(()),
            false => replace_between(&path, "<!-- opinion ase -->\n", &out),
        };
    }
    let mut out = format!("Limit: {} s for each run.\n", options.timeout);
    let mut curves = theirs()?;
    for (title, table, engine) in [
        ("Figure 7, engine `ase`", FIGURE_7, "ase"),
        ("Figure 7, engine `ur`", FIGURE_7, "ur"),
        ("Figure 8", FIGURE_8, "ase"),
        ("Other systems", OTHERS, "ase"),
        ("Larger instances", LARGER, "ase"),
        ("More processes, engine `ase`", TICKETS, "ase"),
        ("More processes, engine `ur`", TICKETS, "ur"),
    ] {
        let _ = write!(out, "\n{title}:\n\n{HEAD}");
        for row in rows(table)? {
            let ours = one(options, &hatha, &row, engine)?;
            let Ours {
                verdict, seconds, ..
            } = &ours;
            eprintln!("{} {engine}: {verdict} in {seconds:.2} s", row.name);
            out.push_str(&line(&row, &ours, engine)?);
            note(&mut curves, &row, &ours, engine);
        }
    }
    print!("{out}");
    if options.dry {
        return Ok(());
    }
    let picture = root().join("docs/results/ticket.svg");
    super::write(&picture, &plot::svg(&curves))?;
    replace_between(&path, "<!-- table ase -->\n", &format!("{out}\n"))
}

/// The number of processes of a row of the ticket protocol.
fn processes(row: &Row) -> Option<u32> {
    let n = row.constants.first()?.strip_prefix("n=")?;
    (row.file == "ticket").then(|| n.parse().ok()).flatten()
}

/// The curves of the plot: ours, still empty, and the paper's.
fn theirs() -> Result<Vec<Curve>> {
    let names = ["ase", "ur", "ase in the paper", "ur in the paper"];
    let mut curves = names.map(|name| Curve {
        name,
        points: Vec::new(),
    });
    for row in rows(FIGURE_7)? {
        let Some(n) = processes(&row) else {
            continue;
        };
        for (at, figures) in [(2, row.ase), (3, row.ur)] {
            let seconds = figures.and_then(|f| f[4].parse().ok());
            curves[at].points.extend(seconds.map(|s| (n, s)));
        }
    }
    Ok(curves.into())
}

/// A verdict is a point of its engine's curve.
fn note(curves: &mut [Curve], row: &Row, ours: &Ours, engine: &str) {
    let at = usize::from(engine == "ur");
    if let Some(n) = processes(row).filter(|_| ours.verdict != "unknown") {
        curves[at].points.push((n, ours.seconds));
    }
}

/// Every system once, with the confirmations of another solver.
fn opinions(options: &Options, hatha: &Path) -> Result<String> {
    let solver = options.second_opinion.as_deref().unwrap_or_default();
    let mut out = format!(
        "Limit: {} s for each run; the second opinion is {solver}'s.\n\n\
         | system | verdict | certified by | answers confirmed | undecided | seconds |\n\
         | --- | --- | --- | ---: | ---: | ---: |\n",
        options.timeout
    );
    for table in [FIGURE_7, FIGURE_8, OTHERS] {
        for row in rows(table)? {
            let ours = one(options, hatha, &row, "ase")?;
            let Ours {
                verdict,
                json,
                seconds,
                ..
            } = &ours;
            eprintln!("{}: {verdict} in {seconds:.2} s", row.name);
            // Contradictions end the run of the command itself with an error.
            line(&row, &ours, "ase")?;
            let names = json["certified_by"].as_array().into_iter().flatten();
            let names: Vec<&str> = names.filter_map(Value::as_str).collect();
            let number = |key: &str| json["second_opinion"][key].as_u64().unwrap_or(0);
            let _ = writeln!(
                out,
                "| {} | {verdict} | {} | {} | {} | {seconds:.2} |",
                row.name,
                names.join(", "),
                number("confirmed"),
                number("undecided"),
            );
        }
    }
    Ok(out)
}

const HEAD: &str = "| system | verdict | check | iterations | queries | predicates | states | seconds | the paper: check | iterations | queries | predicates | states | seconds |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |
";

fn one(options: &Options, hatha: &Path, row: &Row, engine: &str) -> Result<Ours> {
    let file = root().join(format!("benchmarks/gcl/{}.gcl", row.file));
    let mut command = Command::new(hatha);
    command.args(["check", "--format", "json", "--engine", engine]);
    command.args(["--timeout", &options.timeout.to_string()]);
    for constant in &row.constants {
        command.args(["-D", constant]);
    }
    if let Some(solver) = &options.second_opinion {
        command.args(["--second-opinion", solver]);
    }
    let predicates = file.with_extension("predicates");
    if predicates.exists() {
        command.arg("--predicates").arg(predicates);
    }
    command.arg(&file);
    let limit = Duration::from_secs(options.timeout) + GRACE;
    let done = process::run(&mut command, &[], limit)?;
    let text = String::from_utf8_lossy(&done.stdout);
    let json: Value = match done.code() {
        Some(0..=2) => serde_json::from_str(text.trim()).map_err(|e| e.to_string())?,
        other => {
            let why = String::from_utf8_lossy(&done.stderr);
            return Err(format!("{}: {other:?}: {why}", row.name));
        }
    };
    let number = |key: &str| json[key].as_u64().unwrap_or(0);
    let queries = json["solver_queries"]["search"].as_u64().unwrap_or(0);
    let verdict = json["verdict"].as_str().unwrap_or("unknown").to_owned();
    let check = match json["deciding_check"].as_str() {
        Some("safe-fragment") => "SF",
        Some("inductive-invariant") => "II",
        Some("exact") => "exact",
        _ => "-",
    };
    let text = match verdict.as_str() {
        "unknown" => "- | - | - | -".to_owned(),
        _ => format!(
            "{} | {queries} | {} | {}/{}",
            number("iterations"),
            number("predicates"),
            number("states"),
            number("regions")
        ),
    };
    Ok(Ours {
        verdict,
        check,
        text,
        seconds: done.seconds,
        json,
    })
}

/// A verdict other than the expected one is a defect, not a row.
fn line(row: &Row, ours: &Ours, engine: &str) -> Result<String> {
    if ours.verdict != "unknown" && ours.verdict != row.verdict {
        return Err(format!("{}: {} is wrong", row.name, ours.verdict));
    }
    let (theirs, check) = match engine {
        "ur" => (row.ur, ""),
        _ => (row.ase, row.check),
    };
    let theirs = theirs.unwrap_or(["-"; 5]).join(" | ");
    let check = if theirs.starts_with('-') { "" } else { check };
    let Ours {
        verdict,
        check: our_check,
        text,
        seconds,
        ..
    } = ours;
    Ok(format!(
        "| {} | {verdict} | {our_check} | {text} | {seconds:.2} | {check} | {theirs} |\n",
        row.name
    ))
}
