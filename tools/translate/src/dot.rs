//! `--mlir-to-dot`: a program as a graph for Graphviz, with an edge from each value's op to the ops that use it.
//!
//! ```text
//! func.func @f(%a: i32) -> i32 {            digraph G {
//!   %0 = arith.addi %a, %a : i32     ──►      n0 [label="arith.addi\ni32"]; … a0 -> n0; …
//! ```
//! Regions are clusters. Blocks of a region with several blocks are clusters too, and dashed edges between them are branches. Ids are
//! numbered in the order of the text, so that equal programs give equal graphs.

use std::{collections::HashMap, fmt::Write as _};

use strata_ir::prelude::*;

/// The most characters of a label's line.
const WIDEST: usize = 40;
/// The deepest nesting of regions that is drawn; deeper ones become an ellipsis.
const DEEPEST: usize = 64;

/// The graph of a module.
pub(crate) fn graph(module: &Body) -> String {
    let mut graph = Graph { out: String::new(), numbers: 0 };
    graph.out.push_str("digraph G {\n  compound = true;\n  node [shape=box, fontname=\"monospace\"];\n");
    graph.body(module, 1);
    graph.out.push_str("}\n");
    graph.out
}

struct Graph {
    out: String,
    /// The number of nodes and clusters.
    numbers: usize,
}

/// The nodes of a body: that of each value, and of the first op or argument of each block.
#[derive(Default)]
struct Nodes {
    values: HashMap<Value, usize>,
    ops: HashMap<Op, usize>,
}

impl Graph {
    fn number(&mut self) -> usize {
        self.numbers += 1;
        self.numbers - 1
    }
    fn line(&mut self, depth: usize, text: &str) {
        // The indentation is bounded, so that deep nesting does not make the output quadratic.
        _ = writeln!(self.out, "{:indent$}{text}", "", indent = 2 * depth.min(DEEPEST));
    }
    /// The ops of a body, and the edges between them.
    fn body(&mut self, body: &Body, depth: usize) {
        let mut nodes = Nodes::default();
        for &region in body.regions(Op::SELF) {
            self.region(body, region, depth, &mut nodes);
        }
        self.edges(body, &nodes, depth);
    }
    fn region(&mut self, body: &Body, region: Region, depth: usize, nodes: &mut Nodes) {
        let blocks = body.blocks(region);
        for (i, &block) in blocks.iter().enumerate() {
            let several = blocks.len() > 1;
            if several {
                let n = self.number();
                self.line(depth, &format!("subgraph cluster_{n} {{ label=\"^bb{i}\"; style=dotted;"));
            }
            let depth = depth + usize::from(several);
            for (a, &argument) in body.block_args(block).iter().enumerate() {
                let n = self.number();
                let ty = shown(&body.cx().type_to_string(body.ty(argument)));
                self.line(depth, &format!("n{n} [label=\"argument {a}\\n{ty}\", shape=ellipse];"));
                nodes.values.insert(argument, n);
            }
            for op in body.block_ops(block) {
                self.op(body, op, depth, nodes);
            }
            if several {
                self.line(depth - 1, "}");
            }
        }
    }
    fn op(&mut self, body: &Body, op: Op, depth: usize, nodes: &mut Nodes) {
        let cx = body.cx();
        let n = self.number();
        nodes.ops.insert(op, n);
        nodes.values.extend(body.results(op).iter().map(|&v| (v, n)));
        let symbol = body.symbol_name(op).map_or(String::new(), |s| format!(" @{}", cx.str(s)));
        let mut label = shown(&format!("{}{symbol}", body.op_name(op)));
        for ty in body.result_types(op) {
            label += &format!("\\n{}", shown(&cx.type_to_string(ty)));
        }
        let (inner, at) = body.inner(op);
        let regions = inner.regions(at);
        if regions.iter().all(|&r| inner.blocks(r).is_empty()) {
            return self.line(depth, &format!("n{n} [label=\"{label}\"];"));
        }
        self.line(depth, &format!("subgraph cluster_{n} {{ label=\"{label}\";"));
        // The node at which edges of the op itself begin and end.
        self.line(depth + 1, &format!("n{n} [label=\"\", shape=point];"));
        if depth >= DEEPEST {
            let n = self.number();
            self.line(depth + 1, &format!("n{n} [label=\"…\", shape=plaintext];"));
        } else if body.is_shell(op) {
            self.body(inner, depth + 1);
        } else {
            for (i, &region) in regions.iter().enumerate() {
                let several = regions.len() > 1;
                if several {
                    let n = self.number();
                    self.line(
                        depth + 1,
                        &format!("subgraph cluster_{n} {{ label=\"region {i}\"; style=dashed;"),
                    );
                }
                self.region(body, region, depth + 1 + usize::from(several), nodes);
                if several {
                    self.line(depth + 1, "}");
                }
            }
        }
        self.line(depth, "}");
    }
    /// Emits edges for uses of values, and for branches.
    fn edges(&mut self, body: &Body, nodes: &Nodes, depth: usize) {
        for op in body.all_ops() {
            let Some(&to) = nodes.ops.get(&op) else { continue };
            let several = body.num_operands(op) > 1;
            for (i, value) in body.operands(op).enumerate() {
                let Some(&from) = nodes.values.get(&value) else { continue };
                let label = if several { format!(" [label=\"{i}\"]") } else { String::new() };
                self.line(depth, &format!("n{from} -> n{to}{label};"));
            }
            for &block in body.successors(op) {
                let first = body.first_op(block).and_then(|op| nodes.ops.get(&op));
                if let Some(first) = first {
                    self.line(depth, &format!("n{to} -> n{first} [style=dashed];"));
                }
            }
        }
    }
}

/// A line of a label, shortened, with special characters of Graphviz escaped.
fn shown(text: &str) -> String {
    let mut out = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == WIDEST {
            out.push('…');
            break;
        }
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
