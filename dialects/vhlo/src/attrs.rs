//! The attributes: `#vhlo.string_v1<"a">`, `#vhlo.tensor_v1<dense<1> : tensor<2xi64>>`.
//!
//! As with the types, an attribute of VHLO wraps one of StableHLO programs.

use strata_bytecode::{
    EntryReader, EntryWriter, ReadResult,
    builtin::{dense_raw, read_dense},
};
use strata_ir::{
    num::{ApInt, FloatFormat},
    prelude::*,
};
use strata_stablehlo::{
    ComparisonDirection, ComparisonType, FftType, List, OutputOperandAlias, Precision, ResultAccuracy,
    ResultAccuracyMode, RngAlgorithm, RngDistribution, Transpose, TypeExtensions,
};

pub use crate::attr_wrapper::{VhloAttr, has_foreign, unwrap, wrap};
use crate::{
    Version,
    attr_wrapper::is_foreign,
    mesh,
    types::{self, VhloType, read_inner},
};

/// `api_version` of a custom call, which is a number in StableHLO.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ApiVersion(pub u32);
impl Storage for ApiVersion {
    const NAME: Option<&'static str> = Some("vhlo.api_version_v1");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<").text(self.word()).text(">");
    }
}
impl ApiVersion {
    /// The attributes of the call are a dictionary with types.
    pub const TYPED_FFI: Self = Self(4);
    /// The words, by number.
    pub(crate) const WORDS: [&str; 5] = [
        "API_VERSION_UNSPECIFIED",
        "API_VERSION_ORIGINAL",
        "API_VERSION_STATUS_RETURNING",
        "API_VERSION_STATUS_RETURNING_UNIFIED",
        "API_VERSION_TYPED_FFI",
    ];
    fn word(self) -> &'static str {
        Self::WORDS.get(self.0 as usize).copied().unwrap_or("?")
    }
    /// The version with a keyword.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().position(|w| *w == word).map(|i| Self(i as u32))
    }
}

/// Codes of the attributes.
mod code {
    pub const ARRAY: u64 = 1;
    pub const BOOL: u64 = 2;
    pub const COMPARISON_DIRECTION: u64 = 3;
    pub const COMPARISON_TYPE: u64 = 4;
    pub const API_VERSION: u64 = 5;
    pub const DICTIONARY: u64 = 6;
    pub const FFT_TYPE: u64 = 7;
    pub const FLOAT: u64 = 8;
    pub const INTEGER: u64 = 9;
    pub const OUTPUT_OPERAND_ALIAS: u64 = 10;
    pub const PRECISION: u64 = 11;
    pub const RNG_ALGORITHM: u64 = 12;
    pub const RNG_DISTRIBUTION: u64 = 13;
    pub const STRING: u64 = 14;
    pub const TENSOR: u64 = 15;
    pub const TRANSPOSE: u64 = 16;
    pub const TYPE: u64 = 17;
    pub const TYPE_EXTENSIONS: u64 = 18;
    pub const RESULT_ACCURACY_MODE: u64 = 19;
    pub const RESULT_ACCURACY: u64 = 20;
}

/// The enumerations: code, type, number of the first word.
macro_rules! enums {
    ($each:ident) => {
        $each! {
            COMPARISON_DIRECTION ComparisonDirection 0 "comparison_direction_v1",
            COMPARISON_TYPE ComparisonType 0 "comparison_type_v1",
            FFT_TYPE FftType 0 "fft_type_v1",
            PRECISION Precision 0 "precision_v1",
            RNG_ALGORITHM RngAlgorithm 0 "rng_algorithm_v1",
            RNG_DISTRIBUTION RngDistribution 1 "rng_distribution_v1",
            TRANSPOSE Transpose 0 "transpose_v1",
        }
    };
}
pub(crate) use enums;

/// The first version that has an attribute; `None` when no version has it.
pub fn min_version(cx: &Context, attr: Attr) -> Option<Version> {
    let old = Version::MINIMUM;
    if let Some(a) = cx.attr_as::<ArrayAttr>(attr) {
        a.0.iter().try_fold(old, |v, &a| Some(v.max(min_version(cx, a)?)))
    } else if let Some(a) = cx.attr_as::<DictionaryAttr>(attr) {
        a.entries().iter().try_fold(old, |v, &(_, a)| Some(v.max(min_version(cx, a)?)))
    } else if let Some(a) = cx.attr_as::<TypeAttr>(attr) {
        types::min_version(cx, a.0)
    } else if cx.attr_as::<ResultAccuracy>(attr).is_some() || cx.attr_as::<ResultAccuracyMode>(attr).is_some()
    {
        Some(Version(1, 9, 0))
    } else if mesh::is_one(cx, attr) {
        Some(mesh::SINCE)
    } else if is_foreign(cx, attr) {
        Some(Version(1, 11, 0))
    } else if let Some(t) = cx.attr_type(attr) {
        let plain = cx.attr_as::<DenseElementsAttr>(attr).is_some()
            || cx.attr_as::<IntegerAttr>(attr).is_some()
            || cx.attr_as::<FloatAttr>(attr).is_some();
        plain.then(|| types::min_version(cx, t))?
    } else {
        is_plain(cx, attr).then_some(old)
    }
}

fn is_plain(cx: &Context, attr: Attr) -> bool {
    macro_rules! any_of {
        ($($code:ident $name:ident $first:literal $text:literal,)*) => {
            $(cx.attr_as::<$name>(attr).is_some())||*
        };
    }
    enums!(any_of)
        || cx.attr_as::<StringAttr>(attr).is_some()
        || cx.attr_as::<OutputOperandAlias>(attr).is_some()
        || cx.attr_as::<TypeExtensions>(attr).is_some()
        || cx.attr_as::<ApiVersion>(attr).is_some()
        || cx.attr_as::<VhloAttr>(attr).is_some()
}

/// The form of a program's attribute in the dialect: symbols become strings, arrays become tensors.
pub fn generic(cx: &Context, attr: Attr) -> Option<Attr> {
    if let Some(a) = cx.attr_as::<ArrayAttr>(attr) {
        let items = a.0.iter().map(|&a| generic(cx, a)).collect::<Option<Vec<_>>>()?;
        return Some(cx.array_attr(items));
    }
    if let Some(a) = cx.attr_as::<DictionaryAttr>(attr) {
        let items =
            a.entries().iter().map(|&(n, a)| Some((n, generic(cx, a)?))).collect::<Option<Vec<_>>>()?;
        return Some(cx.dict_attr(items));
    }
    if let Some(a) = cx.attr_as::<SymbolRefAttr>(attr) {
        return a.nested.is_empty().then(|| cx.string_attr(cx.str(a.root)));
    }
    if let Some(a) = cx.attr_as::<DenseArrayAttr>(attr) {
        let ty = cx.tensor(&[a.values.len() as i64], a.elem);
        return cx.dense_i64s(ty, &a.values);
    }
    min_version(cx, attr).map(|_| attr)
}

impl Storage for VhloAttr {
    const NAME: Option<&'static str> = Some("vhlo");
    fn print(&self, w: &mut AsmWriter<'_>) {
        let (cx, attr) = (w.cx(), self.0);
        macro_rules! word {
            ($($code:ident $name:ident $first:literal $text:literal,)*) => {
                $(if let Some(v) = cx.attr_as::<$name>(attr) {
                    w.text(concat!("<", $text, " ")).text(v.word()).text(">");
                    return;
                })*
            };
        }
        enums!(word);
        if let Some(a) = cx.attr_as::<ArrayAttr>(attr) {
            w.text(".array_v1<[");
            for (i, &a) in a.0.iter().enumerate() {
                if i != 0 {
                    w.text(", ");
                }
                w.attr(wrap(cx, a));
            }
            w.text("]>");
        } else if let Some(a) = cx.attr_as::<DictionaryAttr>(attr) {
            w.text(".dict_v1<{");
            for (i, &(name, a)) in a.entries().iter().enumerate() {
                if i != 0 {
                    w.text(", ");
                }
                w.attr(wrap(cx, cx.string_attr(cx.str(name)))).text(" = ").attr(wrap(cx, a));
            }
            w.text("}>");
        } else if let Some(a) = cx.attr_as::<TypeAttr>(attr) {
            w.text(".type_v1<").ty(types::wrap(cx, a.0)).text(">");
        } else if let Some(a) = cx.attr_as::<IntegerAttr>(attr) {
            if a.ty == cx.i1() {
                w.text(".bool_v1<").text(if a.value.is_zero() { "false" } else { "true" }).text(">");
            } else {
                w.text(".integer_v1<").attr(attr).text(">");
            }
        } else if cx.attr_as::<FloatAttr>(attr).is_some() {
            w.text(".float_v1<").attr_without_type(attr).text(" : ");
            let ty = cx.attr_type(attr).unwrap_or_else(|| cx.f32());
            w.ty(types::wrap(cx, ty)).text(">");
        } else if cx.attr_as::<StringAttr>(attr).is_some() {
            w.text(".string_v1<").attr(attr).text(">");
        } else if cx.attr_as::<DenseElementsAttr>(attr).is_some() {
            w.text(".tensor_v1<").attr(attr).text(">");
        } else if let Some(a) = cx.attr_as::<TypeExtensions>(attr) {
            w.text(".type_extensions_v1<bounds = ");
            ints_text(w, &a.bounds);
            w.text(">");
        } else if let Some(a) = cx.attr_as::<ApiVersion>(attr) {
            w.text("<api_version_v1 ").text(a.word()).text(">");
        } else if let Some(a) = cx.attr_as::<ResultAccuracyMode>(attr) {
            w.text("<result_accuracy_mode_v1 ").text(a.word()).text(">");
        } else if let Some(a) = cx.attr_as::<ResultAccuracy>(attr) {
            w.text(".result_accuracy_v1<atol = ");
            FloatFormat::F64.print_to(u128::from(a.atol), w.out);
            w.text(", rtol = ");
            FloatFormat::F64.print_to(u128::from(a.rtol), w.out);
            w.text(", ulps = ").int(a.ulps).text(", mode = ").attr(wrap(cx, a.mode)).text(">");
        } else if let Some(a) = cx.attr_as::<OutputOperandAlias>(attr) {
            w.text(".output_operand_alias_v1<outputTupleIndices = ");
            ints_text(w, &a.output_tuple_indices.0);
            w.text(", operandIndex = ").int(a.operand_index).text(", operandTupleIndices = ");
            ints_text(w, &a.operand_tuple_indices.0);
            w.text(">");
        } else if !mesh::print(w, attr) {
            w.text(".of<").attr(attr).text(">");
        }
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Attr(self.0));
    }
}

/// `[1, ?, 2]`.
fn ints_text(w: &mut AsmWriter<'_>, values: &[i64]) {
    w.text("[");
    for (i, &v) in values.iter().enumerate() {
        w.text(if i == 0 { "" } else { ", " });
        if v == DYNAMIC {
            w.text("?");
        } else {
            w.int(v);
        }
    }
    w.text("]");
}

/// An attribute inside of another.
fn inner(r: &mut EntryReader<'_, '_>) -> ReadResult<Attr> {
    let (attr, cx) = (r.attr()?, r.cx());
    // Programs with other dialects keep the attributes of these.
    Ok(unwrap(&cx, attr))
}

fn string(r: &mut EntryReader<'_, '_>) -> ReadResult<Str> {
    let (attr, cx) = (inner(r)?, r.cx());
    match cx.attr_as::<StringAttr>(attr).map(|s| std::str::from_utf8(&s.value)) {
        Some(Ok(text)) => Ok(cx.intern(text)),
        _ => Err(r.error("expected attribute of type: StringV1Attr, in UTF-8")),
    }
}

fn ints(r: &mut EntryReader<'_, '_>) -> ReadResult<Dims> {
    Ok(r.list(|r| r.svarint())?.into())
}

/// Reads an attribute of the dialect.
pub(crate) fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Attr> {
    let cx = r.cx();
    let kind = r.varint()?;
    let attr = read_kind(r, cx, kind)?;
    Ok(wrap(&cx, attr))
}

fn read_kind(r: &mut EntryReader<'_, '_>, cx: &Context, kind: u64) -> ReadResult<Attr> {
    macro_rules! by_number {
        ($($code:ident $name:ident $first:literal $text:literal,)*) => {
            match kind {
                $(code::$code => {
                    let n = r.varint()?;
                    let word = n.checked_sub($first).and_then(|n| $name::WORDS.get(usize::try_from(n).ok()?));
                    return match word.and_then(|w| $name::from_word(w)) {
                        Some(v) => Ok(cx.attr(v)),
                        None => Err(r.error(format!(concat!("invalid value {} of ", $text), n))),
                    };
                })*
                _ => {}
            }
        };
    }
    enums!(by_number);
    Ok(match kind {
        code::ARRAY => cx.array_attr(r.list(inner)?),
        code::BOOL => cx.bool_attr(r.varint()? != 0),
        code::API_VERSION => match r.varint()? {
            n @ 0..=4 => cx.attr(ApiVersion(n as u32)),
            n => return Err(r.error(format!("invalid value {n} of api_version_v1"))),
        },
        code::DICTIONARY => {
            let dict = DictionaryAttr::new(cx, r.list(|r| Ok((string(r)?, inner(r)?)))?);
            if dict.entries().windows(2).any(|w| w[0].0 == w[1].0) {
                return Err(r.error("duplicate key in a dictionary attribute"));
            }
            cx.attr(dict)
        }
        code::FLOAT => {
            let ty = read_inner(r)?;
            let Some(format) = cx.as_float(ty) else { return Err(r.error("expected a float type")) };
            cx.attr(FloatAttr { bits: r.float_bits(format.width())?, ty })
        }
        code::INTEGER => {
            let ty = read_inner(r)?;
            let Some(width) = cx.bit_width(ty).filter(|_| cx.as_float(ty).is_none()) else {
                return Err(r.error("expected an integer or index type"));
            };
            cx.attr(IntegerAttr { value: r.apint(width)?, ty })
        }
        code::OUTPUT_OPERAND_ALIAS => {
            let (outputs, operand_index) = (List(r.list(|r| r.svarint())?), r.svarint()?);
            let operand_tuple_indices = List(r.list(|r| r.svarint())?);
            cx.attr(OutputOperandAlias {
                output_tuple_indices: outputs,
                operand_index,
                operand_tuple_indices,
            })
        }
        code::STRING => cx.attr(StringAttr { value: r.string()?.into(), ty: None }),
        code::TENSOR => {
            let ty = read_inner(r)?;
            let raw = r.blob()?;
            read_dense(r, ty, raw)?
        }
        code::TYPE => cx.type_attr(read_inner(r)?),
        code::TYPE_EXTENSIONS => cx.attr(TypeExtensions { bounds: ints(r)? }),
        code::RESULT_ACCURACY_MODE => cx.attr(match r.varint()? {
            0 => ResultAccuracyMode::Default,
            1 => ResultAccuracyMode::Highest,
            2 => ResultAccuracyMode::Tolerance,
            n => return Err(r.error(format!("invalid value {n} of result_accuracy_mode_v1"))),
        }),
        code::RESULT_ACCURACY => {
            let (atol, rtol) = (r.float_bits(64)? as u64, r.float_bits(64)? as u64);
            let (ulps, mode) = (r.svarint()?, inner(r)?);
            if cx.attr_as::<ResultAccuracyMode>(mode).is_none() {
                return Err(r.error("expected attribute of type: ResultAccuracyModeV1Attr"));
            }
            let accuracy = ResultAccuracy { atol, rtol, ulps, mode };
            accuracy.verify(cx).map_err(|m| r.error(m))?;
            cx.attr(accuracy)
        }
        _ => match mesh::read(r, kind)? {
            Some(attr) => attr,
            None => return Err(r.error(format!("unknown vhlo attribute code: {kind}"))),
        },
    })
}

/// Writes an attribute of the dialect.
pub(crate) fn write(cx: &Context, attr: Attr, w: &mut EntryWriter<'_>) -> bool {
    let attr = match cx.attr_as::<VhloAttr>(attr) {
        Some(a) => a.0,
        None => return false,
    };
    macro_rules! number {
        ($($code:ident $name:ident $first:literal $text:literal,)*) => {
            $(if let Some(v) = cx.attr_as::<$name>(attr) {
                w.varint(code::$code);
                let n = $name::WORDS.iter().position(|word| *word == v.word()).unwrap_or(0);
                w.varint(n as u64 + $first);
                return true;
            })*
        };
    }
    enums!(number);
    let item = |w: &mut EntryWriter<'_>, a: Attr| w.attr(wrap(cx, a));
    if let Some(a) = cx.attr_as::<ArrayAttr>(attr) {
        w.varint(code::ARRAY);
        w.list(&a.0, |w, &a| item(w, a));
    } else if let Some(a) = cx.attr_as::<IntegerAttr>(attr) {
        if a.ty == cx.i1() {
            w.varint(code::BOOL);
            w.varint(u64::from(!a.value.is_zero()));
        } else {
            w.varint(code::INTEGER);
            w.ty(types::wrap(cx, a.ty));
            w.apint(&a.value);
        }
    } else if let Some(a) = cx.attr_as::<ApiVersion>(attr) {
        w.varint(code::API_VERSION);
        w.varint(u64::from(a.0));
    } else if let Some(a) = cx.attr_as::<DictionaryAttr>(attr) {
        w.varint(code::DICTIONARY);
        w.list(a.entries(), |w, &(name, a)| {
            item(w, cx.string_attr(cx.str(name)));
            item(w, a);
        });
    } else if let Some(a) = cx.attr_as::<FloatAttr>(attr) {
        w.varint(code::FLOAT);
        w.ty(types::wrap(cx, a.ty));
        let width = cx.bit_width(a.ty).unwrap_or(64);
        w.apint(&ApInt::from_u128(width, a.bits));
    } else if let Some(a) = cx.attr_as::<OutputOperandAlias>(attr) {
        w.varint(code::OUTPUT_OPERAND_ALIAS);
        w.list(&a.output_tuple_indices.0, |w, &v| w.svarint(v));
        w.svarint(a.operand_index);
        w.list(&a.operand_tuple_indices.0, |w, &v| w.svarint(v));
    } else if let Some(a) = cx.attr_as::<StringAttr>(attr) {
        w.varint(code::STRING);
        w.string(&a.value);
    } else if let Some(a) = cx.attr_as::<DenseElementsAttr>(attr) {
        w.varint(code::TENSOR);
        w.ty(types::wrap(cx, a.ty));
        w.blob(&dense_raw(cx, a));
    } else if let Some(a) = cx.attr_as::<TypeAttr>(attr) {
        w.varint(code::TYPE);
        w.ty(types::wrap(cx, a.0));
    } else if let Some(a) = cx.attr_as::<TypeExtensions>(attr) {
        w.varint(code::TYPE_EXTENSIONS);
        w.list(&a.bounds, |w, &v| w.svarint(v));
    } else if let Some(a) = cx.attr_as::<ResultAccuracyMode>(attr) {
        w.varint(code::RESULT_ACCURACY_MODE);
        w.varint(match a {
            ResultAccuracyMode::Default => 0,
            ResultAccuracyMode::Highest => 1,
            ResultAccuracyMode::Tolerance => 2,
        });
    } else if let Some(a) = cx.attr_as::<ResultAccuracy>(attr) {
        w.varint(code::RESULT_ACCURACY);
        w.float_bits(u128::from(a.atol), 64);
        w.float_bits(u128::from(a.rtol), 64);
        w.svarint(a.ulps);
        item(w, a.mode);
    } else {
        return mesh::write(cx, attr, w);
    }
    true
}

/// Whether a type is one of the dialect.
pub fn is_vhlo(cx: &Context, ty: Type) -> bool {
    cx.type_as::<VhloType>(ty).is_some()
}
