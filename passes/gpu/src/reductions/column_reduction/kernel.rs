//! The kernel of a reduction along columns.

use strata_arith::{DivUIOp, MinUIOp, RemUIOp, constant_index};
use strata_gpu::{AddressSpace, BarrierOp, LaunchArgs, LaunchOp, LaunchShape};
use strata_ir::prelude::*;
use strata_linalg::IndexOp;
use strata_memref::{LoadOp, StoreOp};
use strata_passes_analysis::{
    buffer_alias::is_memref,
    index_arith::{add, add_const, less, mask, shift, times},
};
use strata_scf::{ForOp, IfOp};
use strata_tensor::MixedIndex;

use super::{AT_ONCE, ColumnReduction, Destination, Source, Three, WARPS};
use crate::{
    launch::{Number, WARP},
    reductions::packed_access::{load, store},
    row_fusion::tree,
};

impl ColumnReduction {
    /// One kernel: a block for some columns of a piece of the rows.
    pub(super) fn kernel(
        &self,
        b: &mut Builder<'_>,
        pieces: i64,
        source: Source<'_>,
        destination: Destination<'_>,
    ) -> Result<(), String> {
        let blocks = self.sizes[0] * pieces * self.columns_of_blocks();
        let [blocks, threads, one] = [blocks, WARP * WARPS, 1].map(|n| constant_index(b, n));
        let cx = b.cx_arc().clone();
        let shared: Vec<Type> = self.nest.operands[self.nest.inits.clone()]
            .iter()
            .map(|&v| {
                let elem = cx.elem_or_self(b.ty(v));
                AddressSpace::Workgroup.memref(&cx, &[WARPS, self.width, WARP], elem)
            })
            .collect();
        let shape = LaunchShape { workgroup: &shared, ..Default::default() };
        let mut result = Ok(());
        LaunchOp::create(b, [blocks, one, one], [threads, one, one], &shape, |b, args| {
            result = self.body(b, pieces, source, destination, args);
        });
        result
    }

    fn body(
        &self,
        b: &mut Builder<'_>,
        pieces: i64,
        source: Source<'_>,
        destination: Destination<'_>,
        args: LaunchArgs<'_>,
    ) -> Result<(), String> {
        let (block, thread) = (args.block_ids()[0], args.thread_ids()[0]);
        let (lane, warp) = (mask(b, thread, WARP - 1), shift(b, thread, WARP));
        let sizes = [self.sizes[0], pieces, self.columns_of_blocks()].map(MixedIndex::Static);
        let number = Number::of_index(
            b,
            block,
            Number::fits(MixedIndex::Static(sizes.iter().filter_map(|s| s.as_static()).product())),
        );
        let at = number.coordinates(b, &sizes);
        let [outer, piece, block] = [at[0], at[1], at[2]];
        let first = times(b, block, WARP);
        let mut chunk = add(b, first, lane);
        let chunks = self.sizes[2] / self.width;
        let inside = (chunks % WARP != 0).then(|| less(b, chunk, chunks));
        if inside.is_some() {
            // Lanes behind the last column read the last one again, and write nothing.
            let last = constant_index(b, chunks - 1);
            chunk = MinUIOp::build(b, chunk, last);
        }
        let col = times(b, chunk, self.width);
        let rows = match source {
            Source::Op(_) => self.sizes[1],
            Source::Partial(_, rows) => rows,
        };
        let mine = self.rows(b, rows, pieces, [outer, piece, col], warp, source)?;
        let total = self.combine_warps(b, mine, lane, warp, args.workgroup());
        let is_first = less(b, warp, 1);
        IfOp::create_then(b, is_first, &[], |b| {
            let total = total(b);
            match inside {
                Some(inside) => {
                    IfOp::create_then(b, inside, &[], |b| {
                        self.write(b, destination, [outer, piece, col], &total);
                        Vec::new()
                    });
                }
                None => self.write(b, destination, [outer, piece, col], &total),
            }
            Vec::new()
        });
        Ok(())
    }

    /// Accumulates the rows of a warp: for each column of the thread a list of accumulators.
    fn rows(
        &self,
        b: &mut Builder<'_>,
        rows: i64,
        pieces: i64,
        [outer, piece, col]: Three<Value>,
        warp: Value,
        source: Source<'_>,
    ) -> Result<Vec<Vec<Value>>, String> {
        let each = (rows + pieces - 1) / pieces;
        let first = times(b, piece, each);
        let start = add(b, first, warp);
        let n = self.nest.inits.len();
        let mut acc = self.parts(b, [outer, start, col], source)?;
        let step = |b: &mut Builder<'_>, acc: Vec<Vec<Value>>, row: Value| {
            let parts = self.parts(b, [outer, row, col], source)?;
            Ok(acc.iter().zip(&parts).map(|(x, y)| self.combiner.apply(b, x, y)).collect::<Vec<_>>())
        };
        let rounds = each / WARPS;
        let even = rows % pieces == 0 && each % WARPS == 0;
        let (before, at_once) = if even { (1 + (rounds - 1) % AT_ONCE, AT_ONCE) } else { (1, 1) };
        for k in 1..before {
            let row = add_const(b, start, k * WARPS);
            acc = step(b, acc, row)?;
        }
        if even && before == rounds {
            return Ok(acc);
        }
        let from = add_const(b, start, before * WARPS);
        let end = add_const(b, first, each);
        let limit = constant_index(b, rows);
        let end = MinUIOp::build(b, end, limit);
        let by = constant_index(b, at_once * WARPS);
        let inits = acc.concat();
        let mut error = None;
        let op = ForOp::create(b, [from, end, by], &inits, |b, row, values| {
            let mut acc: Vec<Vec<Value>> = values.chunks(n).map(<[Value]>::to_vec).collect();
            for k in 0..at_once {
                let row = add_const(b, row, k * WARPS);
                match step(b, acc.clone(), row) {
                    Ok(next) => acc = next,
                    Err(why) => error = Some(why),
                }
            }
            acc.concat()
        });
        match error {
            Some(why) => Err(why),
            None => Ok(b.results(op.op()).chunks(n).map(<[Value]>::to_vec).collect()),
        }
    }

    /// The contributions of one row to each column of the thread.
    fn parts(
        &self,
        b: &mut Builder<'_>,
        at: Three<Value>,
        source: Source<'_>,
    ) -> Result<Vec<Vec<Value>>, String> {
        let width = self.width as usize;
        let transpose = |all: Vec<Vec<Value>>| -> Vec<Vec<Value>> {
            (0..width).map(|j| all.iter().map(|v| v[j % v.len()]).collect()).collect()
        };
        let inputs = match source {
            Source::Partial(partials, _) => {
                let all = partials.iter().map(|&v| load(b, v, &at, width)).collect();
                return Ok(transpose(all));
            }
            Source::Op(inputs) => inputs,
        };
        let payload = self.nest.payload;
        let mut elements: Vec<Vec<Value>> = Vec::new();
        for (i, &v) in inputs.iter().enumerate() {
            let used = b.has_uses(b.block_args(payload)[i]);
            elements.push(match (used, is_memref(b, v)) {
                (false, _) => Vec::new(),
                (true, false) => vec![v],
                (true, true) => {
                    let n = if self.has[i][2] { width } else { 1 };
                    let position = self.position(i, at);
                    load(b, v, &position, n)
                }
            });
        }
        let mut all = Vec::new();
        for j in 0..width {
            let mut map = IdMap::new();
            for (i, e) in elements.iter().enumerate() {
                if !e.is_empty() {
                    map.map(b.block_args(payload)[i], e[j % e.len()]);
                }
            }
            for &op in &self.combiner.before {
                if let Some(index) = op.as_op::<IndexOp>(b) {
                    let l = index.dim(b).get(b.cx()).as_i64(b.cx()).and_then(|l| usize::try_from(l).ok());
                    let v = self.number(b, l.unwrap_or(usize::MAX), at, j as i64)?;
                    map.map(b.result(op, 0), v);
                    continue;
                }
                let copy = b.clone_op(op, &mut map);
                b.insert_op(copy);
            }
            all.push(self.combiner.parts.iter().map(|&v| map.get(v)).collect());
        }
        Ok(all)
    }

    /// The index of a loop for a column of the thread.
    fn number(&self, b: &mut Builder<'_>, l: usize, at: Three<Value>, column: i64) -> Result<Value, String> {
        let mut first = 0;
        for (kind, &n) in self.loops.iter().enumerate() {
            if l < first + n {
                let v = if kind == 2 { add_const(b, at[2], column) } else { at[kind] };
                // The coordinate among the loops of the same kind.
                let sizes = &self.nest.ranges[first..first + n];
                let inner: i64 = sizes[l - first + 1..].iter().product();
                let mut v = v;
                if inner > 1 {
                    let by = constant_index(b, inner);
                    v = DivUIOp::build(b, v, by, None);
                }
                if l > first {
                    let by = constant_index(b, sizes[l - first]);
                    v = RemUIOp::build(b, v, by);
                }
                return Ok(v);
            }
            first += n;
        }
        Err("a 'linalg.index' asks for a loop that does not exist".into())
    }

    /// Stores the values of each warp in shared memory; the returned source reads those of all warps.
    fn combine_warps<'s>(
        &'s self,
        b: &mut Builder<'_>,
        mine: Vec<Vec<Value>>,
        lane: Value,
        warp: Value,
        shared: &[Value],
    ) -> impl FnOnce(&mut Builder<'_>) -> Vec<Vec<Value>> + use<'s> {
        for (j, values) in mine.iter().enumerate() {
            let j = constant_index(b, j as i64);
            for (&v, &buffer) in values.iter().zip(shared) {
                StoreOp::create(b, v, buffer, &[warp, j, lane]);
            }
        }
        BarrierOp::build(b);
        let shared = shared.to_vec();
        move |b| {
            (0..self.width)
                .map(|j| {
                    let j = constant_index(b, j);
                    let parts = (0..WARPS)
                        .map(|w| {
                            let w = constant_index(b, w);
                            shared.iter().map(|&buffer| LoadOp::create(b, buffer, &[w, j, lane])).collect()
                        })
                        .collect();
                    tree(b, &self.combiner, parts)
                })
                .collect()
        }
    }

    fn write(
        &self,
        b: &mut Builder<'_>,
        destination: Destination<'_>,
        at: Three<Value>,
        total: &[Vec<Value>],
    ) {
        let width = self.width as usize;
        let n = self.nest.inits.len();
        match destination {
            Destination::Partial(partials) => {
                for (o, &v) in partials.iter().enumerate() {
                    let values: Vec<Value> = total.iter().map(|t| t[o]).collect();
                    store(b, v, &at, &values);
                }
            }
            Destination::Results(outs, starts) => {
                let position = self.position(self.nest.inits.start, at);
                let old: Vec<Vec<Value>> = outs
                    .iter()
                    .zip(starts)
                    .map(|(&v, start)| match start {
                        Some(start) => vec![*start; width],
                        None => load(b, v, &position, width),
                    })
                    .collect();
                let new: Vec<Vec<Value>> = (0..width)
                    .map(|j| {
                        let old: Vec<Value> = old.iter().map(|v| v[j]).collect();
                        self.combiner.apply(b, &old, &total[j])
                    })
                    .collect();
                for o in 0..n {
                    let values: Vec<Value> = new.iter().map(|v| v[o]).collect();
                    store(b, outs[o], &position, &values);
                }
            }
        }
    }
}
