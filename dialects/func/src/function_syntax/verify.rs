//! Verification of functions.

use strata_ir::prelude::*;

/// The rules for a function with these types; `b` is its own body.
pub fn verify(b: &Body, op: Op, inputs: &[Type], results: &[Type]) -> VerifyResult {
    let entry = b.regions(op).first().and_then(|&region| b.blocks(region).first().copied());
    ensure!(
        entry.is_some() || b.symbol_visibility(op) != "public",
        "symbol declaration cannot have public visibility"
    );
    attributes(b, op, "arg_attrs", "argument", inputs.len())?;
    attributes(b, op, "res_attrs", "result", results.len())?;
    let Some(entry) = entry else { return Ok(()) };
    let args = b.block_args(entry);
    ensure!(
        args.len() == inputs.len(),
        "entry block must have {} arguments to match function signature",
        inputs.len()
    );
    for (i, (&arg, &want)) in args.iter().zip(inputs).enumerate() {
        ensure!(
            b.ty(arg) == want,
            "type of entry block argument #{i}('{}') must match the type of the corresponding argument in function signature('{}')",
            b.cx().type_to_string(b.ty(arg)),
            b.cx().type_to_string(want)
        );
    }
    Ok(())
}

/// One dictionary with attributes of dialects for each argument or result.
fn attributes(b: &Body, op: Op, name: &str, what: &str, n: usize) -> VerifyResult {
    let cx = b.cx();
    let Some(all) = b.attr(op, name).and_then(|a| cx.attr_as::<ArrayAttr>(a)) else { return Ok(()) };
    ensure!(
        all.0.len() == n,
        "expects {what} attribute array to have the same number of elements as the number of function {what}s, got {}, but expected {n}",
        all.0.len()
    );
    for &attr in &all.0 {
        let Some(dict) = cx.attr_as::<DictionaryAttr>(attr) else {
            let shown = cx.attr_to_string(attr);
            return Err(format!(
                "expects {what} attribute dictionary to be a DictionaryAttr, but got `{shown}`"
            )
            .into());
        };
        ensure!(
            dict.entries().iter().all(|e| cx.str(e.0).contains('.')),
            "{what}s may only have dialect attributes"
        );
    }
    Ok(())
}
