//! Ops in which several devices take part.

use strata_ir::{core::symbols::SymbolScope, prelude::*};

use crate::facts::*;

use super::{groups, pairwise};
use crate::{ChannelHandle, constraints::*, infer};

/// Combines the values of the members of a group.
#[op(
    name = "stablehlo.all_reduce",
    facts = [External, Folds],
    traits = [SingleBlock],
    interfaces = [InferTypes, Verify, VerifyRegions, VerifySymbolUses],
)]
pub struct AllReduceOp {
    /// The values of this device.
    pub operands: Variadic<HloTensor>,
    /// The groups.
    pub replica_groups: Attr<ReplicaGroups>,
    /// The channel.
    pub channel_handle: OptAttr<ChannelHandle>,
    /// Whether groups are of device numbers.
    pub use_global_device_ids: OptAttr<UnitAttr>,
    /// How two values are combined.
    pub computation: SingleBlockRegion,
    /// The combined values.
    pub results: VariadicRes<HloTensor>,
}

impl InferTypes for AllReduceOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        // all_reduce_c6, all_reduce_c7
        Ok(reduced(b, self.op(), &self.operands(b).map(|v| b.ty(v)).collect::<Vec<_>>()))
    }
}

/// Types with the elements that the computation of an op returns; as upstream, without bounds.
fn reduced(b: &Body, op: Op, types: &[Type]) -> SmallVec<[Type; 2]> {
    let returned = b.regions(op).first().and_then(|&r| super::control::returned(b, r).first().copied());
    let elem = |t| b.cx().elem_or_self(returned.unwrap_or(t));
    types.iter().map(|&t| b.cx().tensor(crate::infer::sizes(b.cx(), t), elem(t))).collect()
}

/// A type with another size along a dimension; an unknown size stays one.
fn resized(b: &Body, ty: Type, dim: Attr, new: impl Fn(i64) -> Option<i64>) -> Result<Type, String> {
    let cx = b.cx();
    let mut sizes = infer::sizes(cx, ty).to_vec();
    let dim = cx.attr_i64(dim).and_then(|d| usize::try_from(d).ok());
    let Some(size) = dim.and_then(|d| sizes.get_mut(d)) else {
        return Err(format!("the dimension is none of '{}'", cx.type_to_string(ty)));
    };
    if *size != DYNAMIC {
        let old = *size;
        *size = new(old).ok_or_else(|| format!("a size of {old} does not fit the groups"))?;
    }
    Ok(infer::tensor_like(cx, ty, &sizes))
}
impl Verify for AllReduceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        groups::verify_groups(b, self.op(), false, None)?;
        groups::verify_channel(b, self.op())?;
        // all_reduce_c5
        for value in self.operands(b) {
            computation(b, self.computation(b), b.ty(value))?;
        }
        Ok(())
    }
}
verify_regions_by_inference!(AllReduceOp);

/// Checks the computation of a collective reduction of elements of type `ty`.
fn computation(b: &Body, region: Region, ty: Type) -> VerifyResult {
    let scalar = b.cx().tensor(&[], b.cx().elem_or_self(ty));
    infer::reducer(b, region, &[scalar], &[scalar], &[]).map_err(VerifyError::bare)
}

/// Concatenates the values of all members of a group.
#[op(
    name = "stablehlo.all_gather",
    facts = [External],
    interfaces = [InferTypes, Verify, VerifySymbolUses],
)]
pub struct AllGatherOp {
    /// The values of this device.
    pub operands: Variadic<HloTensor>,
    /// The dimension.
    pub all_gather_dim: Attr<DimensionAttr>,
    /// The groups.
    pub replica_groups: Attr<ReplicaGroups>,
    /// The channel.
    pub channel_handle: OptAttr<ChannelHandle>,
    /// Whether groups are of device numbers.
    pub use_global_device_ids: OptAttr<UnitAttr>,
    /// All values.
    pub results: VariadicRes<HloTensor>,
}

impl InferTypes for AllGatherOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let n = groups::group_size(b, self.op())?;
        let dim = self.all_gather_dim(b).raw();
        self.operands(b).map(|v| resized(b, b.ty(v), dim, |size| size.checked_mul(n))).collect()
    }
}
impl Verify for AllGatherOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        pairwise(b, self.op(), false)?;
        let dim = cx.attr_i64(self.all_gather_dim(b).raw()).unwrap_or(-1);
        for (value, &result) in self.operands(b).zip(self.results(b)) {
            let (from, to) = (infer::sizes(cx, b.ty(value)), infer::sizes(cx, b.ty(result)));
            groups::verify_groups(b, self.op(), true, None)?;
            // all_gather_c1
            if dim < 0 || dim as usize >= from.len() {
                return Err(VerifyError::bare("all_gather_dim must be a valid index of operand"));
            }
            if from[dim as usize] == 0 {
                let message = "dimension size of operand at 'all_gather_dim' cannot be zero";
                return Err(VerifyError::bare(message));
            }
            groups::verify_channel_sign(b, self.op())?;
            if from.len() != to.len() {
                return Err(VerifyError::bare("operand and result must have the same rank"));
            }
            // all_gather_c6
            for i in (0..from.len()).filter(|&i| i as i64 != dim) {
                if !infer::sizes_match(from[i], to[i]) {
                    return Err(VerifyError::bare(
                        "operand and result should have the same shape except for the dimension size at 'all_gather_dim'",
                    ));
                }
            }
            let (n, m) = (from[dim as usize], to[dim as usize]);
            if n == DYNAMIC || m == DYNAMIC {
                return Ok(());
            }
            if m % n != 0 {
                return Err(VerifyError::bare(format!(
                    "result gather dimension has size {m}, expected to be a multiple of operand gather dimension size {n}"
                )));
            }
        }
        Ok(())
    }
}

/// Splits values among the members of a group, and joins the received parts.
#[op(
    name = "stablehlo.all_to_all",
    facts = [External],
    interfaces = [InferTypes, Verify, VerifySymbolUses],
)]
pub struct AllToAllOp {
    /// The values of this device.
    pub operands: Variadic<HloTensor>,
    /// The dimension that is split.
    pub split_dimension: Attr<DimensionAttr>,
    /// The dimension along which parts are joined.
    pub concat_dimension: Attr<DimensionAttr>,
    /// Number of parts.
    pub split_count: Attr<PositiveI64Attr>,
    /// The groups.
    pub replica_groups: Attr<ReplicaGroups>,
    /// The channel.
    pub channel_handle: OptAttr<ChannelHandle>,
    /// The joined values.
    pub results: VariadicRes<HloTensor>,
}

impl InferTypes for AllToAllOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let cx = b.cx();
        let number = |a: Attr| cx.attr_i64(a).unwrap_or(-1);
        let split = number(self.split_dimension(b).raw());
        let concat = number(self.concat_dimension(b).raw());
        let count = number(self.split_count(b).raw());
        groups::verify_groups(b, self.op(), true, Some(count)).map_err(|e| e.message)?;
        self.operands(b).map(|value| exchanged(cx, b.ty(value), split, concat, count)).collect()
    }
}

/// A type with `count` times fewer elements in one dimension and more in another.
fn exchanged(cx: &Context, ty: Type, split: i64, concat: i64, count: i64) -> Result<Type, String> {
    let mut shape = infer::sizes(cx, ty).to_vec();
    let rank = shape.len() as i64;
    // all_to_all_c1, all_to_all_c3
    for (name, dim) in [("split", split), ("concat", concat)] {
        if !(0..rank).contains(&dim) {
            return Err(format!("AllToAll {name}_dimension {dim} is out-of-bounds for input rank {rank}"));
        }
    }
    let n = shape[split as usize];
    // all_to_all_c2
    if n != DYNAMIC && n % count != 0 {
        return Err(format!(
            "split dimension has size {n}, expected to be a multiple of split_count {count}"
        ));
    }
    let exchange = |list: &mut [i64]| {
        if let Some(n) = list.get_mut(split as usize).filter(|n| **n != DYNAMIC) {
            *n /= count;
        }
        if let Some(n) = list.get_mut(concat as usize).filter(|n| **n != DYNAMIC) {
            *n = n.saturating_mul(count);
        }
    };
    let mut bounds = infer::bounds_or_none(cx, ty);
    exchange(&mut shape);
    exchange(&mut bounds);
    Ok(infer::with_bounds(cx, infer::tensor_like(cx, ty, &shape), bounds))
}
impl Verify for AllToAllOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        pairwise(b, self.op(), false)?;
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

/// Combines the values of the members of a group and splits the result among them.
#[op(
    name = "stablehlo.reduce_scatter",
    facts = [External, Folds],
    traits = [SingleBlock],
    interfaces = [InferTypes, Verify, VerifySymbolUses],
)]
pub struct ReduceScatterOp {
    /// The values of this device.
    pub operand: Operand<HloTensor>,
    /// The dimension that is split.
    pub scatter_dimension: Attr<DimensionAttr>,
    /// The groups.
    pub replica_groups: Attr<ReplicaGroups>,
    /// The channel.
    pub channel_handle: OptAttr<ChannelHandle>,
    /// Whether groups are of device numbers.
    pub use_global_device_ids: OptAttr<UnitAttr>,
    /// How two values are combined.
    pub computation: SingleBlockRegion,
    /// The part of this device.
    pub result: Res<HloTensor>,
}

impl InferTypes for ReduceScatterOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let n = groups::group_size(b, self.op())?;
        let (ty, dim) = (b.ty(self.operand(b)), self.scatter_dimension(b).raw());
        let part = resized(b, ty, dim, |size| (size % n == 0).then_some(size / n))?;
        // reduce_scatter_c9
        Ok(reduced(b, self.op(), &[part]))
    }
}
impl Verify for ReduceScatterOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        groups::verify_groups(b, self.op(), true, None)?;
        // reduce_scatter_c7
        computation(b, self.computation(b), b.ty(self.operand(b)))?;
        let dim = cx.attr_i64(self.scatter_dimension(b).raw()).unwrap_or(-1);
        let (from, to) = (b.ty(self.operand(b)), b.ty(self.result(b)));
        let (n, m) = (infer::sizes(cx, from), infer::sizes(cx, to));
        // reduce_scatter_c8
        if n.len() != m.len() {
            return Err(VerifyError::bare("operand and result should have same rank"));
        }
        // reduce_scatter_c2
        let Some(dim) = usize::try_from(dim).ok().filter(|&d| d < n.len()) else {
            return Err(VerifyError::bare("scatter dim should be less than operand/result rank"));
        };
        groups::verify_channel(b, self.op())?;
        if n[dim] == DYNAMIC || m[dim] == DYNAMIC {
            return Ok(());
        }
        verify_part(n, m, dim).map_err(VerifyError::bare)?;
        let returned = super::control::returned(b, self.computation(b));
        let [elem, got] = [returned[0], to].map(|t| cx.elem_or_self(t));
        // reduce_scatter_c9
        if elem != got {
            let [elem, got] = [elem, got].map(|t| cx.type_to_string(t));
            let message = format!("result element-type is expected to be '{elem}', but got '{got}'");
            return Err(VerifyError::bare(message));
        }
        Ok(())
    }
}

/// Checks the sizes of a part of a tensor that is split along a dimension.
fn verify_part(from: &[i64], to: &[i64], dim: usize) -> Result<(), String> {
    let (n, m) = (from[dim], to[dim]);
    for (name, size) in [("result", m), ("operand", n)] {
        if size == 0 {
            return Err(format!("{name} dimension size at scatter_dimension cannot be zero"));
        }
    }
    // reduce_scatter_c8
    if n % m != 0 {
        return Err(format!(
            "operand scatter dimension has size {n}, expected to be a multiple of result scatter dimension size {m}"
        ));
    }
    match (0..from.len()).find(|&i| i != dim && !infer::sizes_match(from[i], to[i])) {
        None => Ok(()),
        Some(i) => Err(format!(
            "non scatter dimensions should be same for operand ({}) and result ({})",
            from[i], to[i]
        )),
    }
}

/// Declares collective ops that keep the type of their operand.
macro_rules! same_type {
    ($($(#[doc = $doc:tt])* $op:ident $name:tt [$($fact:ident),*] [$($t:ident),*] |$b:ident, $this:ident| $check:expr, { $($(#[doc = $adoc:tt])* $attr:ident: $kind:ident $c:ident;)* })*) => {$(
        $(#[doc = $doc])*
        #[op(name = $name, facts = [$($fact),*], traits = [$($t),*], interfaces = [InferTypes, Verify, VerifySymbolUses, CompatibleTypes])]
        pub struct $op {
            /// The values of this device.
            pub operand: Operand<HloTensor>,
            $($(#[doc = $adoc])* pub $attr: $kind<$c>,)*
            /// The values that this device gets.
            pub result: Res<HloTensor>,
        }
        impl InferTypes for $op {
            fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
                Ok(smallvec![b.ty(self.operand(b))])
            }
        }
        impl Verify for $op {
            fn verify(&self, $b: &Body) -> VerifyResult {
                let $this = self.op();
                $check?;
                infer::verify_results(self.op(), $b, self.infer_types($b))
            }
        }
        compatible_types!($op);
    )*};
}
same_type! {
    /// Sends values from device to device.
    CollectivePermuteOp "stablehlo.collective_permute" [External] [SameOperandsAndResultElementType] |b, op| groups::verify_pairs(b, op), {
        /// The pairs of sender and receiver.
        source_target_pairs: Attr I64Elements;
        /// The channel.
        channel_handle: OptAttr ChannelHandle;
    }
    /// Sums over the members of a group.
    CrossReplicaSumOp "stablehlo.cross-replica-sum" [External] [CompatibleOperandsAndResultType] |_b, _op| Ok::<(), VerifyError>(()), {
        /// The groups.
        replica_groups: Attr I64Elements;
    }
}

/// Sends the values of one member of a group, the first or the one that the last operand names, to all.
#[op(
    name = "stablehlo.collective_broadcast",
    facts = [External],
    interfaces = [InferTypes, Verify, VerifySymbolUses],
)]
pub struct CollectiveBroadcastOp {
    /// The values of this device, and the places of the senders in the group if these are operands.
    pub operands: Variadic<HloTensor>,
    /// The groups.
    pub replica_groups: Attr<ReplicaGroups>,
    /// The channel.
    pub channel_handle: OptAttr<ChannelHandle>,
    /// Whether the last operand has the sender of each of the others.
    pub has_dynamic_root: OptAttr<UnitAttr>,
    /// The values that this device gets.
    pub results: VariadicRes<HloTensor>,
}

impl InferTypes for CollectiveBroadcastOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let mut types: SmallVec<[Type; 2]> = self.operands(b).map(|v| b.ty(v)).collect();
        if b.attr(self.op(), "has_dynamic_root").is_some() {
            types.pop();
        }
        Ok(types)
    }
}
impl Verify for CollectiveBroadcastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let types: SmallVec<[Type; 2]> = self.operands(b).map(|v| b.ty(v)).collect();
        let results = self.results(b);
        if b.attr(self.op(), "has_dynamic_root").is_none() {
            ensure!(types.len() == 1, "requires a single operand");
            ensure!(results.len() == 1, "requires one result");
        } else {
            let Some((&roots, values)) = types.split_last() else {
                return Err("requires the operand of roots if `has_dynamic_root` is set".into());
            };
            ensure!(
                values.len() == results.len() && !values.is_empty(),
                "requires the same number of operands and results"
            );
            let shape = infer::sizes(cx, roots);
            let fits = matches!(shape, &[n] if n == DYNAMIC || n == values.len() as i64);
            ensure!(
                fits && cx.elem_or_self(roots) == cx.int_type(32),
                "requires the operand of roots to be a 1-dimensional tensor of {} 32-bit integers",
                values.len()
            );
        }
        let elements = types[..results.len()].iter().zip(results);
        ensure!(
            elements.clone().all(|(&t, &r)| cx.elem_or_self(t) == cx.elem_or_self(b.ty(r))),
            "requires the same element type for all operands and results"
        );
        groups::verify_broadcast(b, self.op())?;
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

/// Combines the values of the members of a group, for the first member.
#[op(
    name = "stablehlo.collective_reduce",
    facts = [External],
    traits = [SingleBlock],
    interfaces = [InferTypes, Verify, VerifySymbolUses],
)]
pub struct CollectiveReduceOp {
    /// The values of this device.
    pub operands: Variadic<HloTensor>,
    /// The groups.
    pub replica_groups: Attr<ReplicaGroups>,
    /// The channel.
    pub channel_handle: OptAttr<ChannelHandle>,
    /// Whether groups are of device numbers.
    pub use_global_device_ids: OptAttr<UnitAttr>,
    /// How two values are combined.
    pub computation: SingleBlockRegion,
    /// The combined values.
    pub results: VariadicRes<HloTensor>,
}

impl InferTypes for CollectiveReduceOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        Ok(reduced(b, self.op(), &self.operands(b).map(|v| b.ty(v)).collect::<Vec<_>>()))
    }
}
impl Verify for CollectiveReduceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        pairwise(b, self.op(), true)?;
        groups::verify_groups(b, self.op(), false, None)?;
        groups::verify_channel(b, self.op())?;
        // collective_reduce_c5
        for value in self.operands(b) {
            computation(b, self.computation(b), b.ty(value))?;
        }
        Ok(())
    }
}

macro_rules! mesh_users {
    ($($op:ident),*) => {$(
        impl VerifySymbolUses for $op {
            fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
                groups::verify_mesh(b, self.op(), symbols)
            }
        }
    )*};
}
mesh_users!(
    AllReduceOp,
    AllGatherOp,
    AllToAllOp,
    ReduceScatterOp,
    CollectiveBroadcastOp,
    CollectivePermuteOp,
    CrossReplicaSumOp,
    CollectiveReduceOp
);
