//! Padding of the operands of structured ops on tensors to sizes that are known.
//!
//! ```mlir
//! %r = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x4xf32>) outs(%c : tensor<?x4xf32>) -> tensor<?x4xf32>
//! ```
//! whose rows are at most 5 becomes
//! ```mlir
//! %p = tensor.pad %a low[0, 0] high[%n, 0] { … } : tensor<?x8xf32> to tensor<5x8xf32>
//! %q = tensor.pad %c low[0, 0] high[%n, 0] { … } : tensor<?x4xf32> to tensor<5x4xf32>
//! %t = linalg.matmul ins(%p, %b : tensor<5x8xf32>, tensor<8x4xf32>) outs(%q : tensor<5x4xf32>) -> tensor<5x4xf32>
//! %r = tensor.extract_slice %t[0, 0] [%m, 4] [1, 1] : tensor<5x4xf32> to tensor<?x4xf32>
//! ```

use strata_bufferization::MaterializeInDestinationOp;
use strata_ir::{affine::AffineExpr, core::DYNAMIC, prelude::*};
use strata_linalg::{CopyOp, LinalgOp};
use strata_passes_analysis::reify;
use strata_tensor::{DimOp, ExtractSliceOp, MixedIndex, OffsetSizeStride, PadOp};

use crate::{bounds::largest_size, tiling::index_math::apply, tiling::tile_op};

/// How results go to the destinations of the original op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CopyBack {
    /// By `bufferization.materialize_in_destination`.
    Materialize,
    /// By `linalg.copy`.
    Copy,
    /// Not at all.
    None,
}

/// How an op is padded.
#[derive(Clone, Debug)]
pub struct Padding {
    /// For each operand, the value of the elements that are added.
    pub values: Vec<Attr>,
    /// The loops that are padded, each with a number of which its size becomes a multiple.
    pub loops: Vec<(usize, i64)>,
    /// For each operand, whether a padding that adds nothing is kept.
    pub keep: Vec<bool>,
    /// Whether the sizes of operands are read before the op, for whoever pads to them.
    pub prescribed: bool,
    /// How results go to destinations.
    pub copy_back: CopyBack,
}

/// The ops and values that padding makes.
#[derive(Clone, Debug, Default)]
pub struct Padded {
    /// The op on padded operands.
    pub op: Option<Op>,
    /// The paddings.
    pub pads: Vec<Op>,
    /// The values that replace the results.
    pub results: Vec<Value>,
}

/// The padded shape of an operand; `None` if its size is not bounded.
fn padded_shape(body: &Body, op: Op, i: usize, padding: &Padding) -> Option<Option<Vec<i64>>> {
    let v = body.operand(op, i);
    let Some(shape) = body.cx().shaped(body.ty(v)).and_then(|s| s.shape) else { return Some(None) };
    let map = op.cast::<dyn LinalgOp>(body)?.indexing_map(body, i)?;
    let mut multiples = vec![None; shape.len()];
    for &(d, multiple) in &padding.loops {
        for (slot, e) in multiples.iter_mut().zip(map.results()) {
            if e.is_function_of_dim(d as u32) {
                *slot = Some(multiple);
            }
        }
    }
    let fits = |(&n, &m): (&i64, &Option<i64>)| m.is_none_or(|m| n != DYNAMIC && n % m == 0);
    if shape.iter().zip(&multiples).all(fits) && !padding.keep.get(i).is_some_and(|&k| k) {
        return Some(None);
    }
    let mut out = shape.to_vec();
    for (d, multiple) in multiples.into_iter().enumerate() {
        let Some(multiple) = multiple else { continue };
        let n = largest_size(body, v, d)?;
        out[d] = n.checked_add(multiple - 1)? / multiple * multiple;
    }
    Some(Some(out))
}

/// Whether an op can be padded: it is on tensors, and the sizes of its operands are bounded.
pub fn can_pad(body: &Body, op: Op, padding: &Padding) -> bool {
    let is_memref = |v: Value| body.cx().type_as::<MemRefType>(body.ty(v)).is_some();
    op.implements::<dyn LinalgOp>(body)
        && !body.results(op).is_empty()
        && !body.operands(op).any(is_memref)
        && (0..body.num_operands(op)).all(|i| match padded_shape(body, op, i, padding) {
            None => false,
            Some(shape) => shape.is_none() || i < padding.values.len(),
        })
}

/// Pads an op and replaces it. `None`, with nothing changed, if it cannot be padded.
pub fn pad(body: &mut Body, op: Op, padding: &Padding) -> Option<Padded> {
    if !can_pad(body, op, padding) {
        return None;
    }
    let inits = op.cast::<dyn LinalgOp>(body)?.dps_init_range(body);
    let dests: Vec<Value> = inits.clone().map(|i| body.operand(op, i)).collect();
    let mut out = Padded::default();
    let mut operands: Vec<Value> = body.operands(op).collect();
    let shapes: Vec<Option<Vec<i64>>> =
        (0..operands.len()).map(|i| padded_shape(body, op, i, padding)).collect::<Option<_>>()?;
    let mut b = Builder::before(body, op);
    if padding.prescribed {
        for &v in operands.iter().filter(|&&v| b.cx().shaped(b.ty(v)).is_some()).collect::<Vec<_>>() {
            DimOp::all(&mut b, v)?;
        }
    }
    let at = InsertPoint::after(&b, op);
    b.goto(at);
    for (i, v) in operands.iter_mut().enumerate() {
        if let Some(shape) = &shapes[i] {
            let value = padding_value(&mut b, *padding.values.get(i)?, *v)?;
            let keep = padding.keep.get(i).is_some_and(|&k| k);
            *v = pad_high(&mut b, *v, shape, value, keep)?;
            out.pads.extend(b.def_op(*v).filter(|p| p.isa::<PadOp>(&b)));
        }
    }
    let mut sizes = Vec::new();
    for result in 0..b.results(op).len() {
        let ty = b.ty(b.result(op, result));
        let rank = b.cx().shaped(ty)?.rank()?;
        sizes.push((0..rank).map(|d| result_size(&mut b, op, result, d)).collect::<Option<Vec<_>>>()?);
    }
    let types: Vec<Type> = operands[inits].iter().map(|&v| b.ty(v)).collect();
    let new = tile_op::copy_with(&mut b, op, &operands, &types);
    let results = b.results(new).to_vec();
    for (&v, sizes) in results.iter().zip(&sizes) {
        let [zeros, ones] = [0, 1].map(|n| vec![MixedIndex::Static(n); sizes.len()]);
        out.results.push(ExtractSliceOp::create(&mut b, v, &zeros, sizes, &ones));
    }
    for (v, &dest) in out.results.iter_mut().zip(&dests) {
        match padding.copy_back {
            CopyBack::None => {}
            CopyBack::Copy => {
                let copy = CopyOp::create(&mut b, &[*v], dest).ok()?.op();
                *v = b.result(copy, 0);
            }
            CopyBack::Materialize => {
                let ty = b.ty(dest);
                let op = MaterializeInDestinationOp::build(&mut b, *v, dest, None, None, &[ty]);
                *v = b.result(op.op(), 0);
            }
        }
    }
    crate::loops::replace(body, op, &out.results);
    out.op = Some(new);
    Some(out)
}

/// The size of a dimension of a result; where that is the size of a slice, what the slice says.
pub fn result_size(b: &mut Builder<'_>, op: Op, result: usize, d: usize) -> Option<MixedIndex> {
    let size = reify::size(b, op, result, d)?;
    let Some(dim) = size.value().and_then(|v| b.def_as::<DimOp>(v)) else { return Some(size) };
    let slice = b.def_as::<ExtractSliceOp>(dim.source(b));
    let slice = slice.filter(|s| !s.dropped_dims(b).contains(&true));
    let of_slice = slice.zip(dim.constant_index(b)).and_then(|(s, d)| s.mixed_sizes(b).get(d).copied());
    Some(of_slice.unwrap_or(size))
}

/// The size of a dimension of an operand; of a slice, what that says.
fn size(b: &mut Builder<'_>, v: Value, d: usize) -> Option<MixedIndex> {
    let of_slice = b.def_as::<ExtractSliceOp>(v).and_then(|slice| {
        let kept =
            slice.mixed_sizes(b).into_iter().zip(slice.dropped_dims(b)).filter(|(_, dropped)| !dropped);
        kept.map(|(size, _)| size).nth(d)
    });
    if let Some(size) = of_slice {
        return Some(size.constant(b).map_or(size, MixedIndex::Static));
    }
    DimOp::create_or_fold(b, v, d)
}

/// The value of added elements.
pub fn padding_value(b: &mut Builder<'_>, attr: Attr, of: Value) -> Option<Value> {
    let elem = b.cx().elem_or_self(b.ty(of));
    if b.cx().attr_name(attr) == Some("ub.poison") {
        let mut state = OpState::new(b.cx().op_info("ub.poison")?, b.cur_loc());
        state.result_types.push(elem);
        let op = b.build(state);
        return Some(b.result(op, 0));
    }
    let dialect = if b.cx().type_as::<ComplexType>(elem).is_some() { "complex" } else { "arith" };
    let make = b.cx().dialect(dialect)?.materialize_constant?;
    make(b, attr, elem)
}

/// The tensor padded at the end of each dimension to a shape whose unknown sizes stay.
fn pad_high(b: &mut Builder<'_>, v: Value, shape: &[i64], value: Value, keep: bool) -> Option<Value> {
    // A size that is not padded is computed on its own, so that the amount is the difference of two.
    let mut wholes = Vec::new();
    for (d, &n) in shape.iter().enumerate() {
        wholes.push(if n == DYNAMIC { size(b, v, d)? } else { n.into() });
    }
    pad_to(b, v, &wholes, value, keep)
}

/// The tensor padded at the end of each dimension to these sizes; the padded tensor of which it is a part, if that has the shape and the value.
pub fn pad_to(
    b: &mut Builder<'_>,
    v: Value,
    wholes: &[MixedIndex],
    value: Value,
    keep: bool,
) -> Option<Value> {
    let (shape, _) = strata_tensor::index_list::split(wholes);
    if let Some(whole) = already_padded(b, v, &shape, value) {
        return Some(whole);
    }
    let zeros = vec![MixedIndex::Static(0); shape.len()];
    let mut high = zeros.clone();
    for (d, &whole) in wholes.iter().enumerate() {
        let size = size(b, v, d)?;
        high[d] = apply(b, &(AffineExpr::dim(0) - AffineExpr::dim(1)), &[whole, size]);
    }
    let padded = PadOp::create(b, v, &zeros, &high, value);
    let elem = b.cx().elem_or_self(b.ty(v));
    let ty = b.cx().tensor(&shape, elem);
    b.body().set_type(padded, ty);
    if keep && let Some(op) = b.def_op(padded) {
        let unit = b.cx().unit();
        b.body().set_attr(op, "nofold", Some(unit));
    }
    Some(padded)
}

/// The padded tensor that a slice of the result of structured ops takes apart.
fn already_padded(b: &Body, v: Value, shape: &[i64], value: Value) -> Option<Value> {
    let slice = b.def_as::<ExtractSliceOp>(v)?;
    let whole = slice.source(b);
    let mut current = whole;
    while let Def::Result { op, index } = b.def(current)
        && let Some(linalg) = op.cast::<dyn LinalgOp>(b)
    {
        current = linalg.tied_init(b, index)?;
    }
    let pad = b.def_as::<PadOp>(current)?;
    let inner = b.def_as::<ExtractSliceOp>(pad.source(b))?;
    let whole_shape = b.cx().shaped(b.ty(whole))?.shape?;
    let (ours, theirs) = (slice.mixed_sizes(b), inner.mixed_sizes(b));
    let same_value = constant_value(b, pad.constant_padding(b)?)? == constant_value(b, value)?;
    let same = whole_shape == shape
        && pad.mixed_low(b).iter().all(|m| m.constant(b) == Some(0))
        && ours.len() == theirs.len()
        && ours.iter().zip(&theirs).all(|(x, y)| x.same(*y, b))
        && same_value;
    same.then_some(whole)
}
