//! From text to a witness.
//!
//! **Invariant.** What is not understood is an [`Unsupported`] or a [`Problem`],
//! never left out in silence. Keys that the format leaves open (hashes,
//! descriptions) and the specification are not demanded, since tools differ in
//! them. What only a later version than 2.0 allows is noted, not refused.

use crate::model::{
    Action, Constraint, Content, Invariant, InvariantKind, Location, Metadata, Producer, Segment,
    Task, Unsupported, Waypoint, WaypointKind, Witness,
};
use crate::yaml::{Node, Problem, Result, document};

/// Reads a witness.
pub fn read(text: &str) -> std::result::Result<Witness, Problem> {
    document(text, witness)
}

/// The first entry of a known type; the others are noted.
fn witness(document: Node<'_>) -> Result<Witness> {
    let mut found = None;
    let mut unsupported = Vec::new();
    let entries = document
        .items()
        .map_err(|_| document.problem("not a witness: a list of entries is expected"))?;
    for entry in entries {
        let kind = entry.text("entry_type")?;
        match kind.as_str() {
            "violation_sequence" | "invariant_set" if found.is_none() => {
                found = Some((entry, kind));
            }
            _ => unsupported.push(Unsupported {
                what: format!("a further entry of type `{kind}`"),
                mark: entry.mark(),
            }),
        }
    }
    let Some((entry, kind)) = found else {
        let why = "no entry of type `violation_sequence` or `invariant_set`";
        return Err(document.problem(why));
    };
    let metadata = metadata(entry.field("metadata")?)?;
    let content = entry.find("content")?;
    let items = content.map_or(Ok(Vec::new()), Node::items)?;
    let content = if kind == "violation_sequence" {
        let is_later = metadata.format_version != "2.0";
        Content::Violation(segments(entry, &items, is_later, &mut unsupported)?)
    } else {
        Content::Correctness(invariants(&items, &mut unsupported)?)
    };
    Ok(Witness {
        metadata,
        content,
        unsupported,
    })
}

fn metadata(node: Node<'_>) -> Result<Metadata> {
    let version = node.field("format_version")?;
    let format_version = version.scalar()?;
    if !format_version.starts_with("2.") {
        let why = format!("format version {format_version}, but hatha reads version 2");
        return Err(version.problem(why));
    }
    let producer = node.field("producer")?;
    Ok(Metadata {
        format_version,
        uuid: node.text("uuid")?,
        creation_time: node.text("creation_time")?,
        producer: Producer {
            name: producer.text("name")?,
            version: producer.text_or_none("version")?.unwrap_or_default(),
        },
        task: task(node.field("task")?)?,
    })
}

fn task(node: Node<'_>) -> Result<Task> {
    let files = node.field("input_files")?;
    let hashes = node.find("input_file_hashes")?;
    Ok(Task {
        input_files: match files.scalar() {
            Ok(one) => vec![one],
            Err(_) => files
                .items()?
                .into_iter()
                .map(Node::scalar)
                .collect::<Result<_>>()?,
        },
        input_file_hashes: hashes.map_or(Ok(Vec::new()), Node::pairs)?,
        specification: node.text_or_none("specification")?.unwrap_or_default(),
        data_model: node.text("data_model")?,
        language: node.text("language")?,
    })
}

fn location(node: Node<'_>) -> Result<Location> {
    Ok(Location {
        file_name: node.text("file_name")?,
        line: node.field("line")?.number()?,
        column: node.find("column")?.map(Node::number).transpose()?,
        function: node.text_or_none("function")?,
    })
}

fn segments(
    entry: Node<'_>,
    items: &[Node<'_>],
    is_later: bool,
    unsupported: &mut Vec<Unsupported>,
) -> Result<Vec<Segment>> {
    let mut all = Vec::new();
    for item in items {
        all.extend(segment(item.field("segment")?, is_later, unsupported)?);
    }
    let targets = all.iter().filter(|s| s.follow.kind == WaypointKind::Target);
    let ends_there = all
        .last()
        .is_some_and(|s| s.follow.kind == WaypointKind::Target);
    if unsupported.is_empty() && (targets.count() != 1 || !ends_there) {
        let why = "a violation sequence has one waypoint of type `target`, at its end";
        return Err(entry.problem(why));
    }
    Ok(all)
}

/// A segment; `None` if it is of a kind that hatha reads over.
fn segment(
    node: Node<'_>,
    is_later: bool,
    unsupported: &mut Vec<Unsupported>,
) -> Result<Option<Segment>> {
    let mut avoid = Vec::new();
    let mut follow = None;
    for item in node.items()? {
        let inner = item.field("waypoint")?;
        if follow.is_some() && is_later {
            unsupported.push(Unsupported {
                what: "a segment with several waypoints to `follow`".to_owned(),
                mark: inner.mark(),
            });
            return Ok(None);
        }
        if follow.is_some() {
            return Err(inner.problem("a segment ends with its waypoint to `follow`"));
        }
        let Some((action, waypoint)) = waypoint(inner, unsupported)? else {
            return Ok(None);
        };
        match action {
            Action::Avoid if waypoint.kind == WaypointKind::Target => {
                return Err(inner.problem("a target is to be followed, not avoided"));
            }
            Action::Avoid => avoid.push(waypoint),
            Action::Follow => follow = Some(waypoint),
        }
    }
    match follow {
        Some(follow) => Ok(Some(Segment { avoid, follow })),
        None => Err(node.problem("a segment needs a waypoint to `follow`")),
    }
}

fn waypoint(
    node: Node<'_>,
    unsupported: &mut Vec<Unsupported>,
) -> Result<Option<(Action, Waypoint)>> {
    let (kind_node, action_node) = (node.field("type")?, node.field("action")?);
    let (name, action) = (kind_node.scalar()?, action_node.scalar()?);
    let Some(kind) = WaypointKind::ALL.into_iter().find(|k| k.name() == name) else {
        return Err(kind_node.problem(format!("`{name}` is no type of a waypoint")));
    };
    let action = match action.as_str() {
        "follow" => Action::Follow,
        "avoid" => Action::Avoid,
        "cycle" => {
            unsupported.push(Unsupported {
                what: "a waypoint with the action `cycle`".to_owned(),
                mark: action_node.mark(),
            });
            return Ok(None);
        }
        other => {
            return Err(action_node.problem(format!("`{other}` is neither `follow` nor `avoid`")));
        }
    };
    if let Some(thread) = node.find("thread_id")? {
        unsupported.push(Unsupported {
            what: "a waypoint of one of several threads".to_owned(),
            mark: thread.mark(),
        });
    }
    let constraint = node.find("constraint")?.map(constraint).transpose()?;
    let needs_one = matches!(kind, WaypointKind::Assumption | WaypointKind::Branching);
    if needs_one && constraint.is_none() {
        return Err(node.problem(format!("a waypoint of type `{name}` needs a `constraint`")));
    }
    let waypoint = Waypoint {
        kind,
        location: location(node.field("location")?)?,
        constraint,
        mark: node.mark(),
    };
    Ok(Some((action, waypoint)))
}

fn constraint(node: Node<'_>) -> Result<Constraint> {
    Ok(Constraint {
        value: node.text("value")?,
        format: node.text_or_none("format")?,
    })
}

fn invariants(items: &[Node<'_>], unsupported: &mut Vec<Unsupported>) -> Result<Vec<Invariant>> {
    let mut all = Vec::new();
    for item in items {
        let node = item.field("invariant")?;
        let kind = node.text("type")?;
        let kind = match kind.as_str() {
            "loop_invariant" => InvariantKind::Loop,
            "location_invariant" => InvariantKind::Location,
            other => {
                unsupported.push(Unsupported {
                    what: format!("an invariant of type `{other}`"),
                    mark: node.mark(),
                });
                continue;
            }
        };
        all.push(Invariant {
            kind,
            location: location(node.field("location")?)?,
            value: node.text("value")?,
            format: node.text("format")?,
            mark: node.mark(),
        });
    }
    Ok(all)
}
