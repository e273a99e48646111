//! Where shardings stand: attributes of ops, of arguments and of results, and the meshes that they name.

use rustc_hash::FxHashMap;
use strata_ir::core::symbols::SymbolTable;
use strata_ir::prelude::*;

use crate::attrs::{DimensionSharding, ManualAxes, Mesh, Reduction, TensorSharding, TensorShardingPerValue};
use crate::{ManualComputationOp, MeshOp, NamedComputationOp};

/// The discardable attribute of ops, arguments and results that has their sharding.
pub const SHARDING: &str = "sdy.sharding";

/// The meshes of a module by name.
#[derive(Clone, Debug, Default)]
pub struct Meshes {
    named: FxHashMap<Str, Mesh>,
}

impl Meshes {
    /// The meshes that the ops of a module name.
    #[must_use]
    pub fn of_module(module: &Body) -> Self {
        let (cx, table) = (module.cx(), SymbolTable::new(module));
        let meshes = table.iter().filter(|(_, op)| op.isa::<MeshOp>(module));
        let named = meshes.filter_map(|(name, op)| {
            let mesh = module.attr(op, "mesh").and_then(|attr| cx.attr_as::<Mesh>(attr))?;
            Some((name, mesh.clone()))
        });
        Self { named: named.collect() }
    }
    /// The mesh that an attribute is or names.
    #[must_use]
    pub fn get<'a>(&'a self, cx: &'a Context, mesh_or_ref: Attr) -> Option<&'a Mesh> {
        if let Some(mesh) = cx.attr_as::<Mesh>(mesh_or_ref) {
            return Some(mesh);
        }
        self.named.get(&cx.attr_as::<SymbolRefAttr>(mesh_or_ref)?.root)
    }
    /// The largest mesh by the number of its devices.
    #[must_use]
    pub fn largest(&self) -> Option<&Mesh> {
        self.named.values().max_by_key(|mesh| (mesh.num_devices(), mesh.axes.len()))
    }
}

impl DimensionSharding {
    /// A dimension that is not split.
    #[must_use]
    pub fn replicated(is_closed: bool) -> Self {
        Self { axes: Vec::new(), is_closed, priority: None }
    }
}

impl TensorSharding {
    /// A sharding that splits no dimension.
    #[must_use]
    pub fn replicated(mesh_or_ref: Attr, rank: usize, is_closed: bool) -> Self {
        Self {
            mesh_or_ref,
            dim_shardings: vec![DimensionSharding::replicated(is_closed); rank],
            replicated_axes: Vec::new(),
            unreduced_axes: Vec::new(),
            reduction: Reduction::Sum,
        }
    }
    /// The type of the part of a device; `None` where a dimension is not divisible.
    #[must_use]
    pub fn local_type(&self, cx: &Context, ty: Type, mesh: &Mesh) -> Option<Type> {
        let Some(tensor) = cx.type_as::<TensorType>(ty) else { return Some(ty) };
        let mut sizes: Dims = tensor.shape.clone();
        for (size, dim) in sizes.iter_mut().zip(&self.dim_shardings).filter(|(size, _)| **size != DYNAMIC) {
            let parts = dim.num_parts(mesh)?.max(1);
            if *size % parts != 0 {
                return None;
            }
            *size /= parts;
        }
        Some(cx.ty(TensorType { shape: sizes, ..tensor.clone() }))
    }
    /// The sharding with the named axes of this one, and behind them all of another one that has none of these.
    #[must_use]
    pub fn with_free_axes(&self, names: &[String], free: &Self) -> Self {
        let mut all = free.clone();
        for (dim, own) in all.dim_shardings.iter_mut().zip(&self.dim_shardings) {
            let named = own.axes.iter().filter(|axis| names.contains(&axis.name)).cloned();
            dim.axes.splice(..0, named);
        }
        all.replicated_axes.clone_from(&self.replicated_axes);
        all
    }
    /// Without the named axes: the sharding of a tensor that is already local along them.
    #[must_use]
    pub fn without_axes(&self, names: &[String]) -> Self {
        let mut rest = self.clone();
        let dims = rest.dim_shardings.iter_mut().map(|dim| &mut dim.axes);
        let lists = dims.chain([&mut rest.replicated_axes, &mut rest.unreduced_axes]);
        lists.for_each(|list| list.retain(|axis| !names.contains(&axis.name)));
        rest
    }
}

fn one(cx: &Context, attr: Option<Attr>) -> Option<&TensorSharding> {
    cx.attr_as(attr?)
}

fn nth(cx: &Context, attr: Option<Attr>, index: usize) -> Option<&TensorSharding> {
    cx.attr_as::<TensorShardingPerValue>(attr?)?.0.get(index)
}

/// The meshes, or their names, of all shardings in a body and in all that is nested in it.
#[must_use]
pub fn named_meshes(body: &Body) -> Vec<Attr> {
    let mut found = Vec::new();
    add_meshes(body, &mut found);
    found
}

fn add_meshes(body: &Body, found: &mut Vec<Attr>) {
    for op in [Op::SELF].into_iter().chain(body.all_ops()) {
        if let Some(child) = body.child(op) {
            strata_ir::core::writer::deep(|| add_meshes(child, found));
            continue;
        }
        let own = (0..body.info(op).attrs.len()).filter_map(|slot| body.attr_slot(op, slot));
        let extra = body.extra_attrs(op).iter().map(|(_, attr)| *attr);
        own.chain(extra).for_each(|attr| add_meshes_of(body.cx(), attr, found));
    }
}

/// The meshes of an attribute that is a sharding, or has some, as those of functions for their arguments.
fn add_meshes_of(cx: &Context, attr: Attr, found: &mut Vec<Attr>) {
    let mut add = |sharding: &TensorSharding| {
        if !found.contains(&sharding.mesh_or_ref) {
            found.push(sharding.mesh_or_ref);
        }
    };
    if let Some(sharding) = cx.attr_as::<TensorSharding>(attr) {
        add(sharding);
    } else if let Some(all) = cx.attr_as::<TensorShardingPerValue>(attr) {
        all.0.iter().for_each(add);
    } else if let Some(dicts) = cx.attr_as::<ArrayAttr>(attr) {
        let entries = dicts.0.iter().filter_map(|dict| cx.attr_as::<DictionaryAttr>(*dict));
        let values = entries.flat_map(|dict| dict.entries()).filter_map(|(_, attr)| cx.attr_as(*attr));
        values.for_each(add);
    }
}

/// Whether the shardings of the operands and results of an op stand in `in_shardings` and `out_shardings`.
#[must_use]
pub fn is_computation(b: &Body, op: Op) -> bool {
    op.isa::<ManualComputationOp>(b) || op.isa::<NamedComputationOp>(b)
}

/// The sharding that a value has where it is defined. That of an argument of a computation is the global one, with manual axes.
pub(crate) fn defined(b: &Body, value: Value) -> Option<&TensorSharding> {
    let cx = b.cx();
    match b.def(value) {
        Def::Arg { block, index } => {
            let owner = b.block_parent_op(block)?;
            if owner == Op::SELF && is_computation(b, owner) {
                return nth(cx, b.attr(owner, "in_shardings"), index);
            }
            if let Some(result) = carried(b, owner, block, value) {
                return nth(cx, b.attr(owner, SHARDING), result);
            }
            function_value(b, owner, "arg_attrs", index)
        }
        Def::Result { op, index } => {
            let (inner, own) = b.inner(op);
            one(cx, inner.attr(own, "out_sharding"))
                .or_else(|| one(cx, inner.attr(own, "sharding")))
                .or_else(|| nth(cx, inner.attr(own, "out_shardings"), index))
                .or_else(|| nth(cx, inner.attr(own, SHARDING), index))
        }
        Def::Forward => None,
    }
}

/// The number of the result of a loop that has the sharding of an argument of one of its regions.
fn carried(b: &Body, owner: Op, block: Block, value: Value) -> Option<usize> {
    let (branch, region) = (owner.cast::<dyn RegionBranchOp>(b)?, b.block_parent(block)?);
    let point = RegionPoint::Region(b.region_index(region)?);
    branch.successor_inputs(b, point).iter().position(|input| *input == value)
}

/// The sharding of a value. That of an argument of a manual computation is without the manual axes, along which it is local.
#[must_use]
pub fn sharding(b: &Body, value: Value) -> Option<TensorSharding> {
    let sharding = defined(b, value)?;
    let Def::Arg { block, .. } = b.def(value) else { return Some(sharding.clone()) };
    match b.block_parent_op(block).and_then(|owner| manual_axes(b, owner)) {
        Some(manual) => Some(sharding.without_axes(&manual.0)),
        None => Some(sharding.clone()),
    }
}

/// The axes along which the body of a computation is local.
#[must_use]
pub fn manual_axes(b: &Body, op: Op) -> Option<&ManualAxes> {
    let (inner, own) = b.inner(op);
    b.cx().attr_as(inner.attr(own, "manual_axes")?)
}

fn function_value<'a>(b: &'a Body, owner: Op, list: &str, index: usize) -> Option<&'a TensorSharding> {
    let cx = b.cx();
    let all = b.attr(owner, list).and_then(|attr| cx.attr_as::<ArrayAttr>(attr))?;
    let dict = cx.attr_as::<DictionaryAttr>(*all.0.get(index)?)?;
    one(cx, dict.get(cx.intern(SHARDING)))
}

/// The sharding of a result of the function whose body this is.
#[must_use]
pub fn function_result(b: &Body, index: usize) -> Option<TensorSharding> {
    function_value(b, Op::SELF, "res_attrs", index).cloned()
}

/// Sets the sharding of a result of the function whose body this is, which has `count` results.
pub fn set_function_result(b: &mut Body, index: usize, count: usize, sharding: Option<TensorSharding>) {
    set_function_value(b, Op::SELF, "res_attrs", (index, count), sharding);
}

fn set_function_value(
    b: &mut Body,
    owner: Op,
    list: &str,
    (index, count): (usize, usize),
    sharding: Option<TensorSharding>,
) {
    let cx = b.cx_arc().clone();
    let old = b.attr(owner, list).and_then(|attr| cx.attr_as::<ArrayAttr>(attr));
    let mut all = old.map_or_else(|| vec![cx.dict_attr(Vec::new()); count], |list| list.0.to_vec());
    let Some(slot) = all.get_mut(index) else { return };
    let name = cx.intern(SHARDING);
    let dict = cx.attr_as::<DictionaryAttr>(*slot);
    let kept = dict.iter().flat_map(|dict| dict.entries()).filter(|entry| entry.0 != name).copied();
    let new = sharding.map(|sharding| (name, cx.attr(sharding)));
    *slot = cx.dict_attr(kept.chain(new).collect::<Vec<_>>());
    let is_empty = |&dict: &Attr| cx.attr_as::<DictionaryAttr>(dict).is_some_and(|d| d.entries().is_empty());
    let attr = (!all.iter().all(is_empty)).then(|| cx.array_attr(all));
    b.set_attr(owner, list, attr);
}

/// Sets the sharding of a value. That of an argument of a manual computation is without the manual axes, along which it is local.
pub fn set_local_sharding(b: &mut Body, value: Value, sharding: TensorSharding) {
    let owner = match b.def(value) {
        Def::Arg { block, .. } => b.block_parent_op(block),
        Def::Result { .. } | Def::Forward => None,
    };
    let manual = owner.and_then(|owner| manual_axes(b, owner)).cloned();
    let all = match (defined(b, value), manual) {
        (Some(own), Some(manual)) => own.with_free_axes(&manual.0, &sharding),
        _ => sharding,
    };
    set_sharding(b, value, all);
}

/// Sets the sharding of a value where it is defined. That of an argument of a computation is the global one, with manual axes.
pub fn set_sharding(b: &mut Body, value: Value, sharding: TensorSharding) {
    match b.def(value) {
        Def::Arg { block, index } => {
            let Some(owner) = b.block_parent_op(block) else { return };
            let count = b.block_args(block).len();
            if owner == Op::SELF && is_computation(b, owner) {
                set_nth(b, owner, "in_shardings", (index, count), sharding);
            } else if b.has_trait(owner, Trait::FunctionLike) {
                set_function_value(b, owner, "arg_attrs", (index, count), Some(sharding));
            }
        }
        Def::Result { op, index } => set_result(b, op, index, sharding),
        Def::Forward => {}
    }
}

fn set_result(b: &mut Body, op: Op, index: usize, sharding: TensorSharding) {
    let count = b.results(op).len();
    if is_computation(b, op) {
        if let Some(mut child) = b.take_child(op) {
            set_nth(&mut child, Op::SELF, "out_shardings", (index, count), sharding);
            b.put_child(op, child);
        }
        return;
    }
    let own = ["out_sharding", "sharding"]
        .into_iter()
        .find(|name| b.info(op).attrs.iter().any(|a| a.name == *name));
    if let Some(name) = own {
        let attr = b.cx().attr(sharding);
        b.set_attr(op, name, Some(attr));
        return;
    }
    let cx = b.cx_arc().clone();
    let old = b.attr(op, SHARDING).and_then(|attr| cx.attr_as::<TensorShardingPerValue>(attr)).cloned();
    let mut all = old.unwrap_or_default();
    for result in b.results(op).iter().skip(all.0.len()) {
        let rank = cx.shaped(b.ty(*result)).and_then(|shaped| shaped.shape).map_or(0, <[i64]>::len);
        all.0.push(TensorSharding::replicated(sharding.mesh_or_ref, rank, false));
    }
    if let Some(slot) = all.0.get_mut(index) {
        *slot = sharding;
    }
    let name = cx.intern(SHARDING);
    if b.child(op).is_some() {
        if let Some(mut child) = b.take_child(op) {
            child.set_extra_attr(Op::SELF, name, Some(cx.attr(all)));
            b.put_child(op, child);
        }
        return;
    }
    b.set_extra_attr(op, name, Some(cx.attr(all)));
}

fn set_nth(b: &mut Body, op: Op, list: &str, (index, count): (usize, usize), sharding: TensorSharding) {
    let cx = b.cx_arc().clone();
    let old = b.attr(op, list).and_then(|attr| cx.attr_as::<TensorShardingPerValue>(attr)).cloned();
    let mut all = old.unwrap_or_default();
    let block = b.regions(op).first().and_then(|&region| b.blocks(region).first().copied());
    let types: Vec<Type> = match block {
        Some(block) if list == "in_shardings" => b.block_args(block).iter().map(|&arg| b.ty(arg)).collect(),
        Some(block) => b.last_op(block).map(|end| b.operand_types(end).collect()).unwrap_or_default(),
        None => Vec::new(),
    };
    for i in all.0.len()..count {
        let shape = types.get(i).and_then(|&ty| cx.shaped(ty)).and_then(|shaped| shaped.shape);
        let rank = shape.map_or(0, <[i64]>::len);
        all.0.push(TensorSharding::replicated(sharding.mesh_or_ref, rank, false));
    }
    if let Some(slot) = all.0.get_mut(index) {
        *slot = sharding;
    }
    b.set_attr(op, list, Some(cx.attr(all)));
}
