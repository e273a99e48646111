//! Memory of twice the size, of whose halves the iterations of a loop use one in turn.

use strata_affine::{
    ApplyOp, DmaStartOp, DmaWaitOp, ForOp, LoadOp, PrefetchOp, StoreOp, ValueMap, VectorLoadOp, VectorStoreOp,
};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_memref::{AllocOp, AllocaOp, DeallocOp, DimOp};

use crate::loops::redirect::composed;

/// Replaces a memref in a loop by one with a further dimension of size 2, which is allocated before the loop and freed behind it. `None`, with the
/// memref as it was, if an op in the loop uses it otherwise than by an affine access; the new memory then stays unused, as upstream.
pub fn double_buffer(body: &mut Body, for_op: ForOp, memref: Value) -> Option<()> {
    let cx = body.cx_arc().clone();
    let ty = cx.type_as::<MemRefType>(body.ty(memref))?;
    let shape = std::iter::once(2).chain(ty.shape.iter().copied()).collect();
    let doubled = cx.ty(MemRefType { shape, layout: None, ..ty.clone() });
    let iv = for_op.induction_var(body)?;
    let half = AffineExpr::dim(0).floor_div(for_op.step_value(body)).modulo(2);

    let mut b = Builder::before(body, for_op.op());
    let mut sizes = Vec::new();
    for (d, _) in ty.shape.iter().enumerate().filter(|&(_, &size)| size == DYNAMIC) {
        sizes.push(size(&mut b, memref, d)?);
    }
    let new = AllocOp::create(&mut b, doubled, &sizes);
    let (block, loc) = (for_op.region_block(&b), b.cur_loc());
    let start = InsertPoint::at_start(&b, block);
    b.goto(start);
    let half = ApplyOp::create(&mut b, AffineMap::new(1, 0, vec![half]), &[iv]);

    let mut users: Vec<Op> = Vec::new();
    for user in body.users(memref) {
        if body.is_ancestor(for_op.op(), user) && !user.isa::<DeallocOp>(body) && !users.contains(&user) {
            users.push(user);
        }
    }
    let accesses: Option<Vec<Access>> = users.iter().map(|&op| Access::new(body, op, memref)).collect();
    let Some(accesses) = accesses else {
        body.def_op(half).into_iter().for_each(|op| body.erase(op));
        return None;
    };
    accesses.into_iter().for_each(|access| access.redirect(body, new, half));
    let at = InsertPoint::after(body, for_op.op());
    DeallocOp::build(&mut Builder::new(body, at, loc), new);
    Some(())
}

/// The size of a dynamic dimension. The number of the dimension becomes a constant also where the size is known from the allocation, as upstream.
fn size(b: &mut Builder<'_>, memref: Value, d: usize) -> Option<Value> {
    let sizes = if let Some(alloc) = b.def_as::<AllocOp>(memref) {
        alloc.mixed_sizes(b)
    } else if let Some(alloca) = b.def_as::<AllocaOp>(memref) {
        alloca.mixed_sizes(b)
    } else {
        return DimOp::create_or_fold(b, memref, d)?.materialize(b);
    };
    strata_arith::constant_index(b, d as i64);
    sizes.get(d)?.value()
}

/// An affine access of an op to a memref.
struct Access {
    op: Op,
    /// The number of the operand that is the memref.
    position: usize,
    /// The attribute with the map of its indices, which are the operands behind it.
    attr: &'static str,
    indices: ValueMap,
}

impl Access {
    /// The only access of an op to a memref that it uses only so.
    fn new(b: &Body, op: Op, memref: Value) -> Option<Self> {
        let writes = op.isa::<StoreOp>(b) || op.isa::<VectorStoreOp>(b);
        let reads = op.isa::<LoadOp>(b) || op.isa::<VectorLoadOp>(b) || op.isa::<PrefetchOp>(b);
        let attrs: &[&'static str] = if op.isa::<DmaStartOp>(b) {
            &["src_map", "dst_map", "tag_map"]
        } else if op.isa::<DmaWaitOp>(b) {
            &["tag_map"]
        } else if reads || writes {
            &["map"]
        } else {
            return None;
        };
        let mut position = usize::from(writes);
        let mut found = None;
        for &attr in attrs {
            let map = b.attr(op, attr).and_then(|a| b.cx().attr_as::<AffineMapAttr>(a))?.0.clone();
            let n = map.n_inputs() as usize;
            if b.operands(op).nth(position)? == memref {
                let indices = ValueMap::new(map, b.operands(op).skip(position + 1).take(n));
                found = Some(Self { op, position, attr, indices });
            }
            position += 1 + n;
        }
        found.filter(|_| b.operands(op).filter(|&v| v == memref).count() == 1)
    }

    /// Makes the op access the half of `new` with the number `half`.
    fn redirect(self, body: &mut Body, new: Value, half: Value) {
        let (op, old) = (self.op, self.indices);
        let mut made = Vec::new();
        // The map is composed of ops, which are erased again, so that operands are in the order in which ops have them.
        let indices = if old.map.is_identity() && old.map.n_symbols() == 0 {
            old.operands.clone()
        } else {
            made = ApplyOp::of_each_result(&mut Builder::before(body, op), &old.map, &old.operands);
            made.clone()
        };
        let indices: Vec<Value> = std::iter::once(half).chain(indices).collect();
        let vm = composed(body, indices, made);
        let before: Vec<Value> = body.operands(op).take(self.position).collect();
        let after: Vec<Value> = body.operands(op).skip(self.position + 1 + old.operands.len()).collect();
        let operands: Vec<Value> = before.into_iter().chain([new]).chain(vm.operands).chain(after).collect();
        let map = body.cx().affine_map_attr(vm.map);
        body.set_operands(op, &operands);
        body.set_attr(op, self.attr, Some(map));
    }
}
