//! Calls: of functions, of addresses, of inline assembly; and of intrinsics, which have ops of their own.

use llvm_sys::LLVMOpcode::LLVMInvoke;
use llvm_sys::LLVMValueKind as Kind;
use llvm_sys::core::*;
use strata_ir::core::{Attr, DictionaryAttr, Op, Value};
use strata_llvm::{CConv, TailCallKind};

use super::Outcome;
use super::attributes::{ALL_MEMORY, LlvmAttribute, Place, dictionary, memory_effects};
use super::convention::calling_convention;
use super::raw::{Ty, Value as Raw, terminated, text};
use super::scope::Scope;

/// A call, before it becomes an op.
pub(super) struct Call<'m> {
    raw: Raw<'m>,
    callee: Raw<'m>,
    pub(super) arguments: Vec<Raw<'m>>,
    ty: Ty<'m>,
}

impl<'m> Call<'m> {
    pub(super) fn new(raw: Raw<'m>) -> Outcome<Self> {
        // SAFETY: the value is a live call or `invoke`; the number of its arguments is that of its first operands.
        let (callee, n, ty) = unsafe {
            let callee = Raw::new(LLVMGetCalledValue(raw.raw()));
            (callee, LLVMGetNumArgOperands(raw.raw()) as usize, Ty::new(LLVMGetCalledFunctionType(raw.raw())))
        };
        let callee = callee.ok_or("it calls nothing")?;
        let arguments = raw.operands().into_iter().take(n).collect();
        Ok(Self { raw, callee, arguments, ty: ty.ok_or("what it calls has no type")? })
    }
    /// The function that is called by its name.
    fn function(&self) -> Option<Raw<'m>> {
        let is_function = self.callee.kind() == Kind::LLVMFunctionValueKind;
        // SAFETY: it is a live function.
        let ty = is_function.then(|| unsafe { LLVMGlobalGetValueType(self.callee.raw()) });
        (ty == Some(self.ty.raw())).then_some(self.callee)
    }
}

impl<'m> Scope<'_, 'm> {
    /// Builds the op of a call; none for an intrinsic that only describes the program.
    pub(super) fn call(&mut self, raw: Raw<'m>) -> Outcome<Option<Op>> {
        let call = Call::new(raw)?;
        if call.callee.kind() == Kind::LLVMInlineAsmValueKind {
            return self.inline_asm(&call).map(Some);
        }
        if let Some(name) = call.function().and_then(Raw::intrinsic_name) {
            return self.intrinsic(raw, &call, &name);
        }
        let (operands, mut attrs) = self.callee(&call)?;
        attrs.extend(self.call_facts(&call)?);
        // SAFETY: the value is a live call.
        let kind = match unsafe { LLVMGetTailCallKind(raw.raw()) } as u32 {
            1 => TailCallKind::Tail,
            2 => TailCallKind::MustTail,
            3 => TailCallKind::NoTail,
            _ => TailCallKind::None,
        };
        if kind != TailCallKind::None {
            attrs.push(("TailCallKind", self.cx().attr(kind)));
        }
        attrs.extend(self.fast_math(raw, "llvm.call"));
        attrs.extend(self.tbaa(raw));
        self.with_bundles(raw, "llvm.call", operands, attrs, None).map(Some)
    }

    /// The operands and the attributes that say what is called.
    pub(super) fn callee(&mut self, call: &Call<'m>) -> Outcome<(Vec<Value>, Vec<(&'static str, Attr)>)> {
        let mut attrs = Vec::new();
        let mut operands = Vec::new();
        match call.function() {
            Some(function) => {
                let name = self.import.symbol(function);
                attrs.push(("callee", self.cx().symbol_ref(&name)));
            }
            None => operands.push(self.value(call.callee)?),
        }
        operands.extend(self.values(call.arguments.iter().copied())?);
        if call.ty.is_variadic() {
            let ty = self.ty(call.ty)?;
            attrs.push(("var_callee_type", self.cx().type_attr(ty)));
        }
        // SAFETY: the value is a live call or `invoke`.
        let convention = calling_convention(unsafe { LLVMGetInstructionCallConv(call.raw.raw()) })?;
        if convention != CConv::C {
            attrs.push(("CConv", self.cx().attr(convention)));
        }
        let arguments: Vec<Place> = (0..call.arguments.len() as u32).map(Place::Argument).collect();
        let arguments = self.dictionaries(call.raw, &arguments)?;
        let result = self.dictionaries(call.raw, &[Place::Result])?;
        attrs.extend(arguments.map(|list| ("arg_attrs", list)));
        attrs.extend(result.map(|list| ("res_attrs", list)));
        Ok((operands, attrs))
    }

    /// The attributes of arguments or of the result as a list, unless all are empty.
    fn dictionaries(&mut self, raw: Raw<'m>, places: &[Place]) -> Outcome<Option<Attr>> {
        let cx = self.body.cx_arc().clone();
        let (mut list, mut dropped) = (Vec::new(), Vec::new());
        for &place in places {
            let all = self.import.names.of_call(raw, place);
            list.push(dictionary(&cx, &all, |ty| self.import.ty(ty), &mut dropped)?);
        }
        dropped.iter().for_each(|name| self.import.dropped(&format!("attribute '{name}' of calls")));
        let is_empty = |a: &Attr| cx.attr_as::<DictionaryAttr>(*a).is_none_or(|d| d.entries().is_empty());
        Ok((!list.iter().all(is_empty)).then(|| cx.array_attr(list)))
    }

    /// The facts that a call states about the function.
    fn call_facts(&mut self, call: &Call<'m>) -> Outcome<Vec<(&'static str, Attr)>> {
        let own = self.import.names.of_call(call.raw, Place::Function);
        let declared = call.function().map(|f| self.import.names.of_function(f, Place::Function));
        let memory = |list: &[LlvmAttribute<'_>]| {
            let bits = |a: &LlvmAttribute<'_>| match a {
                LlvmAttribute::Enum("memory", bits) => Some(*bits),
                _ => None,
            };
            list.iter().find_map(bits).unwrap_or(ALL_MEMORY)
        };
        let cx = self.body.cx_arc().clone();
        let mut attrs = Vec::new();
        let bits = memory(&own) & declared.as_deref().map_or(ALL_MEMORY, memory);
        if bits != ALL_MEMORY {
            attrs.push(("memory_effects", memory_effects(&cx, bits)));
        }
        const FACTS: [(&str, &str); 6] = [
            ("convergent", "convergent"),
            ("nounwind", "no_unwind"),
            ("willreturn", "will_return"),
            ("noinline", "no_inline"),
            ("alwaysinline", "always_inline"),
            ("inlinehint", "inline_hint"),
        ];
        for attribute in own {
            match attribute {
                LlvmAttribute::Enum("memory", _) => {}
                LlvmAttribute::Enum(name, _) | LlvmAttribute::Type(name, _) | LlvmAttribute::Other(name) => {
                    match FACTS.iter().find(|fact| fact.0 == name) {
                        Some((_, attr)) => attrs.push((attr, cx.unit())),
                        None => self.import.dropped(&format!("attribute '{name}' of calls")),
                    }
                }
                LlvmAttribute::Text(name, _) => {
                    self.import.dropped(&format!("attribute '{name}' of calls"));
                }
            }
        }
        Ok(attrs)
    }

    /// Builds an op with the operand bundles of a call, behind the other operands. `segments` has the numbers of operands of further groups
    /// between them.
    pub(super) fn with_bundles(
        &mut self,
        raw: Raw<'m>,
        name: &str,
        mut operands: Vec<Value>,
        mut attrs: Vec<(&'static str, Attr)>,
        groups: Option<[Vec<Value>; 2]>,
    ) -> Outcome<Op> {
        let cx = self.body.cx_arc().clone();
        let mut segments = vec![operands.len() as i32];
        for group in groups.into_iter().flatten() {
            segments.push(group.len() as i32);
            operands.extend(group);
        }
        let (mut sizes, mut tags) = (Vec::new(), Vec::new());
        // SAFETY: the value is a live call.
        for i in 0..unsafe { LLVMGetNumOperandBundles(raw.raw()) } {
            let mut length = 0;
            // SAFETY: the bundle is ours, and freed after what it holds was read.
            let (tag, values) = unsafe {
                let bundle = LLVMGetOperandBundleAtIndex(raw.raw(), i);
                let data = LLVMGetOperandBundleTag(bundle, &raw mut length);
                let tag = text(data, length);
                let n = LLVMGetNumOperandBundleArgs(bundle);
                let values: Vec<_> =
                    (0..n).filter_map(|k| Raw::new(LLVMGetOperandBundleArgAtIndex(bundle, k))).collect();
                LLVMDisposeOperandBundle(bundle);
                (tag, values)
            };
            let values = self.values(values)?;
            sizes.push(values.len() as i32);
            tags.push(cx.string_attr(&tag));
            operands.extend(values);
        }
        segments.push(sizes.iter().sum());
        let info = cx.op_info(name).ok_or("the op is missing")?;
        if info.attr_slot("operandSegmentSizes").is_some() {
            attrs.push(("operandSegmentSizes", cx.i32_array(&segments)));
        }
        if !tags.is_empty() {
            attrs.push(("op_bundle_sizes", cx.i32_array(&sizes)));
            attrs.push(("op_bundle_tags", cx.array_attr(tags)));
        }
        if raw.is(LLVMInvoke) {
            return self.invoke_op(raw, &operands, &attrs);
        }
        self.with_result(raw, name, &operands, &attrs)
    }

    fn inline_asm(&mut self, call: &Call<'m>) -> Outcome<Op> {
        let operands = self.values(call.arguments.iter().copied())?;
        let cx = self.body.cx_arc().clone();
        let asm = call.callee.raw();
        let (mut code, mut rest) = (0, 0);
        // SAFETY: the value is live inline assembly, whose texts have so many bytes.
        let (code, constraints, has_effects, aligns, dialect) = unsafe {
            let data = LLVMGetInlineAsmAsmString(asm, &raw mut code);
            let code = text(data, code);
            let data = LLVMGetInlineAsmConstraintString(asm, &raw mut rest);
            let constraints = text(data, rest);
            let aligns = LLVMGetInlineAsmNeedsAlignedStack(asm) != 0;
            (
                code,
                constraints,
                LLVMGetInlineAsmHasSideEffects(asm) != 0,
                aligns,
                LLVMGetInlineAsmDialect(asm),
            )
        };
        let mut attrs = vec![
            ("asm_string", cx.string_attr(&code)),
            ("constraints", cx.string_attr(&constraints)),
            ("asm_dialect", cx.i64_attr(dialect as i64)),
        ];
        if has_effects {
            attrs.push(("has_side_effects", cx.unit()));
        }
        if aligns {
            attrs.push(("is_align_stack", cx.unit()));
        }
        let places: Vec<Place> = (0..operands.len() as u32).map(Place::Argument).collect();
        attrs.extend(self.dictionaries(call.raw, &places)?.map(|list| ("operand_attrs", list)));
        self.with_result(call.raw, "llvm.inline_asm", &operands, &attrs)
    }

    /// The alignment that a call gives for one of its arguments, in bytes.
    pub(super) fn alignment_of(&self, raw: Raw<'m>, argument: u32) -> u64 {
        let all = self.import.names.of_call(raw, Place::Argument(argument));
        let alignment = all.iter().find_map(|a| match a {
            LlvmAttribute::Enum("align", bytes) => Some(*bytes),
            _ => None,
        });
        alignment.unwrap_or(1)
    }

    /// The attributes of the arguments of an intrinsic, for ops that have a place for them.
    pub(super) fn argument_attrs(&mut self, call: &Call<'m>, operands: usize) -> Outcome<Option<Attr>> {
        let places: Vec<Place> = (0..operands as u32).map(Place::Argument).collect();
        self.dictionaries(call.raw, &places)
    }
}

/// The name of the garbage collector of a function.
pub(super) fn collector(function: Raw<'_>) -> Option<String> {
    // SAFETY: the value is a live function; the name ends with a zero.
    let name = unsafe { terminated(LLVMGetGC(function.raw())) };
    (!name.is_empty()).then_some(name)
}
