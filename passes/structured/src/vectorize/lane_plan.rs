//! Which loop of a structured op becomes the lanes, and how many there are.

use rustc_hash::FxHashMap;
use strata_ir::{
    affine::{AffineExpr, AffineMap, BinaryOp, Kind},
    prelude::*,
};

use super::{
    long_payload::takes_two_vectors,
    payload::{self, Class, is_vectorizable},
};
use strata_passes_analysis::combiner::{self, Combiner};

use crate::structured_op::{self, IteratorType, Structured};

/// The vectorization plan of a structured op.
pub(super) struct Plan {
    /// The sizes of the loops.
    pub sizes: Vec<i64>,
    /// The loop that becomes the lanes.
    pub dim: usize,
    /// How many lanes there are.
    pub lanes: i64,
    /// For a reduction over the lanes: how the only output combines.
    pub combiner: Option<Combiner>,
    /// The vector form of each value of the payload.
    pub classes: FxHashMap<Value, Class>,
    /// Outputs by number, and the number from which a reduction starts instead of what the buffer has.
    pub starts: Vec<(usize, Value)>,
}

impl Plan {
    /// The number from which a reduction into an output starts instead of what the buffer has.
    pub fn start(&self, output: usize) -> Option<Value> {
        self.starts.iter().find(|start| start.0 == output).map(|start| start.1)
    }
}

/// The sizes of the loops and the bits of the widest element, of an op on static buffers that has a vector form.
pub(super) fn sizes_and_widest(body: &Body, s: &Structured) -> Option<(Vec<i64>, u32)> {
    let cx = body.cx();
    if !body.results(s.op).is_empty() || s.num_loops() == 0 || !is_vectorizable(body, s.block) {
        return None;
    }
    let sizes = s.static_sizes(body)?;
    if sizes.contains(&0) {
        return None;
    }
    let mut widest = 8;
    for v in s.operands() {
        let ty = body.ty(v);
        match cx.type_as::<MemRefType>(ty) {
            Some(t) => {
                // Truth values are bytes in memory.
                let bits = cx.bit_width(t.elem).filter(|w| (*w == 1 || *w >= 8) && w.is_power_of_two())?;
                (!t.shape.contains(&DYNAMIC)).then_some(())?;
                widest = widest.max(bits);
            }
            // A scalar operand.
            None => {
                cx.shaped(ty).is_none().then_some(())?;
            }
        }
    }
    for op in body.block_ops(s.block) {
        for t in body.result_types(op) {
            widest = widest.max(cx.bit_width(t).filter(|w| *w == 1 || *w >= 8)?);
        }
    }
    s.maps.iter().all(|m| m.results().iter().all(structured_op::is_expandable)).then_some((sizes, widest))
}

/// Chooses the loop that becomes the lanes; none where no loop can.
pub(super) fn plan(body: &Body, s: &Structured, vector_bits: u32) -> Option<Plan> {
    let (sizes, widest) = sizes_and_widest(body, s)?;
    let mut lanes = (vector_bits / widest).max(1) as i64;
    let fits = |dim: usize| fits(body, s, dim);
    let n_par = (0..s.num_loops()).rev().find(|&d| s.iterators[d] == IteratorType::Parallel && fits(d));
    let n_red = (0..s.num_loops()).rev().find(|&d| s.iterators[d] == IteratorType::Reduction && fits(d));
    let combiner = combiner::recognize(body, s);
    // A long contiguous reduction is better than a parallel loop that only broadcasts or is short.
    let (dim, combiner) = match (n_par, n_red) {
        (Some(p), Some(r)) if combiner.is_some() && sizes[p] < lanes && sizes[r] >= lanes => (r, combiner),
        (Some(p), _) => (p, None),
        (None, Some(r)) => (r, Some(combiner?)),
        (None, None) => return None,
    };
    let classes = payload::classes(body, s, dim)?;
    if s.is_elementwise() {
        let narrow = best_lanes(body, s, &classes, lanes, vector_bits);
        let long = narrow == lanes && takes_two_vectors(body, s.block, sizes[dim], lanes, vector_bits);
        lanes = if long { 2 * lanes } else { narrow };
    }
    if s.iterators[dim] == IteratorType::Parallel {
        lanes = enough(sizes[dim], lanes);
    }
    // Less than half a vector is not worth masks, unless it is all there is to several loops.
    (lanes > 1).then_some(Plan { sizes, dim, lanes, combiner, classes, starts: Vec::new() })
}

/// The fewest lanes that hold a row of `n` elements, where one vector does: masks of long vectors cost as much as their lanes.
fn enough(n: i64, lanes: i64) -> i64 {
    let power =
        u64::try_from(n).ok().and_then(u64::checked_next_power_of_two).and_then(|n| i64::try_from(n).ok());
    power.map_or(lanes, |n| n.max(2).min(lanes))
}

/// As many lanes as fit into a vector of the widest elements, or twice as many, where most elements are narrower.
pub(super) fn best_lanes(
    body: &Body,
    s: &Structured,
    classes: &FxHashMap<Value, Class>,
    lanes: i64,
    vector_bits: u32,
) -> i64 {
    let widths = vector_widths(body, s, classes);
    let bits = i64::from(vector_bits);
    let registers = |lanes: i64| -> i64 { widths.iter().map(|w| (w * lanes + bits - 1) / bits).sum() };
    if registers(2 * lanes) < 2 * registers(lanes) { 2 * lanes } else { lanes }
}

/// The bits of the elements of all vectors that a payload becomes, but for truth values.
pub(super) fn vector_widths(body: &Body, s: &Structured, classes: &FxHashMap<Value, Class>) -> Vec<i64> {
    let args = body.block_args(s.block).iter().copied();
    let results = body.block_ops(s.block).flat_map(|op| body.results(op).to_vec());
    args.chain(results)
        .filter(|v| classes.get(v) == Some(&Class::Vector))
        .map(|v| i64::from(body.cx().bit_width(body.ty(v)).unwrap_or(1)))
        .filter(|&w| w >= 8)
        .collect()
}

/// Whether loop `dim` can be the lanes: every operand is contiguous along it or does not depend on it.
pub(super) fn fits(body: &Body, s: &Structured, dim: usize) -> bool {
    s.operands().zip(&s.maps).enumerate().all(|(i, (v, map))| fits_operand(body, s, i, v, map, dim))
        && payload::classes(body, s, dim).is_some()
}

/// Whether operand `i` is contiguous along loop `dim`, or read in every second element, or does not depend on it.
pub(super) fn fits_operand(
    body: &Body,
    s: &Structured,
    i: usize,
    v: Value,
    map: &AffineMap,
    dim: usize,
) -> bool {
    let n_in = s.inputs.len();
    let uses: Vec<usize> =
        (0..map.n_results()).filter(|&r| map.result(r).is_function_of_dim(dim as u32)).collect();
    match uses[..] {
        [] => i < n_in || s.iterators[dim] == IteratorType::Reduction,
        [r] => {
            r + 1 == map.n_results()
                && structured_op::is_contiguous_innermost(body, v)
                && if i < n_in {
                    matches!(stride(map.result(r), dim), Some(1 | -1 | 2))
                } else {
                    map.result(r).as_dim() == Some(dim as u32) && s.iterators[dim] == IteratorType::Parallel
                }
        }
        _ => false,
    }
}

/// By how much an index grows in each step of loop `dim`.
pub(super) fn stride(expr: &AffineExpr, dim: usize) -> Option<i64> {
    if !expr.is_function_of_dim(dim as u32) {
        return Some(0);
    }
    match expr.kind() {
        Kind::Dim(_) => Some(1),
        Kind::Binary(BinaryOp::Add, l, r) => stride(l, dim)?.checked_add(stride(r, dim)?),
        Kind::Binary(BinaryOp::Mul, l, r) => match (l.as_const(), r.as_const()) {
            (_, Some(by)) => stride(l, dim)?.checked_mul(by),
            (Some(by), _) => stride(r, dim)?.checked_mul(by),
            _ => None,
        },
        _ => None,
    }
}
