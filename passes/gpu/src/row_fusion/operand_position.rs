//! Places of an operand's elements: positions in a memref for a row and columns.

use strata_ir::prelude::*;
use strata_memref::{CollapseShapeOp, LoadOp, StoreOp, layout};
use strata_vector::{ExtractOp, FromElementsOp};

use super::member::{Form, Member, dims};
use crate::{
    launch::WARP,
    vector_access::{element_bits, is_aligned},
};

/// The bytes of the widest access.
const BYTES: i64 = 16;

/// How an operand is addressed.
pub(crate) struct OperandPosition {
    memref: Value,
    at: Position,
    /// Whether neighbouring columns are read by one access.
    wide: bool,
}

enum Position {
    /// By the indices of the row and of the column, each if it is present.
    Numbers(bool, bool),
    /// By coordinates of the row, and for `None` by the column.
    Coordinates(Vec<Option<usize>>, Vec<i64>),
}

/// Coordinates of the row in the loops of the members.
pub(crate) type Coordinates = Vec<(Vec<i64>, Vec<Value>)>;

impl OperandPosition {
    /// Addresses operand `i` of a member; makes views of the buffer in front of the kernel.
    pub(crate) fn new(b: &mut Builder<'_>, member: &Member, i: usize, width: i64) -> Option<Self> {
        let v = member.nest.operands[i];
        let dims = dims(&member.nest.maps[i])?;
        let rows = dims.iter().filter(|&&d| d < member.split).count();
        let form = member.forms[i];
        let plain = b.cx().type_as::<MemRefType>(b.ty(v))?.layout.is_none();
        let whole = matches!(form, Form::Full | Form::Row | Form::Column | Form::Scalar);
        let (memref, at) = if plain && whole {
            let n = dims.len() as i64;
            let groups: Vec<Vec<i64>> = match form {
                Form::Full => {
                    let both = [0..rows as i64, rows as i64..n].map(Iterator::collect::<Vec<i64>>);
                    both.into_iter().filter(|g| !g.is_empty()).collect()
                }
                // Dimensions of one element go with the others.
                Form::Row | Form::Column if n > 0 => vec![(0..n).collect()],
                _ => Vec::new(),
            };
            let memref = if groups.len() == dims.len() { v } else { CollapseShapeOp::create(b, v, &groups)? };
            let has_row = matches!(form, Form::Row if n > 0) || form == Form::Full && rows > 0;
            (memref, Position::Numbers(has_row, form.has_columns()))
        } else {
            let split = member.split;
            let of = dims.iter().map(|&d| (d < split).then_some(d)).collect();
            (v, Position::Coordinates(of, member.nest.ranges[..split].to_vec()))
        };
        let wide = width > 1 && form.has_columns() && fits(b, memref, width);
        Some(Self { memref, at, wide })
    }
    fn indices(
        &self,
        b: &mut Builder<'_>,
        row: Value,
        coords: &Coordinates,
        col: Option<Value>,
    ) -> Vec<Value> {
        let zero = strata_arith::constant_index(b, 0);
        match &self.at {
            Position::Numbers(has_row, has_col) => {
                let row = has_row.then_some(row);
                let col = has_col.then_some(col.unwrap_or(zero));
                row.into_iter().chain(col).collect()
            }
            Position::Coordinates(of, ranges) => {
                let known = coords.iter().find(|c| c.0 == *ranges).map(|c| &c.1);
                let coord = |d: usize| known.and_then(|c| c.get(d)).copied().unwrap_or(zero);
                of.iter().map(|d| d.map_or_else(|| col.unwrap_or(zero), coord)).collect()
            }
        }
    }
    /// The elements of some columns of a row; one element without columns.
    pub(crate) fn load(
        &self,
        b: &mut Builder<'_>,
        row: Value,
        coords: &Coordinates,
        cols: &[Value],
    ) -> Vec<Value> {
        let Some(&first) = cols.first() else {
            let at = self.indices(b, row, coords, None);
            return vec![LoadOp::create(b, self.memref, &at)];
        };
        if self.wide {
            let at = self.indices(b, row, coords, Some(first));
            let (ty, align) = self.vector(b, cols.len());
            let v = strata_vector::LoadOp::build(b, self.memref, &at, None, align, ty);
            return (0..cols.len()).map(|i| ExtractOp::create(b, v, &[(i as i64).into()])).collect();
        }
        cols.iter()
            .map(|&col| {
                let at = self.indices(b, row, coords, Some(col));
                LoadOp::create(b, self.memref, &at)
            })
            .collect()
    }
    /// The inverse of [`OperandPosition::load`].
    pub(crate) fn store(
        &self,
        b: &mut Builder<'_>,
        row: Value,
        coords: &Coordinates,
        cols: &[Value],
        values: &[Value],
    ) {
        if self.wide && cols.len() > 1 {
            let at = self.indices(b, row, coords, cols.first().copied());
            let (ty, align) = self.vector(b, cols.len());
            let v = FromElementsOp::build(b, values, ty);
            strata_vector::StoreOp::build(b, v, self.memref, &at, None, align);
            return;
        }
        for (i, &value) in values.iter().enumerate() {
            let at = self.indices(b, row, coords, cols.get(i).copied());
            StoreOp::create(b, value, self.memref, &at);
        }
    }
    fn vector(&self, b: &Builder<'_>, n: usize) -> (Type, Option<Attr>) {
        let cx = b.cx();
        let elem = cx.elem_or_self(b.ty(self.memref));
        let bytes = i64::from(element_bits(b, self.memref).unwrap_or(8) / 8) * n as i64;
        (cx.vector(&[n as i64], elem), Some(cx.i64_attr(bytes.min(BYTES))))
    }
}

/// Whether `width` neighbours can be read by one access.
fn fits(b: &Body, memref: Value, width: i64) -> bool {
    let Some(strided) = layout::strides(b.cx(), b.ty(memref)) else { return false };
    let Some((&one, outer)) = strided.strides.split_last() else { return false };
    let aligned = |n: &i64| *n != strata_ir::core::DYNAMIC && n % width == 0;
    one == 1
        && element_bits(b, memref).is_some()
        && outer.iter().all(aligned)
        && aligned(&strided.offset)
        && is_aligned(b, memref)
}

/// The number of columns of one access, for the narrowest operand with columns.
pub(crate) fn width(b: &Body, members: &[Member]) -> i64 {
    let columns = members.iter().flat_map(|m| {
        let columns = (0..m.forms.len()).filter(|&i| m.forms[i].has_columns());
        columns.map(|i| element_bits(b, m.nest.operands[i]))
    });
    // Where one operand does not allow wide accesses, neighbouring lanes read neighbouring columns.
    let bits: Option<Vec<u32>> = columns.collect();
    let narrowest = bits.and_then(|all| all.into_iter().min()).map_or(BYTES, |bits| i64::from(bits / 8));
    (BYTES / narrowest.max(1)).clamp(1, WARP / 4)
}
