//! Kernels on the simulated GPU: where the warps of a launch spend their instructions, and how well they access memory.
//!
//! The host's part of a program is machine code in the end, so a kernel is launched here as its last `gpu.launch_func` says, on random
//! numbers. The kernels are read again from their text, so that each instruction is at a line of it.

use serde_json::{Value as Json, json};
use strata_gpu::LaunchFuncOp;
use strata_gpusim::{Config, Counters, Device, Dims, InstructionProfile};
use strata_interp::{Data, Elem, Num, Tensor, Value, validate::random_value};
use strata_ir::{
    core::Registry,
    prelude::*,
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_tensor::index_list::constant_index;

use crate::version::Version;

/// Warp instructions of a launch, beyond which it is ended.
const MOST_INSTRUCTIONS: u64 = 1 << 24;
/// Bytes of an argument, beyond which a kernel is not launched.
const MOST_BYTES: usize = 1 << 28;
/// The name of the text of the kernels in messages.
const KERNELS: &str = "kernels.mlir";

/// A launch that a program makes.
struct Launch {
    /// `module::kernel`.
    name: String,
    dims: Result<Dims, String>,
    arguments: Vec<Argument>,
}

/// An argument of a kernel.
struct Argument {
    ty: Type,
    constant: Option<i64>,
}

/// Launches every kernel of a version as the last version with launches says.
///
/// # Errors
/// If nothing is launched, or the kernels are not in the `llvm` dialect yet.
pub fn kernels(dialects: &Registry, versions: &[Version], at: usize) -> Result<Json, String> {
    let version = versions.get(at).ok_or("there is no such version")?;
    let found = versions[..=at].iter().rev().map(launches).find(|launches| !launches.is_empty());
    let launches = found.ok_or("the program launches no kernel up to here")?;
    let cx = dialects.clone().freeze();
    // As the version is shown, but with all elements of its constants: they are on the same lines.
    let text = print_body(&version.module, &PrintOptions::default());
    let options = ParseOptions { skip_verify: true, ..ParseOptions::default() };
    let module = parse_module(&cx, KERNELS, text, options).map_err(|_| "the program cannot be read again")?;
    let mut device = Device::new(Config { max_instructions: MOST_INSTRUCTIONS, ..Config::default() });
    let later = "the kernels are not in the llvm dialect yet: choose a later stage";
    let names = device.load(&module).map_err(|error| format!("{later} ({error})"))?;
    if names.is_empty() {
        return Err(later.to_owned());
    }
    let mut out: Vec<Json> = Vec::new();
    for launch in launches.iter().filter(|launch| names.contains(&launch.name)) {
        if out.iter().all(|seen| seen["kernel"] != launch.name.as_str()) {
            let measured = measure(&mut device, version.module.cx(), &cx, launch);
            out.push(measured.unwrap_or_else(|error| json!({ "kernel": launch.name, "error": error })));
        }
    }
    Ok(json!(out))
}

/// The launches of a version.
fn launches(version: &Version) -> Vec<Launch> {
    let bodies = version.bodies();
    let each = version.ops.iter().filter_map(|op| launch(bodies.get(&op.body)?, op.op));
    each.collect()
}

fn launch(body: &Body, op: Op) -> Option<Launch> {
    let launch = op.as_op::<LaunchFuncOp>(body)?;
    let cx = body.cx();
    let kernel = cx.attr_as::<SymbolRefAttr>(body.attr(op, "kernel")?)?;
    let name = format!("{}::{}", cx.str(kernel.root), cx.str(kernel.leaf()));
    let size = |value| constant_index(body, value).and_then(|n| u32::try_from(n).ok());
    let sizes = |values: [strata_ir::core::Value; 3]| -> Option<[u32; 3]> {
        Some([size(values[0])?, size(values[1])?, size(values[2])?])
    };
    let shared = launch.dynamic_shared_memory_size(body).map_or(Some(0), size);
    let dims = || {
        let cluster = launch.cluster_size(body).map_or(Some([1; 3]), sizes)?;
        let (grid, block) = (sizes(launch.grid_size(body))?, sizes(launch.block_size(body))?);
        Some(Dims { grid, block, cluster, dynamic_shared: shared? })
    };
    let argument = |value| Argument { ty: body.ty(value), constant: constant_index(body, value) };
    let arguments = launch.kernel_operands(body).map(argument).collect();
    Some(Launch {
        name,
        dims: dims().ok_or_else(|| "the sizes of its launch are not known".to_owned()),
        arguments,
    })
}

/// Runs a kernel once.
fn measure(device: &mut Device, from: &Context, cx: &Context, launch: &Launch) -> Result<Json, String> {
    let dims = launch.dims.clone()?;
    let mut slots = Vec::new();
    for (i, argument) in launch.arguments.iter().enumerate() {
        slots.push(slot(device, from, i, argument)?);
    }
    let (total, profile) =
        device.launch_profiled(&launch.name, dims, &slots).map_err(|error| error.to_string())?;
    let lines: Vec<Json> = profile.iter().filter_map(|one| instruction(cx, one)).collect();
    Ok(json!({
        "kernel": launch.name, "grid": dims.grid, "block": dims.block, "cluster": dims.cluster,
        "sharedBytes": total.shared_bytes, "total": counters(&total), "instructions": lines,
    }))
}

/// The slot of an argument: the address of a buffer of random numbers, or a constant.
fn slot(device: &mut Device, cx: &Context, i: usize, argument: &Argument) -> Result<u64, String> {
    let unknown = |why: &str| format!("argument #{i} of type {} {why}", cx.type_to_string(argument.ty));
    if let Some(buffer) = cx.type_as::<MemRefType>(argument.ty) {
        if buffer.layout.is_some() {
            return Err(unknown("is not in row-major order"));
        }
        let Some(Value::MemRef(values)) = random_value(cx, argument.ty, (i as u64) * 3 + 1) else {
            return Err(unknown("has no known size"));
        };
        let tensor = values.to_tensor()?;
        let bytes = tensor.data.to_le(tensor.elem);
        if bytes.len() > MOST_BYTES {
            return Err(unknown("is too large to be simulated"));
        }
        return device.alloc_from(&bytes).map_err(|error| error.to_string());
    }
    if let Some(constant) = argument.constant {
        return Ok(constant as u64);
    }
    let elem = Elem::from_type(cx, argument.ty).ok_or_else(|| unknown("has no value here"))?;
    if elem.is_int() {
        return Err(unknown("is not known here"));
    }
    let one = Tensor::new(elem, [0_usize; 0].as_slice(), Data::splat(Num::from_f64(elem, 1.0), 1));
    let mut bytes = one.data.to_le(elem);
    bytes.resize(8, 0);
    Ok(bytes.iter().take(8).rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte)))
}

fn instruction(cx: &Context, one: &InstructionProfile) -> Option<Json> {
    let (_, line, _) = one.loc.file_line_col(cx)?;
    Some(json!({ "line": line - 1, "op": one.op, "counters": counters(&one.counters) }))
}

fn counters(c: &Counters) -> Json {
    json!({
        "blocks": c.blocks,
        "instructions": c.instructions,
        "lanes": c.lane_instructions,
        "globalRequests": c.global_requests,
        "globalSectors": c.global_sectors,
        "globalIdeal": c.global_ideal,
        "sharedRequests": c.shared_requests,
        "sharedTurns": c.shared_turns,
        "sharedIdeal": c.shared_ideal,
        "matrixPhases": c.matrix_phases,
        "matrixConflicts": c.matrix_conflicts,
        "products": c.mma + c.wgmma,
        "asyncBytes": c.async_bytes + c.bulk_bytes,
        "barriers": c.barriers,
        "atomics": c.atomics,
    })
}
