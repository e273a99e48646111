//! The calling convention: memrefs are passed and returned as one pointer or as the fields of a descriptor.

use strata_ir::{prelude::*, rewrite::conversion::TypeConverter};
use strata_llvm as llvm;
use strata_passes_analysis::buffer_layout::is_bare;

use super::types::pointer_to;

/// Attribute of a converted entry function: the types that its arguments had.
pub const ARGUMENT_TYPES: &str = "strata.argument_types";

/// The same for its results.
pub const RESULT_TYPES: &str = "strata.result_types";

/// Types of the members of a descriptor, each on its own.
pub fn flat_descriptor(pointer: Type, index: Type, rank: usize) -> Vec<Type> {
    let mut out = vec![pointer, pointer];
    out.resize(3 + 2 * rank, index);
    out
}

/// The result type of a function with these results; `None` if a type has no equivalent.
pub fn result_type(cx: &Context, types: &TypeConverter<'_>, results: &[Type], bare: bool) -> Option<Type> {
    let new = results
        .iter()
        .map(|&t| match cx.type_as::<MemRefType>(t) {
            Some(m) if bare && is_bare(cx, t) => pointer_to(cx, m),
            _ => types.convert(cx, t).ok(),
        })
        .collect::<Option<Vec<_>>>()?;
    Some(match new[..] {
        [] => llvm::void(cx),
        [one] => one,
        _ => cx.ty(llvm::StructType::literal(new)),
    })
}

/// The position of field `i` of a flattened descriptor in the struct.
pub fn flat_position(i: usize, rank: usize) -> Vec<i64> {
    match i {
        0..3 => vec![i as i64],
        _ if i < 3 + rank => vec![3, i as i64 - 3],
        _ => vec![4, (i - 3 - rank) as i64],
    }
}
