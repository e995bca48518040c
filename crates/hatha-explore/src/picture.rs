//! Charts as a page draws them.
//!
//! A unit has one chart whose boxes are its nodes. Between processes a node is a
//! tuple, so each process has a chart of its own, whose boxes are points; a step of
//! the product is an arrow in the chart of the process that takes it.

use crate::document::{ChartDocument, NodeDocument, SourceDocument, Spot, Way};
use crate::ground::Unit;
use hatha_cfa::Program;
use hatha_cfa::source::SourceFile;
use hatha_unit::chart::PointId;
use hatha_unit::{Chart, NodeId};
use std::collections::BTreeMap;

/// The largest text that is sent.
const TEXT: usize = 4_000_000;

/// The charts of a unit.
pub(crate) fn charts(unit: &Unit) -> Vec<ChartDocument> {
    if unit.chart.processes.is_empty() {
        return vec![whole(unit)];
    }
    let names = unit.chart.processes.iter().enumerate();
    names.map(|(p, name)| process(unit, p, name)).collect()
}

fn whole(unit: &Unit) -> ChartDocument {
    let chart = &unit.chart;
    let spot = |id: NodeId| {
        let mut spot = boxed(unit, id.0, chart.node(id).point);
        if chart.initial.contains(&id) {
            spot.kind = "entry";
        }
        spot
    };
    let ways = chart.nodes().flat_map(|(from, _)| {
        let next = chart.next[from].iter();
        next.map(move |to| (from.0, to.0))
    });
    ChartDocument {
        name: unit.program.proc(unit.entry).name.clone(),
        spots: chart.nodes().map(|(id, _)| spot(id)).collect(),
        ways: numbered(ways.collect()),
    }
}

fn process(unit: &Unit, process: usize, name: &str) -> ChartDocument {
    let chart = &unit.chart;
    let at = |id: NodeId| chart.node(id).at.get(process).copied().flatten();
    let mut spots: BTreeMap<PointId, Spot> = BTreeMap::new();
    let mut ways: Vec<(u32, u32)> = Vec::new();
    for (from, _) in chart.nodes() {
        if let Some(p) = at(from) {
            spots.entry(p).or_insert_with(|| boxed(unit, p.0, p));
        }
        for &to in &chart.next[from] {
            let moved = chart.node(to).mover == Some(process);
            let ends = moved.then(|| at(from).zip(at(to))).flatten();
            ways.extend(ends.map(|(a, b)| (a.0, b.0)));
        }
    }
    for first in chart.initial.iter().filter_map(|n| at(*n)) {
        if let Some(spot) = spots.get_mut(&first) {
            spot.kind = "entry";
        }
    }
    ways.sort_unstable();
    ways.dedup();
    ChartDocument {
        name: name.to_owned(),
        spots: spots.into_values().collect(),
        ways: numbered(ways),
    }
}

fn numbered(ways: Vec<(u32, u32)>) -> Vec<Way> {
    let ways = ways.into_iter().enumerate();
    ways.map(|(number, (from, to))| Way { number, from, to })
        .collect()
}

fn boxed(unit: &Unit, number: u32, id: PointId) -> Spot {
    let point = &unit.chart.points[id];
    let program = &unit.program;
    let label = point.labels.first().cloned();
    let name = label.unwrap_or_else(|| format!("{}:{}", point.span.line, point.span.col));
    let (kind, name, text) = if point.is_exit {
        ("exit", "exit".to_owned(), String::new())
    } else {
        ("place", name, unit.chart.point_text(program, id))
    };
    Spot {
        number,
        kind,
        location: program.sources.describe(point.span),
        name,
        function: program.proc(point.proc).name.clone(),
        text,
    }
}

/// A node, with the box that it is drawn as.
pub(crate) fn node(unit: &Unit, id: NodeId) -> NodeDocument {
    let chart = &unit.chart;
    let node = chart.node(id);
    let (drawn_in, spot) = match node.mover {
        Some(p) => (p, node.at.get(p).copied().flatten().map(|p| p.0)),
        None if chart.processes.is_empty() => (0, Some(id.0)),
        None => (0, None),
    };
    let is_start = spot.is_none();
    let exit = chart.point(id).is_exit || is_start;
    NodeDocument {
        node: id.0,
        name: chart.name(id),
        location: unit.program.sources.describe(chart.point(id).span),
        text: if exit {
            String::new()
        } else {
            chart.text(&unit.program, id)
        },
        chart: drawn_in,
        spot,
    }
}

/// The boxes that the charts are at when a path ends at a node.
pub(crate) fn at(chart: &Chart, id: NodeId) -> Vec<Option<u32>> {
    if chart.processes.is_empty() {
        return vec![Some(id.0)];
    }
    let places = chart.node(id).at.iter();
    places.map(|p| p.map(|p| p.0)).collect()
}

/// The formula that asks for a path to the end.
pub(crate) fn to_the_end(chart: &Chart) -> String {
    if chart.processes.is_empty() {
        return "F at exit".to_owned();
    }
    let ends = chart.processes.iter().map(|p| format!("{p} at exit"));
    let ends: Vec<String> = ends.collect();
    format!("F({})", ends.join(" && "))
}

/// The texts that the points of a chart stand in.
pub(crate) fn sources(program: &Program, chart: &Chart) -> Vec<SourceDocument> {
    let used = |id| chart.points.iter().any(|p| p.span.file == id);
    let files = program.sources.files().filter(|(id, _)| used(*id));
    let text = |f: &SourceFile| {
        let text = f.text.as_deref().filter(|t| t.len() <= TEXT)?;
        Some(SourceDocument {
            file: f.name.clone(),
            text: text.to_owned(),
        })
    };
    files.filter_map(|(_, f)| text(f)).collect()
}
