//! A cost model: the number of operations of a program, and the bytes that its ops read and write.
//!
//! The counts are those of the program before fusion and simplification, as XLA's cost analysis counts them: a multiply-add is two
//! operations, an elementwise op one for each element. Functions of floats are counted separately. A branch costs as much as its most
//! expensive region. A loop is counted as often as it runs if its number of iterations is evident, otherwise once.

use std::collections::BTreeMap;

use strata_interp::Value as Data;
use strata_ir::{
    core::{CallSiteLoc, Location, NameLoc, symbols::SymbolTable},
    prelude::*,
};
use strata_stablehlo::{ConvDimensionNumbers, DotDimensionNumbers, facts::Transcendental};

use crate::communication::{Collective, merge};

/// The deepest nesting of calls that is followed.
const DEEPEST_CALL: usize = 64;

/// The cost of ops.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// Operations on numbers.
    pub operations: f64,
    /// The operations that are functions: exponentials, logarithms, roots, trigonometry.
    pub functions: f64,
    /// Bytes of operands and results of all ops.
    pub bytes: f64,
    /// Whether a loop of unknown length was counted once.
    pub at_least: bool,
    /// For each op name: its executions, operations and bytes.
    pub ops: BTreeMap<String, [f64; 3]>,
    /// The collectives, in the order in which each first is in the program.
    pub communication: Vec<Collective>,
    /// For each name of an op in the source, or each line as `model.mlir:3` where it has none: operations and bytes.
    pub origins: BTreeMap<String, [f64; 2]>,
}

impl Cost {
    /// The cost of a call of the function `entry`.
    #[must_use]
    pub fn count(module: &Body, entry: &str) -> Self {
        Counter { module, table: SymbolTable::new(module) }.function(entry, 0)
    }
    fn add(&mut self, other: &Self, times: f64) {
        self.operations += times * other.operations;
        self.functions += times * other.functions;
        self.bytes += times * other.bytes;
        self.at_least |= other.at_least;
        for (name, row) in &other.ops {
            let mine = self.ops.entry(name.clone()).or_default();
            mine.iter_mut().zip(row).for_each(|(a, b)| *a += times * b);
        }
        merge(&mut self.communication, &other.communication, times);
        for (name, row) in &other.origins {
            let mine = self.origins.entry(name.clone()).or_default();
            mine.iter_mut().zip(row).for_each(|(a, b)| *a += times * b);
        }
    }
}

struct Counter<'a> {
    module: &'a Body,
    table: SymbolTable,
}

/// Sizes of a tensor; unknown sizes count as one.
fn sizes(body: &Body, value: Value) -> SmallVec<[f64; 4]> {
    let shaped = body.cx().type_as::<TensorType>(body.ty(value));
    shaped
        .map_or_else(SmallVec::new, |t| t.shape.iter().map(|&d| if d < 0 { 1.0 } else { d as f64 }).collect())
}

fn elements(body: &Body, value: Value) -> f64 {
    sizes(body, value).iter().product()
}

fn bytes(body: &Body, value: Value) -> f64 {
    let elem = strata_interp::Elem::from_type(body.cx(), body.cx().elem_or_self(body.ty(value)));
    elem.map_or(0.0, |e| e.bytes() as f64) * elements(body, value)
}

impl Counter<'_> {
    fn function(&self, name: &str, depth: usize) -> Cost {
        let function = self.table.get(self.module.cx().intern(name));
        let Some(body) = function.and_then(|op| self.module.child(op)) else { return Cost::default() };
        let mut cost = Cost::default();
        if depth < DEEPEST_CALL {
            body.regions(Op::SELF).iter().for_each(|&r| cost.add(&self.region(body, r, depth), 1.0));
        }
        cost
    }
    fn region(&self, body: &Body, region: Region, depth: usize) -> Cost {
        let mut cost = Cost::default();
        for &block in body.blocks(region) {
            body.block_ops(block).for_each(|op| self.op(body, op, depth, &mut cost));
        }
        cost
    }
    fn op(&self, body: &Body, op: Op, depth: usize, cost: &mut Cost) {
        let (cx, name) = (body.cx(), body.op_name(op));
        if body.has_trait(op, Trait::Terminator) {
            return;
        }
        let called = match name {
            "func.call" => body.attr(op, "callee"),
            "stablehlo.composite" => body.attr(op, "decomposition"),
            _ => None,
        };
        if let Some(callee) = called.and_then(|a| cx.attr_as::<SymbolRefAttr>(a)) {
            return cost.add(&self.function(cx.str(callee.root), depth + 1), 1.0);
        }
        let regions = body.regions(op);
        let inner = |i: usize| regions.get(i).map_or_else(Cost::default, |&r| self.region(body, r, depth));
        match name {
            "stablehlo.while" => {
                let trips = trips(body, op);
                let mut turn = inner(0);
                turn.add(&inner(1), 1.0);
                turn.at_least |= trips.is_none();
                return cost.add(&turn, trips.unwrap_or(1.0));
            }
            "stablehlo.if" | "stablehlo.case" => {
                let branches = (0..regions.len()).map(inner);
                let dearest = branches.max_by(|a, b| a.operations.total_cmp(&b.operations));
                return cost.add(&dearest.unwrap_or_default(), 1.0);
            }
            _ => (),
        }
        let (first, result) = (body.operands(op).next(), body.results(op).first().copied());
        let of = |v: Option<Value>| v.map_or(0.0, |v| elements(body, v));
        // The region of a reduction and similar ops runs so many times.
        let applied = match name {
            "stablehlo.reduce" | "stablehlo.select_and_scatter" => of(first),
            "stablehlo.reduce_window" => {
                let window = body.attr(op, "window_dimensions").and_then(|a| cx.attr_as::<DenseArrayAttr>(a));
                of(result) * window.map_or(1.0, |w| w.values.iter().map(|&d| d as f64).product())
            }
            "stablehlo.scatter" => body.operands(op).last().map_or(0.0, |v| elements(body, v)),
            "stablehlo.sort" => {
                let n = first.map_or(1.0, |v| sizes(body, v).iter().copied().fold(1.0, f64::max));
                of(first) * n.log2().ceil().max(0.0)
            }
            _ => of(result),
        };
        let mut operations =
            regions.iter().map(|&r| self.region(body, r, depth).operations).sum::<f64>() * applied;
        let is_function = op.implements::<dyn Transcendental>(body);
        operations += match name {
            "stablehlo.dot_general" | "stablehlo.dot" => 2.0 * of(result) * contracted(body, op),
            "stablehlo.convolution" | "stablehlo.dynamic_conv" => 2.0 * of(result) * window(body, op),
            "stablehlo.fft" => 5.0 * of(first) * of(first).max(2.0).log2(),
            "stablehlo.cholesky" => {
                of(first) * first.and_then(|v| sizes(body, v).last().copied()).unwrap_or(1.0) / 3.0
            }
            "stablehlo.triangular_solve" => {
                of(result) * first.and_then(|v| sizes(body, v).last().copied()).unwrap_or(1.0)
            }
            _ if regions.is_empty() && (is_function || body.has_trait(op, Trait::Elementwise)) => of(result),
            _ => 0.0,
        };
        let [read, written] = [
            body.operands(op).map(|v| bytes(body, v)).sum::<f64>(),
            body.results(op).iter().map(|&v| bytes(body, v)).sum(),
        ];
        merge(&mut cost.communication, Collective::from_op(body, op, read, written).as_slice(), 1.0);
        let moved = read + written;
        let moved = if name == "stablehlo.constant" { 0.0 } else { moved };
        cost.operations += operations;
        cost.functions += if is_function { operations } else { 0.0 };
        cost.bytes += moved;
        let row = cost.ops.entry(name.to_owned()).or_default();
        row.iter_mut().zip([1.0, operations, moved]).for_each(|(a, b)| *a += b);
        if let Some(origin) = origin(cx, body.loc(op)) {
            let row = cost.origins.entry(origin).or_default();
            row.iter_mut().zip([operations, moved]).for_each(|(a, b)| *a += b);
        }
    }
}

/// The name of an op in the source, or its line, as profiles name it.
fn origin(cx: &Context, mut loc: Location) -> Option<String> {
    while let Some(attr) = loc.as_attr() {
        if let Some(name) = cx.attr_as::<NameLoc>(attr) {
            return Some(cx.str(name.name).to_owned());
        }
        match cx.attr_as::<CallSiteLoc>(attr) {
            Some(call) => loc = call.callee,
            None => break,
        }
    }
    let (file, line, _) = loc.file_line_col(cx)?;
    Some(format!("{}:{line}", file.rsplit('/').next().unwrap_or(file)))
}

/// The product of the dimensions that a product of tensors sums over.
fn contracted(body: &Body, op: Op) -> f64 {
    let lhs = sizes(body, body.operand(op, 0));
    let numbers = body.attr(op, "dot_dimension_numbers");
    match numbers.and_then(|a| body.cx().attr_as::<DotDimensionNumbers>(a)) {
        Some(d) => d.lhs_contracting_dimensions.iter().filter_map(|&i| lhs.get(i as usize)).product(),
        None => lhs.last().copied().unwrap_or(1.0),
    }
}

/// The multiply-adds of one result of a convolution.
fn window(body: &Body, op: Op) -> f64 {
    let kernel = body.operand(op, 1);
    let numbers =
        body.attr(op, "dimension_numbers").and_then(|a| body.cx().attr_as::<ConvDimensionNumbers>(a));
    let features =
        numbers.and_then(|n| sizes(body, kernel).get(n.kernel_output_feature_dimension as usize).copied());
    elements(body, kernel) / features.unwrap_or(1.0).max(1.0)
}

/// The number of iterations of a loop that counts from one constant to another.
fn trips(body: &Body, op: Op) -> Option<f64> {
    let [cond, step] = *body.regions(op) else { return None };
    let (cond, step) = (*body.blocks(cond).first()?, *body.blocks(step).first()?);
    let compare = body.def_op(body.operands(body.terminator(cond)?).next()?)?;
    if body.op_name(compare) != "stablehlo.compare" {
        return None;
    }
    let argument = |block: Block, v: Value| body.block_args(block).iter().position(|&a| a == v);
    let next = |i: usize| body.operands(body.terminator(step)?).nth(i);
    let counter = argument(cond, body.operand(compare, 0))?;
    // The end may be a constant, or a loop-invariant value.
    let end = body.operand(compare, 1);
    let end = match argument(cond, end) {
        Some(i) if argument(step, next(i)?) == Some(i) => body.operand(op, i),
        Some(_) => return None,
        None => end,
    };
    let add = body.def_op(next(counter)?)?;
    let by = match body.op_name(add) {
        "stablehlo.add" if argument(step, body.operand(add, 0)) == Some(counter) => body.operand(add, 1),
        "stablehlo.add" if argument(step, body.operand(add, 1)) == Some(counter) => body.operand(add, 0),
        _ => return None,
    };
    let (start, end, by) =
        (constant(body, body.operand(op, counter))?, constant(body, end)?, constant(body, by)?);
    let direction = body.cx().attr_to_string(body.attr(compare, "comparison_direction")?);
    let distance = match direction.rsplit([' ', '<']).next()?.trim_end_matches('>') {
        "LT" | "NE" => end - start,
        "LE" => end - start + 1.0,
        _ => return None,
    };
    (by > 0.0).then(|| (distance / by).ceil().max(0.0))
}

/// The value of a constant number.
fn constant(body: &Body, value: Value) -> Option<f64> {
    let op = body.def_op(value).filter(|&op| body.op_name(op) == "stablehlo.constant")?;
    let data = Data::from_attr(body.cx(), body.attr(op, "value")?)?;
    let tensor = data.elements()?;
    (tensor.len() == 1).then(|| tensor.at(0).real())
}
