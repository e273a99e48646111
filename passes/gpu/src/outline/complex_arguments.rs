//! Complex numbers that a kernel gets from the host are passed as their two parts, as kernel parameters are machine types.
//!
//! ```mlir
//! gpu.launch … { … %z … }
//! ```
//! becomes
//! ```mlir
//! %re = complex.re %z : complex<f32>
//! %im = complex.im %z : complex<f32>
//! gpu.launch … {
//!   %0 = complex.create %re, %im : complex<f32>
//!   … %0 …
//! }
//! ```

use strata_complex::{CreateOp, ImOp, ReOp};
use strata_gpu::LaunchOp;
use strata_ir::prelude::*;

/// Splits the complex numbers that a launch captures, and creates them again inside of it.
pub(super) fn split(b: &mut Body, launch: LaunchOp) {
    let is_complex = |b: &Body, v: Value| b.cx().type_as::<ComplexType>(b.ty(v)).is_some();
    let numbers: Vec<Value> = super::captured(b, launch).into_iter().filter(|&v| is_complex(b, v)).collect();
    let region = launch.body(b);
    let Some(&block) = b.blocks(region).first() else { return };
    for number in numbers {
        let ty = b.ty(number);
        let loc = b.loc(launch.op());
        let mut outside = Builder::before(b, launch.op());
        outside.set_cur_loc(loc);
        let (re, im) = (ReOp::build(&mut outside, number, None), ImOp::build(&mut outside, number, None));
        let start = InsertPoint::at_start(b, block);
        let made = CreateOp::build(&mut Builder::new(b, start, loc), re, im, ty);
        b.replace_uses_if(number, made, |b, user| b.is_ancestor(launch.op(), user) && user != launch.op());
    }
}
