//! Calls of code that the program does not contain, and ops made of other ops.

use strata_ir::{core::symbols::SymbolScope, prelude::*};

use crate::facts::*;
use crate::{OutputOperandAlias, constraints::*};

/// A call of a function of the target.
#[op(
    name = "stablehlo.custom_call",
    facts = [External],
    interfaces = [MemoryEffects, Verify],
    asm = "custom<CALL_TARGET>($call_target_name) `(` $inputs `)` custom<CALL_DICT>($has_side_effect) `:` functional-type(operands, results)",
)]
pub struct CustomCallOp {
    /// Arguments.
    pub inputs: Variadic<CallValue>,
    /// Name of the code.
    pub call_target_name: Attr<StringAttr>,
    /// Whether it does more than compute its results.
    pub has_side_effect: OptAttr<BoolAttr>,
    /// Configuration that the target interprets.
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
    /// The tiles of each result in memory, the outermost first.
    pub result_tilings: OptAttr<TilingArray>,
    /// Results.
    pub results: VariadicRes<CallValue>,
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
            ("api_version", cx.i32_attr(1)),
            ("called_computations", cx.array_attr(vec![])),
            ("output_operand_aliases", cx.array_attr(vec![])),
            ("result_tilings", cx.array_attr(vec![])),
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
        let cx = b.cx();
        let list = |a: Option<Attr>| a.and_then(|a| cx.attr_as::<ArrayAttr>(a)).map(|a| &a.0[..]);
        let operands = list(self.operand_layouts(b).map(|a| a.raw()));
        let results = list(self.result_layouts(b).map(|a| a.raw()));
        ensure!(
            operands.is_some() == results.is_some(),
            "Layout attributes should be specified for either both operands and results or none."
        );
        if let (Some(operands), Some(results)) = (operands, results) {
            let types: Vec<Type> = b.operand_types(self.op()).collect();
            verify_layouts(cx, &types, operands, "operand")?;
            let types: Vec<Type> = b.result_types(self.op()).collect();
            // The layouts for a tuple are those of its members.
            match types[..] {
                [ty] if let Some(tuple) = cx.type_as::<TupleType>(ty) => {
                    verify_layouts(cx, &tuple.0, results, "result")?;
                }
                _ => verify_layouts(cx, &types, results, "result")?,
            }
        }
        for &alias in list(self.output_operand_aliases(b).map(|a| a.raw())).unwrap_or(&[]) {
            if let Some(alias) = cx.attr_as::<OutputOperandAlias>(alias) {
                verify_alias(b, self.op(), alias)?;
            }
        }
        let config = self.backend_config(b).map(|a| a.raw());
        let api = self.api_version(b).and_then(|a| cx.attr_i64(a.raw())).unwrap_or(1);
        let is_dict = config.is_some_and(|c| cx.attr_as::<DictionaryAttr>(c).is_some());
        let is_text = config.is_some_and(|c| cx.attr_str(c).is_some());
        const NAMES: [&str; 5] = [
            "API_VERSION_UNSPECIFIED",
            "API_VERSION_ORIGINAL",
            "API_VERSION_STATUS_RETURNING",
            "API_VERSION_STATUS_RETURNING_UNIFIED",
            "API_VERSION_TYPED_FFI",
        ];
        let name = usize::try_from(api).ok().and_then(|i| NAMES.get(i)).copied().unwrap_or("");
        if api == 4 {
            ensure!(
                config.is_none() || is_dict,
                "backend_config for api_version {name} must be a dictionary attribute."
            );
        } else {
            ensure!(
                config.is_none() || is_text,
                "backend_config for api_version {name} must be a string attribute."
            );
        }
        let aliases = list(self.output_operand_aliases(b).map(|a| a.raw())).unwrap_or(&[]);
        super::buffers::verify(b, *self, aliases)
    }
}

/// Checks that each layout is an order of the dimensions of its type.
fn verify_layouts(cx: &Context, types: &[Type], layouts: &[Attr], what: &str) -> VerifyResult {
    let (n, m) = (types.len(), layouts.len());
    ensure!(n == m, "Number of {what}s must match the number of {what} layouts, {n} != {m}");
    for (&ty, &layout) in types.iter().zip(layouts) {
        let order = cx.attr_as::<DenseElementsAttr>(layout).and_then(|d| d.to_i64s(cx)).unwrap_or_default();
        let Some(tensor) = cx.type_as::<TensorType>(ty) else {
            ensure!(
                order.is_empty(),
                "Only tensor types can have non-empty layout: {what} #0 of type '{}' has layout {}",
                cx.type_to_string(ty),
                cx.attr_to_string(layout)
            );
            continue;
        };
        let rank = tensor.shape.len();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        ensure!(
            sorted.iter().copied().eq(0..rank as i64),
            "incorrect layout {} for type '{}', layout must be a permutation of [0, {rank})",
            cx.attr_to_string(layout),
            cx.type_to_string(ty)
        );
    }
    Ok(())
}

/// Checks that an alias names an operand and a result of one type, or such parts of tuples.
fn verify_alias(b: &Body, op: Op, alias: &OutputOperandAlias) -> VerifyResult {
    const ATTR: &str = "in the output_operand_alias attribute";
    let cx = b.cx();
    let part = |ty: Type, indices: &[i64]| {
        indices.iter().try_fold(ty, |ty, &i| {
            cx.type_as::<TupleType>(ty).and_then(|t| t.0.get(usize::try_from(i).ok()?).copied())
        })
    };
    let (n, i) = (b.num_operands(op), alias.operand_index);
    ensure!((0..n as i64).contains(&i), "expects operandIndex {ATTR} to be in range [0, {n}); got: {i}.");
    let Some(operand) = part(b.ty(b.operand(op, i as usize)), &alias.operand_tuple_indices.0) else {
        return Err(format!("operand_tuple_indices {ATTR} out of bounds").into());
    };
    let results: Vec<Type> = b.result_types(op).collect();
    let whole = match results[..] {
        [one] => one,
        _ => cx.ty(TupleType(results)),
    };
    let Some(output) = part(whole, &alias.output_tuple_indices.0) else {
        return Err(format!("output_tuple_indices {ATTR} out of bounds").into());
    };
    ensure!(
        operand == output,
        "shapes mismatch {ATTR}: operand part has type '{}' and output part has type '{}'",
        cx.type_to_string(operand),
        cx.type_to_string(output)
    );
    Ok(())
}

/// An op made of others: a function that defines it, under a name.
#[op(
    name = "stablehlo.composite",
    facts = [CarriesValues],
    interfaces = [VerifySymbolUses],
    asm = "$name $inputs custom<COMPOSITE_REGIONS>($composite_regions) custom<COMPOSITE_DICT>($version) `:` functional-type(operands, results)",
)]
pub struct CompositeOp {
    /// Arguments.
    pub inputs: Variadic<CompositeValue>,
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
    pub results: VariadicRes<CompositeValue>,
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

/// Whether a name has parts, the first of letters, digits and underscores, the others also of dollar signs.
fn is_namespaced(name: &str) -> bool {
    let letters = |part: &str, more: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || more.contains(c))
    };
    let mut parts = name.split('.');
    let first = parts.next().unwrap_or("");
    let rest: Vec<&str> = parts.collect();
    first.starts_with(|c: char| c.is_ascii_alphabetic())
        && letters(first, "_")
        && !rest.is_empty()
        && rest.iter().all(|part| letters(part, "_$"))
}

impl VerifySymbolUses for CompositeOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let cx = b.cx();
        // composite_c1
        if !cx.attr_str(self.name(b).raw()).is_some_and(is_namespaced) {
            return Err(VerifyError::bare(
                "name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. \"my_namespace.my_op\"",
            ));
        }
        // composite_c2
        let function = symbols.lookup(cx, self.decomposition(b).raw()).and_then(|(table, function)| {
            let (inner, op) = table.inner(function);
            let ty = inner.attr(op, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a))?;
            cx.type_as::<FunctionType>(ty.0)
        });
        let Some(function) = function else {
            return Err(VerifyError::bare(format!(
                "'{}' does not reference a valid function",
                cx.attr_to_string(self.decomposition(b).raw()).trim_start_matches('@')
            )));
        };
        let (inputs, results): (Vec<Type>, Vec<Type>) =
            (b.operand_types(self.op()).collect(), b.result_types(self.op()).collect());
        // composite_c3, composite_c4
        let lists = [("operand", &inputs, &function.inputs), ("result", &results, &function.results)];
        lists.into_iter().try_for_each(|(name, own, others)| same_signature(cx, name, own, others))
    }
}

/// Checks that the values of an op have the types of those of the function that defines it.
fn same_signature(cx: &Context, name: &str, own: &[Type], others: &[Type]) -> VerifyResult {
    let (n, m) = (own.len(), others.len());
    if n != m {
        return Err(VerifyError::bare(format!("has {n} {name}(s), but decomposition has {m}")));
    }
    match (0..n).find(|&i| own[i] != others[i]) {
        None => Ok(()),
        Some(i) => {
            let [ty, other] = [own[i], others[i]].map(|t| cx.type_to_string(t));
            Err(VerifyError::bare(format!(
                "{name} at index {i} has type '{ty}', but decomposition has type '{other}'"
            )))
        }
    }
}
