//! Elements of assembly formats.

use strata_ir::{
    core::{DYNAMIC, op_info::OpInfo},
    prelude::*,
};

use crate::attrs::ParamOperand;

/// The number of an operand group by its name.
fn group(info: &OpInfo, name: &str) -> Option<usize> {
    info.operands.iter().position(|o| o.name == name)
}

/// The values of an operand group by its name.
pub(crate) fn values(b: &Body, op: Op, name: &str) -> Vec<Value> {
    let range = group(b.info(op), name).map_or(0..0, |g| b.operand_group(op, g));
    range.map(|i| b.operand(op, i)).collect()
}

/// The numbers of a dense array by its name; none if it is missing.
pub(crate) fn numbers<'b>(b: &'b Body, op: Op, name: &str) -> &'b [i64] {
    let array = b.attr(op, name).and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a));
    array.map_or(&[], |a| &a.values)
}

/// `[%a, 4, [8]]`: numbers and handles, of which some are scalable.
fn print_list(p: &mut Printer<'_>, op: Op, [operands, statics, scalable]: [&str; 3]) {
    let b = p.body();
    let mut dynamic = values(b, op, operands).into_iter();
    let scales = numbers(b, op, scalable);
    p.text("[");
    p.list(numbers(b, op, statics).iter().enumerate(), |p, (i, &n)| {
        let scales = scales.get(i).is_some_and(|&s| s != 0);
        p.text(if scales { "[" } else { "" });
        match if n == DYNAMIC { dynamic.next() } else { None } {
            Some(v) => p.value(v),
            None => p.int(n),
        };
        p.text(if scales { "]" } else { "" });
    });
    p.text("]");
}

fn parse_list<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    f: &mut FormatState<'s>,
    [operands, statics, scalable]: [&str; 3],
) -> PResult<()> {
    let cx = p.cx();
    let mut dynamic = Vec::new();
    p.expect("[")?;
    let list = p.list_until("]", |p| {
        let scales = !scalable.is_empty() && p.eat("[");
        let n = match p.operand_opt()? {
            Some(v) => {
                dynamic.push(v);
                DYNAMIC
            }
            None => p.integer_opt()?.ok_or_else(|| p.error("expected SSA value or integer"))?,
        };
        if scales {
            p.expect("]")?;
        }
        Ok((n, scales))
    })?;
    if let Some(g) = group(state.info, operands) {
        f.operands[g].extend(dynamic);
    }
    let (list, scales): (Vec<i64>, Vec<bool>) = list.into_iter().unzip();
    state.set_attr(cx, statics, cx.i64_array(&list));
    if !scalable.is_empty() {
        state.set_attr(cx, scalable, cx.bool_array(&scales));
    }
    Ok(())
}

macro_rules! index_lists {
    ($($(#[$meta:meta])* $name:ident: $operands:literal, $statics:literal, $scalable:literal;)*) => {$(
        $(#[$meta])*
        pub(crate) static $name: CustomDirective = CustomDirective {
            print: |op, p| print_list(p, op, [$operands, $statics, $scalable]),
            parse: |p, state, f| parse_list(p, state, f, [$operands, $statics, $scalable]),
            attrs: &[$statics, $scalable],
        };
    )*};
}
index_lists! {
    /// Sizes of tiles.
    TILE_SIZES: "tile_sizes", "static_tile_sizes", "";
    /// The order of loops.
    TILE_INTERCHANGE: "tile_interchange", "static_tile_interchange", "";
    /// Sizes of tiles, of which some are scalable.
    SCALABLE_SIZES: "dynamic_sizes", "static_sizes", "scalable_sizes";
    /// Sizes of vectors, of which some are scalable.
    VECTOR_SIZES: "vector_sizes", "static_vector_sizes", "scalable_sizes";
    /// Sizes of packed tiles.
    PACKED_SIZES: "packed_sizes", "static_packed_sizes", "";
    /// Sizes of packed tiles of a product.
    MATMUL_PACKED_SIZES: "matmul_packed_sizes", "static_matmul_packed_sizes", "";
    /// The numbers that sizes become multiples of.
    PAD_TO_MULTIPLE_OF: "pad_to_multiple_of", "static_pad_to_multiple_of", "";
    /// The sizes that loops are padded to.
    PADDING_SIZES: "padding_sizes", "static_padding_sizes", "";
}

macro_rules! packed_lists {
    ($($(#[$meta:meta])* $name:ident: $packed:literal, $operands:literal, $statics:literal;)*) => {$(
        $(#[$meta])*
        pub(crate) static $name: CustomDirective = CustomDirective {
            print: |op, p| match values(p.body(), op, $packed).first() {
                Some(&v) => {
                    p.text("*(").value(v).text(")");
                }
                None => print_list(p, op, [$operands, $statics, ""]),
            },
            parse: |p, state, f| {
                if !p.eat("*") {
                    return parse_list(p, state, f, [$operands, $statics, ""]);
                }
                p.expect("(")?;
                let v = p.operand()?;
                if let Some(g) = group(state.info, $packed) {
                    f.operands[g].push(v);
                }
                state.set_attr(p.cx(), $statics, p.cx().i64_array(&[]));
                p.expect(")")
            },
            attrs: &[$statics],
        };
    )*};
}
packed_lists! {
    /// Numbers of threads, or one handle to them.
    PACKED_NUM_THREADS: "packed_num_threads", "num_threads", "static_num_threads";
    /// Sizes of tiles, or one handle to them.
    PACKED_TILE_SIZES: "packed_tile_sizes", "tile_sizes", "static_tile_sizes";
}

fn print_semi_function(op: Op, p: &mut Printer<'_>) {
    let (input, results) = p.in_parent(op, |p, op| {
        let b = p.body();
        (b.operand_types(op).next(), b.result_types(op).collect::<Vec<Type>>())
    });
    p.text(if results.is_empty() { "" } else { "(" }).types(input);
    if !results.is_empty() {
        p.text(")").arrow_types(&results);
    }
}

fn parse_semi_function<'s>(
    p: &mut Parser<'s>,
    f: &mut FormatState<'s>,
    results_required: bool,
) -> PResult<()> {
    let has_results = p.eat("(");
    let input = p.ty()?;
    f.operand_types[0] = Some(smallvec![input]);
    let mut results = SmallVec::new();
    if has_results {
        p.expect(")")?;
        p.expect("->")?;
        results.extend(p.result_types()?);
    } else if results_required {
        return Err(p.error("expected '('"));
    }
    if let Some(slot) = f.result_types.first_mut() {
        *slot = Some(results);
    }
    Ok(())
}

/// The type of the operand, or a function type if there are results.
pub(crate) static SEMI_FUNCTION_TYPE: CustomDirective = CustomDirective {
    print: print_semi_function,
    parse: |p, _, f| parse_semi_function(p, f, false),
    attrs: &[],
};

/// A function type of one operand and one result.
pub(crate) static FUNCTION_TYPE_OF_ONE: CustomDirective = CustomDirective {
    print: print_semi_function,
    parse: |p, _, f| parse_semi_function(p, f, true),
    attrs: &[],
};

/// A function type of one operand and of results that all have one type, which is written once.
pub(crate) static ONE_RESULT_TYPE: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let inputs: Vec<Type> = b.operand_types(op).collect();
        let results: Vec<Type> = b.result_types(op).take(1).collect();
        p.function_type(&inputs, &results);
    },
    parse: |p, state, f| {
        let at = p.location();
        let (inputs, results) = p.functional_type()?;
        let ([input], [result]) = (&inputs[..], &results[..]) else {
            return Err(p.error_at(at, "expects a trailing functional type with one argument and one result"));
        };
        f.operand_types[0] = Some(smallvec![*input]);
        for g in 0..state.info.results.len() {
            f.result_types[g] = Some(smallvec![*result]);
        }
        Ok(())
    },
    attrs: &[],
};

/// The types of repeated handles, which are those of the results.
pub(crate) static REPLICATED_TYPES: CustomDirective = CustomDirective {
    print: |op, p| {
        let types: Vec<Type> = p.body().result_types(op).collect();
        p.types(types);
    },
    parse: |p, _, f| {
        let types = p.types_comma()?;
        f.operand_types[1] = Some(types.iter().copied().collect());
        f.result_types[0] = Some(types.into_iter().collect());
        Ok(())
    },
    attrs: &[],
};

/// One type for all operands and the result.
pub(crate) static MERGED_TYPE: CustomDirective = CustomDirective {
    print: |op, p| {
        let types: Vec<Type> = p.body().result_types(op).collect();
        p.types(types);
    },
    parse: |p, _, f| {
        let ty = p.ty()?;
        f.operand_types[0] = Some(smallvec![ty; f.operands[0].len()]);
        f.result_types[0] = Some(smallvec![ty]);
        Ok(())
    },
    attrs: &[],
};

/// `all`, `except(0, 1)` or `0, -1`.
fn print_dims(op: Op, p: &mut Printer<'_>, list: &str) {
    let b = p.body();
    if b.attr(op, "is_all").is_some() {
        p.text("all");
        return;
    }
    let inverted = b.attr(op, "is_inverted").is_some();
    p.text(if inverted { "except(" } else { "" });
    p.list(numbers(b, op, list), |p, &n| {
        p.int(n);
    });
    p.text(if inverted { ")" } else { "" });
}

fn parse_dims(p: &mut Parser<'_>, state: &mut OpState, list: &str) -> PResult<()> {
    let cx = p.cx();
    if p.eat("all") {
        state.set_attr(cx, "is_all", cx.unit());
        state.set_attr(cx, list, cx.i64_array(&[]));
        return Ok(());
    }
    let inverted = p.eat("except");
    if inverted {
        state.set_attr(cx, "is_inverted", cx.unit());
        p.expect("(")?;
    }
    let numbers = p.comma_list(Parser::integer)?;
    if inverted {
        p.expect(")")?;
    }
    state.set_attr(cx, list, cx.i64_array(&numbers));
    Ok(())
}

macro_rules! dim_lists {
    ($($(#[$meta:meta])* $name:ident: $list:literal;)*) => {$(
        $(#[$meta])*
        pub(crate) static $name: CustomDirective = CustomDirective {
            print: |op, p| print_dims(op, p, $list),
            parse: |p, state, _| parse_dims(p, state, $list),
            attrs: &[$list, "is_all", "is_inverted"],
        };
    )*};
}
dim_lists! {
    /// Loops.
    RAW_DIM_LIST: "raw_dim_list";
    /// Operands or results.
    RAW_POSITION_LIST: "raw_position_list";
}

/// `@matcher -> @action, …`.
pub(crate) static MATCHERS_AND_ACTIONS: CustomDirective = CustomDirective {
    print: |op, p| {
        let (b, cx) = (p.body(), p.cx());
        let list =
            |name| b.attr(op, name).and_then(|a| cx.attr_as::<ArrayAttr>(a)).map_or(&[][..], |a| &a.0[..]);
        p.indented(|p| {
            p.indented(|p| {
                for (i, (&matcher, &action)) in list("matchers").iter().zip(list("actions")).enumerate() {
                    p.text(if i == 0 { "" } else { "," }).indented_newline();
                    p.attr(matcher).text(" -> ").attr(action);
                }
            })
        });
    },
    parse: |p, state, _| {
        let cx = p.cx();
        let pairs = p.comma_list(|p| {
            let matcher = p.symbol_ref()?;
            p.expect("->")?;
            Ok((matcher, p.symbol_ref()?))
        })?;
        let (matchers, actions) = pairs.into_iter().unzip();
        state.set_attr(cx, "matchers", cx.array_attr(matchers));
        state.set_attr(cx, "actions", cx.array_attr(actions));
        Ok(())
    },
    attrs: &["matchers", "actions"],
};

/// `%root, %more : types`, or nothing.
pub(crate) static SEQUENCE_OPERANDS: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        if b.num_operands(op) == 0 {
            return;
        }
        let types: Vec<Type> = b.operand_types(op).collect();
        p.values(b.operands(op)).text(" : ").result_types(&types);
    },
    parse: |p, _, f| {
        let Some(root) = p.operand_opt()? else {
            (f.operand_types[0], f.operand_types[1]) = (Some(SmallVec::new()), Some(SmallVec::new()));
            return Ok(());
        };
        f.operands[0].push(root);
        while p.eat(",") {
            let more = p.operand()?;
            f.operands[1].push(more);
        }
        p.expect(":")?;
        let at = p.location();
        let types = if p.peek("(") { p.types_parens()? } else { p.types_comma()? };
        if types.len() != 1 + f.operands[1].len() {
            return Err(p.error_at(at, "expected the number of types to match the number of operands"));
        }
        f.operand_types[0] = Some(smallvec![types[0]]);
        f.operand_types[1] = Some(types[1..].iter().copied().collect());
        Ok(())
    },
    attrs: &[],
};

/// `{"option" = value, …}`, where a value may be a parameter or a list with parameters.
pub(crate) static PASS_OPTIONS: CustomDirective = CustomDirective {
    print: |op, p| {
        let (b, cx) = (p.body(), p.cx());
        let options = b.attr(op, "options").and_then(|a| cx.attr_as::<DictionaryAttr>(a));
        let params = values(b, op, "dynamic_options");
        p.text("{");
        p.list(options.map_or(&[][..], |o| o.entries()), |p, &(name, value)| {
            p.quoted(cx.str(name)).text(" = ");
            print_option(p, value, &params, 0);
        });
        p.text("}");
    },
    parse: |p, state, f| {
        let cx = p.cx();
        p.expect("{")?;
        let options = p.list_until("}", |p| {
            let name = p.keyword_or_string()?;
            p.expect("=")?;
            Ok((cx.intern(&name), parse_option(p, f, 0)?))
        })?;
        state.set_attr(cx, "options", cx.dict_attr(options));
        Ok(())
    },
    attrs: &["options"],
};

/// Lists in options may be so deep.
const OPTION_DEPTH: u32 = 64;

fn print_option(p: &mut Printer<'_>, value: Attr, params: &[Value], depth: u32) {
    let cx = p.cx();
    let index = cx.attr_as::<ParamOperand>(value).and_then(|o| cx.attr_i64(o.index));
    if let Some(&v) = index.and_then(|i| params.get(usize::try_from(i).ok()?)) {
        p.value(v);
    } else if let Some(list) = cx.attr_as::<ArrayAttr>(value).filter(|_| depth < OPTION_DEPTH) {
        p.text("[");
        p.list(&list.0, |p, &item| print_option(p, item, params, depth + 1));
        p.text("]");
    } else {
        p.attr(value);
    }
}

fn parse_option<'s>(p: &mut Parser<'s>, f: &mut FormatState<'s>, depth: u32) -> PResult<Attr> {
    let cx = p.cx();
    if let Some(param) = p.operand_opt()? {
        let params = &mut f.operands[1];
        params.push(param);
        return Ok(cx.attr(ParamOperand { index: cx.i64_attr(params.len() as i64 - 1) }));
    }
    if depth < OPTION_DEPTH && p.eat("[") {
        let items = p.list_until("]", |p| parse_option(p, f, depth + 1))?;
        return Ok(cx.array_attr(items));
    }
    p.attr()
}

/// `selected_region = 0` or `selected_region = %param`, or nothing.
pub(crate) static SELECTED_REGION: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let attr = b.attr(op, "selected_region_attr");
        let param = values(b, op, "selected_region_param");
        if attr.is_none() && param.is_empty() {
            return;
        }
        p.text("selected_region = ");
        if let Some(attr) = attr {
            p.attr_without_type(attr);
        }
        for v in param {
            p.value(v);
        }
    },
    parse: |p, state, f| {
        if p.keyword_of(&["selected_region"]).is_none() {
            return Ok(());
        }
        p.expect("=")?;
        match p.operand_opt()? {
            Some(v) => {
                if let Some(g) = group(state.info, "selected_region_param") {
                    f.operands[g].push(v);
                    // Its type comes later.
                    f.operand_types[g] = Some(SmallVec::new());
                }
            }
            None => {
                let n = p.integer_opt()?.ok_or_else(|| p.error("expected SSA value or integer"))?;
                state.set_attr(p.cx(), "selected_region_attr", p.cx().index_attr(n));
            }
        }
        Ok(())
    },
    attrs: &["selected_region_attr"],
};
