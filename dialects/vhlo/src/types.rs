//! The types: `!vhlo.f32_v1`, `!vhlo.tensor_v1<2x!vhlo.f32_v1>`.
//!
//! A type of VHLO wraps a type of StableHLO programs. It differs in its text, and it has a range of versions.

use strata_bytecode::{EntryReader, EntryWriter, ReadResult};
use strata_ir::{num::FloatFormat, prelude::*, text::parse_type};
use strata_stablehlo::{FutureType, TokenType};

use crate::{Version, attr_wrapper::VhloAttr};

/// A type of the dialect, with the type that it wraps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VhloType(pub Type);

/// A type without parameters: code, name, the first version that has it, and the type that it wraps.
pub struct LeafRow {
    code: u64,
    name: &'static str,
    min: Version,
    ty: fn(&Context) -> Type,
}

const OLD: Version = Version::MINIMUM;

pub(crate) fn int(cx: &Context, width: u32) -> Type {
    cx.int_type(width)
}
pub(crate) fn uint(cx: &Context, width: u32) -> Type {
    cx.ty(IntegerType { width, signedness: Signedness::Unsigned })
}

/// Passes the types without parameters to a macro: code, name, first version, wrapped type.
macro_rules! leaves {
    ($each:ident) => {
        $each! {
                0 "bool_v1" OLD => |cx| cx.i1();
                2 "bf16_v1" OLD => |cx| cx.bf16();
                3 "f16_v1" OLD => |cx| cx.f16();
                4 "f32_v1" OLD => |cx| cx.f32();
                5 "f64_v1" OLD => |cx| cx.f64();
                6 "f8E4M3FN_v1" OLD => |cx| cx.float_type(FloatFormat::F8E4M3FN);
                7 "f8E5M2_v1" OLD => |cx| cx.float_type(FloatFormat::F8E5M2);
                9 "index_v1" OLD => |cx| cx.index();
                10 "i4_v1" OLD => |cx| int(cx, 4);
                11 "i8_v1" OLD => |cx| int(cx, 8);
                12 "i16_v1" OLD => |cx| int(cx, 16);
                13 "i32_v1" OLD => |cx| int(cx, 32);
                14 "i64_v1" OLD => |cx| int(cx, 64);
                15 "ui4_v1" OLD => |cx| uint(cx, 4);
                16 "ui8_v1" OLD => |cx| uint(cx, 8);
                17 "ui16_v1" OLD => |cx| uint(cx, 16);
                18 "ui32_v1" OLD => |cx| uint(cx, 32);
                19 "ui64_v1" OLD => |cx| uint(cx, 64);
                22 "token_v1" OLD => |cx| cx.ty(TokenType);
                27 "f8E4M3FNUZ_v1" Version(0, 10, 0) => |cx| cx.float_type(FloatFormat::F8E4M3FNUZ);
                28 "f8E5M2FNUZ_v1" Version(0, 10, 0) => |cx| cx.float_type(FloatFormat::F8E5M2FNUZ);
                29 "f8E4M3B11FNUZ_v1" Version(0, 11, 0) => |cx| cx.float_type(FloatFormat::F8E4M3B11FNUZ);
                31 "i2_v1" Version(1, 2, 0) => |cx| int(cx, 2);
                32 "ui2_v1" Version(1, 2, 0) => |cx| uint(cx, 2);
                33 "none_v1" Version(1, 6, 0) => |cx| cx.none();
                34 "tf31_v1" Version(1, 6, 0) => |cx| cx.float_type(FloatFormat::TF32);
                35 "f8E4M3_v1" Version(1, 7, 0) => |cx| cx.float_type(FloatFormat::F8E4M3);
                36 "f8E3M4_v1" Version(1, 7, 0) => |cx| cx.float_type(FloatFormat::F8E3M4);
                37 "f4E2M1FN_v1" Version(1, 8, 0) => |cx| cx.float_type(FloatFormat::F4E2M1FN);
                38 "f6E2M3FN_v1" Version(1, 8, 0) => |cx| cx.float_type(FloatFormat::F6E2M3FN);
                39 "f6E3M2FN_v1" Version(1, 8, 0) => |cx| cx.float_type(FloatFormat::F6E3M2FN);
                40 "f8E8M0FNU_v1" Version(1, 8, 0) => |cx| cx.float_type(FloatFormat::F8E8M0FNU);
        }
    };
}
pub(crate) use leaves;

macro_rules! rows {
    ($($code:literal $name:literal $min:expr => $ty:expr;)*) => {
        /// The types without parameters.
        pub static LEAVES: &[LeafRow] = &[$(LeafRow { code: $code, name: $name, min: $min, ty: $ty }),*];
    };
}
leaves!(rows);

/// Codes of the types with parameters.
mod code {
    pub const COMPLEX: u64 = 1;
    pub const FUNCTION: u64 = 8;
    pub const TENSOR: u64 = 20;
    pub const TENSOR_WITH_ENCODING: u64 = 21;
    pub const TUPLE: u64 = 23;
    pub const QUANT: u64 = 24;
    pub const UNRANKED: u64 = 25;
    pub const QUANT_PER_AXIS: u64 = 30;
    pub const BUFFER: u64 = 41;
    pub const FUTURE: u64 = 42;
}

fn leaf(cx: &Context, ty: Type) -> Option<&'static LeafRow> {
    LEAVES.iter().find(|row| (row.ty)(cx) == ty)
}

/// The type without parameters of that name, such as `f32_v1`.
pub(crate) fn leaf_named(cx: &Context, name: &str) -> Option<Type> {
    LEAVES.iter().find(|row| row.name == name).map(|row| (row.ty)(cx))
}

/// Marks a type.
pub fn wrap(cx: &Context, ty: Type) -> Type {
    cx.ty(VhloType(ty))
}
/// The wrapped type of a type of the dialect; any other type itself.
pub fn unwrap(cx: &Context, ty: Type) -> Type {
    cx.type_as::<VhloType>(ty).map_or(ty, |t| t.0)
}

/// The first version that has a type; `None` when no version has it.
pub fn min_version(cx: &Context, ty: Type) -> Option<Version> {
    if let Some(row) = leaf(cx, ty) {
        return Some(row.min);
    }
    let all =
        |types: &[Type], base: Version| types.iter().try_fold(base, |v, &t| Some(v.max(min_version(cx, t)?)));
    if let Some(t) = cx.type_as::<TensorType>(ty) {
        // The encodings are bounds, which every version has, and those of other dialects, which are kept.
        min_version(cx, t.elem)
    } else if let Some(t) = cx.type_as::<ComplexType>(ty) {
        min_version(cx, t.elem)
    } else if let Some(t) = cx.type_as::<FunctionType>(ty) {
        all(&t.inputs, OLD)?;
        Some(all(&t.inputs, OLD)?.max(all(&t.results, OLD)?))
    } else if let Some(t) = cx.type_as::<TupleType>(ty) {
        all(&t.0, OLD)
    } else if let Some(t) = cx.type_as::<UnrankedTensorType>(ty) {
        min_version(cx, t.elem)
    } else if let Some(t) = cx.type_as::<MemRefType>(ty) {
        (t.layout.is_none() && t.memory_space.is_none())
            .then(|| min_version(cx, t.elem).map(|v| v.max(Version(1, 13, 0))))?
    } else if let Some(t) = cx.type_as::<FutureType>(ty) {
        all(&t.0, Version(1, 15, 0))
    } else {
        let q = crate::quant::Quant::from_type(cx, ty)?;
        all(&q.types(), if q.axis.is_some() { Version(0, 18, 0) } else { OLD })
    }
}

impl Storage for VhloType {
    const NAME: Option<&'static str> = Some("vhlo");
    fn print(&self, w: &mut AsmWriter<'_>) {
        let cx = w.cx();
        let item = |w: &mut AsmWriter<'_>, t: Type| {
            w.ty(wrap(cx, t));
        };
        let dims = |w: &mut AsmWriter<'_>, shape: &[i64]| {
            for &d in shape {
                if d == DYNAMIC {
                    w.text("?x");
                } else {
                    w.int(d).text("x");
                }
            }
        };
        let list = |w: &mut AsmWriter<'_>, types: &[Type]| {
            for (i, &t) in types.iter().enumerate() {
                if i != 0 {
                    w.text(", ");
                }
                item(w, t);
            }
        };
        let ty = self.0;
        if let Some(row) = leaf(cx, ty) {
            w.text(".").text(row.name);
        } else if let Some(t) = cx.type_as::<TensorType>(ty) {
            w.text(".tensor_v1<");
            dims(w, &t.shape);
            item(w, t.elem);
            if let Some(e) = t.encoding {
                w.text(", ").attr(crate::attrs::wrap(cx, e));
            }
            w.text(">");
        } else if let Some(t) = cx.type_as::<ComplexType>(ty) {
            w.text(".complex_v1<");
            item(w, t.elem);
            w.text(">");
        } else if let Some(t) = cx.type_as::<FunctionType>(ty) {
            // An empty list is `()`, so that no inputs are `(())`.
            let list_or_none = |w: &mut AsmWriter<'_>, types: &[Type]| match types {
                [] => _ = w.text("()"),
                all => list(w, all),
            };
            w.text(".func_v1<(");
            list_or_none(w, &t.inputs);
            w.text(") -> ");
            list_or_none(w, &t.results);
            w.text(">");
        } else if let Some(t) = cx.type_as::<TupleType>(ty) {
            w.text(".tuple_v1<");
            list(w, &t.0);
            w.text(">");
        } else if let Some(t) = cx.type_as::<UnrankedTensorType>(ty) {
            w.text(".unranked_tensor_v1<");
            item(w, t.elem);
            w.text(">");
        } else if let Some(t) = cx.type_as::<MemRefType>(ty) {
            w.text(".buffer_v1<");
            dims(w, &t.shape);
            item(w, t.elem);
            w.text(">");
        } else if let Some(t) = cx.type_as::<FutureType>(ty) {
            w.text(".future_v1<");
            list(w, &t.0);
            w.text(">");
        } else if let Some(q) = crate::quant::Quant::from_type(cx, ty) {
            q.print(w);
        } else {
            w.text(".of<").ty(ty).text(">");
        }
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.0));
    }
}

/// A type inside of another.
fn inner(r: &mut EntryReader<'_, '_>) -> ReadResult<Type> {
    let (ty, cx) = (r.ty()?, r.cx());
    match cx.type_as::<VhloType>(ty) {
        Some(t) => Ok(t.0),
        None => Err(r.error(format!("expected VHLO type, but got: {}", cx.type_to_string(ty)))),
    }
}

fn shape(r: &mut EntryReader<'_, '_>) -> ReadResult<Dims> {
    let dims = r.list(|r| r.svarint())?;
    if dims.iter().any(|&d| d < 0 && d != DYNAMIC) {
        return Err(r.error("invalid tensor dimension size"));
    }
    Ok(dims.into())
}

/// Reads a type of the dialect.
pub(crate) fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Type> {
    let cx = r.cx();
    let kind = r.varint()?;
    if let Some(row) = LEAVES.iter().find(|row| row.code == kind) {
        return Ok(wrap(&cx, (row.ty)(&cx)));
    }
    let ty = match kind {
        code::COMPLEX => cx.ty(ComplexType { elem: inner(r)? }),
        code::FUNCTION => {
            let inputs = r.list(inner)?;
            cx.ty(FunctionType { inputs, results: r.list(inner)? })
        }
        code::TENSOR => cx.ty(TensorType { shape: shape(r)?, elem: inner(r)?, encoding: None }),
        code::TENSOR_WITH_ENCODING => {
            let encoding = r.attr()?;
            let encoding = Some(cx.attr_as::<VhloAttr>(encoding).map_or(encoding, |a| a.0));
            cx.ty(TensorType { shape: shape(r)?, elem: inner(r)?, encoding })
        }
        code::TUPLE => cx.ty(TupleType(r.list(inner)?)),
        code::UNRANKED => cx.ty(UnrankedTensorType { elem: inner(r)? }),
        code::BUFFER => {
            cx.ty(MemRefType { shape: shape(r)?, elem: inner(r)?, layout: None, memory_space: None })
        }
        code::FUTURE => cx.ty(FutureType(r.list(inner)?)),
        code::QUANT | code::QUANT_PER_AXIS => {
            let text = crate::quant::read(r, kind == code::QUANT_PER_AXIS)?;
            parse_type(&cx, &text).map_err(|e| {
                r.error(format!("invalid quantized type: {}", e.first().map_or("", |d| &d.message)))
            })?
        }
        _ => return Err(r.error(format!("unknown vhlo type code: {kind}"))),
    };
    Ok(wrap(&cx, ty))
}

/// Reads a type inside of another, for the other modules.
pub(crate) fn read_inner(r: &mut EntryReader<'_, '_>) -> ReadResult<Type> {
    inner(r)
}

/// Writes a type of the dialect.
pub(crate) fn write(cx: &Context, ty: Type, w: &mut EntryWriter<'_>) -> bool {
    let Some(&VhloType(ty)) = cx.type_as::<VhloType>(ty) else { return false };
    let item = |w: &mut EntryWriter<'_>, t: &Type| w.ty(wrap(cx, *t));
    if let Some(row) = leaf(cx, ty) {
        w.varint(row.code);
    } else if let Some(t) = cx.type_as::<TensorType>(ty) {
        match t.encoding {
            Some(e) => {
                w.varint(code::TENSOR_WITH_ENCODING);
                w.attr(crate::attrs::wrap(cx, e));
            }
            None => w.varint(code::TENSOR),
        }
        w.list(&t.shape, |w, &d| w.svarint(d));
        item(w, &t.elem);
    } else if let Some(t) = cx.type_as::<ComplexType>(ty) {
        w.varint(code::COMPLEX);
        item(w, &t.elem);
    } else if let Some(t) = cx.type_as::<FunctionType>(ty) {
        w.varint(code::FUNCTION);
        w.list(&t.inputs, item);
        w.list(&t.results, item);
    } else if let Some(t) = cx.type_as::<TupleType>(ty) {
        w.varint(code::TUPLE);
        w.list(&t.0, item);
    } else if let Some(t) = cx.type_as::<UnrankedTensorType>(ty) {
        w.varint(code::UNRANKED);
        item(w, &t.elem);
    } else if let Some(t) = cx.type_as::<MemRefType>(ty) {
        w.varint(code::BUFFER);
        w.list(&t.shape, |w, &d| w.svarint(d));
        item(w, &t.elem);
    } else if let Some(t) = cx.type_as::<FutureType>(ty) {
        w.varint(code::FUTURE);
        w.list(&t.0, item);
    } else if let Some(q) = crate::quant::Quant::from_type(cx, ty) {
        w.varint(if q.axis.is_some() { code::QUANT_PER_AXIS } else { code::QUANT });
        q.write(cx, w);
    } else {
        return false;
    }
    true
}
