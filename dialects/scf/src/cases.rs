//! The regions of a switch: `case 1 {…} case 2 {…} default {…}`. The first region of the op is the default one.

use strata_ir::{prelude::*, text::RegionStyle};

use crate::{syntax::region_at, verify::single_blocks};

/// The values for which an op has a region: its first attribute.
pub fn values(b: &Body, op: Op) -> &[i64] {
    let cases = b.attr_slot(op, 0).and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a));
    cases.map_or(&[], |c| &c.values)
}

/// Prints the regions for these values and the default one.
pub fn print(p: &mut Printer<'_>, op: Op, values: &[i64]) {
    let b = p.body();
    // MLIR ends the line with a space.
    p.text(" ");
    for (i, &value) in values.iter().enumerate() {
        let Some(region) = region_at(b, op, i + 1) else { break };
        p.indented_newline().text("case ").int(value).text(" ").region(region, RegionStyle::NO_ARGS);
    }
    p.indented_newline().text("default");
    if let Some(region) = region_at(b, op, 0) {
        // An implicit terminator without operands is not printed in this region, unlike in the others.
        let last = b.blocks(region).first().and_then(|&block| b.terminator(block));
        let terminator = last.is_none_or(|t| b.num_operands(t) != 0 || !b.extra_attrs(t).is_empty());
        p.text(" ").region(region, RegionStyle { terminator, ..RegionStyle::default() });
    }
}

/// Parses the regions, and sets the attribute `cases`.
///
/// # Errors
/// Where the text is no list of cases that ends with the default one.
pub fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let cx = p.cx();
    let mut cases = Vec::new();
    while p.eat("case") {
        cases.push(p.integer()?);
        p.region(state, &[])?;
    }
    p.expect("default")?;
    p.region(state, &[])?;
    // Written last, kept first.
    state.regions.rotate_right(1);
    state.set_attr(cx, "cases", cx.i64_array(&cases));
    Ok(())
}

/// Each value has one region, of one block, and stands once; `region` verifies a region with its name.
///
/// # Errors
/// Where they do not, and those of `region`.
pub fn verify(
    b: &Body,
    op: Op,
    values: &[i64],
    region: impl Fn(Region, &str) -> VerifyResult,
) -> VerifyResult {
    let Some((&default, regions)) = b.regions(op).split_first() else { return Ok(()) };
    single_blocks(b, regions, 1, "caseRegions")?;
    ensure!(
        values.len() == regions.len(),
        "has {} case regions but {} case values",
        regions.len(),
        values.len()
    );
    let mut seen = std::collections::BTreeSet::new();
    for &value in values {
        ensure!(seen.insert(value), "has duplicate case value: {value}");
    }
    region(default, "default region")?;
    for (i, &case) in regions.iter().enumerate() {
        region(case, &format!("case region #{i}"))?;
    }
    Ok(())
}

/// The op that ends a region, which must be a `Y` with so many operands.
///
/// # Errors
/// Where it is not.
pub fn end_of<Y: OpDef>(b: &Body, region: Region, name: &str, want: usize) -> Result<Op, VerifyError> {
    let last = b.blocks(region).first().and_then(|&block| b.last_op(block));
    let Some(end) = last.filter(|op| op.isa::<Y>(b)) else {
        let got = last.map_or("nothing", |op| b.op_name(op));
        return Err(format!("expected region to end with {}, but got {got}", Y::NAME).into());
    };
    let n = b.num_operands(end);
    if n != want {
        let e = format!("expected each region to return {want} values, but {name} returns {n}");
        return Err(VerifyError::from(e).note(b.loc(end), "see yield operation here"));
    }
    Ok(end)
}
