//! The data flow of a body: ops, the values between them, and the regions that they are in.

use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};
use strata_ir::core::{Block, Body, Def, Op, Region, Value};

use crate::{
    numbering::{BodyNumber, Number},
    version::Version,
};

/// Ops of a graph, beyond which the others are left out.
const MOST_NODES: usize = 2000;
/// Bytes of the type of a value that are shown.
const TYPE_BYTES: usize = 80;

/// The bodies of a version that have a graph: those with ops in blocks, except for tables of symbols.
pub fn bodies(version: &Version) -> Vec<Json> {
    let bodies = version.bodies();
    let mut out = Vec::new();
    let mut add = |number: BodyNumber, op: Number, line: u32| {
        let Some(body) = bodies.get(&number).filter(|body| is_code(body)) else { return };
        let name = body.symbol_name(Op::SELF).map(|name| body.cx().str(name));
        out.push(json!({ "body": number, "op": op, "kind": body.op_name(Op::SELF), "name": name, "line": line, "ops": body.num_ops() }));
    };
    for op in &version.ops {
        if op.op == Op::SELF && op.body == 0 {
            add(0, op.number, op.first_line);
        }
        if let Some(child) = op.child {
            add(child, op.number, op.first_line);
        }
    }
    out
}

fn is_code(body: &Body) -> bool {
    let Some(block) = body.entry() else { return false };
    // A function has a terminator, a module none or one without operands and shells before it.
    body.block_ops(block).any(|op| !body.is_shell(op)) && body.children().next().is_none()
}

/// The graph of a body: nodes with the numbers of the ops whose results they use, and those in their regions.
pub fn graph(version: &Version, number: BodyNumber) -> Result<Json, String> {
    let bodies = version.bodies();
    let body = *bodies.get(&number).ok_or("there is no such body any more")?;
    let ops = version.ops.iter().filter(|op| op.body == number);
    let numbers: FxHashMap<Op, (Number, u32)> = ops.map(|op| (op.op, (op.number, op.first_line))).collect();
    let mut drawing = Drawing { body, numbers, left: MOST_NODES };
    let regions: Vec<Json> = body.regions(Op::SELF).iter().map(|&region| drawing.region(region)).collect();
    Ok(json!({ "regions": regions, "complete": drawing.left > 0 }))
}

struct Drawing<'a> {
    body: &'a Body,
    numbers: FxHashMap<Op, (Number, u32)>,
    left: usize,
}

impl Drawing<'_> {
    fn region(&mut self, region: Region) -> Json {
        let blocks: Vec<Json> =
            self.body.blocks(region).to_vec().into_iter().map(|b| self.block(b)).collect();
        json!(blocks)
    }
    fn block(&mut self, block: Block) -> Json {
        let args: Vec<Json> = self
            .body
            .block_args(block)
            .iter()
            .map(|&arg| json!({ "id": self.id(arg), "type": self.ty(arg) }))
            .collect();
        let mut ops = Vec::new();
        let mut at = self.body.first_op(block);
        while let Some(op) = at.filter(|_| self.left > 0) {
            self.left -= 1;
            ops.push(self.op(op));
            at = self.body.next_op(op);
        }
        json!({ "args": args, "ops": ops })
    }
    fn op(&mut self, op: Op) -> Json {
        let body = self.body;
        let (number, line) = self.numbers.get(&op).copied().unwrap_or((Number::MAX, 0));
        let inputs: Vec<String> = body.operands(op).map(|v| self.id(v)).collect();
        let types: Vec<String> = body.results(op).iter().map(|&v| self.ty(v)).collect();
        let attr = ["value", "callee", "sym_name", "fn"].iter().find_map(|name| body.attr(op, name));
        let detail = attr.map(|attr| shortened(body.cx().attr_to_string(attr)));
        let mut regions = Vec::new();
        for &region in body.regions(op) {
            regions.push(strata_ir::core::writer::deep(|| self.region(region)));
        }
        json!({
            "id": format!("o{}", op_index(op)), "number": number, "line": line, "kind": body.op_name(op),
            "inputs": inputs, "types": types, "detail": detail, "regions": regions,
        })
    }
    /// The node that has a value: an op, or an argument of a block.
    fn id(&self, value: Value) -> String {
        match self.body.def(value) {
            Def::Result { op, .. } => format!("o{}", op_index(op)),
            Def::Arg { .. } | Def::Forward => format!("a{value:?}"),
        }
    }
    fn ty(&self, value: Value) -> String {
        shortened(self.body.cx().type_to_string(self.body.ty(value)))
    }
}

fn op_index(op: Op) -> usize {
    strata_ir::core::Entity::index(op)
}

fn shortened(text: String) -> String {
    if text.len() <= TYPE_BYTES {
        return text;
    }
    let end = (0..=TYPE_BYTES).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
    format!("{}…", &text[..end])
}
