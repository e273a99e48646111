//! Emptiness, and constraints that show it at once.

use super::{Relation, eliminate::EXPLOSION, normalize::row_gcd};

impl Relation {
    /// Whether a row without variables does not hold.
    pub fn has_invalid_constraint(&self) -> bool {
        let constant = |row: &[i64]| {
            let (&last, rest) = row.split_last()?;
            rest.iter().all(|&c| c == 0).then_some(last)
        };
        self.equalities.iter().any(|row| constant(row).is_some_and(|c| c != 0))
            || self.inequalities.iter().any(|row| constant(row).is_some_and(|c| c < 0))
    }

    /// Whether an equality has no integer solution, as its coefficients have a divisor that its constant has not.
    pub fn is_empty_by_divisors(&self) -> bool {
        self.equalities.iter().any(|row| {
            let Some((&constant, coefficients)) = row.split_last() else { return false };
            let divisor = row_gcd(coefficients);
            divisor > 1 && !constant.unsigned_abs().is_multiple_of(divisor)
        })
    }

    /// Whether there is no point. `false` also where this is not found out: the test is that of rational numbers with constants rounded to
    /// integers, and gives up when the system grows too much.
    pub fn is_empty(&self) -> bool {
        if self.is_empty_by_divisors() || self.has_invalid_constraint() {
            return true;
        }
        let mut system = self.clone();
        let limit = EXPLOSION * self.n_vars().max(1);
        let mut at = 0;
        while at < system.n_vars() {
            if !system.eliminate_by_equality(at) {
                at += 1;
            }
            if system.has_invalid_constraint() || system.is_empty_by_divisors() {
                return true;
            }
        }
        while system.n_vars() > 0 {
            let var = system.cheapest_to_eliminate(0, system.n_vars());
            let lower = system.inequalities.iter().filter(|row| row[var] > 0).count();
            let upper = system.inequalities.iter().filter(|row| row[var] < 0).count();
            if lower.saturating_mul(upper) > 4 * limit.max(system.inequalities.len()) {
                return false;
            }
            system.eliminate(var);
            if system.has_invalid_constraint() {
                return true;
            }
            if system.equalities.len() + system.inequalities.len() >= limit {
                return false;
            }
        }
        false
    }
}
