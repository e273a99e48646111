//! Reductions by any region: all members get the operands of all, as rows of one tensor, and reduce them themselves.
//!
//! After:
//! ```mlir
//! %1:2 = call @strata_meet.call(%x) : (tensor<4xf32>) -> (tensor<2x4xf32>, tensor<i32>)
//! %2 = stablehlo.slice %1#0 [0:1, 0:4] …                     // what the first member brought
//! %3 = stablehlo.slice %1#0 [1:2, 0:4] …
//! %4 = "stablehlo.map"(%2, %3) ({ … }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//! ```
//! The second result of the exchange is the place in the group. Where groups have different sizes, the first result is sized for the largest
//! one, and another result gives the number of members.

use strata_ir::{core::OpDef, prelude::*};
use strata_stablehlo::{self as hlo, infer};

use super::{Emit, Ids, Must};

/// The exchanged operands of all members of a group, stacked in one tensor for each operand, and the position of this process.
pub(super) struct Met {
    stacked: Vec<Value>,
    place: Value,
    size: i64,
    /// The number of members, if it is not `size` in all groups.
    count: Option<Value>,
}

impl Emit<'_, '_> {
    /// The results of a reduction over a group.
    pub(super) fn reduced(&mut self, op: Op, ids: Ids) -> Option<Vec<Value>> {
        let met = self.meet(op, ids)?;
        let sums = self.sums(op, &met)?;
        if op.isa::<hlo::CollectiveReduceOp>(self.b) {
            // The sums are for the first member; the others get zeros.
            let first = self.scalar(0);
            let is_first = self.compare(met.place, first, hlo::ComparisonDirection::Eq);
            return sums.into_iter().map(|sum| self.or_zero(is_first, sum)).collect();
        }
        if op.isa::<hlo::ReduceScatterOp>(self.b) {
            let dim = self.number(op, "scatter_dimension")?;
            return sums.into_iter().map(|sum| self.part(sum, dim, &met)).collect();
        }
        Some(sums)
    }
    fn sizes(&self, v: Value) -> Vec<i64> {
        infer::sizes(self.b.cx(), self.b.ty(v)).to_vec()
    }
    fn tensor(&self, shape: &[i64], like: Value) -> Type {
        self.b.cx().tensor(shape, self.b.cx().elem_or_self(self.b.ty(like)))
    }

    /// Exchanges the operands within the group of this process.
    fn meet(&mut self, op: Op, ids: Ids) -> Option<Met> {
        let groups = self.groups(op, "replica_groups")?;
        let all = match ids {
            Ids::Replica | Ids::Both => self.replicas,
            Ids::Partition => self.partitions,
            Ids::Process => self.replicas * self.partitions,
        };
        let listed = groups.iter().map(Vec::len).max().unwrap_or(all);
        let uneven = groups.iter().any(|g| g.len() != listed);
        if uneven && op.isa::<hlo::ReduceScatterOp>(self.b) {
            return None;
        }
        let size = (listed * if ids == Ids::Both { self.partitions } else { 1 }) as i64;
        let mut config = self.group_config(op, ids, Must::TakePart)?;
        if uneven {
            config.push_str("short=1\n");
        }
        let operands: Vec<Value> = self.b.operands(op).collect();
        let mut types: Vec<Type> = Vec::new();
        for &v in &operands {
            let mut shape = self.sizes(v);
            shape.insert(0, size);
            types.push(self.tensor(&shape, v));
        }
        let number = self.b.cx().tensor(&[], self.b.cx().i32());
        types.extend(std::iter::repeat_n(number, if uneven { 2 } else { 1 }));
        let mut stacked = self.call("strata_meet", config, &operands, &types);
        let place = stacked.pop()?;
        let count = if uneven { stacked.pop() } else { None };
        Some(Met { stacked, place, size, count })
    }
    fn reshape(&mut self, v: Value, shape: &[i64]) -> Value {
        let ty = self.tensor(shape, v);
        self.op::<hlo::ReshapeOp>(&[v], ty, &[])
    }
    /// The operand of member `i`.
    fn member(&mut self, stacked: Value, i: i64) -> Value {
        let sizes = self.sizes(stacked);
        let (mut starts, mut limits) = (vec![0; sizes.len()], sizes.clone());
        (starts[0], limits[0]) = (i, i + 1);
        let mut shape = sizes.clone();
        shape[0] = 1;
        let ty = self.tensor(&shape, stacked);
        let cx = self.b.cx();
        let attrs = [
            ("start_indices", cx.i64_array(&starts)),
            ("limit_indices", cx.i64_array(&limits)),
            ("strides", cx.i64_array(&vec![1; sizes.len()])),
        ];
        let slice = self.op::<hlo::SliceOp>(&[stacked], ty, &attrs);
        self.reshape(slice, &sizes[1..])
    }
    /// The part of this process along a dimension that is split into equal parts.
    fn part(&mut self, v: Value, dim: usize, met: &Met) -> Option<Value> {
        let mut sizes = self.sizes(v);
        if met.size == 0 || *sizes.get(dim)? % met.size != 0 {
            return None;
        }
        sizes[dim] /= met.size;
        let length = self.scalar(i32::try_from(sizes[dim]).ok()?);
        let place_ty = self.b.ty(met.place);
        let start = self.op::<hlo::MulOp>(&[met.place, length], place_ty, &[]);
        let zero = self.scalar(0);
        let mut operands = vec![v];
        operands.extend((0..sizes.len()).map(|d| if d == dim { start } else { zero }));
        let ty = self.tensor(&sizes, v);
        let slice_sizes = self.b.cx().i64_array(&sizes);
        Some(self.op::<hlo::DynamicSliceOp>(&operands, ty, &[("slice_sizes", slice_sizes)]))
    }
    /// The operands of all members, reduced in the order of the group.
    fn sums(&mut self, op: Op, met: &Met) -> Option<Vec<Value>> {
        let region = self.b.regions(op).first().copied();
        let mut sums = Vec::new();
        for (k, &stacked) in met.stacked.iter().enumerate() {
            // A reduction may be computed in a wider type than its operands.
            let wide = match region {
                Some(region) => {
                    let &[block] = self.b.blocks(region) else { return None };
                    let &argument = self.b.block_args(block).first()?;
                    self.b.cx().elem_or_self(self.b.ty(argument))
                }
                None => self.b.cx().elem_or_self(self.b.ty(self.b.result(op, k))),
            };
            let mut sum = None;
            for i in 0..met.size {
                let member = self.member(stacked, i);
                let ty = self.b.cx().tensor(&self.sizes(member), wide);
                let member = match self.b.ty(member) == ty {
                    true => member,
                    false => self.op::<hlo::ConvertOp>(&[member], ty, &[]),
                };
                let next = match (sum, region) {
                    (None, _) => member,
                    (Some(sum), None) => self.op::<hlo::AddOp>(&[sum, member], ty, &[]),
                    (Some(sum), Some(region)) => self.mapped(region, sum, member, ty)?,
                };
                sum = Some(match (met.count, sum) {
                    (Some(count), Some(sum)) => {
                        let number = self.scalar(i32::try_from(i).ok()?);
                        let there = self.compare(number, count, hlo::ComparisonDirection::Lt);
                        self.op::<hlo::SelectOp>(&[there, next, sum], ty, &[])
                    }
                    _ => next,
                });
            }
            sums.push(sum?);
        }
        Some(sums)
    }
    /// Applies the computation of a region to the elements of two tensors.
    fn mapped(&mut self, region: Region, x: Value, y: Value, ty: Type) -> Option<Value> {
        let &[block] = self.b.blocks(region) else { return None };
        let dims: Vec<i64> = (0..self.sizes(x).len() as i64).collect();
        let mut state = OpState::new(<hlo::MapOp as OpDef>::info(), self.b.cur_loc());
        state.operands.extend([x, y]);
        state.result_types.push(ty);
        state.set_attr(self.b.cx(), "dimensions", self.b.cx().i64_array(&dims));
        let computation = self.b.body().new_region();
        state.regions.push(computation);
        let op = self.b.build(state);
        let params: Vec<Type> = self.b.block_args(block).iter().map(|&v| self.b.ty(v)).collect();
        let made = self.b.body().add_block(computation, &params);
        let mut map = IdMap::new();
        for (from, to) in self.b.block_args(block).to_vec().into_iter().zip(self.b.block_args(made).to_vec())
        {
            map.map(from, to);
        }
        let ops: Vec<Op> = self.b.block_ops(block).collect();
        self.b.in_block(made, |b| {
            for op in ops {
                let copy = b.clone_op(op, &mut map);
                b.insert_op(copy);
            }
        });
        Some(self.b.result(op, 0))
    }
    fn scalar(&mut self, n: i32) -> Value {
        let cx = self.b.cx();
        let ty = cx.tensor(&[], cx.i32());
        let value = cx.splat_bytes(ty, &n.to_le_bytes());
        self.op::<hlo::ConstantOp>(&[], ty, &[("value", value)])
    }
    fn compare(&mut self, x: Value, y: Value, direction: hlo::ComparisonDirection) -> Value {
        let cx = self.b.cx();
        let ty = cx.tensor(&[], cx.i1());
        let direction = cx.attr(direction);
        self.op::<hlo::CompareOp>(&[x, y], ty, &[("comparison_direction", direction)])
    }
    /// A tensor if a condition holds, else zeros.
    fn or_zero(&mut self, condition: Value, v: Value) -> Option<Value> {
        let ty = self.b.ty(v);
        let elem = self.b.cx().elem_or_self(ty);
        let bytes = vec![0; strata_ir::core::element_bytes(self.b.cx(), elem)?];
        let zeros = self.b.cx().splat_bytes(ty, &bytes);
        let zeros = self.op::<hlo::ConstantOp>(&[], ty, &[("value", zeros)]);
        Some(self.op::<hlo::SelectOp>(&[condition, v, zeros], ty, &[]))
    }
}
