//! Functions and calls.

use strata_emitc as emitc;
use strata_ir::{
    prelude::*,
    rewrite::{conversion::Failure, conversions},
};

use crate::driver::{Converted, Dialect, ToC};

pub(crate) const FUNC: Dialect = Dialect {
    name: "func",
    rows: conversions! {
        strata_func::CallOp => call,
        strata_func::ReturnOp => ret,
    },
    otherwise: None,
};

fn call(c: &mut ToC<'_>) -> Converted {
    let cx = c.context();
    let op = c.op();
    let n = c.state.body.results(op).len();
    if n > 1 {
        return Err("only functions with zero or one result can be converted".into());
    }
    let types = (0..n).map(|i| c.new_result_type(i)).collect::<Result<Vec<_>, String>>()?;
    let operands = c.all_operands()?;
    let mut state = OpState::new(emitc::CallOp::info(), c.state.body.loc(op));
    for name in ["callee", "arg_attrs", "res_attrs"] {
        if let Some(attr) = c.attr(name) {
            state.set_attr(&cx, name, attr);
        }
    }
    for &(name, attr) in c.state.body.extra_attrs(op) {
        state.set_attr(&cx, cx.str(name), attr);
    }
    state.operands.extend(operands);
    state.result_types.extend(types);
    let call = c.at().build(state);
    let results = c.state.body.results(call).to_vec();
    c.replace(&results)
}

fn ret(c: &mut ToC<'_>) -> Converted {
    if !Op::SELF.isa::<emitc::FuncOp>(c.state.body) {
        return Err(Failure::Stays);
    }
    let operands = c.all_operands()?;
    let value = match operands[..] {
        [] => None,
        [one] => Some(one),
        _ => return Err("only zero or one operand is supported".into()),
    };
    emitc::ReturnOp::build(&mut c.at(), value);
    Ok(())
}

/// Makes the functions of a module functions of C; what is in them stays.
///
/// # Errors
/// Functions with several results.
pub(crate) fn convert_functions(body: &mut Body) -> Result<(), Vec<Diagnostic>> {
    let cx = body.cx_arc().clone();
    let mut errors = Vec::new();
    for op in body.all_ops() {
        let Some(function) = op.as_op::<strata_func::FuncOp>(body) else { continue };
        let Some(child) = body.child(op) else { continue };
        if child.self_as::<strata_func::FuncOp>().is_some_and(|f| f.results(child).len() > 1) {
            let message = "failed to legalize operation 'func.func' that was explicitly marked illegal: only functions with zero or one result can be converted";
            errors.push(Diagnostic::error(body.loc(op), message));
            continue;
        }
        let is_declaration = function.is_declaration(body);
        let is_public = body.symbol_visibility(op) == "public";
        let loc = body.loc(op);
        let Some(mut child) = body.take_child(op) else { continue };
        let mut attrs: Vec<(Str, Attr)> = Vec::new();
        for name in ["sym_name", "function_type", "arg_attrs", "res_attrs", "sym_visibility"] {
            if let Some(attr) = child.attr(Op::SELF, name) {
                attrs.push((cx.intern(name), attr));
            }
        }
        attrs.extend_from_slice(child.extra_attrs(Op::SELF));
        let specifier = if is_declaration { Some("extern") } else { (!is_public).then_some("static") };
        if let Some(word) = specifier {
            let words = cx.array_attr(vec![cx.string_attr(word)]);
            attrs.push((cx.intern("specifiers"), words));
        }
        child.retarget_self(emitc::FuncOp::info(), &attrs);
        let mut state = OpState::new(emitc::FuncOp::info(), loc);
        state.child = Some(child);
        Builder::before(body, op).build(state);
        body.erase_forced(op);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
