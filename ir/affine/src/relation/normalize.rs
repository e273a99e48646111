//! Rows in their simplest form: divided by common divisors, tightened to integers, without those that others make redundant.

use super::{Relation, Row};
use crate::expr::gcd;
use rustc_hash::FxHashMap;

/// The greatest common divisor of coefficients; zero for none but zeros.
pub(super) fn row_gcd(row: &[i64]) -> u64 {
    row.iter().fold(0, |g, &c| gcd(g, c.unsigned_abs()))
}

/// Divides all of a row by the greatest common divisor.
pub(super) fn divide_by_gcd(row: &mut [i64]) {
    let divisor = row_gcd(row);
    if let Some(divisor) = i64::try_from(divisor).ok().filter(|&d| d > 1) {
        row.iter_mut().for_each(|c| *c /= divisor);
    }
}

impl Relation {
    /// Divides the rows by their common divisors.
    pub fn normalize_rows(&mut self) {
        self.equalities.iter_mut().chain(&mut self.inequalities).for_each(|row| divide_by_gcd(row));
    }

    /// Rounds the constants of inequalities down to what integer values of the variables can reach.
    pub fn tighten_inequalities(&mut self) {
        for row in &mut self.inequalities {
            let Some((constant, coefficients)) = row.split_last_mut() else { continue };
            let Some(divisor) = i64::try_from(row_gcd(coefficients)).ok().filter(|&d| d > 1) else {
                continue;
            };
            *constant = constant.div_euclid(divisor) * divisor;
        }
        self.normalize_rows();
    }

    /// Removes rows that hold everywhere, duplicates, and inequalities that differ from another one in the constant only and are weaker.
    /// Where a strengthened row comes again, it is where the first of its kind was.
    pub fn remove_trivial_redundancy(&mut self) {
        self.tighten_inequalities();
        let mut best: FxHashMap<Row, usize> = FxHashMap::default();
        let mut kept: Vec<Row> = Vec::with_capacity(self.inequalities.len());
        for row in std::mem::take(&mut self.inequalities) {
            let Some((&constant, coefficients)) = row.split_last() else { continue };
            if constant >= 0 && coefficients.iter().all(|&c| c == 0) {
                continue;
            }
            match best.get(coefficients) {
                None => {
                    best.insert(coefficients.to_vec(), kept.len());
                    kept.push(row);
                }
                Some(&at) if constant < kept[at][coefficients.len()] => kept[at] = row,
                Some(_) => {}
            }
        }
        self.inequalities = kept;
        self.remove_duplicate_equalities();
    }

    fn remove_duplicate_equalities(&mut self) {
        let mut seen = rustc_hash::FxHashSet::default();
        self.equalities.retain(|row| row.iter().any(|&c| c != 0) && seen.insert(row.clone()));
    }

    /// Removes inequalities that follow from the others. A test that gives up keeps the row.
    pub fn remove_redundant_inequalities(&mut self) {
        self.remove_trivial_redundancy();
        let mut at = 0;
        while at < self.inequalities.len() {
            let mut negated = self.clone();
            let row = negated.inequalities.remove(at);
            // Not (row >= 0) is -row - 1 >= 0.
            let negation: Option<Row> = row.iter().map(|c| c.checked_neg()).collect();
            let negation = negation.and_then(|mut row| {
                let last = row.len() - 1;
                row[last] = row[last].checked_sub(1)?;
                Some(row)
            });
            let implied = negation.is_some_and(|row| {
                negated.inequalities.push(row);
                negated.is_empty()
            });
            if implied {
                self.inequalities.remove(at);
            } else {
                at += 1;
            }
        }
    }

    /// Removes constraints on variables that no variable of the columns is connected with.
    pub fn remove_independent_constraints(&mut self, from: usize, n: usize) {
        let keep = |row: &Row| row[from..from + n].iter().any(|&c| c != 0);
        self.equalities.retain(keep);
        self.inequalities.retain(keep);
    }
}
