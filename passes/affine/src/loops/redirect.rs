//! Accesses to a part of a memref become accesses to a buffer of that part.

use strata_affine::{ApplyOp, ValueMap};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};

use crate::analysis::access::{access_kind, access_map};

/// Where a part of a memref begins.
pub struct Part<'a> {
    /// The memref.
    pub memref: Value,
    /// The first index of each dimension, as an expression on the symbols, which are dimensions of it.
    pub offsets: &'a [AffineExpr],
    /// The values of the symbols.
    pub symbols: &'a [Value],
}

impl Part<'_> {
    /// The map from the symbols and indices of the memref to indices of the buffer.
    fn remap(&self) -> AffineMap {
        let n = self.symbols.len() as u32;
        let results = self.offsets.iter().zip(n..).map(|(offset, d)| AffineExpr::dim(d) - offset.clone());
        AffineMap::new(n + self.offsets.len() as u32, 0, results.collect())
    }

    /// Makes the affine accesses of ops, and of ops in them, use the buffer.
    pub fn redirect(&self, body: &mut Body, buffer: Value, range: &[Op]) {
        let mut users: Vec<Op> = body.users(self.memref).collect();
        users.retain(|&user| range.iter().any(|&op| op == user || body.is_ancestor(op, user)));
        for op in users {
            let (Some(is_write), Some(old)) = (access_kind(body, op), access_map(body, op)) else { continue };
            // The map is composed of ops, which are erased again, so that operands are in the order in which ops have them.
            let mut made: Vec<Value> = Vec::new();
            let mut b = Builder::before(body, op);
            let mut apply = |map: &AffineMap, operands: &[Value]| -> Vec<Value> {
                let values = ApplyOp::of_each_result(&mut b, map, operands);
                made.extend_from_slice(&values);
                values
            };
            let indices =
                if old.map.is_identity() { old.operands.clone() } else { apply(&old.map, &old.operands) };
            let remap = self.remap();
            let results = match remap.is_identity() {
                true => indices,
                false => apply(&remap, &[self.symbols.to_vec(), indices].concat()),
            };
            let vm = composed(body, results, made);
            let mut operands: Vec<Value> = body.operands(op).take(usize::from(is_write)).collect();
            operands.push(buffer);
            operands.extend(&vm.operands);
            let attr = body.cx().affine_map_attr(vm.map);
            body.set_operands(op, &operands);
            body.set_attr(op, "map", Some(attr));
        }
    }
}

/// The map that computes indices. Erases the ops that were made for it, in the order in which they were made, as upstream: one that another
/// one used stays, without uses.
pub fn composed(body: &mut Body, indices: Vec<Value>, made: Vec<Value>) -> ValueMap {
    let vm = ValueMap::new(AffineMap::identity(indices.len() as u32), indices)
        .simplified(body)
        .canonicalized(body);
    for value in made {
        if let Some(def) = body.def_op(value).filter(|_| !body.has_uses(value)) {
            body.erase(def);
        }
    }
    vm
}

/// The map with dimensions in the place of symbols.
pub fn as_dims(map: &AffineMap) -> AffineMap {
    let dims: Vec<AffineExpr> = (0..map.n_symbols()).map(AffineExpr::dim).collect();
    map.replace_dims_and_symbols(&[], &dims, map.n_symbols(), 0)
}
