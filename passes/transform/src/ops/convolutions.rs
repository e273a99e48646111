//! Ops that rewrite convolutions and other ops of several steps as simpler ones.

use strata_ir::prelude::*;
use strata_linalg::{Conv2DNhwcFhwcOp, LinalgOp};

use super::{Rows, each_target, failed_by_name, wrong_kind};
use crate::{
    convolutions,
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
    softmax,
};

pub const OPS: Rows = &[
    ("transform.structured.convert_conv2d_to_img2col", to_columns),
    ("transform.structured.decompose_interface", decompose_interface),
    ("transform.structured.transpose_conv2d", transpose_conv2d),
    ("transform.structured.decompose_winograd_op", decompose_winograd),
    ("transform.structured.winograd_conv2d", winograd),
];

/// Replaces each target by another op.
fn replace<'a>(
    cx: &mut Interpreter<'a, '_>,
    site: Site<'a>,
    f: impl Fn(&mut Body, Op) -> Option<Op>,
) -> Outcome {
    each_target(cx, site, |cx, at| match cx.payload.edit(at.body, |body| f(body, at.op)) {
        Some(op) => Ok(vec![Some(PayloadOp { op, ..at })]),
        None => Err(failed_by_name(cx, site, at)),
    })
}

fn to_columns<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each_target(cx, site, |cx, at| {
        match cx.payload.edit(at.body, |body| convolutions::to_columns(body, at.op)) {
            Some(made) => Ok([made.columns, made.result].map(|op| Some(PayloadOp { op, ..at })).to_vec()),
            None => Err(failed_by_name(cx, site, at)),
        }
    })
}

fn transpose_conv2d<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    replace(cx, site, convolutions::transpose_filter)
}

fn decompose_interface<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    replace(cx, site, softmax::decompose)
}

fn winograd<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let Some(fmr) = site.attr("fmr") else { return Err(site.definite("requires attribute 'fmr'")) };
    each_target(cx, site, |cx, at| {
        let body = cx.payload.body(at.body);
        if at.op.cast::<dyn LinalgOp>(body).is_none() {
            return Err(wrong_kind(cx, site, at));
        }
        if !at.op.isa::<Conv2DNhwcFhwcOp>(body) {
            return Err(site.silenceable("this operation is not supported to convert to Winograd Conv2D"));
        }
        match cx.payload.edit(at.body, |body| convolutions::to_winograd(body, at.op, fmr)) {
            Some(op) => Ok(vec![Some(PayloadOp { op, ..at })]),
            None => Err(site.silenceable("apply Winograd Conv2D failed")),
        }
    })
}

fn decompose_winograd<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each_target(cx, site, |cx, at| {
        if !convolutions::is_winograd(cx.payload.body(at.body), at.op) {
            let d = site.error("this operation is not supported to decompose into other operations");
            return Err(Failure::silenceable(cx.payload.note(d, at, "target op")));
        }
        match cx.payload.edit(at.body, |body| convolutions::decompose_winograd(body, at.op)) {
            Some(op) => Ok(vec![Some(PayloadOp { op, ..at })]),
            None => {
                let d = site.error("decompose Winograd operations failed");
                Err(Failure::silenceable(cx.payload.note(d, at, "target op")))
            }
        }
    })
}
