//! A uniform reading of structured ops: operands, indexing maps, iterator types and payload.

use strata_ir::{
    affine::{AffineExpr, AffineMap, BinaryOp, Kind},
    prelude::*,
};

/// What a loop of a structured op does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Iterator {
    /// Iterations are independent.
    Parallel,
    /// Iterations combine into one output element.
    Reduction,
}

/// A structured op as its parts.
#[derive(Clone, Debug)]
pub struct Structured {
    /// The op.
    pub op: Op,
    /// Inputs.
    pub inputs: Vec<Value>,
    /// Outputs, also called inits.
    pub outputs: Vec<Value>,
    /// One map for each input and output, from loops to indices.
    pub maps: Vec<AffineMap>,
    /// One for each loop.
    pub iterators: Vec<Iterator>,
    /// The payload.
    pub block: Block,
}

impl Structured {
    /// Number of loops.
    pub fn num_loops(&self) -> usize {
        self.iterators.len()
    }
    /// All operands in map order.
    pub fn operands(&self) -> impl std::iter::Iterator<Item = Value> + '_ {
        self.inputs.iter().chain(&self.outputs).copied()
    }
    /// Whether all loops are parallel.
    pub fn is_elementwise(&self) -> bool {
        self.iterators.iter().all(|&i| i == Iterator::Parallel)
    }
    /// The static sizes of the loops, from the shapes of the operands; `None` when one is not known.
    pub fn static_sizes(&self, b: &Body) -> Option<Vec<i64>> {
        let mut sizes = vec![None; self.num_loops()];
        for (v, map) in self.operands().zip(&self.maps) {
            let Some(shape) = b.cx().shaped(b.ty(v)).and_then(|s| s.shape) else { continue };
            for (expr, &d) in map.results().iter().zip(shape) {
                if let Some(dim) = expr.as_dim()
                    && d != DYNAMIC
                {
                    sizes[dim as usize] = Some(d);
                }
            }
        }
        sizes.into_iter().collect()
    }
}

/// The value of an affine expression over loop indices, as arithmetic on `index`.
///
/// `None` for divisions, which the callers do not need.
pub fn expand(b: &mut Builder<'_>, expr: &AffineExpr, dims: &[Value]) -> Option<Value> {
    Some(match expr.kind() {
        Kind::Dim(d) => *dims.get(*d as usize)?,
        Kind::Const(c) => strata_arith::constant_index(b, *c),
        Kind::Binary(op @ (BinaryOp::Add | BinaryOp::Mul), l, r) => {
            let (l, r) = (expand(b, l, dims)?, expand(b, r, dims)?);
            match op {
                BinaryOp::Add => strata_arith::AddIOp::build(b, l, r, None),
                _ => strata_arith::MulIOp::build(b, l, r, None),
            }
        }
        _ => return None,
    })
}

/// Whether [`expand`] can expand an expression.
pub fn is_expandable(expr: &AffineExpr) -> bool {
    match expr.kind() {
        Kind::Dim(_) | Kind::Const(_) => true,
        Kind::Binary(BinaryOp::Add | BinaryOp::Mul, l, r) => is_expandable(l) && is_expandable(r),
        _ => false,
    }
}
