//! `linalg.map`.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_tensor::{DestinationStyle, ReifyShape};

use crate::{
    IteratorType, LinalgOp, constraints::TensorOrMemRef, interfaces::structured_op, payload::element,
    simplify, syntax,
};

/// Computes each element from the elements of the inputs at the same position.
#[op(
    name = "linalg.map",
    traits = [SingleBlock, RecursiveMemoryEffects],
    interfaces = [Verify, VerifyRegions, LinalgOp, DestinationStyle, ReifyShape, MemoryEffects, BlockArgNames, ResultNames, Canonicalize],
    custom_asm,
)]
pub struct MapOp {
    /// Operands that are read.
    pub inputs: Variadic<TensorOrMemRef>,
    /// The operand that is written.
    pub init: Operand<TensorOrMemRef>,
    /// The new contents of the init, when it is a tensor.
    pub result: VariadicRes<AnyTensor>,
    /// Computes one element.
    pub mapper: SingleBlockRegion,
}

structured_op! { MapOp: "init"; }
strata_tensor::result_name!(MapOp => "mapped");

impl LinalgOp for MapOp {
    fn indexing_maps(&self, b: &Body) -> Vec<AffineMap> {
        vec![AffineMap::identity(self.num_loops(b) as u32); b.num_operands(self.op())]
    }
    fn iterator_types(&self, b: &Body) -> Vec<IteratorType> {
        vec![IteratorType::Parallel; b.cx().shaped(b.ty(self.init(b))).and_then(|s| s.rank()).unwrap_or(0)]
    }
}

impl Verify for MapOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let shape = |v| b.cx().shaped(b.ty(v)).and_then(|s| s.shape).unwrap_or(&[]);
        let init = shape(self.init(b));
        let block = self.mapper(b);
        let args = b.blocks(block).first().map_or(&[][..], |&block| b.block_args(block));
        let n = b.num_operands(self.op());
        ensure!(
            args.len() == n,
            "expects number of operands to match the arity of mapper, but got: {n} and {}",
            args.len()
        );
        for (v, &arg) in self.inputs(b).zip(args) {
            let (elem, ty) = (element(b.cx(), b.ty(v)), b.ty(arg));
            let text = |t| b.cx().type_to_string(t);
            ensure!(
                elem == ty,
                "expected element type of input '{}' to match bbArg type '{}'",
                text(elem),
                text(ty)
            );
        }
        for v in self.inputs(b) {
            let s = shape(v);
            ensure!(
                s == init,
                "expected shape of input ({}) to match shape of output ({})",
                list(s),
                list(init)
            );
        }
        Ok(())
    }
}

/// Numbers separated by commas, as diagnostics show shapes.
pub(crate) fn list(shape: &[i64]) -> String {
    shape.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

impl CustomAsm for MapOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let short = syntax::short_form(b, self.mapper_block(b), false, false);
        if let Some(payload) = short {
            syntax::print_short_form(p, payload);
        }
        syntax::print_operands(p, self.op());
        p.attr_dict(self.op(), &[]);
        if short.is_none() {
            syntax::print_region(p, self.mapper(b));
        }
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let short = syntax::parse_short_form(p)?;
        let parsed = syntax::parse_operands(p, state)?;
        p.attr_dict(state)?;
        syntax::infer_results(p, state, &parsed);
        match short {
            Some(short) => syntax::short_region(p, state, short, false, false),
            None => syntax::parse_region(p, state),
        }
    }
}

impl Canonicalize for MapOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        simplify::common(self, rw)
    }
}
