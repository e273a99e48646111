//! The times of a profile by parts, as a table.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    time::Duration,
};

use serde_json::{Value, json};
use strata_driver::{
    Cost,
    profile::{Part, Span},
};

/// The times of a part.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    count: u64,
    /// With and without the parts inside of it.
    total: Duration,
    own: Duration,
    has_parts: bool,
}

/// A row for each part, the longest first. Times are those of all threads together; the own time of a part is without those inside of it.
pub(crate) fn summary(parts: &[Part], spans: &[Span], cost: &Cost) -> (String, Value) {
    let mut times: BTreeMap<usize, Times> = BTreeMap::new();
    for span in spans {
        let row = times.entry(span.part).or_default();
        row.count += 1;
        row.total += span.time();
        row.own += span.own_time();
        row.has_parts |= span.inside > Duration::ZERO;
    }
    let costs = costs(parts, |part| times.get(&part).is_some_and(|t| !t.has_parts), cost);
    let mut rows: Vec<(usize, Times)> = times.into_iter().collect();
    rows.sort_by(|a, b| b.1.own.cmp(&a.1.own).then(a.0.cmp(&b.0)));
    let all: Duration = rows.iter().map(|row| row.1.own).sum();
    let name = |part: usize| parts.get(part).map_or("?", |part| part.name.as_str());
    let width = rows.iter().map(|row| name(row.0).chars().count()).max().unwrap_or(0).max("part".len());
    let mut text = format!(
        "{:width$} {:>7} {:>12} {:>7} {:>12} {:>9} {:>9}\n",
        "part", "count", "own us", "share", "total us", "GFLOP/s", "GB/s"
    );
    let mut list = Vec::new();
    for (part, row) in rows {
        let us = |d: Duration| d.as_nanos() as f64 / 1e3;
        let share = if all.is_zero() { 0.0 } else { row.own.as_secs_f64() / all.as_secs_f64() };
        let rate =
            |amount: f64| (amount > 0.0 && !row.own.is_zero()).then(|| amount / row.own.as_secs_f64() / 1e9);
        let [gflops, gbytes] = costs.get(&part).copied().unwrap_or_default().map(rate);
        let shown = |rate: Option<f64>| rate.map_or("-".to_owned(), |rate| format!("{rate:.2}"));
        text.push_str(&format!(
            "{:width$} {:>7} {:>12.1} {:>6.1}% {:>12.1} {:>9} {:>9}\n",
            name(part),
            row.count,
            us(row.own),
            share * 100.0,
            us(row.total),
            shown(gflops),
            shown(gbytes)
        ));
        list.push(json!({
            "part": name(part), "ops": parts.get(part).map(|p| &p.ops), "sources": parts.get(part).map(|p| &p.sources),
            "count": row.count, "own_us": us(row.own), "total_us": us(row.total), "share": share,
            "gflop_s": gflops, "gb_s": gbytes,
        }));
    }
    (text, Value::Array(list))
}

/// The operations and bytes of the parts that alone became of their ops: those of a part with others inside of it belong to these.
pub(crate) fn costs(
    parts: &[Part],
    is_innermost: impl Fn(usize) -> bool,
    cost: &Cost,
) -> HashMap<usize, [f64; 2]> {
    let innermost: Vec<(usize, &Part)> = parts.iter().enumerate().filter(|&(i, _)| is_innermost(i)).collect();
    let mut users: HashMap<&str, HashSet<usize>> = HashMap::new();
    for (i, part) in &innermost {
        for origin in origins(part) {
            users.entry(origin).or_default().insert(*i);
        }
    }
    let alone =
        |part: &Part| origins(part).iter().all(|&o| users.get(o).is_some_and(|parts| parts.len() == 1));
    let of = |(i, part): (usize, &Part)| {
        let rows = origins(part).into_iter().filter_map(|origin| cost.origins.get(origin));
        (i, rows.fold([0.0, 0.0], |sum, row| [sum[0] + row[0], sum[1] + row[1]]))
    };
    innermost.into_iter().filter(|(_, part)| alone(part)).map(of).collect()
}

/// The names of the ops of a part, or their lines where they have none.
fn origins(part: &Part) -> Vec<&str> {
    let list = if part.ops.is_empty() { &part.sources } else { &part.ops };
    list.iter().map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_summed_up_by_parts() {
        let thread = std::thread::current().id();
        let us = Duration::from_micros;
        let span = |part, start, end, inside| Span {
            part,
            thread,
            start: us(start),
            end: us(end),
            inside: us(inside),
        };
        let part = |name: &str, ops: &[&str]| Part {
            name: name.into(),
            ops: ops.iter().map(|&op| op.to_owned()).collect(),
            sources: Vec::new(),
        };
        let parts = [part("loop", &["dot", "add"]), part("dot", &["dot"]), part("add", &["add"])];
        let spans = [span(0, 0, 100, 80), span(1, 0, 40, 0), span(2, 40, 60, 0), span(1, 60, 80, 0)];
        let mut cost = Cost::default();
        cost.origins.insert("dot".into(), [120_000.0, 6_000.0]);
        let (text, json) = summary(&parts, &spans, &cost);
        let row = |name: &str| {
            let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
            line.split_whitespace().skip(1).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(row("dot"), ["2", "60.0", "60.0%", "60.0", "2.00", "0.10"], "{text}");
        assert_eq!(row("loop"), ["1", "20.0", "20.0%", "100.0", "-", "-"], "{text}");
        assert_eq!((json[0]["part"].as_str(), json[0]["gflop_s"].as_f64()), (Some("dot"), Some(2.0)));
    }
}
