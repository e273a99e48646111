//! `wrap-emitc-func-in-class`: functions become classes with a function `execute`, and their arguments fields.
//!
//! Before:
//! ```mlir
//! emitc.func @model(%x: !emitc.array<1xf32>) {
//!   emitc.return
//! }
//! ```
//! After:
//! ```mlir
//! emitc.class @modelClass {
//!   emitc.field @fieldName0 : !emitc.array<1xf32>
//!   emitc.func @execute() {
//!     %0 = get_field @fieldName0 : !emitc.array<1xf32>
//!     return
//!   }
//! }
//! ```

use strata_emitc::{ClassOp, FieldOp, FuncOp, GetFieldOp};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Wrap functions in classes, using arguments as fields.
#[pass(name = "wrap-emitc-func-in-class", class = "WrapFuncInClassPass", produces = [emitc], on = "builtin.module")]
pub struct WrapEmitCFuncInClass;

impl BodyPass for WrapEmitCFuncInClass {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        wrap_all(body);
        Ok(())
    }
}

fn wrap_all(body: &mut Body) {
    for (_, child) in body.children_mut() {
        strata_ir::core::writer::deep(|| wrap_all(child));
    }
    for op in body.all_ops() {
        if op.isa::<FuncOp>(body) && !Op::SELF.isa::<ClassOp>(body) {
            wrap(body, op);
        }
    }
}

fn wrap(body: &mut Body, op: Op) {
    let cx = body.cx_arc().clone();
    let loc = body.loc(op);
    let Some(old) = body.take_child(op) else { return };
    let Some(function) = old.self_as::<FuncOp>() else { return };
    let (ty, name) = (function.ty(&old).clone(), format!("{}Class", function.name(&old)));
    let mut class = Box::new(Body::new(&cx, ClassOp::info(), loc));
    class.set_attr(Op::SELF, "sym_name", Some(cx.string_attr(&name)));
    let Some(&members) = class.regions(Op::SELF).first() else { return };
    let block = class.add_block(members, &[]);
    let names = fields(&mut class, block, &old, &ty);
    let execute = execute(old, &names, &ty);
    let mut b = Builder::at_end(&mut class, block);
    b.set_cur_loc(loc);
    let mut state = OpState::new(FuncOp::info(), loc);
    state.child = Some(execute);
    b.build(state);
    let mut state = OpState::new(ClassOp::info(), loc);
    state.child = Some(class);
    Builder::before(body, op).build(state);
    body.erase_forced(op);
}

/// Makes a field for each argument; a declaration has no arguments to make them of.
fn fields(class: &mut Body, block: Block, function: &Body, ty: &FunctionType) -> Vec<String> {
    let cx = class.cx_arc().clone();
    let is_declaration = function.entry().is_none();
    let attrs = function.attr(Op::SELF, "arg_attrs").and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let mut names = Vec::new();
    for (i, &input) in ty.inputs.iter().enumerate().filter(|_| !is_declaration) {
        let name = format!("fieldName{i}");
        let mut state = OpState::new(FieldOp::info(), function.loc(Op::SELF));
        state.set_attr(&cx, "sym_name", cx.string_attr(&name));
        state.set_attr(&cx, "type", cx.type_attr(input));
        let dict = attrs.and_then(|all| cx.attr_as::<DictionaryAttr>(*all.0.get(i)?));
        for &(key, value) in dict.map_or(&[][..], DictionaryAttr::entries) {
            state.set_attr(&cx, cx.str(key), value);
        }
        Builder::at_end(class, block).build(state);
        names.push(name);
    }
    names
}

/// The function, on fields.
fn execute(mut function: Box<Body>, names: &[String], ty: &FunctionType) -> Box<Body> {
    let cx = function.cx_arc().clone();
    let ty = cx.type_attr(cx.function(&[], &ty.results));
    let attrs = [(cx.intern("sym_name"), cx.string_attr("execute")), (cx.intern("function_type"), ty)];
    function.retarget_self(FuncOp::info(), &attrs);
    let Some(entry) = function.entry() else { return function };
    let args = function.block_args(entry).to_vec();
    let loc = function.loc(Op::SELF);
    let mut b = Builder::at_start(&mut function, entry);
    b.set_cur_loc(loc);
    let mut values = Vec::new();
    for (name, &arg) in names.iter().zip(&args) {
        let ty = b.body().ty(arg);
        values.push(GetFieldOp::build(&mut b, cx.symbol_ref(name), ty));
    }
    for (&arg, value) in args.iter().zip(values) {
        function.replace_all_uses(arg, value);
    }
    function.retain_block_args(entry, |_, _| false);
    function
}
