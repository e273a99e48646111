//! Ops that give or compare shapes as a whole.

use strata_ir::prelude::*;

use crate::constraints::{
    ExtentTensor, IndexElements, IndexTensor, Shape, ShapeOrExtents, ShapedOrValueShape, SizeOrIndex,
    shape_holds_errors,
};

/// The shape that all operands are broadcast to.
#[op(
    name = "shape.broadcast",
    traits = [Pure, Commutative],
    interfaces = [Verify, Fold, Canonicalize],
    asm = "$shapes attr-dict `:` type($shapes) `->` type($result)",
)]
pub struct BroadcastOp {
    /// The shapes.
    pub shapes: Variadic<ShapeOrExtents>,
    /// The error message if they cannot be broadcast.
    pub error: OptAttr<StringAttr>,
    /// The shape of all of them.
    pub result: Res<ShapeOrExtents>,
}

impl Verify for BroadcastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        shape_holds_errors(b, self.op())
    }
}

/// Concatenates the dimensions of two shapes.
#[op(name = "shape.concat", traits = [Pure], interfaces = [Fold], asm = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)")]
pub struct ConcatOp {
    /// The first dimensions.
    pub lhs: Operand<ShapeOrExtents>,
    /// The last ones.
    pub rhs: Operand<ShapeOrExtents>,
    /// All of them.
    pub result: Res<ShapeOrExtents>,
}

/// Splits the dimensions of a shape in two.
#[op(name = "shape.split_at", traits = [Pure], interfaces = [Fold])]
pub struct SplitAtOp {
    /// The shape.
    pub operand: Operand<ShapeOrExtents>,
    /// The number of dimensions before, or, if it is negative, of those behind.
    pub index: Operand<SizeOrIndex>,
    /// The first dimensions.
    pub head: Res<ShapeOrExtents>,
    /// The last ones.
    pub tail: Res<ShapeOrExtents>,
}

/// Any combination of what is known of shapes that are the same.
#[op(
    name = "shape.any",
    traits = [Pure, Commutative],
    interfaces = [Fold],
    asm = "$inputs attr-dict `:` type($inputs) `->` type($result)",
)]
pub struct AnyOp {
    /// The shapes.
    pub inputs: Variadic<ShapeOrExtents>,
    /// The shape.
    pub result: Res<ShapeOrExtents>,
}

/// A shape of known sizes.
#[op(name = "shape.const_shape", traits = [Pure, ConstantLike], interfaces = [Verify], custom_asm)]
pub struct ConstShapeOp {
    /// The sizes.
    pub shape: Attr<IndexElements>,
    /// The shape.
    pub result: Res<ShapeOrExtents>,
}

impl Verify for ConstShapeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (cx, ty) = (b.cx(), b.ty(self.result(b)));
        let elements = cx.attr_as::<DenseElementsAttr>(self.shape(b).raw());
        let count = elements.and_then(|d| cx.shaped(d.ty)?.num_elements());
        let (Some(n), true) = (count, crate::is_extent_tensor(cx, ty)) else { return Ok(()) };
        let inferred = cx.tensor(&[n], cx.index());
        ensure!(
            inferred == ty,
            "inferred type(s) '{}' are incompatible with return type(s) of operation '{}'",
            cx.type_to_string(inferred),
            cx.type_to_string(ty)
        );
        Ok(())
    }
}

impl CustomAsm for ConstShapeOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let elements = b.cx().attr_as::<DenseElementsAttr>(self.shape(b).raw());
        let sizes = elements.and_then(|d| d.to_i64s(b.cx())).unwrap_or_default();
        p.attr_dict(self.op(), &["shape"]);
        p.text(" [").list(&sizes, |p, &n| {
            p.int(n);
        });
        p.text("] : ").type_of(self.result(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        p.attr_dict(state)?;
        p.expect("[")?;
        let sizes = p.list_until("]", |p| match p.integer_opt()? {
            Some(n) => Ok(n),
            None => Err(p.error("expected attribute value")),
        })?;
        p.expect(":")?;
        let ty = p.ty()?;
        let cx = p.cx();
        let list = cx.tensor(&[sizes.len() as i64], cx.index());
        if let Some(elements) = cx.dense_i64s(list, &sizes) {
            state.set_attr(cx, "shape", elements);
        }
        state.result_types.push(ty);
        Ok(())
    }
}

/// A list of sizes as a shape.
#[op(name = "shape.from_extent_tensor", traits = [Pure], asm = "$input attr-dict `:` type($input)")]
pub struct FromExtentTensorOp {
    /// The sizes.
    pub input: Operand<ExtentTensor>,
    /// The shape.
    pub result: Res<Shape>,
}

/// Sizes as a shape.
#[op(name = "shape.from_extents", traits = [Pure], interfaces = [Fold], asm = "$extents attr-dict `:` type($extents)")]
pub struct FromExtentsOp {
    /// The sizes.
    pub extents: Variadic<SizeOrIndex>,
    /// The shape.
    pub shape: Res<Shape>,
}

/// Whether shapes can be broadcast to one.
#[op(name = "shape.is_broadcastable", traits = [Pure, Commutative], interfaces = [Fold, Canonicalize], asm = "$shapes attr-dict `:` type($shapes)")]
pub struct IsBroadcastableOp {
    /// The shapes.
    pub shapes: Variadic<ShapeOrExtents>,
    /// Whether they can.
    pub result: Res<I1>,
}

/// Whether shapes are equal.
#[op(name = "shape.shape_eq", traits = [Pure, Commutative], interfaces = [Fold], asm = "$shapes attr-dict `:` type($shapes)")]
pub struct ShapeEqOp {
    /// The shapes.
    pub shapes: Variadic<ShapeOrExtents>,
    /// Whether they are.
    pub result: Res<I1>,
}

/// The shape of a value.
#[op(
    name = "shape.shape_of",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize],
    asm = "$arg attr-dict `:` type($arg) `->` type($result)",
)]
pub struct ShapeOfOp {
    /// The value.
    pub arg: Operand<ShapedOrValueShape>,
    /// Its shape.
    pub result: Res<ShapeOrExtents>,
}

impl Verify for ShapeOfOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        shape_holds_errors(b, self.op())
    }
}

/// A shape as a list of sizes.
#[op(name = "shape.to_extent_tensor", traits = [Pure], interfaces = [Fold], asm = "$input attr-dict `:` type($input) `->` type($result)")]
pub struct ToExtentTensorOp {
    /// The shape.
    pub input: Operand<ShapeOrExtents>,
    /// The sizes.
    pub result: Res<IndexTensor>,
}
