//! `convert-linalg-to-std`: structured ops on memrefs become calls of functions of a library.
//!
//! Before:
//! ```mlir
//! linalg.fill ins(%v : f32) outs(%x : memref<4xf32>)
//! ```
//! After:
//! ```mlir
//! %0 = memref.cast %x : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
//! call @linalg_fill_f32_view4xf32(%v, %0) : (f32, memref<4xf32, strided<[?], offset: ?>>) -> ()
//! func.func private @linalg_fill_f32_view4xf32(f32, memref<4xf32, strided<[?], offset: ?>>) attributes {llvm.emit_c_interface}
//! ```
//! A `linalg.generic` is named by its `library_call`. Ops on tensors are refused.

use strata_func::{CallOp, FuncOp};
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_linalg::{BroadcastOp, ElementwiseOp, GenericOp, LinalgOp, MapOp, ReduceOp, TransposeOp};
use strata_memref::{CastOp, layout};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Convert the operations from the linalg dialect into the Standard dialect.
#[pass(
    name = "convert-linalg-to-std",
    class = "ConvertLinalgToStandardPass",
    on = "builtin.module",
    produces = [func, memref]
)]
pub struct ConvertLinalgToStd;

/// A call to be: its function, the types of its operands, and where.
struct Declaration {
    name: String,
    types: Vec<Type>,
    loc: Location,
}

impl BodyPass for ConvertLinalgToStd {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut wanted = Vec::new();
        for (_, child) in module.children_mut() {
            for op in child.all_ops() {
                wanted.extend(convert(child, op)?);
            }
        }
        let mut symbols = SymbolTable::new(module);
        for declaration in wanted {
            declare(module, &mut symbols, &declaration)?;
        }
        Ok(())
    }
}

/// Replaces an op on memrefs by a call.
fn convert(body: &mut Body, op: Op) -> Result<Option<Declaration>, Diagnostic> {
    if !body.is_live(op) || !op.implements::<dyn LinalgOp>(body) {
        return Ok(None);
    }
    let (name, loc) = (library_name(body, op), body.loc(op));
    if !body.results(op).is_empty() {
        let message = format!(
            "failed to legalize operation '{}': it has tensor semantics; bufferize it first",
            body.op_name(op)
        );
        return Err(Diagnostic::error(loc, message));
    }
    let operands: Vec<Value> = body.operands(op).collect();
    let mut b = Builder::before(body, op);
    let operands: Vec<Value> = operands.into_iter().map(|v| opaque(&mut b, v)).collect();
    let types = operands.iter().map(|&v| b.ty(v)).collect();
    let callee = b.cx().symbol_ref(&name);
    CallOp::build(&mut b, callee, &operands, None, None, None, &[]);
    body.erase(op);
    Ok(Some(Declaration { name, types, loc }))
}

/// A memref with strides and an offset that are not known.
fn opaque(b: &mut Builder<'_>, v: Value) -> Value {
    let Some(ty) = b.cx().type_as::<MemRefType>(b.ty(v)).cloned() else { return v };
    let any = layout::Strided { strides: vec![DYNAMIC; ty.shape.len()], offset: DYNAMIC };
    let to = layout::with_layout(b.cx(), &ty, &ty.shape.clone(), &any);
    CastOp::build(b, v, to)
}

/// The name of the function that does what an op does.
fn library_name(b: &Body, op: Op) -> String {
    let none = "op_has_no_registered_library_name".to_owned();
    if op.isa::<GenericOp>(b) {
        return b.attr(op, "library_call").and_then(|a| b.cx().attr_str(a)).map_or(none, str::to_owned);
    }
    let plain =
        op.isa::<TransposeOp>(b) || op.isa::<BroadcastOp>(b) || op.isa::<MapOp>(b) || op.isa::<ReduceOp>(b);
    if plain {
        return none;
    }
    let mut name = b.op_name(op).replace('.', "_");
    if let Some(kind) = op.as_op::<ElementwiseOp>(b).and_then(|e| e.function(b)) {
        name.push_str(&format!("_{}", kind.word()));
    }
    for ty in b.operand_types(op) {
        name.push('_');
        name.push_str(&mangled(b.cx(), ty));
    }
    name
}

/// A type as part of a name.
fn mangled(cx: &Context, ty: Type) -> String {
    let sizes = |shape: &[i64]| -> String {
        shape.iter().map(|&d| if d == DYNAMIC { "sx".to_owned() } else { format!("{d}x") }).collect()
    };
    if let Some(t) = cx.type_as::<MemRefType>(ty) {
        let space = t.memory_space.and_then(|a| cx.attr_i64(a)).map_or(String::new(), |n| format!("as{n}"));
        return format!("view{}{}{space}", sizes(&t.shape), mangled(cx, t.elem));
    }
    if let Some(t) = cx.type_as::<VectorType>(ty) {
        let shape: Vec<String> = t.shape.iter().map(i64::to_string).collect();
        return format!("vector{}{}", shape.join("x"), mangled(cx, t.elem));
    }
    if let Some(t) = cx.type_as::<ComplexType>(ty) {
        return format!("complex{}", mangled(cx, t.elem));
    }
    cx.type_to_string(ty)
}

/// Declares the function of a call before the last op of the module, if it is not declared yet.
fn declare(module: &mut Body, symbols: &mut SymbolTable, wanted: &Declaration) -> Result<(), Diagnostic> {
    let cx = module.cx_arc().clone();
    let ty = cx.function(&wanted.types, &[]);
    if let Some(function) = symbols.get(cx.intern(&wanted.name)) {
        let same =
            module.attr(function, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a)).map(|t| t.0);
        if same == Some(ty) {
            return Ok(());
        }
        let message = format!("'{}' is declared with another type than this call needs", wanted.name);
        return Err(Diagnostic::error(wanted.loc, message));
    }
    let Some(block) = module.entry() else { return Ok(()) };
    let at = InsertPoint { block, before: module.last_op(block) };
    let function =
        FuncOp::create(&mut Builder::new(module, at, wanted.loc), &wanted.name, &wanted.types, &[]).op();
    symbols.insert(cx.intern(&wanted.name), function);
    module.set_attr(function, "sym_visibility", Some(cx.string_attr("private")));
    module.set_attr(function, "llvm.emit_c_interface", Some(cx.unit()));
    Ok(())
}
