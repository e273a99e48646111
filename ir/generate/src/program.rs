//! Programs: instances of random ops, one after the other in one function, joined by values of equal types.

use std::collections::BTreeMap;

use strata_core::{Block, Body, IdMap, InsertPoint, Op, Trait, Type, Value};

use crate::{Generator, Rng, wrap};

/// Values that a generated function returns at most.
const MAX_RESULTS: usize = 12;

impl Generator {
    /// A module with one function `f` of at least `size` ops, if `accept` leaves enough of them, chosen by the seed.
    ///
    /// `accept` selects the ops that may occur, including those in regions, and `fits` the types. Operands are earlier results or arguments
    /// of the function; unused values are returned.
    pub fn random_module(
        &self,
        seed: u64,
        size: usize,
        accept: &dyn Fn(&str) -> bool,
        fits: &dyn Fn(Type) -> bool,
    ) -> Result<Box<Body>, String> {
        let mut rng = Rng::new(seed);
        let cx = self.cx();
        let names: Vec<&'static str> = cx.op_names().into_iter().filter(|name| accept(name)).collect();
        let (mut program, block) =
            wrap::function(cx).ok_or("the dialects `builtin` and `func` are needed")?;
        let mut values: BTreeMap<Type, Vec<Value>> = BTreeMap::new();
        let mut count = 0;
        for _ in 0..size * 20 {
            if count >= size {
                break;
            }
            let Some(name) = rng.pick(&names) else { break };
            let Ok(instance) = self.make(name, rng.next()) else { continue };
            if let Some((function, source)) = wrap::only_function(&instance.module)
                && function.all_ops().iter().all(|&op| is_accepted(function, op, accept, fits))
            {
                count += splice(function, source, &mut program, block, &mut values, instance.fresh, &mut rng);
            }
        }
        let mut results: Vec<Value> =
            values.into_values().flatten().filter(|&v| !program.has_uses(v)).collect();
        while results.len() > MAX_RESULTS {
            results.swap_remove(rng.below(results.len()));
        }
        let module = wrap::module(cx, program, block, &results).ok_or("the wrapper cannot be made")?;
        self.verified(module)
    }
}

/// Whether an op of a generated function may be in the program: an op of the wrapper, or an accepted op that is not isolated and whose
/// types fit.
fn is_accepted(function: &Body, op: Op, accept: &dyn Fn(&str) -> bool, fits: &dyn Fn(Type) -> bool) -> bool {
    let name = function.op_name(op);
    let is_wrapper = name == "func.func" || name == "func.return";
    is_wrapper
        || accept(name)
            && !function.has_trait(op, Trait::IsolatedFromAbove)
            && function.operand_types(op).chain(function.result_types(op)).all(fits)
}

/// Copies the ops of a function before its terminator to the end of the program; their number.
fn splice(
    function: &Body,
    source: Block,
    program: &mut Body,
    block: Block,
    values: &mut BTreeMap<Type, Vec<Value>>,
    fresh: bool,
    rng: &mut Rng,
) -> usize {
    let mut map = IdMap::new();
    for &arg in function.block_args(source) {
        let ty = function.ty(arg);
        let known = values.get(&ty).and_then(|known| rng.pick(known)).copied();
        let value = match known {
            Some(value) if !fresh && rng.chance(4, 5) => value,
            _ => {
                let value = program.add_block_arg(block, ty);
                values.entry(ty).or_default().push(value);
                value
            }
        };
        map.map(arg, value);
    }
    let ops: Vec<Op> = function.block_ops(source).collect();
    let Some((_, ops)) = ops.split_last() else { return 0 };
    for &op in ops {
        let new = program.import_op(function, op, &mut map);
        program.insert(new, InsertPoint::at_end(block));
        for &value in program.results(new) {
            values.entry(program.ty(value)).or_default().push(value);
        }
    }
    ops.len()
}
