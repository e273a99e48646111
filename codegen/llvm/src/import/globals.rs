//! Variables, aliases, resolvers, and groups of definitions.

use llvm_sys::LLVMTypeKind;
use llvm_sys::comdat::{LLVMComdatSelectionKind as Selection, LLVMGetComdat, LLVMGetComdatSelectionKind};
use llvm_sys::core::*;
use strata_ir::core::{Attr, Block, Body, Context, Op, OpDef, OpState, SymbolRefAttr, Type};
use strata_llvm::metadata::ZeroAttr;
use strata_llvm::{
    AliasOp, ComdatOp, ComdatSelectorOp, GlobalCtorsOp, GlobalDtorsOp, GlobalOp, IFuncOp, Linkage, ReturnOp,
};

use super::raw::{Symbols, Ty, Value as Raw};
use super::scope::Scope;
use super::{Import, Outcome, constants};

/// The name of the op with all groups.
const COMDATS: &str = "__llvm_global_comdat";

/// The reference to a group of definitions.
pub(super) fn comdat_ref(cx: &Context, group: &str) -> Attr {
    let nested = [cx.intern(group)].into_iter().collect();
    cx.attr(SymbolRefAttr { root: cx.intern(COMDATS), nested })
}

impl<'m> Import<'m> {
    /// Reads from the text of the module facts that LLVM's C interface does not tell: the names of groups of definitions, and which symbols are
    /// defined in the same linkage unit.
    pub(super) fn read_heads(&mut self, symbols: &Symbols<'m>) {
        let text = self.module.to_text();
        let is_function = |line: &&str| line.starts_with("define ") || line.starts_with("declare ");
        let variables = text.lines().filter(|line| line.starts_with('@'));
        let functions = text.lines().filter(is_function);
        let values = symbols.globals.iter().chain(&symbols.aliases).chain(&symbols.ifuncs);
        let pairs: Vec<(&str, Raw<'m>)> =
            variables.zip(values.copied()).chain(functions.zip(symbols.functions.iter().copied())).collect();
        for (line, value) in pairs {
            let head = match line.starts_with('@') {
                true => line.split_once(" = ").map_or("", |parts| parts.1),
                false => line.split_once('@').map_or(line, |parts| parts.0),
            };
            // The word is in front of the type or of the initializer.
            if head.split(' ').take(8).any(|word| word == "dso_local") {
                self.local.insert(value);
            }
            // SAFETY: the value is a live global.
            if unsafe { LLVMIsAGlobalObject(value.raw()).is_null() || LLVMGetComdat(value.raw()).is_null() } {
                continue;
            }
            let name = line.rsplit_once("comdat($").and_then(|parts| parts.1.split_once(')'));
            let name = name.map(|parts| parts.0.trim_matches('"').to_owned());
            self.comdats.insert(value, name.unwrap_or_else(|| value.name()));
        }
    }

    /// Builds the op with the groups of definitions, if there are any.
    pub(super) fn comdat_op(&mut self, symbols: &Symbols<'m>) -> Outcome<()> {
        let cx = self.cx.clone();
        let mut groups: Vec<(String, i64)> = Vec::new();
        for value in symbols.globals.iter().chain(&symbols.functions) {
            let Some(name) = self.comdats.get(value) else { continue };
            if groups.iter().any(|group| group.0 == *name) {
                continue;
            }
            // SAFETY: the value is a live global in a group.
            let kind = match unsafe { LLVMGetComdatSelectionKind(LLVMGetComdat(value.raw())) } {
                Selection::LLVMAnyComdatSelectionKind => 0,
                Selection::LLVMExactMatchComdatSelectionKind => 1,
                Selection::LLVMLargestComdatSelectionKind => 2,
                Selection::LLVMNoDuplicatesComdatSelectionKind => 3,
                Selection::LLVMSameSizeComdatSelectionKind => 4,
            };
            groups.push((name.clone(), kind));
        }
        if groups.is_empty() {
            return Ok(());
        }
        let mut state = OpState::new(ComdatOp::info(), self.loc);
        state.set_attr(&cx, "sym_name", cx.string_attr(COMDATS));
        let region = self.body.new_region();
        let block = self.body.add_block(region, &[]);
        for (name, kind) in groups {
            let mut selector = OpState::new(ComdatSelectorOp::info(), self.loc);
            selector.set_attr(&cx, "sym_name", cx.string_attr(&name));
            selector.set_attr(&cx, "comdat", cx.i64_attr(kind));
            let op = self.body.create(selector);
            self.body.insert(op, strata_ir::core::InsertPoint::at_end(block));
        }
        state.regions.push(region);
        self.insert(state).map(|_| ())
    }

    /// A variable.
    pub(super) fn global(&mut self, raw: Raw<'m>) -> Outcome<()> {
        let name = self.symbol(raw);
        if name == "llvm.global_ctors" || name == "llvm.global_dtors" {
            return self.structors(raw, &name);
        }
        let cx = self.cx.clone();
        // SAFETY: the value is a live variable.
        let (ty, is_constant, is_local, is_initialized, initializer) = unsafe {
            let value = raw.raw();
            (
                Ty::new(LLVMGlobalGetValueType(value)),
                LLVMIsGlobalConstant(value) != 0,
                LLVMIsThreadLocal(value) != 0,
                LLVMIsExternallyInitialized(value) != 0,
                Raw::new(LLVMGetInitializer(value)),
            )
        };
        let ty = self.ty(ty.ok_or("it has no type")?)?;
        let value = initializer.and_then(|i| constants::attribute(&cx, self.module, i, ty));
        let mut state = GlobalOp::state(&cx, &name, ty, Linkage::External, value, self.loc);
        for (name, attr) in self.symbol_attrs(raw)? {
            state.set_attr(&cx, name, attr);
        }
        let space = raw.ty().number();
        state.set_attr(&cx, "addr_space", cx.int_attr(space.into(), cx.i32()));
        let flags = [
            ("constant", is_constant),
            ("thread_local_", is_local),
            ("externally_initialized", is_initialized),
        ];
        for (name, _) in flags.into_iter().filter(|flag| flag.1) {
            state.set_attr(&cx, name, cx.unit());
        }
        let mut child = Body::new(&cx, GlobalOp::info(), self.loc);
        if let Some(initializer) = initializer.filter(|_| value.is_none()) {
            child = self.initializer(child, initializer)?;
        }
        state.child = Some(Box::new(child));
        self.insert(state).map(|_| ())
    }

    /// Fills the region of an initializer with the ops of a constant.
    fn initializer(&mut self, mut child: Body, value: Raw<'m>) -> Outcome<Body> {
        let region = child.regions(Op::SELF).first().copied().ok_or("it has no region")?;
        let entry: Block = child.add_block(region, &[]);
        let loc = self.loc;
        let mut scope = Scope::new(self, child, entry, loc);
        let value = scope.value(value)?;
        let mut state = OpState::new(ReturnOp::info(), loc);
        state.operands.push(value);
        scope.emit(state)?;
        Ok(scope.body)
    }

    /// The functions that run before or after `main`.
    fn structors(&mut self, raw: Raw<'m>, name: &str) -> Outcome<()> {
        let cx = self.cx.clone();
        let (info, word) = match name {
            "llvm.global_ctors" => (GlobalCtorsOp::info(), "ctors"),
            _ => (GlobalDtorsOp::info(), "dtors"),
        };
        // SAFETY: the value is a live variable.
        let list = unsafe { Raw::new(LLVMGetInitializer(raw.raw())) };
        let (mut functions, mut priorities, mut data) = (Vec::new(), Vec::new(), Vec::new());
        let n = list.map_or(0, |list| list.ty().len());
        for row in (0..u32::try_from(n).unwrap_or(0)).filter_map(|i| list?.element(i)) {
            let (priority, function) = (row.element(0), row.element(1));
            let is_function = |f: &Raw<'m>| f.kind() == llvm_sys::LLVMValueKind::LLVMFunctionValueKind;
            let function = function.filter(is_function).ok_or("an entry is no function")?;
            let number = priority.and_then(Raw::small_int).ok_or("a priority is no number")?;
            functions.push(cx.symbol_ref(&self.symbol(function)));
            priorities.push(cx.i32_attr(number as i32));
            let of = row.element(2).filter(|d| d.ty().kind() == LLVMTypeKind::LLVMPointerTypeKind);
            let is_null = |d: &Raw<'m>| d.kind() == llvm_sys::LLVMValueKind::LLVMConstantPointerNullValueKind;
            data.push(match of.filter(|d| !is_null(d)) {
                Some(symbol) => cx.symbol_ref(&self.symbol(symbol)),
                None => cx.attr(ZeroAttr),
            });
        }
        let mut state = OpState::new(info, self.loc);
        for (name, list) in [(word, functions), ("priorities", priorities), ("data", data)] {
            state.set_attr(&cx, name, cx.array_attr(list));
        }
        self.insert(state).map(|_| ())
    }

    fn value_type(&mut self, raw: Raw<'m>) -> Outcome<Type> {
        // SAFETY: the value is a live global.
        let ty = unsafe { Ty::new(LLVMGlobalGetValueType(raw.raw())) };
        self.ty(ty.ok_or("it has no type")?)
    }

    /// Another name for a global.
    pub(super) fn alias(&mut self, raw: Raw<'m>) -> Outcome<()> {
        let cx = self.cx.clone();
        let ty = self.value_type(raw)?;
        let mut state = OpState::new(AliasOp::info(), self.loc);
        state.set_attr(&cx, "alias_type", cx.type_attr(ty));
        state.set_attr(&cx, "sym_name", cx.string_attr(&self.symbol(raw)));
        for (name, attr) in self.symbol_attrs(raw)? {
            state.set_attr(&cx, name, attr);
        }
        // SAFETY: the value is a live alias.
        let (aliasee, is_local) =
            unsafe { (Raw::new(LLVMAliasGetAliasee(raw.raw())), LLVMIsThreadLocal(raw.raw()) != 0) };
        if is_local {
            state.set_attr(&cx, "thread_local_", cx.unit());
        }
        let child = Body::new(&cx, AliasOp::info(), self.loc);
        state.child = Some(Box::new(self.initializer(child, aliasee.ok_or("it stands for nothing")?)?));
        self.insert(state).map(|_| ())
    }

    /// A function that is chosen when the program is loaded.
    pub(super) fn ifunc(&mut self, raw: Raw<'m>) -> Outcome<()> {
        let cx = self.cx.clone();
        let ty = self.value_type(raw)?;
        // SAFETY: the value is a live ifunc.
        let resolver =
            unsafe { Raw::new(LLVMGetGlobalIFuncResolver(raw.raw())) }.ok_or("it has no resolver")?;
        let resolver_type = self.ty(resolver.ty())?;
        let mut state = OpState::new(IFuncOp::info(), self.loc);
        state.set_attr(&cx, "sym_name", cx.string_attr(&self.symbol(raw)));
        state.set_attr(&cx, "i_func_type", cx.type_attr(ty));
        state.set_attr(&cx, "resolver", cx.symbol_ref(&self.symbol(resolver)));
        state.set_attr(&cx, "resolver_type", cx.type_attr(resolver_type));
        for (name, attr) in self.symbol_attrs(raw)? {
            state.set_attr(&cx, name, attr);
        }
        self.insert(state).map(|_| ())
    }
}
