//! Constraints whose variables are SSA values.

use strata_affine::{ForOp, ValueMap, validity::is_valid_symbol};
use strata_ir::{
    affine::{
        AffineExpr, AffineMap, Relation,
        relation::{BoundKind, Row},
    },
    prelude::*,
};

/// A [`Relation`] whose dimensions and symbols may be values. Dimensions are induction variables of loops, and what a caller adds; symbols
/// are found when a map needs them.
#[derive(Clone, Debug, Default)]
pub struct ValueConstraints {
    /// The constraints.
    pub relation: Relation,
    /// The values of dimensions and then of symbols, where they have one.
    pub values: Vec<Option<Value>>,
}

impl ValueConstraints {
    /// Without constraints, with these dimensions.
    pub fn with_dims(dims: &[Value]) -> Self {
        Self { relation: Relation::new(dims.len(), 0), values: dims.iter().copied().map(Some).collect() }
    }
    /// The column of a value.
    pub fn find(&self, value: Value) -> Option<usize> {
        self.values.iter().position(|&v| v == Some(value))
    }
    /// Inserts dimensions before dimension `at`.
    pub fn insert_dims(&mut self, at: usize, values: &[Option<Value>]) {
        self.relation.insert_dims(at, values.len());
        self.values.splice(at..at, values.iter().copied());
    }
    /// Appends a dimension and returns its column.
    pub fn append_dim(&mut self, value: Option<Value>) -> usize {
        let at = self.relation.n_dims();
        self.insert_dims(at, &[value]);
        at
    }
    /// Appends a symbol and returns its column.
    pub fn append_symbol(&mut self, value: Value) -> usize {
        let at = self.relation.n_symbols();
        self.relation.insert_symbols(at, 1);
        self.values.push(Some(value));
        self.relation.n_dims() + at
    }
    /// Eliminates columns of dimensions and symbols.
    pub fn project_out(&mut self, from: usize, n: usize) {
        self.relation.project_out(from, n);
        self.values.drain(from..from + n);
    }
    /// Eliminates a value, if it is a variable.
    pub fn project_out_value(&mut self, value: Value) {
        if let Some(at) = self.find(value) {
            self.project_out(at, 1);
        }
    }
    /// The column of a value, which is added if it is not a variable yet: a valid symbol as one, an induction variable of an affine loop as a
    /// dimension with the bounds of the loop. `None` for other values.
    pub fn column(&mut self, b: &Body, value: Value) -> Option<usize> {
        if let Some(at) = self.find(value) {
            return Some(at);
        }
        if is_valid_symbol(b, value) {
            return Some(self.append_symbol(value));
        }
        let for_op = for_op_of(b, value)?;
        let at = self.append_dim(Some(value));
        self.add_for_bounds(b, for_op, value)?;
        Some(at)
    }
    /// The results of a map as expressions on the variables. `None` if an operand cannot be a variable.
    pub fn align(&mut self, b: &Body, vm: &ValueMap) -> Option<AffineMap> {
        // Columns of symbols move when a dimension is added, so all are added first.
        for &v in &vm.operands {
            self.column(b, v)?;
        }
        let columns: Vec<usize> = vm.operands.iter().map(|&v| self.find(v)).collect::<Option<_>>()?;
        let (dims, symbols) = columns.split_at(vm.map.n_dims() as usize);
        let expr = |&at: &usize| self.variable(at);
        let dims: Vec<AffineExpr> = dims.iter().map(expr).collect();
        let symbols: Vec<AffineExpr> = symbols.iter().map(expr).collect();
        let (n_dims, n_symbols) = (self.relation.n_dims() as u32, self.relation.n_symbols() as u32);
        Some(vm.map.replace_dims_and_symbols(&dims, &symbols, n_dims, n_symbols))
    }
    /// The expression of a column of a dimension or symbol.
    pub fn variable(&self, column: usize) -> AffineExpr {
        match column.checked_sub(self.relation.n_dims()) {
            None => AffineExpr::dim(column as u32),
            Some(symbol) => AffineExpr::symbol(symbol as u32),
        }
    }
    /// Rows of the results of a map; see [`Relation::flatten`].
    pub fn rows(&mut self, b: &Body, vm: &ValueMap) -> Option<Vec<Row>> {
        let map = self.align(b, &vm.simplified(b))?;
        self.relation.flatten(map.results())
    }
    /// Bounds the value by each result of a map. `None` if the map has operands or expressions that constraints cannot have.
    pub fn add_bound(&mut self, b: &Body, kind: BoundKind, value: Value, vm: &ValueMap) -> Option<()> {
        let map = self.align(b, &vm.simplified(b))?;
        let at = self.find(value)?;
        self.relation.add_map_bound(kind, at, &map)
    }
    /// Adds the bounds of a loop, and that the induction variable goes by steps if the lower bound is known.
    pub fn add_for_bounds(&mut self, b: &Body, for_op: ForOp, iv: Value) -> Option<()> {
        let (lower, upper, step) = (for_op.lower(b), for_op.upper(b), for_op.step_value(b));
        let first = lower.map.single_constant();
        if let (Some(low), true) = (first, step != 1) {
            self.add_stride(iv, low, step)?;
        }
        match first {
            Some(low) => self.relation.add_bound(BoundKind::Lower, self.find(iv)?, low),
            None => self.add_bound(b, BoundKind::Lower, iv, &lower)?,
        }
        match upper.map.single_constant() {
            Some(high) => self.relation.add_bound(BoundKind::Upper, self.find(iv)?, high.checked_sub(1)?),
            None => {
                let last = upper.map.map_results(|e| e - 1);
                self.add_bound(b, BoundKind::Upper, iv, &ValueMap::new(last, upper.operands))?;
            }
        }
        Some(())
    }
    /// `value - low` is a multiple of `step`.
    fn add_stride(&mut self, value: Value, low: i64, step: i64) -> Option<()> {
        let at = self.find(value)?;
        let mut dividend = self.relation.zero_row();
        let last = dividend.len() - 1;
        dividend[at] = 1;
        dividend[last] = low.checked_neg()?;
        let quotient = self.relation.add_floor_div(&dividend, step);
        let mut row = self.relation.zero_row();
        row[at] = 1;
        row[quotient] = step.checked_neg()?;
        *row.last_mut()? = low.checked_neg()?;
        self.relation.add_equality(row);
        Some(())
    }
    /// The map with the values of the dimensions and symbols as operands; `None` if one has no value.
    pub fn value_map(&self, map: AffineMap) -> Option<ValueMap> {
        Some(ValueMap::new(map, self.values.iter().copied().collect::<Option<Vec<_>>>()?))
    }
}

/// The loop whose induction variable a value is.
pub fn for_op_of(b: &Body, value: Value) -> Option<ForOp> {
    let Def::Arg { block, index: 0, .. } = b.def(value) else { return None };
    b.block_parent_op(block)?.as_op::<ForOp>(b)
}
