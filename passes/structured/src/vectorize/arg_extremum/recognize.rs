//! Which payloads keep the largest or smallest element and its position.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use strata_arith::{
    AndIOp, CmpFOp, CmpFPredicate, CmpIOp, CmpIPredicate, IndexCastOp, MaxSIOp, MaxUIOp, MaximumFOp, MinSIOp,
    MinUIOp, MinimumFOp, OrIOp, SelectOp, XOrIOp, eval, fold::elements::splat_int,
};
use strata_ir::{
    num::{ApInt, FloatFormat},
    prelude::*,
};
use strata_linalg::IndexOp;

use crate::structured_op::{IteratorType, Structured};

/// A reduction to the largest or smallest element and its position along one loop.
pub(super) struct ArgExtremum {
    /// The loop that is reduced.
    pub dim: usize,
    /// Which of the two outputs is the position.
    pub position: usize,
    /// The element, a value of the payload.
    pub element: Value,
    /// Whether the largest element is kept.
    pub largest: bool,
    /// Whether the last one of equal elements is kept, and not the first one.
    pub last: bool,
    /// Whether integers are compared as signed ones.
    pub signed: bool,
}

impl ArgExtremum {
    /// Reads the reduction of a structured op, if it is one of this kind: the payload is evaluated for a kept element that is less than the
    /// new one, equal to it, and greater, where neither is NaN and the kept position is in front of the new one.
    pub fn recognize(body: &Body, s: &Structured) -> Option<Self> {
        let mut reductions = (0..s.num_loops()).filter(|&d| s.iterators[d] == IteratorType::Reduction);
        let (Some(dim), None, 2) = (reductions.next(), reductions.next(), s.outputs.len()) else {
            return None;
        };
        [0, 1].into_iter().find_map(|position| {
            let mut case = Case { body, s, dim, position, kept: Ordering::Less, element: None, signed: None };
            let mut takes = |kept: Ordering| {
                case.kept = kept;
                case.takes_new()
            };
            let (largest, last) = match [Ordering::Less, Ordering::Equal, Ordering::Greater].map(&mut takes) {
                [Some(true), Some(last), Some(false)] => (true, last),
                [Some(false), Some(last), Some(true)] => (false, last),
                _ => return None,
            };
            let (element, signed) = (case.element?, case.signed.unwrap_or(true));
            Some(Self { dim, position, element, largest, last, signed })
        })
    }
}

/// A value of the payload.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// The value of an output so far.
    Kept(usize),
    /// A value that does not depend on the outputs.
    New(Value),
    /// A truth value.
    Truth(bool),
}
use Known::{Kept, New, Truth};

/// The payload where the kept element compares with the new one in one way.
struct Case<'a> {
    body: &'a Body,
    s: &'a Structured,
    dim: usize,
    position: usize,
    kept: Ordering,
    element: Option<Value>,
    signed: Option<bool>,
}

impl Case<'_> {
    /// Whether the payload yields the position of the new element, and, where they differ, the new element.
    fn takes_new(&mut self) -> Option<bool> {
        let (body, first) = (self.body, self.s.inputs.len());
        let args = body.block_args(self.s.block);
        let mut known: FxHashMap<Value, Known> = args[..first].iter().map(|&v| (v, New(v))).collect();
        known.extend(args[first..].iter().enumerate().map(|(i, &v)| (v, Kept(i))));
        for op in body.block_ops(self.s.block) {
            // Constants and values from around the payload are not in the map.
            let operands: Vec<Known> =
                body.operands(op).map(|v| known.get(&v).copied().unwrap_or(New(v))).collect();
            if !body.has_trait(op, Trait::Terminator) {
                let value = self.value(op, &operands)?;
                known.insert(body.results(op).first().copied()?, value);
                continue;
            }
            let mut taken = [false; 2];
            for (i, (taken, &yielded)) in taken.iter_mut().zip(&operands).enumerate() {
                *taken = match yielded {
                    Kept(output) if output == i => false,
                    New(v) if self.is_new(i, v) => true,
                    _ => return None,
                };
            }
            let agree = self.kept.is_eq() || taken[0] == taken[1];
            return agree.then_some(taken[self.position]);
        }
        None
    }

    /// Whether `v` is the new element, or its position, of output `i`. The first value that is compared with the output is the element.
    fn is_new(&mut self, i: usize, v: Value) -> bool {
        if i != self.position {
            return *self.element.get_or_insert(v) == v;
        }
        let mut at = v;
        while let Some(cast) = self.body.def_op(at).filter(|op| op.isa::<IndexCastOp>(self.body)) {
            at = self.body.operand(cast, 0);
        }
        let index = self.body.def_op(at).and_then(|op| op.as_op::<IndexOp>(self.body));
        index.is_some_and(|op| op.loop_number(self.body) == Some(self.dim))
    }

    /// How `a` compares with `b`, where that is known.
    fn order(&mut self, a: Known, b: Known) -> Option<Ordering> {
        let (output, v, swapped) = match (a, b) {
            _ if a == b => return Some(Ordering::Equal),
            (Kept(output), New(v)) => (output, v, false),
            (New(v), Kept(output)) => (output, v, true),
            _ => return None,
        };
        let order = if output == self.position { Ordering::Less } else { self.kept };
        self.is_new(output, v).then_some(if swapped { order.reverse() } else { order })
    }

    fn value(&mut self, op: Op, operands: &[Known]) -> Option<Known> {
        let body = self.body;
        if let (Some(cmp), &[a, b]) = (op.as_op::<CmpFOp>(body), operands)
            && let Some(order) = self.order(a, b)
        {
            let predicate = CmpFPredicate::from_attr(body.cx(), cmp.predicate(body).into())?;
            let [a, b] = numbers(order).map(|n| FloatFormat::F64.from_f64(f64::from(n)));
            return Some(Truth(eval::cmpf(predicate, FloatFormat::F64, a, b)));
        }
        if let (Some(cmp), &[a, b]) = (op.as_op::<CmpIOp>(body), operands)
            && let Some(order) = self.order(a, b)
        {
            use CmpIPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt};
            let predicate = CmpIPredicate::from_attr(body.cx(), cmp.predicate(body).into())?;
            if !matches!(predicate, Eq | Ne) {
                self.note_signed(a, matches!(predicate, Slt | Sle | Sgt | Sge))?;
            }
            let [a, b] = numbers(order).map(|n| ApInt::from_u64(8, n.into()));
            return Some(Truth(eval::cmpi(predicate, &a, &b)));
        }
        if operands.iter().all(|k| matches!(k, New(_))) {
            return body.results(op).first().copied().map(New);
        }
        let truth = |k: Known| match k {
            Truth(t) => Some(t),
            New(v) => {
                let constant = splat_int(body.cx(), constant_value(body, v)?)?;
                (constant.width() == 1).then_some(!constant.is_zero())
            }
            Kept(_) => None,
        };
        match *operands {
            [c, yes, no] if op.isa::<SelectOp>(body) => Some(if truth(c)? { yes } else { no }),
            [a, b] if op.isa::<AndIOp>(body) => Some(Truth(truth(a)? & truth(b)?)),
            [a, b] if op.isa::<OrIOp>(body) => Some(Truth(truth(a)? | truth(b)?)),
            [a, b] if op.isa::<XOrIOp>(body) => Some(Truth(truth(a)? ^ truth(b)?)),
            [a, b] => {
                let (largest, signed) = extremum(body, op)?;
                if let Some(signed) = signed {
                    self.note_signed(a, signed)?;
                }
                let order = self.order(a, b)?;
                // Of equal elements the kept one is as good as the new one.
                let first = if order.is_eq() { matches!(a, Kept(_)) } else { largest == order.is_gt() };
                Some(if first { a } else { b })
            }
            _ => None,
        }
    }

    /// Elements are compared as signed integers, or as unsigned ones; positions are neither.
    fn note_signed(&mut self, operand: Known, signed: bool) -> Option<()> {
        let output = self.body.block_args(self.s.block)[self.s.inputs.len() + self.position];
        let of_position = match operand {
            Kept(i) => i == self.position,
            New(v) => self.body.ty(v) == self.body.ty(output) && self.is_new(self.position, v),
            Truth(_) => return None,
        };
        (of_position || *self.signed.get_or_insert(signed) == signed).then_some(())
    }
}

/// Two numbers that compare so.
fn numbers(order: Ordering) -> [u8; 2] {
    match order {
        Ordering::Less => [0, 1],
        Ordering::Equal => [1, 1],
        Ordering::Greater => [1, 0],
    }
}

/// Whether an op is a maximum and not a minimum, and whether of signed integers.
fn extremum(body: &Body, op: Op) -> Option<(bool, Option<bool>)> {
    let of = |largest: bool, signed: Option<bool>| Some((largest, signed));
    if op.isa::<MaximumFOp>(body) {
        of(true, None)
    } else if op.isa::<MinimumFOp>(body) {
        of(false, None)
    } else if op.isa::<MaxSIOp>(body) {
        of(true, Some(true))
    } else if op.isa::<MinSIOp>(body) {
        of(false, Some(true))
    } else if op.isa::<MaxUIOp>(body) {
        of(true, Some(false))
    } else if op.isa::<MinUIOp>(body) {
        of(false, Some(false))
    } else {
        None
    }
}
