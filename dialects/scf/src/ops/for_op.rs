//! `scf.for`.

use strata_ir::{
    analysis::{LoopBounds, is_speculatable},
    core::writer::deep,
    prelude::*,
    text::RegionStyle,
};

use crate::{
    YieldOp,
    syntax::{entry_args, parse_assignments, region_at},
    trip_count::{Order, trip_count},
    verify::loop_like,
};

/// A counted loop: `for (iv = lower; iv < upper; iv += step)`, which carries values from one iteration to the next.
#[op(
    name = "scf.for",
    traits = [AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock, ImplicitTerminator],
    interfaces = [
        Verify, VerifyRegions, LoopLike, LoopBounds, RegionBranchOp, Speculatable, ImplicitTerminatorName,
        Canonicalize,
    ],
    same = [lower_bound, upper_bound, step],
    custom_asm,
)]
pub struct ForOp {
    /// First value of the induction variable.
    #[ir_name = "lowerBound"]
    pub lower_bound: Operand<SignlessIntegerOrIndex>,
    /// The loop ends before this value.
    #[ir_name = "upperBound"]
    pub upper_bound: Operand<SignlessIntegerOrIndex>,
    /// The step, which is positive.
    pub step: Operand<SignlessIntegerOrIndex>,
    /// Initial values of the carried values.
    #[ir_name = "initArgs"]
    pub init_args: Variadic<AnyType>,
    /// The bounds are compared as unsigned numbers.
    #[ir_name = "unsignedCmp"]
    pub unsigned_cmp: OptAttr<UnitAttr>,
    /// One iteration: its arguments are the induction variable and the carried values.
    #[ir_name = "region"]
    pub body: SingleBlockRegion,
    /// The carried values after the last iteration.
    pub results: VariadicRes<AnyType>,
}

impl ForOp {
    /// Creates a loop; `body` makes one iteration from the induction variable and the carried values, and returns
    /// the values that the next iteration gets.
    pub fn create(
        b: &mut Builder<'_>,
        [lower, upper, step]: [Value; 3],
        inits: &[Value],
        body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Vec<Value>,
    ) -> Self {
        let types: Vec<Type> = inits.iter().map(|&v| b.ty(v)).collect();
        let op = Self::build(b, lower, upper, step, inits, None, &types);
        let mut args = vec![b.ty(lower)];
        args.extend(types);
        b.region_block(op, 0, &args, |b, block| {
            let args = b.block_args(block).to_vec();
            let values = body(b, args[0], &args[1..]);
            YieldOp::build(b, &values);
        });
        op
    }
    /// The block argument that counts.
    pub fn induction_var(self, b: &Body) -> Value {
        b.block_args(self.body_block(b))[0]
    }
    /// The block arguments of the carried values.
    pub fn region_iter_args(self, b: &Body) -> &[Value] {
        let args = entry_args(b, region_at(b, self.op(), 0));
        args.get(1..).unwrap_or(&[])
    }
    /// The op that ends an iteration.
    pub fn terminator(self, b: &Body) -> Option<YieldOp> {
        let block = *b.blocks(region_at(b, self.op(), 0)?).first()?;
        b.last_op(block)?.as_op::<YieldOp>(b)
    }
    /// Lower bound, upper bound and step where they are constants that fit 64 bits.
    pub fn constant_bounds(self, b: &Body) -> Option<[i64; 3]> {
        let value = |v| b.cx().attr_i64(constant_value(b, v)?);
        Some([value(self.lower_bound(b))?, value(self.upper_bound(b))?, value(self.step(b))?])
    }
    /// How often the body runs, where that is known.
    pub fn trip_count(self, b: &Body) -> Option<u64> {
        let order = if self.unsigned_cmp(b).is_some() { Order::Unsigned } else { Order::Signed };
        trip_count(b, self.lower_bound(b), self.upper_bound(b), self.step(b), order)
    }
}

impl ImplicitTerminatorName for ForOp {
    fn implicit_terminator(&self) -> &'static str {
        YieldOp::NAME
    }
}

impl Verify for ForOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(
            self.init_args(b).len() == self.results(b).len(),
            "mismatch in number of loop-carried values and defined values"
        );
        Ok(())
    }
}

impl VerifyRegions for ForOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let args = entry_args(b, region_at(b, self.op(), 0));
        ensure!(!args.is_empty(), "expected body to have at least 1 argument(s) for the induction variable");
        let last = self.terminator(b);
        loop_like(b, self.op(), self, last.map(|y| y.op()))?;
        if let Some(y) = last {
            verify_region_edge(
                b,
                RegionPoint::Region(0),
                y.op(),
                b.operands(y.op()),
                RegionPoint::Region(0),
                &args[1..],
            )?;
        }
        ensure!(
            b.ty(args[0]) == b.ty(self.lower_bound(b)),
            "expected induction variable to be same type as bounds and step"
        );
        Ok(())
    }
}

impl LoopLike for ForOp {
    fn loop_regions(&self, b: &Body) -> SmallVec<[Region; 1]> {
        smallvec![self.body(b)]
    }
    fn induction_vars(&self, b: &Body) -> SmallVec<[Value; 2]> {
        smallvec![self.induction_var(b)]
    }
    fn inits(&self, b: &Body) -> SmallVec<[Value; 4]> {
        self.init_args(b).collect()
    }
    fn iter_args(&self, b: &Body) -> SmallVec<[Value; 4]> {
        self.region_iter_args(b).into()
    }
    fn static_trip_count(&self, b: &Body) -> Option<u64> {
        self.trip_count(b)
    }
}

impl LoopBounds for ForOp {
    fn loop_bounds(&self, b: &Body) -> SmallVec<[[Value; 4]; 1]> {
        smallvec![[self.induction_var(b), self.lower_bound(b), self.upper_bound(b), self.step(b)]]
    }
}

impl RegionBranchOp for ForOp {
    fn successors(&self, _: &Body, _: RegionPoint) -> SmallVec<[RegionPoint; 2]> {
        smallvec![RegionPoint::Region(0), RegionPoint::Parent]
    }
    fn entry_operands(&self, b: &Body, _: RegionPoint) -> SmallVec<[Value; 4]> {
        self.init_args(b).collect()
    }
    fn successor_inputs(&self, b: &Body, to: RegionPoint) -> SmallVec<[Value; 4]> {
        match to {
            RegionPoint::Parent => self.results(b).into(),
            RegionPoint::Region(_) => self.region_iter_args(b).into(),
        }
    }
}

impl Speculatable for ForOp {
    /// With step 1 the loop ends for all bounds; with any other step it may run forever.
    fn is_speculatable(&self, b: &Body) -> bool {
        let step = constant_value(b, self.step(b)).and_then(|a| b.cx().attr_i64(a));
        step == Some(1)
            && b.region_ops(self.body(b))
                .all(|op| b.has_trait(op, Trait::Terminator) || deep(|| is_speculatable(b, op)))
    }
}

impl CustomAsm for ForOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let region = region_at(b, self.op(), 0);
        let args = entry_args(b, region);
        if self.unsigned_cmp(b).is_some() {
            p.text(" unsigned");
        }
        p.text(" ").values(args.first().copied()).text(" = ").value(self.lower_bound(b));
        p.text(" to ").value(self.upper_bound(b)).text(" step ").value(self.step(b));
        let inits = self.init_args(b);
        let carries = inits.len() > 0;
        p.assignments(" iter_args", self.region_iter_args(b).iter().copied(), inits.clone());
        if carries {
            p.text(" -> (").types(inits.map(|v| b.ty(v))).text(")");
        }
        p.text(" ");
        // MLIR prints the second space too.
        let ty = b.ty(self.lower_bound(b));
        if !b.cx().is_index(ty) {
            p.text(" : ").ty(ty).text(" ");
        }
        if let Some(region) = region {
            p.region(region, RegionStyle { args: false, terminator: carries, empty_block: false });
        }
        p.attr_dict(self.op(), &["unsignedCmp"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        if p.eat("unsigned") {
            state.set_attr(cx, "unsignedCmp", cx.unit());
        }
        let (name, loc) = p.arg_name()?;
        p.expect("=")?;
        let lower = p.operand()?;
        p.expect("to")?;
        let upper = p.operand()?;
        p.expect("step")?;
        let step = p.operand()?;
        let mut args = vec![BlockArg { name, ty: cx.index(), loc }];
        let mut inits = Vec::new();
        if p.eat("iter_args") {
            let list = parse_assignments(p)?;
            args.extend(list.args);
            inits = list.inits;
            p.expect("->")?;
            state.result_types.extend(p.result_types()?);
        }
        if args.len() != state.result_types.len() + 1 {
            return Err(p.error_at(
                state.loc,
                "custom op 'scf.for' mismatch in number of loop-carried values and defined values",
            ));
        }
        if p.eat(":") {
            args[0].ty = p.ty()?;
        }
        for (arg, &ty) in args[1..].iter_mut().zip(&state.result_types) {
            arg.ty = ty;
        }
        p.region(state, &args)?;
        // After the region, because values from inside of it are not visible here.
        for operand in [lower, upper, step] {
            let v = p.resolve(operand, args[0].ty)?;
            state.operands.push(v);
        }
        for (&init, arg) in inits.iter().zip(&args[1..]) {
            let v = p.resolve(init, arg.ty)?;
            state.operands.push(v);
        }
        p.attr_dict(state)
    }
}
