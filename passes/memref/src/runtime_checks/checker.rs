//! Building the checks of one op.

use strata_arith::{AndIOp, CmpIPredicate, ConstantOp, constant_index};
use strata_cf::AssertOp;
use strata_ir::prelude::*;
use strata_memref as memref;
use strata_passes_analysis::index_arith::compare;
use strata_tensor::{self as tensor, MixedIndex};

/// Builds checks in front of an op.
pub(super) struct Checker<'c, 'b> {
    pub b: &'c mut Builder<'b>,
    /// The beginning and the end of messages.
    prefix: String,
    suffix: String,
}

impl<'c, 'b> Checker<'c, 'b> {
    pub fn new(b: &'c mut Builder<'b>, op: Op, text: &str) -> Self {
        let location = b.cx().attr_to_string(b.loc(op).to_attr(b.cx()));
        let line = if text.is_empty() { String::new() } else { format!("\n{text}") };
        let prefix = format!("ERROR: Runtime op verification failed{line}\n^ ");
        Self { b, prefix, suffix: format!("\nLocation: {location}") }
    }
    /// The beginning and the end of messages.
    pub fn texts(&self) -> [String; 2] {
        [self.prefix.clone(), self.suffix.clone()]
    }
    /// A checker of the same op that builds elsewhere.
    pub fn with_texts(b: &'c mut Builder<'b>, [prefix, suffix]: [String; 2]) -> Self {
        Self { b, prefix, suffix }
    }
    pub fn index(&mut self, value: i64) -> Value {
        constant_index(self.b, value)
    }
    /// A size of a buffer or tensor, behind a constant that names the dimension.
    pub fn dim(&mut self, source: Value, i: usize) -> Value {
        let at = self.index(i as i64);
        let index = self.b.cx().index();
        if is_tensor(self.b, source) {
            tensor::DimOp::build(self.b, source, at, index)
        } else {
            memref::DimOp::build(self.b, source, at, index)
        }
    }
    /// The same, or a constant where it is known.
    pub fn known_dim(&mut self, source: Value, i: usize) -> Value {
        let shaped = self.b.cx().shaped(self.b.ty(source)).and_then(|s| s.shape);
        match shaped.map(|shape| shape[i]) {
            Some(size) if size != DYNAMIC => {
                self.index(i as i64);
                self.index(size)
            }
            _ => self.dim(source, i),
        }
    }
    pub fn rank(&mut self, source: Value) -> Value {
        let index = self.b.cx().index();
        if is_tensor(self.b, source) {
            tensor::RankOp::build(self.b, source, index)
        } else {
            memref::RankOp::build(self.b, source, index)
        }
    }
    pub fn materialize(&mut self, index: &MixedIndex) -> Option<Value> {
        index.materialize(self.b)
    }
    pub fn compare(&mut self, predicate: CmpIPredicate, x: Value, y: Value) -> Value {
        compare(self.b, predicate, x, y)
    }
    pub fn assert(&mut self, condition: Value, message: &str) {
        let text = format!("{}{message}{}", self.prefix, self.suffix);
        let text = self.b.cx().string_attr(&text);
        AssertOp::build(self.b, condition, text);
    }
    /// Asserts that two values are equal.
    pub fn assert_equal(&mut self, x: Value, y: Value, message: &str) {
        let equal = self.compare(CmpIPredicate::Eq, x, y);
        self.assert(equal, message);
    }
}

fn is_tensor(b: &Body, v: Value) -> bool {
    let (cx, ty) = (b.cx(), b.ty(v));
    cx.type_as::<TensorType>(ty).is_some() || cx.type_as::<UnrankedTensorType>(ty).is_some()
}

/// Whether `low <= value < high`, by ops that fold.
pub(super) fn in_bounds(b: &mut Builder<'_>, value: Value, low: Value, high: Value) -> Value {
    let above = compare(b, CmpIPredicate::Sge, value, low);
    let above = folded(b, above);
    let below = compare(b, CmpIPredicate::Slt, value, high);
    let below = folded(b, below);
    let both = AndIOp::build(b, above, below);
    folded(b, both)
}

/// The value of a new op, or what it folds to.
pub(super) fn folded(b: &mut Builder<'_>, value: Value) -> Value {
    folded_by(b, value, |b, attr, ty| Some(ConstantOp::build(b, attr, ty)))
}

/// The same, with constants that `constant` makes.
pub(super) fn folded_by(
    b: &mut Builder<'_>,
    value: Value,
    constant: impl Fn(&mut Builder<'_>, Attr, Type) -> Option<Value>,
) -> Value {
    let Some(op) = b.def_op(value) else { return value };
    loop {
        let consts: Vec<Option<Attr>> = b.operands(op).map(|v| constant_value(b, v)).collect();
        let result = match op.cast::<dyn Fold>(b) {
            Some(fold) => fold.fold(b.body(), &consts),
            None => None,
        };
        let new = match result {
            Some(Folded::InPlace) => continue,
            Some(Folded::Results(results)) => match results[..] {
                [FoldResult::Value(new)] => new,
                [FoldResult::Attr(attr)] => {
                    let ty = b.ty(value);
                    let Some(new) = constant(b, attr, ty) else { return value };
                    new
                }
                _ => return value,
            },
            None => return value,
        };
        b.body().erase(op);
        return new;
    }
}
