//! Vectors as `!gpu.mma_matrix`.

use strata_arith::{self as arith, ConstantOp, ExtFOp, ExtSIOp, ExtUIOp};
use strata_gpu::{
    MmaElementwise, MmaMatrixType, MmaOperand, SubgroupMmaComputeOp, SubgroupMmaConstantMatrixOp,
    SubgroupMmaElementwiseOp, SubgroupMmaLoadMatrixOp, SubgroupMmaStoreMatrixOp,
};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_memref::layout;
use strata_scf::{ForOp, YieldOp};
use strata_vector::{BroadcastOp, ContractionOp, TransferReadOp, TransferWriteOp};

use super::{
    Form, Values, loops,
    prepare::{is_extension, is_product},
    slice,
};

/// Converts all products that can be converted.
pub(super) fn convert(body: &mut Body) {
    let mut values = Values::default();
    for op in slice::convertible(body, &supported) {
        // An op some operand of which has no new value stays, as do those that use it.
        let _ = convert_op(body, op, &mut values);
    }
}

fn supported(b: &Body, op: Op) -> bool {
    if let Some(read) = op.as_op::<TransferReadOp>(b) {
        return read_is_supported(b, read);
    }
    if let Some(write) = op.as_op::<TransferWriteOp>(b) {
        return write_is_supported(b, write);
    }
    if op.isa::<ExtSIOp>(b) || op.isa::<ExtUIOp>(b) {
        let read = b.def_op(b.operand(op, 0)).is_some_and(|d| d.isa::<TransferReadOp>(b));
        return read && b.users(b.result(op, 0)).all(|u| u.isa::<ContractionOp>(b));
    }
    if let Some(contraction) = op.as_op::<ContractionOp>(b) {
        return is_product(b, contraction, Form::Matrices);
    }
    if op.isa::<YieldOp>(b) {
        return b.parent_op(op).is_some_and(|p| p != Op::SELF && p.isa::<ForOp>(b));
    }
    if op.isa::<ForOp>(b) {
        return true;
    }
    let matrix = |v: Value| matrix_type(b, v, MmaOperand::C).is_some();
    if let Some(broadcast) = op.as_op::<BroadcastOp>(b) {
        return matrix(b.result(op, 0)) && b.cx().as_float(b.ty(broadcast.source(b))).is_some();
    }
    if op.isa::<ConstantOp>(b) {
        let value = b.attr(op, "value");
        return matrix(b.result(op, 0)) && value.is_some_and(|a| b.cx().splat_value(a).is_some());
    }
    elementwise(b, op).is_some() && matrix(b.result(op, 0))
}

/// The type of a vector as a matrix; `None` if it cannot be one.
fn matrix_type(b: &Body, v: Value, operand: MmaOperand) -> Option<Type> {
    let ty = b.cx().type_as::<VectorType>(b.ty(v))?;
    matrix_of(b.cx(), ty, ty.elem, operand)
}
fn matrix_of(cx: &Context, ty: &VectorType, elem: Type, operand: MmaOperand) -> Option<Type> {
    let [rows, columns] = ty.shape[..] else { return None };
    let fixed = !ty.scalable.contains(&true);
    fixed.then(|| MmaMatrixType::with_elements(cx, [rows, columns], elem, operand)).flatten()
}

/// The distance of rows of a memref whose rows have no gaps inside.
fn row_stride(b: &Body, memref: Value) -> Option<i64> {
    let ty = b.cx().type_as::<MemRefType>(b.ty(memref))?;
    if ty.shape.len() < 2 {
        return Some(0);
    }
    let strides = layout::strides(b.cx(), b.ty(memref))?.strides;
    let (&last, rest) = strides.split_last()?;
    let stride = *rest.last()?;
    (last == 1 && stride != strata_ir::core::DYNAMIC).then_some(stride)
}

/// The order in which a matrix is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Rows,
    Columns,
    OneRow,
}

fn order(map: &AffineMap) -> Option<Order> {
    if map.is_minor_identity() && map.n_results() == 2 {
        return Some(Order::Rows);
    }
    let [first, second] = map.results() else { return None };
    let n = map.n_dims();
    let last = second.as_dim() == n.checked_sub(1);
    if last && *first == AffineExpr::constant(0) {
        return Some(Order::OneRow);
    }
    let flipped = n >= 2 && first.as_dim() == Some(n - 1) && second.as_dim() == Some(n - 2);
    flipped.then_some(Order::Columns)
}

fn read_is_supported(b: &Body, read: TransferReadOp) -> bool {
    let result = b.result(read.op(), 0);
    let Some(ty) = b.cx().type_as::<VectorType>(b.ty(result)) else { return false };
    // The sign of bytes is that of their extension.
    let elem = if ty.elem == b.cx().i8() { sign(b, result).map(|s| byte(b.cx(), s)) } else { Some(ty.elem) };
    let matrix = elem.and_then(|elem| matrix_of(b.cx(), ty, elem, MmaOperand::A));
    let whole = b.cx().type_as::<MemRefType>(b.ty(read.base(b))).is_some_and(|m| m.elem == ty.elem);
    matrix.is_some()
        && whole
        && read.mask(b).is_none()
        && read.is_in_bounds(b)
        && row_stride(b, read.base(b)).is_some()
        && order(&read.map(b)).is_some()
}

fn write_is_supported(b: &Body, write: TransferWriteOp) -> bool {
    let value = write.value_to_store(b);
    let Some(ty) = b.cx().type_as::<VectorType>(b.ty(value)) else { return false };
    let whole = b.cx().type_as::<MemRefType>(b.ty(write.base(b))).is_some_and(|m| m.elem == ty.elem);
    matrix_of(b.cx(), ty, ty.elem, MmaOperand::C).is_some()
        && whole
        && write.mask(b).is_none()
        && write.is_in_bounds(b)
        && row_stride(b, write.base(b)).is_some()
        && order(&write.map(b)) == Some(Order::Rows)
}

/// How the only user of bytes extends them.
fn sign(b: &Body, v: Value) -> Option<Signedness> {
    let user = b.users(v).next().filter(|_| b.has_one_use(v))?;
    if user.isa::<ExtSIOp>(b) {
        return Some(Signedness::Signed);
    }
    user.isa::<ExtUIOp>(b).then_some(Signedness::Unsigned)
}
fn byte(cx: &Context, signedness: Signedness) -> Type {
    cx.ty(IntegerType { width: 8, signedness })
}

fn elementwise(b: &Body, op: Op) -> Option<MmaElementwise> {
    use MmaElementwise::{AddF, DivF, ExtF, MaxF, MinF, MulF, NegateF, SubF};
    let rows: [(&OpInfo, MmaElementwise); 8] = [
        (arith::AddFOp::info(), AddF),
        (arith::MulFOp::info(), MulF),
        (arith::SubFOp::info(), SubF),
        (arith::MaximumFOp::info(), MaxF),
        (arith::MinimumFOp::info(), MinF),
        (arith::DivFOp::info(), DivF),
        (arith::NegFOp::info(), NegateF),
        (ExtFOp::info(), ExtF),
    ];
    rows.into_iter().find(|(info, _)| info.name == b.op_name(op)).map(|(_, kind)| kind)
}

/// Whether an op computes with the elements of vectors as it would with those of matrices.
pub(super) fn is_elementwise(b: &Body, op: Op) -> bool {
    elementwise(b, op).is_some()
}

/// The part of a vector in the products that use it, perhaps behind ops on elements.
fn operand_of(b: &Body, v: Value) -> MmaOperand {
    let mut v = v;
    while b.has_one_use(v)
        && let Some(user) = b.users(v).next().filter(|&u| is_extension(b, u) || elementwise(b, u).is_some())
    {
        v = b.result(user, 0);
    }
    for user in b.users(v) {
        let Some(contraction) = user.as_op::<ContractionOp>(b) else { continue };
        if contraction.lhs(b) == v {
            return MmaOperand::A;
        }
        if contraction.rhs(b) == v {
            return MmaOperand::B;
        }
    }
    MmaOperand::C
}

/// Converts an op; `None` if an operand has no new value.
fn convert_op(body: &mut Body, op: Op, values: &mut Values) -> Option<()> {
    if let Some(read) = op.as_op::<TransferReadOp>(body) {
        return load(body, read, values);
    }
    if let Some(write) = op.as_op::<TransferWriteOp>(body) {
        return store(body, write, values);
    }
    if let Some(for_op) = op.as_op::<ForOp>(body) {
        loops::for_loop(body, for_op, values);
        return Some(());
    }
    if op.isa::<YieldOp>(body) {
        loops::loop_end(body, op, values);
        return Some(());
    }
    let old = body.results(op).first().copied()?;
    let new = if op.isa::<ContractionOp>(body) {
        let [x, y, sum] = [0, 1, 2].map(|i| values.get(&body.operand(op, i)).copied());
        let (x, y, sum) = (x?, y?, sum?);
        SubgroupMmaComputeOp::build(&mut Builder::before(body, op), x, y, sum, None, None)
    } else if let Some(constant) = op.as_op::<ConstantOp>(body) {
        let ty = matrix_type(body, old, operand_of(body, old))?;
        let scalar = body.cx().splat_value(body.attr(constant.op(), "value")?)?;
        let elem = body.cx().elem_or_self(body.ty(old));
        let mut b = Builder::before(body, op);
        let scalar = ConstantOp::build(&mut b, scalar, elem);
        SubgroupMmaConstantMatrixOp::build(&mut b, scalar, ty)
    } else if let Some(broadcast) = op.as_op::<BroadcastOp>(body) {
        let ty = matrix_type(body, old, operand_of(body, old))?;
        let source = broadcast.source(body);
        SubgroupMmaConstantMatrixOp::build(&mut Builder::before(body, op), source, ty)
    } else {
        let Some(kind) = elementwise(body, op) else { return Some(()) };
        let args = body.operands(op).map(|v| values.get(&v).copied()).collect::<Option<Vec<_>>>()?;
        let first = body.cx().type_as::<MmaMatrixType>(body.ty(*args.first()?))?.operand;
        let ty = matrix_type(body, old, first)?;
        let mut b = Builder::before(body, op);
        let kind = kind.attr(b.cx());
        SubgroupMmaElementwiseOp::build(&mut b, &args, kind, ty)
    };
    values.insert(old, new);
    Some(())
}

fn load(body: &mut Body, read: TransferReadOp, values: &mut Values) -> Option<()> {
    let result = body.result(read.op(), 0);
    let (stride, order) = (row_stride(body, read.base(body))?, order(&read.map(body))?);
    let operand = operand_of(body, result);
    let vector = body.cx().type_as::<VectorType>(body.ty(result))?.clone();
    let sign = sign(body, result);
    let (elem, whole) = match sign.filter(|_| body.cx().as_int(vector.elem).is_some()) {
        Some(sign) => {
            let width = body.cx().as_int(vector.elem)?.width;
            let user = body.users(result).next()?;
            (body.cx().ty(IntegerType { width, signedness: sign }), body.result(user, 0))
        }
        None => (vector.elem, result),
    };
    let ty = matrix_of(body.cx(), &vector, elem, operand)?;
    let (base, indices) = (read.base(body), read.indices(body).collect::<Vec<_>>());
    let mut b = Builder::before(body, read.op());
    let cx = b.cx();
    let stride = cx.index_attr(if order == Order::OneRow { 0 } else { stride });
    let transpose = (order == Order::Columns).then(|| cx.unit());
    let new = SubgroupMmaLoadMatrixOp::build(&mut b, base, &indices, stride, transpose, ty);
    values.insert(whole, new);
    Some(())
}

fn store(body: &mut Body, write: TransferWriteOp, values: &Values) -> Option<()> {
    let stride = row_stride(body, write.base(body))?;
    let matrix = *values.get(&write.value_to_store(body))?;
    let (base, indices) = (write.base(body), write.indices(body).collect::<Vec<_>>());
    let mut b = Builder::before(body, write.op());
    let stride = b.cx().index_attr(stride);
    SubgroupMmaStoreMatrixOp::build(&mut b, matrix, base, &indices, stride, None);
    body.erase(write.op());
    Some(())
}
