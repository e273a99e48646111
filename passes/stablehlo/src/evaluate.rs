//! [`Evaluator`]: the results of ops on constants, by the interpreter's kernels.

use strata_interp::{Interpreter, Options, Value as Known};
use strata_ir::{analysis::effects::is_memory_effect_free, prelude::*};

use crate::build::{elem, is_static};

/// Ops that compute: on floats their results are rounded.
const COMPUTE: &[&str] = &[
    "abs",
    "add",
    "atan2",
    "cbrt",
    "ceil",
    "clamp",
    "compare",
    "convert",
    "cosine",
    "count_leading_zeros",
    "divide",
    "exponential",
    "exponential_minus_one",
    "floor",
    "is_finite",
    "log",
    "log_plus_one",
    "logistic",
    "map",
    "maximum",
    "minimum",
    "multiply",
    "negate",
    "popcnt",
    "power",
    "reduce",
    "reduce_precision",
    "reduce_window",
    "remainder",
    "round_nearest_afz",
    "round_nearest_even",
    "rsqrt",
    "scatter",
    "shift_left",
    "shift_right_arithmetic",
    "shift_right_logical",
    "sign",
    "sine",
    "sort",
    "sqrt",
    "subtract",
    "tan",
    "tanh",
    "while",
];

/// Ops that move elements or work on bits: exact whatever the elements are.
const MOVE: &[&str] = &[
    "and",
    "bitcast_convert",
    "complex",
    "concatenate",
    "dynamic_slice",
    "dynamic_update_slice",
    "gather",
    "get_dimension_size",
    "imag",
    "iota",
    "not",
    "or",
    "pad",
    "real",
    "reshape",
    "reverse",
    "select",
    "slice",
    "transpose",
    "xor",
];

/// Functions of `chlo` on one tensor.
const CHLO: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "conj",
    "cosh",
    "erf",
    "erfc",
    "is_inf",
    "is_neg_inf",
    "is_pos_inf",
    "sinh",
    "square",
    "tan",
];

/// Steps of the interpreter for each element that may be folded; loops that take longer stay.
const STEPS_PER_ELEMENT: u64 = 16;

/// Evaluates ops on constants.
pub struct Evaluator {
    interpreter: Interpreter,
    limit: i64,
    floats: bool,
    broadcasts: bool,
}

impl Evaluator {
    /// An evaluator that makes and reads no tensor of more than `limit` elements, and computes on floats if `floats`.
    pub fn new(cx: &Context, limit: i64, floats: bool) -> Self {
        let limit = limit.max(0);
        let options = Options {
            max_steps: Some((limit as u64).saturating_mul(STEPS_PER_ELEMENT).saturating_add(1024)),
            max_depth: 64,
            max_elements: usize::try_from(limit.saturating_mul(4)).unwrap_or(usize::MAX),
            ..Options::default()
        };
        Self { interpreter: Interpreter::new(cx).with_options(options), limit, floats, broadcasts: false }
    }
    /// The same evaluator, which also repeats the elements of constants.
    pub fn with_broadcasts(self) -> Self {
        Self { broadcasts: true, ..self }
    }
    /// The values of the results of `op`, if all of its operands are constants and it is worth folding.
    ///
    /// An op that the interpreter refuses, as one that divides by zero, is not folded.
    pub fn evaluate(&self, b: &Body, op: Op) -> Option<Vec<Attr>> {
        let (dialect, name) = b.op_name(op).split_once('.')?;
        let computes = match dialect {
            "stablehlo" if name == "broadcast_in_dim" && self.broadcasts => false,
            "stablehlo" if MOVE.binary_search(&name).is_ok() => false,
            "stablehlo" if COMPUTE.binary_search(&name).is_ok() => true,
            "chlo" if CHLO.binary_search(&name).is_ok() => true,
            _ => return None,
        };
        let cx = b.cx();
        let fits = |v: Value| {
            let small = cx.shaped(b.ty(v)).and_then(|s| s.num_elements()).is_some_and(|n| n <= self.limit);
            let exact = !computes || self.floats || cx.as_int(elem(b, v)).is_some();
            small && exact && is_static(cx, b.ty(v))
        };
        if b.results(op).is_empty() || !b.results(op).iter().all(|&r| fits(r)) {
            return None;
        }
        let mut known = Vec::new();
        let mut know = |v: Value| {
            let attr = constant_value(b, v).filter(|_| fits(v))?;
            known.push((v, Known::from_attr(cx, attr)?));
            Some(())
        };
        b.operands(op).try_for_each(&mut know)?;
        if !b.regions(op).is_empty() {
            let inside = |v: Value| {
                b.def_block(v)
                    .and_then(|k| b.block_parent_op(k))
                    .is_some_and(|o| o == op || b.is_ancestor(op, o))
            };
            for inner in b.ops_in(op) {
                b.operands(inner).filter(|&v| !inside(v)).try_for_each(&mut know)?;
            }
            if !is_memory_effect_free(b, op) {
                return None;
            }
        }
        let values = self.interpreter.run_op(b, op, known).ok()?;
        let attrs = values.iter().zip(b.results(op)).map(|(value, &r)| {
            let attr = value.to_attr(cx)?;
            (cx.attr_type(attr) == Some(b.ty(r))).then_some(attr)
        });
        attrs.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted_and_known_to_the_interpreter() {
        let cx = strata_ir::core::Registry::new().freeze();
        let interpreter = Interpreter::new(&cx);
        for (dialect, table) in [("stablehlo", COMPUTE), ("stablehlo", MOVE), ("chlo", CHLO)] {
            assert!(table.is_sorted(), "{table:?}");
            for name in table {
                let name = format!("{dialect}.{name}");
                assert!(interpreter.supports(&name), "{name}");
            }
        }
    }
}
