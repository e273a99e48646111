//! Prints of vectors as prints of their elements and of the punctuation between them.

use strata_arith::{AddIOp, CmpIPredicate, ExtSIOp, ExtUIOp, MulIOp, SubIOp, constant_index};
use strata_ir::prelude::*;
use strata_passes_analysis::index_arith::compare;
use strata_scf::{ForOp, IfOp};
use strata_tensor::MixedIndex;
use strata_vector::{BitCastOp, ExtractOp, PrintOp, PrintPunctuation, ShapeCastOp, VectorScaleOp};

use super::ConvertVectorToScf;

/// Makes the print of a vector loops over its elements.
pub(super) fn elements(op: Op, rw: &mut Rewriter<'_>, _: &ConvertVectorToScf) -> Option<()> {
    let print = op.as_op::<PrintOp>(rw)?;
    let value = print.source(rw)?;
    let ty = rw.cx().type_as::<VectorType>(rw.ty(value))?.clone();
    if ty.shape.len() > 1 && ty.scalable.contains(&true) {
        return None;
    }
    let length = ty.shape.iter().try_fold(1i64, |n, &size| n.checked_mul(size))?;
    let mut value = with_standard_width(rw, value, &ty)?;
    if ty.shape.len() != 1 {
        let elem = rw.cx().elem_or_self(rw.ty(value));
        let flat = rw.cx().vector(&[length], elem);
        value = ShapeCastOp::build(rw, value, flat);
    }
    let shape = if ty.shape.is_empty() { vec![1] } else { ty.shape.to_vec() };
    let scalable = ty.scalable.first() == Some(&true);
    nest(rw, &shape, scalable, &mut Vec::new(), value);
    let punctuation = *print.punctuation(rw).get(rw.cx());
    print_punctuation(rw, punctuation);
    rw.replace_op(op, &[]);
    Some(())
}

/// Integers as ones whose width is a power of two and at least eight.
fn with_standard_width(rw: &mut Rewriter<'_>, value: Value, ty: &VectorType) -> Option<Value> {
    let cx = rw.cx();
    let Some(int) = cx.type_as::<IntegerType>(ty.elem).copied() else { return Some(value) };
    let width = int.width.max(8).checked_next_power_of_two()?;
    let of = |width, signedness| {
        cx.ty(VectorType { elem: cx.ty(IntegerType { width, signedness }), ..ty.clone() })
    };
    let cast = |rw: &mut Rewriter<'_>, v, ty| if rw.ty(v) == ty { v } else { BitCastOp::build(rw, v, ty) };
    // Casts of integers have no sign.
    let mut value = cast(rw, value, of(int.width, Signedness::Signless));
    if width != int.width {
        let wide = of(width, Signedness::Signless);
        value = match int.width == 1 || int.signedness == Signedness::Unsigned {
            true => ExtUIOp::build(rw, value, wide),
            false => ExtSIOp::build(rw, value, wide),
        };
    }
    Some(cast(rw, value, of(width, int.signedness)))
}

fn print_punctuation(b: &mut Builder<'_>, punctuation: PrintPunctuation) {
    let punctuation = b.cx().attr(punctuation);
    PrintOp::build(b, None, Some(punctuation), None);
}

/// A loop for the dimension after those of `indices`, or the print of the element there.
fn nest(b: &mut Builder<'_>, shape: &[i64], scalable: bool, indices: &mut Vec<Value>, value: Value) {
    let Some(&size) = shape.get(indices.len()) else {
        let at = flat_index(b, shape, indices);
        let element = ExtractOp::create(b, value, &[MixedIndex::Value(at)]);
        let none = b.cx().attr(PrintPunctuation::NoPunctuation);
        PrintOp::build(b, Some(element), Some(none), None);
        return;
    };
    let [zero, mut size, one] = [0, size, 1].map(|n| constant_index(b, n));
    if scalable {
        let index = b.cx().index();
        let scale = VectorScaleOp::build(b, index);
        size = MulIOp::build(b, size, scale, None);
    }
    let last = SubIOp::build(b, size, one, None);
    print_punctuation(b, PrintPunctuation::Open);
    ForOp::create(b, [zero, size, one], &[], |b, i, _| {
        indices.push(i);
        nest(b, shape, scalable, indices, value);
        indices.pop();
        let more = compare(b, CmpIPredicate::Ult, i, last);
        IfOp::create_then(b, more, &[], |b| {
            print_punctuation(b, PrintPunctuation::Comma);
            Vec::new()
        });
        Vec::new()
    });
    print_punctuation(b, PrintPunctuation::Close);
}

/// The index of an element in row-major order.
fn flat_index(b: &mut Builder<'_>, shape: &[i64], indices: &[Value]) -> Value {
    let mut stride = 1;
    let mut all = None;
    for (&index, &size) in indices.iter().zip(shape).rev() {
        let factor = constant_index(b, stride);
        let term = MulIOp::build(b, factor, index, None);
        all = Some(match all {
            Some(sum) => AddIOp::build(b, sum, term, None),
            None => term,
        });
        stride *= size;
    }
    all.unwrap_or_else(|| constant_index(b, 0))
}
