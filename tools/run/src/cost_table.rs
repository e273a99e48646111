//! The cost of a program as a table.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use strata_driver::{Collective, Cost, Links};

use crate::units::bytes_text;

/// A row for each kind of op, the most expensive first.
#[must_use]
pub fn cost_table(cost: &Cost, links: Option<Links>) -> String {
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
    out.push_str(&communication_table(cost, links));
    if cost.at_least {
        out.push_str("at least: a loop that may run any number of times is counted once\n");
    }
    out
}

/// A row for the collectives of each kind and number of devices.
fn communication_table(cost: &Cost, links: Option<Links>) -> String {
    let mut rows: BTreeMap<(&str, u64), [f64; 3]> = BTreeMap::new();
    for collective in &cost.communication {
        let row = rows.entry((&collective.op, collective.members as u64)).or_default();
        let seconds = links.map_or(0.0, |links| collective.seconds(links));
        let added = [1.0, collective.received, seconds].map(|figure| collective.times * figure);
        row.iter_mut().zip(added).for_each(|(a, b)| *a += b);
    }
    if rows.is_empty() {
        return String::new();
    }
    let width = rows.keys().map(|row| row.0.len()).max().unwrap_or(0).max("in all".len());
    let time = |seconds: f64| links.map_or(String::new(), |_| format!(" {:>12.1}", seconds * 1e6));
    let line = |name: &str, devices: &str, [times, bytes, seconds]: &[f64; 3]| {
        format!(
            "{name:width$} {devices:>7} {times:>12.0} {:>12}{}\n",
            bytes_text(*bytes as u64),
            time(*seconds)
        )
    };
    let title = links.map_or("", |_| " microseconds");
    let mut out =
        format!("{:width$} {:>7} {:>12} {:>12}{title}\n", "collective", "devices", "times", "received");
    let mut total = [0.0; 3];
    for ((name, devices), row) in &rows {
        out.push_str(&line(name, &devices.to_string(), row));
        total.iter_mut().zip(row).for_each(|(a, b)| *a += b);
    }
    out.push_str(&line("in all", "", &total));
    out
}

/// The same as JSON.
pub(crate) fn cost_json(cost: &Cost, links: Option<Links>) -> Value {
    let op = |(name, [times, operations, bytes]): (&String, &[f64; 3])| json!({ "op": name, "times": times, "operations": operations, "bytes": bytes });
    let collective = |c: &Collective| {
        let seconds = links.map(|links| c.times * c.seconds(links));
        json!({
            "op": c.op, "ops": c.ops, "times": c.times, "members": c.members, "received_bytes": c.times * c.received,
            "received_bytes_once": c.received, "seconds": seconds,
        })
    };
    json!({
        "communication": cost.communication.iter().map(collective).collect::<Vec<_>>(),
        "operations": cost.operations, "functions": cost.functions, "bytes": cost.bytes, "at_least": cost.at_least,
        "ops": cost.ops.iter().map(op).collect::<Vec<_>>(),
    })
}
