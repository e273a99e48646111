//! `scf.forall` and `scf.forall.in_parallel`.

use strata_ir::{core::OpaqueAttr, prelude::*, text::RegionStyle};

use crate::{
    syntax::{
        Mixed, entry_args, parse_args, parse_assignments, parse_index_list, print_index_list, region_at,
    },
    trip_count::{Order, mixed_trip_count, product},
};

attr_constraint! {
    /// The device on which each dimension runs.
    DeviceMapping: ArrayAttr = "Device Mapping array attribute", |a, cx| {
        let all = cx.attr_as::<ArrayAttr>(a);
        // An attribute of an unregistered dialect is accepted.
        let is_mapping = |m| cx.attr_name(m).is_some() || cx.attr_as::<OpaqueAttr>(m).is_some();
        all.is_some_and(|list| list.0.iter().all(|&m| is_mapping(m)))
    };
}

/// A loop nest whose iterations may run in parallel; each writes its part of the shared outputs at its end.
#[op(
    name = "scf.forall",
    traits = [
        AutomaticAllocationScope, RecursiveMemoryEffects, AttrSizedOperandSegments, SingleBlock, ImplicitTerminator,
    ],
    interfaces = [Verify, LoopLike, RegionBranchOp, ImplicitTerminatorName, Canonicalize],
    custom_asm,
)]
pub struct ForallOp {
    /// Lower bounds that are not constants.
    #[ir_name = "dynamicLowerBound"]
    pub dynamic_lower_bound: Variadic<Index>,
    /// Upper bounds that are not constants.
    #[ir_name = "dynamicUpperBound"]
    pub dynamic_upper_bound: Variadic<Index>,
    /// Steps that are not constants.
    #[ir_name = "dynamicStep"]
    pub dynamic_step: Variadic<Index>,
    /// The tensors that the iterations write.
    pub outputs: Variadic<RankedTensor>,
    /// Lower bounds, with a marker for those that are operands.
    #[ir_name = "staticLowerBound"]
    pub static_lower_bound: Attr<I64Array>,
    /// Upper bounds, with a marker for those that are operands.
    #[ir_name = "staticUpperBound"]
    pub static_upper_bound: Attr<I64Array>,
    /// Steps, with a marker for those that are operands.
    #[ir_name = "staticStep"]
    pub static_step: Attr<I64Array>,
    /// The devices on which the dimensions run.
    pub mapping: OptAttr<DeviceMapping>,
    /// One iteration; its arguments are the induction variables and the outputs.
    #[ir_name = "region"]
    pub body: SingleBlockRegion,
    /// The outputs after all iterations.
    pub results: VariadicRes<AnyType>,
}

impl ForallOp {
    /// Number of dimensions.
    pub fn rank(self, b: &Body) -> usize {
        self.numbers(b, 0).len()
    }
    fn numbers(self, b: &Body, slot: usize) -> &[i64] {
        let array = b.attr_slot(self.op(), slot).and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a));
        array.map_or(&[], |a| &a.values)
    }
    /// Lower bounds.
    pub fn lower_bounds(self, b: &Body) -> Vec<Mixed> {
        Mixed::list(self.dynamic_lower_bound(b), self.numbers(b, 0))
    }
    /// Upper bounds.
    pub fn upper_bounds(self, b: &Body) -> Vec<Mixed> {
        Mixed::list(self.dynamic_upper_bound(b), self.numbers(b, 1))
    }
    /// Steps.
    pub fn steps(self, b: &Body) -> Vec<Mixed> {
        Mixed::list(self.dynamic_step(b), self.numbers(b, 2))
    }
    /// Whether all loops go from 0 in steps of 1.
    pub fn is_normalized(self, b: &Body) -> bool {
        let all = |list: Vec<Mixed>, n| list.iter().all(|m| m.constant(b) == Some(n));
        all(self.lower_bounds(b), 0) && all(self.steps(b), 1)
    }
    /// The induction variables.
    pub fn ivs(self, b: &Body) -> &[Value] {
        let args = entry_args(b, region_at(b, self.op(), 0));
        &args[..self.rank(b).min(args.len())]
    }
    /// The block arguments of the outputs.
    pub fn region_out_args(self, b: &Body) -> &[Value] {
        let args = entry_args(b, region_at(b, self.op(), 0));
        args.get(self.rank(b)..).unwrap_or(&[])
    }
    /// The op that ends an iteration.
    pub fn terminator(self, b: &Body) -> Option<InParallelOp> {
        let block = *b.blocks(region_at(b, self.op(), 0)?).first()?;
        b.last_op(block)?.as_op::<InParallelOp>(b)
    }
    /// Creates a nest; `body` makes one iteration from the induction variables and the outputs, and adds its own
    /// `scf.forall.in_parallel` with [`InParallelOp::create`].
    pub fn create(
        b: &mut Builder<'_>,
        [lower, upper, step]: [&[Mixed]; 3],
        outputs: &[Value],
        mapping: Option<Attr>,
        body: impl FnOnce(&mut Builder<'_>, &[Value], &[Value]),
    ) -> Self {
        let rank = lower.len();
        let [lower, upper, step] = [lower, upper, step].map(Mixed::split);
        let attrs = [&lower, &upper, &step].map(|l| b.cx().i64_array(&l.1));
        let types: Vec<Type> = outputs.iter().map(|&v| b.ty(v)).collect();
        let op = Self::build(
            b, &lower.0, &upper.0, &step.0, outputs, attrs[0], attrs[1], attrs[2], mapping, &types,
        );
        let mut args = vec![b.cx().index(); rank];
        args.extend(types);
        b.region_block(op, 0, &args, |b, block| {
            let args = b.block_args(block).to_vec();
            body(b, &args[..rank], &args[rank..]);
        });
        op
    }
}

impl ForallOp {
    /// For each dimension, how often it runs, where that is known.
    pub fn trip_counts(self, b: &Body) -> Vec<Option<u64>> {
        let (lowers, uppers, steps) = (self.lower_bounds(b), self.upper_bounds(b), self.steps(b));
        let bounds = lowers.into_iter().zip(uppers).zip(steps);
        bounds.map(|((lower, upper), step)| mixed_trip_count(b, lower, upper, step, Order::Signed)).collect()
    }
}

impl ImplicitTerminatorName for ForallOp {
    fn implicit_terminator(&self) -> &'static str {
        InParallelOp::NAME
    }
}

impl Verify for ForallOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (loops, outs, results) = (self.rank(b), self.outputs(b).len(), self.results(b).len());
        ensure!(results == outs, "produces {results} results, but has only {outs} outputs");
        let args = entry_args(b, region_at(b, self.op(), 0));
        // The outputs have arguments too, but the message of MLIR counts only the loops.
        ensure!(args.len() == loops + outs, "region expects {loops} arguments");
        for (i, &arg) in args[..loops].iter().enumerate() {
            ensure!(b.cx().is_index(b.ty(arg)), "expects {i}-th block argument to be an index");
        }
        for (i, (&arg, out)) in args[loops..].iter().zip(self.outputs(b)).enumerate() {
            ensure!(
                b.ty(arg) == b.ty(out),
                "type mismatch between {i}-th output and corresponding block argument"
            );
        }
        let mapping = self.mapping(b).map_or(&[][..], |m| &m.get(b.cx()).0);
        // Which units take part is beside what the loops run over.
        let masks = mapping.iter().filter(|&&m| b.cx().attr_name(m) == Some("gpu.mask")).count();
        let sizes_match = mapping.is_empty() || mapping.len() - masks == loops;
        ensure!(sizes_match, "mapping attribute size must match op rank");
        ensure!(masks <= 1, "\"mapping\" supports at most one device masking attribute");
        for (what, fixed, dynamic) in [
            ("lower bound", self.numbers(b, 0), self.dynamic_lower_bound(b).len()),
            ("upper bound", self.numbers(b, 1), self.dynamic_upper_bound(b).len()),
            ("step", self.numbers(b, 2), self.dynamic_step(b).len()),
        ] {
            let n = fixed.len();
            if n != loops {
                return Err(VerifyError::bare(format!("expected {loops} {what} values, got {n}")));
            }
            let want = fixed.iter().filter(|&&v| v == strata_ir::core::DYNAMIC).count();
            if dynamic != want {
                return Err(VerifyError::bare(format!("expected {want} dynamic {what} values")));
            }
        }
        Ok(())
    }
}

impl LoopLike for ForallOp {
    fn loop_regions(&self, b: &Body) -> SmallVec<[Region; 1]> {
        smallvec![self.body(b)]
    }
    fn induction_vars(&self, b: &Body) -> SmallVec<[Value; 2]> {
        self.ivs(b).into()
    }
    fn inits(&self, b: &Body) -> SmallVec<[Value; 4]> {
        self.outputs(b).collect()
    }
    fn iter_args(&self, b: &Body) -> SmallVec<[Value; 4]> {
        self.region_out_args(b).into()
    }
    fn static_trip_count(&self, b: &Body) -> Option<u64> {
        product(self.trip_counts(b).into_iter())
    }
}

/// Each iteration gets the outputs from the op, and passes no values on.
impl RegionBranchOp for ForallOp {
    fn entry_operands(&self, b: &Body, _: RegionPoint) -> SmallVec<[Value; 4]> {
        self.outputs(b).collect()
    }
    fn successor_inputs(&self, b: &Body, to: RegionPoint) -> SmallVec<[Value; 4]> {
        match to {
            RegionPoint::Parent => SmallVec::new(),
            RegionPoint::Region(_) => self.region_out_args(b).into(),
        }
    }
}

impl CustomAsm for ForallOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" (").values(self.ivs(b).iter().copied()).text(")");
        if self.is_normalized(b) {
            p.text(" in ");
            print_index_list(p, self.dynamic_upper_bound(b), self.numbers(b, 1));
        } else {
            p.text(" = ");
            print_index_list(p, self.dynamic_lower_bound(b), self.numbers(b, 0));
            p.text(" to ");
            print_index_list(p, self.dynamic_upper_bound(b), self.numbers(b, 1));
            p.text(" step ");
            print_index_list(p, self.dynamic_step(b), self.numbers(b, 2));
        }
        let outs = self.region_out_args(b);
        p.assignments(" shared_outs", outs.iter().copied(), self.outputs(b));
        p.text(" ");
        if !outs.is_empty() {
            p.text("-> (").types(b.result_types(self.op())).text(") ");
        }
        let terminator = !self.results(b).is_empty();
        if let Some(region) = region_at(b, self.op(), 0) {
            p.region(region, RegionStyle { args: false, terminator, empty_block: false });
        }
        p.attr_dict(self.op(), &["staticLowerBound", "staticUpperBound", "staticStep"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let mut args = parse_args(p, cx.index())?;
        let mut sizes = [0, 0, 0, 0];
        let mut lists = [vec![0; args.len()], vec![], vec![1; args.len()]];
        let words = if p.eat("in") { [None, Some(""), None] } else { [Some("="), Some("to"), Some("step")] };
        for (i, word) in words.into_iter().enumerate() {
            let Some(word) = word else { continue };
            if !word.is_empty() {
                p.expect(word)?;
            }
            let (dynamic, fixed) = parse_index_list(p)?;
            sizes[i] = dynamic.len() as i32;
            lists[i] = fixed;
            for operand in dynamic {
                let v = p.resolve(operand, cx.index())?;
                state.operands.push(v);
            }
        }
        let at = p.location();
        if p.eat("shared_outs") {
            let mut outs = parse_assignments(p)?;
            let types = p.arrow_types_opt()?;
            let values = p.resolve_all(&outs.inits, &types, at)?;
            sizes[3] = values.len() as i32;
            state.operands.extend(values);
            for (arg, &ty) in outs.args.iter_mut().zip(&types) {
                arg.ty = ty;
            }
            state.result_types.extend(types);
            args.extend(outs.args);
        }
        p.region(state, &args)?;
        if let Some(&region) = state.regions.last() {
            InParallelOp::ensure(p.body(), region, state.loc);
        }
        p.attr_dict(state)?;
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&sizes));
        for (name, list) in ["staticLowerBound", "staticUpperBound", "staticStep"].into_iter().zip(lists) {
            state.set_attr(cx, name, cx.i64_array(&list));
        }
        Ok(())
    }
}

/// Ends an iteration of a `scf.forall`; the ops in it write to the shared outputs.
#[op(
    name = "scf.forall.in_parallel",
    traits = [Pure, Terminator, NoTerminator, GraphRegion, SingleBlock],
    interfaces = [Verify],
    parents = ["scf.forall"],
    custom_asm,
)]
pub struct InParallelOp {
    /// The writes.
    pub region: SingleBlockRegion,
}

impl InParallelOp {
    /// Creates the op; `body` makes the writes.
    pub fn create(b: &mut Builder<'_>, body: impl FnOnce(&mut Builder<'_>)) -> Self {
        let op = Self::build(b);
        b.region_block(op, 0, &[], |b, _| body(b));
        op
    }
    /// Ends the only block of a region with an op that writes nothing, when it has no terminator.
    fn ensure(b: &mut Body, region: Region, loc: Location) {
        if b.blocks(region).is_empty() {
            b.add_block(region, &[]);
        }
        let [block] = *b.blocks(region) else { return };
        if b.terminator(block).is_none() {
            Self::create(&mut Builder::new(b, InsertPoint::at_end(block), loc), |_| ());
        }
    }
}

impl Verify for InParallelOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some(forall) = b.parent_op(self.op()).and_then(|op| op.as_op::<ForallOp>(b)) else {
            return Err("expected forall op parent".into());
        };
        let outs = forall.region_out_args(b);
        for op in b.region_ops(self.region(b)) {
            let Some(combining) = op.cast::<dyn ParallelCombining>(b) else {
                return Err("expected only ParallelCombiningOpInterface ops".into());
            };
            if !combining.updated_destinations(b).iter().all(|v| outs.contains(v)) {
                let name = b.op_name(op);
                let message = format!("'{name}' op may only insert into an output block argument");
                return Err(VerifyError::bare(message).at(b.loc(op)));
            }
        }
        Ok(())
    }
}

impl CustomAsm for InParallelOp {
    fn print(&self, p: &mut Printer<'_>) {
        if let Some(region) = region_at(p.body(), self.op(), 0) {
            p.text(" ").region(region, RegionStyle::NO_ARGS_NO_TERMINATOR);
        }
        p.attr_dict(self.op(), &[]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        p.region(state, &[])?;
        if let Some(&region) = state.regions.last()
            && p.body().blocks(region).is_empty()
        {
            p.body().add_block(region, &[]);
        }
        p.attr_dict(state)
    }
}
