//! Where the elements of a region are in a buffer, and the loops that copy them.

use strata_affine::{ForOp, LoadOp, StoreOp, ValueMap, YieldOp, validity::is_valid_dim};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};

use super::super::redirect::as_dims;
use crate::analysis::region::MemoryRegion;

/// The bounds of a region and where it begins.
pub(super) struct Plan {
    pub(super) shape: Vec<i64>,
    /// The offset of each dimension in terms of the symbols.
    pub(super) offsets: Vec<AffineExpr>,
    bounds: Vec<(AffineMap, AffineMap)>,
    pub(super) symbols: Vec<Value>,
}

impl Plan {
    pub(super) fn new(b: &Body, region: &MemoryRegion) -> Option<Self> {
        let relation = &region.constraints.relation;
        let rank = relation.n_dims();
        let (shape, lower) = region.bounding_shape(b)?;
        if rank == 0 || relation.n_locals() != 0 || shape.contains(&0) {
            return None;
        }
        let symbols: Vec<Value> = region.constraints.values[rank..].iter().copied().collect::<Option<_>>()?;
        if !symbols.iter().all(|&v| is_valid_dim(b, v)) {
            return None;
        }
        let bounds = (0..rank)
            .map(|d| {
                let maps = relation.bound_maps(d, 0, rank, rank, &[])?;
                let known = maps.lower.n_results() > 0 && maps.upper.n_results() > 0;
                known.then(|| (as_dims(&maps.lower), as_dims(&maps.upper)))
            })
            .collect::<Option<Vec<_>>>()?;
        let offsets = lower.iter().map(|map| as_dims(map).result(0).clone()).collect();
        Some(Self { shape, offsets, bounds, symbols })
    }

    /// Loops over the region that copy an element each.
    pub(super) fn copy_nest(
        &self,
        body: &mut Body,
        at: InsertPoint,
        loc: Location,
        region: &MemoryRegion,
        buffer: Value,
    ) -> Option<Op> {
        let (mut at, mut root, mut ivs) = (at, None, Vec::new());
        for (lower, upper) in &self.bounds {
            let [lower, upper] = [lower, upper]
                .map(|map| ValueMap::new(map.clone(), self.symbols.iter().copied()).canonicalized(body))
                .map(without_duplicates);
            let mut b = Builder::new(body, at, loc);
            let op = ForOp::create(&mut b, &lower, &upper, 1, &[]);
            let block = op.region_block(&b);
            b.in_block(block, |b| YieldOp::build(b, &[]));
            at = InsertPoint::at_start(body, block);
            root = root.or(Some(op.op()));
            ivs.push(op.induction_var(body)?);
        }
        let position = self.in_buffer(body, &ivs);
        let mut b = Builder::new(body, at, loc);
        let whole = AffineMap::identity(ivs.len() as u32);
        if region.is_write {
            let value = LoadOp::create(&mut b, buffer, position.map, &position.operands);
            StoreOp::create(&mut b, value, region.memref, whole, &ivs);
        } else {
            let value = LoadOp::create(&mut b, region.memref, whole, &ivs);
            StoreOp::create(&mut b, value, buffer, position.map, &position.operands);
        }
        root
    }

    /// The indices of the buffer for induction variables of loops over the region; these are the first operands.
    fn in_buffer(&self, b: &Body, ivs: &[Value]) -> ValueMap {
        let rank = ivs.len() as u32;
        let mut operands = ivs.to_vec();
        let mut dims = vec![AffineExpr::constant(0); self.symbols.len()];
        for offset in &self.offsets {
            for (i, &symbol) in self.symbols.iter().enumerate() {
                if offset.is_function_of_dim(i as u32) && !operands.contains(&symbol) {
                    operands.push(symbol);
                }
            }
        }
        for (dim, symbol) in dims.iter_mut().zip(&self.symbols) {
            if let Some(at) = operands.iter().position(|v| v == symbol) {
                *dim = AffineExpr::dim(at as u32);
            }
        }
        let results =
            self.offsets.iter().zip(0..rank).map(|(o, d)| AffineExpr::dim(d) - o.replace_dims(&dims));
        ValueMap::new(AffineMap::new(operands.len() as u32, 0, results.collect()), operands).simplified(b)
    }
}

/// A bound without results that occur twice.
fn without_duplicates(bound: ValueMap) -> ValueMap {
    let results = bound.map.results();
    let map = bound.map.drop_results(|i| results[..i].contains(&results[i]));
    ValueMap { map, operands: bound.operands }
}
