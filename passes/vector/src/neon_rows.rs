//! `arm-neon-2d-to-intr`: the dot products of rows of `arm_neon` as those of groups, which are intrinsics.
//!
//! ```mlir
//! %r = arm_neon.2d.sdot %a, %b, %c : vector<4x4xi8>, vector<4x4xi8> to vector<4xi32>
//! ```
//! becomes
//! ```mlir
//! %x = vector.shape_cast %b : vector<4x4xi8> to vector<16xi8>
//! %y = vector.shape_cast %c : vector<4x4xi8> to vector<16xi8>
//! %r = arm_neon.intr.sdot %a, %x, %y : vector<16xi8>, vector<16xi8> to vector<4xi32>
//! ```

use strata_arm_neon::{Sdot2dOp, SdotOp};
use strata_ir::{prelude::*, rewrite::patterns};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_vector::ShapeCastOp;

use crate::shapes::{count, vector};

/// Convert Arm NEON structured ops to intrinsics.
#[pass(
    name = "arm-neon-2d-to-intr",
    class = "ConvertArmNeon2dToIntrPass",
    produces = [arm_neon, vector],
    each_body
)]
pub struct ArmNeon2dToIntr;

const PATTERNS: &[PatternRow] = patterns! { Sdot2dOp => "rows-to-groups": to_groups };

impl BodyPass for ArmNeon2dToIntr {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(PATTERNS);
        crate::apply(body, &patterns)
    }
}

fn to_groups(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let dot = op.as_op::<Sdot2dOp>(rw)?;
    let (sums, factors) = (dot.a(rw), [dot.b(rw), dot.c(rw)]);
    let ty = vector(rw, factors[0])?;
    let groups = rw.cx().vector(&[count(&ty.shape)?], ty.elem);
    let [lhs, rhs] = factors.map(|v| ShapeCastOp::build(rw, v, groups));
    let value = SdotOp::build(rw, sums, lhs, rhs);
    rw.replace_op(op, &[value]);
    Some(())
}
