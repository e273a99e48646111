//! Private buffers: memory between nests that were fused.

use strata_ir::{affine::AffineExpr, prelude::*};
use strata_memref::AllocOp;

use super::Fusion;
use crate::{
    analysis::{
        access::{Access, access_kind, accessed_memref},
        region::{MemoryRegion, element_bytes},
    },
    loops::redirect::{Part, as_dims},
};

impl Fusion<'_> {
    /// Whether the memory between two nests may be private to the fused one. `escaping` are the memrefs of the source that others see.
    pub(super) fn may_be_private(
        &self,
        b: &Body,
        memref: Value,
        nodes: [usize; 2],
        escaping: &[Value],
        removed: bool,
    ) -> bool {
        let [producer, consumer] = nodes;
        if element_bytes(b.cx(), b.cx().elem_or_self(b.ty(memref))).is_none() {
            return false;
        }
        let stores = self.graph.node(consumer).is_some_and(|n| n.stores_to(b, memref));
        if escaping.contains(&memref) && (removed || stores) {
            return false;
        }
        if self.graph.n_accesses_before(b, producer, memref) > 0 || self.graph.n_outputs(consumer, memref) > 0
        {
            return false;
        }
        !removed || !self.graph.outputs(producer).iter().any(|e| e.value == memref && e.id != consumer)
    }

    /// Makes the accesses of a nest to a memref use a new buffer, of the size that is stored to in an iteration of the
    /// outermost `depth` loops of all. `None`, and
    /// nothing changes, if that size is not known.
    pub(super) fn make_private(
        &self,
        body: &mut Body,
        nest: Op,
        memref: Value,
        depth: usize,
    ) -> Option<Value> {
        let writes =
            |&op: &Op| access_kind(body, op) == Some(true) && accessed_memref(body, op) == Some(memref);
        let store = Access::new(body, body.ops_in(nest).into_iter().find(writes)?)?;
        let region = MemoryRegion::compute(body, &store, depth, None)?;
        let (shape, lower) = region.bounding_shape(body)?;
        let rank = region.constraints.relation.n_dims();
        let symbols: Vec<Value> = region.constraints.values[rank..].iter().copied().collect::<Option<_>>()?;
        let offsets: Vec<AffineExpr> = lower.iter().map(|map| as_dims(map).result(0).clone()).collect();
        let cx = body.cx();
        let old = cx.type_as::<MemRefType>(body.ty(memref))?;
        let bytes = shape.iter().try_fold(element_bytes(cx, old.elem)?, |n, &d| n.checked_mul(d))?;
        let small =
            u64::try_from(bytes).is_ok_and(|n| n <= self.options.local_buf_threshold.saturating_mul(1024));
        let memory_space = match self.options.fast_mem_space {
            Some(space) if small => Some(cx.i64_attr(i64::from(space))),
            _ => old.memory_space,
        };
        let ty =
            cx.ty(MemRefType { shape: shape.as_slice().into(), elem: old.elem, layout: None, memory_space });
        let first = *body.blocks(body.parent_region(nest)?).first()?;
        let (at, loc) = (InsertPoint::at_start(body, first), body.loc(nest));
        let buffer = AllocOp::create(&mut Builder::new(body, at, loc), ty, &[]);
        Part { memref, offsets: &offsets, symbols: &symbols }.redirect(body, buffer, &[nest]);
        Some(buffer)
    }
}
