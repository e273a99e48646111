//! Named elementwise ops, `linalg.fill` and `linalg.copy`.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_tensor::{DestinationStyle, ReifyShape};

use crate::{
    ElementwiseKind as Fun, IteratorType, LinalgOp, TypeFn,
    constraints::Output,
    interfaces::structured_op,
    payload::{self, PayloadResult},
    simplify, syntax,
};

macro_rules! elementwise {
    ($($(#[$meta:meta])* $op:ident $([$($extra:ident),*])? = $name:literal, $inputs:expr, $payload:expr $(, $cast:ident)?;)*) => {$(
        $(#[$meta])*
        #[op(
            name = $name,
            traits = [AttrSizedOperandSegments, SingleBlock, RecursiveMemoryEffects],
            interfaces = [$($($extra,)*)? VerifyRegions, LinalgOp, DestinationStyle, ReifyShape, MemoryEffects, BlockArgNames, Canonicalize],
            custom_asm,
        )]
        pub struct $op {
            /// Operands that are read.
            pub inputs: Variadic<AnyType>,
            /// The operand that is written.
            pub outputs: Variadic<Output>,
            $(
                /// How inputs are converted.
                pub $cast: OptAttr<TypeFn>,
            )?
            /// The new contents of the output, when it is a tensor.
            pub result_tensors: VariadicRes<RankedTensor>,
            /// Computes one element.
            pub region: SingleBlockRegion,
        }
        structured_op! { $op: "out"; }
        impl $op {
            /// Builds the op with its region; the result is the output when that is a tensor.
            pub fn create(b: &mut Builder<'_>, inputs: &[Value], output: Value) -> Result<Self, String> {
                syntax::build_named(b, inputs, &[output], &[], &$payload)
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
                syntax::print_named(p, self.op());
            }
            fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
                syntax::parse_named(p, state, &$payload, ($inputs, 1))
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
    let scalar = |v| payload::shape(b.cx(), b.ty(v)).is_empty();
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
fn apply(fun: Fun) -> impl Fn(&mut Builder<'_>, &[Value], TypeFn) -> Made {
    move |b, args, _| Ok(vec![fun.apply(b, args)?])
}
macro_rules! functions {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $fun:ident;)*) => {
        /// The ops that apply one function to each element, and the function.
        pub const ELEMENTWISE_FUNCTIONS: &[(&str, Fun)] = &[$(($name, Fun::$fun)),*];
        elementwise! { $($(#[$meta])* $op = $name, Fun::$fun.arity(), apply(Fun::$fun);)* }
    };
}

elementwise! {
    /// Sets all elements to one value.
    FillOp [Verify] = "linalg.fill", 1, |b: &mut Builder<'_>, a: &[Value], _| convert(b, a, TypeFn::CastSigned);
    /// The elements of the input, converted.
    CopyOp = "linalg.copy", 1, convert, cast;
}
impl Verify for FillOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (Some(value), Some(out)) = (self.inputs(b).next(), self.outputs(b).next()) else {
            return Err("expected op with 1 input and 1 output".into());
        };
        let (cx, ty) = (b.cx(), b.ty(value));
        let scalar = cx.type_as::<MemRefType>(ty).is_none() && !AnyTensor::check(ty, cx);
        if !scalar {
            return Err(VerifyError::bare("expected op with scalar input"));
        }
        let elem = payload::element(cx, b.ty(out));
        ensure!(
            ty == elem,
            "expected fill value type ('{}') to match output element type ('{}')",
            cx.type_to_string(ty),
            cx.type_to_string(elem)
        );
        Ok(())
    }
}

functions! {
    /// `e` to the power of the elements.
    ExpOp = "linalg.exp", Exp;
    /// Natural logarithms.
    LogOp = "linalg.log", Log;
    /// Absolute values.
    AbsOp = "linalg.abs", Abs;
    /// The next integers above.
    CeilOp = "linalg.ceil", Ceil;
    /// The next integers below.
    FloorOp = "linalg.floor", Floor;
    /// The negative elements.
    NegFOp = "linalg.negf", NegF;
    /// One divided by the elements.
    ReciprocalOp = "linalg.reciprocal", Reciprocal;
    /// The nearest integers.
    RoundOp = "linalg.round", Round;
    /// Square roots.
    SqrtOp = "linalg.sqrt", Sqrt;
    /// Reciprocals of square roots.
    RsqrtOp = "linalg.rsqrt", Rsqrt;
    /// Squares.
    SquareOp = "linalg.square", Square;
    /// Hyperbolic tangents.
    TanhOp = "linalg.tanh", Tanh;
    /// Error functions.
    ErfOp = "linalg.erf", Erf;
    /// Sums.
    AddOp = "linalg.add", Add;
    /// Differences.
    SubOp = "linalg.sub", Sub;
    /// Products.
    MulOp = "linalg.mul", Mul;
    /// Quotients, signed.
    DivOp = "linalg.div", Div;
    /// Quotients, unsigned.
    DivUnsignedOp = "linalg.div_unsigned", DivUnsigned;
    /// Maxima, signed.
    MaxOp = "linalg.max", MaxSigned;
    /// Minima, signed.
    MinOp = "linalg.min", MinSigned;
    /// Powers.
    PowFOp = "linalg.powf", PowF;
    /// One of two elements.
    SelectOp = "linalg.select", Select;
}
