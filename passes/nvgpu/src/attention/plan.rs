//! How the queries and keys of an attention are divided among blocks, warps and steps, and what all parts of its kernel know.

use strata_arith::constant_float;
use strata_gpu::GpuTarget;
use strata_ir::prelude::*;
use strata_passes_analysis::index_arith::up;

use super::{
    axes::{Axes, Place},
    causal::{self, Causal},
    chain::Found,
    emit_expr::Known,
    pattern::Attention,
    smem_tile::{SIDE, SmemTile},
    trace::Node,
};

/// Keys of a step.
pub(super) const KEYS: i64 = 64;
/// Steps whose keys and values are in shared memory at once.
pub(super) const STAGES: i64 = 2;
/// The longest rows of factors.
const LONGEST: i64 = 128;
/// The fewest queries and keys that are worth a kernel.
const FEWEST: i64 = 16;

/// How the queries are divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    pub warps: i64,
    /// Times 16 queries of a warp.
    pub tiles: i64,
}

impl Division {
    pub(super) fn queries(self) -> i64 {
        self.warps * self.tiles * SIDE
    }
}

/// A kernel, with all that it needs to know of the ops.
pub(super) struct Plan {
    pub axes: Axes,
    pub nodes: Vec<Node>,
    pub attention: Attention,
    pub causal: Option<Causal>,
    pub last: Op,
    pub out: Value,
    pub place: Place,
    pub division: Division,
    pub dead: Vec<Op>,
    /// Local buffers whose writers the kernel knows.
    pub followed: Vec<Value>,
}

/// The values that all parts of a kernel share.
pub(super) struct Thread {
    pub thread: Value,
    pub lane: Value,
    /// The first query of the warp.
    pub row: Value,
    /// The buffers of queries, keys and values.
    pub buffers: [Value; 3],
    /// The axes of batches.
    pub known: Known,
}

impl Plan {
    /// The kernel of an attention, if there is one for its sizes.
    pub(super) fn new(mut found: Found<'_>, target: &GpuTarget) -> Option<Self> {
        let axes = &found.trace.axes;
        let a = &mut found.attention;
        // Whole rows of queries that are long enough are batches.
        while a.rows.len() > 1 && axes.size(&a.rows[1..]) >= KEYS {
            let outer = a.rows.remove(0);
            a.batch.push(outer);
        }
        let [depth, width] = [&a.depth, &a.width].map(|v| axes.size(v));
        let (queries, keys) = (axes.size(&a.rows), axes.size(&a.columns));
        let wanted = 1..=LONGEST;
        if !wanted.contains(&depth) || !wanted.contains(&width) || queries < FEWEST || keys < FEWEST {
            return None;
        }
        let large = Division { warps: 4, tiles: 2 };
        let large = if depth.max(width) > 64 { Division { warps: 8, tiles: 1 } } else { large };
        let blocks = axes.size(&a.batch).saturating_mul(up(queries, large.queries()));
        let division = if blocks < target.multiprocessors { Division { warps: 4, tiles: 1 } } else { large };
        let causal = causal::read(&found.trace, &found.attention);
        let Found { trace, attention, last, out, place, dead } = found;
        let followed = trace.followed.iter().map(|f| f.0).collect();
        let (axes, nodes) = (trace.axes, trace.nodes);
        Some(Self { axes, nodes, attention, causal, last, out, place, division, dead, followed })
    }
    pub(super) fn queries(&self) -> i64 {
        self.axes.size(&self.attention.rows)
    }
    pub(super) fn keys(&self) -> i64 {
        self.axes.size(&self.attention.columns)
    }
    pub(super) fn tiles(&self) -> [SmemTile<'_>; 3] {
        let a = &self.attention;
        [
            SmemTile {
                source: &a.query,
                elem: a.elem,
                own: &a.rows,
                fast: &a.depth,
                rows: self.division.queries(),
            },
            SmemTile { source: &a.key, elem: a.elem, own: &a.columns, fast: &a.depth, rows: KEYS },
            SmemTile { source: &a.value, elem: a.elem, own: &a.columns, fast: &a.width, rows: KEYS },
        ]
    }
    /// Numbers of the rows of queries and keys, and of values, with zeros.
    pub(super) fn padded(&self) -> [i64; 2] {
        let [_, key, value] = self.tiles();
        [key.padded(&self.axes), value.padded(&self.axes)]
    }
}

/// A number of 32 bits.
pub(super) fn float(b: &mut Builder<'_>, value: f64) -> Value {
    let ty = b.cx().f32();
    constant_float(b, value, ty)
}
