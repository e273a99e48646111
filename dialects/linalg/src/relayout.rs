//! `linalg.pack` and `linalg.unpack`: tensors cut into tiles, and back.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::{DestinationStyle, DimOp, MixedIndex, ReifyShape, index_list};

strata_tensor::index_list! {
    /// Sizes of tiles.
    INNER_TILES: "inner_tiles", "static_inner_tiles";
}

/// Splits dimensions into tiles, whose elements become the innermost dimensions.
#[op(
    name = "linalg.pack",
    traits = [AttrSizedOperandSegments, NoMemoryEffect],
    interfaces = [Verify, Speculatable, Fold, Canonicalize, DestinationStyle, ReifyShape, ResultNames],
    infer(result = same(dest), "result type matches type of dest"),
    asm = "$source (`padding_value` `(` $padding_value^ `:` type($padding_value) `)`)? (`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos `inner_tiles` `=` custom<INNER_TILES>($inner_tiles, $static_inner_tiles) `into` $dest attr-dict `:` type($source) `->` type($dest)",
)]
pub struct PackOp {
    /// The source.
    pub source: Operand<RankedTensor>,
    /// The destination.
    pub dest: Operand<RankedTensor>,
    /// The value of the elements of tiles that reach beyond the source.
    pub padding_value: OptOperand<AnyType>,
    /// The order of the outer dimensions.
    pub outer_dims_perm: OptAttr<I64Array>,
    /// The dimensions that are cut.
    pub inner_dims_pos: Attr<I64Array>,
    /// Dynamic sizes of tiles.
    pub inner_tiles: Variadic<Index>,
    /// Sizes of tiles.
    pub static_inner_tiles: Attr<I64Array>,
    /// The tiles.
    pub result: Res<RankedTensor>,
}

/// Puts tiles together.
#[op(
    name = "linalg.unpack",
    traits = [NoMemoryEffect],
    interfaces = [Verify, Speculatable, Fold, Canonicalize, DestinationStyle, ReifyShape, ResultNames],
    infer(result = same(dest), "result type matches type of dest"),
    asm = "$source (`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos `inner_tiles` `=` custom<INNER_TILES>($inner_tiles, $static_inner_tiles) `into` $dest attr-dict `:` type($source) `->` type($dest)",
)]
pub struct UnPackOp {
    /// The source.
    pub source: Operand<RankedTensor>,
    /// The destination.
    pub dest: Operand<RankedTensor>,
    /// The order of the outer dimensions.
    pub outer_dims_perm: OptAttr<I64Array>,
    /// The dimensions that were cut.
    pub inner_dims_pos: Attr<I64Array>,
    /// Dynamic sizes of tiles.
    pub inner_tiles: Variadic<Index>,
    /// Sizes of tiles.
    pub static_inner_tiles: Attr<I64Array>,
    /// The whole.
    pub result: Res<RankedTensor>,
}

/// A dest of the type of the result.
fn same(dest: Type, _: &Context) -> Option<Type> {
    Some(dest)
}

strata_tensor::result_name!(PackOp => "pack", UnPackOp => "unpack");

macro_rules! relayout {
    ($($op:ty),*) => {$(
        impl DestinationStyle for $op {
            fn as_op(&self) -> Op {
                OpDef::op(*self)
            }
            fn dps_init_range(&self, _: &Body) -> std::ops::Range<usize> {
                1..2
            }
        }
        impl ReifyShape for $op {
            fn reify_shape(&self, b: &mut Builder<'_>, _: usize) -> Option<Vec<MixedIndex>> {
                let dest = self.dest(b);
                DimOp::all(b, dest)
            }
        }
        impl $op {
            /// The sizes of the tiles.
            pub fn mixed_tiles(self, b: &Body) -> Vec<MixedIndex> {
                index_list::mixed_of(b, self.op(), "inner_tiles", "static_inner_tiles")
            }
            /// The dimensions that are cut.
            pub fn positions(self, b: &Body) -> &[i64] {
                index_list::statics(b, self.op(), "inner_dims_pos")
            }
            /// The order of the outer dimensions; empty when they keep theirs.
            pub fn outer_order(self, b: &Body) -> &[i64] {
                index_list::statics(b, self.op(), "outer_dims_perm")
            }
        }
    )*};
}
relayout!(PackOp, UnPackOp);

/// The tiling that a pack or unpack op describes.
struct Layout<'b> {
    tiles: Vec<MixedIndex>,
    positions: &'b [i64],
    order: &'b [i64],
}

impl Layout<'_> {
    /// Whether both cut in the same way.
    fn same(&self, other: &Self, b: &Body) -> bool {
        let identity = |order: &[i64]| order.iter().enumerate().all(|(i, &d)| i as i64 == d);
        self.positions == other.positions
            && (self.order == other.order || identity(self.order) && identity(other.order))
            && self.tiles.len() == other.tiles.len()
            && self.tiles.iter().zip(&other.tiles).all(|(x, y)| x.same(*y, b))
    }
    /// The shape of the tiles of a tensor.
    fn packed_shape(&self, unpacked: &[i64]) -> Vec<i64> {
        let mut shape = unpacked.to_vec();
        for (&p, tile) in self.positions.iter().zip(&self.tiles) {
            let Some(size) = usize::try_from(p).ok().and_then(|p| shape.get_mut(p)) else { continue };
            *size = match tile.as_static() {
                Some(tile) if tile > 0 && *size != DYNAMIC => size.saturating_add(tile - 1) / tile,
                _ => DYNAMIC,
            };
        }
        if !self.order.is_empty() {
            let at =
                |d: &i64| usize::try_from(*d).ok().and_then(|d| shape.get(d).copied()).unwrap_or(DYNAMIC);
            shape = self.order.iter().map(at).collect();
        }
        shape.extend(self.tiles.iter().map(|t| t.as_dim()));
        shape
    }
    /// Upstream's errors, which do not name the op.
    fn verify(&self, cx: &Context, unpacked: Type, packed: Type) -> VerifyResult {
        self.check(cx, unpacked, packed).map_err(VerifyError::bare)
    }
    fn check(&self, cx: &Context, unpacked: Type, packed: Type) -> Result<(), String> {
        let (Some(u), Some(p)) = (cx.type_as::<TensorType>(unpacked), cx.type_as::<TensorType>(packed))
        else {
            return Ok(());
        };
        let rank = u.shape.len();
        ensure!(!self.tiles.contains(&MixedIndex::Static(0)), "invalid zero tile factor");
        let distinct = |list: &[i64]| {
            list.len() <= rank
                && list.iter().enumerate().all(|(i, &d)| d >= 0 && d < rank as i64 && !list[..i].contains(&d))
        };
        ensure!(distinct(self.positions), "invalid inner_dims_pos vector");
        ensure!(distinct(self.order), "invalid outer_dims_perm vector");
        ensure!(
            self.order.is_empty() || self.order.len() == rank,
            "outer_dims_perm must be a permutation or empty"
        );
        let n = self.tiles.len();
        ensure!(
            n <= rank,
            "tiling factors must be less than or equal to the input rank for pack or output rank for unpack"
        );
        ensure!(n == self.positions.len(), "tiling factors must equal the number of dimensions to tile");
        ensure!(
            p.shape.len() == rank + n,
            "packed rank != (unpacked rank + num tiling factors), got {} != {}",
            p.shape.len(),
            rank + n
        );
        ensure!(
            self.tiles.iter().zip(&p.shape[rank..]).all(|(t, &size)| t.as_dim() == size),
            "mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type"
        );
        let expected = self.packed_shape(&u.shape);
        let fits = expected.iter().zip(&p.shape).all(|(&x, &y)| x == y || x == DYNAMIC || y == DYNAMIC);
        if !fits {
            let expected = cx.ty(TensorType { shape: expected.into(), ..u.clone() });
            return Err(format!(
                "expected '{}' for the packed domain value, got '{}'",
                cx.type_to_string(expected),
                cx.type_to_string(packed)
            ));
        }
        Ok(())
    }
    /// Whether a tile is known to reach beyond the tensor; sizes that are not known count as `unknown`.
    fn needs_padding(&self, b: &Body, unpacked: &[i64], packed: &[i64], unknown: bool) -> bool {
        let outer = |p: usize| {
            let at =
                if self.order.is_empty() { Some(p) } else { self.order.iter().position(|&d| d == p as i64) };
            at.and_then(|at| packed.get(at).copied()).unwrap_or(DYNAMIC)
        };
        self.positions.iter().zip(&self.tiles).any(|(&p, tile)| {
            let Some((p, size)) = usize::try_from(p).ok().and_then(|p| Some((p, *unpacked.get(p)?))) else {
                return false;
            };
            match (size, tile.constant(b), outer(p)) {
                (DYNAMIC, ..) => unknown,
                (size, Some(tile), _) => tile > 0 && size % tile != 0,
                (_, None, DYNAMIC) => unknown,
                (size, None, outer) => unknown || outer > 0 && size % outer != 0,
            }
        })
    }
}

fn shape(b: &Body, v: Value) -> &[i64] {
    b.cx().shaped(b.ty(v)).and_then(|s| s.shape).unwrap_or(&[])
}

impl PackOp {
    fn layout(self, b: &Body) -> Layout<'_> {
        Layout { tiles: self.mixed_tiles(b), positions: self.positions(b), order: self.outer_order(b) }
    }
}
impl UnPackOp {
    fn layout(self, b: &Body) -> Layout<'_> {
        Layout { tiles: self.mixed_tiles(b), positions: self.positions(b), order: self.outer_order(b) }
    }
}

impl Verify for PackOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (source, dest) = (self.source(b), self.dest(b));
        let layout = self.layout(b);
        layout.verify(cx, b.ty(source), b.ty(dest))?;
        match self.padding_value(b) {
            Some(v) => {
                let (got, want) = (b.ty(v), cx.elem_or_self(b.ty(source)));
                ensure!(
                    got == want,
                    "expected padding_value has '{}' but got: '{}'",
                    cx.type_to_string(want),
                    cx.type_to_string(got)
                );
            }
            None => ensure!(
                !layout.needs_padding(b, shape(b, source), shape(b, dest), false),
                "invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set"
            ),
        }
        Ok(())
    }
}
impl Verify for UnPackOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        self.layout(b).verify(b.cx(), b.ty(self.dest(b)), b.ty(self.source(b)))
    }
}

/// With padding there is nothing that can go wrong; without, tiles that do not fit are undefined behaviour.
impl Speculatable for PackOp {
    fn is_speculatable(&self, b: &Body) -> bool {
        self.padding_value(b).is_some()
            || !self.layout(b).needs_padding(b, shape(b, self.source(b)), shape(b, self.dest(b)), true)
    }
}
impl Speculatable for UnPackOp {
    fn is_speculatable(&self, b: &Body) -> bool {
        b.operands(self.op()).take(2).all(|v| !shape(b, v).contains(&DYNAMIC))
            && self.inner_tiles(b).len() == 0
    }
}

/// A splat of the type of the result.
fn fold_splat(b: &Body, op: Op, source: Option<Attr>) -> Option<Folded> {
    let cx = b.cx();
    let ty = b.ty(b.result(op, 0));
    let statics = cx.shaped(ty)?.shape?.iter().all(|&d| d != DYNAMIC);
    let scalar = cx.splat_value(source?)?;
    Some(cx.splat_attr(ty, scalar).filter(|_| statics)?.into())
}
impl Fold for PackOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        if self.padding_value(b).is_some() {
            return None;
        }
        fold_splat(b, self.op(), consts.first().copied()?)
    }
}
impl Fold for UnPackOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        fold_splat(b, self.op(), consts.first().copied()?)
    }
}

/// `pack(unpack(x)) = x` and `unpack(pack(x)) = x`, where both cut in the same way.
impl Canonicalize for PackOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let source = self.source(rw);
        if let Some(inner) = rw.def_of::<UnPackOp>(source)
            && self.padding_value(rw).is_none()
            && rw.ty(inner.source(rw)) == rw.ty(self.dest(rw))
            && self.layout(rw).same(&inner.layout(rw), rw)
        {
            let value = inner.source(rw);
            rw.replace_op(*self, &[value]);
            return Some(());
        }
        // A padding value that no tile needs goes.
        let dest = self.dest(rw);
        if self.padding_value(rw).is_some()
            && !self.layout(rw).needs_padding(rw, shape(rw, source), shape(rw, dest), true)
        {
            rw.body().set_operand_group(self.op(), 2, &[]);
            rw.touch(self.op());
            return Some(());
        }
        // The source of a cast that only forgets sizes is packed.
        let origin = strata_tensor::cast_source(rw, source)?;
        rw.set_operand(*self, 0, origin);
        Some(())
    }
}
impl Canonicalize for UnPackOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (source, dest) = (self.source(rw), self.dest(rw));
        if let Some(inner) = rw.def_of::<PackOp>(source)
            && inner.padding_value(rw).is_none()
            && rw.ty(inner.source(rw)) == rw.ty(dest)
            && self.layout(rw).same(&inner.layout(rw), rw)
        {
            let value = inner.source(rw);
            rw.replace_op(*self, &[value]);
            return Some(());
        }
        // All elements of the destination are written, so it need not be computed.
        let Def::Result { op: producer, index } = rw.def(dest) else { return None };
        let init = producer.cast::<dyn DestinationStyle>(rw)?.tied_init(rw, index)?;
        if rw.ty(init) != rw.ty(dest) {
            return None;
        }
        rw.set_operand(self.op(), 1, init);
        rw.touch(self.op());
        rw.touch(producer);
        Some(())
    }
}
