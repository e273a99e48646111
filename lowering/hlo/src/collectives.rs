//! `stablehlo-legalize-collectives`: lowers collective ops to a call that exchanges the operands of all participants, and ops on the
//! result.
//!
//! Before:
//! ```mlir
//! %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({ … add … })
//!     : (tensor<4xf32>) -> tensor<4xf32>
//! ```
//! After:
//! ```mlir
//! %1:2 = call @strata_meet.call(%x) : (tensor<4xf32>) -> (tensor<2x4xf32>, tensor<i32>)
//! %2 = stablehlo.slice %1#0 [0:1, 0:4] …                     // what the first member brought
//! %3 = stablehlo.slice %1#0 [1:2, 0:4] …
//! %4 = "stablehlo.map"(%2, %3) ({ … add … }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//! ```
//! Infeeds, outfeeds, sends and receipts are calls as well; their order is that of the program.
//!
//! The runtime determines the participants; the second result of the exchange is the position in the group. Groups of different sizes may
//! reduce and broadcast: the result is sized for the largest one then, and another result gives the number of participants. Where an op
//! names no groups, all processes form one group, as many as the module gives in `mhlo.num_replicas` and `mhlo.num_partitions`.

use std::fmt::Write;

use strata_func::{CallOp, FuncOp};
use strata_ir::{core::OpDef, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::{self as hlo, ChannelHandle, infer};

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

/// The exchanged operands of all members of a group, stacked in one tensor for each operand, and the position of this process.
struct Met {
    stacked: Vec<Value>,
    place: Value,
    size: i64,
    /// The number of members, if it is not `size` in all groups.
    count: Option<Value>,
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
            let met = self.meet(op, reduction, true)?;
            return Some(met.stacked.iter().map(|&v| self.joined(v, dim)).collect());
        }
        if is_all_reduce || op.isa::<hlo::CrossReplicaSumOp>(self.b) {
            let ids = if is_all_reduce { reduction } else { Ids::Replica };
            let met = self.meet(op, ids, true)?;
            return self.sums(op, &met);
        }
        if op.isa::<hlo::CollectiveReduceOp>(self.b) {
            let met = self.meet(op, reduction, true)?;
            let sums = self.sums(op, &met)?;
            // The sums are for the first member; the others get zeros.
            let first = self.scalar(0);
            let is_first = self.equal(met.place, first);
            return sums.into_iter().map(|sum| self.or_zero(is_first, sum)).collect();
        }
        if op.isa::<hlo::ReduceScatterOp>(self.b) {
            let dim = self.number(op, "scatter_dimension")?;
            let met = self.meet(op, reduction, true)?;
            let sums = self.sums(op, &met)?;
            return sums.into_iter().map(|sum| self.part(sum, dim, &met)).collect();
        }
        if op.isa::<hlo::AllToAllOp>(self.b) {
            let from = self.number(op, "split_dimension")?;
            let to = self.number(op, "concat_dimension")?;
            let met = self.meet(op, exchange, true)?;
            let mine: Option<Vec<Value>> =
                met.stacked.iter().map(|&v| self.part(v, from + 1, &met)).collect();
            return Some(mine?.into_iter().map(|v| self.joined(v, to)).collect());
        }
        if op.isa::<hlo::CollectiveBroadcastOp>(self.b) && self.b.attr(op, "has_dynamic_root").is_none() {
            let met = self.meet(op, exchange, false)?;
            return Some(met.stacked.iter().map(|&v| self.member(v, 0)).collect());
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
        let config = format!("ids=replica\ngroups={}\n", text(&groups));
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
    /// The rows of a matrix of ids, without the padding of short ones.
    fn groups(&self, op: Op, name: &str) -> Option<Vec<Vec<i64>>> {
        let attr = self.b.attr(op, name)?;
        let cx = self.b.cx();
        let Some(axes) = cx.attr_as::<hlo::ReplicaGroupMeshAxesAttr>(attr) else { return self.rows(attr) };
        let table = strata_ir::core::symbols::SymbolTable::new(self.module);
        let named = axes.mesh_name(cx).and_then(|name| table.get(name));
        axes.groups_of_mesh(cx, named.map(|op| (&*self.module, op)))
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
    fn sizes(&self, v: Value) -> Vec<i64> {
        infer::sizes(self.b.cx(), self.b.ty(v)).to_vec()
    }
    fn tensor(&self, shape: &[i64], like: Value) -> Type {
        self.b.cx().tensor(shape, self.b.cx().elem_or_self(self.b.ty(like)))
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

    /// Exchanges the operands within the group of this process.
    fn meet(&mut self, op: Op, ids: Ids, must: bool) -> Option<Met> {
        let groups = self.groups(op, "replica_groups")?;
        let all = match ids {
            Ids::Replica | Ids::Both => self.replicas,
            Ids::Partition => self.partitions,
            Ids::Process => self.replicas * self.partitions,
        };
        let listed = groups.iter().map(Vec::len).max().unwrap_or(all);
        let uneven = groups.iter().any(|g| g.len() != listed);
        let combines = op.isa::<hlo::AllReduceOp>(self.b)
            || op.isa::<hlo::CrossReplicaSumOp>(self.b)
            || op.isa::<hlo::CollectiveReduceOp>(self.b)
            || op.isa::<hlo::CollectiveBroadcastOp>(self.b);
        if uneven && !combines {
            return None;
        }
        let size = (listed * if ids == Ids::Both { self.partitions } else { 1 }) as i64;
        let mut config = format!("ids={}\ngroups={}\nmust={}\n", ids.word(), text(&groups), u8::from(must));
        let _ = writeln!(config, "op={}\nchannel={}", self.b.info(op).mnemonic(), self.channel(op));
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
    /// The operands of all members, concatenated along a dimension.
    fn joined(&mut self, stacked: Value, dim: usize) -> Value {
        let sizes = self.sizes(stacked);
        let mut order: Vec<i64> = (1..sizes.len() as i64).collect();
        order.insert(dim, 0);
        let turned: Vec<i64> = order.iter().map(|&d| sizes[d as usize]).collect();
        let ty = self.tensor(&turned, stacked);
        let permutation = self.b.cx().i64_array(&order);
        let turned = self.op::<hlo::TransposeOp>(&[stacked], ty, &[("permutation", permutation)]);
        let mut shape = sizes[1..].to_vec();
        shape[dim] *= sizes[0];
        self.reshape(turned, &shape)
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
        let mut state = OpState::new(hlo::MapOp::info(), self.b.cur_loc());
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
    fn equal(&mut self, x: Value, y: Value) -> Value {
        self.compare(x, y, hlo::ComparisonDirection::Eq)
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

/// Lists of ids as `0,1;2,3`.
fn text(groups: &[Vec<i64>]) -> String {
    let list = |g: &Vec<i64>| g.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    groups.iter().map(list).collect::<Vec<_>>().join(";")
}
