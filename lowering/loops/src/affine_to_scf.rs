//! `lower-affine`: lowers affine ops to `scf` loops and conditionals, and their maps to `arith` ops.
//!
//! Before:
//! ```mlir
//! affine.for %i = 0 to %n {
//!   %0 = affine.load %m[%i + 3] : memref<?xf32>
//! ```
//! After:
//! ```mlir
//! scf.for %i = %c0 to %n step %c1 {
//!   %0 = arith.addi %i, %c3 : index
//!   %1 = memref.load %m[%0] : memref<?xf32>
//! ```

use strata_affine as affine;
use strata_arith::{
    AndIOp, AtomicRmwKind, CmpIPredicate, IntegerOverflowFlags, MaxSIOp, MinSIOp, constant, constant_index,
};
use strata_ir::{affine::AffineExpr, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::{
    affine_expr::{expand_affine_expr, expand_affine_map},
    index_arith::compare,
    index_basis::{expand_delinearize, expand_linearize},
};

use crate::{named, reduction};

/// Lower Affine operations to a combination of Arith and SCF operations.
#[pass(name = "lower-affine", each_body)]
pub struct LowerAffine;

impl BodyPass for LowerAffine {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(lower_affine(body)?)
    }
}

/// Lowers all `affine` ops of `body`, but not those of its children.
pub fn lower_affine(body: &mut Body) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut ops = body.all_ops();
    // Terminators of regions are lowered together with their parents.
    ops.retain(|op| body.info(*op).dialect() == "affine" && !op.isa::<affine::YieldOp>(body));
    for op in ops {
        if let Err(message) = lower(body, op) {
            let (loc, name) = (body.loc(op), body.op_name(op));
            errors.push(Diagnostic::error(loc, format!("'{name}' op cannot be lowered: {message}")));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

type Lowered = Result<SmallVec<[Value; 4]>, String>;

fn lower(body: &mut Body, op: Op) -> Result<(), String> {
    let mut b = Builder::before(body, op);
    let values: SmallVec<[Value; 4]> = if let Some(o) = op.as_op::<affine::ApplyOp>(&b) {
        let vm = o.value_map(&b);
        expand_affine_map(&mut b, &vm.map, &vm.operands)?.into()
    } else if let Some(o) = op.as_op::<affine::MinOp>(&b) {
        let vm = o.value_map(&b);
        smallvec![extreme(&mut b, vm.map.results(), &vm, Extreme::Min)?]
    } else if let Some(o) = op.as_op::<affine::MaxOp>(&b) {
        let vm = o.value_map(&b);
        smallvec![extreme(&mut b, vm.map.results(), &vm, Extreme::Max)?]
    } else if let Some(o) = op.as_op::<affine::LoadOp>(&b) {
        let (memref, vm) = (o.memref(&b), o.value_map(&b));
        let indices = expand_affine_map(&mut b, &vm.map, &vm.operands)?;
        smallvec![named::load(&mut b, memref, &indices)?]
    } else if let Some(o) = op.as_op::<affine::StoreOp>(&b) {
        let (value, memref, vm) = (o.value(&b), o.memref(&b), o.value_map(&b));
        let indices = expand_affine_map(&mut b, &vm.map, &vm.operands)?;
        named::store(&mut b, value, memref, &indices)?;
        smallvec![]
    } else if let Some(o) = op.as_op::<affine::VectorLoadOp>(&b) {
        let (memref, vm, ty) = (o.memref(&b), o.value_map(&b), b.ty(o.result(&b)));
        let indices = expand_affine_map(&mut b, &vm.map, &vm.operands)?;
        let load =
            named::create(&mut b, "vector.load", std::iter::once(memref).chain(indices), Some(ty), &[])?;
        smallvec![b.result(load, 0)]
    } else if let Some(o) = op.as_op::<affine::VectorStoreOp>(&b) {
        let (value, memref, vm) = (o.value(&b), o.memref(&b), o.value_map(&b));
        let indices = expand_affine_map(&mut b, &vm.map, &vm.operands)?;
        named::create(&mut b, "vector.store", [value, memref].into_iter().chain(indices), None, &[])?;
        smallvec![]
    } else if let Some(o) = op.as_op::<affine::PrefetchOp>(&b) {
        let (memref, vm) = (o.memref(&b), o.value_map(&b));
        let indices = expand_affine_map(&mut b, &vm.map, &vm.operands)?;
        let names = ["isWrite", "localityHint", "isDataCache"];
        let attrs: Vec<(&str, Attr)> = names.iter().filter_map(|&n| Some((n, b.attr(op, n)?))).collect();
        named::create(&mut b, "memref.prefetch", std::iter::once(memref).chain(indices), None, &attrs)?;
        smallvec![]
    } else if let Some(o) = op.as_op::<affine::DmaStartOp>(&b) {
        let ([source, dest, tag], rest) = o.places(&b).ok_or("it lacks operands")?;
        let (elements, stride) = rest.split_first().ok_or("it lacks a number of elements")?;
        let mut operands = position(&mut b, &source)?;
        operands.extend(position(&mut b, &dest)?);
        operands.push(*elements);
        operands.extend(position(&mut b, &tag)?);
        operands.extend(stride);
        named::create(&mut b, "memref.dma_start", operands, None, &[])?;
        smallvec![]
    } else if let Some(o) = op.as_op::<affine::DmaWaitOp>(&b) {
        let (tag, elements) = o.place(&b).ok_or("it lacks operands")?;
        let mut operands = position(&mut b, &tag)?;
        operands.push(elements);
        named::create(&mut b, "memref.dma_wait", operands, None, &[])?;
        smallvec![]
    } else if let Some(o) = op.as_op::<affine::DelinearizeIndexOp>(&b) {
        delinearize(&mut b, o)?
    } else if let Some(o) = op.as_op::<affine::LinearizeIndexOp>(&b) {
        linearize(&mut b, o)?
    } else if let Some(o) = op.as_op::<affine::ForOp>(&b) {
        lower_for(&mut b, o)?
    } else if let Some(o) = op.as_op::<affine::IfOp>(&b) {
        lower_if(&mut b, o)?
    } else if let Some(o) = op.as_op::<affine::ParallelOp>(&b) {
        lower_parallel(&mut b, o)?
    } else {
        return Err("it is not known to this pass".into());
    };
    let olds: SmallVec<[Value; 4]> = b.results(op).into();
    if olds.len() != values.len() {
        return Err("the numbers of results and values differ".into());
    }
    for (&old, &new) in olds.iter().zip(&values) {
        b.replace_all_uses(old, new);
    }
    b.erase(op);
    Ok(())
}

/// The buffer of an access, followed by its index values.
fn position(b: &mut Builder<'_>, place: &affine::Place) -> Result<Vec<Value>, String> {
    let mut operands = vec![place.buffer];
    operands.extend(expand_affine_map(b, &place.at.map, &place.at.operands)?);
    Ok(operands)
}

/// The kind of extreme.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extreme {
    Min,
    Max,
}

/// The smallest or largest of some results of a map.
fn extreme(
    b: &mut Builder<'_>,
    exprs: &[AffineExpr],
    vm: &affine::ValueMap,
    which: Extreme,
) -> Result<Value, String> {
    let values: Result<Vec<Value>, String> =
        exprs.iter().map(|e| expand_affine_expr(b, e, vm.dims(), vm.symbols())).collect();
    let combined = values?.into_iter().reduce(|x, y| match which {
        Extreme::Min => MinSIOp::build(b, x, y),
        Extreme::Max => MaxSIOp::build(b, x, y),
    });
    combined.ok_or_else(|| "its map has no results".into())
}

/// Replaces the `affine.yield` at the end of the block with `scf.yield`.
fn convert_yield(b: &mut Builder<'_>, block: Block) -> Result<(), String> {
    let end =
        b.last_op(block).filter(|op| op.isa::<affine::YieldOp>(b)).ok_or("a region has no 'affine.yield'")?;
    let values: SmallVec<[Value; 4]> = b.operands(end).collect();
    let (at, loc) = (InsertPoint::at_end(block), b.loc(end));
    b.erase(end);
    strata_scf::YieldOp::build(&mut Builder::new(b.body(), at, loc), &values);
    Ok(())
}

fn lower_for(b: &mut Builder<'_>, op: affine::ForOp) -> Lowered {
    let (lower, upper) = (op.lower(b), op.upper(b));
    let block = op.region_block(b);
    let lower = extreme(b, lower.map.results(), &lower, Extreme::Max)?;
    let upper = extreme(b, upper.map.results(), &upper, Extreme::Min)?;
    let step = op.step_value(b);
    let step = constant_index(b, step);
    let inits: SmallVec<[Value; 4]> = op.inits(b).collect();
    let types: SmallVec<[Type; 4]> = b.result_types(op.op()).collect();
    convert_yield(b, block)?;
    let new = strata_scf::ForOp::build(b, lower, upper, step, &inits, None, &types);
    let (from, to) = (op.region(b), new.body(b));
    b.move_blocks(from, to);
    Ok(b.results(new.op()).into())
}

fn lower_if(b: &mut Builder<'_>, op: affine::IfOp) -> Lowered {
    let (set, operands) = (op.set(b), b.operands(op.op()).collect::<Vec<_>>());
    let (dims, symbols) = operands.split_at((set.n_dims() as usize).min(operands.len()));
    let zero = constant_index(b, 0);
    let mut condition = None;
    for c in set.constraints() {
        let value = expand_affine_expr(b, &c.expr, dims, symbols)?;
        let holds = compare(b, if c.is_eq { CmpIPredicate::Eq } else { CmpIPredicate::Sge }, value, zero);
        condition = Some(match condition {
            None => holds,
            Some(before) => AndIOp::build(b, before, holds),
        });
    }
    let condition = match condition {
        Some(c) => c,
        None => {
            let yes = b.cx().bool_attr(true);
            constant(b, yes)
        }
    };
    let types: SmallVec<[Type; 4]> = b.result_types(op.op()).collect();
    let new = strata_scf::IfOp::build(b, condition, &types);
    let (then_from, then_to) = (op.then_region(b), new.then_region(b));
    let (else_from, else_to) = (op.else_region(b), new.else_region(b));
    for region in [then_from, else_from] {
        if let Some(&block) = b.blocks(region).first() {
            convert_yield(b, block)?;
        }
    }
    b.move_blocks(then_from, then_to);
    b.move_blocks(else_from, else_to);
    Ok(b.results(new.op()).into())
}

fn lower_parallel(b: &mut Builder<'_>, op: affine::ParallelOp) -> Lowered {
    let (lower, upper, steps) = (op.lower(b), op.upper(b), op.step_values(b));
    let kinds: Result<Vec<AtomicRmwKind>, String> = op
        .reduction_kinds(b)
        .into_iter()
        .map(|k| {
            AtomicRmwKind::from_i64(k).ok_or_else(|| format!("there is no reduction with the number {k}"))
        })
        .collect();
    let kinds = kinds?;
    let types: SmallVec<[Type; 4]> = b.result_types(op.op()).collect();
    let (mut lowers, mut uppers) = (Vec::new(), Vec::new());
    for (low, high) in lower.per_loop().zip(upper.per_loop()) {
        lowers.push(extreme(b, low, &lower.map, Extreme::Max)?);
        uppers.push(extreme(b, high, &upper.map, Extreme::Min)?);
    }
    let steps: Vec<Value> = steps.into_iter().map(|s| constant_index(b, s)).collect();
    let inits: Result<Vec<Value>, String> =
        kinds.iter().zip(&types).map(|(&k, &ty)| reduction::identity(b, k, ty)).collect();
    let inits = inits?;
    let block = op.region_block(b);
    let end =
        b.last_op(block).filter(|e| e.isa::<affine::YieldOp>(b)).ok_or("its region has no 'affine.yield'")?;
    let values: SmallVec<[Value; 4]> = b.operands(end).collect();
    let loc = b.loc(end);
    b.erase(end);
    let mut inner = Builder::new(b.body(), InsertPoint::at_end(block), loc);
    let reduce = strata_scf::ReduceOp::build(&mut inner, &values, kinds.len());
    for (i, (&kind, &ty)) in kinds.iter().zip(&types).enumerate() {
        inner.region_block(reduce.op(), i, &[ty, ty], |b, block| {
            let (x, y) = (b.block_args(block)[0], b.block_args(block)[1]);
            let sum = reduction::combine(b, kind, x, y)?;
            strata_scf::ReduceReturnOp::build(b, sum);
            Ok::<(), String>(())
        })?;
    }
    let new = strata_scf::ParallelOp::build(b, &lowers, &uppers, &steps, &inits, &types);
    let (from, to) = (op.region(b), new.body(b));
    b.move_blocks(from, to);
    Ok(b.results(new.op()).into())
}

fn delinearize(b: &mut Builder<'_>, op: affine::DelinearizeIndexOp) -> Lowered {
    let (linear, basis) = (op.linear_index(b), op.effective_basis(b));
    Ok(expand_delinearize(b, linear, &basis)?.into())
}

fn linearize(b: &mut Builder<'_>, op: affine::LinearizeIndexOp) -> Lowered {
    let (digits, basis): (Vec<Value>, _) = (op.multi_index(b).collect(), op.effective_basis(b));
    let overflow = if op.is_disjoint(b) { IntegerOverflowFlags::BOTH } else { IntegerOverflowFlags::NSW };
    Ok(smallvec![expand_linearize(b, &digits, &basis, overflow)?])
}
