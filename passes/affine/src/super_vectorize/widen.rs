//! The form of each op on vectors.

use strata_affine::{ApplyOp, ForOp, LoadOp, StoreOp, ValueMap, YieldOp};
use strata_arith::ConstantOp;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_ub::PoisonOp;
use strata_vector::{BroadcastOp, TransferReadOp, TransferWriteOp};

use super::{body_check::depends_on, state::State};

impl State<'_> {
    /// Builds the form of an op on vectors; loops are entered, and left at their ends. `None` if there is none.
    pub fn vectorize(&mut self, body: &mut Body, op: Op) -> Option<()> {
        if let Some(load) = op.as_op::<LoadOp>(body) {
            return self.load(body, load);
        }
        if let Some(store) = op.as_op::<StoreOp>(body) {
            return self.store(body, store);
        }
        if let Some(for_op) = op.as_op::<ForOp>(body) {
            return self.enter(body, for_op);
        }
        if op.isa::<YieldOp>(body) {
            self.widen(body, op)?;
            return self.leave(body);
        }
        if let Some(constant) = op.as_op::<ConstantOp>(body) {
            return self.constant(body, constant).map(drop);
        }
        if let Some(apply) = op.as_op::<ApplyOp>(body) {
            return self.apply(body, apply);
        }
        // Other ops need not mean on vectors what they mean on each element.
        let widens = body.has_trait(op, Trait::Elementwise) || op.isa::<PoisonOp>(body);
        (widens && body.regions(op).is_empty()).then_some(())?;
        self.widen(body, op)
    }

    /// A builder of the next op.
    pub fn builder<'b>(&self, body: &'b mut Body, like: Op) -> Builder<'b> {
        let loc = body.loc(like);
        Builder::new(body, self.at, loc)
    }

    /// A loop of which nothing is left but the loop around vectors; its ops come next.
    fn enter(&mut self, body: &mut Body, old: ForOp) -> Option<()> {
        let dim = self.dims.get(&old.op()).copied();
        let inits: Vec<Value> = old.inits(body).collect();
        if dim.is_some() && !inits.is_empty() {
            return self.enter_reduction(body, old);
        }
        let inits: Vec<Value> = inits.into_iter().map(|v| self.operand(body, v)).collect::<Option<_>>()?;
        let new = self.new_loop(body, old, dim, &inits)?;
        let block = new.region_block(body);
        self.at = InsertPoint::at_start(body, block);
        Some(())
    }

    /// The loop around vectors for an old loop.
    pub fn new_loop(
        &mut self,
        body: &mut Body,
        old: ForOp,
        dim: Option<usize>,
        inits: &[Value],
    ) -> Option<ForOp> {
        let (lower, upper) = (self.bound(body, &old.lower(body))?, self.bound(body, &old.upper(body))?);
        let step = old.step_value(body).checked_mul(dim.map_or(1, |dim| self.sizes[dim]))?;
        let new = ForOp::create(&mut self.builder(body, old.op()), &lower, &upper, step, inits);
        self.add_loop(new, dim);
        let block = new.region_block(body);
        let (iv, new_args) = (old.induction_var(body)?, body.block_args(block).to_vec());
        self.set_scalar(iv, *new_args.first()?);
        let old_args = body.block_args(old.region_block(body)).to_vec();
        for (old, new) in old_args.into_iter().zip(new_args).skip(1) {
            self.set_vector(old, new);
        }
        for (i, &result) in body.results(old.op()).iter().enumerate() {
            self.set_vector(result, body.result(new.op(), i));
        }
        Some(new)
    }

    /// A bound on the values of the new loops. `None` if it differs between the elements of a vector.
    fn bound(&self, b: &Body, old: &ValueMap) -> Option<ValueMap> {
        let operands = old.operands.iter().map(|&v| self.scalar(b, v)).collect::<Option<Vec<_>>>()?;
        let vector_ivs: Vec<Value> = self
            .enclosing_dims(b)
            .into_iter()
            .filter_map(|(op, _)| op.as_op::<ForOp>(b)?.induction_var(b))
            .collect();
        let uniform = operands.iter().all(|&v| vector_ivs.iter().all(|&iv| !depends_on(b, v, iv)));
        uniform.then(|| ValueMap::new(old.map.clone(), operands))
    }

    /// The indices of an access in the new loops.
    fn indices(&self, body: &mut Body, op: Op, old: &ValueMap) -> Option<Vec<Value>> {
        let operands: Vec<Value> =
            old.operands.iter().map(|&v| self.scalar(body, v)).collect::<Option<_>>()?;
        if old.map.is_identity() && old.map.n_symbols() == 0 {
            return Some(operands);
        }
        // As upstream, which permits stores.
        if op.isa::<LoadOp>(body) && operands.iter().any(|&v| body.def_as::<ApplyOp>(v).is_some()) {
            return None;
        }
        Some(ApplyOp::of_each_result(&mut self.builder(body, op), &old.map, &operands))
    }

    /// Which index each dimension of the vectors runs over; none if the index is the same for all elements.
    fn permutation(&self, b: &Body, indices: &[Value]) -> Option<AffineMap> {
        let loops = self.enclosing_dims(b);
        if loops.len() != self.sizes.len() {
            return None;
        }
        let mut results = vec![None; loops.len()];
        for (op, dim) in loops {
            let iv = op.as_op::<ForOp>(b)?.induction_var(b)?;
            for (i, _) in (0..).zip(indices).filter(|&(_, &index)| depends_on(b, index, iv)) {
                if results.get_mut(dim)?.replace(i).is_some() {
                    return None;
                }
            }
        }
        let expr = |i: Option<u32>| i.map_or_else(|| AffineExpr::constant(0), AffineExpr::dim);
        Some(AffineMap::new(indices.len() as u32, 0, results.into_iter().map(expr).collect()))
    }

    fn load(&mut self, body: &mut Body, old: LoadOp) -> Option<()> {
        let (memref, result) = (old.memref(body), body.result(old.op(), 0));
        let ty = self.vector_type(body.cx(), body.ty(result))?;
        let indices = self.indices(body, old.op(), &old.value_map(body))?;
        let map = self.permutation(body, &indices)?;
        body.is_defined_outside(memref, self.root()).then_some(())?;
        let elem = body.ty(result);
        let b = &mut self.builder(body, old.op());
        let padding = PoisonOp::build(b, None, elem);
        let bounds = vec![false; self.sizes.len()];
        let new = TransferReadOp::create(b, ty, memref, &indices, padding, Some(map), &bounds)?;
        self.set_vector(result, new);
        Some(())
    }

    fn store(&mut self, body: &mut Body, old: StoreOp) -> Option<()> {
        let (memref, value) = (old.memref(body), old.value(body));
        let value = self.operand(body, value)?;
        let indices = self.indices(body, old.op(), &old.value_map(body))?;
        // All elements of a vector in one place are no transfer; upstream makes an invalid one.
        let map = self.permutation(body, &indices)?;
        map.results().iter().all(|result| result.as_dim().is_some()).then_some(())?;
        body.is_defined_outside(memref, self.root()).then_some(())?;
        let bounds = vec![false; self.sizes.len()];
        let b = &mut self.builder(body, old.op());
        TransferWriteOp::create(b, value, memref, &indices, Some(map), &bounds).map(drop)
    }

    /// An index stays a scalar.
    fn apply(&mut self, body: &mut Body, old: ApplyOp) -> Option<()> {
        let vm = old.value_map(body);
        if vm.operands.iter().any(|&v| self.is_vector(v)) {
            return None;
        }
        let operands: Vec<Value> =
            vm.operands.iter().map(|&v| self.scalar(body, v)).collect::<Option<_>>()?;
        let new = ApplyOp::create(&mut self.builder(body, old.op()), vm.map, &operands);
        self.set_scalar(body.result(old.op(), 0), new);
        Some(())
    }

    /// A constant vector at the start of the innermost loop for a dimension.
    fn constant(&mut self, body: &mut Body, old: ConstantOp) -> Option<Value> {
        let (result, value) = (body.result(old.op(), 0), body.attr(old.op(), "value")?);
        let ty = self.vector_type(body.cx(), body.ty(result))?;
        let splat = body.cx().splat_attr(ty, value)?;
        let block = self.enclosing(body)?.region_block(body);
        let (at, loc) = (InsertPoint::at_start(body, block), body.loc(old.op()));
        let new = strata_arith::constant(&mut Builder::new(body, at, loc), splat);
        self.set_vector(result, new);
        Some(new)
    }

    /// The vector of a value from outside, or of an induction variable that is a scalar, made right behind that.
    fn uniform(&mut self, body: &mut Body, old: Value) -> Option<Value> {
        let scalar = self.scalar(body, old)?;
        let ty = self.vector_type(body.cx(), body.ty(old))?;
        let at = match body.def(scalar) {
            Def::Result { op, .. } => InsertPoint::after(body, op),
            Def::Arg { block, .. } => InsertPoint::at_start(body, block),
            Def::Forward => return None,
        };
        let loc = body.value_loc(old);
        let new = BroadcastOp::build(&mut Builder::new(body, at, loc), scalar, ty);
        self.set_vector(old, new);
        Some(new)
    }
    fn is_uniform(&self, b: &Body, value: Value) -> bool {
        let owner = match b.def(value) {
            Def::Arg { block, index: 0 } => b.block_parent_op(block).filter(|op| op.isa::<ForOp>(b)),
            _ => None,
        };
        owner.is_some_and(|op| !self.dims.contains_key(&op))
            || self.dims.keys().all(|&op| b.is_defined_outside(value, op))
    }

    /// The vector that stands for an operand.
    pub fn operand(&mut self, body: &mut Body, old: Value) -> Option<Value> {
        if let Some(new) = self.vector(body, old) {
            return Some(new);
        }
        if let Some(constant) = body.def_as::<ConstantOp>(old) {
            return self.constant(body, constant);
        }
        if self.is_uniform(body, old) { self.uniform(body, old) } else { None }
    }

    /// The same op on vectors.
    fn widen(&mut self, body: &mut Body, old: Op) -> Option<()> {
        let operands: Vec<Value> = body.operands(old).collect();
        let results = body.results(old).to_vec();
        let types: Vec<Type> =
            results.iter().map(|&v| self.vector_type(body.cx(), body.ty(v))).collect::<Option<_>>()?;
        let operands: Vec<Value> =
            operands.into_iter().map(|v| self.operand(body, v)).collect::<Option<_>>()?;
        let new = body.clone_op(old, &mut IdMap::default());
        body.set_operands(new, &operands);
        body.insert(new, self.at);
        for (i, (old, ty)) in results.into_iter().zip(types).enumerate() {
            let result = body.result(new, i);
            body.set_type(result, ty);
            self.set_vector(old, result);
        }
        Some(())
    }
}
