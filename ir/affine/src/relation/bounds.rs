//! Bounds of single variables: as numbers, and as rows and maps of the other variables.

use super::{BoundKind, Relation, Row};
use crate::{AffineExpr, AffineMap};

/// The number of values of a variable, and the two rows that it follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstantSize {
    /// At most so many values.
    pub size: i64,
    /// The lower bound is this row, on the symbols and the constant, divided by `divisor` and rounded down.
    pub lower: Row,
    /// The upper bound, inclusive, in the same way.
    pub upper: Row,
    /// The positive divisor of both.
    pub divisor: i64,
    /// The inequalities of the lower and the upper bound; none if an equality gives the only value.
    pub rows: Option<(usize, usize)>,
}

/// The lower and the upper bounds of a variable; the upper ones are exclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundMaps {
    /// The variable is at least the largest result.
    pub lower: AffineMap,
    /// The variable is less than the smallest result.
    pub upper: AffineMap,
}

/// Inequalities that bound a variable from below, from above, and equalities with it.
pub(super) struct BoundRows {
    pub lower: Vec<usize>,
    pub upper: Vec<usize>,
    pub equal: Vec<usize>,
}

fn div_ceil(a: i64, b: i64) -> i64 {
    a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0)
}

impl Relation {
    /// The rows that bound `var` and use no other variable of the columns from `from` to `from + n`.
    pub(super) fn bound_rows(&self, var: usize, from: usize, n: usize) -> BoundRows {
        let independent = |row: &Row| (from..from + n).all(|i| i == var || row[i] == 0);
        let select = |rows: &[Row], test: &dyn Fn(i64) -> bool| -> Vec<usize> {
            let wanted = |(_, row): &(usize, &Row)| test(row[var]) && independent(row);
            rows.iter().enumerate().filter(wanted).map(|(i, _)| i).collect()
        };
        BoundRows {
            lower: select(&self.inequalities, &|c| c > 0),
            upper: select(&self.inequalities, &|c| c < 0),
            equal: select(&self.equalities, &|c| c != 0),
        }
    }

    /// The least or the greatest value of a variable, if the constraints bound it by a number.
    pub fn constant_bound(&self, kind: BoundKind, var: usize) -> Option<i64> {
        if kind == BoundKind::Equal {
            let lower = self.constant_bound(BoundKind::Lower, var)?;
            return (self.constant_bound(BoundKind::Upper, var) == Some(lower)).then_some(lower);
        }
        let mut own = self.clone();
        own.project_out(var + 1, own.n_vars() - var - 1);
        own.project_out(0, var);
        if let Some(row) = own.equalities.iter().find(|row| row[0] != 0) {
            return (row[1] % row[0] == 0).then(|| row[1].checked_neg()?.checked_div(row[0])).flatten();
        }
        let rows = own.inequalities.iter();
        match kind {
            BoundKind::Lower => rows
                .filter(|row| row[0] > 0)
                .filter_map(|row| Some(div_ceil(row[1].checked_neg()?, row[0])))
                .max(),
            _ => rows
                .filter(|row| row[0] < 0)
                .filter_map(|row| Some(row[1].div_euclid(row[0].checked_neg()?)))
                .min(),
        }
    }

    /// The number of values of a dimension, if a lower and an upper bound in terms of the symbols differ by a number.
    pub fn constant_size(&self, var: usize) -> Option<ConstantSize> {
        let symbols = self.n_dims..self.n_dims + self.n_symbols;
        let of_symbols =
            |row: &Row| -> Row { symbols.clone().map(|i| row[i]).chain([row[self.n_vars()]]).collect() };
        let only_value =
            |row: &&Row| row[var].abs() == 1 && (0..self.n_dims).all(|i| i == var || row[i] == 0);
        if let Some(row) = self.equalities.iter().find(only_value) {
            if row[symbols.end..self.n_vars()].iter().any(|&c| c != 0) {
                return None;
            }
            let lower: Row =
                of_symbols(row).iter().map(|c| c.checked_mul(-row[var])).collect::<Option<_>>()?;
            return Some(ConstantSize { size: 1, upper: lower.clone(), lower, divisor: 1, rows: None });
        }
        let rows = self.bound_rows(var, 0, self.n_dims);
        let mut best: Option<(i64, usize, usize)> = None;
        for &up in &rows.upper {
            for &low in &rows.lower {
                let (upper, lower) = (&self.inequalities[up], &self.inequalities[low]);
                let n = self.n_vars();
                if (0..n).any(|i| upper[i].checked_neg() != Some(lower[i])) {
                    continue;
                }
                let span = upper[n].checked_add(lower[n])?.checked_add(1)?;
                let size = div_ceil(span, lower[var]).max(0);
                if best.is_none_or(|(least, ..)| size < least) {
                    best = Some((size, low, up));
                }
            }
        }
        let (size, low, up) = best?;
        let row = &self.inequalities[low];
        let divisor = row[var];
        let mut lower: Row = of_symbols(row).iter().map(|c| c.checked_neg()).collect::<Option<_>>()?;
        let constant = lower.last_mut()?;
        *constant = constant.checked_add(divisor - 1)?;
        let upper = of_symbols(&self.inequalities[up]);
        Some(ConstantSize { size, lower, upper, divisor, rows: Some((low, up)) })
    }

    /// The bounds of dimension `offset + pos` as maps of the variables outside of the dimensions from `offset` to `offset + num`; of these
    /// the ones from column `first_symbol` on are symbols. Locals are written as `locals`. `None` if a number does not fit.
    pub fn bound_maps(
        &self,
        pos: usize,
        offset: usize,
        num: usize,
        first_symbol: usize,
        locals: &[AffineExpr],
    ) -> Option<BoundMaps> {
        let var = pos + offset;
        let rows = self.bound_rows(var, offset, num);
        let n_dims = first_symbol - num;
        let n_symbols = self.n_dims + self.n_symbols - first_symbol;
        let expr = |row: &[i64], sign: i64| -> Option<AffineExpr> {
            let mut sum = AffineExpr::constant(0);
            let kept = (0..self.n_vars()).filter(|i| !(offset..offset + num).contains(i));
            for (at, i) in kept.enumerate() {
                let variable = match at {
                    _ if at < n_dims => AffineExpr::dim(at as u32),
                    _ if at < n_dims + n_symbols => AffineExpr::symbol((at - n_dims) as u32),
                    _ => locals.get(at - n_dims - n_symbols)?.clone(),
                };
                if row[i] != 0 {
                    sum = sum + variable * row[i].checked_mul(sign)?;
                }
            }
            match row[self.n_vars()].checked_mul(sign)? {
                0 => Some(sum),
                constant => Some(sum + constant),
            }
        };
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for &i in &rows.lower {
            let row = &self.inequalities[i];
            lower.push((expr(row, -1)? + (row[var] - 1)).floor_div(row[var]));
        }
        for &i in &rows.upper {
            let row = &self.inequalities[i];
            upper.push(expr(row, 1)?.floor_div(row[var].checked_neg()?) + 1);
        }
        for &i in &rows.equal {
            let row = &self.equalities[i];
            let value = expr(row, if row[var] > 0 { -1 } else { 1 })?;
            let divisor = row[var].checked_abs()?;
            upper.push(value.floor_div(divisor) + 1);
            lower.push(value.ceil_div(divisor));
        }
        let map = |results| AffineMap::new(n_dims as u32, n_symbols as u32, results);
        Some(BoundMaps { lower: map(lower), upper: map(upper) })
    }
}
