//! `linalg.reduce`.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_tensor::{DestinationStyle, ReifyShape};

use crate::{
    IteratorType, LinalgOp, constraints::TensorOrMemRef, interfaces::structured_op, map::list,
    payload::element, simplify, syntax,
};

/// Combines the elements along some dimensions.
#[op(
    name = "linalg.reduce",
    traits = [SameVariadicOperandSize, SingleBlock, RecursiveMemoryEffects],
    interfaces = [Verify, VerifyRegions, LinalgOp, DestinationStyle, ReifyShape, MemoryEffects, BlockArgNames, ResultNames, Canonicalize],
    custom_asm,
)]
pub struct ReduceOp {
    /// The inputs.
    pub inputs: Variadic<TensorOrMemRef>,
    /// The initial values, with which the elements are combined.
    pub inits: Variadic<TensorOrMemRef>,
    /// The dimensions that vanish.
    pub dimensions: Attr<I64Array>,
    /// The combined elements, where inits are tensors.
    pub result: VariadicRes<AnyTensor>,
    /// Combines one element with the accumulator.
    pub combiner: SingleBlockRegion,
}

structured_op! { ReduceOp: "init"; }
strata_tensor::result_name!(ReduceOp => "reduced");

impl ReduceOp {
    /// The dimensions that vanish.
    pub fn dims(self, b: &Body) -> &[i64] {
        strata_tensor::index_list::statics(b, self.op(), "dimensions")
    }
}

impl LinalgOp for ReduceOp {
    fn indexing_maps(&self, b: &Body) -> Vec<AffineMap> {
        let rank = self.num_loops(b) as u32;
        let kept: Vec<u32> = (0..rank).filter(|&d| !self.dims(b).contains(&(d as i64))).collect();
        let n = self.inputs(b).len();
        let mut maps = vec![AffineMap::identity(rank); n];
        maps.extend(vec![AffineMap::select(rank, &kept); n]);
        maps
    }
    fn iterator_types(&self, b: &Body) -> Vec<IteratorType> {
        let rank = self.inputs(b).next().and_then(|v| b.cx().shaped(b.ty(v))?.rank()).unwrap_or(0);
        let dims = self.dims(b);
        let word = |d: usize| {
            if dims.contains(&(d as i64)) { IteratorType::Reduction } else { IteratorType::Parallel }
        };
        (0..rank).map(word).collect()
    }
}

impl Verify for ReduceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let shape = |v| b.cx().shaped(b.ty(v)).and_then(|s| s.shape).unwrap_or(&[]);
        let (inputs, inits): (Vec<Value>, Vec<Value>) = (self.inputs(b).collect(), self.inits(b).collect());
        let (Some(&first), Some(&init)) = (inputs.first(), inits.first()) else {
            return Err("expected at least one input and one init".into());
        };
        for (i, &v) in inputs.iter().enumerate().skip(1) {
            ensure!(
                shape(v) == shape(first),
                "expects all inputs to have the same shapes. Shape at input-index {i} is not equal to the shape at input-index 0."
            );
        }
        for (i, &v) in inits.iter().enumerate().skip(1) {
            ensure!(
                shape(v) == shape(init),
                "expects all outputs to have the same shapes. Shape at output-index {i} is not equal to the shape at output-index 0."
            );
        }
        let (from, to, dims) = (shape(first), shape(init), self.dims(b));
        for (i, &d) in dims.iter().enumerate() {
            ensure!(
                d >= 0 && (d as usize) < from.len(),
                "dimensions for reduction should be in the range [0, {}].",
                from.len() as i64 - 1
            );
            ensure!(
                i == 0 || dims[i - 1] < d,
                "attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should be in increasing order"
            );
        }
        let kept: Vec<i64> =
            (0..from.len()).filter(|d| !dims.contains(&(*d as i64))).map(|d| from[d]).collect();
        ensure!(
            kept.len() == to.len(),
            "number of dimensions after reduction {} doesn't match the init rank {}",
            kept.len(),
            to.len()
        );
        ensure!(
            kept == to,
            "init dimensions [{}] doesn't match input dimensions after reduction [{}]",
            list(to),
            list(&kept)
        );
        self.verify_combiner(b)
    }
}

impl ReduceOp {
    /// The combiner takes an element of each operand.
    fn verify_combiner(self, b: &Body) -> VerifyResult {
        let args = b.blocks(self.combiner(b)).first().map_or(&[][..], |&block| b.block_args(block));
        ensure!(
            args.len() == b.num_operands(self.op()),
            "mismatching number of operands and block arguments"
        );
        let n = self.inputs(b).len();
        for (i, (v, &arg)) in b.operands(self.op()).zip(args).enumerate() {
            let (elem, ty) = (element(b.cx(), b.ty(v)), b.ty(arg));
            let text = |t| b.cx().type_to_string(t);
            ensure!(
                elem == ty,
                "{} element type '{}' does not match corresponding block argument type '{}'",
                if i < n { "input" } else { "output" },
                text(elem),
                text(ty)
            );
        }
        Ok(())
    }
}

impl CustomAsm for ReduceOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let short = syntax::short_form(b, self.combiner_block(b), true, true);
        if let Some(payload) = short {
            syntax::print_short_form(p, payload);
        }
        syntax::print_operands(p, self.op());
        if let Some(dims) = b.attr(self.op(), "dimensions") {
            p.text(" dimensions = ").dense_array(dims).text(" ");
        }
        p.attr_dict(self.op(), &["dimensions"]);
        if short.is_none() {
            syntax::print_region(p, self.combiner(b));
        }
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let short = syntax::parse_short_form(p)?;
        let parsed = syntax::parse_operands(p, state)?;
        parse_dims(p, state, "dimensions")?;
        p.attr_dict(state)?;
        syntax::infer_results(p, state, &parsed);
        match short {
            Some(short) => syntax::short_region(p, state, short, true, true),
            None => syntax::parse_region(p, state),
        }
    }
}

/// Parses `name = [1, 2]`.
pub(crate) fn parse_dims(p: &mut Parser<'_>, state: &mut OpState, name: &str) -> PResult<()> {
    p.expect(name)?;
    p.expect("=")?;
    p.expect("[")?;
    let dims = p.list_until("]", Parser::integer)?;
    let attr = p.cx().i64_array(&dims);
    state.set_attr(p.cx(), name, attr);
    Ok(())
}

impl Canonicalize for ReduceOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        simplify::common(self, rw)
    }
}
