//! A conversion: temperatures become numbers of degrees.
//!
//! Before: `%2 = toy.warmer %0, %1`
//! After: `%2 = arith.maxsi %0, %1 : i64`

use strata_ir::{
    prelude::*,
    rewrite::{
        conversion::{
            Blocks, ConversionTable, Converted, DialectConversions, Handler, InPlace, TypeConverter,
            convert_body,
        },
        conversions,
    },
};

use crate::{CelsiusType, ConstantOp, WarmerOp};

/// One row for each op that is converted.
const TOY: DialectConversions<Handler> = DialectConversions {
    name: "toy",
    rows: conversions! { ConstantOp => constant, WarmerOp => warmer },
    otherwise: Some("has no conversion to arith"),
};

/// Ops that are the same on numbers.
const FUNC: DialectConversions<Handler> = DialectConversions {
    name: "func",
    rows: conversions! { strata_func::ReturnOp => returned },
    otherwise: None,
};

/// Converts a function, with the types of its arguments and results.
///
/// # Errors
/// One diagnostic for each op that cannot be converted.
pub fn convert(function: &mut Body) -> Result<(), Vec<Diagnostic>> {
    let types =
        TypeConverter::new().with(|_, cx, ty| cx.type_as::<CelsiusType>(ty).is_some().then(|| Ok(cx.i64())));
    convert_body(function, types, &ConversionTable::new([TOY, FUNC]), Blocks::Convert)
}

fn constant(c: &mut InPlace<'_>) -> Converted {
    let value = c.attr("value").ok_or("misses its value")?;
    let ty = c.new_result_type(0)?;
    let new = strata_arith::ConstantOp::build(&mut c.at(), value, ty);
    c.replace_one(new)
}

fn warmer(c: &mut InPlace<'_>) -> Converted {
    let (lhs, rhs) = (c.operand(0)?, c.operand(1)?);
    let new = strata_arith::MaxSIOp::build(&mut c.at(), lhs, rhs);
    c.replace_one(new)
}

fn returned(c: &mut InPlace<'_>) -> Converted {
    let values = c.all_operands()?;
    strata_func::ReturnOp::build(&mut c.at(), &values);
    Ok(())
}
