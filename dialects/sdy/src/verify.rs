//! Verification of shardings against their mesh.

use rustc_hash::FxHashMap;
use strata_ir::core::{AttrPlace, AttrUse, symbols::SymbolScope};
use strata_ir::prelude::*;

use crate::attrs::{
    AxisRef, ManualAxes, Mesh, OpShardingRule, SubAxisInfo, TensorMapping, TensorSharding,
    TensorShardingPerValue, factor_symbol,
};
use crate::shardings::SHARDING;

/// Where a sharding stands.
pub(crate) struct Place<'a> {
    cx: &'a Context,
    symbols: &'a SymbolScope<'a>,
    /// The prefix of errors.
    pub prefix: String,
}

impl<'a> Place<'a> {
    pub(crate) fn new(cx: &'a Context, symbols: &'a SymbolScope<'a>) -> Self {
        Self { cx, symbols, prefix: String::new() }
    }
    fn error<T>(&self, message: impl std::fmt::Display) -> Result<T, VerifyError> {
        Err(format!("{}{message}", self.prefix).into())
    }
    /// One of `n` values.
    fn value(&self, n: usize, index: usize) -> Place<'a> {
        let prefix = if n == 1 { format!("{}- ", self.prefix) } else { format!("{}{index} - ", self.prefix) };
        Place { prefix, ..*self }
    }
    /// The mesh of a sharding.
    pub(crate) fn mesh(&self, sharding: &TensorSharding) -> Result<&'a Mesh, VerifyError> {
        if let Some(mesh) = self.cx.attr_as::<Mesh>(sharding.mesh_or_ref) {
            return Ok(mesh);
        }
        let named = self.symbols.lookup(self.cx, sharding.mesh_or_ref);
        let mesh =
            named.filter(|(b, op)| b.op_name(*op) == "sdy.mesh").and_then(|(b, op)| b.attr(op, "mesh"));
        match mesh.and_then(|a| self.cx.attr_as::<Mesh>(a)) {
            Some(mesh) => Ok(mesh),
            None => {
                self.error(format_args!("unknown mesh: {}", self.cx.attr_to_string(sharding.mesh_or_ref)))
            }
        }
    }
}

/// The axes that were seen, in all parts of a sharding.
#[derive(Default)]
pub(crate) struct Axes<'s> {
    seen: Vec<&'s AxisRef>,
    parts: FxHashMap<&'s str, Vec<&'s AxisRef>>,
}

impl<'s> Axes<'s> {
    /// A list of axes: known ones, each once, and none that would be one with its neighbour.
    pub(crate) fn list(&mut self, axes: &'s [AxisRef], mesh: &Mesh, place: &Place<'_>) -> VerifyResult {
        let mut previous: Option<&AxisRef> = None;
        for axis in axes {
            if mesh.axis_size(&axis.name).is_none() {
                return place.error(format_args!("unknown axis name: \"{}\"", axis.name));
            }
            if self.seen.contains(&axis) {
                return place.error(format_args!("duplicate axis ref: {axis}"));
            }
            self.seen.push(axis);
            if axis.sub_axis_info.is_some() {
                self.parts.entry(&axis.name).or_default().push(axis);
                if let Some(before) = previous.filter(|p| p.can_merge(axis)) {
                    return place
                        .error(format_args!("two consecutive sub-axes can be merged: {before}, {axis}"));
                }
            }
            previous = Some(axis);
        }
        Ok(())
    }
    /// A list in the order of the mesh.
    fn sorted(&mut self, axes: &'s [AxisRef], what: &str, mesh: &Mesh, place: &Place<'_>) -> VerifyResult {
        let key = |a: &AxisRef| {
            let part = a.sub_axis_info.unwrap_or(SubAxisInfo { pre_size: i64::MAX, size: i64::MAX });
            (mesh.position(&a.name), part)
        };
        if !axes.is_sorted_by_key(key) {
            return place.error(format_args!("{what} axes are not ordered w.r.t. mesh"));
        }
        self.list(axes, mesh, place)
    }
    /// The parts of axes: they fit into the axis and do not overlap.
    fn parts(&mut self, mesh: &Mesh, place: &Place<'_>) -> VerifyResult {
        for axis in &mesh.axes {
            let Some(mut parts) = self.parts.remove(&*axis.name) else { continue };
            parts.sort_by_key(|a| a.sub_axis_info);
            if self.seen.iter().any(|a| a.name == axis.name && a.sub_axis_info.is_none()) {
                return place.error(format_args!(
                    "both sub-axis and full-axis are used for axis name: \"{}\"",
                    axis.name
                ));
            }
            let mut before: Option<&AxisRef> = None;
            let mut end = 1;
            for part in parts {
                let Some(info) = part.sub_axis_info else { continue };
                if info.pre_size < 1 {
                    return place.error(format_args!("sub-axis pre-size must be at least 1: {part}"));
                }
                if info.size <= 1 {
                    return place.error(format_args!("sub-axis sizes must be greater than 1: {part}"));
                }
                let next = info.next_pre_size().unwrap_or(i64::MAX);
                if axis.size % next != 0 {
                    return place.error(format_args!(
                        "sub-axis next pre-size {next} doesn't divide the size of the full axis {}: {part}",
                        axis.size
                    ));
                }
                if info.size == axis.size {
                    return place.error(format_args!("sub-axis size is equal to the full axis size: {part}"));
                }
                if let Some(before) = before.filter(|_| end > info.pre_size) {
                    return place.error(format_args!("overlapping sub-axes: {before}, {part}"));
                }
                (before, end) = (Some(part), next);
            }
        }
        Ok(())
    }
}

/// The sharding of one value, of type `ty` if there is one.
pub(crate) fn sharding_of(s: &TensorSharding, ty: Option<Type>, place: &Place<'_>) -> VerifyResult {
    let (cx, mesh) = (place.cx, place.mesh(s)?);
    let names_axes =
        !s.dim_shardings.is_empty() || !s.replicated_axes.is_empty() || !s.unreduced_axes.is_empty();
    let Some(mut ty) = ty.filter(|_| !mesh.is_maximal()) else {
        return match names_axes {
            true => place.error(
                "a maximal sharding can only have a sharding with rank 0 and no replicated or unreduced axes.",
            ),
            false => Ok(()),
        };
    };
    if let Some(tuple) = cx.type_as::<TupleType>(ty) {
        let [one] = *tuple.0 else {
            return place.error(format_args!(
                "ops can only have a sharding for a tuple of size 1: '{}'",
                cx.type_to_string(ty)
            ));
        };
        ty = one;
    }
    let Some(shaped) = cx.shaped(ty) else {
        if names_axes {
            let (ty, s) = (cx.type_to_string(ty), cx.attr_to_string(cx.attr(s.clone())));
            return place.error(format_args!(
                "non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: '{ty}', sharding: {s}"
            ));
        }
        return Ok(());
    };
    let Some(shape) = shaped.shape else {
        let ty = cx.type_to_string(ty);
        return place.error(format_args!("only ranked tensors can have a sharding. type: '{ty}'"));
    };
    if s.dim_shardings.len() != shape.len() {
        let (n, rank) = (s.dim_shardings.len(), shape.len());
        return place.error(format_args!("sharding doesn't match tensor rank: {n} != {rank}"));
    }
    let mut axes = Axes::default();
    for (dim, sharding) in s.dim_shardings.iter().enumerate() {
        if sharding.priority.is_some() && sharding.is_closed && sharding.axes.is_empty() {
            return place.error(format_args!("dim {dim} is empty and closed but has a priority"));
        }
        axes.list(&sharding.axes, mesh, place)?;
    }
    axes.sorted(&s.replicated_axes, "replicated", mesh, place)?;
    axes.sorted(&s.unreduced_axes, "unreduced", mesh, place)?;
    axes.parts(mesh, place)
}

/// The shardings of several values.
pub(crate) fn shardings_of(all: &TensorShardingPerValue, types: &[Type], place: &Place<'_>) -> VerifyResult {
    if let ([], [one]) = (types, &*all.0)
        && (place.mesh(one)?.is_maximal() || one.is_fully_replicated())
    {
        // An op without results may have a sharding for the devices on which it runs.
        return Ok(());
    }
    if all.0.len() != types.len() {
        let (n, m) = (all.0.len(), types.len());
        return place
            .error(format_args!("shardings don't match number of values: {n} shardings vs {m} values"));
    }
    for (i, (sharding, &ty)) in all.0.iter().zip(types).enumerate() {
        sharding_of(sharding, Some(ty), &place.value(types.len(), i))?;
    }
    Ok(())
}

/// A computation by hand: its operands and results, and those of its body, along the manual axes.
pub(crate) fn manual_computation(
    b: &Body,
    op: Op,
    (args, returned): &(Vec<Type>, Vec<Type>),
    place: &Place<'_>,
) -> VerifyResult {
    let (cx, (inner, own)) = (b.cx(), b.inner(op));
    let shardings = |name: &str| inner.attr(own, name).and_then(|a| cx.attr_as::<TensorShardingPerValue>(a));
    let manual = inner.attr(own, "manual_axes").and_then(|a| cx.attr_as::<ManualAxes>(a));
    let (Some(ins), Some(outs), Some(manual)) =
        (shardings("in_shardings"), shardings("out_shardings"), manual)
    else {
        return Ok(());
    };
    nested_manual_axes(inner, own, &manual.0, b.loc(op))?;
    let none = ins.0.is_empty() && outs.0.is_empty();
    let only_returns = inner.regions(own).first().is_some_and(|&r| inner.region_ops(r).count() <= 1);
    ensure!(
        !none || only_returns || manual.0.is_empty(),
        "cannot have manual_axes when there are no in/out shardings and the body is not empty."
    );
    let operands: Vec<Type> = b.operand_types(op).collect();
    let results: Vec<Type> = b.result_types(op).collect();
    for (global, local, all, what) in
        [(&operands, args, ins, "operand"), (&results, returned, outs, "result")]
    {
        let place = Place { prefix: format!("{what} "), ..*place };
        manual_values(global, local, all, &manual.0, what, &place)?;
    }
    if none {
        return Ok(());
    }
    let mut mesh: Option<&Mesh> = None;
    let mut common = true;
    for sharding in ins.0.iter().chain(&outs.0) {
        let other = place.mesh(sharding)?;
        if other.axes.is_empty() && other.device_ids.is_empty() {
            continue;
        }
        common &= mesh.is_none_or(|m| m == other);
        mesh = Some(other);
    }
    let mesh = mesh.filter(|_| common);
    ensure!(
        mesh.is_some() || manual.0.is_empty(),
        "all in and out shardings must be bound to the same mesh or an empty mesh."
    );
    if let Some(axis) = manual.0.iter().find(|a| mesh.is_some_and(|m| m.axis_size(a).is_none())) {
        return Err(format!("unknown manual axis: \"{axis}\"").into());
    }
    Ok(())
}

/// The shardings at an op, with what stands before an error about each.
fn shardings_at<'a>(body: &'a Body, op: Op) -> Vec<(String, &'a TensorSharding)> {
    let (cx, (inner, own)) = (body.cx(), body.inner(op));
    let mut all = Vec::new();
    for name in ["sharding", "out_sharding"] {
        let one = inner.attr(own, name).and_then(|a| cx.attr_as::<TensorSharding>(a));
        all.extend(one.map(|sharding| (String::new(), sharding)));
    }
    for (name, what) in [("in_shardings", "operand"), ("out_shardings", "result"), (SHARDING, "result")] {
        let Some(list) = inner.attr(own, name).and_then(|a| cx.attr_as::<TensorShardingPerValue>(a)) else {
            continue;
        };
        let several = list.0.len() != 1;
        let prefix = |i: usize| if several { format!("{what} {i} - ") } else { format!("{what} - ") };
        all.extend(list.0.iter().enumerate().map(|(i, sharding)| (prefix(i), sharding)));
    }
    all
}

/// Nothing inside is on one of the axes again.
fn nested_manual_axes(body: &Body, op: Op, axes: &[String], outer: Location) -> VerifyResult {
    let cx = body.cx();
    for &region in body.regions(op) {
        for inside in body.region_ops(region).flat_map(|op| [op].into_iter().chain(body.ops_in(op))) {
            let (inner, own) = body.inner(inside);
            let manual = inner.attr(own, "manual_axes").and_then(|a| cx.attr_as::<ManualAxes>(a));
            let again = manual.and_then(|m| m.0.iter().find(|a| axes.contains(a)));
            let again = again.map(|axis| (String::new(), axis)).or_else(|| {
                shardings_at(body, inside).into_iter().find_map(|(prefix, sharding)| {
                    let axis = sharding.all_axes().find(|axis| axes.contains(&axis.name))?;
                    Some((prefix, &axis.name))
                })
            });
            if let Some((prefix, axis)) = again {
                let message = format!(
                    "'{}' op {prefix}operates on axis \"{axis}\" which is already bound by a parent sdy.manual_computation op",
                    body.op_name(inside)
                );
                return Err(VerifyError::bare(message)
                    .at(body.loc(inside))
                    .note(outer, "parent bounding this axis as manual"));
            }
            if body.child(inside).is_some() {
                strata_ir::core::writer::deep(|| nested_manual_axes(inner, own, axes, outer))?;
            }
        }
    }
    Ok(())
}

fn manual_values(
    global: &[Type],
    local: &[Type],
    all: &TensorShardingPerValue,
    manual: &[String],
    what: &str,
    place: &Place<'_>,
) -> VerifyResult {
    let cx = place.cx;
    if global.is_empty() && local.is_empty() && all.0.is_empty() {
        return Ok(());
    }
    shardings_of(all, global, place)?;
    ensure!(
        global.len() == local.len(),
        "number of op {what}s and region {what}s must match. Op has {} op {what}s and {} region {what}s",
        global.len(),
        local.len()
    );
    let is_manual = |a: &AxisRef| manual.contains(&a.name);
    for (i, ((&outer, &inner), sharding)) in global.iter().zip(local).zip(&all.0).enumerate() {
        for (dim, d) in sharding.dim_shardings.iter().enumerate() {
            let late = (1..d.axes.len()).find(|&k| is_manual(&d.axes[k]) && !is_manual(&d.axes[k - 1]));
            if let Some(k) = late {
                return Err(format!(
                    "{what} sharding at index {i} must have all manual axes come before free axes in its dimension sharding at index {dim}. Saw manual axis {} after free axis {}",
                    d.axes[k],
                    d.axes[k - 1]
                )
                .into());
            }
        }
        let Some(ty) = cx.type_as::<TensorType>(outer) else { continue };
        let mesh = place.mesh(sharding)?;
        let mut sizes: Dims = ty.shape.clone();
        for (size, d) in sizes.iter_mut().zip(&sharding.dim_shardings).filter(|(s, _)| **s != DYNAMIC) {
            let parts = d.axes.iter().filter(|a| is_manual(a)).map(|a| a.size(mesh));
            let parts = parts.fold(1i64, |n, p| n.saturating_mul(p)).max(1);
            ensure!(
                *size % parts == 0,
                "{what} dimension size {size} is not divisible by the manual axes size {parts}"
            );
            *size /= parts;
        }
        let expected = cx.tensor(&sizes, ty.elem);
        ensure!(
            expected == inner,
            "{what} shape, corresponding sharding, and region {what} shape at index {i} must match. Expected local shape '{}', actual local shape '{}'",
            cx.type_to_string(expected),
            cx.type_to_string(inner)
        );
    }
    Ok(())
}

/// Attributes named `sdy.…` of any op, and of the arguments and results of functions.
pub(crate) fn attribute(at: &AttrUse<'_>) -> VerifyResult {
    let cx = at.body.cx();
    let place = Place::new(cx, at.symbols);
    if let AttrPlace::Argument(i) | AttrPlace::Result(i) = at.place {
        if at.name != "sdy.sharding" {
            return Ok(());
        }
        let what = if matches!(at.place, AttrPlace::Argument(_)) { "arg" } else { "result" };
        let place = Place { prefix: format!("{what} {i} - "), ..place };
        let function = at.body.attr(at.op, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a));
        let Some(function) = function.and_then(|t| cx.type_as::<FunctionType>(t.0)) else { return Ok(()) };
        let types = if what == "arg" { &function.inputs } else { &function.results };
        let Some(sharding) = cx.attr_as::<TensorSharding>(at.attr) else {
            return place.error("should have a sharding attribute of type TensorShardingAttr");
        };
        return sharding_of(sharding, types.get(i).copied(), &place);
    }
    match at.name {
        "sdy.sharding" => {
            let Some(all) = cx.attr_as::<TensorShardingPerValue>(at.attr) else {
                return place.error("should have a sharding attribute of type TensorShardingPerValueAttr");
            };
            let types: Vec<Type> = at.body.result_types(at.op).collect();
            shardings_of(all, &types, &Place { prefix: "result ".into(), ..place })
        }
        "sdy.sharding_rule" => match cx.attr_as::<OpShardingRule>(at.attr) {
            Some(rule) => sharding_rule(rule, at.body, at.op),
            None => place.error(
                "should have a sharding rule attribute of type OpShardingRuleAttr for attr named 'sdy.sharding_rule'",
            ),
        },
        _ => Ok(()),
    }
}

fn sharding_rule(rule: &OpShardingRule, b: &Body, op: Op) -> VerifyResult {
    let mut used = vec![false; rule.factor_sizes.len()];
    let operands: Vec<Type> = b.operand_types(op).collect();
    let results: Vec<Type> = b.result_types(op).collect();
    mappings(rule, b.cx(), &operands, &rule.operand_mappings, &mut used, "operand")?;
    mappings(rule, b.cx(), &results, &rule.result_mappings, &mut used, "result")?;
    if let Some(i) = used.iter().position(|u| !u) {
        let (symbol, size) = (factor_symbol(i as i64), rule.factor_sizes[i]);
        return Err(
            format!("has factor {symbol}={size} that isn't used in operand and result mappings").into()
        );
    }
    let n = rule.factor_sizes.len() as i64;
    let special = rule.special();
    for (_, factors) in &special {
        ensure!(factors.is_sorted(), "indices of special factors must be sorted");
        ensure!(factors.windows(2).all(|w| w[0] != w[1]), "indices of special factors must be unique");
        if let (Some(first), Some(last)) = (factors.first(), factors.last()) {
            ensure!(*first >= 0, "index must be non-negative");
            ensure!(*last < n, "index must be less than {n}, got: {last}");
        }
    }
    let mut all: Vec<i64> = special[..3].iter().flat_map(|(_, f)| f.iter().copied()).collect();
    all.sort_unstable();
    ensure!(
        all.windows(2).all(|w| w[0] != w[1]),
        "a factor can only be in one of the reduction, need replication, or permutation factor sets"
    );
    Ok(())
}

fn mappings(
    rule: &OpShardingRule,
    cx: &Context,
    types: &[Type],
    mappings: &[TensorMapping],
    used: &mut [bool],
    what: &str,
) -> VerifyResult {
    let (n, m) = (types.len(), mappings.len());
    ensure!(n == m, "number of {what}s and mappings must match: {n} != {m}");
    ensure!(
        m != 0,
        "number of {what}s mappings cannot be 0. Op sharding rules can only be defined on operations with at least one operand and result."
    );
    for (i, (&ty, mapping)) in types.iter().zip(mappings).enumerate() {
        let at = if n == 1 { format!("{what} - ") } else { format!("{what} {i} - ") };
        let shape = cx.shaped(ty).and_then(|s| s.shape).filter(|s| !s.contains(&DYNAMIC));
        let Some(shape) = shape else {
            let ty = cx.type_to_string(ty);
            return Err(format!("{at}expected a ranked tensor with a static shape. type: '{ty}'").into());
        };
        let (k, rank) = (mapping.0.len(), shape.len());
        ensure!(k == rank, "{at}mapping rank must match: {k} != {rank}");
        let mut own = vec![false; used.len()];
        for dim in &mapping.0 {
            ensure!(!dim.0.is_empty(), "{at}dim mapping must have at least one factor");
            for &factor in &dim.0 {
                let size = usize::try_from(factor).ok().and_then(|f| rule.factor_sizes.get(f));
                let Some(&size) = size else {
                    let n = rule.factor_sizes.len();
                    return Err(format!("{at}expecting factor indices to be within 0<=...<num_factors; received: {factor}, num_factors: {n}").into());
                };
                let factor = factor as usize;
                ensure!(!own[factor], "{at}cannot reuse factors for the same tensor value");
                ensure!(
                    size != 1 || dim.0.len() == 1,
                    "{at}dim mapping can't have a factor of size 1 if there are multiple factors"
                );
                (own[factor], used[factor]) = (true, true);
            }
        }
    }
    Ok(())
}
