//! Contractions whose number of columns or of steps is not known, as tiles of known sizes in buffers of their own.
//!
//! ```mlir
//! linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)      // before
//!
//! scf.for %n = 0 to %whole step 64 { scf.for %k = 0 to %all step 256 {                        // after
//!   %right = memref.alloc() : memref<256x64xf32>
//!   linalg.generic ins(%part_of_b) outs(%right) { … }
//!   scf.for %m … {
//!     linalg.generic ins(%part_of_a) outs(%left) { … }
//!     linalg.fill … outs(%sums)
//!     linalg.matmul ins(%left, %right : memref<64x256xf32>, …) outs(%sums : memref<64x64xf32>)
//!     linalg.generic ins(%sums) outs(%part_of_c) { … arith.addf … }
//! } } … }
//! ```
//! Rows of such operands are as far from each other as a value says, and the last tiles are any part of one. In buffers of their own, all tiles
//! are whole, and later passes treat them as they treat any product: the rest of the last tile is zeros, and what is computed of it is not
//! added to the result. The right side of a tile is copied once for all rows, in the order in which vectors of columns are read. Numbers are
//! converted to the type of the sums when they are copied.

use strata_arith::{CmpIOp, CmpIPredicate, MinUIOp, OrIOp, SelectOp, SubIOp, constant_index};
use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{TypeFn, payload};
use strata_memref::{AllocOp, DeallocOp, DimOp};
use strata_passes_analysis::{
    buffer_layout::BUFFER_ALIGNMENT,
    contraction::{self, Product},
};
use strata_scf::ForOp;
use strata_tensor::MixedIndex;

use crate::{
    structured_op::{self, IteratorType, Structured},
    tile_dynamic_sizes::end_of_tiles,
};

/// Rows, columns and steps of a large tile.
const LARGE: [i64; 3] = [64, 64, 256];
/// The same of the tiles behind the large ones, of which the last one may be partly filled.
const SMALL: [i64; 3] = [8, 16, 32];
/// A loop with up to so many iterations, if they are known, is one tile.
const WHOLE: i64 = 256;

/// A loop of a contraction.
#[derive(Clone)]
struct Axis {
    /// Its number in the op.
    of: usize,
    /// How many iterations it has.
    count: Value,
    /// Tile sizes, the largest one first.
    sizes: Vec<i64>,
    /// Whether the last of them may be partly filled.
    partial: bool,
}

/// The current tile along an axis.
#[derive(Clone, Copy)]
struct At {
    of: usize,
    start: Value,
    size: i64,
    /// How many of its iterations exist.
    valid: MixedIndex,
}

struct Contraction {
    op: Op,
    s: Structured,
    product: Product,
    unsigned: [bool; 2],
    /// Loops that all operands have.
    batch: Vec<Axis>,
    /// Rows, columns and steps.
    axes: [Axis; 3],
}

/// Tiles the contractions of a body whose number of columns or steps is not known. Returns how many.
pub fn tile(body: &mut Body) -> usize {
    let ops = body.all_ops();
    ops.into_iter().filter(|&op| body.is_live(op) && one(body, op).is_some()).count()
}

fn one(body: &mut Body, op: Op) -> Option<()> {
    let s = structured_op::structured(body, op)?;
    let product = contraction::product(body, &s).filter(|_| body.results(op).is_empty())?;
    let roles = Roles::from_op(body, &s)?;
    let unsigned = product.unsigned(body);
    let mut b = Builder::before(body, op);
    let mut axis = |of: usize, large: i64, small: i64| {
        let size = roles.sizes[of];
        let count = match size {
            Size::Known(n) => constant_index(&mut b, n),
            Size::Of(v, dim) => {
                let dim = constant_index(&mut b, dim as i64);
                let ty = b.cx().index();
                DimOp::build(&mut b, v, dim, ty)
            }
        };
        let (sizes, partial) = match size {
            _ if large == 1 => (vec![1], false),
            Size::Known(n) if n <= WHOLE => (vec![n.max(1)], false),
            Size::Known(n) if n % large == 0 => (vec![large], false),
            _ => (vec![large, small], true),
        };
        Axis { of, count, sizes, partial }
    };
    let mut batch: Vec<Axis> = roles.batch.iter().map(|&d| axis(d, 1, 1)).collect();
    let mut axes = [0, 1, 2].map(|i| axis(roles.axes[i], LARGE[i], SMALL[i]));
    let counts: Vec<Value> = batch.iter().chain(&axes).map(|a| a.count).collect();
    let none = is_one_zero(&mut b, &counts)?;
    // The outermost loop might otherwise count for a very long time.
    let first = match batch.first_mut() {
        Some(first) => first,
        None => &mut axes[1],
    };
    let zero = constant_index(&mut b, 0);
    first.count = SelectOp::build(&mut b, none, zero, first.count);
    let contraction = Contraction { op, s, product, unsigned, batch, axes };
    contraction.batches(&mut b, 0, &mut Vec::new());
    body.erase(op);
    Some(())
}

/// The size of a loop: a number, or that of a dimension of a buffer.
#[derive(Clone, Copy)]
enum Size {
    Known(i64),
    Of(Value, usize),
}

/// The loops of a product of matrices.
struct Roles {
    batch: Vec<usize>,
    /// Rows, columns and steps.
    axes: [usize; 3],
    sizes: Vec<Size>,
}

impl Roles {
    fn from_op(body: &Body, s: &Structured) -> Option<Roles> {
        let mut sizes: Vec<Option<Size>> = vec![None; s.num_loops()];
        for (v, map) in s.operands().zip(&s.maps) {
            let memref = body.cx().type_as::<MemRefType>(body.ty(v))?;
            let mut seen: SmallVec<[u32; 4]> = SmallVec::new();
            for (k, (expr, &size)) in map.results().iter().zip(memref.shape.iter()).enumerate() {
                let d = expr.as_dim().filter(|d| !seen.contains(d))?;
                seen.push(d);
                let here = if size == DYNAMIC { Size::Of(v, k) } else { Size::Known(size) };
                let place = &mut sizes[d as usize];
                if !matches!(place, Some(Size::Known(_))) {
                    *place = Some(here);
                }
            }
        }
        let sizes = sizes.into_iter().collect::<Option<Vec<_>>>()?;
        let uses = |d: usize| [0, 1, 2].map(|o| s.maps[o].uses_dim(d as u32));
        let only = |what: [bool; 3]| {
            let mut found = (0..sizes.len()).filter(|&d| uses(d) == what);
            found.next().filter(|_| found.next().is_none())
        };
        let axes = [[true, false, true], [false, true, true], [true, true, false]];
        let [row, column, step] = axes.map(only);
        let (row, column, step) = (row?, column?, step?);
        let batch: Vec<usize> = (0..sizes.len()).filter(|&d| uses(d) == [true; 3]).collect();
        let sums = |d: usize| s.iterators[d] == IteratorType::Reduction;
        let sound = batch.len() + 3 == sizes.len() && (0..sizes.len()).all(|d| sums(d) == (d == step));
        let unknown = |d: usize| matches!(sizes[d], Size::Of(..));
        (sound && (unknown(column) || unknown(step))).then_some(Roles {
            batch,
            axes: [row, column, step],
            sizes,
        })
    }
}

/// Whether one of these numbers is zero.
fn is_one_zero(b: &mut Builder<'_>, counts: &[Value]) -> Option<Value> {
    let zero = constant_index(b, 0);
    let predicate = CmpIPredicate::Eq.attr(b.cx());
    let each: Vec<Value> = counts.iter().map(|&n| CmpIOp::build(b, predicate, n, zero)).collect();
    each.into_iter().reduce(|any, this| OrIOp::build(b, any, this))
}

/// Runs `f` for each tile of an axis.
fn tiles_of(b: &mut Builder<'_>, axis: &Axis, f: &mut dyn FnMut(&mut Builder<'_>, At)) {
    let mut start = constant_index(b, 0);
    if let &[size] = &axis.sizes[..]
        && MixedIndex::Value(axis.count).constant(b) == Some(size)
    {
        return f(b, At { of: axis.of, start, size, valid: MixedIndex::Static(size) });
    }
    for (i, &size) in axis.sizes.iter().enumerate() {
        let partial = axis.partial && i + 1 == axis.sizes.len();
        let step = constant_index(b, size);
        let end = if partial { axis.count } else { end_of_tiles(b, (start, 0), axis.count, size) };
        ForOp::create(b, [start, end, step], &[], |b, iv, _| {
            let valid = if partial {
                let left = SubIOp::build(b, axis.count, iv, None);
                MixedIndex::Value(MinUIOp::build(b, left, step))
            } else {
                MixedIndex::Static(size)
            };
            f(b, At { of: axis.of, start: iv, size, valid });
            Vec::new()
        });
        start = end;
    }
}

impl Contraction {
    /// The loops over batches from number `i` on, with all tiles in them.
    fn batches(&self, b: &mut Builder<'_>, i: usize, at: &mut Vec<At>) {
        if let Some(axis) = self.batch.get(i) {
            return tiles_of(b, axis, &mut |b, tile| {
                at.push(tile);
                self.batches(b, i + 1, at);
                at.pop();
            });
        }
        let [row, column, step] = &self.axes;
        tiles_of(b, column, &mut |b, column| {
            tiles_of(b, step, &mut |b, step| {
                let right = self.copied(b, at, 1, [step, column]);
                tiles_of(b, row, &mut |b, row| {
                    let left = self.copied(b, at, 0, [row, step]);
                    self.product_of(b, at, [left, right], [row, column]);
                    DeallocOp::build(b, left);
                });
                DeallocOp::build(b, right);
            });
        });
    }

    /// The sum of products of a tile, added to its part of the result.
    fn product_of(&self, b: &mut Builder<'_>, at: &[At], [left, right]: [Value; 2], tile: [At; 2]) {
        let sums = self.local(b, tile);
        let zero = structured_op::zero_attr(b.cx(), self.product.sum);
        let zero = strata_arith::constant(b, zero);
        structured_op::build_fill(b, zero, sums);
        structured_op::build_matmul(b, self.op, left, right, sums);
        let (from, (to, map)) = (filled(b, sums, tile), self.part(b, at, 2, tile));
        let maps = vec![AffineMap::identity(2), map];
        let loops = [IteratorType::Parallel; 2];
        structured_op::build_generic(b, &[from], &[to], maps, &loops, &[], |b, args| {
            vec![payload::add(b, args[1], args[0]).unwrap_or(args[1])]
        });
        DeallocOp::build(b, sums);
    }

    /// A copy of a tile of an operand, converted to the type of the sums.
    fn copied(&self, b: &mut Builder<'_>, at: &[At], operand: usize, tile: [At; 2]) -> Value {
        let copy = self.local(b, tile);
        if tile.iter().any(|t| t.valid.as_static().is_none()) {
            let zero = structured_op::zero_attr(b.cx(), self.product.sum);
            let zero = strata_arith::constant(b, zero);
            structured_op::build_fill(b, zero, copy);
        }
        let ((from, map), to) = (self.part(b, at, operand, tile), filled(b, copy, tile));
        let maps = vec![map, AffineMap::identity(2)];
        let loops = [IteratorType::Parallel; 2];
        let sum = self.product.sum;
        let how = if self.unsigned[operand] { TypeFn::CastUnsigned } else { TypeFn::CastSigned };
        structured_op::build_generic(b, &[from], &[to], maps, &loops, &[], |b, args| {
            let same = b.ty(args[0]) == sum;
            vec![if same { args[0] } else { payload::cast(b, args[0], sum, how).unwrap_or(args[0]) }]
        });
        copy
    }

    /// A buffer for a tile.
    fn local(&self, b: &mut Builder<'_>, tile: [At; 2]) -> Value {
        let ty = b.cx().memref(&tile.map(|t| t.size), self.product.sum);
        let alignment = b.cx().i64_attr(BUFFER_ALIGNMENT);
        AllocOp::build(b, &[], &[], Some(alignment), ty)
    }

    /// The part of an operand that is in a tile, with two dimensions, and its indices in terms of the tile's.
    fn part(&self, b: &mut Builder<'_>, at: &[At], operand: usize, tile: [At; 2]) -> (Value, AffineMap) {
        let source = self.s.operands().nth(operand).unwrap_or(self.s.outputs[0]);
        let (mut offsets, mut sizes, mut kept, mut order) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for expr in self.s.maps[operand].results() {
            let of = expr.as_dim().map(|d| d as usize);
            if let Some(i) = tile.iter().position(|t| Some(t.of) == of) {
                order.push(i as u32);
                kept.push(tile[i].valid.as_dim());
                offsets.push(static_or(b, tile[i].start));
                sizes.push(tile[i].valid);
            } else {
                let start = at.iter().find(|t| Some(t.of) == of).map(|t| static_or(b, t.start));
                offsets.push(start.unwrap_or(MixedIndex::Static(0)));
                sizes.push(MixedIndex::Static(1));
            }
        }
        let ones = vec![MixedIndex::Static(1); sizes.len()];
        let elem = b.cx().elem_or_self(b.ty(source));
        let like = b.cx().tensor(&kept, elem);
        let part = structured_op::subview_mixed(b, source, &offsets, &sizes, &ones, Some(like));
        (part, AffineMap::select(2, &order))
    }
}

/// The part of a tile's buffer that exists.
fn filled(b: &mut Builder<'_>, buffer: Value, tile: [At; 2]) -> Value {
    let sizes = tile.map(|t| t.valid);
    if sizes.iter().all(|n| n.as_static().is_some()) {
        return buffer;
    }
    let (zeros, ones) = ([MixedIndex::Static(0); 2], [MixedIndex::Static(1); 2]);
    structured_op::subview_mixed(b, buffer, &zeros, &sizes, &ones, None)
}

/// A number, where a value is constant.
fn static_or(b: &Body, v: Value) -> MixedIndex {
    MixedIndex::Value(v).constant(b).map_or(MixedIndex::Value(v), MixedIndex::Static)
}
