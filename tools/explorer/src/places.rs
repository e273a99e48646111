//! Locations as a reader of the page needs them: the places in files that they are made of, and their names.

use serde_json::{Value, json};
use strata_ir::core::{
    Context, Location,
    location::{CallSiteLoc, FusedLoc, NameLoc},
};

/// Places that one location is made of, beyond which the others are not looked at.
const MOST_PLACES: usize = 64;

/// The places that a location is made of, each once: positions in the source, or attributes with a file, line and column, or a name alone.
pub fn leaves(cx: &Context, loc: Location) -> Vec<Location> {
    let mut out = Vec::new();
    let mut stack = vec![loc];
    // Attributes are finite, and shared parts are looked at a bounded number of times.
    let mut steps = 0;
    while let Some(loc) = stack.pop() {
        steps += 1;
        if steps > 8 * MOST_PLACES || out.len() >= MOST_PLACES {
            break;
        }
        let attr = loc.as_attr();
        if let Some(named) =
            attr.and_then(|a| cx.attr_as::<NameLoc>(a)).filter(|n| n.child != Location::UNKNOWN)
        {
            stack.push(named.child);
        } else if let Some(call) = attr.and_then(|a| cx.attr_as::<CallSiteLoc>(a)) {
            stack.push(call.callee);
        } else if let Some(fused) = attr.and_then(|a| cx.attr_as::<FusedLoc>(a)) {
            stack.extend(fused.locations.iter().rev().copied());
        } else if loc != Location::UNKNOWN && !out.contains(&loc) {
            out.push(loc);
        }
    }
    out
}

/// A location with the names around its places, such as `jit(f)/add`, and the lines of the source that they are in.
pub fn describe(cx: &Context, loc: Location) -> Value {
    let places: Vec<Value> = leaves(cx, loc)
        .into_iter()
        .map(|leaf| match leaf.file_line_col(cx) {
            Some((file, line, column)) => {
                let text = leaf.line_text(cx).map(|t| t.chars().take(400).collect::<String>());
                json!({ "file": file, "line": line, "column": column, "text": text })
            }
            None => json!({ "name": leaf.as_attr().map(|a| cx.attr_to_string(a)) }),
        })
        .collect();
    json!({ "names": names(cx, loc), "places": places })
}

/// The names in a location, outermost first.
fn names(cx: &Context, loc: Location) -> Vec<String> {
    let mut out = Vec::new();
    let mut stack = vec![loc];
    for _ in 0..8 * MOST_PLACES {
        let Some(loc) = stack.pop() else { break };
        let Some(attr) = loc.as_attr() else { continue };
        if let Some(named) = cx.attr_as::<NameLoc>(attr) {
            let name = cx.str(named.name).to_owned();
            if !out.contains(&name) && out.len() < MOST_PLACES {
                out.push(name);
            }
            stack.push(named.child);
        } else if let Some(call) = cx.attr_as::<CallSiteLoc>(attr) {
            stack.extend([call.caller, call.callee]);
        } else if let Some(fused) = cx.attr_as::<FusedLoc>(attr) {
            stack.extend(fused.locations.iter().rev().copied());
        }
    }
    out
}
