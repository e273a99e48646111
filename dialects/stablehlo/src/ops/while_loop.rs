//! `while`.

use strata_ir::{prelude::*, text::RegionStyle};

use crate::facts::*;
use crate::{constraints::*, infer};

/// Repeats a computation while a condition holds.
#[op(
    name = "stablehlo.while",
    facts = [CarriesValues, Evaluable],
    traits = [RecursiveMemoryEffects, SingleBlock],
    interfaces = [InferTypes, Verify, VerifyRegions, BlockArgNames, RegionBranchOp],
    custom_asm,
)]
pub struct WhileOp {
    /// First values.
    pub operand: Variadic<TensorTokenOrBuffer>,
    /// Whether to go on, from the values.
    pub cond: SingleBlockRegion,
    /// The next values, from the values.
    pub body: SingleBlockRegion,
    /// The last values.
    pub results: VariadicRes<TensorTokenOrBuffer>,
}

impl InferTypes for WhileOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        Ok(self.operand(b).map(|v| b.ty(v)).collect())
    }
}
impl Verify for WhileOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let types: Vec<Type> = self.operand(b).map(|v| b.ty(v)).collect();
        let list = |types: &[Type]| infer::shown_list(cx, types);
        for (name, block) in [("condition", self.cond_block(b)), ("body", self.body_block(b))] {
            let args: Vec<Type> = b.block_args(block).iter().map(|&v| b.ty(v)).collect();
            // while_c1, while_c2
            if !infer::all_compatible(cx, &types, &args) {
                return Err(VerifyError::bare(format!(
                    "expect operands to be compatible with {name} block arguments but got {} vs {}",
                    list(&types),
                    list(&args)
                )));
            }
        }
        let returned =
            |block| b.last_op(block).map(|op| b.operand_types(op).collect::<Vec<_>>()).unwrap_or_default();
        let next = returned(self.body_block(b));
        if !infer::all_compatible(cx, &types, &next) {
            return Err(VerifyError::bare(format!(
                "expect operands to be compatible with body block return types but got {} vs {}",
                list(&types),
                list(&next)
            )));
        }
        let pred = returned(self.cond_block(b));
        if pred.len() != 1 {
            return Err(VerifyError::bare(format!(
                "expect condition body returns a single value but got {}",
                pred.len()
            )));
        }
        let ok = cx.type_as::<TensorType>(pred[0]).is_some_and(|t| t.shape.is_empty() && t.elem == cx.i1());
        if !ok {
            return Err(VerifyError::bare(
                "expect condition block return a zero-ranked tensor of i1 but got ".to_owned()
                    + &format!("'{}'", cx.type_to_string(pred[0])),
            ));
        }
        Ok(())
    }
}
verify_regions_by_inference!(WhileOp);

impl BlockArgNames for WhileOp {
    fn name_block_args(&self, b: &Body, region: Region, name: &mut dyn FnMut(Value, &str)) {
        for &block in b.blocks(region) {
            b.block_args(block).iter().for_each(|&arg| name(arg, "iterArg"));
        }
    }
}

impl RegionBranchOp for WhileOp {
    fn successors(&self, _: &Body, from: RegionPoint) -> SmallVec<[RegionPoint; 2]> {
        match from {
            RegionPoint::Parent | RegionPoint::Region(1) => smallvec![RegionPoint::Region(0)],
            RegionPoint::Region(_) => smallvec![RegionPoint::Region(1), RegionPoint::Parent],
        }
    }
    fn entry_operands(&self, b: &Body, _: RegionPoint) -> SmallVec<[Value; 4]> {
        self.operand(b).collect()
    }
    fn successor_inputs(&self, b: &Body, to: RegionPoint) -> SmallVec<[Value; 4]> {
        match to {
            RegionPoint::Parent => self.results(b).into(),
            RegionPoint::Region(i) => b.block_args(b.blocks(b.regions(self.op())[i])[0]).into(),
        }
    }
}

impl CustomAsm for WhileOp {
    fn print(&self, p: &mut Printer<'_>) {
        let (b, op) = (p.body(), self.op());
        let args = b.block_args(self.cond_block(b));
        let pairs: Vec<(Value, Value)> = args.iter().copied().zip(self.operand(b)).collect();
        p.text("(").list(pairs, |p, (arg, init)| {
            p.value(arg).text(" = ").value(init);
        });
        p.text(")");
        if b.num_operands(op) != 0 {
            p.text(" : ").types(b.operand_types(op));
        }
        p.attr_dict_with_keyword(op, &[]).indented_newline();
        p.text("cond ").region(self.cond(b), RegionStyle::NO_ARGS);
        p.text(" do ").region(self.body(b), RegionStyle::NO_ARGS);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        p.expect("(")?;
        let mut operands = Vec::new();
        let names = p.list_until(")", |p| {
            let name = p.arg_name()?;
            p.expect("=")?;
            operands.push(p.operand()?);
            Ok(name)
        })?;
        let mut types = Vec::new();
        if !operands.is_empty() {
            p.expect(":")?;
            let at = p.location();
            types = p.types_comma()?;
            if types.len() == 1
                && let Some(f) = p.cx().type_as::<FunctionType>(types[0])
            {
                state.result_types = f.results.iter().copied().collect();
                types = f.inputs.clone();
            } else {
                state.result_types = types.iter().copied().collect();
            }
            state.operands.extend(p.resolve_all(&operands, &types, at)?);
        }
        p.attr_dict_with_keyword(state)?;
        let args: Vec<BlockArg<'_>> =
            names.iter().zip(&types).map(|(&(name, loc), &ty)| BlockArg { name, ty, loc }).collect();
        p.expect("cond")?;
        p.region(state, &args)?;
        p.expect("do")?;
        p.region(state, &args)
    }
}
