//! `sdy-lift-inlined-meshes` and `sdy-inline-meshes`: shardings name a mesh, or have it in them.
//!
//! Before the first and after the second: `%0 = sdy.reshard %a <mesh<["x"=2]>, [{"x"}]> : tensor<8xf32>`. After the first:
//! ```mlir
//! sdy.mesh @mesh = <["x"=2]>
//! %0 = sdy.reshard %a <@mesh, [{"x"}]> : tensor<8xf32>
//! ```

use rustc_hash::FxHashMap;
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{
    MeshOp,
    attrs::{Mesh, MeshAxis, TensorSharding},
};
use strata_stablehlo as hlo;

use crate::transform::{transform_attrs, transform_shardings};

/// Lifts inlined `MeshAttr`s in shardings as symbol `MeshOp`s.
#[pass(
    name = "sdy-lift-inlined-meshes",
    class = "LiftInlinedMeshesPass",
    on = "builtin.module",
    produces = [sdy],
    idempotent
)]
pub struct LiftInlinedMeshes;

/// Inlines the meshes that shardings name, and removes their ops.
#[pass(name = "sdy-inline-meshes", class = "InlineMeshesPass", on = "builtin.module", produces = [sdy], idempotent)]
pub struct InlineMeshes;

/// The meshes of a module: the name of each, and what other references stand for the same one.
struct Names {
    table: SymbolTable,
    /// The name by the mesh itself.
    by_mesh: FxHashMap<Attr, Attr>,
    /// The name of the first equal mesh, by the name of another one.
    merged: FxHashMap<Attr, Attr>,
    /// New meshes in the order in which they were found.
    new: Vec<(String, Attr)>,
}

impl Names {
    /// The name of the mesh that an attribute is or names; `None` if the attribute is that name.
    fn name(&mut self, cx: &Context, mesh_or_ref: Attr) -> Option<Attr> {
        if let Some(&name) = self.merged.get(&mesh_or_ref).or_else(|| self.by_mesh.get(&mesh_or_ref)) {
            return Some(name);
        }
        let stem = match cx.attr_as::<Mesh>(mesh_or_ref)? {
            mesh if mesh.is_maximal() => format!("maximal_mesh_{}", mesh.device_ids[0]),
            mesh if mesh.axes.is_empty() => "empty_mesh".to_owned(),
            _ => "mesh".to_owned(),
        };
        let taken = |name: &str| {
            self.table.get(cx.intern(name)).is_some() || self.new.iter().any(|new| new.0 == name)
        };
        let mut name = stem.clone();
        for number in 0.. {
            if !taken(&name) {
                break;
            }
            name = format!("{stem}_{number}");
        }
        let symbol = cx.symbol_ref(&name);
        self.new.push((name, mesh_or_ref));
        self.by_mesh.insert(mesh_or_ref, symbol);
        Some(symbol)
    }
    /// The replica groups of a collective of StableHLO with the mesh replaced by its name.
    fn groups(&mut self, cx: &Context, attr: Attr) -> Option<Attr> {
        let groups = cx.attr_as::<hlo::ReplicaGroupMeshAxesAttr>(attr)?;
        let mesh = match cx.attr_as::<hlo::Mesh>(groups.mesh) {
            Some(mesh) => cx.attr(from_stablehlo(cx, mesh)),
            None => groups.mesh,
        };
        let mesh = self.name(cx, mesh)?;
        Some(cx.attr(hlo::ReplicaGroupMeshAxesAttr { mesh, axes: groups.axes.clone() }))
    }
}

fn from_stablehlo(cx: &Context, mesh: &hlo::Mesh) -> Mesh {
    let axis = |axis: &hlo::MeshAxis| MeshAxis { name: axis.name.clone(), size: axis.size };
    let ids = mesh.device_ids.and_then(|ids| cx.attr_as::<DenseElementsAttr>(ids)?.to_i64s(cx));
    Mesh { axes: mesh.axes.iter().map(axis).collect(), device_ids: ids.unwrap_or_default() }
}

impl BodyPass for LiftInlinedMeshes {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let cx = module.cx_arc().clone();
        let mut names = Names {
            table: SymbolTable::new(module),
            by_mesh: FxHashMap::default(),
            merged: FxHashMap::default(),
            new: Vec::new(),
        };
        let mut last = None;
        for op in module.all_ops() {
            let Some(mesh_op) = op.as_op::<MeshOp>(module) else { continue };
            let mesh = mesh_op.mesh(module).raw();
            let Some(name) = module.symbol_name(op).map(|name| cx.symbol_ref(cx.str(name))) else { continue };
            if let Some(&first) = names.by_mesh.get(&mesh) {
                names.merged.insert(name, first);
                module.erase(op);
            } else {
                names.by_mesh.insert(mesh, name);
                last = Some(op);
            }
        }
        transform_shardings(module, &mut |sharding| match names.name(&cx, sharding.mesh_or_ref) {
            Some(mesh_or_ref) => TensorSharding { mesh_or_ref, ..sharding.clone() },
            None => sharding.clone(),
        });
        transform_attrs(module, &mut |cx, attr| names.groups(cx, attr));
        let Some(block) = module.entry() else { return Ok(()) };
        let at =
            last.map_or_else(|| InsertPoint::at_start(module, block), |op| InsertPoint::after(module, op));
        let mut builder = Builder::new(module, at, Location::UNKNOWN);
        for (name, mesh) in names.new {
            let name = cx.string_attr(&name);
            MeshOp::build(&mut builder, name, mesh);
        }
        Ok(())
    }
}

impl BodyPass for InlineMeshes {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let cx = module.cx_arc().clone();
        let ops: Vec<MeshOp> = module.all_ops().into_iter().filter_map(|op| op.as_op(module)).collect();
        let mut meshes: FxHashMap<Attr, Attr> = FxHashMap::default();
        for op in &ops {
            if let Some(name) = module.symbol_name(op.op()) {
                meshes.insert(cx.symbol_ref(cx.str(name)), op.mesh(module).raw());
            }
        }
        transform_shardings(module, &mut |sharding| {
            let mesh = meshes.get(&sharding.mesh_or_ref).copied();
            TensorSharding { mesh_or_ref: mesh.unwrap_or(sharding.mesh_or_ref), ..sharding.clone() }
        });
        let mut left = rustc_hash::FxHashSet::default();
        transform_attrs(module, &mut |cx, attr| {
            left.extend(cx.attr_as::<hlo::ReplicaGroupMeshAxesAttr>(attr).map(|groups| groups.mesh));
            None
        });
        for op in ops {
            let name = module.symbol_name(op.op()).map(|name| cx.symbol_ref(cx.str(name)));
            if name.is_none_or(|name| !left.contains(&name)) {
                module.erase(op);
            }
        }
        Ok(())
    }
}
