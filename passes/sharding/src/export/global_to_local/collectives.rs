//! Collectives of `sdy`, which name axes, as those of StableHLO, which name groups of devices.

use strata_ir::prelude::*;
use strata_pass::PassResult;
use strata_sdy::{
    attrs::{AllToAllParamList, AxisRef, AxisRefList, ListOfAxisRefLists, Mesh, TensorSharding},
    axes,
};
use strata_stablehlo as hlo;

use super::super::{combiner::Combiner, place};
use super::Localizer;

impl Localizer<'_> {
    pub(super) fn collective(&mut self, op: Op) -> PassResult {
        let cx = self.body.cx_arc().clone();
        let attr = |name: &str| self.body.attr(op, name);
        let out = attr("out_sharding").and_then(|a| cx.attr_as::<TensorSharding>(a)).cloned();
        let Some(out) = out else { return Err(self.error(op, "is not known here")) };
        let Some(mesh) = self.meshes.get(&cx, out.mesh_or_ref).cloned() else {
            return Err(self.error(op, "names a mesh that does not exist"));
        };
        let lists = |name: &str| -> Vec<Vec<AxisRef>> {
            let lists = attr(name).and_then(|a| cx.attr_as::<ListOfAxisRefLists>(a));
            lists.map(|lists| lists.0.iter().map(|list| list.0.clone()).collect()).unwrap_or_default()
        };
        let operand = self.body.operand(op, 0);
        let value = match self.body.op_name(op) {
            _ if self.is_empty(op) => {
                let ty = self.body.ty(self.body.result(op, 0));
                self.before(op, |h| h.op::<hlo::ReshapeOp>(&[operand], &[], ty))
            }
            "sdy.all_gather" => self.all_gather(op, operand, &lists("gathering_axes"), &mesh),
            "sdy.all_slice" => {
                let lists = lists("slicing_axes");
                let lists: Vec<&[AxisRef]> = lists.iter().map(Vec::as_slice).collect();
                self.before(op, |h| place::part(h, operand, &lists, &mesh))
            }
            "sdy.all_to_all" => {
                let params = attr("params").and_then(|a| cx.attr_as::<AllToAllParamList>(a)).cloned();
                self.all_to_all(op, operand, &params.unwrap_or_default(), &mesh)
            }
            "sdy.collective_permute" => self.permute(op, operand, &out, &mesh)?,
            "sdy.all_reduce" => {
                let list = attr("reduction_axes").and_then(|a| cx.attr_as::<AxisRefList>(a)).cloned();
                self.all_reduce(op, operand, &list.unwrap_or_default().0, &mesh)?
            }
            "sdy.reduce_scatter" => self.reduce_scatter(op, operand, &lists("reduce_scatter_axes"), &mesh)?,
            _ => return Err(self.error(op, "must be turned into collectives before types become local")),
        };
        self.replace(op, value);
        Ok(())
    }

    /// Whether there are no elements to move.
    fn is_empty(&self, op: Op) -> bool {
        self.sizes(self.body.result(op, 0)).contains(&0)
    }

    /// The attributes of groups along axes, on a channel of its own.
    fn groups(&mut self, list: &[AxisRef], mesh: &Mesh) -> [(&'static str, Attr); 3] {
        let cx = self.body.cx_arc().clone();
        let groups = super::groups::of_axes(&cx, list, mesh);
        [("replica_groups", groups), self.next_channel(), ("use_global_device_ids", cx.unit())]
    }
    fn next_channel(&mut self) -> (&'static str, Attr) {
        self.channels.next(self.body.cx())
    }

    fn all_gather(&mut self, op: Op, operand: Value, lists: &[Vec<AxisRef>], mesh: &Mesh) -> Value {
        let mut value = operand;
        for (dim, list) in lists.iter().enumerate().filter(|(_, list)| !list.is_empty()) {
            let mut attrs = Vec::from(self.groups(list, mesh));
            attrs.push(("all_gather_dim", self.body.cx().i64_attr(dim as i64)));
            let mut sizes = self.sizes(value);
            sizes[dim] *= axes::size(list, mesh).unwrap_or(1);
            value = self.before(op, |h| {
                let ty = h.tensor_of(value, &sizes);
                h.op::<hlo::AllGatherOp>(&[value], &attrs, ty)
            });
        }
        value
    }

    fn all_to_all(&mut self, op: Op, operand: Value, params: &AllToAllParamList, mesh: &Mesh) -> Value {
        let mut value = operand;
        for param in &params.0 {
            let count = axes::size(&param.axes, mesh).unwrap_or(1);
            let [groups, channel, _] = self.groups(&param.axes, mesh);
            let cx = self.body.cx_arc().clone();
            let attrs = [
                groups,
                channel,
                ("split_dimension", cx.i64_attr(param.tgt_dim)),
                ("concat_dimension", cx.i64_attr(param.src_dim)),
                ("split_count", cx.i64_attr(count)),
            ];
            let mut sizes = self.sizes(value);
            sizes[param.src_dim as usize] *= count;
            sizes[param.tgt_dim as usize] /= count;
            value = self.before(op, |h| {
                let ty = h.tensor_of(value, &sizes);
                h.op::<hlo::AllToAllOp>(&[value], &attrs, ty)
            });
        }
        value
    }

    /// Sends each part from a device that has it to the one that needs it.
    fn permute(
        &mut self,
        op: Op,
        operand: Value,
        out: &TensorSharding,
        mesh: &Mesh,
    ) -> Result<Value, strata_pass::PassError> {
        let from = self.shardings.get(&operand).cloned();
        let from_mesh =
            from.as_ref().and_then(|from| self.meshes.get(self.body.cx(), from.mesh_or_ref)).cloned();
        let (Some(from), Some(from_mesh)) = (from, from_mesh) else {
            return Err(self.error(op, "has an operand without a sharding"));
        };
        let pairs = pairs(&from, &from_mesh, out, mesh);
        let cx = self.body.cx_arc().clone();
        let ty = cx.tensor(&[pairs.len() as i64 / 2, 2], cx.i64());
        let Some(pairs) = cx.dense_i64s(ty, &pairs) else { return Ok(operand) };
        let attrs = [("source_target_pairs", pairs), self.next_channel()];
        Ok(self.before(op, |h| {
            let ty = h.b.ty(operand);
            h.op::<hlo::CollectivePermuteOp>(&[operand], &attrs, ty)
        }))
    }

    fn combiner(&self, op: Op, operand: Value) -> Result<Combiner, strata_pass::PassError> {
        let reduction = self.shardings.get(&operand).map(|sharding| sharding.reduction).unwrap_or_default();
        Combiner::of_partial(self.body, operand, reduction)
            .ok_or_else(|| self.error(op, "combines partial results by a function that no collective has"))
    }

    fn all_reduce(
        &mut self,
        op: Op,
        operand: Value,
        list: &[AxisRef],
        mesh: &Mesh,
    ) -> Result<Value, strata_pass::PassError> {
        let combiner = self.combiner(op, operand)?;
        let attrs = self.groups(list, mesh);
        let ty = self.body.ty(operand);
        Ok(self.reducing::<hlo::AllReduceOp>(op, operand, &attrs, ty, combiner))
    }

    /// The parts of a sum. One dimension is scattered by the collective; a device takes its part along others by itself before, as all
    /// along them have different parts of the same sum.
    fn reduce_scatter(
        &mut self,
        op: Op,
        operand: Value,
        lists: &[Vec<AxisRef>],
        mesh: &Mesh,
    ) -> Result<Value, strata_pass::PassError> {
        let combiner = self.combiner(op, operand)?;
        let mut value = operand;
        for (dim, list) in lists.iter().enumerate().filter(|(_, list)| !list.is_empty()) {
            let mut attrs = Vec::from(self.groups(list, mesh));
            attrs.push(("scatter_dimension", self.body.cx().i64_attr(dim as i64)));
            let mut sizes = self.sizes(value);
            sizes[dim] /= axes::size(list, mesh).unwrap_or(1).max(1);
            let ty = self.body.cx().tensor(&sizes, self.body.cx().elem_or_self(self.body.ty(value)));
            value = self.reducing::<hlo::ReduceScatterOp>(op, value, &attrs, ty, combiner);
        }
        Ok(value)
    }

    /// Builds a collective with a region that combines two elements.
    fn reducing<O: OpDef>(
        &mut self,
        op: Op,
        operand: Value,
        attrs: &[(&str, Attr)],
        ty: Type,
        combiner: Combiner,
    ) -> Value {
        self.before(op, |h| {
            let cx = h.b.cx_arc().clone();
            let state = strata_passes_stablehlo::hlo_builder::state::<O>(h.b, &[operand], attrs, ty);
            let made = h.b.build(state);
            combiner.build(h.b, made, cx.tensor(&[], cx.elem_or_self(ty)));
            h.b.result(made, 0)
        })
    }
}

/// The devices from which and to which parts go: the digits of a part along the axes of its dimensions are the same before and after.
fn pairs(from: &TensorSharding, from_mesh: &Mesh, to: &TensorSharding, to_mesh: &Mesh) -> Vec<i64> {
    // The number of the part of a device and, so that all pairs are different, of the copy.
    let key = |sharding: &TensorSharding, mesh: &Mesh, device: i64| -> Vec<i64> {
        let place = |list: &[AxisRef]| {
            list.iter().fold(0, |place, axis| place * axis.size(mesh) + axis.place(device, mesh))
        };
        let used: Vec<AxisRef> = sharding.dim_shardings.iter().flat_map(|dim| dim.axes.clone()).collect();
        let mut key: Vec<i64> = sharding.dim_shardings.iter().map(|dim| place(&dim.axes)).collect();
        key.push(place(&axes::others(&used, mesh)));
        key
    };
    let id = |mesh: &Mesh, device: i64| mesh.device_ids.get(device as usize).copied().unwrap_or(device);
    let sources: rustc_hash::FxHashMap<Vec<i64>, i64> = (0..from_mesh.num_devices().unwrap_or(0))
        .map(|device| (key(from, from_mesh, device), id(from_mesh, device)))
        .collect();
    let targets = (0..to_mesh.num_devices().unwrap_or(0)).filter_map(|device| {
        let source = sources.get(&key(to, to_mesh, device))?;
        Some([*source, id(to_mesh, device)])
    });
    targets.flatten().collect()
}
