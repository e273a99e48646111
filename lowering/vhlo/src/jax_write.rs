//! Writes files of `jax.export`: a portable artifact and the signature of its function.
//!
//! The function takes its arguments by position, without keywords, and returns one array or a tuple of them. Attributes of devices are left
//! open: the program runs on any one device of the named platforms.

use strata_ir::{
    num::{FloatFormat, FloatFormat as F},
    prelude::*,
};
use strata_vhlo::Version;

use crate::{
    artifact::{OtherDialects, serialize_with},
    flatbuffer::{Field, Make, Writer},
};

/// The version of the file format that every reader supports.
const FORMAT: u16 = 3;
/// The version of the calling convention: arguments are passed by position, and the module has no others.
const CALLING_CONVENTION: u16 = 10;
/// The limit of the size of the file, and of all distances in it.
const MOST_BYTES: usize = 1 << 30;

/// Kinds of nodes of argument trees.
mod tree {
    pub const LEAF: u8 = 0;
    pub const TUPLE: u8 = 2;
    pub const DICT: u8 = 4;
}

/// Options of an export.
#[derive(Clone, Debug)]
pub struct ExportOptions {
    /// The version of the artifact.
    pub target: Version,
    /// The name of the function in the module.
    pub entry: String,
    /// The platforms: `cpu`, `cuda`, `rocm`, `tpu`. With several, JAX passes the index of one as first argument.
    pub platforms: Vec<String>,
}

impl Default for ExportOptions {
    fn default() -> Self {
        Self { target: Version::CURRENT, entry: "main".into(), platforms: vec!["cpu".into()] }
    }
}

/// An array type in JAX's format.
struct Array {
    shape: Vec<String>,
    element: u8,
}

/// Writes a module of StableHLO as a file that `jax.export.deserialize` reads.
pub fn write_exported(body: &Body, options: &ExportOptions) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let cx = body.cx();
    let error = |loc: Location, message: String| vec![Diagnostic::error(loc, message)];
    let region = body.regions(Op::SELF).first().copied();
    let named = |op: &Op| {
        let name = body.attr(*op, "sym_name").and_then(|a| cx.attr_str(a));
        body.op_name(*op) == "func.func" && name == Some(&*options.entry)
    };
    let Some(function) = region.and_then(|r| body.region_ops(r).find(named)) else {
        return Err(error(body.loc(Op::SELF), format!("there is no function '{}' to export", options.entry)));
    };
    let loc = body.loc(function);
    let ty = body.attr(function, "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a)).map(|t| t.0);
    let Some(ty) = ty.and_then(|t| cx.type_as::<FunctionType>(t)) else {
        return Err(error(loc, "the function to export has no type".into()));
    };
    let arrays = |types: &[Type]| types.iter().map(|&t| array(cx, t)).collect::<Result<Vec<_>, _>>();
    let (inputs, results) =
        (arrays(&ty.inputs).map_err(|m| error(loc, m))?, arrays(&ty.results).map_err(|m| error(loc, m))?);
    // JAX describes shardings by ops of `sdy`.
    let module = serialize_with(body, options.target, OtherDialects::Allowed)?;
    if module.len() > MOST_BYTES || inputs.len().max(results.len()) > usize::from(u16::MAX) {
        return Err(error(loc, "the program is too large for a file of jax.export".into()));
    }
    Ok(file(&inputs, &results, &module, options))
}

/// The description of a type; an error unless it is an array of static shape.
fn array(cx: &Context, ty: Type) -> Result<Array, String> {
    let tensor = cx.type_as::<TensorType>(ty).filter(|t| t.encoding.is_none() && !t.shape.contains(&DYNAMIC));
    let found = tensor.and_then(|t| Some((t, element(cx, t.elem)?)));
    let Some((tensor, element)) = found else {
        return Err(format!("the type {} cannot be exported", cx.type_to_string(ty)));
    };
    Ok(Array { shape: tensor.shape.iter().map(i64::to_string).collect(), element })
}

/// The number of an element type in the format.
fn element(cx: &Context, ty: Type) -> Option<u8> {
    if let Some(c) = cx.type_as::<ComplexType>(ty) {
        return [(cx.f32(), 12), (cx.f64(), 13)].iter().find(|e| e.0 == c.elem).map(|e| e.1);
    }
    if let Some(format) = cx.as_float(ty) {
        const FLOATS: [(FloatFormat, u8); 13] = [
            (F::F16, 9),
            (F::F32, 10),
            (F::F64, 11),
            (F::BF16, 14),
            (F::F8E4M3B11FNUZ, 17),
            (F::F8E4M3FN, 18),
            (F::F8E4M3FNUZ, 19),
            (F::F8E5M2, 20),
            (F::F8E5M2FNUZ, 21),
            (F::F8E4M3, 23),
            (F::F8E3M4, 24),
            (F::F8E8M0FNU, 25),
            (F::F4E2M1FN, 26),
        ];
        return FLOATS.iter().find(|e| e.0 == format).map(|e| e.1);
    }
    let int = cx.as_int(ty)?;
    Some(match (int.width, int.signedness) {
        (1, Signedness::Signless) => 0,
        (8, Signedness::Signless) => 1,
        (16, Signedness::Signless) => 2,
        (32, Signedness::Signless) => 3,
        (64, Signedness::Signless) => 4,
        (8, Signedness::Unsigned) => 5,
        (16, Signedness::Unsigned) => 6,
        (32, Signedness::Unsigned) => 7,
        (64, Signedness::Unsigned) => 8,
        (4, Signedness::Signless) => 15,
        (4, Signedness::Unsigned) => 16,
        _ => return None,
    })
}

fn aval(w: &mut Writer, a: &Array) -> usize {
    w.table(&[
        (1, Field::Ref(&|w| strings(w, &a.shape))),
        (2, Field::Byte(a.element)),
        // In device memory.
        (3, Field::Byte(1)),
    ])
}
fn strings(w: &mut Writer, list: &[String]) -> usize {
    let items: Vec<_> = list.iter().map(|s| move |w: &mut Writer| w.string(s)).collect();
    let items: Vec<Make<'_>> = items.iter().map(|f| f as Make<'_>).collect();
    w.list(&items)
}
fn avals(w: &mut Writer, list: &[Array]) -> usize {
    let items: Vec<_> = list.iter().map(|a| move |w: &mut Writer| aval(w, a)).collect();
    let items: Vec<Make<'_>> = items.iter().map(|f| f as Make<'_>).collect();
    w.list(&items)
}
/// A vector of `n` equal objects, such as empty tables.
fn repeated(w: &mut Writer, n: usize, item: Make<'_>) -> usize {
    w.list(&vec![item; n])
}

fn leaf(w: &mut Writer) -> usize {
    w.table(&[(0, Field::Byte(tree::LEAF))])
}
/// A tuple of `n` leaves.
fn tuple(w: &mut Writer, n: usize) -> usize {
    w.table(&[(0, Field::Byte(tree::TUPLE)), (1, Field::Ref(&|w| repeated(w, n, &leaf)))])
}
/// The positional arguments and those with keywords.
fn arguments(w: &mut Writer, n: usize) -> usize {
    let keywords = |w: &mut Writer| w.table(&[(0, Field::Byte(tree::DICT))]);
    let both = |w: &mut Writer| w.list(&[&|w| tuple(w, n), &keywords]);
    w.table(&[(0, Field::Byte(tree::TUPLE)), (1, Field::Ref(&both))])
}

fn file(inputs: &[Array], results: &[Array], module: &[u8], options: &ExportOptions) -> Vec<u8> {
    let (n, m) = (inputs.len(), results.len());
    let kept: Vec<u16> = (0..n as u16).collect();
    // Old readers use the descriptions of arguments, new ones their indices in the list of all of them.
    let numbers: Vec<u32> = (0..(n + m) as u32).collect();
    let all = |w: &mut Writer| {
        let items: Vec<_> = inputs.iter().chain(results).map(|a| move |w: &mut Writer| aval(w, a)).collect();
        let items: Vec<Make<'_>> = items.iter().map(|f| f as Make<'_>).collect();
        w.list(&items)
    };
    let nothing = |w: &mut Writer| w.list(&[]);
    let unspecified = |w: &mut Writer| w.table(&[]);
    let output = |w: &mut Writer| if m == 1 { leaf(w) } else { tuple(w, m) };
    Writer::file(&|w| {
        w.table(&[
            (0, Field::Short(FORMAT)),
            (1, Field::Ref(&|w| w.string(&options.entry))),
            (2, Field::Ref(&|w| arguments(w, n))),
            (3, Field::Ref(&|w| avals(w, inputs))),
            (4, Field::Ref(&output)),
            (5, Field::Ref(&|w| avals(w, results))),
            (6, Field::Short(1)),
            (7, Field::Ref(&|w| repeated(w, n, &unspecified))),
            (8, Field::Ref(&|w| repeated(w, m, &unspecified))),
            (9, Field::Ref(&|w| strings(w, &options.platforms))),
            (10, Field::Ref(&nothing)),
            (11, Field::Ref(&nothing)),
            (12, Field::Ref(&nothing)),
            (13, Field::Ref(&|w| w.blob(module))),
            (14, Field::Short(CALLING_CONVENTION)),
            (15, Field::Ref(&|w| w.shorts(&kept))),
            (16, Field::Byte(0)),
            (18, Field::Int(1)),
            (19, Field::Ref(&all)),
            (20, Field::Ref(&nothing)),
            (21, Field::Ref(&nothing)),
            (22, Field::Ref(&|w| w.ints(&numbers[..n]))),
            (23, Field::Ref(&|w| w.ints(&numbers[n..]))),
            (24, Field::Ref(&|w| w.ints(&vec![0; n]))),
            (25, Field::Ref(&|w| w.ints(&vec![0; m]))),
        ])
    })
}
