//! The syntax of the types.

use strata_ir::{
    core::TypeDef,
    num::FloatFormat,
    prelude::*,
    text::{ParseType, TypeSyntax},
};

use crate::types::*;

impl TypeSyntax for UniformType {
    const DEF: TypeDef = TypeDef {
        name: "quant.uniform",
        doc: "Numbers stored as integers with scales and zero points.",
        parse: &(parse_uniform as ParseType),
    };
}
impl TypeSyntax for AnyQuantizedType {
    const DEF: TypeDef = TypeDef {
        name: "quant.any",
        doc: "Numbers stored as integers whose scales are not known.",
        parse: &(parse_any as ParseType),
    };
}
impl TypeSyntax for CalibratedType {
    const DEF: TypeDef = TypeDef {
        name: "quant.calibrated",
        doc: "Floats whose smallest and largest values are known.",
        parse: &(parse_calibrated as ParseType),
    };
}

/// `i8<-127:127>`.
fn parse_storage(p: &mut Parser<'_>) -> PResult<StorageSpec> {
    let at = p.location();
    let cx = p.cx();
    let (width, signed) = match p.type_opt()? {
        Some(ty) => {
            let int = cx.as_int(ty);
            let int = int.ok_or_else(|| p.error_at(at, "illegal storage type prefix"))?;
            (int.width, int.signedness != Signedness::Unsigned)
        }
        None => {
            let Some(digits) = p.keyword()?.strip_prefix('u') else {
                return Err(p.error_at(at, "illegal storage type prefix"));
            };
            (digits.parse().map_err(|_| p.error_at(at, "expected storage type width"))?, false)
        }
    };
    if !(1..=MAX_STORAGE_BITS).contains(&width) {
        return Err(p.error_at(at, format!("illegal storage type size: {width}")));
    }
    let full = StorageSpec::full(width, signed);
    if !p.eat("<") {
        return Ok(full);
    }
    let at_min = p.location();
    let min = p.integer()?;
    p.expect(":")?;
    let at_max = p.location();
    let max = p.integer()?;
    p.expect(">")?;
    if min < full.min {
        return Err(p.error_at(at_min, format!("illegal storage type minimum: {min}")));
    }
    if max > full.max {
        return Err(p.error_at(at_max, format!("illegal storage type maximum: {max}")));
    }
    Ok(StorageSpec { min, max, ..full })
}

/// A float type.
fn parse_expressed(p: &mut Parser<'_>) -> PResult<(Type, FloatFormat)> {
    let at = p.location();
    let ty = p.ty()?;
    match p.cx().as_float(ty) {
        Some(format) => Ok((ty, format)),
        None => Err(p.error_at(at, "invalid kind of type specified")),
    }
}

/// `0.1:-30`.
fn parse_scale(p: &mut Parser<'_>, format: FloatFormat) -> PResult<Scale> {
    let factor = p.float_literal()?;
    let smallest = format.to_f64(1);
    let largest = format.to_f64(format.largest(false));
    if !(smallest..=largest).contains(&factor) {
        let [factor, smallest, largest] = [factor, smallest, largest].map(exponential);
        return Err(p.error(format!("scale {factor} out of expressed type range [{smallest}, {largest}]")));
    }
    let zero_point = if p.eat(":") { p.integer()? } else { 0 };
    Ok(Scale { bits: factor.to_bits(), zero_point })
}

/// Parses `{…}` of scales or of nested lists of one shape, after the brace; returns the shape.
fn parse_scales(p: &mut Parser<'_>, format: FloatFormat, scales: &mut Vec<Scale>) -> PResult<Vec<i64>> {
    let mut inner: Option<Vec<i64>> = None;
    let mut n = 0;
    loop {
        let shape = if p.eat("{") {
            p.nested(|p| parse_scales(p, format, scales))?
        } else {
            scales.push(parse_scale(p, format)?);
            vec![]
        };
        n += 1;
        if inner.get_or_insert_with(|| shape.clone()) != &shape {
            return Err(p.error("tensor literal is invalid; ranks are not consistent between elements"));
        }
        if !p.eat(",") {
            break;
        }
    }
    p.expect("}")?;
    let mut shape = vec![n];
    shape.extend(inner.unwrap_or_default());
    Ok(shape)
}

fn parse_uniform(p: &mut Parser<'_>) -> PResult<Type> {
    let at = p.location();
    p.expect("<")?;
    let storage = parse_storage(p)?;
    p.expect(":")?;
    let (expressed, format) = parse_expressed(p)?;
    let mut blocks = None;
    let mut axis = None;
    if p.eat(":") {
        if p.eat("{") {
            blocks = Some(p.list_until("}", |p| {
                let axis = p.integer()?;
                p.expect(":")?;
                Ok((axis, p.integer()?))
            })?);
        } else {
            axis = Some(p.integer()?);
        }
    }
    p.expect(",")?;
    let mut scales = Vec::new();
    let mut shape = Vec::new();
    if blocks.is_some() || axis.is_some() {
        p.expect("{")?;
        shape = parse_scales(p, format, &mut scales)?;
    } else {
        scales.push(parse_scale(p, format)?);
    }
    p.expect(">")?;
    let granularity = match (blocks, axis) {
        (Some(sizes), _) => Granularity::Blocks { sizes, shape },
        (None, Some(axis)) => Granularity::Axis(axis),
        (None, None) => Granularity::Tensor,
    };
    let ty = UniformType { storage, expressed, granularity, scales };
    ty.verify().map_err(|e| p.error_at(at, e))?;
    Ok(p.cx().ty(ty))
}

fn parse_any(p: &mut Parser<'_>) -> PResult<Type> {
    let at = p.location();
    p.expect("<")?;
    let storage = parse_storage(p)?;
    let expressed = if p.eat(":") { Some(parse_expressed(p)?.0) } else { None };
    p.expect(">")?;
    verify_storage(storage).map_err(|e| p.error_at(at, e))?;
    Ok(p.cx().ty(AnyQuantizedType { storage, expressed }))
}

fn parse_calibrated(p: &mut Parser<'_>) -> PResult<Type> {
    let at = p.location();
    p.expect("<")?;
    let (expressed, _) = parse_expressed(p)?;
    p.expect("<")?;
    let min = p.float_literal()?.to_bits();
    p.expect(":")?;
    let max = p.float_literal()?.to_bits();
    p.expect(">")?;
    p.expect(">")?;
    let ty = CalibratedType { expressed, min, max };
    ty.verify().map_err(|e| p.error_at(at, e))?;
    Ok(p.cx().ty(ty))
}
