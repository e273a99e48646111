//! Implicit broadcasting of operands, by the rules of operations.md section 2.3.

use strata_ir::prelude::*;
use strata_stablehlo::infer::with_bounds;

use crate::{Error, Result, XlaBuilder, XlaOp};

impl XlaBuilder {
    /// Brings two operands of one element type to one shape.
    ///
    /// Equal shapes stay; a scalar goes with any shape; of equal ranks, sizes of 1 are stretched; of different ranks,
    /// `dims` says where the dimensions of the lower one are in the higher one.
    pub(crate) fn broadcast_operands(
        &self,
        at: &'static str,
        lhs: XlaOp,
        rhs: XlaOp,
        dims: &[i64],
    ) -> Result<[XlaOp; 2]> {
        let (l, r) = (self.sizes(at, lhs)?, self.sizes(at, rhs)?);
        let types = [self.ty(at, lhs)?, self.ty(at, rhs)?];
        let shown = || -> Result<String> { Ok(format!("{} and {}", self.shape(lhs)?, self.shape(rhs)?)) };
        if self.cx().elem_or_self(types[0]) != self.cx().elem_or_self(types[1]) {
            return Err(Error::new(at, format!("Binary op with different element types: {}", shown()?)));
        }
        if types[0] == types[1] && (dims.is_empty() || dims.len() == l.len()) {
            if !dims.iter().copied().eq(0..dims.len() as i64) {
                return Err(Error::new(at, "Broadcast dimensions of equal ranks must be all dimensions"));
            }
            return Ok([lhs, rhs]);
        }
        if dims.is_empty() && (l.is_empty() || r.is_empty()) {
            let (scalar, other) = if l.is_empty() { (lhs, rhs) } else { (rhs, lhs) };
            let ty = self.ty(at, other)?;
            let wide = self.stretch(at, scalar, &[], ty, other)?;
            return Ok(if l.is_empty() { [wide, rhs] } else { [lhs, wide] });
        }
        let all: Vec<i64> = (0..l.len().max(r.len()) as i64).collect();
        let map: Vec<i64> = match l.len() == r.len() {
            true if dims.is_empty() || dims == all => all.clone(),
            true => return Err(Error::new(at, "Broadcast dimensions of equal ranks must be all dimensions")),
            false if dims.is_empty() => {
                return Err(Error::new(at, format!("Shapes must be equal rank, but are {}", shown()?)));
            }
            false => dims.to_vec(),
        };
        let (low, high) = if l.len() <= r.len() { (&l, &r) } else { (&r, &l) };
        if map.len() != low.len() {
            return Err(Error::new(
                at,
                format!(
                    "Size of broadcast_dimensions has to match lower-rank operand's rank; lower-rank operand's rank is {}, size of broadcast_dimensions is {}.",
                    low.len(),
                    map.len()
                ),
            ));
        }
        let mut sizes = high.clone();
        for (i, &d) in map.iter().enumerate() {
            if !(0..high.len() as i64).contains(&d) {
                return Err(Error::new(at, format!("Broadcast dimension number ({d}) is out of range.")));
            }
            if i > 0 && map[i - 1] >= d {
                return Err(Error::new(at, "Broadcast dimensions order is wrong: they must increase."));
            }
            let (a, b) = (low[i], high[d as usize]);
            sizes[d as usize] = match (a, b) {
                (a, b) if a == b => a,
                (1, b) => b,
                (a, 1) => a,
                (DYNAMIC, b) => b,
                (a, DYNAMIC) => a,
                _ => {
                    return Err(Error::new(
                        at,
                        format!("Broadcast dimension {i} mismatch: {a} != {b}; {}.", shown()?),
                    ));
                }
            };
        }
        let mut out = [lhs, rhs];
        for side in 0..2 {
            let own = if side == 0 { &l } else { &r };
            if *own == sizes {
                continue;
            }
            let map = if own.len() == sizes.len() { &all } else { &map };
            let other = out[1 - side];
            let ty = self.bounded_like(types, &sizes, &l, &r, map);
            out[side] = self.stretch(at, out[side], map, ty, other)?;
        }
        Ok(out)
    }

    /// The tensor of `sizes`, with the bounds that the operands have for dynamic ones.
    fn bounded_like(&self, types: [Type; 2], sizes: &[i64], l: &[i64], r: &[i64], map: &[i64]) -> Type {
        let cx = self.cx();
        let mut bounds: Dims = SmallVec::from_elem(DYNAMIC, sizes.len());
        for (ty, own) in types.into_iter().zip([l, r]) {
            let Some(tensor) = cx.type_as::<TensorType>(ty) else { continue };
            for i in 0..own.len() {
                let to = if own.len() == sizes.len() { i } else { map[i] as usize };
                if sizes[to] == DYNAMIC
                    && let Some(bound) = strata_stablehlo::infer::bound(cx, tensor, i)
                {
                    bounds[to] = bound;
                }
            }
        }
        with_bounds(cx, cx.tensor(sizes, cx.elem_or_self(types[0])), bounds)
    }

    /// An array with dimension `i` in dimension `map[i]` of type `ty`; sizes that are known only at run time are those
    /// of `like`.
    fn stretch(&self, at: &'static str, op: XlaOp, map: &[i64], ty: Type, like: XlaOp) -> Result<XlaOp> {
        let cx = self.cx();
        let sizes = cx.type_as::<TensorType>(ty).map(|t| t.shape.to_vec()).unwrap_or_default();
        if !sizes.contains(&DYNAMIC) {
            return self
                .emit(at, "stablehlo.broadcast_in_dim")
                .operands(&[op])
                .list("broadcast_dimensions", map)
                .types(&[ty])
                .one();
        }
        if self.sizes(at, like)?.len() != sizes.len() {
            return Err(Error::new(
                at,
                "a dynamic size of the result is not known from an operand of its rank",
            ));
        }
        let one = cx.tensor(&[1], cx.i32());
        let parts = (0..sizes.len() as i64)
            .map(|d| {
                let size = self.emit(at, "stablehlo.get_dimension_size").operands(&[like]);
                let size = size.number("dimension", d).one()?;
                self.emit(at, "stablehlo.reshape").operands(&[size]).types(&[one]).one()
            })
            .collect::<Result<Vec<_>>>()?;
        let all = self.emit(at, "stablehlo.concatenate").operands(&parts).number("dimension", 0).one()?;
        self.emit(at, "stablehlo.dynamic_broadcast_in_dim")
            .operands(&[op, all])
            .list("broadcast_dimensions", map)
            .types(&[ty])
            .one()
    }
}
