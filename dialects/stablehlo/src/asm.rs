//! Elements of assembly formats that several ops share.

use strata_ir::prelude::*;

/// `type`, or a function type where not all types are equal.
pub(crate) static SAME_TYPE: CustomDirective =
    CustomDirective { print: print_same_type, parse: parse_same_type, attrs: &[] };

fn print_same_type(op: Op, p: &mut Printer<'_>) {
    let b = p.body();
    let (inputs, results): (Vec<Type>, Vec<Type>) =
        (b.operand_types(op).collect(), b.result_types(op).collect());
    match results[..] {
        [one] if inputs.iter().all(|&t| t == one) => p.ty(one),
        _ => p.function_type(&inputs, &results),
    };
}

fn parse_same_type(p: &mut Parser<'_>, _: &mut OpState, f: &mut FormatState<'_>) -> PResult<()> {
    let at = p.location();
    let ty = p.ty()?;
    match p.cx().type_as::<FunctionType>(ty) {
        Some(function) => assign_function_type(p, f, function, at),
        None => {
            for (types, operands) in f.operand_types.iter_mut().zip(&f.operands) {
                *types = Some(SmallVec::from_elem(ty, operands.len()));
            }
            f.result_types.iter_mut().for_each(|t| *t = Some(smallvec![ty]));
            Ok(())
        }
    }
}

/// Gives the operands and the results the types of a function type.
fn assign_function_type(
    p: &mut Parser<'_>,
    f: &mut FormatState<'_>,
    function: &FunctionType,
    at: Location,
) -> PResult<()> {
    let n: usize = f.operands.iter().map(|o| o.len()).sum();
    if n != function.inputs.len() {
        return Err(p.error_at(at, format!("{n} operands present, but expected {}", function.inputs.len())));
    }
    let mut inputs = function.inputs.iter().copied();
    for (types, operands) in f.operand_types.iter_mut().zip(&f.operands) {
        *types = Some(inputs.by_ref().take(operands.len()).collect());
    }
    match function.results[..] {
        [one] => f.result_types.iter_mut().for_each(|t| *t = Some(smallvec![one])),
        _ => return Err(p.error_at(at, "expected single output")),
    }
    Ok(())
}

/// The types of `select`: `predicate, result` where both cases have the type of the result, else a function type.
pub(crate) static SELECT_TYPE: CustomDirective =
    CustomDirective { print: print_select_type, parse: parse_select_type, attrs: &[] };

fn print_select_type(op: Op, p: &mut Printer<'_>) {
    let b = p.body();
    let (inputs, results): (Vec<Type>, Vec<Type>) =
        (b.operand_types(op).collect(), b.result_types(op).collect());
    match (&inputs[..], &results[..]) {
        (&[pred, on_true, on_false], &[result]) if on_true == result && on_false == result => {
            p.ty(pred).text(", ").ty(result);
        }
        _ => {
            p.function_type(&inputs, &results);
        }
    }
}

fn parse_select_type(p: &mut Parser<'_>, _: &mut OpState, f: &mut FormatState<'_>) -> PResult<()> {
    let at = p.location();
    let first = p.ty()?;
    if let Some(function) = p.cx().type_as::<FunctionType>(first) {
        return assign_function_type(p, f, function, at);
    }
    if !p.eat(",") {
        return Err(p.error_at(at, "expected functional type or list of two types"));
    }
    let second = p.ty()?;
    for (types, ty) in f.operand_types.iter_mut().zip([first, second, second]) {
        *types = Some(smallvec![ty]);
    }
    f.result_types[0] = Some(smallvec![second]);
    Ok(())
}

/// The types of `complex`: the type of the result, from which those of the parts follow, or a function type.
pub(crate) static COMPLEX_TYPE: CustomDirective =
    CustomDirective { print: print_complex_type, parse: parse_complex_type, attrs: &[] };

/// The type of a tensor of the parts of complex numbers.
pub(crate) fn real_part_type(cx: &Context, ty: Type) -> Option<Type> {
    let complex = cx.type_as::<ComplexType>(cx.elem_or_self(ty))?;
    Some(cx.with_elem(ty, complex.elem))
}

fn print_complex_type(op: Op, p: &mut Printer<'_>) {
    let b = p.body();
    let (inputs, results): (Vec<Type>, Vec<Type>) =
        (b.operand_types(op).collect(), b.result_types(op).collect());
    let part = results.first().and_then(|&t| real_part_type(b.cx(), t));
    if part.is_some_and(|part| inputs.iter().all(|&t| t == part)) {
        p.ty(results[0]);
    } else {
        p.function_type(&inputs, &results);
    }
}

fn parse_complex_type(p: &mut Parser<'_>, _: &mut OpState, f: &mut FormatState<'_>) -> PResult<()> {
    let at = p.location();
    let ty = p.ty()?;
    if let Some(function) = p.cx().type_as::<FunctionType>(ty) {
        return assign_function_type(p, f, function, at);
    }
    let Some(part) = real_part_type(p.cx(), ty) else {
        return Err(p.error_at(at, "expected tensor with complex element type"));
    };
    f.operand_types.iter_mut().for_each(|t| *t = Some(smallvec![part]));
    f.result_types[0] = Some(smallvec![ty]);
    Ok(())
}

/// The operand types of `tuple`, which follow from the type of the result.
pub(crate) static TUPLE_TYPE: CustomDirective =
    CustomDirective { print: print_tuple_type, parse: parse_tuple_type, attrs: &[] };

fn print_tuple_type(op: Op, p: &mut Printer<'_>) {
    let b = p.body();
    p.ty(b.ty(b.result(op, 0)));
}

fn parse_tuple_type(p: &mut Parser<'_>, _: &mut OpState, f: &mut FormatState<'_>) -> PResult<()> {
    let at = p.location();
    let ty = p.ty()?;
    let Some(tuple) = p.cx().type_as::<TupleType>(ty) else {
        return Err(p.error_at(at, "expected tuple type"));
    };
    f.operand_types[0] = Some(tuple.0.iter().copied().collect());
    f.result_types[0] = Some(smallvec![ty]);
    Ok(())
}

/// `e8m10`, the format of `reduce_precision`.
pub(crate) static EXPONENT_MANTISSA: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let number = |name| b.attr(op, name).and_then(|a| b.cx().attr_i64(a)).unwrap_or(0);
        let (e, m) = (number("exponent_bits"), number("mantissa_bits"));
        p.text("e").int(e).text("m").int(m);
    },
    parse: |p, state, _| {
        let at = p.location();
        let word = p.keyword()?;
        let numbers = word.strip_prefix('e').and_then(|w| w.split_once('m'));
        let numbers = numbers.and_then(|(e, m)| Some((e.parse::<i32>().ok()?, m.parse::<i32>().ok()?)));
        let Some((e, m)) = numbers else {
            return Err(p.error_at(at, "expected exponent mantissa in format e#m#"));
        };
        let cx = p.cx();
        state.set_attr(cx, "exponent_bits", cx.i32_attr(e));
        state.set_attr(cx, "mantissa_bits", cx.i32_attr(m));
        Ok(())
    },
    attrs: &["exponent_bits", "mantissa_bits"],
};

/// The last group of operands, before `keyword = …`, with a comma after each: the list ends where no operand follows.
pub(crate) static OPERANDS_THEN_COMMA: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let skip = b.info(op).operands.len() - 1;
        let values: SmallVec<[Value; 4]> = b.operands(op).skip(skip).collect();
        p.values(values.iter().copied());
        if !values.is_empty() {
            p.text(",");
        }
    },
    parse: |p, _, f| {
        let last = f.operands.len() - 1;
        while let Some(operand) = p.operand_opt()? {
            f.operands[last].push(operand);
            p.expect(",")?;
        }
        Ok(())
    },
    attrs: &[],
};

/// Reads the numbers of a dense array attribute.
pub(crate) fn numbers(cx: &Context, attr: Attr) -> &[i64] {
    cx.attr_as::<DenseArrayAttr>(attr).map_or(&[], |a| &a.values)
}

/// `[a, b]`, with `?` not allowed.
pub(crate) fn parse_numbers(p: &mut Parser<'_>) -> PResult<Vec<i64>> {
    p.expect("[")?;
    p.list_until("]", Parser::integer)
}

/// Prints `[a, b]`.
pub(crate) fn print_numbers(p: &mut Printer<'_>, values: &[i64]) {
    p.text("[").list(values, |p, &v| {
        p.int(v);
    });
    p.text("]");
}

/// Parses precisions as `[HIGHEST, DEFAULT]`.
pub(crate) fn precision_array(p: &mut Parser<'_>) -> PResult<Attr> {
    p.expect("[")?;
    let list = p.list_until("]", |p| {
        let word = crate::Precision::parse_word(p)?;
        Ok(p.cx().attr(word))
    })?;
    Ok(p.cx().array_attr(list))
}

/// Prints precisions as `[HIGHEST, DEFAULT]`.
pub(crate) fn print_precisions(p: &mut Printer<'_>, attr: Attr) {
    let cx = p.cx();
    let list = cx.attr_as::<ArrayAttr>(attr).map_or(&[][..], |a| &a.0);
    p.text("[").list(list, |p, &a| {
        p.text(cx.attr_as::<crate::Precision>(a).map_or("DEFAULT", |v| v.word()));
    });
    p.text("]");
}
