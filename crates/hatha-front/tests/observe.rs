//! Observers: what is added to a program, and where.

use hatha_cfa::print;
use hatha_front::load::{LoadOptions, load};
use hatha_front::observe::{Calls, Observers, Place, Point, Watch};
use std::path::PathBuf;

const PRELUDE: &str = "extern void __hatha_witness_failed(void); static int __hatha_w; \
    static int seen(long long v, int d) { __hatha_w = 2 * (int)v + d; return v != 0; } ";

fn point(line: u32, column: Option<u32>, watch: Watch) -> Point {
    let file = "other/name.c".to_owned();
    let place = Place { file, line, column };
    Point { place, watch }
}

fn instrumented(
    name: &str,
    text: &str,
    points: Vec<Point>,
    calls: Vec<Calls>,
) -> Result<String, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file: PathBuf = folder.path().join(name);
    std::fs::write(&file, text).expect("it is written");
    let options = LoadOptions {
        files: vec![file],
        observers: Some(Observers {
            prelude: PRELUDE.to_owned(),
            points,
            calls,
            one_file: true,
        }),
        ..LoadOptions::default()
    };
    let program = load(&options).map_err(|d| d.message.clone())?;
    let main = program.find_proc("main").expect("main is there");
    Ok(print::procedure(&program, main))
}

const PROGRAM: &str = "int f(int x);
int main(void) {
  int x  =  f(1); int y = x > 3 ? 1 : 2;
  while (x < 10)
    x++;
  switch (x) { case 3: return 1; case 5: x = 2; default: ; }
  if (x == y) f(7);
  return 0;
}
";

/// The operations that only the observers can have brought.
fn marks(text: &str, mark: &str) -> usize {
    text.matches(mark).count()
}

#[test]
fn each_kind_of_place_is_found_by_line_and_column() {
    let set = |n: u32| format!("__hatha_w = {n};");
    let points = [
        (point(5, None, Watch::Statement(set(77))), "= 77"),
        (point(5, Some(5), Watch::Statement(set(77))), "= 77"),
        (
            point(4, Some(3), Watch::Loop("__hatha_w = 78".to_owned())),
            "= 78",
        ),
        (point(4, None, Watch::Branch("seen".to_owned())), "seen("),
        (point(3, None, Watch::Branch("seen".to_owned())), "seen("),
        (
            point(3, Some(33), Watch::Branch("seen".to_owned())),
            "seen(",
        ),
        (point(6, Some(3), Watch::Branch("seen".to_owned())), "seen("),
        (
            point(3, Some(16), Watch::Enter("__hatha_w = 79".to_owned())),
            "= 79",
        ),
        (
            point(
                3,
                None,
                Watch::Return("__hatha_w = __hatha_r + 80;".to_owned(), true),
            ),
            "+ 80",
        ),
        (point(7, None, Watch::Return(set(81), false)), "= 81"),
    ];
    for name in ["name.c", "name.i"] {
        for (point, mark) in &points {
            let text = instrumented(name, PROGRAM, vec![point.clone()], Vec::new());
            let text = text.unwrap_or_else(|e| panic!("{point:?}: {e}"));
            assert_eq!(marks(&text, mark), 1, "{point:?}\n{text}");
        }
    }
}

#[test]
fn a_place_where_nothing_stands_is_an_error() {
    let branch = || Watch::Branch("seen".to_owned());
    for point in [
        point(5, None, branch()),
        point(4, Some(4), branch()),
        point(99, None, branch()),
        point(4, Some(3), Watch::Enter("0".to_owned())),
    ] {
        let error = instrumented("name.c", PROGRAM, vec![point.clone()], Vec::new());
        let error = error.expect_err("there is nothing");
        assert!(
            error.starts_with("nothing of the kind"),
            "{point:?}: {error}"
        );
    }
    let both = vec![point(4, None, branch()), point(4, Some(3), branch())];
    let error = instrumented("name.c", PROGRAM, both, Vec::new()).expect_err("they are the same");
    assert!(error.starts_with("two places"), "{error}");
}

#[test]
fn calls_are_watched_by_name() {
    let place = point(7, Some(15), Watch::Statement(String::new())).place;
    let calls = Calls {
        functions: vec!["f".to_owned()],
        at: Some((place, "__hatha_witness_failed()".to_owned())),
        others: "__hatha_w = 90".to_owned(),
    };
    let text = instrumented("name.c", PROGRAM, Vec::new(), vec![calls]).expect("it loads");
    assert_eq!(marks(&text, "= 90"), 1, "{text}");
    assert_eq!(marks(&text, "fail: __hatha_witness_failed()"), 1, "{text}");
}

#[test]
fn a_survey_names_the_places_that_observers_find() {
    use hatha_front::observe::{SiteKind, survey};
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["name.c", "name.i"] {
        let file: PathBuf = folder.path().join(name);
        std::fs::write(&file, PROGRAM).expect("it is written");
        let options = LoadOptions {
            files: vec![file],
            ..LoadOptions::default()
        };
        let sites = survey(&options).expect("it reads");
        let at = |wanted: fn(&SiteKind) -> bool| {
            let found = sites.iter().filter(|s| wanted(&s.kind));
            let places = found.map(|s| (s.place.line, s.place.column.unwrap_or(0)));
            let mut places: Vec<(u32, u32)> = places.collect();
            places.sort_unstable();
            places
        };
        let branches = at(|k| *k == SiteKind::Branch);
        assert_eq!(branches, [(3, 33), (4, 3), (6, 3), (7, 3)], "{name}");
        assert_eq!(at(|k| *k == SiteKind::Loop), [(4, 3)], "{name}");
        let calls = at(|k| matches!(k, SiteKind::Call(..)));
        assert_eq!(calls, [(3, 16), (7, 18)], "{name}");
    }
}
