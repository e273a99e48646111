//! Reading what is at a position.

use strata_ir::prelude::*;
use strata_pdl_interp::{
    ContinueOp, CreateAttributeOp, CreateTypeOp, CreateTypesOp, ExtractOp, ForEachOp, GetAttributeOp,
    GetAttributeTypeOp, GetDefiningOpOp, GetOperandOp, GetOperandsOp, GetResultOp, GetResultsOp, GetUsersOp,
    GetValueTypeOp,
};

use super::state::Matcher;
use crate::position::{Pos, Position};

impl Matcher<'_> {
    /// The value of a position, read at the end of `block` if it is not known. Where that needs a loop, `block` becomes the first block in it.
    pub fn value_at(&mut self, block: &mut Block, pos: Pos) -> Result<Value, Diagnostic> {
        let mut missing = Vec::new();
        let mut next = Some(pos);
        let mut value = None;
        while let Some(pos) = next {
            value = self.value(pos);
            if value.is_some() {
                break;
            }
            missing.push(pos);
            next = self.positions.parent(pos);
        }
        for pos in missing.into_iter().rev() {
            let new = match value {
                Some(parent) => self.part(block, pos, parent)?,
                None => self.literal(*block, pos)?,
            };
            self.bind(pos, new);
            value = Some(new);
        }
        value.ok_or_else(|| self.error("a position of the matcher has no value"))
    }
    /// A value that is not read from the program.
    fn literal(&mut self, block: Block, pos: Pos) -> Result<Value, Diagnostic> {
        let position = self.positions.get(pos).clone();
        let (cx, h) = (self.body.cx_arc().clone(), self.handles);
        let mut b = self.at(block, Location::UNKNOWN);
        match position {
            Position::AttributeLiteral(attr) => Ok(CreateAttributeOp::build(&mut b, attr, h.attribute)),
            Position::TypeLiteral(ty) if cx.attr_as::<TypeAttr>(ty).is_some() => {
                Ok(CreateTypeOp::build(&mut b, ty, h.ty))
            }
            Position::TypeLiteral(types) => Ok(CreateTypesOp::build(&mut b, types, h.types)),
            _ => Err(self.error("a result of a condition is used before the condition is checked")),
        }
    }
    /// A part of what is at the parent of a position.
    fn part(&mut self, block: &mut Block, pos: Pos, parent: Value) -> Result<Value, Diagnostic> {
        let position = self.positions.get(pos).clone();
        let (loc, parent_type) = (self.body.value_loc(parent), self.body.ty(parent));
        let (cx, h) = (self.body.cx_arc().clone(), self.handles);
        if let Position::ForEach { .. } = position {
            return self.for_each(block, parent, loc);
        }
        let is_op = self.positions.defines_operand(pos);
        let is_range_of_values = parent_type == h.values;
        let number = |index: i32| cx.i32_attr(index);
        let mut b = self.at(*block, loc);
        Ok(match position {
            Position::Operation { .. } if is_op => GetDefiningOpOp::build(&mut b, parent, h.operation),
            Position::Operand { index, .. } => GetOperandOp::build(&mut b, parent, number(index), h.value),
            Position::OperandGroup { group, is_range, .. } => {
                GetOperandsOp::build(&mut b, parent, group.map(number), h.value_or_range(is_range))
            }
            Position::Attribute { name, .. } => {
                GetAttributeOp::build(&mut b, parent, cx.string_attr(cx.str(name)), h.attribute)
            }
            Position::Result { index, .. } => GetResultOp::build(&mut b, parent, number(index), h.value),
            Position::ResultGroup { group, is_range, .. } => {
                GetResultsOp::build(&mut b, parent, group.map(number), h.value_or_range(is_range))
            }
            Position::Type { .. } if parent_type == h.attribute => {
                GetAttributeTypeOp::build(&mut b, parent, h.ty)
            }
            Position::Type { .. } => {
                GetValueTypeOp::build(&mut b, parent, h.type_or_range(is_range_of_values))
            }
            Position::Users { .. } => {
                let mut of_value = parent;
                if is_range_of_values {
                    of_value = ExtractOp::build(&mut b, parent, number(0), h.value);
                }
                GetUsersOp::build(&mut b, of_value, h.operations)
            }
            Position::Operation { .. }
            | Position::ForEach { .. }
            | Position::ConstraintResult { .. }
            | Position::AttributeLiteral(_)
            | Position::TypeLiteral(_) => parent,
        })
    }
    /// A loop over a range, with its first block as the new place, and its end as the new failure.
    fn for_each(&mut self, block: &mut Block, range: Value, loc: Location) -> Result<Value, Diagnostic> {
        let failure = self.failure()?;
        let each = ForEachOp::build(&mut self.at(*block, loc), range, failure);
        let region = each.region(&self.body);
        let first = self.body.add_block(region, &[self.handles.operation]);
        let element = self.body.block_args(first)[0];
        self.body.set_arg_loc(element, loc);
        let end = self.body.add_block(region, &[]);
        ContinueOp::build(&mut self.at(end, loc));
        self.failures.push(end);
        *block = first;
        Ok(element)
    }
}
