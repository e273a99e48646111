//! Metadata of instructions: weights of branches, types of accesses, hints for loops.

use std::fmt::Write;

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use rustc_hash::FxHashMap;
use strata_ir::core::{Attr, Context};
use strata_ir::text::parse_attr;
use strata_llvm::metadata::{Members, Of, TbaaMember, TbaaRoot, TbaaTag, TbaaTypeDesc};

use super::raw::{Value as Raw, text};
use crate::llvm_module::LlvmModule;

/// How deep types of accesses may be nested.
const DEEPEST: usize = 64;

/// A node or a text of metadata.
#[derive(Clone, Copy)]
pub(super) struct Node<'m>(Raw<'m>);

impl<'m> Node<'m> {
    /// Metadata as LLVM's C interface has it: as a value.
    pub(super) fn new(raw: Raw<'m>) -> Self {
        Self(raw)
    }
    /// The metadata of a kind that an instruction has.
    pub(super) fn of_instruction(module: &LlvmModule, instruction: Raw<'m>, kind: &str) -> Option<Self> {
        // SAFETY: the context is live and the name so many bytes long; the value is a live instruction.
        unsafe {
            let kind =
                LLVMGetMDKindIDInContext(module.raw_context(), kind.as_ptr().cast(), kind.len() as u32);
            Raw::new(LLVMGetMetadata(instruction.raw(), kind)).map(Self)
        }
    }
    fn is_node(self) -> bool {
        // SAFETY: the value is live.
        unsafe { !LLVMIsAMDNode(self.0.raw()).is_null() }
    }
    /// The operands of a node; those that are missing are left out.
    pub(super) fn operands(self) -> Vec<Node<'m>> {
        if !self.is_node() {
            return Vec::new();
        }
        // SAFETY: it is a node, and the array has room for as many operands as it has.
        unsafe {
            let mut list: Vec<LLVMValueRef> =
                vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(self.0.raw()) as usize];
            LLVMGetMDNodeOperands(self.0.raw(), list.as_mut_ptr());
            list.into_iter().filter_map(|raw| Raw::new(raw).map(Node)).collect()
        }
    }
    pub(super) fn as_text(self) -> Option<String> {
        let mut length = 0;
        // SAFETY: the value is live; what is no text has none.
        unsafe {
            if LLVMIsAMDString(self.0.raw()).is_null() {
                return None;
            }
            let data = LLVMGetMDString(self.0.raw(), &raw mut length);
            (!data.is_null()).then(|| text(data, length as usize))
        }
    }
    pub(super) fn as_number(self) -> Option<i64> {
        super::constants::int_bits(self.0)?.as_i64()
    }
}

/// Metadata that was converted.
#[derive(Default)]
pub(super) struct Metadata<'m> {
    types: FxHashMap<Raw<'m>, Option<Attr>>,
}

impl<'m> Metadata<'m> {
    /// The tags of an access, as an array.
    pub(super) fn tbaa(&mut self, cx: &Context, node: Node<'m>) -> Option<Attr> {
        let operands = node.operands();
        let [base, access, offset, rest @ ..] = operands.as_slice() else { return None };
        let tag = TbaaTag {
            base_type: Of::new(self.described(cx, *base)?),
            access_type: Of::new(self.described(cx, *access)?),
            offset: offset.as_number()?,
            constant: rest.first().and_then(|n| n.as_number()).is_some_and(|n| n != 0),
        };
        Some(cx.array_attr(vec![cx.attr(tag)]))
    }

    fn described(&mut self, cx: &Context, node: Node<'m>) -> Option<Attr> {
        self.type_of(cx, node, 0).filter(|&a| cx.attr_as::<TbaaTypeDesc>(a).is_some())
    }

    fn type_of(&mut self, cx: &Context, node: Node<'m>, depth: usize) -> Option<Attr> {
        if let Some(&known) = self.types.get(&node.0) {
            return known;
        }
        let new = if depth > DEEPEST { None } else { self.new_type(cx, node, depth) };
        self.types.insert(node.0, new);
        new
    }

    /// A root has a name at most; other types have a name, and pairs of a member and its offset.
    fn new_type(&mut self, cx: &Context, node: Node<'m>, depth: usize) -> Option<Attr> {
        if !node.is_node() {
            return None;
        }
        let operands = node.operands();
        let [name, members @ ..] = operands.as_slice() else { return Some(cx.attr(TbaaRoot { id: None })) };
        let id = name.as_text()?;
        if members.is_empty() {
            return Some(cx.attr(TbaaRoot { id: Some(cx.string_attr(&id)) }));
        }
        let mut list = Vec::new();
        for pair in members.chunks(2) {
            let ty = self.type_of(cx, *pair.first()?, depth + 1)?;
            let offset = pair.get(1).map_or(Some(0), |n| n.as_number())?;
            list.push(Of::new(cx.attr(TbaaMember { ty, offset })));
        }
        Some(cx.attr(TbaaTypeDesc { id, members: Members(list) }))
    }
}

/// The weights of the successors of a branch.
pub(super) fn branch_weights(cx: &Context, node: Node<'_>) -> Option<Attr> {
    let operands = node.operands();
    let [kind, weights @ ..] = operands.as_slice() else { return None };
    if kind.as_text()? != "branch_weights" {
        return None;
    }
    // A word may say where they come from.
    let numbers = weights.iter().filter(|w| w.as_text().is_none());
    let numbers = numbers.map(|w| w.as_number().map(|n| n as i32)).collect::<Option<Vec<_>>>()?;
    Some(cx.i32_array(&numbers))
}

/// The hints of the dialect for properties of a loop, which are texts with at most one number: the group, the key, and whether the
/// property says the opposite.
const LOOP_HINTS: [(&str, &str, &str, bool); 15] = [
    ("llvm.loop.disable_nonforced", "", "disableNonforced", false),
    ("llvm.loop.vectorize.enable", "vectorize", "disable", true),
    ("llvm.loop.vectorize.predicate.enable", "vectorize", "predicateEnable", false),
    ("llvm.loop.vectorize.scalable.enable", "vectorize", "scalableEnable", false),
    ("llvm.loop.vectorize.width", "vectorize", "width", false),
    ("llvm.loop.interleave.count", "interleave", "count", false),
    ("llvm.loop.unroll.enable", "unroll", "disable", true),
    ("llvm.loop.unroll.disable", "unroll", "disable", false),
    ("llvm.loop.unroll.count", "unroll", "count", false),
    ("llvm.loop.unroll.runtime.disable", "unroll", "runtimeDisable", false),
    ("llvm.loop.unroll.full", "unroll", "full", false),
    ("llvm.loop.distribute.enable", "distribute", "disable", true),
    ("llvm.licm.disable", "licm", "disable", false),
    ("llvm.loop.mustprogress", "", "mustProgress", false),
    ("llvm.loop.isvectorized", "", "isVectorized", false),
];

/// The hints for the loop that a branch closes; none if one of its properties has no form in the dialect.
pub(super) fn loop_annotation(cx: &std::sync::Arc<Context>, node: Node<'_>) -> Option<Attr> {
    // The first operand is the node itself.
    let operands = node.operands();
    let mut text = String::new();
    let properties = operands.get(1..)?;
    let mut groups: Vec<(&str, String)> = Vec::new();
    for property in properties {
        let parts = property.operands();
        let name = parts.first()?.as_text()?;
        let &(_, group, key, opposite) = LOOP_HINTS.iter().find(|hint| hint.0 == name)?;
        let number = match parts.get(1) {
            Some(number) => Some(number.as_number()?),
            None => None,
        };
        let is_number = matches!(key, "width" | "count");
        let value = match number {
            Some(n) if is_number => format!("{key} = {n} : i32"),
            n => format!("{key} = {}", (n.unwrap_or(1) != 0) != opposite),
        };
        match groups.iter_mut().find(|g| g.0 == group) {
            Some(known) => _ = write!(known.1, ", {value}"),
            None => groups.push((group, value)),
        }
    }
    for (group, values) in groups {
        let separator = if text.is_empty() { "" } else { ", " };
        _ = match group {
            "" => write!(text, "{separator}{values}"),
            group => write!(text, "{separator}{group} = <{values}>"),
        };
    }
    parse_attr(cx, &format!("#llvm.loop_annotation<{text}>")).ok()
}
