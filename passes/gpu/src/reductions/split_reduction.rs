//! Splits a reduction of few long rows into one of many shorter rows, and one of their results.

use strata_arith::constant;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{GenericOp, IndexOp, IteratorType};
use strata_memref::{AllocOp, CollapseShapeOp, DeallocOp, ExpandShapeOp};
use strata_passes_analysis::index_arith::{add, times};

use crate::row_fusion::{Combiner, FEW, Form, Kind, LONG, Member, anchor};

/// The number of pieces of all rows together that fills a device.
const ENOUGH: i64 = 1024;
/// The least number of columns of a piece.
const LEAST: i64 = 1024;

/// The initial values of pieces.
enum Start {
    /// The neutral element.
    Neutral(Attr),
    /// The initial value of the whole row: a selection such as a maximum may include it several times.
    Repeated,
}

/// The division of a reduction into pieces.
struct Cut {
    rows: i64,
    pieces: i64,
    columns: i64,
    start: Start,
}

/// The initial value of the pieces of a reduction; `None` if only whole rows can have one.
fn start(b: &Body, member: &Member, combiner: &Combiner) -> Option<Start> {
    if !combiner.commutative {
        return combiner.chooses(b).then_some(Start::Repeated);
    }
    let out = member.nest.operands[member.nest.inits.start];
    let operation = strata_passes_analysis::combiner::Combiner::from_op_name(combiner.operation(b)?)?;
    Some(Start::Neutral(operation.neutral_attr(b.cx(), b.cx().elem_or_self(b.ty(out)))))
}

fn cut(b: &Body, member: &Member, rows: i64, cols: i64) -> Option<Cut> {
    let Kind::Reduction(combiner) = &member.kind else { return None };
    if !(1..FEW).contains(&rows) || cols <= LONG {
        return None;
    }
    let plain = |i: usize| {
        let v = member.nest.operands[i];
        let t = b.cx().type_as::<MemRefType>(b.ty(v));
        t.is_none_or(|t| t.layout.is_none()) && !matches!(member.forms[i], Form::Mixed(_))
    };
    // The payload may use the index of a row or column if each is one loop.
    let loops = member.nest.ranges.len();
    let one_each = member.split <= 1 && loops == member.split + 1;
    let numbered = b.block_ops(member.nest.payload).any(|op| op.isa::<IndexOp>(b));
    if !(0..member.forms.len()).all(plain) || numbered && !one_each {
        return None;
    }
    let start = start(b, member, combiner)?;
    // Pieces whose rows can be read by wide accesses are better than more pieces.
    let fits = |&n: &i64| cols % n == 0 && cols / n >= LEAST && n * rows <= ENOUGH;
    let rank = |&n: &i64| {
        let columns = cols / n;
        (n * rows >= 64, columns % 8 == 0, columns % 4 == 0, n)
    };
    let pieces = (2..=ENOUGH).filter(fits).max_by_key(rank)?;
    Some(Cut { rows, pieces, columns: cols / pieces, start })
}

/// Whether a reduction along rows is split into one of shorter rows.
pub(crate) fn is_splittable(b: &Body, member: &Member, rows: i64, cols: i64) -> bool {
    cut(b, member, rows, cols).is_some()
}

/// Splits a reduction, if it is one of few long rows.
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

/// The map of an operand with rows and columns, each if it has them; columns are the last two loops.
fn map(has_rows: bool, has_columns: bool) -> AffineMap {
    let rows = has_rows.then(|| AffineExpr::dim(0));
    let columns = if has_columns { vec![AffineExpr::dim(1), AffineExpr::dim(2)] } else { Vec::new() };
    AffineMap::new(3, 0, rows.into_iter().chain(columns).collect())
}

fn rewrite(b: &mut Builder<'_>, member: &Member, cut: &Cut) -> Option<()> {
    let Kind::Reduction(combiner) = &member.kind else { return None };
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
    let outs = nest.operands[nest.inits.clone()].to_vec();
    let mut partials = Vec::new();
    for &out in &outs {
        let elem = b.cx().elem_or_self(b.ty(out));
        let ty = b.cx().memref(&[cut.rows, cut.pieces], elem);
        partials.push(AllocOp::create(b, ty, &[]));
    }
    let wholes: Vec<Value> = outs.iter().map(|&out| flat(b, out, cut.rows)).collect::<Option<_>>()?;
    let (id, of_row) = (AffineMap::identity(2), AffineMap::new(2, 0, vec![AffineExpr::dim(0)]));
    let parallel = IteratorType::Parallel;
    for (&partial, &whole) in partials.iter().zip(&wholes) {
        let (value, from) = match &cut.start {
            Start::Neutral(value) => (constant(b, *value), AffineMap::new(2, 0, Vec::new())),
            Start::Repeated => (whole, of_row.clone()),
        };
        GenericOp::build_with(
            b,
            &[value],
            &[partial],
            &[from, id.clone()],
            &[parallel; 2],
            &[],
            |_, args| vec![args[0]],
        );
    }
    let of_piece = AffineMap::new(3, 0, vec![AffineExpr::dim(0), AffineExpr::dim(1)]);
    maps.extend(vec![of_piece; partials.len()]);
    let kinds = [parallel, parallel, IteratorType::Reduction];
    GenericOp::build_with(b, &inputs, &partials, &maps, &kinds, &[], |b, args| {
        clone_payload(b, member, cut.columns, args)
    });
    let mut maps = vec![id; partials.len()];
    maps.extend(vec![of_row; partials.len()]);
    let kinds = [parallel, IteratorType::Reduction];
    GenericOp::build_with(b, &partials, &wholes, &maps, &kinds, &[], |b, args| {
        let (new, old) = args.split_at(partials.len());
        combiner.apply(b, old, new)
    });
    for partial in partials {
        DeallocOp::build(b, partial);
    }
    Some(())
}

/// A view of a buffer with the rows as one dimension.
fn flat(b: &mut Builder<'_>, v: Value, rows: i64) -> Option<Value> {
    match b.cx().type_as::<MemRefType>(b.ty(v))?.shape.len() {
        0 => ExpandShapeOp::create(b, v, &[], &[rows.into()]),
        1 => Some(v),
        n => CollapseShapeOp::create(b, v, &[(0..n as i64).collect()]),
    }
}

/// A view of a buffer as rows, pieces and the columns of a piece, each if it has them.
fn cut_buffer(b: &mut Builder<'_>, v: Value, rows: Option<i64>, columns: Option<&Cut>) -> Option<Value> {
    let Some(cut) = columns else {
        return match rows {
            Some(rows) => flat(b, v, rows),
            None => {
                let rank = b.cx().type_as::<MemRefType>(b.ty(v))?.shape.len();
                if rank == 0 { Some(v) } else { CollapseShapeOp::create(b, v, &[]) }
            }
        };
    };
    let rank = b.cx().type_as::<MemRefType>(b.ty(v))?.shape.len() as i64;
    let all = if rank == 1 { v } else { CollapseShapeOp::create(b, v, &[(0..rank).collect()])? };
    let sizes: Vec<i64> = rows.into_iter().chain([cut.pieces, cut.columns]).collect();
    let groups = [(0..sizes.len() as i64).collect::<Vec<_>>()];
    let sizes: Vec<_> = sizes.into_iter().map(Into::into).collect();
    ExpandShapeOp::create(b, all, &groups, &sizes)
}

/// Clones the payload of the reduction into loops of rows, pieces and `columns` columns of a piece.
fn clone_payload(b: &mut Builder<'_>, member: &Member, columns: i64, args: &[Value]) -> Vec<Value> {
    let payload = member.nest.payload;
    let mut map = IdMap::new();
    for (&old, &new) in b.block_args(payload).to_vec().iter().zip(args) {
        map.map(old, new);
    }
    let ops: Vec<Op> = b.block_ops(payload).collect();
    let Some((&last, ops)) = ops.split_last() else { return Vec::new() };
    for &op in ops {
        if let Some(index) = op.as_op::<IndexOp>(b) {
            let l = index.dim(b).get(b.cx()).as_i64(b.cx());
            let of_row = l.is_some_and(|l| l < member.split as i64);
            let number = if of_row { IndexOp::create(b, 0) } else { number_of_column(b, columns) };
            map.map(b.result(op, 0), number);
            continue;
        }
        let copy = b.clone_op(op, &mut map);
        b.insert_op(copy);
    }
    b.operands(last).map(|v| map.get(v)).collect()
}

/// The index of a column of a piece in the whole row.
fn number_of_column(b: &mut Builder<'_>, columns: i64) -> Value {
    let (piece, column) = (IndexOp::create(b, 1), IndexOp::create(b, 2));
    let first = times(b, piece, columns);
    add(b, first, column)
}

impl Combiner {
    /// The name of the one operation that combines two contributions.
    fn operation<'b>(&self, b: &'b Body) -> Option<&'b str> {
        if self.commutative { b.def_op(*self.yields().first()?).map(|op| b.op_name(op)) } else { None }
    }
    /// Whether each result is one of the two combined values.
    fn chooses(&self, b: &Body) -> bool {
        let chosen = |(i, &v): (usize, &Value)| {
            let Some(op) = b.def_op(v) else { return false };
            let of = |v: Value| v == self.accumulators()[i] || v == self.parts[i];
            let operands: Vec<Value> = b.operands(op).collect();
            match (b.op_name(op), &operands[..]) {
                ("arith.select", &[_, x, y]) => of(x) && of(y),
                ("arith.maximumf" | "arith.minimumf" | "arith.maxsi" | "arith.minsi", &[x, y])
                | ("arith.maxui" | "arith.minui", &[x, y]) => of(x) && of(y),
                _ => false,
            }
        };
        self.yields().iter().enumerate().all(chosen)
    }
}
