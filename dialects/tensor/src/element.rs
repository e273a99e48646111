//! Single elements: `tensor.extract`, `tensor.insert`, `tensor.from_elements` and `tensor.splat`.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::DestinationStyle;
use crate::constraints::{StaticTensor, elem_type, same_type};

/// One element.
#[op(
    name = "tensor.extract",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize, ResultNames],
    infer(result = elem_type(tensor), "result type matches element type of tensor"),
    asm = "$tensor `[` $indices `]` attr-dict `:` type($tensor)",
)]
pub struct ExtractOp {
    /// The tensor.
    pub tensor: Operand<RankedTensor>,
    /// The position.
    pub indices: Variadic<Index>,
    /// The element.
    pub result: Res<AnyType>,
}

/// The tensor with one element changed.
#[op(
    name = "tensor.insert",
    traits = [Pure],
    interfaces = [Verify, Fold, ResultNames, DestinationStyle],
    infer(result = same_type(dest), "result type matches type of dest"),
    infer(scalar = elem_type(dest), "scalar type matches element type of dest"),
    asm = "$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)",
)]
pub struct InsertOp {
    /// The new element.
    pub scalar: Operand<AnyType>,
    /// The tensor before.
    pub dest: Operand<RankedTensor>,
    /// The position.
    pub indices: Variadic<Index>,
    /// The tensor after.
    pub result: Res<RankedTensor>,
}

/// A tensor of the given elements in row-major order.
#[op(
    name = "tensor.from_elements",
    traits = [Pure],
    interfaces = [Verify, Fold, ResultNames],
    infer(elements = elem_type(result), "operand types match result element type"),
    asm = "$elements attr-dict `:` type($result)",
)]
pub struct FromElementsOp {
    /// The elements.
    pub elements: Variadic<AnyType>,
    /// The tensor.
    pub result: Res<StaticTensor>,
}

/// A tensor whose elements are all equal.
#[op(
    name = "tensor.splat",
    traits = [Pure],
    interfaces = [Verify, Fold, ResultNames],
    infer(input = elem_type(aggregate), "operand type matches element type of result"),
    asm = "$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)",
)]
pub struct SplatOp {
    /// The element.
    pub input: Operand<AnyType>,
    /// Sizes of the dynamic dimensions.
    #[ir_name = "dynamicSizes"]
    pub dynamic_sizes: Variadic<Index>,
    /// The tensor.
    pub aggregate: Res<RankedTensor>,
}

crate::result_name!(ExtractOp => "extracted", InsertOp => "inserted", FromElementsOp => "from_elements", SplatOp => "splat");

impl DestinationStyle for InsertOp {
    fn as_op(&self) -> Op {
        self.op()
    }
    fn dps_init_range(&self, _: &Body) -> std::ops::Range<usize> {
        1..2
    }
}

fn rank(b: &Body, v: Value) -> usize {
    b.cx().shaped(b.ty(v)).and_then(|s| s.rank()).unwrap_or(0)
}

impl Verify for ExtractOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(
            self.indices(b).len() == rank(b, self.tensor(b)),
            "incorrect number of indices for extract_element"
        );
        Ok(())
    }
}
impl Verify for InsertOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(self.indices(b).len() == rank(b, self.dest(b)), "incorrect number of indices");
        Ok(())
    }
}
impl Verify for FromElementsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let n = b.cx().shaped(b.ty(self.result(b))).and_then(|s| s.num_elements()).unwrap_or(0);
        let given = self.elements(b).len();
        ensure!(
            n == given as i64,
            "number of operands ({given}) does not match the number of elements of the result ({n})"
        );
        Ok(())
    }
}
impl Verify for SplatOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let shape = b.cx().shaped(b.ty(self.aggregate(b))).and_then(|s| s.shape).unwrap_or(&[]);
        let (expected, given) =
            (shape.iter().filter(|&&d| d == DYNAMIC).count(), self.dynamic_sizes(b).len());
        ensure!(expected == given, "incorrect number of dynamic sizes, has {given}, expected {expected}");
        Ok(())
    }
}

/// The row-major number of a position given as constants, when it is inside of the shape.
pub fn linear_index(shape: &[i64], indices: &[i64]) -> Option<usize> {
    let mut at = 0usize;
    for (&d, &i) in shape.iter().zip(indices) {
        if i < 0 || i >= d {
            return None;
        }
        at = at.checked_mul(d as usize)?.checked_add(i as usize)?;
    }
    Some(at)
}

impl Fold for ExtractOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let cx = b.cx();
        if let Some(tensor) = consts[0]
            && let Some(value) = cx.splat_value(tensor)
        {
            return Some(value.into());
        }
        if let Some(splat) = b.def_as::<SplatOp>(self.tensor(b)) {
            return Some(splat.input(b).into());
        }
        let indices: Vec<i64> = consts[1..].iter().map(|c| cx.attr_i64((*c)?)).collect::<Option<_>>()?;
        let shape = cx.shaped(b.ty(self.tensor(b)))?.shape?;
        let at = linear_index(shape, &indices)?;
        if let Some(elements) = b.def_as::<FromElementsOp>(self.tensor(b)) {
            return elements.elements(b).nth(at).map(Into::into);
        }
        let dense = cx.attr_as::<DenseElementsAttr>(consts[0]?)?;
        dense.element_attr(cx, at).map(Into::into)
    }
}
impl Fold for InsertOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (scalar, dest) = (consts[0]?, consts[1]?);
        (b.cx().splat_value(dest)? == scalar).then(|| dest.into())
    }
}
impl Fold for FromElementsOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let cx = b.cx();
        let ty = b.ty(self.result(b));
        let width = element_bytes(cx, cx.elem_or_self(ty))?;
        let mut data = Vec::with_capacity(consts.len() * width);
        for &c in consts {
            let c = c?;
            let start = data.len();
            if let Some(i) = cx.attr_as::<IntegerAttr>(c) {
                data.extend(i.value.to_le_bytes());
            } else {
                data.extend(cx.attr_as::<FloatAttr>(c)?.bits.to_le_bytes());
            }
            data.resize(start + width, 0);
        }
        cx.dense_attr(ty, data).map(Into::into)
    }
}
impl Fold for SplatOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let ty = b.ty(self.aggregate(b));
        if !b.cx().shaped(ty)?.is_static() {
            return None;
        }
        b.cx().splat_attr(ty, (*consts.first()?)?).map(Into::into)
    }
}

impl Canonicalize for ExtractOp {
    /// An element of a cast is the element of what is cast.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let cast = rw.def_of::<crate::CastOp>(self.tensor(rw))?;
        let source = cast.source(rw);
        rw.cx().type_as::<TensorType>(rw.ty(source))?;
        rw.set_operand(*self, 0, source);
        Some(())
    }
}
