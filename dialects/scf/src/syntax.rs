//! Pieces of syntax that several ops share.

use strata_ir::{core::DYNAMIC, prelude::*};

/// Arguments of the entry block of a region; none when it has no block.
pub fn entry_args(b: &Body, region: Option<Region>) -> &[Value] {
    region.and_then(|r| b.blocks(r).first()).map_or(&[], |&block| b.block_args(block))
}

/// Region number `i` of an op, which may be missing in an op that was not verified.
pub fn region_at(b: &Body, op: Op, i: usize) -> Option<Region> {
    b.regions(op).get(i).copied()
}

/// Carried values as written: block arguments, still without a type, and their initial values.
#[derive(Default)]
pub struct Assignments<'s> {
    /// The arguments.
    pub args: Vec<BlockArg<'s>>,
    /// The values.
    pub inits: Vec<Unresolved<'s>>,
}

/// `(%arg = %init, …)`.
pub fn parse_assignments<'s>(p: &mut Parser<'s>) -> PResult<Assignments<'s>> {
    let mut out = Assignments::default();
    let none = p.cx().none();
    p.expect("(")?;
    p.list_until(")", |p| {
        let (name, loc) = p.untyped_arg()?;
        p.expect("=")?;
        out.args.push(BlockArg { name, ty: none, loc });
        out.inits.push(p.operand()?);
        Ok(())
    })?;
    Ok(out)
}

/// `(%i, %j)`: block arguments of type `ty`.
pub fn parse_args<'s>(p: &mut Parser<'s>, ty: Type) -> PResult<Vec<BlockArg<'s>>> {
    p.expect("(")?;
    p.list_until(")", |p| {
        let (name, loc) = p.untyped_arg()?;
        Ok(BlockArg { name, ty, loc })
    })
}

/// `(%a, 4)`: the operands, and the numbers with [`DYNAMIC`] in the place of each operand.
pub fn parse_index_list<'s>(p: &mut Parser<'s>) -> PResult<(Vec<Unresolved<'s>>, Vec<i64>)> {
    let mut dynamic = Vec::new();
    p.expect("(")?;
    let list = p.list_until(")", |p| match p.operand_opt()? {
        Some(o) => {
            dynamic.push(o);
            Ok(DYNAMIC)
        }
        None => match p.integer_opt()? {
            Some(v) => Ok(v),
            None => Err(p.error("expected SSA value or integer")),
        },
    })?;
    Ok((dynamic, list))
}

/// The inverse of [`parse_index_list`].
pub fn print_index_list(p: &mut Printer<'_>, dynamic: impl Iterator<Item = Value>, fixed: &[i64]) {
    let mut dynamic = dynamic;
    p.text("(");
    p.list(fixed, |p, &v| {
        match if v == DYNAMIC { dynamic.next() } else { None } {
            Some(value) => p.value(value),
            None => p.int(v),
        };
    });
    p.text(")");
}

/// A number of a mixed list: a constant, or a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mixed {
    /// Known.
    Static(i64),
    /// Known only when it runs.
    Dynamic(Value),
}

impl Mixed {
    /// The list of bounds or steps from dynamic operands and static numbers.
    pub fn list(dynamic: impl Iterator<Item = Value>, fixed: &[i64]) -> Vec<Self> {
        let mut dynamic = dynamic;
        fixed
            .iter()
            .map(|&v| match if v == DYNAMIC { dynamic.next() } else { None } {
                Some(value) => Self::Dynamic(value),
                None => Self::Static(v),
            })
            .collect()
    }
    /// The number, also where it is a constant op.
    pub fn constant(self, b: &Body) -> Option<i64> {
        match self {
            Self::Static(v) => Some(v),
            Self::Dynamic(v) => b.cx().attr_i64(constant_value(b, v)?),
        }
    }
    /// Operands and numbers.
    pub fn split(list: &[Self]) -> (Vec<Value>, Vec<i64>) {
        let mut dynamic = Vec::new();
        let fixed = list
            .iter()
            .map(|m| match *m {
                Self::Static(v) => v,
                Self::Dynamic(v) => {
                    dynamic.push(v);
                    DYNAMIC
                }
            })
            .collect();
        (dynamic, fixed)
    }
}
