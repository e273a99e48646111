//! `affine.for`.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    analysis::is_speculatable,
    core::writer::deep,
    prelude::*,
    text::RegionStyle,
};

use crate::{
    ranges::without_redundant,
    simplify::ValueMap,
    syntax::{map_of, op_error, parse_operands, print_operands},
    validity::verify_operands,
};

/// A loop whose bounds are affine functions; it may carry values from one iteration to the next.
#[op(
    name = "affine.for",
    traits = [AttrSizedOperandSegments, AutomaticAllocationScope, ImplicitTerminator, RecursiveMemoryEffects],
    interfaces = [VerifyRegions, Canonicalize, ImplicitTerminatorName, LoopLike, RegionBranchOp, Speculatable],
    custom_asm,
)]
pub struct ForOp {
    /// Operands of the map of the lower bound.
    #[ir_name = "lowerBoundOperands"]
    pub lower_bound_operands: Variadic<Index>,
    /// Operands of the map of the upper bound.
    #[ir_name = "upperBoundOperands"]
    pub upper_bound_operands: Variadic<Index>,
    /// Initial values of the carried values.
    pub inits: Variadic<AnyType>,
    /// The lower bound is the largest result of this map.
    #[ir_name = "lowerBoundMap"]
    pub lower_bound_map: Attr<AffineMapAttr>,
    /// The upper bound, exclusive, is the smallest result of this map.
    #[ir_name = "upperBoundMap"]
    pub upper_bound_map: Attr<AffineMapAttr>,
    /// By how much the induction variable grows; positive.
    pub step: Attr<IndexAttr>,
    /// The loop body; its arguments are the induction variable and the carried values.
    pub region: SingleBlockRegion,
    /// The carried values after the last iteration.
    pub results: VariadicRes<AnyType>,
}

impl ForOp {
    /// Creates a loop with an entry block but without any op in it.
    pub fn create(
        b: &mut Builder<'_>,
        lower: &ValueMap,
        upper: &ValueMap,
        step: i64,
        inits: &[Value],
    ) -> Self {
        let cx = b.cx();
        let (lower_map, upper_map) =
            (cx.affine_map_attr(lower.map.clone()), cx.affine_map_attr(upper.map.clone()));
        let (step, index) = (cx.index_attr(step), cx.index());
        let types: SmallVec<[Type; 4]> = inits.iter().map(|&v| b.ty(v)).collect();
        let op = Self::build(b, &lower.operands, &upper.operands, inits, lower_map, upper_map, step, &types);
        let args: SmallVec<[Type; 4]> = std::iter::once(index).chain(types).collect();
        let region = op.region(b);
        b.body().add_block(region, &args);
        op
    }
    /// The map of the lower bound with its operands.
    pub fn lower(self, b: &Body) -> ValueMap {
        ValueMap::new(map_of(b, b.attr_slot(self.op(), 0)), self.lower_bound_operands(b))
    }
    /// The map of the upper bound with its operands.
    pub fn upper(self, b: &Body) -> ValueMap {
        ValueMap::new(map_of(b, b.attr_slot(self.op(), 1)), self.upper_bound_operands(b))
    }
    /// Changes both bounds.
    pub fn set_bounds(self, b: &mut Body, lower: &ValueMap, upper: &ValueMap) {
        let inits: SmallVec<[Value; 4]> = ForOp::inits(self, b).collect();
        let sizes = [lower.operands.len() as i32, upper.operands.len() as i32, inits.len() as i32];
        let operands: Vec<Value> =
            lower.operands.iter().chain(&upper.operands).chain(&inits).copied().collect();
        let (lower, upper) =
            (b.cx().affine_map_attr(lower.map.clone()), b.cx().affine_map_attr(upper.map.clone()));
        let sizes = b.cx().i32_array(&sizes);
        b.set_operands(self.op(), &operands);
        b.set_attr(self.op(), "operandSegmentSizes", Some(sizes));
        b.set_attr_slot(self.op(), 0, Some(lower));
        b.set_attr_slot(self.op(), 1, Some(upper));
    }
    /// Changes the lower bound.
    pub fn set_lower(self, b: &mut Body, lower: &ValueMap) {
        let upper = self.upper(b);
        self.set_bounds(b, lower, &upper);
    }
    /// Changes the upper bound.
    pub fn set_upper(self, b: &mut Body, upper: &ValueMap) {
        let lower = self.lower(b);
        self.set_bounds(b, &lower, upper);
    }
    /// Changes the step, which must be positive.
    pub fn set_step_value(self, b: &mut Body, step: i64) {
        let step = b.cx().index_attr(step);
        b.set_attr_slot(self.op(), 2, Some(step));
    }
    /// The induction variable; none if the op is wrong.
    pub fn induction_var(self, b: &Body) -> Option<Value> {
        b.block_args(self.region_block(b)).first().copied()
    }
    /// The step.
    pub fn step_value(self, b: &Body) -> i64 {
        b.attr_slot(self.op(), 2).and_then(|a| b.cx().attr_i64(a)).unwrap_or(1)
    }
    /// The lower bound, when it is known.
    pub fn constant_lower(self, b: &Body) -> Option<i64> {
        self.lower(b).map.constant_results()?.into_iter().max()
    }
    /// The upper bound, when it is known.
    pub fn constant_upper(self, b: &Body) -> Option<i64> {
        self.upper(b).map.constant_results()?.into_iter().min()
    }
    /// Number of iterations, when the bounds are known.
    pub fn trip_count(self, b: &Body) -> Option<u64> {
        iterations(self.constant_lower(b)?, self.constant_upper(b)?, self.step_value(b))
    }
}

/// The number of iterations from one number to another; `None` if the step is not positive.
pub(super) fn iterations(lower: i64, upper: i64, step: i64) -> Option<u64> {
    let step = u64::try_from(step).ok().filter(|&s| s != 0)?;
    let length = i128::from(upper) - i128::from(lower);
    Some(u64::try_from(length).map_or(0, |l| l.div_ceil(step)))
}

impl ForOp {
    /// The results of a loop that is never executed, or that has nothing in it but the yield of values that do not
    /// depend on the number of iterations.
    fn known_results(self, b: &Body) -> Option<SmallVec<[Value; 4]>> {
        let inits: SmallVec<[Value; 4]> = ForOp::inits(self, b).collect();
        if b.results(self.op()).is_empty() {
            return None;
        }
        let constant =
            self.lower(b).map.single_constant().is_some() && self.upper(b).map.single_constant().is_some();
        let trips = self.trip_count(b).filter(|_| constant);
        if trips == Some(0) {
            return Some(inits);
        }
        let block = self.region_block(b);
        let last = b.last_op(block).filter(|&last| b.first_op(block) == Some(last))?;
        let args = b.block_args(block);
        let mut values = SmallVec::new();
        for (i, v) in b.operands(last).enumerate() {
            let value = match args.iter().position(|&arg| arg == v) {
                // The last value of the induction variable does not follow from the bounds alone.
                Some(0) => return None,
                // A carried value that keeps its place is the first one.
                Some(at) if at == i + 1 || trips == Some(1) => *inits.get(at - 1)?,
                Some(_) => return None,
                None if trips.is_some() => v,
                None => return None,
            };
            values.push(value);
        }
        (values.len() == b.results(self.op()).len()).then_some(values)
    }
}

impl ImplicitTerminatorName for ForOp {
    fn implicit_terminator(&self) -> &'static str {
        "affine.yield"
    }
}

impl LoopLike for ForOp {
    fn loop_regions(&self, b: &Body) -> SmallVec<[Region; 1]> {
        smallvec![self.region(b)]
    }
    fn induction_vars(&self, b: &Body) -> SmallVec<[Value; 2]> {
        b.block_args(self.region_block(b)).first().copied().into_iter().collect()
    }
    fn inits(&self, b: &Body) -> SmallVec<[Value; 4]> {
        ForOp::inits(*self, b).collect()
    }
    fn iter_args(&self, b: &Body) -> SmallVec<[Value; 4]> {
        b.block_args(self.region_block(b)).iter().skip(1).copied().collect()
    }
    fn static_trip_count(&self, b: &Body) -> Option<u64> {
        self.trip_count(b)
    }
}

impl RegionBranchOp for ForOp {
    fn successors(&self, b: &Body, from: RegionPoint) -> SmallVec<[RegionPoint; 2]> {
        match (from, self.trip_count(b)) {
            (RegionPoint::Parent, Some(0)) => smallvec![RegionPoint::Parent],
            (RegionPoint::Parent, Some(_)) => smallvec![RegionPoint::Region(0)],
            (RegionPoint::Region(_), Some(1)) => smallvec![RegionPoint::Parent],
            _ => smallvec![RegionPoint::Region(0), RegionPoint::Parent],
        }
    }
    fn entry_operands(&self, b: &Body, _: RegionPoint) -> SmallVec<[Value; 4]> {
        ForOp::inits(*self, b).collect()
    }
    fn successor_inputs(&self, b: &Body, to: RegionPoint) -> SmallVec<[Value; 4]> {
        match to {
            RegionPoint::Parent => b.results(self.op()).into(),
            RegionPoint::Region(_) => self.iter_args(b),
        }
    }
}

impl VerifyRegions for ForOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let args = b.block_args(self.region_block(b));
        ensure!(
            args.first().is_some_and(|&v| b.cx().is_index(b.ty(v))),
            "expected body to have a single index argument for the induction variable"
        );
        for (vm, name) in [(self.lower(b), "lower"), (self.upper(b), "upper")] {
            ensure!(
                vm.map.n_inputs() as usize == vm.operands.len(),
                "operand count and affine map dimension and symbol count must match"
            );
            verify_operands(b, self.op(), vm.operands.iter().copied(), vm.map.n_dims() as usize)?;
            ensure!(vm.map.n_results() != 0, "expected {name} bound map to have at least one result");
        }
        ensure!(self.step_value(b) > 0, "expected step to be representable as a positive signed integer");
        let n = b.results(self.op()).len();
        ensure!(
            ForOp::inits(*self, b).len() == n,
            "mismatch between the number of loop-carried values and results"
        );
        ensure!(args.len() == n + 1, "mismatch between the number of basic block args and results");
        let carried = ForOp::inits(*self, b).zip(&args[1..]).zip(b.results(self.op()));
        for (i, ((init, &arg), &result)) in carried.enumerate() {
            ensure!(
                b.ty(init) == b.ty(result) && b.ty(arg) == b.ty(result),
                "types mismatch between {i}th iter operand and defined value"
            );
        }
        Ok(())
    }
}

impl Canonicalize for ForOp {
    /// Simplifies the bounds; a loop whose results are known without executing it gives those.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        if let Some(values) = self.known_results(rw) {
            rw.replace_op(self.op(), &values);
            return Some(());
        }
        let (old_lower, old_upper) = (self.lower(rw), self.upper(rw));
        let (mut lower, mut upper) = (old_lower.simplified(rw), old_upper.simplified(rw));
        lower.map = without_redundant(rw, &lower, true);
        upper.map = without_redundant(rw, &upper, false);
        if let Some(c) = lower.map.constant_results().and_then(|r| r.into_iter().max()) {
            lower = ValueMap::new(AffineMap::constant(c), []);
        }
        if let Some(c) = upper.map.constant_results().and_then(|r| r.into_iter().min()) {
            upper = ValueMap::new(AffineMap::constant(c), []);
        }
        if lower == old_lower && upper == old_upper {
            return None;
        }
        let defs: Vec<Op> = rw.operands(self.op()).filter_map(|v| rw.def_op(v)).collect();
        self.set_bounds(rw.body(), &lower, &upper);
        rw.touch(self.op());
        defs.into_iter().for_each(|def| rw.touch(def));
        Some(())
    }
}

impl Speculatable for ForOp {
    /// With step 1 the loop ends for all bounds; with another one the induction variable may overflow.
    fn is_speculatable(&self, b: &Body) -> bool {
        self.step_value(b) == 1
            && b.region_ops(self.region(b))
                .all(|op| b.has_trait(op, Trait::Terminator) || deep(|| is_speculatable(b, op)))
    }
}

impl CustomAsm for ForOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let args = b.block_args(self.region_block(b));
        let Some((&iv, carried)) = args.split_first() else {
            p.generic_op(self.op());
            return;
        };
        p.space().value(iv).arg_location(iv).text(" = ");
        print_bound(p, b.attr_slot(self.op(), 0), &self.lower(b), "max ");
        p.text(" to ");
        print_bound(p, b.attr_slot(self.op(), 1), &self.upper(b), "min ");
        if self.step_value(b) != 1 {
            p.text(" step ").int(self.step_value(b));
        }
        let results: SmallVec<[Type; 4]> = b.result_types(self.op()).collect();
        if ForOp::inits(*self, b).len() != 0 {
            p.assignments(" iter_args", carried.iter().copied(), ForOp::inits(*self, b));
            p.text(" -> (").types(results.iter().copied()).text(")");
        }
        let terminator = !results.is_empty() || p.needs_terminator(self.region(b));
        p.space().region(self.region(b), RegionStyle { args: false, terminator, empty_block: false });
        p.attr_dict(self.op(), &["lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let (name, loc) = p.untyped_arg()?;
        let mut args = vec![BlockArg { name, ty: cx.index(), loc }];
        p.expect("=")?;
        parse_bound(p, state, "lowerBoundMap", ("max", "lower"))?;
        let n_lower = state.operands.len();
        if !p.eat("to") {
            return Err(p.error("expected 'to' between bounds"));
        }
        parse_bound(p, state, "upperBoundMap", ("min", "upper"))?;
        let n_upper = state.operands.len() - n_lower;
        let mut step = 1;
        if p.eat("step") {
            let at = p.location();
            step = parse_index(p, at)?;
            if step < 1 {
                let message =
                    "custom op 'affine.for' expected step to be representable as a positive signed integer";
                return Err(p.error_at(at, message));
            }
        }
        state.set_attr(cx, "step", cx.index_attr(step));
        let mut n_inits = 0;
        if p.eat("iter_args") {
            p.expect("(")?;
            let pairs = p.list_until(")", |p| {
                let arg = p.untyped_arg()?;
                p.expect("=")?;
                Ok((arg, p.operand()?))
            })?;
            let types = p.arrow_types_opt()?;
            if types.len() != pairs.len() {
                return Err(op_error(
                    p,
                    state,
                    "mismatch between the number of loop-carried values and results",
                ));
            }
            n_inits = pairs.len();
            for (((name, loc), init), ty) in pairs.into_iter().zip(types) {
                args.push(BlockArg { name, ty, loc });
                state.operands.push(p.resolve(init, ty)?);
                state.result_types.push(ty);
            }
        }
        let sizes = [n_lower as i32, n_upper as i32, n_inits as i32];
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&sizes));
        p.region(state, &args)?;
        p.attr_dict(state)
    }
}

/// A constant, an SSA value, or a map with its operands.
fn parse_bound(p: &mut Parser<'_>, state: &mut OpState, attr: &str, words: (&str, &str)) -> PResult<()> {
    let cx = p.cx();
    let (keyword, side) = words;
    let prefixed = p.eat(keyword);
    if let Some(operand) = p.operand_opt()? {
        state.operands.push(p.resolve(operand, cx.index())?);
        state.set_attr(cx, attr, cx.affine_map_attr(AffineMap::symbol_identity()));
        return Ok(());
    }
    let at = p.location();
    let parsed = p.attr_of_type(cx.index())?;
    if let Some(value) = cx.attr_as::<IntegerAttr>(parsed).and_then(|i| i.value.as_i64()) {
        state.set_attr(cx, attr, cx.affine_map_attr(AffineMap::constant(value)));
        return Ok(());
    }
    let Some(AffineMapAttr(map)) = cx.attr_as::<AffineMapAttr>(parsed) else {
        return Err(op_error(p, state, "expected valid affine map representation for loop bounds"));
    };
    state.set_attr(cx, attr, parsed);
    let (dims, symbols) = parse_operands(p, state)?;
    if dims != map.n_dims() as usize {
        return Err(op_error(p, state, "dim operand count and affine map dim count must match"));
    }
    if symbols != map.n_symbols() as usize {
        return Err(op_error(p, state, "symbol operand count and affine map symbol count must match"));
    }
    if map.n_results() > 1 && !prefixed {
        let message = format!(
            "custom op 'affine.for' {side} loop bound affine map with multiple results requires '{keyword}' prefix"
        );
        return Err(p.error_at(at, message));
    }
    Ok(())
}

/// An integer of type `index`, which begins at `at`.
fn parse_index(p: &mut Parser<'_>, at: Location) -> PResult<i64> {
    let cx = p.cx();
    let parsed = p.attr_of_type(cx.index())?;
    cx.attr_as::<IntegerAttr>(parsed)
        .and_then(|i| i.value.as_i64())
        .ok_or_else(|| p.error_at(at, "invalid kind of attribute specified"))
}

/// See [`parse_bound`]. The short forms stand only for maps without other operands, so that all maps read back.
fn print_bound(p: &mut Printer<'_>, attr: Option<Attr>, vm: &ValueMap, keyword: &str) {
    let map = &vm.map;
    if let [result] = map.results() {
        if map.n_inputs() == 0
            && let Some(c) = result.as_const()
        {
            p.int(c);
            return;
        }
        if (map.n_dims(), map.n_symbols()) == (0, 1) && *result == AffineExpr::symbol(0) {
            p.values(vm.operands.iter().take(1).copied());
            return;
        }
    } else {
        p.text(keyword);
    }
    if let Some(attr) = attr {
        p.attr(attr);
    }
    print_operands(p, &vm.operands, map.n_dims() as usize);
}
