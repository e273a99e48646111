//! Arithmetic, comparison and `select`.

use strata_ir::{num::ApInt, prelude::*, text::CustomDirective};

use crate::{
    attrs::{FCMP, FCmpPredicate, FastmathFlags, ICMP, ICmpPredicate, OverflowFlags},
    constraints::*,
    types::as_vector,
};

/// Words after `overflow`.
const OVERFLOW_WORDS: [(&str, i64); 2] = [("nsw", 1), ("nuw", 2)];

/// `<nsw, nuw>` of the attribute `overflowFlags`.
pub(super) static OVERFLOW: CustomDirective = CustomDirective {
    print: |op, p| {
        let flags = p.body().attr(op, "overflowFlags").and_then(|a| p.cx().attr_i64(a)).unwrap_or(0);
        p.text("<");
        p.list(OVERFLOW_WORDS.iter().filter(|w| flags & w.1 != 0), |p, w| {
            p.text(w.0);
        });
        p.text(">");
    },
    parse: |p, state, _| {
        p.expect("<")?;
        let mut flags = 0;
        p.list_until(">", |p| {
            let at = p.location();
            let word = p.keyword()?;
            match OVERFLOW_WORDS.iter().find(|w| w.0 == word) {
                Some(w) => flags |= w.1,
                None if word == "none" => {}
                None => {
                    return Err(
                        p.error_at(at, "expected one of [none, nsw, nuw] for LLVM integer overflow flags")
                    );
                }
            }
            Ok(())
        })?;
        let cx = p.cx();
        state.set_attr(cx, "overflowFlags", cx.int_attr(flags, cx.i32()));
        Ok(())
    },
    attrs: &["overflowFlags"],
};

macro_rules! int_binary {
    ($($doc:tt $name:ident = $ir:tt [$($t:ident),*];)*) => {$(
        #[doc = $doc]
        #[op(
            name = $ir,
            traits = [SameOperandsAndResultType, $($t),*],
            asm = "$lhs `,` $rhs attr-dict `:` type($res)",
        )]
        pub struct $name {
            /// The first operand.
            pub lhs: Operand<LlvmIntLike>,
            /// The second operand.
            pub rhs: Operand<LlvmIntLike>,
            /// The result.
            pub res: Res<LlvmIntLike>,
        }
    )*};
}
int_binary! {
    "The unsigned remainder." URemOp = "llvm.urem" [Pure];
    "The signed remainder." SRemOp = "llvm.srem" [Pure];
    "Bitwise and." AndOp = "llvm.and" [Pure];
    "Bitwise exclusive or." XOrOp = "llvm.xor" [Pure];
}

macro_rules! int_overflow {
    ($($doc:tt $name:ident = $ir:tt [$($t:ident),*] $($fold:ident)?;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $ir,
            traits = [SameOperandsAndResultType, Pure, $($t),*],
            interfaces = [$($fold)?],
            asm = "$lhs `,` $rhs (`overflow` `` custom<OVERFLOW>($overflowFlags)^)? attr-dict `:` type($res)",
        )]
        pub struct $name {
            /// The first operand.
            pub lhs: Operand<LlvmIntLike>,
            /// The second operand.
            pub rhs: Operand<LlvmIntLike>,
            /// Which overflows do not happen.
            #[ir_name = "overflowFlags"]
            pub overflow_flags: DefaultAttr<OverflowFlags>,
            /// The result.
            pub res: Res<LlvmIntLike>,
        }
    )*};
}
int_overflow! {
    "The sum." AddOp = "llvm.add" [Commutative] Fold;
    "The difference." SubOp = "llvm.sub" [];
    "The product." MulOp = "llvm.mul" [Commutative] Fold;
    "Shifts left." ShlOp = "llvm.shl" [] Fold;
}

macro_rules! int_exact {
    ($($doc:tt $name:ident = $ir:tt [$($t:ident),*];)*) => {$(
        #[doc = $doc]
        #[op(
            name = $ir,
            traits = [SameOperandsAndResultType, $($t),*],
            asm = "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)",
        )]
        pub struct $name {
            /// The first operand.
            pub lhs: Operand<LlvmIntLike>,
            /// The second operand.
            pub rhs: Operand<LlvmIntLike>,
            /// No bits are lost.
            #[ir_name = "isExact"]
            pub is_exact: OptAttr<UnitAttr>,
            /// The result.
            pub res: Res<LlvmIntLike>,
        }
    )*};
}
int_exact! {
    "The unsigned quotient." UDivOp = "llvm.udiv" [NoMemoryEffect];
    "The signed quotient." SDivOp = "llvm.sdiv" [NoMemoryEffect];
    "Shifts right, filling with zeros." LShrOp = "llvm.lshr" [Pure];
    "Shifts right, filling with the sign." AShrOp = "llvm.ashr" [Pure];
}

/// Bitwise or.
#[op(
    name = "llvm.or",
    traits = [SameOperandsAndResultType, Pure],
    interfaces = [Fold],
    asm = "(`disjoint` $isDisjoint^)? $lhs `,` $rhs attr-dict `:` type($res)",
)]
pub struct OrOp {
    /// The first operand.
    pub lhs: Operand<LlvmIntLike>,
    /// The second operand.
    pub rhs: Operand<LlvmIntLike>,
    /// No bit is set in both.
    #[ir_name = "isDisjoint"]
    pub is_disjoint: OptAttr<UnitAttr>,
    /// The result.
    pub res: Res<LlvmIntLike>,
}

macro_rules! float_binary {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $ir,
            traits = [SameOperandsAndResultType, Pure],
            asm = "$lhs `,` $rhs attr-dict `:` type($res)",
        )]
        pub struct $name {
            /// The first operand.
            pub lhs: Operand<LlvmFloatLike>,
            /// The second operand.
            pub rhs: Operand<LlvmFloatLike>,
            /// Fast-math flags.
            #[ir_name = "fastmathFlags"]
            pub fastmath_flags: DefaultAttr<FastmathFlags>,
            /// The result.
            pub res: Res<LlvmFloatLike>,
        }
    )*};
}
float_binary! {
    "The sum." FAddOp = "llvm.fadd";
    "The difference." FSubOp = "llvm.fsub";
    "The product." FMulOp = "llvm.fmul";
    "The quotient." FDivOp = "llvm.fdiv";
    "The remainder, with the sign of the first operand." FRemOp = "llvm.frem";
}

/// Flips the sign.
#[op(name = "llvm.fneg", traits = [SameOperandsAndResultType, Pure], asm = "$operand attr-dict `:` type($res)")]
pub struct FNegOp {
    /// The operand.
    pub operand: Operand<LlvmFloatLike>,
    /// Fast-math flags.
    #[ir_name = "fastmathFlags"]
    pub fastmath_flags: DefaultAttr<FastmathFlags>,
    /// The result.
    pub res: Res<LlvmFloatLike>,
}

/// `i1` in the shape of `ty`.
fn bool_like(ty: Type, cx: &Context) -> Option<Type> {
    Some(if as_vector(cx, ty).is_some() { cx.with_elem(ty, cx.i1()) } else { cx.i1() })
}

macro_rules! compare {
    ($($doc:tt $name:ident = $ir:tt, $operand:ident, $predicate:ident, $words:ident $(, $flags:tt)? $([$fold:ident])?;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $ir,
            traits = [SameTypeOperands, Pure],
            interfaces = [$($fold)?],
            infer(res = bool_like(lhs), "result type has i1 element type and same shape as operands"),
            custom_asm,
        )]
        pub struct $name {
            /// The comparison predicate.
            pub predicate: Attr<$predicate>,
            /// The first operand.
            pub lhs: Operand<$operand>,
            /// The second operand.
            pub rhs: Operand<$operand>,
            $(
                /// Fast-math flags.
                #[ir_name = $flags]
                pub fastmath_flags: DefaultAttr<FastmathFlags>,
            )?
            /// The result.
            pub res: Res<LlvmBoolLike>,
        }

        impl CustomAsm for $name {
            fn print(&self, p: &mut Printer<'_>) {
                print_compare(p, self.op(), &$words);
            }
            fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
                parse_compare(p, state, &$words)
            }
        }
    )*};
}
compare! {
    "Compares integers or pointers." ICmpOp = "llvm.icmp", LlvmIntOrPointerLike, ICmpPredicate, ICMP [Fold];
    "Compares floats." FCmpOp = "llvm.fcmp", LlvmFloatLike, FCmpPredicate, FCMP, "fastmathFlags";
}

fn print_compare(p: &mut Printer<'_>, op: Op, words: &[&str]) {
    let b = p.body();
    let number = b.attr(op, "predicate").and_then(|a| b.cx().attr_i64(a));
    let word = number.and_then(|n| words.get(usize::try_from(n).ok()?)).copied().unwrap_or("");
    p.text(" ").quoted(word).text(" ").values(b.operands(op));
    p.attr_dict(op, &["predicate"]).text(" : ");
    p.types(b.operand_types(op).take(1));
}

fn parse_compare(p: &mut Parser<'_>, state: &mut OpState, words: &[&str]) -> PResult<()> {
    let at = p.location();
    if !p.peek("\"") {
        p.attr()?;
        return Err(p.error_at(at, "invalid kind of attribute specified"));
    }
    let word = String::from_utf8_lossy(&p.string()?).into_owned();
    let Some(number) = words.iter().position(|w| *w == word) else {
        return Err(p.error_at(at, format!("'{word}' is an incorrect value of the 'predicate' attribute")));
    };
    let lhs = p.operand()?;
    p.expect(",")?;
    let rhs = p.operand()?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    let cx = p.cx();
    state.set_attr(cx, "predicate", cx.i64_attr(number as i64));
    for operand in [lhs, rhs] {
        let value = p.resolve(operand, ty)?;
        state.operands.push(value);
    }
    state.result_types.extend(bool_like(ty, cx));
    Ok(())
}

/// One of two values.
#[op(
    name = "llvm.select",
    traits = [Pure],
    same = [true_value, false_value, res],
    asm = "$condition `,` $trueValue `,` $falseValue attr-dict `:` type($condition) `,` type($res)",
)]
pub struct SelectOp {
    /// The condition.
    pub condition: Operand<LlvmBoolLike>,
    /// The value where it holds.
    #[ir_name = "trueValue"]
    pub true_value: Operand<LlvmType>,
    /// The value where it does not.
    #[ir_name = "falseValue"]
    pub false_value: Operand<LlvmType>,
    /// Fast-math flags.
    #[ir_name = "fastmathFlags"]
    pub fastmath_flags: DefaultAttr<FastmathFlags>,
    /// The result.
    pub res: Res<LlvmType>,
}

/// Makes poison and undef arbitrary but fixed.
#[op(name = "llvm.freeze", traits = [Pure, SameOperandsAndResultType], asm = "$val attr-dict `:` type($val)")]
pub struct FreezeOp {
    /// The value.
    pub val: Operand<LlvmType>,
    /// The result.
    pub res: Res<LlvmType>,
}

fn int(cx: &Context, attr: Option<&Option<Attr>>) -> Option<ApInt> {
    cx.attr_as::<IntegerAttr>(attr.copied().flatten()?).map(|a| a.value.clone())
}

macro_rules! commutative {
    ($($op:ident),*) => {$(
        /// A constant goes to the right.
        impl Fold for $op {
            fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
                let [Some(_), None] = consts else { return None };
                let operands = [self.rhs(b), self.lhs(b)];
                b.set_operands(self.op(), &operands);
                Some(Folded::InPlace)
            }
        }
    )*};
}
commutative! { AddOp, MulOp }

impl Fold for ShlOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let cx = b.cx();
        let (lhs, rhs) = (int(cx, consts.first())?, int(cx, consts.get(1))?);
        let value = lhs.shl(&rhs)?;
        Some(cx.attr(IntegerAttr { value, ty: b.ty(self.res(b)) }).into())
    }
}

impl Fold for OrOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let cx = b.cx();
        let value = int(cx, consts.first())?.or(&int(cx, consts.get(1))?);
        Some(cx.attr(IntegerAttr { value, ty: b.ty(self.res(b)) }).into())
    }
}

impl Fold for ICmpOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let cx = b.cx();
        let (lhs, rhs) = (self.lhs(b), self.rhs(b));
        let predicate = b.attr(self.op(), "predicate").and_then(|a| cx.attr_i64(a)).filter(|n| *n < 2)?;
        let answer = |equal: bool| {
            let bit = cx.bool_attr(equal == (predicate == 0));
            let ty = b.ty(self.res(b));
            if ty == cx.i1() { Some(bit) } else { cx.splat_attr(ty, bit) }
        };
        if lhs == rhs {
            return answer(true).map(Into::into);
        }
        // Memory on the stack has an address.
        let is_stack = |v: Value| b.def_as::<super::AllocaOp>(v).is_some();
        let is_null = |v: Value| b.def_as::<super::ZeroOp>(v).is_some();
        if is_stack(lhs) && is_null(rhs) {
            return answer(false).map(Into::into);
        }
        if is_null(lhs) && is_stack(rhs) {
            b.set_operands(self.op(), &[rhs, lhs]);
            return Some(Folded::InPlace);
        }
        None
    }
}
