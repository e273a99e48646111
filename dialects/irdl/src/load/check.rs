//! Verification of ops by their definition.

use strata_ir::prelude::*;

use crate::Variadicity;

use super::{
    constraint::Solver,
    tables::{OperationDef, RegionDef},
};

/// All errors of an op: the first one of its values and attributes, and the first one of its regions.
pub(super) fn operation(b: &Body, op: Op, def: &OperationDef) -> Vec<VerifyError> {
    let mut solver = Solver::new(b.cx(), &def.constraints);
    let values = counts(b, op, def).map_err(VerifyError::bare);
    let values = values.and_then(|()| attributes_and_types(b, op, def, &mut solver));
    values.err().into_iter().chain(regions(b, op, def, &mut solver).err()).collect()
}

/// Numbers of operands and results.
fn counts(b: &Body, op: Op, def: &OperationDef) -> Result<(), String> {
    groups(b, op, &def.operands, b.num_operands(op), ["operand", "operandSegmentSizes"])?;
    groups(b, op, &def.results, b.results(op).len(), ["result", "resultSegmentSizes"])?;
    Ok(())
}

fn attributes_and_types(b: &Body, op: Op, def: &OperationDef, solver: &mut Solver<'_>) -> VerifyResult {
    let cx = b.cx();
    for (name, constraint) in &def.attributes {
        let Some(attr) = b.attr(op, name) else {
            return Err(format!("attribute \"{name}\" is expected but not provided").into());
        };
        solver.satisfy(*constraint, attr).map_err(VerifyError::bare)?;
    }
    let operands: Vec<Type> = b.operand_types(op).collect();
    let results: Vec<Type> = b.result_types(op).collect();
    for (defs, types, names) in [
        (&def.operands, operands, ["operand", "operandSegmentSizes"]),
        (&def.results, results, ["result", "resultSegmentSizes"]),
    ] {
        let sizes = groups(b, op, defs, types.len(), names).map_err(VerifyError::bare)?;
        let mut types = types.into_iter();
        for (&(constraint, _), size) in defs.iter().zip(sizes) {
            for ty in types.by_ref().take(size) {
                solver.satisfy(constraint, cx.type_attr(ty)).map_err(VerifyError::bare)?;
            }
        }
    }
    Ok(())
}

/// The number of values of each definition of operands or results, of `n` values in all.
fn groups(
    b: &Body,
    op: Op,
    defs: &[(usize, Variadicity)],
    n: usize,
    [what, sizes]: [&str; 2],
) -> Result<Vec<usize>, String> {
    let flexible: Vec<usize> = (0..defs.len()).filter(|&i| defs[i].1 != Variadicity::Single).collect();
    let least = defs.len() - flexible.len();
    match flexible[..] {
        [] if n != least => Err(format!("op expects exactly {least} {what}s, but got {n}")),
        [] => Ok(vec![1; least]),
        [_] if n < least => Err(format!("op expects at least {least} {what}s, but got {n}")),
        [one] => {
            if defs[one].1 == Variadicity::Optional && n > least + 1 {
                return Err(format!("op expects at most {} {what}s, but got {n}", least + 1));
            }
            Ok((0..defs.len()).map(|i| if i == one { n - least } else { 1 }).collect())
        }
        _ => segments(b, op, defs, n, [what, sizes]),
    }
}

/// The sizes in an attribute, where several definitions have any number of values.
fn segments(
    b: &Body,
    op: Op,
    defs: &[(usize, Variadicity)],
    n: usize,
    [what, name]: [&str; 2],
) -> Result<Vec<usize>, String> {
    let cx = b.cx();
    let Some(attr) = b.attr(op, name) else {
        return Err(format!("'{name}' attribute is expected but not provided"));
    };
    let Some(array) = cx.attr_as::<DenseArrayAttr>(attr).filter(|a| a.elem == cx.i32()) else {
        return Err(format!("'{name}' attribute is expected to be a dense i32 array"));
    };
    let sizes = &array.values;
    if sizes.len() != defs.len() {
        return Err(format!(
            "'{name}' attribute for specifying {what} segments must have {} elements, but got {}",
            defs.len(),
            sizes.len()
        ));
    }
    for (i, (&size, (_, kind))) in sizes.iter().zip(defs).enumerate() {
        if size < 0 {
            return Err(format!(
                "'{name}' attribute for specifying {what} segments must have non-negative values"
            ));
        }
        if *kind == Variadicity::Single && size != 1 {
            return Err(format!("element {i} in '{name}' attribute must be equal to 1"));
        }
        if *kind == Variadicity::Optional && size > 1 {
            return Err(format!("element {i} in '{name}' attribute must be equal to 0 or 1"));
        }
    }
    if sizes.iter().sum::<i64>() != n as i64 {
        return Err(format!("sum of elements in '{name}' attribute must be equal to the number of {what}s"));
    }
    Ok(sizes.iter().map(|&size| size as usize).collect())
}

fn regions(b: &Body, op: Op, def: &OperationDef, solver: &mut Solver<'_>) -> VerifyResult {
    let (inner, at) = b.inner(op);
    let (n, m) = (def.regions.len(), inner.regions(at).len());
    ensure!(n == m, "unexpected number of regions: expected {n} but got {m}");
    for (i, (def, &region)) in def.regions.iter().zip(inner.regions(at)).enumerate() {
        region_of(inner, region, i, def, solver).map_err(|error| match error.loc {
            Some(_) => error.note(b.loc(op), "see the operation"),
            None => error,
        })?;
    }
    Ok(())
}

fn region_of(b: &Body, region: Region, i: usize, def: &RegionDef, solver: &mut Solver<'_>) -> VerifyResult {
    let args: &[Value] = b.blocks(region).first().map_or(&[], |&entry| b.block_args(entry));
    let place = |error: VerifyError, arg: usize| match args.get(arg) {
        Some(&arg) => error.at(b.value_loc(arg)),
        None => error,
    };
    if let Some(constraints) = &def.args {
        let (n, m) = (constraints.len(), args.len());
        if n != m {
            let message = format!("expected region {i} to have {n} arguments but got {m}");
            return Err(place(VerifyError::bare(message), 0));
        }
        for (k, (&constraint, &arg)) in constraints.iter().zip(args).enumerate() {
            let attr = b.cx().type_attr(b.ty(arg));
            solver.satisfy(constraint, attr).map_err(|why| place(VerifyError::bare(why), k))?;
        }
    }
    let blocks = b.blocks(region).len();
    if let Some(n) = def.blocks.filter(|&n| usize::try_from(n) != Ok(blocks)) {
        let message = format!("expected region {i} to have {n} block(s) but got {blocks}");
        return Err(place(VerifyError::bare(message), 0));
    }
    Ok(())
}
