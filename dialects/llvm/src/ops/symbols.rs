//! Ops of modules besides functions and variables: constructors, aliases, groups of alternatives, flags.

use strata_ir::{core::symbols::SymbolScope, prelude::*, text::RegionStyle};

use super::func::{UNNAMED_WORDS, VISIBILITY_WORDS, parse_numbered, print_numbered};
use crate::{
    attrs::{AddrSpace, Comdat, Linkage, UnnamedAddr, Visibility},
    metadata::{CgProfileEntry, ModuleFlag, ZeroAttr},
    types::{is_member, is_ptr},
};

attr_constraint! {
    /// Names of functions.
    FlatSymbolRefs: ArrayAttr = "flat symbol ref array attribute", |a, cx| cx.attr_as::<ArrayAttr>(a).is_some_and(|v| v.0.iter().all(|&a| cx.attr_as::<SymbolRefAttr>(a).is_some_and(|s| s.nested.is_empty())));
    /// Numbers.
    I32s: ArrayAttr = "32-bit integer array attribute", |a, cx| cx.attr_as::<ArrayAttr>(a).is_some_and(|v| v.0.iter().all(|&a| cx.attr_type(a) == Some(cx.i32())));
}

fn list(b: &Body, op: Op, name: &str) -> Vec<Attr> {
    let list = b.attr(op, name).and_then(|a| b.cx().attr_as::<ArrayAttr>(a));
    list.map(|l| l.0.to_vec()).unwrap_or_default()
}

macro_rules! structors {
    ($($doc:tt $name:ident = $ir:tt $field:ident $word:literal $asm:literal;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, interfaces = [Verify, VerifySymbolUses], asm = $asm)]
        pub struct $name {
            /// The functions.
            pub $field: Attr<FlatSymbolRefs>,
            /// Those with small numbers come first.
            pub priorities: Attr<I32s>,
            /// The global that each function is associated with, or zero.
            pub data: Attr<ArrayAttr>,
        }

        impl Verify for $name {
            fn verify(&self, b: &Body) -> VerifyResult {
                let op = self.op();
                let n = list(b, op, $word).len();
                let data = list(b, op, "data");
                ensure!(
                    list(b, op, "priorities").len() == n && data.len() == n,
                    "{}, priorities, and data must have the same number of elements", $word
                );
                let known = |&a: &Attr| {
                    b.cx().attr_as::<SymbolRefAttr>(a).is_some() || b.cx().attr_as::<ZeroAttr>(a).is_some()
                };
                ensure!(data.iter().all(known), "data element must be symbol or #llvm.zero");
                Ok(())
            }
        }

        impl VerifySymbolUses for $name {
            fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
                let cx = b.cx();
                for name in list(b, self.op(), $word) {
                    let text = cx.attr_as::<SymbolRefAttr>(name).map_or("", |s| cx.str(s.root));
                    let found = symbols.lookup(cx, name).filter(|(body, op)| body.info(*op).name == "llvm.func");
                    let Some((body, op)) = found else {
                        return Err(format!("'{text}' does not reference a valid LLVM function").into());
                    };
                    let (inner, at) = body.inner(op);
                    let defined = inner.regions(at).first().is_some_and(|&r| !inner.blocks(r).is_empty());
                    ensure!(defined, "'{text}' does not have a definition");
                }
                Ok(())
            }
        }
    )*};
}
structors! {
    "Functions that run before the program." GlobalCtorsOp = "llvm.mlir.global_ctors" ctors "ctors"
        "`ctors` `=` $ctors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict";
    "Functions that run after the program." GlobalDtorsOp = "llvm.mlir.global_dtors" dtors "dtors"
        "`dtors` `=` $dtors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict";
}

fn print_linkage(p: &mut Printer<'_>, op: Op) {
    let b = p.body();
    if let Some(l) = b.attr(op, "linkage").and_then(|a| b.cx().attr_as::<Linkage>(a)) {
        p.text(" ").text(l.word());
    }
}
fn parse_linkage(p: &mut Parser<'_>, state: &mut OpState) {
    let linkage = p.keyword_of(Linkage::WORDS).and_then(Linkage::from_word).unwrap_or(Linkage::External);
    state.set_attr(p.cx(), "linkage", linkage.attr(p.cx()));
}

/// Another name for a variable or function.
#[op(
    name = "llvm.mlir.alias",
    traits = [IsolatedFromAbove, Symbol, SingleBlock],
    interfaces = [Verify, VerifyRegions],
    custom_asm,
)]
pub struct AliasOp {
    /// Its type.
    pub alias_type: Attr<TypeAttr>,
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// Its linkage.
    pub linkage: Attr<Linkage>,
    /// It is defined in the same linkage unit.
    pub dso_local: OptAttr<UnitAttr>,
    /// Each thread has its own.
    #[ir_name = "thread_local_"]
    pub thread_local_: OptAttr<UnitAttr>,
    /// Whether its address matters.
    pub unnamed_addr: OptAttr<UnnamedAddr>,
    /// Whether other libraries see it.
    #[ir_name = "visibility_"]
    pub visibility_: DefaultAttr<Visibility>,
    /// Computes the address.
    pub initializer: AnyRegion,
}

impl Verify for AliasOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let ty = b.attr(self.op(), "alias_type").and_then(|t| cx.attr_as::<TypeAttr>(t));
        ensure!(
            ty.is_some_and(|t| is_member(cx, t.0)),
            "expects type to be a valid element type for an LLVM global alias"
        );
        let linkage = b.attr(self.op(), "linkage").and_then(|a| cx.attr_as::<Linkage>(a)).copied();
        let known = matches!(
            linkage,
            Some(
                Linkage::External
                    | Linkage::Internal
                    | Linkage::Private
                    | Linkage::Weak
                    | Linkage::WeakOdr
                    | Linkage::Linkonce
                    | Linkage::LinkonceOdr
                    | Linkage::AvailableExternally
            )
        );
        ensure!(
            known,
            "'{}' linkage not supported in aliases, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, external or available_externally",
            linkage.map_or("", |l| l.word())
        );
        Ok(())
    }
}

impl VerifyRegions for AliasOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let entry = b.regions(self.op()).first().and_then(|&r| b.blocks(r).first().copied());
        let end = entry.and_then(|block| b.last_op(block));
        let value = end.and_then(|op| b.operands(op).next());
        ensure!(
            value.is_some_and(|v| is_ptr(b.cx(), b.ty(v))),
            "initializer region must always return a pointer"
        );
        let message = "ops with side effects are not allowed in alias initializers";
        super::global::verify_no_effects(b, self.op(), message)
    }
}

const ALIAS_SHOWN: [&str; 6] =
    ["sym_name", "alias_type", "linkage", "unnamed_addr", "thread_local_", "visibility_"];

impl CustomAsm for AliasOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let (cx, op) = (b.cx(), self.op());
        print_linkage(p, op);
        print_numbered(p, op, "visibility_", &VISIBILITY_WORDS);
        if b.attr(op, "thread_local_").is_some() {
            p.text(" thread_local");
        }
        print_numbered(p, op, "unnamed_addr", &UNNAMED_WORDS);
        p.text(" ").symbol_text(b.attr(op, "sym_name").and_then(|a| cx.attr_str(a)).unwrap_or(""));
        p.attr_dict(op, &ALIAS_SHOWN);
        if let Some(ty) = b.attr(op, "alias_type").and_then(|t| cx.attr_as::<TypeAttr>(t)) {
            p.text(" : ").ty(ty.0).text(" ");
        }
        if let Some(&region) = b.regions(op).first() {
            p.region(region, RegionStyle::NO_ARGS);
        }
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        parse_linkage(p, state);
        parse_numbered(p, state, "visibility_", &VISIBILITY_WORDS);
        if p.eat("thread_local") {
            state.set_attr(cx, "thread_local_", cx.unit());
        }
        parse_numbered(p, state, "unnamed_addr", &UNNAMED_WORDS);
        let name = p.symbol_name()?;
        state.set_attr(cx, "sym_name", cx.name_attr(name));
        p.attr_dict(state)?;
        let ty = p.colon_type()?;
        state.set_attr(cx, "alias_type", cx.type_attr(ty));
        p.region(state, &[])
    }
}

/// A function whose address a resolver function returns when the program is loaded.
#[op(
    name = "llvm.mlir.ifunc",
    traits = [IsolatedFromAbove, Symbol],
    interfaces = [Verify, VerifySymbolUses],
    custom_asm,
)]
pub struct IFuncOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// Its type.
    pub i_func_type: Attr<TypeAttr>,
    /// The function that chooses.
    pub resolver: Attr<FlatSymbolRef>,
    /// The type of that function's result.
    pub resolver_type: Attr<TypeAttr>,
    /// Its linkage.
    pub linkage: Attr<Linkage>,
    /// It is defined in the same linkage unit.
    pub dso_local: OptAttr<UnitAttr>,
    /// Its address space.
    pub address_space: DefaultAttr<AddrSpace>,
    /// Whether its address matters.
    pub unnamed_addr: DefaultAttr<UnnamedAddr>,
    /// Whether other libraries see it.
    #[ir_name = "visibility_"]
    pub visibility_: DefaultAttr<Visibility>,
}

impl Verify for IFuncOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let linkage = b.attr(self.op(), "linkage").and_then(|a| b.cx().attr_as::<Linkage>(a)).copied();
        let known = matches!(
            linkage,
            Some(
                Linkage::External
                    | Linkage::Internal
                    | Linkage::Private
                    | Linkage::Weak
                    | Linkage::WeakOdr
                    | Linkage::Linkonce
                    | Linkage::LinkonceOdr
            )
        );
        ensure!(
            known,
            "'{}' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage",
            linkage.map_or("", |l| l.word())
        );
        Ok(())
    }
}

impl VerifySymbolUses for IFuncOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        if Verify::verify(self, b).is_err() {
            return Ok(());
        }
        let resolver = b.attr(self.op(), "resolver").and_then(|a| symbols.lookup(b.cx(), a));
        let Some((body, op)) = resolver.filter(|(body, op)| body.info(*op).name == "llvm.func") else {
            return Err("must have a function resolver".into());
        };
        let linkage = body.attr(op, "linkage").and_then(|a| b.cx().attr_as::<Linkage>(a)).copied();
        let (inner, at) = body.inner(op);
        let declared = inner.regions(at).first().is_none_or(|&r| inner.blocks(r).is_empty());
        ensure!(!declared && linkage != Some(Linkage::AvailableExternally), "resolver must be a definition");
        Ok(())
    }
}

const IFUNC_SHOWN: [&str; 7] =
    ["sym_name", "i_func_type", "resolver", "resolver_type", "linkage", "unnamed_addr", "visibility_"];

impl CustomAsm for IFuncOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let (cx, op) = (b.cx(), self.op());
        print_linkage(p, op);
        print_numbered(p, op, "visibility_", &VISIBILITY_WORDS);
        print_numbered(p, op, "unnamed_addr", &UNNAMED_WORDS);
        p.text(" ").symbol_text(b.attr(op, "sym_name").and_then(|a| cx.attr_str(a)).unwrap_or(""));
        for (separator, name) in [(" : ", "i_func_type"), (", ", "resolver_type"), (" ", "resolver")] {
            if let Some(attr) = b.attr(op, name) {
                p.text(separator).attr(attr);
            }
        }
        p.attr_dict(op, &IFUNC_SHOWN);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        parse_linkage(p, state);
        for (name, words) in [("visibility_", &VISIBILITY_WORDS), ("unnamed_addr", &UNNAMED_WORDS)] {
            if let Some(n) = p.keyword_of(&words[1..]).and_then(|w| words.iter().position(|x| *x == w)) {
                state.set_attr(cx, name, cx.i64_attr(n as i64));
            }
        }
        let name = p.symbol_name()?;
        state.set_attr(cx, "sym_name", cx.name_attr(name));
        let ty = p.colon_type()?;
        state.set_attr(cx, "i_func_type", cx.type_attr(ty));
        p.expect(",")?;
        let ty = p.ty()?;
        state.set_attr(cx, "resolver_type", cx.type_attr(ty));
        let resolver = p.symbol_ref()?;
        state.set_attr(cx, "resolver", resolver);
        p.attr_dict(state)
    }
}

/// A table of comdats: groups of definitions of which the linker keeps one.
#[op(
    name = "llvm.comdat",
    traits = [NoTerminator, NoRegionArguments, SingleBlock, SymbolTable, Symbol],
    interfaces = [VerifyRegions],
    asm = "$sym_name $body attr-dict",
)]
pub struct ComdatOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// Its selectors.
    pub body: SingleBlockRegion,
}

impl VerifyRegions for ComdatOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let block = b.regions(self.op()).first().and_then(|&r| b.blocks(r).first().copied());
        let mut next = block.and_then(|block| b.first_op(block));
        while let Some(op) = next {
            if !op.isa::<ComdatSelectorOp>(b) {
                let name = b.info(op).name;
                let message =
                    format!("'{name}' op only comdat selector symbols can appear in a comdat region");
                return Err(VerifyError::bare(message).at(b.loc(op)));
            }
            next = b.next_op(op);
        }
        Ok(())
    }
}

/// A comdat, with the rule by which the linker selects one definition.
#[op(name = "llvm.comdat_selector", traits = [Symbol], asm = "$sym_name $comdat attr-dict")]
pub struct ComdatSelectorOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// The way.
    pub comdat: Attr<Comdat>,
}

/// Options for the linker.
#[op(name = "llvm.linker_options", asm = "$options attr-dict")]
pub struct LinkerOptionsOp {
    /// The options.
    pub options: Attr<StrArray>,
}

/// Flags of the module.
#[op(name = "llvm.module_flags", interfaces = [Verify], asm = "$flags attr-dict")]
pub struct ModuleFlagsOp {
    /// The facts.
    pub flags: Attr<ArrayAttr>,
}

impl Verify for ModuleFlagsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        for flag in list(b, self.op(), "flags") {
            let Some(flag) = cx.attr_as::<ModuleFlag>(flag) else {
                return Err("expected a module flag attribute".into());
            };
            let key = cx.attr_str(flag.key).unwrap_or("");
            if key == "CG Profile" {
                let entries = cx.attr_as::<ArrayAttr>(flag.value);
                ensure!(
                    entries.is_some_and(|l| l.0.iter().all(|&e| cx.attr_as::<CgProfileEntry>(e).is_some())),
                    "'CG Profile' key expects an array of '#llvm.cgprofile_entry'"
                );
                continue;
            }
            ensure!(
                key != "ProfileSummary" || cx.attr_as::<crate::profile::ProfileSummary>(flag.value).is_some(),
                "'ProfileSummary' key expects a '#llvm.profile_summary' attribute"
            );
            let simple = cx.attr_as::<IntegerAttr>(flag.value).is_some() || cx.attr_str(flag.value).is_some();
            ensure!(
                simple || key == "ProfileSummary",
                "only integer and string values are currently supported for unknown key '{}'",
                cx.attr_to_string(flag.key)
            );
        }
        Ok(())
    }
}
