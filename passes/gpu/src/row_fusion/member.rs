//! Structured ops as functions of rows and columns.

use strata_ir::{affine::AffineMap, core::DYNAMIC, prelude::*};
use strata_linalg::{IteratorType, LinalgOp};
use strata_passes_analysis::buffer_alias::is_memref;

use super::Combiner;
use crate::{loop_nest::LoopNest, warp_shuffle::can_shuffle};

/// How an operand depends on rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// It is a scalar of the host.
    Value,
    /// It has an element for each row and column.
    Full,
    /// It has an element for each row.
    Row,
    /// It has an element for each column, which all rows share.
    Column,
    /// It has one element.
    Scalar,
    /// It depends on some coordinates of the row, and on columns or not.
    Mixed(bool),
}

impl Form {
    /// Whether the elements depend on the column.
    pub(crate) fn has_columns(self) -> bool {
        matches!(self, Form::Full | Form::Column | Form::Mixed(true))
    }
}

/// The kind of an op, by its results.
pub(crate) enum Kind {
    /// It has an element for each row.
    Row,
    /// It has an element for each row and column.
    Full,
    /// An element of each row, from those of its columns.
    Reduction(Combiner),
}

/// A structured op whose first loops are the rows and whose other loops are the columns.
pub(crate) struct Member {
    pub nest: LoopNest,
    /// The number of loops that are rows.
    pub split: usize,
    pub kind: Kind,
    pub forms: Vec<Form>,
}

/// The rows and columns of a reduction along rows.
pub(crate) fn anchor(b: &Body, op: Op) -> Option<(i64, i64)> {
    let nest = LoopNest::read(b, op).ok()?;
    let kinds = op.cast::<dyn LinalgOp>(b)?.iterator_types(b);
    let split = kinds.iter().position(|&k| k == IteratorType::Reduction)?;
    if kinds[split..].iter().any(|&k| k != IteratorType::Reduction) {
        return None;
    }
    let (rows, cols) = (number_of_rows(&nest.ranges[..split])?, product(&nest.ranges[split..])?);
    ((rows >= 1 || rows == DYNAMIC) && cols >= 2 && rows < i64::from(i32::MAX)).then_some((rows, cols))
}

/// The product of static sizes.
fn product(sizes: &[i64]) -> Option<i64> {
    sizes.iter().try_fold(1i64, |n, &size| if size == DYNAMIC { None } else { n.checked_mul(size) })
}

/// The number of rows; [`DYNAMIC`] for one loop of dynamic size.
fn number_of_rows(sizes: &[i64]) -> Option<i64> {
    if sizes == [DYNAMIC] { Some(DYNAMIC) } else { product(sizes) }
}

impl Member {
    /// Reads an op of `rows` rows and `cols` columns; or one of `rows` rows.
    pub(crate) fn read(b: &Body, op: Op, rows: i64, cols: i64) -> Option<Self> {
        if !op.implements::<dyn LinalgOp>(b) {
            return None;
        }
        let nest = LoopNest::read(b, op).ok()?;
        let kinds = op.cast::<dyn LinalgOp>(b)?.iterator_types(b);
        let n = kinds.len();
        let split = if number_of_rows(&nest.ranges) == Some(rows)
            && kinds.iter().all(|&k| k == IteratorType::Parallel)
        {
            n
        } else {
            let fits = |&s: &usize| {
                number_of_rows(&nest.ranges[..s]) == Some(rows) && product(&nest.ranges[s..]) == Some(cols)
            };
            (0..n).rev().find(fits)?
        };
        let reduces = kinds[split..].first() == Some(&IteratorType::Reduction);
        let rest = if reduces { IteratorType::Reduction } else { IteratorType::Parallel };
        if kinds[..split].iter().any(|&k| k != IteratorType::Parallel)
            || kinds[split..].iter().any(|&k| k != rest)
        {
            return None;
        }
        let forms: Option<Vec<Form>> = (0..nest.operands.len()).map(|i| form(b, &nest, i, split)).collect();
        let forms = forms?;
        let kind = if reduces {
            Kind::Reduction(Combiner::read(b, &nest)?)
        } else if split == n {
            Kind::Row
        } else {
            Kind::Full
        };
        let wanted = if matches!(kind, Kind::Full) { Form::Full } else { Form::Row };
        if nest.inits.clone().any(|i| forms[i] != wanted) {
            return None;
        }
        // Products of two matrices have better kernels.
        let mixed = forms.iter().filter(|f| **f == Form::Mixed(true)).count();
        if reduces && mixed > 0 && !forms.contains(&Form::Full) {
            return None;
        }
        let fits = |i: usize| {
            let elem = b.cx().elem_or_self(b.ty(nest.operands[i]));
            !reduces || !nest.inits.contains(&i) || can_shuffle(b.cx(), elem)
        };
        // Ops in nested regions might not run for all rows.
        let plain = b.block_ops(nest.payload).all(|o| b.regions(o).is_empty());
        (plain && (0..forms.len()).all(fits)).then_some(Self { nest, split, kind, forms })
    }
    /// Whether the payload uses an operand.
    pub(crate) fn uses(&self, b: &Body, i: usize) -> bool {
        b.has_uses(b.block_args(self.nest.payload)[i])
    }
}

/// The loops whose indices are the position in an operand.
pub(crate) fn dims(map: &AffineMap) -> Option<Vec<usize>> {
    map.results().iter().map(|r| r.as_dim().map(|d| d as usize)).collect()
}

fn form(b: &Body, nest: &LoopNest, i: usize, split: usize) -> Option<Form> {
    let v = nest.operands[i];
    if !is_memref(b, v) {
        return Some(Form::Value);
    }
    let dims = dims(&nest.maps[i])?;
    let at = dims.iter().position(|&d| d >= split).unwrap_or(dims.len());
    let (rows, cols) = dims.split_at(at);
    // Loops of one iteration may be missing.
    let all = |given: &[usize], from: usize, to: usize| {
        let wanted = (from..to).filter(|&d| nest.ranges[d] != 1);
        let given = given.iter().copied().filter(|&d| nest.ranges[d] != 1);
        wanted.eq(given) && given_in_order(cols)
    };
    let no_rows = rows.iter().all(|&d| nest.ranges[d] == 1);
    let n = nest.ranges.len();
    let every_row = all(rows, 0, split);
    let has_cols = cols.iter().any(|&d| nest.ranges[d] != 1);
    if has_cols && !all(cols, split, n) {
        return None;
    }
    let plain = b.cx().type_as::<MemRefType>(b.ty(v))?.layout.is_none();
    Some(match (every_row, no_rows, has_cols) {
        // Several loops of columns can be combined only where they are contiguous in memory.
        (_, _, true) if cols.len() > 1 && !plain => return None,
        (true, _, true) => Form::Full,
        (_, true, true) => Form::Column,
        (_, _, true) if cols.len() > 1 => return None,
        (_, _, true) => Form::Mixed(true),
        (true, _, false) => Form::Row,
        (_, true, false) => Form::Scalar,
        _ => Form::Mixed(false),
    })
}

fn given_in_order(dims: &[usize]) -> bool {
    dims.windows(2).all(|w| w[0] < w[1])
}
