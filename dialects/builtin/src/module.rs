//! `builtin.module`.

use strata_ir::{prelude::*, text::RegionStyle};

/// A top-level container of symbols and functions.
#[op(
    name = "builtin.module",
    traits = [IsolatedFromAbove, SymbolTable, Symbol, NoTerminator, GraphRegion, SingleBlock, NoRegionArguments, AffineScope],
    interfaces = [DefaultDialect],
    custom_asm,
)]
pub struct ModuleOp {
    /// Name of the module.
    pub sym_name: OptAttr<SymbolName>,
    /// Visibility of the name.
    pub sym_visibility: OptAttr<StringAttr>,
    /// The members.
    pub body_region: SingleBlockRegion,
}

impl ModuleOp {
    /// An empty module as a body of its own.
    pub fn create(cx: &std::sync::Arc<Context>, loc: Location) -> Box<Body> {
        let mut body = Box::new(Body::new(cx, Self::info(), loc));
        let region = body.regions(Op::SELF)[0];
        body.add_block(region, &[]);
        body
    }
}

impl DefaultDialect for ModuleOp {
    fn default_dialect(&self) -> &'static str {
        "builtin"
    }
}

impl CustomAsm for ModuleOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        if let Some(name) = b.symbol_name(self.op()) {
            p.text(" ").symbol(name);
        }
        p.attr_dict_with_keyword(self.op(), &["sym_name"]);
        p.text(" ").region(self.body_region(b), RegionStyle { args: false, ..Default::default() });
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        if p.peek("@") {
            let name = p.symbol_name()?;
            let text = p.cx().name_attr(name);
            state.set_attr(p.cx(), "sym_name", text);
        }
        p.attr_dict_with_keyword(state)?;
        p.region(state, &[])?;
        // `module {}` has an empty block all the same.
        if let Some(child) = &mut state.child {
            let region = child.regions(Op::SELF)[0];
            if child.blocks(region).is_empty() {
                child.add_block(region, &[]);
            }
        }
        Ok(())
    }
}
