//! The expression DAG: nodes, facts kept in every node, equality, hashing and iterative dropping.

use crate::MAX_RECURSION;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops;
use std::sync::Arc;

/// The operation of an inner node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `lhs + rhs`
    Add,
    /// `lhs * rhs`
    Mul,
    /// `lhs mod rhs`: the remainder of the floor division, not negative.
    Mod,
    /// `lhs floordiv rhs`
    FloorDiv,
    /// `lhs ceildiv rhs`
    CeilDiv,
}

/// The root node of an expression.
#[derive(Debug)]
pub enum Kind {
    /// A dimension identifier `dN`.
    Dim(u32),
    /// A symbol identifier `sN`.
    Symbol(u32),
    /// A constant.
    Const(i64),
    /// An operation on two expressions.
    Binary(BinaryOp, AffineExpr, AffineExpr),
}

/// A node with facts about the expression below it.
struct Node {
    kind: Kind,
    hash: u64,
    /// The number of nodes, counted as a tree.
    size: u64,
    depth: u32,
    n_dims: u32,
    n_symbols: u32,
    pure: bool,
    /// The largest known divisor; zero for the constant zero.
    divisor: u64,
}

/// An affine expression. Cloning shares it.
#[derive(Clone)]
pub struct AffineExpr(Arc<Node>);

/// The greatest common divisor; zero is divisible by everything.
pub(crate) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The largest divisor known of an operation.
fn divisor_of(op: BinaryOp, lhs: &AffineExpr, rhs: &AffineExpr) -> u64 {
    let (l, r) = (lhs.0.divisor, rhs.0.divisor);
    match op {
        // When the product of the divisors is too large, each of them is still one.
        BinaryOp::Mul => l.checked_mul(r).unwrap_or(l.max(r)),
        BinaryOp::Add | BinaryOp::Mod => gcd(l, r),
        BinaryOp::FloorDiv | BinaryOp::CeilDiv => match rhs.as_const() {
            Some(c) if c != 0 && l % c.unsigned_abs() == 0 => l / c.unsigned_abs(),
            _ => 1,
        },
    }
}

/// Whether an operation on pure affine operands is pure affine.
fn is_pure(op: BinaryOp, lhs: &AffineExpr, rhs: &AffineExpr) -> bool {
    lhs.0.pure
        && match op {
            BinaryOp::Add => rhs.0.pure,
            BinaryOp::Mul => rhs.0.pure && (lhs.as_const().is_some() || rhs.as_const().is_some()),
            BinaryOp::Mod | BinaryOp::FloorDiv | BinaryOp::CeilDiv => rhs.as_const().is_some(),
        }
}

impl AffineExpr {
    fn leaf(kind: Kind, n_dims: u32, n_symbols: u32, divisor: u64) -> AffineExpr {
        let mut hasher = FxHasher::default();
        match kind {
            Kind::Dim(i) => (0u8, i64::from(i)),
            Kind::Symbol(i) => (1, i64::from(i)),
            Kind::Const(c) => (2, c),
            Kind::Binary(..) => (3, 0),
        }
        .hash(&mut hasher);
        let hash = hasher.finish();
        AffineExpr(Arc::new(Node { kind, hash, size: 1, depth: 1, n_dims, n_symbols, pure: true, divisor }))
    }

    /// The dimension `dN`.
    pub fn dim(index: u32) -> AffineExpr {
        AffineExpr::leaf(Kind::Dim(index), index.saturating_add(1), 0, 1)
    }

    /// The symbol `sN`.
    pub fn symbol(index: u32) -> AffineExpr {
        AffineExpr::leaf(Kind::Symbol(index), 0, index.saturating_add(1), 1)
    }

    /// A constant.
    pub fn constant(value: i64) -> AffineExpr {
        AffineExpr::leaf(Kind::Const(value), 0, 0, value.unsigned_abs())
    }

    /// The operation without any simplification.
    pub(crate) fn raw(op: BinaryOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        let mut hasher = FxHasher::default();
        (op as u8 + 4, lhs.0.hash, rhs.0.hash).hash(&mut hasher);
        AffineExpr(Arc::new(Node {
            hash: hasher.finish(),
            size: lhs.0.size.saturating_add(rhs.0.size).saturating_add(1),
            depth: lhs.0.depth.max(rhs.0.depth).saturating_add(1),
            n_dims: lhs.0.n_dims.max(rhs.0.n_dims),
            n_symbols: lhs.0.n_symbols.max(rhs.0.n_symbols),
            pure: is_pure(op, &lhs, &rhs),
            divisor: divisor_of(op, &lhs, &rhs),
            kind: Kind::Binary(op, lhs, rhs),
        }))
    }

    /// `self floordiv rhs`
    pub fn floor_div(&self, rhs: impl Into<AffineExpr>) -> AffineExpr {
        AffineExpr::binary(BinaryOp::FloorDiv, self.clone(), rhs.into())
    }

    /// `self ceildiv rhs`
    pub fn ceil_div(&self, rhs: impl Into<AffineExpr>) -> AffineExpr {
        AffineExpr::binary(BinaryOp::CeilDiv, self.clone(), rhs.into())
    }

    /// `self mod rhs`
    pub fn modulo(&self, rhs: impl Into<AffineExpr>) -> AffineExpr {
        AffineExpr::binary(BinaryOp::Mod, self.clone(), rhs.into())
    }

    /// The root node of the expression.
    #[inline]
    pub fn kind(&self) -> &Kind {
        &self.0.kind
    }

    /// The value of a constant.
    #[inline]
    pub fn as_const(&self) -> Option<i64> {
        if let Kind::Const(value) = self.0.kind { Some(value) } else { None }
    }

    /// The index of a dimension.
    #[inline]
    pub fn as_dim(&self) -> Option<u32> {
        if let Kind::Dim(index) = self.0.kind { Some(index) } else { None }
    }

    /// The index of a symbol.
    #[inline]
    pub fn as_symbol(&self) -> Option<u32> {
        if let Kind::Symbol(index) = self.0.kind { Some(index) } else { None }
    }

    /// Where an identifier stands among the operands of a commutative operation.
    pub(crate) fn identifier_order(&self) -> Option<(bool, u32)> {
        match self.0.kind {
            Kind::Dim(index) => Some((false, index)),
            Kind::Symbol(index) => Some((true, index)),
            _ => None,
        }
    }

    /// The operands of an operation of one kind.
    pub fn as_binary(&self, op: BinaryOp) -> Option<(&AffineExpr, &AffineExpr)> {
        match &self.0.kind {
            Kind::Binary(own, lhs, rhs) if *own == op => Some((lhs, rhs)),
            _ => None,
        }
    }

    /// Whether no dimension occurs.
    pub fn is_symbolic_or_constant(&self) -> bool {
        self.0.n_dims == 0
    }

    /// Whether all multiplications and divisions are by constants.
    pub fn is_pure_affine(&self) -> bool {
        self.0.pure
    }

    /// The largest integer known to divide every value; zero when the value is always zero.
    pub fn largest_known_divisor(&self) -> u64 {
        self.0.divisor
    }

    /// Whether every value is known to be a multiple of `factor` (never of zero).
    pub fn is_multiple_of(&self, factor: i64) -> bool {
        factor != 0 && self.0.divisor.is_multiple_of(factor.unsigned_abs())
    }

    /// One more than the largest dimension index that occurs.
    pub fn n_dims(&self) -> u32 {
        self.0.n_dims
    }

    /// One more than the largest symbol index that occurs.
    pub fn n_symbols(&self) -> u32 {
        self.0.n_symbols
    }

    /// The number of nodes, counted as a tree (shared nodes count each time; saturates).
    pub fn size(&self) -> u64 {
        self.0.size
    }

    /// The length of the longest path to a leaf.
    pub fn depth(&self) -> u32 {
        self.0.depth
    }

    /// Whether recursive simplification may look into the expression.
    pub(crate) fn is_small(&self) -> bool {
        self.0.depth <= MAX_RECURSION && self.0.size <= crate::NODE_BUDGET
    }

    /// The identity of the node, for memo tables.
    pub(crate) fn id(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// Whether a dimension occurs.
    pub fn is_function_of_dim(&self, index: u32) -> bool {
        index < self.0.n_dims && self.any_leaf(|kind| matches!(kind, Kind::Dim(i) if *i == index))
    }

    /// Whether a symbol occurs.
    pub fn is_function_of_symbol(&self, index: u32) -> bool {
        index < self.0.n_symbols && self.any_leaf(|kind| matches!(kind, Kind::Symbol(i) if *i == index))
    }

    fn any_leaf(&self, predicate: impl Fn(&Kind) -> bool) -> bool {
        let mut found = false;
        self.walk(|expr| found |= predicate(expr.kind()));
        found
    }

    /// Calls `visit` once on every distinct node, operands after their user.
    pub fn walk(&self, mut visit: impl FnMut(&AffineExpr)) {
        let mut seen = FxHashSet::default();
        let mut stack = vec![self];
        while let Some(expr) = stack.pop() {
            visit(expr);
            if let Kind::Binary(_, lhs, rhs) = expr.kind() {
                // A node with a single owner cannot be reached twice.
                for operand in [rhs, lhs] {
                    if Arc::strong_count(&operand.0) == 1 || seen.insert(operand.id()) {
                        stack.push(operand);
                    }
                }
            }
        }
    }
}

impl PartialEq for AffineExpr {
    fn eq(&self, other: &AffineExpr) -> bool {
        if Arc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        if self.0.hash != other.0.hash {
            return false;
        }
        let mut seen = FxHashSet::default();
        let mut stack = vec![(self, other)];
        while let Some((a, b)) = stack.pop() {
            if Arc::ptr_eq(&a.0, &b.0) {
                continue;
            }
            if a.0.hash != b.0.hash || a.0.size != b.0.size {
                return false;
            }
            match (a.kind(), b.kind()) {
                (Kind::Dim(a), Kind::Dim(b)) | (Kind::Symbol(a), Kind::Symbol(b)) if a == b => {}
                (Kind::Const(a), Kind::Const(b)) if a == b => {}
                (Kind::Binary(op, a0, a1), Kind::Binary(other, b0, b1)) if op == other => {
                    // Only shared nodes can come up again.
                    let shared = Arc::strong_count(&a.0) > 1 && Arc::strong_count(&b.0) > 1;
                    if !shared || seen.insert((a.id(), b.id())) {
                        stack.push((a1, b1));
                        stack.push((a0, b0));
                    }
                }
                _ => return false,
            }
        }
        true
    }
}

impl Eq for AffineExpr {}

impl Hash for AffineExpr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

/// Nodes this shallow are dropped by the compiler's recursion.
const DROP_RECURSION: u32 = 64;

impl Drop for Node {
    fn drop(&mut self) {
        if self.depth <= DROP_RECURSION {
            return;
        }
        // A long chain would otherwise recurse once per node.
        let mut stack = Vec::new();
        let take = |node: &mut Node, stack: &mut Vec<AffineExpr>| {
            if let Kind::Binary(_, lhs, rhs) = std::mem::replace(&mut node.kind, Kind::Const(0)) {
                stack.extend([lhs, rhs]);
            }
        };
        take(self, &mut stack);
        while let Some(mut expr) = stack.pop() {
            if let Some(node) = Arc::get_mut(&mut expr.0) {
                take(node, &mut stack);
            }
        }
    }
}

impl From<i64> for AffineExpr {
    fn from(value: i64) -> AffineExpr {
        AffineExpr::constant(value)
    }
}

impl From<&AffineExpr> for AffineExpr {
    fn from(expr: &AffineExpr) -> AffineExpr {
        expr.clone()
    }
}

/// Implements an operator for all combinations of owned and borrowed left operands.
macro_rules! operator {
    ($trait:ident, $method:ident, |$lhs:ident, $rhs:ident| $body:expr) => {
        impl<T: Into<AffineExpr>> ops::$trait<T> for AffineExpr {
            type Output = AffineExpr;
            fn $method(self, rhs: T) -> AffineExpr {
                let ($lhs, $rhs): (AffineExpr, AffineExpr) = (self, rhs.into());
                $body
            }
        }
        impl<T: Into<AffineExpr>> ops::$trait<T> for &AffineExpr {
            type Output = AffineExpr;
            fn $method(self, rhs: T) -> AffineExpr {
                ops::$trait::$method(self.clone(), rhs)
            }
        }
    };
}

operator!(Add, add, |lhs, rhs| AffineExpr::binary(BinaryOp::Add, lhs, rhs));
operator!(Sub, sub, |lhs, rhs| AffineExpr::binary(BinaryOp::Add, lhs, -rhs));
operator!(Mul, mul, |lhs, rhs| AffineExpr::binary(BinaryOp::Mul, lhs, rhs));
operator!(Rem, rem, |lhs, rhs| AffineExpr::binary(BinaryOp::Mod, lhs, rhs));

impl ops::Neg for AffineExpr {
    type Output = AffineExpr;
    fn neg(self) -> AffineExpr {
        self * -1
    }
}

impl ops::Neg for &AffineExpr {
    type Output = AffineExpr;
    fn neg(self) -> AffineExpr {
        self * -1
    }
}
