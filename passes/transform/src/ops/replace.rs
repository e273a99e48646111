//! `transform.structured.replace`: copies of the op in the region in the places of payload ops.

use strata_ir::prelude::*;
use strata_transform::ReplaceOp;

use super::Rows;
use crate::{
    failure::Outcome,
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
};

pub const OPS: Rows = &[("transform.structured.replace", replace)];

fn replace<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let pattern = site.op.as_op::<ReplaceOp>(site.body).and_then(|op| op.pattern(site.body));
    let Some((from, pattern)) = pattern else { return Err(site.definite("expected one operation in block")) };
    let targets = cx.targets(site)?;
    for &at in &targets {
        let body = cx.payload.body(at.body);
        if body.num_operands(at.op) > 0 {
            return Err(site.definite("expected target without operands"));
        }
        if !body.has_trait(at.op, Trait::IsolatedFromAbove) && !body.regions(at.op).is_empty() {
            return Err(site.definite("expected target that is isolated from above"));
        }
        if !body.result_types(at.op).eq(from.result_types(pattern)) {
            return Err(site.definite("expected target with the results of the replacement"));
        }
    }
    let mut made = Vec::new();
    for at in targets {
        // The script is a part of the payload.
        let mut around = std::iter::successors(Some(at), |&at| cx.payload.parent(at));
        if around.any(|outer| outer.op.isa::<ReplaceOp>(cx.payload.body(outer.body))) {
            continue;
        }
        let op = cx.payload.edit(at.body, |body| {
            let new = body.import_op(from, pattern, &mut IdMap::new());
            let before = InsertPoint::before(body, at.op);
            body.insert(new, before);
            let values = body.results(new).to_vec();
            for (old, &value) in body.results(at.op).to_vec().into_iter().zip(&values) {
                body.replace_all_uses(old, value);
            }
            body.erase_forced(at.op);
            new
        });
        made.push(PayloadOp { op, ..at });
    }
    cx.set_ops(site, 0, made);
    Ok(())
}
