//! Processes as threads whose accesses to shared memory take place in a given order.
//!
//! **Invariant.** One thread runs at a time. The compiler announces every access to
//! memory before it is made (`-fsanitize=thread`, whose functions are defined here
//! instead of linking its library); an access to anything but the thread's own stack
//! waits until the schedule has it, and is compared with it: whose it is, read or
//! write, where, and what value. Whatever differs ends the process with a status of its
//! own, so a run that ends with status 0 has made the accesses of the schedule.
//!
//! What a compiler may do to reads is allowed: those of one process between which
//! nobody else accesses anything may come in another order, one that nothing needs may
//! be left out, and one may come again that finds what the process has seen there last.
//! So the writes are those of the schedule, in its order and with its values, and what
//! is read is what the schedule has.

use super::{BTreeSet, InputEntry, InputOrigin, InputVector, Program, Writer, quoted};
use super::{Harness, HarnessError, OFF_SCHEDULE, ProcId};

/// An access to shared memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedAccess {
    /// Whose.
    pub process: usize,
    /// Whether it writes.
    pub write: bool,
    /// The global and the offset in it, if it is in one.
    pub place: Option<(String, u64)>,
    /// How many bytes.
    pub size: u64,
    /// What is read or written as it stands in memory, if natively it must be the same.
    pub bytes: Option<Vec<u8>>,
}

/// How a schedule ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleEnd {
    /// All processes come to their end.
    Complete,
    /// There is no more of it.
    Cut,
    /// A process fails, in what it does next.
    Fails(usize),
}

/// The accesses of processes in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The function of each process.
    pub functions: Vec<ProcId>,
    /// The accesses.
    pub accesses: Vec<SharedAccess>,
    /// Which process takes each value that a function of the environment returns.
    pub takers: Vec<usize>,
    /// How it ends.
    pub end: ScheduleEnd,
}

/// The harness of a test of processes; `file` defines the first one's function.
pub fn scheduled_harness(
    program: &Program,
    vector: &InputVector,
    file: &str,
    schedule: &Schedule,
) -> Result<Harness, HarnessError> {
    let first = schedule.functions.first();
    let first = *first.ok_or(HarnessError::NoProcesses)?;
    if schedule
        .functions
        .iter()
        .any(|p| program.proc(*p).name == "main")
    {
        return Err(HarnessError::MainIsProcess);
    }
    let mut writer = Writer::new(program, vector, first);
    writer.include |= schedule.functions.iter().any(|p| {
        let proc = program.proc(*p);
        !proc.external
    });
    let names = shared_names(schedule);
    let hidden = |n: &&String| writer.global(n).is_some_and(|v| !v.is_named_outside());
    writer.include |= names
        .iter()
        .any(|n| hidden(n) && !writer.is_static_local(n));
    writer.write_scheduled(file, schedule)
}

fn shared_names(schedule: &Schedule) -> BTreeSet<&String> {
    let places = schedule.accesses.iter().filter_map(|a| a.place.as_ref());
    places.map(|(name, _)| name).collect()
}

/// Which process takes which value.
const TAKE: &str = r#"
static char hatha_was_taken[HATHA_COUNT + 1];

HATHA_OWN static void hatha_take(const char *name, void *to, hatha_size size) {
    const struct hatha_input *in;
    hatha_size at = 0, i = 0;
    while (at < HATHA_COUNT && (hatha_was_taken[at] || hatha_takers[at] != hatha_me)) at++;
    if (at >= HATHA_COUNT) hatha_stop(HATHA_STRAYED, "the test has no value left for ", name);
    in = &hatha_inputs[at];
    while (in->name[i] && in->name[i] == name[i]) i++;
    if (in->name[i] != name[i]) hatha_stop(HATHA_STRAYED, "the test has no value here for ", name);
    hatha_was_taken[at] = 1;
    hatha_copy(to, in->bytes, in->size < size ? in->size : size);
}
"#;

/// Who runs, before anything else is said.
const THREADS: &str = r#"
extern int hatha_create(void *, const void *, void *(*)(void *), void *) __asm__("pthread_create");
extern int hatha_yield(void) __asm__("sched_yield");
extern int hatha_pause(void) __asm__("pause");
static __thread int hatha_me = -1;
static __thread char *hatha_stack;
static int hatha_turn = -1;

HATHA_OWN static void hatha_pass(int to) { __atomic_store_n(&hatha_turn, to, __ATOMIC_SEQ_CST); }
HATHA_OWN static void hatha_wait(void) {
    while (__atomic_load_n(&hatha_turn, __ATOMIC_SEQ_CST) != hatha_me) hatha_yield();
}

struct hatha_access { int process, write; char *at; hatha_size size; const char *bytes; };
"#;

/// The schedule is followed.
const FOLLOW: &str = r#"
static hatha_size hatha_next;
static char hatha_used[HATHA_ACCESSES + 1], hatha_ended[HATHA_PROCESSES];
static struct { char *at; const struct hatha_access *wanted; } hatha_written;
/* What a process has seen of shared memory, by its access. */
static struct { char *at; hatha_size size; char bytes[16]; int process; } hatha_seen[HATHA_ACCESSES + 1];

HATHA_OWN static void hatha_strayed(const char *what) { hatha_stop(HATHA_OFF_SCHEDULE, what, ""); }

HATHA_OWN static void hatha_compare(char *at, const struct hatha_access *a) {
    hatha_size i, n = a - hatha_accesses;
    for (i = 0; a->bytes && i < a->size; i++)
        if (at[i] != a->bytes[i]) hatha_strayed("shared memory has another value than in the schedule");
    if (!a->size || a->size > 16) return;
    hatha_seen[n].at = at;
    hatha_seen[n].size = a->size;
    hatha_seen[n].process = a->process;
    hatha_copy(hatha_seen[n].bytes, at, a->size);
}

/* Whether a process would read what it has seen there last: compilers read again what they need again. */
HATHA_OWN static int hatha_again(char *at, hatha_size size) {
    hatha_size n, i;
    for (n = HATHA_ACCESSES; n-- > 0;) {
        if (hatha_seen[n].at != at || hatha_seen[n].size != size || hatha_seen[n].process != hatha_me) continue;
        for (i = 0; i < size; i++) if (hatha_seen[n].bytes[i] != at[i]) return 0;
        return 1;
    }
    return 0;
}

/* What was announced last has been done by now. */
HATHA_OWN static void hatha_settle(void) {
    if (hatha_written.wanted) hatha_compare(hatha_written.at, hatha_written.wanted);
    hatha_written.wanted = 0;
    while (hatha_next < HATHA_ACCESSES && hatha_used[hatha_next]) hatha_next++;
}

/* Who has to go on; nobody if the schedule is at its end. */
HATHA_OWN static int hatha_owner(void) {
    if (hatha_next < HATHA_ACCESSES) return hatha_accesses[hatha_next].process;
    if (HATHA_CUT) { hatha_flush(0); hatha_exit(0); }
    return HATHA_FAILING;
}

/* Lets the one go on who has to, and comes back when that is this process. */
HATHA_OWN static void hatha_give_way(void) {
    int owner;
    for (hatha_settle(); (owner = hatha_owner()) != hatha_me; hatha_settle()) {
        if (owner < 0) hatha_strayed("shared memory is accessed after the end of the schedule");
        if (hatha_ended[owner]) hatha_strayed("a process ends before the schedule does");
        hatha_pass(owner);
        hatha_wait();
    }
}

/* The place of an access among those of the process that are still to come: a write is the first
   write, a read stands before that. HATHA_ACCESSES if there are none to come. */
HATHA_OWN static hatha_size hatha_find(char *at, hatha_size size, int write, int *found) {
    hatha_size i, none = HATHA_ACCESSES;
    for (i = hatha_next; i < HATHA_ACCESSES; i++) {
        const struct hatha_access *a = &hatha_accesses[i];
        if (hatha_used[i] || a->process != hatha_me) continue;
        none = i;
        *found = a->write == write && (!a->at || a->at == at) && (!a->size || a->size == size);
        if (*found || a->write) return i;
    }
    return none;
}

HATHA_OWN static void hatha_access(void *place, hatha_size size, int write) {
    char *at = place;
    hatha_size target, i;
    int found = 0;
    if (hatha_me < 0) return;
    if (at >= (char *)__builtin_frame_address(0) && at <= hatha_stack) return;
    hatha_settle();
    target = hatha_find(at, size, write, &found);
    /* Where the schedule has an end and the process none, it would read for ever. */
    if (!found && !write && (target < HATHA_ACCESSES || HATHA_ENDS) && hatha_again(at, size)) return;
    if (!found && target < HATHA_ACCESSES) hatha_strayed("another access to shared memory than in the schedule");
    hatha_give_way();
    /* Nothing is to come of a process that fails in what it does next. */
    if (!found) return;
    for (i = hatha_next; i != target; hatha_give_way(), i = hatha_next) {
        /* Reads before a write, or before what others do, are reads that the compiler has left out. */
        while (i < target && hatha_accesses[i].process == hatha_me) i++;
        if (i == target && !write) break;
        while (i-- > hatha_next) hatha_used[i] = 1;
    }
    hatha_used[target] = 1;
    if (write) { hatha_written.at = at; hatha_written.wanted = &hatha_accesses[target]; }
    else hatha_compare(at, &hatha_accesses[target]);
}

HATHA_OWN static void hatha_leave(void) {
    hatha_size n;
    int owner, i;
    hatha_settle();
    hatha_ended[hatha_me] = 1;
    for (n = hatha_next; n < HATHA_ACCESSES; n++)
        if (hatha_accesses[n].process == hatha_me && !hatha_accesses[n].write) hatha_used[n] = 1;
    hatha_settle();
    owner = hatha_owner();
    for (i = 0; owner < 0 && i < HATHA_PROCESSES; i++)
        if (!hatha_ended[i]) owner = i;
    if (owner < 0) { hatha_flush(0); hatha_exit(0); }
    if (hatha_ended[owner]) hatha_strayed("a process ends before the schedule does");
    hatha_pass(owner);
}

#define HATHA_ANNOUNCED(name, size, write) \
    HATHA_OWN void __tsan_##name(void *at) { hatha_access(at, size, write); }
#define HATHA_BOTH(n) \
    HATHA_ANNOUNCED(read##n, n, 0) HATHA_ANNOUNCED(write##n, n, 1) \
    HATHA_ANNOUNCED(volatile_read##n, n, 0) HATHA_ANNOUNCED(volatile_write##n, n, 1) \
    HATHA_ANNOUNCED(unaligned_read##n, n, 0) HATHA_ANNOUNCED(unaligned_write##n, n, 1)
HATHA_BOTH(1) HATHA_BOTH(2) HATHA_BOTH(4) HATHA_BOTH(8) HATHA_BOTH(16)
HATHA_OWN void __tsan_read_range(void *at, hatha_size size) { hatha_access(at, size, 0); }
HATHA_OWN void __tsan_write_range(void *at, hatha_size size) { hatha_access(at, size, 1); }
HATHA_OWN void __tsan_init(void) { }
HATHA_OWN void __tsan_func_entry(void *caller) { (void)caller; }
HATHA_OWN void __tsan_func_exit(void) { }
"#;

impl Writer<'_> {
    fn write_scheduled(mut self, file: &str, schedule: &Schedule) -> Result<Harness, HarnessError> {
        self.check()?;
        self.preamble(file);
        self.line(THREADS);
        self.takers(schedule);
        self.supply_with(TAKE);
        self.accesses(schedule);
        self.setup()?;
        self.start_processes(schedule)?;
        let mut made = self.made();
        made.flags.push("-pthread".to_owned());
        // Which process is chosen is what the threads do.
        made.unset.retain(|name| name != "choice");
        made.announced = true;
        Ok(made)
    }

    fn takers(&mut self, schedule: &Schedule) {
        let numbers: Vec<String> = schedule.takers.iter().map(ToString::to_string).collect();
        self.line(format!(
            "static const int hatha_takers[] = {{ {} -1 }};",
            numbers.iter().map(|n| format!("{n},")).collect::<String>()
        ));
    }

    /// The schedule as a table.
    fn accesses(&mut self, schedule: &Schedule) {
        for name in shared_names(schedule) {
            if !self.include {
                let label = quoted(name);
                self.line(format!(
                    "extern char hatha_shared_{name}[] __asm__({label});"
                ));
            }
        }
        self.line("static const struct hatha_access hatha_accesses[] = {");
        for a in &schedule.accesses {
            let at = self.shared_address(a);
            let write = i32::from(a.write);
            let bytes = a.bytes.as_ref().map_or("0".to_owned(), |b| escaped(b));
            self.line(format!(
                "    {{ {}, {write}, {at}, {}, {bytes} }},",
                a.process, a.size
            ));
        }
        self.line("    { -1, 0, 0, 0, 0 }");
        self.line("};");
        let (cut, failing) = match schedule.end {
            ScheduleEnd::Complete => (0, -1),
            ScheduleEnd::Cut => (1, -1),
            ScheduleEnd::Fails(process) => (0, process as i64),
        };
        self.line(format!(
            "enum {{ HATHA_ACCESSES = {}, HATHA_PROCESSES = {}, HATHA_CUT = {cut}, HATHA_FAILING = {failing}, HATHA_ENDS = !HATHA_CUT && HATHA_FAILING < 0, HATHA_OFF_SCHEDULE = {OFF_SCHEDULE} }};",
            schedule.accesses.len(),
            schedule.functions.len()
        ));
        self.line(FOLLOW);
    }

    fn shared_address(&self, access: &SharedAccess) -> String {
        match &access.place {
            Some((name, offset)) if !self.is_static_local(name) => match self.include {
                true => format!("(char *)&{name} + {offset}"),
                false => format!("hatha_shared_{name} + {offset}"),
            },
            _ => "0".to_owned(),
        }
    }

    /// A thread for each process, and `main`, which starts them.
    fn start_processes(&mut self, schedule: &Schedule) -> Result<(), HarnessError> {
        let (program, own) = (self.program, self.entry);
        let mut offset = 0;
        for (i, &function) in schedule.functions.iter().enumerate() {
            self.entry = function;
            let count = program.proc(function).params.len() as u32;
            self.thread(i, offset)?;
            offset += count;
        }
        self.entry = own;
        let count = schedule.functions.len();
        let first = schedule.accesses.first().map_or(0, |a| a.process);
        let first = match (schedule.accesses.is_empty(), schedule.end) {
            (true, ScheduleEnd::Fails(process)) => process,
            _ => first,
        };
        self.line("#undef main");
        self.line("HATHA_OWN int main(void) {");
        self.line(format!("    unsigned long threads[{count}];"));
        for i in 0..count {
            self.line(format!(
                "    if (hatha_create(&threads[{i}], 0, hatha_thread_{i}, 0)) hatha_strayed(\"no threads\");"
            ));
        }
        self.line(format!("    hatha_pass({first});"));
        self.line("    for (;;) hatha_pause();");
        self.line("}");
        Ok(())
    }

    /// The thread of a process, whose parameters are those of the test from `offset` on.
    fn thread(&mut self, number: usize, offset: u32) -> Result<(), HarnessError> {
        let types = self.parameter_types(number)?;
        let callee = self.callee_named(&types, &format!("hatha_entry_{number}"));
        self.line(format!(
            "HATHA_OWN static void *hatha_thread_{number}(void *unused) {{"
        ));
        for (i, ty) in types.iter().enumerate() {
            self.argument(i, offset + i as u32, ty)?;
        }
        self.line("    (void)unused;");
        self.line(format!("    hatha_me = {number};"));
        self.line("    hatha_stack = __builtin_frame_address(0);");
        self.line("    hatha_wait();");
        let arguments: Vec<String> = (0..types.len()).map(|i| format!("a{i}")).collect();
        self.line(format!("    {callee}({});", arguments.join(", ")));
        self.line("    hatha_leave();");
        self.line("    return 0;");
        self.line("}");
        Ok(())
    }
}

fn escaped(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|b| format!("\\x{b:02x}")).collect();
    format!("\"{digits}\"")
}

/// Whether a value comes from a function of the environment.
pub fn is_returned(entry: &InputEntry) -> bool {
    matches!(entry.kind, InputOrigin::Nondet | InputOrigin::External)
}
