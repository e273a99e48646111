//! Converting block arguments and function-like ops.

use smallvec::SmallVec;
use strata_core::{Block, Body, Context, FunctionType, InsertPoint, Op, Type, TypeAttr, Value};

use super::{
    Adaptor, ConversionPatterns, ConversionRewriter, NoMatch, TypeConverter, casts, rewriter::CastTable,
};

/// What each argument of a block becomes.
#[derive(Clone, Debug, Default)]
pub struct SignatureConversion {
    /// The new types of each old argument.
    pub args: Vec<SmallVec<[Type; 2]>>,
}

impl SignatureConversion {
    /// What arguments of these types become.
    pub fn new(converter: &TypeConverter, cx: &Context, types: &[Type]) -> Result<Self, NoMatch> {
        let args = types.iter().map(|&ty| {
            let found = converter.convert(cx, ty);
            found.ok_or_else(|| {
                NoMatch(format!("unable to convert argument type '{}'", cx.type_to_string(ty)))
            })
        });
        Ok(Self { args: args.collect::<Result<_, _>>()? })
    }
}

pub(crate) fn convert_block(
    body: &mut Body,
    block: Block,
    signature: &SignatureConversion,
    table: &mut CastTable,
) {
    let mut at = 0;
    for types in &signature.args {
        let old = body.block_args(block)[at];
        let (ty, loc) = (body.ty(old), body.value_loc(old));
        if types[..] == [ty] {
            at += 1;
            continue;
        }
        let mut news: SmallVec<[Value; 2]> = SmallVec::new();
        for (i, &new) in types.iter().enumerate() {
            let v = body.insert_block_arg(block, at + 1 + i, new);
            body.set_arg_loc(v, loc);
            news.push(v);
        }
        if body.has_uses(old) {
            let place = InsertPoint::at_start(body, block);
            if let Some(cast) = casts::build(body, place, loc, &news, &[ty]) {
                table.made.push((cast, true));
                let value = body.result(cast, 0);
                body.replace_all_uses(old, value);
            }
        }
        if !body.has_uses(old) {
            body.erase_block_arg(block, at);
            at += types.len();
        } else {
            at += 1 + types.len();
        }
    }
}

/// The function type of a function-like op.
fn function_type(body: &Body, op: Op) -> Option<FunctionType> {
    let attr = body.attr(op, "function_type")?;
    let ty = body.cx().attr_as::<TypeAttr>(attr)?.0;
    body.cx().type_as::<FunctionType>(ty).cloned()
}

/// Whether the types of a function-like op need no conversion, as a dynamic legality.
pub fn is_function_legal(converter: &TypeConverter, body: &Body, op: Op) -> bool {
    let cx = body.cx();
    function_type(body, op)
        .is_none_or(|f| converter.all_legal(cx, f.inputs.iter().chain(f.results.iter()).copied()))
}

/// Converts the type of a function-like op with attribute `function_type`, and the arguments of its entry block.
pub fn convert_function_type(op: Op, rw: &mut ConversionRewriter<'_>) -> Result<(), NoMatch> {
    let cx = rw.cx();
    let old = function_type(rw, op).ok_or("not a function-like op")?;
    let new =
        rw.converter().convert_signature(cx, &old).ok_or("cannot convert the signature of the function")?;
    let signature = SignatureConversion::new(rw.converter(), cx, &old.inputs)?;
    let attr = cx.type_attr(cx.ty(new));
    let many = signature.args.iter().any(|a| a.len() != 1);
    if many && rw.attr(op, "arg_attrs").is_some() {
        return Err("argument attributes of an argument that becomes several".into());
    }
    rw.body().set_attr(op, "function_type", Some(attr));
    let body = rw.body();
    let target = if body.is_shell(op) { body.child_mut(op).map(|c| (c, Op::SELF)) } else { Some((body, op)) };
    if let Some((body, op)) = target
        && let Some(&entry) = body.regions(op).first().and_then(|&r| body.blocks(r).first())
    {
        // Casts in a child body are found again when that body is converted.
        convert_block(body, entry, &signature, &mut CastTable::default());
    }
    Ok(())
}

/// Adds a pattern that converts the types of function-like ops named `root`.
pub fn add_function_conversion(patterns: &mut ConversionPatterns, root: &'static str) {
    patterns.add_fn(Some(root), "convert-function-signature", 1, |op, _: &Adaptor, rw| {
        convert_function_type(op, rw)
    });
}
