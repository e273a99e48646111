//! Shardings as one HTML document, which needs no other files.

use std::fmt::Write as _;

use super::{Drawing, Grid, grid::numbers};

const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<title>Shardings</title>
<style>
body { font-family: sans-serif; margin: 2em; }
code, .grid { font-family: monospace; }
table { border-collapse: collapse; margin: 0.5em 0 1.5em; }
td, th { border: 1px solid #bbb; padding: 0.2em 0.6em; text-align: left; }
.grid td { border: 2px solid #444; text-align: center; color: #000; min-width: 2em; padding: 0.6em; }
figure { display: inline-block; vertical-align: top; margin: 0 2em 1em 0; }
</style>
</head>
<body>
";

/// The document of a drawing.
pub(crate) fn document(drawing: &Drawing) -> String {
    let mut out = HEAD.to_owned();
    out.push_str("<h1>Shardings</h1>\n");
    for (number, picture) in drawing.pictures.iter().enumerate() {
        _ = writeln!(
            out,
            "<figure id=\"s{number}\">\n<figcaption>[{number}] <code>{}</code><br><code>{}</code></figcaption>",
            escaped(&picture.sharding),
            escaped(&picture.mesh)
        );
        match &picture.grid {
            Ok(grid) => table(grid, &mut out),
            Err(why) => _ = writeln!(out, "<p>not drawn: {}</p>", escaped(why)),
        }
        out.push_str("</figure>\n");
    }
    for function in &drawing.functions {
        _ = writeln!(out, "<h2><code>{}</code></h2>\n<table>", escaped(&function.name));
        out.push_str("<tr><th>value</th><th>type</th><th>sharding</th><th>location</th></tr>\n");
        for row in &function.values {
            let indent = 2 * row.depth.min(32);
            let sharding = row.sharding.and_then(|number| Some((number, drawing.pictures.get(number)?)));
            let sharding = sharding.map_or_else(String::new, |(number, picture)| {
                format!("<a href=\"#s{number}\">[{number}]</a> <code>{}</code>", escaped(&picture.sharding))
            });
            _ = writeln!(
                out,
                "<tr><td style=\"padding-left: {indent}em\"><code>{}</code></td><td><code>{}</code></td><td>{sharding}</td><td>{}</td></tr>",
                escaped(&row.what),
                escaped(&row.ty),
                escaped(&row.location)
            );
        }
        out.push_str("</table>\n");
    }
    if drawing.left_out > 0 {
        _ = writeln!(out, "<p>{} more values are not listed.</p>", drawing.left_out);
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// Tiles, each in the colour of its first device.
fn table(grid: &Grid, out: &mut String) {
    out.push_str("<table class=\"grid\">\n");
    for row in &grid.rows {
        out.push_str("<tr>");
        for tile in row {
            // Steps of the golden angle keep the colours of neighbours apart.
            let hue = tile.first().map_or(0, |device| device % 360 * 137 % 360);
            _ = write!(out, "<td style=\"background: hsl({hue}, 65%, 80%)\">{}</td>", numbers(tile));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
}

/// Text without the characters that HTML gives a meaning.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}
