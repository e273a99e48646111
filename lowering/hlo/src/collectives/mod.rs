//! `stablehlo-legalize-collectives`: lowers collective ops to calls of routines of the runtime.
//!
//! Before:
//! ```mlir
//! %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({ … add … })
//!     : (tensor<4xf32>) -> tensor<4xf32>
//! ```
//! After:
//! ```mlir
//! %0 = call @strata_all_reduce.call(%x) : (tensor<4xf32>) -> tensor<4xf32>
//! func.func private @strata_all_reduce.call(tensor<4xf32>) -> tensor<4xf32> attributes {strata.runtime_call = "strata_all_reduce",
//!     strata.runtime_config = "ids=replica\ngroups=0,1\n…reduce=add\nelement=f32\n"}
//! ```
//! Reductions whose region is more than one op become an exchange and ops on what comes of it (`stacked`). Infeeds, outfeeds, sends and
//! receipts are calls as well; their order is that of the program.
//!
//! The runtime determines the participants from the groups in the configuration, so that all processes run one program. Groups along axes
//! of a mesh stay these axes. Where an op names no groups, all processes form one group, as many as the module gives in
//! `mhlo.num_replicas` and `mhlo.num_partitions`.

mod routine;
mod stacked;

use strata_func::{CallOp, FuncOp};
use strata_ir::{core::OpDef, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::{self as hlo, ChannelHandle};

use crate::runtime_calls::Declared;

/// Turn collective operations and transfers into calls of the runtime and operations on what comes of them.
#[pass(
    name = "stablehlo-legalize-collectives",
    class = "StablehloLegalizeCollectives",
    on = "builtin.module",
    produces = [func, stablehlo],
    idempotent
)]
pub struct LegalizeCollectives;

impl BodyPass for LegalizeCollectives {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let functions: Vec<Op> =
            module.children().map(|(op, _)| op).filter(|op| op.isa::<FuncOp>(module)).collect();
        let count = |name: &str| {
            let n = module.attr(Op::SELF, name).and_then(|a| module.cx().attr_i64(a));
            n.and_then(|n| usize::try_from(n).ok()).unwrap_or(1)
        };
        let [replicas, partitions] = ["mhlo.num_replicas", "mhlo.num_partitions"].map(count);
        let mut declared = Declared::new(module);
        for function in functions {
            let Some(mut body) = module.take_child(function) else { continue };
            for op in body.all_ops() {
                // The region of a collective has been erased together with the op.
                if !body.is_live(op) || body.info(op).dialect() != "stablehlo" || !is_static(&body, op) {
                    continue;
                }
                let (loc, n) = (body.loc(op), body.results(op).len());
                let mut b = Builder::before(&mut body, op);
                b.set_cur_loc(loc);
                let mut e = Emit { b: &mut b, module, declared: &mut declared, replicas, partitions };
                let Some(values) = e.expand(op).filter(|v| v.len() == n) else { continue };
                for (i, new) in values.into_iter().enumerate() {
                    let old = body.result(op, i);
                    body.replace_all_uses(old, new);
                }
                body.erase(op);
            }
            module.put_child(function, body);
        }
        Ok(())
    }
}

/// Whether all operands and results are tokens or tensors of static sizes.
fn is_static(b: &Body, op: Op) -> bool {
    let fixed = |ty: Type| {
        is_token(b.cx(), ty) || b.cx().type_as::<TensorType>(ty).is_some_and(|t| !t.shape.contains(&DYNAMIC))
    };
    b.operand_types(op).chain(b.result_types(op)).all(fixed)
}

fn is_token(cx: &Context, ty: Type) -> bool {
    cx.type_as::<hlo::TokenType>(ty).is_some()
}

/// The interpretation of the ids of an op.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ids {
    Replica,
    Partition,
    /// Replicas; all of their partitions take part.
    Both,
    Process,
}

impl Ids {
    fn word(self) -> &'static str {
        match self {
            Ids::Replica => "replica",
            Ids::Partition => "partition",
            Ids::Both => "both",
            Ids::Process => "process",
        }
    }
}

/// The fate of a process that is in no group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Must {
    /// It fails.
    TakePart,
    /// It gets zeros.
    Nothing,
}

struct Emit<'a, 'b> {
    b: &'a mut Builder<'b>,
    module: &'a mut Body,
    declared: &'a mut Declared,
    replicas: usize,
    partitions: usize,
}

impl Emit<'_, '_> {
    /// The values that replace the results of a collective op; `None` for other ops, and for unsupported ones.
    fn expand(&mut self, op: Op) -> Option<Vec<Value>> {
        let channel = self.channel(op);
        let exchange = if channel > 0 { Ids::Partition } else { Ids::Replica };
        let is_global = self.b.attr(op, "use_global_device_ids").is_some();
        let reduction = match (channel > 0, is_global) {
            (false, false) => Ids::Replica,
            (true, false) => Ids::Both,
            (true, true) => Ids::Process,
            (false, true) => return None,
        };
        let (is_all_reduce, is_replica_id) =
            (op.isa::<hlo::AllReduceOp>(self.b), op.isa::<hlo::ReplicaIdOp>(self.b));
        if is_replica_id || op.isa::<hlo::PartitionIdOp>(self.b) {
            let ids = if is_replica_id { "replica" } else { "partition" };
            let types: Vec<Type> = self.b.result_types(op).collect();
            return Some(self.call("strata_process_id", format!("ids={ids}\n"), &[], &types));
        }
        if op.isa::<hlo::AllGatherOp>(self.b) {
            let dim = self.number(op, "all_gather_dim")?;
            return self.routine(op, "strata_all_gather", reduction, Must::TakePart, &format!("dim={dim}\n"));
        }
        if op.isa::<hlo::CrossReplicaSumOp>(self.b) {
            return self.reduction(op, Ids::Replica);
        }
        if is_all_reduce
            || op.isa::<hlo::CollectiveReduceOp>(self.b)
            || op.isa::<hlo::ReduceScatterOp>(self.b)
        {
            return self.reduction(op, reduction);
        }
        if op.isa::<hlo::AllToAllOp>(self.b) {
            let from = self.number(op, "split_dimension")?;
            let to = self.number(op, "concat_dimension")?;
            let config = format!("split={from}\nconcat={to}\n");
            return self.routine(op, "strata_all_to_all", exchange, Must::TakePart, &config);
        }
        if op.isa::<hlo::CollectiveBroadcastOp>(self.b) {
            let root = if self.b.attr(op, "has_dynamic_root").is_some() { "root=dynamic\n" } else { "" };
            return self.routine(op, "strata_collective_broadcast", exchange, Must::Nothing, root);
        }
        if op.isa::<hlo::CollectivePermuteOp>(self.b) {
            let pairs = self.groups(op, "source_target_pairs")?;
            let config = format!("ids={}\npairs={}\nchannel={channel}\n", exchange.word(), text(&pairs));
            let operands: Vec<Value> = self.b.operands(op).collect();
            let types: Vec<Type> = self.b.result_types(op).collect();
            return Some(self.call("strata_permute", config, &operands, &types));
        }
        if op.isa::<hlo::CustomCallOp>(self.b) {
            return self.ragged(op);
        }
        self.transferred(op, channel)
    }

    /// The replacement of an op that sends values to the host or to another process, or receives them.
    fn transferred(&mut self, op: Op, channel: i64) -> Option<Vec<Value>> {
        if op.isa::<hlo::InfeedOp>(self.b) {
            return self.transfer(op, "strata_infeed", String::new());
        }
        if op.isa::<hlo::OutfeedOp>(self.b) {
            return self.transfer(op, "strata_outfeed", String::new());
        }
        let is_send = op.isa::<hlo::SendOp>(self.b);
        if !is_send && !op.isa::<hlo::RecvOp>(self.b) {
            return None;
        }
        let host = self.b.attr(op, "is_host_transfer") == Some(self.b.cx().bool_attr(true));
        let pairs = match self.b.attr(op, "source_target_pairs") {
            Some(_) => self.groups(op, "source_target_pairs")?,
            None => Vec::new(),
        };
        let config = format!("channel={channel}\nhost={}\npairs={}\n", u8::from(host), text(&pairs));
        self.transfer(op, if is_send { "strata_send" } else { "strata_recv" }, config)
    }

    /// An op that sends or receives values, as a call; calls stay in program order, so tokens are not needed.
    fn transfer(&mut self, op: Op, target: &str, config: String) -> Option<Vec<Value>> {
        let cx = self.b.cx_arc().clone();
        let operands: Vec<Value> = self.b.operands(op).filter(|&v| !is_token(&cx, self.b.ty(v))).collect();
        let types: Vec<Type> = self.b.result_types(op).collect();
        let received: Vec<Type> = types.iter().copied().filter(|&ty| !is_token(&cx, ty)).collect();
        let mut values = self.call(target, config, &operands, &received).into_iter();
        let one = |ty: Type| match is_token(&cx, ty) {
            true => Some(self.op::<hlo::CreateTokenOp>(&[], ty, &[])),
            false => values.next(),
        };
        types.into_iter().map(one).collect()
    }

    /// `ragged_all_to_all`, which is a custom call with its groups in its `backend_config`.
    fn ragged(&mut self, op: Op) -> Option<Vec<Value>> {
        let cx = self.b.cx_arc().clone();
        if self.b.attr(op, "call_target_name").and_then(|a| cx.attr_str(a)) != Some("ragged_all_to_all") {
            return None;
        }
        let config = self.b.attr(op, "backend_config").and_then(|a| cx.attr_as::<DictionaryAttr>(a))?;
        let groups = match config.get(cx.intern("replica_groups")) {
            Some(attr) => self.rows(attr)?,
            None => Vec::new(),
        };
        // JAX writes a channel where the groups are of partitions.
        let channel = config.get(cx.intern("channel_id")).and_then(|a| cx.attr_i64(a)).unwrap_or(0);
        let ids = if channel > 0 { Ids::Partition } else { Ids::Replica };
        let config = format!("ids={}\ngroups={}\nmust=1\n", ids.word(), text(&groups));
        let operands: Vec<Value> = self.b.operands(op).collect();
        let types: Vec<Type> = self.b.result_types(op).collect();
        Some(self.call("strata_ragged_all_to_all", config, &operands, &types))
    }

    fn number(&self, op: Op, name: &str) -> Option<usize> {
        self.b.attr(op, name).and_then(|a| self.b.cx().attr_i64(a)).and_then(|n| usize::try_from(n).ok())
    }
    fn channel(&self, op: Op) -> i64 {
        let handle = self.b.attr(op, "channel_handle");
        handle.and_then(|a| self.b.cx().attr_as::<ChannelHandle>(a)).map_or(0, |c| c.handle)
    }
    /// The groups of an op as lists, without the padding of short ones.
    fn groups(&self, op: Op, name: &str) -> Option<Vec<Vec<i64>>> {
        let attr = self.b.attr(op, name)?;
        match self.axes(attr) {
            Some(axes) => axes?.groups(),
            None => self.rows(attr),
        }
    }
    /// The axes of a mesh that groups lie along; `None` for groups that are lists, `Some(None)` for axes that the mesh does not have.
    fn axes(&self, groups: Attr) -> Option<Option<hlo::GroupAxes>> {
        let cx = self.b.cx();
        let axes = cx.attr_as::<hlo::ReplicaGroupMeshAxesAttr>(groups)?;
        let table = strata_ir::core::symbols::SymbolTable::new(self.module);
        let named = axes.mesh_name(cx).and_then(|name| table.get(name));
        Some(axes.axes_of_mesh(cx, named.map(|op| (&*self.module, op))))
    }
    /// The part of the configuration with the groups of an op. It does not grow with the number of devices where the op has axes of a mesh.
    fn group_config(&self, op: Op, ids: Ids, must: Must) -> Option<String> {
        let attr = self.b.attr(op, "replica_groups")?;
        let groups = match self.axes(attr) {
            Some(axes) => axes_text(&axes?),
            None => format!("groups={}\n", text(&self.rows(attr)?)),
        };
        let (op, channel) = (self.b.info(op).mnemonic(), self.channel(op));
        let must = u8::from(must == Must::TakePart);
        Some(format!("ids={}\n{groups}must={must}\nop={op}\nchannel={channel}\n", ids.word()))
    }
    fn rows(&self, attr: Attr) -> Option<Vec<Vec<i64>>> {
        let cx = self.b.cx();
        let dense = cx.attr_as::<DenseElementsAttr>(attr)?;
        let &[_, columns] = cx.shaped(dense.ty)?.shape? else { return None };
        let ids = dense.to_i64s(cx)?;
        if columns <= 0 {
            return Some(Vec::new());
        }
        let rows = ids.chunks(columns as usize);
        Some(rows.map(|row| row.iter().copied().filter(|&id| id != -1).collect()).collect())
    }
    /// Makes an op with one result.
    fn op<O: OpDef>(&mut self, operands: &[Value], ty: Type, attrs: &[(&str, Attr)]) -> Value {
        let mut state = OpState::new(O::info(), self.b.cur_loc());
        state.operands.extend_from_slice(operands);
        state.result_types.push(ty);
        for &(name, attr) in attrs {
            state.set_attr(self.b.cx(), name, attr);
        }
        let op = self.b.build(state);
        self.b.result(op, 0)
    }
    /// Calls a routine of the runtime.
    fn call(&mut self, target: &str, config: String, operands: &[Value], results: &[Type]) -> Vec<Value> {
        let inputs: Vec<Type> = operands.iter().map(|&v| self.b.ty(v)).collect();
        let symbol = self.declared.function(self.module, target, config, &inputs, results);
        let callee = self.b.cx().symbol_ref(&symbol);
        let call = CallOp::build(self.b, callee, operands, None, None, None, results).op();
        self.b.results(call).to_vec()
    }
}

/// Lists of ids as `0,1;2,3`.
fn text(groups: &[Vec<i64>]) -> String {
    let list = |g: &Vec<i64>| g.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    groups.iter().map(list).collect::<Vec<_>>().join(";")
}

/// Axes of a mesh, each as its size and the distance of neighbours.
fn axes_text(axes: &hlo::GroupAxes) -> String {
    let list: Vec<String> = axes.axes.iter().map(|(size, stride)| format!("{size}:{stride}")).collect();
    let mut config = format!("mesh={}\naxes={}\n", axes.total, list.join(","));
    if let Some(devices) = &axes.devices {
        let devices: Vec<String> = devices.iter().map(ToString::to_string).collect();
        config.push_str(&format!("devices={}\n", devices.join(",")));
    }
    config
}
