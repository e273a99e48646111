//! Chapter 3: from the syntax tree to a module of functions in the `rill` dialect.

use std::collections::HashMap;
use std::sync::Arc;

use strata_func::{CallOp, FuncOp, ReturnOp};
use strata_ir::core::source::Source;
use strata_ir::prelude::*;

use crate::dialect::{AddOp, CastOp, ConstantOp, MatmulOp, MulOp, ReluOp, SubOp, TransposeOp};
use crate::parse::{Expr, ExprKind, Function, SyntaxError};

/// Functions that are built-in ops.
const BUILT_IN: [&str; 2] = ["transpose", "relu"];

/// The module of a program.
pub fn module(cx: &Arc<Context>, source: &Source, program: &[Function]) -> Result<Box<Body>, SyntaxError> {
    let mut module = strata_builtin::ModuleOp::create(cx, source.location(0));
    let Some(block) = module.entry() else { return Ok(module) };
    let mut functions = HashMap::new();
    // A function calls only earlier ones, so that there is no recursion and inlining terminates.
    for function in program {
        let (name, at) = (function.name.text.as_str(), function.name.at);
        if BUILT_IN.contains(&name) {
            return Err(error(at, format!("`{name}` is built in")));
        }
        let child = FunctionBuilder::build(cx, source, &functions, function)?;
        if functions.insert(name, function.params.len()).is_some() {
            return Err(error(at, format!("there are two functions `{name}`")));
        }
        let mut state = OpState::new(FuncOp::info(), source.location(function.name.at));
        for name in ["sym_name", "function_type", "sym_visibility"] {
            if let Some(attr) = child.attr(Op::SELF, name) {
                state.set_attr(cx, name, attr);
            }
        }
        state.child = Some(child);
        Builder::at_end(&mut module, block).build(state);
    }
    Ok(module)
}

fn error(at: usize, message: String) -> SyntaxError {
    SyntaxError { at, message }
}

/// A tensor of `f32` whose shape is not known yet.
fn unknown(cx: &Context) -> Type {
    cx.ty(UnrankedTensorType { elem: cx.f32() })
}

/// The state while the code of one function is built.
struct FunctionBuilder<'a> {
    source: &'a Source,
    /// The number of parameters of each function.
    functions: &'a HashMap<&'a str, usize>,
    names: HashMap<&'a str, Value>,
}

impl<'a> FunctionBuilder<'a> {
    fn build(
        cx: &Arc<Context>,
        source: &'a Source,
        functions: &'a HashMap<&'a str, usize>,
        function: &'a Function,
    ) -> Result<Box<Body>, SyntaxError> {
        let is_main = function.name.text == "main";
        let mut inputs = Vec::new();
        for (i, param) in function.params.iter().enumerate() {
            if function.params[..i].iter().any(|other| other.name.text == param.name.text) {
                return Err(error(param.name.at, format!("there are two parameters `{}`", param.name.text)));
            }
            inputs.push(match &param.shape {
                Some(shape) => cx.tensor(shape, cx.f32()),
                None if is_main => {
                    return Err(error(param.name.at, format!("`{}` of main needs a shape", param.name.text)));
                }
                None => unknown(cx),
            });
        }
        let mut body = Box::new(Body::new(cx, FuncOp::info(), source.location(function.name.at)));
        let region = body.regions(Op::SELF)[0];
        let entry = body.add_block(region, &inputs);
        let args = body.block_args(entry).to_vec();
        let names = function.params.iter().map(|param| param.name.text.as_str()).zip(args).collect();
        let mut this = FunctionBuilder { source, functions, names };
        let mut b = Builder::at_end(&mut body, entry);
        for (name, value) in &function.bindings {
            let value = this.expr(&mut b, value)?;
            this.names.insert(&name.text, value);
        }
        let value = this.expr(&mut b, &function.value)?;
        // Functions other than main are generic: the shape of the result is unknown to their callers.
        ReturnOp::build(&mut b, &[value]);
        let ty = cx.type_attr(cx.function(&inputs, &[body.ty(value)]));
        body.set_attr(Op::SELF, "sym_name", Some(cx.string_attr(&function.name.text)));
        body.set_attr(Op::SELF, "function_type", Some(ty));
        if !is_main {
            body.set_attr(Op::SELF, "sym_visibility", Some(cx.string_attr("private")));
        }
        Ok(body)
    }

    fn expr(&self, b: &mut Builder<'_>, expr: &Expr) -> Result<Value, SyntaxError> {
        match &expr.kind {
            ExprKind::Number(value) => {
                b.set_cur_loc(self.source.location(expr.at));
                let cx = b.cx();
                let (value, ty) = (cx.float_attr(*value, cx.f32()), cx.tensor(&[], cx.f32()));
                Ok(ConstantOp::build(b, value, ty))
            }
            ExprKind::Name(name) => {
                let value = self.names.get(name.as_str()).copied();
                value.ok_or_else(|| error(expr.at, format!("`{name}` is not defined")))
            }
            ExprKind::Binary(operator, lhs, rhs) => {
                let (lhs, rhs) = (self.expr(b, lhs)?, self.expr(b, rhs)?);
                b.set_cur_loc(self.source.location(expr.at));
                let ty = unknown(b.cx());
                Ok(match operator {
                    '+' => AddOp::build(b, lhs, rhs, ty),
                    '-' => SubOp::build(b, lhs, rhs, ty),
                    '*' => MulOp::build(b, lhs, rhs, ty),
                    _ => MatmulOp::build(b, lhs, rhs, ty),
                })
            }
            ExprKind::Call(callee, args) => {
                let args = args.iter().map(|arg| self.expr(b, arg)).collect::<Result<Vec<_>, _>>()?;
                b.set_cur_loc(self.source.location(expr.at));
                self.call(b, &callee.text, &args).map_err(|message| error(callee.at, message))
            }
        }
    }

    /// `transpose` and `relu` are ops, every other name is a function of the program.
    fn call(&self, b: &mut Builder<'_>, callee: &str, args: &[Value]) -> Result<Value, String> {
        let unknown = unknown(b.cx());
        match (callee, args) {
            ("transpose", &[operand]) => return Ok(TransposeOp::build(b, operand, unknown)),
            ("relu", &[operand]) => return Ok(ReluOp::build(b, operand, unknown)),
            (name, _) if BUILT_IN.contains(&name) => return Err(format!("`{name}` takes one argument")),
            _ => {}
        }
        let n_params = *self
            .functions
            .get(callee)
            .ok_or_else(|| format!("there is no function `{callee}` before this one"))?;
        if n_params != args.len() {
            return Err(format!("`{callee}` takes {n_params} arguments and not {}", args.len()));
        }
        let args: Vec<Value> = args.iter().map(|&arg| CastOp::build(b, arg, unknown)).collect();
        let callee = b.cx().symbol_ref(callee);
        let call = CallOp::build(b, callee, &args, None, None, None, &[unknown]);
        Ok(b.result(call.op(), 0))
    }
}
