//! `scf.parallel`, `scf.reduce` and `scf.reduce.return`.

use strata_ir::{prelude::*, text::RegionStyle};

use crate::{
    syntax::{entry_args, parse_args, region_at},
    trip_count::{Order, product, trip_count},
};

/// A loop nest whose iterations may run in any order, and reduce values.
#[op(
    name = "scf.parallel",
    traits = [
        AutomaticAllocationScope, RecursiveMemoryEffects, AttrSizedOperandSegments, SingleBlock, ImplicitTerminator,
    ],
    interfaces = [Verify, VerifyRegions, LoopLike, RegionBranchOp, ImplicitTerminatorName, Canonicalize],
    custom_asm,
)]
pub struct ParallelOp {
    /// First values of the induction variables.
    #[ir_name = "lowerBound"]
    pub lower_bound: Variadic<Index>,
    /// The loops end before these values.
    #[ir_name = "upperBound"]
    pub upper_bound: Variadic<Index>,
    /// The steps.
    pub step: Variadic<Index>,
    /// Initial values of the reductions.
    #[ir_name = "initVals"]
    pub init_vals: Variadic<AnyType>,
    /// One iteration; its arguments are the induction variables.
    #[ir_name = "region"]
    pub body: SingleBlockRegion,
    /// The reduced values.
    pub results: VariadicRes<AnyType>,
}

impl ParallelOp {
    /// The induction variables.
    pub fn ivs(self, b: &Body) -> &[Value] {
        entry_args(b, region_at(b, self.op(), 0))
    }
    /// The op that ends an iteration.
    pub fn reduce_op(self, b: &Body) -> Option<ReduceOp> {
        let block = *b.blocks(region_at(b, self.op(), 0)?).first()?;
        b.last_op(block)?.as_op::<ReduceOp>(b)
    }
}

impl ImplicitTerminatorName for ParallelOp {
    fn implicit_terminator(&self) -> &'static str {
        ReduceOp::NAME
    }
}

impl Verify for ParallelOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let n = self.step(b).len();
        ensure!(n != 0, "needs at least one tuple element for lowerBound, upperBound and step");
        for v in self.step(b) {
            if let Some(step) = constant_value(b, v).and_then(|a| b.cx().attr_i64(a)) {
                ensure!(step > 0, "constant step operand must be positive");
            }
        }
        ensure!(
            self.lower_bound(b).len() == n && self.upper_bound(b).len() == n,
            "expects the same number of lower bounds, upper bounds and steps: {}, {} and {n}",
            self.lower_bound(b).len(),
            self.upper_bound(b).len()
        );
        let ivs = self.ivs(b);
        ensure!(
            ivs.len() == n,
            "expects the same number of induction variables: {} as bound and step values: {n}",
            ivs.len()
        );
        ensure!(
            ivs.iter().all(|&v| b.cx().is_index(b.ty(v))),
            "expects arguments for the induction variable to be of index type"
        );
        // Reported before the error of the framework about implicit terminators.
        crate::verify::terminator::<ReduceOp>(
            b,
            self.body(b),
            "expects body to terminate with 'scf.reduce'",
        )?;
        Ok(())
    }
}

impl VerifyRegions for ParallelOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let reduce: ReduceOp =
            crate::verify::terminator(b, self.body(b), "expects body to terminate with 'scf.reduce'")?;
        let (results, reductions, inits) =
            (self.results(b).len(), b.regions(reduce.op()).len(), self.init_vals(b).len());
        ensure!(
            results == reductions,
            "expects number of results: {results} to be the same as number of reductions: {reductions}"
        );
        ensure!(
            results == inits,
            "expects number of results: {results} to be the same as number of initial values: {inits}"
        );
        ensure!(
            b.num_operands(reduce.op()) == results,
            "expects number of results: {results} to be the same as number of reductions: {}",
            b.num_operands(reduce.op())
        );
        for (i, (&result, operand)) in self.results(b).iter().zip(b.operands(reduce.op())).enumerate() {
            let (ty, want) = (b.ty(operand), b.ty(result));
            if ty != want {
                let (ty, want) = (b.cx().type_to_string(ty), b.cx().type_to_string(want));
                return Err(VerifyError::bare(format!(
                    "'scf.reduce' op expects type of {i}-th reduction operand: '{ty}' to be the same as the {i}-th result type: '{want}'"
                ))
                .at(b.loc(reduce.op())));
            }
        }
        Ok(())
    }
}

impl LoopLike for ParallelOp {
    fn loop_regions(&self, b: &Body) -> SmallVec<[Region; 1]> {
        smallvec![self.body(b)]
    }
    fn induction_vars(&self, b: &Body) -> SmallVec<[Value; 2]> {
        self.ivs(b).into()
    }
    fn inits(&self, _: &Body) -> SmallVec<[Value; 4]> {
        SmallVec::new()
    }
    fn iter_args(&self, _: &Body) -> SmallVec<[Value; 4]> {
        SmallVec::new()
    }
    fn static_trip_count(&self, b: &Body) -> Option<u64> {
        let bounds = self.lower_bound(b).zip(self.upper_bound(b)).zip(self.step(b));
        product(bounds.map(|((lower, upper), step)| trip_count(b, lower, upper, step, Order::Signed)))
    }
}

impl RegionBranchOp for ParallelOp {
    /// Iterations pass no values to each other.
    fn successors(&self, _: &Body, _: RegionPoint) -> SmallVec<[RegionPoint; 2]> {
        smallvec![RegionPoint::Region(0), RegionPoint::Parent]
    }
    fn successor_inputs(&self, _: &Body, _: RegionPoint) -> SmallVec<[Value; 4]> {
        SmallVec::new()
    }
}

impl CustomAsm for ParallelOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" (").values(self.ivs(b).iter().copied()).text(") = (").values(self.lower_bound(b));
        p.text(") to (").values(self.upper_bound(b)).text(") step (").values(self.step(b)).text(")");
        if self.init_vals(b).len() > 0 {
            p.text(" init (").values(self.init_vals(b)).text(")");
        }
        let results: Vec<Type> = b.result_types(self.op()).collect();
        p.arrow_types(&results).text(" ");
        if let Some(region) = region_at(b, self.op(), 0) {
            p.region(region, RegionStyle::NO_ARGS);
        }
        p.attr_dict(self.op(), &[]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let ivs = parse_args(p, cx.index())?;
        for word in ["=", "to", "step"] {
            p.expect(word)?;
            let at = p.location();
            p.expect("(")?;
            let list = p.list_until(")", Parser::operand)?;
            if list.len() != ivs.len() {
                let n = ivs.len();
                return Err(p.error_at(at, format!("custom op 'scf.parallel' expected {n} operands")));
            }
            for operand in list {
                let v = p.resolve(operand, cx.index())?;
                state.operands.push(v);
            }
        }
        let mut inits = Vec::new();
        let at = p.location();
        if p.eat("init") {
            p.expect("(")?;
            inits = p.list_until(")", Parser::operand)?;
        }
        state.result_types.extend(p.arrow_types_opt()?);
        p.region(state, &ivs)?;
        let n = ivs.len() as i32;
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&[n, n, n, inits.len() as i32]));
        p.attr_dict(state)?;
        let types = state.result_types.clone();
        let inits = p.resolve_all(&inits, &types, at)?;
        state.operands.extend(inits);
        Ok(())
    }
}

/// Ends an iteration of a `scf.parallel` and reduces its values.
#[op(
    name = "scf.reduce",
    traits = [Terminator, RecursiveMemoryEffects],
    interfaces = [Verify, VerifyRegions, RegionTerminator],
    parents = ["scf.parallel"],
    asm = "(`(` $operands^ `:` type($operands) `)`)? $reductions attr-dict",
)]
pub struct ReduceOp {
    /// The values of this iteration.
    pub operands: Variadic<AnyType>,
    /// One region for each value; it combines two values to one.
    pub reductions: VariadicRegion,
}

impl Verify for ReduceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        crate::verify::single_blocks(b, self.reductions(b), 0, "reductions")
    }
}

impl VerifyRegions for ReduceOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        // MLIR leaves the comparison of the numbers to the parent.
        for (i, (&region, operand)) in self.reductions(b).iter().zip(self.operands(b)).enumerate() {
            let (ty, shown) = (b.ty(operand), b.cx().type_to_string(b.ty(operand)));
            let args = entry_args(b, Some(region));
            ensure!(
                args.len() == 2 && args.iter().all(|&a| b.ty(a) == ty),
                "expected two block arguments with type '{shown}' in the {i}-th reduction region"
            );
            let last = b.blocks(region).first().and_then(|&block| b.last_op(block));
            ensure!(
                last.is_some_and(|op| op.isa::<ReduceReturnOp>(b)),
                "reduction bodies must be terminated with an 'scf.reduce.return' op"
            );
        }
        Ok(())
    }
}

impl RegionTerminator for ReduceOp {
    /// No values pass to the next iteration.
    fn forwarded(&self, _: &Body, _: RegionPoint) -> SmallVec<[Value; 4]> {
        SmallVec::new()
    }
}

/// Ends a reduction.
#[op(
    name = "scf.reduce.return",
    traits = [Pure, Terminator],
    interfaces = [Verify],
    parents = ["scf.reduce"],
    asm = "$result attr-dict `:` type($result)",
)]
pub struct ReduceReturnOp {
    /// The combined value.
    pub result: Operand<AnyType>,
}

impl Verify for ReduceReturnOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let args = b.parent_block(self.op()).map_or(&[][..], |block| b.block_args(block));
        let Some(want) = args.first().map(|&a| b.ty(a)) else { return Ok(()) };
        ensure!(
            b.ty(self.result(b)) == want,
            "must have type '{}' (the type of the reduction inputs)",
            b.cx().type_to_string(want)
        );
        Ok(())
    }
}
