//! `vector.mask`.

use strata_ir::prelude::*;

use crate::{
    ContractionOp, GatherOp, MultiDimReductionOp, ReductionOp, TransferReadOp, TransferWriteOp, YieldOp,
    constraints::vector_of, masked::mask_format, transfer::infer_mask,
};

type_constraint! {
    /// A mask that has dimensions.
    RankedMask = "vector of 1-bit signless integer values", |ty, cx|
        cx.type_as::<VectorType>(ty).is_some_and(|v| v.elem == cx.i1() && !v.shape.is_empty());
}

/// Executes the op in its region in the lanes that a mask selects.
#[op(
    name = "vector.mask",
    traits = [RecursiveMemoryEffects, SingleBlock],
    interfaces = [Verify, VerifyRegions, Canonicalize],
    custom_asm,
)]
pub struct MaskOp {
    /// The lanes.
    pub mask: Operand<RankedMask>,
    /// The other lanes of the result.
    pub passthru: OptOperand<AnyType>,
    /// The results of the op.
    pub results: VariadicRes<AnyType>,
    /// The op.
    #[ir_name = "maskRegion"]
    pub mask_region: AnyRegion,
}

impl MaskOp {
    /// The mask around an op.
    pub fn around(b: &Body, op: Op) -> Option<Self> {
        b.parent_op(op)?.as_op(b)
    }
    /// The op in the region, if there is one besides the terminator.
    pub fn masked_op(self, b: &Body) -> Option<Op> {
        let &[block] = b.blocks(self.mask_region(b)) else { return None };
        let first = b.first_op(block)?;
        (!first.isa::<YieldOp>(b)).then_some(first)
    }
}

/// The shape of the mask of an op that can be masked: none when it cannot.
fn expected_mask(b: &Body, op: Op) -> Option<(Vec<i64>, Vec<bool>)> {
    let parts = |v: &VectorType| (v.shape.to_vec(), v.scalable.to_vec());
    let like = |v: Value| vector_of(b, v).map(parts);
    let transfer = |v: Value, map: &strata_ir::affine::AffineMap| {
        let mask = infer_mask(b.cx(), vector_of(b, v)?, map);
        b.cx().type_as::<VectorType>(mask).map(parts)
    };
    if let Some(op) = op.as_op::<ReductionOp>(b) {
        like(op.vector(b))
    } else if let Some(op) = op.as_op::<MultiDimReductionOp>(b) {
        like(op.source(b))
    } else if let Some(op) = op.as_op::<GatherOp>(b) {
        like(op.result(b))
    } else if let Some(op) = op.as_op::<TransferReadOp>(b) {
        transfer(op.vector(b), &op.map(b))
    } else if let Some(op) = op.as_op::<TransferWriteOp>(b) {
        transfer(op.value_to_store(b), &op.map(b))
    } else {
        let op = op.as_op::<ContractionOp>(b)?;
        let maps = op.maps(b);
        let mut sizes = vec![None; op.iterators(b).len()];
        for (map, v) in maps.iter().zip([op.lhs(b), op.rhs(b)]) {
            let v = vector_of(b, v)?;
            for (i, d) in map.results().iter().enumerate() {
                let d = d.as_dim()? as usize;
                *sizes.get_mut(d)? = Some((*v.shape.get(i)?, v.scalable.get(i) == Some(&true)));
            }
        }
        let (shape, scalable): (Vec<i64>, Vec<bool>) =
            sizes.into_iter().collect::<Option<Vec<_>>>()?.into_iter().unzip();
        Some((shape, if scalable.contains(&true) { scalable } else { Vec::new() }))
    }
}

impl Verify for MaskOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let &[block] = b.blocks(self.mask_region(b)) else {
            return Err("region #0 ('maskRegion') failed to verify constraint: region with 1 blocks".into());
        };
        ensure!(b.block_args(block).is_empty(), "region should have no arguments");
        ensure!(b.first_op(block).is_some(), "expects a terminator within the mask region");
        Ok(())
    }
}

impl VerifyRegions for MaskOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let &[block] = b.blocks(self.mask_region(b)) else { return Ok(()) };
        let n = b.block_ops(block).count();
        ensure!(n <= 2, "expects only one operation to mask");
        let Some(end) = b.last_op(block).and_then(|op| op.as_op::<YieldOp>(b)) else {
            return Err("expects a terminator within the mask region".into());
        };
        let results = b.results(self.op());
        ensure!(
            end.operands(b).len() == results.len(),
            "expects number of results to match mask region yielded values"
        );
        let Some(masked) = self.masked_op(b) else { return Ok(()) };
        let Some((shape, scalable)) = expected_mask(b, masked) else {
            return Err("expects a MaskableOpInterface within the mask region".into());
        };
        let inner = b.results(masked);
        ensure!(
            inner.len() == results.len(),
            "expects number of results to match maskable operation number of results"
        );
        let types = |list: &[Value]| list.iter().map(|&v| b.ty(v)).collect::<Vec<_>>();
        ensure!(
            types(inner) == types(results),
            "expects result type to match maskable operation result type"
        );
        let cx = b.cx();
        let want = cx.ty(VectorType { shape: shape.into(), scalable: scalable.into(), elem: cx.i1() });
        ensure!(
            b.ty(self.mask(b)) == want,
            "expects a '{}' mask for the maskable operation",
            cx.type_to_string(want)
        );
        if let Some(passthru) = self.passthru(b) {
            ensure!(
                masked.isa::<TransferReadOp>(b),
                "doesn't expect a passthru argument for this maskable operation"
            );
            let result = results.first().map(|&v| b.ty(v));
            ensure!(Some(b.ty(passthru)) == result, "expects passthru type to match result type");
        }
        Ok(())
    }
}

impl CustomAsm for MaskOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").value(self.mask(b));
        if let Some(v) = self.passthru(b) {
            p.text(", ").value(v);
        }
        p.text(" { ");
        if let Some(&block) = b.blocks(self.mask_region(b)).first()
            && let Some(first) = b.first_op(block)
        {
            p.custom_or_generic(first);
        }
        p.text(" }").attr_dict(self.op(), &[]).text(" : ").type_of(self.mask(b));
        let results: Vec<Type> = b.result_types(self.op()).collect();
        if !results.is_empty() {
            p.text(" -> ").types(results);
        }
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let mask = p.operand()?;
        let passthru = if p.eat(",") { Some(p.operand()?) } else { None };
        p.region(state, &[])?;
        let (loc, region) = (state.loc, state.regions[0]);
        end_region(p.body(), region, loc);
        p.attr_dict(state)?;
        let ty = p.colon_type()?;
        if p.eat("->") {
            state.result_types.extend(p.types_comma()?);
        }
        let mask = p.resolve(mask, ty)?;
        state.operands.push(mask);
        if let Some(v) = passthru {
            let Some(&ty) = state.result_types.first() else {
                return Err(p.error("expects a result if passthru operand is provided"));
            };
            let v = p.resolve(v, ty)?;
            state.operands.push(v);
        }
        Ok(())
    }
}

/// Lets the region yield the results of its op.
fn end_region(b: &mut Body, region: Region, loc: Location) {
    if b.blocks(region).is_empty() {
        b.add_block(region, &[]);
    }
    let &[block] = b.blocks(region) else { return };
    if b.terminator(block).is_some() {
        return;
    }
    let values = b.last_op(block).map(|op| b.results(op).to_vec()).unwrap_or_default();
    YieldOp::build(&mut Builder::new(b, InsertPoint::at_end(block), loc), &values);
}

/// A mask of all lanes is not needed, and neither is one around nothing.
impl Canonicalize for MaskOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let values = match self.masked_op(rw) {
            Some(op) if mask_format(rw, self.mask(rw)) == Some(true) => {
                let at = InsertPoint::before(rw, self.op());
                rw.body().move_op(op, at);
                rw.touch(op);
                rw.results(op).to_vec()
            }
            Some(_) => return None,
            None if self.passthru(rw).is_some() => return None,
            None => {
                let &[block] = rw.blocks(self.mask_region(rw)) else { return None };
                rw.terminator(block)?.as_op::<YieldOp>(rw)?.operands(rw).collect()
            }
        };
        rw.replace_op(*self, &values);
        Some(())
    }
}
