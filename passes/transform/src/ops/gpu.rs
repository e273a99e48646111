//! Ops that map loops to the blocks and threads of a GPU.

use strata_gpu::LaunchOp;
use strata_ir::prelude::*;
use strata_linalg::CopyOp;
use strata_scf::ForallOp;
use strata_tensor::{MixedIndex, PadOp};

use super::{Rows, each_target};
use crate::{
    copy_threads,
    failure::{Failure, Outcome},
    gpu_mapping::{self, Dims, Threads},
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
    tiling::{LoopKind, Tiling, tile},
};

pub const OPS: Rows = &[
    ("transform.gpu.map_forall_to_blocks", map_to_blocks),
    ("transform.structured.gpu.map_copy_to_threads", map_copy_to_threads),
    ("transform.gpu.map_nested_forall_to_threads", map_to_threads),
];

fn launch_of(cx: &Interpreter<'_, '_>, at: PayloadOp) -> Option<LaunchOp> {
    at.op.as_op::<LaunchOp>(cx.payload.body(at.body))
}

/// The only loop of a target that is in no other loop.
fn only_loop(cx: &mut Interpreter<'_, '_>, at: PayloadOp) -> Option<(PayloadOp, ForallOp)> {
    let mut found = None;
    for at in cx.payload.walk(at, true) {
        let Some(op) = at.op.as_op::<ForallOp>(cx.payload.body(at.body)) else { continue };
        let mut around = std::iter::successors(cx.payload.parent(at), |&at| cx.payload.parent(at));
        if around.any(|at| at.op.isa::<ForallOp>(cx.payload.body(at.body))) {
            continue;
        }
        if found.is_some() {
            return None;
        }
        found = Some((at, op));
    }
    found
}

fn map_to_blocks<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let (generates, grid) = (site.has("generate_gpu_launch"), site.ints("grid_dims"));
    let grid = <[i64; 3]>::try_from(grid).ok();
    each_target(cx, site, |cx, at| {
        let noted = |cx: &Interpreter<'_, '_>, message: &str| {
            let d = site.error(message);
            Failure::silenceable(cx.payload.note(d, at, "when applied to this payload op"))
        };
        let launch = launch_of(cx, at);
        if !generates && launch.is_none() {
            let message = "Given target is not gpu.launch, set `generate_gpu_launch` attribute";
            return Err(noted(cx, message));
        }
        let Some((place, op)) = only_loop(cx, at) else {
            return Err(noted(cx, "could not find a unique topLevel scf.forall"));
        };
        if !generates && grid.is_none() {
            return Err(site.definite("transform require size-3 mapping"));
        }
        let launch = if generates {
            cx.payload.edit(place.body, |body| gpu_mapping::create(body, place.op))
        } else {
            launch
        };
        let Some(launch) = launch else { return Err(site.definite("the launch has no body")) };
        let mapped = cx.payload.edit(place.body, |body| gpu_mapping::map_to_blocks(body, op, grid));
        let dims = Dims::Grid(mapped.map_err(|message| site.definite(message))?);
        dims.check().map_err(|message| site.silenceable(message))?;
        cx.payload.edit(place.body, |body| gpu_mapping::set_sizes(body, launch, dims));
        Ok(vec![Some(PayloadOp { op: launch.op(), ..place })])
    })
}

fn map_to_threads<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let (block, waits) = (site.ints("block_dims"), site.is_true("sync_after_distribute"));
    let block = <[i64; 3]>::try_from(block).ok();
    each_target(cx, site, |cx, at| {
        let Some(launch) = launch_of(cx, at) else {
            return Err(site.silenceable("Given target is not a gpu.launch"));
        };
        let Some(block) = block else { return Err(site.definite("requires size-3 thread mapping")) };
        let dims = Dims::Block(block);
        dims.check().map_err(|message| {
            Failure::silenceable(site.error(message).note(site.loc(), "\"block_dims\" is too large"))
        })?;
        let threads = Threads { block, warp: site.int("warp_size").unwrap_or(32), waits };
        let mapped = cx.payload.edit(at.body, |body| {
            gpu_mapping::set_sizes(body, launch, dims);
            gpu_mapping::map_to_threads(body, launch, threads)
        });
        mapped.map_err(|message| site.definite(message))?;
        Ok(vec![Some(at)])
    })
}

fn map_copy_to_threads<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let int = |name| site.int(name).unwrap_or(0);
    let (total, alignment) = (int("total_num_threads"), int("desired_bit_alignment"));
    each_target(cx, site, |cx, at| {
        let failed = |cx: &Interpreter<'_, '_>, message: &str| {
            Failure::silenceable(cx.payload.note(site.error(message), at, "target op"))
        };
        let body = cx.payload.body(at.body);
        if at.op.isa::<PadOp>(body) {
            let message =
                "'transform.structured.gpu.map_copy_to_threads' op of a 'tensor.pad' is not supported";
            return Err(failed(cx, message));
        }
        if !at.op.isa::<CopyOp>(body) {
            return Err(failed(cx, "only linalg.copy and tensor.pad target ops are supported"));
        }
        let Some((shape, bits)) = copy_threads::copied(body, at.op) else {
            return Err(failed(cx, "only statically sized ops of rank <= 3 are supported"));
        };
        let Some(threads) = copy_threads::threads(&shape, bits, total, alignment) else {
            let message = "too few threads to map copy op to threads on the most minor dimension, given alignment and vector size constraints, try smaller tile size of mapping to more threads";
            return Err(failed(cx, message));
        };
        let mapping = copy_threads::mapping(body.cx(), shape.len());
        let tiling = Tiling {
            sizes: threads.into_iter().map(MixedIndex::Static).collect(),
            interchange: Vec::new(),
            loops: LoopKind::Threads(Some(mapping)),
        };
        let tiled = cx.payload.edit(at.body, |body| tile(body, at.op, &tiling));
        let tiled = tiled.map_err(|message| site.definite(message))?;
        let outer = tiled.loops.first().map(|&op| PayloadOp { op, ..at });
        Ok(vec![outer, Some(PayloadOp { op: tiled.op, ..at })])
    })
}
