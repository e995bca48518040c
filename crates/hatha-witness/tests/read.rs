//! Reading, writing, and what is wrong with a text that is no witness.

use hatha_witness::{
    Constraint, Content, Invariant, InvariantKind, Location, Mark, Metadata, Producer, Segment,
    Task, Waypoint, WaypointKind, Witness, read, write,
};

fn metadata() -> Metadata {
    Metadata {
        format_version: "2.0".to_owned(),
        uuid: "91023a0f-9f45-4385-88c4-1152ade45537".to_owned(),
        creation_time: "2026-01-01T00:00:00Z".to_owned(),
        producer: Producer {
            name: "hatha".to_owned(),
            version: "0.1".to_owned(),
        },
        task: Task {
            input_files: vec!["a \"b\".c".to_owned()],
            input_file_hashes: vec![("a \"b\".c".to_owned(), "00".to_owned())],
            specification: "G ! call(reach_error())".to_owned(),
            data_model: "LP64".to_owned(),
            language: "C".to_owned(),
        },
    }
}

fn location(line: u32, column: Option<u32>) -> Location {
    Location {
        file_name: "a \"b\".c".to_owned(),
        line,
        column,
        function: Some("main".to_owned()),
    }
}

fn waypoint(kind: WaypointKind, constraint: Option<(&str, Option<&str>)>) -> Waypoint {
    Waypoint {
        kind,
        location: location(3, Some(1)),
        constraint: constraint.map(|(value, format)| Constraint {
            value: value.to_owned(),
            format: format.map(str::to_owned),
        }),
        mark: Mark::default(),
    }
}

/// The same without the places in the text.
fn unmarked(mut witness: Witness) -> Witness {
    match &mut witness.content {
        Content::Violation(segments) => {
            for s in segments {
                s.follow.mark = Mark::default();
                s.avoid.iter_mut().for_each(|w| w.mark = Mark::default());
            }
        }
        Content::Correctness(all) => all.iter_mut().for_each(|i| i.mark = Mark::default()),
    }
    witness
}

#[test]
fn a_violation_sequence_reads_back() {
    use WaypointKind::{Assumption, Branching, FunctionEnter, FunctionReturn, Target};
    let c = Some("c_expression");
    let witness = Witness {
        metadata: metadata(),
        content: Content::Violation(vec![
            Segment {
                avoid: vec![waypoint(Branching, Some(("true", None)))],
                follow: waypoint(Assumption, Some(("s[0] == '\\n' && t == 1", c))),
            },
            Segment {
                avoid: vec![waypoint(FunctionEnter, None)],
                follow: waypoint(
                    FunctionReturn,
                    Some(("\\result == 1", Some("acsl_expression"))),
                ),
            },
            Segment {
                avoid: Vec::new(),
                follow: waypoint(Target, None),
            },
        ]),
        unsupported: Vec::new(),
    };
    let text = write(&witness);
    assert_eq!(unmarked(read(&text).expect("it reads")), witness, "{text}");
}

#[test]
fn an_invariant_set_reads_back() {
    let invariant = |kind, column| Invariant {
        kind,
        location: location(7, column),
        value: "x <= 10 || true".to_owned(),
        format: "c_expression".to_owned(),
        mark: Mark::default(),
    };
    for invariants in [
        Vec::new(),
        vec![
            invariant(InvariantKind::Loop, None),
            invariant(InvariantKind::Location, Some(5)),
        ],
    ] {
        let witness = Witness {
            metadata: metadata(),
            content: Content::Correctness(invariants),
            unsupported: Vec::new(),
        };
        let text = write(&witness);
        assert_eq!(unmarked(read(&text).expect("it reads")), witness, "{text}");
    }
}

const HEAD: &str = "- entry_type: violation_sequence
  metadata:
    format_version: 2.0
    uuid: x
    creation_time: now
    producer: {name: n}
    task:
      input_files: a.c
      specification: UNUSED
      data_model: LP64
      language: C
";

fn problem(text: &str) -> (usize, String) {
    let problem = read(text).expect_err("it is no witness");
    (problem.mark.line, problem.message)
}

#[test]
fn what_is_wrong_is_reported_with_its_line() {
    let (line, why) = problem("- entry_type: [");
    assert!(line >= 1 && why.starts_with("not YAML"), "{line}: {why}");
    assert_eq!(problem("").1, "the file is empty");
    assert_eq!(problem("- a: 1\n").1, "the key `entry_type` is missing");
    let old = HEAD.replace("2.0", "0.1");
    let (line, why) = problem(&old);
    assert_eq!(line, 3);
    assert!(why.contains("0.1"), "{why}");
    let body =
        |waypoint: &str| format!("{HEAD}  content:\n  - segment:\n    - waypoint:\n{waypoint}");
    let at = "        location: {file_name: a.c, line: 3}\n";
    let (line, why) = problem(&body(&format!(
        "        type: teleport\n        action: follow\n{at}"
    )));
    assert_eq!(
        (line, why.as_str()),
        (15, "`teleport` is no type of a waypoint")
    );
    let (line, why) = problem(&body(&format!(
        "        type: branching\n        action: follow\n{at}"
    )));
    assert_eq!(line, 15);
    assert!(why.contains("needs a `constraint`"), "{why}");
    let (_, why) = problem(&body(&format!(
        "        type: function_enter\n        action: avoid\n{at}"
    )));
    assert_eq!(why, "a segment needs a waypoint to `follow`");
    let (_, why) = problem(&body(&format!(
        "        type: function_enter\n        action: follow\n{at}"
    )));
    assert!(why.contains("`target`, at its end"), "{why}");
    let (line, why) = problem(&body(
        "        type: target\n        action: follow\n        location: {file_name: a.c, line: x}\n",
    ));
    assert_eq!(line, 17);
    assert!(why.contains("`x` is not a number"), "{why}");
}

#[test]
fn later_versions_are_read_and_what_they_add_is_noted() {
    let text = format!(
        "{HEAD}  content:\n  - segment:\n    - waypoint:\n        type: branching\n        action: cycle\n        \
         constraint: {{value: true}}\n        location: {{file_name: a.c, line: 3}}\n- entry_type: ghost_instrumentation\n"
    )
    .replace("2.0", "2.1");
    let witness = read(&text).expect("it reads");
    let what: Vec<&str> = witness
        .unsupported
        .iter()
        .map(|u| u.what.as_str())
        .collect();
    assert_eq!(
        what,
        [
            "a further entry of type `ghost_instrumentation`",
            "a waypoint with the action `cycle`"
        ]
    );
    assert_eq!(witness.unsupported[1].mark.line, 16);
}
