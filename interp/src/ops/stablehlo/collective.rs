//! Ops in which several processes take part: they meet in groups.

use std::sync::Arc;

use smallvec::SmallVec;
use strata_ir::prelude::DenseElementsAttr;
use strata_stablehlo::{ChannelHandle, ReplicaGroupMeshAxesAttr};

use super::region::Payload;
use crate::{
    Args, Data, Eval, Flow, Interpreter, Num, Shape, Step, Tensor, Value,
    grid::{GridSize, Stop, process_name},
    kernels,
};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.replica_id", |s| {
        let id = s.m.process.replica();
        set_id(s, id)
    });
    i.register("stablehlo.partition_id", |s| {
        let id = s.m.process.partition();
        set_id(s, id)
    });
    i.register("stablehlo.all_reduce", |s| {
        let groups = groups_of_reduction(s)?;
        let Some((_, all)) = meet(s, "all_reduce", &groups)? else { return Err(left_out(s)) };
        let out = reduce(s, &all)?;
        set_tensors(s, out)
    });
    i.register("stablehlo.cross-replica-sum", |s| {
        let groups = by_replica(s, &rows(s, "replica_groups")?)?;
        let Some((_, all)) = meet(s, "cross-replica-sum", &groups)? else { return Err(left_out(s)) };
        let mut parts = column(s, &all, 0)?.into_iter();
        let mut sum = parts.next().ok_or_else(|| s.fault("needs an operand"))?;
        let op = crate::ops::elementwise::on_booleans(kernels::Bin::Add, sum.elem);
        for part in parts {
            sum.data = kernels::binary(op, sum.elem, sum.data.clone(), part.data.clone())
                .ok_or_else(|| s.fault("is not defined for its operand type"))?;
        }
        set_tensors(s, vec![sum])
    });
    i.register("stablehlo.collective_reduce", |s| {
        let groups = groups_of_reduction(s)?;
        let Some((place, all)) = meet(s, "collective_reduce", &groups)? else { return Err(left_out(s)) };
        let mut out = reduce(s, &all)?;
        // The sums are for the first member; the others get zeros.
        if place != 0 {
            out = out.into_iter().map(zeros).collect();
        }
        set_tensors(s, out)
    });
    i.register("stablehlo.reduce_scatter", |s| {
        let groups = groups_of_reduction(s)?;
        let dim = s.int_attr("scatter_dimension")?;
        let Some((place, all)) = meet(s, "reduce_scatter", &groups)? else { return Err(left_out(s)) };
        let mut out = reduce(s, &all)?;
        let sum = out.pop().ok_or_else(|| s.fault("needs an operand"))?;
        let parts = split(s, &sum, dim, all.len())?;
        set_tensors(s, parts.into_iter().skip(place).take(1).collect())
    });
    i.register("stablehlo.all_gather", |s| {
        let groups = groups_of_reduction(s)?;
        let dim = s.int_attr("all_gather_dim")?;
        let Some((_, all)) = meet(s, "all_gather", &groups)? else { return Err(left_out(s)) };
        let joined =
            (0..s.num_operands()).map(|k| join(s, &column(s, &all, k)?, dim)).collect::<Eval<Vec<_>>>()?;
        set_tensors(s, joined)
    });
    i.register("stablehlo.all_to_all", |s| {
        let groups = groups_of_exchange(s)?;
        let (from, to) = (s.int_attr("split_dimension")?, s.int_attr("concat_dimension")?);
        let count = s.int_attr("split_count")?;
        let Some((place, all)) = meet(s, "all_to_all", &groups)? else { return Err(left_out(s)) };
        s.ensure(count == all.len() as i64, || {
            format!("splits into {count} parts in a group of {}", all.len())
        })?;
        let mut out = Vec::new();
        for k in 0..s.num_operands() {
            let mut parts = Vec::new();
            for sent in column(s, &all, k)? {
                parts.extend(split(s, &sent, from, all.len())?.into_iter().skip(place).take(1));
            }
            out.push(join(s, &parts, to)?);
        }
        set_tensors(s, out)
    });
    i.register("stablehlo.collective_broadcast", |s| {
        let groups = groups_of_exchange(s)?;
        let mut own = s.operands_from(0)?;
        let roots = if s.flag("has_dynamic_root") {
            own.pop().map(|r| root_places(s, &r)).transpose()?
        } else {
            None
        };
        let values = match meet(s, "collective_broadcast", &groups)? {
            Some((_, all)) => {
                let from = |k: usize| {
                    let root = roots.as_ref().map_or(0, |r| r.get(k).copied().unwrap_or(usize::MAX));
                    let sent = all.get(root).and_then(|args| args.get(k)).cloned();
                    sent.ok_or_else(|| s.fault("has a root that is no place in its group"))
                };
                (0..own.len()).map(from).collect::<Eval<Args>>()?
            }
            // A process in no group gets zeros.
            None => own.into_iter().map(zero_value).collect(),
        };
        s.set_all(values)
    });
    i.register("stablehlo.collective_permute", collective_permute);
}

fn set_id(s: &mut Step<'_, '_>, id: usize) -> Eval {
    let elem = s.result_elem(0)?;
    s.set_elements(0, Tensor::scalar(elem, Num::from_i64(elem, id as i64)))
}

fn set_tensors(s: &mut Step<'_, '_>, out: Vec<Tensor>) -> Eval {
    for (k, t) in out.into_iter().enumerate() {
        s.set_elements(k, t)?;
    }
    Ok(Flow::Next)
}

fn zeros(t: Tensor) -> Tensor {
    Tensor::splat(t.elem, t.shape, Num::zero(t.elem))
}
fn zero_value(v: Value) -> Value {
    match v {
        Value::Tensor(t) => Value::Tensor(zeros(t)),
        other => other,
    }
}

pub(super) fn left_out(s: &Step<'_, '_>) -> crate::Fault {
    let name = process_name(s.m.process.grid.size, s.m.process.number);
    s.fault(format!("runs in process {name}, which is in none of its groups"))
}

/// The places in the group that send, one for each operand.
fn root_places(s: &Step<'_, '_>, roots: &Value) -> Eval<Vec<usize>> {
    let roots = roots.elements().ok_or_else(|| s.fault("needs the roots as a tensor"))?;
    let place = |i: usize| usize::try_from(roots.at(i).int()).unwrap_or(usize::MAX);
    Ok((0..roots.len()).map(place).collect())
}

/// Lists of processes.
pub(super) type Groups = Vec<Vec<usize>>;

/// The channel of the op; 0 if it has none.
pub(super) fn channel(s: &Step<'_, '_>) -> i64 {
    s.attr("channel_handle").and_then(|a| s.cx().attr_as::<ChannelHandle>(a)).map_or(0, |c| c.handle)
}

/// The rows of a matrix of ids without the -1 that fill short rows up; nothing for the group of all.
fn rows(s: &Step<'_, '_>, name: &str) -> Eval<Vec<Vec<usize>>> {
    matrix(s, s.typed::<DenseElementsAttr>(name)?, name)
}
/// The rows of the matrix of ids in an attribute.
pub(super) fn matrix(s: &Step<'_, '_>, d: &DenseElementsAttr, name: &str) -> Eval<Vec<Vec<usize>>> {
    let wrong = || s.fault(format!("needs a matrix of ids '{name}'"));
    let ids = d.to_i64s(s.cx()).ok_or_else(wrong)?;
    let &[_, columns] = s.cx().shaped(d.ty).and_then(|t| t.shape).ok_or_else(wrong)? else {
        return Err(wrong());
    };
    let columns = usize::try_from(columns).unwrap_or(0);
    if columns == 0 || ids.is_empty() {
        return Ok(Vec::new());
    }
    ids.chunks(columns)
        .map(|row| {
            row.iter()
                .filter(|&&id| id != -1)
                .map(|&id| usize::try_from(id).map_err(|_| s.fault(format!("has the id {id}"))))
                .collect()
        })
        .collect()
}

/// The groups of each given list of ids, all ids if there is no list, by a function from an id to processes.
fn groups(
    s: &Step<'_, '_>,
    lists: &[Vec<usize>],
    all: usize,
    mut of: impl FnMut(&[usize], &mut Groups) -> Option<()>,
) -> Eval<Groups> {
    let everyone = [(0..all).collect::<Vec<_>>()];
    let lists = if lists.is_empty() { &everyone[..] } else { lists };
    let mut out = Groups::new();
    for list in lists {
        of(list, &mut out)
            .ok_or_else(|| s.fault(format!("has a group {list:?} with an id that no process has")))?;
    }
    let mut seen = vec![false; s.m.process.grid.size.processes()];
    for &p in out.iter().flatten() {
        let twice = seen.get_mut(p).is_none_or(|slot| std::mem::replace(slot, true));
        s.ensure(!twice, || "has an id in two places of its groups".into())?;
    }
    Ok(out)
}

fn size(s: &Step<'_, '_>) -> GridSize {
    s.m.process.grid.size
}

/// Ids are replicas; each partition has groups of its own.
pub(super) fn by_replica(s: &Step<'_, '_>, lists: &[Vec<usize>]) -> Eval<Groups> {
    let z = size(s);
    groups(s, lists, z.replicas, |list, out| {
        for p in 0..z.partitions {
            out.push(list.iter().map(|&r| z.process(r, p)).collect::<Option<_>>()?);
        }
        Some(())
    })
}
/// Ids are partitions; each replica has groups of its own.
pub(super) fn by_partition(s: &Step<'_, '_>, lists: &[Vec<usize>]) -> Eval<Groups> {
    let z = size(s);
    groups(s, lists, z.partitions, |list, out| {
        for r in 0..z.replicas {
            out.push(list.iter().map(|&p| z.process(r, p)).collect::<Option<_>>()?);
        }
        Some(())
    })
}
/// Ids are replicas, and all their partitions take part.
fn by_replica_and_partition(s: &Step<'_, '_>, lists: &[Vec<usize>]) -> Eval<Groups> {
    let z = size(s);
    groups(s, lists, z.replicas, |list, out| {
        let all = (0..z.partitions).flat_map(|p| list.iter().map(move |&r| z.process(r, p)));
        out.push(all.collect::<Option<_>>()?);
        Some(())
    })
}
/// Ids number all processes.
fn by_process(s: &Step<'_, '_>, lists: &[Vec<usize>]) -> Eval<Groups> {
    let n = size(s).processes();
    groups(s, lists, n, |list, out| {
        out.push(list.iter().map(|&id| (id < n).then_some(id)).collect::<Option<_>>()?);
        Some(())
    })
}

/// The groups of an op that reduces or gathers.
fn groups_of_reduction(s: &Step<'_, '_>) -> Eval<Groups> {
    let lists = replica_groups(s)?;
    match (channel(s) > 0, s.flag("use_global_device_ids")) {
        (false, false) => by_replica(s, &lists),
        (true, false) => by_replica_and_partition(s, &lists),
        (true, true) => by_process(s, &lists),
        (false, true) => Err(s.fault("uses global device ids, which needs a channel")),
    }
}

/// The groups of an op that exchanges values.
pub(super) fn groups_of_exchange(s: &Step<'_, '_>) -> Eval<Groups> {
    let lists = replica_groups(s)?;
    if channel(s) > 0 { by_partition(s, &lists) } else { by_replica(s, &lists) }
}

/// The groups of ids, which are rows of a matrix or lie along axes of a mesh.
fn replica_groups(s: &Step<'_, '_>) -> Eval<Vec<Vec<usize>>> {
    let mesh = s.attr("replica_groups").and_then(|a| s.cx().attr_as::<ReplicaGroupMeshAxesAttr>(a));
    let Some(mesh) = mesh else { return rows(s, "replica_groups") };
    let named = mesh.mesh_name(s.cx()).and_then(|name| s.m.symbol(s.cx().str(name)));
    let lists = mesh
        .groups_of_mesh(s.cx(), named)
        .ok_or_else(|| s.fault("has groups along the axes of a mesh that does not have these"))?;
    let ids = |list: Vec<i64>| {
        list.into_iter()
            .map(|id| usize::try_from(id).map_err(|_| s.fault(format!("has the id {id}"))))
            .collect::<Eval<Vec<_>>>()
    };
    lists.into_iter().map(ids).collect()
}

/// Exchanges the operands in the group of this process: returns its position there and the operands of all members;
/// `None` if it is in no group.
pub(super) fn meet(
    s: &mut Step<'_, '_>,
    op: &'static str,
    groups: &Groups,
) -> Eval<Option<(usize, Arc<Vec<Args>>)>> {
    let own = s.m.process.number;
    let found = groups.iter().find_map(|g| Some((g.iter().position(|&p| p == own)?, g)));
    let Some((place, group)) = found else { return Ok(None) };
    let values = s.operands_from(0)?;
    let all = meet_group(s, op, group, place, values)?;
    for brought in all.iter() {
        let same = brought.len() == all[place].len()
            && brought.iter().zip(&all[place]).all(|(a, b)| match (a.elements(), b.elements()) {
                (Some(a), Some(b)) => a.elem == b.elem && a.shape == b.shape,
                _ => true,
            });
        s.ensure(same, || "gets values of different types from the members of its group".into())?;
    }
    Ok(Some((place, all)))
}

/// Meets the members of a group, in which this process has the place `place`.
pub(crate) fn meet_group(
    s: &mut Step<'_, '_>,
    op: &'static str,
    group: &[usize],
    place: usize,
    values: Args,
) -> Eval<Arc<Vec<Args>>> {
    let channel = channel(s);
    let key = s.m.process.key(op, channel, group);
    let grid = s.m.process.grid.clone();
    match grid.meet(key, place, values) {
        Ok(all) => Ok(all),
        Err((stop, missing)) => {
            let names: Vec<String> = missing.iter().map(|&p| process_name(grid.size, p)).collect();
            Err(stopped(s, stop, &format!("process {}", names.join(", "))))
        }
    }
}

/// The error of a process that waits for something that does not come.
pub(super) fn stopped(s: &mut Step<'_, '_>, stop: Stop, what: &str) -> crate::Fault {
    if stop == Stop::Failure {
        s.m.is_bystander = true;
        return s.fault(format!("waits for {what}, but another process failed"));
    }
    s.fault(format!("waits forever for {what}: all processes wait or have ended"))
}

/// Operand `k` of every member.
pub(super) fn column(s: &Step<'_, '_>, all: &[Args], k: usize) -> Eval<Vec<Tensor>> {
    let tensors = all.iter().map(|args| args.get(k).and_then(Value::elements).cloned());
    tensors.collect::<Option<_>>().ok_or_else(|| s.fault("needs tensors"))
}

/// Combines the operands of all members in the order of the group.
fn reduce(s: &mut Step<'_, '_>, all: &[Args]) -> Eval<Vec<Tensor>> {
    let mut payload = Payload::new(s, 0)?;
    let mut out = Vec::new();
    for k in 0..s.num_operands() {
        let to = s.result_elem(k)?;
        let mut parts = column(s, all, k)?.into_iter().map(|t| super::region::promoted(t, to));
        let mut sum = parts.next().ok_or_else(|| s.fault("has an empty group"))?;
        for part in parts {
            s.charge(part.len())?;
            let mut values = Vec::with_capacity(sum.len());
            for i in 0..sum.len() {
                values.push(payload.combine(s, to, sum.at(i), part.at(i))?);
            }
            sum = Tensor::new(to, sum.shape, Data::collect(to, values.into_iter()));
        }
        out.push(sum);
    }
    Ok(out)
}

/// Equal parts along a dimension.
fn split(s: &Step<'_, '_>, x: &Tensor, dim: i64, n: usize) -> Eval<Vec<Tensor>> {
    let d = s.dims(&[dim], x.rank())?[0];
    s.ensure(n > 0 && x.shape[d].is_multiple_of(n), || {
        format!("cannot split a size of {} into {n} parts", x.shape[d])
    })?;
    let (mut shape, own) = (x.shape.clone(), x.strides());
    shape[d] /= n;
    Ok((0..n).map(|k| x.view(&shape, &own, k * shape[d] * own[d])).collect())
}

/// Tensors one after the other along a dimension.
fn join(s: &Step<'_, '_>, parts: &[Tensor], dim: i64) -> Eval<Tensor> {
    let Some(first) = parts.first() else { return Err(s.fault("has an empty group")) };
    let d = s.dims(&[dim], first.rank())?[0];
    let mut shape: Shape = first.shape.clone();
    shape[d] = parts.iter().map(|p| p.shape[d]).sum();
    s.elements(&shape)?;
    super::shape::joined(parts, &shape, d).ok_or_else(|| s.fault("gets values of different shapes"))
}

/// Each process sends its value to at most one other process; processes that receive nothing get zeros.
fn collective_permute(s: &mut Step<'_, '_>) -> Eval {
    let z = size(s);
    let pairs = rows(s, "source_target_pairs")?;
    let across = channel(s) > 0;
    let own = &s.m.process;
    let (mine, count) = if across { (own.partition(), z.partitions) } else { (own.replica(), z.replicas) };
    let process = |id: usize| {
        let (r, p) = if across { (own.replica(), id) } else { (id, own.partition()) };
        z.process(r, p)
    };
    let mut source = None;
    let mut taken: SmallVec<[Vec<bool>; 2]> = SmallVec::from_elem(vec![false; count], 2);
    for pair in &pairs {
        let &[from, to] = &pair[..] else { return Err(s.fault("has a pair with one id")) };
        for (side, id) in [from, to].into_iter().enumerate() {
            let slot = taken[side].get_mut(id).ok_or_else(|| s.fault(format!("has the id {id}")))?;
            s.ensure(!std::mem::replace(slot, true), || format!("has the id {id} twice"))?;
        }
        if to == mine {
            source = Some(from);
        }
    }
    // All of them meet: the ids that take part, in ascending order.
    let ids: Vec<usize> = (0..count).filter(|&id| taken.iter().any(|t| t[id])).collect();
    let values = s.operands_from(0)?;
    let group: Option<Vec<usize>> = ids.iter().map(|&id| process(id)).collect();
    let group = group.ok_or_else(|| s.fault("has an id that no process has"))?;
    let Some(place) = ids.iter().position(|&id| id == mine) else {
        return s.set_all(values.into_iter().map(zero_value).collect());
    };
    let all = meet_group(s, "collective_permute", &group, place, values.clone())?;
    let sent = source.and_then(|from| all.get(ids.iter().position(|&id| id == from)?)).cloned();
    s.set_all(sent.unwrap_or_else(|| values.into_iter().map(zero_value).collect()))
}
