//! A reduction of few long rows as one of many shorter rows, and one of their results.

use strata_arith::constant;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{GenericOp, IndexOp, IteratorType};
use strata_memref::{AllocOp, CollapseShapeOp, DeallocOp, ExpandShapeOp};

use crate::rows::{Combine, FEW, Form, Kind, LONG, Member, anchor};

/// Pieces of all rows together that are enough for a device.
const ENOUGH: i64 = 1024;
/// The least columns of a piece.
const LEAST: i64 = 1024;

/// The value that changes nothing, for an operation of `arith`.
fn neutral(cx: &Context, name: &str, ty: Type) -> Option<Attr> {
    use strata_ir::num::ApInt;
    let width = cx.bit_width(ty)?;
    let int = |value: ApInt| Some(cx.attr(IntegerAttr { value, ty }));
    let infinity = |negative: bool| {
        let bits = cx.as_float(ty)?.infinity(negative)?;
        Some(cx.attr(FloatAttr { bits, ty }))
    };
    match name {
        // The sum of negative zeros is a negative zero.
        "arith.addf" => Some(cx.float_attr(-0.0, ty)),
        "arith.mulf" => Some(cx.float_attr(1.0, ty)),
        "arith.maximumf" => infinity(true),
        "arith.minimumf" => infinity(false),
        "arith.addi" | "arith.ori" | "arith.xori" | "arith.maxui" => int(ApInt::zero(width)),
        "arith.muli" => int(ApInt::one(width)),
        "arith.andi" | "arith.minui" => int(ApInt::ones(width)),
        "arith.maxsi" => int(ApInt::min_signed(width)),
        "arith.minsi" => int(ApInt::max_signed(width)),
        _ => None,
    }
}

/// How a reduction is cut.
struct Cut {
    rows: i64,
    pieces: i64,
    columns: i64,
    neutral: Attr,
}

fn cut(b: &Body, member: &Member, rows: i64, cols: i64) -> Option<Cut> {
    let Kind::Reduction(combine) = &member.kind else { return None };
    if !(1..FEW).contains(&rows) || cols <= LONG || !combine.commutative || member.nest.inits.len() != 1 {
        return None;
    }
    let plain = |i: usize| {
        let v = member.nest.operands[i];
        let t = b.cx().type_as::<MemRefType>(b.ty(v));
        t.is_none_or(|t| t.layout.is_none()) && !matches!(member.forms[i], Form::Mixed(_))
    };
    if !(0..member.forms.len()).all(plain) || b.block_ops(member.nest.payload).any(|op| op.isa::<IndexOp>(b))
    {
        return None;
    }
    let out = member.nest.operands[member.nest.inits.start];
    let neutral = neutral(b.cx(), combine.operation(b)?, b.cx().elem_or_self(b.ty(out)))?;
    // Pieces whose rows can be read by wide accesses are better than more pieces.
    let fits = |&n: &i64| cols % n == 0 && cols / n >= LEAST && n * rows <= ENOUGH;
    let rank = |&n: &i64| {
        let columns = cols / n;
        (n * rows >= 64, columns % 8 == 0, columns % 4 == 0, n)
    };
    let pieces = (2..=ENOUGH).filter(fits).max_by_key(rank)?;
    Some(Cut { rows, pieces, columns: cols / pieces, neutral })
}

/// Whether a reduction along rows becomes one of shorter rows.
pub(crate) fn is_splittable(b: &Body, member: &Member, rows: i64, cols: i64) -> bool {
    cut(b, member, rows, cols).is_some()
}

/// Cuts a reduction, if it is one of few long rows.
pub(super) fn split(b: &mut Body, op: Op) -> bool {
    let Some((rows, cols)) = anchor(b, op) else { return false };
    let Some(member) = Member::read(b, op, rows, cols) else { return false };
    let Some(cut) = cut(b, &member, rows, cols) else { return false };
    let mut at = Builder::before(b, op);
    if rewrite(&mut at, &member, &cut).is_none() {
        return false;
    }
    b.erase(op);
    true
}

/// The map of an operand that has rows and columns, each if it has them; columns are the two last loops.
fn map(has_rows: bool, has_columns: bool) -> AffineMap {
    let rows = has_rows.then(|| AffineExpr::dim(0));
    let columns = if has_columns { vec![AffineExpr::dim(1), AffineExpr::dim(2)] } else { Vec::new() };
    AffineMap::new(3, 0, rows.into_iter().chain(columns).collect())
}

fn rewrite(b: &mut Builder<'_>, member: &Member, cut: &Cut) -> Option<()> {
    let Kind::Reduction(combine) = &member.kind else { return None };
    let (nest, first) = (&member.nest, member.nest.inits.start);
    let mut inputs = Vec::new();
    let mut maps = Vec::new();
    for i in 0..first {
        let form = member.forms[i];
        let v = nest.operands[i];
        let (has_rows, has_columns) = (matches!(form, Form::Full | Form::Row), form.has_columns());
        if form != Form::Value {
            inputs.push(cut_buffer(b, v, has_rows.then_some(cut.rows), has_columns.then_some(cut))?);
        } else {
            inputs.push(v);
        }
        maps.push(map(has_rows, has_columns));
    }
    let out = nest.operands[first];
    let elem = b.cx().elem_or_self(b.ty(out));
    let ty = b.cx().memref(&[cut.rows, cut.pieces], elem);
    let partial = AllocOp::of(b, ty, &[]);
    let value = constant(b, cut.neutral);
    let id = AffineMap::identity(2);
    let parallel = IteratorType::Parallel;
    let scalar = AffineMap::new(2, 0, Vec::new());
    GenericOp::build_with(b, &[value], &[partial], &[scalar, id.clone()], &[parallel; 2], &[], |_, args| {
        vec![args[0]]
    });
    maps.push(AffineMap::new(3, 0, vec![AffineExpr::dim(0), AffineExpr::dim(1)]));
    let kinds = [parallel, parallel, IteratorType::Reduction];
    let payload = nest.payload;
    GenericOp::build_with(b, &inputs, &[partial], &maps, &kinds, &[], |b, args| {
        clone_payload(b, payload, args)
    });
    let whole = flat(b, out, cut.rows)?;
    let maps = [id, AffineMap::new(2, 0, vec![AffineExpr::dim(0)])];
    GenericOp::build_with(
        b,
        &[partial],
        &[whole],
        &maps,
        &[parallel, IteratorType::Reduction],
        &[],
        |b, args| combine.apply(b, &args[1..], &args[..1]),
    );
    DeallocOp::build(b, partial);
    Some(())
}

/// A buffer of rows as one dimension.
fn flat(b: &mut Builder<'_>, v: Value, rows: i64) -> Option<Value> {
    match b.cx().type_as::<MemRefType>(b.ty(v))?.shape.len() {
        0 => ExpandShapeOp::of(b, v, &[], &[rows.into()]),
        1 => Some(v),
        n => CollapseShapeOp::of(b, v, &[(0..n as i64).collect()]),
    }
}

/// A buffer as rows, pieces and the columns of a piece, each if it has them.
fn cut_buffer(b: &mut Builder<'_>, v: Value, rows: Option<i64>, columns: Option<&Cut>) -> Option<Value> {
    let Some(cut) = columns else {
        return match rows {
            Some(rows) => flat(b, v, rows),
            None => {
                let rank = b.cx().type_as::<MemRefType>(b.ty(v))?.shape.len();
                if rank == 0 { Some(v) } else { CollapseShapeOp::of(b, v, &[]) }
            }
        };
    };
    let rank = b.cx().type_as::<MemRefType>(b.ty(v))?.shape.len() as i64;
    let all = if rank == 1 { v } else { CollapseShapeOp::of(b, v, &[(0..rank).collect()])? };
    let sizes: Vec<i64> = rows.into_iter().chain([cut.pieces, cut.columns]).collect();
    let groups = [(0..sizes.len() as i64).collect::<Vec<_>>()];
    let sizes: Vec<_> = sizes.into_iter().map(Into::into).collect();
    ExpandShapeOp::of(b, all, &groups, &sizes)
}

fn clone_payload(b: &mut Builder<'_>, payload: Block, args: &[Value]) -> Vec<Value> {
    let mut map = IdMap::new();
    for (&old, &new) in b.block_args(payload).to_vec().iter().zip(args) {
        map.map(old, new);
    }
    let ops: Vec<Op> = b.block_ops(payload).collect();
    let Some((&last, ops)) = ops.split_last() else { return Vec::new() };
    for &op in ops {
        let copy = b.clone_op(op, &mut map);
        b.insert_op(copy);
    }
    b.operands(last).map(|v| map.get(v)).collect()
}

impl Combine {
    /// The name of the one operation that combines two contributions.
    fn operation<'b>(&self, b: &'b Body) -> Option<&'b str> {
        if self.commutative { b.def_op(*self.yields().first()?).map(|op| b.op_name(op)) } else { None }
    }
}
