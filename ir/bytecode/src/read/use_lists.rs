//! Orders of use lists.
//!
//! For a value whose uses are in the order in which a reader creates them, the last one first, none is stored. For any
//! other value, the file has for each use, in the order of the reader, its number in the use list.

use strata_core::{Body, Value};

use super::cursor::{Cursor, ReadResult};

/// The order of the uses of one value.
pub(super) struct Order {
    /// The numbers, or, where they differ from the order of the reader, pairs of the position in that order and the
    /// number.
    numbers: Vec<u32>,
    pairs: bool,
}

/// Reads the orders of some of `n` values, with the numbers of these.
pub(super) fn read(c: &mut Cursor<'_>, n: usize) -> ReadResult<Vec<(usize, Order)>> {
    let count = if n > 1 { c.count()? } else { 1 };
    let mut orders = Vec::new();
    for _ in 0..count {
        let value = if n > 1 { usize::try_from(c.varint()?).unwrap_or(usize::MAX) } else { 0 };
        let (length, pairs) = c.varint_flag()?;
        let length = c.checked_count(length)?;
        let mut numbers = Vec::with_capacity(length);
        for _ in 0..length {
            numbers.push(u32::try_from(c.varint()?).unwrap_or(u32::MAX));
        }
        orders.push((value, Order { numbers, pairs }));
    }
    Ok(orders)
}

/// Reorders the uses of a value, which are in the order of the reader, as the file says; `false` when its order is not
/// a permutation.
pub(super) fn apply(body: &mut Body, value: Value, order: &Order) -> bool {
    let n = body.uses_of(value).count();
    if n < 2 {
        return true;
    }
    if !order.pairs {
        return body.set_use_order(value, &order.numbers);
    }
    let mut places: Vec<u32> = (0..n as u32).collect();
    if !order.numbers.len().is_multiple_of(2) {
        return false;
    }
    for pair in order.numbers.chunks_exact(2) {
        match places.get_mut(pair[0] as usize) {
            Some(place) => *place = pair[1],
            None => return false,
        }
    }
    body.set_use_order(value, &places)
}
