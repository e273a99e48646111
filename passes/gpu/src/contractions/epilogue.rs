//! The epilogue of a product: its sums go through the elementwise op behind the product, and to memory.

use strata_arith::{AddFOp, AddIOp};
use strata_ir::prelude::*;
use strata_linalg::LinalgOp;
use strata_memref::{AllocOp, DeallocOp, LoadOp, StoreOp};
use strata_passes_analysis::{
    affine_expr::expand_affine_map,
    buffer_alias::is_memref,
    index_arith::{add, add_const, both, is_multiple, less, times},
};
use strata_vector::FromElementsOp;

use super::product::{Product, SplitK};
use crate::{launch::only_if, vector_access::element_bits};

/// The place of a thread's sums: the indices of the batch loops, followed by the index of the part if the sums are divided, and the first
/// row and column.
pub struct Place<'a> {
    /// The indices of the batch loops, and that of the part.
    pub batch: &'a [Value],
    /// The row of all sums.
    pub row: Value,
    /// The column of the first sum.
    pub column: Value,
}

impl Product {
    /// Writes neighbouring sums of one row; `fits` is whether all rows and columns are known to be inside.
    ///
    /// # Errors
    ///
    /// An indexing map, or the payload of the op behind the product, cannot be expanded.
    pub fn write(
        &self,
        b: &mut Builder<'_>,
        place: &Place<'_>,
        sums: &[Value],
        fits: [bool; 2],
    ) -> Result<(), String> {
        let [m, n, _] = self.matrix;
        // Neighbouring columns are contiguous in memory within the fastest loop.
        let fastest = self.loops.n.last().map_or(n, |&l| self.size(l));
        let width = sums.len() as i64;
        let row_inside = (!fits[0]).then(|| less(b, place.row, m));
        // Parts are in rows of all columns.
        let fastest = if self.split_k.is_some() { n } else { fastest };
        if is_multiple(fastest, width) {
            let inside = (!fits[1]).then(|| less(b, place.column, n));
            let inside = both(b, row_inside, inside);
            return only_if(b, inside, |b| self.write_or_partial(b, place, sums));
        }
        for (i, &sum) in sums.iter().enumerate() {
            let column = add_const(b, place.column, i as i64);
            let inside = (!fits[1]).then(|| less(b, column, n));
            let inside = both(b, row_inside, inside);
            let place = Place { batch: place.batch, row: place.row, column };
            only_if(b, inside, |b| self.write_or_partial(b, &place, &[sum]))?;
        }
        Ok(())
    }

    fn write_or_partial(&self, b: &mut Builder<'_>, place: &Place<'_>, sums: &[Value]) -> Result<(), String> {
        let Some(split_k) = &self.split_k else { return self.write_inside(b, place, sums) };
        self.write_partial(b, split_k, place, sums);
        Ok(())
    }

    /// Writes neighbouring sums of one row to their part.
    fn write_partial(&self, b: &mut Builder<'_>, split_k: &SplitK, place: &Place<'_>, sums: &[Value]) {
        let [m, n, _] = self.sizes();
        // The index of the part follows the batch indices.
        let Some((&part, batch)) = place.batch.split_last() else { return };
        let row = match self.batch(b, batch) {
            None => place.row,
            Some(batch) => {
                let first = times(b, batch, m);
                add(b, first, place.row)
            }
        };
        let row = times(b, row, n);
        let at = add(b, row, place.column);
        store(b, split_k.buffer, &[part, at], sums);
    }

    /// Applies the op behind the product to the sums, and stores the results.
    ///
    /// # Errors
    ///
    /// An indexing map, or the payload of the op behind the product, cannot be expanded.
    pub fn write_inside(&self, b: &mut Builder<'_>, place: &Place<'_>, sums: &[Value]) -> Result<(), String> {
        let mut ivs: Vec<Value> = vec![place.row; self.nest.ranges.len()];
        for (&l, &v) in self.loops.batch.iter().zip(place.batch) {
            ivs[l] = v;
        }
        self.coordinates(b, &self.loops.m, place.row, &mut ivs);
        let numbers: Vec<Value> = (0..sums.len()).map(|i| add_const(b, place.column, i as i64)).collect();
        let (out, map) = self.output();
        // The indices of each sum in the output of the product.
        let mut at = Vec::new();
        for &column in &numbers {
            self.coordinates(b, &self.loops.n, column, &mut ivs);
            at.push(expand_affine_map(b, map, &ivs)?);
        }
        let Some(epilogue) = &self.epilogue else {
            let mut values = sums.to_vec();
            if self.start.is_none() && self.split_k.as_ref().is_none_or(|p| p.start.is_none()) {
                for (value, at) in values.iter_mut().zip(&at) {
                    let old = LoadOp::create(b, out, at);
                    *value = if b.cx().as_float(b.ty(old)).is_some() {
                        AddFOp::build(b, old, *value, None)
                    } else {
                        AddIOp::build(b, old, *value, None)
                    };
                }
            }
            store(b, out, &at[0], &values);
            return Ok(());
        };
        let nest = &epilogue.nest;
        let mut of_lanes: Vec<Vec<Value>> = Vec::new();
        for at in &at {
            let map = &nest.maps[epilogue.operand];
            let ivs: Option<Vec<Value>> =
                (0..nest.ranges.len()).map(|l| map.result_position(l as u32).map(|p| at[p])).collect();
            of_lanes.push(ivs.ok_or("a loop of the op behind the product has no number")?);
        }
        let mut results: Vec<Vec<Value>> = vec![Vec::new(); nest.inits.len()];
        for (&sum, ivs) in sums.iter().zip(&of_lanes) {
            let mut args = Vec::new();
            for (i, &v) in nest.operands.iter().enumerate() {
                let used = b.has_uses(b.block_args(nest.payload)[i]);
                args.push(match i {
                    _ if !used => None,
                    // The output that the results are written over had the sums, too.
                    _ if v == nest.operands[epilogue.operand] => Some(sum),
                    _ if !is_memref(b, v) => Some(v),
                    _ => {
                        let at = expand_affine_map(b, &nest.maps[i], ivs)?;
                        Some(LoadOp::create(b, v, &at))
                    }
                });
            }
            let ivs: Vec<Option<Value>> = ivs.iter().copied().map(Some).collect();
            for (result, v) in results.iter_mut().zip(nest.clone_payload(b, &args, &ivs)?) {
                result.push(v);
            }
        }
        for (i, values) in nest.inits.clone().zip(&results) {
            let (v, map) = (nest.operands[i], &nest.maps[i]);
            // Neighbouring sums are neighbours in an output of the same order.
            let together = map == &nest.maps[epilogue.operand]
                && strata_memref::layout::is_identity(b.cx(), b.ty(v))
                && crate::vector_access::is_aligned(b, v);
            if together {
                let at = expand_affine_map(b, map, &of_lanes[0])?;
                store(b, v, &at, values);
            } else {
                for (value, ivs) in values.iter().zip(&of_lanes) {
                    let at = expand_affine_map(b, map, ivs)?;
                    StoreOp::create(b, *value, v, &at);
                }
            }
        }
        Ok(())
    }
    /// Erases the ops that the kernel replaces.
    pub fn erase(&self, b: &mut Body) {
        let op = self.nest.op;
        debug_assert!(op.implements::<dyn LinalgOp>(b), "it was read as a structured op");
        let (out, _) = self.output();
        let old = [0, 1].map(|i| self.nest.operands[i]);
        b.erase(op);
        erase_factors(b, old, [self.a.transpose, self.b.transpose]);
        if let Some(fill) = self.fill {
            b.erase(fill);
        }
        if let Some(epilogue) = &self.epilogue {
            b.erase(epilogue.nest.op);
            if let Some(dealloc) = epilogue.dealloc {
                b.erase(dealloc);
            }
            if let Some(alloc) = b.def_op(out).filter(|_| b.uses_of(out).next().is_none()) {
                b.erase(alloc);
            }
        }
    }
}

/// Erases the transposes of a product's factors, as the product reads their sources, and buffers that have no writers any more.
pub(super) fn erase_factors(b: &mut Body, old: [Value; 2], transposes: [Option<Op>; 2]) {
    for transpose in transposes.into_iter().flatten() {
        if b.is_live(transpose) {
            b.erase(transpose);
        }
    }
    let same = old[0] == old[1];
    for v in old.into_iter().skip(usize::from(same)) {
        let users: Vec<Op> = b.uses_of(v).map(|(user, _)| user).collect();
        let alloc = b.def_op(v).filter(|&d| d.isa::<AllocOp>(b));
        if let Some(alloc) = alloc.filter(|_| users.iter().all(|&u| u.isa::<DeallocOp>(b))) {
            for user in users {
                b.erase(user);
            }
            b.erase(alloc);
        }
    }
}

/// Stores neighbouring elements, which are contiguous and aligned.
pub fn store(b: &mut Builder<'_>, to: Value, at: &[Value], values: &[Value]) {
    let bits = element_bits(b, to);
    match (values, bits) {
        (&[value], _) => {
            StoreOp::create(b, value, to, at);
        }
        (_, Some(bits)) => {
            let cx = b.cx();
            let n = values.len() as i64;
            let ty = cx.vector(&[n], cx.elem_or_self(b.ty(to)));
            let align = cx.i64_attr(n * i64::from(bits / 8));
            let vector = FromElementsOp::build(b, values, ty);
            strata_vector::StoreOp::build(b, vector, to, at, None, Some(align));
        }
        (_, None) => {
            for (i, &value) in values.iter().enumerate() {
                let mut at = at.to_vec();
                if let Some(last) = at.last_mut() {
                    *last = add_const(b, *last, i as i64);
                }
                StoreOp::create(b, value, to, &at);
            }
        }
    }
}
