//! `affine.parallel`.

use strata_ir::{affine::AffineExpr, prelude::*, text::RegionStyle};

use super::for_op::iterations;
use crate::{
    simplify::ValueMap,
    syntax::{SsaOperands, map_of, print_expr},
    validity::verify_operands,
};

/// The kinds of reductions, by the number that the attribute holds.
const REDUCTIONS: [&str; 16] = [
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf", "mins",
    "minu", "mulf", "muli", "ori", "xori",
];

/// The attributes that the syntax shows.
const SHOWN: [&str; 6] =
    ["reductions", "lowerBoundsMap", "lowerBoundsGroups", "upperBoundsMap", "upperBoundsGroups", "steps"];

attr_constraint! {
    /// An array of 64-bit integers.
    I64ArrayAttr: ArrayAttr = "64-bit integer array attribute", |a, cx| integers(cx, a).is_some();
    /// An array of kinds of reductions.
    ReductionArray: ArrayAttr = "Reduction ops",
        |a, cx| integers(cx, a).is_some_and(|v| v.iter().all(|n| (0..REDUCTIONS.len() as i64).contains(n)));
    /// A tensor or vector of 32-bit integers.
    I32Elements: DenseElementsAttr = "32-bit signless integer elements attribute",
        |a, cx| cx.attr_as::<DenseElementsAttr>(a).is_some_and(|d| cx.elem_or_self(d.ty) == cx.i32()), kind |a, cx| is_dense_ints(a, cx);
}

fn integers(cx: &strata_ir::core::Context, attr: Attr) -> Option<Vec<i64>> {
    let items = &cx.attr_as::<ArrayAttr>(attr)?.0;
    let int = |&a: &Attr| cx.attr_as::<IntegerAttr>(a).filter(|i| i.ty == cx.i64())?.as_i64(cx);
    items.iter().map(int).collect()
}

/// Loops whose iterations may run in any order, also at the same time.
#[op(
    name = "affine.parallel",
    traits = [AutomaticAllocationScope, ImplicitTerminator, RecursivelySpeculatable, RecursiveMemoryEffects],
    interfaces = [VerifyRegions, Canonicalize, ImplicitTerminatorName, LoopLike],
    custom_asm,
)]
pub struct ParallelOp {
    /// How the yielded values are combined.
    pub reductions: Attr<ReductionArray>,
    /// The lower bounds of all loops.
    #[ir_name = "lowerBoundsMap"]
    pub lower_bounds_map: Attr<AffineMapAttr>,
    /// How many results of the map belong to each loop, whose bound is the largest of them.
    #[ir_name = "lowerBoundsGroups"]
    pub lower_bounds_groups: Attr<I32Elements>,
    /// The upper bounds of all loops, exclusive.
    #[ir_name = "upperBoundsMap"]
    pub upper_bounds_map: Attr<AffineMapAttr>,
    /// How many results of the map belong to each loop, whose bound is the smallest of them.
    #[ir_name = "upperBoundsGroups"]
    pub upper_bounds_groups: Attr<I32Elements>,
    /// By how much the induction variables grow.
    pub steps: Attr<I64ArrayAttr>,
    /// Operands of the map of the lower bounds, then of that of the upper bounds.
    #[ir_name = "mapOperands"]
    pub map_operands: Variadic<Index>,
    /// The loop body; its arguments are the induction variables.
    pub region: SingleBlockRegion,
    /// The reduced values.
    pub results: VariadicRes<AnyType>,
}

/// The bounds of one side of all loops.
pub struct Bounds {
    /// The map with its operands.
    pub map: ValueMap,
    /// How many results belong to each loop.
    pub groups: Vec<usize>,
}

impl Bounds {
    /// The results of each loop.
    pub fn per_loop(&self) -> impl Iterator<Item = &[AffineExpr]> {
        let mut rest = self.map.map.results();
        self.groups.iter().map(move |&n| {
            let (head, tail) = rest.split_at(n.min(rest.len()));
            rest = tail;
            head
        })
    }
}

impl ParallelOp {
    /// The steps.
    pub fn step_values(self, b: &Body) -> Vec<i64> {
        b.attr_slot(self.op(), 5).and_then(|a| integers(b.cx(), a)).unwrap_or_default()
    }
    /// The kinds of reductions, as `arith` numbers them.
    pub fn reduction_kinds(self, b: &Body) -> Vec<i64> {
        b.attr_slot(self.op(), 0).and_then(|a| integers(b.cx(), a)).unwrap_or_default()
    }
    /// Changes the maps of both bounds; the numbers of their results stay.
    pub fn set_bound_maps(self, b: &mut Body, lower: &ValueMap, upper: &ValueMap) {
        let operands: Vec<Value> = lower.operands.iter().chain(&upper.operands).copied().collect();
        let (lower, upper) =
            (b.cx().affine_map_attr(lower.map.clone()), b.cx().affine_map_attr(upper.map.clone()));
        b.set_operands(self.op(), &operands);
        b.set_attr_slot(self.op(), 1, Some(lower));
        b.set_attr_slot(self.op(), 3, Some(upper));
    }
    /// Changes the steps.
    pub fn set_step_values(self, b: &mut Body, steps: &[i64]) {
        let steps = steps.iter().map(|&s| b.cx().i64_attr(s)).collect::<Vec<_>>();
        let steps = b.cx().array_attr(steps);
        b.set_attr_slot(self.op(), 5, Some(steps));
    }
    fn groups(self, b: &Body, slot: usize) -> Vec<usize> {
        let attr = b.attr_slot(self.op(), slot).and_then(|a| b.cx().attr_as::<DenseElementsAttr>(a));
        let Some(dense) = attr else { return Vec::new() };
        let values = dense.to_i64s(b.cx()).unwrap_or_default();
        values.into_iter().map(|v| usize::try_from(v).unwrap_or(0)).collect()
    }
    /// The lower bounds.
    pub fn lower(self, b: &Body) -> Bounds {
        let map = map_of(b, b.attr_slot(self.op(), 1));
        let operands: Vec<Value> = b.operands(self.op()).take(map.n_inputs() as usize).collect();
        Bounds { map: ValueMap::new(map, operands), groups: self.groups(b, 2) }
    }
    /// The upper bounds.
    pub fn upper(self, b: &Body) -> Bounds {
        let before = map_of(b, b.attr_slot(self.op(), 1)).n_inputs() as usize;
        let operands: Vec<Value> = b.operands(self.op()).skip(before).collect();
        Bounds {
            map: ValueMap::new(map_of(b, b.attr_slot(self.op(), 3)), operands),
            groups: self.groups(b, 4),
        }
    }
}

impl Canonicalize for ParallelOp {
    /// Simplifies the bounds.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (old_lower, old_upper) = (self.lower(rw).map, self.upper(rw).map);
        let (lower, upper) = (old_lower.simplified(rw), old_upper.simplified(rw));
        if lower == old_lower && upper == old_upper {
            return None;
        }
        let defs: Vec<Op> = rw.operands(self.op()).filter_map(|v| rw.def_op(v)).collect();
        self.set_bound_maps(rw.body(), &lower, &upper);
        rw.touch(self.op());
        defs.into_iter().for_each(|def| rw.touch(def));
        Some(())
    }
}

impl ImplicitTerminatorName for ParallelOp {
    fn implicit_terminator(&self) -> &'static str {
        "affine.yield"
    }
}

impl LoopLike for ParallelOp {
    fn loop_regions(&self, b: &Body) -> SmallVec<[Region; 1]> {
        smallvec![self.region(b)]
    }
    fn induction_vars(&self, b: &Body) -> SmallVec<[Value; 2]> {
        b.block_args(self.region_block(b)).into()
    }
    fn inits(&self, _: &Body) -> SmallVec<[Value; 4]> {
        SmallVec::new()
    }
    fn iter_args(&self, _: &Body) -> SmallVec<[Value; 4]> {
        SmallVec::new()
    }
    fn static_trip_count(&self, b: &Body) -> Option<u64> {
        let (lower, upper) = (self.lower(b), self.upper(b));
        let numbers =
            |bounds: &[AffineExpr]| bounds.iter().map(AffineExpr::as_const).collect::<Option<Vec<_>>>();
        let mut all = 1_u64;
        for ((lower, upper), step) in lower.per_loop().zip(upper.per_loop()).zip(self.step_values(b)) {
            let (lower, upper) = (numbers(lower)?.into_iter().max()?, numbers(upper)?.into_iter().min()?);
            all = all.checked_mul(iterations(lower, upper, step)?)?;
        }
        Some(all)
    }
}

impl VerifyRegions for ParallelOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let (lower, upper, steps) = (self.lower(b), self.upper(b), self.step_values(b));
        let args = b.block_args(self.region_block(b)).len();
        let n = steps.len();
        ensure!(
            lower.groups.len() == n && upper.groups.len() == n && args == n,
            "the number of region arguments ({args}) and the number of map groups for lower ({}) and upper bound ({}), and the number of steps ({n}) must all match",
            lower.groups.len(),
            upper.groups.len()
        );
        for (bounds, side) in [(&lower, "lower"), (&upper, "upper")] {
            let total = bounds.groups.iter().fold(0usize, |sum, &g| sum.saturating_add(g));
            ensure!(
                bounds.map.map.n_results() == total,
                "expected {side} bounds map to have {total} results"
            );
            ensure!(
                bounds.map.map.n_inputs() as usize == bounds.map.operands.len(),
                "operand count and affine map dimension and symbol count must match"
            );
        }
        ensure!(steps.iter().all(|&s| s > 0), "expected steps to be positive");
        ensure!(
            self.reduction_kinds(b).len() == b.results(self.op()).len(),
            "a reduction must be specified for each output"
        );
        for bounds in [&lower, &upper] {
            verify_operands(
                b,
                self.op(),
                bounds.map.operands.iter().copied(),
                bounds.map.map.n_dims() as usize,
            )?;
        }
        Ok(())
    }
}

impl CustomAsm for ParallelOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" (").values(b.block_args(self.region_block(b)).iter().copied()).text(") = (");
        print_bounds(p, &self.lower(b), "max");
        p.text(") to (");
        print_bounds(p, &self.upper(b), "min");
        p.text(")");
        let steps = self.step_values(b);
        if steps.iter().any(|&s| s != 1) {
            p.text(" step (");
            p.list(steps, |p, s| {
                p.int(s);
            });
            p.text(")");
        }
        let results: SmallVec<[Type; 4]> = b.result_types(self.op()).collect();
        if !results.is_empty() {
            p.text(" reduce (");
            p.list(self.reduction_kinds(b), |p, kind| {
                p.quoted(usize::try_from(kind).ok().and_then(|k| REDUCTIONS.get(k)).copied().unwrap_or(""));
            });
            p.text(") -> (").types(results.iter().copied()).text(")");
        }
        let terminator = !results.is_empty() || p.needs_terminator(self.region(b));
        p.space().region(self.region(b), RegionStyle { args: false, terminator, empty_block: false });
        p.attr_dict(self.op(), &SHOWN);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        p.expect("(")?;
        let args = p.list_until(")", |p| {
            let (name, loc) = p.untyped_arg()?;
            Ok(BlockArg { name, ty: p.cx().index(), loc })
        })?;
        p.expect("=")?;
        parse_bounds(p, state, "max", "lowerBoundsMap", "lowerBoundsGroups")?;
        p.expect("to")?;
        parse_bounds(p, state, "min", "upperBoundsMap", "upperBoundsGroups")?;
        let mut steps = vec![1; args.len()];
        if p.eat("step") {
            p.expect("(")?;
            steps = p.list_until(")", Parser::integer)?;
        }
        let steps = steps.into_iter().map(|s| cx.i64_attr(s)).collect();
        state.set_attr(cx, "steps", cx.array_attr(steps));
        let mut reductions = Vec::new();
        if p.eat("reduce") {
            p.expect("(")?;
            reductions = p.list_until(")", |p| {
                let at = p.location();
                let bytes = p.string()?;
                match REDUCTIONS.iter().position(|r| r.as_bytes() == bytes) {
                    Some(i) => Ok(p.cx().i64_attr(i as i64)),
                    None => {
                        let shown = String::from_utf8_lossy(&bytes).into_owned();
                        Err(p.error_at(
                            at,
                            format!("custom op 'affine.parallel' invalid reduction value: \"{shown}\""),
                        ))
                    }
                }
            })?;
        }
        state.set_attr(cx, "reductions", cx.array_attr(reductions));
        state.result_types = p.arrow_types_opt()?.into();
        p.region(state, &args)?;
        p.attr_dict(state)
    }
}

/// `(%a, max(%b, 3))`: one bound for each loop.
fn parse_bounds(p: &mut Parser<'_>, state: &mut OpState, word: &str, map: &str, groups: &str) -> PResult<()> {
    let cx = p.cx();
    let mut operands = SsaOperands::default();
    let mut results = Vec::new();
    p.expect("(")?;
    let sizes = p.list_until(")", |p| {
        let before = results.len();
        if p.eat(word) {
            p.expect("(")?;
            results.extend(p.list_until(")", |p| operands.expr(p))?);
        } else {
            results.push(operands.expr(p)?);
        }
        Ok((results.len() - before) as i64)
    })?;
    state.operands.extend(operands.resolve(p)?);
    state.set_attr(cx, map, cx.affine_map_attr(operands.map(results)));
    if let Some(attr) = cx.dense_i64s(cx.tensor(&[sizes.len() as i64], cx.i32()), &sizes) {
        state.set_attr(cx, groups, attr);
    }
    Ok(())
}

fn print_bounds(p: &mut Printer<'_>, bounds: &Bounds, word: &str) {
    let (dims, symbols) = (bounds.map.dims(), bounds.map.symbols());
    let loops: Vec<&[AffineExpr]> = bounds.per_loop().collect();
    p.list(loops, |p, group| match group {
        [one] => print_expr(p, one, dims, symbols),
        many => {
            p.text(word).text("(");
            p.list(many, |p, e| print_expr(p, e, dims, symbols));
            p.text(")");
        }
    });
}
