//! Constants and counts, whose elements depend on the device.

use strata_ir::prelude::*;
use strata_pass::PassResult;
use strata_stablehlo as hlo;

use super::super::place;
use super::Localizer;

impl Localizer<'_> {
    /// A constant of the local type: the same element everywhere, or the part of the device.
    pub(super) fn constant(&mut self, op: Op) -> PassResult {
        let result = self.body.result(op, 0);
        let Some(value) = self.body.attr(op, "value") else { return Ok(()) };
        let cx = self.body.cx_arc().clone();
        let (local, whole) = (self.body.ty(result), self.whole.get(&result).copied());
        let Some(whole) = whole.filter(|&whole| whole != local) else {
            let new = self.before(op, |h| hlo::ConstantOp::build(h.b, value, local));
            self.replace(op, new);
            return Ok(());
        };
        if let Some(splat) = cx.splat_value(value).and_then(|element| cx.splat_attr(local, element)) {
            let new = self.before(op, |h| hlo::ConstantOp::build(h.b, splat, local));
            self.replace(op, new);
            return Ok(());
        }
        let rank = self.sizes(result).len();
        let axes: Vec<Vec<_>> = (0..rank).map(|dim| self.axes(result, dim).to_vec()).collect();
        let Some(mesh) = self.mesh(result).cloned() else { return Ok(()) };
        let new = self.before(op, |h| {
            let all = hlo::ConstantOp::build(h.b, value, whole);
            let axes: Vec<&[_]> = axes.iter().map(Vec::as_slice).collect();
            place::part(h, all, &axes, &mesh)
        });
        self.replace(op, new);
        Ok(())
    }

    /// `iota`: the part of the device begins at its place.
    pub(super) fn iota(&mut self, op: Op) -> PassResult {
        let result = self.body.result(op, 0);
        let dim = self.body.attr(op, "iota_dimension").and_then(|a| self.body.cx().attr_i64(a));
        let Some(dim) = dim.and_then(|dim| usize::try_from(dim).ok()) else { return Ok(()) };
        if !self.is_split(result, dim) {
            return Ok(());
        }
        let axes = self.axes(result, dim).to_vec();
        let Some(mesh) = self.mesh(result).cloned() else { return Ok(()) };
        let sizes = self.sizes(result);
        let ty = self.body.ty(result);
        let Some(number) = self.body.attr(op, "iota_dimension") else { return Ok(()) };
        let sum = self.before(op, |h| {
            let cx = h.b.cx_arc().clone();
            let scalar = cx.tensor(&[], cx.i64());
            let counted = h.op::<hlo::IotaOp>(&[], &[("iota_dimension", number)], ty);
            let place = place::place(h, &axes, &mesh);
            let length = h.int(sizes[dim].unsigned_abs(), scalar);
            let start = h.like::<hlo::MulOp>(&[place, length]);
            let start = h.op::<hlo::ConvertOp>(&[start], &[], cx.tensor(&[], cx.elem_or_self(ty)));
            let start = h.broadcast(start, &[], &sizes);
            h.like::<hlo::AddOp>(&[counted, start])
        });
        self.replace(op, sum);
        Ok(())
    }
}
