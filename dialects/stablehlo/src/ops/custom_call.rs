//! Calls of code that the program does not contain, and ops made of other ops.

use strata_ir::{core::symbols::SymbolScope, prelude::*};

use crate::constraints::*;

/// A call of code of the target.
#[op(
    name = "stablehlo.custom_call",
    interfaces = [MemoryEffects, Verify],
    asm = "custom<CALL_TARGET>($call_target_name) `(` $inputs `)` custom<CALL_DICT>($has_side_effect) `:` functional-type(operands, results)",
)]
pub struct CustomCallOp {
    /// Arguments.
    pub inputs: Variadic<AnyValue>,
    /// Name of the code.
    pub call_target_name: Attr<StringAttr>,
    /// Whether it does more than compute its results.
    pub has_side_effect: OptAttr<BoolAttr>,
    /// What the target needs to know.
    pub backend_config: OptAttr<AnyAttr>,
    /// How it is called.
    pub api_version: OptAttr<ApiVersion>,
    /// Functions that it may call.
    pub called_computations: OptAttr<SymbolRefArray>,
    /// Layouts of the arguments.
    pub operand_layouts: OptAttr<LayoutArray>,
    /// Layouts of the results.
    pub result_layouts: OptAttr<LayoutArray>,
    /// Which results share memory with arguments.
    pub output_operand_aliases: OptAttr<AliasArray>,
    /// Results.
    pub results: VariadicRes<AnyValue>,
}

static CALL_TARGET: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let name = b.attr(op, "call_target_name").and_then(|a| b.cx().attr_str(a)).unwrap_or("");
        p.symbol_text(name);
    },
    parse: |p, state, _| {
        let name = p.symbol_name()?;
        let cx = p.cx();
        state.set_attr(cx, "call_target_name", cx.string_attr(cx.str(name)));
        Ok(())
    },
    attrs: &["call_target_name"],
};

/// The attribute dictionary without the attributes that have their default.
static CALL_DICT: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let cx = b.cx();
        let defaults = [
            ("has_side_effect", cx.bool_attr(false)),
            ("backend_config", cx.string_attr("")),
            ("api_version", cx.i32_attr(1)),
            ("called_computations", cx.array_attr(vec![])),
            ("output_operand_aliases", cx.array_attr(vec![])),
        ];
        let mut elided = vec!["call_target_name"];
        elided.extend(defaults.iter().filter(|d| b.attr(op, d.0) == Some(d.1)).map(|d| d.0));
        p.unspace().attr_dict(op, &elided);
    },
    parse: |p, state, _| p.attr_dict(state),
    attrs: &[],
};

impl CustomCallOp {
    /// Whether the call must stay even when its results are not used.
    pub fn has_effects(self, b: &Body) -> bool {
        self.has_side_effect(b).and_then(|a| b.cx().attr_i64(a.raw())).is_some_and(|v| v != 0)
    }
}

impl MemoryEffects for CustomCallOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        if self.has_effects(b) {
            out.push(Effect { kind: EffectKind::Read, on: None });
            out.push(Effect { kind: EffectKind::Write, on: None });
        }
    }
}

impl Verify for CustomCallOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let len = |a: Option<Attr>| a.and_then(|a| b.cx().attr_as::<ArrayAttr>(a)).map(|a| a.0.len());
        let operands = len(self.operand_layouts(b).map(|a| a.raw()));
        let results = len(self.result_layouts(b).map(|a| a.raw()));
        ensure!(
            operands.is_some() == results.is_some(),
            "Layout attributes should be specified for either both operands and results or none."
        );
        let n = b.num_operands(self.op());
        if let Some(k) = operands {
            ensure!(k == n, "Number of operands must match the number of operand layouts, {n} != {k}");
        }
        Ok(())
    }
}

/// An op made of others: a function that defines it, under a name.
#[op(
    name = "stablehlo.composite",
    interfaces = [VerifySymbolUses],
    asm = "$name $inputs custom<COMPOSITE_REGIONS>($composite_regions) custom<COMPOSITE_DICT>($version) `:` functional-type(operands, results)",
)]
pub struct CompositeOp {
    /// Arguments.
    pub inputs: Variadic<AnyValue>,
    /// Its name.
    pub name: Attr<StringAttr>,
    /// Its attributes.
    pub composite_attributes: OptAttr<DictionaryAttr>,
    /// The function that defines it.
    pub decomposition: Attr<FlatSymbolRef>,
    /// Its version.
    pub version: OptAttr<I32Attr>,
    /// Computations that it applies.
    pub composite_regions: VariadicRegion,
    /// Results.
    pub results: VariadicRes<AnyValue>,
}

static COMPOSITE_REGIONS: CustomDirective = CustomDirective {
    print: |op, p| {
        p.unspace();
        let b = p.body();
        if !b.regions(op).is_empty() {
            p.text(" (").list(b.regions(op), |p, &r| {
                p.region(r, Default::default());
            });
            p.text(")");
        }
    },
    parse: |p, state, _| {
        if p.eat("(") {
            loop {
                p.region(state, &[])?;
                if !p.eat(",") {
                    break;
                }
            }
            p.expect(")")?;
        }
        Ok(())
    },
    attrs: &[],
};

static COMPOSITE_DICT: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let cx = b.cx();
        let defaults = [("version", cx.i32_attr(0)), ("composite_attributes", cx.dict_attr(vec![]))];
        let mut elided = vec!["name"];
        elided.extend(defaults.iter().filter(|d| b.attr(op, d.0) == Some(d.1)).map(|d| d.0));
        p.unspace().attr_dict(op, &elided);
    },
    parse: |p, state, _| p.attr_dict(state),
    attrs: &[],
};

impl VerifySymbolUses for CompositeOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let cx = b.cx();
        let Some((table, function)) = symbols.lookup(cx, self.decomposition(b).raw()) else {
            return Err(format!(
                "'{}' does not reference a valid function",
                cx.attr_to_string(self.decomposition(b).raw()).trim_start_matches('@')
            )
            .into());
        };
        let (inner, op) = table.inner(function);
        let Some(ty) = inner.attr(op, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a)) else {
            return Ok(());
        };
        let Some(ty) = cx.type_as::<FunctionType>(ty.0) else { return Ok(()) };
        // composite_c3
        let (inputs, results): (Vec<Type>, Vec<Type>) =
            (b.operand_types(self.op()).collect(), b.result_types(self.op()).collect());
        let shown = |ts: &[Type]| ts.iter().map(|&t| cx.type_to_string(t)).collect::<Vec<_>>().join(", ");
        ensure!(
            crate::infer::all_compatible(cx, &inputs, &ty.inputs),
            "has {} operand(s), but decomposition has {}",
            shown(&inputs),
            shown(&ty.inputs)
        );
        // composite_c4
        ensure!(
            crate::infer::all_compatible(cx, &results, &ty.results),
            "has {} return type(s), but decomposition has {}",
            shown(&results),
            shown(&ty.results)
        );
        Ok(())
    }
}
