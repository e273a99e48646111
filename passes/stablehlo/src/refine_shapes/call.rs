//! Calls: a callee is refined for the operands of its calls.

use strata_func::FuncOp;
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_stablehlo::infer;

use super::{Arguments, Refined, Refiner, replace_by_constants, result_types};
use crate::hlo_builder::*;

impl Refiner<'_> {
    /// Refines the function that the attribute `name` of an op refers to, and the op with it.
    pub(super) fn call(&mut self, b: &mut Body, op: Op, name: &str) -> Result<(), Diagnostic> {
        let cx = b.cx_arc().clone();
        let callee = b.attr(op, name).and_then(|a| self.table.lookup(&cx, a));
        let Some(callee) = callee.filter(|c| c.as_op::<FuncOp>(self.module).is_some()) else {
            return Err(Diagnostic::error(b.loc(op), "calls something that is no function of the module"));
        };
        // The operands of a composite are part of its meaning, so none of them is removed.
        let drops = name == "callee";
        let arguments: Arguments =
            b.operands(op).map(|v| (b.ty(v), if drops { self.size_constant(b, v) } else { None })).collect();
        let refined = self.refined(callee, arguments, b.loc(op))?;
        let known: Option<Vec<Attr>> = refined.constants.iter().copied().collect();
        if let Some(attrs) = known.filter(|a| !a.is_empty() && refined.is_pure)
            && replace_by_constants(b, op, &attrs)
        {
            return Ok(());
        }
        let operands: Vec<Value> =
            b.operands(op).zip(&refined.kept).filter(|(_, k)| **k).map(|(v, _)| v).collect();
        if operands.len() < refined.kept.len() {
            b.set_operands(op, &operands);
            b.set_attr(op, "arg_attrs", None);
        }
        b.set_attr(op, name, Some(cx.symbol_ref(&refined.name)));
        for (i, &ty) in refined.results.iter().enumerate() {
            let result = b.result(op, i);
            b.set_type(result, ty);
            if let Some(value) = refined.constants[i] {
                let at = InsertPoint::after(b, op);
                let loc = b.loc(op);
                let constant = strata_stablehlo::ConstantOp::create(&mut Builder::new(b, at, loc), value);
                if let Some(constant) = constant {
                    b.replace_all_uses(result, constant);
                }
            }
        }
        Ok(())
    }
    /// The function refined for these arguments; it is refined now unless that was done before.
    fn refined(&mut self, callee: Op, arguments: Arguments, at: Location) -> Result<Refined, Diagnostic> {
        let key = (callee, arguments);
        if let Some(known) = self.done.get(&key) {
            return Ok(known.clone());
        }
        let name = self.name(callee);
        if self.active.contains(&callee) {
            return Err(Diagnostic::error(at, format!("Function {name} is being refined recursively")));
        }
        let fits = self.module.child(callee).or(self.originals.get(&callee).map(|b| &**b)).is_some_and(|b| {
            let entry = b.entry().map(|k| b.block_args(k)).unwrap_or_default();
            let fit = |(&a, (ty, _)): (&Value, &(Type, _))| {
                strata_stablehlo::infer::compatible(b.cx(), b.ty(a), *ty)
            };
            // The original has the types that may be passed; those of a refined copy are narrower.
            match self.originals.get(&callee) {
                Some(original) => {
                    original.entry().is_some_and(|k| original.block_args(k).len() == key.1.len())
                }
                None => entry.len() == key.1.len() && entry.iter().zip(&key.1).all(fit),
            }
        });
        if !fits {
            let name = self.name(callee);
            return Err(Diagnostic::error(at, format!("cannot refine function {name} for these arguments")));
        }
        let first = !self.originals.contains_key(&callee);
        if first && let Some(body) = self.module.child(callee) {
            self.originals.insert(callee, Box::new(body.clone()));
        }
        let pinned = self.names.get(&callee).is_none_or(|name| self.pinned.contains(name));
        let target = if first && !pinned { callee } else { self.copy(callee) };
        // A copy is recorded as its original, so that recursion through it is detected.
        self.active.push(callee);
        let refined = self.function_in_place(target, Some(&key.1));
        self.active.pop();
        let refined = refined?;
        self.done.insert(key, refined.clone());
        Ok(refined)
    }
    /// A copy of the original function, with a name of its own.
    fn copy(&mut self, function: Op) -> Op {
        let cx = self.module.cx_arc().clone();
        let copy = self.module.clone_op(function, &mut IdMap::new());
        let at = InsertPoint::after(self.module, function);
        self.module.insert(copy, at);
        if let Some(original) = self.originals.get(&function) {
            drop(self.module.take_child(copy));
            self.module.put_child(copy, original.clone());
        }
        let stem = self.name(function).to_owned();
        let fresh = self.table.fresh(&cx, &stem);
        self.module.set_symbol_name(copy, &fresh);
        self.table.insert(cx.intern(&fresh), copy);
        self.names.insert(copy, cx.intern(&fresh));
        copy
    }
    /// Refines calls of code outside of the program, as far as their operands determine their results.
    pub(super) fn custom_call(&mut self, b: &mut Body, op: Op) -> Result<(), Diagnostic> {
        let cx = b.cx_arc().clone();
        let target = b.attr(op, "call_target_name").and_then(|a| cx.attr_str(a)).unwrap_or("");
        match target {
            "stablehlo.shape_refinement_operand_wrapper" => {
                let (&[result], Some(operand)) = (b.results(op), b.operands(op).next()) else {
                    return Ok(());
                };
                let (from, to) = (b.ty(operand), b.ty(result));
                let compatible = strata_stablehlo::infer::compatible(&cx, from, to);
                if compatible && strata_stablehlo::infer::most_specific(&cx, &[from, to]) == from {
                    b.replace_all_uses(result, operand);
                    b.erase(op);
                }
                return Ok(());
            }
            "stablehlo.dynamic_reduce_window" => return self.reduce_window(b, op),
            // The annotated value keeps its type.
            "Sharding" | "annotate_device_placement" => {
                let types: Vec<Type> = b.operand_types(op).collect();
                if types.len() == b.results(op).len() {
                    result_types::refine_results(b, op, &types);
                }
            }
            _ => (),
        }
        let indices = b.attr(op, "indices_of_shape_operands");
        let indices = indices.and_then(|a| cx.attr_as::<DenseElementsAttr>(a)?.to_i64s(&cx));
        let shapes: Vec<Option<Vec<i64>>> = indices
            .into_iter()
            .flatten()
            .map(|i| const_ints(b, usize::try_from(i).ok().and_then(|i| b.operands(op).nth(i))?))
            .collect();
        if let &[only] = b.results(op)
            && let Some(tuple) = cx.type_as::<TupleType>(b.ty(only))
            && tuple.0.len() == shapes.len()
        {
            let part = |(&ty, shape): (&Type, &Option<Vec<i64>>)| {
                shape.as_ref().map_or(ty, |shape| infer::tensor_like(&cx, ty, shape))
            };
            let ty = cx.ty(TupleType(tuple.0.iter().zip(&shapes).map(part).collect()));
            result_types::refine_value(b, only, ty);
            return Ok(());
        }
        for (k, shape) in shapes.into_iter().enumerate() {
            if let (Some(shape), Some(&result)) = (shape, b.results(op).get(k)) {
                let ty = cx.tensor(&shape, elem(b, result));
                result_types::refine_value(b, result, ty);
            }
        }
        Ok(())
    }
    /// The symbols of the module, including the copies.
    pub(super) fn symbols(&self) -> &SymbolTable {
        &self.table
    }
}
