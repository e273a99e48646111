//! Values, types and blocks of a verified module of LLVM IR, which is not changed: each query first checks what LLVM takes for granted.

use std::ffi::{CStr, c_char};
use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};

use crate::ffi::take_message;
use crate::llvm_module::LlvmModule;

macro_rules! handle {
    ($($(#[$doc:meta])* $name:ident($raw:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(super) struct $name<'m>($raw, PhantomData<&'m LlvmModule>);

        impl<'m> $name<'m> {
            /// A handle that LLVM gave, unless it is null.
            ///
            /// # Safety
            /// It belongs to a module or context that lives and does not change for `'m`.
            pub(super) unsafe fn new(raw: $raw) -> Option<Self> {
                (!raw.is_null()).then_some(Self(raw, PhantomData))
            }
        }
    )*};
}
handle! {
    /// A value: a constant, a global, an argument or an instruction.
    Value(LLVMValueRef);
    /// A type.
    Ty(LLVMTypeRef);
    /// A block.
    Block(LLVMBasicBlockRef);
}

/// Copies a text of LLVM's; bytes that are not UTF-8 are replaced.
///
/// # Safety
/// `data` points to `length` readable bytes, or is null.
pub(super) unsafe fn text(data: *const c_char, length: usize) -> String {
    if data.is_null() || length == 0 {
        return String::new();
    }
    // SAFETY: guaranteed by the caller.
    String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(data.cast::<u8>(), length) }).into_owned()
}

/// Copies a text of LLVM's that ends with a zero.
///
/// # Safety
/// `data` is such a text, or null.
pub(super) unsafe fn terminated(data: *const c_char) -> String {
    if data.is_null() {
        return String::new();
    }
    // SAFETY: guaranteed by the caller.
    unsafe { CStr::from_ptr(data) }.to_string_lossy().into_owned()
}

/// The items of a linked list of LLVM's.
fn list<R: Copy, T>(first: R, next: unsafe extern "C" fn(R) -> R, wrap: impl Fn(R) -> Option<T>) -> Vec<T> {
    let (mut out, mut at) = (Vec::new(), first);
    while let Some(item) = wrap(at) {
        out.push(item);
        // SAFETY: `at` is a live item of the list.
        at = unsafe { next(at) };
    }
    out
}

/// The variables, aliases, resolvers and functions of a module, each in order.
pub(super) struct Symbols<'m> {
    pub(super) globals: Vec<Value<'m>>,
    pub(super) aliases: Vec<Value<'m>>,
    pub(super) ifuncs: Vec<Value<'m>>,
    pub(super) functions: Vec<Value<'m>>,
}

impl<'m> Symbols<'m> {
    pub(super) fn of_module(module: &'m LlvmModule) -> Self {
        let raw = module.raw();
        // SAFETY: the module is live for `'m`.
        let wrap = |raw: LLVMValueRef| unsafe { Value::new(raw) };
        // SAFETY: as above.
        let [globals, aliases, ifuncs, functions] = unsafe {
            [
                LLVMGetFirstGlobal(raw),
                LLVMGetFirstGlobalAlias(raw),
                LLVMGetFirstGlobalIFunc(raw),
                LLVMGetFirstFunction(raw),
            ]
        };
        Self {
            globals: list(globals, LLVMGetNextGlobal, wrap),
            aliases: list(aliases, LLVMGetNextGlobalAlias, wrap),
            ifuncs: list(ifuncs, LLVMGetNextGlobalIFunc, wrap),
            functions: list(functions, LLVMGetNextFunction, wrap),
        }
    }
}

impl<'m> Ty<'m> {
    pub(super) fn raw(self) -> LLVMTypeRef {
        self.0
    }
    pub(super) fn kind(self) -> LLVMTypeKind {
        // SAFETY: the type is live.
        unsafe { LLVMGetTypeKind(self.0) }
    }
    /// The types it is made of: members, the element, or the result and the parameters.
    pub(super) fn parts(self) -> Vec<Ty<'m>> {
        // SAFETY: the type is live; the arrays have room for as many parts as LLVM says there are.
        let parts = unsafe {
            match self.kind() {
                LLVMTypeKind::LLVMFunctionTypeKind => {
                    let mut parts = vec![std::ptr::null_mut(); LLVMCountParamTypes(self.0) as usize];
                    LLVMGetParamTypes(self.0, parts.as_mut_ptr());
                    parts.insert(0, LLVMGetReturnType(self.0));
                    parts
                }
                LLVMTypeKind::LLVMStructTypeKind => {
                    let mut parts = vec![std::ptr::null_mut(); LLVMCountStructElementTypes(self.0) as usize];
                    LLVMGetStructElementTypes(self.0, parts.as_mut_ptr());
                    parts
                }
                LLVMTypeKind::LLVMArrayTypeKind
                | LLVMTypeKind::LLVMVectorTypeKind
                | LLVMTypeKind::LLVMScalableVectorTypeKind => vec![LLVMGetElementType(self.0)],
                LLVMTypeKind::LLVMTargetExtTypeKind => (0..LLVMGetTargetExtTypeNumTypeParams(self.0))
                    .map(|i| LLVMGetTargetExtTypeTypeParam(self.0, i))
                    .collect(),
                _ => Vec::new(),
            }
        };
        // SAFETY: parts of a live type are live.
        parts.into_iter().filter_map(|part| unsafe { Ty::new(part) }).collect()
    }
    /// The number of elements of an array, of a vector (for each `vscale`), or of members.
    pub(super) fn len(self) -> u64 {
        // SAFETY: the type is live and of the kind that each query is for.
        unsafe {
            match self.kind() {
                LLVMTypeKind::LLVMArrayTypeKind => LLVMGetArrayLength2(self.0),
                LLVMTypeKind::LLVMVectorTypeKind | LLVMTypeKind::LLVMScalableVectorTypeKind => {
                    u64::from(LLVMGetVectorSize(self.0))
                }
                LLVMTypeKind::LLVMStructTypeKind => u64::from(LLVMCountStructElementTypes(self.0)),
                _ => 0,
            }
        }
    }
    /// The width of an integer, or the address space of a pointer.
    pub(super) fn number(self) -> u32 {
        // SAFETY: as for `len`.
        unsafe {
            match self.kind() {
                LLVMTypeKind::LLVMIntegerTypeKind => LLVMGetIntTypeWidth(self.0),
                LLVMTypeKind::LLVMPointerTypeKind => LLVMGetPointerAddressSpace(self.0),
                _ => 0,
            }
        }
    }
    pub(super) fn is_variadic(self) -> bool {
        // SAFETY: as for `len`.
        self.kind() == LLVMTypeKind::LLVMFunctionTypeKind && unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }
    /// The name of a struct or of a type of a target.
    pub(super) fn name(self) -> Option<String> {
        // SAFETY: as for `len`; names end with a zero.
        unsafe {
            match self.kind() {
                LLVMTypeKind::LLVMStructTypeKind if LLVMIsLiteralStruct(self.0) == 0 => {
                    Some(terminated(LLVMGetStructName(self.0)))
                }
                LLVMTypeKind::LLVMTargetExtTypeKind => Some(terminated(LLVMGetTargetExtTypeName(self.0))),
                _ => None,
            }
        }
    }
    pub(super) fn is_opaque(self) -> bool {
        // SAFETY: as for `len`.
        self.kind() == LLVMTypeKind::LLVMStructTypeKind && unsafe { LLVMIsOpaqueStruct(self.0) != 0 }
    }
    pub(super) fn is_packed(self) -> bool {
        // SAFETY: as for `len`.
        self.kind() == LLVMTypeKind::LLVMStructTypeKind && unsafe { LLVMIsPackedStruct(self.0) != 0 }
    }
    /// The numbers that a type of a target is made of.
    pub(super) fn numbers(self) -> Vec<u32> {
        if self.kind() != LLVMTypeKind::LLVMTargetExtTypeKind {
            return Vec::new();
        }
        // SAFETY: as for `len`.
        unsafe {
            let n = LLVMGetTargetExtTypeNumIntParams(self.0);
            (0..n).map(|i| LLVMGetTargetExtTypeIntParam(self.0, i)).collect()
        }
    }
}

impl<'m> Block<'m> {
    pub(super) fn instructions(self) -> Vec<Value<'m>> {
        // SAFETY: the block is live.
        let first = unsafe { LLVMGetFirstInstruction(self.0) };
        // SAFETY: instructions of a live block are live.
        list(first, LLVMGetNextInstruction, |raw| unsafe { Value::new(raw) })
    }
    pub(super) fn phis(self) -> impl Iterator<Item = Value<'m>> {
        self.instructions().into_iter().take_while(|i| i.opcode() == Some(LLVMOpcode::LLVMPHI))
    }
    /// Whether a constant has its address.
    pub(super) fn has_address(self) -> bool {
        // SAFETY: the block is live, and so are its uses.
        unsafe {
            let mut at = LLVMGetFirstUse(LLVMBasicBlockAsValue(self.0));
            while !at.is_null() {
                if LLVMGetValueKind(LLVMGetUser(at)) == LLVMValueKind::LLVMBlockAddressValueKind {
                    return true;
                }
                at = LLVMGetNextUse(at);
            }
        }
        false
    }
}

impl<'m> Value<'m> {
    pub(super) fn raw(self) -> LLVMValueRef {
        self.0
    }
    pub(super) fn kind(self) -> LLVMValueKind {
        // SAFETY: the value is live.
        unsafe { LLVMGetValueKind(self.0) }
    }
    pub(super) fn ty(self) -> Ty<'m> {
        // SAFETY: the value is live, and has a type.
        Ty(unsafe { LLVMTypeOf(self.0) }, PhantomData)
    }
    pub(super) fn name(self) -> String {
        let mut length = 0;
        // SAFETY: the value is live; the name is `length` bytes long.
        unsafe {
            let data = LLVMGetValueName2(self.0, &raw mut length);
            text(data, length)
        }
    }
    /// As LLVM writes it.
    pub(super) fn to_text(self) -> String {
        // SAFETY: the value is live, and the message is ours.
        take_message(unsafe { LLVMPrintValueToString(self.0) })
    }
    /// The opcode of an instruction or a constant expression.
    pub(super) fn opcode(self) -> Option<LLVMOpcode> {
        // SAFETY: the value is live and of the kind that each query is for.
        unsafe {
            match self.kind() {
                LLVMValueKind::LLVMInstructionValueKind => Some(LLVMGetInstructionOpcode(self.0)),
                LLVMValueKind::LLVMConstantExprValueKind => Some(LLVMGetConstOpcode(self.0)),
                _ => None,
            }
        }
    }
    pub(super) fn is(self, opcode: LLVMOpcode) -> bool {
        self.opcode() == Some(opcode)
    }
    pub(super) fn is_constant(self) -> bool {
        // SAFETY: the value is live.
        unsafe { LLVMIsConstant(self.0) != 0 }
    }
    /// The operands of an instruction or a constant.
    pub(super) fn operands(self) -> Vec<Value<'m>> {
        // SAFETY: the value is live.
        if unsafe { LLVMIsAUser(self.0).is_null() } {
            return Vec::new();
        }
        // SAFETY: it has operands, and so many of them.
        unsafe {
            let n = LLVMGetNumOperands(self.0).max(0) as u32;
            (0..n).filter_map(|i| Value::new(LLVMGetOperand(self.0, i))).collect()
        }
    }
    pub(super) fn operand(self, i: usize) -> Option<Value<'m>> {
        self.operands().get(i).copied()
    }
    /// The blocks that a terminator goes to.
    pub(super) fn successors(self) -> Vec<Block<'m>> {
        // SAFETY: the value is live; only terminators have successors.
        unsafe {
            if self.kind() != LLVMValueKind::LLVMInstructionValueKind
                || LLVMIsATerminatorInst(self.0).is_null()
            {
                return Vec::new();
            }
            (0..LLVMGetNumSuccessors(self.0))
                .filter_map(|i| Block::new(LLVMGetSuccessor(self.0, i)))
                .collect()
        }
    }
    /// The blocks of a function.
    pub(super) fn blocks(self) -> Vec<Block<'m>> {
        if self.kind() != LLVMValueKind::LLVMFunctionValueKind {
            return Vec::new();
        }
        // SAFETY: the function is live.
        let first = unsafe { LLVMGetFirstBasicBlock(self.0) };
        // SAFETY: blocks of a live function are live.
        list(first, LLVMGetNextBasicBlock, |raw| unsafe { Block::new(raw) })
    }
    /// The arguments of a function.
    pub(super) fn arguments(self) -> Vec<Value<'m>> {
        if self.kind() != LLVMValueKind::LLVMFunctionValueKind {
            return Vec::new();
        }
        // SAFETY: the function is live, and has so many arguments.
        unsafe { (0..LLVMCountParams(self.0)).filter_map(|i| Value::new(LLVMGetParam(self.0, i))).collect() }
    }
    /// The value of a phi for a block that it comes from.
    pub(super) fn incoming(self, from: Block<'m>) -> Option<Value<'m>> {
        if !self.is(LLVMOpcode::LLVMPHI) {
            return None;
        }
        // SAFETY: it is a phi with so many sources.
        unsafe {
            let mut all = 0..LLVMCountIncoming(self.0);
            let i = all.find(|&i| LLVMGetIncomingBlock(self.0, i) == from.0)?;
            Value::new(LLVMGetIncomingValue(self.0, i))
        }
    }
    /// The name of the intrinsic that a function is, without its types.
    pub(super) fn intrinsic_name(self) -> Option<String> {
        if self.kind() != LLVMValueKind::LLVMFunctionValueKind {
            return None;
        }
        let mut length = 0;
        // SAFETY: it is a live function; the name of an intrinsic that there is has so many bytes.
        unsafe {
            let intrinsic = LLVMGetIntrinsicID(self.0);
            (intrinsic != 0).then(|| {
                let data = LLVMIntrinsicGetName(intrinsic, &raw mut length);
                text(data, length)
            })
        }
    }
    /// Element `i` of a constant aggregate.
    pub(super) fn element(self, i: u32) -> Option<Value<'m>> {
        if !self.is_constant() {
            return None;
        }
        // SAFETY: it is a constant; elements beyond its end are null.
        unsafe { Value::new(LLVMGetAggregateElement(self.0, i)) }
    }
    /// The bytes of the elements of a constant array or vector of numbers.
    pub(super) fn raw_data(self) -> Option<&'m [u8]> {
        let sequential =
            [LLVMValueKind::LLVMConstantDataArrayValueKind, LLVMValueKind::LLVMConstantDataVectorValueKind];
        if !sequential.contains(&self.kind()) {
            return None;
        }
        let mut length = 0_usize;
        // SAFETY: it is such a constant, whose data live as long as it does. The binding has the address of the length as a number.
        unsafe {
            let data = LLVMGetRawDataValues(self.0, (&raw mut length).expose_provenance());
            (!data.is_null()).then(|| std::slice::from_raw_parts(data.cast::<u8>(), length))
        }
    }
    /// A constant of type integer as 64 bits.
    pub(super) fn small_int(self) -> Option<u64> {
        let fits = self.kind() == LLVMValueKind::LLVMConstantIntValueKind && self.ty().number() <= 64;
        // SAFETY: it is an integer of at most 64 bits.
        fits.then(|| unsafe { LLVMConstIntGetZExtValue(self.0) })
    }
    /// The function and the block of an address of a block.
    pub(super) fn block_address(self) -> Option<(Value<'m>, Block<'m>)> {
        if self.kind() != LLVMValueKind::LLVMBlockAddressValueKind {
            return None;
        }
        // SAFETY: it is the address of a live block.
        unsafe {
            let function = Value::new(LLVMGetBlockAddressFunction(self.0))?;
            Some((function, Block::new(LLVMGetBlockAddressBasicBlock(self.0))?))
        }
    }
}
