//! The C function by which a host calls a program on tensors of dynamic sizes: a part of `llvm-emit-entry`.
//!
//! Before:
//! ```mlir
//! func.func @main(%in: memref<?xf32>) -> memref<?xf32>
//!     attributes {strata.num_inputs = 1 : i64, strata.returned_results = array<i64: 0>} { … }
//! ```
//! After, in addition, in C:
//! ```c
//! typedef struct { void *data; int64_t *sizes; } strata_tensor;
//! int32_t m_main(const void *const *inputs, void *const *outputs, m_context *ctx)
//! {
//!   ctx = strata_rt_begin(given);
//!   if (!strata_rt_check_tensor(ctx, 0, m_main_input_spec(0), inputs[0])) {
//!     descriptor = main(…inputs[0]->data, inputs[0]->sizes…);
//!     strata_rt_give_tensor(ctx, 0, m_main_output_spec(0), outputs[0], descriptor.aligned, descriptor.sizes);
//!   }
//!   return strata_rt_end(ctx, given);
//! }
//! ```
//! If an input or a result has a dynamic size, `inputs[i]` or `outputs[i]` is the address of such a tensor; the others are addresses of
//! elements as usual. The host provides memory for the sizes of a result, receives memory for its elements, and frees it with
//! `m_tensor_free`. In specs, dynamic sizes are -1.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use crate::{
    define::{declare, define},
    engine::{ARGUMENT_TYPES, RESULT_TYPES, flat_descriptor, is_bare},
    entry::define_specs,
};

const CHECK: &str = "strata_rt_check_tensor";
const GIVE: &str = "strata_rt_give_tensor";

/// Types of what crosses the border of a function with tensors of unknown sizes.
pub(crate) struct DynamicInterface {
    inputs: Vec<Type>,
    /// Results that are arguments, in their order.
    outs: Vec<Type>,
    /// Returned results: the index among all results, and the type.
    returned: Vec<(usize, Type)>,
}

/// The types in an attribute of a function.
fn types(module: &Body, func: Op, name: &str) -> Option<Vec<Type>> {
    let cx = module.cx();
    let list = module.attr(func, name).and_then(|a| cx.attr_as::<ArrayAttr>(a))?;
    list.0.iter().map(|&a| cx.attr_as::<TypeAttr>(a).map(|t| t.0)).collect()
}

fn is_memref(cx: &Context, ty: Type) -> bool {
    cx.type_as::<MemRefType>(ty).is_some()
}

impl DynamicInterface {
    /// The types of a function, when it has such tensors.
    pub fn from_func(module: &Body, func: Op) -> Option<Self> {
        let cx = module.cx();
        let all = types(module, func, ARGUMENT_TYPES)?;
        let n = module.attr(func, "strata.num_inputs").and_then(|a| cx.attr_i64(a));
        let n = usize::try_from(n?).ok().filter(|&n| n <= all.len())?;
        let (inputs, outs) = all.split_at(n);
        let places =
            module.attr(func, "strata.returned_results").and_then(|a| cx.attr_as::<DenseArrayAttr>(a));
        let results = types(module, func, RESULT_TYPES).unwrap_or_default();
        let places = places.map(|p| p.values.to_vec()).unwrap_or_default();
        let memrefs = inputs.iter().chain(outs).chain(&results).all(|&t| is_memref(cx, t));
        let open = inputs.iter().any(|&t| !is_bare(cx, t)) || !places.is_empty();
        if !open || !memrefs || outs.iter().any(|&t| !is_bare(cx, t)) || places.len() != results.len() {
            return None;
        }
        let returned = places.iter().map(|&p| p as usize).zip(results).collect();
        Some(Self { inputs: inputs.to_vec(), outs: outs.to_vec(), returned })
    }
    /// The types of all results in order, with the argument index of those that are arguments.
    fn outputs(&self) -> Vec<(Type, Option<usize>)> {
        let mut outs = self.outs.iter().copied().enumerate();
        let n = self.outs.len() + self.returned.len();
        let one = |i: usize| match self.returned.iter().find(|r| r.0 == i) {
            Some(r) => Some((r.1, None)),
            None => outs.next().map(|(k, ty)| (ty, Some(k))),
        };
        (0..n).filter_map(one).collect()
    }
    /// The parameters of the program for its inputs, and for results that are arguments.
    fn parameters(&self, cx: &Context) -> Vec<Type> {
        let mut params = Vec::new();
        for &ty in self.inputs.iter().chain(&self.outs) {
            match cx.type_as::<MemRefType>(ty) {
                Some(m) if !is_bare(cx, ty) => {
                    params.extend(flat_descriptor(llvm::ptr(cx), cx.i64(), m.shape.len()))
                }
                _ => params.push(llvm::ptr(cx)),
            }
        }
        params
    }
    /// Defines the C functions whose names start with `name`.
    pub fn emit(&self, module: &mut Body, func: llvm::FuncOp, entry: &str, name: &str) -> Result<(), String> {
        let cx = module.cx_arc().clone();
        let loc = module.loc(func.op());
        let ty = func.ty(module).cloned().ok_or("it has no function type")?;
        let outputs = self.outputs();
        let mut params = self.parameters(&cx);
        if ty.params.len() > params.len() {
            params.push(llvm::ptr(&cx));
        }
        let has_context = params.len() > self.inputs.len() + self.outs.len() && ty.params == params;
        if ty.params != params || outputs.len() != self.outs.len() + self.returned.len() {
            return Err("its arguments are not those of its types".to_owned());
        }
        let with_context = has_context && self.context_is_last(&cx, &ty.params);
        let (ptr, i32, i64) = (llvm::ptr(&cx), cx.i32(), cx.i64());
        for (suffix, types) in [
            ("_input_spec", self.inputs.clone()),
            ("_output_spec", outputs.iter().map(|o| o.0).collect::<Vec<_>>()),
        ] {
            define_specs(module, &format!("{name}{suffix}"), &types, loc);
        }
        for (suffix, n) in [("_num_inputs", self.inputs.len()), ("_num_outputs", outputs.len())] {
            define(module, &format!("{name}{suffix}"), &[], loc, |b, _| {
                llvm::ConstantOp::build(b, cx.int_attr(n as i64, i32), i32)
            });
        }
        let program = Callee { entry, result: ty.result, with_context };
        define(module, name, &[ptr, ptr, ptr], loc, |b, args| {
            self.entry_body(&mut Emit { b, cx: &cx }, args, name, &program, &outputs)
        });
        for (callee, params, result) in [
            ("strata_rt_begin", vec![ptr], ptr),
            ("strata_rt_end", vec![ptr, ptr], i32),
            (CHECK, vec![ptr, i64, ptr, ptr], i32),
            (GIVE, vec![ptr, i64, ptr, ptr, ptr, ptr], i32),
        ] {
            declare(module, callee, &params, result, loc);
        }
        Ok(())
    }
    /// The code of the C entry `name`, up to the number that it returns: checks the tensors, calls the program, gives its results.
    fn entry_body(
        &self,
        e: &mut Emit<'_, '_>,
        args: &[Value],
        name: &str,
        program: &Callee<'_>,
        outputs: &[(Type, Option<usize>)],
    ) -> Value {
        let cx = e.cx;
        let (ptr, i32, i64) = (llvm::ptr(cx), cx.i32(), cx.i64());
        let context = e.call("strata_rt_begin", &[args[2]], ptr);
        let inputs: Vec<Value> = (0..self.inputs.len()).map(|i| e.element(args[0], i, ptr)).collect();
        let mut wrong = e.int(0, i32);
        for (i, _) in self.inputs.iter().enumerate().filter(|(_, t)| !is_bare(cx, **t)) {
            let number = e.int(i as i64, i32);
            let spec = e.call(&format!("{name}_input_spec"), &[number], ptr);
            let number = e.int(i as i64, i64);
            let code = e.call(CHECK, &[context, number, spec, inputs[i]], i32);
            wrong = llvm::OrOp::build(e.b, wrong, code, None);
        }
        let zero = e.int(0, i32);
        let mut test = OpState::new(llvm::ICmpOp::info(), e.b.cur_loc());
        test.set_attr(cx, "predicate", cx.i64_attr(0));
        test.operands.extend([wrong, zero]);
        test.result_types.push(cx.i1());
        let fits = e.b.build(test);
        let fits = e.b.result(fits, 0);
        let Some(region) = e.b.block_parent(e.b.point().block) else { return wrong };
        let [run, failed, end] = [(); 3].map(|()| e.b.body().add_block(region, &[]));
        llvm::CondBrOp::build(e.b, fits, &[], &[], None, None, run, failed);
        // A host may free what it got last time, so that it gets nothing now.
        e.b.goto_end(failed);
        let nothing = llvm::ZeroOp::build(e.b, ptr);
        for &(number, _) in &self.returned {
            let place = e.element(args[1], number, ptr);
            let number = e.int(number as i64, i64);
            e.call(GIVE, &[context, number, nothing, place, nothing, nothing], i32);
        }
        llvm::BrOp::build(e.b, &[], None, end);
        e.b.goto_end(run);
        let mut operands = Vec::new();
        for (&ty, &input) in self.inputs.iter().zip(&inputs) {
            e.argument(ty, input, &mut operands);
        }
        let places: Vec<Value> = (0..outputs.len()).map(|i| e.element(args[1], i, ptr)).collect();
        for (i, output) in outputs.iter().enumerate() {
            if output.1.is_some() {
                operands.push(places[i]);
            }
        }
        if program.with_context {
            operands.push(context);
        }
        let results: &[Type] = if self.returned.is_empty() { &[] } else { &[program.result] };
        let call = llvm::CallOp::direct(e.b, program.entry, &operands, results);
        if let Some(result) = call.result(e.b) {
            for (k, &(number, ty)) in self.returned.iter().enumerate() {
                let base: Vec<i64> = if self.returned.len() == 1 { vec![] } else { vec![k as i64] };
                e.give(context, name, number, ty, (result, &base), places[number]);
            }
        }
        llvm::BrOp::build(e.b, &[], None, end);
        e.b.goto_end(end);
        e.call("strata_rt_end", &[context, args[2]], i32)
    }
    /// Whether the last parameter is beyond those of the inputs and outputs.
    fn context_is_last(&self, cx: &Context, params: &[Type]) -> bool {
        let width = |&ty: &Type| match cx.type_as::<MemRefType>(ty) {
            Some(m) if !is_bare(cx, ty) => 3 + 2 * m.shape.len(),
            _ => 1,
        };
        self.inputs.iter().chain(&self.outs).map(width).sum::<usize>() < params.len()
    }
}

/// The function of the program that the C entry calls.
struct Callee<'a> {
    entry: &'a str,
    /// The type of what it returns.
    result: Type,
    /// Whether it takes the context as its last argument.
    with_context: bool,
}

/// Makes the code of the entry.
struct Emit<'a, 'b> {
    b: &'a mut Builder<'b>,
    cx: &'a Context,
}

impl Emit<'_, '_> {
    fn int(&mut self, n: i64, ty: Type) -> Value {
        llvm::ConstantOp::build(self.b, self.cx.int_attr(n, ty), ty)
    }
    fn call(&mut self, name: &str, operands: &[Value], result: Type) -> Value {
        let call = llvm::CallOp::direct(self.b, name, operands, &[result]);
        call.result(self.b).unwrap_or(operands[0])
    }
    /// Element `i` of an array of values of a type of 8 bytes.
    fn element(&mut self, list: Value, i: usize, ty: Type) -> Value {
        let ptr = llvm::ptr(self.cx);
        let (index, elem) = (self.cx.i32_array(&[i as i32]), self.cx.type_attr(ty));
        let at = llvm::GEPOp::build(self.b, list, &[], index, elem, None, ptr);
        let load = OpState {
            operands: smallvec![at],
            result_types: smallvec![ty],
            ..OpState::new(llvm::LoadOp::info(), self.b.cur_loc())
        };
        let load = self.b.build(load);
        self.b.result(load, 0)
    }
    /// The values by which an input is passed: an address, or the fields of a descriptor.
    fn argument(&mut self, ty: Type, input: Value, out: &mut Vec<Value>) {
        let (ptr, i64) = (llvm::ptr(self.cx), self.cx.i64());
        let Some(m) = self.cx.type_as::<MemRefType>(ty).filter(|_| !is_bare(self.cx, ty)) else {
            out.push(input);
            return;
        };
        let (data, list) = (self.element(input, 0, ptr), self.element(input, 1, ptr));
        let mut sizes = Vec::new();
        for (d, &n) in m.shape.iter().enumerate() {
            sizes.push(if n == DYNAMIC { self.element(list, d, i64) } else { self.int(n, i64) });
        }
        let mut strides = vec![self.int(1, i64)];
        for d in (1..sizes.len()).rev() {
            let last = strides[strides.len() - 1];
            strides.push(llvm::MulOp::build(self.b, last, sizes[d], None));
        }
        strides.reverse();
        strides.truncate(sizes.len());
        out.extend([data, data, self.int(0, i64)]);
        out.extend(sizes);
        out.extend(strides);
    }
    /// Passes a result to the host, from the descriptor at `base` in the program's result.
    fn give(
        &mut self,
        context: Value,
        name: &str,
        number: usize,
        ty: Type,
        (result, base): (Value, &[i64]),
        place: Value,
    ) {
        let (ptr, i32, i64) = (llvm::ptr(self.cx), self.cx.i32(), self.cx.i64());
        let rank = self.cx.type_as::<MemRefType>(ty).map_or(0, |m| m.shape.len());
        let at = |position: &[i64]| [base, position].concat();
        let part = |e: &mut Self, position: &[i64], ty: Type| {
            let position = e.cx.i64_array(&at(position));
            llvm::ExtractValueOp::build(e.b, result, position, ty)
        };
        let data = part(self, &[1], ptr);
        let n = self.int(rank.max(1) as i64, i64);
        let (align, elem) = (self.cx.i64_attr(8), self.cx.type_attr(i64));
        let list = llvm::AllocaOp::build(self.b, n, Some(align), elem, None, ptr);
        for d in 0..rank {
            let size = part(self, &[3, d as i64], i64);
            let index = self.cx.i32_array(&[d as i32]);
            let to = llvm::GEPOp::build(self.b, list, &[], index, elem, None, ptr);
            let mut store = OpState::new(llvm::StoreOp::info(), self.b.cur_loc());
            store.operands.extend([size, to]);
            self.b.build(store);
        }
        let short = self.int(number as i64, i32);
        let spec = self.call(&format!("{name}_output_spec"), &[short], ptr);
        let number = self.int(number as i64, i64);
        self.call(GIVE, &[context, number, spec, place, data, list], i32);
    }
}
