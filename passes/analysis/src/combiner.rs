//! Combiners: which associative operation a payload, or an op, applies.

use strata_arith::eval::IntBinary;
use strata_ir::{
    num::{ApInt, FloatFormat},
    prelude::*,
};

use crate::structured_op::Structured;

/// An associative operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combiner {
    /// `arith.addf`
    AddF,
    /// `arith.mulf`
    MulF,
    /// `arith.maximumf`
    MaximumF,
    /// `arith.minimumf`
    MinimumF,
    /// `arith.addi`
    AddI,
    /// `arith.muli`
    MulI,
    /// `arith.maxsi`
    MaxSI,
    /// `arith.minsi`
    MinSI,
    /// `arith.maxui`
    MaxUI,
    /// `arith.minui`
    MinUI,
    /// `arith.andi`
    And,
    /// `arith.ori`
    Or,
    /// `arith.xori`
    Xor,
}

/// How each combiner is called in `arith`, and in `vector.reduction`.
const COMBINERS: [(Combiner, &str, strata_vector::CombiningKind); 13] = {
    use strata_vector::CombiningKind as K;
    [
        (Combiner::AddF, "arith.addf", K::Add),
        (Combiner::MulF, "arith.mulf", K::Mul),
        (Combiner::MaximumF, "arith.maximumf", K::Maximumf),
        (Combiner::MinimumF, "arith.minimumf", K::Minimumf),
        (Combiner::AddI, "arith.addi", K::Add),
        (Combiner::MulI, "arith.muli", K::Mul),
        (Combiner::MaxSI, "arith.maxsi", K::Maxsi),
        (Combiner::MinSI, "arith.minsi", K::Minsi),
        (Combiner::MaxUI, "arith.maxui", K::Maxui),
        (Combiner::MinUI, "arith.minui", K::Minui),
        (Combiner::And, "arith.andi", K::And),
        (Combiner::Or, "arith.ori", K::Or),
        (Combiner::Xor, "arith.xori", K::Xor),
    ]
};

/// Combines two scalars or vectors, as `vector.reduction` of this kind does. `None` if `arith` is not registered.
pub fn combine(b: &mut Builder<'_>, kind: strata_vector::CombiningKind, x: Value, y: Value) -> Option<Value> {
    use strata_vector::CombiningKind as K;
    let ty = b.ty(x);
    let float = b.cx().as_float(b.cx().elem_or_self(ty)).is_some();
    let name = match (kind, float) {
        (K::Add, true) => "arith.addf",
        (K::Add, false) => "arith.addi",
        (K::Mul, true) => "arith.mulf",
        (K::Mul, false) => "arith.muli",
        (K::Minui, _) => "arith.minui",
        (K::Minsi, _) => "arith.minsi",
        (K::Minnumf, _) => "arith.minnumf",
        (K::Maxui, _) => "arith.maxui",
        (K::Maxsi, _) => "arith.maxsi",
        (K::Maxnumf, _) => "arith.maxnumf",
        (K::And, _) => "arith.andi",
        (K::Or, _) => "arith.ori",
        (K::Xor, _) => "arith.xori",
        (K::Minimumf, _) => "arith.minimumf",
        (K::Maximumf, _) => "arith.maximumf",
    };
    strata_linalg::payload::op(b, name, &[x, y], ty).ok()
}

/// The combiner of a structured op with one output, when its payload ends in `yield combine(out, x)`.
pub fn recognize(body: &Body, s: &Structured) -> Option<Combiner> {
    if s.outputs.len() != 1 {
        return None;
    }
    let out = *body.block_args(s.block).last()?;
    let yielded = body.operands(body.terminator(s.block)?).next()?;
    let op = body.def_op(yielded)?;
    let combiner = Combiner::from_op(body, op)?;
    // The output is used once, by the combining op.
    let mut operands = body.operands(op);
    (operands.any(|v| v == out) && body.has_one_use(out) && body.num_operands(op) == 2).then_some(combiner)
}

impl Combiner {
    /// The combiner that an op applies.
    pub fn from_op(body: &Body, op: Op) -> Option<Combiner> {
        Self::from_op_name(body.op_name(op))
    }
    /// The combiner that ops of this name apply.
    pub fn from_op_name(name: &str) -> Option<Combiner> {
        COMBINERS.iter().find(|n| n.1 == name).map(|n| n.0)
    }
    /// Whether the result does not depend on the order, to the last bit.
    pub fn is_exact(self) -> bool {
        !matches!(self, Combiner::AddF | Combiner::MulF)
    }
    /// The neutral element, as a scalar attribute: for all `x`, combined with it is `x`.
    pub fn neutral_attr(self, cx: &Context, ty: Type) -> Attr {
        let width = cx.bit_width(ty).unwrap_or(64);
        let int = |kind: IntBinary| {
            let value = kind.neutral(width).unwrap_or_else(|| ApInt::zero(width));
            cx.attr(IntegerAttr { value, ty })
        };
        match self {
            // -0.0 keeps the sign of a sum of negative zeros.
            Combiner::AddF => cx.float_attr(-0.0, ty),
            Combiner::MulF => cx.float_attr(1.0, ty),
            Combiner::MaximumF => cx.attr(FloatAttr { bits: infinity(cx, ty, true), ty }),
            Combiner::MinimumF => cx.attr(FloatAttr { bits: infinity(cx, ty, false), ty }),
            Combiner::AddI => int(IntBinary::Add),
            Combiner::MulI => int(IntBinary::Mul),
            Combiner::And => int(IntBinary::And),
            Combiner::Or => int(IntBinary::Or),
            Combiner::Xor => int(IntBinary::Xor),
            Combiner::MaxUI => int(IntBinary::MaxU),
            Combiner::MinUI => int(IntBinary::MinU),
            Combiner::MaxSI => int(IntBinary::MaxS),
            Combiner::MinSI => int(IntBinary::MinS),
        }
    }
    /// The attribute of `vector.reduction`.
    pub fn kind_attr(self, cx: &Context) -> Attr {
        let kind = COMBINERS.iter().find(|n| n.0 == self).map_or(strata_vector::CombiningKind::Add, |n| n.2);
        cx.attr(kind)
    }
    /// Combines two values.
    pub fn apply(self, b: &mut Builder<'_>, lhs: Value, rhs: Value) -> Value {
        let name = COMBINERS.iter().find(|n| n.0 == self).map_or("arith.addf", |n| n.1);
        let ty = b.ty(lhs);
        let info = b.cx().op_info(name).expect("arith is registered where its ops occur");
        let mut state = OpState::new(info, b.cur_loc());
        state.operands.extend([lhs, rhs]);
        state.result_types.push(ty);
        let op = b.build(state);
        b.result(op, 0)
    }
}

fn infinity(cx: &Context, ty: Type, negative: bool) -> u128 {
    cx.as_float(ty).map_or(0, |f: FloatFormat| {
        // A format without a sign has no negative numbers: the smallest number takes the place of negative infinity.
        let finite =
            || if negative && f == FloatFormat::F8E8M0FNU { f.smallest() } else { f.largest(negative) };
        f.infinity(negative).unwrap_or_else(finite)
    })
}
