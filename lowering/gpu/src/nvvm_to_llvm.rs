//! `convert-nvvm-to-llvm`: converts instructions that LLVM has no intrinsics for to inline PTX.
//!
//! Before:
//! ```mlir
//! nvvm.mbarrier.init %barrier, %count, predicate = %p : !llvm.ptr<3>, i32, i1
//! ```
//! After:
//! ```mlir
//! llvm.inline_asm has_side_effects asm_dialect = att "@$2 mbarrier.init.shared.b64 [$0], $1;", "r,r,b" %barrier, %count, %p
//!     : (!llvm.ptr<3>, i32, i1) -> ()
//! ```
//! These are `wgmma.mma_async`, waits for barriers in memory, `bar.arrive`, `inline_ptx`, and ops with a predicate. All other ops are
//! unchanged.

use strata_ir::prelude::*;
use strata_llvm::{self as llvm, InlineAsmOp, PointerType, StructType};
use strata_nvvm as nvvm;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Convert NVVM to LLVM with Inline PTX.
#[pass(name = "convert-nvvm-to-llvm", produces = [llvm], each_body)]
pub struct ConvertNvvmToLlvm;

impl BodyPass for ConvertNvvmToLlvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut errors = Vec::new();
        for op in body.all_ops() {
            if !body.is_live(op) || body.is_shell(op) || body.info(op).dialect() != "nvvm" {
                continue;
            }
            let text = match text(body, op) {
                Ok(None) => continue,
                Ok(Some(text)) => text,
                Err(why) => {
                    let message = format!("'{}' op has no text of PTX: {why}", body.op_name(op));
                    errors.push(Diagnostic::error(body.loc(op), message));
                    continue;
                }
            };
            text.replace(body, op);
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }
}

/// One instruction as inline PTX.
struct Text {
    asm: String,
    constraints: Vec<String>,
    operands: Vec<Value>,
    results: Vec<Type>,
}

impl Text {
    fn replace(self, b: &mut Body, op: Op) {
        let cx = b.cx_arc().clone();
        let mut at = Builder::before(b, op);
        let mut operands = Vec::new();
        for &v in &self.operands {
            // A struct is passed member by member.
            let members = cx.type_as::<StructType>(at.ty(v)).map(|s| s.members().to_vec());
            match members {
                Some(members) => operands.extend(members.iter().enumerate().map(|(i, &ty)| {
                    let position = cx.i64_array(&[i as i64]);
                    llvm::ExtractValueOp::build(&mut at, v, position, ty)
                })),
                None => operands.push(v),
            }
        }
        let (asm, constraints) = (cx.string_attr(&self.asm), cx.string_attr(&self.constraints.join(",")));
        let (unit, dialect) = (cx.unit(), cx.i64_attr(0));
        let new = InlineAsmOp::build(
            &mut at,
            &operands,
            asm,
            constraints,
            Some(unit),
            None,
            None,
            Some(dialect),
            None,
            &self.results,
        );
        let (old, new) = (b.results(op).to_vec(), b.results(new.op()).to_vec());
        if old.len() > 1 {
            // Several results are returned as one struct.
            for (i, &old) in old.iter().enumerate() {
                let mut at = Builder::before(b, op);
                let (position, ty) = (cx.i64_array(&[i as i64]), at.ty(old));
                let part = llvm::ExtractValueOp::build(&mut at, new[0], position, ty);
                b.replace_all_uses(old, part);
            }
        } else if let (&[old], &[new]) = (&old[..], &new[..]) {
            b.replace_all_uses(old, new);
        }
        b.erase(op);
    }
}

/// The constraint letter of the registers of a type.
fn register(cx: &Context, ty: Type) -> Result<&'static str, String> {
    if let Some(pointer) = cx.type_as::<PointerType>(ty) {
        return Ok(if pointer.address_space == 3 || pointer.address_space == 7 { "r" } else { "l" });
    }
    if ty == cx.f32() {
        return Ok("f");
    }
    if ty == cx.f64() {
        return Ok("d");
    }
    match cx.bit_width(ty) {
        Some(1) => Ok("b"),
        Some(16) => Ok("h"),
        Some(32) => Ok("r"),
        Some(64) => Ok("l"),
        _ => Err(format!("it has a value of type '{}'", cx.type_to_string(ty))),
    }
}

/// An instruction with the operands of an op in order, each with its constraint letter; the predicate is the last of them.
fn plain(
    b: &Body,
    op: Op,
    asm: String,
    operands: Vec<Value>,
    predicate: Option<Value>,
) -> Result<Text, String> {
    let cx = b.cx();
    let mut operands = operands;
    let asm = match predicate {
        Some(p) => {
            operands.push(p);
            format!("@${} {asm}", operands.len() - 1)
        }
        None => asm,
    };
    let letters: Result<Vec<_>, _> =
        operands.iter().map(|&v| register(cx, b.ty(v)).map(str::to_owned)).collect();
    let results = b.result_types(op).collect();
    Ok(Text { asm, constraints: letters?, operands, results })
}

/// `.shared` if an address is in shared memory.
fn space(b: &Body, v: Value) -> &'static str {
    let shared = b.cx().type_as::<PointerType>(b.ty(v)).is_some_and(|p| p.address_space == 3);
    if shared { ".shared" } else { "" }
}

/// `$first,$…` for `n` operands.
fn numbers(first: usize, n: usize, separator: &str) -> String {
    (first..first + n).map(|i| format!("${i}")).collect::<Vec<_>>().join(separator)
}

/// The inline PTX of an op, or `None` if it needs none.
fn text(b: &Body, op: Op) -> Result<Option<Text>, String> {
    if let Some(op) = op.as_op::<nvvm::MBarrierTryWaitParityOp>(b) {
        let space = space(b, op.addr(b));
        let asm = format!(
            "{{\n\t.reg .pred       P1; \n\tLAB_WAIT: \n\tmbarrier.try_wait.parity{space}.b64 P1, [$0], $1, $2; \n\t@P1 bra.uni DONE; \n\tbra.uni     LAB_WAIT; \n\tDONE: \n\t}}"
        );
        let operands = vec![op.addr(b), op.phase(b), op.ticks(b)];
        return plain(b, op.op(), asm, operands, None).map(Some);
    }
    if let Some(op) = op.as_op::<nvvm::MBarrierInitOp>(b) {
        let Some(predicate) = op.predicate(b) else { return Ok(None) };
        let asm = format!("mbarrier.init{}.b64 [$0], $1;", space(b, op.addr(b)));
        return plain(b, op.op(), asm, vec![op.addr(b), op.count(b)], Some(predicate)).map(Some);
    }
    if let Some(op) = op.as_op::<nvvm::MBarrierArriveExpectTxOp>(b) {
        let Some(predicate) = op.predicate(b) else { return Ok(None) };
        let asm = format!("mbarrier.arrive.expect_tx{}.b64 _, [$0], $1;", space(b, op.addr(b)));
        return plain(b, op.op(), asm, vec![op.addr(b), op.txcount(b)], Some(predicate)).map(Some);
    }
    if let Some(op) = op.as_op::<nvvm::BarrierArriveOp>(b) {
        let (asm, operands) = match op.barrier_id(b) {
            Some(id) => ("bar.arrive $0, $1;", vec![id, op.number_of_threads(b)]),
            None => ("bar.arrive 0, $0;", vec![op.number_of_threads(b)]),
        };
        return plain(b, op.op(), asm.to_owned(), operands, None).map(Some);
    }
    if let Some(op) = op.as_op::<nvvm::PrefetchOp>(b) {
        let tensormap = b.attr(op.op(), "tensormap").is_some();
        let Some(predicate) = op.predicate(b).filter(|_| tensormap) else { return Ok(None) };
        return plain(b, op.op(), "prefetch.tensormap [$0];".into(), vec![op.addr(b)], Some(predicate))
            .map(Some);
    }
    if let Some(op) = op.as_op::<nvvm::CpAsyncBulkTensorGlobalToSharedClusterOp>(b) {
        let Some(predicate) = op.predicate(b) else { return Ok(None) };
        return tensor_load(b, op, predicate).map(Some);
    }
    if let Some(op) = op.as_op::<nvvm::CpAsyncBulkTensorSharedCTAToGlobalOp>(b) {
        let Some(predicate) = op.predicate(b) else { return Ok(None) };
        let at: Vec<Value> = op.coordinates(b).collect();
        let asm = format!(
            "cp.async.bulk.tensor.{}d.global.shared::cta.bulk_group [$0, {{{}}} ], [$1];",
            at.len(),
            numbers(2, at.len(), ", ")
        );
        let mut operands = vec![op.tma_descriptor(b), op.src_mem(b)];
        operands.extend(at);
        return plain(b, op.op(), asm, operands, Some(predicate)).map(Some);
    }
    if let Some(op) = op.as_op::<nvvm::WgmmaMmaAsyncOp>(b) {
        return wgmma(b, op).map(Some);
    }
    if let Some(op) = op.as_op::<nvvm::InlinePtxOp>(b) {
        return inline(b, op).map(Some);
    }
    Ok(None)
}

/// A copy of a box into shared memory, with a predicate.
fn tensor_load(
    b: &Body,
    op: nvvm::CpAsyncBulkTensorGlobalToSharedClusterOp,
    predicate: Value,
) -> Result<Text, String> {
    let (at, offsets): (Vec<Value>, Vec<Value>) =
        (op.coordinates(b).collect(), op.im2col_offsets(b).collect());
    let (mask, hint) = (op.multicast_mask(b), op.l2_cache_hint(b));
    let mut asm =
        format!("cp.async.bulk.tensor.{}d.shared::cluster.global.mbarrier::complete_tx::bytes", at.len());
    for (there, word) in [
        (!offsets.is_empty(), ".im2col"),
        (mask.is_some(), ".multicast::cluster"),
        (hint.is_some(), ".L2::cache_hint"),
    ] {
        asm += if there { word } else { "" };
    }
    let mut next = 2 + at.len();
    asm += &format!(" [$0], [$1, {{{}}} ], [${next}]", numbers(2, at.len(), ","));
    next += 1;
    if !offsets.is_empty() {
        asm += &format!(",{{{}}}", numbers(next, offsets.len(), ","));
        next += offsets.len();
    }
    for _ in mask.iter().chain(&hint) {
        asm += &format!(", ${next}");
        next += 1;
    }
    asm.push(';');
    let mut operands = vec![op.dst_mem(b), op.tma_descriptor(b)];
    operands.extend(at);
    operands.push(op.mbar(b));
    operands.extend(offsets.into_iter().chain(mask).chain(hint));
    plain(b, op.op(), asm, operands, Some(predicate))
}

/// A product of matrices in shared memory: the sums are outputs and, tied to them, inputs.
fn wgmma(b: &Body, op: nvvm::WgmmaMmaAsyncOp) -> Result<Text, String> {
    let cx = b.cx();
    let ty = b.ty(op.results(b));
    let members = cx.type_as::<StructType>(ty).ok_or("it has no struct")?.members().to_vec();
    let shape = op.shape(b).get(cx).clone();
    let kind =
        |name| b.attr(op.op(), name).and_then(|a| cx.attr_as::<nvvm::WgmmaType>(a)).map_or("", |t| t.word());
    let is = |name, attr: Attr| i64::from(b.attr(op.op(), name) == Some(attr));
    let n = members.len();
    let letter = register(cx, members[0])?;
    let mut constraints: Vec<String> = vec![format!("={letter}"); n];
    constraints.extend((0..n).map(|i| i.to_string()));
    constraints.extend(["l".to_owned(), "l".to_owned()]);
    let scale_out = is("scaleD", nvvm::WgmmaScaleOut::One.attr(cx));
    let sign = |name| 2 * is(name, nvvm::WgmmaScaleIn::One.attr(cx)) - 1;
    let types = (kind("typeD"), kind("typeA"), kind("typeB"));
    let saturates = b.attr(op.op(), "satfinite") == Some(nvvm::MmaIntOverflow::Satfinite.attr(cx));
    // Only factors of 16 bits can be transposed; integers and bits have no sign operands.
    let mut numbers_behind = vec![];
    if !matches!(types.1, "s8" | "u8" | "b1") {
        numbers_behind.extend([sign("scaleA"), sign("scaleB")]);
    }
    if matches!(types.1, "f16" | "bf16") {
        numbers_behind.extend([
            is("layoutA", nvvm::MmaLayout::Col.attr(cx)),
            is("layoutB", nvvm::MmaLayout::Row.attr(cx)),
        ]);
    }
    let behind: String = numbers_behind.iter().map(|n| format!(", {n}")).collect();
    let asm = format!(
        "{{\n.reg .pred p;\nsetp.ne.b32 p, {scale_out}, 0;\nwgmma.mma_async.sync.aligned.m{}n{}k{}.{}.{}.{}{} {{{}}}, ${}, ${}, p{behind};\n}}\n",
        shape.m,
        shape.n,
        shape.k,
        types.0,
        types.1,
        types.2,
        if saturates { ".satfinite" } else { "" },
        numbers(0, n, ", "),
        2 * n,
        2 * n + 1,
    );
    Ok(Text {
        asm,
        constraints,
        operands: vec![op.inouts(b), op.descriptor_a(b), op.descriptor_b(b)],
        results: vec![ty],
    })
}

/// PTX given by the program: `{$r0}` is a read operand, `{$w0}` a written one.
fn inline(b: &Body, op: nvvm::InlinePtxOp) -> Result<Text, String> {
    let cx = b.cx();
    if op.read_write_args(b).next().is_some() {
        return Err("values that are read and written are not supported".into());
    }
    let code = b.attr(op.op(), "ptxCode").and_then(|a| cx.attr_as::<StringAttr>(a));
    let mut asm = code.map(|s| String::from_utf8_lossy(&s.value).into_owned()).unwrap_or_default();
    let written: Vec<Type> = b.result_types(op.op()).collect();
    let mut operands: Vec<Value> = op.read_only_args(b).collect();
    for i in 0..written.len() {
        asm = asm.replace(&format!("{{$w{i}}}"), &format!("${i}"));
    }
    for i in 0..operands.len() {
        asm = asm.replace(&format!("{{$r{i}}}"), &format!("${}", written.len() + i));
    }
    if let Some(predicate) = op.predicate(b) {
        asm = format!("@${} {asm}", written.len() + operands.len());
        operands.push(predicate);
    }
    let mut constraints = Vec::new();
    for &ty in &written {
        constraints.push(format!("={}", register(cx, ty)?));
    }
    for &v in &operands {
        constraints.push(register(cx, b.ty(v))?.to_owned());
    }
    let results = match written.len() {
        0 | 1 => written,
        _ => vec![cx.ty(llvm::StructType::literal(written))],
    };
    Ok(Text { asm, constraints, operands, results })
}
