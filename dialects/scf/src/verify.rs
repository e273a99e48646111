//! Rules for loops of all kinds.

use strata_ir::prelude::*;

/// The carried values of a loop match: initial values, block arguments, the values that `terminator` yields, and the
/// results.
pub fn loop_like(b: &Body, op: Op, l: &dyn LoopLike, terminator: Option<Op>) -> VerifyResult {
    let (inits, args, results) = (l.inits(b), l.iter_args(b), b.results(op));
    let yielded: SmallVec<[Value; 4]> = terminator.map(|t| b.operands(t).collect()).unwrap_or_default();
    let show = |v: Value| b.cx().type_to_string(b.ty(v));
    ensure!(
        inits.len() == args.len(),
        "different number of inits and region iter_args: {} != {}",
        inits.len(),
        args.len()
    );
    ensure!(
        yielded.is_empty() || args.len() == yielded.len(),
        "different number of region iter_args and yielded values: {} != {}",
        args.len(),
        yielded.len()
    );
    ensure!(
        results.len() == args.len(),
        "different number of loop results and region iter_args: {} != {}",
        results.len(),
        args.len()
    );
    for i in 0..args.len() {
        ensure!(
            b.ty(inits[i]) == b.ty(args[i]),
            "{i}-th init and {i}-th region iter_arg have different type: '{}' != '{}'",
            show(inits[i]),
            show(args[i])
        );
        if let Some(&y) = yielded.get(i) {
            ensure!(
                b.ty(args[i]) == b.ty(y),
                "{i}-th region iter_arg and {i}-th yielded value have different type: '{}' != '{}'",
                show(args[i]),
                show(y)
            );
        }
    }
    for (i, (&arg, &result)) in args.iter().zip(results).enumerate() {
        ensure!(
            b.ty(arg) == b.ty(result),
            "{i}-th region iter_arg and {i}-th loop result have different type: '{}' != '{}'",
            show(arg),
            show(result)
        );
    }
    Ok(())
}

/// The op that ends the only block of a region, which must be a `T`.
pub fn terminator<T: OpDef>(b: &Body, region: Region, message: &str) -> Result<T, VerifyError> {
    let last = b.blocks(region).first().and_then(|&block| b.last_op(block));
    if let Some(t) = last.and_then(|op| op.as_op::<T>(b)) {
        return Ok(t);
    }
    let e = VerifyError::from(message);
    Err(match last {
        Some(op) => e.note(b.loc(op), "terminator here"),
        None => e,
    })
}

/// The values that pass along an edge of control flow match the arguments or results that receive them.
///
/// `from` and `to` are regions of an op, or `None` for the op itself; `source` is the op that passes the values.
pub fn edge(
    b: &Body,
    from: Option<usize>,
    source: Op,
    values: impl ExactSizeIterator<Item = Value>,
    to: Option<usize>,
    inputs: &[Value],
) -> VerifyResult {
    let to_text = match to {
        Some(i) => format!("Region #{i}"),
        None => "parent".to_owned(),
    };
    let from_text = match from {
        Some(_) => format!("Operation {}", b.op_name(source)),
        None => "parent".to_owned(),
    };
    let error = |what: String| {
        let message = format!("along control flow edge from {from_text} to {to_text}: {what}");
        VerifyError::from(message).note(b.loc(source), "region branch point")
    };
    let (n, m) = (values.len(), inputs.len());
    if n != m {
        return Err(error(format!(
            "region branch point has {n} operands, but region successor needs {m} inputs"
        )));
    }
    for (i, (v, &input)) in values.zip(inputs).enumerate() {
        if b.ty(v) != b.ty(input) {
            let (ty, want) = (b.cx().type_to_string(b.ty(v)), b.cx().type_to_string(b.ty(input)));
            return Err(error(format!(
                "successor operand type #{i} '{ty}' should match successor input type #{i} '{want}'"
            )));
        }
    }
    Ok(())
}

/// Every region of a variadic group that starts at number `first` has one block.
pub fn single_blocks(b: &Body, regions: &[Region], first: usize, name: &str) -> VerifyResult {
    for (i, &region) in regions.iter().enumerate() {
        ensure!(
            b.blocks(region).len() == 1,
            "region #{} ('{name}') failed to verify constraint: region with 1 blocks",
            first + i
        );
    }
    Ok(())
}
