//! Writing a packed contraction.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{InputPrecision, TypeFn, payload};
use strata_tensor::MixedIndex;

use super::{
    Packing,
    blocking::{self, Machine},
};
use crate::{
    loops::build_for,
    vectorize::contract::{
        fill,
        nest::{Memory, OPERANDS},
    },
    view::{self, Iterator},
};

/// Iterations of a loop: a constant or an induction variable, and the elements that each of them moves the operands by.
type Moves = Vec<(Value, [i64; OPERANDS])>;

/// So many steps of all panels are copied before the next ones.
const FEWEST_STEPS: i64 = 4;
const MOST_STEPS: i64 = 16;

/// A part of a loop.
#[derive(Clone, Copy)]
struct Part {
    size: i64,
}

/// What is written.
struct Emission<'a> {
    packing: &'a Packing,
    memory: [Memory; OPERANDS],
    panels: Value,
    /// Columns of a panel.
    nr: i64,
    /// Steps of the first reduction in a block.
    depth: i64,
    /// Columns of a slab.
    columns: i64,
    /// What sums start from, where it is not what the result holds.
    init: Option<Value>,
    op: Op,
}

/// Writes a contraction before `op`.
pub(super) fn emit(body: &mut Body, op: Op, packing: &Packing, machine: Machine) -> Option<()> {
    let Packing { nest, roles, product, operands } = packing;
    let cx = body.cx_arc().clone();
    let bytes = i64::from(cx.bit_width(product.sum)? / 8);
    let sizes = machine.blocking(bytes);
    let (first, inner) = roles.reductions.split_first()?;
    let inner: i64 = inner.iter().map(|&d| nest.loops[d].size).product();
    let depth = blocking::part(nest.loops[*first].size, (sizes.depth / inner).max(1), 1);
    let steps = depth.checked_mul(inner)?;
    let width = nest.loops[roles.lanes].size;
    // A few steps less leave room for a few columns more.
    let room = (machine.caches.l2.bytes / 2 / (steps * bytes) / sizes.nr * sizes.nr).max(sizes.nr);
    let columns = blocking::part(width, room, sizes.nr);
    let held = (columns + sizes.nr - 1) / sizes.nr * sizes.nr;
    let elements = steps.checked_mul(held)?;
    let init = fill::take(body, op, operands[2]);
    let mut b = Builder::before(body, op);
    let b = &mut b;
    let memory = operands.map(|v| Memory::of(b, v));
    let [Some(x), Some(y), Some(out)] = memory else { return None };
    let ty = cx.memref(&[elements], product.sum);
    let alignment = cx.i64_attr(64);
    let panels = strata_memref::AllocOp::build(b, &[], &[], Some(alignment), ty);
    let emission = Emission { packing, memory: [x, y, out], panels, nr: sizes.nr, depth, columns, init, op };
    emission.batches(b, &roles.batch, &mut Vec::new());
    strata_memref::DeallocOp::build(b, panels);
    Some(())
}

/// Calls `f` for all parts of size `size` of `0..n` and for the rest, with the number of each part where there is more than one of
/// a size, in a loop. `peel` takes the first one out of the loop; `f` is told whether it has it.
fn parts(
    b: &mut Builder<'_>,
    n: i64,
    size: i64,
    peel: bool,
    f: &mut dyn FnMut(&mut Builder<'_>, Value, Part, bool),
) {
    let (whole, rest) = (n / size, n % size);
    let mut from = 0;
    if peel && whole > 0 {
        let at = strata_arith::constant_index(b, 0);
        f(b, at, Part { size }, true);
        from = 1;
    }
    if whole == from + 1 {
        let at = strata_arith::constant_index(b, from * size);
        f(b, at, Part { size }, from == 0);
    } else if whole > from {
        let [from, to, by] = [from * size, whole * size, size].map(|v| strata_arith::constant_index(b, v));
        build_for(b, from, to, by, &[], |b, at, _| {
            f(b, at, Part { size }, false);
            Vec::new()
        });
    }
    if rest > 0 {
        let at = strata_arith::constant_index(b, whole * size);
        f(b, at, Part { size: rest }, whole == 0);
    }
}

impl Emission<'_> {
    /// The loops that move the shared operand and are no columns.
    fn batches(&self, b: &mut Builder<'_>, dims: &[usize], at: &mut Moves) {
        let Some((&d, rest)) = dims.split_first() else { return self.blocks(b, at) };
        let l = &self.packing.nest.loops[d];
        parts(b, l.size, 1, false, &mut |b, iv, _, _| {
            at.push((iv, l.strides));
            self.batches(b, rest, at);
            at.pop();
        });
    }

    /// Blocks of steps and of columns.
    fn blocks(&self, b: &mut Builder<'_>, at: &mut Moves) {
        let (nest, roles) = (&self.packing.nest, &self.packing.roles);
        let (first, lanes) = (&nest.loops[roles.reductions[0]], &nest.loops[roles.lanes]);
        parts(b, first.size, self.depth, self.init.is_some(), &mut |b, pc, depth, is_first| {
            at.push((pc, first.strides));
            parts(b, lanes.size, self.columns, false, &mut |b, jc, columns, _| {
                at.push((jc, lanes.strides));
                let init = self.init.filter(|_| is_first);
                let whole = columns.size / self.nr;
                if whole > 0 {
                    self.slab(b, at, depth.size, Panels { count: whole, width: self.nr }, init);
                }
                let rest = columns.size % self.nr;
                if rest > 0 {
                    let jr = strata_arith::constant_index(b, whole * self.nr);
                    at.push((jr, lanes.strides));
                    self.slab(b, at, depth.size, Panels { count: 1, width: rest }, init);
                    at.pop();
                }
                at.pop();
            });
            at.pop();
        });
    }

    /// The copy of some panels, and all rows with them.
    fn slab(&self, b: &mut Builder<'_>, at: &Moves, depth: i64, panels: Panels, init: Option<Value>) {
        let Packing { roles, product, .. } = self.packing;
        let (shared, other) = (roles.shared, 1 - roles.shared);
        let dims = self.dims(depth, panels);
        // The loops of the copy: panels, steps, columns of a panel.
        let copied: Vec<usize> = (0..dims.len()).filter(|&d| dims[d].strides[shared] != 0).collect();
        let to = self.panels_view(b, &dims, &copied);
        self.copy(b, at, &dims, &copied);
        let x = self.view(b, other, at, &dims, |d| d.strides[other]);
        let out = self.view(b, 2, at, &dims, |d| d.strides[2]);
        if let Some(init) = init {
            view::build_fill(b, init, out.0);
        }
        let n = dims.len() as u32;
        let select =
            |list: &[usize]| AffineMap::select(n, &list.iter().map(|&d| d as u32).collect::<Vec<_>>());
        let mut inputs = [x.0, to];
        let mut maps = vec![select(&x.1), select(&copied), select(&out.1)];
        let mut casts = [product.casts[other], None];
        if shared == 0 {
            inputs.swap(0, 1);
            maps.swap(0, 1);
            casts.swap(0, 1);
        }
        let unsigned = casts.map(|c| c.is_some_and(|op| b.op_name(op) == "arith.extui"));
        let iterators: Vec<Iterator> =
            dims.iter().map(|d| if d.reduction { Iterator::Reduction } else { Iterator::Parallel }).collect();
        let sum = product.sum;
        let made = view::build_generic(b, &inputs, &[out.0], maps, &iterators, &[], |b, args| {
            let mut step = || {
                let x = widened(b, args[0], sum, unsigned[0])?;
                let y = widened(b, args[1], sum, unsigned[1])?;
                let product = payload::mul(b, x, y)?;
                payload::add(b, args[2], product)
            };
            vec![step().unwrap_or(args[2])]
        });
        InputPrecision::keep(b.body(), self.op, made);
    }

    /// The loops of a slab: rows, panels, steps, columns of a panel.
    fn dims(&self, depth: i64, panels: Panels) -> Vec<Dim> {
        let Packing { nest, roles, .. } = self.packing;
        let plain = |d: usize| {
            let l = &nest.loops[d];
            Dim { size: l.size, reduction: l.reduction, strides: l.strides }
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
        dims
    }

    /// The part of an operand that these loops touch, with the loops that its dimensions are: the one with the smallest steps last.
    fn view(
        &self,
        b: &mut Builder<'_>,
        operand: usize,
        at: &Moves,
        dims: &[Dim],
        stride: impl Fn(&Dim) -> i64,
    ) -> (Value, Vec<usize>) {
        let moves: Vec<(Value, i64)> = at.iter().map(|(iv, strides)| (*iv, strides[operand])).collect();
        let memory = self.memory[operand];
        let memory = memory.moved(b, self.packing.nest.starts[operand], &moves);
        view_of(b, memory, dims, stride)
    }

    /// The panels of a slab.
    fn panels_view(&self, b: &mut Builder<'_>, dims: &[Dim], copied: &[usize]) -> Value {
        let shape: Vec<i64> = copied.iter().map(|&d| dims[d].size).collect();
        let strides = strata_memref::layout::row_major(&shape);
        let memory = Memory { base: self.panels, offset: MixedIndex::Static(0) };
        memory.view(b, &shape, &strides)
    }

    /// The copy. Some steps of all panels come before the next steps, so that the rows that are read are near each other.
    fn copy(&self, b: &mut Builder<'_>, at: &Moves, dims: &[Dim], copied: &[usize]) {
        let Packing { roles, product, .. } = self.packing;
        let mut loops: Vec<Dim> = copied.iter().map(|&d| dims[d]).collect();
        // The addresses of the copy stand where those of the other operand were.
        let (from, to) = (roles.shared, 1 - roles.shared);
        let mut stride = 1;
        for l in loops.iter_mut().rev() {
            l.strides[to] = stride;
            stride *= l.size;
        }
        if let Some(first) = loops.iter().position(|l| l.reduction) {
            let steps = loops[first];
            let size = (FEWEST_STEPS..=MOST_STEPS).rev().find(|n| steps.size % n == 0);
            if let Some(size) = size.filter(|&n| n < steps.size && loops[first].strides[from] != 1) {
                loops[first].size = size;
                let strides = steps.strides.map(|s| s * size);
                loops.insert(0, Dim { size: steps.size / size, strides, ..steps });
            }
        }
        let (source, read) = self.view(b, from, at, &loops, |d| d.strides[from]);
        let panels = Memory { base: self.panels, offset: MixedIndex::Static(0) };
        let (target, written) = view_of(b, panels, &loops, |d| d.strides[to]);
        let n = loops.len() as u32;
        let select =
            |list: &[usize]| AffineMap::select(n, &list.iter().map(|&d| d as u32).collect::<Vec<_>>());
        let maps = vec![select(&read), select(&written)];
        let unsigned = product.casts[roles.shared].is_some_and(|op| b.op_name(op) == "arith.extui");
        let sum = product.sum;
        view::build_generic(
            b,
            &[source],
            &[target],
            maps,
            &vec![Iterator::Parallel; n as usize],
            &[],
            |b, args| vec![widened(b, args[0], sum, unsigned).unwrap_or(args[0])],
        );
    }
}

/// A part of memory that these loops touch, with the loops that its dimensions are: the one with the smallest steps last.
fn view_of(
    b: &mut Builder<'_>,
    memory: Memory,
    dims: &[Dim],
    stride: impl Fn(&Dim) -> i64,
) -> (Value, Vec<usize>) {
    let mut used: Vec<usize> = (0..dims.len()).filter(|&d| stride(&dims[d]) != 0).collect();
    used.sort_by_key(|&d| std::cmp::Reverse(stride(&dims[d])));
    let shape: Vec<i64> = used.iter().map(|&d| dims[d].size).collect();
    let strides: Vec<i64> = used.iter().map(|&d| stride(&dims[d])).collect();
    (memory.view(b, &shape, &strides), used)
}

/// A loop of a slab.
#[derive(Clone, Copy)]
struct Dim {
    size: i64,
    reduction: bool,
    strides: [i64; OPERANDS],
}

/// Some panels of a slab.
#[derive(Clone, Copy)]
struct Panels {
    count: i64,
    width: i64,
}

/// A number as wide as the sums.
fn widened(b: &mut Builder<'_>, v: Value, sum: Type, unsigned: bool) -> payload::PayloadResult<Value> {
    let how = if unsigned { TypeFn::CastUnsigned } else { TypeFn::CastSigned };
    if b.ty(v) == sum { Ok(v) } else { payload::cast(b, v, sum, how) }
}
