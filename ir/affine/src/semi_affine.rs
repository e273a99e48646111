//! The order of the terms of sums with products of dimensions and symbols, which is upstream's.

use crate::expr::{AffineExpr, BinaryOp, Kind};

/// The terms of a sum: dimensions and symbols by their numbers, products and quotients in the order in which they occur first.
#[derive(Default)]
struct Terms {
    dims: Vec<i64>,
    symbols: Vec<i64>,
    others: Vec<(AffineExpr, i64)>,
    constant: i64,
}

impl Terms {
    fn add(&mut self, expr: &AffineExpr, scale: i64) -> Option<()> {
        let to = |list: &mut Vec<i64>, i: u32| {
            let place = list.get_mut(i as usize)?;
            *place = place.checked_add(scale)?;
            Some(())
        };
        match expr.kind() {
            Kind::Dim(i) => to(&mut self.dims, *i),
            Kind::Symbol(i) => to(&mut self.symbols, *i),
            Kind::Const(c) => {
                self.constant = self.constant.checked_add(c.checked_mul(scale)?)?;
                Some(())
            }
            Kind::Binary(BinaryOp::Add, x, y) => {
                self.add(x, scale)?;
                self.add(y, scale)
            }
            Kind::Binary(BinaryOp::Mul, x, y) => {
                if let Some(c) = y.as_const() {
                    return self.add(x, scale.checked_mul(c)?);
                }
                (is_product(x) && is_product(y)).then_some(())?;
                self.add_term(expr, scale)
            }
            Kind::Binary(op, x, y) => {
                // A remainder by a number is a difference, which is written in another way.
                let by_number = *op != BinaryOp::Mod && y.as_const().is_some();
                (position(x).is_some() && (position(y).is_some() || by_number)).then_some(())?;
                self.add_term(expr, scale)
            }
        }
    }
    fn add_term(&mut self, expr: &AffineExpr, scale: i64) -> Option<()> {
        match self.others.iter_mut().find(|p| p.0 == *expr) {
            Some(known) => known.1 = known.1.checked_add(scale)?,
            None => self.others.push((expr.clone(), scale)),
        }
        Some(())
    }
}

/// Whether an expression is a dimension, a symbol or a product of these and numbers.
fn is_product(expr: &AffineExpr) -> bool {
    match expr.kind() {
        Kind::Dim(_) | Kind::Symbol(_) => true,
        Kind::Binary(BinaryOp::Mul, x, y) => is_product(x) && (is_product(y) || y.as_const().is_some()),
        _ => false,
    }
}

/// The number of a dimension or symbol.
fn position(expr: &AffineExpr) -> Option<u32> {
    expr.as_dim().or(expr.as_symbol())
}

/// The sum of terms and a constant.
fn sum<'t>(terms: impl Iterator<Item = &'t (AffineExpr, i64)>, constant: i64) -> AffineExpr {
    let nonzero = terms.filter(|t| t.1 != 0).map(|(e, c)| e.clone() * *c);
    let sum = nonzero.reduce(|x, y| x + y).unwrap_or_else(|| AffineExpr::constant(0));
    if constant == 0 { sum } else { sum + constant }
}

/// The expression with its terms in order: by the number of the dimension or symbol, or of the first factor or dividend; products of more than
/// two factors are last. `None` where it has other terms; an expression whose dimensions come first, then symbols, then others, stays.
pub(crate) fn in_order(expr: &AffineExpr, n_dims: u32, n_symbols: u32) -> Option<AffineExpr> {
    let mut terms =
        Terms { dims: vec![0; n_dims as usize], symbols: vec![0; n_symbols as usize], ..Terms::default() };
    terms.add(expr, 1)?;
    let leaves = |list: &[i64], make: fn(u32) -> AffineExpr| -> Vec<(AffineExpr, i64)> {
        list.iter().enumerate().map(|(i, &c)| (make(i as u32), c)).collect()
    };
    let dims = leaves(&terms.dims, AffineExpr::dim);
    let symbols = leaves(&terms.symbols, AffineExpr::symbol);
    let plain = sum(dims.iter().chain(&symbols).chain(&terms.others), terms.constant);
    if plain == *expr {
        return Some(plain);
    }
    let mut keyed: Vec<((u32, usize), &(AffineExpr, i64))> = Vec::new();
    keyed.extend(dims.iter().enumerate().map(|(i, term)| ((i as u32, 0), term)));
    let mut count = 0;
    for term in symbols.iter().chain(&terms.others).filter(|t| t.1 != 0) {
        count += 1;
        let first = match term.0.kind() {
            Kind::Binary(op, x, y) => position(x).filter(|_| *op != BinaryOp::Mul || position(y).is_some()),
            _ => position(&term.0),
        };
        keyed.push(((first.unwrap_or(u32::MAX), count), term));
    }
    keyed.sort_by_key(|k| k.0);
    Some(sum(keyed.into_iter().map(|k| k.1), terms.constant))
}
