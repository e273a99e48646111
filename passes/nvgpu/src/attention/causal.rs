//! Causal masks: scores that are a constant wherever the key comes after the query, by a comparison of their indices.

use strata_arith::{
    AddIOp, AndIOp, CmpIOp, CmpIPredicate, ConstantOp, ExtSIOp, IndexCastOp, OrIOp, SelectOp, SubIOp, XOrIOp,
};

use super::{
    axes::Axis,
    pattern::{Attention, constant, strip},
    trace::{Id, Node, Trace},
};

/// A bound for constants that keeps 32-bit arithmetic from overflowing.
const SMALL: i64 = 1 << 30;

/// The keys that each query can see.
#[derive(Clone, Debug)]
pub(super) struct Causal {
    /// The axes whose index is that of the query.
    pub query: Vec<Axis>,
    /// The index of the last key that the first query sees.
    pub offset: i64,
    /// The score of all keys behind the last one.
    pub masked: f64,
}

/// A linear expression `query * rows + key * columns + constant`.
#[derive(Clone, Copy, Default)]
struct Linear {
    query: i64,
    key: i64,
    constant: i64,
}

/// The causal mask of scores.
pub(super) fn read(t: &Trace<'_>, a: &Attention) -> Option<Causal> {
    let Node::Apply { op, operands, .. } = t.node(strip(t, a.scores)) else { return None };
    if !op.isa::<SelectOp>(t.b) {
        return None;
    }
    let &[condition, yes, no] = &operands[..] else { return None };
    let mut reader = Reader { t, a, query: None };
    let (masked, offset) = match (constant(t, no), constant(t, yes)) {
        (Some(masked), _) => (masked, reader.last_key(condition, true)?),
        (None, Some(masked)) => (masked, reader.last_key(condition, false)?),
        _ => return None,
    };
    Some(Causal { query: reader.query?, offset, masked })
}

struct Reader<'t, 'b> {
    t: &'t Trace<'b>,
    a: &'t Attention,
    query: Option<Vec<Axis>>,
}

impl Reader<'_, '_> {
    /// The largest difference of a key's and a query's index for which a condition can have the wanted value.
    fn last_key(&mut self, condition: Id, wanted: bool) -> Option<i64> {
        let b = self.t.b;
        let Node::Apply { op, operands, .. } = self.t.node(condition) else { return None };
        if op.isa::<CmpIOp>(b) {
            let predicate = b.attr(*op, "predicate").and_then(|p| b.cx().attr_i64(p))?;
            let (x, y) = (self.linear(operands[0])?, self.linear(operands[1])?);
            let is = |p: CmpIPredicate| predicate == p as i64;
            // The comparison holds if `first - second` is positive, or zero where `equal` is set.
            let (first, second, equal) = if is(CmpIPredicate::Sge) {
                (x, y, true)
            } else if is(CmpIPredicate::Sgt) {
                (x, y, false)
            } else if is(CmpIPredicate::Sle) {
                (y, x, true)
            } else if is(CmpIPredicate::Slt) {
                (y, x, false)
            } else {
                return None;
            };
            let (first, second, equal) =
                if wanted { (first, second, equal) } else { (second, first, !equal) };
            let (query, key) = (first.query - second.query, first.key - second.key);
            let offset = first.constant - second.constant - i64::from(!equal);
            return (query == 1 && key == -1).then_some(offset);
        }
        let both = if wanted { op.isa::<AndIOp>(b) } else { op.isa::<OrIOp>(b) };
        if both {
            let (x, y) = (self.last_key(operands[0], wanted), self.last_key(operands[1], wanted));
            return x.into_iter().chain(y).min();
        }
        if op.isa::<XOrIOp>(b) && self.integer(operands[1]).is_some_and(|n| n != 0) {
            return self.last_key(operands[0], !wanted);
        }
        None
    }

    /// Reads an expression that is linear in the indices of a query and a key.
    fn linear(&mut self, id: Id) -> Option<Linear> {
        let b = self.t.b;
        if let Some(constant) = self.integer(id) {
            return (constant.abs() < SMALL).then_some(Linear { constant, ..Linear::default() });
        }
        let (op, operands) = match self.t.node(id) {
            Node::Index(axes) => {
                let axes = self.t.axes.resolve(axes);
                if axes == self.a.columns {
                    return Some(Linear { key: 1, ..Linear::default() });
                }
                // Later rows are never earlier queries.
                let fits = !axes.is_empty()
                    && self.a.rows.starts_with(&axes)
                    && self.query.as_ref().is_none_or(|q| *q == axes);
                self.query = fits.then_some(axes);
                return fits.then_some(Linear { query: 1, ..Linear::default() });
            }
            Node::Apply { op, operands, .. } => (*op, operands),
            _ => return None,
        };
        let wide = b.cx().bit_width(b.ty(b.result(op, 0))).is_none_or(|n| n >= 32);
        if !wide {
            return None;
        }
        if op.isa::<IndexCastOp>(b) || op.isa::<ExtSIOp>(b) {
            return self.linear(operands[0]);
        }
        let sign = match op {
            op if op.isa::<AddIOp>(b) => 1,
            op if op.isa::<SubIOp>(b) => -1,
            _ => return None,
        };
        let (x, y) = (self.linear(operands[0])?, self.linear(operands[1])?);
        let sum = Linear {
            query: x.query + sign * y.query,
            key: x.key + sign * y.key,
            constant: x.constant + sign * y.constant,
        };
        (sum.constant.abs() < SMALL).then_some(sum)
    }

    /// The integer constant that an expression is.
    fn integer(&self, id: Id) -> Option<i64> {
        let b = self.t.b;
        let op = match self.t.node(id) {
            Node::Scalar(v) => b.def_op(*v)?,
            Node::Apply { op, .. } => *op,
            _ => return None,
        };
        op.isa::<ConstantOp>(b).then(|| b.attr(op, "value")).flatten().and_then(|v| b.cx().attr_i64(v))
    }
}
