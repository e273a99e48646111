//! The functions of one element that named structured ops apply, and the ops that compute them.

use strata_ir::prelude::*;

use crate::payload::{self, Kind, PayloadResult};

macro_rules! functions {
    ($($(#[$meta:meta])* $name:ident = $word:literal, $arity:literal;)*) => {
        /// A function of one, two or three elements.
        #[attr(name = "linalg.elementwise_kind")]
        pub enum ElementwiseKind {
            $($(#[$meta])* #[ir_name = $word] $name,)*
        }
        impl ElementwiseKind {
            /// The number of elements that it takes.
            pub fn arity(self) -> usize {
                match self {
                    $(Self::$name => $arity,)*
                }
            }
        }
    };
}
functions! {
    /// `e` to a power.
    Exp = "exp", 1;
    /// The natural logarithm.
    Log = "log", 1;
    /// The absolute value.
    Abs = "abs", 1;
    /// The next integer above.
    Ceil = "ceil", 1;
    /// The next integer below.
    Floor = "floor", 1;
    /// The negative.
    NegF = "negf", 1;
    /// One divided by the element.
    Reciprocal = "reciprocal", 1;
    /// The nearest integer, away from zero when there are two.
    Round = "round", 1;
    /// The square root.
    Sqrt = "sqrt", 1;
    /// The reciprocal of the square root.
    Rsqrt = "rsqrt", 1;
    /// The square.
    Square = "square", 1;
    /// The hyperbolic tangent.
    Tanh = "tanh", 1;
    /// The error function.
    Erf = "erf", 1;
    /// The sum; of `i1` the disjunction.
    Add = "add", 2;
    /// The difference.
    Sub = "sub", 2;
    /// The product; of `i1` the conjunction.
    Mul = "mul", 2;
    /// The quotient, signed.
    Div = "div", 2;
    /// The quotient, unsigned.
    DivUnsigned = "div_unsigned", 2;
    /// The maximum, signed.
    MaxSigned = "max_signed", 2;
    /// The minimum, signed.
    MinSigned = "min_signed", 2;
    /// The maximum, unsigned.
    MaxUnsigned = "max_unsigned", 2;
    /// The minimum, unsigned.
    MinUnsigned = "min_unsigned", 2;
    /// A power.
    PowF = "powf", 2;
    /// The second or the third element, by the first.
    Select = "select", 3;
}

impl ElementwiseKind {
    /// Builds the function of `args`, of which outputs that are not read may follow the arguments.
    pub fn apply(self, b: &mut Builder<'_>, args: &[Value]) -> PayloadResult<Value> {
        match (self.arity(), args) {
            (1, &[x, ..]) => self.unary(b, x),
            (2, &[x, y, ..]) => self.binary(b, x, y),
            (3, &[c, x, y, ..]) => {
                let ty = b.ty(x);
                payload::op(b, "arith.select", &[c, x, y], ty)
            }
            (n, _) => Err(format!("expects {} args, got {}", n + 1, args.len())),
        }
    }

    fn unary(self, b: &mut Builder<'_>, x: Value) -> PayloadResult<Value> {
        let ty = b.ty(x);
        if payload::kind(b.cx(), ty).ok() != Some(Kind::Float) {
            return Err("unsupported non numeric type".into());
        }
        let name = match self {
            Self::Exp => "math.exp",
            Self::Log => "math.log",
            Self::Abs => "math.absf",
            Self::Ceil => "math.ceil",
            Self::Floor => "math.floor",
            Self::NegF => "arith.negf",
            Self::Round => "math.round",
            Self::Sqrt => "math.sqrt",
            Self::Rsqrt => "math.rsqrt",
            Self::Tanh => "math.tanh",
            Self::Erf => "math.erf",
            Self::Square => return payload::op(b, "arith.mulf", &[x, x], ty),
            Self::Reciprocal => {
                let one = b.cx().float_attr(1.0, ty);
                let one = payload::constant(b, one)?;
                return payload::op(b, "arith.divf", &[one, x], ty);
            }
            _ => return Err("unsupported unary function".into()),
        };
        payload::op(b, name, &[x], ty)
    }

    /// Ops for floats, integers, `i1` and complex numbers; the empty name where there is none.
    fn binary(self, b: &mut Builder<'_>, x: Value, y: Value) -> PayloadResult<Value> {
        let (names, refused) = match self {
            Self::Add => (["arith.addf", "arith.addi", "arith.ori", "complex.add"], ""),
            Self::Sub => (["arith.subf", "arith.subi", "", "complex.sub"], "sub with bools"),
            Self::Mul => (["arith.mulf", "arith.muli", "arith.andi", "complex.mul"], ""),
            Self::Div => (["arith.divf", "arith.divsi", "", "complex.div"], "div with bools"),
            Self::DivUnsigned => (["", "arith.divui", "", ""], "unsigned div not on uint"),
            Self::MaxSigned => {
                (["arith.maximumf", "arith.maxsi", "arith.maxsi", ""], "max of complex numbers")
            }
            Self::MinSigned => {
                (["arith.minimumf", "arith.minsi", "arith.minsi", ""], "min of complex numbers")
            }
            Self::MaxUnsigned => (["", "arith.maxui", "", ""], "unsigned max not on uint"),
            Self::MinUnsigned => (["", "arith.minui", "", ""], "unsigned min not on uint"),
            Self::PowF => (["math.powf", "", "", ""], "powf of other types than floats"),
            _ => return Err("unsupported binary function".into()),
        };
        let cx = b.cx();
        let (tx, ty) = (b.ty(x), b.ty(y));
        let class = |t| match payload::kind(cx, t).ok()? {
            Kind::Int | Kind::Bool => Some(Kind::Int),
            other => Some(other),
        };
        if class(tx).is_none() || class(tx) != class(ty) {
            let (x, y) = (cx.type_to_string(tx), cx.type_to_string(ty));
            return Err(format!(
                "Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got '{x}' and '{y}'"
            ));
        }
        let name = match payload::kind(cx, tx)? {
            Kind::Float => names[0],
            Kind::Int => names[1],
            Kind::Bool => names[2],
            Kind::Complex => names[3],
        };
        if name.is_empty() {
            return Err(format!("unsupported operation: {refused}"));
        }
        payload::op(b, name, &[x, y], tx)
    }
}
