//! `gpu-map-transposes`: maps elementwise ops whose inputs and outputs have different fastest dimensions to kernels that transpose tiles in
//! shared memory, so that both reads and writes are coalesced.
//!
//! Before:
//! ```mlir
//! linalg.transpose ins(%x : memref<1024x512xf32>) outs(%y : memref<512x1024xf32>) permutation = [1, 0]
//! ```
//! After:
//! ```mlir
//! gpu.launch blocks(%b, …) in (%gx = %c512, …) threads(%t, …) in (%bx = %c256, …)
//!     workgroup(%tile : memref<32x33xf32, #gpu.address_space<workgroup>>) {
//!   … for each of four rows of the tile:
//!   %0 = memref.load %x[%row, %column] : memref<1024x512xf32>
//!   memref.store %0, %tile[…] : memref<32x33xf32, #gpu.address_space<workgroup>>
//!   gpu.barrier
//!   … for each of four columns of the tile:
//!   %1 = memref.load %tile[…] : memref<32x33xf32, #gpu.address_space<workgroup>>
//!   memref.store %1, %y[%column1, %row1] : memref<512x1024xf32>
//!   gpu.terminator
//! }
//! ```
//! The rows of the tile have an element more, so that those of a column are in different banks. Tiles of narrow elements are
//! [`packed_tile`].

mod packed_tile;

use strata_arith::{AndIOp, MinUIOp, constant_index};
use strata_func::FuncOp;
use strata_gpu::{AddressSpace, GpuTarget};
use strata_ir::{analysis::effects_of, prelude::*};
use strata_linalg::{IndexOp, IteratorType, LinalgOp};
use strata_memref::{CollapseShapeOp, LoadOp, StoreOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::{
    buffer_alias::{is_memref, root},
    index_arith::{add, add_const, less, mask, shift, times, up},
};
use strata_tensor::MixedIndex;

use crate::{
    host_ops::{failure, host_blocks},
    launch::{Number, WARP, launch_with_shared, only_if},
    loop_nest::LoopNest,
    row_fusion::dims,
    vector_access::element_bits,
};
use packed_tile::PackedTile;

/// The size of a tile.
const TILE: i64 = WARP;
/// Rows of a tile that a block reads at once.
const ROWS: i64 = 8;
/// Smaller dimensions would leave most of a tile unused.
const LEAST: i64 = 16;
/// Fewer elements fit into caches.
const LEAST_ELEMENTS: i64 = 1 << 12;
/// Bytes of shared memory that every device has for a block.
const SHARED_BYTES: i64 = GpuTarget::DEFAULT.shared.declared;

/// Map elementwise ops that transpose to kernels with tiles in shared memory.
#[pass(
    name = "gpu-map-transposes",
    class = "GpuMapTransposes",
    produces = [arith, gpu, memref, scf],
    statistics = ["num-mapped": "Number of operations that became kernels"],
    each_body
)]
pub struct MapTransposes;

impl BodyPass for MapTransposes {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        if body.self_as::<FuncOp>().is_none() {
            return Ok(());
        }
        for block in host_blocks(body) {
            for op in body.block_ops(block).collect::<Vec<_>>() {
                if let Some(transpose) = Transpose::read(body, op) {
                    transpose.map(body).map_err(|why| failure(body, op, &why))?;
                    cx.count("num-mapped", 1);
                }
            }
        }
        Ok(())
    }
}

/// An elementwise op that transposes.
struct Transpose {
    nest: LoopNest,
    /// Loops that go together, in the order of the outputs.
    groups: Vec<Vec<usize>>,
    sizes: Vec<i64>,
    /// For each operand, the groups that are its dimensions.
    dims: Vec<Vec<usize>>,
    /// The group that is the fastest dimension of transposed inputs.
    fast: usize,
    /// The inputs whose elements go through shared memory.
    tiled: Vec<usize>,
}

impl Transpose {
    fn read(b: &Body, op: Op) -> Option<Self> {
        let nest = LoopNest::read(b, op).ok()?;
        let kinds = op.cast::<dyn LinalgOp>(b)?.iterator_types(b);
        if kinds.iter().any(|&k| k != IteratorType::Parallel) || nest.ranges.iter().any(|&n| n < 1) {
            return None;
        }
        let pure = |op: Op| b.regions(op).is_empty() && effects_of(b, op).is_some_and(|e| e.is_empty());
        let mut ops = b.block_ops(nest.payload);
        if !ops.all(|op| pure(op) || b.has_trait(op, Trait::Terminator)) {
            return None;
        }
        let loops: Vec<Vec<usize>> = nest.maps.iter().map(dims).collect::<Option<_>>()?;
        let order = loops[nest.inits.start].clone();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        let all = sorted.into_iter().eq(0..nest.ranges.len());
        if !all || nest.inits.clone().any(|i| loops[i] != order) {
            return None;
        }
        // A thread may read only elements that it writes itself.
        let shares = |i: usize| {
            let v = nest.operands[i];
            is_memref(b, v)
                && nest.inits.clone().any(|o| {
                    let same = nest.operands[o] == v && loops[i] == order;
                    !same && root(b, nest.operands[o]).may_alias(b, root(b, v))
                })
        };
        if (0..nest.inits.start).any(shares) {
            return None;
        }
        let groups = group(b, &nest, &loops, &order);
        let sizes: Vec<i64> = groups.iter().map(|g| g.iter().map(|&l| nest.ranges[l]).product()).collect();
        let of = |l: usize| groups.iter().position(|g| g[0] == l);
        let dims: Vec<Vec<usize>> =
            loops.iter().map(|all| all.iter().filter_map(|&l| of(l)).collect()).collect();
        let last = groups.len().checked_sub(1)?;
        let turned = |i: usize, fast: usize| dims[i].last() == Some(&fast) && dims[i].contains(&last);
        let uses = |i: &usize| b.has_uses(b.block_args(nest.payload)[*i]) && is_memref(b, nest.operands[*i]);
        let candidates: Vec<usize> = (0..nest.inits.start).filter(uses).collect();
        let first =
            candidates.iter().find(|&&i| dims[i].last().is_some_and(|&f| f != last && turned(i, f)))?;
        let fast = *dims[*first].last()?;
        let mut tiled: Vec<usize> = candidates.into_iter().filter(|&i| turned(i, fast)).collect();
        let mut bytes = 0;
        tiled.retain(|&i| {
            bytes += match element_bits(b, nest.operands[i]) {
                Some(bits @ (8 | 16)) => packed_tile::bytes(bits),
                bits => TILE * (TILE + 1) * i64::from(bits.unwrap_or(128) / 8),
            };
            bytes <= SHARED_BYTES
        });
        let count = sizes.iter().try_fold(1i64, |n, &s| n.checked_mul(s))?;
        let large = sizes[fast] >= LEAST && sizes[last] >= LEAST && count >= LEAST_ELEMENTS;
        let blocks = count / sizes[fast] / sizes[last] * up(sizes[fast], TILE) * up(sizes[last], TILE);
        (large && !tiled.is_empty() && blocks < i64::from(i32::MAX)).then_some(Self {
            nest,
            groups,
            sizes,
            dims,
            fast,
            tiled,
        })
    }

    fn last(&self) -> usize {
        self.groups.len() - 1
    }

    /// Makes the kernel in place of the op.
    fn map(&self, b: &mut Body) -> Result<(), String> {
        let op = self.nest.op;
        let mut at = Builder::before(b, op);
        let b = &mut at;
        let buffers: Vec<Value> = (0..self.dims.len()).map(|i| self.buffer(b, i)).collect();
        let (last, fast) = (self.last(), self.fast);
        // Tiles of neighbours in memory that is written come one after the other.
        let words = PackedTile::for_transpose(b, self);
        let side = words.as_ref().map_or(TILE, PackedTile::side);
        let mut counts = self.sizes.clone();
        counts[last] = up(self.sizes[last], side);
        counts[fast] = up(self.sizes[fast], side);
        let blocks: i64 = counts.iter().product();
        let cx = b.cx_arc().clone();
        let shared: Vec<Type> = self
            .tiled
            .iter()
            .map(|&i| match &words {
                Some(words) => words.buffer(&cx),
                None => {
                    let elem = cx.elem_or_self(b.ty(self.nest.operands[i]));
                    AddressSpace::Workgroup.memref(&cx, &[TILE, TILE + 1], elem)
                }
            })
            .collect();
        let count = constant_index(b, blocks);
        let mut result = Ok(());
        launch_with_shared(b, count, TILE * ROWS, &shared, |b, place, shared| {
            let narrow = Number::fits(MixedIndex::Static(blocks));
            let number = Number::of_index(b, place.block, narrow);
            let sizes: Vec<MixedIndex> = counts.iter().map(|&n| MixedIndex::Static(n)).collect();
            let mut coords = number.coordinates(b, &sizes);
            for g in [fast, last] {
                coords[g] = times(b, coords[g], side);
            }
            result = match &words {
                Some(words) => words.body(self, b, &buffers, &coords, place.thread, shared),
                None => self.body(b, &buffers, &coords, place.thread, shared),
            };
        });
        result?;
        b.erase(op);
        Ok(())
    }

    /// An operand as a view with a dimension for each group.
    fn buffer(&self, b: &mut Builder<'_>, i: usize) -> Value {
        let v = self.nest.operands[i];
        let mut groups: Vec<Vec<i64>> = Vec::new();
        let mut next = 0;
        for &g in &self.dims[i] {
            let n = self.groups[g].len() as i64;
            groups.push((next..next + n).collect());
            next += n;
        }
        if next as usize == groups.len() { v } else { CollapseShapeOp::create(b, v, &groups).unwrap_or(v) }
    }

    fn body(
        &self,
        b: &mut Builder<'_>,
        buffers: &[Value],
        first: &[Value],
        thread: Value,
        shared: &[Value],
    ) -> Result<(), String> {
        let (lane, warp) = (mask(b, thread, WARP - 1), shift(b, thread, WARP));
        let (fast, last) = (self.fast, self.last());
        // Lanes behind the end of a dimension read its last element again, and write nothing.
        let within = |b: &mut Builder<'_>, g: usize, by: Value| {
            let at = add(b, first[g], by);
            if self.sizes[g] % TILE == 0 {
                return at;
            }
            let end = constant_index(b, self.sizes[g] - 1);
            MinUIOp::build(b, at, end)
        };
        let steps: Vec<Value> = (0..TILE / ROWS).map(|k| add_const(b, warp, k * ROWS)).collect();
        let mut coords = first.to_vec();
        coords[fast] = within(b, fast, lane);
        let mut read = Vec::new();
        for &step in &steps {
            coords[last] = within(b, last, step);
            for &i in &self.tiled {
                let at: Vec<Value> = self.dims[i].iter().map(|&g| coords[g]).collect();
                read.push(LoadOp::create(b, buffers[i], &at));
            }
        }
        for (&step, values) in steps.iter().zip(read.chunks(self.tiled.len())) {
            for (&v, &tile) in values.iter().zip(shared) {
                StoreOp::create(b, v, tile, &[step, lane]);
            }
        }
        strata_gpu::BarrierOp::build(b);
        coords[last] = within(b, last, lane);
        let column = add(b, first[last], lane);
        let column = self.is_inside(b, last, column, TILE);
        for &step in &steps {
            coords[fast] = within(b, fast, step);
            let row = add(b, first[fast], step);
            let row = self.is_inside(b, fast, row, TILE);
            let inside = match (row, column) {
                (Some(x), Some(y)) => Some(AndIOp::build(b, x, y)),
                (x, y) => x.or(y),
            };
            only_if(b, inside, |b| self.element(b, buffers, &coords, [lane, step], shared))?;
        }
        Ok(())
    }

    /// Whether a position in tiles of side `side` is inside of the operands; `None` if it always is.
    fn is_inside(&self, b: &mut Builder<'_>, g: usize, at: Value, side: i64) -> Option<Value> {
        (self.sizes[g] % side != 0).then(|| less(b, at, self.sizes[g]))
    }

    /// Computes and writes one element.
    fn element(
        &self,
        b: &mut Builder<'_>,
        buffers: &[Value],
        coords: &[Value],
        in_tile: [Value; 2],
        shared: &[Value],
    ) -> Result<(), String> {
        let position = |i: usize| -> Vec<Value> { self.dims[i].iter().map(|&g| coords[g]).collect() };
        let mut args = Vec::new();
        for (i, &v) in buffers.iter().enumerate() {
            let used = b.has_uses(b.block_args(self.nest.payload)[i]);
            args.push(used.then(|| match self.tiled.iter().position(|&t| t == i) {
                Some(t) => LoadOp::create(b, shared[t], &in_tile),
                None => self.load(b, v, &position(i)),
            }));
        }
        let values = self.compute(b, &args, coords)?;
        for (i, v) in self.nest.inits.clone().zip(values) {
            let at = position(i);
            StoreOp::create(b, v, buffers[i], &at);
        }
        Ok(())
    }

    /// An element of an operand, which may be a scalar.
    fn load(&self, b: &mut Builder<'_>, v: Value, at: &[Value]) -> Value {
        if is_memref(b, v) { LoadOp::create(b, v, at) } else { v }
    }

    /// Emits the payload at these coordinates, and returns the values that it yields.
    fn compute(
        &self,
        b: &mut Builder<'_>,
        args: &[Option<Value>],
        coords: &[Value],
    ) -> Result<Vec<Value>, String> {
        let mut ivs = vec![None; self.nest.ranges.len()];
        for (group, &at) in self.groups.iter().zip(coords) {
            ivs[group[0]] = Some(at);
        }
        self.nest.clone_payload(b, args, &ivs)
    }
}

/// Loops that are next to each other in all operands as one, in the order of the outputs.
fn group(b: &Body, nest: &LoopNest, loops: &[Vec<usize>], order: &[usize]) -> Vec<Vec<usize>> {
    let plain = |&v: &Value| {
        !is_memref(b, v) || b.cx().type_as::<MemRefType>(b.ty(v)).is_some_and(|t| t.layout.is_none())
    };
    let whole = nest.operands.iter().all(plain) && !b.block_ops(nest.payload).any(|op| op.isa::<IndexOp>(b));
    let adjacent = |x: usize, y: usize| {
        loops.iter().all(|all| {
            let at = |l: usize| all.iter().position(|&d| d == l);
            match (at(x), at(y)) {
                (Some(x), Some(y)) => y == x + 1,
                (x, y) => x.is_none() && y.is_none(),
            }
        })
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for &l in order {
        match groups.last_mut() {
            Some(group) if whole && group.last().is_some_and(|&before| adjacent(before, l)) => group.push(l),
            _ => groups.push(vec![l]),
        }
    }
    groups
}
