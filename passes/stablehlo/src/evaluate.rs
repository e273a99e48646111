//! [`Evaluator`]: folds ops on constants with the interpreter's kernels.

use strata_interp::{Interpreter, Options, ScatterOutOfBounds, Value as Known};
use strata_ir::{analysis::effects::is_memory_effect_free, prelude::*};
use strata_stablehlo::{
    BroadcastInDimOp, ScatterOp,
    facts::{Bitwise, Evaluable, MovesElements},
};

use crate::hlo_builder::{elem, is_static};

/// Interpreter steps for each element that may be folded; longer loops are not folded.
const STEPS_PER_ELEMENT: u64 = 16;

/// Evaluates ops on constants.
pub struct Evaluator {
    interpreter: Interpreter,
    limit: i64,
    floats: bool,
    broadcasts: bool,
}

impl Evaluator {
    /// An evaluator for tensors of at most `limit` elements, which folds computations on floats if `floats` is set.
    pub fn new(cx: &Context, limit: i64, floats: bool) -> Self {
        let limit = limit.max(0);
        let options = Options {
            max_steps: Some((limit as u64).saturating_mul(STEPS_PER_ELEMENT).saturating_add(1024)),
            max_depth: 64,
            max_elements: usize::try_from(limit.saturating_mul(4)).unwrap_or(usize::MAX),
            scatter_out_of_bounds: ScatterOutOfBounds::Window,
            ..Options::default()
        };
        Self { interpreter: Interpreter::new(cx).with_options(options), limit, floats, broadcasts: false }
    }
    /// The same evaluator, which also folds broadcasts of constants.
    pub fn with_broadcasts(self) -> Self {
        Self { broadcasts: true, ..self }
    }
    /// The values of the results of `op`, if all of its operands are constants and folding it pays off.
    ///
    /// An op that the interpreter rejects, such as a division by zero, is not folded; nor is a scatter with windows that are partly outside,
    /// whose result depends on an option of the lowering.
    pub fn evaluate(&self, b: &Body, op: Op) -> Option<Vec<Attr>> {
        let repeats = self.broadcasts && op.isa::<BroadcastInDimOp>(b);
        if !(repeats || op.implements::<dyn Evaluable>(b)) {
            return None;
        }
        // Ops that move elements or work on bits are exact for all element types.
        let computes = !(op.implements::<dyn MovesElements>(b) || op.implements::<dyn Bitwise>(b));
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
        let is_scatter = |op: Op| op.isa::<ScatterOp>(b);
        let other = (is_scatter(op) || b.ops_in(op).into_iter().any(is_scatter)).then(|| known.clone());
        let results = attrs(b, op, &self.interpreter.run_op(b, op, known).ok()?)?;
        let Some(known) = other else { return Some(results) };
        let by_element = Options {
            scatter_out_of_bounds: ScatterOutOfBounds::Element,
            ..self.interpreter.options.clone()
        };
        let values = Interpreter::new(cx).with_options(by_element).run_op(b, op, known).ok()?;
        attrs(b, op, &values).filter(|others| *others == results)
    }
}

/// The results of an op as attributes of their types.
fn attrs(b: &Body, op: Op, values: &[Known]) -> Option<Vec<Attr>> {
    let cx = b.cx();
    let attrs = values.iter().zip(b.results(op)).map(|(value, &r)| {
        let attr = value.to_attr(cx)?;
        (cx.attr_type(attr) == Some(b.ty(r))).then_some(attr)
    });
    attrs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interpreter_knows_what_is_worth_evaluating() {
        let cx = strata_ir::core::Registry::new().freeze();
        let interpreter = Interpreter::new(&cx);
        let ops = strata_stablehlo::DIALECT.ops.iter().chain(strata_chlo::DIALECT.ops);
        let worth = ops.map(|info| info()).filter(|info| info.implements::<dyn Evaluable>());
        let unknown: Vec<&str> = worth.map(|info| info.name).filter(|op| !interpreter.supports(op)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
