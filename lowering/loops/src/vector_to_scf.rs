//! `convert-vector-to-scf`: splits transfers of multi-dimensional vectors into transfers of rows, and lowers those that do not access
//! memory along the last dimension to loops over scalars.
//!
//! Before:
//! ```mlir
//! %0 = vector.transfer_read %m[%i, %j], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
//! ```
//! After:
//! ```mlir
//! %0 = vector.broadcast %p : f32 to vector<2x4xf32>
//! %1 = vector.transfer_read %m[%i, %j], %p {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
//! %2 = vector.insert %1, %0 [0] : vector<4xf32> into vector<2x4xf32>
//! %3 = arith.addi %i, %c1 : index
//! %4 = vector.transfer_read %m[%3, %j], %p {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
//! %5 = vector.insert %4, %2 [1] : vector<4xf32> into vector<2x4xf32>
//! ```
//! Leading dimensions are unrolled, up to `unroll_ops` rows. A row that may be outside of the memref is transferred under a condition.

use strata_arith::{AddIOp, CmpIPredicate, constant_index};
use strata_ir::{affine::AffineMap, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::index_arith::compare;
use strata_tensor::MixedIndex;
use strata_vector::{BroadcastOp, ExtractOp, InsertOp, TransferReadOp, TransferWriteOp};

use crate::named;

/// Lower the operations from the vector dialect into the SCF dialect.
#[pass(name = "convert-vector-to-scf", each_body)]
pub struct ConvertVectorToScf;

impl BodyPass for ConvertVectorToScf {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(convert_vector_to_scf(body)?)
    }
}

/// Lowers the transfers of `body`, but not those of its children. Transfers of tensors are unchanged.
pub fn convert_vector_to_scf(body: &mut Body) -> Result<(), Vec<Diagnostic>> {
    let mut todo = body.all_ops();
    todo.retain(|op| op.isa::<TransferReadOp>(body) || op.isa::<TransferWriteOp>(body));
    let mut errors = Vec::new();
    for op in todo {
        let mut work = vec![op];
        let mut rows = 0u64;
        while let Some(op) = work.pop() {
            let (loc, name) = (body.loc(op), body.op_name(op).to_owned());
            rows += 1;
            let done = if rows > u64::from(body.cx().limits().unroll_ops) {
                Err("it has more rows than the limit unroll_ops".to_owned())
            } else {
                lower(body, op, &mut work)
            };
            if let Err(message) = done {
                errors.push(Diagnostic::error(
                    loc,
                    format!("'{name}' op cannot be lowered to loops: {message}"),
                ));
                break;
            }
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// A transfer in either direction.
struct Transfer {
    op: Op,
    base: Value,
    indices: SmallVec<[Value; 4]>,
    map: AffineMap,
    in_bounds: Vec<bool>,
    ty: VectorType,
    /// The padding of a read transfer.
    padding: Option<Value>,
    /// The vector of a write transfer.
    value: Option<Value>,
    /// The mask of the transferred elements.
    mask: Option<Value>,
}

impl Transfer {
    fn from_op(b: &Body, op: Op) -> Option<Self> {
        let (base, indices, padding, value, mask): (_, SmallVec<[Value; 4]>, _, _, _) =
            if let Some(o) = op.as_op::<TransferReadOp>(b) {
                (o.base(b), o.indices(b).collect(), Some(o.padding(b)), None, o.mask(b))
            } else {
                let o = op.as_op::<TransferWriteOp>(b)?;
                (o.base(b), o.indices(b).collect(), None, Some(o.value_to_store(b)), o.mask(b))
            };
        let cx = b.cx();
        let map = cx.attr_as::<AffineMapAttr>(b.attr(op, "permutation_map")?)?.0.clone();
        let bounds = &cx.attr_as::<ArrayAttr>(b.attr(op, "in_bounds")?)?.0;
        let in_bounds = bounds.iter().map(|&a| a == cx.bool_attr(true)).collect();
        let vector = value.unwrap_or_else(|| b.result(op, 0));
        let ty = cx.type_as::<VectorType>(b.ty(vector))?.clone();
        Some(Self { op, base, indices, map, in_bounds, ty, padding, value, mask })
    }
    /// Whether the leading dimension of the vector is the first one of the mask, or not in the mask. The dimensions of a mask are those
    /// memref dimensions that the vector has, in the order of the memref.
    fn has_leading_mask(&self) -> bool {
        let rest = self.map.results().iter().filter_map(|e| e.as_dim());
        self.map.result(0).as_dim().is_none_or(|first| rest.min() == Some(first))
    }
    /// The mask of row `i`, or the mask bit of element `i`, and whether it is a bit.
    fn mask_of(&self, b: &mut Builder<'_>, i: MixedIndex) -> (Option<Value>, bool) {
        let Some(mask) = self.mask else { return (None, false) };
        let broadcast = self.map.result(0).as_dim().is_none();
        let mask = match (broadcast, self.ty.shape.len()) {
            (false, _) => ExtractOp::create(b, mask, &[i]),
            // A vector that is the broadcast of one element has a mask of one bit.
            (true, 1) => ExtractOp::create(b, mask, &[MixedIndex::Static(0)]),
            (true, _) => mask,
        };
        (Some(mask), b.ty(mask) == b.cx().i1())
    }
    /// The indices of row `i` (of the first one if `None`), and whether the row is inside of the base, unless that is known.
    fn row(
        &self,
        b: &mut Builder<'_>,
        i: Option<Value>,
    ) -> Result<(SmallVec<[Value; 4]>, Option<Value>), String> {
        let mut indices = self.indices.clone();
        let Some(dim) = self.map.result(0).as_dim() else {
            // A broadcast dimension: all rows are equal.
            return Ok((indices, None));
        };
        let dim = dim as usize;
        let index = indices.get_mut(dim).ok_or("its map has more dimensions than the memref")?;
        if let Some(i) = i {
            *index = AddIOp::build(b, *index, i, None);
        }
        let index = *index;
        if self.in_bounds.first() == Some(&true) {
            return Ok((indices, None));
        }
        let shape = b.cx().shaped(b.ty(self.base)).and_then(|s| s.shape).unwrap_or(&[]);
        let size = match shape.get(dim) {
            Some(&DYNAMIC) => {
                let (number, ty) = (constant_index(b, dim as i64), b.cx().index());
                let op = named::create(b, "memref.dim", [self.base, number], Some(ty), &[])?;
                b.result(op, 0)
            }
            Some(&n) => constant_index(b, n),
            None => return Err("its map has more dimensions than the memref".into()),
        };
        let inside = compare(b, CmpIPredicate::Sgt, size, index);
        Ok((indices, Some(inside)))
    }
}

fn lower(body: &mut Body, op: Op, work: &mut Vec<Op>) -> Result<(), String> {
    let t = Transfer::from_op(body, op).ok_or("it is not a valid transfer")?;
    let rank = t.ty.shape.len();
    let is_memref = body.cx().type_as::<MemRefType>(body.ty(t.base)).is_some();
    if !is_memref || rank == 0 || (rank == 1 && t.map.is_minor_identity()) {
        return Ok(());
    }
    if t.mask.is_some() && !t.has_leading_mask() {
        return Err("masks of transfers that permute dimensions are not supported".into());
    }
    if t.ty.scalable.first() == Some(&true) {
        return Err("a scalable dimension cannot be unrolled".into());
    }
    let cx = body.cx();
    let elem_is_vector = cx.type_as::<VectorType>(cx.elem_or_self(body.ty(t.base))).is_some();
    if t.map.n_results() != rank || elem_is_vector {
        return Err("transfers of memrefs of vectors are not supported".into());
    }
    let mut b = Builder::before(body, op);
    if rank == 1 {
        scalars(&mut b, &t)?
    } else {
        rows(&mut b, &t, work)?
    };
    Ok(())
}

/// Replaces the op with the assembled vector, if it has a result.
fn finish(b: &mut Builder<'_>, t: &Transfer, vector: Option<Value>) {
    if let (Some(new), [old]) = (vector, b.results(t.op)) {
        let old = *old;
        b.replace_all_uses(old, new);
    }
    b.erase(t.op);
}

/// Emits `f` under a condition; the value is `otherwise` if the condition does not hold.
fn conditional(
    b: &mut Builder<'_>,
    condition: Option<Value>,
    otherwise: Option<Value>,
    f: &mut dyn FnMut(&mut Builder<'_>) -> Result<Option<Value>, String>,
) -> Result<Option<Value>, String> {
    let Some(condition) = condition else { return f(b) };
    let types: SmallVec<[Type; 1]> = otherwise.iter().map(|&v| b.ty(v)).collect();
    let op = strata_scf::IfOp::build(b, condition, &types);
    b.region_block(op.op(), 0, &[], |b, _| {
        let value = f(b)?;
        strata_scf::YieldOp::build(b, value.as_slice());
        Ok::<(), String>(())
    })?;
    if otherwise.is_some() {
        b.region_block(op.op(), 1, &[], |b, _| {
            strata_scf::YieldOp::build(b, otherwise.as_slice());
        });
    }
    Ok(b.results(op.op()).first().copied())
}

/// The conjunction of two optional conditions.
fn both(b: &mut Builder<'_>, x: Option<Value>, y: Option<Value>) -> Option<Value> {
    match (x, y) {
        (Some(x), Some(y)) => Some(strata_arith::AndIOp::build(b, x, y)),
        (x, y) => x.or(y),
    }
}

/// Emits one transfer for each index of the leading dimension.
fn rows(b: &mut Builder<'_>, t: &Transfer, work: &mut Vec<Op>) -> Result<(), String> {
    let cx = b.cx_arc().clone();
    let whole = cx.ty(t.ty.clone());
    let row_ty = cx.ty(VectorType {
        shape: t.ty.shape[1..].into(),
        scalable: t.ty.scalable.get(1..).unwrap_or(&[]).into(),
        elem: t.ty.elem,
    });
    if t.ty.shape[0] > i64::from(cx.limits().unroll_ops) {
        return Err("it has more rows than the limit unroll_ops".into());
    }
    let map = t.map.drop_results(|i| i == 0);
    let bounds = t.in_bounds.get(1..).unwrap_or(&[]).iter().map(|&x| cx.bool_attr(x)).collect();
    let bounds = cx.array_attr(bounds);
    let mut acc = t.padding.map(|p| BroadcastOp::build(b, p, whole));
    for i in 0..t.ty.shape[0] {
        let number = (i != 0).then(|| constant_index(b, i));
        let (indices, inside) = t.row(b, number)?;
        let at = cx.i64_array(&[i]);
        let (mask, is_bit) = t.mask_of(b, MixedIndex::Static(i));
        let inside = both(b, inside, mask.filter(|_| is_bit));
        let mask = mask.filter(|_| !is_bit);
        acc = conditional(b, inside, acc, &mut |b| match (t.padding, acc, t.value) {
            (Some(padding), Some(acc), _) => {
                let map = cx.affine_map_attr(map.clone());
                let row = TransferReadOp::build(b, t.base, &indices, map, padding, mask, bounds, row_ty);
                work.extend(b.def_op(row));
                Ok(Some(InsertOp::build(b, row, acc, &[], at)))
            }
            (_, _, Some(value)) => {
                let row = ExtractOp::build(b, value, &[], at, row_ty);
                let map = cx.affine_map_attr(map.clone());
                work.push(TransferWriteOp::build(b, row, t.base, &indices, map, mask, bounds, &[]).op());
                Ok(None)
            }
            _ => Err("it has neither a padding nor a vector".into()),
        })?;
    }
    finish(b, t, acc);
    Ok(())
}

/// Emits a loop over the elements of a one-dimensional vector.
fn scalars(b: &mut Builder<'_>, t: &Transfer) -> Result<(), String> {
    let cx = b.cx_arc().clone();
    let whole = cx.ty(t.ty.clone());
    let init = t.padding.map(|p| BroadcastOp::build(b, p, whole));
    let (zero, size, one) = (constant_index(b, 0), constant_index(b, t.ty.shape[0]), constant_index(b, 1));
    let types: SmallVec<[Type; 1]> = init.iter().map(|_| whole).collect();
    let op = strata_scf::ForOp::build(b, zero, size, one, init.as_slice(), None, &types);
    let args: SmallVec<[Type; 2]> = std::iter::once(cx.index()).chain(types).collect();
    let at = cx.i64_array(&[DYNAMIC]);
    b.region_block(op.op(), 0, &args, |b, block| {
        let (iv, acc) = (b.block_args(block)[0], b.block_args(block).get(1).copied());
        let (indices, inside) = t.row(b, Some(iv))?;
        let mask = t.mask_of(b, MixedIndex::Value(iv)).0;
        let inside = both(b, inside, mask);
        let value = conditional(b, inside, acc, &mut |b| match (acc, t.value) {
            (Some(acc), _) => {
                let element = named::load(b, t.base, &indices)?;
                Ok(Some(InsertOp::build(b, element, acc, &[iv], at)))
            }
            (None, Some(value)) => {
                let element = ExtractOp::build(b, value, &[iv], at, t.ty.elem);
                named::store(b, element, t.base, &indices)?;
                Ok(None)
            }
            _ => Err("it has neither a padding nor a vector".into()),
        })?;
        strata_scf::YieldOp::build(b, value.as_slice());
        Ok::<(), String>(())
    })?;
    let result = b.results(op.op()).first().copied();
    finish(b, t, result);
    Ok(())
}
