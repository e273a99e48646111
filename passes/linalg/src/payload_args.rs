//! Other arguments for a payload that stays.

use strata_ir::prelude::*;

/// Gives a payload arguments of these types. Of those that it has, number `i` becomes number `places[i]`; one without a place is not used.
/// An argument whose place is behind those of the ones before it stays, as it may have many uses; the uses of others are changed.
pub fn change_args(
    body: &mut Body,
    block: Block,
    types: &[Type],
    places: impl IntoIterator<Item = Option<usize>>,
) -> Vec<Value> {
    let mut args: Vec<Option<Value>> = vec![None; types.len()];
    let mut others: Vec<(Value, Option<usize>)> = Vec::new();
    let mut free = 0;
    for (&arg, place) in body.block_args(block).iter().zip(places) {
        match place {
            Some(at) if at >= free => (args[at], free) = (Some(arg), at + 1),
            _ => others.push((arg, place)),
        }
    }
    let mut at = 0;
    let mut made: Vec<Value> = Vec::with_capacity(types.len());
    for (arg, &ty) in args.into_iter().zip(types) {
        let arg = match arg {
            Some(arg) => {
                at += body.block_args(block)[at..].iter().position(|&v| v == arg).unwrap_or(0);
                arg
            }
            None => body.insert_block_arg(block, at, ty),
        };
        made.push(arg);
        at += 1;
    }
    for &(arg, place) in &others {
        if let Some(place) = place {
            body.replace_all_uses(arg, made[place]);
        }
    }
    body.retain_block_args(block, |_, v| others.iter().all(|other| other.0 != v));
    made
}
