//! Shardings as text for terminals.

use std::fmt::Write as _;

use super::{Drawing, Grid, grid::numbers};

/// The text of a drawing.
pub(crate) fn text(drawing: &Drawing) -> String {
    let mut out = String::new();
    for function in &drawing.functions {
        _ = writeln!(out, "{}", function.name);
        for row in &function.values {
            let number = row.sharding.map_or_else(|| "-".to_owned(), |number| format!("[{number}]"));
            let indent = 2 * (row.depth + 1).min(32);
            _ = write!(out, "{:indent$}{:5} {} : {}", "", number, row.what, row.ty);
            _ = writeln!(out, "{}{}", if row.location.is_empty() { "" } else { "  " }, row.location);
        }
    }
    if drawing.left_out > 0 {
        _ = writeln!(out, "{} more values are not listed", drawing.left_out);
    }
    for (number, picture) in drawing.pictures.iter().enumerate() {
        _ = writeln!(out, "\n[{number}] {} on {}", picture.sharding, picture.mesh);
        match &picture.grid {
            Ok(grid) => table(grid, &mut out),
            Err(why) => _ = writeln!(out, "not drawn: {why}"),
        }
    }
    out
}

/// Tiles with lines around them.
fn table(grid: &Grid, out: &mut String) {
    let cells: Vec<Vec<String>> =
        grid.rows.iter().map(|row| row.iter().map(|tile| numbers(tile)).collect()).collect();
    let width = cells.iter().flatten().map(String::len).max().unwrap_or(0) + 2;
    let columns = cells.first().map_or(0, Vec::len);
    let line = |out: &mut String, [left, middle, right]: [&str; 3]| {
        let bars = vec!["─".repeat(width); columns].join(middle);
        _ = writeln!(out, "{left}{bars}{right}");
    };
    for (i, row) in cells.iter().enumerate() {
        line(out, if i == 0 { ["┌", "┬", "┐"] } else { ["├", "┼", "┤"] });
        let row: Vec<String> = row.iter().map(|cell| format!("{cell:^width$}")).collect();
        _ = writeln!(out, "│{}│", row.join("│"));
    }
    line(out, ["└", "┴", "┘"]);
}
