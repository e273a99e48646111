//! `shape.reduce` and `shape.yield`.

use strata_ir::{prelude::*, text::RegionStyle};

use crate::{
    ShapeType, SizeType,
    constraints::{ShapeOrExtents, is_extent_tensor},
};

/// Combines the sizes of a shape, from the first one on.
#[op(
    name = "shape.reduce",
    traits = [RecursiveMemoryEffects, SingleBlock],
    interfaces = [Verify],
    custom_asm,
)]
pub struct ReduceOp {
    /// The shape.
    pub shape: Operand<ShapeOrExtents>,
    /// The values before the first size.
    pub init_vals: Variadic<AnyType>,
    /// The ops of one step; its arguments are the number of the dimension, its size and the values.
    pub region: SingleBlockRegion,
    /// The values after the last size.
    pub result: VariadicRes<AnyType>,
}

impl Verify for ReduceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let Some(&block) = b.regions(self.op()).first().and_then(|&r| b.blocks(r).first()) else {
            return Ok(());
        };
        let args = b.block_args(block);
        let (n, shape) = (b.num_operands(self.op()) + 1, b.ty(self.shape(b)));
        ensure!(args.len() == n, "ReduceOp body is expected to have {n} arguments");
        ensure!(cx.is_index(b.ty(args[0])), "argument 0 of ReduceOp body is expected to be of IndexType");
        let extent = b.ty(args[1]);
        if cx.type_as::<ShapeType>(shape).is_some() {
            ensure!(
                cx.type_as::<SizeType>(extent).is_some(),
                "argument 1 of ReduceOp body is expected to be of SizeType if the ReduceOp operates on a ShapeType"
            );
        } else if is_extent_tensor(cx, shape) {
            ensure!(
                cx.is_index(extent),
                "argument 1 of ReduceOp body is expected to be of IndexType if the ReduceOp operates on an extent tensor"
            );
        }
        for (i, (&arg, init)) in args[2..].iter().zip(self.init_vals(b)).enumerate() {
            ensure!(
                b.ty(arg) == b.ty(init),
                "type mismatch between argument {} of ReduceOp body and initial value {i}",
                i + 2
            );
        }
        Ok(())
    }
}

impl CustomAsm for ReduceOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text("(").values(b.operands(self.op())).text(") : ").type_of(self.shape(b));
        let results: Vec<Type> = b.result_types(self.op()).collect();
        p.optional_arrow_types(&results);
        p.text(" ").region(b.regions(self.op())[0], RegionStyle::default());
        p.attr_dict(self.op(), &[]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        p.expect("(")?;
        let loc = p.location();
        let operands = p.operands()?;
        p.expect(")")?;
        let shape = p.colon_type()?;
        let results = p.arrow_types_opt()?;
        let types: Vec<Type> = [shape].into_iter().chain(results.iter().copied()).collect();
        state.operands.extend(p.resolve_all(&operands, &types, loc)?);
        state.result_types.extend(results);
        p.region(state, &[])?;
        p.attr_dict(state)
    }
}

/// Ends a step of a reduction, with the values for the next one.
#[op(
    name = "shape.yield",
    traits = [Pure, Terminator, ReturnLike],
    interfaces = [Verify],
    parents = ["shape.reduce", "shape.function_library"],
    asm = "attr-dict ($operands^ `:` type($operands))?",
)]
pub struct YieldOp {
    /// The values.
    pub operands: Variadic<AnyType>,
}

impl Verify for YieldOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some(parent) = b.parent_op(self.op()).filter(|parent| parent.isa::<ReduceOp>(b)) else {
            return Ok(());
        };
        ensure!(
            b.num_operands(self.op()) == b.results(parent).len(),
            "number of operands does not match number of results of its parent"
        );
        for (have, want) in b.operand_types(self.op()).zip(b.result_types(parent)) {
            ensure!(have == want, "types mismatch between yield op and its parent");
        }
        Ok(())
    }
}
