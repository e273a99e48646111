//! The numbers of units, and whether a unit takes part in a loop.

use strata_affine::ApplyOp;
use strata_arith::{AndIOp, CmpIPredicate, IndexCastUIOp, ShLIOp, SubIOp, constant_index, constant_int};
use strata_gpu::{BlockIdOp, Dimension, ThreadIdOp};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::payload;
use strata_passes_analysis::{affine_size::composed_apply, index_arith::compare};
use strata_tensor::MixedIndex;

use super::units::{Unit, Units};
use crate::tiling::index_math::digits;

/// The numbers of a unit, and conditions under which it takes part.
pub struct Ids {
    /// The number in each dimension.
    pub numbers: Vec<Value>,
    /// The conditions, all of which must hold.
    pub conditions: Vec<Value>,
}

const TOO_FEW: &str = "Trying to map to fewer GPU threads than loop iterations but overprovisioning is not yet supported. Try additional tiling before mapping or map to more threads.";
/// Why a number of threads of a warp is refused.
pub const NO_WARP: &str = "the number of threads of a warp is not positive, or too large";
const TOO_LARGE: &str = "the sizes of the mapping are too large";

/// The numbers for a mapping among `available` threads or blocks.
///
/// # Errors
/// In words.
pub fn build(b: &mut Builder<'_>, units: &Units, available: [i64; 3], warp: i64) -> Result<Ids, String> {
    let factor = units.unit.factor(warp).filter(|&f| f > 0 && warp > 0).ok_or(NO_WARP)?;
    let sizes = units.sizes();
    if !units.is_linear() && units.unit != Unit::Lane {
        return in_three_dims(b, units.unit, &sizes, available, factor);
    }
    let total = product(&available).ok_or(TOO_LARGE)?;
    if units.mask.is_some() && total > factor.saturating_mul(64) {
        return Err("mask representation too short to capture all physical ids: 64".into());
    }
    let all = positions(b, units.unit);
    let [d0, d1, d2] = [0, 1, 2].map(AffineExpr::dim);
    let area = product(&available[..2]).ok_or(TOO_LARGE)?;
    let position = apply(b, d0.clone() + d1 * available[0] + d2 * area, &all)?;
    let (scaled, active) = match units.unit {
        Unit::Lane => {
            let lane = apply(b, d0.modulo(warp), &[position])?;
            (lane, lane)
        }
        _ => (apply(b, d0.floor_div(factor), &[position])?, position),
    };
    let masked = units.mask.map(|mask| {
        let i64 = b.cx().i64();
        Masked { number: IndexCastUIOp::build(b, scaled, i64), mask }
    });
    let number = match &masked {
        Some(masked) => masked.rank(b)?,
        None => scaled,
    };
    // The first dimension is the fastest one.
    let bases: Vec<i64> = sizes.iter().rev().copied().collect();
    if bases.iter().any(|&n| n <= 0) {
        return Err(TOO_LARGE.into());
    }
    let exprs = digits(&AffineExpr::dim(0), &bases).ok_or(TOO_LARGE)?;
    let numbers: Result<Vec<Value>, String> = exprs.into_iter().rev().map(|e| digit(b, e, number)).collect();
    let numbers = numbers?;
    let condition = match masked {
        Some(masked) => Some(masked.is_set(b)),
        None => {
            let wanted = product(&sizes).and_then(|n| n.checked_mul(factor)).ok_or(TOO_LARGE)?;
            below(b, active, wanted, total)?
        }
    };
    Ok(Ids { numbers, conditions: condition.into_iter().collect() })
}

/// The numbers in the dimensions of a launch; the first one counts units.
fn in_three_dims(
    b: &mut Builder<'_>,
    unit: Unit,
    sizes: &[i64],
    available: [i64; 3],
    factor: i64,
) -> Result<Ids, String> {
    let positions = positions(b, unit);
    let mut ids = Ids { numbers: positions.to_vec(), conditions: Vec::new() };
    ids.numbers[0] = apply(b, AffineExpr::dim(0).floor_div(factor), &positions[..1])?;
    for (d, &position) in positions.iter().enumerate() {
        let size = sizes.get(d).copied().unwrap_or(1);
        let size = if d == 0 { size.checked_mul(factor).ok_or(TOO_LARGE)? } else { size };
        ids.conditions.extend(below(b, position, size, available[d])?);
    }
    Ok(ids)
}

fn product(sizes: &[i64]) -> Option<i64> {
    sizes.iter().try_fold(1i64, |all, &n| all.checked_mul(n))
}

/// The position of a thread or block.
fn positions(b: &mut Builder<'_>, unit: Unit) -> [Value; 3] {
    [Dimension::X, Dimension::Y, Dimension::Z].map(|d| match unit {
        Unit::Block => BlockIdOp::create(b, d),
        _ => ThreadIdOp::create(b, d),
    })
}

fn apply(b: &mut Builder<'_>, expr: AffineExpr, operands: &[Value]) -> Result<Value, String> {
    let operands: Vec<MixedIndex> = operands.iter().map(|&v| v.into()).collect();
    let map = AffineMap::new(operands.len() as u32, 0, vec![expr]);
    match composed_apply(b, &map, &operands).ok_or(TOO_LARGE)? {
        MixedIndex::Value(v) => Ok(v),
        MixedIndex::Static(n) => Ok(constant_index(b, n)),
    }
}

/// A digit of a number; as upstream, one that is known is the result of an op too.
fn digit(b: &mut Builder<'_>, expr: AffineExpr, number: Value) -> Result<Value, String> {
    match expr.as_const() {
        Some(_) => Ok(ApplyOp::create(b, AffineMap::new(0, 0, vec![expr]), &[])),
        None => apply(b, expr, &[number]),
    }
}

/// Whether a number of `available` ones is one of the first `wanted`; nothing if all are.
fn below(b: &mut Builder<'_>, number: Value, wanted: i64, available: i64) -> Result<Option<Value>, String> {
    if wanted > available {
        return Err(TOO_FEW.into());
    }
    Ok((wanted < available).then(|| {
        let wanted = constant_index(b, wanted);
        compare(b, CmpIPredicate::Ult, number, wanted)
    }))
}

/// A unit and the mask of those that take part.
struct Masked {
    number: Value,
    mask: u64,
}

impl Masked {
    /// The mask, one, and the bit of the unit.
    fn bits(&self, b: &mut Builder<'_>) -> [Value; 3] {
        let i64 = b.cx().i64();
        let mask = constant_int(b, self.mask.cast_signed(), i64);
        let one = constant_int(b, 1, i64);
        [mask, one, ShLIOp::build(b, one, self.number, None)]
    }
    /// The number of the unit among those of the mask.
    fn rank(&self, b: &mut Builder<'_>) -> Result<Value, String> {
        let [mask, one, own] = self.bits(b);
        let before = SubIOp::build(b, own, one, None);
        let before = AndIOp::build(b, mask, before);
        let (ty, index) = (b.ty(before), b.cx().index());
        let count = payload::op(b, "math.ctpop", &[before], ty)?;
        Ok(IndexCastUIOp::build(b, count, index))
    }
    /// Whether the unit is one of the mask.
    fn is_set(&self, b: &mut Builder<'_>) -> Value {
        let [mask, _, own] = self.bits(b);
        let own = AndIOp::build(b, mask, own);
        let ty = b.ty(own);
        let zero = constant_int(b, 0, ty);
        compare(b, CmpIPredicate::Ne, own, zero)
    }
}
