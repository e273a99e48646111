//! Canonicalisations: rewrites that create ops.

use strata_ir::prelude::*;

use crate::{
    AddUIExtendedOp, CmpFOp, CmpIOp, SelectOp,
    eval::{Cast, FloatBinary, IntBinary},
};

pub(crate) fn int_binary(_kind: IntBinary, _op: Op, _rw: &mut Rewriter<'_>) -> Option<()> {
    None
}
pub(crate) fn float_binary(_kind: FloatBinary, _op: Op, _rw: &mut Rewriter<'_>) -> Option<()> {
    None
}
pub(crate) fn cast(_kind: Cast, _op: Op, _rw: &mut Rewriter<'_>) -> Option<()> {
    None
}
pub(crate) fn cmpi(_op: CmpIOp, _rw: &mut Rewriter<'_>) -> Option<()> {
    None
}
pub(crate) fn cmpf(_op: CmpFOp, _rw: &mut Rewriter<'_>) -> Option<()> {
    None
}
pub(crate) fn select(_op: SelectOp, _rw: &mut Rewriter<'_>) -> Option<()> {
    None
}
pub(crate) fn addui_extended(_op: AddUIExtendedOp, _rw: &mut Rewriter<'_>) -> Option<()> {
    None
}
pub(crate) fn mul_extended(_signed: bool, _op: Op, _rw: &mut Rewriter<'_>) -> Option<()> {
    None
}
