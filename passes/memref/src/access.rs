//! A uniform reading of ops that access elements of a buffer: which operands are the buffer and the indices.

use strata_affine::ValueMap;
use strata_ir::{affine::AffineMap, prelude::*};
use strata_passes_analysis::affine_size::composed_apply;
use strata_tensor::MixedIndex;

/// The part of the buffer that is accessed at the indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One element, whose indices are within the bounds.
    Element,
    /// Consecutive elements, of which the first may be beyond the bounds.
    Vector,
    /// Elements along the dimensions that a permutation map names.
    Transfer,
    /// Elements that are copied between buffers.
    Copy,
}

/// The ops and their groups of operands: the buffer, the indices.
const OPS: [(&str, usize, usize, Kind); 13] = [
    ("affine.load", 0, 1, Kind::Element),
    ("affine.store", 1, 2, Kind::Element),
    ("memref.load", 0, 1, Kind::Element),
    ("memref.store", 1, 2, Kind::Element),
    ("nvgpu.device_async_copy", 2, 3, Kind::Copy),
    ("nvgpu.device_async_copy", 0, 1, Kind::Copy),
    ("nvgpu.ldmatrix", 0, 1, Kind::Copy),
    ("vector.load", 0, 1, Kind::Vector),
    ("vector.maskedload", 0, 1, Kind::Vector),
    ("vector.maskedstore", 0, 1, Kind::Vector),
    ("vector.store", 1, 2, Kind::Vector),
    ("vector.transfer_read", 0, 1, Kind::Transfer),
    ("vector.transfer_write", 1, 2, Kind::Transfer),
];

/// An access to a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The op.
    pub op: Op,
    /// The part that it accesses.
    pub kind: Kind,
    /// The buffer.
    pub memref: Value,
    memref_group: usize,
    index_group: usize,
}

impl Access {
    /// The accesses of an op to buffers, sources first.
    pub fn all(b: &Body, op: Op) -> impl Iterator<Item = Self> {
        let name = b.op_name(op);
        let rows = OPS.iter().filter(move |row| row.0 == name);
        rows.filter_map(move |&(_, memref_group, index_group, kind)| {
            let memref = b.operand(op, b.operand_group(op, memref_group).next()?);
            b.cx().type_as::<MemRefType>(b.ty(memref))?;
            Some(Self { op, kind, memref, memref_group, index_group })
        })
    }
    /// Whether the op is one of `affine`, whose indices are the results of a map.
    pub fn is_affine(&self, b: &Body) -> bool {
        b.op_name(self.op).starts_with("affine.")
    }
    /// The group of operands that the indices are or are computed from.
    pub fn index_group(&self) -> usize {
        self.index_group
    }
    /// The operands that the indices are or are computed from.
    pub fn operands(&self, b: &Body) -> Vec<Value> {
        b.operand_group(self.op, self.index_group).map(|i| b.operand(self.op, i)).collect()
    }
    /// The indices; those of affine accesses are computed.
    pub fn indices(&self, rw: &mut Rewriter<'_>) -> Option<Vec<Value>> {
        let operands = self.operands(rw);
        if !self.is_affine(rw) {
            return Some(operands);
        }
        let map = &rw.cx().attr_as::<AffineMapAttr>(rw.attr(self.op, "map")?)?.0;
        let vm = ValueMap::new(map.clone(), operands);
        let operands: Vec<MixedIndex> = vm.operands.iter().copied().map(MixedIndex::Value).collect();
        let results = 0..vm.map.n_results();
        results.map(|i| composed_apply(rw, &vm.map.sub_map(&[i]), &operands)?.materialize(rw)).collect()
    }
    /// Makes the op access another buffer at other indices.
    pub fn redirect(&self, rw: &mut Rewriter<'_>, memref: Value, indices: &[Value]) {
        let cx = rw.cx();
        let old = rw.operand_group(self.op, self.index_group).map(|i| rw.operand(self.op, i));
        let defs: Vec<Op> = old.chain([self.memref]).filter_map(|v| rw.def_op(v)).collect();
        if self.is_affine(rw) {
            let map = AffineMap::identity(indices.len() as u32);
            rw.body().set_attr(self.op, "map", Some(cx.affine_map_attr(map)));
        }
        rw.body().set_operand_group(self.op, self.index_group, indices);
        rw.body().set_operand_group(self.op, self.memref_group, &[memref]);
        rw.touch(self.op);
        defs.into_iter().for_each(|def| rw.touch(def));
    }
    /// The number of dimensions of the vector that a vector access reads or writes.
    pub fn vector_rank(&self, b: &Body) -> usize {
        let types = b.operand_types(self.op).chain(b.result_types(self.op));
        let ranks = types.filter_map(|ty| b.cx().type_as::<VectorType>(ty).map(|v| v.shape.len()));
        ranks.max().unwrap_or(0)
    }
    /// For each dimension of the vector of a transfer, whether it is within the bounds.
    pub fn in_bounds(&self, b: &Body) -> Vec<bool> {
        let list = b.attr(self.op, "in_bounds").and_then(|a| b.cx().attr_as::<ArrayAttr>(a));
        list.map_or_else(Vec::new, |list| {
            list.0.iter().map(|&a| b.cx().attr_i64(a).is_some_and(|v| v != 0)).collect()
        })
    }
    /// The permutation map of a transfer.
    pub fn transfer_map(&self, b: &Body) -> Option<AffineMap> {
        Some(b.cx().attr_as::<AffineMapAttr>(b.attr(self.op, "permutation_map")?)?.0.clone())
    }
    /// Changes the permutation map of a transfer.
    pub fn set_transfer_map(&self, rw: &mut Rewriter<'_>, map: AffineMap) {
        let attr = rw.cx().affine_map_attr(map);
        rw.body().set_attr(self.op, "permutation_map", Some(attr));
    }
}
