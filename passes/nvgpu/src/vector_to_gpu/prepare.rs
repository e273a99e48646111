//! Contractions get the maps of products of matrices, and reads take up transposes.

use strata_arith::{ExtFOp, ExtSIOp, ExtUIOp};
use strata_ir::{
    affine::AffineMap,
    analysis::{effects_of, is_memory_effect_free},
    prelude::*,
    rewrite::patterns,
};
use strata_pass::PassResult;
use strata_vector::{CombiningKind, ContractionOp, IteratorType, MaskOp, TransferReadOp, TransposeOp};

use super::Form;

const TO_MATRICES: &[PatternRow] = patterns! {
    ContractionOp => "rows-by-columns": rows_by_columns,
    TransposeOp => "read-transposed": read_transposed,
};
const TO_FRAGMENTS: &[PatternRow] = patterns! {
    ContractionOp => "rows-by-rows": rows_by_rows,
    TransposeOp => "read-transposed": read_transposed,
};

pub(super) fn prepare(body: &mut Body, form: Form) -> PassResult {
    let mut patterns = PatternSet::new();
    patterns.add(if form == Form::Matrices { TO_MATRICES } else { TO_FRAGMENTS });
    let config = GreedyConfig { canonicalize: false, ..Default::default() };
    Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
}

/// Positions of the row, the column and the depth among the loops of a product.
const ROW: u32 = 0;
const COLUMN: u32 = 1;
const DEPTH: u32 = 2;

/// The order of the dimensions of the operands of a contraction; `None` if it is no sum of products of matrices.
pub(super) fn orders(b: &Body, op: ContractionOp) -> Option<[[u32; 2]; 3]> {
    use IteratorType::{Parallel, Reduction};
    let kind = b.attr(op.op(), "kind").and_then(|a| b.cx().attr_as::<CombiningKind>(a));
    let masked = MaskOp::around(b, op.op()).is_some();
    if masked || kind.is_some_and(|k| *k != CombiningKind::Add) {
        return None;
    }
    if op.iterators(b)[..] != [Parallel, Parallel, Reduction] {
        return None;
    }
    let dims = |m: &AffineMap| -> Option<[u32; 2]> {
        let all = m.results().iter().map(|e| e.as_dim()).collect::<Option<Vec<_>>>()?;
        all.try_into().ok()
    };
    let all = op.maps(b).iter().map(dims).collect::<Option<Vec<_>>>()?;
    all.try_into().ok()
}

/// Whether a contraction has the maps that its form needs.
pub(super) fn is_product(b: &Body, op: ContractionOp, form: Form) -> bool {
    let right = if form == Form::Matrices { [DEPTH, COLUMN] } else { [COLUMN, DEPTH] };
    orders(b, op) == Some([[ROW, DEPTH], right, [ROW, COLUMN]])
}

fn rows_by_columns(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    with_maps(op, rw, [DEPTH, COLUMN])
}
fn rows_by_rows(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    with_maps(op, rw, [COLUMN, DEPTH])
}

/// A contraction whose sums are rows by columns, with factors that are transposed where they have another order.
fn with_maps(op: Op, rw: &mut Rewriter<'_>, right: [u32; 2]) -> Option<()> {
    let contraction = op.as_op::<ContractionOp>(rw)?;
    let [mut x, mut y, sum] = orders(rw, contraction)?;
    let (mut lhs, mut rhs) = (contraction.lhs(rw), contraction.rhs(rw));
    let wanted = [[ROW, DEPTH], right, [ROW, COLUMN]];
    if [x, y, sum] == wanted {
        return None;
    }
    if sum == [COLUMN, ROW] {
        // The sums are those of the product in the other order.
        let other = |[a, b]: [u32; 2]| [a, b].map(|d| if d == DEPTH { d } else { COLUMN - d });
        (x, y) = (other(y), other(x));
        std::mem::swap(&mut lhs, &mut rhs);
    }
    let flipped = |[a, b]: [u32; 2]| [b, a];
    let known = |order, wanted| order == wanted || order == flipped(wanted);
    let is_sum = sum == [ROW, COLUMN] || sum == [COLUMN, ROW];
    if !is_sum || !known(x, wanted[0]) || !known(y, wanted[1]) {
        return None;
    }
    if y != wanted[1] {
        rhs = transposed(rw, rhs)?;
    }
    if x != wanted[0] {
        lhs = transposed(rw, lhs)?;
    }
    let cx = rw.cx();
    let maps = wanted.map(|dims| cx.affine_map_attr(AffineMap::select(3, &dims)));
    let (maps, kind) = (cx.array_attr(maps.to_vec()), cx.attr(CombiningKind::Add));
    let (acc, iterators) = (contraction.acc(rw), rw.attr(op, "iterator_types")?);
    let ty = rw.ty(acc);
    let new = ContractionOp::build(rw, lhs, rhs, acc, maps, iterators, Some(kind), ty);
    rw.replace_op(op, &[new]);
    Some(())
}

fn transposed(rw: &mut Rewriter<'_>, v: Value) -> Option<Value> {
    let cx = rw.cx();
    let ty = cx.type_as::<VectorType>(rw.ty(v))?;
    let [rows, columns] = ty.shape[..] else { return None };
    let new = cx.vector(&[columns, rows], ty.elem);
    let order = cx.i64_array(&[1, 0]);
    Some(TransposeOp::build(rw, v, order, new))
}

/// `transpose(extend(read)) = extend(read transposed)`.
fn read_transposed(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let transpose = op.as_op::<TransposeOp>(rw)?;
    let mut source = transpose.vector(rw);
    let extension = rw.def_op(source).filter(|d| is_extension(rw, *d));
    if let Some(extension) = extension {
        source = rw.operand(extension, 0);
    }
    let read = rw.def_as::<TransferReadOp>(source)?;
    let map = read.map(rw);
    if map.n_results() == 0 || read.mask(rw).is_some() || !read.is_in_bounds(rw) {
        return None;
    }
    let order = strata_tensor::index_list::statics(rw, op, "permutation");
    let order = order.iter().map(|&d| u32::try_from(d).ok()).collect::<Option<Vec<_>>>()?;
    let map = AffineMap::permutation(&order).compose(&map);
    let whole = rw.result(op, 0);
    let cx = rw.cx_arc().clone();
    let elem = cx.elem_or_self(rw.ty(source));
    let ty = cx.with_elem(rw.ty(whole), elem);
    let indices: Vec<Value> = read.indices(rw).collect();
    let (base, padding, bounds) = (read.base(rw), read.padding(rw), rw.attr(read.op(), "in_bounds")?);
    let map = cx.affine_map_attr(map);
    let here = rw.point();
    if !is_unchanged_until(rw, read.op(), op) {
        let at = InsertPoint::before(rw, read.op());
        rw.goto(at);
    }
    let mut new = TransferReadOp::build(rw, base, &indices, map, padding, None, bounds, ty);
    rw.goto(here);
    if let Some(extension) = extension {
        let mut state = OpState::new(rw.info(extension), rw.loc(op));
        state.operands.push(new);
        state.result_types.push(rw.ty(whole));
        let extended = rw.build(state);
        new = rw.result(extended, 0);
    }
    rw.replace_op(op, &[new]);
    Some(())
}

/// Whether an op makes numbers wider.
pub(super) fn is_extension(b: &Body, op: Op) -> bool {
    op.isa::<ExtSIOp>(b) || op.isa::<ExtUIOp>(b) || op.isa::<ExtFOp>(b)
}

/// Whether memory is the same at two ops of a block.
fn is_unchanged_until(b: &Body, first: Op, last: Op) -> bool {
    let mut at = b.next_op(first);
    while let Some(op) = at {
        if op == last {
            return true;
        }
        let effects = effects_of(b, op).filter(|_| b.regions(op).is_empty());
        let reads =
            |all: Vec<Effect>| all.iter().all(|e| matches!(e.kind, EffectKind::Read | EffectKind::Alloc));
        if !effects.is_some_and(reads) && !is_memory_effect_free(b, op) {
            return false;
        }
        at = b.next_op(op);
    }
    false
}
