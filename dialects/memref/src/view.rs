//! `memref.view` and `memref.transpose`.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{
    constraints::{ByteMemRef, StridedMemRef},
    layout::{self, Strided},
};

/// A buffer in the bytes of another.
#[op(
    name = "memref.view",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize, ResultNames],
    asm = "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)",
)]
pub struct ViewOp {
    /// The bytes.
    pub source: Operand<ByteMemRef>,
    /// Where the buffer begins.
    pub byte_shift: Operand<Index>,
    /// Sizes of the dynamic dimensions.
    pub sizes: Variadic<Index>,
    /// The buffer.
    pub result: Res<AnyMemRef>,
}

/// A buffer with its dimensions in another order, in place.
#[op(
    name = "memref.transpose",
    traits = [Pure],
    interfaces = [Verify, Fold, ResultNames],
    custom_asm,
)]
pub struct TransposeOp {
    /// The buffer.
    #[ir_name = "in"]
    pub input: Operand<StridedMemRef>,
    /// The order of the dimensions.
    pub permutation: Attr<AffineMapAttr>,
    /// The buffer in that order.
    pub result: Res<StridedMemRef>,
}

strata_tensor::result_name!(ViewOp => "view", TransposeOp => "transpose");

impl Verify for ViewOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (from, to) = (b.ty(self.source(b)), b.ty(self.result(b)));
        let (Some(s), Some(t)) = (cx.type_as::<MemRefType>(from), cx.type_as::<MemRefType>(to)) else {
            return Ok(());
        };
        ensure!(
            layout::is_identity(cx, from),
            "unsupported map for base memref type '{}'",
            cx.type_to_string(from)
        );
        ensure!(
            layout::is_identity(cx, to),
            "unsupported map for result memref type '{}'",
            cx.type_to_string(to)
        );
        ensure!(
            s.memory_space == t.memory_space,
            "different memory spaces specified for base memref type '{}' and view memref type '{}'",
            cx.type_to_string(from),
            cx.type_to_string(to)
        );
        let dynamic = t.shape.iter().filter(|&&d| d == DYNAMIC).count();
        let given = self.sizes(b).len();
        ensure!(given == dynamic, "incorrect number of dynamic sizes, has {given}, expected {dynamic}");
        Ok(())
    }
}
impl Fold for ViewOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        crate::cast::fold_cast(b, self.op(), 0)
    }
}

impl TransposeOp {
    /// The type of a transposed buffer.
    pub fn infer_type(
        cx: &Context,
        source: Type,
        permutation: &strata_ir::affine::AffineMap,
    ) -> Option<Type> {
        let (t, from) = (cx.type_as::<MemRefType>(source)?, layout::strides(cx, source)?);
        let dims = permutation.result_dims()?;
        let pick =
            |list: &[i64]| dims.iter().map(|&d| list.get(d as usize).copied()).collect::<Option<Vec<i64>>>();
        let (shape, strides) = (pick(&t.shape)?, pick(&from.strides)?);
        Some(layout::with_layout(cx, t, &shape, &Strided { strides, offset: from.offset }))
    }
}

impl Verify for TransposeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let map = &self.permutation(b).get(cx).0;
        let from = b.ty(self.input(b));
        ensure!(map.is_permutation(), "expected a permutation map");
        let rank = cx.shaped(from).and_then(|s| s.rank()).unwrap_or(0);
        ensure!(map.n_dims() as usize == rank, "expected a permutation map of same rank as the input");
        let Some(expected) = Self::infer_type(cx, from, map) else { return Ok(()) };
        let got = b.ty(self.result(b));
        ensure!(
            layout::same(cx, expected, got),
            "result type '{}' is not equivalent to the canonical transposed input type '{}'",
            cx.type_to_string(got),
            cx.type_to_string(expected)
        );
        Ok(())
    }
}
impl Fold for TransposeOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let cx = &b.cx_arc().clone();
        let same = b.ty(self.input(b)) == b.ty(self.result(b)) && self.permutation(b).get(cx).0.is_identity();
        if same {
            return Some(self.input(b).into());
        }
        // The order of an order is one order.
        if let Some(inner) = b.def_as::<Self>(self.input(b)) {
            let order = self.permutation(b).get(cx).0.compose(&inner.permutation(b).get(cx).0);
            if order.is_permutation() && Self::infer_type(cx, b.ty(inner.input(b)), &order).is_some() {
                let (source, attr) = (inner.input(b), cx.affine_map_attr(order));
                self.set_permutation(b, attr);
                self.set_input(b, source);
                return Some(Folded::InPlace);
            }
        }
        crate::cast::fold_cast(b, self.op(), 0)
    }
}

impl CustomAsm for TransposeOp {
    fn print(&self, p: &mut Printer<'_>) {
        let (b, cx) = (p.body(), p.cx());
        p.text(" ").value(self.input(b)).text(" ");
        p.text(&self.permutation(b).get(cx).0.to_string());
        p.attr_dict(self.op(), &["permutation"]);
        p.text(" : ").type_of(self.input(b)).text(" to ").type_of(self.result(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let input = p.operand()?;
        let map = p.affine_map()?;
        p.attr_dict(state)?;
        let from = p.colon_type()?;
        p.expect("to")?;
        let to = p.ty()?;
        let value = p.resolve(input, from)?;
        state.operands.push(value);
        state.result_types.push(to);
        let attr = p.cx().affine_map_attr(map);
        state.set_attr(p.cx(), "permutation", attr);
        Ok(())
    }
}
