//! `view-op-graph`: writes the IR as a graph in the language of Graphviz, to the debug stream.
//!
//! Before: `%0 = arith.addi %x, %x : i32`.
//! After, on the debug stream: `v5 [label = "{{<arg_x> %x|<arg_x> %x}|arith.addi\l|{<res_0> %0 i32}}", …];` and an edge for each operand.
//!
//! An op with regions is a cluster, in which an invisible node is the end of its edges. Nodes are numbered anew in each run. Quotes, and
//! names of attributes with signs that have a meaning in labels, are escaped everywhere, so that Graphviz reads every graph.

use std::fmt::Write;

use rustc_hash::FxHashMap;
use strata_ir::{
    core::{DenseResourceAttr, UNREGISTERED, writer::deep},
    prelude::*,
    text::{UNREGISTERED_PROPERTIES, ValueNames},
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// The elements of larger attributes are not shown.
const LARGE: usize = 16;

/// Print Graphviz visualization of an operation.
#[pass(name = "view-op-graph", class = "ViewOpGraphPass", observes)]
pub struct ViewOpGraph {
    /// Limit attribute/type length to number of chars
    #[option(default = 20)]
    pub max_label_len: u64,
    /// Print attributes of operations
    #[option(default = true)]
    pub print_attrs: bool,
    /// Print control flow edges
    pub print_control_flow_edges: bool,
    /// Print data flow edges
    #[option(default = true)]
    pub print_data_flow_edges: bool,
    /// Print result types of operations
    #[option(default = true)]
    pub print_result_types: bool,
}

impl BodyPass for ViewOpGraph {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let names = cx.print_options().clone();
        let mut graph = Graph::new(self, ValueNames::new(body, &names));
        graph.number_kinds(body);
        graph.line("digraph G {");
        graph.depth += 1;
        graph.line("compound = true;");
        let names = graph.names(body);
        graph.op(body, Op::SELF, &names, &names);
        graph.edges();
        graph.depth -= 1;
        graph.line("}");
        cx.print_stderr(graph.out);
        Ok(())
    }
}

/// The end of an edge.
#[derive(Clone, Copy)]
struct Node {
    id: usize,
    /// The cluster for which the node stands.
    cluster: Option<usize>,
}

/// The names of the values of a body.
struct Names {
    /// The number of the body.
    body: usize,
    texts: FxHashMap<Value, String>,
}

impl Names {
    fn text(&self, v: Value) -> &str {
        self.texts.get(&v).map_or("<<unknown>>", String::as_str)
    }
    /// The name of the place of a value in a node.
    fn port(&self, v: Value) -> String {
        self.text(v).replace(['%', '#'], "_")
    }
}

/// The use of a value by an op.
struct Use {
    body: usize,
    value: Value,
    port: String,
    user: Node,
}

struct Graph<'a> {
    options: &'a ViewOpGraph,
    all_names: ValueNames<'a>,
    out: String,
    depth: usize,
    /// The last number of a node or a cluster.
    last: usize,
    bodies: usize,
    /// Numbers of the names of ops, which have a color each.
    kinds: FxHashMap<String, usize>,
    /// Nodes of values, by the number of their body.
    nodes: FxHashMap<(usize, Value), Node>,
    /// Ops that follow each other in a block.
    order: Vec<(Node, Node)>,
    uses: Vec<Use>,
}

impl<'a> Graph<'a> {
    fn new(options: &'a ViewOpGraph, all_names: ValueNames<'a>) -> Self {
        Self {
            options,
            all_names,
            out: String::new(),
            depth: 0,
            last: 0,
            bodies: 0,
            kinds: FxHashMap::default(),
            nodes: FxHashMap::default(),
            order: Vec::new(),
            uses: Vec::new(),
        }
    }
    /// Numbers the names of ops in the order in which they occur, innermost ops first.
    fn number_kinds(&mut self, body: &Body) {
        for op in body.post_order() {
            match body.child(op) {
                Some(child) => deep(|| self.number_kinds(child)),
                None => self.number_kind(body.op_name(op)),
            }
        }
        self.number_kind(body.op_name(Op::SELF));
    }
    fn number_kind(&mut self, name: &str) {
        if !self.kinds.contains_key(name) {
            self.kinds.insert(name.to_owned(), self.kinds.len());
        }
    }
    fn names(&mut self, body: &Body) -> Names {
        let mut values = Vec::new();
        for op in [Op::SELF].into_iter().chain(body.all_ops()) {
            values.extend_from_slice(body.results(op));
            for &block in body.regions(op).iter().flat_map(|&region| body.blocks(region)) {
                values.extend_from_slice(body.block_args(block));
            }
        }
        let texts = self.all_names.texts(body, &values);
        self.bodies += 1;
        Names { body: self.bodies, texts: values.into_iter().zip(texts).collect() }
    }

    // ---------------------------------------------------------------- nodes

    /// Writes an op; `names` has the operands and results, `inner` what is in its regions.
    fn op(&mut self, body: &Body, op: Op, names: &Names, inner: &Names) -> Node {
        let (inside, shell) = body.inner(op);
        let node = if inside.regions(shell).is_empty() {
            let (label, kind) = (self.op_label(body, op, names), self.kinds.get(body.op_name(op)));
            let hue = kind.map_or(0.0, |&kind| kind as f64 / self.kinds.len() as f64);
            self.node(&format!("fillcolor = \"{hue:.6} 0.3 0.95\", "), &label, "Mrecord, style = filled")
        } else {
            let label = self.cluster_label(body, op);
            self.cluster(&label, |graph| {
                for &region in inside.regions(shell) {
                    for &block in inside.blocks(region) {
                        graph.cluster("", |graph| graph.block(inside, block, inner));
                    }
                }
            })
        };
        // The operands of the outermost op are defined outside of what is shown.
        if self.options.print_data_flow_edges && op != Op::SELF {
            for value in body.operands(op) {
                self.uses.push(Use { body: names.body, value, port: names.port(value), user: node });
            }
        }
        self.nodes.extend(body.results(op).iter().map(|&v| ((names.body, v), node)));
        node
    }
    fn block(&mut self, body: &Body, block: Block, names: &Names) {
        for &arg in body.block_args(block) {
            let label = self.value_label("res", arg, body, names);
            let node = self.node("", &label, "Mrecord");
            self.nodes.insert((names.body, arg), node);
        }
        let mut before = None;
        for op in body.block_ops(block) {
            let node = deep(|| match body.child(op) {
                Some(child) => {
                    let inner = self.names(child);
                    self.op(body, op, names, &inner)
                }
                None => self.op(body, op, names, names),
            });
            if let Some(before) = before.replace(node) {
                self.order.push((before, node));
            }
        }
    }
    fn next(&mut self) -> usize {
        self.last += 1;
        self.last
    }
    fn node(&mut self, first: &str, label: &str, shape: &str) -> Node {
        let id = self.next();
        self.line(&format!("v{id} [{first}label = \"{}\", shape = {shape}];", quoted(label)));
        Node { id, cluster: None }
    }
    fn cluster(&mut self, label: &str, contents: impl FnOnce(&mut Self)) -> Node {
        let cluster = self.next();
        self.line(&format!("subgraph cluster_{cluster} {{"));
        self.depth += 1;
        let node = self.node("", " ", "plain");
        self.line(&format!("label = \"{}\";", quoted(label)));
        contents(self);
        self.depth -= 1;
        self.line("}");
        Node { cluster: Some(cluster), ..node }
    }
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 2 * self.depth);
    }

    // ---------------------------------------------------------------- labels

    fn op_label(&self, body: &Body, op: Op, names: &Names) -> String {
        let operands: Vec<String> =
            body.operands(op).map(|v| format!("<arg{}> {}", names.port(v), escaped(names.text(v)))).collect();
        let results: Vec<String> =
            body.results(op).iter().map(|&v| self.value_label("res", v, body, names)).collect();
        let mut out = "{".to_owned();
        if !operands.is_empty() {
            let _ = write!(out, "{{{}}}|", operands.join("|"));
        }
        let _ = write!(out, "{}\\l", body.op_name(op));
        let attrs = self.attributes(body, op);
        if !attrs.is_empty() {
            let _ = write!(out, "\\l{attrs}");
        }
        if !results.is_empty() {
            let _ = write!(out, "|{{{}}}", results.join("|"));
        }
        out.push('}');
        out
    }
    fn cluster_label(&self, body: &Body, op: Op) -> String {
        let mut out = body.op_name(op).to_owned();
        if self.options.print_result_types {
            // The label of a cluster is plain text.
            let text = |ty| self.truncated(body.cx().type_to_string(ty));
            let types: Vec<String> = body.result_types(op).map(text).collect();
            let _ = write!(out, " : ({})", types.join(", "));
        }
        if self.options.print_attrs {
            let _ = write!(out, "\\l{}", self.attributes(body, op));
        }
        out
    }
    /// A value with a port, which edges name.
    fn value_label(&self, port: &str, v: Value, body: &Body, names: &Names) -> String {
        let mut out = format!("<{port}{}> {}", names.port(v), escaped(names.text(v)));
        if self.options.print_result_types {
            let _ = write!(out, " {}", self.type_text(body.cx(), body.ty(v)));
        }
        out
    }
    /// A line for each attribute.
    fn attributes(&self, body: &Body, op: Op) -> String {
        if !self.options.print_attrs {
            return String::new();
        }
        let cx = body.cx();
        let info = body.info(op);
        let slots = info.attrs.iter().zip(body.attr_slots(op));
        let mut all: Vec<(&str, Attr)> = slots.filter_map(|(spec, attr)| Some((spec.name, attr?))).collect();
        if std::ptr::eq(info, &UNREGISTERED) {
            // Its slot has the name of the op.
            all.clear();
        }
        all.extend(body.extra_attrs(op).iter().map(|&(name, attr)| (cx.str(name), attr)));
        all.retain(|attr| attr.0 != UNREGISTERED_PROPERTIES);
        all.sort_by_key(|attr| attr.0);
        let line = |(name, attr)| format!("{}: {}\\l", escaped(name), self.attr_text(cx, attr));
        all.into_iter().map(line).collect()
    }
    fn attr_text(&self, cx: &Context, attr: Attr) -> String {
        if let Some(dense) = cx.attr_as::<DenseElementsAttr>(attr) {
            if dense.splat {
                return escaped(&cx.attr_to_string(attr));
            }
            if dense.num_elements(cx) > LARGE {
                return self.elided(cx, dense.ty);
            }
        }
        if let Some(resource) = cx.attr_as::<DenseResourceAttr>(attr)
            && cx.shaped(resource.ty).and_then(|s| s.num_elements()).is_some_and(|n| n > LARGE as i64)
        {
            return self.elided(cx, resource.ty);
        }
        if cx.attr_as::<ArrayAttr>(attr).is_some_and(|array| array.0.len() > LARGE) {
            return "[...]".to_owned();
        }
        escaped(&self.truncated(cx.attr_to_string(attr)))
    }
    fn elided(&self, cx: &Context, ty: Type) -> String {
        let rank = cx.shaped(ty).and_then(|s| s.rank()).unwrap_or(0);
        format!("{}...{} : {}", "[".repeat(rank), "]".repeat(rank), self.type_text(cx, ty))
    }
    fn type_text(&self, cx: &Context, ty: Type) -> String {
        escaped(&self.truncated(cx.type_to_string(ty)))
    }
    fn truncated(&self, mut text: String) -> String {
        let longest = usize::try_from(self.options.max_label_len).unwrap_or(usize::MAX);
        if text.len() > longest {
            text.truncate(text.floor_char_boundary(longest));
            text.push_str("...");
        }
        text
    }

    // ---------------------------------------------------------------- edges

    /// Writes the edges, as all nodes are there.
    fn edges(&mut self) {
        let (order, uses) = (std::mem::take(&mut self.order), std::mem::take(&mut self.uses));
        if self.options.print_control_flow_edges {
            for (from, to) in order {
                self.edge((from, ""), (to, ""), "dashed");
            }
        }
        for Use { body, value, port, user } in uses {
            let Some(&node) = self.nodes.get(&(body, value)) else { continue };
            self.edge((node, &format!(":res{port}:s")), (user, &format!(":arg{port}:n")), "solid");
        }
    }
    /// An edge from and to a port; clusters have none.
    fn edge(&mut self, from: (Node, &str), to: (Node, &str), style: &str) {
        let mut attrs = String::new();
        if let Some(head) = to.0.cluster {
            let _ = write!(attrs, "lhead = cluster_{head}, ");
        }
        if let Some(tail) = from.0.cluster {
            let _ = write!(attrs, "ltail = cluster_{tail}, ");
        }
        let end = |(node, port): (Node, &str)| {
            format!("v{}{}", node.id, if node.cluster.is_some() { "" } else { port })
        };
        self.line(&format!("{} -> {}[{attrs}style = {style}];", end(from), end(to)));
    }
}

/// Text in a label in which braces, bars and angle brackets have a meaning.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '{' | '}' | '|' | '<' | '>') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The contents of a string between quotes.
fn quoted(text: &str) -> String {
    text.replace('"', "\\\"").replace('\n', "\\n")
}
