//! Writing a packed contraction.

use strata_arith::{CmpIOp, CmpIPredicate};
use strata_ir::prelude::*;
use strata_linalg::InputPrecision;
use strata_passes_analysis::buffer_layout::BUFFER_ALIGNMENT;
use strata_scf::IfOp;
use strata_tensor::MixedIndex;

use super::{
    Packing,
    blocking::{self, Block, Machine},
    bytes_of,
    nest_op::{self, Dim, copy_elements, view_of, widened},
};
use crate::{
    loop_builder::build_for,
    structured_op, tile_dynamic_sizes,
    vectorize::contract::{
        fused_fill,
        loop_nest::{Memory, OPERANDS},
    },
};

/// Iterations of loops: a constant or an induction variable, and the loop of the nest that it counts.
type Moves = Vec<(Value, usize)>;

/// So many steps of all panels are copied before the next ones.
const FEWEST_STEPS: i64 = 4;
const MOST_STEPS: i64 = 16;
/// Bits of vectors, and bytes of numbers, that are loaded with masks.
const MASKED_BITS: i64 = 256;
const MASKED_BYTES: [i64; 2] = [4, 8];
/// Rows of a tile below which their lines do not evict each other.
const FEWEST_COPIED: i64 = 6;

/// A part of a loop.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// Its iterations.
    pub size: i64,
}

/// Which of several parts is the first one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    /// This one.
    Yes,
    /// Another one.
    No,
    /// That of the first iteration of the loop over this one.
    InLoop,
}

/// Sums that start from a number in the first block of steps.
#[derive(Clone, Copy)]
struct Start {
    number: Value,
    /// Whether this is the first block, where a loop runs over the blocks.
    is_first: Option<Value>,
}

/// Emits a packed contraction.
struct Emission<'a> {
    packing: &'a Packing,
    memory: [Memory; OPERANDS],
    /// Where panels are copied to; the operand is packed already without it.
    buffer: Option<Value>,
    /// Columns of a panel.
    nr: i64,
    /// Steps of the first reduction in a block.
    depth: i64,
    /// Columns of a slab.
    columns: i64,
    /// The initial value of sums, if it is not the contents of the result.
    init: Option<Value>,
    /// Whether the first block of steps is written out before the loop over the others.
    peels: bool,
    /// Copies of rows, where these lie badly.
    rows: Option<RowCopy>,
    /// The number of rows, where it is not known.
    unknown: Option<Unknown>,
    op: Op,
}

/// An unknown number of rows.
pub(super) struct Unknown {
    pub count: Value,
    /// The numbers of rows that tiles have, the largest one first; the last one is one.
    pub tiles: Vec<i64>,
}

/// Copies of rows of the other operand, block by block.
struct RowCopy {
    buffer: Value,
    /// Rows of a block.
    most: i64,
    /// Elements between two rows of the copy.
    padding: i64,
}

/// Writes a contraction before `op`.
pub(super) fn emit(body: &mut Body, op: Op, packing: &Packing, machine: Machine) -> Option<()> {
    emit_rows(body, op, packing, machine, None)
}

/// Writes a contraction, with an unknown number of rows or a known one, before `op`.
pub(super) fn emit_rows(
    body: &mut Body,
    op: Op,
    packing: &Packing,
    machine: Machine,
    unknown: Option<Unknown>,
) -> Option<()> {
    let Packing { nest, roles, product, operands, packed, .. } = packing;
    let cx = body.cx_arc().clone();
    // Pairs stay as narrow as they are.
    let (elem, pair) = match roles.pair {
        Some(_) => (cx.elem_or_self(body.ty(operands[roles.shared])), nest.group),
        None => (product.sum, 1),
    };
    let bytes = i64::from(cx.bit_width(elem)? / 8) * pair;
    let sizes = machine.blocking(bytes);
    let (_, inner) = roles.reductions.split_first()?;
    let inner: i64 = inner.iter().map(|&d| nest.loops[d].size).product();
    let depth = sizes.steps(nest, roles)?;
    let steps = depth.checked_mul(inner)?;
    let width = nest.loops[roles.lanes].size;
    // A few steps less leave room for a few columns more.
    let room = (machine.caches.l2.bytes / 2 / (steps * bytes) / sizes.nr * sizes.nr).max(sizes.nr);
    let columns = blocking::part(width, room, sizes.nr);
    let held = (columns + sizes.nr - 1) / sizes.nr * sizes.nr;
    let elements = steps.checked_mul(held)?;
    let init = fused_fill::take(body, op, operands[2]);
    let mut b = Builder::before(body, op);
    let b = &mut b;
    let mut memory = [Memory { base: operands[0], offset: MixedIndex::Static(0) }; OPERANDS];
    for (o, &v) in operands.iter().enumerate() {
        memory[o] = match packed {
            Some(packed) if o == roles.shared => Memory { base: packed.base, offset: MixedIndex::Static(0) },
            _ => Memory::from_buffer(b, v)?,
        };
    }
    let alignment = cx.i64_attr(BUFFER_ALIGNMENT);
    let buffer = match packed {
        Some(_) => None,
        None => {
            let ty = cx.memref(&[elements.checked_mul(pair)?], elem);
            Some(strata_memref::AllocOp::build(b, &[], &[], Some(alignment), ty))
        }
    };
    let in_tiles = roles.pair.is_some() && machine.groups.in_tiles(&cx, elem);
    let rows = machine.copied_rows(nest, roles, Block { bytes, depth, columns, in_tiles }).map(|most| {
        let padding = super::cache::LINE / bytes;
        let ty = cx.memref(&[most * (depth + padding) * pair], elem);
        let buffer = strata_memref::AllocOp::build(b, &[], &[], Some(alignment), ty);
        RowCopy { buffer, most, padding }
    });
    let sum = bytes_of(b, product.sum).unwrap_or(0);
    // Otherwise the loop has all blocks: half as much code, and tiles read no sums in its first iteration, by a mask of all lanes. Narrow vectors and numbers have no
    // such masks.
    let peels =
        init.is_some() && (in_tiles || machine.vector_bits < MASKED_BITS || !MASKED_BYTES.contains(&sum));
    let copies: Vec<Value> = buffer.into_iter().chain(rows.as_ref().map(|r| r.buffer)).collect();
    let nr = sizes.nr;
    let emission = Emission { packing, memory, buffer, nr, depth, columns, init, peels, rows, unknown, op };
    emission.batches(b, &roles.batch, &mut Vec::new());
    for buffer in copies {
        strata_memref::DeallocOp::build(b, buffer);
    }
    Some(())
}

/// Calls `f` for all parts of size `size` of `0..n` and for the rest, with the number of each part where there is more than one of
/// a size, in a loop. `peel` takes the first one out of the loop; `f` is told where it is.
pub(super) fn parts(
    b: &mut Builder<'_>,
    n: i64,
    size: i64,
    peel: bool,
    f: &mut dyn FnMut(&mut Builder<'_>, Value, Part, First),
) {
    let (whole, rest) = (n / size, n % size);
    let mut from = 0;
    if peel && whole > 0 {
        let at = strata_arith::constant_index(b, 0);
        f(b, at, Part { size }, First::Yes);
        from = 1;
    }
    if whole == from + 1 {
        let at = strata_arith::constant_index(b, from * size);
        f(b, at, Part { size }, if from == 0 { First::Yes } else { First::No });
    } else if whole > from {
        let [start, to, by] = [from * size, whole * size, size].map(|v| strata_arith::constant_index(b, v));
        build_for(b, start, to, by, &[], |b, at, _| {
            f(b, at, Part { size }, if from == 0 { First::InLoop } else { First::No });
            Vec::new()
        });
    }
    if rest > 0 {
        let at = strata_arith::constant_index(b, whole * size);
        f(b, at, Part { size: rest }, if whole == 0 { First::Yes } else { First::No });
    }
}

impl Emission<'_> {
    /// The loops that move the shared operand and are no columns.
    fn batches(&self, b: &mut Builder<'_>, dims: &[usize], at: &mut Moves) {
        let Some((&d, rest)) = dims.split_first() else { return self.blocks(b, at) };
        let l = &self.packing.nest.loops[d];
        parts(b, l.size, 1, false, &mut |b, iv, _, _| {
            at.push((iv, d));
            self.batches(b, rest, at);
            at.pop();
        });
    }

    /// Blocks of steps and of columns.
    fn blocks(&self, b: &mut Builder<'_>, at: &mut Moves) {
        let (nest, roles) = (&self.packing.nest, &self.packing.roles);
        let (first, lanes) = (&nest.loops[roles.reductions[0]], &nest.loops[roles.lanes]);
        parts(b, first.size, self.depth, self.peels, &mut |b, pc, depth, first| {
            let init = self.start(b, pc, first);
            at.push((pc, roles.reductions[0]));
            parts(b, lanes.size, self.columns, false, &mut |b, jc, columns, _| {
                at.push((jc, roles.lanes));
                let whole = columns.size / self.nr;
                if whole > 0 {
                    self.slab(b, at, depth.size, Panels { count: whole, width: self.nr }, init);
                }
                let rest = columns.size % self.nr;
                if rest > 0 {
                    let jr = strata_arith::constant_index(b, whole * self.nr);
                    at.push((jr, roles.lanes));
                    self.slab(b, at, depth.size, Panels { count: 1, width: rest }, init);
                    at.pop();
                }
                at.pop();
            });
            at.pop();
        });
    }

    /// The start of the sums of a block of steps from `pc` on, if it is not the contents of the result.
    fn start(&self, b: &mut Builder<'_>, pc: Value, first: First) -> Option<Start> {
        let number = self.init.filter(|_| first != First::No)?;
        let is_first = (first == First::InLoop).then(|| {
            let zero = strata_arith::constant_index(b, 0);
            let equal = CmpIPredicate::Eq.attr(b.cx());
            CmpIOp::build(b, equal, pc, zero)
        });
        Some(Start { number, is_first })
    }

    /// The copy of some panels, and all rows with them.
    fn slab(&self, b: &mut Builder<'_>, at: &mut Moves, depth: i64, panels: Panels, init: Option<Start>) {
        let roles = &self.packing.roles;
        let dims = self.dims(depth, panels);
        // The loops of the copy: panels, steps, columns of a panel.
        let copied: Vec<usize> = (0..dims.len()).filter(|&d| dims[d].strides[roles.shared] != 0).collect();
        if let Some(buffer) = self.buffer {
            self.copy_panels(b, at, &dims, &copied, buffer);
        }
        if let Some(unknown) = &self.unknown {
            return self.unknown_rows(b, at, &dims, &copied, init, unknown);
        }
        let Some(rows) = &self.rows else { return self.product(b, at, &dims, &copied, init, None) };
        let l = &self.packing.nest.loops[roles.rows[0]];
        parts(b, l.size, rows.most, false, &mut |b, ir, part, _| {
            at.push((ir, roles.rows[0]));
            self.some_rows(b, at, &dims, &copied, init, part.size);
            at.pop();
        });
    }

    /// All rows of an unknown number of them, in tiles of known sizes.
    fn unknown_rows(
        &self,
        b: &mut Builder<'_>,
        at: &mut Moves,
        dims: &[Dim],
        copied: &[usize],
        init: Option<Start>,
        unknown: &Unknown,
    ) {
        let row = self.packing.roles.rows[0];
        let mut start = strata_arith::constant_index(b, 0);
        for &size in &unknown.tiles {
            let step = strata_arith::constant_index(b, size);
            let end = tile_dynamic_sizes::end_of_tiles(b, (start, 1), unknown.count, size);
            build_for(b, start, end, step, &[], |b, iv, _| {
                at.push((iv, row));
                self.some_rows(b, at, dims, copied, init, size);
                at.pop();
                Vec::new()
            });
            start = end;
        }
    }

    /// The product of panels and so many rows, which are copied where there are copies and many enough.
    fn some_rows(
        &self,
        b: &mut Builder<'_>,
        at: &mut Moves,
        dims: &[Dim],
        copied: &[usize],
        init: Option<Start>,
        count: i64,
    ) {
        let mut dims = dims.to_vec();
        dims[0].size = count;
        let few = self.unknown.is_some() && count < FEWEST_COPIED;
        let Some(rows) = self.rows.as_ref().filter(|_| !few) else {
            return self.product(b, at, &dims, copied, init, None);
        };
        let steps = dims.iter().position(|d| d.reduction).unwrap_or(0);
        // Steps are neighbours in the copy: a line that a tile reads has its next steps, too.
        let mut step = dims[steps];
        if self.packing.roles.pair.is_some()
            && let Some(member) = dims.last_mut()
        {
            (member.place, step.size, step.strides) = (1, step.size * member.size, member.strides);
        }
        step.place = 1;
        dims[steps].place = step.size / dims[steps].size;
        dims[0].place = step.size + rows.padding * dims[steps].place;
        let of_rows = [dims[0], step];
        self.copy(b, at, &of_rows, 1 - self.packing.roles.shared, rows.buffer);
        self.product(b, at, &dims, copied, init, Some(rows.buffer));
    }

    /// The product of panels and rows; `copy` holds the rows where they were copied.
    fn product(
        &self,
        b: &mut Builder<'_>,
        at: &Moves,
        dims: &[Dim],
        copied: &[usize],
        init: Option<Start>,
        copy: Option<Value>,
    ) {
        let Packing { roles, product, .. } = self.packing;
        let other = 1 - roles.shared;
        let panels = self.panels_view(b, at, dims, copied);
        let rows = match copy {
            Some(base) => view_of(b, Memory { base, offset: MixedIndex::Static(0) }, dims, |d| d.place),
            None => self.view(b, other, at, dims),
        };
        let out = self.view(b, 2, at, dims);
        match init {
            Some(Start { number, is_first: Some(is_first) }) => {
                IfOp::create_then(b, is_first, &[], |b| {
                    structured_op::build_fill(b, number, out.0);
                    Vec::new()
                });
            }
            Some(Start { number, is_first: None }) => {
                structured_op::build_fill(b, number, out.0);
            }
            None => {}
        }
        let narrow = product.casts[roles.shared].filter(|_| roles.pair.is_some());
        let mut inputs = [rows, (panels, copied.to_vec())];
        let mut casts = [product.casts[other].filter(|_| copy.is_none() || roles.pair.is_some()), narrow];
        if roles.shared == 0 {
            inputs.swap(0, 1);
            casts.swap(0, 1);
        }
        let unsigned = casts.map(|c| c.is_some_and(|op| b.op_name(op) == "arith.extui"));
        let made = nest_op::product(b, inputs, out, dims, (product.sum, unsigned));
        InputPrecision::keep(b.body(), self.op, made);
    }

    /// The loops of a slab: rows, panels, steps, columns of a panel.
    fn dims(&self, depth: i64, panels: Panels) -> Vec<Dim> {
        let Packing { nest, roles, .. } = self.packing;
        let plain = |d: usize| {
            let l = &nest.loops[d];
            Dim { size: l.size, reduction: l.reduction, strides: l.strides, place: 0 }
        };
        let lanes = plain(roles.lanes);
        let mut dims: Vec<Dim> = roles.rows.iter().map(|&d| plain(d)).collect();
        if panels.count > 1 {
            dims.push(Dim { size: panels.count, strides: lanes.strides.map(|s| s * self.nr), ..lanes });
        }
        for (i, &d) in roles.reductions.iter().enumerate() {
            let d = plain(d);
            dims.push(Dim { size: if i == 0 { depth } else { d.size }, ..d });
        }
        dims.push(Dim { size: panels.width, ..lanes });
        dims.extend(roles.pair.map(plain));
        dims
    }

    /// The part of an operand that these loops touch, with the loops that its dimensions are: the one with the smallest steps last.
    fn view(&self, b: &mut Builder<'_>, operand: usize, at: &Moves, dims: &[Dim]) -> (Value, Vec<usize>) {
        let nest = &self.packing.nest;
        let moves: Vec<(Value, i64)> =
            at.iter().map(|&(iv, l)| (iv, nest.loops[l].strides[operand])).collect();
        let memory = self.memory[operand].moved(b, nest.starts[operand], &moves);
        view_of(b, memory, dims, |d| d.strides[operand])
    }

    /// The panels of a slab.
    fn panels_view(&self, b: &mut Builder<'_>, at: &Moves, dims: &[Dim], copied: &[usize]) -> Value {
        let shape: Vec<i64> = copied.iter().map(|&d| dims[d].size).collect();
        if let Some(base) = self.buffer {
            let strides = strata_memref::layout::row_major(&shape);
            return Memory { base, offset: MixedIndex::Static(0) }.view(b, &shape, &strides);
        }
        // Fewer columns than a panel has are part of one.
        let mut whole = shape.clone();
        let Packing { roles, packed, .. } = self.packing;
        whole[shape.len() - 1 - usize::from(roles.pair.is_some())] = self.nr;
        let strides = strata_memref::layout::row_major(&whole);
        let packed = packed.as_ref();
        let steps: i64 = dims.iter().filter(|d| d.reduction).map(|d| d.size).product();
        let stride = |l: usize| match l {
            _ if l == roles.lanes => steps,
            _ if l == roles.reductions[0] => packed.map_or(0, |p| p.step),
            _ => packed
                .and_then(|p| p.batches.iter().find(|(of, _)| *of == l))
                .map_or(0, |&(_, stride)| stride),
        };
        let mut known = 0;
        let mut moves: Vec<(Value, i64)> = at.iter().map(|&(iv, l)| (iv, stride(l))).collect();
        let starts = packed.iter().flat_map(|p| p.start.iter().copied());
        let columns = packed.iter().flat_map(|p| p.columns.iter().map(|&n| (n, steps)));
        for (n, stride) in starts.chain(columns) {
            match n {
                MixedIndex::Static(n) => known += n * stride,
                MixedIndex::Value(v) => moves.push((v, stride)),
            }
        }
        self.memory[roles.shared].moved(b, known, &moves).view(b, &shape, &strides)
    }

    /// The copy of panels. Some steps of all panels come before the next steps, so that the rows that are read are near each other.
    fn copy_panels(&self, b: &mut Builder<'_>, at: &Moves, dims: &[Dim], copied: &[usize], to: Value) {
        let shared = self.packing.roles.shared;
        let mut loops: Vec<Dim> = copied.iter().map(|&d| dims[d]).collect();
        // The columns of a panel and their pairs are one row.
        let grouped = self.packing.roles.pair.filter(|_| !self.packing.regroups);
        if let Some(pair) = grouped.and_then(|_| loops.pop())
            && let Some(columns) = loops.last_mut()
        {
            *columns = Dim { size: columns.size * pair.size, strides: pair.strides, ..*columns };
        }
        let mut stride = 1;
        for l in loops.iter_mut().rev() {
            l.place = stride;
            stride *= l.size;
        }
        interleave_panels(&mut loops, shared);
        self.copy(b, at, &loops, shared, to);
    }

    /// Copies a part of an operand, widened to the type of the sums.
    fn copy(&self, b: &mut Builder<'_>, at: &Moves, loops: &[Dim], operand: usize, to: Value) {
        let nest = &self.packing.nest;
        let moves: Vec<(Value, i64)> =
            at.iter().map(|&(iv, l)| (iv, nest.loops[l].strides[operand])).collect();
        let from = self.memory[operand].moved(b, nest.starts[operand], &moves);
        let to = Memory { base: to, offset: MixedIndex::Static(0) };
        let cast = self.packing.product.casts[operand].filter(|_| self.packing.roles.pair.is_none());
        let unsigned = cast.is_some_and(|op| b.op_name(op) == "arith.extui");
        let sum = self.packing.product.sum;
        copy_elements(b, loops, (from, operand), to, |b, element| match cast {
            Some(_) => widened(b, element, sum, unsigned).unwrap_or(element),
            None => element,
        });
    }
}

/// Splits the loop of steps, so that a few steps of all panels are copied before the next ones: rows that are read are near each other.
pub(super) fn interleave_panels(loops: &mut Vec<Dim>, operand: usize) {
    let Some(first) = loops.iter().position(|l| l.reduction) else { return };
    let steps = loops[first];
    let size = (FEWEST_STEPS..=MOST_STEPS).rev().find(|n| steps.size % n == 0);
    let across = loops.iter().any(|l| l.reduction && l.strides[operand] == 1);
    if let Some(size) = size.filter(|&n| n < steps.size && !across) {
        loops[first].size = size;
        let strides = steps.strides.map(|s| s * size);
        let rest = steps.size / size;
        loops.insert(0, Dim { size: rest, strides, place: steps.place * size, ..steps });
    }
}

/// Some panels of a slab.
#[derive(Clone, Copy)]
struct Panels {
    count: i64,
    width: i64,
}
