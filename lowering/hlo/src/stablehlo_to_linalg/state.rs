//! The state of lowering a function: the new values and blocks of old ones. All families import it, and it imports none.

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

/// The options of the lowering.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether parallel forms of ops are used where they exist.
    pub parallel: bool,
    /// The precision of `f32` products whose precision is `DEFAULT`; `None` leaves the precision out.
    pub default_precision: Option<InputPrecision>,
    /// The effect of `scatter` windows that are partly outside.
    pub scatter_out_of_bounds: hlo::ScatterOutOfBounds,
}

/// Lowers one op of an old block at the builder's insertion point.
pub(super) type LowerOp = fn(&mut Lowering, &mut Builder<'_>, Op) -> Lowered<()>;

/// Whether only this module calls the function.
pub(super) fn is_private(body: &Body) -> bool {
    body.attr(Op::SELF, "sym_visibility").and_then(|a| body.cx().attr_str(a)) == Some("private")
}

/// The terminator that returns the results of a computation; an unregistered op is never taken for one.
pub(super) fn terminator(b: &Body, block: Block) -> Lowered<Op> {
    let last = b.last_op(block).filter(|op| op.isa::<hlo::ReturnOp>(b));
    last.ok_or_else(|| "a region must end with 'stablehlo.return'".into())
}

/// The error of an op whose operand could not be lowered.
const MISSING: &str = "an operand could not be lowered";

/// The state of lowering a function.
pub(super) struct Lowering {
    pub options: Options,
    /// Lowers one op. It is passed in, as this module imports none of the families.
    lower: LowerOp,
    map: ValueMap,
    /// The new values of old tuples and futures.
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
    /// The new value of an old one.
    pub fn get(&self, old: Value) -> Lowered<Value> {
        self.map.get(old).ok_or_else(|| MISSING.into())
    }
    /// The new values of the operands of an old op.
    pub fn operands(&self, b: &Body, op: Op) -> Lowered<Vec<Value>> {
        b.operands(op).map(|v| self.get(v)).collect()
    }
    /// Maps `old` to `new`.
    pub fn set(&mut self, old: Value, new: Value) {
        self.map.set(old, new);
    }
    /// Maps the arguments of an old block to those of a new one.
    pub fn map_args(&mut self, body: &mut Body, old: Block, new: Block) {
        let pairs: Vec<(Value, Value)> =
            body.block_args(old).iter().copied().zip(body.block_args(new).iter().copied()).collect();
        for (o, n) in pairs {
            let loc = body.value_loc(o);
            body.set_arg_loc(n, loc);
            self.map.set(o, n);
        }
    }
    /// Lowers the ops of an old block at the insertion point of `b`; the terminator only if `with_terminator` is set.
    pub fn block(&mut self, b: &mut Builder<'_>, old: Block, with_terminator: bool) {
        let mut ops: Vec<Op> = b.block_ops(old).collect();
        if !with_terminator {
            ops.pop();
        }
        let outcome = convert_ops(&mut Site { lowering: &mut *self, b }, ops);
        self.errors.extend(outcome.errors);
    }
    /// Lowers one region of an old op to region `index` of a new op; `end` emits the terminator, from the new values of the old
    /// terminator's operands.
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
    /// The same for a region whose new arguments have these types, and are unpacked to the old arguments.
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
    /// Checks the bounds of sizes in the types of old values, at the boundaries of the program.
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
    /// Maps the results of `op` to `values`, cast to the types of the results.
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
    /// Ops of other dialects are cloned, as their operands are new values.
    fn rule(&self, _: &'static OpInfo) -> Rule<()> {
        Rule::Convert(())
    }
    fn convert(&mut self, op: Op, (): ()) -> Result<(), Failure> {
        let loc = self.b.loc(op);
        self.b.set_cur_loc(loc);
        let lowered = (self.lowering.lower)(self.lowering, self.b, op);
        // The errors of ops in regions of this op.
        let mut errors = std::mem::take(&mut self.lowering.errors);
        self.lowering.failed |= !errors.is_empty();
        match lowered {
            Ok(()) if errors.is_empty() => return Ok(()),
            Ok(()) => {}
            // A missing value was reported at its definition.
            Err(why) if self.lowering.failed && why == MISSING => {}
            Err(why) => errors.push(failure(self.b, op, &why)),
        }
        self.lowering.failed = true;
        Err(Failure::Reported(errors))
    }
}
