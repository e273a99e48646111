//! `scan`.

use strata_ir::{prelude::*, text::RegionStyle};
use strata_stablehlo::facts::*;
use strata_stablehlo::{constraints as hlo, infer};

use crate::constraints::Tensor;

/// Goes along one dimension of its inputs: from one slice of each and the carries, the body makes one slice of each
/// output and the next carries.
#[op(
    name = "chlo.scan",
    facts = [Rounds],
    traits = [RecursiveMemoryEffects, SingleBlock, AttrSizedOperandSegments, AttrSizedResultSegments],
    interfaces = [InferTypes, Verify, VerifyRegions, BlockArgNames],
    custom_asm,
)]
pub struct ScanOp {
    /// The tensors that are cut into slices.
    pub inputs: Variadic<Tensor>,
    /// The first carries.
    pub inits: Variadic<Tensor>,
    /// The dimension.
    pub dimension: Attr<hlo::DimensionAttr>,
    /// Whether it starts with the last slice.
    pub is_reverse: OptAttr<BoolAttr>,
    /// Whether the body is known to be associative.
    pub is_associative: OptAttr<BoolAttr>,
    /// The number of slices, where it does not follow from an input.
    pub scan_dim_size: OptAttr<I64Attr>,
    /// The slices of the outputs and the next carries, from slices of the inputs and the carries.
    pub body: SingleBlockRegion,
    /// The tensors composed of the output slices.
    pub outputs: VariadicRes<Tensor>,
    /// The last carries.
    pub carries: VariadicRes<Tensor>,
}

impl ScanOp {
    /// The dimension.
    pub fn scan_dim(self, b: &Body) -> Option<usize> {
        b.cx().attr_i64(self.dimension(b).raw()).and_then(|d| usize::try_from(d).ok())
    }
    /// The number of slices, if it is known.
    pub fn turns(self, b: &Body) -> Option<i64> {
        let dim = self.scan_dim(b)?;
        let own = self.scan_dim_size(b).and_then(|a| b.cx().attr_i64(a.raw()));
        let of = |v| infer::sizes(b.cx(), b.ty(v)).get(dim).copied().filter(|&n| n != DYNAMIC);
        own.or_else(|| self.inputs(b).find_map(of))
    }
    /// The operands of the terminator of the body.
    fn returned(self, b: &Body) -> Option<Vec<Type>> {
        let block = *b.blocks(self.body(b)).first()?;
        Some(b.operand_types(b.last_op(block)?).collect())
    }
}

/// The type with one dimension more, in its bounds too.
fn edited(cx: &Context, ty: Type, edit: impl Fn(&mut Dims, i64), size: i64) -> Option<Type> {
    let t = cx.type_as::<TensorType>(ty)?;
    let mut shape: Dims = t.shape.iter().copied().collect();
    let mut bounds: Dims = (0..shape.len()).map(|i| infer::bound(cx, t, i).unwrap_or(DYNAMIC)).collect();
    edit(&mut shape, size);
    edit(&mut bounds, DYNAMIC);
    let is_bounded = bounds.iter().any(|&b| b != DYNAMIC);
    let encoding = is_bounded.then(|| cx.attr(strata_stablehlo::TypeExtensions { bounds }));
    Some(cx.ty(TensorType { shape, elem: t.elem, encoding }))
}

/// The type without one dimension. As upstream it keeps all bounds, which are then those of other dimensions.
fn without(cx: &Context, ty: Type, dim: usize) -> Type {
    let Some(t) = cx.type_as::<TensorType>(ty).filter(|t| dim < t.shape.len()) else { return ty };
    let mut shape: Dims = t.shape.iter().copied().collect();
    shape.remove(dim);
    cx.ty(TensorType { shape, ..t.clone() })
}

impl InferTypes for ScanOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let cx = b.cx();
        let returned = self.returned(b).ok_or("ScanOp region is empty")?;
        let carries = self.inits(b).count();
        if returned.len() < carries {
            return Err(format!("ScanOp body must return at least {carries} values (carries)"));
        }
        let dim = self.scan_dim(b).ok_or("the dimension is negative")?;
        for (i, v) in self.inputs(b).enumerate() {
            if dim >= infer::sizes(cx, b.ty(v)).len() {
                return Err(format!("scan dimension of operand {i} is out of bounds"));
            }
        }
        let size = self.turns(b).unwrap_or(DYNAMIC);
        let outputs = returned.len() - carries;
        returned
            .iter()
            .enumerate()
            .map(|(i, &ty)| {
                if i >= outputs {
                    return Ok(ty);
                }
                if dim > infer::sizes(cx, ty).len() {
                    return Err(format!("scan dimension is out of bounds for terminator operand {i}"));
                }
                edited(cx, ty, |list, n| list.insert(dim, n), size)
                    .ok_or_else(|| format!("terminator operand {i} is not ranked"))
            })
            .collect()
    }
}

impl Verify for ScanOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        ensure!(
            b.num_operands(self.op()) != self.inits(b).count() || !self.outputs(b).is_empty(),
            "at least one of inputs or outputs must be present"
        );
        let Some(dim) = self.scan_dim(b) else { return Ok(()) };
        let mut size = self.scan_dim_size(b).and_then(|a| cx.attr_i64(a.raw()));
        for (i, v) in self.inputs(b).enumerate() {
            ensure!(cx.type_as::<TensorType>(b.ty(v)).is_some(), "operand {i} is not ranked");
            let Some(&own) = infer::sizes(cx, b.ty(v)).get(dim) else {
                return Err(format!("scan dimension of operand {i} is out of bounds").into());
            };
            if own == DYNAMIC {
                continue;
            }
            ensure!(size.is_none_or(|size| size == own), "invalid scan dimension size of operand {i}");
            size = Some(own);
        }
        Ok(())
    }
}

impl VerifyRegions for ScanOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let Some(dim) = self.scan_dim(b) else { return Ok(()) };
        let args = b.block_args(self.body_block(b));
        let (given, wanted) = (b.num_operands(self.op()), args.len());
        ensure!(given == wanted, "expects {given} arguments in the body, but got {wanted}");
        let inputs = self.inputs(b).count();
        for (i, (operand, &arg)) in b.operands(self.op()).zip(args).enumerate() {
            let ty = b.ty(operand);
            let ty = if i < inputs { without(cx, ty, dim) } else { ty };
            ensure!(infer::compatible(cx, ty, b.ty(arg)), "operand and body argument {i} are incompatible");
        }
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

impl BlockArgNames for ScanOp {
    fn name_block_args(&self, b: &Body, region: Region, name: &mut dyn FnMut(Value, &str)) {
        let inputs = self.inputs(b).count();
        let Some(&block) = b.blocks(region).first() else { return };
        for (i, &arg) in b.block_args(block).iter().enumerate() {
            name(arg, if i < inputs { "input" } else { "carry" });
        }
    }
}

impl CustomAsm for ScanOp {
    fn print(&self, p: &mut Printer<'_>) {
        let (b, op) = (p.body(), self.op());
        let (inputs, inits): (Vec<Value>, Vec<Value>) = (self.inputs(b).collect(), self.inits(b).collect());
        p.unspace().text("(").values(inputs).text(") inits (").values(inits).text(") dimension=");
        p.int(b.cx().attr_i64(self.dimension(b).raw()).unwrap_or(0)).text(" ");
        p.attr_dict_with_keyword(op, &["dimension"]).text(" ");
        p.region(self.body(b), RegionStyle::default()).text(" : ");
        let (operands, results): (Vec<Type>, Vec<Type>) =
            (b.operand_types(op).collect(), b.result_types(op).collect());
        p.function_type(&operands, &results);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let start = p.location();
        p.expect("(")?;
        let inputs = p.list_until(")", Parser::operand)?;
        p.expect("inits")?;
        p.expect("(")?;
        let inits = p.list_until(")", Parser::operand)?;
        p.expect("dimension")?;
        p.expect("=")?;
        let dimension = p.integer()?;
        p.attr_dict_with_keyword(state)?;
        p.region(state, &[])?;
        p.expect(":")?;
        let (operands, results) = p.functional_type()?;
        if operands.len() != inputs.len() + inits.len() {
            return Err(p.error_at(start, "operand types must match the number of inputs and inits"));
        }
        let Some(outputs) = results.len().checked_sub(inits.len()) else {
            return Err(p.error_at(start, "not enough result types to cover the required carries"));
        };
        let (input_types, init_types) = operands.split_at(inputs.len());
        state.operands.extend(p.resolve_all(&inputs, input_types, start)?);
        state.operands.extend(p.resolve_all(&inits, init_types, start)?);
        state.result_types = results.into();
        let cx = p.cx();
        state.set_attr(cx, "dimension", cx.i64_attr(dimension));
        let (inputs, inits) = (inputs.len() as i32, inits.len() as i32);
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&[inputs, inits]));
        state.set_attr(cx, "resultSegmentSizes", cx.i32_array(&[outputs as i32, inits]));
        Ok(())
    }
}
