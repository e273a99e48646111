//! Modules built operation by operation.

use strata_codegen_llvm::{
    CodegenError, ExitContext, ExitModule, Jit, ModuleBuilder, OpSpec, Result, Target, TargetMachine, ValueId,
};

use super::{AXPY, Axpy, check_axpy};

/// The same function as [`AXPY`], operation by operation.
fn build_axpy(cx: &ExitContext) -> Result<ExitModule<'_>> {
    let mut b = ModuleBuilder::new(cx);
    let loc = b.file_loc("axpy.mlir", 3, 5);
    let (f32, i64, i1, ptr) = (b.ty("f32")?, b.ty("i64")?, b.ty("i1")?, b.ty("!llvm.ptr")?);
    let linkage = b.attr("#llvm.linkage<external>")?;
    let func = b.func("axpy", "!llvm.func<void (f32, ptr, ptr, i64)>", &[("linkage", linkage)], loc)?;
    let body = func.regions[0];
    let (entry, args) = b.block(body, &[f32, ptr, ptr, i64], loc)?;
    let (head, head_args) = b.block(body, &[i64], loc)?;
    let (step, _) = b.block(body, &[], loc)?;
    let (exit, _) = b.block(body, &[], loc)?;
    let constant = |b: &mut ModuleBuilder<'_>, text: &str| -> Result<ValueId> {
        let value = b.attr(text)?;
        let spec =
            OpSpec { results: &[i64], attrs: &[("value", value)], ..OpSpec::new("llvm.mlir.constant", loc) };
        Ok(b.op(entry, &spec)?.results[0])
    };
    let c0 = constant(&mut b, "0 : i64")?;
    let c1 = constant(&mut b, "1 : i64")?;
    b.op(entry, &OpSpec { successors: &[(head, &[c0])], ..OpSpec::new("llvm.br", loc) })?;
    let slt = b.attr("2 : i64")?;
    let compare = OpSpec {
        operands: &[head_args[0], args[3]],
        results: &[i1],
        attrs: &[("predicate", slt)],
        ..OpSpec::new("llvm.icmp", loc)
    };
    let more = b.op(head, &compare)?.results;
    let branch = OpSpec {
        operands: &more,
        successors: &[(step, &[]), (exit, &[])],
        ..OpSpec::new("llvm.cond_br", loc)
    };
    b.op(head, &branch)?;
    let elem = b.attr("f32")?;
    let indices = b.attr("array<i32: -2147483648>")?;
    let inbounds = b.attr("3 : i32")?;
    let mut pointers = Vec::new();
    for base in [args[1], args[2]] {
        let spec = OpSpec {
            operands: &[base, head_args[0]],
            results: &[ptr],
            attrs: &[("elem_type", elem), ("rawConstantIndices", indices), ("noWrapFlags", inbounds)],
            ..OpSpec::new("llvm.getelementptr", loc)
        };
        pointers.push(b.op(step, &spec)?.results[0]);
    }
    let mut loaded = vec![args[0]];
    for &pointer in &pointers {
        let spec = OpSpec { operands: &[pointer], results: &[f32], ..OpSpec::new("llvm.load", loc) };
        loaded.push(b.op(step, &spec)?.results[0]);
    }
    let fma = OpSpec { operands: &loaded, results: &[f32], ..OpSpec::new("llvm.intr.fma", loc) };
    let sum = b.op(step, &fma)?.results[0];
    b.op(step, &OpSpec { operands: &[sum, pointers[1]], ..OpSpec::new("llvm.store", loc) })?;
    let nsw = b.attr("#llvm.overflow<nsw>")?;
    let add = OpSpec {
        operands: &[head_args[0], c1],
        results: &[i64],
        attrs: &[("overflowFlags", nsw)],
        ..OpSpec::new("llvm.add", loc)
    };
    let next = b.op(step, &add)?.results;
    b.op(step, &OpSpec { successors: &[(head, &next)], ..OpSpec::new("llvm.br", loc) })?;
    b.op(exit, &OpSpec::new("llvm.return", loc))?;
    b.finish()
}

#[test]
fn built_module_runs_and_equals_the_text() -> Result<()> {
    let cx = ExitContext::new();
    let module = build_axpy(&cx)?;
    module.verify()?;
    let mut ir = module.translate()?;
    assert_eq!(ir.defined_functions(), ["axpy"]);
    let parsed = ExitModule::parse(&cx, AXPY)?.translate()?;
    assert_eq!(ir.to_text(), parsed.to_text().replace(" noalias", ""));
    let machine = TargetMachine::new(&Target::host()?)?;
    ir.optimize(&machine)?;
    let jit = Jit::new()?;
    jit.add_module(&machine, &ir)?;
    let symbol = jit.lookup("axpy")?;
    // SAFETY: as above.
    check_axpy(unsafe { symbol.function::<Axpy>() });
    Ok(())
}

#[test]
fn builder_resolves_forward_references_and_calls() -> Result<()> {
    let cx = ExitContext::new();
    let mut b = ModuleBuilder::new(&cx);
    let loc = b.unknown();
    let i32 = b.ty("i32")?;
    b.func("ext", "!llvm.func<i32 (i32)>", &[], loc)?;
    let func = b.func("f", "!llvm.func<i32 (i32)>", &[], loc)?;
    let (entry, args) = b.block(func.regions[0], &[i32], loc)?;
    let (first, _) = b.block(func.regions[0], &[], loc)?;
    let (second, _) = b.block(func.regions[0], &[], loc)?;
    b.op(entry, &OpSpec { successors: &[(second, &[])], ..OpSpec::new("llvm.br", loc) })?;
    let later = b.forward(i32)?;
    b.op(first, &OpSpec { operands: &[later], ..OpSpec::new("llvm.return", loc) })?;
    let callee = b.attr("@ext")?;
    let call = OpSpec {
        operands: &args,
        results: &[i32],
        attrs: &[("callee", callee)],
        ..OpSpec::new("llvm.call", loc)
    };
    let value = b.op(second, &call)?.results[0];
    b.op(second, &OpSpec { successors: &[(first, &[])], ..OpSpec::new("llvm.br", loc) })?;
    b.resolve(later, value)?;
    let mut ir = b.finish()?.translate()?;
    let machine = TargetMachine::new(&Target::host()?)?;
    ir.optimize(&machine)?;
    extern "C" fn ext(x: i32) -> i32 {
        x * 2
    }
    let jit = Jit::new()?;
    jit.define_symbols(&[("ext".to_owned(), ext as *const ())])?;
    jit.add_module(&machine, &ir)?;
    let symbol = jit.lookup("f")?;
    // SAFETY: the type is the compiled function's.
    let f: extern "C" fn(i32) -> i32 = unsafe { symbol.function() };
    assert_eq!(f(21), 42);
    Ok(())
}

#[test]
fn builder_refuses_wrong_calls() -> Result<()> {
    let cx = ExitContext::new();
    let mut b = ModuleBuilder::new(&cx);
    let loc = b.unknown();
    let body = b.module_body();
    let message = |error: CodegenError| error.to_string();
    let unknown = b.op(body, &OpSpec::new("arith.addf", loc)).unwrap_err();
    assert!(message(unknown).contains("`arith.addf` is not an operation"));
    let bad_type = b.ty("!llvm.nosuch").unwrap_err();
    assert!(!bad_type.diagnostics().is_empty(), "{bad_type}");
    assert!(b.attr("#llvm.linkage<").is_err());
    let tensor = b.ty("tensor<4xf32>")?;
    assert!(message(b.dense_attr(tensor, &[0; 7]).unwrap_err()).contains("7 bytes"));
    b.dense_attr(tensor, &[0; 16])?;
    let huge = b.ty("tensor<4611686018427387904x8xi1>")?;
    assert!(matches!(b.dense_attr(huge, &[1]), Err(CodegenError::Limit(_))));
    let bools = b.ty("tensor<3xi1>")?;
    assert!(b.dense_attr(bools, &[1, 0]).is_err());
    let wide = b.ty("i8388609").unwrap_err();
    assert!(matches!(wide, CodegenError::Limit(_)), "{wide}");
    assert!(matches!(b.ty("vector<65536x16xf32>"), Err(CodegenError::Limit(_))));
    assert!(b.func("", "!llvm.func<void ()>", &[], loc).is_err());
    let i32 = b.ty("i32")?;
    let func = b.func("f", "!llvm.func<void (i32)>", &[], loc)?;
    let (entry, args) = b.block(func.regions[0], &[i32], loc)?;
    let unit = b.attr("unit")?;
    let typo = OpSpec { attrs: &[("fastMathFlags", unit)], ..OpSpec::new("llvm.return", loc) };
    assert!(message(b.op(entry, &typo).unwrap_err()).contains("no attribute `fastMathFlags`"));
    let text = b.attr("\"nsw\"")?;
    let add = OpSpec {
        operands: &[args[0], args[0]],
        results: &[i32],
        attrs: &[("overflowFlags", text)],
        ..OpSpec::new("llvm.add", loc)
    };
    let kind = b.op(entry, &add).unwrap_err();
    assert!(kind.to_string().contains("expected") && !kind.diagnostics().is_empty(), "{kind}");
    b.forward(i32)?;
    assert!(b.finish().err().map(message).is_some_and(|m| m.contains("never resolved")));
    Ok(())
}

#[test]
fn builder_makes_constant_tables_and_switches() -> Result<()> {
    let cx = ExitContext::new();
    let mut b = ModuleBuilder::new(&cx);
    let loc = b.unknown();
    let body = b.module_body();
    let (i1, i32, i64, ptr) = (b.ty("i1")?, b.ty("i32")?, b.ty("i64")?, b.ty("!llvm.ptr")?);
    let global = |b: &mut ModuleBuilder<'_>, name: &str, ty: &str, shape: &str, bytes: &[u8]| -> Result<()> {
        let shape = b.ty(shape)?;
        let value = b.dense_attr(shape, bytes)?;
        let (sym_name, global_type) = (b.string_attr(name), b.attr(ty)?);
        let (linkage, unit) = (b.attr("#llvm.linkage<internal>")?, b.attr("unit")?);
        let attrs = [
            ("sym_name", sym_name),
            ("global_type", global_type),
            ("linkage", linkage),
            ("constant", unit),
            ("value", value),
        ];
        b.op(body, &OpSpec { attrs: &attrs, regions: 1, ..OpSpec::new("llvm.mlir.global", loc) })?;
        Ok(())
    };
    let numbers: Vec<u8> = [10i32, 20, 30, 40].iter().flat_map(|x| x.to_le_bytes()).collect();
    global(&mut b, "numbers", "!llvm.array<2 x array<2 x i32>>", "tensor<2x2xi32>", &numbers)?;
    let flags = [1u8, 0, 0, 1, 1, 1, 0, 1, 1, 0, 1];
    global(&mut b, "flags", "!llvm.array<11 x i1>", "tensor<11xi1>", &flags)?;
    global(&mut b, "splat", "!llvm.array<3 x i32>", "tensor<3xi32>", &7i32.to_le_bytes())?;

    // table(which, i): numbers[i], flags[i] or splat[i].
    let func = b.func("table", "!llvm.func<i32 (i32, i64)>", &[], loc)?;
    let region = func.regions[0];
    let (entry, args) = b.block(region, &[i32, i64], loc)?;
    let (exit, result) = b.block(region, &[i32], loc)?;
    let mut cases = Vec::new();
    for (name, element) in [("numbers", "i32"), ("flags", "i1"), ("splat", "i32")] {
        let (block, passed) = b.block(region, &[i64], loc)?;
        let symbol = b.attr(&format!("@{name}"))?;
        let address = OpSpec {
            results: &[ptr],
            attrs: &[("global_name", symbol)],
            ..OpSpec::new("llvm.mlir.addressof", loc)
        };
        let base = b.op(block, &address)?.results[0];
        let (elem, indices) = (b.attr(element)?, b.attr("array<i32: -2147483648>")?);
        let gep = OpSpec {
            operands: &[base, passed[0]],
            results: &[ptr],
            attrs: &[("elem_type", elem), ("rawConstantIndices", indices)],
            ..OpSpec::new("llvm.getelementptr", loc)
        };
        let pointer = b.op(block, &gep)?.results;
        let ty = if element == "i1" { i1 } else { i32 };
        let load = OpSpec { operands: &pointer, results: &[ty], ..OpSpec::new("llvm.load", loc) };
        let mut value = b.op(block, &load)?.results;
        if element == "i1" {
            let extend = OpSpec { operands: &value, results: &[i32], ..OpSpec::new("llvm.zext", loc) };
            value = b.op(block, &extend)?.results;
        }
        b.op(block, &OpSpec { successors: &[(exit, &value)], ..OpSpec::new("llvm.br", loc) })?;
        cases.push(block);
    }
    let case_values = b.attr("dense<[1, 2]> : vector<2xi32>")?;
    let switch = OpSpec {
        operands: &args[..1],
        attrs: &[("case_values", case_values)],
        successors: &[(cases[0], &args[1..]), (cases[1], &args[1..]), (cases[2], &args[1..])],
        ..OpSpec::new("llvm.switch", loc)
    };
    b.op(entry, &switch)?;
    b.op(exit, &OpSpec { operands: &result, ..OpSpec::new("llvm.return", loc) })?;

    let mut ir = b.finish()?.translate()?;
    let machine = TargetMachine::new(&Target::host()?)?;
    ir.optimize(&machine)?;
    let jit = Jit::new()?;
    jit.add_module(&machine, &ir)?;
    let symbol = jit.lookup("table")?;
    // SAFETY: the type is the compiled function's.
    let table: extern "C" fn(i32, i64) -> i32 = unsafe { symbol.function() };
    for (i, expected) in [10, 20, 30, 40].into_iter().enumerate() {
        assert_eq!(table(0, i as i64), expected);
    }
    for (i, expected) in flags.into_iter().enumerate() {
        assert_eq!(table(1, i as i64), i32::from(expected), "flag {i}");
    }
    assert_eq!(table(2, 2), 7);
    Ok(())
}
