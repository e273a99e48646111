//! The text of types and attributes, read; `types.rs` and `attrs.rs` print it.

use strata_ir::{
    core::{AttrDef, TypeDef},
    num::FloatFormat,
    prelude::*,
    text::{ParseAttr, ParseType, parse_attr, parse_type},
};
use strata_stablehlo::{
    ComparisonDirection, ComparisonType, FftType, FutureType, List, OutputOperandAlias, Precision,
    ResultAccuracy, ResultAccuracyMode, RngAlgorithm, RngDistribution, TokenType, Transpose, TypeExtensions,
};

use crate::{
    ApiVersion, attrs, mesh,
    parameters::{inner_attr, key},
    quant,
    types::{self, VhloType, int, uint},
};

/// A type of the dialect nested in another: the type that it wraps.
fn inner_type(p: &mut Parser<'_>) -> PResult<Type> {
    p.nested(|p| {
        let (at, ty, cx) = (p.location(), p.ty()?, p.cx());
        match cx.type_as::<VhloType>(ty) {
            Some(t) => Ok(t.0),
            None => Err(p.error_at(at, format!("expected a VHLO type, but got {}", cx.type_to_string(ty)))),
        }
    })
}

/// `<…>` around what `parse` reads.
fn angled<T>(p: &mut Parser<'_>, parse: impl FnOnce(&mut Parser<'_>) -> PResult<T>) -> PResult<T> {
    p.expect("<")?;
    let out = parse(p)?;
    p.expect(">")?;
    Ok(out)
}

fn ints(p: &mut Parser<'_>) -> PResult<Vec<i64>> {
    p.expect("[")?;
    p.list_until("]", Parser::int_or_dynamic)
}

/// A float as the bits of an `f64`.
fn double(p: &mut Parser<'_>) -> PResult<u64> {
    let cx = p.cx();
    let attr = p.attr_of_type(cx.f64())?;
    Ok(cx.attr_as::<FloatAttr>(attr).map_or(0, |f| f.bits as u64))
}

/// Parses a type of the dialect between `<` and `>` with `read`.
fn parametric(p: &mut Parser<'_>, read: fn(&mut Parser<'_>) -> PResult<Type>) -> PResult<Type> {
    let ty = angled(p, read)?;
    Ok(types::wrap(p.cx(), ty))
}

const DOC: &str = "A versioned form; see the one of its name in StableHLO.";

/// Makes the list of types from those without parameters.
macro_rules! defs {
    ($($code:literal $name:literal $min:expr => $ty:expr;)*) => {
        defs! {
            @all
            $($name |p| {
                let make: fn(&Context) -> Type = $ty;
                Ok(types::wrap(p.cx(), make(p.cx())))
            };)*
            "complex_v1" |p| parametric(p, complex);
            "func_v1" |p| parametric(p, function);
            "tensor_v1" |p| parametric(p, tensor);
            "unranked_tensor_v1" |p| parametric(p, unranked);
            "tuple_v1" |p| parametric(p, |p| types_to_end(p).map(|all| p.cx().ty(TupleType(all))));
            "future_v1" |p| parametric(p, |p| types_to_end(p).map(|all| p.cx().ty(FutureType(all))));
            "buffer_v1" |p| parametric(p, buffer);
            "quant_v1" |p| parametric(p, |p| quantized(p, false));
            "quant_per_axis_v1" |p| parametric(p, |p| quantized(p, true));
            "of" |p| parametric(p, |p| p.nested(Parser::ty));
        }
    };
    (@all $($name:literal $parse:expr;)*) => {
        /// All types, for the parser.
        pub(crate) static TYPES: &[TypeDef] =
            &[$(TypeDef { name: concat!("vhlo.", $name), doc: DOC, parse: &($parse as ParseType) }),*];
    };
}

types::leaves!(defs);

fn complex(p: &mut Parser<'_>) -> PResult<Type> {
    let elem = inner_type(p)?;
    Ok(p.cx().ty(ComplexType { elem }))
}
fn function(p: &mut Parser<'_>) -> PResult<Type> {
    p.expect("(")?;
    let inputs = if p.eat("(") {
        p.expect(")")?;
        p.expect(")")?;
        Vec::new()
    } else {
        p.list_until(")", inner_type)?
    };
    p.expect("->")?;
    let results = if p.eat("(") { p.list_until(")", inner_type)? } else { types_to_end(p)? };
    Ok(p.cx().ty(FunctionType { inputs, results }))
}
fn tensor(p: &mut Parser<'_>) -> PResult<Type> {
    let (shape, elem) = (p.dims(true)?, inner_type(p)?);
    let encoding = if p.eat(",") { Some(inner_attr(p)?) } else { None };
    Ok(p.cx().ty(TensorType { shape, elem, encoding }))
}
fn unranked(p: &mut Parser<'_>) -> PResult<Type> {
    let elem = inner_type(p)?;
    Ok(p.cx().ty(UnrankedTensorType { elem }))
}
fn buffer(p: &mut Parser<'_>) -> PResult<Type> {
    let (shape, elem) = (p.dims(true)?, inner_type(p)?);
    Ok(p.cx().ty(MemRefType { shape, elem, layout: None, memory_space: None }))
}

/// Types with commas between them, up to the `>` that ends the list.
fn types_to_end(p: &mut Parser<'_>) -> PResult<Vec<Type>> {
    let mut out = Vec::new();
    if p.peek(">") {
        return Ok(out);
    }
    loop {
        out.push(inner_type(p)?);
        if !p.eat(",") {
            return Ok(out);
        }
    }
}

/// `storage:expressed, scale:zero, min:max, flags`, or for an axis
/// `storage:expressed, axis, [scales], [zeros], min:max, flags`.
fn quantized(p: &mut Parser<'_>, per_axis: bool) -> PResult<Type> {
    let at = p.location();
    let storage = inner_type(p)?;
    p.expect(":")?;
    let expressed = inner_type(p)?;
    p.expect(",")?;
    let (mut axis, scales);
    if per_axis {
        axis = Some(p.integer()?);
        p.expect(",")?;
        p.expect("[")?;
        let factors = p.list_until("]", double)?;
        p.expect(",")?;
        let zeros = ints(p)?;
        if factors.len() != zeros.len() {
            return Err(p.error_at(at, "the numbers of scales and of zero points differ"));
        }
        scales = factors.into_iter().zip(zeros).collect();
    } else {
        axis = None;
        let factor = double(p)?;
        p.expect(":")?;
        scales = vec![(factor, p.integer()?)];
    }
    p.expect(",")?;
    let min = p.integer()?;
    p.expect(":")?;
    let max = p.integer()?;
    p.expect(",")?;
    let signed = p.integer()? & 1 != 0;
    let cx = p.cx();
    let Some(width) = cx.as_int(storage).map(|t| t.width) else {
        return Err(p.error_at(at, "expected an integer storage type"));
    };
    let text = quant::text(cx, (width, signed), expressed, axis.take(), &scales, (min, max));
    parse_type(cx, &text).map_err(|e| {
        let why = e.first().map_or("", |d| &d.message);
        p.error_at(at, format!("invalid quantized type: {why}"))
    })
}

/// Makes the list of attributes from the enumerations.
macro_rules! attr_defs {
    ($($code:ident $enum:ident $first:literal $name:literal,)*) => {
        attr_defs! {
            @all
            $($name |p| word(p, |w| $enum::from_word(w), $enum::WORDS);)*
            "result_accuracy_mode_v1" |p| word(p, ResultAccuracyMode::from_word, &MODES);
            "api_version_v1" |p| word(p, ApiVersion::from_word, &ApiVersion::WORDS);
            "array_v1" |p| angled_attr(p, |p| {
                p.expect("[")?;
                Ok(p.cx().array_attr(p.list_until("]", inner_attr)?))
            });
            "dict_v1" |p| angled_attr(p, dictionary);
            "type_v1" |p| angled_attr(p, |p| inner_type(p).map(|t| p.cx().type_attr(t)));
            "bool_v1" |p| angled_attr(p, |p| {
                let value = p.eat("true");
                if !value {
                    p.expect("false")?;
                }
                Ok(p.cx().bool_attr(value))
            });
            "integer_v1" |p| angled_attr(p, |p| plain(p, |cx, a| cx.attr_as::<IntegerAttr>(a).is_some()));
            "tensor_v1" |p| angled_attr(p, |p| plain(p, |cx, a| cx.attr_as::<DenseElementsAttr>(a).is_some()));
            "string_v1" |p| angled_attr(p, |p| {
                let value = p.string()?;
                Ok(p.cx().attr(StringAttr { value, ty: None }))
            });
            "float_v1" float;
            "type_extensions_v1" |p| angled_attr(p, |p| {
                key(p, "bounds")?;
                let bounds = ints(p)?.into();
                Ok(p.cx().attr(TypeExtensions { bounds }))
            });
            "output_operand_alias_v1" |p| angled_attr(p, alias);
            "result_accuracy_v1" |p| angled_attr(p, accuracy);
            "replica_group_mesh_axes_v1" |p| angled_attr(p, mesh::parse_groups);
            "mesh_v1" |p| angled_attr(p, mesh::parse_mesh);
            "mesh_axis_v1" |p| angled_attr(p, mesh::parse_axis);
            "axis_ref_v1" |p| angled_attr(p, mesh::parse_ref);
            "sub_axis_info_v1" |p| angled_attr(p, mesh::parse_part);
            "of" |p| angled_attr(p, |p| p.nested(Parser::attr));
        }
    };
    (@all $($name:literal $parse:expr;)*) => {
        /// All attributes, for the parser.
        pub(crate) static ATTRS: &[AttrDef] =
            &[$(AttrDef { name: concat!("vhlo.", $name), doc: DOC, parse: &($parse as ParseAttr) }),*];
    };
}

attrs::enums!(attr_defs);

const MODES: [&str; 3] = ["DEFAULT", "HIGHEST", "TOLERANCE"];

/// Parses an attribute of the dialect between `<` and `>` with `read`.
fn angled_attr(p: &mut Parser<'_>, read: fn(&mut Parser<'_>) -> PResult<Attr>) -> PResult<Attr> {
    let attr = angled(p, read)?;
    Ok(attrs::wrap(p.cx(), attr))
}
/// One of the words of an enumeration, as in `#vhlo<transpose_v1 ADJOINT>`.
fn word<T: Storage>(
    p: &mut Parser<'_>,
    make: impl FnOnce(&str) -> Option<T>,
    words: &[&str],
) -> PResult<Attr> {
    let (at, word, cx) = (p.location(), p.keyword()?, p.cx());
    match make(word) {
        Some(value) => Ok(attrs::wrap(cx, cx.attr(value))),
        None => Err(p.error_at(at, format!("expected one of: {}", words.join(", ")))),
    }
}
/// A builtin attribute for which `fits` holds.
fn plain(p: &mut Parser<'_>, fits: fn(&Context, Attr) -> bool) -> PResult<Attr> {
    let (at, attr, cx) = (p.location(), p.nested(Parser::attr)?, p.cx());
    if fits(cx, attr) { Ok(attr) } else { Err(p.error_at(at, "the attribute is of another kind")) }
}
/// `{key = value, …}`, whose keys are attributes too.
fn dictionary(p: &mut Parser<'_>) -> PResult<Attr> {
    p.expect("{")?;
    let entries = p.list_until("}", |p| {
        let (at, name, cx) = (p.location(), inner_attr(p)?, p.cx());
        let Some(name) = cx.attr_str(name) else { return Err(p.error_at(at, "expected a string as key")) };
        p.expect("=")?;
        Ok((cx.intern(name), inner_attr(p)?))
    })?;
    let cx = p.cx();
    let dict = DictionaryAttr::new(cx, entries);
    if dict.entries().windows(2).any(|w| w[0].0 == w[1].0) {
        return Err(p.error("duplicate key in a dictionary attribute"));
    }
    Ok(cx.attr(dict))
}
/// `<value : type>`: the type determines the meaning of the value, and follows it.
fn float(p: &mut Parser<'_>) -> PResult<Attr> {
    let (at, cx) = (p.location(), p.cx());
    let text = p.angled_text()?.unwrap_or_default();
    let parts = text.rsplit_once(" : ");
    let ty = parts.and_then(|(_, ty)| types::leaf_named(cx, ty.trim().strip_prefix("!vhlo.")?));
    let (Some((value, _)), Some(ty)) = (parts, ty.filter(|&t| cx.as_float(t).is_some())) else {
        return Err(p.error_at(at, "expected a number and a float type of VHLO"));
    };
    let attr = parse_attr(cx, &format!("{value} : {}", cx.type_to_string(ty)));
    match attr.ok().filter(|&a| cx.attr_as::<FloatAttr>(a).is_some()) {
        Some(attr) => Ok(attrs::wrap(cx, attr)),
        None => Err(p.error_at(at, "expected a number and a float type of VHLO")),
    }
}
fn alias(p: &mut Parser<'_>) -> PResult<Attr> {
    key(p, "outputTupleIndices")?;
    let output_tuple_indices = List(ints(p)?);
    p.expect(",")?;
    key(p, "operandIndex")?;
    let operand_index = p.integer()?;
    p.expect(",")?;
    key(p, "operandTupleIndices")?;
    let operand_tuple_indices = List(ints(p)?);
    Ok(p.cx().attr(OutputOperandAlias { output_tuple_indices, operand_index, operand_tuple_indices }))
}
fn accuracy(p: &mut Parser<'_>) -> PResult<Attr> {
    key(p, "atol")?;
    let atol = double(p)?;
    p.expect(",")?;
    key(p, "rtol")?;
    let rtol = double(p)?;
    p.expect(",")?;
    key(p, "ulps")?;
    let ulps = p.integer()?;
    p.expect(",")?;
    key(p, "mode")?;
    let (at, mode, cx) = (p.location(), inner_attr(p)?, p.cx());
    if cx.attr_as::<ResultAccuracyMode>(mode).is_none() {
        return Err(p.error_at(at, "expected a result accuracy mode"));
    }
    let accuracy = ResultAccuracy { atol, rtol, ulps, mode };
    accuracy.verify(cx).map_err(|m| p.error_at(at, m))?;
    Ok(cx.attr(accuracy))
}
