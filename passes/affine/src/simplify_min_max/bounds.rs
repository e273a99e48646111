//! Facts on the values that index computations use, as a system of linear constraints: [`Bounds`].
//!
//! Values are followed through `affine.apply`, `affine.min`, `affine.max`, `affine.delinearize_index`, sums, differences, products and quotients of `arith`,
//! induction variables of `scf.for` and `scf.forall`, and sizes of tensors and buffers. A constraint that is not affine is left out.

use std::collections::VecDeque;

use indexmap::IndexMap;
use strata_affine::{ApplyOp, DelinearizeIndexOp, MaxOp, MinOp, ValueMap};
use strata_arith::{AddIOp, FloorDivSIOp, MulIOp, SubIOp};
use strata_ir::{
    affine::{
        AffineExpr, AffineMap,
        relation::{BoundKind, Relation},
    },
    prelude::*,
};
use strata_scf::{ForOp, ForallOp};
use strata_tensor::{MixedIndex, index_list::mixed};

/// How many values are followed. The constraints of others are left out, which makes less known.
const MAX_VALUES: usize = 256;

/// An index, or the size of a dimension of a tensor or buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Quantity {
    Index(Value),
    Size(Value, usize),
}

/// A system of constraints: its dimensions are expressions, its symbols quantities.
#[derive(Default)]
pub struct Bounds {
    relation: Relation,
    quantities: IndexMap<Quantity, ()>,
    todo: VecDeque<Quantity>,
}

impl Bounds {
    /// Adds the only result of a map as a dimension, with all that is known of its operands. Gives the number of the dimension.
    pub fn add(&mut self, b: &Body, vm: &ValueMap) -> usize {
        let at = self.relation.n_dims();
        self.relation.insert_dims(at, 1);
        let exprs = self.exprs(b, vm);
        self.constrain(BoundKind::Equal, at, exprs);
        while let Some(quantity) = self.todo.pop_front() {
            self.follow(b, quantity);
        }
        at
    }

    /// Whether a dimension is known to be at least `by` less than another one. Nothing is known if there are no values at all.
    pub fn is_less(&self, low: usize, high: usize, by: i64) -> bool {
        if self.relation.is_empty() {
            return false;
        }
        let mut opposite = self.relation.clone();
        let mut row = opposite.zero_row();
        let last = row.len() - 1;
        // low - high + by - 1 >= 0
        (row[low], row[high], row[last]) = (1, -1, by - 1);
        opposite.add_inequality(row);
        opposite.is_empty()
    }

    /// The results of a map as expressions on the quantities.
    fn exprs(&mut self, b: &Body, vm: &ValueMap) -> Vec<AffineExpr> {
        let operands: Vec<AffineExpr> =
            vm.operands.iter().map(|&v| self.expr(b, Quantity::Index(v))).collect();
        if operands.len() != vm.map.n_inputs() as usize {
            return Vec::new();
        }
        let (dims, symbols) = operands.split_at(vm.map.n_dims() as usize);
        let map = vm.map.replace_dims_and_symbols(dims, symbols, 0, self.quantities.len() as u32);
        map.results().to_vec()
    }
    /// A quantity as a constant or a symbol, which is followed later.
    fn expr(&mut self, b: &Body, quantity: Quantity) -> AffineExpr {
        let known = match quantity {
            Quantity::Index(value) => constant_value(b, value).and_then(|a| b.cx().attr_i64(a)),
            Quantity::Size(value, dim) => {
                let size = b.cx().shaped(b.ty(value)).and_then(|s| s.shape?.get(dim).copied());
                size.filter(|&size| size != DYNAMIC)
            }
        };
        if let Some(known) = known {
            return AffineExpr::constant(known);
        }
        let (at, previous) = self.quantities.insert_full(quantity, ());
        if previous.is_none() {
            self.relation.insert_symbols(at, 1);
            if at < MAX_VALUES {
                self.todo.push_back(quantity);
            }
        }
        AffineExpr::symbol(at as u32)
    }
    fn mixed(&mut self, b: &Body, size: MixedIndex) -> AffineExpr {
        match size {
            MixedIndex::Static(known) => AffineExpr::constant(known),
            MixedIndex::Value(value) => self.expr(b, Quantity::Index(value)),
        }
    }

    /// Bounds a column by expressions.
    fn constrain(&mut self, kind: BoundKind, column: usize, exprs: impl IntoIterator<Item = AffineExpr>) {
        let (dims, symbols) = (self.relation.n_dims() as u32, self.relation.n_symbols() as u32);
        for expr in exprs {
            self.relation.add_map_bound(kind, column, &AffineMap::new(dims, symbols, vec![expr]));
        }
    }
    fn bound(&mut self, kind: BoundKind, quantity: Quantity, exprs: impl IntoIterator<Item = AffineExpr>) {
        if let Some(at) = self.quantities.get_index_of(&quantity) {
            self.constrain(kind, self.relation.n_dims() + at, exprs);
        }
    }

    /// Adds what the op that defines a quantity says of it.
    fn follow(&mut self, b: &Body, quantity: Quantity) {
        match quantity {
            Quantity::Size(value, dim) => self.follow_size(b, quantity, value, dim),
            Quantity::Index(value) => match b.def(value) {
                Def::Result { op, .. } => {
                    if self.follow_affine(b, quantity, op).is_none() {
                        self.follow_arithmetic(b, quantity, op);
                    }
                }
                Def::Arg { block, .. } => {
                    if let Some(op) = b.block_parent_op(block) {
                        self.follow_loop(b, quantity, value, op);
                    }
                }
                Def::Forward => (),
            },
        }
    }

    fn follow_affine(&mut self, b: &Body, quantity: Quantity, op: Op) -> Option<()> {
        let (kind, vm) = if let Some(apply) = op.as_op::<ApplyOp>(b) {
            (BoundKind::Equal, apply.value_map(b).simplified(b))
        } else if let Some(min) = op.as_op::<MinOp>(b) {
            (BoundKind::Upper, min.value_map(b))
        } else if let Some(max) = op.as_op::<MaxOp>(b) {
            (BoundKind::Lower, max.value_map(b))
        } else {
            let digits = op.as_op::<DelinearizeIndexOp>(b)?;
            return self.follow_digit(b, quantity, digits);
        };
        let exprs = self.exprs(b, &vm);
        self.bound(kind, quantity, exprs);
        Some(())
    }
    /// A digit as a quotient of the number, or of the remainder for all bases from its own one on.
    fn follow_digit(&mut self, b: &Body, quantity: Quantity, digits: DelinearizeIndexOp) -> Option<()> {
        let Quantity::Index(value) = quantity else { return None };
        let (results, basis) = (b.results(digits.op()), digits.effective_basis(b));
        let position = results.iter().position(|&v| v == value)?;
        let linear = self.expr(b, Quantity::Index(digits.linear_index(b)));
        let bases: Vec<AffineExpr> = basis
            .into_iter()
            .map(|base| match base {
                Ok(base) => AffineExpr::constant(base),
                Err(value) => self.expr(b, Quantity::Index(value)),
            })
            .collect();
        // Without an outer bound the first digit has no base.
        let from_last = results.len() - 1 - position;
        let own = bases.len().checked_sub(from_last + 1).map(|i| bases[i].clone());
        let weight = bases[bases.len().saturating_sub(from_last)..]
            .iter()
            .cloned()
            .fold(AffineExpr::constant(1), |product, base| product * base);
        if position == 0 {
            self.bound(BoundKind::Equal, quantity, [linear.floor_div(weight)]);
            self.bound(BoundKind::Upper, quantity, own.map(|base| base - 1));
        } else {
            let rest = linear.modulo(own? * weight.clone());
            self.bound(BoundKind::Equal, quantity, [rest.floor_div(weight)]);
        }
        Some(())
    }

    fn follow_arithmetic(&mut self, b: &Body, quantity: Quantity, op: Op) {
        if op.isa::<strata_tensor::DimOp>(b) || op.isa::<strata_memref::DimOp>(b) {
            self.bound(BoundKind::Lower, quantity, [AffineExpr::constant(0)]);
            let dim = constant_value(b, b.operand(op, 1)).and_then(|a| b.cx().attr_i64(a));
            let source = b.operand(op, 0);
            let rank = b.cx().shaped(b.ty(source)).and_then(|s| s.rank());
            if let Some(dim) = dim.and_then(|dim| usize::try_from(dim).ok())
                && rank.is_some_and(|rank| dim < rank)
            {
                let size = self.expr(b, Quantity::Size(source, dim));
                self.bound(BoundKind::Equal, quantity, [size]);
            }
            return;
        }
        let combine: fn(AffineExpr, AffineExpr) -> AffineExpr = match () {
            () if op.isa::<AddIOp>(b) => |x, y| x + y,
            () if op.isa::<SubIOp>(b) => |x, y| x - y,
            () if op.isa::<MulIOp>(b) => |x, y| x * y,
            () if op.isa::<FloorDivSIOp>(b) => |x, y| x.floor_div(y),
            () => return,
        };
        let [x, y] = [0, 1].map(|i| self.expr(b, Quantity::Index(b.operand(op, i))));
        self.bound(BoundKind::Equal, quantity, [combine(x, y)]);
    }

    /// An induction variable is between the bounds of its loop.
    fn follow_loop(&mut self, b: &Body, quantity: Quantity, value: Value, op: Op) {
        let (lower, upper) = if let Some(for_op) = op.as_op::<ForOp>(b) {
            let is_iv = b.block_args(for_op.body_block(b)).first() == Some(&value);
            if !is_iv || for_op.unsigned_cmp(b).is_some() {
                return;
            }
            let bounds = [for_op.lower_bound(b), for_op.upper_bound(b), for_op.step(b)];
            let [lower, upper, step] = bounds.map(|v| self.expr(b, Quantity::Index(v)));
            if step.as_const().is_some_and(|step| step > 0) {
                // The last iteration is a number of steps from the first one.
                let steps = (upper.clone() - lower.clone()).ceil_div(step.clone()) - 1;
                self.bound(BoundKind::Upper, quantity, [lower.clone() + steps * step]);
            }
            (lower, upper)
        } else if let Some(forall) = op.as_op::<ForallOp>(b) {
            let Some(i) = forall.ivs(b).iter().position(|&iv| iv == value) else { return };
            let list = |name, dynamic: Vec<Value>| {
                let known = b.attr(op, name).and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a))?;
                mixed(&known.values, dynamic.into_iter()).get(i).copied()
            };
            let lower = list("staticLowerBound", forall.dynamic_lower_bound(b).collect());
            let upper = list("staticUpperBound", forall.dynamic_upper_bound(b).collect());
            let (Some(lower), Some(upper)) = (lower, upper) else { return };
            (self.mixed(b, lower), self.mixed(b, upper))
        } else {
            return;
        };
        self.bound(BoundKind::Lower, quantity, [lower]);
        self.bound(BoundKind::Upper, quantity, [upper - 1]);
    }

    /// The sizes of tensors and buffers that are made with them.
    fn follow_size(&mut self, b: &Body, quantity: Quantity, value: Value, dim: usize) {
        let sizes = if let Some(empty) = b.def_as::<strata_tensor::EmptyOp>(value) {
            empty.mixed_sizes(b)
        } else if let Some(alloc) = b.def_as::<strata_memref::AllocOp>(value) {
            alloc.mixed_sizes(b)
        } else if let Some(alloca) = b.def_as::<strata_memref::AllocaOp>(value) {
            alloca.mixed_sizes(b)
        } else {
            return;
        };
        if let Some(&size) = sizes.get(dim) {
            let size = self.mixed(b, size);
            self.bound(BoundKind::Equal, quantity, [size]);
        }
    }
}
