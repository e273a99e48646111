//! `llvm.mlir.global`.

use strata_ir::{core::symbols::SymbolScope, prelude::*, text::RegionStyle};

use super::func::{
    UNNAMED_WORDS, VISIBILITY_WORDS, parse_comdat, parse_numbered, print_numbered, verify_comdat,
};
use crate::{
    attrs::{AddrSpace, Linkage, UnnamedAddr, Visibility},
    types::{ArrayType, TargetExtType},
};

/// A global variable or constant.
#[op(
    name = "llvm.mlir.global",
    traits = [IsolatedFromAbove, Symbol],
    interfaces = [Verify, VerifyRegions, VerifySymbolUses],
    custom_asm,
)]
pub struct GlobalOp {
    /// Its type.
    pub global_type: Attr<TypeAttr>,
    /// It never changes.
    pub constant: OptAttr<UnitAttr>,
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// Its linkage.
    pub linkage: Attr<Linkage>,
    /// It is defined in the same linkage unit.
    pub dso_local: OptAttr<UnitAttr>,
    /// Each thread has its own.
    #[ir_name = "thread_local_"]
    pub thread_local_: OptAttr<UnitAttr>,
    /// It is initialized externally, before the program starts.
    pub externally_initialized: OptAttr<UnitAttr>,
    /// Its value; without one it is defined elsewhere.
    pub value: OptAttr<AnyAttr>,
    /// Its alignment in bytes.
    pub alignment: OptAttr<I64Attr>,
    /// Its address space.
    pub addr_space: DefaultAttr<AddrSpace>,
    /// Whether its address matters.
    pub unnamed_addr: OptAttr<UnnamedAddr>,
    /// Its section.
    pub section: OptAttr<StringAttr>,
    /// Its comdat.
    pub comdat: OptAttr<SymbolRefAttr>,
    /// Debug information: global variable expressions.
    pub dbg_exprs: OptAttr<ArrayAttr>,
    /// Whether other libraries see it.
    #[ir_name = "visibility_"]
    pub visibility_: DefaultAttr<Visibility>,
    /// Attributes that only one target interprets.
    pub target_specific_attrs: OptAttr<ArrayAttr>,
    /// Computes the value.
    pub initializer: AnyRegion,
}

impl GlobalOp {
    /// The state of a global.
    pub fn state(
        cx: &Context,
        name: &str,
        ty: Type,
        linkage: Linkage,
        value: Option<Attr>,
        loc: Location,
    ) -> OpState {
        let mut state = OpState::new(Self::info(), loc);
        state.set_attr(cx, "sym_name", cx.string_attr(name));
        state.set_attr(cx, "global_type", cx.type_attr(ty));
        state.set_attr(cx, "linkage", linkage.attr(cx));
        if let Some(value) = value {
            state.set_attr(cx, "value", value);
        }
        state
    }
}

impl Verify for GlobalOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let ty = b.attr(self.op(), "global_type").and_then(|t| cx.attr_as::<TypeAttr>(t));
        let target = ty.and_then(|t| cx.type_as::<TargetExtType>(t.0));
        ensure!(
            target.is_none_or(TargetExtType::is_global),
            "this target extension type cannot be used in a global"
        );
        let has_body = b.regions(self.op()).first().is_some_and(|&r| !b.blocks(r).is_empty());
        let value = b.attr(self.op(), "value");
        ensure!(!(has_body && value.is_some()), "cannot have both initializer value and region");
        if let Some(text) = value.and_then(|v| cx.attr_as::<StringAttr>(v)) {
            let array = b.attr(self.op(), "global_type").and_then(|t| cx.attr_as::<TypeAttr>(t));
            let array = array.and_then(|t| cx.type_as::<ArrayType>(t.0));
            ensure!(
                array.is_some_and(|a| a.elem == cx.i8() && a.len == text.value.len() as u64),
                "requires an i8 array type of the length equal to that of the string attribute"
            );
        }
        let linkage = b.attr(self.op(), "linkage").and_then(|a| cx.attr_as::<Linkage>(a)).copied();
        if linkage == Some(Linkage::Common) {
            let zero = |v: Attr| {
                cx.attr_i64(v) == Some(0)
                    || cx.attr_as::<FloatAttr>(v).is_some_and(|f| f.bits == 0)
                    || cx
                        .attr_as::<DenseElementsAttr>(v)
                        .is_some_and(|d| d.to_i64s(cx).is_some_and(|all| all.iter().all(|&n| n == 0)))
            };
            ensure!(value.is_none_or(zero), "expected zero value for 'common' linkage");
        }
        if linkage == Some(Linkage::Appending) {
            let ty = b.attr(self.op(), "global_type").and_then(|t| cx.attr_as::<TypeAttr>(t));
            ensure!(
                ty.is_some_and(|t| cx.type_as::<ArrayType>(t.0).is_some()),
                "expected array type for 'appending' linkage"
            );
        }
        if let Some(align) = b.attr(self.op(), "alignment").and_then(|a| cx.attr_i64(a)) {
            ensure!(align > 0 && align.count_ones() == 1, "alignment attribute is not a power of 2");
        }
        Ok(())
    }
}

impl VerifyRegions for GlobalOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let Some(end) = initializer(b, self.op()).and_then(|block| b.last_op(block)) else { return Ok(()) };
        let Some(value) = b.operands(end).next() else {
            return Err("initializer region cannot return void".into());
        };
        let ty = b.attr(self.op(), "global_type").and_then(|t| cx.attr_as::<TypeAttr>(t));
        if let Some(ty) = ty.filter(|t| t.0 != b.ty(value)) {
            let (given, want) = (cx.type_to_string(b.ty(value)), cx.type_to_string(ty.0));
            let message = format!("initializer region type '{given}' does not match global type '{want}'");
            return Err(message.into());
        }
        verify_no_effects(b, self.op(), "ops with side effects not allowed in global initializers")
    }
}

/// The block that computes the value of a symbol.
pub(super) fn initializer(b: &Body, op: Op) -> Option<Block> {
    b.regions(op).first().and_then(|&r| b.blocks(r).first().copied())
}

/// Checks that the ops which compute the value of a symbol have no effects.
pub(super) fn verify_no_effects(b: &Body, op: Op, message: &str) -> VerifyResult {
    let mut next = initializer(b, op).and_then(|block| b.first_op(block));
    while let Some(op) = next {
        if !b.has_trait(op, Trait::Pure) {
            return Err(VerifyError::bare(message).at(b.loc(op)));
        }
        next = b.next_op(op);
    }
    Ok(())
}

impl VerifySymbolUses for GlobalOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        verify_comdat(b, self.op(), symbols)
    }
}

const SHOWN: [&str; 9] = [
    "sym_name",
    "global_type",
    "constant",
    "value",
    "linkage",
    "unnamed_addr",
    "thread_local_",
    "visibility_",
    "comdat",
];

impl CustomAsm for GlobalOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let cx = b.cx();
        let op = self.op();
        if let Some(l) = b.attr(op, "linkage").and_then(|a| cx.attr_as::<Linkage>(a)) {
            p.text(" ").text(l.word());
        }
        print_numbered(p, op, "visibility_", &VISIBILITY_WORDS);
        if b.attr(op, "thread_local_").is_some() {
            p.text(" thread_local");
        }
        print_numbered(p, op, "unnamed_addr", &UNNAMED_WORDS);
        if b.attr(op, "constant").is_some() {
            p.text(" constant");
        }
        let name = b.attr(op, "sym_name").and_then(|a| cx.attr_str(a)).unwrap_or("");
        p.text(" ").symbol_text(name).text("(");
        let value = b.attr(op, "value");
        if let Some(value) = value {
            p.attr(value);
        }
        p.text(")");
        if let Some(comdat) = b.attr(op, "comdat") {
            p.text(" comdat(").attr(comdat).text(")");
        }
        // The address space is printed also when it is zero, as MLIR does.
        let mut shown: Vec<(Str, Attr)> = Vec::new();
        for spec in b.info(op).attrs.iter().filter(|s| !SHOWN.contains(&s.name)) {
            if let Some(attr) = b.attr(op, spec.name) {
                shown.push((cx.intern(spec.name), attr));
            }
        }
        shown.extend(b.extra_attrs(op).iter().copied());
        shown.sort_by_key(|e| cx.str(e.0));
        p.named_attrs(&shown);
        // The type of a string is implied.
        if value.is_some_and(|v| cx.attr_as::<StringAttr>(v).is_some()) {
            return;
        }
        if let Some(ty) = b.attr(op, "global_type").and_then(|t| cx.attr_as::<TypeAttr>(t)) {
            p.text(" : ").ty(ty.0);
        }
        let region = b.regions(op).first().copied().filter(|&r| !b.blocks(r).is_empty());
        if let Some(region) = region {
            p.text(" ").region(region, RegionStyle::NO_ARGS);
        }
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let linkage = p.keyword_of(Linkage::WORDS).and_then(Linkage::from_word).unwrap_or(Linkage::External);
        state.set_attr(cx, "linkage", linkage.attr(cx));
        parse_numbered(p, state, "visibility_", &VISIBILITY_WORDS);
        if p.eat("thread_local") {
            state.set_attr(cx, "thread_local_", cx.unit());
        }
        parse_numbered(p, state, "unnamed_addr", &UNNAMED_WORDS);
        if p.eat("constant") {
            state.set_attr(cx, "constant", cx.unit());
        }
        let name = p.symbol_name()?;
        state.set_attr(cx, "sym_name", cx.name_attr(name));
        p.expect("(")?;
        let mut value = None;
        if !p.eat(")") {
            let attr = p.attr()?;
            state.set_attr(cx, "value", attr);
            value = Some(attr);
            p.expect(")")?;
        }
        parse_comdat(p, state)?;
        p.attr_dict(state)?;
        let at = p.location();
        let ty = if p.eat(":") {
            p.ty()?
        } else {
            match value.and_then(|v| cx.attr_as::<StringAttr>(v)) {
                Some(text) => cx.ty(ArrayType { len: text.value.len() as u64, elem: cx.i8() }),
                None => return Err(p.error_at(at, "type can only be omitted for string globals")),
            }
        };
        state.set_attr(cx, "global_type", cx.type_attr(ty));
        p.region_opt(state, &[])?;
        Ok(())
    }
}
