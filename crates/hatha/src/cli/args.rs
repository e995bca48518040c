//! The command line, defined once: help, messages and parsing come from here.

mod environment;

pub(crate) use environment::{
    EnvironmentArgs, ExternalsArg, MisalignedArg, PointersArg, VolatileArg,
};

use super::ci::CiArgs;
use super::colour::ColourArg;
use super::contract::args::{ContractArgs, EveryArgs};
use clap::{Args, Parser, Subcommand, ValueEnum};
use hatha_engine::Refinement;
use std::ffi::OsString;
use std::path::PathBuf;

/// Can this C program go wrong? Searches for a failing test and a proof at once.
#[derive(Parser, Debug)]
#[command(
    name = "hatha",
    version,
    max_term_width = 100,
    after_help = EXAMPLES,
    disable_help_subcommand = true
)]
pub(crate) struct Cli {
    /// When messages are coloured
    #[arg(
        long,
        global = true,
        value_name = "auto|always|never",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub color: ColourArg,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "Examples:
  hatha check lock.c                 a proof, a failing test, or an honest unknown
  hatha test prog.c --tests out      a suite of tests, and what it covers
  hatha run prog.c -- a b < input    run a program and stop at its first fault
  hatha cfa prog.c --dot | dot -Tsvg the automaton as a picture
  hatha help engines                 also: exit-codes, properties, rules

Exit status of check: 0 proved, 1 violated, 2 unknown; of every command: 64 usage,
65 bad input, 66 missing or unreadable file or a directory, 70 internal error.";

/// The commands.
#[expect(clippy::large_enum_variant, reason = "there is one value of it")]
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Prove that no error can be reached, or find a test that reaches one
    #[command(args_override_self = true)]
    Check(CheckArgs),
    /// Run a program and report its first fault
    ///
    /// The exit status is the program's own. A fault gives 134, a construct that
    /// hatha does not understand or a limit gives 2; both are printed on standard error.
    #[command(args_override_self = true)]
    Run(RunArgs),
    /// Find tests: drive the program down one path after the other
    ///
    /// Exit status with --goal error: 1 a failure was reached (and replayed in the
    /// simulator), 2 none was. With the other goals: 0 no test fails, 1 some test fails.
    #[command(args_override_self = true)]
    Test(TestArgs),
    /// Replay a test in the simulator, and natively on request
    #[command(args_override_self = true)]
    Replay(ReplayArgs),
    /// Make a page from the log of a check: how it went, and what came of it
    Report(ReportArgs),
    /// Check a proof again, independently of the engine that found it
    #[command(args_override_self = true)]
    Certify(CertifyArgs),
    /// Judge a witness of the software verification competition, format 2.0
    ///
    /// A violation sequence is followed to a test that replays; the invariants of a correctness
    /// witness are checked and the property is proved with them. Exit status: 0 confirmed,
    /// 1 rejected, 2 undecided.
    #[command(args_override_self = true)]
    Validate(ValidateArgs),
    /// Ask a temporal question about one function: which paths, under which condition
    ///
    /// The formula is over points (`at LABEL`) and conditions in C (`{x >= y}`). Exit status:
    /// 1 a path was found, 0 none exists for any n (proved), 2 none up to the bound or undecided.
    #[command(args_override_self = true)]
    Unit(UnitArgs),
    /// Explore the paths of one function in a browser: by hand, or by formula
    ///
    /// Serves a page on the loopback address until the page or Ctrl-C ends it. The address that
    /// is printed holds a secret: no other page and no other user can use it. Nothing is run
    /// natively, and nothing leaves the machine.
    #[command(args_override_self = true)]
    Explore(ExploreArgs),
    /// Print the control-flow automata of a program
    #[command(args_override_self = true)]
    Cfa(CfaArgs),
    /// The rules about interfaces: which there are, what they say, and whether they work
    Rules(RulesArgs),
    /// Check many programs against many rules, each pair in a process of its own
    ///
    /// Results are kept in a file as they come; the same command goes on where it was ended.
    #[command(args_override_self = true)]
    Campaign(CampaignArgs),
    /// What functions demand of their callers so that they cannot fail
    #[command(args_override_self = true)]
    Contract(ContractArgs),
    /// Check what a change touches, and say what is new: for servers that test changes
    ///
    /// Exit status: 0 nothing that --fail-on names, 1 a new violation, 2 something is not known (with
    /// --fail-on unknown).
    Ci(CiArgs),
    /// Serve an editor: diagnostics, proven invariants and actions by the language server protocol
    ///
    /// Speaks on standard input and output; an editor starts it (docs/editors.md).
    Lsp {
        /// The only way to speak, which some editors name
        #[arg(long, hide = true)]
        stdio: bool,
    },
    /// Write a hatha.toml with the settings of a project
    Init,
    /// What is installed, what is missing and what that costs
    Doctor,
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write man pages to a folder
    Man {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Show help on a command, or on exit-codes, properties, rules or engines
    Help {
        /// A command or topic
        #[arg(value_name = "COMMAND|TOPIC")]
        topic: Vec<String>,
    },
}

/// Where the program comes from.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct FrontArgs {
    /// C files (.c is preprocessed, .i is read as it is); several are linked. Or one system of
    /// guarded commands (.gcl)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Add a folder to search for headers
    #[arg(short = 'I', value_name = "DIR", help_heading = "C")]
    pub include_dirs: Vec<String>,
    /// Define a macro (of a .gcl file: give a constant its value)
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "C")]
    pub defines: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME", help_heading = "C")]
    pub undefines: Vec<String>,
    /// Include a header first (also written -include FILE)
    #[arg(long = "include", value_name = "FILE", help_heading = "C")]
    pub includes: Vec<String>,
    /// The C standard (also written -std=STD)
    #[arg(long = "std", value_name = "STD", help_heading = "C")]
    pub standard: Option<String>,
    /// Pass a flag to the preprocessor; -f… and -m… may be written as they are
    #[arg(
        long = "cflag",
        value_name = "FLAG",
        allow_hyphen_values = true,
        help_heading = "C"
    )]
    pub cflags: Vec<String>,
    /// Widths of the target; the compiler's own by default (lp64 for .i files)
    #[arg(long, value_name = "MODEL", help_heading = "C")]
    pub data_model: Option<DataModelArg>,
    /// Take flags and further files from DIR/compile_commands.json
    #[arg(long, value_name = "DIR", help_heading = "C")]
    pub compile_commands: Option<PathBuf>,
    /// Take only the flags from --compile-commands, not the other files: their functions have no body
    #[arg(long, help_heading = "C")]
    pub alone: bool,
    /// Read the text of FILE from another file, whose first line is a line marker (`# 1 "FILE"`): for
    /// editors, whose text is not on the disk yet
    #[arg(long = "buffer", value_name = "FILE=TEXT", value_parser = parse_buffer, help_heading = "C")]
    pub buffers: Vec<(PathBuf, PathBuf)>,
    /// Leave functions of the C library without a body instead of using hatha's model of them
    /// (`*` stands for any text)
    #[arg(long, value_name = "PATTERN", help_heading = "C")]
    pub without_model: Vec<String>,
    /// The function to start from
    #[arg(long, value_name = "FUNCTION", default_value = "main")]
    pub entry: String,
    /// `any` lets the program's globals start with any value, constants apart
    #[arg(long, value_name = "any|initial", default_value = "initial")]
    pub globals: GlobalsArg,
    /// `open`: arguments, environment variables, standard input, files and the answers of the
    /// system are inputs. `closed` assumes that there are none and that nothing fails. (`run` has
    /// the real standard input and arguments, no files, and nothing fails.)
    #[arg(long, value_name = "open|closed", default_value = "open")]
    pub environment: WorldArg,
    /// Assume a C expression over globals and the parameters of the entry when it starts
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub assume: Vec<String>,
    /// A relation that stands for a function: `g: x' == x + 1 && same(y)`; what it does not
    /// mention becomes arbitrary
    #[arg(long, value_name = "FUNCTION: RELATION", allow_hyphen_values = true)]
    pub stub: Vec<String>,
    /// Read relations for --stub from a file, one on each line
    #[arg(long, value_name = "FILE")]
    pub stubs: Option<PathBuf>,
    /// Preconditions of functions, one `FUNCTION: EXPR` on each line: assumed of the entry, checked
    /// at every call (`hatha contract --save` writes such a file)
    #[arg(long, value_name = "FILE")]
    pub contracts: Option<PathBuf>,
    /// A rule that the program must keep: a name (see `hatha rules list`) or a file.slic
    #[arg(long = "rule", value_name = "RULE")]
    pub rules: Vec<String>,
    /// Whether a property file says that the files are a whole program
    #[arg(skip)]
    pub whole: bool,
    /// Whether an allocation may fail (`--checks malloc-null`)
    #[arg(skip)]
    pub scarce: bool,
    /// The functions of several processes
    #[arg(skip)]
    pub starts: Vec<String>,
}

/// What globals start with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum GlobalsArg {
    /// Any value
    Any,
    /// Their initial values
    #[default]
    Initial,
}

/// What lies around the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum WorldArg {
    /// Anything may come from outside
    #[default]
    Open,
    /// Nothing comes from outside, and nothing fails: an assumption, which is printed
    Closed,
}

/// The usual pairs of widths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DataModelArg {
    /// int, long and pointers of 32 bits
    Ilp32,
    /// long and pointers of 64 bits
    Lp64,
}

fn parse_buffer(text: &str) -> Result<(PathBuf, PathBuf), String> {
    let (file, text) = text.rsplit_once('=').ok_or("write it as FILE=TEXT")?;
    Ok((file.into(), text.into()))
}

pub(crate) fn parse_seconds(text: &str) -> Result<f64, String> {
    let parsed = text.parse().ok().filter(|s: &f64| *s >= 0.0);
    parsed.ok_or_else(|| "write a number of seconds, for example 60 or 0.5".to_owned())
}

/// How much is printed. Progress goes to standard error, and only if that is a terminal.
#[derive(Args, Debug)]
pub(crate) struct VerbosityArgs {
    /// Show the result alone
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Show everything in full
    #[arg(short, long)]
    pub verbose: bool,
}

/// `hatha run`
#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// The program
    #[command(flatten)]
    pub front: FrontArgs,
    /// The environment
    #[command(flatten)]
    pub environment: EnvironmentArgs,
    /// Take nondeterministic values from an input vector (zero otherwise)
    #[arg(long, value_name = "VEC.json")]
    pub input: Option<PathBuf>,
    /// Stop after that many steps
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// Seed of the run of a system of guarded commands
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<OsString>,
}

/// How predicates are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RefineArg {
    /// The whole weakest precondition
    Wp,
    /// The part of it that the solver needed
    Core,
    /// That part, with the literals that belong together
    Poseval,
    /// Constant values that refute it
    Value,
    /// Values for variables with many constants, poseval for the others
    Hybrid,
}

impl From<RefineArg> for Refinement {
    fn from(how: RefineArg) -> Self {
        match how {
            RefineArg::Wp => Refinement::Wp,
            RefineArg::Core => Refinement::Core,
            RefineArg::Poseval => Refinement::PosEval,
            RefineArg::Value => Refinement::Value,
            RefineArg::Hybrid => Refinement::Hybrid,
        }
    }
}

/// How a result is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatArg {
    /// For people
    Human,
    /// For scripts
    Json,
}

fn solver_names() -> clap::builder::PossibleValuesParser {
    ["z3", "cvc5", "bitwuzla", "yices"].into()
}

fn engine_names() -> clap::builder::PossibleValuesParser {
    let names = hatha_engine::engines().into_iter().map(|e| e.name());
    let names = names.chain([hatha_verify::check::portfolio::NAME]);
    let names = names.chain(super::gcl::engines());
    names.collect::<Vec<_>>().into()
}

/// `hatha check`
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// The program
    #[command(flatten)]
    pub front: FrontArgs,
    /// The environment
    #[command(flatten)]
    pub environment: EnvironmentArgs,
    /// Several functions
    #[command(flatten)]
    pub every: EveryArgs,
    /// A property file of the software verification competition
    #[arg(long, value_name = "FILE.prp", conflicts_with = "rules")]
    pub property: Option<PathBuf>,
    /// Which faults are asked about besides failures that the program states: `default` is
    /// `arithmetic` and `memory`, `assertions` none; kinds such as `overflow`, `division-by-zero`,
    /// `invalid-access`, `wrap`, `conversion`, `leak`, `cleanup`, `pointer`, `member`, or `all`. A list that begins with `+KIND` or `-KIND`
    /// changes the default. With `malloc-null` allocations may fail
    #[arg(
        long,
        value_name = "LIST",
        allow_hyphen_values = true,
        conflicts_with_all = ["property", "rules"]
    )]
    pub checks: Option<String>,
    /// End at the first failure instead of giving each check a verdict
    #[arg(long)]
    pub first: bool,
    /// Go on after a failure until every check has a verdict or the time is over. Without this option
    /// the work on a hard check is limited, in proportion to what the decided checks took
    #[arg(long, conflicts_with = "first")]
    pub thorough: bool,
    /// Show every check with its verdict
    #[arg(long)]
    pub list_checks: bool,
    /// Check nothing: list the functions of the files, each with a key (`--format json`) that changes
    /// where the answer about it may
    #[arg(long, conflicts_with = "every_function")]
    pub list_functions: bool,
    /// For programs that start hatha: end when standard input is closed, write no file that only settings
    /// name, and with `--format json` print what is known at each violation on a line of its own
    #[arg(long, hide = true)]
    pub attended: bool,
    /// With --rule: the program's own assertions and faults count, too
    #[arg(long, requires = "rules")]
    pub with_asserts: bool,
    /// The algorithm; auto runs dash, panda, dart and, for assertions, intervals side by side (for .gcl the default is ase)
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = engine_names())]
    pub engine: String,
    /// Start from conditions in C at places of the program, one `PLACE: CONDITION` on each line
    /// (for .gcl, one predicate over the variables on each line)
    #[arg(long, value_name = "FILE")]
    pub predicates: Option<PathBuf>,
    /// How predicates are chosen when an abstract trace is refuted
    #[arg(long, value_name = "HOW", default_value = "hybrid")]
    pub refine: RefineArg,
    /// Analyse a procedure that changes no memory once and use its summary at each call. Without this
    /// option that is done only where a copy for each call would make the program too large
    #[arg(long, conflicts_with = "inline")]
    pub summaries: bool,
    /// Copy procedures to each call, however large the program becomes
    #[arg(long)]
    pub inline: bool,
    /// Do not learn invariants from tests
    #[arg(long)]
    pub no_generalise: bool,
    /// With `--engine panda` (and always with auto): stop at a state that an earlier one covers, so that loops without a
    /// bound can end
    #[arg(long = "match")]
    pub matching: bool,
    /// Give up after that many seconds
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = parse_seconds)]
    pub timeout: f64,
    /// Give up above that many megabytes (external solvers are not counted)
    #[arg(long, value_name = "MB")]
    pub memory: Option<u64>,
    /// Start from the input vectors (*.json) in a folder
    #[arg(long, value_name = "DIR")]
    pub seed_tests: Option<PathBuf>,
    /// Seed of the first test
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Do not re-check a proof: the verdict then rests on the engine alone
    #[arg(long, conflicts_with = "second_opinion")]
    pub no_certify: bool,
    /// Ask another solver every question too; a disagreement is an internal error
    #[arg(long, value_name = "SOLVER", value_parser = solver_names())]
    pub second_opinion: Option<String>,
    /// How the verdict is shown
    #[arg(long, value_name = "human|json", default_value = "human")]
    pub format: FormatArg,
    /// Write the failing test to a folder
    #[arg(long, value_name = "DIR")]
    pub tests: Option<PathBuf>,
    /// Write the proof to a file
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Keep tests and proofs in a folder, and try those of earlier runs before searching
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Write the verdict as a witness of the software verification competition (YAML, format 2.0)
    #[arg(long, value_name = "FILE.yml")]
    pub witness: Option<PathBuf>,
    /// Write the verdict in the format of static analysis results, SARIF 2.1.0
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write the verdict as a JUnit report, one case for each check
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write what the search does to a file, one JSON object on each line
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Write a page to look at: the verdict, the path or the invariants, and how it got there
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Show where the time and the queries went
    #[arg(long)]
    pub stats: bool,
    /// How much is printed
    #[command(flatten)]
    pub verbosity: VerbosityArgs,
}

/// In which order paths are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OrderArg {
    /// The shortest first
    Bfs,
    /// Along one path as far as it goes
    Dfs,
}

/// How an automaton is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AutomatonArg {
    /// One line for each node
    Text,
    /// A graph for dot
    Dot,
}

/// `hatha unit`
#[derive(Args, Debug)]
pub(crate) struct UnitArgs {
    /// The program
    #[command(flatten)]
    pub front: FrontArgs,
    /// The environment
    #[command(flatten)]
    pub environment: EnvironmentArgs,
    /// The question: ! && || -> X WX G F U R V over `at LABEL` and `{condition in C}`
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    pub ltl: String,
    /// Run a function as a process over the shared globals; several make interleavings
    #[arg(long, value_name = "NAME=FUNCTION")]
    pub process: Vec<String>,
    /// How often a node may stand on a path; smaller numbers come first
    #[arg(short, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    pub n: u32,
    /// In which order paths are looked for
    #[arg(long, value_name = "bfs|dfs", default_value = "bfs")]
    pub search: OrderArg,
    /// How many paths are shown
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub paths: usize,
    /// Show all paths up to the bound
    #[arg(long, conflicts_with = "paths")]
    pub all: bool,
    /// Pass over the first paths: the next one after those
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub skip: usize,
    /// Print the automaton of the formula, and nothing else
    #[arg(long, value_name = "text|dot", num_args = 0..=1, default_missing_value = "text")]
    pub show_automaton: Option<AutomatonArg>,
    /// Do not look for a proof where there is no path up to the bound
    #[arg(long)]
    pub no_proof: bool,
    /// Write a test for each path to a folder; `hatha replay` replays it
    #[arg(long, value_name = "DIR")]
    pub tests: Option<PathBuf>,
    /// Give up after that many seconds
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    pub timeout: f64,
    /// How the answer is shown
    #[arg(long, value_name = "human|json", default_value = "human")]
    pub format: FormatArg,
}

/// `hatha explore`
#[derive(Args, Debug)]
pub(crate) struct ExploreArgs {
    /// The program
    #[command(flatten)]
    pub front: FrontArgs,
    /// The environment
    #[command(flatten)]
    pub environment: EnvironmentArgs,
    /// Run a function as a process over the shared globals; several make interleavings
    #[arg(long, value_name = "NAME=FUNCTION")]
    pub process: Vec<String>,
    /// How often a node may stand on a path that a formula finds, unless the page says another
    /// number
    #[arg(short, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    pub n: u32,
    /// The port of the page; any free one by default
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 0,
        hide_default_value = true
    )]
    pub port: u16,
    /// Write the tests that are saved to a folder, too
    #[arg(long, value_name = "DIR")]
    pub tests: Option<PathBuf>,
    /// The longest time that one step or search may take, in seconds
    #[arg(long, value_name = "S", default_value_t = 20.0, value_parser = parse_seconds)]
    pub timeout: f64,
}

/// When a search for tests is content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GoalArg {
    /// Every way out of every decision was taken
    Branches,
    /// Every statement was run
    Statements,
    /// A failure was reached
    Error,
}

/// What a search for tests tries first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SearchArg {
    /// One path after the other, the deepest change first
    Dfs,
    /// Everything beside the path of the test that covered most
    Generational,
    /// Uncovered edges, then what is near the goal or seldom tried
    Coverage,
}

/// Which tests are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeepArg {
    /// Those that cover something new or fail in a new way
    New,
    /// All
    All,
}

/// `hatha test`
#[derive(Args, Debug)]
pub(crate) struct TestArgs {
    /// The program
    #[command(flatten)]
    pub front: FrontArgs,
    /// The environment
    #[command(flatten)]
    pub environment: EnvironmentArgs,
    /// A property file of the software verification competition: only this failure counts
    #[arg(long, value_name = "FILE.prp", conflicts_with = "rules")]
    pub property: Option<PathBuf>,
    /// Write the tests to a folder: for each an input vector (test-0001.json, ...), a test case
    /// of Test-Comp and a C harness
    #[arg(long, value_name = "DIR")]
    pub tests: Option<PathBuf>,
    /// Write the coverage of the tests as an lcov tracefile
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<PathBuf>,
    /// Start from the input vectors (*.json) in a folder
    #[arg(long, value_name = "DIR")]
    pub seed_tests: Option<PathBuf>,
    /// When to stop
    #[arg(
        long,
        value_name = "branches|statements|error",
        default_value = "branches"
    )]
    pub goal: GoalArg,
    /// What to try first
    #[arg(
        long,
        value_name = "dfs|generational|coverage",
        default_value = "coverage"
    )]
    pub search: SearchArg,
    /// Which tests to keep
    #[arg(long, value_name = "new|all", default_value = "new")]
    pub keep: KeepArg,
    /// Stop after that many tests
    #[arg(long, value_name = "N")]
    pub max_tests: Option<u64>,
    /// Cut a test after that many steps
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub max_steps: u64,
    /// Turn the same branch to the same side at most that often
    #[arg(long, value_name = "N")]
    pub max_flips: Option<u64>,
    /// Stop after that many seconds
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = parse_seconds)]
    pub timeout: f64,
    /// Seed of everything that chance decides
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Ask another solver every question too; a disagreement is an internal error
    #[arg(long, value_name = "SOLVER", value_parser = solver_names())]
    pub second_opinion: Option<String>,
    /// How the result is shown
    #[arg(long, value_name = "human|json", default_value = "human")]
    pub format: FormatArg,
    /// How much is printed
    #[command(flatten)]
    pub verbosity: VerbosityArgs,
}

/// `hatha replay`
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// The test (an input vector)
    #[arg(value_name = "TEST")]
    pub test: PathBuf,
    /// The program
    #[command(flatten)]
    pub front: FrontArgs,
    /// The environment
    #[command(flatten)]
    pub environment: EnvironmentArgs,
    /// The property file that the test was made for: only this failure counts
    #[arg(long, value_name = "FILE.prp", conflicts_with = "rules")]
    pub property: Option<PathBuf>,
    /// The faults that stop the run besides failures that the program states; without the option
    /// those that the test names
    #[arg(
        long,
        value_name = "LIST",
        allow_hyphen_values = true,
        conflicts_with_all = ["property", "rules"]
    )]
    pub checks: Option<String>,
    /// The processes of a test of `hatha unit`, as they were given there
    #[arg(long, value_name = "NAME=FUNCTION")]
    pub process: Vec<String>,
    /// Also compile the program with a harness, run it, and compare
    ///
    /// This executes the program under test. The compiler is $CC, or cc.
    #[arg(long)]
    pub native: bool,
    /// End the native run after that many seconds
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = parse_seconds)]
    pub timeout: f64,
    /// Stop the simulator after that many steps
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    pub steps: u64,
    /// How much is printed
    #[command(flatten)]
    pub verbosity: VerbosityArgs,
}

/// `hatha report`
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// What `hatha check --log LOG` wrote
    #[arg(value_name = "LOG")]
    pub log: PathBuf,
    /// Where the page goes
    #[arg(short, long, value_name = "FILE.html")]
    pub output: PathBuf,
}

/// `hatha certify`
#[derive(Args, Debug)]
pub(crate) struct CertifyArgs {
    /// The proof
    #[arg(value_name = "PROOF")]
    pub proof: PathBuf,
    /// The program
    #[command(flatten)]
    pub front: FrontArgs,
    /// What the proof may assume
    #[command(flatten)]
    pub environment: EnvironmentArgs,
    /// The property file that the proof was made for
    #[arg(long, value_name = "FILE.prp", conflicts_with = "rules")]
    pub property: Option<PathBuf>,
    /// The faults that count besides failures that the program states, as `check --checks` had them
    #[arg(
        long,
        value_name = "LIST",
        allow_hyphen_values = true,
        conflicts_with_all = ["property", "rules"]
    )]
    pub checks: Option<String>,
    /// With --rule: the proof is about the program's own assertions and faults, too
    #[arg(long, requires = "rules")]
    pub with_asserts: bool,
    /// How much is printed
    #[command(flatten)]
    pub verbosity: VerbosityArgs,
}

/// `hatha validate`
#[derive(Args, Debug)]
pub(crate) struct ValidateArgs {
    /// The witness (YAML)
    #[arg(value_name = "WITNESS")]
    pub witness: PathBuf,
    /// The program
    #[command(flatten)]
    pub front: FrontArgs,
    /// The environment
    #[command(flatten)]
    pub environment: EnvironmentArgs,
    /// The property, instead of the one that the witness names
    #[arg(long, value_name = "FILE.prp", conflicts_with = "rules")]
    pub property: Option<PathBuf>,
    /// Give up after that many seconds
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = parse_seconds)]
    pub timeout: f64,
    /// Give up above that many megabytes
    #[arg(long, value_name = "MB")]
    pub memory: Option<u64>,
    /// How the decision is shown
    #[arg(long, value_name = "human|json", default_value = "human")]
    pub format: FormatArg,
    /// Write the test that decides, if one does, to a folder
    #[arg(long, value_name = "DIR")]
    pub tests: Option<PathBuf>,
    /// How much is printed
    #[command(flatten)]
    pub verbosity: VerbosityArgs,
}

/// `hatha cfa`
#[derive(Args, Debug)]
pub(crate) struct CfaArgs {
    /// The program
    #[command(flatten)]
    pub front: FrontArgs,
    /// Only this function
    #[arg(long, value_name = "F")]
    pub function: Option<String>,
    /// As a graph for Graphviz
    #[arg(long)]
    pub dot: bool,
    /// Counts and what was not understood, as JSON
    #[arg(long, conflicts_with = "dot")]
    pub summary: bool,
    /// Library models too
    #[arg(long)]
    pub models: bool,
}

/// `hatha campaign`
#[derive(Args, Debug)]
pub(crate) struct CampaignArgs {
    /// The programs; without any, the files of --compile-commands
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Rules: a name, a pattern with `*`, or a file.slic. Without any, the default checks are asked
    #[arg(long, value_name = "PATTERN")]
    pub rules: Vec<String>,
    /// Take files and flags from DIR/compile_commands.json
    #[arg(long, value_name = "DIR")]
    pub compile_commands: Option<PathBuf>,
    /// Check each file by itself: functions of other files have no body
    #[arg(long)]
    pub alone: bool,
    /// The functions to start from (main by default)
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Vec<String>,
    /// Start from every function of a file that other files can call, with any globals
    #[arg(long, conflicts_with = "entry")]
    pub every_function: bool,
    /// Pairs at a time (as many as there are processors by default)
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Give up on a pair after that many seconds
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = parse_seconds)]
    pub timeout: f64,
    /// Give up on a pair above that many megabytes
    #[arg(long, value_name = "MB")]
    pub memory: Option<u64>,
    /// Where results are kept
    #[arg(long, value_name = "FILE", default_value = "campaign.sqlite")]
    pub results: PathBuf,
    /// Write the results as JSON, one object on each line
    #[arg(long, value_name = "FILE")]
    pub jsonl: Option<PathBuf>,
    /// Further options of `hatha check`
    #[arg(last = true, value_name = "OPTIONS")]
    pub check: Vec<OsString>,
}

/// `hatha rules`
#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    /// What to do
    #[command(subcommand)]
    pub command: RulesCommand,
}

/// The commands about rules.
#[derive(Subcommand, Debug)]
pub(crate) enum RulesCommand {
    /// The shipped rules, one on each line
    List,
    /// The text of a shipped rule
    Show {
        /// Its name
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Write a rule to start from, with a program that keeps it and one that breaks it
    New {
        /// The file NAME.slic is written, beside NAME.good.c and NAME.bad.c
        #[arg(value_name = "NAME")]
        name: PathBuf,
    },
    /// Check the programs beside a rule: NAME.good.c must be proved, NAME.bad.c violated
    ///
    /// Exit status: 0 both verdicts are right, 1 one is not.
    Test {
        /// The rule, NAME.slic
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// Give up on a program after that many seconds
        #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = parse_seconds)]
        timeout: f64,
    },
}

/// Where the command stands among the arguments: behind the options for all commands.
pub(crate) fn command_position(arguments: &[OsString]) -> Option<usize> {
    let mut at = 1;
    loop {
        let word = arguments.get(at)?.to_string_lossy();
        match word.as_ref() {
            "--color" => at += 2,
            word if word.starts_with('-') => at += 1,
            _ => return Some(at),
        }
    }
}

/// Gives a worker the arguments of the command that it works for, so that the definition above
/// knows commands of the user alone; whether it was one.
pub(crate) fn unmask(arguments: &mut [OsString]) -> bool {
    let Some(at) = command_position(arguments) else {
        return false;
    };
    let word = arguments[at].to_string_lossy().into_owned();
    match word.strip_suffix(super::guard::WORKER) {
        Some(command) => {
            arguments[at] = command.into();
            true
        }
        None => false,
    }
}

/// What follows the command.
pub(crate) fn after_command(arguments: &[OsString]) -> &[OsString] {
    let at = command_position(arguments).map_or(arguments.len(), |at| at + 1);
    arguments.get(at..).unwrap_or_default()
}

/// Rewrites the compiler's spellings (`-include F`, `-std=X`, `-funsigned-char`, `-m32`)
/// to those that the definition above knows; the value of `--cflag` and everything after `--`
/// stays as it is.
pub(crate) fn normalise(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut out = Vec::new();
    let mut verbatim = false;
    let mut is_value = false;
    for argument in arguments {
        let text = argument.to_string_lossy();
        verbatim |= text == "--";
        let follows = std::mem::replace(&mut is_value, text == "--cflag");
        let compiler_flag = |t: &str| (t.starts_with("-f") || t.starts_with("-m")) && t.len() > 2;
        if verbatim || follows {
            out.push(argument);
        } else if text == "-include" {
            out.push("--include".into());
        } else if let Some(standard) = text.strip_prefix("-std=") {
            out.push(format!("--std={standard}").into());
        } else if compiler_flag(&text) || text == "-ansi" || text == "-pedantic-errors" {
            out.push(format!("--cflag={text}").into());
        } else {
            out.push(argument);
        }
    }
    out
}
