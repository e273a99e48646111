//! `convert-linalg-to-loops`, `convert-linalg-to-parallel-loops` and `convert-linalg-to-affine-loops`: structured ops on memrefs become
//! loop nests around their payload.
//!
//! Before:
//! ```mlir
//! linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x6xf32>) outs(%c : memref<4x6xf32>)
//! ```
//! After:
//! ```mlir
//! scf.for %i = %c0 to %c4 step %c1 {
//!   scf.for %j = %c0 to %c6 step %c1 {
//!     scf.for %k = %c0 to %c8 step %c1 {
//!       %0 = memref.load %a[%i, %k] : memref<4x8xf32>
//!       %1 = memref.load %b[%k, %j] : memref<8x6xf32>
//!       %2 = memref.load %c[%i, %j] : memref<4x6xf32>
//!       %3 = arith.mulf %0, %1 : f32
//!       %4 = arith.addf %2, %3 : f32
//!       memref.store %4, %c[%i, %j] : memref<4x6xf32>
//! ```
//! Elements that the payload does not use are not loaded.

use strata_affine::ValueMap;
use strata_arith::constant_index;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{IndexOp, IteratorType, LinalgOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_tensor::MixedIndex;

use crate::named;

/// The kind of loops to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopKind {
    /// `scf.for` with `memref.load` and `memref.store`.
    Scf,
    /// `scf.parallel` for each row of parallel loops, `scf.for` for the others.
    Parallel,
    /// `affine.for` with `affine.load` and `affine.store`.
    Affine,
}

/// Lower the operations from the linalg dialect into loops.
#[pass(name = "convert-linalg-to-loops", each_body)]
pub struct ConvertLinalgToLoops;

impl BodyPass for ConvertLinalgToLoops {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        lower_and_fold(body, LoopKind::Scf)
    }
}

/// Lower the operations from the linalg dialect into parallel loops.
#[pass(name = "convert-linalg-to-parallel-loops", each_body)]
pub struct ConvertLinalgToParallelLoops;

impl BodyPass for ConvertLinalgToParallelLoops {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        lower_and_fold(body, LoopKind::Parallel)
    }
}

/// Lower the operations from the linalg dialect into affine loops.
#[pass(name = "convert-linalg-to-affine-loops", each_body)]
pub struct ConvertLinalgToAffineLoops;

impl BodyPass for ConvertLinalgToAffineLoops {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        lower_and_fold(body, LoopKind::Affine)
    }
}

/// Lowers all structured ops, and folds what that made: sizes that are known, equal constants.
fn lower_and_fold(body: &mut Body, kind: LoopKind) -> PassResult {
    convert_linalg_to_loops(body, kind)?;
    let config = GreedyConfig { canonicalize: false, ..Default::default() };
    Ok(rewrite_greedily(body, &PatternSet::new(), &config).into_result()?)
}

/// Lowers all structured ops of `body`, but not those of its children.
pub fn convert_linalg_to_loops(body: &mut Body, kind: LoopKind) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut ops = body.all_ops();
    ops.retain(|op| op.implements::<dyn LinalgOp>(body));
    for op in ops {
        if let Err(message) = lower(body, op, kind) {
            let (loc, name) = (body.loc(op), body.op_name(op));
            errors.push(Diagnostic::error(loc, format!("'{name}' op cannot be lowered to loops: {message}")));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn lower(body: &mut Body, op: Op, kind: LoopKind) -> Result<(), String> {
    let linalg = op.cast::<dyn LinalgOp>(body).ok_or("it is not structured")?;
    if !body.results(op).is_empty() {
        return Err("it has tensor semantics; bufferize it first".into());
    }
    let (maps, inits) = (linalg.indexing_maps(body), linalg.dps_init_range(body));
    let operands: SmallVec<[Value; 4]> = body.operands(op).collect();
    let payload = linalg.payload(body).ok_or("it has no payload")?;
    let yielded = linalg.payload_yield(body).ok_or("its payload does not end with 'linalg.yield'")?.op();
    let args: SmallVec<[Value; 4]> = body.block_args(payload).into();
    let index_ops: Vec<IndexOp> =
        body.ops_in(op).into_iter().filter_map(|o| o.as_op::<IndexOp>(body)).collect();
    let (loops, iterators) = (linalg.num_loops(body), linalg.iterator_types(body));
    if args.len() != operands.len()
        || maps.len() != operands.len()
        || body.num_operands(yielded) != inits.len()
    {
        return Err("its payload does not match its operands".into());
    }
    if operands
        .iter()
        .zip(&maps)
        .any(|(&v, m)| body.cx().type_as::<MemRefType>(body.ty(v)).is_none() && m.n_results() != 0)
    {
        return Err("an operand is neither a memref nor a scalar".into());
    }
    let mut b = Builder::before(body, op);
    let ranges = loop_ranges(&mut b, &*linalg, &operands)
        .ok_or("the size of a loop does not follow from its operands")?;
    let ivs = match kind {
        LoopKind::Scf => scf_nest(&mut b, &ranges, &vec![IteratorType::Reduction; ranges.len()]),
        LoopKind::Parallel => scf_nest(&mut b, &ranges, &iterators),
        LoopKind::Affine => affine_nest(&mut b, &ranges),
    };
    debug_assert_eq!(ivs.len(), loops);
    let mut values: SmallVec<[Value; 4]> = SmallVec::new();
    let mut places: Vec<Place> = Vec::new();
    for (i, (&v, map)) in operands.iter().zip(&maps).enumerate() {
        let is_memref = b.cx().type_as::<MemRefType>(b.ty(v)).is_some();
        let used = b.has_uses(args[i]);
        if !is_memref {
            values.push(v);
            continue;
        }
        let place = if used || inits.contains(&i) { Some(place(&mut b, kind, map, &ivs)?) } else { None };
        values.push(match &place {
            Some(place) if used => place.load(&mut b, v)?,
            // The argument is unused, so any value will do.
            _ => v,
        });
        if inits.contains(&i) {
            places.extend(place);
        }
    }
    for index in index_ops {
        let number =
            usize::try_from(index.dim(&b).get(b.cx()).as_i64(b.cx()).unwrap_or(-1)).unwrap_or(usize::MAX);
        let iv = *ivs.get(number).ok_or("a 'linalg.index' asks for a loop that does not exist")?;
        let result = b.result(index.op(), 0);
        b.replace_all_uses(result, iv);
        b.erase(index.op());
    }
    let at = b.point();
    b.inline_block(payload, at, &values);
    let results: SmallVec<[Value; 4]> = b.operands(yielded).collect();
    b.erase(yielded);
    if places.len() != results.len() {
        return Err("an output is not a memref".into());
    }
    for ((place, value), &memref) in places.iter().zip(results).zip(&operands[inits]) {
        place.store(&mut b, value, memref)?;
    }
    b.erase(op);
    Ok(())
}

/// The sizes of the loops, each that of the first operand which is indexed by it; those of one operand are built together, as upstream does.
fn loop_ranges(b: &mut Builder<'_>, op: &dyn LinalgOp, operands: &[Value]) -> Option<Vec<MixedIndex>> {
    let sources = op.loop_sources(b)?;
    let mut order: Vec<usize> = (0..sources.len()).collect();
    order.sort_by_key(|&l| sources[l]);
    let mut ranges = vec![MixedIndex::Static(0); sources.len()];
    for l in order {
        let (operand, dim) = sources[l];
        ranges[l] = strata_linalg::interfaces::dim_of(b, *operands.get(operand)?, dim)?;
    }
    Some(ranges)
}

/// The place of an iteration's element in a memref.
enum Place {
    /// At these indices, for ops of `memref`.
    Indices(Vec<Value>),
    /// At these indices, for ops of `affine`.
    Affine(Vec<Value>),
}

fn place(b: &mut Builder<'_>, kind: LoopKind, map: &AffineMap, ivs: &[Value]) -> Result<Place, String> {
    if map.n_symbols() != 0 {
        return Err("an indexing map has symbols".into());
    }
    let indices = map.results().iter().map(|e| index(b, e, ivs)).collect::<Result<Vec<_>, _>>()?;
    Ok(match kind {
        LoopKind::Scf | LoopKind::Parallel => Place::Indices(indices),
        LoopKind::Affine => Place::Affine(indices),
    })
}

impl Place {
    fn load(&self, b: &mut Builder<'_>, memref: Value) -> Result<Value, String> {
        match self {
            Place::Indices(indices) => named::load(b, memref, indices),
            Place::Affine(indices) => {
                let map = AffineMap::identity(indices.len() as u32);
                Ok(strata_affine::LoadOp::create(b, memref, map, indices))
            }
        }
    }
    fn store(&self, b: &mut Builder<'_>, value: Value, memref: Value) -> Result<(), String> {
        match self {
            Place::Indices(indices) => named::store(b, value, memref, indices)?,
            Place::Affine(indices) => {
                let map = AffineMap::identity(indices.len() as u32);
                strata_affine::StoreOp::create(b, value, memref, map, indices);
            }
        }
        Ok(())
    }
}

/// The value of an index expression: an induction variable, a constant, or an `affine.apply`.
fn index(b: &mut Builder<'_>, expr: &AffineExpr, ivs: &[Value]) -> Result<Value, String> {
    if let Some(d) = expr.as_dim() {
        return ivs.get(d as usize).copied().ok_or_else(|| "an indexing map has too many loops".to_owned());
    }
    if let Some(c) = expr.as_const() {
        return Ok(constant_index(b, c));
    }
    let map = AffineMap::new(ivs.len() as u32, 0, vec![expr.clone()]);
    let simple = ValueMap::new(map, ivs.iter().copied()).simplified(b);
    Ok(strata_affine::ApplyOp::create(b, simple.map, &simple.operands))
}

/// A loop nest from 0 to the sizes, in which each row of parallel loops is one op; the insertion point moves to the innermost body.
fn scf_nest(b: &mut Builder<'_>, ranges: &[MixedIndex], kinds: &[IteratorType]) -> Vec<Value> {
    // The constants of each loop are built together, as upstream does; those that are equal are united later.
    let (mut lower, mut sizes, mut steps) = (Vec::new(), Vec::new(), Vec::new());
    for range in ranges {
        lower.push(constant_index(b, 0));
        sizes.push(match range {
            MixedIndex::Value(v) => *v,
            MixedIndex::Static(n) => constant_index(b, *n),
        });
        steps.push(constant_index(b, 1));
    }
    let index = b.cx().index();
    let mut ivs = Vec::new();
    let mut next = 0;
    while next < sizes.len() {
        let row = kinds[next..].iter().take_while(|&&k| k == IteratorType::Parallel).count();
        let n = row.max(1);
        let [low, high, by] = [&lower, &sizes, &steps].map(|list| &list[next..next + n]);
        let (region, parallel) = match row {
            0 => (strata_scf::ForOp::build(b, low[0], high[0], by[0], &[], None, &[]).body(b), false),
            _ => (strata_scf::ParallelOp::build(b, low, high, by, &[], &[]).body(b), true),
        };
        let block = b.add_block(region, &vec![index; n]);
        let end = b.in_block(block, |b| match parallel {
            true => strata_scf::ReduceOp::build(b, &[], 0).op(),
            false => strata_scf::YieldOp::build(b, &[]).op(),
        });
        b.goto(InsertPoint { block, before: Some(end) });
        ivs.extend(b.block_args(block));
        next += n;
    }
    ivs
}

/// The same with affine loops.
fn affine_nest(b: &mut Builder<'_>, ranges: &[MixedIndex]) -> Vec<Value> {
    let nest = |range: &MixedIndex| {
        let lower = ValueMap::new(AffineMap::constant(0), []);
        let upper = match range {
            MixedIndex::Static(n) => ValueMap::new(AffineMap::constant(*n), []),
            MixedIndex::Value(v) => ValueMap::new(AffineMap::new(0, 1, vec![AffineExpr::symbol(0)]), [*v]),
        };
        let op = strata_affine::ForOp::create(b, &lower, &upper, 1, &[]);
        let block = op.region_block(b);
        let end = b.in_block(block, |b| strata_affine::YieldOp::build(b, &[]));
        b.goto(InsertPoint { block, before: Some(end.op()) });
        b.block_args(block)[0]
    };
    ranges.iter().map(nest).collect()
}
