//! Tokens, and the accesses to globals in graphs, which are ordered by them.

use strata_ir::prelude::*;

use crate::{Token, TokenType, symbol::global_access};

/// A new token, before all accesses.
#[op(name = "ml_program.token", traits = [Pure], asm = "attr-dict")]
pub struct TokenOp {
    /// The token.
    pub token: Res<Token>,
}

/// The value of a global after the accesses of some tokens.
#[op(name = "ml_program.global_load_graph", traits = [MemRead], interfaces = [ResultNames, VerifySymbolUses], custom_asm)]
pub struct GlobalLoadGraphOp {
    /// The name.
    pub global: Attr<SymbolRefAttr>,
    /// Tokens of accesses that come before.
    #[ir_name = "consumeTokens"]
    pub consume_tokens: Variadic<Token>,
    /// The value.
    pub result: Res<AnyType>,
    /// The token of this access.
    #[ir_name = "produceToken"]
    pub produce_token: Res<Token>,
}
global_access!(GlobalLoadGraphOp, Load, result);

impl ResultNames for GlobalLoadGraphOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.result(b), "result");
        name(self.produce_token(b), "produceToken");
    }
}

impl CustomAsm for GlobalLoadGraphOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").attr(self.global(b).raw());
        print_ordering(p, self.consume_tokens(b), b.ty(self.produce_token(b)));
        p.text(" : ").type_of(self.result(b)).attr_dict(self.op(), &["global"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let (cx, global) = (p.cx(), p.symbol_ref()?);
        state.set_attr(cx, "global", global);
        let ordering = Ordering::parse(p)?;
        let ty = p.colon_type()?;
        p.attr_dict(state)?;
        state.result_types.extend([ty, ordering.produced]);
        ordering.resolve(p, state)
    }
}

/// Gives a global another value after the accesses of some tokens.
#[op(name = "ml_program.global_store_graph", traits = [MemRead], interfaces = [VerifySymbolUses], custom_asm)]
pub struct GlobalStoreGraphOp {
    /// The name.
    pub global: Attr<SymbolRefAttr>,
    /// The value.
    pub value: Operand<AnyType>,
    /// Tokens of accesses that come before.
    #[ir_name = "consumeTokens"]
    pub consume_tokens: Variadic<Token>,
    /// The token of this access.
    #[ir_name = "produceToken"]
    pub produce_token: Res<Token>,
}
global_access!(GlobalStoreGraphOp, Store, value);

impl CustomAsm for GlobalStoreGraphOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").attr(self.global(b).raw()).text(" = ").value(self.value(b));
        print_ordering(p, self.consume_tokens(b), b.ty(self.produce_token(b)));
        p.text(" : ").type_of(self.value(b)).attr_dict(self.op(), &["global"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let (cx, global) = (p.cx(), p.symbol_ref()?);
        state.set_attr(cx, "global", global);
        p.expect("=")?;
        let value = p.operand()?;
        let ordering = Ordering::parse(p)?;
        let ty = p.colon_type()?;
        p.attr_dict(state)?;
        let value = p.resolve(value, ty)?;
        state.operands.push(value);
        state.result_types.push(ordering.produced);
        ordering.resolve(p, state)
    }
}

/// ` ordering(%0, %1 -> !ml_program.token)`; without tokens before it, ` ordering(() -> !ml_program.token)`.
fn print_ordering(p: &mut Printer<'_>, consumed: impl ExactSizeIterator<Item = Value>, produced: Type) {
    p.text(" ordering(");
    if consumed.len() == 0 {
        p.text("()");
    }
    p.values(consumed).text(" -> ").ty(produced).text(")");
}

/// The tokens of an access as written.
struct Ordering<'s> {
    consumed: Vec<Unresolved<'s>>,
    produced: Type,
}

impl<'s> Ordering<'s> {
    fn parse(p: &mut Parser<'s>) -> PResult<Self> {
        p.expect("ordering")?;
        p.expect("(")?;
        let mut consumed = Vec::new();
        if p.eat("(") {
            p.expect(")")?;
        } else {
            consumed = p.comma_list(Parser::operand)?;
        }
        p.expect("->")?;
        let produced = p.ty()?;
        p.expect(")")?;
        Ok(Self { consumed, produced })
    }
    fn resolve(self, p: &mut Parser<'s>, state: &mut OpState) -> PResult<()> {
        let token = p.cx().ty(TokenType);
        for operand in self.consumed {
            let value = p.resolve(operand, token)?;
            state.operands.push(value);
        }
        Ok(())
    }
}
