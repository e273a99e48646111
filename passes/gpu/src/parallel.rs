//! `gpu-map-parallel`: maps every structured op on buffers, and every parallel loop, to a kernel with a thread for each element, or for
//! each 16 bytes where elements are contiguous.
//!
//! Before:
//! ```mlir
//! linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
//!     ins(%x : memref<64x100xf32>) outs(%y : memref<64x100xf32>) {
//! ^bb0(%in: f32, %out: f32):
//!   %0 = math.exp %in : f32
//!   linalg.yield %0 : f32
//! }
//! ```
//! After:
//! ```mlir
//! %x1 = memref.collapse_shape %x [[0, 1]] : memref<64x100xf32> into memref<6400xf32>
//! gpu.launch blocks(%b, …) in (%gx = %c7, …) threads(%t, …) in (%bx = %c256, …) {
//!   %number = … %b * 256 + %t …
//!   %inside = arith.cmpi ult, %number, %c1600_i32 : i32
//!   scf.if %inside {
//!     %0 = vector.load %x1[%first] {alignment = 16 : i64} : memref<6400xf32>, vector<4xf32>
//!     … math.exp of each …
//!     vector.store %1, %y1[%first] {alignment = 16 : i64} : memref<6400xf32>, vector<4xf32>
//!   }
//!   gpu.terminator
//! }
//! ```
//! Reductions run inside of each thread. An input that aliases an output, where a thread would read elements that another one writes, is
//! copied before. Scalars in memory that kernels use are loaded in the kernels (`sink`).

use strata_arith::constant_index;
use strata_func::FuncOp;
use strata_ir::{affine::AffineMap, core::DYNAMIC, prelude::*};
use strata_linalg::{GenericOp, IteratorType, LinalgOp};
use strata_memref::{AllocOp, CollapseShapeOp, CopyOp, DeallocOp, DimOp, LoadOp, layout};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::{
    buffer_alias::{is_memref, root},
    index_arith::less,
};
use strata_scf::{ForallOp, IfOp, ParallelOp};
use strata_tensor::MixedIndex;

use crate::{
    host_ops::{failure, host_ops},
    iteration_space::IterationSpace,
    launch::{Number, block_size, blocks_for, launch, only_if, product},
    loop_nest::LoopNest,
    memory::sink_loads,
    reduction_init,
    vector_access::{BYTES, VectorAccess},
    vector_width::{scatters, vector_access, widest},
};

/// The least number of threads for wide accesses: fewer would leave parts of the device idle.
const ENOUGH_THREADS: i64 = 256;
/// The same for threads that run loops.
const ENOUGH_LOOPING_THREADS: i64 = 1 << 16;

/// The number of threads above which each computes several elements, and the factor.
const MANY_THREADS: i64 = 1 << 20;
const ROUNDS: i64 = 2;
/// The number of threads that is enough where each computes several elements in sequence, the most of these, and the longest payload.
const ENOUGH_THREADS_IN_ROUNDS: i64 = 1 << 16;
const MOST_ROUNDS: i64 = 8;
const LONGEST_IN_ROUNDS: usize = 24;

/// Map structured ops and parallel loops to kernels with a thread for each element.
#[pass(
    name = "gpu-map-parallel",
    class = "GpuMapParallel",
    produces = [arith, gpu, memref, scf, vector],
    statistics = ["num-mapped": "Number of operations that became kernels"],
    each_body
)]
pub struct MapParallel;

impl BodyPass for MapParallel {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        if body.self_as::<FuncOp>().is_none() {
            return Ok(());
        }
        let mut errors = Vec::new();
        let mut reduction_inits = reduction_init::take_fills(body);
        for op in host_ops(body) {
            // Ops inside of a loop that became a kernel have been moved with it.
            if !body.is_live(op) {
                continue;
            }
            let reduction_inits = reduction_inits.remove(&op).unwrap_or_default();
            let done = match kind(body, op) {
                Some(Kind::Copy) => {
                    generic_of_copy(body, op).and_then(|op| map_structured(body, op, reduction_inits))
                }
                Some(Kind::Structured) => map_structured(body, op, reduction_inits),
                Some(Kind::Loop) => map_loop(body, op),
                None => continue,
            };
            match done {
                Ok(()) => cx.count("num-mapped", 1),
                Err(why) => errors.push(failure(body, op, &why)),
            }
        }
        sink_loads::sink_loads(body);
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }
}

enum Kind {
    Copy,
    Structured,
    Loop,
}

fn kind(b: &Body, op: Op) -> Option<Kind> {
    if op.isa::<CopyOp>(b) {
        // Copies of whole buffers are left to the device's copy engine.
        let whole = b.operands(op).all(|v| layout::is_identity(b.cx(), b.ty(v)));
        return (!whole && b.operands(op).all(|v| is_memref(b, v))).then_some(Kind::Copy);
    }
    if op.implements::<dyn LinalgOp>(b) {
        return Some(Kind::Structured);
    }
    (op.isa::<ParallelOp>(b) || op.isa::<ForallOp>(b)).then_some(Kind::Loop)
}

/// Replaces a copy with a structured op.
pub(crate) fn generic_of_copy(b: &mut Body, op: Op) -> Result<Op, String> {
    let (from, to) = (b.operand(op, 0), b.operand(op, 1));
    let rank = b.cx().shaped(b.ty(to)).and_then(|s| s.shape).map(<[i64]>::len);
    let rank = rank.ok_or("its rank is not known")?;
    let map = AffineMap::identity(rank as u32);
    let mut at = Builder::before(b, op);
    let kinds = vec![IteratorType::Parallel; rank];
    let new = GenericOp::build_with(&mut at, &[from], &[to], &[map.clone(), map], &kinds, &[], |_, args| {
        vec![args[0]]
    });
    b.erase(op);
    Ok(new.op())
}

fn map_structured(b: &mut Body, op: Op, reduction_inits: Vec<(usize, Value)>) -> Result<(), String> {
    let copies = copy_shared_inputs(b, op)?;
    let op = collapse(b, op)?;
    let nest = LoopNest { reduction_inits, ..LoopNest::read(b, op)? };
    if nest.static_count() == Some(0) {
        b.erase(op);
        return Ok(());
    }
    let enough = if nest.serial.is_empty() { ENOUGH_THREADS } else { ENOUGH_LOOPING_THREADS };
    let worth = |w: &VectorAccess| nest.static_count().is_some_and(|n| n / w.width as i64 >= enough);
    // Neighbouring threads read neighbours then, which is better than to write 16 bytes and to read elements that are not together.
    let access = vector_access(b, &nest)
        .filter(worth)
        .filter(|w| !scatters(b, &nest, w) || narrow_rounds(b, &nest) == 1);
    let access = access.unwrap_or_else(VectorAccess::none);
    let mut at = Builder::before(b, op);
    let b = &mut at;
    let sizes = nest.sizes(b)?;
    let divided = divided_sizes(&nest, &sizes, &access);
    let count = product(b, &divided).ok_or("it has too many iterations")?;
    let narrow = Number::fits(count);
    let threads = block_size(count.as_static());
    // With more than enough threads, each has several accesses in flight.
    let many = |n: i64| nest.serial.is_empty() && n >= MANY_THREADS && n % (threads * ROUNDS) == 0;
    let rounds = match count.as_static() {
        _ if access.width == 1 => narrow_rounds(b, &nest),
        Some(n) if many(n) => ROUNDS,
        _ => 1,
    };
    let blocks = blocks_for(b, count, threads * rounds);
    let guard = count.as_static().is_none_or(|n| n % (threads * rounds) != 0);
    // Accesses of several rounds are in flight at once only without branches in between.
    let whole = count.as_static().filter(|_| guard && rounds > 1).map(|n| n / (threads * rounds));
    let mut result = Ok(());
    launch(b, blocks, threads, |b, place| {
        let all = |b: &mut Builder<'_>, guard: bool| {
            (0..rounds).try_for_each(|round| {
                let number = Number::of_round(b, place, narrow, rounds, round);
                let inside = guard.then(|| number.is_less(b, count));
                only_if(b, inside, |b| {
                    let coords = element(b, number, &divided, &access);
                    nest.emit(b, &coords, &sizes, &access)
                })
            })
        };
        let Some(whole) = whole.filter(|&n| n > 0) else {
            result = all(b, guard);
            return;
        };
        let is_whole = less(b, place.block, whole);
        let (mut first, mut last) = (Ok(()), Ok(()));
        let then = |b: &mut Builder<'_>| {
            first = all(b, false);
            Vec::new()
        };
        IfOp::create(b, is_whole, &[], then, |b| {
            last = all(b, true);
            Vec::new()
        });
        result = first.and(last);
    });
    result?;
    for buffer in copies {
        DeallocOp::build(b, buffer);
    }
    b.erase(op);
    Ok(())
}

/// How many elements a thread computes one after the other where one access has one element: so many that those of a few
/// threads together are 16 bytes.
fn narrow_rounds(b: &Body, nest: &LoopNest) -> i64 {
    let mut ops = b.block_ops(nest.payload);
    let short =
        b.block_ops(nest.payload).count() <= LONGEST_IN_ROUNDS && ops.all(|op| b.regions(op).is_empty());
    let rounds = widest(b, nest).map_or(1, |bits| i64::from(BYTES * 8 / bits)).min(MOST_ROUNDS);
    let enough = nest.static_count().is_some_and(|n| n / rounds >= ENOUGH_THREADS_IN_ROUNDS);
    if nest.serial.is_empty() && short && enough { rounds } else { 1 }
}

/// The sizes of the loops that are divided; neighbours that one thread computes count once.
pub(crate) fn divided_sizes(nest: &LoopNest, sizes: &[MixedIndex], access: &VectorAccess) -> Vec<MixedIndex> {
    let size = |&l: &usize| match sizes[l] {
        MixedIndex::Static(n) if access.width > 1 && l == access.along => {
            MixedIndex::Static(n / access.width as i64)
        }
        size => size,
    };
    nest.divided.iter().map(size).collect()
}

/// The position of the first element of a thread.
pub(crate) fn element(
    b: &mut Builder<'_>,
    number: Number,
    sizes: &[MixedIndex],
    access: &VectorAccess,
) -> Vec<Value> {
    let mut coords = number.coordinates(b, sizes);
    if let Some(last) = coords.last_mut().filter(|_| access.width > 1) {
        let width = constant_index(b, access.width as i64);
        *last = strata_arith::MulIOp::build(b, *last, width, None);
    }
    coords
}

/// Maps a parallel loop to a kernel with a thread for each iteration.
fn map_loop(b: &mut Body, op: Op) -> Result<(), String> {
    let iterations = IterationSpace::read(b, op)?;
    let mut at = Builder::before(b, op);
    let b = &mut at;
    let sizes = iterations.sizes(b);
    let count = product(b, &sizes).ok_or("it has too many iterations")?;
    if count == MixedIndex::Static(0) {
        b.erase(op);
        return Ok(());
    }
    let narrow = Number::fits(count);
    let threads = block_size(count.as_static());
    let blocks = blocks_for(b, count, threads);
    let guard = count.as_static().is_none_or(|n| n % threads != 0);
    let mut result = Ok(());
    launch(b, blocks, threads, |b, place| {
        let number = Number::of_thread(b, place, narrow);
        let inside = guard.then(|| number.is_less(b, count));
        result = only_if(b, inside, |b| {
            let coords = number.coordinates(b, &sizes);
            iterations.inline(b, &coords)
        });
    });
    result
}

/// The ops and operands by which a structured op reads memory of an output, unless each thread reads what it writes itself.
pub(crate) fn shared_inputs(b: &Body, nest: &LoopNest) -> Vec<(Op, usize)> {
    let outputs: Vec<usize> = nest.inits.clone().collect();
    let shares = |b: &Body, v: Value, map: Option<&AffineMap>| {
        outputs.iter().any(|&o| {
            let out = nest.operands[o];
            let same = v == out && map == Some(&nest.maps[o]);
            !same && root(b, v).may_alias(b, root(b, out))
        })
    };
    let mut shared: Vec<(Op, usize)> = Vec::new();
    for (i, &v) in nest.operands.iter().enumerate() {
        if !nest.inits.contains(&i) && is_memref(b, v) && shares(b, v, Some(&nest.maps[i])) {
            shared.push((nest.op, i));
        }
    }
    for inner in b.ops_in(nest.op) {
        if inner.isa::<LoadOp>(b) && shares(b, b.operand(inner, 0), None) {
            shared.push((inner, 0));
        }
    }
    shared
}

/// Copies the inputs that alias an output. Returns the copies.
fn copy_shared_inputs(b: &mut Body, op: Op) -> Result<Vec<Value>, String> {
    let shared = shared_inputs(b, &LoopNest::read(b, op)?);
    let mut copies: Vec<(Value, Value)> = Vec::new();
    for (user, i) in shared {
        let v = b.operand(user, i);
        let known = copies.iter().find(|(old, _)| *old == v).map(|c| c.1);
        let copy = match known {
            Some(copy) => copy,
            None => copy_of(b, op, v)?,
        };
        if known.is_none() {
            copies.push((v, copy));
        }
        b.set_operand(user, i, copy);
    }
    Ok(copies.into_iter().map(|c| c.1).collect())
}

/// Copies a buffer in front of an op.
fn copy_of(b: &mut Body, op: Op, v: Value) -> Result<Value, String> {
    let cx = b.cx_arc().clone();
    let t = cx.type_as::<MemRefType>(b.ty(v)).ok_or("an operand is no memref")?;
    let ty = cx.ty(MemRefType { layout: None, ..t.clone() });
    let mut at = Builder::before(b, op);
    let sizes: Vec<Value> = (0..t.shape.len())
        .filter(|&d| t.shape[d] == DYNAMIC)
        .map(|d| {
            let d = constant_index(&mut at, d as i64);
            let ty = at.cx().index();
            DimOp::build(&mut at, v, d, ty)
        })
        .collect();
    let copy = AllocOp::create(&mut at, ty, &sizes);
    let done = CopyOp::build(&mut at, v, copy);
    if !layout::is_identity(&cx, at.ty(v)) {
        let generic = generic_of_copy(&mut at, done.op())?;
        map_structured(&mut at, generic, Vec::new())?;
    }
    Ok(copy)
}

/// Collapses the loops of an op to one, if all its operands are accessed in the order of memory.
fn collapse(b: &mut Body, op: Op) -> Result<Op, String> {
    let nest = LoopNest::read(b, op)?;
    let rank = nest.ranges.len();
    let in_order = |i: usize| {
        let v = nest.operands[i];
        !is_memref(b, v)
            || nest.maps[i].is_identity()
                && b.cx().type_as::<MemRefType>(b.ty(v)).is_some_and(|t| t.layout.is_none())
    };
    let plain = rank > 1
        && nest.serial.is_empty()
        && nest.static_work().is_some()
        && (0..nest.operands.len()).all(in_order)
        && !b.ops_in(op).iter().any(|o| o.isa::<strata_linalg::IndexOp>(b));
    if !plain {
        return Ok(op);
    }
    let mut at = Builder::before(b, op);
    let groups = [(0..rank as i64).collect::<Vec<_>>()];
    let mut operands = Vec::new();
    for &v in &nest.operands {
        let v = if is_memref(&at, v) { CollapseShapeOp::create(&mut at, v, &groups).unwrap_or(v) } else { v };
        operands.push(v);
    }
    let map = |v: &Value| {
        if is_memref(&at, *v) { AffineMap::identity(1) } else { AffineMap::new(1, 0, Vec::new()) }
    };
    let maps: Vec<AffineMap> = operands.iter().map(map).collect();
    let (inputs, outputs) = operands.split_at(nest.inits.start);
    let payload = nest.payload;
    let new =
        GenericOp::build_with(&mut at, inputs, outputs, &maps, &[IteratorType::Parallel], &[], |b, args| {
            let mut map = IdMap::new();
            for (&old, &new) in b.block_args(payload).to_vec().iter().zip(args) {
                map.map(old, new);
            }
            let ops: Vec<Op> = b.block_ops(payload).collect();
            let Some((last, ops)) = ops.split_last() else { return Vec::new() };
            for &op in ops {
                let copy = b.clone_op(op, &mut map);
                b.insert_op(copy);
            }
            b.operands(*last).map(|v| map.get(v)).collect()
        });
    b.erase(op);
    Ok(new.op())
}
