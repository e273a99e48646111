//! Named ops with fixed structure and payload: products, convolutions and pooling.
//!
//! Each is a line of a table: its name, its [`Structure`], its payload and, where it has them, attributes.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_tensor::{DestinationStyle, ReifyShape};

use crate::{
    ElementwiseKind as Fun, IteratorType, LinalgOp, TypeFn,
    constraints::Output,
    interfaces::structured_op,
    payload::{self, PayloadResult},
    simplify,
    structure::Structure,
    syntax,
};

type Made = PayloadResult<Vec<Value>>;

macro_rules! windows {
    ($($name:ident: $n:literal, $desc:literal;)*) => {
        attr_constraint! {$(
            #[doc = concat!("One number for each of ", stringify!($n), " windows.")]
            $name: DenseElementsAttr = $desc, |a, cx| cx.attr_as::<DenseElementsAttr>(a).is_some_and(|d| {
                cx.elem_or_self(d.ty) == cx.i64() && cx.shaped(d.ty).and_then(|s| s.shape) == Some(&[$n])
            }), kind |a, cx| is_dense_ints(a, cx);
        )*}
    };
}
windows! {
    Windows1: 1, "64-bit signless int elements attribute of shape [1]";
    Windows2: 2, "64-bit signless int elements attribute of shape [2]";
    Windows3: 3, "64-bit signless int elements attribute of shape [3]";
}

/// The numbers of the attribute `name`, or none.
fn numbers(b: &Body, op: Op, name: &str) -> Vec<i64> {
    b.attr(op, name).map(|a| syntax::window_numbers(b.cx(), a)).unwrap_or_default()
}

macro_rules! named_ops {
    ($rows:ident: $($(#[$meta:meta])* $op:ident = $name:literal, $structure:literal, $payload:expr $(, $windows:ident)?;)*) => {
        /// The ops of this table, in its order.
        pub const $rows: &[NamedOp] = &[$(
            NamedOp {
                structure: $op::STRUCTURE,
                has_windows: [$(stringify!($windows),)? ""].len() == 2,
                create: |b, inputs, output, attrs| Ok($op::create(b, inputs, output, attrs)?.op()),
            },
        )*];
        $(
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
            $(
                /// How far windows are apart; 1 when missing.
                pub strides: OptAttr<$windows>,
                /// How far the elements of a window are apart; 1 when missing.
                pub dilations: OptAttr<$windows>,
            )?
            /// The new contents of the output, when it is a tensor.
            pub result_tensors: VariadicRes<RankedTensor>,
            /// Computes one element.
            pub region: SingleBlockRegion,
        }
        structured_op! { $op: "out"; }
        impl $op {
            /// Loops and maps.
            pub const STRUCTURE: Structure = Structure($structure);
            /// Builds the op with its region; the result is the output when that is a tensor.
            pub fn create(b: &mut Builder<'_>, inputs: &[Value], output: Value, attrs: &[(&str, Attr)]) -> Result<Self, String> {
                let attrs = syntax::with_memoized_maps(b.cx(), attrs, Self::STRUCTURE);
                syntax::build_named(b, inputs, &[output], &attrs, &$payload)
            }
        }
        impl LinalgOp for $op {
            fn indexing_maps(&self, b: &Body) -> Vec<AffineMap> {
                let op = self.op();
                Self::STRUCTURE.indexing_maps(&numbers(b, op, "strides"), &numbers(b, op, "dilations"))
            }
            fn iterator_types(&self, _: &Body) -> Vec<IteratorType> {
                Self::STRUCTURE.iterator_types()
            }
        }
        impl CustomAsm for $op {
            fn print(&self, p: &mut Printer<'_>) {
                syntax::print_named(p, self.op());
            }
            fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
                syntax::parse_named(p, state, &$payload, (Self::STRUCTURE.n_inputs(), 1))?;
                syntax::memoize_maps(p.cx(), state, Self::STRUCTURE);
                Ok(())
            }
        }
        impl Canonicalize for $op {
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                simplify::named(self, rw)
            }
        }
    )*};
}

/// A row of the tables of named ops.
#[derive(Clone, Copy)]
pub struct NamedOp {
    /// Loops and maps.
    pub structure: Structure,
    /// Whether it has the attributes `strides` and `dilations`.
    pub has_windows: bool,
    /// Builds the op with its region from inputs, output and attributes.
    pub create: fn(&mut Builder<'_>, &[Value], Value, &[(&str, Attr)]) -> Result<Op, String>,
}

/// `out + cast(a) * cast(b)`.
pub(crate) fn multiply_add(b: &mut Builder<'_>, args: &[Value], how: TypeFn) -> Made {
    let [x, y, sum] = *args else { return Err("expects 3 args".into()) };
    let ty = b.ty(sum);
    let (x, y) = (payload::cast(b, x, ty, how)?, payload::cast(b, y, ty, how)?);
    let product = Fun::Mul.apply(b, &[x, y])?;
    Ok(vec![Fun::Add.apply(b, &[sum, product])?])
}
/// `out + (cast(a) - cast(zero_a)) * (cast(b) - cast(zero_b))`.
fn quantized(b: &mut Builder<'_>, args: &[Value], how: TypeFn) -> Made {
    let [x, y, zero_x, zero_y, sum] = *args else { return Err("expects 5 args".into()) };
    let ty = b.ty(sum);
    let shifted = |b: &mut Builder<'_>, v, zero| {
        let v = payload::cast(b, v, ty, how)?;
        let zero = payload::cast(b, zero, ty, how)?;
        Fun::Sub.apply(b, &[v, zero])
    };
    let (x, y) = (shifted(b, x, zero_x)?, shifted(b, y, zero_y)?);
    let product = Fun::Mul.apply(b, &[x, y])?;
    Ok(vec![Fun::Add.apply(b, &[sum, product])?])
}
/// `combine(out, cast(a))`; the operand between them gives the sizes of the window only.
fn pool(b: &mut Builder<'_>, args: &[Value], combine: Fun, how: TypeFn) -> Made {
    let [x, _, out] = *args else { return Err("expects 3 args".into()) };
    let ty = b.ty(out);
    let x = payload::cast(b, x, ty, how)?;
    Ok(vec![combine.apply(b, &[out, x])?])
}
fn sum(b: &mut Builder<'_>, args: &[Value], _: TypeFn) -> Made {
    pool(b, args, Fun::Add, TypeFn::CastSigned)
}
fn max(b: &mut Builder<'_>, args: &[Value], _: TypeFn) -> Made {
    pool(b, args, Fun::MaxSigned, TypeFn::CastSigned)
}
fn max_unsigned(b: &mut Builder<'_>, args: &[Value], _: TypeFn) -> Made {
    pool(b, args, Fun::MaxUnsigned, TypeFn::CastUnsigned)
}
fn min(b: &mut Builder<'_>, args: &[Value], _: TypeFn) -> Made {
    pool(b, args, Fun::MinSigned, TypeFn::CastSigned)
}
fn min_unsigned(b: &mut Builder<'_>, args: &[Value], _: TypeFn) -> Made {
    pool(b, args, Fun::MinUnsigned, TypeFn::CastUnsigned)
}

/// Two steps of a linear congruential generator, started with the seed and the position, scaled to the two bounds.
fn random(b: &mut Builder<'_>, args: &[Value], how: TypeFn) -> Made {
    let [low, high, seed, out] = *args else { return Err("expects 4 args".into()) };
    let cx = b.cx();
    let (word, wide, float, to) = (cx.i32(), cx.i64(), cx.f64(), b.ty(out));
    let constant = |b: &mut Builder<'_>, n: i64, ty| {
        let n = b.cx().int_attr(n, wide);
        let n = payload::constant(b, n)?;
        payload::cast(b, n, ty, how)
    };
    let position = |b: &mut Builder<'_>, dim| {
        let at = crate::IndexOp::create(b, dim);
        payload::cast(b, at, word, how)
    };
    let step = |b: &mut Builder<'_>, v| -> PayloadResult<Value> {
        let factor = constant(b, 1_103_515_245, word)?;
        let v = Fun::Mul.apply(b, &[v, factor])?;
        let term = constant(b, 12_345, word)?;
        Fun::Add.apply(b, &[v, term])
    };
    let half = constant(b, i64::from(i32::MAX), float)?;
    let column = position(b, 1)?;
    let row = position(b, 0)?;
    let state = Fun::Add.apply(b, &[row, seed])?;
    let state = step(b, state)?;
    let state = Fun::Add.apply(b, &[column, state])?;
    let state = step(b, state)?;
    let state = payload::cast(b, state, float, how)?;
    let positive = Fun::Add.apply(b, &[half, state])?;
    let range = Fun::Sub.apply(b, &[high, low])?;
    // One divided by the number of states.
    let unit = b.cx().float_attr(2.328_306_4e-10, float);
    let unit = payload::constant(b, unit)?;
    let scale = Fun::Mul.apply(b, &[range, unit])?;
    let scaled = Fun::Mul.apply(b, &[positive, scale])?;
    let value = Fun::Add.apply(b, &[scaled, low])?;
    Ok(vec![payload::cast(b, value, to, how)?])
}

mod convolution;
mod pooling;
mod product;

pub use convolution::*;
pub use pooling::*;
pub use product::*;
