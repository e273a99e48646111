//! `cf`: branches between blocks.

use strata_ir::prelude::*;

use crate::{Eval, Flow, Interpreter, Step};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("cf.br", |s| jump(s, 0, 0, s.num_operands()));
    i.register("cf.cond_br", |s| {
        let taken = s.int(0)? != 0;
        let group = s.segment(if taken { 1 } else { 2 })?;
        jump(s, if taken { 0 } else { 1 }, group.start, group.end)
    });
    i.register("cf.switch", switch);
    i.register("cf.assert", |s| {
        if s.int(0)? != 0 {
            return Ok(Flow::Next);
        }
        Err(s.fault(format!("failed: {}", s.string("msg").unwrap_or_default())))
    });
}

fn jump(s: &mut Step<'_, '_>, successor: usize, from: usize, to: usize) -> Eval {
    let Some(&block) = s.body().successors(s.op).get(successor) else {
        return Err(s.fault(format!("has no successor #{successor}")));
    };
    let args = s.operands_in(from..to)?;
    Ok(Flow::Jump(block, args))
}

fn switch(s: &mut Step<'_, '_>) -> Eval {
    let flag = s.int(0)?;
    let default = s.segment(1)?;
    let values = match s.attr("case_values") {
        Some(a) => s.cx().attr_as::<DenseElementsAttr>(a).and_then(|d| d.to_i64s(s.cx())).unwrap_or_default(),
        None => Vec::new(),
    };
    let width = s.scalar(0)?.0;
    let Some(case) = values.iter().position(|&v| width.wrap(v) == width.wrap(flag)) else {
        return jump(s, 0, default.start, default.end);
    };
    let sizes = s.ints("case_operand_segments")?;
    let start = default.end + sizes.iter().take(case).sum::<i64>().max(0) as usize;
    let len = sizes.get(case).copied().unwrap_or(0).max(0) as usize;
    jump(s, case + 1, start, start + len)
}
