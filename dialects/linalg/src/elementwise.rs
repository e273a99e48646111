//! Named elementwise ops, `linalg.fill` and `linalg.copy`.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_tensor::{DestinationStyle, ReifyShape};

use crate::{
    IteratorType, LinalgOp, TypeFn,
    constraints::Output,
    interfaces::structured_op,
    payload::{self, PayloadResult},
    simplify, syntax,
};

macro_rules! elementwise {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $inputs:literal, $payload:expr;)*) => {$(
        $(#[$meta])*
        #[op(
            name = $name,
            traits = [AttrSizedOperandSegments, SingleBlock, RecursiveMemoryEffects],
            interfaces = [VerifyRegions, LinalgOp, DestinationStyle, ReifyShape, MemoryEffects, BlockArgNames, Canonicalize],
            custom_asm,
        )]
        pub struct $op {
            /// Operands that are read.
            pub inputs: Variadic<AnyType>,
            /// The operand that is written.
            pub outputs: Variadic<Output>,
            /// How inputs are converted, where they are.
            pub cast: OptAttr<TypeFn>,
            /// The new contents of the output, when it is a tensor.
            pub result_tensors: VariadicRes<AnyTensor>,
            /// Computes one element.
            pub region: SingleBlockRegion,
        }
        structured_op! { $op: "out"; }
        impl $op {
            /// Builds the op with its region; the result is the output when that is a tensor.
            pub fn of(b: &mut Builder<'_>, inputs: &[Value], output: Value) -> Result<Self, String> {
                syntax::build_named(b, inputs, &[output], &[], $payload)
            }
        }
        impl LinalgOp for $op {
            fn indexing_maps(&self, b: &Body) -> Vec<AffineMap> {
                elementwise_maps(self.op(), b)
            }
            fn iterator_types(&self, b: &Body) -> Vec<IteratorType> {
                vec![IteratorType::Parallel; output_rank(self.op(), b)]
            }
        }
        impl CustomAsm for $op {
            fn print(&self, p: &mut Printer<'_>) {
                p.attr_dict(self.op(), &[]);
                syntax::print_operands(p, self.op());
                let results: Vec<Type> = p.body().result_types(self.op()).collect();
                p.arrow_types(&results);
            }
            fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
                syntax::parse_named(p, state, $payload, ($inputs, 1))
            }
        }
        impl Canonicalize for $op {
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                simplify::named(self, rw)
            }
        }
    )*};
}

fn output_rank(op: Op, b: &Body) -> usize {
    let out = b.operand_group(op, 1).next().map(|i| b.operand(op, i));
    out.and_then(|v| b.cx().shaped(b.ty(v))?.rank()).unwrap_or(0)
}
/// The identity for operands of the rank of the output; scalars are the same for all elements.
fn elementwise_maps(op: Op, b: &Body) -> Vec<AffineMap> {
    let rank = output_rank(op, b) as u32;
    let scalar = |v| b.cx().shaped(b.ty(v)).is_none_or(|s| s.rank() == Some(0));
    b.operands(op)
        .map(|v| if scalar(v) { AffineMap::select(rank, &[]) } else { AffineMap::identity(rank) })
        .collect()
}

type Made = PayloadResult<Vec<Value>>;

fn convert(b: &mut Builder<'_>, args: &[Value], how: TypeFn) -> Made {
    let [v, out] = *args else { return Err("expects 2 args".into()) };
    let ty = b.ty(out);
    Ok(vec![payload::cast(b, v, ty, how)?])
}
fn unary(b: &mut Builder<'_>, args: &[Value], name: &str) -> Made {
    let Some(&v) = args.first() else { return Err("expects 2 args".into()) };
    let ty = b.ty(v);
    if payload::kind(b.cx(), ty)? != payload::Kind::Float {
        return Err("unsupported non numeric type".into());
    }
    Ok(vec![payload::op(b, name, &[v], ty)?])
}
fn binary(b: &mut Builder<'_>, args: &[Value], names: [&str; 4]) -> Made {
    let [x, y, _] = *args else { return Err("expects 3 args".into()) };
    Ok(vec![payload::binary(b, names, x, y)?])
}

elementwise! {
    /// All elements become one value.
    FillOp = "linalg.fill", 1, |b, a, _| convert(b, a, TypeFn::CastSigned);
    /// The elements of the input, converted.
    CopyOp = "linalg.copy", 1, convert;
    /// `e` to the power of the elements.
    ExpOp = "linalg.exp", 1, |b, a, _| unary(b, a, "math.exp");
    /// Natural logarithms.
    LogOp = "linalg.log", 1, |b, a, _| unary(b, a, "math.log");
    /// Absolute values.
    AbsOp = "linalg.abs", 1, |b, a, _| unary(b, a, "math.absf");
    /// The next integers above.
    CeilOp = "linalg.ceil", 1, |b, a, _| unary(b, a, "math.ceil");
    /// The next integers below.
    FloorOp = "linalg.floor", 1, |b, a, _| unary(b, a, "math.floor");
    /// The negative elements.
    NegFOp = "linalg.negf", 1, |b, a, _| unary(b, a, "arith.negf");
    /// The nearest integers.
    RoundOp = "linalg.round", 1, |b, a, _| unary(b, a, "math.round");
    /// Square roots.
    SqrtOp = "linalg.sqrt", 1, |b, a, _| unary(b, a, "math.sqrt");
    /// Reciprocals of square roots.
    RsqrtOp = "linalg.rsqrt", 1, |b, a, _| unary(b, a, "math.rsqrt");
    /// Squares.
    SquareOp = "linalg.square", 1, |b, a, _| {
        let Some(&v) = a.first() else { return Err("expects 2 args".into()) };
        Ok(vec![payload::mul(b, v, v)?])
    };
    /// Hyperbolic tangents.
    TanhOp = "linalg.tanh", 1, |b, a, _| unary(b, a, "math.tanh");
    /// Error functions.
    ErfOp = "linalg.erf", 1, |b, a, _| unary(b, a, "math.erf");
    /// Sums.
    AddOp = "linalg.add", 2, |b, a, _| binary(b, a, ["arith.addf", "arith.addi", "arith.ori", "complex.add"]);
    /// Differences.
    SubOp = "linalg.sub", 2, |b, a, _| binary(b, a, ["arith.subf", "arith.subi", "", "complex.sub"]);
    /// Products.
    MulOp = "linalg.mul", 2, |b, a, _| binary(b, a, ["arith.mulf", "arith.muli", "arith.andi", "complex.mul"]);
    /// Quotients, signed.
    DivOp = "linalg.div", 2, |b, a, _| binary(b, a, ["arith.divf", "arith.divsi", "", "complex.div"]);
    /// Quotients, unsigned.
    DivUnsignedOp = "linalg.div_unsigned", 2, |b, a, _| binary(b, a, ["", "arith.divui", "", ""]);
    /// Maxima, signed.
    MaxOp = "linalg.max", 2, |b, a, _| binary(b, a, ["arith.maximumf", "arith.maxsi", "arith.maxsi", ""]);
    /// Minima, signed.
    MinOp = "linalg.min", 2, |b, a, _| binary(b, a, ["arith.minimumf", "arith.minsi", "arith.minsi", ""]);
    /// Powers.
    PowFOp = "linalg.powf", 2, |b, a, _| binary(b, a, ["math.powf", "", "", ""]);
    /// One of two elements.
    SelectOp = "linalg.select", 3, |b, a, _| {
        let [c, x, y, _] = *a else { return Err("expects 4 args".into()) };
        let ty = b.ty(x);
        Ok(vec![payload::op(b, "arith.select", &[c, x, y], ty)?])
    };
}
