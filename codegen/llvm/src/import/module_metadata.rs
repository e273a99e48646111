//! The facts that a module states about itself: target, layout of data, assembly, flags.

use llvm_sys::core::*;
use strata_ir::core::{Attr, OpDef, OpState, StringAttr};
use strata_llvm::metadata::{ModFlagBehavior, ModuleFlag};
use strata_llvm::{LinkerOptionsOp, ModuleFlagsOp};

use super::metadata::Node;
use super::raw::{Value as Raw, terminated, text};
use super::{Import, Outcome};

impl<'m> Import<'m> {
    /// The nodes of the metadata of a module with a name.
    fn named(&self, name: &str) -> Vec<Node<'m>> {
        let name = format!("{name}\0");
        // SAFETY: the module is live and the name ends with a zero; the array has room for as many nodes as there are.
        unsafe {
            let name = name.as_ptr().cast();
            let mut nodes =
                vec![std::ptr::null_mut(); LLVMGetNamedMetadataNumOperands(self.module.raw(), name) as usize];
            LLVMGetNamedMetadataOperands(self.module.raw(), name, nodes.as_mut_ptr());
            nodes.into_iter().filter_map(|raw| Raw::new(raw).map(Node::new)).collect()
        }
    }

    /// Sets the attributes of the module.
    pub(super) fn module_attrs(&mut self) {
        let cx = self.cx.clone();
        let mut length = 0;
        // SAFETY: the module is live; its texts end with a zero, or have so many bytes.
        let (triple, layout, assembly) = unsafe {
            let raw = self.module.raw();
            let data = LLVMGetModuleInlineAsm(raw, &raw mut length);
            (terminated(LLVMGetTarget(raw)), terminated(LLVMGetDataLayoutStr(raw)), text(data, length))
        };
        let lines: Vec<Attr> = assembly.lines().map(|line| cx.string_attr(line)).collect();
        let mut set = |name: &str, attr: Attr| {
            let name = cx.intern(name);
            self.body.set_extra_attr(strata_ir::core::Op::SELF, name, Some(attr));
        };
        set("llvm.module_asm", cx.array_attr(lines));
        set("llvm.target_triple", cx.string_attr(&triple));
        if !layout.is_empty() {
            set("llvm.data_layout", cx.string_attr(&layout));
        }
        let first = |nodes: Vec<Node<'m>>| nodes.first()?.operands().first()?.as_text();
        if let Some(ident) = first(self.named("llvm.ident")) {
            let name = cx.intern("llvm.ident");
            self.body.set_extra_attr(strata_ir::core::Op::SELF, name, Some(cx.string_attr(&ident)));
        }
        if let Some(line) = first(self.named("llvm.commandline")) {
            let name = cx.intern("llvm.commandline");
            self.body.set_extra_attr(strata_ir::core::Op::SELF, name, Some(cx.string_attr(&line)));
        }
        if !self.named("llvm.dbg.cu").is_empty() {
            self.dropped("debug information, but for the lines of instructions");
        }
    }

    /// The op with the flags of the module, and those with options for the linker.
    pub(super) fn flags_and_options(&mut self) -> Outcome<()> {
        let cx = self.cx.clone();
        let mut flags = Vec::new();
        for node in self.named("llvm.module.flags") {
            match self.flag(node) {
                Some(flag) => flags.push(flag),
                None => self.dropped("a module flag whose value has no form in the dialect"),
            }
        }
        if !flags.is_empty() {
            let mut state = OpState::new(ModuleFlagsOp::info(), self.loc);
            state.set_attr(&cx, "flags", cx.array_attr(flags));
            self.insert(state)?;
        }
        for node in self.named("llvm.linker.options") {
            let options = node.operands().into_iter().filter_map(Node::as_text);
            let options: Vec<Attr> = options.map(|option| cx.string_attr(&option)).collect();
            let mut state = OpState::new(LinkerOptionsOp::info(), self.loc);
            state.set_attr(&cx, "options", cx.array_attr(options));
            self.insert(state)?;
        }
        Ok(())
    }

    fn flag(&self, node: Node<'m>) -> Option<Attr> {
        let cx = &self.cx;
        let operands = node.operands();
        let [behavior, key, value] = operands.as_slice() else { return None };
        let behavior = match behavior.as_number()? {
            1 => ModFlagBehavior::Error,
            2 => ModFlagBehavior::Warning,
            3 => ModFlagBehavior::Require,
            4 => ModFlagBehavior::Override,
            5 => ModFlagBehavior::Append,
            6 => ModFlagBehavior::AppendUnique,
            7 => ModFlagBehavior::Max,
            8 => ModFlagBehavior::Min,
            _ => return None,
        };
        let value = match (value.as_text(), value.as_number()) {
            (Some(text), _) => cx.attr(StringAttr { value: text.into_bytes(), ty: None }),
            (None, Some(number)) => cx.int_attr(number, cx.i32()),
            (None, None) => return None,
        };
        Some(cx.attr(ModuleFlag { behavior, key: cx.string_attr(&key.as_text()?), value }))
    }
}
