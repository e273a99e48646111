//! Simplification of maps and sets with their operands; the meaning of the op stays the same.

use strata_ir::{
    affine::{AffineExpr, AffineMap, BinaryOp, Constraint, IntegerSet, Kind, simplify_map, simplify_set},
    prelude::*,
};

use crate::{
    ApplyOp,
    validity::{is_valid_dim, is_valid_symbol},
};

/// A map with its operands, dimensions first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueMap {
    /// The map.
    pub map: AffineMap,
    /// Values of its dimensions, then of its symbols.
    pub operands: Vec<Value>,
}

impl ValueMap {
    /// The map with the operands.
    pub fn new(map: AffineMap, operands: impl IntoIterator<Item = Value>) -> Self {
        Self { map, operands: operands.into_iter().collect() }
    }
    /// Values of the dimensions.
    pub fn dims(&self) -> &[Value] {
        &self.operands[..(self.map.n_dims() as usize).min(self.operands.len())]
    }
    /// Values of the symbols.
    pub fn symbols(&self) -> &[Value] {
        &self.operands[(self.map.n_dims() as usize).min(self.operands.len())..]
    }
    /// Composes this map with the maps of `affine.apply` ops that define its operands, as long as the result has at
    /// most `limits().affine_nodes` nodes; then drops unused operands.
    pub fn simplified(&self, b: &Body) -> Self {
        if self.map.n_inputs() as usize != self.operands.len() {
            return self.clone();
        }
        let composed = self.composed(b);
        let (map, operands) = canonical(b, &composed);
        Self { map: simplify_map(&map), operands }
    }
    /// As [`ValueMap::simplified`], and also uses the ranges of induction variables.
    pub fn simplified_in_loops(&self, b: &Body) -> Self {
        let mut new = self.simplified(b);
        new.map = crate::ranges::simplify_in_loops(b, &new);
        new
    }
    /// Composes this map with the maps of `affine.apply` ops that define its operands, as [`ValueMap::simplified`] does, and
    /// nothing else.
    pub fn composed(&self, b: &Body) -> Self {
        let budget = b.cx().limits().affine_nodes as u64;
        let (mut dims, mut symbols) = (self.dims().to_vec(), self.symbols().to_vec());
        let mut map = self.map.clone();
        let mut declined = rustc_hash::FxHashSet::default();
        loop {
            let producer = |&v: &Value| b.def_as::<ApplyOp>(v).filter(|_| !declined.contains(&v));
            let found = dims.iter().position(|v| producer(v).is_some()).map(|i| (i, true));
            let found =
                found.or_else(|| symbols.iter().position(|v| producer(v).is_some()).map(|i| (i, false)));
            let Some((at, is_dim)) = found else { break };
            let value = if is_dim { dims[at] } else { symbols[at] };
            let Some(apply) = b.def_as::<ApplyOp>(value) else { break };
            let inner = apply.value_map(b).canonicalized(b);
            let ok = inner.map.n_results() == 1 && inner.map.n_inputs() as usize == inner.operands.len();
            let used = if is_dim { map.uses_dim(at as u32) } else { map.uses_symbol(at as u32) };
            if !ok || !used || map.size().saturating_mul(inner.map.size()) > budget.saturating_mul(budget) {
                declined.insert(value);
                continue;
            }
            let shifted =
                inner.map.result(0).shift_dims(0, dims.len() as u32).shift_symbols(0, symbols.len() as u32);
            let (n_dims, n_symbols) =
                (dims.len() + inner.dims().len(), symbols.len() + inner.symbols().len());
            let pick = |n: usize, here: bool, make: fn(u32) -> AffineExpr| -> Vec<AffineExpr> {
                (0..n).map(|i| if here && i == at { shifted.clone() } else { make(i as u32) }).collect()
            };
            let next = map.replace_dims_and_symbols(
                &pick(dims.len(), is_dim, AffineExpr::dim),
                &pick(symbols.len(), !is_dim, AffineExpr::symbol),
                n_dims as u32,
                n_symbols as u32,
            );
            if next.size() > budget {
                declined.insert(value);
                continue;
            }
            map = next;
            dims.extend_from_slice(inner.dims());
            symbols.extend_from_slice(inner.symbols());
            // The value is not used any more; its place is dropped at once so that chains stay short.
            let dropped = (at as u32, is_dim);
            map = map.compress(|i| dropped == (i, true), |i| dropped == (i, false));
            if is_dim {
                dims.remove(at);
            } else {
                symbols.remove(at);
            }
        }
        dims.extend(symbols);
        Self { map, operands: dims }
    }
    /// The same map with its operands in order: symbols that were given as dimensions are symbols, constants are a part of the
    /// map, equal operands are one, and unused ones are dropped.
    pub fn canonicalized(&self, b: &Body) -> Self {
        if self.map.n_inputs() as usize != self.operands.len() {
            return self.clone();
        }
        let (map, operands) = canonical(b, self);
        Self { map, operands }
    }
    /// The map with its results simplified by flattening; the operands stay.
    pub fn flattened(mut self) -> Self {
        self.map = simplify_map(&self.map);
        self
    }
    /// The differences of the results of `lhs` and of `rhs`, which has as many or one for all, simplified. `None` if the numbers do not fit.
    pub fn difference(b: &Body, lhs: &Self, rhs: &Self) -> Option<Self> {
        let fits = |vm: &Self| vm.map.n_inputs() as usize == vm.operands.len();
        let n = rhs.map.n_results();
        if !fits(lhs) || !fits(rhs) || (n != lhs.map.n_results() && n != 1) {
            return None;
        }
        let operands = [lhs.dims(), rhs.dims(), lhs.symbols(), rhs.symbols()].concat();
        let shifted = rhs.map.shift_dims(0, lhs.map.n_dims()).shift_symbols(0, lhs.map.n_symbols());
        let results = lhs.map.results().iter().enumerate();
        let results = results.map(|(i, e)| e - shifted.result(if n == 1 { 0 } else { i })).collect();
        let map = AffineMap::new(shifted.n_dims(), shifted.n_symbols(), results);
        Some(Self::new(map, operands).canonicalized(b).flattened())
    }
    /// The values of all results when all used operands are constants.
    pub fn fold(&self, b: &Body, consts: &[Option<Attr>]) -> Option<Vec<i64>> {
        self.fold_results(b, consts)?.into_iter().collect()
    }
    /// The map with constants in the place of the results that use constants only; `None` if there are none.
    pub fn fold_partly(&self, b: &Body, consts: &[Option<Attr>]) -> Option<AffineMap> {
        let values = self.fold_results(b, consts)?;
        let results = self.map.results().iter().zip(values);
        let results: Vec<AffineExpr> =
            results.map(|(e, value)| value.map_or_else(|| e.clone(), AffineExpr::constant)).collect();
        let map = AffineMap::new(self.map.n_dims(), self.map.n_symbols(), results);
        (map != self.map).then_some(map)
    }
    fn fold_results(&self, b: &Body, consts: &[Option<Attr>]) -> Option<Vec<Option<i64>>> {
        let n = self.map.n_dims() as usize;
        if self.map.n_inputs() as usize != self.operands.len() || consts.len() < self.operands.len() {
            return None;
        }
        let expr = |i: usize, make: fn(u32) -> AffineExpr, number: usize| match consts[i]
            .and_then(|a| b.cx().attr_i64(a))
        {
            Some(c) => AffineExpr::constant(c),
            None => make(number as u32),
        };
        let dims: Vec<_> = (0..n).map(|i| expr(i, AffineExpr::dim, i)).collect();
        let symbols: Vec<_> = (n..self.operands.len()).map(|i| expr(i, AffineExpr::symbol, i - n)).collect();
        let (n_dims, n_symbols) = (self.map.n_dims(), self.map.n_symbols());
        let map = self.map.replace_dims_and_symbols(&dims, &symbols, n_dims, n_symbols);
        Some(map.results().iter().map(AffineExpr::as_const).collect())
    }
}

/// Renumbers the identifiers of `exprs`: symbols that were given as dimensions become symbols, and the reverse; constants are
/// substituted, equal operands are merged, and unused ones are dropped.
fn renumber(
    b: &Body,
    n_dims: usize,
    operands: &[Value],
    used: impl Fn(bool, u32) -> bool,
    dims_among_symbols: bool,
) -> (Vec<AffineExpr>, Vec<AffineExpr>, Vec<Value>, usize) {
    let (mut dims, mut symbols): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    let mut exprs = vec![AffineExpr::constant(0); operands.len()];
    let promoted: Vec<bool> = operands[..n_dims].iter().map(|&v| is_valid_symbol(b, v)).collect();
    let place = |list: &mut Vec<Value>, v: Value| match list.iter().position(|&o| o == v) {
        Some(i) => i as u32,
        None => {
            list.push(v);
            list.len() as u32 - 1
        }
    };
    let symbol =
        |symbols: &mut Vec<Value>, v: Value| match constant_value(b, v).and_then(|a| b.cx().attr_i64(a)) {
            Some(c) => AffineExpr::constant(c),
            None => AffineExpr::symbol(place(symbols, v)),
        };
    for (i, &v) in operands[..n_dims].iter().enumerate() {
        if used(true, i as u32) && !promoted[i] {
            exprs[i] = AffineExpr::dim(place(&mut dims, v));
        }
    }
    for (i, &v) in operands[n_dims..].iter().enumerate() {
        if used(false, i as u32) {
            let is_dim = dims_among_symbols && !is_valid_symbol(b, v) && is_valid_dim(b, v);
            exprs[n_dims + i] =
                if is_dim { AffineExpr::dim(place(&mut dims, v)) } else { symbol(&mut symbols, v) };
        }
    }
    for (i, &v) in operands[..n_dims].iter().enumerate() {
        if used(true, i as u32) && promoted[i] {
            exprs[i] = symbol(&mut symbols, v);
        }
    }
    let new_dims = dims.len();
    dims.extend(symbols);
    let rest = exprs.split_off(n_dims);
    (exprs, rest, dims, new_dims)
}

fn canonical(b: &Body, from: &ValueMap) -> (AffineMap, Vec<Value>) {
    let map = &from.map;
    let (dims, symbols) = (map.used_dims(), map.used_symbols());
    let used = |dim: bool, i: u32| if dim { dims[i as usize] } else { symbols[i as usize] };
    let renumbered = |dims_among_symbols| {
        let n = map.n_dims() as usize;
        let (d, s, operands, n) = renumber(b, n, &from.operands, used, dims_among_symbols);
        (map.replace_dims_and_symbols(&d, &s, n as u32, (operands.len() - n) as u32), operands)
    };
    let new = renumbered(true);
    // A symbol may be a factor or divisor of a dimension, where another dimension may not.
    if map.results().iter().all(is_affine) && !new.0.results().iter().all(is_affine) {
        return renumbered(false);
    }
    new
}

/// Whether one factor of each product is symbolic, and each divisor.
fn is_affine(expr: &AffineExpr) -> bool {
    let mut affine = true;
    expr.walk(|e| {
        if let Kind::Binary(op, x, y) = e.kind() {
            affine &= *op == BinaryOp::Add
                || y.is_symbolic_or_constant()
                || *op == BinaryOp::Mul && x.is_symbolic_or_constant();
        }
    });
    affine
}

/// A set with its operands simplified as [`ValueMap::simplified`].
pub fn simplify_set_operands(b: &Body, set: &IntegerSet, operands: &[Value]) -> (IntegerSet, Vec<Value>) {
    if set.n_inputs() as usize != operands.len() {
        return (set.clone(), operands.to_vec());
    }
    let exprs = set.constraints().iter().map(|c| c.expr.clone()).collect();
    let as_map = AffineMap::new(set.n_dims(), set.n_symbols(), exprs);
    let composed = ValueMap::new(as_map.clone(), operands.iter().copied()).composed(b);
    let (map, operands) = canonical(b, &composed);
    let constraints = map.results().iter().zip(set.constraints());
    let constraints = constraints.map(|(e, c)| Constraint { expr: e.clone(), is_eq: c.is_eq }).collect();
    let new = IntegerSet::new(map.n_dims(), map.n_symbols(), constraints);
    // The order of terms is kept if nothing was substituted.
    (if composed.map == as_map { new } else { simplify_set(&new) }, operands)
}
