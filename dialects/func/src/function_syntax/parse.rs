//! Parsing of functions.

use strata_ir::prelude::*;

use super::NamedAttrs;

/// Whether a function may have `...` after its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variadics {
    /// It may.
    Allowed,
    /// It may not.
    Rejected,
}

/// Arguments and results as written.
#[derive(Default)]
pub struct Signature<'s> {
    /// The arguments; without names when there is only a list of types.
    pub args: Vec<BlockArg<'s>>,
    /// Attributes of the arguments.
    pub arg_attrs: Vec<NamedAttrs>,
    /// Types of the results.
    pub results: Vec<Type>,
    /// Attributes of the results.
    pub result_attrs: Vec<NamedAttrs>,
    /// Whether `...` follows the arguments.
    pub variadic: bool,
}

impl<'s> Signature<'s> {
    /// `(%a: i32 {attrs}, ...) -> (f32 {attrs})`.
    /// Errors name the op `op`.
    pub fn parse(p: &mut Parser<'s>, op: &str, variadics: Variadics) -> PResult<Self> {
        let mut s = Self::default();
        p.expect("(")?;
        p.list_until(")", |p| s.arg(p, op, variadics))?;
        if p.eat("->") {
            (s.results, s.result_attrs) = parse_results(p)?;
        }
        Ok(s)
    }
    fn arg(&mut self, p: &mut Parser<'s>, op: &str, variadics: Variadics) -> PResult<()> {
        let error = |p: &mut Parser<'s>, what| p.error(format!("custom op '{op}' {what}"));
        if self.variadic {
            return Err(error(p, "variadic arguments must be in the end of the argument list"));
        }
        if variadics == Variadics::Allowed && p.eat("...") {
            self.variadic = true;
            return Ok(());
        }
        let previous = self.args.last().map(|a| !a.name.is_empty());
        let (name, loc) = if p.peek("%") {
            if previous == Some(false) {
                return Err(error(p, "expected type instead of SSA identifier"));
            }
            let (name, loc) = p.arg_name()?;
            p.expect(":")?;
            (name, loc)
        } else {
            if previous == Some(true) {
                return Err(error(p, "expected SSA identifier"));
            }
            ("", p.location())
        };
        let ty = p.ty()?;
        let attrs = p.dictionary_opt()?;
        let loc = p.location_opt()?.unwrap_or(loc);
        self.args.push(BlockArg { name, ty, loc });
        self.arg_attrs.push(attrs);
        Ok(())
    }
    /// Types of the arguments.
    pub fn arg_types(&self) -> Vec<Type> {
        self.args.iter().map(|a| a.ty).collect()
    }
    /// The arguments that the entry block gets; none when they have no names, then the region declares them.
    pub fn entry_args(&self) -> &[BlockArg<'s>] {
        if self.args.first().is_some_and(|a| !a.name.is_empty()) { &self.args } else { &[] }
    }
}

/// The results after `->`: one type, or a list in parentheses with attributes.
pub fn parse_results(p: &mut Parser<'_>) -> PResult<(Vec<Type>, Vec<NamedAttrs>)> {
    if !p.eat("(") {
        return Ok((vec![p.ty()?], vec![Vec::new()]));
    }
    let all = p.list_until(")", |p| Ok((p.ty()?, p.dictionary_opt()?)))?;
    Ok(all.into_iter().unzip())
}

/// Sets `arg_attrs` and `res_attrs`, where any argument or result has attributes.
pub fn set_arg_and_result_attrs(
    cx: &Context,
    state: &mut OpState,
    args: Vec<NamedAttrs>,
    results: Vec<NamedAttrs>,
) {
    for (name, all) in [("arg_attrs", args), ("res_attrs", results)] {
        if all.iter().any(|a| !a.is_empty()) {
            let dicts = all.into_iter().map(|a| cx.dict_attr(a)).collect();
            state.set_attr(cx, name, cx.array_attr(dicts));
        }
    }
}

/// Parses the text after the name of the op; `function_type` makes the type of the function.
pub fn parse(
    p: &mut Parser<'_>,
    state: &mut OpState,
    variadics: Variadics,
    function_type: impl FnOnce(&Context, &Signature<'_>) -> Result<Type, String>,
) -> PResult<()> {
    let (cx, op) = (p.cx(), state.info.name);
    if let Some(word) = p.keyword_of(&["public", "private", "nested"]) {
        state.set_attr(cx, "sym_visibility", cx.string_attr(word));
    }
    let name = p.symbol_name()?;
    state.set_attr(cx, "sym_name", cx.name_attr(name));
    let at = p.location();
    let mut signature = Signature::parse(p, state.info.name, variadics)?;
    match function_type(cx, &signature) {
        Ok(ty) => state.set_attr(cx, "function_type", cx.type_attr(ty)),
        Err(why) => {
            let colon = if why.is_empty() { "" } else { ": " };
            return Err(
                p.error_at(at, format!("custom op '{op}' failed to construct function type{colon}{why}"))
            );
        }
    }
    attributes(p, state)?;
    let arg_attrs = std::mem::take(&mut signature.arg_attrs);
    let result_attrs = std::mem::take(&mut signature.result_attrs);
    set_arg_and_result_attrs(cx, state, arg_attrs, result_attrs);
    let at = p.location();
    if p.region_opt(state, signature.entry_args())? {
        let empty = match &state.child {
            Some(child) => child.regions(Op::SELF).first().is_none_or(|&r| child.blocks(r).is_empty()),
            None => {
                let region = state.regions.last().copied();
                region.is_none_or(|r| p.body().blocks(r).is_empty())
            }
        };
        if empty {
            return Err(p.error_at(at, format!("custom op '{op}' expected non-empty function body")));
        }
    }
    Ok(())
}

/// `attributes {…}`, without the attributes that are written elsewhere.
fn attributes(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let (at, op) = (p.location(), state.info.name);
    if !p.eat("attributes") {
        return Ok(());
    }
    if !p.peek("{") {
        return Err(p.error("expected '{' in attribute dictionary"));
    }
    let cx = p.cx();
    for (name, attr) in p.dictionary_opt()? {
        let name = cx.str(name);
        if ["sym_visibility", "sym_name", "function_type"].contains(&name) {
            return Err(p.error_at(
                at,
                format!(
                    "custom op '{op}' '{name}' is an inferred attribute and should not be specified in the explicit attribute dictionary"
                ),
            ));
        }
        state.set_attr(cx, name, attr);
    }
    Ok(())
}
