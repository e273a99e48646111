//! The cost of a program as a table.

use serde_json::{Value, json};
use strata_driver::Cost;

use crate::units::bytes_text;

/// A row for each kind of op, the most expensive first.
#[must_use]
pub fn cost_table(cost: &Cost) -> String {
    let mut rows: Vec<_> = cost.ops.iter().collect();
    rows.sort_by(|a, b| b.1[1].total_cmp(&a.1[1]).then(b.1[2].total_cmp(&a.1[2])).then(a.0.cmp(b.0)));
    let width = rows.iter().map(|r| r.0.len()).max().unwrap_or(0).max("in all".len());
    let mut out = format!("{:width$} {:>12} {:>16} {:>12}\n", "op", "times", "operations", "bytes");
    for (name, [times, operations, bytes]) in rows {
        let bytes = bytes_text(*bytes as u64);
        out.push_str(&format!("{name:width$} {times:>12.0} {operations:>16.0} {bytes:>12}\n"));
    }
    let times: f64 = cost.ops.values().map(|r| r[0]).sum();
    let (operations, bytes) = (cost.operations, bytes_text(cost.bytes as u64));
    out.push_str(&format!("{:width$} {times:>12.0} {operations:>16.0} {bytes:>12}\n", "in all"));
    if cost.functions > 0.0 {
        out.push_str(&format!("{:.0} of the operations are functions\n", cost.functions));
    }
    if !cost.communication.is_empty() {
        out.push_str(&format!(
            "{:width$} {:>12} {:>29}\n",
            "collective", "times", "bytes received by a device"
        ));
        for (name, [times, bytes]) in &cost.communication {
            out.push_str(&format!("{name:width$} {times:>12.0} {:>29}\n", bytes_text(*bytes as u64)));
        }
    }
    if cost.at_least {
        out.push_str("at least: a loop that may run any number of times is counted once\n");
    }
    out
}

/// The same as JSON.
pub(crate) fn cost_json(cost: &Cost) -> Value {
    let op = |(name, [times, operations, bytes]): (&String, &[f64; 3])| json!({ "op": name, "times": times, "operations": operations, "bytes": bytes });
    let collective = |(name, [times, bytes]): (&String, &[f64; 2])| json!({ "op": name, "times": times, "received_bytes": bytes });
    json!({
        "communication": cost.communication.iter().map(collective).collect::<Vec<_>>(),
        "operations": cost.operations, "functions": cost.functions, "bytes": cost.bytes, "at_least": cost.at_least,
        "ops": cost.ops.iter().map(op).collect::<Vec<_>>(),
    })
}
