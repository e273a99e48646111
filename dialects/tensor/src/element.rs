//! Single elements: `tensor.extract`, `tensor.insert`, `tensor.from_elements` and `tensor.splat`.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::DestinationStyle;
use crate::constraints::{StaticTensor, elem_type, same_type};
use crate::index_list::constant_index;

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
    interfaces = [Verify, Fold, Canonicalize, ResultNames, DestinationStyle],
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
        let dense = consts[0].and_then(|c| cx.attr_as::<DenseElementsAttr>(c));
        if let Some(dense) = dense.filter(|d| d.splat) {
            return element_attr(cx, dense, 0).map(Into::into);
        }
        if let Some(splat) = b.def_as::<SplatOp>(self.tensor(b)) {
            return Some(splat.input(b).into());
        }
        let indices: Vec<i64> = consts[1..].iter().map(|c| cx.attr_i64((*c)?)).collect::<Option<_>>()?;
        if let Some(insert) = b.def_as::<InsertOp>(self.tensor(b)) {
            let there: Option<Vec<i64>> = insert.indices(b).map(|v| constant_index(b, v)).collect();
            return (there? == indices).then(|| insert.scalar(b).into());
        }
        let shape = cx.shaped(b.ty(self.tensor(b)))?.shape?;
        let at = linear_index(shape, &indices)?;
        if let Some(elements) = b.def_as::<FromElementsOp>(self.tensor(b)) {
            return elements.elements(b).nth(at).map(Into::into);
        }
        if let Some(sparse) = cx.attr_as::<SparseElementsAttr>(consts[0]?) {
            return sparse_element(cx, sparse, &indices).map(Into::into);
        }
        element_attr(cx, dense?, at).map(Into::into)
    }
}

/// An element as an attribute; that of a complex number is a list of its parts.
fn element_attr(cx: &Context, dense: &DenseElementsAttr, i: usize) -> Option<Attr> {
    let Some(part) = cx.type_as::<ComplexType>(cx.elem_or_self(dense.ty)).map(|c| c.elem) else {
        return dense.element_attr(cx, i);
    };
    let bytes = dense.element(cx, i);
    let scalar = cx.tensor(&[], part);
    let parts =
        bytes.chunks_exact(element_bytes(cx, part)?).map(|p| cx.splat_value(cx.splat_bytes(scalar, p)));
    Some(cx.array_attr(parts.collect::<Option<_>>()?))
}

/// Constants that `arith` has no op for.
pub(crate) fn materialize_constant(b: &mut Builder<'_>, value: Attr, ty: Type) -> Option<Value> {
    b.cx().type_as::<ComplexType>(ty)?;
    let make = b.cx().dialect("complex")?.materialize_constant?;
    make(b, value, ty)
}

/// The element at a position: the value listed for it, or zero.
fn sparse_element(cx: &Context, sparse: &SparseElementsAttr, position: &[i64]) -> Option<Attr> {
    let listed = cx.attr_as::<DenseElementsAttr>(sparse.indices)?.to_i64s(cx)?;
    let values = cx.attr_as::<DenseElementsAttr>(sparse.values)?;
    if let Some(i) = listed.chunks_exact(position.len().max(1)).position(|p| p == position) {
        return values.element_attr(cx, i);
    }
    let ty = cx.elem_or_self(sparse.ty);
    let zero = cx.splat_bytes(cx.tensor(&[], ty), &vec![0; element_bytes(cx, ty)?]);
    cx.splat_value(zero)
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
            match cx.attr_as::<ArrayAttr>(c?) {
                Some(parts) => {
                    for &part in &parts.0 {
                        push_bytes(cx, &mut data, part, width / parts.0.len().max(1))?;
                    }
                }
                None => push_bytes(cx, &mut data, c?, width)?,
            }
        }
        cx.dense_attr(ty, data).map(Into::into)
    }
}

/// Appends the bytes of a number as elements have them.
fn push_bytes(cx: &Context, data: &mut Vec<u8>, number: Attr, width: usize) -> Option<()> {
    let start = data.len();
    if let Some(i) = cx.attr_as::<IntegerAttr>(number) {
        data.extend(i.value.to_le_bytes());
    } else {
        data.extend(cx.attr_as::<FloatAttr>(number)?.bits.to_le_bytes());
    }
    data.resize(start + width, 0);
    Some(())
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
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let tensor = self.tensor(rw);
        let def = rw.def_op(tensor)?;
        // An element of a cast is the element of its source.
        if let Some(cast) = rw.def_of::<crate::CastOp>(tensor) {
            let source = cast.source(rw);
            rw.cx().type_as::<TensorType>(rw.ty(source))?;
            rw.set_operand(*self, 0, source);
            return Some(());
        }
        if let Some(generate) = rw.def_of::<crate::GenerateOp>(tensor) {
            return of_generate(*self, generate, rw);
        }
        if rw.info(def).name == "arith.index_cast" {
            let (source, to) = (rw.operand(def, 0), rw.ty(self.result(rw)));
            let indices: Vec<Value> = self.indices(rw).collect();
            let new = Self::build(rw, source, &indices);
            let cast = crate::index_list::index_cast(rw, new, to)?;
            rw.replace_op(*self, &[cast]);
            return Some(());
        }
        None
    }
}

/// An element of a computed tensor can be computed where it is used, when computing it has no other effects.
fn of_generate(op: ExtractOp, generate: crate::GenerateOp, rw: &mut Rewriter<'_>) -> Option<()> {
    if !strata_ir::analysis::would_be_trivially_dead(rw, generate.op()) {
        return None;
    }
    let body = generate.body_block(rw);
    let value = rw.terminator(body)?.as_op::<crate::YieldOp>(rw)?.value(rw);
    let mut map = IdMap::new();
    for (&arg, v) in rw.block_args(body).iter().zip(op.indices(rw)) {
        map.map(arg, v);
    }
    let at = InsertPoint::before(rw, op.op());
    for inner in rw.block_ops(body).filter(|&o| !rw.has_trait(o, Trait::Terminator)).collect::<Vec<_>>() {
        let new = rw.body().clone_op(inner, &mut map);
        rw.body().insert(new, at);
        rw.touch(new);
    }
    rw.replace_op(op, &[map.get(value)]);
    Some(())
}

impl Canonicalize for InsertOp {
    /// A cast that only forgets sizes of the destination moves behind the op.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let dest = crate::cast::cast_source(rw, self.dest(rw))?;
        let (scalar, indices) = (self.scalar(rw), self.indices(rw).collect::<Vec<_>>());
        let old = rw.ty(self.result(rw));
        let new = Self::build(rw, scalar, dest, &indices);
        let cast = crate::CastOp::build(rw, new, old);
        rw.replace_op(*self, &[cast]);
        Some(())
    }
}
