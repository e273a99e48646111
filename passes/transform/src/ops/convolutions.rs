//! Ops that rewrite convolutions and other ops of several steps as simpler ones.

use strata_ir::prelude::*;

use super::{Rows, each_target, failed_by_name};
use crate::{
    convolutions,
    failure::Outcome,
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
    softmax,
};

pub const OPS: Rows = &[
    ("transform.structured.convert_conv2d_to_img2col", to_columns),
    ("transform.structured.decompose_interface", decompose_interface),
    ("transform.structured.transpose_conv2d", transpose_conv2d),
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
