//! Random programs on random meshes: divided among devices, a program computes what it computes on one.

use strata_generate::Rng;
use strata_interp::{
    GridSize, Interpreter, Options, Run, Value, differing_copy, part_of, validate, whole_of,
};
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_sdy::{
    MeshOp, ShardingConstraintOp,
    attrs::{AxisRef, DimensionSharding, Mesh, MeshAxis, TensorSharding},
    shardings,
    tiling::{EntryTilings, Tiling},
};

use super::check::{self, ENTRY, Failure};
use super::noise;

/// The most devices of a mesh.
const DEVICES: i64 = 8;
/// The arguments.
const SEED: u64 = 1;
/// Ops for which the number of processes matters, and tuples, which Shardy does not divide.
const NOT_DIVIDED: [&str; 10] = [
    "all_gather",
    "all_reduce",
    "all_to_all",
    "collective",
    "cross-replica-sum",
    "reduce_scatter",
    "replica_id",
    "partition_id",
    "stablehlo.rng\"",
    "tuple<",
];

/// The outcome of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Its results are the same.
    Agrees,
    /// It is not divided, since it talks to other processes itself or has tuples.
    Skipped,
}

/// Gives a program a random mesh and random shardings, divides it, runs it on all devices, and compares the results with those of the
/// program on one.
///
/// # Errors
/// The first violated property.
pub fn check(module: &Body, seed: u64) -> Result<Outcome, Failure> {
    if NOT_DIVIDED.iter().any(|name| check::generic(module).contains(name)) {
        return Ok(Outcome::Skipped);
    }
    let module = noise::tame(module);
    let failed = |stage: &'static str| move |why: String| Failure { stage, why };
    let args = check::arguments(&module, SEED).map_err(failed("arguments"))?;
    let run = |module: &Body| check::run(module, SEED);
    let want = run(&module).map_err(failed("interpret"))?;
    let others = noise::runs(&module, run).map_err(failed("noise"))?;
    let sharded = annotated(&module, seed);
    // Padding that does not pay is checked as well.
    let padding = ["profitable", "always"][(seed % 2) as usize];
    let got = divided(&sharded, args, padding)
        .map_err(|why| Failure { stage: "divide", why: format!("{why}\n{}", check::text(&sharded)) })?;
    let (settled, _) = noise::settle(&got, &want, &others);
    validate::compare(&settled, &want)
        .map_err(|why| Failure { stage: "compare", why: format!("{why}\n{}", check::text(&sharded)) })?;
    Ok(Outcome::Agrees)
}

/// The program with a mesh, and with shardings of some arguments, results and intermediate tensors.
#[must_use]
pub fn annotated(module: &Body, seed: u64) -> Box<Body> {
    let mut module = Box::new(module.clone());
    let mut rng = Rng::named(seed, "sharding");
    let cx = module.cx_arc().clone();
    let mesh = mesh(&mut rng);
    let count = mesh.num_devices().unwrap_or(1);
    let name = cx.string_attr("mesh");
    let attr = cx.attr(mesh.clone());
    if let Some(block) = module.regions(Op::SELF).first().and_then(|&r| module.blocks(r).first().copied()) {
        let mut builder = Builder::at_start(&mut module, block);
        let mut state = OpState::new(MeshOp::info(), builder.cur_loc());
        state.set_attr(&cx, "sym_name", name);
        state.set_attr(&cx, "mesh", attr);
        builder.build(state);
    }
    let partitions = cx.int_attr(count, cx.i32());
    module.set_extra_attr(Op::SELF, cx.intern("mhlo.num_partitions"), Some(partitions));
    let entry = SymbolTable::new(&module).get(cx.intern(ENTRY));
    let Some((entry, mut body)) = entry.and_then(|op| Some((op, module.take_child(op)?))) else {
        return module;
    };
    annotate(&mut body, &mut rng, &mesh);
    module.put_child(entry, body);
    module
}

fn annotate(body: &mut Body, rng: &mut Rng, mesh: &Mesh) {
    let cx = body.cx_arc().clone();
    let Some(block) = body.regions(Op::SELF).first().and_then(|&r| body.blocks(r).first().copied()) else {
        return;
    };
    let arguments = body.block_args(block).to_vec();
    for argument in arguments {
        if let Some(sharding) = sharding(&cx, body.ty(argument), rng, mesh, true) {
            shardings::set_sharding(body, argument, sharding);
        }
    }
    for op in body.block_ops(block).collect::<Vec<_>>() {
        for result in body.results(op).to_vec() {
            if rng.chance(2, 3) {
                continue;
            }
            let Some(sharding) = sharding(&cx, body.ty(result), rng, mesh, false) else { continue };
            let users: Vec<(Op, usize)> = body.uses_of(result).collect();
            let mut builder = Builder::after(body, op);
            let ty = builder.ty(result);
            let mut state = OpState::new(ShardingConstraintOp::info(), builder.cur_loc());
            state.operands.push(result);
            state.result_types.push(ty);
            state.set_attr(&cx, "sharding", cx.attr(sharding));
            let constraint = builder.build(state);
            let constrained = builder.result(constraint, 0);
            users.into_iter().for_each(|(user, i)| body.set_operand(user, i, constrained));
        }
    }
    let Some(end) = body.last_op(block) else { return };
    let results: Vec<Type> = body.operand_types(end).collect();
    for (i, &ty) in results.iter().enumerate() {
        if let Some(sharding) = sharding(&cx, ty, rng, mesh, true) {
            shardings::set_function_result(body, i, results.len(), Some(sharding));
        }
    }
}

/// A mesh of at most [`DEVICES`] devices, of which some have other numbers.
fn mesh(rng: &mut Rng) -> Mesh {
    let mut axes: Vec<MeshAxis> = Vec::new();
    let mut count = 1;
    for name in ["x", "y", "z"] {
        let size = 1 + rng.below(4) as i64;
        if count * size <= DEVICES && (size > 1 || rng.chance(1, 4)) {
            axes.push(MeshAxis { name: name.to_owned(), size });
            count *= size;
        }
    }
    if axes.is_empty() {
        axes.push(MeshAxis { name: "x".to_owned(), size: 2 });
        count = 2;
    }
    let mut device_ids: Vec<i64> = Vec::new();
    if rng.chance(1, 4) && count > 1 {
        device_ids = (0..count).collect();
        for i in (1..device_ids.len()).rev() {
            device_ids.swap(i, rng.below(i + 1));
        }
    }
    // Numbers that count up are not written.
    if device_ids.is_sorted() {
        device_ids.clear();
    }
    Mesh { axes, device_ids }
}

/// A sharding of a tensor; those of arguments and results divide it evenly.
fn sharding(cx: &Context, ty: Type, rng: &mut Rng, mesh: &Mesh, even: bool) -> Option<TensorSharding> {
    let tensor = cx.type_as::<TensorType>(ty)?;
    if tensor.encoding.is_some() || tensor.shape.contains(&DYNAMIC) || rng.chance(1, 3) {
        return None;
    }
    let mut sharding = TensorSharding::replicated(cx.symbol_ref("mesh"), tensor.shape.len(), true);
    let mut free: Vec<AxisRef> = Vec::new();
    for axis in &mesh.axes {
        // Some axes in two parts.
        match (axis.size, rng.below(3)) {
            (4, 0) => free.extend([(1, 2), (2, 4)].map(|(a, b)| AxisRef::part(&axis.name, a, b, mesh))),
            _ => free.push(AxisRef::full(&axis.name)),
        }
    }
    for (dim, &size) in sharding.dim_shardings.iter_mut().zip(&tensor.shape) {
        *dim = DimensionSharding::replicated(rng.chance(1, 2));
        let mut parts = 1;
        while !free.is_empty() && rng.chance(1, 2) {
            let axis = free.remove(rng.below(free.len()));
            parts *= axis.size(mesh);
            if even && size % parts != 0 {
                break;
            }
            strata_sdy::axes::push(&mut dim.axes, axis, mesh);
        }
    }
    Some(sharding)
}

/// The results of a program that is divided among the devices of its mesh.
fn divided(module: &Body, args: Vec<Value>, padding: &str) -> Result<Vec<Value>, String> {
    let cx = module.cx();
    let partitions = module.attr(Op::SELF, "mhlo.num_partitions").and_then(|attr| cx.attr_i64(attr));
    let partitions =
        partitions.and_then(|n| usize::try_from(n).ok()).ok_or("the module has no partitions")?;
    let types = result_types(module).ok_or("there is no entry")?;
    let mut local = Box::new(module.clone());
    check::run_passes(&mut local, &format!("sdy-partitioner-pipeline{{padding={padding}}}"))?;
    let tilings = EntryTilings::new(&local, ENTRY);
    check::run_passes(&mut local, "sdy-convert-global-to-local,sdy-drop-sharding-and-mesh")?;
    let inputs = check::inputs(&local).ok_or("there is no entry")?;
    let of_device = |device: usize| -> Result<Vec<Value>, String> {
        let pairs = args.iter().zip(&inputs).zip(&tilings.inputs);
        pairs.map(|((whole, &ty), tiling)| part_of(cx, whole, ty, tiling.as_ref(), device)).collect()
    };
    let run = Run {
        size: GridSize { replicas: 1, partitions },
        args: (0..partitions).map(of_device).collect::<Result<_, _>>()?,
        infeed: Vec::new(),
        from_host: Vec::new(),
    };
    let options = Options { max_steps: Some(check::MAX_STEPS), ..Options::default() };
    let outcomes = Interpreter::new(cx).with_options(options).run_grid(&local, ENTRY, run);
    let outcomes = outcomes.map_err(|d| format!("{}\n{}", d.render(cx), check::text(&local)))?;
    let result = |(i, &ty): (usize, &Type)| {
        let parts = outcomes.iter().enumerate();
        let parts: Vec<(usize, &Value)> =
            parts.filter_map(|(device, outcome)| Some((device, outcome.results.get(i)?))).collect();
        whole(cx, &parts, ty, tilings.outputs.get(i).and_then(Option::as_ref))
    };
    types.iter().enumerate().map(result).collect()
}

fn result_types(module: &Body) -> Option<Vec<Type>> {
    let op: Op = SymbolTable::new(module).get(module.cx().intern(ENTRY))?;
    Some(op.cast::<dyn CallableOp>(module)?.signature(module).1.to_vec())
}

/// A result, from its parts. Copies of a part are equal to the bit.
fn whole(
    cx: &Context,
    parts: &[(usize, &Value)],
    ty: Type,
    tiling: Option<&Tiling>,
) -> Result<Value, String> {
    let whole = whole_of(cx, parts, ty, tiling)?;
    match differing_copy(&whole, parts, tiling)? {
        None => Ok(whole),
        Some(device) => Err(format!("device {device} has another part of a result than its copies")),
    }
}
