//! `linalg.pack` and `linalg.unpack`: tensors cut into tiles, and back.

use smallvec::SmallVec;

use crate::{
    Eval, Interpreter, Num, Shape, Step, Tensor,
    tensor::{for_each_position, linear},
};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("linalg.pack", pack);
    i.register("linalg.unpack", unpack);
}

/// How dimensions are cut and in which order the tiles lie.
struct Tiling {
    /// The dimensions that are cut.
    dims: Shape,
    /// The sizes of the tiles in them.
    tiles: Shape,
    /// Which dimension of the whole each outer dimension is.
    order: Shape,
}

impl Tiling {
    fn new(s: &Step<'_, '_>, rank: usize, dynamic: std::ops::Range<usize>) -> Eval<Self> {
        let tiles: Option<Shape> = s
            .mixed("static_inner_tiles", dynamic)?
            .iter()
            .map(|&t| usize::try_from(t).ok().filter(|&t| t > 0))
            .collect();
        let tiles = tiles.ok_or_else(|| s.fault("has a tile without elements"))?;
        let dims = s.dims(&s.ints("inner_dims_pos")?, rank)?;
        let order = match s.ints_opt("outer_dims_perm").filter(|p| !p.is_empty()) {
            Some(p) => s.dims(&p, rank)?,
            None => (0..rank).collect(),
        };
        s.ensure(order.len() == rank && tiles.len() == dims.len(), || "has a malformed tiling".into())?;
        Ok(Self { dims, tiles, order })
    }
    /// Checks the rank of the tiles and their inner sizes.
    fn check(&self, s: &Step<'_, '_>, packed: &Tensor) -> Eval<()> {
        let inner = packed.shape.get(self.order.len()..);
        s.ensure(inner == Some(&self.tiles[..]), || {
            format!(
                "has tiles of {:?} elements in a tensor of sizes {:?}",
                &self.tiles[..],
                &packed.shape[..]
            )
        })
    }
    /// The position in the whole of a position in the tiles.
    fn whole(&self, packed: &[usize]) -> Shape {
        let (outer, inner) = packed.split_at(self.order.len());
        let mut out: Shape = SmallVec::from_elem(0, outer.len());
        self.order.iter().zip(outer).for_each(|(&d, &p)| out[d] = p);
        for ((&d, &tile), &p) in self.dims.iter().zip(&self.tiles).zip(inner) {
            out[d] = out[d].saturating_mul(tile).saturating_add(p);
        }
        out
    }
    /// The position in the tiles of a position in the whole.
    fn packed(&self, whole: &[usize]) -> Shape {
        let (mut outer, mut inner): (Shape, Shape) = (whole.into(), Shape::new());
        for (&d, &tile) in self.dims.iter().zip(&self.tiles) {
            outer[d] = whole[d] / tile;
            inner.push(whole[d] % tile);
        }
        self.order.iter().map(|&d| outer[d]).chain(inner).collect()
    }
}

/// Where the element at a position lies, if it lies inside.
fn index(t: &Tensor, pos: &[usize]) -> Option<usize> {
    let inside = pos.len() == t.rank() && pos.iter().zip(&t.shape).all(|(p, n)| p < n);
    inside.then(|| linear(pos, &t.strides()))
}

fn pack(s: &mut Step<'_, '_>) -> Eval {
    let (source, dest) = (s.tensor(0)?, s.tensor(1)?);
    let tiling = Tiling::new(s, source.rank(), s.segment(3)?)?;
    tiling.check(s, dest)?;
    let padding = s.segment(2)?;
    let padding = if padding.is_empty() { None } else { Some(s.scalar(padding.start)?.1) };
    let mut from = Vec::with_capacity(dest.len());
    for_each_position(&dest.shape, |pos| from.push(index(source, &tiling.whole(pos))));
    let full = padding.is_some() || from.iter().all(Option::is_some);
    s.ensure(full, || "has a tile that reaches beyond the source and no padding value".into())?;
    let pad = padding.unwrap_or(Num::zero(source.elem));
    let data = source.data.pick_or(dest.len(), pad, |k| from[k]);
    let t = Tensor::new(source.elem, dest.shape.clone(), data);
    s.set_elements(0, t)
}

fn unpack(s: &mut Step<'_, '_>) -> Eval {
    let (source, dest) = (s.tensor(0)?, s.tensor(1)?);
    let tiling = Tiling::new(s, dest.rank(), 2..s.num_operands())?;
    tiling.check(s, source)?;
    let mut from = Vec::with_capacity(dest.len());
    for_each_position(&dest.shape, |pos| from.push(index(source, &tiling.packed(pos))));
    s.ensure(from.iter().all(Option::is_some), || "has an element that no tile holds".into())?;
    let data = source.data.pick(dest.len(), |k| from[k].unwrap_or(0));
    let t = Tensor::new(source.elem, dest.shape.clone(), data);
    s.set_elements(0, t)
}
