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
