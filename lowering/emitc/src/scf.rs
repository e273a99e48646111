//! Loops and conditionals.
//!
//! Results, and values that are carried from one iteration to the next, are variables: what a region yields is assigned to them.

use strata_emitc::{self as emitc, types};
use strata_ir::{
    prelude::*,
    rewrite::{
        conversion::{ConvertedArgs, Failure, InPlace},
        conversions,
    },
};
use strata_scf as scf;

use crate::driver::{Converted, Dialect, ToC};

pub(crate) const SCF: Dialect = Dialect {
    name: "scf",
    rows: conversions! {
        scf::ForOp => for_op,
        scf::IfOp => if_op,
        scf::IndexSwitchOp => switch_op,
        scf::WhileOp => while_op,
        scf::YieldOp => yield_op,
        scf::ConditionOp => condition,
    },
    otherwise: None,
};

/// A variable without a value.
fn variable(c: &mut ToC<'_>, ty: Type) -> Value {
    let cx = c.context();
    let value = cx.attr(emitc::OpaqueAttr { value: String::new() });
    emitc::VariableOp::build(&mut c.at(), value, types::lvalue(&cx, ty))
}

/// The types of values in C, which variables can have.
fn variable_types(c: &ToC<'_>, old: &[Type]) -> Converted<Vec<Type>> {
    old.iter()
        .map(|&ty| {
            let new = c.convert(ty)?;
            let cx = c.cx();
            let is_array = cx.type_as::<emitc::ArrayType>(new).is_some();
            if types::is_supported(cx, new) && !is_array {
                return Ok(new);
            }
            Err(format!("a variable cannot have type '{}'", cx.type_to_string(new)).into())
        })
        .collect()
}

/// One variable for each type.
fn variables(c: &mut ToC<'_>, types: &[Type]) -> Vec<Value> {
    types.iter().map(|&ty| variable(c, ty)).collect()
}

/// Reads variables in front of the op that is converted, or at another place.
fn loads(b: &mut Builder<'_>, variables: &[Value]) -> Vec<Value> {
    variables.iter().map(|&v| emitc::LoadOp::build(b, v)).collect()
}

/// Replaces the results of the op by what its variables have after it.
fn replace_by_variables(c: &mut ToC<'_>, variables: &[Value]) -> Converted {
    let values = loads(&mut c.at(), variables);
    c.replace(&values)
}

/// An op with as many empty regions as it needs.
fn build(c: &mut ToC<'_>, info: &'static OpInfo, operands: &[Value], regions: usize) -> Op {
    let cx = c.context();
    let op = c.op();
    let mut state = OpState::new(info, c.state.body.loc(op));
    state.operands.extend_from_slice(operands);
    for &(name, attr) in c.state.body.extra_attrs(op) {
        state.set_attr(&cx, cx.str(name), attr);
    }
    for _ in 0..regions {
        let region = c.state.body.new_region();
        state.regions.push(region);
    }
    c.at().build(state)
}

/// The blocks of a region become those of region `i` of another op.
fn move_region(c: &mut ToC<'_>, from: Region, to: Op, i: usize) {
    let region = c.state.body.regions(to)[i];
    c.state.body.move_blocks(from, region);
}

fn for_op(c: &mut ToC<'_>) -> Converted {
    if c.attr("unsignedCmp").is_some() {
        return Err("unsigned loops are not supported".into());
    }
    let op = c.op();
    let n = c.state.body.num_operands(op);
    let result_types: Vec<Type> = c.state.body.result_types(op).collect();
    let result_types = variable_types(c, &result_types)?;
    let bounds = c.operands(0..3)?;
    let inits = c.operands(3..n)?;
    let variables = variables(c, &result_types);
    for (&variable, &init) in variables.iter().zip(&inits) {
        emitc::AssignOp::build(&mut c.at(), variable, init);
    }
    let old = c.state.body.regions(op)[0];
    let block = *c.state.body.blocks(old).first().ok_or("has no body")?;
    let new = build(c, emitc::ForOp::info(), &bounds, 1);
    move_region(c, old, new, 0);
    let args = c.state.body.block_args(block).to_vec();
    let ty = c.state.body.ty(bounds[0]);
    let first = c.state.body.value_loc(args[0]);
    let counter = c.state.body.add_block_arg(block, ty);
    c.state.body.set_arg_loc(counter, first);
    let InPlace { body, values, .. } = &mut c.state;
    values.replace(body, args[0], counter);
    let carried = loads(&mut Builder::at_start(body, block), &variables);
    for (&arg, value) in args[1..].iter().zip(carried) {
        values.replace(body, arg, value);
    }
    c.args.push(ConvertedArgs { block, old: args.len() });
    c.results.insert(new, variables.clone());
    replace_by_variables(c, &variables)
}

fn if_op(c: &mut ToC<'_>) -> Converted {
    let op = c.op();
    let result_types: Vec<Type> = c.state.body.result_types(op).collect();
    let result_types = variable_types(c, &result_types)?;
    let condition = c.operand(0)?;
    let variables = variables(c, &result_types);
    let old = c.state.body.regions(op).to_vec();
    let new = build(c, emitc::IfOp::info(), &[condition], 2);
    for (i, region) in old.into_iter().enumerate() {
        move_region(c, region, new, i);
    }
    c.results.insert(new, variables.clone());
    replace_by_variables(c, &variables)
}

fn switch_op(c: &mut ToC<'_>) -> Converted {
    let op = c.op();
    let result_types: Vec<Type> = c.state.body.result_types(op).collect();
    let result_types = variable_types(c, &result_types)?;
    let arg = c.operand(0)?;
    let cases = c.attr("cases").ok_or("misses its cases")?;
    let variables = variables(c, &result_types);
    let old = c.state.body.regions(op).to_vec();
    let new = build(c, emitc::SwitchOp::info(), &[arg], old.len());
    c.state.body.set_attr(new, "cases", Some(cases));
    for (i, region) in old.into_iter().enumerate() {
        move_region(c, region, new, i);
    }
    c.results.insert(new, variables.clone());
    replace_by_variables(c, &variables)
}

/// A loop that is tested in the middle is one that is tested at its end, by a variable.
fn while_op(c: &mut ToC<'_>) -> Converted {
    let cx = c.context();
    let op = c.op();
    let result_types: Vec<Type> = c.state.body.result_types(op).collect();
    let result_types = variable_types(c, &result_types)?;
    let carried_types: Vec<Type> = c.state.body.operand_types(op).collect();
    let carried_types = variable_types(c, &carried_types)?;
    let inits = c.all_operands()?;
    let results = variables(c, &result_types);
    let mut carried = Vec::new();
    for (&ty, &init) in carried_types.iter().zip(&inits) {
        let v = variable(c, ty);
        emitc::AssignOp::build(&mut c.at(), v, init);
        carried.push(v);
    }
    let goes_on = variable(c, cx.i1());
    let [before, after] = *c.state.body.regions(op) else { return Err("needs two regions".into()) };
    let block = *c.state.body.blocks(before).first().ok_or("has no body")?;
    let new = build(c, emitc::DoOp::info(), &[], 2);
    move_region(c, before, new, 0);
    let args = c.state.body.block_args(block).to_vec();
    let InPlace { body, values, .. } = &mut c.state;
    let loaded = loads(&mut Builder::at_start(body, block), &carried);
    for (&arg, value) in args.iter().zip(loaded) {
        values.replace(body, arg, value);
    }
    c.args.push(ConvertedArgs { block, old: args.len() });
    condition_region(c, new, goes_on)?;
    // The second part is executed where the condition holds; the terminator of the first one knows what its arguments are.
    let loc = c.state.body.loc(op);
    let end = c.state.body.last_op(block).ok_or("has no condition")?;
    let condition = c.state.body.operand(end, 0);
    let mut state = OpState::new(emitc::IfOp::info(), loc);
    state.operands.push(condition);
    for _ in 0..2 {
        let region = c.state.body.new_region();
        state.regions.push(region);
    }
    let inner = Builder::before(c.state.body, end).build(state);
    move_region(c, after, inner, 0);
    c.results.insert(inner, carried);
    let mut all = results.clone();
    all.push(goes_on);
    c.results.insert(new, all);
    replace_by_variables(c, &results)
}

/// `{ yield expression(load variable) }`
fn condition_region(c: &mut ToC<'_>, new: Op, variable: Value) -> Converted {
    let cx = c.context();
    let loc = c.state.body.loc(new);
    let region = c.state.body.regions(new)[1];
    let block = c.state.body.add_block(region, &[]);
    let lvalue = c.state.body.ty(variable);
    let mut state = OpState::new(emitc::ExpressionOp::info(), loc);
    state.operands.push(variable);
    state.result_types.push(cx.i1());
    let mut b = Builder::at_end(c.state.body, block);
    b.set_cur_loc(loc);
    let op = b.build(state);
    let value = b.body().result(op, 0);
    emitc::YieldOp::build(&mut b, Some(value));
    let inner = c.state.body.child_mut(op).ok_or("has no expression")?;
    let region = *inner.regions(Op::SELF).first().ok_or("has no expression")?;
    let block = inner.add_block(region, &[lvalue]);
    let arg = inner.block_args(block)[0];
    let mut b = Builder::at_end(inner, block);
    b.set_cur_loc(loc);
    let value = emitc::LoadOp::build(&mut b, arg);
    emitc::YieldOp::build(&mut b, Some(value));
    Ok(())
}

/// Ends a region: its values are assigned to the variables.
fn yield_op(c: &mut ToC<'_>) -> Converted {
    let parent = c.state.body.parent_op(c.op()).ok_or("has no parent")?;
    let Some(variables) = c.results.get(&parent).cloned() else { return Err(Failure::Stays) };
    let values = c.all_operands()?;
    for (variable, value) in variables.into_iter().zip(values) {
        emitc::AssignOp::build(&mut c.at(), variable, value);
    }
    emitc::YieldOp::build(&mut c.at(), None);
    Ok(())
}

/// Ends the first part of a loop: its values are the results if the loop ends, and what the second part works on if not.
fn condition(c: &mut ToC<'_>) -> Converted {
    let op = c.op();
    let parent = c.state.body.parent_op(op).ok_or("has no parent")?;
    let Some(mut variables) = c.results.get(&parent).cloned() else { return Err(Failure::Stays) };
    let goes_on = variables.pop().ok_or("has no condition")?;
    let inner =
        c.state.body.prev_op(op).filter(|op| op.isa::<emitc::IfOp>(c.state.body)).ok_or("has no body")?;
    let n = c.state.body.num_operands(op);
    let holds = c.operand(0)?;
    let values = c.operands(1..n)?;
    let mut b = Builder::before(c.state.body, inner);
    for (&variable, &value) in variables.iter().zip(&values) {
        emitc::AssignOp::build(&mut b, variable, value);
    }
    emitc::AssignOp::build(&mut b, goes_on, holds);
    c.state.body.set_operand(inner, 0, holds);
    let region = c.state.body.regions(inner)[0];
    let block = *c.state.body.blocks(region).first().ok_or("has no body")?;
    let args = c.state.body.block_args(block).to_vec();
    let InPlace { body, values: map, .. } = &mut c.state;
    for (&arg, &value) in args.iter().zip(&values) {
        map.replace(body, arg, value);
    }
    c.args.push(ConvertedArgs { block, old: args.len() });
    Ok(())
}
