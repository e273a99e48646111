//! `convert-linalg-to-loops` and `convert-linalg-to-affine-loops`: structured ops on memrefs become loop nests around
//! their payload.
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
use strata_linalg::{IndexOp, LinalgOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::affine_expr::expand_affine_map;
use strata_tensor::MixedIndex;

use crate::named;

/// The kind of loops to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopKind {
    /// `scf.for` with `memref.load` and `memref.store`.
    Scf,
    /// `affine.for` with `affine.load` and `affine.store`.
    Affine,
}

/// Lower the operations from the linalg dialect into loops.
#[pass(name = "convert-linalg-to-loops", each_body)]
pub struct ConvertLinalgToLoops;

impl BodyPass for ConvertLinalgToLoops {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(convert_linalg_to_loops(body, LoopKind::Scf)?)
    }
}

/// Lower the operations from the linalg dialect into affine loops.
#[pass(name = "convert-linalg-to-affine-loops", each_body)]
pub struct ConvertLinalgToAffineLoops;

impl BodyPass for ConvertLinalgToAffineLoops {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(convert_linalg_to_loops(body, LoopKind::Affine)?)
    }
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
    let loops = linalg.num_loops(body);
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
    let ranges = linalg.loop_ranges(&mut b).ok_or("the size of a loop does not follow from its operands")?;
    let ivs = match kind {
        LoopKind::Scf => scf_nest(&mut b, &ranges),
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

/// The place of an iteration's element in a memref.
enum Place {
    /// At these indices.
    Indices(Vec<Value>),
    /// At the results of a map.
    Map(ValueMap),
}

fn place(b: &mut Builder<'_>, kind: LoopKind, map: &AffineMap, ivs: &[Value]) -> Result<Place, String> {
    if map.n_symbols() != 0 {
        return Err("an indexing map has symbols".into());
    }
    Ok(match kind {
        LoopKind::Scf => Place::Indices(expand_affine_map(b, map, ivs)?),
        LoopKind::Affine => Place::Map(ValueMap::new(map.clone(), ivs.iter().copied()).simplified(b)),
    })
}

impl Place {
    fn load(&self, b: &mut Builder<'_>, memref: Value) -> Result<Value, String> {
        match self {
            Place::Indices(indices) => named::load(b, memref, indices),
            Place::Map(m) => Ok(strata_affine::LoadOp::create(b, memref, m.map.clone(), &m.operands)),
        }
    }
    fn store(&self, b: &mut Builder<'_>, value: Value, memref: Value) -> Result<(), String> {
        match self {
            Place::Indices(indices) => named::store(b, value, memref, indices)?,
            Place::Map(m) => {
                strata_affine::StoreOp::create(b, value, memref, m.map.clone(), &m.operands);
            }
        }
        Ok(())
    }
}

/// A loop nest from 0 to the sizes; the insertion point moves to the innermost body.
fn scf_nest(b: &mut Builder<'_>, ranges: &[MixedIndex]) -> Vec<Value> {
    if ranges.is_empty() {
        return Vec::new();
    }
    let (zero, one) = (constant_index(b, 0), constant_index(b, 1));
    let sizes: Vec<Value> = ranges
        .iter()
        .map(|r| match r {
            MixedIndex::Value(v) => *v,
            MixedIndex::Static(n) => constant_index(b, *n),
        })
        .collect();
    let index = b.cx().index();
    let nest = |&size: &Value| {
        let op = strata_scf::ForOp::build(b, zero, size, one, &[], None, &[]);
        let region = op.body(b);
        let block = b.add_block(region, &[index]);
        let end = b.in_block(block, |b| strata_scf::YieldOp::build(b, &[]));
        b.goto(InsertPoint { block, before: Some(end.op()) });
        b.block_args(block)[0]
    };
    sizes.iter().map(nest).collect()
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
