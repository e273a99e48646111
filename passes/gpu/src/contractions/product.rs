//! Products of matrices: two factors in buffers, and sums of products of their elements.

use strata_ir::{
    affine::{AffineExpr, AffineMap, BinaryOp, Kind},
    core::DYNAMIC,
    prelude::*,
};
use strata_linalg::{FillOp, LinalgOp};
use strata_memref::{DeallocOp, layout};
use strata_passes_analysis::{
    affine_expr::expand_affine_map,
    buffer_alias::{
        Access, accesses, between_at_most, conflict, first_access_after, is_memref, last_access_before, root,
    },
    contraction,
    index_arith::{add, div, rem, times},
};
use strata_tensor::MixedIndex;

use super::{
    FARTHEST,
    factor_source::{FactorSource, is_projection},
};
use crate::{launch::extent, loop_nest::LoopNest, vector_access::is_aligned};

/// The assumed size of a dynamic dimension, for the choice of tiles.
const LIKELY: i64 = 512;

/// The loops of a product, as indices of the structured op's loops.
#[derive(Clone, Debug)]
pub struct Loops {
    /// Those of both factors and the output.
    pub batch: Vec<usize>,
    /// Those of rows, the fastest one last, as in the following.
    pub m: Vec<usize>,
    /// Those of columns.
    pub n: Vec<usize>,
    /// Those of the reduction.
    pub k: Vec<usize>,
}

/// One factor: the buffer, the position of its elements, and which of its two loops is the fast one.
#[derive(Clone, Debug)]
pub struct Factor {
    /// The memref that it is read from.
    pub buffer: Value,
    /// The position of the element of an iteration.
    pub map: AffineMap,
    /// Whether it is contiguous in memory along the reduction.
    pub along_k: bool,
    /// The number of elements that are contiguous at least, a power of two up to 16 bytes.
    pub together: i64,
    /// Whether it is the first factor, whose own loops are those of rows.
    pub is_first: bool,
    /// The transpose that produced the product's operand, if the factor is read from its source instead.
    pub transpose: Option<Op>,
}

impl Loops {
    /// Which loops belong to both factors and the output, to one factor and the output, or to both factors alone.
    fn classify(nest: &LoopNest) -> Option<Self> {
        let mut loops = Self { batch: Vec::new(), m: Vec::new(), n: Vec::new(), k: Vec::new() };
        for l in 0..nest.ranges.len() {
            let slot = match [0, 1, 2].map(|i| nest.maps[i].uses_dim(l as u32)) {
                [true, true, true] => &mut loops.batch,
                [true, false, true] => &mut loops.m,
                [false, true, true] => &mut loops.n,
                [true, true, false] => &mut loops.k,
                _ => return None,
            };
            slot.push(l);
        }
        if [&loops.m, &loops.n, &loops.k].iter().any(|l| l.is_empty()) {
            return None;
        }
        for side in [&mut loops.m, &mut loops.n] {
            side.sort_by_key(|&l| nest.maps[2].result_position(l as u32));
        }
        Some(loops)
    }
}

impl Factor {
    /// Whether it is one or several matrices without gaps in memory: the order of its loops is that of the batches, its own ones and those
    /// of the reduction, or the latter two swapped.
    pub fn is_matrix(&self, loops: &Loops) -> bool {
        let own = if self.is_first { &loops.m } else { &loops.n };
        let order = if self.along_k { [&loops.batch, own, &loops.k] } else { [&loops.batch, &loops.k, own] };
        let there = self.map.results().iter().map(|e| e.as_dim().map(|l| l as usize));
        there.eq(order.into_iter().flatten().map(|&l| Some(l)))
    }
    /// The position of an element: its batch, its index along the factor's own loops, and along the reduction.
    pub fn position(
        &self,
        b: &mut Builder<'_>,
        product: &Product,
        batch: &[Value],
        own: Value,
        k: Value,
    ) -> Vec<Value> {
        let loops = &product.loops;
        let mut numbers = vec![k; product.nest.ranges.len()];
        for (&l, &v) in loops.batch.iter().zip(batch) {
            numbers[l] = v;
        }
        product.coordinates(b, if self.is_first { &loops.m } else { &loops.n }, own, &mut numbers);
        product.coordinates(b, &loops.k, k, &mut numbers);
        // The map has neither symbols nor divisions, so its expansion cannot fail.
        expand_affine_map(b, &self.map, &numbers).unwrap_or_default()
    }
}

/// A product of matrices, possibly batched.
pub struct Product {
    /// The structured op.
    pub nest: LoopNest,
    /// The roles of its loops.
    pub loops: Loops,
    /// The factor with the rows.
    pub a: Factor,
    /// The factor with the columns.
    pub b: Factor,
    /// The type of the factors' elements.
    pub elem: Type,
    /// The type of the sums.
    pub sum: Type,
    /// For each factor whether its integers are unsigned.
    pub unsigned: [bool; 2],
    /// Initial value of the sums; `None` if the output holds it.
    pub start: Option<Value>,
    /// The op that gives the sums their initial values, which the kernel replaces.
    pub fill: Option<Op>,
    /// The elementwise op behind it that becomes its end.
    pub epilogue: Option<Epilogue>,
    /// The division of its sums among blocks, if they are divided.
    pub split_k: Option<SplitK>,
    /// The sizes of the loops, once they are [measured](Self::measure).
    extents: Vec<MixedIndex>,
    /// Rows, columns, and the length of the reduction, once they are measured.
    pub matrix: [MixedIndex; 3],
}

/// The division of a product's sums among blocks.
pub struct SplitK {
    /// The number of parts.
    pub count: i64,
    /// The buffer of all parts, each with all sums.
    pub buffer: Value,
    /// Initial value of the sums; `None` if the output holds it.
    pub start: Option<Value>,
}

/// The elementwise op behind a product, the only reader of its sums.
pub struct Epilogue {
    /// The op.
    pub nest: LoopNest,
    /// Which operand the sums are.
    pub operand: usize,
    /// The op that frees the buffer of the sums.
    pub dealloc: Option<Op>,
}

impl Product {
    /// The size of a loop.
    pub fn size(&self, l: usize) -> MixedIndex {
        self.extents.get(l).copied().unwrap_or(MixedIndex::Static(self.nest.ranges[l]))
    }
    /// Whether all sizes are known.
    pub fn is_known(&self) -> bool {
        !self.nest.ranges.contains(&DYNAMIC)
    }
    /// Whether a row, a column or a step of the reduction is divided into indices of several loops by a size that is not known.
    pub fn divides_by_dynamic_size(&self) -> bool {
        let Loops { m, n, k, .. } = &self.loops;
        [m, n, k].into_iter().any(|loops| loops.iter().skip(1).any(|&l| self.nest.ranges[l] == DYNAMIC))
    }
    /// Materializes the sizes that are dynamic, in front of the kernel.
    ///
    /// # Errors
    ///
    /// The size of a loop does not follow from the operands.
    pub fn measure(&mut self, b: &mut Body) -> Result<(), String> {
        let mut at = Builder::before(b, self.nest.op);
        self.extents = self.nest.sizes(&mut at)?;
        let matrix = [&self.loops.m, &self.loops.n, &self.loops.k];
        self.matrix = matrix.map(|loops| self.extent(&mut at, loops));
        Ok(())
    }
    /// The product of the sizes of some loops.
    pub fn extent(&self, b: &mut Builder<'_>, loops: &[usize]) -> MixedIndex {
        let sizes: Vec<MixedIndex> = loops.iter().map(|&l| self.size(l)).collect();
        extent(b, &sizes)
    }
    /// The last op that the kernel replaces, where it is inserted.
    pub fn last_op(&self) -> Op {
        self.epilogue.as_ref().map_or(self.nest.op, |epilogue| epilogue.nest.op)
    }
    /// Rows, columns, and the length of the reduction, with an assumption for dynamic sizes.
    pub fn sizes(&self) -> [i64; 3] {
        [&self.loops.m, &self.loops.n, &self.loops.k].map(|l| self.count(l))
    }
    /// The number of matrices of a batched product.
    pub fn batches(&self) -> i64 {
        self.count(&self.loops.batch)
    }
    fn count(&self, loops: &[usize]) -> i64 {
        let likely = |&l: &usize| if self.nest.ranges[l] == DYNAMIC { LIKELY } else { self.nest.ranges[l] };
        loops.iter().map(likely).fold(1, i64::saturating_mul)
    }
    /// The indices of some loops, from the linear index of an iteration of all of them.
    pub fn coordinates(&self, b: &mut Builder<'_>, loops: &[usize], all: Value, out: &mut [Value]) {
        let mut rest = all;
        for (i, &l) in loops.iter().enumerate().rev() {
            if i == 0 {
                out[l] = rest;
            } else {
                out[l] = rem(b, rest, self.size(l));
                rest = div(b, rest, self.size(l));
            }
        }
    }
    /// The linear index of a batch, from the indices of the batch loops; `None` without batches.
    pub fn batch(&self, b: &mut Builder<'_>, batch: &[Value]) -> Option<Value> {
        self.loops.batch.iter().zip(batch).fold(None, |outer, (&l, &v)| match outer {
            None => Some(v),
            Some(outer) => {
                let before = times(b, outer, self.size(l));
                Some(add(b, before, v))
            }
        })
    }
    /// The indices of the batch loops, from the linear index of a batch.
    pub fn numbers_of_batch(&self, b: &mut Builder<'_>, number: Value) -> Vec<Value> {
        let mut numbers = vec![number; self.nest.ranges.len()];
        self.coordinates(b, &self.loops.batch, number, &mut numbers);
        self.loops.batch.iter().map(|&l| numbers[l]).collect()
    }
    /// The buffer of the sums, and their positions in it.
    pub fn output(&self) -> (Value, &AffineMap) {
        let i = self.nest.inits.start;
        (self.nest.operands[i], &self.nest.maps[i])
    }

    /// Reads an op, if it is a product that kernels support.
    pub fn read(b: &Body, op: Op) -> Option<Self> {
        let nest = read_nest(b, op)?;
        let mut loops = Loops::classify(&nest)?;
        let payload = contraction::product_in(b, nest.payload)?;
        let (elem, sum, mut unsigned) = (payload.factor()?, payload.sum, payload.unsigned(b));
        // The output must be contiguous along `n`: else the factors are swapped.
        let mut order = [0, 1];
        let fastest = nest.maps[2].results().last()?.as_dim()? as usize;
        if loops.m.last() == Some(&fastest) {
            order = [1, 0];
            unsigned.reverse();
            std::mem::swap(&mut loops.m, &mut loops.n);
        }
        if loops.n.last() != Some(&fastest) {
            return None;
        }
        let source = |i: usize| FactorSource::find(b, op, nest.operands[order[i]], &nest.maps[order[i]]);
        let sources = [source(0)?, source(1)?];
        let fast = [fast_loop(&sources[0].map)?, fast_loop(&sources[1].map)?];
        // Both factors take the loops of the sum in one order.
        let inner = fast.iter().find(|l| loops.k.contains(l)).copied();
        if let Some(inner) = inner {
            loops.k.retain(|&l| l != inner);
            loops.k.push(inner);
        }
        let factor = |i: usize| {
            let along_k = loops.k.last() == Some(&fast[i]);
            let along_own = [&loops.m, &loops.n][i].last() == Some(&fast[i]);
            let FactorSource { buffer, map, transpose } = sources[i].clone();
            let together = elements_together(b, buffer, elem, nest.ranges[fast[i]])?;
            let factor = Factor { buffer, map, along_k, together, is_first: i == 0, transpose };
            (along_k || along_own).then_some(factor)
        };
        let (x, y) = (factor(0)?, factor(1)?);
        let out = root(b, nest.operands[2]);
        if out.may_alias(b, root(b, x.buffer)) || out.may_alias(b, root(b, y.buffer)) {
            return None;
        }
        let mut found = Self {
            nest,
            loops,
            a: x,
            b: y,
            elem,
            sum,
            unsigned,
            start: None,
            fill: None,
            epilogue: None,
            split_k: None,
            extents: Vec::new(),
            matrix: [MixedIndex::Static(0); 3],
        };
        found.find_fill(b);
        found.find_epilogue(b);
        Some(found)
    }

    /// Finds the op that gives the sums their initial values, if nothing else reads these.
    fn find_fill(&mut self, b: &Body) {
        let (out, _) = self.output();
        let Some(op) = last_access_before(b, self.nest.op, root(b, out), FARTHEST) else { return };
        if op.isa::<FillOp>(b) && b.num_operands(op) == 2 && b.operand(op, 1) == out {
            self.start = Some(b.operand(op, 0));
            self.fill = Some(op);
        }
    }

    /// The elementwise op that alone reads the sums, or that writes its results over them, if it can be computed with them.
    fn find_epilogue(&mut self, b: &Body) {
        let (out, out_map) = self.output();
        if self.fill.is_none() {
            return;
        }
        let of_sums = root(b, out);
        let reader = first_access_after(b, self.nest.op, of_sums, FARTHEST);
        let Some(reader) = reader.filter(|op| op.implements::<dyn LinalgOp>(b)) else { return };
        let Ok(nest) = LoopNest::read(b, reader) else { return };
        let reads: Vec<usize> = (0..nest.operands.len()).filter(|&i| nest.operands[i] == out).collect();
        let (&operand, over) = match &reads[..] {
            [operand] => (operand, None),
            [operand, over] if nest.inits.contains(over) => (operand, Some(*over)),
            _ => return,
        };
        let whole = nest.maps[operand].is_permutation() && out_map.n_results() == nest.ranges.len();
        if nest.inits.contains(&operand) || !nest.serial.is_empty() || !whole {
            return;
        }
        let mut dealloc = None;
        match over {
            // Later readers of the buffer read the values that overwrite the sums.
            Some(over) if nest.maps[over] == nest.maps[operand] => {}
            Some(_) => return,
            None => {
                let local = of_sums.local(b) == Some(out);
                let mut others = b.uses_of(out).map(|(user, _)| user);
                let known = |user: Op| user == self.nest.op || Some(user) == self.fill || user == reader;
                let mut only = |user: Op| {
                    let frees = user.isa::<DeallocOp>(b) && dealloc.is_none_or(|d| d == user);
                    dealloc = if frees { Some(user) } else { dealloc };
                    known(user) || frees
                };
                if !local || !others.all(&mut only) {
                    return;
                }
            }
        }
        // The product moves down to the op: no op in between may access the same memory.
        let mut moved = accesses(b, self.nest.op);
        let read = |v| Access::new(b, v, false);
        moved.extend([read(self.a.buffer), read(self.b.buffer)]);
        let apart = |&op: &Op| !conflict(b, &moved, &accesses(b, op));
        if !between_at_most(b, self.nest.op, reader, FARTHEST).is_some_and(|ops| ops.iter().all(apart)) {
            return;
        }
        // Blocks do not synchronize: none may write what another one still reads.
        let inputs = [self.a.buffer, self.b.buffer];
        for i in nest.inits.clone() {
            let written = root(b, nest.operands[i]);
            if inputs.iter().any(|&v| written.may_alias(b, root(b, v))) {
                return;
            }
            for j in 0..nest.operands.len() {
                let same = nest.operands[j] == nest.operands[i] && nest.maps[j] == nest.maps[i];
                if j != operand
                    && is_memref(b, nest.operands[j])
                    && !same
                    && written.may_alias(b, root(b, nest.operands[j]))
                {
                    return;
                }
            }
        }
        self.epilogue = Some(Epilogue { nest, operand, dealloc });
    }
}

/// Whether an expression has a division or a remainder.
fn divides(e: &AffineExpr) -> bool {
    let mut found = false;
    e.walk(|e| {
        found |= matches!(e.kind(), Kind::Binary(BinaryOp::Mod | BinaryOp::FloorDiv | BinaryOp::CeilDiv, ..));
    });
    found
}

/// Reads an op with two inputs and one output, all of them row-major buffers with maps that are cheap to compute.
fn read_nest(b: &Body, op: Op) -> Option<LoopNest> {
    let linalg = op.cast::<dyn LinalgOp>(b)?;
    if linalg.dps_init_range(b).len() != 1 || b.num_operands(op) != 3 {
        return None;
    }
    let nest = LoopNest::read(b, op).ok()?;
    if nest.inits != (2..3) || nest.ranges.contains(&0) {
        return None;
    }
    let plain = |&v: &Value| is_memref(b, v) && layout::is_identity(b.cx(), b.ty(v));
    if !nest.operands.iter().all(plain) || !is_aligned(b, nest.operands[2]) {
        return None;
    }
    let is_pure = |m: &AffineMap| m.results().iter().all(AffineExpr::is_pure_affine);
    // Divisions would be computed for each element.
    let divides = |m: &AffineMap| m.results().iter().any(divides);
    let fits = nest.maps.iter().all(|m| is_pure(m) && !divides(m)) && is_projection(&nest.maps[2]);
    fits.then_some(nest)
}

/// The loop whose iterations are neighbours in memory, if they are no more than that.
fn fast_loop(map: &AffineMap) -> Option<usize> {
    let (last, others) = map.results().split_last()?;
    let l = last.as_dim()?;
    others.iter().all(|e| !e.is_function_of_dim(l)).then_some(l as usize)
}

/// How many elements of a factor one access has, of so many that are neighbours in memory.
fn elements_together(b: &Body, buffer: Value, elem: Type, size: i64) -> Option<i64> {
    let widest = if is_aligned(b, buffer) { 128 / i64::from(b.cx().bit_width(elem)?) } else { 1 };
    let fits = |w: i64| size != DYNAMIC && size % w == 0;
    (0..).map(|s| widest >> s).find(|&w| w <= 1 || fits(w))
}
