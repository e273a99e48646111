//! Elimination of variables: by substitution with an equality, else by Fourier and Motzkin's method.

use super::{Relation, Row, normalize::divide_by_gcd};

/// A system that has more rows than this many times its variables is too large to go on.
pub(super) const EXPLOSION: usize = 32;

/// The combination of two rows in which column `var` is zero, divided by its common divisor; `None` if it does not fit. `row` is multiplied by
/// a positive number.
pub(super) fn combine(row: &[i64], pivot: &[i64], var: usize) -> Option<Row> {
    let (a, b) = (i128::from(row[var]), i128::from(pivot[var]));
    let common = crate::expr::gcd(row[var].unsigned_abs(), pivot[var].unsigned_abs()).max(1);
    let scale = b.abs() / i128::from(common);
    let other = -(a * b.signum()) / i128::from(common);
    let wide: Vec<i128> = row
        .iter()
        .zip(pivot)
        .map(|(&r, &p)| (i128::from(r) * scale).checked_add(i128::from(p).checked_mul(other)?))
        .collect::<Option<_>>()?;
    narrow(&wide)
}

/// The row divided by its common divisor, in 64 bits.
fn narrow(wide: &[i128]) -> Option<Row> {
    if let Ok(mut row) = wide.iter().map(|&c| i64::try_from(c)).collect::<Result<Row, _>>() {
        divide_by_gcd(&mut row);
        return Some(row);
    }
    let gcd = wide.iter().fold(0u128, |mut a, &c| {
        let mut b = c.unsigned_abs();
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    let divisor = i128::try_from(gcd).ok().filter(|&g| g > 1)?;
    wide.iter().map(|&c| i64::try_from(c / divisor).ok()).collect()
}

impl Relation {
    /// Substitutes a variable by means of an equality and removes its column. Returns whether there was an equality with it.
    pub fn eliminate_by_equality(&mut self, var: usize) -> bool {
        let Some(at) = self.equalities.iter().position(|row| row[var] != 0) else { return false };
        let pivot = self.equalities.remove(at);
        let substitute = |row: &mut Row| {
            if row[var] == 0 {
                return true;
            }
            combine(row, &pivot, var).map(|new| *row = new).is_some()
        };
        self.equalities.retain_mut(substitute);
        self.inequalities.retain_mut(substitute);
        self.remove_columns(var, 1);
        self.tighten_inequalities();
        true
    }

    /// Substitutes all variables of the columns for which equalities allow it. Returns how many are left of them.
    pub fn eliminate_by_equalities(&mut self, from: usize, n: usize) -> usize {
        let mut left = n;
        let mut at = from;
        while at < from + left {
            if self.eliminate_by_equality(at) {
                left -= 1;
            } else {
                at += 1;
            }
        }
        left
    }

    /// Eliminates one variable and removes its column.
    pub fn eliminate(&mut self, var: usize) {
        if self.eliminate_by_equality(var) {
            return;
        }
        self.tighten_inequalities();
        let (mut lower, mut upper, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        for row in std::mem::take(&mut self.inequalities) {
            match row[var] {
                0 => rest.push(row),
                1.. => lower.push(row),
                _ => upper.push(row),
            }
        }
        let mut rows: Vec<Row> = Vec::new();
        for low in &lower {
            for high in &upper {
                rows.extend(combine(low, high, var));
            }
        }
        rows.append(&mut rest);
        self.inequalities = rows;
        self.remove_columns(var, 1);
        self.tighten_inequalities();
        self.remove_trivial_redundancy();
    }

    /// The variable of the columns whose elimination makes the fewest rows.
    pub(super) fn cheapest_to_eliminate(&self, from: usize, n: usize) -> usize {
        let cost = |var: usize| {
            let lower = self.inequalities.iter().filter(|row| row[var] > 0).count();
            let upper = self.inequalities.iter().filter(|row| row[var] < 0).count();
            lower * upper
        };
        (from..from + n).min_by_key(|&var| cost(var)).unwrap_or(from)
    }

    /// Eliminates the variables of columns. If the rows would become too many, what is said of the rest of the variables is forgotten.
    pub fn project_out(&mut self, from: usize, n: usize) {
        let mut left = self.eliminate_by_equalities(from, n);
        while left > 0 {
            let var = self.cheapest_to_eliminate(from, left);
            let lower = self.inequalities.iter().filter(|row| row[var] > 0).count();
            let upper = self.inequalities.iter().filter(|row| row[var] < 0).count();
            let limit = EXPLOSION * (self.n_vars() + 1) + self.inequalities.len();
            if lower.saturating_mul(upper) > limit {
                self.drop_vars(var, 1);
            } else {
                self.eliminate(var);
            }
            left -= 1;
        }
        self.tighten_inequalities();
        self.normalize_rows();
    }
}
