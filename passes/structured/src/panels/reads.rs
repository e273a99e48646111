//! Contractions that read a buffer through views of it, and their form over panels of the buffer.

use strata_arith::{AddIOp, MulIOp, SubIOp};
use strata_ir::{core::attrs::element_bytes, prelude::*};
use strata_memref::{CollapseShapeOp, SubViewOp, layout};
use strata_passes_analysis::buffer_layout::is_bare;
use strata_scf::ForOp;
use strata_tensor::{MixedIndex, OffsetSizeStride};

use super::{
    Packing, Roles,
    blocking::Machine,
    emit,
    order::{Packed, PanelOrder},
};
use crate::vectorize::contract::loop_nest::Nest;

/// A contraction that reads a buffer through views of it.
pub(super) struct PackedRead {
    /// The function that it is in.
    pub function: Op,
    op: Op,
    /// The buffer.
    source: Value,
    /// The view that the contraction reads, or the buffer itself.
    pub view: Value,
    /// Where the view begins in each dimension of the buffer: sums.
    offsets: Vec<Vec<MixedIndex>>,
    /// The panels that the contraction would read.
    pub order: PanelOrder,
}

/// The shape of a buffer that is contiguous in row-major order.
pub(super) fn row_major_shape(body: &Body, v: Value) -> Option<Vec<i64>> {
    let ty = body.ty(v);
    let memref = body.cx().type_as::<MemRefType>(ty).filter(|_| is_bare(body.cx(), ty))?;
    Some(memref.shape.to_vec())
}

/// The contractions that read a buffer through `user`, if nothing else reads it there.
pub(super) fn contractions(
    body: &Body,
    function: Op,
    source: Value,
    user: Op,
    machine: Machine,
) -> Option<Vec<PackedRead>> {
    let shape = row_major_shape(body, source)?;
    let mut found = Vec::new();
    let mut open: Vec<(Op, Value, Vec<Vec<MixedIndex>>)> =
        vec![(user, source, vec![Vec::new(); shape.len()])];
    while let Some((op, view, offsets)) = open.pop() {
        let next = if let Some(part) = op.as_op::<SubViewOp>(body) {
            // Parts of parts are followed as long as dimensions stay what they are.
            let rank = body.cx().shaped(body.ty(part.source(body)))?.rank()?;
            if rank != shape.len() || part.mixed_strides(body).iter().any(|s| s.as_static() != Some(1)) {
                return None;
            }
            let added = part.mixed_offsets(body);
            let mut offsets = offsets;
            offsets.iter_mut().zip(added).for_each(|(all, n)| all.push(n));
            (part.result(body), offsets)
        } else if op.isa::<CollapseShapeOp>(body) && view != source {
            (body.result(op, 0), offsets)
        } else {
            let packing = Packing::for_op(body, op, machine)?;
            let Roles { shared, pair, .. } = packing.roles;
            let makes_pairs = packing.regroups;
            let converts = packing.product.casts[shared].is_some() && !makes_pairs;
            let reads = packing.operands[shared] == view && packing.operands[1 - shared] != view;
            if !reads || (pair.is_some() && !makes_pairs) || converts || packing.operands[2] == view {
                return None;
            }
            let order = panel_order(body, &packing, &shape, machine)?;
            let aligned = offsets[order.lanes].iter().all(|&n| is_multiple(body, n, order.nr, DEPTH));
            let is_whole = order.steps.iter().all(|&d| offsets[d].iter().all(|n| n.as_static() == Some(0)));
            if !aligned || !is_whole {
                return None;
            }
            found.push(PackedRead { function, op, source, view, offsets, order });
            continue;
        };
        let (view, offsets) = next;
        open.extend(body.users(view).map(|user| (user, view, offsets.clone())));
    }
    Some(found)
}

/// The panels in which a contraction reads a buffer of this shape.
fn panel_order(body: &Body, packing: &Packing, shape: &[i64], machine: Machine) -> Option<PanelOrder> {
    let Packing { nest, roles, .. } = packing;
    let elem = body.cx().elem_or_self(body.ty(packing.operands[roles.shared]));
    let bytes = i64::try_from(element_bytes(body.cx(), elem)?).ok()?;
    let mut strides = layout::row_major(shape);
    let mut shape = shape.to_vec();
    let group = match roles.pair {
        Some(pair) => {
            let apart = nest.loops[pair].strides[roles.shared];
            let d = (0..shape.len()).find(|&d| shape[d] > 1 && strides[d] == apart)?;
            (shape[d], strides[d]) = (shape[d] / nest.group, apart * nest.group);
            (nest.group, apart)
        }
        None => (1, 0),
    };
    let places = (&shape[..], &strides[..]);
    // Each loop runs along one dimension, and along all of it where it is summed.
    let lanes = dim(places, nest, roles, roles.lanes)?;
    let steps: Vec<usize> =
        roles.reductions.iter().map(|&l| dim(places, nest, roles, l)).collect::<Option<_>>()?;
    let along: Vec<usize> =
        roles.batch.iter().map(|&l| dim(places, nest, roles, l)).collect::<Option<_>>()?;
    let mut used: Vec<usize> = steps.iter().chain(&along).copied().chain([lanes]).collect();
    used.sort_unstable();
    used.dedup();
    let whole = steps.iter().zip(&roles.reductions).all(|(&d, &l)| nest.loops[l].size == shape[d]);
    if used.len() != 1 + steps.len() + along.len() || nest.starts[roles.shared] != 0 || !whole {
        return None;
    }
    let batch = (0..shape.len()).filter(|d| *d != lanes && !steps.contains(d)).collect();
    let sizes = machine.blocking(bytes * group.0);
    Some(PanelOrder {
        lanes,
        steps,
        batch,
        nr: sizes.nr,
        group,
        depth: sizes.steps(nest, roles)?,
        shape,
        strides,
    })
}

/// The dimension of a buffer that a loop runs along.
fn dim((shape, strides): (&[i64], &[i64]), nest: &Nest, roles: &Roles, l: usize) -> Option<usize> {
    let is_it = |d: &usize| shape[*d] > 1 && strides[*d] == nest.loops[l].strides[roles.shared];
    (0..shape.len()).find(is_it).filter(|&d| nest.loops[l].size <= shape[d])
}

/// How far back the definition of an offset is followed.
const DEPTH: usize = 8;

/// Whether a number is known to be a multiple of `n`.
fn is_multiple(body: &Body, number: MixedIndex, n: i64, depth: usize) -> bool {
    if let Some(number) = number.constant(body) {
        return number % n == 0;
    }
    let MixedIndex::Value(v) = number else { return false };
    let of = |v: Value| depth > 0 && is_multiple(body, v.into(), n, depth - 1);
    let Some(op) = body.def_op(v) else {
        // The number of an iteration, from where the loop begins on and in steps.
        let Some(parent) = body.def_block(v).and_then(|block| body.block_parent_op(block)) else {
            return false;
        };
        let Some(scf) = parent.as_op::<ForOp>(body) else { return false };
        return scf.induction_var(body) == v && of(scf.lower_bound(body)) && of(scf.step(body));
    };
    let mut operands = body.operands(op);
    if op.isa::<MulIOp>(body) {
        return operands.any(of);
    }
    (op.isa::<AddIOp>(body) || op.isa::<SubIOp>(body)) && operands.all(of)
}

impl PackedRead {
    /// The contraction.
    pub fn op(&self) -> Op {
        self.op
    }

    /// Elements of the view that the contraction reads.
    pub fn elements(&self, body: &Body) -> Option<i64> {
        body.cx().shaped(body.ty(self.view)).and_then(|s| i64::try_from(s.num_elements()?).ok())
    }

    /// The buffer.
    pub fn source(&self) -> Value {
        self.source
    }

    /// Replaces the contraction by one over `panels`, which may be the buffer itself if it is to hold them, and removes the views that it read the buffer
    /// through.
    pub fn replace(&self, body: &mut Body, machine: Machine, panels: Value) -> Option<()> {
        let mut packing = Packing::for_op(body, self.op, machine)?;
        let PanelOrder { shape, strides: places, lanes, batch, .. } = &self.order;
        let (strides, _) = self.order.batches()?;
        let numbers = |d: usize| self.offsets[d].iter().copied();
        let start = batch.iter().zip(&strides).flat_map(|(&d, &s)| numbers(d).map(move |n| (n, s))).collect();
        let of_loop = |&l: &usize| {
            let d = dim((shape, places), &packing.nest, &packing.roles, l)?;
            Some((l, strides[batch.iter().position(|&b| b == d)?]))
        };
        let batches = packing.roles.batch.iter().map(of_loop).collect::<Option<_>>()?;
        let columns = numbers(*lanes).collect();
        let step = self.order.step()?;
        packing.packed = Some(Packed { base: panels, start, columns, batches, step });
        emit::emit(body, self.op, &packing, machine)?;
        body.erase(self.op);
        let mut view = self.view;
        while view != self.source
            && body.users(view).next().is_none()
            && let Some(op) = body.def_op(view)
        {
            view = body.operand(op, 0);
            body.erase(op);
        }
        Some(())
    }
}
