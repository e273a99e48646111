//! Products of a single row, as reductions into which the fusion of elementwise ops merges what computes the matrix.
//!
//! # Before
//! ```mlir
//! %w = linalg.generic … ins(%q, %s : tensor<32x32x512xi8>, tensor<32x512xf32>) … { arith.sitofp … arith.mulf … } -> tensor<32x32x512xf32>
//! %m = tensor.collapse_shape %w [[0, 1], [2]] : tensor<32x32x512xf32> into tensor<1024x512xf32>
//! %y = linalg.matmul ins(%x, %m : tensor<1x1024xf32>, tensor<1024x512xf32>) outs(%fill : tensor<1x512xf32>) -> tensor<1x512xf32>
//! ```
//! # After
//! ```mlir
//! %r = tensor.expand_shape %row [[0, 1]] … into tensor<32x32xf32>
//! %0 = linalg.generic {indexing_maps = [(g, k, n) -> (g, k), (g, k, n) -> (g, k, n), (g, k, n) -> (n)],
//!                      iterator_types = ["reduction", "reduction", "parallel"]} ins(%r, %w) outs(%fill : tensor<512xf32>) { … }
//! %y = tensor.expand_shape %0 [[0, 1]] … into tensor<1x512xf32>
//! ```
//! Such a product reads each element of the matrix once, so the matrix need not exist: weights of a layer that are stored as bytes are
//! extended and scaled where they are used, as in the generation of text one token at a time. A product with several rows keeps its
//! matrix, whose elements are read more often.

use strata_ir::{affine::AffineMap, core::element_bytes, prelude::*};
use strata_linalg::{FillOp, GenericOp, InputPrecision};
use strata_passes_analysis::contraction;
use strata_tensor::{CollapseShapeOp, EmptyOp, ExpandShapeOp, MixedIndex};

use crate::{
    inline_payload::clone_payload_on,
    structured_op::{self, IteratorType, Structured},
    unit_reductions::{flat, groups_without},
};

/// Matrices with fewer elements stay in the first cache.
const MIN_ELEMENTS: i64 = 1 << 14;

/// Replaces a product of one row, whose matrix is computed from narrower elements, by a reduction over that matrix. Returns the reduction.
pub(crate) fn open(body: &mut Body, op: Op) -> Option<Op> {
    let s = structured_op::structured(body, op)?;
    contraction::product(body, &s)?;
    let sizes = s.static_sizes(body)?;
    let matrix = (0..s.inputs.len()).find_map(|i| Matrix::new(body, &s, &sizes, i))?;
    let dims: Vec<Vec<usize>> = s.maps.iter().map(loops_of_results).collect::<Option<_>>()?;
    let (loops, iterators) = matrix.loops(&s, &sizes);
    let mut b = Builder::before(body, op);
    let (mut operands, mut maps) = (Vec::new(), Vec::new());
    for (i, v) in s.operands().enumerate() {
        let unit: Vec<usize> = (0..dims[i].len()).filter(|&p| sizes[dims[i][p]] == 1).collect();
        let moved: Vec<usize> = dims[i].iter().copied().filter(|&d| sizes[d] != 1).collect();
        operands.push(if i == matrix.input {
            matrix.source
        } else if i < s.inputs.len() {
            let v = flat(&mut b, v, &unit);
            matrix.split(&mut b, v, &moved)
        } else {
            initial(&mut b, v, &unit)
        });
        let results: Vec<u32> = moved.iter().flat_map(|&d| loops[d].clone()).collect();
        maps.push(AffineMap::select(iterators.len() as u32, &results));
    }
    let (inputs, outputs) = operands.split_at(s.inputs.len());
    let ty = b.ty(outputs[0]);
    let new = structured_op::build_generic(&mut b, inputs, outputs, maps, &iterators, &[ty], |b, args| {
        clone_payload_on(b, s.block, args)
    });
    InputPrecision::keep(b.body(), op, new);
    let old = b.result(op, 0);
    let mut result = b.result(new, 0);
    if b.ty(old) != b.ty(result) {
        let shape = b.cx().shaped(b.ty(old)).and_then(|t| t.shape).unwrap_or(&[]).to_vec();
        let unit: Vec<usize> = (0..shape.len()).filter(|&p| shape[p] == 1).collect();
        let all: Vec<MixedIndex> = shape.iter().map(|&n| MixedIndex::Static(n)).collect();
        result = ExpandShapeOp::create(&mut b, result, &groups_without(shape.len(), &unit), &all);
    }
    body.replace_all_uses(old, result);
    body.erase(op);
    // The matrix has one user again.
    let reshape = body.def_op(s.inputs[matrix.input]).filter(|op| op.isa::<CollapseShapeOp>(body));
    if let Some(reshape) = reshape.filter(|&op| body.is_unused(op)) {
        body.erase(reshape);
    }
    Some(new)
}

/// The loops that the results of a map are.
fn loops_of_results(map: &AffineMap) -> Option<Vec<usize>> {
    Some(map.result_dims()?.into_iter().map(|d| d as usize).collect())
}

/// The matrix of a product, each of whose elements is read once.
struct Matrix {
    /// Which input it is.
    input: usize,
    /// The result of the elementwise op that computes it.
    source: Value,
    /// For each loop of the product the sizes of the dimensions of `source` that it stands for.
    parts: Vec<Vec<i64>>,
}

impl Matrix {
    fn new(body: &Body, s: &Structured, sizes: &[i64], input: usize) -> Option<Self> {
        let value = *s.inputs.get(input)?;
        let dims = loops_of_results(&s.maps[input])?;
        let read_once = dims.iter().all(|&d| sizes[d] != 1)
            && (0..sizes.len())
                .all(|d| dims.iter().filter(|&&e| e == d).count() == usize::from(sizes[d] != 1));
        let elements = sizes.iter().try_fold(1i64, |n, &m| n.checked_mul(m))?;
        if !read_once || elements < MIN_ELEMENTS || body.users(value).count() != 1 {
            return None;
        }
        let mut parts: Vec<Vec<i64>> = sizes.iter().map(|&n| vec![n]).collect();
        let mut source = value;
        if let Some(collapse) = body.def_as::<CollapseShapeOp>(value) {
            source = collapse.src(body);
            let shape = body.cx().shaped(body.ty(source))?.shape?;
            for (&d, group) in dims.iter().zip(collapse.groups(body)) {
                parts[d] = group.iter().map(|&p| shape.get(p as usize).copied()).collect::<Option<_>>()?;
            }
        }
        // The result is not divided, and each part is a loop.
        let divides = |d: usize| parts[d].len() == 1 || s.iterators[d] == IteratorType::Reduction;
        let one_op = body.users(source).count() == 1 && extends(body, source);
        (one_op && (0..sizes.len()).all(divides)).then_some(Self { input, source, parts })
    }

    /// The new loops of each loop of the product, of which those with one step are omitted, and their kinds.
    fn loops(&self, s: &Structured, sizes: &[i64]) -> (Vec<Vec<u32>>, Vec<IteratorType>) {
        let (mut loops, mut iterators) = (Vec::new(), Vec::new());
        for (d, &size) in sizes.iter().enumerate() {
            let n = if size == 1 { 0 } else { self.parts[d].len() };
            loops.push((iterators.len() as u32..).take(n).collect());
            iterators.extend(std::iter::repeat_n(s.iterators[d], n));
        }
        (loops, iterators)
    }

    /// Another operand, whose dimensions are the loops `dims`, with the parts of each loop as dimensions.
    fn split(&self, b: &mut Builder<'_>, v: Value, dims: &[usize]) -> Value {
        if dims.iter().all(|&d| self.parts[d].len() == 1) {
            return v;
        }
        let (mut groups, mut sizes) = (Vec::new(), Vec::new());
        for &d in dims {
            groups.push((sizes.len() as i64..).take(self.parts[d].len()).collect::<Vec<i64>>());
            sizes.extend(self.parts[d].iter().map(|&n| MixedIndex::Static(n)));
        }
        ExpandShapeOp::create(b, v, &groups, &sizes)
    }
}

/// Whether a tensor is the only result of an elementwise op that reads a tensor of as many narrower elements.
fn extends(body: &Body, tensor: Value) -> bool {
    let Some(producer) = body.def_op(tensor).filter(|op| op.isa::<GenericOp>(body)) else { return false };
    let Some(s) = structured_op::structured(body, producer) else { return false };
    let bytes = |v: Value| element_bytes(body.cx(), body.cx().elem_or_self(body.ty(v)));
    let narrower = |i: usize| {
        s.maps[i].n_results() == s.num_loops()
            && bytes(s.inputs[i]).zip(bytes(tensor)).is_some_and(|(n, m)| n < m)
    };
    s.is_elementwise()
        && s.outputs.len() == 1
        && !s.reads_output(body, 0)
        && (0..s.inputs.len()).any(narrower)
}

/// The tensor that a product adds to, without unit dimensions.
fn initial(b: &mut Builder<'_>, tensor: Value, unit: &[usize]) -> Value {
    let Some(fill) = b.def_op(tensor).filter(|op| !unit.is_empty() && op.isa::<FillOp>(b)) else {
        return flat(b, tensor, unit);
    };
    let shape = b.cx().shaped(b.ty(tensor)).and_then(|t| t.shape).unwrap_or(&[]).to_vec();
    let left: Vec<i64> = (0..shape.len()).filter(|p| !unit.contains(p)).map(|p| shape[p]).collect();
    let scalar = b.operand(fill, 0);
    let ty = b.cx().tensor(&left, b.cx().elem_or_self(b.ty(tensor)));
    let empty = EmptyOp::build(b, &[], ty);
    match FillOp::create(b, &[scalar], empty) {
        Ok(fill) => b.result(fill.op(), 0),
        Err(_) => flat(b, tensor, unit),
    }
}
