//! Changes that make a proof of one program a forged one of another.

use super::text::Choices;
use crate::rng::Rng;
use serde_json::{Value, json};

/// A proof for a program that it does not prove.
pub struct Forgery {
    /// Its kind, for counts.
    pub kind: &'static str,
    /// What was changed.
    pub what: String,
    /// The forged proof.
    pub proof: Value,
}

/// Forgeries of each proof.
const FORGERIES: usize = 24;
/// Changes that are tried until one can be made.
const TRIES: usize = 40;

/// Changed proofs, all with the fingerprint of the twin.
pub fn changed(rng: &mut Rng, proof: &Value, fingerprint: &str) -> Vec<Forgery> {
    let base = handed_in(proof, fingerprint);
    let mut all = plain(&base);
    while all.len() < FORGERIES {
        let mut changed = base.clone();
        let mut what = Vec::new();
        for _ in 0..1 + rng.below(3) {
            what.push(change(rng, &mut changed));
        }
        all.push(Forgery {
            kind: "changed anywhere",
            what: what.join(", "),
            proof: changed,
        });
    }
    all
}

/// The proof for another program.
fn handed_in(proof: &Value, fingerprint: &str) -> Value {
    let mut base = proof.clone();
    base["program"] = json!(fingerprint);
    base
}

/// Forgeries without a choice.
fn plain(base: &Value) -> Vec<Forgery> {
    let forgery = |kind, what: &str, proof| Forgery {
        kind,
        what: what.to_owned(),
        proof,
    };
    vec![
        forgery("of another program", "as it is", base.clone()),
        forgery("empty", "one region, true", cheapest(base)),
        forgery("empty", "no executions", no_executions(base)),
    ]
}

/// A change that can be made to some proofs, and the kind of its forgery.
type Change = fn(&mut Rng, &mut Value) -> Option<String>;

/// Changes of what a proof says about faults.
const ABOUT_FAULTS: [(&str, Change); 9] = [
    ("obligation left out", drop_edge),
    ("obligation left out", drop_region),
    ("obligation left out", drop_execution),
    ("size enlarged", enlarge_size),
    ("size enlarged", claim_size),
    ("bound weakened", weaken_bound),
    ("bound weakened", weaken_comparison),
    ("bound weakened", make_true),
    ("bound weakened", drop_facts),
];

/// Proofs with one change each of what they say about faults, all with the fingerprint of the twin.
pub fn about_faults(rng: &mut Rng, proof: &Value, fingerprint: &str) -> Vec<Forgery> {
    let base = handed_in(proof, fingerprint);
    let mut all = plain(&base);
    for _ in 0..TRIES {
        if all.len() == FORGERIES {
            break;
        }
        let (kind, change) = *rng.pick(&ABOUT_FAULTS);
        let mut changed = base.clone();
        let Some(what) = change(rng, &mut changed) else {
            continue;
        };
        if changed != base && all.iter().all(|f| f.proof != changed) {
            all.push(Forgery {
                kind,
                what,
                proof: changed,
            });
        }
    }
    all
}

fn drop_edge(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    drop_from(rng, proof, "edges")
}

/// Leaves out executions: a way, all that follows one, or what follows a choice.
fn drop_execution(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    let choices = &mut proof["unrolled"]["choices"];
    let at = place(rng, choices)?;
    let count = choices.as_array()?.len();
    let way = place(rng, &choices[at]["ways"])?;
    let choice = &mut choices[at];
    match rng.below(3) {
        0 => _ = choice["ways"].as_array_mut()?.remove(way),
        1 => _ = choice["ways"][way].as_object_mut()?.remove("next"),
        _ => {
            let object = choice.as_object_mut()?;
            object.remove("ways");
            object.insert("covered".to_owned(), json!(rng.below(count)));
        }
    }
    Some(format!("executions at choice {at} left out"))
}

/// Whether a term is the size of an object, or how far an address lies behind its start.
fn is_word_of_object(term: &Value) -> bool {
    let words = ["size_", "offset_", "class_"];
    let text = term["text"].as_str().unwrap_or_default();
    words.iter().any(|w| text.starts_with(w))
}

/// The constants that are compared with terms of a kind, as (place of the comparison, argument).
fn compared(proof: &Value, is: impl Fn(&Value) -> bool) -> Vec<(usize, usize)> {
    const COMPARISONS: [&str; 5] = ["=", "bvult", "bvule", "bvslt", "bvsle"];
    let terms = proof["terms"].as_array();
    let terms = terms.map_or(&[][..], Vec::as_slice);
    let index = |arg: &Value| arg.as_u64().and_then(|i| usize::try_from(i).ok());
    let mut found = Vec::new();
    for (at, term) in terms.iter().enumerate() {
        let args = term["args"].as_array().map_or(&[][..], Vec::as_slice);
        let (2, true) = (args.len(), COMPARISONS.iter().any(|c| term["op"] == *c)) else {
            continue;
        };
        for (mine, other) in [(0, 1), (1, 0)] {
            let (Some(constant), Some(word)) = (index(&args[mine]), index(&args[other])) else {
                continue;
            };
            if terms[constant]["op"] == "bv" && is(&terms[word]) {
                found.push((at, mine));
            }
        }
    }
    found
}

/// Gives one comparison another constant than the one it has, with a distance.
fn move_constant(proof: &mut Value, at: usize, argument: usize, by: u128) -> Option<String> {
    let old = usize::try_from(proof["terms"][at]["args"][argument].as_u64()?).ok()?;
    let mut constant = proof["terms"][old].clone();
    let value = u128::from_str_radix(constant["text"].as_str()?, 16).ok()?;
    let width = constant["width"].as_u64()?.min(127);
    let value = value.wrapping_add(by) & ((1 << width) - 1);
    constant["text"] = json!(format!("{value:x}"));
    // Terms are shared: whatever else uses the constant changes with it.
    proof["terms"][old] = constant;
    Some(format!("the bound of comparison {at} is {value:x}"))
}

/// An object is claimed to be larger than it is, or an address to lie elsewhere.
fn enlarge_size(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    let places = compared(proof, is_word_of_object);
    if places.is_empty() {
        return None;
    }
    let (at, argument) = *rng.pick(&places);
    let by = *rng.pick(&[1, 4, 8, 64, 4096]);
    move_constant(proof, at, argument, by)
}

/// A region is given the claim that an object is as large as one likes.
fn claim_size(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    let terms = proof["terms"].as_array()?;
    let is_size = |t: &Value| t["text"].as_str().is_some_and(|t| t.starts_with("size_v"));
    let sizes: Vec<usize> = (0..terms.len()).filter(|&i| is_size(&terms[i])).collect();
    let region = place(rng, &proof["regions"])?;
    let before = proof["regions"][region]["predicate"].clone();
    let (size, width) = match sizes.is_empty() {
        false => {
            let size = *rng.pick(&sizes);
            (json!(size), proof["terms"][size]["width"].clone())
        }
        // The proof says nothing of sizes yet: that of some slot.
        true => {
            let slot = format!("size_v{}", rng.below(24));
            let terms = proof["terms"].as_array_mut()?;
            terms.push(json!({"op": "var", "args": [], "text": slot, "width": 64}));
            (json!(terms.len() - 1), json!(64))
        }
    };
    let terms = proof["terms"].as_array_mut()?;
    terms.push(json!({"op": "bv", "args": [], "text": "1000", "width": width}));
    let least = terms.len() - 1;
    terms.push(json!({"op": "bvule", "args": [least, size]}));
    let claim = terms.len() - 1;
    terms.push(json!({"op": "and", "args": [before, claim]}));
    let both = terms.len() - 1;
    proof["regions"][region]["predicate"] = json!(both);
    Some(format!("region {region} claims a size of 4096"))
}

/// A comparison with a constant is given another constant.
fn weaken_bound(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    let places = compared(proof, |term| !is_word_of_object(term));
    if places.is_empty() {
        return None;
    }
    let (at, argument) = *rng.pick(&places);
    let by = *rng.pick(&[1, 2, 16, u128::MAX, u128::MAX - 1]);
    move_constant(proof, at, argument, by)
}

/// A strict comparison is one that is not, or the other way round.
fn weaken_comparison(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    const PAIRS: [(&str, &str); 4] = [
        ("bvult", "bvule"),
        ("bvslt", "bvsle"),
        ("bvule", "bvult"),
        ("bvsle", "bvslt"),
    ];
    let terms = proof["terms"].as_array_mut()?;
    let other = |t: &Value| PAIRS.iter().find(|(op, _)| t["op"] == *op).map(|(_, o)| *o);
    let places: Vec<usize> = (0..terms.len())
        .filter(|&i| other(&terms[i]).is_some())
        .collect();
    if places.is_empty() {
        return None;
    }
    let at = *rng.pick(&places);
    let new = other(&terms[at])?;
    terms[at]["op"] = json!(new);
    Some(format!("comparison {at} is {new}"))
}

fn make_true(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    set_predicate(rng, proof, "true")
}

/// What holds of the values that are forgotten is not claimed any more, or everything is forgotten.
fn drop_facts(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    let choices = proof["unrolled"]["choices"].as_array_mut()?;
    let cuts: Vec<usize> = (0..choices.len())
        .filter(|&i| choices[i]["cut"].is_object())
        .collect();
    if cuts.is_empty() {
        return None;
    }
    let at = *rng.pick(&cuts);
    let facts = choices[at]["cut"]["facts"].as_array_mut()?;
    if facts.is_empty() {
        return None;
    }
    facts.remove(rng.below(facts.len()));
    Some(format!("the cut {at} has a fact less"))
}

/// One region at the entry, true, with no way out.
fn cheapest(base: &Value) -> Value {
    let mut proof = base.clone();
    let entry = base["regions"][0]["location"].clone();
    proof["terms"] = json!([{"op": "true"}]);
    let location = if entry.is_null() { json!(0) } else { entry };
    proof["regions"] = json!([{"location": location, "predicate": 0, "c": ""}]);
    proof["initial"] = json!([0]);
    proof["edges"] = json!([]);
    if let Some(object) = proof.as_object_mut() {
        object.remove("unrolled");
    }
    proof
}

/// A list of executions with nothing on it.
fn no_executions(base: &Value) -> Value {
    let mut proof = base.clone();
    for list in ["regions", "initial", "edges"] {
        proof[list] = json!([]);
    }
    proof["unrolled"] = json!({"choices": []});
    proof
}

/// An index into a list of the proof, if it has elements.
fn place(rng: &mut Rng, list: &Value) -> Option<usize> {
    let length = list.as_array().map_or(0, Vec::len);
    (length > 0).then(|| rng.below(length))
}

/// Makes one change and names it.
fn change(rng: &mut Rng, proof: &mut Value) -> String {
    let unrolled = proof["unrolled"].is_object();
    let changed = match (unrolled, rng.below(10)) {
        (true, _) => change_executions(rng, proof),
        (_, 0 | 1) => drop_from(rng, proof, "edges"),
        (_, 2) => drop_region(rng, proof),
        (_, 3) => set_predicate(rng, proof, "true"),
        (_, 4) => set_predicate(rng, proof, "false"),
        (_, 5) => swap_predicates(rng, proof),
        (_, 6 | 7) => change_constant(rng, proof),
        (_, 8) => change_operator(rng, proof),
        _ => change_edge(rng, proof),
    };
    changed.unwrap_or_else(|| "nothing".to_owned())
}

fn drop_from(rng: &mut Rng, proof: &mut Value, list: &str) -> Option<String> {
    let at = place(rng, &proof[list])?;
    proof[list].as_array_mut()?.remove(at);
    Some(format!("{list} {at} dropped"))
}

fn drop_region(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    let at = place(rng, &proof["regions"])?;
    let edges = proof["edges"].as_array_mut()?;
    edges.retain(|e| e["from"] != json!(at) && e["to"] != json!(at));
    proof["initial"].as_array_mut()?.retain(|r| *r != json!(at));
    Some(format!("region {at} dropped"))
}

fn set_predicate(rng: &mut Rng, proof: &mut Value, op: &str) -> Option<String> {
    let at = place(rng, &proof["regions"])?;
    let terms = proof["terms"].as_array_mut()?;
    terms.push(json!({ "op": op }));
    let term = terms.len() - 1;
    proof["regions"][at]["predicate"] = json!(term);
    Some(format!("region {at} is {op}"))
}

fn swap_predicates(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    let (a, b) = (
        place(rng, &proof["regions"])?,
        place(rng, &proof["regions"])?,
    );
    let first = proof["regions"][a]["predicate"].clone();
    let second = proof["regions"][b]["predicate"].clone();
    proof["regions"][a]["predicate"] = second;
    proof["regions"][b]["predicate"] = first;
    Some(format!("regions {a} and {b} swapped"))
}

fn change_constant(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    let terms = proof["terms"].as_array_mut()?;
    let constants: Vec<usize> = (0..terms.len())
        .filter(|&i| terms[i]["op"] == "bv")
        .collect();
    if constants.is_empty() {
        return None;
    }
    let at = *rng.pick(&constants);
    let old = u128::from_str_radix(terms[at]["text"].as_str()?, 16).ok()?;
    let width = terms[at]["width"].as_u64()?.min(127);
    let new = match rng.below(3) {
        0 => old ^ 1,
        1 => old.wrapping_add(1),
        _ => old.wrapping_sub(1),
    } & ((1 << width) - 1);
    terms[at]["text"] = json!(format!("{new:x}"));
    Some(format!("constant {at} is {new:x}"))
}

fn change_operator(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    const NEIGHBOURS: [(&str, &str); 10] = [
        ("and", "or"),
        ("or", "and"),
        ("bvult", "bvule"),
        ("bvule", "bvult"),
        ("bvslt", "bvult"),
        ("bvsle", "bvslt"),
        ("bvadd", "bvsub"),
        ("bvand", "bvor"),
        ("zero_extend", "sign_extend"),
        ("sign_extend", "zero_extend"),
    ];
    let at = place(rng, &proof["terms"])?;
    let op = proof["terms"][at]["op"].as_str()?.to_owned();
    let (_, new) = NEIGHBOURS.iter().find(|(o, _)| *o == op)?;
    proof["terms"][at]["op"] = json!(new);
    Some(format!("term {at} is {new}"))
}

fn change_edge(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    let at = place(rng, &proof["edges"])?;
    let region = place(rng, &proof["regions"])?;
    let end = rng.word(&["from", "to"]);
    proof["edges"][at][end] = json!(region);
    Some(format!("edge {at} has {end} {region}"))
}

/// Changes a list of executions.
fn change_executions(rng: &mut Rng, proof: &mut Value) -> Option<String> {
    let choices = &mut proof["unrolled"]["choices"];
    let at = place(rng, choices)?;
    let count = choices.as_array()?.len();
    let choice = &mut choices[at];
    match rng.below(7) {
        0 => {
            let way = place(rng, &choice["ways"])?;
            choice["ways"].as_array_mut()?.remove(way);
            Some(format!("way {way} of choice {at} dropped"))
        }
        1 => {
            let way = place(rng, &choice["ways"])?;
            choice["ways"][way].as_object_mut()?.remove("next");
            Some(format!("way {way} of choice {at} ends"))
        }
        2 => {
            let way = place(rng, &choice["ways"])?;
            choice["ways"][way]["next"] = json!(rng.below(count));
            Some(format!("way {way} of choice {at} goes elsewhere"))
        }
        3 => {
            let object = choice.as_object_mut()?;
            object.remove("ways");
            object.insert("covered".to_owned(), json!(rng.below(count)));
            Some(format!("choice {at} is covered"))
        }
        4 => {
            let forget: Vec<usize> = (0..rng.below(6)).collect();
            let next = choice["ways"][0]["next"].clone();
            let object = choice.as_object_mut()?;
            object.remove("ways");
            object.insert(
                "cut".to_owned(),
                json!({"forget": forget, "facts": [], "next": next}),
            );
            Some(format!("choice {at} is a cut"))
        }
        5 => {
            choice["cut"]
                .as_object_mut()?
                .insert("facts".to_owned(), json!([]));
            Some(format!("the cut {at} has no facts"))
        }
        _ => {
            choice["step"] = json!(choice["step"].as_u64()? + 1);
            Some(format!("choice {at} comes later"))
        }
    }
}
