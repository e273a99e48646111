//! `arith-emulate-wide-int` and `memref-emulate-wide-int`: integers of twice the supported width become vectors of two halves, the low one first.
//!
//! Before:
//! ```mlir
//! %0 = arith.andi %a, %b : i64
//! ```
//! After, with `widest-int-supported=32`:
//! ```mlir
//! %0 = vector.extract %a[0] : i32 from vector<2xi32>
//! %1 = vector.extract %a[1] : i32 from vector<2xi32>
//! …
//! %4 = arith.andi %0, %2 : i32
//! %5 = arith.andi %1, %3 : i32
//! %6 = vector.insert %4, %cst [0] : i32 into vector<2xi32>
//! %7 = vector.insert %5, %6 [1] : i32 into vector<2xi32>
//! ```
//! - A vector of such integers gets one more dimension. Arguments and results of functions change with them.
//! - With `memref-emulate-wide-int` buffers of such integers become buffers of such vectors.
//! - `index` is taken to have no more bits than the supported width.
//! - Conversions from integers to floats round the halves, and then their sum.
//! - There is no emulation of divisions, and none of ops of other dialects on such integers: those are errors.

mod arithmetic;
mod casts;
mod extend;
mod halves;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use strata_arith as arith;
use strata_ir::{
    core::Diagnostic,
    prelude::*,
    rewrite::{
        conversion::{
            Conversion, ConversionTable, Converted, DialectConversions, Failure, Folding, Handler, InPlace,
            Rule, TypeConverter, convert_function_type, convert_ops, definitions_first, failure, fold_op,
        },
        conversions,
    },
};
use strata_memref as memref;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Emulate 2*N-bit integer operations using N-bit operations.
#[pass(name = "arith-emulate-wide-int", class = "ArithEmulateWideInt", produces = [vector], each_body)]
pub struct EmulateWideInt {
    /// Widest integer type supported by the target
    #[option(default = 32)]
    pub widest_int_supported: u32,
}

impl BodyPass for EmulateWideInt {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        check_width(body, self.widest_int_supported)?;
        Ok(emulate(body, self.widest_int_supported, &SCALARS)?)
    }
}

/// Emulate 2*N-bit integer operations using N-bit operations
#[pass(name = "memref-emulate-wide-int", class = "MemRefEmulateWideInt", produces = [vector], each_body)]
pub struct EmulateWideIntMemory {
    /// Widest integer type supported by the target
    #[option(default = 32)]
    pub widest_int_supported: u32,
}

impl BodyPass for EmulateWideIntMemory {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        check_width(body, self.widest_int_supported)?;
        Ok(emulate(body, self.widest_int_supported, &BUFFERS)?)
    }
}

/// The halves of a width must have a width that is supported.
fn check_width(body: &Body, width: u32) -> Result<(), Diagnostic> {
    if width < 2 || !width.is_power_of_two() {
        let message = format!("widest-int-supported must be a power of two of at least 2, got {width}");
        return Err(Diagnostic::error(body.loc(Op::SELF), message));
    }
    Ok(())
}

const ARITH: DialectConversions<Handler> = DialectConversions {
    name: "arith",
    rows: conversions! {
        arith::ConstantOp => halves::constant,
        arith::AddIOp => |c| binary(c, arithmetic::add),
        arith::SubIOp => |c| binary(c, arithmetic::sub),
        arith::MulIOp => |c| binary(c, arithmetic::mul),
        arith::AndIOp => |c| binary(c, arithmetic::and),
        arith::OrIOp => |c| binary(c, arithmetic::or),
        arith::XOrIOp => |c| binary(c, arithmetic::xor),
        arith::ShLIOp => |c| binary(c, arithmetic::shift_left),
        arith::ShRUIOp => |c| binary(c, arithmetic::shift_right_unsigned),
        arith::ShRSIOp => |c| binary(c, arithmetic::shift_right_signed),
        arith::MaxSIOp => |c| binary(c, |e, x, y| arithmetic::chosen(e, arith::CmpIPredicate::Sgt, x, y)),
        arith::MaxUIOp => |c| binary(c, |e, x, y| arithmetic::chosen(e, arith::CmpIPredicate::Ugt, x, y)),
        arith::MinSIOp => |c| binary(c, |e, x, y| arithmetic::chosen(e, arith::CmpIPredicate::Slt, x, y)),
        arith::MinUIOp => |c| binary(c, |e, x, y| arithmetic::chosen(e, arith::CmpIPredicate::Ult, x, y)),
        arith::CmpIOp => arithmetic::compare_op,
        arith::SelectOp => arithmetic::select_op,
        arith::ExtSIOp => |c| casts::cast(c, extend::sign_extend),
        arith::ExtUIOp => |c| casts::cast(c, extend::zero_extend),
        arith::TruncIOp => |c| casts::cast(c, casts::truncate),
        arith::SIToFPOp => |c| casts::cast(c, casts::signed_to_float),
        arith::UIToFPOp => |c| casts::cast(c, casts::unsigned_to_float),
        arith::FPToSIOp => |c| casts::cast(c, casts::float_to_signed),
        arith::FPToUIOp => |c| casts::cast(c, casts::float_to_unsigned),
        arith::IndexCastOp => casts::index_cast,
        arith::IndexCastUIOp => casts::index_cast_unsigned,
    },
    otherwise: None,
};

/// Ops that are the same on halves.
const FUNC: DialectConversions<Handler> = DialectConversions {
    name: "func",
    rows: conversions! { strata_func::CallOp | strata_func::ReturnOp => |c| c.rebuild() },
    otherwise: None,
};
const VECTOR: DialectConversions<Handler> = DialectConversions {
    name: "vector",
    rows: conversions! { strata_vector::PrintOp => |c| c.rebuild() },
    otherwise: None,
};
const MEMREF: DialectConversions<Handler> = DialectConversions {
    name: "memref",
    rows: conversions! {
        memref::AllocOp | memref::AllocaOp | memref::DeallocOp | memref::CopyOp | memref::CastOp | memref::DimOp => |c| c.rebuild(),
        memref::LoadOp | memref::StoreOp => |c| c.rebuild(),
    },
    otherwise: None,
};

/// The dialects of which ops on wide integers are emulated.
type Dialects = [DialectConversions<Handler>];
const SCALARS: [DialectConversions<Handler>; 3] = [ARITH, FUNC, VECTOR];
const BUFFERS: [DialectConversions<Handler>; 4] = [ARITH, FUNC, VECTOR, MEMREF];

/// The type of buffers whose elements are halves.
fn convert_buffer(cx: &Context, ty: Type, width: u32) -> Option<Converted<Type>> {
    let buffer = cx.type_as::<MemRefType>(ty)?;
    let elem = halves::convert_type(cx, buffer.elem, width)?;
    Some(elem.map(|elem| cx.ty(MemRefType { elem, ..buffer.clone() })))
}

fn binary(
    c: &mut InPlace<'_>,
    f: fn(&mut crate::arith_builder::ArithBuilder<'_, '_>, Value, Value) -> Value,
) -> Converted {
    let (x, y) = (c.operand(0)?, c.operand(1)?);
    let value = f(&mut crate::arith_builder::ArithBuilder(&mut c.at()), x, y);
    c.replace_one(value)
}

/// Emulates integers of `2 * width` bits in one body.
fn emulate(body: &mut Body, width: u32, dialects: &Dialects) -> Result<(), Vec<Diagnostic>> {
    let mut types = TypeConverter::new().with(move |_, cx, ty| halves::convert_type(cx, ty, width));
    if dialects.iter().any(|d| d.name == MEMREF.name) {
        types = types.with(move |_, cx, ty| convert_buffer(cx, ty, width));
    }
    fold(body, &types, dialects);
    let order = definitions_first(body);
    let casts: FxHashSet<Op> = order.iter().copied().filter(|&op| is_cast(body, op)).collect();
    let mut state = InPlace::new(body, types);
    let mut args = SmallVec::<[_; 1]>::new();
    let mut signature = || -> Converted {
        if state.body.self_as::<strata_func::FuncOp>().is_none() {
            return Ok(());
        }
        convert_function_type(state.body, &state.types)?;
        if let Some(entry) = state.body.entry() {
            args.extend(state.values.convert_args(state.body, &state.types, entry)?);
        }
        Ok(())
    };
    if let Err(why) = signature() {
        return Err(vec![failure(state.body, Op::SELF, &why)]);
    }
    let table = ConversionTable::new(dialects.iter().copied());
    let mut conversion = WideInts { state, table, dialects };
    let mut outcome = convert_ops(&mut conversion, order);
    let InPlace { body, values, .. } = conversion.state;
    if let Err(why) = values.finish(body, &outcome.converted, &args) {
        outcome.errors.push(failure(body, Op::SELF, &why));
    }
    if outcome.errors.is_empty() {
        outcome.errors = unresolved(body, &casts);
    }
    if outcome.errors.is_empty() { Ok(()) } else { Err(outcome.errors) }
}

fn is_cast(body: &Body, op: Op) -> bool {
    op.isa::<strata_builtin::UnrealizedConversionCastOp>(body)
}

/// An error at a user of each cast that the conversion has made.
fn unresolved(body: &mut Body, old: &FxHashSet<Op>) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for op in body.all_ops() {
        if !is_cast(body, op) || old.contains(&op) {
            continue;
        }
        let (from, to) = (body.operand(op, 0), body.result(op, 0));
        let Some((user, _)) = body.uses_of(to).next() else {
            body.erase(op);
            continue;
        };
        let name = |v: Value| body.cx().type_to_string(body.ty(v));
        let message = format!(
            "failed to legalize unresolved materialization from ('{}') to ('{}') that remained live after conversion",
            name(from),
            name(to)
        );
        errors.push(Diagnostic::error(body.loc(user), message));
    }
    errors
}

struct WideInts<'b, 'd> {
    state: InPlace<'b>,
    table: ConversionTable<Handler>,
    dialects: &'d Dialects,
}

/// Whether the types of an op stay as they are.
fn is_legal(body: &Body, types: &TypeConverter<'_>, op: Op) -> Converted<bool> {
    for ty in body.operand_types(op).chain(body.result_types(op)) {
        if types.convert(body.cx(), ty)? != ty {
            return Ok(false);
        }
    }
    Ok(true)
}

/// How often an op is folded in place.
const MAX_FOLDS: usize = 8;

/// Folds the ops that would be emulated, each as if the others had not been folded.
fn fold(body: &mut Body, types: &TypeConverter<'_>, dialects: &Dialects) {
    let mut folded = Vec::new();
    for op in definitions_first(body) {
        let emulated = is_emulated(body, op, dialects) && is_legal(body, types, op) == Ok(false);
        if !emulated || body.has_trait(op, Trait::ConstantLike) {
            continue;
        }
        for _ in 0..MAX_FOLDS {
            match fold_op(body, op, &|b, op| op.isa::<arith::ConstantOp>(b)) {
                Some(Folding::InPlace) => continue,
                Some(Folding::Values(values, _)) => folded.push((op, values)),
                None => {}
            }
            break;
        }
    }
    for (op, values) in folded.into_iter().rev() {
        for (old, new) in body.results(op).to_vec().into_iter().zip(values) {
            body.replace_all_uses(old, new);
        }
        body.erase(op);
    }
}

/// Whether an op is of a dialect of which ops on wide integers are emulated.
fn is_emulated(body: &Body, op: Op, dialects: &Dialects) -> bool {
    dialects.iter().any(|d| d.name == body.info(op).dialect())
}

impl Conversion for WideInts<'_, '_> {
    type Handler = Option<Handler>;
    fn body(&self) -> &Body {
        self.state.body
    }
    fn rule(&self, info: &'static OpInfo) -> Rule<Option<Handler>> {
        match self.table.rule(info) {
            Rule::Convert(handler) => Rule::Convert(Some(handler)),
            _ => Rule::Convert(None),
        }
    }
    fn convert(&mut self, op: Op, handler: Option<Handler>) -> Result<(), Failure> {
        // Ops of other dialects stay, unless they use a value that is emulated.
        if !is_emulated(self.state.body, op, self.dialects)
            || is_legal(self.state.body, &self.state.types, op)?
        {
            return Err(Failure::Stays);
        }
        let handler = handler.ok_or("it has no emulation of integers of this width")?;
        self.state.start(op);
        Ok(handler(&mut self.state)?)
    }
}
