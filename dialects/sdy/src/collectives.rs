//! Verification of collective ops: applying their axes to the sharding of the operand must give that of the result.

use strata_ir::prelude::*;

use crate::{
    attrs::{AllToAllParamList, AxisRef, AxisRefList, ListOfAxisRefLists, Mesh, SubAxisInfo, TensorSharding},
    shardings,
    verify::{Axes, Place},
};

/// The operand of a collective op, its axes, and the sharding of its result.
pub(crate) fn collective(
    b: &Body,
    op: Op,
    axes: Option<Attr>,
    out: &TensorSharding,
    place: &Place<'_>,
) -> VerifyResult {
    let (cx, name, mesh) = (b.cx(), b.op_name(op), place.mesh(out)?);
    let operand = shardings::sharding(b, b.operand(op, 0));
    let operand = operand.as_ref();
    let optional = matches!(name, "sdy.all_slice" | "sdy.all_reduce" | "sdy.reduce_scatter");
    ensure!(operand.is_some() || optional, "collective on operand without sharding");
    if let Some(operand) = operand {
        let own = place.mesh(operand)?;
        ensure!(name == "sdy.collective_permute" || mesh == own, "result mesh does not match operand mesh");
        let (n, m) = (out.dim_shardings.len(), operand.dim_shardings.len());
        ensure!(n == m, "result sharding has rank {n} but operand sharding has rank {m}");
        if name == "sdy.collective_permute" {
            return permute(operand, out, own, mesh);
        }
    }
    let Some(axes) = axes else { return Ok(()) };
    let dims: Vec<&[AxisRef]> = match operand {
        Some(s) => s.dim_shardings.iter().map(|d| &d.axes[..]).collect(),
        // A value without a sharding is not split.
        None => vec![Default::default(); out.dim_shardings.len()],
    };
    let none = Vec::new();
    let unreduced = operand.map_or(&none, |s| &s.unreduced_axes);
    let mut seen = Axes::default();
    if let Some(params) = cx.attr_as::<AllToAllParamList>(axes) {
        return all_to_all(params, &dims, out, mesh, place);
    }
    if let Some(list) = cx.attr_as::<ListOfAxisRefLists>(axes) {
        list.0.iter().try_for_each(|l| seen.list(&l.0, mesh, place))?;
        let (rank, n) = (dims.len(), list.0.len());
        ensure!(rank == n, "result sharding has rank {rank} but collective axes has rank {n}");
        for (dim, (from, axes)) in dims.iter().zip(&list.0).enumerate() {
            let expected = match name {
                "sdy.all_gather" => gather(from, &axes.0, mesh, "gathering", dim)?,
                "sdy.sharded_to_unreduced" => gather(from, &axes.0, mesh, "shard-to-unreduce", dim)?,
                _ => slice(from, &axes.0, mesh),
            };
            same_axes(&expected, out, dim)?;
        }
        if name == "sdy.sharded_to_unreduced" {
            let added: Vec<AxisRef> = list.0.iter().flat_map(|l| l.0.clone()).collect();
            let sum = "out_unreduced_axes should be in_unreduced_axes + sharded_to_unreduced_axes";
            ensure!(is_sum(unreduced, &added, &out.unreduced_axes, mesh), "{sum}");
        }
        return Ok(());
    }
    let Some(list) = cx.attr_as::<AxisRefList>(axes) else { return Ok(()) };
    let equal = dims.iter().zip(&out.dim_shardings).all(|(from, to)| **from == to.axes);
    if name == "sdy.replicated_to_unreduced" {
        ensure!(equal, "input and output must share the same dimension shardings");
        seen.list(&list.0, mesh, place)?;
        let sum = "out_unreduced_axes should be in_unreduced_axes + r2u_axes";
        ensure!(is_sum(unreduced, &list.0, &out.unreduced_axes, mesh), "{sum}");
        return Ok(());
    }
    ensure!(equal, "operand and result shardings are not equivalent");
    seen.list(&list.0, mesh, place)?;
    let replicated = operand.map_or(&none, |s| &s.replicated_axes);
    for axis in &list.0 {
        let is_used = dims.iter().copied().flatten().chain(replicated).any(|a| a.overlaps(axis));
        ensure!(
            !is_used,
            "reduction axis {axis} overlaps with operand dimension sharding or replicated axes"
        );
        let is_left = out.unreduced_axes.iter().any(|a| a.overlaps(axis));
        ensure!(!is_left, "reduction axis {axis} overlaps with result unreduced axes");
    }
    Ok(())
}

fn permute(operand: &TensorSharding, out: &TensorSharding, from: &Mesh, to: &Mesh) -> VerifyResult {
    ensure!(from.axes == to.axes, "result mesh has different axes than operand mesh");
    ensure!(
        operand.mesh_or_ref == out.mesh_or_ref || from.device_ids != to.device_ids,
        "result mesh name is different but same device ids as operand"
    );
    for (dim, (a, b)) in operand.dim_shardings.iter().zip(&out.dim_shardings).enumerate() {
        let parts = |n: Option<i64>| n.unwrap_or(i64::MAX);
        let (before, after) = (parts(a.num_parts(to)), parts(b.num_parts(to)));
        ensure!(
            before == after,
            "sharded size of result doesn't match operand on dimension {dim}: {after} != {before}"
        );
    }
    Ok(())
}

fn all_to_all(
    params: &AllToAllParamList,
    operand: &[&[AxisRef]],
    out: &TensorSharding,
    mesh: &Mesh,
    place: &Place<'_>,
) -> VerifyResult {
    ensure!(!params.0.is_empty(), "parameter list is empty");
    let (rank, mut seen) = (operand.len(), Axes::default());
    let (mut dims, mut last) = (Vec::new(), -1);
    for param in &params.0 {
        seen.list(&param.axes, mesh, place)?;
        for (dim, what) in [(param.src_dim, "source"), (param.tgt_dim, "target")] {
            ensure!((0..rank as i64).contains(&dim), "{what} dimension {dim} is out of range [0, {rank})");
        }
        for dim in [param.src_dim, param.tgt_dim] {
            ensure!(!dims.contains(&dim), "overlapping source/target dimensions in all-to-all params: {dim}");
            dims.push(dim);
        }
        let src = param.src_dim;
        ensure!(
            src > last,
            "source dimensions are not sorted in ascending order: {src} appears after {last}"
        );
        last = src;
    }
    for param in &params.0 {
        let (src, tgt) = (param.src_dim as usize, param.tgt_dim as usize);
        same_axes(&gather(operand[src], &param.axes, mesh, "all-to-all", src)?, out, src)?;
        same_axes(&slice(operand[tgt], &param.axes, mesh), out, tgt)?;
    }
    let rest = (0..rank).filter(|&d| !dims.contains(&(d as i64)));
    rest.map(|dim| same_axes(operand[dim], out, dim)).collect()
}

/// The axes of a dimension are those that are expected.
fn same_axes(expected: &[AxisRef], out: &TensorSharding, dim: usize) -> VerifyResult {
    let same = out.dim_shardings.get(dim).is_some_and(|d| d.axes == expected);
    let shown: Vec<String> = expected.iter().map(AxisRef::to_string).collect();
    ensure!(
        same,
        "result sharding doesn't match expected sharding [{}] on dimension {dim}",
        shown.join(", ")
    );
    Ok(())
}

/// The products of sizes of an axis before and up to the end of a part.
fn range(axis: &AxisRef, mesh: &Mesh) -> (i64, i64) {
    let pre = axis.sub_axis_info.map_or(1, |s| s.pre_size);
    (pre, pre.saturating_mul(axis.size(mesh)))
}
/// The part of an axis between two products of sizes.
fn part(name: &str, (start, end): (i64, i64), mesh: &Mesh) -> AxisRef {
    let whole = start == 1 && mesh.axis_size(name) == Some(end);
    let info = SubAxisInfo { pre_size: start, size: end / start.max(1) };
    AxisRef { name: name.to_owned(), sub_axis_info: (!whole).then_some(info) }
}

/// The axes of a dimension without those at its end.
fn gather(
    from: &[AxisRef],
    axes: &[AxisRef],
    mesh: &Mesh,
    what: &str,
    dim: usize,
) -> Result<Vec<AxisRef>, VerifyError> {
    let mut left = from.to_vec();
    for axis in axes.iter().rev() {
        let (start, end) = range(axis, mesh);
        let last = left.pop().filter(|last| {
            let (first, stop) = range(last, mesh);
            last.name == axis.name && stop == end && first <= start
        });
        let Some(last) = last else {
            let message = format!("can't apply {what} axis {axis} to operand sharding on dimension {dim}");
            return Err(message.into());
        };
        let (first, _) = range(&last, mesh);
        if first < start {
            left.push(part(&last.name, (first, start), mesh));
        }
    }
    Ok(left)
}

/// The axes of a dimension and others after them.
fn slice(from: &[AxisRef], axes: &[AxisRef], mesh: &Mesh) -> Vec<AxisRef> {
    let mut all = from.to_vec();
    for axis in axes {
        match all.last_mut().filter(|last| last.can_merge(axis)) {
            Some(last) => *last = part(&last.name, (range(last, mesh).0, range(axis, mesh).1), mesh),
            None => all.push(axis.clone()),
        }
    }
    all
}

/// Whether the axes are those of both lists; sub-axes are not checked, as they may have been merged.
fn is_sum(a: &[AxisRef], b: &[AxisRef], sum: &[AxisRef], mesh: &Mesh) -> bool {
    let mut both: Vec<&AxisRef> = a.iter().chain(b).collect();
    if both.iter().copied().chain(sum).any(|axis| axis.sub_axis_info.is_some()) {
        return true;
    }
    both.sort_by_key(|axis| mesh.position(&axis.name));
    both.into_iter().eq(sum)
}
