//! Operations of the threads of a block or of a warp on each other's values.

use strata_arith::constant_int;
use strata_ir::{prelude::*, text::RegionStyle};

use crate::{AllReduceOperation, BroadcastType, IntegerOrFloat, IntegerOrFloatOr1DVector, ShuffleMode};

/// An op that synchronizes threads or exchanges values. It must not be moved, but it accesses no buffer itself.
pub trait SynchronizesThreads {}

/// A barrier for the threads of the block, which also makes their writes visible.
#[op(
    name = "gpu.barrier",
    interfaces = [Canonicalize, SynchronizesThreads],
    asm = "attr-dict",
)]
pub struct BarrierOp {}

impl SynchronizesThreads for BarrierOp {}

impl Canonicalize for BarrierOp {
    /// A barrier right after a barrier waits for nothing.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let next = rw.next_op(self.op())?.as_op::<Self>(rw)?;
        rw.erase_op(next);
        Some(())
    }
}

/// Gives each lane of a warp the value of another lane.
#[op(
    name = "gpu.shuffle",
    traits = [Pure],
    interfaces = [ResultNames],
    same = [value, shuffle_result],
    asm = "$mode $value `,` $offset `,` $width attr-dict `:` type($value)",
)]
pub struct ShuffleOp {
    /// The value of this lane.
    pub value: Operand<IntegerOrFloatOr1DVector>,
    /// The distance of the other lane, or its number.
    pub offset: Operand<I32>,
    /// The number of lanes of a group, within which values are exchanged.
    pub width: Operand<I32>,
    /// How the offset selects the other lane.
    pub mode: Attr<ShuffleMode>,
    /// The value of the other lane.
    #[ir_name = "shuffleResult"]
    pub shuffle_result: Res<IntegerOrFloatOr1DVector>,
    /// Whether there is such a lane.
    pub valid: Res<I1>,
}

impl ShuffleOp {
    /// The value of the lane at a constant offset, among all lanes of a warp of 32.
    pub fn create(b: &mut Builder<'_>, mode: ShuffleMode, value: Value, offset: i64) -> Value {
        let i32 = b.cx().i32();
        let (offset, width) = (constant_int(b, offset, i32), constant_int(b, 32, i32));
        let (mode, i1) = (mode.attr(b.cx()), b.cx().i1());
        let op = Self::build(b, value, offset, width, mode, i1);
        op.shuffle_result(b)
    }
}
impl ResultNames for ShuffleOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.shuffle_result(b), "shuffleResult");
        name(self.valid(b), "valid");
    }
}

attr_constraint! {
    /// A number that is not negative.
    NonNegativeI32: IntegerAttr = "32-bit signless integer attribute whose minimum value is 0", |a, cx|
        I32Attr::check(a, cx) && cx.attr_i64(a).is_some_and(|v| v >= 0), form AttrForm::ImpliedType(Context::i32);
    /// A power of two.
    PowerOfTwoI32: IntegerAttr = "32-bit signless integer attribute whose value is a power of two > 0", |a, cx|
        I32Attr::check(a, cx) && cx.attr_i64(a).is_some_and(|v| v > 0 && v & (v - 1) == 0), form AttrForm::ImpliedType(Context::i32);
    /// One, if it is not given.
    ClusterStride: IntegerAttr = "32-bit signless integer attribute", |a, cx| I32Attr::check(a, cx),
        form AttrForm::ImpliedType(Context::i32), default |cx| cx.i32_attr(1);
}

/// Rotates the values of the lanes of a warp: each gets the value of the lane at an offset, which wraps around.
#[op(
    name = "gpu.rotate",
    traits = [Pure],
    interfaces = [Verify, ResultNames],
    same = [value, rotate_result],
    asm = "$value `,` $offset `,` $width attr-dict `:` type($value)",
)]
pub struct RotateOp {
    /// The value of this lane.
    pub value: Operand<IntegerOrFloatOr1DVector>,
    /// The distance of the other lane.
    pub offset: Attr<NonNegativeI32>,
    /// The number of lanes of a group, within which values are exchanged.
    pub width: Attr<PowerOfTwoI32>,
    /// The value of the other lane.
    #[ir_name = "rotateResult"]
    pub rotate_result: Res<IntegerOrFloatOr1DVector>,
    /// Whether the lane is among those that exchange values.
    pub valid: Res<I1>,
}

impl ResultNames for RotateOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.rotate_result(b), "rotateResult");
        name(self.valid(b), "valid");
    }
}
impl Verify for RotateOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let number = |name| b.attr(self.op(), name).and_then(|a| b.cx().attr_i64(a)).unwrap_or(0);
        let (offset, width) = (number("offset"), number("width"));
        ensure!(offset < width, "offset must be in the range [0, {width})");
        Ok(())
    }
}

/// Gives all lanes of a warp the value of one.
#[op(
    name = "gpu.subgroup_broadcast",
    traits = [NoMemoryEffect],
    interfaces = [Verify],
    same = [src, result],
    asm = "$src `,` $broadcast_type ($lane^)? attr-dict `:` type($result)",
)]
pub struct SubgroupBroadcastOp {
    /// The value of this lane.
    pub src: Operand<AnyType>,
    /// The number of the lane.
    pub lane: OptOperand<I32>,
    /// Which lane it is.
    pub broadcast_type: Attr<BroadcastType>,
    /// The value of that lane.
    pub result: Res<AnyType>,
}

impl Verify for SubgroupBroadcastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let kind = b.attr(self.op(), "broadcast_type").and_then(|a| b.cx().attr_as::<BroadcastType>(a));
        match (kind, self.lane(b)) {
            (Some(BroadcastType::FirstActiveLane), Some(_)) => {
                Err("lane can only be specified for `specific_lane` broadcast".into())
            }
            (Some(BroadcastType::SpecificLane), None) => {
                Err("lane must be specified for `specific_lane` broadcast".into())
            }
            _ => Ok(()),
        }
    }
}

/// Combines the values of all threads of the block, by an operation or by a region.
#[op(
    name = "gpu.all_reduce",
    traits = [IsolatedFromAbove, SameOperandsAndResultType],
    interfaces = [VerifyRegions, SynchronizesThreads, Fold],
    custom_asm,
)]
pub struct AllReduceOp {
    /// The value of this thread.
    pub value: Operand<IntegerOrFloat>,
    /// The operation.
    #[ir_name = "op"]
    pub operation: OptAttr<AllReduceOperation>,
    /// All threads of the block come here.
    pub uniform: OptAttr<UnitAttr>,
    /// Combines two values.
    pub body: AnyRegion,
    /// The values of all.
    pub result: Res<IntegerOrFloat>,
}

impl SynchronizesThreads for AllReduceOp {}

/// Marks reductions that all threads come to.
macro_rules! marks_uniform {
    ($($op:ident),*) => {$(
        impl Fold for $op {
            fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
                let found = self.uniform(b).is_none() && is_uniform(b, self.op());
                found.then(|| {
                    let unit = b.cx().unit();
                    self.set_uniform(b, unit);
                    Folded::InPlace
                })
            }
        }
    )*};
}
marks_uniform!(AllReduceOp, SubgroupReduceOp);

/// Whether all threads come to an op: it is in the first block of a launch.
fn is_uniform(b: &Body, op: Op) -> bool {
    let Some(launch) = b.parent_op(op).filter(|parent| parent.isa::<crate::LaunchOp>(b)) else {
        return false;
    };
    let entry = b.regions(launch).first().and_then(|&region| b.blocks(region).first());
    entry.copied() == b.parent_block(op)
}

/// The operation of a reduction, which may be any attribute before it is verified.
fn operation(b: &Body, op: Op) -> Option<AllReduceOperation> {
    b.attr(op, "op").and_then(|a| b.cx().attr_as::<AllReduceOperation>(a)).copied()
}

fn supported(b: &Body, op: Op, ty: Type) -> VerifyResult {
    match operation(b, op).filter(|o| !o.supports(b.cx(), ty)) {
        Some(o) => {
            let shown = b.cx().type_to_string(ty);
            Err(format!("`{}` reduction operation is not compatible with type '{shown}'", o.word()).into())
        }
        None => Ok(()),
    }
}

impl VerifyRegions for AllReduceOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let Some(&region) = b.regions(self.op()).first() else { return Ok(()) };
        let blocks = b.blocks(region);
        let by_operation = operation(b, self.op()).is_some();
        ensure!(blocks.is_empty() == by_operation, "expected either an op attribute or a non-empty body");
        let Some(&entry) = blocks.first() else { return Ok(()) };
        ensure!(b.block_args(entry).len() == 2, "expected two region arguments");
        let ty = b.ty(b.block_args(entry)[0]);
        ensure!(b.ty(b.block_args(entry)[1]) == ty, "incorrect region argument type");
        let mut yields = 0;
        for &block in blocks {
            let Some(last) = b.last_op(block).filter(|&op| op.isa::<crate::YieldOp>(b)) else { continue };
            ensure!(b.num_operands(last) == 1, "expected one gpu.yield operand");
            ensure!(b.ty(b.operand(last, 0)) == ty, "incorrect gpu.yield type");
            yields += 1;
        }
        ensure!(yields > 0, "expected gpu.yield op in region");
        Ok(())
    }
}

impl CustomAsm for AllReduceOp {
    fn print(&self, p: &mut Printer<'_>) {
        let (b, op) = (p.body(), self.op());
        p.text(" ");
        if let Some(kind) = operation(b, op) {
            p.text(kind.word()).text(" ");
        }
        p.in_parent(op, |p, op| {
            let v = p.body().operand(op, 0);
            p.value(v);
        });
        if b.attr(op, "uniform").is_some() {
            p.text(" uniform");
        }
        p.text(" ");
        if let Some(&region) = b.regions(op).first() {
            p.region(region, RegionStyle::default());
        }
        p.attr_dict(op, &["op", "uniform"]).text(" : ");
        p.in_parent(op, |p, op| {
            let b = p.body();
            let inputs: SmallVec<[Type; 1]> = b.operand_types(op).collect();
            let results: SmallVec<[Type; 1]> = b.result_types(op).collect();
            p.function_type(&inputs, &results);
        });
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        if !p.peek("%") {
            let kind = AllReduceOperation::parse_word(p)?;
            state.set_attr(cx, "op", kind.attr(cx));
        }
        let value = p.operand()?;
        if p.eat("uniform") {
            state.set_attr(cx, "uniform", cx.unit());
        }
        p.region(state, &[])?;
        p.attr_dict(state)?;
        p.expect(":")?;
        let at = p.location();
        let (inputs, results) = p.functional_type()?;
        let [ty] = inputs[..] else { return Err(p.error_at(at, "expected one operand type")) };
        let value = p.resolve(value, ty)?;
        state.operands.push(value);
        state.result_types.extend(results);
        Ok(())
    }
}

/// Combines the values of the lanes of a warp, or of groups of them.
#[op(
    name = "gpu.subgroup_reduce",
    traits = [SameOperandsAndResultType],
    interfaces = [Verify, Fold],
    asm = "custom<OPERATION>($op) $value (`uniform` $uniform^)? (`cluster` `(` `size` `=` $cluster_size^ (`,` `stride` `=` $cluster_stride^)? `)`)? attr-dict `:` functional-type(operands, results)",
)]
pub struct SubgroupReduceOp {
    /// The value of this lane.
    pub value: Operand<IntegerOrFloatOr1DVector>,
    /// The operation.
    #[ir_name = "op"]
    pub operation: Attr<AllReduceOperation>,
    /// All lanes of the warp come here.
    pub uniform: OptAttr<UnitAttr>,
    /// The number of lanes of a group.
    pub cluster_size: OptAttr<I32Attr>,
    /// The distance of the lanes of a group.
    pub cluster_stride: DefaultAttr<ClusterStride>,
    /// The values of all.
    pub result: Res<IntegerOrFloatOr1DVector>,
}

static OPERATION: CustomDirective = CustomDirective {
    print: |op, p| {
        if let Some(kind) = operation(p.body(), op) {
            p.text(kind.word());
        }
    },
    parse: |p, state, _| {
        let kind = AllReduceOperation::parse_word(p)?;
        state.set_attr(p.cx(), "op", kind.attr(p.cx()));
        Ok(())
    },
    attrs: &["op"],
};

impl Verify for SubgroupReduceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        supported(b, self.op(), b.ty(self.value(b)))?;
        let number = |name| b.attr(self.op(), name).and_then(|a| b.cx().attr_i64(a));
        if let Some(size) = number("cluster_size") {
            ensure!(size > 0 && size & (size - 1) == 0, "cluster size {size} is not a power of two");
        }
        let stride = number("cluster_stride").unwrap_or(1);
        ensure!(
            stride == 1 || number("cluster_size").is_some(),
            "cluster stride can only be specified if cluster size is specified"
        );
        ensure!(stride > 0 && stride & (stride - 1) == 0, "cluster stride {stride} is not a power of two");
        Ok(())
    }
}
