//! The union of two relations, enlarged to a box.

use super::{BoundKind, Relation, Row};
use std::cmp::Ordering;

/// Which of two bounds is smaller, if they differ in the constant only.
fn compare(a: &[i64], b: &[i64]) -> Option<Ordering> {
    let ((last_a, rest_a), (last_b, rest_b)) = (a.split_last()?, b.split_last()?);
    (rest_a == rest_b).then(|| last_a.cmp(last_b))
}

impl Relation {
    /// Enlarges the relation to one that also contains `other`, on the same dimensions and symbols (asserted): bounds of each dimension in
    /// terms of the symbols, and the constraints that both have. `None`, and nothing changes, if the sizes of a dimension are not known or
    /// bounds cannot be compared.
    pub fn union_bounding_box(&mut self, other: &Relation) -> Option<()> {
        assert_eq!((self.n_dims, self.n_symbols), (other.n_dims, other.n_symbols), "spaces of relations");
        if self.n_locals > 0 || other.n_locals > 0 {
            return None;
        }
        let mut rows = Vec::new();
        for dim in 0..self.n_dims {
            let (own, theirs) = (self.constant_size(dim)?, other.constant_size(dim)?);
            if own.divisor != theirs.divisor {
                return None;
            }
            let constant = |kind, choose: fn(i64, i64) -> i64| -> Option<Row> {
                let mut row = vec![0; self.n_symbols + 1];
                row[self.n_symbols] =
                    choose(self.constant_bound(kind, dim)?, other.constant_bound(kind, dim)?);
                Some(row)
            };
            // A lower bound is a quotient that is rounded down; as a row it is one that is rounded up.
            let rounded = |row: &Row| -> Option<Row> {
                let mut row = row.clone();
                let last = row.last_mut()?;
                *last = last.checked_sub(own.divisor - 1)?;
                Some(row)
            };
            let lower = match compare(&own.lower, &theirs.lower) {
                Some(Ordering::Greater) => rounded(&theirs.lower)?,
                Some(_) => rounded(&own.lower)?,
                None => constant(BoundKind::Lower, i64::min)?,
            };
            let upper = match compare(&own.upper, &theirs.upper) {
                Some(Ordering::Less) => theirs.upper.clone(),
                Some(_) => own.upper.clone(),
                None => constant(BoundKind::Upper, i64::max)?,
            };
            let mut low = vec![0; self.n_dims];
            low[dim] = own.divisor;
            low.extend(lower.iter().map(|c| c.checked_neg()).collect::<Option<Row>>()?);
            let mut high = vec![0; self.n_dims];
            high[dim] = -own.divisor;
            high.extend(upper);
            rows.extend([low, high]);
        }
        self.equalities.retain(|row| other.equalities.contains(row));
        let common: Vec<Row> =
            self.inequalities.iter().filter(|row| other.inequalities.contains(row)).cloned().collect();
        rows.extend(common);
        self.inequalities = rows;
        self.remove_trivial_redundancy();
        Some(())
    }

    /// Whether no constraint connects two of the variables of the columns.
    pub fn is_hyper_rectangular(&self, from: usize, n: usize) -> bool {
        let single = |row: &Row| row[from..from + n].iter().filter(|&&c| c != 0).count() <= 1;
        self.equalities.iter().all(single) && self.inequalities.iter().all(single)
    }
}
