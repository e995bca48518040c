//! Which cases there are, and what they are asked about.

use super::Options;
use crate::rng::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What the names of cases have that need a network, a file, a console or Windows.
const OUTSIDE: [&str; 4] = ["socket", "file", "console", "w32"];
/// What the names of cases have, all words of a row, whose versions differ only on other machines:
/// `%s` prints wide texts on Windows; there `_wgetenv` is called where elsewhere `getenv` with a wide name is,
/// whose text both versions read as a wide one; a pointer of 64 bits is as large as the
/// `int64_t`, `double` or pair of `int` that it leads to; and a check behind an access that does not fault is no fault.
const ELSEWHERE: [&[&str]; 4] = [
    &["wchar_t", "snprintf"],
    &["wchar_t", "environment"],
    &["cwe122", "__sizeof_"],
    &["cwe476", "null_check_after_deref"],
];
/// What every case is asked about: whatever is asked without an option, and these groups where
/// they are not among that.
const ALWAYS: [&str; 3] = ["default", "arithmetic", "memory"];

/// A weakness of the suite: its number, what is asked about beside [`ALWAYS`], and the kinds of
/// faults that it is.
pub struct Weakness {
    number: u32,
    asked: &'static [&'static str],
    kinds: &'static [&'static str],
}

const BOUNDS: &[&str] = &["out-of-bounds", "bad-pointer", "member"];
const RANGE: &[&str] = &["signed-overflow", "wrap", "conversion"];

/// The table. A fault of a listed kind is what the CWE names; the memory that an index or a count
/// leads to beyond its object may belong to none (`bad-pointer`), a floating quotient that is
/// infinite faults where it becomes an integer (`float-conversion`), and a variable whose address is freed
/// behind its block is read there first (`dangling`).
pub const WEAKNESSES: [Weakness; 15] = [
    weakness(121, &["member"], BOUNDS),
    weakness(122, &["member"], BOUNDS),
    weakness(124, &[], BOUNDS),
    weakness(126, &[], BOUNDS),
    weakness(127, &[], BOUNDS),
    weakness(190, &["wrap", "conversion"], RANGE),
    weakness(191, &["wrap", "conversion"], RANGE),
    weakness(369, &[], &["division-by-zero", "float-conversion"]),
    weakness(401, &["leak", "malloc-null"], &["leak"]),
    weakness(415, &[], &["double-free"]),
    weakness(416, &[], &["dangling"]),
    weakness(457, &[], &["uninitialised"]),
    weakness(476, &[], &["null-dereference"]),
    weakness(590, &[], &["invalid-free", "dangling"]),
    weakness(761, &[], &["invalid-free"]),
];

const fn weakness(
    number: u32,
    asked: &'static [&'static str],
    kinds: &'static [&'static str],
) -> Weakness {
    Weakness {
        number,
        asked,
        kinds,
    }
}

/// Every word of the table.
pub fn words() -> BTreeSet<&'static str> {
    let more = WEAKNESSES.iter().flat_map(|w| w.asked);
    ALWAYS.iter().chain(more).copied().collect()
}

/// With the fault or without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// With it.
    Bad,
    /// Without it.
    Good,
}

impl Version {
    /// What the preprocessor is told.
    pub fn flag(self) -> &'static str {
        match self {
            Version::Bad => "-DOMITGOOD",
            Version::Good => "-DOMITBAD",
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Version::Bad => "bad",
            Version::Good => "good",
        })
    }
}

/// A case of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The weakness.
    pub cwe: u32,
    /// The name of the file without `.c`.
    pub name: String,
    /// The path in the suite.
    pub path: String,
}

impl Case {
    /// The case of a path, if it is one that can be run: a single file in C whose name ends in the
    /// two digits of the flow variant, of a weakness of the table, that stays inside the process.
    pub fn of(path: &str) -> Option<Case> {
        let name = path.rsplit('/').next()?.strip_suffix(".c")?;
        let (number, _) = name.strip_prefix("CWE")?.split_once('_')?;
        let cwe = number.parse().ok()?;
        let flow = name.rsplit('_').next()?;
        let is_single = flow.len() == 2 && flow.bytes().all(|b| b.is_ascii_digit());
        let lower = name.to_lowercase();
        let is_outside = OUTSIDE.iter().any(|word| lower.contains(word));
        let has = |words: &&[&str]| words.iter().all(|word| lower.contains(word));
        let is_outside = is_outside || ELSEWHERE.iter().any(has);
        let is_listed = WEAKNESSES.iter().any(|w| w.number == cwe);
        (is_single && is_listed && !is_outside).then(|| Case {
            cwe,
            name: name.to_owned(),
            path: path.to_owned(),
        })
    }

    /// Its row of the table.
    fn weakness(&self) -> Option<&'static Weakness> {
        WEAKNESSES.iter().find(|w| w.number == self.cwe)
    }

    /// The words for `--checks`, the same for both versions. Only cases that differ from the others
    /// of their CWE in what they break are asked about that: unsigned and narrow numbers, members
    /// of a structure, `realloc`.
    pub fn checks(&self) -> impl Iterator<Item = &'static str> {
        let more = self.weakness().map_or(&[][..], |w| w.asked);
        let more = more.iter().filter(|word| self.needs(word));
        ALWAYS.iter().chain(more).copied()
    }

    fn needs(&self, word: &str) -> bool {
        let variant = self.name.split_once("__").map_or("", |(_, v)| v);
        match word {
            "wrap" => variant.starts_with("unsigned_"),
            "conversion" => variant.starts_with("char_") || variant.starts_with("short_"),
            "member" => variant.contains("type_overrun"),
            // The block is lost only where `realloc` fails.
            "malloc-null" => variant.contains("realloc"),
            _ => true,
        }
    }

    /// Whether a fault is of a kind that the CWE names.
    pub fn is_named(&self, kind: &str) -> bool {
        self.weakness().is_some_and(|w| w.kinds.contains(&kind))
    }
}

/// The random choice.
pub fn choose(cases: Vec<Case>, options: &Options) -> Vec<Case> {
    let is_wanted = |case: &Case| {
        let is_listed = options.cwe.is_empty() || options.cwe.contains(&case.cwe);
        let text = options.only.as_deref().unwrap_or_default();
        is_listed && case.name.contains(text)
    };
    let mut cases: Vec<Case> = cases.into_iter().filter(is_wanted).collect();
    shuffle(&mut cases, &mut Rng::new(options.seed));
    if options.even {
        cases = in_turn(cases);
    }
    cases.truncate(options.count);
    cases
}

fn shuffle(cases: &mut [Case], rng: &mut Rng) {
    for end in (1..cases.len()).rev() {
        cases.swap(end, rng.below(end + 1));
    }
}

/// The first of each weakness, then the second of each, and so on.
fn in_turn(cases: Vec<Case>) -> Vec<Case> {
    let mut seen = BTreeMap::new();
    let mut numbered: Vec<(u32, u32, Case)> = Vec::new();
    for case in cases {
        let turn = seen.entry(case.cwe).or_insert(0);
        *turn += 1;
        numbered.push((*turn, case.cwe, case));
    }
    numbered.sort_by_key(|(turn, cwe, _)| (*turn, *cwe));
    numbered.into_iter().map(|(_, _, case)| case).collect()
}

#[cfg(test)]
mod tests {
    use super::{Case, in_turn};

    fn case(name: &str) -> Option<Case> {
        Case::of(&format!("testcases/x/{name}.c"))
    }

    #[test]
    fn cases_are_single_files_that_stay_inside_the_process() {
        assert!(case("CWE190_Integer_Overflow__int_max_add_01").is_some());
        assert!(case("CWE190_Integer_Overflow__int_max_add_51a").is_none());
        assert!(case("CWE190_Integer_Overflow__int_listen_socket_add_01").is_none());
        assert!(case("CWE369_Divide_by_Zero__float_listenSocket_01").is_none());
        assert!(case("CWE121_X__CWE805_wchar_t_declare_snprintf_01").is_none());
        assert!(case("CWE121_X__CWE805_char_declare_snprintf_01").is_some());
        assert!(case("CWE122_X__sizeof_double_01").is_none());
        assert!(case("CWE476_X__null_check_after_deref_01").is_none());
        assert!(case("CWE78_OS_Command_Injection__char_01").is_none());
        assert!(Case::of("testcases/x/CWE190_Integer_Overflow__int_max_add_01.cpp").is_none());
    }

    #[test]
    fn what_is_asked_depends_on_the_variant() {
        let asked = |name: &str| -> Vec<&str> { case(name).expect(name).checks().collect() };
        let with = |more: &[&'static str]| [&["default", "arithmetic", "memory"], more].concat();
        assert_eq!(asked("CWE190_Integer_Overflow__int_max_add_01"), with(&[]));
        assert_eq!(
            asked("CWE190_Integer_Overflow__unsigned_int_max_add_01"),
            with(&["wrap"])
        );
        assert_eq!(
            asked("CWE191_Integer_Underflow__short_min_sub_02"),
            with(&["conversion"])
        );
        assert_eq!(
            asked("CWE121_X__char_type_overrun_memcpy_01"),
            with(&["member"])
        );
        assert_eq!(asked("CWE121_X__CWE193_char_alloca_cpy_01"), with(&[]));
        assert_eq!(asked("CWE401_Memory_Leak__int_malloc_01"), with(&["leak"]));
    }

    #[test]
    fn the_weaknesses_take_turns() {
        let names = ["CWE190_A__a_01", "CWE190_A__b_01", "CWE369_A__a_01"];
        let cases = names.iter().filter_map(|n| case(n)).collect();
        let turns: Vec<u32> = in_turn(cases).iter().map(|c| c.cwe).collect();
        assert_eq!(turns, [190, 369, 190]);
    }
}
