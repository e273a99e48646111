//! The state of lowering a function: what old values and blocks became. All families import it, and it imports none.

use rustc_hash::FxHashMap;
use strata_arith::CmpIPredicate;
use strata_ir::{
    prelude::*,
    rewrite::conversion::{Conversion, Failure, Rule, ValueMap, convert_ops, failure},
};
use strata_linalg::InputPrecision;
use strata_stablehlo as hlo;

use super::{
    Lowered, sizes,
    types::{self, signless},
};

/// What a function is lowered for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether ops that have a form for many threads get it.
    pub parallel: bool,
    /// What `DEFAULT` asks of products of `f32`; without it no product says what it asks for.
    pub default_precision: Option<InputPrecision>,
    /// What `scatter` does with windows that are partly outside.
    pub scatter_out_of_bounds: hlo::ScatterOutOfBounds,
}

/// Lowers one op of an old block to where the builder stands.
pub(super) type LowerOp = fn(&mut Lowering, &mut Builder<'_>, Op) -> Lowered<()>;

/// Whether only this module calls the function.
pub(super) fn is_private(body: &Body) -> bool {
    body.attr(Op::SELF, "sym_visibility").and_then(|a| body.cx().attr_str(a)) == Some("private")
}

/// The op that says what a computation gives. An op that nobody knows is no such end, whatever its operands.
pub(super) fn terminator(b: &Body, block: Block) -> Lowered<Op> {
    let last = b.last_op(block).filter(|op| op.isa::<hlo::ReturnOp>(b));
    last.ok_or_else(|| "a region must end with 'stablehlo.return'".into())
}

/// The reason that an op has whose operand could not be lowered.
const MISSING: &str = "an operand could not be lowered";

/// The state of lowering a function.
pub(super) struct Lowering {
    pub options: Options,
    /// Lowers one op. The state is what all families know, so that it gets from outside what knows them all.
    lower: LowerOp,
    map: ValueMap,
    /// The new values in old tuples and futures.
    pub parts: FxHashMap<Value, Vec<Value>>,
    pub blocks: FxHashMap<Block, Block>,
    pub errors: Vec<Diagnostic>,
    /// Whether an op could not be lowered.
    failed: bool,
}

impl Lowering {
    /// The state before anything is lowered.
    pub fn new(options: Options, lower: LowerOp) -> Self {
        let (map, parts, blocks) = Default::default();
        Self { options, lower, map, parts, blocks, errors: Vec::new(), failed: false }
    }
    /// The new value for an old one.
    pub fn get(&self, old: Value) -> Lowered<Value> {
        self.map.get(old).ok_or_else(|| MISSING.into())
    }
    /// The new values for the operands of an old op.
    pub fn operands(&self, b: &Body, op: Op) -> Lowered<Vec<Value>> {
        b.operands(op).map(|v| self.get(v)).collect()
    }
    /// Makes `new` stand for `old`.
    pub fn set(&mut self, old: Value, new: Value) {
        self.map.set(old, new);
    }
    /// Makes the arguments of a new block stand for those of an old one.
    pub fn map_args(&mut self, body: &mut Body, old: Block, new: Block) {
        let pairs: Vec<(Value, Value)> =
            body.block_args(old).iter().copied().zip(body.block_args(new).iter().copied()).collect();
        for (o, n) in pairs {
            let loc = body.value_loc(o);
            body.set_arg_loc(n, loc);
            self.map.set(o, n);
        }
    }
    /// Lowers the ops of an old block to where `b` stands, the last one only when asked to.
    pub fn block(&mut self, b: &mut Builder<'_>, old: Block, with_terminator: bool) {
        let mut ops: Vec<Op> = b.block_ops(old).collect();
        if !with_terminator {
            ops.pop();
        }
        let outcome = convert_ops(&mut Site { lowering: &mut *self, b }, ops);
        self.errors.extend(outcome.errors);
    }
    /// Lowers one region of an old op to region `index` of a new op; `end` ends the block, given the new values of
    /// what the old terminator returned.
    pub fn region(
        &mut self,
        b: &mut Builder<'_>,
        old: Region,
        new: Op,
        index: usize,
        end: impl FnOnce(&mut Builder<'_>, &[Value]) -> Lowered<()>,
    ) -> Lowered<()> {
        let &[block] = b.blocks(old) else { return Err("a region must have one block".into()) };
        let types: Vec<Type> = b.block_args(block).iter().map(|&v| signless(b.cx(), b.ty(v))).collect();
        self.region_of(b, old, new, index, &types, |_, args| Ok(args.to_vec()), end)
    }
    /// The same where arguments of these types say what the old arguments are.
    #[expect(clippy::too_many_arguments, reason = "two steps of one region")]
    pub fn region_of(
        &mut self,
        b: &mut Builder<'_>,
        old: Region,
        new: Op,
        index: usize,
        types: &[Type],
        begin: impl FnOnce(&mut Builder<'_>, &[Value]) -> Lowered<Vec<Value>>,
        end: impl FnOnce(&mut Builder<'_>, &[Value]) -> Lowered<()>,
    ) -> Lowered<()> {
        let &[block] = b.blocks(old) else { return Err("a region must have one block".into()) };
        b.region_block(new, index, types, |b, made| {
            let args = b.block_args(made).to_vec();
            let values = begin(b, &args)?;
            for (from, to) in b.block_args(block).to_vec().into_iter().zip(values) {
                let loc = b.value_loc(from);
                if args.contains(&to) {
                    b.body().set_arg_loc(to, loc);
                }
                self.set(from, to);
            }
            self.block(b, block, false);
            let last = terminator(b, block)?;
            let values = self.operands(b, last)?;
            let loc = b.loc(last);
            b.set_cur_loc(loc);
            end(b, &values)
        })
    }
    /// Checks the bounds of sizes that the types of old values have, where tensors come in or go out.
    pub fn keep_bounds(&mut self, b: &mut Builder<'_>, olds: &[Value], what: &str) {
        for (i, &old) in olds.iter().enumerate() {
            for (d, bound) in types::bounds(b.cx(), b.ty(old)) {
                let message = format!("size {d} of {what} #{i} is larger than its bound, {bound}");
                let Ok(new) = self.get(old) else { continue };
                let checked = sizes::dim(b, new, d)
                    .and_then(|n| sizes::require(b, CmpIPredicate::Sle, n, bound.into(), &message));
                if let Err(e) = checked {
                    self.errors.push(Diagnostic::error(b.cur_loc(), e));
                }
            }
        }
    }
    /// Makes `values` stand for the results of `op`, as tensors of their types.
    pub fn set_all(&mut self, b: &mut Builder<'_>, op: Op, values: &[Value]) {
        let results: SmallVec<[Value; 2]> = SmallVec::from_slice(b.results(op));
        for (old, &new) in results.into_iter().zip(values) {
            let ty = signless(b.cx(), b.ty(old));
            let known = b.cx().type_as::<TensorType>(ty).is_some() && types::is_unknown(b.cx(), b.ty(new));
            let new = if known || types::is_unknown(b.cx(), ty) { sizes::cast(b, new, ty) } else { new };
            self.set(old, new);
        }
    }
}

/// A block that is being lowered.
struct Site<'l, 'b> {
    lowering: &'l mut Lowering,
    b: &'l mut Builder<'b>,
}

impl Conversion for Site<'_, '_> {
    type Handler = ();
    fn body(&self) -> &Body {
        self.b
    }
    /// Ops of other dialects are copied, because the values that they use are new.
    fn rule(&self, _: &'static OpInfo) -> Rule<()> {
        Rule::Convert(())
    }
    fn convert(&mut self, op: Op, (): ()) -> Result<(), Failure> {
        let loc = self.b.loc(op);
        self.b.set_cur_loc(loc);
        let lowered = (self.lowering.lower)(self.lowering, self.b, op);
        // Those of ops in the regions of this one.
        let mut errors = std::mem::take(&mut self.lowering.errors);
        self.lowering.failed |= !errors.is_empty();
        match lowered {
            Ok(()) if errors.is_empty() => return Ok(()),
            Ok(()) => {}
            // A value that is missing was reported where it is defined.
            Err(why) if self.lowering.failed && why == MISSING => {}
            Err(why) => errors.push(failure(self.b, op, &why)),
        }
        self.lowering.failed = true;
        Err(Failure::Reported(errors))
    }
}
