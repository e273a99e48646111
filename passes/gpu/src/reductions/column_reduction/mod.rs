//! Reductions whose results are contiguous in memory: neighbouring threads have neighbouring columns, and each warp of a block has every
//! eighth row.

mod kernel;

use strata_ir::prelude::*;
use strata_linalg::{IteratorType, LinalgOp};
use strata_memref::{AllocOp, CollapseShapeOp, DeallocOp, LoadOp};
use strata_passes_analysis::buffer_alias::{is_memref, last_access_before, root};

use crate::{
    contractions::FARTHEST, launch::WARP, loop_nest::LoopNest, row_fusion::Combiner,
    vector_access::element_bits,
};

/// Warps of a block.
const WARPS: i64 = 8;
/// The number of blocks that keeps a device busy.
const ENOUGH_BLOCKS: i64 = 264;
/// The number of results at which kernels with a thread for each result are as good.
const ENOUGH_RESULTS: i64 = 1 << 16;
/// Rows that a thread reads at once.
const AT_ONCE: i64 = 4;

/// The loops in front of the reductions, the reductions, and the loops behind them.
type Three<T> = [T; 3];

/// A reduction along columns.
pub(super) struct ColumnReduction {
    nest: LoopNest,
    combiner: Combiner,
    /// Number of loops of each kind.
    loops: Three<usize>,
    /// The sizes of each kind, as products.
    sizes: Three<i64>,
    /// The kinds that each operand depends on.
    has: Vec<Three<bool>>,
    /// Neighbouring columns of a thread.
    width: i64,
}

impl ColumnReduction {
    /// Reads a reduction; `None` for any other op, and for one that has enough results for the other passes.
    pub(super) fn read(b: &Body, op: Op) -> Option<Self> {
        let nest = LoopNest::read(b, op).ok()?;
        let kinds = op.cast::<dyn LinalgOp>(b)?.iterator_types(b);
        let first = kinds.iter().position(|&k| k == IteratorType::Reduction)?;
        let last = kinds.iter().rposition(|&k| k == IteratorType::Reduction)?;
        if kinds[first..=last].contains(&IteratorType::Parallel) || last + 1 == kinds.len() {
            return None;
        }
        let loops = [first, last + 1 - first, kinds.len() - last - 1];
        let size = |r: &[i64]| r.iter().try_fold(1i64, |n, &s| if s < 0 { None } else { n.checked_mul(s) });
        let ranges = &nest.ranges;
        let sizes = [size(&ranges[..first])?, size(&ranges[first..=last])?, size(&ranges[last + 1..])?];
        let results = sizes[0].checked_mul(sizes[2])?;
        if results == 0
            || results >= ENOUGH_RESULTS
            || sizes[1] < 2 * WARPS
            || sizes[2] < WARPS
            || results.checked_mul(sizes[1])? < 1 << 13
        {
            return None;
        }
        let has: Option<Vec<Three<bool>>> =
            (0..nest.operands.len()).map(|i| parts(b, &nest, i, loops)).collect();
        let has = has?;
        let written = |i: usize| (has[i][0] || sizes[0] == 1) && !has[i][1] && has[i][2];
        if !nest.inits.clone().all(written) {
            return None;
        }
        // An input must not alias an output: other blocks may have stored their results already.
        let read = |v: Value| {
            is_memref(b, v) && nest.inits.clone().any(|o| root(b, nest.operands[o]).may_alias(b, root(b, v)))
        };
        let loads = b.ops_in(op).into_iter().filter(|o| o.isa::<LoadOp>(b)).map(|o| b.operand(o, 0));
        if nest.operands[..nest.inits.start].iter().copied().chain(loads).any(read) {
            return None;
        }
        let combiner = Combiner::read(b, &nest)?;
        let plain = b.block_ops(nest.payload).all(|o| b.regions(o).is_empty());
        let columns = (0..has.len()).filter(|&i| has[i][2]);
        let bits: Option<Vec<u32>> = columns.map(|i| element_bits(b, nest.operands[i])).collect();
        let mut width = bits.and_then(|b| b.into_iter().max()).map_or(1, |bits| i64::from(128 / bits));
        while sizes[2] % width != 0 || width > 1 && sizes[2] / width < WARP {
            width /= 2;
        }
        plain.then_some(Self { nest, combiner, loops, sizes, has, width })
    }

    /// Makes the kernels in place of the op.
    pub(super) fn map(&self, b: &mut Body) -> Result<(), String> {
        let op = self.nest.op;
        let mut at = Builder::before(b, op);
        let b = &mut at;
        let bad = || "an operand cannot be addressed".to_owned();
        let buffers =
            (0..self.has.len()).map(|i| self.buffer(b, i).ok_or_else(bad)).collect::<Result<Vec<_>, _>>()?;
        let (inputs, outs) = buffers.split_at(self.nest.inits.start);
        let fills: Vec<Option<(Op, Value)>> = self.nest.inits.clone().map(|i| self.fill(b, i)).collect();
        let starts: Vec<Option<Value>> = fills.iter().map(|f| f.map(|f| f.1)).collect();
        let results = Destination::Results(outs, &starts);
        let groups = self.sizes[0] * self.columns_of_blocks();
        let pieces = self.pieces(groups);
        if pieces == 1 {
            self.kernel(b, 1, Source::Op(inputs), results)?;
        } else {
            let partials: Vec<Value> = self.nest.inits.clone().map(|i| self.partial(b, i, pieces)).collect();
            self.kernel(b, pieces, Source::Op(inputs), Destination::Partial(&partials))?;
            self.kernel(b, 1, Source::Partial(&partials, pieces), results)?;
            for v in partials {
                DeallocOp::build(b, v);
            }
        }
        b.erase(op);
        for (fill, _) in fills.into_iter().flatten() {
            b.erase(fill);
        }
        Ok(())
    }

    /// The fill that initializes an output, if nothing reads it in between, and its scalar.
    fn fill(&self, b: &Body, i: usize) -> Option<(Op, Value)> {
        let out = self.nest.operands[i];
        let op = last_access_before(b, self.nest.op, root(b, out), FARTHEST)?;
        let fill = LoopNest::read(b, op).ok()?;
        let &[value, filled] = &fill.operands[..] else { return None };
        let end = b.terminator(fill.payload)?;
        let whole = fill.inits == (1..2) && filled == out && !is_memref(b, value);
        (whole && b.operand(end, 0) == b.block_args(fill.payload)[0]).then_some((op, value))
    }

    /// The number of blocks for all columns of one row.
    fn columns_of_blocks(&self) -> i64 {
        let each = WARP * self.width;
        (self.sizes[2] + each - 1) / each
    }
    /// The number of pieces of the rows; each has at least a row for each warp.
    fn pieces(&self, blocks: i64) -> i64 {
        let rows = self.sizes[1];
        let mut pieces = 1;
        while pieces * blocks < ENOUGH_BLOCKS && rows / (pieces * 2) >= 4 * WARPS && pieces < 256 {
            pieces *= 2;
        }
        let whole = |n: i64| rows - (n - 1) * ((rows + n - 1) / n) >= WARPS;
        while pieces > WARPS && !whole(pieces) {
            pieces /= 2;
        }
        // The pieces are the rows of the second kernel, which needs one for each warp, too.
        if pieces > 1 && whole(pieces.max(WARPS)) { pieces.max(WARPS) } else { 1 }
    }
    fn partial(&self, b: &mut Builder<'_>, i: usize, pieces: i64) -> Value {
        let elem = b.cx().elem_or_self(b.ty(self.nest.operands[i]));
        let ty = b.cx().memref(&[self.sizes[0], pieces, self.sizes[2]], elem);
        AllocOp::create(b, ty, &[])
    }
    /// An operand as a view with one dimension for each kind of loops that it depends on.
    fn buffer(&self, b: &mut Builder<'_>, i: usize) -> Option<Value> {
        let v = self.nest.operands[i];
        if !is_memref(b, v) {
            return Some(v);
        }
        let dims = crate::row_fusion::dims(&self.nest.maps[i])?;
        let kind = |d: usize| {
            if d < self.loops[0] {
                0
            } else if d < self.loops[0] + self.loops[1] {
                1
            } else {
                2
            }
        };
        let mut groups: Vec<Vec<i64>> = Vec::new();
        let mut before = None;
        for (at, &d) in dims.iter().enumerate() {
            // Dimensions of size one are collapsed into the preceding ones.
            let k = if self.nest.ranges[d] == 1 { before.unwrap_or(kind(d)) } else { kind(d) };
            match groups.last_mut() {
                Some(group) if before == Some(k) => group.push(at as i64),
                _ => groups.push(vec![at as i64]),
            }
            before = Some(k);
        }
        if groups.len() == dims.len() { Some(v) } else { CollapseShapeOp::create(b, v, &groups) }
    }
    fn position(&self, i: usize, at: Three<Value>) -> Vec<Value> {
        (0..3).filter(|&k| self.has[i][k]).map(|k| at[k]).collect()
    }
}

/// The source of contributions.
#[derive(Clone, Copy)]
enum Source<'a> {
    /// The inputs of the op.
    Op(&'a [Value]),
    /// Partial results of the pieces, and the number of pieces.
    Partial(&'a [Value], i64),
}

/// The destination of results.
#[derive(Clone, Copy)]
enum Destination<'a> {
    /// A row for each piece.
    Partial(&'a [Value]),
    /// The outputs of the op, combined with their old elements, or with scalars.
    Results(&'a [Value], &'a [Option<Value>]),
}

/// Which kinds of loops an operand depends on: all loops of a kind in their order, or none.
fn parts(b: &Body, nest: &LoopNest, i: usize, loops: Three<usize>) -> Option<Three<bool>> {
    let v = nest.operands[i];
    if !is_memref(b, v) {
        return Some([false; 3]);
    }
    if b.cx().type_as::<MemRefType>(b.ty(v))?.layout.is_some() {
        return None;
    }
    let dims = crate::row_fusion::dims(&nest.maps[i])?;
    if !dims.windows(2).all(|w| w[0] < w[1]) {
        return None;
    }
    let mut first = 0;
    let mut has = [false; 3];
    for (k, &n) in loops.iter().enumerate() {
        let wanted = (first..first + n).filter(|&d| nest.ranges[d] != 1).count();
        let given = dims.iter().filter(|&&d| (first..first + n).contains(&d) && nest.ranges[d] != 1).count();
        let any = dims.iter().any(|d| (first..first + n).contains(d));
        if given != 0 && given != wanted {
            return None;
        }
        // A dimension of size one stands for its kind if no other does.
        has[k] = given != 0 || wanted == 0 && any;
        first += n;
    }
    Some(has)
}
