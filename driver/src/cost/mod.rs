//! A cost model: the number of operations of a program, and the bytes that its ops read and write.
//!
//! The counts are those of the program before fusion and simplification, as XLA's cost analysis counts them: a multiply-add is two
//! operations, an elementwise op one for each element. Functions of floats are counted separately. A branch costs as much as its most
//! expensive region. A loop is counted as often as it runs if its number of iterations is evident, otherwise once. A multiply-add of a structured op
//! or of a vector is two operations, too.

mod trip_count;

use std::collections::BTreeMap;

use strata_ir::{
    core::{CallSiteLoc, Location, NameLoc, symbols::SymbolTable},
    prelude::*,
};
use strata_linalg::LinalgOp;
use strata_stablehlo::{ConvDimensionNumbers, DotDimensionNumbers, facts::Transcendental};

use self::trip_count::{contract_iterations, structured_iterations, trips};
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
    /// Adds the regions of a loop.
    fn add_loop(&mut self, regions: impl IntoIterator<Item = Self>, trips: Option<f64>) {
        self.at_least |= trips.is_none();
        regions.into_iter().for_each(|region| self.add(&region, trips.unwrap_or(1.0)));
    }
    /// Adds the region with the most operations.
    fn add_dearest(&mut self, regions: impl Iterator<Item = Self>) {
        let dearest = regions.max_by(|a, b| a.operations.total_cmp(&b.operations));
        self.add(&dearest.unwrap_or_default(), 1.0);
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

/// Sizes of a tensor, vector or memref; unknown sizes count as one.
fn sizes(body: &Body, value: Value) -> SmallVec<[f64; 4]> {
    let shape = body.cx().shaped(body.ty(value)).and_then(|s| s.shape).unwrap_or_default();
    shape.iter().map(|&d| if d < 0 { 1.0 } else { d as f64 }).collect()
}

fn elements(body: &Body, value: Value) -> f64 {
    sizes(body, value).iter().product()
}

/// Which values of an op are in memory, or go there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Traffic {
    /// Tensors, and all of each buffer.
    Whole,
    /// Elements of buffers, which are the other values.
    Elements,
    /// Tensors only; vectors and numbers are in registers.
    Tensors,
}

impl Traffic {
    fn from_op(body: &Body, op: Op) -> Self {
        if op.implements::<dyn LinalgOp>(body) {
            return Self::Whole;
        }
        let buffer = |v: Value| body.cx().type_as::<MemRefType>(body.ty(v)).is_some();
        if body.operands(op).any(buffer) { Self::Elements } else { Self::Tensors }
    }
    fn bytes(self, body: &Body, value: Value) -> f64 {
        let (cx, ty) = (body.cx(), body.ty(value));
        let counts = if cx.type_as::<TensorType>(ty).is_some() {
            true
        } else if cx.type_as::<MemRefType>(ty).is_some() {
            self == Self::Whole
        } else {
            self == Self::Elements && !cx.is_index(ty)
        };
        let elem = strata_interp::Elem::from_type(cx, cx.elem_or_self(ty)).filter(|_| counts);
        elem.map_or(0.0, |e| e.bytes() as f64) * elements(body, value)
    }
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
            "stablehlo.while" => return cost.add_loop([inner(0), inner(1)], trips(body, op)),
            "stablehlo.if" | "stablehlo.case" => return cost.add_dearest((0..regions.len()).map(inner)),
            _ => (),
        }
        if let Some(repeated) = op.cast::<dyn LoopLike>(body) {
            let trips = repeated.static_trip_count(body).map(|n| n as f64);
            return cost.add_loop((0..regions.len()).map(inner), trips);
        }
        if op.implements::<dyn RegionBranchOp>(body) {
            return cost.add_dearest((0..regions.len()).map(inner));
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
            _ => structured_iterations(body, op).unwrap_or_else(|| of(result)),
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
            "math.fma" | "vector.fma" => 2.0 * of(result),
            "vector.contract" => 2.0 * contract_iterations(body, op),
            _ if regions.is_empty() && (is_function || body.has_trait(op, Trait::Elementwise)) => of(result),
            _ => 0.0,
        };
        let traffic = Traffic::from_op(body, op);
        let [read, written] = [
            body.operands(op).map(|v| traffic.bytes(body, v)).sum::<f64>(),
            body.results(op).iter().map(|&v| traffic.bytes(body, v)).sum(),
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
