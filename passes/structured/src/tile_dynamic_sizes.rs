//! `linalg-tile-unknown-sizes`: tiles loops of unknown size, so that the tiles have known sizes.
//!
//! # Before
//! ```mlir
//! linalg.matmul ins(%a, %b : memref<?x16xf32>, memref<16x32xf32>) outs(%c : memref<?x32xf32>)
//! ```
//! # After
//! ```mlir
//! scf.for %i = %c0 to %whole step %c64 {
//!   %x = memref.subview %a[%i, 0] [64, 16] [1, 1] : …
//!   %y = memref.subview %c[%i, 0] [64, 32] [1, 1] : …
//!   linalg.matmul ins(%x, %b : …) outs(%y : …)
//! }
//! scf.for %i = %whole to %eights step %c8 { …  8 rows at a time … }
//! scf.for %i = %eights to %n step %c1 { … }
//! ```
//! Later passes tile and vectorise loops of known sizes only. Dimensions that operands traverse contiguously get longer tiles. Reductions
//! take their elements in the same order as before.

use strata_arith::{AddIOp, CmpIOp, CmpIPredicate, DivUIOp, MulIOp, OrIOp, SelectOp, SubIOp, constant_index};
use strata_ir::{
    affine::{AffineExpr, BinaryOp, Kind},
    prelude::*,
};
use strata_linalg::IndexOp;
use strata_memref::DimOp;
use strata_scf::ForOp;
use strata_tensor::MixedIndex;

use crate::structured_op::{self, IteratorType, Structured};

/// The most copies of an op.
const MOST_COPIES: usize = 9;

/// Tiles the ops of a body. Returns their number.
pub fn tile(body: &mut Body) -> usize {
    let ops = body.all_ops();
    ops.into_iter().filter(|&op| body.is_live(op) && one(body, op).is_some()).count()
}

/// Tiles of a loop of an op.
pub(crate) struct Tiles {
    /// The number of the loop.
    pub of: usize,
    /// The sizes of tiles, the largest one first; the last one is 1.
    pub sizes: Vec<i64>,
    /// How many iterations the loop has.
    pub count: Value,
}

/// The loops and accesses of an op.
struct Plan {
    s: Structured,
    /// For each operand that is a buffer, and each of its dimensions, the coefficients of the loops in the index, and a constant.
    places: Vec<Option<Vec<(Vec<i64>, i64)>>>,
    /// The sizes of loops, or of the current tile while tiles are emitted.
    sizes: Vec<i64>,
    /// The loops that are tiled.
    open: Vec<Tiles>,
    offsets: Vec<Option<Value>>,
}

/// The sizes of the loops of an op, as its operands say: the size, or an operand and its dimension that has the size.
struct Sizes {
    known: Vec<Option<i64>>,
    source: Vec<Option<(Value, usize)>>,
}

impl Plan {
    fn from_op(body: &Body, op: Op) -> Option<(Plan, Sizes)> {
        let s = structured_op::structured(body, op)?;
        if !body.results(op).is_empty() {
            return None;
        }
        let n = s.num_loops();
        let (mut known, mut source) = (vec![None; n], vec![None; n]);
        let mut places = Vec::new();
        for (v, map) in s.operands().zip(&s.maps) {
            let Some(memref) = body.cx().type_as::<MemRefType>(body.ty(v)) else {
                if body.cx().shaped(body.ty(v)).is_some() {
                    return None;
                }
                places.push(None);
                continue;
            };
            for (k, (expr, &size)) in map.results().iter().zip(memref.shape.iter()).enumerate() {
                let Some(d) = expr.as_dim() else { continue };
                match size {
                    DYNAMIC => source[d as usize] = source[d as usize].or(Some((v, k))),
                    size => known[d as usize] = Some(size),
                }
            }
            places.push(Some(map.results().iter().map(|e| linear(e, n)).collect::<Option<Vec<_>>>()?));
        }
        let sizes = known.iter().map(|n| n.unwrap_or(1)).collect();
        let plan = Plan { places, sizes, open: Vec::new(), offsets: vec![None; n], s };
        Some((plan, Sizes { known, source }))
    }
}

/// Writes an op in loops over tiles of some of its loops, the first one outermost, and leaves the op.
pub(crate) fn tile_loops(b: &mut Builder<'_>, op: Op, tiles: Vec<Tiles>) {
    if let Some((mut plan, _)) = Plan::from_op(b, op) {
        plan.open = tiles;
        emit(b, &mut plan, 0);
    }
}

fn one(body: &mut Body, op: Op) -> Option<()> {
    let (mut plan, Sizes { known, source }) = Plan::from_op(body, op)?;
    let open: Vec<usize> = (0..known.len()).filter(|&d| known[d].is_none()).collect();
    if open.is_empty() || open.len() > 4 || open.iter().any(|&d| source[d].is_none()) {
        return None;
    }
    let levels = levels(&plan.s, &open);
    let mut b = Builder::before(body, op);
    for (of, sizes) in open.into_iter().zip(levels) {
        let (v, k) = source[of]?;
        let number = constant_index(&mut b, k as i64);
        let ty = b.cx().index();
        let count = DimOp::build(&mut b, v, number, ty);
        plan.open.push(Tiles { of, sizes, count });
    }
    none_where_one_is_none(&mut b, &mut plan);
    emit(&mut b, &mut plan, 0);
    body.erase(op);
    Some(())
}

/// Sets the size of the outermost loop to zero if any loop has no iterations: the outer loops might otherwise count for a very long time.
fn none_where_one_is_none(b: &mut Builder<'_>, plan: &mut Plan) {
    let Some((first, others)) = plan.open.split_first_mut() else { return };
    let zero = constant_index(b, 0);
    let mut none: Option<Value> = None;
    for Tiles { count, .. } in others {
        let predicate = CmpIPredicate::Eq.attr(b.cx());
        let this = CmpIOp::build(b, predicate, *count, zero);
        none = Some(none.map_or(this, |others| OrIOp::build(b, others, this)));
    }
    if let Some(none) = none {
        first.count = SelectOp::build(b, none, zero, first.count);
    }
}

/// The coefficients of loops in an expression, all non-negative, and its constant.
fn linear(expr: &AffineExpr, n: usize) -> Option<(Vec<i64>, i64)> {
    match expr.kind() {
        Kind::Dim(d) => {
            let mut all = vec![0; n];
            *all.get_mut(*d as usize)? = 1;
            Some((all, 0))
        }
        Kind::Const(c) => Some((vec![0; n], *c)).filter(|_| *c >= 0),
        Kind::Binary(BinaryOp::Add, l, r) => {
            let ((mut l, x), (r, y)) = (linear(l, n)?, linear(r, n)?);
            l.iter_mut().zip(r).for_each(|(l, r)| *l += r);
            Some((l, x + y))
        }
        Kind::Binary(BinaryOp::Mul, l, r) => {
            let Kind::Const(c) = r.kind() else { return None };
            let (mut l, x) = linear(l, n)?;
            l.iter_mut().for_each(|l| *l *= c);
            Some((l, x * c)).filter(|_| *c >= 0)
        }
        _ => None,
    }
}

/// The tile sizes of each loop of unknown size, the largest first; the last one is 1.
fn levels(s: &Structured, open: &[usize]) -> Vec<Vec<i64>> {
    let contraction = s.inputs.len() == 2 && !s.is_elementwise();
    let inner =
        |d: usize| s.maps.iter().any(|m| m.results().last().and_then(|e| e.as_dim()) == Some(d as u32));
    let mut all: Vec<Vec<i64>> = open
        .iter()
        .map(|&d| match (contraction, s.iterators[d] == IteratorType::Parallel, inner(d)) {
            (true, true, _) => vec![64, 8, 1],
            (true, false, _) => vec![64, 1],
            (false, _, true) => vec![256, 16, 1],
            (false, _, false) if open.len() > 1 => vec![1],
            (false, _, false) => vec![8, 1],
        })
        .collect();
    let copies = |all: &[Vec<i64>]| all.iter().map(Vec::len).product::<usize>();
    // Outer loops lose tile sizes first.
    for keep in [2, 1] {
        for i in 0..all.len() {
            if copies(&all) > MOST_COPIES && all[i].len() > keep {
                all[i] = if keep == 1 { vec![1] } else { vec![all[i][0], 1] };
            }
        }
    }
    all
}

/// Loops over the tiles of the loops that are tiled, from number `i` on.
fn emit(b: &mut Builder<'_>, plan: &mut Plan, i: usize) {
    let Some(Tiles { of: d, sizes, count }) = plan.open.get(i) else { return tile_of(b, plan) };
    let (d, sizes, count) = (*d, sizes.clone(), *count);
    let mut start = constant_index(b, 0);
    let mut before = 0;
    for size in sizes {
        let step = constant_index(b, size);
        let end = end_of_tiles(b, (start, before), count, size);
        before = if before % size == 0 { size } else { 1 };
        ForOp::create(b, [start, end, step], &[], |b, iv, _| {
            (plan.sizes[d], plan.offsets[d]) = (size, Some(iv));
            emit(b, plan, i + 1);
            Vec::new()
        });
        start = end;
    }
    plan.offsets[d] = None;
}

/// The end of the iterations from `start` on, a multiple of `before`, that tiles of one size take.
pub(crate) fn end_of_tiles(
    b: &mut Builder<'_>,
    (start, before): (Value, i64),
    count: Value,
    size: i64,
) -> Value {
    if size == 1 {
        return count;
    }
    let step = constant_index(b, size);
    if before % size == 0 {
        let whole = DivUIOp::build(b, count, step, None);
        return MulIOp::build(b, whole, step, None);
    }
    let left = SubIOp::build(b, count, start, None);
    let whole = DivUIOp::build(b, left, step, None);
    let taken = MulIOp::build(b, whole, step, None);
    AddIOp::build(b, start, taken, None)
}

/// The op on one tile.
fn tile_of(b: &mut Builder<'_>, plan: &Plan) {
    let op = plan.s.op;
    let operands: Vec<Value> = plan.s.operands().collect();
    let mut tiles = Vec::with_capacity(operands.len());
    for (&v, places) in operands.iter().zip(&plan.places) {
        let touched = |(all, _): &(Vec<i64>, i64)| {
            all.iter().zip(&plan.offsets).any(|(&c, offset)| c != 0 && offset.is_some())
        };
        let Some(places) = places.as_ref().filter(|p| p.iter().any(touched)) else {
            tiles.push(v);
            continue;
        };
        let (mut offsets, mut sizes) = (Vec::new(), Vec::new());
        for (all, constant) in places {
            let mut offset = MixedIndex::Static(0);
            let mut size = 1 + constant;
            for ((&c, at), &n) in all.iter().zip(&plan.offsets).zip(&plan.sizes) {
                size += c * (n - 1);
                let Some(at) = at.filter(|_| c != 0) else { continue };
                let factor = constant_index(b, c);
                let more = if c == 1 { at } else { MulIOp::build(b, at, factor, None) };
                offset = MixedIndex::Value(match offset {
                    MixedIndex::Value(o) => AddIOp::build(b, o, more, None),
                    MixedIndex::Static(_) => more,
                });
            }
            offsets.push(offset);
            sizes.push(MixedIndex::Static(size));
        }
        let ones = vec![MixedIndex::Static(1); sizes.len()];
        tiles.push(structured_op::subview_mixed(b, v, &offsets, &sizes, &ones, None));
    }
    let (inputs, outputs) = tiles.split_at(plan.s.inputs.len());
    let new = structured_op::rebuild_on_buffers(b.body(), op, inputs, outputs);
    let at = b.point();
    b.body().move_op(new, at);
    // `linalg.index` ops in the payload count from the start of the tile, so the offset is added.
    for inner in b.body().ops_in(new) {
        let Some(offset) =
            inner.as_op::<IndexOp>(b).and_then(|i| i.loop_number(b)).and_then(|d| plan.offsets[d])
        else {
            continue;
        };
        let number = b.result(inner, 0);
        let users: Vec<Op> = b.users(number).collect();
        let sum = {
            let mut after = Builder::after(b.body(), inner);
            AddIOp::build(&mut after, number, offset, None)
        };
        for user in users {
            let operands: Vec<Value> = b.operands(user).map(|v| if v == number { sum } else { v }).collect();
            b.body().set_operands(user, &operands);
        }
    }
}
