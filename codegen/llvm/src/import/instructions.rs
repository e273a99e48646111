//! Instructions without control flow.

use llvm_sys::LLVMOpcode::{self, *};
use llvm_sys::core::*;
use llvm_sys::{LLVMTypeKind, LLVMValueKind};
use strata_ir::core::{Attr, Op, Value};
use strata_llvm::{FastmathFlags, StructType, types::ArrayType};

use super::metadata::Node;
use super::raw::{Ty, Value as Raw};
use super::scope::Scope;
use super::{Outcome, constants};

/// The ops of instructions that have the same operands and results.
fn plain(opcode: LLVMOpcode) -> Option<&'static str> {
    Some(match opcode {
        LLVMAdd => "llvm.add",
        LLVMFAdd => "llvm.fadd",
        LLVMSub => "llvm.sub",
        LLVMFSub => "llvm.fsub",
        LLVMMul => "llvm.mul",
        LLVMFMul => "llvm.fmul",
        LLVMUDiv => "llvm.udiv",
        LLVMSDiv => "llvm.sdiv",
        LLVMFDiv => "llvm.fdiv",
        LLVMURem => "llvm.urem",
        LLVMSRem => "llvm.srem",
        LLVMFRem => "llvm.frem",
        LLVMShl => "llvm.shl",
        LLVMLShr => "llvm.lshr",
        LLVMAShr => "llvm.ashr",
        LLVMAnd => "llvm.and",
        LLVMOr => "llvm.or",
        LLVMXor => "llvm.xor",
        LLVMFNeg => "llvm.fneg",
        LLVMTrunc => "llvm.trunc",
        LLVMZExt => "llvm.zext",
        LLVMSExt => "llvm.sext",
        LLVMFPToUI => "llvm.fptoui",
        LLVMFPToSI => "llvm.fptosi",
        LLVMUIToFP => "llvm.uitofp",
        LLVMSIToFP => "llvm.sitofp",
        LLVMFPTrunc => "llvm.fptrunc",
        LLVMFPExt => "llvm.fpext",
        LLVMPtrToInt => "llvm.ptrtoint",
        LLVMIntToPtr => "llvm.inttoptr",
        LLVMBitCast => "llvm.bitcast",
        LLVMAddrSpaceCast => "llvm.addrspacecast",
        LLVMSelect => "llvm.select",
        LLVMFreeze => "llvm.freeze",
        LLVMExtractElement => "llvm.extractelement",
        LLVMInsertElement => "llvm.insertelement",
        LLVMVAArg => "llvm.va_arg",
        LLVMResume => "llvm.resume",
        LLVMRet => "llvm.return",
        LLVMUnreachable => "llvm.unreachable",
        _ => return None,
    })
}

/// The number of each comparison of integers in the dialect, in LLVM's order from 32 on.
const ICMP: [i64; 10] = [0, 1, 8, 9, 6, 7, 4, 5, 2, 3];
/// The same for floats, from 0 on.
const FCMP: [i64; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 14, 8, 9, 10, 11, 12, 13, 15];

/// Metadata of accesses to memory that are flags, and their attributes.
const FLAGS: [(&str, &str); 3] =
    [("nontemporal", "nontemporal"), ("invariant.load", "invariant"), ("invariant.group", "invariantGroup")];

impl<'m> Scope<'_, 'm> {
    /// Builds the op of an instruction without control flow, or of a constant expression.
    pub(super) fn expression(&mut self, raw: Raw<'m>) -> Outcome<Op> {
        let opcode = raw.opcode().ok_or("it is no instruction")?;
        match opcode {
            LLVMGetElementPtr => self.address(raw),
            LLVMICmp | LLVMFCmp => self.comparison(raw, opcode),
            LLVMExtractValue | LLVMInsertValue => self.member(raw, opcode),
            LLVMShuffleVector => self.shuffle(raw),
            LLVMAlloca => self.alloca(raw),
            LLVMLoad | LLVMStore => self.access(raw, opcode),
            LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMFence => self.atomic(raw, opcode),
            LLVMLandingPad => self.landing_pad(raw),
            _ => {
                let name = plain(opcode).ok_or("the instruction has no form in the dialect")?;
                let operands = self.values(raw.operands())?;
                let attrs = self.flags(raw, opcode, name);
                self.with_result(raw, name, &operands, &attrs)
            }
        }
    }

    /// Builds an op with the result of an instruction, if that has one.
    pub(super) fn with_result(
        &mut self,
        raw: Raw<'m>,
        name: &str,
        operands: &[Value],
        attrs: &[(&str, Attr)],
    ) -> Outcome<Op> {
        let ty = self.ty(raw.ty())?;
        let results = if strata_llvm::types::is_void(self.cx(), ty) { &[][..] } else { &[ty] };
        self.build(name, operands, results, attrs)
    }

    /// The facts that an instruction states about its result: overflows that do not happen, liberties with floats.
    pub(super) fn flags(&self, raw: Raw<'m>, opcode: LLVMOpcode, name: &str) -> Vec<(&'static str, Attr)> {
        let (cx, mut attrs) = (self.cx(), Vec::new());
        let value = raw.raw();
        // SAFETY: the value is live and its opcode one that each flag is of.
        let (overflow, exact, disjoint, not_negative) = unsafe {
            let wraps = matches!(opcode, LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMTrunc);
            // Constant expressions are built without flags, as upstream does.
            let is_instruction = !LLVMIsAInstruction(value).is_null();
            let flag =
                |has: bool, get: unsafe extern "C" fn(_) -> _| has && is_instruction && get(value) != 0;
            let overflow = i64::from(flag(wraps, LLVMGetNSW)) | i64::from(flag(wraps, LLVMGetNUW)) << 1;
            let exact = flag(matches!(opcode, LLVMUDiv | LLVMSDiv | LLVMLShr | LLVMAShr), LLVMGetExact);
            let disjoint = flag(opcode == LLVMOr, LLVMGetIsDisjoint);
            let not_negative = flag(matches!(opcode, LLVMZExt | LLVMUIToFP), LLVMGetNNeg);
            (overflow, exact, disjoint, not_negative)
        };
        if overflow != 0 {
            attrs.push(("overflowFlags", cx.int_attr(overflow, cx.i32())));
        }
        for (name, is_set) in [("isExact", exact), ("isDisjoint", disjoint), ("nonNeg", not_negative)] {
            if is_set {
                attrs.push((name, cx.unit()));
            }
        }
        attrs.extend(self.fast_math(raw, name));
        attrs
    }

    /// The liberties with floats, where the op has such an attribute.
    pub(super) fn fast_math(&self, raw: Raw<'m>, name: &str) -> Option<(&'static str, Attr)> {
        let info = self.cx().op_info(name)?;
        info.attr_slot("fastmathFlags")?;
        // SAFETY: the value is live; flags are asked of instructions that have them.
        let bits = unsafe {
            let value = raw.raw();
            if LLVMIsAInstruction(value).is_null() || LLVMCanValueUseFastMathFlags(value) == 0 {
                return None;
            }
            LLVMGetFastMathFlags(value)
        };
        // Reassociation is the lowest bit in LLVM's C interface, and the highest in the dialect.
        let flags = FastmathFlags(bits >> 1 | (bits & 1) << 6);
        (bits != 0).then(|| ("fastmathFlags", flags.attr(self.cx())))
    }

    fn comparison(&mut self, raw: Raw<'m>, opcode: LLVMOpcode) -> Outcome<Op> {
        let name = if opcode == LLVMICmp { "llvm.icmp" } else { "llvm.fcmp" };
        // SAFETY: the value is a live comparison of the kind that is asked.
        let number = unsafe {
            match opcode {
                LLVMICmp => ICMP.get((LLVMGetICmpPredicate(raw.raw()) as usize).wrapping_sub(32)),
                _ => FCMP.get(LLVMGetFCmpPredicate(raw.raw()) as usize),
            }
        };
        let number = *number.ok_or("the comparison is unknown")?;
        let operands = self.values(raw.operands())?;
        let mut attrs = vec![("predicate", self.cx().i64_attr(number))];
        attrs.extend(self.fast_math(raw, name));
        self.with_result(raw, name, &operands, &attrs)
    }

    /// `getelementptr`. Indices of members are attributes, as a struct has a member for each; all others are operands.
    fn address(&mut self, raw: Raw<'m>) -> Outcome<Op> {
        // SAFETY: the value is a live `getelementptr`.
        let (source, flags) =
            unsafe { (Ty::new(LLVMGetGEPSourceElementType(raw.raw())), LLVMGEPGetNoWrapFlags(raw.raw())) };
        let source = self.ty(source.ok_or("it has no type of elements")?)?;
        let operands = raw.operands();
        let (base, indices) = operands.split_first().ok_or("it has no address")?;
        let mut values = vec![self.value(*base)?];
        let (mut constant, mut ty) = (Vec::new(), Some(source));
        for (depth, &index) in indices.iter().enumerate() {
            let value = self.value(index)?;
            let cx = self.body.cx();
            let members = ty.filter(|_| depth > 0).and_then(|ty| cx.type_as::<StructType>(ty));
            let number = constants::int_bits(index).and_then(|n| n.as_i64());
            let member = members.and(number).and_then(|n| i32::try_from(n).ok());
            constant.push(member.unwrap_or(strata_llvm::DYNAMIC_INDEX));
            if member.is_none() {
                values.push(value);
            }
            if depth > 0 {
                ty = match (members, member) {
                    (Some(members), Some(n)) => members.members().get(n as usize).copied(),
                    _ => ty.and_then(|ty| element(cx, ty)),
                };
            }
        }
        let cx = self.body.cx();
        // `inbounds` includes `nusw`.
        let flags = if flags & 1 != 0 { flags | 2 } else { flags };
        let mut attrs =
            vec![("rawConstantIndices", cx.i32_array(&constant)), ("elem_type", cx.type_attr(source))];
        if flags != 0 {
            attrs.push(("noWrapFlags", cx.int_attr(i64::from(flags), cx.i32())));
        }
        self.with_result(raw, "llvm.getelementptr", &values, &attrs)
    }

    fn member(&mut self, raw: Raw<'m>, opcode: LLVMOpcode) -> Outcome<Op> {
        // SAFETY: the value is a live instruction with so many indices.
        let indices: Vec<i64> = unsafe {
            let n = LLVMGetNumIndices(raw.raw()) as usize;
            let data = LLVMGetIndices(raw.raw());
            if n == 0 {
                Vec::new()
            } else {
                std::slice::from_raw_parts(data, n).iter().map(|&i| i.into()).collect()
            }
        };
        let name = if opcode == LLVMExtractValue { "llvm.extractvalue" } else { "llvm.insertvalue" };
        let operands = self.values(raw.operands())?;
        let position = self.cx().i64_array(&indices);
        self.with_result(raw, name, &operands, &[("position", position)])
    }

    fn shuffle(&mut self, raw: Raw<'m>) -> Outcome<Op> {
        let mask: Vec<i32> = match raw.kind() {
            // SAFETY: the value is a live shuffle with so many elements.
            LLVMValueKind::LLVMInstructionValueKind => unsafe {
                (0..LLVMGetNumMaskElements(raw.raw())).map(|i| LLVMGetMaskValue(raw.raw(), i)).collect()
            },
            // Constant shuffles are folded, but for those that repeat the first element in a scalable vector.
            _ if raw.ty().kind() == LLVMTypeKind::LLVMScalableVectorTypeKind => {
                vec![0; usize::try_from(raw.ty().len()).unwrap_or(0)]
            }
            _ => return Err("LLVM's C interface does not tell the mask of a constant shuffle".to_owned()),
        };
        let operands = self.values(raw.operands().into_iter().take(2))?;
        let mask = self.cx().i32_array(&mask);
        self.with_result(raw, "llvm.shufflevector", &operands, &[("mask", mask)])
    }

    fn alloca(&mut self, raw: Raw<'m>) -> Outcome<Op> {
        // SAFETY: the value is a live `alloca`.
        let (allocated, alignment) =
            unsafe { (Ty::new(LLVMGetAllocatedType(raw.raw())), LLVMGetAlignment(raw.raw())) };
        let allocated = self.ty(allocated.ok_or("it has no type")?)?;
        let size = raw.operand(0).ok_or("it has no size")?;
        let size = self.value(size)?;
        let cx = self.cx();
        let attrs = [("elem_type", cx.type_attr(allocated)), ("alignment", cx.i64_attr(alignment.into()))];
        self.with_result(raw, "llvm.alloca", &[size], &attrs)
    }

    /// The attributes that all accesses to memory have.
    fn access_attrs(&mut self, raw: Raw<'m>) -> Vec<(&'static str, Attr)> {
        let mut attrs = Vec::new();
        // SAFETY: the value is a live access.
        let (alignment, is_volatile) =
            unsafe { (LLVMGetAlignment(raw.raw()), LLVMGetVolatile(raw.raw()) != 0) };
        let cx = self.body.cx_arc().clone();
        attrs.push(("alignment", cx.i64_attr(alignment.into())));
        if is_volatile {
            attrs.push(("volatile_", cx.unit()));
        }
        if let Some(scope) = self.sync_scope(raw) {
            attrs.push(("syncscope", cx.string_attr(&scope)));
        }
        attrs.extend(self.tbaa(raw));
        attrs
    }

    pub(super) fn tbaa(&mut self, raw: Raw<'m>) -> Option<(&'static str, Attr)> {
        let node = Node::of_instruction(self.import.module, raw, "tbaa")?;
        let tags = self.import.metadata.tbaa(self.body.cx(), node);
        if tags.is_none() {
            self.import.dropped("metadata 'tbaa' of another form");
        }
        Some(("tbaa", tags?))
    }

    fn access(&mut self, raw: Raw<'m>, opcode: LLVMOpcode) -> Outcome<Op> {
        let name = if opcode == LLVMLoad { "llvm.load" } else { "llvm.store" };
        let operands = self.values(raw.operands())?;
        let mut attrs = self.access_attrs(raw);
        // SAFETY: the value is a live access.
        let ordering = unsafe { LLVMGetOrdering(raw.raw()) } as i64;
        if ordering != 0 {
            attrs.push(("ordering", self.cx().i64_attr(ordering)));
        }
        let info = self.cx().op_info(name).ok_or("the op is missing")?;
        for (kind, attr) in FLAGS {
            let has = Node::of_instruction(self.import.module, raw, kind).is_some();
            if has && info.attr_slot(attr).is_some() {
                attrs.push((attr, self.cx().unit()));
            }
        }
        self.with_result(raw, name, &operands, &attrs)
    }

    /// The name of the scope that an atomic access is synchronized in.
    fn sync_scope(&self, raw: Raw<'m>) -> Option<String> {
        // SAFETY: the value is live; the scope is asked of atomic instructions.
        let scope = unsafe {
            if LLVMIsAtomic(raw.raw()) == 0 {
                return None;
            }
            LLVMGetAtomicSyncScopeID(raw.raw())
        };
        match scope {
            0 => Some("singlethread".to_owned()),
            1 => None,
            // LLVM's C interface has no names of others; its text has.
            _ => {
                let text = raw.to_text();
                let name = text.split_once("syncscope(\"")?.1;
                Some(name.split_once('"')?.0.to_owned())
            }
        }
    }

    fn atomic(&mut self, raw: Raw<'m>, opcode: LLVMOpcode) -> Outcome<Op> {
        let operands = self.values(raw.operands())?;
        let cx = self.body.cx_arc().clone();
        let number = |n: i64| cx.i64_attr(n);
        let mut attrs = match opcode {
            LLVMFence => {
                let scope = self.sync_scope(raw);
                scope.map(|name| ("syncscope", cx.string_attr(&name))).into_iter().collect()
            }
            _ => self.access_attrs(raw),
        };
        // SAFETY: the value is a live instruction of the kind that is asked.
        let name = unsafe {
            match opcode {
                LLVMFence => {
                    attrs.push(("ordering", number(LLVMGetOrdering(raw.raw()) as i64)));
                    "llvm.fence"
                }
                LLVMAtomicRMW => {
                    attrs.push(("bin_op", number(LLVMGetAtomicRMWBinOp(raw.raw()) as i64)));
                    attrs.push(("ordering", number(LLVMGetOrdering(raw.raw()) as i64)));
                    "llvm.atomicrmw"
                }
                _ => {
                    attrs.push(("success_ordering", number(LLVMGetCmpXchgSuccessOrdering(raw.raw()) as i64)));
                    attrs.push(("failure_ordering", number(LLVMGetCmpXchgFailureOrdering(raw.raw()) as i64)));
                    if LLVMGetWeak(raw.raw()) != 0 {
                        attrs.push(("weak", cx.unit()));
                    }
                    "llvm.cmpxchg"
                }
            }
        };
        self.with_result(raw, name, &operands, &attrs)
    }

    fn landing_pad(&mut self, raw: Raw<'m>) -> Outcome<Op> {
        // SAFETY: the value is a live `landingpad`.
        let is_cleanup = unsafe { LLVMIsCleanup(raw.raw()) != 0 };
        let clauses = self.values(raw.operands())?;
        let attrs = is_cleanup.then(|| ("cleanup", self.cx().unit()));
        self.with_result(raw, "llvm.landingpad", &clauses, attrs.as_slice())
    }
}

/// The type of the elements of an array or a vector.
fn element(cx: &strata_ir::core::Context, ty: strata_ir::core::Type) -> Option<strata_ir::core::Type> {
    let array = cx.type_as::<ArrayType>(ty).map(|array| array.elem);
    array.or_else(|| cx.shaped(ty).map(|shaped| shaped.elem))
}
