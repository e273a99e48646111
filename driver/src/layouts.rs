//! Layouts of the arguments and results of an entry function, as JAX asks for them by `mhlo.layout_mode`.
//!
//! An array whose dimensions are stored in another order is a row-major array of another type. The entry function gets that type, and
//! transposes the array itself, so that the transposition is fused with what uses the array.

use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_stablehlo::TransposeOp;

use crate::{
    entry::{function_type, is_called},
    error::{Error, ErrorKind, Result},
    names::EntryNames,
};

/// The dimensions of an array from the slowest to the fastest; `None` for row-major ones.
pub type Order = Option<Vec<usize>>;

/// The orders of the arguments and results that are not row-major.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryLayouts {
    /// Of the arguments.
    pub inputs: Vec<Order>,
    /// Of the results.
    pub outputs: Vec<Order>,
}

/// Gives the arguments and results of a function the layouts that it asks for.
///
/// # Errors
/// If a layout is none of the array, has tiles, or is that of a function which others call.
pub fn apply_layouts(module: &mut Body, entry: &str) -> Result<EntryLayouts> {
    let cx = module.cx_arc().clone();
    let names = EntryNames::from_module(module, entry);
    let op = SymbolTable::new(module).get(cx.intern(entry));
    let Some((op, function)) = op.and_then(|op| Some((op, function_type(module.child(op)?)?))) else {
        return Ok(EntryLayouts::default());
    };
    let orders = |modes: &[Option<String>], types: &[Type]| {
        let one = |(&ty, mode): (&Type, &Option<String>)| order(&cx, ty, mode.as_deref());
        types.iter().zip(modes).map(one).collect::<Result<Vec<Order>>>()
    };
    let inputs = orders(&names.input_layouts, &function.inputs)?;
    let outputs = orders(&names.output_layouts, &function.results)?;
    let layouts = EntryLayouts { inputs, outputs };
    if layouts.inputs.iter().chain(&layouts.outputs).all(Option::is_none) {
        return Ok(layouts);
    }
    if is_called(module, cx.intern(entry)) {
        return Err(refused(format!("the function '@{entry}' has layouts, and is called by others")));
    }
    if let Some(body) = module.child_mut(op) {
        rewrite(body, &function, &layouts);
    }
    Ok(layouts)
}

/// Changes the type of a function, and transposes its arguments and results.
fn rewrite(body: &mut Body, function: &FunctionType, layouts: &EntryLayouts) {
    let cx = body.cx_arc().clone();
    let Some(block) = body.entry() else { return };
    let Some(terminator) = body.terminator(block) else { return };
    let mut types = function.clone();
    let args = body.block_args(block).to_vec();
    let orders = layouts.inputs.iter().enumerate().filter_map(|(i, order)| Some((i, order.as_ref()?)));
    for (i, order) in orders {
        let stored = stored_type(&cx, types.inputs[i], order);
        body.set_type(args[i], stored);
        let mut builder = Builder::at_start(body, block);
        let permutation: Vec<i64> = (0..order.len())
            .map(|d| order.iter().position(|&stored| stored == d).unwrap_or(d) as i64)
            .collect();
        let array = TransposeOp::build(&mut builder, args[i], cx.i64_array(&permutation), types.inputs[i]);
        let transposition = body.def_op(array);
        body.replace_uses_if(args[i], array, |_, user| Some(user) != transposition);
        types.inputs[i] = stored;
    }
    let mut operands: Vec<Value> = body.operands(terminator).collect();
    let orders = layouts.outputs.iter().enumerate().filter_map(|(i, order)| Some((i, order.as_ref()?)));
    for (i, order) in orders {
        let Some(operand) = operands.get_mut(i) else { continue };
        let stored = stored_type(&cx, types.results[i], order);
        let permutation: Vec<i64> = order.iter().map(|&d| d as i64).collect();
        let mut builder = Builder::before(body, terminator);
        *operand = TransposeOp::build(&mut builder, *operand, cx.i64_array(&permutation), stored);
        types.results[i] = stored;
    }
    body.set_operands(terminator, &operands);
    let ty = cx.function(&types.inputs, &types.results);
    body.set_attr(Op::SELF, "function_type", Some(cx.type_attr(ty)));
}

/// The type of an array whose dimensions have this order in memory.
fn stored_type(cx: &Context, ty: Type, order: &[usize]) -> Type {
    let Some(tensor) = cx.type_as::<TensorType>(ty) else { return ty };
    let shape: Vec<i64> = order.iter().filter_map(|&d| tensor.shape.get(d).copied()).collect();
    cx.tensor(&shape, tensor.elem)
}

/// The order that a layout mode stands for: `{0,1}` has the dimensions from the fastest to the slowest; `default` and `auto` leave the
/// layout to the compiler.
fn order(cx: &Context, ty: Type, mode: Option<&str>) -> Result<Order> {
    let Some(mode) = mode.filter(|mode| !matches!(*mode, "default" | "auto")) else { return Ok(None) };
    let no_layout = || refused(format!("'{mode}' is no layout of '{}'", cx.type_to_string(ty)));
    let rank = cx.type_as::<TensorType>(ty).ok_or_else(no_layout)?.shape.len();
    let inner = mode.strip_prefix('{').and_then(|m| m.strip_suffix('}')).ok_or_else(no_layout)?;
    if inner.contains(':') {
        return Err(refused(format!(
            "the layout '{mode}' has tiles or a memory space, which arrays here have not"
        )));
    }
    let numbers = inner.split(',').filter(|text| !text.trim().is_empty());
    let mut order =
        numbers.map(|text| text.trim().parse().map_err(|_| no_layout())).collect::<Result<Vec<usize>>>()?;
    order.reverse();
    if order.len() != rank || (0..rank).any(|d| !order.contains(&d)) {
        return Err(no_layout());
    }
    Ok(Some(order).filter(|order| !order.is_sorted()))
}

fn refused(message: String) -> Error {
    Error::new(ErrorKind::Program, message)
}
