//! Loops that combine a carried value: each element of a vector is combined apart, starting from the neutral value, and the elements of the result are
//! combined behind the loop.

use strata_affine::{ApplyOp, ForOp, MinOp, ValueMap};
use strata_arith::SelectOp;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_passes_analysis::combiner::Combiner;
use strata_vector::{CombiningKind, CreateMaskOp, ReductionOp};

use super::state::State;
use crate::analysis::reduction::{Reduction, reduction_of};

impl State<'_> {
    /// The loop around vectors for the old outermost loop with reductions.
    pub fn enter_reduction(&mut self, body: &mut Body, old: ForOp) -> Option<()> {
        let reductions = self.loops.get(&old.op())?;
        let starts: Vec<Value> = old.inits(body).collect();
        if old.step_value(body) != 1 || reductions.len() != starts.len() {
            return None;
        }
        let mut neutrals = Vec::new();
        for (reduction, &start) in reductions.iter().zip(&starts) {
            let elem = body.ty(start);
            let neutral = neutral_value(body, reduction.combiner, elem)?;
            let splat = body.cx().splat_attr(self.vector_type(body.cx(), elem)?, neutral)?;
            let loc = body.value_loc(start);
            let value = strata_arith::constant(&mut Builder::new(body, self.at, loc), splat);
            self.around.extend(body.def_op(value));
            neutrals.push((neutral, value));
        }
        let inits: Vec<Value> = neutrals.iter().map(|n| n.1).collect();
        let new = self.new_loop(body, old, Some(0), &inits)?;
        for (i, (reduction, &start)) in reductions.iter().zip(&starts).enumerate() {
            let (vector, result) = (body.result(new.op(), i), body.result(old.op(), i));
            let value = self.reduce(body, old, reduction, vector);
            let known = constant_value(body, start) == Some(neutrals[i].0);
            let total = if known { value } else { self.combine(body, old, reduction, [value, start]) };
            self.reduced.push((result, total));
        }
        let block = new.region_block(body);
        self.at = InsertPoint::at_start(body, block);
        self.mask(body, old, new)
    }

    /// Combines the elements of a vector.
    fn reduce(&mut self, body: &mut Body, old: ForOp, reduction: &Reduction, vector: Value) -> Value {
        let kind = body.cx().attr(combining_kind(body, reduction.combiner));
        let elem = body.cx().elem_or_self(body.ty(vector));
        let value = ReductionOp::build(&mut self.builder(body, old.op()), kind, vector, None, None, elem);
        self.around.extend(body.def_op(value));
        value
    }
    /// Combines two scalars.
    fn combine(&mut self, body: &mut Body, old: ForOp, reduction: &Reduction, operands: [Value; 2]) -> Value {
        let mut state = OpState::new(body.info(reduction.combiner), body.loc(old.op()));
        state.operands.extend(operands);
        state.result_types.push(body.ty(operands[0]));
        let op = self.builder(body, old.op()).build(state);
        self.around.push(op);
        body.result(op, 0)
    }

    /// Which elements are those of iterations; nothing if all are.
    fn mask(&mut self, body: &mut Body, old: ForOp, new: ForOp) -> Option<()> {
        let (lower, upper) = (old.lower(body), old.upper(body));
        let size = *self.sizes.first()?;
        if let (Some(lower), Some(upper)) = (lower.map.single_constant(), upper.map.single_constant())
            && (i128::from(upper) - i128::from(lower)) % i128::from(size) == 0
        {
            return Some(());
        }
        let (iv, ty) = (new.induction_var(body)?, body.cx().vector(&[size], body.cx().i1()));
        let upper = new.upper(body);
        let create = if upper.map.n_results() == 1 { ApplyOp::create } else { MinOp::create };
        let end = create(&mut self.builder(body, old.op()), upper.map, &upper.operands);
        let difference = AffineMap::new(2, 0, vec![AffineExpr::dim(0) - AffineExpr::dim(1)]);
        let left = ValueMap::new(difference, [end, iv]).simplified(body);
        let left = ApplyOp::create(&mut self.builder(body, old.op()), left.map, &left.operands);
        if let Some(end) = body.def_op(end).filter(|&op| body.is_unused(op)) {
            body.erase(end);
        }
        let mask = CreateMaskOp::build(&mut self.builder(body, old.op()), &[left], ty);
        self.masks.insert(new.op(), mask);
        Some(())
    }

    /// Leaves a new loop, whose last op is built: elements that are not those of an iteration are replaced by neutral ones.
    pub fn leave(&mut self, body: &mut Body) -> Option<()> {
        let parent = body.block_parent_op(self.at.block)?;
        if let Some(&mask) = self.masks.get(&parent) {
            let for_op = parent.as_op::<ForOp>(body)?;
            let neutrals: Vec<Value> = for_op.inits(body).collect();
            for (i, neutral) in neutrals.into_iter().enumerate() {
                let Reduction { combiner, value, .. } = reduction_of(body, for_op, i)?;
                let masked = SelectOp::build(&mut Builder::before(body, combiner), mask, value, neutral);
                let operands: Vec<Value> =
                    body.operands(combiner).map(|v| if v == value { masked } else { v }).collect();
                body.set_operands(combiner, &operands);
            }
        }
        self.at = InsertPoint::after(body, parent);
        Some(())
    }
}

/// The kind that `vector.reduction` has for a combining op.
fn combining_kind(b: &Body, combiner: Op) -> CombiningKind {
    match b.op_name(combiner) {
        "arith.mulf" | "arith.muli" => CombiningKind::Mul,
        "arith.maximumf" => CombiningKind::Maximumf,
        "arith.minimumf" => CombiningKind::Minimumf,
        "arith.maxnumf" => CombiningKind::Maxnumf,
        "arith.minnumf" => CombiningKind::Minnumf,
        "arith.maxsi" => CombiningKind::Maxsi,
        "arith.minsi" => CombiningKind::Minsi,
        "arith.maxui" => CombiningKind::Maxui,
        "arith.minui" => CombiningKind::Minui,
        "arith.andi" => CombiningKind::And,
        "arith.ori" => CombiningKind::Or,
        "arith.xori" => CombiningKind::Xor,
        _ => CombiningKind::Add,
    }
}

/// The value from which a reduction starts, as upstream has it: sums start at zero, and extremes that ignore NaN start at NaN.
fn neutral_value(b: &Body, combiner: Op, ty: Type) -> Option<Attr> {
    let cx = b.cx();
    let name = b.op_name(combiner);
    if name == "arith.addf" {
        return Some(cx.float_attr(0.0, ty));
    }
    if name == "arith.maxnumf" || name == "arith.minnumf" {
        let format = cx.as_float(ty)?;
        let sign = if name == "arith.maxnumf" { 1 << (cx.bit_width(ty)?.checked_sub(1)?) } else { 0 };
        return Some(cx.attr(FloatAttr { bits: format.nan()? | sign, ty }));
    }
    Some(Combiner::from_op(b, combiner)?.neutral_attr(cx, ty))
}
