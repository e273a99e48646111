//! The names of the parts of a program in profiles: `add+tanh (model/Dense_0)`.

use rustc_hash::FxHashMap;
use strata_ir::{
    core::{CallSiteLoc, FusedLoc, Location, NameLoc},
    prelude::*,
};

/// The most ops of the source that are listed for one part, and the most of them in its name.
const MOST_OPS: usize = 64;
const MOST_NAMED: usize = 8;

/// An op of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    /// By the name that a front end gave it, as `jit(f)/model/add`, and where it is.
    Named(String, Option<String>),
    /// The op that a line of the source begins with.
    Line { op: Option<String>, file: String, line: u32 },
}

/// The parts; those of the same name have the same number.
#[derive(Default)]
pub(crate) struct PartNames {
    list: Vec<Entry>,
    numbers: FxHashMap<String, i64>,
}

struct Entry {
    name: String,
    ops: Vec<String>,
    sources: Vec<String>,
}

impl PartNames {
    /// The number of a part, which is made of what is at these places.
    pub(crate) fn id(&mut self, b: &Body, op: Op, places: &[Location]) -> i64 {
        let entry = entry(b, op, places);
        let next = self.list.len() as i64;
        let id = *self.numbers.entry(entry.name.clone()).or_insert(next);
        match usize::try_from(id).ok().and_then(|id| self.list.get_mut(id)) {
            Some(known) => {
                let add = |to: &mut Vec<String>, from: Vec<String>| {
                    from.into_iter().for_each(|text| {
                        if !to.contains(&text) {
                            to.push(text)
                        }
                    });
                };
                add(&mut known.ops, entry.ops);
                add(&mut known.sources, entry.sources);
            }
            None => self.list.push(entry),
        }
        id
    }
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    /// A dictionary for each part.
    pub(crate) fn to_attr(&self, cx: &Context) -> Attr {
        let texts =
            |list: &[String]| cx.array_attr(list.iter().map(|t| cx.string_attr(t)).collect::<Vec<_>>());
        let part = |e: &Entry| {
            let fields =
                [("name", cx.string_attr(&e.name)), ("ops", texts(&e.ops)), ("sources", texts(&e.sources))];
            cx.attr(DictionaryAttr::new(cx, fields.map(|(key, value)| (cx.intern(key), value)).to_vec()))
        };
        cx.array_attr(self.list.iter().map(part).collect::<Vec<_>>())
    }
}

fn entry(b: &Body, op: Op, places: &[Location]) -> Entry {
    let mut origins: Vec<Origin> = Vec::new();
    places.iter().for_each(|&place| collect(b.cx(), place, &mut origins));
    let mut ops: Vec<String> = Vec::new();
    let mut sources: Vec<String> = Vec::new();
    for origin in &origins {
        let source = match origin {
            Origin::Named(name, source) => {
                ops.push(name.clone());
                source.clone()
            }
            Origin::Line { file, line, .. } => Some(format!("{file}:{line}")),
        };
        sources.extend(source.filter(|s| !sources.contains(s)));
    }
    let callee = b.attr(op, "callee").and_then(|a| b.cx().attr_as::<SymbolRefAttr>(a));
    let callee = callee.map(|s| b.cx().str(s.root));
    let name = if ops.is_empty() {
        named_by_lines(&origins, callee.unwrap_or_else(|| b.op_name(op)))
    } else {
        named_by_names(&ops)
    };
    Entry { name, ops, sources }
}

/// Adds the ops of the source that a location is made of.
fn collect(cx: &Context, loc: Location, to: &mut Vec<Origin>) {
    let mut open = vec![loc];
    while let Some(loc) = open.pop() {
        if to.len() >= MOST_OPS {
            return;
        }
        if let Some(fused) = loc.as_attr().and_then(|a| cx.attr_as::<FusedLoc>(a)) {
            // Fusion puts the consumer first; readers expect it last.
            open.extend(&fused.locations);
            continue;
        }
        if let Some(call) = loc.as_attr().and_then(|a| cx.attr_as::<CallSiteLoc>(a)) {
            open.push(call.callee);
            continue;
        }
        let place =
            loc.file_line_col(cx).map(|(file, line, _)| (file.rsplit('/').next().unwrap_or(file), line));
        let origin = match loc.as_attr().and_then(|a| cx.attr_as::<NameLoc>(a)) {
            Some(name) => {
                let place = place.map(|(file, line)| format!("{file}:{line}"));
                Some(Origin::Named(cx.str(name.name).to_owned(), place))
            }
            None => place.map(|(file, line)| {
                let op = loc.line_text(cx).and_then(first_op);
                Origin::Line { op, file: file.to_owned(), line }
            }),
        };
        to.extend(origin.filter(|origin| !to.contains(origin)));
    }
}

/// The first word of a line that is the name of an op.
fn first_op(line: &str) -> Option<String> {
    let is_op = |text: &&str| {
        text.split_once('.').is_some_and(|(dialect, op)| {
            dialect.starts_with(|c: char| c.is_ascii_alphabetic()) && !op.is_empty()
        })
    };
    let mut words = line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'));
    words.find(is_op).map(str::to_owned)
}

/// `layer/relu`, or `add+tanh (model/Dense_0)` for several ops, with what their scopes have in common.
fn named_by_names(names: &[String]) -> String {
    if let [name] = names {
        return name.clone();
    }
    let paths: Vec<Vec<&str>> = names.iter().map(|name| name.split('/').collect()).collect();
    let mut short: Vec<&str> = Vec::new();
    for path in &paths {
        short.extend(path.last().filter(|last| !short.contains(last)));
    }
    let first = paths.first().map_or(&[][..], Vec::as_slice);
    let common =
        (0..first.len()).take_while(|&i| paths.iter().all(|p| i + 1 < p.len() && p.get(i) == first.get(i)));
    let mut scope: Vec<&str> = first.get(..common.count()).unwrap_or_default().to_vec();
    // The outermost scopes only say which function was compiled.
    while scope.len() > 1 && scope.first().is_some_and(|s| s.starts_with("jit(")) {
        scope.remove(0);
    }
    match scope.is_empty() {
        true => joined(&short),
        false => format!("{} ({})", joined(&short), scope.join("/")),
    }
}

/// The first ops of a part.
fn joined(ops: &[&str]) -> String {
    let more = if ops.len() > MOST_NAMED { "+…" } else { "" };
    format!("{}{more}", ops.get(..MOST_NAMED).unwrap_or(ops).join("+"))
}

/// `stablehlo.add model.mlir:3`, or `stablehlo.add+stablehlo.tanh model.mlir:3,4` for several lines.
fn named_by_lines(origins: &[Origin], otherwise: &str) -> String {
    let mut ops: Vec<&str> = Vec::new();
    let mut places: Vec<String> = Vec::new();
    let mut last_file = None;
    for origin in origins {
        let Origin::Line { op, file, line } = origin else { continue };
        let op = op.as_deref().unwrap_or(otherwise);
        ops.extend((!ops.contains(&op)).then_some(op));
        let same = last_file.replace(file) == Some(file);
        places.push(if same { line.to_string() } else { format!("{file}:{line}") });
    }
    match places.is_empty() {
        true => otherwise.to_owned(),
        false => format!("{} {}", joined(&ops), places.join(",")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_common_scope_once() {
        let names = |list: &[&str]| named_by_names(&list.iter().map(|&s| s.to_owned()).collect::<Vec<_>>());
        assert_eq!(names(&["layer/relu"]), "layer/relu");
        let two = ["jit(f)/mlp/Dense_0/add", "jit(f)/mlp/Dense_0/tanh", "jit(f)/mlp/Dense_0/add"];
        assert_eq!(names(&two), "add+tanh (mlp/Dense_0)");
        assert_eq!(names(&["jit(f)/mlp/Dense_0/add", "jit(f)/mlp/mul"]), "add+mul (mlp)");
        assert_eq!(names(&["jit(f)/add", "jit(f)/mul"]), "add+mul (jit(f))");
        assert_eq!(names(&["add", "mul"]), "add+mul");
        let many = ["m/a", "m/b", "m/c", "m/d", "m/e", "m/f", "m/g", "m/h", "m/i"];
        assert_eq!(names(&many), "a+b+c+d+e+f+g+h+… (m)");
    }

    #[test]
    fn lines_of_a_file_are_listed() {
        let line = |op: &str, line| Origin::Line { op: Some(op.into()), file: "m.mlir".into(), line };
        let all = [line("stablehlo.add", 3), line("stablehlo.tanh", 4), line("stablehlo.add", 5)];
        assert_eq!(named_by_lines(&all, "scf.for"), "stablehlo.add+stablehlo.tanh m.mlir:3,4,5");
        assert_eq!(named_by_lines(&all[..1], "scf.for"), "stablehlo.add m.mlir:3");
        assert_eq!(named_by_lines(&[], "scf.for"), "scf.for");
    }
}
