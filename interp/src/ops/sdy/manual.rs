//! `sdy.manual_computation`: the body is run on every device, with the parts of the operands that the shardings give it along the manual
//! axes. Along other axes the body is a program on whole tensors, so that devices there compute the same.
//!
//! In a program that runs as one process, the devices of the mesh become a grid of processes, in which the partition of a process is its
//! device. A process that is a device already, as in a computation inside of another one, takes its own part, and meets the others of its
//! group for the results.
//!
//! Results with manual axes that are `unreduced` are reduced, and such operands divided into parts that give the operand ([`Layout`]).

use std::sync::Arc;

use strata_ir::prelude::{Attr, Body, Op, Storage, SymbolRefAttr, Type};
use strata_sdy::{
    attrs::{AxisRef, ManualAxes, Mesh, TensorSharding, TensorShardingPerValue},
    axes,
};

use crate::{
    Args, Eval, GridSize, Step, Value,
    grid::Grid,
    ops::stablehlo::meet_group,
    parts::{Layout, numbers},
    run::Task,
};

/// How an operand or a result is divided along the manual axes.
struct Split {
    /// Its type outside.
    ty: Type,
    /// Its type inside.
    local: Type,
    layout: Layout,
}

/// A computation that is about to run.
struct Manual<'a> {
    body: &'a Body,
    inputs: Vec<Split>,
    outputs: Vec<Split>,
    /// The devices that differ only along the manual axes, in groups.
    groups: Vec<Vec<usize>>,
    devices: usize,
}

pub(super) fn run(s: &mut Step<'_, '_>) -> Eval {
    let (Some(body), at) = (s.body().child(s.op), s.body().loc(s.op)) else {
        return Err(s.fault("has no body"));
    };
    let args = s.take_from(0)?;
    let Some(mesh) = mesh(s, body)? else {
        // Without manual axes the body is a part of the program around it.
        let results = s.m.call(body, args, at)?;
        return s.set_all(results);
    };
    let manual = Manual::new(s, body, &mesh)?;
    s.ensure(manual.inputs.len() == args.len(), || "needs a sharding for each operand".into())?;
    let results = match s.m.process.grid.size.partitions {
        own if own == manual.devices => manual.run_as_device(s, &args)?,
        1 => manual.run_on_grid(s, &args)?,
        own => {
            let devices = manual.devices;
            return Err(s.fault(format!("is for {devices} devices, but runs on {own} partitions")));
        }
    };
    s.set_all(results)
}

/// An attribute of the op, which stands at its body.
fn own<'a, T: Storage>(body: &'a Body, name: &str) -> Option<&'a T> {
    body.cx().attr_as::<T>(body.attr(Op::SELF, name)?)
}

/// The mesh of the devices that run the body; none without manual axes.
fn mesh(s: &Step<'_, '_>, body: &Body) -> Eval<Option<Mesh>> {
    let manual = own::<ManualAxes>(body, "manual_axes");
    let Some(manual) = manual.filter(|manual| !manual.0.is_empty()) else { return Ok(None) };
    let lists = ["in_shardings", "out_shardings"].map(|name| own::<TensorShardingPerValue>(body, name));
    for sharding in lists.into_iter().flatten().flat_map(|list| &list.0) {
        let mesh =
            named(s, sharding.mesh_or_ref).ok_or_else(|| s.fault("names a mesh that does not exist"))?;
        if manual.0.iter().all(|axis| mesh.axis_size(axis).is_some()) {
            return Ok(Some(mesh.clone()));
        }
    }
    // Nothing comes in or out, so that nobody sees on how many devices the body runs.
    Ok(None)
}

/// The mesh that an attribute is or names.
fn named<'a>(s: &Step<'_, 'a>, mesh_or_ref: Attr) -> Option<&'a Mesh> {
    let cx = s.cx();
    if let Some(mesh) = cx.attr_as::<Mesh>(mesh_or_ref) {
        return Some(mesh);
    }
    let name = cx.attr_as::<SymbolRefAttr>(mesh_or_ref)?.root;
    let (module, op) = s.m.symbol(cx.str(name))?;
    cx.attr_as::<Mesh>(module.attr(op, "mesh")?)
}

impl Split {
    fn new(sharding: &TensorSharding, manual: &[String], mesh: &Mesh, [ty, local]: [Type; 2]) -> Self {
        let free = mesh.axes.iter().map(|axis| &axis.name).filter(|name| !manual.contains(name));
        let along = sharding.without_axes(&free.cloned().collect::<Vec<_>>());
        Self { ty, local, layout: Layout::new(&along, mesh) }
    }
}

impl<'a> Manual<'a> {
    fn new(s: &Step<'_, 'a>, body: &'a Body, mesh: &Mesh) -> Eval<Self> {
        let manual =
            own::<ManualAxes>(body, "manual_axes").map(|manual| manual.0.clone()).unwrap_or_default();
        let devices = mesh.num_devices().and_then(|n| usize::try_from(n).ok());
        let most = s.m.options.max_processes;
        let devices = devices.filter(|&n| n <= most);
        let devices = devices.ok_or_else(|| s.fault(format!("is for more than {most} devices")))?;
        let block = body.regions(Op::SELF).first().and_then(|&region| body.blocks(region).first().copied());
        let block = block.ok_or_else(|| s.fault("has no body"))?;
        let arguments = body.block_args(block).iter().map(|&argument| body.ty(argument));
        let returned = body.last_op(block).map(|end| body.operand_types(end).collect::<Vec<_>>());
        let outer = s.body();
        let split = |name: &str, types: Vec<[Type; 2]>| {
            let list = own::<TensorShardingPerValue>(body, name).map_or(&[][..], |list| &list.0);
            let all = list.iter().zip(types);
            all.map(|(sharding, types)| Split::new(sharding, &manual, mesh, types)).collect()
        };
        let inputs = outer.operand_types(s.op).zip(arguments).map(|(ty, local)| [ty, local]).collect();
        let outputs = outer.result_types(s.op).zip(returned.unwrap_or_default());
        let outputs = outputs.map(|(ty, local)| [ty, local]).collect();
        let along: Vec<AxisRef> = manual.iter().map(|name| AxisRef::full(name)).collect();
        Ok(Self {
            body,
            inputs: split("in_shardings", inputs),
            outputs: split("out_shardings", outputs),
            groups: numbers(&axes::groups(&along, mesh)),
            devices,
        })
    }

    fn parts(&self, s: &Step<'_, '_>, args: &[Value], device: usize) -> Eval<Args> {
        let pairs = self.inputs.iter().zip(args);
        pairs.map(|(split, whole)| s.check(split.layout.part(s.cx(), whole, split.local, device))).collect()
    }

    /// The results, from those of devices with their numbers.
    fn results(&self, s: &Step<'_, '_>, all: &[(usize, &[Value])]) -> Eval<Args> {
        let result = |(i, split): (usize, &Split)| {
            let of = |&(device, values): &(usize, &'_ [Value])| Some((device, values.get(i)?.clone()));
            let parts: Vec<(usize, Value)> = all.iter().filter_map(of).collect();
            let parts: Vec<(usize, &Value)> = parts.iter().map(|(device, value)| (*device, value)).collect();
            s.check(split.layout.whole(s.cx(), &parts, split.ty))
        };
        self.outputs.iter().enumerate().map(result).collect()
    }

    /// This process is one of the devices.
    fn run_as_device(&self, s: &mut Step<'_, 'a>, args: &[Value]) -> Eval<Args> {
        let at = s.body().loc(s.op);
        let (device, size) = (s.m.process.partition(), s.m.process.grid.size);
        let group = self.groups.iter().find(|group| group.contains(&device));
        let mut group = group.ok_or_else(|| s.fault("runs on a device that its mesh lacks"))?.clone();
        group.sort_unstable();
        let args = self.parts(s, args, device)?;
        let own = s.m.call(self.body, args, at)?;
        let place = group.iter().position(|&member| member == device).unwrap_or(0);
        let replica = s.m.process.replica();
        let processes: Option<Vec<usize>> =
            group.iter().map(|&member| size.process(replica, member)).collect();
        let processes = processes.ok_or_else(|| s.fault("runs on a device that its mesh lacks"))?;
        let all = meet_group(s, "manual_computation", &processes, place, own)?;
        let all: Vec<(usize, &[Value])> = group.into_iter().zip(all.iter().map(|args| &args[..])).collect();
        self.results(s, &all)
    }

    /// The devices become processes.
    fn run_on_grid(&self, s: &mut Step<'_, 'a>, args: &[Value]) -> Eval<Args> {
        let at = s.body().loc(s.op);
        let size = GridSize { replicas: 1, partitions: self.devices };
        let tasks: Vec<Task<'a>> = (0..self.devices)
            .map(|device| Ok(Task { body: self.body, args: self.parts(s, args, device)?, at }))
            .collect::<Eval<_>>()?;
        let grid = Arc::new(Grid::new(size, Vec::new(), Vec::new()));
        let outcomes = s.m.interpreter.run_tasks(s.m.module, &grid, tasks)?;
        let all: Vec<(usize, &[Value])> =
            outcomes.iter().map(|outcome| &outcome.results[..]).enumerate().collect();
        let results = self.results(s, &all)?;
        s.take_outcomes(outcomes)?;
        Ok(results)
    }
}
