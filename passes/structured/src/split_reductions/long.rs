//! Long reductions with few results.
//!
//! ```mlir
//! %1 = linalg.generic {indexing_maps = [(i, j) -> (i, j), (i, j) -> ()], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<4096x81xf32>) …  // before
//!
//! %e = tensor.expand_shape %x [[0, 1], [2]] : tensor<4096x81xf32> into tensor<64x64x81xf32>                                                          // after
//! %p = linalg.generic {indexing_maps = [(k, i, j) -> (k, i, j), (k, i, j) -> (k)], iterator_types = ["parallel", "reduction", "reduction"]} ins(%e) …
//! %1 = linalg.generic {… iterator_types = ["reduction"]} ins(%p : tensor<64xf32>) outs(%0 : tensor<f32>) …
//! ```
//! No reduction is divided among threads, because results must not depend on their number. Such an op would run on one; its parts run on
//! several, and are the same for any number of them that run a program. Products of matrices are not split: their results have tiles of their own.
//!
//! Sums along the outermost dimension, of up to some thousand columns, and products of a vector and a matrix are split for another reason as
//! well: a thread that reads 64 neighbours of each row is slower than one that reads long pieces of fewer rows.

use strata_arith::{AddIOp, MulIOp, constant_index};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{IndexOp, InputPrecision, LinalgOp};
use strata_passes_analysis::combiner::{self, Combiner};
use strata_tensor::{CollapseShapeOp, ExpandShapeOp, MixedIndex};

use super::{start, total};
use crate::{
    inline_payload::{clone_payload_with, replace},
    structured_op::{self, IteratorType, Structured},
};

/// The most parts.
const PARTS: i64 = 64;
/// The fewest parts.
const FEW: i64 = 4;
/// The fewest combinations of a part, for each result.
const STEPS: i64 = 512;
/// The fewest elements that follow each other in memory, for a part of another loop than the outermost one.
const PIECE: i64 = 512;
/// From so many results on, these are divided: where neighbours in memory are of different results, which are the lanes of a vector,
const MANY_RESULTS: i64 = 512;
/// and where each result is that of a row. There, parts would also keep the reduction from being fused with what uses it row by row.
const MANY_ROWS: i64 = 8;
/// The least number of operations, some tens of microseconds.
const WORK: i64 = 1 << 19;
/// Columns are divided among threads in tiles of at least 64 (`linalg-tile-and-fuse`), so up to so many are too few for many threads,
const FEW_COLUMNS: i64 = 1 << 12;
/// where all of them have at least so many elements.
const COLUMN_ELEMENTS: i64 = 1 << 18;
/// The most parts of columns, and the fewest combinations of each: what is written for a part is read again.
const COLUMN_PARTS: i64 = 8;
const COLUMN_STEPS: i64 = 64;
/// The most ops that are moved together.
const LONGEST_CHAIN: usize = 4;

struct Plan {
    combiner: Combiner,
    /// The loop that is split.
    along: usize,
    /// Its parts, and the steps of each.
    parts: i64,
    steps: i64,
}

/// Splits a reduction. Returns the op that makes the partial results.
pub(super) fn split(body: &mut Body, op: Op) -> Option<Op> {
    let s = structured_op::structured(body, op)?;
    let plan = plan(body, &s)?;
    let Plan { combiner, along, parts, steps } = plan;
    let cx = body.cx_arc().clone();
    let result = cx.shaped(body.result_types(op).next()?)?;
    let mut shape = vec![parts];
    shape.extend(result.shape?);
    let partial_ty = cx.tensor(&shape, result.elem);
    // The parts are the outermost loop, and the others keep their order.
    let loops = s.num_loops() as u32 + 1;
    let moved = |map: &AffineMap, is_written: bool| -> Option<AffineMap> {
        let mut to = Vec::new();
        if is_written {
            to.push(AffineExpr::dim(0));
        }
        for d in map.result_dims()? {
            if d as usize == along {
                to.push(AffineExpr::dim(0));
            }
            to.push(AffineExpr::dim(d + 1));
        }
        Some(AffineMap::new(loops, 0, to))
    };
    let (written, read) = s.maps.split_last()?;
    let mut maps: Vec<AffineMap> = read.iter().map(|map| moved(map, false)).collect::<Option<_>>()?;
    maps.push(moved(written, true)?);
    let mut iterators = vec![IteratorType::Parallel];
    iterators.extend(&s.iterators);
    let mut b = Builder::before(body, op);
    let inputs: Vec<Value> =
        s.inputs.iter().zip(read).map(|(&v, map)| expanded(&mut b, v, map, &plan)).collect::<Option<_>>()?;
    let start = start(&mut b, combiner, partial_ty)?;
    let partial = structured_op::build_generic(
        &mut b,
        &inputs,
        &[start],
        maps,
        &iterators,
        &[partial_ty],
        |b, args| {
            let mut map = IdMap::new();
            for (old, &new) in b.block_args(s.block).to_vec().into_iter().zip(args) {
                map.map(old, new);
            }
            clone_payload_with(b, s.block, &mut map, |b, d| {
                let inner = IndexOp::create(b, d + 1);
                if d != along {
                    return inner;
                }
                let (part, steps) = (IndexOp::create(b, 0), constant_index(b, steps));
                let first = MulIOp::build(b, part, steps, None);
                AddIOp::build(b, first, inner, None)
            })
        },
    );
    InputPrecision::keep(b.body(), op, partial);
    let parts = b.result(partial, 0);
    let total = total(&mut b, &s, combiner, parts, 0..1);
    replace(body, op, total, 0);
    sink(body, total);
    Some(partial)
}

/// Moves a reduction of partial results to what uses it first, with reshapes and others of its size that use nothing else. So ops that make
/// partial results follow each other: those that read the same operand are fused (`linalg-tile-and-fuse`).
fn sink(body: &mut Body, total: Op) {
    let Some(block) = body.parent_block(total) else { return };
    let mut chain = vec![total];
    while let [user] = users_in(body, block, chain[chain.len() - 1])[..]
        && chain.len() < LONGEST_CHAIN
        && keeps_size(body, chain[chain.len() - 1], user)
    {
        chain.push(user);
    }
    for op in chain.into_iter().rev() {
        let first =
            users_in(body, block, op).into_iter().reduce(|x, y| if body.is_before(y, x) { y } else { x });
        if let Some(first) = first {
            let place = InsertPoint::before(body, first);
            body.move_op(op, place);
        }
    }
}

/// The ops of a block that use a result of `op`, or have such ops inside of them.
fn users_in(body: &Body, block: Block, op: Op) -> Vec<Op> {
    let users = body.results(op).iter().flat_map(|&v| body.users(v));
    users.filter_map(|user| body.ancestor_in(user, block)).collect()
}

/// Whether `user` is a reshape of what `op` computes, or a structured op that has nothing larger.
fn keeps_size(body: &Body, op: Op, user: Op) -> bool {
    let elements = |v: Value| {
        let shape = body.cx().shaped(body.ty(v)).and_then(|t| t.shape);
        shape.map_or(1, |shape| shape.iter().fold(1i64, |all, &n| all.saturating_mul(n)))
    };
    let most = body.results(op).iter().map(|&v| elements(v)).max().unwrap_or(1);
    let moves = user.implements::<dyn LinalgOp>(body)
        || user.isa::<ExpandShapeOp>(body)
        || user.isa::<CollapseShapeOp>(body);
    moves && body.operands(user).all(|v| elements(v) <= most)
}

/// An operand whose dimension of the loop that is split is two.
fn expanded(b: &mut Builder<'_>, v: Value, map: &AffineMap, plan: &Plan) -> Option<Value> {
    let dims = map.result_dims()?;
    let Some(at) = dims.iter().position(|&d| d as usize == plan.along) else { return Some(v) };
    let mut shape = b.cx().shaped(b.ty(v))?.shape?.to_vec();
    let groups: Vec<Vec<i64>> = (0..shape.len())
        .map(|d| match d.cmp(&at) {
            std::cmp::Ordering::Less => vec![d as i64],
            std::cmp::Ordering::Equal => vec![d as i64, d as i64 + 1],
            std::cmp::Ordering::Greater => vec![d as i64 + 1],
        })
        .collect();
    shape.splice(at..=at, [plan.parts, plan.steps]);
    let sizes: Vec<MixedIndex> = shape.iter().map(|&n| n.into()).collect();
    Some(ExpandShapeOp::create(b, v, &groups, &sizes))
}

fn plan(body: &Body, s: &Structured) -> Option<Plan> {
    let combiner = combiner::recognize(body, s)?;
    let sizes = s.static_sizes(body)?;
    let is = |d: usize, kind: IteratorType| s.iterators[d] == kind;
    let all: Vec<Vec<u32>> = s.maps.iter().map(AffineMap::result_dims).collect::<Option<_>>()?;
    let (written, read) = all.split_last()?;
    let once =
        |dims: &Vec<u32>| (0..s.num_loops()).all(|d| dims.iter().filter(|&&x| x as usize == d).count() <= 1);
    let product = |kind: IteratorType| {
        (0..s.num_loops()).filter(|&d| is(d, kind)).fold(1i64, |n, d| n.saturating_mul(sizes[d]))
    };
    let (results, reduced) = (product(IteratorType::Parallel), product(IteratorType::Reduction));
    let operations = body.ops_in(s.op).len() as i64;
    let parallel = s.iterators.iter().filter(|&&kind| kind == IteratorType::Parallel).count();
    let work = results.saturating_mul(reduced).saturating_mul(operations);
    // A loop with one iteration is none.
    let moves = |d: usize| sizes[d] > 1;
    let loops = (0..s.num_loops()).filter(|&d| moves(d)).count();
    let is_whole = |dims: &&Vec<u32>| dims.iter().filter(|&&d| moves(d as usize)).count() == loops;
    let innermost = |dims: &Vec<u32>| dims.iter().rfind(|&&d| moves(d as usize)).map(|&d| d as usize);
    let is_row = |dims: &Vec<u32>| innermost(dims).is_some_and(|d| is(d, IteratorType::Reduction));
    let rows = read.iter().filter(is_whole).any(is_row);
    let many = if rows { MANY_ROWS } else { MANY_RESULTS };
    if work < WORK || !all.iter().all(once) || written.len() != parallel {
        return None;
    }
    // No operand of a product of matrices has all loops; that with a vector multiplies and adds only.
    let whole = read.iter().filter(is_whole).count();
    let multiplies = read.len() == 2 && operations == 3;
    let dense = |&v: &Value| body.cx().type_as::<TensorType>(body.ty(v)).is_some();
    if whole == 0 || !s.inputs.iter().all(dense) {
        return None;
    }
    // The outermost loops of the operands are reductions: no loop of results is shared with what uses them.
    let outermost = |dims: &Vec<u32>| dims.iter().copied().find(|&d| moves(d as usize));
    let first = read.iter().filter(is_whole).map(outermost).collect::<Option<Vec<_>>>()?;
    // Products of a batch are fused along it.
    let has =
        |dims: &Vec<u32>, kind: IteratorType| dims.iter().any(|&d| moves(d as usize) && is(d as usize, kind));
    let is_batch = |dims: &&Vec<u32>| {
        !is_whole(dims) && has(dims, IteratorType::Parallel) && has(dims, IteratorType::Reduction)
    };
    let are_columns = !rows
        && !read.iter().any(|dims| is_batch(&dims))
        && first.iter().all(|&d| is(d as usize, IteratorType::Reduction));
    let elements = results.saturating_mul(reduced);
    let (parts, steps) = if results < many && !(multiplies && whole == 1) {
        (PARTS, STEPS)
    } else if are_columns && results >= MANY_RESULTS && results < FEW_COLUMNS && elements >= COLUMN_ELEMENTS {
        (COLUMN_PARTS, COLUMN_STEPS)
    } else {
        return None;
    };
    // The outermost reduction with the most parts of enough steps that read long pieces of memory.
    let order = read.iter().find(is_whole)?;
    let mut best: Option<Plan> = None;
    for along in (0..s.num_loops()).filter(|&d| is(d, IteratorType::Reduction)) {
        let most = parts.min(reduced / steps).min(sizes[along]);
        let divides = |parts: &i64| sizes[along] % parts == 0;
        let Some(parts) = (FEW..=most).rev().find(divides) else { continue };
        let inside = order.iter().skip_while(|&&d| d as usize != along).skip(1);
        let piece = inside.fold(sizes[along] / parts, |n, &d| n.saturating_mul(sizes[d as usize]));
        if best.as_ref().is_none_or(|best| parts > best.parts && piece >= PIECE) {
            best = Some(Plan { combiner, along, parts, steps: sizes[along] / parts });
        }
    }
    best
}
