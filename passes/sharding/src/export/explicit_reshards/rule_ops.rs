//! Reshards at an op by its sharding rule, or replication where it has none.

use strata_ir::prelude::*;
use strata_sdy::{
    AllReduceOp,
    attrs::{AxisRef, AxisRefList, DimMapping, Mesh, OpShardingRule, Reduction, TensorSharding},
    axes, shardings,
};
use strata_stablehlo as hlo;

use super::{
    Surroundings,
    common_axes::{AxesPerFactor, Problem},
    projection::{Projection, mappings},
    reductions::reduction,
    uses::{Extent, reduce_operand, replace_other_uses, replicated_like, reshard_operand, reshard_result},
};
use crate::{
    compare::{MeshDifference, is_replicated, mesh_difference, without},
    export::{
        divisible_rule,
        halo::{Link, exchange_rule, exchangeable, is_worthwhile},
    },
    gcd::gcd,
    propagation::sharding_rule,
};

/// The tensors of an op with what is known about them.
struct Tensors {
    /// The operands, then the results.
    shardings: Vec<Option<TensorSharding>>,
    operands: usize,
}

impl Tensors {
    fn from_op(b: &Body, op: Op) -> Self {
        let values = b.operands(op).chain(b.results(op).iter().copied());
        let shardings = values.map(|value| shardings::sharding(b, value)).collect();
        Self { shardings, operands: b.num_operands(op) }
    }
    fn some(&self) -> impl Iterator<Item = &TensorSharding> {
        self.shardings.iter().flatten()
    }
}

/// The mesh that most tensors are on.
struct Common<'a> {
    mesh: &'a Mesh,
    mesh_or_ref: Attr,
}

impl Surroundings<'_> {
    /// Makes the shardings of the operands and results of an op compatible.
    pub(super) fn op(&self, b: &mut Body, op: Op, extent: Extent) {
        if b.num_operands(op) == 0 {
            return;
        }
        let first = b.results(op).first().and_then(|&value| shardings::sharding(b, value));
        for index in 0..b.num_operands(op) {
            reduce_operand(b, (op, index), first.as_ref(), &self.meshes);
        }
        let tensors = Tensors::from_op(b, op);
        if tensors.some().all(|sharding| is_replicated(Some(sharding))) {
            return;
        }
        let cx = b.cx_arc().clone();
        if tensors.some().any(|s| self.meshes.get(&cx, s.mesh_or_ref).is_some_and(Mesh::is_maximal)) {
            return;
        }
        let rule = sharding_rule(b, op).filter(|rule| !rule.is_custom);
        match (rule, self.common_mesh(&cx, &tensors)) {
            (Some(rule), Some(common)) => self.by_rule(b, op, rule, &tensors, &common, extent),
            _ if extent == Extent::Full => self.replicate(b, op),
            _ => {}
        }
    }
    /// The mesh that most tensors that are split are on; `None` if the axes of their meshes differ.
    fn common_mesh<'a>(&'a self, cx: &'a Context, tensors: &Tensors) -> Option<Common<'a>> {
        let mut counts: Vec<(Attr, &Mesh, usize)> = Vec::new();
        for sharding in tensors.some().filter(|sharding| !is_replicated(Some(sharding))) {
            if let Some(known) = counts.iter_mut().find(|known| known.0 == sharding.mesh_or_ref) {
                known.2 += 1;
                continue;
            }
            let mesh = self.meshes.get(cx, sharding.mesh_or_ref)?;
            counts.push((sharding.mesh_or_ref, mesh, 1));
        }
        let most = counts.iter().map(|known| known.2).max()?;
        let &(mesh_or_ref, mesh, _) = counts.iter().find(|known| known.2 == most)?;
        let same = |known: &(Attr, &Mesh, usize)| mesh_difference(known.1, mesh) != MeshDifference::Axes;
        counts.iter().all(same).then_some(Common { mesh, mesh_or_ref })
    }
    /// Operands and results of the op become whole on each device.
    fn replicate(&self, b: &mut Body, op: Op) {
        for index in 0..b.num_operands(op) {
            reshard_operand(b, (op, index), None, &self.meshes, Extent::Full);
        }
        for value in b.results(op).to_vec() {
            let own = shardings::sharding(b, value);
            if let Some(own) = own.filter(|own| !is_replicated(Some(own))) {
                reshard_result(b, value, replicated_like(&own));
            }
        }
    }
    fn by_rule(
        &self,
        b: &mut Body,
        op: Op,
        rule: OpShardingRule,
        tensors: &Tensors,
        common: &Common<'_>,
        extent: Extent,
    ) {
        if rule.operand_mappings.len() + rule.result_mappings.len() != tensors.shardings.len() {
            return;
        }
        let kind = reduction(b, op);
        let exchanges = self.pass.replicate_permutation_factors && self.pass.enable_halo_exchange;
        let rule = if exchanges { exchange_rule(b, op, rule) } else { rule };
        let whole = with_replication(b, op, rule.clone(), kind, self.pass.replicate_permutation_factors);
        let mut moving = if exchanges { exchangeable(b, op, &rule) } else { Vec::new() };
        let mut reduced: Vec<AxisRef> = Vec::new();
        if extent == Extent::Full {
            let sizes = element_counts(b, op);
            let (rule, mut projection, chosen) = loop {
                let rule = with_exchanges(&whole, &rule, &moving);
                let mut projection = Projection::build(&rule, &tensors.shardings, common.mesh);
                for &factor in &moving {
                    let size = Link::new(&rule, factor).sizes(b, op).into_iter().fold(0, gcd);
                    projection.limit(factor as usize, size, common.mesh);
                }
                let chosen =
                    Problem { rule: &rule, projection: &projection, sizes: &sizes, mesh: common.mesh }
                        .solve();
                let fails =
                    |factor: &&i64| !can_move(b, op, (&rule, &projection), **factor, &chosen, common.mesh);
                let Some(&fails) = moving.iter().rev().find(fails) else { break (rule, projection, chosen) };
                moving.retain(|&factor| factor != fails);
            };
            for (factor, axes) in chosen.iter().enumerate() {
                projection.update(factor, axes);
            }
            let reductions = rule.reduction_factors.iter().filter_map(|factor| chosen.get(*factor as usize));
            reduced.extend(reductions.flatten().cloned());
            self.reshard_by(b, op, &rule, &projection, tensors, common);
        } else if tensors.shardings[tensors.operands..].iter().flatten().any(|s| !s.unreduced_axes.is_empty())
        {
            let projection = Projection::build(&whole, &tensors.shardings, common.mesh);
            for factor in &whole.reduction_factors {
                reduced.extend(projection.common_prefix(*factor as usize, common.mesh));
            }
        }
        if let Some(kind) = kind.filter(|_| !reduced.is_empty()) {
            all_reduce_results(b, op, &reduced, kind, common);
        }
    }
    fn reshard_by(
        &self,
        b: &mut Body,
        op: Op,
        rule: &OpShardingRule,
        projection: &Projection,
        tensors: &Tensors,
        common: &Common<'_>,
    ) {
        let results = b.results(op).to_vec();
        let all = mappings(rule).zip(&projection.tensors).zip(&projection.changed).enumerate();
        for (at, ((mapping, tensor), &changed)) in all {
            let own = tensors.shardings[at].as_ref();
            let other_order = own.is_some_and(|own| {
                let mesh = self.meshes.get(b.cx(), own.mesh_or_ref);
                !is_replicated(Some(own))
                    && mesh.is_some_and(|mesh| mesh.device_ids != common.mesh.device_ids)
            });
            if !changed && !other_order {
                continue;
            }
            let unreduced = own.map(|own| (own.unreduced_axes.clone(), own.reduction)).unwrap_or_default();
            let new = tensor.sharding(mapping, common.mesh_or_ref, unreduced, common.mesh);
            match results.get(at.wrapping_sub(tensors.operands)) {
                Some(&value) => reshard_result(b, value, new),
                None => reshard_operand(b, (op, at), Some(&new), &self.meshes, Extent::Full),
            }
        }
    }
}

/// The rule without parts along factors for which the op cannot compute on parts. With `permutations`, this is so for all of dimensions
/// that the op treats as a whole.
pub(super) fn with_replication(
    b: &Body,
    op: Op,
    rule: OpShardingRule,
    kind: Option<Reduction>,
    permutations: bool,
) -> OpShardingRule {
    let mut rule = if permutations { divisible_rule(b, op, rule) } else { rule };
    if kind.is_none() {
        let reduced = std::mem::take(&mut rule.reduction_factors);
        rule.need_replication_factors.extend(reduced);
        rule.need_replication_factors.sort_unstable();
        rule.need_replication_factors.dedup();
    }
    rule
}

/// The rule in which factors along which parts move are divided again.
fn with_exchanges(whole: &OpShardingRule, rule: &OpShardingRule, moving: &[i64]) -> OpShardingRule {
    let mut new = whole.clone();
    new.need_replication_factors.retain(|factor| !moving.contains(factor));
    for &factor in moving {
        let list = match rule.reduction_factors.contains(&factor) {
            true => &mut new.reduction_factors,
            false => &mut new.permutation_factors,
        };
        list.push(factor);
        list.sort_unstable();
        list.dedup();
    }
    new
}

/// Whether parts can move along a factor with the axes that were chosen, and this is better than to make it whole.
fn can_move(
    b: &Body,
    op: Op,
    (rule, projection): (&OpShardingRule, &Projection),
    factor: i64,
    chosen: &AxesPerFactor,
    mesh: &Mesh,
) -> bool {
    let axes = |factor: i64| chosen.get(factor as usize).map_or(&[][..], Vec::as_slice);
    if axes(factor).is_empty() {
        return true;
    }
    let link = Link::new(rule, factor);
    let dims = mappings(rule).flat_map(|mapping| &mapping.0).filter(|dim| dim.0.contains(&factor));
    let alone = |dim: &DimMapping| dim.0.iter().all(|&other| other == factor || axes(other).is_empty());
    if !dims.clone().all(alone) {
        return false;
    }
    // Where the operands of ops that only move elements are whole, no collective is needed at all.
    let is_cheap = !op.isa::<hlo::ConvolutionOp>(b) && !op.isa::<hlo::ReduceWindowOp>(b);
    let is_split =
        |at: usize| projection.tensors[at].axes.get(&(factor as usize)).is_some_and(|axes| !axes.is_empty());
    if is_cheap && !link.operands.iter().any(|&(at, _)| is_split(at)) {
        return false;
    }
    is_worthwhile(b, op, &link, axes::size(axes(factor), mesh).unwrap_or(0))
}

/// The numbers of elements of the operands and results; 0 where they are not known.
fn element_counts(b: &Body, op: Op) -> Vec<i64> {
    let count = |ty: Type| b.cx().shaped(ty).and_then(|shaped| shaped.num_elements()).unwrap_or(0);
    b.operand_types(op).chain(b.result_types(op)).map(count).collect()
}

/// Combines the parts of the results along axes.
fn all_reduce_results(b: &mut Body, op: Op, reduced: &[AxisRef], kind: Reduction, common: &Common<'_>) {
    let cx = b.cx_arc().clone();
    for value in b.results(op).to_vec() {
        let rank = cx.shaped(b.ty(value)).and_then(|shaped| shaped.shape).map_or(0, <[i64]>::len);
        let mut own = shardings::sharding(b, value)
            .unwrap_or_else(|| TensorSharding::replicated(common.mesh_or_ref, rank, true));
        // A replicated result may be on a mesh with its devices in another order, where the axes have other devices.
        if own.mesh_or_ref != common.mesh_or_ref {
            own.mesh_or_ref = common.mesh_or_ref;
            shardings::set_sharding(b, value, own.clone());
        }
        let axes = axes::sorted(without(reduced, &own.unreduced_axes, common.mesh), common.mesh);
        if axes.is_empty() {
            continue;
        }
        if kind != Reduction::Sum {
            // Without a word about it, parts are added.
            let unreduced = own.unreduced_axes.iter().chain(&axes).cloned();
            let unreduced_axes = axes::sorted(unreduced, common.mesh);
            let partial = TensorSharding { unreduced_axes, reduction: kind, ..own.clone() };
            shardings::set_sharding(b, value, partial);
        }
        let (axes, own) = (cx.attr(AxisRefList(axes)), cx.attr(own));
        let new = AllReduceOp::build(&mut Builder::after(b, op), value, axes, own);
        replace_other_uses(b, value, new);
    }
}
